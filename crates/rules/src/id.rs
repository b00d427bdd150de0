//! Which row of a ruleset's tables is meant: of its troop types, classes, families or grades.

/// A troop type of one ruleset: an index into its table, meaningless in another ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TroopId(pub(crate) u8);

/// A class of troops (Aerial, Mounted, Foot): an index into the ruleset's classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub(crate) u8);

impl ClassId {
    /// The position of the class in its ruleset.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A family of troop types: an index into the ruleset's families.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FamilyId(pub(crate) u8);

impl FamilyId {
    /// The position of the family in its ruleset.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A grade of one ruleset: an index into its grades, meaningless in another ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GradeId(pub(crate) u8);

impl GradeId {
    /// The position of the grade in its ruleset.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
