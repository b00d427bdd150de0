//! A battle that is being played: what a player may do, in the words of buttons and headings.

use musterfield_battle::contact::{Side, Spot};
use musterfield_battle::legal::{At, Course, Family, Whom};
use musterfield_battle::{Battle, Foe, Friends, Id, Leg, Members, Move, Order, Phase, Pose};
use musterfield_geometry::facing::{UNIT, rounded};
use musterfield_geometry::{BW, Base, Facing};
use musterfield_rules::battle::Topic;
use musterfield_rules::battle::policy::{SpellTime, Walls};
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::Edge;

/// An element by its type and its name in the battle: `Blade a3`, `Fast Warband b2`. A type that is always Fast says so in
/// its own name where the game has a slower one.
#[must_use]
pub fn element(battle: &Battle, id: Id) -> String {
    let profile = battle.profile(id);
    let troop = battle.setting().ruleset.troop(profile.troop);
    let fast = if profile.fast && troop.fast.value.is_choice() { "Fast " } else { "" };
    format!("{fast}{} {}", troop.singular, profile.name)
}

/// Several elements: `Blade a3, Blade a4 and Spear a5`.
#[must_use]
pub fn elements(battle: &Battle, who: Members) -> String {
    let names: Vec<String> = who.into_iter().map(|id| element(battle, id)).collect();
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A length in BW: `1.5 BW`.
#[must_use]
pub fn length(thousandths: i64) -> String {
    format!("{} BW", number(thousandths))
}

/// Thousandths as a number, without its sign: `1.5`.
#[must_use]
pub fn number(thousandths: i64) -> String {
    let (whole, rest) = (thousandths.abs() / BW, thousandths.abs() % BW);
    let decimals = format!("{rest:03}");
    let decimals = decimals.trim_end_matches('0');
    let dot = if decimals.is_empty() { "" } else { "." };
    format!("{whole}{dot}{decimals}")
}

/// A sentence about the elements that wait to land, or may be kept at sea for that; empty where nobody may land.
fn at_sea(battle: &Battle) -> String {
    let player = battle.player();
    let reserved = battle.reserved(player);
    if !reserved.is_empty() {
        return format!(" At sea: {}.", elements(battle, reserved));
    }
    if !battle.may_land(player) {
        return String::new();
    }
    if battle.division(player).is_some() {
        return " You may keep one command at sea, to land later: choose all its elements together.".to_owned();
    }
    let [least, most] = battle.size_of_landing();
    format!(" You may keep {least} to {most} elements at sea, to land later: choose them together.")
}

/// The part of the battle, as a heading.
#[must_use]
pub fn phase(battle: &Battle) -> &'static str {
    let rules = battle.rules();
    let summons = [Topic::Summoning, Topic::Replacing, Topic::Ensorcelment].into_iter().any(|topic| rules.plays(topic));
    let bespells = rules.plays(Topic::Spells) && rules.policies.spells == SpellTime::AmongShots;
    match battle.phase() {
        Phase::Edges => "Base edges",
        Phase::Allotting => "Dice of the commands",
        Phase::Camp => "Camps",
        Phase::Deployment => "Deployment",
        Phase::Landing => "Landing",
        Phase::Holding => "Demoralised commands",
        Phase::Summoning if summons => "Summoning and moves",
        Phase::Summoning | Phase::Moving => "Moves",
        Phase::Bespelling => "Bespelling",
        Phase::Shooting if bespells => "Shooting and bespelling",
        Phase::Shooting => "Shooting",
        Phase::ShootingBack => "Shooting of the other side",
        Phase::Conforming(_) => "Contact",
        Phase::Answering(_) => "Answer to a shot",
        Phase::Fighting => "Close combat",
        Phase::Adding(_) => "Chance of the commander-in-chief",
        Phase::Recoiling(_) => "Recoil",
        Phase::Returning(_) => "Return",
        Phase::Over(_) => "The battle is over",
    }
}

/// An edge of the table, as the drawing calls it.
const fn side(edge: Edge) -> &'static str {
    match edge {
        Edge::South => "near",
        Edge::North => "far",
        Edge::West => "left",
        Edge::East => "right",
    }
}

/// The sentence that asks the player who decides to act.
#[must_use]
pub fn task(battle: &Battle) -> String {
    let rest = |what: &str| {
        let or_end = if battle.allows(&Order::End) { ", or end this part" } else { "" };
        format!("{what}{or_end}.")
    };
    match battle.phase() {
        Phase::Edges => "Choose your base edge.".to_owned(),
        Phase::Allotting => {
            "Write down which of your commands always gets the highest die, which the next and which the lowest."
                .to_owned()
        }
        Phase::Deployment if battle.division(battle.player()).is_some() => {
            format!("Deploy one command, or all that are left, then end the deployment.{}", at_sea(battle))
        }
        Phase::Camp => match battle.rules().policies.walls {
            Walls::OnTheTable => {
                let edge = battle.side(battle.to_decide()).edge.map(|edge| format!(", the {} one", side(edge)));
                let or_none = if battle.allows(&Order::End) { ", or go on without one" } else { "" };
                format!("Place your camp on your base edge{}{or_none}.", edge.unwrap_or_default())
            }
            Walls::OfTheDefender => "Place your Stronghold in your zone, or touching it.".to_owned(),
        },
        Phase::Deployment => format!("Deploy your elements, then end the deployment.{}", at_sea(battle)),
        Phase::Landing => {
            format!("Land those who wait at sea: {}.", elements(battle, battle.reserved(battle.to_decide())))
        }
        Phase::Holding => {
            format!("Hold elements of demoralised commands in place: {}. All others of them flee.", pips(battle))
        }
        Phase::Summoning | Phase::Moving if battle.pips() > 0 && battle.division(battle.player()).is_some() => {
            format!("Move elements and groups of each command with its own PIPs: {}.", pips(battle))
        }
        Phase::Summoning | Phase::Moving => match battle.pips() {
            0 => "No PIPs are left: end your moves.".to_owned(),
            1 => "Move one element or group: 1 PIP is left.".to_owned(),
            pips => format!("Move elements and groups: {pips} PIPs are left."),
        },
        Phase::Bespelling => rest("Bespell"),
        Phase::Shooting if battle.everybody().any(|id| bespells_among_shots(battle, id)) => rest("Shoot or bespell"),
        Phase::Shooting | Phase::ShootingBack => rest("Shoot"),
        Phase::Answering(shooter) => {
            format!(
                "{} is about to shoot at you: shoot at it with another element, or let it be.",
                element(battle, shooter)
            )
        }
        Phase::Fighting if battle.opponents().is_empty() => "Nobody is left to fight: end the bound.".to_owned(),
        Phase::Fighting => rest("Choose which close combat comes next"),
        Phase::Conforming(id) => format!(
            "{} has been contacted by an enemy that cannot line up with it: let it line up itself, or stay and count as overlapped.",
            element(battle, id)
        ),
        Phase::Adding(id) => {
            format!("Choose whether {} adds to the score: once in a battle.", element(battle, id))
        }
        Phase::Recoiling(id) => format!("Choose how {} recoils.", element(battle, id)),
        Phase::Returning(id) => format!("Choose where {} comes back.", element(battle, id)),
        Phase::Over(_) => "The battle is over.".to_owned(),
    }
}

/// The PIPs left of each command of the side whose bound it is: `3 PIPs are left to command 1, 1 to command 2`.
fn pips(battle: &Battle) -> String {
    let commands = battle.commands(battle.player()).filter(|(_, status)| status.pips > 0);
    let each = commands.enumerate().map(|(at, (command, status))| match (at, status.pips) {
        (0, 1) => format!("1 PIP is left to command {}", command.number),
        (0, pips) => format!("{pips} PIPs are left to command {}", command.number),
        (_, pips) => format!("{pips} to command {}", command.number),
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() { "no PIPs are left".to_owned() } else { each.join(", ") }
}

/// Whether an element can bespell while others shoot.
fn bespells_among_shots(battle: &Battle, id: Id) -> bool {
    battle.rules().policies.spells == SpellTime::AmongShots && battle.profile(id).spell.is_some()
}

/// The label of the order that ends the present part.
#[must_use]
pub fn end(phase: Phase) -> &'static str {
    match phase {
        Phase::Deployment => "End the deployment",
        Phase::Holding => "Hold nobody else",
        Phase::Adding(_) => "Keep the score",
        Phase::Summoning | Phase::Moving => "End the moves",
        Phase::Bespelling => "No more spells",
        Phase::Shooting | Phase::ShootingBack => "No more shooting",
        Phase::Conforming(_) => "Stay, and count as overlapped",
        Phase::Answering(_) => "Let it be",
        _ => "Go on",
    }
}

/// An order, as the label of its button.
#[must_use]
pub fn order(battle: &Battle, order: &Order) -> String {
    match order {
        Order::Edge(edge) => format!("Take the {} edge ({edge})", edge.word()),
        Order::Allot(numbers) => {
            let each = numbers.iter().map(|number| format!("command {number}"));
            format!("Highest die first: {}", each.collect::<Vec<_>>().join(", "))
        }
        Order::CampInStronghold => {
            let walls = if battle.walled() == Some(Held::City) { "City" } else { "Stronghold" };
            format!("Use the {walls} as the camp")
        }
        Order::Garrison(id, held) => format!("{} garrisons the {held}", element(battle, *id)),
        Order::TakeBack(id) => format!("Take {} back", element(battle, *id)),
        Order::Free(id, None) => format!("Free {}", element(battle, *id)),
        Order::Hold(who, None) => format!("Hold {} in place", elements(battle, *who)),
        Order::Hold(who, Some(facing)) => {
            format!("Turn {} to {}° and hold it in place", elements(battle, *who), facing.degrees())
        }
        Order::Add => "Add 1 to the score".to_owned(),
        Order::Dismount(id) => format!("{} dismounts", element(battle, *id)),
        Order::Pass(who) => format!("{} through the City", elements(battle, *who)),
        Order::Revolt => "The City rises".to_owned(),
        Order::Engage(id) => format!("{} comes down to fight", element(battle, *id)),
        Order::Bespell { mage, aids, target } => {
            format!("{} bespells {}{}", element(battle, *mage), element(battle, *target), with(battle, *aids))
        }
        Order::Shoot { shooter, aids, target } => {
            format!("{} shoots at {}{}", element(battle, *shooter), element(battle, *target), with(battle, *aids))
        }
        Order::Fight(id, Foe::Element(other)) => {
            format!("{} fights {}", element(battle, *id), element(battle, *other))
        }
        Order::Fight(id, Foe::Feature(held)) => format!("{} fights for the {held}", element(battle, *id)),
        Order::Conform => "Line up with the enemy".to_owned(),
        Order::Recoil(by, Friends::Passed) if battle.allows(&Order::Recoil(*by, Friends::Pushed)) => {
            format!("Recoil {}, passing through friends", length(*by))
        }
        Order::Recoil(by, Friends::Passed) => format!("Recoil {}", length(*by)),
        Order::Recoil(by, Friends::Pushed) => format!("Recoil {}, pushing friends back", length(*by)),
        Order::End => end(battle.phase()).to_owned(),
        Order::Camp(..) => "Place the camp".to_owned(),
        Order::Place(id, _) => format!("Place {}", element(battle, *id)),
        Order::Reserve(who) => format!("Keep {} at sea", elements(battle, *who)),
        Order::Land(who) => format!("Land {}", elements(battle, all(who))),
        Order::Summon(who) => format!("Bring on {}", elements(battle, all(who))),
        Order::Free(id, Some(_)) => format!("Free {} at another place", element(battle, *id)),
        Order::Move(of) => moves(battle, of),
        Order::Return(_) => match battle.phase() {
            Phase::Returning(id) => format!("{} comes back", element(battle, id)),
            _ => "Come back".to_owned(),
        },
    }
}

fn all(who: &[(Id, Pose)]) -> Members {
    who.iter().map(|(id, _)| *id).collect()
}

/// A move with its legs: `Spear a1 and Spear a2: ahead 2 BW, wheel left 15°, into contact with Horde b3`.
fn moves(battle: &Battle, of: &Move) -> String {
    let mut legs: Vec<String> = of.legs.iter().filter_map(leg).collect();
    let met = met_by(battle, of);
    if !met.is_empty() {
        legs.push(format!("into contact with {}", elements(battle, met)));
    } else if legs.is_empty() {
        legs.push("to another place".to_owned());
    }
    format!("{}: {}", elements(battle, of.who), legs.join(", "))
}

/// A leg of a move; `None` for one that goes anywhere, since its end says more than its way.
fn leg(of: &Leg) -> Option<String> {
    match *of {
        Leg::Ahead(by) => Some(format!("ahead {}", length(by))),
        Leg::Back(by) => Some(format!("back {}", length(by))),
        Leg::Wheel { left, by } => {
            Some(format!("wheel {} {}°", if left { "left" } else { "right" }, number(i64::from(by) * 100)))
        }
        Leg::Slide(by) => Some(format!("{} to the {}", length(by), if by < 0 { "left" } else { "right" })),
        Leg::Road(by) => Some(format!("along the road {}", length(by))),
        Leg::Go(_) => None,
    }
}

/// The enemies that a move contacts; nobody if it is not legal.
fn met_by(battle: &Battle, of: &Move) -> Members {
    let Ok(plan) = battle.plan(of) else { return Members::NONE };
    let enemies = battle.on_table(battle.to_decide().other());
    let is_met = |enemy: &Id| {
        let meets = |base: &Base| Spot::ALL.iter().any(|spot| spot.base(battle.base(*enemy), base.depth()) == *base);
        plan.ends.iter().any(|(_, end)| meets(end))
            || plan.askew.iter().any(|(_, touched, _)| touched == enemy)
            || plan.conforms.iter().any(|(conforming, _)| conforming == enemy)
    };
    enemies.filter(is_met).collect()
}

/// The elements that aid, behind an order.
fn with(battle: &Battle, aids: Members) -> String {
    if aids.is_empty() { String::new() } else { format!(", aided by {}", elements(battle, aids)) }
}

/// A place as an element sees it from where it stands: `1.25 BW ahead, 0.5 BW to the left, turned 90° to the right`.
/// Lengths are rounded to hundredths of a BW.
#[must_use]
pub fn way_to(from: &Base, to: &Base) -> String {
    let step = from.step_to(to);
    let along = |facing: Facing| rounded(facing.along(step), UNIT);
    let (ahead, right) = (along(from.facing()), along(from.facing().right()));
    let turn = from.facing().angle_to(to.facing());
    let told = |by: i64, words: [&str; 2]| {
        let by = rounded(by, 10) * 10;
        let [more, less] = words;
        (by != 0).then(|| format!("{} {}", length(by), if by > 0 { more } else { less }))
    };
    let turned = (turn != 0).then(|| {
        let side = if turn > 0 { "right" } else { "left" };
        format!("turned {}° to the {side}", number(i64::from(turn) * 100))
    });
    let parts = [told(ahead, ["ahead", "back"]), told(right, ["to the right", "to the left"]), turned];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "where it stands".to_owned() } else { parts.join(", ") }
}

/// The way in which a move goes on.
#[must_use]
pub fn course(battle: &Battle, family: &Family) -> String {
    match &family.course {
        Course::Ahead => "Straight ahead".to_owned(),
        Course::Back => "Straight back".to_owned(),
        Course::Wheel { left: true } => "Wheel left".to_owned(),
        Course::Wheel { left: false } => "Wheel right".to_owned(),
        Course::Road => "Along the road".to_owned(),
        Course::Contact { whom, .. } => contact(battle, *whom),
        Course::Anywhere(_) => "To another place, facing any way".to_owned(),
        Course::Into(held, _) => format!("Into the {held}"),
    }
}

fn contact(battle: &Battle, whom: Whom) -> String {
    let into = |part: &str, id: Id| format!("Into the {part} of {}", element(battle, id));
    match whom {
        Whom::Enemy(id, At::Edge(Spot::Front)) => into("front", id),
        Whom::Enemy(id, At::Edge(Spot::LeftFlank)) => into("left flank", id),
        Whom::Enemy(id, At::Edge(Spot::RightFlank)) => into("right flank", id),
        Whom::Enemy(id, At::Edge(Spot::Rear)) => into("rear", id),
        Whom::Enemy(id, At::Beside(Side::Left)) => format!("Overlap {} on its left", element(battle, id)),
        Whom::Enemy(id, At::Beside(Side::Right)) => format!("Overlap {} on its right", element(battle, id)),
        Whom::Askew(id) => format!("Against {} at an angle", element(battle, id)),
        Whom::Feature(held) => format!("Against the {held}"),
    }
}

#[cfg(test)]
mod tests {
    use musterfield_geometry::Point;

    use super::*;

    #[test]
    fn places_are_told_from_where_an_element_stands() {
        let facing = |tenths| Facing::from_tenths(tenths);
        let from = Base::new(Point::new(2_000, 2_000), facing(0), 1_000, 500);
        for (to, told) in [
            (from, "where it stands"),
            (from.ahead(1_254), "1.25 BW ahead"),
            (from.moved(Point::new(-500, -1_000)), "1 BW back, 0.5 BW to the left"),
            (from.turned_to(facing(900)), "turned 90° to the right"),
            (from.turned_to(facing(3_150)), "turned 45° to the left"),
        ] {
            assert_eq!(way_to(&from, &to), told);
        }
    }

    #[test]
    fn lengths_are_written_with_the_decimals_that_they_have() {
        for (thousandths, written) in
            [(0, "0 BW"), (1, "0.001 BW"), (500, "0.5 BW"), (2_000, "2 BW"), (-1_504, "1.504 BW")]
        {
            assert_eq!(length(thousandths), written);
        }
    }
}
