//! The lesson: every step is finished by what its own page offers, and nothing is stored.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use musterfield_dice::Dice;

use super::battles::{offered, send};
use super::harness::{Reply, TestApp, Visitor, encode, request};

type Order = Vec<(String, String)>;

/// The orders that the page offers, with what it has carried so far.
fn orders(page: &Reply) -> Vec<Order> {
    let carried = page.attr("#offers form[method=post] input[name=orders]", "value").unwrap_or_default();
    let with = |order: Order| [vec![("orders".to_owned(), carried.clone())], order].concat();
    offered(page).into_iter().map(with).collect()
}

fn text_of(order: &Order) -> &str {
    order.iter().find_map(|(name, value)| (name == "order").then_some(value.as_str())).unwrap()
}

/// The page after elements were chosen by its form.
async fn chosen(visitor: &Visitor<'_>, page: &Reply, who: &[&str]) -> Reply {
    let names = page.attrs(".b-choose input[type=checkbox]", "name");
    assert!(who.iter().all(|one| names.contains(&format!("who-{one}"))), "{names:?}");
    let carried = page.attr(".b-choose input[name=orders]", "value").unwrap();
    let fields = who.iter().map(|one| (format!("who-{one}"), "on".to_owned())).chain([("orders".to_owned(), carried)]);
    let fields: Vec<_> = fields.collect();
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let action = page.attr(".b-choose", "action").unwrap();
    visitor.get(&format!("{}?{}", action.split('#').next().unwrap(), encode(&fields))).await
}

/// The page after the first offered order that begins so; with another number, if one is named.
async fn ordered(visitor: &Visitor<'_>, page: &Reply, beginning: &str, number: Option<&str>) -> Reply {
    let offered = orders(page);
    let found = offered.iter().find(|order| text_of(order).starts_with(beginning));
    let mut order = found.unwrap_or_else(|| panic!("no {beginning} in {offered:?}")).clone();
    if let Some(number) = number {
        order.iter_mut().filter(|(name, _)| name == "by").for_each(|(_, value)| number.clone_into(value));
    }
    let action = page.attr("#offers form[method=post]", "action").unwrap();
    let answer = send(visitor, &action, &order).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{answer:?}");
    visitor.follow(answer).await
}

/// The answer to a question of the script about the state that a page shows.
async fn ask(visitor: &Visitor<'_>, page: &Reply, what: &str, fields: &[(&str, &str)]) -> Reply {
    let address = page.attr("#battle", &format!("data-{what}")).unwrap();
    let digest = page.attr("#battle", "data-digest").unwrap();
    let query = encode(&[&[("digest", digest.as_str())], fields].concat());
    let between = if address.contains('?') { '&' } else { '?' };
    let answer = visitor.get(&format!("{address}{between}{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer
}

/// The next page after a goal was reached.
async fn onward(visitor: &Visitor<'_>, page: &Reply) -> Reply {
    assert!(page.has(".b-reached") && !page.has("#offers"), "{page:?}");
    visitor.get(&page.attr("#next", "href").unwrap()).await
}

/// Plays the last step by pressing what is offered, by the dice, until it ends.
async fn battled(visitor: &Visitor<'_>, start: Reply, dice: &mut Dice) -> Reply {
    let mut page = start;
    let given = |page: &Reply| page.attr(".b-log ol", "start").map_or(0, |start| start.parse::<usize>().unwrap());
    while page.has("#offers") && given(&page) < 30 {
        let names = page.attrs(".b-choose input[type=checkbox]", "name");
        if !names.is_empty() && dice.d6() > 1 {
            let all: Vec<&str> = names.iter().map(|name| name.trim_start_matches("who-")).collect();
            let one = [*dice.pick(&all).unwrap()];
            page = chosen(visitor, &page, if dice.d6() > 3 { &all } else { &one }).await;
        }
        let offered = orders(&page);
        let moves: Vec<_> = offered.iter().filter(|order| text_of(order).contains(": ahead")).collect();
        let order = match dice.pick(&moves) {
            Some(order) => (*order).clone(),
            None => dice.pick(&offered).unwrap().clone(),
        };
        let answer = send(visitor, "/play/lesson/6", &order).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{answer:?}");
        page = visitor.follow(answer).await;
    }
    page
}

for_each_store! {
    async fn a_stranger_finishes_the_lesson_by_what_the_pages_offer(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let home = visitor.get("/").await;
        assert!(home.has("a[href='/play/lesson']") && visitor.get("/play").await.has("main a[href='/play/lesson']"));
        let start = visitor.get("/play/lesson").await;
        assert_eq!(start.texts(".b-steps li").len(), 6);
        let page = visitor.get(&start.attr(".big", "href").unwrap()).await;
        assert_eq!(page.text("h1"), "Step 1 of 6: Move");
        let page = ordered(&visitor, &chosen(&visitor, &page, &["a3"]).await, "move a3: ahead", None).await;
        let page = onward(&visitor, &page).await;
        let page = ordered(&visitor, &chosen(&visitor, &page, &["a1", "a2", "a3", "a4"]).await, "move a1", None).await;
        let page = onward(&visitor, &page).await;
        let page = ordered(&visitor, &chosen(&visitor, &page, &["a1", "a2", "a3"]).await, "move a1", None).await;
        let page = onward(&visitor, &page).await;
        // Either fight may come first, and each is offered once.
        assert_eq!(page.texts(".b-buttons button"), ["Blade a1 fights Warband b1", "Blade a3 fights Warband b2"]);
        for first in ["fight a1", "fight a3"] {
            let page = ordered(&visitor, &page, first, None).await;
            assert!(!page.has(".b-reached") && !page.has(".b-won"), "{page:?}");
            let page = ordered(&visitor, &page, "fight", None).await;
            assert!(page.has(".b-reached") && page.texts(".b-log .b-die").len() == 4, "{page:?}");
        }
        // The form proposes no move after which Bows may not shoot.
        let page = visitor.get("/play/lesson/5").await;
        let page = ordered(&visitor, &chosen(&visitor, &page, &["a2", "a3"]).await, "move a2", None).await;
        let page = ordered(&visitor, &page, "end", None).await;
        let page = ordered(&visitor, &page, "shoot", None).await;
        let last = onward(&visitor, &page).await;
        assert_eq!(last.text("h1"), "Step 6 of 6: Win");
        let mut dice = Dice::new(7, 0);
        let mut won = None;
        for _ in 0..20 {
            let page = battled(&visitor, visitor.get("/play/lesson/6").await, &mut dice).await;
            if page.has(".b-reached") {
                won = Some(page);
                break;
            }
        }
        // The form of a real battle has small armies in it.
        let form = onward(&visitor, &won.unwrap()).await;
        assert_eq!(form.attrs("select[id^=army] option[selected], select[id=ruleset] option[selected]", "value").len(), 3);
        let begun = visitor.submit(&form.form("/battles")).await;
        assert_eq!(begun.status, StatusCode::SEE_OTHER, "{begun:?}");
    }

    async fn a_legal_order_that_misses_the_goal_can_be_taken_back(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let start = visitor.get("/play/lesson/1").await;
        assert!(!start.has("#back") && !start.has("#again"));
        let short = ordered(&visitor, &chosen(&visitor, &start, &["a2"]).await, "move a2: ahead", Some("0.5")).await;
        // Nobody can shoot, so that is passed over.
        let ended = ordered(&visitor, &short, "end", None).await;
        let ended = ordered(&visitor, &ended, "end", None).await;
        assert!(!ended.has("#offers") && !ended.has(".b-reached"), "{ended:?}");
        assert!(ended.text(".b-goal").contains("the goal is not reached"));
        let mut page = ended;
        for left in ["4", "3", "1"] {
            assert_eq!(page.attr(".b-log ol", "start").as_deref(), Some(left));
            page = visitor.get(&page.attr("#back", "href").unwrap()).await;
        }
        assert!(!page.has("#back"));
        assert_eq!(page.text("#offers"), start.text("#offers"));
        assert_eq!(visitor.get(&short.attr("#again", "href").unwrap()).await.body_text(), start.body_text());
        // Bows that have gone far have nothing to shoot at.
        let page = visitor.get("/play/lesson/5").await;
        let page = ordered(&visitor, &chosen(&visitor, &page, &["a2", "a3"]).await, "move a2", Some("2")).await;
        let page = ordered(&visitor, &page, "end", None).await;
        assert_eq!(orders(&page).iter().map(text_of).collect::<Vec<_>>(), ["end"]);
        assert!(page.text(".b-goal").contains("Nothing is left here that leads to the goal"), "{page:?}");
    }

    async fn what_the_rules_forbid_is_refused_with_the_rule_and_changes_nothing(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let refuse = async |step: u8, carried: &str, order: &str| {
            let path = format!("/play/lesson/{step}");
            let answer = visitor.post(&path, &[("orders", carried), ("order", order)]).await;
            answer.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            answer
        };
        let far = refuse(1, "", "move a2: ahead 5").await;
        assert!(far.text(".errors").contains("D3H2-MOVE-05"), "{}", far.text(".errors"));
        assert_eq!(far.values(".b-typed input[name=order]"), ["move a2: ahead 5"]);
        let still = refuse(1, "move a2: ahead 0.5", "fly").await;
        assert!(still.text(".errors").contains("cannot be read"));
        assert_eq!(still.attr(".b-log ol", "start").as_deref(), Some("1"));
        // The only PIP is spent.
        assert!(refuse(2, "move a1: ahead 1", "move a2: ahead 1").await.text(".errors").contains("PIP"));
        // The raiders’ elements are not the visitor’s.
        refuse(1, "", "move b1: ahead 1").await;
        assert!(refuse(1, "move a2: ahead 1", "end").await.text(".errors").contains("This step is over"));
    }

    async fn the_script_of_the_table_asks_about_the_orders_so_far(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let start = visitor.get("/play/lesson/3").await;
        // All that the step is about have a glow of two layers, until the goal is reached.
        assert_eq!(start.attrs("svg.map .about", "class").len(), 6);
        let group = ask(&visitor, &start, "ways", &[("who", "a1")]).await.json()["group"].clone();
        assert_eq!(group, serde_json::json!(["a1", "a2", "a3"]));
        let ways = ask(&visitor, &start, "ways", &[("who", "a1 a2 a3")]).await.json();
        let contact = ways["ways"].as_array().unwrap().iter().find(|way| way["kind"] == "contact").unwrap();
        let order = contact["frames"][0]["order"].as_str().unwrap();
        let look = ask(&visitor, &start, "look", &[("order", order)]).await.json();
        assert!(look["legal"] == true && look["told"].to_string().contains("Of 36 throws"), "{look}");
        let far = ask(&visitor, &start, "look", &[("order", "move a1: ahead 3")]).await.json();
        assert_eq!((&far["legal"], far["rule"].as_str()), (&serde_json::json!(false), Some("D3H2-PASS-10")));
        // Five elements and two camps have threat zones.
        assert_eq!(ask(&visitor, &start, "layers", &[]).await.json()["zones"].as_array().unwrap().len(), 7);
        // The part that the script takes over after an order asks about the state after it.
        let back = visitor.get(&format!("/play/lesson/3?{}", encode(&[("orders", "move a2: back 0.5")]))).await;
        let request = request("POST", "/play/lesson/3").insert_header(("x-part", "battle"));
        let body = encode(&[("orders", "move a2: back 0.5"), ("order", "dance")]);
        let part = visitor.send(request.insert_header(("content-type", "application/x-www-form-urlencoded")).set_payload(body)).await;
        assert_eq!(part.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(part.has("#battle > .errors") && !part.has("header.site"), "{part:?}");
        for name in ["data-digest", "data-here", "data-ways", "data-look", "data-layers"] {
            assert_eq!(part.attr("#battle", name), back.attr("#battle", name));
        }
        assert_ne!(back.attr("#battle", "data-digest"), start.attr("#battle", "data-digest"));
        let group = ask(&visitor, &back, "ways", &[("who", "a1")]).await.json()["group"].clone();
        assert_eq!(group, serde_json::json!(["a1", "a3"]), "the line is torn");
        let done = visitor.get(&format!("/play/lesson/3?{}", encode(&[("orders", order)]))).await;
        assert!(done.has(".b-reached") && !done.has("svg.map .about"), "{done:?}");
    }

    async fn a_question_about_rubbish_in_the_lesson_is_answered_by_a_sentence(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let page = visitor.get("/play/lesson/2").await;
        let digest = page.attr("#battle", "data-digest").unwrap();
        let (long, many) = ("a1 ".repeat(1_100), vec!["end"; 81].join("; "));
        for (what, field, value) in [
            ("ways", "who", "b1"),
            ("ways", "who", "a9"),
            ("ways", "who", &long),
            ("look", "order", ""),
            ("look", "order", "dance"),
            ("look", "order", &many),
            ("look", "order", &long),
            ("layers", "who", "zz"),
            ("ways", "orders", "rubbish"),
            ("look", "orders", "end; nonsense"),
            ("layers", "orders", "move b1: ahead 1"),
            ("ways", "orders", &many),
            ("ways", "orders", &long),
            ("ways", "orders", "\0"),
        ] {
            let query = encode(&[("digest", digest.as_str()), (field, value)]);
            let answer = visitor.get(&format!("/play/lesson/2/{what}?{query}")).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{what} {field} {value}");
            assert_eq!(answer.header("cache-control").as_deref(), Some("no-store"));
            assert!(answer.json()["error"].as_str().is_some_and(|error| error.ends_with(['.', ')'])), "{answer:?}");
        }
        for (address, status) in [
            (format!("/play/lesson/2/ways?digest={digest}&seed=1"), StatusCode::UNPROCESSABLE_ENTITY),
            ("/play/lesson/2/layers".to_owned(), StatusCode::UNPROCESSABLE_ENTITY),
            ("/play/lesson/2/layers?digest=0123456789abcdef".to_owned(), StatusCode::CONFLICT),
            (format!("/play/lesson/7/ways?digest={digest}"), StatusCode::NOT_FOUND),
            (format!("/play/lesson/x/look?digest={digest}"), StatusCode::NOT_FOUND),
        ] {
            assert_eq!(visitor.get(&address).await.status, status, "{address}");
        }
    }

    async fn rubbish_in_the_orders_so_far_is_told_and_the_step_begins_again(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let (many, long) = (vec!["end"; 81].join("; "), format!("move {}", "a1 ".repeat(1_000)));
        for carried in ["rubbish", "end; nonsense", "move a9: ahead 1", "move b1: ahead 1", "end; end; end", "\0", &many, &long] {
            for step in 1..=6 {
                let path = format!("/play/lesson/{step}");
                let page = visitor.get(&format!("{path}?{}", encode(&[("orders", carried)]))).await;
                // In the last step the bounds go on.
                if step == 6 && carried == "end; end; end" {
                    assert_eq!(page.status, StatusCode::OK, "{}", page.text(".errors"));
                    continue;
                }
                page.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
                assert!(page.text(".errors").contains("cannot be played"), "{}", page.text(".errors"));
                assert!(page.has("#offers") && !page.has(".b-log"), "{path} {carried}");
                let posted = visitor.post(&path, &[("orders", carried), ("order", "end")]).await;
                posted.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            }
        }
        for path in ["/play/lesson/0", "/play/lesson/7", "/play/lesson/01", "/play/lesson/x", "/play/lesson/1/2"] {
            visitor.get(path).await.assert_refused(StatusCode::NOT_FOUND);
        }
        assert_eq!(visitor.get("/play/lesson/1?seed=3").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }

    async fn the_same_orders_lead_to_the_same_page_on_every_server(db: &TestDb) {
        let (one, other) = (TestApp::new(db).await, TestApp::new(db).await);
        for address in [
            "/play/lesson/4?orders=fight+a3+b2%3B+fight+a1+b1".to_owned(),
            format!("/play/lesson/6?{}", encode(&[("orders", "end; end; end")])),
        ] {
            let seen = one.visitor().get(&address).await;
            assert_eq!(seen.status, StatusCode::OK, "{seen:?}");
            assert!(seen.texts(".b-log li").len() > 1);
            assert_eq!(other.visitor().get(&address).await.body_text(), seen.body_text());
            assert_eq!(one.visitor().get(&address).await.body_text(), seen.body_text());
        }
        assert_eq!(db.db_texts("SELECT public_id AS value FROM battles"), [""; 0]);
    }

    async fn every_rule_that_the_lesson_names_can_be_read(db: &TestDb) {
        let app = TestApp::new(db).await;
        let visitor = app.visitor();
        let mut rules = BTreeSet::new();
        for step in 1..=6 {
            let page = visitor.get(&format!("/play/lesson/{step}")).await;
            assert!(!page.text("main").contains(['{', '}']), "{}", page.text("main"));
            rules.extend(page.attrs(".b-says .ruleref", "href"));
        }
        assert!(rules.len() > 10, "{rules:?}");
        for rule in rules {
            assert_eq!(visitor.get(&rule).await.status, StatusCode::OK, "{rule}");
        }
    }
}
