//! Army points, exactly.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub};
use std::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// A number of army points (AP), exact to a thousandth.
///
/// Costs are multiples of a half and caps of a quarter; the finer grain preserves a mistyped `24.3` exactly, so that
/// it can be shown and explained instead of being rounded away. Sums saturate far above any army.
///
/// ```
/// use musterfield_points::Points;
/// let horse: Points = "1.5".parse().unwrap();
/// assert_eq!((horse * 3).to_string(), "4.5");
/// assert!(!"24.3".parse::<Points>().unwrap().is_multiple_of(Points::HALF));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

/// The reason a text or number is not a number of army points. The sentence is made by the crate for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointsError {
    /// Not written as a decimal number.
    NotANumber,
    /// More than three decimals.
    TooFine,
    /// Beyond a million million in either direction.
    OutOfRange,
}

const GRAIN: i64 = 1_000;
const FARTHEST: i64 = 1_000_000_000_000;

impl Points {
    /// Zero points.
    pub const ZERO: Self = Self(0);
    /// Half a point, the step of every D3H2 cost (D3H2-COST-12).
    pub const HALF: Self = Self(GRAIN / 2);
    /// One point.
    pub const ONE: Self = Self(GRAIN);

    /// Whole points.
    #[must_use]
    pub const fn whole(points: i32) -> Self {
        // Widening from i32 is lossless; `From` is not const yet.
        #[expect(clippy::as_conversions, reason = "i32 to i64 is lossless")]
        Self(points as i64 * GRAIN)
    }

    /// Whether this is a whole number of `step`s.
    #[must_use]
    pub const fn is_multiple_of(self, step: Self) -> bool {
        matches!(self.0.checked_rem(step.0), Some(0))
    }

    /// The number of whole `step`s that fit, 0 for a negative number.
    #[must_use]
    pub fn steps(self, step: Self) -> usize {
        self.0.checked_div(step.0).and_then(|steps| usize::try_from(steps).ok()).unwrap_or(0)
    }

    /// These points in thousandths, for arithmetic finer than theirs.
    #[must_use]
    pub const fn thousandths(self) -> i64 {
        self.0
    }

    /// The share `part` / `of` of these points, exact for the halves and quarters that rules use.
    #[must_use]
    pub fn fraction(self, part: i64, of: i64) -> Self {
        Self(self.0.saturating_mul(part).checked_div(of).unwrap_or(0))
    }

    /// These points less `other`, but never below zero.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0).max(0))
    }

    /// These points as a share of `whole` in hundredths, between 0 and 100: for gauges.
    #[must_use]
    pub fn percent_of(self, whole: Self) -> u8 {
        let share = self.0.saturating_mul(100).checked_div(whole.0).unwrap_or(0);
        u8::try_from(share.clamp(0, 100)).unwrap_or(100)
    }

    /// The number that was written: the shortest decimals with this value are those that somebody typed. Any
    /// tolerance would read `500.0004` as 500 sooner or later.
    fn from_f64(value: f64) -> Result<Self, PointsError> {
        if value.is_infinite() {
            return Err(PointsError::OutOfRange);
        }
        value.to_string().parse()
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<i64> for Points {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    /// Writes points as players do: `24`, `1.5`, `12.75`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 1_000, self.0.unsigned_abs() % 1_000);
        if rest == 0 {
            return f.pad(&format!("{sign}{whole}"));
        }
        let decimals = format!("{rest:03}");
        f.pad(&format!("{sign}{whole}.{}", decimals.trim_end_matches('0')))
    }
}

impl FromStr for Points {
    type Err = PointsError;

    /// Reads `24`, `1.5`, `1,5`, `½` and `1½`.
    fn from_str(text: &str) -> Result<Self, PointsError> {
        let text = text.trim();
        let (number, half) = match text.strip_suffix('½') {
            Some(whole) => (if whole.is_empty() { "0" } else { whole }, Self::HALF),
            None => (text, Self::ZERO),
        };
        let (negative, digits) = match number.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest),
            None => (false, number),
        };
        let (whole, decimals) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !plain(whole) || !plain(decimals) {
            return Err(PointsError::NotANumber);
        }
        let decimals = decimals.trim_end_matches('0');
        if decimals.len() > 3 {
            return Err(PointsError::TooFine);
        }
        let whole: i64 = whole.parse().map_err(|_| PointsError::OutOfRange)?;
        if whole > FARTHEST {
            return Err(PointsError::OutOfRange);
        }
        let thousandths: i64 = format!("{decimals:0<3}").parse().map_err(|_| PointsError::NotANumber)?;
        let size = whole * GRAIN + thousandths + half.0;
        Ok(Self(if negative { -size } else { size }))
    }
}

impl Serialize for Points {
    /// A JSON or TOML number, written as a whole number where it is one.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % GRAIN == 0 {
            return serializer.serialize_i64(self.0 / GRAIN);
        }
        // Thousandths below 10^12 are exact enough to print as the same decimals.
        #[expect(clippy::as_conversions, reason = "below 2^53, so exact")]
        serializer.serialize_f64(self.0 as f64 / 1_000.0)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Points;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of army points")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Points, E> {
                // The smallest integer has no positive counterpart.
                if value.checked_abs().is_none_or(|size| size > FARTHEST) {
                    return Err(refused(value, PointsError::OutOfRange));
                }
                Ok(Points(value * GRAIN))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Points, E> {
                match i64::try_from(value) {
                    Ok(value) => self.visit_i64(value),
                    Err(_) => Err(refused(value, PointsError::OutOfRange)),
                }
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Points, E> {
                Points::from_f64(value).map_err(|error| refused(format_args!("{value:?}"), error))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

/// A number that cannot be read from a file, in the words of a parser.
fn refused<E: de::Error>(value: impl fmt::Display, error: PointsError) -> E {
    let reason = match error {
        PointsError::NotANumber => "is not a number",
        PointsError::TooFine => "has more than three decimals",
        PointsError::OutOfRange => "is out of range",
    };
    E::custom(format_args!("{value} {reason}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn points_print_as_players_write_them() {
        for (text, printed) in [
            ("24", "24"),
            ("1.5", "1.5"),
            ("1,50", "1.5"),
            ("½", "0.5"),
            ("1½", "1.5"),
            ("-3", "-3"),
            ("12.75", "12.75"),
            ("0", "0"),
            ("-0.5", "-0.5"),
        ] {
            assert_eq!(text.parse::<Points>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn what_is_no_number_is_refused_with_the_reason() {
        assert_eq!("".parse::<Points>(), Err(PointsError::NotANumber));
        assert_eq!("two".parse::<Points>(), Err(PointsError::NotANumber));
        assert_eq!("1.2.3".parse::<Points>(), Err(PointsError::NotANumber));
        assert_eq!("1e3".parse::<Points>(), Err(PointsError::NotANumber));
        assert_eq!("1.2345".parse::<Points>(), Err(PointsError::TooFine));
        assert_eq!("99999999999999999999".parse::<Points>(), Err(PointsError::OutOfRange));
        assert_eq!("9999999999999".parse::<Points>(), Err(PointsError::OutOfRange));
    }

    #[test]
    fn numbers_in_json_survive_a_round_trip() {
        for text in ["0", "24", "25.5", "12.75", "24.3", "-7.25"] {
            let points: Points = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&points).unwrap(), text);
            assert_eq!(points, text.parse().unwrap());
        }
        assert!(serde_json::from_str::<Points>("\"24\"").is_err());
    }

    #[test]
    fn numbers_in_documents_are_read_exactly_or_not_at_all() {
        for (written, read) in [
            ("0.1", "0.1"),
            ("0.25", "0.25"),
            ("1.5", "1.5"),
            ("3.3", "3.3"),
            ("24.30", "24.3"),
            ("499.999", "499.999"),
            ("2.4e1", "24"),
            ("-0.0", "0"),
            ("999999999999.999", "999999999999.999"),
            ("1000000000000", "1000000000000"),
        ] {
            let points: Points = read.parse().unwrap();
            assert_eq!(serde_json::from_str::<Points>(written).unwrap(), points, "{written}");
        }
        for (written, reason) in [
            ("500.0004", "500.0004 has more than three decimals"),
            ("499.9996", "499.9996 has more than three decimals"),
            ("24.0000000000001", "has more than three decimals"),
            ("0.0005", "has more than three decimals"),
            ("1e-300", "has more than three decimals"),
            ("1e30", "1e30 is out of range"),
            ("-1e308", "-1e308 is out of range"),
            ("1000000000001", "1000000000001 is out of range"),
            ("9223372036854775807", "9223372036854775807 is out of range"),
            ("-9223372036854775808", "-9223372036854775808 is out of range"),
            ("18446744073709551615", "18446744073709551615 is out of range"),
        ] {
            let error = serde_json::from_str::<Points>(written).unwrap_err().to_string();
            assert!(error.contains(reason), "{written}: {error}");
        }
        for written in ["nan", "inf", "-inf"] {
            assert!(
                toml::from_str::<std::collections::BTreeMap<String, Points>>(&format!("points = {written}")).is_err()
            );
        }
    }

    proptest! {
        /// Every representable number is read from a document as from text, and written unchanged.
        #[test]
        fn a_number_in_a_document_is_the_number_in_text(grains in -FARTHEST..FARTHEST) {
            let points = Points(grains);
            let json = serde_json::to_string(&points).unwrap();
            prop_assert_eq!(&json, &points.to_string());
            prop_assert_eq!(serde_json::from_str::<Points>(&json).unwrap(), points);
        }

        /// No number is read as a nearby one.
        #[test]
        fn no_number_is_rounded(value in -600.0..600.0f64) {
            let text = value.to_string();
            let read = serde_json::from_str::<Points>(&text).ok().map(|points| points.to_string());
            prop_assert!(read.is_none_or(|read| read == text));
        }
    }

    #[test]
    fn the_half_of_an_odd_budget_is_exact() {
        let budget: Points = "25.5".parse().unwrap();
        assert_eq!(budget.fraction(1, 2).to_string(), "12.75");
    }
}
