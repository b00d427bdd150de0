//! `resolve` and `odds`: one case a line in, one answer a line out, in the same order.

use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

use musterfield_combat::file::{LONGEST_LINE, Question, answer_into, too_long};
use musterfield_rules::Book;
use musterfield_words::combat::message;

use super::{Failure, Outcome, built_in};

/// Answers a file of cases, or stdin. A line that is not a case gets an error and the run goes on; lines that are not
/// JSON are counted at the end.
pub(crate) fn answers(question: Question, file: &str) -> Outcome {
    let (book, _) = built_in()?;
    let mut input: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        let open = std::fs::File::open(file).map_err(|error| Failure::new(format!("{file}: {error}")))?;
        Box::new(io::BufReader::with_capacity(1 << 16, open))
    };
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let counted = match answer_all(book, question, &mut *input, &mut output) {
        // The reader of the output has closed it.
        Err(Stopped::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        Err(Stopped::Output(error)) => return Err(Failure::new(format!("stdout: {error}"))),
        Err(Stopped::Input(error)) => return Err(Failure::new(format!("{file}: {error}"))),
        Ok(counted) => counted,
    };
    if counted.lines == 0 {
        return Err(Failure::new(format!("{file}: no cases found; write one JSON object per line")));
    }
    if let Some(first) = counted.first_unread {
        let Counted { lines, unread, .. } = counted;
        return Err(Failure::new(format!(
            "{file}: {unread} of {lines} cases are not JSON objects, first on line {first}"
        )));
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Default)]
struct Counted {
    lines: u64,
    /// Lines that are not JSON objects.
    unread: u64,
    /// The number of the first such line.
    first_unread: Option<u64>,
}

enum Stopped {
    Input(io::Error),
    Output(io::Error),
}

fn answer_all(
    book: &'static Book,
    question: Question,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<Counted, Stopped> {
    let mut counted = Counted::default();
    let (mut line, mut answer) = (Vec::new(), String::new());
    let mut number = 0u64;
    loop {
        line.clear();
        let is_whole = match read_line(input, &mut line) {
            Ok(None) => break,
            Ok(Some(is_whole)) => is_whole,
            Err(error) => {
                output.flush().map_err(Stopped::Output)?;
                return Err(Stopped::Input(error));
            }
        };
        number += 1;
        if is_whole && line.trim_ascii().is_empty() {
            continue;
        }
        counted.lines += 1;
        answer.clear();
        let is_json = if is_whole {
            answer_into(book, question, message, &line, &mut answer)
        } else {
            too_long(message, &mut answer)
        };
        if !is_json {
            counted.unread += 1;
            counted.first_unread.get_or_insert(number);
        }
        answer.push('\n');
        output.write_all(answer.as_bytes()).map_err(Stopped::Output)?;
    }
    output.flush().map_err(Stopped::Output)?;
    Ok(counted)
}

/// Reads a line; `None` at the end, and false if it was longer than any case. A line that is too long is skipped and
/// not kept in memory.
fn read_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    let (mut is_whole, mut any) = (true, false);
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(any.then_some(is_whole));
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
        if line.len() + part.len() > LONGEST_LINE {
            is_whole = false;
            line.clear();
        } else if is_whole {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(is_whole));
        }
    }
}
