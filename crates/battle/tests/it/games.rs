//! Whole battles between plain computer players: they end, they can be played again, and the state is valid after every
//! order.

use musterfield_army::Draft;
use musterfield_battle::admission::Admitted;
use musterfield_battle::game::{Table, Unrecorded, of_seed};
use musterfield_battle::player::{Captain, Plain, Whim, Worth};
use musterfield_battle::record::{Recorder, Standing};
use musterfield_battle::series::{Place, Series};
use musterfield_battle::state::{Options, Whereabouts};
use musterfield_battle::{
    Battle, Friends, Id, Leg, Legal, Members, Move, Order, Phase, Player, Pose, Refusal, Report, TOUCH,
};
use musterfield_dice::RolledDice;
use musterfield_geometry::{Facing, Point};
use musterfield_rules::{Points, book};
use musterfield_terrain::generate::request::{rules, usual_board};

use super::ready::{ready, ready_for, usual_dba3};
use super::wild::is_sound;

/// Battles between two armies on tables of a home terrain.
fn series(a: &Draft, b: &Draft, home: &str, seed: u64) -> Series {
    let rules = rules(book().unwrap(), &a.ruleset.id).unwrap();
    Series {
        armies: [a, b].map(|army| Admitted::allowing_illegal(army.clone())),
        catalogue: musterfield_lists::catalogue(book().unwrap()).unwrap(),
        place: Place::Home(rules, Some(rules.home_terrain(home).unwrap()), usual_board(rules).unwrap()),
        options: Options::default(),
        seed,
    }
}

/// Pairs of ready armies: each army is in two of them, and each pair has another home terrain.
pub(super) fn pairs() -> Vec<Series> {
    pairs_of(ready())
}

/// Such pairs of DBA 3.0.
pub(super) fn pairs_of_dba3() -> Vec<Series> {
    pairs_of(usual_dba3())
}

/// Such pairs of HOTT 2.5, three for each army.
pub(super) fn pairs_of_hott() -> Vec<Series> {
    let armies = ready_for("hott25");
    assert!(armies.len() >= 14, "{}", armies.len());
    let shifted = |by: usize| armies.iter().cycle().skip(by).take(armies.len());
    let pairs = [1, 3, 5].into_iter().flat_map(|by| armies.iter().zip(shifted(by)));
    let homes = ["arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral"];
    let pairs = pairs.zip(homes.iter().cycle()).enumerate();
    pairs.map(|(at, ((a, b), home))| series(a, b, home, u64::try_from(at).unwrap())).collect()
}

fn pairs_of(armies: Vec<Draft>) -> Vec<Series> {
    assert!(armies.len() > 30, "{}", armies.len());
    let homes = ["arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral"];
    let next = armies.iter().cycle().skip(1);
    let pairs = armies.iter().zip(next).zip(homes.iter().cycle());
    pairs.enumerate().map(|(at, ((a, b), home))| series(a, b, home, u64::try_from(at).unwrap())).collect()
}

/// Battles by the sea between armies whose Mounted may dismount, in which either side may land.
pub(super) fn shores() -> Series {
    let armies = ready();
    let rides = |army: &&Draft| army.lines.iter().any(|line| ["Kn", "Cv", "LH"].contains(&army.code(line)));
    let mut riders = armies.iter().filter(rides).map(|army| Draft {
        home_terrain: Some("littoral".to_owned()),
        own_list: Some("9xKn//Bd, 9xCv//Ax, 9xLH//Ps".to_owned()),
        ..army.clone()
    });
    let (a, b) = (riders.next().unwrap(), riders.next().unwrap());
    let mut series = series(&a, &b, "littoral", 1);
    let landings = a.ruleset.battle.as_ref().unwrap().readings().iter().find(|reading| &*reading.id == "landings");
    let landings = landings.unwrap();
    series.options.readings = series.options.readings.choosing(landings, landings.value("allowed").unwrap());
    series
}

/// A table that checks the battle after every order.
struct Watched {
    table: Unrecorded,
    seen: u64,
}

impl Table for Watched {
    fn battle(&self) -> &Battle {
        self.table.battle()
    }

    fn play(&mut self, legal: &Legal, report: &mut Report) -> Result<(), Refusal> {
        let (before, order) = (self.table.battle().clone(), legal.order().clone());
        self.table.play(legal, report)?;
        self.seen += 1;
        is_sound(self.table.battle(), &order);
        look(&before, &order, self.table.battle());
        Ok(())
    }
}

fn is_hott(battle: &Battle) -> bool {
    &*battle.setting().ruleset.id == "hott25"
}

fn is_dba3(battle: &Battle) -> bool {
    &*battle.setting().ruleset.id == "dba3"
}

/// The worth of an element that is lost: its cost, or one where elements are counted (DBA3-WIN-03, 04, 07).
fn worth_of(battle: &Battle, id: Id) -> Points {
    let profile = battle.profile(id);
    let code = &*battle.setting().ruleset.troop(profile.troop).code;
    if is_hott(battle) {
        return Points::ONE;
    }
    let (own, general) = match is_dba3(battle) {
        true if ["SCh", "5Hd", "7Hd", "Civ"].contains(&code) => (Points::ZERO, 1),
        true => (Points::ONE, 1),
        false => (profile.cost, 2),
    };
    own + if profile.general { Points::ONE * general } else { Points::ZERO }
}

/// Checks everything that must hold after an order.
fn look(before: &Battle, order: &Order, after: &Battle) {
    for player in Player::ALL {
        let worth: Points = after.army(player).filter(|id| after.is_lost(*id)).map(|id| worth_of(after, id)).sum();
        let lost = after.lost(player);
        let extra = (lost - worth).steps(Points::ONE);
        let extras: &[usize] = if is_dba3(after) { &[0, 1, 2, 3] } else { &[0, 2, 4, 6, 8] };
        assert!(lost >= worth && extras.contains(&extra), "{player}: {lost} lost, {worth} of elements");
    }
    assert!(after.pips() <= 6);
    if let Order::Move(of) = order {
        for id in of.who {
            let profile = after.profile(id);
            let most = [profile.reach.good, profile.reach.road, profile.reach.rough, profile.reach.bad]
                .into_iter()
                .flatten()
                .max()
                .unwrap();
            let slide = if of.legs.iter().any(|leg| matches!(leg, Leg::Slide(_))) { 1000 } else { 0 };
            for (from, to) in before.base(id).corners().iter().zip(after.base(id).corners()).take(2) {
                let square = (to - *from).square();
                let limit = most + slide + 2 * TOUCH;
                assert!(square <= limit * limit, "{} went too far: {order:?}", profile.name);
            }
        }
        let paid = before.pips() - after.pips();
        assert!(paid <= 3, "a move costs at most 3 PIPs");
    }
    // No destroyed element comes back, except Hordes that are replaced.
    for id in after.everybody() {
        if before.element(id).place == Whereabouts::Destroyed && after.element(id).place != Whereabouts::Destroyed {
            let code = &after.setting().ruleset.troop(after.profile(id).troop).code;
            let replaced = if is_hott(after) { "Hd" } else { "IHd" };
            assert_eq!(&**code, replaced, "{order:?}");
        }
    }
}

#[test]
fn battles_of_all_ready_armies_end_and_nothing_impossible_happens_in_them() {
    all_end(&pairs());
}

#[test]
fn battles_of_dba3_end_and_nothing_impossible_happens_in_them() {
    all_end(&pairs_of_dba3());
}

#[test]
fn battles_of_hott_end_and_nothing_impossible_happens_in_them() {
    all_end(&pairs_of_hott());
}

fn all_end(pairs: &[Series]) {
    let (mut orders, mut won) = (0, 0);
    for series in pairs {
        let head = series.head(0).unwrap();
        let battle = Battle::new(&head.meeting()).unwrap();
        let worth = Worth::new(&battle);
        let mut table = Watched { table: Unrecorded::new(battle, series.seed_of(0)), seen: 0 };
        let outcome = of_seed(&mut table, &worth, series.seed_of(0), None).unwrap();
        orders += table.seen;
        won += u64::from(outcome.winner.is_some());
    }
    assert!(orders > 2_000, "{orders}");
    assert!(won * 10 >= u64::try_from(pairs.len()).unwrap() * 8, "only {won} of {} were decided", pairs.len());
}

#[test]
fn a_battle_of_a_series_is_the_same_however_it_is_fought() {
    let (d3h2, hott) = (pairs(), pairs_of_hott());
    for series in d3h2.iter().take(6).chain(hott.iter().step_by(7)) {
        let worth = series.worth().unwrap();
        let first = series.fight(3, &worth, None).unwrap();
        assert_eq!(series.fight(3, &worth, None).unwrap(), first);
        let mut record = series.recorder(3).unwrap();
        assert_eq!(series.fight_on(3, &mut record, &worth, None).unwrap(), first);
        let standing = Standing::of(record.battle());
        assert_eq!((standing.winner, standing.lost), (first.winner, first.lost));
        let mut again = Recorder::new(series.head(3).unwrap()).unwrap();
        for entry in record.entries() {
            let order = Order::parse(again.battle(), &entry.order).unwrap();
            again.play(&order).unwrap();
        }
        assert_eq!(again.to_string(), record.to_string());
    }
}

#[test]
fn orders_from_beyond_the_world_are_refused() {
    let series = &pairs()[0];
    let head = series.head(0).unwrap();
    let mut battle = Battle::new(&head.meeting()).unwrap();
    let worth = Worth::new(&battle);
    let id = battle.everybody().next().unwrap();
    let refuse = |battle: &mut Battle| {
        for far in [i64::MAX, i64::MIN, 1_000_000] {
            let pose = Pose { at: Point::new(far, -1), facing: Facing::NORTH };
            for order in [
                Order::Camp(pose, 1000, 500),
                Order::Camp(Pose { at: Point::new(0, 0), facing: Facing::NORTH }, far, 500),
                Order::Place(id, pose),
                Order::Summon(vec![(id, pose)]),
                Order::Free(id, Some(pose)),
                Order::Return(pose),
                Order::Recoil(far, Friends::Passed),
                Order::Move(Move { who: Members::one(id), legs: vec![Leg::Ahead(far)] }),
                Order::Move(Move { who: Members::one(id), legs: vec![Leg::Go(pose)] }),
            ] {
                let before = battle.clone();
                assert!(battle.play(&order, &mut RolledDice::new(&[6; 20])).is_err(), "{order:?}");
                assert_eq!(before, *battle, "{order:?}");
                if let Order::Move(of) = &order {
                    assert!(battle.plan(of).is_err(), "{order:?}");
                }
            }
        }
    };
    // In every phase of a battle.
    let mut players = [Plain::new(&worth, 1, 1), Plain::new(&worth, 1, 2)];
    for _ in 0..80 {
        refuse(&mut battle);
        let player = battle.to_decide().of_mut(&mut players);
        let legal = player.decide(&battle).unwrap();
        let before = battle.clone();
        if battle.apply(&legal, &mut RolledDice::default(), &mut Report::unread()).is_err() {
            assert_eq!(before, battle, "the dice ran out, and something has changed: {:?}", legal.order());
            battle.apply(&legal, &mut RolledDice::new(&[3, 4, 2, 5]), &mut Report::unread()).unwrap();
        }
    }
    assert!(battle.bound() > 2, "{}", battle.bound());
}

#[test]
fn battles_with_landings_and_dismounting_are_recorded_and_replayed() {
    let series = shores();
    let (mut landed, mut dismounted) = (0, 0);
    for number in 0..12 {
        let mut recorder = series.recorder(number).unwrap();
        let mut captains = [Whim::new(number, 1), Whim::new(number, 2)];
        for _ in 0..300 {
            if matches!(recorder.battle().phase(), Phase::Over(_)) {
                break;
            }
            let battle = recorder.battle();
            let order = battle.to_decide().of_mut(&mut captains).decide(battle).unwrap().order().clone();
            recorder.play(&order).unwrap_or_else(|error| panic!("{order:?}: {error:?}"));
            landed += u32::from(matches!(order, Order::Land(_)));
            dismounted += u32::from(matches!(order, Order::Dismount(_)));
        }
        let text = recorder.to_string();
        assert!(text.contains("\noption landings allowed\n"));
        assert_eq!(super::read(&text).unwrap().check(), Ok(()), "{text}");
    }
    assert!(landed > 2 && dismounted > 2, "{landed} landings, {dismounted} dismounted");
}
