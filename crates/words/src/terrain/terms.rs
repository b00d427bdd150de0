//! Features, lengths, places and lists in words.

use std::fmt::Display;

use musterfield_geometry::{Point, point};
use musterfield_terrain::check::QuarterSet;
use musterfield_terrain::problem::{ChosenFeature, Hundredths, NamedFeature, NamedKind};
use musterfield_terrain::{Edge, Quarter};

/// `Woods f2`
pub(super) fn feature(feature: &NamedFeature) -> String {
    format!("{} {}", feature.is.name, feature.id)
}

/// `Woods f2 (the 3rd feature chosen)`
pub(super) fn chosen(chosen: &ChosenFeature) -> String {
    let (name, turn) = (chosen.is.name, ordinal(chosen.turn));
    match &chosen.id {
        Some(id) => format!("{name} {id} (the {turn} feature chosen)"),
        None => format!("{name} (the {turn} feature chosen)"),
    }
}

/// `3rd`
fn ordinal(number: usize) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// `Woods, Marsh`
pub(super) fn kinds(kinds: &[NamedKind]) -> String {
    joined(kinds.iter().map(|kind| kind.name), ", ")
}

/// The texts, joined with a separator.
pub(super) fn joined(texts: impl IntoIterator<Item = impl Display>, between: &str) -> String {
    texts.into_iter().map(|text| text.to_string()).collect::<Vec<_>>().join(between)
}

/// A measured length or area: `0.6`.
pub(super) fn measured(Hundredths(hundredths): Hundredths) -> String {
    let (sign, digits) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
    without_zeros(&format!("{sign}{}.{:02}", digits / 100, digits % 100))
}

/// A length in thousandths of a BW: `0.6`.
pub(super) fn length(thousandths: i64) -> String {
    without_zeros(&format!("{:.2}", point::bw(thousandths)))
}

fn without_zeros(number: &str) -> String {
    match number.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        number => number.to_owned(),
    }
}

/// `3 × 2`
pub(super) fn size((long, short): (i64, i64)) -> String {
    format!("{} × {}", length(long), length(short))
}

/// `(3.2, 0)`
pub(super) fn at(point: Point) -> String {
    format!("({}, {})", length(point.x), length(point.y))
}

/// `far and left`
pub(super) fn edges(edges: &[Edge]) -> String {
    joined(edges.iter().map(|edge| edge.word()), " and ")
}

/// `far or left`
pub(super) fn one_of_edges(edges: &[Edge]) -> String {
    joined(edges.iter().map(|edge| edge.word()), " or ")
}

/// `quarter 3`
pub(super) fn quarter(quarter: Quarter) -> String {
    format!("quarter {}", quarter.number())
}

/// `quarters 1, 2 and 3`
pub(super) fn quarters(quarters: QuarterSet) -> String {
    several_quarters(quarters, "and")
}

/// `quarters 1, 2 or 3`
pub(super) fn one_of_quarters(quarters: QuarterSet) -> String {
    several_quarters(quarters, "or")
}

fn several_quarters(quarters: QuarterSet, and: &str) -> String {
    let all: Vec<String> = quarters.iter().map(|quarter| quarter.number().to_string()).collect();
    match all.as_slice() {
        [] => "no quarter".to_owned(),
        [one] => format!("quarter {one}"),
        [first @ .., last] => format!("quarters {} {and} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_with_no_more_digits_than_necessary() {
        for (hundredths, told) in [(300, "3"), (60, "0.6"), (-5, "-0.05"), (0, "0"), (1234, "12.34"), (-120, "-1.2")] {
            assert_eq!(measured(Hundredths(hundredths)), told);
        }
        for (thousandths, told) in [(3000, "3"), (600, "0.6"), (-4, "0"), (1234, "1.23"), (-1500, "-1.5")] {
            assert_eq!(length(thousandths), told);
        }
    }

    #[test]
    fn turns_have_their_endings() {
        for (number, told) in [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st")]
        {
            assert_eq!(ordinal(number), told);
        }
    }
}
