//! `/lists/…`

mod own;

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;

use super::harness::{MadeWork, TestApp, army, kept_list};
use crate::store::harness::TestDb;

for_each_store! {
    async fn a_list_becomes_an_army_in_one_click_however_often_it_is_clicked(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let form = owner.get("/lists/d3h2/barrow-kings").await.form("/lists/d3h2/barrow-kings/armies").with("request", "3f9c");
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
        assert_eq!(owner.follow(copied).await.text("#verdict .seal"), "Ready");
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

/// A shared cache may keep the page, so it cannot hold the key by which a form that is sent twice is known.
#[tokio::test]
async fn the_page_of_a_list_is_the_same_for_everybody() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let (anna, bert) = (app.visitor(), app.visitor());
    let [page, other] = [anna.get("/lists/d3h2/barrow-kings").await, bert.get("/lists/d3h2/barrow-kings").await];
    assert!(page.header("cache-control").unwrap().starts_with("public"), "{:?}", page.header("cache-control"));
    assert!(page.header("etag").is_some() && page.header("etag") == other.header("etag"));
    let form = page.form("/lists/d3h2/barrow-kings/armies");
    let [first, second] = [anna.submit(&form).await.location(), anna.submit(&form).await.location()];
    assert_ne!(first, second, "without a key each press is one of its own");
}

#[tokio::test]
async fn a_browser_that_has_the_page_of_all_lists_is_not_sent_it_again() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let tag = visitor.get("/lists").await.header("etag").unwrap();
    let again = async |tag: &str| {
        let request = TestRequest::get().uri("/lists").insert_header(("if-none-match", tag));
        visitor.send(request).await.status
    };
    assert_eq!(again(&tag).await, StatusCode::NOT_MODIFIED);
    kept_list(&visitor, "1x3Kn (Gen), 11x4Sp").await;
    assert_eq!(again(&tag).await, StatusCode::OK, "the visitor's own list is on it now");
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
    for fields in [&[][..], &[("request", "r"), ("x", "y")], &[("ready", "x")]] {
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
    assert_eq!(owner.get("/lists?terrain=&aggression=&age=&place=&type=&enemy=").await.texts(".gallery h3").len(), all);
    for odd in [
        "?terrain=moon",
        "?aggression=99",
        "?aggression=%3Cb%3E",
        "?age=jazz",
        "?place=moon",
        "?type=tanks",
        "?enemy=dba3/nobody",
        "?enemy=carthage",
    ] {
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
    assert_eq!(all.attrs(".jumps a", "href"), ["#d3h2", "#d3h2-traditional", "#dba3", "#dba22", "#hott25", "#dbmf"]);
    let dba = owner.get("/lists?ruleset=dba3").await;
    let names = dba.texts(".gallery h3");
    assert!(names.len() >= 16 && names.contains(&"Normans of Duke William".to_owned()), "{names:?}");
    assert!(dba.text("summary h2").contains("lists of 12 elements"), "{}", dba.text("summary h2"));
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

/// Each filter alone and several together, with lists that must be found and lists that must not.
#[tokio::test]
async fn lists_are_found_by_age_place_troop_type_and_enemy() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    for (query, some, none) in [
        ("age=classical", "Carthage and Her Hired Armies", "Normans of Duke William"),
        ("age=high-middle-ages", "Normans of Duke William", "Carthage and Her Hired Armies"),
        ("age=myth", "Æsir and Einherjar", "Barrow Kings"),
        ("place=sub-saharan-africa", "Lions of Manden", "Swiss of the Eight Cantons"),
        ("place=americas&age=late-middle-ages", "Tlaxcallans", "Lords of Xibalba"),
        ("type=elephants", "Pauravas of the Hydaspes", "Normans of Duke William"),
        // Types of any number of figures, and types that are a kind of another.
        ("type=knights", "English of Edward III", "Tlaxcallans"),
        ("type=bows&ruleset=dba3", "English of Edward III", "English of Harold Godwinson"),
        ("type=longbows", "English of Edward III", "French of the Valois"),
        // Types in grades.
        ("type=spears&ruleset=dbmf", "Crete of Minos", "Swiss of the Eight Cantons"),
        ("enemy=dba3/carthage", "Romans of the Punic Wars", "Carthage and Her Hired Armies"),
        ("enemy=dba22/swiss", "Burgundians of Charles the Bold", "Sparta and Her League"),
        ("ruleset=dba22&terrain=littoral&aggression=3&q=chronicle", "The Great Heathen Army", "West Saxons of Alfred"),
    ] {
        let page = owner.get(&format!("/lists?{query}")).await;
        let names = page.texts(".gallery h3");
        assert!(names.iter().any(|name| name == some), "{query} finds {names:?}");
        assert!(names.iter().all(|name| name != none), "{query} finds {names:?}");
        assert_eq!(page.text(".found"), format!("{} of 140 lists", names.len()), "{query}");
        // What was asked for stays chosen, and everything found is shown.
        assert_eq!(
            page.texts(".finder option[selected]").len(),
            query.matches('=').count() - query.matches("q=").count()
        );
        assert!(!page.has("details.lists:not([open])"), "{query}");
    }
    let all = owner.get("/lists").await;
    assert_eq!(all.attrs("details.lists[open] > ul", "id"), ["d3h2"]);
    assert_eq!(all.texts("details.lists").len(), 6);
    assert!(!all.has(".found"));
}

#[tokio::test]
async fn the_page_of_a_list_says_whose_it_is_and_leads_to_its_enemies_age_and_places() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let list = owner.get("/lists/dba3/mongols").await;
    assert!(list.text("main").contains("our own choice of elements. It is not one of the published army lists."));
    let enemies = ["/lists/dba3/southern-song", "/lists/dba3/mamluks-of-baybars", "/lists/dba3/samurai-of-kamakura"];
    assert_eq!(list.attrs(".enemies a", "href"), enemies);
    for enemy in enemies {
        assert!(
            owner.get(enemy).await.attrs(".enemies a", "href").contains(&"/lists/dba3/mongols".to_owned()),
            "{enemy}"
        );
    }
    for (link, name) in list.attrs(".setting a", "href").iter().zip(list.texts(".setting a")) {
        let found = owner.get(link).await;
        assert!(found.texts(".gallery h3").contains(&"Mongols of the Great Khans".to_owned()), "{link}");
        assert!(found.text(".finder option[selected]").starts_with(&name), "{link}");
    }
    assert_eq!(list.texts(".setting a"), ["High Middle Ages", "Central Asia and the steppe", "East Asia"]);
    assert!(!owner.get("/lists/dba3/mali").await.has(".enemies"));
}

/// A list with a single home terrain has nothing to choose.
#[tokio::test]
async fn the_only_home_terrain_of_a_list_is_chosen_in_its_army() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    for (list, terrain) in [("dba3/scythians", "steppe"), ("dba22/swiss", "hilly"), ("dba22/sparta", "")] {
        let at = format!("/lists/{list}");
        let form = owner.get(&at).await.form(&format!("{at}/armies"));
        let sent = owner.submit(&form).await;
        assert_eq!(owner.follow(sent).await.editor().value("home_terrain"), terrain, "{list}");
    }
}
