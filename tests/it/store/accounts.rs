//! Accounts: created, signed in, helped in, deleted; and the works that they hold.

use musterfield::store::{
    Arrival, Holder, NewUser, Registered, Registration, Secret, SignInName, StoreError, User, UserId, WorkCounts,
    WorkType,
};
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;

use super::harness::{TestDb, digest, edit_key, state, unique_name};

pub(super) fn new_user(name: &str) -> NewUser {
    NewUser {
        sign_in: SignInName::parse(name).unwrap(),
        name: format!("The {name}"),
        email: Some(format!("{name}@example.org")),
        password: "hash".to_owned(),
        is_admin: false,
    }
}

pub(super) async fn user(db: &TestDb, name: &str) -> User {
    match db.store.create_user(new_user(name)).await.unwrap() {
        Registered::Made(user) => user,
        other => panic!("{name}: {other:?}"),
    }
}

for_each_store! {
    async fn an_account_is_found_by_its_name_and_by_its_mail_address(db: &TestDb) {
        let made = user(db, "tom-1").await;
        let (found, hash) = db.store.user_by_sign_in(&SignInName::parse("Tom-1").unwrap()).await.unwrap().unwrap();
        assert_eq!((found, hash.as_str()), (made.clone(), "hash"));
        assert_eq!(db.store.user(made.id).await.unwrap(), made);
        assert_eq!(db.store.users_by_email("tom-1@example.org").await.unwrap(), vec![made.clone()]);
        assert!(db.store.users_by_email("").await.unwrap().is_empty());
        assert!(db.store.user_by_sign_in(&SignInName::parse("tom").unwrap()).await.unwrap().is_none());
        assert!(matches!(db.store.user(UserId::parse("999").unwrap()).await, Err(StoreError::NotFound)));
        assert_eq!(db.store.create_user(new_user("tom-1")).await.unwrap(), Registered::Taken);
        db.store.set_profile(made.id, "Thomas", None).await.unwrap();
        let now = db.store.user(made.id).await.unwrap();
        assert_eq!((now.name.as_str(), now.email), ("Thomas", None));
        assert!(matches!(
            db.store.set_profile(made.id, "a\0b", None).await,
            Err(StoreError::ZeroCharacter { field: "name" })
        ));
    }

    async fn accounts_are_listed_by_the_beginning_of_their_names(db: &TestDb) {
        for name in ["tom-1", "tim-1", "tom-2", "anna-1"] {
            user(db, name).await;
        }
        let names = async |from: &str, limit| -> Vec<String> {
            let users = db.store.users_from(from, limit).await.unwrap();
            users.iter().map(|user| user.sign_in.to_string()).collect()
        };
        assert_eq!(names("", 10).await, ["anna-1", "tim-1", "tom-1", "tom-2"]);
        assert_eq!(names("Tom", 10).await, ["tom-1", "tom-2"]);
        assert_eq!(names("t", 1).await, ["tim-1"]);
        assert!(names("%", 10).await.is_empty());
    }

    async fn sixteen_copies_of_one_registration_make_one_account_and_sign_one_browser_in(db: &TestDb) {
        let mut tasks = JoinSet::new();
        for number in 0..16 {
            let (store, token) = (db.store.clone(), digest());
            tasks.spawn(async move {
                let made = store.register(new_user(&format!("tom-{number}")), "form", Arrival::new(token.clone(), "agent"));
                (made.await.unwrap(), store.signed_in(&token).await.unwrap())
            });
        }
        let mut made = Vec::new();
        for (registered, signed_in) in tasks.join_all().await {
            match registered {
                Registration::Made(user) => {
                    assert_eq!(signed_in.unwrap().user, user);
                    made.push(user);
                }
                Registration::MadeBefore(_) => assert_eq!(signed_in, None),
                Registration::Taken => panic!("taken"),
            }
        }
        assert_eq!(made, db.store.users_from("", 50).await.unwrap());
        assert_eq!(made.len(), 1);
        // Another form is another account.
        let other = db.store.register(new_user("tim-1"), "other form", Arrival::new(digest(), "agent")).await.unwrap();
        assert!(matches!(other, Registration::Made(_)));
    }

    async fn sessions_are_listed_and_ended_one_by_one_and_all(db: &TestDb) {
        let (tom, anna) = (user(db, "tom-1").await, user(db, "anna-1").await);
        let tokens = [digest(), digest(), digest()];
        let mut sessions = Vec::new();
        for token in &tokens {
            sessions.push(db.store.begin_session(tom.id, Arrival::new(token.clone(), "a\u{7}gent")).await.unwrap());
        }
        let signed_in = db.store.signed_in(&tokens[0]).await.unwrap().unwrap();
        assert_eq!((signed_in.user, signed_in.session), (tom.clone(), sessions[0]));
        let listed = db.store.sessions_of(tom.id).await.unwrap();
        assert_eq!(listed.iter().map(|session| session.browser.as_str()).collect::<Vec<_>>(), ["agent"; 3]);
        // One account cannot end another's session.
        assert!(matches!(db.store.end_session(anna.id, sessions[0]).await, Err(StoreError::NotFound)));
        db.store.end_session(tom.id, sessions[0]).await.unwrap();
        assert!(db.store.signed_in(&tokens[0]).await.unwrap().is_none());
        db.store.end_sessions(tom.id, Some(sessions[2]), None).await.unwrap();
        assert!(db.store.signed_in(&tokens[1]).await.unwrap().is_none());
        assert!(db.store.signed_in(&tokens[2]).await.unwrap().is_some());
        db.store.set_password(tom.id, "new", Some(sessions[2]), None).await.unwrap();
        assert!(db.store.signed_in(&tokens[2]).await.unwrap().is_some());
        db.store.set_password(tom.id, "newer", None, None).await.unwrap();
        assert!(db.store.signed_in(&tokens[2]).await.unwrap().is_none());
        assert_eq!(db.store.password_of(tom.id).await.unwrap(), "newer");
    }

    async fn a_session_that_is_not_used_ends_and_one_that_is_goes_on(db: &TestDb) {
        let tom = user(db, "tom-1").await;
        let (used, unused) = (digest(), digest());
        for token in [&used, &unused] {
            db.store.begin_session(tom.id, Arrival::new(token.clone(), "agent")).await.unwrap();
        }
        // Last seen a day ago, it would end in an hour.
        let (day, hour) = (OffsetDateTime::now_utc() - Duration::days(1), OffsetDateTime::now_utc() + Duration::hours(1));
        let sql = |at: OffsetDateTime| format!("{} {:02}:{:02}:00", at.date(), at.hour(), at.minute());
        db.db_execute(&format!("UPDATE user_sessions SET seen_at = '{}', expires_at = '{}'", sql(day), sql(hour)));
        assert!(db.store.signed_in(&used).await.unwrap().is_some());
        assert_eq!(db.store.prune_sessions(OffsetDateTime::now_utc() + Duration::days(2)).await.unwrap(), 1);
        assert!(db.store.signed_in(&used).await.unwrap().is_some());
        assert!(db.store.signed_in(&unused).await.unwrap().is_none());
        db.db_execute(&format!("UPDATE user_sessions SET expires_at = '{}'", sql(day)));
        assert!(db.store.signed_in(&used).await.unwrap().is_none());
        assert!(db.store.sessions_of(tom.id).await.unwrap().is_empty());
    }

    async fn a_link_sets_a_password_once_and_ends_all_sessions(db: &TestDb) {
        let (tom, anna) = (user(db, "tom-1").await, user(db, "anna-1").await);
        let (session, links, annas) = (digest(), [digest(), digest()], digest());
        db.store.begin_session(tom.id, Arrival::new(session.clone(), "agent")).await.unwrap();
        for link in &links {
            db.store.make_link(tom.id, link, Duration::hours(2)).await.unwrap();
        }
        db.store.make_link(anna.id, &annas, Duration::hours(2)).await.unwrap();
        assert_eq!(db.store.link_opens(&links[0]).await.unwrap().unwrap(), tom);
        assert_eq!(db.store.use_link(&links[0], "new").await.unwrap().unwrap(), tom);
        assert_eq!(db.store.password_of(tom.id).await.unwrap(), "new");
        assert!(db.store.signed_in(&session).await.unwrap().is_none());
        for link in &links {
            assert!(db.store.link_opens(link).await.unwrap().is_none());
            assert!(db.store.use_link(link, "newer").await.unwrap().is_none());
        }
        assert_eq!(db.store.password_of(tom.id).await.unwrap(), "new");
        assert!(db.store.link_opens(&annas).await.unwrap().is_some());
    }

    async fn of_sixteen_uses_of_one_link_one_sets_the_password(db: &TestDb) {
        let tom = user(db, "tom-1").await;
        let link = digest();
        db.store.make_link(tom.id, &link, Duration::hours(2)).await.unwrap();
        let mut tasks = JoinSet::new();
        for number in 0..16 {
            let (store, link) = (db.store.clone(), link.clone());
            tasks.spawn(async move { store.use_link(&link, &format!("hash {number}")).await.unwrap().is_some() });
        }
        assert_eq!(tasks.join_all().await.into_iter().filter(|used| *used).count(), 1);
    }

    async fn links_end_and_only_the_newest_stay_open(db: &TestDb) {
        let tom = user(db, "tom-1").await;
        let links: Vec<_> = (0..8).map(|_| digest()).collect();
        for link in &links {
            db.store.make_link(tom.id, link, Duration::hours(2)).await.unwrap();
        }
        let mut open = Vec::new();
        for link in &links {
            open.push(db.store.link_opens(link).await.unwrap().is_some());
        }
        assert_eq!(open, [false, false, false, true, true, true, true, true]);
        let over = digest();
        db.store.make_link(tom.id, &over, Duration::ZERO).await.unwrap();
        assert!(db.store.link_opens(&over).await.unwrap().is_none());
        assert!(db.store.use_link(&over, "new").await.unwrap().is_none());
    }

    async fn an_account_and_its_browser_may_change_what_either_holds(db: &TestDb) {
        let (tom, browser, stranger) = (user(db, "tom-1").await, digest(), digest());
        let own = db.army_of(&tom.holder, "Own").await.id;
        let made_before = db.army_of(&browser, "Before").await.id;
        let both = Holder::account(tom.holder.clone(), Some(browser.clone()));
        for id in [&own, &made_before] {
            assert!(db.store.work_for(WorkType::Army, id, Some(&both)).await.unwrap().editable);
            db.store.save(WorkType::Army, id, &both, 1, &unique_name("r"), state("Changed")).await.unwrap();
            let refused = db.store.save(WorkType::Army, id, &stranger, 2, &unique_name("r"), state("Stolen")).await;
            assert!(matches!(refused, Err(StoreError::NotYours(WorkType::Army))));
        }
        // Signed out, the browser has only its own works.
        assert!(!db.store.work_for(WorkType::Army, &own, Some(&browser)).await.unwrap().editable);
        let listed = db.store.held_by(&both, WorkType::Army, 0, 10).await.unwrap();
        assert_eq!(listed.len(), 2);
        // Held by both, it is listed once.
        db.store.hold_with_key(WorkType::Army, &own, &edit_key(), &browser).await.unwrap();
        assert_eq!(db.store.held_by(&both, WorkType::Army, 0, 10).await.unwrap().len(), 2);
        // A new edit link locks out neither.
        let secret = Secret::random().unwrap();
        db.store.rotate_edit_key(WorkType::Army, &own, &both, &secret, "k").await.unwrap().unwrap();
        assert!(db.store.work_for(WorkType::Army, &own, Some(&browser)).await.unwrap().editable);
        assert!(db.store.work_for(WorkType::Army, &own, Some(&tom.holder)).await.unwrap().editable);
    }

    async fn what_a_browser_holds_can_be_claimed(db: &TestDb) {
        let (tom, browser) = (user(db, "tom-1").await, digest());
        let army = db.army_of(&browser, "One").await.id;
        db.work_of(WorkType::Layout, &browser, "Field").await;
        db.work_of(WorkType::List, &browser, "Book").await;
        let gone = db.army_of(&browser, "Gone").await.id;
        db.store.delete(WorkType::Army, &gone, &browser, "d").await.unwrap();
        let held = WorkCounts { armies: 1, layouts: 1, lists: 1 };
        assert_eq!(db.store.unclaimed(&browser, &tom.holder).await.unwrap(), held);
        assert_eq!(db.store.claim(&browser, &tom.holder).await.unwrap(), held);
        assert_eq!(db.store.unclaimed(&browser, &tom.holder).await.unwrap().all(), 0);
        assert_eq!(db.store.claim(&browser, &tom.holder).await.unwrap().all(), 0);
        assert!(db.store.work_for(WorkType::Army, &army, Some(&tom.holder)).await.unwrap().editable);
        assert!(!db.store.work_for(WorkType::Army, &army, Some(&browser)).await.unwrap().editable);
        let all = db.store.holdings(&tom.holder).await.unwrap();
        let told: Vec<_> = all.iter().map(|work| (work.kind, work.name.as_str())).collect();
        assert_eq!(told, [(WorkType::Army, "One"), (WorkType::Layout, "Field"), (WorkType::List, "Book")]);
    }

    async fn an_account_ends_with_what_it_alone_holds(db: &TestDb) {
        let (tom, anna, friend) = (user(db, "tom-1").await, user(db, "anna-1").await, digest());
        let (own, shared) = (db.army_of(&tom.holder, "Own").await.id, db.army_of(&tom.holder, "Shared").await.id);
        let annas = db.army_of(&anna.holder, "Anna's").await.id;
        db.store.hold_with_key(WorkType::Army, &shared, &edit_key(), &friend).await.unwrap();
        let (session, link) = (digest(), digest());
        db.store.begin_session(tom.id, Arrival::new(session.clone(), "agent")).await.unwrap();
        db.store.make_link(tom.id, &link, Duration::hours(2)).await.unwrap();
        db.store.delete_user(tom.id).await.unwrap();
        assert!(matches!(db.store.delete_user(tom.id).await, Err(StoreError::NotFound)));
        assert!(db.store.signed_in(&session).await.unwrap().is_none());
        assert!(db.store.link_opens(&link).await.unwrap().is_none());
        assert!(matches!(db.store.work(WorkType::Army, &own).await, Err(StoreError::Gone(WorkType::Army))));
        assert!(db.store.work_for(WorkType::Army, &shared, Some(&friend)).await.unwrap().editable);
        assert!(db.store.work_for(WorkType::Army, &annas, Some(&anna.holder)).await.unwrap().editable);
        assert_eq!(db.db_texts("SELECT sign_in AS value FROM users"), ["anna-1"]);
        assert!(db.db_texts("SELECT token AS value FROM user_sessions").is_empty());
    }
}
