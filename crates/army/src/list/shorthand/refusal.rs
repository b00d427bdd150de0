//! The refusal of text that cannot be read.

use crate::list::fault::{ShorthandError, ShorthandFault};

pub(super) type Read<T> = Result<T, ShorthandError>;

/// Refuses a text for the word at this position.
pub(super) fn wrong<T>(at: usize, word: &str, fault: ShorthandFault) -> Read<T> {
    let word: String = word.chars().take(40).collect();
    Err(ShorthandError { at, word, fault })
}
