//! `terrain`: battlefields.

pub(crate) mod generate;

use std::fmt::Write as _;
use std::process::ExitCode;

use musterfield_terrain::file::{Unreadable, from_json};
use musterfield_terrain::{self as terrain, Layout};
use musterfield_words::terrain::unreadable;
use musterfield_words::terrain::verdict::Verdict;

use super::{Failure, NO, Outcome, UNDONE, built_in, print, print_error, read_text};
use crate::arguments::Format;

/// `terrain check`: checks whether layouts are legal. JSON that is not a layout is illegal; text that is not JSON
/// cannot be read.
pub(crate) fn check(files: &[String], format: Format) -> Outcome {
    let (book, _) = built_in()?;
    let (mut unread, mut illegal) = (false, false);
    let documents = files.iter().flat_map(|file| match read_text(file) {
        Ok(text) => documents_in(&text).into_iter().map(|text| (file, Ok(text))).collect(),
        Err(failure) => vec![(file, Err(failure))],
    });
    for (file, text) in documents {
        let read = text.and_then(|text| match from_json(&text, book) {
            Err(error @ Unreadable::Syntax(_)) => Err(Failure::new(format!("{file}: {}", unreadable(&error)))),
            read => Ok(read),
        });
        let (verdict, layout) = match read {
            Err(failure) => {
                print_error(&failure);
                unread = true;
                continue;
            }
            Ok(Ok(layout)) => (Verdict::new(Some(file.clone()), &terrain::check(&layout)), Some(layout)),
            Ok(Err(error)) => (Verdict::on(Some(file.clone()), error.problems()), None),
        };
        illegal |= !verdict.legal;
        match format {
            Format::Json => {
                let json = serde_json::to_string(&verdict).map_err(Failure::new)?;
                print(&(json + "\n"))?;
            }
            Format::Text => print(&in_words(file, &verdict, layout.as_ref()))?,
        }
    }
    Ok(ExitCode::from(if unread {
        UNDONE
    } else if illegal {
        NO
    } else {
        0
    }))
}

/// The documents of a file: one, or one on each line, as `terrain generate --count` writes them.
fn documents_in(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let several = lines.len() > 1 && lines.iter().all(|line| line.starts_with('{') && line.ends_with('}'));
    if several { lines.into_iter().map(str::to_owned).collect() } else { vec![text.to_owned()] }
}

fn in_words(file: &str, verdict: &Verdict, layout: Option<&Layout>) -> String {
    let mut text = String::new();
    let answer = if verdict.legal { "legal" } else { "NOT LEGAL" };
    let _ = match layout {
        None => writeln!(text, "{file}: not a layout"),
        Some(layout) => writeln!(text, "{file}: {answer}: {}, {}", layout.title(), layout.rules.ruleset),
    };
    for problem in &verdict.problems {
        let feature = problem.feature.as_ref().map(|feature| format!("{feature}: ")).unwrap_or_default();
        let rule = problem.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let _ = writeln!(text, "  {}: {}{rule}: {feature}{}", problem.severity, problem.code, problem.message);
    }
    text
}
