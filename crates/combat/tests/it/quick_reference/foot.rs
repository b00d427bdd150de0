//! The rows of Foot.

use serde_json::json;

use super::super::meeting::{AERIAL, MOUNTED, beaten, doubled, level, meet, so, with};
use super::{beats, beside, doubles, fast_moves, figures, in_bad_going, range, supported};

/// D3H2-QREF-05: Behemoths flee from its shots and Flyers recoil, by the main table.
#[test]
fn artillery() {
    figures("Art", [4, 4], [Some(2), None]);
    assert_eq!(range("Art"), [Some(5), None]);
    for (target, outcome, rule) in [
        ("LH", "flee", "D3H2-OUT-35"),
        ("Fl", "recoil", "D3H2-OUT-25"),
        ("Bh", "flee", "D3H2-OUT-24"),
        ("Hr", "destroyed", "D3H2-OUT-29"),
        ("WWg", "destroyed", "D3H2-OUT-44"),
    ] {
        beaten(target, "Art").shot_at().is(outcome, rule);
    }
    doubles(
        "Art",
        &[
            ("Ps", "flee", "D3H2-OUT-54"),
            ("Cv", "flee", "D3H2-OUT-49"),
            ("LH", "flee", "D3H2-OUT-50"),
            ("Fl", "flee", "D3H2-OUT-56"),
        ],
    );
}

/// D3H2-QREF-07: it omits that they destroy Behemoths.
#[test]
fn auxilia() {
    figures("Ax", [3, 3], [Some(2), Some(2)]);
    fast_moves("Ax", [Some(3), Some(3)]);
    in_bad_going("Ax", false);
    beaten("Bh", "Ax").is("destroyed", "D3H2-OUT-23");
}

/// D3H2-QREF-10: Camelry too are destroyed on equal totals, by the main table.
#[test]
fn blades() {
    figures("Bd", [5, 3], [Some(2), Some(1)]);
    fast_moves("Bd", [Some(3), Some(3)]);
    in_bad_going("Bd", true);
    meet("Bd", "Bw").shot_at().has_factor(4, "D3H2-CF-08");
    meet("Bd", "Mg").bespelled().has_factor(4, "D3H2-CF-08");
    level("Kn", "Bd").is("destroyed", "D3H2-OUT-14");
    level("Cm", "Bd").is("destroyed", "D3H2-OUT-14");
    doubles("Bd", &[("Ps", "flee", "D3H2-OUT-54"), ("LH", "flee", "D3H2-OUT-50"), ("Fl", "flee", "D3H2-OUT-56")]);
    beaten("Sp", "Bd").pursued(0.5, "D3H2-PURS-05");
    beaten("Ps", "Bd").not_pursued();
    beaten("Cv", "Bd").not_pursued();
}

/// D3H2-QREF-11
#[test]
fn bows() {
    figures("Bw", [2, 4], [Some(2), Some(1)]);
    fast_moves("Bw", [Some(3), Some(3)]);
    assert_eq!(range("Bw"), [Some(3), None]);
    meet(beside("Bw", "Bd"), "Sp").counts(&[("D3H2-SUPP-13", 1)]);
    meet(beside("Bw", "Bd"), "Cv").counts(&[]);
    meet(beside("Bw in bad going", "Bd"), "Sp").counts(&[]);
    doubled("Ps", "Bw").shot_at().is("flee", "D3H2-OUT-51");
}

/// D3H2-QREF-14
#[test]
fn clerics() {
    figures("Cl", [4, 4], [Some(2), Some(1)]);
    in_bad_going("Cl", true);
    beaten("Gd", "Cl").is("flee", "D3H2-OUT-27");
}

/// D3H2-QREF-15: Fast ones move three, and Foot on two edges destroys one on equal totals, by the main tables.
#[test]
fn command_posts() {
    figures("CP", [5, 3], [Some(2), None]);
    fast_moves("CP", [Some(3), None]);
    meet("CP", "Bw").shot_at().has_factor(4, "D3H2-CF-13");
    meet("CP", "Mg").bespelled().has_factor(4, "D3H2-CF-13");
    for winner in ["Bd", "Kn", "Fl"] {
        beaten("CP", winner).is("none", "D3H2-OUT-22");
    }
    level(so("CP", "two_edges"), "Bd").is("destroyed", "D3H2-OUT-18");
}

/// D3H2-QREF-20: Cavalry in bad going is destroyed, by the main table.
#[test]
fn hordes() {
    figures("Hd", [3, 2], [Some(2), Some(1)]);
    fast_moves("Hd", [Some(3), Some(3)]);
    in_bad_going("Hd", true);
    for winner in ["Sp", "Bd", "Cv", "Fl"] {
        beaten("Hd", winner).is("none", "D3H2-OUT-43");
    }
    beaten("Hd", "Bw").shot_at().is("recoil", "D3H2-OUT-43");
    doubles(
        "Hd",
        &[
            ("Ps", "flee", "D3H2-OUT-54"),
            ("Cv", "flee", "D3H2-OUT-49"),
            ("Cv in bad going", "destroyed", "D3H2-OUT-49"),
            ("LH", "flee", "D3H2-OUT-50"),
            ("Fl", "flee", "D3H2-OUT-56"),
        ],
    );
    beaten("Sp", "Hd").pursued(1.0, "D3H2-PURS-04");
}

/// D3H2-QREF-23: two in rough and bad going, and Airboats flee too, by the main tables.
#[test]
fn mages() {
    figures("Mg", [4, 4], [Some(5), Some(2)]);
    assert_eq!(range("Mg"), [None, Some(5)]);
    in_bad_going("Mg", true);
    for (target, outcome, rule) in [
        ("Mg", "ensorcelled", "D3H2-OUT-30"),
        ("Hr", "ensorcelled", "D3H2-OUT-29"),
        ("Bh", "flee", "D3H2-OUT-24"),
        ("Gd", "flee", "D3H2-OUT-27"),
        ("Fl", "flee", "D3H2-OUT-25"),
        ("Ab", "flee", "D3H2-OUT-25"),
    ] {
        beaten(target, "Mg").is(outcome, rule);
        beaten(target, "Mg").bespelled().is(outcome, rule);
    }
}

/// D3H2-QREF-25: of Mounted and Aerials only Knights, Behemoths and Scythed Chariots are affected by their second
/// rank, by the main table.
#[test]
fn pikes() {
    figures("Pk", [3, 4], [Some(2), Some(1)]);
    fast_moves("Pk", [Some(3), Some(3)]);
    meet(supported("Pk"), "Sp").counts(&[("D3H2-SUPP-02", 3)]);
    meet(supported("Pk"), "Ps").counts(&[]);
    for enemy in MOUNTED.into_iter().chain(AERIAL) {
        let minds = ["Kn", "4Kn", "6Kn", "Bh", "SCh"].contains(&enemy);
        meet(supported("Pk"), enemy).counts(if minds { &[("D3H2-SUPP-04", 1)] } else { &[] });
    }
    meet(supported("Pk in bad going"), "Sp").counts(&[("D3H2-TACT-18", -2)]);
    doubles(
        "Pk",
        &[
            ("Ps", "flee", "D3H2-OUT-54"),
            ("Cv", "flee", "D3H2-OUT-49"),
            ("LH", "flee", "D3H2-OUT-50"),
            ("LH in bad going", "destroyed", "D3H2-OUT-50"),
            ("Fl", "flee", "D3H2-OUT-56"),
        ],
    );
    beaten("Sp", "Pk").pursued(0.5, "D3H2-PURS-05");
    beaten("Ps", "Pk").not_pursued();
    beaten("Cv", "Pk").not_pursued();
}

/// D3H2-QREF-26
#[test]
fn psiloi() {
    figures("Ps", [2, 2], [Some(3), Some(3)]);
    in_bad_going("Ps", false);
    beats("Ps", &[("Bh", "destroyed", "D3H2-OUT-23"), ("Fast Bh", "recoil", "D3H2-OUT-24")]);
}

/// D3H2-QREF-27: Camelry too are destroyed on equal totals, by the main table; doubled Psiloi flee only from shots.
#[test]
fn shooters() {
    figures("Sh", [3, 4], [Some(2), Some(1)]);
    fast_moves("Sh", [Some(3), Some(3)]);
    assert_eq!(range("Sh"), [Some(3), None]);
    meet(beside("Sh", "Bd"), "Sp").counts(&[("D3H2-SUPP-13", 1)]);
    meet(with("Sh", "side_support", json!({"type": "Bd", "fast": true})), "Sp").counts(&[]);
    meet(beside("Sh in bad going", "Bd"), "Sp").counts(&[]);
    level("Kn", "Sh").is("destroyed", "D3H2-OUT-14");
    level("Cm", "Sh").is("destroyed", "D3H2-OUT-14");
    doubled("Ps", "Sh").shot_at().is("flee", "D3H2-OUT-51");
    doubled("Ps", "Sh").is("destroyed", "D3H2-OUT-54");
}

/// D3H2-QREF-28: camps are affected by them too; they may be slow, and are hampered in bad going, by the main tables.
#[test]
fn sneakers() {
    figures("Sk", [5, 3], [Some(2), Some(1)]);
    fast_moves("Sk", [Some(3), Some(3)]);
    in_bad_going("Sk", true);
    for code in ["Bd", "Cv", "Mg"] {
        beaten(code, "Sk").is("none", "D3H2-OUT-04");
        doubled(code, "Sk").is("none", "D3H2-OUT-04");
    }
    beaten("general Bd", "Sk").is("recoil", "D3H2-OUT-36");
    beaten("general Cv", "Sk").is("recoil", "D3H2-OUT-34");
    beaten("Camp", "Sk").is("captured", "D3H2-OUT-45");
    beaten("Stronghold", "Sk").is("captured", "D3H2-OUT-45");
    beaten("Sk", "Sk").is("flee", "D3H2-OUT-41");
}

/// D3H2-QREF-29: Fast ones move three everywhere, by the main table.
#[test]
fn spears() {
    figures("Sp", [4, 4], [Some(2), Some(1)]);
    fast_moves("Sp", [Some(3), Some(3)]);
    for friend in ["Sp", "Bd"] {
        meet(beside("Sp", friend), "Bd").counts(&[("D3H2-SUPP-12", 1)]);
        meet(beside("Sp in bad going", friend), "Bd").counts(&[("D3H2-TACT-18", -2)]);
    }
    doubles(
        "Sp",
        &[
            ("Ps", "flee", "D3H2-OUT-54"),
            ("Cv", "flee", "D3H2-OUT-49"),
            ("Cv in bad going", "destroyed", "D3H2-OUT-49"),
            ("LH", "flee", "D3H2-OUT-50"),
            ("Fl", "flee", "D3H2-OUT-56"),
        ],
    );
}

/// D3H2-QREF-30: they move the same distance in all going, Clerics are destroyed by them, and doubled Cavalry too, by
/// the main tables.
#[test]
fn warband() {
    figures("Wb", [3, 2], [Some(2), Some(2)]);
    fast_moves("Wb", [Some(3), Some(3)]);
    in_bad_going("Wb", false);
    meet(supported("Wb"), "Sp").counts(&[("D3H2-SUPP-03", 1)]);
    meet(supported("Wb in bad going"), "Sp").counts(&[]);
    beats(
        "Wb",
        &[
            ("Bd", "destroyed", "D3H2-OUT-36"),
            ("Hd", "destroyed", "D3H2-OUT-43"),
            ("Pk", "destroyed", "D3H2-OUT-36"),
            ("Sp", "destroyed", "D3H2-OUT-36"),
            ("Cl", "destroyed", "D3H2-OUT-37"),
        ],
    );
    doubles("Wb", &[("Cv", "destroyed", "D3H2-OUT-49"), ("LH", "flee", "D3H2-OUT-50"), ("Fl", "flee", "D3H2-OUT-56")]);
    beaten("Sp", "Wb").pursued(0.5, "D3H2-PURS-05");
    beaten("Ps", "Wb").not_pursued();
    beaten("Cv", "Wb").not_pursued();
}

/// D3H2-QREF-31
#[test]
fn war_wagons() {
    figures("WWg", [3, 4], [Some(2), None]);
    fast_moves("WWg", [Some(3), None]);
    assert_eq!(range("WWg"), [Some(3), None]);
    for winner in ["Bd", "Kn", "Fl"] {
        beaten("WWg", winner).is("none", "D3H2-OUT-44");
    }
}
