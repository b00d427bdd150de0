//! The armies of an entry: where a player gets them from, what the event says of them, and how they are kept.

use actix_web::HttpRequest;
use serde::{Deserialize, Serialize};

use super::access::Open;
use crate::army::Draft;
use crate::army::file::{ArmyDocument, document, into_draft};
use crate::army::input::{Form, army, form_of};
use crate::army::write::element;
use crate::events::rules::{EventProblem, PoolVerdict};
use crate::rules::Ruleset;
use crate::store::Holder;
use crate::web::armies::problems::ShownProblem;
use crate::web::armies::rank::Rank;
use crate::web::armies::state::draft_of;
use crate::web::error::WebError;
use crate::web::kept::ARMIES;
use crate::web::scheduler::Kind;
use crate::web::state::State;

/// Armies of up to so many lines together are judged without leaving the request.
const FEW_LINES: usize = 200;

/// Armies as an entry keeps them: a frozen copy.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Frozen(Vec<ArmyDocument>);

impl Frozen {
    /// A copy of these armies.
    #[must_use]
    pub fn new(armies: &[Draft]) -> Self {
        Self(armies.iter().map(document).collect())
    }

    /// As it is kept.
    #[must_use]
    pub fn to_json(&self) -> String {
        // There is nothing in it that could not be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The armies of a kept copy.
    ///
    /// # Errors
    /// None but ours.
    pub fn read(text: &str, state: &State) -> Result<Vec<Draft>, WebError> {
        let Self(documents) = serde_json::from_str(text).map_err(WebError::internal)?;
        documents.into_iter().map(|one| into_draft(one, state.book).map_err(WebError::internal)).collect()
    }
}

/// Where one army comes from, as it is typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// Id of an army of the player's own.
    pub own: String,
    /// Address of an army.
    pub address: String,
    /// Its text.
    pub text: String,
    /// The text that the form began with: what is entered now, when it is to be replaced.
    pub before: String,
    /// What stood in a file.
    pub file: String,
}

/// A way to say which army it is.
enum Given<'a> {
    /// Id or address of an army.
    Kept(&'a str),
    /// Its text.
    Text(&'a str),
}

impl Source {
    /// Everything that says which army it is. The text that the form began with says nothing beside something else.
    fn given(&self) -> Vec<Given<'_>> {
        let plain = |text: &str| text.trim().replace("\r\n", "\n");
        let is_typed = plain(&self.text) != plain(&self.before);
        let ways = [Given::Kept(&self.own), Given::Kept(&self.address), Given::Text(&self.file)];
        let mut given: Vec<Given<'_>> = ways.into_iter().filter(|way| !way.text().trim().is_empty()).collect();
        if !self.text.trim().is_empty() && (is_typed || given.is_empty()) {
            given.push(Given::Text(&self.text));
        }
        given
    }

    /// What the form shows of it again: a file cannot be chosen for somebody, so its text stands in the field.
    fn again(mut self) -> Self {
        if let [Given::Text(text)] = self.given().as_slice() {
            self.text = (*text).to_owned();
        }
        self.file.clear();
        self
    }
}

impl Given<'_> {
    fn text(&self) -> &str {
        let (Self::Kept(text) | Self::Text(text)) = self;
        text
    }
}

/// One army of the form.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub source: Source,
    pub error: Option<String>,
    pub shown: Option<ShownArmy>,
}

/// An army with what the event says of it.
#[derive(Clone, Debug)]
pub(super) struct ShownArmy {
    pub title: String,
    pub strength: String,
    pub legal: bool,
    pub elements: Vec<String>,
    pub rank: Rank,
    pub problems: Vec<ShownProblem>,
}

/// What is read of the armies of a form.
pub(super) struct Pool {
    pub slots: Vec<Slot>,
    /// The armies, if each could be read.
    pub armies: Option<Vec<Draft>>,
    pub legal: bool,
    /// What is wrong with all of them together.
    pub problems: Vec<String>,
}

/// Where a rule is explained.
fn rule_path(rule: &str, ruleset: &Ruleset) -> String {
    format!("/rules/{}/{rule}", ruleset.id)
}

/// A problem at the event as pages show it.
pub(super) fn shown_problem(draft: &Draft, problem: &EventProblem) -> ShownProblem {
    let rule = problem.rule.as_ref().map(ToString::to_string);
    ShownProblem {
        error: problem.is_error(),
        message: problem.message.clone(),
        advice: problem.remedy().to_owned(),
        rule_path: rule.as_deref().map(|rule| rule_path(rule, draft.ruleset)).unwrap_or_default(),
        rule,
        line: problem.element,
        fixes: Vec::new(),
    }
}

impl ShownArmy {
    /// An army by what the event says of it.
    pub(super) fn new(draft: &Draft, legal: bool, problems: &[EventProblem], spent: String) -> Self {
        let size = draft.ruleset.counts().of(draft.points);
        Self {
            title: draft.title().to_owned(),
            strength: format!("{spent} of {size}"),
            legal,
            elements: draft.lines.iter().map(|line| element(draft, line)).collect(),
            rank: Rank::new(draft),
            problems: problems.iter().map(|problem| shown_problem(draft, problem)).collect(),
        }
    }
}

/// Armies with what the event says of each of them and of all together.
pub(super) struct Judged {
    pub armies: Vec<Draft>,
    pub shown: Vec<ShownArmy>,
    pub verdict: PoolVerdict,
}

/// What the event says of these armies. It is heavy work if they have many lines.
pub(super) async fn judged(
    request: &HttpRequest,
    open: &Open,
    state: &State,
    armies: Vec<Draft>,
) -> Result<Judged, WebError> {
    let lines: usize = armies.iter().map(|army| army.lines.len()).sum();
    let (rules, catalogue) = (open.plan.rules().clone(), state.catalogue);
    let judge = move || {
        let verdict = rules.check_pool(&armies, catalogue);
        let shown = armies.iter().zip(&verdict.armies).map(|(draft, verdict)| {
            ShownArmy::new(draft, verdict.is_legal(), &verdict.problems, verdict.report.figures.spent.to_string())
        });
        Judged { shown: shown.collect(), verdict, armies }
    };
    if lines <= FEW_LINES { Ok(judge()) } else { state.heavy(request, Kind::Event, judge).await }
}

/// Reads the armies of a form.
pub(super) async fn read_pool(
    request: &HttpRequest,
    open: &Open,
    state: &State,
    by: Option<&Holder>,
    sources: Vec<Source>,
) -> Result<Pool, WebError> {
    let filled = sources.iter().filter(|source| !source.given().is_empty()).count();
    let mut slots = Vec::new();
    let mut armies = Vec::new();
    for (at, source) in sources.into_iter().enumerate() {
        // Further armies may be left out, the first may not.
        let read = if source.given().is_empty() && (at > 0 || filled > 0) {
            None
        } else {
            Some(read_one(request, open, state, by, &source).await?)
        };
        let (draft, error) = match read {
            None => (None, None),
            Some(Ok(draft)) => (Some(draft), None),
            Some(Err(error)) => (None, Some(error)),
        };
        armies.extend(draft.clone());
        slots.push((Slot { source: source.again(), error, shown: None }, draft.is_some()));
    }
    let whole = slots.iter().all(|(slot, _)| slot.error.is_none());
    let Judged { armies, shown, verdict } = judged(request, open, state, armies).await?;
    let mut shown = shown.into_iter();
    let slots = slots.into_iter().map(|(slot, read)| Slot { shown: if read { shown.next() } else { None }, ..slot });
    Ok(Pool {
        slots: slots.collect(),
        legal: verdict.is_legal(),
        problems: verdict
            .problems
            .iter()
            .map(|problem| crate::rules::sentence::capital(&format!("{problem}.")))
            .collect(),
        armies: whole.then_some(armies),
    })
}

/// One army, or what is wrong with where it comes from.
async fn read_one(
    request: &HttpRequest,
    open: &Open,
    state: &State,
    by: Option<&Holder>,
    source: &Source,
) -> Result<Result<Draft, String>, WebError> {
    let written = match source.given().as_slice() {
        [] => return Ok(Err("Choose an army, give its address, or paste it.".to_owned())),
        [Given::Text(text)] => return read_text(request, open, state, (*text).to_owned()).await,
        [Given::Kept(written)] => *written,
        _ => return Ok(Err("This says in several ways which army it is: leave one.".to_owned())),
    };
    match ARMIES.named(state, by, written).await {
        Ok((_, revision)) => draft_of(state, &revision).map(Ok),
        Err(WebError::NotFound) => {
            Ok(Err("There is no army at this address. Check that it was copied in full.".to_owned()))
        }
        Err(WebError::Gone(_)) => Ok(Err("The army at this address is deleted.".to_owned())),
        Err(WebError::Hidden(_, reason)) => {
            Ok(Err(format!("The army at this address is hidden by the administrators: {reason}")))
        }
        Err(error) => Err(error),
    }
}

/// An army from a text, all of which has to be understood: nobody enters what he did not mean.
async fn read_text(
    request: &HttpRequest,
    open: &Open,
    state: &State,
    text: String,
) -> Result<Result<Draft, String>, WebError> {
    let (book, ruleset) = (state.book, open.plan.rules().ruleset());
    let points = open.plan.rules().points();
    // The longest texts take so long that others would wait.
    let read = state.sized(request, Kind::Army, text.len(), move || {
        let form = form_of(&text);
        let mut reading =
            army(&text, form, ruleset, book).map_err(|error| format!("This could not be read: {error}."))?;
        if let Some(unread) = reading.unread.first() {
            return Err(format!(
                "Line {} could not be understood: “{}”. Correct it, or put # before it.",
                unread.line, unread.text
            ));
        }
        if reading.draft.lines.is_empty() {
            return Err("No element was found in the text.".to_owned());
        }
        // A text seldom says for which size it is.
        let is_usual = reading.draft.points == Draft::new(ruleset).points;
        if form == Form::Text && is_usual && reading.draft.ruleset.id == ruleset.id {
            reading.draft.points = points;
        }
        Ok(reading.draft)
    });
    read.await
}

/// What an entry keeps of armies: the document with its hash, the version of the rules, and names.
pub(super) struct Kept {
    pub document: String,
    pub hash: crate::store::RevisionHash,
    pub ruleset_version: String,
    pub title: String,
}

/// The frozen copy of armies.
pub(super) fn keep(open: &Open, armies: &[Draft]) -> Result<Kept, WebError> {
    let document = Frozen::new(armies).to_json();
    let ruleset = open.plan.rules().ruleset();
    Ok(Kept {
        hash: crate::web::kept::make::hash(&document, &ruleset.id, &ruleset.version)?,
        ruleset_version: ruleset.version.to_string(),
        title: armies.iter().map(Draft::title).collect::<Vec<_>>().join(" / "),
        document,
    })
}
