//! Pages of events and accounts, with an event in play on them.

use super::harness::Browser;
use super::pages::{Page, Then};

const EVENT: &str = "/events/spring-open";
/// The owner of the event, and the administrator of the site.
const OWNER: &str = "olga-thorne";

/// Players by name and club; the first is this browser's own.
const PLAYERS: [(&str, &str); 7] = [
    ("Tom Ash", "Barrow Club"),
    ("Anna Berg", ""),
    ("Wilhelmina Featherstonehaugh-Cholmondeley", "The Old Guard of the Upper Valley"),
    ("Bert Cole", "Barrow Club"),
    ("Cara Dunn", ""),
    ("Dora Ek", "Old Guard"),
    ("Emil Frost", ""),
];

fn army(name: &str) -> String {
    format!("Host of {name}\n1 x Hero (Gen)\n6 x Blades\n2 x Spears\n2 x Shooters\n")
}

async fn enter(browser: &Browser, query: &str, name: &str, club: &str) -> String {
    let text = army(name);
    let fields = [("name", name), ("club", club), ("text", text.as_str()), ("do", "enter")];
    let page = format!("{EVENT}/enter{query}");
    browser.fill(&page, &format!("{EVENT}/enter"), &fields).await
}

async fn played(browser: &Browser, round: &str, table: u32, end: &str, lost: [&str; 2]) {
    let path = format!("{round}/games/{table}");
    let fields = [("end", end), ("a-lost", lost[0]), ("b-lost", lost[1]), ("do", "keep"), ("sure", "on")];
    browser.fill(&path, &path, &fields).await;
}

/// Plays an event up to the middle of its second round and returns its pages, as its owner, who also plays, sees them;
/// and those of accounts and of administrators.
pub(crate) async fn event_pages(browser: &Browser) -> Vec<Page> {
    browser.sign_in_administrator(OWNER).await;
    let about = "## Timetable\n\n- 9:30 check in\n- 10:00 round one\n\nTea is free.";
    let fields = [
        ("name", "Spring Open"),
        ("slug", "spring-open"),
        ("place", "Guildhall, York"),
        ("first_day", "2099-04-03"),
        ("last_day", "2099-04-04"),
        ("deadline_day", "2099-03-25"),
        ("places", "7"),
        ("text", about),
        ("limit-0-of", "Dragons, Gods"),
        ("limit-0-most", "0"),
        ("limit-0-why", "mortals only"),
        ("tables", "/terrain/tables?count=6&seed=5"),
        ("do", "make"),
    ];
    browser.fill("/events/new", "/events/new", &fields).await;
    browser.post(&format!("{EVENT}/state"), &[("state", "open")]).await;
    browser.post("/account/sign-out", &[]).await;
    let own = enter(browser, "", PLAYERS[0].0, PLAYERS[0].1).await;
    browser.sign_in(OWNER).await;
    for (name, club) in &PLAYERS[1..] {
        enter(browser, "?player=new", name, club).await;
    }
    // A second version, which is returned to the player.
    let changed = army("Tom Ash").replace("6 x Blades", "5 x Blades").replace("2 x Spears", "3 x Spears");
    let change = [("text", changed.as_str()), ("do", "enter")];
    let id = own.rsplit('/').next().unwrap_or_default().to_owned();
    browser.fill(&format!("{EVENT}/enter?player={id}"), &format!("{EVENT}/enter"), &change).await;
    browser.post(&format!("{own}/desk"), &[("do", "return:2"), ("text", "Please name your general.")]).await;
    browser.post(&format!("{EVENT}/desk"), &[("do", "accept-all")]).await;
    enter(browser, "?player=new", "Greta Hill", "").await;
    browser.post(&format!("{EVENT}/state"), &[("state", "running")]).await;
    let draw = format!("{EVENT}/rounds/new");
    let first = browser.fill(&draw, &draw, &[("lot", "7")]).await;
    let line = [("note", "Dice down at 11:30"), ("base", "1"), ("do", "note")];
    browser.post(&first, &line).await;
    browser.post(&first, &[("base", "2"), ("do", "publish")]).await;
    played(browser, &first, 1, "a-won", ["2.5", "12"]).await;
    played(browser, &first, 2, "drawn", ["8", "6"]).await;
    played(browser, &first, 3, "b-absent", ["", ""]).await;
    let second = browser.fill(&draw, &draw, &[("lot", "8")]).await;
    browser.post(&second, &[("base", "1"), ("do", "publish")]).await;
    played(browser, &second, 1, "b-won", ["14", "3"]).await;

    for (act, reason) in [("hide", "Copied from a club that does not want it here"), ("show", "It was the wrong event")]
    {
        let fields = [("kind", "event"), ("id", "spring-open"), ("do", act), ("reason", reason)];
        browser.post("/admin/events", &fields).await;
    }

    let plain = |name: &'static str, path: String| Page::new(name, &path, Then::Nothing);
    vec![
        plain("event-list", "/events".to_owned()),
        plain("event-new", "/events/new".to_owned()),
        plain("event-show", EVENT.to_owned()),
        Page::new("event-settings", &format!("{EVENT}/settings"), Then::Unfold),
        plain("event-enter", format!("{EVENT}/enter")),
        Page::new("event-checked", &format!("{EVENT}/enter?player=new"), Then::CheckArmy),
        plain("event-entry", own.clone()),
        plain("event-desk", format!("{EVENT}/desk")),
        plain("event-clear", format!("{EVENT}/clear?which=all")),
        plain("event-log", format!("{EVENT}/log")),
        plain("event-staff", format!("{EVENT}/staff")),
        plain("event-delete", format!("{EVENT}/delete")),
        plain("round-done", first.clone()),
        Page::new("round-now", &second, Then::Unfold),
        Page::new("round-draw", &draw, Then::Unfold),
        plain("round-by-hand", format!("{second}/pairings")),
        plain("round-result", format!("{second}/games/2")),
        plain("standings", format!("{EVENT}/standings")),
        plain("account", "/account".to_owned()),
        plain("account-forgotten", "/account/forgotten".to_owned()),
        plain("account-delete", "/account/delete".to_owned()),
        plain("admin-find", "/admin".to_owned()),
        plain("admin-found", format!("/admin?find={EVENT}")),
        plain("admin-users", "/account/users".to_owned()),
        plain("admin-log", "/admin/log".to_owned()),
    ]
}
