//! The revisions of an army: saved, undone, redone, restored, looked up.

use musterfield::store::{MAX_REVISIONS, NewRevision, RevisionHash, SaveOutcome, StoreError, WorkType};

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

    /// Makes a new revision the current one.
    fn add(&mut self) {
        self.parents.push(Some(self.head));
        self.head = i64::try_from(self.parents.len()).unwrap();
    }

    /// Now and then something typed, which is added.
    fn typed(&mut self, seed: u32, step: i64) -> Option<NewRevision> {
        (seed >> 20).is_multiple_of(3).then(|| {
            self.add();
            state(&format!("typed {step}"))
        })
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
        assert_eq!((third.work.head.name.as_str(), third.work.can_undo), ("Three", true));
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
            db.store.undo(WorkType::Army, &id, &owner(), 1, "c", None).await,
            db.store.redo(WorkType::Army, &id, &owner(), 1, "d", None).await,
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
        db.store.undo(WorkType::Army, &id, &owner(), 2, "before", None).await.unwrap();
        let before = db.store.work(WorkType::Army, &id).await.unwrap();
        let stranger = digest();
        for (index, result) in [
            db.store.save(WorkType::Army, &id, &stranger, 1, "a", state("Three")).await,
            // They do not learn the result of another visitor's request either.
            db.store.undo(WorkType::Army, &id, &stranger, 2, "before", None).await,
            db.store.undo(WorkType::Army, &id, &stranger, 1, "b", None).await,
            db.store.redo(WorkType::Army, &id, &stranger, 1, "c", None).await,
            db.store.restore(WorkType::Army, &id, &stranger, 1, "d", 2).await,
            // They do not even learn that they are late.
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
        assert_eq!(db.store.undo(WorkType::Army, &id, &owner(), 3, "u3", None).await.unwrap().revision, two);
        let undone = db.store.undo(WorkType::Army, &id, &owner(), 2, "u2", None).await.unwrap();
        assert_eq!((undone.revision, undone.outcome), (made.revision.clone(), SaveOutcome::Stored));
        let army = db.store.work(WorkType::Army, &id).await.unwrap();
        assert_eq!(army.head, made.revision);
        assert!(!army.can_undo && army.can_redo);
        assert!(army.updated_at > army.created_at);
        let first = db.store.undo(WorkType::Army, &id, &owner(), 1, "u1", None).await.unwrap();
        assert_eq!((first.revision, first.outcome), (made.revision, SaveOutcome::Unchanged));
        assert_eq!(db.store.redo(WorkType::Army, &id, &owner(), 1, "r1", None).await.unwrap().revision, two);
        assert_eq!(db.store.redo(WorkType::Army, &id, &owner(), 2, "r2", None).await.unwrap().revision, three);
        let last = db.store.redo(WorkType::Army, &id, &owner(), 3, "r3", None).await.unwrap();
        assert_eq!((last.revision, last.outcome), (three, SaveOutcome::Unchanged));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().revision_count, 3);
    }

    async fn undo_and_redo_sent_twice_move_once(db: &TestDb) {
        let id = db.army("One").await.id;
        db.save(&id, "Two").await;
        db.save(&id, "Three").await;
        db.store.undo(WorkType::Army, &id, &owner(), 3, "u", None).await.unwrap();
        let again = db.store.undo(WorkType::Army, &id, &owner(), 3, "u", None).await.unwrap();
        assert_eq!((again.outcome, again.revision.number), (SaveOutcome::AlreadyDone, 2));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().head.number, 2);
        db.store.redo(WorkType::Army, &id, &owner(), 2, "r", None).await.unwrap();
        let again = db.store.redo(WorkType::Army, &id, &owner(), 2, "r", None).await.unwrap();
        assert_eq!((again.outcome, again.revision.number), (SaveOutcome::AlreadyDone, 3));
    }

    async fn what_is_typed_before_undo_is_what_is_undone_and_redo_brings_it_back(db: &TestDb) {
        let made = db.army("One").await;
        let id = made.id;
        let typed = || Some(state("Typed"));
        let undone = db.store.undo(WorkType::Army, &id, &owner(), 1, "u", typed()).await.unwrap();
        assert_eq!((undone.outcome, &undone.revision), (SaveOutcome::Stored, &made.revision));
        assert!(!undone.work.can_undo && undone.work.can_redo && undone.work.revision_count == 2);
        let again = db.store.undo(WorkType::Army, &id, &owner(), 1, "u", typed()).await.unwrap();
        assert_eq!((again.outcome, again.work), (SaveOutcome::AlreadyDone, undone.work));
        let redone = db.store.redo(WorkType::Army, &id, &owner(), 1, "r", None).await.unwrap();
        assert_eq!((redone.revision.name.as_str(), redone.revision.number), ("Typed", 2));
        // Nothing comes after what was typed just now.
        let kept = db.store.redo(WorkType::Army, &id, &owner(), 2, "s", Some(state("Later"))).await.unwrap();
        assert_eq!((kept.outcome, kept.revision.name.as_str(), kept.work.can_redo), (SaveOutcome::Stored, "Later", false));
        let late = db.store.undo(WorkType::Army, &id, &owner(), 2, "t", typed()).await;
        assert!(matches!(late, Err(StoreError::Conflict { .. })), "{late:?}");
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().revision_count, 3);
    }

    async fn an_undo_that_fails_half_way_leaves_nothing_of_what_was_typed(db: &TestDb) {
        let id = db.army("One").await.id;
        let mine = || db.store.work_for(WorkType::Army, &id, Some(owner()));
        let before = mine().await.unwrap();
        // Unsaved input can be saved; going back from it fails.
        db.fail_when_head_moves_back();
        let typed = || Some(state("Typed"));
        let failed = db.store.undo(WorkType::Army, &id, &owner(), 1, "u", typed()).await;
        assert!(matches!(failed, Err(StoreError::Database(_))), "{failed:?}");
        assert_eq!(mine().await.unwrap(), before);
        let rows = "SELECT CAST((SELECT count(*) FROM work_revisions) AS TEXT) AS value \
            UNION ALL SELECT CAST((SELECT count(*) FROM documents) AS TEXT) \
            UNION ALL SELECT CAST((SELECT count(*) FROM work_requests) AS TEXT)";
        assert_eq!(db.db_texts(rows), ["1", "1", "1"]);
        // The same button press is carried out once the fault is repaired.
        db.let_head_move_back();
        let undone = db.store.undo(WorkType::Army, &id, &owner(), 1, "u", typed()).await.unwrap();
        assert_eq!((undone.outcome, undone.work.revision_count), (SaveOutcome::Stored, 2));
    }

    async fn a_late_change_to_what_is_there_already_is_no_conflict(db: &TestDb) {
        let id = db.army("One").await.id;
        let two = db.save(&id, "Two").await;
        let same = db.store.save(WorkType::Army, &id, &owner(), 1, "s", state("Two")).await.unwrap();
        assert_eq!((same.outcome, same.revision), (SaveOutcome::Unchanged, two));
        assert_eq!(db.store.work(WorkType::Army, &id).await.unwrap().revision_count, 2);
    }

    async fn a_change_after_undo_starts_a_branch_and_redo_follows_the_newest(db: &TestDb) {
        let id = db.army("One").await.id;
        let two = db.save(&id, "Two").await;
        db.store.undo(WorkType::Army, &id, &owner(), 2, "u2", None).await.unwrap();
        let three = db.save(&id, "Three").await;
        assert_eq!((three.number, three.parent), (3, Some(1)));
        assert!(!db.store.work(WorkType::Army, &id).await.unwrap().can_redo);
        db.store.undo(WorkType::Army, &id, &owner(), 3, "u3", None).await.unwrap();
        assert_eq!(db.store.redo(WorkType::Army, &id, &owner(), 1, "r1", None).await.unwrap().revision, three);
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
        assert_eq!(back.action, "restored version 1");
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

    async fn a_state_is_found_by_its_number(db: &TestDb) {
        let made = db.army("One").await;
        let two = db.save(&made.id, "Two").await;
        assert_eq!(db.store.revision_by_number(WorkType::Army, &made.id, 1).await.unwrap(), made.revision);
        assert_eq!(db.store.revision_by_number(WorkType::Army, &made.id, 2).await.unwrap(), two);
        for (kind, number) in [(WorkType::Army, 0), (WorkType::Army, 3), (WorkType::Layout, 1)] {
            let missing = db.store.revision_by_number(kind, &made.id, number).await;
            assert!(matches!(missing, Err(StoreError::NotFound)), "{kind:?} {number}: {missing:?}");
        }
        db.store.delete(WorkType::Army, &made.id, &owner(), "d").await.unwrap();
        let gone = db.store.revision_by_number(WorkType::Army, &made.id, 1).await;
        assert!(matches!(gone, Err(StoreError::Gone(WorkType::Army))), "{gone:?}");
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
        db.store.undo(WorkType::Army, &id, &owner(), MAX_REVISIONS, "e", None).await.unwrap();
        db.store.redo(WorkType::Army, &id, &owner(), last, "f", None).await.unwrap();
    }

    async fn a_long_series_of_changes_agrees_with_a_plain_list(db: &TestDb) {
        let id = db.army("0").await.id;
        let mut model = Model { parents: vec![None], head: 1 };
        let mut seed = 7_u32;
        for step in 1..=120 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let key = unique_name("request");
            let saved = match (seed >> 16) % 5 {
                0 | 1 => {
                    let next = state(&step.to_string());
                    let saved = db.store.save(WorkType::Army, &id, &owner(), model.head, &key, next).await.unwrap();
                    model.add();
                    saved
                }
                2 | 3 => {
                    let (base, typed) = (model.head, model.typed(seed, step));
                    let undone = db.store.undo(WorkType::Army, &id, &owner(), base, &key, typed).await.unwrap();
                    model.head = model.parent(model.head).unwrap_or(model.head);
                    undone
                }
                _ => {
                    let (base, typed) = (model.head, model.typed(seed, step));
                    let redone = db.store.redo(WorkType::Army, &id, &owner(), base, &key, typed).await.unwrap();
                    model.head = model.newest_child().unwrap_or(model.head);
                    redone
                }
            };
            let army = db.store.work_for(WorkType::Army, &id, Some(&owner())).await.unwrap();
            // The change returns the same state that a reader finds afterwards.
            assert_eq!((&saved.work, &saved.revision), (&army, &army.head));
            assert_eq!(army.head.number, model.head);
            assert_eq!(army.can_undo, model.parent(model.head).is_some());
            assert_eq!(army.can_redo, model.newest_child().is_some());
            assert_eq!(usize::try_from(army.revision_count).unwrap(), model.parents.len());
        }
    }
}
