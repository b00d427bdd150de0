//! Whether a table is still the result of the dice of its seed.

use musterfield_geometry::Point;
use musterfield_rules::book;
use musterfield_terrain::Layout;
use musterfield_terrain::edit::Edit;
use musterfield_terrain::generate::request::usual_board;
use musterfield_terrain::generate::{Preference, Settings, Wish, generate};
use musterfield_terrain::origin::{Origin, RecordChange};

fn settings(home: &str, seed: u64) -> Settings {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    Settings::new(rules, rules.home_terrain(home).unwrap(), usual_board(rules).unwrap(), seed)
}

/// A table with rolled woods, and their line of the record.
fn with_woods() -> (Layout, String, usize) {
    let layout = generate(&settings("forest", 7)).unwrap();
    let record = layout.record.as_ref().unwrap();
    let at = record.iter().position(|line| line.kind.as_str() == "woods" && line.placed).unwrap();
    let id = record[at].feature.clone().unwrap();
    (layout, id, at)
}

fn changed(origin: &Origin) -> Vec<usize> {
    let lines = origin.lines.iter().enumerate();
    lines.filter(|(_, line)| matches!(line, RecordChange::Changed(_))).map(|(at, _)| at).collect()
}

#[test]
fn what_the_dice_give_is_as_rolled_whatever_the_defender_likes() {
    for rules in book().unwrap().terrains() {
        for (home, seed) in rules.homes.iter().flat_map(|home| (0..3).map(move |seed| (home, seed))) {
            for preference in [Preference::None, Preference::Close] {
                let settings = Settings::new(rules, home, usual_board(rules).unwrap(), seed);
                let layout = generate(&Settings { preference, ..settings }).unwrap();
                let origin = Origin::of(&layout);
                assert!(origin.as_rolled && !origin.is_changed(), "{} {seed} {preference:?}", home.id);
            }
        }
    }
}

#[test]
fn a_piece_that_is_moved_or_made_larger_is_told_with_what_it_was() {
    let (rolled, id, at) = with_woods();
    let size = rolled.record.as_ref().unwrap()[at].size;
    let moved = rolled.apply(&Edit::Move { id: id.clone(), by: Point::new(250, 0), snap: false }).unwrap();
    let origin = Origin::of(&moved);
    assert_eq!((origin.as_rolled, changed(&origin)), (false, vec![at]));
    let larger = rolled.apply(&Edit::Resize { id, length: 9010, width: 2610 }).unwrap();
    let origin = Origin::of(&larger);
    assert_eq!(changed(&origin), [at]);
    let RecordChange::Changed(Some(before)) = &origin.lines[at] else { panic!("{origin:?}") };
    assert_eq!(before.size, size);
}

#[test]
fn a_piece_that_is_taken_away_is_told() {
    let (rolled, id, _) = with_woods();
    let layout = rolled.apply(&Edit::Remove { id: id.clone() }).unwrap();
    let origin = Origin::of(&layout);
    assert!(origin.is_changed());
    assert_eq!(origin.taken_away.iter().filter_map(|line| line.feature.clone()).collect::<Vec<_>>(), [id]);
}

#[test]
fn what_the_defender_chose_himself_is_not_called_changed_but_what_was_changed_afterwards_is() {
    let kind = "marsh".parse().unwrap();
    for seed in 0..30 {
        let wishes = vec![Wish { size: Some((4000, 3000)), ..Wish::new(kind, false) }];
        let layout = generate(&Settings { wishes, ..settings("forest", seed) }).unwrap();
        let origin = Origin::of(&layout);
        assert!(!origin.as_rolled && !origin.is_changed(), "{seed}: {origin:?}");
        let marsh = layout.features.iter().find(|feature| feature.kind == kind).map(|feature| feature.id.clone());
        let Some(id) = marsh else { continue };
        let larger = layout.apply(&Edit::Resize { id, length: 5230, width: 2610 }).unwrap();
        assert!(Origin::of(&larger).is_changed(), "{seed}");
    }
}
