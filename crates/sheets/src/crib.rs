//! Crib sheets: the rules of a game on two sides of paper, or those that an army or a matchup needs.
//!
//! Everything on a sheet comes from the rulesets: tables from the rows that the engine uses, sentences from `play.toml`
//! with its numbers. Reading order: [`Participants`] (the elements in the game), [`Crib`] (the sheet), then the tables.
//!
//! | file | what |
//! |---|---|
//! | `part.rs` | the text and tables of a sheet |
//! | `participants.rs` | the elements in the game: all, those of one army, or of two |
//! | `options.rs` | the choices of a reader: by phase or by type, and whose references |
//! | `by_type.rs` | the table of types with all that happens to them, for the reading by type |
//! | `card.rs` | what the table of types says of a single element |
//! | `rows.rs`, `rows/conditions.rs` | rows of the combat tables as sentences; the conditions of a row |
//! | `types.rs`, `graded.rs` | the table of types; the tables of a ruleset with grades |
//! | `prices.rs` | prices by type and grade, which only the page of the rules shows |
//! | `theme.rs` | what a part is about, for its colour |
//! | `battlefield.rs`, `namer.rs` | home terrains as a table; names for the elements in a sentence |

mod battlefield;
mod by_type;
mod card;
mod graded;
mod namer;
mod options;
mod part;
mod participants;
mod prices;
mod rows;
mod theme;
mod types;

pub use battlefield::Battlefield;
pub use card::card;
pub use options::{CribOptions, Reading, References};
pub use part::{CardLine, ColumnRole, CribLine, CribPart, CribTable, TableRow, TextRun};
pub use participants::{Meeting, Participants};
pub use prices::{Price, PriceRow, Prices};
pub use theme::Theme;

use musterfield_army::{self as army, Draft};
use musterfield_rules::combat::{FighterSet, Relation};
use musterfield_rules::play::{
    Play, SheetLine as SourceLine, SheetPart as SourcePart, SheetTable as Source, Text, TextPiece,
};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::sentence::capital;
use musterfield_rules::{Book, RuleId, Ruleset};
use serde::Serialize;

use by_type::ByType;
use namer::Namer;
use part::ids;
use rows::Rows;

/// The format of a sheet as data.
pub const FORMAT: &str = "musterfield-crib/1";

/// A crib sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Crib {
    /// [`FORMAT`].
    pub format: &'static str,
    /// Its subject: a ruleset, an army, or the two armies of a matchup.
    pub title: String,
    /// The text below the title.
    pub subtitle: String,
    /// The ruleset.
    pub ruleset: RulesetVersion,
    /// Its address on the web.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Whether each side begins a new page: only on the sheet of a whole ruleset.
    pub paged: bool,
    /// Its sides.
    pub sides: Vec<CribSide>,
}

/// A ruleset and its version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesetVersion {
    /// Its name.
    pub name: String,
    /// The version of its data.
    pub version: String,
}

/// One side of the sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CribSide {
    /// Its heading.
    pub title: String,
    /// Its parts.
    pub parts: Vec<CribPart>,
}

/// The reason there is no crib sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CribError {
    /// The ruleset has no rules of play here.
    #[error("there is no crib sheet for {0}")]
    NotPlayed(String),
    /// The armies have different rulesets.
    #[error("one army is for {0} and the other for {1}; both must use the same ruleset")]
    TwoRules(String, String),
}

impl Crib {
    /// The sheet of a whole ruleset.
    ///
    /// # Errors
    /// [`CribError::NotPlayed`].
    pub fn whole(book: &Book, ruleset: &Ruleset, options: CribOptions) -> Result<Self, CribError> {
        let titles = (ruleset.name.to_string(), ruleset.title.to_string());
        Self::of(book, ruleset, Participants::everybody(ruleset), titles, options)
    }

    /// The sheet of an army: its types, and what can happen to them.
    ///
    /// # Errors
    /// [`CribError::NotPlayed`].
    pub fn army(book: &Book, draft: &Draft, options: CribOptions) -> Result<Self, CribError> {
        let elements: i64 = draft.lines.iter().map(army::draft::ElementLine::elements).sum();
        let counts = draft.ruleset.counts();
        let mut subtitle =
            format!("{} · {elements} element{}", draft.ruleset.name, if elements == 1 { "" } else { "s" });
        if counts == SizeUnit::Points {
            subtitle += &format!(", {}", counts.of(draft.points));
        }
        if let Some(breaks) = draft.ruleset.break_point(draft.points, elements) {
            subtitle += &format!(" · breaks at {} lost", breaks.counts.of(breaks.lost));
        }
        Self::of(book, draft.ruleset, Participants::army(draft), (draft.title().to_owned(), subtitle), options)
    }

    /// The sheet of two armies in a matchup: the combats that are possible between them.
    ///
    /// # Errors
    /// Both errors: see [`CribError`].
    pub fn two(book: &Book, first: &Draft, second: &Draft, options: CribOptions) -> Result<Self, CribError> {
        let [one, other] = [first, second].map(|draft| draft.ruleset.name.to_string());
        if first.ruleset.id != second.ruleset.id {
            return Err(CribError::TwoRules(one, other));
        }
        let title = format!("{} against {}", first.title(), second.title());
        Self::of(book, first.ruleset, Participants::two(first, second), (title, one), options)
    }

    /// The sheet for the participants of a game.
    fn of(
        book: &Book,
        ruleset: &Ruleset,
        cast: Participants,
        (title, subtitle): (String, String),
        options: CribOptions,
    ) -> Result<Self, CribError> {
        let play = ruleset.play.as_ref().ok_or_else(|| CribError::NotPlayed(ruleset.name.to_string()))?;
        let setter = CribBuilder { reading: options.reading, ..CribBuilder::new(book, ruleset, play, &cast) };
        let by_type = setter.by_type_side();
        let sides = play.sides.iter().filter(|side| cast.is_everybody() || !side.whole_only);
        let sides = sides.map(|side| CribSide {
            title: side.title.to_string(),
            parts: side.parts.iter().flat_map(|part| setter.parts(part)).collect(),
        });
        let sides = by_type.into_iter().chain(sides).filter(|side| !side.parts.is_empty());
        let mut sides: Vec<CribSide> = sides.collect();
        for line in sides.iter_mut().flat_map(|side| &mut side.parts).flat_map(|part| &mut part.lines) {
            line.marks = options.references.marks(book, &line.rules);
        }
        for part in sides.iter_mut().flat_map(|side| &mut side.parts) {
            part.theme = Theme::of_most(part.rules());
        }
        Ok(Self {
            format: FORMAT,
            title,
            subtitle,
            ruleset: RulesetVersion { name: ruleset.name.to_string(), version: ruleset.version.to_string() },
            url: None,
            paged: cast.is_everybody(),
            sides,
        })
    }
}

/// The tables of a ruleset that belong to a section of its rules, such as `OUT`.
#[must_use]
pub fn tables_of_section(book: &Book, ruleset: &Ruleset, section: &str) -> Vec<CribPart> {
    let Some(play) = &ruleset.play else { return Vec::new() };
    let cast = Participants::everybody(ruleset);
    let setter = CribBuilder { in_full: true, ..CribBuilder::new(book, ruleset, play, &cast) };
    let parts = play.parts().filter(|part| part.section.as_deref() == Some(section));
    parts.flat_map(|part| setter.tables(part)).collect()
}

/// Builds the parts of a sheet.
struct CribBuilder<'a> {
    book: &'a Book,
    ruleset: &'a Ruleset,
    play: &'a Play,
    cast: &'a Participants,
    callers: Namer<'a>,
    /// The combat tables, if the ruleset has them.
    rows: Option<Rows<'a>>,
    /// Whether tables include columns for which a sheet of paper has no room.
    in_full: bool,
    reading: Reading,
}

impl<'a> CribBuilder<'a> {
    fn new(book: &'a Book, ruleset: &'a Ruleset, play: &'a Play, cast: &'a Participants) -> Self {
        let callers = Namer::new(ruleset);
        let tables = ruleset.combat.as_ref().zip(callers.words());
        let rows = tables.map(|(combat, words)| Rows::new(ruleset, combat, words, cast));
        Self { book, ruleset, play, cast, callers, rows, in_full: false, reading: Reading::ByPhase }
    }

    /// The side with the table of types, for the reading by type: with the sentences of the parts that it replaces.
    fn by_type_side(&self) -> Option<CribSide> {
        let tables = self.ruleset.combat.as_ref().zip(self.callers.words());
        let (combat, words) = tables.filter(|_| self.reading == Reading::ByType)?;
        let replaced = || self.play.parts().filter(|part| part.table.is_some_and(Source::is_of_types));
        let is_equal = |part: &&SourcePart| part.table == Some(Source::Equal);
        let note = replaced().find(is_equal).and_then(|part| part.note.as_ref());
        let note = note.map(|note| self.text(note, self.cast.everyone()));
        let mut parts = ByType::new(self.ruleset, combat, words, self.cast).parts("Types", note);
        let mut notes = CribPart { title: "Notes on types".to_owned(), ..CribPart::default() };
        let mut others = Vec::new();
        for part in replaced() {
            let is_types = part.table == Some(Source::Types);
            if is_types {
                notes.lines.extend(self.tables(part).into_iter().flat_map(|part| part.lines));
            }
            let lines: Vec<CribLine> = part.lines.iter().filter_map(|line| self.line(line)).collect();
            // A single sentence needs no heading of its own.
            if is_types || lines.len() < 2 {
                notes.lines.extend(lines);
            } else {
                others.push(CribPart { title: part.title.to_string(), lines, ..CribPart::default() });
            }
        }
        parts.extend(std::iter::once(notes).chain(others).filter(|part| !part.is_empty()));
        Some(CribSide { title: "By type".to_owned(), parts })
    }

    /// The parts for the participants: none if they are not concerned.
    fn parts(&self, part: &SourcePart) -> Vec<CribPart> {
        if self.reading == Reading::ByType && part.table.is_some_and(Source::is_of_types) && self.rows.is_some() {
            return Vec::new();
        }
        let lines: Vec<CribLine> = part.lines.iter().filter_map(|line| self.line(line)).collect();
        let mut parts = self.tables(part);
        let note = part.note.as_ref().map(|note| self.text(note, self.cast.everyone()));
        if let (Some(first), Some(note)) = (parts.first_mut(), note) {
            first.note = Some(first.note.take().map_or(note.clone(), |own| format!("{note} {own}")));
        }
        match parts.last_mut() {
            Some(last) => last.lines.extend(lines),
            None => parts.push(CribPart { title: part.title.to_string(), lines, ..CribPart::default() }),
        }
        parts.retain(|part| !part.is_empty());
        for line in parts.iter_mut().flat_map(|part| &mut part.lines) {
            self.tell_borrowed(line);
        }
        parts
    }

    /// Appends the ids of rules borrowed from another game: `(DBA3-FEAT-26, 27)`.
    fn tell_borrowed(&self, line: &mut CribLine) {
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
            line.runs.push(TextRun { text: format!(" ({})", told.join(", ")), strong: false });
        }
    }

    /// The tables of a part: one, or one for each side of a matchup.
    fn tables(&self, part: &SourcePart) -> Vec<CribPart> {
        let Some(table) = part.table else { return Vec::new() };
        let for_each = |lines: &dyn Fn(&Meeting) -> CribPart| {
            let meetings = self.cast.meetings().iter();
            let titled = |meeting: &Meeting| match &meeting.name {
                Some(name) => format!("{}: {name}", part.title),
                None => part.title.to_string(),
            };
            let parts = meetings.map(|meeting| CribPart { title: titled(meeting), ..lines(meeting) });
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>()
        };
        let once = |found: CribPart| vec![CribPart { title: part.title.to_string(), ..found }];
        let terrain = || self.book.terrain(&self.ruleset.id);
        let is_graded = !self.ruleset.grades.is_empty();
        match (table, &self.rows) {
            (Source::Types, _) if is_graded => once(graded::types(self.ruleset, self.callers, self.cast, self.in_full)),
            (Source::Grades, _) => once(graded::grades(self.ruleset)),
            (Source::Morale, _) => once(graded::morale(self.ruleset, self.cast)),
            (Source::Prices, _) => once(graded::price_table(self.ruleset, self.cast)),
            (Source::Bases, _) => once(graded::bases(self.ruleset, self.cast)),
            (Source::Homes, _) => {
                let chart = Some(battlefield::chart(terrain())).filter(|chart| !chart.is_empty());
                once(battlefield::homes(terrain())).into_iter().chain(chart).collect()
            }
            (Source::Features, _) => once(battlefield::features(terrain(), &|rule| self.is_told(rule))),
            // Without combat tables there are no rows.
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

    /// Whether a sentence of the sheet states a rule.
    fn is_told(&self, rule: &RuleId) -> bool {
        self.play.parts().flat_map(|part| &part.lines).any(|line| line.rules.contains(rule))
    }

    /// A sentence, if it concerns a participant.
    fn line(&self, line: &SourceLine) -> Option<CribLine> {
        let is_about =
            |named: Option<FighterSet>, set: FighterSet| named.is_none_or(|named| !named.common(set).is_empty());
        let rides = self.cast.meetings().iter().any(|meeting| meeting.rides);
        if !is_about(line.subjects, self.cast.all())
            || !is_about(line.opponents, self.cast.everyone())
            || (line.riding && !rides)
        {
            return None;
        }
        let set = if line.opponents.is_some() { self.cast.everyone() } else { self.cast.all() };
        let says = self.text(&line.text, set);
        let head = line.head.as_ref().map(|head| format!("{} ", self.text(head, set))).unwrap_or_default();
        let says = if head.is_empty() { capital(&says) } else { says };
        Some(CribLine::new(capital(&head), says, ids(&line.rules)))
    }

    fn text(&self, text: &Text, set: FighterSet) -> String {
        let told = text.0.iter().map(|piece| match piece {
            TextPiece::Words(words) => words.clone(),
            TextPiece::Names(names) => self.callers.names_among(names, set, "and"),
        });
        told.collect()
    }
}
