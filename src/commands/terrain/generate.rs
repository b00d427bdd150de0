//! `terrain generate`: generates battlefields by the procedure of the rules.

use std::path::Path;
use std::process::ExitCode;

use musterfield::web::pdf::Printer;
use musterfield_rules::Book;
use musterfield_sheets::map::{MapOptions, Style, svg};
use musterfield_sheets::map_sheet::{MOST_LAYOUTS, SheetOptions, sheet};
use musterfield_terrain::event::{self, Homes};
use musterfield_terrain::file::to_json;
use musterfield_terrain::generate::request::{board, boards, codes, rules, usual_board};
use musterfield_terrain::generate::{Method, Preference, Settings, generate};
use musterfield_terrain::{Board, Layout};
use musterfield_words::terrain::generate::message;
use musterfield_words::terrain::request;

use super::super::{Failure, Outcome, built_in, print, write};
use crate::arguments::{GenerateArgs, LayoutFormat};

/// The width of a picture in pixels.
const PIXELS: u32 = 1600;

pub(crate) fn run(args: &GenerateArgs) -> Outcome {
    let (book, _) = built_in()?;
    let settings = settings(args, book)?;
    if args.templates.is_some_and(|base| !musterfield_sheets::map_sheet::BASES.contains(&base)) {
        return Err(Failure::new("--templates: use 40 or 60, the width of the bases in mm"));
    }
    let laid_out = (1..=args.count).map(|number| table(&settings, args.count, number));
    match args.format {
        // Written one after the other, so that any number is possible.
        LayoutFormat::Json if args.output.is_none() => {
            for layout in laid_out {
                print(&(to_json(&layout?) + "\n"))?;
            }
        }
        LayoutFormat::Json => {
            let lines: Vec<String> =
                laid_out.map(|layout| Ok(to_json(&layout?) + "\n")).collect::<Result<_, Failure>>()?;
            write(args.output.as_deref(), lines.concat().as_bytes())?;
        }
        LayoutFormat::Svg | LayoutFormat::Png => {
            let printer = Printer::default();
            for (number, layout) in (1..=args.count).zip(laid_out) {
                write_drawing(args, &printer, number, &layout?)?;
            }
        }
        LayoutFormat::Pdf => {
            if usize::try_from(args.count).unwrap_or(usize::MAX) > MOST_LAYOUTS {
                return Err(Failure::new(format!("--count: a PDF can hold up to {MOST_LAYOUTS} tables")));
            }
            let layouts: Vec<Layout> = laid_out.collect::<Result<_, Failure>>()?;
            let options = SheetOptions { map: map(args), templates: args.templates, title: None };
            let sheet = sheet(&layouts.iter().collect::<Vec<_>>(), &options);
            let bytes = Printer::default().print_maps_now(args.paper.into(), &sheet).map_err(Failure::new)?;
            write(args.output.as_deref(), &bytes)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn settings(args: &GenerateArgs, book: &'static Book) -> Result<Settings, Failure> {
    let rules =
        rules(book, &args.ruleset).map_err(|why| Failure::new(format!("--ruleset: {}", request::clause(&why))))?;
    let home = rules.home_terrain(&args.home).ok_or_else(|| {
        let known: Vec<&str> = rules.homes.iter().map(|home| &*home.id).collect();
        Failure::new(format!("--home: there is no home terrain “{}”; use one of {}", args.home, known.join(", ")))
    })?;
    let named: Option<Board> = match &args.board {
        None => usual_board(rules),
        Some(text) => {
            let (width, depth) = text.split_once('x').unwrap_or((text, text));
            width.parse().ok().zip(depth.parse().ok()).and_then(|(width, depth)| board(rules, width, depth))
        }
    };
    let board = named.ok_or_else(|| {
        Failure::new(format!("--board: the rules have no board of this size; {}", request::boards(&boards(rules))))
    })?;
    let preference = Preference::parse(&args.prefer).ok_or_else(|| {
        let known: Vec<&str> = Preference::ALL.into_iter().map(Preference::as_str).collect();
        Failure::new(format!("--prefer: use one of {}", known.join(", ")))
    })?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => u64::from(getrandom::u32().map_err(Failure::new)?),
    };
    let method = if args.chart { Method::Chart } else { Method::Choice };
    let only = codes(rules, &args.codes).map_err(|why| Failure::new(format!("--codes: {}", request::clause(&why))))?;
    Ok(Settings { method, preference, only, ..Settings::new(rules, home, board, seed) })
}

/// The table of the seed, or one of several that follow from it.
fn table(settings: &Settings, count: u32, number: u32) -> Result<Layout, Failure> {
    let table =
        (count > 1).then(|| event::table(settings.rules, Homes::One(settings.home), number, settings.seed)).flatten();
    let settings = match table {
        Some(table) => &Settings { seed: table.seed, ..settings.clone() },
        None => settings,
    };
    generate(settings).map_err(|why| Failure::new(message(&why)))
}

fn map(args: &GenerateArgs) -> MapOptions {
    MapOptions { style: if args.print { Style::Print } else { Style::Colour }, ..MapOptions::default() }
}

/// Writes a drawing to the given place: a file, or one of several in a folder.
fn write_drawing(args: &GenerateArgs, printer: &Printer, number: u32, layout: &Layout) -> Result<(), Failure> {
    let drawing = svg(layout, &map(args));
    let (bytes, ending) = match args.format {
        LayoutFormat::Png => (printer.paint_now(&drawing, PIXELS, &to_json(layout)).map_err(Failure::new)?, "png"),
        _ => (drawing.into_bytes(), "svg"),
    };
    if args.count == 1 {
        return write(args.output.as_deref(), &bytes);
    }
    let Some(folder) = args.output.as_deref() else {
        return Err(Failure::new("--output: use a folder for several drawings, or write a PDF"));
    };
    std::fs::create_dir_all(folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    let file: &Path = &folder.join(format!("table-{number}.{ending}"));
    write(Some(file), &bytes)
}
