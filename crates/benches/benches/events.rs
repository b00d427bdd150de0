//! The time it takes to pair a large tournament in process: `cargo bench -p musterfield-benches --bench events`.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot continue must stop")]

use std::hint::black_box;

use musterfield_benches::Timer;
use musterfield_dice::Dice;
use musterfield_events::pairing::{KeepApart, ManualPairings, Settings, round_robin, swiss};
use musterfield_events::scoring::{LossUnit, Report, Scheme, SideOutcome, SideReport, scheme};
use musterfield_events::standings::{Player, PlayerNumber, Round, standings};
use musterfield_rules::Points;

/// Plays a round: the dice decide every game.
fn play(round: &mut Round, dice: &mut Dice) {
    for game in &mut round.games {
        let [a, b] = [dice.below(13), dice.below(13)].map(|lost| Points::whole(i32::try_from(lost).unwrap()));
        let fate = [SideOutcome::Won, SideOutcome::Lost, SideOutcome::Won, SideOutcome::Lost, SideOutcome::Drew];
        let told = Report {
            a: SideReport { fate: dice.pick(&fate).copied(), lost: a, ..SideReport::default() },
            b: SideReport { lost: b, ..SideReport::default() },
        };
        game.result = Some(told.check(LossUnit::Ap).unwrap().result);
    }
}

fn measure(timer: &Timer) {
    let scheme: &Scheme = scheme("win5-lost").unwrap();
    let settings = Settings { seed: 1, clubs: KeepApart::Always, teams: KeepApart::Never };
    for count in [60, 499, 500] {
        let player =
            |number| Player { club: Some(format!("club {}", number % 40)), ..Player::new(PlayerNumber(number)) };
        let players: Vec<Player> = (1..=count).map(player).collect();
        let (mut dice, mut rounds) = (Dice::new(1, 0), Vec::<Round>::new());
        for number in 1..=9 {
            let next = || swiss(&players, &rounds, scheme, &settings, &ManualPairings::default()).unwrap();
            if [1, 2, 5, 9].contains(&number) {
                timer.time(&format!("round {number} of {count} players"), next);
            }
            let mut round = next().round;
            play(&mut round, &mut dice);
            rounds.push(round);
        }
        timer.time(&format!("table of {count} players after 9 rounds"), || {
            standings(black_box(&players), &rounds, scheme).unwrap()
        });
        timer.time(&format!("everyone of {count} plays everyone"), || round_robin(black_box(&players), 1).unwrap());
    }
}

fn main() {
    let timer = Timer::from_args();
    measure(&timer);
}
