//! The squares of a match-up and the best attackers, ready to be printed.

use super::sorts::{SortLine, Sorts};
use crate::combat::matchup::{Chances, Matchup, Prospect, Situation};
use crate::combat::{Mode, Odds};
use crate::rules::combat::Combat;
use crate::rules::{Book, Ruleset};
use crate::web::odds;

/// Opponents that are named for each sort.
const NAMED: usize = 3;
/// From so many columns on there is no room for names above them.
const NARROW: usize = 10;
/// From so many columns on a large screen has no room for all.
const WIDE: usize = 25;

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
            Row { place, squares: squares.collect() }
        });
        let is_close = self.situation.mode == Mode::Close;
        let (rows, idle): (Vec<Row>, Vec<Row>) =
            rows.partition(|row| is_close || row.squares.iter().any(Result::is_ok));
        let idle = idle.iter().filter_map(|row| Some(first.lines.get(row.place)?.name.clone()));
        Matrix {
            best: self.best(&matchup, first, second),
            fear: if is_close { self.fear(&matchup, first, second) } else { Vec::new() },
            example: example(&rows),
            idle: idle.collect(),
            width: match second.lines.len() {
                WIDE.. => "vs-wide",
                NARROW.. => "vs-fitting",
                _ => "vs-roomy",
            },
            rows,
        }
    }
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
    use crate::combat::matchup::Sort;
    use crate::rules::book;
    use crate::rules::combat::Fighter;

    fn judge(mode: Mode) -> Judge {
        let ruleset = book().unwrap().ruleset("d3h2").unwrap();
        let combat = ruleset.combat.as_ref().unwrap();
        Judge { book: book().unwrap(), ruleset, combat, situation: Situation { mode, ..Situation::default() } }
    }

    fn sorts(fighters: &[(&str, Fighter)]) -> Sorts {
        let line = |(name, fighter): &(&str, Fighter)| SortLine {
            sort: Sort { fighter: *fighter, fast: false, general: false, mounted_infantry: false },
            count: 1,
            name: (*name).to_owned(),
            code: (*name).to_owned(),
            icon: String::new(),
            class: "",
            fast: false,
            general: false,
            mounted: false,
        };
        Sorts { lines: fighters.iter().map(line).collect(), remarks: Vec::new() }
    }

    fn fighter(judge: &Judge, code: &str) -> Fighter {
        let spelling = judge.ruleset.spellings().read(code);
        judge.combat.feature(code).unwrap_or_else(|| spelling.unwrap().troop.into())
    }

    #[test]
    fn who_cannot_meet_has_the_reason_in_its_square_and_is_no_best_attacker() {
        let judge = judge(Mode::Close);
        let of = |codes: &[&'static str]| {
            sorts(&codes.iter().map(|code| (*code, fighter(&judge, code))).collect::<Vec<_>>())
        };
        let matrix = judge.matrix(&of(&["Stronghold", "Kn"]), &of(&["Sp"]));
        assert_eq!(matrix.rows.len(), 2);
        let reason = matrix.rows[0].squares[0].as_ref().err().map(String::as_str);
        assert_eq!(reason, Some("An empty feature is the second side of a case."));
        assert_eq!(matrix.best[0].named.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Kn"]);
        assert!(matrix.fear[0].named.is_empty());
        assert_eq!(matrix.example.unwrap().own, "Kn");
    }

    #[test]
    fn who_does_not_shoot_has_no_row_where_others_do() {
        let judge = judge(Mode::Shooting);
        let of = |codes: &[&'static str]| {
            sorts(&codes.iter().map(|code| (*code, fighter(&judge, code))).collect::<Vec<_>>())
        };
        let matrix = judge.matrix(&of(&["Kn", "Bw", "Sp"]), &of(&["Sp"]));
        assert_eq!(matrix.rows.iter().map(|row| row.place).collect::<Vec<_>>(), [1]);
        assert_eq!(matrix.idle, ["Kn", "Sp"]);
        assert!(matrix.fear.is_empty());
    }

    #[test]
    fn a_table_is_as_narrow_as_its_columns_ask() {
        let judge = judge(Mode::Close);
        let knights = sorts(&[("Kn", fighter(&judge, "Kn"))]);
        let width = |columns: usize| {
            let many = sorts(&vec![("Sp", fighter(&judge, "Sp")); columns]);
            judge.matrix(&knights, &many).width
        };
        assert_eq!([width(9), width(10), width(24), width(25)], ["vs-roomy", "vs-fitting", "vs-fitting", "vs-wide"]);
    }

    #[test]
    fn what_never_comes_is_not_told() {
        let chances = Chances { wins: 10, drives: 11, nothing: 3, driven: 12, loses: 0 };
        assert_eq!(words(chances), "destroys 10, drives back 11, nothing 3, driven back 12");
        assert_eq!(words(Chances { nothing: 36, ..Chances::default() }), "nothing 36");
    }
}
