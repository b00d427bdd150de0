//! Ladders and ratings.

mod ladder;
mod rating;
