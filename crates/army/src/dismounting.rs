//! Dismounting: the foot as which mounted elements of an army may fight, by its army lists.

use std::borrow::Cow;

use musterfield_rules::TroopId;

use super::catalogue::Catalogue;
use super::draft::{Draft, ElementLine, LineType};
use super::list::{ArmyList, TakenAs};

/// The army lists that let elements of an army dismount.
#[derive(Clone, Debug)]
pub struct Dismounting<'a> {
    draft: &'a Draft,
    /// The army's own list as it applies to it.
    list: Option<Cow<'a, ArmyList>>,
    /// The lists of its allied contingents.
    allies: [Option<&'a ArmyList>; 2],
    /// The commands of these contingents, in the same order.
    allied: Vec<u8>,
}

impl<'a> Dismounting<'a> {
    /// The lists of an army.
    #[must_use]
    pub fn new(draft: &'a Draft, catalogue: &'a Catalogue) -> Self {
        Self {
            draft,
            list: catalogue.list_of(draft),
            allies: [catalogue.ally_of(draft), catalogue.second_ally_of(draft)],
            allied: draft.allied_commands().collect(),
        }
    }

    /// The foot as which the elements of a line may dismount, by the option of the list that they fill (D3H2-TYPE-16,
    /// D3H2-TYPE-17, DBA3-LIST-08).
    #[must_use]
    pub fn foot(&self, line: &ElementLine) -> Option<TroopId> {
        let LineType::Known(troop) = line.line_type else { return None };
        let list = if line.ally {
            let place = self.allied.iter().position(|command| *command == line.command)?;
            self.allies.get(place).copied().flatten()?
        } else {
            self.list.as_deref()?
        };
        let taken = TakenAs::by(self.draft, line);
        let fills = |at: usize| match line.option {
            Some(chosen) => at == chosen,
            None => list.options.get(at).is_some_and(|option| option.takes(list, troop, taken)),
        };
        let options = list.options.iter().enumerate().filter(|(at, option)| option.has(troop) && fills(*at));
        options.map(|(_, option)| option).find_map(|option| option.foot_of(troop))
    }
}
