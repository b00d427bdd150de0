//! Printed sheets as PDF, typeset in process from one JSON document each; and maps as PNG, made from an SVG.
//!
//! The templates are part of the crate and constant. Users' text reaches them only as a virtual data file, so it is
//! never read as markup, and equal data always gives equal bytes.

mod error;
mod picture;
mod sheet;
mod world;

#[cfg(test)]
mod tests;

pub use error::{Complaint, PrintError};

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use typst::comemo;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandards};

pub use picture::Painter;
pub use sheet::{DATA_LIMIT, MANY_LIMIT, MAPS_LIMIT, Paper, PrintSettings, Sheet};
use world::{Extra, Resources, SheetWorld};

/// The number of documents for which an unused memoised layout result is retained. It is small because every army is
/// different and retained results only cost memory.
const MEMO_AGE: usize = 2;
/// The size in bytes above which a document is large: nothing memoised for it is retained, not even for the next
/// document.
const LARGE: usize = 32 << 10;

/// Fonts, library and parsed templates, loaded once, for the first sheet. Share one typesetter between all threads.
pub struct Typesetter {
    resources: LazyLock<Resources>,
}

impl Typesetter {
    /// Creates a typesetter; it loads nothing until something is printed.
    #[must_use]
    pub fn new() -> Self {
        Self { resources: LazyLock::new(Resources::load) }
    }

    /// The text of the templates. A stored PDF matches a newly made one only if the templates are unchanged.
    pub fn templates() -> impl Iterator<Item = &'static str> {
        world::TEMPLATES.iter().map(|(_, text)| *text)
    }

    /// Typesets `data`, a JSON document of the format that belongs to `sheet`, and returns the PDF.
    ///
    /// `qr_svg` is a whole SVG document. Rosters and receipts show it beside their address; other sheets have no place
    /// for it. The call is pure processor work, so make it where blocking is allowed.
    ///
    /// # Errors
    ///
    /// When `data` is not the JSON document that the sheet expects, or is larger than [`Sheet::limit`].
    pub fn pdf(
        &self,
        sheet: Sheet,
        settings: PrintSettings,
        data: &[u8],
        qr_svg: Option<&str>,
    ) -> Result<Vec<u8>, PrintError> {
        let extra = qr_svg.map_or(Extra::None, Extra::Qr);
        self.export(sheet, settings, data, extra, PdfStandards::default())
    }

    /// Typesets maps of tables, [`Sheet::Maps`]. `sources` is a JSON list with the layout file of each table as text;
    /// the files are attached to the PDF unchanged, under the names that `data` gives them.
    ///
    /// # Errors
    ///
    /// When `data` is not the JSON document that the sheet expects, or when both together are larger than
    /// [`MAPS_LIMIT`].
    pub fn maps(&self, paper: Paper, data: &[u8], sources: &str) -> Result<Vec<u8>, PrintError> {
        self.export(Sheet::Maps, paper.into(), data, Extra::Sources(sources), PdfStandards::default())
    }

    /// Typesets all rosters of an event, [`Sheet::Rosters`]. `codes` is a JSON list with the QR code of each roster
    /// as SVG, or null where it has none.
    ///
    /// # Errors
    ///
    /// When `data` is not the JSON document that the sheet expects (the error names the roster), or when it or `codes`
    /// is larger than [`MANY_LIMIT`].
    pub fn rosters(&self, settings: PrintSettings, data: &[u8], codes: &str) -> Result<Vec<u8>, PrintError> {
        self.export(Sheet::Rosters, settings, data, Extra::Codes(codes), PdfStandards::default())
    }

    /// Does the work of [`Self::pdf`], with the standards that the file has to meet.
    fn export(
        &self,
        sheet: Sheet,
        settings: PrintSettings,
        data: &[u8],
        extra: Extra<'_>,
        standards: PdfStandards,
    ) -> Result<Vec<u8>, PrintError> {
        let limit = sheet.limit();
        let size = match extra {
            Extra::Sources(sources) => data.len() + sources.len(),
            Extra::Codes(codes) => data.len().max(codes.len()),
            Extra::None | Extra::Qr(_) => data.len(),
        };
        if size > limit {
            return Err(PrintError::TooLarge { size, limit });
        }
        let world = SheetWorld::new(&self.resources, sheet, settings, data, extra);
        let pdf = guarded(|| {
            let document = lay_out(&world)?;
            let options = PdfOptions {
                creator: Smart::Custom(Some("Musterfield".to_owned())),
                standards,
                ..PdfOptions::default()
            };
            typst_pdf::pdf(&document, &options).map_err(|errors| PrintError::Export(world.diagnostics(&errors)))
        });
        // Without this, the memoised layouts of every document would stay in memory for ever.
        comemo::evict(if size > LARGE { 0 } else { MEMO_AGE });
        pdf
    }
}

impl fmt::Debug for Typesetter {
    /// Leaves out the fonts and templates: they are always the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Typesetter").finish_non_exhaustive()
    }
}

impl Default for Typesetter {
    fn default() -> Self {
        Self::new()
    }
}

/// Runs the typesetter and turns a panic into an error: text that somebody typed must not end the program, however
/// rarely. Nothing outlives a call except memoised layouts, which are whole or absent.
fn guarded(work: impl FnOnce() -> Result<Vec<u8>, PrintError>) -> Result<Vec<u8>, PrintError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(PrintError::Failed))
}

/// Lays the document out in pages. Warnings (such as a script that the fonts lack) do not make a sheet fail.
fn lay_out(world: &SheetWorld<'_>) -> Result<PagedDocument, PrintError> {
    typst::compile::<PagedDocument>(world).output.map_err(|errors| PrintError::Data(world.diagnostics(&errors)))
}
