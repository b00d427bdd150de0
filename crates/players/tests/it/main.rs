//! Ladders and ratings.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod captains;
mod ladder;
mod program;
mod puzzles;
mod rating;
mod unusual;
