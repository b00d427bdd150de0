//! Two armies face to face: how each type of one fares against each type of the other.

use std::cmp::Reverse;

use super::case::{Case, KnightsEqual, Mode, Side};
use super::odds::odds;
use crate::rules::Ruleset;
use crate::rules::combat::{Fighter, Outcome};

/// A sort of element of an army: elements that fight alike are one sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// Who it is.
    pub fighter: Fighter,
    /// Whether it is Fast.
    pub fast: bool,
    /// Whether it is the general's element.
    pub general: bool,
    /// Whether it is mounted infantry.
    pub mounted_infantry: bool,
}

impl Sort {
    fn side(self) -> Side {
        Side {
            fast: self.fast,
            general: self.general,
            mounted_infantry: self.mounted_infantry,
            ..Side::new(self.fighter)
        }
    }
}

/// In how many of 36 throws something becomes of a sort and of its opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chances {
    /// The opponent is lost: destroyed, ensorcelled or captured.
    pub wins: u8,
    /// The opponent recoils or flees.
    pub drives: u8,
    /// It recoils or flees itself.
    pub driven: u8,
    /// It is lost itself.
    pub loses: u8,
}

impl Chances {
    /// How much better off it is than its opponent: losses first, then who gives way.
    #[must_use]
    pub fn balance(self) -> (i8, i8) {
        let minus = |one: u8, other: u8| i8::try_from(one).unwrap_or(0) - i8::try_from(other).unwrap_or(0);
        (minus(self.wins, self.loses), minus(self.drives, self.driven))
    }
}

/// The chances of every sort of one army against every sort of another, in close combat in good going.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matchup {
    /// For each sort of the first army, each of the second; none where the two cannot meet.
    pub rows: Vec<Vec<Option<Chances>>>,
}

impl Matchup {
    /// Every sort of the first against every sort of the second.
    #[must_use]
    pub fn new(ruleset: &Ruleset, first: &[Sort], second: &[Sort], knights_equal: KnightsEqual) -> Self {
        let chances = |own: Sort, enemy: Sort| {
            let case = Case::new(ruleset, Mode::Close, [own.side(), enemy.side()], knights_equal).ok()?;
            let odds = odds(&case);
            let mut chances = Chances::default();
            for [own, enemy] in odds.squares.iter().flatten() {
                count(own.last(), &mut chances.loses, &mut chances.driven);
                count(enemy.last(), &mut chances.wins, &mut chances.drives);
            }
            Some(chances)
        };
        let row = |own: &Sort| second.iter().map(|enemy| chances(*own, *enemy)).collect();
        Self { rows: first.iter().map(row).collect() }
    }

    /// The sorts of the first army that fare best against a sort of the second, best first; those that fare equally well
    /// in the order of the army.
    #[must_use]
    pub fn best_against(&self, column: usize) -> Vec<usize> {
        let at = |row: &Vec<Option<Chances>>| row.get(column).copied().flatten();
        let mut places: Vec<(usize, Chances)> =
            self.rows.iter().enumerate().filter_map(|(place, row)| Some((place, at(row)?))).collect();
        places.sort_by_key(|(_, chances)| Reverse(chances.balance()));
        places.into_iter().map(|(place, _)| place).collect()
    }
}

fn count(outcome: Outcome, lost: &mut u8, gives_way: &mut u8) {
    match outcome {
        Outcome::None => {}
        Outcome::Recoil | Outcome::Flee => *gives_way += 1,
        Outcome::Destroyed | Outcome::Ensorcelled | Outcome::Captured => *lost += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::book;

    fn ruleset() -> &'static Ruleset {
        book().unwrap().ruleset("d3h2").unwrap()
    }

    fn sort(code: &str) -> Sort {
        let fighter = ruleset().spellings().read(code).unwrap().troop.into();
        Sort { fighter, fast: false, general: false, mounted_infantry: false }
    }

    fn meet(first: &[&str], second: &[&str]) -> Matchup {
        let sorts = |codes: &[&str]| codes.iter().map(|code| sort(code)).collect::<Vec<_>>();
        Matchup::new(ruleset(), &sorts(first), &sorts(second), KnightsEqual::Literal)
    }

    #[test]
    fn knights_destroy_spears_in_ten_throws_and_die_in_four() {
        let chances = meet(&["Kn"], &["Sp"]).rows[0][0].unwrap();
        assert_eq!((chances.wins, chances.loses), (10, 4));
    }

    #[test]
    fn what_one_wins_the_other_loses() {
        let all = ["Kn", "Sp", "Wb", "Hr", "Mg", "Dg", "Ps", "Hd", "Bh"];
        let matchup = meet(&all, &all);
        for (at, row) in matchup.rows.iter().enumerate() {
            for (other, chances) in row.iter().enumerate() {
                let (chances, mirrored) = (chances.unwrap(), matchup.rows[other][at].unwrap());
                assert_eq!((chances.wins, chances.drives), (mirrored.loses, mirrored.driven), "{at} {other}");
            }
        }
    }

    #[test]
    fn the_best_attackers_are_those_that_destroy_and_survive() {
        let matchup = meet(&["Ps", "Kn", "Wb"], &["Bd", "Bh"]);
        assert_eq!(matchup.best_against(0).last(), Some(&0), "Psiloi are the worst against Blades");
        assert_eq!(matchup.best_against(1).first(), Some(&0), "and the best against Behemoths");
    }

    #[test]
    fn a_general_fares_better() {
        let general = Sort { general: true, ..sort("Kn") };
        let both = Matchup::new(ruleset(), &[general, sort("Kn")], &[sort("Bd")], KnightsEqual::Literal);
        assert_eq!(both.best_against(0), [0, 1]);
    }
}
