//! Battles that are deleted, hidden, claimed by an account, taken along, and forgotten with a browser.

use actix_web::http::StatusCode;
use musterfield::web::scheduler::JobKind;
use musterfield_battle::record::Record;
use musterfield_lists::catalogue;
use musterfield_rules::book;

use super::accounts::{PASSWORD, made, register, sign_in};
use super::battle_talk::say;
use super::battles::{begun, offered, send, state_of};
use super::harness::{Reply, TestApp, Visitor, army, state};
use crate::store::harness::TestDb;

const SPAM: &str = "Its names are abuse.";

/// The first order that the page of a battle offers to one of these visitors, and that visitor.
async fn decider<'v, 'a>(visitors: &[&'v Visitor<'a>], path: &str) -> (&'v Visitor<'a>, Vec<(String, String)>) {
    for visitor in visitors {
        let page = visitor.get(path).await;
        if page.has("#offers") {
            // An edge, a place for a camp, or the rest of the deployment.
            let deploy = vec![("do".to_owned(), "deploy".to_owned())];
            let order = offered(&page).into_iter().next().unwrap_or(deploy);
            return (visitor, [state_of(&page), order].concat());
        }
    }
    panic!("nobody decides");
}

/// Gives the first order that the page of a battle offers to one of these visitors.
async fn play_one(visitors: &[&Visitor<'_>], path: &str) -> Reply {
    let (visitor, order) = decider(visitors, path).await;
    send(visitor, &format!("{path}/orders"), &order).await
}

async fn joined(host: &Visitor<'_>, friend: &Visitor<'_>, path: &str) {
    // The page shows the link only until somebody has come by it.
    let key = host.cookie("musterfield_key").unwrap();
    let asked = friend.get(&format!("{path}/join?key={key}")).await;
    assert_eq!(friend.submit(&asked.form(&format!("{path}/join"))).await.status, StatusCode::SEE_OTHER);
}

for_each_store! {
    async fn a_battle_is_deleted_by_who_may_after_a_question(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend, stranger) = (app.visitor(), app.visitor(), app.visitor());
        let path = begun(&host, "friend").await;
        joined(&host, &friend, &path).await;
        let delete = format!("{path}/delete");
        for other in [&friend, &stranger] {
            assert!(!other.get(&path).await.has(&format!("a[href='{delete}']")));
            other.get(&delete).await.assert_refused(StatusCode::FORBIDDEN);
            other.post(&delete, &[]).await.assert_refused(StatusCode::FORBIDDEN);
        }
        let page = host.get(&path).await;
        assert!(page.text(".swept").contains("if no order is given before"), "{page:?}");
        assert!(page.has(&format!("a[href='{delete}']")));
        let asked = host.get(&delete).await;
        assert!(asked.text(".lede").contains("the other player too"), "{}", asked.text(".lede"));
        assert_eq!(friend.get(&path).await.status, StatusCode::OK, "asking deletes nothing");
        assert_eq!(host.post(&delete, &[("sure", "on")]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        // The computer is told nothing.
        let own = begun(&host, "computer").await;
        let asked_alone = host.get(&format!("{own}/delete")).await;
        assert!(!asked_alone.text(".lede").contains("other player"), "{}", asked_alone.text(".lede"));
        host.submit(&asked_alone.form(&format!("{own}/delete"))).await;
        for time in ["once", "twice"] {
            let answer = host.submit(&asked.form(&delete)).await;
            let list = host.follow(answer).await;
            assert!(list.text(".flash").contains("The battle has been deleted"), "{time}: {list:?}");
            assert!(!list.has(".mine"));
        }
        for address in ["", "/0", "/0.svg", "/delete", ".battle", ".json"] {
            friend.get(&format!("{path}{address}")).await.assert_refused(StatusCode::GONE);
        }
        host.get("/battles/aaaaaaaaaaaa/delete").await.assert_refused(StatusCode::NOT_FOUND);
    }

    async fn a_battle_without_orders_says_when_it_ends_and_one_with_orders_does_not(db: &TestDb) {
        let app = TestApp::new(db).await;
        let host = app.visitor();
        let path = begun(&host, "screen").await;
        assert!(host.get(&path).await.has(".swept"));
        assert_eq!(play_one(&[&host], &path).await.status, StatusCode::SEE_OTHER);
        assert!(!host.get(&path).await.has(".swept"));
        assert!(host.get("/battles").await.text("main").contains("no order is given for 30 days"));
    }

    async fn a_hidden_battle_is_seen_by_its_players_and_administrators_and_played_by_nobody(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend, late, stranger, boss) =
            (app.visitor(), app.visitor(), app.visitor(), app.visitor(), app.visitor());
        made(db, "boss", true).await;
        sign_in(&boss, "boss", PASSWORD).await;
        let path = begun(&host, "friend").await;
        let invitation = host.get(&path).await.attr("#side-link", "value").unwrap();
        joined(&host, &friend, &path).await;
        let (plays, order) = decider(&[&host, &friend], &path).await;
        let before = host.get(&path).await;
        assert!(!before.has(".admin-fold") && before.has("main a[href='/contact']"));
        // Without a reason, nothing is hidden.
        let form = boss.get(&path).await.form("/admin/battles");
        boss.press(&form, "hide").await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(stranger.get(&path).await.status, StatusCode::OK);
        let hidden = boss.press_on(&form.with("reason", SPAM), "hide").await;
        assert!(hidden.text(".admin-fold").contains(SPAM), "{hidden:?}");
        for address in ["", "/0", "/0.svg", ".battle", ".json", "/delete"] {
            let refused = stranger.get(&format!("{path}{address}")).await;
            assert_eq!(refused.status, StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS, "{address}");
            assert!(refused.text("main").contains(SPAM) && !refused.text("main").contains("Barrow"), "{address}");
        }
        late.get(&invitation).await.assert_refused(StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS);
        let join = invitation.split_once('?').unwrap().1.to_owned();
        late.post_raw(&format!("{path}/join"), join).await.assert_refused(StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS);
        for who in [&host, &friend] {
            let page = who.get(&path).await;
            assert!(page.text(".notice").contains(SPAM) && !page.has("#offers") && !page.has("[data-waits]"), "{page:?}");
            assert_eq!(who.get(&format!("{path}.battle")).await.status, StatusCode::OK);
        }
        // An order from a page of before is not carried out.
        let refused = send(plays, &format!("{path}/orders"), &order).await;
        assert_eq!(refused.status, StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS, "{refused:?}");
        let form = boss.get(&format!("/admin?find=http://example.org{path}")).await.form("/admin/battles");
        boss.press(&form.with("reason", "Settled"), "show").await;
        assert_eq!(stranger.get(&path).await.status, StatusCode::OK);
        assert_eq!(send(plays, &format!("{path}/orders"), &order).await.status, StatusCode::SEE_OTHER);
        let form = boss.get(&format!("/admin?find={}", path.trim_start_matches("/battles/"))).await.form("/admin/battles");
        let form = form.with("reason", SPAM);
        boss.press(&form, "delete").await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        for _ in 0..2 {
            assert_eq!(boss.press(&form.clone().with("sure", "on"), "delete").await.status, StatusCode::SEE_OTHER);
        }
        host.get(&path).await.assert_refused(StatusCode::GONE);
        let log = boss.get("/admin/log").await.texts("tbody tr td:nth-child(3)");
        assert_eq!(log, ["deleted the battle", "showed the battle", "hid the battle"]);
        stranger.post("/admin/battles", &[("kind", "battle")]).await.assert_refused(StatusCode::UNAUTHORIZED);
    }

    async fn the_battles_of_a_browser_are_claimed_with_the_rest(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (home, phone) = (app.visitor(), app.visitor());
        let path = begun(&home, "screen").await;
        let name = register(&home, "Tom").await;
        let page = home.get("/account").await;
        assert!(page.text(".claim").contains("one battle"), "{}", page.text(".claim"));
        let answer = home.submit(&page.form("/account/claim")).await;
        assert!(!home.follow(answer).await.has(".claim"));
        sign_in(&phone, &name, PASSWORD).await;
        assert_eq!(phone.get("/battles").await.texts(".mine li").len(), 1);
        assert_eq!(play_one(&[&phone], &path).await.status, StatusCode::SEE_OTHER);
    }

    async fn the_battles_of_a_browser_or_an_account_are_in_its_file(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend, tom) = (app.visitor(), app.visitor(), app.visitor());
        register(&tom, "Tom").await;
        let path = begun(&host, "friend").await;
        joined(&host, &friend, &path).await;
        joined(&host, &tom, &path).await;
        assert_eq!(play_one(&[&host, &friend], &path).await.status, StatusCode::SEE_OTHER);
        let secret = db.db_texts("SELECT dice_secret AS value FROM battles").pop().unwrap();
        for (who, export, plays) in
            [(&host, "/browser/export", "a"), (&friend, "/browser/export", "b"), (&tom, "/account/export", "b")]
        {
            let reply = who.get(export).await;
            let file = reply.json();
            let battles = file["battles"].as_array().unwrap();
            assert_eq!(battles.len(), 1, "{export} {plays}: {file}");
            assert_eq!(battles[0]["id"], path.trim_start_matches("/battles/"));
            assert_eq!(battles[0]["plays"], serde_json::json!([plays]));
            let text = battles[0]["record"].as_str().unwrap();
            let record = Record::read(text, book().unwrap(), catalogue(book().unwrap()).unwrap()).unwrap();
            record.check().unwrap();
            assert_eq!(record.steps.len(), 1);
            assert!(!reply.body_text().contains(&secret));
        }
        assert_eq!(app.visitor().get("/browser/export").await.json()["battles"], serde_json::json!([]));
    }

    async fn those_who_join_by_the_same_link_are_not_taken_for_one_browser(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend, other) = (app.visitor(), app.visitor(), app.visitor());
        let path = begun(&host, "friend").await;
        for who in [&friend, &other] {
            joined(&host, who, &path).await;
        }
        let army = army().made_by(&friend).await;
        other.get(&army.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
        assert_ne!(friend.cookie("musterfield_visitor"), other.cookie("musterfield_visitor"));
    }

    async fn pages_that_delete_a_browser_or_an_account_name_its_battles(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend, tom) = (app.visitor(), app.visitor(), app.visitor());
        let (alone, shared) = (begun(&host, "computer").await, begun(&host, "friend").await);
        joined(&host, &friend, &shared).await;
        let page = host.get("/browser").await;
        assert!(page.texts("main ul li").contains(&"2 battles".to_owned()), "{page:?}");
        assert!(page.text("form[action='/browser/delete']").contains("Battles"));
        host.post("/browser/delete", &[("sure", "on")]).await;
        friend.get(&alone).await.assert_refused(StatusCode::GONE);
        assert_eq!(friend.get(&shared).await.status, StatusCode::OK);
        register(&tom, "Tom").await;
        assert!(!tom.get("/account/delete").await.text(".lede").contains("Battles"));
        begun(&tom, "screen").await;
        assert!(tom.get("/account/delete").await.text(".lede").contains("Battles that nobody else plays"));
    }
}

#[tokio::test]
async fn the_computer_plays_at_a_level_and_its_reasons_are_told_once_the_battle_is_over() {
    let db = TestDb::sqlite();
    let shared = state(&db.store, None);
    let app = TestApp::on(shared.clone()).await;
    let visitor = app.visitor();
    let form = visitor.get("/play").await.form("/battles");
    let form = form.with("army_a", "ready:barrow-kings").with("army_b", "ready:camelot").with("players", "computer");
    assert_eq!((form.value("level"), form.value("style")), ("captain", "usual"));
    for field in ["level", "style"] {
        let refused = visitor.submit(&form.clone().with(field, "emperor")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert!(refused.text(".errors").contains("the computer plays"), "{}", refused.text(".errors"));
    }
    let begun = visitor.submit(&form.with("level", "colonel").with("style", "bold")).await.location();
    let path = begun.split('#').next().unwrap();
    let mut page = visitor.get(path).await;
    assert!(page.text(".b-sides").contains("the computer, a bold colonel"), "{}", page.text(".b-sides"));
    // The visitor ends what can be ended, until the computer has to think about its bound.
    let thinks = format!("form[action='{path}/computer'][data-thinks]");
    while !page.has(&thinks) {
        let orders = [page.values("button[name=order]"), page.values("#offers option")].concat();
        let order = orders.iter().find(|order| *order == "end").or(orders.first()).cloned().unwrap_or_default();
        let action = if page.has("button[value=deploy]") { "deploy" } else { "" };
        let fields =
            [state_of(&page), vec![("order".to_owned(), order), ("do".to_owned(), action.to_owned())]].concat();
        let answer = send(&visitor, &format!("{path}/orders"), &fields).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text(".errors"));
        page = visitor.get(path).await;
    }
    let lines = |page: &Reply| page.attr("[data-lines]", "data-lines").unwrap().parse::<usize>().unwrap();
    let before = lines(&page);
    // Two pages of the battle ask at once: the computer thinks for one of them, and the other gets the table as it stands.
    let asks = page.form(&format!("{path}/computer"));
    let (one, other) = tokio::join!(visitor.submit(&asks), visitor.submit(&asks));
    assert_eq!([one.status, other.status], [StatusCode::SEE_OTHER; 2]);
    let load = shared.scheduler.load();
    let thoughts = load.admitted.iter().find(|(kind, _)| *kind == JobKind::Thinking);
    assert_eq!(thoughts, Some(&(JobKind::Thinking, 1)));
    let after = lines(&visitor.get(path).await);
    assert!(after > before, "{before} {after}");
    let reasons = async || {
        let mut told = Vec::new();
        for step in before + 1..=after {
            told.extend(visitor.get(&format!("{path}/{step}")).await.texts(".s-why"));
        }
        told
    };
    assert_eq!(reasons().await, [""; 0], "while the battle goes on, reasons would tell plans");
    assert_eq!(say(&visitor, path, &[("do", "resign")]).await.status, StatusCode::SEE_OTHER);
    let told = reasons().await;
    assert!(told.iter().any(|why| why.contains("played on")), "{told:?}");
    // The record has what the rules need to play it again, and nothing of this.
    let record = visitor.get(&format!("{path}.battle")).await;
    assert!(!record.body_text().contains("because"));
}
