//! Warnings of the game that an event treats as errors.

use musterfield_army::{Code, Severity};

/// The reason a warning cannot be raised.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RaiseError {
    /// No problem has this code.
    #[error("“{word}” is not the code of a problem; warnings that can be raised are {}", known())]
    Unknown {
        /// The word that was given.
        word: String,
    },
    /// It is an error anyway.
    #[error("“{0}” is already an error")]
    Error(Code),
    /// It is about pasted text, which is never entered at an event.
    #[error("“{0}” is about pasted text, not about an army")]
    OfText(Code),
}

fn known() -> String {
    let words: Vec<&str> = Code::ALL.iter().filter(|code| about(**code).is_some()).map(|code| code.as_str()).collect();
    words.join(", ")
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
        Severity::Warning | Severity::Note if about(code).is_none() => Err(RaiseError::OfText(code)),
        Severity::Warning | Severity::Note => Ok(code),
    }
}

/// The subject of a warning about armies; `None` for errors and for problems of pasted text.
#[must_use]
pub fn about(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::AllyUnnamed => "allies without a named army",
        Code::GeneralUnusual => "an unusual general",
        Code::ListUnknown => "an unknown army list",
        Code::HomeTerrainUnset => "a home terrain that has not been chosen",
        Code::AggressionNotInList => "an aggression factor that differs from that of the list",
        Code::CommandPostNotGeneral => "a command element without the general",
        Code::PointsUnspent => "unspent points",
        Code::NeedsPermission => "elements that need permission",
        Code::PriceTyped => "prices set by the player",
        Code::PriceNotUsed => "prices that are not used",
        Code::GradeUndescribed => "elements that only have a price",
        Code::Remark => "what the rules advise against",
        Code::MagiciansAndClerics => "Magicians and Clerics in one army",
        Code::TwoMagicians => "several Magicians in one command",
        Code::MindlessWithoutCaster => "mindless troops with no one to lead them",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Warnings that the check of an army never gives: they come from reading pasted text.
    const OF_TEXT: [Code; 2] = [Code::PrintedTotalDiffers, Code::NumberUnclear];

    #[test]
    fn every_warning_about_armies_has_words_and_nothing_else_has() {
        for code in Code::ALL {
            let raisable = code.severity() == Severity::Warning && !OF_TEXT.contains(code);
            assert_eq!(about(*code).is_some(), raisable, "{code}");
            assert_eq!(read(code.as_str()).is_ok(), raisable, "{code}");
        }
    }

    #[test]
    fn a_code_that_cannot_be_raised_is_refused_with_the_reason() {
        for (word, reason) in [
            ("over-budget", "“over-budget” is already an error"),
            ("number-unclear", "“number-unclear” is about pasted text, not about an army"),
        ] {
            assert_eq!(read(word).unwrap_err().to_string(), reason);
        }
        assert!(read("unspent").unwrap_err().to_string().contains("points-unspent, needs-permission"));
    }
}
