//! Reasons that a sheet could not be printed.

use std::fmt;

use thiserror::Error;

/// The reason that a sheet could not be printed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PrintError {
    /// The data document is too long.
    #[error("the data is {size} bytes long; {limit} is the maximum")]
    TooLarge {
        /// Its length in bytes.
        size: usize,
        /// The longest accepted length.
        limit: usize,
    },
    /// A map is not a drawing, or is too narrow or too high for a picture.
    #[error("the map could not be turned into a picture: {0}")]
    Picture(String),
    /// The data is not JSON or not what the sheet expects.
    #[error("the sheet could not be typeset: {}", joined(.0))]
    Data(Vec<Complaint>),
    /// The pages were laid out but could not be written as PDF.
    #[error("the pages could not be written as PDF: {}", joined(.0))]
    Export(Vec<Complaint>),
    /// The typesetter panicked: a bug of its own.
    #[error("the typesetter failed on this sheet; please report it with the army or the tables")]
    Failed,
}

/// One diagnostic of the typesetter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The problem, as the typesetter words it.
    pub message: String,
    /// The virtual file and line where it was noticed, such as `roster.typ:12`.
    pub place: Option<String>,
    /// Suggestions that might help.
    pub hints: Vec<String>,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(place) = &self.place {
            write!(f, " ({place})")?;
        }
        for hint in &self.hints {
            write!(f, "; {hint}")?;
        }
        Ok(())
    }
}

/// All complaints on one line.
fn joined(complaints: &[Complaint]) -> String {
    complaints.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
