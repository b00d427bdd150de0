//! PDF and pictures.

use std::fmt;
#[cfg(feature = "pdf")]
use std::sync::Arc;

use super::error::WebError;
use musterfield_sheets::map_sheet::MapSheet;

/// The kinds of printed sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// A roster.
    Roster,
    /// Base labels.
    Labels,
    /// A crib sheet.
    Crib,
    /// The crib sheets of all players of an event.
    Cribs,
    /// The receipt of an entry.
    Receipt,
    /// The pairings of a round.
    Pairings,
    /// The standings after a round.
    Standings,
}

/// The sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 in.
    Letter,
}

/// How a sheet is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintSettings {
    /// The paper.
    pub paper: Paper,
    /// Whether it has outlines instead of tints, black areas and colours.
    pub saves_ink: bool,
}

impl PrintSettings {
    /// The settings by their names in an address: the paper, `a4` or `letter`, and the ink, `full` or `less`. The first
    /// of each is the usual one.
    ///
    /// # Errors
    /// When there is no such paper or ink.
    pub fn chosen(paper: Option<&str>, ink: Option<&str>) -> Result<Self, WebError> {
        let paper = match paper.map(str::to_ascii_lowercase).as_deref() {
            None | Some("a4") => Paper::A4,
            Some("letter") => Paper::Letter,
            Some(other) => {
                return Err(WebError::Unreadable(format!("there is no paper “{other}”: choose a4 or letter")));
            }
        };
        let saves_ink = match ink.map(str::to_ascii_lowercase).as_deref() {
            None | Some("full") => false,
            Some("less") => true,
            Some(other) => return Err(WebError::Unreadable(format!("there is no ink “{other}”: choose full or less"))),
        };
        Ok(Self { paper, saves_ink })
    }
}

impl From<Paper> for PrintSettings {
    fn from(paper: Paper) -> Self {
        Self { paper, saves_ink: false }
    }
}

#[cfg(feature = "pdf")]
impl Paper {
    const fn of_press(self) -> musterfield_print::Paper {
        match self {
            Self::A4 => musterfield_print::Paper::A4,
            Self::Letter => musterfield_print::Paper::Letter,
        }
    }
}

#[cfg(feature = "pdf")]
impl PrintSettings {
    const fn of_press(self) -> musterfield_print::PrintSettings {
        musterfield_print::PrintSettings { paper: self.paper.of_press(), saves_ink: self.saves_ink }
    }
}

/// The reason there is no PDF.
#[derive(Debug, thiserror::Error)]
pub enum PrinterError {
    /// The program was built without the feature `pdf`.
    #[error("this program was built without the feature `pdf`")]
    NotBuilt,
    /// A template rejects the data.
    #[error("the PDF could not be made: {0}")]
    Failed(String),
}

impl From<PrinterError> for WebError {
    fn from(error: PrinterError) -> Self {
        match error {
            PrinterError::NotBuilt => Self::NotBuilt,
            PrinterError::Failed(_) => Self::internal(error),
        }
    }
}

/// Makes PDF from sheets as JSON, and pictures from maps. It blocks: see [`super::scheduler`].
#[derive(Clone, Default)]
pub struct Printer {
    #[cfg(feature = "pdf")]
    typesetter: Arc<musterfield_print::Typesetter>,
    #[cfg(feature = "pdf")]
    painter: Arc<musterfield_print::Painter>,
}

impl Printer {
    /// Whether it paints pictures.
    pub const PAINTS: bool = cfg!(feature = "pdf");

    /// Everything on which a PDF depends besides its data: a cached copy is valid only if this is the same.
    pub fn edition() -> impl Iterator<Item = &'static str> {
        #[cfg(feature = "pdf")]
        let templates = musterfield_print::Typesetter::templates();
        #[cfg(not(feature = "pdf"))]
        let templates = std::iter::empty();
        std::iter::once(env!("CARGO_PKG_VERSION")).chain(templates)
    }
}

impl fmt::Debug for Printer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Press")
    }
}

#[cfg(feature = "pdf")]
impl Printer {
    /// Typesets a sheet. Blocks.
    ///
    /// # Errors
    /// [`PrinterError::Failed`] when a template rejects the data.
    pub fn print_now(
        &self,
        sheet: Sheet,
        settings: PrintSettings,
        data: &[u8],
        qr: Option<&str>,
    ) -> Result<Vec<u8>, PrinterError> {
        let sheet = match sheet {
            Sheet::Roster => musterfield_print::Sheet::Roster,
            Sheet::Labels => musterfield_print::Sheet::Labels,
            Sheet::Crib => musterfield_print::Sheet::Crib,
            Sheet::Cribs => musterfield_print::Sheet::Cribs,
            Sheet::Receipt => musterfield_print::Sheet::Receipt,
            Sheet::Pairings => musterfield_print::Sheet::Pairings,
            Sheet::Standings => musterfield_print::Sheet::Standings,
        };
        self.typesetter
            .pdf(sheet, settings.of_press(), data, qr)
            .map_err(|error| PrinterError::Failed(error.to_string()))
    }

    /// Typesets all rosters of an event. `codes` is a JSON list with the QR code of each as SVG, or null. Blocks.
    ///
    /// # Errors
    /// [`PrinterError::Failed`] when the template rejects the data; it says which roster is wrong.
    pub fn print_rosters_now(
        &self,
        settings: PrintSettings,
        data: &[u8],
        codes: &str,
    ) -> Result<Vec<u8>, PrinterError> {
        let pdf = self.typesetter.rosters(settings.of_press(), data, codes);
        pdf.map_err(|error| PrinterError::Failed(error.to_string()))
    }

    /// Typesets maps of tables, with the layout files attached. Blocks.
    ///
    /// # Errors
    /// [`PrinterError::Failed`] when the template rejects the data.
    pub fn print_maps_now(&self, paper: Paper, maps: &MapSheet) -> Result<Vec<u8>, PrinterError> {
        let pdf = self.typesetter.maps(paper.of_press(), maps.data.as_bytes(), &maps.sources);
        pdf.map_err(|error| PrinterError::Failed(error.to_string()))
    }

    /// Renders a map as PNG of this width in pixels, with its layout file in it. Blocks.
    ///
    /// # Errors
    /// [`PrinterError::Failed`] when the drawing is invalid or the picture would be too large.
    pub fn paint_now(&self, svg: &str, width: u32, layout: &str) -> Result<Vec<u8>, PrinterError> {
        self.painter.png(svg, width, layout).map_err(|error| PrinterError::Failed(error.to_string()))
    }
}

#[cfg(not(feature = "pdf"))]
impl Printer {
    /// Fails: this program was built without PDF.
    ///
    /// # Errors
    /// Always [`PrinterError::NotBuilt`].
    pub fn print_now(&self, _: Sheet, _: PrintSettings, _: &[u8], _: Option<&str>) -> Result<Vec<u8>, PrinterError> {
        Err(PrinterError::NotBuilt)
    }

    /// Fails: this program was built without PDF.
    ///
    /// # Errors
    /// Always [`PrinterError::NotBuilt`].
    pub fn print_rosters_now(&self, _: PrintSettings, _: &[u8], _: &str) -> Result<Vec<u8>, PrinterError> {
        Err(PrinterError::NotBuilt)
    }

    /// Fails: this program was built without PDF.
    ///
    /// # Errors
    /// Always [`PrinterError::NotBuilt`].
    pub fn print_maps_now(&self, _: Paper, _: &MapSheet) -> Result<Vec<u8>, PrinterError> {
        Err(PrinterError::NotBuilt)
    }

    /// Fails: this program was built without pictures.
    ///
    /// # Errors
    /// Always [`PrinterError::NotBuilt`].
    pub fn paint_now(&self, _: &str, _: u32, _: &str) -> Result<Vec<u8>, PrinterError> {
        Err(PrinterError::NotBuilt)
    }
}
