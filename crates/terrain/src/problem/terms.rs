//! Values that faults have in common: names of the ruleset, and numbers as they are shown.

use musterfield_rules::terrain::{Bua, HomeTerrainRules, Kind, TerrainRules};

/// A kind of feature, with its name in the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedKind {
    /// The kind.
    pub kind: Kind,
    /// The kind of a BUA; none for other features, and for BUAs in general.
    pub bua: Option<Bua>,
    /// Its name; the word in the file if the ruleset does not have it.
    pub name: &'static str,
}

impl NamedKind {
    pub(crate) fn new(rules: &'static TerrainRules, kind: Kind, bua: Option<Bua>) -> Self {
        let known = match bua {
            Some(bua) => rules.bua(bua).map(|bua| &*bua.name),
            None => rules.feature(kind).map(|kind| &*kind.name),
        };
        let name = known.unwrap_or_else(|| bua.map_or(kind.as_str(), Bua::as_str));
        Self { kind, bua, name }
    }
}

/// A feature of the layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedFeature {
    /// Its kind.
    pub is: NamedKind,
    /// Its id.
    pub id: String,
}

/// A home terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedHome {
    /// Its id.
    pub id: &'static str,
    /// Its name in the ruleset.
    pub name: &'static str,
}

impl From<&'static HomeTerrainRules> for NamedHome {
    fn from(home: &'static HomeTerrainRules) -> Self {
        Self { id: &home.id, name: &home.name }
    }
}

/// A measured length or area, in hundredths of a BW or of a square BW: no more of it is shown. What is fixed and not
/// measured is given in whole thousandths instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hundredths(pub i64);

impl Hundredths {
    /// Rounds a number of BW.
    pub(crate) fn of(bw: f64) -> Self {
        Self(rounded(bw, 2))
    }
}

/// A number with this many decimals, without its decimal point. It is rounded as it would be printed: a product with
/// 100 would be rounded first and could then end up on the other side of a half.
pub(super) fn rounded(number: f64, decimals: usize) -> i64 {
    let digits: String = format!("{number:.decimals$}").chars().filter(|digit| *digit != '.').collect();
    digits.parse().unwrap_or(i64::MAX)
}

/// A number of a file as it was read; equal numbers have equal bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact(u64);

impl Exact {
    /// The number.
    #[must_use]
    pub const fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl From<f64> for Exact {
    fn from(number: f64) -> Self {
        Self(number.to_bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_is_rounded_as_it_would_be_printed() {
        for (bw, hundredths) in [(0.165, 17), (0.145, 14), (0.125, 12), (-0.001, 0), (-0.25, -25), (3.0, 300)] {
            assert_eq!(Hundredths::of(bw), Hundredths(hundredths), "{bw}");
        }
        assert_eq!(rounded(2.96, 1), 30);
    }
}
