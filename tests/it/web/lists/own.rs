//! `/lists/new`, `/lists/own/…`

use actix_web::http::StatusCode;
use musterfield::store::WorkType;

use super::super::harness::{Form, MadeWork, Reply, TestApp, Visitor, army as some_army, kept_list};
use crate::store::harness::TestDb;

/// A list with everything that is read.
const BOOK: &str = "II/4 Northern Kingdom, Arable, Ag 1\n1x3Kn (Gen), 4x4Sp\n3x4Lb or 3Ax, 4xPs";

async fn typed(visitor: &Visitor<'_>, text: &str) -> Form {
    visitor.get("/lists/new?ruleset=dba3").await.form("/lists/own").with("text", text)
}

fn is_kept(reply: &Reply) -> bool {
    reply.status == StatusCode::SEE_OTHER
}

for_each_store! {
    async fn a_list_is_kept_after_the_reader_has_said_what_it_understood(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = typed(&owner, BOOK).await;
        // Whoever has not seen how a text is read sees that first.
        let unseen = owner.press(&form, "keep").await;
        assert_eq!(unseen.status, StatusCode::OK);
        let read = owner.press(&form, "read").await;
        assert_eq!(read.text("#read-title"), "II/4 Northern Kingdom");
        assert_eq!(read.texts(".options .option-count"), ["1", "4", "3", "4"]);
        let facts = read.text("#read-title + .hint");
        assert!(["12 elements", "Aggression 1", "Arable"].iter().all(|fact| facts.contains(fact)), "{facts}");
        let form = read.form("/lists/own");
        let changed = owner.press(&form.clone().with("text", "1x3Kn (Gen), 11x4Sp"), "keep").await;
        assert_eq!(changed.text(".option-count + div strong"), "Knights");
        // The same click again leads to the same list.
        let (kept, again) = (owner.press(&form, "keep").await, owner.press(&form, "keep").await);
        assert_eq!(kept.location(), again.location());
        let list = MadeWork::of_editor(&kept.location());
        assert_eq!(owner.get(&list.at("/edit")).await.form(&list.at("/edit")).value("text"), BOOK);
        assert_eq!(owner.get("/lists").await.texts(".mine strong"), ["II/4 Northern Kingdom"]);
        assert!(!owner.get("/lists/own").await.has(".mine .seal"));
        // Nobody else finds it, and whoever has the link reads and copies it.
        let friend = app.visitor();
        assert!(!friend.get("/lists").await.has(".mine"));
        let page = friend.get(&list.at("")).await;
        assert_eq!(page.text("#short-hand"), BOOK.split_whitespace().collect::<Vec<_>>().join(" "));
        friend.get(&list.at("/edit")).await.assert_refused(StatusCode::FORBIDDEN);
        let copy = friend.submit(&page.form(&list.at("/copy"))).await;
        assert_ne!(MadeWork::of_editor(&copy.location()).id, list.id);
        owner.get(&MadeWork::army(&list.id).at("")).await.assert_refused(StatusCode::NOT_FOUND);
    }

    async fn a_list_is_changed_undone_and_deleted_like_other_works(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let list = kept_list(&owner, "1x3Kn (Gen), 11x4Sp").await;
        let editor = async || owner.get(&list.at("/edit")).await.form(&list.at("/edit"));
        let old = editor().await;
        let unseen = owner.press(&old.clone().with("text", BOOK), "save").await;
        assert_eq!((unseen.status, unseen.texts(".options li").len()), (StatusCode::OK, 4));
        let saved = owner.press(&unseen.form(&list.at("/edit")), "save").await;
        assert!(is_kept(&saved));
        // Another tab is told, and keeps what it has typed.
        let late = owner.press(&old.clone().with("name", "Late"), "save").await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        let late = late.form(&list.at("/edit"));
        assert_eq!((late.value("name"), late.value("text")), ("Late", "1x3Kn (Gen), 11x4Sp"));
        assert!(is_kept(&owner.press(&late, "over:2").await));
        owner.press(&editor().await, "undo").await;
        assert_eq!(editor().await.value("text"), BOOK);
        owner.press(&editor().await, "redo").await;
        assert_eq!(editor().await.value("name"), "Late");
        assert_eq!(owner.get(&list.at("/history")).await.texts(".history li").len(), 3);
        let asked = owner.get(&list.at("/delete")).await.form(&list.at("/delete"));
        assert_eq!(owner.submit(&asked).await.location(), "/lists/own");
        owner.get(&list.at("")).await.assert_refused(StatusCode::GONE);
        let digest = owner.digest().await;
        assert!(db.store.held_by(&digest, WorkType::List, 0, 9).await.unwrap().is_empty());
    }

    async fn an_army_keeps_the_list_in_the_state_from_which_it_was_built(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, friend) = (app.visitor(), app.visitor());
        let list = kept_list(&owner, BOOK).await;
        let build = list.at("/armies");
        let form = friend.get(&list.at("")).await.form(&build);
        let built = friend.submit(&form).await;
        let army = MadeWork::of_editor(&built.location());
        let before = friend.editor(&army).await;
        assert!(before.value("own_list").contains("3x4Lb or 3Ax"), "{}", before.value("own_list"));
        assert_eq!((before.value("name"), before.value("aggression")), ("II/4 Northern Kingdom", "1"));
        // The address of a private list is not given away with the army.
        assert!(!friend.get(&army.at("")).await.body_text().contains(&list.id));
        // The list changes; the army, its verdict and the address of the old state stay.
        let verdict = friend.get(&army.at("")).await.text(".verdict .seal");
        let edit = owner.get(&list.at("/edit")).await.form(&list.at("/edit")).with("text", "1x3Kn (Gen), 11xPs");
        let read = owner.press(&edit, "read").await.form(&list.at("/edit"));
        assert!(is_kept(&owner.press(&read, "save").await));
        assert_eq!(friend.editor(&army).await.value("own_list"), before.value("own_list"));
        assert_eq!(friend.get(&army.at("")).await.text(".verdict .seal"), verdict);
        let then = friend.get(&list.at(&format!("/v/{}", form.value("hash")))).await;
        assert!(then.text("#short-hand").contains("4x4Sp"));
        // The form of a new army leads to the lists for its ruleset.
        let offered = async |ruleset: &str| {
            let page = owner.get(&format!("/armies/new?ruleset={ruleset}")).await;
            page.attrs("main p a", "href").contains(&list.at(""))
        };
        assert_eq!((offered("dba3").await, offered("dba22").await), (true, false));
    }

    async fn an_army_takes_another_list_and_gives_it_back(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, friend) = (app.visitor(), app.visitor());
        let first = kept_list(&owner, "1x3Kn (Gen), 11x4Sp").await;
        let other = kept_list(&owner, "Later\nTerrain: Hilly. Aggression: 3\n1x3Kn (Gen), 2-11x4Sp, 0-4xPs").await;
        let built = owner.submit(&owner.get(&first.at("")).await.form(&first.at("/armies"))).await;
        let army = MadeWork::of_editor(&built.location());
        let fantasy = some_army().made_by(&owner).await;
        let page = owner.get(&other.at("")).await;
        assert_eq!(page.attrs("button[formaction]", "formaction"), [army.at("/list")]);
        assert!(!friend.get(&other.at("")).await.has("button[formaction]"));
        let form = page.form(&army.at("/list"));
        let taken = owner.submit(&form).await;
        assert_eq!(owner.submit(&form).await.location(), taken.location());
        let editor = owner.get(&taken.location()).await.form(&army.at("/edit"));
        assert!(editor.value("own_list").starts_with("Later; "), "{}", editor.value("own_list"));
        let values = [editor.value("aggression"), editor.value("home_terrain"), editor.value("line-1-count")];
        assert_eq!(values, ["3", "hilly", "11"]);
        owner.press(&editor, "undo").await;
        assert_eq!(owner.editor(&army).await.value("own_list"), "1x3Kn (Gen), 11x4Sp");
        let body = form.body();
        for (who, address, status) in [
            (&owner, fantasy.at("/list"), StatusCode::UNPROCESSABLE_ENTITY),
            (&friend, army.at("/list"), StatusCode::FORBIDDEN),
        ] {
            who.post_raw(&address, body.clone()).await.assert_refused(status);
        }
    }
}

#[tokio::test]
async fn what_cannot_be_read_says_where_and_is_not_lost() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    for (text, place, message, buttons) in [
        ("1x3Kn (Gen),\n2x3Kn, 4xLb", "Line 2, character 10", "How many figures", &["correct-0-0", "correct-0-1"][..]),
        ("1x3Kn (Gen), 0x4Sp", "Line 1, character 14", "1 to", &[]),
        ("1x3Kn (Gen), 4xHorrors", "Line 1, character 16", "no such troop type", &[]),
    ] {
        let reply = visitor.press(&typed(&visitor, text).await, "read").await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
        assert_eq!(reply.form("/lists/own").value("text").replace("\r\n", "\n"), text);
        assert!(reply.text(".doubt legend").starts_with(place), "{text}: {}", reply.text(".doubt legend"));
        assert!(reply.text(".doubt p").contains(message), "{text}: {}", reply.text(".doubt p"));
        assert_eq!(reply.values(".doubt button"), buttons, "{text}");
        assert!(!reply.has("button[value=keep]"), "{text}");
        // The box on top says the same, and leads to the field.
        let told = reply.text(".errors a[href='#text']");
        assert!(told.starts_with(place) && told.contains(message), "{text}: {told}");
        assert!(reply.text("title").starts_with("Error:"), "{}", reply.text("title"));
    }
    let long = "x".repeat(4_001);
    for (text, message) in [("", "Type the list first."), (&long, "4000 characters")] {
        let reply = visitor.press(&typed(&visitor, text).await, "keep").await;
        assert_eq!((reply.status, reply.form("/lists/own").value("text")), (StatusCode::UNPROCESSABLE_ENTITY, text));
        assert!(reply.text("#text-error").contains(message), "{}", reply.text("#text-error"));
    }
    let doubtful = visitor.press(&typed(&visitor, "1x3Kn (Gen), 9x4Sp, 2xPs or Ps").await, "read").await;
    let settled = visitor.press(&doubtful.form("/lists/own"), "correct-0-0").await;
    assert_eq!(settled.form("/lists/own").value("text"), "1x3Kn (Gen), 9x4Sp, 2xPs");
    assert!(doubtful.has(".doubt") && doubtful.has("button[value=keep]") && !settled.has(".doubt"));
    for (field, value) in [("ruleset", "chess"), ("ruleset", "d3h2"), ("do", "burn"), ("extra", "1")] {
        let reply = visitor.submit(&typed(&visitor, "4x4Sp").await.with(field, value)).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}={value}");
    }
    visitor.get("/lists/new?ruleset=chess").await.assert_refused(StatusCode::NOT_FOUND);
}
