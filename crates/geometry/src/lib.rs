//! Points, outlines and courses on a table, measured exactly.
//!
//! All coordinates are whole thousandths of a base width (BW), so every yes-or-no question is answered in whole
//! numbers and identically on every machine: whether outlines cross, whether two features keep their distance,
//! whether a point lies inside. Values that are only displayed or weighed (lengths, areas) are floating-point numbers
//! derived from the coordinates by addition, multiplication, division and square roots, which also give the same
//! results everywhere.
//!
//! This crate knows nothing of rules or of what is drawn. Reading order: [`point`], [`segment`], [`polygon`],
//! [`rectangle`] (the least-area rectangle by which a feature is measured), [`disc`], [`course`] (rivers and roads: a
//! line with a width), [`overlap`]; then [`facing`], [`base`] (rectangles with a facing) and [`footprint`] (the
//! ground they cover as they move).

pub mod base;
pub mod course;
pub mod disc;
pub mod facing;
pub mod footprint;
pub mod overlap;
pub mod point;
pub mod polygon;
pub mod rectangle;
pub mod segment;

pub use base::{Base, Edge};
pub use course::{Course, Stretch};
pub use disc::Disc;
pub use facing::Facing;
pub use footprint::Footprint;
pub use point::{BW, Bounds, Point};
pub use polygon::Polygon;
pub use rectangle::MinAreaRectangle;
pub use segment::Segment;
