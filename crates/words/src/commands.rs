//! The commands of divided armies in words.

use musterfield_army::stakes::{CommandStakes, CommandState};
use musterfield_rules::Points;

/// The name of a command: `Command 2`, `Command 3 (allies)`.
#[must_use]
pub fn name(command: &CommandStakes) -> String {
    format!("Command {}{}", command.number, if command.is_allied { " (allies)" } else { "" })
}

/// The state of a command: `demoralised`, `gone`; empty while it fights.
#[must_use]
pub const fn state(state: CommandState) -> &'static str {
    match state {
        CommandState::Fights => "",
        CommandState::Demoralised => "demoralised",
        CommandState::Routed => "gone",
    }
}

/// The state of a command that is broken, or how much it has lost of what demoralises it: `2 of 4 lost`.
#[must_use]
pub fn standing(command: &CommandStakes, stands: CommandState, lost: Points) -> String {
    match state(stands) {
        "" => format!("{lost} of {} lost", command.demoralised),
        broken => broken.to_owned(),
    }
}
