//! Captains where nobody meant them to play: armies that no list has, tables full of terrain, battles that are over, and
//! many battles at once.

use musterfield_battle::admission::Admitted;
use musterfield_battle::game::{Table as _, Unrecorded};
use musterfield_battle::player::Captain;
use musterfield_battle::series::{Place, Series};
use musterfield_battle::state::Options;
use musterfield_battle::{Battle, Phase, Report};
use musterfield_fixtures::armies::{army_of, the_catalogue};
use musterfield_fixtures::layouts::{Table, square};
use musterfield_players::captain::Stop;
use musterfield_players::ladder::fight_out;
use musterfield_players::levels::{Level, Style};
use musterfield_players::lore::Lore;
use musterfield_players::weights::policies;
use musterfield_rules::terrain::Kind;

use crate::captains::{fought, strong};
use crate::ladder::ladder;

/// A battle of two armies on a table with these woods, each given by its middle and its width and depth in BW.
fn battle(ruleset: &str, armies: [&str; 2], woods: &[((f64, f64), f64)]) -> Battle {
    let table = woods.iter().fold(Table::of(ruleset, "forest", 15, 15), |table, (at, size)| {
        table.area(Kind::Woods, square(*at, *size, *size))
    });
    let series = Series {
        armies: armies.map(|elements| Admitted::allowing_illegal(army_of(ruleset, "24", elements))),
        catalogue: the_catalogue(),
        place: Place::Layout(Box::new(Admitted::allowing_illegal(table.0))),
        options: Options::default(),
        seed: 26,
    };
    series.recorder(0).unwrap().battle().clone()
}

/// Lets one captain after the other play both sides for so many orders: two that do not plan and one that does, with a
/// small budget. Each of them gets beyond the set-up to at least the second bound.
fn assert_played(start: &Battle, orders: usize) {
    let lore = Lore::new(start);
    let policies = policies().unwrap();
    let level = |level: Level| level.captain(Style::Usual, &lore, policies, (1, 1), Stop::default());
    let captains: [Box<dyn Captain>; 3] =
        [level(Level::Recruit), level(Level::Captain), Box::new(strong(&lore, 40, 40))];
    for (at, mut captain) in captains.into_iter().enumerate() {
        let end = fought(start, 26, orders, &mut *captain);
        assert!(end.bound() >= 2, "captain {at}: bound {}, {:?}", end.bound(), end.phase());
    }
}

#[test]
fn armies_that_nobody_thought_of_are_played() {
    let armies = [
        ("d3h2", ["20 Hd; Bd general", "3 Gd; 2 Dg; Hr general"]),
        ("d3h2", ["Bd general", "24 Hd; Hd general"]),
        ("hott25", ["23 Hd; Bd general", "5 Gd; Hr general"]),
        ("hott25", ["10 Lk; Sp general", "6 Mg; Cl general"]),
        ("dba3", ["11 Art; Art general", "11 SCh; SCh general"]),
    ];
    for (ruleset, armies) in armies {
        assert_played(&battle(ruleset, armies, &[]), 120);
    }
}

#[test]
fn a_table_full_of_woods_is_fought_on() {
    let rows = [2.5, 7.5, 12.5];
    let woods: Vec<((f64, f64), f64)> = rows.iter().flat_map(|x| rows.iter().map(move |y| ((*x, *y), 4.5))).collect();
    assert_played(&battle("d3h2", ["Kn general; 3 El; 4 WWg", "Bd general; 8 Bw; 2 Be; Fl"], &woods), 150);
}

#[test]
fn a_captain_that_is_asked_when_the_battle_is_over_says_no() {
    let start = battle("d3h2", ["Bd general; 10 Sp", "Bd general; 10 Sp"], &[]);
    let (lore, policies) = (Lore::new(&start), policies().unwrap());
    let captain = |level: Level| level.captain(Style::Usual, &lore, policies, (1, 1), Stop::default());
    let mut table = Unrecorded::new(start.clone(), 26);
    fight_out(&mut table, [&mut *captain(Level::Captain), &mut *captain(Level::Captain)]).unwrap();
    assert!(matches!(table.battle().phase(), Phase::Over(_)));
    for level in Level::ALL {
        assert!(captain(level).decide(table.battle()).is_err(), "{level}");
    }
}

#[test]
fn ten_battles_at_once_go_as_each_alone() {
    let starts: Vec<Battle> = (0..10).map(|number| ladder("hott25", 9).start(number).unwrap().0).collect();
    let play = |start: &Battle| {
        let lore = Lore::new(start);
        let mut table = Unrecorded::new(start.clone(), 3);
        let mut captain = strong(&lore, 60, 60);
        for _ in 0..30 {
            let legal = captain.decide(table.battle()).unwrap();
            table.play(&legal, &mut Report::unread()).unwrap();
        }
        table.battle().digest()
    };
    let at_once: Vec<u64> = std::thread::scope(|scope| {
        let threads: Vec<_> = starts.iter().map(|start| scope.spawn(|| play(start))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let alone: Vec<u64> = starts.iter().map(play).collect();
    assert_eq!(at_once, alone);
}
