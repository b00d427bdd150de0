//! Two armies face to face: how each contender of one fares against each contender of the other.

use std::cmp::{Ordering, Reverse};

use musterfield_rules::Ruleset;
use musterfield_rules::combat::{Fighter, Outcome, Readings};
use musterfield_rules::terrain::Going;

use super::case::{Case, CaseError, Combatant, Mode};
use super::odds::odds;

/// The difference in losses, out of 36 throws, from which one side is clearly better off: one throw in six.
pub const CLEAR: i8 = 6;

/// A contender of an army: a group of elements that fight alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The fighter.
    pub fighter: Fighter,
    /// Whether it is Fast.
    pub fast: bool,
    /// Whether it is the general's element.
    pub general: bool,
    /// Whether it is mounted infantry.
    pub mounted_infantry: bool,
}

/// The circumstances in which the elements of both armies meet: one against one, without friends beside or behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Close combat, or shooting or bespelling by the first side.
    pub mode: Mode,
    /// The going in which both stand.
    pub going: Going,
    /// The readings that the players have chosen.
    pub readings: Readings,
}

impl Default for Situation {
    /// Close combat in good going.
    fn default() -> Self {
        Self { mode: Mode::Close, going: Going::Good, readings: Readings::default() }
    }
}

impl Situation {
    /// Both sides as they meet. In shooting, the first shoots, and the second shoots back if it can.
    #[must_use]
    pub fn sides(&self, ruleset: &Ruleset, [own, enemy]: [Contender; 2]) -> [Combatant; 2] {
        let side = |sort: Contender, shoots: bool| Combatant {
            fast: sort.fast,
            general: sort.general,
            mounted_infantry: sort.mounted_infantry,
            going: self.going,
            shoots: shoots && self.mode == Mode::Shooting,
            ..Combatant::new(sort.fighter)
        };
        [side(own, true), side(enemy, can_shoot(ruleset, enemy))]
    }

    /// The chances of two contenders.
    ///
    /// # Errors
    /// The reason they cannot meet in this situation.
    pub fn chances(&self, ruleset: &Ruleset, sorts: [Contender; 2]) -> Result<Chances, Box<CaseError>> {
        let case = Case::new(ruleset, self.mode, self.sides(ruleset, sorts), self.readings)?;
        let mut chances = Chances::default();
        for [own, enemy] in odds(&case).squares.iter().flatten() {
            let (own, enemy) = (own.final_outcome(), enemy.final_outcome());
            count(own, &mut chances.loses, &mut chances.driven);
            count(enemy, &mut chances.wins, &mut chances.drives);
            chances.nothing += u8::from(own == Outcome::None && enemy == Outcome::None);
        }
        Ok(chances)
    }
}

/// Whether a contender shoots at all.
#[must_use]
pub fn can_shoot(ruleset: &Ruleset, sort: Contender) -> bool {
    let troop = ruleset.combat.as_ref().and_then(|combat| combat.fighter(sort.fighter).troop);
    troop.is_some_and(|troop| ruleset.troop(troop).range.is_some())
}

/// The number of throws out of 36 in which something happens to a contender and its opponent. One throw can have
/// consequences for both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chances {
    /// The opponent is lost: destroyed, ensorcelled or captured.
    pub wins: u8,
    /// The opponent recoils or flees.
    pub drives: u8,
    /// Both stay as they are.
    pub nothing: u8,
    /// It recoils or flees itself.
    pub driven: u8,
    /// It is lost itself.
    pub loses: u8,
}

/// The prospects of one contender against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// It is clearly better off: see [`CLEAR`].
    Good,
    /// It is better off.
    Fair,
    /// Neither is better off.
    Even,
    /// The opponent is better off.
    Poor,
    /// The opponent is clearly better off.
    Bad,
}

impl Chances {
    /// A measure of its advantage over its opponent: losses first, then elements that are driven back.
    #[must_use]
    pub fn balance(self) -> (i8, i8) {
        let minus = |one: u8, other: u8| i8::try_from(one).unwrap_or(0) - i8::try_from(other).unwrap_or(0);
        (minus(self.wins, self.loses), minus(self.drives, self.driven))
    }

    /// The prospects of the contender.
    #[must_use]
    pub fn prospect(self) -> Prospect {
        let (lost, gives_way) = self.balance();
        match (lost, gives_way).cmp(&(0, 0)) {
            _ if lost >= CLEAR => Prospect::Good,
            _ if lost <= -CLEAR => Prospect::Bad,
            Ordering::Greater => Prospect::Fair,
            Ordering::Equal => Prospect::Even,
            Ordering::Less => Prospect::Poor,
        }
    }
}

/// The chances of every contender of one army against every contender of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matchup {
    /// For each contender of the first army, the chances against each of the second; the reason where the two cannot
    /// meet.
    pub rows: Vec<Vec<Result<Chances, Box<CaseError>>>>,
}

impl Matchup {
    /// Computes the chances of every contender of the first army against every contender of the second.
    #[must_use]
    pub fn new(ruleset: &Ruleset, first: &[Contender], second: &[Contender], situation: &Situation) -> Self {
        let row = |own: &Contender| second.iter().map(|enemy| situation.chances(ruleset, [*own, *enemy])).collect();
        Self { rows: first.iter().map(row).collect() }
    }

    /// The contenders of the first army that fare best against one of the second, best first, with their chances;
    /// those that fare equally well are in the order of the army.
    #[must_use]
    pub fn best_against(&self, column: usize) -> Vec<(usize, Chances)> {
        let met = self.rows.iter().enumerate().filter_map(|(place, row)| Some((place, met(row.get(column)?)?)));
        let mut places: Vec<(usize, Chances)> = met.collect();
        places.sort_by_key(|(_, chances)| Reverse(chances.balance()));
        places
    }

    /// The contenders of the second army against which one of the first fares worst, worst first, with its chances.
    #[must_use]
    pub fn worst_for(&self, row: usize) -> Vec<(usize, Chances)> {
        let row = self.rows.get(row).into_iter().flatten().enumerate();
        let mut places: Vec<(usize, Chances)> =
            row.filter_map(|(place, chances)| Some((place, met(chances)?))).collect();
        places.sort_by_key(|(_, chances)| chances.balance());
        places
    }
}

/// The chances, if the two can meet.
fn met(chances: &Result<Chances, Box<CaseError>>) -> Option<Chances> {
    chances.as_ref().ok().copied()
}

/// What an outcome means for the element that suffers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm {
    /// Nothing happens to it, or nothing that these rules say.
    None,
    /// It recoils or flees.
    Driven,
    /// It is lost.
    Lost,
}

impl From<Outcome> for Harm {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::None | Outcome::Dbmm => Self::None,
            Outcome::Recoil | Outcome::Flee => Self::Driven,
            Outcome::Destroyed
            | Outcome::Ensorcelled
            | Outcome::Captured
            | Outcome::Banished
            | Outcome::Surrender
            | Outcome::Spent => Self::Lost,
        }
    }
}

fn count(outcome: Outcome, lost: &mut u8, gives_way: &mut u8) {
    match Harm::from(outcome) {
        Harm::None => {}
        Harm::Driven => *gives_way += 1,
        Harm::Lost => *lost += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::CaseFault;
    use musterfield_rules::book;

    fn ruleset() -> &'static Ruleset {
        book().unwrap().ruleset("d3h2").unwrap()
    }

    fn sort(code: &str) -> Contender {
        let fighter = ruleset().spellings().read(code).unwrap().troop.into();
        Contender { fighter, fast: false, general: false, mounted_infantry: false }
    }

    fn meet(first: &[&str], second: &[&str]) -> Matchup {
        let sorts = |codes: &[&str]| codes.iter().map(|code| sort(code)).collect::<Vec<_>>();
        Matchup::new(ruleset(), &sorts(first), &sorts(second), &Situation::default())
    }

    #[test]
    fn knights_destroy_spears_in_ten_throws_and_die_in_four() {
        let chances = meet(&["Kn"], &["Sp"]).rows[0][0].clone().unwrap();
        assert_eq!((chances.wins, chances.loses), (10, 4));
        assert_eq!(chances.prospect(), Prospect::Good);
    }

    #[test]
    fn what_one_wins_the_other_loses() {
        let all = ["Kn", "Sp", "Wb", "Hr", "Mg", "Dg", "Ps", "Hd", "Bh"];
        let matchup = meet(&all, &all);
        for (at, row) in matchup.rows.iter().enumerate() {
            for (other, chances) in row.iter().enumerate() {
                let (chances, mirrored) = (chances.clone().unwrap(), matchup.rows[other][at].clone().unwrap());
                assert_eq!((chances.wins, chances.drives), (mirrored.loses, mirrored.driven), "{at} {other}");
            }
        }
    }

    #[test]
    fn the_best_attackers_are_those_that_destroy_and_survive() {
        let matchup = meet(&["Ps", "Kn", "Wb"], &["Bd", "Bh"]);
        let places = |column| matchup.best_against(column).into_iter().map(|(place, _)| place).collect::<Vec<_>>();
        assert_eq!(places(0).last(), Some(&0), "Psiloi are the worst against Blades");
        assert_eq!(places(1).first(), Some(&0), "and the best against Behemoths");
        let feared = |row| matchup.worst_for(row).into_iter().map(|(place, _)| place).collect::<Vec<_>>();
        assert_eq!([feared(0), feared(1)], [[0, 1], [1, 0]], "Psiloi fear Blades, and Knights Behemoths");
    }

    #[test]
    fn a_general_fares_better() {
        let general = Contender { general: true, ..sort("Kn") };
        let both = Matchup::new(ruleset(), &[general, sort("Kn")], &[sort("Bd")], &Situation::default());
        assert_eq!(both.best_against(0).iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn one_throw_can_be_of_consequence_for_both() {
        // Solid Knights recoil from each other when totals are equal, so something always happens to at least one.
        let chances = meet(&["Kn"], &["Kn"]).rows[0][0].clone().unwrap();
        assert_eq!(chances.nothing, 0);
        assert_eq!(chances.wins + chances.drives + chances.driven + chances.loses, 36 + 6);
        assert_eq!(chances.prospect(), Prospect::Even);
    }

    #[test]
    fn who_is_better_off_is_told_by_losses_then_by_who_gives_way() {
        let prospect =
            |wins, drives, driven, loses| Chances { wins, drives, driven, loses, ..Chances::default() }.prospect();
        assert_eq!(prospect(8, 0, 20, 2), Prospect::Good);
        assert_eq!(prospect(7, 0, 20, 2), Prospect::Fair);
        assert_eq!(prospect(3, 2, 1, 3), Prospect::Fair);
        assert_eq!(prospect(3, 1, 1, 3), Prospect::Even);
        assert_eq!(prospect(3, 1, 2, 3), Prospect::Poor);
        assert_eq!(prospect(2, 20, 0, 7), Prospect::Poor);
        assert_eq!(prospect(2, 20, 0, 8), Prospect::Bad);
    }

    #[test]
    fn bad_going_and_the_reading_about_knights_change_what_happens() {
        let at = |situation: Situation, own: &str, enemy: &str| {
            situation.chances(ruleset(), [sort(own), sort(enemy)]).unwrap()
        };
        let usual = Situation::default();
        let bad = Situation { going: Going::Bad, ..usual };
        assert_eq!(at(bad, "Kn", "Ps").prospect(), Prospect::Bad);
        assert_ne!(at(usual, "Kn", "Ps").prospect(), Prospect::Bad);
        let reading = ruleset().combat.as_ref().unwrap().reading("knights_equal").unwrap();
        let readings = usual.readings.choosing(reading, reading.value("foot_only").unwrap());
        let foot_only = Situation { readings, ..usual };
        assert_eq!(at(usual, "Kn", "Kn").nothing, 0);
        assert_eq!(at(foot_only, "Kn", "Kn").nothing, 6);
    }

    #[test]
    fn who_shoots_is_hurt_only_by_who_can_shoot_back() {
        let shooting = Situation { mode: Mode::Shooting, ..Situation::default() };
        let at = |own: &str, enemy: &str| shooting.chances(ruleset(), [sort(own), sort(enemy)]);
        let chances = at("Bw", "Sp").unwrap();
        assert_eq!((chances.loses, chances.driven), (0, 0));
        assert!(chances.drives > 0);
        assert!(at("Bw", "Bw").unwrap().driven > 0);
        let wrong = at("Sp", "Bw").unwrap_err().fault;
        assert!(matches!(wrong, CaseFault::DoesNotShoot(Some(spears)) if *spears.code == *"Sp"));
    }
}
