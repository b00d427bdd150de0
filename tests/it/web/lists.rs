//! `/lists/…`

use actix_web::http::StatusCode;

use super::harness::{MadeWork, TestApp, army};
use crate::store::harness::TestDb;

for_each_store! {
    async fn a_list_becomes_an_army_in_one_click_however_often_it_is_clicked(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = owner.get("/lists/d3h2/barrow-kings").await.form("/lists/d3h2/barrow-kings/armies");
        let (first, second) = (owner.submit(&form).await, owner.submit(&form).await);
        assert_eq!(first.location(), second.location());
        let editor = owner.follow(first).await.editor();
        assert_eq!(editor.value("list"), "d3h2/barrow-kings");
        assert_eq!(owner.get("/").await.texts(".mine strong").len(), 1);
    }

    async fn a_ready_army_is_copied_whole_and_legal(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let page = owner.get("/lists/d3h2/barrow-kings").await;
        let ready = page.attr("input[name=ready]", "value").unwrap();
        let form = page.form("/lists/d3h2/barrow-kings/armies").with("ready", &ready);
        let copied = owner.submit(&form).await;
        let army = MadeWork::of_editor(&copied.location());
        assert_eq!(owner.follow(copied).await.text("#verdict .seal"), "Legal");
        assert_eq!(app.visitor().get(&army.at("")).await.text(".verdict .seal"), "Legal");
    }
}

#[tokio::test]
async fn every_list_has_a_page_that_the_gallery_leads_to() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let gallery = app.visitor().get("/lists").await;
    let page = gallery.page();
    let links = scraper::Selector::parse(".gallery h3 a").unwrap();
    let paths: Vec<&str> = page.select(&links).filter_map(|link| link.attr("href")).collect();
    assert!(paths.len() >= 24);
    for path in paths {
        let list = app.visitor().get(path).await;
        assert_eq!(list.status, StatusCode::OK, "{path}");
        assert!(list.has("ul.options li") && list.has("article.prose p"), "{path}");
        for broken in ["a[href='']", "a[href$='/']:not([href='/'])"] {
            assert!(!list.has(broken), "{broken} on {path}");
        }
    }
}

#[tokio::test]
async fn a_list_that_does_not_exist_is_not_found() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for path in [
        "/lists/d3h2",
        "/lists/d3h2/nobody",
        "/lists/chess/barrow-kings",
        "/lists/%ff/%00",
        "/lists/d3h2/..",
        "/lists/",
    ] {
        app.visitor().get(path).await.assert_refused(StatusCode::NOT_FOUND);
    }
    app.visitor().post("/lists/d3h2/nobody/armies", &[("request", "r")]).await.assert_refused(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_form_that_is_not_ours_is_refused() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let at = "/lists/d3h2/barrow-kings/armies";
    for fields in [&[][..], &[("request", "")], &[("request", "r"), ("x", "y")], &[("ready", "x")]] {
        owner.post(at, fields).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
    owner.post(at, &[("request", "r"), ("ready", "nobody")]).await.assert_refused(StatusCode::NOT_FOUND);
    assert!(db.db_texts("SELECT name AS value FROM work_revisions").is_empty());
}

#[tokio::test]
async fn lists_are_asked_for_by_home_terrain_and_aggression() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let all = owner.get("/lists").await.texts(".gallery h3").len();
    let some = owner.get("/lists?terrain=forest&aggression=2").await;
    let names = some.texts(".gallery h3");
    assert!(names.contains(&"Barrow Kings".to_owned()) && names.len() < all, "{names:?}");
    assert!(some.texts(".gallery .hint").iter().all(|card| card.contains("Aggression 2")));
    assert_eq!(some.text("#terrain option[selected]"), "Forest");
    assert_eq!(owner.get("/lists?terrain=&aggression=").await.texts(".gallery h3").len(), all);
    for odd in ["?terrain=moon", "?aggression=99", "?aggression=%3Cb%3E"] {
        owner.get(&format!("/lists{odd}")).await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test]
async fn a_word_for_the_next_page_is_said_once_whichever_page_that_is() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    for page in ["/", "/lists", "/armies/new"] {
        let army = army().made_by(&owner).await;
        let copy = owner.get(&army.at("")).await.form(&army.at("/copy"));
        owner.submit(&copy).await;
        assert!(owner.get(page).await.text(".flash").contains("Copied."), "{page}");
        assert!(!owner.get(page).await.has(".flash"), "{page}");
    }
}

#[tokio::test]
async fn lists_are_asked_for_by_ruleset_and_by_words() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let all = owner.get("/lists").await;
    assert_eq!(all.attrs(".jumps a", "href"), ["#d3h2", "#dba3", "#hott25", "#dbmf"]);
    let dba = owner.get("/lists?ruleset=dba3").await;
    let names = dba.texts(".gallery h3");
    assert!(names.len() >= 16 && names.contains(&"Normans of Duke William".to_owned()), "{names:?}");
    assert!(dba.text("h2").contains("lists of 12 elements"), "{}", dba.text("h2"));
    assert!(dba.texts(".gallery .hint").iter().any(|hint| hint.starts_with("264–146 BC · Aggression 3 · ")));
    assert_eq!(owner.get("/lists?ruleset=dba3&q=HANNIBAL++cannae").await.texts(".gallery h3").len(), 2);
    assert!(owner.get("/lists?ruleset=d3h2&q=%22%3C%3Exyzzy").await.has(".empty"));
    assert_eq!(owner.get("/lists?q=grendel").await.attr("#q", "value").as_deref(), Some("grendel"));
    owner.get("/lists?ruleset=chess").await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_list_of_elements_says_nothing_of_ap_and_can_be_copied_in_short_hand() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let list = app.visitor().get("/lists/dba3/english-of-edward-iii").await;
    assert!(list.text(".eyebrow").ends_with("DBA 3.0 · 1333–1377"), "{}", list.text(".eyebrow"));
    assert!(list.text("form.inline").contains("ways to pick 12 elements"));
    assert_eq!(list.text(".ready .hint"), "Ready-made army · 12 elements");
    assert!(list.text("#short-hand").starts_with("1x3Kn//4Bd (Gen), 2x3Kn//4Bd, 1x4Bd"));
    let tags = list.texts(".options .tag");
    assert!(tags.contains(&"may dismount as Blades".to_owned()) && tags.contains(&"mounted infantry".to_owned()));
    let main = list.text("main");
    assert!(!main.split_whitespace().any(|word| word == "AP"), "{main}");
    let carthage = app.visitor().get("/lists/dba3/carthage").await;
    assert!(carthage.texts(".ready .hint").contains(&"Ready-made Big Battle army · 36 elements".to_owned()));
    let tags = carthage.texts(".options .tag");
    assert!(tags.contains(&"all the same".to_owned()) && tags.contains(&"any of them".to_owned()), "{tags:?}");
    assert!(!app.visitor().get("/lists/d3h2/barrow-kings").await.has("#short-hand"));
}

#[tokio::test]
async fn a_big_battle_army_is_shown_and_printed_by_command() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let form = owner.get("/lists/dba3/carthage").await.form("/lists/dba3/carthage/armies");
    let army = MadeWork::of_editor(&owner.submit(&form.with("ready", "carthage-big-battle")).await.location());
    let shown = owner.get(&army.at("")).await;
    assert!(shown.text(".eyebrow").ends_with("DBA 3.0 · 36 elements"), "{}", shown.text(".eyebrow"));
    assert!(shown.text(".facts").contains("18 elements lost") && !shown.has("td[data-name=AP]"));
    let sheet = owner.get(&army.at("/roster")).await;
    for page in [&shown, &sheet] {
        let heads = page.texts("tr.command strong");
        assert_eq!(heads.len(), 3);
        assert_eq!(heads[0], "Command 1, C-in-C: 14 elements, general Cv “Hannibal”");
        assert_eq!(page.texts("tbody tr:not(.command)").len(), 16);
    }
    assert_eq!(sheet.texts(".die"), ["highest", "lowest", "highest", "lowest"]);
    assert_eq!(sheet.text(".sheet-break h2"), "Elements lost");
    assert!(sheet.texts("thead th").iter().all(|head| head != "each" && head != "AP"));
    assert!(!sheet.text("body").split_whitespace().any(|word| word == "AP"));
    assert_eq!(owner.get(&army.at("/roster.json")).await.json()["counts"], "elements");
}
