//! Positions of played battles in which one player sees what the quick player overlooks. The clearest of them make puzzles.

use std::error::Error;
use std::fmt::Write as _;

use musterfield_battle::game::{LAST_BOUND, Table};
use musterfield_battle::notation::Written;
use musterfield_battle::player::Captain;
use musterfield_battle::{Battle, Phase, Report};
use musterfield_players::captain::Budget;
use musterfield_players::lore::Lore;
use musterfield_players::quick::Quick;
use musterfield_players::strong::{Mind, appraised};

use crate::arena::{Arena, Entrant};
use crate::plans::moved;
use crate::workers::shared;

/// The number of times that a plan is played on to judge it.
const SAMPLES: u32 = 64;
/// The same, to divide gains by.
const PARTS: i32 = 64;
/// The bounds for which it is played on: in so few, it shows whether a plan gains something at once.
const BOUNDS: u16 = 3;

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
    for (number, found) in (0_u64..).zip(shared(0..battles, cores, |number| of_battle(&arena, &player, number, least))?)
    {
        for (bound, gain, text) in found {
            let file = format!("{folder}/{ruleset}-{seed}-{number}-{bound}.battle");
            std::fs::write(&file, text)?;
            writeln!(lines, "{file}: {gain:+}")?;
        }
    }
    Ok(lines)
}

/// The positions of one battle: their bounds, what the plan of the player gains over that of quick, and their records.
fn of_battle(arena: &Arena, player: &Entrant, number: u64, least: i32) -> Result<Vec<(u16, i32, String)>, String> {
    let failed = |error: &dyn std::fmt::Debug| format!("{number}: {error:?}");
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
            let mut captain = player.captain(&lore, policies, seed ^ u64::from(bound), 3);
            let mut plans = Vec::new();
            for captain in [&mut Quick::new(&lore, weights, seed, 2) as &mut dyn Captain, &mut *captain] {
                plans.push(moved(battle, captain, seed)?);
            }
            let ends: Vec<Battle> = plans.iter().map(|(_, end)| end.clone()).collect();
            let results = appraised(&lore, &mind, battle, &ends, (SAMPLES, BOUNDS), seed ^ 0x5eed);
            let mut sums = results.iter().map(|of| of.iter().sum::<i32>());
            let gain = sums.next().zip(sums.next()).map_or(0, |(own, other)| (other - own) / PARTS);
            if gain >= least {
                let mut text = format!("# Gain over quick: {gain}.\n");
                for (who, (orders, _)) in ["quick", "the other"].iter().zip(&plans) {
                    let mut after = battle.clone();
                    let mut written = Vec::new();
                    for order in orders {
                        written.push(Written { battle: &after, order }.to_string());
                        let legal = after.validate(order).map_err(|refusal| failed(&refusal))?;
                        let mut dice = musterfield_dice::Dice::new(seed, 79);
                        after.apply(&legal, &mut dice, &mut Report::unread()).map_err(|refusal| failed(&refusal))?;
                    }
                    text += &format!("# {who}: {}\n", written.join("; "));
                }
                text += &format!("{}\n", recorder.head());
                recorder.entries().iter().for_each(|entry| text += &format!("{entry}\n"));
                found.push((bound, gain, text));
            }
        }
        let legal = quick.decide(recorder.battle()).map_err(|refused| failed(&refused))?;
        Table::play(&mut recorder, &legal, &mut Report::default()).map_err(|refusal| failed(&refusal))?;
    }
    Ok(found)
}
