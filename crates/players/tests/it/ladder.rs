//! Rounds of battles between computer players.

use std::collections::BTreeSet;

use musterfield_battle::Player;
use musterfield_battle::admission::Admitted;
use musterfield_lists::collection;
use musterfield_players::contender::Contender;
use musterfield_players::ladder::{Game, Ladder, LadderError};
use musterfield_players::standings::{standings, worst};
use musterfield_players::weights::policies;
use musterfield_rules::book;
use musterfield_terrain::generate::request::rules;

/// All players with the ready armies of a ruleset of its usual size.
pub(crate) fn ladder(ruleset: &str, seed: u64) -> Ladder {
    let (book, collection) = (book().unwrap(), collection(book().unwrap()).unwrap());
    let ready = collection.ready().iter().map(|ready| &ready.army);
    let usual = ready.filter(|army| {
        let draft = army.draft();
        &*draft.ruleset.id == ruleset && draft.points == draft.ruleset.army.budget.usual
    });
    Ladder {
        contenders: vec![Contender::Random, Contender::Plain],
        armies: usual.cloned().map(Admitted::from).collect(),
        catalogue: collection.catalogue(),
        terrain: rules(book, ruleset).unwrap(),
        policies: policies().unwrap(),
        programs: Vec::new(),
        seed,
    }
}

fn games(ladder: &Ladder, rounds: u64) -> Vec<Game> {
    (0..rounds).flat_map(|number| ladder.round(number).unwrap()).collect()
}

#[test]
fn a_round_is_the_same_battle_twice_with_the_sides_swapped() {
    for ruleset in ["d3h2", "dba3", "hott25"] {
        let ladder = ladder(ruleset, 3);
        let games = games(&ladder, 4);
        assert_eq!(games.len(), 8);
        for [one, back] in games.as_chunks::<2>().0 {
            assert_eq!(one.players, [back.players[1], back.players[0]]);
            assert_eq!((one.armies, one.home, one.defender), (back.armies, back.home, back.defender));
            assert_ne!(one.armies[0], one.armies[1]);
        }
        let varied: BTreeSet<_> = games.iter().map(|game| (game.armies, game.home)).collect();
        assert_eq!(varied.len(), 4, "{ruleset}");
        // A round is the same whatever was fought before, and the record of a battle is that battle.
        assert_eq!(ladder.round(3).unwrap(), games[6..]);
        let record = ladder.record(&games[5]).unwrap();
        assert_eq!(record.standing().winner, games[5].outcome.winner);
        assert_eq!(record.entries().len(), usize::try_from(games[5].outcome.orders).unwrap());
    }
}

#[test]
fn the_standings_count_every_battle_once_for_each_side() {
    let ladder = ladder("d3h2", 1);
    let games = games(&ladder, 12);
    let standings = standings(&ladder.contenders, &games, 1);
    // Of 24 battles, the plain player loses hardly more than one in five.
    assert_eq!(standings[0].player, Contender::Plain);
    for standing in &standings {
        let points = games.iter().flat_map(|game| {
            let sides = Player::ALL.into_iter().filter(|side| *side.of(&game.players) == standing.player);
            sides.map(|side| u64::from(game.points(side)))
        });
        assert_eq!((standing.all.battles, standing.all.points), (24, points.sum()));
        let parts = [
            standing.roles.to_vec(),
            standing.against.values().copied().collect(),
            standing.by_army.values().copied().collect(),
            standing.by_home.values().copied().collect(),
        ];
        for part in parts {
            let sum = part.iter().fold((0, 0), |sum, score| (sum.0 + score.battles, sum.1 + score.points));
            assert_eq!(sum, (standing.all.battles, standing.all.points), "{part:?}");
        }
    }
    let lost = worst(Contender::Random, &games, 2);
    let margin = |game: &Game| {
        let winner = game.outcome.winner.unwrap();
        *winner.other().of(&game.outcome.lost) - *winner.of(&game.outcome.lost)
    };
    assert_eq!(lost.len(), 2);
    assert!(margin(lost[0]) >= margin(lost[1]));
    let is_lost =
        |game: &&Game| game.outcome.winner.is_some_and(|winner| *winner.of(&game.players) == Contender::Plain);
    assert!(games.iter().filter(is_lost).all(|game| margin(game) <= margin(lost[0])));
}

#[test]
fn a_ladder_needs_two_armies() {
    let mut ladder = ladder("d3h2", 1);
    ladder.armies.truncate(1);
    assert!(matches!(ladder.round(0), Err(LadderError::TooFewArmies)));
}
