//! The pairings of rounds.

use std::collections::BTreeMap;

use musterfield_dice::Dice;
use musterfield_events::pairing::{
    KeepApart, ManualGame, ManualPairings, Note, Pairing, PairingError, Settings, notes, rearranged, round_robin, swiss,
};
use musterfield_events::scoring::{GameEnd, LossUnit, Report, Scheme, Side, SideOutcome, SideReport, scheme};
use musterfield_events::standings::{Game, HistoryError, Player, PlayerNumber, Round, TableNumber, standings};
use musterfield_rules::Points;
use proptest::prelude::*;

fn usual() -> &'static Scheme {
    scheme("win5-lost").unwrap()
}

fn table(number: u16) -> TableNumber {
    TableNumber::new(number).unwrap()
}

fn players(numbers: impl IntoIterator<Item = u32>) -> Vec<Player> {
    numbers.into_iter().map(|number| Player::new(PlayerNumber(number))).collect()
}

/// Players whose seed is their number.
fn seeded(count: u32) -> Vec<Player> {
    (1..=count).map(|number| Player { seed_rank: Some(number), ..Player::new(PlayerNumber(number)) }).collect()
}

/// A game that the first player won with the given losses, while the second lost 12.
fn won(winner: u32, loser: u32, lost: i32) -> Game {
    let told = Report {
        a: SideReport { fate: Some(SideOutcome::Won), lost: Points::whole(lost), ..SideReport::default() },
        b: SideReport { lost: Points::whole(12), ..SideReport::default() },
    };
    Game {
        table: table(1),
        sides: [PlayerNumber(winner), PlayerNumber(loser)],
        result: Some(told.check(LossUnit::Ap).unwrap().result),
    }
}

fn drawn_up(players: &[Player], rounds: &[Round], settings: &Settings, by_hand: &ManualPairings) -> Pairing {
    swiss(players, rounds, usual(), settings, by_hand).unwrap()
}

fn plainly(players: &[Player], rounds: &[Round]) -> Pairing {
    drawn_up(players, rounds, &Settings::default(), &ManualPairings::default())
}

/// Table and players of each game.
fn games(round: &Round) -> Vec<(u16, u32, u32)> {
    let game = |game: &Game| (game.table.get(), game.sides[0].0, game.sides[1].0);
    round.games.iter().map(game).collect()
}

fn byes(round: &Round) -> Vec<u32> {
    round.byes.iter().map(|player| player.0).collect()
}

#[test]
fn in_the_first_round_the_upper_half_of_the_seeds_meets_the_lower() {
    let pairing = plainly(&seeded(8), &[]);
    assert_eq!(games(&pairing.round), [(1, 1, 5), (2, 2, 6), (3, 3, 7), (4, 4, 8)]);
    let pairing = plainly(&seeded(7), &[]);
    assert_eq!(games(&pairing.round), [(1, 1, 4), (2, 2, 5), (3, 3, 6)]);
    assert_eq!(byes(&pairing.round), [7]);
    assert!(pairing.notes.is_empty());
}

#[test]
fn without_seeds_the_first_round_is_drawn_by_lot_from_the_seed() {
    let draw = |seed| {
        games(
            &drawn_up(&players(1..=20), &[], &Settings { seed, ..Settings::default() }, &ManualPairings::default())
                .round,
        )
    };
    assert_eq!(draw(1), draw(1));
    let draws: std::collections::BTreeSet<_> = (0..20).map(draw).collect();
    assert_eq!(draws.len(), 20);
    // Seeded players come before unseeded ones.
    let mut field = players(1..=4);
    field[3].seed_rank = Some(9);
    for seed in 0..20 {
        let pairing = drawn_up(&field, &[], &Settings { seed, ..Settings::default() }, &ManualPairings::default());
        assert_eq!(pairing.round.games[0].sides[0], PlayerNumber(4));
    }
}

#[test]
fn later_first_meets_second_and_third_meets_fourth_by_score_and_tie_breaks() {
    let first = Round {
        games: vec![won(1, 5, 4), won(2, 6, 1), won(3, 7, 3), won(4, 8, 2)],
        byes: Vec::new(),
        ..Round::default()
    };
    let pairing = plainly(&players(1..=8), &[first]);
    // Winners by AP lost: 2, 4, 3, 1. The losers are equal, so they follow by lot.
    assert_eq!(games(&pairing.round)[..2], [(1, 2, 4), (2, 3, 1)]);
    assert!(games(&pairing.round)[2..].iter().all(|(_, a, b)| *a > 4 && *b > 4));
}

#[test]
fn as_few_as_possible_leave_their_score_group() {
    // 1, 2 and 3 have won, 4, 5 and 6 have lost; the third of the winners meets the first of the losers.
    let first = Round { games: vec![won(1, 6, 1), won(2, 5, 2), won(3, 4, 3)], byes: Vec::new(), ..Round::default() };
    let pairing = plainly(&players(1..=6), std::slice::from_ref(&first));
    let mixed = |pairing: &Pairing| games(&pairing.round).iter().filter(|(_, a, b)| (*a < 4) != (*b < 4)).count();
    assert_eq!(games(&pairing.round)[0], (1, 1, 2));
    assert_eq!(mixed(&pairing), 1);
    // If the best two have already met, another of the winners goes down.
    let met = Round { games: vec![Game { result: None, ..won(1, 2, 0) }], byes: Vec::new(), ..Round::default() };
    let pairing = plainly(&players(1..=6), &[first, met]);
    assert!(pairing.notes.is_empty());
    assert_eq!(mixed(&pairing), 1);
    assert!(!games(&pairing.round).contains(&(1, 1, 2)));
}

#[test]
fn two_who_have_to_meet_again_do_so_and_the_round_says_it() {
    let field = players(1..=2);
    let mut rounds = vec![plainly(&field, &[]).round];
    for before in 1..4 {
        let pairing = plainly(&field, &rounds);
        let sides = pairing.round.games[0].sides;
        assert_eq!(pairing.notes, [Note::Rematch { sides, before }]);
        rounds.push(pairing.round);
    }
}

#[test]
fn everyone_meets_everyone_before_anybody_meets_again() {
    // Four players have three rounds without a rematch, whatever the results.
    for seed in 0..10 {
        let field = players(1..=4);
        let settings = Settings { seed, ..Settings::default() };
        let (mut rounds, mut dice) = (Vec::new(), Dice::new(seed, 99));
        for _ in 0..3 {
            let mut pairing = drawn_up(&field, &rounds, &settings, &ManualPairings::default());
            assert_eq!(pairing.notes, []);
            play(&mut pairing.round, &mut dice);
            rounds.push(pairing.round);
        }
        let pairing = drawn_up(&field, &rounds, &settings, &ManualPairings::default());
        assert_eq!(pairing.notes.len(), 2);
    }
}

#[test]
fn those_of_a_club_or_team_are_kept_apart_when_and_as_far_as_asked() {
    let mut field = seeded(6);
    // The seeds would pair 1-4, 2-5 and 3-6.
    for (at, club) in [(0, "Wight"), (3, " wight "), (1, ""), (4, "")] {
        field[at].club = Some(club.to_owned());
    }
    field[2].team = Some("Blue".to_owned());
    field[5].team = Some("blue".to_owned());
    let draw = |clubs, teams, rounds: &[Round]| {
        drawn_up(&field, rounds, &Settings { seed: 1, clubs, teams }, &ManualPairings::default())
    };
    let meet = |pairing: &Pairing, a, b| games(&pairing.round).iter().any(|(_, x, y)| [*x, *y] == [a, b]);
    let plain = draw(KeepApart::Never, KeepApart::Never, &[]);
    assert!(meet(&plain, 1, 4) && meet(&plain, 3, 6) && meet(&plain, 2, 5));
    let clubs = draw(KeepApart::RoundOne, KeepApart::Never, &[]);
    assert!(!meet(&clubs, 1, 4));
    assert!(!meet(&draw(KeepApart::Never, KeepApart::Always, &[]), 3, 6));
    assert_eq!(clubs.notes, []);

    // After a round in which 1 and 4 won well: they meet, unless kept apart in every round.
    let first = [Round { games: vec![won(1, 2, 0), won(4, 5, 0), won(3, 6, 9)], byes: Vec::new(), ..Round::default() }];
    assert!(
        meet(&draw(KeepApart::RoundOne, KeepApart::Never, &first), 1, 4)
            || meet(&draw(KeepApart::RoundOne, KeepApart::Never, &first), 4, 1)
    );
    let later = draw(KeepApart::Always, KeepApart::Never, &first);
    assert!(!meet(&later, 1, 4) && !meet(&later, 4, 1));

    // Where all players are of one club, they meet, and the round reports it.
    for player in &mut field {
        player.club = Some("Wight".to_owned());
    }
    let pairing = drawn_up(
        &field,
        &[],
        &Settings { clubs: KeepApart::RoundOne, ..Settings::default() },
        &ManualPairings::default(),
    );
    let mates: Vec<Note> = pairing.round.games.iter().map(|game| Note::Mates { sides: game.sides }).collect();
    assert_eq!(pairing.notes, mates);
}

#[test]
fn the_bye_goes_to_the_lowest_placed_who_had_none() {
    let first = Round { games: vec![won(1, 3, 1), won(2, 4, 2)], byes: vec![PlayerNumber(5)], ..Round::default() };
    let pairing = plainly(&players(1..=5), std::slice::from_ref(&first));
    // 3 and 4 have the same losses, so the lot decides between them. 5 is placed highest, and already had a bye.
    let second = byes(&pairing.round);
    assert!(second == [3] || second == [4]);
    assert_eq!(pairing.notes, []);

    // When everybody has had a bye, second ones begin, and the round reports it.
    let rounds: Vec<Round> = (1..=3_u32)
        .map(|alone| {
            let others: Vec<u32> = (1..=3).filter(|number| *number != alone).collect();
            Round { games: vec![won(others[0], others[1], 1)], byes: vec![PlayerNumber(alone)], ..Round::default() }
        })
        .collect();
    let pairing = plainly(&players(1..=3), &rounds);
    let player = pairing.round.byes[0];
    assert!(pairing.notes.contains(&Note::AnotherBye { player, before: 1 }));

    // Nobody has a second bye while another player had none, even if the remaining players have to meet again.
    let mut field = players(1..=5);
    for player in &mut field[3..] {
        player.dropped_after = Some(2);
    }
    let rounds = [
        Round { games: vec![won(2, 3, 1), won(1, 4, 1)], byes: vec![PlayerNumber(5)], ..Round::default() },
        Round { games: vec![won(1, 5, 1)], byes: vec![PlayerNumber(2), PlayerNumber(3)], ..Round::default() },
    ];
    let pairing = plainly(&field, &rounds);
    assert_eq!(byes(&pairing.round), [1]);
    assert!(matches!(pairing.notes[..], [Note::Rematch { before: 1, .. }]));
}

#[test]
fn who_is_gone_absent_or_not_there_yet_is_not_paired() {
    let mut field = players(1..=6);
    field[0].dropped_after = Some(0);
    field[1].dropped_after = Some(1);
    field[2].from_round = 2;
    let by_hand = ManualPairings { absent: [1, 6].map(PlayerNumber).to_vec(), ..ManualPairings::default() };
    let named = |rounds: &[Round]| {
        let pairing = drawn_up(&field, rounds, &Settings::default(), &by_hand);
        let mut named: Vec<u32> =
            games(&pairing.round).iter().flat_map(|(_, a, b)| [*a, *b]).chain(byes(&pairing.round)).collect();
        named.sort_unstable();
        named
    };
    assert_eq!(named(&[]), [2, 4, 5]);
    assert_eq!(named(&[Round::default()]), [3, 4, 5]);
}

#[test]
fn nobody_and_one_alone_have_a_round_too() {
    assert_eq!(plainly(&[], &[]).round, Round::default());
    assert_eq!(byes(&plainly(&players([7]), &[]).round), [7]);
}

#[test]
fn what_is_settled_by_hand_stays_and_the_rest_is_paired_around_it() {
    let by_hand = ManualPairings {
        games: vec![
            ManualGame { sides: [PlayerNumber(8), PlayerNumber(1)], table: Some(table(2)) },
            ManualGame { sides: [PlayerNumber(2), PlayerNumber(3)], table: None },
        ],
        byes: vec![PlayerNumber(4)],
        ..ManualPairings::default()
    };
    let pairing = drawn_up(&seeded(8), &[], &Settings::default(), &by_hand);
    // 5, 6 and 7 are left: the upper half is 5.
    assert_eq!(games(&pairing.round), [(1, 2, 3), (2, 8, 1), (3, 5, 6)]);
    assert_eq!(byes(&pairing.round), [4, 7]);
    // Manual pairings may contain a rematch and a repeated bye; the round reports both.
    let again = drawn_up(&seeded(8), &[pairing.round], &Settings::default(), &by_hand);
    assert!(again.notes.contains(&Note::Rematch { sides: [PlayerNumber(8), PlayerNumber(1)], before: 1 }));
    assert!(again.notes.contains(&Note::AnotherBye { player: PlayerNumber(4), before: 1 }));
}

#[test]
fn what_cannot_be_settled_is_refused() {
    let mut field = players(1..=4);
    field[3].from_round = 2;
    let game = |a, b, at: Option<u16>| ManualGame { sides: [PlayerNumber(a), PlayerNumber(b)], table: at.map(table) };
    let by_hand = |games: &[ManualGame], byes: &[u32], absent: &[u32]| ManualPairings {
        games: games.to_vec(),
        byes: byes.iter().copied().map(PlayerNumber).collect(),
        absent: absent.iter().copied().map(PlayerNumber).collect(),
    };
    for (by_hand, error) in [
        (by_hand(&[game(1, 9, None)], &[], &[]), PairingError::Unknown(PlayerNumber(9))),
        (by_hand(&[], &[9], &[]), PairingError::Unknown(PlayerNumber(9))),
        (by_hand(&[], &[], &[9]), PairingError::Unknown(PlayerNumber(9))),
        (by_hand(&[game(1, 4, None)], &[], &[]), PairingError::NotIn(PlayerNumber(4))),
        (by_hand(&[game(1, 1, None)], &[], &[]), PairingError::Twice(PlayerNumber(1))),
        (by_hand(&[game(1, 2, None)], &[2], &[]), PairingError::Twice(PlayerNumber(2))),
        (by_hand(&[game(1, 2, None)], &[], &[1]), PairingError::Twice(PlayerNumber(1))),
    ] {
        assert_eq!(swiss(&field, &[], usual(), &Settings::default(), &by_hand), Err(error));
    }
    let two = by_hand(&[game(1, 2, Some(5)), game(3, 4, Some(5))], &[], &[]);
    let refused = swiss(&players(1..=4), &[], usual(), &Settings::default(), &two);
    assert_eq!(refused, Err(PairingError::TableTwice(table(5))));
    let same = swiss(&players([1, 1]), &[], usual(), &Settings::default(), &ManualPairings::default());
    assert_eq!(same, Err(PairingError::History(HistoryError::SameNumber(PlayerNumber(1)))));
    let many = swiss(&players(0..1_001), &[], usual(), &Settings::default(), &ManualPairings::default());
    assert_eq!(many, Err(PairingError::TooMany));
    assert_eq!(round_robin(&players(0..1_001), 1), Err(PairingError::TooMany));
}

#[test]
fn who_must_keep_a_table_keeps_it() {
    let mut field = seeded(8);
    // 3 plays 7 and is placed better than 4, who needs the same table and moves elsewhere with 8.
    field[6].table = Some(table(1));
    field[3].table = Some(table(1));
    field[7].table = Some(table(9));
    field[5].table = Some(table(20));
    let pairing = plainly(&field, &[]);
    assert_eq!(games(&pairing.round), [(1, 3, 7), (2, 1, 5), (9, 4, 8), (20, 2, 6)]);
    assert_eq!(pairing.notes, [Note::AtOtherTable { player: PlayerNumber(4), wished: table(1) }]);
    // A table given by hand takes precedence.
    let by_hand = ManualPairings {
        games: vec![ManualGame { sides: [PlayerNumber(1), PlayerNumber(5)], table: Some(table(20)) }],
        ..ManualPairings::default()
    };
    let pairing = drawn_up(&field, &[], &Settings::default(), &by_hand);
    assert_eq!(games(&pairing.round).last(), Some(&(20, 1, 5)));
    assert!(pairing.notes.contains(&Note::AtOtherTable { player: PlayerNumber(6), wished: table(20) }));
}

#[test]
fn a_round_is_changed_by_hand_and_games_keep_their_results() {
    let game = |at: Option<u16>, a, b| ManualGame { sides: [PlayerNumber(a), PlayerNumber(b)], table: at.map(table) };
    let before =
        Round { games: vec![won(1, 5, 4), won(2, 6, 1)], byes: vec![PlayerNumber(7)], note: "Dice down".into() };
    let rearrange = |games: &[ManualGame], byes: &[u32]| {
        rearranged(&before, games, &byes.iter().copied().map(PlayerNumber).collect::<Vec<_>>())
    };
    // 5 and 1 stay together, named the other way round; 6 has a bye in place of 7, and 2 sits out.
    let after = rearrange(&[game(None, 7, 3), game(Some(1), 5, 1)], &[6]).unwrap();
    assert_eq!((games(&after), byes(&after)), (vec![(1, 5, 1), (2, 7, 3)], vec![6]));
    assert_eq!((after.note.as_str(), after.games[1].result), ("Dice down", None));
    let (was, is) = (before.games[0].result.unwrap(), after.games[0].result.unwrap());
    assert_eq!((was.ended(), is.ended()), (GameEnd::Won(Side::A), GameEnd::Won(Side::B)));
    assert_eq!((was.losses(Side::A), was.losses(Side::B)), (is.losses(Side::B), is.losses(Side::A)));
    assert_eq!(is.turned(), was);
    assert_eq!(rearrange(&[game(None, 1, 1)], &[]), Err(PairingError::Twice(PlayerNumber(1))));
    assert_eq!(rearrange(&[game(None, 1, 2)], &[2]), Err(PairingError::Twice(PlayerNumber(2))));
    assert_eq!(rearrange(&[game(Some(3), 1, 2), game(Some(3), 5, 6)], &[]), Err(PairingError::TableTwice(table(3))));
}

#[test]
fn everyone_plays_everyone_once_and_has_as_many_byes() {
    for count in 0..=13_u32 {
        let rounds = round_robin(&players(1..=count), 3).unwrap();
        let expected = if count < 2 { count } else { count - 1 + count % 2 };
        assert_eq!(rounds.len(), usize::try_from(expected).unwrap(), "{count}");
        let (mut met, mut alone) = (BTreeMap::new(), BTreeMap::new());
        for pairing in &rounds {
            let mut named: Vec<u32> = byes(pairing);
            for (at, (table, a, b)) in games(pairing).into_iter().enumerate() {
                assert_eq!(usize::from(table), at + 1);
                *met.entry((a.min(b), a.max(b))).or_insert(0) += 1;
                named.extend([a, b]);
            }
            for player in byes(pairing) {
                *alone.entry(player).or_insert(0) += 1;
            }
            named.sort_unstable();
            assert_eq!(named, (1..=count).collect::<Vec<_>>());
        }
        assert_eq!(met.len(), usize::try_from(count * count.saturating_sub(1) / 2).unwrap());
        assert!(met.values().all(|times| *times == 1));
        assert!(alone.values().all(|times| *times == 1));
    }
}

#[test]
fn everyone_plays_everyone_leaves_out_who_is_gone_and_follows_from_the_seed() {
    let mut field = players(1..=7);
    field[2].dropped_after = Some(0);
    field[4].table = Some(table(5));
    let rounds = round_robin(&field, 11).unwrap();
    assert_eq!(rounds.len(), 5);
    for pairing in &rounds {
        assert!(games(pairing).iter().all(|(_, a, b)| *a != 3 && *b != 3));
        assert!(games(pairing).iter().all(|(table, a, b)| (*a == 5 || *b == 5) == (*table == 5)));
    }
    let mut turned = field.clone();
    turned.reverse();
    assert_eq!(round_robin(&turned, 11).unwrap(), rounds);
    assert_ne!(round_robin(&field, 12).unwrap(), rounds);
}

/// Plays a round: the dice decide every game, and one in twelve is not over yet.
fn play(round: &mut Round, dice: &mut Dice) {
    for game in &mut round.games {
        let fate = [
            SideOutcome::Won,
            SideOutcome::Lost,
            SideOutcome::Won,
            SideOutcome::Lost,
            SideOutcome::Drew,
            SideOutcome::Conceded,
        ];
        let told = Report {
            a: SideReport {
                fate: dice.pick(&fate).copied(),
                lost: Points::whole(i32::from(dice.d6())),
                ..SideReport::default()
            },
            b: SideReport { lost: Points::whole(i32::from(dice.d6())), ..SideReport::default() },
        };
        game.result = (dice.below(12) > 0).then(|| told.check(LossUnit::Ap).unwrap().result);
    }
}

/// A round judged by the rules of pairing, most important first: earlier byes of the player who has one, earlier
/// meetings, mates who meet, how many players are placed below the bye, squares of differences of scores.
type Judgement = (u32, u32, u32, usize, i64);

/// The facts that the slow method knows before a round.
struct Slow<'a> {
    players: &'a [Player],
    rounds: &'a [Round],
    clubs: bool,
    /// Scores and places of all who take part, best first.
    order: Vec<(PlayerNumber, i64, u32)>,
}

impl<'a> Slow<'a> {
    fn new(players: &'a [Player], rounds: &'a [Round], settings: &Settings) -> Self {
        let round = u32::try_from(rounds.len()).unwrap() + 1;
        let rows = standings(players, rounds, usual()).unwrap();
        let is_in = |number| {
            let player = players.iter().find(|player| player.number == number).unwrap();
            player.from_round <= round && player.dropped_after.is_none_or(|last| last >= round)
        };
        let order = rows.iter().filter(|row| is_in(row.player)).map(|row| (row.player, row.score, row.place));
        let clubs = settings.clubs == KeepApart::Always || (settings.clubs == KeepApart::RoundOne && round == 1);
        Self { players, rounds, clubs, order: order.collect() }
    }

    fn of_pair(&self, a: (PlayerNumber, i64, u32), b: (PlayerNumber, i64, u32)) -> Judgement {
        let meetings = self.rounds.iter().flat_map(|round| &round.games);
        let meetings = meetings.filter(|game| game.sides == [a.0, b.0] || game.sides == [b.0, a.0]).count();
        let club = |number| &self.players.iter().find(|player| player.number == number).unwrap().club;
        let mates = self.clubs && club(a.0).is_some() && club(a.0) == club(b.0);
        (0, u32::try_from(meetings).unwrap(), u32::from(mates), 0, (a.1 - b.1) * (a.1 - b.1))
    }

    fn of_bye(&self, alone: (PlayerNumber, i64, u32)) -> Judgement {
        let byes = self.rounds.iter().filter(|round| round.byes.contains(&alone.0)).count();
        // Level players may be on either side by lot; only those who are certainly below count.
        let below = self.order.iter().filter(|other| other.2 > alone.2).count();
        (u32::try_from(byes).unwrap(), 0, 0, below, 0)
    }

    /// The best judgement of all pairings of these players, with or without a bye still to give.
    fn best(&self, left: &[(PlayerNumber, i64, u32)], bye: bool) -> Judgement {
        let Some((first, rest)) = left.split_first() else { return Judgement::default() };
        let mut ways: Vec<Judgement> = (0..rest.len())
            .map(|at| {
                let mut others = rest.to_vec();
                let second = others.remove(at);
                add(self.of_pair(*first, second), self.best(&others, bye))
            })
            .collect();
        if bye {
            ways.push(add(self.of_bye(*first), self.best(rest, false)));
        } else if rest.is_empty() {
            // Nobody is left to meet, and the bye has been given: this branch has no pairing.
            return (u32::MAX / 2, 0, 0, 0, 0);
        }
        ways.into_iter().min().unwrap()
    }

    fn find(&self, number: PlayerNumber) -> (PlayerNumber, i64, u32) {
        *self.order.iter().find(|known| known.0 == number).unwrap()
    }

    fn of_round(&self, round: &Round) -> Judgement {
        let find = |number| self.find(number);
        let games = round.games.iter().map(|game| self.of_pair(find(game.sides[0]), find(game.sides[1])));
        games.chain(round.byes.iter().map(|player| self.of_bye(find(*player)))).fold(Judgement::default(), add)
    }
}

fn add(a: Judgement, b: Judgement) -> Judgement {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3 + b.3, a.4 + b.4)
}

fn any_player(number: u32) -> impl Strategy<Value = Player> {
    (
        proptest::option::of(0..3_u8),
        proptest::option::of(1..9_u32),
        prop_oneof![5 => Just(1_u32), 1 => 1..4_u32],
        prop_oneof![5 => Just(None), 1 => (0..4_u32).prop_map(Some)],
    )
        .prop_map(move |(club, seed_rank, from_round, dropped_after)| Player {
            club: club.map(|club| format!("club {club}")),
            seed_rank,
            from_round,
            dropped_after,
            ..Player::new(PlayerNumber(number))
        })
}

fn any_field() -> impl Strategy<Value = Vec<Player>> {
    (0..=8_u32).prop_flat_map(|count| (1..=count).map(any_player).collect::<Vec<_>>())
}

fn any_apart() -> impl Strategy<Value = KeepApart> {
    prop_oneof![Just(KeepApart::Never), Just(KeepApart::RoundOne), Just(KeepApart::Always)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Events of up to 8 players over 5 rounds: every player is paired once, and no pairing is better.
    #[test]
    fn no_round_is_better_than_the_one_that_is_drawn_up(field in any_field(), seed in 0..1_000_u64, clubs in any_apart()) {
        let settings = Settings { seed, clubs, teams: KeepApart::Never };
        let (mut rounds, mut dice) = (Vec::new(), Dice::new(seed, 99));
        for _ in 0..5 {
            let mut pairing = drawn_up(&field, &rounds, &settings, &ManualPairings::default());
            let slow = Slow::new(&field, &rounds, &settings);
            let mut named: Vec<PlayerNumber> = pairing.round.games.iter().flat_map(|game| game.sides).collect();
            named.extend(&pairing.round.byes);
            named.sort_unstable();
            let mut expected: Vec<PlayerNumber> = slow.order.iter().map(|known| known.0).collect();
            expected.sort_unstable();
            prop_assert_eq!(named, expected);
            prop_assert_eq!(pairing.round.byes.len(), slow.order.len() % 2);

            // The notes of a round follow from the round alone.
            let all: Vec<Round> = rounds.iter().chain([&pairing.round]).cloned().collect();
            prop_assert_eq!(&notes(&field, &all, &settings).unwrap(), &pairing.notes);

            let judgement = slow.of_round(&pairing.round);
            let best = slow.best(&slow.order, slow.order.len() % 2 == 1);
            let grave = |judgement: Judgement| (judgement.0, judgement.1, judgement.2, judgement.3);
            prop_assert_eq!(grave(judgement), grave(best));
            // The bye is drawn by lot among equals; the others are then paired as well as possible.
            let mut left = slow.order.clone();
            left.retain(|known| !pairing.round.byes.contains(&known.0));
            let alone = pairing.round.byes.iter().map(|player| slow.of_bye(slow.find(*player)));
            prop_assert_eq!(judgement, alone.fold(slow.best(&left, false), add));
            // The round reports everything that could not be avoided, and nothing else.
            let count = |wanted: fn(&Note) -> bool| pairing.notes.iter().filter(|note| wanted(note)).count();
            prop_assert_eq!(count(|note| matches!(note, Note::Mates { .. })), usize::try_from(judgement.2).unwrap());
            prop_assert_eq!(count(|note| matches!(note, Note::Rematch { .. })) > 0, judgement.1 > 0);
            prop_assert_eq!(count(|note| matches!(note, Note::AnotherBye { .. })) > 0, judgement.0 > 0);

            play(&mut pairing.round, &mut dice);
            rounds.push(pairing.round);
        }
    }

    /// The order in which players and games are passed in makes no difference.
    #[test]
    fn the_same_event_gives_the_same_round(field in any_field(), seed in 0..1_000_u64, clubs in any_apart()) {
        let settings = Settings { seed, clubs, teams: KeepApart::Never };
        let (mut rounds, mut dice) = (Vec::<Round>::new(), Dice::new(seed, 99));
        for _ in 0..3 {
            let mut pairing = drawn_up(&field, &rounds, &settings, &ManualPairings::default());
            let (mut other_field, mut other_rounds) = (field.clone(), rounds.clone());
            other_field.reverse();
            for round in &mut other_rounds {
                round.games.reverse();
            }
            prop_assert_eq!(&drawn_up(&other_field, &other_rounds, &settings, &ManualPairings::default()), &pairing);
            play(&mut pairing.round, &mut dice);
            rounds.push(pairing.round);
        }
    }

    /// Every manual pairing is in the round, and so are all other players.
    #[test]
    fn every_choice_by_hand_is_honoured(order in Just((1..=9_u32).collect::<Vec<_>>()).prop_shuffle(), games in 0..4_usize, byes in 0..2_usize) {
        let (paired, rest) = order.split_at(games * 2);
        let by_hand = ManualPairings {
            games: paired.chunks(2).zip(2..).map(|(pair, at)| ManualGame {
                sides: [PlayerNumber(pair[0]), PlayerNumber(pair[1])],
                table: (at % 2 == 0).then(|| table(at)),
            }).collect(),
            byes: rest.iter().take(byes).copied().map(PlayerNumber).collect(),
            absent: Vec::new(),
        };
        let round = drawn_up(&players(1..=9), &[], &Settings::default(), &by_hand).round;
        for settled in &by_hand.games {
            let game = round.games.iter().find(|game| game.sides == settled.sides);
            prop_assert!(game.is_some_and(|game| settled.table.is_none_or(|table| table == game.table)));
        }
        prop_assert!(by_hand.byes.iter().all(|player| round.byes.contains(player)));
        let mut named: Vec<u32> = round.games.iter().flat_map(|game| game.sides).chain(round.byes).map(|player| player.0).collect();
        named.sort_unstable();
        prop_assert_eq!(named, (1..=9).collect::<Vec<_>>());
        let mut tables: Vec<TableNumber> = round.games.iter().map(|game| game.table).collect();
        let sorted = tables.clone();
        tables.sort_unstable();
        tables.dedup();
        prop_assert_eq!(tables, sorted);
    }
}
