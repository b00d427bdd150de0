//! Battles played in the browser, by forms alone.

use actix_web::http::StatusCode;
use musterfield_battle::record::Record;
use musterfield_dice::Dice;
use musterfield_lists::{catalogue, collection};
use musterfield_rules::book;

use super::harness::{Reply, TestApp, Visitor, army, kept_table, request};
use crate::store::harness::TestDb;

/// The address of a new battle between two ready armies; the players are as in the form.
pub(crate) async fn begun(visitor: &Visitor<'_>, players: &str) -> String {
    let form = visitor.get("/play").await.form("/battles");
    let form = form.with("army_a", "ready:barrow-kings").with("army_b", "ready:camelot").with("players", players);
    visitor.submit(&form).await.location().split('#').next().unwrap().to_owned()
}

/// The orders that a page offers: what each form would send besides the state.
pub(crate) fn offered(page: &Reply) -> Vec<Vec<(String, String)>> {
    let one = |order: String| vec![("order".to_owned(), order)];
    let mut offered: Vec<_> = page.values("button[name=order]").into_iter().map(one).collect();
    offered.extend(page.values("#offers select[name=order] option").into_iter().map(one));
    let bare = page.values("#offers input[type=hidden][name=order]");
    for (order, number) in bare.into_iter().zip(page.values("#offers input[name=by]")) {
        offered.push(vec![("order".to_owned(), order), ("by".to_owned(), number)]);
    }
    offered
}

/// The fields that say which state a page shows.
pub(crate) fn state_of(page: &Reply) -> Vec<(String, String)> {
    ["request", "digest"]
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), page.attr(&format!("#offers input[name={name}]"), "value")?)))
        .collect()
}

pub(crate) async fn send(visitor: &Visitor<'_>, path: &str, fields: &[(String, String)]) -> Reply {
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    visitor.post(path, &fields).await
}

/// Sends one of the orders that the page offers, or chooses elements, by the dice; and returns the answer to an order.
pub(super) async fn act(visitor: &Visitor<'_>, path: &str, dice: &mut Dice) -> Option<Reply> {
    let mut page = visitor.get(path).await;
    if page.has(&format!("form[action='{path}/computer']")) {
        let digest = page.attr("input[name=digest]", "value").unwrap();
        return Some(visitor.post(&format!("{path}/computer"), &[("digest", &digest)]).await);
    }
    if page.has("button[value=deploy]") {
        let fields = [state_of(&page), vec![("do".to_owned(), "deploy".to_owned())]].concat();
        return Some(send(visitor, &format!("{path}/orders"), &fields).await);
    }
    let may: Vec<String> = page.attrs(".b-choose input", "name");
    if dice.d6() > 2 && !may.is_empty() {
        let one = dice.pick(&may).unwrap();
        page = visitor.get(&format!("{path}?{one}=on")).await;
    }
    let offered = offered(&page);
    let order = dice.pick(&offered)?;
    Some(send(visitor, &format!("{path}/orders"), &[state_of(&page), order.clone()].concat()).await)
}

for_each_store! {
    async fn a_friend_plays_the_other_side_by_its_link(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (host, friend, stranger) = (app.visitor(), app.visitor(), app.visitor());
        let path = begun(&host, "friend").await;
        let invitation = host.get(&path).await.attr("#side-link", "value").unwrap();
        assert!(!stranger.get(&path).await.has("#side-link"));
        let wrong = invitation.replace("key=", "key=0");
        for bad in [format!("{path}/join"), format!("{path}/join?key=no"), wrong] {
            assert_eq!(friend.get(&bad).await.status, StatusCode::NOT_FOUND, "{bad}");
        }
        let other = format!("key={}", "0".repeat(32));
        assert_eq!(friend.post_raw(&format!("{path}/join"), other).await.status, StatusCode::FORBIDDEN);
        let asked = friend.get(&invitation).await;
        assert_eq!(friend.submit(&asked.form(&format!("{path}/join"))).await.location(), path);
        // Each gives the orders of one side, and waits for the other.
        for _ in 0..4 {
            let both = [&host, &friend];
            let mut decided = 0;
            for who in both {
                let page = who.get(&path).await;
                assert!(page.has("[data-events]"));
                let waits = page.text(".b-orders").contains("decides now");
                assert_ne!(waits, page.has("#offers"), "{page:?}");
                if waits {
                    let seen = who.get(&format!("{path}.json")).await.header("etag").unwrap().to_owned();
                    let again = request("GET", &format!("{path}.json")).insert_header(("if-none-match", seen));
                    assert_eq!(who.send(again).await.status, StatusCode::NOT_MODIFIED);
                    continue;
                }
                let first = offered(&page).into_iter().next();
                let order = first.unwrap_or_else(|| vec![("do".to_owned(), "deploy".to_owned())]);
                let answer = send(who, &format!("{path}/orders"), &[state_of(&page), order].concat()).await;
                assert_eq!(answer.status, StatusCode::SEE_OTHER, "{answer:?}");
                decided += 1;
                break;
            }
            assert_eq!(decided, 1);
        }
    }

    // Whatever is pressed is carried out or refused in a sentence, and the record can be played again.
    async fn a_battle_against_the_computer_is_played_by_forms_to_its_end(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let path = begun(&visitor, "computer").await;
        let mut dice = Dice::new(24, 0);
        for _ in 0..250 {
            let Some(answer) = act(&visitor, &path, &mut dice).await else { break };
            let status = answer.status;
            assert!(matches!(status, StatusCode::SEE_OTHER | StatusCode::UNPROCESSABLE_ENTITY), "{answer:?}");
            assert!(status != StatusCode::UNPROCESSABLE_ENTITY || answer.has(".errors"), "{answer:?}");
        }
        let page = visitor.get(&path).await;
        assert!(page.has(".b-won") || page.text("#phase-title").starts_with("Bound "), "{}", page.text("#phase-title"));
        let text = visitor.get(&format!("{path}.battle")).await;
        let record = Record::read(text.body_text(), book().unwrap(), catalogue(book().unwrap()).unwrap()).unwrap();
        record.check().unwrap();
        assert!(record.steps.len() > 30, "{} orders", record.steps.len());
        assert_eq!(record.head.seed, None);
        // Nothing that is shown lets dice be known.
        let secret = db.db_texts("SELECT dice_secret AS value FROM battles").pop().unwrap();
        let step = format!("{path}/{}", record.steps.len());
        for address in [path.as_str(), &format!("{path}.battle"), &format!("{path}.json"), &step, &format!("{step}.svg")] {
            let shown = app.visitor().get(address).await;
            assert_eq!(shown.status, StatusCode::OK, "{address}");
            // The record shows what its dice followed from once the battle is over.
            let may_tell = page.has(".b-won") && address.ends_with(".battle");
            assert!(may_tell == shown.body_text().contains(&secret) && !shown.body_text().contains("seed 0"), "{address}");
        }
        assert_eq!(app.visitor().get(&format!("{path}/{}", record.steps.len() + 1)).await.status, StatusCode::NOT_FOUND);
        assert_eq!(app.visitor().get(&format!("{path}/01")).await.status, StatusCode::NOT_FOUND);
        assert!(visitor.get("/battles").await.text(".mine").contains(&format!("{} orders", record.steps.len())));
    }

    async fn an_order_counts_once_for_the_state_that_its_sender_saw(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let path = begun(&visitor, "screen").await;
        let orders = format!("{path}/orders");
        let page = visitor.get(&path).await;
        let first = [state_of(&page), offered(&page).remove(0)].concat();
        let count = async || visitor.get(&path).await.texts(".b-log li").len();
        for _ in 0..3 {
            let answer = send(&visitor, &orders, &first).await;
            assert_eq!((answer.status, answer.location()), (StatusCode::SEE_OTHER, format!("{path}#table")));
        }
        assert_eq!(count().await, 1);
        // Another form from the same page is too late.
        let late: Vec<_> = first.iter().map(|(name, value)| match name.as_str() {
            "request" => (name.clone(), "another".to_owned()),
            _ => (name.clone(), value.clone()),
        }).collect();
        let answer = send(&visitor, &orders, &late).await;
        assert_eq!(answer.status, StatusCode::CONFLICT);
        assert!(answer.text(".errors").contains("has gone on"), "{}", answer.text(".errors"));
        // Whoever plays no side gives no orders, but may look on.
        let stranger = app.visitor();
        let seen = stranger.get(&path).await;
        assert!(!seen.has("#offers") && seen.text(".b-orders").contains("decides now"), "{}", seen.text(".b-orders"));
        let page = visitor.get(&path).await;
        let mine = [state_of(&page), offered(&page).remove(0)].concat();
        assert_eq!(send(&stranger, &orders, &mine).await.status, StatusCode::FORBIDDEN);
        assert_eq!(count().await, 1);
    }

    async fn what_is_no_order_or_not_allowed_is_told_and_changes_nothing(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let path = begun(&visitor, "screen").await;
        let page = visitor.get(&path).await;
        for (order, told) in [
            ("", "cannot be read"),
            ("fly to the moon", "cannot be read"),
            ("place a1 5,1 north", "deployment"),
            ("move a1: ahead 99999999", "cannot be read: column 16"),
            ("end", "edge"),
        ] {
            let fields = [state_of(&page), vec![("order".to_owned(), order.to_owned())]].concat();
            let answer = send(&visitor, &format!("{path}/orders"), &fields).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{order}");
            assert!(answer.text(".errors").to_lowercase().contains(told), "{order}: {}", answer.text(".errors"));
            assert_eq!(answer.attr(".b-typed input[name=order]", "value").as_deref(), Some(order));
        }
        let long = vec![("order".to_owned(), "a".repeat(2_001))];
        let answer = send(&visitor, &format!("{path}/orders"), &[state_of(&page), long].concat()).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(visitor.get(&path).await.texts(".b-log li").is_empty());
        for gone in ["/battles/000000000000", "/battles/x", "/battles/000000000000/0"] {
            assert_eq!(visitor.get(gone).await.status, StatusCode::NOT_FOUND, "{gone}");
        }
    }
}

#[tokio::test]
async fn two_computers_play_bound_by_bound_until_one_has_won() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let path = begun(&visitor, "watch").await;
    let seen = app.visitor().get(&path).await;
    assert!(!seen.has(&format!("form[action='{path}/computer']")) && seen.has("[data-events], .b-won"), "{seen:?}");
    let mut bounds = Vec::new();
    for _ in 0..120 {
        let page = visitor.get(&path).await;
        if page.has(".b-won") {
            assert!(page.text(".b-won").ends_with("play another."), "{}", page.text(".b-won"));
            return;
        }
        assert!(!page.has("#offers"));
        bounds.push(page.text("#phase-title"));
        let digest = page.attr("input[name=digest]", "value").unwrap();
        let answer = visitor.post(&format!("{path}/computer"), &[("digest", &digest)]).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
    }
    panic!("no end: {bounds:?}");
}

#[tokio::test]
async fn a_battle_begins_with_ones_own_army_and_table_or_says_why_not() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let (mine, bad) = (army().made_by(&visitor).await, army().with("points", 20).made_by(&visitor).await);
    let table = kept_table(&visitor, "home=forest&seed=1").await;
    let form = async || visitor.get(&format!("/play?army={}", mine.id)).await.form("/battles");
    assert_eq!(form().await.value("address_a"), mine.id);
    for (field, value, told) in [
        ("address_a", bad.id.as_str(), "not legal"),
        ("address_b", "/armies/000000000000", "no army"),
        ("table", "nowhere", "no table"),
        ("table", "/terrain/new?ruleset=d3h2&home=nowhere&seed=3", "no home terrain"),
        ("table", "/terrain/tables?ruleset=d3h2&seed=3", "many tables"),
        ("players", "ghosts", "Choose who plays"),
    ] {
        let refused = visitor.submit(&form().await.with(field, value)).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert!(refused.text(".errors").contains(told), "{field}: {}", refused.text(".errors"));
    }
    let begun = form().await.with("table", &table.at("")).with("players", "screen");
    let path = visitor.submit(&begun).await.location();
    let again = visitor.submit(&begun).await.location();
    assert_eq!(path, again, "the same form begins one battle");
    let page = visitor.get(&path).await;
    assert!(page.text("h1").starts_with("Host of the Long Barrow against "), "{}", page.text("h1"));
    // A table need not be saved: that of an event is the one of its address.
    let address = "http://localhost/terrain/new?ruleset=d3h2&home=forest&seed=3&edge=south#table";
    let laid_out = visitor.submit(&form().await.with("table", address).with("players", "screen")).await;
    assert_eq!(laid_out.status, StatusCode::SEE_OTHER, "{}", laid_out.text(".errors"));
    let record = visitor.get(&format!("{}.battle", laid_out.location())).await;
    assert!(record.body_text().contains(r#""home_terrain":"forest""#), "{}", record.body_text());
    let document = visitor.get(&format!("{}.json", laid_out.location())).await.json();
    assert_eq!(
        (&document["armies"][0]["ruleset"], &document["layout"]["home_terrain"]),
        (&"d3h2".into(), &"forest".into())
    );
    assert_eq!((&document["step"], &document["orders"]), (&0.into(), &serde_json::json!([])));
    // The armies that are offered are those that may fight.
    let offered = visitor.get("/play").await.texts("#army_a optgroup option");
    let ready = collection(book().unwrap()).unwrap().ready();
    let playable = ready.iter().filter(|ready| *ready.army.draft().ruleset.id == *"d3h2").count();
    assert_eq!(offered.len(), playable + 1, "{offered:?}");
    // Other rules have other armies; what else was chosen stays.
    let other = visitor.get("/play?ruleset=d3h2-traditional&army_b=&players=watch&table=x").await;
    assert_eq!(other.status, StatusCode::OK);
    assert_ne!(other.texts("#army_a optgroup option"), offered);
    assert_eq!(other.form("/battles").value("table"), "x");
    assert!(other.has("#players-watch[checked]") && other.has("button#rules[formmethod=get]"));
}

#[tokio::test]
async fn losses_of_a_battle_of_hott_count_elements_or_ap() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let chosen = "/play?ruleset=hott25&reading-losses=points&reading-landings=allowed";
    assert!(!visitor.get("/play?ruleset=dba3").await.has("[name^=reading-]"), "DBA 3.0 has one reading of each rule");
    assert!(visitor.get("/play?ruleset=d3h2").await.has("select[name=reading-landings]"));
    let page = visitor.get(chosen).await;
    assert_eq!(page.texts("select[name^=reading-] option"), ["elements", "AP"]);
    let form = page.form("/battles").with("players", "screen");
    assert_eq!(form.value("reading-losses"), "points");
    let refused = visitor.submit(&form.clone().with("reading-losses", "camels")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text(".errors").contains("Choose one of these."), "{}", refused.text(".errors"));
    for (value, line) in [("elements", false), ("points", true)] {
        let form = visitor.get(chosen).await.form("/battles").with("players", "screen");
        let path = visitor.submit(&form.with("reading-losses", value)).await.location();
        let record = visitor.get(&format!("{path}.battle")).await.body_text().to_owned();
        assert_eq!(record.contains("\noption losses points\n"), line, "{record}");
    }
}

#[tokio::test]
async fn elements_are_kept_at_sea_by_a_button_and_land_by_another() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let form = visitor.get("/play?ruleset=dba3").await.form("/battles");
    let form = form.with("army_a", "ready:champa").with("army_b", "ready:chimor").with("players", "screen");
    let path = visitor.submit(&form).await.location().split('#').next().unwrap().to_owned();
    let give = async |page: &Reply, field: (&str, &str)| {
        let fields = [state_of(page), vec![(field.0.to_owned(), field.1.to_owned())]].concat();
        let answer = send(&visitor, &format!("{path}/orders"), &fields).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text(".errors"));
        visitor.get(&path).await
    };
    let mut page = visitor.get(&path).await;
    while page.text("#phase-title") != "Deployment" {
        let orders = [page.values("button[name=order]"), page.values("#offers option")].concat();
        page = give(&page, ("order", &orders[0])).await;
    }
    assert!(page.text(".b-task").contains("keep 2 to 3 elements at sea"), "{}", page.text(".b-task"));
    let names: Vec<String> = page.attrs("#offers input[type=checkbox]", "name");
    let choosing = async |count: usize| {
        let chosen: Vec<String> = names.iter().skip(3).take(count).map(|name| format!("{name}=on")).collect();
        visitor.get(&format!("{path}?{}&choose=on", chosen.join("&"))).await
    };
    let kept = |page: &Reply| page.values("button[name=order]").into_iter().find(|order| order.starts_with("reserve"));
    let one = choosing(1).await;
    assert!(kept(&one).is_none() && !one.has("#offers .notice") && one.has("#offers option"));
    let four = choosing(4).await;
    let notice = four.text("#offers .notice");
    assert!(kept(&four).is_none() && notice.contains("2 to 3 elements land together"), "{notice}");
    let three = choosing(3).await;
    // A type that is always Fast has the word in its name.
    assert!(!three.text("#offers").contains("Fast Fast"), "{}", three.text("#offers"));
    page = give(&three, ("order", &kept(&three).unwrap())).await;
    assert!(page.text(".b-task").contains("At sea: "), "{}", page.text(".b-task"));
    for _ in 0..2 {
        page = give(&page, ("do", "deploy")).await;
        page = give(&page, ("order", "end")).await;
    }
    while !page.text("#phase-title").ends_with("Landing") {
        assert!(page.text("#phase-title").contains("Bound 1"), "{}", page.text("#phase-title"));
        page = give(&page, ("order", "end")).await;
    }
    let landing = page.values("#offers option").into_iter().find(|order| order.starts_with("land ")).unwrap();
    page = give(&page, ("order", &landing)).await;
    assert!(page.text(".b-log").contains("Land "), "{}", page.text(".b-log"));
}
