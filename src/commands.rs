//! The commands of the program.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use musterfield_lists::Collection;
use musterfield_rules::{Book, book};

pub(crate) mod backup;
pub(crate) mod battle;
pub(crate) mod combat;
pub(crate) mod crib;
pub(crate) mod doctor;
pub(crate) mod ladder;
pub(crate) mod lists;
pub(crate) mod maintenance;
pub(crate) mod migrate;
mod mistake;
pub(crate) mod replay;
pub(crate) mod roster;
pub(crate) mod serve;
pub(crate) mod terrain;
pub(crate) mod user;
pub(crate) mod validate;

/// Exit code: the input could not be read, or the job not done.
pub(crate) const UNDONE: u8 = 2;
/// Exit code: done, and the answer is no.
pub(crate) const NO: u8 = 1;

/// The reason a command could not be carried out: one line for stderr.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) type Outcome = Result<ExitCode, Failure>;

/// Prints an error to stderr.
pub(crate) fn print_error(message: &dyn fmt::Display) {
    // Nothing sensible is left to do if stderr is closed.
    let _ = writeln!(io::stderr(), "musterfield: {message}");
}

/// Writes to stdout. A closed stdout is not a failure.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::new(format!("stdout: {error}"))),
        _ => Ok(()),
    }
}

/// Writes to a file, or to stdout without one.
pub(crate) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match (path, std::str::from_utf8(bytes)) {
        (Some(path), _) => {
            std::fs::write(path, bytes).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
        }
        (None, Ok(text)) => print(text),
        (None, Err(_)) => io::stdout().write_all(bytes).map_err(|error| Failure::new(format!("stdout: {error}"))),
    }
}

/// The rules and lists built into the program.
pub(crate) fn built_in() -> Result<(&'static Book, &'static Collection), Failure> {
    let book = book().map_err(Failure::new)?;
    let collection = musterfield_lists::collection(book)
        .map_err(|errors| Failure(errors.iter().map(mistake::with_place).collect::<Vec<_>>().join("\n")))?;
    Ok((book, collection))
}

/// The largest number of bytes read from one file or stdin.
const LONGEST_INPUT: u64 = 1024 * 1024;

/// The text of a file, or of stdin for `-`.
pub(crate) fn read_text(file: &str) -> Result<String, Failure> {
    read_at_most(file, LONGEST_INPUT)
}

/// The text of a file with at most this many bytes, or of stdin for `-`.
pub(crate) fn read_at_most(file: &str, most: u64) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = if file == "-" {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|open| open.take(most + 1).read_to_end(&mut bytes))
    };
    let size = read.map_err(|error| Failure::new(format!("{file}: {error}")))?;
    if u64::try_from(size).unwrap_or(u64::MAX) > most {
        return Err(Failure::new(format!("{file}: longer than {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
        Failure::new(format!("{file}: line {line}: not UTF-8 text at byte {at}"))
    })
}

/// An error with its chain of causes.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
