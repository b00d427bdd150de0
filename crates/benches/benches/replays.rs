//! Ten thousand battles recorded, read back and replayed:
//! `cargo bench -p musterfield-benches --bench replays [-- [d3h2 | dba3 | dba3-big | hott25] [COUNT] [THREADS]]`.
//!
//! Every ready army meets every other in turn, on tables of all home terrains; every second battle is fought by players
//! that give any legal order. Each record is read back from its text and replayed, once with the dice of its seed and
//! once with the dice written down. Stops with an error at the first difference; at the end it prints the countable
//! rules that were never used.
//!
//! Without a name, battles are those of D3H2; `dba3-big` names the Big Battles of DBA 3.0. All processors work on them
//! unless the second number says how many.

#![expect(clippy::unwrap_used, reason = "the data that comes with the program can be read")]

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use musterfield_army::Draft;
use musterfield_battle::admission::Admitted;
use musterfield_battle::game::{Outcome, Tally, play};
use musterfield_battle::player::{Captain, Plain, Whim, Worth};
use musterfield_battle::record::{Record, Recorder};
use musterfield_battle::series::{Place, Series, usual_board};
use musterfield_battle::state::Options;
use musterfield_rules::book;
use musterfield_terrain::generate::request::rules;
use musterfield_words::battle::{series_error, unreadable};

#[path = "../../battle/tests/it/ready.rs"]
mod ready;

use ready::{big_dba3, ready, ready_for, usual_dba3};

/// The allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of battles by default.
const USUAL: u64 = 10_000;

/// The counts of what happened.
#[derive(Default)]
struct Seen {
    tally: Tally,
    /// The counts for battles between plain players alone.
    plain: Tally,
    orders: u64,
    bounds: u64,
    undecided: u64,
    problem: Option<String>,
}

/// Gives the armies of a kind of battle.
type Armies = fn() -> Vec<Draft>;

/// The battles that can be asked for by name, and their armies.
const KINDS: [(&str, Armies); 4] =
    [("d3h2", ready), ("dba3", usual_dba3), ("dba3-big", big_dba3), ("hott25", || ready_for("hott25"))];

/// Battle number `at`, which determines the armies, the home terrain and the kind of players.
fn series(armies: &[Draft], at: u64) -> Series {
    let many = u64::try_from(armies.len()).unwrap();
    let army = |number: u64| armies.get(usize::try_from(number % many).unwrap()).unwrap().clone();
    let rounds = at / many;
    let (a, b) = (army(at), army(at + 1 + rounds % (many - 1)));
    let rules = rules(book().unwrap(), &a.ruleset.id).unwrap();
    let home = rules.homes.get(usize::try_from(at).unwrap() % rules.homes.len());
    let place = Place::Home(rules, home, usual_board(&a).unwrap());
    let catalogue = musterfield_lists::catalogue(book().unwrap()).unwrap();
    let armies = [a, b].map(Admitted::allowing_illegal);
    Series { armies, catalogue, place, options: Options::default(), seed: at }
}

/// Whether a battle is between two plain players; in the others, the players give any legal order.
const fn is_plain(at: u64) -> bool {
    at.is_multiple_of(2)
}

/// Fights a battle and replays its record; returns the outcome and the rules used.
fn fight(series: &Series, at: u64) -> Result<(Outcome, Tally), String> {
    let mut recorder = series.recorder(at).map_err(|error| series_error(&error))?;
    let seed = series.seed_of(at);
    let worth = Worth::new(recorder.battle());
    let (mut plain, mut wild) =
        ([Plain::new(&worth, seed, 1), Plain::new(&worth, seed, 2)], [Whim::new(seed, 1), Whim::new(seed, 2)]);
    let captains: [&mut dyn Captain; 2] = match (is_plain(at), &mut plain, &mut wild) {
        (true, [a, b], _) => [a, b],
        (false, _, [a, b]) => [a, b],
    };
    let mut tally = Tally::default();
    let rules = recorder.battle().rules();
    let outcome = play(&mut recorder, captains, Some(&mut |report| tally.add(rules, report)));
    let outcome = outcome.map_err(|stuck| format!("{stuck:?}"))?;
    replayed(&recorder)?;
    Ok((outcome, tally))
}

/// Reads a record back and replays it, once with its seed and once with its dice alone.
fn replayed(recorder: &Recorder) -> Result<(), String> {
    let book = book().map_err(|errors| errors.to_string())?;
    let catalogue = musterfield_lists::catalogue(book).map_err(|errors| format!("{errors:?}"))?;
    let text = recorder.to_string();
    let by_dice: String =
        text.lines().filter(|line| !line.starts_with("seed ")).flat_map(|line| [line, "\n"]).collect();
    for text in [&text, &by_dice] {
        let record = Record::read(text, book, catalogue).map_err(|error| unreadable(&error))?;
        record.check().map_err(|difference| format!("{difference:?}"))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse().ok());
    let count = numbers.next().unwrap_or(USUAL);
    let threads = numbers.next().or_else(|| std::thread::available_parallelism().ok()?.get().try_into().ok());
    let mut names = words.iter().filter(|word| word.parse::<u64>().is_err());
    let (name, armies) = match names.next() {
        None => KINDS[0],
        Some(wanted) => match KINDS.into_iter().find(|(name, _)| name == wanted) {
            Some(known) => known,
            None => {
                println!("{wanted} is none of {:?}", KINDS.map(|(name, _)| name));
                return ExitCode::FAILURE;
            }
        },
    };
    let armies = armies();
    let (next, seen, start) = (AtomicU64::new(0), Mutex::new(Seen::default()), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..threads.unwrap_or(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count || seen.lock().unwrap().problem.is_some() {
                        break;
                    }
                    let series = series(&armies, at);
                    let fought = fight(&series, at);
                    let mut seen = seen.lock().unwrap();
                    match fought {
                        Ok((outcome, tally)) => {
                            if is_plain(at) {
                                seen.plain.join(tally.clone());
                            }
                            seen.tally.join(tally);
                            seen.orders += u64::from(outcome.orders);
                            seen.bounds += u64::from(outcome.bounds);
                            seen.undecided += u64::from(outcome.winner.is_none());
                        }
                        Err(problem) => {
                            let names = series.armies.each_ref().map(|army| army.name.as_str());
                            seen.problem = Some(format!("battle {at}, {names:?}: {problem}"));
                        }
                    }
                }
            });
        }
    });
    let seen = seen.into_inner().unwrap();
    if let Some(problem) = &seen.problem {
        println!("{problem}");
        return ExitCode::FAILURE;
    }
    let ruleset = &series(&armies, 0).armies[0].ruleset;
    let never = |tally: &Tally| {
        let unused = |rule: &String| !tally.counts.contains_key(rule);
        let rules: Vec<String> = Tally::countable(ruleset).into_iter().filter(unused).collect();
        if rules.is_empty() { "none".to_owned() } else { rules.join(" ") }
    };
    println!(
        "{name}: {count} battles, {} bounds, {} orders: recorded, read again and replayed twice, all the same, in {:.0} s",
        seen.bounds,
        seen.orders,
        start.elapsed().as_secs_f64()
    );
    println!("{} were open after the last bound that is counted", seen.undecided);
    println!("never used: {}", never(&seen.tally));
    println!("never used by plain players: {}", never(&seen.plain));
    ExitCode::SUCCESS
}
