//! `ladder`: computer players against each other.

mod process;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use musterfield_army::{Draft, LegalArmy};
use musterfield_battle::admission::Admitted;
use musterfield_players::contender::Contender;
use musterfield_players::ladder::{Game, Ladder, LadderError};
use musterfield_players::levels::Level;
use musterfield_players::program::Program;
use musterfield_players::rating::Estimate;
use musterfield_players::standings::{Score, Standing, standings, worst};
use musterfield_players::weights::policies;
use musterfield_rules::{Book, Ruleset};
use musterfield_terrain::generate::request::rules;
use musterfield_words::battle::series_error;
use musterfield_words::terrain::request;
use serde::Serialize;

use process::Process;

use super::validate::{chosen_ruleset, read_army};
use super::{Failure, Outcome, built_in, print, write};
use crate::arguments::{Format, LadderArgs};

/// The largest number of rounds in one run.
const MOST_ROUNDS: u64 = 1_000_000;
/// The number of lost battles whose records are saved for each player.
const WORST: usize = 3;

/// The ladder as JSON.
#[derive(Serialize)]
struct Table {
    ruleset: String,
    version: String,
    seed: u64,
    rounds: u64,
    players: Vec<Row>,
}

/// A player in it.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    battles: u64,
    share: f64,
    attacking: f64,
    defending: f64,
    against: BTreeMap<&'static str, Share>,
    armies: BTreeMap<String, Share>,
    home_terrains: BTreeMap<&'static str, Share>,
}

/// The share of points in some battles.
#[derive(Serialize)]
struct Share {
    battles: u64,
    share: f64,
    low: f64,
    high: f64,
}

impl From<&Score> for Share {
    fn from(score: &Score) -> Self {
        let Estimate { value, low, high } = score.share();
        Self { battles: score.battles, share: value, low, high }
    }
}

pub(crate) fn run(args: &LadderArgs) -> Outcome {
    let (book, _) = built_in()?;
    if !(1..=MOST_ROUNDS).contains(&args.rounds) {
        return Err(Failure::new(format!("--rounds: 1 to {MOST_ROUNDS}")));
    }
    let ruleset = chosen_ruleset(args.ruleset.as_deref(), book)?;
    if ruleset.battle.is_none() {
        return Err(Failure::new(format!("--ruleset: there are no battles of {}", ruleset.name)));
    }
    let ladder = ladder(args, ruleset, book)?;
    let games = fight(&ladder, args.rounds)?;
    let standings = standings(&ladder.contenders, &games, ladder.seed);
    if let Some(folder) = &args.worst {
        save_worst(&ladder, &games, folder)?;
    }
    match args.format {
        Format::Json => {
            let table = Table {
                ruleset: ruleset.id.to_string(),
                version: ruleset.version.to_string(),
                seed: ladder.seed,
                rounds: args.rounds,
                players: standings.iter().map(|standing| row(standing, &ladder)).collect(),
            };
            print(&(serde_json::to_string(&table).map_err(Failure::new)? + "\n"))?;
        }
        Format::Text => print(&in_words(&standings, &ladder, args.rounds))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn ladder(args: &LadderArgs, ruleset: &'static Ruleset, book: &'static Book) -> Result<Ladder, Failure> {
    let (_, collection) = built_in()?;
    let named = |name: &String| {
        Contender::named(name).ok_or_else(|| {
            let known: Vec<&str> = Contender::built_in().map(Contender::name).collect();
            Failure::new(format!("there is no player “{name}”; use {}", known.join(", ")))
        })
    };
    let mut contenders: Vec<Contender> = args.players.iter().map(named).collect::<Result<_, _>>()?;
    if contenders.is_empty() {
        // Players that think ahead take minutes for a round.
        contenders.extend([Contender::Random, Contender::Plain, Contender::Level(Level::Captain)]);
    }
    if args.programs.len() > usize::from(Contender::MOST_PROGRAMS) {
        return Err(Failure::new(format!("--program: at most {}", Contender::MOST_PROGRAMS)));
    }
    let program = |command: &String| -> Arc<dyn Program> { Arc::new(Process { command: command.clone() }) };
    let programs: Vec<Arc<dyn Program>> = args.programs.iter().map(program).collect();
    contenders.extend((0..Contender::MOST_PROGRAMS).take(programs.len()).map(Contender::Program));
    contenders.sort();
    contenders.dedup();
    if contenders.len() < 2 {
        return Err(Failure::new("a ladder needs two players at least"));
    }
    let armies: Vec<Admitted<Draft>> = if args.armies.is_empty() {
        let usual = |army: &&LegalArmy| {
            let draft = army.draft();
            draft.ruleset.id == ruleset.id && draft.points == ruleset.army.budget.usual
        };
        let ready = collection.ready().iter().map(|ready| &ready.army);
        ready.filter(usual).cloned().map(Admitted::from).collect()
    } else {
        args.armies.iter().map(|file| admitted(file, ruleset, book)).collect::<Result<_, _>>()?
    };
    let terrain = rules(book, &ruleset.id).map_err(|why| Failure::new(request::clause(&why)))?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => u64::from(getrandom::u32().map_err(Failure::new)?),
    };
    let policies = policies().map_err(Failure::new)?;
    Ok(Ladder { contenders, armies, catalogue: collection.catalogue(), terrain, policies, programs, seed })
}

fn admitted(file: &str, ruleset: &'static Ruleset, book: &'static Book) -> Result<Admitted<Draft>, Failure> {
    let (_, collection) = built_in()?;
    let army = LegalArmy::new(read_army(file, ruleset, book)?.draft, collection.catalogue())
        .map_err(|_| Failure::new(format!("{file}: the army is not legal; see `validate`")))?;
    if army.draft().ruleset.id != ruleset.id {
        return Err(Failure::new(format!("{file}: the army is not one of {}", ruleset.name)));
    }
    Ok(army.into())
}

/// Fights all rounds on all cores. The result does not depend on the number of cores.
fn fight(ladder: &Ladder, rounds: u64) -> Result<Vec<Game>, Failure> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let shows = io::stderr().is_terminal();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let work = || {
        let mut games = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= rounds {
                return Ok(games);
            }
            games.extend(ladder.round(number).map_err(|error| failure(number, &error))?);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if shows {
                // Nothing sensible is left to do if stderr is closed.
                let _ = write!(io::stderr(), "\r{done} of {rounds} rounds");
            }
        }
    };
    let parts: Vec<Result<Vec<Game>, Failure>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    if shows {
        let _ = writeln!(io::stderr());
    }
    let mut games: Vec<Game> = Vec::new();
    for part in parts {
        games.extend(part?);
    }
    // The battles of a round stay in their order.
    games.sort_by_key(|game| game.round);
    Ok(games)
}

fn failure(round: u64, error: &LadderError) -> Failure {
    match error {
        LadderError::TooFewArmies => Failure::new("a ladder needs two armies at least"),
        LadderError::NoTable => Failure::new("the ruleset has no table"),
        LadderError::NoProgram(player) => Failure::new(format!("there is no program “{player}”")),
        LadderError::Series(error) => Failure::new(format!("round {round}: {}", series_error(error))),
    }
}

/// Saves the records of the battles that each player lost worst: `plain-1.battle` is the worst of the plain player.
fn save_worst(ladder: &Ladder, games: &[Game], folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    for contender in &ladder.contenders {
        for (place, game) in worst(*contender, games, WORST).into_iter().enumerate() {
            let record = ladder.record(game).map_err(|error| failure(game.round, &error))?;
            let path = folder.join(format!("{contender}-{}.battle", place + 1));
            write(Some(&path), record.to_string().as_bytes())?;
        }
    }
    Ok(())
}

/// The name of an army of the ladder.
fn army_name(ladder: &Ladder, place: usize) -> String {
    ladder.armies.get(place).map(|army| army.name.clone()).unwrap_or_default()
}

fn row(standing: &Standing, ladder: &Ladder) -> Row {
    let Estimate { value: elo, low: elo_low, high: elo_high } = standing.rating;
    let [attacking, defending] = standing.roles.map(|score| score.share().value);
    Row {
        name: standing.player.name(),
        elo,
        elo_low,
        elo_high,
        battles: standing.all.battles,
        share: standing.all.share().value,
        attacking,
        defending,
        against: standing.against.iter().map(|(other, score)| (other.name(), score.into())).collect(),
        armies: standing.by_army.iter().map(|(army, score)| (army_name(ladder, *army), score.into())).collect(),
        home_terrains: standing.by_home.iter().map(|(home, score)| (*home, score.into())).collect(),
    }
}

fn in_words(standings: &[Standing], ladder: &Ladder, rounds: u64) -> String {
    let percent = |estimate: Estimate| {
        let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|share| share * 100.0);
        format!("{value:.1} % [{low:.1}, {high:.1}]")
    };
    let mut text = String::new();
    let _ = writeln!(text, "{rounds} rounds, seed {}", ladder.seed);
    for standing in standings {
        let Estimate { value, low, high } = standing.rating;
        let _ = writeln!(text, "{}: Elo {value:+.0} [{low:+.0}, {high:+.0}]", standing.player);
        for (other, score) in &standing.against {
            let _ = writeln!(text, "  against {other}: {} of {} battles", percent(score.share()), score.battles);
        }
        let [attacking, defending] = standing.roles.map(Score::share);
        let _ = writeln!(text, "  attacking: {}, defending: {}", percent(attacking), percent(defending));
        for (home, score) in &standing.by_home {
            let _ = writeln!(text, "  {home}: {}", percent(score.share()));
        }
        for (army, score) in &standing.by_army {
            let _ = writeln!(text, "  {}: {}", army_name(ladder, *army), percent(score.share()));
        }
    }
    text
}
