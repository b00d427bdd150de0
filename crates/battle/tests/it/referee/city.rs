//! Cities of DBA 3.0: who sacks them and how long, who sallies, who passes through, and revolts.
//!
//! Not judged: which of several victors enters (DBA3-CITY-23), and the way of those who pass through a City.

use super::Table;
use super::finding::{Finding, Kind};
use super::geometry::apart;
use super::reading::{Document, Order, other};

fn say(findings: &mut Vec<Finding>, rule: &'static str, said: String) {
    findings.push(Finding::new(Kind::City, rule, said));
}

/// Judges what a step does to a City.
pub(super) fn step(table: &Table<'_>, before: &Document, after: &Document, order: &Order, findings: &mut Vec<Finding>) {
    let (Some(was), Some(is), Some(town)) = (&before.stronghold, &after.stronghold, table.ground.stronghold(after))
    else {
        return;
    };
    let is_in = |document: &Document, side: char| {
        let mut inside = document.elements.iter().filter(|element| element.holds.as_deref() == Some("stronghold"));
        inside.any(|element| element.state == "holds" && element.side == side && !element.is(&["Civ"]))
    };
    if is.sack.as_deref() == Some("busy") {
        if town.is_fort {
            say(findings, "DBA3-CITY-23", "a Fort is sacked".to_owned());
        }
        if !is_in(after, is.holder) || is.holder == is.owner {
            say(findings, "DBA3-CITY-23", "a City is sacked, and no enemy is in it".to_owned());
        }
        let barred = after.elements.iter().find(|element| {
            let inside = element.state == "holds" && element.holds.as_deref() == Some("stronghold");
            inside && element.side == is.holder && (element.is(&["Bh"]) || element.siege_tower)
        });
        if let Some(barred) = barred {
            say(findings, "DBA3-CITY-24", format!("{} sacks a City", barred.id));
        }
    }
    // The sack lasts until its side rolls 5 or 6 (DBA3-CITY-25); in a Big Battle the die is that of a command.
    let begins = after.bound != before.bound && after.player == was.holder && after.a.commands.is_empty();
    if was.sack.as_deref() == Some("busy") && was.holder == is.holder {
        let due = begins && after.dice.first().is_some_and(|die| *die >= 5);
        let ends = is.sack.as_deref() != Some("busy");
        if ends != due && after.a.commands.is_empty() && after.phase != "over" {
            say(findings, "DBA3-CITY-25", format!("a sack ends: {ends}, on {:?}", after.dice));
        }
    }
    match order {
        Order::Move(who, _) => moved(table, before, after, who, findings),
        Order::Revolt => {
            let paid = before.pips - after.pips;
            let held = is_in(before, other(was.owner));
            if paid != 5 || !was.surrendered || held || before.player != was.owner {
                say(findings, "DBA3-CITY-33", format!("a revolt for {paid} PIPs"));
            }
        }
        Order::Pass(who) => {
            let paid = before.pips - after.pips;
            let many = i32::try_from(who.len()).unwrap_or(0);
            if !(many..=many + 2).contains(&paid) {
                say(findings, "DBA3-CITY-09", format!("{} pass through for {paid} PIPs", who.join(" ")));
            }
            if was.holder != before.player {
                say(findings, "DBA3-CITY-08", format!("{} pass through a City of the enemy", who.join(" ")));
            }
        }
        _ => {}
    }
}

/// Nobody leaves a City while he sacks it; its Civilians do only with friends and enemies near (DBA3-CITY-11 to 13, 25).
fn moved(table: &Table<'_>, before: &Document, after: &Document, who: &[String], findings: &mut Vec<Finding>) {
    let (Some(was), Some(town)) = (&before.stronghold, table.ground.stronghold(before)) else { return };
    for element in who.iter().filter_map(|id| before.element(id)) {
        let inside = element.state == "holds" && element.holds.as_deref() == Some("stronghold");
        if inside && was.sack.as_deref() == Some("busy") {
            say(findings, "DBA3-CITY-25", format!("{} leaves before it has done with the City", element.id));
        }
        let of_city = element.civilians.as_deref().is_some_and(|feature| !feature.starts_with("camp"));
        if !of_city {
            continue;
        }
        let near = |side: char| {
            let mut stands = before.stands().filter(|stand| stand.element.side == side);
            stands.any(|stand| apart(&stand.base.corners(), town.outline()) < 2.01)
        };
        if inside && !(near('a') && near('b')) {
            say(findings, "DBA3-CITY-12", format!("{} sally with nobody near", element.id));
        }
        if inside && was.surrendered {
            say(findings, "DBA3-CITY-32", format!("{} sally from a City that has surrendered", element.id));
        }
        if let Some(is) = after.stand(&element.id)
            && apart(&is.base.corners(), town.outline()) > 3.01
        {
            say(findings, "DBA3-CITY-13", format!("{} go more than 3 BW from their City", element.id));
        }
    }
}
