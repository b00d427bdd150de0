//! Cases and results as JSON, as described in `docs/FORMATS.md`: one object per line.

mod read;
mod write;

use musterfield_rules::Book;
use serde_json::Value;

pub use read::{CaseFile, Question, read};
pub use write::Say;

use super::case::{CaseFault, wrong_case};
use super::{odds, resolve};

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
/// The largest number of cases in one request.
pub const MOST_CASES: usize = 1000;

/// The answer to one case, as a line of JSON, and whether the case was JSON at all.
#[must_use]
pub fn answer(book: &'static Book, question: Question, say: Say, line: &[u8]) -> (String, bool) {
    let mut out = String::with_capacity(512);
    let is_json = answer_into(book, question, say, line, &mut out);
    (out, is_json)
}

/// Appends the answer to `out`.
pub fn answer_into(book: &'static Book, question: Question, say: Say, line: &[u8], out: &mut String) -> bool {
    match serde_json::from_slice::<Value>(line) {
        Ok(value) => {
            answer_value(book, question, say, &value, out);
            value.is_object()
        }
        Err(error) => {
            let fault = CaseFault::NotJson { column: error.column(), reason: reason(&error) };
            write::error(out, &Value::Null, &wrong_case(fault), say);
            false
        }
    }
}

/// Appends the answer to a case that has already been parsed as JSON; false if it is an error.
pub fn answer_value(book: &'static Book, question: Question, say: Say, value: &Value, out: &mut String) -> bool {
    let id = value.get("id").unwrap_or(&Value::Null);
    let answered = read(book, question, value).map(|file| match (question, file.rolls) {
        (Question::Resolve, Some(rolls)) => write::verdict(out, id, &file.case, &resolve(&file.case, rolls)),
        _ => write::odds(out, id, &odds(&file.case)),
    });
    match answered {
        Ok(()) => true,
        Err(error) => {
            write::error(out, id, &error, say);
            false
        }
    }
}

/// Appends the answer to a line that is longer than any case.
pub fn too_long(say: Say, out: &mut String) -> bool {
    write::error(out, &Value::Null, &wrong_case(CaseFault::TooLong), say);
    false
}

/// The parser's message without the position, which comes first.
fn reason(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.split(" at line ").next().unwrap_or_default().to_owned()
}
