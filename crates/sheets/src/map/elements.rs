//! Draws a battle on its table: elements, camps and markers, as they stand after a step.
//!
//! The two sides differ in more than colour: the first has light bases with dark letters, the second dark bases with
//! light letters. A base shows the code of its type, a bar along its front edge with a point that says which way it
//! faces, a second line inside the base of a general, and chevrons for Fast.

use musterfield_battle::snapshot::{CampRecord, ElementRecord, Snapshot};

use super::canvas::{Canvas, FONT, Number, Path, Words};
use super::marks;
use super::options::Style;
use super::plan::Plan;
use super::spot::{DrawPoint, Rect, spot};

/// The width of a base.
const BASE: f64 = 100.0;
/// The breadth of the bar along the front edge.
const FRONT: f64 = 9.0;
/// The reach of the point in the middle of the front.
const POINT: f64 = 11.0;
/// The largest letters of a code.
const LETTERS: f64 = 40.0;
/// The largest picture of a type.
const PICTURE: f64 = 56.0;
/// The radius of the marker of an element that is ensorcelled.
const MARKER: f64 = 34.0;

/// The colours of a side.
#[derive(Clone, Copy)]
struct Livery {
    base: &'static str,
    line: &'static str,
    letters: &'static str,
}

const fn livery(side: char, style: Style) -> Livery {
    match (side, style) {
        ('a', Style::Colour) => Livery { base: "#fdf6e3", line: "#1d3557", letters: "#1d3557" },
        ('a', Style::Print) => Livery { base: "#ffffff", line: "#000000", letters: "#000000" },
        (_, Style::Colour) => Livery { base: "#7a1f2b", line: "#2b0b0f", letters: "#fff4ec" },
        (_, Style::Print) => Livery { base: "#3a3a3a", line: "#000000", letters: "#ffffff" },
    }
}

/// Draws everything that stands on the table.
pub(super) fn draw(canvas: &mut Canvas<'_>, plan: &Plan<'_>, battle: &Snapshot) {
    canvas.put(format_args!("<g class=\"battle\">"));
    let marks = &plan.options.marks;
    marks::happened(canvas, plan, marks, false);
    for (side, of) in [('a', &battle.a), ('b', &battle.b)] {
        let allied = of.commands.iter().filter_map(|command| command.camp.as_ref());
        for camp in of.camp.iter().chain(allied) {
            tents(canvas, plan, camp, livery(side, canvas.style));
        }
    }
    glow(canvas, plan, battle);
    for element in &battle.elements {
        if let (Some(at), Some(facing)) = (element.at, element.facing) {
            one(canvas, plan, element, (at, facing));
        }
    }
    marks::happened(canvas, plan, marks, true);
    canvas.put(format_args!("</g>"));
}

/// The glow beneath the elements that a text is about. Those that stand together have one outline, so each layer is drawn
/// beneath all of them before the next.
fn glow(canvas: &mut Canvas<'_>, plan: &Plan<'_>, battle: &Snapshot) {
    let is_about = |element: &&ElementRecord| plan.options.marks.about.contains(&element.id);
    for layer in marks::GLOW {
        for element in battle.elements.iter().filter(is_about) {
            if let (Some(at), Some(facing)) = (element.at, element.facing) {
                turned(canvas, place(plan, at), facing, format_args!("class=\"about\" pointer-events=\"none\""));
                marks::glow(canvas, layer, BASE, element.depth * 100.0);
                canvas.put(format_args!("</g>"));
            }
        }
    }
}

/// A place of the table in the drawing.
fn place(plan: &Plan<'_>, [x, y]: [f64; 2]) -> DrawPoint {
    spot(x * 100.0, plan.depth - y * 100.0)
}

/// Begins a group whose origin is a front left corner, with the front along the x axis.
fn turned(canvas: &mut Canvas<'_>, at: DrawPoint, facing: f64, attributes: std::fmt::Arguments<'_>) {
    canvas.put(format_args!(
        "<g {attributes} transform=\"translate({} {}) rotate({})\">",
        Number(at.x),
        Number(at.y),
        Number(facing)
    ));
}

fn one(canvas: &mut Canvas<'_>, plan: &Plan<'_>, element: &ElementRecord, (at, facing): ([f64; 2], f64)) {
    let depth = element.depth * 100.0;
    let id = Words(&element.id);
    let attributes = format_args!(
        "class=\"element side-{} {}\" data-id=\"{id}\" data-type=\"{}\"",
        element.side,
        element.state,
        Words(&element.kind)
    )
    .to_string();
    turned(canvas, place(plan, at), facing, format_args!("{attributes}"));
    canvas.put(format_args!("<title>{}</title>", Words(&title(element, plan))));
    if let Some(ring) = plan.options.marks.ring(&element.id) {
        marks::ring(canvas, ring, BASE, depth);
    }
    let picture = plan.options.marks.pictures.get(&element.kind).filter(|_| element.state != "ensorcelled");
    piece(canvas, element, facing, plan.options.numbers, picture);
    canvas.put(format_args!("</g>"));
}

/// An element as it lies beside the table, as a drawing of its own.
pub(super) fn tile(canvas: &mut Canvas<'_>, element: &ElementRecord) {
    piece(canvas, element, 0.0, true, None);
}

/// An element with its front left corner at the origin, which is turned by its facing.
fn piece(canvas: &mut Canvas<'_>, element: &ElementRecord, facing: f64, numbers: bool, picture: Option<&String>) {
    let colours = livery(element.side, canvas.style);
    let depth = element.depth * 100.0;
    if element.state == "ensorcelled" {
        marker(canvas, element, colours, depth);
    } else {
        base(canvas, element, colours, depth);
    }
    // The side is told by the colours.
    let number = if numbers { element.id.trim_start_matches(char::is_alphabetic) } else { "" };
    let code = format!("{}{number}", element.kind);
    let fill = if element.state == "ensorcelled" { colours.line } else { colours.letters };
    // Letters and pictures stand behind the bar along the front, upright whichever way the base faces.
    let upright =
        |x: f64| format!("translate({} {}) rotate({})", Number(x), Number((depth + FRONT) / 2.0), Number(-facing));
    let write = |canvas: &mut Canvas<'_>, class: &str, (text, size): (&str, f64), x: f64| {
        canvas.put(format_args!(
            "<text{class} transform=\"{}\" y=\"{}\" text-anchor=\"middle\" font-family=\"{FONT}\" font-weight=\"700\" \
             font-size=\"{}\" fill=\"{fill}\">{}</text>",
            upright(x),
            Number(size * 0.35),
            Number(size),
            Words(text)
        ));
    };
    let letters = letters(&code, depth, facing);
    let Some(picture) = picture else {
        write(canvas, "", (&code, letters), BASE / 2.0);
        return;
    };
    write(canvas, " class=\"letters\"", (&code, letters), BASE / 2.0);
    // The number stands beside the picture, along the front. A base that stands askew has less room for both.
    let (sine, cosine) = libm::sincos(facing.to_radians());
    let side = (depth - FRONT).min(PICTURE) * 0.92 / (sine.abs() + cosine.abs());
    let beside = if number.is_empty() { 0.0 } else { side * 0.36 };
    canvas.put(format_args!(
        "<g class=\"picture\" color=\"{fill}\"><use href=\"{}\" transform=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        Words(picture),
        upright(BASE / 2.0 - beside),
        Number(-side / 2.0),
        Number(-side / 2.0),
        Number(side),
        Number(side)
    ));
    write(canvas, "", (number, side * 0.5), BASE / 2.0 + side * 0.5);
    canvas.put(format_args!("</g>"));
}

/// The size of the letters of a code, which stay upright on a base that faces anywhere: as large as the room from side to
/// side and from top to bottom allows.
fn letters(code: &str, depth: f64, facing: f64) -> f64 {
    /// The breadth of a letter in relation to its height.
    const BREADTH: f64 = 0.6;
    let (sine, cosine) = libm::sincos(facing.to_radians());
    let (sine, cosine) = (sine.abs(), cosine.abs());
    let behind = depth - FRONT;
    let room = |long: f64, short: f64| long.max(1e-9).recip().min(short.max(1e-9).recip());
    // The longest level line, and the longest upright one, through the middle of the base.
    let across = room(cosine / BASE, sine / behind);
    let down = room(sine / BASE, cosine / behind);
    let count = code.chars().fold(0.0, |count, _| count + 1.0_f64).max(1.0);
    LETTERS.min(down * 0.8).min((across - 8.0) / (BREADTH * count))
}

fn base(canvas: &mut Canvas<'_>, element: &ElementRecord, colours: Livery, depth: f64) {
    let boxed = |by: f64| {
        let mut path = Path::default();
        path.room(Rect { left: by, top: by, right: BASE - by, bottom: depth - by });
        path
    };
    canvas.path(
        &boxed(0.0),
        format_args!("class=\"base\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"", colours.base, colours.line),
    );
    if element.general {
        let line = if element.side == 'a' { colours.line } else { colours.letters };
        canvas.path(&boxed(5.0), format_args!("fill=\"none\" stroke=\"{line}\" stroke-width=\"3\""));
    }
    let mut front = Path::default();
    front.corners(
        &[(0.0, 0.0), (42.0, 0.0), (50.0, -POINT), (58.0, 0.0), (BASE, 0.0), (BASE, FRONT), (0.0, FRONT)]
            .map(|(x, y)| spot(x, y)),
        true,
    );
    let bar = if element.side == 'a' { colours.line } else { colours.letters };
    canvas.path(&front, format_args!("fill=\"{bar}\" stroke=\"{}\" stroke-width=\"1.5\"", colours.line));
    if element.fast {
        let mut chevrons = Path::default();
        for x in [BASE - 30.0, BASE - 18.0] {
            chevrons.start(spot(x, FRONT + 15.0)).line(spot(x + 5.0, FRONT + 5.0)).line(spot(x + 10.0, FRONT + 15.0));
        }
        canvas.path(&chevrons, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"3\"", colours.letters));
    }
}

/// The marker of an element that is ensorcelled: a broken ring where it stood.
fn marker(canvas: &mut Canvas<'_>, element: &ElementRecord, colours: Livery, depth: f64) {
    let fill = if element.side == 'a' { "#ffffff" } else { "#dddddd" };
    canvas.put(format_args!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"4\" stroke-dasharray=\"9 6\"/>",
        Number(BASE / 2.0),
        Number(depth / 2.0),
        Number(MARKER),
        colours.line
    ));
}

/// A camp: its area with a row of tents, crossed out once it is sacked.
fn tents(canvas: &mut Canvas<'_>, plan: &Plan<'_>, camp: &CampRecord, colours: Livery) {
    let [long, deep] = camp.size.map(|side| side * 100.0);
    let class = if camp.sacked { "camp sacked" } else { "camp" };
    turned(canvas, place(plan, camp.at), camp.facing, format_args!("class=\"{class}\""));
    let mut area = Path::default();
    area.room(Rect { left: 0.0, top: 0.0, right: long, bottom: deep });
    canvas.path(
        &area,
        format_args!(
            "fill=\"{}\" fill-opacity=\"0.55\" stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"10 5\"",
            colours.base, colours.line
        ),
    );
    let (mut tents, high) = (Path::default(), deep.min(60.0) * 0.7);
    let mut x = 12.0;
    while x + 34.0 <= long {
        tents.corners(
            &[(x, (deep + high) / 2.0), (x + 17.0, (deep - high) / 2.0), (x + 34.0, (deep + high) / 2.0)]
                .map(|(x, y)| spot(x, y)),
            true,
        );
        x += 46.0;
    }
    canvas.path(&tents, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"", colours.letters, colours.line));
    if camp.sacked {
        let mut cross = Path::default();
        cross.stroke(spot(0.0, 0.0), spot(long, deep)).stroke(spot(long, 0.0), spot(0.0, deep));
        canvas.path(&cross, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"5\"", colours.line));
    }
    canvas.put(format_args!("</g>"));
}

/// The description of an element, for readers who point at it or cannot see it: `a3, 4Bd, general`.
fn title(element: &ElementRecord, plan: &Plan<'_>) -> String {
    let marks = [
        (element.general, "general"),
        (element.fast, "Fast"),
        (element.ally, "ally"),
        (element.dismounted, "on foot"),
        (element.state == "holds", "garrison"),
        (element.state == "ensorcelled", "ensorcelled"),
        (element.shot, "has shot"),
        (element.fought, "has fought"),
    ];
    let marks: String = marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| format!(", {mark}")).collect();
    match plan.options.marks.words.get(&element.id) {
        Some(words) => format!("{words}{marks}"),
        None => format!("{}, {}{marks}", element.id, element.kind),
    }
}
