//! Armies as a whole: created, read, deleted, and their edit keys.

use musterfield::store::{Secret, StoreError, WorkId, WorkType};
use time::OffsetDateTime;

use super::harness::{digest, edit_key, new_work, owner, owner_secret, state, unique_name};

for_each_store! {
    async fn an_army_that_was_made_can_be_read(db: &TestDb) {
        let before = OffsetDateTime::now_utc();
        let made = db.army("Host of the Long Barrow").await;
        assert!(made.fresh);
        let army = db.store.work(WorkType::Army, &made.id).await.unwrap();
        assert_eq!(army.id, made.id);
        assert_eq!(army.head, made.revision);
        assert_eq!(army.created_at, army.updated_at);
        assert_eq!(army.created_at, army.head.created_at);
        assert!((army.created_at - before).abs() < time::Duration::seconds(10), "{}", army.created_at);
        assert!((!army.can_undo, !army.can_redo, !army.editable) == (true, true, true));
        assert_eq!(army.revision_count, 1);
        let wanted = state("Host of the Long Barrow");
        let head = army.head;
        assert_eq!((head.number, head.parent), (1, None));
        assert_eq!((head.hash, head.document, head.ruleset), (wanted.hash, wanted.document, wanted.ruleset));
        assert_eq!((head.ruleset_version, head.name, head.legal), (wanted.ruleset_version, wanted.name, wanted.legal));
        assert_eq!((head.figure, head.action), (wanted.figure, wanted.action));
    }

    async fn the_title_of_a_work_is_that_of_its_state_and_none_of_what_cannot_be_seen(db: &TestDb) {
        let [made, deleted, hidden] = [db.army("Host").await, db.army("Deleted").await, db.army("Hidden").await];
        let first = made.revision.hash.clone();
        db.save(&made.id, "Host with Blades").await;
        db.store.delete(WorkType::Army, &deleted.id, &owner(), "d").await.unwrap();
        db.db_execute(&format!("UPDATE works SET hidden_reason = 'spam' WHERE public_id = '{}'", hidden.id));
        let wanted = vec![
            (made.id.clone(), None),
            (deleted.id, None),
            (made.id.clone(), Some(first)),
            (hidden.id, None),
            (made.id, Some(hidden.revision.hash)),
            (WorkId::parse("000000000000").unwrap(), None),
        ];
        let titles = db.store.titles(WorkType::Army, wanted.clone()).await.unwrap();
        let names: Vec<_> = titles.iter().map(|title| title.as_ref().map(|title| title.name.as_str())).collect();
        assert_eq!(names, [Some("Host with Blades"), None, Some("Host"), None, None, None]);
        assert_eq!(titles[0].as_ref().unwrap().figure, state("Host with Blades").figure);
        assert_eq!(db.store.titles(WorkType::Layout, wanted).await.unwrap(), [const { None }; 6]);
    }

    async fn the_same_request_makes_one_army(db: &TestDb) {
        let new = new_work(WorkType::Army, &digest(), "once", "Host");
        let first = db.store.create(new.clone()).await.unwrap();
        let second = db.store.create(new.clone()).await.unwrap();
        assert!(first.fresh);
        assert!(!second.fresh);
        assert_eq!((&second.id, &second.revision), (&first.id, &first.revision));
        let mut other = new;
        other.request_key = "twice".to_owned();
        assert_ne!(db.store.create(other).await.unwrap().id, first.id);
    }

    async fn a_repeated_request_gives_the_first_state_even_after_changes(db: &TestDb) {
        let new = new_work(WorkType::Army, &owner(), "once", "Host");
        let first = db.store.create(new.clone()).await.unwrap();
        db.save(&first.id, "Host with Blades").await;
        let second = db.store.create(new).await.unwrap();
        assert_eq!(second.revision, first.revision);
    }

    async fn a_request_key_may_be_of_any_length_and_content(db: &TestDb) {
        for key in ["", "\0", "ключ 🗝", &"k".repeat(100_000)] {
            let made = db.store.create(new_work(WorkType::Army, &owner(), key, "Host")).await.unwrap();
            let saved = db.store.save(WorkType::Army, &made.id, &owner(), 1, key, state("Other")).await.unwrap();
            assert_eq!(saved.revision.number, 2);
        }
    }

    async fn an_army_that_never_was_is_not_found(db: &TestDb) {
        let id = WorkId::random().unwrap();
        let store = &db.store;
        let (visitor, hash) = (digest(), state("x").hash);
        let errors = [
            store.work(WorkType::Army, &id).await.map(|_| ()),
            store.work_for(WorkType::Army, &id, Some(&visitor)).await.map(|_| ()),
            store.save(WorkType::Army, &id, &owner(), 1, "k", state("x")).await.map(|_| ()),
            store.undo(WorkType::Army, &id, &owner(), 1, "k", None).await.map(|_| ()),
            store.redo(WorkType::Army, &id, &owner(), 1, "k", None).await.map(|_| ()),
            store.restore(WorkType::Army, &id, &owner(), 1, "k", 1).await.map(|_| ()),
            store.revision_by_hash(WorkType::Army, &id, &hash).await.map(|_| ()),
            store.revisions(WorkType::Army, &id, None, 10).await.map(|_| ()),
            store.key_matches(WorkType::Army, &id, &visitor).await.map(|_| ()),
            store.rotate_edit_key(WorkType::Army, &id, &owner_secret().digest(), &owner_secret(), "k").await.map(|_| ()),
            store.hold_with_key(WorkType::Army, &id, &edit_key(), &visitor).await,
            store.delete(WorkType::Army, &id, &owner(), "another").await,
        ];
        for (index, result) in errors.into_iter().enumerate() {
            assert!(matches!(result, Err(StoreError::NotFound)), "{index}: {result:?}");
        }
    }

    async fn a_deleted_army_is_gone(db: &TestDb) {
        let visitor = digest();
        let new = new_work(WorkType::Army, &visitor, "once", "Secret Host");
        let id = db.store.create(new.clone()).await.unwrap().id;
        db.save_as(WorkType::Army, &visitor, &id, "Secret Host with Blades").await;
        let store = &db.store;
        store.delete(WorkType::Army, &id, &visitor, "deletion").await.unwrap();
        let errors = [
            store.work(WorkType::Army, &id).await.map(|_| ()),
            store.work_for(WorkType::Army, &id, Some(&visitor)).await.map(|_| ()),
            store.create(new).await.map(|_| ()),
            store.save(WorkType::Army, &id, &owner(), 2, "k", state("x")).await.map(|_| ()),
            store.undo(WorkType::Army, &id, &owner(), 2, "k", None).await.map(|_| ()),
            store.redo(WorkType::Army, &id, &owner(), 2, "k", None).await.map(|_| ()),
            store.restore(WorkType::Army, &id, &owner(), 2, "k", 1).await.map(|_| ()),
            store.revision_by_hash(WorkType::Army, &id, &state("Secret Host").hash).await.map(|_| ()),
            store.revisions(WorkType::Army, &id, None, 10).await.map(|_| ()),
            store.key_matches(WorkType::Army, &id, &visitor).await.map(|_| ()),
            store.rotate_edit_key(WorkType::Army, &id, &owner_secret().digest(), &owner_secret(), "k").await.map(|_| ()),
            store.hold_with_key(WorkType::Army, &id, &edit_key(), &visitor).await,
            store.delete(WorkType::Army, &id, &owner(), "another").await,
        ];
        for (index, result) in errors.into_iter().enumerate() {
            assert!(matches!(result, Err(StoreError::Gone(WorkType::Army))), "{index}: {result:?}");
        }
        assert_eq!(store.held_by(&visitor, WorkType::Army, 0, 10).await.unwrap(), []);
    }

    async fn nothing_a_deleted_army_said_is_kept(db: &TestDb) {
        let made = db.army("Secret Host").await;
        db.save(&made.id, "Secret Host with Blades").await;
        db.store.delete(WorkType::Army, &made.id, &owner(), "k").await.unwrap();
        let kept = "SELECT name || action AS value FROM work_revisions UNION ALL SELECT body FROM documents";
        assert_eq!(db.db_texts(kept), [""; 0]);
        assert_eq!(db.db_texts("SELECT visitor AS value FROM work_holders"), [""; 0]);
    }

    async fn deleting_one_army_leaves_the_others(db: &TestDb) {
        let (one, other) = (db.army("One").await, db.army("Other").await);
        db.store.delete(WorkType::Army, &one.id, &owner(), "k").await.unwrap();
        assert_eq!(db.store.work(WorkType::Army, &other.id).await.unwrap().head, other.revision);
    }

    async fn a_deletion_sent_twice_is_done_once_and_another_finds_nothing(db: &TestDb) {
        let (id, other) = (db.army("One").await.id, db.army("Other").await.id);
        for _ in 0..2 {
            db.store.delete(WorkType::Army, &id, &owner(), "k").await.unwrap();
        }
        let late = db.store.delete(WorkType::Army, &id, &owner(), "another").await;
        assert!(matches!(late, Err(StoreError::Gone(WorkType::Army))), "{late:?}");
        // A request key holds only for its army.
        db.store.work(WorkType::Army, &other).await.unwrap();
        let refused = db.store.delete(WorkType::Army, &other, &digest(), "k").await;
        assert!(matches!(refused, Err(StoreError::NotYours(WorkType::Army))), "{refused:?}");
        db.store.delete(WorkType::Army, &other, &owner(), "k").await.unwrap();
    }

    async fn only_the_newest_edit_key_opens_an_army_and_only_its_owner_holds_it(db: &TestDb) {
        let (owner, friend, late) = (Secret::random().unwrap(), digest(), digest());
        let id = db.army_of(&owner.digest(), "Host").await.id;
        db.store.hold_with_key(WorkType::Army, &id, &edit_key(), &friend).await.unwrap();
        let wrong = db.store.hold_with_key(WorkType::Army, &id, &digest(), &late).await;
        assert!(matches!(wrong, Err(StoreError::WrongKey(WorkType::Army))), "{wrong:?}");
        let next = db.store.rotate_edit_key(WorkType::Army, &id, &owner.digest(), &owner, "k").await.unwrap().unwrap().digest();
        assert!(!db.store.key_matches(WorkType::Army, &id, &edit_key()).await.unwrap());
        assert!(db.store.key_matches(WorkType::Army, &id, &next).await.unwrap());
        // A holder who came through the old link is locked out; the visitor who changed it is not.
        assert!(db.store.work_for(WorkType::Army, &id, Some(&owner.digest())).await.unwrap().editable);
        assert!(!db.store.work_for(WorkType::Army, &id, Some(&friend)).await.unwrap().editable);
        for stranger in [&friend, &late] {
            let refused = db.store.hold_with_key(WorkType::Army, &id, &edit_key(), stranger).await;
            assert!(matches!(refused, Err(StoreError::WrongKey(WorkType::Army))), "{refused:?}");
            assert!(!db.store.work_for(WorkType::Army, &id, Some(stranger)).await.unwrap().editable);
        }
        db.store.hold_with_key(WorkType::Army, &id, &next, &late).await.unwrap();
        assert!(db.store.work_for(WorkType::Army, &id, Some(&late)).await.unwrap().editable);
    }

    async fn an_edit_key_asked_for_twice_is_made_once(db: &TestDb) {
        let id = db.army("Host").await.id;
        let key = async |request: &str| {
            let key = db.store.rotate_edit_key(WorkType::Army, &id, &owner_secret().digest(), &owner_secret(), request).await.unwrap();
            key.map(|key| key.expose().to_owned())
        };
        let first = key("once").await.unwrap();
        let friend = digest();
        let digest = Secret::parse(&first).unwrap().digest();
        db.store.hold_with_key(WorkType::Army, &id, &digest, &friend).await.unwrap();
        assert_eq!(key("once").await.as_ref(), Some(&first));
        // A holder who joined in the meantime is not locked out again.
        assert!(db.store.work_for(WorkType::Army, &id, Some(&friend)).await.unwrap().editable);
        let second = key("again").await.unwrap();
        assert_ne!(second, first);
        // A replaced key does not come back: neither while its request is known nor once it is forgotten.
        assert_eq!(key("once").await, None);
        assert!(!db.store.key_matches(WorkType::Army, &id, &digest).await.unwrap());
        db.store.prune_requests(OffsetDateTime::now_utc() + time::Duration::hours(1)).await.unwrap();
        assert_ne!(key("once").await.unwrap(), first);
        assert!(!db.store.key_matches(WorkType::Army, &id, &digest).await.unwrap());
    }

    async fn only_who_holds_an_army_may_delete_it_or_change_its_edit_key(db: &TestDb) {
        let id = db.army("Host").await.id;
        let stranger = Secret::random().unwrap();
        let refused = db.store.delete(WorkType::Army, &id, &stranger.digest(), "a").await;
        assert!(matches!(refused, Err(StoreError::NotYours(WorkType::Army))), "{refused:?}");
        let refused = db.store.rotate_edit_key(WorkType::Army, &id, &stranger.digest(), &stranger, "b").await;
        assert!(matches!(refused, Err(StoreError::NotYours(WorkType::Army))), "{refused:?}");
        assert!(db.store.key_matches(WorkType::Army, &id, &edit_key()).await.unwrap());
    }

    async fn a_secret_is_stored_as_its_digest_only(db: &TestDb) {
        let (key, cookie) = (Secret::random().unwrap(), Secret::random().unwrap());
        let mut new = new_work(WorkType::Army, &cookie.digest(), "a request key", "Host");
        new.edit_key = key.digest();
        db.store.create(new).await.unwrap();
        let stored = db.db_texts(
            "SELECT edit_key AS value FROM works UNION ALL SELECT visitor FROM work_holders \
             UNION ALL SELECT request_key FROM work_requests",
        );
        assert_eq!(stored.len(), 3);
        for text in stored {
            assert_eq!(text.len(), 64);
            assert!(text != key.expose() && text != cookie.expose() && text != "a request key");
        }
    }

    async fn texts_of_every_script_come_back_as_they_were(db: &TestDb) {
        for name in ["🏰🐉 Host 👨‍👩‍👧‍👦", "جيش التلّ الطويل", "צבא הגבעה", "e\u{301} ≠ é", "'; DROP TABLE armies; --", "\u{202e}reversed\u{202c}"] {
            let made = db.army(name).await;
            let army = db.store.work(WorkType::Army, &made.id).await.unwrap();
            assert_eq!(army.head.name, name);
            assert_eq!(army.head.document, state(name).document);
        }
    }

    async fn notes_of_twenty_thousand_characters_come_back_as_they_were(db: &TestDb) {
        let mut long = state("long");
        long.document = "Ω🐉é\n\"".chars().cycle().take(20_000).collect();
        let made = db.army("short").await;
        let saved = db.store.save(WorkType::Army, &made.id, &owner(), 1, "k", long.clone()).await.unwrap();
        assert_eq!(db.store.work(WorkType::Army, &made.id).await.unwrap().head, saved.revision);
        assert_eq!(saved.revision.document, long.document);
    }

    async fn a_zero_character_is_refused_by_both_databases(db: &TestDb) {
        let mut new = new_work(WorkType::Army, &digest(), "once", "Host");
        new.state.name = "Ho\0st".to_owned();
        let refused = db.store.create(new).await;
        assert!(matches!(refused, Err(StoreError::ZeroCharacter { field: "name" })), "{refused:?}");
        let made = db.army("Host").await;
        let mut next = state("Next");
        next.document.push('\0');
        let refused = db.store.save(WorkType::Army, &made.id, &owner(), 1, "k", next).await;
        assert!(matches!(refused, Err(StoreError::ZeroCharacter { field: "document" })), "{refused:?}");
    }

    async fn the_store_says_that_it_is_alive(db: &TestDb) {
        db.store.ping().await.unwrap();
        db.army("Host").await;
        db.store.ping().await.unwrap();
    }

    async fn requests_are_forgotten_after_their_time(db: &TestDb) {
        let made = db.army("Host").await;
        let key = unique_name("request");
        db.store.save(WorkType::Army, &made.id, &owner(), 1, &key, state("Next")).await.unwrap();
        let now = OffsetDateTime::now_utc();
        assert_eq!(db.store.prune_requests(now - time::Duration::hours(1)).await.unwrap(), 0);
        db.store.save(WorkType::Army, &made.id, &owner(), 1, &key, state("Next")).await.unwrap();
        db.save(&made.id, "Last").await;
        assert_eq!(db.store.prune_requests(now + time::Duration::hours(1)).await.unwrap(), 3);
        let late = db.store.save(WorkType::Army, &made.id, &owner(), 1, &key, state("Next")).await;
        assert!(matches!(late, Err(StoreError::Conflict { .. })), "{late:?}");
    }

    async fn a_forgotten_request_for_an_army_makes_another(db: &TestDb) {
        let new = new_work(WorkType::Army, &owner(), "once", "Host");
        let first = db.store.create(new.clone()).await.unwrap();
        db.store.prune_requests(OffsetDateTime::now_utc() + time::Duration::hours(1)).await.unwrap();
        let second = db.store.create(new).await.unwrap();
        assert!(second.fresh);
        assert_ne!(second.id, first.id);
    }
}
