//! An army that has been checked.

use super::catalogue::Catalogue;
use super::check::check;
use super::draft::Draft;
use super::report::Report;

/// An army that is legal under its rules and its list. Passing the check is the only way to obtain one.
#[derive(Clone, Debug)]
pub struct LegalArmy {
    draft: Draft,
    report: Report,
}

impl LegalArmy {
    /// Checks a draft.
    ///
    /// # Errors
    /// The report, if the draft has a problem that makes it illegal; warnings are accepted.
    pub fn new(draft: Draft, catalogue: &Catalogue) -> Result<Self, Box<Report>> {
        let report = check(&draft, catalogue);
        if report.is_legal() { Ok(Self { draft, report }) } else { Err(Box::new(report)) }
    }

    /// The draft that passed the check.
    #[must_use]
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The draft, which is no longer known to be legal.
    #[must_use]
    pub fn into_draft(self) -> Draft {
        self.draft
    }

    /// The report with its totals and warnings.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}
