//! Positions of played battles in which one player sees what the quick player overlooks. The clearest of them make puzzles.

use std::error::Error;
use std::fmt::{Debug, Write as _};

use musterfield_battle::game::{LAST_BOUND, Table};
use musterfield_battle::notation::Written;
use musterfield_battle::player::Captain;
use musterfield_battle::{Battle, Order, Phase, Refusal, Report};
use musterfield_dice::Dice;
use musterfield_players::captain::Budget;
use musterfield_players::lore::Lore;
use musterfield_players::quick::Quick;
use musterfield_players::strong::{Mind, appraised};

use crate::arena::{Arena, Entrant};
use crate::plans::{DICE, Subject, planned};
use crate::workers::shared;

/// The number of times that a plan is played on to judge it.
const SAMPLES: u32 = 64;
/// The bounds for which it is played on: in so few, it shows whether a plan gains something at once.
const BOUNDS: u16 = 3;

/// A position with two plans for it.
struct Found {
    bound: u16,
    /// The gain of the second plan over the first, in thousandths of what a side may lose.
    gain: i32,
    /// The record up to the position; comments before it tell the plans.
    text: String,
}

/// Looks for such positions in battles between quick players, and writes the record up to each of them into a folder, with
/// what both players do there. Returns a line for each.
pub(crate) fn search(
    ruleset: &str,
    (battles, seed): (u64, u64),
    cores: usize,
    name: &str,
    (least, folder): (i32, &str),
) -> Result<String, Box<dyn Error>> {
    let arena = Arena::new(ruleset, seed)?;
    let player = Entrant::named(name)?;
    let mut lines = String::new();
    let all = shared(0..battles, cores, |number| of_battle(&arena, &player, number, least))?;
    for (number, Found { bound, gain, text }) in
        (0..).zip(all).flat_map(|(number, all)| all.into_iter().map(move |of| (number, of)))
    {
        let file = format!("{folder}/{ruleset}-{seed}-{number}-{bound}.battle");
        std::fs::write(&file, text)?;
        writeln!(lines, "{file}: {gain:+}")?;
    }
    Ok(lines)
}

/// The positions of one battle in which the plan of the player leads to so much more than that of quick.
fn of_battle(arena: &Arena, player: &Entrant, number: u64, least: i32) -> Result<Vec<Found>, String> {
    let failed = |error: &dyn Debug| format!("{number}: {error:?}");
    let mut recorder = arena.recorder(number)?;
    let (_, seed) = arena.start(number)?;
    let policies = arena.policies();
    let weights = policies.quick.weights;
    let mind = Mind::new(Budget { bound: 0, set_up: 0 }, weights);
    let lore = Lore::new(recorder.battle());
    let mut quick = Quick::new(&lore, weights, seed, 1);
    let mut found = Vec::new();
    let mut bound = 0;
    while !matches!(recorder.battle().phase(), Phase::Over(_)) && recorder.battle().bound() <= LAST_BOUND {
        let battle = recorder.battle();
        let begins = matches!(battle.phase(), Phase::Summoning | Phase::Moving) && battle.bound() != bound;
        if begins && battle.pips() > 0 {
            bound = battle.bound();
            let (own, own_end) = planned(Subject::Moves, battle, &mut Quick::new(&lore, weights, seed, 2), seed)?;
            let mut captain: Box<dyn Captain> = player.captain(&lore, policies, seed ^ u64::from(bound), 3);
            let (other, other_end) = planned(Subject::Moves, battle, &mut *captain, seed)?;
            let results = appraised(&lore, &mind, battle, &[own_end, other_end], (SAMPLES, BOUNDS), seed ^ 0x5eed);
            let mut means = results.iter().map(|of| of.iter().sum::<i32>() / i32::try_from(SAMPLES).unwrap_or(1));
            let gain = means.next().zip(means.next()).map_or(0, |(own, other)| other - own);
            if gain >= least {
                let mut text = format!("# gain: {gain}\n");
                for (who, orders) in [("quick", own), ("the other", other)] {
                    let orders = written(battle, &orders, seed).map_err(|refusal| failed(&refusal))?;
                    writeln!(text, "# {who}: {orders}").map_err(|error| failed(&error))?;
                }
                writeln!(text, "{}", recorder.head()).map_err(|error| failed(&error))?;
                recorder
                    .entries()
                    .iter()
                    .try_for_each(|entry| writeln!(text, "{entry}"))
                    .map_err(|error| failed(&error))?;
                found.push(Found { bound, gain, text });
            }
        }
        let legal = quick.decide(recorder.battle()).map_err(|refused| failed(&refused))?;
        Table::play(&mut recorder, &legal, &mut Report::default()).map_err(|refusal| failed(&refusal))?;
    }
    Ok(found)
}

/// Orders as records write them, with semicolons between them.
fn written(start: &Battle, orders: &[Order], seed: u64) -> Result<String, Refusal> {
    let mut battle = start.clone();
    let mut dice = Dice::new(seed, DICE);
    let mut all = Vec::new();
    for order in orders {
        all.push(Written { battle: &battle, order }.to_string());
        let legal = battle.validate(order)?;
        battle.apply(&legal, &mut dice, &mut Report::unread())?;
    }
    Ok(all.join("; "))
}
