//! The value of games, and the standings.

use musterfield_events::scoring::{
    Checked, Field, FieldFault, GameEnd, GameResult, LossUnit, Losses, Report, Scheme, SchemeFault, Side, SideOutcome,
    SideReport, TieBreak, Unfought, Warning, built_in, scheme,
};
use musterfield_events::standings::{
    Game, HistoryError, Player, PlayerNumber, Round, Row, TableNumber, Value, standings,
};
use musterfield_rules::Points;
use musterfield_words::events::scheme::message;
use proptest::prelude::*;

fn points(text: &str) -> Points {
    text.parse().unwrap()
}

fn fate(fate: SideOutcome) -> SideReport {
    SideReport { fate: Some(fate), ..SideReport::default() }
}

fn lost(lost: &str) -> SideReport {
    SideReport { lost: points(lost), ..SideReport::default() }
}

fn checked(a: SideReport, b: SideReport) -> Checked {
    Report { a, b }.check(LossUnit::Ap).unwrap()
}

/// The faults of a report.
fn problems(a: SideReport, b: SideReport, counted: LossUnit) -> Vec<(Side, Field, FieldFault)> {
    let problems = Report { a, b }.check(counted).unwrap_err();
    problems.into_iter().map(|problem| (problem.side, problem.field, problem.wrong)).collect()
}

/// A game that side a won, lost or drew, with the losses of both.
fn played(fate: SideOutcome, a: &str, b: &str) -> GameResult {
    checked(SideReport { fate: Some(fate), ..lost(a) }, lost(b)).result
}

/// A round from `(a, b, result)`, at tables in this order.
fn round(games: &[(u32, u32, Option<GameResult>)], byes: &[u32]) -> Round {
    let game = |((a, b, result), table): (&(u32, u32, Option<GameResult>), u16)| Game {
        table: TableNumber::new(table).unwrap(),
        sides: [PlayerNumber(*a), PlayerNumber(*b)],
        result: *result,
    };
    Round {
        games: games.iter().zip(1..).map(game).collect(),
        byes: byes.iter().copied().map(PlayerNumber).collect(),
        ..Round::default()
    }
}

fn players(numbers: impl IntoIterator<Item = u32>) -> Vec<Player> {
    numbers.into_iter().map(|number| Player::new(PlayerNumber(number))).collect()
}

fn own_scheme(tie_breaks: &[TieBreak], more: &str) -> Scheme {
    let names: Vec<String> = tie_breaks.iter().map(|tie_break| format!("\"{}\"", tie_break.key())).collect();
    let head = "id = \"own\"\nname = \"Own\"\ncounted = \"ap\"\nwin = 3\ndraw = 1\nloss = 0";
    Scheme::parse(&format!("{head}\ntie_breaks = [{}]\n{more}", names.join(", "))).unwrap()
}

/// Place, number, score and tie-breaks of each row.
fn short(rows: &[Row]) -> Vec<(u32, u32, i64, String)> {
    let value = |value: &Value| match value {
        Value::Count(number) => number.to_string(),
        Value::Losses(points) => points.to_string(),
        Value::Open => "-".to_owned(),
    };
    let values = |row: &Row| row.tie_breaks.iter().map(value).collect::<Vec<_>>().join(" ");
    rows.iter().map(|row| (row.place, row.player.0, row.score, values(row))).collect()
}

#[test]
fn every_scheme_of_the_folder_is_built_in_under_its_name() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("schemes");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let mut ids: Vec<String> = built_in().unwrap().iter().map(|scheme| scheme.id().to_owned()).collect();
    names.sort();
    ids.sort();
    assert_eq!(names, ids);
    assert!(ids.iter().all(|id| scheme(id).is_some()));
    assert_eq!(scheme("no-such"), None);
}

#[test]
fn the_usual_schemes_score_games_as_they_say() {
    let won = played(SideOutcome::Won, "2.5", "12");
    let drawn = played(SideOutcome::Drew, "4", "4.5");
    let given_up = checked(fate(SideOutcome::Conceded), SideReport::default()).result;
    let alone = checked(fate(SideOutcome::Won), fate(SideOutcome::Absent)).result;
    let nobody = checked(fate(SideOutcome::Absent), fate(SideOutcome::Absent)).result;
    for (id, expected, bye) in [
        ("win5-lost", [[5, 0], [1, 1], [0, 5], [5, 0], [0, 0]], 5),
        ("win3-destroyed", [[3, 0], [1, 1], [0, 3], [3, 0], [0, 0]], 3),
        ("win3-difference", [[3, 1], [0, 0], [1, 3], [3, 0], [0, 0]], 3),
        ("everyone", [[3, 0], [1, 1], [0, 3], [3, 0], [0, 0]], 0),
    ] {
        let scheme = scheme(id).unwrap();
        for (result, expected) in [won, drawn, given_up, alone, nobody].iter().zip(expected) {
            let worth = [Side::A, Side::B].map(|side| scheme.worth(result, side).points);
            assert_eq!(worth, expected, "{id}: {:?}", result.ended());
        }
        assert_eq!(scheme.without(Unfought::Bye).points, bye, "{id}");
        assert_eq!(scheme.without(Unfought::Missed).points, 0, "{id}");
    }
}

#[test]
fn a_game_adds_the_losses_of_both_sides_to_both_tallies() {
    let a = SideReport { fate: Some(SideOutcome::Won), lost: points("3.5"), camps: 1, ..SideReport::default() };
    let b = SideReport { lost: points("12.5"), generals: 1, strongholds: 2, ..SideReport::default() };
    let result = checked(a, b).result;
    let scheme = scheme("win5-lost").unwrap();
    let [a, b] = [Side::A, Side::B].map(|side| scheme.worth(&result, side).tally);
    assert_eq!((a.wins, a.lost, a.destroyed), (1, points("3.5"), points("12.5")));
    assert_eq!((a.generals, a.camps, a.strongholds), (1, 0, 2));
    assert_eq!((b.wins, b.lost, b.destroyed), (0, points("12.5"), points("3.5")));
    assert_eq!((b.generals, b.camps, b.strongholds), (0, 1, 0));
}

#[test]
fn what_counts_without_a_fight_is_what_the_scheme_says() {
    let scheme = own_scheme(
        &[TieBreak::Lost],
        "[conceded]\nwinner = 2\nloser = -1\n[bye]\npoints = 2\nlost = 1.5\ndestroyed = 6\n\
         [walkover]\ngenerals = 1\nwins = 0\n[no_show]\npoints = -3\nlost = 12\n[missed]\npoints = 1",
    );
    let bye = scheme.without(Unfought::Bye);
    assert_eq!((bye.points, bye.tally.wins, bye.tally.lost, bye.tally.destroyed), (2, 0, points("1.5"), points("6")));
    let walkover = scheme.without(Unfought::Walkover);
    assert_eq!((walkover.points, walkover.tally.wins, walkover.tally.generals), (3, 0, 1));
    let no_show = scheme.without(Unfought::NoShow);
    assert_eq!((no_show.points, no_show.tally.lost), (-3, points("12")));
    assert_eq!(scheme.without(Unfought::Missed).points, 1);
    let given_up = checked(fate(SideOutcome::Conceded), SideReport::default()).result;
    assert_eq!([Side::A, Side::B].map(|side| scheme.worth(&given_up, side).points), [-1, 2]);
    // The defaults for what is left out: a walkover is a win in every respect, a bye only in points.
    let plain = own_scheme(&[], "");
    assert_eq!([Unfought::Bye, Unfought::Walkover].map(|why| plain.without(why).points), [3, 3]);
    assert_eq!([Unfought::Bye, Unfought::Walkover].map(|why| plain.without(why).tally.wins), [0, 1]);
}

const PLAIN: &str = r#"id = "own"
name = "Own"
counted = "elements"
win = 3
draw = 1
loss = 0
tie_breaks = ["lost"]
"#;

#[test]
fn mistakes_of_a_scheme_are_told_with_line_and_field() {
    for (from, to, told) in [
        ("win = 3", "win = 3000", "Line 4: win: must be a whole number from -1000 to 1000, not 3000"),
        ("win = 3", "win = \"3\"", "Line 4: win: invalid type: string \"3\", expected i64"),
        ("win = 3", "", "Line 1: missing field `win`"),
        ("win = 3", "win = 3\nwins = 2", "Line 5: wins: unknown field `wins`"),
        ("win = 3", "win = ", "Line 4: "),
        ("\"own\"", "\"Our own\"", "Line 1: id: can have only letters a to z, digits and hyphens"),
        ("\"Own\"", "\" \"", "Line 2: name: is empty"),
        ("\"elements\"", "\"dead\"", "Line 3: counted: unknown variant `dead`"),
        (
            "[\"lost\"]",
            "[\n\"lost\",\n\"luck\"]",
            "Line 9: tie_breaks: there is no tie-break `luck`; use one of lost, ",
        ),
        ("[\"lost\"]", "[\"lost\", \"lost\"]", "Line 7: tie_breaks: `lost` appears twice"),
        (
            "[\"lost\"]",
            "[\"lost\"]\n[bye]\nlost = 1.5",
            "Line 9: bye.lost: must be a whole number of elements, not 1.5",
        ),
        ("[\"lost\"]", "[\"lost\"]\n[bye]\nlost = -1", "Line 9: bye.lost: must be a number from 0 to 1000, not -1"),
        ("[\"lost\"]", "[\"lost\"]\n[walkover]\nwins = 2", "Line 9: walkover.wins: must be a whole number from 0 to 1"),
        ("[\"lost\"]", "[\"lost\"]\n[bye]\npoint = 2", "Line 9: bye.point: unknown field `point`"),
        ("[\"lost\"]", "[\"lost\"]\n[conceded]\nwinner = 2", "Line 8: conceded: missing field `loser`"),
    ] {
        let error = Scheme::parse(&PLAIN.replacen(from, to, 1)).unwrap_err();
        let [error] = error.0.as_slice() else { panic!("{to}: {error:?}") };
        let error = message(error);
        assert!(error.starts_with(told), "{to}: {error}");
    }
    assert!(Scheme::parse(PLAIN).is_ok());
    let long = format!("{PLAIN}#{}", "x".repeat(20_000));
    assert_eq!(Scheme::parse(&long).unwrap_err().0[0].fault, SchemeFault::TooLong);
}

#[test]
fn all_mistakes_of_a_scheme_are_told_at_once() {
    let text = PLAIN.replace("\"own\"", "\"\"").replace("win = 3", "win = 9999").replace("\"lost\"", "\"x\", \"y\"");
    let errors = Scheme::parse(&text).unwrap_err().0;
    let found: Vec<(usize, &str)> = errors.iter().map(|error| (error.line, error.field.as_str())).collect();
    assert_eq!(found, [(1, "id"), (4, "win"), (7, "tie_breaks"), (7, "tie_breaks")]);
}

#[test]
fn how_a_game_ended_follows_from_what_is_told_of_either_side() {
    use SideOutcome::{Absent, Conceded, Drew, Lost, Won};
    let told = |fate| SideReport { fate, ..SideReport::default() };
    for (a, b, ended) in [
        (Some(Won), None, GameEnd::Won(Side::A)),
        (Some(Won), Some(Lost), GameEnd::Won(Side::A)),
        (None, Some(Lost), GameEnd::Won(Side::A)),
        (Some(Drew), None, GameEnd::Drawn),
        (Some(Drew), Some(Drew), GameEnd::Drawn),
        (None, Some(Conceded), GameEnd::Conceded(Side::A)),
        (Some(Won), Some(Conceded), GameEnd::Conceded(Side::A)),
        (None, Some(Absent), GameEnd::NoShow(Side::A)),
        (Some(Won), Some(Absent), GameEnd::NoShow(Side::A)),
        (Some(Absent), Some(Absent), GameEnd::NotPlayed),
    ] {
        assert_eq!(checked(told(a), told(b)).result.ended(), ended, "{a:?} {b:?}");
        let turned = match ended {
            GameEnd::Won(side) => GameEnd::Won(side.other()),
            GameEnd::Conceded(side) => GameEnd::Conceded(side.other()),
            GameEnd::NoShow(side) => GameEnd::NoShow(side.other()),
            GameEnd::Drawn | GameEnd::NotPlayed => ended,
        };
        assert_eq!(checked(told(b), told(a)).result.ended(), turned, "{b:?} {a:?}");
    }
    let contradiction = [(Side::B, Field::Fate, FieldFault::Contradiction)];
    for (a, b) in [(Won, Won), (Lost, Lost), (Won, Drew), (Conceded, Conceded), (Absent, Lost), (Drew, Absent)] {
        assert_eq!(problems(fate(a), fate(b), LossUnit::Ap), contradiction, "{a:?} {b:?}");
        assert_eq!(problems(fate(b), fate(a), LossUnit::Ap), contradiction, "{b:?} {a:?}");
    }
}

#[test]
fn who_won_follows_from_the_only_broken_army() {
    let side = |lost: &str| SideReport { lost: points(lost), broken_at: Some(points("12")), ..SideReport::default() };
    assert_eq!(checked(side("12"), side("11.5")).result.ended(), GameEnd::Won(Side::B));
    assert_eq!(checked(side("3"), side("14")).result.ended(), GameEnd::Won(Side::A));
    let untold = [(Side::A, Field::Fate, FieldFault::Untold)];
    assert_eq!(problems(side("3"), side("11.75"), LossUnit::Ap), untold);
    assert_eq!(problems(side("12"), side("13"), LossUnit::Ap), untold);
    assert_eq!(problems(lost("3"), lost("30"), LossUnit::Ap), untold);
}

#[test]
fn impossible_losses_are_refused_with_their_fields_all_at_once() {
    let a = SideReport {
        fate: Some(SideOutcome::Won),
        lost: points("-1"),
        generals: -1,
        camps: 21,
        ..SideReport::default()
    };
    let b = SideReport { lost: points("2.5"), strongholds: 70_000, ..SideReport::default() };
    assert_eq!(
        problems(a, b, LossUnit::Elements),
        [
            (Side::A, Field::Lost, FieldFault::Negative),
            (Side::A, Field::Generals, FieldFault::Negative),
            (Side::A, Field::Camps, FieldFault::TooGreat),
            (Side::B, Field::Lost, FieldFault::PartOfElement),
            (Side::B, Field::Strongholds, FieldFault::TooGreat),
        ]
    );
    assert_eq!(
        problems(lost("1000.5"), fate(SideOutcome::Lost), LossUnit::Ap),
        [(Side::A, Field::Lost, FieldFault::TooGreat)]
    );
    let absent = SideReport { fate: Some(SideOutcome::Absent), camps: 1, ..SideReport::default() };
    assert_eq!(
        problems(absent, lost("1"), LossUnit::Ap),
        [(Side::A, Field::Camps, FieldFault::LostWithoutFight), (Side::B, Field::Lost, FieldFault::LostWithoutFight)]
    );
}

#[test]
fn what_is_odd_is_a_warning_and_no_error() {
    let won = |a, b| checked(SideReport { fate: Some(SideOutcome::Won), ..lost(a) }, lost(b)).warnings;
    assert_eq!(won("5", "4.5"), [Warning::WinnerLostMore]);
    assert_eq!(won("5", "5"), []);
    let given_up = checked(SideReport { fate: Some(SideOutcome::Conceded), ..lost("1") }, lost("4")).warnings;
    assert_eq!(given_up, [], "who gives up may have lost less");
    let broken = SideReport { fate: Some(SideOutcome::Drew), broken_at: Some(points("12")), ..lost("12") };
    assert_eq!(checked(broken, lost("0")).warnings, [Warning::BrokenAndDrawn(Side::A)]);
}

#[test]
fn stored_results_are_short_and_read_through_the_check() {
    let won = checked(
        SideReport { fate: Some(SideOutcome::Won), ..lost("2.5") },
        SideReport { generals: 1, strongholds: 2, ..lost("12") },
    );
    for (result, text) in [
        (won.result, r#"{"ended":"won","winner":"a","a":{"lost":2.5},"b":{"lost":12,"generals":1,"strongholds":2}}"#),
        (played(SideOutcome::Drew, "0", "1"), r#"{"ended":"drawn","a":{"lost":0},"b":{"lost":1}}"#),
        (checked(fate(SideOutcome::Absent), SideReport::default()).result, r#"{"ended":"no_show","winner":"b"}"#),
        (checked(fate(SideOutcome::Absent), fate(SideOutcome::Absent)).result, r#"{"ended":"not_played"}"#),
    ] {
        assert_eq!(serde_json::to_string(&result).unwrap(), text);
        assert_eq!(serde_json::from_str::<GameResult>(text).unwrap(), result);
    }
    for (text, reason) in [
        (r#"{"ended":"won","a":{"lost":0},"b":{"lost":1}}"#, "`winner` is missing"),
        (r#"{"ended":"drawn","winner":"a"}"#, "`winner` is given for a game that has none"),
        (r#"{"ended":"drawn","a":{"lost":-1}}"#, "a.lost: Negative"),
        (r#"{"ended":"no_show","winner":"a","b":{"lost":1}}"#, "b.lost: LostWithoutFight"),
        (r#"{"ended":"drawn","a":{"lost":1,"mood":1}}"#, "unknown field `mood`"),
    ] {
        let error = serde_json::from_str::<GameResult>(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn the_table_of_a_small_event_is_what_a_hand_adds_up() {
    // 5 / 1 / 0, fewest AP lost. Three rounds of four players, added up by hand.
    let rounds = [
        round(
            &[(1, 2, Some(played(SideOutcome::Won, "2", "12"))), (3, 4, Some(played(SideOutcome::Won, "8.5", "12")))],
            &[],
        ),
        round(
            &[(1, 3, Some(played(SideOutcome::Drew, "6", "5"))), (2, 4, Some(played(SideOutcome::Lost, "12", "4")))],
            &[],
        ),
        round(
            &[(1, 4, Some(played(SideOutcome::Lost, "13", "1"))), (2, 3, Some(played(SideOutcome::Won, "0", "12.5")))],
            &[],
        ),
    ];
    let rows = standings(&players(1..=4), &rounds, scheme("win5-lost").unwrap()).unwrap();
    assert_eq!(
        short(&rows),
        [
            (1, 4, 10, "17 17 -".to_owned()),
            (2, 1, 6, "21 21 -".to_owned()),
            (3, 3, 6, "26 21 -".to_owned()),
            (4, 2, 5, "24 22 -".to_owned()),
        ]
    );
    let third = &rows[2];
    assert_eq!((third.won, third.drawn, third.lost), (1, 1, 1));
    assert_eq!(third.opponents, [4, 1, 2].map(PlayerNumber));
}

#[test]
fn games_among_the_level_decide_only_if_all_of_them_met() {
    let scheme = own_scheme(&[TieBreak::HeadToHead], "");
    let won = |a, b| (a, b, Some(played(SideOutcome::Won, "0", "12")));
    // 1 beats 2, 3 beats 4; then 2 beats 3, 4 beats 1: all have 3, and not all have met.
    let mut rounds = vec![round(&[won(1, 2), won(3, 4)], &[]), round(&[won(2, 3), won(4, 1)], &[])];
    let rows = standings(&players(1..=4), &rounds, &scheme).unwrap();
    assert_eq!(short(&rows), [1, 2, 3, 4].map(|number| (1, number, 3, "-".to_owned())));
    // 1 beats 3 and 2 beats 4: 1 and 2 have 6, and 1 had beaten 2; 3 and 4 have 3, and 3 had beaten 4.
    rounds.push(round(&[won(1, 3), won(2, 4)], &[]));
    let rows = standings(&players(1..=4), &rounds, &scheme).unwrap();
    let expected = [(1, 1, 6, "3"), (2, 2, 6, "0"), (3, 3, 3, "3"), (4, 4, 3, "0")];
    assert_eq!(short(&rows), expected.map(|(place, number, score, value)| (place, number, score, value.to_owned())));
}

#[test]
fn those_who_are_equal_share_a_place_and_leave_out_the_next() {
    let drawn = |a, b| (a, b, Some(played(SideOutcome::Drew, "4", "4")));
    let rounds = [round(&[drawn(2, 4), (1, 3, Some(played(SideOutcome::Won, "4", "12")))], &[])];
    let rows = standings(&players(1..=4), &rounds, &own_scheme(&[TieBreak::Lost], "")).unwrap();
    assert_eq!(rows.iter().map(|row| (row.place, row.player.0)).collect::<Vec<_>>(), [(1, 1), (2, 2), (2, 4), (4, 3)]);
}

#[test]
fn rounds_without_a_fight_count_as_the_scheme_says_and_as_an_opponent_like_oneself() {
    let mut field = players(1..=5);
    field[3].from_round = 2; // 4 joins late
    field[4].dropped_after = Some(1); // 5 drops out early
    let walkover = checked(SideReport::default(), fate(SideOutcome::Absent)).result;
    let rounds = [
        round(
            &[(1, 2, Some(played(SideOutcome::Won, "1", "12"))), (3, 5, Some(played(SideOutcome::Won, "2", "12")))],
            &[],
        ),
        round(&[(1, 3, Some(walkover)), (2, 4, None)], &[]),
        round(&[(2, 4, Some(played(SideOutcome::Drew, "3", "3")))], &[1]),
    ];
    let scheme = own_scheme(&[TieBreak::Opponents, TieBreak::Beaten, TieBreak::Wins], "[missed]\npoints = 1");
    let rows = standings(&field, &rounds, &scheme).unwrap();
    assert_eq!(
        short(&rows),
        [
            // Against 2 with 1, and two rounds without an opponent, with 9 points of the player's own.
            (1, 1, 9, "19 1 2".to_owned()),
            // Against 5 with 0, did not turn up against 1, and missed the third.
            (2, 3, 4, "8 0 1".to_owned()),
            // Missed the first; 2 has 1. The game without a result counts nothing yet.
            (3, 4, 2, "3 0 0".to_owned()),
            (4, 2, 1, "11 0 0".to_owned()),
            // Only the game that was played before dropping out.
            (5, 5, 0, "4 0 0".to_owned()),
        ]
    );
    let facts: Vec<_> = rows.iter().map(|row| (row.player.0, row.byes, row.missed, row.dropped)).collect();
    assert_eq!(facts, [(1, 1, 0, false), (3, 0, 1, false), (4, 0, 1, false), (2, 0, 0, false), (5, 0, 0, true)]);
    assert_eq!(rows[3].opponents, [1, 4, 4].map(PlayerNumber));
}

#[test]
fn rounds_that_do_not_fit_the_players_are_refused() {
    let scheme = own_scheme(&[], "");
    let refused = |players: &[Player], rounds: &[Round]| standings(players, rounds, &scheme).unwrap_err();
    let number = PlayerNumber(2);
    assert_eq!(refused(&players([2, 1, 2]), &[]), HistoryError::SameNumber(number));
    let fine = round(&[], &[1]);
    let (unknown, twice) = (HistoryError::Unknown { round: 2, player: number }, |player| HistoryError::Twice {
        round: 2,
        player: PlayerNumber(player),
    });
    assert_eq!(refused(&players([1]), &[fine.clone(), round(&[(1, 2, None)], &[])]), unknown);
    assert_eq!(refused(&players([1, 2]), &[fine.clone(), round(&[(1, 2, None)], &[2])]), twice(2));
    assert_eq!(refused(&players([1, 2]), &[fine, round(&[(1, 1, None)], &[])]), twice(1));
}

#[test]
fn players_and_rounds_are_stored_without_what_says_nothing() {
    let player: Player = serde_json::from_str(r#"{"number":7}"#).unwrap();
    assert_eq!(player, Player::new(PlayerNumber(7)));
    assert_eq!(serde_json::to_string(&player).unwrap(), r#"{"number":7,"from_round":1}"#);
    let text = r#"{"games":[{"table":1,"sides":[3,9]}],"byes":[7]}"#;
    let stored: Round = serde_json::from_str(text).unwrap();
    assert_eq!(stored, round(&[(3, 9, None)], &[7]));
    assert_eq!(serde_json::to_string(&stored).unwrap(), text);
    assert!(serde_json::from_str::<Game>(r#"{"table":0,"sides":[3,9]}"#).is_err());
}

/// The examples of a kind in the document of formats.
fn examples(kind: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/FORMATS.md");
    let document = std::fs::read_to_string(path).unwrap();
    let fence = format!("```{kind}\n");
    let blocks = document.split(&fence).skip(1);
    blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_examples_of_the_document_are_read() {
    let schemes = examples("toml scheme");
    assert_eq!(schemes.len(), 1);
    let scheme = Scheme::parse(&schemes[0]).unwrap();
    assert_eq!(scheme.without(Unfought::Bye).tally.lost, points("4"));
    let rounds = examples("json round");
    assert_eq!(rounds.len(), 1);
    let round: Round = serde_json::from_str(&rounds[0]).unwrap();
    let rows = standings(&players(1..=9), &[round], &scheme).unwrap();
    assert_eq!(short(&rows)[0], (1, 9, 5, "0 - 5".to_owned()));
}

fn any_result() -> impl Strategy<Value = GameResult> {
    let side = (0..60_i64, 0..2_i64, 0..2_i64, 0..2_i64).prop_map(|(quarters, generals, camps, strongholds)| {
        SideReport { lost: Points::ONE.fraction(quarters, 4), generals, camps, strongholds, ..SideReport::default() }
    });
    let fought = (
        side.clone(),
        side,
        prop_oneof![
            Just(SideOutcome::Won),
            Just(SideOutcome::Lost),
            Just(SideOutcome::Drew),
            Just(SideOutcome::Conceded)
        ],
    )
        .prop_map(|(a, b, fate)| checked(SideReport { fate: Some(fate), ..a }, b).result);
    let absent = Just(checked(fate(SideOutcome::Absent), SideReport::default()).result);
    let nobody = Just(checked(fate(SideOutcome::Absent), fate(SideOutcome::Absent)).result);
    prop_oneof![6 => fought, 1 => absent, 1 => nobody]
}

/// Rounds of six players: an order in which neighbours are paired, and how the games ended; the last pair may have a
/// bye each.
fn any_rounds() -> impl Strategy<Value = Vec<Round>> {
    let order = Just((1..=6_u32).collect::<Vec<_>>()).prop_shuffle();
    let games = proptest::collection::vec(proptest::option::weighted(0.9, any_result()), 3);
    let one = (order, games, any::<bool>()).prop_map(|(order, results, with_byes)| {
        let fought = if with_byes { 2 } else { 3 };
        let games: Vec<_> =
            order.chunks(2).zip(results).take(fought).map(|(pair, result)| (pair[0], pair[1], result)).collect();
        round(&games, order.get(fought * 2..).unwrap_or_default())
    });
    proptest::collection::vec(one, 0..5)
}

/// The sums of a player from games and byes, added up game by game: score, lost, destroyed and wins.
fn slow_sum(number: PlayerNumber, rounds: &[Round], scheme: &Scheme) -> (i64, Points, Points, i64) {
    let (mut score, mut lost, mut destroyed, mut wins) = (0, Points::ZERO, Points::ZERO, 0);
    for round in rounds {
        if round.byes.contains(&number) {
            score += 3;
        }
        for game in &round.games {
            let Some(result) = game.result else { continue };
            let (own, theirs): (&Losses, &Losses) = match game.sides.iter().position(|side| *side == number) {
                Some(0) => (result.losses(Side::A), result.losses(Side::B)),
                Some(_) => (result.losses(Side::B), result.losses(Side::A)),
                None => continue,
            };
            let winner = result.ended().winner().map(|side| game.sides[usize::from(side == Side::B)]);
            if winner == Some(number) {
                score += 3;
                wins += 1;
            } else if result.ended() == GameEnd::Drawn {
                score += 1;
            }
            lost += own.lost;
            destroyed += theirs.lost;
        }
    }
    assert_eq!(scheme.without(Unfought::Bye).points, 3);
    (score, lost, destroyed, wins)
}

proptest! {
    #[test]
    fn results_survive_being_stored(result in any_result()) {
        let text = serde_json::to_string(&result).unwrap();
        prop_assert_eq!(serde_json::from_str::<GameResult>(&text).unwrap(), result);
    }

    #[test]
    fn places_are_those_that_a_slow_hand_finds(rounds in any_rounds()) {
        let scheme = own_scheme(
            &[TieBreak::Lost, TieBreak::Difference, TieBreak::Wins, TieBreak::Opponents, TieBreak::Beaten],
            "",
        );
        let field = players(1..=6);
        let rows = standings(&field, &rounds, &scheme).unwrap();
        prop_assert_eq!(rows.len(), 6);
        let score_of = |number: PlayerNumber| slow_sum(number, &rounds, &scheme).0;
        let keys: Vec<_> = rows.iter().map(|row| {
            let (score, lost, destroyed, wins) = slow_sum(row.player, &rounds, &scheme);
            let (mut opponents, mut beaten) = (0, 0);
            for round in &rounds {
                let game = round.games.iter().find(|game| game.sides.contains(&row.player));
                let Some(game) = game else { opponents += score; continue };
                let Some(result) = game.result else { continue };
                if !result.ended().is_fought() { opponents += score; continue }
                let at = usize::from(game.sides[1] == row.player);
                opponents += score_of(game.sides[1 - at]);
                if result.ended().winner() == Some([Side::A, Side::B][at]) {
                    beaten += score_of(game.sides[1 - at]);
                }
            }
            // Smaller is better for all of these.
            (-score, lost, lost - destroyed, -wins, -opponents, -beaten)
        }).collect();
        for (row, key) in rows.iter().zip(&keys) {
            let better = keys.iter().filter(|other| *other < key).count();
            prop_assert_eq!(usize::try_from(row.place).unwrap(), better + 1);
            prop_assert_eq!(row.score, -key.0);
            let (lost, difference) = (Value::Losses(key.1), Value::Losses(Points::ZERO - key.2));
            let counts = [key.3, key.4, key.5].map(|count| Value::Count(-count));
            prop_assert_eq!(&row.tie_breaks[..], &[lost, difference, counts[0], counts[1], counts[2]][..]);
        }
    }

    #[test]
    fn the_order_of_players_and_games_makes_no_difference(
        rounds in any_rounds(),
        order in Just((1..=6_u32).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        for scheme in built_in().unwrap() {
            let rows = standings(&players(1..=6), &rounds, scheme).unwrap();
            let mut turned = rounds.clone();
            for round in &mut turned {
                round.games.reverse();
                round.byes.reverse();
            }
            prop_assert_eq!(&standings(&players(order.clone()), &turned, scheme).unwrap(), &rows);
        }
    }
}
