//! Places the names: each on or beside its feature, no two on each other, none off the table.
//!
//! For each feature a number of places is tried; each has a cost for what it covers, and the cheapest is taken.
//! Features with the least room come first. A name apart from its feature has a line that leads there; one for which
//! there is no place at all is left out.

use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::layout::Feature;

use super::canvas::{Canvas, FONT, Number, Path, Words, width};
use super::feature::{DrawnFeature, Form};
use super::outline::{self, Outline, nearest_on};
use super::palette;
use super::plan::Plan;
use super::spot::{DrawPoint, Rect, count, spot};
use super::terms::size_in_words;

/// The sizes of names and measurements, on a table of usual size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Letters {
    name: f64,
    size: f64,
    /// Whether a name may appear without the size of its feature, if there is no room for both.
    may_be_short: bool,
}

/// The sizes for paper and wide screens.
pub(super) const USUAL: Letters = Letters { name: 37.0, size: 33.0, may_be_short: false };
/// The sizes for a drawing that is as wide as a phone.
pub(super) const LARGE: Letters = Letters { name: 54.0, size: 48.0, may_be_short: true };

/// A name on the map.
#[derive(Clone, Debug)]
pub(super) struct Label {
    /// The id of its feature.
    pub(super) feature: String,
    /// The lines with their sizes.
    lines: Vec<(String, f64)>,
    /// The box that it takes up.
    pub(super) room: Rect,
    /// The direction of writing, a unit vector; along a river this is not level.
    along: DrawPoint,
    /// The line that leads to its feature, if the name is apart from it.
    leader: Option<(DrawPoint, DrawPoint)>,
}

/// A place to try.
struct Candidate {
    middle: DrawPoint,
    along: DrawPoint,
    /// Its cost before anything is considered.
    cost: f64,
    /// Whether it is inside its feature, and should not stick out.
    inside: bool,
}

/// The names of all features, in the order of the features. `taken` contains the boxes of other text.
pub(super) fn place(plan: &Plan<'_>, taken: &[Rect], letters: &Letters) -> Vec<Label> {
    let mut order: Vec<usize> = (0..plan.pieces.len()).collect();
    // Narrow features first, then small ones; lines last, since they have the most places.
    let room = |at: usize| match plan.pieces.get(at).map(|(_, piece)| &piece.form) {
        Some(Form::Area(outline)) => outline.area(),
        Some(Form::Water { outline, .. }) => 1e9 + outline.area(),
        Some(Form::Line(_)) | None => 2e9,
    };
    order.sort_by(|a, b| room(*a).total_cmp(&room(*b)).then(a.cmp(b)));
    let mut placed: Vec<(usize, Label)> = Vec::new();
    for at in order {
        let Some((feature, piece)) = plan.pieces.get(at) else { continue };
        let words = lines_of(plan, feature, piece, letters);
        let short = words.get(..1).filter(|short| letters.may_be_short && short.len() < words.len());
        let near = |words: &[(String, f64)]| {
            let found = best(plan, at, piece, words, &placed, taken, SearchArea::Near);
            found.map(|(room, along)| (words.to_vec(), room, along))
        };
        let far = |words: &[(String, f64)]| {
            let found = best(plan, at, piece, words, &placed, taken, SearchArea::Anywhere);
            found.map(|(room, along)| (words.to_vec(), room, along))
        };
        let found = near(&words).or_else(|| near(short?)).or_else(|| far(short.unwrap_or(&words)));
        if let Some((lines, room, along)) = found {
            let leader = leader(piece, room, plan.scale);
            placed.push((at, Label { feature: feature.id.clone(), lines, room, along, leader }));
        }
    }
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, label)| label).collect()
}

/// The lines of a name.
fn lines_of(plan: &Plan<'_>, feature: &Feature, piece: &DrawnFeature, letters: &Letters) -> Vec<(String, f64)> {
    let name = (plan.name(feature), letters.name * plan.scale);
    match &piece.form {
        Form::Area(_) => vec![name, (size_in_words(feature), letters.size * plan.scale)],
        Form::Line(_) | Form::Water { .. } => vec![name],
    }
}

/// The places that are tried for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchArea {
    /// On its feature or beside it.
    Near,
    /// All over the table.
    Anywhere,
}

/// The line that leads from a name to its feature; `None` if the name is on it or beside it.
fn leader(piece: &DrawnFeature, room: Rect, scale: f64) -> Option<(DrawPoint, DrawPoint)> {
    /// A name nearer than this visibly belongs to the feature.
    const BESIDE: f64 = 30.0;
    let nearest = |sides: &mut dyn Iterator<Item = (DrawPoint, DrawPoint)>| {
        let ends = sides.map(|(from, to)| {
            let at = nearest_on(room.middle(), from, to);
            (at, room.nearest(at))
        });
        ends.min_by(|a, b| (a.0 - a.1).length().total_cmp(&(b.0 - b.1).length()))
    };
    let (at, out) = match &piece.form {
        Form::Area(outline) | Form::Water { outline, .. } if outline.contains(room.middle()) => return None,
        Form::Area(outline) | Form::Water { outline, .. } => nearest(&mut outline.sides())?,
        Form::Line(line) => nearest(&mut outline::pieces(&line.points))?,
    };
    let bank = if let Form::Line(line) = &piece.form { line.width / 2.0 } else { 0.0 };
    let towards = (at - out).unit().filter(|_| (at - out).length() > bank + BESIDE * scale)?;
    Some((out, at - towards * (bank - 12.0 * scale).max(-12.0 * scale)))
}

/// The cheapest place.
fn best(
    plan: &Plan<'_>,
    at: usize,
    piece: &DrawnFeature,
    lines: &[(String, f64)],
    placed: &[(usize, Label)],
    taken: &[Rect],
    area: SearchArea,
) -> Option<(Rect, DrawPoint)> {
    let gap = 3.0 * plan.scale;
    let wide = lines.iter().map(|(words, size)| width(words, *size, true)).fold(0.0, f64::max) + 2.0 * gap;
    let high = lines.iter().map(|(_, size)| size * 1.14).sum::<f64>() + gap;
    let table = Rect { left: 0.0, top: 0.0, right: plan.width, bottom: plan.depth }.grown(-6.0 * plan.scale);
    let free = |room: Rect| {
        table.holds(room)
            && placed.iter().all(|(_, label)| !label.room.overlaps(room.grown(2.0)))
            && taken.iter().all(|other| !other.overlaps(room))
    };
    let busy = busy(piece);
    // The cost of a place; once it is at least `most`, the exact value does not matter.
    let cost = |candidate: &Candidate, room: Rect, most: f64| {
        let mut cost = candidate.cost;
        let near: Vec<&DrawnFeature> = plan
            .pieces
            .iter()
            .enumerate()
            .filter(|(other, (_, piece))| *other != at && piece.is_near(room))
            .map(|(_, (_, piece))| piece)
            .collect();
        for sample in room.samples() {
            let own = piece.covers(sample);
            cost += match (candidate.inside, own) {
                (true, false) => 2.0,
                (false, true) => 1.2,
                _ => 0.0,
            };
            for other in near.iter().filter(|other| other.covers(sample)) {
                cost += if matches!(other.form, Form::Area(_)) { 3.0 } else { 1.5 };
            }
            if piece.crest.len() > 1 && outline::distance(sample, outline::pieces(&piece.crest)) < 14.0 * plan.scale {
                cost += 0.9;
            }
            // A name is hard to read on hachures, and a gate must stay visible.
            if let (Kind::DifficultHill | Kind::Gully, true, Form::Area(outline)) =
                (piece.kind.like(), own, &piece.form)
                && outline.distance(sample) < HACHURES
            {
                cost += 0.55;
            }
            if piece.gates.iter().any(|gate| (*gate - sample).length() < GATE) {
                cost += 1.5;
            }
            // Keeps and pools are in the middle.
            if candidate.inside && busy.is_some_and(|(middle, reach)| (sample - middle).length() < reach) {
                cost += 0.9;
            }
            if cost >= most {
                break;
            }
        }
        cost
    };
    let cheapest = |tries: Vec<Candidate>| {
        let mut best: Option<(f64, Rect, DrawPoint)> = None;
        for candidate in tries {
            if best.is_some_and(|(cost, ..)| cost <= candidate.cost) {
                continue;
            }
            let (cos, sin) = (candidate.along.x.abs(), candidate.along.y.abs());
            let room = Rect::around(candidate.middle, wide * cos + high * sin, wide * sin + high * cos);
            if !free(room) {
                continue;
            }
            let cost = cost(&candidate, room, best.map_or(f64::INFINITY, |(least, ..)| least));
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, room, candidate.along));
            }
        }
        best.map(|(_, room, along)| (room, along))
    };
    cheapest(match (area, &piece.form) {
        (SearchArea::Anywhere, _) => all_over_table(plan, piece, high),
        (SearchArea::Near, Form::Line(line)) => along_line(plan, &line.points, line.width, wide, high),
        (SearchArea::Near, Form::Area(outline) | Form::Water { outline, .. }) => {
            around(outline, wide, high, plan.scale)
        }
    })
}

/// Roughly how far hachures extend into a hill.
const HACHURES: f64 = 55.0;
/// The radius around a gate in which no name should be.
const GATE: f64 = 45.0;

/// The part of a feature that no name should cover, a circle: all of a walled place, the pool of an oasis.
fn busy(piece: &DrawnFeature) -> Option<(DrawPoint, f64)> {
    let Form::Area(outline) = &piece.form else { return None };
    let (middle, across) = (outline.middle(), outline.room.width().min(outline.room.height()));
    match (piece.kind, piece.bua) {
        (Kind::Bua, Some(Bua::Stronghold | Bua::City | Bua::Fort | Bua::Edifice)) => Some((middle, f64::MAX)),
        (Kind::Oasis, _) => Some((middle, across * 0.24)),
        _ => None,
    }
}

const LEVEL: DrawPoint = spot(1.0, 0.0);

/// Places inside around the middle, then around the box of an outline and along it.
fn around(outline: &Outline, wide: f64, high: f64, scale: f64) -> Vec<Candidate> {
    let (middle, room) = (outline.middle(), outline.room);
    let mut tries = Vec::new();
    for (number, down) in [0.0, -0.16, 0.16, 0.24, -0.24, 0.31, -0.31].into_iter().enumerate() {
        for (other, right) in [0.0, -0.16, 0.16].into_iter().enumerate() {
            tries.push(Candidate {
                middle: middle + spot(right * room.width(), down * room.height()),
                along: LEVEL,
                cost: (count(number) + count(other)) * 0.35,
                inside: true,
            });
        }
    }
    let (half_wide, half_high, gap) = (wide / 2.0, high / 2.0, 5.0 * scale);
    let beside = [
        (spot(middle.x, room.top - half_high - gap), 4.0),
        (spot(middle.x, room.bottom + half_high + gap), 4.2),
        (spot(room.right + half_wide + gap, middle.y), 4.6),
        (spot(room.left - half_wide - gap, middle.y), 4.8),
        (spot(room.right + half_wide * 0.3, room.top - half_high), 5.4),
        (spot(room.left - half_wide * 0.3, room.top - half_high), 5.6),
        (spot(room.right + half_wide * 0.3, room.bottom + half_high), 5.8),
        (spot(room.left - half_wide * 0.3, room.bottom + half_high), 6.0),
        (spot(room.left + half_wide, room.top - half_high - gap), 6.2),
        (spot(room.right - half_wide, room.top - half_high - gap), 6.4),
        (spot(room.left + half_wide, room.bottom + half_high + gap), 6.6),
        (spot(room.right - half_wide, room.bottom + half_high + gap), 6.8),
    ];
    // A bent or oblique feature is far from the middle of a side of its box.
    let apart = |middle: DrawPoint| {
        let name = Rect::around(middle, wide, high);
        let off = |(from, to)| {
            let at = nearest_on(middle, from, to);
            (name.nearest(at) - at).length()
        };
        outline.sides().map(off).fold(f64::INFINITY, f64::min) / scale
    };
    tries.extend(beside.into_iter().map(|(middle, cost)| {
        let cost = cost + apart(middle) * 0.03;
        Candidate { middle, along: LEVEL, cost, inside: false }
    }));
    let around: f64 = outline.sides().map(|(from, to)| (to - from).length()).sum();
    for (at, inside) in outline.walk((around / 20.0).max(1.0)) {
        let off = inside.x.abs() * half_wide + inside.y.abs() * half_high + gap;
        tries.push(Candidate { middle: at - inside * off, along: LEVEL, cost: 5.0, inside: false });
    }
    tries
}

/// Places along a river or road where it runs straight: in its bed if that is broad enough, otherwise beside it.
fn along_line(plan: &Plan<'_>, line: &[DrawPoint], breadth: f64, wide: f64, high: f64) -> Vec<Candidate> {
    let whole = outline::length(line);
    let fits = breadth >= high * 1.02;
    let mut tries = Vec::new();
    for step in 1..=23_u8 {
        let share = f64::from(step) / 24.0;
        let far = whole * share;
        let ends = outline::along(line, far - wide / 2.0).zip(outline::along(line, far + wide / 2.0));
        let (Some((from, _)), Some((middle, _)), Some((to, _))) =
            (ends.map(|(from, _)| from), outline::along(line, far), ends.map(|(_, to)| to))
        else {
            continue;
        };
        if far < wide * 0.6 || whole - far < wide * 0.6 {
            continue;
        }
        let Some(along) = (to - from).unit() else { continue };
        // In a bend the ends of the name would leave the bed.
        let bend = (middle - from).cross(along).abs();
        // Letters stand upright.
        let along = if along.x < -0.05 || (along.x.abs() <= 0.05 && along.y > 0.0) { along * -1.0 } else { along };
        let cost = (share - 0.5).abs() * 2.0 + bend * 0.25 / plan.scale;
        if fits {
            tries.push(Candidate { middle: from.towards(to, 0.5).towards(middle, 0.5), along, cost, inside: true });
        }
        let off = along.turned() * (breadth / 2.0 + high / 2.0 + bend + 1.0);
        for (side, more) in [(-1.0, 2.0), (1.0, 2.2)] {
            tries.push(Candidate { middle: middle + off * side, along, cost: cost + more, inside: false });
        }
    }
    tries
}

/// Places all over the table: the nearer the better.
fn all_over_table(plan: &Plan<'_>, piece: &DrawnFeature, high: f64) -> Vec<Candidate> {
    const STEPS: u8 = 24;
    let middle = match &piece.form {
        Form::Line(line) => outline::along(&line.points, outline::length(&line.points) / 2.0).map(|(at, _)| at),
        Form::Area(outline) | Form::Water { outline, .. } => Some(outline.middle()),
    };
    let Some(middle) = middle else { return Vec::new() };
    let mut tries = Vec::new();
    for down in 0..STEPS {
        for right in 0..STEPS {
            let share = |step: u8| (f64::from(step) + 0.5) / f64::from(STEPS);
            let at = spot(share(right) * plan.width, share(down) * plan.depth);
            let cost = 8.0 + (at - middle).length() / high;
            tries.push(Candidate { middle: at, along: LEVEL, cost, inside: false });
        }
    }
    tries.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    tries
}

/// Writes names, in a group with these attributes.
pub(super) fn draw(canvas: &mut Canvas<'_>, plan: &Plan<'_>, labels: &[Label], attributes: &str) {
    canvas.put(format_args!("<g {attributes}>"));
    for label in labels {
        if let Some(feature) = plan.layout.feature(&label.feature) {
            label.lead(canvas, plan.scale);
            label.draw(canvas, feature.kind);
        }
    }
    canvas.put(format_args!("</g>"));
}

impl Label {
    /// Draws the line to the feature.
    fn lead(&self, canvas: &mut Canvas<'_>, scale: f64) {
        let Some((from, to)) = self.leader else { return };
        let paper = palette::paper(canvas.style);
        let mut line = Path::default();
        line.stroke(from, to).dot(to);
        canvas.put(format_args!("<g class=\"leader\" data-of=\"{}\">", Words(&self.feature)));
        for (width, colour) in [(7.0, paper.halo), (2.5, paper.ink)] {
            canvas.path(
                &line,
                format_args!(
                    "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"",
                    Number(width * scale)
                ),
            );
        }
        canvas.put(format_args!("</g>"));
    }

    /// Writes it.
    fn draw(&self, canvas: &mut Canvas<'_>, kind: Kind) {
        let paper = palette::paper(canvas.style);
        let middle = self.room.middle();
        let high: f64 = self.lines.iter().map(|(_, size)| size * 1.14).sum();
        canvas.put(format_args!(
            "<g class=\"label\" data-of=\"{}\" data-kind=\"{kind}\" data-box=\"{} {} {} {}\"",
            Words(&self.feature),
            Number(self.room.left),
            Number(self.room.top),
            Number(self.room.width()),
            Number(self.room.height())
        ));
        let start = if self.along == LEVEL {
            middle
        } else {
            let (cos, sin) = (self.along.x, self.along.y);
            canvas.put(format_args!(
                " transform=\"matrix({cos:.4} {sin:.4} {:.4} {cos:.4} {} {})\"",
                -sin,
                Number(middle.x),
                Number(middle.y)
            ));
            DrawPoint::default()
        };
        canvas.put(format_args!(
            " font-family=\"{FONT}\"{} text-anchor=\"middle\" fill=\"{}\" stroke=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\">",
            // Names of waters are in italics, as on other maps.
            if matches!(kind.like(), Kind::River | Kind::Lake | Kind::Waterway) { " font-style=\"italic\"" } else { "" },
            paper.ink,
            paper.halo
        ));
        let mut top = start.y - high / 2.0;
        for (number, (words, size)) in self.lines.iter().enumerate() {
            let weight = if number == 0 { "700" } else { "400" };
            canvas.put(format_args!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{weight}\" stroke-width=\"{}\">{}</text>",
                Number(start.x),
                Number(top + size * 0.9),
                Number(*size),
                Number(size * 0.24),
                Words(words)
            ));
            top += size * 1.14;
        }
        canvas.put(format_args!("</g>"));
    }
}
