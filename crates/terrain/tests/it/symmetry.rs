//! The mirror image of a table is as legal as the table.

use musterfield_geometry::{Course, Point, Polygon};
use musterfield_terrain::file::from_json;
use musterfield_terrain::{Edge, Layout, Quarter, Shape};

use super::{codes_of, files, the_book};

/// Left and right swapped, or near and far.
#[derive(Clone, Copy)]
enum Mirror {
    LeftRight,
    NearFar,
}

impl Mirror {
    fn point(self, layout: &Layout, at: Point) -> Point {
        match self {
            Self::LeftRight => Point::new(layout.board.width - at.x, at.y),
            Self::NearFar => Point::new(at.x, layout.board.depth - at.y),
        }
    }

    fn edge(self, edge: Edge) -> Edge {
        let turns = match self {
            Self::LeftRight => matches!(edge, Edge::East | Edge::West),
            Self::NearFar => matches!(edge, Edge::North | Edge::South),
        };
        if turns { edge.opposite() } else { edge }
    }

    fn quarter(self, quarter: Quarter) -> Quarter {
        match self {
            Self::LeftRight => Quarter::at(!quarter.is_right(), quarter.is_far()),
            Self::NearFar => Quarter::at(quarter.is_right(), !quarter.is_far()),
        }
    }

    fn layout(self, layout: &Layout) -> Layout {
        let mut seen = layout.clone();
        let line = |points: &[Point]| points.iter().map(|at| self.point(layout, *at)).collect::<Vec<_>>();
        let area = |outline: &Polygon| Polygon::new(line(&outline.corners));
        for feature in &mut seen.features {
            feature.quarter = feature.quarter.map(|quarter| self.quarter(quarter));
            feature.base_edge = feature.base_edge.map(|edge| self.edge(edge));
            feature.gates = line(&feature.gates);
            feature.crest = line(&feature.crest);
            for crossing in &mut feature.crossings {
                crossing.at = self.point(layout, crossing.at);
            }
            feature.shape = match &feature.shape {
                Shape::Area(outline) => Shape::Area(area(outline)),
                Shape::Course(course) => Shape::Course(Course { path: line(&course.path), width: course.width }),
                Shape::Water { edge, outline, beach } => {
                    Shape::Water { edge: self.edge(*edge), outline: area(outline), beach: beach.as_ref().map(area) }
                }
            };
        }
        for choice in seen.record.iter_mut().flatten() {
            let rolled = choice.die.and_then(Quarter::from_number);
            choice.quarter = choice.quarter.map(|quarter| self.quarter(quarter));
            choice.die = rolled.map_or(choice.die, |rolled| Some(self.quarter(rolled).number()));
        }
        seen
    }
}

#[test]
fn a_table_in_a_mirror_breaks_the_same_rules() {
    for (name, text) in files() {
        let Ok(layout) = from_json(&text, the_book()) else { continue };
        let expected = codes_of(&layout);
        for mirror in [Mirror::LeftRight, Mirror::NearFar] {
            let seen = mirror.layout(&layout);
            assert_eq!(codes_of(&seen), expected, "{name}");
            assert_eq!(codes_of(&mirror.layout(&seen)), expected, "{name}");
        }
        let turned = Mirror::LeftRight.layout(&Mirror::NearFar.layout(&layout));
        assert_eq!(codes_of(&turned), expected, "{name}");
    }
}

#[test]
fn the_direction_in_which_outlines_and_courses_are_drawn_does_not_matter() {
    for (name, text) in files() {
        let Ok(layout) = from_json(&text, the_book()) else { continue };
        let mut drawn = layout.clone();
        for feature in &mut drawn.features {
            match &mut feature.shape {
                Shape::Area(outline) => {
                    outline.corners.reverse();
                    outline.corners.rotate_left(1);
                }
                Shape::Course(course) => course.path.reverse(),
                Shape::Water { outline, beach, .. } => {
                    outline.corners.reverse();
                    beach.iter_mut().for_each(|beach| beach.corners.reverse());
                }
            }
        }
        assert_eq!(codes_of(&drawn), codes_of(&layout), "{name}");
    }
}
