//! Directions, and steps of a length along them, the same on every machine.

use super::point::Point;

/// Tenths of a degree in a full turn.
pub const TURN: i32 = 3600;
/// A right angle.
const RIGHT: i32 = TURN / 4;
/// The length of a [`Facing::unit`].
pub const UNIT: i64 = 1 << 30;

/// A direction on the table in tenths of a degree, clockwise from north, which points straight away from the near
/// edge; so east is 900.
///
/// Directions that differ by right angles, or mirror each other, have units that do so too, to the last digit.
/// Anything square to something else therefore stays exactly square to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Facing(u16);

impl Facing {
    /// Away from the near edge.
    pub const NORTH: Self = Self(0);
    /// Towards the right edge.
    pub const EAST: Self = Self(900);
    /// Towards the near edge.
    pub const SOUTH: Self = Self(1800);
    /// Towards the left edge.
    pub const WEST: Self = Self(2700);

    /// The direction at this many tenths of a degree; full turns are removed.
    #[must_use]
    #[inline]
    pub fn from_tenths(tenths: i32) -> Self {
        Self(u16::try_from(tenths.rem_euclid(TURN)).unwrap_or_default())
    }

    /// The direction in tenths of a degree, below [`TURN`].
    #[must_use]
    #[inline]
    pub fn tenths(self) -> i32 {
        i32::from(self.0)
    }

    /// The direction in degrees, for display.
    #[must_use]
    pub fn degrees(self) -> f64 {
        f64::from(self.0) / 10.0
    }

    /// Returns the direction turned clockwise by tenths of a degree.
    #[must_use]
    #[inline]
    pub fn turned(self, by: i32) -> Self {
        Self::from_tenths(self.tenths() + by)
    }

    /// The opposite direction.
    #[must_use]
    #[inline]
    pub fn opposite(self) -> Self {
        self.turned(2 * RIGHT)
    }

    /// The direction to the right of this one.
    #[must_use]
    #[inline]
    pub fn right(self) -> Self {
        self.turned(RIGHT)
    }

    /// The direction to the left of this one.
    #[must_use]
    #[inline]
    pub fn left(self) -> Self {
        self.turned(-RIGHT)
    }

    /// The clockwise turn from this direction to the other, in tenths of a degree: more than −1800 and at most 1800.
    #[must_use]
    #[inline]
    pub fn angle_to(self, other: Self) -> i32 {
        let by = (other.tenths() - self.tenths()).rem_euclid(TURN);
        if by > TURN / 2 { by - TURN } else { by }
    }

    /// Whether the two are the same or differ by right angles.
    #[must_use]
    #[inline]
    pub fn is_square_to(self, other: Self) -> bool {
        (self.tenths() - other.tenths()) % RIGHT == 0
    }

    /// A step of length [`UNIT`] in this direction.
    #[must_use]
    #[inline]
    pub fn unit(self) -> Point {
        let (quarter, rest) = (self.tenths() / RIGHT, self.tenths() % RIGHT);
        let (sine, cosine) = (sine(rest), sine(RIGHT - rest));
        match quarter {
            0 => Point::new(sine, cosine),
            1 => Point::new(cosine, -sine),
            2 => Point::new(-sine, -cosine),
            _ => Point::new(-cosine, sine),
        }
    }

    /// A step of this length in this direction, rounded to whole thousandths of a BW; backward for a negative length.
    #[must_use]
    #[inline]
    pub fn step(self, length: i64) -> Point {
        let unit = self.unit();
        Point::new(rounded(unit.x * length, UNIT), rounded(unit.y * length, UNIT))
    }

    /// Two steps: one of the first length to the right, and one of the second ahead.
    #[must_use]
    #[inline]
    pub fn steps(self, right: i64, ahead: i64) -> (Point, Point) {
        let unit = self.unit();
        let by = |x: i64, y: i64, length: i64| Point::new(rounded(x * length, UNIT), rounded(y * length, UNIT));
        (by(unit.y, -unit.x, right), by(unit.x, unit.y, ahead))
    }

    /// The component of a step in this direction, in thousandths of a BW times [`UNIT`].
    #[must_use]
    #[inline]
    pub fn along(self, step: Point) -> i64 {
        self.unit().dot(step)
    }

    /// The direction nearest to that of a step; none for a step of no length.
    #[must_use]
    pub fn from_step(step: Point) -> Option<Self> {
        if step == Point::default() {
            return None;
        }
        // Within the right angle that contains the step, bisection finds the last direction that the step is not left
        // of.
        let quarter = match (step.x >= 0, step.y > 0) {
            _ if step.x > 0 && step.y <= 0 => 1,
            (true, true) => 0,
            (_, false) if step.x <= 0 && step.y < 0 => 2,
            _ => 3,
        };
        let (mut low, mut high) = (quarter * RIGHT, (quarter + 1) * RIGHT);
        // Positive if the step lies clockwise of the direction.
        let clockwise = |tenths: i32| step.cross(Self::from_tenths(tenths).unit());
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            if clockwise(middle) >= 0 { low = middle } else { high = middle }
        }
        let nearer_low = clockwise(low).abs() <= clockwise(high).abs();
        Some(Self::from_tenths(if nearer_low { low } else { high }))
    }
}

/// A quotient rounded to the nearest whole number, halves away from zero, so that mirrored numbers give mirrored
/// results.
#[must_use]
#[inline]
pub fn rounded(number: i64, by: i64) -> i64 {
    let half = by / 2;
    if number < 0 { (number - half) / by } else { (number + half) / by }
}

/// The sine of 0 to 900 tenths of a degree, times [`UNIT`].
#[inline]
fn sine(tenths: i32) -> i64 {
    let at = usize::try_from(tenths).unwrap_or_default();
    SINES.get(at).copied().map_or(0, i64::from)
}

const SINES: [i32; 901] = sines();

/// Computed in whole numbers at build time, so that the result depends on no processor and no library.
#[expect(clippy::indexing_slicing, clippy::as_conversions, clippy::cast_possible_truncation, reason = "at build time")]
const fn sines() -> [i32; 901] {
    // π/1800 with 60 binary places.
    const STEP: i128 = 2_012_227_627_243_645;
    const PLACES: u32 = 60;
    let mut table = [0; 901];
    let mut tenths = 0;
    while tenths <= 900 {
        let angle = STEP * tenths as i128;
        let square = (angle * angle) >> PLACES;
        let (mut term, mut sum, mut count) = (angle, angle, 1);
        while count < 12 {
            term = -((term * square) >> PLACES) / (2 * count * (2 * count + 1));
            sum += term;
            count += 1;
        }
        table[tenths] = ((sum + (1 << 29)) >> 30) as i32;
        tenths += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "compared with floating-point sines")]
    fn the_table_holds_sines() {
        for tenths in 0..=900 {
            let exact = libm::sin(f64::from(tenths) * std::f64::consts::PI / 1800.0) * 1_073_741_824.0;
            assert_eq!(sine(tenths), exact.round() as i64, "{tenths}");
        }
        assert_eq!((sine(0), sine(300), sine(900)), (0, UNIT / 2, UNIT));
    }

    #[test]
    fn the_compass_is_exact() {
        let step = |facing: Facing| facing.step(1000);
        assert_eq!(step(Facing::NORTH), Point::new(0, 1000));
        assert_eq!(step(Facing::EAST), Point::new(1000, 0));
        assert_eq!(step(Facing::SOUTH), Point::new(0, -1000));
        assert_eq!(step(Facing::WEST), Point::new(-1000, 0));
        assert_eq!(Facing::from_tenths(-10).tenths(), 3590);
        assert_eq!(Facing::from_tenths(3590).angle_to(Facing::from_tenths(20)), 30);
        assert_eq!(Facing::NORTH.angle_to(Facing::SOUTH), 1800);
        assert_eq!(Facing::from_step(Point::default()), None);
    }

    proptest! {
        #[test]
        fn turned_and_mirrored_directions_have_turned_and_mirrored_steps(tenths in 0..TURN, length in -30_000..30_000_i64) {
            let facing = Facing::from_tenths(tenths);
            let step = facing.step(length);
            prop_assert_eq!(facing.right().step(length), Point::new(step.y, -step.x));
            prop_assert_eq!(facing.steps(length, length), (facing.right().step(length), step));
            prop_assert_eq!(facing.opposite().step(length), Point::new(-step.x, -step.y));
            prop_assert_eq!(facing.step(-length), Point::new(-step.x, -step.y));
            prop_assert_eq!(Facing::from_tenths(-tenths).step(length), Point::new(-step.x, step.y));
            prop_assert!(facing.left().is_square_to(facing) && !facing.turned(1).is_square_to(facing));
        }

        #[test]
        fn a_long_step_is_known_by_its_direction(tenths in 0..TURN, turn in -TURN..TURN) {
            let facing = Facing::from_tenths(tenths);
            prop_assert_eq!(Facing::from_step(facing.step(20_000)), Some(facing));
            prop_assert_eq!(Facing::from_step(facing.unit()), Some(facing));
            // A half turn has the same angle both ways.
            let (there, back) = (facing.angle_to(facing.turned(turn)), facing.turned(turn).angle_to(facing));
            prop_assert!(back == -there || (there == TURN / 2 && back == there), "{there} {back}");
            prop_assert_eq!(facing.turned(there), facing.turned(turn));
        }
    }
}
