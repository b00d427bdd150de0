//! Administration: works, events and accounts that are hidden, locked and deleted, and the lines in the log.

use actix_web::http::StatusCode;

use super::accounts::{PASSWORD, made, register, sign_in};
use super::events::{LEGAL, new_event, pasted};
use super::harness::{Reply, TestApp, Visitor, army, kept_table, multipart};
use crate::store::harness::TestDb;

const SPAM: &str = "It advertises a shop.";

async fn boss<'a>(app: &'a TestApp, db: &TestDb) -> Visitor<'a> {
    made(db, "boss", true).await;
    let boss = app.visitor();
    assert_eq!(sign_in(&boss, "boss", PASSWORD).await.status, StatusCode::SEE_OTHER);
    boss
}

fn assert_hidden(reply: &Reply, word: &str) {
    reply.assert_refused(StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS);
    assert_eq!(reply.text("h1"), format!("This {word} is hidden"));
    assert_eq!(reply.text(".lede"), format!("Hidden by the administrators: {SPAM}"));
}

/// The lines of the log without their times.
async fn log(boss: &Visitor<'_>) -> Vec<String> {
    boss.get("/admin/log").await.texts("tbody tr td:not(:first-child)")
}

for_each_store! {
    async fn a_hidden_work_is_seen_by_its_holder_and_administrators_alone(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, stranger, boss) = (app.visitor(), app.visitor(), boss(&app, db).await);
        let (host, ford) = (army().made_by(&owner).await, kept_table(&owner, "home=forest&seed=1").await);
        for (work, word, sheets) in [(&host, "army", ["/roster", "/roster.csv"]), (&ford, "layout", [".svg", ".json"])] {
            let copy = stranger.get(&work.at("")).await.form(&work.at("/copy"));
            let state = format!("/v/{}", copy.value("hash"));
            assert!(!owner.get(&work.at("")).await.has(".admin-fold"));
            let form = boss.get(&work.at("")).await.form("/admin/works").with("reason", SPAM);
            let reply = boss.press(&form, "hide").await;
            assert!(boss.follow(reply).await.text(".admin-fold").contains(SPAM));
            let mut paths = vec![String::new(), state.clone()];
            paths.extend(sheets.iter().flat_map(|sheet| [(*sheet).to_owned(), format!("{state}{sheet}")]));
            for path in &paths {
                assert_hidden(&stranger.get(&work.at(path)).await, word);
                assert_eq!(boss.get(&work.at(path)).await.status, StatusCode::OK, "{path}");
                assert_eq!(owner.get(&work.at(path)).await.status, StatusCode::OK, "{path}");
            }
            assert_hidden(&stranger.submit(&copy).await, word);
            assert!(owner.get(&work.at("")).await.text(".notice").contains(SPAM));
            assert_eq!(owner.get(&work.at("/edit")).await.status, StatusCode::OK);
            let form = boss.get(&work.at("")).await.form("/admin/works").with("reason", "Settled with the owner");
            boss.press_on(&form, "show").await;
            assert_eq!(stranger.get(&work.at("")).await.status, StatusCode::OK);
        }
        let army_path = host.at("");
        assert_eq!(log(&boss).await[4..8], ["boss", "hid the layout", &ford.at(""), SPAM]);
        assert_eq!(log(&boss).await[8..12], ["boss", "showed the army", &army_path, "Settled with the owner"]);
    }

    async fn a_hidden_army_is_entered_by_nobody_else(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, other, boss) = (app.visitor(), app.visitor(), boss(&app, db).await);
        let host = army().made_by(&owner).await;
        let form = boss.get(&host.at("")).await.form("/admin/works").with("reason", SPAM);
        boss.press(&form, "hide").await;
        boss.submit(&new_event(&boss, &[]).await).await;
        boss.post("/events/spring-open/state", &[("state", "open")]).await;
        let enter = async |who: &Visitor<'_>, name: &'static str| {
            who.get("/events/spring-open/enter").await;
            let mut fields = pasted(name, name, "", "enter");
            let address = host.at("");
            fields.retain(|(field, _)| *field != "address");
            fields.push(("address", &address));
            who.upload("/events/spring-open/enter", multipart(&fields)).await
        };
        let refused = enter(&other, "Anna").await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text(".field-error").contains(SPAM), "{refused:?}");
        // Its holder can use it as before.
        assert_eq!(enter(&owner, "Olga").await.status, StatusCode::SEE_OTHER);
    }

    async fn a_hidden_event_is_seen_by_its_staff_and_administrators_alone(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, player, boss) = (app.visitor(), app.visitor(), boss(&app, db).await);
        register(&owner, "Olga").await;
        owner.submit(&new_event(&owner, &[]).await).await;
        owner.post("/events/spring-open/state", &[("state", "open")]).await;
        player.get("/events/spring-open/enter").await;
        let entry = player.upload("/events/spring-open/enter", multipart(&pasted("e", "Tom", LEGAL, "enter"))).await;
        let form = boss.get("/events/spring-open").await.form("/admin/events").with("reason", SPAM);
        let reply = boss.press_on(&form, "hide").await;
        assert!(reply.text("h2").contains("Spring Open") && reply.text(".admin-fold").contains(SPAM));
        for path in ["/events/spring-open", "/events/spring-open/standings", entry.location().as_str()] {
            assert_hidden(&player.get(path).await, "event");
            assert_eq!(owner.get(path).await.status, StatusCode::OK);
            assert_eq!(boss.get(path).await.status, StatusCode::OK);
        }
        assert!(!player.get("/events").await.body_text().contains("Spring Open"));
        assert!(owner.get("/events").await.body_text().contains("Spring Open"));
        assert!(owner.get("/events/spring-open").await.text(".notice").contains(SPAM));
        // Staff cannot show an event that administrators hide.
        owner.post("/events/spring-open/state", &[("state", "open")]).await;
        assert_hidden(&player.get("/events/spring-open").await, "event");
        let form = boss.get("/admin?find=https://example.org/events/spring-open").await.form("/admin/events");
        let form = form.with("reason", "Settled");
        boss.press(&form, "show").await;
        assert_eq!(player.get("/events/spring-open").await.status, StatusCode::OK);
        let unsure = boss.press(&form, "delete").await;
        unsure.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(unsure.text(".field-error").starts_with("Tick this") && unsure.values("#reason") == ["Settled"]);
        let sure = form.with("sure", "on");
        boss.press_on(&sure, "delete").await;
        assert_eq!(boss.press(&sure, "delete").await.status, StatusCode::SEE_OTHER, "sent twice");
        player.get("/events/spring-open").await.assert_refused(StatusCode::NOT_FOUND);
        assert_eq!(log(&boss).await[..4], ["boss", "deleted the event Spring Open", "/events/spring-open", "Settled"]);
    }

    async fn nothing_is_done_without_a_reason_and_what_was_typed_stays(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, boss) = (app.visitor(), boss(&app, db).await);
        let host = army().made_by(&owner).await;
        let form = boss.get(&host.at("")).await.form("/admin/works");
        for reason in ["", "no", "  a  ", &"x".repeat(301)] {
            let reply = boss.press(&form.clone().with("reason", reason), "hide").await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert_eq!(reply.values("#reason"), [reason]);
            assert!(reply.has("#reason-error"));
        }
        let account = boss.get("/admin?find=boss").await.location();
        let reply = boss.post(&account, &[("do", "end-sessions"), ("reason", "")]).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(app.visitor().get(&host.at("")).await.status, StatusCode::OK);
        assert_eq!(log(&boss).await, [""; 0]);
    }

    async fn the_owner_of_a_locked_account_reads_why_and_nobody_else_learns_of_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (tom, boss) = (app.visitor(), boss(&app, db).await);
        let name = register(&tom, "Tom").await;
        let host = army().made_by(&tom).await;
        let account = boss.get(&format!("/admin?find={name}")).await.location();
        let form = boss.get(&account).await.form(&account).with("reason", SPAM);
        boss.press_on(&form, "lock").await;
        assert_eq!(tom.get("/account").await.status, StatusCode::SEE_OTHER, "signed out");
        let told = sign_in(&tom, &name, PASSWORD).await;
        told.assert_refused(StatusCode::FORBIDDEN);
        assert_eq!(told.text("h1"), "This account is locked");
        assert!(told.text(".lede").contains(SPAM));
        let wrong = sign_in(&app.visitor(), &name, "quite another password").await;
        assert!(wrong.status == StatusCode::UNPROCESSABLE_ENTITY && !wrong.body_text().contains(SPAM));
        assert_eq!(app.visitor().get(&host.at("")).await.status, StatusCode::OK, "what it made stays");
        assert!(boss.get("/account/users").await.text("tbody").contains("locked"));
        boss.press_on(&form.clone().with("reason", "Talked about it"), "unlock").await;
        assert_eq!(sign_in(&tom, &name, PASSWORD).await.status, StatusCode::SEE_OTHER);
        boss.press_on(&form, "end-sessions").await;
        assert_eq!(tom.get("/account").await.status, StatusCode::SEE_OTHER);
        assert_eq!(sign_in(&tom, &name, PASSWORD).await.status, StatusCode::SEE_OTHER);
        let of_account = format!("account {name}");
        let line = |action: &'static str, reason: &'static str| ["boss", action, of_account.as_str(), reason];
        let expected = [
            line("signed all browsers out of the account", SPAM),
            line("unlocked the account", "Talked about it"),
            line("locked the account", SPAM),
        ];
        assert_eq!(log(&boss).await, expected.concat());
    }

    async fn an_account_is_deleted_unless_it_alone_owns_an_event_or_is_ones_own(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (tom, boss) = (app.visitor(), boss(&app, db).await);
        let name = register(&tom, "Tom").await;
        tom.submit(&new_event(&tom, &[]).await).await;
        let account = boss.get(&format!("/admin?find={name}")).await.location();
        let delete = [("do", "delete"), ("reason", SPAM), ("sure", "on")];
        let page = boss.get(&account).await;
        assert!(page.has("a[href='/admin?find=/events/spring-open']"));
        let refused = boss.post(&account, &delete).await;
        refused.assert_refused(StatusCode::CONFLICT);
        assert_eq!(refused.values("#reason"), [SPAM]);
        let event = [("kind", "event"), ("id", "spring-open"), ("do", "delete"), ("reason", SPAM), ("sure", "on")];
        assert_eq!(boss.post("/admin/events", &event).await.status, StatusCode::SEE_OTHER);
        assert_eq!(boss.post(&account, &delete).await.location(), "/admin");
        boss.get(&account).await.assert_refused(StatusCode::NOT_FOUND);
        assert_eq!(sign_in(&tom, &name, PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        let own = boss.get("/admin?find=boss").await.location();
        for act in ["lock", "delete"] {
            boss.post(&own, &[("do", act), ("reason", SPAM), ("sure", "on")]).await.assert_refused(StatusCode::CONFLICT);
        }
        assert_eq!(boss.get("/admin").await.status, StatusCode::OK);
    }

    async fn the_log_is_read_page_by_page(db: &TestDb) {
        let app = TestApp::new(db).await;
        let boss = boss(&app, db).await;
        for number in 0..150 {
            let grounds = musterfield::store::ActorAndReason { actor: "boss".to_owned(), reason: format!("reason {number}") };
            db.store.log_for_admins(grounds, "looked", "account boss").await.unwrap();
        }
        let first = boss.get("/admin/log").await;
        let reasons = |page: &Reply| page.texts("tbody td:last-child");
        assert_eq!((reasons(&first).len(), reasons(&first)[0].as_str()), (100, "reason 149"));
        let next = first.attr("main > p > a[href^='/admin/log']", "href").unwrap();
        let second = boss.get(&next).await;
        assert_eq!((reasons(&second).len(), reasons(&second)[49].as_str()), (50, "reason 0"));
        assert!(!second.has("main > p > a[href^='/admin/log']"));
    }
}
