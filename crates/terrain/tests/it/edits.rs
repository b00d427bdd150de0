//! The changes of the editor to a layout.

use musterfield_geometry::point::BW;
use musterfield_geometry::{Course, Point, Polygon};
use musterfield_rules::book;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::edit::{Edit, EditError, gate_edge, gate_towards, pose, still_compulsory};
use musterfield_terrain::file::{from_json, to_json};
use musterfield_terrain::generate::{Settings, generate, still_open};
use musterfield_terrain::layout::{Feature, MOST_FEATURES, RecordEntry};
use musterfield_terrain::{Board, Code, Edge, Layout, Quarter, Shape, check};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

pub(super) const BOARD: Board = Board { width: 15 * BW, depth: 15 * BW };

pub(super) fn empty(home: &str, board: Board) -> Layout {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    Layout::empty(rules, rules.home_terrain(home).unwrap(), board)
}

fn laid_out(home: &str, seed: u64) -> Layout {
    let bare = empty(home, BOARD);
    generate(&Settings::new(bare.rules, bare.home, BOARD, seed)).unwrap()
}

/// A table with a square of woods in the middle of the far left quarter.
pub(super) fn one_wood() -> Layout {
    let mut layout = empty("forest", BOARD);
    let corners = [(2000, 9000), (5000, 9000), (5000, 12_000), (2000, 12_000)].map(|(x, y)| Point::new(x, y));
    let shape = Shape::Area(Polygon::new(corners.to_vec()));
    let wood = Feature { quarter: Some(Quarter::FarLeft), ..Feature::new("w".into(), Kind::Woods, shape) };
    layout.features.push(wood);
    layout
}

pub(super) fn with_river(width: i64, path: &[(i64, i64)]) -> Layout {
    let mut layout = empty("forest", BOARD);
    let path = path.iter().map(|(x, y)| Point::new(*x, *y)).collect();
    layout.features.push(Feature::new("r".into(), Kind::River, Shape::Course(Course { path, width })));
    layout
}

pub(super) fn id(text: &str) -> String {
    text.to_owned()
}

pub(super) fn move_by(piece: &str, x: i64, y: i64, snap: bool) -> Edit {
    Edit::Move { id: id(piece), by: Point::new(x, y), snap }
}

#[track_caller]
pub(super) fn after(layout: &Layout, edit: &Edit) -> Layout {
    layout.apply(edit).unwrap_or_else(|why| panic!("{edit:?}: {why:?}"))
}

pub(super) fn middle(layout: &Layout, id: &str) -> (i64, i64) {
    let middle = pose(layout.feature(id).unwrap()).middle;
    (middle.x, middle.y)
}

pub(super) fn path(layout: &Layout, id: &str) -> Vec<(i64, i64)> {
    layout.feature(id).unwrap().course().unwrap().path.iter().map(|point| (point.x, point.y)).collect()
}

pub(super) fn every_point(feature: &Feature) -> Vec<Point> {
    let mut points = match &feature.shape {
        Shape::Area(outline) => outline.corners.clone(),
        Shape::Course(course) => course.path.clone(),
        Shape::Water { outline, beach, .. } => {
            outline.corners.iter().chain(beach.iter().flat_map(|beach| &beach.corners)).copied().collect()
        }
    };
    points.extend(feature.gates.iter().chain(&feature.crest));
    points
}

/// The greatest distance between corresponding points of two features.
fn apart(one: &Feature, other: &Feature) -> i64 {
    let (one, other) = (every_point(one), every_point(other));
    assert_eq!(one.len(), other.len());
    one.iter().zip(&other).map(|(a, b)| (a.x - b.x).abs().max((a.y - b.y).abs())).max().unwrap_or(0)
}

#[test]
fn a_river_that_is_turned_runs_from_edge_to_edge_again() {
    let layout = with_river(500, &[(0, 7000), (5000, 8000), (10_000, 7000), (15_000, 8000)]);
    for degrees in [15_000, 33_333, 90_000, 170_000, 270_000] {
        let turned = after(&layout, &Edit::Turn { id: id("r"), degrees });
        let path = path(&turned, "r");
        for (x, y) in [path[0], path[path.len() - 1]] {
            assert!([0, 15_000].contains(&x) || [0, 15_000].contains(&y), "{degrees}: {path:?}");
        }
        assert!(path.iter().all(|(x, y)| (0..=15_000).contains(x) && (0..=15_000).contains(y)), "{path:?}");
    }
}

#[test]
fn roads_cross_rivers_where_they_do_now() {
    let mut layout = with_river(700, &[(0, 5000), (15_000, 5000)]);
    let road = Course { path: vec![Point::new(4000, 0), Point::new(4000, 15_000)], width: 300 };
    layout.features.push(Feature::new("s".into(), Kind::Road, Shape::Course(road)));
    let crossings = |layout: &Layout| layout.feature("r").unwrap().crossings.clone();
    let mut moved = after(&layout, &move_by("s", 2000, 0, false));
    assert_eq!(
        crossings(&moved).iter().map(|at| (at.at.x, at.at.y, at.bridge)).collect::<Vec<_>>(),
        [(6000, 5000, true)]
    );
    // A ford stays a ford.
    moved.features[0].crossings[0].bridge = false;
    let again = after(&moved, &move_by("r", 0, 500, false));
    assert_eq!(
        crossings(&again).iter().map(|at| (at.at.x, at.at.y, at.bridge)).collect::<Vec<_>>(),
        [(6000, 5500, false)]
    );
    assert_eq!(crossings(&after(&again, &Edit::Remove { id: id("s") })), []);
}

#[test]
fn a_corner_of_a_curved_outline_takes_its_neighbours_along_and_the_record_follows() {
    let layout = laid_out("forest", 3);
    let wood = layout.features.iter().find(|feature| feature.kind == Kind::Woods).unwrap();
    let old = wood.area().unwrap().corners.clone();
    let to = Point::new(old[8].x + 400, old[8].y - 200);
    let changed = after(&layout, &Edit::Corner { id: wood.id.clone(), at: 8, to });
    let new = changed.feature(&wood.id).unwrap().area().unwrap().corners.clone();
    assert_eq!(new[8], to);
    assert_eq!(new[7] - old[7], Point::new(240, -120));
    assert_eq!(new[10] - old[10], Point::new(100, -50));
    assert_eq!((new[11], new[5]), (old[11], old[5]));
    let line = changed.record.iter().flatten().find(|line| line.feature.as_deref() == Some(wood.id.as_str())).unwrap();
    let (long, short) = pose(changed.feature(&wood.id).unwrap()).size.unwrap();
    let (recorded_long, recorded_short) = line.size.unwrap();
    assert!((recorded_long - long).abs() <= 5 && (recorded_short - short).abs() <= 5);
}

#[test]
fn corners_come_and_go_and_enough_of_them_stay() {
    let layout = one_wood();
    let corners = |layout: &Layout| layout.feature("w").unwrap().area().unwrap().corners.clone();
    let more = after(&layout, &Edit::AddCorner { id: id("w"), after: 3, to: None });
    assert_eq!(corners(&more)[4], Point::new(2000, 10_500));
    assert_eq!(corners(&after(&more, &Edit::RemoveCorner { id: id("w"), at: 4 })), corners(&layout));
    let three = after(&layout, &Edit::RemoveCorner { id: id("w"), at: 0 });
    assert_eq!(
        three.apply(&Edit::RemoveCorner { id: id("w"), at: 0 }),
        Err(EditError::FewCorners("Woods w".into(), 3))
    );
    for at in [4, usize::MAX] {
        let refused = Err(EditError::NoCorner("Woods w".into()));
        assert_eq!(layout.apply(&Edit::RemoveCorner { id: id("w"), at }), refused);
        assert_eq!(layout.apply(&Edit::AddCorner { id: id("w"), after: at, to: None }), refused);
        assert_eq!(layout.apply(&Edit::Corner { id: id("w"), at, to: Point::new(0, 0) }), refused);
    }
}

#[test]
fn a_beach_goes_with_its_shore() {
    let layout = (0..200)
        .map(|seed| laid_out("littoral", seed))
        .find(|layout| {
            layout.features.iter().any(|feature| matches!(&feature.shape, Shape::Water { beach: Some(_), .. }))
        })
        .unwrap();
    let water = layout.features.iter().find(|feature| feature.kind == Kind::Waterway).unwrap();
    let parts = |layout: &Layout| match &layout.feature(&water.id).unwrap().shape {
        Shape::Water { edge, outline, beach } => (*edge, outline.corners.clone(), beach.clone().unwrap().corners),
        _ => unreachable!(),
    };
    let (edge, shore, beach) = parts(&layout);
    let at = 10;
    assert!(beach.contains(&shore[at]));
    let into = |point: Point| BOARD.from_edge(edge, point);
    let to = Point::new((shore[at].x + 7500) / 2, (shore[at].y + 7500) / 2);
    let (_, new_shore, new_beach) = parts(&after(&layout, &Edit::Corner { id: water.id.clone(), at, to }));
    assert_eq!(new_shore[at], to);
    assert_eq!(new_beach.len(), beach.len());
    assert!(new_shore.iter().skip(2).all(|corner| new_beach.contains(corner)), "{new_shore:?}\n{new_beach:?}");

    let (_, new_shore, new_beach) = parts(&after(&layout, &Edit::RemoveCorner { id: water.id.clone(), at }));
    assert_eq!((new_shore.len(), new_beach.len()), (shore.len() - 1, beach.len() - 1));
    let (_, new_shore, new_beach) =
        parts(&after(&layout, &Edit::AddCorner { id: water.id.clone(), after: at, to: None }));
    assert_eq!((new_shore.len(), new_beach.len()), (shore.len() + 1, beach.len() + 1));
    assert!(new_beach.contains(&new_shore[at + 1]));

    // Deeper by half a BW, including the beach, and at another edge.
    let inwards = match edge {
        Edge::North => (0, -500),
        Edge::East => (-500, 0),
        Edge::South => (0, 500),
        Edge::West => (500, 0),
    };
    let (_, deeper, sand) = parts(&after(&layout, &move_by(&water.id, inwards.0, inwards.1, false)));
    assert_eq!(into(deeper[at]), into(shore[at]) + 500);
    assert_eq!(sand.iter().map(|corner| into(*corner)).min(), beach.iter().map(|corner| into(*corner) + 500).min());
    let (turned, there, _) = parts(&after(&layout, &Edit::Turn { id: water.id.clone(), degrees: -90_000 }));
    assert_eq!(turned, edge.next());
    assert_eq!(BOARD.from_edge(turned, there[at]), into(shore[at]));
}

#[test]
fn a_gate_stays_on_its_outline_and_can_look_towards_any_side_that_there_is() {
    let layout = after(
        &empty("arable", BOARD),
        &Edit::Add { kind: Kind::Bua, bua: Some(Bua::Hamlet), compulsory: false, size: None, quarter: None, seed: 1 },
    );
    let gate = |layout: &Layout| layout.features[0].gates[0];
    for edge in Edge::ALL {
        let Some(to) = gate_towards(&layout.features[0], edge) else { continue };
        let changed = after(&layout, &Edit::Gate { id: id("f1"), at: 0, to });
        assert_eq!(gate_edge(&changed.features[0]), Some(edge));
        let outline = changed.features[0].area().unwrap();
        assert!(outline.outline_nearer_to_point(gate(&changed), 2));
    }
    let wall = after(&layout, &Edit::Gate { id: id("f1"), at: 0, to: Point::new(7500, 7500) });
    assert!(wall.features[0].area().unwrap().outline_nearer_to_point(gate(&wall), 2));
    assert!(matches!(
        layout.apply(&Edit::Gate { id: id("f1"), at: 1, to: Point::new(0, 0) }),
        Err(EditError::NoGate(_))
    ));
    let wood = one_wood().apply(&Edit::Gate { id: id("w"), at: 0, to: Point::new(0, 0) });
    assert_eq!(wood, Err(EditError::NoGate("Woods w".into())));
}

#[test]
fn the_record_follows_what_is_added_removed_and_resized() {
    let layout = laid_out("forest", 3);
    let (lines, pieces) = (layout.record.as_ref().unwrap().len(), layout.features.len());
    let wood = layout.features.iter().find(|feature| feature.kind == Kind::Woods).unwrap().id.clone();
    let line = |layout: &Layout, id: &str| -> Option<RecordEntry> {
        layout.record.iter().flatten().find(|line| line.feature.as_deref() == Some(id)).cloned()
    };
    let resized = after(&layout, &Edit::Resize { id: wood.clone(), length: 4200, width: 3100 });
    assert_eq!(line(&resized, &wood).unwrap().size, Some((4200, 3100)));
    let moved = after(&layout, &Edit::Quarter { id: wood.clone(), quarter: None });
    assert_eq!(line(&moved, &wood).unwrap().quarter, None);
    let removed = after(&layout, &Edit::Remove { id: wood.clone() });
    assert_eq!((removed.record.as_ref().unwrap().len(), removed.features.len()), (lines - 1, pieces - 1));
    assert_eq!(line(&removed, &wood), None);
    let kind = still_open(&removed).first().copied().unwrap_or(Kind::Scrub);
    let add = Edit::Add { kind, bua: None, compulsory: false, size: None, quarter: None, seed: 4 };
    let added = after(&removed, &add);
    let new = &added.features[added.features.len() - 1];
    let last = added.record.as_ref().unwrap().last().unwrap();
    assert_eq!((last.feature.as_ref(), last.kind, last.die, last.placed), (Some(&new.id), kind, None, true));
    assert!(
        !check(&added).problems.iter().any(|problem| problem.code() == Code::Record),
        "{:?}",
        check(&added).problems
    );
    let hand = after(&added, &Edit::Hand);
    assert_eq!((hand.record.as_ref(), hand.seed), (None, None));
    assert_eq!(hand.apply(&Edit::Forget { line: 0 }), Err(EditError::NoLine));
}

#[test]
fn what_was_discarded_can_be_forgotten_and_what_was_placed_cannot() {
    let discards = |layout: &Layout| layout.record.iter().flatten().position(|line| !line.placed);
    let layout = (0..500).map(|seed| laid_out("hilly", seed)).find(|layout| discards(layout).is_some()).unwrap();
    let at = discards(&layout).unwrap();
    let changed = after(&layout, &Edit::Forget { line: at });
    assert_eq!(changed.record.unwrap().len(), layout.record.as_ref().unwrap().len() - 1);
    assert_eq!(changed.features, layout.features);
    let placed = layout.record.iter().flatten().position(|line| line.placed).unwrap();
    assert_eq!(layout.apply(&Edit::Forget { line: placed }), Err(EditError::NoLine));
}

#[test]
fn what_is_locked_stays_when_everything_else_is_rolled_again() {
    let layout = laid_out("forest", 11);
    let kept = layout.features[0].clone();
    let named = after(&layout, &Edit::Rename("Ford".into()));
    let rolled = after(&named, &Edit::Reroll { locked: vec![kept.id.clone()], seed: 99 });
    assert_eq!(rolled.feature(&kept.id).map(|feature| &feature.shape), Some(&kept.shape));
    assert_ne!(rolled.features, layout.features);
    assert_eq!((rolled.name.as_str(), rolled.seed), ("Ford", Some(99)));
    assert!(check(&rolled).is_legal(), "{:?}", check(&rolled).problems);
    let unknown = Edit::Reroll { locked: vec!["no".into()], seed: 1 };
    assert_eq!(layout.apply(&unknown), Err(EditError::NoPiece("no".into())));
}

#[test]
fn a_table_that_is_drawn_by_hand_says_what_is_compulsory() {
    let bare = empty("forest", BOARD);
    assert_eq!(still_compulsory(&bare), [Kind::Woods]);
    let add =
        |compulsory, seed| Edit::Add { kind: Kind::Woods, bua: None, compulsory, size: None, quarter: None, seed };
    let mut layout = bare;
    for seed in 0..4 {
        if !still_compulsory(&layout).contains(&Kind::Woods) {
            break;
        }
        layout = after(&layout, &add(true, seed));
    }
    assert_eq!(still_compulsory(&layout), []);
    assert!(!check(&layout).problems.iter().any(|problem| problem.code() == Code::CompulsoryCount));
    let one_less = after(&layout, &Edit::Compulsory { id: layout.features[0].id.clone(), compulsory: false });
    assert_eq!(still_compulsory(&one_less), [Kind::Woods]);
}

#[test]
fn on_another_board_pieces_keep_their_part_of_the_table() {
    let mut layout = one_wood();
    layout.features.extend(with_river(500, &[(0, 5000), (15_000, 6000)]).features);
    let board = Board { width: 20 * BW, depth: 20 * BW };
    let larger = after(&layout, &Edit::BoardSize(board));
    assert_eq!(middle(&larger, "w"), (4667, 14_000));
    assert_eq!(pose(larger.feature("w").unwrap()).size, Some((3000, 3000)));
    assert_eq!(path(&larger, "r"), [(0, 6667), (20_000, 8000)]);
    for wrong in [0, 999, 100_001, i64::MAX, -15_000] {
        let board = Board { width: wrong, depth: 15_000 };
        assert_eq!(layout.apply(&Edit::BoardSize(board)), Err(EditError::Board));
    }
}

#[test]
fn a_table_takes_so_many_pieces_and_no_more() {
    let mut layout = empty("forest", BOARD);
    layout.features =
        (0..MOST_FEATURES).map(|at| Feature { id: format!("w{at}"), ..one_wood().features[0].clone() }).collect();
    let add = Edit::Add { kind: Kind::Woods, bua: None, compulsory: false, size: None, quarter: None, seed: 1 };
    assert_eq!(layout.apply(&add), Err(EditError::Full));
}

#[test]
fn only_what_has_a_size_is_resized_and_only_courses_have_a_breadth() {
    let (wood, river) = (one_wood(), with_river(500, &[(0, 5000), (15_000, 6000)]));
    let size = |piece: &str, length, width| Edit::Resize { id: id(piece), length, width };
    assert_eq!(river.apply(&size("r", 3000, 2000)), Err(EditError::NoSize("River r".into())));
    for (length, width) in [(0, 3000), (3000, 99), (15_001, 3000), (i64::MIN, i64::MAX)] {
        assert_eq!(wood.apply(&size("w", length, width)), Err(EditError::Size));
    }
    // The former width may become the length.
    let taller = after(&wood, &size("w", 2000, 5000));
    assert_eq!(pose(taller.feature("w").unwrap()).size, Some((5000, 2000)));
    let breadth = |piece: &str, width| Edit::Width { id: id(piece), width };
    assert_eq!(after(&river, &breadth("r", 700)).features[0].course().unwrap().width, 700);
    assert_eq!(river.apply(&breadth("r", 0)), Err(EditError::Size));
    assert_eq!(wood.apply(&breadth("w", 700)), Err(EditError::NoWidth("Woods w".into())));
    let edge = Edit::BaseEdge { id: id("w"), edge: Some(Edge::West) };
    assert_eq!(wood.apply(&edge), Err(EditError::NoBaseEdge("Woods w".into())));
}

/// Generated tables of every home terrain of every ruleset.
fn generated() -> impl Strategy<Value = Layout> {
    let homes: Vec<_> =
        book().unwrap().terrains().flat_map(|rules| rules.homes.iter().map(move |home| (rules, home))).collect();
    (select(homes), any::<u64>()).prop_map(|((rules, home), seed)| {
        let (width, depth) = rules.tables[0].boards[0];
        generate(&Settings::new(rules, home, Board { width, depth }, seed)).unwrap()
    })
}

fn coordinate() -> impl Strategy<Value = i64> {
    prop_oneof![8 => -1000_i64..18_000, 1 => -1_000_000_i64..=1_000_000, 1 => (0_i64..30).prop_map(|half| half * 500)]
}

fn point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

fn any_feature() -> impl Strategy<Value = Feature> {
    let lines = (vec(point(), 2..20), vec(point(), 3..20), option::of(vec(point(), 3..12)), vec(point(), 0..3));
    let words =
        (select(Kind::ALL), select(Bua::ALL), select(Edge::ALL.to_vec()), option::of(select(Quarter::ALL.to_vec())));
    (lines, words, 1_i64..1_000_000, any::<bool>()).prop_map(|(lines, words, width, compulsory)| {
        let ((path, corners, beach, more), (kind, bua, edge, quarter)) = (lines, words);
        let outline = Polygon::new(corners);
        let shape = match kind {
            kind if kind.is_course() => Shape::Course(Course { path, width }),
            kind if kind.is_waterway() => Shape::Water { edge, outline, beach: beach.map(Polygon::new) },
            _ => Shape::Area(outline),
        };
        let mut feature = Feature { compulsory, quarter, ..Feature::new(String::new(), kind, shape) };
        if kind == Kind::Bua {
            (feature.bua, feature.gates, feature.base_edge) = (Some(bua), more, Some(edge));
        } else if kind.is_hill() {
            feature.crest = more;
        }
        feature
    })
}

/// Anything that a file can hold.
fn anything() -> impl Strategy<Value = Layout> {
    let sides = prop_oneof![Just((15_000, 15_000)), (1000_i64..=100_000, 1000_i64..=100_000)];
    let drawn = (vec(any_feature(), 1..7), sides, any::<bool>()).prop_map(|(features, (width, depth), recorded)| {
        let mut layout = empty("arable", Board { width, depth });
        for (at, feature) in features.into_iter().enumerate() {
            layout.features.push(Feature { id: format!("f{at}"), ..feature });
        }
        if recorded {
            layout.record = laid_out("arable", 5).record;
        }
        layout
    });
    prop_oneof![2 => generated(), 3 => drawn]
}

fn length() -> impl Strategy<Value = i64> {
    prop_oneof![8 => 0_i64..16_000, 1 => any::<i64>()]
}

fn any_edit() -> impl Strategy<Value = (Index, Edit)> {
    let id = String::new;
    let step = || prop_oneof![9 => -6000_i64..6000, 1 => any::<i64>()];
    let at = || prop_oneof![9 => 0_usize..34, 1 => any::<usize>()];
    let far = || prop_oneof![9 => point(), 1 => (any::<i64>(), any::<i64>()).prop_map(|(x, y)| Point::new(x, y))];
    let quarter = || option::of(select(Quarter::ALL.to_vec()));
    let edit = prop_oneof![
        3 => (step(), step(), any::<bool>()).prop_map(move |(x, y, snap)| Edit::Move { id: id(), by: Point::new(x, y), snap }),
        1 => far().prop_map(move |at| Edit::Put { id: id(), at }),
        2 => prop_oneof![-400_000_i64..400_000, any::<i64>()].prop_map(move |degrees| Edit::Turn { id: id(), degrees }),
        3 => (length(), length()).prop_map(move |(length, width)| Edit::Resize { id: id(), length, width }),
        2 => (at(), far()).prop_map(move |(at, to)| Edit::Corner { id: id(), at, to }),
        1 => (at(), option::of(far())).prop_map(move |(after, to)| Edit::AddCorner { id: id(), after, to }),
        1 => at().prop_map(move |at| Edit::RemoveCorner { id: id(), at }),
        1 => vec(far(), 0..9).prop_map(move |corners| Edit::Corners { id: id(), corners }),
        2 => any::<u64>().prop_map(move |seed| Edit::Redraw { id: id(), seed }),
        1 => Just(Edit::Mirror { id: id() }),
        2 => (select(Kind::ALL), option::of(select(Bua::ALL)), any::<bool>(), option::of((length(), length())), quarter(), any::<u64>())
            .prop_map(|(kind, bua, compulsory, size, quarter, seed)| {
                Edit::Add { kind, bua, compulsory, size, quarter, seed }
            }),
        1 => Just(Edit::Remove { id: id() }),
        1 => (0_usize..12).prop_map(|line| Edit::Forget { line }),
        1 => quarter().prop_map(move |quarter| Edit::Quarter { id: id(), quarter }),
        1 => any::<bool>().prop_map(move |compulsory| Edit::Compulsory { id: id(), compulsory }),
        1 => option::of(select(Edge::ALL.to_vec())).prop_map(move |edge| Edit::BaseEdge { id: id(), edge }),
        1 => (0_usize..3, far()).prop_map(move |(at, to)| Edit::Gate { id: id(), at, to }),
        1 => length().prop_map(move |width| Edit::Width { id: id(), width }),
        1 => "\\PC{0,90}".prop_map(Edit::Rename),
        1 => (length(), length()).prop_map(|(width, depth)| Edit::BoardSize(Board { width, depth })),
        1 => any::<u64>().prop_map(move |seed| Edit::Reroll { locked: vec![id()], seed }),
        1 => Just(Edit::Hand),
    ];
    (any::<Index>(), edit)
}

/// The edit applied to one of the existing features.
fn of_a_piece(layout: &Layout, at: &Index, mut edit: Edit) -> Edit {
    let Some(name) = layout.features.get(at.index(layout.features.len().max(1))).map(|feature| feature.id.clone())
    else {
        return edit;
    };
    match &mut edit {
        Edit::Move { id, .. }
        | Edit::Put { id, .. }
        | Edit::Turn { id, .. }
        | Edit::Resize { id, .. }
        | Edit::Corner { id, .. }
        | Edit::AddCorner { id, .. }
        | Edit::RemoveCorner { id, .. }
        | Edit::Corners { id, .. }
        | Edit::Redraw { id, .. }
        | Edit::Mirror { id }
        | Edit::Remove { id }
        | Edit::Quarter { id, .. }
        | Edit::Compulsory { id, .. }
        | Edit::BaseEdge { id, .. }
        | Edit::Gate { id, .. }
        | Edit::Width { id, .. } => *id = name,
        Edit::Reroll { locked, .. } => *locked = vec![name],
        _ => {}
    }
    edit
}

#[test]
fn on_the_smallest_boards_a_road_or_river_finds_a_way_or_is_refused() {
    for side in [BW, 3 * BW / 2, 2 * BW, 3 * BW] {
        let small = empty("forest", Board { width: side, depth: side });
        for seed in 0..20 {
            for kind in [Kind::Road, Kind::River] {
                let add = Edit::Add { kind, bua: None, compulsory: false, size: None, quarter: None, seed };
                match small.apply(&add) {
                    Ok(added) => assert_eq!(added.features.len(), 1),
                    Err(why) => assert!(matches!(why, EditError::NoRoom(_)), "{why:?}"),
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_is_done_to_whatever_table_the_result_can_be_kept_and_is_the_same_each_time(
        layout in anything(),
        edits in vec(any_edit(), 1..6),
    ) {
        let mut layout = layout;
        for (at, edit) in edits {
            let edit = of_a_piece(&layout, &at, edit);
            let changed = layout.apply(&edit);
            prop_assert_eq!(&changed, &layout.apply(&edit));
            if let Ok(changed) = changed {
                let read = from_json(&to_json(&changed), book().unwrap());
                prop_assert_eq!(read.as_ref().ok(), Some(&changed), "{:?} after {:?}", read, edit);
                prop_assert_eq!(check(&changed), check(&layout.apply(&edit).unwrap()));
                layout = changed;
            }
        }
    }

    #[test]
    fn moved_there_and_back_an_area_is_as_it_was(layout in generated(), at in any::<Index>(), x in -2000_i64..2000, y in -2000_i64..2000) {
        let areas: Vec<&Feature> = layout.features.iter().filter(|feature| feature.area().is_some()).collect();
        prop_assume!(!areas.is_empty());
        let piece = areas[at.index(areas.len())];
        let there = layout.apply(&move_by(&piece.id, x, y, false)).unwrap();
        let (from, to) = (middle(&layout, &piece.id), middle(&there, &piece.id));
        let back = there.apply(&move_by(&piece.id, from.0 - to.0, from.1 - to.1, false)).unwrap();
        prop_assert!(apart(piece, back.feature(&piece.id).unwrap()) <= 1);
    }

    #[test]
    fn four_quarter_turns_change_nothing_but_thousandths_and_two_mirror_images_nothing_at_all(layout in generated()) {
        for piece in &layout.features {
            let mut turned = layout.clone();
            let mut steady = true;
            for _ in 0..4 {
                turned = turned.apply(&Edit::Turn { id: piece.id.clone(), degrees: 90_000 }).unwrap();
                // Of two rectangles that are equally small to a thousandth, either may be chosen.
                steady &= (pose(turned.feature(&piece.id).unwrap()).middle - pose(piece).middle).square() <= 8;
            }
            let mirrored = layout.apply(&Edit::Mirror { id: piece.id.clone() }).unwrap();
            let twice = mirrored.apply(&Edit::Mirror { id: piece.id.clone() }).unwrap();
            if piece.area().is_some() && steady {
                prop_assert!(apart(piece, turned.feature(&piece.id).unwrap()) <= 8, "{}", piece.id);
            }
            prop_assert_eq!(Some(piece), twice.feature(&piece.id));
        }
    }

    #[test]
    fn an_area_resized_to_its_own_size_stays_and_one_resized_has_the_size_asked_for(
        layout in generated(), length in 1500_i64..7000, share in 40_i64..=100,
    ) {
        for piece in layout.features.iter().filter(|feature| feature.area().is_some()) {
            let (long, short) = pose(piece).size.unwrap();
            let same = layout.apply(&Edit::Resize { id: piece.id.clone(), length: long, width: short }).unwrap();
            prop_assert!(apart(piece, same.feature(&piece.id).unwrap()) <= 4);
            let width = length * share / 100;
            match layout.apply(&Edit::Resize { id: piece.id.clone(), length, width }) {
                Ok(changed) => {
                    let (long, short) = pose(changed.feature(&piece.id).unwrap()).size.unwrap();
                    prop_assert!((long - length).abs() <= 3 && (short - width).abs() <= 3, "{long} {short} for {length} {width}");
                }
                Err(why) => prop_assert!(matches!(why, EditError::Stubborn(_)), "{why:?}"),
            }
        }
    }

    #[test]
    fn another_outline_has_the_same_size_and_middle(layout in generated(), seed in any::<u64>()) {
        for piece in &layout.features {
            let redrawn = layout.apply(&Edit::Redraw { id: piece.id.clone(), seed });
            let Ok(redrawn) = redrawn else {
                prop_assert!(piece.area().is_none());
                continue;
            };
            let new = redrawn.feature(&piece.id).unwrap();
            let (old, now) = (pose(piece), pose(new));
            if let (Some(old_size), Some(size)) = (old.size, now.size) {
                prop_assert!((old_size.0 - size.0).abs() <= 4 && (old_size.1 - size.1).abs() <= 4, "{old_size:?} {size:?}");
                prop_assert!((old.middle - now.middle).square() <= 50);
            }
            prop_assert_eq!((new.kind, new.quarter, new.compulsory), (piece.kind, piece.quarter, piece.compulsory));
        }
    }
}
