//! The general: LIST-07 to LIST-13, FAST-14.

use musterfield_army::Code;
use musterfield_fixtures::armies::{army, codes, errors, rule_of};

/// D3H2-LIST-07.
#[test]
fn an_army_has_exactly_one_general() {
    assert_eq!(errors(&army("24", "12 Bd")), ["no-general"]);
    assert_eq!(rule_of(&army("24", "12 Bd"), Code::NoGeneral).as_deref(), Some("D3H2-LIST-07"));
    assert_eq!(errors(&army("24", "Bd general; 11 Bd")), Vec::<&str>::new());
    let two = army("24", "Bd general; Kn general; 10 Bd");
    assert_eq!(codes(&two), [(Code::SeveralGenerals, Some(1))]);
    assert_eq!(codes(&army("24", "2 Bd general; 10 Bd")), [(Code::BadCount, Some(0))]);
}

/// D3H2-LIST-08: the only problem, without `no-general` beside it.
#[test]
fn what_starts_off_the_table_never_leads() {
    for barred in ["Gd", "Dg", "Lk"] {
        let draft = army("24", &format!("{barred} general; 8 Bd"));
        assert_eq!(errors(&draft), ["general-not-allowed"], "{barred}");
        assert_eq!(rule_of(&draft, Code::GeneralNotAllowed).as_deref(), Some("D3H2-LIST-08"));
    }
}

/// D3H2-LIST-09.
#[test]
fn an_ally_never_leads() {
    let draft = army("24", "Kn general ally; 11 Bd");
    assert_eq!(errors(&draft), ["general-not-allowed"]);
    assert_eq!(rule_of(&draft, Code::GeneralNotAllowed).as_deref(), Some("D3H2-LIST-09"));
}

/// D3H2-LIST-10, D3H2-LIST-11.
#[test]
fn unusual_generals_are_allowed_with_a_word() {
    for (unusual, rule) in [
        ("Bs", "D3H2-LIST-10"),
        ("Pl", "D3H2-LIST-10"),
        ("Sk", "D3H2-LIST-10"),
        ("Hd", "D3H2-LIST-11"),
        ("IHd", "D3H2-LIST-11"),
        ("SCh", "D3H2-LIST-11"),
        ("Art", "D3H2-LIST-11"),
    ] {
        let draft = army("24", &format!("{unusual} general; 10 Bd"));
        assert!(errors(&draft).is_empty(), "{unusual}");
        assert_eq!(rule_of(&draft, Code::GeneralUnusual).as_deref(), Some(rule), "{unusual}");
    }
}

/// D3H2-LIST-12.
#[test]
fn everybody_else_leads_without_remark() {
    for code in [
        "Hr", "AHr", "Mg", "Cl", "CP", "Kn", "4Kn", "6Kn", "Cv", "6Cv", "LH", "Cm", "Bh", "Ab", "Fl", "Bd", "6Bd",
        "Sp", "8Sp", "Pk", "Wb", "Ax", "Bw", "8Bw", "Sh", "Ps", "WWg",
    ] {
        let draft = army("24", &format!("{code} general"));
        assert_eq!(codes(&draft), [(Code::PointsUnspent, None)], "{code}");
    }
}

/// D3H2-LIST-13.
#[test]
fn a_command_post_without_the_general_is_unusual() {
    let draft = army("24", "Hr general; CP; 9 Bd");
    assert_eq!(codes(&draft), [(Code::CommandPostNotGeneral, Some(1))]);
    assert_eq!(rule_of(&draft, Code::CommandPostNotGeneral).as_deref(), Some("D3H2-LIST-13"));
    assert!(codes(&army("24", "CP general; 11 Bd")).is_empty());
}

/// D3H2-FAST-14.
#[test]
fn the_general_may_be_fast_where_his_type_may() {
    assert!(codes(&army("24", "Kn general fast; 11 Bd")).is_empty());
    assert_eq!(errors(&army("24", "Hr general fast; 10 Bd")), ["fast-not-allowed"]);
}
