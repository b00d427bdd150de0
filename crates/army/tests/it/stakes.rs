//! What an army can lose, and how much each loss counts.

use musterfield_army::stakes::{CommandState, LossUnit, Lost, Stakes};
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

/// A Big Battle army of three commands of twelve, the third of them allied: double Knights under the general, Spears and
/// what does not count; the same with Blades; Light Horse.
fn big_army() -> Stakes {
    let ruleset = book().unwrap().ruleset("dba3").unwrap();
    let line = |(command, count, code, general): (u8, i64, &str, bool)| ElementLine {
        count,
        command,
        general,
        ally: command == 3,
        ..Draft::read_kind(ruleset, code)
    };
    let lines = [
        (1, 1, "6Kn", true),
        (1, 2, "6Kn", false),
        (1, 6, "4Sp", false),
        (1, 2, "7Hd", false),
        (1, 1, "SCh", false),
        (2, 1, "6Kn", true),
        (2, 11, "4Bd", false),
        (3, 1, "LH", true),
        (3, 8, "LH", false),
    ];
    Stakes::of(&Draft { lines: lines.map(line).into(), points: Points::ONE * 36, ..Draft::new(ruleset) })
}

#[test]
fn a_command_is_demoralised_by_a_third_and_routed_by_half_of_its_elements() {
    // DBA3-BB-37: a third of twelve is four, of nine three. Elements 0 to 11 are of the first command, 12 to 23 of the
    // second, 24 to 32 of the third.
    let army = big_army();
    let thresholds: Vec<(String, String)> =
        army.commands.iter().map(|command| (command.demoralised.to_string(), command.routed.to_string())).collect();
    assert_eq!(thresholds, [("4", "6"), ("4", "6"), ("3", "5")].map(|(one, other)| (one.to_owned(), other.to_owned())));
    let state = |lost: &Lost, place| army.command_state(lost, place);
    for (places, expected) in [
        (&[3, 4, 5][..], CommandState::Fights),
        (&[3, 4, 5, 6], CommandState::Demoralised),
        // DBA3-BB-32, BB-33: the first double element counts two, the general one more.
        (&[0, 3], CommandState::Demoralised),
        (&[1, 2], CommandState::Fights),
        // Hordes and Scythed Chariots demoralise nobody, but a command routs with them (DBA3-BB-43).
        (&[9, 10, 11], CommandState::Fights),
        (&[3, 4, 5, 9, 10, 11], CommandState::Routed),
        (&[3, 4, 5, 6, 7], CommandState::Demoralised),
    ] {
        assert_eq!(state(&these(places), 0), expected, "{places:?}");
        assert_eq!(state(&these(places), 1), CommandState::Fights, "{places:?}");
    }
    // DBA3-BB-34 to 36: the shared camp and the City count for the commands that are not allied, its own for the ally.
    let two = |extra: Lost| Lost { elements: [3, 4, 14, 15, 24, 25].into(), ..extra };
    let states = |lost: &Lost| [0, 1, 2].map(|place| army.lost_of_command(lost, place).demoralising.to_string());
    assert_eq!(states(&two(Lost::default())), ["2", "2", "3"]);
    assert_eq!(states(&two(Lost { camp: true, ..Lost::default() })), ["3", "3", "3"]);
    assert_eq!(states(&two(Lost { stronghold: true, ..Lost::default() })), ["3", "3", "3"]);
    assert_eq!(states(&two(Lost { allied_camps: [2].into(), ..Lost::default() })), ["2", "2", "4"]);
}

#[test]
fn an_army_of_commands_is_beaten_by_half_of_its_elements_or_two_commands() {
    let army = big_army();
    assert_eq!((army.breaks.unwrap().lost, army.broken_commands), (Points::ONE * 18, Some(2)));
    // DBA3-BB-44: Hordes count, Scythed Chariots do not; the first double element counts two in each command.
    assert_eq!(army.worth(&these(&[9, 10, 11])).to_string(), "2");
    assert_eq!(army.worth(&these(&[1, 2, 12])).to_string(), "6");
    // DBA3-BB-45: two commands demoralised, and more lost than the enemy.
    let lost = these(&[3, 4, 5, 6, 24, 25]);
    assert_eq!(army.worth(&lost), Points::ONE * 7);
    assert!(army.is_beaten(&lost, Points::ONE * 6) && !army.is_beaten(&lost, Points::ONE * 7));
    assert!(!army.is_beaten(&these(&[3, 4, 5, 6, 14, 15, 16]), Points::ZERO), "one demoralised command is not enough");
}
