//! The actions of the editor's buttons and handles: a short word with the id of its feature and numbers in thousandths,
//! such as `move:f2:1250:-500`. An id may contain colons, so numbers are parsed from the end.

use musterfield_geometry::Point;
use musterfield_geometry::point::bw;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::Layout;
use musterfield_terrain::edit::{Edit, pose};

/// The largest absolute value of a number in an action, in thousandths of a BW.
const FARTHEST: i64 = 1_000_000;
/// The limit of turns, in thousandths of a degree.
const FULL_TURN: i64 = 360_000;

/// The action of a button or handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LayoutAction {
    /// Save the input.
    Save,
    /// Undo one step.
    Undo,
    /// Redo one step.
    Redo,
    /// Save the changes made here on top of the revision with this number, which came from elsewhere.
    Over(i64),
    /// Make this change.
    Change(Edit),
}

/// Parses a whole number as the program writes it, within limits.
fn number(text: &str, most: i64) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number.to_string() == text && number.abs() <= most).then_some(number)
}

/// The id before this many numbers.
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

/// The change for a button that rolls features again: all except those that are locked in the form.
fn reroll(rest: &str, locked: &[String]) -> Option<Edit> {
    Some(Edit::Reroll { locked: locked.to_vec(), seed: seed(rest)? })
}

/// Reads a button's value; `None` if it is invalid. `snap` and `locked` are values of the form.
pub(super) fn read(value: &str, snap: bool, locked: &[String]) -> Option<LayoutAction> {
    let (word, rest) = value.split_once(':').unwrap_or((value, ""));
    if !rest.is_empty() || value == word {
        match (word, value == word) {
            ("save", true) => return Some(LayoutAction::Save),
            ("undo", true) => return Some(LayoutAction::Undo),
            ("redo", true) => return Some(LayoutAction::Redo),
            ("hand", true) => return Some(LayoutAction::Change(Edit::Hand)),
            ("over", false) => return number(rest, i64::MAX - 1).filter(|number| *number > 0).map(LayoutAction::Over),
            _ => {}
        }
    }
    edit(word, rest, snap, locked).map(LayoutAction::Change)
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

/// The value of a button that adds this feature.
pub(super) fn add_value(kind: Kind, bua: Option<Bua>, compulsory: bool, seed: u64) -> String {
    let bua = bua.map_or_else(String::new, |bua| format!(".{bua}"));
    let how = if compulsory { "compulsory" } else { "optional" };
    format!("add:{kind}{bua}:{how}:{seed}")
}

/// A length as text: with at most two decimals.
pub(super) fn length_text(thousandths: i64) -> String {
    bw((thousandths + 5).div_euclid(10) * 10).to_string()
}

/// A description of the change, for the history and for screen readers: `moved Woods f2 to 4.5, 9`.
pub(super) fn words(edit: &Edit, before: &Layout, after: &Layout) -> String {
    let known = |layout: &Layout| {
        let feature = edit.piece().and_then(|id| layout.feature(id))?;
        Some((layout.called(feature), feature.clone()))
    };
    let Some((name, piece)) = known(after).or_else(|| known(before)) else { return of_the_table(edit, after) };
    let lies = pose(&piece);
    let size = || {
        lies.size.map_or_else(String::new, |(long, short)| format!("{} × {}", length_text(long), length_text(short)))
    };
    match edit {
        Edit::Move { .. } | Edit::Put { .. } => {
            format!("moved {name} to {}, {}", length_text(lies.middle.x), length_text(lies.middle.y))
        }
        Edit::Turn { degrees, .. } => format!("turned {name} by {}°", bw(degrees_said(*degrees))),
        Edit::Resize { .. } => format!("made {name} {} BW", size()),
        Edit::Width { width, .. } => format!("made {name} {} BW wide", length_text(*width)),
        Edit::Corner { .. } => format!("moved a corner of {name}"),
        Edit::AddCorner { .. } => format!("added a corner to {name}"),
        Edit::RemoveCorner { .. } => format!("removed a corner from {name}"),
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

/// Degrees with one decimal.
fn degrees_said(degrees: i64) -> i64 {
    (degrees + 50).div_euclid(100) * 100
}

fn of_the_table(edit: &Edit, after: &Layout) -> String {
    match edit {
        Edit::Add { .. } => match after.features.last() {
            Some(feature) => format!("added {}", after.called(feature)),
            None => "added a piece".to_owned(),
        },
        Edit::Forget { .. } => "removed a discarded feature".to_owned(),
        Edit::Rename(_) => "changed the name".to_owned(),
        Edit::BoardSize(board) => {
            format!("made the table {} × {} BW", length_text(board.width), length_text(board.depth))
        }
        Edit::Fixed(true) => "marked as given by an organiser".to_owned(),
        Edit::Fixed(false) => "no longer marked as given by an organiser".to_owned(),
        Edit::Reroll { locked, .. } if locked.is_empty() => "rolled everything again".to_owned(),
        Edit::Reroll { locked, .. } => format!("rolled everything again except {}", locked.join(", ")),
        Edit::Hand => "discarded the dice record".to_owned(),
        _ => "changed the table".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(value: &str) -> Option<Edit> {
        match read(value, true, &["f1".to_owned()])? {
            LayoutAction::Change(edit) => Some(edit),
            _ => None,
        }
    }

    #[test]
    fn ops_are_read_with_their_ids_and_numbers() {
        let moved = |id: &str, x, y, snap| Some(Edit::Move { id: id.to_owned(), by: Point::new(x, y), snap });
        assert_eq!(change("move:f2:1250:-500"), moved("f2", 1250, -500, true));
        assert_eq!(change("move:f2:50:0:fine"), moved("f2", 50, 0, false));
        // The ids in a file may contain any printable character.
        assert_eq!(change("move:a:b: c:3:1:2"), moved("a:b: c:3", 1, 2, true));
        assert_eq!(change("turn:f2:-15000"), Some(Edit::Turn { id: "f2".into(), degrees: -15_000 }));
        assert_eq!(change("redraw:f2:18446744073709551615"), Some(Edit::Redraw { id: "f2".into(), seed: u64::MAX }));
        assert_eq!(change("reroll:9"), Some(Edit::Reroll { locked: vec!["f1".into()], seed: 9 }));
        assert_eq!(change("hand"), Some(Edit::Hand));
        assert_eq!(read("over:3", true, &[]), Some(LayoutAction::Over(3)));
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
