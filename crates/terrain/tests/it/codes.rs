//! Battlefields of DBMF: its terrain codes (DBMF-TERR-01 to 08), and what is borrowed because it prints no more.

use std::collections::BTreeSet;

use musterfield_fixtures::layouts::{Table, points, round};
use musterfield_geometry::{Course, Polygon};
use musterfield_rules::TerrainRules;
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_terrain::check;
use musterfield_terrain::edit::Edit;
use musterfield_terrain::generate::request::{RequestFault, codes, settings_from_json};
use musterfield_terrain::generate::{Settings, generate};
use musterfield_terrain::{Board, Shape};

use super::edits::after;
use super::{codes_of, the_book};

/// The codes as they are printed, group by group, each with what it is.
const PRINTED: [(&str, &[(&str, &str)]); 6] = [
    ("DBMF-TERR-01", &[("S", "sea"), ("FS", "freezing_sea"), ("WW", "waterway"), ("Rv", "river"), ("L", "lake")]),
    (
        "DBMF-TERR-02",
        &[
            ("DH", "difficult_hill"),
            ("CH", "craggy_hill"),
            ("WH", "wooded_hill"),
            ("RH", "rocky_hill"),
            ("SH", "scrubby_hill"),
            ("GH", "gentle_hill"),
        ],
    ),
    ("DBMF-TERR-03", &[("BUA", "bua.settlement"), ("BUAf", "bua.fortifiable"), ("FW", "frontier_wall")]),
    ("DBMF-TERR-04", &[("Rd", "road"), ("PRd", "paved_road")]),
    (
        "DBMF-TERR-05",
        &[
            ("F", "plough"),
            ("E", "enclosures"),
            ("B", "boundary"),
            ("O", "orchard"),
            ("Oa", "oasis"),
            ("V", "vineyard"),
        ],
    ),
    (
        "DBMF-TERR-06",
        &[
            ("Wd", "woods"),
            ("M", "marsh"),
            ("D", "dunes"),
            ("BF", "boggy"),
            ("SF", "scrub"),
            ("RF", "rocky"),
            ("G", "gully"),
        ],
    ),
];

fn dbmf() -> &'static TerrainRules {
    the_book().terrain("dbmf").unwrap()
}

fn word((kind, bua): (Kind, Option<Bua>)) -> String {
    bua.map_or_else(|| kind.to_string(), |bua| format!("{kind}.{bua}"))
}

fn table() -> Table {
    Table::of("dbmf", "mixed", 15, 15)
}

fn settings(seed: u64, text: &str) -> Settings {
    let board = Board { width: 20_000, depth: 20_000 };
    Settings { only: codes(dbmf(), text).unwrap(), ..Settings::new(dbmf(), &dbmf().homes[0], board, seed) }
}

#[test]
fn there_are_the_codes_that_are_printed_and_no_others() {
    // DBMF-TERR-07: 29, all different.
    let printed: Vec<(String, String, String)> = PRINTED
        .into_iter()
        .flat_map(|(rule, codes)| codes.iter().map(move |(code, is)| (rule, code, is)))
        .map(|(rule, code, is)| ((*code).to_owned(), (*is).to_owned(), rule.to_owned()))
        .collect();
    let known: Vec<(String, String, String)> = dbmf()
        .codes()
        .map(|(code, kind, bua)| (code.value.to_string(), word((kind, bua)), code.rule.to_string()))
        .collect();
    assert_eq!(known, printed);
    let distinct: BTreeSet<String> = known.iter().map(|(code, ..)| code.to_lowercase()).collect();
    assert_eq!((known.len(), distinct.len()), (29, 29));
}

#[test]
fn the_going_is_left_to_the_other_book_except_that_water_is_water() {
    for (code, kind, bua) in dbmf().codes() {
        let water = ["S", "FS", "WW", "L"].contains(&&*code.value);
        assert_eq!(dbmf().going(kind, bua), water.then_some(Going::Water), "{}", code.value);
    }
    assert_eq!(&*dbmf().going_elsewhere.as_ref().unwrap().value, "see DBMM");
}

#[test]
fn the_codes_of_a_list_are_read_as_lists_print_them() {
    let read = |text: &str| codes(dbmf(), text).map(|only| only.into_iter().map(word).collect::<Vec<_>>());
    for (text, expected) in [
        ("Rv, WH, Wd.", &["river", "wooded_hill", "woods"][..]),
        ("", &[]),
        ("ww; rv/dh\nBUA BUAF", &["waterway", "river", "difficult_hill", "bua.settlement", "bua.fortifiable"]),
        ("S,O,F,E", &["sea", "orchard", "plough", "enclosures"]),
        ("M M m", &["marsh"]),
    ] {
        assert_eq!(read(text).unwrap(), expected, "{text}");
    }
    let Err(RequestFault::UnknownCode { found, known }) = read("Rv, XY, ZZ") else { panic!("read") };
    assert_eq!((found.as_str(), known.len()), ("XY", 29));
    // DBMF-TERR-08: what stands in brackets is a grade, and a terrain code has none.
    assert_eq!(read("Wd(S)"), Err(RequestFault::Graded { found: "Wd(S)".to_owned() }));
    assert_eq!(codes(the_book().terrain("d3h2").unwrap(), "Wd"), Err(RequestFault::NoCodes));
    let long = "W".repeat(5000);
    assert!(matches!(read(&long), Err(RequestFault::UnknownCode { found, .. }) if found.len() == 20));
}

#[test]
fn a_table_has_only_the_codes_that_are_asked_for() {
    for text in ["Rv WH Wd", "BUAf O V", "FW B PRd L", "S FS WW", "G"] {
        let only = codes(dbmf(), text).unwrap();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for seed in 0..12 {
            let layout = generate(&settings(seed, text)).unwrap();
            for choice in layout.record.iter().flatten() {
                assert!(only.contains(&(choice.kind, choice.bua)), "{text}: {} {:?}", choice.kind, choice.bua);
                seen.insert(word((choice.kind, choice.bua)));
            }
            assert_eq!(check(&layout).problems.iter().find(|problem| problem.is_error()), None, "{text} {seed}");
        }
        assert_eq!(seen.len(), only.len(), "{text}: {seen:?}");
    }
}

#[test]
fn lines_keep_off_lakes_buildings_and_water() {
    let (mut lines, mut wet) = (0, 0);
    for seed in 0..40 {
        let layout = generate(&settings(seed, "FW B Rd PRd L BUA S")).unwrap();
        let courses = layout.features.iter().filter_map(|feature| Some((feature, feature.course()?)));
        for (line, course) in courses {
            lines += 1;
            for other in &layout.features {
                let Some(outline) = other.outline() else { continue };
                wet += 1;
                // A road may end at the gate of a settlement.
                let met = line.kind.is_road() && other.kind == Kind::Bua;
                assert!(met || !course.overlaps(outline), "{seed}: {} over {}", line.kind, other.kind);
            }
        }
    }
    assert!(lines > 40 && wet > 40, "{lines} {wet}");
}

#[test]
fn what_is_not_a_code_is_an_error_and_what_is_borrowed_a_note() {
    // DBMF-TERR-07: features of other games are none of its codes.
    let rough = table().area(Kind::Rough, round((4.0, 4.0), 3.0, 2.0));
    let found = check(&rough.0).problems;
    let unknown = found.iter().find(|problem| problem.is_error()).unwrap();
    let rule = unknown.rule.as_ref().map(ToString::to_string);
    assert_eq!((unknown.code().as_str(), rule.as_deref()), ("not-allowed", Some("DBMF-TERR-07")));
    assert!(
        codes_of(&table().area(Kind::Bua, round((4.0, 4.0), 3.0, 2.0)).with(|f| f.bua = Some(Bua::City)).0)
            .contains("not-allowed")
    );
    // Any number of features, of any size and at any distance: D3H2 has advice about it, no more.
    let crowd = (0..12).fold(table(), |table, at| {
        let (column, row) = (f64::from(at % 4), f64::from(at / 4));
        table.area(Kind::WoodedHill, round((1.5 + 2.5 * column, 1.5 + 1.5 * row), 2.0, 1.0))
    });
    let problems = check(&crowd.0).problems;
    assert!(!problems.is_empty());
    for problem in problems {
        let rule = problem.rule.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(!problem.is_error() && rule.starts_with("D3H2-"), "{problem:?}");
    }
    // But what lies off the table lies off every table.
    let off = table().area(Kind::Orchard, round((14.5, 5.0), 4.0, 2.0));
    assert!(
        check(&off.0).problems.iter().any(|problem| problem.is_error() && problem.code().as_str() == "outside-board")
    );
}

#[test]
fn each_code_is_written_to_a_file_and_read_again() {
    let mut layout = table().0;
    for (at, (_, kind, bua)) in dbmf().codes().enumerate() {
        let outline = round((7.0, 7.0), 3.0, 2.0);
        let edge = musterfield_terrain::Edge::North;
        let shape = match kind {
            kind if kind.is_course() => Shape::Course(Course { path: points(&[(0.0, 3.0), (15.0, 4.0)]), width: 300 }),
            kind if kind.is_waterway() => {
                let outline = Polygon::new(points(&[(0.0, 15.0), (0.0, 13.0), (15.0, 13.0), (15.0, 15.0)]));
                Shape::Water { edge, outline, beach: None }
            }
            _ => Shape::Area(outline),
        };
        let feature = musterfield_terrain::layout::Feature::new(format!("f{at}"), kind, shape);
        layout.features.push(musterfield_terrain::layout::Feature { bua, ..feature });
    }
    let text = musterfield_terrain::file::to_json(&layout);
    assert_eq!(musterfield_terrain::file::from_json(&text, the_book()).unwrap(), layout);
}

#[test]
fn a_request_names_the_codes() {
    let asked = r#"{"ruleset": "dbmf", "home_terrain": "mixed", "seed": 4, "codes": "Rv, BUAf"}"#;
    let settings = settings_from_json(asked, the_book(), || 0).unwrap();
    assert_eq!(settings.only, [(Kind::River, None), (Kind::Bua, Some(Bua::Fortifiable))]);
    let wrong = settings_from_json(&asked.replace("Rv", "Q"), the_book(), || 0).unwrap_err();
    assert_eq!(wrong.field.as_deref(), Some("codes"));
}

#[test]
fn a_table_is_rolled_again_from_the_codes_that_it_had() {
    let text = "WW Rv WH Wd M";
    let known = codes(dbmf(), text).unwrap();
    for seed in 0..20 {
        let layout = generate(&settings(seed, text)).unwrap();
        let rolled = after(&layout, &Edit::Reroll { locked: Vec::new(), seed: seed + 100 });
        for feature in &rolled.features {
            assert!(known.contains(&(feature.kind, feature.bua)), "{:?} from {text}", feature.kind);
        }
    }
}
