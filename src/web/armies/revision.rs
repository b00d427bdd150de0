//! Converts an army to a stored revision, and back.

use musterfield_army::file::{from_json, to_json};
use musterfield_army::{Draft, Report, check};

use crate::store::{NewRevision, Revision};
use crate::web::error::WebError;
use crate::web::state::AppState;
use crate::web::works::create::hash;

/// The revision of an army to store, with the description of the action.
pub(super) fn new_revision(state: &AppState, draft: &Draft, action: &str) -> Result<NewRevision, WebError> {
    let document = to_json(draft);
    let report = check(draft, state.catalogue);
    Ok(NewRevision {
        hash: hash(&document, &draft.ruleset.id, &draft.ruleset.version)?,
        document,
        ruleset: draft.ruleset.id.to_string(),
        ruleset_version: draft.ruleset.version.to_string(),
        name: draft.title().to_owned(),
        legal: report.is_legal(),
        figure: report.totals.spent.to_string(),
        action: action.to_owned(),
    })
}

/// Why an army cannot be stored, if it cannot: it could not be read back.
pub(super) fn reason_not_storable(state: &AppState, draft: &Draft) -> Option<String> {
    from_json(&to_json(draft), state.book).err().map(|error| error.message)
}

/// The army of a stored revision.
pub(crate) fn draft_of(state: &AppState, revision: &Revision) -> Result<Draft, WebError> {
    from_json(&revision.document, state.book).map_err(WebError::internal)
}

/// The verdict of the check when the army was saved, where today's rules or army lists lead to another.
pub(super) fn verdict_when_saved(revision: &Revision, draft: &Draft, report: &Report) -> Option<String> {
    let (name, today) = (&draft.ruleset.name, &*draft.ruleset.version);
    let now = (today, report.is_legal(), report.totals.spent.to_string());
    if now == (revision.ruleset_version.as_str(), revision.legal, revision.figure.clone()) {
        return None;
    }
    let legal = if revision.legal { "legal" } else { "not legal" };
    Some(format!(
        "This version was saved with {name} data {} as {legal} with {} AP. It has been checked again here with the \
         current rules and lists.",
        revision.ruleset_version, revision.figure
    ))
}
