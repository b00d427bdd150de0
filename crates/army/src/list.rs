//! An army list: the elements that an army of one people may contain.

use std::borrow::Cow;

use musterfield_rules::troop::FastRule;
use musterfield_rules::{Ruleset, TroopId};
use serde::Deserialize;

use super::draft::{Draft, ElementLine};

mod fault;
mod own;
mod read;
mod setting;
pub mod shorthand;

pub use setting::{Age, Place};

pub use fault::{Correction, ListError, ListFault, ShorthandError, ShorthandFault};

/// A published army list, checked.
#[derive(Clone, Debug)]
pub struct ArmyList {
    /// Ruleset and slug: `d3h2/barrow-kings`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// The aggression factor of its armies.
    pub aggression: i64,
    /// The years in which such armies existed, in words; may be empty.
    pub years: String,
    /// The ages in which such armies existed or their story is set; none if it cannot be said.
    pub ages: Vec<Age>,
    /// The parts of the world from which they come.
    pub places: Vec<Place>,
    /// The ids of the home terrains that its armies may have; any if empty.
    pub home_terrains: Vec<String>,
    /// The ids of the lists that may lend allies.
    pub allies: Vec<String>,
    /// The ids of the lists whose armies they fought; each of these names this list too.
    pub enemies: Vec<String>,
    /// The options of which its armies are made.
    pub options: Vec<ListOption>,
    /// The first paragraph of the body.
    pub summary: String,
    /// The rest of the body in Markdown: history, tactics, modelling.
    pub body: String,
}

/// One line of an army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListOption {
    /// The types of its elements.
    pub types: Vec<TroopId>,
    /// Whether they may be mixed.
    pub choice: ListChoice,
    /// The minimum number of elements.
    pub min: i64,
    /// The maximum; no limit if none.
    pub max: Option<i64>,
    /// Whether they are Fast.
    pub fast: ListFast,
    /// Whether they ride to battle.
    pub mounted: ListPermission,
    /// The types that ride, where only some do; all if empty.
    pub mounted_types: Vec<TroopId>,
    /// The mounted of the option that may dismount in play, with the foot they become; each type once.
    pub dismounts: Vec<Dismount>,
    /// Whether they are regular, where types are sold as regular and irregular.
    pub regular: ListRegular,
    /// Whether they are air-mobile.
    pub air_mobile: ListPermission,
    /// Whether the general is among them.
    pub general: ListGeneral,
    /// A name for the elements.
    pub label: String,
    /// Further information about them.
    pub note: String,
    /// Its place in a choice between groups of options; none if every army of the list has it.
    pub branch: Option<Branch>,
}

/// Mounted troops that may dismount in play (DBA3-LIST-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dismount {
    /// The mounted type.
    pub mounted: TroopId,
    /// The foot type that it becomes.
    pub foot: TroopId,
}

/// The place of an option in a choice between groups of options, of which an army has exactly one:
/// `(1x7Hd + 1x4Sp) or 2x4Sp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The choice, from 0. The options of a choice are next to each other.
    pub block: usize,
    /// The group, from 0.
    pub alternative: usize,
}

/// Whether an option of several types may be filled with a mixture of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ListChoice {
    /// Any mixture: DBA's `or`.
    #[default]
    Or,
    /// All elements are of the same type: DBA's `/`.
    AllSame,
}

/// A permission of an option: whether its elements ride as mounted infantry, or are air-mobile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListPermission {
    /// None according to the list. Where no option of the list has a type riding, the players may still agree on it.
    #[default]
    No,
    /// The owner's choice for each.
    May,
    /// All.
    Must,
}

/// Whether elements of an option are regular.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListRegular {
    /// None.
    No,
    /// The owner's choice for each.
    #[default]
    May,
    /// All.
    Must,
}

/// Whether elements of an option are Fast. Types that are always Fast are not affected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListFast {
    /// None.
    #[default]
    No,
    /// The owner's choice for each.
    May,
    /// All.
    Must,
}

/// Whether the general is among the elements of an option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListGeneral {
    /// Never.
    #[default]
    No,
    /// Possibly.
    May,
    /// Every element of the option is the general.
    Must,
}

/// The way an element is taken, as far as a list restricts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakenAs {
    /// Fast, by choice or by type.
    pub fast: bool,
    /// Riding to battle.
    pub riding: bool,
    /// Whether it is the general.
    pub general: bool,
    /// Regular.
    pub regular: bool,
    /// Air-mobile.
    pub flying: bool,
}

impl TakenAs {
    /// The way the elements of a line of an army are taken.
    #[must_use]
    pub fn by(draft: &Draft, line: &ElementLine) -> Self {
        Self {
            fast: draft.is_fast(line),
            riding: line.mounted,
            general: line.general,
            regular: line.regular,
            flying: line.air_mobile,
        }
    }
}

impl ListOption {
    /// Whether the option has the type at all.
    #[must_use]
    pub fn has(&self, troop: TroopId) -> bool {
        self.types.contains(&troop)
    }

    /// Whether the option accepts an element of this type that is Fast or solid.
    #[must_use]
    pub fn takes_fast(&self, ruleset: &Ruleset, troop: TroopId, fast: bool) -> bool {
        match (ruleset.troop(troop).fast.value, self.fast) {
            (FastRule::Always | FastRule::No, _) | (_, ListFast::May) => true,
            (_, ListFast::Must) => fast,
            (_, ListFast::No) => !fast,
        }
    }

    /// Whether an element of this type is Fast by default: where it must be, or usually is (D3H2-FAST-11).
    #[must_use]
    pub fn usually_fast(&self, ruleset: &Ruleset, troop: TroopId) -> bool {
        let rule = ruleset.troop(troop).fast.value;
        match self.fast {
            ListFast::No => false,
            ListFast::May => rule == FastRule::Usual,
            ListFast::Must => rule.is_choice(),
        }
    }

    /// Whether the option accepts an element of this type that rides or does not (D3H2-TYPE-15).
    #[must_use]
    pub fn takes_mounted(&self, list: &ArmyList, troop: TroopId, riding: bool) -> bool {
        match self.rides_of(troop) {
            ListPermission::No => !riding || !list.permits_mounted(troop),
            ListPermission::May => true,
            ListPermission::Must => riding,
        }
    }

    /// Whether the option accepts elements that are regular or irregular.
    #[must_use]
    pub fn takes_regular(&self, regular: bool) -> bool {
        match self.regular {
            ListRegular::No => !regular,
            ListRegular::May => true,
            ListRegular::Must => regular,
        }
    }

    /// Whether the option accepts an element of this type that is air-mobile or not. Where no option allows it for
    /// the type, the players may still agree on it (DBMF-AIR-01).
    #[must_use]
    pub fn takes_air_mobile(&self, list: &ArmyList, troop: TroopId, flying: bool) -> bool {
        match self.air_mobile {
            ListPermission::No => !flying || !list.permits_air_mobile(troop),
            ListPermission::May => true,
            ListPermission::Must => flying,
        }
    }

    /// Whether elements of this type ride.
    #[must_use]
    pub fn rides_of(&self, troop: TroopId) -> ListPermission {
        let may = self.mounted_types.is_empty() || self.mounted_types.contains(&troop);
        if may { self.mounted } else { ListPermission::No }
    }

    /// Whether the option accepts the general, or an element that is not the general.
    #[must_use]
    pub fn takes_general(&self, general: bool) -> bool {
        match self.general {
            ListGeneral::No => !general,
            ListGeneral::May => true,
            ListGeneral::Must => general,
        }
    }

    /// Whether the option accepts an element of this type, taken in this way.
    #[must_use]
    pub fn takes(&self, list: &ArmyList, troop: TroopId, taken: TakenAs) -> bool {
        self.has(troop)
            && self.takes_fast(list.ruleset, troop, taken.fast)
            && self.takes_mounted(list, troop, taken.riding)
            && self.takes_general(taken.general)
            && self.takes_regular(taken.regular)
            && self.takes_air_mobile(list, troop, taken.flying)
    }

    /// Whether its elements must all be of the same type. A single element always is.
    #[must_use]
    pub fn is_of_one_type(&self) -> bool {
        self.choice == ListChoice::AllSame && self.types.len() > 1 && self.max != Some(1)
    }

    /// The foot as which elements of this type may dismount in play.
    #[must_use]
    pub fn foot_of(&self, troop: TroopId) -> Option<TroopId> {
        self.dismounts.iter().find(|dismount| dismount.mounted == troop).map(|dismount| dismount.foot)
    }

    /// Whether an army that takes this alternative of each block has the option.
    #[must_use]
    pub(crate) fn is_taken_with(&self, alternatives: &[usize]) -> bool {
        self.branch.is_none_or(|branch| alternatives.get(branch.block) == Some(&branch.alternative))
    }

    /// The name of the option's elements in a sentence: its label, or their types.
    #[must_use]
    pub fn in_words(&self, ruleset: &Ruleset) -> String {
        self.name().in_words(ruleset)
    }

    /// The name of its elements.
    #[must_use]
    pub fn name(&self) -> OptionName {
        OptionName { label: self.label.clone(), types: self.types.clone() }
    }
}

/// The name of the elements of an option: its label or, if it has none, their types.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OptionName {
    /// The label; may be empty.
    pub label: String,
    /// The types.
    pub types: Vec<TroopId>,
}

impl OptionName {
    /// The name in a sentence.
    #[must_use]
    pub fn in_words(&self, ruleset: &Ruleset) -> String {
        if !self.label.is_empty() {
            return self.label.clone();
        }
        let names: Vec<&str> = self.types.iter().map(|id| ruleset.troop(*id).name_for(2)).collect();
        names.join(" or ")
    }
}

impl ArmyList {
    /// The part of the id after the ruleset: `barrow-kings`.
    #[must_use]
    pub fn slug(&self) -> &str {
        self.id.split_once('/').map_or(&self.id, |(_, slug)| slug)
    }

    /// Whether it is the player's own list, which names no allies and restricts none.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.id.is_empty()
    }

    /// The list as it applies to an army: taken several times for a Big Battle army, with each allied contingent in
    /// place of one (DBA3-BB-01, BB-08, BB-09), and with generals that no entry names; or with room for the elements
    /// that an ally lends in place of others, but not of the general (DBA3-LIST-05).
    #[must_use]
    pub fn fitted<'a>(list: Cow<'a, Self>, draft: &Draft) -> Cow<'a, Self> {
        let Some(size) = draft.ruleset.size(draft.points) else { return list };
        let allied = draft.lines.iter().any(|line| line.ally);
        if size.commands.is_some() {
            let named = [&draft.allies, &draft.second_ally].into_iter().flatten().count();
            let contingents = draft.allied_commands().count().max(named);
            let times = size.times_beside(i64::try_from(contingents).unwrap_or(i64::MAX));
            let mut taken = list.into_owned();
            for option in &mut taken.options {
                option.min = option.min.saturating_mul(times);
                option.max = option.max.map(|max| max.saturating_mul(times));
                option.general = ListGeneral::May;
            }
            return Cow::Owned(taken);
        }
        if !(allied && draft.ruleset.army.allies.as_ref().is_some_and(|allies| allies.exact)) {
            return list;
        }
        let mut taken = list.into_owned();
        for option in taken.options.iter_mut().filter(|option| option.general != ListGeneral::Must) {
            option.min = 0;
        }
        Cow::Owned(taken)
    }

    /// The number of alternatives of each block, in order.
    #[must_use]
    pub fn blocks(&self) -> Vec<usize> {
        blocks(&self.options)
    }

    /// Whether the list has the type at all.
    #[must_use]
    pub fn has(&self, troop: TroopId) -> bool {
        self.options.iter().any(|option| option.has(troop))
    }

    /// Whether some option accepts an element of this type, taken in this way.
    #[must_use]
    pub fn takes(&self, troop: TroopId, taken: TakenAs) -> bool {
        self.options.iter().any(|option| option.takes(self, troop, taken))
    }

    /// The way in which the list has elements of this type that is closest to how they are taken: with the fewest
    /// differences, changing Fast first and the general last. Unchanged if the list accepts them as they are; none if
    /// it does not have the type.
    #[must_use]
    pub fn nearest(&self, troop: TroopId, taken: TakenAs) -> Option<TakenAs> {
        let flipped = |bits: u8| TakenAs {
            fast: taken.fast ^ (bits & 1 != 0),
            riding: taken.riding ^ (bits & 2 != 0),
            general: taken.general ^ (bits & 4 != 0),
            regular: taken.regular ^ (bits & 8 != 0),
            flying: taken.flying ^ (bits & 16 != 0),
        };
        // Properties that only rulesets with grades have are varied only there.
        let turns: u8 = if self.ruleset.grades.is_empty() { 8 } else { 32 };
        let mut ways: Vec<u8> = (0..turns).collect();
        ways.sort_by_key(|bits| bits.count_ones());
        ways.into_iter().map(flipped).find(|way| self.takes(troop, *way))
    }

    /// The foot type as which mounted of this type may dismount.
    #[must_use]
    pub fn dismounts(&self, troop: TroopId) -> Option<TroopId> {
        self.options.iter().filter(|option| option.has(troop)).find_map(|option| option.foot_of(troop))
    }

    /// Whether elements of this type are air-mobile in some option.
    #[must_use]
    pub fn permits_air_mobile(&self, troop: TroopId) -> bool {
        self.options.iter().any(|option| option.has(troop) && option.air_mobile != ListPermission::No)
    }

    /// Whether elements of this type ride in some option, so that no permission is needed (D3H2-TYPE-15).
    #[must_use]
    pub fn permits_mounted(&self, troop: TroopId) -> bool {
        self.options.iter().any(|option| option.has(troop) && option.rides_of(troop) != ListPermission::No)
    }
}

/// The number of alternatives of each block of options, in order.
pub(crate) fn blocks(options: &[ListOption]) -> Vec<usize> {
    let mut blocks = Vec::new();
    for branch in options.iter().filter_map(|option| option.branch) {
        if blocks.len() <= branch.block {
            blocks.resize(branch.block + 1, 0);
        }
        if let Some(alternatives) = blocks.get_mut(branch.block) {
            *alternatives = (branch.alternative + 1).max(*alternatives);
        }
    }
    blocks
}

/// The smallest and the largest number of elements that the options of a list make.
#[must_use]
pub fn elements_of(options: &[ListOption]) -> (i64, i64) {
    let sum = |numbers: &mut dyn Iterator<Item = i64>| numbers.fold(0, i64::saturating_add);
    let always = |option: &&ListOption| option.branch.is_none();
    let mut least = sum(&mut options.iter().filter(always).map(|option| option.min));
    let mut most = sum(&mut options.iter().filter(always).map(|option| option.max.unwrap_or(i64::MAX)));
    for (block, alternatives) in blocks(options).into_iter().enumerate() {
        let of = |alternative| {
            let branch = Some(Branch { block, alternative });
            options.iter().filter(move |option| option.branch == branch)
        };
        let minima = (0..alternatives).map(|at| sum(&mut of(at).map(|option| option.min)));
        let maxima = (0..alternatives).map(|at| sum(&mut of(at).map(|option| option.max.unwrap_or(i64::MAX))));
        least = least.saturating_add(minima.min().unwrap_or(0));
        most = most.saturating_add(maxima.max().unwrap_or(0));
    }
    (least, most)
}
