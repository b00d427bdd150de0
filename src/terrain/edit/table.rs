//! The table itself: its name, its size, and where roads cross rivers.

use super::frame::Frame;
use super::{Piece, Refused};
use crate::geometry::{BW, Point};
use crate::terrain::file::MOST_BOARD;
use crate::terrain::generate::find_crossings;
use crate::terrain::layout::{Board, Feature, LONGEST_NAME, Layout};
use crate::terrain::outline::{exact, whole};

impl Layout {
    pub(super) fn rename(&mut self, name: &str) -> Result<(), Refused> {
        let name = name.trim();
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(Refused::Name);
        }
        name.clone_into(&mut self.name);
        Ok(())
    }

    /// Areas keep their size and go where their middle was, as a part of the table; what runs from edge to edge is
    /// stretched.
    pub(super) fn on_board(&mut self, board: Board) -> Result<(), Refused> {
        let sides = BW..=MOST_BOARD * BW;
        if !sides.contains(&board.width) || !sides.contains(&board.depth) {
            return Err(Refused::Board);
        }
        let old = self.board;
        let scaled = |at: f64, old: i64, new: i64| at * exact(new) / exact(old.max(1));
        let place = |(x, y): (f64, f64)| (scaled(x, old.width, board.width), scaled(y, old.depth, board.depth));
        let features: Vec<Feature> = self
            .features
            .iter()
            .map(|feature| {
                let piece = Piece { layout: self, feature };
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

    /// Finds anew where roads cross rivers. A crossing that was there keeps its kind.
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
