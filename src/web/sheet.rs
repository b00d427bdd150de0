//! The roster as a page to be printed: no trace of the site on it.

use askama::Template;
use musterfield_rules::Points;
use musterfield_sheets::roster::plain::MOST_BOXES;
use musterfield_sheets::roster::qr;
use musterfield_sheets::roster::view::{GroupHead, RosterView};

use super::state::AppState;

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
    /// The style itself, if the page is a file of its own.
    inline_style: Option<String>,
}

/// The largest number of boxes for lost AP or elements: the break point of the largest army; a higher number is printed
/// on a line.
const MOST_LOSSES: usize = 250;

impl SheetPage {
    /// A page of the site.
    #[must_use]
    pub fn new(state: &AppState, view: RosterView, notes: &str) -> Self {
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

    /// The number of columns of the table.
    fn columns(&self) -> usize {
        if self.view.in_points() { 11 } else { 9 }
    }

    /// The elements that may garrison a feature of the battlefield, in a sentence.
    fn garrison(&self) -> Option<String> {
        Some(self.view.garrison_line()).filter(|line| !line.is_empty())
    }

    /// Boxes to tick for an element line, if there are not too many.
    fn boxes(&self, count: &i64) -> Option<i64> {
        (*count <= MOST_BOXES).then_some(*count)
    }

    /// One box for every AP or element that may be lost, if there are not too many.
    fn losses(&self) -> Option<usize> {
        self.view.break_point.map(|lost| lost.steps(Points::ONE)).filter(|lost| *lost <= MOST_LOSSES)
    }
}
