//! A million battlefields, none of them illegal: `cargo bench -p musterfield-benches --bench million [-- COUNT]`.
//!
//! Lays out tables of every home terrain of every ruleset on boards of all whole sizes from 15 to 20 BW (where the
//! ruleset has them), with every preference in turn, and checks each. Prints by home terrain how many there were, how
//! often features were discarded, and how much of the table they cover, and at the end how many layouts one core
//! makes per second. Stops with an error at the first illegal one.

#![expect(clippy::as_conversions, reason = "small numbers, counted and displayed")]

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use musterfield_geometry::BW;
use musterfield_rules::terrain::HomeTerrainRules;
use musterfield_rules::{TerrainRules, book};
use musterfield_terrain::check::check;
use musterfield_terrain::file::to_json;
use musterfield_terrain::generate::{Preference, Settings, generate};
use musterfield_terrain::{Board, Layout};

/// The number of tables laid out by default.
const USUAL: u64 = 1_000_000;

/// The counts for one home terrain.
#[derive(Default)]
struct Tally {
    tables: u64,
    chosen: u64,
    discarded: BTreeMap<&'static str, u64>,
    /// The share of the table covered by areas and water, in tenths of a percent, for every table.
    covered: Vec<u16>,
    time: Duration,
}

fn main() -> ExitCode {
    let count = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(USUAL);
    let Ok(book) = book() else { return ExitCode::FAILURE };
    let homes: Vec<(&TerrainRules, &HomeTerrainRules)> =
        book.terrains().flat_map(|rules| rules.homes.iter().map(move |home| (rules, home))).collect();
    let mut tallies: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
    let (mut checking, start) = (Duration::ZERO, Instant::now());
    for (at, (rules, home)) in (0..count).zip(homes.iter().cycle()) {
        let round = at / homes.len() as u64;
        let boards = boards(rules);
        let (Some(board), Some(preference)) = (
            boards.get((round % boards.len() as u64) as usize),
            Preference::ALL.get((round / boards.len() as u64 % Preference::ALL.len() as u64) as usize),
        ) else {
            return ExitCode::FAILURE;
        };
        let settings = Settings { preference: *preference, ..Settings::new(rules, home, *board, at) };
        let before = Instant::now();
        let layout = match generate(&settings) {
            Ok(layout) => layout,
            Err(why) => {
                println!("{} {} seed {at}: {why}", rules.ruleset, home.id);
                return ExitCode::FAILURE;
            }
        };
        let made = Instant::now();
        let report = check(&layout);
        checking += made.elapsed();
        if !report.is_legal() {
            println!("illegal: {:?}\n{}", report.problems, to_json(&layout));
            return ExitCode::FAILURE;
        }
        tallies.entry((&rules.ruleset, &home.id)).or_default().add(&layout, made - before);
        if (at + 1) % 100_000 == 0 {
            println!("{} laid out, none illegal, {:.0} s", at + 1, start.elapsed().as_secs_f64());
        }
    }
    print(&tallies);
    let made: Duration = tallies.values().map(|tally| tally.time).sum();
    println!(
        "{count} tables, none illegal; {:.0} a second laid out, {:.1} µs each; {:.1} µs for a check",
        count as f64 / made.as_secs_f64(),
        made.as_secs_f64() * 1e6 / count as f64,
        checking.as_secs_f64() * 1e6 / count as f64,
    );
    ExitCode::SUCCESS
}

/// Every board whose sides are whole BW.
fn boards(rules: &TerrainRules) -> Vec<Board> {
    let sides = (15..=20).map(|side| Board { width: side * BW, depth: side * BW });
    let big = (15..=40).flat_map(|width| (15..=20).map(move |depth| Board { width: width * BW, depth: depth * BW }));
    sides
        .chain(big.filter(|board| board.width > board.depth))
        .filter(|board| rules.table(board.width, board.depth).is_some())
        .collect()
}

impl Tally {
    fn add(&mut self, layout: &Layout, time: Duration) {
        self.tables += 1;
        self.time += time;
        for choice in layout.record.iter().flatten() {
            self.chosen += 1;
            if !choice.placed {
                *self.discarded.entry(choice.kind.as_str()).or_default() += 1;
            }
        }
        let twice: i64 = layout.features.iter().filter_map(|feature| Some(feature.outline()?.twice_area().abs())).sum();
        let whole = 2 * layout.board.width * layout.board.depth;
        self.covered.push(u16::try_from(twice * 1000 / whole).unwrap_or(u16::MAX));
    }
}

fn print(tallies: &BTreeMap<(&str, &str), Tally>) {
    println!(
        "\n{:<17} {:<9} {:>8} {:>8} {:>10}  {:<32} discarded of 1000 chosen",
        "ruleset", "home", "tables", "chosen", "discarded", "covered: 5 %, half, 95 % of tables"
    );
    for ((ruleset, home), tally) in tallies {
        let mut covered = tally.covered.clone();
        covered.sort_unstable();
        let at = |part: usize| f64::from(covered.get(covered.len() * part / 100).copied().unwrap_or(0)) / 10.0;
        let all: u64 = tally.discarded.values().sum();
        let kinds: Vec<String> = tally
            .discarded
            .iter()
            .map(|(kind, number)| format!("{kind} {:.1}", *number as f64 * 1000.0 / tally.chosen as f64))
            .collect();
        println!(
            "{ruleset:<17} {home:<9} {:>8} {:>8} {:>8.1} %  {:>8.1} % {:>8.1} % {:>8.1} %   {}",
            tally.tables,
            tally.chosen,
            all as f64 * 100.0 / tally.chosen as f64,
            at(5),
            at(50),
            at(95),
            kinds.join(", ")
        );
    }
}
