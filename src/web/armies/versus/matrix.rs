//! The squares of a matchup and the best attackers, as data for the template.

use musterfield_combat::matchup::{Chances, Matchup, Prospect, Situation};
use musterfield_combat::{Mode, Odds};
use musterfield_rules::combat::Combat;
use musterfield_rules::{Book, Ruleset};

use super::contenders::{ContenderLine, Contenders};
use crate::web::odds;

/// The number of opponents named for each contender.
const NAMED: usize = 3;
/// From this many columns on there is no room for names above them.
const NARROW: usize = 10;
/// From this many columns on a large screen has no room for all.
const WIDE: usize = 25;

/// The odds of one contender against another.
#[derive(Clone)]
pub(super) struct Square {
    /// The names of both, that of the row first.
    pub own: String,
    pub enemy: String,
    /// The page of the odds.
    pub path: String,
    pub chances: Chances,
    /// Style, sign and words for the side that is better off.
    pub prospect: (&'static str, &'static str, &'static str),
    /// The text for screen readers and tooltips.
    pub words: String,
}

/// The parts of a bar that have a length: style class and number of throws.
fn bar(lost: u8, driven_back: u8) -> Vec<(&'static str, u8)> {
    [("vs-l", lost), ("vs-d", driven_back)].into_iter().filter(|(_, throws)| *throws > 0).collect()
}

impl Square {
    /// The bar of the enemy's fate.
    pub(super) fn enemy_bar(&self) -> Vec<(&'static str, u8)> {
        bar(self.chances.wins, self.chances.drives)
    }

    /// The bar of the own element's fate.
    pub(super) fn own_bar(&self) -> Vec<(&'static str, u8)> {
        bar(self.chances.loses, self.chances.driven)
    }
}

/// A row: one contender of the first army.
pub(super) struct Row {
    /// Its position in the army.
    pub place: usize,
    /// A square for each contender of the second army; the reason where the two cannot meet.
    pub squares: Vec<Result<Square, String>>,
}

/// The contenders of one army that matter most for a contender of the other.
pub(super) struct Best {
    /// The contender.
    pub of: String,
    pub count: i64,
    /// Each with the square of the first army's contender of the two.
    pub named: Vec<(String, Square)>,
}

/// The whole matchup of two armies.
pub(super) struct Matrix {
    /// The contenders that act; in close combat all do.
    pub rows: Vec<Row>,
    /// The contenders that cannot shoot or bespell, where the situation demands it.
    pub idle: Vec<String>,
    /// For each contender of the second army, those of the first that fare best against it.
    pub best: Vec<Best>,
    /// For each contender of the first army, those of the second against which it fares worst; empty where only the
    /// first army acts.
    pub fear: Vec<Best>,
    /// A square that serves to explain the signs.
    pub example: Option<Square>,
    /// The number of columns, as a style.
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

/// The outcomes in this many throws, without those that never happen: `destroys 10, nothing 12, lost 4`.
fn words(chances: Chances) -> String {
    let Chances { wins, drives, nothing, driven, loses } = chances;
    let told =
        [("destroys", wins), ("drives back", drives), ("nothing", nothing), ("driven back", driven), ("lost", loses)];
    let told = told.into_iter().filter(|(_, ways)| *ways > 0);
    told.map(|(word, ways)| format!("{word} {ways}")).collect::<Vec<_>>().join(", ")
}

/// The rules by which all squares are calculated.
#[derive(Clone, Copy)]
pub(super) struct Judge {
    pub book: &'static Book,
    pub ruleset: &'static Ruleset,
    pub combat: &'static Combat,
    pub situation: Situation,
}

impl Judge {
    fn square(&self, own: &ContenderLine, enemy: &ContenderLine, chances: Chances) -> Square {
        let prospect = shown(chances.prospect());
        let (told, standing) = (words(chances), prospect.2);
        Square {
            path: odds::path_of(self.book, self.ruleset, self.combat, &self.situation, [own.sort, enemy.sort]),
            words: format!("{} against {}, of {} rolls: {told}; {standing}", own.name, enemy.name, Odds::THROWS),
            own: own.name.clone(),
            enemy: enemy.name.clone(),
            chances,
            prospect,
        }
    }

    fn best(&self, matchup: &Matchup, first: &Contenders, second: &Contenders) -> Vec<Best> {
        let against = |(column, enemy): (usize, &ContenderLine)| {
            let best = matchup.best_against(column).into_iter().take(NAMED);
            let named = best.filter_map(|(place, chances)| {
                first.lines.get(place).map(|own| (own.name.clone(), self.square(own, enemy, chances)))
            });
            Best { of: enemy.name.clone(), count: enemy.count, named: named.collect() }
        };
        second.lines.iter().enumerate().map(against).collect()
    }

    fn worst_opponents(&self, matchup: &Matchup, first: &Contenders, second: &Contenders) -> Vec<Best> {
        let of = |(row, own): (usize, &ContenderLine)| {
            let worst = matchup.worst_for(row).into_iter().take(NAMED);
            let named = worst.filter_map(|(place, chances)| {
                second.lines.get(place).map(|enemy| (enemy.name.clone(), self.square(own, enemy, chances)))
            });
            Best { of: own.name.clone(), count: own.count, named: named.collect() }
        };
        first.lines.iter().enumerate().map(of).collect()
    }

    /// Calculates the whole matchup.
    pub(super) fn matrix(&self, first: &Contenders, second: &Contenders) -> Matrix {
        let matchup = Matchup::new(self.ruleset, &first.sorts(), &second.sorts(), &self.situation);
        let rows = first.lines.iter().zip(&matchup.rows).enumerate().map(|(place, (own, met))| {
            let squares = met.iter().zip(&second.lines).map(|(met, enemy)| match met {
                Ok(chances) => Ok(self.square(own, enemy, *chances)),
                Err(error) => Err(musterfield_words::combat::message(error)),
            });
            Row { place, squares: squares.collect() }
        });
        let is_close = self.situation.mode == Mode::Close;
        let (rows, idle): (Vec<Row>, Vec<Row>) =
            rows.partition(|row| is_close || row.squares.iter().any(Result::is_ok));
        let idle = idle.iter().filter_map(|row| Some(first.lines.get(row.place)?.name.clone()));
        Matrix {
            best: self.best(&matchup, first, second),
            fear: if is_close { self.worst_opponents(&matchup, first, second) } else { Vec::new() },
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

/// The square with the most different outcomes, the first of several; better with two different figures.
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
    use musterfield_combat::matchup::Contender;
    use musterfield_rules::book;
    use musterfield_rules::combat::Fighter;

    fn judge(mode: Mode) -> Judge {
        let ruleset = book().unwrap().ruleset("d3h2").unwrap();
        let combat = ruleset.combat.as_ref().unwrap();
        Judge { book: book().unwrap(), ruleset, combat, situation: Situation { mode, ..Situation::default() } }
    }

    fn sorts(fighters: &[(&str, Fighter)]) -> Contenders {
        let line = |(name, fighter): &(&str, Fighter)| ContenderLine {
            sort: Contender { fighter: *fighter, fast: false, general: false, mounted_infantry: false },
            count: 1,
            name: (*name).to_owned(),
            code: (*name).to_owned(),
            icon: String::new(),
            class: "",
            fast: false,
            general: false,
            mounted: false,
        };
        Contenders { lines: fighters.iter().map(line).collect(), ..Contenders::default() }
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
        assert_eq!(reason, Some("An empty feature must be the second side of a case."));
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
