//! `battle`: battles between two computer players.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use musterfield_army::{Draft, LegalArmy};
use musterfield_battle::admission::Admitted;
use musterfield_battle::game::{Outcome as Fought, Tally};
use musterfield_battle::player::Worth;
use musterfield_battle::series::{Place, Series, SeriesError, usual_board};
use musterfield_battle::state::Options;
use musterfield_battle::{Player, Report};
use musterfield_rules::{Book, DEFAULT_RULESET, Points};
use musterfield_terrain::LegalLayout;
use musterfield_terrain::file::from_json;
use musterfield_terrain::generate::request::rules;
use musterfield_words::battle::series_error;
use musterfield_words::terrain::{request, unreadable};
use serde::Serialize;

use super::validate::{chosen_ruleset, read_army};
use super::{Failure, Outcome, UNDONE, built_in, print, print_error, read_text, write};
use crate::arguments::{BattleArgs, Format};

/// The largest number of battles in one run.
const MOST_GAMES: u64 = 10_000_000;

/// The summary of many battles.
#[derive(Serialize)]
struct Summary {
    armies: [String; 2],
    ruleset: String,
    /// The rules of another ruleset by which the battles were fought, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    borrowed: Option<BorrowedRules>,
    /// The unit of losses in words.
    #[serde(skip)]
    unit: &'static str,
    seed: u64,
    games: u64,
    wins: Wins,
    bounds: Spread,
    ap_lost: [f64; 2],
    orders: u64,
    seconds: f64,
    rules: BTreeMap<String, u64>,
    never_used: Vec<String>,
}

/// Rules that a ruleset borrows where its own leave something out.
#[derive(Serialize)]
struct BorrowedRules {
    /// The ruleset that lends them.
    from: &'static str,
    /// A sentence that says so.
    #[serde(skip)]
    says: &'static str,
    rules: BTreeSet<&'static str>,
}

#[derive(Serialize)]
struct Wins {
    a: u64,
    b: u64,
    nobody: u64,
}

#[derive(Serialize)]
struct Spread {
    mean: f64,
    least: u16,
    most: u16,
}

pub(crate) fn run(args: &BattleArgs) -> Outcome {
    let (book, _) = built_in()?;
    if !(1..=MOST_GAMES).contains(&args.games) {
        return Err(Failure::new(format!("--games: 1 to {MOST_GAMES}")));
    }
    let series = series(args, book)?;
    let started = Instant::now();
    if let Some(folder) = &args.record {
        std::fs::create_dir_all(folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    }
    let (fought, tally, failures) = fight(&series, args.games, args.record.as_deref())?;
    for failure in &failures {
        print_error(failure);
    }
    let summary = summary(&series, args.games, &fought, tally, started.elapsed().as_secs_f64());
    match args.format {
        Format::Json => {
            let json = serde_json::to_string(&summary).map_err(Failure::new)?;
            print(&(json + "\n"))?;
        }
        Format::Text => print(&in_words(&summary))?,
    }
    Ok(ExitCode::from(if failures.is_empty() { 0 } else { UNDONE }))
}

fn series(args: &BattleArgs, book: &'static Book) -> Result<Series, Failure> {
    let usual = chosen_ruleset(Some(DEFAULT_RULESET), book)?;
    let armies = [admitted(&args.a, args, usual, book)?, admitted(&args.b, args, usual, book)?];
    let [first, _] = &armies;
    let terrain = rules(book, &first.ruleset.id).map_err(|why| Failure::new(request::clause(&why)))?;
    let place = match (&args.layout, &args.home) {
        (Some(file), _) => {
            let text = read_text(file)?;
            let layout =
                from_json(&text, book).map_err(|error| Failure::new(format!("{file}: {}", unreadable(&error))))?;
            let admitted = if args.allow_illegal {
                Admitted::allowing_illegal(layout)
            } else {
                let advice = "see `terrain check`, or use --allow-illegal";
                let refused = |_| Failure::new(format!("{file}: the layout is not legal; {advice}"));
                LegalLayout::new(layout).map_err(refused)?.into()
            };
            Place::Layout(Box::new(admitted))
        }
        (None, home) => {
            let named = |name: &String| {
                terrain.home_terrain(name).ok_or_else(|| {
                    let known: Vec<&str> = terrain.homes.iter().map(|home| &*home.id).collect();
                    Failure::new(format!("--home: there is no home terrain “{name}”; use one of {}", known.join(", ")))
                })
            };
            let home = home.as_ref().map(named).transpose()?;
            let board = usual_board(first).ok_or_else(|| Failure::new("the ruleset has no board"))?;
            Place::Home(terrain, home, board)
        }
    };
    let seed = match args.seed {
        Some(seed) => seed,
        None => u64::from(getrandom::u32().map_err(Failure::new)?),
    };
    let (_, collection) = built_in()?;
    Ok(Series { armies, catalogue: collection.catalogue(), place, options: Options::default(), seed })
}

/// An army that is legal, or was allowed not to be.
fn admitted(
    file: &str,
    args: &BattleArgs,
    ruleset: &'static musterfield_rules::Ruleset,
    book: &'static Book,
) -> Result<Admitted<Draft>, Failure> {
    let reading = read_army(file, ruleset, book)?;
    if args.allow_illegal {
        return Ok(Admitted::allowing_illegal(reading.draft));
    }
    let (_, collection) = built_in()?;
    LegalArmy::new(reading.draft, collection.catalogue())
        .map(Admitted::from)
        .map_err(|_| Failure::new(format!("{file}: the army is not legal; see `validate`, or use --allow-illegal")))
}

type Many = (Vec<Fought>, Tally, Vec<Failure>);

/// Fights all battles on all cores. The result does not depend on the number of cores.
fn fight(series: &Series, games: u64, folder: Option<&Path>) -> Result<Many, Failure> {
    let worth = series.worth().map_err(|error| Failure::new(series_error(&error)))?;
    let next = AtomicU64::new(0);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let parts: Vec<Many> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores)
            .map(|_| {
                scope.spawn(|| {
                    let (mut fought, mut tally, mut failures) = (Vec::new(), Tally::default(), Vec::new());
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            return (fought, tally, failures);
                        }
                        match one(series, number, &worth, &mut tally, folder) {
                            Ok(outcome) => fought.push(outcome),
                            Err(failure) => failures.push(failure),
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let mut all: Many = (Vec::new(), Tally::default(), Vec::new());
    for (fought, tally, failures) in parts {
        all.0.extend(fought);
        all.1.join(tally);
        all.2.extend(failures);
    }
    Ok(all)
}

/// Fights one battle, and saves its record in a folder if one is named: `battle-0.battle` is the first.
fn one(
    series: &Series,
    number: u64,
    worth: &Worth,
    tally: &mut Tally,
    folder: Option<&Path>,
) -> Result<Fought, Failure> {
    let [army, _] = &series.armies;
    let rules = army.ruleset.battle.as_ref();
    let mut see = |report: &Report| rules.into_iter().for_each(|rules| tally.add(rules, report));
    let told = |error: SeriesError| Failure::new(format!("battle {number}: {}", series_error(&error)));
    let Some(folder) = folder else { return series.fight(number, worth, Some(&mut see)).map_err(told) };
    let mut table = series.recorder(number).map_err(told)?;
    let outcome = series.fight_on(number, &mut table, worth, Some(&mut see)).map_err(told);
    write(Some(&folder.join(format!("battle-{number}.battle"))), table.to_string().as_bytes())?;
    outcome
}

fn summary(series: &Series, games: u64, fought: &[Fought], tally: Tally, seconds: f64) -> Summary {
    let won = |player: Option<Player>| fought.iter().filter(|outcome| outcome.winner == player).count();
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let mean = |of: &dyn Fn(&Fought) -> f64| {
        let number = u32::try_from(fought.len().max(1)).unwrap_or(u32::MAX);
        fought.iter().map(of).sum::<f64>() / f64::from(number)
    };
    let [a, b] = &series.armies;
    let ruleset = a.ruleset;
    let never_used = Tally::countable(ruleset).into_iter().filter(|rule| !tally.counts.contains_key(rule)).collect();
    let halves = |points: &Points| u32::try_from(points.steps(Points::HALF)).unwrap_or(u32::MAX);
    let lost = |player: Player| mean(&|outcome| f64::from(halves(player.of(&outcome.lost))) / 2.0);
    Summary {
        armies: [a.name.clone(), b.name.clone()],
        ruleset: ruleset.id.to_string(),
        borrowed: ruleset.borrows.as_ref().map(|borrows| BorrowedRules {
            from: &borrows.from,
            says: &borrows.says,
            rules: ruleset.borrowed_ids(),
        }),
        unit: ruleset.counts_losses().unit(Points::ZERO),
        seed: series.seed,
        games,
        wins: Wins { a: count(won(Some(Player::A))), b: count(won(Some(Player::B))), nobody: count(won(None)) },
        bounds: Spread {
            mean: mean(&|outcome| f64::from(outcome.bounds)),
            least: fought.iter().map(|outcome| outcome.bounds).min().unwrap_or(0),
            most: fought.iter().map(|outcome| outcome.bounds).max().unwrap_or(0),
        },
        ap_lost: [lost(Player::A), lost(Player::B)],
        orders: fought.iter().map(|outcome| u64::from(outcome.orders)).sum(),
        seconds,
        rules: tally.counts,
        never_used,
    }
}

fn in_words(summary: &Summary) -> String {
    let mut text = String::new();
    let [a, b] = &summary.armies;
    let name = |name: &String, letter: &str| if name.is_empty() { format!("Army {letter}") } else { name.clone() };
    let (a, b) = (name(a, "a"), name(b, "b"));
    let battles = if summary.games == 1 { "battle" } else { "battles" };
    let _ = writeln!(text, "{a} against {b}: {}, {} {battles}, seed {}", summary.ruleset, summary.games, summary.seed);
    if let Some(borrowed) = &summary.borrowed {
        let _ = writeln!(text, "  {}", borrowed.says);
    }
    let wins = &summary.wins;
    let _ = writeln!(text, "  {a} won {}, {b} won {}, neither {}", wins.a, wins.b, wins.nobody);
    // Without a battle that could be fought there are no averages.
    if wins.a + wins.b + wins.nobody > 0 {
        let bounds = &summary.bounds;
        let _ = writeln!(text, "  {:.1} bounds on average, {} to {}", bounds.mean, bounds.least, bounds.most);
        let ([lost_a, lost_b], unit) = (summary.ap_lost, summary.unit);
        let _ = writeln!(text, "  {lost_a:.1} {unit} lost by {a} on average, {lost_b:.1} by {b}");
    }
    let _ = writeln!(text, "  {:.2} s", summary.seconds);
    let _ = writeln!(text, "Rules used:");
    let mut used: Vec<(&String, &u64)> = summary.rules.iter().collect();
    used.sort_by_key(|(rule, count)| (std::cmp::Reverse(**count), *rule));
    for (rule, count) in used {
        let _ = writeln!(text, "  {count:>9}  {rule}");
    }
    let _ = writeln!(text, "Never used: {}", summary.never_used.join(", "));
    text
}
