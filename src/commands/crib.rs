//! `crib`: the crib sheet of a ruleset, of an army, or of two armies face to face.

use std::process::ExitCode;

use askama::Template;
use musterfield::crib::Crib;
use musterfield::web::assets::crib_style_for_files;
use musterfield::web::crib::CribPage;
use musterfield::web::pdf::{Paper, Press, Sheet};

use super::validate::{chosen_ruleset, read_army};
use super::{Failure, Outcome, built_in, complain, write};
use crate::{CribArgs, CribFormat, PaperSize};

pub(crate) fn run(args: &CribArgs) -> Outcome {
    let (book, _) = built_in()?;
    let usual = chosen_ruleset(args.ruleset.as_deref(), book)?;
    let read = |file: &str| {
        let reading = read_army(file, usual, book)?;
        for problem in reading.problems() {
            complain(&format!("{file}: {}", problem.message));
        }
        Ok::<_, Failure>(reading.draft)
    };
    let none = |name: &str| Failure::new(format!("there is no crib sheet of {name}"));
    let crib = match (book.ruleset(&args.subject), &args.other) {
        (Some(ruleset), None) => Crib::whole(book, ruleset).ok_or_else(|| none(&ruleset.name))?,
        (Some(ruleset), Some(other)) => {
            return Err(Failure::new(format!(
                "{} is a ruleset, so {other} has nobody to meet: name two armies",
                ruleset.id
            )));
        }
        (None, _) if book.terrain(&args.subject).is_some() => return Err(none(&args.subject)),
        (None, None) => {
            let army = read(&args.subject)?;
            Crib::army(book, &army).ok_or_else(|| none(&army.ruleset.name))?
        }
        (None, Some(other)) => {
            let (one, other) = (read(&args.subject)?, read(other)?);
            if one.ruleset.id != other.ruleset.id {
                return Err(Failure::new(format!(
                    "one army is of {} and the other of {}: both must play by the same rules",
                    one.ruleset.name, other.ruleset.name
                )));
            }
            Crib::two(book, &one, &other).ok_or_else(|| none(&one.ruleset.name))?
        }
    };
    let bytes = match args.format {
        CribFormat::Html => CribPage::alone(crib, crib_style_for_files()).render().map_err(Failure::new)?.into_bytes(),
        CribFormat::Pdf => {
            let data = serde_json::to_vec(&crib).map_err(Failure::new)?;
            let paper = match args.paper {
                PaperSize::A4 => Paper::A4,
                PaperSize::Letter => Paper::Letter,
            };
            Press::default().print_now(Sheet::Crib, paper, &data, None).map_err(Failure::new)?
        }
    };
    write(args.output.as_deref(), &bytes)?;
    Ok(ExitCode::SUCCESS)
}
