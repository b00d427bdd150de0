//! The armies of an entry: their sources, the verdict of the event's rules on them, and their storage.

use actix_web::HttpRequest;
use musterfield_army::Draft;
use musterfield_army::file::{ArmyDocument, document, into_draft};
use musterfield_army::input::{InputFormat, army, form_of};
use musterfield_army::write::element;
use musterfield_events::rules::{EventProblem, EventRules, PoolVerdict, Verdict};
use musterfield_rules::Ruleset;
use musterfield_words::army::file;
use musterfield_words::events::{message, pool, remedy};
use serde::{Deserialize, Serialize};

use super::access::EventAccess;
use crate::store::Holder;
use crate::web::armies::problems::ShownProblem;
use crate::web::armies::rank::Rank;
use crate::web::armies::revision::draft_of;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::ARMIES;

/// Armies with at most this many lines together are checked without leaving the request's thread.
const FEW_LINES: usize = 200;

/// The armies of a stored entry: a frozen copy.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Frozen(Vec<ArmyDocument>);

impl Frozen {
    /// A copy of these armies.
    #[must_use]
    pub fn new(armies: &[Draft]) -> Self {
        Self(armies.iter().map(document).collect())
    }

    /// The copy as it is stored.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The armies of a stored copy.
    ///
    /// # Errors
    /// [`WebError::Internal`] only.
    pub fn read(text: &str, state: &AppState) -> Result<Vec<Draft>, WebError> {
        let Self(documents) = serde_json::from_str(text).map_err(WebError::internal)?;
        documents
            .into_iter()
            .map(|one| into_draft(one, state.book).map_err(|error| WebError::internal(file::message(&error))))
            .collect()
    }
}

/// The source of one army, as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The id of one of the player's own armies.
    pub own: String,
    /// The address of an army.
    pub address: String,
    /// Its text.
    pub text: String,
    /// The text with which the form began: the present entry, when it is about to be replaced.
    pub before: String,
    /// The content of an uploaded file.
    pub file: String,
}

/// A way to give an army.
enum Given<'a> {
    /// The id or address of a saved army.
    Kept(&'a str),
    /// Its text.
    Text(&'a str),
}

impl Source {
    /// Every way in which the army is given. The text with which the form began does not count if there is another.
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

    /// The source as the form shows it again: a file cannot be chosen for the player, so its text goes into the field.
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

/// An army with the verdict of the event's rules.
#[derive(Clone, Debug)]
pub(super) struct ShownArmy {
    pub title: String,
    pub strength: String,
    pub legal: bool,
    pub elements: Vec<String>,
    pub rank: Rank,
    pub problems: Vec<ShownProblem>,
}

/// The armies read from a form.
pub(super) struct Pool {
    pub slots: Vec<Slot>,
    /// The armies, if each could be read.
    pub armies: Option<Vec<Draft>>,
    pub legal: bool,
    /// The problems of all of them together.
    pub problems: Vec<String>,
}

/// The path of the page that explains a rule.
fn rule_path(rule: &str, ruleset: &Ruleset) -> String {
    link::rule(&ruleset.id, rule).into()
}

/// A problem with the event's rules, as pages show it.
pub(in crate::web) fn shown_problem(rules: &EventRules, draft: &Draft, problem: &EventProblem) -> ShownProblem {
    let rule = problem.rule.as_ref().map(ToString::to_string);
    ShownProblem {
        error: problem.is_error(),
        message: message(&problem.fault, rules, draft),
        advice: remedy(problem, rules, draft),
        rule_path: rule.as_deref().map(|rule| rule_path(rule, draft.ruleset)).unwrap_or_default(),
        rule,
        line: problem.place,
        fixes: Vec::new(),
        first_fix: "quiet",
    }
}

impl ShownArmy {
    /// An army with the verdict of the event's rules.
    pub(super) fn new(rules: &EventRules, draft: &Draft, verdict: &Verdict) -> Self {
        let spent = verdict.report.totals.spent;
        let size = draft.ruleset.counts().of(draft.points);
        Self {
            title: draft.title().to_owned(),
            strength: format!("{spent} of {size}"),
            legal: verdict.is_legal(),
            elements: draft.lines.iter().map(|line| element(draft, line)).collect(),
            rank: Rank::new(draft),
            problems: verdict.problems.iter().map(|problem| shown_problem(rules, draft, problem)).collect(),
        }
    }
}

/// Armies with the verdict of the event's rules on each of them and on all together.
pub(super) struct Judged {
    pub armies: Vec<Draft>,
    pub shown: Vec<ShownArmy>,
    pub verdict: PoolVerdict,
}

/// The verdict of the event's rules on these armies. This is heavy work if they have many lines.
pub(super) async fn judged(
    request: &HttpRequest,
    open: &EventAccess,
    state: &AppState,
    armies: Vec<Draft>,
) -> Result<Judged, WebError> {
    let lines: usize = armies.iter().map(|army| army.lines.len()).sum();
    let (rules, catalogue) = (open.plan.rules().clone(), state.catalogue);
    let judge = move || {
        let verdict = rules.check_pool(&armies, catalogue);
        let each = armies.iter().zip(&verdict.armies);
        let shown = each.map(|(draft, verdict)| ShownArmy::new(&rules, draft, verdict)).collect();
        Judged { shown, verdict, armies }
    };
    if lines <= FEW_LINES { Ok(judge()) } else { state.run_heavy(request, JobKind::Event, judge).await }
}

/// Reads the armies of a form.
pub(super) async fn read_pool(
    request: &HttpRequest,
    open: &EventAccess,
    state: &AppState,
    by: Option<&Holder>,
    sources: Vec<Source>,
) -> Result<Pool, WebError> {
    let filled = sources.iter().filter(|source| !source.given().is_empty()).count();
    let mut slots = Vec::new();
    let mut armies = Vec::new();
    for (at, source) in sources.into_iter().enumerate() {
        // Only the first army is required.
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
        problems: verdict.problems.iter().map(pool::message).collect(),
        armies: whole.then_some(armies),
    })
}

/// Reads one army; the error explains what is wrong with its source.
async fn read_one(
    request: &HttpRequest,
    open: &EventAccess,
    state: &AppState,
    by: Option<&Holder>,
    source: &Source,
) -> Result<Result<Draft, String>, WebError> {
    let written = match source.given().as_slice() {
        [] => return Ok(Err("Choose an army, enter its address, or paste it.".to_owned())),
        [Given::Text(text)] => return read_text(request, open, state, (*text).to_owned()).await,
        [Given::Kept(written)] => *written,
        _ => return Ok(Err("You gave the army in more than one way. Use only one of them.".to_owned())),
    };
    match ARMIES.revision_by_address(state, by, written).await {
        Ok((_, revision)) => draft_of(state, &revision).map(Ok),
        Err(WebError::NotFound) => {
            Ok(Err("There is no army at this address. Check that it was copied in full.".to_owned()))
        }
        Err(WebError::Gone(_)) => Ok(Err("The army at this address has been deleted.".to_owned())),
        Err(WebError::Hidden(_, reason)) => {
            Ok(Err(format!("The army at this address has been hidden by the administrators: {reason}")))
        }
        Err(error) => Err(error),
    }
}

/// Reads an army from a text, all of which must be understood: nobody enters an army by misunderstanding.
async fn read_text(
    request: &HttpRequest,
    open: &EventAccess,
    state: &AppState,
    text: String,
) -> Result<Result<Draft, String>, WebError> {
    let (book, ruleset) = (state.book, open.plan.rules().ruleset());
    let points = open.plan.rules().points();
    // The longest texts take so long that other requests would wait.
    let read = state.run_by_size(request, JobKind::Army, text.len(), move || {
        let form = form_of(&text);
        let mut reading = army(&text, form, ruleset, book)
            .map_err(|error| format!("This could not be read: {}.", file::message(&error)))?;
        if let Some(unread) = reading.unread.first() {
            return Err(format!(
                "Line {} could not be understood: “{}”. Correct it, or put # before it.",
                unread.line, unread.text
            ));
        }
        if reading.draft.lines.is_empty() {
            return Err("No elements were found in the text.".to_owned());
        }
        // A text seldom names a size.
        let is_usual = reading.draft.points == Draft::new(ruleset).points;
        if form == InputFormat::Text && is_usual && reading.draft.ruleset.id == ruleset.id {
            reading.draft.points = points;
        }
        Ok(reading.draft)
    });
    read.await
}

/// The armies as an entry stores them: the document with its hash, the version of the rules, and names.
pub(super) struct FrozenEntry {
    pub document: String,
    pub hash: crate::store::RevisionHash,
    pub ruleset_version: String,
    pub title: String,
}

/// Freezes armies for an entry.
pub(super) fn keep(open: &EventAccess, armies: &[Draft]) -> Result<FrozenEntry, WebError> {
    let document = Frozen::new(armies).to_json();
    let ruleset = open.plan.rules().ruleset();
    Ok(FrozenEntry {
        hash: crate::web::works::create::hash(&document, &ruleset.id, &ruleset.version)?,
        ruleset_version: ruleset.version.to_string(),
        title: armies.iter().map(Draft::title).collect::<Vec<_>>().join(" / "),
        document,
    })
}
