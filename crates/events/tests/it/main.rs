//! Events: their rules, pairings, scores and standings.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot continue must fail")]

mod pairing;
mod rules;
mod scoring;
