//! Numbers in orders, read without floating point so that every value is exact, and limited in range.

use std::fmt;

use musterfield_geometry::{BW, Facing, point};

/// The greatest length and coordinate, in thousandths of a BW.
const FARTHEST: i64 = point::FARTHEST * BW;
/// Tenths of a degree in a full turn.
const TURN: i64 = 3600;

/// Reads a decimal number in units of its last permitted place: `5.25` with three places is 5250. `None` for text that
/// is not such a number, has more places, or is longer than any number that is needed.
fn decimal(text: &str, places: usize) -> Option<i64> {
    const LONGEST: usize = 9;
    let (is_below, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_plain(whole) || !is_plain(part) || digits.is_empty() || part.is_empty() {
        return None;
    }
    if whole.len() > LONGEST || part.len() > places {
        return None;
    }
    // Many people write half a BW as `.5`.
    let digits = format!("{whole}{part:0<places$}");
    let number: i64 = digits.parse().ok()?;
    Some(if is_below { -number } else { number })
}

/// Whether a number of thousandths of a BW can be read as a coordinate.
pub(super) fn is_coordinate(number: i64) -> bool {
    (-FARTHEST..=FARTHEST).contains(&number)
}

/// Whether a number of thousandths of a BW can be read as a length.
pub(super) fn is_length(number: i64) -> bool {
    (0..=FARTHEST).contains(&number)
}

/// Whether a number of tenths of a degree can be read as an angle.
pub(super) fn is_angle(tenths: i64) -> bool {
    (0..=TURN).contains(&tenths)
}

/// A coordinate in thousandths of a BW.
pub(super) fn coordinate(text: &str) -> Option<i64> {
    decimal(text, 3).filter(|number| is_coordinate(*number))
}

/// A length in thousandths of a BW, not below 0.
pub(super) fn length(text: &str) -> Option<i64> {
    decimal(text, 3).filter(|number| is_length(*number))
}

/// An angle in tenths of a degree, up to a full turn.
pub(super) fn angle(text: &str) -> Option<u16> {
    let text = text.strip_suffix('°').unwrap_or(text);
    let tenths = decimal(text, 1).filter(|number| is_angle(*number))?;
    u16::try_from(tenths).ok()
}

/// A direction by its name or in degrees.
pub(super) fn direction(text: &str) -> Option<Facing> {
    let named = COMPASS.into_iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
    named.map(|(facing, _)| facing).or_else(|| angle(text).map(|tenths| Facing::from_tenths(tenths.into())))
}

const COMPASS: [(Facing, &str); 4] =
    [(Facing::NORTH, "north"), (Facing::EAST, "east"), (Facing::SOUTH, "south"), (Facing::WEST, "west")];

/// A length or coordinate in thousandths of a BW, written in BW with no more decimals than needed.
pub(super) struct Length(pub(super) i64);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let part = format!("{part:03}");
        match part.trim_end_matches('0') {
            "" => write!(f, "{minus}{whole}"),
            part => write!(f, "{minus}{whole}.{part}"),
        }
    }
}

/// An angle in tenths of a degree, written in degrees.
pub(super) struct Angle(pub(super) u16);

impl fmt::Display for Angle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{}", self.0 / 10),
            part => write!(f, "{}.{part}", self.0 / 10),
        }
    }
}

/// A direction, by its name if it has one.
pub(super) struct Heading(pub(super) Facing);

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match COMPASS.into_iter().find(|(facing, _)| *facing == self.0) {
            Some((_, name)) => f.write_str(name),
            None => write!(f, "{}", Angle(u16::try_from(self.0.tenths()).unwrap_or(0))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact_and_bounded() {
        for (text, number) in [("5.25", 5250), (".5", 500), ("007.001", 7001), ("-0.003", -3), ("1000", FARTHEST)] {
            assert_eq!(coordinate(text), Some(number), "{text}");
        }
        // In floating point, 0.285 × 1000 is 284.99999999999994.
        assert_eq!((length("0.285"), length("0.001"), length("1.1")), (Some(285), Some(1), Some(1100)));
        for text in [
            "",
            ".",
            "-",
            "5.",
            "-.",
            "1.2345",
            "NaN",
            "inf",
            "-inf",
            "1e3",
            "0x10",
            "+1",
            "--1",
            "1.-5",
            "1000.001",
            "-1000.001",
            "99999999999999999999",
            "1.1.1",
            "٣",
            "1,5",
        ] {
            assert_eq!(coordinate(text), None, "{text}");
        }
        assert_eq!(length("-0.001"), None);
        assert_eq!((angle("22.5"), angle("360°"), angle("360.1"), angle("1.25")), (Some(225), Some(3600), None, None));
        assert_eq!(direction("South"), Some(Facing::SOUTH));
        assert_eq!((direction("360"), direction("-90")), (Some(Facing::NORTH), None));
    }

    #[test]
    fn numbers_have_no_more_decimals_than_needed() {
        let lengths = [0, 5, -5, 5250, 1000, -1500, 12_345].map(|length| Length(length).to_string());
        assert_eq!(lengths, ["0", "0.005", "-0.005", "5.25", "1", "-1.5", "12.345"]);
        let headings = [0, 900, 1800, 2700, 5, 300].map(|tenths| Heading(Facing::from_tenths(tenths)).to_string());
        assert_eq!(headings, ["north", "east", "south", "west", "0.5", "30"]);
    }
}
