//! A written layout reads back unchanged.

use musterfield_fixtures::layouts::{Table, point, points, round, square};
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::file::{from_json, to_json, to_json_pretty};
use musterfield_terrain::layout::Crossing;
use musterfield_terrain::{Edge, Layout, Quarter, RecordEntry, Shape};
use serde_json::json;

use super::{examples, files, the_book};

/// A layout in which every field has a value.
fn everything() -> Layout {
    let table = Table::of("dba3", "littoral", 30, 15)
        .water(&[(2.0, 0.0), (1.5, 15.0)])
        .compulsory()
        .in_quarter(1)
        .with(|feature| {
            if let Shape::Water { beach, .. } = &mut feature.shape {
                *beach = Some(square((2.5, 7.0), 1.0, 5.0));
            }
        })
        .area(Kind::DifficultHill, round((20.0, 11.5), 4.0, 3.0))
        .in_quarter(2)
        .with(|feature| feature.crest = points(&[(19.0, 11.5), (21.25, 11.5)]))
        .course(Kind::River, 0.875, &[(30.0, 6.0), (1.0, 5.125)])
        .with(|feature| {
            feature.crossings = vec![
                Crossing { at: point((10.0, 5.5)), bridge: true },
                Crossing { at: point((12.0, 5.5)), bridge: false },
            ];
        })
        .bua(Bua::City, square((27.0, 2.0), 3.0, 2.0))
        .gate((27.0, 3.0))
        .gate((27.0, 1.0))
        .base_edge(Edge::South)
        .bua(Bua::Hamlet, square((20.0, 2.0), 3.0, 2.0))
        .gate((20.0, 3.0))
        .recorded();
    let discarded = RecordEntry {
        feature: None,
        kind: Kind::Bua,
        bua: Some(Bua::Edifice),
        compulsory: false,
        size: Some((3000, 1500)),
        die: Some(5),
        quarter: Some(Quarter::NearLeft),
        placed: false,
        reason: Some("no room “here”".to_owned()),
    };
    table
        .but(|layout| {
            layout.name = "Coast \"of\" Barrow".to_owned();
            layout.seed = Some(u64::MAX);
            layout.fixed = true;
            layout.record.as_mut().unwrap().push(discarded);
        })
        .0
}

#[test]
fn every_field_survives_writing_and_reading() {
    let layout = everything();
    assert_eq!(from_json(&to_json(&layout), the_book()).unwrap(), layout);
    assert_eq!(from_json(&to_json_pretty(&layout), the_book()).unwrap(), layout);
}

#[test]
fn both_ways_of_writing_say_the_same() {
    for layout in examples::all().into_iter().map(|(_, table)| table.0).chain([everything()]) {
        let [short, long] = [to_json(&layout), to_json_pretty(&layout)]
            .map(|text| serde_json::from_str::<serde_json::Value>(&text).unwrap());
        assert_eq!(short, long);
        assert!(!to_json(&layout).contains('\n'));
    }
}

#[test]
fn a_file_for_people_has_a_line_for_each_feature_and_each_line_of_the_record() {
    let layout = everything();
    let text = to_json_pretty(&layout);
    let starting = |with: &str| text.lines().filter(|line| line.starts_with(with)).count();
    assert_eq!((starting("    {\"id\":"), starting("    {\"feature\":")), (5, 5));
    assert!(text.contains("\"board\": [30,15]") && text.ends_with("}\n"), "{text}");
}

#[test]
fn what_need_not_be_said_is_not_written() {
    let layout = Table::of("d3h2", "forest", 15, 15).area(Kind::Woods, square((3.5, 11.5), 4.0, 3.0)).0;
    let written: serde_json::Value = serde_json::from_str(&to_json(&layout)).unwrap();
    let polygon = json!([[1.5, 10], [5.5, 10], [5.5, 13], [1.5, 13]]);
    assert_eq!(
        written,
        json!({"format": "musterfield-layout/1", "ruleset": "d3h2", "home_terrain": "forest", "board": [15, 15],
            "features": [{"id": "f1", "kind": "woods", "polygon": polygon}]})
    );
    // The minimal file can be read too.
    let least = r#"{"format": "musterfield-layout/1", "home_terrain": "forest", "board": [15, 15]}"#;
    assert_eq!(from_json(least, the_book()).unwrap(), Table::of("d3h2", "forest", 15, 15).0);
}

#[test]
fn a_file_says_what_its_ruleset_borrows_and_reads_it_back() {
    let layout = Table::of("hott25", "forest", 15, 15).area(Kind::Woods, square((3.5, 11.5), 4.0, 3.0)).0;
    let mut written: serde_json::Value = serde_json::from_str(&to_json_pretty(&layout)).unwrap();
    assert!(written["borrowed"]["note"].as_str().unwrap().contains("D3H2"));
    assert!(written["borrowed"]["rules"].as_array().unwrap().contains(&json!("D3H2-FEAT-05")));
    assert_eq!(from_json(&to_json(&layout), the_book()).unwrap(), layout);
    // Whatever it says there, the ruleset decides.
    written["borrowed"] = json!(["nothing"]);
    assert_eq!(from_json(&written.to_string(), the_book()).unwrap(), layout);
}

#[test]
fn every_layout_file_is_written_as_it_stands() {
    for (name, text) in files() {
        if let Ok(layout) = from_json(&text, the_book()) {
            assert_eq!(to_json_pretty(&layout), text, "{name}");
        }
    }
}
