//! Templates: a feature at true size, to be cut out; drawn as on the map, but along its length.

use musterfield_terrain::layout::{Feature, Layout};

use super::canvas::{Canvas, Number, Path, Words, shortened};
use super::feature::{DrawnFeature, Form};
use super::frame::text;
use super::options::Style;
use super::palette;
use super::spot::{DrawPoint, Rect, spot};
use super::terms::{name_in_words, size_in_words};

/// The margin around the outline for the breadth of its line, in hundredths of a BW.
const AROUND: f64 = 4.0;
/// The size of its name.
const SIZE: f64 = 22.0;

/// The drawing of a feature for a template.
#[derive(Clone, Debug)]
pub struct Template {
    /// An SVG of exactly this size.
    pub svg: String,
    /// Its width in hundredths of a BW.
    pub width: f64,
    /// Its height in hundredths of a BW.
    pub height: f64,
}

/// The template of a feature, its length upright or across; `None` for rivers, roads and waterways, which follow the
/// table, and for features without an area.
#[must_use]
pub fn template(layout: &Layout, feature: &Feature, style: Style, upright: bool) -> Option<Template> {
    feature.area()?;
    let straight = layout.rules.feature(feature.kind).is_some_and(|kind| kind.straight);
    let piece = DrawnFeature::of(feature, layout.board, straight)?;
    let Form::Area(outline) = &piece.form else { return None };
    let axis = outline.axis()?;
    // The direction on the map that runs to the right on the template.
    let right = if upright { axis.along.turned() } else { axis.along };
    // Turned as little as possible.
    let right = if right.x < 0.0 { right * -1.0 } else { right };
    let down = right.turned();
    let turned = |at: DrawPoint| spot((at - axis.middle).dot(right), (at - axis.middle).dot(down));
    let room = outline.moved(turned)?.room.grown(AROUND + 5.0);
    let to = |at: DrawPoint| turned(at) - spot(room.left, room.top);
    let moved = outline.moved(to)?;
    let origin = moved.middle();
    let piece = DrawnFeature {
        gates: piece.gates.iter().map(|gate| to(*gate)).collect(),
        crest: piece.crest.iter().map(|point| to(*point)).collect(),
        form: Form::Area(moved),
        ..piece
    };
    let mut canvas = Canvas::new(style, &layout.home.id);
    let (name, size) = (name_in_words(layout.rules, feature.kind, feature.bua), size_in_words(feature));
    // On the piece itself a code is enough, and has room.
    let short = layout.rules.code(feature.kind, feature.bua).unwrap_or(&name);
    let lines = [format!("{short} {}", feature.id), format!("{size} BW")];
    let widest = room.width() * 0.8;
    canvas.clearing = Some(Rect::around(origin + spot(0.0, SIZE * 1.9), widest.min(SIZE * 8.0), SIZE * 2.4));
    piece.draw(&mut canvas);
    cross(&mut canvas, origin);
    // Away from the defender, on the template.
    arrow(&mut canvas, origin, spot(-right.y, -down.y), (room.width().min(room.height()) * 0.4).min(70.0));
    let paper = palette::paper(style);
    let halo = format!(
        "text-anchor=\"middle\" font-weight=\"700\" stroke=\"{}\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
        paper.halo
    );
    for (line, off) in lines.iter().zip([SIZE * 1.7, SIZE * 2.8]) {
        let line = shortened(line, SIZE, true, widest);
        text(&mut canvas, origin + spot(0.0, off), SIZE, paper.ink, &halo, &line);
    }
    let (definitions, body) = canvas.finish();
    let (width, height) = (room.width(), room.height());
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" aria-label=\"{}\"><defs>{definitions}</defs>{body}</svg>",
        Words(&name),
        w = Number(width),
        h = Number(height),
    );
    // The numbers as rounded in the drawing.
    let tenths = |length: f64| (length * 10.0).round() / 10.0;
    Some(Template { svg, width: tenths(width), height: tenths(height) })
}

/// Draws a cross on its centre.
fn cross(canvas: &mut Canvas<'_>, at: DrawPoint) {
    let mut cross = Path::default();
    cross.stroke(at - spot(12.0, 0.0), at + spot(12.0, 0.0)).stroke(at - spot(0.0, 12.0), at + spot(0.0, 12.0));
    let paper = palette::paper(canvas.style);
    for (colour, breadth) in [(paper.halo, 6.0), (paper.ink, 2.0)] {
        canvas.path(
            &cross,
            format_args!(
                "class=\"centre\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{breadth}\" stroke-linecap=\"round\""
            ),
        );
    }
}

/// Draws an arrow towards the far edge.
fn arrow(canvas: &mut Canvas<'_>, from: DrawPoint, towards: DrawPoint, length: f64) {
    let (side, tip) = (towards.turned(), from + towards * length);
    let mut arrow = Path::default();
    arrow.stroke(from + towards * 16.0, tip);
    arrow.start(tip - towards * 14.0 - side * 8.0).line(tip).line(tip - towards * 14.0 + side * 8.0);
    let paper = palette::paper(canvas.style);
    for (colour, breadth) in [(paper.halo, 8.0), (paper.ink, 3.0)] {
        canvas.path(
            &arrow,
            format_args!("class=\"far\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{breadth}\" stroke-linecap=\"round\" stroke-linejoin=\"round\""),
        );
    }
}
