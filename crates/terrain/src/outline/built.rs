//! Outlines of features that were built or ploughed: straight sides.

use musterfield_dice::Dice;

use super::stamp::Stamp;

/// A ploughed field: four corners, rarely square, with a fifth or sixth where a side bends.
pub(super) fn field(dice: &mut Dice) -> Vec<(f64, f64)> {
    let mut off = |most: f64| most * dice.share();
    let mut corners = vec![
        (-1000.0 + off(160.0), -500.0 + off(90.0)),
        (1000.0 - off(160.0), -500.0 + off(90.0)),
        (1000.0 - off(160.0), 500.0 - off(90.0)),
        (-1000.0 + off(160.0), 500.0 - off(90.0)),
    ];
    let (far, near, place) = (off(1.0), off(1.0), off(600.0) - 300.0);
    if far < 0.5 {
        corners.insert(3, (place, 500.0 + off(60.0)));
    }
    if near < 0.3 {
        corners.insert(1, (-place, -500.0 - off(60.0)));
    }
    corners
}

/// A hamlet: a block of gardens and yards, sometimes with a corner left out.
pub(super) fn hamlet((long, short): (f64, f64), dice: &mut Dice) -> Vec<(f64, f64)> {
    let (x, y) = (long / 2.0, short / 2.0);
    let cut = |dice: &mut Dice, side: f64| side * (0.15 + 0.25 * dice.share());
    match dice.below(3) {
        0 => {
            let (cx, cy) = (cut(dice, long), cut(dice, short));
            vec![(-x, -y), (x, -y), (x, y - cy), (x - cx, y - cy), (x - cx, y), (-x, y)]
        }
        1 => {
            let (left, right, rise) = (cut(dice, long), cut(dice, long), cut(dice, short));
            vec![(-x, -y), (x, -y), (x, y - rise), (x - right, y), (left - x, y), (-x, y - rise)]
        }
        _ => {
            let (a, b) = (cut(dice, short), cut(dice, short));
            vec![(-x, -y + a / 2.0), (-x + a, -y), (x, -y), (x, y - b / 2.0), (x - b, y), (-x, y)]
        }
    }
}

/// Walls: a block whose corners are cut off on the side of the gate, which is the upper one. The lower side is whole,
/// to stand on an edge of the table.
pub(super) fn walled((long, short): (f64, f64), dice: &mut Dice) -> Stamp {
    let (x, y) = (long / 2.0, short / 2.0);
    let cut = long.min(short) * if dice.below(3) == 0 { 0.0 } else { 0.12 + 0.16 * dice.share() };
    let outline = if cut > 0.0 {
        vec![(-x, -y), (x, -y), (x, y - cut), (x - cut, y), (cut - x, y), (-x, y - cut)]
    } else {
        vec![(-x, -y), (x, -y), (x, y), (-x, y)]
    };
    Stamp { outline, crest: Vec::new(), gates: vec![(0.0, y)] }
}

/// The point where a road enters: the middle of the longest side.
pub(super) fn road_entrance(outline: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let next = outline.iter().cycle().skip(1);
    let square = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1);
    let longest = outline.iter().zip(next).max_by(|a, b| square(*a.0, *a.1).total_cmp(&square(*b.0, *b.1)));
    longest.map(|(a, b)| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1))).into_iter().collect()
}
