//! Entries that are cleared at once, restored, or deleted permanently.

use musterfield::store::CLEARED_FOR;

use super::*;

async fn shown(db: &TestDb, event: EventId) -> Vec<String> {
    let entrants = db.store.entrants(event, None).await.unwrap();
    entrants.into_iter().map(|entrant| entrant.name).collect()
}

async fn clear(db: &TestDb, event: EventId, ids: &[&WorkId], key: &str) -> usize {
    let ids = ids.iter().map(|id| (*id).clone()).collect();
    db.store.clear_entries(event, ids, Vec::new(), key, &actor()).await.unwrap()
}

for_each_store! {
    async fn what_is_cleared_is_gone_and_comes_back_as_it_was(db: &TestDb) {
        let event = open(db, content(None, Some(2))).await;
        let (tom, anna) = (holder(), holder());
        let one = entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        entered(db, new_entry(&event, "Anna", &anna, "Riders")).await;
        let next = entered(db, new_entry(&event, "Bert", &holder(), "Host")).await;
        assert!(next.waiting);
        assert_eq!(clear(db, event.id, &[&one.id], "c").await, 1);
        assert_eq!(shown(db, event.id).await, ["Anna", "Bert"]);
        assert!(!db.store.entrant(event.id, &next.id, None).await.unwrap().state.waiting, "the place is free");
        assert!(matches!(db.store.entrant(event.id, &one.id, Some(&tom)).await, Err(StoreError::NotFound)));
        assert_eq!(db.store.own_entrants(event.id, &tom).await.unwrap(), []);
        assert!(matches!(db.store.enter(again(&event, &one.id, &tom, "Host")).await, Err(StoreError::NotFound)));
        let act = db.store.act_on_entry(event.id, &one.id, EntryAction::Accept(1), &actor()).await;
        assert!(matches!(act, Err(StoreError::NotFound)));
        // Another player has that name by now.
        entered(db, new_entry(&event, "tom", &holder(), "Host")).await;
        let [clearing] = &db.store.clearings(event.id).await.unwrap()[..] else { panic!("one clearing") };
        assert_eq!((clearing.entries, clearing.actor.as_str()), (1, "Olga"));
        assert_eq!(db.store.bring_back(event.id, clearing.id, &actor()).await.unwrap(), 1);
        assert_eq!(shown(db, event.id).await, ["Tom (2)", "Anna", "Bert", "tom"]);
        let back = db.store.entrant(event.id, &one.id, Some(&tom)).await.unwrap();
        assert!(back.is_own && back.state.waiting, "nobody gives a place back");
        assert_eq!(back.head.unwrap().title, "Host");
        assert_eq!(db.store.clearings(event.id).await.unwrap(), []);
        assert_eq!(db.store.bring_back(event.id, clearing.id, &actor()).await.unwrap(), 0, "once is enough");
        let deeds = db.store.event_log(event.id, None, 0, 20).await.unwrap();
        let of_event: Vec<_> =
            deeds.iter().filter(|deed| deed.entrant.is_none()).map(|deed| deed.action.as_str()).take(2).collect();
        assert_eq!(of_event, ["restored 1 entry", "cleared 1 entry"]);
    }

    async fn a_form_that_is_sent_twice_clears_once(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let one = entered(db, new_entry(&event, "Tom", &holder(), "Host")).await;
        let two = entered(db, new_entry(&event, "Anna", &holder(), "Host")).await;
        assert_eq!(clear(db, event.id, &[&one.id], "c").await, 1);
        assert_eq!(clear(db, event.id, &[&one.id, &two.id], "c").await, 1, "it was done");
        assert_eq!(shown(db, event.id).await, ["Anna"]);
        assert_eq!(clear(db, event.id, &[&one.id], "d").await, 0);
        assert_eq!(db.store.clearings(event.id).await.unwrap().len(), 1);
    }

    async fn the_form_of_an_entry_that_was_cleared_is_refused_and_a_new_one_is_taken(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let tom = holder();
        let entry = new_entry(&event, "Tom", &tom, "Host");
        let one = entered(db, entry.clone()).await;
        clear(db, event.id, &[&one.id], "c").await;
        assert_eq!(db.store.enter(entry).await.unwrap().unwrap_err(), Refusal::Cleared);
        entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        assert_eq!(shown(db, event.id).await, ["Tom"]);
    }

    async fn nobody_is_cleared_when_a_round_was_drawn_up_meanwhile(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let one = entered(db, new_entry(&event, "Tom", &holder(), "Host")).await;
        db.store.add_rounds(event.id, 0, vec!["{}".to_owned()], (&actor(), "drew round 1")).await.unwrap();
        let clear = async |rounds| db.store.clear_entries(event.id, vec![one.id.clone()], rounds, "c", &actor()).await;
        assert!(matches!(clear(Vec::new()).await, Err(StoreError::EventChanged)));
        assert!(matches!(clear(vec![(1, 2)]).await, Err(StoreError::EventChanged)));
        assert_eq!(shown(db, event.id).await, ["Tom"]);
        assert_eq!(clear(vec![(1, 1)]).await.unwrap(), 1);
    }

    async fn what_was_cleared_long_ago_is_gone_for_good_with_all_that_belongs_to_it(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let mut ids = Vec::new();
        for name in ["Tom", "Anna", "Bert"] {
            ids.push(entered(db, new_entry(&event, name, &holder(), "Host")).await.id);
        }
        clear(db, event.id, &[&ids[0]], "old").await;
        clear(db, event.id, &[&ids[1]], "undone").await;
        let clearings = db.store.clearings(event.id).await.unwrap();
        db.store.bring_back(event.id, clearings[0].id, &actor()).await.unwrap();
        db.db_execute("UPDATE event_clearings SET created_at = '2026-01-01 12:00:00'");
        clear(db, event.id, &[&ids[2]], "new").await;
        assert!(matches!(
            db.store.bring_back(event.id, clearings[1].id, &actor()).await,
            Err(StoreError::NotFound)
        ));
        let limit = OffsetDateTime::now_utc() - CLEARED_FOR;
        assert_eq!(db.store.prune_clearings(limit).await.unwrap(), 1);
        assert_eq!(db.db_texts("SELECT name AS value FROM entrants ORDER BY id"), ["Anna", "Bert"]);
        assert_eq!(db.db_texts("SELECT hash AS value FROM entries").len(), 2);
        let left = db.store.clearings(event.id).await.unwrap();
        assert_eq!(db.store.bring_back(event.id, left[0].id, &actor()).await.unwrap(), 1);
        assert_eq!(shown(db, event.id).await, ["Anna", "Bert"]);
    }

    async fn what_came_from_the_same_place_is_found(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let tom = holder();
        let send = async |name: &str, by: &Holder, household: &str| {
            let origin = Origin { household: household.to_owned(), signed_in: false };
            entered(db, NewEntry { origin, ..new_entry(&event, name, by, "Host") }).await.id
        };
        let first = send("One", &tom, "192.0.2.1").await;
        let same_browser = send("Two", &tom, "192.0.2.2").await;
        let same_household = send("Three", &holder(), "192.0.2.1").await;
        let (nowhere, other) = (send("Four", &holder(), "").await, send("Five", &holder(), "").await);
        assert_eq!(db.store.of_same_origin(event.id, &first).await.unwrap(), [first.clone(), same_browser, same_household]);
        assert_eq!(db.store.of_same_origin(event.id, &nowhere).await.unwrap(), [nowhere]);
        assert_eq!(db.store.of_same_origin(event.id, &other).await.unwrap(), [other]);
    }
}
