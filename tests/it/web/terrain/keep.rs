//! `/terrain`, `/terrain/{id}/history`, `restore`, `copy`, `key`, `delete`: the handlers are those of armies, so this
//! tests that they find layouts and call them layouts.

use actix_web::http::StatusCode;
use musterfield::store::{Secret, WorkType};

use crate::store::harness::{TestDb, state};
use crate::web::harness::{MadeWork, TestApp, Visitor, army, kept_table, layout};

/// A layout in two revisions, `Ford` and `Pass`.
async fn of_two_states(db: &TestDb, owner: &Visitor<'_>) -> MadeWork {
    let made = layout(db, owner, "Ford").await;
    db.save_as(WorkType::Layout, &owner.digest().await, &made.id.parse().unwrap(), "Pass").await;
    made
}

for_each_store! {
    async fn the_history_of_a_layout_shows_every_state_and_restores_any_of_them(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let made = of_two_states(db, &owner).await;
        let history = owner.get(&made.at("/history")).await;
        assert_eq!(history.texts("ol.history .number"), ["2", "1"]);
        assert!(history.text(".lede").starts_with("Every saved version of the layout."));
        // Its figure is not a number of AP.
        assert!(history.text("ol.history .hint").ends_with("· Pass · 23.5 · legal"), "{history:?}");
        assert!(history.has(&format!("a[href='{}']", made.at(&format!("/v/{}", state("Ford").hash)))));
        let form = history.form(&made.at("/restore")).with("number", "1");
        assert_eq!(owner.submit(&form).await.location(), made.at("/edit"));
        assert_eq!(owner.get(&made.at("/history")).await.texts("ol.history .number"), ["3", "2", "1"]);
        let late = owner.submit(&form.with("request", "late")).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        assert!(late.text(".notice").starts_with("The layout was changed elsewhere in the meantime."));
    }

    async fn anybody_may_copy_a_layout_as_it_stands(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, stranger) = (app.visitor(), app.visitor());
        let made = of_two_states(db, &owner).await;
        let holder = stranger.digest().await;
        let original = state("Ford");
        let hash = original.hash.to_string();
        let fields = [("request", "r"), ("hash", hash.as_str())];
        let copied = stranger.post(&made.at("/copy"), &fields).await;
        let copy = MadeWork::of_editor(&copied.location());
        assert_ne!(copy.id, made.id);
        let link = copied.cookies.iter().find(|cookie| cookie.name() == "musterfield_key").unwrap();
        assert_eq!(link.path(), Some(copy.at("").as_str()));
        let kept = db.store.work_for(WorkType::Layout, &copy.id.parse().unwrap(), Some(&holder)).await.unwrap();
        assert!(kept.editable);
        assert_eq!((kept.head.document, kept.head.hash), (original.document, original.hash));
        assert_eq!((kept.head.figure, kept.head.action.as_str()), (original.figure, "copied from Ford"));
        assert_eq!(stranger.post(&made.at("/copy"), &fields).await.location(), copy.at("/edit"));
        owner.get(&copy.at("/history")).await.assert_refused(StatusCode::FORBIDDEN);
    }

    async fn a_layout_gets_a_new_edit_link_that_shuts_out_whoever_had_the_old_one(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, friend) = (app.visitor(), app.visitor());
        let made = of_two_states(db, &owner).await;
        let id = made.id.parse().unwrap();
        let old = crate::store::harness::edit_key();
        db.store.hold_with_key(WorkType::Layout, &id, &old, &friend.digest().await).await.unwrap();
        assert_eq!(friend.get(&made.at("/history")).await.status, StatusCode::OK);
        let changed = owner.post(&made.at("/key"), &[("request", "r"), ("do", "new")]).await;
        assert_eq!(changed.location(), made.at("/edit"));
        let link = changed.cookies.iter().find(|cookie| cookie.name() == "musterfield_key").unwrap();
        assert_eq!(link.path(), Some(made.at("").as_str()));
        let new = Secret::parse(link.value()).unwrap().digest();
        assert!(db.store.key_matches(WorkType::Layout, &id, &new).await.unwrap());
        assert_eq!(
            owner.get("/").await.text(".flash"),
            "The layout has a new edit link. The old link no longer works, and only this browser can edit the layout \
             now."
        );
        let refused = friend.get(&made.at("/history")).await;
        refused.assert_refused(StatusCode::FORBIDDEN);
        assert_eq!(refused.text("h1"), "You cannot edit this layout");
        let kept = owner.post(&made.at("/key"), &[("request", "s"), ("do", "kept")]).await;
        assert_eq!(kept.location(), made.at("/edit"));
        assert_eq!(owner.cookie("musterfield_key"), None);
    }

    async fn a_deleted_layout_is_gone_with_all_its_addresses(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let made = of_two_states(db, &owner).await;
        let asked = owner.get(&made.at("/delete")).await;
        assert!(asked.text(".lede").starts_with("The layout will be deleted with all its 2 versions."), "{asked:?}");
        let form = asked.form(&made.at("/delete"));
        for _ in 0..2 {
            let deleted = owner.submit(&form).await;
            assert_eq!(deleted.location(), "/terrain");
            assert_eq!(owner.follow(deleted).await.text(".flash"), "The layout has been deleted.");
        }
        for rest in ["/history", "/delete"] {
            let gone = owner.get(&made.at(rest)).await;
            gone.assert_refused(StatusCode::GONE);
            assert_eq!(gone.text("h1"), "This layout has been deleted");
        }
        assert!(owner.get("/terrain").await.has(".empty"));
    }

    async fn armies_and_layouts_of_one_browser_are_listed_apart(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let empty = owner.get("/terrain").await;
        assert_eq!((empty.text("h1"), empty.text(".empty")), ("My layouts".into(), "None yet. Generate a table.".into()));
        army().named("Host").made_by(&owner).await;
        let made = layout(db, &owner, "Ford").await;
        let layouts = owner.get("/terrain").await;
        assert_eq!(layouts.texts(".mine strong"), ["Ford"]);
        assert!(layouts.text(".mine .hint").contains(" · 23.5 · "), "{layouts:?}");
        for rest in ["", "/edit"] {
            assert!(layouts.has(&format!(".mine a[href='{}']", made.at(rest))), "{rest}");
        }
        let armies = owner.get("/armies").await;
        assert_eq!((armies.text("h1"), armies.texts(".mine strong")), ("My armies".into(), vec!["Host".into()]));
        assert!(armies.text(".mine .hint").contains(" AP · "));
    }

    async fn layouts_of_one_home_terrain_are_told_apart_by_seed_and_time(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        for seed in [3, 4] {
            kept_table(&owner, &format!("ruleset=dba3&home=forest&seed={seed}")).await;
        }
        let rows = owner.get("/terrain").await.texts(".mine .hint");
        for (row, seed) in [(&rows[0], 4), (&rows[2], 3)] {
            assert!(row.starts_with(&format!("DBA 3.0 · Forest · seed {seed} · ")) && row.ends_with("UTC"), "{rows:?}");
        }
    }

    async fn a_work_is_not_found_under_the_addresses_of_the_other_kind(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (host, ford) = (army().made_by(&owner).await, layout(db, &owner, "Ford").await);
        let hash = state("Ford").hash;
        for made in [&host, &ford] {
            let wrong = made.elsewhere();
            for rest in ["", "/edit", "/history", "/delete", "/roster", "/army.json", &format!("/v/{hash}")] {
                owner.get(&wrong.at(rest)).await.assert_refused(StatusCode::NOT_FOUND);
            }
            for (rest, body) in [
                ("/restore", "base=1&number=1".to_owned()),
                ("/copy", format!("request=r&hash={hash}")),
                ("/key", "request=r&do=new".to_owned()),
                ("/key", "request=r&do=kept".to_owned()),
                ("/delete", "request=r".to_owned()),
            ] {
                owner.post_raw(&wrong.at(rest), body).await.assert_refused(StatusCode::NOT_FOUND);
            }
            assert_eq!(owner.get(&made.at("/history")).await.texts("ol.history .number"), ["1"]);
        }
    }
}
