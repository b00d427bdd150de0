//! The result of an order in a few words for people: losses, changes of position, and what begins next.
//!
//! The words are derived by comparing the battle before and after, so that nothing is left out.

use musterfield_rules::battle::Clause;
use musterfield_rules::combat::Outcome;

use crate::Battle;
use crate::element::{Id, Members, Player};
use crate::notation::Place;
use crate::order::{Foe, Order, Pose};
use crate::report::{Event, Report};
use crate::state::{Phase, River, Whereabouts};

/// The result of an order in words; empty if only what the order says happened.
pub(super) fn outcome(before: &Battle, after: &Battle, order: &Order, report: &Report) -> String {
    let mut said = Vec::new();
    for event in &report.events {
        match event {
            Event::Totals(a, b) => said.push(format!("{a} to {b}")),
            Event::Shot(shooter, target) => {
                said.push(format!("{} shoots at {}", before.profile(*shooter).name, before.profile(*target).name));
            }
            Event::Fell(held) => said.push(format!("the {held} falls")),
            _ => {}
        }
    }
    // For all other elements, nothing worth reporting can have changed.
    let mut told = Members::NONE;
    for event in &report.events {
        match event {
            Event::Befell(Foe::Element(id), _) | Event::Moved(id, _) => told = told.with(*id),
            _ => {}
        }
    }
    if let Phase::Recoiling(id) = before.phase() {
        told = told.with(id);
    }
    let may_differ = told.and(after.state.stands.changed());
    for id in may_differ.into_iter().filter(|id| told.has(*id) || before.stand(*id) != after.stand(*id)) {
        said.extend(of_element(before, after, id, order, report));
    }
    said.extend(of_ground(before, after));
    said.extend(of_turn(before, after));
    said.join(", ")
}

fn of_element(before: &Battle, after: &Battle, id: Id, order: &Order, report: &Report) -> Option<String> {
    let name = after.profile(id).name;
    let (was, is) = (before.stand(id), after.stand(id));
    let stands = || Place(Pose::of(&is.base));
    if is.dismounted != was.dismounted {
        return Some(format!("{name} is {} now", after.setting().ruleset.plain_code(after.profile(id).troop)));
    }
    match is.place {
        Whereabouts::Table if was.place != Whereabouts::Table => match order {
            Order::Place(..) | Order::Land(_) | Order::Summon(_) | Order::Move(_) => None,
            _ => Some(format!("{name} comes back at {}", stands())),
        },
        Whereabouts::Table => {
            let verb = verb(before, id, report);
            if was.base == is.base {
                return verb.filter(|verb| *verb != PURSUES).map(|verb| format!("{name} {verb}"));
            }
            match order {
                Order::Place(..) | Order::Move(_) => None,
                _ => Some(format!("{name} {} to {}", verb.unwrap_or("turns"), stands())),
            }
        }
        place if place == was.place => None,
        Whereabouts::Holds(_) if matches!(order, Order::Garrison(..)) => None,
        Whereabouts::Holds(held) => Some(format!("{name} holds the {held}")),
        Whereabouts::Destroyed => Some(format!("{name} destroyed")),
        Whereabouts::Fled => Some(format!("{name} off the table")),
        Whereabouts::Ensorcelled(_) => Some(format!("{name} ensorcelled")),
        Whereabouts::Aside if matches!(order, Order::TakeBack(_)) => None,
        Whereabouts::Aside => Some(format!("{name} out of sight")),
    }
}

const PURSUES: &str = "pursues";

/// A verb for what happened to an element beyond what the order says.
fn verb(before: &Battle, id: Id, report: &Report) -> Option<&'static str> {
    let mut last = None;
    let mut verb = None;
    for event in &report.events {
        match event {
            Event::Befell(Foe::Element(who), Outcome::Recoil) if *who == id => return Some("recoils"),
            Event::Recoils(who) if *who == id => return Some("recoils"),
            Event::Befell(Foe::Element(who), Outcome::Flee) if *who == id => return Some("flees"),
            Event::Used(clause) => last = Some(*clause),
            Event::Moved(who, _) if *who == id => verb = last.and_then(verb_of).or(verb),
            _ => {}
        }
    }
    if before.phase() == Phase::Recoiling(id) { Some("recoils") } else { verb }
}

/// A verb for a move that follows from a clause.
const fn verb_of(clause: Clause) -> Option<&'static str> {
    match clause {
        Clause::Pursuit
        | Clause::PursuitInColumn
        | Clause::Storming
        | Clause::NoPursuit
        | Clause::PursuitIntoAnEnemy => Some(PURSUES),
        Clause::PushedBack => Some("is pushed"),
        Clause::Recoil
        | Clause::RecoilChoice
        | Clause::TurnsFirst
        | Clause::RecoilThrough
        | Clause::Crushing
        | Clause::CrushingEachOther
        | Clause::RecoilStopped
        | Clause::NoRecoil => Some("recoils"),
        _ => None,
    }
}

fn of_ground(before: &Battle, after: &Battle) -> Vec<String> {
    let mut said = Vec::new();
    for (was, is) in before.state.rivers.iter().zip(&after.state.rivers) {
        let state = match is {
            _ if was == is => continue,
            River::Unknown => continue,
            River::Paltry => "paltry",
            River::Shallow => "shallow",
            River::Deep => "deep",
        };
        said.push(format!("the river is {state}"));
    }
    if after.state.rough_plough && !before.state.rough_plough {
        said.push("ploughed fields are rough going".to_owned());
    }
    said
}

/// The part of the battle that begins, and the PIPs left.
fn of_turn(before: &Battle, after: &Battle) -> Vec<String> {
    let pips = |pips: u8| if pips == 1 { "1 PIP".to_owned() } else { format!("{pips} PIPs") };
    let mut said = Vec::new();
    if after.bound() != before.bound() {
        said.push(format!("bound {} of {}", after.bound(), after.player()));
        said.push(if after.phase() == Phase::Landing { "landing".to_owned() } else { pips(after.pips()) });
        return said;
    }
    if before.phase() == Phase::Landing {
        said.push(pips(after.pips()));
        return said;
    }
    if after.pips() != before.pips() {
        said.push(format!("{} left", pips(after.pips())));
    }
    if after.phase() == before.phase() {
        let next = after.player() != before.player() && after.phase() == Phase::Deployment;
        said.extend(next.then(|| format!("{} sets up", after.player())));
        return said;
    }
    let name = |id: Id| after.profile(id).name;
    match after.phase() {
        Phase::Edges | Phase::Camp | Phase::Landing | Phase::Summoning | Phase::Moving => {}
        Phase::Deployment => said.push(format!("{} sets up", after.player())),
        Phase::Shooting if matches!(before.phase(), Phase::Summoning | Phase::Moving) => {
            said.push("shooting".to_owned());
        }
        Phase::Fighting if before.phase() == Phase::Shooting => said.push("close combat".to_owned()),
        Phase::Shooting | Phase::Fighting => {}
        Phase::Recoiling(id) => said.push(format!("{} chooses how far {} recoils", after.to_decide(), name(id))),
        Phase::Answering(id) => {
            said.push(format!("{} chooses whether anybody shoots at {} at the same time", after.to_decide(), name(id)));
        }
        Phase::Returning(id) => said.push(format!("{} chooses where {} comes back", after.to_decide(), name(id))),
        Phase::Over(winner) => said.push(format!("{winner} has won")),
    }
    said
}

/// The player meant by a letter.
pub(super) fn player(text: &str) -> Option<Player> {
    Player::ALL.into_iter().find(|player| text.len() == 1 && text.starts_with(player.letter()))
}
