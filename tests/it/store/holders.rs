//! The browsers that may edit an army.

use musterfield::store::WorkType;

use super::harness::{digest, edit_key, new_work, owner_secret};

for_each_store! {
    async fn whoever_makes_an_army_may_edit_it_and_nobody_else(db: &TestDb) {
        let (maker, other) = (digest(), digest());
        let id = db.army_of(&maker, "Host").await.id;
        assert!(db.store.work_for(WorkType::Army, &id, Some(&maker)).await.unwrap().editable);
        assert!(!db.store.work_for(WorkType::Army, &id, Some(&other)).await.unwrap().editable);
        assert!(!db.store.work(WorkType::Army, &id).await.unwrap().editable);
    }

    async fn holding_one_army_opens_no_other(db: &TestDb) {
        let (one, two) = (digest(), digest());
        let (first, second) = (db.army_of(&one, "First").await.id, db.army_of(&two, "Second").await.id);
        assert!(!db.store.work_for(WorkType::Army, &first, Some(&two)).await.unwrap().editable);
        assert!(!db.store.work_for(WorkType::Army, &second, Some(&one)).await.unwrap().editable);
    }

    async fn a_visitor_may_be_given_an_army_twice_and_lose_it_once(db: &TestDb) {
        let visitor = digest();
        let id = db.army("Host").await.id;
        db.store.hold_with_key(WorkType::Army, &id, &edit_key(), &visitor).await.unwrap();
        db.store.hold_with_key(WorkType::Army, &id, &edit_key(), &visitor).await.unwrap();
        assert!(db.store.work_for(WorkType::Army, &id, Some(&visitor)).await.unwrap().editable);
        assert_eq!(db.store.held_by(&visitor, WorkType::Army, 0, 10).await.unwrap().len(), 1);
        db.store.rotate_edit_key(WorkType::Army, &id, &owner_secret().digest(), &owner_secret(), "k").await.unwrap();
        assert!(!db.store.work_for(WorkType::Army, &id, Some(&visitor)).await.unwrap().editable);
        assert_eq!(db.store.held_by(&visitor, WorkType::Army, 0, 10).await.unwrap(), []);
    }

    async fn a_repeated_request_gives_the_army_to_no_other_visitor(db: &TestDb) {
        let stranger = digest();
        let first = db.store.create(new_work(WorkType::Army, &digest(), "once", "Host")).await.unwrap();
        let again = db.store.create(new_work(WorkType::Army, &stranger, "once", "Host")).await.unwrap();
        assert_eq!(again.id, first.id);
        assert!(!db.store.work_for(WorkType::Army, &first.id, Some(&stranger)).await.unwrap().editable);
    }

    async fn armies_are_listed_last_changed_first(db: &TestDb) {
        let visitor = digest();
        let first = db.army_of(&visitor, "First").await.id;
        let second = db.army_of(&visitor, "Second").await.id;
        let third = db.army_of(&visitor, "Third").await.id;
        db.army("Somebody else's").await;
        db.save_as(WorkType::Army, &visitor, &first, "First with Blades").await;
        let names = |list: Vec<musterfield::store::WorkSummary>| -> Vec<String> {
            list.into_iter().map(|army| army.name).collect()
        };
        let all = db.store.held_by(&visitor, WorkType::Army, 0, 10).await.unwrap();
        assert_eq!(all.iter().map(|army| army.id.clone()).collect::<Vec<_>>(), [first.clone(), third, second.clone()]);
        assert_eq!((all[0].ruleset.as_str(), all[0].legal, all[0].figure.as_str()), ("d3h2", true, "23.5"));
        assert_eq!(all[0].updated_at, db.store.work(WorkType::Army, &first).await.unwrap().updated_at);
        assert_eq!(names(all), ["First with Blades", "Third", "Second"]);
        assert_eq!(names(db.store.held_by(&visitor, WorkType::Army, 0, 2).await.unwrap()), ["First with Blades", "Third"]);
        assert_eq!(names(db.store.held_by(&visitor, WorkType::Army, 1, 1).await.unwrap()), ["Third"]);
        db.store.undo(WorkType::Army, &first, &visitor, 2, "undo", None).await.unwrap();
        db.store.delete(WorkType::Army, &second, &visitor, "k").await.unwrap();
        assert_eq!(names(db.store.held_by(&visitor, WorkType::Army, 0, 10).await.unwrap()), ["First", "Third"]);
    }
}
