//! The quick reference, row by row: a condensed aid. Where it agrees with the main text and tables, that is tested
//! here; where it differs, the main ones take precedence, as each test notes.
//!
//! Its rows are written from the winner's side: what a type does to others. The tests check the outcomes for the
//! others.

mod foot;

use musterfield_rules::book;
use musterfield_rules::terrain::Kind;
use serde_json::json;

use super::meeting::{AERIAL, Element, FOOT, MOUNTED, beaten, doubled, level, meet, named, so, with};

/// The figures of a row: factors against Foot and against others, moves in good going and in rough or bad.
#[track_caller]
fn figures(code: &str, factors: [i8; 2], moves: [Option<u16>; 2]) {
    let rules = book().unwrap().ruleset("d3h2").unwrap();
    let (_, troop) = rules.troops().find(|(_, troop)| *troop.code == *code).unwrap();
    assert_eq!([troop.factor.value.foot, troop.factor.value.mounted], factors, "{code}");
    let told = troop.moves(false);
    assert_eq!(told.rough, told.bad, "{code}");
    assert_eq!([told.good, told.bad], moves, "{code}");
}

/// The moves of a Fast element, from the main table where the quick reference has none.
#[track_caller]
fn fast_moves(code: &str, moves: [Option<u16>; 2]) {
    let rules = book().unwrap().ruleset("d3h2").unwrap();
    let (_, troop) = rules.troops().find(|(_, troop)| *troop.code == *code).unwrap();
    assert!(troop.fast.value.applies(true), "{code}");
    let told = troop.moves(true);
    assert_eq!(told.rough, told.bad, "{code}");
    assert_eq!([told.good, told.bad], moves, "{code}");
}

#[track_caller]
fn range(code: &str) -> [Option<u16>; 2] {
    let rules = book().unwrap().ruleset("d3h2").unwrap();
    let (_, troop) = rules.troops().find(|(_, troop)| *troop.code == *code).unwrap();
    [troop.range.as_ref().map(|range| range.value), troop.spell.as_ref().map(|spell| spell.value)]
}

/// Two less in bad going, or no change.
#[track_caller]
fn in_bad_going(code: &str, is_hampered: bool) {
    let expected = if is_hampered { &[("D3H2-TACT-18", -2)][..] } else { &[] };
    meet(&*format!("{code} in bad going"), "Kn").counts(expected);
}

/// The outcomes for several losers that score less than a winner, but more than half.
#[track_caller]
fn beats(winner: &str, losers: &[(&str, &str, &str)]) {
    for (loser, outcome, rule) in losers {
        beaten(*loser, winner).is(outcome, rule);
    }
}

/// The outcomes for several losers that score half as much as a winner or less.
#[track_caller]
fn doubles(winner: &str, losers: &[(&str, &str, &str)]) {
    for (loser, outcome, rule) in losers {
        doubled(*loser, winner).is(outcome, rule);
    }
}

/// It never stands in woods or in a hamlet.
#[track_caller]
fn never_lands_in_woods(code: &str) {
    for place in ["woods", "hamlet"] {
        meet(&*format!("{code} in {place}"), "Bd").cannot("not-possible", "a.feature", Some("D3H2-MOVE-08"));
    }
}

fn supported(element: &str) -> Element {
    so(element, "rear_support")
}

fn beside(element: &str, friend: &str) -> Element {
    with(element, "side_support", json!({"type": friend}))
}

/// D3H2-QREF-01
#[test]
fn less_is_a_recoil_and_half_is_the_end_unless_a_row_says_otherwise() {
    for (loser, rule) in [
        ("Bd", "D3H2-OUT-36"),
        ("Ax", "D3H2-OUT-38"),
        ("Cv", "D3H2-OUT-34"),
        ("Kn", "D3H2-OUT-32"),
        ("Bs", "D3H2-OUT-39"),
    ] {
        beaten(loser, "Sp").is("recoil", rule);
        let by = if loser == "Cv" { "Ax" } else { "Sp" };
        doubled(loser, by).is("destroyed", if loser == "Cv" { "D3H2-OUT-49" } else { "D3H2-OUT-57" });
    }
}

/// The first column is for Foot and features, the second for all others (D3H2-QREF-02).
#[test]
fn its_columns_are_those_of_the_factors() {
    for (code, foot, others, rule) in
        [("Bd", 5, 3, "D3H2-CF-08"), ("Kn", 3, 4, "D3H2-CF-19"), ("Bw", 2, 4, "D3H2-CF-09"), ("Wb", 3, 2, "D3H2-CF-29")]
    {
        for enemy in ["Sp", "Hd", "Mg", "Stronghold", "Camp", "Cv holding a Camp"] {
            meet(code, enemy).has_factor(foot, rule);
        }
        for enemy in ["Cv", "Hr", "Dg", "Fl"] {
            meet(code, enemy).has_factor(others, rule);
        }
    }
}

/// D3H2-QREF-03: Artillery does not survive shots and spells either, by the main table.
#[test]
fn all_types_destroy_artillery_and_put_sneakers_to_flight() {
    for winner in named("all") {
        if winner.ends_with("Sk") {
            continue;
        }
        beaten("Art", &*winner).is("destroyed", "D3H2-OUT-46");
        beaten("Sk", &*winner).is("flee", "D3H2-OUT-41");
    }
    beaten("Art", "Bw").shot_at().is("destroyed", "D3H2-OUT-46");
    beaten("Art", "Mg").bespelled().is("destroyed", "D3H2-OUT-46");
    for first in ["Bd", "Sp", "Ax", "Wb", "Ps"] {
        level(&*format!("Fast {first}"), "Sp").is("recoil", "D3H2-OUT-16");
        level(&*format!("Fast {first}"), "Fast Sp").is("none", "D3H2-OUT-16");
    }
}

/// D3H2-QREF-04: by the main table, Mounted with equal totals recoil only from solid Foot, except for Knights and
/// Camelry, and Aerials from no opponent.
#[test]
fn on_equal_totals_not_all_mounted_go_back() {
    for winner in ["Bd", "Kn", "Fl", "Ps", "Mg"] {
        beaten("Pl", winner).is("destroyed", "D3H2-OUT-28");
    }
    for first in ["Cv", "LH", "Bh", "Bs", "Hr", "Pl"] {
        level(first, "Sp").is("recoil", "D3H2-OUT-17");
        level(first, "Fast Sp").is("none", "D3H2-OUT-17");
        level(first, "Cv").is("none", "D3H2-OUT-17");
    }
    for first in ["Kn", "Cm"] {
        level(first, "Cv").is("recoil", "D3H2-OUT-14");
        level(first, "Fast Cv").is("none", "D3H2-OUT-14");
        level(first, "Bd").is("destroyed", "D3H2-OUT-14");
        level(first, "Sh").is("destroyed", "D3H2-OUT-14");
    }
    for first in ["Fl", "Ab", "Dg", "Gd"] {
        level(first, "Sp").is("none", "D3H2-OUT-20");
    }
}

/// D3H2-QREF-06
#[test]
fn airboats() {
    figures("Ab", [5, 3], [Some(5), Some(5)]);
    never_lands_in_woods("Ab");
}

/// D3H2-QREF-08: Fast ones move five, by the main table.
#[test]
fn beasts() {
    figures("Bs", [3, 4], [Some(4), Some(4)]);
    fast_moves("Bs", [Some(5), Some(5)]);
    beats("Bs", &[("Bw", "destroyed", "D3H2-OUT-39"), ("Sh", "destroyed", "D3H2-OUT-39")]);
    beaten("Sp", "Bs").pursued(1.0, "D3H2-PURS-04");
}

/// D3H2-QREF-09: doubled Flyers flee from them, and War Wagons, Camelry and Warband are affected by them, by the main
/// tables.
#[test]
fn behemoths() {
    figures("Bh", [5, 4], [Some(3), Some(1)]);
    fast_moves("Bh", [Some(4), Some(1)]);
    in_bad_going("Bh", true);
    beats(
        "Bh",
        &[
            ("Bw", "destroyed", "D3H2-OUT-39"),
            ("Sh", "destroyed", "D3H2-OUT-39"),
            ("Hd", "destroyed", "D3H2-OUT-43"),
            ("Kn", "destroyed", "D3H2-OUT-32"),
            ("Bs", "destroyed", "D3H2-OUT-39"),
            ("WWg", "destroyed", "D3H2-OUT-44"),
            ("Cm", "flee", "D3H2-OUT-33"),
            ("Wb", "recoil", "D3H2-OUT-42"),
        ],
    );
    beaten("Wb", "Fast Bh").is("destroyed", "D3H2-OUT-42");
    doubles("Bh", &[("Ps", "recoil", "D3H2-OUT-52"), ("Fl", "flee", "D3H2-OUT-56")]);
    beaten("Sp", "Bh").pursued(1.0, "D3H2-PURS-04");
}

/// D3H2-QREF-12: it is the Camelry that flee from Behemoths, and two less in bad going count, by the main tables.
#[test]
fn camelry() {
    figures("Cm", [3, 3], [Some(3), Some(1)]);
    beats(
        "Cm",
        &[
            ("Ps", "destroyed", "D3H2-OUT-40"),
            ("Bw", "destroyed", "D3H2-OUT-39"),
            ("Sh", "destroyed", "D3H2-OUT-39"),
            ("Bs", "destroyed", "D3H2-OUT-39"),
            ("Kn", "destroyed", "D3H2-OUT-32"),
            ("Bh", "recoil", "D3H2-OUT-24"),
            ("Ps in woods", "recoil", "D3H2-OUT-40"),
        ],
    );
    for winner in ["Bd", "Ps", "LH", "Fl"] {
        beaten("Cm in bad going", winner).is("destroyed", "D3H2-OUT-33");
        for place in ["dunes", "oasis"] {
            beaten(&*format!("Cm in {place}"), winner).is("recoil", "D3H2-OUT-33");
        }
    }
    beaten("Cm", "Bh").is("flee", "D3H2-OUT-33");
    in_bad_going("Cm", true);
    meet("Cm in dunes", "Kn").counts(&[]);
    meet("Cm in oasis", "Kn").counts(&[]);
}

/// D3H2-QREF-13: they destroy Psiloi in good going, by the main table.
#[test]
fn cavalry() {
    figures("Cv", [3, 3], [Some(4), Some(1)]);
    fast_moves("Cv", [Some(5), Some(1)]);
    in_bad_going("Cv", true);
    for winner in ["Bd", "Ps", "LH", "Fl"] {
        beaten("Cv in bad going", winner).is("flee", "D3H2-OUT-34");
    }
    beats(
        "Cv",
        &[
            ("Bw", "destroyed", "D3H2-OUT-39"),
            ("Sh", "destroyed", "D3H2-OUT-39"),
            ("Bs", "destroyed", "D3H2-OUT-39"),
            ("Ps", "destroyed", "D3H2-OUT-40"),
        ],
    );
}

/// D3H2-QREF-16
#[test]
fn dragons() {
    figures("Dg", [6, 6], [Some(10), Some(10)]);
    beats("Dg", &[("Mg", "destroyed", "D3H2-OUT-30"), ("Bh", "flee", "D3H2-OUT-24")]);
    never_lands_in_woods("Dg");
}

/// D3H2-QREF-17
#[test]
fn flyers() {
    figures("Fl", [2, 2], [Some(10), Some(10)]);
    never_lands_in_woods("Fl");
}

/// D3H2-QREF-18
#[test]
fn gods() {
    figures("Gd", [6, 6], [Some(10), Some(10)]);
    beats("Gd", &[("Mg", "destroyed", "D3H2-OUT-30"), ("Gd", "flee", "D3H2-OUT-27")]);
    beaten("Gd", "Bd").is("none", "D3H2-OUT-27");
    never_lands_in_woods("Gd");
}

/// D3H2-QREF-19: two in rough and bad going, by the main table.
#[test]
fn heroes() {
    figures("Hr", [5, 5], [Some(5), Some(2)]);
    figures("AHr", [5, 5], [Some(10), Some(10)]);
    in_bad_going("Hr", true);
    for hero in ["Hr", "AHr"] {
        beats(
            hero,
            &[
                ("Mg", "destroyed", "D3H2-OUT-30"),
                ("Hr", "destroyed", "D3H2-OUT-29"),
                ("Dg", "destroyed", "D3H2-OUT-26"),
            ],
        );
    }
    for loser in ["Bw", "Sh", "Bs"] {
        beaten(loser, "Hr").is("destroyed", "D3H2-OUT-39");
    }
    never_lands_in_woods("AHr");
}

/// D3H2-QREF-21: Sneakers flee, Mages recoil, Command Posts stay, Fast ones move four, and in bad going the Knights
/// themselves just recoil, by the main tables.
#[test]
fn knights() {
    figures("Kn", [3, 4], [Some(3), Some(1)]);
    fast_moves("Kn", [Some(4), Some(1)]);
    in_bad_going("Kn", true);
    beats(
        "Kn",
        &[
            ("Bw", "destroyed", "D3H2-OUT-39"),
            ("Sh", "destroyed", "D3H2-OUT-39"),
            ("Bs", "destroyed", "D3H2-OUT-39"),
            ("Sp", "destroyed", "D3H2-OUT-36"),
            ("Pk", "destroyed", "D3H2-OUT-36"),
            ("Bd", "destroyed", "D3H2-OUT-36"),
            ("Sp in bad going", "recoil", "D3H2-OUT-36"),
            ("Cl", "destroyed", "D3H2-OUT-37"),
            ("Ax", "destroyed", "D3H2-OUT-38"),
            ("Ps", "destroyed", "D3H2-OUT-40"),
            ("Wb", "destroyed", "D3H2-OUT-42"),
            ("Hd", "destroyed", "D3H2-OUT-43"),
            ("Art", "destroyed", "D3H2-OUT-46"),
            ("WWg", "none", "D3H2-OUT-44"),
            ("Sk", "flee", "D3H2-OUT-41"),
            ("Mg", "recoil", "D3H2-OUT-30"),
            ("CP", "none", "D3H2-OUT-22"),
        ],
    );
    beaten("Kn in bad going", "Sp").is("recoil", "D3H2-OUT-32");
    beaten("Ax", "Kn").pursued(1.0, "D3H2-PURS-04");
}

/// D3H2-QREF-22: Fast ones move five, and Behemoths are destroyed by them, by the main tables.
#[test]
fn light_horse() {
    figures("LH", [2, 2], [Some(4), Some(1)]);
    fast_moves("LH", [Some(5), Some(1)]);
    in_bad_going("LH", true);
    for enemy in ["Sp", "Cv", "Fl"] {
        meet(supported("LH"), enemy).counts(&[("D3H2-SUPP-05", 1)]);
    }
    beats(
        "LH",
        &[
            ("Bw", "destroyed", "D3H2-OUT-39"),
            ("Sh", "destroyed", "D3H2-OUT-39"),
            ("Kn", "destroyed", "D3H2-OUT-32"),
            ("Bh", "destroyed", "D3H2-OUT-23"),
            ("Fast Bh", "recoil", "D3H2-OUT-24"),
        ],
    );
}

/// D3H2-QREF-24: two in rough and bad going, and Dragons and Beasts are destroyed by them, by the main tables.
#[test]
fn paladins() {
    figures("Pl", [6, 6], [Some(5), Some(2)]);
    in_bad_going("Pl", true);
    beats(
        "Pl",
        &[
            ("Bw", "destroyed", "D3H2-OUT-39"),
            ("Sh", "destroyed", "D3H2-OUT-39"),
            ("Mg", "destroyed", "D3H2-OUT-30"),
            ("Hr", "destroyed", "D3H2-OUT-29"),
            ("Dg", "destroyed", "D3H2-OUT-26"),
            ("Bs", "destroyed", "D3H2-OUT-39"),
        ],
    );
}

/// D3H2-QREF-32: there is no row for them, so the main tables apply.
#[test]
fn scythed_chariots() {
    figures("SCh", [3, 3], [Some(4), Some(1)]);
    in_bad_going("SCh", true);
    level("SCh", "Bd").is("destroyed", "D3H2-OUT-12");
    beaten("SCh", "Bd").is("destroyed", "D3H2-OUT-31");
    beats("SCh", &[("Kn", "destroyed", "D3H2-OUT-32"), ("Cv", "flee", "D3H2-OUT-34")]);
}

/// D3H2-QREF-33: its table of home terrains is the main one, entry by entry (D3H2-TERR-21).
#[test]
fn home_terrains() {
    use Kind::{
        Boggy, Bua, DifficultHill, Dunes, Enclosures, GentleHill, Gully, Marsh, Oasis, Plough, River, Road, Rocky,
        Scrub, Waterway, Woods,
    };
    type Row<'a> = (&'a str, &'a [(Kind, u8, u8)], &'a [Kind]);
    let rows: [Row<'_>; 7] = [
        (
            "arable",
            &[(Bua, 1, 1), (Plough, 2, 2)],
            &[River, Road, Waterway, Enclosures, Scrub, Boggy, DifficultHill, Woods, GentleHill, Plough],
        ),
        ("forest", &[(Woods, 1, 2)], &[River, Marsh, Woods, GentleHill, Bua]),
        ("hilly", &[(DifficultHill, 1, 2)], &[River, Road, Woods, DifficultHill, Bua]),
        ("steppe", &[(GentleHill, 1, 2)], &[River, Gully, Scrub, Rocky, Bua]),
        ("dry", &[(Rocky, 1, 2), (Scrub, 1, 2)], &[Dunes, DifficultHill, Oasis, Bua]),
        ("tropical", &[(Woods, 1, 2)], &[River, Gully, Road, Enclosures, Marsh, Woods, Bua]),
        ("littoral", &[(Waterway, 1, 1)], &[Road, River, DifficultHill, Marsh, Woods, Dunes, Bua]),
    ];
    let terrain = book().unwrap().terrain("d3h2").unwrap();
    assert_eq!(terrain.homes.len(), rows.len());
    for (home, (id, compulsory, optional)) in terrain.homes.iter().zip(rows) {
        assert_eq!(&*home.id, id);
        let first: Vec<(Kind, u8, u8)> = home.compulsory.iter().map(|of| (of.kind, of.count.0, of.count.1)).collect();
        assert_eq!((&*first, &*home.optional), (compulsory, optional), "{id}");
        let either = if id == "littoral" { vec![vec![DifficultHill, Marsh], vec![Woods, Dunes]] } else { Vec::new() };
        assert_eq!(home.either, either, "{id}");
    }
}

/// D3H2-QREF-34: the three cases of protection from magic count once, and so does a shieldwall; Lurkers are exempt in
/// bad going.
#[test]
fn tactical_factors_count_once() {
    let two = [("D3H2-TACT-01", 2)];
    for fields in [&["facing_river"][..], &["protected"], &["facing_river", "protected"]] {
        let target = |words: &str| fields.iter().fold(super::meeting::with(words, "roll", 4), |e, f| e.with(f, true));
        meet(target("Sp"), "Mg").bespelled().counts(&two);
        meet(target("Sp in woods"), "Mg").bespelled().counts(&two);
        meet(target("Sp in hamlet"), "Mg").bespelled().counts(&two);
    }
    meet("Sp", "Mg").bespelled().counts(&[]);
    meet(so("general Sp", "protected"), "Mg").bespelled().counts(&[("D3H2-TACT-01", 2), ("D3H2-TACT-02", 1)]);
    meet("Mg", "general Sp").bespelling().counts(&[]);
    // Shieldwall and Retinue appear twice there and count once.
    meet(beside("Sp", "Sp"), "Bd").counts(&[("D3H2-SUPP-12", 1)]);
    meet(beside("Bw", "Bd"), "Bd").counts(&[("D3H2-SUPP-13", 1)]);
    // The elements that are not worse off in bad going, and no others.
    for code in AERIAL.into_iter().chain(MOUNTED).chain(FOOT) {
        in_bad_going(code, !["Ax", "Bw", "8Bw", "Wb", "Lk", "Bs", "Sh", "Ps"].contains(&code));
    }
}
