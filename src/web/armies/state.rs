//! From an army to what the store keeps, and back.

use sha2::{Digest, Sha256};

use crate::army::file::{from_json, to_json};
use crate::army::{Draft, Report, check};
use crate::store::{NewState, Revision, RevisionHash, WorkId};
use crate::web::error::WebError;
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

/// The hash of a state: of the army file and of the version of the rules it was checked under.
fn hash(document: &str, ruleset: &str, version: &str) -> Result<RevisionHash, WebError> {
    let digest = Sha256::new()
        .chain_update(ruleset.as_bytes())
        .chain_update([0])
        .chain_update(version.as_bytes())
        .chain_update([0])
        .chain_update(document.as_bytes())
        .finalize();
    let text: String = digest.iter().take(10).map(|byte| format!("{byte:02x}")).collect();
    RevisionHash::parse(&text).map_err(WebError::internal)
}

/// The army of a kept state.
pub(super) fn draft_of(state: &State, revision: &Revision) -> Result<Draft, WebError> {
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

/// A name for a request, so that the same form sent twice does its work once: equal forms have equal names.
pub(super) fn request_key(id: &WorkId, what: &str, body: &[u8]) -> String {
    let digest = Sha256::new()
        .chain_update(id.as_str().as_bytes())
        .chain_update([0])
        .chain_update(what.as_bytes())
        .chain_update([0])
        .chain_update(body)
        .finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A moment as visitors read it.
pub(super) fn moment(at: time::OffsetDateTime) -> String {
    const FORMAT: &[time::format_description::BorrowedFormatItem<'_>] =
        time::macros::format_description!("[day padding:none] [month repr:short] [year], [hour]:[minute] UTC");
    at.format(FORMAT).unwrap_or_default()
}
