//! The roster as a page to be printed: no trace of the site on it.

use askama::Template;

use super::state::State;
use crate::roster::qr;
use crate::roster::view::RosterView;

/// A roster to print.
#[derive(Template)]
#[template(path = "armies/sheet.html")]
pub struct SheetPage {
    /// Address of the style sheet.
    style: String,
    /// The roster.
    view: RosterView,
    /// The notes as HTML.
    notes: String,
    /// The QR code as SVG.
    qr: Option<String>,
    /// The page it was opened from.
    back: Option<String>,
    /// The style itself, where the page stands alone in a file.
    inline_style: Option<String>,
}

/// Most tick boxes drawn for one line of elements.
const MOST_BOXES: i64 = 40;

impl SheetPage {
    /// A page of the site.
    #[must_use]
    pub fn new(state: &State, view: RosterView, notes: &str) -> Self {
        let back = view.url.clone();
        Self { style: state.assets.address("app.css").to_owned(), back, inline_style: None, ..Self::bare(view, notes) }
    }

    /// A page in a file of its own.
    #[must_use]
    pub fn alone(view: RosterView, notes: &str, style: String) -> Self {
        Self { inline_style: Some(style), ..Self::bare(view, notes) }
    }

    fn bare(view: RosterView, notes: &str) -> Self {
        let qr = view.url.as_deref().and_then(qr::svg);
        Self {
            style: String::new(),
            notes: super::markdown::from_visitor(notes),
            qr,
            back: None,
            inline_style: None,
            view,
        }
    }

    /// Boxes to tick for a line of elements.
    fn boxes(&self, count: &i64) -> std::ops::Range<i64> {
        0..(*count).clamp(0, MOST_BOXES)
    }

    /// One box for every AP that may be lost.
    fn losses(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.view.break_point.steps(crate::rules::Points::ONE).min(60)
    }
}
