//! The content of revisions: a draft of an army, or a layout. It is checked at most once, however many things are made
//! of it.

use std::sync::OnceLock;

use super::create::hash;
use crate::store::{NewRevision, Revision};
use crate::web::error::WebError;
use crate::web::state::AppState;

/// The contents of the revisions of a kind of work.
pub(crate) trait Content: Sized + Send + Sync + 'static {
    /// The result of its check.
    type Report: Send + Sync + 'static;

    /// The content of a stored revision.
    fn of(state: &AppState, revision: &Revision) -> Result<Self, WebError>;

    /// Finds all its problems.
    fn check(&self, state: &AppState) -> Self::Report;

    /// The facts that are stored beside its document.
    fn summary(&self, report: &Self::Report) -> Summary;
}

/// The facts that are stored beside the document of a revision, for lists and permanent addresses.
pub(crate) struct Summary {
    /// Id and version of the ruleset.
    pub ruleset: (String, String),
    pub name: String,
    pub legal: bool,
    pub figure: String,
}

/// Content with the report of its check, which is made when it is first asked for and never again.
pub(crate) struct Judged<T: Content> {
    pub content: T,
    report: OnceLock<T::Report>,
}

impl<T: Content> Judged<T> {
    pub(crate) fn new(content: T) -> Self {
        Self { content, report: OnceLock::new() }
    }

    /// The content of a stored revision.
    pub(crate) fn of(state: &AppState, revision: &Revision) -> Result<Self, WebError> {
        T::of(state, revision).map(Self::new)
    }

    pub(crate) fn report(&self, state: &AppState) -> &T::Report {
        self.report.get_or_init(|| self.content.check(state))
    }
}

/// Content that can be stored, as it is read back from its document.
pub(crate) struct Written<T: Content> {
    pub judged: Judged<T>,
    pub document: String,
}

impl<T: Content> Written<T> {
    /// The content that was read from this document.
    pub(crate) fn new(content: T, document: String) -> Self {
        Self { judged: Judged::new(content), document }
    }

    /// The revision to store, with the description of the action.
    pub(crate) fn new_revision(&self, state: &AppState, action: String) -> Result<NewRevision, WebError> {
        let Summary { ruleset: (ruleset, ruleset_version), name, legal, figure } =
            self.judged.content.summary(self.judged.report(state));
        let (hash, document) = (hash(&self.document, &ruleset, &ruleset_version)?, self.document.clone());
        Ok(NewRevision { hash, document, ruleset, ruleset_version, name, legal, figure, action })
    }
}
