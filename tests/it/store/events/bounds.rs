//! Limits on what an event accepts, and the players who await the staff's approval.

use musterfield::store::{
    EventsRefused, Household, LimitReached, MOST_EVENTS, MOST_EVENTS_A_DAY, MOST_FROM_HOUSEHOLD, MOST_FROM_MAKER,
    MOST_VERSIONS, TWO_HOURS,
};

use super::*;

/// The entry with this household as its origin.
fn from(household: &str, entry: NewEntry) -> NewEntry {
    NewEntry { origin: Origin { household: household.to_owned(), signed_in: false }, ..entry }
}

async fn refused(db: &TestDb, entry: NewEntry) -> Refusal {
    db.store.enter(entry).await.unwrap().unwrap_err()
}

fn names(entrants: &[musterfield::store::Entrant]) -> Vec<&str> {
    entrants.iter().map(|entrant| entrant.name.as_str()).collect()
}

for_each_store! {
    async fn an_event_takes_no_more_entries_than_it_says(db: &TestDb) {
        let event = open(db, EventContent { most_entries: 2, ..content(None, None) }).await;
        let tom = holder();
        let one = entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        entered(db, new_entry(&event, "Anna", &holder(), "Host")).await;
        assert_eq!(refused(db, new_entry(&event, "Bert", &holder(), "Host")).await, Refusal::Full);
        // Existing players can continue, and the staff can enter anybody.
        entered(db, again(&event, &one.id, &tom, "Better")).await;
        let by = Sender::Staff(actor());
        entered(db, NewEntry { by, ..new_entry(&event, "Bert", &tom, "Host") }).await;
        assert_eq!(db.store.entrants(event.id, None).await.unwrap().len(), 3);
    }

    async fn of_many_who_come_at_once_only_as_many_get_in_as_fit(db: &TestDb) {
        let event = open(db, EventContent { most_entries: 5, ..content(None, None) }).await;
        let mut tasks = JoinSet::new();
        for number in 0..12 {
            let entry = new_entry(&event, &format!("Player {number}"), &holder(), "Host");
            let store = db.store.clone();
            tasks.spawn(async move { store.enter(entry).await.unwrap() });
        }
        let taken = tasks.join_all().await;
        assert_eq!(taken.iter().filter(|taken| taken.is_ok()).count(), 5);
        assert!(taken.iter().all(|taken| taken.is_ok() || *taken == Err(Refusal::Full)));
    }

    async fn a_household_and_a_browser_send_so_many_entries_and_others_are_not_kept_out(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        for number in 0..MOST_FROM_HOUSEHOLD {
            entered(db, from("192.0.2.1", new_entry(&event, &format!("Club {number}"), &holder(), "Host"))).await;
        }
        let tom = holder();
        let one_more = || new_entry(&event, "Tom", &tom, "Host");
        assert_eq!(refused(db, from("192.0.2.1", one_more())).await, Refusal::TooManyFromHere);
        entered(db, from("192.0.2.2", one_more())).await;
        let hall = holder();
        for number in 0..MOST_FROM_MAKER {
            entered(db, from("", new_entry(&event, &format!("Hall {number}"), &hall, "Host"))).await;
        }
        assert_eq!(refused(db, from("", new_entry(&event, "Late", &hall, "Host"))).await, Refusal::TooManyFromHere);
        let by = Sender::Staff(actor());
        entered(db, NewEntry { by, ..from("192.0.2.1", new_entry(&event, "Late", &hall, "Host")) }).await;
    }

    async fn where_an_entry_came_from_is_kept_as_a_digest_until_the_event_is_over(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let tom = holder();
        entered(db, from("192.0.2.1", new_entry(&event, "Tom", &tom, "Host"))).await;
        entered(db, from("192.0.2.1", new_entry(&event, "Anna", &holder(), "Host"))).await;
        let kept = |column: &str| db.db_texts(&format!("SELECT {column} AS value FROM entrants ORDER BY id"));
        let (households, makers) = (kept("household"), kept("maker"));
        assert_eq!(households[0], households[1]);
        assert_ne!(makers[0], makers[1]);
        assert!(households.iter().chain(&makers).all(|digest| digest.len() == 64));
        // The digest of the browser is not the one by which the entry knows its holder.
        assert_ne!(makers[0], kept("holder")[0]);
        let EventMade::Made(other) =
            db.store.create_event(&Slug::parse("autumn-open").unwrap(), content(None, None), user(db, "otto").await, &actor())
                .await
                .unwrap()
        else {
            panic!("the address is taken")
        };
        db.store.set_event_state(other, EventState::Open, &actor()).await.unwrap();
        let other = db.store.event(&Slug::parse("autumn-open").unwrap(), None).await.unwrap();
        entered(db, from("192.0.2.1", new_entry(&other, "Tom", &tom, "Host"))).await;
        let elsewhere = (kept("household")[2].clone(), kept("maker")[2].clone());
        assert!(elsewhere.0 != households[0] && elsewhere.1 != makers[0]);
        db.store.set_event_state(event.id, EventState::Done, &actor()).await.unwrap();
        assert_eq!(kept("household"), ["", "", elsewhere.0.as_str()]);
        assert_eq!(kept("maker"), ["", "", elsewhere.1.as_str()]);
        assert_eq!(db.db_texts("SELECT origin_key AS value FROM events WHERE state = 'done'"), [""]);
    }

    async fn where_entries_came_from_is_forgotten_a_while_after_the_first_day(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let tom = holder();
        entered(db, from("192.0.2.1", new_entry(&event, "Tom", &tom, "Host"))).await;
        let first_day = time::macros::date!(2027 - 04 - 01);
        assert_eq!(db.store.forget_origins(first_day).await.unwrap(), 0);
        assert_eq!(db.db_texts("SELECT household AS value FROM entrants")[0].len(), 64);
        assert_eq!(db.store.forget_origins(first_day.next_day().unwrap()).await.unwrap(), 1);
        assert_eq!(db.db_texts("SELECT household || maker AS value FROM entrants"), [""]);
        // Later entries are counted again.
        entered(db, from("192.0.2.1", new_entry(&event, "Anna", &holder(), "Host"))).await;
        assert_eq!(db.store.forget_origins(first_day.next_day().unwrap()).await.unwrap(), 1);
    }

    async fn drafts_make_room_for_versions_and_what_was_entered_never_does(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let tom = holder();
        let one = entered(db, new_entry(&event, "Tom", &tom, "First")).await;
        let draft = |text: String| NewEntry { submitted: false, ..again(&event, &one.id, &tom, &text) };
        for number in 0..2 * MOST_VERSIONS {
            entered(db, draft(format!("Rough {number}"))).await;
        }
        let kept = db.store.entries(one.entrant).await.unwrap();
        assert_eq!(i64::try_from(kept.len()).unwrap(), MOST_VERSIONS);
        assert_eq!((kept[0].number, kept[0].title.as_str()), (2 * MOST_VERSIONS + 1, "Rough 99"));
        assert_eq!(kept.last().unwrap().title, "First");
        for number in 1..MOST_VERSIONS {
            entered(db, again(&event, &one.id, &tom, &format!("Better {number}"))).await;
        }
        assert_eq!(refused(db, again(&event, &one.id, &tom, "Best")).await, Refusal::TooManyVersions);
        assert_eq!(refused(db, draft("Rough".to_owned())).await, Refusal::TooManyVersions);
        let kept = db.store.entries(one.entrant).await.unwrap();
        assert!(kept.iter().all(|version| version.submitted));
        assert_eq!((kept[0].title.as_str(), kept.last().unwrap().title.as_str()), ("Better 49", "First"));
        let by = Sender::Staff(actor());
        entered(db, NewEntry { by, ..again(&event, &one.id, &tom, "Best") }).await;
        let head = db.store.entrant(event.id, &one.id, None).await.unwrap().head.unwrap();
        assert_eq!(head.title, "Best");
    }

    async fn what_a_player_does_again_and_again_does_not_fill_the_log(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let tom = holder();
        let one = entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        db.store.act_on_entry(event.id, &one.id, EntryAction::Accept(1), &actor()).await.unwrap();
        for number in 0..250 {
            let rough = again(&event, &one.id, &tom, &format!("Rough {number}"));
            entered(db, NewEntry { submitted: false, ..rough }).await;
        }
        let deeds = db.store.event_log(event.id, Some(one.entrant), 0, 1_000).await.unwrap();
        assert_eq!(deeds.len(), 201, "the player's last 200, and what the staff did");
        assert_eq!(deeds[0].action, "saved a draft of Rough 249");
        assert_eq!(deeds.last().unwrap().action, "accepted version 1");
        assert!(db.store.accepted_at(one.entrant, 1).await.unwrap().is_some());
    }

    async fn what_the_staff_writes_counts_for_its_household(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let one = entered(db, new_entry(&event, "Tom", &holder(), "Host")).await;
        let store = db.store.for_household(Household::new("192.0.2.1"));
        let written = || db.db_texts("SELECT CAST(bytes AS TEXT) AS value FROM household_hours").concat();
        store.act_on_entry(event.id, &one.id, EntryAction::Note("Paid".to_owned()), &actor()).await.unwrap();
        assert_eq!(written(), "1024");
        // A round counts with its content, and a change of it with its growth.
        store.add_rounds(event.id, 0, vec!["a".repeat(500)], (&actor(), "drew up a round")).await.unwrap();
        assert_eq!(written(), (2_048 + 3_072 + 500).to_string());
        for text in ["a".repeat(700), "b".repeat(600)] {
            let round = db.store.rounds(event.id).await.unwrap().remove(0);
            store.change_round(event.id, (1, round.version), text, true, (&actor(), "changed it")).await.unwrap();
        }
        assert_eq!(written(), (4_096 + 3_072 + 700).to_string());
        db.db_execute(&format!("UPDATE household_hours SET bytes = {}", TWO_HOURS.bytes));
        let refused = store.act_on_entry(event.id, &one.id, EntryAction::Lock, &actor()).await;
        assert!(matches!(refused, Err(StoreError::Spent(LimitReached::Household(_)))), "{refused:?}");
        assert!(!db.store.entrant(event.id, &one.id, None).await.unwrap().state.locked);
    }

    async fn where_the_staff_lets_people_in_strangers_wait_and_accounts_do_not(db: &TestDb) {
        let event = open(db, EventContent { approval: true, ..content(None, Some(2)) }).await;
        let (tom, anna) = (holder(), holder());
        let stranger = entered(db, new_entry(&event, "Tom", &tom, "Host")).await;
        assert!(stranger.pending && !stranger.waiting);
        let account = Origin { signed_in: true, ..Origin::default() };
        let member = entered(db, NewEntry { origin: account, ..new_entry(&event, "Anna", &anna, "Host") }).await;
        assert!(!member.pending && !member.waiting);
        let by = Sender::Staff(actor());
        assert!(!entered(db, NewEntry { by, ..new_entry(&event, "Bert", &tom, "Host") }).await.pending);
        // Both places are taken: the player who awaited approval took none.
        let late = entered(db, new_entry(&event, "Late", &holder(), "Host")).await;
        assert!(late.pending);
        assert_eq!(db.store.pending_count(event.id).await.unwrap(), 2);
        let shown: Vec<_> =
            db.store.entered_armies(event.id).await.unwrap().into_iter().map(|(entrant, _)| entrant.name).collect();
        assert_eq!(shown, ["Anna", "Bert"], "papers and exports");
        // Neither a change nor withdrawing and returning gives approval.
        assert!(entered(db, again(&event, &stranger.id, &tom, "Better")).await.pending);
        db.store.withdraw(event.id, &stranger.id, &Sender::Player(tom.clone())).await.unwrap().unwrap();
        assert!(entered(db, again(&event, &stranger.id, &tom, "Best")).await.pending);
        assert_eq!(db.store.approve_pending(event.id, Some(vec![late.id.clone()]), &actor()).await.unwrap(), 1);
        assert_eq!(db.store.approve_pending(event.id, None, &actor()).await.unwrap(), 1);
        assert_eq!(db.store.approve_pending(event.id, None, &actor()).await.unwrap(), 0, "they are in");
        let waiting = async |id| {
            let state = db.store.entrant(event.id, id, None).await.unwrap().state;
            assert!(!state.pending);
            state.waiting
        };
        assert!(waiting(&stranger.id).await && waiting(&late.id).await);
        // The first to enter moves up first, though approved last.
        db.store.withdraw(event.id, &member.id, &Sender::Player(anna)).await.unwrap().unwrap();
        assert!(!waiting(&stranger.id).await && waiting(&late.id).await);
    }

    async fn to_accept_an_entry_lets_the_player_in(db: &TestDb) {
        let event = open(db, EventContent { approval: true, ..content(None, None) }).await;
        let one = entered(db, new_entry(&event, "Tom", &holder(), "Host")).await;
        db.store.act_on_entry(event.id, &one.id, EntryAction::Accept(1), &actor()).await.unwrap();
        let entrant = db.store.entrant(event.id, &one.id, None).await.unwrap();
        assert!(!entrant.state.pending && entrant.state.entry == EntryState::Accepted);
        assert_eq!(names(&db.store.entrants(event.id, None).await.unwrap()), ["Tom"]);
    }

    async fn an_account_makes_so_many_events_a_day_and_owns_so_many(db: &TestDb) {
        let olga = user(db, "olga").await;
        let make = async |number: i64| {
            let slug = Slug::parse(&format!("event-{number}")).unwrap();
            db.store.create_event(&slug, content(None, None), olga, &actor()).await.unwrap()
        };
        for number in 0..MOST_EVENTS {
            if number > 0 && number % MOST_EVENTS_A_DAY == 0 {
                assert_eq!(make(number).await, EventMade::Refused(EventsRefused::Today));
                db.db_execute("UPDATE events SET created_at = '2026-01-01 12:00:00'");
            }
            assert!(matches!(make(number).await, EventMade::Made(_)));
        }
        db.db_execute("UPDATE events SET created_at = '2026-01-01 12:00:00'");
        assert_eq!(make(MOST_EVENTS).await, EventMade::Refused(EventsRefused::InAll));
        // A form sent twice finds its event, and others create theirs.
        assert_eq!(make(0).await, EventMade::Taken);
        let otto = user(db, "otto").await;
        let other = db.store.create_event(&slug(), content(None, None), otto, &actor()).await.unwrap();
        assert!(matches!(other, EventMade::Made(_)));
    }
}
