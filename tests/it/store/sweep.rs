//! A work that nobody opens is deleted after two years, unless somebody may look for it.

use musterfield::store::{NewUser, Registered, SignInName, StoreError, User, WorkId, WorkType};
use time::{Duration, OffsetDateTime};

use super::harness::{TestDb, digest, edit_key, owner};

/// A time long after everything that is created here.
fn late() -> OffsetDateTime {
    OffsetDateTime::now_utc() + Duration::days(10_000)
}

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

async fn swept_at(db: &TestDb, id: &WorkId) -> Option<OffsetDateTime> {
    db.store.work_for(WorkType::Army, id, Some(owner())).await.unwrap().swept_at()
}

for_each_store! {
    async fn a_work_that_nobody_opens_is_deleted_on_the_day_that_was_said_and_not_before(db: &TestDb) {
        let id = db.army("Host").await.id;
        db.save(&id, "Next").await;
        // To save it, the test has opened it as anybody would.
        let made = db.army("Other").await.id;
        let day = swept_at(db, &made).await.unwrap();
        assert!(day - OffsetDateTime::now_utc() >= Duration::days(730));
        assert_eq!(db.store.sweep(day - Duration::minutes(1), 10).await.unwrap(), 0);
        assert_eq!(db.store.sweep(day + Duration::minutes(1), 10).await.unwrap(), 1);
        assert!(matches!(db.store.work(WorkType::Army, &made).await, Err(StoreError::Gone(WorkType::Army))));
        db.store.work(WorkType::Army, &id).await.unwrap();
        let left = db.db_texts("SELECT body AS value FROM documents WHERE body LIKE '%Other%'");
        assert_eq!(left, [""; 0]);
    }

    async fn works_are_swept_in_small_batches_those_first_that_were_opened_first(db: &TestDb) {
        let mut ids = Vec::new();
        for name in ["One", "Two", "Three"] {
            ids.push(db.army(name).await.id);
        }
        db.db_execute(&format!("UPDATE works SET opened_at = '2020-01-01 00:00:00' WHERE public_id = '{}'", ids[1]));
        assert_eq!(db.store.sweep(OffsetDateTime::now_utc(), 2).await.unwrap(), 1);
        assert_eq!(db.store.sweep(late(), 1).await.unwrap(), 1);
        for (id, gone) in ids.iter().zip([true, true, false]) {
            assert_eq!(db.store.work(WorkType::Army, id).await.is_err(), gone);
        }
    }

    async fn a_work_that_its_maker_opens_again_stays(db: &TestDb) {
        let id = db.army("Host").await.id;
        db.db_execute("UPDATE works SET opened_at = '2020-01-01 00:00:00'");
        let day = swept_at(db, &id).await.unwrap();
        assert!(day > OffsetDateTime::now_utc() + Duration::days(730), "{day}");
        assert_eq!(db.store.sweep(OffsetDateTime::now_utc(), 10).await.unwrap(), 0);
        assert_eq!(swept_at(db, &id).await, Some(day));
    }

    async fn a_work_that_somebody_may_look_for_lasts(db: &TestDb) {
        let olga = account(db).await;
        let (looked, other, state, key, marked) = (
            db.army("Host").await.id,
            db.army("Host").await.id,
            db.army("Host").await,
            db.army("Host").await.id,
            db.army("Host").await.id,
        );
        let browser = digest();
        let claimed = db.army_of(&browser, "Host").await.id;
        let by_account = db.army_of(&olga.holder, "Host").await.id;
        db.store.work(WorkType::Army, &looked).await.unwrap();
        assert!(db.store.work_for(WorkType::Army, &other, Some(digest())).await.unwrap().lasting);
        db.store.revision_by_hash(WorkType::Army, &state.id, &state.revision.hash).await.unwrap();
        db.store.hold_with_key(WorkType::Army, &key, &edit_key(), &digest()).await.unwrap();
        db.store.keep_permanently(WorkType::Army, &marked).await;
        db.store.claim(&browser, &olga.holder).await.unwrap();
        assert_eq!(db.store.sweep(late(), 100).await.unwrap(), 0);
        for id in [looked, other, state.id, key, marked] {
            assert_eq!(swept_at(db, &id).await, None);
        }
        for id in [claimed, by_account] {
            assert!(db.store.work_for(WorkType::Army, &id, Some(&olga.holder)).await.unwrap().lasting);
        }
    }

    async fn when_the_clock_was_right_is_remembered_and_never_goes_back(db: &TestDb) {
        let now = OffsetDateTime::now_utc().replace_nanosecond(0).unwrap();
        assert_eq!(db.store.clock_mark().await.unwrap(), None);
        for at in [now - Duration::days(1), now, now - Duration::hours(1)] {
            db.store.mark_clock(at).await.unwrap();
        }
        assert_eq!(db.store.clock_mark().await.unwrap(), Some(now));
    }
}
