//! What a button or a handle of the editor asks for: a short word with the id of its piece and numbers in thousandths,
//! such as `move:f2:1250:-500`. An id may hold colons, so numbers are read from the end.

use crate::geometry::Point;
use crate::geometry::point::bw;
use crate::rules::terrain::{Bua, Kind};
use crate::terrain::Layout;
use crate::terrain::edit::{Edit, pose};

/// Farther than this, in thousandths of a BW, no number of an op goes.
const FARTHEST: i64 = 1_000_000;
/// Turns are less than this, in thousandths of a degree.
const FULL_TURN: i64 = 360_000;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// Keep what was typed.
    Save,
    /// One step back.
    Undo,
    /// One step forward again.
    Redo,
    /// Keep what was done here on top of the state with this number, which came from elsewhere.
    Over(i64),
    /// Make this change.
    Change(Edit),
}

/// A whole number as we write it, within limits.
fn number(text: &str, most: i64) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number.to_string() == text && number.abs() <= most).then_some(number)
}

/// The id before so many numbers.
fn with_numbers<const COUNT: usize>(rest: &str) -> Option<(String, [i64; COUNT])> {
    let mut numbers = [0; COUNT];
    let mut id = rest;
    for place in numbers.iter_mut().rev() {
        let (before, last) = id.rsplit_once(':')?;
        *place = number(last, FARTHEST)?;
        id = before;
    }
    (!id.is_empty()).then(|| (id.to_owned(), numbers))
}

/// The id before a seed.
fn with_seed(rest: &str) -> Option<(String, u64)> {
    let (id, text) = rest.rsplit_once(':')?;
    Some((id.to_owned(), seed(text)?))
}

fn seed(text: &str) -> Option<u64> {
    text.parse().ok().filter(|seed: &u64| seed.to_string() == text)
}

fn place(at: i64) -> Option<usize> {
    usize::try_from(at).ok()
}

/// What a button rolls again: everything but the pieces that are locked in the form.
fn reroll(rest: &str, locked: &[String]) -> Option<Edit> {
    Some(Edit::Reroll { locked: locked.to_vec(), seed: seed(rest)? })
}

/// Reads a button's value; none if it makes no sense. `snap` and `locked` are what the form says beside it.
pub(super) fn read(value: &str, snap: bool, locked: &[String]) -> Option<Op> {
    let (word, rest) = value.split_once(':').unwrap_or((value, ""));
    if !rest.is_empty() || value == word {
        match (word, value == word) {
            ("save", true) => return Some(Op::Save),
            ("undo", true) => return Some(Op::Undo),
            ("redo", true) => return Some(Op::Redo),
            ("hand", true) => return Some(Op::Change(Edit::Hand)),
            ("over", false) => return number(rest, i64::MAX - 1).filter(|number| *number > 0).map(Op::Over),
            _ => {}
        }
    }
    edit(word, rest, snap, locked).map(Op::Change)
}

fn edit(word: &str, rest: &str, snap: bool, locked: &[String]) -> Option<Edit> {
    let id = || (!rest.is_empty()).then(|| rest.to_owned());
    Some(match word {
        "move" => {
            let (rest, fine) = rest.strip_suffix(":fine").map_or((rest, false), |rest| (rest, true));
            let (id, [x, y]) = with_numbers(rest)?;
            Edit::Move { id, by: Point::new(x, y), snap: snap && !fine }
        }
        "turn" => {
            let (id, [degrees]) = with_numbers(rest)?;
            (degrees.abs() < FULL_TURN).then_some(Edit::Turn { id, degrees })?
        }
        "size" => {
            let (id, [length, width]) = with_numbers(rest)?;
            Edit::Resize { id, length, width }
        }
        "width" => {
            let (id, [width]) = with_numbers(rest)?;
            Edit::Width { id, width }
        }
        "corner" => {
            let (id, [at, x, y]) = with_numbers(rest)?;
            Edit::Corner { id, at: place(at)?, to: Point::new(x, y) }
        }
        "split" => {
            let (id, [after]) = with_numbers(rest)?;
            Edit::AddCorner { id, after: place(after)?, to: None }
        }
        "uncorner" => {
            let (id, [at]) = with_numbers(rest)?;
            Edit::RemoveCorner { id, at: place(at)? }
        }
        "gate" => {
            let (id, [at, x, y]) = with_numbers(rest)?;
            Edit::Gate { id, at: place(at)?, to: Point::new(x, y) }
        }
        "redraw" => {
            let (id, seed) = with_seed(rest)?;
            Edit::Redraw { id, seed }
        }
        "mirror" => Edit::Mirror { id: id()? },
        "remove" => Edit::Remove { id: id()? },
        "forget" => Edit::Forget { line: place(number(rest, FARTHEST)?)? },
        "add" => add(rest)?,
        "reroll" => reroll(rest, locked)?,
        _ => return None,
    })
}

/// `add:woods:optional:7`, `add:bua.hamlet:compulsory:7`.
fn add(rest: &str) -> Option<Edit> {
    let mut parts = rest.split(':');
    let (what, how, from) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let (kind, bua) = match what.split_once('.') {
        Some((kind, bua)) => (kind.parse::<Kind>().ok()?, Some(bua.parse::<Bua>().ok()?)),
        None => (what.parse::<Kind>().ok()?, None),
    };
    let compulsory = match how {
        "compulsory" => true,
        "optional" => false,
        _ => return None,
    };
    Some(Edit::Add { kind, bua, compulsory, size: None, quarter: None, seed: seed(from)? })
}

/// How a button says "add this".
pub(super) fn add_value(kind: Kind, bua: Option<Bua>, compulsory: bool, seed: u64) -> String {
    let bua = bua.map_or_else(String::new, |bua| format!(".{bua}"));
    let how = if compulsory { "compulsory" } else { "optional" };
    format!("add:{kind}{bua}:{how}:{seed}")
}

/// A length as it is said: with two digits at most.
pub(super) fn said(thousandths: i64) -> String {
    bw((thousandths + 5).div_euclid(10) * 10).to_string()
}

/// What was done, for the history and for whoever listens: `moved Woods f2 to 4.5, 9`.
pub(super) fn words(edit: &Edit, before: &Layout, after: &Layout) -> String {
    let known = |layout: &Layout| {
        let feature = edit.piece().and_then(|id| layout.feature(id))?;
        Some((layout.called(feature), feature.clone()))
    };
    let Some((name, piece)) = known(after).or_else(|| known(before)) else { return of_the_table(edit, after) };
    let lies = pose(&piece);
    let size = || lies.size.map_or_else(String::new, |(long, short)| format!("{} × {}", said(long), said(short)));
    match edit {
        Edit::Move { .. } | Edit::Put { .. } => {
            format!("moved {name} to {}, {}", said(lies.middle.x), said(lies.middle.y))
        }
        Edit::Turn { degrees, .. } => format!("turned {name} by {}°", bw(degrees_said(*degrees))),
        Edit::Resize { .. } => format!("made {name} {} BW", size()),
        Edit::Width { width, .. } => format!("made {name} {} BW wide", said(*width)),
        Edit::Corner { .. } => format!("moved a corner of {name}"),
        Edit::AddCorner { .. } => format!("added a corner to {name}"),
        Edit::RemoveCorner { .. } => format!("took a corner from {name}"),
        Edit::Corners { .. } => format!("reshaped {name}"),
        Edit::Redraw { .. } => format!("redrew {name}"),
        Edit::Mirror { .. } => format!("mirrored {name}"),
        Edit::Remove { .. } => format!("removed {name}"),
        Edit::Quarter { quarter, .. } => match quarter {
            Some(quarter) => format!("{name}: quarter {}", quarter.number()),
            None => format!("{name}: no quarter"),
        },
        Edit::Compulsory { compulsory, .. } => {
            format!("{name}: {}", if *compulsory { "compulsory" } else { "optional" })
        }
        Edit::BaseEdge { edge, .. } => match edge {
            Some(edge) => format!("{name}: {} base edge", edge.word()),
            None => format!("{name}: no base edge"),
        },
        Edit::Gate { .. } => format!("moved the gate of {name}"),
        _ => of_the_table(edit, after),
    }
}

/// Degrees to one digit.
fn degrees_said(degrees: i64) -> i64 {
    (degrees + 50).div_euclid(100) * 100
}

fn of_the_table(edit: &Edit, after: &Layout) -> String {
    match edit {
        Edit::Add { .. } => match after.features.last() {
            Some(feature) => format!("added {}", after.called(feature)),
            None => "added a piece".to_owned(),
        },
        Edit::Forget { .. } => "forgot a discarded feature".to_owned(),
        Edit::Rename(_) => "changed the name".to_owned(),
        Edit::BoardSize(board) => format!("made the table {} × {} BW", said(board.width), said(board.depth)),
        Edit::Fixed(true) => "given by an organiser".to_owned(),
        Edit::Fixed(false) => "no longer given by an organiser".to_owned(),
        Edit::Reroll { locked, .. } if locked.is_empty() => "rolled everything again".to_owned(),
        Edit::Reroll { locked, .. } => format!("rolled again all but {}", locked.join(", ")),
        Edit::Hand => "drawn by hand from here on".to_owned(),
        _ => "changed the table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(value: &str) -> Option<Edit> {
        match read(value, true, &["f1".to_owned()])? {
            Op::Change(edit) => Some(edit),
            _ => None,
        }
    }

    #[test]
    fn ops_are_read_with_their_ids_and_numbers() {
        let moved = |id: &str, x, y, snap| Some(Edit::Move { id: id.to_owned(), by: Point::new(x, y), snap });
        assert_eq!(change("move:f2:1250:-500"), moved("f2", 1250, -500, true));
        assert_eq!(change("move:f2:50:0:fine"), moved("f2", 50, 0, false));
        // An id of a file may hold anything that prints.
        assert_eq!(change("move:a:b: c:3:1:2"), moved("a:b: c:3", 1, 2, true));
        assert_eq!(change("turn:f2:-15000"), Some(Edit::Turn { id: "f2".into(), degrees: -15_000 }));
        assert_eq!(change("redraw:f2:18446744073709551615"), Some(Edit::Redraw { id: "f2".into(), seed: u64::MAX }));
        assert_eq!(change("reroll:9"), Some(Edit::Reroll { locked: vec!["f1".into()], seed: 9 }));
        assert_eq!(change("hand"), Some(Edit::Hand));
        assert_eq!(read("over:3", true, &[]), Some(Op::Over(3)));
        let hamlet = add_value(Kind::Bua, Some(Bua::Hamlet), true, 4);
        assert_eq!(hamlet, "add:bua.hamlet:compulsory:4");
        let Some(Edit::Add { kind, bua, compulsory, seed, .. }) = change(&hamlet) else { panic!("{hamlet}") };
        assert_eq!((kind, bua, compulsory, seed), (Kind::Bua, Some(Bua::Hamlet), true, 4));
    }

    #[test]
    fn what_we_would_not_write_is_not_read() {
        for value in [
            "",
            ":",
            "fly:f2",
            "move",
            "move:",
            "move:f2",
            "move:f2:1",
            "move::1:2",
            "move:f2:+1:2",
            "move:f2:01:2",
            "move:f2:1.5:2",
            "move:f2:1000001:0",
            "move:f2:1:2:3x",
            "turn:f2:360000",
            "turn:f2:NaN",
            "corner:f2:-1:0:0",
            "redraw:f2:-1",
            "redraw:f2:18446744073709551616",
            "add:woods",
            "add:woods:maybe:1",
            "add:bua.tent:optional:1",
            "add:woods:optional:1:2",
            "forget:x",
            "over:0",
            "over:-1",
            "over",
            "undo:1",
            "save:",
            "hand:f2",
            "mirror:",
        ] {
            assert_eq!(read(value, true, &[]), None, "{value}");
        }
    }
}
