//! A scheme from its file, with every mistake.

use std::ops::{Range, RangeInclusive};

use musterfield_rules::Points;
use serde::Deserialize;
use toml::Spanned;

use super::result::{LossUnit, MOST_LOST, MOST_TAKEN};
use super::scheme::{Scheme, Tally, TieBreak, Worth};

/// The longest text that is read as a scheme, in bytes.
pub const LONGEST_SCHEME: usize = 16 * 1024;
/// The longest id and name, in characters.
pub const LONGEST_NAME: usize = 80;
/// The longest description, in characters.
pub const LONGEST_ABOUT: usize = 500;
/// The points that a game may be worth.
const POINTS: RangeInclusive<i64> = -1_000..=1_000;

/// One mistake in a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeError {
    /// The line, from 1.
    pub line: usize,
    /// The field: `win`, `bye.points`; empty if it is not about a single field.
    pub field: String,
    /// The problem.
    pub fault: SchemeFault,
}

/// A problem with a field of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemeFault {
    /// Not TOML, an unknown or missing field, or a value of the wrong type.
    Unread {
        /// The reason in the words of the TOML parser.
        reason: String,
    },
    /// A file longer than one can be.
    TooLong,
    /// An id with other characters than ids can have.
    IdCharacters,
    /// A description longer than one can be.
    AboutTooLong,
    /// An empty name or id.
    Empty,
    /// A name or id that is not one line, or longer than one can be.
    NotOneLine,
    /// A number out of range.
    OutOfRange {
        /// The number.
        number: i64,
        /// The minimum.
        least: i64,
        /// The maximum.
        most: i64,
    },
    /// A number of losses below zero or beyond [`MOST_LOST`].
    Losses {
        /// The number.
        number: Points,
    },
    /// A number of losses with a part of an element.
    PartOfElement {
        /// The number.
        number: Points,
    },
    /// A tie-break that appears twice.
    TieBreakTwice(TieBreak),
    /// An unknown tie-break.
    UnknownTieBreak {
        /// The text as written.
        found: String,
    },
}

/// All mistakes in a scheme; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeErrors(pub Vec<SchemeError>);

impl Scheme {
    /// Reads a scheme from the text of its file.
    ///
    /// # Errors
    /// Every mistake with its line and field. If the text is not TOML or a field has a value of the wrong type, only
    /// that is reported.
    pub fn parse(text: &str) -> Result<Self, SchemeErrors> {
        read(text)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchemeFile {
    id: Spanned<String>,
    name: Spanned<String>,
    about: Option<Spanned<String>>,
    counted: LossUnit,
    win: Spanned<i64>,
    draw: Spanned<i64>,
    loss: Spanned<i64>,
    tie_breaks: Vec<Spanned<String>>,
    conceded: Option<ConcededEntry>,
    bye: Option<UnfoughtEntry>,
    walkover: Option<UnfoughtEntry>,
    no_show: Option<UnfoughtEntry>,
    missed: Option<UnfoughtEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConcededEntry {
    winner: Spanned<i64>,
    loser: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnfoughtEntry {
    points: Option<Spanned<i64>>,
    wins: Option<Spanned<i64>>,
    lost: Option<Spanned<Points>>,
    destroyed: Option<Spanned<Points>>,
    generals: Option<Spanned<i64>>,
    camps: Option<Spanned<i64>>,
    strongholds: Option<Spanned<i64>>,
}

/// Reads a scheme.
pub(super) fn read(text: &str) -> Result<Scheme, SchemeErrors> {
    let mut reader = SchemeReader { text, errors: Vec::new() };
    if text.len() > LONGEST_SCHEME {
        reader.refuse("", &(0..0), SchemeFault::TooLong);
        return Err(SchemeErrors(reader.errors));
    }
    let file = match parse(text) {
        Ok(file) => file,
        Err((field, span, reason)) => {
            reader.refuse(&field, &span, SchemeFault::Unread { reason });
            return Err(SchemeErrors(reader.errors));
        }
    };
    let scheme = reader.scheme(&file);
    if reader.errors.is_empty() { Ok(scheme) } else { Err(SchemeErrors(reader.errors)) }
}

/// The parsed file, or the field, the place and the reason of the first error.
fn parse(text: &str) -> Result<SchemeFile, (String, Range<usize>, String)> {
    let located = |field: String, error: &toml::de::Error| {
        (field, error.span().unwrap_or(0..0), error.message().trim_end().replace('\n', "; "))
    };
    let deserializer = toml::Deserializer::parse(text).map_err(|error| located(String::new(), &error))?;
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let path = error.path().to_string();
        // After the field, the path continues into the internals of its span, with names that begin like this.
        let field = path.split(".$").next().unwrap_or_default();
        located(if field == "." { String::new() } else { field.to_owned() }, error.inner())
    })
}

struct SchemeReader<'a> {
    text: &'a str,
    errors: Vec<SchemeError>,
}

impl SchemeReader<'_> {
    fn refuse(&mut self, field: &str, at: &Range<usize>, fault: SchemeFault) {
        let before = self.text.get(..at.start).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        self.errors.push(SchemeError { line, field: field.to_owned(), fault });
    }

    fn scheme(&mut self, file: &SchemeFile) -> Scheme {
        self.name("id", &file.id);
        self.name("name", &file.name);
        let id = file.id.get_ref();
        if !id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
            self.refuse("id", &file.id.span(), SchemeFault::IdCharacters);
        }
        if let Some(about) = &file.about
            && about.get_ref().chars().count() > LONGEST_ABOUT
        {
            self.refuse("about", &about.span(), SchemeFault::AboutTooLong);
        }
        let win = self.number("win", &file.win, POINTS);
        let draw = self.number("draw", &file.draw, POINTS);
        let loss = self.number("loss", &file.loss, POINTS);
        let conceded = file.conceded.as_ref().map_or([win, loss], |entry| {
            [self.number("conceded.winner", &entry.winner, POINTS), self.number("conceded.loser", &entry.loser, POINTS)]
        });
        let mut without = |name: &str, entry: &Option<UnfoughtEntry>, points: i64, wins: i64| {
            let usual = Worth { points, tally: Tally { wins, ..Tally::default() } };
            entry.as_ref().map_or(usual, |entry| self.unfought(name, entry, usual, file.counted))
        };
        Scheme {
            id: id.as_str().into(),
            name: file.name.get_ref().trim().into(),
            about: file.about.as_ref().map_or("", |about| about.get_ref().trim()).into(),
            counted: file.counted,
            win,
            draw,
            loss,
            conceded,
            bye: without("bye", &file.bye, win, 0),
            walkover: without("walkover", &file.walkover, win, 1),
            no_show: without("no_show", &file.no_show, loss, 0),
            missed: without("missed", &file.missed, 0, 0),
            tie_breaks: self.tie_breaks(&file.tie_breaks),
        }
    }

    fn name(&mut self, field: &str, name: &Spanned<String>) {
        let text = name.get_ref();
        if text.trim().is_empty() {
            self.refuse(field, &name.span(), SchemeFault::Empty);
        } else if text.chars().count() > LONGEST_NAME || text.chars().any(char::is_control) {
            self.refuse(field, &name.span(), SchemeFault::NotOneLine);
        }
    }

    fn number(&mut self, field: &str, value: &Spanned<i64>, range: RangeInclusive<i64>) -> i64 {
        let number = *value.get_ref();
        if !range.contains(&number) {
            let fault = SchemeFault::OutOfRange { number, least: *range.start(), most: *range.end() };
            self.refuse(field, &value.span(), fault);
            return 0;
        }
        number
    }

    fn losses(&mut self, field: &str, value: Option<&Spanned<Points>>, counted: LossUnit) -> Points {
        let Some(value) = value else { return Points::ZERO };
        let number = *value.get_ref();
        if number < Points::ZERO || number > MOST_LOST {
            self.refuse(field, &value.span(), SchemeFault::Losses { number });
        } else if counted == LossUnit::Elements && !number.is_multiple_of(Points::ONE) {
            self.refuse(field, &value.span(), SchemeFault::PartOfElement { number });
        }
        number
    }

    fn unfought(&mut self, name: &str, entry: &UnfoughtEntry, usual: Worth, counted: LossUnit) -> Worth {
        let taken = 0..=i64::from(MOST_TAKEN);
        let mut whole = |key: &str, value: &Option<Spanned<i64>>, usual: i64, range: RangeInclusive<i64>| {
            value.as_ref().map_or(usual, |value| self.number(&format!("{name}.{key}"), value, range))
        };
        let points = whole("points", &entry.points, usual.points, POINTS);
        let wins = whole("wins", &entry.wins, usual.tally.wins, 0..=1);
        let generals = whole("generals", &entry.generals, 0, taken.clone());
        let camps = whole("camps", &entry.camps, 0, taken.clone());
        let strongholds = whole("strongholds", &entry.strongholds, 0, taken);
        let lost = self.losses(&format!("{name}.lost"), entry.lost.as_ref(), counted);
        let destroyed = self.losses(&format!("{name}.destroyed"), entry.destroyed.as_ref(), counted);
        Worth { points, tally: Tally { wins, lost, destroyed, generals, camps, strongholds } }
    }

    fn tie_breaks(&mut self, names: &[Spanned<String>]) -> Vec<TieBreak> {
        let mut order = Vec::new();
        for name in names {
            match TieBreak::ALL.into_iter().find(|known| known.key() == name.get_ref()) {
                Some(known) if order.contains(&known) => {
                    self.refuse("tie_breaks", &name.span(), SchemeFault::TieBreakTwice(known));
                }
                Some(known) => order.push(known),
                None => {
                    let fault = SchemeFault::UnknownTieBreak { found: name.get_ref().clone() };
                    self.refuse("tie_breaks", &name.span(), fault);
                }
            }
        }
        order
    }
}
