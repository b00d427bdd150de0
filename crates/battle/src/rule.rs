//! The rules that this crate implements in code, named so that their uses can be counted.

use std::fmt;

/// The rules implemented in code whose uses are counted, in order. Rules of the combat tables are counted separately.
pub const COUNTED: &[&str] = &[
    "D3H2-BUA-15",
    "D3H2-CAMP-06",
    "D3H2-CONT-04",
    "D3H2-CONT-16",
    "D3H2-DEST-01",
    "D3H2-DEST-02",
    "D3H2-DEST-03",
    "D3H2-ENS-01",
    "D3H2-ENS-03",
    "D3H2-FEAT-18",
    "D3H2-FLEE-01",
    "D3H2-FLEE-02",
    "D3H2-FLEE-03",
    "D3H2-FLEE-04",
    "D3H2-FLEE-05",
    "D3H2-FLEE-06",
    "D3H2-FLEE-09",
    "D3H2-FLEE-10",
    "D3H2-MAGIC-04",
    "D3H2-MOVE-32",
    "D3H2-OUT-05",
    "D3H2-PIP-01",
    "D3H2-PIP-03",
    "D3H2-PIP-04",
    "D3H2-PIP-05",
    "D3H2-PIP-06",
    "D3H2-PIP-07",
    "D3H2-PIP-08",
    "D3H2-PURS-01",
    "D3H2-PURS-02",
    "D3H2-PURS-03",
    "D3H2-PURS-06",
    "D3H2-PURS-08",
    "D3H2-RECOIL-01",
    "D3H2-RECOIL-03",
    "D3H2-RECOIL-04",
    "D3H2-RECOIL-05",
    "D3H2-RECOIL-10",
    "D3H2-RECOIL-12",
    "D3H2-RECOIL-14",
    "D3H2-RECOIL-15",
    "D3H2-RECOIL-16",
    "D3H2-SHOOT-27",
    "D3H2-SUMM-09",
    "D3H2-SUMM-21",
    "D3H2-SUMM-22",
    "D3H2-SUMM-34",
    "D3H2-SUMM-35",
    "D3H2-TYPE-16",
    "D3H2-WIN-01",
];

/// A rule of the inventory that is implemented in code rather than as a row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(&'static str);

impl Rule {
    /// The rule with this id.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self(id)
    }

    /// Its id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
