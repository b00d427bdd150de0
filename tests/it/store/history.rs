//! The revisions of an army: saved, undone, redone, restored, looked up.

use musterfield::store::{MAX_REVISIONS, RevisionHash, SaveOutcome, StoreError, WorkType};

use super::harness::{digest, owner, state, unique_name};

/// Undo, redo and saves as a plain list of parents, to compare with.
struct Model {
    parents: Vec<Option<i64>>,
    head: i64,
}

impl Model {
    fn parent(&self, number: i64) -> Option<i64> {
        self.parents[usize::try_from(number).unwrap() - 1]
    }

    fn newest_child(&self) -> Option<i64> {
        (1_i64..).zip(&self.parents).filter(|(_, parent)| **parent == Some(self.head)).map(|(number, _)| number).last()
    }
}

for_each_store! {
    async fn a_saved_state_is_the_current_one(db: &TestDb) {
        let made = db.army("One").await;
        let saved = db.store.save(WorkType::Army, &made.id, &owner(), 1, "k", state("Two")).await.unwrap();
        assert_eq!(saved.outcome, SaveOutcome::Stored);
        assert_eq!((saved.revision.number, saved.revision.parent), (2, Some(1)));
        let army = db.store.work(WorkType::Army, &made.id).await.unwrap();
        assert_eq!(army.head, saved.revision);
        assert_eq!(army.updated_at, saved.revision.created_at);
        assert!(army.can_undo && !army.can_redo);
        assert_eq!(army.revision_count, 2);
        assert_eq!(db.store.revision_by_hash(WorkType::Army, &made.id, &made.revision.hash).await.unwrap(), made.revision);
    }

    async fn a_request_that_was_sent_twice_is_carried_out_once(db: &TestDb) {
        let id = db.army("One").await.id;
        let first = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
        let second = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
        assert_eq!(second.outcome, SaveOutcome::AlreadyDone);
        assert_eq!(second.revision, first.revision);
        db.save(&id, "Three").await;
        let third = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
        assert_eq!((third.outcome, third.revision), (SaveOutcome::AlreadyDone, first.revision));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().revision_count, 3);
    }

    async fn request_keys_of_two_armies_do_not_meet(db: &TestDb) {
        let (one, other) = (db.army("One").await.id, db.army("Other").await.id);
        for id in [one, other] {
            let saved = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("Two")).await.unwrap();
            assert_eq!(saved.outcome, SaveOutcome::Stored);
        }
    }

    async fn a_change_to_an_older_state_is_a_conflict_that_shows_the_current_one(db: &TestDb) {
        let id = db.army("One").await.id;
        let two = db.save(&id, "Two").await;
        for result in [
            db.store.save(WorkType::Army, &id, &owner(), 1, "a", state("Three")).await,
            db.store.save(WorkType::Army, &id, &owner(), 3, "b", state("Three")).await,
            db.store.undo(WorkType::Army, &id, &owner(), 1, "c").await,
            db.store.redo(WorkType::Army, &id, &owner(), 1, "d").await,
            db.store.restore(WorkType::Army, &id, &owner(), 1, "e", 1).await,
        ] {
            match result {
                Err(StoreError::Conflict { head }) => assert_eq!(*head, two),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().revision_count, 2);
        // A refused request was not carried out: it may be sent again, from the right revision.
        let again = db.store.save(WorkType::Army, &id, &owner(), 2, "a", state("Three")).await.unwrap();
        assert_eq!(again.outcome, SaveOutcome::Stored);
    }

    async fn only_who_holds_an_army_may_change_it(db: &TestDb) {
        let id = db.army("One").await.id;
        db.save(&id, "Two").await;
        db.store.undo(WorkType::Army, &id, &owner(), 2, "before").await.unwrap();
        let before = db.store.work(WorkType::Army, &id).await.unwrap();
        let stranger = digest();
        for (index, result) in [
            db.store.save(WorkType::Army, &id, &stranger, 1, "a", state("Three")).await,
            // Nor do they learn the result of another visitor's request.
            db.store.undo(WorkType::Army, &id, &stranger, 2, "before").await,
            db.store.undo(WorkType::Army, &id, &stranger, 1, "b").await,
            db.store.redo(WorkType::Army, &id, &stranger, 1, "c").await,
            db.store.restore(WorkType::Army, &id, &stranger, 1, "d", 2).await,
            // Not even that they are late.
            db.store.save(WorkType::Army, &id, &stranger, 7, "e", state("Three")).await,
        ].into_iter().enumerate() {
            assert!(matches!(result, Err(StoreError::NotYours(WorkType::Army))), "{index}: {result:?}");
        }
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap(), before);
    }

    async fn saving_what_is_there_changes_nothing(db: &TestDb) {
        let id = db.army("One").await.id;
        let before = db.store.work(WorkType::Army, &id).await.unwrap();
        let saved = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("One")).await.unwrap();
        assert_eq!((saved.outcome, &saved.revision), (SaveOutcome::Unchanged, &before.head));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap(), before);
        db.save(&id, "Two").await;
        let again = db.store.save(WorkType::Army, &id, &owner(), 1, "k", state("One")).await.unwrap();
        assert_eq!((again.outcome, again.revision), (SaveOutcome::AlreadyDone, before.head));
    }

    async fn another_document_with_the_same_hash_is_a_change(db: &TestDb) {
        let id = db.army("One").await.id;
        let mut other = state("One");
        other.document = "another".to_owned();
        assert_eq!(db.store.save(WorkType::Army, &id, &owner(), 1, "k", other).await.unwrap().outcome, SaveOutcome::Stored);
    }

    async fn undo_and_redo_go_back_and_forth(db: &TestDb) {
        let made = db.army("One").await;
        let id = made.id;
        let (two, three) = (db.save(&id, "Two").await, db.save(&id, "Three").await);
        assert_eq!(db.store.undo(WorkType::Army, &id, &owner(), 3, "u3").await.unwrap().revision, two);
        let undone = db.store.undo(WorkType::Army, &id, &owner(), 2, "u2").await.unwrap();
        assert_eq!((undone.revision, undone.outcome), (made.revision.clone(), SaveOutcome::Stored));
        let army = db.store.work(WorkType::Army, &id).await.unwrap();
        assert_eq!(army.head, made.revision);
        assert!(!army.can_undo && army.can_redo);
        assert!(army.updated_at > army.created_at);
        assert!(matches!(db.store.undo(WorkType::Army, &id, &owner(), 1, "u1").await, Err(StoreError::NothingToUndo)));
        assert_eq!(db.store.redo(WorkType::Army, &id, &owner(), 1, "r1").await.unwrap().revision, two);
        assert_eq!(db.store.redo(WorkType::Army, &id, &owner(), 2, "r2").await.unwrap().revision, three);
        assert!(matches!(db.store.redo(WorkType::Army, &id, &owner(), 3, "r3").await, Err(StoreError::NothingToRedo)));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().revision_count, 3);
    }

    async fn undo_and_redo_sent_twice_move_once(db: &TestDb) {
        let id = db.army("One").await.id;
        db.save(&id, "Two").await;
        db.save(&id, "Three").await;
        db.store.undo(WorkType::Army, &id, &owner(), 3, "u").await.unwrap();
        let again = db.store.undo(WorkType::Army, &id, &owner(), 3, "u").await.unwrap();
        assert_eq!((again.outcome, again.revision.number), (SaveOutcome::AlreadyDone, 2));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 2);
        db.store.redo(WorkType::Army, &id, &owner(), 2, "r").await.unwrap();
        let again = db.store.redo(WorkType::Army, &id, &owner(), 2, "r").await.unwrap();
        assert_eq!((again.outcome, again.revision.number), (SaveOutcome::AlreadyDone, 3));
    }

    async fn a_change_after_undo_starts_a_branch_and_redo_follows_the_newest(db: &TestDb) {
        let id = db.army("One").await.id;
        let two = db.save(&id, "Two").await;
        db.store.undo(WorkType::Army, &id, &owner(), 2, "u2").await.unwrap();
        let three = db.save(&id, "Three").await;
        assert_eq!((three.number, three.parent), (3, Some(1)));
        assert!(!db.store.work(WorkType::Army, &id).await.unwrap().can_redo);
        db.store.undo(WorkType::Army, &id, &owner(), 3, "u3").await.unwrap();
        assert_eq!(db.store.redo(WorkType::Army, &id, &owner(), 1, "r1").await.unwrap().revision, three);
        // An undone revision is not lost.
        assert_eq!(db.store.revision_by_hash(WorkType::Army, &id, &two.hash).await.unwrap(), two);
    }

    async fn an_older_state_can_be_restored_as_a_new_one(db: &TestDb) {
        let made = db.army("One").await;
        let id = made.id;
        db.save(&id, "Two").await;
        let saved = db.store.restore(WorkType::Army, &id, &owner(), 2, "k", 1).await.unwrap();
        assert_eq!(saved.outcome, SaveOutcome::Stored);
        let back = &saved.revision;
        assert_eq!((back.number, back.parent), (3, Some(2)));
        assert_eq!(back.action, "restored state 1");
        assert_eq!((&back.hash, &back.document, &back.name), (&made.revision.hash, &made.revision.document, &made.revision.name));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head, saved.revision);
        let again = db.store.restore(WorkType::Army, &id, &owner(), 2, "k", 1).await.unwrap();
        assert_eq!(again.outcome, SaveOutcome::AlreadyDone);
        let same = db.store.restore(WorkType::Army, &id, &owner(), 3, "l", 3).await.unwrap();
        assert_eq!(same.outcome, SaveOutcome::Unchanged);
        assert!(matches!(db.store.restore(WorkType::Army, &id, &owner(), 3, "m", 4).await, Err(StoreError::NotFound)));
    }

    async fn a_state_is_found_by_its_hash_in_its_army_only(db: &TestDb) {
        let made = db.army("One").await;
        let other = db.army("Other").await;
        assert_eq!(db.store.revision_by_hash(WorkType::Army, &made.id, &made.revision.hash).await.unwrap(), made.revision);
        let missing = db.store.revision_by_hash(WorkType::Army, &made.id, &other.revision.hash).await;
        assert!(matches!(missing, Err(StoreError::NotFound)));
        let unknown = RevisionHash::parse(&"0".repeat(40)).unwrap();
        assert!(matches!(db.store.revision_by_hash(WorkType::Army, &made.id, &unknown).await, Err(StoreError::NotFound)));
        db.save(&made.id, "Two").await;
        let back = db.save(&made.id, "One").await;
        assert_eq!(db.store.revision_by_hash(WorkType::Army, &made.id, &back.hash).await.unwrap().number, 1);
    }

    async fn the_history_is_read_newest_first_page_by_page(db: &TestDb) {
        let id = db.army("1").await.id;
        for number in 2..=7 {
            db.save(&id, &number.to_string()).await;
        }
        let mut before = None;
        let mut pages = Vec::new();
        loop {
            let page = db.store.revisions(WorkType::Army, &id, before, 3).await.unwrap();
            let Some(last) = page.last() else { break };
            before = Some(last.number);
            pages.push(page.iter().map(|line| line.name.clone()).collect::<Vec<_>>());
        }
        assert_eq!(pages, [vec!["7", "6", "5"], vec!["4", "3", "2"], vec!["1"]]);
        let newest = db.store.revisions(WorkType::Army, &id, None, 1).await.unwrap().remove(0);
        let full = db.store.work(WorkType::Army, &id).await.unwrap().head;
        assert_eq!((newest.number, newest.parent, newest.hash), (full.number, full.parent, full.hash));
        assert_eq!((newest.action, newest.created_at, newest.legal), (full.action, full.created_at, full.legal));
    }

    async fn an_army_takes_so_many_states_and_no_more(db: &TestDb) {
        let id = db.army("One").await.id;
        let last = MAX_REVISIONS - 1;
        db.db_execute(&format!("UPDATE work_revisions SET number = {last}; UPDATE works SET head = {last}"));
        db.store.save(WorkType::Army, &id, &owner(), last, "a", state("Two")).await.unwrap();
        for full in [
            db.store.save(WorkType::Army, &id, &owner(), MAX_REVISIONS, "b", state("Three")).await,
            db.store.restore(WorkType::Army, &id, &owner(), MAX_REVISIONS, "c", last).await,
        ] {
            assert!(matches!(full, Err(StoreError::Full(WorkType::Army))), "{full:?}");
        }
        // A request that adds none still works.
        db.store.save(WorkType::Army, &id, &owner(), last, "a", state("Two")).await.unwrap();
        db.store.save(WorkType::Army, &id, &owner(), MAX_REVISIONS, "d", state("Two")).await.unwrap();
        db.store.undo(WorkType::Army, &id, &owner(), MAX_REVISIONS, "e").await.unwrap();
        db.store.redo(WorkType::Army, &id, &owner(), last, "f").await.unwrap();
    }

    async fn a_long_series_of_changes_agrees_with_a_plain_list(db: &TestDb) {
        let id = db.army("0").await.id;
        let mut model = Model { parents: vec![None], head: 1 };
        let mut seed = 7_u32;
        for step in 1..=120 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = unique_name("request");
            match (seed >> 16) % 5 {
                0 | 1 => {
                    let next = state(&step.to_string());
                    let saved = db.store.save(WorkType::Army, &id, &owner(), model.head, &key, next).await.unwrap();
                    model.parents.push(Some(model.head));
                    model.head = saved.revision.number;
                    assert_eq!(usize::try_from(model.head).unwrap(), model.parents.len());
                }
                2 | 3 => {
                    let undone = db.store.undo(WorkType::Army, &id, &owner(), model.head, &key).await;
                    match (undone, model.parent(model.head)) {
                        (Ok(saved), Some(parent)) => {
                            assert_eq!(saved.revision.number, parent);
                            model.head = parent;
                        }
                        (Err(StoreError::NothingToUndo), None) => {}
                        (answer, expected) => panic!("{answer:?} {expected:?}"),
                    }
                }
                _ => {
                    let redone = db.store.redo(WorkType::Army, &id, &owner(), model.head, &key).await;
                    match (redone, model.newest_child()) {
                        (Ok(saved), Some(child)) => {
                            assert_eq!(saved.revision.number, child);
                            model.head = child;
                        }
                        (Err(StoreError::NothingToRedo), None) => {}
                        (answer, expected) => panic!("{answer:?} {expected:?}"),
                    }
                }
            }
            let army = db.store.work(WorkType::Army, &id).await.unwrap();
            assert_eq!(army.head.number, model.head);
            assert_eq!(army.can_undo, model.parent(model.head).is_some());
            assert_eq!(army.can_redo, model.newest_child().is_some());
            assert_eq!(usize::try_from(army.revision_count).unwrap(), model.parents.len());
        }
    }
}
