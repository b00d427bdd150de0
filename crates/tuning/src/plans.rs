//! Plans of one bound, or of a set-up, judged without playing battles to their ends: players plan from the same positions of
//! battles between quick players, and what their plans lead to is played on with luck of its own. So a few hundred positions
//! tell what would take hundreds of battles.

use std::error::Error;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use musterfield_battle::game::LAST_BOUND;
use musterfield_battle::player::Captain;
use musterfield_battle::{Battle, Order, Phase, Player, Report};
use musterfield_dice::Dice;
use musterfield_players::captain::Budget;
use musterfield_players::lore::Lore;
use musterfield_players::quick::Quick;
use musterfield_players::strong::{Mind, appraised};

use crate::arena::{Arena, Entrant};
use crate::workers::shared;

/// One of so many bounds is planned.
const ONE_IN: u32 = 4;
/// The number of times that a plan is played on to judge it.
const SAMPLES: u32 = 48;

/// What players plan.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject {
    /// The moves of some bounds.
    Moves,
    /// The set-ups of both sides.
    SetUps,
}

impl Subject {
    /// Whether it is planned in a phase.
    fn is_planned_in(self, phase: Phase) -> bool {
        match self {
            Self::Moves => matches!(phase, Phase::Summoning | Phase::Moving),
            Self::SetUps => phase == Phase::Deployment,
        }
    }

    /// Whether a side that is to decide in such a phase makes a plan that is measured.
    fn is_measured(self, battle: &Battle, choice: &mut Dice) -> bool {
        match self {
            Self::Moves => battle.pips() > 0 && choice.below(ONE_IN) == 0,
            Self::SetUps => true,
        }
    }

    /// The last bound in which something is planned.
    const fn last_bound(self) -> u16 {
        match self {
            Self::Moves => LAST_BOUND,
            Self::SetUps => 0,
        }
    }

    /// The bounds for which a plan is played on: a set-up matters for most of a battle.
    const fn bounds(self) -> u16 {
        match self {
            Self::Moves => 6,
            Self::SetUps => 16,
        }
    }
}

/// The stream of the dice that moves need.
pub(crate) const DICE: u64 = 79;

/// Numbers of which the mean is wanted.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.squares += number * number;
    }

    fn join(&mut self, other: Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean, and how far it may be off in 95 of 100 cases.
    fn mean(self, count: f64) -> (f64, f64) {
        let mean = self.sum / count;
        (mean, 1.96 * libm::sqrt((self.squares / count - mean * mean).max(0.0) / count))
    }
}

/// The results of a player’s plans, in thousandths of what a side may lose.
#[derive(Clone, Copy, Debug, Default)]
struct Gains {
    /// The number of plans.
    count: u32,
    /// The gain over the quick player’s plans.
    over_quick: Sample,
    /// The gain over the plans of the first player that is measured.
    over_first: Sample,
    /// The time that the player thought.
    time: Duration,
}

/// Measures the plans of players in so many battles from a seed, and returns a line for each player. Apart from times, the
/// result does not depend on the number of cores.
pub(crate) fn table(
    subject: Subject,
    ruleset: &str,
    (battles, seed): (u64, u64),
    cores: usize,
    names: &[&str],
) -> Result<String, Box<dyn Error>> {
    let arena = Arena::new(ruleset, seed)?;
    let players: Vec<Entrant> = names.iter().map(|name| Entrant::named(name)).collect::<Result<_, _>>()?;
    let mut sums = vec![Gains::default(); players.len()];
    for gains in shared(0..battles, cores, |number| measure(subject, &arena, &players, number))? {
        for (sum, more) in sums.iter_mut().zip(gains) {
            sum.count += more.count;
            sum.over_quick.join(more.over_quick);
            sum.over_first.join(more.over_first);
            sum.time += more.time;
        }
    }
    let mut text = String::new();
    for (name, gains) in names.iter().zip(sums) {
        let count = f64::from(gains.count.max(1));
        let ((gain, off), (more, more_off)) = (gains.over_quick.mean(count), gains.over_first.mean(count));
        writeln!(
            text,
            "{ruleset}: {name}: {gain:+.1} ± {off:.1} against quick, {more:+.1} ± {more_off:.1} against the first, {} plans, \
             {:.0?} each",
            gains.count,
            gains.time / gains.count.max(1),
        )?;
    }
    Ok(text)
}

/// Plays a battle between quick players, and measures plans on its way.
fn measure(subject: Subject, arena: &Arena, players: &[Entrant], number: u64) -> Result<Vec<Gains>, String> {
    let mut all = vec![Gains::default(); players.len()];
    let (mut battle, seed) = arena.start(number)?;
    let policies = arena.policies();
    let weights = policies.quick.weights;
    let mind = Mind::new(Budget { bound: 0, set_up: 0 }, weights);
    let lore = Lore::new(&battle);
    let (mut choice, mut dice) = (Dice::new(seed, 77), Dice::new(seed, 78));
    let mut quick = Quick::new(&lore, weights, seed, 1);
    let mut last: Option<(u16, Player)> = None;
    while !matches!(battle.phase(), Phase::Over(_)) && battle.bound() <= subject.last_bound() {
        let now = (battle.bound(), battle.to_decide());
        let begins = subject.is_planned_in(battle.phase()) && last != Some(now);
        if begins {
            last = Some(now);
            if subject.is_measured(&battle, &mut choice) {
                let (_, own) = planned(subject, &battle, &mut Quick::new(&lore, weights, seed, 2), seed)?;
                let mut reached = vec![own];
                for (player, gains) in players.iter().zip(all.iter_mut()) {
                    let mut captain = player.captain(&lore, policies, seed ^ u64::from(battle.bound()), 3);
                    let began = Instant::now();
                    reached.push(planned(subject, &battle, &mut *captain, seed)?.1);
                    gains.time += began.elapsed();
                }
                let results = appraised(&lore, &mind, &battle, &reached, (SAMPLES, subject.bounds()), seed ^ 0x5eed);
                let mean = |of: &Vec<i32>| of.iter().copied().map(f64::from).sum::<f64>() / f64::from(SAMPLES);
                let means: Vec<f64> = results.iter().map(mean).collect();
                let at = |place: usize| means.get(place).copied().unwrap_or(0.0);
                for (gains, mean) in all.iter_mut().zip(means.iter().skip(1)) {
                    gains.count += 1;
                    gains.over_quick.add(mean - at(0));
                    gains.over_first.add(mean - at(1));
                }
            }
        }
        let legal = quick.decide(&battle).map_err(|refused| format!("{number}: {refused:?}"))?;
        battle.apply(&legal, &mut dice, &mut Report::unread()).map_err(|refusal| format!("{number}: {refusal:?}"))?;
    }
    Ok(all)
}

/// The orders that a captain gives until its moves of a bound, or its set-up, end, and the position after them.
pub(crate) fn planned(
    subject: Subject,
    start: &Battle,
    captain: &mut dyn Captain,
    seed: u64,
) -> Result<(Vec<Order>, Battle), String> {
    let (mut battle, mut orders) = (start.clone(), Vec::new());
    let mut dice = Dice::new(seed, DICE);
    while battle.bound() == start.bound()
        && battle.to_decide() == start.to_decide()
        && subject.is_planned_in(battle.phase())
    {
        let legal = captain.decide(&battle).map_err(|refused| format!("{refused:?}"))?;
        battle.apply(&legal, &mut dice, &mut Report::unread()).map_err(|refusal| format!("{refusal:?}"))?;
        orders.push(legal.order().clone());
    }
    Ok((orders, battle))
}
