//! Whole battles, their orders and their replays: `cargo bench -p musterfield-benches --bench battle [-- COUNT]`.
//!
//! COUNT battles (600 by default) of six pairs of ready armies of 24 AP, between two plain players, and as many Big Battles
//! of DBA 3.0; with `-- big`, only these. The time of one
//! combat verdict in the same run is printed beside the figures, so that figures from different machines can be
//! compared.

#![expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::unwrap_used,
    reason = "small numbers, counted and displayed"
)]

use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use musterfield_army::{Draft, ElementLine, file};
use musterfield_battle::admission::Admitted;
use musterfield_battle::game::Outcome;
use musterfield_battle::legal::Offer;
use musterfield_battle::player::{Captain, Plain, Worth};
use musterfield_battle::record::Record;
use musterfield_battle::replay::Replay;
use musterfield_battle::review::Reviewer;
use musterfield_battle::series::{Place, Series};
use musterfield_battle::state::Options;
use musterfield_battle::{Battle, Order, Phase, Report};
use musterfield_combat::{Case, Combatant, Mode, resolve};
use musterfield_dice::Dice;
use musterfield_rules::combat::Readings;
use musterfield_rules::{Points, book};
use musterfield_terrain::generate::request::{board, rules, usual_board};

/// The allocator of the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of battles by default.
const USUAL: u64 = 600;
const PAIRS: [(&str, &str); 6] = [
    ("tuatha-de-danann", "uruk"),
    ("aesir", "host-of-muspell"),
    ("pandavas", "kauravas"),
    ("trojans", "achaeans-at-troy"),
    ("camelot", "sky-carpets"),
    ("geats", "grendels-kin"),
];

/// The pairs of armies of DBA 3.0: Big Battle armies, and usual ones of which three commands are made that are alike.
const BIG_PAIRS: [(&str, &str); 4] = [
    ("carthage-big-battle", "romans-of-the-punic-wars-big-battle"),
    ("mongols", "southern-song"),
    ("english-of-edward-iii", "french-of-the-valois"),
    ("akkad", "assyria"),
];

/// Pairs of ready armies of DBA 3.0.
const OF_DBA3: [(&str, &str); 6] = [
    ("akkad", "cities-of-sumer"),
    ("macedonians-of-alexander", "persians-of-darius"),
    ("normans", "harolds-english"),
    ("mongols", "han"),
    ("english-of-edward-iii", "french-of-the-valois"),
    ("mauryans", "pauravas"),
];

/// Pairs of ready armies of HOTT 2.5.
const OF_HOTT: [(&str, &str); 6] = [
    ("argonauts", "colchis"),
    ("momotaro", "onigashima"),
    ("nutcracker", "mouse-king"),
    ("sherwood", "sheriff-of-nottingham"),
    ("toad-hall", "wild-wood"),
    ("sons-of-kaleva", "liangshan-marsh"),
];

fn army(ruleset: &str, name: &str) -> Draft {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../lists/{ruleset}/armies/{name}.army.json"));
    file::from_json(&std::fs::read_to_string(path).unwrap(), book().unwrap()).unwrap()
}

/// The pairs of armies, on a table laid out anew for each battle or always on the first one.
fn series(ruleset: &str, pairs: &[(&str, &str)], anew: bool) -> Vec<(Series, Worth)> {
    pairs
        .iter()
        .map(|(a, b)| {
            let armies = [army(ruleset, a), army(ruleset, b)].map(Admitted::allowing_illegal);
            let rules = rules(book().unwrap(), &armies[0].ruleset.id).unwrap();
            let home = rules.home_terrain("hilly");
            let place = Place::Home(rules, home, usual_board(rules).unwrap());
            let catalogue = musterfield_lists::catalogue(book().unwrap()).unwrap();
            let mut series = Series { armies, catalogue, place, options: Options::default(), seed: 7 };
            if !anew {
                let head = series.head(0).unwrap();
                series.place = Place::Layout(Box::new(head.layout));
            }
            let worth = series.worth().unwrap();
            (series, worth)
        })
        .collect()
}

/// An army of three commands.
fn divided(army: Draft) -> Draft {
    if army.lines.iter().any(|line| line.command > 0) {
        return army;
    }
    let of = |command| army.lines.iter().map(move |line| ElementLine { command, ally: false, ..line.clone() });
    Draft { points: Points::ONE * 36, lines: (1..=3).flat_map(of).collect(), ..army.clone() }
}

/// The pairs of Big Battle armies, on tables of double width.
fn big_series() -> Vec<(Series, Worth)> {
    let pair = |(a, b): &(&str, &str)| {
        let armies = [army("dba3", a), army("dba3", b)].map(|army| Admitted::allowing_illegal(divided(army)));
        let rules = rules(book().unwrap(), "dba3").unwrap();
        let place = Place::Home(rules, rules.home_terrain("hilly"), board(rules, 30.0, 15.0).unwrap());
        let catalogue = musterfield_lists::catalogue(book().unwrap()).unwrap();
        let mut series = Series { armies, catalogue, place, options: Options::default(), seed: 7 };
        series.place = Place::Layout(Box::new(series.head(0).unwrap().layout));
        let worth = series.worth().unwrap();
        (series, worth)
    };
    BIG_PAIRS.iter().map(pair).collect()
}

/// Measures Big Battles.
fn big_battles(count: u64) {
    let series = big_series();
    fight(&series, 8, 1);
    let (time, bounds, orders) = fight(&series, count, 1);
    println!(
        "\nBig Battles of 72 elements, one core: {:.0} battles a second, {:.1} bounds and {:.0} orders long",
        a_second(count, time),
        bounds as f64 / count as f64,
        orders as f64 / count as f64
    );
    memory(&series);
}

/// Fights this many battles on this many threads; returns the time, the bounds and the orders.
fn fight(series: &[(Series, Worth)], count: u64, threads: usize) -> (Duration, u64, u64) {
    let (bounds, orders, next) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    let pair = usize::try_from(at).unwrap() % series.len();
                    let (series, worth) = series.get(pair).unwrap();
                    let outcome: Outcome = series.fight(at, worth, None).unwrap();
                    bounds.fetch_add(u64::from(outcome.bounds), Ordering::Relaxed);
                    orders.fetch_add(u64::from(outcome.orders), Ordering::Relaxed);
                }
            });
        }
    });
    (start.elapsed(), bounds.into_inner(), orders.into_inner())
}

fn a_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

fn micros(time: Duration, count: u64) -> f64 {
    time.as_secs_f64() * 1e6 / count.max(1) as f64
}

/// The time of one combat verdict in nanoseconds, the yardstick.
fn verdict() -> f64 {
    let ruleset = book().unwrap().ruleset("d3h2").unwrap();
    let troop = |code: &str| ruleset.troops().find(|(_, troop)| &*troop.code == code).unwrap().0;
    let side = |code: &str| Combatant::new(troop(code).into());
    let case = Case::new(ruleset, Mode::Close, [side("Bd"), side("Kn")], Readings::default()).unwrap();
    const TIMES: u32 = 200_000;
    let start = Instant::now();
    for at in 0..TIMES {
        let die = u8::try_from(at % 6 + 1).unwrap();
        black_box(resolve(black_box(&case), [die, 7 - die]));
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES)
}

/// The resident memory of the process in bytes.
fn resident() -> u64 {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|line| line.split(' ').nth(1).and_then(|pages| pages.parse().ok()))
        .unwrap_or(0);
    pages * 4096
}

fn main() {
    let count = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(USUAL);
    let verdict = verdict();
    println!("a verdict of combat: {verdict:.0} ns\n");
    if std::env::args().any(|argument| argument == "big") {
        return big_battles(count);
    }

    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let fixed = series("d3h2", &PAIRS, false);
    fight(&fixed, 60, 1);
    let (one, bounds, orders) = fight(&fixed, count, 1);
    println!(
        "on one table, one core: {:.0} battles a second, {:.0} bounds, {:.0} orders",
        a_second(count, one),
        a_second(bounds, one),
        a_second(orders, one)
    );
    println!(
        "  a battle: {:.1} bounds, {:.0} orders, {:.0} verdicts long",
        bounds as f64 / count as f64,
        orders as f64 / count as f64,
        one.as_secs_f64() * 1e9 / count as f64 / verdict
    );
    for threads in 2..=cores {
        let (time, ..) = fight(&fixed, count, threads);
        println!(
            "  on {threads} cores: {:.0} battles a second, {:.2} times as many",
            a_second(count, time),
            one.as_secs_f64() / time.as_secs_f64()
        );
    }
    let anew = series("d3h2", &PAIRS, true);
    let (time, ..) = fight(&anew, count, 1);
    println!("each on a table laid out for it, one core: {:.0} battles a second", a_second(count, time));

    for (name, id, pairs) in [("DBA 3.0", "dba3", &OF_DBA3), ("HOTT 2.5", "hott25", &OF_HOTT)] {
        let (time, bounds, orders) = fight(&series(id, pairs, false), count, 1);
        println!(
            "{name}, on one table, one core: {:.0} battles a second, of {:.1} bounds and {:.0} orders",
            a_second(count, time),
            bounds as f64 / count as f64,
            orders as f64 / count as f64
        );
    }

    orders_of_battles(&fixed, count.min(60));
    memory(&fixed);
    big_battles(count);
    parts(&fixed, count.min(60));
    replays(&fixed, count.min(120));
}

/// Measures listing the legal orders of a side that moves, and looking at one move.
fn orders_of_battles(series: &[(Series, Worth)], count: u64) {
    let (mut listing, mut listed): (Vec<Duration>, u64) = (Vec::new(), 0);
    let (mut checking, mut checked) = (Duration::ZERO, 0_u64);
    for number in 0..count {
        let (series, worth) = series.get(usize::try_from(number).unwrap() % series.len()).unwrap();
        let seed = series.seed_of(number);
        let mut battle = Battle::new(&series.head(number).unwrap().meeting()).unwrap();
        let mut captains = [Plain::new(worth, seed, 1), Plain::new(worth, seed, 2)];
        let mut dice = Dice::new(seed, 0);
        let mut bound = 0;
        while !matches!(battle.phase(), Phase::Over(_)) && battle.bound() < 60 {
            if battle.bound() != bound && matches!(battle.phase(), Phase::Summoning | Phase::Moving) {
                bound = battle.bound();
                let start = Instant::now();
                let orders = black_box(battle.legal_orders());
                listing.push(start.elapsed());
                listed += u64::try_from(orders.len()).unwrap();
                for offer in battle.offers() {
                    let Offer::Move(family) = offer else { continue };
                    let start = Instant::now();
                    for by in family.samples() {
                        let _ = black_box(battle.plan(&family.order(by)));
                        checked += 1;
                    }
                    checking += start.elapsed();
                }
            }
            let captain = battle.to_decide().of_mut(&mut captains);
            battle.apply(&captain.decide(&battle).unwrap(), &mut dice, &mut Report::unread()).unwrap();
        }
    }
    listing.sort();
    let all = u64::try_from(listing.len()).unwrap();
    let total: Duration = listing.iter().sum();
    let at = |part: usize| listing.get(listing.len() * part / 100).copied().unwrap_or_default();
    println!(
        "\nlegal orders of a side: {:.0} µs on average ({:.0} of them), half of the times below {:.0} µs, 95 in 100 below {:.0} µs",
        micros(total, all),
        listed as f64 / all.max(1) as f64,
        micros(at(50), 1),
        micros(at(95), 1)
    );
    println!("looking at one move: {:.2} µs, {:.0} a second", micros(checking, checked), a_second(checked, checking));
}

/// Measures the two parts of carrying out an order, and copying a battle, over all orders of some battles.
fn parts(series: &[(Series, Worth)], count: u64) {
    let mut steps: Vec<(Battle, Order, Dice)> = Vec::new();
    for number in 0..count {
        let (series, worth) = series.get(usize::try_from(number).unwrap() % series.len()).unwrap();
        let seed = series.seed_of(number);
        let mut battle = Battle::new(&series.head(number).unwrap().meeting()).unwrap();
        let mut captains = [Plain::new(worth, seed, 1), Plain::new(worth, seed, 2)];
        let mut dice = Dice::new(seed, 0);
        while !matches!(battle.phase(), Phase::Over(_)) && battle.bound() < 60 {
            let legal = battle.to_decide().of_mut(&mut captains).decide(&battle).unwrap();
            steps.push((battle.clone(), legal.order().clone(), dice.clone()));
            battle.apply(&legal, &mut dice, &mut Report::unread()).unwrap();
        }
    }
    let all = u64::try_from(steps.len()).unwrap();
    let mut spare = steps.first().unwrap().0.clone();
    // The quickest of some rounds, since anything else that runs only makes one slower.
    let best = |run: &mut dyn FnMut()| {
        let timed = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        });
        timed.min().unwrap_or_default()
    };
    const ROUNDS: u32 = 20;
    let validating = best(&mut || {
        for (battle, order, _) in &steps {
            black_box(battle.validate(order).is_ok());
        }
    });
    let legal: Vec<_> = steps.iter().map(|(battle, order, _)| battle.validate(order).unwrap()).collect();
    let copying = best(&mut || {
        for (battle, ..) in &steps {
            spare.clone_from(black_box(battle));
        }
    });
    let applying = best(&mut || {
        for ((battle, _, dice), legal) in steps.iter().zip(&legal) {
            spare.clone_from(black_box(battle));
            spare.apply(legal, &mut dice.clone(), &mut Report::unread()).unwrap();
        }
    });
    let key = best(&mut || {
        for (battle, ..) in &steps {
            black_box(battle.position());
        }
    });
    println!(
        "\nan order, of {all}: {:.2} µs to validate, {:.2} µs to apply; copying a battle: {:.2} µs, its key: {:.2} µs",
        micros(validating, all),
        micros(applying.saturating_sub(copying), all),
        micros(copying, all),
        micros(key, all)
    );
}

/// Measures the memory of a battle, by holding many of them.
fn memory(series: &[(Series, Worth)]) {
    const MANY: u64 = 20_000;
    let (series, _) = series.first().unwrap();
    let battle = Battle::new(&series.head(0).unwrap().meeting()).unwrap();
    let before = resident();
    let kept: Vec<Battle> = (0..MANY).map(|_| battle.clone()).collect();
    let each = (resident().saturating_sub(before)) / u64::try_from(kept.len()).unwrap();
    println!("\na battle takes {:.1} KiB of memory; armies, table and rules are shared", each as f64 / 1024.0);
}

/// Measures replaying records.
fn replays(series: &[(Series, Worth)], count: u64) {
    let book = book().unwrap();
    let catalogue = musterfield_lists::catalogue(book).unwrap();
    let texts: Vec<String> = (0..count)
        .map(|number| {
            let (series, worth) = series.get(usize::try_from(number).unwrap() % series.len()).unwrap();
            let mut recorder = series.recorder(number).unwrap();
            series.fight_on(number, &mut recorder, worth, None).unwrap();
            recorder.to_string()
        })
        .collect();
    let start = Instant::now();
    let records: Vec<Record> = texts.iter().map(|text| Record::read(text, book, catalogue).unwrap()).collect();
    let reading = start.elapsed();
    let start = Instant::now();
    for record in &records {
        record.check().unwrap();
    }
    let playing = start.elapsed();
    println!(
        "\nreplay: {:.0} battles a second once read, {:.0} with reading ({:.0} KiB a record)",
        a_second(count, playing),
        a_second(count, playing + reading),
        texts.iter().map(String::len).sum::<usize>() as f64 / count as f64 / 1024.0
    );
    let mut reviewing = Vec::new();
    for record in &records {
        let mut replay = Replay::new(record);
        replay.finish().unwrap();
        let start = Instant::now();
        let mut reviewer = Reviewer::new(record.start.clone());
        for entry in replay.recorder().entries() {
            reviewer.look(entry).unwrap();
        }
        black_box(reviewer.finish());
        reviewing.push(start.elapsed());
    }
    let most = reviewing.iter().max().unwrap();
    println!(
        "review of a battle: {:.1} ms, the longest {:.1} ms",
        1e3 / a_second(count, reviewing.iter().sum()),
        most.as_secs_f64() * 1e3
    );
}
