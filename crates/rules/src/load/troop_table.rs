//! The troop types of a ruleset while the rest of it is still being read.

use std::ops::Range;

use super::data_file::DataFile;
use crate::ruleset::Family;
use crate::spelling::Spellings;
use crate::troop::{Troop, TroopId};

/// The troop types while the rest of the ruleset is still being read.
pub(super) struct TroopTable {
    /// The types that are kept, in order.
    pub(super) troops: Vec<Troop>,
    pub(super) spellings: Spellings,
    pub(super) left_out: Spellings,
    /// Codes of types of the extended ruleset that are not kept: known, but not in this ruleset.
    pub(super) dropped: Vec<String>,
    /// The families of types.
    pub(super) families: Vec<Family>,
}

impl TroopTable {
    /// The type with this code; reported if there is none. A type that is not kept is not a mistake and gives none.
    pub(super) fn find(&self, source: &mut DataFile<'_>, code: &str, span: &Range<usize>) -> Option<TroopId> {
        let found = self.troops.iter().position(|troop| &*troop.code == code).and_then(|at| u8::try_from(at).ok());
        if found.is_none() && !self.dropped.iter().any(|dropped| dropped == code) {
            source.report(span, format!("there is no troop type `{code}`"));
        }
        found.map(TroopId)
    }

    pub(super) fn get_mut(&mut self, id: TroopId) -> Option<&mut Troop> {
        self.troops.get_mut(usize::from(id.0))
    }

    /// Makes every type unable to ride as mounted infantry.
    pub(super) fn remove_mounted_infantry(&mut self) {
        for troop in &mut self.troops {
            troop.rides = None;
        }
    }

    pub(super) fn finish(mut self, prefix: Option<&str>) -> (Vec<Troop>, Vec<Family>, Spellings, Spellings) {
        if let Some(prefix) = prefix {
            self.spellings.set_prefix(prefix);
            self.left_out.set_prefix(prefix);
        }
        (self.troops, self.families, self.spellings, self.left_out)
    }
}
