//! The database is lost while the site is running: a plain page says so, and the site recovers by itself.

use std::fs;

use actix_web::http::StatusCode;

use super::harness::{Form, MadeWork, Reply, TestApp, Visitor, army};
use crate::store::harness::{TestDb, execute_pg, postgres_admin, terminate_connections};

/// A site with an army, and its owner with the editor open.
async fn assert_outage(app: &TestApp, owner: &Visitor<'_>, army: &MadeWork, form: &Form) {
    let assert_told = |reply: &Reply| {
        reply.assert_refused(StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(reply.text("h1"), "Saved data cannot be reached at the moment");
        assert!(reply.text(".lede").contains("Nothing that was saved is lost"));
        assert!(reply.header("retry-after").is_some());
    };
    assert_kept(&owner.press(&form.clone().with("notes", "typed in vain"), "more:1").await);
    assert_told(&app.visitor().get(&army.at("/roster")).await);
    let health = app.visitor().get("/healthz").await;
    assert_eq!(
        (health.status, &health.body[..]),
        (StatusCode::SERVICE_UNAVAILABLE, &b"the database is not responding\n"[..])
    );
    // The home page works without the visitor's armies.
    let home = owner.get("/").await;
    assert_eq!(home.status, StatusCode::OK);
    assert!(home.text(".notice").contains("cannot be shown at the moment"), "{home:?}");
    // Everything that needs no database works: lists, rules, the check; and invalid addresses cost no query.
    for path in ["/lists", "/rules/d3h2", "/api/openapi.json", "/armies/new"] {
        assert_eq!(app.visitor().get(path).await.status, StatusCode::OK, "{path}");
    }
    assert_eq!(app.visitor().post_raw("/api/v1/validate", super::harness::army().file()).await.status, StatusCode::OK);
    let broken = MadeWork::army("no-army-at-all");
    for rest in ["", "/edit", "/history", "/delete", "/roster", "/v/0", "/v/00000000000000000000/roster"] {
        owner.get(&broken.at(rest)).await.assert_refused(StatusCode::NOT_FOUND);
    }
    for rest in ["/edit", "/restore", "/copy", "/key", "/delete"] {
        owner.post_raw(&broken.at(rest), "").await.assert_refused(StatusCode::NOT_FOUND);
    }
    owner.get(&army.at("/v/short")).await.assert_refused(StatusCode::NOT_FOUND);
}

/// Checks that the editor has all input, with the button's action applied.
fn assert_kept(reply: &Reply) {
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(reply.text("#unsaved").contains("Not saved"), "{reply:?}");
    let form = reply.editor();
    assert_eq!((form.value("notes"), form.elements()[1].as_str()), ("typed in vain", "5 x Bd"));
}

/// Checks that everything works again, and that the failed click takes effect when it is sent again.
async fn assert_recovered(app: &TestApp, owner: &Visitor<'_>, army: &MadeWork, form: &Form) {
    assert_eq!(app.visitor().get("/healthz").await.status, StatusCode::OK);
    assert_eq!(owner.press_on(form, "more:1").await.editor().elements()[1], "5 x Bd");
    assert_eq!(app.visitor().get(&army.at("")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_lost_sqlite_file_is_told_and_the_site_recovers_when_it_is_back() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await;
    let folder = db.sqlite_folder();
    let away = folder.with_extension("away");
    fs::rename(&folder, &away).unwrap();
    assert_outage(&app, &owner, &army, &form).await;
    fs::rename(&away, &folder).unwrap();
    assert_recovered(&app, &owner, &army, &form).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_postgres_that_takes_no_connections_is_told_and_the_site_recovers_when_it_does_again() {
    let db = TestDb::postgres();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await;
    let mut admin = postgres_admin();
    execute_pg(&mut admin, &format!("ALTER DATABASE {} ALLOW_CONNECTIONS false", db.postgres_name()));
    terminate_connections(&mut admin, db.postgres_name());
    assert_outage(&app, &owner, &army, &form).await;
    execute_pg(&mut admin, &format!("ALTER DATABASE {} ALLOW_CONNECTIONS true", db.postgres_name()));
    assert_recovered(&app, &owner, &army, &form).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn no_visitor_notices_that_postgres_has_ended_every_connection() {
    let db = TestDb::postgres();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await;
    terminate_connections(&mut postgres_admin(), db.postgres_name());
    assert_recovered(&app, &owner, &army, &form).await;
}

#[tokio::test]
async fn an_sqlite_disk_that_is_full_is_told_and_reading_goes_on() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let form = owner.editor(&army).await;
    // Simulates a full disk: every write fails with SQLite's error for it.
    db.db_execute(
        "CREATE TRIGGER full BEFORE INSERT ON work_revisions BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
    );
    let refused = owner.press(&form.clone().with("notes", "typed in vain"), "more:1").await;
    assert_kept(&refused);
    assert_eq!(app.visitor().get(&army.at("")).await.status, StatusCode::OK);
    db.db_execute("DROP TRIGGER full");
    assert_recovered(&app, &owner, &army, &form).await;
}
