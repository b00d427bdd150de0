//! Phases and bounds, dice for PIPs, lost army points, victory, and what must be the same from step to step.

use std::collections::BTreeSet;

use super::Table;
use super::contacts::{are_face_to_face, is_contact};
use super::finding::{Finding, Kind};
use super::geometry::{GAP, depth_of_overlap, is_inside};
use super::ground::Tri;
use super::reading::{Document, Fate, Order, Stand, fates, other};

/// The most that bases may overlap: 4 thousandths, and what rounding adds.
const OVERLAP: f64 = 0.0046;

/// Checks that hold after every step.
pub(super) fn state(table: &Table<'_>, before: &Document, after: &Document, findings: &mut Vec<Finding>) {
    let stands: Vec<Stand<'_>> = after.stands().collect();
    for (at, one) in stands.iter().enumerate() {
        for two in stands.iter().skip(at + 1) {
            let deep = depth_of_overlap(&one.base.corners(), &two.base.corners());
            if deep > OVERLAP {
                let said = format!("{} and {} overlap by {deep:.4}", one.element.id, two.element.id);
                findings.push(Finding::new(Kind::Overlap, "PASS-10", said));
            }
        }
        for side in ['a', 'b'] {
            let camp = after.camp(side).map(|camp| depth_of_overlap(&one.base.corners(), &camp.corners()));
            if camp.is_some_and(|deep| deep > OVERLAP) {
                findings.push(Finding::new(
                    Kind::Overlap,
                    "CAMP-08",
                    format!("{} stands on the camp of {side}", one.element.id),
                ));
            }
        }
        let board = table.ground.corners();
        if one.base.grown(-OVERLAP).corners().into_iter().any(|corner| !is_inside(corner, &board)) {
            findings.push(Finding::new(Kind::Beside, "FLEE-04", format!("{} stands beside the table", one.element.id)));
        }
        // Ploughed land may have become rough under an element, which may still turn to face there.
        let was = before.stand(&one.element.id);
        let stays = was.is_some_and(|was| was.element.at == one.element.at);
        let turns = fates(&after.result).contains(&(one.element.id.clone(), Fate::Turns));
        for (rule, barred) in table.ground.is_barred(after, one.element, &one.base) {
            let stood_there = || {
                let there = was.map(|was| table.ground.is_barred(after, one.element, &was.base));
                there.into_iter().flatten().any(|(other, is)| other == rule && is != Tri::No)
            };
            if barred == Tri::Yes && !stays && !(turns && stood_there()) {
                let said = format!("{} ({}) stands where it may not", one.element.id, one.element.kind);
                findings.push(Finding::new(Kind::Barred, rule, said));
            }
        }
    }
    for side in ['a', 'b'] {
        lost(after, side, findings);
    }
}

/// The AP a side has lost (WIN-02 to WIN-09).
fn lost(after: &Document, side: char, findings: &mut Vec<Finding>) {
    let is_lost = |state: &str| matches!(state, "destroyed" | "fled" | "ensorcelled");
    let elements = after.elements.iter().filter(|element| element.side == side && is_lost(&element.state));
    let mut sum: f64 = elements.map(|element| element.cost + if element.general { 2.0 } else { 0.0 }).sum();
    let own = after.side(side);
    if own.camp.as_ref().is_some_and(|camp| camp.sacked) {
        sum += 2.0;
    }
    // A Stronghold that was destroyed by the traditional tables is gone from the documents.
    let mut may: Vec<f64> = vec![sum];
    let town = 4.0 + if own.camp_in_stronghold { 2.0 } else { 0.0 };
    match &after.stronghold {
        Some(stronghold) if stronghold.owner == side && stronghold.holder != side => may = vec![sum + town],
        Some(_) => {}
        None => may.extend([sum + town]),
    }
    if !may.iter().any(|sum| (sum - own.lost).abs() < 1e-6) {
        let said = format!("{side} has lost {may:?} AP, and the document says {}", own.lost);
        findings.push(Finding::new(Kind::Lost, "WIN-02", said));
    }
}

/// A side that has lost enough, and more than the other, has lost the battle (WIN-01, WIN-11).
fn loser(document: &Document) -> Option<char> {
    ['a', 'b'].into_iter().find(|side| {
        let (own, others) = (document.side(*side), document.side(other(*side)));
        own.lost >= own.breaks_at && own.lost > others.lost
    })
}

/// The order of phases and bounds, the die for PIPs, and the end of the battle.
pub(super) fn sequence(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    order: &Order,
    findings: &mut Vec<Finding>,
) {
    let (from, to) = (before.phase.as_str(), after.phase.as_str());
    let may: &[&str] = match (order, from) {
        (Order::Edge(_), "edges") => &["camp"],
        (Order::Camp, "camp") => &["camp", "deployment"],
        (Order::Place(_) | Order::Garrison(_) | Order::TakeBack | Order::Reserve, "deployment") => &["deployment"],
        (Order::End, "deployment") => &["deployment", "landing", "summoning"],
        (Order::Land(_) | Order::End, "landing") => &["summoning"],
        (Order::End, "camp") => &["camp", "deployment"],
        (Order::Summon(_) | Order::Free(_), "summoning") => &["summoning"],
        (Order::Move(..) | Order::Dismount(_), "summoning" | "moving") => &["moving"],
        (Order::Engage(_), "summoning") => &["summoning", "moving"],
        (Order::Engage(_), "moving") => &["moving"],
        (Order::End, "summoning" | "moving") => &["shooting"],
        (Order::Shoot(..) | Order::Bespell(..), "shooting") => &["shooting", "answering", "recoiling", "returning"],
        (Order::Shoot(..) | Order::End, "answering") => &["shooting", "answering", "recoiling", "returning"],
        (Order::End, "shooting") => &["fighting"],
        (Order::Fight(..), "fighting") => &["fighting", "recoiling", "returning"],
        (Order::End, "fighting") => &["landing", "summoning", "over"],
        (Order::Recoil(_), "recoiling") | (Order::Return | Order::End, "returning") => {
            &["fighting", "shooting", "recoiling", "returning", "summoning", "over"]
        }
        _ => &[],
    };
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Sequence, rule, said));
    if !may.contains(&to) {
        say("SEQ-01", format!("after {order:?} {from} becomes {to}"));
    }
    let new_bound = matches!(to, "landing" | "summoning") && matches!(from, "deployment" | "fighting");
    if (after.bound != before.bound) != new_bound || (new_bound && after.bound != before.bound + 1) {
        say("SEQ-01", format!("bound {} becomes {}", before.bound, after.bound));
    }
    if new_bound && from == "fighting" && after.player == before.player {
        say("SEQ-01", "a side has two bounds in succession".to_owned());
    }
    if new_bound && from == "deployment" && after.player != table.defender {
        say("SEQ-01", "the invader has the first bound".to_owned());
    }
    // Elements that wait land before the die is rolled (DEPL-18).
    if to == "summoning" && (new_bound || from == "landing") {
        let die = after.dice.first().copied().map(i32::from);
        if die != Some(after.pips) {
            findings.push(Finding::new(Kind::PipDie, "PIP-01", format!("{die:?} gives {} PIPs", after.pips)));
        }
    }
    let ends = matches!((order, from), (Order::End, "fighting"));
    if ends {
        let loses = loser(&without_removals(before, after));
        if loses.map(other) != after.winner {
            let said = format!("{:?} has won, at {} and {} AP", after.winner, before.a.lost, before.b.lost);
            findings.push(Finding::new(Kind::Victory, "WIN-01", said));
        }
    } else if after.winner.is_some() {
        findings.push(Finding::new(Kind::Victory, "SEQ-08", "a side wins before the end of a bound"));
    }
}

/// Rivers are tried once, by a die (MOVE-32); ploughed land is rough if the first die for PIPs is a 1 (FEAT-18).
pub(super) fn going_dice(table: &Table<'_>, before: &Document, after: &Document, findings: &mut Vec<Finding>) {
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::GoingDie, rule, said));
    let die = after.dice.first().copied();
    for (was, is) in before.rivers.iter().zip(&after.rivers) {
        let shown = match die {
            Some(1 | 2) => "paltry",
            Some(3 | 4) => "shallow",
            Some(5 | 6) => "deep",
            _ => "unknown",
        };
        let is_right =
            is.state == was.state || was.state == "unknown" && is.state == shown && before.phase != "fighting";
        if !is_right {
            say("MOVE-32", format!("the river {} is {} on a {die:?}", is.feature, is.state));
        }
    }
    let first = matches!(before.phase.as_str(), "deployment" | "landing")
        && after.phase == "summoning"
        && after.a.bounds + after.b.bounds == 1;
    let rough = if first { die == Some(1) } else { before.rough_plough };
    let ploughed = table.ground.of_kind(&["plough"]).next().is_some();
    if (ploughed || after.rough_plough) && after.rough_plough != rough {
        say("FEAT-18", format!("ploughed land is rough: {}, on a {die:?}", after.rough_plough));
    }
}

/// The losses at the end of a bound: the God that leaves on a 1 is lost only in the next one.
fn without_removals(before: &Document, after: &Document) -> Document {
    let mut then = after.clone();
    (then.a.lost, then.b.lost) = (before.a.lost, before.b.lost);
    then
}

/// Values that never change, and places that change only by an order or a result.
pub(super) fn unchanged(before: &Document, after: &Document, named: &BTreeSet<&str>, findings: &mut Vec<Finding>) {
    if before.elements.len() != after.elements.len() {
        findings.push(Finding::new(Kind::Changed, "SEQ-01", "the number of elements has changed"));
        return;
    }
    for (was, is) in before.elements.iter().zip(&after.elements) {
        let same = was.id == is.id && was.side == is.side && was.general == is.general && was.ally == is.ally;
        let dismounts = after.order.as_deref().is_some_and(|order| order == format!("dismount {}", is.id));
        let kept = was.kind == is.kind && was.depth == is.depth && was.fast == is.fast;
        let same = same && was.cost == is.cost && (kept || dismounts);
        if !same {
            findings.push(Finding::new(Kind::Changed, "FAST-01", format!("{} is another element now", is.id)));
        }
        let stays = was.at == is.at && was.facing == is.facing && was.state == is.state && was.holds == is.holds;
        if !stays && !named.contains(is.id.as_str()) {
            let said = format!("{} has moved or changed, and nothing is said of it", is.id);
            findings.push(Finding::new(Kind::Changed, "SEQ-06", said));
        }
    }
}

/// The pairs that must fight before the bound ends and have not (SEQ-06, CC-15), apart from those that have come to
/// each other after the moves.
pub(super) fn unfought(
    before: &Document,
    fought: &BTreeSet<(String, String)>,
    late: &BTreeSet<String>,
    findings: &mut Vec<Finding>,
) {
    let stands: Vec<Stand<'_>> = before.stands().collect();
    for one in stands.iter().filter(|one| one.element.side == 'a') {
        for two in stands.iter().filter(|two| two.element.side == 'b') {
            let pair = (one.element.id.clone(), two.element.id.clone());
            // Whether a wider gap is a contact is too near to call.
            let is_closed =
                (one.base.fl - two.base.fr()).length() < GAP && (one.base.fr() - two.base.fl).length() < GAP;
            let meet = are_face_to_face(&one.base, &two.base) && is_closed && is_contact(*one, *two) == Tri::Yes;
            // Contacts made by flight and pursuit are fought in the next bound (FLEE-05, PURS-08).
            let is_late = late.contains(&pair.0) || late.contains(&pair.1);
            if meet && !is_late && !fought.contains(&pair) && !fought.iter().any(|(a, b)| *a == pair.0 || *b == pair.1)
            {
                let said = format!("{} and {} have not fought", pair.0, pair.1);
                findings.push(Finding::new(Kind::Unfought, "SEQ-06", said));
            }
        }
    }
}
