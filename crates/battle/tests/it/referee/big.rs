//! Big Battles of DBA 3.0: the dice of commands, their losses and hearts, and what follows for their elements.
//!
//! Not judged: the losses that camps and Cities cause beyond their bounds, the way home of those who flee (DBA3-BB-40),
//! and whether a commander-in-chief might have added.

use super::contacts::are_touching;
use super::finding::{Finding, Kind};
use super::geometry::apart;
use super::reading::{Command, Document, Order};

/// The elements of a command that were lost, weighed (DBA3-BB-30 to BB-33): least and most.
fn losses(document: &Document, command: &Command, all_count: bool) -> (f64, f64) {
    let lost = command.elements.iter().filter_map(|id| document.element(id));
    let lost: Vec<_> = lost.filter(|element| matches!(element.state.as_str(), "destroyed" | "fled")).collect();
    let mut least = 0.0;
    for element in &lost {
        let counts = all_count || !element.is(&["SCh", "Hd", "Civ"]);
        least += if counts { 1.0 } else { 0.0 };
        least += if element.id == command.general { 1.0 } else { 0.0 };
    }
    if lost.iter().any(|element| element.troop().double) {
        least += 1.0;
    }
    (least, least + 3.0)
}

fn commands(document: &Document) -> impl Iterator<Item = (char, &Command)> {
    ['a', 'b'].into_iter().flat_map(|side| document.side(side).commands.iter().map(move |command| (side, command)))
}

/// Judges what a step does to commands.
pub(super) fn step(before: &Document, after: &Document, order: &Order, findings: &mut Vec<Finding>) {
    if after.a.commands.is_empty() {
        return;
    }
    let begins = after.bound != before.bound || before.phase == "landing";
    counted(after, findings);
    if begins {
        dice(after, findings);
    } else {
        paid(before, after, findings);
    }
    for ((side, was), (_, is)) in commands(before).zip(commands(after)) {
        hearts(before, after, side, was, is, findings);
    }
    obeyed(before, order, findings);
}

/// The losses of commands, and when they lose heart and break (DBA3-BB-30 to BB-37, BB-43).
fn counted(after: &Document, findings: &mut Vec<Finding>) {
    for (side, command) in commands(after) {
        let mut say = |rule, said: String| {
            findings.push(Finding::new(Kind::Morale, rule, format!("command {} of {side} {said}", command.number)));
        };
        let many = command.elements.iter().filter_map(|id| after.element(id));
        let many = many.filter(|element| element.civilians.is_none()).fold(0.0, |sum, _| sum + 1.0);
        for (count, all, rule) in [(command.lost, false, "DBA3-BB-37"), (command.lost_to_rout, true, "DBA3-BB-43")] {
            let (least, most) = losses(after, command, all);
            if count < least || count > most {
                say(rule, format!("has lost {least} to {most}, and the document says {count}"));
            }
        }
        if (command.demoralised_at - (many / 3.0_f64).ceil()).abs() > 1e-6 {
            say("DBA3-BB-37", format!("of {many} is demoralised at {}", command.demoralised_at));
        }
        if (command.routed_at - (many / 2.0_f64).ceil()).abs() > 1e-6 {
            say("DBA3-BB-43", format!("of {many} is routed at {}", command.routed_at));
        }
    }
}

/// The dice of a bound, dealt to the commands (DBA3-BB-25 to BB-29).
fn dice(after: &Document, findings: &mut Vec<Finding>) {
    let side = after.side(after.player);
    let is_there = |command: &&Command| {
        let mut all = command.elements.iter().filter_map(|id| after.element(id));
        all.any(|element| !matches!(element.state.as_str(), "destroyed" | "fled"))
    };
    let own = side.commands.iter().filter(|command| !command.allied);
    let mut own: Vec<&Command> = own.filter(is_there).collect();
    own.sort_by_key(|command| command.die);
    let allied: Vec<&Command> = side.commands.iter().filter(|command| command.allied).filter(is_there).collect();
    let mut rolled: Vec<i32> = after.dice.iter().copied().map(i32::from).collect();
    // Commands that have just been routed were diced for or not; then nothing is said.
    if rolled.len() != own.len() + allied.len() {
        return;
    }
    let theirs = rolled.split_off(own.len());
    rolled.sort_unstable_by(|a, b| b.cmp(a));
    for (command, die) in own.iter().zip(rolled).chain(allied.iter().zip(theirs)) {
        if command.pips != die {
            let said = format!("command {} has {} PIPs of {:?}", command.number, command.pips, after.dice);
            findings.push(Finding::new(Kind::CommandPips, "DBA3-BB-25", said));
        }
    }
}

/// PIPs are those of one command, and none has less than nothing (DBA3-BB-25).
fn paid(before: &Document, after: &Document, findings: &mut Vec<Finding>) {
    let mut say = |said: String| findings.push(Finding::new(Kind::CommandPips, "DBA3-BB-25", said));
    let sum: i32 = after.side(after.player).commands.iter().map(|command| command.pips).sum();
    if sum != after.pips {
        say(format!("{sum} PIPs of commands are {} in all", after.pips));
    }
    let changed = commands(before).zip(commands(after)).filter(|((_, was), (_, is))| was.pips != is.pips).count();
    if before.player == after.player && changed > 1 {
        say(format!("{changed} commands pay at once"));
    }
    if commands(after).any(|(_, command)| command.pips < 0) {
        say("a command has spent more than it had".to_owned());
    }
}

/// A command loses heart as its bound begins, never recovers, and leaves the table when it is routed (DBA3-BB-37, BB-43).
fn hearts(before: &Document, after: &Document, side: char, was: &Command, is: &Command, findings: &mut Vec<Finding>) {
    let mut say = |rule, said: String| {
        findings.push(Finding::new(Kind::Morale, rule, format!("command {} of {side} {said}", is.number)));
    };
    let rank = |state: &str| match state {
        "fights" => 0,
        "demoralised" => 1,
        _ => 2,
    };
    let begins = after.bound != before.bound && after.player == side;
    if rank(&was.state) > rank(&is.state) {
        say("DBA3-BB-37", format!("was {} and is {}", was.state, is.state));
    }
    let due = if was.lost_to_rout >= was.routed_at {
        2
    } else if was.lost >= was.demoralised_at {
        1
    } else {
        0
    };
    let due = due.max(rank(&was.state));
    if begins && rank(&is.state) != due && after.phase != "over" {
        say("DBA3-BB-37", format!("is {} after {} losses, {} to a rout", is.state, was.lost, was.lost_to_rout));
    }
    if !begins && is.state != was.state {
        say("DBA3-BB-37", format!("becomes {} while no bound of its side begins", is.state));
    }
    if is.state == "routed" {
        let stays = is
            .elements
            .iter()
            .filter_map(|id| after.element(id))
            .find(|element| element.civilians.is_none() && matches!(element.state.as_str(), "table" | "holds"));
        if let Some(stays) = stays {
            say("DBA3-BB-43", format!("is routed, and {} stays", stays.id));
        }
    }
}

/// Orders are for elements of one command, and those that have lost heart make no moves (DBA3-BB-25, BB-38, BB-39).
fn obeyed(before: &Document, order: &Order, findings: &mut Vec<Finding>) {
    let (who, moves) = match order {
        Order::Move(who, _) | Order::Pass(who) => (who.clone(), true),
        Order::Dismount(id) => (vec![id.clone()], true),
        Order::Hold(who) => (who.clone(), false),
        _ => return,
    };
    let elements: Vec<_> = who.iter().filter_map(|id| before.element(id)).collect();
    if elements.iter().any(|element| element.command != elements[0].command) {
        let said = format!("{} are not of one command", who.join(" "));
        findings.push(Finding::new(Kind::Group, "DBA3-BB-25", said));
    }
    for element in elements {
        let civilians = element.civilians.is_some();
        if before.is_disheartened(element) == moves && !civilians {
            let what = if moves { "moves, and its command is demoralised" } else { "is held, and its command fights" };
            findings.push(Finding::new(Kind::Mover, "DBA3-BB-38", format!("{} {what}", element.id)));
        }
    }
}

/// An element is set up within 8 BW of its general (DBA3-BB-22).
pub(super) fn deployed(after: &Document, side: char, findings: &mut Vec<Finding>) {
    for command in &after.side(side).commands {
        let Some(general) = after.stand(&command.general) else { continue };
        let stands = command.elements.iter().filter_map(|id| after.stand(id));
        for of in stands {
            if apart(&of.base.corners(), &general.base.corners()) > 8.006 {
                let said = format!("{} is set up more than 8 BW from its general", of.element.id);
                findings.push(Finding::new(Kind::Deployment, "DBA3-BB-22", said));
            }
        }
    }
}

/// As the moves begin, those of a demoralised command who are neither held nor fighting have fled (DBA3-BB-40, BB-41).
pub(super) fn fled(before: &Document, after: &Document, findings: &mut Vec<Finding>) {
    for was in before.stands().filter(|stand| stand.element.side == before.player) {
        let Some(is) = after.stand(&was.element.id) else { continue };
        let fights = before.enemies_of(was.element.side).any(|enemy| are_touching(&enemy.base, &was.base));
        let due = before.is_disheartened(was.element) && !was.element.held && was.element.civilians.is_none();
        let stays = (is.base.fl - was.base.fl).length() < 0.001 && is.base.faces_as(&was.base);
        if due && !fights && stays {
            let said = format!("{} is neither held nor fighting, and does not flee", is.element.id);
            findings.push(Finding::new(Kind::Flight, "DBA3-BB-40", said));
        }
    }
}
