//! Events: their rules, pairings, scores and standings.

mod pairing;
mod rules;
mod scoring;
