//! Moving features by hand: they snap to lines and stay on the table.

use musterfield_geometry::{Point, Polygon};
use musterfield_rules::terrain::Kind;
use musterfield_terrain::Edge;
use musterfield_terrain::edit::{Edit, EditError};
use musterfield_terrain::layout::{Feature, Shape};

use super::edits::{BOARD, after, empty, every_point, id, middle, move_by, one_wood, path, with_river};

#[test]
fn a_piece_moves_with_everything_that_belongs_to_it_and_stays_on_the_table() {
    let layout = one_wood();
    assert_eq!(middle(&after(&layout, &move_by("w", 730, -260, false)), "w"), (4230, 10_240));
    // The part that would push it over the edge is left out.
    assert_eq!(middle(&after(&layout, &move_by("w", -2700, 0, false)), "w"), (1500, 10_500));
    assert_eq!(middle(&after(&layout, &move_by("w", -6000, 0, false)), "w"), (1500, 10_500));
    assert_eq!(layout.apply(&move_by("x", 1, 1, false)), Err(EditError::NoPiece("x".into())));
    let far = Edit::Move { id: id("w"), by: Point::new(i64::MAX, i64::MIN + 1), snap: true };
    assert_eq!(middle(&after(&layout, &far), "w"), (13_500, 1500));
}

#[test]
fn a_river_and_a_shore_are_held_on_the_table_too() {
    let river = with_river(500, &[(0, 5000), (5000, 6000), (10_000, 5000), (15_000, 6000)]);
    // Its middle, (7500, 5500), stays 1 BW from the near edge.
    let held = after(&river, &move_by("r", 0, -90_000, false));
    assert_eq!(path(&held, "r"), [(0, 500), (5000, 1500), (10_000, 500), (15_000, 1500)]);
    for step in [(i64::MAX, i64::MAX), (i64::MIN, 7), (-90_000, 90_000)] {
        let held = after(&river, &move_by("r", step.0, step.1, false));
        assert!(path(&held, "r").len() > 1 && path(&held, "r").iter().any(|(x, _)| (1000..=14_000).contains(x)));
    }
    let corners = [(0, 0), (2000, 0), (3000, 7000), (2000, 15_000), (0, 15_000)].map(|(x, y)| Point::new(x, y));
    let outline = Polygon::new(corners.to_vec());
    let mut coast = empty("littoral", BOARD);
    let shape = Shape::Water { edge: Edge::West, outline, beach: None };
    coast.features.push(Feature::new("w".into(), Kind::Waterway, shape));
    for (x, deepest) in [(-90_000, 50), (90_000, 15_000), (1000, 4000)] {
        let held = after(&coast, &move_by("w", x, 300, true));
        assert_eq!(every_point(&held.features[0]).iter().map(|point| point.x).max(), Some(deepest));
    }
}

#[test]
fn a_place_that_was_typed_is_refused_where_nothing_of_a_piece_would_be_left() {
    let layout = one_wood();
    let put = |x, y| layout.apply(&Edit::Put { id: id("w"), at: Point::new(x, y) });
    assert_eq!(middle(&put(4000, 9000).unwrap(), "w"), (4000, 9000));
    assert_eq!(middle(&put(700, 9000).unwrap(), "w"), (1500, 9000));
    for (x, y) in [(99_000, 9000), (4000, -5000), (i64::MAX, -i64::MAX)] {
        assert_eq!(put(x, y), Err(EditError::LeavesTable("Woods w".into())));
    }
}

#[test]
fn only_the_axis_along_which_a_piece_is_moved_catches_lines() {
    let layout = after(&one_wood(), &move_by("w", 13, 28, false));
    assert_eq!(middle(&layout, "w"), (3513, 10_528));
    assert_eq!(middle(&after(&layout, &move_by("w", -500, 0, true)), "w"), (3000, 10_528));
    assert_eq!(middle(&after(&layout, &move_by("w", 0, -500, true)), "w"), (3513, 10_000));
}

#[test]
fn an_outline_catches_quarter_lines_margins_and_half_base_widths() {
    let layout = one_wood();
    let caught = |x, y| middle(&after(&layout, &move_by("w", x, y, true)), "w");
    // Its right side on the dividing line: 7.5 less half of its length.
    assert_eq!(caught(2400, 0), (6000, 10_500));
    // 1 BW from the left and the far edge.
    assert_eq!(caught(-890, 2130), (2500, 12_500));
    // Its middle at half a BW.
    assert_eq!(caught(460, -540), (4000, 10_000));
    // Nothing is near.
    assert_eq!(caught(250, -250), (3750, 10_250));
    assert_eq!(middle(&after(&layout, &move_by("w", 2400, 0, false)), "w"), (5900, 10_500));
}

#[test]
fn the_ends_of_a_river_slide_along_their_edges() {
    let layout = with_river(500, &[(0, 5000), (5000, 6000), (10_000, 5000), (15_000, 6000)]);
    let moved = after(&layout, &move_by("r", 700, 1000, false));
    assert_eq!(path(&moved, "r"), [(0, 6000), (5700, 7000), (10_700, 6000), (15_000, 7000)]);
    // An end that comes near to an edge snaps to it.
    let short = with_river(500, &[(900, 5000), (9000, 9000)]);
    assert_eq!(path(&after(&short, &move_by("r", -720, 0, false)), "r"), [(0, 5000), (8280, 9000)]);
    assert_eq!(path(&after(&short, &move_by("r", -690, 0, false)), "r"), [(210, 5000), (8310, 9000)]);
}
