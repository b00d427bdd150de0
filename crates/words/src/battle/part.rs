//! Explanations of the parts of a bound, for a player who meets them for the first time, and of the words of results.

use musterfield_battle::{Battle, Phase};
use musterfield_rules::battle::Topic;

/// An explanation of the present part in a few sentences.
#[must_use]
pub fn about(battle: &Battle) -> &'static str {
    match battle.phase() {
        Phase::Edges => "The armies stand on base edges opposite each other. The invader’s comes first.",
        Phase::Allotting => {
            "Each command gets a die of its own. The order is decided once, and holds for the whole battle."
        }
        Phase::Camp => "What is placed now cannot move later. An enemy who takes it comes much nearer to victory.",
        Phase::Deployment => {
            "Set up the army on your side of the table. Elements side by side, facing the same way, later move as one \
             group."
        }
        Phase::Landing => "The elements that were kept at sea come ashore now.",
        Phase::Holding => {
            "A command that has lost too many elements is demoralised: its elements flee in each of their bounds. A PIP \
             keeps an element or group where it is."
        }
        Phase::Summoning | Phase::Moving => {
            "The die at the beginning of the bound gave this many PIPs. Each usually buys one move of an element or of a group: \
             elements side by side or one behind the other. Elements far from their general cost more."
        }
        Phase::Bespelling => {
            "Each spell costs PIPs. Both sides throw a die and add their factors; the higher total wins."
        }
        Phase::Shooting | Phase::ShootingBack => {
            "Shooting costs nothing. Both sides throw a die and add their factors. A shooter that loses is not hurt, \
             unless its target shoots back."
        }
        Phase::Conforming(_) => {
            "Elements in contact line up, and the mover has to do so. Where others leave it no room, its enemy may line up \
             with it, or stand as it does and fight as though an enemy overlapped it."
        }
        Phase::Answering(_) => "One more of your elements may shoot at the shooter at the same time.",
        Phase::Fighting => {
            "Every element whose front edge touches an enemy fights. Both sides throw a die and add their factors: the \
             lower total loses, and loses worse if it is half the other’s or less. The side whose bound it is chooses which \
             fight comes next; one recoil can open a flank for another."
        }
        Phase::Adding(_) => "The commander-in-chief can lift the score of his element, once in the battle.",
        Phase::Recoiling(_) => "An element that recoils moves straight back, still facing the enemy.",
        Phase::Returning(_) => "The element was under a spell. It is free now, and comes back onto the table.",
        Phase::Over(_) => "One side has lost as much as breaks an army.",
    }
}

/// The words that results use, each with its meaning.
const TERMS: [(&str, &str); 10] = [
    ("PIP", "A point that pays for a move. The die of the bound says how many there are."),
    ("BW", "A base width: the length of an element’s front edge. Distances are told in it."),
    ("bound", "The turn of one side: moves, shooting, close combat."),
    ("factor", "The number that a type adds to its die, changed by who helps and where it stands."),
    ("7 to 4", "The totals of both sides. Since 4 is more than half of 7, the loser is only beaten."),
    ("recoils", "Moves straight back, still facing the enemy."),
    ("pursues", "Follows the enemy that it has beaten."),
    ("flees", "Turns round and runs. It may leave the table, and is lost then."),
    ("overlap", "An enemy beside the front of a fight, whom nobody fights. It lowers the total."),
    ("threat zone", "The ground just before an element. An enemy in it may do little but fight the element."),
];

/// A word that only games with magic use.
const ENSORCELLED: (&str, &str) = ("ensorcelled", "Taken away by a spell. It counts as lost until it is freed.");

/// The words that the results of this battle use, each with its meaning.
#[must_use]
pub fn terms(battle: &Battle) -> Vec<(&'static str, &'static str)> {
    let magic = battle.rules().plays(Topic::Ensorcelment).then_some(ENSORCELLED);
    TERMS.into_iter().chain(magic).collect()
}
