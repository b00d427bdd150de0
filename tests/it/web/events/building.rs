//! An army that is built for an event.

use super::*;

/// What the editor says of the army for the event.
fn told(page: &Reply) -> Vec<String> {
    page.texts(".for-event .problem")
}

for_each_store! {
    async fn an_army_for_an_event_is_built_under_its_conditions_and_entered_from_the_editor(db: &TestDb) {
        let app = TestApp::new(db).await;
        let limits = [("limit-0-of", "Blades"), ("limit-0-most", "4"), ("points", "30"), ("ruleset", "d3h2")];
        open_event(&app, &limits).await;
        let player = app.visitor();
        let event = player.get("/events/spring-open").await;
        let begin = event.attrs(".army-actions a", "href");
        assert!(begin.contains(&"/armies/new?event=spring-open".to_owned()), "{begin:?}");
        let page = player.get("/armies/new?event=spring-open").await;
        assert!(page.text(".notice").contains("For Spring Open"), "{}", page.text(".notice"));
        // The event decides on the rules and the size.
        assert_eq!(page.values("input[name=ruleset]"), ["d3h2"]);
        assert_eq!(page.form("/armies").value("points"), "30");
        let made = player.submit(&page.form("/armies")).await;
        assert!(made.location().ends_with("/edit?event=spring-open"), "{}", made.location());
        let editor = player.follow(made).await;
        assert_eq!(editor.text("#for-event"), "For Spring Open");
        assert!(editor.texts(".for-event li").iter().any(|rule| rule.contains("Blades")));
        // A press of a button keeps the event, with script and without.
        let editor = player.press_on(&editor.editor(), "save").await;
        assert_eq!(editor.text("#for-event"), "For Spring Open");

        let over = army().made_by(&player).await;
        let plain = player.get(&over.at("/edit")).await;
        assert!(!plain.has(".for-event"));
        let editor = player.get(&over.at("/edit?event=spring-open")).await;
        assert!(!told(&editor).is_empty() && !editor.has(".for-event .button"), "{:?}", told(&editor));
        let nowhere = player.get(&over.at("/edit?event=winter-closed")).await;
        assert!(!nowhere.has(".for-event"));
    }

    async fn an_army_that_fits_the_event_is_entered_with_one_link(db: &TestDb) {
        let app = TestApp::new(db).await;
        open_event(&app, &[]).await;
        let player = app.visitor();
        let fits = army().made_by(&player).await;
        let editor = player.get(&fits.at("/edit?event=spring-open")).await;
        assert_eq!(told(&editor), [""; 0]);
        let enter = editor.attr(".for-event .button", "href").unwrap();
        assert_eq!(enter, format!("/events/spring-open/enter?army={}", fits.id));
        let form = player.get(&enter).await;
        assert_eq!(form.attr("select[name=own] option[selected]", "value"), Some(fits.id.clone()));
    }

    async fn a_draft_event_is_no_reason_to_build_for_strangers(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[]).await;
        set_state(&organiser, "hidden").await;
        let player = app.visitor();
        let page = player.get("/armies/new?event=spring-open").await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.text(".errors").contains("There is no event “spring-open” here."), "{}", page.text(".errors"));
        assert!(!page.body_text().contains("Spring Open"));
        assert!(!page.has("input[name=event]"));
    }
}
