//! Turns pasted text into an army: `/armies/paste`.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::Report;
use musterfield_army::draft::{Draft, LONGEST_NOTES, TextError, several_lines};
use musterfield_army::file::ReadError;
use musterfield_army::input::{army, form_of};
use musterfield_army::text::{Change, Doubt, Offered, Reading, UnreadText, changed};
use musterfield_army::write::element;
use musterfield_rules::Ruleset;
use musterfield_words::army::{file, meaning, text_fault};

use super::create::keep;
use super::problems::{ShownProblem, shown};
use super::rank::Rank;
use crate::web::choice::Choice;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, render_as};
use crate::web::page_errors::PageError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::create::new_request;

#[derive(Template)]
#[template(path = "armies/paste.html")]
struct PastePage {
    layout: Layout,
    request: String,
    text: String,
    ruleset: String,
    rulesets: &'static [Ruleset],
    error: Option<String>,
    read: Option<ReadPart>,
}

impl PastePage {
    /// The page with the reason why the text is not taken.
    fn refused(mut self, error: String) -> Result<HttpResponse, WebError> {
        self.layout = self.layout.with_errors([PageError::at("text", &*error)]);
        self.error = Some(error);
        render_as(StatusCode::UNPROCESSABLE_ENTITY, &self)
    }

    /// The rulesets as options, with the chosen one.
    fn ruleset_choices(&self) -> Vec<Choice> {
        self.rulesets.iter().map(|known| Choice::among(&*known.id, &*known.name, &self.ruleset)).collect()
    }
}

/// A part of the text and how it was understood.
struct ReadPart {
    title: String,
    spent: String,
    budget: String,
    legal: bool,
    elements: Vec<String>,
    problems: Vec<ShownProblem>,
    rank: Rank,
    doubts: Vec<ShownDoubt>,
    offered: Vec<ShownOffer>,
}

/// A text that can be read in two ways.
struct ShownDoubt {
    text: String,
    line: usize,
    /// Value and label of the button of each reading.
    readings: Vec<(String, String)>,
}

/// Something that the text names, but that is not part of the army.
struct ShownOffer {
    text: String,
    line: usize,
    /// Value and label of the button that adds it.
    add: Option<(String, String)>,
}

/// The largest number of doubts and offers that have buttons.
const MOST_SHOWN: usize = 20;

/// The largest number of characters of a text that is shown beside its buttons.
const LONGEST_SHOWN: usize = 200;

/// The part of a text that a button chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pick {
    /// A reading of a doubt, by their positions.
    Reading(usize, usize),
    /// Something offered, by its position.
    Offer(usize),
}

impl Pick {
    /// The value of the button.
    fn value(self) -> String {
        match self {
            Self::Reading(doubt, reading) => format!("reading-{doubt}-{reading}"),
            Self::Offer(at) => format!("add-{at}"),
        }
    }

    fn read(value: &str) -> Option<Self> {
        if let Some(places) = value.strip_prefix("reading-") {
            let (doubt, reading) = places.split_once('-')?;
            return Some(Self::Reading(doubt.parse().ok()?, reading.parse().ok()?));
        }
        value.strip_prefix("add-")?.parse().ok().map(Self::Offer)
    }

    /// The changes of the text that the choice makes; none if the text no longer has it.
    fn changes(self, reading: &Reading) -> &[Change] {
        let found = match self {
            Self::Reading(doubt, way) => {
                let doubt = reading.doubts.get(doubt);
                doubt.and_then(|doubt| doubt.readings.get(way)).map(|reading| &reading.changes)
            }
            Self::Offer(at) => reading.offered.get(at).map(|offered| &offered.changes),
        };
        found.map_or(&[], Vec::as_slice)
    }
}

/// `GET /armies/paste`
///
/// # Errors
/// [`WebError::Internal`] only.
pub async fn paste(state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let ruleset = state.usual_ruleset().ok_or(WebError::NotFound)?;
    let page = PastePage {
        layout: Layout::new(&state, "Paste an army", Some(Area::Armies)).beginning_at(link::paste_army()),
        request: new_request()?,
        text: String::new(),
        ruleset: ruleset.id.to_string(),
        rulesets: state.book.rulesets(),
        error: None,
        read: None,
    };
    render_as(StatusCode::OK, &page)
}

/// `POST /armies/paste`: reads the text, and saves the army if asked to.
///
/// # Errors
/// When the form is malformed; text that cannot be read is answered with the form again.
pub async fn read_pasted(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let text = fields.text("text");
    let id = fields.demand("ruleset")?;
    let asked = fields.take("do").unwrap_or_else(|| "read".to_owned());
    fields.finish()?;
    let ruleset = state.book.ruleset(&id);
    let mut page = PastePage {
        layout: Layout::new(&state, "Paste an army", Some(Area::Armies)).beginning_at(link::paste_army()),
        request: name.clone(),
        ruleset: id,
        rulesets: state.book.rulesets(),
        error: None,
        read: None,
        text,
    };
    if page.text.trim().is_empty() {
        return page.refused("Paste an army first.".to_owned());
    }
    let Some(ruleset) = ruleset else {
        let error = format!("There is no ruleset “{}”.", page.ruleset);
        return page.refused(error);
    };
    let pick = Pick::read(&asked);
    let understood = match understand(&request, &state, page.text.clone(), ruleset, pick).await? {
        Ok(understood) => understood,
        Err(error) => {
            return page.refused(format!("This could not be read: {}.", file::message(&error)));
        }
    };
    match asked.as_str() {
        "keep" => match understood.kept {
            Ok(draft) => keep(&request, &state, &draft, &name, "imported the army", Some(Flash::Pasted)).await,
            Err(error) => {
                page.read = Some(understood.part);
                page.refused(format!(
                    "The lines that could not be read would be put into the notes, but then the text {}. Correct or \
                     delete them.",
                    text_fault(error)
                ))
            }
        },
        _ if pick.is_some() || asked == "read" => {
            page.text = understood.text;
            page.read = Some(understood.part);
            render_as(StatusCode::OK, &page)
        }
        _ => Err(WebError::Unreadable(format!("there is no button “{asked}”"))),
    }
}

/// A text that was read.
struct Understood {
    /// The text, with the changes of the chosen reading.
    text: String,
    /// The army to save, if its notes have room for the lines that could not be read.
    kept: Result<Draft, TextError>,
    part: ReadPart,
}

/// Reads and checks a text on another thread: the longest ones take so long that other requests would wait.
async fn understand(
    request: &HttpRequest,
    state: &AppState,
    text: String,
    ruleset: &'static Ruleset,
    pick: Option<Pick>,
) -> Result<Result<Understood, ReadError>, WebError> {
    let (book, catalogue) = (state.book, state.catalogue);
    let read = state.run_by_size(request, JobKind::Army, text.len(), move || {
        let mut text = text;
        let mut reading = army(&text, form_of(&text), ruleset, book)?;
        let changes = pick.map_or(&[][..], |pick| pick.changes(&reading));
        if !changes.is_empty() {
            text = changed(&text, changes);
            reading = army(&text, form_of(&text), ruleset, book)?;
        }
        let part = ReadPart::new(&reading, &reading.check(catalogue));
        Ok(Understood { kept: with_unread(&reading), part, text })
    });
    read.await
}

/// The army with the lines that could not be read added to its notes, so that saving it loses nothing of the text.
fn with_unread(reading: &Reading) -> Result<Draft, TextError> {
    let mut draft = reading.draft.clone();
    if !reading.unread.is_empty() {
        // Indented, so that Markdown shows it unchanged.
        let line = |unread: &UnreadText| format!("\n    {}: {}", unread.line, unread.text.replace('\n', "\n    "));
        let lines: String = reading.unread.iter().map(line).collect();
        let gap = if draft.notes.is_empty() { "" } else { "\n\n" };
        let notes = format!("{}{gap}Not understood when the army was imported:\n{lines}", draft.notes);
        draft.notes = several_lines(&notes, LONGEST_NOTES)?;
    }
    Ok(draft)
}

impl ReadPart {
    fn new(reading: &Reading, report: &Report) -> Self {
        let draft = &reading.draft;
        Self {
            title: draft.title().to_owned(),
            spent: report.totals.spent.to_string(),
            budget: draft.ruleset.counts().of(report.totals.budget),
            legal: report.is_legal(),
            elements: draft.lines.iter().map(|line| element(draft, line)).collect(),
            problems: report.problems.iter().map(|problem| shown(draft, problem)).collect(),
            rank: Rank::new(draft),
            doubts: reading.doubts.iter().take(MOST_SHOWN).enumerate().map(|at| ShownDoubt::new(draft, at)).collect(),
            offered: reading.offered.iter().take(MOST_SHOWN).enumerate().map(|at| ShownOffer::new(draft, at)).collect(),
        }
    }
}

/// The beginning of a text, to recognise it by.
fn shortened(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_SHOWN).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

impl ShownDoubt {
    fn new(draft: &Draft, (at, doubt): (usize, &Doubt)) -> Self {
        let readings = doubt.readings.iter().enumerate();
        let button = readings.map(|(way, reading)| (Pick::Reading(at, way).value(), meaning(draft, &reading.meaning)));
        Self { text: shortened(&doubt.text), line: doubt.line, readings: button.collect() }
    }
}

impl ShownOffer {
    fn new(draft: &Draft, (at, offered): (usize, &Offered)) -> Self {
        let added = offered.elements.as_ref().filter(|_| !offered.changes.is_empty());
        let add = added.map(|line| (Pick::Offer(at).value(), format!("Add {}", element(draft, line))));
        Self { text: shortened(&offered.text), line: offered.line, add }
    }
}
