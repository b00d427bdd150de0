//! A battlefield that has been checked.

use super::check::{Report, check};
use super::generate::{GenerateError, Settings, generate};
use super::layout::Layout;

/// A layout that is legal under its rules. Passing the check, or being laid out by the procedure, are the only ways to
/// obtain one.
#[derive(Clone, Debug)]
pub struct LegalLayout(Layout);

impl LegalLayout {
    /// Checks a layout.
    ///
    /// # Errors
    /// The report, if the layout has a problem that makes it illegal; notes are accepted.
    pub fn new(layout: Layout) -> Result<Self, Box<Report>> {
        let report = check(&layout);
        if report.is_legal() { Ok(Self(layout)) } else { Err(Box::new(report)) }
    }

    /// Lays out a battlefield by the procedure of the rules, which makes only legal ones.
    ///
    /// # Errors
    /// The same as for [`generate`].
    pub fn generated(settings: &Settings) -> Result<Self, GenerateError> {
        generate(settings).map(Self)
    }

    /// The layout.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.0
    }

    /// The layout, which is no longer known to be legal.
    #[must_use]
    pub fn into_layout(self) -> Layout {
        self.0
    }
}
