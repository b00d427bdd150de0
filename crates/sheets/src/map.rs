//! A battlefield as a drawing: a self-contained SVG, for pages, files and print.
//!
//! It knows nothing of pages, PNG or PDF. Equal layouts give equal bytes on every machine. Reading order: `options`,
//! `plan`, `feature` and `course` (a feature in the drawing's coordinates), `plants`, `crops`, `ground`, `hills`,
//! `water`, `built` (the art of the kinds), `label` (where names stand), `frame`, `zones` and `legend` (what stands around),
//! `elements` and `marks` (a battle on the table), `terms` (their words), `outline`, `scatter`, `symbol`, `palette`, `canvas` and `spot` (what all of these draw with).
//!
//! The drawing is in hundredths of a BW. Its group `table` has x to the right and y towards the near edge from the far
//! left corner: x = 100 · x in BW, y = 100 · (depth − y in BW).

mod built;
mod canvas;
mod course;
mod crops;
mod elements;
mod feature;
mod frame;
mod ground;
mod hills;
mod label;
mod legend;
mod marks;
mod options;
mod outline;
mod palette;
mod plan;
mod plants;
mod scatter;
mod spot;
mod symbol;
mod template;
mod terms;
mod water;
mod zones;

pub use self::options::{Happening, MapOptions, Marks, Style};
pub use self::template::{Template, template};
pub use self::terms::{facts, going_in_words, name_in_words, size_in_words};

use musterfield_battle::snapshot::{ElementRecord, Snapshot};
use musterfield_rules::terrain::Kind;
use musterfield_terrain::file::to_json;
use musterfield_terrain::layout::{Feature, Layout};

use self::canvas::{Canvas, Number, Path, Words};
use self::course::DrawnCourse;
use self::feature::{DrawnFeature, Form};
use self::legend::Legend;
use self::plan::{LEFT, Plan};
use self::spot::{DrawPoint, Rect, spot};

/// Room for the name of the right edge.
const RIGHT: f64 = 50.0;

/// The order in which features are drawn over each other.
const fn height(kind: Kind) -> u8 {
    match kind.like() {
        Kind::Waterway => 0,
        Kind::River => 2,
        Kind::Road | Kind::FrontierWall | Kind::Boundary => 3,
        _ => 1,
    }
}

/// The map of a layout, legal or not.
///
/// The `svg` element gives the place of the table in `data-left`, `data-top`, `data-width` and `data-depth`. Each
/// feature is a group `piece-<id>` with its id as `data-id` and a path `outline`. The parts of a feature that lie above
/// others, its name, its crossings and the mark of a problem, name it as `data-of`.
#[must_use]
pub fn svg(layout: &Layout, options: &MapOptions) -> String {
    drawing(layout, options, None)
}

/// The map of a layout with the elements of a battle on it, as they stand after a step.
#[must_use]
pub fn battle_svg(layout: &Layout, options: &MapOptions, battle: &Snapshot) -> String {
    drawing(layout, options, Some(battle))
}

/// The group of a battle alone, for a drawing of the same layout with the same options that a browser has already.
#[must_use]
pub fn battle_group(layout: &Layout, options: &MapOptions, battle: &Snapshot) -> String {
    let mut canvas = Canvas::new(options.style, &layout.home.id);
    elements::draw(&mut canvas, &Plan::new(layout, options), battle);
    canvas.finish().1
}

/// An element beside the table, facing up, as a drawing of its own in the scale of maps.
#[must_use]
pub fn tile_svg(element: &ElementRecord) -> String {
    let mut canvas = Canvas::new(Style::Colour, "");
    elements::tile(&mut canvas, element);
    let (_, piece) = canvas.finish();
    let high = Number(element.depth * 100.0 + 20.0);
    format!(
        "<svg class=\"b-base\" viewBox=\"-4 -15 108 {high}\" aria-hidden=\"true\"><g class=\"element\">{piece}</g></svg>"
    )
}

fn drawing(layout: &Layout, options: &MapOptions, battle: Option<&Snapshot>) -> String {
    let plan = Plan::new(layout, options);
    let mut canvas = Canvas::new(options.style, &layout.home.id);
    let (k, paper) = (plan.scale, palette::paper(options.style));
    let mut bottom = plan.top + plan.depth + 80.0 * k;
    let mut below = Canvas::new(options.style, &layout.home.id);
    if options.scale {
        frame::scale(&mut canvas, &plan, bottom);
        bottom += frame::SCALE * k;
    }
    if options.legend {
        let legend = Legend::of(&plan);
        bottom += 14.0 * k;
        legend.draw(&mut canvas, &plan, bottom);
        bottom += legend.height(&plan);
    }
    if options.heading {
        frame::heading(&mut canvas, &plan);
    }
    std::mem::swap(&mut canvas, &mut below);
    let sheet = (plan.width + (LEFT + RIGHT) * k, bottom + 10.0 * k);
    table(&mut canvas, &plan, battle);
    canvas.define_symbols_of(&mut below);
    let (definitions, body) = canvas.finish();
    let (_, around) = below.finish();
    let mut out = String::with_capacity(body.len() + around.len() + definitions.len() + 16 * 1024);
    let role = if options.live { "group" } else { "img" };
    let title = format!("{}, {}", layout.title(), layout.rules.name);
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" viewBox=\"0 0 {w} {h}\" role=\"{role}\" aria-label=\"{title}\" data-left=\"{}\" data-top=\"{}\" data-width=\"{}\" data-depth=\"{}\" data-style=\"{}\">",
        Number(plan.left),
        Number(plan.top),
        Number(plan.width),
        Number(plan.depth),
        options.style.as_str(),
        w = Number(sheet.0),
        h = Number(sheet.1),
        title = Words(&title),
    );
    out.push_str(&head);
    if options.source {
        out.push_str("<metadata id=\"musterfield-layout\">");
        out.push_str(&Words(&to_json(layout)).to_string());
        out.push_str("</metadata>");
    }
    out.push_str("<defs>");
    out.push_str(&definitions);
    out.push_str("</defs>");
    if options.sheet {
        let (wide, high) = (Number(sheet.0), Number(sheet.1));
        out.push_str(&format!("<rect class=\"sheet\" width=\"{wide}\" height=\"{high}\" fill=\"{}\"/>", paper.sheet));
    }
    out.push_str(&around);
    out.push_str(&body);
    out.push_str("</svg>");
    out
}

/// The table with everything on it.
fn table(canvas: &mut Canvas<'_>, plan: &Plan<'_>, battle: Option<&Snapshot>) {
    let mut taken = frame::quarter_rooms(plan);
    taken.extend(zones::rooms(plan));
    taken.extend(marked(plan).filter_map(|(_, piece)| sign_at(plan, piece)).map(|at| sign_room(plan, at)));
    let labels = if plan.options.labels { label::place(plan, &taken, &label::USUAL) } else { Vec::new() };
    canvas.put(format_args!("<g class=\"table\" transform=\"translate({} {})\">", Number(plan.left), Number(plan.top)));
    frame::ground(canvas, plan);
    for level in 0..=3 {
        let mut pieces: Vec<&(&Feature, DrawnFeature)> =
            plan.pieces.iter().filter(|(feature, _)| height(feature.kind) == level).collect();
        if pieces.is_empty() {
            continue;
        }
        if level == height(Kind::Road) {
            // A later road ends at an earlier one, which passes over its end.
            pieces.reverse();
        }
        for (feature, piece) in pieces {
            canvas.clearing = labels.iter().find(|label| label.feature == feature.id).map(|label| label.room);
            piece_group(canvas, plan, feature, piece);
        }
        if level == height(Kind::Road) {
            join_roads(canvas, plan);
        }
    }
    canvas.clearing = None;
    crossings(canvas, plan);
    if battle.is_none() {
        frame::quarters(canvas, plan);
    }
    marks(canvas, plan);
    zones::draw(canvas, plan);
    label::draw(canvas, plan, &labels, "class=\"labels\"");
    if plan.options.labels && plan.options.small_screens {
        let large = label::place(plan, &taken, &label::LARGE);
        label::draw(canvas, plan, &large, "class=\"labels large\" display=\"none\"");
    }
    signs(canvas, plan);
    if let Some(battle) = battle {
        elements::draw(canvas, plan, battle);
    }
    frame::border(canvas, plan);
    canvas.put(format_args!("</g>"));
}

/// A feature with everything that moves with it.
fn piece_group(canvas: &mut Canvas<'_>, plan: &Plan<'_>, feature: &Feature, piece: &DrawnFeature) {
    let id = Words(&feature.id);
    canvas.put(format_args!(
        "<g class=\"piece{}\" id=\"piece-{id}\" data-id=\"{id}\" data-kind=\"{}\"",
        if is_marked(plan, feature) { " marked" } else { "" },
        feature.kind
    ));
    if let Some(bua) = feature.bua {
        canvas.put(format_args!(" data-bua=\"{bua}\""));
    }
    let size = size_in_words(feature);
    let (name, going) = (plan.name(feature), going_in_words(plan.layout.rules, feature.kind, feature.bua));
    canvas.put(format_args!("><title>{} {id}: {size} BW, {going}</title>", Words(&name)));
    piece.draw(canvas);
    canvas.put(format_args!("</g>"));
}

fn is_marked(plan: &Plan<'_>, feature: &Feature) -> bool {
    plan.options.marked.contains(&feature.id)
}

/// The features with a problem.
fn marked<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = &'p (&'p Feature, DrawnFeature)> {
    plan.pieces.iter().filter(|(feature, _)| is_marked(plan, feature))
}

/// A second outline around each feature with a problem, above all features.
fn marks(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    let (paper, k) = (palette::paper(canvas.style), plan.scale);
    for (feature, piece) in marked(plan) {
        let path = match &piece.form {
            Form::Area(outline) | Form::Water { outline, .. } => outline.path(),
            Form::Line(line) => {
                let mut path = Path::default();
                for side in [-0.5, 0.5] {
                    let edge = outline::parallel(&line.points, side * line.width);
                    outline::curve(&edge, &[], false, &mut path);
                }
                path
            }
        };
        canvas.put(format_args!("<g class=\"marks\" data-of=\"{}\" pointer-events=\"none\">", Words(&feature.id)));
        canvas.path(
            &path,
            format_args!(
                "class=\"mark\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\" stroke-linejoin=\"round\"",
                paper.alarm,
                Number(7.0 * k),
                Number(20.0 * k),
                Number(9.0 * k)
            ),
        );
        canvas.put(format_args!("</g>"));
    }
}

/// The size of the sign of a problem, on a table of usual size.
const SIGN: f64 = 46.0;

/// The place of the sign of a feature with a problem: to its right and above, but not on the number of a quarter.
fn sign_at(plan: &Plan<'_>, piece: &DrawnFeature) -> Option<DrawPoint> {
    let mut places = match &piece.form {
        Form::Area(outline) | Form::Water { outline, .. } => outline.corners.clone(),
        Form::Line(line) => {
            let whole = outline::length(&line.points);
            let shares = [0.3, 0.4, 0.5, 0.6];
            shares.iter().filter_map(|share| outline::along(&line.points, whole * share)).map(|(at, _)| at).collect()
        }
    };
    if !matches!(piece.form, Form::Line(_)) {
        places.sort_by(|a, b| (b.x - b.y).total_cmp(&(a.x - a.y)));
    }
    let off = 30.0 * plan.scale;
    // A table may be smaller than the sign.
    let within = |at: f64, most: f64| at.clamp(off.min(most / 2.0), (most - off).max(most / 2.0));
    let places = places.into_iter().map(|at| spot(within(at.x, plan.width), within(at.y, plan.depth)));
    let numbers = frame::quarter_rooms(plan);
    let free = |at: &DrawPoint| !numbers.iter().any(|number| number.overlaps(sign_room(plan, *at)));
    places.clone().find(free).or_else(|| places.clone().next())
}

/// The box of a sign.
fn sign_room(plan: &Plan<'_>, at: DrawPoint) -> Rect {
    Rect::around(at, SIGN * 1.3 * plan.scale, SIGN * 1.3 * plan.scale)
}

/// The signs of the features with a problem, above everything else.
fn signs(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    for (feature, piece) in marked(plan) {
        if let Some(at) = sign_at(plan, piece) {
            canvas.put(format_args!("<g data-of=\"{}\" pointer-events=\"none\">", Words(&feature.id)));
            feature::sign(canvas, at, SIGN * plan.scale);
            canvas.put(format_args!("</g>"));
        }
    }
}

/// The roads on the table with their lines.
fn roads<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = (&'p Feature, &'p DrawnCourse)> {
    plan.pieces.iter().filter_map(|(feature, piece)| match &piece.form {
        Form::Line(line) if feature.kind.is_road() => Some((*feature, line)),
        _ => None,
    })
}

/// Joins the surfaces of roads where they end at others.
fn join_roads(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    for (feature, line) in roads(plan) {
        let first = line.points.first().zip(line.points.get(1));
        let last = line.points.last().zip(line.points.iter().rev().nth(1));
        for (end, before) in [first, last].into_iter().flatten() {
            let joined = roads(plan).find(|(other, road)| {
                other.id != feature.id && outline::distance(*end, outline::pieces(&road.points)) <= road.width / 2.0
            });
            if let (Some((_, road)), Some(back)) = (joined, (*before - *end).unit()) {
                water::join_road_end(canvas, feature.kind, (*end, back), line.width, road.width);
            }
        }
    }
}

/// Draws bridges and fords, in the direction of the nearest road.
fn crossings(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    for (feature, piece) in &plan.pieces {
        let Form::Line(river) = &piece.form else { continue };
        for crossing in &feature.crossings {
            let at = DrawPoint::of(crossing.at, plan.layout.board.depth);
            let road = roads(plan)
                .map(|(_, road)| (outline::distance(at, outline::pieces(&road.points)), road))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .filter(|(off, road)| *off <= road.width)
                .map(|(_, road)| road);
            let nearest = |line: &[DrawPoint]| {
                let off = |piece: &(DrawPoint, DrawPoint)| outline::distance(at, std::iter::once(*piece));
                let piece = outline::pieces(line).min_by(|a, b| off(a).total_cmp(&off(b)));
                piece.and_then(|(from, to)| (to - from).unit())
            };
            let across = nearest(&river.points).map(DrawPoint::turned);
            let along = road.and_then(|road| nearest(&road.points)).or(across);
            let Some(along) = along else { continue };
            canvas.put(format_args!("<g class=\"crossing\" data-of=\"{}\">", Words(&feature.id)));
            let breadth = road.map_or(river.width * 0.5, |road| road.width);
            water::crossing(canvas, at, along, breadth, river.width, crossing.bridge);
            canvas.put(format_args!("</g>"));
        }
    }
}
