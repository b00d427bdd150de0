//! The problems that the check finds.

use std::collections::BTreeSet;

use musterfield_fixtures::layouts::{Table, point, points, round};
use musterfield_geometry::Polygon;
use musterfield_rules::terrain::Kind;
use musterfield_terrain::file::from_json;
use musterfield_terrain::layout::Crossing;
use musterfield_terrain::{Code, Severity};

use super::{check_layout, codes, codes_of, files, message, problems_of, the_book};

#[test]
fn each_layout_file_shows_exactly_the_code_it_is_named_after() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        let (code, _) = name.split_once("--").unwrap();
        let problems = problems_of(&text);
        let expected: BTreeSet<&str> = if code == "legal" { BTreeSet::new() } else { BTreeSet::from([code]) };
        if codes(&problems) != expected {
            let told: Vec<String> = problems.iter().map(|problem| format!("    {problem:?}")).collect();
            wrong.push(format!("{name}\n{}", told.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn there_is_a_layout_file_for_every_code() {
    let names: Vec<String> = files().into_iter().map(|(name, _)| name).collect();
    for code in Code::ALL {
        assert!(names.iter().any(|name| name.starts_with(&format!("{code}--"))), "{code}");
    }
}

/// The problems of a layout file, as code, severity, rule and feature.
fn found(name: &str) -> Vec<(String, &'static str, Option<String>, Option<String>)> {
    let (_, text) = files().into_iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("{name}"));
    problems_of(&text)
        .into_iter()
        .map(|problem| {
            let rule = problem.rule.as_ref().map(ToString::to_string);
            (problem.code().to_string(), problem.severity.as_str(), rule, problem.place)
        })
        .collect()
}

#[test]
fn every_rule_that_is_broken_is_named() {
    for (file, rule, feature) in [
        ("compulsory-count--none", "D3H2-TERR-07", None),
        ("compulsory-count--rocky-and-scrub", "D3H2-TERR-13", None),
        ("compulsory-count--one-plough", "D3H2-TERR-05", None),
        ("optional-count--one", "D3H2-TERR-02", None),
        ("type-maximum--four-woods", "D3H2-TERR-03", Some("f4")),
        ("type-maximum--dba22-three-marshes", "DBA22-TERR-16", Some("f4")),
        ("not-allowed--dunes-in-a-forest", "D3H2-TERR-08", Some("f3")),
        ("not-allowed--city", "D3H2-BUA-01", Some("f3")),
        ("either-or--woods-and-dunes", "D3H2-TERR-18", None),
        ("arable-needs-more--only-good-going", "D3H2-TERR-04", None),
        ("board-size--14", "D3H2-TERR-24", None),
        ("coverage--two-quarters", "DBA22-TERR-17", None),
        ("coverage--one-quarter-with-bad-going", "DBA22-TERR-18", None),
        ("size--two-small-ones", "D3H2-FEAT-06", Some("f2")),
        ("size--gully-too-long", "D3H2-FEAT-07", Some("f3")),
        ("size--stronghold-too-small", "D3H2-BUA-04", Some("f3")),
        ("size--river-too-wide", "D3H2-FEAT-11", Some("f3")),
        ("size--road-too-wide", "D3H2-FEAT-13", Some("f3")),
        ("size--fort-is-never-the-small-one", "DBA3-FEAT-07", Some("f3")),
        ("proportion--gully-too-wide", "D3H2-FEAT-07", Some("f3")),
        ("outline--square-woods", "D3H2-FEAT-08", Some("f3")),
        ("gap--0.6", "D3H2-FEAT-05", Some("f4")),
        ("edge-gap--0.5", "D3H2-FEAT-05", Some("f3")),
        ("outside-quarter--woods-over-the-line", "D3H2-FEAT-03", Some("f1")),
        ("must-cross-quarter--plough-in-one", "D3H2-FEAT-03", Some("f1")),
        ("must-cross-quarter--river-in-four", "D3H2-FEAT-04", Some("f3")),
        ("river-edge--bank-3.8-from-an-edge", "D3H2-FEAT-11", Some("f3")),
        ("road-course--ends-in-the-open", "D3H2-FEAT-13", Some("f3")),
        ("waterway-depth--shallow", "D3H2-FEAT-09", Some("f1")),
        ("waterway-depth--dba3-long-edge-of-a-big-table", "DBA3-BB-16", Some("f1")),
        ("overlap--hamlet-in-the-water", "D3H2-FEAT-10", Some("f4")),
        ("overlap--river-over-a-hill", "D3H2-FEAT-11", Some("f4")),
        ("overlap--dba3-river-over-dunes", "DBA3-FEAT-31", Some("f3")),
        ("stronghold-place--in-the-open", "D3H2-BUA-03", Some("f3")),
        ("bua-gate--none", "D3H2-BUA-04", Some("f3")),
        ("record--order", "D3H2-FEAT-01", Some("f1")),
        ("record--die", "D3H2-FEAT-02", Some("f2")),
    ] {
        let problems = found(file);
        let (_, severity, named, at) = problems.last().unwrap();
        assert_eq!(
            (*severity, named.as_deref(), at.as_deref()),
            ("error", Some(rule), feature),
            "{file}: {problems:?}"
        );
    }
}

#[test]
fn a_rule_borrowed_from_a_relative_is_told_as_a_note_and_leaves_the_table_legal() {
    // DBA 2.2 has no rules about gaps, edges and quarters (DBA3-FEAT-25 to 27).
    let at_an_edge = Table::of("dba22", "forest", 15, 15)
        .area(Kind::Woods, round((3.5, 13.0), 4.0, 3.0))
        .compulsory()
        .area(Kind::Marsh, round((11.5, 11.5), 4.0, 3.0))
        .area(Kind::GentleHill, round((11.5, 3.5), 4.0, 3.0));
    let report = check_layout(&at_an_edge.0);
    assert!(report.is_legal());
    let [problem] = report.problems.as_slice() else { panic!("{:?}", report.problems) };
    assert_eq!((problem.code(), problem.severity), (Code::EdgeGap, Severity::Note));
    assert_eq!(problem.rule.as_ref().map(ToString::to_string).as_deref(), Some("DBA3-FEAT-27"));
    // A feature that is impossible on any table is still an error.
    let off = at_an_edge.area(Kind::GentleHill, round((3.5, 0.0), 4.0, 3.0));
    assert!(!check_layout(&off.0).is_legal());
}

#[test]
fn messages_say_how_much_and_what_to_do() {
    for (file, said) in [
        ("gap--0.6", "Woods f4 is 0.6 BW from Marsh f3; area features keep 1 BW apart. Move it 0.4 BW away."),
        (
            "edge-gap--0.5",
            "Gentle hill f3 is 0.5 BW from the near edge; area features keep 1 BW. Move it 0.5 BW into the table.",
        ),
        ("outside-board--woods", "goes 0.5 BW off the table, beyond the near edge"),
        (
            "outside-quarter--woods-over-the-line",
            "reaches 0.5 BW into quarter 2; it must lie wholly in quarter 1. Move it 0.5 BW back.",
        ),
        (
            "river-edge--bank-3.8-from-an-edge",
            "is 3.8 BW from the near edge, to which it does not flow; a river must stay 4 BW away. Move it 0.2 BW farther.",
        ),
        (
            "size--length-and-width-together",
            "is 5 × 4.1 BW, 9.1 BW together; length plus width is at most 9. Make it 0.1 BW shorter or narrower.",
        ),
        (
            "waterway-depth--too-deep",
            "is 4.3 BW deep in one place; 4 BW is the maximum. Make it 0.3 BW shallower there.",
        ),
        ("waterway-depth--deep-along-more-than-half", "7.5 BW is the maximum"),
        (
            "stronghold-place--two-edges-and-none-named",
            "touches two edges and does not name a base edge. Name the right or near one.",
        ),
        ("stronghold-place--in-the-open", "Move it 1.5 BW to the right edge."),
        ("type-maximum--four-woods", "There are 4 of Woods; 3 is the maximum. Remove 1."),
        ("compulsory-count--none", "Forest has 1 to 2 Woods as compulsory features; this table has none."),
    ] {
        let (_, text) = files().into_iter().find(|(name, _)| name == file).unwrap();
        let problems = problems_of(&text);
        assert!(problems.iter().any(|problem| message(problem).contains(said)), "{file}: {problems:#?}");
    }
}

#[test]
fn what_is_only_advice_leaves_a_table_legal() {
    for name in ["record--note-no-reason", "record--note-another-size"] {
        assert!(found(name).iter().all(|(_, severity, _, _)| *severity == "note"), "{name}");
    }
    // A road over a river without a ford or bridge (D3H2-FEAT-13), and with one.
    let table = Table::of("d3h2", "hilly", 15, 15)
        .area(Kind::DifficultHill, round((11.5, 11.5), 4.0, 3.0))
        .compulsory()
        .course(Kind::Road, 0.5, &[(3.0, 0.0), (3.0, 15.0)])
        .course(Kind::River, 1.0, &[(0.0, 5.5), (15.0, 5.5)]);
    let [problem] = &check_layout(&table.0).problems[..] else { panic!() };
    assert_eq!((problem.code(), problem.severity), (Code::RoadCourse, Severity::Note));
    let ford = Crossing { at: point((3.0, 5.5)), bridge: false };
    assert_eq!(check_layout(&table.with(|river| river.crossings.push(ford)).0).problems, []);
}

#[test]
fn a_road_goes_across_a_river_and_not_along_in_it() {
    // The river runs along beside the road for 7 BW before it crosses (D3H2-FEAT-13).
    let table = |beside: f64| {
        Table::of("d3h2", "hilly", 15, 15)
            .area(Kind::DifficultHill, round((11.5, 11.5), 4.0, 3.0))
            .compulsory()
            .course(Kind::Road, 0.5, &[(5.0, 0.0), (5.0, 15.0)])
            .course(Kind::River, 1.0, &[(5.0 - beside, 0.0), (5.0 - beside, 7.0), (7.0, 15.0)])
    };
    let wades = |beside: f64| {
        let problems = check_layout(&table(beside).0).problems;
        let mut noted = problems.iter().filter(|problem| problem.severity == Severity::Note);
        noted.any(|problem| problem.code() == Code::RoadCourse && message(problem).contains("runs along inside"))
    };
    assert!(wades(0.6) && !wades(1.2));
}

#[test]
fn a_hundredth_of_a_bw_is_forgiven_and_no_more() {
    let hill = |width: f64| {
        Table::of("d3h2", "forest", 15, 15)
            .area(Kind::Woods, round((3.5, 11.5), 3.0, width))
            .area(Kind::Woods, round((11.5, 11.5), 2.9, 1.5))
            .but(|layout| layout.fixed = true)
    };
    // The small one is f2; f1 is just as wide as allowed, or not.
    assert_eq!(codes_of(&hill(1.6).0), BTreeSet::new());
    assert!(!codes_of(&hill(1.49).0).contains("size"));
    assert!(codes_of(&hill(1.48).0).contains("size"));
    let near = |gap: f64| {
        Table::of("d3h2", "forest", 15, 15)
            .area(Kind::Woods, round((3.0, 3.0), 4.0, 2.0))
            .area(Kind::Woods, round((3.0, 5.0 + gap), 4.0, 2.0))
            .but(|layout| layout.fixed = true)
    };
    assert_eq!(codes_of(&near(0.99).0), BTreeSet::new());
    assert_eq!(codes_of(&near(0.988).0), BTreeSet::from(["gap"]));
    let edge = |from: f64| {
        Table::of("d3h2", "forest", 15, 15)
            .area(Kind::Woods, round((3.5, 1.0 + from), 4.0, 2.0))
            .but(|layout| layout.fixed = true)
    };
    assert_eq!(codes_of(&edge(0.99).0), BTreeSet::new());
    assert_eq!(codes_of(&edge(0.988).0), BTreeSet::from(["edge-gap"]));
}

#[test]
fn the_figures_say_what_was_counted_and_measured() {
    let (_, text) = files().into_iter().find(|(name, _)| name == "legal--recorded-with-a-discarded-one").unwrap();
    let report = check_layout(&from_json(&text, the_book()).unwrap());
    let figures = &report.figures;
    assert_eq!((figures.compulsory, figures.optional, figures.discarded), (1, 3, 1));
    let sizes: Vec<_> = figures.features.iter().map(|feature| feature.size.unwrap()).collect();
    assert_eq!(sizes, [(4.0, 3.0); 3]);
    let quarters: Vec<u8> = figures.features.iter().map(|feature| feature.quarters.only().unwrap().number()).collect();
    assert_eq!(quarters, [1, 2, 3]);
}

#[test]
fn of_an_outline_that_is_none_only_that_is_told_and_it_counts_as_chosen() {
    // It crosses itself, lies off the table and beside another, and is one too many.
    let wrong = Polygon::new(points(&[(2.0, 13.0), (6.0, 16.0), (6.0, 13.0), (2.0, 16.0)]));
    let table = Table::of("d3h2", "forest", 15, 15)
        .area(Kind::Woods, round((3.5, 11.5), 4.0, 3.0))
        .compulsory()
        .area(Kind::Marsh, round((11.5, 11.5), 4.0, 3.0))
        .area(Kind::GentleHill, round((11.5, 3.5), 4.0, 3.0))
        .area(Kind::Marsh, round((3.5, 3.5), 4.0, 3.0))
        .area(Kind::Woods, wrong);
    assert_eq!(codes_of(&table.0), BTreeSet::from(["self-crossing", "optional-count"]));
}

#[test]
fn an_outline_that_crosses_itself_in_another_quarter_is_told_to_lie_there() {
    let crossed = Polygon::new(points(&[(9.0, 3.0), (12.0, 5.0), (12.0, 3.0), (9.0, 5.0)]));
    let told = |quarter| {
        let table = Table::of("d3h2", "forest", 15, 15).area(Kind::Woods, crossed.clone()).in_quarter(quarter);
        let problems = check_layout(&table.0).problems;
        let about = problems.into_iter().filter(|problem| problem.place.is_some());
        about.map(|problem| (problem.code(), message(&problem))).collect::<Vec<_>>()
    };
    let codes = |quarter| told(quarter).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(codes(3), [Code::SelfCrossing]);
    assert_eq!(codes(1), [Code::SelfCrossing, Code::OutsideQuarter]);
    assert_eq!(told(1)[1].1, "Woods f1 lies in quarter 3 and not in its own, quarter 1. Move it there.");
}

#[test]
fn what_lies_in_the_water_is_told_how_far_it_must_go_and_then_lies_dry() {
    let coast = |x: f64| {
        Table::of("d3h2", "littoral", 15, 15)
            .water(&[(1.0, 0.0), (3.0, 7.5), (1.0, 15.0)])
            .compulsory()
            .area(Kind::Dunes, round((x, 7.5), 3.0, 3.0))
    };
    let wet = check_layout(&coast(3.5).0).problems;
    let told = wet.iter().find(|problem| problem.code() == Code::Overlap).unwrap();
    assert_eq!(message(told), "Dunes f2 lies in Waterway f1. Move it 1 BW away from the left edge.");
    assert!(!codes_of(&coast(4.5).0).contains("overlap"));
}

#[test]
fn a_feature_that_was_chosen_is_told_by_its_turn_in_words() {
    let (_, text) = files().into_iter().find(|(name, _)| name == "record--note-another-size").unwrap();
    let problems = problems_of(&text);
    assert!(message(&problems[0]).contains("f2 (the 2nd feature chosen) was fixed as"), "{problems:?}");
    assert!(files().iter().all(|(name, text)| {
        name.starts_with("format--") || problems_of(text).iter().all(|problem| !message(problem).contains("record"))
    }));
}
