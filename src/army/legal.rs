//! An army that has been checked.

use super::catalogue::Catalogue;
use super::check::{Report, check};
use super::draft::Draft;

/// An army that is legal under its rules and its list. There is no other way to have one than to pass the check.
#[derive(Clone, Debug)]
pub struct LegalArmy {
    draft: Draft,
    report: Report,
}

impl LegalArmy {
    /// Checks a draft.
    ///
    /// # Errors
    /// The report, if the draft has a problem that makes it illegal; warnings do not.
    pub fn new(draft: Draft, catalogue: &Catalogue) -> Result<Self, Box<Report>> {
        let report = check(&draft, catalogue);
        if report.is_legal() { Ok(Self { draft, report }) } else { Err(Box::new(report)) }
    }

    /// What it is made of.
    #[must_use]
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Its figures and warnings.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}
