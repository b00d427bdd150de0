//! Scatters trees, tufts and stones: at random, never too near to each other or to the outline, and the same for the
//! same outline wherever it lies on the table.

use super::outline::{Outline, SLACK};
use super::spot::{DrawPoint, Rect, count, spot};

/// Pseudo-random numbers that follow from an outline.
pub(super) struct Chance(u64);

impl Chance {
    /// Seeded from the corners relative to the first one, so that trees do not move while a wood is dragged.
    pub(super) fn of(outline: &Outline) -> Self {
        let first = outline.corners.first().copied().unwrap_or_default();
        let mut seed = 0xcbf2_9ce4_8422_2325_u64;
        for corner in &outline.corners {
            let step = *corner - first;
            for number in [step.x, step.y] {
                // Outlines whose numbers agree to a tenth count as the same.
                let bits = ((number * 10.0).round() + 0.0).to_bits();
                seed = (seed ^ bits ^ (bits >> 32)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        // Splitmix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to 1.
    pub(super) fn share(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).unwrap_or_default()) / f64::from(u32::MAX)
    }

    /// A number between two limits.
    pub(super) fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.share()
    }

    /// One of several items.
    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        let number = u64::try_from(of.len()).ok().filter(|number| *number > 0)?;
        of.get(usize::try_from(self.next() % number).unwrap_or_default()).copied()
    }
}

/// The parameters of scattering.
pub(super) struct Spread {
    /// The least distance between two symbols.
    pub(super) apart: f64,
    /// The least distance from the outline.
    pub(super) margin: f64,
    /// The largest number of symbols; the distance grows if there is room for more.
    pub(super) most: usize,
    /// Whether the outline is lined first, so that its shape is visible.
    pub(super) ring: bool,
}

impl Spread {
    /// Scatters over the whole inside.
    pub(super) const fn over(apart: f64, margin: f64, most: usize) -> Self {
        Self { apart, margin, most, ring: false }
    }

    /// The places, the farthest first.
    pub(super) fn places(&self, outline: &Outline, clearing: Option<Rect>, chance: &mut Chance) -> Vec<DrawPoint> {
        /// The area that randomly placed symbols take up, relative to the square of their distance.
        const TAKEN: f64 = 0.7;
        /// Attempts for each symbol for which there is room.
        const THROWS: f64 = 20.0;
        /// The largest number of corners tested for one outline, so that one with hundreds of corners takes no longer
        /// than others.
        const WORK: f64 = 200_000.0;
        let apart = self.apart.max((TAKEN * outline.area() / count(self.most)).sqrt());
        let margin = self.margin + SLACK;
        let clearing = clearing.map(|room| room.grown(self.margin * 0.6));
        let free = |places: &[DrawPoint], at: DrawPoint, apart: f64| {
            !clearing.is_some_and(|room| room.contains(at))
                && places.iter().all(|other| (at - *other).dot(at - *other) >= apart * apart)
                && outline.holds(at, margin)
        };
        let mut places: Vec<DrawPoint> = Vec::new();
        if self.ring {
            for (at, inside) in outline.walk(apart * 0.55) {
                let at = at + inside * (margin + chance.between(0.5, 3.0));
                if free(&places, at, apart * 0.88) {
                    places.push(at);
                }
            }
        }
        let mut throws = (outline.area() / (apart * apart) * THROWS).min(WORK / count(outline.corners.len()));
        let room = outline.room;
        while throws > 0.0 && places.len() < self.most {
            let at = spot(chance.between(room.left, room.right), chance.between(room.top, room.bottom));
            if free(&places, at, apart) {
                places.push(at);
            }
            throws -= 1.0;
        }
        places.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        places
    }
}

/// Dots on a grid, each moved a little: faster than keeping distances, and as good for sand.
pub(super) fn dots(outline: &Outline, apart: f64, margin: f64, most: usize) -> Vec<DrawPoint> {
    let mut chance = Chance::of(outline);
    let apart = apart.max((outline.area() / count(most)).sqrt());
    let room = outline.room;
    // The box of a bent outline is much larger than its area.
    let apart = apart.max((room.width() * room.height() / (4.0 * count(most))).sqrt());
    let mut places = Vec::new();
    let mut y = room.top + apart / 2.0;
    while y < room.bottom {
        let mut x = room.left + apart / 2.0;
        while x < room.right {
            let at = spot(x + chance.between(-0.42, 0.42) * apart, y + chance.between(-0.42, 0.42) * apart);
            if outline.holds(at, margin + SLACK) {
                places.push(at);
            }
            x += apart;
        }
        y += apart;
    }
    places
}
