//! A battlefield as a drawing: a self-contained SVG, for pages, files and print.
//!
//! Knows nothing of pages, PNG or PDF. Equal layouts give equal bytes on every machine. Reading order: `feature` (one
//! feature in the drawing's coordinates), `plants`, `ground`, `hills`, `water`, `built` (the art of the kinds),
//! `label` (where names stand), `frame`, `zones` and `legend` (what stands around), `outline`, `scatter`, `symbol`,
//! `palette`, `canvas` and `spot` (what all of these draw with).
//!
//! The drawing is in hundredths of a BW. Its group `table` has x to the right and y towards the near edge from the far
//! left corner: x = 100 · x in BW, y = 100 · (depth − y in BW).

mod built;
mod canvas;
mod feature;
mod frame;
mod ground;
mod hills;
mod label;
mod legend;
mod outline;
mod palette;
mod plants;
mod scatter;
mod spot;
mod symbol;
mod template;
mod water;
mod zones;

pub use self::template::{Template, template};

use musterfield_geometry::MinAreaRectangle;
use musterfield_geometry::point::bw;
use musterfield_rules::TerrainRules;
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_terrain::file::to_json;
use musterfield_terrain::layout::{Edge, Feature, Layout};

use self::canvas::{Canvas, Number, Path, Words};
use self::feature::{DrawnFeature, Form};
use self::legend::Legend;
use self::spot::{DrawPoint, Rect, hundredths, spot};

/// The fonts of names: the site's, then the printer's, then any.
const FONT: &str = "Alegreya Sans, Noto Sans, Segoe UI, sans-serif";
/// The fonts of the title.
const TITLE_FONT: &str = "Alegreya, Noto Sans, Georgia, serif";
/// The table for which the sizes of words and margins are designed, in hundredths of a BW.
const USUAL: f64 = 1500.0;

/// Room for the numbers and the name of the left edge, on a table of usual size.
const LEFT: f64 = 90.0;
/// Room for the name of the right edge.
const RIGHT: f64 = 50.0;

/// The style of a map. Pattern and symbol carry the meaning in both, never colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Style {
    /// Colour.
    #[default]
    Colour,
    /// Black, greys and white.
    Print,
}

impl Style {
    /// The word in addresses and options.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Colour => "colour",
            Self::Print => "print",
        }
    }

    /// Parses the word in addresses and options.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Colour, Self::Print].into_iter().find(|style| style.as_str() == text)
    }

    const fn letter(self) -> char {
        match self {
            Self::Colour => 'c',
            Self::Print => 'p',
        }
    }
}

/// Options for drawing anything besides the features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapOptions {
    /// Colour or print.
    pub style: Style,
    /// The invader's base edge: draws its deployment zone and that of the defender's, which is the opposite one
    /// (D3H2-DEPL-10, D3H2-DEPL-12), and where camps can stand (D3H2-CAMP-01).
    pub base_edge: Option<Edge>,
    /// Whether to draw names and sizes on the map.
    pub labels: bool,
    /// Whether to draw a legend of the kinds on the table, below it.
    pub legend: bool,
    /// Whether to draw title, home terrain, ruleset and seed, above it.
    pub heading: bool,
    /// Whether to draw a scale in BW and millimetres, below it.
    pub scale: bool,
    /// Whether to paint the background; otherwise it is transparent around the table.
    pub sheet: bool,
    /// The ids of features that get a marked outline and a warning sign.
    pub marked: Vec<String>,
    /// Whether to include the layout file in the drawing's metadata, to be read back.
    pub source: bool,
    /// Whether the seed is described as the one with which the table began: the table was changed since, or the seed
    /// alone does not give it.
    pub begun: bool,
    /// Whether to include a hidden second set of larger names, `labels large`: a page shows it in place of the first
    /// where the drawing is small.
    pub small_screens: bool,
    /// Whether features can be reached one by one, as in an editor; otherwise the drawing is one picture to screen
    /// readers.
    pub live: bool,
}

impl Default for MapOptions {
    /// A self-contained sheet.
    fn default() -> Self {
        Self {
            style: Style::Colour,
            base_edge: None,
            labels: true,
            legend: true,
            heading: true,
            scale: true,
            sheet: true,
            marked: Vec::new(),
            source: true,
            begun: false,
            small_screens: false,
            live: false,
        }
    }
}

impl MapOptions {
    /// The bare table of an editor: names, no legend, no heading, no scale; the layout file is elsewhere.
    #[must_use]
    pub fn editor() -> Self {
        let bare = Self { legend: false, heading: false, scale: false, source: false, ..Self::default() };
        Self { small_screens: true, live: true, ..bare }
    }
}

/// A layout with the data that its drawing needs.
struct Plan<'a> {
    layout: &'a Layout,
    options: &'a MapOptions,
    /// Width of the table.
    width: f64,
    /// Depth of the table.
    depth: f64,
    /// The place of its far left corner on the sheet.
    left: f64,
    top: f64,
    /// The scale of words and margins, so that they look the same on every table.
    scale: f64,
    pieces: Vec<(&'a Feature, DrawnFeature)>,
}

impl<'a> Plan<'a> {
    fn new(layout: &'a Layout, options: &'a MapOptions) -> Self {
        let (width, depth) = (hundredths(layout.board.width), hundredths(layout.board.depth));
        let scale = width.max(depth) / USUAL;
        let straight = |feature: &Feature| layout.rules.feature(feature.kind).is_some_and(|kind| kind.straight);
        let pieces = layout
            .features
            .iter()
            .filter_map(|feature| Some((feature, DrawnFeature::of(feature, layout.board, straight(feature))?)))
            .collect();
        let top = if options.heading { frame::HEADING + 56.0 } else { 52.0 };
        Self { layout, options, width, depth, left: LEFT * scale, top: top * scale, scale, pieces }
    }

    /// A place this far along an edge (from left to right, from near to far) and this far into the table.
    fn beside_edge(&self, edge: Edge, far: f64, inwards: f64) -> DrawPoint {
        match edge {
            Edge::North => spot(far, inwards),
            Edge::South => spot(far, self.depth - inwards),
            Edge::West => spot(inwards, self.depth - far),
            Edge::East => spot(self.width - inwards, self.depth - far),
        }
    }

    /// The depth into the table within which an army may deploy (D3H2-DEPL-10).
    fn zone_depth(&self, edge: Edge) -> f64 {
        hundredths(self.layout.board.across(edge)) / 2.0 - hundredths(self.layout.rules.deployment.from_centre.value)
    }

    /// The name of a kind.
    fn name_of(&self, kind: Kind, bua: Option<Bua>) -> String {
        name_in_words(self.layout.rules, kind, bua)
    }

    /// The name of a feature.
    fn name(&self, feature: &Feature) -> String {
        self.name_of(feature.kind, feature.bua)
    }
}

/// The name of a kind, as the rules print it. A kind that the rules do not have gets its word in files.
#[must_use]
pub fn name_in_words(rules: &TerrainRules, kind: Kind, bua: Option<Bua>) -> String {
    let printed = match bua {
        Some(bua) => rules.bua(bua).map(|bua| &*bua.name),
        None => rules.feature(kind).map(|kind| &*kind.name),
    };
    let filed = || {
        let word = bua.map_or(kind.as_str(), Bua::as_str).replace('_', " ");
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
    };
    printed.map_or_else(filed, str::to_owned)
}

/// The line below the title: home terrain, ruleset, table, and seed, which may only be the one with which it has
/// `begun`.
#[must_use]
pub fn facts(layout: &Layout, begun: bool) -> String {
    let mut facts = vec![layout.home.name.to_string(), layout.rules.name.to_string()];
    facts.push(format!("{} × {} BW", bw(layout.board.width), bw(layout.board.depth)));
    facts.extend(layout.seed.map(|seed| format!("{}seed {seed}", if begun { "began as " } else { "" })));
    if layout.fixed {
        facts.push("given by the organiser".to_owned());
    }
    facts.join("  ·  ")
}

/// The going in players' words.
#[must_use]
pub fn going_in_words(rules: &TerrainRules, kind: Kind, bua: Option<Bua>) -> &'static str {
    match rules.going(kind, bua) {
        Some(Going::Good) => "good going",
        Some(Going::Rough) => "rough going",
        Some(Going::Bad) => "bad going",
        Some(Going::Water) => "no way across",
        None if bua.map_or(rules.feature(kind).is_none(), |bua| rules.bua(bua).is_none()) => "not in these rules",
        None => "no way through",
    }
}

/// The measured length and width of an area, `4.2 × 3`; the breadth of a river or road.
#[must_use]
pub fn size_in_words(feature: &Feature) -> String {
    let number = |thousandths: f64| (thousandths / 100.0).round() / 10.0;
    match (feature.outline().and_then(MinAreaRectangle::around), feature.course()) {
        (Some(rectangle), _) => {
            let (long, short) = rectangle.size();
            format!("{} × {}", number(long), number(short))
        }
        (None, Some(course)) => bw(course.width).to_string(),
        (None, None) => String::new(),
    }
}

/// The order in which features are drawn over each other.
const fn height(kind: Kind) -> u8 {
    match kind {
        Kind::Waterway => 0,
        Kind::River => 2,
        Kind::Road => 3,
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
    table(&mut canvas, &plan);
    let (mut definitions, body) = canvas.finish();
    let (more, around) = below.finish();
    definitions.push_str(&more);
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
fn table(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
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
    frame::quarters(canvas, plan);
    marks(canvas, plan);
    zones::draw(canvas, plan);
    label::draw(canvas, plan, &labels, "class=\"labels\"");
    if plan.options.labels && plan.options.small_screens {
        let large = label::place(plan, &taken, &label::LARGE);
        label::draw(canvas, plan, &large, "class=\"labels large\" display=\"none\"");
    }
    signs(canvas, plan);
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
fn roads<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = (&'p Feature, &'p feature::DrawnCourse)> {
    plan.pieces.iter().filter_map(|(feature, piece)| match &piece.form {
        Form::Line(line) if feature.kind == Kind::Road => Some((*feature, line)),
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
                water::join_road_end(canvas, *end, back, line.width, road.width);
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
