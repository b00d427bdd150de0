//! Kinds of troops: ground elements, dismounting, and the tables that apply.

use super::board::View;
use super::scene::{raised, show};
use super::script::Script;
use crate::force::Class;

#[test]
fn the_ground_is_foot_and_mounted() {
    // D3H2-TYPE-05
    let rules = musterfield_rules::book().unwrap().ruleset("d3h2").unwrap();
    let mut found = [0; 2];
    for (_, troop) in rules.troops() {
        let script = Script::read(&format!("with a1 {}\n | |", troop.code));
        let battle = raised(&script, View { mirrored: false, quarters: 0, board: script.board });
        let profile = battle.profile(battle.id("a1".parse().unwrap()).unwrap());
        let is_mounted_or_foot = matches!(profile.class, Class::Mounted | Class::Foot);
        assert_eq!(profile.is_ground(), is_mounted_or_foot, "{}", troop.code);
        assert_eq!(profile.is_ground(), !["Gd", "Dg", "Ab", "Fl", "AHr"].contains(&&*troop.code), "{}", troop.code);
        found[usize::from(profile.is_ground())] += 1;
    }
    assert!(found[0] == 5 && found[1] > 25, "{found:?}");
    // None of them engages a Flyer that has not come down, and all pass under one of their own.
    for who in ["Bd", "Ps", "Hd", "Kn", "LH", "Bs"] {
        show(&format!(
            "
            # D3H2-TYPE-05 D3H2-CONT-14 D3H2-PASS-05
            with a1 {who} at 1,1.5 north; a2 Fl at 1,2.5 north; a3 {who} at 11,1 north; b1 Fl at 12,2 south
            | |
            > a3 ahead 1
            > a1 ahead 2
            = a1 at 1,3.5 north
            > end
            > end
            = a3 fights
            "
        ));
    }
}

#[test]
fn nobody_dismounts_without_a_list_that_allows_it() {
    for who in ["Kn", "Cv", "LH", "Bw riding", "Fl", "Bd"] {
        show(&format!(
            "
            # D3H2-TYPE-16
            with a1 {who} at 1,1 north; b1 Bd at 1,9 south
            | |
            > a1 dismounts
            ! D3H2-TYPE-16
            = pips 6
            > a1 ahead 1
            = a1 there
            "
        ));
    }
}

#[test]
fn the_main_tables_count_and_the_traditional_ones_only_where_they_are_chosen() {
    // Cavalry doubled by Warband are destroyed, although the quick reference has them flee.
    let fight = |rules: &str, with: &str, dice: &str, comes: &str| {
        show(&format!(
            "
            # D3H2-TYPE-21
            rules {rules}
            with {with}
            phase fighting
            |    vb1v    |
            |    ^a1^    |
            |            |
            |            |
            |            |
            > a1 fights b1 ({dice})
            {comes}
            "
        ));
    };
    fight("d3h2", "a1 Cv; b1 Wb", "1 6", "= a1 destroyed\n = used D3H2-OUT-49");
    // On equal totals, Knights recoil from each other by the main table, and stand by the traditional one.
    fight("d3h2", "a1 Kn; b1 Kn", "3 3", "= used D3H2-OUT-14\n = decides a1");
    fight("d3h2-traditional", "a1 Kn; b1 Kn", "3 3", "= used D3H2-TRAD-31\n = a1 at 1,2 north\n = b1 at 2,2 south");
}
