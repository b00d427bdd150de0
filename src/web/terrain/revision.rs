//! Converts a layout to a stored revision, and back.

use musterfield_rules::TerrainRules;
use musterfield_terrain::Layout;
use musterfield_terrain::check::{Report, check};
use musterfield_terrain::file::{from_json, from_kept_json, to_json};
use musterfield_words::terrain::unreadable;

use crate::store::Revision;
use crate::web::error::WebError;
use crate::web::state::AppState;
use crate::web::works::changed::{ChangedVerdict, JudgedBy};
use crate::web::works::content::{Content, Summary, Written};

impl Content for Layout {
    type Report = Report;

    fn of(state: &AppState, revision: &Revision) -> Result<Self, WebError> {
        layout_of(state, revision)
    }

    fn check(&self, _: &AppState) -> Report {
        check(self)
    }

    fn summary(&self, report: &Report) -> Summary {
        Summary {
            ruleset: (self.rules.ruleset.to_string(), self.rules.version.to_string()),
            name: self.title(),
            legal: report.is_legal(),
            figure: figure(self),
        }
    }
}

/// The figure that distinguishes a layout from others in a list: tables without a name are called after their home
/// terrain, so this is the seed.
fn figure(layout: &Layout) -> String {
    let seed = layout.seed.map(|seed| format!(" · seed {seed}"));
    format!("{}{}", layout.home.name, seed.unwrap_or_default())
}

/// A layout to store; if it cannot be stored, since it could not be read back, the reason. One that was stored with
/// more points than are allowed today can be changed as long as their number does not grow.
pub(super) fn written(state: &AppState, layout: &Layout, before: Option<&Layout>) -> Result<Written<Layout>, String> {
    let document = to_json(layout);
    let grows = before.is_none_or(|before| layout.points() > before.points());
    let read = if grows { from_json } else { from_kept_json };
    let layout = read(&document, state.book).map_err(|error| unreadable(&error))?;
    Ok(Written::new(layout, document))
}

/// The layout of a stored revision.
pub(super) fn layout_of(state: &AppState, revision: &Revision) -> Result<Layout, WebError> {
    from_kept_json(&revision.document, state.book).map_err(|error| WebError::internal(unreadable(&error)))
}

/// The change of the verdict since the layout was saved, if there is one.
pub(super) fn changed_verdict(revision: &Revision, rules: &TerrainRules, legal: bool) -> Option<ChangedVerdict> {
    let by = JudgedBy { id: &rules.ruleset, name: &rules.name, version: &rules.version, counts: None };
    ChangedVerdict::of(revision, by, legal, None)
}

/// The verdict of the check when the layout was saved, where today's rules lead to another.
pub(super) fn verdict_when_saved(revision: &Revision, rules: &TerrainRules, legal: bool) -> Option<String> {
    let (name, today) = (&rules.name, &*rules.version);
    if (today, legal) == (revision.ruleset_version.as_str(), revision.legal) {
        return None;
    }
    let legal = if revision.legal { "legal" } else { "not legal" };
    Some(format!(
        "This version was saved with {name} data {} as {legal}. It has been checked again here with the current rules.",
        revision.ruleset_version
    ))
}
