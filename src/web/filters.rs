//! Filters of templates: counts with their nouns. For a verb or pronoun that agrees with a count there is `pluralize`.

#![expect(unreachable_pub, reason = "the attribute writes public types")]

use std::fmt::Display;

use askama::{Result, Values};
use musterfield_words::number;

/// `{{ games|counted("game", "games") }}`: `1 game`, `3 games`.
#[askama::filter_fn]
pub(super) fn counted(count: impl Display, _: &dyn Values, one: &str, many: &str) -> Result<String> {
    Ok(number::counted(count, one, many))
}

/// `{{ games|spelled("game", "games") }}`: `one game`, `3 games`.
#[askama::filter_fn]
pub(super) fn spelled(count: impl Display, _: &dyn Values, one: &str, many: &str) -> Result<String> {
    Ok(number::spelled(count, one, many))
}
