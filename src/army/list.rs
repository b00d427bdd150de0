//! An army list: what an army of that name may contain.

use std::borrow::Cow;
use std::fmt;

use super::checks::commands::allied_commands;
use super::draft::{Draft, Line};
use crate::rules::troop::FastRule;
use crate::rules::{Ruleset, TroopId};
use serde::Deserialize;

pub mod notation;
mod read;

use notation::NotationError;

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
    /// When there were such armies, in words; may be empty.
    pub years: String,
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Which of the types ride, where only some do; all if empty.
    pub riders: Vec<TroopId>,
    /// The foot as which the mounted of the option may dismount in play.
    pub dismounts: Option<TroopId>,
    /// Whether they are regular, where types are sold regular and irregular.
    pub regular: ListRegular,
    /// Whether they are air-mobile.
    pub flies: ListRides,
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

/// Whether elements of an option are regular.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListRegular {
    /// None.
    No,
    /// Each as the owner likes.
    #[default]
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
    /// Regular.
    pub regular: bool,
    /// Air-mobile.
    pub flying: bool,
}

impl Taken {
    /// As a line of an army has its elements.
    #[must_use]
    pub fn by(draft: &Draft, line: &Line) -> Self {
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
        match self.rides_of(troop) {
            ListRides::No => !riding || !list.permits_riding(troop),
            ListRides::May => true,
            ListRides::Must => riding,
        }
    }

    /// Whether the option takes elements that are or are not regular.
    #[must_use]
    pub fn takes_regular(&self, regular: bool) -> bool {
        match self.regular {
            ListRegular::No => !regular,
            ListRegular::May => true,
            ListRegular::Must => regular,
        }
    }

    /// Whether the option takes an element of this type that is or is not air-mobile. Where no option lets the type be, the
    /// players may still agree on it (DBMF-AIR-01).
    #[must_use]
    pub fn takes_flying(&self, list: &ArmyList, troop: TroopId, flying: bool) -> bool {
        match self.flies {
            ListRides::No => !flying || !list.permits_flying(troop),
            ListRides::May => true,
            ListRides::Must => flying,
        }
    }

    /// Whether elements of this type ride.
    #[must_use]
    pub fn rides_of(&self, troop: TroopId) -> ListRides {
        let may = self.riders.is_empty() || self.riders.contains(&troop);
        if may { self.rides } else { ListRides::No }
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
            && self.takes_regular(taken.regular)
            && self.takes_flying(list, troop, taken.flying)
    }

    /// The option as an entry in short hand, as far as that has words for it: `2x3Kn or Cv (Gen)`.
    fn short_hand(&self, ruleset: &Ruleset) -> String {
        let count = match self.max {
            Some(max) if max != self.min => format!("{}-{max}", self.min),
            _ => self.min.to_string(),
        };
        let prefix = ruleset.army.mounted_infantry.as_ref().map_or("", |riding| &*riding.prefix);
        let mut words = Vec::new();
        for id in &self.types {
            let code = &ruleset.troop(*id).code;
            let rides = self.rides_of(*id);
            if rides != ListRides::Must {
                words.push(code.to_string());
            }
            if rides != ListRides::No {
                words.push(format!("{prefix}-{code}"));
            }
        }
        let joint = if self.choice == ListChoice::AllSame { "/" } else { " or " };
        let foot = self.dismounts.map(|id| format!("//{}", ruleset.troop(id).code)).unwrap_or_default();
        let general = if self.general == ListGeneral::No { "" } else { " (Gen)" };
        let note = if self.note.is_empty() { String::new() } else { format!(" {}", self.note) };
        format!("{count}x{}{foot}{general}{note}", words.join(joint))
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

    /// A list of a player's own, in short hand.
    ///
    /// # Errors
    /// The word at which reading stopped.
    pub fn own(ruleset: &'static Ruleset, text: &str) -> Result<Self, NotationError> {
        let notation = notation::read(ruleset, text)?;
        let usual = ruleset.army.aggression.as_ref().map_or(0, |range| range.usual);
        Ok(Self {
            id: String::new(),
            name: if notation.heading.is_empty() { "your own list".to_owned() } else { notation.heading },
            ruleset,
            aggression: notation.aggression.unwrap_or(usual),
            years: String::new(),
            home_terrains: notation.home_terrains,
            allies: Vec::new(),
            options: notation.options,
            summary: String::new(),
            body: notation.notes.join("\n"),
        })
    }

    /// The options in short hand, as [`notation`] reads them back; none where it has no words for something in them.
    #[must_use]
    pub fn short_hand(&self) -> Option<String> {
        let entries: Vec<String> = self.options.iter().map(|option| option.short_hand(self.ruleset)).collect();
        let text = entries.join(", ");
        notation::read(self.ruleset, &text).is_ok_and(|read| read.options == self.options).then_some(text)
    }

    /// Whether it is a player's own, which names no allies and keeps nobody from any.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.id.is_empty()
    }

    /// The list as it holds for an army: taken several times for a great army, each allied contingent in the place of one
    /// (DBA3-BB-01, BB-08, BB-09), with generals whom no entry names; or with room for the elements that an ally lends in
    /// the place of others, but not of the general (DBA3-LIST-05).
    #[must_use]
    pub fn fitted<'a>(list: Cow<'a, Self>, draft: &Draft) -> Cow<'a, Self> {
        let Some(size) = draft.ruleset.size(draft.points) else { return list };
        let allied = draft.lines.iter().any(|line| line.ally);
        if size.commands.is_some() {
            let named = [&draft.allies, &draft.second_ally].into_iter().flatten().count();
            let contingents = allied_commands(draft).count().max(named);
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
            regular: taken.regular ^ (bits & 8 != 0),
            flying: taken.flying ^ (bits & 16 != 0),
        };
        // What only rulesets with grades know is turned where it may be.
        let turns: u8 = if self.ruleset.grades.is_empty() { 8 } else { 32 };
        let mut ways: Vec<u8> = (0..turns).collect();
        ways.sort_by_key(|bits| bits.count_ones());
        ways.into_iter().map(flipped).find(|way| self.takes(troop, *way))
    }

    /// The foot as which mounted of this type may dismount.
    #[must_use]
    pub fn dismounts(&self, troop: TroopId) -> Option<TroopId> {
        self.options.iter().filter(|option| option.has(troop)).find_map(|option| option.dismounts)
    }

    /// Whether elements of this type are air-mobile in some option.
    #[must_use]
    pub fn permits_flying(&self, troop: TroopId) -> bool {
        self.options.iter().any(|option| option.has(troop) && option.flies != ListRides::No)
    }

    /// Whether elements of this type ride in some option, so that nobody has to be asked (D3H2-TYPE-15).
    #[must_use]
    pub fn permits_riding(&self, troop: TroopId) -> bool {
        self.options.iter().any(|option| option.has(troop) && option.rides_of(troop) != ListRides::No)
    }
}
