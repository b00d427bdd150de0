//! What players of a battle do besides giving orders.

use actix_web::http::StatusCode;
use musterfield_battle::record::{EarlyEnd, Record};
use musterfield_battle::replay::Replay;
use musterfield_lists::catalogue;
use musterfield_rules::book;

use super::battles::{begun, offered, send, state_of};
use super::harness::{Reply, TestApp, Visitor};
use crate::store::harness::TestDb;

/// Plays by what the page offers first until a bound begins that the visitor decides.
pub(crate) async fn to_first_bound(visitor: &Visitor<'_>, path: &str) -> Reply {
    for _ in 0..200 {
        let page = visitor.get(path).await;
        if page.text("#phase-title").starts_with("Bound ") && page.has("#offers") {
            return page;
        }
        let order = if page.has("button[value=deploy]") && !page.has("#deployed") {
            vec![("do".to_owned(), "deploy".to_owned())]
        } else {
            offered(&page).into_iter().next_back().unwrap()
        };
        let answer = send(visitor, &format!("{path}/orders"), &[state_of(&page), order].concat()).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{answer:?}");
    }
    panic!("no bound began");
}

/// Says something about the battle as the page shows it.
pub(crate) async fn say(visitor: &Visitor<'_>, path: &str, fields: &[(&str, &str)]) -> Reply {
    let page = visitor.get(path).await;
    let hidden = |name: &str| page.attr(&format!("input[name={name}]"), "value");
    let after = hidden("after").unwrap_or_else(|| "0".to_owned());
    let request = format!("{}-{after}", fields[0].1);
    let all = [&[("request", request.as_str()), ("after", after.as_str())], fields].concat();
    visitor.post(&format!("{path}/say"), &all).await
}

async fn record(visitor: &Visitor<'_>, path: &str) -> (String, Record) {
    let text = visitor.get(&format!("{path}.battle")).await.body_text().to_owned();
    let record = Record::read(&text, book().unwrap(), catalogue(book().unwrap()).unwrap()).unwrap();
    let mut replay = Replay::new(&record);
    replay.finish().unwrap();
    assert_eq!(replay.recorder().to_string(), text);
    let document = visitor.get(&format!("{path}.json")).await.json();
    let orders: Vec<&str> =
        document["orders"].as_array().unwrap().iter().map(|one| one["order"].as_str().unwrap()).collect();
    let recorded: Vec<&str> = replay.recorder().entries().iter().map(|entry| entry.order.as_str()).collect();
    assert_eq!(orders, recorded);
    (text, record)
}

async fn friends<'a>(app: &'a TestApp) -> (Visitor<'a>, Visitor<'a>, String) {
    let (host, friend) = (app.visitor(), app.visitor());
    let path = begun(&host, "friend").await;
    let invitation = host.get(&path).await.attr("#side-link", "value").unwrap();
    let asked = friend.get(&invitation).await;
    assert!(asked.text("ul").contains("no clock") && asked.text("ul").contains("can look on"), "{}", asked.text("ul"));
    friend.submit(&asked.form(&format!("{path}/join"))).await;
    (host, friend, path)
}

/// The one of two who decides, and the other.
async fn in_turn<'v, 'a>(two: [&'v Visitor<'a>; 2], path: &str) -> [&'v Visitor<'a>; 2] {
    let [first, second] = two;
    if first.get(path).await.has("#offers") { [first, second] } else { [second, first] }
}

for_each_store! {
    async fn dice_are_thrown_anew_after_orders_are_taken_back_and_proved_in_the_end(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let path = begun(&visitor, "screen").await;
        let words = say(&visitor, &path, &[("do", "words"), ("words", "  a quiet river ")]).await;
        assert_eq!(words.status, StatusCode::SEE_OTHER);
        assert!(visitor.get(&path).await.text(".b-promise").contains("a quiet river"));
        let page = to_first_bound(&visitor, &path).await;
        let (text, before) = record(&visitor, &path).await;
        assert!(text.contains("\ndice promised ") && text.contains("\ndice word ") && text.contains(" a quiet river\n"), "{text}");
        assert!(!text.contains("dice secret"));
        let log = page.texts(".b-log li");
        // The die of this bound is taken back, and another one thrown.
        let taken = say(&visitor, &path, &[("do", "back")]).await;
        assert_eq!((taken.status, taken.location()), (StatusCode::SEE_OTHER, format!("{path}#table")));
        let (text, after) = record(&visitor, &path).await;
        assert_eq!(after.steps.len() + 1, before.steps.len());
        assert_eq!(after.dropped.map(|given| given.is), before.steps.last().unwrap().dice.clone().map(|given| given.is));
        assert!(text.contains("\ntaken back : "), "{text}");
        assert!(visitor.get(&path).await.text(".b-orders").contains("taken back once"));
        to_first_bound(&visitor, &path).await;
        // Every line has its permanent address: the one taken back, and the one after it.
        let (number, rest) = log[0].split_once(' ').unwrap();
        assert!(rest.contains("End"), "{rest}");
        let number: usize = number.parse().unwrap();
        let told = async |step: usize| visitor.get(&format!("{path}/{step}")).await.text("#order-title");
        assert!(told(number).await.contains(": End the "), "{}", told(number).await);
        assert!(told(number + 1).await.ends_with("Orders were taken back."), "{}", told(number + 1).await);
        let pips = async |step: usize| visitor.get(&format!("{path}/{step}")).await.has(".b-die");
        assert!(pips(number).await && !pips(number + 1).await);
        for words in ["too late", ""] {
            let late = say(&visitor, &path, &[("do", "words"), ("words", words)]).await;
            assert!(late.text(".errors").contains("first die has been thrown"), "{}", late.text(".errors"));
        }
        assert_eq!(say(&visitor, &path, &[("do", "resign")]).await.status, StatusCode::SEE_OTHER);
        let page = visitor.get(&path).await;
        assert!(page.text(".b-won").contains("resigned") && page.text(".b-won").contains("has won"), "{}", page.text(".b-won"));
        assert!(!page.has("#offers") && !page.has("[name=do]"));
        // Now the secret is shown, and every die follows from it.
        let (text, over) = record(&visitor, &path).await;
        assert!(text.contains("\ndice secret ") && text.trim_end().ends_with("resigned"), "{text}");
        let promised = over.head.promised.as_ref().unwrap();
        assert_eq!(promised.secret.as_ref().unwrap().promise(), promised.promise);
        assert!(matches!(over.standing.unwrap().is.early, Some(EarlyEnd::Resigned(_))));
        let secret = db.db_texts("SELECT dice_secret AS value FROM battles").pop().unwrap();
        assert!(text.contains(&secret));
        let json = visitor.get(&format!("{path}.json")).await.json();
        assert_eq!(json["early"], "resigned");
        let order = vec![("digest".to_owned(), "0".to_owned()), ("request".to_owned(), "x".to_owned())];
        assert_eq!(send(&visitor, &format!("{path}/orders"), &order).await.status, StatusCode::CONFLICT);
        let again = visitor.post(&format!("{path}/say"), &[("request", "z"), ("after", "0"), ("do", "draw")]).await;
        assert_eq!(again.status, StatusCode::CONFLICT);
        let all = db.db_texts("SELECT CAST(orders AS TEXT) AS value FROM battles").pop().unwrap();
        let over = visitor.post(&format!("{path}/say"), &[("request", "z"), ("after", &all), ("do", "draw")]).await;
        assert_eq!(over.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(over.text(".errors").contains("is over"));
    }

    async fn two_people_ask_each_other(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend, path) = friends(&app).await;
        let [decides, waits] = in_turn([&host, &friend], &path).await;
        let page = decides.get(&path).await;
        let edge = offered(&page).remove(0);
        send(decides, &format!("{path}/orders"), &[state_of(&page), edge].concat()).await;
        assert_eq!(decides.get(&path).await.texts(".b-log li").len(), 1);
        // Nothing was thrown and nobody has answered: it is taken back without asking.
        let none = say(waits, &path, &[("do", "back")]).await;
        assert!(none.text(".errors").contains("no order of yours"), "{}", none.text(".errors"));
        say(decides, &path, &[("do", "back")]).await;
        assert!(decides.get(&path).await.texts(".b-log li").is_empty());
        // A draw needs both.
        for asker in [decides, waits] {
            let other = if std::ptr::eq(asker, decides) { waits } else { decides };
            assert_eq!(say(asker, &path, &[("do", "draw")]).await.status, StatusCode::SEE_OTHER);
            assert!(asker.get(&path).await.text(".b-question").contains("Ask no more"));
            let nobody = say(asker, &path, &[("do", "yes")]).await;
            assert!(nobody.text(".errors").contains("Nothing waits for your answer"));
            assert!(other.get(&path).await.text(".b-question").contains("offers a draw"));
            assert_eq!(say(other, &path, &[("do", "no")]).await.status, StatusCode::SEE_OTHER);
            assert!(!asker.get(&path).await.has(".b-question"));
        }
        // After the other side's decision, taking back needs consent.
        for _ in 0..2 {
            let [decides, _] = in_turn([&host, &friend], &path).await;
            let page = decides.get(&path).await;
            let order = offered(&page).remove(0);
            send(decides, &format!("{path}/orders"), &[state_of(&page), order].concat()).await;
        }
        let told = host.get(&path).await.texts(".b-log li").len();
        for (asker, other) in [(&host, &friend), (&friend, &host)] {
            let label = asker.get(&path).await.text("button[value=back]");
            if label.starts_with("Ask") {
                say(asker, &path, &[("do", "back")]).await;
                assert_eq!(host.get(&path).await.texts(".b-log li").len(), told);
                say(other, &path, &[("do", "yes")]).await;
                assert!(host.get(&path).await.texts(".b-log li").len() < told);
                break;
            }
        }
        let standing = [("do", "standing"), ("recoil", "most"), ("return", "never"), ("shot", "least")];
        assert_eq!(say(&host, &path, &standing).await.status, StatusCode::SEE_OTHER);
        let kept = host.get(&path).await;
        let chosen: Vec<String> = kept.values(".b-standing option[selected]");
        assert_eq!(chosen, ["most", "ask", "least"]);
        assert_eq!(friend.get(&path).await.values(".b-standing option[selected]"), ["ask"; 3]);
        say(&host, &path, &[("do", "draw")]).await;
        say(&friend, &path, &[("do", "draw")]).await;
        let page = app.visitor().get(&path).await;
        assert!(page.text(".b-won").starts_with("It was ended without a winner."), "{}", page.text(".b-won"));
        let (text, _) = record(&host, &path).await;
        assert!(text.trim_end().ends_with(" drawn"), "{text}");
    }

    async fn only_players_see_a_closed_battle_and_time_that_is_up_can_be_claimed(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend, stranger) = (app.visitor(), app.visitor(), app.visitor());
        let form = async || {
            let form = host.get("/play").await.form("/battles").with("players", "friend").with("closed", "on");
            form.with("army_a", "ready:barrow-kings").with("army_b", "ready:camelot")
        };
        for days in ["0", "31", "x", "-1"] {
            let refused = host.submit(&form().await.with("days", days)).await;
            assert!(refused.text(".errors").contains("1 to 30 days"), "{days}: {}", refused.text(".errors"));
        }
        for minutes in ["4", "10001", "x"] {
            let refused = host.submit(&form().await.with("minutes", minutes)).await;
            assert!(refused.text(".errors").contains("5 to 10000 minutes"), "{minutes}: {}", refused.text(".errors"));
        }
        let path = host.submit(&form().await.with("days", "2").with("minutes", "90")).await.location();
        let invitation = host.get(&path).await.attr("#side-link", "value").unwrap();
        let asked = friend.get(&invitation).await;
        let terms = asked.text("ul");
        assert!(terms.contains("2 days for a decision") && terms.contains("90 minutes for the whole battle") && terms.contains("Nobody else can look on"), "{terms}");
        friend.submit(&asked.form(&format!("{path}/join"))).await;
        for address in [path.clone(), format!("{path}.json"), format!("{path}.battle"), format!("{path}/0"), format!("{path}/0.svg")] {
            assert_eq!(stranger.get(&address).await.status, StatusCode::FORBIDDEN, "{address}");
            assert_eq!(friend.get(&address).await.status, StatusCode::OK, "{address}");
        }
        // Other caches keep nothing of it.
        let drawing = friend.get(&format!("{path}/0.svg")).await;
        assert_eq!(drawing.header("cache-control").as_deref(), Some("no-store"));
        let [decides, waits] = in_turn([&host, &friend], &path).await;
        assert!(waits.get(&path).await.text(".b-orders").contains("due on"));
        let early = say(waits, &path, &[("do", "claim")]).await;
        assert!(early.text(".errors").contains("still has time"), "{}", early.text(".errors"));
        let left = waits.get(&path).await;
        assert!(left.text(".b-left").contains("1 h 29 min") && left.has(".b-left [data-left]"), "{}", left.text(".b-left"));
        db.db_execute("UPDATE battle_terms SET since = '2026-01-01 00:00:00'");
        assert!(waits.get(&path).await.has("button[value=claim]") && !decides.get(&path).await.has("button[value=claim]"));
        let own = say(decides, &path, &[("do", "claim")]).await;
        assert_eq!(own.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(say(waits, &path, &[("do", "claim")]).await.status, StatusCode::SEE_OTHER);
        let page = stranger.get(&path).await;
        assert!(page.text(".b-won").contains("took longer than was agreed"), "{}", page.text(".b-won"));
        assert_eq!(db.db_texts("SELECT COALESCE(decides, 'nobody') AS value FROM battle_terms"), ["nobody"]);
    }

    async fn whoever_throws_the_dice_types_what_they_show(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let form = visitor.get("/play").await.form("/battles").with("dice", "ours");
        let form = form.with("army_a", "ready:barrow-kings").with("army_b", "ready:camelot");
        let refused = visitor.submit(&form.clone().with("players", "computer")).await;
        assert!(refused.text(".errors").contains("cannot throw your dice"), "{}", refused.text(".errors"));
        let path = visitor.submit(&form.with("players", "screen")).await.location();
        assert!(visitor.get(&path).await.text(".b-orders").contains("The players throw the dice"));
        let mut asked = None;
        for _ in 0..60 {
            let page = visitor.get(&path).await;
            let order = if page.has("button[value=deploy]") {
                vec![("do".to_owned(), "deploy".to_owned())]
            } else {
                offered(&page).into_iter().next_back().unwrap()
            };
            let answer = send(&visitor, &format!("{path}/orders"), &[state_of(&page), order].concat()).await;
            if answer.has(".b-throw") {
                asked = Some(answer);
                break;
            }
            assert_eq!(answer.status, StatusCode::SEE_OTHER);
        }
        let asked = asked.unwrap();
        assert!(asked.text(".b-throw").contains("throw a die"), "{}", asked.text(".b-throw"));
        let throw = asked.form(&format!("{path}/orders"));
        for (dice, told) in [("7", "from 1 to 6"), ("three", "from 1 to 6"), ("3 4", "rolls only one die")] {
            let refused = visitor.submit(&throw.clone().with("dice", dice)).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{dice}");
            assert!(refused.text(".errors").contains(told), "{dice}: {}", refused.text(".errors"));
        }
        let thrown = visitor.submit(&throw.with("dice", "4")).await;
        assert_eq!(thrown.status, StatusCode::SEE_OTHER, "{thrown:?}");
        let page = visitor.get(&path).await;
        assert!(page.text(".b-task").contains("4 PIPs"), "{}", page.text(".b-task"));
        assert!(page.text(".b-log").contains('4'));
        let (text, _) = record(&visitor, &path).await;
        assert!(!text.contains("dice promised") && !text.contains("\nseed"), "{text}");
    }

    async fn a_sketch_tries_the_state_of_a_battle_and_leaves_it_alone(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, stranger) = (app.visitor(), app.visitor());
        let path = begun(&host, "computer").await;
        let page = to_first_bound(&host, &path).await;
        let (before, lines) = (page.text(".b-task"), page.attr("[data-lines]", "data-lines").unwrap());
        let form = stranger.get(&path).await.form(&format!("{path}/{lines}/try"));
        let sketch = stranger.submit(&form).await.location();
        assert_eq!(stranger.submit(&form).await.location(), sketch, "the same form begins one sketch");
        let shown = stranger.get(&sketch).await;
        assert!(shown.text(".b-task").ends_with(&format!(" decides now. {before}")), "{}", shown.text(".b-task"));
        assert!(shown.text(".notice").contains("A sketch"), "{}", shown.text(".notice"));
        assert_eq!(shown.attr(".notice a", "href").as_deref(), Some(path.as_str()));
        assert_eq!(host.get(&sketch).await.status, StatusCode::FORBIDDEN);
        let (text, record) = record(&stranger, &sketch).await;
        assert_eq!(text.matches("\nend : ").count(), record.steps.iter().filter(|step| step.dice.is_some()).count());
        assert!(!text.contains("dice promised"));
        // Its dice are thrown for whoever tries, or chosen.
        let end = || vec![("order".to_owned(), "end".to_owned())];
        for dice in [("dice", "6"), ("do", "roll")] {
            let mut thrown = None;
            for _ in 0..8 {
                let page = stranger.get(&sketch).await;
                let answer = send(&stranger, &format!("{sketch}/orders"), &[state_of(&page), end()].concat()).await;
                if answer.has(".b-throw") {
                    let form = answer.form(&format!("{sketch}/orders")).with(dice.0, dice.1);
                    thrown = Some(stranger.submit(&form).await.status);
                    break;
                }
                assert_eq!(answer.status, StatusCode::SEE_OTHER, "{answer:?}");
            }
            assert_eq!(thrown, Some(StatusCode::SEE_OTHER), "{dice:?}");
        }
        assert!(stranger.get(&sketch).await.has("button[value=back]"));
        assert!(stranger.get("/battles").await.text(".mine").contains("Sketch"));
        assert_eq!(host.get(&path).await.attr("[data-lines]", "data-lines").unwrap(), lines);
        for (step, status) in [("99999", StatusCode::NOT_FOUND), ("01", StatusCode::NOT_FOUND), ("x", StatusCode::NOT_FOUND)] {
            assert_eq!(stranger.post(&format!("{path}/{step}/try"), &[("request", "n")]).await.status, status, "{step}");
        }
    }
}

#[tokio::test]
async fn what_nobody_may_say_is_told_and_changes_nothing() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let (host, stranger) = (app.visitor(), app.visitor());
    let path = begun(&host, "computer").await;
    let after = db.db_texts("SELECT CAST(orders AS TEXT) AS value FROM battles").pop().unwrap();
    let at = async |visitor: &Visitor<'_>, fields: &[(&str, &str)]| visitor.post(&format!("{path}/say"), fields).await;
    let now = [("request", "r"), ("after", after.as_str())];
    for (fields, status) in [
        (vec![("request", "r"), ("after", "99"), ("do", "resign")], StatusCode::CONFLICT),
        (vec![("request", "r"), ("after", "x"), ("do", "resign")], StatusCode::CONFLICT),
        ([&now[..], &[("do", "fly")]].concat(), StatusCode::UNPROCESSABLE_ENTITY),
        ([&now[..], &[("do", "resign"), ("more", "1")]].concat(), StatusCode::UNPROCESSABLE_ENTITY),
        ([&now[..], &[("do", "yes")]].concat(), StatusCode::UNPROCESSABLE_ENTITY),
        ([&now[..], &[("do", "no")]].concat(), StatusCode::UNPROCESSABLE_ENTITY),
        ([&now[..], &[("do", "claim")]].concat(), StatusCode::UNPROCESSABLE_ENTITY),
        ([&now[..], &[("do", "words"), ("words", "a\u{7}b")]].concat(), StatusCode::UNPROCESSABLE_ENTITY),
        (vec![("after", &after), ("do", "resign")], StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(at(&host, &fields).await.status, status, "{fields:?}");
    }
    let long = "é".repeat(81);
    for words in ["", "   ", long.as_str()] {
        let refused = at(&host, &[&now[..], &[("do", "words"), ("words", words)]].concat()).await;
        assert!(refused.text(".errors").contains("one to 80 letters"), "{words}");
    }
    let foreign = at(&stranger, &[&now[..], &[("do", "resign")]].concat()).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert!(foreign.text(".errors").contains("You can look on"));
    assert_eq!(db.db_texts("SELECT CAST(orders AS TEXT) AS value FROM battles"), [after]);
}
