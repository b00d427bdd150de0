//! Allowances of browsers, accounts and households: nothing more is stored beyond them until there is room.

use musterfield::store::{
    ACCOUNT, Arrival, BROWSER, Created, Household, LimitReached, MOST_HOLDERS, MOST_SESSIONS, NewUser, Registered,
    Secret, SecretDigest, SignInName, Store, StoreError, TWO_HOURS, User, WorkType,
};
use time::{Duration, OffsetDateTime};

use super::harness::{TestDb, digest, edit_key, new_work, open, owner, state, unique_name};

async fn account(db: &TestDb) -> User {
    let new = NewUser {
        sign_in: SignInName::parse("olga").unwrap(),
        name: "Olga".to_owned(),
        email: None,
        password: String::new(),
        is_admin: false,
    };
    let Registered::Made(user) = db.store.create_user(new).await.unwrap() else { panic!("the name is taken") };
    user
}

async fn make(store: &Store, keeper: &SecretDigest, content: &str) -> Result<Created, StoreError> {
    store.create(new_work(WorkType::Army, keeper, &unique_name("r"), content)).await
}

async fn save(db: &TestDb, made: &Created, content: &str) -> Result<(), StoreError> {
    let (id, key) = (&made.id, unique_name("s"));
    db.store.save(WorkType::Army, id, &owner(), made.revision.number, &key, state(content)).await.map(|_| ())
}

#[track_caller]
fn assert_spent<T: std::fmt::Debug>(result: Result<T, StoreError>, expected: LimitReached) {
    assert!(matches!(&result, Err(StoreError::Spent(spent)) if *spent == expected), "{result:?}");
}

/// Sets what each household and network has written in this hour. It counts in the next hour too, should that begin
/// meanwhile.
fn set_written(db: &TestDb, works: i64, bytes: i64) {
    db.db_execute(&format!("UPDATE household_hours SET works = {works}, bytes = {bytes}"));
}

for_each_store! {
    async fn a_browser_keeps_so_many_works_and_deleting_one_makes_room(db: &TestDb) {
        let made = db.army("Host").await;
        db.db_execute(&format!(
            "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {})
             INSERT INTO works (public_id, kind, edit_key, head, keeper, states, bytes, lasting, opened_at, created_at, updated_at)
             SELECT 'aaaaaaaa' || (1000 + i), kind, edit_key, 1, keeper, 1, 0, lasting, opened_at, created_at, updated_at FROM n, works",
            BROWSER.works
        ));
        assert_spent(make(&db.store, &owner(), "Other").await, LimitReached::Works(BROWSER.works));
        // Nobody else is affected, and an existing work can be changed.
        make(&db.store, &digest(), "Other").await.unwrap();
        save(db, &made, "Next").await.unwrap();
        db.store.delete(WorkType::Army, &made.id, &owner(), "d").await.unwrap();
        make(&db.store, &owner(), "Other").await.unwrap();
    }

    async fn a_browser_keeps_so_many_bytes_and_a_copy_takes_none(db: &TestDb) {
        let made = db.army("Host").await;
        db.db_execute(&format!("UPDATE works SET bytes = {}", BROWSER.bytes));
        assert_spent(save(db, &made, "Next").await, LimitReached::Bytes(BROWSER.bytes));
        assert_spent(make(&db.store, &owner(), "Next").await, LimitReached::Bytes(BROWSER.bytes));
        // The refused requests have stored nothing.
        assert_eq!(db.db_texts("SELECT body AS value FROM documents"), [state("Host").document]);
        make(&db.store, &owner(), "Host").await.unwrap();
        db.store.delete(WorkType::Army, &made.id, &owner(), "d").await.unwrap();
        make(&db.store, &owner(), "Next").await.unwrap();
    }

    async fn a_browser_keeps_so_many_states_and_can_undo_with_all_of_them(db: &TestDb) {
        let made = db.army("Host").await;
        db.save(&made.id, "Next").await;
        db.db_execute(&format!("UPDATE works SET states = {}", BROWSER.revisions));
        let refused = db.store.save(WorkType::Army, &made.id, &owner(), 2, "s", state("Third")).await;
        assert_spent(refused, LimitReached::States(BROWSER.revisions));
        db.store.undo(WorkType::Army, &made.id, &owner(), 2, "u", None).await.unwrap();
    }

    async fn an_account_keeps_more_and_takes_over_what_it_can_hold(db: &TestDb) {
        let (olga, browser) = (account(db).await, digest());
        let own = make(&db.store, &olga.holder, "Host").await.unwrap();
        make(&db.store, &browser, "Other").await.unwrap();
        db.db_execute(&format!("UPDATE works SET bytes = {} WHERE keeper = '{}'", BROWSER.bytes, texts_of(&olga, db)));
        make(&db.store, &olga.holder, "Third").await.unwrap();
        db.db_execute(&format!("UPDATE works SET bytes = {} WHERE public_id = '{}'", ACCOUNT.bytes, own.id));
        assert_spent(db.store.claim(&browser, &olga.holder).await, LimitReached::Bytes(ACCOUNT.bytes));
        assert_eq!(db.store.held_by(&browser, WorkType::Army, 0, 10).await.unwrap().len(), 1);
        db.store.delete(WorkType::Army, &own.id, &olga.holder, "d").await.unwrap();
        assert_eq!(db.store.claim(&browser, &olga.holder).await.unwrap().all(), 1);
    }

    async fn a_work_counts_for_who_has_made_it_and_not_for_who_may_edit_it(db: &TestDb) {
        let (made, friend) = (db.army("Host").await, digest());
        db.store.hold_with_key(WorkType::Army, &made.id, &edit_key(), &friend).await.unwrap();
        db.db_execute(&format!("UPDATE works SET bytes = {}", BROWSER.bytes));
        make(&db.store, &friend, "Own").await.unwrap();
        let by_friend = db.store.save(WorkType::Army, &made.id, &friend, 1, "s", state("Next")).await;
        assert_spent(by_friend, LimitReached::Bytes(BROWSER.bytes));
    }

    async fn a_household_writes_so_much_in_two_hours_whichever_browser_and_process_it_is(db: &TestDb) {
        let store = db.store.for_household(Household::new("192.0.2.1"));
        make(&store, &digest(), "Host").await.unwrap();
        set_written(db, 0, TWO_HOURS.bytes);
        let before = OffsetDateTime::now_utc();
        for store in [store.clone(), open(&db.url).for_household(Household::new("192.0.2.1"))] {
            let refused = make(&store, &digest(), "Other").await;
            let Err(StoreError::Spent(LimitReached::Household(until))) = refused else { panic!("{refused:?}") };
            assert!(until > before && until <= before + Duration::HOUR * 2 && until.minute() == 0, "{until}");
        }
        assert_eq!(db.db_texts("SELECT body AS value FROM documents"), [state("Host").document]);
        // Others can write, including those with unknown addresses, and an hour that is over does not count.
        make(&db.store.for_household(Household::new("192.0.2.2")), &digest(), "Other").await.unwrap();
        make(&db.store, &digest(), "Third").await.unwrap();
        db.db_execute("DELETE FROM household_hours");
        make(&store, &digest(), "Fourth").await.unwrap();
        db.db_execute("UPDATE household_hours SET hour = '2026-01-01 00:00:00', bytes = 900000000");
        make(&store, &digest(), "Fifth").await.unwrap();
        assert_eq!(db.store.prune_households(OffsetDateTime::now_utc()).await.unwrap(), 1);
    }

    async fn a_network_of_many_households_writes_half_as_much_again_as_one_of_them(db: &TestDb) {
        let store = |household: &str| {
            db.store.for_household(Household::new(household).within(if household < "d" { "one" } else { "other" }))
        };
        make(&store("a"), &digest(), "Host").await.unwrap();
        // The limit of a household: used up for this one, and two thirds of its network's limit.
        set_written(db, 0, TWO_HOURS.bytes);
        assert!(matches!(make(&store("a"), &digest(), "First").await, Err(StoreError::Spent(LimitReached::Household(_)))));
        make(&store("b"), &digest(), "Second").await.unwrap();
        set_written(db, 0, 2 * TWO_HOURS.bytes);
        assert!(matches!(make(&store("c"), &digest(), "Third").await, Err(StoreError::Spent(LimitReached::Household(_)))));
        make(&store("d"), &digest(), "Fourth").await.unwrap();
    }

    async fn a_household_that_has_made_its_works_can_still_change_them(db: &TestDb) {
        let store = db.store.for_household(Household::new("192.0.2.1"));
        let made = make(&store, &owner(), "Host").await.unwrap();
        set_written(db, TWO_HOURS.works, 0);
        assert!(matches!(make(&store, &digest(), "Other").await, Err(StoreError::Spent(LimitReached::Household(_)))));
        store.save(WorkType::Army, &made.id, &owner(), 1, "s", state("Next")).await.unwrap();
        // The same request again writes nothing, and is answered even if the allowance is used up.
        set_written(db, TWO_HOURS.works, TWO_HOURS.bytes);
        store.save(WorkType::Army, &made.id, &owner(), 1, "s", state("Next")).await.unwrap();
    }

    async fn an_address_is_not_kept(db: &TestDb) {
        make(&db.store.for_household(Household::new("192.0.2.1")), &digest(), "Host").await.unwrap();
        let kept = db.db_texts("SELECT household AS value FROM household_hours");
        assert!(kept.len() == 1 && !kept[0].contains("192"), "{kept:?}");
    }

    async fn so_many_browsers_may_edit_a_work_until_it_has_a_new_link(db: &TestDb) {
        let maker = Secret::random().unwrap();
        let id = db.army_of(&maker.digest(), "Host").await.id;
        for _ in 1..MOST_HOLDERS {
            db.store.hold_with_key(WorkType::Army, &id, &edit_key(), &digest()).await.unwrap();
        }
        let refused = db.store.hold_with_key(WorkType::Army, &id, &edit_key(), &digest()).await;
        assert_spent(refused, LimitReached::Holders(MOST_HOLDERS));
        // A browser that is already a holder gets in again.
        db.store.hold_with_key(WorkType::Army, &id, &edit_key(), maker.digest()).await.unwrap();
        let key = db.store.rotate_edit_key(WorkType::Army, &id, maker.digest(), &maker, "k").await.unwrap().unwrap();
        db.store.hold_with_key(WorkType::Army, &id, &key.digest(), &digest()).await.unwrap();
    }

    async fn a_further_session_ends_the_one_that_was_not_seen_for_longest(db: &TestDb) {
        let olga = account(db).await;
        let tokens: Vec<SecretDigest> = (0..=MOST_SESSIONS).map(|_| digest()).collect();
        for token in &tokens {
            db.store.begin_session(olga.id, Arrival::new(token.clone(), "Firefox")).await.unwrap();
        }
        assert_eq!(db.store.sessions_of(olga.id).await.unwrap().len(), usize::try_from(MOST_SESSIONS).unwrap());
        assert!(db.store.signed_in(&tokens[0]).await.unwrap().is_none());
        assert!(db.store.signed_in(&tokens[1]).await.unwrap().is_some());
    }
}

/// The holder of an account, as stored in the database.
fn texts_of(user: &User, db: &TestDb) -> String {
    db.db_texts(&format!("SELECT holder AS value FROM users WHERE sign_in = '{}'", user.sign_in)).remove(0)
}
