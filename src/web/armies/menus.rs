//! The dialogues to print and to share an army, on its page and in its editor.

use std::sync::Arc;

use actix_web::HttpRequest;
use musterfield_rules::ruleset::Scale;
use musterfield_rules::{Book, Ruleset};

use super::sheets::sheet_address;
use crate::store::RevisionHash;
use crate::web::link::{self, Address};
use crate::web::state::AppState;

/// The choices of the dialogue to print.
#[derive(Clone, Debug)]
pub(super) struct PrintMenu {
    pub id: String,
    /// The revision whose sheets are printed; `None` for those of the current one.
    fixed: Option<RevisionHash>,
    /// The figure scales for which there are sheets.
    pub scales: &'static [Scale],
    /// Whether the rules have a crib sheet.
    pub has_crib: bool,
    /// Whether its lines can refer to the paragraphs of the printed rules.
    pub has_paragraphs: bool,
}

impl PrintMenu {
    pub(super) fn new(book: &Book, id: &str, fixed: Option<RevisionHash>, ruleset: &'static Ruleset) -> Self {
        Self {
            id: id.to_owned(),
            fixed,
            scales: &ruleset.scales,
            has_crib: ruleset.play.is_some(),
            has_paragraphs: book.reference().has_paragraphs(&ruleset.rule_prefix),
        }
    }

    /// The address of one of the sheets.
    pub(super) fn sheet(&self, name: &str) -> Address {
        sheet_address(&self.id, self.fixed.as_ref(), name)
    }
}

/// The choices of the dialogue to share.
pub(super) struct ShareMenu {
    pub id: String,
    pub title: String,
    /// The address that always shows the current revision, including the site; `None` on the page of a revision.
    pub living: Option<String>,
    /// The address of this revision, including the site; `None` while the database does not answer.
    pub permanent: Option<String>,
    /// The QR code of the first of these addresses.
    pub qr: Arc<str>,
    /// The revision whose text is copied; `None` for the current one.
    fixed: Option<RevisionHash>,
}

impl ShareMenu {
    /// The choices for an army whose page shows the current revision.
    pub(super) fn living(
        state: &AppState,
        request: &HttpRequest,
        (id, title): (&str, &str),
        permanent: Option<String>,
    ) -> Self {
        let living = state.url(request, &link::army(id));
        let (id, title) = (id.to_owned(), title.to_owned());
        Self { id, title, qr: state.codes.of(&living), living: Some(living), permanent, fixed: None }
    }

    /// The choices for one revision of an army.
    pub(super) fn fixed(state: &AppState, (id, title): (&str, &str), permanent: String, fixed: RevisionHash) -> Self {
        let (id, title, qr) = (id.to_owned(), title.to_owned(), state.codes.of(&permanent));
        Self { id, title, living: None, qr, permanent: Some(permanent), fixed: Some(fixed) }
    }

    /// The address of the roster in this format.
    pub(super) fn sheet(&self, name: &str) -> Address {
        sheet_address(&self.id, self.fixed.as_ref(), name)
    }
}
