//! The choices in the form for a table.

use std::collections::BTreeSet;

use musterfield_geometry::point::bw;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_rules::{Book, TerrainRules};
use musterfield_sheets::map::name_in_words;
use musterfield_terrain::generate::{Preference, QuarterSpot, sizes};
use musterfield_terrain::{Board, Quarter};

use super::address::{TableAddress, WishLine, board_of, board_text, boards, size_text, wish_text, wished};
use super::words::quarter_words;
use crate::web::choice::Choice;

/// The options, with the input if it is none of them, so that it comes back.
pub(super) fn with_typed(mut choices: Vec<Choice>, typed: &str) -> Vec<Choice> {
    if !typed.is_empty() && !choices.iter().any(|choice| choice.chosen) {
        choices.push(Choice::new(typed.to_owned(), typed.to_owned(), true));
    }
    choices
}

/// The options with a feature, by its name where it has one.
fn with_feature(rules: &TerrainRules, choices: Vec<Choice>, typed: &str) -> Vec<Choice> {
    let mut choices = with_typed(choices, typed);
    if let (Some(last), Some((_, kind, bua))) = (choices.last_mut().filter(|last| last.name == typed), wished(typed)) {
        last.name = name_in_words(rules, kind, bua).into();
    }
    choices
}

/// All choices of the form for a table.
#[derive(Debug)]
pub(super) struct Choices {
    pub rulesets: Vec<Choice>,
    pub homes: Vec<Choice>,
    pub boards: Vec<Choice>,
    pub preferences: Vec<Choice>,
    /// The label of the numbers below.
    pub number_of: &'static str,
    /// Numbers of optional features.
    pub optional: Vec<Choice>,
    /// The name of the die chart, if the rules have one.
    pub chart: Option<String>,
    pub by_chart: bool,
    /// The codes of the game; empty if it has none.
    pub codes: String,
    pub wishes: Vec<WishChoices>,
}

/// The greatest number of features that the form offers where the rules print no limit.
const MOST_OFFERED: u8 = 20;

/// The choices of a line for a wanted feature.
#[derive(Debug)]
pub(super) struct WishChoices {
    pub number: usize,
    pub compulsory: Vec<Choice>,
    pub optional: Vec<Choice>,
    pub sizes: Vec<Choice>,
    pub quarters: Vec<Choice>,
    pub spots: Vec<Choice>,
}

impl Choices {
    /// The choices, always including the input; for an unknown ruleset or home terrain the other choices are those of
    /// the default one.
    pub(super) fn new(book: &'static Book, typed: &TableAddress) -> Option<Self> {
        let rules = book.terrain(&typed.ruleset).or(book.terrains().next())?;
        let home = rules.home_terrain(&typed.home).or(rules.homes.first())?;
        let board = board_of(&typed.board);
        let table = board.and_then(|board| rules.table(board.width, board.depth)).or(rules.tables.first())?;
        let (least, most) = table.optional;
        let mut offered_sizes: BTreeSet<(i64, i64)> = BTreeSet::new();
        let mut wishable = [Vec::new(), Vec::new()];
        let compulsory: BTreeSet<Kind> = home.compulsory.iter().map(|choice| choice.kind).collect();
        for (list, kinds, is_compulsory) in
            [(0, compulsory.into_iter().collect::<Vec<_>>(), true), (1, home.optional.clone(), false)]
        {
            for kind in kinds {
                let named = named(rules, kind);
                offered_sizes.extend(named.iter().filter_map(|(_, bua)| rules.size(kind, *bua)).flat_map(sizes));
                let offered = named.into_iter().map(|(name, bua)| (wish_text(is_compulsory, kind, bua), name));
                if let Some(wishable) = wishable.get_mut(list) {
                    wishable.extend(offered);
                }
            }
        }
        let [compulsory, optional] = wishable;
        let offer = |from: &[(String, String)], chosen: &str| {
            from.iter().map(|(value, name)| Choice::among(value.clone(), name.clone(), chosen)).collect()
        };
        let wish = |(at, line): (usize, &WishLine)| {
            let compulsory: Vec<Choice> = offer(&compulsory, &line.feature);
            let optional = offer(&optional, &line.feature);
            let taken = compulsory.iter().any(|choice| choice.chosen);
            let sizes = offered_sizes
                .iter()
                .map(|size| Choice::among(size_text(*size), format!("{} × {} BW", bw(size.0), bw(size.1)), &line.size));
            let quarters = Quarter::ALL
                .iter()
                .map(|quarter| Choice::among(quarter.number().to_string(), quarter_words(*quarter), &line.quarter));
            let spots = QuarterSpot::ALL
                .iter()
                .filter(|spot| **spot != QuarterSpot::Anywhere)
                .map(|spot| Choice::among(spot.as_str(), spot_words(*spot), &line.spot));
            WishChoices {
                number: at + 1,
                optional: if taken { optional } else { with_feature(rules, optional, &line.feature) },
                compulsory,
                sizes: with_typed(sizes.collect(), &line.size),
                quarters: with_typed(quarters.collect(), &line.quarter),
                spots: with_typed(spots.collect(), &line.spot),
            }
        };
        Some(Self {
            rulesets: rulesets(book, &typed.ruleset),
            homes: with_typed(homes(rules, &typed.home), &typed.home),
            boards: board_choices(rules, &typed.board),
            preferences: preferences(&typed.prefer),
            number_of: if home.compulsory.is_empty() { "Number of features" } else { "Number of optional features" },
            optional: with_typed(
                (least..=most.min(MOST_OFFERED))
                    .map(|number| Choice::among(number.to_string(), number.to_string(), &typed.optional))
                    .collect(),
                &typed.optional,
            ),
            chart: rules.chart.as_ref().map(|chart| chart.name.to_string()),
            codes: rules.codes().map(|(code, ..)| &*code.value).collect::<Vec<_>>().join(", "),
            by_chart: typed.method == super::address::CHART,
            wishes: typed.wishes.iter().enumerate().map(wish).collect(),
        })
    }
}

/// A kind of feature, or each kind of BUA.
fn named(rules: &TerrainRules, kind: Kind) -> Vec<(String, Option<Bua>)> {
    let name = name_in_words(rules, kind, None);
    if kind != Kind::Bua {
        return vec![(name, None)];
    }
    let buas = rules.buas().iter().map(|bua| (name_in_words(rules, kind, Some(bua.bua)), Some(bua.bua)));
    std::iter::once((format!("{name}, any"), None)).chain(buas).collect()
}

/// The rulesets with battlefields.
pub(super) fn rulesets(book: &Book, chosen: &str) -> Vec<Choice> {
    let known = book.terrains().map(|rules| Choice::among(rules.ruleset.to_string(), rules.name.to_string(), chosen));
    with_typed(known.collect(), chosen)
}

/// The home terrains of a ruleset.
pub(super) fn homes(rules: &TerrainRules, chosen: &str) -> Vec<Choice> {
    rules.homes.iter().map(|home| Choice::among(home.id.to_string(), home.name.to_string(), chosen)).collect()
}

/// The boards of a ruleset, and the typed one if it is another that the rules allow.
pub(super) fn board_choices(rules: &TerrainRules, chosen: &str) -> Vec<Choice> {
    let mut offered: Vec<Board> = boards(rules).collect();
    if let Some(typed) = board_of(chosen)
        && rules.table(typed.width, typed.depth).is_some()
        && !offered.contains(&typed)
    {
        offered.push(typed);
    }
    let typed = board_of(chosen).map_or_else(|| chosen.to_owned(), board_text);
    let named = |board: Board| format!("{} × {} BW", bw(board.width), bw(board.depth));
    let known = offered.into_iter().map(|board| Choice::among(board_text(board), named(board), &typed));
    with_typed(known.collect(), &typed)
}

/// The defender's preferences.
pub(super) fn preferences(chosen: &str) -> Vec<Choice> {
    let chosen = if chosen.is_empty() { Preference::None.as_str() } else { chosen };
    let known = Preference::ALL.iter().map(|one| Choice::among(one.as_str(), preference_words(*one), chosen));
    with_typed(known.collect(), chosen)
}

const fn preference_words(preference: Preference) -> &'static str {
    match preference {
        Preference::None => "none",
        Preference::Open => "open: few small features, in the corners",
        Preference::Close => "close: many large features, in the middle",
        Preference::Balanced => "balanced: spread over the quarters",
        Preference::Cover => "cover: more on the near side",
    }
}

const fn spot_words(spot: QuarterSpot) -> &'static str {
    match spot {
        QuarterSpot::Anywhere => "anywhere",
        QuarterSpot::Inner => "towards the centre",
        QuarterSpot::Middle => "in the middle of the quarter",
        QuarterSpot::Outer => "towards the corner",
        QuarterSpot::Side => "towards the left or right edge",
        QuarterSpot::End => "towards the near or far edge",
    }
}
