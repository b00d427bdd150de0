//! The captains: the same decisions everywhere, and a legal order whatever they are given.

use musterfield_army::LegalArmy;
use musterfield_battle::admission::Admitted;
use musterfield_battle::game::{Table, Unrecorded};
use musterfield_battle::player::{Captain, Plain, summon};
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Battle, Foe, Id, Members, Order, Phase, Player, Report};
use musterfield_combat::resolve;
use musterfield_dice::RolledDice;
use musterfield_lists::collection;
use musterfield_players::captain::{Budget, Stop, Thinker};
use musterfield_players::exploit::Script;
use musterfield_players::levels::{Level, Style};
use musterfield_players::lore::Lore;
use musterfield_players::quick::Quick;
use musterfield_players::reason::{Motive, Reason};
use musterfield_players::strong::{Mind, Searcher, Strong};
use musterfield_players::weights::{Weights, WeightsFile, policies};
use musterfield_rules::battle::List;
use musterfield_rules::book;
use musterfield_rules::combat::Outcome;

use crate::ladder::ladder;

fn weights() -> Weights {
    policies().unwrap().quick.weights
}

/// A battle after so many orders of one captain of both sides, or at its end.
pub(crate) fn fought(start: &Battle, seed: u64, orders: usize, captain: &mut dyn Captain) -> Battle {
    let mut table = Unrecorded::new(start.clone(), seed);
    for _ in 0..orders {
        if matches!(table.battle().phase(), Phase::Over(_)) {
            break;
        }
        let legal = captain.decide(table.battle()).unwrap();
        table.play(&legal, &mut Report::unread()).unwrap();
    }
    table.battle().clone()
}

/// The digest of such a battle.
fn played(start: &Battle, seed: u64, orders: usize, captain: &mut dyn Captain) -> u64 {
    fought(start, seed, orders, captain).digest()
}

pub(crate) fn strong(lore: &Lore, bound: u32, set_up: u32) -> Strong<'_> {
    Strong::new(lore, Mind::new(Budget { bound, set_up }, weights()), 1, 1)
}

/// The reasons of a captain of both sides for its first orders.
fn reasons(start: &Battle, seed: u64, orders: usize, captain: &mut dyn Thinker) -> Vec<Reason> {
    let mut table = Unrecorded::new(start.clone(), seed);
    let mut reasons = Vec::new();
    for _ in 0..orders {
        if matches!(table.battle().phase(), Phase::Over(_)) {
            break;
        }
        let legal = captain.decide(table.battle()).unwrap();
        reasons.push(captain.reason());
        table.play(&legal, &mut Report::unread()).unwrap();
    }
    reasons
}

#[test]
fn every_captain_plays_every_ruleset_and_says_why() {
    for ruleset in ["d3h2", "dba3", "hott25"] {
        let (start, seed) = ladder(ruleset, 5).start(0).unwrap();
        let lore = Lore::new(&start);
        for mut captain in Script::ALL.map(|script| script.captain(&lore, weights(), 1, 1)) {
            assert_ne!(played(&start, seed, 150, &mut *captain), start.digest());
        }
        let quick = reasons(&start, seed, 120, &mut Quick::new(&lore, weights(), 1, 1));
        for motive in [Motive::SetUp, Motive::Advance, Motive::Wait] {
            assert!(quick.iter().any(|reason| reason.motive == motive), "{ruleset}: {motive:?}");
        }
        let strong = reasons(&start, seed, 60, &mut strong(&lore, 60, 60));
        let planned: Vec<&Reason> = strong.iter().filter(|reason| reason.motive == Motive::Plan).collect();
        // Now and then all that it thinks of comes to the same plan.
        assert!(planned.iter().any(|reason| reason.choices > 1), "{ruleset}: {planned:?}");
        // A battle that is being played on when the budget ends is played to its horizon.
        assert!(planned.iter().all(|reason| reason.choices > 0 && (1..100).contains(&reason.bounds)), "{planned:?}");
    }
}

/// A battle between quick players in its first phase with a choice of fights.
fn with_fights(ruleset: &str) -> (Battle, u64) {
    let found = (0..20).find_map(|number| {
        let (start, seed) = ladder(ruleset, 26).start(number).unwrap();
        let lore = Lore::new(&start);
        let mut captain = Quick::new(&lore, weights(), 1, 1);
        let mut table = Unrecorded::new(start.clone(), seed);
        while !matches!(table.battle().phase(), Phase::Over(_)) && table.battle().bound() < 60 {
            if table.battle().phase() == Phase::Fighting && table.battle().fights().len() > 1 {
                return Some((table.battle().clone(), seed));
            }
            let legal = captain.decide(table.battle()).unwrap();
            table.play(&legal, &mut Report::unread()).unwrap();
        }
        None
    });
    found.unwrap()
}

#[test]
fn fights_are_weighed_after_dice_by_who_can_afford_it() {
    for (ruleset, ..) in STORED {
        let (battle, seed) = with_fights(ruleset);
        let lore = Lore::new(&battle);
        let simulated = |bound: u32| {
            let mut captain = strong(&lore, bound, 0);
            let mut table = Unrecorded::new(battle.clone(), seed);
            let mut spent = Vec::new();
            while table.battle().phase() == Phase::Fighting && table.battle().bound() == battle.bound() {
                let legal = captain.decide(table.battle()).unwrap();
                let choices = table.battle().fights().len();
                let reason = captain.reason();
                let is_chosen =
                    reason.motive == Motive::Fight && (2..=choices).contains(&usize::try_from(reason.choices).unwrap());
                let is_forced = reason.motive == Motive::Routine && reason.bounds == 0;
                assert!(if choices > 1 { is_chosen } else { is_forced }, "{ruleset}: {reason} of {choices}");
                spent.push(reason.bounds);
                table.play(&legal, &mut Report::unread()).unwrap();
            }
            spent
        };
        assert!(simulated(500).iter().all(|spent| *spent == 0), "{ruleset}: a small budget is for plans alone");
        let spent = simulated(2400);
        let sum: u32 = spent.iter().sum();
        // A battle that is being played on when the budget ends is played to its horizon.
        assert!(spent[0] > 50 && sum < 250, "{ruleset}: {spent:?}");
    }
}

#[test]
fn the_searching_player_compares_single_orders() {
    for (ruleset, ..) in STORED {
        let (start, seed) = ladder(ruleset, 5).start(0).unwrap();
        let lore = Lore::new(&start);
        let searcher = || Searcher::new(&lore, Mind::new(Budget { bound: 60, set_up: 0 }, weights()), 1, 1);
        let (mut one, mut other) = (searcher(), searcher());
        let mut table = Unrecorded::new(start.clone(), seed);
        let mut compared = 0;
        for _ in 0..60 {
            let legal = one.decide(table.battle()).unwrap();
            assert_eq!(legal.order(), other.decide(table.battle()).unwrap().order());
            let reason = one.reason();
            if reason.bounds > 0 {
                compared += 1;
                assert!(reason.choices > 1 && reason.bounds < 80, "{ruleset}: {reason}");
                let is_named = match legal.order() {
                    Order::Fight(..) => reason.motive == Motive::Fight,
                    Order::Shoot { .. } => reason.motive == Motive::Shoot,
                    Order::Bespell { .. } => reason.motive == Motive::Bespell,
                    Order::End => reason.motive == Motive::Wait,
                    _ => ![Motive::Wait, Motive::Routine].contains(&reason.motive),
                };
                assert!(is_named, "{ruleset}: {reason} for {:?}", legal.order());
            }
            table.play(&legal, &mut Report::unread()).unwrap();
        }
        assert!(compared > 5, "{ruleset}: {compared}");
    }
}

#[test]
fn an_element_in_walls_is_not_set_up_in_a_corner_as_well() {
    // A table with a Fort, in which the quick player sets up an element.
    let (start, seed) = ladder("dba3", 5050).start(22).unwrap();
    let lore = Lore::new(&start);
    let mut castle = Script::CornerCastle.captain(&lore, weights(), seed, 1);
    let battle = fought(&start, seed, 80, &mut *castle);
    assert!(battle.bound() > 0, "{:?}", battle.phase());
}

#[test]
fn a_recruit_moves_one_element_in_each_bound_and_summons_nobody() {
    let (mut most, mut could_summon) = (0, 0);
    for number in 0..3 {
        let (start, seed) = ladder("hott25", 7).start(number).unwrap();
        let lore = Lore::new(&start);
        let mut recruit = Level::Recruit.captain(Style::Usual, &lore, policies().unwrap(), (seed, 1), Stop::default());
        let mut table = Unrecorded::new(start, seed);
        while table.battle().bound() < 12 && !matches!(table.battle().phase(), Phase::Over(_)) {
            could_summon += u32::from(table.battle().phase() == Phase::Summoning && summon(table.battle()).is_some());
            let legal = recruit.decide(table.battle()).unwrap();
            assert!(!matches!(legal.order(), Order::Summon(..)), "{:?}", legal.order());
            table.play(&legal, &mut Report::unread()).unwrap();
            let battle = table.battle();
            most = most.max(battle.everybody().filter(|id| battle.element(*id).moves > 0).count());
        }
    }
    assert!(most == 1 && could_summon > 0, "{most}, {could_summon}");
}

/// A battle of DBA 3.0 between armies in commands, when the first side that has PIPs moves.
fn big_battle() -> Battle {
    let mut ladder = ladder("dba3", 26);
    let collection = collection(book().unwrap()).unwrap();
    let ready = collection.ready().iter().map(|ready| &ready.army);
    let is_big = |army: &&LegalArmy| {
        let draft = army.draft();
        &*draft.ruleset.id == "dba3" && draft.ruleset.commands(draft.points).is_some()
    };
    ladder.armies = ready.filter(is_big).cloned().map(Admitted::from).collect();
    let (start, seed) = ladder.start(0).unwrap();
    let lore = Lore::new(&start);
    let mut captain = Quick::new(&lore, weights(), 1, 1);
    let mut table = Unrecorded::new(start.clone(), seed);
    while table.battle().bound() == 0 || table.battle().phase() != Phase::Moving {
        let legal = captain.decide(table.battle()).unwrap();
        table.play(&legal, &mut Report::unread()).unwrap();
    }
    table.battle().clone()
}

#[test]
fn each_command_has_its_budget() {
    let battle = big_battle();
    let commands = u32::try_from(battle.commands(battle.player()).count()).unwrap();
    assert!(commands > 1);
    let lore = Lore::new(&battle);
    let mut captain = strong(&lore, 100, 0);
    let _ = captain.decide(&battle).unwrap();
    let spent = captain.reason().bounds;
    assert!(spent > 100 * (commands - 1) && spent < 100 * commands + 50, "{spent} of {commands} commands");
}

#[test]
fn gods_and_lurkers_come_when_they_can_attack() {
    let (mut came, mut waited, mut returned) = ([0; 2], 0, 0);
    for (start, seed) in (0..60).map(|number| ladder("d3h2", 26).start(number).unwrap()) {
        let waits = |battle: &Battle, id: Id| battle.is(id, List::Gods) || battle.is(id, List::Lurkers);
        if !start.everybody().any(|id| waits(&start, id)) {
            continue;
        }
        let lore = Lore::new(&start);
        let mut captain = Quick::new(&lore, weights(), 1, 1);
        let mut table = Unrecorded::new(start, seed);
        while !matches!(table.battle().phase(), Phase::Over(_)) && table.battle().bound() < 40 {
            let battle = table.battle();
            let legal = captain.decide(battle).unwrap();
            match legal.order() {
                Order::Summon(who) if waits(battle, who[0].0) => {
                    let (id, pose) = who[0];
                    came[usize::from(battle.is(id, List::Gods))] += 1;
                    // An element that fled is lost while it is away, and need not wait.
                    if battle.element(id).place == Whereabouts::Fled {
                        returned += 1;
                    } else {
                        // From corner to middle it is less than 1½ BW at each of the two bases.
                        let reach = battle.profile(id).reach.good.unwrap() + 3000;
                        let is_near = |enemy: Id| (battle.base(enemy).middle() - pose.at).square() <= reach * reach;
                        assert!(battle.on_table(battle.player().other()).any(is_near), "{:?}", legal.order());
                    }
                }
                order if battle.phase() == Phase::Summoning && !matches!(order, Order::Summon(_)) => {
                    if let Some(Order::Summon(who)) = summon(battle) {
                        let (id, _) = who[0];
                        let is_god_away = battle.is(id, List::Gods) && battle.element(id).place == Whereabouts::Fled;
                        assert!(!is_god_away, "{order:?} though a God could return");
                        waited += u32::from(waits(battle, id));
                    }
                }
                _ => {}
            }
            table.play(&legal, &mut Report::unread()).unwrap();
        }
    }
    let told = format!("{came:?} came, {waited} waited, {returned} returned");
    assert!(came.iter().all(|count| *count >= 3) && waited >= 5 && returned > 0, "{told}");
}

#[test]
fn a_captain_keeps_pips_for_spells_that_a_sergeant_spends_on_moves() {
    let spells = [Level::Sergeant, Level::Captain].map(|level| {
        let cast = (0..8).map(|number| {
            let (start, seed) = ladder("hott25", 7).start(number).unwrap();
            let lore = Lore::new(&start);
            let mut captain = level.captain(Style::Usual, &lore, policies().unwrap(), (seed, 1), Stop::default());
            let reasons = reasons(&start, seed, 300, &mut *captain);
            reasons.iter().filter(|reason| reason.motive == Motive::Bespell).count()
        });
        cast.sum::<usize>()
    });
    assert!(0 < spells[0] && spells[0] < spells[1], "{spells:?}");
}

#[test]
fn a_mage_whose_own_spell_may_lose_the_battle_casts_for_great_gains_alone() {
    let (mut cast, mut left) = (0, 0);
    for (start, seed) in (0..200).map(|number| ladder("d3h2", 26).start(number).unwrap()) {
        if !start.everybody().any(|id| start.profile(id).spell.is_some()) {
            continue;
        }
        let lore = Lore::new(&start);
        let mut captain = Quick::new(&lore, weights(), 1, 1);
        let mut table = Unrecorded::new(start, seed);
        while !matches!(table.battle().phase(), Phase::Over(_)) && table.battle().bound() < 60 {
            let battle = table.battle();
            let legal = captain.decide(battle).unwrap();
            let side = battle.player();
            let most = *side.of(&battle.setting().breaks_at);
            let risks_it = |mage: Id| {
                let lost = battle.lost(side).thousandths() + battle.loss_of(mage).thousandths();
                battle.turns_against(mage) > 0 && lost >= most.thousandths()
            };
            if let Order::Bespell { mage, aids, target } = legal.order()
                && risks_it(*mage)
            {
                let case = battle.spell(*mage, *aids, *target).unwrap();
                let toll = lore.exact(battle, &case, [Some(*mage), Some(*target)]);
                let gain = toll.gain(lore.value(*mage), lore.value(*target)) * weights().spell / 100;
                assert!(gain > (1000 + lore.value(*mage)) / 6, "{}", battle.bound());
                cast += 1;
            } else if matches!(legal.order(), Order::End) {
                let mages = battle.on_table(side).filter(|id| battle.profile(*id).spell.is_some() && risks_it(*id));
                let aims = |mage| battle.on_table(side.other()).map(move |target| (mage, target));
                let mut spells =
                    mages.flat_map(aims).map(|(mage, target)| Order::Bespell { mage, aids: Members::NONE, target });
                left += u32::from(spells.any(|order| battle.validate(&order).is_ok()));
            }
            table.play(&legal, &mut Report::unread()).unwrap();
        }
    }
    assert!(left >= 3, "{cast} cast, {left} left");
}

#[test]
fn the_same_seed_makes_the_same_decisions() {
    let (start, seed) = ladder("d3h2", 7).start(0).unwrap();
    let lore = Lore::new(&start);
    let quick = |stream| played(&start, seed, 200, &mut Quick::new(&lore, weights(), 1, stream));
    assert_eq!(quick(1), quick(1));
    // It makes no difference what a player remembers of other battles.
    let fresh = Lore::new(&start);
    assert_eq!(quick(1), played(&start, seed, 200, &mut Quick::new(&fresh, weights(), 1, 1)));
    let plans = |lore| played(&start, seed, 60, &mut strong(lore, 100, 200));
    assert_eq!(plans(&lore), plans(&fresh));
}

/// Digests after so many decisions of the quick player and of the strong one, as they were when the decisions were last
/// meant to change: of the weights, of the players, or of the engine.
const STORED: [(&str, u64, u64); 3] = [
    ("d3h2", 0x2bd8_678d_3de5_dfb4, 0x2468_bd48_9543_8ce6),
    ("dba3", 0x012e_b272_c927_0756, 0xf5d2_1e32_5aa7_83e9),
    ("hott25", 0x30fc_0a63_0fa1_279a, 0xdee9_848d_bfb7_1034),
];

#[test]
fn decisions_are_those_of_other_machines_and_of_before() {
    let found = STORED.map(|(ruleset, ..)| {
        let (start, seed) = ladder(ruleset, 26).start(3).unwrap();
        let lore = Lore::new(&start);
        let quick = played(&start, seed, 300, &mut Quick::new(&lore, weights(), 1, 1));
        (ruleset, quick, played(&start, seed, 80, &mut strong(&lore, 100, 200)))
    });
    assert_eq!(found, STORED, "{found:#x?}");
}

#[test]
fn a_captain_without_a_budget_or_stopped_still_gives_legal_orders() {
    let (start, seed) = ladder("dba3", 7).start(0).unwrap();
    let lore = Lore::new(&start);
    let _ = played(&start, seed, 100, &mut strong(&lore, 0, 0));
    let mut endless = strong(&lore, 1_000_000_000, 1_000_000_000);
    endless.stop().stop();
    let _ = played(&start, seed, 60, &mut endless);
}

#[test]
fn a_captain_can_be_stopped_from_another_thread() {
    let (start, seed) = ladder("hott25", 7).start(0).unwrap();
    let lore = Lore::new(&start);
    let mut endless = strong(&lore, 1_000_000_000, 1_000_000_000);
    let stop = endless.stop();
    std::thread::scope(|scope| {
        scope.spawn(move || stop.stop());
        let _ = played(&start, seed, 60, &mut endless);
    });
}

/// A battle of a ladder after the set-up by one captain of both sides.
fn set_up(start: &Battle, seed: u64, captain: &mut dyn Captain) -> Battle {
    let mut table = Unrecorded::new(start.clone(), seed);
    while table.battle().bound() == 0 {
        let legal = captain.decide(table.battle()).unwrap();
        table.play(&legal, &mut Report::unread()).unwrap();
    }
    table.battle().clone()
}

#[test]
fn pikes_are_set_up_two_deep() {
    let (mut ranks, mut armies) = (0, 0);
    for (start, seed) in (0..12).map(|number| ladder("dba3", 26).start(number).unwrap()) {
        let lore = Lore::new(&start);
        let battle = set_up(&start, seed, &mut Quick::new(&lore, weights(), 1, 1));
        for side in Player::ALL {
            let ruleset = battle.setting().ruleset;
            let is_pike = |id: &Id| ruleset.troop(battle.profile(*id).troop).code.ends_with("Pk");
            let pikes: Vec<Id> = battle.on_table(side).filter(is_pike).collect();
            let supported = pikes.iter().filter(|id| battle.supporter(**id).is_some()).count();
            assert!(supported <= pikes.len() / 2);
            armies += usize::from(pikes.len() > 1);
            ranks += supported;
        }
    }
    assert!(armies > 0 && ranks >= armies, "{ranks} ranks in {armies} armies");
}

#[test]
fn the_quick_player_is_set_up_where_the_ground_is_good() {
    // The ground on which elements stand, and over which they will go.
    let slowed = |battle: &Battle| {
        let walkers = battle.everybody().filter(|id| battle.is_on_table(*id) && battle.profile(*id).is_ground());
        let slowed = |id: Id| [0, 1500, 3000].map(|way| battle.is_slow_for(id, &battle.base(id).ahead(way)));
        walkers.flat_map(slowed).filter(|is_slowed| *is_slowed).count()
    };
    for ruleset in ["d3h2", "dba3", "hott25"] {
        let (mut quick, mut plain) = (0, 0);
        for (start, seed) in (0..12).map(|number| ladder(ruleset, 26).start(number).unwrap()) {
            let lore = Lore::new(&start);
            quick += slowed(&set_up(&start, seed, &mut Quick::new(&lore, weights(), 1, 1)));
            plain += slowed(&set_up(&start, seed, &mut Plain::new(lore.worth(), 1, 1)));
        }
        assert!(quick < plain, "{ruleset}: {quick} of the quick player, {plain} of the plain one");
    }
}

/// What fights promise to the side whose bound it is if one of them comes first: from all its throws, one by one, with the
/// choices of the plain player.
fn promise(battle: &Battle, lore: &Lore, (id, foe): (Id, Foe)) -> i32 {
    let player = battle.player();
    let mut sum = 0;
    for dice in (1..=6).flat_map(|one| (1..=6).map(move |other| [one, other])) {
        let mut after = battle.clone();
        after.play(&Order::Fight(id, foe), &mut RolledDice::new(&dice)).unwrap();
        let mut plain = Plain::new(lore.worth(), 1, 1);
        while !matches!(after.phase(), Phase::Fighting | Phase::Over(_)) {
            let legal = plain.decide(&after).unwrap();
            after.apply(&legal, &mut RolledDice::new(&[]), &mut Report::unread()).unwrap();
        }
        sum += match after.phase() {
            Phase::Over(winner) if winner == player => 1000,
            Phase::Over(_) => -1000,
            _ => after.fights().into_iter().map(|(id, foe)| lore.fight(&after, player, id, foe)).sum(),
        };
    }
    lore.fight(battle, player, id, foe) + sum / 36
}

#[test]
fn the_fight_comes_first_that_promises_most_with_those_after_it() {
    let (mut choices, mut others) = (0, 0);
    for (ruleset, ..) in STORED {
        for (start, seed) in (0..12).map(|number| ladder(ruleset, 26).start(number).unwrap()) {
            let lore = Lore::new(&start);
            let mut captain = Quick::new(&lore, weights(), 1, 1);
            let mut table = Unrecorded::new(start, seed);
            while !matches!(table.battle().phase(), Phase::Over(_)) && table.battle().bound() < 60 {
                let battle = table.battle().clone();
                let legal = captain.decide(&battle).unwrap();
                if let Order::Fight(id, foe) = legal.order()
                    && (2..=8).contains(&battle.fights().len())
                {
                    let best = battle.fights().into_iter().map(|fight| promise(&battle, &lore, fight)).max().unwrap();
                    // Outcomes are the same for many throws, and each average is rounded once.
                    assert!((promise(&battle, &lore, (*id, *foe)) - best).abs() <= 1, "{ruleset}: {}", battle.bound());
                    let own = |(id, foe): (Id, Foe)| lore.fight(&battle, battle.player(), id, foe);
                    let greatest = battle.fights().into_iter().map(own).max().unwrap();
                    choices += 1;
                    others += u32::from(own((*id, *foe)) < greatest);
                }
                table.play(&legal, &mut Report::unread()).unwrap();
            }
        }
    }
    assert!(choices >= 60 && others >= 3, "{choices} choices, {others} not by the gain of the fight alone");
}

#[test]
fn whoever_would_die_in_a_recoil_does_and_nobody_else() {
    for (ruleset, ..) in STORED {
        let (mut died, mut fell_back) = (0, 0);
        for (start, seed) in (0..12).map(|number| ladder(ruleset, 26).start(number).unwrap()) {
            let lore = Lore::new(&start);
            let mut captain = Quick::new(&lore, weights(), 1, 1);
            let mut table = Unrecorded::new(start, seed);
            while !matches!(table.battle().phase(), Phase::Over(_)) && table.battle().bound() < 60 {
                let legal = captain.decide(table.battle()).unwrap();
                let before = table.battle().clone();
                let throw = table.next_two();
                table.play(&legal, &mut Report::unread()).unwrap();
                let &Order::Fight(id, foe) = legal.order() else { continue };
                let verdict = resolve(&before.case(id, foe).unwrap(), throw);
                for (who, side) in [(Some(id), verdict.a), (foe.element(), verdict.b)] {
                    if let Some(who) = who.filter(|_| side.result.final_outcome() == Outcome::Recoil) {
                        let dies = before.dies_in_recoil(who);
                        assert_eq!(table.battle().is_lost(who), dies, "{ruleset}: bound {}", before.bound());
                        *if dies { &mut died } else { &mut fell_back } += 1;
                    }
                }
            }
        }
        assert!(died > 0 && fell_back > 50, "{ruleset}: {died} died in recoils, and {fell_back} fell back");
    }
}

#[test]
fn weights_are_read_with_their_version_or_refused() {
    let file = &policies().unwrap().quick;
    assert!(file.version > 0 && !file.provenance.is_empty());
    assert_eq!(file.weights.with_values(&file.weights.values()), file.weights);
    let text = |more: &str| {
        let each = Weights::ALL.iter().zip(file.weights.values());
        let lines: Vec<String> = each.map(|((name, ..), value)| format!("{name} = {value}")).collect();
        format!("version = 1\nprovenance = \"test\"\n[weights]\n{}\n{more}", lines.join("\n"))
    };
    assert_eq!(WeightsFile::read(&text("")).unwrap().weights, file.weights);
    assert!(WeightsFile::read(&text("unknown = 1")).is_err());
    assert!(WeightsFile::read("version = 1").is_err());
    let beyond = text("").replace(&format!("step = {}", file.weights.step), "step = 1000");
    assert_eq!(WeightsFile::read(&beyond).unwrap_err().to_string(), "the weight “step” is not between 0 and 60");
}

#[test]
fn luck_adds_up_to_nothing_over_all_throws() {
    let mut fights = 0;
    for (ruleset, ..) in STORED {
        let (start, seed) = ladder(ruleset, 26).start(3).unwrap();
        let lore = Lore::new(&start);
        let mut captain = Quick::new(&lore, weights(), 1, 1);
        let mut table = Unrecorded::new(start.clone(), seed);
        for _ in 0..400 {
            let battle = table.battle();
            assert_eq!(lore.luck(battle, Player::A, &Order::End, [1, 6]), 0);
            for (id, foe) in battle.fights().into_iter().filter(|_| battle.phase() == Phase::Fighting) {
                let throws = (1..=6).flat_map(|one| (1..=6).map(move |other| [one, other]));
                let luck = |player, dice| lore.luck(battle, player, &Order::Fight(id, foe), dice);
                let sum: i32 = throws.clone().map(|dice| luck(Player::A, dice)).sum();
                // Each gain is rounded.
                assert!(sum.abs() <= 72, "{ruleset}: {sum}");
                assert!(throws.clone().all(|dice| luck(Player::A, dice) == -luck(Player::B, dice)));
                fights += u32::from(throws.into_iter().any(|dice| luck(Player::A, dice) != 0));
            }
            if matches!(battle.phase(), Phase::Over(_)) {
                break;
            }
            let legal = captain.decide(battle).unwrap();
            table.play(&legal, &mut Report::unread()).unwrap();
        }
    }
    assert!(fights >= 20, "{fights}");
}
