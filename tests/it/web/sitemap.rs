//! Every address of the site, once. The table here is compared with the program's, so that no address is added without
//! a test that visits it.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use actix_web::web::Bytes;
use musterfield::store::{Actor, EntryAction, Role, Secret, Slug, User, WorkId};
use musterfield::web::routes::{Limit, May, SiteMap, TABLE};

use super::accounts::PASSWORD;
use super::events::{LEGAL, new_event, pasted};
use super::harness::{
    METRICS_TOKEN, MULTIPART, MadeWork, TestApp, Visitor, army, encode, kept_list, kept_table, multipart, request,
};
use crate::store::harness::TestDb;

/// Method, address as in the program, and the status that the owner gets for a proper request.
const ADDRESSES: [(&str, &str, u16); 200] = [
    ("GET", "/", 200),
    ("GET", "/healthz", 200),
    ("GET", "/readyz", 200),
    ("GET", "/metrics", 200),
    ("GET", "/assets/{hash}/{name:.*}", 200),
    ("GET", "/robots.txt", 200),
    ("GET", "/sitemap.xml", 200),
    ("GET", "/favicon.ico", 200),
    ("GET", "/about", 200),
    ("GET", "/help", 200),
    ("GET", "/privacy", 200),
    ("GET", "/contact", 200),
    ("GET", "/browser", 200),
    ("GET", "/browser/export", 200),
    ("GET", "/armies", 200),
    ("POST", "/armies", 303),
    ("GET", "/armies/new", 200),
    ("GET", "/armies/paste", 200),
    ("POST", "/armies/paste", 200),
    ("GET", "/armies/{id}", 200),
    ("GET", "/armies/{id}/edit", 200),
    ("POST", "/armies/{id}/edit", 303),
    ("GET", "/armies/{id}/history", 200),
    ("POST", "/armies/{id}/restore", 303),
    ("POST", "/armies/{id}/copy", 303),
    ("POST", "/armies/{id}/key", 303),
    ("GET", "/armies/{id}/delete", 200),
    ("GET", "/armies/{id}/convert", 200),
    ("POST", "/armies/{id}/convert", 303),
    ("GET", "/armies/{id}/versus", 200),
    ("GET", "/armies/{id}/versus/{other}", 200),
    ("GET", "/armies/{id}/table", 200),
    ("GET", "/armies/{id}/table/{other}", 200),
    ("GET", "/armies/{id}/v/{hash}", 200),
    ("GET", "/armies/{id}/v/{hash}/{sheet}", 200),
    ("GET", "/armies/{id}/{sheet}", 200),
    ("POST", "/armies/{id}/delete", 303),
    ("GET", "/play", 200),
    ("GET", "/play/lesson", 200),
    ("GET", "/play/lesson/{step}", 200),
    ("POST", "/play/lesson/{step}", 303),
    ("GET", "/play/lesson/{step}/ways", 200),
    ("GET", "/play/lesson/{step}/look", 200),
    ("GET", "/play/lesson/{step}/layers", 200),
    ("GET", "/battles", 200),
    ("POST", "/battles", 303),
    ("GET", "/battles/open", 200),
    ("POST", "/battles/open", 303),
    ("GET", "/battles/{id}", 200),
    ("POST", "/battles/{id}/orders", 303),
    ("POST", "/battles/{id}/computer", 303),
    ("POST", "/battles/{id}/say", 303),
    ("GET", "/battles/{id}/events", 200),
    ("POST", "/battles/{id}/{step}/try", 303),
    ("GET", "/battles/{id}/notice", 200),
    ("POST", "/battles/{id}/notice", 303),
    ("POST", "/battles/{id}/hook", 303),
    ("GET", "/battles/{id}/feed.atom", 200),
    ("POST", "/battles/{id}/link", 303),
    ("GET", "/battles/{id}/join", 200),
    ("POST", "/battles/{id}/join", 303),
    ("GET", "/battles/{id}/delete", 200),
    ("POST", "/battles/{id}/delete", 303),
    ("GET", "/battles/{id}/review", 200),
    ("GET", "/battles/{id}/go", 303),
    ("GET", "/battles/{id}/ways", 200),
    ("GET", "/battles/{id}/look", 200),
    ("GET", "/battles/{id}/layers", 200),
    ("GET", "/battles/{id}/{step}", 200),
    ("GET", "/battles/{id}/{step}.{format}", 200),
    ("GET", "/battles/{id}.{format}", 200),
    ("GET", "/terrain", 200),
    ("POST", "/terrain", 303),
    ("GET", "/terrain/new", 200),
    ("GET", "/terrain/new.{format}", 200),
    ("GET", "/terrain/open", 200),
    ("POST", "/terrain/open", 200),
    ("GET", "/terrain/setup", 200),
    ("GET", "/terrain/tables", 200),
    ("GET", "/terrain/tables.{format}", 200),
    ("GET", "/terrain/{id}", 200),
    ("GET", "/terrain/{id}.{format}", 200),
    ("GET", "/terrain/{id}/v/{hash}", 200),
    ("GET", "/terrain/{id}/v/{hash}.{format}", 200),
    ("GET", "/terrain/{id}/edit", 200),
    ("POST", "/terrain/{id}/edit", 303),
    ("GET", "/terrain/{id}/trial", 200),
    ("GET", "/terrain/{id}/history", 200),
    ("POST", "/terrain/{id}/restore", 303),
    ("POST", "/terrain/{id}/copy", 303),
    ("POST", "/terrain/{id}/key", 303),
    ("GET", "/terrain/{id}/delete", 200),
    ("POST", "/terrain/{id}/delete", 303),
    ("GET", "/lists", 200),
    ("GET", "/lists/new", 200),
    ("GET", "/lists/own", 200),
    ("POST", "/lists/own", 200),
    ("GET", "/lists/own/{id}", 200),
    ("GET", "/lists/own/{id}/v/{hash}", 200),
    ("GET", "/lists/own/{id}/edit", 200),
    ("POST", "/lists/own/{id}/edit", 303),
    ("GET", "/lists/own/{id}/history", 200),
    ("POST", "/lists/own/{id}/restore", 303),
    ("POST", "/lists/own/{id}/copy", 303),
    ("POST", "/lists/own/{id}/key", 303),
    ("POST", "/lists/own/{id}/armies", 303),
    ("POST", "/armies/{id}/list", 303),
    ("GET", "/lists/own/{id}/delete", 200),
    ("POST", "/lists/own/{id}/delete", 303),
    ("GET", "/lists/{ruleset}/{slug}", 200),
    ("POST", "/lists/{ruleset}/{slug}/armies", 303),
    // A visitor who has created an account is signed in, and here an administrator, until it is deleted.
    ("GET", "/account/sign-in", 200),
    ("GET", "/account/forgotten", 200),
    ("POST", "/account/forgotten", 200),
    ("GET", "/account/new", 200),
    ("POST", "/account/new", 303),
    ("GET", "/account", 200),
    ("POST", "/account/profile", 303),
    ("POST", "/account/password", 303),
    ("POST", "/account/sessions", 303),
    ("POST", "/account/claim", 303),
    ("GET", "/events", 200),
    ("GET", "/events/new", 200),
    ("POST", "/events/new", 303),
    ("GET", "/events/{slug}", 200),
    ("GET", "/events/{slug}/settings", 200),
    ("POST", "/events/{slug}/settings", 303),
    ("POST", "/events/{slug}/state", 303),
    ("GET", "/events/{slug}/enter", 200),
    ("POST", "/events/{slug}/enter", 303),
    ("GET", "/events/{slug}/entries/{id}", 200),
    ("POST", "/events/{slug}/entries/{id}", 303),
    ("GET", "/events/{slug}/entries/{id}/receipt.{format}", 200),
    ("GET", "/events/{slug}/entries.{format}", 200),
    ("GET", "/events/{slug}/event.json", 200),
    ("GET", "/events/{slug}/rosters.{format}", 200),
    ("GET", "/events/{slug}/cribs.{format}", 200),
    ("GET", "/events/{slug}/verify/{id}", 200),
    ("POST", "/events/{slug}/entries/{id}/desk", 303),
    ("GET", "/events/{slug}/desk", 200),
    ("POST", "/events/{slug}/desk", 303),
    ("GET", "/events/{slug}/clear", 200),
    ("POST", "/events/{slug}/clear", 303),
    ("GET", "/events/{slug}/rounds/new", 200),
    ("POST", "/events/{slug}/rounds/new", 303),
    ("GET", "/events/{slug}/rounds", 200),
    ("POST", "/events/{slug}/rounds/{round}", 303),
    ("GET", "/events/{slug}/rounds/{round}", 200),
    ("GET", "/events/{slug}/rounds/{round}/pairings", 200),
    ("POST", "/events/{slug}/rounds/{round}/pairings", 303),
    ("GET", "/events/{slug}/rounds/{round}/pairings.{format}", 200),
    ("POST", "/events/{slug}/rounds/{round}/games/{table}/battle", 303),
    ("GET", "/events/{slug}/rounds/{round}/games/{table}", 200),
    ("POST", "/events/{slug}/rounds/{round}/games/{table}", 303),
    ("GET", "/events/{slug}/standings", 200),
    ("GET", "/events/{slug}/standings.{format}", 200),
    ("GET", "/events/{slug}/picture.{format}", 200),
    ("GET", "/events/{slug}/log", 200),
    ("GET", "/events/{slug}/staff", 200),
    ("POST", "/events/{slug}/staff", 200),
    ("GET", "/events/{slug}/join", 200),
    ("POST", "/events/{slug}/join", 303),
    ("POST", "/events/{slug}/entries/{id}/withdraw", 303),
    ("GET", "/events/{slug}/delete", 200),
    ("POST", "/events/{slug}/delete", 303),
    ("GET", "/account/export", 200),
    ("GET", "/account/users", 200),
    ("POST", "/account/users", 200),
    ("GET", "/admin", 200),
    ("POST", "/admin/works", 303),
    ("POST", "/admin/battles", 303),
    ("POST", "/admin/events", 303),
    ("GET", "/admin/accounts/{id}", 200),
    ("POST", "/admin/accounts/{id}", 303),
    ("GET", "/admin/log", 200),
    ("POST", "/account/sign-out", 303),
    ("POST", "/account/sign-in", 303),
    ("GET", "/account/reset", 200),
    ("POST", "/account/reset", 303),
    ("GET", "/account/delete", 200),
    ("POST", "/account/delete", 303),
    ("POST", "/browser/delete", 303),
    ("GET", "/rules", 200),
    ("GET", "/rules/compare", 200),
    ("GET", "/rules/{ruleset}", 200),
    ("GET", "/rules/{ruleset}/crib", 200),
    ("GET", "/rules/{ruleset}/crib.{format}", 200),
    ("GET", "/rules/{ruleset}/changes", 200),
    ("GET", "/rules/{ruleset}/{rule}", 200),
    ("GET", "/odds", 200),
    ("POST", "/api/v1/validate", 200),
    ("POST", "/api/v1/resolve", 200),
    ("POST", "/api/v1/odds", 200),
    ("POST", "/api/v1/terrain/check", 200),
    ("POST", "/api/v1/terrain/generate", 200),
    ("GET", "/api/openapi.json", 200),
    // Every address answers this.
    ("DELETE", "/armies/{id}", 405),
    ("PUT", "/", 405),
    ("OPTIONS", "/lists", 405),
    ("GET", "/nowhere", 404),
];

/// A method of an address, and who may use it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) may: May,
}

/// Every method of every row of the program's route table.
pub(super) fn routes_of_the_program() -> impl Iterator<Item = Route> {
    TABLE.iter().flat_map(|row| {
        let methods = [("GET", row.page), ("POST", row.form)];
        methods.into_iter().filter_map(|(method, may)| Some(Route { method, path: row.path, may: may? }))
    })
}

#[test]
fn the_table_of_addresses_is_that_of_the_program() {
    let visited = ADDRESSES.iter().filter(|(.., status)| *status < 400);
    let known: Vec<_> = visited.map(|(method, path, _)| (*method, *path)).collect();
    let program: Vec<_> = routes_of_the_program().map(|route| (route.method, route.path)).collect();
    assert!(program.len() > 20);
    let missing: Vec<_> = program.iter().filter(|route| !known.contains(route)).collect();
    let gone: Vec<_> = known.iter().filter(|route| !program.contains(route)).collect();
    assert!(missing.is_empty() && gone.is_empty(), "not visited: {missing:?}; no longer there: {gone:?}");
}

#[test]
fn a_row_says_only_what_makes_sense() {
    for row in TABLE {
        let path = row.path;
        assert!(row.page.is_some() || row.form.is_some(), "{path} accepts nothing");
        assert_eq!(TABLE.iter().filter(|other| other.path == path).count(), 1, "{path} is there more than once");
        if row.limit != Limit::Form {
            assert!(row.form.is_some() && !path.contains('{'), "{path} is found by its path when something is posted");
        }
        if row.site_map == SiteMap::Shown {
            assert!(row.page == Some(May::Everybody) && !path.contains('{'), "{path} is no place to begin");
        }
    }
}

/// The only account.
async fn user(db: &TestDb) -> User {
    db.store.users_from("", 1).await.unwrap().remove(0)
}

/// A proper request to an address, as its owner sends it.
pub(super) struct Visit<'a> {
    pub(super) method: &'static str,
    pub(super) path: &'a str,
    pub(super) body: &'a str,
    pub(super) is_multipart: bool,
    /// The status that its owner gets.
    pub(super) status: u16,
}

impl Visit<'_> {
    /// The request with another body.
    pub(super) fn with(&self, body: impl Into<Bytes>) -> TestRequest {
        let mut sent = request(self.method, self.path).set_payload(body.into());
        if self.path == "/metrics" {
            sent = sent.insert_header(("authorization", format!("Bearer {METRICS_TOKEN}")));
        }
        if self.is_multipart { sent.insert_header(("content-type", MULTIPART)) } else { sent }
    }
}

/// Visits every address with a proper request, one after the other; `visit` handles each.
pub(super) async fn walk(db: &TestDb, mut visit: impl AsyncFnMut(&Visitor<'_>, Visit<'_>)) {
    let app = TestApp::new(db).await;
    let owner = app.visitor();
    let army = army().made_by(&owner).await;
    let hash = owner.get(&army.at("")).await.form(&army.at("/copy")).value("hash").to_owned();
    let terrain = kept_table(&owner, "home=forest&seed=1").await;
    let ford = owner.get(&terrain.at("")).await.form(&terrain.at("/copy")).value("hash").to_owned();
    let file = owner.get(&terrain.at(".json")).await.body_text().to_owned();
    let list = kept_list(&owner, "1x3Kn (Gen), 11x4Sp").await;
    let entries = owner.get(&list.at("")).await.form(&list.at("/copy")).value("hash").to_owned();
    let built = owner.submit(&owner.get(&list.at("")).await.form(&list.at("/armies"))).await;
    let picked = MadeWork::of_editor(&built.location());
    let link = Secret::random().unwrap();
    let battle = super::battles::begun(&owner, "screen").await;
    let friendly = super::battles::begun(&owner, "friend").await;
    let invitation = owner.get(&friendly).await.attr("#side-link", "value").unwrap();
    for (method, address, status) in ADDRESSES {
        let of_terrain = address.starts_with("/terrain");
        let entrant = db.db_texts("SELECT public_id AS value FROM entrants").pop().unwrap_or_default();
        let address_of = if address.starts_with("/events") { entrant.as_str() } else { "" };
        let (work, hash) = match address {
            _ if of_terrain => (&terrain, ford.as_str()),
            "/armies/{id}/list" => (&picked, entries.as_str()),
            _ if address.starts_with("/lists/own") => (&list, entries.as_str()),
            _ => (&army, hash.as_str()),
        };
        let path = address
            .replace("/battles/{id}/join", &format!("{friendly}/join"))
            .replace("/battles/{id}/link", &format!("{friendly}/link"))
            .replace("/battles/{id}/delete", &format!("{friendly}/delete"))
            .replace("/lesson/{step}", "/lesson/1")
            .replace("/battles/{id}", &battle)
            .replace("{step}.{format}", "0.svg")
            .replace("{step}", "0")
            .replace("{id}", if address_of.is_empty() { &work.id } else { address_of })
            .replace("{other}", &work.id)
            .replace("/assets/{hash}/{name:.*}", "/assets/current/app.css")
            .replace("{hash}", hash)
            .replace("/trial", "/trial?do=move:f1:0:0")
            .replace("/terrain/tables.{format}", "/terrain/tables.ndjson?seed=1")
            .replace("crib.{format}", "crib.json")
            .replace("picture.{format}", "picture.svg")
            .replace("{round}", "1")
            .replace("{table}", "1")
            .replace("{format}", if of_terrain { "svg" } else { "json" })
            .replace("{sheet}", "roster.csv")
            .replace("{ruleset}", "d3h2")
            .replace("{slug}", "barrow-kings")
            .replace("{rule}", "D3H2-LIST-03");
        match (method, address) {
            ("GET", "/events/{slug}/rounds/new") => {
                // An event needs a second player.
                let other = app.visitor();
                other.get("/events/barrow-kings/enter").await;
                let army = multipart(&pasted("e", "Anna", LEGAL, "enter"));
                assert_eq!(other.upload("/events/barrow-kings/enter", army).await.status, StatusCode::SEE_OTHER);
                let ids = db.db_texts("SELECT public_id AS value FROM entrants");
                for id in ids {
                    owner.post(&format!("/events/barrow-kings/entries/{id}/desk"), &[("do", "here")]).await;
                }
            }
            ("POST", "/events/{slug}/entries/{id}") => {
                let event = db.store.event(&Slug::parse("barrow-kings").unwrap(), None).await.unwrap().id;
                let (id, act) = (WorkId::parse(&entrant).unwrap(), EntryAction::Link(link.digest()));
                db.store.act_on_entry(event, &id, act, &Actor::new("Tom")).await.unwrap();
            }
            ("GET", "/events/{slug}/join") => {
                let event = db.store.event(&Slug::parse("barrow-kings").unwrap(), None).await.unwrap().id;
                let (key, open_for) = (link.digest(), time::Duration::hours(1));
                db.store
                    .invite(event, Role::Helper, (&key, open_for), (user(db).await.id, &Actor::new("Tom")))
                    .await
                    .unwrap();
            }
            ("GET", "/account/users") => db.db_execute("UPDATE users SET is_admin = TRUE"),
            ("GET", "/account/reset") => {
                let user = user(db).await.id;
                db.store.make_link(user, &link.digest(), time::Duration::hours(1)).await.unwrap();
            }
            _ => {}
        }
        let path = match (method, address) {
            (_, "/admin/accounts/{id}") => format!("/admin/accounts/{}", user(db).await.id),
            ("GET", "/account/reset" | "/events/{slug}/join" | "/battles/{id}/join") => {
                format!("{path}?key={}", link.expose())
            }
            ("GET", "/battles/{id}/go") => format!("{path}?step=0"),
            ("GET", _) if ["/ways", "/look", "/layers"].iter().any(|end| address.ends_with(end)) => {
                let of = if address.starts_with("/play") { "/play/lesson/1" } else { &battle };
                let digest = owner.get(of).await.attr("#battle", "data-digest").unwrap();
                let order = if path.ends_with("look") { "&order=end" } else { "" };
                format!("{path}?digest={digest}{order}")
            }
            ("GET", "/events/{slug}/verify/{id}") => {
                format!("{path}?hash={}", db.db_texts("SELECT hash AS value FROM entries").pop().unwrap())
            }
            _ => path,
        };
        let body = match (method, address) {
            ("POST", "/armies") => encode(&[("request", "new"), ("ruleset", "d3h2"), ("points", "24")]),
            ("POST", "/armies/paste") => encode(&[("request", "p"), ("ruleset", "d3h2"), ("text", "2 Blades")]),
            ("POST", "/armies/{id}/edit") => owner.editor(&army).await.with("do", "more:0").body(),
            ("POST", "/armies/{id}/restore") => "base=2&number=1".to_owned(),
            ("POST", "/browser/delete") => "sure=on".to_owned(),
            ("POST", "/battles/open") => {
                multipart(&[("request", "v"), ("text", &super::looking_back::example("complete"))])
            }
            ("POST", "/battles") => encode(&[("request", "b"), ("ruleset", "d3h2"), ("players", "computer")]),
            ("POST", "/battles/{id}/orders" | "/battles/{id}/computer") => {
                let page = owner.get(&battle).await;
                let fields = [("digest", page.attr("input[name=digest]", "value").unwrap())];
                let order = [page.values("button[name=order]"), page.values("#offers option")].concat().remove(0);
                let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
                match address {
                    "/battles/{id}/computer" => encode(&fields),
                    _ => encode(&[&fields[..], &[("request", "o"), ("order", &order)]].concat()),
                }
            }
            ("POST", "/battles/{id}/{step}/try") => "request=t".to_owned(),
            ("POST", "/battles/{id}/link") => "side=a".to_owned(),
            ("POST", "/battles/{id}/notice") => "mail=never".to_owned(),
            ("POST", "/battles/{id}/hook") => "address=".to_owned(),
            ("POST", "/battles/{id}/say") => {
                let after = owner.get(&battle).await.attr("input[name=after]", "value").unwrap();
                encode(&[("request", "s"), ("after", &after), ("do", "words"), ("words", "a river")])
            }
            ("POST", "/play/lesson/{step}") => encode(&[("orders", ""), ("order", "move a1: ahead"), ("by", "1")]),
            ("POST", "/terrain") => encode(&[("request", "t"), ("table", "home=forest&seed=1")]),
            ("POST", "/terrain/open") => multipart(&[("request", "o"), ("text", &file), ("do", "read")]),
            ("POST", "/terrain/{id}/edit") => owner.editor(&terrain).await.with("do", "reroll:2").body(),
            ("POST", "/terrain/{id}/restore") => "base=2&number=1".to_owned(),
            ("POST", "/lists/own") => encode(&[("request", "l"), ("ruleset", "dba3"), ("text", "1x3Kn (Gen), 11x4Sp")]),
            ("POST", "/lists/own/{id}/edit") => {
                owner.get(&path).await.form(&path).with("name", "Ours").with("do", "save").body()
            }
            ("POST", "/lists/own/{id}/restore") => "base=2&number=1".to_owned(),
            ("POST", "/lists/own/{id}/armies") => encode(&[("request", "build"), ("hash", hash)]),
            ("POST", "/armies/{id}/list") => encode(&[("request", "take"), ("list", &list.id), ("hash", hash)]),
            ("POST", "/armies/{id}/copy" | "/terrain/{id}/copy" | "/lists/own/{id}/copy") => {
                encode(&[("request", "copy"), ("hash", hash)])
            }
            ("POST", "/armies/{id}/convert") => encode(&[("request", "convert"), ("hash", hash), ("to", "dba3")]),
            ("POST", "/armies/{id}/key" | "/terrain/{id}/key" | "/lists/own/{id}/key") => {
                "request=key&do=kept".to_owned()
            }
            ("POST", "/armies/{id}/delete" | "/terrain/{id}/delete" | "/lists/own/{id}/delete") => {
                "request=delete".to_owned()
            }
            ("POST", "/account/new") => {
                encode(&[("request", "n"), ("name", "Tom"), ("mail", ""), ("password", PASSWORD)])
            }
            ("POST", "/account/sign-in") => {
                encode(&[("name", user(db).await.sign_in.as_str()), ("password", PASSWORD), ("to", "")])
            }
            ("POST", "/account/forgotten") => "who=nobody".to_owned(),
            ("POST", "/account/reset") => encode(&[("key", link.expose()), ("password", PASSWORD)]),
            ("POST", "/account/users") => format!("user={}&reason=asked+me", user(db).await.id),
            ("POST", "/account/profile") => "name=Tom&mail=".to_owned(),
            ("POST", "/account/password") => encode(&[("old", PASSWORD), ("password", PASSWORD)]),
            ("POST", "/account/sessions") => "do=others".to_owned(),
            ("POST", "/account/delete") => encode(&[("password", PASSWORD)]),
            ("POST", "/events/new") => {
                new_event(&owner, &[("slug", "barrow-kings"), ("tables", "/terrain/tables?seed=1")]).await.body()
            }
            ("POST", "/events/{slug}/settings") => owner.get(&path).await.form(&path).body(),
            ("POST", "/events/{slug}/state") => "state=open".to_owned(),
            ("POST", "/events/{slug}/enter") => multipart(&pasted("e", "Tom", LEGAL, "enter")),
            ("POST", "/events/{slug}/entries/{id}/desk") => "do=here".to_owned(),
            ("POST", "/events/{slug}/desk") => "do=lock-all".to_owned(),
            ("POST", "/events/{slug}/clear") => "do=clear&ids=&request=c".to_owned(),
            ("POST", "/admin/works") => {
                let army = super::harness::army().made_by(&owner).await;
                encode(&[("kind", "army"), ("id", &army.id), ("do", "hide"), ("reason", "spam")])
            }
            ("POST", "/admin/battles") => {
                let id = battle.trim_start_matches("/battles/");
                encode(&[("kind", "battle"), ("id", id), ("do", "hide"), ("reason", "spam")])
            }
            ("POST", "/admin/events") => {
                owner.submit(&new_event(&owner, &[("slug", "autumn-open")]).await).await;
                let fields = [("kind", "event"), ("id", "autumn-open"), ("do", "delete"), ("sure", "on")];
                encode(&[&fields[..], &[("reason", "spam")]].concat())
            }
            ("POST", "/admin/accounts/{id}") => "do=unlock&reason=all+well".to_owned(),
            ("POST", "/events/{slug}/rounds/new" | "/events/{slug}/rounds/{round}/pairings") => {
                owner.get(&path).await.form(&path).body()
            }
            ("POST", "/events/{slug}/rounds/{round}") => "do=publish&base=1".to_owned(),
            ("POST", "/events/{slug}/rounds/{round}/games/{table}") => {
                owner.get(&path).await.form(&path).with("end", "a-won").with("do", "keep").body()
            }
            ("POST", "/events/{slug}/staff") => "do=invite&role=helper".to_owned(),
            ("POST", "/events/{slug}/entries/{id}" | "/events/{slug}/join") => format!("key={}", link.expose()),
            ("POST", "/battles/{id}/join") => invitation.split_once('?').unwrap().1.to_owned(),
            ("POST", "/events/{slug}/delete") => encode(&[("name", "Spring Open")]),
            ("POST", "/lists/{ruleset}/{slug}/armies") => "request=list".to_owned(),
            ("POST", "/api/v1/validate") => super::harness::army().file(),
            ("POST", "/api/v1/resolve" | "/api/v1/odds") => {
                r#"{"a": {"type": "Kn", "roll": 4}, "b": {"type": "Sp", "roll": 2}}"#.to_owned()
            }
            ("POST", "/api/v1/terrain/generate") => {
                r#"{"ruleset": "d3h2", "home_terrain": "forest", "seed": 1}"#.to_owned()
            }
            ("POST", "/api/v1/terrain/check") => {
                include_str!("../../../crates/terrain/tests/data/layouts/legal--recorded.layout.json").to_owned()
            }
            _ => String::new(),
        };
        let is_multipart = [("POST", "/terrain/open"), ("POST", "/battles/open"), ("POST", "/events/{slug}/enter")]
            .contains(&(method, address));
        visit(&owner, Visit { method, path: &path, body: &body, is_multipart, status }).await;
    }
}

for_each_store! {
    async fn the_site_map_leads_a_stranger_to_pages(db: &TestDb) {
        let app = TestApp::new(db).await;
        let shown: Vec<_> = TABLE.iter().filter(|row| row.site_map == SiteMap::Shown).collect();
        assert!(shown.len() > 5);
        for row in shown {
            let reply = app.visitor().get(row.path).await;
            assert_eq!(reply.status, StatusCode::OK, "{}", row.path);
            assert!(reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html")), "{}", row.path);
        }
    }

    async fn every_address_answers_who_sends_what_belongs_there(db: &TestDb) {
        walk(db, async |owner, visit| {
            let (method, path) = (visit.method, visit.path);
            let reply = owner.send(visit.with(visit.body.to_owned())).await;
            assert_eq!(reply.status, StatusCode::from_u16(visit.status).unwrap(), "{method} {path}: {reply:?}");
            // The answer to a wrong method names the permitted ones.
            let allowed = reply.header("allow");
            assert_eq!(allowed.is_some(), visit.status == 405, "{method} {path}");
            assert!(allowed.is_none_or(|allowed| !allowed.contains(method)), "{method} {path}");
        })
        .await;
    }
}
