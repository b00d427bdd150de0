//! How a game ended, and the check of what was told about it.

use serde::{Deserialize, Serialize};

use super::scheme::Counted;
use crate::rules::Points;

/// The most that one side can lose in a game, in AP or elements.
pub const MOST_LOST: Points = Points::whole(1_000);
/// The most generals, camps or strongholds that one side can lose in a game.
pub const MOST_TAKEN: u16 = 20;

/// One of the two sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side named first.
    A,
    /// The side named second.
    B,
}

impl Side {
    /// The opponent's.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Its letter in files and fields.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// This side won on the table.
    Won(Side),
    /// Time ran out before anybody won.
    Drawn,
    /// The game was begun and given up; this side won it.
    Conceded(Side),
    /// Only this side came.
    NoShow(Side),
    /// Neither side came.
    NotPlayed,
}

impl Ended {
    /// Whether there was a fight. What was not fought counts in tie-breaks as the scheme says.
    #[must_use]
    pub const fn is_fought(self) -> bool {
        matches!(self, Self::Won(_) | Self::Drawn | Self::Conceded(_))
    }

    /// Who won, also without a fight.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) | Self::Conceded(side) | Self::NoShow(side) => Some(side),
            Self::Drawn | Self::NotPlayed => None,
        }
    }
}

/// What one side lost in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// AP or elements, as the scheme counts.
    pub lost: Points,
    /// Generals.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub generals: u16,
    /// Camps.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub camps: u16,
    /// Strongholds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub strongholds: u16,
}

const fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// The result of a game, which can have come about.
///
/// Stored as `{"ended":"won","winner":"a","a":{"lost":2.5},"b":{"lost":12,"generals":1}}`, where `ended` is `won`,
/// `drawn`, `conceded`, `no_show` or `not_played`, and the losses are left out if there was no fight. It is read
/// through the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct GameResult {
    ended: Ended,
    a: Losses,
    b: Losses,
}

impl GameResult {
    /// How it ended.
    #[must_use]
    pub const fn ended(&self) -> Ended {
        self.ended
    }

    /// What a side lost.
    #[must_use]
    pub const fn losses(&self, side: Side) -> &Losses {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    /// The same game with its sides named the other way round.
    #[must_use]
    pub const fn turned(&self) -> Self {
        let ended = match self.ended {
            Ended::Won(side) => Ended::Won(side.other()),
            Ended::Conceded(side) => Ended::Conceded(side.other()),
            Ended::NoShow(side) => Ended::NoShow(side.other()),
            Ended::Drawn => Ended::Drawn,
            Ended::NotPlayed => Ended::NotPlayed,
        };
        Self { ended, a: self.b, b: self.a }
    }
}

/// What became of one side, as somebody tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It won.
    Won,
    /// It lost.
    Lost,
    /// It drew.
    Drew,
    /// It gave up.
    Conceded,
    /// It did not come.
    Absent,
}

/// What is told about one side of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideReport {
    /// What became of it; nothing if that follows from the other side, or from who is broken.
    pub fate: Option<Fate>,
    /// AP or elements lost.
    pub lost: Points,
    /// Generals lost.
    pub generals: i64,
    /// Camps lost.
    pub camps: i64,
    /// Strongholds lost.
    pub strongholds: i64,
    /// The loss at which its army is broken, if that is known.
    pub broken_at: Option<Points>,
}

/// What is told about a game; anything that can be typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The side named first.
    pub a: SideReport,
    /// The side named second.
    pub b: SideReport,
}

/// A result with what is odd about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The result.
    pub result: GameResult,
    /// What can be so, but may be a slip.
    pub warnings: Vec<Warning>,
}

/// What can be so, but may be a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The winner of a game fought to its end lost more than the loser.
    WinnerLostMore,
    /// A side is broken by its losses and yet the game was drawn.
    BrokenAndDrawn(Side),
}

/// A field of a [`SideReport`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// What became of the side.
    Fate,
    /// AP or elements lost.
    Lost,
    /// Generals lost.
    Generals,
    /// Camps lost.
    Camps,
    /// Strongholds lost.
    Strongholds,
}

impl Field {
    /// Its name in forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fate => "fate",
            Self::Lost => "lost",
            Self::Generals => "generals",
            Self::Camps => "camps",
            Self::Strongholds => "strongholds",
        }
    }
}

/// Why a field of a report cannot be so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// Less than nothing.
    #[error("is below zero")]
    Negative,
    /// Beyond [`MOST_LOST`] or [`MOST_TAKEN`].
    #[error("is too great")]
    TooGreat,
    /// A part of an element.
    #[error("is no whole number of elements")]
    PartOfElement,
    /// Nothing tells how the game ended.
    #[error("does not say who won, and it does not follow from the losses")]
    Untold,
    /// What is told of both sides cannot be together.
    #[error("does not go with what is told of the other side")]
    Contradiction,
    /// Losses without a fight.
    #[error("was lost in a game that was not fought")]
    LostWithoutFight,
}

/// What is wrong with a report, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}.{} {wrong}", side.letter(), field.name())]
pub struct ResultProblem {
    /// The side.
    pub side: Side,
    /// Its field.
    pub field: Field,
    /// Why it cannot be so.
    pub wrong: Wrong,
}

impl Report {
    /// Checks what is told about a game.
    ///
    /// Nobody needs to tell what became of both sides. If nothing is told, the side wins whose opponent alone lost
    /// as much as breaks its army.
    ///
    /// # Errors
    /// Everything that cannot be so, side a first.
    pub fn check(&self, counted: Counted) -> Result<Checked, Vec<ResultProblem>> {
        let mut desk = Desk { problems: Vec::new(), counted };
        let losses = [desk.losses(Side::A, &self.a), desk.losses(Side::B, &self.b)];
        let ended = desk.ended(self);
        if let Some(ended) = ended
            && !ended.is_fought()
        {
            desk.nothing_lost(Side::A, &self.a);
            desk.nothing_lost(Side::B, &self.b);
        }
        let (Some(ended), [Some(a), Some(b)], []) = (ended, losses, desk.problems.as_slice()) else {
            return Err(desk.problems);
        };
        let result = GameResult { ended, a, b };
        Ok(Checked { result, warnings: self.warnings(&result) })
    }

    fn warnings(&self, result: &GameResult) -> Vec<Warning> {
        match result.ended {
            Ended::Won(winner) if result.losses(winner).lost > result.losses(winner.other()).lost => {
                vec![Warning::WinnerLostMore]
            }
            Ended::Drawn => [(Side::A, &self.a), (Side::B, &self.b)]
                .into_iter()
                .filter(|(_, report)| report.is_broken())
                .map(|(side, _)| Warning::BrokenAndDrawn(side))
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl SideReport {
    /// Whether its army lost as much as breaks it.
    fn is_broken(&self) -> bool {
        self.broken_at.is_some_and(|point| self.lost >= point)
    }
}

struct Desk {
    problems: Vec<ResultProblem>,
    counted: Counted,
}

impl Desk {
    fn refuse(&mut self, side: Side, field: Field, wrong: Wrong) {
        self.problems.push(ResultProblem { side, field, wrong });
    }

    fn losses(&mut self, side: Side, report: &SideReport) -> Option<Losses> {
        let before = self.problems.len();
        if report.lost < Points::ZERO {
            self.refuse(side, Field::Lost, Wrong::Negative);
        } else if report.lost > MOST_LOST {
            self.refuse(side, Field::Lost, Wrong::TooGreat);
        } else if self.counted == Counted::Elements && !report.lost.is_multiple_of(Points::ONE) {
            self.refuse(side, Field::Lost, Wrong::PartOfElement);
        }
        let generals = self.taken(side, Field::Generals, report.generals);
        let camps = self.taken(side, Field::Camps, report.camps);
        let strongholds = self.taken(side, Field::Strongholds, report.strongholds);
        (self.problems.len() == before).then_some(Losses { lost: report.lost, generals, camps, strongholds })
    }

    fn taken(&mut self, side: Side, field: Field, number: i64) -> u16 {
        match u16::try_from(number) {
            Ok(number) if number <= MOST_TAKEN => return number,
            Err(_) if number < 0 => self.refuse(side, field, Wrong::Negative),
            _ => self.refuse(side, field, Wrong::TooGreat),
        }
        0
    }

    fn ended(&mut self, report: &Report) -> Option<Ended> {
        use Fate::{Absent, Conceded, Drew, Lost, Won};
        let ended = match (report.a.fate, report.b.fate) {
            (None, None) => match (report.a.is_broken(), report.b.is_broken()) {
                (true, false) => Ended::Won(Side::B),
                (false, true) => Ended::Won(Side::A),
                (true, true) | (false, false) => {
                    self.refuse(Side::A, Field::Fate, Wrong::Untold);
                    return None;
                }
            },
            (Some(Won), None | Some(Lost)) | (None, Some(Lost)) => Ended::Won(Side::A),
            (Some(Lost), None | Some(Won)) | (None, Some(Won)) => Ended::Won(Side::B),
            (Some(Drew), None | Some(Drew)) | (None, Some(Drew)) => Ended::Drawn,
            (None | Some(Won), Some(Conceded)) => Ended::Conceded(Side::A),
            (Some(Conceded), None | Some(Won)) => Ended::Conceded(Side::B),
            (None | Some(Won), Some(Absent)) => Ended::NoShow(Side::A),
            (Some(Absent), None | Some(Won)) => Ended::NoShow(Side::B),
            (Some(Absent), Some(Absent)) => Ended::NotPlayed,
            (Some(_), Some(_)) => {
                self.refuse(Side::B, Field::Fate, Wrong::Contradiction);
                return None;
            }
        };
        Some(ended)
    }

    fn nothing_lost(&mut self, side: Side, report: &SideReport) {
        for (field, lost) in [
            (Field::Lost, report.lost > Points::ZERO),
            (Field::Generals, report.generals > 0),
            (Field::Camps, report.camps > 0),
            (Field::Strongholds, report.strongholds > 0),
        ] {
            if lost {
                self.refuse(side, field, Wrong::LostWithoutFight);
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EndedWord {
    Won,
    Drawn,
    Conceded,
    NoShow,
    NotPlayed,
}

/// A result as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    ended: EndedWord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<Losses>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b: Option<Losses>,
}

impl From<GameResult> for Record {
    fn from(result: GameResult) -> Self {
        let fought = result.ended.is_fought();
        Self {
            ended: match result.ended {
                Ended::Won(_) => EndedWord::Won,
                Ended::Drawn => EndedWord::Drawn,
                Ended::Conceded(_) => EndedWord::Conceded,
                Ended::NoShow(_) => EndedWord::NoShow,
                Ended::NotPlayed => EndedWord::NotPlayed,
            },
            winner: result.ended.winner(),
            a: fought.then_some(result.a),
            b: fought.then_some(result.b),
        }
    }
}

/// Why a stored result is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum RecordError {
    #[error("`winner` is missing")]
    NoWinner,
    #[error("`winner` stands beside an end that has none")]
    Winner,
    #[error("{0}")]
    Problem(ResultProblem),
}

impl TryFrom<Record> for GameResult {
    type Error = RecordError;

    fn try_from(record: Record) -> Result<Self, RecordError> {
        let losers = match record.ended {
            EndedWord::Won => Some(Fate::Lost),
            EndedWord::Conceded => Some(Fate::Conceded),
            EndedWord::NoShow => Some(Fate::Absent),
            EndedWord::Drawn | EndedWord::NotPlayed => None,
        };
        let [a, b] = match (losers, record.winner) {
            (Some(fate), Some(Side::A)) => [None, Some(fate)],
            (Some(fate), Some(Side::B)) => [Some(fate), None],
            (Some(_), None) => return Err(RecordError::NoWinner),
            (None, Some(_)) => return Err(RecordError::Winner),
            (None, None) if record.ended == EndedWord::Drawn => [Some(Fate::Drew); 2],
            (None, None) => [Some(Fate::Absent); 2],
        };
        let side = |fate, losses: Option<Losses>| {
            let losses = losses.unwrap_or_default();
            SideReport {
                fate,
                lost: losses.lost,
                generals: losses.generals.into(),
                camps: losses.camps.into(),
                strongholds: losses.strongholds.into(),
                broken_at: None,
            }
        };
        // A result does not know what its scheme counts; AP take every number of elements too.
        match (Report { a: side(a, record.a), b: side(b, record.b) }).check(Counted::Ap) {
            Ok(checked) => Ok(checked.result),
            Err(problems) => Err(problems.first().map_or(RecordError::NoWinner, |first| RecordError::Problem(*first))),
        }
    }
}
