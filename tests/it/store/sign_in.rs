//! The data that keep accounts from being taken over or locked out: attempts, places, the ages of sessions.

use musterfield::store::{Arrival, Attempt, Familiar, NewDevice, RateLimit, SecretDigest, Subject, User};
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;

use super::accounts::user;
use super::harness::{TestDb, digest};

fn subject(whom: &str) -> Subject {
    Subject::new("a thing", whom, RateLimit { free: 3, first: Duration::minutes(10), longest: Duration::hours(1) })
}

fn generous(whom: &str) -> Subject {
    Subject::new("a thing from", whom, RateLimit { free: 5, first: Duration::HOUR, longest: Duration::HOUR })
}

/// A time before or after now, in SQL.
fn ago(time: Duration) -> String {
    let at = OffsetDateTime::now_utc() - time;
    format!(
        "'{:04}-{:02}-{:02} {:02}:{:02}:{:02}'",
        at.year(),
        u8::from(at.month()),
        at.day(),
        at.hour(),
        at.minute(),
        at.second()
    )
}

/// The wait before an attempt; zero if it was allowed.
async fn tried(db: &TestDb, subjects: Vec<Subject>) -> Duration {
    match db.store.may_try(subjects).await.unwrap() {
        Attempt::Allowed => Duration::ZERO,
        Attempt::Wait(time) => time,
    }
}

/// Moves all attempts into the past.
fn pass(db: &TestDb, time: Duration) {
    db.db_execute(&format!("UPDATE attempts SET tried_at = {}", ago(time)));
}

/// Signs a browser in from a household.
async fn arrive(db: &TestDb, user: &User, mark: &SecretDigest, before: Option<&SecretDigest>, household: &str) {
    let arrival = Arrival {
        device: Some(NewDevice { mark: mark.clone(), before: before.cloned() }),
        household: Some(household.to_owned()),
        ..Arrival::new(digest(), "agent")
    };
    db.store.begin_session(user.id, arrival).await.unwrap();
}

for_each_store! {
    async fn what_is_tried_again_waits_longer_each_time(db: &TestDb) {
        let both = || vec![subject("tom"), generous("here")];
        for _ in 0..3 {
            assert_eq!(tried(db, both()).await, Duration::ZERO);
        }
        let wait = tried(db, both()).await;
        assert!(wait > Duration::minutes(9) && wait <= Duration::minutes(10), "{wait}");
        // A refused attempt was not counted, and others are not held up.
        assert_eq!(tried(db, vec![subject("anna"), generous("here")]).await, Duration::ZERO);
        pass(db, Duration::minutes(11));
        assert_eq!(tried(db, both()).await, Duration::ZERO);
        let wait = tried(db, both()).await;
        assert!(wait > Duration::minutes(19) && wait <= Duration::HOUR, "{wait}");
        assert_eq!(db.db_texts("SELECT CAST(tries AS TEXT) AS value FROM attempts ORDER BY tries"), ["1", "4", "5"]);
        // Each longest wait cancels one attempt.
        pass(db, Duration::hours(4));
        for _ in 0..3 {
            assert_eq!(tried(db, vec![subject("tom")]).await, Duration::ZERO);
        }
        assert!(tried(db, vec![subject("tom")]).await.is_positive());
    }

    async fn what_was_right_costs_nothing(db: &TestDb) {
        let both = || vec![subject("tom"), generous("here")];
        for _ in 0..20 {
            assert_eq!(tried(db, both()).await, Duration::ZERO);
            db.store.succeeded(vec![subject("tom")], vec![generous("here")]).await.unwrap();
        }
        assert_eq!(db.db_texts("SELECT subject AS value FROM attempts"), [""; 0]);
        // Taking one back leaves those before it.
        for _ in 0..2 {
            tried(db, vec![subject("anna")]).await;
        }
        db.store.succeeded(Vec::new(), vec![subject("anna")]).await.unwrap();
        assert_eq!(db.db_texts("SELECT CAST(tries AS TEXT) AS value FROM attempts"), ["1"]);
        // Subjects that no longer exist do no harm.
        db.store.succeeded(vec![subject("nobody")], vec![subject("nobody")]).await.unwrap();
    }

    async fn of_sixteen_who_try_at_once_as_many_go_on_as_may(db: &TestDb) {
        for round in 0..3 {
            let mut tasks = JoinSet::new();
            for number in 0..16 {
                let store = db.store.clone();
                // Each also has a subject of its own, so that the attempts of others do not hold it up.
                let (own, shared) = (generous(&format!("{round} {number}")), generous(&round.to_string()));
                let subjects = if number % 2 == 0 { vec![own, shared] } else { vec![shared, own] };
                tasks.spawn(async move { store.may_try(subjects).await.unwrap() });
            }
            let tried = tasks.join_all().await;
            assert_eq!(tried.iter().filter(|tried| **tried == Attempt::Allowed).count(), 5);
        }
        // There is one row for each subject, no matter how often it was counted.
        assert_eq!(db.db_texts("SELECT subject AS value FROM attempts").len(), 3 * (5 + 1));
    }

    async fn a_clock_that_was_ahead_keeps_nobody_out(db: &TestDb) {
        for _ in 0..3 {
            tried(db, vec![subject("tom")]).await;
        }
        pass(db, -Duration::days(4_000));
        for _ in 0..3 {
            assert_eq!(tried(db, vec![subject("tom")]).await, Duration::ZERO);
        }
        // From then on the correct time counts.
        assert!(tried(db, vec![subject("tom")]).await <= Duration::minutes(10));
        let tom = user(db, "tom-1").await;
        let token = digest();
        db.store.begin_session(tom.id, Arrival::new(token.clone(), "agent")).await.unwrap();
        let future = ago(-Duration::days(4_000));
        db.db_execute(&format!("UPDATE user_sessions SET created_at = {future}, seen_at = {future}, expires_at = {future}"));
        assert!(db.store.signed_in(&token).await.unwrap().unwrap().renewed);
        let known = db.store.sessions_of(tom.id).await.unwrap();
        assert!(known[0].created_at <= OffsetDateTime::now_utc() && known[0].seen_at <= OffsetDateTime::now_utc());
        let ends = "SELECT CAST(count(*) AS TEXT) AS value FROM user_sessions WHERE expires_at < ";
        assert_eq!(db.db_texts(&format!("{ends}{}", ago(-Duration::days(61)))), ["1"]);
    }

    async fn old_tries_are_forgotten(db: &TestDb) {
        tried(db, vec![subject("tom")]).await;
        pass(db, Duration::days(2));
        tried(db, vec![subject("anna")]).await;
        assert_eq!(db.store.prune_attempts(OffsetDateTime::now_utc() - Duration::days(1)).await.unwrap(), 1);
        assert_eq!(db.store.prune_attempts(OffsetDateTime::now_utc() + Duration::MINUTE).await.unwrap(), 1);
    }

    async fn an_account_knows_the_browsers_and_households_where_it_was_signed_in(db: &TestDb) {
        let (tom, anna) = (user(db, "tom-1").await, user(db, "anna-1").await);
        let (mark, other) = (digest(), digest());
        assert_eq!(db.store.familiar(&tom, Some(&mark), "home").await.unwrap(), Familiar::No);
        arrive(db, &tom, &mark, None, "home").await;
        assert_eq!(db.store.familiar(&tom, Some(&mark), "elsewhere").await.unwrap(), Familiar::Device);
        assert_eq!(db.store.familiar(&tom, Some(&other), "home").await.unwrap(), Familiar::Household);
        assert_eq!(db.store.familiar(&tom, None, "elsewhere").await.unwrap(), Familiar::No);
        assert_eq!(db.store.familiar(&anna, Some(&mark), "home").await.unwrap(), Familiar::No);
        // Nothing stored about an address is the same for two accounts, or readable.
        arrive(db, &anna, &other, None, "home").await;
        let kept = db.db_texts("SELECT digest AS value FROM user_places WHERE kind = 'household'");
        assert!(kept.len() == 2 && kept[0] != kept[1] && kept[0].len() == 64, "{kept:?}");
        // They are forgotten after a while.
        db.db_execute(&format!("UPDATE user_places SET seen_at = {}", ago(Duration::days(91))));
        assert_eq!(db.store.familiar(&tom, None, "home").await.unwrap(), Familiar::No);
        assert_eq!(db.store.familiar(&tom, Some(&mark), "home").await.unwrap(), Familiar::Device);
        db.db_execute(&format!("UPDATE user_places SET seen_at = {}", ago(Duration::days(401))));
        assert_eq!(db.store.familiar(&tom, Some(&mark), "home").await.unwrap(), Familiar::No);
    }

    async fn a_browser_has_one_mark_whoever_signs_in_and_none_that_it_brought_along(db: &TestDb) {
        let (tom, anna) = (user(db, "tom-1").await, user(db, "anna-1").await);
        let (first, second) = (digest(), digest());
        arrive(db, &tom, &first, None, "home").await;
        arrive(db, &anna, &second, Some(&first), "home").await;
        for user in [&tom, &anna] {
            assert_eq!(db.store.familiar(user, Some(&second), "x").await.unwrap(), Familiar::Device);
            assert_eq!(db.store.familiar(user, Some(&first), "x").await.unwrap(), Familiar::No);
        }
    }

    async fn an_account_knows_so_many_places_and_households_push_no_browser_out(db: &TestDb) {
        let (tom, mark) = (user(db, "tom-1").await, digest());
        arrive(db, &tom, &mark, None, "home").await;
        for number in 0..25 {
            let arrival = Arrival { household: Some(format!("train {number}")), ..Arrival::new(digest(), "agent") };
            db.store.begin_session(tom.id, arrival).await.unwrap();
        }
        assert_eq!(db.db_texts("SELECT kind AS value FROM user_places").len(), 21);
        assert_eq!(db.store.familiar(&tom, Some(&mark), "home").await.unwrap(), Familiar::Device);
        assert_eq!(db.store.familiar(&tom, None, "home").await.unwrap(), Familiar::No);
        assert_eq!(db.store.familiar(&tom, None, "train 24").await.unwrap(), Familiar::Household);
    }

    async fn whoever_shuts_everybody_out_forgets_where_they_were(db: &TestDb) {
        let (tom, marks) = (user(db, "tom-1").await, [digest(), digest()]);
        let link = digest();
        for step in 0..4 {
            for mark in &marks {
                arrive(db, &tom, mark, None, "home").await;
            }
            let staying = match step {
                0 => {
                    db.store.set_password(tom.id, "new", None, Some(&marks[0])).await.unwrap();
                    Familiar::Device
                }
                1 => {
                    db.store.end_sessions(tom.id, None, Some(&marks[0])).await.unwrap();
                    Familiar::Device
                }
                2 => {
                    db.store.end_sessions(tom.id, None, None).await.unwrap();
                    Familiar::No
                }
                _ => {
                    db.store.make_link(tom.id, &link, Duration::HOUR).await.unwrap();
                    db.store.use_link(&link, "newer").await.unwrap().unwrap();
                    Familiar::No
                }
            };
            assert_eq!(db.store.familiar(&tom, Some(&marks[0]), "home").await.unwrap(), staying, "{step}");
            assert_eq!(db.store.familiar(&tom, Some(&marks[1]), "home").await.unwrap(), Familiar::No, "{step}");
        }
    }

    async fn a_session_ends_after_a_year_however_much_it_is_used(db: &TestDb) {
        let (tom, token) = (user(db, "tom-1").await, digest());
        db.store.begin_session(tom.id, Arrival::new(token.clone(), "agent")).await.unwrap();
        let began = |days| {
            let day = ago(Duration::days(1));
            db.db_execute(&format!("UPDATE user_sessions SET created_at = {}, seen_at = {day}", ago(Duration::days(days))));
        };
        began(360);
        assert!(db.store.signed_in(&token).await.unwrap().unwrap().renewed);
        assert!(!db.store.signed_in(&token).await.unwrap().unwrap().renewed);
        let ends = "SELECT CAST(count(*) AS TEXT) AS value FROM user_sessions WHERE expires_at < ";
        assert_eq!(db.db_texts(&format!("{ends}{}", ago(-Duration::days(6)))), ["1"]);
        db.db_execute(&format!("UPDATE user_sessions SET expires_at = {}", ago(-Duration::days(60))));
        began(366);
        assert_eq!(db.store.signed_in(&token).await.unwrap(), None);
        assert!(db.store.sessions_of(tom.id).await.unwrap().is_empty());
        // The clock is set back: the session was only judged, and not ended.
        began(1);
        assert!(db.store.signed_in(&token).await.unwrap().is_some());
    }

    async fn only_sessions_of_before_are_found_by_a_cookie_without_prefix(db: &TestDb) {
        let (tom, token) = (user(db, "tom-1").await, digest());
        db.store.begin_session(tom.id, Arrival::new(token.clone(), "agent")).await.unwrap();
        assert_eq!(db.store.signed_in_by_plain_cookie(&token).await.unwrap(), None);
        db.db_execute("UPDATE user_sessions SET plain_cookie = TRUE");
        assert!(db.store.signed_in_by_plain_cookie(&token).await.unwrap().is_some());
        assert!(db.store.signed_in(&token).await.unwrap().is_some());
    }
}
