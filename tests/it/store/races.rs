//! Requests that arrive at the same moment.

use std::collections::BTreeSet;

use musterfield::store::{SaveOutcome, SecretDigest, StoreError, WorkId, WorkType};
use tokio::task::JoinSet;

use super::harness::{digest, edit_key, new_work, owner, owner_secret, state, unique_name};

const AT_ONCE: usize = 16;

for_each_store! {
    async fn of_sixteen_saves_from_one_state_one_wins_and_the_others_are_told(db: &TestDb) {
        let id = db.army("Start").await.id;
        for round in 0..5 {
            let base = db.store.work(WorkType::Army, &id).await.unwrap().head.number;
            let mut tasks = JoinSet::new();
            for number in 0..AT_ONCE {
                let (store, id) = (db.store.clone(), id.clone());
                tasks.spawn(async move {
                    store.save(WorkType::Army, &id, &owner(), base, &unique_name("request"), state(&format!("{round} {number}"))).await
                });
            }
            let mut stored = Vec::new();
            let mut heads = Vec::new();
            for result in tasks.join_all().await {
                match result {
                    Ok(saved) => stored.push(saved),
                    Err(StoreError::Conflict { head }) => heads.push(*head),
                    Err(error) => panic!("{error:?}"),
                }
            }
            assert_eq!(stored.len(), 1);
            assert_eq!(stored[0].outcome, SaveOutcome::Stored);
            assert_eq!(heads.len(), AT_ONCE - 1);
            assert!(heads.iter().all(|head| *head == stored[0].revision));
            let army = db.store.work(WorkType::Army, &id).await.unwrap();
            assert_eq!((&army.head, army.revision_count), (&stored[0].revision, base + 1));
        }
    }

    async fn sixteen_copies_of_one_save_make_one_state(db: &TestDb) {
        let id = db.army("Start").await.id;
        let mut tasks = JoinSet::new();
        for _ in 0..AT_ONCE {
            let (store, id) = (db.store.clone(), id.clone());
            tasks.spawn(async move { store.save(WorkType::Army, &id, &owner(), 1, "k", state("Next")).await.unwrap() });
        }
        let saved = tasks.join_all().await;
        let fresh = saved.iter().filter(|saved| saved.outcome == SaveOutcome::Stored).count();
        assert_eq!(fresh, 1);
        assert!(saved.iter().all(|one| one.revision == saved[0].revision));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().revision_count, 2);
    }

    async fn sixteen_copies_of_one_request_make_one_army(db: &TestDb) {
        for round in 0..5 {
            let new = new_work(WorkType::Army, &digest(), &format!("request {round}"), "Host");
            let mut tasks = JoinSet::new();
            for _ in 0..AT_ONCE {
                let (store, new) = (db.store.clone(), new.clone());
                tasks.spawn(async move { store.create(new).await.unwrap() });
            }
            let made = tasks.join_all().await;
            assert_eq!(made.iter().filter(|one| one.fresh).count(), 1);
            let ids: BTreeSet<WorkId> = made.into_iter().map(|one| one.id).collect();
            assert_eq!(ids.len(), 1);
        }
        assert_eq!(db.db_texts("SELECT public_id AS value FROM works").len(), 5);
    }

    async fn sixteen_undos_from_one_state_go_back_one_step(db: &TestDb) {
        let id = db.army("One").await.id;
        db.save(&id, "Two").await;
        db.save(&id, "Three").await;
        let mut tasks = JoinSet::new();
        for _ in 0..AT_ONCE {
            let (store, id) = (db.store.clone(), id.clone());
            tasks.spawn(async move { store.undo(WorkType::Army, &id, &owner(), 3, &unique_name("request"), None).await });
        }
        let done = tasks.join_all().await.into_iter().filter(Result::is_ok).count();
        assert_eq!((done, db.store.work(WorkType::Army, &id).await.unwrap().head.number), (1, 2));
    }

    async fn one_visitor_given_an_army_sixteen_times_at_once_holds_it_once(db: &TestDb) {
        let id = db.army("One").await.id;
        let visitor = digest();
        let mut tasks = JoinSet::new();
        for _ in 0..AT_ONCE {
            let (store, id, visitor) = (db.store.clone(), id.clone(), visitor.clone());
            tasks.spawn(async move { store.hold_with_key(WorkType::Army, &id, &edit_key(), &visitor).await.unwrap() });
        }
        tasks.join_all().await;
        assert_eq!(db.store.held_by(&visitor, WorkType::Army, 0, 10).await.unwrap().len(), 1);
    }

    async fn a_save_and_a_deletion_at_once_leave_no_document(db: &TestDb) {
        for round in 0..10 {
            let id = db.army(&format!("Host {round}")).await.id;
            let mut tasks = JoinSet::new();
            let (store, saved) = (db.store.clone(), id.clone());
            tasks.spawn(async move { store.save(WorkType::Army, &saved, &owner(), 1, "k", state("Next")).await.map(|_| ()) });
            let (store, deleted) = (db.store.clone(), id.clone());
            tasks.spawn(async move { store.delete(WorkType::Army, &deleted, &owner(), "d").await });
            for result in tasks.join_all().await {
                assert!(matches!(result, Ok(()) | Err(StoreError::Gone(WorkType::Army))), "{result:?}");
            }
        }
        let kept = "SELECT name AS value FROM work_revisions UNION ALL SELECT body FROM documents";
        assert_eq!(db.db_texts(kept), [""; 0]);
    }

    async fn a_copy_made_while_the_original_goes_keeps_its_document(db: &TestDb) {
        for round in 0..10 {
            let content = format!("Host {round}");
            let id = db.army(&content).await.id;
            let mut tasks = JoinSet::new();
            for at in 0..AT_ONCE {
                let (store, id, content) = (db.store.clone(), id.clone(), content.clone());
                tasks.spawn(async move {
                    if at == AT_ONCE / 2 {
                        store.delete(WorkType::Army, &id, &owner(), "d").await.unwrap();
                        return None;
                    }
                    Some(store.create(new_work(WorkType::Army, &digest(), &unique_name("copy"), &content)).await.unwrap().id)
                });
            }
            for copy in tasks.join_all().await.into_iter().flatten() {
                let read = db.store.work(WorkType::Army, &copy).await.unwrap();
                assert_eq!(read.head.document, state(&content).document);
            }
            let kept = format!("SELECT body AS value FROM documents WHERE body LIKE '%{content}\"%'");
            assert_eq!(db.db_texts(&kept).len(), 1);
        }
    }

    async fn nobody_comes_in_through_a_link_that_is_changed_at_the_same_moment(db: &TestDb) {
        for round in 0..10 {
            let id = db.army(&format!("Host {round}")).await.id;
            let bearers: Vec<SecretDigest> = (0..AT_ONCE).map(|_| digest()).collect();
            let mut tasks = JoinSet::new();
            for (at, bearer) in bearers.iter().enumerate() {
                if at == AT_ONCE / 2 {
                    let (store, id) = (db.store.clone(), id.clone());
                    tasks.spawn(async move { store.rotate_edit_key(WorkType::Army, &id, &owner_secret().digest(), &owner_secret(), "k").await.map(|_| ()) });
                }
                let (store, id, bearer) = (db.store.clone(), id.clone(), bearer.clone());
                tasks.spawn(async move { store.hold_with_key(WorkType::Army, &id, &edit_key(), &bearer).await });
            }
            for result in tasks.join_all().await {
                assert!(matches!(result, Ok(()) | Err(StoreError::WrongKey(WorkType::Army))), "{result:?}");
            }
            for bearer in bearers {
                assert!(!db.store.work_for(WorkType::Army, &id, Some(&bearer)).await.unwrap().editable, "round {round}");
            }
        }
    }

    async fn who_is_shut_out_changes_nothing_afterwards(db: &TestDb) {
        for round in 0..10 {
            let id = db.army(&format!("Host {round}")).await.id;
            let friend = digest();
            db.store.hold_with_key(WorkType::Army, &id, &edit_key(), &friend).await.unwrap();
            let (store, saved, by) = (db.store.clone(), id.clone(), friend.clone());
            let saving = tokio::spawn(async move {
                let mut base = 1;
                loop {
                    match store.save(WorkType::Army, &saved, &by, base, &unique_name("request"), state(&base.to_string())).await {
                        Ok(done) => base = done.revision.number,
                        refused => return refused,
                    }
                }
            });
            db.store.rotate_edit_key(WorkType::Army, &id, &owner_secret().digest(), &owner_secret(), "k").await.unwrap();
            let last = db.store.work(WorkType::Army, &id).await.unwrap();
            let refused = saving.await.unwrap();
            assert!(matches!(refused, Err(StoreError::NotYours(WorkType::Army))), "{refused:?}");
            assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap(), last);
        }
    }

    async fn sixteen_copies_of_one_change_of_the_link_give_one_key(db: &TestDb) {
        let id = db.army("One").await.id;
        let mut tasks = JoinSet::new();
        for _ in 0..AT_ONCE {
            let (store, id) = (db.store.clone(), id.clone());
            tasks.spawn(async move { store.rotate_edit_key(WorkType::Army, &id, &owner_secret().digest(), &owner_secret(), "k").await.unwrap().unwrap() });
        }
        let keys: BTreeSet<String> =
            tasks.join_all().await.into_iter().map(|key| key.expose().to_owned()).collect();
        assert_eq!(keys.len(), 1);
    }

    async fn readers_see_whole_states_while_others_write(db: &TestDb) {
        let id = db.army("0").await.id;
        let mut tasks = JoinSet::new();
        let (store, written) = (db.store.clone(), id.clone());
        tasks.spawn(async move {
            for number in 1..=40 {
                store.save(WorkType::Army, &written, &owner(), number, &unique_name("request"), state(&number.to_string())).await.unwrap();
            }
        });
        for _ in 0..4 {
            let (store, id) = (db.store.clone(), id.clone());
            tasks.spawn(async move {
                for _ in 0..60 {
                    let army = store.work(WorkType::Army, &id).await.unwrap();
                    assert_eq!(army.head.name, (army.head.number - 1).to_string());
                    assert!(army.revision_count >= army.head.number);
                    assert!(!army.can_redo);
                }
            });
        }
        tasks.join_all().await;
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 41);
    }
}
