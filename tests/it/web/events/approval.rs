//! Entries that await the organisers' approval, and entries that are cleared.

use super::*;

/// Clears the entries that the page shows, and returns the desk after it.
async fn refuse(organiser: &Visitor<'_>, page: &Reply) -> Reply {
    let form = page.form("/events/spring-open/clear");
    let reply = organiser.press(&form, "clear").await;
    organiser.follow(reply).await
}

for_each_store! {
    async fn an_entry_of_a_stranger_waits_until_an_organiser_lets_the_player_in(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("approval", "on"), ("visibility", "always")]).await;
        let (stranger, member, visitor) = (app.visitor(), app.visitor(), app.visitor());
        assert!(stranger.get("/events/spring-open/enter").await.text(".notice").starts_with("Without an account"));
        let entry = enter(&stranger, "Tom", LEGAL).await;
        let page = stranger.get(&entry).await;
        assert!(page.text(".flash").contains("waiting for the organisers to let you in"));
        assert!(page.text(".lede").contains("waiting for the organisers") && page.has(".receipt .mono"));
        register(&member, "Anna").await;
        assert!(!member.get("/events/spring-open/enter").await.has(".notice"));
        let hers = enter(&member, "Anna", LEGAL).await;
        // The public page does not show the player.
        let public = visitor.get("/events/spring-open").await;
        assert_eq!(public.texts("table.players tbody th"), ["Anna"]);
        visitor.get(&entry).await.assert_refused(StatusCode::NOT_FOUND);
        assert_eq!(visitor.get(&hers).await.status, StatusCode::OK);
        assert!(stranger.get("/events/spring-open").await.has(&format!("a[href='{entry}']")));
        for file in ["entries.csv", "entries.json", "rosters.json"] {
            let file = organiser.get(&format!("/events/spring-open/{file}")).await;
            assert!(file.status == StatusCode::OK && !file.body_text().contains("Tom"), "{file:?}");
        }
        let receipt = stranger.get(&format!("{entry}/receipt.json")).await;
        assert!(receipt.body_text().contains("\"pending\":true"));
        // The desk lists the player separately.
        let desk = organiser.get("/events/spring-open/desk").await;
        assert_eq!(desk.texts("table.desk tbody th a"), ["Anna"]);
        assert!(organiser.get("/events/spring-open").await.text(".notice").starts_with("One player is waiting"));
        let desk = organiser.get("/events/spring-open/desk?show=pending").await;
        assert_eq!(desk.texts("table.desk tbody th a"), ["Tom"]);
        let id = entry.rsplit('/').next().unwrap();
        let form = desk.form("/events/spring-open/desk").with(&format!("mark-{id}"), "on");
        organiser.press(&form.clone().without(&format!("mark-{id}")), "let-in-marked").await
            .assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        organiser.press_on(&form, "let-in-marked").await;
        assert_eq!(visitor.get("/events/spring-open").await.texts("table.players tbody th"), ["Tom", "Anna"]);
        assert!(visitor.get(&entry).await.text(".lede").contains("entered"));
        assert!(!stranger.get(&format!("{entry}/receipt.json")).await.body_text().contains("pending"));
    }

    async fn one_button_lets_all_in_and_helpers_do_not_have_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("approval", "on")]).await;
        let (tom, anna, helper) = (app.visitor(), app.visitor(), app.visitor());
        let first = enter(&tom, "Tom", LEGAL).await;
        enter(&anna, "Anna", LEGAL).await;
        register(&helper, "Hal").await;
        join(&organiser, &helper, "helper").await;
        let id = first.rsplit('/').next().unwrap().to_owned();
        for button in ["let-in-all".to_owned(), format!("let-in:{id}")] {
            helper.post("/events/spring-open/desk", &[("do", &button)]).await.assert_refused(StatusCode::FORBIDDEN);
        }
        assert!(!helper.get("/events/spring-open/desk?show=pending").await.has("button[value='let-in-all']"));
        let desk = organiser.get("/events/spring-open/desk?show=pending").await.form("/events/spring-open/desk");
        organiser.press_on(&desk, &format!("let-in:{id}")).await;
        let left = organiser.get("/events/spring-open/desk?show=pending").await;
        assert_eq!(left.texts("table.desk tbody th a"), ["Anna"]);
        organiser.press_on(&left.form("/events/spring-open/desk"), "let-in-all").await;
        let desk = organiser.get("/events/spring-open/desk").await;
        assert_eq!(desk.texts("table.desk tbody th a"), ["Anna", "Tom"]);
    }

    async fn the_desk_shows_what_it_would_clear_and_brings_it_back(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("approval", "on")]).await;
        let flood = app.visitor();
        let mut last = String::new();
        for number in 0..15 {
            last = enter(&flood, &format!("Flood {number:02}"), LEGAL).await;
        }
        let tom = app.visitor();
        enter(&tom, "Tom", LEGAL).await;
        let id = last.rsplit('/').next().unwrap();
        let page = organiser.get(&format!("/events/spring-open/clear?which=pending&like={id}")).await;
        assert_eq!(page.text("h1"), "Clear 15 entries?");
        let names = page.texts(".cleared li");
        assert_eq!((names.len(), names[0].as_str(), names[12].as_str()), (13, "Flood 00", "and 3 more"));
        // An entry that arrives after the page was made is not cleared unseen.
        enter(&flood, "Flood 15", LEGAL).await;
        let desk = refuse(&organiser, &page).await;
        let pending = organiser.get("/events/spring-open/desk?show=pending").await;
        assert_eq!(pending.texts("table.desk tbody th a"), ["Flood 15", "Tom"]);
        flood.get(&last).await.assert_refused(StatusCode::NOT_FOUND);
        assert!(desk.text(".undo").starts_with("15 entries were cleared by Olga the Organiser"));
        let log = organiser.get("/events/spring-open/log").await.texts("tbody tr td:nth-child(3)");
        assert_eq!(log.iter().filter(|action| action.contains("cleared")).collect::<Vec<_>>(), ["cleared 15 entries"]);
        let undo = desk.attr(".undo button", "value").unwrap();
        let back = organiser.press_on(&desk.form("/events/spring-open/clear"), &undo).await;
        assert!(back.text(".flash").contains("Restored.") && !back.has(".undo"));
        assert!(flood.get(&last).await.text(".lede").contains("waiting for the organisers"));
    }

    async fn entries_are_chosen_by_their_state_and_time_and_those_who_play_stay(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        let mut entries = Vec::new();
        for name in ["Anna", "Bert", "Cleo"] {
            entries.push(enter(&app.visitor(), name, LEGAL).await);
        }
        organiser.post("/events/spring-open/desk", &[("do", "accept-all")]).await;
        for entry in &entries[..2] {
            organiser.post(&format!("{entry}/desk"), &[("do", "here")]).await;
        }
        let draw = organiser.get("/events/spring-open/rounds/new").await.form("/events/spring-open/rounds/new");
        organiser.submit(&draw).await;
        enter(&app.visitor(), "Dora", LEGAL).await;
        let names = async |query: &str| {
            let page = organiser.get(&format!("/events/spring-open/clear?{query}")).await;
            assert_eq!(page.status, StatusCode::OK);
            page.texts(".cleared li")
        };
        assert_eq!(names("which=open").await, ["Dora"]);
        assert_eq!(names("which=pending").await, [""; 0]);
        let seated = organiser.get("/events/spring-open/clear?which=all").await;
        let stay = seated.text("form.panel .hint");
        assert!(!seated.texts(".cleared li").contains(&"Anna".to_owned()) && stay.contains("in a round"), "{stay}");
        assert_eq!(names("which=open&since_day=2000-01-01&since_hour=10%3A00").await, ["Dora"]);
        assert_eq!(names("which=open&since_day=2099-01-01").await, [""; 0]);
        let wrong = organiser.get("/events/spring-open/clear?which=open&since_day=soon").await;
        wrong.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(wrong.values("#since_day") == ["soon"] && wrong.texts(".cleared li").is_empty());
        // A forged form does not work either.
        let anna = entries[0].rsplit('/').next().unwrap();
        let forged = [("do", "clear"), ("ids", anna), ("request", "r")];
        organiser.post("/events/spring-open/clear", &forged).await.assert_refused(StatusCode::CONFLICT);
        assert_eq!(organiser.get(&entries[0]).await.status, StatusCode::OK);
    }

    async fn the_wall_is_told_in_words_and_nothing_that_was_typed_is_lost(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("most_entries", "1")]).await;
        enter(&app.visitor(), "Anna", LEGAL).await;
        let tom = app.visitor();
        tom.get("/events/spring-open/enter").await;
        let reply = tom.upload("/events/spring-open/enter", multipart(&pasted("t", "Tom", LEGAL, "enter"))).await;
        reply.assert_refused(StatusCode::CONFLICT);
        assert!(reply.text(".notice").contains("reached its maximum number of entries"), "{reply:?}");
        assert!(reply.values("#name") == ["Tom"] && reply.text("#text-1").contains("6 x Blades"));
        let settings = organiser.get("/events/spring-open/settings").await.form("/events/spring-open/settings");
        assert_eq!(settings.value("most_entries"), "1");
        for (wrong, why) in [("0", "1 to 2000"), ("2001", "1 to 2000"), ("many", "is not a number")] {
            let reply = organiser.submit(&settings.clone().with("most_entries", wrong)).await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert!(reply.text("#most_entries-error").contains(why) && reply.values("#most_entries") == [wrong]);
        }
        let reply = organiser.submit(&settings.clone().with("places", "2")).await;
        assert!(reply.text("#most_entries-error").contains("more places than entries"));
        organiser.submit(&settings.with("most_entries", "2")).await;
        enter(&tom, "Tom", LEGAL).await;
    }
}
