//! Games of a round that are played here: the button, the battle, and its way into the round.

use musterfield::store::{BattleId, BattleSide, GameOf, Holder, NewOrders, Slug};
use musterfield_battle::record::Record;
use musterfield_lists::catalogue;
use musterfield_rules::book;

use super::rounds::{EVENT, drawn, pairs, played_by, publish, won};
use super::*;
use crate::store::harness::TestDb;
use crate::web::battle_talk::say;
use crate::web::harness::kept_table;
use crate::web::looking_back::example;

/// An army that names its home terrain.
const AT_HOME: &str = "Host of the Hill\nHome terrain: forest\n1 x Hero (Gen)\n6 x Blades\n2 x Spears\n2 x Shooters\n";

/// Tables for everybody.
const TABLES: (&str, &str) = ("tables", "/terrain/tables?count=4&seed=5");

/// A published round of an event, with its organiser and its players.
async fn round_of<'a>(
    app: &'a TestApp,
    fields: &[(&str, &str)],
    names: &[&str],
) -> (Visitor<'a>, Vec<Visitor<'a>>, String) {
    let (organiser, players) = played_by(app, fields, names).await;
    let round = drawn(&organiser).await;
    publish(&organiser, &round).await;
    (organiser, players, round)
}

/// The players of the game at the first table, the side named first before the other.
async fn at_first_table<'v, 'a>(
    round: &str,
    names: &[&str],
    players: &'v [Visitor<'a>],
) -> [(&'v Visitor<'a>, String); 2] {
    let page = players[0].get(round).await;
    let first = page.texts(".table-number strong").iter().position(|table| table == "1").unwrap();
    let pair = pairs(&page).remove(first);
    pair.map(|name| (&players[names.iter().position(|known| *known == name).unwrap()], name))
}

fn play(round: &str) -> String {
    format!("{round}/games/1/battle")
}

/// Presses the button of the first table, and returns the address of the battle.
async fn pressed(visitor: &Visitor<'_>, round: &str) -> String {
    let reply = visitor.submit(&visitor.get(round).await.form(&play(round))).await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?}");
    reply.location()
}

async fn see(visitor: &Visitor<'_>, path: &str) -> Reply {
    visitor.post(&format!("{path}/say"), &[("request", "s"), ("after", "0"), ("do", "seen")]).await
}

/// The lines of the event's log about results.
async fn logged(organiser: &Visitor<'_>) -> Vec<String> {
    let log = organiser.get(&format!("{EVENT}/log")).await.texts("tbody tr td:nth-child(3)");
    log.into_iter().filter(|line| line.contains("result")).collect()
}

fn count(db: &TestDb, table: &str) -> usize {
    db.db_texts(&format!("SELECT CAST(id AS TEXT) AS value FROM {table}")).len()
}

/// Two players, a stranger and the organiser, from the button to the standings; `first` presses the button first.
async fn whole_story(db: &TestDb, first: usize) {
    let app = TestApp::new(db).await;
    let names = ["Tom", "Anna"];
    let (organiser, players, round) = round_of(&app, &[TABLES], &names).await;
    let stranger = app.visitor();
    let both = at_first_table(&round, &names, &players).await;
    let [begins, follows] = [&both[first], &both[1 - first]];
    for outsider in [&stranger, &organiser] {
        let page = outsider.get(&round).await;
        assert!(!page.has(".play-here"), "{}", page.text(".game-side"));
        outsider.post(&play(&round), &[]).await.assert_refused(StatusCode::FORBIDDEN);
    }
    for (player, _) in &both {
        assert_eq!(player.get(&round).await.text(".play-here button"), "Play it here");
    }
    let path = pressed(begins.0, &round).await;
    assert_eq!(follows.0.get(&round).await.text(".play-here button"), "Play on here");
    assert_eq!(stranger.get(&round).await.attrs(".game-side a", "href").last(), Some(&path));
    assert!(stranger.get(&round).await.text(".game-side").contains("Watch"));
    stranger.post(&play(&round), &[]).await.assert_refused(StatusCode::FORBIDDEN);
    assert_eq!(pressed(follows.0, &round).await, path);
    assert_eq!((pressed(begins.0, &round).await, count(db, "battles")), (path.clone(), 1));
    // Each plays their own side and no other.
    for (at, (player, _)) in both.iter().enumerate() {
        let page = player.get(&path).await;
        let by = page.texts(".b-side .hint");
        assert_eq!(by.iter().position(|by| by.contains("you")), Some(at), "{by:?}");
        assert_eq!(by.iter().filter(|by| by.contains("you")).count(), 1, "{by:?}");
        assert_eq!(page.attr(".b-game a", "href"), Some(format!("{round}#table-1")));
        assert_eq!(page.text(".b-game"), "Round 1, table 1 of Spring Open");
        assert!(!page.has(".b-result"));
        // Nothing was played yet that anybody could have seen.
        see(player, &path).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
    // The battlefield is that of the table.
    let field = stranger.get(&round).await.attrs(".battlefield", "href")[0].clone();
    let file = field.replace("/terrain/new?", "/terrain/new.json?").replace("#table", "");
    let record = stranger.get(&format!("{path}.battle")).await.body_text().to_owned();
    let record = Record::read(&record, book().unwrap(), catalogue(book().unwrap()).unwrap()).unwrap();
    let laid_out: serde_json::Value = stranger.get(&file).await.json();
    let fought_on: serde_json::Value =
        serde_json::from_str(&musterfield_terrain::file::to_json(&record.head.layout)).unwrap();
    assert_eq!(fought_on["features"], laid_out["features"]);
    // A game that moves to another table takes its battle along.
    let pairings = format!("{round}/pairings");
    let form = organiser.get(&pairings).await.form(&pairings);
    assert_eq!(organiser.submit(&form.with("table-0", "7")).await.status, StatusCode::SEE_OTHER);
    let page = begins.0.get(&path).await;
    assert_eq!(page.attr(".b-game a", "href"), Some(format!("{round}#table-7")));
    assert_eq!(page.text(".b-game"), "Round 1, table 7 of Spring Open");
    assert_eq!(begins.0.get(&round).await.text(".play-here button"), "Play on here");
    let again = begins.0.post(&format!("{round}/games/7/battle"), &[]).await;
    assert_eq!((again.location(), count(db, "battles")), (path.clone(), 1));
    // The one who follows resigns: the other has won.
    assert_eq!(say(follows.0, &path, &[("do", "resign")]).await.status, StatusCode::SEE_OTHER);
    let told = |page: &Reply| page.texts(".b-result dd");
    let outcomes = if first == 0 {
        ["won, lost nothing", "conceded, lost nothing"]
    } else {
        ["conceded, lost nothing", "won, lost nothing"]
    };
    for (player, _) in &both {
        let page = player.get(&path).await;
        assert_eq!(told(&page), outcomes);
        assert_eq!(page.texts(".b-result dt"), both.each_ref().map(|(_, name)| name.clone()));
        assert_eq!(page.text(".b-result button"), "I have seen it");
        assert_eq!(player.get(&round).await.text(".play-here button"), "See the result");
    }
    assert!(!stranger.get(&path).await.has(".b-result"));
    assert!(stranger.get(&round).await.text(".game-side").contains("Look at the battle"));
    for outsider in [&stranger, &organiser] {
        see(outsider, &path).await.assert_refused(StatusCode::FORBIDDEN);
    }
    // Seen by one, and once more by the same: nothing is entered.
    for _ in 0..2 {
        assert_eq!(see(begins.0, &path).await.status, StatusCode::SEE_OTHER);
        assert_eq!(count(db, "battle_orders"), 2);
        let page = begins.0.get(&path).await;
        assert!(page.text(".b-result").contains(&format!("once {} has", follows.1)), "{}", page.text(".b-result"));
        assert!(!page.has(".b-result button"));
        assert_eq!(stranger.get(&round).await.text(".round-count"), "One game.");
        assert_eq!(logged(&organiser).await, [""; 0]);
    }
    assert_eq!(see(follows.0, &path).await.status, StatusCode::SEE_OTHER);
    assert_eq!(stranger.get(&round).await.text(".round-count"), "All results are in.");
    for (player, _) in &both {
        let page = player.get(&path).await;
        assert!(page.text(".b-result").contains("This is the result in the round."), "{}", page.text(".b-result"));
        assert_eq!(see(player, &path).await.status, StatusCode::SEE_OTHER);
    }
    let log = logged(&organiser).await;
    assert_eq!(log.len(), 1, "{log:?}");
    assert!(log[0].starts_with("entered the result of round 1, table 7"), "{}", log[0]);
    assert!(log[0].ends_with(&format!("played here: {path}")), "{}", log[0]);
    assert_eq!(organiser.get(&format!("{EVENT}/log")).await.texts("tbody tr td:nth-child(2)")[0], "the battle");
    let table = stranger.get(&format!("{EVENT}/standings")).await;
    let ranked = table.texts(".standings tbody th span[dir]");
    assert_eq!(ranked, [begins.1.clone(), follows.1.clone()]);
    let steps = stranger.get(&format!("{path}/3")).await.text("#order-title");
    assert!(steps.contains("Has seen the result."), "{steps}");
}

/// Makes the battle of a game the complete one of the examples.
async fn fought(db: &TestDb, path: &str) {
    let whole = example("complete");
    let (head, orders) = whole.split_at(whole.find("\nedge").unwrap() + 1);
    db.db_execute(&format!("UPDATE battles SET head = '{}'", head.replace('\'', "''")));
    let is_order = |line: &&str| !line.trim().is_empty() && !line.starts_with("result") && !line.starts_with('#');
    let lines = orders.lines().filter(is_order).map(|line| (BattleSide::A, line.to_owned())).collect();
    let standing = "result a 2 5.5".to_owned();
    let new = NewOrders { lines, standing, is_over: true, decides: None, request: None };
    let id = BattleId::parse(path.trim_start_matches("/battles/")).unwrap();
    db.store.append_orders(&id, None::<Holder>, 0, new).await.unwrap();
}

/// The results that the page of a battle fought to its end shows, and that the round has then.
async fn counted_in(db: &TestDb, scheme: &str) -> [Vec<String>; 2] {
    let app = TestApp::new(db).await;
    let names = ["Tom", "Anna"];
    let (_, players, round) = round_of(&app, &[TABLES, ("scheme", scheme)], &names).await;
    let path = pressed(&players[0], &round).await;
    pressed(&players[1], &round).await;
    fought(db, &path).await;
    let shown = players[0].get(&path).await.texts(".b-result dd");
    for player in &players {
        assert_eq!(see(player, &path).await.status, StatusCode::SEE_OTHER);
    }
    [shown, app.visitor().get(&round).await.texts(".seat-outcome")]
}

/// A game of rules for which the program plays no battles.
async fn without_battles(db: &TestDb, ruleset: &str, slug: &str, called: &str) {
    let app = TestApp::new(db).await;
    let file = format!("{}/lists/{ruleset}/armies/{slug}.army.json", env!("CARGO_MANIFEST_DIR"));
    let army = std::fs::read_to_string(file).unwrap();
    let organiser = open_event(&app, &[("ruleset", ruleset), ("points", ""), ("illegal", "on")]).await;
    let players = [app.visitor(), app.visitor()];
    for (player, name) in players.iter().zip(["Tom", "Anna"]) {
        enter(player, name, &army).await;
    }
    set_state(&organiser, "running").await;
    let round = drawn(&organiser).await;
    publish(&organiser, &round).await;
    let page = players[0].get(&round).await;
    assert!(page.text(".game-side .hint").starts_with(&format!("Battles of {called}")), "{}", page.text(".game-side"));
    assert!(!page.has(".play-here"));
    players[0].post(&play(&round), &[]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
}

for_each_store! {
    async fn a_game_is_played_here_and_enters_the_round_once_both_have_seen_its_result(db: &TestDb) {
        whole_story(db, 0).await;
    }

    async fn the_side_named_second_may_begin_the_battle_too(db: &TestDb) {
        whole_story(db, 1).await;
    }

    async fn the_clock_of_a_game_is_chosen_as_it_begins(db: &TestDb) {
        let app = TestApp::new(db).await;
        let names = ["Tom", "Anna"];
        let (_, players, round) = round_of(&app, &[TABLES], &names).await;
        let [(begins, _), (follows, _)] = at_first_table(&round, &names, &players).await;
        for days in ["31", "0", "-1", "x"] {
            let refused = begins.post(&play(&round), &[("days", days)]).await;
            assert_eq!((refused.status, count(db, "battles")), (StatusCode::UNPROCESSABLE_ENTITY, 0), "{days}");
        }
        let page = begins.get(&round).await;
        let clocks = page.attrs(".play-here option", "value");
        assert_eq!((clocks.len(), clocks[0].as_str(), clocks[30].as_str()), (31, "", "30"));
        let begun = begins.submit(&page.form(&play(&round)).with("days", "3")).await;
        assert_eq!(begun.status, StatusCode::SEE_OTHER, "{begun:?}");
        // A player who comes later takes part in the battle as it was begun.
        assert!(!follows.get(&round).await.has(".play-here select"));
        let path = pressed(follows, &round).await;
        assert_eq!(path, begun.location());
        assert_eq!(db.db_texts("SELECT CAST(days AS TEXT) AS value FROM battle_terms"), ["3"]);
        assert!(follows.get(&path).await.text("main").contains("The decision is due on"));
    }

    async fn losses_are_counted_in_ap_where_the_event_does(db: &TestDb) {
        let results = counted_in(db, "win5-lost").await;
        let expected = ["won, lost 2 AP", "lost, lost 5.5 AP, a general"];
        assert_eq!(results, [expected, expected]);
    }

    async fn losses_are_counted_in_elements_where_the_event_does(db: &TestDb) {
        let results = counted_in(db, "win3-difference").await;
        let expected = ["won, lost 1 element", "lost, lost 2 elements, a general"];
        assert_eq!(results, [expected, expected]);
    }

    async fn a_draw_and_time_that_is_up_are_results_too(db: &TestDb) {
        let app = TestApp::new(db).await;
        let names = ["Tom", "Anna", "Berta", "Carl"];
        let (_, players, round) = round_of(&app, &[TABLES], &names).await;
        let [(a, _), (b, _)] = at_first_table(&round, &names, &players).await;
        let path = pressed(a, &round).await;
        pressed(b, &round).await;
        for player in [a, b] {
            assert_eq!(say(player, &path, &[("do", "draw")]).await.status, StatusCode::SEE_OTHER);
        }
        assert_eq!(a.get(&path).await.texts(".b-result dd"), ["drew, lost nothing"; 2]);
        // At the other table, somebody takes too long.
        let others: Vec<_> = players.iter().filter(|player| ![a, b].iter().any(|one| std::ptr::eq(*one, *player))).collect();
        let other = format!("{round}/games/2/battle");
        let path = others[0].post(&other, &[]).await.location();
        assert_eq!(others[1].post(&other, &[]).await.location(), path);
        db.db_execute("UPDATE battle_terms SET days = 1, since = '2026-01-01 00:00:00'");
        let waits = if others[0].get(&path).await.has("button[value=claim]") { others[0] } else { others[1] };
        assert_eq!(say(waits, &path, &[("do", "claim")]).await.status, StatusCode::SEE_OTHER);
        let mut told = waits.get(&path).await.texts(".b-result dd");
        told.sort();
        assert_eq!(told, ["conceded, lost nothing", "won, lost nothing"]);
        assert_eq!(count(db, "battles"), 2);
    }

    async fn a_result_that_a_helper_has_recorded_stands(db: &TestDb) {
        let app = TestApp::new(db).await;
        let names = ["Tom", "Anna"];
        let (organiser, players, round) = round_of(&app, &[TABLES], &names).await;
        let [(a, _), (b, _)] = at_first_table(&round, &names, &players).await;
        let path = pressed(a, &round).await;
        pressed(b, &round).await;
        say(a, &path, &[("do", "resign")]).await;
        assert_eq!(see(a, &path).await.status, StatusCode::SEE_OTHER);
        assert_eq!(won(&organiser, &round, 1, ["2", "12"]).await.status, StatusCode::SEE_OTHER);
        assert_eq!(see(b, &path).await.status, StatusCode::SEE_OTHER);
        for player in [a, b] {
            let page = player.get(&path).await;
            assert!(page.text(".b-result").contains("another result, which stands: won, lost 2 AP"), "{}", page.text(".b-result"));
        }
        assert_eq!(logged(&organiser).await.len(), 1);
        assert_eq!(app.visitor().get(&round).await.texts(".seat-outcome"), ["won, lost 2 AP", "lost, lost 12 AP"]);
        // A game with a result is not begun any more.
        db.db_execute("UPDATE battle_terms SET game = NULL");
        assert!(!a.get(&round).await.has(".play-here"));
        a.post(&play(&round), &[]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        // A battle that plays no game enters nothing anywhere.
        see(a, &path).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn nothing_is_entered_in_a_round_that_is_not_there_any_more(db: &TestDb) {
        let app = TestApp::new(db).await;
        let names = ["Tom", "Anna"];
        let (organiser, players, round) = round_of(&app, &[TABLES], &names).await;
        let [(a, _), (b, _)] = at_first_table(&round, &names, &players).await;
        let path = pressed(a, &round).await;
        pressed(b, &round).await;
        say(a, &path, &[("do", "resign")]).await;
        let form = organiser.get(&round).await.form(&round);
        organiser.press(&form, "hide").await;
        let form = organiser.get(&round).await.form(&round);
        assert_eq!(organiser.press(&form.with("sure", "on"), "drop").await.status, StatusCode::SEE_OTHER);
        for player in [a, b] {
            assert!(player.get(&path).await.text(".b-result").contains("a helper of the event has to enter it"));
            assert_eq!(see(player, &path).await.status, StatusCode::SEE_OTHER);
        }
        assert_eq!(logged(&organiser).await, [""; 0]);
        // Nor in a round of the same number with other games.
        let again = drawn(&organiser).await;
        publish(&organiser, &again).await;
        let event = db.store.event(&Slug::parse("spring-open").unwrap(), None).await.unwrap().id;
        let stored = db.db_texts("SELECT game AS value FROM battle_terms").remove(0);
        let game = GameOf::parse(&stored).unwrap();
        let [one, other] = game.sides();
        let swapped = GameOf::new(event, game.round(), game.table(), [other, one]);
        db.db_execute(&format!("UPDATE battle_terms SET game = '{}'", swapped.as_str()));
        assert!(a.get(&path).await.text(".b-result").contains("a helper of the event has to enter it"));
    }

    async fn only_a_game_with_one_army_each_of_one_size_is_played_here(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[TABLES, ("armies", "2"), ("illegal", "on")]).await;
        let (tom, anna) = (app.visitor(), app.visitor());
        enter(&tom, "Tom", LEGAL).await;
        anna.get("/events/spring-open/enter").await;
        let two = [&pasted("e", "Anna", AT_HOME, "enter")[..], &[("own", ""), ("address", ""), ("text", LEGAL)]].concat();
        let entered = anna.upload("/events/spring-open/enter", multipart(&two)).await;
        assert_eq!(entered.status, StatusCode::SEE_OTHER, "{entered:?} {:?}", entered.texts(".field-error"));
        set_state(&organiser, "running").await;
        let round = drawn(&organiser).await;
        // Before the round is published, nobody plays in it.
        tom.post(&play(&round), &[]).await.assert_refused(StatusCode::NOT_FOUND);
        publish(&organiser, &round).await;
        for player in [&tom, &anna] {
            let page = player.get(&round).await;
            let why = page.text(".game-side .hint");
            assert!(why.contains("Anna has entered more than one army"), "{why}");
            assert!(!page.has(".play-here"));
            player.post(&play(&round), &[]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        }
        assert!(!app.visitor().get(&round).await.has(".game-side .hint"));
        assert_eq!(count(db, "battles"), 0);
    }

    async fn without_a_battlefield_both_armies_name_a_home_terrain(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        let players = [app.visitor(), app.visitor()];
        for (player, (name, text)) in players.iter().zip([("Tom", AT_HOME), ("Anna", LEGAL)]) {
            enter(player, name, text).await;
        }
        set_state(&organiser, "running").await;
        let round = drawn(&organiser).await;
        publish(&organiser, &round).await;
        let why = players[0].get(&round).await.text(".game-side .hint");
        assert!(why.contains("Anna’s army names no home terrain"), "{why}");
        players[0].post(&play(&round), &[]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn both_see_the_result_at_the_same_moment_while_a_helper_records_another(db: &TestDb) {
        let app = TestApp::new(db).await;
        let names = ["Tom", "Anna", "Berta", "Carl"];
        let (organiser, players, round) = round_of(&app, &[TABLES], &names).await;
        let [(a, _), (b, _)] = at_first_table(&round, &names, &players).await;
        let path = pressed(a, &round).await;
        pressed(b, &round).await;
        say(b, &path, &[("do", "resign")]).await;
        let (first, second, recorded) = tokio::join!(see(a, &path), see(b, &path), won(&organiser, &round, 2, ["2", "12"]));
        assert_eq!([first.status, second.status, recorded.status], [StatusCode::SEE_OTHER; 3]);
        assert_eq!(app.visitor().get(&round).await.text(".round-count"), "All results are in.");
        assert_eq!(logged(&organiser).await.len(), 2);
        assert_eq!(count(db, "battle_orders"), 3);
    }

    async fn armies_of_two_sizes_do_not_fight_here(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[TABLES, ("illegal", "on")]).await;
        let players = [app.visitor(), app.visitor()];
        let large = format!("Points: 48\n{AT_HOME}8 x Blades\n");
        for (player, (name, text)) in players.iter().zip([("Tom", AT_HOME), ("Anna", &large)]) {
            enter(player, name, text).await;
        }
        set_state(&organiser, "running").await;
        let round = drawn(&organiser).await;
        publish(&organiser, &round).await;
        let why = players[0].get(&round).await.text(".game-side .hint");
        assert!(why.contains("the armies are of") && why.contains("48 AP"), "{why}");
        players[1].post(&play(&round), &[]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn a_table_without_a_battlefield_is_laid_out_for_the_defender(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("visibility", "opponents")]).await;
        let players = [app.visitor(), app.visitor()];
        for (player, name) in players.iter().zip(["Tom", "Anna"]) {
            enter(player, name, AT_HOME).await;
        }
        set_state(&organiser, "running").await;
        let round = drawn(&organiser).await;
        publish(&organiser, &round).await;
        let page = players[0].get(&round).await;
        assert!(page.text(".play-here").contains("once it is over"), "{}", page.text(".play-here"));
        let path = pressed(&players[0], &round).await;
        let record = players[0].get(&format!("{path}.battle")).await.body_text().to_owned();
        assert!(record.contains("\"home_terrain\":\"forest\""), "{record}");
        // Armies that only the opponent may see are not shown while the battle goes on.
        let stranger = app.visitor();
        assert!(!stranger.get(&round).await.text(".game-side").contains("Watch"));
        stranger.get(&path).await.assert_refused(StatusCode::FORBIDDEN);
        say(&players[0], &path, &[("do", "resign")]).await;
        assert!(stranger.get(&round).await.text(".game-side").contains("Look at the battle"));
        assert_eq!(stranger.get(&path).await.status, StatusCode::OK);
        // A player who has not joined before the end sees the result all the same.
        assert_eq!(players[1].get(&round).await.text(".play-here button"), "See the result");
        assert_eq!(pressed(&players[1], &round).await, path);
        assert!(players[1].get(&path).await.has(".b-result button"));
    }

    async fn a_game_of_dbmf_is_not_played_here(db: &TestDb) {
        without_battles(db, "dbmf", "lanka", "DBMF").await;
    }

    async fn a_game_of_dba_2_2_is_not_played_here(db: &TestDb) {
        without_battles(db, "dba22", "athens", "DBA 2.2").await;
    }

    async fn many_presses_at_once_make_one_battle(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (_, players, round) = round_of(&app, &[TABLES], &["Tom", "Anna"]).await;
        let path = play(&round);
        let press = async |number: usize| {
            let [tom, anna] = [0, 1].map(|at| players[(number + at) % 2].post(&path, &[]));
            let (tom, anna) = tokio::join!(tom, anna);
            [tom, anna]
        };
        let all = tokio::join!(press(0), press(1), press(2), press(3), press(4), press(5), press(6), press(7));
        let all: Vec<Reply> = <[[Reply; 2]; 8]>::from(all).into_iter().flatten().collect();
        let made: Vec<&Reply> = all.iter().filter(|reply| reply.status == StatusCode::SEE_OTHER).collect();
        assert!(made.len() > 1, "{all:?}");
        // A player who is told to come back later finds the same battle then.
        let told = all.iter().all(|reply| matches!(reply.status, StatusCode::SEE_OTHER | StatusCode::SERVICE_UNAVAILABLE));
        assert!(told, "{all:?}");
        assert!(made.iter().all(|reply| reply.location() == made[0].location()));
        assert_eq!((count(db, "battles"), count(db, "battle_holders")), (1, 2));
        assert_eq!(players[0].post(&path, &[]).await.location(), made[0].location());
    }

    async fn a_battle_of_a_game_is_not_deleted_by_one_player_and_begun_again_after_a_deletion(db: &TestDb) {
        let app = TestApp::new(db).await;
        let drawer = app.visitor();
        let table = kept_table(&drawer, "home=forest&seed=1").await;
        let (_, players, round) = round_of(&app, &[("tables", &table.at(""))], &["Tom", "Anna"]).await;
        let path = pressed(&players[0], &round).await;
        pressed(&players[1], &round).await;
        for player in &players {
            assert!(!player.get(&path).await.has(&format!("a[href='{path}/delete']")));
            player.post(&format!("{path}/delete"), &[]).await.assert_refused(StatusCode::FORBIDDEN);
        }
        // Nobody has given an order for a month.
        let now = time::OffsetDateTime::now_utc() + time::Duration::days(31);
        assert_eq!(db.store.sweep_battles(now, 10).await.unwrap(), 1);
        assert_eq!(players[1].get(&round).await.text(".play-here button"), "Play it here");
        let again = pressed(&players[1], &round).await;
        assert_ne!(again, path);
        assert_eq!(pressed(&players[0], &round).await, again);
    }
}
