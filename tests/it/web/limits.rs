//! The limits of a request, and of an army.

use actix_web::http::StatusCode;
use musterfield::store::MAX_REVISIONS;

use super::harness::{TestApp, army};
use crate::store::harness::TestDb;

const LIMIT: usize = 64 * 1024;

#[tokio::test]
async fn sixty_four_kibibytes_are_read_and_one_byte_more_is_not() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let made = army().made_by(&owner).await;
    let edit = made.at("/edit");
    for path in [
        "/armies",
        "/armies/paste",
        "/lists/d3h2/barrow-kings/armies",
        &edit,
        &made.at("/copy"),
        &made.at("/key"),
        &made.at("/restore"),
        &made.at("/delete"),
    ] {
        let full = owner.post_raw(path, "x".repeat(LIMIT)).await;
        full.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        let over = owner.post_raw(path, "x".repeat(LIMIT + 1)).await;
        over.assert_refused(StatusCode::PAYLOAD_TOO_LARGE);
        assert!(over.text(".lede").contains("64 KiB"));
    }
    assert_eq!(owner.get(&edit).await.status, StatusCode::OK);
}

#[tokio::test]
async fn an_army_with_as_many_states_as_are_kept_says_so_and_can_be_copied() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let made = army().made_by(&owner).await;
    db.db_execute(&format!(
        "UPDATE work_revisions SET number = {MAX_REVISIONS}; UPDATE works SET head = {MAX_REVISIONS}"
    ));
    let full = owner.press(&owner.editor(&made).await, "more:1").await;
    full.assert_refused(StatusCode::CONFLICT);
    assert_eq!(full.text("h1"), "This army has too many versions: continue with a copy");
    assert!(full.text(".lede").contains("2000") && full.text(".lede").contains("Go back to find what you typed"));
    let copied = owner.submit(&owner.get(&made.at("")).await.form(&made.at("/copy"))).await;
    let copy = owner.follow(copied).await;
    assert_eq!(owner.press_on(&copy.editor(), "more:1").await.editor().elements()[1], "5 x Bd");
}

#[tokio::test]
async fn two_hundred_elements_are_one_army_and_one_more_is_a_problem() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let made = army().with("points", 500).made_by(&owner).await;
    let form = owner.editor(&made).await.with("line-3-count", "190");
    let page = owner.press_on(&form, "save").await;
    assert_eq!(page.text("#verdict .seal"), "Ready", "{:?}", page.texts(".problem"));
    let page = owner.press_on(&page.editor(), "more:3").await;
    assert_eq!(page.text("#verdict .seal"), "Not legal");
    assert!(page.texts(".problem.error").iter().any(|problem| problem.contains("200")));
}

#[tokio::test]
async fn notes_of_twenty_thousand_letters_are_kept_to_the_last_one() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let notes = "Hold the hill. ".repeat(1_333) + "Hill!";
    assert_eq!(notes.len(), 20_000);
    let made = army().with("notes", notes.as_str()).made_by(&owner).await;
    assert_eq!(owner.editor(&made).await.value("notes"), notes);
}

#[tokio::test]
async fn notes_nested_as_deeply_as_can_be_typed_are_shown() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    for notes in [
        ">".repeat(20_000),
        "*a ".repeat(6_000),
        "[".repeat(20_000),
        "+ ".repeat(9_999) + "x",
        "<".repeat(20_000),
        "`".repeat(20_000),
    ] {
        let made = army().with("notes", notes.as_str()).made_by(&owner).await;
        assert_eq!(owner.get(&made.at("")).await.status, StatusCode::OK);
        assert_eq!(owner.get(&made.at("/roster")).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn notes_are_as_long_in_other_scripts() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let made = army().made_by(&owner).await;
    for letter in ["ж", "軍"] {
        let notes = letter.repeat(20_000);
        let page = owner.press_on(&owner.editor(&made).await.with("notes", &notes), "save").await;
        assert_eq!(page.editor().value("notes"), notes);
    }
}
