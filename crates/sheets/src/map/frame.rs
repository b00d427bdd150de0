//! Draws what is around and below the features: the ground, the frame with its base widths, the quarters, heading,
//! scale.

use musterfield_geometry::BW;
use musterfield_terrain::layout::{Edge, Quarter};

use super::canvas::{Canvas, FONT, Number, Path, TITLE_FONT, Words, shortened};
use super::palette;
use super::plan::Plan;
use super::spot::{DrawPoint, Rect, count, hundredths, spot};
use super::terms::facts;

/// The breadth of the frame, on a table of usual size.
pub(super) const FRAME: f64 = 12.0;

/// Writes words.
pub(super) fn text(canvas: &mut Canvas<'_>, at: DrawPoint, size: f64, colour: &str, attributes: &str, words: &str) {
    canvas.put(format_args!(
        "<text x=\"{}\" y=\"{}\" font-family=\"{FONT}\" font-size=\"{}\" fill=\"{colour}\" {attributes}>{}</text>",
        Number(at.x),
        Number(at.y),
        Number(size),
        Words(words)
    ));
}

/// The bare table.
pub(super) fn ground(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    let fill = palette::ground(&plan.layout.home.id, canvas.style);
    canvas.put(format_args!(
        "<rect class=\"ground\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>",
        Number(plan.width),
        Number(plan.depth)
    ));
}

/// Draws a frame of alternating dark and light parts, one for each base width, with the numbers of the base widths.
pub(super) fn border(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    let paper = palette::paper(canvas.style);
    let (k, breadth) = (plan.scale, FRAME * plan.scale);
    let table = Rect { left: 0.0, top: 0.0, right: plan.width, bottom: plan.depth };
    let (mut lines, mut dark) = (Path::default(), Path::default());
    lines.room(table).room(table.grown(breadth));
    for (edge, length) in
        [(Edge::South, plan.width), (Edge::West, plan.depth), (Edge::North, plan.width), (Edge::East, plan.depth)]
    {
        // Dark parts begin at the corner from which one counts, on both sides alike.
        let mut from = 0.0;
        while from < length {
            let to = (from + 100.0).min(length);
            let at = |far: f64, out: f64| plan.beside_edge(edge, far, -out);
            dark.corners(&[at(from, 0.0), at(to, 0.0), at(to, breadth), at(from, breadth)], true);
            from += 200.0;
        }
    }
    canvas.put(format_args!("<g class=\"frame\">"));
    canvas.path(&dark, format_args!("fill=\"{}\"", paper.ink));
    canvas.path(&lines, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", paper.ink, Number(2.0 * k)));
    let size = 24.0 * k;
    for (edge, length) in [(Edge::South, plan.width), (Edge::West, plan.depth)] {
        // Every base width, or every fifth of a table that is too wide for that.
        let step = if length > 3100.0 { 500.0 } else { 100.0 };
        let mut far = 0.0;
        while far <= length + 0.5 {
            let at = plan.beside_edge(edge, far, -breadth);
            let words = Number(far / 100.0).to_string();
            match edge {
                Edge::South => {
                    text(canvas, at + spot(0.0, 24.0 * k), size, paper.soft, "text-anchor=\"middle\"", &words)
                }
                _ => text(canvas, at + spot(-7.0 * k, 8.0 * k), size, paper.soft, "text-anchor=\"end\"", &words),
            }
            far += step;
        }
    }
    canvas.put(format_args!("</g>"));
    edges(canvas, plan);
}

/// The names of the edges.
fn edges(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    let paper = palette::paper(canvas.style);
    let (k, out) = (plan.scale, FRAME * plan.scale);
    let size = 28.0 * k;
    canvas.put(format_args!("<g class=\"edges\">"));
    for edge in Edge::ALL {
        let base = match plan.options.base_edge {
            Some(base) if base == edge => ", invader’s base edge",
            Some(base) if base.opposite() == edge => ", defender’s base edge",
            _ => "",
        };
        let words = format!("{} edge{base}", edge.word());
        let middle = plan.layout.board.length(edge);
        let at = plan.beside_edge(edge, hundredths(middle) / 2.0, -out);
        let attributes = |turn: &str| format!("text-anchor=\"middle\" letter-spacing=\"{}\"{turn}", Number(1.5 * k));
        let turned = |at: DrawPoint, sin: i8| {
            attributes(&format!(" transform=\"matrix(0 {sin} {} 0 {} {})\"", -sin, Number(at.x), Number(at.y)))
        };
        match edge {
            Edge::North => text(canvas, at - spot(0.0, 10.0 * k), size, paper.soft, &attributes(""), &words),
            Edge::South => text(canvas, at + spot(0.0, 56.0 * k), size, paper.soft, &attributes(""), &words),
            Edge::West => {
                let at = at - spot(47.0 * k, 0.0);
                text(canvas, DrawPoint::default(), size, paper.soft, &turned(at, -1), &words);
            }
            Edge::East => {
                let at = at + spot(10.0 * k, 0.0);
                text(canvas, DrawPoint::default(), size, paper.soft, &turned(at, 1), &words);
            }
        }
    }
    canvas.put(format_args!("</g>"));
}

/// The place of the number of a quarter in its corner.
fn number_at(plan: &Plan<'_>, quarter: Quarter) -> DrawPoint {
    let off = 36.0 * plan.scale;
    let x = if quarter.is_right() { plan.width - off } else { off };
    let y = if quarter.is_far() { off } else { plan.depth - off };
    spot(x, y)
}

/// The boxes of the numbers of the quarters.
pub(super) fn quarter_rooms(plan: &Plan<'_>) -> Vec<Rect> {
    let size = 56.0 * plan.scale;
    Quarter::ALL.map(|quarter| Rect::around(number_at(plan, quarter), size, size)).to_vec()
}

/// Draws the lines between the quarters, and their numbers.
pub(super) fn quarters(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    let paper = palette::paper(canvas.style);
    let k = plan.scale;
    let (x, y) = (plan.width / 2.0, plan.depth / 2.0);
    let mut lines = Path::default();
    lines.stroke(spot(x, 0.0), spot(x, plan.depth)).stroke(spot(0.0, y), spot(plan.width, y));
    canvas.put(format_args!("<g class=\"quarters\">"));
    canvas.path(
        &lines,
        format_args!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\"",
            paper.faint,
            Number(2.4 * k),
            Number(18.0 * k),
            Number(9.0 * k)
        ),
    );
    for quarter in Quarter::ALL {
        let at = number_at(plan, quarter);
        canvas.put(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" fill-opacity=\".75\" stroke=\"{}\" stroke-width=\"{}\"/>",
            Number(at.x),
            Number(at.y),
            Number(23.0 * k),
            paper.halo,
            paper.faint,
            Number(2.0 * k)
        ));
        let words = quarter.number().to_string();
        text(
            canvas,
            at + spot(0.0, 11.5 * k),
            32.0 * k,
            paper.soft,
            "text-anchor=\"middle\" font-weight=\"700\"",
            &words,
        );
    }
    canvas.put(format_args!("</g>"));
}

/// Draws the title of the table, and its origin.
pub(super) fn heading(canvas: &mut Canvas<'_>, plan: &Plan<'_>) {
    let (paper, k, layout) = (palette::paper(canvas.style), plan.scale, plan.layout);
    let size = 60.0 * k;
    let title = shortened(&layout.title(), size, true, plan.width);
    canvas.put(format_args!(
        "<g class=\"heading\"><text x=\"{}\" y=\"{}\" font-family=\"{TITLE_FONT}\" font-size=\"{}\" font-weight=\"700\" fill=\"{}\">{}</text>",
        Number(plan.left),
        Number(66.0 * k),
        Number(size),
        paper.ink,
        Words(&title)
    ));
    let facts = shortened(&facts(layout, plan.options.begun), 28.0 * k, false, plan.width);
    text(canvas, spot(plan.left, 106.0 * k), 28.0 * k, paper.soft, "", &facts);
    canvas.put(format_args!("</g>"));
}

/// The height of the scale, on a table of usual size.
pub(super) const SCALE: f64 = 114.0;

/// The sizes of bases for which the scale converts base widths to millimetres.
const BASES: [i64; 2] = [40, 60];

/// Draws a scale of base widths, and their sizes in millimetres.
pub(super) fn scale(canvas: &mut Canvas<'_>, plan: &Plan<'_>, top: f64) {
    let (paper, k) = (palette::paper(canvas.style), plan.scale);
    // Numbers of millimetres have three figures, which do not fit side by side on a wide table.
    let step = if k > 1.4 { 2.0 } else { 1.0 };
    let most = if plan.layout.board.width >= 8 * BW { 5.0 * step } else { 1.0 };
    let (left, breadth) = (plan.left, 13.0 * k);
    let bar = top + 30.0 * k;
    canvas.put(format_args!("<g class=\"scale\">"));
    let (mut dark, mut rim) = (Path::default(), Path::default());
    rim.room(Rect { left, top: bar, right: left + most * 100.0, bottom: bar + breadth });
    let mut at = 0.0;
    let mut rows: Vec<(f64, String)> = Vec::new();
    while at < most {
        let (from, to) = (left + at * 100.0, left + (at + step) * 100.0);
        dark.room(Rect { left: from, top: bar, right: to, bottom: bar + breadth });
        at += 2.0 * step;
    }
    at = 0.0;
    while at <= most {
        rows.push((at, Number(at).to_string()));
        at += step;
    }
    canvas.path(&dark, format_args!("fill=\"{}\"", paper.ink));
    canvas.path(&rim, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", paper.ink, Number(2.0 * k)));
    let size = 25.0 * k;
    let after = left + most * 100.0 + 34.0 * k;
    for (at, words) in &rows {
        text(canvas, spot(left + at * 100.0, bar - 7.0 * k), size, paper.ink, "text-anchor=\"middle\"", words);
    }
    text(canvas, spot(after, bar - 7.0 * k), size, paper.ink, "", "BW");
    for (number, base) in BASES.into_iter().enumerate() {
        let y = bar + breadth + (26.0 + 28.0 * count(number)) * k;
        for (at, _) in &rows {
            let words = Number(at * hundredths(base * 10)).to_string();
            text(canvas, spot(left + at * 100.0, y), size, paper.soft, "text-anchor=\"middle\"", &words);
        }
        text(canvas, spot(after, y), size, paper.soft, "", &format!("mm, bases {base} mm wide"));
    }
    canvas.put(format_args!("</g>"));
}
