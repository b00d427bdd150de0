//! Tests the generator against the check; neither knows the other.

use std::collections::BTreeMap;

use musterfield_geometry::BW;
use musterfield_rules::terrain::{Bua, HomeTerrainRules, Kind};
use musterfield_rules::{TerrainRules, book};
use musterfield_terrain::check::check;
use musterfield_terrain::file::{from_json, to_json};
use musterfield_terrain::generate::{GenerateError, Method, Preference, QuarterSpot, Settings, Wish, generate, locks};
use musterfield_terrain::{Board, Edge, Layout, Shape};
use proptest::prelude::*;

fn every_home() -> Vec<(&'static TerrainRules, &'static HomeTerrainRules)> {
    let all = book().unwrap().terrains();
    all.clone().flat_map(|rules| rules.homes.iter().map(move |home| (rules, home))).collect()
}

/// The boards of the rules; all whole sizes where any between two is allowed.
fn boards(rules: &TerrainRules) -> Vec<Board> {
    let listed = rules.tables.iter().flat_map(|table| table.boards.clone());
    let mut boards: Vec<Board> = listed.map(|(width, depth)| Board { width, depth }).collect();
    for table in rules.tables.iter().filter(|table| table.between) {
        let (least, most) = (table.boards[0].0, table.boards[table.boards.len() - 1].0);
        boards.extend((least / BW..=most / BW).map(|side| Board { width: side * BW, depth: side * BW }));
        boards.push(Board { width: least + 501, depth: least + 501 });
    }
    boards
}

#[track_caller]
fn is_legal(layout: &Layout) {
    let report = check(layout);
    let errors: Vec<String> = report
        .problems
        .iter()
        .filter(|problem| problem.is_error())
        .map(|problem| {
            format!("{} {:?}: {}", problem.code(), problem.place, musterfield_words::terrain::message(problem))
        })
        .collect();
    assert!(
        errors.is_empty(),
        "{} {} seed {:?} on {:?}:\n{}\n{}",
        layout.rules.ruleset,
        layout.home.id,
        layout.seed,
        layout.board,
        errors.join("\n"),
        to_json(layout)
    );
}

#[test]
fn what_the_procedure_lays_out_is_legal_on_every_table_of_every_home_terrain() {
    for (rules, home) in every_home() {
        for board in boards(rules) {
            for seed in 0..4 {
                is_legal(&generate(&Settings::new(rules, home, board, seed)).unwrap());
            }
        }
    }
}

#[test]
fn the_same_settings_give_the_same_file() {
    let text = |seed| {
        every_home()
            .into_iter()
            .map(|(rules, home)| {
                let (width, depth) = rules.tables[0].boards[0];
                to_json(&generate(&Settings::new(rules, home, Board { width, depth }, seed)).unwrap())
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
}

prop_compose! {
    fn settings()(
        at in 0..every_home().len(),
        board in any::<prop::sample::Index>(),
        seed in any::<u64>(),
        preference in prop::sample::select(Preference::ALL.to_vec()),
        by_chart in any::<bool>(),
        wished in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(QuarterSpot::ALL.to_vec())), 0..3),
    ) -> Settings {
        let (rules, home) = every_home()[at];
        let boards = boards(rules);
        let wishes = wished.into_iter().map(|(kind, spot)| {
            Wish { spot, ..Wish::new(*kind.get(&home.optional), false) }
        });
        Settings {
            preference,
            method: if by_chart && rules.chart.is_some() { Method::Chart } else { Method::Choice },
            wishes: wishes.collect(),
            ..Settings::new(rules, home, *board.get(&boards), seed)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn generator_and_check_agree_whatever_is_wished(settings in settings()) {
        match generate(&settings) {
            Ok(layout) => {
                is_legal(&layout);
                for wish in &settings.wishes {
                    prop_assert!(layout.record.iter().flatten().any(|choice| choice.kind == wish.kind));
                }
                let read = from_json(&to_json(&layout), book().unwrap()).unwrap();
                prop_assert_eq!(&read, &layout);
            }
            Err(why) => {
                let wished = !settings.wishes.is_empty();
                prop_assert!(wished, "{} without a wish", why);
            }
        }
    }

    /// Locked features stay where they are, whatever dice are rolled for the others.
    #[test]
    fn what_is_locked_stays_and_the_rest_is_laid_out_around_it(settings in settings(), again in any::<u64>(), locked in any::<u8>()) {
        let Ok(layout) = generate(&settings) else { return Ok(()) };
        let ids: Vec<&str> = layout
            .features
            .iter()
            .enumerate()
            .filter(|(at, _)| locked >> (at % 8) & 1 == 1)
            .map(|(_, feature)| feature.id.as_str())
            .collect();
        let wishes = locks(&layout, &ids);
        let kept: Vec<_> = wishes.iter().filter_map(|wish| wish.locked.as_ref()?.feature.clone()).collect();
        let anew = generate(&Settings { seed: again, wishes, ..settings });
        match anew {
            Ok(anew) => {
                is_legal(&anew);
                for feature in kept {
                    let now = anew.feature(&feature.id).unwrap();
                    prop_assert_eq!(&now.shape, &feature.shape);
                    prop_assert_eq!(now.kind, feature.kind);
                }
            }
            // Locked features may leave too little for the rules' quarters, or no place for what the table needs;
            // nothing else can go wrong.
            Err(why) => prop_assert!(matches!(why, GenerateError::Coverage | GenerateError::Needs), "{why:?}"),
        }
    }
}

/// D3H2-BUA-03: by the water in a corner of the table the edge that it touches is the base edge, not the one behind the
/// water.
#[test]
fn a_stronghold_names_its_base_edge_only_where_the_table_does_not_show_it() {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    let home = rules.home_terrain("littoral").unwrap();
    let wish = |kind, size| Wish { size, ..Wish::new(kind, kind == Kind::Waterway) };
    let walled = |size, seed| {
        let bua = Wish { bua: Some(Bua::Stronghold), ..wish(Kind::Bua, Some(size)) };
        let wishes = vec![wish(Kind::Waterway, None), wish(Kind::River, None), bua];
        generate(&Settings { wishes, ..Settings::new(rules, home, Board { width: 15_000, depth: 15_000 }, seed) })
            .unwrap()
    };
    let mut seen = BTreeMap::new();
    for seed in 0..600 {
        let layout = walled(if seed % 2 == 0 { (6000, 2500) } else { (3000, 2000) }, seed);
        is_legal(&layout);
        let Some(stronghold) = layout.features.iter().find(|feature| feature.bua.is_some()) else { continue };
        let from =
            |edge| stronghold.area().unwrap().corners.iter().map(|corner| layout.board.from_edge(edge, *corner)).min();
        let touched = Edge::ALL.into_iter().filter(|edge| from(*edge).unwrap() <= 10).count();
        let wet = layout.features.iter().any(|feature| match &feature.shape {
            Shape::Water { outline, .. } => stronghold.area().unwrap().nearer(outline, 10),
            Shape::Area(_) | Shape::Course(_) => false,
        });
        *seen.entry((touched, wet, stronghold.base_edge.is_some())).or_insert(0) += 1;
    }
    let kinds: Vec<(usize, bool, bool)> = seen.keys().copied().collect();
    assert_eq!(kinds, [(0, true, true), (1, false, false), (1, true, false)], "{seen:?}");
}

#[test]
fn every_kind_and_both_ends_of_every_number_come_up() {
    let mut seen: BTreeMap<(&str, &str, String), u32> = BTreeMap::new();
    for (rules, home) in every_home() {
        let saw = |what: &str| (&*rules.ruleset, &*home.id, what.to_owned());
        let usual = rules.tables[0].usual;
        let (width, depth) = rules.tables[0].boards[0];
        for seed in 0..100 {
            let layout = generate(&Settings::new(rules, home, Board { width, depth }, seed)).unwrap();
            for choice in layout.record.iter().flatten() {
                *seen.entry(saw(choice.kind.as_str())).or_default() += 1;
            }
            let optional = layout.record.iter().flatten().filter(|choice| !choice.compulsory).count();
            assert!((usize::from(usual.0)..=usize::from(usual.1)).contains(&optional), "{} {optional}", home.id);
            *seen.entry(saw(&optional.to_string())).or_default() += 1;
        }
        for kind in home.optional.iter().chain(home.compulsory.iter().map(|choice| &choice.kind)) {
            assert!(seen.contains_key(&saw(kind.as_str())), "{} {kind} never came", home.id);
        }
        for end in [usual.0, usual.1] {
            assert!(seen.contains_key(&saw(&end.to_string())), "{}: never {end}", home.id);
        }
    }
}
