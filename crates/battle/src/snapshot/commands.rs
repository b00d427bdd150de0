//! The commands of a divided army, as far as both players know of them.

use musterfield_army::stakes::CommandState;
use musterfield_rules::Points;
use serde::Serialize;

use super::parts::{CampRecord, names};
use crate::element::Player;
use crate::state::Battle;

/// A command of a divided army.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CommandRecord {
    /// Its number, from 1, which is the commander-in-chief's.
    pub number: u8,
    /// The element with its general.
    pub general: String,
    /// Its elements.
    pub elements: Vec<String>,
    /// Whether it is an allied contingent.
    pub allied: bool,
    /// The camp of an allied command, once it is placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camp: Option<CampRecord>,
    /// Its morale: `fights`, `demoralised`, `routed`.
    pub state: &'static str,
    /// The PIPs that it has left in this bound.
    pub pips: u8,
    /// The die that it always gets, 1 for the highest; none before its side first dices, and for an allied command, which
    /// has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    /// Its losses towards being demoralised.
    pub lost: Points,
    /// The loss at which it is demoralised.
    pub demoralised_at: Points,
    /// Its losses towards being routed.
    pub lost_to_rout: Points,
    /// The loss at which it is routed.
    pub routed_at: Points,
}

/// The commands of a side; none if its army is not divided.
pub(super) fn of(battle: &Battle, player: Player) -> Vec<CommandRecord> {
    let Some(division) = battle.division(player) else { return Vec::new() };
    let losses = battle.lost_by_commands(player);
    let each = battle.commands(player).zip(&division.stakes.commands).zip(losses);
    each.map(|(((command, status), stakes), loss)| CommandRecord {
        number: command.number,
        general: battle.profile(command.general).name.to_string(),
        elements: names(battle, battle.troops(command).collect()),
        allied: command.is_allied,
        camp: status.camp.map(CampRecord::of),
        state: match status.state {
            CommandState::Fights => "fights",
            CommandState::Demoralised => "demoralised",
            CommandState::Routed => "routed",
        },
        pips: status.pips,
        die: Some(status.rank).filter(|rank| *rank > 0 && battle.has_disclosed(player)),
        lost: loss.demoralising,
        demoralised_at: stakes.demoralised,
        lost_to_rout: loss.routing,
        routed_at: stakes.routed,
    })
    .collect()
}

/// An order as both players may read it: how the dice are allotted is written down in secret, and disclosed when the
/// player first dices (DBA3-BB-28).
pub(super) fn disclosed(battle: &Battle, order: &str) -> String {
    let is_secret = order.starts_with("allot ") && battle.bound() == 0;
    if is_secret { "allot".to_owned() } else { order.to_owned() }
}
