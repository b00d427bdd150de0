//! The result of a game, and the check of a report about it.

use musterfield_rules::Points;
use serde::{Deserialize, Serialize};

/// The greatest loss of one side in a game, in AP or elements.
pub const MOST_LOST: Points = Points::whole(1_000);
/// The largest number of generals, camps or strongholds that one side can lose in a game.
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
    /// The opponent's side.
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

/// The way a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// This side won on the table.
    Won(Side),
    /// Time ran out before either side won.
    Drawn,
    /// The game was begun and conceded; this side won it.
    Conceded(Side),
    /// Only this side turned up.
    NoShow(Side),
    /// Neither side turned up.
    NotPlayed,
}

impl GameEnd {
    /// Whether there was a fight. A game that was not fought counts in tie-breaks as the scheme says.
    #[must_use]
    pub const fn is_fought(self) -> bool {
        matches!(self, Self::Won(_) | Self::Drawn | Self::Conceded(_))
    }

    /// The winner, also of a game without a fight.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) | Self::Conceded(side) | Self::NoShow(side) => Some(side),
            Self::Drawn | Self::NotPlayed => None,
        }
    }
}

/// The unit of losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossUnit {
    /// Army points, including halves and quarters.
    Ap,
    /// Whole elements.
    Elements,
}

/// The losses of one side in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// The lost AP or elements, as the scheme counts.
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

/// The result of a game, checked for consistency.
///
/// Stored as `{"ended":"won","winner":"a","a":{"lost":2.5},"b":{"lost":12,"generals":1}}`, where `ended` is `won`,
/// `drawn`, `conceded`, `no_show` or `not_played`, and the losses are left out if there was no fight. Reading goes
/// through the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct GameResult {
    ended: GameEnd,
    a: Losses,
    b: Losses,
}

impl GameResult {
    /// The way the game ended.
    #[must_use]
    pub const fn ended(&self) -> GameEnd {
        self.ended
    }

    /// The losses of a side.
    #[must_use]
    pub const fn losses(&self, side: Side) -> &Losses {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    /// The same game with its sides swapped.
    #[must_use]
    pub const fn turned(&self) -> Self {
        let ended = match self.ended {
            GameEnd::Won(side) => GameEnd::Won(side.other()),
            GameEnd::Conceded(side) => GameEnd::Conceded(side.other()),
            GameEnd::NoShow(side) => GameEnd::NoShow(side.other()),
            GameEnd::Drawn => GameEnd::Drawn,
            GameEnd::NotPlayed => GameEnd::NotPlayed,
        };
        Self { ended, a: self.b, b: self.a }
    }
}

/// The outcome for one side, as it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideOutcome {
    /// It won.
    Won,
    /// It lost.
    Lost,
    /// It drew.
    Drew,
    /// It conceded.
    Conceded,
    /// It did not turn up.
    Absent,
}

/// The report about one side of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideReport {
    /// The outcome; none if it follows from the other side, or from which side is broken.
    pub fate: Option<SideOutcome>,
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

/// The report about a game; anything that can be typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The side named first.
    pub a: SideReport,
    /// The side named second.
    pub b: SideReport,
}

/// A result with its warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The result.
    pub result: GameResult,
    /// Parts of the report that are possible but may be mistakes.
    pub warnings: Vec<Warning>,
}

/// Something that is possible, but may be a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// The winner of a game fought to its end lost more than the loser.
    WinnerLostMore,
    /// A side is broken by its losses, and yet the game was drawn.
    BrokenAndDrawn(Side),
}

/// A field of a [`SideReport`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The outcome for the side.
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

/// The reason a field of a report is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFault {
    /// Below zero.
    Negative,
    /// Beyond [`MOST_LOST`] or [`MOST_TAKEN`].
    TooGreat,
    /// A fraction of an element.
    PartOfElement,
    /// Nothing says how the game ended.
    Untold,
    /// The outcomes of the two sides contradict each other.
    Contradiction,
    /// Losses without a fight.
    LostWithoutFight,
}

/// A fault of a report, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultProblem {
    /// The side.
    pub side: Side,
    /// Its field.
    pub field: Field,
    /// The reason it is impossible.
    pub wrong: FieldFault,
}

impl Report {
    /// Checks the report about a game.
    ///
    /// The outcome need not be given for both sides. If it is given for neither, and exactly one side has lost enough
    /// to break its army, its opponent wins.
    ///
    /// # Errors
    /// Everything that is impossible, side a first.
    pub fn check(&self, counted: LossUnit) -> Result<Checked, Vec<ResultProblem>> {
        let mut checker = ReportChecker { problems: Vec::new(), counted };
        let losses = [checker.losses(Side::A, &self.a), checker.losses(Side::B, &self.b)];
        let ended = checker.ended(self);
        if let Some(ended) = ended
            && !ended.is_fought()
        {
            checker.nothing_lost(Side::A, &self.a);
            checker.nothing_lost(Side::B, &self.b);
        }
        let (Some(ended), [Some(a), Some(b)], []) = (ended, losses, checker.problems.as_slice()) else {
            return Err(checker.problems);
        };
        let result = GameResult { ended, a, b };
        Ok(Checked { result, warnings: self.warnings(&result) })
    }

    fn warnings(&self, result: &GameResult) -> Vec<Warning> {
        match result.ended {
            GameEnd::Won(winner) if result.losses(winner).lost > result.losses(winner.other()).lost => {
                vec![Warning::WinnerLostMore]
            }
            GameEnd::Drawn => [(Side::A, &self.a), (Side::B, &self.b)]
                .into_iter()
                .filter(|(_, report)| report.is_broken())
                .map(|(side, _)| Warning::BrokenAndDrawn(side))
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl SideReport {
    /// Whether the side has lost enough to break its army.
    fn is_broken(&self) -> bool {
        self.broken_at.is_some_and(|point| self.lost >= point)
    }
}

struct ReportChecker {
    problems: Vec<ResultProblem>,
    counted: LossUnit,
}

impl ReportChecker {
    fn refuse(&mut self, side: Side, field: Field, wrong: FieldFault) {
        self.problems.push(ResultProblem { side, field, wrong });
    }

    fn losses(&mut self, side: Side, report: &SideReport) -> Option<Losses> {
        let before = self.problems.len();
        if report.lost < Points::ZERO {
            self.refuse(side, Field::Lost, FieldFault::Negative);
        } else if report.lost > MOST_LOST {
            self.refuse(side, Field::Lost, FieldFault::TooGreat);
        } else if self.counted == LossUnit::Elements && !report.lost.is_multiple_of(Points::ONE) {
            self.refuse(side, Field::Lost, FieldFault::PartOfElement);
        }
        let generals = self.taken(side, Field::Generals, report.generals);
        let camps = self.taken(side, Field::Camps, report.camps);
        let strongholds = self.taken(side, Field::Strongholds, report.strongholds);
        (self.problems.len() == before).then_some(Losses { lost: report.lost, generals, camps, strongholds })
    }

    fn taken(&mut self, side: Side, field: Field, number: i64) -> u16 {
        match u16::try_from(number) {
            Ok(number) if number <= MOST_TAKEN => return number,
            Err(_) if number < 0 => self.refuse(side, field, FieldFault::Negative),
            _ => self.refuse(side, field, FieldFault::TooGreat),
        }
        0
    }

    fn ended(&mut self, report: &Report) -> Option<GameEnd> {
        use SideOutcome::{Absent, Conceded, Drew, Lost, Won};
        let ended = match (report.a.fate, report.b.fate) {
            (None, None) => match (report.a.is_broken(), report.b.is_broken()) {
                (true, false) => GameEnd::Won(Side::B),
                (false, true) => GameEnd::Won(Side::A),
                (true, true) | (false, false) => {
                    self.refuse(Side::A, Field::Fate, FieldFault::Untold);
                    return None;
                }
            },
            (Some(Won), None | Some(Lost)) | (None, Some(Lost)) => GameEnd::Won(Side::A),
            (Some(Lost), None | Some(Won)) | (None, Some(Won)) => GameEnd::Won(Side::B),
            (Some(Drew), None | Some(Drew)) | (None, Some(Drew)) => GameEnd::Drawn,
            (None | Some(Won), Some(Conceded)) => GameEnd::Conceded(Side::A),
            (Some(Conceded), None | Some(Won)) => GameEnd::Conceded(Side::B),
            (None | Some(Won), Some(Absent)) => GameEnd::NoShow(Side::A),
            (Some(Absent), None | Some(Won)) => GameEnd::NoShow(Side::B),
            (Some(Absent), Some(Absent)) => GameEnd::NotPlayed,
            (Some(_), Some(_)) => {
                self.refuse(Side::B, Field::Fate, FieldFault::Contradiction);
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
                self.refuse(side, field, FieldFault::LostWithoutFight);
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
                GameEnd::Won(_) => EndedWord::Won,
                GameEnd::Drawn => EndedWord::Drawn,
                GameEnd::Conceded(_) => EndedWord::Conceded,
                GameEnd::NoShow(_) => EndedWord::NoShow,
                GameEnd::NotPlayed => EndedWord::NotPlayed,
            },
            winner: result.ended.winner(),
            a: fought.then_some(result.a),
            b: fought.then_some(result.b),
        }
    }
}

/// The reason a stored result is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum RecordError {
    #[error("`winner` is missing")]
    NoWinner,
    #[error("`winner` is given for a game that has none")]
    Winner,
    #[error("{}.{}: {:?}", .0.side.letter(), .0.field.name(), .0.wrong)]
    Problem(ResultProblem),
}

impl TryFrom<Record> for GameResult {
    type Error = RecordError;

    fn try_from(record: Record) -> Result<Self, RecordError> {
        let losers = match record.ended {
            EndedWord::Won => Some(SideOutcome::Lost),
            EndedWord::Conceded => Some(SideOutcome::Conceded),
            EndedWord::NoShow => Some(SideOutcome::Absent),
            EndedWord::Drawn | EndedWord::NotPlayed => None,
        };
        let [a, b] = match (losers, record.winner) {
            (Some(fate), Some(Side::A)) => [None, Some(fate)],
            (Some(fate), Some(Side::B)) => [Some(fate), None],
            (Some(_), None) => return Err(RecordError::NoWinner),
            (None, Some(_)) => return Err(RecordError::Winner),
            (None, None) if record.ended == EndedWord::Drawn => [Some(SideOutcome::Drew); 2],
            (None, None) => [Some(SideOutcome::Absent); 2],
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
        // A result does not know what its scheme counts; AP accept every number of elements too.
        match (Report { a: side(a, record.a), b: side(b, record.b) }).check(LossUnit::Ap) {
            Ok(checked) => Ok(checked.result),
            Err(problems) => Err(problems.first().map_or(RecordError::NoWinner, |first| RecordError::Problem(*first))),
        }
    }
}
