//! The table of permissions: every address with the visitors who may use it, and a forbidden visitor at each.

use actix_web::http::StatusCode;

use super::accounts::register;
use super::events::{LEGAL, new_event, pasted};
use super::harness::{TestApp, Visitor, multipart, request};

/// The visitors who may use an address; all others get the same answer everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum May {
    /// Everybody, if it is visible.
    Everybody,
    /// Holders of the work or entry.
    Holder,
    /// Signed-in visitors.
    SignedIn,
    /// Administrators.
    Admin,
    /// Helpers of the event, and higher roles.
    Helper,
    /// Organisers of the event, and its owners.
    Organiser,
    /// Owners of the event.
    Owner,
}

/// Method, address and permission. `*` at the end covers every address with this beginning that is not listed before.
const PERMISSIONS: [(&str, &str, May); 68] = [
    ("GET", "/events", May::Everybody),
    ("GET", "/events/new", May::SignedIn),
    ("POST", "/events/new", May::SignedIn),
    ("GET", "/events/{slug}", May::Everybody),
    ("GET", "/events/{slug}/enter", May::Everybody),
    ("POST", "/events/{slug}/enter", May::Everybody),
    ("GET", "/events/{slug}/entries/{id}", May::Everybody),
    ("GET", "/events/{slug}/entries/{id}/receipt.{format}", May::Holder),
    ("GET", "/events/{slug}/verify/{id}", May::Everybody),
    ("GET", "/events/{slug}/rosters.{format}", May::Helper),
    ("GET", "/events/{slug}/cribs.{format}", May::Helper),
    ("GET", "/events/{slug}/entries.{format}", May::Organiser),
    ("GET", "/events/{slug}/event.json", May::Organiser),
    // For visitors with the secret of its link.
    ("POST", "/events/{slug}/entries/{id}", May::Everybody),
    ("POST", "/events/{slug}/entries/{id}/withdraw", May::Holder),
    ("POST", "/events/{slug}/entries/{id}/desk", May::Helper),
    ("GET", "/events/{slug}/desk", May::Helper),
    ("POST", "/events/{slug}/desk", May::Helper),
    ("GET", "/events/{slug}/clear", May::Organiser),
    ("POST", "/events/{slug}/clear", May::Organiser),
    ("GET", "/events/{slug}/rounds", May::Everybody),
    ("GET", "/events/{slug}/rounds/new", May::Organiser),
    ("POST", "/events/{slug}/rounds/new", May::Organiser),
    // An unpublished round is only for the staff.
    ("GET", "/events/{slug}/rounds/{round}", May::Everybody),
    ("POST", "/events/{slug}/rounds/{round}", May::Organiser),
    ("GET", "/events/{slug}/rounds/{round}/pairings", May::Organiser),
    ("POST", "/events/{slug}/rounds/{round}/pairings", May::Organiser),
    ("GET", "/events/{slug}/rounds/{round}/pairings.{format}", May::Everybody),
    ("GET", "/events/{slug}/rounds/{round}/games/{table}", May::Helper),
    ("POST", "/events/{slug}/rounds/{round}/games/{table}", May::Helper),
    ("GET", "/events/{slug}/standings", May::Everybody),
    ("GET", "/events/{slug}/standings.{format}", May::Everybody),
    ("GET", "/events/{slug}/log", May::Organiser),
    ("GET", "/events/{slug}/staff", May::Owner),
    ("POST", "/events/{slug}/staff", May::Owner),
    // For visitors with the secret of an invitation.
    ("GET", "/events/{slug}/join", May::Everybody),
    ("POST", "/events/{slug}/join", May::Everybody),
    ("GET", "/events/{slug}/settings", May::Organiser),
    ("POST", "/events/{slug}/settings", May::Organiser),
    ("POST", "/events/{slug}/state", May::Organiser),
    ("GET", "/events/{slug}/delete", May::Owner),
    ("POST", "/events/{slug}/delete", May::Owner),
    ("GET", "/account/sign-in", May::Everybody),
    ("POST", "/account/sign-in", May::Everybody),
    ("GET", "/account/new", May::Everybody),
    ("POST", "/account/new", May::Everybody),
    ("GET", "/account/forgotten", May::Everybody),
    ("POST", "/account/forgotten", May::Everybody),
    ("GET", "/account/reset", May::Everybody),
    ("POST", "/account/reset", May::Everybody),
    ("GET", "/account/users", May::Admin),
    ("POST", "/account/users", May::Admin),
    ("GET", "/admin*", May::Admin),
    ("POST", "/admin*", May::Admin),
    ("GET", "/account*", May::SignedIn),
    ("POST", "/account*", May::SignedIn),
    // Everybody who knows the address of a work may see and copy it; only holders may change it.
    ("POST", "/armies/{id}/copy", May::Everybody),
    ("POST", "/armies/{id}/convert", May::Everybody),
    ("POST", "/terrain/{id}/copy", May::Everybody),
    ("GET", "/armies/{id}/edit", May::Holder),
    ("GET", "/armies/{id}/history", May::Holder),
    ("GET", "/armies/{id}/delete", May::Holder),
    ("GET", "/terrain/{id}/edit", May::Holder),
    ("GET", "/terrain/{id}/history", May::Holder),
    ("GET", "/terrain/{id}/delete", May::Holder),
    ("POST", "/armies/{id}/*", May::Holder),
    ("POST", "/terrain/{id}/*", May::Holder),
    ("GET", "/*", May::Everybody),
];

/// Posts by which everybody creates something new, or asks a question.
const OPEN_POSTS: [&str; 10] = [
    "/armies",
    "/armies/paste",
    "/terrain",
    "/terrain/open",
    "/lists/{ruleset}/{slug}/armies",
    "/api/v1/validate",
    "/api/v1/resolve",
    "/api/v1/odds",
    "/api/v1/terrain/check",
    "/api/v1/terrain/generate",
];

/// The permission in the table; `None` if it has none.
fn stated(method: &str, path: &str) -> Option<May> {
    let fits = |known: &str| match known.strip_suffix('*') {
        Some(beginning) => path.starts_with(beginning),
        None => known == path,
    };
    let found = PERMISSIONS.iter().find(|(known, address, _)| *known == method && fits(address));
    let open = OPEN_POSTS.contains(&path).then_some(May::Everybody);
    found.map(|(.., may)| *may).or(open)
}

/// Prints the table: `cargo test --test it -- every_address_says --nocapture`.
#[test]
fn every_address_says_who_may_go_there() {
    let mut unsaid = Vec::new();
    for (method, path) in super::sitemap::routes_of_the_program() {
        match stated(&method, &path) {
            Some(may) => println!("{method:4} {path:45} {may:?}"),
            None => unsaid.push(format!("{method} {path}")),
        }
    }
    assert!(unsaid.is_empty(), "nobody says who may go to {unsaid:?}");
}

for_each_store! {
    async fn the_wrong_person_is_turned_away_from_every_address(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, player, other, stranger) = (app.visitor(), app.visitor(), app.visitor(), app.visitor());
        register(&owner, "Olga").await;
        let form = new_event(&owner, &[]).await;
        owner.submit(&form).await;
        owner.post("/events/spring-open/state", &[("state", "open")]).await;
        // Another organiser, with a separate event, and a player with an account.
        register(&other, "Otto").await;
        other.submit(&new_event(&other, &[("slug", "autumn-open")]).await).await;
        register(&player, "Tom").await;
        player.get("/events/spring-open/enter").await;
        let entered = player.upload("/events/spring-open/enter", multipart(&pasted("e", "Tom", LEGAL, "enter"))).await;
        let entry = entered.location();
        let id = entry.rsplit('/').next().unwrap().to_owned();
        for (method, address) in super::sitemap::routes_of_the_program() {
            let may = stated(&method, &address).unwrap();
            let path = address.replace("{slug}", "spring-open").replace("{id}", &id);
            let of_event = address.starts_with("/events/{slug}");
            let send = async |who: &Visitor<'_>| {
                let kind = ("content-type", "application/x-www-form-urlencoded");
                who.send(request(&method, &path).insert_header(kind).set_payload("")).await.status.as_u16()
            };
            let signed_out = if method == "GET" { 303 } else { 401 };
            match may {
                May::SignedIn | May::Admin => assert_eq!(send(&stranger).await, signed_out, "{method} {address}"),
                May::Helper | May::Organiser | May::Owner => {
                    assert_eq!(send(&stranger).await, signed_out, "{method} {address}");
                    for who in [&player, &other] {
                        assert_eq!(send(who).await, 403, "{method} {address}");
                    }
                }
                May::Holder if of_event => {
                    for who in [&other, &stranger] {
                        assert_eq!(send(who).await, 404, "{method} {address}");
                    }
                }
                May::Everybody | May::Holder => {}
            }
            if may == May::Admin {
                assert_eq!(send(&player).await, 404, "{method} {address}");
            }
        }
        // A post from another site has no effect, whoever is signed in here.
        let foreign = request("POST", "/events/spring-open/state").insert_header(("sec-fetch-site", "cross-site"));
        let kind = ("content-type", "application/x-www-form-urlencoded");
        owner.send(foreign.insert_header(kind).set_payload("state=hidden")).await.assert_refused(StatusCode::FORBIDDEN);
        assert_eq!(stranger.get("/events/spring-open").await.status, StatusCode::OK);
    }

    async fn a_hidden_event_is_not_there_for_outsiders_at_any_address(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, player, stranger) = (app.visitor(), app.visitor(), app.visitor());
        register(&owner, "Olga").await;
        let form = new_event(&owner, &[]).await;
        owner.submit(&form).await;
        owner.post("/events/spring-open/state", &[("state", "open")]).await;
        register(&player, "Tom").await;
        player.get("/events/spring-open/enter").await;
        let entered = player.upload("/events/spring-open/enter", multipart(&pasted("e", "Tom", LEGAL, "enter"))).await;
        let id = entered.location().rsplit('/').next().unwrap().to_owned();
        let addresses = super::sitemap::routes_of_the_program();
        let of_event: Vec<_> = addresses.iter().filter(|(_, path)| path.starts_with("/events/{slug}")).collect();
        assert!(of_event.len() > 10);
        for state in ["hidden", "draft"] {
            owner.post("/events/spring-open/state", &[("state", state)]).await;
            for (method, address) in &of_event {
                let path = address.replace("{slug}", "spring-open").replace("{id}", &id);
                for who in [&player, &stranger] {
                    let kind = ("content-type", "application/x-www-form-urlencoded");
                    let reply = who.send(request(method, &path).insert_header(kind).set_payload("")).await;
                    assert_eq!(reply.status, StatusCode::NOT_FOUND, "{state}: {method} {path}");
                }
            }
        }
    }
}
