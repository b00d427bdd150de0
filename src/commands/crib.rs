//! `crib`: the crib sheet of a ruleset, of an army, or of a matchup.

use std::process::ExitCode;

use askama::Template;
use musterfield::web::assets::crib_style_for_files;
use musterfield::web::crib::CribPage;
use musterfield::web::pdf::{Printer, Sheet};
use musterfield_sheets::crib::{Crib, CribError, CribOptions, Reading, References};
use musterfield_words::army::message;

use super::validate::{chosen_ruleset, read_army};
use super::{Failure, Outcome, built_in, print_error, write};
use crate::arguments::{CribArgs, CribFormat, CribReading, CribRefs};

pub(crate) fn run(args: &CribArgs) -> Outcome {
    let (book, _) = built_in()?;
    let usual = chosen_ruleset(args.ruleset.as_deref(), book)?;
    let read = |file: &str| {
        let reading = read_army(file, usual, book)?;
        for problem in reading.problems() {
            print_error(&format!("{file}: {}", message(&problem.fault, reading.draft.ruleset)));
        }
        Ok::<_, Failure>(reading.draft)
    };
    let reading = match args.reading {
        CribReading::Phase => Reading::ByPhase,
        CribReading::Type => Reading::ByType,
    };
    let references = match args.refs {
        CribRefs::Ours => References::Ours,
        CribRefs::Theirs => References::Theirs,
        CribRefs::None => References::None,
    };
    let options = CribOptions { reading, references };
    let crib = match (book.ruleset(&args.subject), &args.other) {
        (Some(ruleset), None) => Crib::whole(book, ruleset, options),
        (Some(ruleset), Some(other)) => {
            return Err(Failure::new(format!(
                "{} is a ruleset, so {other} has no opponent: name two armies",
                ruleset.id
            )));
        }
        (None, _) if book.terrain(&args.subject).is_some() => Err(CribError::NotPlayed(args.subject.clone())),
        (None, None) => Crib::army(book, &read(&args.subject)?, options),
        (None, Some(other)) => Crib::two(book, &read(&args.subject)?, &read(other)?, options),
    };
    let crib = crib.map_err(Failure::new)?;
    let bytes = match args.format {
        CribFormat::Html => CribPage::alone(crib, crib_style_for_files()).render().map_err(Failure::new)?.into_bytes(),
        CribFormat::Pdf => {
            let data = serde_json::to_vec(&crib).map_err(Failure::new)?;
            Printer::default().print_now(Sheet::Crib, args.settings(), &data, None).map_err(Failure::new)?
        }
    };
    write(args.output.as_deref(), &bytes)?;
    Ok(ExitCode::SUCCESS)
}
