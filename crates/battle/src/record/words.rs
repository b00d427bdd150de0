//! The result of an order in a few words for people: losses, changes of position, and what begins next.
//!
//! The words are derived by comparing the battle before and after, so that nothing is left out.

use std::fmt::{self, Write};

use musterfield_army::stakes::CommandState;
use musterfield_rules::battle::Clause;
use musterfield_rules::combat::Outcome;
use musterfield_rules::terrain::Going;

use crate::Battle;
use crate::element::{Id, Members, Player};
use crate::notation::Place;
use crate::order::{Foe, Order, Pose};
use crate::report::{Event, Report};
use crate::state::{Phase, River, Whereabouts};

/// Words for people, added to a line one after the other.
struct Said<'s>(&'s mut String);

impl Said<'_> {
    fn say(&mut self, words: fmt::Arguments<'_>) {
        if !self.0.is_empty() {
            self.0.push_str(", ");
        }
        // Writing to a string never fails.
        let _ = self.0.write_fmt(words);
    }
}

/// Adds the result of an order in words; nothing if only what the order says happened.
pub(crate) fn outcome(before: &Battle, after: &Battle, order: &Order, report: &Report, line: &mut String) {
    let mut said = Said(line);
    for event in &report.events {
        match event {
            Event::Totals(a, b) => said.say(format_args!("{a} to {b}")),
            Event::Shot(shooter, target) => {
                let (shooter, target) = (before.profile(*shooter).name, before.profile(*target).name);
                said.say(format_args!("{shooter} shoots at {target}"));
            }
            Event::Fell(held) => said.say(format_args!("the {held} falls")),
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
    let may_differ = told.and(after.state.elements.changed());
    for id in may_differ.into_iter().filter(|id| told.has(*id) || before.element(*id) != after.element(*id)) {
        of_element(before, after, id, order, report, &mut said);
    }
    of_ground(before, after, &mut said);
    of_commands(before, after, &mut said);
    of_turn(before, after, &mut said);
}

fn of_element(before: &Battle, after: &Battle, id: Id, order: &Order, report: &Report, said: &mut Said<'_>) {
    let name = after.profile(id).name;
    let (was, is) = (before.element(id), after.element(id));
    let place = || Place(Pose::of(&is.base));
    if is.dismounted != was.dismounted {
        let code = after.setting().ruleset.plain_code(after.profile(id).troop);
        return said.say(format_args!("{name} is {code} now"));
    }
    match is.place {
        Whereabouts::Table if was.place != Whereabouts::Table => match order {
            Order::Place(..) | Order::Land(_) | Order::Summon(_) | Order::Move(_) => {}
            _ => said.say(format_args!("{name} comes back at {}", place())),
        },
        Whereabouts::Table => {
            let verb = verb(before, id, report);
            match (was.base == is.base, verb, order) {
                (true, Some(verb), _) if verb != PURSUES => said.say(format_args!("{name} {verb}")),
                (true, ..) | (false, _, Order::Place(..) | Order::Move(_)) => {}
                (false, verb, _) => said.say(format_args!("{name} {} to {}", verb.unwrap_or("turns"), place())),
            }
        }
        place if place == was.place => {}
        Whereabouts::Holds(_) if matches!(order, Order::Garrison(..)) => {}
        Whereabouts::Holds(held) => said.say(format_args!("{name} holds the {held}")),
        Whereabouts::Destroyed => said.say(format_args!("{name} destroyed")),
        Whereabouts::Fled => said.say(format_args!("{name} off the table")),
        Whereabouts::Ensorcelled(_) => said.say(format_args!("{name} ensorcelled")),
        Whereabouts::Aside if matches!(order, Order::TakeBack(_)) => {}
        Whereabouts::Aside => said.say(format_args!("{name} out of sight")),
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

fn of_ground(before: &Battle, after: &Battle, said: &mut Said<'_>) {
    for (was, is) in before.state.rivers.iter().zip(&after.state.rivers) {
        let state = match is {
            _ if was == is => continue,
            River::Unknown => continue,
            River::Paltry => "paltry",
            River::Shallow => "shallow",
            River::Deep => "deep",
        };
        said.say(format_args!("the river is {state}"));
    }
    if after.state.rough_plough && !before.state.rough_plough {
        let going = if after.setting().combat.going(Going::Rough) == Going::Bad { "bad" } else { "rough" };
        said.say(format_args!("ploughed fields are {going} going"));
    }
}

/// The PIPs that are left; those of each command, if the armies are divided: `2 PIPs of command 1, 5 of command 2`.
struct Pips<'b>(&'b Battle);

impl fmt::Display for Pips<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = |pips: u8| if pips == 1 { "PIP" } else { "PIPs" };
        let battle = self.0;
        let mut is_first = true;
        for (command, status) in battle.commands(battle.player()).filter(|(_, status)| status.pips > 0) {
            match std::mem::take(&mut is_first) {
                true => write!(f, "{} {} of command {}", status.pips, unit(status.pips), command.number)?,
                false => write!(f, ", {} of command {}", status.pips, command.number)?,
            }
        }
        if is_first { write!(f, "{} {}", battle.pips(), unit(battle.pips())) } else { Ok(()) }
    }
}

/// Commands that are demoralised or routed.
fn of_commands(before: &Battle, after: &Battle, said: &mut Said<'_>) {
    for player in Player::ALL {
        for ((command, is), (_, was)) in after.commands(player).zip(before.commands(player)) {
            let state = match is.state {
                state if state == was.state => continue,
                CommandState::Fights => continue,
                CommandState::Demoralised => "demoralised",
                CommandState::Routed => "routed",
            };
            said.say(format_args!("command {} of {player} {state}", command.number));
        }
    }
}

/// The part of the battle that begins, and the PIPs left.
fn of_turn(before: &Battle, after: &Battle, said: &mut Said<'_>) {
    if after.bound() != before.bound() {
        said.say(format_args!("bound {} of {}", after.bound(), after.player()));
        return match after.phase() {
            Phase::Landing => said.say(format_args!("landing")),
            _ => said.say(format_args!("{}", Pips(after))),
        };
    }
    if matches!(before.phase(), Phase::Landing | Phase::Holding) && after.phase() != before.phase() {
        return said.say(format_args!("{}", Pips(after)));
    }
    if after.pips() != before.pips() {
        said.say(format_args!("{} left", Pips(after)));
    }
    if after.phase() == before.phase() {
        match after.phase() {
            Phase::Deployment if after.player() != before.player() => {
                said.say(format_args!("{} sets up", after.player()));
            }
            Phase::Allotting => said.say(format_args!("{} allots the dice of the commands", after.player())),
            _ => {}
        }
        return;
    }
    let name = |id: Id| after.profile(id).name;
    let decides = after.to_decide();
    match after.phase() {
        Phase::Edges | Phase::Camp | Phase::Landing | Phase::Holding | Phase::Summoning | Phase::Moving => {}
        Phase::Allotting => said.say(format_args!("{decides} allots the dice of the commands")),
        Phase::Adding(id) => said.say(format_args!("{decides} chooses whether {} adds to the score", name(id))),
        Phase::Deployment => said.say(format_args!("{} sets up", after.player())),
        Phase::Shooting if matches!(before.phase(), Phase::Summoning | Phase::Moving) => {
            said.say(format_args!("shooting"));
        }
        Phase::Shooting if before.phase() == Phase::Bespelling => said.say(format_args!("shooting")),
        Phase::Bespelling if matches!(before.phase(), Phase::Summoning | Phase::Moving) => {
            said.say(format_args!("spells"));
        }
        Phase::ShootingBack if before.phase() == Phase::Shooting => said.say(format_args!("{decides} shoots")),
        Phase::Fighting if matches!(before.phase(), Phase::Shooting | Phase::ShootingBack) => {
            said.say(format_args!("close combat"));
        }
        Phase::Bespelling | Phase::Shooting | Phase::ShootingBack | Phase::Fighting => {}
        Phase::Conforming(id) => said.say(format_args!("{decides} chooses whether {} conforms", name(id))),
        Phase::Recoiling(id) => said.say(format_args!("{decides} chooses how far {} recoils", name(id))),
        Phase::Answering(id) => {
            let shooter = name(id);
            said.say(format_args!("{decides} chooses whether anybody shoots at {shooter} at the same time"));
        }
        Phase::Returning(id) => said.say(format_args!("{decides} chooses where {} comes back", name(id))),
        Phase::Over(winner) => said.say(format_args!("{winner} has won")),
    }
}

/// The player meant by a letter.
pub(super) fn player(text: &str) -> Option<Player> {
    Player::ALL.into_iter().find(|player| text.len() == 1 && text.starts_with(player.letter()))
}
