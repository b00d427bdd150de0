//! The losses of both sides in the course of a battle as a drawing, beside those to be expected from the dice.

use std::fmt::Write as _;

use musterfield_battle::Player;
use musterfield_battle::review::fraction::Fraction;
use musterfield_battle::review::{Losses, Review};
use musterfield_rules::Points;

/// The drawing and the field of the graph in it.
const SIZE: (i64, i64) = (500, 340);
const FIELD: Field = Field { left: 32, top: 14, width: 322, height: 272 };

struct Field {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
}

/// The scales of the graph: steps to the right, tenths of AP up.
struct Scales {
    steps: i64,
    most: i64,
}

impl Scales {
    fn x(&self, step: i64) -> i64 {
        FIELD.left + step * FIELD.width / self.steps.max(1)
    }

    fn y(&self, tenths: i64) -> i64 {
        FIELD.top + FIELD.height - tenths * FIELD.height / self.most.max(1)
    }

    /// A line in steps: a loss stands until the next.
    fn line(&self, points: impl Iterator<Item = (usize, i64)>) -> String {
        let mut path = String::new();
        for (step, tenths) in points {
            let (x, y) = (self.x(i64::try_from(step).unwrap_or(0)), self.y(tenths));
            // Writing to a string never fails.
            _ = if path.is_empty() { write!(path, "M{x} {y}") } else { write!(path, "H{x}V{y}") };
        }
        _ = write!(path, "H{}", FIELD.left + FIELD.width);
        path
    }
}

/// The drawing. The first side has a thick line, the second a thin one with dots; what could be expected is dashed.
pub(super) fn of(review: &Review, breaks_at: [Points; 2]) -> String {
    let tenths = |points: Points| Fraction::from(points).tenths();
    let of_losses = |losses: &Losses| {
        let lost = losses.lost.map(tenths);
        let expected = losses.expected.map(Fraction::tenths);
        lost.into_iter().chain(expected).max().unwrap_or(0)
    };
    let most = review.course.iter().map(of_losses).chain(breaks_at.map(tenths)).max().unwrap_or(0);
    let steps = review.bounds.last().map_or(1, |bound| bound.last);
    let scales = Scales { steps: i64::try_from(steps).unwrap_or(1), most: most + 10 };
    let (width, height) = SIZE;
    let mut out = format!(
        "<svg class=\"s-graph\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"AP lost by both sides, step by \
         step, beside what their dice promised\">"
    );
    let (left, right) = (FIELD.left, FIELD.left + FIELD.width);
    let whole = scales.most / 10;
    let every = (whole / 6).max(1);
    for points in (0..=whole).step_by(usize::try_from(every).unwrap_or(1)) {
        let y = scales.y(points * 10);
        _ = write!(
            out,
            "<path class=\"grid\" d=\"M{left} {y}H{right}\"/><text class=\"axis\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{points}</text>",
            left - 6,
            y + 5
        );
    }
    let floor = FIELD.top + FIELD.height;
    let bounds = review.bounds.len();
    let labelled = (bounds / 10).max(1);
    for bound in review.bounds.iter().filter(|bound| bound.number > 0) {
        let x = scales.x(i64::try_from(bound.first).unwrap_or(0));
        _ = write!(out, "<path class=\"tick\" d=\"M{x} {floor}v5\"/>");
        if usize::from(bound.number) % labelled == 0 {
            let y = floor + 20;
            _ = write!(out, "<text class=\"axis\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", bound.number);
        }
    }
    _ = write!(
        out,
        "<text class=\"axis\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">bounds</text>",
        FIELD.left + FIELD.width / 2,
        floor + 40
    );
    for player in Player::ALL {
        let y = scales.y(tenths(*player.of(&breaks_at)));
        _ = write!(out, "<path class=\"breaks\" d=\"M{left} {y}H{right}\"/>");
    }
    let mut ends: Vec<(i64, String, char)> = Vec::new();
    for player in Player::ALL {
        let letter = player.letter();
        let expected = review.course.iter().map(|losses| (losses.step, player.of(&losses.expected).tenths()));
        let lost = review.course.iter().map(|losses| (losses.step, tenths(*player.of(&losses.lost))));
        _ = write!(
            out,
            "<path class=\"expected line-{letter}\" d=\"{}\"/><path class=\"lost line-{letter}\" d=\"{}\"/>",
            scales.line(expected),
            scales.line(lost)
        );
        if let Some(end) = review.course.last() {
            let (lost, expected) = (*player.of(&end.lost), *player.of(&end.expected));
            ends.push((scales.y(tenths(lost)), format!("{letter} lost {lost}"), letter));
            ends.push((scales.y(expected.tenths()), format!("{letter} expected {expected}"), letter));
        }
    }
    labels(&mut out, ends, right);
    out.push_str("</svg>");
    out
}

/// The labels at the ends of the lines, moved apart where they would cover each other.
fn labels(out: &mut String, mut ends: Vec<(i64, String, char)>, right: i64) {
    const APART: i64 = 19;
    ends.sort();
    let mut free = i64::MIN;
    for (y, text, letter) in ends {
        let y = y.max(free);
        free = y + APART;
        _ = write!(out, "<text class=\"end-{letter}\" x=\"{}\" y=\"{}\">{text}</text>", right + 6, y + 5);
    }
}
