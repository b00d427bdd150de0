//! An event is created, changed, opened, hidden, deleted, and run by several people.

use super::*;

for_each_store! {
    async fn an_event_is_a_draft_until_it_is_opened(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (organiser, stranger) = (app.visitor(), app.visitor());
        assert!(stranger.get("/events/new").await.location().starts_with("/account/sign-in"));
        register(&organiser, "Olga").await;
        let form = new_event(&organiser, &[("text", "# Welcome\n<script>alert(1)</script>"), ("deadline_day", "2099-03-25")]).await;
        let page = organiser.submit(&form).await;
        let page = organiser.follow(page).await;
        assert_eq!((page.text("h1"), page.text(".eyebrow")), ("Spring Open".to_owned(), "D3H2 · draft".to_owned()));
        assert_eq!(page.text(".lede"), "1 Apr 2099, York");
        assert!(page.text(".facts").contains("25 Mar 2099, 20:00 GMT (Europe/London)"), "{}", page.text(".facts"));
        assert!(page.text(".prose").contains("<script>alert(1)</script>"));
        for path in ["", "/enter", "/desk", "/settings", "/log", "/staff", "/delete", "/entries/000000000000"] {
            let path = format!("/events/spring-open{path}");
            stranger.get(&path).await.assert_refused(StatusCode::NOT_FOUND);
        }
        assert!(!stranger.get("/events").await.body_text().contains("Spring Open"));
        assert!(organiser.get("/events").await.body_text().contains("Spring Open"));
        set_state(&organiser, "open").await;
        assert_eq!(stranger.get("/events/spring-open").await.text("h1"), "Spring Open");
        assert!(stranger.get("/events").await.body_text().contains("Spring Open"));
        set_state(&organiser, "hidden").await;
        stranger.get("/events/spring-open").await.assert_refused(StatusCode::NOT_FOUND);
        organiser.post("/events/spring-open/state", &[("state", "nowhere")]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn everything_that_is_wrong_is_told_at_its_field(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = app.visitor();
        register(&organiser, "Olga").await;
        let form = new_event(&organiser, &[]).await;
        for (field, value, error) in [
            ("name", "", "Give the event a name."),
            ("slug", "Spring Open!", "Use 3 to 60 letters a to z, digits and hyphens"),
            ("slug", "new", "Use 3 to 60 letters"),
            ("first_day", "1 April", "“1 April” is not a date"),
            ("last_day", "2099-03-01", "The last day must not be before the first."),
            ("zone", "Middle/Earth", "“Middle/Earth” is not a known time zone"),
            ("deadline_day", "2099-02-30", "“2099-02-30” is not a date"),
            ("places", "many", "“many” is not a number."),
            ("places", "0", "An event must have 1 to 1000 places"),
            ("rounds", "0", "An event must have 1 to 20 rounds."),
            ("armies", "11", "1 to 10"),
            ("points", "nothing", "“nothing” is not a number."),
            ("board", "round", "“round” is not a size"),
            ("list_names", "d3h2/nobody", ""),
        ] {
            let wrong = form.clone().with(field, value);
            let wrong = if field == "list_names" { wrong.with("lists", "named") } else { wrong };
            let reply = organiser.submit(&wrong).await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            let told = reply.texts(".field-error").join(" ");
            assert!(told.contains(error) && !told.is_empty(), "{field}: {told}");
            // The input is there again.
            assert_eq!(reply.form("/events/new").value(field).trim(), value, "{field}");
        }
        let limits = form
            .with("limit-0-of", "Dragons, Unicorns").with("limit-0-most", "0")
            .with("limit-1-of", "Blades").with("limit-1-least", "5").with("limit-1-most", "4");
        let reply = organiser.submit(&limits).await;
        let told = reply.texts(".limits li");
        assert!(told[0].contains("Unicorns") && told[1].to_lowercase().contains("least"), "{told:?}");
        assert!(db.db_texts("SELECT slug AS value FROM events").is_empty());
    }

    async fn settings_come_back_as_they_were_kept(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[
            ("limit-0-of", "dragons, Gods"), ("limit-0-most", "0"), ("limit-0-why", "mortals only"),
            ("home-forest", "on"), ("raise-points-unspent", "on"), ("board", "15"), ("allies", "none"), ("places", "20"),
        ]).await;
        let page = organiser.get("/events/spring-open").await;
        let rules = page.text("section[aria-labelledby=rules] ul");
        for part in ["24 AP", "Dragons", "mortals only", "orest", "unspent points"] {
            assert!(rules.contains(part), "{part}: {rules}");
        }
        let form = organiser.get("/events/spring-open/settings").await.form("/events/spring-open/settings");
        assert_eq!((form.value("limit-0-of"), form.value("limit-0-most")), ("Dg, Gd", "0"));
        assert!(form.has("home-forest") && form.has("raise-points-unspent") && !form.has("home-arable"));
        assert_eq!((form.value("board"), form.value("places"), form.value("allies")), ("15 x 15", "20", "none"));
        // Two at once: the second one gets a message.
        let first = organiser.submit(&form.clone().with("place", "Leeds")).await;
        assert_eq!(first.status, StatusCode::SEE_OTHER);
        let second = organiser.submit(&form.with("place", "Hull")).await;
        assert_eq!(second.status, StatusCode::CONFLICT);
        assert!(second.text(".notice").contains("Somebody else has changed this event"));
        let over = second.form("/events/spring-open/settings");
        assert_eq!(over.value("place"), "Hull");
        organiser.submit(&over).await;
        assert!(organiser.get("/events/spring-open").await.text(".lede").contains("Hull"));
    }

    async fn another_ruleset_shows_what_belongs_to_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = app.visitor();
        register(&organiser, "Olga").await;
        let form = new_event(&organiser, &[("ruleset", "hott25"), ("do", "again")]).await;
        let reply = organiser.submit(&form).await;
        assert_eq!(reply.status, StatusCode::OK);
        assert!(!reply.form("/events/new").has("home-forest") && !reply.has("input[name=home-forest]"));
    }

    async fn an_address_that_is_taken_is_told(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let other = app.visitor();
        register(&other, "Otto").await;
        let form = new_event(&other, &[("name", "Another")]).await;
        let reply = other.submit(&form).await;
        assert!(reply.text("#slug-error").contains("another event has this address") || reply.text("#slug-error").contains("Another event has this address"));
    }

    async fn several_run_an_event_by_their_roles(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = open_event(&app, &[]).await;
        let (helper, other, stranger) = (app.visitor(), app.visitor(), app.visitor());
        made(db, "helper", false).await;
        sign_in(&helper, "helper", PASSWORD).await;
        register(&other, "Otto").await;
        helper.get("/events/spring-open/desk").await.assert_refused(StatusCode::FORBIDDEN);
        join(&owner, &helper, "helper").await;
        for (who, path, status) in [
            (&helper, "desk", 200), (&helper, "settings", 403), (&helper, "log", 403), (&helper, "staff", 403), (&helper, "delete", 403),
            (&other, "desk", 403), (&other, "settings", 403), (&other, "staff", 403),
            (&stranger, "desk", 303), (&stranger, "settings", 303), (&stranger, "log", 303), (&stranger, "staff", 303),
            (&owner, "desk", 200), (&owner, "settings", 200), (&owner, "log", 200), (&owner, "staff", 200), (&owner, "delete", 200),
        ] {
            let reply = who.get(&format!("/events/spring-open/{path}")).await;
            assert_eq!(reply.status.as_u16(), status, "{path}");
        }
        // Their posts are refused as well, and change nothing.
        for (path, body) in [
            ("state", "state=hidden"), ("staff", "do=drop:1"), ("delete", "name=Spring+Open"), ("desk", "do=lock-all"),
        ] {
            for who in [&helper, &other] {
                let reply = who.post_raw(&format!("/events/spring-open/{path}"), body.to_owned()).await;
                reply.assert_refused(StatusCode::FORBIDDEN);
            }
            stranger.post_raw(&format!("/events/spring-open/{path}"), body.to_owned()).await.assert_refused(StatusCode::UNAUTHORIZED);
        }
        assert_eq!(stranger.get("/events/spring-open").await.status, StatusCode::OK);
        // No account can be put on the staff by its number.
        for number in 1..=4 {
            owner.post("/events/spring-open/staff", &[("do", &format!("set:{number}")), ("role", "organiser")]).await;
        }
        assert_eq!(other.get("/events/spring-open/desk").await.status, StatusCode::FORBIDDEN);
        let own = owner.get("/events/spring-open/staff").await.values("button[value^='drop:']")[0].clone();
        owner.post("/events/spring-open/staff", &[("do", &own)]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn an_event_that_newer_rules_do_not_understand_is_put_right_in_its_settings(db: &TestDb) {
        let app = TestApp::new(db).await;
        let fields = [("lists", "named"), ("list_names", "d3h2/barrow-kings"), ("illegal", "on")];
        let owner = open_event(&app, &fields).await;
        let entry = enter(&app.visitor(), "Tom", LEGAL).await;
        // As if the list were no longer part of the program.
        db.db_execute("UPDATE events SET document = replace(document, 'd3h2/barrow-kings', 'd3h2/sunken-kings')");
        let stranger = app.visitor();
        for path in ["", "/enter", "/standings", "/rounds"] {
            let reply = stranger.get(&format!("/events/spring-open{path}")).await;
            assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
            assert!(!reply.body_text().contains("/settings"), "{path}");
        }
        let reply = owner.get("/events/spring-open/desk").await;
        assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(reply.attrs("main a", "href").contains(&"/events/spring-open/settings".to_owned()));
        let page = owner.get("/events/spring-open/settings").await;
        assert!(page.texts(".field-error").join(" ").contains("sunken-kings"), "{:?}", page.texts(".field-error"));
        let form = page.form("/events/spring-open/settings").with("list_names", "d3h2/barrow-kings");
        assert_eq!(owner.submit(&form).await.status, StatusCode::SEE_OTHER);
        assert!(stranger.get("/events/spring-open").await.texts(".players tbody th").contains(&"Tom".to_owned()));
        assert_eq!(owner.get(&entry).await.status, StatusCode::OK);
    }

    async fn a_link_to_the_staff_works_once_and_for_whoever_has_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = open_event(&app, &[]).await;
        // Only the staff sees a draft, but others can be invited to it.
        set_state(&owner, "draft").await;
        let (otto, anna, stranger) = (app.visitor(), app.visitor(), app.visitor());
        register(&otto, "Otto").await;
        register(&anna, "Anna").await;
        let link = invitation(&owner, "organiser").await;
        let signed_out = stranger.get(&link).await;
        assert!(signed_out.location().starts_with("/account/sign-in?to="), "{}", signed_out.location());
        for wrong in ["/events/spring-open/join", "/events/spring-open/join?key=x", &link[..link.len() - 1], &link.replace("spring", "autumn")] {
            assert_eq!(otto.get(wrong).await.status, StatusCode::NOT_FOUND, "{wrong}");
        }
        let form = otto.get(&link).await.form("/events/spring-open/join");
        let sent = tokio::join!(otto.submit(&form), anna.submit(&form));
        let mut told = [sent.0.status, sent.1.status];
        told.sort();
        assert_eq!(told, [StatusCode::SEE_OTHER, StatusCode::NOT_FOUND]);
        assert_eq!(stranger.submit(&form).await.status, StatusCode::NOT_FOUND);
        let staff = owner.get("/events/spring-open/staff").await;
        assert_eq!(staff.texts(".browsers li strong").len(), 2);
        // A closed invitation opens nothing, and one for a lower role takes nothing away.
        let link = invitation(&owner, "helper").await;
        let close = owner.get("/events/spring-open/staff").await.values("button[value^='close:']")[0].clone();
        owner.post("/events/spring-open/staff", &[("do", &close)]).await;
        assert_eq!(anna.get(&link).await.status, StatusCode::NOT_FOUND);
        join(&owner, &owner, "helper").await;
        let staff = owner.get("/events/spring-open/staff").await;
        assert_eq!(staff.texts(".browsers .tag")[1..].len(), 1);
        assert!(staff.texts(".browsers .tag").contains(&"owner".to_owned()));
        // A role is changed, and the last owner stays an owner.
        let values = staff.values("button[value^='set:']");
        let replies = [owner.post("/events/spring-open/staff", &[("do", &values[0]), ("role", "owner")]).await,
            owner.post("/events/spring-open/staff", &[("do", &values[1]), ("role", "owner")]).await];
        assert!(replies.iter().all(|reply| reply.status == StatusCode::SEE_OTHER));
        let log = owner.get("/events/spring-open/log").await.texts("tbody tr td:nth-child(3)");
        assert!(log.iter().any(|deed| deed.starts_with("joined the staff as an organiser, invited by")), "{log:?}");
    }

    async fn an_event_is_deleted_by_its_name(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = open_event(&app, &[]).await;
        enter(&app.visitor(), "Tom", LEGAL).await;
        let form = owner.get("/events/spring-open/delete").await.form("/events/spring-open/delete");
        owner.submit(&form.clone().with("name", "Autumn")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        let reply = owner.submit(&form.with("name", "spring open")).await;
        assert!(owner.follow(reply).await.text(".flash").contains("deleted"));
        owner.get("/events/spring-open").await.assert_refused(StatusCode::NOT_FOUND);
        assert!(db.db_texts("SELECT title AS value FROM entries").is_empty());
    }

    async fn an_address_is_made_from_the_name_and_the_year(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = app.visitor();
        register(&organiser, "Olga").await;
        for (name, address) in [
            ("Öffnung der Grünen Felder", "/events/offnung-der-grunen-felder-2099"),
            ("Spring 2099", "/events/spring-2099"),
            ("Κλασικός Αγώνας", "/events/klasikos-agonas-2099"),
        ] {
            let form = new_event(&organiser, &[("slug", ""), ("name", name)]).await;
            let made = organiser.submit(&form).await;
            assert_eq!(made.location(), address);
            // The same form once more leads to the same event; another event of that name needs another address.
            assert_eq!(organiser.submit(&form).await.location(), address);
            let other = organiser.submit(&form.clone().with("place", "Leeds")).await;
            other.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert_eq!(other.attrs("#errors a", "href"), ["#slug"]);
            assert!(other.has("details[open] #slug"));
        }
        let nameless = organiser.submit(&new_event(&organiser, &[("slug", ""), ("name", "!!!")]).await).await;
        assert_eq!(nameless.attrs("#errors a", "href"), ["#slug"]);
    }

    async fn limits_are_added_one_by_one(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = app.visitor();
        register(&organiser, "Olga").await;
        let form = new_event(&organiser, &[("limit-0-of", "Dragons"), ("limit-0-most", "0")]).await;
        let page = organiser.press(&form, "limit").await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.values(".limits input[name$='-of']"), ["Dragons", ""]);
        assert!(page.has("details[open] .limits") && !page.has("#errors"));
        // A row that is left empty is no limit.
        let made = organiser.submit(&page.form("/events/new")).await;
        let event = organiser.follow(made).await;
        assert!(event.text(".told").contains("No Dragons"), "{}", event.text(".told"));
    }
}
