//! `validate`: checks whether armies are legal.

use std::fmt::Write as _;
use std::process::ExitCode;

use musterfield_army::input::{InputFormat, army, form_of};
use musterfield_army::text::Reading;
use musterfield_army::write::elements;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Book, DEFAULT_RULESET, Points, Ruleset};
use musterfield_words::army::file::message as unreadable;
use musterfield_words::army::points_fault;
use musterfield_words::army::verdict::Verdict;

use super::{Failure, NO, Outcome, UNDONE, built_in, print, print_error, read_text};
use crate::arguments::{Format, ValidateArgs};

pub(crate) fn run(args: &ValidateArgs) -> Outcome {
    let (book, collection) = built_in()?;
    let ruleset = chosen_ruleset(args.ruleset.as_deref(), book)?;
    let points = args.points.as_deref().map(parse_points).transpose()?;
    let (mut unread, mut illegal) = (false, false);
    for file in &args.files {
        let mut reading = match read_army(file, ruleset, book) {
            Ok(reading) => reading,
            Err(failure) => {
                print_error(&failure);
                unread = true;
                continue;
            }
        };
        if let Some(points) = points {
            reading.draft.points = points;
        }
        let verdict = Verdict::new(Some(file.clone()), &reading.draft, &reading.check(collection.catalogue()));
        illegal |= !verdict.legal;
        match args.format {
            Format::Json => {
                let json = serde_json::to_string(&verdict).map_err(Failure::new)?;
                print(&(json + "\n"))?;
            }
            Format::Text => print(&in_words(&verdict))?,
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

/// The ruleset with this id, or the default one.
pub(crate) fn chosen_ruleset(id: Option<&str>, book: &'static Book) -> Result<&'static Ruleset, Failure> {
    let id = id.unwrap_or(DEFAULT_RULESET);
    book.ruleset(id).ok_or_else(|| {
        let known: Vec<&str> = book.rulesets().iter().map(|ruleset| &*ruleset.id).collect();
        Failure::new(format!("--ruleset: there is no ruleset “{id}”; use one of {}", known.join(", ")))
    })
}

fn parse_points(text: &str) -> Result<Points, Failure> {
    text.parse().map_err(|error| Failure::new(format!("--points: “{text}” {}", points_fault(error))))
}

/// Reads an army from a file: by its ending, otherwise by its content.
pub(crate) fn read_army(file: &str, ruleset: &'static Ruleset, book: &'static Book) -> Result<Reading, Failure> {
    let text = read_text(file)?;
    let form = match file.rsplit('.').next() {
        Some("json") => InputFormat::Json,
        Some("toml") => InputFormat::Toml,
        _ => form_of(&text),
    };
    army(&text, form, ruleset, book).map_err(|error| Failure::new(format!("{file}: {}", unreadable(&error))))
}

/// The size of an army that is counted in elements.
fn elements_of(size: Points) -> String {
    SizeUnit::Elements.of(size)
}

fn in_words(verdict: &Verdict) -> String {
    let mut text = String::new();
    let points = &verdict.points;
    let file = verdict.file.as_deref().unwrap_or("-");
    let name = if verdict.name.is_empty() { "Unnamed army" } else { &verdict.name };
    let answer = if verdict.legal { "legal" } else { "NOT LEGAL" };
    let _ = writeln!(
        text,
        "{file}: {answer}: {name}, {}, {}",
        verdict.ruleset,
        match verdict.counts {
            Some(_) => format!("{} of {}", verdict.elements, elements_of(points.budget)),
            None => format!("{} of {} AP, {}", points.spent, points.budget, elements(verdict.elements)),
        }
    );
    for problem in &verdict.problems {
        // People count from 1.
        let place = problem.element.map(|line| format!("entry {}: ", line + 1)).unwrap_or_default();
        let rule = problem.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let _ = writeln!(text, "  {}: {place}{}{rule}", problem.severity, problem.message);
        if !problem.fix.is_empty() {
            let _ = writeln!(text, "    → {}", problem.fix);
        }
    }
    text
}
