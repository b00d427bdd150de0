//! The row of links on the pages of an event.

use super::*;

for_each_store! {
    async fn everybody_sees_the_pages_that_are_theirs(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = open_event(&app, &[]).await;
        let (helper, player) = (app.visitor(), app.visitor());
        register(&helper, "Hal").await;
        join(&owner, &helper, "helper").await;
        let shown = async |who: &Visitor<'_>, path: &str| {
            let page = who.get(&format!("/events/spring-open{path}")).await;
            assert_eq!(page.status, StatusCode::OK, "{path}");
            (page.texts(".beginnings a"), page.texts(".beginnings a[aria-current=page]"))
        };
        let everybody = ["Event", "Enter", "Rounds", "Standings"];
        for (path, current) in [("", "Event"), ("/enter", "Enter"), ("/rounds", "Rounds"), ("/standings", "Standings")] {
            assert_eq!(shown(&player, path).await, (everybody.map(String::from).to_vec(), vec![current.to_owned()]));
        }
        assert_eq!(shown(&helper, "/desk").await.0.last().map(String::as_str), Some("Desk"));
        for (path, current) in [
            ("/desk", "Desk"),
            ("/clear", "Desk"),
            ("/settings", "Settings"),
            ("/log", "Log"),
            ("/staff", "Staff"),
            ("/rounds/new", "Rounds"),
            ("/delete", "Settings"),
        ] {
            let (links, here) = shown(&owner, path).await;
            assert_eq!(links.len(), 8, "{path}");
            assert_eq!(here, [current], "{path}");
        }
    }
}
