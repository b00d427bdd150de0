//! Converts an army to a stored revision, and back.

use musterfield_army::file::{from_json, to_json};
use musterfield_army::{Draft, Report, check};
use musterfield_words::army::file;

use crate::store::Revision;
use crate::web::error::WebError;
use crate::web::state::AppState;
use crate::web::works::changed::{ChangedVerdict, JudgedBy};
use crate::web::works::content::{Content, Summary, Written};

impl Content for Draft {
    type Report = Report;

    fn of(state: &AppState, revision: &Revision) -> Result<Self, WebError> {
        draft_of(state, revision)
    }

    fn check(&self, state: &AppState) -> Report {
        check(self, state.catalogue)
    }

    fn summary(&self, report: &Report) -> Summary {
        Summary {
            ruleset: (self.ruleset.id.to_string(), self.ruleset.version.to_string()),
            name: self.title().to_owned(),
            legal: report.is_legal(),
            figure: report.totals.spent.to_string(),
        }
    }
}

/// An army to store; if it cannot be stored, since it could not be read back, the reason.
pub(super) fn written(state: &AppState, draft: &Draft) -> Result<Written<Draft>, String> {
    let document = to_json(draft);
    let draft = from_json(&document, state.book).map_err(|error| file::clause(&error.fault))?;
    Ok(Written::new(draft, document))
}

/// The army of a stored revision.
pub(crate) fn draft_of(state: &AppState, revision: &Revision) -> Result<Draft, WebError> {
    from_json(&revision.document, state.book).map_err(|error| WebError::internal(file::message(&error)))
}

/// The change of the verdict since the army was saved, if there is one.
pub(super) fn changed_verdict(revision: &Revision, draft: &Draft, report: &Report) -> Option<ChangedVerdict> {
    let ruleset = draft.ruleset;
    let by =
        JudgedBy { id: &ruleset.id, name: &ruleset.name, version: &ruleset.version, counts: Some(ruleset.counts()) };
    ChangedVerdict::of(revision, by, report.is_legal(), &report.totals.spent.to_string())
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
