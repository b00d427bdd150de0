//! What the script of the table is told about a battle: ways, looks and layers, compared with the engine.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use musterfield_battle::record::Record;
use musterfield_battle::replay::Replay;
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Battle, Id, Order, Refusal, Report};
use musterfield_dice::{Dice, RolledDice};
use musterfield_lists::catalogue;
use musterfield_rules::book;
use serde_json::Value;

use super::battle_talk::to_first_bound;
use super::battles::{act, begun, send, state_of};
use super::harness::{Reply, TestApp, Visitor, encode};
use crate::store::harness::TestDb;

/// Front left corner and facing of elements, by name.
type Stances = BTreeMap<String, [i64; 3]>;

/// The battle as its record tells it.
async fn state(visitor: &Visitor<'_>, path: &str) -> Battle {
    let text = visitor.get(&format!("{path}.battle")).await;
    let record = Record::read(text.body_text(), book().unwrap(), catalogue(book().unwrap()).unwrap()).unwrap();
    let mut replay = Replay::new(&record);
    replay.finish().unwrap();
    replay.battle().clone()
}

/// The answer to a question about the present state of a battle.
async fn ask(visitor: &Visitor<'_>, path: &str, what: &str, fields: &[(&str, &str)]) -> Reply {
    let digest = visitor.get(path).await.attr("#battle", "data-digest").unwrap();
    let query = encode(&[&[("digest", digest.as_str())], fields].concat());
    visitor.get(&format!("{path}/{what}?{query}")).await
}

fn numbers(of: &Value) -> [i64; 3] {
    let numbers: Vec<i64> = of.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect();
    numbers.try_into().unwrap()
}

fn names(of: &Value) -> Vec<String> {
    of.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// The places of all elements on the table after an order, and the names of those that hold a feature; `None` if dice
/// decide.
fn after(battle: &Battle, order: &str) -> Option<(Stances, Vec<String>)> {
    let read = Order::parse(battle, order).unwrap_or_else(|error| panic!("{order}: {error:?}"));
    let legal = battle.validate(&read).unwrap_or_else(|refusal| panic!("{order} was promised: {refusal:?}"));
    let mut after = battle.clone();
    match after.apply(&legal, &mut RolledDice::new(&[]), &mut Report::unread()) {
        Ok(()) => {}
        Err(Refusal::NoMoreDice) => return None,
        Err(refusal) => panic!("{order}: {refusal:?}"),
    }
    let there = after.everybody().filter(|id| after.is_on_table(*id));
    let stance = |id| {
        let base = after.base(id);
        let corner = base.front_left();
        (after.profile(id).name.to_string(), [corner.x, corner.y, i64::from(base.facing().tenths())])
    };
    let holders = after.everybody().filter(|id| holds(&after, *id));
    let name = |id| after.profile(id).name.to_string();
    Some((there.map(stance).collect(), holders.map(name).collect()))
}

/// Whether an element holds a feature: it is drawn there, though it is not on the table.
fn holds(battle: &Battle, id: Id) -> bool {
    matches!(battle.element(id).place, Whereabouts::Holds(_))
}

/// The number of a way as it stands in an order.
fn written(kind: &str, by: i64) -> String {
    let parts = if kind == "wheel" { 10 } else { 1000 };
    format!("{}.{:0width$}", by / parts, by % parts, width = if parts == 10 { 1 } else { 3 })
}

/// The counts of what was compared.
#[derive(Debug, Default)]
struct Compared {
    frames: BTreeMap<String, usize>,
    /// The middles of stretches, and those that are not legal: a gap narrower than the grid of the engine is missed.
    middles: [usize; 2],
    looks: usize,
    fights: usize,
    zones: usize,
}

impl Compared {
    /// Every stance that the ways of these elements promise is where the engine puts them.
    async fn ways(
        &mut self,
        visitor: &Visitor<'_>,
        path: &str,
        battle: &Battle,
        who: &[String],
        dice: &mut Dice,
    ) -> Value {
        let reply = ask(visitor, path, "ways", &[("who", &who.join(" "))]).await;
        assert_eq!(reply.status, StatusCode::OK, "{reply:?}");
        let ways = reply.json();
        let chosen = names(&ways["who"]);
        let mut orders = Vec::new();
        for way in ways["ways"].as_array().unwrap() {
            let kind = way["kind"].as_str().unwrap();
            for frame in way["frames"].as_array().unwrap() {
                let by = frame["by"].as_i64().unwrap();
                let order = match (&frame["order"], &way["order"]) {
                    (Value::String(order), _) => order.clone(),
                    (_, Value::String(order)) => format!("{order} {}", written(kind, by)),
                    _ => panic!("no order: {way}"),
                };
                let placed = if way["who"].is_array() { names(&way["who"]) } else { chosen.clone() };
                if let Some((after, holders)) = after(battle, &order) {
                    for (name, at) in placed.iter().zip(frame["at"].as_array().unwrap()) {
                        // One that holds a feature stands in it, and not on the table.
                        assert!(
                            after.get(name) == Some(&numbers(at)) || holders.contains(name),
                            "{order}: {name} {after:?} {at}"
                        );
                    }
                }
                *self.frames.entry(kind.to_owned()).or_default() += 1;
                orders.push(order);
            }
            for stretch in way["stretches"].as_array().into_iter().flatten() {
                let [first, last] = [0, 1].map(|at| stretch[at].as_i64().unwrap());
                let order = format!("{} {}", way["order"].as_str().unwrap(), written(kind, i64::midpoint(first, last)));
                self.middles[usize::from(!battle.allows(&Order::parse(battle, &order).unwrap()))] += 1;
            }
        }
        if let Some(order) = dice.pick(&orders) {
            self.look(visitor, path, battle, order).await;
        }
        ways
    }

    /// A look says where everybody stands after the order.
    async fn look(&mut self, visitor: &Visitor<'_>, path: &str, battle: &Battle, order: &str) {
        let look = ask(visitor, path, "look", &[("order", order)]).await.json();
        assert_eq!(look["legal"], true, "{look}");
        let Some((after, _)) = after(battle, order) else { return };
        let before = battle.everybody().filter(|id| battle.is_on_table(*id));
        let mut stands: Stances = before
            .map(|id| {
                let base = battle.base(id);
                let corner = base.front_left();
                (battle.profile(id).name.to_string(), [corner.x, corner.y, i64::from(base.facing().tenths())])
            })
            .collect();
        for end in look["ends"].as_array().unwrap() {
            stands.insert(end["id"].as_str().unwrap().to_owned(), numbers(&end["at"]));
        }
        stands.retain(|name, _| after.contains_key(name));
        assert_eq!(stands, after, "{order}");
        self.looks += 1;
        self.zones += look["ends_in"].as_array().unwrap().len();
        for fight in look["fights"].as_array().unwrap() {
            let throws = fight["outcomes"].as_array().unwrap().iter().map(|ways| ways[1][0].as_u64().unwrap());
            assert_eq!(throws.sum::<u64>(), 36, "{fight}");
            assert!(look["told"].to_string().contains("Of 36 throws"), "{look}");
            self.fights += 1;
        }
    }
}

#[tokio::test]
async fn every_stance_that_is_promised_is_where_the_engine_puts_the_elements() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let (mut compared, mut dice) = (Compared::default(), Dice::new(24, 7));
    // Three battles have most of what there is to compare, but not always a fight whose odds are told.
    for battles in 1..=12 {
        if battles > 3 && compared.looks > 20 && compared.zones > 0 && compared.fights > 0 {
            break;
        }
        let path = begun(&visitor, "computer").await;
        for _ in 0..60 {
            let page = visitor.get(&path).await;
            if page.has(".b-won") {
                break;
            }
            let battle = state(&visitor, &path).await;
            let acting = page.attr("#battle", "data-acting").unwrap();
            let acting: Vec<String> = acting.split_whitespace().map(str::to_owned).collect();
            if let Some(one) = dice.pick(&acting) {
                let ways = compared.ways(&visitor, &path, &battle, std::slice::from_ref(one), &mut dice).await;
                if ways["group"].is_array() {
                    compared.ways(&visitor, &path, &battle, &names(&ways["group"]), &mut dice).await;
                }
            } else if page.has("#offers option[value^='camp ']") {
                compared.ways(&visitor, &path, &battle, &[], &mut dice).await;
            }
            // The enemy comes by himself, so that ends come soon.
            if page.has("button[value=end]") && dice.d6() > 3 {
                let end = [state_of(&page), vec![("order".to_owned(), "end".to_owned())]].concat();
                send(&visitor, &format!("{path}/orders"), &end).await;
            } else {
                act(&visitor, &path, &mut dice).await;
            }
        }
    }
    for kind in ["ahead", "wheel", "back", "anywhere", "place", "camp", "contact"] {
        assert!(compared.frames.contains_key(kind), "{kind}: {compared:?}");
    }
    assert!(compared.middles[0] > 20 * compared.middles[1], "{compared:?}");
    assert!(compared.looks > 20 && compared.zones > 0 && compared.fights > 0, "{compared:?}");
}

for_each_store! {
    async fn a_question_about_another_state_or_about_nothing_is_answered_by_a_sentence(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (visitor, stranger) = (app.visitor(), app.visitor());
        let path = begun(&visitor, "screen").await;
        // Everybody who sees the battle may ask, and nobody changes it.
        let before = visitor.get(&format!("{path}.json")).await.json()["digest"].clone();
        for what in ["ways", "layers"] {
            let answer = ask(&stranger, &path, what, &[]).await;
            assert_eq!((answer.status, answer.header("cache-control").as_deref()), (StatusCode::OK, Some("no-store")));
            assert_eq!(answer.json()["digest"], before);
        }
        let old = visitor.get(&format!("{path}/ways?digest=0123456789abcdef&who=a1")).await;
        assert_eq!(old.status, StatusCode::CONFLICT);
        assert!(old.json()["error"].as_str().unwrap().contains("has gone on"), "{old:?}");
        assert_eq!(old.json()["digest"], before);
        let decides = visitor.get(&format!("{path}.json")).await.json()["decides"].as_str().unwrap().to_owned();
        let enemy = if decides == "a" { "b1" } else { "a1" };
        for (what, fields, told) in [
            ("ways", [("who", "zz"), ("legs", "")], "no such element"),
            ("ways", [("who", "a99"), ("legs", "")], "no such element"),
            ("ways", [("who", enemy), ("legs", "")], "does not decide now"),
            ("ways", [("who", if decides == "a" { "a1" } else { "b1" }), ("legs", "fly")], "cannot be read"),
        ] {
            let answer = ask(&visitor, &path, what, &fields).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{fields:?}");
            assert!(answer.json()["error"].as_str().unwrap().contains(told), "{answer:?}");
        }
        let long = "a1 ".repeat(1_000);
        for (what, field, value) in [
            ("look", "order", "dance"),
            ("look", "order", ""),
            ("look", "order", "move a1: ahead 99999999999999999999"),
            ("look", "order", &long),
            ("ways", "who", &long),
            ("layers", "who", "a1 c9"),
        ] {
            let answer = ask(&visitor, &path, what, &[(field, value)]).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{what} {value}");
            assert!(answer.json()["error"].as_str().is_some_and(|error| error.ends_with('.')), "{answer:?}");
        }
        // A refusal names its rule, as on the page.
        let look = ask(&visitor, &path, "look", &[("order", "move a1: ahead 900")]).await.json();
        assert_eq!(look["legal"], false);
        let page = visitor.get(&path).await;
        let fields = [state_of(&page), vec![("order".to_owned(), "move a1: ahead 900".to_owned())]].concat();
        let refused = send(&visitor, &format!("{path}/orders"), &fields).await;
        assert!(refused.text(".errors").contains(look["reason"].as_str().unwrap()), "{look} {}", refused.text(".errors"));
        for (address, status) in [
            (format!("{path}/ways"), StatusCode::UNPROCESSABLE_ENTITY),
            (format!("{path}/ways?digest=1&digest=2"), StatusCode::UNPROCESSABLE_ENTITY),
            (format!("{path}/look?digest=1&way=2"), StatusCode::UNPROCESSABLE_ENTITY),
            ("/battles/000000000000/ways?digest=1".to_owned(), StatusCode::NOT_FOUND),
            ("/battles/x/layers?digest=1".to_owned(), StatusCode::NOT_FOUND),
        ] {
            assert_eq!(visitor.get(&address).await.status, status, "{address}");
        }
        assert_eq!(visitor.get(&format!("{path}.json")).await.json()["digest"], before);
    }
}

#[tokio::test]
async fn layers_and_marks_show_what_the_battle_has() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let path = begun(&visitor, "computer").await;
    let mut dice = Dice::new(5, 5);
    let mut page = visitor.get(&path).await;
    while !page.has(".b-dice") {
        act(&visitor, &path, &mut dice).await;
        page = visitor.get(&path).await;
    }
    let battle = state(&visitor, &path).await;
    let acting = page.attr("#battle", "data-acting").unwrap();
    // Lurkers may act as well, and wait beside the table.
    let is_there =
        |name: &&str| battle.id(name.parse().unwrap()).is_some_and(|id| battle.is_on_table(id) || holds(&battle, id));
    assert_eq!(page.attrs("svg.map .ring", "class").len(), acting.split_whitespace().filter(is_there).count());
    assert_eq!(
        page.attrs(".b-tray [data-id]", "data-id").len(),
        acting.split_whitespace().filter(|name| !is_there(name)).count()
    );
    let general = battle.general(battle.to_decide()).map(|id| battle.profile(id).name.to_string()).unwrap();
    let layers = ask(&visitor, &path, "layers", &[("who", &general)]).await.json();
    let zones = layers["zones"].as_array().unwrap();
    let on_table = battle.everybody().filter(|id| battle.is_on_table(*id));
    for id in on_table {
        let name = battle.profile(id).name.to_string();
        let zone = zones.iter().find(|zone| zone["of"] == *name).unwrap();
        // A threat zone is as wide as the front, and a base width deep.
        let corners: Vec<[i64; 2]> = zone["corners"]
            .as_array()
            .unwrap()
            .iter()
            .map(|corner| [0, 1].map(|at| corner[at].as_i64().unwrap()))
            .collect();
        let front = [battle.base(id).front_left(), battle.base(id).front_right()];
        for corner in front {
            assert!(corners.contains(&[corner.x, corner.y]), "{name}: {zone}");
            let far = corner + battle.base(id).facing().step(1_000);
            assert!(corners.contains(&[far.x, far.y]), "{name}: {zone}");
        }
    }
    assert!(
        layers["command"]
            .as_array()
            .unwrap()
            .iter()
            .any(|area| area["of"] == *general && area["around"].as_i64() > Some(1_000))
    );
    assert!(!layers["sights"].as_array().unwrap().is_empty());
    // An arrow tells the visitor's last move, on the page and not in files.
    let first = acting.split_whitespace().next().unwrap();
    let ways = ask(&visitor, &path, "ways", &[("who", first)]).await.json();
    let ahead = ways["ways"].as_array().unwrap().iter().find(|way| way["kind"] == "ahead").unwrap();
    let order = format!(
        "{} {}",
        ahead["order"].as_str().unwrap(),
        written("ahead", ahead["stretches"][0][1].as_i64().unwrap())
    );
    let fields = [state_of(&page), vec![("order".to_owned(), order)]].concat();
    assert_eq!(send(&visitor, &format!("{path}/orders"), &fields).await.status, StatusCode::SEE_OTHER);
    let after = visitor.get(&path).await;
    assert!(after.has("svg.map .happened path"), "{}", after.text(".b-log"));
    let orders = after.texts(".b-log li")[0].split_whitespace().next().unwrap().to_owned();
    let file = visitor.get(&format!("{path}/{orders}.svg")).await;
    assert!(!file.body_text().contains("happened") && !file.body_text().contains("\"ring"));
    // The script asks for the part that changes, which is small.
    let part = visitor.send(super::harness::request("GET", &path).insert_header(("x-part", "battle"))).await;
    assert!(part.has("#battle .b-orders") && part.has("g.battle") && !part.has("header.site") && !part.has("g.piece"));
    let (part, whole) = (part.body_text().len(), after.body_text().len());
    assert!(part * 3 < whole * 2, "{part} of {whole} bytes");
}

#[tokio::test]
async fn the_list_says_what_keeps_the_chosen_elements_from_moving() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let path = begun(&visitor, "screen").await;
    let page = to_first_bound(&visitor, &path).await;
    assert!(page.has(".b-about dt") && page.text(".b-about").contains("PIP"), "{}", page.text(".b-about"));
    assert!(!page.has("#offers .notice"));
    let nobody = visitor.get(&format!("{path}?choose=on")).await;
    assert!(nobody.text("#offers .notice").starts_with("Nobody is chosen"), "{}", nobody.text("#offers"));
    let battle = state(&visitor, &path).await;
    let all: Vec<Id> = battle.on_table(battle.player()).collect();
    let pairs = all.windows(2).map(<[Id]>::to_vec);
    let (mut can, mut cannot) = (0, 0);
    for chosen in pairs.chain(all.iter().map(|id| vec![*id])) {
        let who = chosen.iter().map(|id| format!("who-{}=on", battle.profile(*id).name)).collect::<Vec<_>>().join("&");
        let page = visitor.get(&format!("{path}?{who}&choose=on")).await;
        let (told, can_move) = (page.texts("#offers .notice").concat(), page.has("#offers .b-number"));
        assert_ne!(told.is_empty(), !can_move, "{who}: {told}");
        *if can_move { &mut can } else { &mut cannot } += 1;
    }
    assert!(can > 0 && cannot > 0, "{can} {cannot}");
}
