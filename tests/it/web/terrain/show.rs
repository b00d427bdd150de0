//! `/terrain/{id}`, `/terrain/{id}/v/{hash}`.

use actix_web::http::StatusCode;

use crate::web::harness::{TestApp, kept_table};

for_each_store! {
    async fn everybody_sees_the_map_the_verdict_the_pieces_and_how_it_came_about(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, stranger) = (app.visitor(), app.visitor());
        let made = kept_table(&owner, "home=arable&seed=38&name=River+and+Road").await;
        let file = owner.get(&made.at(".json")).await.json();
        let page = stranger.get(&made.at("")).await;
        assert_eq!((page.status, page.text("h1")), (StatusCode::OK, "River and Road".to_owned()));
        assert!(page.has("svg.map") && page.has(".seal.legal"));
        assert_eq!(page.texts(".pieces tbody tr").len(), file["features"].as_array().unwrap().len());
        assert_eq!(page.texts(".steps li").len(), file["record"].as_array().unwrap().len());
        // The breadth of a road, in mm for both usual bases.
        let road = page.texts(".pieces tbody tr").into_iter().find(|row| row.starts_with("Road")).unwrap();
        let width = file["features"].as_array().unwrap().iter().find(|piece| piece["kind"] == "road").unwrap()["width"].as_f64().unwrap();
        assert!(road.ends_with(&format!("{} {}", (width * 40.0).round(), (width * 60.0).round())), "{road}");
        // The reason for the invader's edge.
        assert!(page.text("#edges-title + p").contains("D3H2-DEPL-05"));
        assert_eq!(page.texts(".edges .may").len(), 2);
        // The links that only its holder has.
        assert!(!page.has(&format!("a[href='{}']", made.at("/edit"))));
        assert!(owner.get(&made.at("")).await.has(&format!("a[href='{}']", made.at("/edit"))));
        let copied = stranger.submit(&page.form(&made.at("/copy"))).await;
        assert_eq!(copied.status, StatusCode::SEE_OTHER);
    }

    async fn what_was_changed_by_hand_is_told_where_the_dice_are(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let made = kept_table(&owner, "home=forest&seed=7").await;
        let facts = |page: &crate::web::harness::Reply| page.texts(".facts div").join(" ");
        let page = owner.get(&made.at("")).await;
        assert!(facts(&page).contains("Seed 7") && !page.text(".steps").contains("by hand") && !page.has(".since"));
        assert!(owner.get(&made.at(".svg")).await.text("svg.map").contains("· seed 7"));
        let table = owner.get(&made.at(".json")).await.json();
        let at = table["features"].as_array().unwrap().iter().position(|piece| piece["kind"] == "woods").unwrap();
        let size = &table["record"].as_array().unwrap().iter().find(|line| line["feature"] == table["features"][at]["id"]).unwrap()["size"];
        let form = owner.editor(&made).await.with(&format!("piece-{at}-length"), "9.01");
        owner.press_on(&form.with(&format!("piece-{at}-breadth"), "2.61"), "save").await;
        let page = owner.get(&made.at("")).await;
        assert!(facts(&page).contains("Seed began as seed 7"), "{}", facts(&page));
        let changed: Vec<String> = page.texts(".steps li").into_iter().filter(|step| step.contains("by hand")).collect();
        let was = "9.01 × 2.61 BW D3H2-FEAT-06 · ";
        assert!(changed.len() == 1 && changed[0].contains(was), "{changed:?}");
        assert!(changed[0].contains(&format!("changed by hand, was {} × {} BW", size[0], size[1])), "{changed:?}");
        assert!(page.text(".since").contains("generated from seed 7 and has been changed by hand since"));
        assert!(owner.get(&made.at(".svg")).await.text("svg.map").contains("· began as seed 7"));
    }

    async fn a_state_keeps_its_address_and_its_files(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let made = kept_table(&owner, "home=forest&seed=2").await;
        let page = owner.get(&made.at("")).await;
        let hash = page.form(&made.at("/copy")).value("hash").to_owned();
        let state = made.at(&format!("/v/{hash}"));
        let fixed = owner.get(&format!("{state}?edge=north")).await;
        assert!(fixed.text(".notice").starts_with("This is the layout as it was saved on"));
        assert!(fixed.has("svg.map .zone"));
        assert!(fixed.has(&format!("a[href='{state}.svg?edge=north']")));
        assert_eq!(owner.get(&format!("{state}.json")).await.body, owner.get(&made.at(".json")).await.body);
        owner.get(&format!("{state}?edge=up")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        owner.get(&made.at("/v/0000")).await.assert_refused(StatusCode::NOT_FOUND);
        owner.get(&made.at(".docx")).await.assert_refused(StatusCode::NOT_FOUND);
    }

    async fn a_deleted_layout_has_no_files_left(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let made = kept_table(&owner, "home=forest&seed=2").await;
        let form = owner.get(&made.at("/delete")).await.form(&made.at("/delete"));
        owner.submit(&form).await;
        for rest in ["", ".json", ".svg", ".png", ".pdf", "?edge=north"] {
            owner.get(&made.at(rest)).await.assert_refused(StatusCode::GONE);
        }
    }
}
