//! The colours of a sheet: what a part is about, so that a reader finds it by its colour.

use std::collections::BTreeMap;

use serde::Serialize;

/// What a part of a sheet is about. On screen and in print its heading has the colour of this; all of them are dark
/// enough to be read in black and white, and none is the only mark of anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The course of a turn, its PIPs, and what is summoned for them.
    Turn,
    /// Moves and contact.
    Moving,
    /// Shooting and magic.
    Shooting,
    /// Close combat: factors and support.
    Fighting,
    /// Outcomes, and the moves that follow from them.
    Outcomes,
    /// Terrain, deployment, Cities and Camps.
    Field,
    /// Types, lists and bases.
    Army,
    /// Losses and victory.
    Losses,
}

impl Theme {
    /// The theme of the rules of a section, such as `PIP`; `None` for sections that are about everything, such
    /// as Big Battles.
    fn of_section(section: &str) -> Option<Self> {
        Some(match section {
            "SEQ" | "PIP" | "CMD" | "SUMM" => Self::Turn,
            "MOVE" | "MARCH" | "CONT" | "PASS" | "TZ" | "RIVER" | "AIR" | "DISM" => Self::Moving,
            "SHOOT" | "MAGIC" | "VIS" => Self::Shooting,
            "TACT" | "SUPP" | "CC" | "CF" | "GRADF" => Self::Fighting,
            "OUT" | "RECOIL" | "FLEE" | "PURS" | "DEST" => Self::Outcomes,
            "TERR" | "FEAT" | "TABLE" | "DEPL" | "LAND" | "CITY" | "BUA" | "CAMP" | "FORT" | "STRAT" | "WEATHER" => {
                Self::Field
            }
            "TYPE" | "LIST" | "BASE" | "GRADE" | "COST" | "SPON" | "ENS" | "ABBR" => Self::Army,
            "WIN" | "ME" => Self::Losses,
            _ => return None,
        })
    }

    /// The theme of most of these rules, by their ids; of several with as many, the first in this list.
    pub(super) fn of_most<'r>(rules: impl Iterator<Item = &'r str>) -> Option<Self> {
        let sections = rules.filter_map(|rule| rule.split('-').rev().nth(1));
        let mut counts: BTreeMap<Self, usize> = BTreeMap::new();
        for theme in sections.filter_map(Self::of_section) {
            *counts.entry(theme).or_default() += 1;
        }
        counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(theme, _)| theme)
    }

    /// Its name in style sheets: `moving`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Moving => "moving",
            Self::Shooting => "shooting",
            Self::Fighting => "fighting",
            Self::Outcomes => "outcomes",
            Self::Field => "field",
            Self::Army => "army",
            Self::Losses => "losses",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theme_is_that_of_most_rules() {
        for (rules, theme) in [
            (&["DBA3-PIP-01", "DBA3-FEAT-45", "DBA3-PIP-02"][..], Some(Theme::Turn)),
            (&["DBA3-BB-01"], None),
            (&["DBMF-ME-01", "DBMF-OUT-02"], Some(Theme::Outcomes)),
            (&["HOTT25-MAGIC-03"], Some(Theme::Shooting)),
        ] {
            assert_eq!(Theme::of_most(rules.iter().copied()), theme, "{rules:?}");
        }
    }
}
