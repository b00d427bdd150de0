//! The position of a battle as one number: equal positions have equal keys, in whichever bound they arise. Programs
//! that look ahead recognise by it what they have seen before.
//!
//! The part for the elements is kept while they change. Unlike the digest of a record, a key is written nowhere and
//! means nothing to another version of the program.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use super::element::Id;
use super::state::{Battle, ElementState, SideState, State};

/// Mixes numbers into one that depends on all of them and on their order.
#[derive(Clone, Copy, Debug)]
struct Mixer(u64);

impl Mixer {
    const START: Self = Self(0x243f_6a88_85a3_08d3);

    fn number(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let mixed = self.0.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.number(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.number(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.number(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.number(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.number(number);
    }

    fn write_i64(&mut self, number: i64) {
        self.number(number.cast_unsigned());
    }

    fn write_isize(&mut self, number: isize) {
        self.number(u64::from_ne_bytes((i64::try_from(number).unwrap_or(i64::MAX)).to_ne_bytes()));
    }
}

/// The part of the key that one element makes up. The bound of its arrival is left out, because it counts only in
/// comparison with the present one.
pub(super) fn key_of(id: Id, stand: &ElementState) -> u64 {
    let mut mixer = Mixer::START;
    id.hash(&mut mixer);
    ElementState { arrived: 0, ..*stand }.hash(&mut mixer);
    mixer.finish()
}

impl Battle {
    /// The key of the position: everything that changes during the battle except the number of the bound. Two battles
    /// on the same terms whose keys differ are in different positions; two different positions almost never have the
    /// same key.
    #[must_use]
    pub fn position(&self) -> u64 {
        let State {
            elements,
            sides,
            stronghold,
            rivers,
            rough_plough,
            bound,
            player,
            pips,
            phase,
            after,
            aftermath,
            cornered,
        } = &self.state;
        let mut mixer = Mixer(elements.key());
        // Rules distinguish the first bound of a side from all others, those that arrived in this bound from others,
        // and those that arrived earlier from those that arrived later.
        for side in sides {
            SideState { bounds: side.bounds.min(2), ..*side }.hash(&mut mixer);
        }
        let arrivals = elements.each().iter().zip((0..).map(Id)).map(|(element, id)| (element.arrived, id));
        let mut arrived: SmallVec<[(u16, Id); 8]> = arrivals.filter(|(when, _)| *when > 0).collect();
        arrived.sort_unstable();
        for (when, id) in arrived {
            (id, when == *bound).hash(&mut mixer);
        }
        (stronghold, rivers, rough_plough, player, pips, phase, after, aftermath, cornered).hash(&mut mixer);
        mixer.finish()
    }
}
