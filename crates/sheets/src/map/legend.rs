//! The legend: the kinds of features on this table, and their going.

use musterfield_geometry::point::bw;
use musterfield_rules::terrain::{Bua, Kind, ZoneDepth};
use musterfield_terrain::camp::{self, Touches};
use musterfield_terrain::layout::Edge;

use super::canvas::{Canvas, Number, lines, shortened};
use super::course::DrawnCourse;
use super::feature::{DrawnFeature, Form};
use super::frame::text;
use super::hills;
use super::outline::{Outline, blob};
use super::palette;
use super::plan::Plan;
use super::spot::{DrawPoint, count, spot};
use super::terms::{going_in_words, plain_name};

/// The width and height of the picture of a kind.
const PICTURE: (f64, f64) = (134.0, 86.0);
/// The scale of its symbols relative to the map: otherwise there would be room for few.
const SMALLER: f64 = 0.6;
/// The height of an entry.
const ROW: f64 = 112.0;
/// The height of a line of text.
const NOTE: f64 = 31.0;

/// The content of the legend.
pub(super) struct Legend {
    entries: Vec<(Kind, Option<Bua>)>,
    notes: Vec<String>,
    columns: usize,
    /// Whether a waterway on the table has a beach.
    with_beach: bool,
}

impl Legend {
    /// The kinds on the table in the order of the rules.
    pub(super) fn of(plan: &Plan<'_>) -> Self {
        let rules = plan.layout.rules;
        let there = |kind: Kind, bua: Option<Bua>| {
            plan.pieces.iter().any(|(feature, _)| feature.kind == kind && feature.bua == bua)
        };
        let mut entries: Vec<(Kind, Option<Bua>)> =
            Kind::ALL.iter().filter(|kind| there(**kind, None)).map(|kind| (*kind, None)).collect();
        entries.extend(Bua::ALL.iter().map(|bua| (Kind::Bua, Some(*bua))).filter(|(kind, bua)| there(*kind, *bua)));
        let mut notes = Vec::new();
        if plan.options.base_edge.is_some() {
            let widest = plan.width - 20.0 * plan.scale;
            notes.push(match rules.deployment.depth.value {
                ZoneDepth::FromCentre(far) => {
                    format!("Armies are set up at least {} BW from the centre line, and from the sides:", bw(far))
                }
                ZoneDepth::FromEdge(far) => {
                    format!("Armies are set up within {} BW of their base edges, and from the sides:", bw(far))
                }
            });
            for side in &rules.deployment.sides {
                let told = format!("{} BW: {}", bw(side.distance), side.in_words);
                notes.extend(lines(&told, 25.0 * plan.scale, widest));
            }
            notes.extend(camps(plan));
        }
        // Where there is no heading, a page says it in words of its own.
        if let Some(borrowed) = rules.borrowed.as_ref().filter(|_| plan.options.heading) {
            notes.extend(lines(&borrowed.note, 25.0 * plan.scale, plan.width - 20.0 * plan.scale));
        }
        let with_beach = plan.pieces.iter().any(|(_, piece)| matches!(&piece.form, Form::Water { beach: Some(_), .. }));
        Self { entries, notes, columns: 4, with_beach }
    }

    /// Its height.
    pub(super) fn height(&self, plan: &Plan<'_>) -> f64 {
        let rows = count(self.entries.len().div_ceil(self.columns));
        (rows * ROW + count(self.notes.len()) * NOTE) * plan.scale
            + if self.notes.is_empty() { 0.0 } else { 12.0 * plan.scale }
    }

    /// Draws it below `top`.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, plan: &Plan<'_>, top: f64) {
        let (paper, k) = (palette::paper(canvas.style), plan.scale);
        let (column, small) = (plan.width / count(self.columns), k * SMALLER);
        canvas.put(format_args!("<g class=\"legend\">"));
        for (number, (kind, bua)) in self.entries.iter().enumerate() {
            let at =
                spot(plan.left + count(number % self.columns) * column, top + count(number / self.columns) * ROW * k);
            canvas.put(format_args!(
                "<g class=\"entry\" data-kind=\"{kind}\"><g transform=\"matrix({small:.4} 0 0 {small:.4} {} {})\">",
                Number(at.x),
                Number(at.y)
            ));
            picture(*kind, *bua, self.with_beach).draw(canvas);
            canvas.put(format_args!("</g>"));
            let beside = at + spot((PICTURE.0 + 16.0) * k, 0.0);
            let room = column - (PICTURE.0 + 20.0) * k;
            let rules = plan.layout.rules;
            // Beside the picture there is no room for name and code in one line, and the going is then elsewhere.
            let (name, below) = match rules.code(*kind, *bua) {
                Some(code) => (plain_name(rules, *kind, *bua), code.to_owned()),
                None => (plan.name_of(*kind, *bua), going_in_words(rules, *kind, *bua).to_owned()),
            };
            let name = lines(&name, 29.0 * k, room);
            let mut y = if name.len() > 1 { 28.0 * k } else { 42.0 * k };
            for line in name.iter().take(2) {
                let line = shortened(line, 29.0 * k, true, room);
                text(canvas, beside + spot(0.0, y), 29.0 * k, paper.ink, "font-weight=\"700\"", &line);
                y += 30.0 * k;
            }
            text(canvas, beside + spot(0.0, y), 26.0 * k, paper.soft, "", &shortened(&below, 26.0 * k, false, room));
            canvas.put(format_args!("</g>"));
        }
        let rows = count(self.entries.len().div_ceil(self.columns));
        let mut y = top + (rows * ROW + 26.0) * k;
        for note in &self.notes {
            text(canvas, spot(plan.left, y), 25.0 * k, paper.soft, "", note);
            y += NOTE * k;
        }
        canvas.put(format_args!("</g>"));
    }
}

/// The text about the tents, if the rules have camps.
fn camps(plan: &Plan<'_>) -> Vec<String> {
    let Some(base) = plan.options.base_edge.filter(|_| plan.layout.rules.camp.is_some()) else { return Vec::new() };
    let (mut notes, mut shore, mut any) = (Vec::new(), false, false);
    for (edge, whose) in [(base, "invader’s"), (base.opposite(), "defender’s")] {
        let stretches = camp::stretches(plan.layout, edge);
        shore |= stretches.iter().any(|stretch| stretch.touches == Touches::Shore);
        any |= !stretches.is_empty();
        if stretches.is_empty() {
            notes.push(format!("There is no room for a camp on the {whose} side."));
        }
    }
    if any {
        let where_ = if shore { "on its base edge or the shore" } else { "on its base edge" };
        notes.insert(0, format!("Tents: where each side’s camp can be placed {where_}."));
    }
    notes
}

/// A small feature of a kind, as it lies on the table; a waterway with a beach or without one.
fn picture(kind: Kind, bua: Option<Bua>, with_beach: bool) -> DrawnFeature {
    let (wide, high) = (PICTURE.0 / SMALLER, PICTURE.1 / SMALLER);
    let middle = spot(wide / 2.0, high / 2.0);
    let straight = matches!(kind, Kind::Bua | Kind::Plough | Kind::Orchard | Kind::Vineyard);
    let boxed = |left: f64, top: f64, right: f64, bottom: f64| {
        vec![spot(left, top), spot(right, top), spot(right, bottom), spot(left, bottom)]
    };
    let round = blob(middle, wide, high - 2.0);
    let corners = if straight { boxed(2.0, 2.0, wide - 2.0, high - 2.0) } else { round };
    let form = match kind.like() {
        like if like.is_course() => {
            let breadth = match like {
                Kind::River => 80.0,
                Kind::FrontierWall => 30.0,
                Kind::Boundary => 20.0,
                _ => 50.0,
            };
            let points = [(0.01, 0.62), (0.26, 0.42), (0.5, 0.5), (0.75, 0.6), (0.99, 0.4)];
            let points: Vec<DrawPoint> = points.map(|(x, y)| spot(x * wide, y * high)).to_vec();
            Some(Form::Line(DrawnCourse { drawn: points.clone(), points, width: breadth, ends: Vec::new() }))
        }
        Kind::Waterway => {
            let shore = [(0.0, 0.02), (1.0, 0.02), (1.0, 0.62), (0.73, 0.7), (0.5, 0.62), (0.25, 0.58), (0.0, 0.66)];
            let beach = [(0.0, 0.64), (0.25, 0.56), (0.5, 0.6), (0.73, 0.68), (1.0, 0.6), (1.0, 0.96), (0.0, 0.98)];
            let made = |corners: &[(f64, f64)]| {
                let corners = corners.iter().map(|(x, y)| spot(x * wide, y * high)).collect();
                Outline::new(corners, |at: DrawPoint| at.x < 1.0 || at.x > wide - 1.0)
            };
            made(&shore).map(|outline| Form::Water {
                edge: Edge::North,
                outline,
                beach: made(&beach).filter(|_| with_beach),
            })
        }
        _ => Outline::new(corners.clone(), |_| straight).map(Form::Area),
    };
    // There are always enough corners for an outline, so the fallback is never drawn.
    let form = form.unwrap_or_else(|| {
        Form::Line(DrawnCourse { drawn: corners.clone(), points: corners, width: 1.0, ends: Vec::new() })
    });
    let crest = match &form {
        Form::Area(outline) if kind.is_hill() => hills::middle_line(outline),
        _ => Vec::new(),
    };
    DrawnFeature { kind, bua, form, gates: Vec::new(), crest }
}
