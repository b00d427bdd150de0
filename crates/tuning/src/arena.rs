//! Mirrored pairs of battles between two entrants, with ready armies of one ruleset.

use std::error::Error;
use std::ops::Range;
use std::time::{Duration, Instant};

use musterfield_battle::admission::Admitted;
use musterfield_battle::game::{LAST_BOUND, Table, Unrecorded};
use musterfield_battle::player::{Captain, Plain, Refused};
use musterfield_battle::record::Recorder;
use musterfield_battle::{Battle, Legal, Phase, Player, Refusal, Report};
use musterfield_lists::collection;
use musterfield_players::captain::{Budget, Stop, Thinker};
use musterfield_players::contender::Contender;
use musterfield_players::exploit::Script;
use musterfield_players::ladder::{Ladder, fight_out};
use musterfield_players::levels::{Level, Style};
use musterfield_players::lore::{Lore, ahead};
use musterfield_players::policy::Policy;
use musterfield_players::quick::{Aim, Quick};
use musterfield_players::rating::{Estimate, share};
use musterfield_players::reason::{Motive, Reason};
use musterfield_players::strong::{Mind, Searcher, Strong};
use musterfield_players::weights::{Policies, Weights, WeightsFile, policies};
use musterfield_rules::book;
use musterfield_terrain::generate::request::rules;
use musterfield_words::players::reason as said;

use crate::workers::shared;

use crate::outsider::Outsider;

/// A player that is measured.
#[derive(Clone, Debug)]
pub(crate) enum Entrant {
    Known(Contender),
    Quick(Weights, Aim),
    Strong(Box<Mind>),
    Searcher(Box<Mind>),
    Script(Script),
    Level(Level, Style),
    Outsider,
}

impl Entrant {
    /// The entrant of a name on the command line.
    pub(crate) fn named(name: &str) -> Result<Self, Box<dyn Error>> {
        if let Some(known) = Contender::named(name) {
            return Ok(Self::Known(known));
        }
        if let Some(script) = Script::named(name) {
            return Ok(Self::Script(script));
        }
        let parts: Vec<&str> = name.split(':').collect();
        match parts.as_slice() {
            ["outsider"] => Ok(Self::Outsider),
            ["quick"] => Ok(Self::Level(Level::Captain, Style::Usual)),
            ["careful"] => Ok(Self::Level(Level::Captain, Style::Careful)),
            ["bold"] => Ok(Self::Level(Level::Captain, Style::Bold)),
            ["quick", file] => Ok(Self::Quick(weights_of(file)?.weights, Aim::Nearest)),
            ["quick", file, aim] => Ok(Self::Quick(weights_of(file)?.weights, aim_named(aim)?)),
            ["searcher", bounds] => {
                let budget = Budget { bound: bounds.parse()?, set_up: 0 };
                Ok(Self::Searcher(Box::new(Mind::new(budget, policies()?.quick.weights))))
            }
            ["strong", bound, set_up, changes @ ..] => {
                let budget = Budget { bound: bound.parse()?, set_up: set_up.parse()? };
                let mut mind = Mind::new(budget, policies()?.quick.weights);
                changes.iter().try_for_each(|change| changed(&mut mind, change))?;
                Ok(Self::Strong(Box::new(mind)))
            }
            _ => Err(format!("there is no player “{name}”").into()),
        }
    }

    pub(crate) fn captain<'w>(
        &self,
        lore: &'w Lore,
        policies: &Policies,
        seed: u64,
        stream: u64,
    ) -> Box<dyn Thinker + 'w> {
        match self {
            Self::Known(contender) => match contender.captain(lore, policies, seed, stream) {
                Some(captain) => captain,
                None => Box::new(Plain::new(lore.worth(), seed, stream)),
            },
            Self::Quick(weights, aim) => Box::new(Quick::new(lore, *weights, seed, stream).with_aim(*aim)),
            Self::Level(level, style) => level.captain(*style, lore, policies, (seed, stream), Stop::default()),
            Self::Outsider => Box::new(Outsider::new(lore.worth(), seed, stream)),
            Self::Script(script) => Box::new(Silent(script.captain(lore, policies.quick.weights, seed, stream))),
            Self::Searcher(mind) => Box::new(Searcher::new(lore, (**mind).clone(), seed, stream)),
            Self::Strong(mind) => Box::new(Strong::new(lore, (**mind).clone(), seed, stream)),
        }
    }
}

/// The weights in a file.
pub(crate) fn weights_of(file: &str) -> Result<WeightsFile, Box<dyn Error>> {
    Ok(WeightsFile::read(&std::fs::read_to_string(file)?)?)
}

/// The aim of a name on the command line.
pub(crate) fn aim_named(name: &str) -> Result<Aim, Box<dyn Error>> {
    match name {
        "nearest" => Ok(Aim::Nearest),
        "general" => Ok(Aim::General),
        "camp" => Ok(Aim::Camp),
        "away" => Ok(Aim::Away),
        "corner" => Ok(Aim::Corner),
        _ => Err(format!("there is no aim “{name}”").into()),
    }
}

/// Changes a strong player as the command line says.
fn changed(mind: &mut Mind, change: &str) -> Result<(), Box<dyn Error>> {
    let policy = |name: &str| match name {
        "quick" => Ok(Policy::Quick(mind.weights)),
        "sketch" => Ok(Policy::Sketch(mind.weights)),
        "plain" => Ok(Policy::Plain),
        _ => Err(format!("there is no policy “{name}”")),
    };
    match change.split_once('=') {
        Some(("horizon", bounds)) => mind.horizon = bounds.parse()?,
        Some(("own", name)) => mind.own = policy(name)?,
        Some(("models", names)) => mind.models = names.split('+').map(policy).collect::<Result<_, _>>()?,
        _ => return Err(format!("a strong player has no “{change}” to change").into()),
    }
    Ok(())
}

/// A captain that gives no reasons.
struct Silent<'w>(Box<dyn Captain + 'w>);

impl Captain for Silent<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        self.0.decide(battle)
    }
}

impl Thinker for Silent<'_> {
    fn reason(&self) -> Reason {
        Reason::default()
    }
}

/// A battle that adds up the luck of a side in its combats.
struct Lucky<'l> {
    table: Unrecorded,
    lore: &'l Lore,
    side: Player,
    luck: i32,
}

impl Table for Lucky<'_> {
    fn battle(&self) -> &Battle {
        self.table.battle()
    }

    fn play(&mut self, legal: &Legal, report: &mut Report) -> Result<(), Refusal> {
        let luck = self.lore.luck(self.table.battle(), self.side, legal.order(), self.table.next_two());
        self.table.play(legal, report)?;
        self.luck += luck;
        Ok(())
    }
}

impl Lucky<'_> {
    /// What the enemy of a side has lost more than that side when the luck of combats is left out.
    fn edge(&self) -> f64 {
        let battle = self.table.battle();
        let generals = |side: Player| {
            let lost = battle.generals(side).filter(|id| battle.is_lost(*id));
            lost.map(|_| self.lore.leading()).sum::<i32>()
        };
        f64::from(ahead(battle, self.side) + generals(self.side.other()) - generals(self.side) - self.luck)
    }
}

/// A captain and the time it has taken to decide.
struct Timed<'w> {
    captain: Box<dyn Thinker + 'w>,
    time: Duration,
}

impl Captain for Timed<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let began = Instant::now();
        let decided = self.captain.decide(battle);
        self.time += began.elapsed();
        decided
    }
}

/// The results of the first of two entrants.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    pub(crate) battles: u64,
    /// The points: 2 for a win, 1 for a battle without a winner.
    pub(crate) points: u64,
    /// The battles without a winner.
    pub(crate) drawn: u64,
    bounds: u64,
    /// The mirrored pairs, by the points in both battles: 0 to 4.
    pub(crate) pairs: [u64; 5],
    /// The edge of the first in each battle: what the second has lost more than the first when the luck of combats is left
    /// out, in thousandths of what a side may lose; generals count for what they are worth to a player. The sum over all
    /// battles, and that of the squares.
    edges: [f64; 2],
    /// The time that each of the two has taken to decide.
    times: [Duration; 2],
}

impl Score {
    fn and(self, other: Self) -> Self {
        let [one, two] = self.times;
        let [more, still] = other.times;
        Self {
            battles: self.battles + other.battles,
            points: self.points + other.points,
            drawn: self.drawn + other.drawn,
            bounds: self.bounds + other.bounds,
            pairs: std::array::from_fn(|points| [self, other].iter().filter_map(|score| score.pairs.get(points)).sum()),
            edges: [self.edges[0] + other.edges[0], self.edges[1] + other.edges[1]],
            times: [one + more, two + still],
        }
    }

    pub(crate) fn share(&self) -> Estimate {
        share(self.points, self.battles)
    }

    /// The average edge of the first, and how far it may be off in 95 of 100 cases. Where battles are lost by losses alone,
    /// it tells with about half as many battles as the share which player is stronger.
    pub(crate) fn edge(&self) -> [f64; 2] {
        let battles = f64::from(u32::try_from(self.battles).unwrap_or(u32::MAX).max(1));
        let [mean, mean_square] = self.edges.map(|sum| sum / battles);
        [mean, 1.96 * libm::sqrt((mean_square - mean * mean).max(0.0) / battles)]
    }

    /// The share of the battles without a winner.
    pub(crate) fn open(&self) -> f64 {
        self.of_a_battle(self.drawn)
    }

    pub(crate) fn bounds_of_a_battle(&self) -> f64 {
        self.of_a_battle(self.bounds)
    }

    fn of_a_battle(&self, sum: u64) -> f64 {
        let float = |number: u64| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        float(sum) / float(self.battles.max(1))
    }

    pub(crate) fn time_of_a_battle(&self, of: usize) -> Duration {
        let battles = u32::try_from(self.battles).unwrap_or(u32::MAX).max(1);
        self.times.get(of).copied().unwrap_or_default() / battles
    }
}

/// Armies, tables and dice of mirrored pairs.
pub(crate) struct Arena {
    ladder: Ladder,
}

impl Arena {
    /// An arena with the ready armies of a ruleset of its usual size or, with `-big` behind its name, of those in commands.
    pub(crate) fn new(name: &str, seed: u64) -> Result<Self, Box<dyn Error>> {
        let book = book().map_err(|error| format!("{error}"))?;
        let collection = collection(book).map_err(|error| format!("{error:?}"))?;
        let (ruleset, is_big) = name.strip_suffix("-big").map_or((name, false), |ruleset| (ruleset, true));
        let ready = collection.ready().iter().map(|ready| &ready.army);
        let fits = ready.filter(|army| {
            let draft = army.draft();
            let is_usual = draft.points == draft.ruleset.army.budget.usual;
            let in_commands = draft.ruleset.commands(draft.points).is_some();
            *draft.ruleset.id == *ruleset && if is_big { in_commands } else { is_usual }
        });
        let armies: Vec<_> = fits.cloned().map(Admitted::from).collect();
        let terrain = rules(book, ruleset).map_err(|error| format!("{error:?}"))?;
        let policies = policies()?;
        let ladder = Ladder {
            contenders: Vec::new(),
            armies,
            catalogue: collection.catalogue(),
            terrain,
            policies,
            programs: Vec::new(),
            seed,
        };
        Ok(Self { ladder })
    }

    /// Lets two entrants meet in mirrored pairs. The result does not depend on the number of cores.
    pub(crate) fn compare(
        &self,
        entrants: &[Entrant; 2],
        pairs: Range<u64>,
        cores: usize,
    ) -> Result<Score, Box<dyn Error>> {
        let scores = shared(pairs, cores, |number| self.pair(entrants, number))?;
        Ok(scores.into_iter().fold(Score::default(), Score::and))
    }

    /// The battle of a pair before it begins, and its seed.
    pub(crate) fn start(&self, number: u64) -> Result<(Battle, u64), String> {
        self.ladder.start(number).map_err(|error| format!("{number}: {error:?}"))
    }

    /// A recorder at the beginning of the battle of a pair.
    pub(crate) fn recorder(&self, number: u64) -> Result<Recorder, String> {
        self.ladder.recorder(number).map_err(|error| format!("{number}: {error:?}"))
    }

    /// The arena with only so many of its armies, the first ones.
    pub(crate) fn with_armies(mut self, count: usize) -> Self {
        self.ladder.armies.truncate(count);
        self
    }

    /// The names of its armies.
    pub(crate) fn armies(&self) -> Vec<&str> {
        self.ladder.armies.iter().map(|army| army.name.as_str()).collect()
    }

    /// The armies of a pair, by their places among those of the arena, and the edge of the first when one player leads both.
    pub(crate) fn edge_of_armies(&self, entrant: &Entrant, number: u64) -> Result<([usize; 2], f64), String> {
        let (start, seed) = self.start(number)?;
        let armies = self.ladder.armies_of(number).map_err(|error| format!("{number}: {error:?}"))?;
        let lore = Lore::new(&start);
        let [mut a, mut b] = [1, 2].map(|stream| entrant.captain(&lore, self.ladder.policies, seed, stream));
        let mut table = Lucky { table: Unrecorded::new(start, seed), lore: &lore, side: Player::A, luck: 0 };
        fight_out(&mut table, [&mut *a, &mut *b]).map_err(|error| format!("{number}: {error:?}"))?;
        Ok((armies, table.edge()))
    }

    /// The policies of the players.
    pub(crate) fn policies(&self) -> &'static Policies {
        self.ladder.policies
    }

    /// The record of a battle of a pair, with the reason for each order as a comment before it; the first entrant plays side a.
    pub(crate) fn record(&self, entrants: &[Entrant; 2], number: u64) -> Result<String, String> {
        let failed = |error: &dyn std::fmt::Debug| format!("{number}: {error:?}");
        let mut recorder = self.recorder(number)?;
        let (_, seed) = self.start(number)?;
        let lore = Lore::new(recorder.battle());
        let [mut a, mut b] = [(0, 1), (1, 2)].map(|(of, stream)| {
            let entrant = entrants.get(of).cloned().unwrap_or(Entrant::Known(Contender::Plain));
            entrant.captain(&lore, self.ladder.policies, seed, stream)
        });
        let mut text = String::new();
        let mut shown = 0;
        while !matches!(recorder.battle().phase(), Phase::Over(_)) && recorder.battle().bound() <= LAST_BOUND {
            let captain = if recorder.battle().to_decide() == Player::A { &mut a } else { &mut b };
            let legal = captain.decide(recorder.battle()).map_err(|refused| failed(&refused))?;
            let reason = captain.reason();
            Table::play(&mut recorder, &legal, &mut Report::default()).map_err(|refusal| failed(&refusal))?;
            if reason.motive != Motive::Routine {
                text += &format!("# {}\n", said(&reason));
            }
            for entry in recorder.entries().iter().skip(shown) {
                text += &format!("{entry}\n");
                shown += 1;
            }
        }
        Ok(format!("{}\n{text}{}\n", recorder.head(), recorder.standing()))
    }

    fn pair(&self, entrants: &[Entrant; 2], number: u64) -> Result<Score, String> {
        let (start, seed) = self.start(number)?;
        let lore = Lore::new(&start);
        let mut score = Score::default();
        for side in Player::ALL {
            let captain = |of: usize, side: Player| {
                let stream = if side == Player::A { 1 } else { 2 };
                let entrant = entrants.get(of).cloned().unwrap_or(Entrant::Known(Contender::Plain));
                Timed { captain: entrant.captain(&lore, self.ladder.policies, seed, stream), time: Duration::ZERO }
            };
            let (mut one, mut other) = (captain(0, side), captain(1, side.other()));
            let mut table = Lucky { table: Unrecorded::new(start.clone(), seed), lore: &lore, side, luck: 0 };
            let captains: [&mut dyn Captain; 2] =
                if side == Player::A { [&mut one, &mut other] } else { [&mut other, &mut one] };
            let outcome = fight_out(&mut table, captains).map_err(|error| format!("{number}: {error:?}"))?;
            let edge = table.edge();
            score.edges = [score.edges[0] + edge, score.edges[1] + edge * edge];
            score.battles += 1;
            score.bounds += u64::from(outcome.bounds);
            match outcome.winner {
                Some(winner) if winner == side => score.points += 2,
                Some(_) => {}
                None => (score.points, score.drawn) = (score.points + 1, score.drawn + 1),
            }
            score.times = [score.times[0] + one.time, score.times[1] + other.time];
        }
        let points = usize::try_from(score.points).unwrap_or(0);
        if let Some(pairs) = score.pairs.get_mut(points) {
            *pairs += 1;
        }
        Ok(score)
    }
}
