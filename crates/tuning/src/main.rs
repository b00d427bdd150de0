//! Measures computer players against each other, and tunes the weights of the quick player. It is a tool for those who work
//! on the players, and no part of the service.

mod arena;
mod armies;
mod evolution;
mod outsider;
mod plans;
mod positions;
mod puzzles;
mod tune;
mod workers;

use std::error::Error;
use std::time::Instant;

use arena::{Arena, Entrant, aim_named};
use plans::Subject;
use tune::Run;

/// The forms of the command.
const USAGE: &str = "tuning match ONE OTHER RULESETS PAIRS SEED [CORES]
  prints the share of the first with its interval, and its edge: what the other has lost more than it when the luck of
  combats is left out, in thousandths of what a side may lose
tuning record A B RULESET NUMBER SEED
  writes the record of one battle with the reasons for its orders
tuning tune FROM TO RULESETS GENERATIONS PAIRS SEED CORES OPPONENT…
  tunes the weights of the file FROM by the edges of its battles against each of the opponents, under each of the rulesets;
  FROM:AIM tunes a player with another aim than the nearest enemy: general, camp, away or corner
tuning armies RULESET ROUNDS SEED CORES ONE OTHER
  lets each of two players lead both sides of the same battles between at most 24 ready armies, and prints how strong each army
  is by the edges of these battles, and Spearman's correlation of the two rankings; with 40000,4000 for
  ROUNDS, the first leads in 40,000 battles and the other in 4,000
tuning plans RULESET BATTLES SEED CORES PLAYER…
  lets players plan the same bounds of battles between quick players, and prints how much more their plans lead to than
  the quick player’s, when they are played on with other luck, and how much more than the first of them
tuning set-ups RULESET BATTLES SEED CORES PLAYER…
  the same for the set-ups of both sides in so many battles, which are played on with the quick player’s
tuning positions RULESET BATTLES SEED CORES PLAYER LEAST FOLDER
  looks in battles between quick players for bounds in which the player’s plan gains at least so many thousandths more than
  quick’s within three bounds, and writes the record up to each of them into the folder, with both plans
tuning puzzles SEEDS PLAYER…
  lets players solve the puzzles, each from so many seeds, and prints who solves which
tuning puzzle FILE SEEDS PLAYER…
  tells what is asked in one puzzle, what its solution leads to, and what players answer
tuning puzzle FILE find ORDERS
  looks for at most so many orders that solve it
  a player is random, plain, outsider (an opponent kept out of all tuning), quick:FILE of weights
  or quick:FILE:AIM,
  searcher:BOUNDS (a budget for each order), strong:BOUNDS:SET-UP (budgets in simulated bounds),
  which can be changed by :horizon=BOUNDS, :own=POLICY and :models=POLICY+POLICY… behind it (quick, sketch or plain),
  a level (recruit, sergeant, captain, which is also called quick, colonel, general), careful, bold,
  or a script: corner-castle, run-away, all-in-on-general, camp-raid, stall;
  rulesets are d3h2, dba3, dba3-big, hott25, separated by commas";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["match", one, other, rulesets, pairs, seed, rest @ ..] => {
            let entrants = [Entrant::named(one)?, Entrant::named(other)?];
            let cores = rest.first().map_or(Ok(1), |cores| cores.parse())?;
            for ruleset in rulesets.split(',') {
                let arena = Arena::new(ruleset, seed.parse()?)?;
                let began = Instant::now();
                let score = arena.compare(&entrants, 0..pairs.parse()?, cores)?;
                let (share, [edge, off]) = (score.share(), score.edge());
                let [value, low, high] = [share.value, share.low, share.high].map(|share| share * 100.0);
                println!(
                    "{ruleset}: {one} v {other}: {value:.1} % [{low:.1}, {high:.1}] of {} battles, edge {edge:.0} ± {off:.0}, \
                     {} drawn, pairs by points {:?}, {:.1} bounds; {:.2?} and {:.2?} of deciding a battle, {:.2?} in all",
                    score.battles,
                    score.drawn,
                    score.pairs,
                    score.bounds_of_a_battle(),
                    score.time_of_a_battle(0),
                    score.time_of_a_battle(1),
                    began.elapsed(),
                );
            }
            Ok(())
        }
        ["record", a, b, ruleset, number, seed] => {
            let entrants = [Entrant::named(a)?, Entrant::named(b)?];
            print!("{}", Arena::new(ruleset, seed.parse()?)?.record(&entrants, number.parse()?)?);
            Ok(())
        }
        ["armies", ruleset, rounds, seed, cores, one, other] => {
            let (first, second) = rounds.split_once(',').unwrap_or((rounds, rounds));
            let rounds = [first.parse()?, second.parse()?];
            print!("{}", armies::table(ruleset, (rounds, seed.parse()?), cores.parse()?, [one, other])?);
            Ok(())
        }
        [subject @ ("plans" | "set-ups"), ruleset, battles, seed, cores, players @ ..] => {
            let subject = if *subject == "plans" { Subject::Moves } else { Subject::SetUps };
            print!("{}", plans::table(subject, ruleset, (battles.parse()?, seed.parse()?), cores.parse()?, players)?);
            Ok(())
        }
        ["positions", ruleset, battles, seed, cores, player, least, folder] => {
            let battles = (battles.parse()?, seed.parse()?);
            print!("{}", positions::search(ruleset, battles, cores.parse()?, player, (least.parse()?, folder))?);
            Ok(())
        }
        ["puzzles", seeds, players @ ..] => {
            print!("{}", puzzles::table(players, seeds.parse()?)?);
            Ok(())
        }
        ["puzzle", file, "find", most] => {
            print!("{}", puzzles::find(file, most.parse()?)?);
            Ok(())
        }
        ["puzzle", file, seeds, players @ ..] => {
            print!("{}", puzzles::explain(file, players, seeds.parse()?)?);
            Ok(())
        }
        ["tune", from, to, rulesets, generations, pairs, seed, cores, pool @ ..] => {
            let (from, aim) = from.split_once(':').unwrap_or((from, "nearest"));
            let run = Run {
                from: from.to_owned(),
                aim: aim_named(aim)?,
                rulesets: rulesets.split(',').map(str::to_owned).collect(),
                generations: generations.parse()?,
                pairs: pairs.parse()?,
                seed: seed.parse()?,
                cores: cores.parse()?,
                pool: pool.iter().map(ToString::to_string).collect(),
            };
            std::fs::write(to, tune::run(&run)?)?;
            Ok(())
        }
        _ => Err(USAGE.into()),
    }
}
