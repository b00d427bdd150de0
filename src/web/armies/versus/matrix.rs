//! The squares of a match-up and the best attackers, ready to be printed.

use super::sorts::{SortLine, Sorts};
use crate::combat::matchup::{Chances, Matchup, Prospect, Situation};
use crate::combat::{CaseError, Mode, Odds};
use crate::rules::combat::Combat;
use crate::rules::{Book, Ruleset};
use crate::web::odds;

/// Opponents that are named for each sort.
const NAMED: usize = 3;
/// More columns than this leave no room for names above them.
const ROOMY: usize = 9;
/// As many columns stand side by side on a large screen.
const FITTING: usize = 24;

/// How two sorts fare.
#[derive(Clone)]
pub(super) struct Square {
    /// Names of both, the first who is looked at.
    pub own: String,
    pub enemy: String,
    /// The page of these odds.
    pub path: String,
    pub chances: Chances,
    /// Style, sign and words for who is better off.
    pub prospect: (&'static str, &'static str, &'static str),
    /// What is read aloud, and shown to who points at it.
    pub words: String,
}

/// One sort of the first army.
pub(super) struct Row {
    /// Its place in the army.
    pub place: usize,
    /// Why none of them can meet it, where there is one reason for all.
    pub barred: Option<String>,
    /// A square for each sort of the second; the reason where the two cannot meet.
    pub squares: Vec<Result<Square, String>>,
}

/// Those of one army that matter most for a sort of the other.
pub(super) struct Best {
    /// The sort.
    pub of: String,
    pub count: i64,
    /// Each with how the first army's sort of the two fares.
    pub named: Vec<(String, Square)>,
}

/// Everything that is reckoned of two armies.
pub(super) struct Matrix {
    /// Those who act; in close combat all do.
    pub rows: Vec<Row>,
    /// Those who neither shoot nor bespell where that is asked.
    pub idle: Vec<String>,
    /// For each sort of the second army, those of the first that fare best against it.
    pub best: Vec<Best>,
    /// For each sort of the first army, those of the second against which it fares worst; none where only the first acts.
    pub fear: Vec<Best>,
    /// A square to explain the signs by.
    pub example: Option<Square>,
    /// How many columns there are, as a style.
    pub width: &'static str,
}

/// Style, sign and words of a prospect.
pub(super) const fn shown(prospect: Prospect) -> (&'static str, &'static str, &'static str) {
    match prospect {
        Prospect::Good => ("v-good", "++", "clearly better off"),
        Prospect::Fair => ("v-fair", "+", "better off"),
        Prospect::Even => ("v-even", "=", "even"),
        Prospect::Poor => ("v-poor", "−", "worse off"),
        Prospect::Bad => ("v-bad", "−−", "clearly worse off"),
    }
}

/// What comes of it in so many throws, without what never comes: `destroys 10, nothing 12, lost 4`.
fn words(chances: Chances) -> String {
    let Chances { wins, drives, nothing, driven, loses } = chances;
    let told =
        [("destroys", wins), ("drives back", drives), ("nothing", nothing), ("driven back", driven), ("lost", loses)];
    let told = told.into_iter().filter(|(_, ways)| *ways > 0);
    told.map(|(word, ways)| format!("{word} {ways}")).collect::<Vec<_>>().join(", ")
}

/// The rules by which all squares are made.
#[derive(Clone, Copy)]
pub(super) struct Judge {
    pub book: &'static Book,
    pub ruleset: &'static Ruleset,
    pub combat: &'static Combat,
    pub situation: Situation,
}

impl Judge {
    fn square(&self, own: &SortLine, enemy: &SortLine, chances: Chances) -> Square {
        let prospect = shown(chances.prospect());
        let (told, standing) = (words(chances), prospect.2);
        Square {
            path: odds::path_of(self.book, self.ruleset, self.combat, &self.situation, [own.sort, enemy.sort]),
            words: format!("{} against {}, of {} throws: {told}; {standing}", own.name, enemy.name, Odds::THROWS),
            own: own.name.clone(),
            enemy: enemy.name.clone(),
            chances,
            prospect,
        }
    }

    fn best(&self, matchup: &Matchup, first: &Sorts, second: &Sorts) -> Vec<Best> {
        let against = |(column, enemy): (usize, &SortLine)| {
            let best = matchup.best_against(column).into_iter().take(NAMED);
            let named = best.filter_map(|(place, chances)| {
                first.lines.get(place).map(|own| (own.name.clone(), self.square(own, enemy, chances)))
            });
            Best { of: enemy.name.clone(), count: enemy.count, named: named.collect() }
        };
        second.lines.iter().enumerate().map(against).collect()
    }

    fn fear(&self, matchup: &Matchup, first: &Sorts, second: &Sorts) -> Vec<Best> {
        let of = |(row, own): (usize, &SortLine)| {
            let worst = matchup.worst_for(row).into_iter().take(NAMED);
            let named = worst.filter_map(|(place, chances)| {
                second.lines.get(place).map(|enemy| (enemy.name.clone(), self.square(own, enemy, chances)))
            });
            Best { of: own.name.clone(), count: own.count, named: named.collect() }
        };
        first.lines.iter().enumerate().map(of).collect()
    }

    /// Reckons the whole.
    pub(super) fn matrix(&self, first: &Sorts, second: &Sorts) -> Matrix {
        let matchup = Matchup::new(self.ruleset, &first.sorts(), &second.sorts(), &self.situation);
        let rows = first.lines.iter().zip(&matchup.rows).enumerate().map(|(place, (own, met))| {
            let squares = met.iter().zip(&second.lines).map(|(met, enemy)| match met {
                Ok(chances) => Ok(self.square(own, enemy, *chances)),
                Err(error) => Err(error.message.clone()),
            });
            Row { place, barred: barred(met), squares: squares.collect() }
        });
        let is_close = self.situation.mode == Mode::Close;
        let (rows, idle): (Vec<Row>, Vec<Row>) = rows.partition(|row| is_close || row.barred.is_none());
        let idle = idle.iter().filter_map(|row| Some(first.lines.get(row.place)?.name.clone()));
        Matrix {
            best: self.best(&matchup, first, second),
            fear: if is_close { self.fear(&matchup, first, second) } else { Vec::new() },
            example: example(&rows),
            idle: idle.collect(),
            width: match second.lines.len() {
                ..=ROOMY => "vs-roomy",
                ..=FITTING => "vs-fitting",
                _ => "vs-wide",
            },
            rows,
        }
    }
}

/// The reason why none of them can meet, where it is one for all.
fn barred(met: &[Result<Chances, CaseError>]) -> Option<String> {
    let (first, others) = met.split_first()?;
    let reason = &first.as_ref().err()?.message;
    let is_same = |met: &Result<Chances, CaseError>| met.as_ref().is_err_and(|error| error.message == *reason);
    others.iter().all(is_same).then(|| reason.clone())
}

/// The first square in which the most can come of it, better with two different figures.
fn example(rows: &[Row]) -> Option<Square> {
    let mut best: Option<((usize, bool), &Square)> = None;
    for square in rows.iter().flat_map(|row| row.squares.iter().flatten()) {
        let Chances { wins, drives, driven, loses, .. } = square.chances;
        let told = ([wins, drives, driven, loses].into_iter().filter(|ways| *ways > 0).count(), wins != loses);
        if best.is_none_or(|(most, _)| told > most) {
            best = Some((told, square));
        }
    }
    best.map(|(_, square)| square.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_comes_is_not_told() {
        let chances = Chances { wins: 10, drives: 11, nothing: 3, driven: 12, loses: 0 };
        assert_eq!(words(chances), "destroys 10, drives back 11, nothing 3, driven back 12");
        assert_eq!(words(Chances { nothing: 36, ..Chances::default() }), "nothing 36");
    }
}
