//! The organisers' actions on entries, and rounds.

use super::*;

for_each_store! {
    async fn a_version_is_accepted_or_returned_only_while_it_counts(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let tom = holder();
        let one = entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        entered(db, again(&event, &one.id, &tom, "Better")).await;
        let act = async |act| db.store.act_on_entry(event.id, &one.id, act, &actor()).await;
        for late in [EntryAction::Accept(1), EntryAction::Return(1, "no".to_owned()), EntryAction::Accept(3)] {
            assert!(matches!(act(late).await, Err(StoreError::EventChanged)));
        }
        act(EntryAction::Accept(2)).await.unwrap();
        assert_eq!(state(db, event.id, &one.id).await, EntryState::Accepted);
        act(EntryAction::Return(2, "Too many Dragons".to_owned())).await.unwrap();
        let entrant = db.store.entrant(event.id, &one.id, None).await.unwrap();
        assert_eq!((entrant.state.entry, entrant.word.as_str()), (EntryState::Returned, "Too many Dragons"));
        assert!(entrant.state.may_still);
        // A new version answers the remark, and must be reviewed.
        entered(db, again(&event, &one.id, &tom, "Mended")).await;
        let entrant = db.store.entrant(event.id, &one.id, None).await.unwrap();
        assert_eq!((entrant.state.entry, entrant.word.as_str()), (EntryState::Entered, ""));
        assert!(matches!(act(EntryAction::Note("a\0".to_owned())).await, Err(StoreError::ZeroCharacter { .. })));
        act(EntryAction::Note("pays on the day".to_owned())).await.unwrap();
        act(EntryAction::CheckIn(true)).await.unwrap();
        let entrant = db.store.entrant(event.id, &one.id, None).await.unwrap();
        assert!(entrant.state.checked_in && entrant.note == "pays on the day");
        let deeds = db.store.event_log(event.id, None, 0, 3).await.unwrap();
        let told: Vec<_> = deeds.iter().map(|deed| (deed.actor.as_str(), deed.action.as_str())).collect();
        assert_eq!(told, [("Olga", "checked in"), ("Olga", "changed the note"), ("the player", "entered Mended")]);
        assert_eq!(deeds[0].entrant, Some((one.id.clone(), "Tom".to_owned())));
    }

    async fn who_waits_can_be_given_a_place(db: &TestDb) {
        let event = open(db, content(within(60), Some(1))).await;
        entered(db, new_entry(&event, "Tom", &holder(), "Host")).await;
        let anna = entered(db, new_entry(&event, "Anna", &holder(), "Host")).await;
        assert!(anna.waiting);
        db.store.act_on_entry(event.id, &anna.id, EntryAction::Admit, &actor()).await.unwrap();
        assert!(!db.store.entrant(event.id, &anna.id, None).await.unwrap().state.waiting);
    }

    async fn rounds_come_one_after_the_other_and_are_changed_by_one_at_a_time(db: &TestDb) {
        let event = open(db, content(None, None)).await.id;
        let add = async |before, documents: &[&str]| {
            let documents = documents.iter().map(|text| (*text).to_owned()).collect();
            db.store.add_rounds(event, before, documents, (&actor(), "drew up a round")).await
        };
        let change = async |number, base, text: &str| {
            db.store.change_round(event, (number, base), text.to_owned(), true, (&actor(), "changed a round")).await
        };
        let changed = |result| matches!(result, Err(StoreError::EventChanged));
        assert!(changed(add(1, &["two"]).await));
        add(0, &["one"]).await.unwrap();
        assert!(changed(add(0, &["again"]).await));
        assert!(changed(change(1, 2, "not there yet").await));
        change(1, 1, "one, mended").await.unwrap();
        assert!(changed(change(1, 1, "late").await));
        add(1, &["two", "three"]).await.unwrap();
        let rounds = db.store.rounds(event).await.unwrap();
        let told: Vec<_> = rounds.iter().map(|round| (round.number, round.document.as_str(), round.published)).collect();
        assert_eq!(told, [(1, "one, mended", true), (2, "two", false), (3, "three", false)]);
        assert!(changed(db.store.drop_rounds(event, (2, 2), &actor()).await));
        change(3, 1, "shown").await.unwrap();
        assert!(changed(db.store.drop_rounds(event, (2, 1), &actor()).await));
        db.store.drop_rounds(event, (3, 2), &actor()).await.unwrap();
        add(2, &["three again"]).await.unwrap();
        db.store.drop_rounds(event, (2, 1), &actor()).await.unwrap();
        assert_eq!(db.store.rounds(event).await.unwrap().len(), 1);
        let deeds = db.store.event_log(event, None, 0, 2).await.unwrap();
        assert_eq!(deeds[0].action, "deleted rounds 2 to 3");
    }
}
