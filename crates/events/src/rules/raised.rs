//! Warnings of the game that an event treats as errors.

use musterfield_army::{Code, Severity};

/// The reason a warning cannot be raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RaiseError {
    /// No problem has this code.
    Unknown {
        /// The word that was given.
        word: String,
    },
    /// It is an error anyway.
    Error(Code),
    /// It is about pasted text, which is never entered at an event.
    OfText(Code),
}

/// The warning with this code.
///
/// # Errors
/// [`RaiseError`].
pub fn read(word: &str) -> Result<Code, RaiseError> {
    let code = Code::ALL.iter().copied().find(|code| code.as_str() == word.trim());
    let code = code.ok_or_else(|| RaiseError::Unknown { word: word.to_owned() })?;
    match code.severity() {
        Severity::Error => Err(RaiseError::Error(code)),
        Severity::Warning | Severity::Note if is_raisable(code) => Ok(code),
        Severity::Warning | Severity::Note => Err(RaiseError::OfText(code)),
    }
}

/// The codes of all warnings that can be raised.
pub fn all() -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(|code| is_raisable(*code))
}

/// Whether a code is that of a warning about armies. Other warnings come from reading pasted text.
fn is_raisable(code: Code) -> bool {
    code.severity() == Severity::Warning
        && !matches!(code, Code::PrintedTotalDiffers | Code::NumberUnclear | Code::LineDoubtful)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_that_cannot_be_raised_is_refused_with_the_reason() {
        for (word, reason) in [
            ("over-budget", RaiseError::Error(Code::OverBudget)),
            ("number-unclear", RaiseError::OfText(Code::NumberUnclear)),
            ("unspent", RaiseError::Unknown { word: "unspent".to_owned() }),
        ] {
            assert_eq!(read(word), Err(reason));
        }
    }
}
