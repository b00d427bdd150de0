//! Crib sheets: the rules of a game on two sides of paper, or what one army or two need of them.
//!
//! Everything on a sheet comes from the rulesets: tables from the rows that the engine asks, sentences from `play.toml`
//! with its numbers. Reading order: [`Cast`] (who is in the game), [`Crib`] (the sheet), then the tables.

mod battlefield;
mod cast;
mod graded;
mod named;
mod prices;
mod rows;
mod types;

pub use battlefield::Battlefield;
pub use cast::{Cast, Meeting};
pub use prices::{Price, PriceRow, Prices};

use serde::Serialize;

use crate::army::{self, Draft};
use crate::rules::combat::{Fighters, Relation};
use crate::rules::play::{Line as SourceLine, Part as SourcePart, Piece, Play, Table as Source, Text};
use crate::rules::ruleset::Counts;
use crate::rules::sentence::capital;
use crate::rules::{Book, RuleId, Ruleset};
use named::Callers;
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

/// Why there is no crib sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCrib {
    /// The ruleset does not say how its game is played.
    #[error("there is no crib sheet of {0}")]
    NotPlayed(String),
    /// The armies do not play by the same rules.
    #[error("one army is of {0} and the other of {1}: both must play by the same rules")]
    TwoRules(String, String),
}

impl Crib {
    /// The sheet of a whole ruleset.
    ///
    /// # Errors
    /// [`NoCrib::NotPlayed`].
    pub fn whole(book: &Book, ruleset: &Ruleset) -> Result<Self, NoCrib> {
        Self::of(book, ruleset, Cast::everybody(ruleset), ruleset.name.to_string(), ruleset.title.to_string())
    }

    /// The sheet of an army: its types, and what can happen to them.
    ///
    /// # Errors
    /// [`NoCrib::NotPlayed`].
    pub fn army(book: &Book, draft: &Draft) -> Result<Self, NoCrib> {
        let elements: i64 = draft.lines.iter().map(army::draft::Line::elements).sum();
        let counts = draft.ruleset.counts();
        let mut subtitle =
            format!("{} · {elements} element{}", draft.ruleset.name, if elements == 1 { "" } else { "s" });
        if counts == Counts::Points {
            subtitle += &format!(", {}", counts.of(draft.points));
        }
        if let Some(breaks) = draft.ruleset.break_point(draft.points, elements) {
            subtitle += &format!(" · breaks at {} lost", breaks.counts.of(breaks.lost));
        }
        Self::of(book, draft.ruleset, Cast::army(draft), draft.title().to_owned(), subtitle)
    }

    /// The sheet of two armies face to face: what these two can meet.
    ///
    /// # Errors
    /// Both: see [`NoCrib`].
    pub fn two(book: &Book, first: &Draft, second: &Draft) -> Result<Self, NoCrib> {
        let [one, other] = [first, second].map(|draft| draft.ruleset.name.to_string());
        if first.ruleset.id != second.ruleset.id {
            return Err(NoCrib::TwoRules(one, other));
        }
        let title = format!("{} against {}", first.title(), second.title());
        Self::of(book, first.ruleset, Cast::two(first, second), title, one)
    }

    /// The sheet for those who are in a game.
    fn of(book: &Book, ruleset: &Ruleset, cast: Cast, title: String, subtitle: String) -> Result<Self, NoCrib> {
        let play = ruleset.play.as_ref().ok_or_else(|| NoCrib::NotPlayed(ruleset.name.to_string()))?;
        let setter = Setter::new(book, ruleset, play, &cast);
        let sides = play.sides.iter().filter(|side| cast.is_everybody() || !side.whole_only);
        let sides = sides.map(|side| Side {
            title: side.title.to_string(),
            parts: side.parts.iter().flat_map(|part| setter.parts(part)).collect(),
        });
        Ok(Self {
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
    let Some(play) = &ruleset.play else { return Vec::new() };
    let cast = Cast::everybody(ruleset);
    let setter = Setter { in_full: true, ..Setter::new(book, ruleset, play, &cast) };
    let parts = play.parts().filter(|part| part.section.as_deref() == Some(section));
    parts.flat_map(|part| setter.tables(part)).collect()
}

/// Sets the parts of a sheet.
struct Setter<'a> {
    book: &'a Book,
    ruleset: &'a Ruleset,
    play: &'a Play,
    cast: &'a Cast,
    callers: Callers<'a>,
    /// The tables of combat, where the ruleset has them.
    rows: Option<Rows<'a>>,
    /// Whether tables have columns for which a sheet of paper has no room.
    in_full: bool,
}

impl<'a> Setter<'a> {
    fn new(book: &'a Book, ruleset: &'a Ruleset, play: &'a Play, cast: &'a Cast) -> Self {
        let callers = Callers::new(ruleset);
        let tables = ruleset.combat.as_ref().zip(callers.words());
        let rows = tables.map(|(combat, words)| Rows::new(ruleset, combat, words, cast));
        Self { book, ruleset, play, cast, callers, rows, in_full: false }
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
        for line in parts.iter_mut().flat_map(|part| &mut part.lines) {
            self.tell_borrowed(line);
        }
        parts
    }

    /// What a ruleset borrows from another game has the ids of its rules behind it: `(DBA3-FEAT-26, 27)`.
    fn tell_borrowed(&self, line: &mut Line) {
        let game = |id: &str| id.split('-').next().unwrap_or_default().to_owned();
        let own = game(&self.ruleset.rule_prefix);
        let mut told: Vec<String> = Vec::new();
        let mut last = "";
        for rule in line.rules.iter().filter(|rule| game(rule) != own) {
            let (section, number) = rule.rsplit_once('-').unwrap_or(("", rule));
            told.push(if section == last { number.to_owned() } else { rule.clone() });
            last = section;
        }
        if !told.is_empty() {
            line.runs.push(Run { text: format!(" ({})", told.join(", ")), strong: false });
        }
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
        let terrain = || self.book.terrain(&self.ruleset.id);
        let is_graded = !self.ruleset.grades.is_empty();
        match (table, &self.rows) {
            (Source::Types, _) if is_graded => once(graded::types(self.ruleset, self.callers, self.cast, self.in_full)),
            (Source::Grades, _) => once(graded::grades(self.ruleset)),
            (Source::Morale, _) => once(graded::morale(self.ruleset, self.cast)),
            (Source::Bases, _) => once(graded::bases(self.ruleset, self.cast)),
            (Source::Homes, _) => once(battlefield::homes(terrain())),
            (Source::Features, _) => once(battlefield::features(terrain(), &|rule| self.is_told(rule))),
            // Nothing is said of how they fight.
            (_, None) => Vec::new(),
            (Source::Types, Some(_)) => match self.callers.words() {
                Some(words) => once(types::part(self.ruleset, words, self.cast)),
                None => Vec::new(),
            },
            (Source::Support, Some(combat)) => for_each(&|meeting| combat.support(meeting)),
            (Source::TacticalClose, Some(combat)) => once(combat.tactical(rows::CLOSE)),
            (Source::TacticalShooting, Some(combat)) => once(combat.tactical(rows::SHOOTING)),
            (Source::TacticalBespelling, Some(combat)) => once(combat.tactical(rows::BESPELLING)),
            (Source::Grading, Some(combat)) => once(combat.grading()),
            (Source::Equal, Some(combat)) => for_each(&|meeting| combat.outcomes(Relation::Equal, meeting)),
            (Source::Less, Some(combat)) => for_each(&|meeting| combat.outcomes(Relation::Less, meeting)),
            (Source::Doubled, Some(combat)) => for_each(&|meeting| combat.outcomes(Relation::Doubled, meeting)),
            (Source::Instead, Some(combat)) => once(combat.instead()),
            (Source::Pursuit, Some(combat)) => for_each(&|meeting| combat.pursuit(meeting, &|rule| self.is_told(rule))),
        }
    }

    /// Whether a sentence of the sheet tells a rule.
    fn is_told(&self, rule: &RuleId) -> bool {
        self.play.parts().flat_map(|part| &part.lines).any(|line| line.rules.contains(rule))
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
        let says = if head.is_empty() { capital(&says) } else { says };
        Some(Line::new(capital(&head), says, ids(&line.rules)))
    }

    fn text(&self, text: &Text, set: Fighters) -> String {
        let told = text.0.iter().map(|piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Names(names) => self.callers.names_among(names, set, "and"),
        });
        told.collect()
    }
}

fn ids(rules: &[RuleId]) -> Vec<String> {
    rules.iter().map(ToString::to_string).collect()
}
