//! An event as a whole: when and where it takes place, the deadline for entries, visibility, rounds and scoring.
//!
//! As with its rules there are two stages: [`EventDocument`] may hold anything that can be typed, [`Plan`] only what
//! has been checked.

use musterfield_army::Catalogue;
use musterfield_army::draft::single_line;
use musterfield_rules::Book;
use serde::{Deserialize, Serialize};

use super::mistake::Mistake;
use super::pairing::KeepApart;
use super::rules::{EventRules, EventRulesDocument};
use super::scoring::{self, Scheme};
use super::zone::{Local, Moment, Zone};

mod fault;

pub use fault::PlanFault;

/// The current format.
pub const FORMAT: &str = "musterfield-event/1";

/// The largest number of characters of a name or place.
const LONGEST_LINE: usize = 120;
/// The largest number of characters of the text.
pub const LONGEST_TEXT: usize = 20_000;
/// The largest number of characters of a custom scheme.
pub const LONGEST_SCHEME: usize = 4_000;
/// The largest number of rounds.
pub const MOST_ROUNDS: i64 = 20;
/// The largest number of lines about tables.
pub const MOST_TABLE_LINES: usize = 200;
/// The largest number of characters of the address of a layout.
const LONGEST_ADDRESS: usize = 500;
/// The largest number of places.
pub const MOST_PLACES: i64 = 1_000;
/// The total number of entries that an event accepts by default.
pub const USUAL_ENTRIES: i64 = 300;
/// The greatest total number of entries that an event can accept.
pub const MOST_ENTRIES: i64 = 2_000;

/// The people who can see the armies that are entered. The players themselves and the staff always can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Only those people, at any time.
    Never,
    /// Everybody, once the deadline has passed or the event is closed.
    #[default]
    Deadline,
    /// Players who are paired with each other, once their round is published.
    Opponents,
    /// Everybody, immediately.
    Always,
}

impl Visibility {
    /// All values, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Deadline, Self::Opponents, Self::Always, Self::Never];

    /// The word in documents and forms.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Deadline => "deadline",
            Self::Opponents => "opponents",
            Self::Always => "always",
        }
    }

    /// The meaning, for players.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Never => "Only their players and the organisers can see armies.",
            Self::Deadline => "Armies become visible to everyone after the deadline.",
            Self::Opponents => "Armies become visible to opponents when a round is drawn.",
            Self::Always => "Armies are visible to everyone from the start.",
        }
    }
}

/// The system by which rounds are drawn up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum System {
    /// Players with equal scores meet.
    #[default]
    Swiss,
    /// Everyone plays everyone.
    Everyone,
}

impl System {
    /// The word in documents and forms.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Swiss => "swiss",
            Self::Everyone => "everyone",
        }
    }
}

/// An event as it is written in a file, and as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventDocument {
    /// Always [`FORMAT`].
    pub format: String,
    /// The name.
    pub name: String,
    /// The venue.
    #[serde(default)]
    pub place: String,
    /// The first day: `2027-04-01`.
    pub first_day: String,
    /// The last day, empty if it is the first.
    #[serde(default)]
    pub last_day: String,
    /// The time zone of the venue: `Europe/Berlin`.
    pub zone: String,
    /// Day of the deadline, empty for none.
    #[serde(default)]
    pub deadline_day: String,
    /// The time of the deadline: `20:00`.
    #[serde(default)]
    pub deadline_hour: String,
    /// Whether entries are accepted after the deadline, marked as late.
    #[serde(default)]
    pub late: bool,
    /// The number of players who can take part; `None` for no limit.
    #[serde(default)]
    pub places: Option<i64>,
    /// The total number of entries that are accepted, including the waiting list; `None` for 300, or the number of
    /// places if that is greater.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_entries: Option<i64>,
    /// Whether entries of players without an account wait until the staff lets them in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub approval: bool,
    /// Whether armies that are not legal are accepted, marked as such.
    #[serde(default)]
    pub illegal: bool,
    /// The people who can see armies.
    #[serde(default)]
    pub visibility: Visibility,
    /// Further information, in Markdown.
    #[serde(default)]
    pub text: String,
    /// The number of planned rounds.
    pub rounds: i64,
    /// The system by which they are drawn up.
    #[serde(default)]
    pub system: System,
    /// The rounds in which players of one club are kept apart.
    #[serde(default)]
    pub clubs: KeepApart,
    /// The id of the scoring scheme; empty for a custom one.
    #[serde(default)]
    pub scheme: String,
    /// A custom scheme, as TOML.
    #[serde(default)]
    pub own_scheme: String,
    /// Addresses of the layouts on the tables, the first table's first; empty for a table without a layout. The
    /// address of tables that were laid out together stands for all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// The requirements for armies.
    pub rules: EventRulesDocument,
}

/// An event, checked.
#[derive(Clone, Debug)]
pub struct Plan {
    document: EventDocument,
    zone: Zone,
    first: Local,
    last: Local,
    deadline: Option<Moment>,
    scheme: Scheme,
    rules: EventRules,
}

/// The mistakes found so far in the fields of an event.
#[derive(Default)]
struct Mistakes(Vec<Mistake<PlanFault>>);

impl Mistakes {
    fn add(&mut self, field: &str, fault: impl Into<PlanFault>) {
        self.0.push(Mistake::new(field, fault));
    }

    /// Returns the value, or notes its error.
    fn keep<T, E: Into<PlanFault>>(&mut self, field: &str, read: Result<T, E>) -> Option<T> {
        read.map_err(|error| self.add(field, error)).ok()
    }
}

impl EventDocument {
    /// An event with the defaults, of which nothing is settled except the game.
    #[must_use]
    pub fn new(rules: EventRulesDocument) -> Self {
        Self {
            format: FORMAT.to_owned(),
            name: String::new(),
            place: String::new(),
            first_day: String::new(),
            last_day: String::new(),
            zone: "Europe/London".to_owned(),
            deadline_day: String::new(),
            deadline_hour: "20:00".to_owned(),
            late: false,
            places: None,
            most_entries: None,
            approval: false,
            illegal: false,
            visibility: Visibility::default(),
            text: String::new(),
            rounds: 3,
            system: System::default(),
            clubs: KeepApart::RoundOne,
            scheme: scoring::built_in()
                .ok()
                .and_then(|all| all.first())
                .map(|scheme| scheme.id().to_owned())
                .unwrap_or_default(),
            own_scheme: String::new(),
            tables: Vec::new(),
            rules,
        }
    }

    /// The document as it is stored.
    #[must_use]
    pub fn to_json(&self) -> String {
        // It contains nothing that could not be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Self::to_json`] writes.
    ///
    /// # Errors
    /// The position at which the text is invalid.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}

impl Plan {
    /// Checks the event that a document describes.
    ///
    /// # Errors
    /// Every mistake with its field; those of its rules begin with `rules.`.
    pub fn new(
        mut document: EventDocument,
        book: &'static Book,
        catalogue: &Catalogue,
    ) -> Result<Self, Vec<Mistake<PlanFault>>> {
        let mut wrong = Mistakes::default();
        if document.format != FORMAT {
            wrong.add("format", PlanFault::Format);
        }
        match single_line(&document.name, LONGEST_LINE) {
            Ok(name) if name.is_empty() => wrong.add("name", PlanFault::NoName),
            Ok(name) => document.name = name,
            Err(error) => wrong.add("name", error),
        }
        if let Some(place) = wrong.keep("place", single_line(&document.place, LONGEST_LINE)) {
            document.place = place;
        }
        if document.text.chars().count() > LONGEST_TEXT {
            wrong.add("text", PlanFault::TextTooLong);
        }
        if document.text.contains('\0') {
            wrong.add("text", PlanFault::TextUnstorable);
        }
        if !(1..=MOST_ROUNDS).contains(&document.rounds) {
            wrong.add("rounds", PlanFault::Rounds);
        }
        if document.places.is_some_and(|places| !(1..=MOST_PLACES).contains(&places)) {
            wrong.add("places", PlanFault::Places);
        }
        check_entries(&document, &mut wrong);
        check_tables(&mut document.tables, &mut wrong);
        let zone = wrong.keep("zone", Zone::parse(&document.zone));
        let first = wrong.keep("first_day", Local::parse(&document.first_day, "00:00"));
        let last = match document.last_day.trim() {
            "" => first,
            day => wrong.keep("last_day", Local::parse(day, "00:00")),
        };
        if let (Some(first), Some(last)) = (first, last)
            && last < first
        {
            wrong.add("last_day", PlanFault::EndsBeforeStart);
        }
        let deadline = read_deadline(&document, zone.as_ref(), &mut wrong);
        if deadline.is_none() && document.late {
            wrong.add("late", PlanFault::LateWithoutDeadline);
        }
        let scheme = read_scheme(&document, &mut wrong);
        let rules = match EventRules::new(&document.rules, book, catalogue) {
            Ok(rules) => Some(rules),
            Err(mistakes) => {
                let below = |Mistake { field, fault }| Mistake::new(format!("rules.{field}"), PlanFault::Rules(fault));
                wrong.0.extend(mistakes.into_iter().map(below));
                None
            }
        };
        match (zone, first, last, scheme, rules) {
            (Some(zone), Some(first), Some(last), Some(scheme), Some(rules)) if wrong.0.is_empty() => {
                document.rules = rules.document();
                Ok(Self { document, zone, first, last, deadline, scheme, rules })
            }
            _ => Err(wrong.0),
        }
    }

    /// The document, with names in their exact spelling.
    #[must_use]
    pub fn document(&self) -> &EventDocument {
        &self.document
    }

    /// The time zone.
    #[must_use]
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// The days of the event, for people: `1 Apr 2027`, `1 – 3 Apr 2027`.
    #[must_use]
    pub fn days(&self) -> String {
        let day = |local: Local| local.to_string().split(',').next().unwrap_or_default().to_owned();
        let (first, last) = (day(self.first), day(self.last));
        if first == last {
            return first;
        }
        // A common end of both dates is printed once.
        let same_month = self.first.date().get(..7) == self.last.date().get(..7);
        let first = if same_month { first.split(' ').next().unwrap_or_default().to_owned() } else { first };
        format!("{first} – {last}")
    }

    /// The deadline for entries; none if there is no deadline.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        self.deadline
    }

    /// The total number of entries that are accepted.
    #[must_use]
    pub fn most_entries(&self) -> i64 {
        most_entries(&self.document)
    }

    /// The scoring of games.
    #[must_use]
    pub fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// The requirements for armies.
    #[must_use]
    pub fn rules(&self) -> &EventRules {
        &self.rules
    }
}

/// The given number; otherwise the default, but never fewer than there are places.
fn most_entries(document: &EventDocument) -> i64 {
    document.most_entries.unwrap_or_else(|| document.places.unwrap_or(0).max(USUAL_ENTRIES))
}

fn check_entries(document: &EventDocument, wrong: &mut Mistakes) {
    match document.most_entries {
        Some(most) if !(1..=MOST_ENTRIES).contains(&most) => {
            wrong.add("most_entries", PlanFault::Entries);
        }
        Some(most) if document.places.is_some_and(|places| places > most) => {
            wrong.add("most_entries", PlanFault::FewerEntriesThanPlaces);
        }
        _ => {}
    }
}

/// Checks the lines about tables. Only the store knows whether these layouts exist.
fn check_tables(lines: &mut Vec<String>, wrong: &mut Mistakes) {
    if lines.len() > MOST_TABLE_LINES {
        wrong.add("tables", PlanFault::TooManyTables);
    }
    for (line, number) in lines.iter_mut().zip(1..) {
        match single_line(line, LONGEST_ADDRESS) {
            Ok(mended) => *line = mended,
            Err(error) => wrong.add("tables", PlanFault::Table { line: number, error }),
        }
    }
    // Empty lines at the end mean nothing.
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
}

fn read_deadline(document: &EventDocument, zone: Option<&Zone>, wrong: &mut Mistakes) -> Option<Moment> {
    if document.deadline_day.trim().is_empty() {
        return None;
    }
    let hour = if document.deadline_hour.trim().is_empty() { "23:59" } else { &document.deadline_hour };
    let local = wrong.keep("deadline_day", Local::parse(&document.deadline_day, hour))?;
    wrong.keep("deadline_day", zone?.deadline(local))
}

fn read_scheme(document: &EventDocument, wrong: &mut Mistakes) -> Option<Scheme> {
    if document.own_scheme.chars().count() > LONGEST_SCHEME {
        wrong.add("own_scheme", PlanFault::SchemeTooLong);
        return None;
    }
    match (document.scheme.as_str(), document.own_scheme.trim()) {
        ("", "") => {
            wrong.add("scheme", PlanFault::NoScheme);
            None
        }
        ("", own) => match Scheme::parse(own) {
            Ok(scheme) => Some(scheme),
            Err(errors) => {
                for error in errors.0 {
                    wrong.add("own_scheme", PlanFault::Scheme(error));
                }
                None
            }
        },
        (id, _) => {
            let known = scoring::scheme(id).cloned();
            if known.is_none() {
                wrong.add("scheme", PlanFault::UnknownScheme { id: id.to_owned() });
            }
            known
        }
    }
}
