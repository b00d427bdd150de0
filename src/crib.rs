//! Crib sheets: the rules of a game on two sides of paper, or what one army or two need of them.
//!
//! Everything on a sheet comes from the rulesets: tables from the rows that the engine asks, sentences from `play.toml`
//! with its numbers. Reading order: [`Cast`] (who is in the game), [`Crib`] (the sheet), then the tables.

mod battlefield;
mod cast;
mod rows;
mod types;

pub use battlefield::Battlefield;
pub use cast::{Cast, Meeting};

use serde::Serialize;

use crate::army::{self, Draft};
use crate::combat::explain::words::Words;
use crate::rules::combat::{Fighters, Relation};
use crate::rules::play::{Line as SourceLine, Part as SourcePart, Piece, Table as Source, Text};
use crate::rules::{Book, RuleId, Ruleset};
use rows::Rows;

/// The format of a sheet as data, for whoever prints it.
pub const FORMAT: &str = "musterfield-crib/1";

/// A crib sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crib {
    /// [`FORMAT`].
    pub format: &'static str,
    /// What it is the sheet of: a ruleset, an army, or two armies face to face.
    pub title: String,
    /// What stands below the title.
    pub subtitle: String,
    /// By which rules.
    pub ruleset: Edition,
    /// Where it lies on the web.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whether each side begins a page: on the sheet of a whole ruleset.
    pub paged: bool,
    /// Its sides.
    pub sides: Vec<Side>,
}

/// A ruleset and its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edition {
    /// What players call it.
    pub name: String,
    /// The version of the data.
    pub version: String,
}

/// One side of the sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Its heading.
    pub title: String,
    /// What stands on it.
    pub parts: Vec<Part>,
}

/// What stands under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The heading.
    pub title: String,
    /// What holds for every line of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// Sentences.
    pub lines: Vec<Line>,
}

impl Part {
    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.table.as_ref().is_none_or(|table| table.rows.is_empty())
    }
}

/// A table of short entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// How each column is headed.
    pub heads: Vec<String>,
    /// How many columns, from the first, are words and not numbers.
    pub words: usize,
    /// The lines.
    pub rows: Vec<TableRow>,
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRow {
    /// An entry for each column.
    pub cells: Vec<String>,
    /// The rules it is from.
    pub rules: Vec<String>,
}

/// A sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What it says.
    pub runs: Vec<Run>,
    /// The rules it tells.
    pub rules: Vec<String>,
}

impl Line {
    fn new(head: impl Into<String>, text: impl Into<String>, rules: Vec<String>) -> Self {
        let head = Run { text: head.into(), strong: true };
        let text = Run { text: text.into(), strong: false };
        Self { runs: [head, text].into_iter().filter(|run| !run.text.is_empty()).collect(), rules }
    }

    /// All that it says, without marks.
    #[must_use]
    pub fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }
}

/// A stretch of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The text.
    pub text: String,
    /// Bold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub strong: bool,
}

impl Crib {
    /// The sheet of a whole ruleset; none if the ruleset does not say how its game is played.
    #[must_use]
    pub fn whole(book: &Book, ruleset: &Ruleset) -> Option<Self> {
        Self::of(book, ruleset, &Cast::everybody(ruleset)?, ruleset.name.to_string(), ruleset.title.to_string())
    }

    /// The sheet of an army: its types, and what can happen to them. None if its rules have none.
    #[must_use]
    pub fn army(book: &Book, draft: &Draft) -> Option<Self> {
        let cast = Cast::army(draft)?;
        let elements: i64 = draft.lines.iter().map(army::draft::Line::elements).sum();
        let subtitle = format!(
            "{} · {} elements, {} AP · breaks at {} AP lost",
            draft.ruleset.name,
            elements,
            draft.points,
            draft.ruleset.army.defeat.break_point(draft.points)
        );
        Self::of(book, draft.ruleset, &cast, draft.title().to_owned(), subtitle)
    }

    /// The sheet of two armies face to face: what these two can meet. None if their rules differ or have none.
    #[must_use]
    pub fn two(book: &Book, first: &Draft, second: &Draft) -> Option<Self> {
        let cast = Cast::two(first, second)?;
        let title = format!("{} against {}", first.title(), second.title());
        Self::of(book, first.ruleset, &cast, title, first.ruleset.name.to_string())
    }

    /// The sheet for those who are in a game.
    #[must_use]
    pub fn of(book: &Book, ruleset: &Ruleset, cast: &Cast, title: String, subtitle: String) -> Option<Self> {
        let play = ruleset.play.as_ref()?;
        let setter = Setter::new(book, ruleset, cast)?;
        let sides = play.sides.iter().filter(|side| cast.is_everybody() || !side.whole_only);
        let sides = sides.map(|side| Side {
            title: side.title.to_string(),
            parts: side.parts.iter().flat_map(|part| setter.parts(part)).collect(),
        });
        Some(Self {
            format: FORMAT,
            title,
            subtitle,
            ruleset: Edition { name: ruleset.name.to_string(), version: ruleset.version.to_string() },
            url: None,
            paged: cast.is_everybody(),
            sides: sides.collect(),
        })
    }
}

/// The tables of a ruleset that belong to a section of its rules: `OUT`.
#[must_use]
pub fn tables_of_section(book: &Book, ruleset: &Ruleset, section: &str) -> Vec<Part> {
    let (Some(play), Some(cast)) = (&ruleset.play, Cast::everybody(ruleset)) else { return Vec::new() };
    let Some(setter) = Setter::new(book, ruleset, &cast) else { return Vec::new() };
    let parts = play.parts().filter(|part| part.section.as_deref() == Some(section));
    parts.flat_map(|part| setter.tables(part)).collect()
}

/// Sets the parts of a sheet.
struct Setter<'a> {
    book: &'a Book,
    ruleset: &'a Ruleset,
    cast: &'a Cast,
    words: Words<'a>,
    rows: Rows<'a>,
}

impl<'a> Setter<'a> {
    fn new(book: &'a Book, ruleset: &'a Ruleset, cast: &'a Cast) -> Option<Self> {
        let combat = ruleset.combat.as_ref()?;
        let words = Words::new(ruleset, combat);
        Some(Self { book, ruleset, cast, words, rows: Rows::new(ruleset, combat, words, cast) })
    }

    /// What becomes of a part for those in the game: nothing where it is not about them.
    fn parts(&self, part: &SourcePart) -> Vec<Part> {
        let lines: Vec<Line> = part.lines.iter().filter_map(|line| self.line(line)).collect();
        let mut parts = self.tables(part);
        let note = part.note.as_ref().map(|note| self.text(note, self.cast.everyone()));
        if let (Some(first), Some(note)) = (parts.first_mut(), note) {
            first.note = Some(first.note.take().map_or(note.clone(), |own| format!("{note} {own}")));
        }
        match parts.last_mut() {
            Some(last) => last.lines.extend(lines),
            None => parts.push(Part { title: part.title.to_string(), lines, ..Part::default() }),
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// The tables of a part: one, or one for each side of a meeting.
    fn tables(&self, part: &SourcePart) -> Vec<Part> {
        let Some(table) = part.table else { return Vec::new() };
        let for_each = |lines: &dyn Fn(&Meeting) -> Part| {
            let meetings = self.cast.meetings().iter();
            let titled = |meeting: &Meeting| match &meeting.name {
                Some(name) => format!("{}: {name}", part.title),
                None => part.title.to_string(),
            };
            let parts = meetings.map(|meeting| Part { title: titled(meeting), ..lines(meeting) });
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>()
        };
        let once = |found: Part| vec![Part { title: part.title.to_string(), ..found }];
        let combat = &self.rows;
        match table {
            Source::Types => once(types::part(self.ruleset, self.words, self.cast)),
            Source::Support => for_each(&|meeting| combat.support(meeting)),
            Source::TacticalClose => once(combat.tactical(rows::CLOSE)),
            Source::TacticalShooting => once(combat.tactical(rows::SHOOTING)),
            Source::TacticalBespelling => once(combat.tactical(rows::BESPELLING)),
            Source::Equal => for_each(&|meeting| combat.outcomes(Relation::Equal, meeting)),
            Source::Less => for_each(&|meeting| combat.outcomes(Relation::Less, meeting)),
            Source::Doubled => for_each(&|meeting| combat.outcomes(Relation::Doubled, meeting)),
            Source::Instead => once(combat.instead()),
            Source::Pursuit => for_each(&|meeting| combat.pursuit(meeting)),
            Source::Homes => once(battlefield::homes(self.book.terrain(&self.ruleset.id))),
            Source::Features => once(battlefield::features(self.book.terrain(&self.ruleset.id))),
        }
    }

    /// A sentence, if it is about somebody in the game.
    fn line(&self, line: &SourceLine) -> Option<Line> {
        let is_about = |named: Option<Fighters>, set: Fighters| named.is_none_or(|named| !named.common(set).is_empty());
        let rides = self.cast.meetings().iter().any(|meeting| meeting.rides);
        if !is_about(line.of, self.cast.all()) || !is_about(line.by, self.cast.everyone()) || (line.riding && !rides) {
            return None;
        }
        let set = if line.by.is_some() { self.cast.everyone() } else { self.cast.all() };
        let says = self.text(&line.says, set);
        let head = line.head.as_ref().map(|head| format!("{} ", self.text(head, set))).unwrap_or_default();
        let says = if head.is_empty() { upper(&says) } else { says };
        Some(Line::new(upper(&head), says, ids(&line.rules)))
    }

    fn text(&self, text: &Text, set: Fighters) -> String {
        let told = text.0.iter().map(|piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Names(names) => self.words.names_among(names, set, "and"),
        });
        told.collect()
    }
}

fn ids(rules: &[RuleId]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}

/// With a capital at its beginning.
fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
