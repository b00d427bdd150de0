//! `musterfield doctor`.

use musterfield::store::{BattleSide, DatabaseUrl, DecidedBy, DiceSecret, NewBattle, NewOrders, Secret, Store};

use super::Shell;
use crate::web::looking_back::example;

/// Stores the record of an example as a battle.
async fn store(store: &Store, name: &str, head: &str, lines: Vec<(BattleSide, String)>) -> String {
    let secret = || Secret::random().unwrap().digest();
    let new = NewBattle {
        head: head.to_owned(),
        ruleset: "d3h2".to_owned(),
        ruleset_version: "0.9.0".to_owned(),
        names: ["A".to_owned(), "B".to_owned()],
        by: [DecidedBy::Person; 2],
        keys: [secret(), secret()],
        visitor: secret(),
        holds: [true; 2],
        standing: "result open 0 0".to_owned(),
        secret: DiceSecret::random().unwrap(),
        is_open: true,
        days: None,
        minutes: None,
        decides: BattleSide::A,
        sketch_of: None,
        game: None,
        level: None,
        request_key: name.to_owned(),
    };
    let id = store.create_battle(new).await.unwrap();
    let orders =
        NewOrders { lines, standing: "result open 0 0".to_owned(), is_over: false, decides: None, request: None };
    store.append_orders(&id, None::<musterfield::store::Holder>, 0, orders).await.unwrap();
    id.to_string()
}

#[tokio::test]
async fn every_stored_battle_is_played_again_and_those_that_differ_are_named() {
    let shell = Shell::new();
    let url = format!("sqlite:{}", shell.path("musterfield.sqlite").display());
    let run = || shell.run(&["doctor", "--database", &url]);
    let db = Store::open(&DatabaseUrl::parse(&url).unwrap(), 1).unwrap();
    db.migrate().unwrap();
    let none = run();
    assert_eq!((none.code, none.text()), (0, "0 battles played again, 0 of them differently\n"));
    let whole = example("complete");
    let begins = whole.find("\nedge").unwrap() + 1;
    let (head, orders) = whole.split_at(begins);
    let orders: Vec<(BattleSide, String)> = orders
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with("result") && !line.starts_with('#'))
        .map(|line| (BattleSide::A, line.to_owned()))
        .collect();
    store(&db, "same", head, orders.clone()).await;
    let same = run();
    assert_eq!((same.code, same.text()), (0, "1 battle played again, 0 of them differently\n"));
    let mut changed = orders.clone();
    let (_, line) = &mut changed[41];
    *line = line.replace("b1 destroyed", "b1 recoils");
    let differs = store(&db, "differs", head, changed).await;
    let unknown = store(&db, "unknown", &head.replace("ruleset d3h2", "ruleset d9h9"), orders).await;
    let ended = run();
    let lines: Vec<&str> = ended.text().lines().collect();
    assert_eq!((ended.code, lines.len()), (1, 3), "{lines:?}");
    assert!(lines[0].starts_with(&format!("battle {differs}, begun under version 0.9.0: differs from order 42 on: ")));
    assert!(lines[1].starts_with(&format!("battle {unknown}, begun under version 0.9.0: cannot be set up any more: ")));
    assert_eq!(lines[2], "3 battles played again, 2 of them differently");
}
