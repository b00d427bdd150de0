//! An independent referee of battles of D3H2, DBA 3.0 and HOTT 2.5.
//!
//! It knows the rules from their inventories and the battle from the JSON documents of its steps, and shares no code with
//! the engine: floating-point polygons, tables of its own. What differs from game to game is in `game`, `troops`,
//! `outcomes` and `phases`; `city` and `big` are for DBA 3.0 alone, `checklist` for HOTT 2.5. It compares the document before a step with that after it,
//! and tells what does not follow from the order, the dice and the rules. Where a measure is too near to call, it says
//! nothing. What it cannot judge stands at the head of each of its modules. As a whole it does not judge what no order
//! shows: whether a side had other orders, totals of shots that a third element answers (SHOOT-27), moves of garrisons,
//! and the words of results beyond totals, fates and the fall of walls. Rules are named by their ids in D3H2 where the
//! games share them.

mod approach;
mod arrivals;
mod big;
mod bounds;
mod checklist;
mod city;
mod combat;
mod contacts;
mod finding;
mod game;
mod geometry;
mod ground;
mod moves;
mod opponents;
mod outcomes;
mod phases;
mod reading;
mod resolve;
mod retreats;
mod shots;
mod tampered;
mod troops;
mod watch;
mod zones;

use std::collections::BTreeSet;

use musterfield_battle::series::Series;
use serde_json::Value;

use self::finding::{Finding, Kind};
use self::game::{Book, Game};
use self::ground::Ground;
use self::reading::{Document, Fate, Order, fates};
use self::resolve::Combat;

/// The terms agreed before a battle.
struct Table<'h> {
    ground: &'h Ground,
    game: &'static Game,
    defender: char,
}

impl Table<'_> {
    fn traditional(&self) -> bool {
        self.game.book == Book::Traditional
    }
}

/// A combat that is not resolved yet (DBA3-BB-11).
struct Thrown {
    before: Document,
    order: Order,
    dice: Vec<u8>,
    added: bool,
}

/// The referee of one battle.
struct Referee {
    ground: Ground,
    game: &'static Game,
    defender: char,
    last: Option<Document>,
    combat: Option<Combat>,
    /// A combat whose dice lie on the table, while a commander-in-chief may add.
    thrown: Option<Thrown>,
    /// The pairs that have fought in this bound, that of side a first.
    fought: BTreeSet<(String, String)>,
    /// The elements that have fled or pursued in this bound.
    late: BTreeSet<String>,
}

impl Referee {
    /// A referee for the battle with this header.
    fn new(header: &Value) -> Self {
        let game = Game::of(header["ruleset"].as_str().unwrap_or(""));
        Self {
            ground: Ground::read(&header["layout"], game),
            game,
            defender: header["defender"].as_str().and_then(|side| side.chars().next()).unwrap_or('a'),
            last: None,
            combat: None,
            thrown: None,
            fought: BTreeSet::new(),
            late: BTreeSet::new(),
        }
    }

    /// Judges the step to this document.
    fn see(&mut self, json: Value) -> Vec<Finding> {
        let mut after = Document::read(json, self.game);
        // By the traditional tables a Stronghold that falls is destroyed (TRAD-34).
        if self.game.book == Book::Traditional {
            after.stronghold = after.stronghold.filter(|stronghold| stronghold.owner == stronghold.holder);
        }
        let mut findings = Vec::new();
        if let Some(before) = self.last.take() {
            self.step(&before, &after, &mut findings);
        }
        self.last = Some(after);
        findings
    }

    fn step(&mut self, before: &Document, after: &Document, findings: &mut Vec<Finding>) {
        let ground = self.ground.clone();
        let table = Table { ground: &ground, game: self.game, defender: self.defender };
        let text = after.order.as_deref().unwrap_or("");
        let Some(order) = Order::read(text) else {
            findings.push(Finding::new(Kind::Sequence, "SEQ-01", format!("no order: “{text}”")));
            return;
        };
        bounds::state(&table, before, after, findings);
        bounds::sequence(&table, before, after, &order, findings);
        bounds::going_dice(&table, before, after, findings);
        self.order(&table, before, after, &order, findings);
        city::step(&table, before, after, &order, findings);
        big::step(before, after, &order, findings);
        let told = fates(&after.result);
        let mut named: BTreeSet<&str> = told.iter().map(|(id, _)| id.as_str()).collect();
        named.extend(text.split([' ', ',', ':']));
        if let Some(combat) = &self.combat {
            named.extend(combat.named());
        }
        let followers = followers(before, after, &named);
        named.extend(followers.iter().map(String::as_str));
        bounds::unchanged(before, after, &named, findings);
        let freed = match &order {
            Order::Free(id) => Some(id.as_str()),
            _ => None,
        };
        arrivals::ensorcelled(before, after, freed, findings);
        if !matches!(after.phase.as_str(), "recoiling" | "returning" | "adding") {
            self.combat = None;
        }
    }

    fn order(
        &mut self,
        table: &Table<'_>,
        before: &Document,
        after: &Document,
        order: &Order,
        findings: &mut Vec<Finding>,
    ) {
        let open = matches!(after.phase.as_str(), "recoiling" | "returning" | "adding");
        match order {
            Order::Camp => arrivals::camp(table, after, before.decides, findings),
            Order::Place(id) => arrivals::deployed(table, after, id, findings),
            Order::Garrison(id) => arrivals::garrisoned(before, after, id, findings),
            Order::Summon(ids) => arrivals::summoned(table, before, after, ids, findings),
            Order::Move(who, legs) => tactical(table, before, after, who, legs, findings),
            Order::Land(ids) => arrivals::landed(table, before, after, ids, findings),
            Order::Dismount(id) => arrivals::dismounted(table, before, after, id, findings),
            Order::Shoot(one, other, aids) => shots::shot(table, before, after, one, other, aids, findings),
            Order::Bespell(one, other, aids) => shots::spell(table, before, after, one, other, aids, findings),
            Order::Fight(one, other) => self.fights(one, other, findings),
            Order::End if before.phase == "deployment" && before.decides != after.decides => {
                big::deployed(after, before.decides, findings);
                self.end(table, before, after, findings);
            }
            Order::End => self.end(table, before, after, findings),
            _ => {}
        }
        match order {
            Order::Shoot(..) | Order::Fight(..) if after.phase == "adding" => {
                let (before, dice) = (before.clone(), after.dice.clone());
                self.thrown = Some(Thrown { before, order: order.clone(), dice, added: false });
            }
            Order::Shoot(..) | Order::Bespell(..) | Order::Fight(..) => {
                self.combat = Combat::begin(table, before, after, order, false, findings);
            }
            Order::Add | Order::End if before.phase == "adding" => self.added(table, after, order, findings),
            Order::Recoil(_) | Order::Return => {
                if let Some(combat) = &mut self.combat {
                    combat.add(&after.result);
                }
            }
            _ => {}
        }
        // Whether who flees as the bound of a demoralised command begins fights in it, is open (DBA3-BB-40).
        let holding = before.phase == "holding";
        let runs = |(_, fate): &(String, Fate)| matches!(fate, Fate::Flees | Fate::Pursues) || holding;
        self.late.extend(fates(&after.result).into_iter().filter(runs).map(|(id, _)| id));
        if let (false, Some(combat)) = (open, &self.combat) {
            combat.finish(table, after, findings);
        }
    }

    /// Resolves a combat once nobody can add any more.
    fn added(&mut self, table: &Table<'_>, after: &Document, order: &Order, findings: &mut Vec<Finding>) {
        let Some(mut thrown) = self.thrown.take() else { return };
        thrown.added |= *order == Order::Add;
        if after.phase == "adding" {
            self.thrown = Some(thrown);
            return;
        }
        let told = Document { dice: thrown.dice, ..after.clone() };
        self.combat = Combat::begin(table, &thrown.before, &told, &thrown.order, thrown.added, findings);
    }

    fn fights(&mut self, one: &str, other: &str, findings: &mut Vec<Finding>) {
        let pair =
            if one.starts_with('a') { (one.to_owned(), other.to_owned()) } else { (other.to_owned(), one.to_owned()) };
        if !self.fought.insert(pair) {
            findings.push(Finding::new(Kind::Twice, "CC-15", format!("{one} and {other} fight again")));
        }
    }

    fn end(&mut self, table: &Table<'_>, before: &Document, after: &Document, findings: &mut Vec<Finding>) {
        match before.phase.as_str() {
            "summoning" | "moving" => contacts::turns(before, after, table.ground, findings),
            "shooting" => shots::unshot(table, before, findings),
            "fighting" => {
                bounds::unfought(before, &self.fought, &self.late, findings);
                arrivals::leavers(before, after, findings);
                self.fought.clear();
                self.late.clear();
            }
            "holding" => big::fled(before, after, findings),
            "deployment" if after.phase == "summoning" => arrivals::leavers(before, after, findings),
            _ => {}
        }
    }
}

/// Elements that are moved by others without a word: whoever conforms to a contact, with the group in which it stands
/// before and after (CONT-05), or follows in a column.
fn followers(before: &Document, after: &Document, named: &BTreeSet<&str>) -> Vec<String> {
    let moved: Vec<_> = before.stands().filter(|stand| named.contains(stand.element.id.as_str())).collect();
    let near = |id: &str| {
        after.stand(id).is_some_and(|stand| {
            moved.iter().any(|other| {
                after.stand(&other.element.id).is_some_and(|now| contacts::are_touching(&now.base, &stand.base))
                    || contacts::are_touching(&other.base, &stand.base)
            })
        })
    };
    let ids = || after.elements.iter().map(|element| element.id.as_str()).filter(|id| !named.contains(id));
    let mut found: Vec<String> = ids().filter(|id| near(id)).map(str::to_owned).collect();
    let grouped = |document: &Document, one: &str, two: &str| match (document.stand(one), document.stand(two)) {
        (Some(one), Some(two)) => one.element.side == two.element.side && moves::is_connected(&[one.base, two.base]),
        _ => false,
    };
    let mut at = 0;
    while let Some(from) = found.get(at).cloned() {
        let joins = |id: &&str| grouped(before, &from, id) && grouped(after, &from, id);
        let more: Vec<String> =
            ids().filter(|id| !found.iter().any(|known| known == id)).filter(joins).map(str::to_owned).collect();
        found.extend(more);
        at += 1;
    }
    found
}

/// Judges a tactical move, with the zones and its price. Of the courses it may have taken, that with the least to find.
fn tactical(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    who: &[String],
    legs: &[reading::Leg],
    findings: &mut Vec<Finding>,
) {
    let paid = before.pips - after.pips;
    let judged = moves::follow(before, after, who, legs).into_iter().map(|moved| {
        let mut found = Vec::new();
        moves::check(table, before, after, &moved, &mut found);
        zones::check(table, before, &moved, &mut found);
        let prices = zones::price(table, before, after, &moved);
        if !prices.contains(&paid) {
            let said = format!("{} pays {paid} PIPs, and the move costs {prices:?}", who.join(" "));
            found.push(Finding::new(Kind::Pips, "PIP-04", said));
        }
        found
    });
    findings.extend(judged.min_by_key(Vec::len).unwrap_or_default());
}

/// The findings in battles, in words, with the number of the battle and of the step.
#[derive(Default)]
struct Watched {
    steps: u64,
    landings: u64,
    dismountings: u64,
    findings: Vec<String>,
}

impl Watched {
    fn add(&mut self, finding: &Finding, place: &str, json: &Value) {
        self.findings.push(format!("{place}: {finding}; {} -> {}", json["order"], json["result"]));
    }
}

/// Watches battle number `at` of a series.
fn watch_battle(name: &str, series: &Series, at: u64, watched: &mut Watched) {
    let mut referee: Option<Referee> = None;
    watch::watch(series, at, &mut |json| match &mut referee {
        None => referee = Some(Referee::new(&json)),
        Some(referee) => {
            let begins = |word: &str| u64::from(json["order"].as_str().is_some_and(|order| order.starts_with(word)));
            watched.steps += 1;
            watched.landings += begins("land ");
            watched.dismountings += begins("dismount ");
            let place = format!("{name}, battle {at}, step {}", json["step"]);
            for finding in referee.see(json.clone()) {
                watched.add(&finding, &place, &json);
            }
        }
    });
}

/// Watches so many battles of each of these games, and fails if there is anything to find.
fn watch_battles(rulesets: &[&str], many: u64) {
    let mut watched = Watched::default();
    for ruleset in rulesets {
        let armies = watch::armies(ruleset);
        for at in 0..many {
            watch_battle(ruleset, &watch::series(&armies, at), at, &mut watched);
        }
    }
    println!("{} steps", watched.steps);
    assert!(watched.steps > many * 100, "only {} steps were seen", watched.steps);
    assert!(watched.findings.is_empty(), "{} findings: {:#?}", watched.findings.len(), watched.findings);
}

#[test]
fn ten_battles_of_each_table_are_played_by_the_rules() {
    watch_battles(&["d3h2", "d3h2-traditional"], 10);
}

#[test]
fn some_battles_of_dba3_and_hott_are_played_by_the_rules() {
    watch_battles(&["dba3", "hott25"], 3);
}

#[test]
fn some_big_battles_are_played_by_the_rules() {
    watch_battles(&["dba3 big"], 1);
}

#[test]
fn battles_with_landings_and_dismounting_are_played_by_the_rules() {
    let mut watched = Watched::default();
    // Of these numbers, both captains do anything that is allowed.
    for at in (2..18).step_by(3) {
        watch_battle("shores", &crate::games::shores(), at, &mut watched);
    }
    let Watched { landings, dismountings, findings, .. } = watched;
    assert!(landings > 2 && dismountings > 2, "{landings} landings, {dismountings} dismountings");
    assert!(findings.is_empty(), "{} findings: {findings:#?}", findings.len());
}

#[test]
#[ignore = "long run: a thousand battles of each table, some ten minutes"]
fn a_thousand_battles_of_each_table_are_played_by_the_rules() {
    watch_battles(&["d3h2", "d3h2-traditional"], 1000);
}

#[test]
#[ignore = "long run: a thousand battles of DBA 3.0, and a hundred Big Battles"]
fn a_thousand_battles_of_dba3_and_a_hundred_big_ones_are_played_by_the_rules() {
    watch_battles(&["dba3"], 1000);
    watch_battles(&["dba3 big"], 100);
}

#[test]
#[ignore = "long run: a thousand battles of HOTT 2.5"]
fn a_thousand_battles_of_hott_are_played_by_the_rules() {
    watch_battles(&["hott25"], 1000);
}
