//! Events: run by an organiser, entered by players.

use actix_web::http::StatusCode;

use super::accounts::{PASSWORD, made, register, sign_in};
use super::harness::{Form, Reply, TestApp, Visitor, army, multipart, with_file};

mod approval;
mod building;
mod desk;
mod enter;
mod export;
mod own_lists;
mod papers;
mod played;
mod rounds;
mod rows;
mod settings;
mod verify;

/// An army that is legal everywhere here.
pub(super) const LEGAL: &str = "Host of the Barrow\n1 x Hero (Gen)\n6 x Blades\n2 x Spears\n2 x Shooters\n";

/// The form of a new event with its required fields, and these changes.
pub(super) async fn new_event(organiser: &Visitor<'_>, fields: &[(&str, &str)]) -> Form {
    let mut form = organiser.get("/events/new").await.form("/events/new");
    let usual = [("name", "Spring Open"), ("slug", "spring-open"), ("first_day", "2099-04-01"), ("place", "York")];
    for (name, value) in usual.iter().chain(fields) {
        form = form.with(name, value);
    }
    form
}

/// An organiser with an open event.
async fn open_event<'a>(app: &'a TestApp, fields: &[(&str, &str)]) -> Visitor<'a> {
    let organiser = app.visitor();
    register(&organiser, "Olga the Organiser").await;
    let form = new_event(&organiser, fields).await;
    let page = organiser.submit(&form).await;
    let page = organiser.follow(page).await;
    assert_eq!(page.text("h1"), "Spring Open");
    set_state(&organiser, "open").await;
    organiser
}

async fn set_state(organiser: &Visitor<'_>, state: &str) {
    let reply = organiser.post("/events/spring-open/state", &[("state", state)]).await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?}");
}

/// The form of a player who pastes an army.
pub(super) fn pasted<'a>(request: &'a str, name: &'a str, text: &'a str, button: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("request", request),
        ("name", name),
        ("club", ""),
        ("mail", ""),
        ("own", ""),
        ("address", ""),
        ("text", text),
        ("do", button),
    ]
}

/// Enters a player with a pasted army and returns the address of the entry.
async fn enter(player: &Visitor<'_>, name: &str, text: &str) -> String {
    // The page gives the browser its secret.
    player.get("/events/spring-open/enter").await;
    let fields = pasted(name, name, text, "enter");
    let reply = player.upload("/events/spring-open/enter", multipart(&fields)).await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?} {:?}", reply.texts(".problem"));
    reply.location()
}

/// Creates a link to join the staff and returns its path.
async fn invitation(owner: &Visitor<'_>, role: &str) -> String {
    let page = owner.post("/events/spring-open/staff", &[("do", "invite"), ("role", role)]).await;
    let address = page.attr("#link", "value").unwrap();
    address[address.find("/events").unwrap()..].to_owned()
}

/// Puts a signed-in visitor on the staff.
pub(super) async fn join(owner: &Visitor<'_>, who: &Visitor<'_>, role: &str) {
    let link = invitation(owner, role).await;
    let form = who.get(&link).await.form("/events/spring-open/join");
    assert_eq!(who.submit(&form).await.status, StatusCode::SEE_OTHER);
}
