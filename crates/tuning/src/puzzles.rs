//! Puzzles: which players find the best order.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use musterfield_battle::notation::Written;
use musterfield_dice::RolledDice;
use musterfield_lists::collection;
use musterfield_players::lore::Lore;
use musterfield_players::puzzle::{Answer, Puzzle};
use musterfield_players::weights::policies;
use musterfield_rules::book;

use crate::arena::Entrant;

/// The share of the seeds with which a player has to be right, as a fraction.
const ENOUGH: (u64, u64) = (4, 5);

fn answers(puzzle: &Puzzle, entrant: &Entrant, seeds: u64) -> Result<Vec<Answer>, Box<dyn Error>> {
    let lore = Lore::new(&puzzle.battle);
    let policies = policies()?;
    let answer = |seed| Ok(puzzle.ask(&mut *entrant.captain(&lore, policies, seed, 1), seed)?);
    (1..=seeds).map(answer).collect()
}

/// A table of puzzles and players, then the share that each player has solved, in all and by theme.
pub(crate) fn table(players: &[&str], seeds: u64) -> Result<String, Box<dyn Error>> {
    let book = book().map_err(|error| format!("{error}"))?;
    let lists = collection(book).map_err(|error| format!("{error:?}"))?;
    let puzzles = Puzzle::all(book, lists.catalogue()).map_err(|(name, trouble)| format!("{name}: {trouble}"))?;
    let entrants = players.iter().map(|name| Entrant::named(name)).collect::<Result<Vec<_>, _>>()?;
    let mut text = format!("| puzzle | theme | {} |\n|---|---|{}\n", players.join(" | "), "---|".repeat(players.len()));
    let mut by_theme: BTreeMap<&str, (u32, Vec<u32>)> = BTreeMap::new();
    for puzzle in &puzzles {
        let themes = by_theme.entry(&puzzle.theme).or_insert((0, vec![0; players.len()]));
        themes.0 += 1;
        text += &format!("| `{}` | {} |", puzzle.name, puzzle.theme);
        for (entrant, sum) in entrants.iter().zip(&mut themes.1) {
            let answers = answers(puzzle, entrant, seeds)?;
            let right = answers.iter().filter(|answer| puzzle.is_solved_by(answer)).count();
            let right = u64::try_from(right)?;
            let is_solved = right * ENOUGH.1 >= seeds * ENOUGH.0;
            *sum += u32::from(is_solved);
            text += &format!(" {} ({right}) |", if is_solved { "yes" } else { "no" });
        }
        text += "\n";
    }
    text += &format!("\n| theme | puzzles | {} |\n|---|---|{}\n", players.join(" | "), "---|".repeat(players.len()));
    let mut all = (0, vec![0; players.len()]);
    for (theme, (count, solved)) in &by_theme {
        text += &row(theme, *count, solved);
        all.0 += count;
        all.1 = all.1.iter().zip(solved).map(|(sum, more)| sum + more).collect();
    }
    text += &row("all", all.0, &all.1);
    Ok(text)
}

fn row(name: &str, count: u32, solved: &[u32]) -> String {
    let numbers: Vec<String> = solved.iter().map(ToString::to_string).collect();
    format!("| {name} | {count} | {} |\n", numbers.join(" | "))
}

/// One puzzle, what its solution leads to, and the answers of players.
pub(crate) fn explain(file: &str, players: &[&str], seeds: u64) -> Result<String, Box<dyn Error>> {
    let puzzle = read(file)?;
    let mut text = format!("{}\n{}\n", puzzle.theme, puzzle.text);
    let said = |who: &str, answer: &Answer| {
        let dangers: Vec<String> = Puzzle::dangers(answer)
            .into_iter()
            .map(|(id, percent)| format!("{} {percent} %", answer.moved.profile(id).name))
            .collect();
        let is_right = if puzzle.is_solved_by(answer) { "right" } else { "wrong" };
        format!("{who}: {is_right}: {}. Lost: {}\n", answer.orders.join("; "), dangers.join(", "))
    };
    text += &said("nothing", &puzzle.answer(&[])?);
    text += &match puzzle.answer(&puzzle.solution) {
        Ok(answer) => said("solution", &answer),
        Err(trouble) => format!("solution: {trouble}\n"),
    };
    for name in players {
        for answer in answers(&puzzle, &Entrant::named(name)?, seeds)? {
            text += &said(name, &answer);
        }
    }
    Ok(text)
}

/// The shortest orders that solve a puzzle, among those that the engine samples, if at most so many of them do.
pub(crate) fn find(file: &str, most: usize) -> Result<String, Box<dyn Error>> {
    let puzzle = read(file)?;
    let mut seen = BTreeSet::from([puzzle.battle.digest()]);
    let mut open = vec![(puzzle.battle.clone(), Vec::new())];
    for _ in 0..=most {
        let mut further = Vec::new();
        for (battle, orders) in open {
            if puzzle.answer(&orders).is_ok_and(|answer| puzzle.is_solved_by(&answer)) {
                return Ok(format!("{}\n", orders.join("; ")));
            }
            let is_asked = battle.to_decide() == puzzle.side() && battle.bound() == puzzle.battle.bound();
            for order in if is_asked { battle.legal_orders() } else { Vec::new() } {
                let mut after = battle.clone();
                let is_played = after.play(&order, &mut RolledDice::new(&[3; 8])).is_ok();
                if is_played && seen.insert(after.digest()) {
                    let next = Written { battle: &battle, order: &order }.to_string();
                    further.push((after, orders.iter().cloned().chain([next]).collect()));
                }
            }
        }
        open = further;
    }
    Ok("no orders solve it\n".to_owned())
}

fn read(file: &str) -> Result<Puzzle, Box<dyn Error>> {
    let book = book().map_err(|error| format!("{error}"))?;
    let lists = collection(book).map_err(|error| format!("{error:?}"))?;
    Ok(Puzzle::read(file, &std::fs::read_to_string(file)?, book, lists.catalogue())?)
}
