//! Battles looked at again: their steps, their review, records that are opened, and battles that the present rules play
//! differently.

use actix_web::http::StatusCode;
use musterfield_battle::record::Record;
use musterfield_lists::catalogue;
use musterfield_rules::book;

use super::battles::begun;
use super::harness::{Reply, TestApp, Visitor, multipart, request, with_file};
use crate::store::harness::TestDb;

const OPEN: &str = "/battles/open";

/// A record from `crates/battle/tests/data/battles`.
pub(crate) fn example(name: &str) -> String {
    let path = format!("{}/crates/battle/tests/data/battles/{name}.battle", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

async fn opened(visitor: &Visitor<'_>, text: &str) -> Reply {
    visitor.upload(OPEN, multipart(&[("request", "r"), ("text", text)])).await
}

/// The address of a battle between two computers after some bounds.
async fn watched(visitor: &Visitor<'_>, bounds: usize) -> String {
    let path = begun(visitor, "watch").await;
    for _ in 0..bounds {
        let page = visitor.get(&path).await;
        let Some(digest) = page.attr("input[name=digest]", "value") else { break };
        visitor.post(&format!("{path}/computer"), &[("digest", &digest)]).await;
    }
    path
}

fn read(text: &str) -> Record {
    let book = book().unwrap();
    Record::read(text, book, catalogue(book).unwrap()).unwrap()
}

for_each_store! {
    async fn any_record_is_opened_as_a_battle_to_look_at(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        for (name, winner) in [("complete", true), ("by-hand", true)] {
            let form = visitor.get(OPEN).await.form(OPEN);
            let key = form.value("request").to_owned();
            let sent = multipart(&[("request", &key), ("text", &example(name))]);
            let path = visitor.upload(OPEN, sent.clone()).await.location();
            assert_eq!(visitor.upload(OPEN, sent).await.location(), path, "the same form opens one battle");
            let page = visitor.get(&path).await;
            assert_eq!(page.text("h1"), "Wardens of the Ford against Riders of the Marsh");
            assert_eq!(page.has(".b-won"), winner);
            assert!(!page.has("#offers") && !page.has("[data-waits]"));
            assert_eq!(visitor.get(&format!("{path}/43")).await.status, StatusCode::OK);
            let review = app.visitor().get(&format!("{path}/review")).await;
            assert_eq!(review.texts(".s-bounds tbody th a").len(), 7, "{:?}", review.texts(".s-bounds tbody th"));
            // Played again, it gives the record that was opened.
            let text = visitor.get(&format!("{path}.battle")).await;
            let record = read(text.body_text());
            record.check().unwrap();
            assert_eq!(record.steps.len(), 43);
        }
        let mine = visitor.get("/battles").await;
        assert_eq!(mine.texts(".mine .seal"), ["Record", "Record"]);
    }

    async fn a_record_that_is_not_over_goes_on_for_nobody(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let whole = example("complete");
        let until = whole.find("\nfight").unwrap();
        let path = opened(&visitor, &whole[..until]).await.location();
        let page = visitor.get(&path).await;
        assert!(page.text(".b-orders").contains("Nobody goes on with it"), "{}", page.text(".b-orders"));
        assert!(!page.has("#offers") && !page.has("[data-waits]"));
        let state = visitor.get(&format!("{path}.json")).await.json();
        let order = [("request", "o"), ("digest", state["digest"].as_str().unwrap()), ("order", "end")];
        assert_eq!(visitor.post(&format!("{path}/orders"), &order).await.status, StatusCode::FORBIDDEN);
        let answer = visitor.post(&format!("{path}/computer"), &order[1..2]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
    }

    // An element recoils through friends or pushes them (DBA3-RECOIL-09), and conforms to movers that have no room to do so,
    // or counts as overlapped (DBA3-CONT-25).
    async fn owners_choose_how_elements_recoil_and_whether_they_conform(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let ways = ["passing through friends", "pushing friends back"];
        let recoils = ["0.75", "1"].map(|by| ways.map(|way| format!("Recoil {by} BW, {way}"))).concat();
        let conforms = ["Line up with the enemy", "Stay, and count as overlapped"].map(str::to_owned).to_vec();
        for (name, asks, labels, order, does) in [
            ("dba3-recoil", "a chooses how far a8 recoils", recoils, "recoil 0.75 pushing", "a11 is pushed"),
            ("dba3-conforming", "a chooses whether a9 conforms", conforms, "conform", "a9 turns"),
        ] {
            let text = example(name);
            let before = &text[..text.find(asks).unwrap()];
            let step = before.lines().filter(|line| line.contains(" = ")).count() + 1;
            let path = visitor.upload(OPEN, multipart(&[("request", name), ("text", &text)])).await.location();
            let form = visitor.get(&format!("{path}/{step}")).await.form(&format!("{path}/{step}/try"));
            let sketch = visitor.submit(&form).await.location();
            let page = visitor.get(&sketch).await;
            assert_eq!(page.texts("#offers button[name=order]"), labels, "{name}");
            let digest = page.attr("#battle", "data-digest").unwrap();
            let given = [("request", name), ("digest", digest.as_str()), ("order", order)];
            assert_eq!(visitor.post(&format!("{sketch}/orders"), &given).await.status, StatusCode::SEE_OTHER, "{name}");
            let text = visitor.get(&format!("{sketch}.battle")).await;
            let last = text.body_text().lines().rfind(|line| line.contains(" = ")).unwrap().to_owned();
            assert!(last.starts_with(&format!("{order} -> ")) && last.contains(does), "{last}");
        }
    }

    // A battle that the rules of today play differently is shown up to there, kept as it is, and goes on for nobody.
    async fn an_old_battle_is_marked_and_looked_at_up_to_the_order_that_differs(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let path = watched(&visitor, 3).await;
        let text = visitor.get(&format!("{path}.battle")).await.body_text().to_owned();
        let last = read(&text).steps.len();
        let at = last - 5;
        db.db_execute("UPDATE battles SET ruleset_version = '0.9.0', head = replace(head, 'ruleset d3h2 ', 'ruleset d3h2 0.9.0-')");
        // The orders before stay as they are.
        let line = db.db_texts(&format!("SELECT line AS value FROM battle_orders WHERE number = {at}")).pop().unwrap();
        let digest = line.rsplit_once(" = ").unwrap().1.to_owned();
        db.db_execute(&format!("UPDATE battle_orders SET line = replace(line, '{digest}', '0123456789abcdef') WHERE number = {at}"));
        // Another process knows nothing of the battle yet.
        let app = TestApp::new(db).await;
        let visitor = visitor_like(&app, &visitor);
        let page = visitor.get(&path).await;
        assert_eq!(page.status, StatusCode::OK);
        let told = page.text(".b-orders");
        assert!(told.contains("version 0.9.0") && told.contains(&format!("its order {at} differently")), "{told}");
        assert!(!page.has("#offers") && !page.has(&format!("form[action='{path}/computer']")) && !page.has("[data-waits]"));
        assert!(visitor.get("/battles").await.text(".mine").contains("older rules: version 0.9.0"));
        assert_eq!(visitor.get(&format!("{path}/{}", at - 1)).await.status, StatusCode::OK);
        assert_eq!(visitor.get(&format!("{path}/{at}")).await.status, StatusCode::NOT_FOUND);
        let review = visitor.get(&format!("{path}/review")).await;
        assert!(review.text(".s-note").contains(&format!("its order {at} differently")), "{}", review.text(".s-note"));
        let state = visitor.get(&format!("{path}.json")).await.json();
        assert_eq!(state["step"], at - 1);
        let order = [("request", "o"), ("digest", state["digest"].as_str().unwrap()), ("order", "end")];
        assert_eq!(visitor.post(&format!("{path}/orders"), &order).await.status, StatusCode::CONFLICT);
        visitor.post(&format!("{path}/computer"), &order[1..2]).await;
        assert_eq!(db.db_texts("SELECT line AS value FROM battle_orders").len(), last);
        let stored = visitor.get(&format!("{path}.battle")).await;
        assert!(stored.body_text().contains("ruleset d3h2 0.9.0-") && stored.body_text().contains("= 0123456789abcdef"));
        assert_eq!(stored.body_text().lines().filter(|line| line.contains(" = ")).count(), last);
    }

    async fn a_battle_that_cannot_even_be_set_up_gives_its_record_alone(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let path = opened(&visitor, &example("complete")).await.location();
        db.db_execute("UPDATE battles SET head = replace(head, 'ruleset d3h2 ', 'ruleset d9h9 ')");
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        for rest in ["", "/0", "/review", "/0.svg", ".json", "/go?step=0"] {
            let page = visitor.get(&format!("{path}{rest}")).await;
            assert_eq!(page.status, StatusCode::CONFLICT, "{rest}");
            assert!(page.body_text().contains("older rules") && page.has(&format!("a[href='{path}.battle']")), "{rest}");
        }
        let stored = visitor.get(&format!("{path}.battle")).await;
        assert!(stored.status == StatusCode::OK && stored.body_text().contains("ruleset d9h9 1"), "{stored:?}");
        // Strangers do not learn that a battle which only its players may see cannot be played any more.
        db.db_execute("UPDATE battles SET is_over = false");
        db.db_execute("UPDATE battle_terms SET is_open = false");
        for rest in ["", ".battle", ".json", "/0"] {
            assert_eq!(app.visitor().get(&format!("{path}{rest}")).await.status, StatusCode::FORBIDDEN, "{rest}");
        }
    }
}

/// The same visitor of another process.
fn visitor_like<'a>(app: &'a TestApp, other: &Visitor<'_>) -> Visitor<'a> {
    let visitor = app.visitor();
    if let Some(secret) = other.cookie("musterfield_visitor") {
        visitor.keep_cookie("musterfield_visitor", &secret);
    }
    visitor
}

#[tokio::test]
async fn the_steps_of_a_battle_lead_to_each_other_and_tell_their_odds() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let path = opened(&visitor, &example("complete")).await.location();
    let record = read(visitor.get(&format!("{path}.battle")).await.body_text());
    let last = record.steps.len();
    let first = visitor.get(&format!("{path}/0")).await;
    assert_eq!(first.text("h1"), format!("Step 0 of {last}"));
    assert!(!first.has("#step-before") && !first.has("#step-first"));
    assert_eq!(first.attr("#step-next", "href").unwrap(), format!("{path}/1"));
    assert_eq!(first.attr("#step-last", "href").unwrap(), format!("{path}/{last}"));
    assert_eq!(first.attr("#step-number", "max").unwrap(), last.to_string());
    // Bound by bound to the end and back again.
    let mut visited = vec![0];
    let mut page = first;
    while let Some(next) = page.attr("#step-bound-next", "href") {
        visited.push(next.rsplit('/').next().unwrap().parse::<usize>().unwrap());
        page = visitor.get(&next).await;
    }
    assert_eq!(*visited.last().unwrap(), last);
    assert!(visited.len() > 3 && visited.is_sorted(), "{visited:?}");
    let mut back = vec![last];
    while let Some(before) = page.attr("#step-bound-before", "href") {
        back.push(before.rsplit('/').next().unwrap().parse().unwrap());
        page = visitor.get(&before).await;
    }
    back.reverse();
    assert_eq!(back, visited);
    let is_fight = |step: &musterfield_battle::record::Step| matches!(step.order, musterfield_battle::Order::Fight(..));
    let fight = record.steps.iter().position(is_fight).unwrap() + 1;
    let page = visitor.get(&format!("{path}/{fight}")).await;
    let throws: u32 =
        page.texts(".s-odds tbody td:first-child").iter().map(|weight| weight.parse::<u32>().unwrap()).sum();
    assert_eq!((throws, page.texts(".s-odds .came").len()), (36, 1));
    assert!(page.text("#order-title").contains(" fights "), "{}", page.text("#order-title"));
    assert!(page.text(".s-text").contains("In the record: fight "), "{}", page.text(".s-text"));
    // The rules that decided it, each with its page.
    let rules = page.attrs(".s-text .ruleref", "href");
    assert!(!rules.is_empty() && rules.iter().all(|rule| rule.starts_with("/rules/")), "{rules:?}");
    assert_eq!(visitor.get(&rules[0]).await.status, StatusCode::OK);
    let moved =
        record.steps.iter().position(|step| matches!(step.order, musterfield_battle::Order::Move(_))).unwrap() + 1;
    assert!(visitor.get(&format!("{path}/{moved}")).await.has(".trail .moved"));
    // Another order can be tried at any step but the last, where the battle is over.
    let sketch = visitor.submit(&page.form(&format!("{path}/{fight}/try"))).await.location();
    let table = visitor.get(&sketch).await;
    assert_eq!(table.attr("[data-lines]", "data-lines"), Some(fight.to_string()));
    assert!(table.has("#offers button[name=order]"));
    assert!(!visitor.get(&format!("{path}/{last}")).await.has("form[action$='/try']"));
    // The slider without script.
    let gone = visitor.get(&format!("{path}/go?step=7")).await;
    assert_eq!((gone.status, gone.location()), (StatusCode::SEE_OTHER, format!("{path}/7")));
    for bad in ["", "-1", "x", "01", "99999999999999999999999999", "7.0", &(last + 1).to_string()] {
        let page = visitor.get(&format!("{path}/go?step={bad}")).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        assert!(page.body_text().contains(&format!("steps 0 to {last}")), "{bad}");
    }
    for bad in ["01", "-1", "+1", "99999999999999999999999999", &(last + 1).to_string(), "1e1", "%00"] {
        for ending in ["", ".svg", ".png"] {
            let page = visitor.get(&format!("{path}/{bad}{ending}")).await;
            assert_eq!(page.status, StatusCode::NOT_FOUND, "{bad}{ending}");
        }
    }
}

#[tokio::test]
async fn pictures_of_steps_never_change_and_need_not_be_asked_for_again() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let path = opened(&visitor, &example("complete")).await.location();
    let endings = if cfg!(feature = "pdf") { &["svg", "png", "png?width=300"][..] } else { &["svg"] };
    for ending in endings {
        let address = format!("{path}/30.{ending}");
        let picture = visitor.get(&address).await;
        assert_eq!(picture.status, StatusCode::OK, "{address}");
        assert_eq!(picture.header("cache-control").unwrap(), "public, max-age=604800, immutable");
        assert_eq!(picture.header("cross-origin-resource-policy").unwrap(), "cross-origin", "other sites may show it");
        let tag = picture.header("etag").unwrap();
        let again = visitor.send(request("GET", &address).insert_header(("if-none-match", tag))).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{address}");
        assert_eq!(visitor.get(&address).await.body, picture.body);
    }
    let wide = visitor.get(&format!("{path}/30.png?width=99999")).await;
    assert_eq!(wide.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(visitor.get(&format!("{path}/30.pdf")).await.status, StatusCode::NOT_FOUND);
    let page = visitor.get(&format!("{path}/30")).await;
    assert!(page.attr("#embed-svg", "value").unwrap().ends_with(&format!("{path}/30.svg")));
    assert_eq!(page.has("#embed-png"), cfg!(feature = "pdf"));
}

#[tokio::test]
async fn a_review_tells_luck_turning_points_bounds_and_elements() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let path = opened(&visitor, &example("complete")).await.location();
    let page = visitor.get(&format!("{path}/review")).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text("#luck + .lede").starts_with("Over the whole battle, the dice favoured "));
    let sides = page.texts(".b-side");
    assert!(sides[0].contains("Lost 2 AP where") && sides[1].contains("Lost 5.5 AP where"), "{sides:?}");
    assert!(
        sides.iter().all(|side| side.contains("its dice promised") && side.contains("PIPs with 3 dice")),
        "{sides:?}"
    );
    let turning = page.texts(".s-turning li");
    assert!(!turning.is_empty() && turning.len() <= 5);
    assert!(turning.iter().all(|one| one.contains(" AP towards ") && one.contains("/36")), "{turning:?}");
    assert!(page.attrs(".s-turning a", "href").iter().all(|link| link.starts_with(&format!("{path}/"))));
    assert_eq!(page.texts(".s-bounds tbody th"), ["Set-up", "1 a", "2 b", "3 a", "4 b", "5 a", "6 b"]);
    assert_eq!(page.texts(".s-elements tbody tr").len(), 8);
    assert!(page.has(".s-graph path.lost.line-a") && page.has(".s-graph path.expected.line-b"));
    assert!(page.texts(".s-elements a").iter().all(|fell| fell.starts_with("step ")));
}

#[tokio::test]
async fn what_is_no_record_is_told_with_its_place_and_stored_nowhere() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let whole = example("complete");
    let first = whole.lines().position(|line| line.starts_with("edge")).unwrap() + 1;
    let many = whole.replace("\nedge", &format!("{}\nedge", "\nend".repeat(4_001)));
    let cases = [
        (String::new(), "Choose a file or paste a record first."),
        ("rubbish".to_owned(), "Line 1, column 1: this is no record of a battle"),
        (whole.replace("edge ", "hedge "), &format!("Line {first}, column 1: expected ")),
        (whole.replace("ruleset d3h2", "ruleset chess"), "Line 2, column 9: there is no ruleset “chess”"),
        (whole.replace("result a 2", "result a 3"), "column 8: "),
        (whole.clone() + "end\n", "column 1: "),
        (whole.replace("defender", "# a \u{0} b\ndefender"), "contains a zero character"),
        ("x\n".repeat(1_000_000), "up to 1 MiB"),
        (many, "A record can have up to 4000 orders here"),
    ];
    for (text, told) in &cases {
        let answer = opened(&visitor, text).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{told}");
        assert!(answer.text(".errors").contains(told), "{told}: {}", answer.text(".errors"));
    }
    let short = opened(&visitor, "rubbish").await;
    assert_eq!(short.text("#text").trim(), "rubbish", "what was typed comes back");
    let answer = visitor.upload(OPEN, with_file(&[("request", "r")], b"musterfield-battle/1\n\xff\xfe")).await;
    assert!(answer.text(".errors").contains("Line 2 is not UTF-8 text"), "{}", answer.text(".errors"));
    let both = visitor.upload(OPEN, with_file(&[("request", "r"), ("text", &whole)], whole.as_bytes())).await;
    assert!(both.text(".errors").contains("Use only one of them"));
    let large = visitor.upload(OPEN, with_file(&[("request", "r")], &vec![b' '; 9 << 20])).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    let lines = visitor.upload(OPEN, with_file(&[("request", "r")], "#\n".repeat(500_000).as_bytes())).await;
    assert_eq!(lines.status, StatusCode::UNPROCESSABLE_ENTITY);
    for body in [multipart(&[("text", &whole)]), multipart(&[("request", "r"), ("more", "x")])] {
        assert_eq!(visitor.upload(OPEN, body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert!(db.db_texts("SELECT public_id AS value FROM battles").is_empty());
    // The same as a file, with the line ends of another system.
    let sent = with_file(&[("request", "r")], whole.replace('\n', "\r\n").as_bytes());
    assert_eq!(visitor.upload(OPEN, sent).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_record_that_differs_is_shown_up_to_the_order_that_does() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let changed =
        example("by-hand").replace("a3 destroyed", "a2 destroyed").replace("ruleset d3h2\n", "ruleset d3h2 0.9\n");
    let path = opened(&visitor, &changed).await.location();
    let page = visitor.get(&path).await;
    let told = page.text(".b-orders");
    assert!(told.contains("version 0.9") && told.contains("the record has “7 to 5, a2 destroyed"), "{told}");
    let steps = page.texts(".b-log li").len();
    assert!(steps > 0);
    let stored = visitor.get(&format!("{path}.battle")).await;
    assert!(
        stored.body_text().contains("a2 destroyed")
            && stored.body_text().starts_with("musterfield-battle/1\nruleset d3h2 0.9\n")
    );
}
