//! Converts an army to a stored revision, and back.

use musterfield_army::file::{from_json, to_json};
use musterfield_army::{Draft, Report, check};
use musterfield_words::army::file;

use crate::store::Revision;
use crate::web::error::WebError;
use crate::web::state::AppState;
use crate::web::works::changed::{ChangedVerdict, JudgedBy};
use crate::web::works::content::{Content, Summary, Written};
use crate::web::works::strength::Strength;

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
            figure: Strength::of(report).to_string(),
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
    ChangedVerdict::of(revision, by, report.is_legal(), Some(Strength::of(report)))
}

/// The verdict of the check when the army was saved, where today's rules or army lists lead to another.
pub(super) fn verdict_when_saved(revision: &Revision, draft: &Draft, report: &Report) -> Option<String> {
    let (name, today) = (&draft.ruleset.name, &*draft.ruleset.version);
    let then = Strength::stored(&revision.figure);
    let same = (today, report.is_legal()) == (revision.ruleset_version.as_str(), revision.legal);
    if same && then.is_none_or(|then| then.spent == report.totals.spent) {
        return None;
    }
    let legal = if revision.legal { "legal" } else { "not legal" };
    let with = then.map(|then| format!(" with {}", draft.ruleset.counts().of(then.spent))).unwrap_or_default();
    Some(format!(
        "This version was saved with {name} data {} as {legal}{with}. It has been checked again here with the current \
         rules and lists.",
        revision.ruleset_version
    ))
}
