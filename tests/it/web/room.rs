//! When nothing more is stored, pages say so and lose no input; and the time until which a work is kept.

use actix_web::http::StatusCode;
use musterfield::store::{ByteCount, SpaceLimits};
use time::{Duration, OffsetDateTime};

use super::harness::{TestApp, army, kept_table};
use crate::store::harness::TestDb;

for_each_store! {
    async fn whoever_has_made_a_work_is_told_until_when_it_is_kept_as_long_as_nobody_else_may_look_for_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let printed = army().made_by(&owner).await;
        let shown = kept_table(&owner, "ruleset=d3h2&home=forest&seed=1").await;
        for (made, mine, opened) in [(&printed, "/armies", "/roster.txt"), (&shown, "/terrain", "")] {
            let said = owner.get(&made.at("/edit")).await.text(".swept");
            assert!(said.contains("will be deleted if nobody opens it before "), "{said}");
            assert!(owner.get(mine).await.text(".mine .swept").contains("before"));
            owner.get(&made.at(opened)).await;
            assert!(!owner.get(&made.at("/edit")).await.has(".swept"));
            assert!(!owner.get(mine).await.has(".mine .swept"));
        }
    }

    async fn a_swept_army_answers_like_one_that_its_owner_has_deleted(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let made = army().made_by(&owner).await;
        db.store.sweep(OffsetDateTime::now_utc() + Duration::days(10_000), 10).await.unwrap();
        let gone = owner.get(&made.at("")).await;
        gone.assert_refused(StatusCode::GONE);
        assert!(gone.text(".lede").contains("nobody had opened it for two years"));
    }

    async fn an_editor_keeps_what_was_typed_when_an_allowance_is_used_up(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let made = army().made_by(&owner).await;
        let form = owner.editor(&made).await;
        db.db_execute("UPDATE works SET bytes = 900000000");
        let refused = owner.press(&form.clone().with("notes", "typed in vain"), "more:1").await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        let told = refused.text("#unsaved");
        assert!(told.contains("Not saved") && told.contains("32 MiB") && told.contains("an account can hold 256 \
                                                                                        MiB"), "{told}");
        assert_eq!((refused.editor().value("notes"), refused.editor().elements()[1].as_str()), ("typed in vain", "5 x Bd"));
        db.db_execute("UPDATE works SET bytes = 0");
        assert_eq!(owner.press_on(&form, "more:1").await.editor().elements()[1], "5 x Bd");
    }

    async fn a_household_or_network_that_has_written_too_much_is_told_when_it_can_go_on(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor_from("2001:db8:1:2::1");
        let made = army().made_by(&owner).await;
        // It counts for the rest of the day, and for two hours if the next day begins in the meantime.
        db.db_execute("UPDATE household_hours SET bytes = 900000000");
        for address in ["2001:db8:1:2::9", "2001:db8:1:3::1"] {
            let neighbour = app.visitor_from(address);
            let form = neighbour.get("/armies/new").await.form("/armies");
            let refused = neighbour.submit(&form).await;
            refused.assert_refused(StatusCode::TOO_MANY_REQUESTS);
            assert!(refused.text(".lede").contains("Go back to find what you typed"), "{refused:?}");
            let seconds: i64 = refused.header("retry-after").unwrap().parse().unwrap();
            assert!((1..=86_400).contains(&seconds), "{seconds}");
        }
        army().made_by(&app.visitor_from("2001:db8:2::1")).await;
        assert_eq!(owner.get(&made.at("/roster")).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_site_whose_disk_is_nearly_full_shows_everything_and_keeps_nothing_new() {
    let mut db = TestDb::sqlite();
    let limits = SpaceLimits { reserve: ByteCount(u64::MAX), ..SpaceLimits::default() };
    db.store = db.store.clone().within(limits);
    let app = TestApp::new(&db).await;
    let form = app.visitor().get("/armies/new").await.form("/armies");
    let refused = app.visitor().submit(&form).await;
    refused.assert_refused(StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.text("h1"), "Nothing new can be saved at the moment");
    assert!(refused.header("retry-after").is_some());
}
