//! Phases and bounds, dice for PIPs, lost army points, victory, and what must be the same from step to step.

use std::collections::BTreeSet;

use super::Table;
use super::contacts::{are_face_to_face, is_contact};
use super::finding::{Finding, Kind};
use super::game::Book;
use super::geometry::{GAP, depth_of_overlap, is_inside};
use super::ground::Tri;
use super::phases;
use super::reading::{Document, Element, Fate, Order, Stand, fates, other};

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
        let has = |fate| fates(&after.result).contains(&(one.element.id.clone(), fate));
        let turns = has(Fate::Turns);
        // Marsh and Gully stop no pursuit (PURS-06).
        let wades = has(Fate::Pursues)
            && Tri::any(table.ground.of_kind(&["marsh", "gully"]).map(|soft| soft.holds_part_of(&one.base))) != Tri::No;
        for (rule, barred) in table.ground.is_barred(after, one.element, &one.base) {
            let stood_there = || {
                let there = was.map(|was| table.ground.is_barred(after, one.element, &was.base));
                there.into_iter().flatten().any(|(other, is)| other == rule && is != Tri::No)
            };
            let is_excused = stays || turns && stood_there() || rule == "MOVE-16" && wades;
            if barred == Tri::Yes && !is_excused {
                let said = format!("{} ({}) stands where it may not", one.element.id, one.element.kind);
                findings.push(Finding::new(Kind::Barred, rule, said));
            }
        }
    }
    for side in ['a', 'b'] {
        lost(table, after, side, findings);
    }
}

/// The worth of a lost element, without its general (WIN-02; DBA3-WIN-03, 04; HOTT25-WIN-02).
fn worth(element: &Element) -> f64 {
    match element.game.book {
        // Hordes do count for the army in a Big Battle (DBA3-BB-44).
        Book::Dba3 if element.is(&["SCh", "Civ"]) || element.is(&["Hd"]) && element.command.is_none() => 0.0,
        Book::Dba3 | Book::Hott => 1.0,
        _ => element.cost,
    }
}

/// The losses of a side, in AP or elements (WIN-02 to WIN-09; DBA3-WIN-02 to 07; HOTT25-WIN-02, 03).
fn lost(table: &Table<'_>, after: &Document, side: char, findings: &mut Vec<Finding>) {
    let game = table.game;
    let is_lost = |state: &str| matches!(state, "destroyed" | "fled" | "ensorcelled");
    let elements: Vec<&Element> =
        after.elements.iter().filter(|element| element.side == side && is_lost(&element.state)).collect();
    let general = |element: &Element| if element.general { game.general } else { 0.0 };
    let mut sum: f64 = elements.iter().map(|element| worth(element) + general(element)).sum();
    let own = after.side(side);
    if !own.commands.is_empty() {
        big_loss(after, side, sum, &elements, findings);
        return;
    }
    // The first double element counts twice (DBA3-WIN-02).
    if game.is_dba3() && elements.iter().any(|element| element.troop().double) {
        sum += 1.0;
    }
    if own.camp.as_ref().is_some_and(|camp| camp.sacked) {
        sum += game.camp;
    }
    // A Stronghold that was destroyed by the traditional tables is gone from the documents.
    let mut may: Vec<f64> = vec![sum];
    let is_fort = table.ground.of_kind(&["stronghold"]).any(|town| town.is_fort);
    let town = if is_fort { 0.0 } else { game.town } + if own.camp_in_stronghold { game.camp } else { 0.0 };
    match &after.stronghold {
        Some(stronghold) if stronghold.owner == side && stronghold.holder != side => may = vec![sum + town],
        Some(_) => {}
        None if game.is_d3h2() => may.extend([sum + town]),
        None => {}
    }
    if !may.iter().any(|sum| (sum - own.lost).abs() < 1e-6) {
        let said = format!("{side} has lost {may:?} AP, and the document says {}", own.lost);
        findings.push(Finding::new(Kind::Lost, "WIN-02", said));
    }
}

/// The losses of an army in a Big Battle: each command counts its first double element twice (DBA3-BB-32), and camps and
/// Cities count for commands (BB-34 to BB-36), so that only bounds are known here.
fn big_loss(after: &Document, side: char, sum: f64, elements: &[&Element], findings: &mut Vec<Finding>) {
    let own = after.side(side);
    let doubles = own.commands.iter().filter(|command| {
        elements.iter().any(|element| element.command == Some(command.number) && element.troop().double)
    });
    let least = sum + doubles.fold(0.0, |sum, _| sum + 1.0);
    let walls = if own.camp.as_ref().is_some_and(|camp| camp.sacked) || after.stronghold.is_some() { 6.0 } else { 0.0 };
    if own.lost < least - 1e-6 || own.lost > least + walls + 1e-6 {
        let said = format!("{side} has lost {least} elements at least, and the document says {}", own.lost);
        findings.push(Finding::new(Kind::Lost, "DBA3-BB-30", said));
    }
}

/// A side that has lost enough, and more than the other, has lost the battle (WIN-01, WIN-11; DBA3-WIN-01). In HOTT
/// enough is half of its elements, or its general; and its Stronghold ends it at once (HOTT25-WIN-01 to 03).
fn losers(table: &Table<'_>, document: &Document) -> Vec<char> {
    let loses = |side: &char| {
        let (own, others) = (document.side(*side), document.side(other(*side)));
        let general = || {
            let is_gone = |element: &&Element| matches!(element.state.as_str(), "destroyed" | "fled" | "ensorcelled");
            document.elements.iter().filter(is_gone).any(|element| element.side == *side && element.general)
        };
        if table.game.is_hott() {
            let all = document.elements.iter().filter(|element| element.side == *side).fold(0.0, |sum, _| sum + 1.0);
            let fallen = own.camp.as_ref().is_some_and(|camp| camp.sacked)
                || document.stronghold.as_ref().is_some_and(|town| town.owner == *side && town.holder != *side);
            return fallen || own.lost > others.lost && (own.lost * 2.0 >= all || general());
        }
        // In a Big Battle two commands that are gone or demoralised are enough (DBA3-BB-45).
        let broken = own.commands.iter().filter(|command| command.state != "fights").count() > 1;
        (own.lost >= own.breaks_at || broken) && own.lost > others.lost
    };
    ['a', 'b'].into_iter().filter(loses).collect()
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
    let may = phases::after(table.game, order, from, !after.a.commands.is_empty());
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Sequence, rule, said));
    if !may.contains(&to) {
        say("SEQ-01", format!("after {order:?} {from} becomes {to}"));
    }
    let begins = matches!(to, "landing" | "summoning" | "holding");
    let new_bound = begins && matches!(from, "deployment" | "fighting") && *order == Order::End;
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
    if !after.a.commands.is_empty() {
        // Each command has its own die.
    } else if to == "summoning" && (new_bound || from == "landing") {
        let die = after.dice.first().copied().map(i32::from);
        if die != Some(after.pips) {
            findings.push(Finding::new(Kind::PipDie, "PIP-01", format!("{die:?} gives {} PIPs", after.pips)));
        }
    }
    let ends = matches!((order, from), (Order::End, "fighting"));
    if ends {
        // If both have lost by different counts, the winner is open (HOTT25-WIN-01 to 03).
        let lose = losers(table, &without_removals(before, after));
        let is_right = match lose.as_slice() {
            [] => after.winner.is_none(),
            [one] => after.winner == Some(other(*one)),
            _ => after.winner.is_some(),
        };
        if !is_right {
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
        && matches!(after.phase.as_str(), "summoning" | "holding")
        && after.a.bounds + after.b.bounds == 1;
    // In a Big Battle the defender's first dice count together (DBA3-BB-17).
    let low = if after.a.commands.is_empty() { die == Some(1) } else { after.pips <= 7 };
    let rough = if first { low } else { before.rough_plough };
    let ploughed = table.ground.of_kind(&["plough"]).next().is_some();
    if (ploughed || after.rough_plough) && after.rough_plough != rough {
        say("FEAT-18", format!("ploughed land is rough: {}, on a {die:?}", after.rough_plough));
    }
}

/// The losses at the end of a bound: the God that leaves on a 1 is lost only in the next one, in which commands lose heart.
fn without_removals(before: &Document, after: &Document) -> Document {
    let mut then = after.clone();
    (then.a.lost, then.b.lost) = (before.a.lost, before.b.lost);
    (then.a.commands, then.b.commands) = (before.a.commands.clone(), before.b.commands.clone());
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
