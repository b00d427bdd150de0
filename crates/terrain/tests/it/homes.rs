//! The features of each home terrain of D3H2, written out a second time beside the data (D3H2-TERR-05 to D3H2-TERR-20).

use musterfield_fixtures::layouts::{Table, round};
use musterfield_rules::terrain::{Bua, Kind};

use super::codes_of;

/// Home terrain, compulsory choices with their least and most, optional kinds.
type Row = (&'static str, &'static [(Kind, usize, usize)], &'static [Kind]);

#[rustfmt::skip]
const HOMES: [Row; 7] = [
    // D3H2-TERR-05, D3H2-TERR-06; no optional BUA: D3H2-TERR-20.
    ("arable", &[(Kind::Bua, 1, 1), (Kind::Plough, 2, 2)], &[
        Kind::River, Kind::Road, Kind::Waterway, Kind::Enclosures, Kind::Scrub, Kind::Boggy, Kind::DifficultHill,
        Kind::Woods, Kind::GentleHill, Kind::Plough,
    ]),
    // D3H2-TERR-07, D3H2-TERR-08
    ("forest", &[(Kind::Woods, 1, 2)], &[Kind::River, Kind::Marsh, Kind::Woods, Kind::GentleHill, Kind::Bua]),
    // D3H2-TERR-09, D3H2-TERR-10
    ("hilly", &[(Kind::DifficultHill, 1, 2)], &[
        Kind::River, Kind::Road, Kind::Woods, Kind::DifficultHill, Kind::Bua,
    ]),
    // D3H2-TERR-11, D3H2-TERR-12
    ("steppe", &[(Kind::GentleHill, 1, 2)], &[Kind::River, Kind::Gully, Kind::Scrub, Kind::Rocky, Kind::Bua]),
    // D3H2-TERR-13, D3H2-TERR-14
    ("dry", &[(Kind::Rocky, 1, 2), (Kind::Scrub, 1, 2)], &[
        Kind::Dunes, Kind::DifficultHill, Kind::Oasis, Kind::Bua,
    ]),
    // D3H2-TERR-15, D3H2-TERR-16
    ("tropical", &[(Kind::Woods, 1, 2)], &[
        Kind::River, Kind::Gully, Kind::Road, Kind::Enclosures, Kind::Marsh, Kind::Woods, Kind::Bua,
    ]),
    // D3H2-TERR-17, D3H2-TERR-18
    ("littoral", &[(Kind::Waterway, 1, 1)], &[
        Kind::Road, Kind::River, Kind::DifficultHill, Kind::Marsh, Kind::Woods, Kind::Dunes, Kind::Bua,
    ]),
];

/// A table with this many features of a kind; their places do not matter here.
fn with(table: Table, kind: Kind, count: usize, compulsory: bool) -> Table {
    (0..count).fold(table, |table, _| {
        table.area(kind, round((4.0, 4.0), 3.0, 2.0)).with(|feature| {
            feature.compulsory = compulsory;
            feature.bua = (kind == Kind::Bua).then_some(Bua::Hamlet);
        })
    })
}

/// The kinds that D3H2 has.
fn the_kinds() -> impl Iterator<Item = Kind> {
    super::the_book().terrain("d3h2").unwrap().features().iter().map(|feature| feature.kind)
}

fn table(home: &str) -> Table {
    Table::of("d3h2", home, 15, 15)
}

#[test]
fn a_home_terrain_has_the_optional_features_of_its_table_and_no_others() {
    for (home, _, optional) in HOMES {
        for kind in Kind::ALL.iter().copied() {
            let refused = codes_of(&with(table(home), kind, 1, false).0).contains("not-allowed");
            assert_eq!(refused, !optional.contains(&kind), "{home} {kind}");
        }
    }
}

#[test]
fn the_compulsory_features_are_one_row_of_the_table_as_a_whole() {
    for (home, compulsory, _) in HOMES {
        for kind in Kind::ALL.iter().copied() {
            let row = compulsory.iter().find(|(one, ..)| *one == kind);
            for count in 1..=4 {
                let found = codes_of(&with(table(home), kind, count, true).0);
                let fits = row.is_some_and(|(_, least, most)| (*least..=*most).contains(&count));
                assert_eq!(found.contains("compulsory-count"), !fits, "{home} {count} {kind}");
                assert_eq!(found.contains("not-allowed"), row.is_none(), "{home} {count} {kind}");
            }
        }
        if let [(one, count, _), (other, other_count, _)] = compulsory {
            let both = with(with(table(home), *one, *count, true), *other, *other_count, true);
            assert!(codes_of(&both.0).contains("compulsory-count"), "{home}");
        }
    }
}

#[test]
fn two_or_three_optional_features_are_taken_in_any_mix() {
    // D3H2-TERR-02; the columns of the table are not binding (D3H2-TERR-19).
    for count in 0..6 {
        let found = codes_of(&with(table("forest"), Kind::Marsh, count, false).0);
        assert_eq!(found.contains("optional-count"), !(2..=3).contains(&count), "{count}");
    }
}

#[test]
fn no_kind_comes_more_often_than_it_may() {
    // D3H2-TERR-03: compulsory and optional ones together.
    for kind in the_kinds() {
        let most = match kind {
            Kind::Road => 2,
            Kind::River | Kind::Waterway | Kind::Gully | Kind::Oasis | Kind::Bua => 1,
            _ => 3,
        };
        for count in 1..=5 {
            let found = codes_of(&with(with(table("forest"), kind, 1, true), kind, count - 1, false).0);
            assert_eq!(found.contains("type-maximum"), count > most, "{count} {kind}");
        }
    }
}

#[test]
fn an_arable_table_needs_more_than_good_going_and_plough() {
    // D3H2-TERR-04; kinds of bad and rough going: D3H2-FEAT-15, D3H2-FEAT-16, D3H2-BUA-06.
    for kind in the_kinds() {
        let good = [Kind::Plough, Kind::GentleHill, Kind::Road].contains(&kind);
        let found = |home: &str| codes_of(&with(table(home), kind, 1, false).0).contains("arable-needs-more");
        assert_eq!(found("arable"), good, "{kind}");
        assert!(!found("steppe"), "{kind}");
    }
    let stronghold = with(table("arable"), Kind::Bua, 1, true).with(|feature| feature.bua = Some(Bua::Stronghold));
    assert!(codes_of(&stronghold.0).contains("arable-needs-more"));
}

#[test]
fn a_littoral_table_has_one_kind_of_each_pair() {
    // D3H2-TERR-18
    let pairs = [(Kind::DifficultHill, Kind::Marsh), (Kind::Woods, Kind::Dunes)];
    for (one, other) in pairs {
        let both = with(with(table("littoral"), one, 1, false), other, 1, false);
        assert!(codes_of(&both.0).contains("either-or"), "{one} {other}");
    }
    for (one, other) in [(Kind::DifficultHill, Kind::Woods), (Kind::Marsh, Kind::Dunes), (Kind::Woods, Kind::Woods)] {
        let both = with(with(table("littoral"), one, 1, false), other, 1, false);
        assert!(!codes_of(&both.0).contains("either-or"), "{one} {other}");
    }
}

#[test]
fn a_bua_is_a_stronghold_or_a_hamlet() {
    // D3H2-BUA-01, D3H2-FEAT-26
    for bua in Bua::ALL.iter().copied() {
        let found = codes_of(&with(table("forest"), Kind::Bua, 1, false).with(|feature| feature.bua = Some(bua)).0);
        assert_eq!(found.contains("not-allowed"), !matches!(bua, Bua::Stronghold | Bua::Hamlet), "{bua}");
    }
}

#[test]
fn a_table_is_a_square_of_15_to_20() {
    // D3H2-TERR-24
    for (width, depth, fits) in [
        (15, 15, true),
        (17, 17, true),
        (20, 20, true),
        (14, 14, false),
        (21, 21, false),
        (15, 16, false),
        (30, 15, false),
    ] {
        let found = codes_of(&Table::of("d3h2", "forest", width, depth).0);
        assert_eq!(found.contains("board-size"), !fits, "{width} × {depth}");
    }
}
