//! What an army can lose, and how much each loss counts.

use musterfield_army::stakes::{LossUnit, Lost, Stakes};
use musterfield_army::{Draft, ElementLine};
use musterfield_rules::{Points, book};

/// An army of these types, the first of which is the general.
fn stakes(ruleset: &str, size: i64, codes: &[(i64, &str)]) -> Stakes {
    let ruleset = book().unwrap().ruleset(ruleset).unwrap();
    let lines = codes.iter().enumerate().map(|(at, (count, code))| ElementLine {
        count: *count,
        general: at == 0,
        ..Draft::read_kind(ruleset, code)
    });
    Stakes::of(&Draft { lines: lines.collect(), points: Points::ONE * size, ..Draft::new(ruleset) })
}

fn these(places: &[usize]) -> Lost {
    Lost { elements: places.iter().copied().collect(), ..Lost::default() }
}

/// How much the loss of these elements counts.
fn lost(stakes: &Stakes, places: &[usize], camp: bool, stronghold: bool) -> String {
    stakes.worth(&Lost { camp, stronghold, ..these(places) }).to_string()
}

#[test]
fn army_points_are_lost_with_the_element_and_more_with_the_general() {
    // D3H2-WIN-02 to 05: Knights cost 2, the general counts 2 more; a camp 2, a Stronghold 4.
    let army = stakes("d3h2", 24, &[(1, "Kn"), (2, "Dg"), (3, "Hd")]);
    assert_eq!(army.unit, LossUnit::Points);
    assert_eq!(army.elements.len(), 6);
    assert_eq!(army.breaks.unwrap().lost, Points::ONE * 12);
    for (places, camp, stronghold, said) in [
        (&[][..], false, false, "0"),
        (&[0], false, false, "4"),
        (&[1, 2], false, false, "8"),
        (&[3, 5], false, false, "2"),
        (&[0, 3], true, true, "11"),
    ] {
        assert_eq!(lost(&army, places, camp, stronghold), said, "{places:?}");
    }
}

#[test]
fn elements_of_dba_count_one_and_some_do_not() {
    // DBA3-WIN-02 to 07: the first double element counts two; Scythed Chariots and Hordes nothing; the general one more.
    let army = stakes("dba3", 12, &[(1, "3Kn"), (2, "6Kn"), (1, "8Bw"), (1, "SCh"), (2, "7Hd"), (5, "2Ps")]);
    assert_eq!(army.unit, LossUnit::Elements);
    assert_eq!(army.breaks.unwrap().lost, Points::ONE * 4);
    for (places, camp, said) in [
        (&[0][..], false, "2"),
        (&[1], false, "2"),
        (&[1, 2, 3], false, "4"),
        (&[4, 5, 6], false, "0"),
        (&[7, 8], true, "3"),
    ] {
        assert_eq!(lost(&army, places, camp, false), said, "{places:?}");
    }
}

#[test]
fn others_count_elements_or_morale() {
    // HOTT25-WIN-03, DBMF-ME-02.
    let hott = stakes("hott25", 24, &[(1, "Hr"), (4, "Hd")]);
    assert_eq!((hott.unit, lost(&hott, &[0, 1], false, false)), (LossUnit::Elements, "2".to_owned()));
    assert_eq!(hott.breaks.unwrap().lost, Points::ONE * 3);
    let dbmf = stakes("dbmf", 200, &[(1, "Kn(S)"), (4, "Sp(O)")]);
    assert_eq!(dbmf.unit, LossUnit::Morale);
    assert!(dbmf.elements.iter().all(|stake| stake.worth > Points::ZERO));
}

#[test]
fn an_army_is_beaten_by_its_break_point_and_more_than_the_enemy() {
    // D3H2-WIN-01: 12 of 24 AP, and more than the enemy.
    let army = stakes("d3h2", 24, &[(1, "Kn"), (2, "Dg"), (3, "Hd")]);
    let twelve = these(&[0, 1, 2]);
    assert!(army.is_beaten(&twelve, Points::ONE * 11) && !army.is_beaten(&twelve, Points::ONE * 12));
    assert!(!army.is_beaten(&these(&[0, 1]), Points::ZERO));
    // HOTT25-WIN-01, HOTT25-WIN-02: with the general if more is lost than of the enemy; with the Stronghold in any case.
    let hott = stakes("hott25", 24, &[(1, "Hr"), (6, "Hd")]);
    assert!(hott.is_beaten(&these(&[0]), Points::ZERO) && !hott.is_beaten(&these(&[0]), Points::ONE));
    assert!(!hott.is_beaten(&these(&[1]), Points::ZERO));
    assert!(hott.is_beaten(&Lost { stronghold: true, ..Lost::default() }, Points::ONE * 3));
}

#[test]
fn an_army_without_end_is_cut() {
    let army = stakes("d3h2", 24, &[(1, "Kn"), (1_000_000_000, "Hd"), (-3, "Dg")]);
    assert_eq!(i64::try_from(army.elements.len()).unwrap(), musterfield_army::draft::MOST_ELEMENTS);
}
