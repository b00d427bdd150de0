//! The printed sheet of layouts: the map, a list of the features, the discarded ones, notes, and templates at true
//! size.
//!
//! The document goes to the printer as JSON; its shape is that of the sheet, not of the [`Layout`].

use musterfield_geometry::MinAreaRectangle;
use musterfield_geometry::point::bw;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::file::to_json;
use musterfield_terrain::layout::{Feature, Layout, Quarter, RecordEntry};
use musterfield_terrain::{Problem, check};
use serde::Serialize;

use super::map::{self, MapOptions, Style};

/// The largest number of layouts in one document.
pub const MOST_LAYOUTS: usize = 64;
/// The largest number of reasons that a sheet gives for a table that is not legal.
const MOST_ERRORS: usize = 40;
/// The widths of bases for which sizes are given in millimetres.
pub const BASES: [u16; 2] = [40, 60];
/// The room for a template on one sheet, in millimetres; the printer's template has the same numbers.
const TILE: (f64, f64) = (180.0, 230.0);

/// Options for printing anything besides the map and the lists.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SheetOptions {
    /// Options for the maps and templates, with the zones; marked ids are marked in every layout that has them.
    pub map: MapOptions,
    /// Templates at true size for bases of this width in millimetres, one of [`BASES`]; `None` without.
    pub templates: Option<u16>,
    /// The title of the document; the title of the layout if there is only one.
    pub title: Option<String>,
}

/// The input for the printer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapSheet {
    /// The document (`musterfield-map/1`).
    pub data: String,
    /// The layout files as a JSON list of texts, to be attached.
    pub sources: String,
}

#[derive(Serialize)]
struct Document {
    format: &'static str,
    name: String,
    ruleset: RulesetPart,
    bases: [u16; 2],
    template_base: Option<u16>,
    layouts: Vec<LayoutPart>,
}

#[derive(Serialize)]
struct RulesetPart {
    name: String,
    version: String,
}

#[derive(Serialize)]
struct LayoutPart {
    title: String,
    facts: String,
    file: String,
    map: String,
    errors: Vec<ErrorPart>,
    pieces: Vec<PiecePart>,
    discarded: Vec<DiscardedPart>,
    notes: Vec<NotePart>,
    templates: Vec<TemplatePart>,
}

#[derive(Serialize)]
struct PiecePart {
    id: String,
    name: String,
    going: &'static str,
    size: String,
    mm: Vec<String>,
    quarter: Option<u8>,
    compulsory: bool,
}

#[derive(Serialize)]
struct ErrorPart {
    piece: Option<String>,
    text: String,
    rule: Option<String>,
}

#[derive(Serialize)]
struct DiscardedPart {
    name: String,
    compulsory: bool,
    size: Option<String>,
    die: Option<u8>,
    quarter: Option<u8>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct NotePart {
    name: String,
    text: String,
    rule: String,
}

#[derive(Serialize)]
struct TemplatePart {
    id: String,
    name: String,
    svg: String,
    width_mm: f64,
    height_mm: f64,
    columns: u32,
    rows: u32,
}

/// The sheet of several layouts, one after the other; only the first [`MOST_LAYOUTS`].
#[must_use]
pub fn sheet(layouts: &[&Layout], options: &SheetOptions) -> MapSheet {
    let layouts: Vec<&Layout> = layouts.iter().copied().take(MOST_LAYOUTS).collect();
    let first = layouts.first();
    let name = options.title.clone().or_else(|| match layouts.as_slice() {
        [only] => Some(only.title()),
        _ => None,
    });
    let base = options.templates.filter(|base| BASES.contains(base));
    let document = Document {
        format: "musterfield-map/1",
        name: name.unwrap_or_else(|| "Tables".to_owned()),
        ruleset: RulesetPart {
            name: first.map_or_else(String::new, |layout| layout.rules.name.to_string()),
            version: first.map_or_else(String::new, |layout| layout.rules.version.to_string()),
        },
        bases: BASES,
        template_base: base,
        layouts: layouts
            .iter()
            .enumerate()
            .map(|(at, layout)| {
                let number = (layouts.len() > 1).then_some(at + 1);
                part(layout, number, &options.map, base)
            })
            .collect(),
    };
    let sources: Vec<String> = layouts.iter().map(|layout| to_json(layout)).collect();
    // They contain only text, numbers and lists, so nothing can fail.
    MapSheet {
        data: serde_json::to_string(&document).unwrap_or_default(),
        sources: serde_json::to_string(&sources).unwrap_or_default(),
    }
}

/// The file name for a layout: letters, digits and dashes.
#[must_use]
pub fn file_name(layout: &Layout) -> String {
    let mut name = String::new();
    for c in layout.title().chars().flat_map(char::to_lowercase).take(60) {
        match c {
            c if c.is_ascii_alphanumeric() => name.push(c),
            _ if name.ends_with('-') || name.is_empty() => {}
            _ => name.push('-'),
        }
    }
    let name = name.trim_end_matches('-');
    format!("{}.layout.json", if name.is_empty() { "table" } else { name })
}

fn part(layout: &Layout, number: Option<usize>, options: &MapOptions, base: Option<u16>) -> LayoutPart {
    let file = file_name(layout);
    let map = MapOptions { source: false, live: false, sheet: false, ..options.clone() };
    let templates = base.map_or_else(Vec::new, |base| {
        layout.features.iter().filter_map(|feature| template_part(layout, feature, options.style, base)).collect()
    });
    LayoutPart {
        title: number.map_or_else(|| layout.title(), |number| format!("{number}. {}", layout.title())),
        facts: map::facts(layout, options.begun),
        file: number.map_or_else(|| file.clone(), |number| format!("{number}-{file}")),
        map: map::svg(layout, &map),
        errors: errors(layout),
        pieces: layout.features.iter().map(|feature| piece_part(layout, feature)).collect(),
        discarded: layout
            .record
            .iter()
            .flatten()
            .filter(|choice| !choice.placed)
            .map(|choice| discarded_part(layout, choice))
            .collect(),
        notes: notes(layout),
        templates,
    }
}

fn piece_part(layout: &Layout, feature: &Feature) -> PiecePart {
    let broad = |size: String| if feature.course().is_some() { format!("{size} wide") } else { size };
    PiecePart {
        id: feature.id.clone(),
        name: map::name_in_words(layout.rules, feature.kind, feature.bua),
        going: map::going_in_words(layout.rules, feature.kind, feature.bua),
        size: broad(map::size_in_words(feature)),
        mm: BASES.iter().map(|base| broad(millimetres(feature, *base))).collect(),
        quarter: feature.quarter.map(Quarter::number),
        compulsory: feature.compulsory,
    }
}

/// Length and width in whole millimetres for bases of a width; the breadth of a river or road.
fn millimetres(feature: &Feature, base: u16) -> String {
    let of = |thousandths: f64| (thousandths * f64::from(base) / 1000.0).round();
    match (feature.outline().and_then(MinAreaRectangle::around), feature.course()) {
        (Some(rectangle), _) => {
            let (long, short) = rectangle.size();
            format!("{} × {}", of(long), of(short))
        }
        (None, Some(course)) => of(bw(course.width) * 1000.0).to_string(),
        (None, None) => String::new(),
    }
}

fn discarded_part(layout: &Layout, choice: &RecordEntry) -> DiscardedPart {
    DiscardedPart {
        name: map::name_in_words(layout.rules, choice.kind, choice.bua),
        compulsory: choice.compulsory,
        size: choice.size.map(|(long, short)| format!("{} × {}", bw(long), bw(short))),
        die: choice.die,
        quarter: choice.quarter.map(Quarter::number),
        reason: choice.reason.clone(),
    }
}

/// Notes for players on the kinds on the table, in the order of the rules.
/// The reasons for which a table is not legal.
fn errors(layout: &Layout) -> Vec<ErrorPart> {
    let part = |problem: &Problem| ErrorPart {
        piece: problem.place.clone(),
        text: musterfield_words::terrain::message(problem),
        rule: problem.rule.as_ref().map(|rule| rule.as_str().to_owned()),
    };
    let report = check(layout);
    report.problems.iter().filter(|problem| problem.is_error()).take(MOST_ERRORS).map(part).collect()
}

fn notes(layout: &Layout) -> Vec<NotePart> {
    let there = |kind: Kind, bua: Option<Bua>| {
        layout.features.iter().any(|feature| feature.kind == kind && bua.is_none_or(|bua| feature.bua == Some(bua)))
    };
    let kinds =
        layout.rules.features().iter().filter(|kind| there(kind.kind, None)).map(|kind| (&kind.name, &kind.note));
    let buas =
        layout.rules.buas().iter().filter(|bua| there(Kind::Bua, Some(bua.bua))).map(|bua| (&bua.name, &bua.note));
    kinds
        .chain(buas)
        .filter_map(|(name, note)| {
            let note = note.as_ref()?;
            Some(NotePart { name: name.to_string(), text: note.value.to_string(), rule: note.rule.as_str().to_owned() })
        })
        .collect()
}

/// A template on as few sheets as it needs, upright if that makes no difference.
fn template_part(layout: &Layout, feature: &Feature, style: Style, base: u16) -> Option<TemplatePart> {
    let cut = |upright: bool| {
        let template = map::template(layout, feature, style, upright)?;
        let mm = |hundredths: f64| hundredths * f64::from(base) / 100.0;
        let (width_mm, height_mm) = (mm(template.width), mm(template.height));
        let (columns, rows) = (sheets(width_mm, TILE.0)?, sheets(height_mm, TILE.1)?);
        let name = map::name_in_words(layout.rules, feature.kind, feature.bua);
        Some(TemplatePart { id: feature.id.clone(), name, svg: template.svg, width_mm, height_mm, columns, rows })
    };
    let (upright, across) = (cut(true)?, cut(false)?);
    Some(if across.columns * across.rows < upright.columns * upright.rows { across } else { upright })
}

/// The number of sheets that cover a length; `None` for more than the largest feature of the largest table could need.
fn sheets(length: f64, one: f64) -> Option<u32> {
    const MOST: u32 = 40;
    (1..=MOST).find(|sheets| f64::from(*sheets) * one >= length)
}
