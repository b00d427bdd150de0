//! The form of an event: fields to a document and back.

use std::borrow::Cow;
use std::collections::BTreeMap;

use musterfield_army::Code;
use musterfield_events::mistake::Mistake;
use musterfield_events::pairing::KeepApart;
use musterfield_events::plan::{EventDocument, PlanFault, System, Visibility};
use musterfield_events::rules::MOST_LIMITS;
use musterfield_events::rules::document::{
    ANY, Choice as Selection, Count, EventRulesDocument, LimitDocument, OwnListDocument,
};
use musterfield_events::scoring;
use musterfield_events::zone::Zone;
use musterfield_rules::{Points, Ruleset};
use musterfield_words::events::{plan as words, raised};

use crate::web::choice::Choice;
use crate::web::error::WebError;
use crate::web::fields::{Fields, FieldsError};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;

/// A group of settings that is folded up until something in it is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// The address, the last day and the time zone.
    When,
    /// The text for players.
    Information,
    /// How entries are taken.
    Entries,
    /// Boards, home terrain, army lists and allies.
    Armies,
    /// Types that are banned, limited or required.
    Limits,
    /// Warnings treated as errors.
    Raised,
    /// Rounds, scoring and tables.
    Playing,
}

impl Group {
    /// The ids of its fields, in the order of the form.
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::When => &["slug", "last_day", "zone"],
            Self::Information => &["text"],
            Self::Entries => &["most_entries", "armies", "visibility", "late"],
            Self::Armies => &["board", "home_terrains", "lists", "own_lists", "allies"],
            Self::Limits => &["limits"],
            Self::Raised => &["raised"],
            Self::Playing => &["rounds", "system", "clubs", "scheme", "tables", "own_scheme"],
        }
    }
}

/// The ids of the fields that are not in a group, in the order of the form.
const FIRST_FIELDS: [&str; 7] = ["name", "first_day", "place", "ruleset", "points", "deadline_day", "places"];

/// The groups in the order of the form.
const GROUPS: [Group; 7] =
    [Group::When, Group::Information, Group::Entries, Group::Armies, Group::Limits, Group::Raised, Group::Playing];

/// A limit as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct LimitFields {
    pub of: String,
    pub least: String,
    pub most: String,
    pub points: bool,
    pub allies: bool,
    pub why: String,
    pub errors: Vec<String>,
}

impl LimitFields {
    fn is_empty(&self) -> bool {
        [&self.of, &self.least, &self.most, &self.why].iter().all(|text| text.trim().is_empty())
    }

    /// The things that can be counted.
    pub(super) fn counts(&self) -> [Choice; 2] {
        [Choice::new("elements", "elements", !self.points), Choice::new("points", "AP", self.points)]
    }
}

/// The form as shown.
#[derive(Clone, Debug)]
pub(super) struct EventFields {
    pub document: EventDocument,
    pub places: String,
    pub most_entries: String,
    pub rounds: String,
    pub points: String,
    pub board: String,
    pub armies: String,
    pub list_names: String,
    /// The addresses of the players' lists, by line.
    pub own_lists: String,
    /// Whether armies of the ruleset are picked from lists that players may bring along.
    pub takes_own_lists: bool,
    pub ally_names: String,
    pub limits: Vec<LimitFields>,
    pub rulesets: Vec<Choice>,
    pub homes: Vec<Choice>,
    pub lists: Vec<Choice>,
    pub allies: Vec<Choice>,
    pub warnings: Vec<Choice>,
    pub visibilities: Vec<Choice>,
    pub systems: Vec<Choice>,
    pub clubs: Vec<Choice>,
    pub schemes: Vec<Choice>,
    pub zones: Vec<&'static str>,
    /// Sentences by field.
    pub errors: BTreeMap<String, Vec<String>>,
    /// The group whose button was pressed.
    pub pressed: Option<Group>,
}

impl EventFields {
    /// The errors of a field, joined.
    pub(super) fn error(&self, field: &str) -> Option<String> {
        self.errors.get(field).map(|errors| errors.join(" "))
    }

    /// Whether a group of settings is open: something in it is filled in or wrong, or its button was pressed.
    pub(super) fn opens(&self, group: Group) -> bool {
        let (event, rules) = (&self.document, &self.document.rules);
        let is_filled = match group {
            Group::When => !event.last_day.is_empty(),
            Group::Information => !event.text.is_empty(),
            Group::Entries => {
                let is_usual = self.most_entries.is_empty() && self.armies == "1" && !event.approval;
                !is_usual || event.late || event.illegal
            }
            Group::Armies => {
                let is_usual = self.board.is_empty() && rules.home_terrains.is_empty() && self.own_lists.is_empty();
                !is_usual || choice_word(&rules.lists) != ANY || choice_word(&rules.allies) != ANY
            }
            Group::Limits => self.limits.iter().any(|limit| !limit.is_empty()),
            Group::Raised => !rules.raised.is_empty(),
            Group::Playing => !event.own_scheme.is_empty() || !event.tables.is_empty(),
        };
        let is_wrong = group.fields().iter().any(|field| self.errors.contains_key(*field));
        is_filled || is_wrong || self.pressed == Some(group)
    }

    /// Whether there may be one more limit.
    pub(super) fn takes_more_limits(&self) -> bool {
        self.limits.len() < MOST_LIMITS
    }

    /// Whether a scoring scheme of the event's own was typed, or one is missing.
    pub(super) fn has_own_scheme(&self) -> bool {
        self.errors.contains_key("own_scheme") || !self.document.own_scheme.is_empty()
    }
}

fn option(value: &str, name: impl Into<Cow<'static, str>>, chosen: &str) -> Choice {
    Choice::new(value.to_owned(), name, value == chosen)
}

fn choice_word(choice: &Selection) -> &str {
    match choice {
        Selection::Word(word) => word,
        Selection::Named(_) => "named",
    }
}

fn choice_names(choice: &Selection) -> String {
    match choice {
        Selection::Word(_) => String::new(),
        Selection::Named(names) => names.join("\n"),
    }
}

/// The line for a player's list that an event names. A list from elsewhere may have no address; its name stands for it,
/// so that the organiser sees what is missing.
fn list_line(list: &OwnListDocument) -> &str {
    if list.address.is_empty() { &list.name } else { &list.address }
}

/// An error in a field of the form.
#[derive(Clone, Debug)]
pub(super) struct FieldError {
    /// The field, as documents name it: `rules.limits[2].of[0]`.
    field: String,
    sentence: String,
}

impl FieldError {
    pub(super) fn new(field: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self { field: field.into(), sentence: sentence.into() }
    }

    /// The field of the form, and the number of the limit if it is one.
    fn place(&self) -> (&str, Option<usize>) {
        let field = self.field.trim_start_matches("rules.");
        let limit = field.strip_prefix("limits[").and_then(|rest| rest.split_once(']')?.0.parse().ok());
        (field.split(['[', '.']).next().unwrap_or_default(), limit)
    }
}

/// The mistakes of a document as errors of the form.
pub(super) fn errors_of(mistakes: Vec<Mistake<PlanFault>>) -> impl Iterator<Item = FieldError> {
    mistakes.into_iter().map(|mistake| FieldError::new(mistake.field, words::message(&mistake.fault)))
}

/// The errors for the box at the top of the page, in the order of the form.
pub(super) fn on_page(wrong: &[FieldError]) -> Vec<PageError> {
    let groups = GROUPS.iter().flat_map(|group| group.fields());
    let order: Vec<&str> = FIRST_FIELDS.iter().chain(groups).copied().collect();
    let rank = |name: &str| order.iter().position(|known| *known == name).unwrap_or(order.len());
    let mut errors: Vec<(usize, PageError)> = wrong
        .iter()
        .map(|error| {
            let (name, limit) = error.place();
            let id = limit.map_or_else(|| name.to_owned(), |at| format!("limit-{at}-of"));
            (rank(name), PageError::at(id, &*error.sentence))
        })
        .collect();
    errors.sort_by_key(|(rank, _)| *rank);
    errors.into_iter().map(|(_, error)| error).collect()
}

/// The sentences of errors, by the field of the form that shows them.
fn by_field(wrong: &[FieldError], limits: &mut [LimitFields]) -> BTreeMap<String, Vec<String>> {
    let mut errors: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for error in wrong {
        let (name, limit) = error.place();
        match limit.and_then(|at| limits.get_mut(at)) {
            Some(limit) => limit.errors.push(error.sentence.clone()),
            None => errors.entry(name.to_owned()).or_default().push(error.sentence.clone()),
        }
    }
    errors
}

/// The form with the content of a document as typed, and its errors.
pub(super) fn shown(state: &AppState, typed: EventForm, wrong: &[FieldError], pressed: Option<Group>) -> EventFields {
    let EventForm { document, places, most_entries, rounds, points, board, armies, own_lists, mut limits } = typed;
    let errors = by_field(wrong, &mut limits);
    let rules = &document.rules;
    let ruleset = state.book.ruleset(&rules.ruleset);
    let homes = ruleset.map(|ruleset: &Ruleset| {
        let home = |home: &musterfield_rules::ruleset::HomeTerrain| {
            let is_ticked = rules.home_terrains.iter().any(|id| **id == *home.id);
            Choice::new(home.id.to_string(), home.name.to_string(), is_ticked)
        };
        ruleset.home_terrains.iter().map(home).collect()
    });
    let warning = |code: &Code| {
        let about = raised::about(*code)?;
        let on = rules.raised.iter().any(|known| known == code.as_str());
        Some(Choice::new(code.as_str(), about, on))
    };
    let blank = LimitFields { allies: true, ..LimitFields::default() };
    let asks_for_more = pressed == Some(Group::Limits) && limits.len() < MOST_LIMITS;
    limits.extend((limits.is_empty() || asks_for_more).then_some(blank));
    let lists = choice_word(&rules.lists);
    let allies = choice_word(&rules.allies);
    let scheme = |scheme: &scoring::Scheme| option(scheme.id(), scheme.name().to_owned(), &document.scheme);
    let mut schemes: Vec<Choice> = scoring::built_in().unwrap_or_default().iter().map(scheme).collect();
    schemes.push(option("", "your own scheme, below", &document.scheme));
    EventFields {
        places,
        most_entries,
        rounds,
        points,
        board,
        armies,
        list_names: choice_names(&rules.lists),
        takes_own_lists: !own_lists.is_empty() || ruleset.is_some_and(|ruleset| ruleset.army.from_list.is_some()),
        own_lists,
        ally_names: choice_names(&rules.allies),
        rulesets: state
            .book
            .rulesets()
            .iter()
            .map(|known| option(&known.id, known.name.to_string(), &rules.ruleset))
            .collect(),
        homes: homes.unwrap_or_default(),
        lists: vec![
            option(ANY, "any or none", lists),
            option("listed", "any army list on this site", lists),
            option("named", "one of these:", lists),
        ],
        allies: vec![
            option(ANY, "as the rules allow", allies),
            option("none", "none", allies),
            option("named", "from one of these:", allies),
        ],
        warnings: Code::ALL.iter().filter_map(warning).collect(),
        visibilities: Visibility::ALL
            .iter()
            .map(|known| option(known.as_str(), known.description(), document.visibility.as_str()))
            .collect(),
        systems: vec![
            option(System::Swiss.as_str(), "Swiss system", document.system.as_str()),
            option(System::Everyone.as_str(), "Round robin: everyone plays everyone", document.system.as_str()),
        ],
        clubs: APARTS.iter().map(|(apart, word, name)| Choice::new(*word, *name, *apart == document.clubs)).collect(),
        schemes,
        zones: Zone::names().collect(),
        limits,
        errors,
        pressed,
        document,
    }
}

const APARTS: [(KeepApart, &str, &str); 3] = [
    (KeepApart::RoundOne, "round_one", "kept apart in round one"),
    (KeepApart::Always, "always", "kept apart in every round"),
    (KeepApart::Never, "never", "paired like everyone else"),
];

/// A form as typed.
#[derive(Clone, Debug)]
pub(super) struct EventForm {
    pub document: EventDocument,
    pub places: String,
    pub most_entries: String,
    pub rounds: String,
    pub points: String,
    pub board: String,
    pub armies: String,
    /// The addresses of the players' lists, by line; the document has the lists.
    pub own_lists: String,
    pub limits: Vec<LimitFields>,
}

impl From<EventDocument> for EventForm {
    fn from(document: EventDocument) -> Self {
        let number = |number: Option<Points>| number.map(|number| number.to_string()).unwrap_or_default();
        let limit = |limit: &LimitDocument| LimitFields {
            of: limit.of.join(", "),
            least: number(limit.least),
            most: number(limit.most),
            points: limit.count == Count::Points,
            allies: limit.allies,
            why: limit.why.clone(),
            errors: Vec::new(),
        };
        Self {
            places: document.places.map(|places| places.to_string()).unwrap_or_default(),
            most_entries: document.most_entries.map(|most| most.to_string()).unwrap_or_default(),
            rounds: document.rounds.to_string(),
            points: number(document.rules.points),
            board: document.rules.board.map(|[width, depth]| format!("{width} x {depth}")).unwrap_or_default(),
            armies: document.rules.armies.to_string(),
            own_lists: document.rules.own_lists.iter().map(list_line).collect::<Vec<_>>().join("\n"),
            limits: document.rules.limits.iter().map(limit).collect(),
            document,
        }
    }
}

/// Errors of the numbers of a form, reported together with all other errors.
struct Numbers(Vec<FieldError>);

impl Numbers {
    fn read<T: std::str::FromStr>(&mut self, field: &str, text: &str) -> Option<T> {
        if text.trim().is_empty() {
            return None;
        }
        let number = text.trim().parse().ok();
        if number.is_none() {
            self.0.push(FieldError::new(field, format!("“{}” is not a number.", text.trim())));
        }
        number
    }
}

/// One of several words that the page itself has written.
fn word<T: Copy>(fields: &mut Fields, name: &str, known: &[(T, &str)]) -> Result<T, WebError> {
    let value = fields.demand(name)?;
    let found = known.iter().find(|(_, word)| *word == value).map(|(known, _)| *known);
    Ok(found.ok_or_else(|| FieldsError::Changed(name.to_owned()))?)
}

fn names_of(text: &str) -> Vec<String> {
    text.split(['\n', ',', ';']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn choice(fields: &mut Fields, name: &str, names: &str) -> Result<Selection, WebError> {
    let (value, names) = (fields.demand(name)?, fields.text(names));
    Ok(if value == "named" { Selection::Named(names_of(&names)) } else { Selection::Word(value) })
}

fn board(text: &str, numbers: &mut Numbers) -> Option<[i64; 2]> {
    if text.trim().is_empty() {
        return None;
    }
    let mut sides = text.split(['x', '×', 'X', ',', ' ']).map(str::trim).filter(|side| !side.is_empty());
    let read = match (sides.next(), sides.next(), sides.next()) {
        (Some(side), None, _) => side.parse().ok().map(|side| [side, side]),
        (Some(width), Some(depth), None) => {
            width.parse().ok().zip(depth.parse().ok()).map(|(width, depth)| [width, depth])
        }
        _ => None,
    };
    if read.is_none() {
        let sentence = format!("“{}” is not a size; write it as 15 or 30 x 15.", text.trim());
        numbers.0.push(FieldError::new("rules.board", sentence));
    }
    read
}

/// Reads the form of an event, with the errors of its numbers.
pub(super) fn read(fields: &mut Fields) -> Result<(EventForm, Vec<FieldError>), WebError> {
    let mut numbers = Numbers(Vec::new());
    let mut rules = EventRulesDocument::new(fields.demand("ruleset")?);
    let points = fields.demand("points")?;
    let board_text = fields.demand("board")?;
    let armies = fields.demand("armies")?;
    rules.points = numbers.read("rules.points", &points);
    rules.board = board(&board_text, &mut numbers);
    rules.armies = numbers.read("rules.armies", &armies).unwrap_or(1);
    rules.lists = choice(fields, "lists", "list_names")?;
    let own_lists = fields.text("own_lists").replace("\r\n", "\n");
    rules.allies = choice(fields, "allies", "ally_names")?;
    let ticked = |fields: &mut Fields, prefix: &str| -> Vec<String> {
        let names = fields.beginning(prefix);
        names.into_iter().filter(|name| fields.checked(&format!("{prefix}{name}"))).collect()
    };
    rules.home_terrains = ticked(fields, "home-");
    rules.raised = ticked(fields, "raise-");
    let mut limits = Vec::new();
    for at in 0..=MOST_LIMITS {
        let Some(of) = fields.take(&format!("limit-{at}-of")) else { break };
        let limit = LimitFields {
            of,
            least: fields.text(&format!("limit-{at}-least")),
            most: fields.text(&format!("limit-{at}-most")),
            points: fields.text(&format!("limit-{at}-count")) == "points",
            allies: fields.checked(&format!("limit-{at}-allies")),
            why: fields.text(&format!("limit-{at}-why")),
            errors: Vec::new(),
        };
        if limit.is_empty() {
            continue;
        }
        let field = format!("rules.limits[{}]", limits.len());
        rules.limits.push(LimitDocument {
            of: names_of(&limit.of),
            least: numbers.read(&field, &limit.least),
            most: numbers.read(&field, &limit.most),
            count: if limit.points { Count::Points } else { Count::Elements },
            allies: limit.allies,
            why: limit.why.trim().to_owned(),
        });
        limits.push(limit);
    }
    let (places, rounds) = (fields.demand("places")?, fields.demand("rounds")?);
    let most_entries = fields.text("most_entries");
    let document = EventDocument {
        name: fields.demand("name")?,
        place: fields.demand("place")?,
        first_day: fields.demand("first_day")?,
        last_day: fields.text("last_day"),
        zone: fields.demand("zone")?,
        deadline_day: fields.text("deadline_day"),
        deadline_hour: fields.text("deadline_hour"),
        late: fields.checked("late"),
        places: numbers.read("places", &places),
        most_entries: numbers.read("most_entries", &most_entries),
        approval: fields.checked("approval"),
        illegal: fields.checked("illegal"),
        visibility: word(fields, "visibility", &Visibility::ALL.map(|known| (known, known.as_str())))?,
        text: fields.text("text").replace("\r\n", "\n"),
        rounds: numbers.read("rounds", &rounds).unwrap_or(0),
        system: word(fields, "system", &[System::Swiss, System::Everyone].map(|known| (known, known.as_str())))?,
        clubs: word(fields, "clubs", &APARTS.map(|(apart, word, _)| (apart, word)))?,
        scheme: fields.demand("scheme")?,
        own_scheme: fields.text("own_scheme").replace("\r\n", "\n"),
        tables: fields.text("tables").lines().map(|line| line.trim().to_owned()).collect(),
        ..EventDocument::new(rules)
    };
    let board = board_text;
    Ok((EventForm { document, places, most_entries, rounds, points, board, armies, own_lists, limits }, numbers.0))
}
