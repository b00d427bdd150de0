//! Rounds: drawn up, published, changed by hand, their results, the standings.

use musterfield_events::standings::Round;

use super::*;
use crate::web::harness::{MadeWork, layout};

pub(super) const EVENT: &str = "/events/spring-open";

/// An event with these players, who have all entered, each in a separate browser.
pub(super) async fn played_by<'a>(
    app: &'a TestApp,
    fields: &[(&str, &str)],
    names: &[&str],
) -> (Visitor<'a>, Vec<Visitor<'a>>) {
    let organiser = open_event(app, fields).await;
    let mut players = Vec::new();
    for name in names {
        let player = app.visitor();
        enter(&player, name, LEGAL).await;
        players.push(player);
    }
    set_state(&organiser, "running").await;
    (organiser, players)
}

/// Draws up the next round and returns its address.
pub(super) async fn drawn(organiser: &Visitor<'_>) -> String {
    let form = organiser.get(&format!("{EVENT}/rounds/new")).await.form(&format!("{EVENT}/rounds/new"));
    let reply = organiser.submit(&form.with("lot", "7")).await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?}");
    reply.location()
}

pub(super) async fn publish(organiser: &Visitor<'_>, round: &str) {
    let form = organiser.get(round).await.form(round);
    assert_eq!(organiser.press(&form, "publish").await.status, StatusCode::SEE_OTHER);
}

/// Records that the first one named won with these losses.
pub(super) async fn won(organiser: &Visitor<'_>, round: &str, table: u32, lost: [&str; 2]) -> Reply {
    let path = format!("{round}/games/{table}");
    let form = organiser.get(&path).await.form(&path).with("end", "a-won");
    organiser.press(&form.with("a-lost", lost[0]).with("b-lost", lost[1]), "keep").await
}

/// The pairs of the page, by table.
pub(super) fn pairs(page: &Reply) -> Vec<[String; 2]> {
    let names = page.texts(".game .seat-name > strong");
    names.chunks(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect()
}

for_each_store! {
    async fn three_rounds_are_played_and_nobody_meets_anybody_twice(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (organiser, players) = played_by(&app, &[], &["Tom", "Anna", "Berta", "Carl", "Dora"]).await;
        let mut met: Vec<Vec<String>> = Vec::new();
        let mut byes = Vec::new();
        for number in 1..=3 {
            let round = drawn(&organiser).await;
            assert_eq!(round, format!("{EVENT}/rounds/{number}"));
            // Until it is published nobody else can see it.
            assert_eq!(players[0].get(&round).await.status, StatusCode::NOT_FOUND);
            assert_eq!(players[0].get(&format!("{round}/pairings.pdf")).await.status, StatusCode::NOT_FOUND);
            publish(&organiser, &round).await;
            let page = players[0].get(&format!("{EVENT}/rounds")).await;
            assert_eq!(page.text("h1"), format!("Round {number}"));
            assert_eq!(page.texts(".game").len(), 2);
            byes.extend(page.texts(".byes li").iter().map(|name| name.split(' ').next().unwrap().to_owned()));
            for pair in pairs(&page) {
                let mut pair = pair.to_vec();
                pair.sort();
                assert!(!met.contains(&pair), "{pair:?} meet again");
                met.push(pair);
            }
            assert!(page.text(".round-count").contains("2 games"));
            for table in [1, 2] {
                assert_eq!(won(&organiser, &round, table, ["2", "12.5"]).await.status, StatusCode::SEE_OTHER);
            }
            assert_eq!(players[0].get(&round).await.text(".round-count"), "All results are in.");
        }
        byes.sort();
        byes.dedup();
        assert_eq!(byes.len(), 3, "nobody has two byes");
        let table = players[0].get(&format!("{EVENT}/standings")).await;
        assert_eq!(table.texts(".standings tbody tr").len(), 5);
        // Three wins are worth 5 each, and so is a bye; every lost point is included.
        let scores: Vec<i64> = table.texts(".standings td[data-name=Score]").iter().map(|score| score.parse().unwrap()).collect();
        assert_eq!(scores.iter().sum::<i64>(), 3 * 3 * 5);
        assert!(scores.is_sorted_by(|a, b| a >= b));
        // The files agree with the page.
        let names: Vec<String> = table.texts(".standings tbody th span[dir]");
        let json = players[0].get(&format!("{EVENT}/standings.json")).await.json();
        let of_json: Vec<&str> = json["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(of_json, names);
        let csv = players[0].get(&format!("{EVENT}/standings.csv")).await;
        let of_csv: Vec<String> = csv.body_text().lines().skip(1).map(|line| line.split(',').nth(1).unwrap().to_owned()).collect();
        assert_eq!(of_csv, names);
        // Earlier standings stay visible.
        let first = players[0].get(&format!("{EVENT}/standings?after=1")).await;
        assert!(first.text(".lede").contains("after round 1"));
        assert_eq!(players[0].get(&format!("{EVENT}/standings?after=4")).await.status, StatusCode::NOT_FOUND);
    }

    async fn whoever_plays_finds_his_game_first_and_sees_the_army_of_the_opponent(db: &TestDb) {
        let app = TestApp::new(db).await;
        let fields = [("visibility", "opponents"), ("tables", "/terrain/tables?count=4&seed=5")];
        let (organiser, players) = played_by(&app, &fields, &["Tom", "Anna", "Berta", "Carl"]).await;
        let others = players[0].get(EVENT).await.attrs(".players tbody a", "href");
        assert_eq!(others.len(), 1, "one's own alone");
        let round = drawn(&organiser).await;
        // An unpublished round opens no armies.
        assert_eq!(players[0].get(EVENT).await.attrs(".players tbody a", "href").len(), 1);
        publish(&organiser, &round).await;
        for (player, name) in players.iter().zip(["Tom", "Anna", "Berta", "Carl"]) {
            let page = player.get(&round).await;
            let first = pairs(&page).remove(0);
            assert!(first.contains(&name.to_owned()), "{name}: {first:?}");
            assert!(page.has(".game.own .battlefield img"));
            let armies = page.attrs(".seat-army a", "href");
            assert_eq!(armies.len(), 2, "{name}'s own and the opponent's");
            for army in armies {
                assert!(player.get(&army).await.has(".entry-army"), "{army}");
            }
            assert_eq!(player.get(EVENT).await.attrs(".players tbody a", "href").len(), 2);
        }
        let stranger = app.visitor().get(&round).await;
        assert!(stranger.attrs(".seat-army a", "href").is_empty());
        assert_eq!(stranger.attrs(".battlefield", "href").len(), 2);
        for field in stranger.attrs(".battlefield img", "src") {
            assert_eq!(app.visitor().get(&field).await.kind(), "image/svg+xml");
        }
    }

    async fn games_are_played_on_layouts_that_are_kept_while_they_are_there(db: &TestDb) {
        let app = TestApp::new(db).await;
        let drawer = app.visitor();
        let [now, then, gone] = [
            layout(db, &drawer, "First").await,
            layout(db, &drawer, "Second").await,
            layout(db, &drawer, "Third").await,
        ];
        let named = |made: &MadeWork| made.at("");
        let hash = db.db_texts(&format!(
            "SELECT hash AS value FROM work_revisions WHERE work_id = (SELECT id FROM works WHERE public_id = '{}')",
            then.id
        ));
        let tables = [named(&now), then.at(&format!("/v/{}", hash[0])), named(&gone)].join("\n");
        let names = ["Tom", "Anna", "Berta", "Carl", "Dora", "Emil"];
        let (organiser, _) = played_by(&app, &[("tables", &tables)], &names).await;
        let round = drawn(&organiser).await;
        publish(&organiser, &round).await;
        let fields = organiser.get(&round).await.attrs(".battlefield", "href");
        assert_eq!(fields, [&now, &then, &gone].map(named));
        // The layouts of an event are kept permanently.
        assert_eq!(db.db_texts("SELECT public_id AS value FROM works WHERE kind = 'layout' AND NOT lasting").len(), 0);
        let gone_id = &gone.id;
        db.db_execute(&format!("UPDATE works SET hidden_reason = 'spam' WHERE public_id = '{gone_id}'"));
        let page = app.visitor().get(&round).await;
        assert_eq!(page.attrs(".battlefield", "href"), [&now, &then].map(named));
        assert_eq!(page.texts(".game .table-number strong"), ["1", "2", "3"]);
    }

    async fn results_are_corrected_and_the_log_says_who_did_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (organiser, players) = played_by(&app, &[], &["Tom", "Anna"]).await;
        let round = drawn(&organiser).await;
        publish(&organiser, &round).await;
        let path = format!("{round}/games/1");
        let form = organiser.get(&path).await.form(&path);
        // An impossible value is explained beside its field, and no input is lost.
        let wrong = form.clone().with("end", "a-won").with("a-lost", "many").with("b-generals", "-1");
        let page = organiser.press(&wrong, "keep").await;
        page.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(page.form(&path).value("a-lost"), "many");
        assert_eq!(page.texts(".field-error").len(), 1, "what is no number comes first");
        let untold = form.clone().with("end", "follows");
        organiser.press(&untold, "keep").await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        let without = form.clone().with("end", "b-absent").with("b-lost", "3");
        organiser.press(&without, "keep").await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        // An unusual value must be confirmed.
        let odd = form.clone().with("end", "a-won").with("a-lost", "9").with("b-lost", "2");
        let page = organiser.press(&odd, "keep").await;
        page.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text(".notice").contains("lost more"));
        let sure = page.form(&path).with("sure", "on");
        assert_eq!(organiser.press(&sure, "keep").await.status, StatusCode::SEE_OTHER);
        // An organiser with the old form sees the result recorded meanwhile.
        let late = form.with("end", "drawn").with("a-lost", "1");
        let page = organiser.press(&late, "keep").await;
        page.assert_refused(StatusCode::CONFLICT);
        assert!(page.text(".notice").contains("lost 9 AP"));
        // Sent again, it is a correction.
        assert_eq!(organiser.press(&page.form(&path), "keep").await.status, StatusCode::SEE_OTHER);
        assert!(players[0].get(&round).await.body_text().contains("drew"));
        let form = organiser.get(&path).await.form(&path);
        assert_eq!(organiser.press(&form, "clear").await.status, StatusCode::SEE_OTHER);
        let log = organiser.get(&format!("{EVENT}/log")).await.texts("tbody tr td:nth-child(3)");
        assert!(log[0].starts_with("deleted the result of round 1, table 1"), "{}", log[0]);
        assert!(log[1].contains("corrected the result of round 1") && log[1].contains("it was won, lost 9 AP"), "{}", log[1]);
        assert!(log[2].starts_with("entered the result of round 1, table 1"), "{}", log[2]);
    }

    async fn the_losses_alone_say_who_has_won_where_the_army_is_known(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (organiser, _) = played_by(&app, &[], &["Tom", "Anna"]).await;
        let round = drawn(&organiser).await;
        let path = format!("{round}/games/1");
        let page = organiser.get(&path).await;
        assert_eq!(page.texts("fieldset .hint").len(), 2, "both armies break at some number");
        let form = page.form(&path);
        assert_eq!(form.value("end"), "follows");
        let reply = organiser.press(&form.with("a-lost", "3").with("b-lost", "12"), "keep").await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{:?}", reply.texts(".field-error"));
        assert!(organiser.get(&round).await.has(".seat.won"));
    }

    async fn two_helpers_write_down_two_games_at_once(db: &TestDb) {
        let app = TestApp::new(db).await;
        let names: Vec<String> = (0..12).map(|number| format!("Player {number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (organiser, _) = played_by(&app, &[], &names).await;
        let round = drawn(&organiser).await;
        let write = async |table| won(&organiser, &round, table, ["1", "12"]).await.status;
        let all = tokio::join!(write(1), write(2), write(3), write(4), write(5), write(6));
        assert_eq!(all, [StatusCode::SEE_OTHER; 6].into());
        assert_eq!(organiser.get(&round).await.text(".round-count"), "All results are in.");
    }

    async fn a_round_is_changed_by_hand_hidden_and_taken_away(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (organiser, players) = played_by(&app, &[], &["Tom", "Anna", "Berta", "Carl"]).await;
        let round = drawn(&organiser).await;
        publish(&organiser, &round).await;
        won(&organiser, &round, 1, ["2", "12"]).await;
        let before = pairs(&organiser.get(&round).await);
        let path = format!("{round}/pairings");
        let form = organiser.get(&path).await.form(&path);
        for (field, value, said) in [
            ("a-0", "Nobody", "called “Nobody”"),
            ("b-0", form.value("a-0"), "twice"),
            ("b-1", "", "two players"),
            ("table-0", "first", "not a table number"),
            ("table-0", "2", "Table 2"),
        ] {
            let page = organiser.submit(&form.clone().with(field, value)).await;
            page.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert!(page.text(".notice").contains(said), "{}", page.text(".notice"));
            assert_eq!(page.form(&path).value(field), value);
        }
        // The second game moves to table 9 with its sides swapped, and the first keeps its result.
        let (a, b) = (form.value("a-1").to_owned(), form.value("b-1").to_owned());
        let moved = form.clone().with("table-1", "9").with("a-1", &b).with("b-1", &a);
        assert_eq!(organiser.submit(&moved).await.status, StatusCode::SEE_OTHER);
        let page = organiser.get(&round).await;
        assert_eq!(pairs(&page), [before[0].clone(), [b, a]]);
        assert_eq!(page.texts(".table-number strong"), ["1", "9"]);
        assert!(page.text(".round-count").contains("1 of 2"));
        // A sender of the old form learns that the round has changed.
        organiser.submit(&form.with("table-1", "5")).await.assert_refused(StatusCode::CONFLICT);
        let form = organiser.get(&round).await.form(&round);
        let without = organiser.press(&form, "drop").await;
        without.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        organiser.press(&form, "hide").await;
        assert_eq!(players[0].get(&round).await.status, StatusCode::NOT_FOUND);
        // A hidden round does not count.
        assert!(players[0].get(&format!("{EVENT}/standings")).await.has(".empty"));
        let form = organiser.get(&round).await.form(&round);
        let gone = organiser.press(&form.with("sure", "on"), "drop").await;
        assert_eq!(gone.status, StatusCode::SEE_OTHER);
        assert_eq!(organiser.get(&round).await.status, StatusCode::NOT_FOUND);
    }

    async fn results_do_not_go_unasked_and_nobody_plays_who_is_not_in(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (organiser, players) = played_by(&app, &[], &["Tom", "Anna", "Berta", "Carl", "Dora"]).await;
        let round = drawn(&organiser).await;
        publish(&organiser, &round).await;
        won(&organiser, &round, 1, ["2", "12"]).await;
        let path = format!("{round}/pairings");
        let form = organiser.get(&path).await.form(&path);
        let (b0, b1) = (form.value("b-0").to_owned(), form.value("b-1").to_owned());
        let swapped = form.clone().with("b-0", &b1).with("b-1", &b0);
        let page = organiser.submit(&swapped).await;
        page.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text(".notice").contains("lost 12 AP"), "{}", page.text(".notice"));
        let reply = organiser.submit(&page.form(&path).with("sure", "on")).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER);
        let log = organiser.get(&format!("{EVENT}/log")).await.texts("tbody tr td:nth-child(3)");
        assert!(log[0].contains("result removed: table 1") && log[0].contains("lost 12 AP"), "{}", log[0]);
        let empty = form.names().filter(|name| name.starts_with("a-") || name.starts_with("b-") || name.starts_with("table-"));
        let empty = empty.fold(organiser.get(&path).await.form(&path), |form, name| form.with(name, ""));
        organiser.submit(&empty.with("byes", "")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        // The note of a round does not conflict with results that arrive in the meantime.
        let old = [("do", "note"), ("base", "1"), ("note", "Dice down at noon"), ("sure", "on")];
        assert_eq!(organiser.post(&round, &old).await.status, StatusCode::SEE_OTHER);
        assert!(players[0].get(&round).await.text(".lede").contains("Dice down at noon"));
        // A player who leaves is reported, and cannot be put into a later round.
        let dora = organiser.get(&format!("{EVENT}/desk")).await.attrs(".desk tbody th a", "href")[3].clone();
        organiser.post(&format!("{dora}/withdraw"), &[]).await;
        assert!(organiser.get(&round).await.texts(".notice li").contains(&"Dora has withdrawn.".to_owned()));
        for table in [1, 2] {
            won(&organiser, &round, table, ["2", "12"]).await;
        }
        let second = drawn(&organiser).await;
        let path = format!("{second}/pairings");
        let form = organiser.get(&path).await.form(&path);
        let page = organiser.submit(&form.with("byes", "Dora")).await;
        page.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text(".notice").contains("Dora cannot play"));
        // A form for a round that no longer exists draws up nothing.
        let stale = [("after", "7"), ("lot", "1")];
        organiser.post(&format!("{EVENT}/rounds/new"), &stale).await.assert_refused(StatusCode::CONFLICT);
    }

    async fn everyone_plays_everyone(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (organiser, _) = played_by(&app, &[("system", "everyone")], &["Tom", "Anna", "Berta", "Carl"]).await;
        drawn(&organiser).await;
        let mut met = std::collections::BTreeSet::new();
        for number in 1..=3 {
            for mut pair in pairs(&organiser.get(&format!("{EVENT}/rounds/{number}")).await) {
                pair.sort();
                met.insert(pair);
            }
        }
        assert_eq!(met.len(), 6);
        // A later round is published after the one before it.
        let third = format!("{EVENT}/rounds/3");
        organiser.post(&third, &[("do", "publish"), ("base", "1")]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(organiser.get(&format!("{EVENT}/rounds/new")).await.has("main > .notice"));
        // They are deleted together: the current round is the first, and deleting a later one is not possible.
        assert_eq!(organiser.get(&format!("{EVENT}/rounds")).await.text("h1"), "Round 1");
        organiser.post(&third, &[("do", "drop"), ("base", "1"), ("sure", "on")]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn a_round_is_drawn_up_once_by_the_lot_and_around_what_is_settled(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (organiser, _) = played_by(&app, &[], &["Tom", "Anna", "Berta", "Carl", "Dora", "Emil"]).await;
        let path = format!("{EVENT}/rounds/new");
        let form = organiser.get(&path).await.form(&path).with("lot", "11");
        let settled = form.clone().with("a-0", "Tom").with("b-0", " anna ").with("table-0", "3");
        for (wrong, said) in [
            (form.clone().with("lot", "x"), "The draw number must be a whole number"),
            (form.clone().with("a-0", "Tom"), "two players"),
            (form.clone().with("a-0", "Tom").with("b-0", "Tom"), "named twice"),
        ] {
            let page = organiser.submit(&wrong).await;
            page.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert!(page.text(".notice").contains(said), "{}", page.text(".notice"));
        }
        let (first, second) = tokio::join!(organiser.submit(&settled), organiser.submit(&settled));
        assert_eq!((first.status, second.status), (StatusCode::SEE_OTHER, StatusCode::SEE_OTHER));
        assert_eq!(db.db_texts("SELECT document AS value FROM event_rounds").len(), 1);
        let page = organiser.get(&first.location()).await;
        let tables = page.texts(".table-number strong");
        let at = tables.iter().position(|table| table == "3").unwrap();
        assert_eq!(pairs(&page)[at], ["Tom", "Anna"]);
        let drawn: Round = serde_json::from_str(&db.db_texts("SELECT document AS value FROM event_rounds")[0]).unwrap();
        assert_eq!((drawn.games.len(), drawn.byes.len()), (3, 0));
        let log = organiser.get(&format!("{EVENT}/log")).await.texts("tbody tr td:nth-child(3)");
        assert_eq!(log[0], "paired round 1 with draw number 11");
    }
}
