//! What an order moved, as marks on the drawing of the table: an arrow from where an element stood, a cross where one was
//! lost.

use std::fmt::Write as _;

use musterfield_battle::Battle;
use musterfield_battle::state::Whereabouts;
use musterfield_geometry::Point;

/// The end of every drawing of a table, before which the marks are put: that of the table, and that of the drawing.
const END: &str = "</g></svg>";

/// The drawing with marks for everything that stands elsewhere than before.
pub(super) fn marked(drawing: String, before: &Battle, after: &Battle) -> String {
    let Some(open) = drawing.strip_suffix(END) else { return drawing };
    let marks = marks(before, after);
    if marks.is_empty() { drawing } else { format!("{open}<g class=\"trail\">{marks}</g>{END}") }
}

fn marks(before: &Battle, after: &Battle) -> String {
    // The drawing has hundredths of a BW, from the far left corner.
    let depth = after.field().board.depth;
    let place = |at: Point| (at.x / 10, (depth - at.y) / 10);
    let mut marks = String::new();
    for id in after.everybody() {
        let (was, is) = (before.element(id), after.element(id));
        if was.place != Whereabouts::Table || was == is {
            continue;
        }
        let (from, to) = (place(was.base.middle()), place(is.base.middle()));
        let name = after.profile(id).name;
        // Writing to a string never fails.
        _ = match is.place {
            Whereabouts::Table if from != to => arrow(&mut marks, from, to, &name.to_string()),
            Whereabouts::Destroyed | Whereabouts::Fled | Whereabouts::Ensorcelled(_) => {
                let (x, y) = from;
                write!(
                    marks,
                    "<g class=\"lost\"><title>{name} is lost</title><path d=\"M{} {}l60 60m0 -60l-60 60\" fill=\"none\" \
                     stroke=\"#fff\" stroke-width=\"20\"/><path d=\"M{} {}l60 60m0 -60l-60 60\" fill=\"none\" \
                     stroke=\"#a3121f\" stroke-width=\"12\"/></g>",
                    x - 30,
                    y - 30,
                    x - 30,
                    y - 30
                )
            }
            _ => Ok(()),
        };
    }
    marks
}

/// An arrow from one place to another. Its head is as long as there is room for.
fn arrow(marks: &mut String, from: (i64, i64), to: (i64, i64), name: &str) -> std::fmt::Result {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).isqrt().max(1);
    let head = length.min(36);
    // The middle of the foot of the head, and half its width to both sides.
    let (bx, by) = (to.0 - dx * head / length, to.1 - dy * head / length);
    let (sx, sy) = (-dy * head / (2 * length), dx * head / (2 * length));
    let shape = format!("M{} {}L{bx} {by}", from.0, from.1);
    write!(
        marks,
        "<g class=\"moved\"><title>{name} moved</title><path d=\"{shape}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"16\"/>\
         <path d=\"{shape}\" fill=\"none\" stroke=\"#a35a00\" stroke-width=\"9\" stroke-dasharray=\"22 10\"/>\
         <path d=\"M{} {}L{} {}L{} {}Z\" fill=\"#a35a00\" stroke=\"#fff\" stroke-width=\"3\"/></g>",
        to.0,
        to.1,
        bx + sx,
        by + sy,
        bx - sx,
        by - sy
    )
}
