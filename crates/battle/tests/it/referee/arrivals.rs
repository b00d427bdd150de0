//! Deployment, landings, summons, ensorcelment and its end, and dismounting.
//!
//! Not judged: where a freed Hero stands (SUMM-30; in HOTT only if its place is clear), where in its zone of deployment a
//! Stronghold of HOTT stands, whether another place was free for an element left aside, and whether
//! a list lets an element dismount.

use super::Table;
use super::contacts::{are_touching, front_on};
use super::finding::{Finding, Kind};
use super::game::{Book, PACES};
use super::geometry::{Base, EDGES, P, TOUCH, apart, area, clipped};
use super::ground::{Ground, Tri};
use super::reading::{Document, Element, Leg, Stand};
use super::{moves, zones};

/// How far points of a base are from the base edge of a side, and from the edges beside it.
fn from_edge(ground: &Ground, edge: &str, q: P) -> (f64, f64) {
    let board = ground.board;
    match edge {
        "north" => (board.y - q.y, q.x.min(board.x - q.x)),
        "south" => (q.y, q.x.min(board.x - q.x)),
        "east" => (board.x - q.x, q.y.min(board.y - q.y)),
        _ => (q.x, q.y.min(board.y - q.y)),
    }
}

fn deep(ground: &Ground, edge: &str) -> f64 {
    if matches!(edge, "north" | "south") { ground.board.y } else { ground.board.x }
}

/// An element that is set up (DEPL-10 to DEPL-17).
pub(super) fn deployed(table: &Table<'_>, after: &Document, id: &str, findings: &mut Vec<Finding>) {
    let Some(Stand { element, base }) = after.stand(id) else { return };
    let ground = table.ground;
    let mut say =
        |rule, said: &str| findings.push(Finding::new(Kind::Deployment, rule, format!("{id} is set up {said}")));
    let Some(edge) = after.side(element.side).edge.as_deref() else { return };
    let corners = base.corners();
    // In HOTT within 600 paces of its edge (HOTT25-DEPL-03, 04).
    let half = if table.game.is_hott() { 6.0 * PACES } else { deep(ground, edge) / 2.0 - 3.0 };
    if corners.into_iter().any(|q| from_edge(ground, edge, q).0 > half + 0.005) {
        say("DEPL-10", "within 3 BW of the centre line");
    }
    let near = if element.is_aerial() || element.is(table.game.at_the_wings) || element.mounted && table.game.is_dba3()
    {
        2.0
    } else {
        4.0
    };
    if !element.mounted && corners.into_iter().any(|q| from_edge(ground, edge, q).1 < near - 0.005) {
        say("DEPL-12", "too near to a side of the table");
    }
    if element.is(&["Gd", "Dg"]) {
        say("DEPL-17", "and is only summoned");
    }
    if let (Some(stronghold), Some(outline)) = (&after.stronghold, ground.stronghold(after))
        && stronghold.holder != element.side
        && apart(&corners, outline.outline()) < 0.995
    {
        say("DEPL-11", "within 1 BW of an enemy Stronghold");
    }
    let states = ["unknown", "paltry", "shallow", "deep"];
    if !element.is_aerial()
        && ground.is_in_river(after, &base, &states) == Tri::Yes
        && ground.is_on_road(&base) == Tri::No
    {
        say("DEPL-14", "in a river");
    }
}

/// A landing in a side's first bound: all who wait, as one group at the water and in contact with nobody (DEPL-18).
pub(super) fn landed(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    ids: &[String],
    findings: &mut Vec<Finding>,
) {
    let mut say = |said: String| findings.push(Finding::new(Kind::Landing, "DEPL-18", said));
    let side = before.side(before.player);
    if !side.commands.is_empty() {
        // A whole command, within 1 BW of the water (DBA3-BB-23, BB-24).
        let water = || table.ground.of_kind(&["waterway"]);
        for Stand { element, base } in ids.iter().filter_map(|id| after.stand(id)) {
            let near = water().any(|water| apart(&base.corners(), water.outline()) < 1.01);
            if !near || element.is(&["Bh", "Art"]) {
                say(format!("{} lands {}", element.id, if near { "and may not" } else { "away from the water" }));
            }
        }
        return;
    }
    let all = ids.len() == side.reserved.len() && side.reserved.iter().all(|id| ids.contains(id));
    if !all || !(2..=3).contains(&ids.len()) || side.bounds != 1 {
        say(format!("{} land in bound {} of their side, and {:?} wait", ids.join(" "), side.bounds, side.reserved));
    }
    let stands: Vec<Stand<'_>> = ids.iter().filter_map(|id| after.stand(id)).collect();
    let bases: Vec<Base> = stands.iter().map(|stand| stand.base).collect();
    let alike = |is: fn(&Element) -> bool| {
        let some = stands.iter().filter(|stand| is(stand.element)).count();
        some == 0 || some == stands.len()
    };
    let grouped = moves::is_connected(&bases) && alike(Element::is_aerial) && alike(|element| element.ally);
    if stands.len() != ids.len() || !grouped {
        say(format!("{} do not land as one group", ids.join(" ")));
    }
    let water = table.ground.of_kind(&["waterway"]);
    if !water.into_iter().any(|water| bases.iter().any(|base| apart(&base.corners(), water.outline()) <= TOUCH)) {
        say(format!("{} land away from the water", ids.join(" ")));
    }
    for Stand { element, base } in &stands {
        if element.is(&["Bh", "Art", "WWg", "Gd", "Dg", "Lk"]) {
            say(format!("{} ({}) lands", element.id, element.kind));
        }
        let meets = after.enemies_of(element.side).find(|enemy| {
            let shared = |a: &Base, b: &Base| EDGES.into_iter().map(|edge| front_on(a, b, edge)).fold(0.0, f64::max);
            shared(base, &enemy.base).max(shared(&enemy.base, base)) > 0.02
        });
        if let Some(enemy) = meets {
            say(format!("{} lands in contact with {}", element.id, enemy.element.id));
        }
    }
}

/// A garrison of a side (CAMP-04, BUA-07, DEPL-09).
pub(super) fn garrisoned(before: &Document, after: &Document, id: &str, findings: &mut Vec<Finding>) {
    let Some(element) = after.element(id) else { return };
    let own = !element.game.is_dba3() || after.side(element.side).commands.is_empty();
    let barred = element.ally && own || element.is_aerial() || element.is(&["Sk", "Bh", "SCh"]);
    let town = before.phase == "deployment" && element.holds.as_deref() == Some("stronghold");
    let riding = town && (!element.is_foot() || element.game.is_dba3() && element.is(&["WWg"]));
    if barred || riding {
        findings.push(Finding::new(
            Kind::Deployment,
            "DEPL-09",
            format!("{id} ({}) holds what it may not", element.kind),
        ));
    }
}

/// A camp (CAMP-01, CAMP-02).
pub(super) fn camp(table: &Table<'_>, after: &Document, side: char, findings: &mut Vec<Finding>) {
    let own = after.side(side);
    let (Some(camp), Some(edge)) = (&own.camp, own.edge.as_deref()) else { return };
    let mut say =
        |said: &str| findings.push(Finding::new(Kind::Deployment, "CAMP-01", format!("the camp of {side} is {said}")));
    let base = camp.base();
    let [long, wide] = camp.size;
    let fits = match table.game.book {
        // A Stronghold is a rectangle of 2 to 6 BW (D3H2-BUA-04, borrowed).
        Book::Hott => long.min(wide) >= 1.995 && long.max(wide) <= 6.005,
        Book::Dba3 => long.max(wide) <= 3.005 && long.max(wide) >= 0.995 && (0.495..=1.005).contains(&long.min(wide)),
        _ => long >= 0.995 && long + wide <= 4.005,
    };
    if !fits {
        say("too small or too large");
    }
    if table.game.is_hott() {
        if base.corners().into_iter().any(|q| from_edge(table.ground, edge, q).0 > 6.0 * PACES + 6.005) {
            say("beyond the deployment zone");
        }
        return;
    }
    let corners = base.corners();
    let nearest = corners.into_iter().map(|q| from_edge(table.ground, edge, q).0).fold(f64::MAX, f64::min);
    let water = table.ground.of_kind(&["waterway"]).any(|water| apart(&corners, water.outline()) < 2.1);
    if nearest > 0.01 && !water {
        say("not at its rear edge");
    }
    let farthest = corners.into_iter().map(|q| from_edge(table.ground, edge, q).0).fold(0.0, f64::max);
    if table.game.is_dba3() && farthest > deep(table.ground, edge) / 2.0 - 3.0 + 0.005 {
        say("within 3 BW of the centre line");
    }
    if corners.into_iter().any(|q| from_edge(table.ground, edge, q).1 < 3.995) {
        say("too near to a side of the table");
    }
    let poor = [
        "woods",
        "marsh",
        "dunes",
        "oasis",
        "difficult_hill",
        "gully",
        "scrub",
        "rocky",
        "boggy",
        "enclosures",
        "hamlet",
        "plough",
    ];
    if table.ground.of_kind(&poor).any(|feature| feature.holds_part_of(&base) == Tri::Yes) {
        say("not in good going");
    }
}

/// Adds a finding about a summons.
fn say(findings: &mut Vec<Finding>, rule: &'static str, said: String) {
    findings.push(Finding::new(Kind::Summons, rule, said));
}

/// Elements that are summoned or replaced (SUMM-01 to SUMM-28).
pub(super) fn summoned(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    ids: &[String],
    findings: &mut Vec<Finding>,
) {
    let paid = before.pips - after.pips;
    let elements: Vec<&Element> = ids.iter().filter_map(|id| before.element(id)).collect();
    let price: i32 = match elements.first() {
        Some(first) if first.is(&["Gd", "Dg"]) => 6,
        Some(first) if first.is(&["Hd"]) => i32::try_from(elements.len()).unwrap_or(0),
        Some(_) => elements.iter().map(|element| i32::try_from(element.summons).unwrap_or(0) + 1).sum(),
        None => 0,
    };
    if paid != price {
        say(findings, "SUMM-01", format!("{} costs {price}, and {paid} was paid", ids.join(" ")));
    }
    let ground = table.ground;
    for was in &elements {
        let id = was.id.as_str();
        let Some(Stand { element, base }) = after.stand(id) else {
            say(findings, "SUMM-06", format!("{id} is summoned and does not stand on the table"));
            continue;
        };
        let replaced = if table.game.is_hott() { "Hd" } else { "IHd" };
        let back = matches!(was.state.as_str(), "aside" | "fled") && !was.is(&["Hd"])
            || was.kind == replaced && was.state == "destroyed";
        if !back {
            say(findings, "SUMM-08", format!("{id} ({}) is summoned and was {}", was.kind, was.state));
        }
        if element.side != before.player {
            say(findings, "SEQ-03", format!("{id} is summoned by the wrong side"));
        }
        let enemies = || {
            before.enemies_of(element.side).filter(|enemy| !enemy.element.is(&["Lk"]) || enemy.element.state == "table")
        };
        let edge = after.side(element.side).edge.as_deref().unwrap_or("south");
        let rear = [base.rl(), base.rr()].into_iter().map(|q| from_edge(ground, edge, q).0).fold(0.0, f64::max);
        if element.is(&["Gd", "Dg", "Hd"])
            && enemies().any(|enemy| apart(&enemy.base.corners(), &base.corners()) <= 2.0)
        {
            say(findings, "SUMM-04", format!("{id} arrives within 2 BW of an enemy"));
        }
        match element.family() {
            "Gd" if base
                .corners()
                .into_iter()
                .any(|q| from_edge(ground, edge, q).0 > deep(ground, edge) / 2.0 + 0.005) =>
            {
                say(findings, "SUMM-04", format!("{id} arrives beyond the middle of the table"));
            }
            "Dg" if rear > 0.006 => say(findings, "SUMM-05", format!("{id} arrives away from its base edge")),
            "Hd" => {
                let town = ground.stronghold(after).is_some_and(|s| ground.near_walls(&base, s.outline()) < 0.01);
                let joins = elements.len() > 1;
                if rear > 0.006 && !town && !joins {
                    say(findings, "SUMM-25", format!("{id} arrives neither at its base edge nor at a Stronghold"));
                }
            }
            "Lk" | "Ps" => lurker(table, before, after, Stand { element, base }, findings),
            _ => {}
        }
    }
}

/// A Lurker appears in its feature, in contact with an enemy who has just entered it (SUMM-11 to SUMM-18).
fn lurker(table: &Table<'_>, before: &Document, after: &Document, of: Stand<'_>, findings: &mut Vec<Finding>) {
    let id = &of.element.id;
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Summons, rule, said));
    let kinds: &[&str] = if of.element.water { &["marsh", "river", "waterway"] } else { table.game.bad };
    if !table
        .ground
        .of_kind(kinds)
        .any(|feature| feature.holds_all_of(&of.base) != Tri::No || is_in_parts(feature, &of.base))
    {
        say("SUMM-15", format!("{id} does not appear inside such a feature"));
    }
    let intruders = &before.side(of.element.side).intruders;
    let meets = intruders.iter().filter_map(|id| after.stand(id)).any(|enemy| are_touching(&enemy.base, &of.base));
    if !meets {
        say("SUMM-11", format!("{id} appears, and touches nobody who has just entered"));
    }
    if of.element.summons > 3 {
        say("SUMM-14", format!("{id} is summoned for the {}th time", of.element.summons));
    }
}

/// Covered by several parts of a river, which may overlap.
fn is_in_parts(feature: &super::ground::Feature, base: &Base) -> bool {
    let covered: f64 = feature.parts.iter().map(|part| area(&clipped(part, &base.corners()))).sum();
    feature.parts.len() > 1 && covered > base.width * base.depth * 0.97
}

/// The arrivals and departures when a bound begins or ends: a God leaves on a 1, Lurkers with nobody near vanish.
pub(super) fn leavers(before: &Document, after: &Document, findings: &mut Vec<Finding>) {
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Summons, rule, said));
    if after.phase == "summoning" {
        let side = after.player;
        let gods = |document: &Document| {
            document.stands().filter(|stand| stand.element.side == side && stand.element.is(&["Gd"])).count()
        };
        let left = gods(before) - gods(after).min(gods(before));
        let due = usize::from(after.dice.first() == Some(&1) && gods(before) > 0);
        if left != due {
            say("SUMM-09", format!("{left} Gods leave on a {:?}", after.dice.first()));
        }
    }
    for of in before.stands().filter(|stand| stand.element.lair.is_some()) {
        let away = before
            .enemies_of(of.element.side)
            .map(|enemy| apart(&enemy.base.corners(), &of.base.corners()))
            .fold(f64::MAX, f64::min);
        let held = before.elements.iter().any(|element| element.side != of.element.side && element.state == "holds");
        let gone = after.stand(&of.element.id).is_none();
        if away > 6.01 && !gone && !held && after.phase != "over" {
            say("SUMM-22", format!("{} stays with no enemy within 6 BW", of.element.id));
        }
        if away < 5.99 && gone {
            say("SUMM-22", format!("{} vanishes with an enemy within 6 BW", of.element.id));
        }
    }
}

/// Ensorcelled elements are Heroes and Mages; they come back when their bespeller goes, or for 6 PIPs (ENS-01 to ENS-05).
pub(super) fn ensorcelled(before: &Document, after: &Document, freed: Option<&str>, findings: &mut Vec<Finding>) {
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Ensorcelled, rule, said));
    for (was, is) in before.elements.iter().zip(&after.elements) {
        if is.state == "ensorcelled" && !is.is(&["Hr", "Mg"]) {
            say("ENS-02", format!("{} ({}) is ensorcelled", is.id, is.kind));
        }
        let bespeller = was.ensorcelled_by.as_deref();
        let gone = bespeller
            .is_some_and(|id| after.element(id).is_some_and(|mage| mage.state != "table" && mage.state != "holds"));
        let paid = freed == Some(is.id.as_str());
        let back = was.state == "ensorcelled" && is.state != "ensorcelled";
        if is.game.is_hott() {
            // By PIPs alone, and to where it was (HOTT25-MAGIC-06).
            let returns = after.order.as_deref().is_some_and(|order| order.starts_with("return"));
            if back && !paid && !returns {
                say("HOTT25-MAGIC-06", format!("{} comes back unpaid", is.id));
            }
            if paid && before.pips - after.pips != 6 {
                say("HOTT25-MAGIC-06", format!("{} is freed for {} PIPs", is.id, before.pips - after.pips));
            }
            let taken = was.marker().is_none_or(|there| {
                let mut others = after.stands().filter(|other| other.element.id != is.id);
                others.any(|other| apart(&other.base.corners(), &there.corners()) < 0.01)
            });
            if back && paid && !taken && was.at != is.at {
                say("HOTT25-MAGIC-06", format!("{} comes back beside its marker", is.id));
            }
            continue;
        }
        let fled = bespeller.is_some_and(|id| after.result.contains(&format!("{id} flees")));
        if back && !paid && !gone && !fled && after.order.as_deref().is_none_or(|order| !order.starts_with("return")) {
            say("SUMM-34", format!("{} comes back, and its bespeller is still there", is.id));
        }
        if paid && before.pips - after.pips != 6 {
            say("SUMM-29", format!("{} is freed for {} PIPs", is.id, before.pips - after.pips));
        }
        if is.backfires > was.backfires && (after.dice.first() != Some(&1) || is.backfires != was.backfires + 1) {
            say("ENS-03", format!("a spell of {} turns against it on {:?}", is.id, after.dice.first()));
        }
        if is.backfires >= 2 && was.backfires < 2 && is.state == "table" {
            say("ENS-03", format!("{} has rolled a second 1 and stays", is.id));
        }
        if back && paid && is.is(&["Mg"]) && is.state == "table" && was.at != is.at {
            say("SUMM-32", format!("{} comes back beside its marker", is.id));
        }
    }
}

/// A Mounted element that dismounts: out of contact and of threat zones, by one move of its own that leaves its front edge
/// where it is (TYPE-16).
pub(super) fn dismounted(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    id: &str,
    findings: &mut Vec<Finding>,
) {
    let (Some(was), Some(is)) = (before.element(id), after.element(id)) else { return };
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Dismounting, rule, format!("{id} {said}")));
    if !was.is_mounted() || !is.is_foot() {
        say("TYPE-16", format!("({}) dismounts and is {}", was.kind, is.kind));
    }
    if was.side != before.player {
        say("SEQ-04", "dismounts in the bound of the other side".to_owned());
    }
    if is.at != was.at || is.facing != was.facing || is.state != was.state {
        say("TYPE-16", "dismounts and does not stay where it is".to_owned());
    }
    if is.moves != was.moves + 1 {
        say("TYPE-16", format!("dismounts, which is move {}, and has made {}", was.moves + 1, is.moves));
    }
    if let Some(base) = was.base() {
        for enemy in before.enemies_of(was.side) {
            let engaged = super::contacts::is_contact(Stand { element: was, base }, enemy) == Tri::Yes;
            if engaged && are_touching(&base, &enemy.base) {
                say("TYPE-16", format!("dismounts in contact with {}", enemy.element.id));
            } else if zones::is_in(&base, enemy, 0.01) {
                say("TYPE-16", format!("dismounts in the zone of {}", enemy.element.id));
            }
        }
    }
    let paid = before.pips - after.pips;
    // As a move that goes nowhere; a garrison pays one more (PIP-07).
    let stays = [Leg::Back(0.0)];
    let prices = match moves::follow(before, after, &[id.to_owned()], &stays).first() {
        Some(moved) => zones::price(table, before, after, moved),
        None => vec![1, 2, 3],
    };
    if !prices.contains(&paid) {
        say("PIP-04", format!("dismounts for {paid} PIPs, which costs {prices:?}"));
    }
}
