//! The data that all checks of one draft share.

use std::borrow::Cow;

use musterfield_rules::TroopId;
use musterfield_rules::ruleset::{Commands, SizeUnit};
use musterfield_rules::troop::Troop;

use super::budget::budget_fault;
use super::catalogue::Catalogue;
use super::draft::{Draft, ElementLine, LineType};
use super::list::ArmyList;
use super::totals::ArmyTotals;

/// Shared data of all checks of one draft.
pub(super) struct Context<'a> {
    pub draft: &'a Draft,
    pub catalogue: &'a Catalogue,
    /// The army list it is picked from, unmodified, if it names a known one.
    pub source: Option<Cow<'a, ArmyList>>,
    /// That list as it applies to an army of this size with these allies.
    pub list: Option<&'a ArmyList>,
    /// The commands of an army of this size, if it is divided into commands.
    pub commands: Option<&'a Commands>,
    /// Its totals.
    pub figures: ArmyTotals,
    pub proposals: Proposals,
}

/// The range of fixes that the checks look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proposals {
    /// Only fixes that follow from the problem itself.
    Near,
    /// Also fixes that take some searching.
    Far,
}

impl<'a> Context<'a> {
    /// Lines of known types with their position, id and type.
    pub(super) fn known(&self) -> impl Iterator<Item = (usize, &'a ElementLine, TroopId, &'static Troop)> {
        let draft = self.draft;
        draft.lines.iter().enumerate().filter_map(move |(at, line)| {
            let LineType::Known(id) = line.line_type else { return None };
            Some((at, line, id, draft.ruleset.troop(id)))
        })
    }

    /// The list of the ally whose contingent forms the command.
    pub(super) fn ally_of_command(&self, command: u8) -> Option<&'a ArmyList> {
        let place = self.draft.allied_commands().position(|allied| allied == command)?;
        if place == 0 { self.catalogue.ally_of(self.draft) } else { self.catalogue.second_ally_of(self.draft) }
    }

    /// Whether the agreed AP make sense, so that spending can be compared with them.
    pub(super) fn has_budget(&self) -> bool {
        let Draft { ruleset, points, .. } = self.draft;
        match ruleset.counts() {
            SizeUnit::Elements => ruleset.size(*points).is_some(),
            SizeUnit::Points => budget_fault(ruleset, *points).is_none(),
        }
    }
}
