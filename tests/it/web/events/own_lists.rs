//! Events whose armies are picked from lists that players have typed.

use super::super::harness::{MadeWork, kept_list};
use super::*;
use crate::store::harness::TestDb;

/// The lists in the form of an event.
fn naming<'a>(lists: &'a str, links: &'a str) -> [(&'a str, &'a str); 3] {
    [("ruleset", "dba3"), ("lists", lists), ("own_lists", links)]
}

/// Enters an army of a player's own.
async fn enter_own(player: &Visitor<'_>, name: &str, army: &MadeWork) -> Reply {
    player.get("/events/spring-open/enter").await;
    let mut fields = pasted(name, name, "", "enter");
    fields[4] = ("own", &army.id);
    player.upload("/events/spring-open/enter", multipart(&fields)).await
}

for_each_store! {
    async fn an_army_is_built_from_the_list_of_an_event_and_entered(db: &TestDb) {
        let app = TestApp::new(db).await;
        let author = app.visitor();
        let list = kept_list(&author, "II/4 North\n1x3Kn (Gen), 11x4Sp").await;
        let link = format!("https://musterfield.example{}", list.at(""));
        let organiser = open_event(&app, &naming("named", &link)).await;
        let player = app.visitor();
        let page = player.get("/events/spring-open").await;
        assert!(page.text("section[aria-labelledby=rules]").contains("Only the list “II/4 North”"));
        let state = page.attrs("section[aria-labelledby=rules] a", "href").remove(0);
        assert!(state.starts_with(&list.at("/v/")), "{state}");
        let built = player.submit(&player.get(&state).await.form(&list.at("/armies"))).await;
        let reply = enter_own(&player, "Tom", &MadeWork::of_editor(&built.location())).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{:?}", reply.texts(".problem"));
        // An army from another list is refused, with the name of the list.
        let other = app.visitor();
        let carthage = other.get("/lists/dba3/carthage").await.form("/lists/dba3/carthage/armies");
        let built = other.submit(&carthage).await;
        let reply = enter_own(&other, "Anna", &MadeWork::of_editor(&built.location())).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
        let told = reply.texts(".problem").join(" ");
        assert!(told.contains("The army is not from one of the event’s lists.") && told.contains("II/4 North"), "{told}");
        // The event has the list, whatever becomes of it; other events cannot name it any more.
        let asked = author.get(&list.at("/delete")).await.form(&list.at("/delete"));
        author.submit(&asked).await;
        let settings = "/events/spring-open/settings";
        let form = organiser.get(settings).await.form(settings);
        assert_eq!((form.value("own_lists").trim(), form.value("lists")), (state.as_str(), "named"));
        let saved = organiser.submit(&form.with("place", "Leeds")).await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{:?}", saved.texts(".field-error"));
        let again = [&naming("named", &link)[..], &[("slug", "summer-open")]].concat();
        let refused = organiser.submit(&new_event(&organiser, &again).await).await;
        assert!(refused.text("#own_lists-error").contains("has been deleted"), "{}", refused.text("#own_lists-error"));
    }
}

#[tokio::test]
async fn what_is_wrong_with_the_links_to_lists_is_told_and_kept() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let organiser = app.visitor();
    register(&organiser, "Olga").await;
    let list = kept_list(&organiser, "1x3Kn (Gen), 11x4Sp").await;
    let army = army().made_by(&organiser).await;
    let [list, army] = [list.at(""), army.at("")];
    let many = "x\n".repeat(11);
    for (ruleset, lists, links, error) in [
        ("dba3", "named", "", "Name at least one list."),
        ("dba3", "any", &*list, "Any list is accepted"),
        ("dba3", "named", &*army, "Line 1: there is no list of a player at"),
        ("dba3", "named", &format!("{list}\n\nnowhere"), "Line 2: there is no list of a player at “nowhere”."),
        ("dba3", "named", &format!("{list}\n{list}"), "appears twice."),
        ("dba3", "named", &*many, "There are 11; 10 is the maximum."),
        ("dba22", "named", &*list, "is a list for DBA 3.0"),
    ] {
        let fields = [("ruleset", ruleset), ("lists", lists), ("own_lists", links)];
        let reply = organiser.submit(&new_event(&organiser, &fields).await).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{links}");
        let told = reply.texts(".field-error").join(" ");
        assert!(told.contains(error), "{links}: {told}");
        let kept = reply.form("/events/new").value("own_lists").replace("\r\n", "\n");
        assert_eq!(kept.trim_end(), links.trim_end());
    }
}
