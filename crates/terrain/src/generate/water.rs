//! Places waterways: along an edge, with bays and a beach.

use musterfield_geometry::{BW, Point, Polygon};
use musterfield_rules::terrain::Kind;

use super::place::TableBuilder;
use crate::layout::{Edge, Feature, Quarter, Shape};
use crate::outline::{exact, whole};

/// The number of parts in which the shore is drawn.
const PARTS: i64 = 28;
/// The margin to every limit, so that rounding never matters.
const MARGIN: i64 = BW / 20;
/// The largest number of waves along the shore.
const WAVES: u8 = 5;

impl TableBuilder<'_> {
    /// Places a waterway of this kind (D3H2-FEAT-04, D3H2-FEAT-09) along one of the two edges of its quarter; it reaches
    /// into the neighbouring quarter by covering the whole edge.
    pub(super) fn waterway(&mut self, kind: Kind, quarter: Quarter) -> Option<Feature> {
        let board = self.settings.board;
        let edges = [
            if quarter.is_far() { Edge::North } else { Edge::South },
            if quarter.is_right() { Edge::East } else { Edge::West },
        ];
        let table = self.settings.rules.table(board.width, board.depth)?;
        // In a Big Battle only short edges may have one (DBA3-BB-16).
        let allowed = |edge: &Edge| table.short_edge_waterway.is_none() || board.length(*edge) <= board.across(*edge);
        let edges: Vec<Edge> = edges.into_iter().filter(allowed).filter(|edge| self.is_shore_free(*edge)).collect();
        let edge = *self.dice.pick(&edges)?;
        let depths = self.depths();
        let length = board.length(edge);
        let shore: Vec<(i64, i64)> = depths.iter().zip(0..).map(|(depth, at)| (length * at / PARTS, *depth)).collect();
        let beach = (self.dice.below(4) > 0).then(|| self.beach(&shore));
        let point = |(along, depth): (i64, i64)| match edge {
            Edge::South => Point::new(along, depth),
            Edge::North => Point::new(along, board.depth - depth),
            Edge::West => Point::new(depth, along),
            Edge::East => Point::new(board.width - depth, along),
        };
        let outline = [(0, 0), (length, 0)].into_iter().chain(shore.iter().rev().copied()).map(point);
        let outline = Polygon::new(outline.collect());
        let beach =
            beach.map(|beach| Polygon::new(shore.iter().copied().chain(beach.into_iter().rev()).map(point).collect()));
        Some(Feature::new(String::new(), kind, Shape::Water { edge, outline, beach }))
    }

    /// Whether the existing features leave the edge free for water. Waterways come first, so only features that stay
    /// from an earlier roll can be in the way.
    fn is_shore_free(&self, edge: Edge) -> bool {
        let board = self.settings.board;
        let deepest = self.settings.rules.waterway.deepest + MARGIN;
        self.features.iter().all(|feature| match &feature.shape {
            Shape::Area(outline) => outline.corners.iter().all(|corner| board.from_edge(edge, *corner) > deepest),
            Shape::Water { .. } => false,
            Shape::Course(course) => {
                course.path.iter().all(|point| board.from_edge(edge, *point) > deepest + course.width)
            }
        })
    }

    /// The depths along the edge: bays and headlands within the usual depth, and on some shores a deep bay along less
    /// than the share of the edge that may have one.
    fn depths(&mut self) -> Vec<i64> {
        let rules = &self.settings.rules.waterway;
        let (least, most) = (exact(rules.depth.0 + MARGIN), exact(rules.depth.1 - MARGIN));
        let (part, whole_edge) = rules.deep_share;
        let deepest = exact(rules.deepest - MARGIN);
        let waves: Vec<(f64, f64, f64)> = (1..=WAVES)
            .map(|wave| {
                let height = (2.0 * self.dice.share() - 1.0) / (1.0 + f64::from(wave));
                (f64::from(wave) * std::f64::consts::TAU / 2.0, height, std::f64::consts::TAU * self.dice.share())
            })
            .collect();
        let base = 0.25 + 0.5 * self.dice.share();
        let has_bay = self.dice.below(3) == 0;
        // The bay ends before the share is used up, even with the waves on its sides.
        let share = exact(part) / exact(whole_edge);
        let (width, deeper) = (share * (0.5 + 0.3 * self.dice.share()), self.dice.share());
        let start = (1.0 - width) * self.dice.share();
        (0..=PARTS)
            .map(|at| {
                let along = exact(at) / exact(PARTS);
                let wavy: f64 =
                    waves.iter().map(|(turn, height, phase)| height * libm::sin(turn * along + phase)).sum();
                let usual = least + (most - least) * (base + 0.6 * wavy).clamp(0.0, 1.0);
                let into = (along - start) / width;
                let bay = if has_bay && (0.0..=1.0).contains(&into) { 4.0 * into * (1.0 - into) } else { 0.0 };
                whole((usual + bay * deeper * (deepest - least)).min(if bay > 0.0 { deepest } else { most }))
            })
            .collect()
    }

    /// The far border of a beach along the shore, alternately broad and narrow.
    fn beach(&mut self, shore: &[(i64, i64)]) -> Vec<(i64, i64)> {
        let most = exact(self.settings.rules.waterway.beach - 2 * MARGIN);
        let (breadth, wave, phase) =
            (0.3 + 0.4 * self.dice.share(), 2.0 + 3.0 * self.dice.share(), std::f64::consts::TAU * self.dice.share());
        let parts = exact(PARTS);
        shore
            .iter()
            .zip(0..)
            .map(|((along, depth), at)| {
                let swell = breadth + 0.25 * libm::sin(wave * std::f64::consts::TAU * exact(at) / parts + phase);
                // Measured at right angles to the edge, which is never less than the distance from the nearest point of
                // the shore.
                (*along, depth + whole(most * swell.clamp(0.1, 1.0)))
            })
            .collect()
    }
}
