//! A battle drawn on its table.

use std::path::Path;

use musterfield_battle::record::Record;
use musterfield_battle::replay::Replay;
use musterfield_battle::snapshot::Snapshot;
use musterfield_lists::collection;
use musterfield_rules::book;
use musterfield_sheets::map::{MapOptions, Style, battle_svg, svg};
use musterfield_terrain::Layout;

use super::map::{all, parsed};

/// A record of the engine's tests, played to its end, state by state.
fn battle() -> (Layout, Vec<Snapshot>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../battle/tests/data/battles/complete.battle");
    let text = std::fs::read_to_string(path).unwrap();
    let record = Record::read(&text, book().unwrap(), collection(book().unwrap()).unwrap().catalogue()).unwrap();
    let mut replay = Replay::new(&record);
    let mut states = vec![Snapshot::of(replay.battle(), 0, None)];
    while let Some(step) = replay.step() {
        let (_, entry) = step.unwrap();
        let entry = entry.clone();
        states.push(Snapshot::of(replay.battle(), states.len(), Some(&entry)));
    }
    ((*record.head.layout).clone(), states)
}

fn options(style: Style) -> MapOptions {
    MapOptions { style, source: false, ..MapOptions::default() }
}

#[test]
fn everything_on_the_table_is_drawn_where_it_stands_and_nothing_else() {
    let (layout, states) = battle();
    let depth = layout.board.depth / 10;
    let mut most = 0;
    for state in &states {
        let page = parsed(&battle_svg(&layout, &options(Style::Colour), state));
        let drawn = all(&page, ".battle .element");
        let standing: Vec<_> = state.elements.iter().filter(|element| element.at.is_some()).collect();
        assert_eq!(drawn.len(), standing.len(), "step {}", state.step);
        most = most.max(drawn.len());
        for (group, element) in drawn.iter().zip(&standing) {
            assert_eq!(group.attr("data-id"), Some(element.id.as_str()));
            // The front left corner, in hundredths of a BW from the far left corner, and the facing.
            let [x, y] = element.at.unwrap();
            let hundredths = |bw: f64| (bw * 1000.0).round() / 10.0;
            let down = (f64::from(i32::try_from(depth).unwrap()) - hundredths(y)) * 10.0;
            let (at, turn) =
                (format!("translate({} {}) ", hundredths(x), down.round() / 10.0), element.facing.unwrap());
            assert_eq!(group.attr("transform"), Some(format!("{at}rotate({turn})").as_str()), "{}", element.id);
            let title = all(&page, &format!("[data-id='{}'] title", element.id))[0].text().collect::<String>();
            assert!(title.starts_with(&format!("{}, {}", element.id, element.kind)), "{title}");
            assert_eq!(title.contains("general"), element.general, "{title}");
        }
        let camps = [&state.a.camp, &state.b.camp].into_iter().flatten().count();
        assert_eq!(all(&page, ".battle .camp").len(), camps);
    }
    assert!(most >= 7, "{most}");
}

#[test]
fn sides_differ_in_black_and_white_too() {
    let (layout, states) = battle();
    let state = states.iter().rev().find(|state| state.elements.iter().any(|one| one.at.is_some())).unwrap();
    for style in [Style::Colour, Style::Print] {
        let page = parsed(&battle_svg(&layout, &options(style), state));
        let fills = |side: char| -> Vec<String> {
            let bases = all(&page, &format!(".side-{side} .base"));
            bases.iter().filter_map(|base| base.attr("fill")).map(str::to_owned).collect()
        };
        let (a, b) = (fills('a'), fills('b'));
        assert!(!a.is_empty() && !b.is_empty());
        assert!(a.iter().all(|fill| !b.contains(fill)), "{a:?} {b:?}");
    }
}

#[test]
fn a_type_with_a_picture_has_it_beside_its_code_and_both_stand_upright() {
    let (layout, states) = battle();
    let state = states.iter().rev().find(|state| state.elements.iter().any(|one| one.at.is_some())).unwrap();
    let one = state.elements.iter().find(|one| one.at.is_some() && one.state != "ensorcelled").unwrap();
    let mut pictured = MapOptions { numbers: true, ..options(Style::Colour) };
    pictured.marks.pictures = [(one.kind.clone(), "/icons.svg#t-x&y".to_owned())].into();
    let page = parsed(&battle_svg(&layout, &pictured, state));
    let within = |css: &str| all(&page, &format!("[data-id='{}'] {css}", one.id));
    let [picture] = *within(".picture use") else { panic!("one picture") };
    assert_eq!(picture.attr("href"), Some("/icons.svg#t-x&y"));
    let turned = format!("rotate({})", 0.0 - one.facing.unwrap());
    for upright in [picture, within(".letters")[0], within(".picture text")[0]] {
        assert!(upright.attr("transform").unwrap().ends_with(&turned), "{upright:?}");
    }
    assert_eq!(within(".letters")[0].text().collect::<String>(), format!("{}{}", one.kind, &one.id[1..]));
    assert_eq!(within(".picture text")[0].text().collect::<String>(), one.id[1..]);
    let others = state.elements.iter().filter(|other| other.at.is_some() && other.kind == one.kind).count();
    assert_eq!(all(&page, ".picture").len(), others);
}

#[test]
fn without_a_battle_the_map_is_as_ever() {
    let (layout, _) = battle();
    let drawing = svg(&layout, &options(Style::Colour));
    assert!(drawing.contains("class=\"quarters\"") && !drawing.contains("class=\"battle\""));
}
