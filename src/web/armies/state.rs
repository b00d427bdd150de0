//! From an army to what the store keeps, and back.

use crate::army::file::{from_json, to_json};
use crate::army::{Draft, Report, check};
use crate::store::{NewState, Revision};
use crate::web::error::WebError;
use crate::web::kept::make::hash;
use crate::web::state::State;

/// The state of an army as it is kept, with the words of what was done.
pub(super) fn new_state(state: &State, draft: &Draft, action: &str) -> Result<NewState, WebError> {
    let document = to_json(draft);
    let report = check(draft, state.catalogue);
    Ok(NewState {
        hash: hash(&document, &draft.ruleset.id, &draft.ruleset.version)?,
        document,
        ruleset: draft.ruleset.id.to_string(),
        ruleset_version: draft.ruleset.version.to_string(),
        name: draft.title().to_owned(),
        legal: report.is_legal(),
        figure: report.figures.spent.to_string(),
        action: action.to_owned(),
    })
}

/// Why an army cannot be kept, if it cannot: it could not be read back.
pub(super) fn unkeepable(state: &State, draft: &Draft) -> Option<String> {
    from_json(&to_json(draft), state.book).err().map(|error| error.message)
}

/// The army of a kept state.
pub(crate) fn draft_of(state: &State, revision: &Revision) -> Result<Draft, WebError> {
    from_json(&revision.document, state.book).map_err(WebError::internal)
}

/// What the check said when the army was saved, where the rules or the army lists of today say something else.
pub(super) fn then(revision: &Revision, draft: &Draft, report: &Report) -> Option<String> {
    let (name, today) = (&draft.ruleset.name, &*draft.ruleset.version);
    let now = (today, report.is_legal(), report.figures.spent.to_string());
    if now == (revision.ruleset_version.as_str(), revision.legal, revision.figure.clone()) {
        return None;
    }
    let legal = if revision.legal { "legal" } else { "not legal" };
    Some(format!(
        "Saved under {name} data {} as {legal} with {} AP; checked here again by the rules and lists of today.",
        revision.ruleset_version, revision.figure
    ))
}
