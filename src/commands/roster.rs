//! `roster`: the sheet of an army.

use std::process::ExitCode;

use askama::Template;
use musterfield::roster::table;
use musterfield::roster::view::{Options, RosterView};
use musterfield::web::assets::style_for_files;
use musterfield::web::pdf::{Press, Sheet};
use musterfield::web::sheet::SheetPage;

use super::validate::{chosen_ruleset, read_army};
use super::{Failure, Outcome, built_in, complain, write};
use crate::{RosterArgs, RosterFormat};

pub(crate) fn run(args: &RosterArgs) -> Outcome {
    let (book, catalogue) = built_in()?;
    let reading = read_army(&args.file, chosen_ruleset(args.ruleset.as_deref(), book)?, book)?;
    for problem in reading.problems() {
        complain(&format!("{}: {}", args.file, problem.message));
    }
    let report = reading.check(catalogue);
    let draft = reading.draft;
    if let Some(scale) = &args.scale
        && !draft.ruleset.scales.iter().any(|known| *known.id == **scale)
    {
        let known: Vec<&str> = draft.ruleset.scales.iter().map(|scale| &*scale.id).collect();
        return Err(Failure::new(format!("--scale: there is no scale “{scale}”; known are {}", known.join(", "))));
    }
    let view =
        RosterView::new(&draft, &report, catalogue, &Options { scale: args.scale.clone(), ..Options::default() });
    let bytes = match args.format {
        RosterFormat::Text => table::text(&draft, &report, &view).into_bytes(),
        RosterFormat::Markdown => table::markdown(&draft, &report, &view).into_bytes(),
        RosterFormat::Csv => table::csv(&view).into_bytes(),
        RosterFormat::Json => table::json(&view).into_bytes(),
        RosterFormat::Html => {
            SheetPage::alone(view, &draft.notes, style_for_files()).render().map_err(Failure::new)?.into_bytes()
        }
        RosterFormat::Pdf => {
            let data = serde_json::to_vec(&view).map_err(Failure::new)?;
            Press::default().print_now(Sheet::Roster, args.paper.into(), &data, None).map_err(Failure::new)?
        }
    };
    write(args.output.as_deref(), &bytes)?;
    Ok(ExitCode::SUCCESS)
}
