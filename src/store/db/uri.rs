//! Files of SQLite as addresses, which say how a file is opened.

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters that need no escaping in the path of a file URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// The address of a file, with the way in which it is opened: `mode=ro`.
pub(super) fn uri(path: &Path, mode: &str) -> String {
    let text = path.to_string_lossy();
    let root = if path.is_absolute() { "//" } else { "" };
    format!("file:{root}{}?{mode}", utf8_percent_encode(&text, PATH))
}
