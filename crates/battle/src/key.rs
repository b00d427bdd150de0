//! A key made of numbers, and the part of the key of a position that one element makes up.

use std::hash::{Hash, Hasher};

use super::element::Id;
use super::state::element::ElementState;

/// Mixes numbers into one that depends on all of them and on their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mixer(u64);

impl Mixer {
    /// A mixer that begins with a key.
    pub(super) const fn of(key: u64) -> Self {
        Self(key)
    }

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

    fn write_u128(&mut self, number: u128) {
        let half = |of: u128| u64::try_from(of & u128::from(u64::MAX)).unwrap_or_default();
        self.number(half(number));
        self.number(half(number >> 64));
    }

    fn write_i64(&mut self, number: i64) {
        self.number(number.cast_unsigned());
    }

    fn write_isize(&mut self, number: isize) {
        self.number(i64::try_from(number).unwrap_or(i64::MAX).cast_unsigned());
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
