//! Battles that cannot be set up.

use musterfield_battle::commands::{DivisionError, MOST_COMMANDS};
use musterfield_battle::element::MOST;
use musterfield_battle::force::ForceError;
use musterfield_battle::setup::MeetingError;
use musterfield_battle::state::MOST_RIVERS;

use crate::terrain::board;

/// The reason a battle cannot be set up.
#[must_use]
pub fn meeting(error: &MeetingError) -> String {
    match error {
        MeetingError::TwoRulesets(a, b) => format!("the armies are for {a} and {b}; both sides play by the same rules"),
        MeetingError::TwoSizes(a, b) => format!("the armies are of {a} and {b}; both sides play with what was agreed"),
        MeetingError::NoBattle(ruleset, None) => format!("battles are not played by {ruleset} here"),
        MeetingError::NoBattle(ruleset, Some(why)) => format!("battles are not played by {ruleset} here. {why}"),
        MeetingError::OtherLayout(layout, armies) => format!("the layout is for {layout}, the armies for {armies}"),
        MeetingError::Force(player, error) => format!("army {player}: {}", force(error)),
        MeetingError::Empty(player) => format!("army {player} has no elements"),
        MeetingError::Division(error) => division(error),
        MeetingError::OtherTable(table) if table.width > table.depth => format!(
            "a battlefield of {} BW is for Big Battles, and the armies are not divided into commands",
            board(table)
        ),
        MeetingError::OtherTable(table) => format!(
            "a battlefield of {} BW is not for Big Battles, which are fought on tables of double width",
            board(table)
        ),
        MeetingError::TooManyRivers(count) => {
            format!("the battlefield has {count} rivers; a battle has at most {MOST_RIVERS}")
        }
    }
}

/// The reason the commands of an army cannot be used in a battle.
fn division(error: &DivisionError) -> String {
    match error {
        DivisionError::OneIsWhole(player) => {
            format!(
                "army {player} is divided into commands and the other one is not; Big Battles are for two such armies"
            )
        }
        DivisionError::TooMany(player, count) => {
            format!("army {player} has {count} commands; a battle holds at most {MOST_COMMANDS}")
        }
        DivisionError::NoCommand(name) => format!("{name} belongs to no command"),
        DivisionError::NoSuchCommand(name, number, count) => {
            format!("{name} belongs to command {number}, and the army has {count} commands")
        }
        DivisionError::Empty(player, number) => format!("command {number} of army {player} has no elements"),
        DivisionError::NoGeneral(player, number) => format!("command {number} of army {player} has no general"),
        DivisionError::TwoGenerals(one, other) => format!("{one} and {other} are both generals of the same command"),
        DivisionError::Mixed(name, general) => {
            format!("{name} and the general of its command, {general}, are not of the same contingent")
        }
        DivisionError::AlliedCinc(player) => {
            format!("command 1 of army {player} is an allied one; it is that of the commander-in-chief")
        }
    }
}

/// The reason an army cannot be used in a battle.
#[must_use]
pub fn force(error: &ForceError) -> String {
    match error {
        ForceError::UnknownType(code) => format!("there is no troop type `{code}` in the ruleset"),
        ForceError::NeverInArmies(plural) => format!("{plural} are never part of an army"),
        ForceError::TooMany(count) => format!("{count} elements are more than a battle holds: {}", MOST / 2),
        ForceError::NoDepth(code) => format!("no figure scale says how deep a base of {code} is"),
    }
}
