//! What an order would lead to, in sentences for the player who thinks about it.

use musterfield_battle::outlook::ZonesMet;
use musterfield_battle::refusal::ZoneOf;
use musterfield_battle::{Battle, Foe, Id};
use musterfield_combat::Odds;
use musterfield_geometry::Edge;
use musterfield_rules::combat::Outcome;

use super::play::{element, length};
use crate::combat::outcome::phrase;
use crate::number::counted;
use crate::series::series;

/// The sentence about several orders that may all be given, one after the other.
pub const ALL_LEGAL: &str = "All of them may stand there.";

/// For a move that goes into a river that nobody has tried.
pub const RIVER: &str = "A die decides how deep the river is, and how far the move goes.";

/// Length and price of a move: `1.5 BW for 1 PIP: 2 PIPs are left after it.`
#[must_use]
pub fn price(by: i64, pips: u8, left: u8) -> String {
    format!("{} for {}", length(by), paid(pips, left))
}

/// The price of an order: `6 PIPs: none is left after it.`
#[must_use]
pub fn paid(pips: u8, left: u8) -> String {
    let left = match left {
        0 => "none is left after it".to_owned(),
        1 => "1 PIP is left after it".to_owned(),
        left => format!("{left} PIPs are left after it"),
    };
    format!("{}: {left}.", counted(pips, "PIP", "PIPs"))
}

/// A threat zone, by the name of whatever has it.
#[must_use]
pub fn zone(of: ZoneOf) -> String {
    match of {
        ZoneOf::Element(name) => name.to_string(),
        ZoneOf::Feature(held) => format!("the {held}"),
    }
}

/// The threat zones that a move meets, in a sentence each for those of its end and of its way.
#[must_use]
pub fn zones(met: &ZonesMet) -> Vec<String> {
    let told = |verb: &str, of: &[ZoneOf]| {
        let names: Vec<String> = of.iter().map(|of| zone(*of)).collect();
        (!names.is_empty()).then(|| format!("It {verb} the threat zone of {}.", series(&names, "and")))
    };
    [told("ends in", &met.at_end), told("passes through", &met.crossed)].into_iter().flatten().collect()
}

/// A contact that is no fight yet.
#[must_use]
pub fn touch(battle: &Battle, id: Id, enemy: Id, edge: Edge) -> String {
    let edge = match edge {
        Edge::Front => "front",
        Edge::Left => "left flank",
        Edge::Right => "right flank",
        Edge::Rear => "rear",
    };
    format!("{} touches the {edge} of {}.", element(battle, id), element(battle, enemy))
}

/// The odds of a fight.
#[must_use]
pub fn odds(battle: &Battle, id: Id, foe: Foe, odds: &Odds<'_>) -> String {
    let one = element(battle, id);
    let other = match foe {
        Foe::Element(other) => element(battle, other),
        Foe::Feature(held) => format!("the {held}"),
    };
    let fates = |side: usize| {
        let ways = |outcome: Outcome| odds.ways(outcome).get(side).copied().unwrap_or(0);
        let all = Outcome::ALL.iter().filter(|outcome| **outcome != Outcome::None && ways(**outcome) > 0);
        let told: Vec<String> = all.map(|outcome| format!("{} in {}", phrase(*outcome), ways(*outcome))).collect();
        if told.is_empty() { "stays in all".to_owned() } else { series(&told, "and") }
    };
    format!("{one} fights {other}. Of {} throws, {other} {}; {one} {}.", Odds::THROWS, fates(1), fates(0))
}
