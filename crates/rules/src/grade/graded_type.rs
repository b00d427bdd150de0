//! A type of a ruleset with grades, in all its grades.

use crate::id::{FamilyId, TroopId};
use crate::points::Points;
use crate::ruleset::Ruleset;

/// A type as rules name it where the grade does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedType {
    /// Its code and names.
    pub family: FamilyId,
    /// The type in its default grade.
    pub usual: TroopId,
    /// The type in every grade that exists for it, in the order of the grades.
    pub grades: Vec<TroopId>,
}

impl GradedType {
    /// The prices of its cheapest and dearest elements in AP.
    #[must_use]
    pub fn prices(&self, ruleset: &Ruleset) -> Option<(Points, Points)> {
        let graded = self.grades.iter().filter_map(|id| ruleset.troop(*id).graded.as_ref());
        let printed: Vec<Points> = graded.flat_map(|graded| [graded.regular, graded.irregular]).flatten().collect();
        Some((printed.iter().min().copied()?, printed.iter().max().copied()?))
    }
}

impl Ruleset {
    /// The letter of the grade that other rulesets call Fast, if there is one.
    #[must_use]
    pub fn fast_grade(&self) -> Option<&str> {
        self.grades.iter().find(|grade| grade.fast).map(|grade| &*grade.letter)
    }

    /// The type in its default grade; where there are no grades, the type itself.
    #[must_use]
    pub fn in_usual_grade(&self, id: TroopId) -> TroopId {
        let code = self.troop(id).graded.as_ref().map(|_| self.plain_code(id));
        code.and_then(|code| self.spellings().read(code)).map_or(id, |found| found.troop)
    }

    /// The types of a ruleset with grades, each once; empty where there are no grades.
    #[must_use]
    pub fn graded_types(&self) -> Vec<GradedType> {
        let mut types: Vec<GradedType> = Vec::new();
        for (id, troop) in self.troops() {
            let Some(graded) = &troop.graded else { continue };
            if types.last().is_none_or(|last| last.family != graded.family) {
                types.push(GradedType { family: graded.family, usual: self.in_usual_grade(id), grades: Vec::new() });
            }
            if let (Some(last), true) = (types.last_mut(), graded.is_known()) {
                last.grades.push(id);
            }
        }
        types
    }
}
