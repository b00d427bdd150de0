//! The table itself: its name, its size, and where roads cross rivers.

use musterfield_geometry::{BW, Point};

use super::frame::Frame;
use super::{EditError, EditedFeature};
use crate::file::MOST_BOARD;
use crate::generate::find_crossings;
use crate::layout::{Board, Feature, LONGEST_NAME, Layout};
use crate::outline::{exact, whole};

impl Layout {
    pub(super) fn rename(&mut self, name: &str) -> Result<(), EditError> {
        let name = name.trim();
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(EditError::Name);
        }
        name.clone_into(&mut self.name);
        Ok(())
    }

    /// Areas keep their size, and their centres keep their relative places on the table; features that run from edge to
    /// edge are stretched.
    pub(super) fn on_board(&mut self, board: Board) -> Result<(), EditError> {
        let sides = BW..=MOST_BOARD * BW;
        if !sides.contains(&board.width) || !sides.contains(&board.depth) {
            return Err(EditError::Board);
        }
        let old = self.board;
        let scaled = |at: f64, old: i64, new: i64| at * exact(new) / exact(old.max(1));
        let place = |(x, y): (f64, f64)| (scaled(x, old.width, board.width), scaled(y, old.depth, board.depth));
        let features: Vec<Feature> = self
            .features
            .iter()
            .map(|feature| {
                let piece = EditedFeature { layout: self, feature };
                if feature.area().is_none() {
                    return piece.with_points(|point| {
                        let (x, y) = place((exact(point.x), exact(point.y)));
                        Point::new(whole(x), whole(y))
                    });
                }
                let middle = Frame::of(feature).middle;
                let (x, y) = place(middle);
                let by = Point::new(whole(x - middle.0), whole(y - middle.1));
                piece.with_points(|point| point + by)
            })
            .collect();
        (self.features, self.board) = (features, board);
        self.find_crossings();
        Ok(())
    }

    /// Determines again where roads cross rivers. Existing crossings keep their kind.
    pub(super) fn find_crossings(&mut self) {
        let old: Vec<_> = self.features.iter().map(|feature| feature.crossings.clone()).collect();
        find_crossings(&mut self.features);
        for (feature, old) in self.features.iter_mut().zip(&old) {
            for crossing in &mut feature.crossings {
                let near = old.iter().min_by_key(|known| (known.at - crossing.at).square());
                if let Some(known) = near.filter(|known| (known.at - crossing.at).square() < BW * BW) {
                    crossing.bridge = known.bridge;
                }
            }
        }
    }
}
