//! Kept works whose verdict is no longer what it was when they were saved.

use musterfield_rules::ruleset::SizeUnit;

use super::strength::Strength;
use crate::store::Revision;
use crate::web::link::{self, Address};

/// The ruleset by which a work is judged today.
#[derive(Clone, Copy)]
pub(in crate::web) struct JudgedBy<'a> {
    pub id: &'a str,
    pub name: &'a str,
    /// The version of its data.
    pub version: &'a str,
    /// The unit in which it counts armies; `None` for works other than armies.
    pub counts: Option<SizeUnit>,
}

/// A verdict that has changed since the work was saved.
#[derive(Clone, Debug)]
pub(in crate::web) struct ChangedVerdict {
    /// What it was, and what it is.
    pub text: String,
    /// The page that says what changed in the rules; `None` if only army lists can have changed.
    pub changes: Option<Address>,
}

impl ChangedVerdict {
    /// The change, if there is one: `legal` and `strength` are what the check says today; only armies have a strength.
    pub(in crate::web) fn of(
        revision: &Revision,
        by: JudgedBy<'_>,
        legal: bool,
        strength: Option<Strength>,
    ) -> Option<Self> {
        let then = strength.and_then(|_| Strength::stored(&revision.figure));
        let spent = |strength: Option<Strength>| strength.map(|strength| strength.spent);
        if legal == revision.legal && spent(then) == spent(strength) {
            return None;
        }
        let told = |legal: bool, strength: Option<Strength>| {
            let legal = if legal { "legal" } else { "not legal" };
            match (by.counts, strength) {
                (Some(counts), Some(strength)) => format!("{legal} with {}", counts.of(strength.spent)),
                _ => legal.to_owned(),
            }
        };
        let (before, now) = (told(revision.legal, then), told(legal, strength));
        let (name, then) = (by.name, &revision.ruleset_version);
        let is_newer = by.version != then.as_str();
        let since = if is_newer { format!("{name} {then}") } else { "earlier army lists".to_owned() };
        Some(Self {
            text: format!("This was saved as {before} under {since}. Under {name} {} it is {now}.", by.version),
            changes: is_newer.then(|| link::ruleset_changes(by.id)),
        })
    }
}
