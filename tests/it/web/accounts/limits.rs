//! Guessing passwords, and who has to wait for it.

use sha2::{Digest as _, Sha256};
use time::{Duration, OffsetDateTime};

use super::mail::Server;
use super::*;

/// Moves all attempts into the past.
fn pass(db: &TestDb, time: Duration) {
    let at = OffsetDateTime::now_utc() - time;
    let (date, hour, minute, second) = (at.date(), at.hour(), at.minute(), at.second());
    db.db_execute(&format!("UPDATE attempts SET tried_at = '{date} {hour:02}:{minute:02}:{second:02}'"));
}

/// Sets the number of attempts of all subjects, the last one now.
fn tried(db: &TestDb, times: u32) {
    db.db_execute(&format!("UPDATE attempts SET tries = {times}"));
    pass(db, Duration::ZERO);
}

/// The wait in an answer, in seconds.
fn retry_after(reply: &Reply) -> u32 {
    assert_eq!(reply.status, StatusCode::TOO_MANY_REQUESTS, "{reply:?}");
    reply.header("retry-after").unwrap().parse().unwrap()
}

/// Tries a password without opening the page first.
async fn try_password(visitor: &Visitor<'_>, name: &str, password: &str) -> Reply {
    visitor.post("/account/sign-in", &[("name", name), ("password", password), ("to", "")]).await
}

/// Signs out again.
async fn leave(visitor: &Visitor<'_>) {
    let form = visitor.get("/account").await.form("/account/sign-out");
    assert_eq!(visitor.submit(&form).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn ten_thousand_wrong_passwords_from_elsewhere_do_not_keep_the_owner_out() {
    let db = &TestDb::sqlite();
    let app = TestApp::new(db).await;
    made(db, "tom-1", false).await;
    let browser = app.visitor_from("198.51.100.7");
    assert_eq!(try_password(&browser, "tom-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
    leave(&browser).await;
    let is_looked_at = async |number: u32| {
        let attacker = app.visitor_from(&std::net::Ipv4Addr::from(0xCB00_0000 + number * 7).to_string());
        match try_password(&attacker, "tom-1", "not the password").await.status {
            StatusCode::UNPROCESSABLE_ENTITY => true,
            status => {
                assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
                false
            }
        }
    };
    let mut looked_at = 0;
    for number in 0..10_000 {
        looked_at += u32::from(is_looked_at(number).await);
    }
    // At ten thousand attempts a day, guessing must be impossible.
    assert!((20..40).contains(&looked_at), "{looked_at} were looked at");
    // The owner signs in with the same browser from any place, even after a typing error.
    let browser = browser.moved_to("192.0.2.200");
    assert_eq!(try_password(&browser, "tom-1", "four worts are easy").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(try_password(&browser, "tom-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
    // The owner signs in with another browser at home.
    assert_eq!(try_password(&app.visitor_from("198.51.100.7"), "tom-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
    // In an unfamiliar place the owner learns how long to wait and what else is possible. The wait may just be over, so
    // somebody begins another one first.
    let mut number = 10_000;
    while !is_looked_at(number).await {
        number += 1;
    }
    let reply = try_password(&app.visitor_from("192.0.2.201"), "tom-1", PASSWORD).await;
    reply.assert_refused(StatusCode::TOO_MANY_REQUESTS);
    assert!(reply.has(".notice a[href='/account/forgotten']"));
    // Nobody else is affected.
    made(db, "anna-1", false).await;
    assert_eq!(try_password(&app.visitor_from("192.0.2.201"), "anna-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
}

for_each_store! {
    async fn each_wrong_password_waits_longer_and_the_name_stays_in_its_field(db: &TestDb) {
        let app = TestApp::new(db).await;
        made(db, "tom-1", false).await;
        // Whether the account exists or not.
        for (name, from) in [("tom-1", "192.0.2.1"), ("tim-1", "192.0.2.2"), ("no name at all", "192.0.2.3")] {
            let visitor = app.visitor_from(from);
            for _ in 0..5 {
                let reply = try_password(&visitor, name, "not the password").await;
                assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
            }
            // The subjects with five attempts are those of this name.
            db.db_execute("UPDATE attempts SET tries = 11 WHERE tries = 5");
            pass(db, Duration::ZERO);
            let reply = sign_in(&visitor, name, PASSWORD).await;
            reply.assert_refused(StatusCode::TOO_MANY_REQUESTS);
            let seconds = retry_after(&reply);
            assert!((50..=64).contains(&seconds), "{seconds}");
            assert_eq!(reply.text(".notice strong"), format!("{seconds} seconds"));
            assert_eq!((reply.values("#name"), reply.values("#password")), (vec![name.to_owned()], Vec::new()));
            assert!(reply.has("form[action='/account/sign-in']"));
            pass(db, Duration::seconds(70));
            let reply = try_password(&visitor, name, "not the password").await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
            let seconds = retry_after(&try_password(&visitor, name, PASSWORD).await);
            assert!((100..=128).contains(&seconds), "{seconds}");
            pass(db, Duration::minutes(3));
        }
        // A right password after wrong ones clears them.
        let tom = || app.visitor_from("192.0.2.1");
        assert_eq!(try_password(&tom(), "tom-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
        for _ in 0..4 {
            assert_eq!(try_password(&tom(), "tom-1", "not it").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        assert_eq!(try_password(&tom(), "tom-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
    }

    async fn a_hall_behind_one_address_gets_in_and_somebody_in_it_shuts_out_nobody_for_long(db: &TestDb) {
        let app = TestApp::new(db).await;
        made(db, "tom-1", false).await;
        made(db, "anna-1", false).await;
        let hall = || app.visitor_from("192.0.2.1");
        try_password(&hall(), "somebody-1", "slip").await;
        // Two for each of sixty people: the count of the hall.
        tried(db, 120);
        assert_eq!(try_password(&hall(), "tom-1", "slip").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(db.db_texts("SELECT subject AS value FROM attempts WHERE tries = 121").len(), 1);
        assert_eq!(try_password(&hall(), "tom-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
        // The right one has cleared the count.
        assert_eq!(db.db_texts("SELECT subject AS value FROM attempts WHERE tries > 120"), [""; 0]);
        // Somebody tries as often as possible: the others wait a minute at most.
        try_password(&hall(), "somebody-2", "guess").await;
        tried(db, 9_999);
        let seconds = retry_after(&try_password(&hall(), "anna-1", PASSWORD).await);
        assert!((50..=60).contains(&seconds), "{seconds}");
        // From elsewhere there is no wait.
        assert_eq!(try_password(&app.visitor_from("192.0.2.9"), "anna-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
    }

    async fn somebody_with_an_account_does_not_try_those_of_others_without_end(db: &TestDb) {
        let app = TestApp::new(db).await;
        made(db, "eve-1", false).await;
        let household: String =
            Sha256::digest("password from\n192.0.2.1").iter().map(|byte| format!("{byte:02x}")).collect();
        let count = format!("SELECT subject AS value FROM attempts WHERE subject = '{household}'");
        let mut forgotten = Vec::new();
        for number in 0..7 {
            // The attacker's browser is new each time.
            let eve = || app.visitor_from("192.0.2.1");
            try_password(&eve(), &format!("somebody-{number}"), "guess").await;
            assert_eq!(db.db_texts(&count).len(), 1);
            assert_eq!(try_password(&eve(), "eve-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
            forgotten.push(db.db_texts(&count).is_empty());
        }
        assert_eq!(forgotten, [true, true, true, true, true, false, false]);
    }

    async fn a_mark_is_good_for_its_account_alone(db: &TestDb) {
        let app = TestApp::new(db).await;
        made(db, "tom-1", false).await;
        made(db, "eve-1", false).await;
        let (eve, tom) = (app.visitor_from("192.0.2.1"), app.visitor_from("192.0.2.2"));
        assert_eq!(try_password(&eve, "eve-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
        let mark = eve.cookie("musterfield_device").unwrap();
        // Planted in Tom's browser, Eve's mark does not become Tom's.
        tom.keep_cookie("musterfield_device", &mark);
        assert_eq!(try_password(&tom, "tom-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
        assert_ne!(tom.cookie("musterfield_device").unwrap(), mark);
        // Everybody has tried Tom's name.
        try_password(&app.visitor_from("192.0.2.3"), "tom-1", "guess").await;
        tried(db, 9_999);
        leave(&eve).await;
        let eve = eve.moved_to("192.0.2.4");
        try_password(&eve, "tom-1", "guess").await.assert_refused(StatusCode::TOO_MANY_REQUESTS);
        leave(&tom).await;
        let tom = tom.moved_to("192.0.2.5");
        assert_eq!(try_password(&tom, "tom-1", PASSWORD).await.status, StatusCode::SEE_OTHER);
        // A forged mark does not count.
        let forger = app.visitor_from("192.0.2.6");
        for forged in ["", "x", &"0".repeat(32), &"0".repeat(3_000)] {
            forger.keep_cookie("musterfield_device", forged);
            try_password(&forger, "tom-1", "guess").await.assert_refused(StatusCode::TOO_MANY_REQUESTS);
        }
    }

    async fn a_network_of_ipv6_is_one_household(db: &TestDb) {
        let app = TestApp::new(db).await;
        for number in 0..5 {
            let from = format!("2001:db8:1:2::{number}");
            assert_eq!(try_password(&app.visitor_from(&from), "tom-1", "guess").await.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        tried(db, 15);
        try_password(&app.visitor_from("2001:db8:1:2:ffff::1"), "tom-1", "guess").await.assert_refused(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(try_password(&app.visitor_from("2001:db8:1:3::1"), "tom-1", "guess").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn behind_a_trusted_proxy_the_address_it_hands_on_counts(db: &TestDb) {
        let app = TestApp::behind(db, None, "10.0.0.1").await;
        let tries = async |peer: &str, forwarded: &str| {
            let body = encode(&[("name", "tom-1"), ("password", "x"), ("to", "")]);
            let request = TestRequest::post().uri("/account/sign-in").insert_header(("x-forwarded-for", forwarded));
            let kind = ("content-type", "application/x-www-form-urlencoded");
            app.visitor_from(peer).send(request.insert_header(kind).set_payload(body)).await.status
        };
        // Everything before the last address was written by the visitor.
        for number in 0..5 {
            assert_eq!(tries("10.0.0.1", &format!("1.1.1.{number}, 9.9.9.9")).await, StatusCode::UNPROCESSABLE_ENTITY);
        }
        tried(db, 15);
        assert_eq!(tries("10.0.0.1", "2.2.2.2, 9.9.9.9").await, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(tries("10.0.0.1", "9.9.9.8").await, StatusCode::UNPROCESSABLE_ENTITY);
        // A sender that is not the proxy cannot claim an address.
        assert_eq!(tries("9.9.9.9", "3.3.3.3").await, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(tries("10.0.0.2", "9.9.9.9").await, StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn the_password_that_is_asked_for_again_is_not_tried_without_end(db: &TestDb) {
        let app = TestApp::new(db).await;
        let tom = app.visitor();
        register(&tom, "Tom").await;
        let wrong = [("old", "not it"), ("password", "quite another password")];
        for _ in 0..5 {
            tom.post("/account/password", &wrong).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        }
        tried(db, 20);
        let right = [("old", PASSWORD), ("password", "quite another password")];
        let reply = tom.post("/account/password", &right).await;
        reply.assert_refused(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(reply.text("#old-error"), "Too many wrong passwords. Try again in 15 minutes.");
        let reply = tom.post("/account/delete", &[("password", PASSWORD)]).await;
        reply.assert_refused(StatusCode::TOO_MANY_REQUESTS);
        assert!(retry_after(&reply) > 800);
        pass(db, Duration::minutes(16));
        assert_eq!(tom.post("/account/password", &right).await.status, StatusCode::SEE_OTHER);
    }

    async fn accounts_are_not_made_without_end_and_what_was_typed_comes_back(db: &TestDb) {
        let app = TestApp::new(db).await;
        let first = app.visitor_from("192.0.2.1");
        register(&first, "Tom").await;
        tried(db, 110);
        let visitor = app.visitor_from("192.0.2.1");
        let form = visitor.get("/account/new").await.form("/account/new");
        let form = form.with("name", "Anna").with("mail", "anna@example.org").with("password", PASSWORD);
        let reply = visitor.submit(&form).await;
        reply.assert_refused(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(reply.text(".notice strong"), "15 minutes");
        assert_eq!((reply.values("#name"), reply.values("#mail")), (vec!["Anna".to_owned()], vec!["anna@example.org".to_owned()]));
        assert_eq!(db.store.users_from("", 10).await.unwrap().len(), 1);
        register(&app.visitor_from("192.0.2.2"), "Anna").await;
        pass(db, Duration::minutes(16));
        assert_eq!(visitor.submit(&form).await.status, StatusCode::SEE_OTHER);
    }

    async fn links_are_not_sent_without_end(db: &TestDb) {
        let server = Server::start().await;
        let app = TestApp::with_accounts(db, server.accounts()).await;
        made(db, "tom-1", false).await;
        let visitor = app.visitor();
        for _ in 0..3 {
            assert_eq!(visitor.post("/account/forgotten", &[("who", "tom-1")]).await.status, StatusCode::OK);
        }
        let reply = visitor.post("/account/forgotten", &[("who", "TOM-1")]).await;
        reply.assert_refused(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(reply.values("#who"), ["TOM-1"]);
        assert!(reply.text(".notice").contains("Look for the last one in your mailbox"), "{reply:?}");
        // Other visitors do not wait for that.
        assert_eq!(visitor.post("/account/forgotten", &[("who", "anna-1")]).await.status, StatusCode::OK);
    }

    async fn browsers_are_not_taken_over_without_end(db: &TestDb) {
        let app = TestApp::new(db).await;
        let tom = app.visitor();
        register(&tom, "Tom").await;
        assert_eq!(tom.post("/account/claim", &[]).await.status, StatusCode::SEE_OTHER);
        tried(db, 200);
        let reply = tom.post("/account/claim", &[]).await;
        reply.assert_refused(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(reply.text(".lede"), format!("Nothing was changed. Try again in {} seconds.", retry_after(&reply)));
    }
}
