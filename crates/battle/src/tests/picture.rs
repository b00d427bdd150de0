//! Pictures of a table in text: a character is a quarter of a base width wide, a row half a base width deep.
//!
//! `^a1^` is the front edge of an element that faces away, at the top of its row; `va1v` is that of one facing the near
//! edge, at the bottom of its row. `a1>` and `<a1` are the upper of two rows of an element that faces right or left,
//! with its front edge just outside the `>` or `<`. All other characters are decoration.

use musterfield_geometry::{BW, Facing, Point};

use crate::element::Name;
use crate::{Battle, Pose};

const CELL: i64 = BW / 4;
const ROW: i64 = BW / 2;

/// All elements drawn, with their poses measured from the lower left corner of the picture.
pub(super) fn read(rows: &[&str]) -> Vec<(Name, Pose)> {
    let mut found = Vec::new();
    let count = i64::try_from(rows.len()).unwrap();
    for (at, row) in rows.iter().enumerate() {
        let top = (count - i64::try_from(at).unwrap()) * ROW;
        let cells: Vec<char> = row.chars().collect();
        for (start, side) in cells.iter().enumerate() {
            if !matches!(side, 'a' | 'b') {
                continue;
            }
            let digits: String = cells[start + 1..].iter().take_while(|cell| cell.is_ascii_digit()).collect();
            let Ok(name) = format!("{side}{digits}").parse::<Name>() else { continue };
            let end = start + 1 + digits.len();
            let before = start.checked_sub(1).and_then(|at| cells.get(at));
            let x = |cell: usize| i64::try_from(cell).unwrap() * CELL;
            let (at, facing) = match (before, cells.get(end)) {
                (Some('^'), _) => (Point::new(x(start - 1), top), Facing::NORTH),
                (Some('v'), _) => (Point::new(x(start + 3), top - ROW), Facing::SOUTH),
                (Some('<'), _) => (Point::new(x(start - 1), top - BW), Facing::WEST),
                (_, Some('>')) => (Point::new(x(end + 1), top), Facing::EAST),
                _ => panic!("{name} does not say where it faces: {row}"),
            };
            found.push((name, Pose { at, facing }));
        }
    }
    found
}

/// The position of every element, for the message of a failed test.
pub(super) fn told(battle: &Battle, origin: Point) -> String {
    let place = |id| {
        let (base, stand) = (battle.base(id), battle.element(id));
        let at = base.front_left() - origin;
        let facing = base.facing().tenths();
        format!("{} {},{} facing {facing} {:?}\n", battle.profile(id).name, at.x, at.y, stand.place)
    };
    battle.everybody().map(place).collect()
}
