//! Kept works whose verdict is no longer what it was when they were saved.

use musterfield_rules::ruleset::SizeUnit;

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
    /// The change, if there is one: `legal` and `figure` are what the check says today; layouts have no figure.
    pub(in crate::web) fn of(revision: &Revision, by: JudgedBy<'_>, legal: bool, figure: &str) -> Option<Self> {
        if (legal, figure) == (revision.legal, revision.figure.as_str()) {
            return None;
        }
        let told = |legal: bool, figure: &str| {
            let legal = if legal { "legal" } else { "not legal" };
            match (by.counts, figure.parse()) {
                (Some(counts), Ok(size)) => format!("{legal} with {}", counts.of(size)),
                _ => legal.to_owned(),
            }
        };
        let (before, now) = (told(revision.legal, &revision.figure), told(legal, figure));
        let (name, then) = (by.name, &revision.ruleset_version);
        let is_newer = by.version != then.as_str();
        let since = if is_newer { format!("{name} {then}") } else { "earlier army lists".to_owned() };
        Some(Self {
            text: format!("This was saved as {before} under {since}. Under {name} {} it is {now}.", by.version),
            changes: is_newer.then(|| link::ruleset_changes(by.id)),
        })
    }
}
