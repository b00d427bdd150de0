//! Points, outlines and courses on a table, measured exactly.
//!
//! All coordinates are whole thousandths of a base width (BW), so every question that has a yes or a no is answered in
//! whole numbers, the same on every machine: whether outlines cross, whether two pieces keep their distance, whether a
//! point lies inside. What is only shown or weighed (lengths, areas) is a floating-point number made from them by
//! addition, multiplication, division and square roots, which are the same everywhere too.
//!
//! Knows nothing of rules or of what is drawn. Reading order: [`point`], [`segment`], [`polygon`], [`rectangle`] (the
//! least-area rectangle by which a feature is measured), [`disc`], [`course`] (rivers and roads: a line with a width),
//! [`overlap`]; then [`facing`], [`base`] (rectangles that face somewhere) and [`hull`] (what they
//! cover on their way).

pub mod base;
pub mod course;
pub mod disc;
pub mod facing;
pub mod hull;
pub mod overlap;
pub mod point;
pub mod polygon;
pub mod rectangle;
pub mod segment;

pub use base::{Base, Edge};
pub use course::{Course, Stretch};
pub use disc::Disc;
pub use facing::Facing;
pub use hull::Hull;
pub use point::{BW, Bounds, Point};
pub use polygon::Polygon;
pub use rectangle::Rectangle;
pub use segment::Segment;
