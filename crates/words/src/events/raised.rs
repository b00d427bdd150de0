//! Warnings that an event may treat as errors.

use musterfield_army::Code;
use musterfield_events::rules::raised::{self, RaiseError};

/// The subject of a warning about armies; `None` for errors and for problems of pasted text.
#[must_use]
pub fn about(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::AllyUnnamed => "allies without a named army",
        Code::GeneralUnusual => "an unusual general",
        Code::ListDoubtful => "a doubtful entry of the player's own list",
        Code::ListSize => "an own list that does not make an army of the usual size",
        Code::ListLeaderless => "an own list without a general",
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

/// The reason a warning cannot be raised.
#[must_use]
pub(super) fn message(error: &RaiseError) -> String {
    match error {
        RaiseError::Unknown { word } => {
            let known: Vec<&str> = raised::all().map(Code::as_str).collect();
            let known = known.join(", ");
            format!("“{word}” is not the code of a problem; warnings that can be raised are {known}.")
        }
        RaiseError::Error(code) => format!("“{code}” is already an error."),
        RaiseError::OfText(code) => format!("“{code}” is about pasted text, not about an army."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_warning_that_can_be_raised_has_words_and_nothing_else_has() {
        for code in Code::ALL {
            assert_eq!(about(*code).is_some(), raised::all().any(|known| known == *code), "{code}");
        }
    }
}
