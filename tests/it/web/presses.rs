//! The database requests caused by a button press in an editor.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;

use crate::store::traffic::{Traffic, since_then};
use crate::web::harness::{Form, Reply, TestApp, Visitor, army, forest, keep_layout, state};

const ONE_READ_ONE_WRITE: Traffic = Traffic { reads: 1, transactions: 1 };

/// Presses a button as script does.
async fn press_part(visitor: &Visitor<'_>, form: &Form, button: &str) -> Reply {
    let request = TestRequest::post().uri(&form.action).insert_header(("x-part", "editor"));
    visitor.send(request.set_payload(form.clone().with("do", button).body())).await
}

for_each_store! {
    async fn a_press_on_an_army_is_one_read_and_one_transaction(db: &TestDb) {
        let (store, name) = db.watched();
        let app = TestApp::on(state(&store, None)).await;
        let owner = app.visitor();
        let army = army().made_by(&owner).await;
        let mut form = owner.editor(&army).await;
        since_then(&name);
        for button in ["more:1", "undo", "redo", "save", "fix:gone:-:0", "over:2"] {
            let part = press_part(&owner, &form, button).await;
            assert_eq!((part.status, since_then(&name)), (StatusCode::OK, ONE_READ_ONE_WRITE), "{button}");
            form = part.editor();
        }
        // The same with unsaved input.
        for (button, typed) in [("undo", "One"), ("redo", "Two"), ("less:1", "Three"), ("print", "Four")] {
            let next = owner.press(&form.clone().with("name", typed), button).await;
            assert_eq!((next.status, since_then(&name)), (StatusCode::SEE_OTHER, ONE_READ_ONE_WRITE), "{button}");
            form = owner.editor(&army).await;
            since_then(&name);
        }
        // Input that is not saved is not written, and the revision made by another tab is read once.
        let wrong = press_part(&owner, &form.clone().with("points", "many"), "save").await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(since_then(&name), Traffic { reads: 1, transactions: 0 });
        let late = press_part(&owner, &form.clone().with("base", "1"), "more:2").await;
        assert_eq!((late.status, since_then(&name)), (StatusCode::CONFLICT, ONE_READ_ONE_WRITE));
    }

    async fn a_press_on_a_layout_is_one_read_and_one_transaction(db: &TestDb) {
        let (store, name) = db.watched();
        let app = TestApp::on(state(&store, None)).await;
        let owner = app.visitor();
        let table = forest(3);
        let made = keep_layout(&db.store, &owner.digest().await, &table).await;
        let id = &table.features[0].id;
        let mut form = owner.editor(&made).await;
        since_then(&name);
        for button in [&*format!("mirror:{id}"), "undo", "redo", "save"] {
            let part = press_part(&owner, &form, button).await;
            assert_eq!((part.status, since_then(&name)), (StatusCode::OK, ONE_READ_ONE_WRITE), "{button}");
            form = part.editor();
        }
        let next = owner.press(&form.clone().with("name", "Typed"), "undo").await;
        assert_eq!((next.status, since_then(&name)), (StatusCode::SEE_OTHER, ONE_READ_ONE_WRITE));
        // A form that was made from an older revision is read together with it.
        let late = press_part(&owner, &form.clone().with("base", "1"), &format!("mirror:{id}")).await;
        assert_eq!(since_then(&name), Traffic { reads: 2, transactions: 1 });
        assert_eq!(late.status, StatusCode::CONFLICT);
    }
}
