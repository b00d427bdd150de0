//! Players enter, replace, withdraw; too late, twice, with an illegal army.

use super::*;

for_each_store! {
    async fn an_army_is_entered_in_four_ways(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        // Pasted.
        let tom = app.visitor();
        let entry = enter(&tom, "Tom", LEGAL).await;
        let page = tom.get(&entry).await;
        assert_eq!((page.text("h1"), page.text(".flash").contains("You have entered")), ("Tom".to_owned(), true));
        assert!(page.text(".receipt").contains("Host of the Barrow") && page.has(".seal.legal"));
        // One army is the player's own, and one is given by its address.
        let anna = app.visitor();
        let own = army().made_by(&anna).await;
        let page = anna.get("/events/spring-open/enter").await;
        assert!(page.texts("select[name=own] option").len() > 1);
        for (number, (name, own_id, address)) in
            [("Anna", own.id.as_str(), ""), ("Bert", "", "http://x/armies/{id}")].into_iter().enumerate()
        {
            let who = if number == 0 { &anna } else { &app.visitor() };
            who.get("/events/spring-open/enter").await;
            let address = address.replace("{id}", &own.id);
            let fields = [
                ("request", name), ("name", name), ("club", ""), ("mail", ""), ("own", own_id), ("address", &address), ("text", ""), ("do", "enter"),
            ];
            let reply = who.upload("/events/spring-open/enter", multipart(&fields)).await;
            assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?} {:?}", reply.texts(".problem"));
        }
        // A file.
        let carl = app.visitor();
        carl.get("/events/spring-open/enter").await;
        let fields = [("request", "c"), ("name", "Carl"), ("club", "Barrow Club"), ("mail", "carl@example.org"), ("own", ""), ("address", ""), ("text", ""), ("do", "enter")];
        let file = army().file();
        let reply = carl.upload("/events/spring-open/enter", with_file(&fields, file.as_bytes())).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?}");
        let players = app.visitor().get("/events/spring-open").await;
        assert_eq!(players.texts(".players tbody th"), ["Tom", "Anna", "Bert", "Carl"]);
        // Mail addresses are never public, and before the deadline neither are armies.
        assert!(!players.body_text().contains("example.org") && !players.body_text().contains("Host of the Barrow"));
    }

    async fn what_is_entered_is_a_copy_that_no_later_change_reaches(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let anna = app.visitor();
        let own = army().made_by(&anna).await;
        let fields = [("request", "a"), ("name", "Anna"), ("club", ""), ("mail", ""), ("own", own.id.as_str()), ("address", ""), ("text", ""), ("do", "enter")];
        let entry = anna.upload("/events/spring-open/enter", multipart(&fields)).await.location();
        let title = anna.get(&entry).await.text(".entry-army h3");
        anna.press_on(&anna.editor(&own).await.with("name", "Changed since"), "save").await;
        assert_eq!(anna.get(&entry).await.text(".entry-army h3"), title);
    }

    async fn a_form_sent_again_makes_one_entry_and_leads_to_the_same_page(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let tom = app.visitor();
        let first = enter(&tom, "Tom", LEGAL).await;
        assert_eq!(enter(&tom, "Tom", LEGAL).await, first);
        assert_eq!(db.db_texts("SELECT title AS value FROM entries").len(), 1);
        // Another browser can neither take the name nor replay the form.
        let other = app.visitor();
        other.get("/events/spring-open/enter").await;
        let reply = other.upload("/events/spring-open/enter", multipart(&pasted("Tom", "Tom", LEGAL, "enter"))).await;
        reply.assert_refused(StatusCode::CONFLICT);
        assert!(reply.text(".notice").contains("Somebody has already entered under this name"));
    }

    async fn an_illegal_army_is_checked_and_refused_or_taken_as_such(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("limit-0-of", "Blades"), ("limit-0-most", "4")]).await;
        let tom = app.visitor();
        tom.get("/events/spring-open/enter").await;
        let looked = tom.upload("/events/spring-open/enter", multipart(&pasted("t", "Tom", LEGAL, "check"))).await;
        assert_eq!(looked.status, StatusCode::OK);
        assert!(looked.has(".seal.illegal"));
        assert!(looked.texts(".problem").join(" ").contains("Blades"), "{:?}", looked.texts(".problem"));
        let refused = tom.upload("/events/spring-open/enter", multipart(&pasted("t", "Tom", LEGAL, "enter"))).await;
        refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        // The input is there again.
        assert_eq!(refused.form("/events/spring-open/enter").value("text").trim(), LEGAL.trim());
        assert!(db.db_texts("SELECT title AS value FROM entries").is_empty());
        // It can be saved as a draft, which submits nothing.
        let later = tom.upload("/events/spring-open/enter", multipart(&pasted("t", "Tom", LEGAL, "later"))).await;
        let page = tom.follow(later).await;
        assert!(page.text(".receipt").contains("not been entered yet"));
        assert_eq!(organiser.get("/events/spring-open/desk?show=draft").await.texts(".desk tbody th").len(), 1);
        // If the organiser accepts such armies, it is marked.
        let form = organiser.get("/events/spring-open/settings").await.form("/events/spring-open/settings");
        organiser.submit(&form.with("illegal", "on")).await;
        let id = page.attr("form[action*='/withdraw']", "action").unwrap();
        let id = id.split('/').nth(4).unwrap().to_owned();
        let mut fields = pasted("t2", "", LEGAL, "enter");
        fields.push(("entrant", &id));
        let taken = tom.upload("/events/spring-open/enter", multipart(&fields)).await;
        let page = tom.follow(taken).await;
        assert!(page.text(".receipt").contains("not legal"));
        assert!(organiser.get("/events/spring-open/desk").await.has(".tag.bad"));
    }

    async fn what_is_wrong_with_a_form_is_told_and_nothing_is_lost(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let tom = app.visitor();
        tom.get("/events/spring-open/enter").await;
        for (fields, error) in [
            (pasted("1", " ", LEGAL, "enter"), "Enter the name that others know you by."),
            (pasted("1", "Tom", "", "enter"), "Choose an army, enter its address, or paste it."),
            (pasted("1", "Tom", "4 x Unheard of Things", "enter"), ""),
            (pasted("1", "Tom", "{\"format\": \"musterfield-army/1\"", "enter"), "This could not be read"),
        ] {
            let reply = tom.upload("/events/spring-open/enter", multipart(&fields)).await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            let told = format!("{} {}", reply.texts(".field-error").join(" "), reply.texts(".problem").join(" "));
            assert!(told.contains(error) && told.len() > 3, "{told}");
        }
        let mut both = pasted("1", "Tom", LEGAL, "enter");
        both[5] = ("address", "/armies/000000000000");
        let reply = tom.upload("/events/spring-open/enter", multipart(&both)).await;
        assert!(reply.texts(".field-error").join(" ").contains("in more than one way"));
        both[6] = ("text", "");
        let reply = tom.upload("/events/spring-open/enter", multipart(&both)).await;
        assert!(reply.texts(".field-error").join(" ").contains("There is no army at this address"));
        // Bytes that are not text, unknown fields, no form at all.
        let bytes = with_file(&pasted("1", "Tom", "", "enter"), b"\xff\xfe\x00");
        tom.upload("/events/spring-open/enter", bytes).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        for nobodys in ["x", ""] {
            let reply = tom.upload("/events/spring-open/enter", multipart(&[(nobodys, "1")])).await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        }
        tom.post("/events/spring-open/enter", &[("request", "1")]).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(db.db_texts("SELECT name AS value FROM entrants").is_empty());
    }

    async fn a_form_that_counts_no_more_is_not_acknowledged_again(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let tom = app.visitor();
        let entry = enter(&tom, "Tom", LEGAL).await;
        let first = multipart(&pasted("Tom", "Tom", LEGAL, "enter"));
        assert_eq!(tom.upload("/events/spring-open/enter", first.clone()).await.location(), entry);
        tom.post(&format!("{entry}/withdraw"), &[]).await;
        let reply = tom.upload("/events/spring-open/enter", first.clone()).await;
        reply.assert_refused(StatusCode::CONFLICT);
        assert!(reply.text(".notice").contains("a newer version counts now"), "{}", reply.text(".notice"));
        // The form on the page then submits it after all.
        let again = reply.form("/events/spring-open/enter").value("request").to_owned();
        let reply = tom.upload("/events/spring-open/enter", multipart(&pasted(&again, "Tom", LEGAL, "enter"))).await;
        assert_eq!(reply.location(), entry);
        assert!(tom.get(&entry).await.text(".lede").contains("entered"));
        // After two submissions the first form does not bring the first army back.
        let reply = tom.upload("/events/spring-open/enter", first).await;
        reply.assert_refused(StatusCode::CONFLICT);
        assert_eq!(db.db_texts("SELECT CAST(head AS TEXT) AS value FROM entrants"), ["2"]);
    }

    async fn what_was_opened_for_a_change_is_settled_when_it_is_accepted(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        let tom = app.visitor();
        let entry = enter(&tom, "Tom", LEGAL).await;
        organiser.post(&format!("{entry}/desk"), &[("do", "return:1"), ("text", "Name your general")]).await;
        set_state(&organiser, "closed").await;
        // Unlocking everybody takes nothing from a player with permission.
        organiser.post("/events/spring-open/desk", &[("do", "unlock-all")]).await;
        let id = entry.rsplit('/').next().unwrap();
        let replace = |request: &'static str| {
            multipart(&[("request", request), ("entrant", id), ("own", ""), ("address", ""), ("text", LEGAL), ("do", "enter")])
        };
        assert_eq!(tom.upload("/events/spring-open/enter", replace("2")).await.status, StatusCode::SEE_OTHER);
        organiser.post(&format!("{entry}/desk"), &[("do", "accept:2")]).await;
        tom.upload("/events/spring-open/enter", replace("3")).await.assert_refused(StatusCode::CONFLICT);
        let page = tom.get(&format!("/events/spring-open/enter?player={id}")).await;
        assert!(page.text(".notice").contains("is not open for entries"));
    }

    async fn any_two_versions_are_compared(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        let tom = app.visitor();
        let entry = enter(&tom, "Tom", LEGAL).await;
        let id = entry.rsplit('/').next().unwrap();
        for (request, spears) in [("2", "3 x Spears\n1 x Shooters"), ("3", "4 x Spears")] {
            let text = LEGAL.replace("2 x Spears\n2 x Shooters", spears);
            let fields = [("request", request), ("entrant", id), ("own", ""), ("address", ""), ("text", &text), ("do", "enter")];
            assert_eq!(tom.upload("/events/spring-open/enter", multipart(&fields)).await.status, StatusCode::SEE_OTHER);
        }
        for who in [&tom, &organiser] {
            let page = who.get(&format!("{entry}?from=1&to=3")).await;
            let told = page.texts("#compared .changes li");
            assert_eq!(told.len(), 3, "{told:?}");
            assert!(told.iter().any(|line| line.starts_with("+ 4") && line.contains("Spear")), "{told:?}");
            let back = who.get(&format!("{entry}?from=3&to=1")).await.texts("#compared .changes li");
            assert!(back.iter().any(|line| line.starts_with("− 4") && line.contains("Spear")), "{back:?}");
            assert!(who.get(&format!("{entry}?from=2&to=2")).await.text("#compared").contains("Only the order of \
                                                                                               lines differs"));
            for odd in ["?from=1&to=9", "?from=&to=", "?from=-5&to=+3"] {
                assert_eq!(who.get(&format!("{entry}{odd}")).await.text("#compared h3"), "From version 1 to 3", "{odd}");
            }
            assert!(!who.get(&format!("{entry}?from=x&to=1")).await.has("#compared"));
        }
        // Others learn nothing by guessing numbers.
        let stranger = app.visitor();
        for query in ["?from=1&to=3", "?from=1&to=9"] {
            assert!(!stranger.get(&format!("{entry}{query}")).await.has("#compared"));
        }
    }

    async fn organisers_play_too_and_the_deadline_is_theirs_as_well(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("deadline_day", "2099-01-01")]).await;
        let page = organiser.get("/events/spring-open/enter").await;
        assert_eq!(page.text("h1"), "Enter");
        let form = page.form("/events/spring-open/enter");
        assert_eq!((form.value("name"), form.has("entrant")), ("Olga the Organiser", false));
        let entry = enter(&organiser, "Olga", LEGAL).await;
        assert!(organiser.get("/events/spring-open").await.text(".notice").contains("Olga"));
        let page = organiser.get("/events/spring-open/enter").await;
        assert_eq!(page.text("h1"), "Replace the entry of Olga");
        let form = organiser.get("/events/spring-open/settings").await.form("/events/spring-open/settings");
        organiser.submit(&form.with("deadline_day", "2026-01-01")).await;
        let late = pasted("late", "Olga again", LEGAL, "enter");
        organiser.upload("/events/spring-open/enter", multipart(&late)).await.assert_refused(StatusCode::CONFLICT);
        assert!(organiser.get(&entry).await.text(".receipt").contains("Host of the Barrow"));
    }

    async fn what_the_form_began_with_gives_way_to_another_army_and_what_was_typed_does_not(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let tom = app.visitor();
        enter(&tom, "Tom", LEGAL).await;
        let other = army().named("Riders of the Ford").made_by(&tom).await;
        let form = tom.get("/events/spring-open/enter").await.form("/events/spring-open/enter");
        let (entrant, began) = (form.value("entrant").to_owned(), form.value("text").to_owned());
        assert_eq!(form.value("before"), began);
        let sent = |request: &'static str, own: &str, text: &str| {
            let fields = [("request", request), ("entrant", &entrant), ("own", own), ("address", ""), ("before", &began), ("text", text)];
            fields.map(|(name, value)| (name, value.to_owned()))
        };
        let send = async |fields: [(&str, String); 6], file: Option<&str>| {
            let mut fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            fields.push(("do", "enter"));
            let body = match file {
                Some(file) => with_file(&fields, file.as_bytes()),
                None => multipart(&fields).into_bytes(),
            };
            tom.upload("/events/spring-open/enter", body).await
        };
        // A browser sends line breaks as two characters.
        let as_sent = began.replace('\n', "\r\n");
        let reply = send(sent("1", &other.id, &as_sent), None).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{:?}", reply.texts(".field-error"));
        assert!(tom.follow(reply).await.text(".receipt").contains("Riders of the Ford"));
        // No input is ignored.
        let changed = began.replace("Host of the Barrow", "Host of the Fen");
        assert_ne!(changed, began);
        for (own, file) in [(other.id.as_str(), None), ("", Some(LEGAL))] {
            let reply = send(sent("2", own, &changed), file).await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert!(reply.text(".field-error").contains("in more than one way"));
            assert_eq!(reply.form("/events/spring-open/enter").value("text"), changed);
        }
        let file = LEGAL.replace("Barrow", "Mere");
        let reply = send(sent("3", "", &began), Some(&file)).await;
        assert!(tom.follow(reply).await.text(".receipt").contains("Host of the Mere"));
        // The content of an illegal file is there to be corrected.
        let illegal = file.replace("6 x Blades", "20 x Blades");
        let reply = send(sent("4", "", &began), Some(&illegal)).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(reply.form("/events/spring-open/enter").value("text").contains("20 x Blades"));
        // Unchanged, it is submitted unchanged.
        let reply = send(sent("5", "", &began), None).await;
        assert!(tom.follow(reply).await.text(".receipt").contains("Host of the Barrow"));
    }

    async fn an_entry_is_replaced_with_the_difference_shown_and_withdrawn(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let tom = app.visitor();
        let entry = enter(&tom, "Tom", LEGAL).await;
        // The form of a player who has entered is about that entry.
        let page = tom.get("/events/spring-open/enter").await;
        assert_eq!(page.text("h1"), "Replace the entry of Tom");
        let id = page.form("/events/spring-open/enter").value("entrant").to_owned();
        // The version that counts is there to be changed, and can be sent unchanged.
        let text = page.form("/events/spring-open/enter").value("text").to_owned();
        assert!(text.contains("Host of the Barrow") && text.contains("6 x Blades"), "{text}");
        let mut same = pasted("look", "", &text, "check");
        same.push(("entrant", &id));
        let looked = tom.upload("/events/spring-open/enter", multipart(&same)).await;
        assert!(looked.status == StatusCode::OK && looked.has(".seal.legal"), "{looked:?}");
        let better = LEGAL.replace("6 x Blades", "5 x Blades").replace("2 x Spears", "3 x Spears");
        let mut fields = pasted("again", "", &better, "enter");
        fields.push(("entrant", &id));
        let reply = tom.upload("/events/spring-open/enter", multipart(&fields)).await;
        assert_eq!(reply.location(), entry);
        let page = tom.get(&entry).await;
        let changes = page.texts(".changes li");
        assert_eq!(changes, [
            "− 6 x Blades (Bd) @ 2 AP = 12 AP",
            "− 2 x Spears (Sp) @ 2 AP = 4 AP",
            "+ 5 x Blades (Bd) @ 2 AP = 10 AP",
            "+ 3 x Spears (Sp) @ 2 AP = 6 AP",
        ]);
        let reply = tom.submit(&page.form(&format!("{entry}/withdraw"))).await;
        assert!(tom.follow(reply).await.text(".lede").contains("withdrawn"));
        assert!(!app.visitor().get("/events/spring-open").await.body_text().contains("Tom"));
    }

    async fn nobody_touches_the_entry_of_another(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let (tom, other) = (app.visitor(), app.visitor());
        let entry = enter(&tom, "Tom", LEGAL).await;
        enter(&other, "Otto", LEGAL).await;
        let id = entry.rsplit('/').next().unwrap().to_owned();
        let page = other.get(&entry).await;
        assert!(page.text(".empty").contains("cannot see this player’s army") && !page.has(".receipt"));
        other.get(&format!("/events/spring-open/enter?player={id}")).await.assert_refused(StatusCode::NOT_FOUND);
        let mut fields = pasted("x", "", LEGAL, "enter");
        fields.push(("entrant", &id));
        other.upload("/events/spring-open/enter", multipart(&fields)).await.assert_refused(StatusCode::NOT_FOUND);
        other.post(&format!("{entry}/withdraw"), &[]).await.assert_refused(StatusCode::NOT_FOUND);
        other.post(&format!("{entry}/desk"), &[("do", "here")]).await.assert_refused(StatusCode::UNAUTHORIZED);
        for key in ["", "x", "00000000000000000000000000000000"] {
            other.post(&entry, &[("key", key)]).await.assert_refused(StatusCode::NOT_FOUND);
        }
        // Its own link opens it in another browser.
        let link = tom.get(&entry).await.values("#link")[0].clone();
        let (_, path) = link.split_at(link.find("/events").unwrap());
        let phone = app.visitor();
        // Looking at the page changes nothing.
        let page = phone.get(path).await;
        assert!(tom.get(&entry).await.has(".receipt") && !page.body_text().contains("Tom"));
        let reply = phone.submit(&page.form(&entry)).await;
        assert_eq!(reply.location(), entry);
        assert!(phone.follow(reply).await.has(".receipt"));
        assert!(!tom.get(&entry).await.has(".receipt"));
    }

    async fn after_the_deadline_nothing_is_taken_unless_the_organiser_opens_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("deadline_day", "2020-01-01")]).await;
        let tom = app.visitor();
        tom.get("/events/spring-open/enter").await;
        let reply = tom.upload("/events/spring-open/enter", multipart(&pasted("t", "Tom", LEGAL, "enter"))).await;
        reply.assert_refused(StatusCode::CONFLICT);
        assert!(reply.text(".notice").contains("The deadline has passed: your entry arrived at"), "{}", reply.text(".notice"));
        assert_eq!(reply.form("/events/spring-open/enter").value("text").trim(), LEGAL.trim());
        // The staff enters on behalf, and hands the entry over by a link.
        let page = organiser.get("/events/spring-open/enter?player=new").await;
        assert_eq!(page.text("h1"), "Enter a player");
        assert_eq!(page.form("/events/spring-open/enter").value("entrant"), "new");
        let mut fields = pasted("b", "Bert", LEGAL, "enter");
        fields.push(("entrant", "new"));
        let entry = organiser.upload("/events/spring-open/enter", multipart(&fields)).await.location();
        assert!(organiser.get("/events/spring-open/desk?show=late").await.body_text().contains("Bert"));
        let reply = organiser.post(&format!("{entry}/desk"), &[("do", "link"), ("text", "")]).await;
        let link = reply.values("#link")[0].clone();
        let bert = app.visitor();
        let (_, path) = link.split_at(link.find("/events").unwrap());
        let form = bert.get(path).await.form(&entry);
        bert.submit(&form).await;
        let id = entry.rsplit('/').next().unwrap().to_owned();
        let mut fields = pasted("b2", "", LEGAL, "enter");
        fields.push(("entrant", &id));
        bert.upload("/events/spring-open/enter", multipart(&fields)).await.assert_refused(StatusCode::CONFLICT);
        organiser.post(&format!("{entry}/desk"), &[("do", "unlock")]).await;
        let reply = bert.upload("/events/spring-open/enter", multipart(&fields)).await;
        assert_eq!(reply.location(), entry);
        // Now everybody may see the armies.
        assert!(app.visitor().get(&entry).await.has(".entry-army"));
    }

    async fn a_pool_has_several_armies_that_differ(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[("armies", "2")]).await;
        let tom = app.visitor();
        assert_eq!(tom.get("/events/spring-open/enter").await.texts("textarea[name=text]").len(), 2);
        let second = LEGAL.replace("Host of the Barrow", "Second").replace("2 x Spears", "2 x Warband");
        let two = |other: &str| {
            multipart(&[
                ("request", "t"), ("name", "Tom"), ("club", ""), ("mail", ""), ("own", ""), ("address", ""), ("text", LEGAL),
                ("own", ""), ("address", ""), ("text", other), ("do", "enter"),
            ])
        };
        let reply = tom.upload("/events/spring-open/enter", two(LEGAL)).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(reply.body_text().contains("Armies 1 and 2 are the same"));
        let reply = tom.upload("/events/spring-open/enter", two(&second)).await;
        let page = tom.follow(reply).await;
        assert_eq!(page.texts(".entry-army h3"), ["Host of the Barrow", "Second"]);
    }
}
