//! Marks and army details: FAST, TYPE-09, TYPE-15, LIST-20 to LIST-26.

use musterfield_army::Code;
use musterfield_fixtures::armies::{army, army_of, codes, errors, report, rule_of};

/// D3H2-FAST-03, FAST-07, FAST-08.
#[test]
fn some_types_can_never_be_fast() {
    for (code, rule) in [
        ("Art", "D3H2-FAST-07"),
        ("Cm", "D3H2-FAST-08"),
        ("SCh", "D3H2-FAST-08"),
        ("Hr", "D3H2-FAST-03"),
        ("Pl", "D3H2-FAST-03"),
        ("Cl", "D3H2-FAST-03"),
        ("Mg", "D3H2-FAST-03"),
        ("4Kn", "D3H2-FAST-03"),
        ("6Kn", "D3H2-FAST-03"),
        ("6Cv", "D3H2-FAST-03"),
        ("8Bw", "D3H2-FAST-03"),
        ("8Sp", "D3H2-FAST-03"),
        ("Gd", "D3H2-FAST-03"),
        ("Dg", "D3H2-FAST-03"),
        ("Ab", "D3H2-FAST-03"),
        ("Fl", "D3H2-FAST-03"),
        ("AHr", "D3H2-FAST-03"),
    ] {
        let draft = army("24", &format!("Kn general; {code} fast"));
        assert!(errors(&draft).contains(&"fast-not-allowed"), "{code}");
        assert_eq!(rule_of(&draft, Code::FastNotAllowed).as_deref(), Some(rule), "{code}");
    }
}

/// D3H2-FAST-01, FAST-04, FAST-05, FAST-06, FAST-09, FAST-10, FAST-11, FAST-12.
#[test]
fn the_others_may_be_fast() {
    for code in [
        "Kn", "HCh", "Cv", "LCh", "LH", "Bh", "Bs", "Sp", "Pk", "Bd", "6Bd", "Ax", "Bw", "Wb", "Hd", "IHd", "WWg",
        "Sh", "Sk", "CP", "Ps", "Lk",
    ] {
        let draft = army("24", &format!("Kn general; {code} fast"));
        assert!(!errors(&draft).contains(&"fast-not-allowed"), "{code}");
    }
}

/// D3H2-FAST-15, FAST-16: on a roster, Fast only changes the move.
#[test]
fn fast_elements_move_farther_and_fight_alike() {
    let moves = |elements| report(&army("24", elements)).totals.moves;
    assert_eq!(moves("Bd general; 11 Bd"), Some((2, 2)));
    assert_eq!(moves("Bd general fast; 11 Bd fast"), Some((3, 3)));
    assert_eq!(moves("Kn general fast; LH fast; Bs fast"), Some((5, 4)));
}

/// D3H2-TYPE-09, D3H2-LIST-21.
#[test]
fn only_lurkers_are_for_the_water() {
    assert!(errors(&army("24", "Kn general; 2 Lk water; WLk")).is_empty());
    let draft = army("24", "Kn general; Ps water");
    assert_eq!(errors(&draft), ["water-not-allowed"]);
    assert_eq!(rule_of(&draft, Code::WaterNotAllowed).as_deref(), Some("D3H2-TYPE-09"));
}

/// D3H2-MOVE-18.
#[test]
fn only_war_wagons_are_siege_towers() {
    assert!(errors(&army("24", "Kn general; WWg tower")).is_empty());
    assert_eq!(errors(&army("24", "Kn general; Art tower")), ["siege-tower-not-allowed"]);
}

/// D3H2-TYPE-15, D3H2-FAST-13, D3H2-COST-09.
#[test]
fn foot_rides_with_leave_only() {
    let draft = army("24", "Kn general; 2 Bw mounted");
    assert!(errors(&draft).is_empty());
    assert_eq!(rule_of(&draft, Code::NeedsPermission).as_deref(), Some("D3H2-TYPE-15"));
    assert_eq!(report(&army("24", "Bw general mounted")).totals.moves, Some((3, 3)));
    assert_eq!(report(&army("24", "Bw general mounted fast")).totals.moves, Some((4, 4)));
}

/// D3H2-TYPE-15, D3H2-FAST-13: all infantry rides, Fast only where it may be on foot.
#[test]
fn infantry_rides_and_nobody_else_does() {
    for code in ["Sp", "8Sp", "Pk", "Bd", "6Bd", "Ax", "Bw", "8Bw", "Sh", "Ps", "Lk", "Wb", "Hd", "IHd", "Sk"] {
        let draft = army("24", &format!("Kn general; {code} mounted"));
        assert_eq!(errors(&draft), Vec::<&str>::new(), "{code}");
    }
    for code in ["Kn", "Cv", "Hr", "Bs", "Gd", "Art", "WWg", "CP", "Mg", "Cl"] {
        let draft = army("24", &format!("Kn general; {code} mounted"));
        assert_eq!(errors(&draft), ["mounted-not-allowed"], "{code}");
        assert_eq!(rule_of(&draft, Code::MountedNotAllowed), None, "{code}");
    }
    for (code, legal) in [("8Sp", false), ("8Bw", false), ("Bw", true), ("Bd", true), ("Ps", true)] {
        let draft = army("24", &format!("Kn general; {code} mounted fast"));
        assert_eq!(errors(&draft).is_empty(), legal, "{code}");
        if !legal {
            assert_eq!(rule_of(&draft, Code::FastNotAllowed).as_deref(), Some("D3H2-FAST-13"), "{code}");
        }
    }
}

/// D3H2-TRAD-45.
#[test]
fn the_traditional_rules_have_no_mounted_infantry() {
    for elements in ["Kn general; 2 Bd mounted", "Kn general; Mtd-Sp", "Kn general; Art mounted"] {
        let draft = army_of("d3h2-traditional", "24", elements);
        assert_eq!(errors(&draft), ["not-in-ruleset"], "{elements}");
        assert_eq!(rule_of(&draft, Code::NotInRuleset).as_deref(), Some("D3H2-TRAD-45"));
    }
}

/// D3H2-LIST-23, D3H2-LIST-24.
#[test]
fn a_camp_is_needed_unless_three_war_wagons_make_one() {
    for (elements, camp, missing) in [
        ("Kn general; 2 WWg", false, true),
        ("Kn general; 3 WWg", false, false),
        ("Kn general; 2 WWg; WWg fast", false, false),
        ("Kn general; 3 WWg", true, false),
        ("Kn general", true, false),
        ("Kn general", false, true),
    ] {
        let mut draft = army("24", elements);
        draft.camp = camp;
        assert_eq!(errors(&draft).contains(&"camp-missing"), missing, "{elements} {camp}");
        if missing {
            assert_eq!(rule_of(&draft, Code::CampMissing).as_deref(), Some("D3H2-LIST-23"));
        }
    }
}

/// D3H2-LIST-25.
#[test]
fn aggression_goes_from_none_to_four() {
    for (factor, wrong) in [(0, false), (4, false), (5, true), (-1, true)] {
        let mut draft = army("24", "Kn general; 11 Bd");
        draft.aggression = factor;
        assert_eq!(errors(&draft).contains(&"aggression-range"), wrong, "{factor}");
    }
}

/// D3H2-LIST-26, D3H2-TERR-01.
#[test]
fn the_home_terrain_is_one_of_seven_freely_chosen() {
    let mut draft = army("24", "Kn general; 11 Bd");
    for terrain in ["arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral"] {
        draft.home_terrain = Some(terrain.into());
        assert!(codes(&draft).is_empty());
    }
    draft.home_terrain = Some("moon".into());
    assert_eq!(errors(&draft), ["home-terrain-unknown"]);
    draft.home_terrain = None;
    assert_eq!(codes(&draft), [(Code::HomeTerrainUnset, None)]);
}

/// D3H2-TRAD-03, D3H2-TYPE-19.
#[test]
fn historical_types_are_not_in_the_traditional_set() {
    let draft = army_of("d3h2-traditional", "24", "Kn general; 2 Bw; Foozle");
    assert_eq!(errors(&draft), ["not-in-ruleset", "unknown-type"]);
    assert_eq!(rule_of(&draft, Code::NotInRuleset).as_deref(), Some("D3H2-TRAD-03"));
}

/// DBA3-CITY-03.
#[test]
fn civilians_are_never_part_of_an_army() {
    let draft = army_of("dba3", "12", "4Bd general; 10 4Bd; Civ");
    assert_eq!(rule_of(&draft, Code::NotInRuleset).as_deref(), Some("DBA3-CITY-03"));
    assert!(!errors(&draft).contains(&"no-price"), "{:?}", errors(&draft));
}
