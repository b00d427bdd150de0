//! The link that lets another browser edit an army.

use actix_web::http::StatusCode;

use crate::store::harness::TestDb;
use crate::web::harness::{MadeWork, TestApp, army};

#[tokio::test]
async fn the_edit_link_opens_the_army_in_another_browser() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let link = owner.get(&army.at("/edit")).await.attr("#edit-link", "value").unwrap();
    // If the site does not know its address, only the path is shown.
    let path = link;
    let friend = app.visitor();
    friend.get(&army.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
    let opened = friend.get(&path).await;
    // The secret leaves the address bar at once.
    assert_eq!(opened.location(), army.at("/edit"));
    let page = friend.follow(opened).await;
    assert_eq!(page.text(".flash"), "You can now edit the army in this browser.");
    assert!(!page.has("#edit-link"));
    friend.press_on(&page.editor().with("name", "By a friend"), "save").await;
    assert_eq!(owner.editor(&army).await.value("name"), "By a friend");
    // The database contains nothing of the secret.
    let secret = path.rsplit_once('=').unwrap().1.to_owned();
    let stored = db.db_texts("SELECT edit_key AS value FROM works UNION SELECT visitor AS value FROM work_holders");
    assert!(stored.iter().all(|text| !text.contains(&secret)), "{stored:?}");
}

#[tokio::test]
async fn a_wrong_edit_link_opens_nothing() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (army, other) = (army().made_by(&owner).await, army().named("Other").made_by(&owner).await);
    let link = owner.get(&other.at("/edit")).await.attr("#edit-link", "value").unwrap();
    let key = link.rsplit_once('=').unwrap().1.to_owned();
    for key in [key.as_str(), "", "0", "%00", "%ff", &"0".repeat(32), &"z".repeat(5_000)] {
        app.visitor().get(&army.at(&format!("/edit?key={key}"))).await.assert_refused(StatusCode::FORBIDDEN);
    }
    app.visitor().get(&army.at("/edit?key=a&key=b")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    let nobody = MadeWork::army("000000000000");
    app.visitor().get(&nobody.at(&format!("/edit?key={key}"))).await.assert_refused(StatusCode::NOT_FOUND);
}
