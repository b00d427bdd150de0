//! `roster`: the sheet of an army.

use std::process::ExitCode;

use askama::Template;
use musterfield::web::assets::style_for_files;
use musterfield::web::pdf::{Printer, Sheet};
use musterfield::web::sheet::SheetPage;
use musterfield_rules::ruleset::Scale;
use musterfield_sheets::roster::bbcode::bbcode;
use musterfield_sheets::roster::table;
use musterfield_sheets::roster::view::{Options, RosterView};
use musterfield_words::army::message;

use super::validate::{chosen_ruleset, read_army};
use super::{Failure, Outcome, built_in, print_error, write};
use crate::arguments::{RosterArgs, RosterFormat};

pub(crate) fn run(args: &RosterArgs) -> Outcome {
    let (book, collection) = built_in()?;
    let reading = read_army(&args.file, chosen_ruleset(args.ruleset.as_deref(), book)?, book)?;
    for problem in reading.problems() {
        print_error(&format!("{}: {}", args.file, message(&problem.fault, reading.draft.ruleset)));
    }
    let report = reading.check(collection.catalogue());
    let draft = reading.draft;
    if let Some(scale) = &args.scale
        && draft.ruleset.scale_called(scale).is_none()
    {
        let known: Vec<&str> = draft.ruleset.scales.iter().flat_map(Scale::names).collect();
        return Err(Failure::new(format!("--scale: there is no scale “{scale}”; use one of {}", known.join(", "))));
    }
    let view = RosterView::new(
        &draft,
        &report,
        collection.catalogue(),
        &Options { scale: args.scale.clone(), ..Options::default() },
    );
    let bytes = match args.format {
        RosterFormat::Text => table::text(&draft, &report, &view).into_bytes(),
        RosterFormat::Markdown => table::markdown(&draft, &report, &view).into_bytes(),
        RosterFormat::Bbcode => bbcode(&view).into_bytes(),
        RosterFormat::Csv => table::csv(&view).into_bytes(),
        RosterFormat::Json => table::json(&view).into_bytes(),
        RosterFormat::Html => {
            SheetPage::alone(view, &draft.notes, style_for_files()).render().map_err(Failure::new)?.into_bytes()
        }
        RosterFormat::Pdf => {
            let data = serde_json::to_vec(&view).map_err(Failure::new)?;
            Printer::default().print_now(Sheet::Roster, args.settings(), &data, None).map_err(Failure::new)?
        }
    };
    write(args.output.as_deref(), &bytes)?;
    Ok(ExitCode::SUCCESS)
}
