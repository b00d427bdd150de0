//! Army points as exact fractions, for what dice can be expected to cost.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use musterfield_rules::Points;

/// A number of army points, exactly: a whole number of thousandths over a whole number, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// Thousandths of an AP.
    part: i128,
    /// Above zero.
    of: i128,
}

impl Fraction {
    /// Zero points.
    pub const ZERO: Self = Self { part: 0, of: 1 };

    /// These points shared among so many throws, which are at least one.
    #[must_use]
    pub fn shared(points: Points, throws: u32) -> Self {
        Self::new(points.thousandths().into(), i128::from(throws).max(1))
    }

    fn new(part: i128, of: i128) -> Self {
        let common = common_divisor(part.unsigned_abs(), of.unsigned_abs());
        let common = i128::try_from(common).unwrap_or(1).max(1);
        Self { part: part / common, of: of / common }
    }

    /// Whether it is below zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.part < 0
    }

    /// The number without its sign.
    #[must_use]
    pub fn size(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// The number in tenths of a point, rounded to the nearest, and halves away from zero.
    #[must_use]
    pub fn tenths(self) -> i64 {
        // A tenth is a hundred thousandths.
        let unit = self.of.saturating_mul(100);
        let size = self.part.saturating_abs().saturating_add(unit / 2) / unit;
        i64::try_from(size * self.part.signum()).unwrap_or(i64::MAX)
    }
}

/// The greatest common divisor.
fn common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

impl From<Points> for Fraction {
    fn from(points: Points) -> Self {
        Self::shared(points, 1)
    }
}

impl Add for Fraction {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let part = self.part.saturating_mul(other.of).saturating_add(other.part.saturating_mul(self.of));
        Self::new(part, self.of.saturating_mul(other.of))
    }
}

impl Neg for Fraction {
    type Output = Self;
    fn neg(self) -> Self {
        Self { part: self.part.saturating_neg(), ..self }
    }
}

impl Sub for Fraction {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl AddAssign for Fraction {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        self.part.saturating_mul(other.of).cmp(&other.part.saturating_mul(self.of))
    }
}

impl fmt::Display for Fraction {
    /// Writes it with one decimal: `3.2`, `-0.4`, `2.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths();
        let sign = if tenths < 0 { "-" } else { "" };
        f.pad(&format!("{sign}{}.{}", tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_printed_with_one_decimal() {
        let sixth = Fraction::shared(Points::ONE, 6);
        let all: Fraction = std::iter::repeat_n(sixth, 6).sum();
        assert_eq!(all, Fraction::from(Points::ONE));
        assert_eq!(Fraction::shared(Points::ONE * 6, 36), sixth);
        assert!(Fraction::shared(Points::ONE, 36) < sixth && -sixth < Fraction::ZERO);
        for (part, of, printed) in [(5, 36, "0.1"), (-5, 36, "-0.1"), (2, 1, "2.0"), (1, 36, "0.0"), (-1, 36, "0.0")] {
            assert_eq!(Fraction::shared(Points::ONE * part, of).to_string(), printed, "{part}/{of}");
        }
        assert_eq!(Fraction::shared(Points::ONE, 20).to_string(), "0.1", "halves go away from zero");
        assert_eq!(Fraction::shared(Points::ONE * -1, 20).to_string(), "-0.1");
        assert_eq!((sixth - sixth).size(), Fraction::ZERO);
    }
}
