//! A forbidden visitor at every address, as the route table defines its permitted visitors.

use actix_web::http::StatusCode;
use musterfield::web::routes::May;

use super::accounts::register;
use super::events::{LEGAL, new_event, pasted};
use super::harness::{TestApp, Visitor, multipart, request};
use super::sitemap::{Route, routes_of_the_program};

/// Prints the table: `cargo test --test it -- every_address_says --nocapture`.
#[test]
fn every_address_says_who_may_go_there() {
    for Route { method, path, may } in routes_of_the_program() {
        println!("{method:4} {path:45} {may:?}");
        let of_event = path.starts_with("/events/{slug}");
        assert!(of_event || !matches!(may, May::Helper | May::Organiser | May::Owner), "{path} has no staff");
        assert!(method == "GET" || !path.ends_with("/edit") || may == May::Holder, "{path} changes a work");
        assert!(may == May::Admin || !path.starts_with("/admin"), "{path} is for administrators");
    }
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
        for Route { method, path: address, may } in routes_of_the_program() {
            let path = address.replace("{slug}", "spring-open").replace("{id}", &id);
            let of_event = address.starts_with("/events/{slug}");
            let send = async |who: &Visitor<'_>| {
                let kind = ("content-type", "application/x-www-form-urlencoded");
                who.send(request(method, &path).insert_header(kind).set_payload("")).await.status.as_u16()
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
                May::Token => assert_eq!(send(&stranger).await, 404, "{method} {address}"),
                May::Everybody | May::Secret | May::Holder => {}
            }
            if may == May::Admin {
                assert_eq!(send(&player).await, 404, "{method} {address}");
            }
        }
        // A post from another site has no effect, even with an account signed in here.
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
        let of_event: Vec<_> =
            routes_of_the_program().filter(|route| route.path.starts_with("/events/{slug}")).collect();
        assert!(of_event.len() > 10);
        for state in ["hidden", "draft"] {
            owner.post("/events/spring-open/state", &[("state", state)]).await;
            for Route { method, path: address, .. } in &of_event {
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
