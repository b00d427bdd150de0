//! For a table that is laid out already: adds a feature by hand, and determines which features stay when the others are
//! rolled again.

use musterfield_dice::Dice;
use musterfield_geometry::Point;
use musterfield_rules::terrain::{Bua, Kind};

use super::choose::{PlannedFeature, sizes};
use super::place::TableBuilder;
use super::settings::{QuarterSpot, Settings, Wish};
use crate::layout::{Board, Edge, Feature, Layout, Quarter, RecordEntry, Shape, TOUCH};

/// The optional kinds of which the home terrain still allows one more on this table, counting discarded features
/// (D3H2-TERR-02, 03, 18). Empty when all optional features have been taken.
#[must_use]
pub fn still_open(layout: &Layout) -> Vec<Kind> {
    let rules = layout.rules;
    let Some(table) = rules.table(layout.board.width, layout.board.depth) else { return Vec::new() };
    let taken: Vec<(Kind, bool)> = match &layout.record {
        Some(record) => record.iter().map(|choice| (choice.kind, choice.compulsory)).collect(),
        None => layout.features.iter().map(|feature| (feature.kind, feature.compulsory)).collect(),
    };
    if taken.iter().filter(|(_, compulsory)| !compulsory).count() >= usize::from(table.optional.1) {
        return Vec::new();
    }
    let count = |kind: Kind| taken.iter().filter(|(known, _)| *known == kind).count();
    let excluded = |kind: Kind| {
        let groups = layout.home.either.iter().filter(|group| group.contains(&kind));
        groups.flatten().any(|other| *other != kind && count(*other) > 0)
    };
    let open = |kind: &Kind| count(*kind) < usize::from(rules.most(table, *kind).value) && !excluded(*kind);
    layout.home.optional.iter().copied().filter(open).collect()
}

/// A feature to be added by hand: in the requested quarter, otherwise in the first with room for it. Where there is no
/// room it overlaps other features, and the player makes room. `None` only where the board has no place for it at all,
/// or the rules have no such feature.
#[must_use]
pub fn piece(
    layout: &Layout,
    kind: Kind,
    bua: Option<Bua>,
    size: Option<(i64, i64)>,
    quarter: Option<Quarter>,
    seed: u64,
) -> Option<Feature> {
    layout.rules.feature(kind)?;
    let settings = Settings::new(layout.rules, layout.home, layout.board, seed);
    let size = size.or_else(|| median_size(layout.rules.size(kind, bua).map(sizes)?));
    let chosen =
        PlannedFeature { kind, bua, compulsory: false, size, quarter, spot: QuarterSpot::Anywhere, locked: None };
    let quarters = match quarter {
        Some(quarter) => vec![quarter],
        None => by_number_of_features(layout),
    };
    for features in [layout.features.clone(), Vec::new()] {
        let dice = Dice::new(seed, 0);
        let mut table = TableBuilder { settings: &settings, dice, features, record: Vec::new() };
        for quarter in &quarters {
            if let Some(found) = table.shape(&chosen, *quarter) {
                return Some(Feature { id: layout.free_id(), bua, quarter: Some(*quarter), ..found });
            }
        }
    }
    None
}

/// The locks by which the features with these ids stay as they are while everything else is chosen and rolled again.
/// Features on which a locked one depends stay too: the water into which a river flows or beside which a Stronghold
/// stands, the road or BUA at which a road ends.
#[must_use]
pub fn locks(layout: &Layout, ids: &[&str]) -> Vec<Wish> {
    let mut kept: Vec<&Feature> = layout.features.iter().filter(|feature| ids.contains(&feature.id.as_str())).collect();
    let mut at = 0;
    while let Some(feature) = kept.get(at).copied() {
        for other in layout.features.iter().filter(|other| rests_on(layout.board, feature, other)) {
            if !kept.iter().any(|known| known.id == other.id) {
                kept.push(other);
            }
        }
        at += 1;
    }
    let recorded = |feature: &Feature| {
        let mut record = layout.record.iter().flatten();
        record.find(|choice| choice.feature.as_ref() == Some(&feature.id)).cloned()
    };
    let wish = |feature: &Feature| {
        Wish::locked(recorded(feature).unwrap_or_else(|| RecordEntry::by_hand(feature)), Some(feature.clone()))
    };
    layout.features.iter().filter(|feature| kept.iter().any(|known| known.id == feature.id)).map(wish).collect()
}

/// Whether a feature depends on another one.
fn rests_on(board: Board, feature: &Feature, other: &Feature) -> bool {
    if feature.id == other.id {
        return false;
    }
    let on_an_edge = |point: &Point| Edge::ALL.into_iter().any(|edge| board.from_edge(edge, *point) <= TOUCH);
    match (&feature.shape, &other.shape) {
        (Shape::Course(course), other) => {
            let mut ends = course.path.first().into_iter().chain(course.path.last()).filter(|end| !on_an_edge(end));
            match other {
                Shape::Area(outline) => {
                    ends.any(|end| outline.contains(*end) || outline.outline_nearer_to_point(*end, TOUCH))
                }
                Shape::Water { outline, .. } => ends.any(|end| outline.contains(*end)),
                Shape::Course(road) => ends.any(|end| road.nearer_to_point(*end, TOUCH)),
            }
        }
        (Shape::Area(outline), Shape::Water { outline: water, .. }) => {
            feature.kind == Kind::Bua && !outline.corners.iter().any(on_an_edge) && outline.nearer(water, TOUCH)
        }
        _ => false,
    }
}

/// The medium size, by area.
fn median_size(mut sizes: Vec<(i64, i64)>) -> Option<(i64, i64)> {
    sizes.sort_by_key(|(long, short)| (long * short, *long));
    sizes.get(sizes.len() / 2).copied()
}

/// The quarters, fewest features first.
fn by_number_of_features(layout: &Layout) -> Vec<Quarter> {
    let mut quarters = Quarter::ALL.to_vec();
    quarters.sort_by_key(|quarter| layout.features.iter().filter(|feature| feature.quarter == Some(*quarter)).count());
    quarters
}
