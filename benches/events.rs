//! How long it takes to pair a great tournament, in process: `cargo bench --bench events`.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on stops")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use musterfield::dice::Dice;
use musterfield::events::pairing::{Apart, ByHand, Settings, round_robin, swiss};
use musterfield::events::scoring::{Counted, Fate, Report, Scheme, SideReport, scheme};
use musterfield::events::standings::{Player, PlayerNumber, Round, standings};
use musterfield::rules::Points;

/// Plays a round: every game ends as the dice say.
fn play(round: &mut Round, dice: &mut Dice) {
    for game in &mut round.games {
        let [a, b] = [dice.below(13), dice.below(13)].map(|lost| Points::whole(i32::try_from(lost).unwrap()));
        let fate = [Fate::Won, Fate::Lost, Fate::Won, Fate::Lost, Fate::Drew];
        let told = Report {
            a: SideReport { fate: dice.pick(&fate).copied(), lost: a, ..SideReport::default() },
            b: SideReport { lost: b, ..SideReport::default() },
        };
        game.result = Some(told.check(Counted::Ap).unwrap().result);
    }
}

fn measure(criterion: &mut Criterion) {
    let scheme: &Scheme = scheme("win5-lost").unwrap();
    let settings = Settings { seed: 1, clubs: Apart::Always, teams: Apart::Never };
    let mut group = criterion.benchmark_group("events");
    group.sample_size(10);
    for count in [60, 499, 500] {
        let player =
            |number| Player { club: Some(format!("club {}", number % 40)), ..Player::new(PlayerNumber(number)) };
        let players: Vec<Player> = (1..=count).map(player).collect();
        let (mut dice, mut rounds) = (Dice::new(1, 0), Vec::<Round>::new());
        for number in 1..=9 {
            let next = || swiss(&players, &rounds, scheme, &settings, &ByHand::default()).unwrap();
            if [1, 2, 5, 9].contains(&number) {
                group.bench_function(format!("round {number} of {count} players"), |b| b.iter(next));
            }
            let mut round = next().round;
            play(&mut round, &mut dice);
            rounds.push(round);
        }
        group.bench_function(format!("table of {count} players after 9 rounds"), |b| {
            b.iter(|| standings(black_box(&players), &rounds, scheme).unwrap());
        });
        group.bench_function(format!("everyone of {count} plays everyone"), |b| {
            b.iter(|| round_robin(black_box(&players), 1).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, measure);
criterion_main!(benches);
