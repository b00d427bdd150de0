//! PDF, away from the threads that answer requests.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::error::WebError;

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// A roster.
    Roster,
    /// Base labels.
    Labels,
}

/// On what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 in.
    Letter,
}

/// Why there is no PDF.
#[derive(Debug, thiserror::Error)]
pub enum PressError {
    /// The program was built without the feature `pdf`.
    #[error("this program was built without the feature `pdf`")]
    NotBuilt,
    /// A template does not take the data.
    #[error("the PDF could not be made: {0}")]
    Failed(String),
}

impl From<PressError> for WebError {
    fn from(error: PressError) -> Self {
        match error {
            PressError::NotBuilt => Self::NotBuilt,
            PressError::Failed(_) => Self::internal(error),
        }
    }
}

/// Sheets that may wait for the press; who comes after them is told to come again.
const QUEUE: usize = 32;

/// Makes PDF from sheets as JSON, no more at once than there are cores: a long roster takes some memory.
#[derive(Clone)]
pub struct Press {
    #[cfg(feature = "pdf")]
    typesetter: Arc<musterfield_print::Typesetter>,
    /// One permit for each sheet that is printed or waits.
    queue: Arc<Semaphore>,
    /// One permit for each sheet that is printed.
    plates: Arc<Semaphore>,
}

impl Default for Press {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            #[cfg(feature = "pdf")]
            typesetter: Arc::default(),
            queue: Arc::new(Semaphore::new(cores + QUEUE)),
            plates: Arc::new(Semaphore::new(cores)),
        }
    }
}

impl Press {
    /// What a PDF depends on besides its data: one that a browser keeps is good only if this is the same.
    pub fn edition() -> impl Iterator<Item = &'static str> {
        #[cfg(feature = "pdf")]
        let templates = musterfield_print::Typesetter::templates();
        #[cfg(not(feature = "pdf"))]
        let templates: &[&str] = &[];
        std::iter::once(env!("CARGO_PKG_VERSION")).chain(templates.iter().copied())
    }
}

impl fmt::Debug for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Press")
    }
}

#[cfg(feature = "pdf")]
impl Press {
    /// Typesets a sheet. Blocks.
    ///
    /// # Errors
    /// [`PressError::Failed`] when a template does not take the data.
    pub fn print_now(&self, sheet: Sheet, paper: Paper, data: &[u8], qr: Option<&str>) -> Result<Vec<u8>, PressError> {
        let sheet = match sheet {
            Sheet::Roster => musterfield_print::Sheet::Roster,
            Sheet::Labels => musterfield_print::Sheet::Labels,
        };
        let paper = match paper {
            Paper::A4 => musterfield_print::Paper::A4,
            Paper::Letter => musterfield_print::Paper::Letter,
        };
        self.typesetter.pdf(sheet, paper, data, qr).map_err(|error| PressError::Failed(error.to_string()))
    }
}

#[cfg(not(feature = "pdf"))]
impl Press {
    /// This program was built without PDF.
    ///
    /// # Errors
    /// Always [`PressError::NotBuilt`].
    pub fn print_now(&self, _: Sheet, _: Paper, _: &[u8], _: Option<&str>) -> Result<Vec<u8>, PressError> {
        Err(PressError::NotBuilt)
    }
}

impl Press {
    /// Typesets a sheet on a thread of its own, after those that came before.
    ///
    /// # Errors
    /// As [`Press::print_now`]; [`WebError::Busy`] when too many wait.
    pub async fn print(
        &self,
        sheet: Sheet,
        paper: Paper,
        data: Vec<u8>,
        qr: Option<String>,
    ) -> Result<Vec<u8>, WebError> {
        let press = self.clone();
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| WebError::Busy)?;
        let plate = Arc::clone(&self.plates).acquire_owned().await.map_err(WebError::internal)?;
        let printed = actix_web::web::block(move || {
            // Given back when the work ends, even if nobody waits for it any more.
            let _held = (place, plate);
            press.print_now(sheet, paper, &data, qr.as_deref())
        });
        printed.await.map_err(WebError::internal)?.map_err(WebError::from)
    }
}
