//! Battles: their orders, who plays which side, what is counted, and their end.

use std::collections::BTreeSet;

use musterfield::store::{
    ActorAndReason, Appended, BROWSER_BATTLES, BattleId, BattleSide, DecidedBy, DiceSecret, GameOf, Holder,
    LONGEST_BATTLE_HEAD, LONGEST_BATTLE_LINE, LimitReached, MOST_BATTLE_HOLDERS, MOST_BATTLE_ORDERS, Moderation,
    NewBattle, NewOrders, Notice, Secret, SecretDigest, StoreError,
};
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;

use super::accounts::user;
use super::harness::{TestDb, digest, open, unique_name};

const NOBODY: Option<Holder> = None;

/// The key of the link that plays a side, the same in all battles made here.
pub(super) fn key(side: BattleSide) -> SecretDigest {
    let text = match side {
        BattleSide::A => "s1desdaas1desdaas1desdaas1desdaa",
        BattleSide::B => "s1desdbbs1desdbbs1desdbbs1desdbb",
    };
    Secret::parse(text).unwrap().digest()
}

/// A battle of two people, set up by this visitor, who plays the first side.
pub(crate) fn new_battle(visitor: &SecretDigest) -> NewBattle {
    NewBattle {
        head: "musterfield-battle/1\narmies\nground".to_owned(),
        ruleset: "d3h2".to_owned(),
        ruleset_version: "1".to_owned(),
        names: ["Barrow Kings".to_owned(), "River Folk".to_owned()],
        by: [DecidedBy::Person, DecidedBy::Person],
        keys: BattleSide::ALL.map(key),
        visitor: visitor.clone(),
        holds: [true, false],
        standing: "Not begun".to_owned(),
        secret: DiceSecret::random().unwrap(),
        is_open: true,
        days: None,
        minutes: None,
        decides: BattleSide::B,
        sketch_of: None,
        game: None,
        level: None,
        request_key: unique_name("battle"),
    }
}

pub(super) async fn battle_of(db: &TestDb, visitor: &SecretDigest) -> BattleId {
    db.store.create_battle(new_battle(visitor)).await.unwrap()
}

/// Orders of one side.
pub(super) fn orders(side: BattleSide, lines: &[&str]) -> NewOrders {
    NewOrders {
        lines: lines.iter().map(|line| (side, (*line).to_owned())).collect(),
        standing: format!("After {}", lines.last().unwrap()),
        is_over: false,
        decides: Some(BattleSide::B),
        request: None,
    }
}

/// The orders of a battle, as number, side and line.
async fn told(db: &TestDb, id: &BattleId, after: i64) -> Vec<String> {
    let orders = db.store.battle_orders(id, after).await.unwrap();
    orders.into_iter().map(|order| format!("{} {} {}", order.number, order.side.as_str(), order.line)).collect()
}

pub(super) async fn held(db: &TestDb, by: &SecretDigest) -> Vec<BattleId> {
    db.store.battles_held_by(&by.into(), 0, 10).await.unwrap().into_iter().map(|battle| battle.id).collect()
}

async fn is_gone(db: &TestDb, id: &BattleId) -> bool {
    match db.store.battle(id, NOBODY).await {
        Ok(_) => false,
        Err(StoreError::BattleGone) => true,
        Err(error) => panic!("{error:?}"),
    }
}

#[track_caller]
pub(super) fn assert_spent<T: std::fmt::Debug>(result: Result<T, StoreError>, expected: LimitReached) {
    assert!(matches!(&result, Err(StoreError::Spent(spent)) if *spent == expected), "{result:?}");
}

#[test]
fn the_ids_of_battles_read_back_and_other_texts_are_refused() {
    let ids: BTreeSet<BattleId> = (0..100).map(|_| BattleId::random().unwrap()).collect();
    assert_eq!(ids.len(), 100);
    for id in ids {
        assert_eq!(id.to_string().parse::<BattleId>().unwrap(), id);
    }
    for text in ["", "0123456789a", "0123456789abc", "0123456789AB", "0123456789il", "0123456789é"] {
        assert!(BattleId::parse(text).is_err(), "{text}");
    }
    for side in BattleSide::ALL {
        assert_eq!(BattleSide::parse(side.as_str()), Ok(side));
    }
    for by in DecidedBy::ALL {
        assert_eq!(DecidedBy::parse(by.as_str()), Ok(by));
    }
    assert!(BattleSide::parse("").is_err() && DecidedBy::parse("Person").is_err());
}

for_each_store! {
    async fn a_battle_is_found_as_it_was_set_up_and_tells_who_plays_it(db: &TestDb) {
        let olga = digest();
        let new = NewBattle { by: [DecidedBy::Person, DecidedBy::Plain], ..new_battle(&olga) };
        let id = db.store.create_battle(new.clone()).await.unwrap();
        let found = db.store.battle(&id, Some(&olga)).await.unwrap();
        assert_eq!((&found.id, &found.head, &found.ruleset, &found.ruleset_version), (&id, &new.head, &new.ruleset, &new.ruleset_version));
        assert_eq!((&found.names, found.by, &found.standing), (&new.names, new.by, &new.standing));
        assert_eq!((found.holds, found.may_delete, found.orders, found.is_over), ([true, false], true, 0, false));
        assert_eq!(found.created_at, found.updated_at);
        for other in [db.store.battle(&id, Some(digest())).await.unwrap(), db.store.battle(&id, NOBODY).await.unwrap()] {
            assert_eq!((other.holds, other.may_delete), ([false, false], false));
        }
        let unknown = BattleId::random().unwrap();
        assert!(matches!(db.store.battle(&unknown, NOBODY).await, Err(StoreError::NotFound)));
        assert!(matches!(db.store.battle_orders(&unknown, 0).await, Err(StoreError::NotFound)));
        assert!(matches!(db.store.dice_secret(&unknown).await, Err(StoreError::NotFound)));
    }

    async fn the_same_request_makes_one_battle_however_often_it_is_sent(db: &TestDb) {
        let new = new_battle(&digest());
        let mut tasks = JoinSet::new();
        for _ in 0..16 {
            let (store, new) = (db.store.clone(), new.clone());
            tasks.spawn(async move { store.create_battle(new).await.unwrap() });
        }
        let ids: BTreeSet<BattleId> = tasks.join_all().await.into_iter().collect();
        assert_eq!(ids.len(), 1);
        let id = ids.first().unwrap();
        db.store.delete_battle(id, &new.visitor).await.unwrap();
        assert!(matches!(db.store.create_battle(new).await, Err(StoreError::BattleGone)));
    }

    async fn three_hundred_beginnings_of_one_game_make_one_battle(db: &TestDb) {
        let game = GameOf::parse("7/2/3/11/12").unwrap();
        let mut tasks = JoinSet::new();
        for _ in 0..300 {
            let request_key = "game 7/2/3/11/12 1".to_owned();
            let new = NewBattle { game: Some(game.clone()), holds: [false; 2], request_key, ..new_battle(&digest()) };
            let store = db.store.clone();
            tasks.spawn(async move {
                let (id, by) = (store.create_battle(new.clone()).await.unwrap(), new.visitor);
                store.give_sides(&id, vec![BattleSide::B], &by).await.map(|()| id)
            });
        }
        let all = tasks.join_all().await;
        let ids: BTreeSet<BattleId> = all.iter().flatten().cloned().collect();
        assert_eq!(ids.len(), 1);
        let full = all.iter().filter(|given| matches!(given, Err(StoreError::Spent(LimitReached::BattleHolders(_)))));
        assert_eq!(i64::try_from(full.count()).unwrap(), 300 - MOST_BATTLE_HOLDERS);
        let found = db.store.battles_of_round(game.event(), 2).await.unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0].id, &found[0].game, found[0].is_open, found[0].is_over), (ids.first().unwrap(), &game, true, false));
        for text in ["", "7/2/3/11", "7/2/3/11/12/13", "07/2/3/11/12", "x/2/3/11/12", "7/-2/3/11/12", "7/2/70000/11/12"] {
            assert!(GameOf::parse(text).is_err(), "{text}");
        }
    }

    async fn the_secret_of_the_dice_stays_the_same_and_is_not_printed(db: &TestDb) {
        let (id, other) = (battle_of(db, &digest()).await, battle_of(db, &digest()).await);
        let secret = db.store.dice_secret(&id).await.unwrap();
        assert_eq!(secret, db.store.dice_secret(&id).await.unwrap());
        assert_ne!(secret, db.store.dice_secret(&other).await.unwrap());
        assert_eq!(format!("{secret:?}"), "DiceSecret");
        let kept = db.db_texts(&format!("SELECT dice_secret AS value FROM battles WHERE public_id = '{id}'"));
        let hex: String = secret.expose().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(kept, [hex]);
    }

    async fn orders_are_added_in_order_and_read_from_any_number_on(db: &TestDb) {
        let olga = digest();
        let id = battle_of(db, &olga).await;
        // The program's answer follows in the same step.
        let mut new = orders(BattleSide::A, &["move", "shoot"]);
        new.lines.push((BattleSide::B, "flee".to_owned()));
        assert_eq!(db.store.append_orders(&id, Some(&olga), 0, new).await.unwrap(), Appended::Done);
        let last = NewOrders { is_over: true, ..orders(BattleSide::B, &["die"]) };
        assert_eq!(db.store.append_orders(&id, NOBODY, 3, last).await.unwrap(), Appended::Done);
        assert_eq!(told(db, &id, 0).await, ["1 a move", "2 a shoot", "3 b flee", "4 b die"]);
        assert_eq!(told(db, &id, 2).await, ["3 b flee", "4 b die"]);
        assert_eq!(told(db, &id, 4).await, [""; 0]);
        let found = db.store.battle(&id, NOBODY).await.unwrap();
        assert_eq!((found.orders, found.standing.as_str(), found.is_over), (4, "After die", true));
        assert!(found.updated_at >= found.created_at);
        let bytes = found.head.len() + "moveshootfleedie".len();
        assert_eq!(db.db_texts("SELECT CAST(bytes AS TEXT) AS value FROM battles"), [bytes.to_string()]);
    }

    async fn an_order_from_before_another_one_changes_nothing(db: &TestDb) {
        let olga = digest();
        let id = battle_of(db, &olga).await;
        db.store.append_orders(&id, Some(&olga), 0, orders(BattleSide::A, &["move"])).await.unwrap();
        let before = db.store.battle(&id, NOBODY).await.unwrap();
        for after in [-1, 0, 2] {
            let refused = db.store.append_orders(&id, Some(&olga), after, orders(BattleSide::A, &["halt"])).await;
            assert_eq!(refused.unwrap(), Appended::Conflict { orders: 1 });
        }
        assert_eq!(db.store.battle(&id, NOBODY).await.unwrap(), before);
        assert_eq!(told(db, &id, 0).await, ["1 a move"]);
    }

    async fn a_request_sent_again_gives_its_orders_once(db: &TestDb) {
        let olga = digest();
        let (id, other) = (battle_of(db, &olga).await, battle_of(db, &olga).await);
        let new = NewOrders { request: Some("k".to_owned()), ..orders(BattleSide::A, &["move", "shoot"]) };
        assert_eq!(db.store.append_orders(&id, Some(&olga), 0, new.clone()).await.unwrap(), Appended::Done);
        db.store.append_orders(&id, Some(&olga), 2, orders(BattleSide::A, &["halt"])).await.unwrap();
        assert_eq!(db.store.append_orders(&id, Some(&olga), 0, new.clone()).await.unwrap(), Appended::Before);
        assert_eq!(told(db, &id, 0).await, ["1 a move", "2 a shoot", "3 a halt"]);
        // The key holds only in its battle, and shows nothing to a stranger.
        assert_eq!(db.store.append_orders(&other, Some(&olga), 0, new.clone()).await.unwrap(), Appended::Done);
        let stranger = db.store.append_orders(&id, Some(digest()), 0, new).await;
        assert!(matches!(stranger, Err(StoreError::NotYourBattle)), "{stranger:?}");
    }

    async fn of_sixteen_orders_at_once_one_is_taken_and_the_others_are_told(db: &TestDb) {
        let olga = digest();
        let id = battle_of(db, &olga).await;
        // Another process on the same database.
        let second = open(&db.url);
        for round in 0..5 {
            let mut tasks = JoinSet::new();
            for number in 0..16 {
                let store = if number % 2 == 0 { db.store.clone() } else { second.clone() };
                let (id, olga) = (id.clone(), olga.clone());
                let new = orders(BattleSide::A, &[&format!("{round} {number}"), "next"]);
                tasks.spawn(async move { store.append_orders(&id, Some(olga), round * 2, new).await.unwrap() });
            }
            let mut done = 0;
            for appended in tasks.join_all().await {
                match appended {
                    Appended::Done => done += 1,
                    other => assert_eq!(other, Appended::Conflict { orders: round * 2 + 2 }),
                }
            }
            assert_eq!(done, 1);
        }
        let numbers: Vec<i64> = db.store.battle_orders(&id, 0).await.unwrap().iter().map(|order| order.number).collect();
        assert_eq!(numbers, (1..=10).collect::<Vec<_>>());
        assert_eq!(db.store.battle(&id, NOBODY).await.unwrap().orders, 10);
    }

    async fn sixteen_copies_of_one_order_at_once_give_it_once(db: &TestDb) {
        let olga = digest();
        let id = battle_of(db, &olga).await;
        let mut tasks = JoinSet::new();
        for _ in 0..16 {
            let (store, id, olga) = (db.store.clone(), id.clone(), olga.clone());
            let new = NewOrders { request: Some("k".to_owned()), ..orders(BattleSide::A, &["move"]) };
            tasks.spawn(async move { store.append_orders(&id, Some(olga), 0, new).await.unwrap() });
        }
        let appended = tasks.join_all().await;
        assert_eq!(appended.iter().filter(|one| **one == Appended::Done).count(), 1);
        assert!(appended.iter().all(|one| matches!(one, Appended::Done | Appended::Before)), "{appended:?}");
        assert_eq!(told(db, &id, 0).await, ["1 a move"]);
    }

    async fn only_who_plays_a_side_gives_its_orders(db: &TestDb) {
        let (olga, tom) = (digest(), digest());
        let id = battle_of(db, &olga).await;
        for (by, side) in [(&olga, BattleSide::B), (&tom, BattleSide::A), (&tom, BattleSide::B)] {
            let refused = db.store.append_orders(&id, Some(by), 0, orders(side, &["move"])).await;
            assert!(matches!(refused, Err(StoreError::NotYourBattle)), "{refused:?}");
        }
        let nothing = NewOrders { lines: Vec::new(), ..orders(BattleSide::A, &["move"]) };
        let refused = db.store.append_orders(&id, Some(&tom), 0, nothing).await;
        assert!(matches!(refused, Err(StoreError::NotYourBattle)), "{refused:?}");
        assert_eq!(db.store.take_side(&id, &key(BattleSide::B), &tom).await.unwrap(), Some(BattleSide::B));
        assert_eq!(db.store.append_orders(&id, Some(&tom), 0, orders(BattleSide::B, &["move"])).await.unwrap(), Appended::Done);
        // An account plays what its browser plays.
        let both = Holder::account(digest(), Some(tom));
        assert_eq!(db.store.append_orders(&id, Some(&both), 1, orders(BattleSide::B, &["halt"])).await.unwrap(), Appended::Done);
    }

    async fn a_web_hook_is_told_once_a_minute_and_forgotten_when_it_takes_nothing(db: &TestDb) {
        let (anna, tom) = (user(db, "anna-1").await, user(db, "tom-1").await);
        let id = db.store.create_battle(new_battle(&anna.holder)).await.unwrap();
        let now = OffsetDateTime::now_utc();
        let due = async |seconds: i64| db.store.take_battle_hooks(&id, now + Duration::seconds(seconds)).await.unwrap();
        let address = || Some("https://chat.example.org/1".to_owned());
        let stranger = db.store.set_battle_hook(&id, tom.id, address()).await;
        assert!(matches!(stranger, Err(StoreError::NotYourBattle)), "{stranger:?}");
        db.store.take_side(&id, &key(BattleSide::B), &tom.holder).await.unwrap();
        for user in [&anna, &tom] {
            db.store.set_battle_hook(&id, user.id, address()).await.unwrap();
        }
        // The second side decides first, so only its player is told.
        assert_eq!(due(0).await.len(), 1);
        assert!(due(59).await.is_empty());
        for failure in 1..=9 {
            let again = due(61 * failure).await;
            db.store.battle_hook_answered(&again[0], false).await.unwrap();
            assert_eq!(db.store.battle_hook(&id, tom.id).await.unwrap().map(|hook| hook.failures), Some(failure));
        }
        let again = due(61 * 10).await;
        db.store.battle_hook_answered(&again[0], true).await.unwrap();
        assert_eq!(db.store.battle_hook(&id, tom.id).await.unwrap().map(|hook| hook.failures), Some(0));
        for _ in 0..10 {
            db.store.battle_hook_answered(&again[0], false).await.unwrap();
        }
        assert_eq!(db.store.battle_hook(&id, tom.id).await.unwrap(), None);
        assert_eq!(db.store.battle_hook(&id, anna.id).await.unwrap().map(|hook| hook.address), address());
        let long = Some(format!("https://chat.example.org/{}", "x".repeat(500)));
        assert!(matches!(db.store.set_battle_hook(&id, anna.id, long).await, Err(StoreError::TooLong { .. })));
    }

    async fn an_account_is_told_once_a_day_or_each_time_and_only_when_it_decides(db: &TestDb) {
        let (anna, tom) = (user(db, "anna-1").await, user(db, "tom-1").await);
        let id = db.store.create_battle(new_battle(&anna.holder)).await.unwrap();
        let now = OffsetDateTime::now_utc();
        let told = async |hours: i64| db.store.take_battle_notices(&id, now + Duration::hours(hours)).await.unwrap();
        let stranger = db.store.set_battle_notice(&id, tom.id, Some(Notice::Daily)).await;
        assert!(matches!(stranger, Err(StoreError::NotYourBattle)), "{stranger:?}");
        db.store.take_side(&id, &key(BattleSide::B), &tom.holder).await.unwrap();
        db.store.set_battle_notice(&id, anna.id, Some(Notice::Always)).await.unwrap();
        db.store.set_battle_notice(&id, tom.id, Some(Notice::Daily)).await.unwrap();
        // The second side decides first.
        assert_eq!(told(0).await, ["tom-1@example.org"]);
        assert!(told(23).await.is_empty());
        assert_eq!(told(25).await, ["tom-1@example.org"]);
        db.store.set_battle_notice(&id, tom.id, Some(Notice::Always)).await.unwrap();
        assert_eq!(told(26).await, ["tom-1@example.org"]);
        assert_eq!(db.store.battle_notice(&id, tom.id).await.unwrap(), Some(Notice::Always));
        db.store.set_battle_notice(&id, tom.id, None).await.unwrap();
        assert!(told(60).await.is_empty());
        // The other side decides, then nobody any more.
        for (after, decides, expected) in [(0, Some(BattleSide::A), vec!["anna-1@example.org"]), (1, None, vec![])] {
            let new = NewOrders { decides, ..orders(BattleSide::A, &["line"]) };
            db.store.append_orders(&id, NOBODY, after, new).await.unwrap();
            assert_eq!(told(70).await, expected);
        }
    }

    async fn battles_are_listed_for_who_plays_or_keeps_them_the_latest_change_first(db: &TestDb) {
        let (olga, tom) = (digest(), digest());
        let (first, second) = (battle_of(db, &olga).await, battle_of(db, &olga).await);
        let watched = NewBattle { by: [DecidedBy::Plain; 2], holds: [false; 2], ..new_battle(&olga) };
        let watched = db.store.create_battle(watched).await.unwrap();
        battle_of(db, &digest()).await;
        assert_eq!(held(db, &olga).await, [watched.clone(), second.clone(), first.clone()]);
        db.store.append_orders(&first, Some(&olga), 0, orders(BattleSide::A, &["move"])).await.unwrap();
        assert_eq!(held(db, &olga).await, [first.clone(), watched, second.clone()]);
        db.store.take_side(&first, &key(BattleSide::B), &tom).await.unwrap();
        let toms = db.store.battles_held_by(&(&tom).into(), 0, 10).await.unwrap();
        let [told] = &toms[..] else { panic!("{toms:?}") };
        assert_eq!((&told.id, told.holds, told.may_delete, told.orders), (&first, [false, true], false, 1));
        assert_eq!((told.names[1].as_str(), told.standing.as_str()), ("River Folk", "After move"));
        let page = db.store.battles_held_by(&(&olga).into(), 2, 1).await.unwrap();
        assert_eq!(page.iter().map(|battle| &battle.id).collect::<Vec<_>>(), [&second]);
        // Held by an account and its browser, it is listed once.
        let both = Holder::account(olga, Some(tom));
        assert_eq!(db.store.battles_held_by(&both, 0, 10).await.unwrap().len(), 3);
        assert_eq!(db.store.battle_count(&both).await.unwrap(), 3);
        assert_eq!(db.store.battle_count(&digest().into()).await.unwrap(), 0);
    }

    async fn a_deleted_battle_is_gone_with_everything_that_was_played(db: &TestDb) {
        let (olga, tom) = (digest(), digest());
        let id = battle_of(db, &olga).await;
        db.store.take_side(&id, &key(BattleSide::B), &tom).await.unwrap();
        db.store.append_orders(&id, Some(&olga), 0, orders(BattleSide::A, &["move"])).await.unwrap();
        // The other player cannot delete it.
        for by in [&tom, &digest()] {
            let refused = db.store.delete_battle(&id, by).await;
            assert!(matches!(refused, Err(StoreError::NotYourBattle)), "{refused:?}");
        }
        db.store.delete_battle(&id, &olga).await.unwrap();
        assert!(is_gone(db, &id).await);
        assert!(matches!(db.store.battle_orders(&id, 0).await, Err(StoreError::BattleGone)));
        assert!(matches!(db.store.dice_secret(&id).await, Err(StoreError::BattleGone)));
        assert!(matches!(db.store.take_side(&id, &key(BattleSide::B), &tom).await, Err(StoreError::BattleGone)));
        assert!(matches!(db.store.delete_battle(&id, &olga).await, Err(StoreError::BattleGone)));
        let refused = db.store.append_orders(&id, NOBODY, 1, orders(BattleSide::A, &["halt"])).await;
        assert!(matches!(refused, Err(StoreError::BattleGone)), "{refused:?}");
        assert!(held(db, &olga).await.is_empty() && held(db, &tom).await.is_empty());
        let left = "SELECT line AS value FROM battle_orders UNION ALL SELECT holder FROM battle_holders \
                    UNION ALL SELECT head || name_a || name_b || standing || dice_secret || keeper FROM battles";
        assert_eq!(db.db_texts(left), [""]);
    }

    async fn a_hidden_battle_is_found_by_its_players_alone_and_does_not_change(db: &TestDb) {
        let (olga, tom, late) = (digest(), digest(), digest());
        let id = battle_of(db, &olga).await;
        db.store.take_side(&id, &key(BattleSide::B), &tom).await.unwrap();
        db.store.append_orders(&id, Some(&olga), 0, orders(BattleSide::A, &["move"])).await.unwrap();
        let grounds = |reason: &str| ActorAndReason { actor: "boss".to_owned(), reason: reason.to_owned() };
        let act = async |act: Moderation, reason: &str| {
            db.store.moderate_battle(&id, act, "/battles/x", grounds(reason)).await.unwrap();
        };
        act(Moderation::Hide, "abuse").await;
        // The same again changes nothing and is not logged.
        act(Moderation::Hide, "abuse").await;
        let is_hidden = |result: Result<(), StoreError>| matches!(result, Err(StoreError::BattleHidden(why)) if why == "abuse");
        assert!(is_hidden(db.store.battle(&id, NOBODY).await.map(drop)));
        assert!(is_hidden(db.store.battle(&id, Some(&late)).await.map(drop)));
        for player in [&olga, &tom] {
            let found = db.store.battle(&id, Some(player)).await.unwrap();
            assert!(found.is_theirs && found.hidden.as_deref() == Some("abuse"), "{found:?}");
        }
        assert!(!db.store.battle_even_if_hidden(&id, Some(&late.clone().into())).await.unwrap().is_theirs);
        let next = || orders(BattleSide::A, &["halt"]);
        assert!(is_hidden(db.store.append_orders(&id, Some(&olga), 1, next()).await.map(drop)));
        assert!(is_hidden(db.store.append_orders(&id, NOBODY, 1, next()).await.map(drop)));
        assert!(is_hidden(db.store.take_side(&id, &key(BattleSide::B), &late).await.map(drop)));
        assert_eq!(told(db, &id, 0).await, ["1 a move"]);
        act(Moderation::Show, "settled").await;
        assert_eq!(db.store.append_orders(&id, Some(&olga), 1, next()).await.unwrap(), Appended::Done);
        act(Moderation::Hide, "abuse").await;
        // Its keeper can still delete it.
        db.store.delete_battle(&id, &olga).await.unwrap();
        assert!(is_gone(db, &id).await);
        let refused = db.store.moderate_battle(&id, Moderation::Show, "/battles/x", grounds("x")).await;
        assert!(matches!(refused, Err(StoreError::BattleGone)), "{refused:?}");
        let log = db.store.admin_log(None, 10).await.unwrap();
        let log: Vec<&str> = log.iter().map(|line| line.action.as_str()).collect();
        assert_eq!(log, ["hid the battle", "showed the battle", "hid the battle"]);
    }

    async fn who_plays_every_side_that_has_a_player_may_delete_the_battle(db: &TestDb) {
        let tom = digest();
        let both = battle_of(db, &digest()).await;
        let against_program = NewBattle { by: [DecidedBy::Plain, DecidedBy::Person], ..new_battle(&digest()) };
        let against_program = db.store.create_battle(against_program).await.unwrap();
        for (id, side) in [(&both, BattleSide::A), (&both, BattleSide::B), (&against_program, BattleSide::B)] {
            assert!(!db.store.battle(id, Some(&tom)).await.unwrap().may_delete);
            db.store.take_side(id, &key(side), &tom).await.unwrap();
        }
        for id in [both, against_program] {
            assert!(db.store.battle(&id, Some(&tom)).await.unwrap().may_delete);
            db.store.delete_battle(&id, &tom).await.unwrap();
        }
    }

    async fn an_order_and_a_deletion_at_once_leave_no_order(db: &TestDb) {
        for _ in 0..10 {
            let olga = digest();
            let id = battle_of(db, &olga).await;
            let mut tasks = JoinSet::new();
            let (store, played, by) = (db.store.clone(), id.clone(), olga.clone());
            tasks.spawn(async move { store.append_orders(&played, Some(by), 0, orders(BattleSide::A, &["move"])).await.map(|_| ()) });
            let (store, deleted, by) = (db.store.clone(), id.clone(), olga.clone());
            tasks.spawn(async move { store.delete_battle(&deleted, by).await });
            for result in tasks.join_all().await {
                assert!(matches!(result, Ok(()) | Err(StoreError::BattleGone)), "{result:?}");
            }
        }
        assert_eq!(db.db_texts("SELECT line AS value FROM battle_orders"), [""; 0]);
    }

    async fn a_battle_has_so_many_orders_of_so_many_bytes(db: &TestDb) {
        let olga = digest();
        let id = battle_of(db, &olga).await;
        db.db_execute(&format!("UPDATE battles SET orders = {}", MOST_BATTLE_ORDERS - 1));
        let spent = LimitReached::BattleOrders(MOST_BATTLE_ORDERS);
        let after = MOST_BATTLE_ORDERS - 1;
        assert_spent(db.store.append_orders(&id, Some(&olga), after, orders(BattleSide::A, &["a", "b"])).await, spent);
        let longest = "x".repeat(LONGEST_BATTLE_LINE);
        let too_long = db.store.append_orders(&id, Some(&olga), after, orders(BattleSide::A, &[&format!("{longest}x")])).await;
        assert!(matches!(too_long, Err(StoreError::TooLong { field: "order", most: LONGEST_BATTLE_LINE })), "{too_long:?}");
        db.store.append_orders(&id, Some(&olga), after, orders(BattleSide::A, &[&longest])).await.unwrap();
        assert_spent(db.store.append_orders(&id, Some(&olga), after + 1, orders(BattleSide::A, &["a"])).await, spent);
        let zero = db.store.append_orders(&id, Some(&olga), after + 1, orders(BattleSide::A, &["a\0"])).await;
        assert!(matches!(zero, Err(StoreError::ZeroCharacter { .. })), "{zero:?}");
        let head = NewBattle { head: "x".repeat(LONGEST_BATTLE_HEAD + 1), ..new_battle(&olga) };
        let too_long = db.store.create_battle(head).await;
        assert!(matches!(too_long, Err(StoreError::TooLong { most: LONGEST_BATTLE_HEAD, .. })), "{too_long:?}");
    }

    async fn a_browser_keeps_so_many_battles_and_bytes_and_deleting_makes_room(db: &TestDb) {
        let olga = digest();
        let id = battle_of(db, &olga).await;
        db.db_execute(&format!(
            "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {})
             INSERT INTO battles (public_id, request_key, ruleset, ruleset_version, dice_secret, name_a, name_b, by_a,
                by_b, key_a, key_b, keeper, orders, bytes, standing, is_over, opened_at, created_at, updated_at, head)
             SELECT 'aaaaaaaa' || (1000 + i), 'r' || substr(request_key, 1, 59) || (1000 + i), ruleset, ruleset_version,
                dice_secret, name_a, name_b, by_a, by_b, key_a, key_b, keeper, orders, 0, standing, is_over, opened_at,
                created_at, updated_at, head FROM n, battles",
            BROWSER_BATTLES.battles
        ));
        assert_spent(db.store.create_battle(new_battle(&olga)).await, LimitReached::Battles(BROWSER_BATTLES.battles));
        // Nobody else is affected, and the battles go on.
        battle_of(db, &digest()).await;
        db.store.append_orders(&id, Some(&olga), 0, orders(BattleSide::A, &["move"])).await.unwrap();
        db.db_execute(&format!("UPDATE battles SET bytes = {} WHERE public_id = '{id}'", BROWSER_BATTLES.bytes));
        let refused = db.store.append_orders(&id, Some(&olga), 1, orders(BattleSide::A, &["halt"])).await;
        assert_spent(refused, LimitReached::BattleBytes(BROWSER_BATTLES.bytes));
        db.store.delete_battle(&id, &olga).await.unwrap();
        battle_of(db, &olga).await;
    }

    async fn what_a_browser_plays_goes_with_it_unless_somebody_else_plays_it(db: &TestDb) {
        let (olga, tom) = (digest(), digest());
        let (own, shared, toms) = (battle_of(db, &olga).await, battle_of(db, &olga).await, battle_of(db, &tom).await);
        let watched = NewBattle { by: [DecidedBy::Plain; 2], holds: [false; 2], ..new_battle(&olga) };
        let watched = db.store.create_battle(watched).await.unwrap();
        db.store.take_side(&shared, &key(BattleSide::B), &tom).await.unwrap();
        db.store.take_side(&toms, &key(BattleSide::B), &olga).await.unwrap();
        db.store.forget_browser(&olga).await.unwrap();
        assert!(is_gone(db, &own).await && is_gone(db, &watched).await);
        assert!(held(db, &olga).await.is_empty());
        // The other player keeps what is left.
        assert_eq!(held(db, &tom).await, [toms, shared.clone()]);
        db.store.delete_battle(&shared, &tom).await.unwrap();
    }

    async fn a_browser_s_battles_can_be_claimed_by_an_account_and_end_with_it(db: &TestDb) {
        let (tom, browser) = (user(db, "tom-1").await, digest());
        let (own, shared) = (battle_of(db, &browser).await, battle_of(db, &digest()).await);
        // Both play one side, and the browser plays the other one too.
        for (by, side) in [(&browser, BattleSide::A), (&browser, BattleSide::B), (&tom.holder, BattleSide::A)] {
            db.store.take_side(&shared, &key(side), by).await.unwrap();
        }
        db.store.claim(&browser, &tom.holder).await.unwrap();
        assert!(held(db, &browser).await.is_empty());
        assert_eq!(db.store.battle(&own, Some(&tom.holder)).await.unwrap().holds, [true, false]);
        assert!(db.store.battle(&own, Some(&tom.holder)).await.unwrap().may_delete);
        assert_eq!(db.store.battle(&shared, Some(&tom.holder)).await.unwrap().holds, [true, true]);
        db.store.delete_user(tom.id).await.unwrap();
        assert!(is_gone(db, &own).await && !is_gone(db, &shared).await);
        assert_eq!(db.db_texts("SELECT side AS value FROM battle_holders"), ["a"]);
    }

    async fn a_battle_that_nobody_opens_is_deleted_after_two_years_and_one_without_orders_after_a_month(db: &TestDb) {
        let (tom, browser) = (user(db, "tom-1").await, digest());
        let (played, accounts) = (battle_of(db, &browser).await, battle_of(db, &tom.holder).await);
        for id in [&played, &accounts] {
            db.store.append_orders(id, NOBODY, 0, orders(BattleSide::A, &["move"])).await.unwrap();
        }
        let unplayed = battle_of(db, &tom.holder).await;
        let now = OffsetDateTime::now_utc();
        assert_eq!(db.store.sweep_battles(now + Duration::days(30) - Duration::minutes(1), 10).await.unwrap(), 0);
        assert_eq!(db.store.sweep_battles(now + Duration::days(30) + Duration::minutes(1), 10).await.unwrap(), 1);
        assert!(is_gone(db, &unplayed).await);
        assert_eq!(db.store.sweep_battles(now + Duration::days(738) - Duration::minutes(1), 10).await.unwrap(), 0);
        assert_eq!(db.store.sweep_battles(now + Duration::days(738) + Duration::minutes(1), 10).await.unwrap(), 1);
        assert!(is_gone(db, &played).await && !is_gone(db, &accounts).await);
        assert_eq!(db.db_texts("SELECT line AS value FROM battle_orders"), ["move"]);
    }

    async fn a_battle_that_somebody_opens_stays_and_few_are_swept_at_once(db: &TestDb) {
        let mut ids = Vec::new();
        for _ in 0..3 {
            let id = battle_of(db, &digest()).await;
            db.store.append_orders(&id, NOBODY, 0, orders(BattleSide::A, &["move"])).await.unwrap();
            ids.push(id);
        }
        db.db_execute("UPDATE battles SET opened_at = '2020-01-01 00:00:00'");
        db.store.battle(&ids[1], NOBODY).await.unwrap();
        let opened = db.db_texts(&format!("SELECT CAST(opened_at AS TEXT) AS value FROM battles WHERE public_id = '{}'", ids[1]));
        assert!(!opened[0].starts_with("2020"), "{opened:?}");
        let now = OffsetDateTime::now_utc();
        for swept in [1, 1, 0] {
            assert_eq!(db.store.sweep_battles(now, 1).await.unwrap(), swept);
        }
        db.store.battle(&ids[1], NOBODY).await.unwrap();
        // Within a week it is not recorded again.
        let again = db.db_texts(&format!("SELECT CAST(opened_at AS TEXT) AS value FROM battles WHERE public_id = '{}'", ids[1]));
        assert_eq!(again, opened);
    }
}
