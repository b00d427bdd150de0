//! Entries: on time or late, once or twice, with or without a place.

use super::*;

for_each_store! {
    async fn what_is_entered_is_kept_as_it_was(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let tom = holder();
        let before = OffsetDateTime::now_utc();
        let one = entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        assert!(one.fresh && !one.waiting && one.number == 1);
        assert!((one.at - before).abs() < Duration::seconds(5), "{}", one.at);
        let two = entered(db, again(&event, &one.id, &tom, "Other host")).await;
        assert_eq!((&two.id, two.number), (&one.id, 2));
        let entrant = db.store.entrant(event.id, &one.id, Some(&tom)).await.unwrap();
        assert_eq!((entrant.name.as_str(), entrant.club.as_str(), entrant.is_own), ("Tom", "Club", true));
        assert_eq!(entrant.head.as_ref().map(|head| (head.number, head.title.as_str())), Some((2, "Other host")));
        assert_eq!(entrant.state.entry, EntryState::Entered);
        let versions = db.store.entries(entrant.id).await.unwrap();
        assert_eq!(versions.iter().map(|one| one.number).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(db.store.entry_document(entrant.id, 1).await.unwrap(), "[\"Host\"]");
        assert_eq!(db.store.entry_documents(event.id).await.unwrap(), [(entrant.id, "[\"Other host\"]".to_owned())]);
        assert!(!db.store.entrant(event.id, &one.id, Some(&holder())).await.unwrap().is_own);
        assert_eq!(db.store.own_entrants(event.id, &tom).await.unwrap().len(), 1);
        assert!(db.store.own_entrants(event.id, &holder()).await.unwrap().is_empty());
        // An entry made on behalf has no holder, and an entry from elsewhere keeps its holder.
        let by = Sender::Staff(actor());
        entered(db, NewEntry { by, ..new_entry(&event, "Bert", &tom, "Host") }).await;
        let autumn = Slug::parse("autumn-open").unwrap();
        let olga = db.store.user_by_sign_in(&SignInName::parse("olga").unwrap()).await.unwrap().unwrap().0.id;
        let made = db.store.create_event(&autumn, content(None, None), olga, &actor()).await.unwrap();
        let EventMade::Made(elsewhere) = made else { panic!("the address is taken") };
        assert!(db.store.own_entrants(elsewhere, &tom).await.unwrap().is_empty());
        let own: Vec<String> = db.store.own_entrants(event.id, &tom).await.unwrap().into_iter().map(|one| one.name).collect();
        assert_eq!(own, ["Tom"]);
        let deeds: Vec<String> =
            db.store.event_log(event.id, Some(entrant.id), 0, 10).await.unwrap().into_iter().map(|deed| deed.action).collect();
        assert_eq!(deeds, ["entered Other host", "entered Host"]);
    }

    async fn an_entry_is_on_time_exactly_if_its_transaction_began_before_the_deadline(db: &TestDb) {
        let event = open(db, content(within(-1), None)).await;
        let refused = db.store.enter(new_entry(&event, "Tom", &holder(), "Host")).await.unwrap().unwrap_err();
        assert!(matches!(refused, Refusal::Late { at } if at >= event.content.deadline.unwrap()));
        assert!(db.store.entrants(event.id, None).await.unwrap().is_empty());
        // Late entries are accepted if the organiser allows them.
        let late = EventContent { late: true, ..content(event.content.deadline, None) };
        db.store.change_event(event.id, event.version, late, &actor()).await.unwrap();
        let event = db.store.event(&slug(), None).await.unwrap();
        let late = entered(db, new_entry(&event, "Tom", &holder(), "Host")).await;
        assert!(late.at >= event.content.deadline.unwrap());
    }

    async fn a_rush_at_the_deadline_lets_in_who_was_told_so_and_nobody_else(db: &TestDb) {
        let event = open(db, EventContent { most_entries: 2_000, ..content(within(1), None) }).await;
        let deadline = event.content.deadline.unwrap();
        let mut tasks = JoinSet::new();
        for number in 0..8 {
            let (store, event) = (db.store.clone(), event.clone());
            tasks.spawn(async move {
                let mut told = Vec::new();
                for round in 0.. {
                    let player = format!("Player {number} {round}");
                    match store.enter(new_entry(&event, &player, &holder(), "Host")).await.unwrap() {
                        Ok(entered) => told.push((player, entered.at)),
                        Err(Refusal::Late { at }) => {
                            assert!(at >= deadline);
                            break;
                        }
                        // A fast machine gets this far in time.
                        Err(Refusal::Full) if told.len() > 100 => break,
                        Err(other) => panic!("{other}"),
                    }
                }
                told
            });
        }
        let told: Vec<(String, OffsetDateTime)> = tasks.join_all().await.into_iter().flatten().collect();
        assert!(told.iter().all(|(_, at)| *at < deadline));
        let kept: BTreeSet<String> =
            db.store.entrants(event.id, None).await.unwrap().into_iter().map(|entrant| entrant.name).collect();
        assert_eq!(kept, told.into_iter().map(|(player, _)| player).collect());
        assert!(!kept.is_empty());
    }

    async fn sixteen_copies_of_one_request_make_one_entry(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        for round in 0..3 {
            let entry = new_entry(&event, &format!("Tom {round}"), &holder(), "Host");
            let mut tasks = JoinSet::new();
            for _ in 0..16 {
                let (store, entry) = (db.store.clone(), entry.clone());
                tasks.spawn(async move { store.enter(entry).await.unwrap().unwrap() });
            }
            let all = tasks.join_all().await;
            assert_eq!(all.iter().filter(|one| one.fresh).count(), 1);
            assert!(all.iter().all(|one| (&one.id, one.number, one.at) == (&all[0].id, 1, all[0].at)));
        }
        assert_eq!(db.store.entrants(event.id, None).await.unwrap().len(), 3);
        assert_eq!(db.db_texts("SELECT title AS value FROM entries").len(), 3);
    }

    async fn a_request_that_was_done_is_found_again_after_the_deadline(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let entry = new_entry(&event, "Tom", &holder(), "Host");
        let done = entered(db, entry.clone()).await;
        db.store.change_event(event.id, event.version, content(within(-1), None), &actor()).await.unwrap();
        let found = entered(db, entry).await;
        assert_eq!((found.id, found.at, found.fresh), (done.id, done.at, false));
    }

    async fn a_form_in_two_tabs_makes_one_player(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let tom = holder();
        let one = entered(db, new_entry(&event, "Tom  of Kent", &tom, "Host")).await;
        let two = entered(db, new_entry(&event, " tom of kent ", &tom, "Other host")).await;
        assert_eq!((&two.id, two.number), (&one.id, 2));
        let other = db.store.enter(new_entry(&event, "TOM OF KENT", &holder(), "Host")).await.unwrap();
        assert_eq!(other.unwrap_err(), Refusal::NameTaken);
    }

    async fn nobody_changes_the_entry_of_another(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let one = entered(db, new_entry(&event, "Tom", &holder(), "Host")).await;
        let stranger = holder();
        assert_eq!(db.store.enter(again(&event, &one.id, &stranger, "Stolen")).await.unwrap(), Err(Refusal::NotYours));
        let by = Sender::Player(stranger.clone());
        assert_eq!(db.store.withdraw(event.id, &one.id, &by).await.unwrap(), Err(Refusal::NotYours));
        let unknown = WorkId::parse("000000000000").unwrap();
        assert!(matches!(db.store.enter(again(&event, &unknown, &stranger, "Host")).await, Err(StoreError::NotFound)));
        assert!(matches!(db.store.entrant(event.id, &unknown, None).await, Err(StoreError::NotFound)));
        // A link hands it over.
        let wrong = db.store.hold_entry(event.id, &one.id, &digest(), &stranger).await;
        assert!(matches!(wrong, Err(StoreError::NotFound)));
        let key = digest();
        db.store.act_on_entry(event.id, &one.id, EntryAction::Link(key.clone()), &actor()).await.unwrap();
        db.store.hold_entry(event.id, &one.id, &key, &stranger).await.unwrap();
        entered(db, again(&event, &one.id, &stranger, "Handed over")).await;
    }

    async fn an_event_that_is_not_open_takes_no_entry(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let tom = holder();
        let one = entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        for shut in [EventState::Draft, EventState::Closed, EventState::Running, EventState::Done, EventState::Hidden] {
            db.store.set_event_state(event.id, shut, &actor()).await.unwrap();
            let refused = db.store.enter(new_entry(&event, "Anna", &holder(), "Host")).await.unwrap();
            assert_eq!(refused, Err(Refusal::NotOpen), "{shut:?}");
            assert_eq!(db.store.enter(again(&event, &one.id, &tom, "Host")).await.unwrap(), Err(Refusal::NotOpen));
            // The staff enters on behalf of others.
            let by = Sender::Staff(actor());
            let staff = NewEntry { by, ..new_entry(&event, shut.as_str(), &tom, "Host") };
            let made = entered(db, staff).await;
            assert!(!db.store.entrant(event.id, &made.id, Some(&tom)).await.unwrap().is_own);
        }
    }

    async fn an_entry_checked_by_other_rules_is_not_taken(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        db.store.change_event(event.id, event.version, content(within(90), None), &actor()).await.unwrap();
        let refused = db.store.enter(new_entry(&event, "Tom", &holder(), "Host")).await.unwrap();
        assert_eq!(refused, Err(Refusal::Changed));
        let now = db.store.event(&slug(), None).await.unwrap();
        assert_eq!(now.version, event.version + 1);
        entered(db, new_entry(&now, "Tom", &holder(), "Host")).await;
    }

    async fn what_is_put_down_for_later_does_not_take_the_place_of_what_was_entered(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let tom = holder();
        let draft = NewEntry { submitted: false, legal: false, ..new_entry(&event, "Tom", &tom, "Rough") };
        let one = entered(db, draft).await;
        assert_eq!(state(db, event.id, &one.id).await, EntryState::Draft);
        entered(db, again(&event, &one.id, &tom, "Host")).await;
        assert_eq!(state(db, event.id, &one.id).await, EntryState::Entered);
        entered(db, NewEntry { submitted: false, ..again(&event, &one.id, &tom, "Better") }).await;
        let entrant = db.store.entrant(event.id, &one.id, None).await.unwrap();
        assert_eq!((entrant.state.entry, entrant.head.unwrap().title.as_str()), (EntryState::Entered, "Host"));
    }

    async fn the_last_place_is_given_once_and_those_who_wait_move_up(db: &TestDb) {
        let event = open(db, content(within(60), Some(3))).await;
        let mut tasks = JoinSet::new();
        for number in 0..8 {
            let (store, event) = (db.store.clone(), event.clone());
            tasks.spawn(async move {
                let by = holder();
                let made = store.enter(new_entry(&event, &format!("P{number}"), &by, "Host")).await.unwrap().unwrap();
                (made, by)
            });
        }
        let all = tasks.join_all().await;
        assert_eq!(all.iter().filter(|(made, _)| !made.waiting).count(), 3);
        let waiting = async || -> Vec<bool> {
            db.store.entrants(event.id, None).await.unwrap().iter().map(|entrant| entrant.state.waiting).collect()
        };
        assert_eq!(waiting().await, [false, false, false, true, true, true, true, true]);
        let (gone, by) = all.iter().find(|(made, _)| !made.waiting).unwrap();
        for _ in 0..2 {
            db.store.withdraw(event.id, &gone.id, &Sender::Player(by.clone())).await.unwrap().unwrap();
        }
        assert_eq!(waiting().await.iter().filter(|waits| !**waits).count(), 4);
        assert_eq!(state(db, event.id, &gone.id).await, EntryState::Withdrawn);
        // A returning player goes to the end.
        let back = entered(db, again(&event, &gone.id, by, "Back")).await;
        assert!(back.waiting);
        // More places: two more move up, in the order of entering.
        db.store.change_event(event.id, event.version, content(within(60), Some(5)), &actor()).await.unwrap();
        let free = db.store.entrants(event.id, None).await.unwrap();
        assert_eq!(free.iter().filter(|entrant| !entrant.state.waiting).count(), 5);
    }

    async fn a_locked_entry_stays_and_an_unlocked_one_outlives_the_deadline(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let (tom, anna) = (holder(), holder());
        let toms = entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        let annas = entered(db, new_entry(&event, "Anna", &anna, "Host")).await;
        db.store.lock_entries(event.id, true, &actor()).await.unwrap();
        for (id, by) in [(&toms.id, &tom), (&annas.id, &anna)] {
            assert_eq!(db.store.enter(again(&event, id, by, "Late")).await.unwrap(), Err(Refusal::Locked));
            let by = Sender::Player(by.clone());
            assert_eq!(db.store.withdraw(event.id, id, &by).await.unwrap(), Err(Refusal::Locked));
        }
        db.store.change_event(event.id, event.version, content(within(-1), None), &actor()).await.unwrap();
        let event = db.store.event(&slug(), None).await.unwrap();
        db.store.act_on_entry(event.id, &toms.id, EntryAction::Unlock, &actor()).await.unwrap();
        entered(db, again(&event, &toms.id, &tom, "Late, but let in")).await;
        db.store.set_event_state(event.id, EventState::Closed, &actor()).await.unwrap();
        entered(db, again(&event, &toms.id, &tom, "Later")).await;
        // Unlocking all takes nothing from a player with permission; locking all does.
        db.store.lock_entries(event.id, false, &actor()).await.unwrap();
        entered(db, again(&event, &toms.id, &tom, "Later still")).await;
        db.store.lock_entries(event.id, true, &actor()).await.unwrap();
        db.store.lock_entries(event.id, false, &actor()).await.unwrap();
        db.store.set_event_state(event.id, EventState::Open, &actor()).await.unwrap();
        for (id, by) in [(&toms.id, &tom), (&annas.id, &anna)] {
            let refused = db.store.enter(again(&event, id, by, "Late")).await.unwrap();
            assert!(matches!(refused, Err(Refusal::Late { .. })), "{refused:?}");
        }
    }
}
