//! Armies, layouts and lists: stored in the same way, and none mistaken for another.

use musterfield::store::{SaveOutcome, Secret, StoreError, WorkSummary, WorkType};

use super::harness::{digest, edit_key, new_work, owner, owner_secret, state};

/// The other kinds.
fn others(kind: WorkType) -> impl Iterator<Item = WorkType> {
    WorkType::ALL.into_iter().filter(move |other| *other != kind)
}

fn names(held: Vec<WorkSummary>) -> Vec<String> {
    held.into_iter().map(|work| work.name).collect()
}

for_each_store! {
    async fn a_work_is_not_found_as_one_of_another_kind_whatever_is_asked(db: &TestDb) {
        let store = &db.store;
        for kind in WorkType::ALL {
            let made = db.work_of(kind, &owner(), "One").await;
            let id = made.id;
            db.save_as(kind, &owner(), &id, "Two").await;
            let before = store.work_for(kind, &id, Some(&owner())).await.unwrap();
            for wrong in others(kind) {
                let errors = [
                    store.work(wrong, &id).await.map(|_| ()),
                    store.work_for(wrong, &id, Some(&owner())).await.map(|_| ()),
                    store.save(wrong, &id, &owner(), 2, "k", state("x")).await.map(|_| ()),
                    store.undo(wrong, &id, &owner(), 2, "k", None).await.map(|_| ()),
                    store.redo(wrong, &id, &owner(), 2, "k", None).await.map(|_| ()),
                    store.restore(wrong, &id, &owner(), 2, "k", 1).await.map(|_| ()),
                    store.revision_by_hash(wrong, &id, &made.revision.hash).await.map(|_| ()),
                    store.revisions(wrong, &id, None, 10).await.map(|_| ()),
                    store.key_matches(wrong, &id, &edit_key()).await.map(|_| ()),
                    store.rotate_edit_key(wrong, &id, &owner_secret().digest(), &owner_secret(), "k").await.map(|_| ()),
                    store.hold_with_key(wrong, &id, &edit_key(), &digest()).await,
                    store.delete(wrong, &id, &owner(), "k").await,
                ];
                for (index, result) in errors.into_iter().enumerate() {
                    assert!(matches!(result, Err(StoreError::NotFound)), "{kind:?} {index}: {result:?}");
                }
            }
            assert_eq!(store.work_for(kind, &id, Some(&owner())).await.unwrap(), before);
            store.delete(kind, &id, &owner(), "k").await.unwrap();
            assert!(matches!(store.work(kind, &id).await, Err(StoreError::Gone(gone)) if gone == kind));
            for wrong in others(kind) {
                assert!(matches!(store.work(wrong, &id).await, Err(StoreError::NotFound)));
            }
        }
    }

    async fn a_layout_is_kept_as_an_army_is(db: &TestDb) {
        let (store, kind, maker) = (&db.store, WorkType::Layout, Secret::random().unwrap());
        let holder = maker.digest();
        let made = db.work_of(kind, &holder, "One").await;
        let id = made.id;
        let two = db.save_as(kind, &holder, &id, "Two").await;
        assert_eq!(store.undo(kind, &id, &holder, 2, "u", None).await.unwrap().revision, made.revision);
        assert_eq!(store.redo(kind, &id, &holder, 1, "r", None).await.unwrap().revision, two);
        let back = store.restore(kind, &id, &holder, 2, "b", 1).await.unwrap();
        assert_eq!((back.outcome, back.revision.name.as_str()), (SaveOutcome::Stored, "One"));
        assert_eq!(store.restore(kind, &id, &holder, 2, "b", 1).await.unwrap().outcome, SaveOutcome::AlreadyDone);
        assert_eq!(store.revision_by_hash(kind, &id, &two.hash).await.unwrap(), two);
        assert_eq!(store.revisions(kind, &id, None, 10).await.unwrap().len(), 3);
        let late = store.save(kind, &id, &holder, 1, "l", state("Late")).await;
        assert!(matches!(late, Err(StoreError::Conflict { head }) if *head == back.revision));
        let friend = digest();
        let refused = store.save(kind, &id, &friend, 3, "f", state("Theirs")).await;
        assert!(matches!(refused, Err(StoreError::NotYours(WorkType::Layout))), "{refused:?}");
        store.hold_with_key(kind, &id, &edit_key(), &friend).await.unwrap();
        assert!(store.work_for(kind, &id, Some(&friend)).await.unwrap().editable);
        let key = store.rotate_edit_key(kind, &id, &maker.digest(), &maker, "k").await.unwrap().unwrap();
        assert!(store.key_matches(kind, &id, &key.digest()).await.unwrap());
        assert!(!store.work_for(kind, &id, Some(&friend)).await.unwrap().editable);
        store.delete(kind, &id, &holder, "d").await.unwrap();
        let kept = "SELECT name || action AS value FROM work_revisions UNION ALL SELECT body FROM documents";
        assert_eq!(db.db_texts(kept), [""; 0]);
    }

    async fn what_a_visitor_holds_is_listed_by_kind(db: &TestDb) {
        let visitor = digest();
        for (army, layout) in [("Host", "Ford"), ("Horde", "Pass")] {
            db.work_of(WorkType::Army, &visitor, army).await;
            db.work_of(WorkType::Layout, &visitor, layout).await;
        }
        assert_eq!(names(db.store.held_by(&visitor, WorkType::Army, 0, 10).await.unwrap()), ["Horde", "Host"]);
        assert_eq!(names(db.store.held_by(&visitor, WorkType::Layout, 0, 10).await.unwrap()), ["Pass", "Ford"]);
        assert_eq!(names(db.store.held_by(&visitor, WorkType::Layout, 1, 1).await.unwrap()), ["Ford"]);
    }

    async fn one_request_key_makes_one_work_of_each_kind(db: &TestDb) {
        let mut ids = Vec::new();
        for kind in WorkType::ALL {
            let first = db.store.create(new_work(kind, &owner(), "once", "One")).await.unwrap();
            let again = db.store.create(new_work(kind, &owner(), "once", "One")).await.unwrap();
            assert!(first.fresh && !again.fresh);
            assert_eq!(first.id, again.id);
            ids.push(first.id);
        }
        ids.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
        ids.dedup();
        assert_eq!(ids.len(), WorkType::ALL.len());
    }
}
