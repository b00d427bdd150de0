//! An army list: what an army of that name may contain.

use std::fmt;

use super::draft::{Draft, Line};
use crate::rules::troop::FastRule;
use crate::rules::{Ruleset, TroopId};
use serde::Deserialize;

mod read;

/// A published army list, checked.
#[derive(Clone, Debug)]
pub struct ArmyList {
    /// Ruleset and slug: `d3h2/barrow-kings`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The rules it is for.
    pub ruleset: &'static Ruleset,
    /// The aggression factor of its armies.
    pub aggression: i64,
    /// Ids of the home terrains its armies may have; any if empty.
    pub home_terrains: Vec<String>,
    /// Ids of the lists that may lend allies.
    pub allies: Vec<String>,
    /// What its armies are made of.
    pub options: Vec<ListOption>,
    /// The first paragraph of the body.
    pub summary: String,
    /// The rest of the body in Markdown: history, tactics, modelling.
    pub body: String,
}

/// One line of an army list.
#[derive(Clone, Debug)]
pub struct ListOption {
    /// The types of its elements.
    pub types: Vec<TroopId>,
    /// Whether they may be mixed.
    pub choice: ListChoice,
    /// At least so many elements.
    pub min: i64,
    /// At most so many; no limit if none.
    pub max: Option<i64>,
    /// Whether they are Fast.
    pub fast: ListFast,
    /// Whether they ride to battle.
    pub rides: ListRides,
    /// Whether the general is among them.
    pub general: ListGeneral,
    /// Who they are.
    pub label: String,
    /// More about them.
    pub note: String,
}

/// Whether an option of several types may be filled with a mixture of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ListChoice {
    /// Any mixture: DBA's `or`.
    #[default]
    Or,
    /// All elements are of the same one type: DBA's `/`.
    AllSame,
}

/// Whether elements of an option ride as mounted infantry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListRides {
    /// None by the list. Where no option of the list has a type riding, the players may still agree on it.
    #[default]
    No,
    /// Each as the owner likes.
    May,
    /// All.
    Must,
}

/// Whether elements of an option are Fast. Types that always are, are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListFast {
    /// None.
    #[default]
    No,
    /// Each as the owner likes.
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
    /// Perhaps.
    May,
    /// Every element of the option is the general.
    Must,
}

/// How an element is taken, as far as a list has a say in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Fast, by choice or by type.
    pub fast: bool,
    /// Riding to battle.
    pub riding: bool,
    /// As the general.
    pub general: bool,
}

impl Taken {
    /// As a line of an army has its elements.
    #[must_use]
    pub fn by(draft: &Draft, line: &Line) -> Self {
        Self { fast: draft.is_fast(line), riding: line.mounted, general: line.general }
    }
}

impl ListOption {
    /// Whether the option has the type at all.
    #[must_use]
    pub fn has(&self, troop: TroopId) -> bool {
        self.types.contains(&troop)
    }

    /// Whether the option takes an element of this type that is or is not Fast.
    #[must_use]
    pub fn takes_fast(&self, ruleset: &Ruleset, troop: TroopId, fast: bool) -> bool {
        match (ruleset.troop(troop).fast.is, self.fast) {
            (FastRule::Always | FastRule::No, _) | (_, ListFast::May) => true,
            (_, ListFast::Must) => fast,
            (_, ListFast::No) => !fast,
        }
    }

    /// Whether an element of this type, added without a word about it, is Fast: where it must be, or usually is
    /// (D3H2-FAST-11).
    #[must_use]
    pub fn usually_fast(&self, ruleset: &Ruleset, troop: TroopId) -> bool {
        let rule = ruleset.troop(troop).fast.is;
        match self.fast {
            ListFast::No => false,
            ListFast::May => rule == FastRule::Usual,
            ListFast::Must => rule.is_choice(),
        }
    }

    /// Whether the option takes an element of this type that does or does not ride (D3H2-TYPE-15).
    #[must_use]
    pub fn takes_riding(&self, list: &ArmyList, troop: TroopId, riding: bool) -> bool {
        match self.rides {
            ListRides::No => !riding || !list.permits_riding(troop),
            ListRides::May => true,
            ListRides::Must => riding,
        }
    }

    /// Whether the option takes the general, or an element that is not.
    #[must_use]
    pub fn takes_general(&self, general: bool) -> bool {
        match self.general {
            ListGeneral::No => !general,
            ListGeneral::May => true,
            ListGeneral::Must => general,
        }
    }

    /// Whether the option takes an element of this type, taken so.
    #[must_use]
    pub fn takes(&self, list: &ArmyList, troop: TroopId, taken: Taken) -> bool {
        self.has(troop)
            && self.takes_fast(list.ruleset, troop, taken.fast)
            && self.takes_riding(list, troop, taken.riding)
            && self.takes_general(taken.general)
    }

    /// How elements of the option are called in a sentence: by its label, or by their types.
    #[must_use]
    pub fn called(&self, ruleset: &Ruleset) -> String {
        if !self.label.is_empty() {
            return self.label.clone();
        }
        let names: Vec<&str> = self.types.iter().map(|id| ruleset.troop(*id).called(2)).collect();
        names.join(" or ")
    }
}

/// One mistake in an army list's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The file, or the id of the list.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl ArmyList {
    /// The part of the id after the ruleset: `barrow-kings`.
    #[must_use]
    pub fn slug(&self) -> &str {
        self.id.split_once('/').map_or(&self.id, |(_, slug)| slug)
    }

    /// Whether the list has the type at all.
    #[must_use]
    pub fn has(&self, troop: TroopId) -> bool {
        self.options.iter().any(|option| option.has(troop))
    }

    /// Whether some option takes an element of this type, taken so.
    #[must_use]
    pub fn takes(&self, troop: TroopId, taken: Taken) -> bool {
        self.options.iter().any(|option| option.takes(self, troop, taken))
    }

    /// How the list has elements of this type that is closest to how they are taken: fewest differences, Fast first,
    /// who leads last. The same if the list takes them as they are; none if it does not have the type.
    #[must_use]
    pub fn nearest(&self, troop: TroopId, taken: Taken) -> Option<Taken> {
        let flipped = |bits: u8| Taken {
            fast: taken.fast ^ (bits & 1 != 0),
            riding: taken.riding ^ (bits & 2 != 0),
            general: taken.general ^ (bits & 4 != 0),
        };
        let mut ways: Vec<u8> = (0..8).collect();
        ways.sort_by_key(|bits| bits.count_ones());
        ways.into_iter().map(flipped).find(|way| self.takes(troop, *way))
    }

    /// Whether elements of this type ride in some option, so that nobody has to be asked (D3H2-TYPE-15).
    #[must_use]
    pub fn permits_riding(&self, troop: TroopId) -> bool {
        self.options.iter().any(|option| option.has(troop) && option.rides != ListRides::No)
    }
}
