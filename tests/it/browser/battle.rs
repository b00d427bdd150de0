//! Battles against the computer, played to their end: by mouse, by finger on a phone, by keyboard, and without script.
//!
//! The enemy comes by himself, so that a battle in which a side moves only in its first bounds is short.

use std::time::Duration;

use fantoccini::Locator;
use serde_json::{Value, json};

use super::harness::{Browser, ENTER, Stage, TAB};
use super::terrain::{drag, key, mouse, touch};

/// The largest number of orders of the side that is played here.
const MOST_ORDERS: usize = 250;
/// The number of moves that are made; the rest of the battle is defence.
const MOVES: usize = 6;

/// What the page shows.
pub(super) const STATE: &str = r##"
    const at = (css) => document.querySelector(css);
    const orders = [...document.querySelectorAll("#offers .b-buttons button[name=order]")].map((button) => button.value);
    return {
        won: Boolean(at(".b-won")), deploy: Boolean(at("button[value=deploy]")), camp: Boolean(at(".b-whole")),
        tiles: document.querySelectorAll(".b-tray [data-id]").length, pips: Boolean(at(".b-dice")),
        acting: at("#battle").dataset.acting.split(" ").filter((id) => id && at(`.battle .element[data-id="${id}"] .base`)),
        fight: orders.find((order) => /^(fight|shoot|bespell) /.test(order)) ?? "",
    };"##;

/// The middle of a piece, and the way from there to a place this many BW ahead of it, in pixels.
const PIECE: &str = r##"
    const piece = document.querySelector(`.battle .element[data-id="${arguments[0]}"]`);
    piece.scrollIntoView({ block: "center", behavior: "instant" });
    const box = piece.querySelector(".base").getBoundingClientRect();
    const turn = Number(/rotate\((.*)\)/.exec(piece.getAttribute("transform"))[1]) / 180 * Math.PI;
    const far = document.querySelector("svg.map g.table").getScreenCTM().a * 100 * arguments[1];
    return [box.x + box.width / 2, box.y + box.height / 2, Math.sin(turn) * far, -Math.cos(turn) * far];"##;

/// The look at the ghost has been answered.
const LOOKED: &str = "document.querySelector('.b-doit') && !document.querySelector('.b-told li')?.textContent.startsWith('…') \
    && (document.querySelector('.b-doit:not([disabled])') || document.querySelector('.b-no'))";
/// The ways of the chosen have arrived.
const CHOSEN: &str = "document.querySelector('.b-panel:not([hidden]) .b-told li, .b-panel:not([hidden]) [data-order]')";
/// Notes the state that an order is given in.
const REMEMBER: &str = "window.givenIn = document.getElementById('battle').dataset.digest";
/// The state after the order is shown.
const CHANGED: &str =
    "document.getElementById('battle').dataset.digest !== window.givenIn && !document.querySelector('[aria-busy]')";
const MAY: &str = "return Boolean(document.querySelector('.b-doit:not([disabled])'))";

/// The way in which somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    Mouse,
    Finger,
    Keys,
}

/// Begins a battle, against the plain player if the computer takes part: its battles are the shortest.
pub(super) async fn begin(browser: &Browser, players: &str) -> String {
    begin_at(browser, players, "").await
}

async fn begin_at(browser: &Browser, players: &str, level: &str) -> String {
    browser.open("/play").await;
    let fields =
        [("army_a", "ready:barrow-kings"), ("army_b", "ready:camelot"), ("players", players), ("level", level)];
    let path = browser.fill("/play", "/battles", &fields).await;
    browser.open(&path).await;
    path
}

pub(super) async fn place(browser: &Browser, id: &str, ahead: f64) -> [(f64, f64); 2] {
    let place = browser.client.execute(PIECE, vec![json!(id), json!(ahead)]).await.unwrap();
    let number = |at: usize| place[at].as_f64().unwrap();
    [(number(0), number(1)), (number(2), number(3))]
}

pub(super) fn tap(browser: &Browser, hand: Hand, at: (f64, f64)) {
    if hand == Hand::Finger {
        touch(browser, "touchStart", &[at]);
        touch(browser, "touchEnd", &[]);
    } else {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            mouse(browser, kind, at);
        }
    }
}

pub(super) fn pull(browser: &Browser, hand: Hand, from: (f64, f64), by: (f64, f64)) {
    if hand != Hand::Finger {
        drag(browser, from, by);
        return;
    }
    touch(browser, "touchStart", &[from]);
    for step in 1..=4 {
        let share = f64::from(step) / 4.0;
        touch(browser, "touchMove", &[(from.0 + by.0 * share, from.1 + by.1 * share)]);
    }
    touch(browser, "touchEnd", &[]);
}

/// Presses a button of the page, and waits for the state that answers.
pub(super) async fn press(browser: &Browser, hand: Hand, css: &str) {
    browser.ask(REMEMBER).await;
    if hand == Hand::Keys {
        browser.ask(&format!("document.querySelector(\"{css}\").focus()")).await;
        browser.keys(ENTER).await;
    } else {
        browser.click(css).await;
    }
    browser.until(CHANGED).await;
}

/// Waits for the verdict on the ghost and carries its order out; at the nearest place, if it may not stay where it is.
async fn settle(browser: &Browser, hand: Hand) -> bool {
    browser.until(LOOKED).await;
    if browser.ask(MAY).await == false {
        let nearest = Locator::XPath("//*[@class='b-do']//button[text()='Nearest place']");
        if browser.client.find_all(nearest).await.unwrap().is_empty() {
            return false;
        }
        browser.click_at(nearest).await;
        browser.until(LOOKED).await;
    }
    if browser.ask(MAY).await == false {
        return false;
    }
    press(browser, hand, ".b-doit").await;
    true
}

/// Places the camp, or the first of those who lie beside the table, somewhere in the middle of the side.
pub(super) async fn put(browser: &Browser, hand: Hand, css: &str) {
    if hand == Hand::Keys {
        browser.ask(&format!("document.querySelector(\"{css}\").focus()")).await;
        browser.keys(ENTER).await;
        browser.until(CHOSEN).await;
        key(browser, "ArrowDown", 0);
        browser.until(LOOKED).await;
        browser.ask(REMEMBER).await;
        browser.ask("document.querySelector('.b-doit').focus()").await;
        browser.keys(ENTER).await;
        browser.until(CHANGED).await;
        return;
    }
    browser.click(css).await;
    browser.until(CHOSEN).await;
    let middle = browser
        .ask(
            "document.querySelector('svg.map').scrollIntoView({ block: 'start', behavior: 'instant' });
             const box = document.querySelector('svg.map').getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height * 0.4]",
        )
        .await;
    tap(browser, hand, (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap()));
    assert!(settle(browser, hand).await, "no place for {css}");
}

/// Moves an element ahead, with its group if it has one; `false` if it may not.
async fn advance(browser: &Browser, hand: Hand, id: &str) -> bool {
    let [at, _] = place(browser, id, 1.0).await;
    if hand == Hand::Keys {
        browser.ask(&format!("document.querySelector(\".battle [data-id='{id}']\").focus()")).await;
        key(browser, "Enter", 0);
        browser.until(CHOSEN).await;
        for _ in 0..6 {
            key(browser, "ArrowUp", 0);
        }
        if browser.ask("return Boolean(document.querySelector('.b-doit'))").await == false {
            key(browser, "Escape", 0);
            return false;
        }
        browser.until(LOOKED).await;
        if browser.ask(MAY).await == false {
            return false;
        }
        browser.ask(REMEMBER).await;
        key(browser, "Enter", 0);
        browser.until(CHANGED).await;
        return true;
    }
    tap(browser, hand, at);
    browser.until(CHOSEN).await;
    let whole = Locator::XPath("//*[@class='b-do']//button[starts-with(text(), 'Whole group')]");
    if !browser.client.find_all(whole).await.unwrap().is_empty() {
        browser.click_at(whole).await;
        browser.until("document.querySelector('.b-who').textContent.includes(' and ')").await;
        browser.until(CHOSEN).await;
    }
    let [at, ahead] = place(browser, id, 1.5).await;
    pull(browser, hand, at, ahead);
    browser.until("document.querySelector('.b-doit')").await;
    browser.until(LOOKED).await;
    if browser.ask(MAY).await == false {
        return false;
    }
    press(browser, hand, ".b-doit").await;
    true
}

/// Fights a fight that a piece offers.
async fn fight(browser: &Browser, hand: Hand, order: &str) {
    let who = order.split(' ').nth(1).unwrap();
    if hand == Hand::Keys {
        browser.ask(&format!("document.querySelector(\".battle [data-id='{who}']\").focus()")).await;
        key(browser, "Enter", 0);
    } else {
        let [at, _] = place(browser, who, 1.0).await;
        tap(browser, hand, at);
    }
    browser.until("document.querySelector('.b-panel [data-order]')").await;
    press(browser, hand, ".b-panel [data-order]").await;
}

/// Plays a battle to its end, and returns the number of moves made.
pub(super) async fn play(browser: &Browser, hand: Hand) -> usize {
    browser.until("document.documentElement.dataset.battle === 'ready'").await;
    browser.ask("window.loadedOnce = true").await;
    let (mut moves, mut placed) = (0, 0);
    for _ in 0..MOST_ORDERS {
        let state = browser.ask(STATE).await;
        let is = |name: &str| state[name] == Value::Bool(true);
        let acting = state["acting"].as_array().unwrap();
        if is("won") {
            // The page was never loaded again.
            assert_eq!(browser.ask("return window.loadedOnce").await, true);
            return moves;
        }
        if is("camp") {
            put(browser, hand, ".b-whole").await;
        } else if is("deploy") && placed < 2 && state["tiles"].as_u64() > Some(0) {
            put(browser, hand, ".b-tray [data-id]").await;
            placed += 1;
        } else if is("deploy") {
            press(browser, hand, "button[value=deploy]").await;
        } else if is("pips") && moves < MOVES && !acting.is_empty() {
            let id = acting[moves % acting.len()].as_str().unwrap();
            if advance(browser, hand, id).await {
                moves += 1;
            } else {
                press(browser, hand, ".b-end").await;
            }
        } else if let Some(order) = state["fight"].as_str().filter(|order| !order.is_empty()) {
            fight(browser, hand, order).await;
        } else if browser.has(".b-end").await {
            press(browser, hand, ".b-end").await;
        } else {
            press(browser, hand, "#offers button:is([name=order], :not([name]))").await;
        }
    }
    panic!("no end after {MOST_ORDERS} orders");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_battle_is_played_to_its_end_by_mouse() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(1440, 900);
    begin(&browser, "computer").await;
    assert!(play(&browser, Hand::Mouse).await > 0);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_battle_is_played_to_its_end_by_finger_on_a_phone() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    begin(&browser, "computer").await;
    assert!(play(&browser, Hand::Finger).await > 0);
    assert_eq!(browser.ask("return document.scrollingElement.scrollWidth <= innerWidth").await, true);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_battle_is_played_to_its_end_by_keyboard() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(1440, 900);
    begin(&browser, "computer").await;
    assert!(play(&browser, Hand::Keys).await > 0);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_battle_is_played_to_its_end_without_script() {
    let stage = Stage::open();
    let browser = stage.browser_without_script().await;
    browser.screen(390, 844);
    begin_without_script(&browser).await;
    let mut moved = false;
    for _ in 0..MOST_ORDERS {
        if browser.has(".b-won").await {
            assert!(moved);
            return;
        }
        if browser.has("button[value=deploy]").await {
            browser.follow("button[value=deploy]").await;
        } else if browser.has(".b-number").await && !moved {
            browser.follow(".b-form:has(.b-number) button:not([name])").await;
            moved = true;
        } else if !moved && browser.has(".b-dice").await {
            // Somebody who may move straight ahead.
            browser.click(".b-choose .choice:first-of-type").await;
            browser.follow(".b-choose button").await;
            moved = !browser.has(".b-number").await && !browser.has("#offers .b-form select").await;
        } else if browser.has("button[value^='fight ']").await {
            browser.follow("button[value^='fight ']").await;
        } else if browser.has(".b-end").await {
            browser.follow(".b-end").await;
        } else {
            browser.follow("#offers button:is([name=order], :not([name]))").await;
        }
    }
    panic!("no end after {MOST_ORDERS} orders");
}

async fn begin_without_script(browser: &Browser) {
    browser.open("/play").await;
    browser.follow("form[action='/battles'] button.big, form[action='/battles'] button:last-of-type").await;
}

/// Brings a battle at one screen to the first moves.
async fn to_moves(browser: &Browser) -> String {
    let path = begin(browser, "screen").await;
    browser.until("document.documentElement.dataset.battle === 'ready'").await;
    for _ in 0..40 {
        let state = browser.ask(STATE).await;
        if state["pips"] == true {
            break;
        }
        if state["camp"] == true {
            put(browser, Hand::Mouse, ".b-whole").await;
        } else if state["deploy"] == true {
            press(browser, Hand::Mouse, "button[value=deploy]").await;
        } else {
            press(browser, Hand::Mouse, "#offers .b-buttons button").await;
        }
    }
    path
}

async fn orders(browser: &Browser) -> u64 {
    browser.ask("return Number(document.querySelector('.b-log ol').getAttribute('start'))").await.as_u64().unwrap()
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_double_click_a_lost_connection_and_an_old_tab_spoil_nothing() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(1440, 900);
    let path = to_moves(&browser).await;
    let acting = browser.ask(STATE).await["acting"].clone();
    let id = acting[0].as_str().unwrap().to_owned();
    // Without a connection nothing is known, and nothing is lost.
    browser.latency(None);
    let [at, ahead] = place(&browser, &id, 0.5).await;
    tap(&browser, Hand::Mouse, at);
    browser.until("document.querySelector('.b-no')?.textContent.includes('does not answer')").await;
    browser.latency(Some(0));
    key(&browser, "Escape", 0);
    tap(&browser, Hand::Mouse, at);
    browser.until("!document.querySelector('.b-no') && document.querySelector('.b-keys').textContent").await;
    pull(&browser, Hand::Mouse, at, ahead);
    browser.until("document.querySelector('.b-doit:not([disabled])')").await;
    // Two clicks are one order.
    let before = orders(&browser).await;
    browser.ask("const button = document.querySelector('.b-doit'); button.click(); button.click()").await;
    browser.until("document.querySelector('.b-panel').hidden && !document.querySelector('[aria-busy]')").await;
    assert_eq!(orders(&browser).await, before + 1);
    // Another tab has gone on: this one is told, even if it follows the battle no more.
    browser.ask("dispatchEvent(new Event('pagehide'))").await;
    browser.fill(&path, &format!("{path}/orders"), &[("order", "end")]).await;
    let given =
        "return fetch(`${location.pathname}.json`).then((answer) => answer.json()).then((battle) => battle.step)";
    let given = browser.ask(given).await.as_u64().unwrap();
    browser.ask("document.querySelector('[data-layer=zones]').click()").await;
    browser.until("document.querySelector('.b-no')?.textContent.includes('has gone on')").await;
    // Its buttons show the new state instead of doing anything.
    browser
        .ask("window.changed = false; document.addEventListener('battle-changed', () => { window.changed = true; }, { once: true })")
        .await;
    browser.click(".b-end").await;
    browser.until("window.changed").await;
    assert_eq!(orders(&browser).await, given);
    assert!(browser.text(".errors").await.contains("has gone on"));
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn the_map_is_enlarged_measured_and_overlaid_and_groups_are_lassoed() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(390, 844);
    to_moves(&browser).await;
    let id = browser.ask(STATE).await["acting"][0].as_str().unwrap().to_owned();
    // Two fingers apart make it larger, and the page stays where it is.
    let box_of = "return document.querySelector('svg.map').getAttribute('viewBox')";
    let (whole, [at, _]) = (browser.ask(box_of).await, place(&browser, &id, 0.0).await);
    let top = browser.ask("return scrollY").await;
    touch(&browser, "touchStart", &[(at.0 - 30.0, at.1), (at.0 + 30.0, at.1)]);
    for spread in [45.0, 60.0, 75.0] {
        touch(&browser, "touchMove", &[(at.0 - spread, at.1), (at.0 + spread, at.1)]);
    }
    touch(&browser, "touchEnd", &[]);
    assert_ne!(browser.ask(box_of).await, whole);
    assert_eq!(browser.ask("return scrollY").await, top);
    browser.click(".b-tools [aria-label='Whole table']").await;
    assert_eq!(browser.ask(box_of).await, whole);
    // The stick.
    browser.click(".b-over summary").await;
    browser.click("[data-tool=stick]").await;
    let [at, two] = place(&browser, &id, 2.0).await;
    pull(&browser, Hand::Finger, at, two);
    browser.until("document.querySelector('.b-stick text')").await;
    assert_eq!(browser.ask("return document.querySelector('.b-stick text').textContent").await, "2.00 BW");
    browser.click(".b-over summary").await;
    browser.click("[data-tool=stick]").await;
    // Layers come from the server, and the browser remembers which are shown.
    browser.click("[data-layer=zones]").await;
    browser.until("document.querySelectorAll('.layer.zones').length > 10").await;
    browser.click(".b-over summary").await;
    browser.reload().await;
    browser.until("document.documentElement.dataset.battle === 'ready'").await;
    browser.until("document.querySelectorAll('.layer.zones').length > 10").await;
    // A lasso around one that may act chooses it.
    browser.click("[data-tool=group]").await;
    let [at, _] = place(&browser, &id, 0.0).await;
    let corners = [(-14.0, -14.0), (14.0, -14.0), (14.0, 14.0), (-14.0, 14.0)].map(|(x, y)| (at.0 + x, at.1 + y));
    // It begins beside all pieces.
    let free = browser
        .client
        .execute(
            "return arguments[0].findIndex(([x, y]) => !document.elementFromPoint(x, y).closest('.element'))",
            vec![json!(corners)],
        )
        .await
        .unwrap();
    let start = usize::try_from(free.as_i64().unwrap()).unwrap();
    touch(&browser, "touchStart", &[corners[start]]);
    for step in 1..4 {
        touch(&browser, "touchMove", &[corners[(start + step) % 4]]);
    }
    touch(&browser, "touchEnd", &[]);
    browser.until(&format!("document.querySelector(\".battle [data-id='{id}'].b-chosen\")")).await;
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn pieces_are_buttons_with_names_and_the_ghost_is_spoken() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    browser.screen(1440, 900);
    to_moves(&browser).await;
    let on_piece = "return document.activeElement.closest('.battle .element')?.getAttribute('aria-label') ?? ''";
    let mut name = String::new();
    for _ in 0..120 {
        browser.keys(TAB).await;
        browser.ask(on_piece).await.as_str().unwrap().clone_into(&mut name);
        if !name.is_empty() {
            break;
        }
    }
    assert!(name.contains(' '), "no Tab leads to a piece: {name}");
    key(&browser, "Enter", 0);
    browser.until(CHOSEN).await;
    for (arrow, told) in
        [("ArrowUp", "Straight ahead"), ("ArrowDown", "Back where it stood"), ("ArrowLeft", "Wheel left")]
    {
        key(&browser, arrow, 0);
        browser.until(&format!("document.getElementById('b-said')?.textContent.includes('{told}')")).await;
    }
    key(&browser, "Escape", 0);
    browser.until("document.querySelector('.b-panel').hidden").await;
    assert_eq!(browser.ask(on_piece).await, name, "the focus stays on the piece");
}

/// Gives the first order that the page offers.
async fn order(browser: &Browser) {
    for css in ["button[value=deploy]", "#offers .b-buttons button", "#offers button"] {
        if browser.has(css).await {
            press(browser, Hand::Mouse, css).await;
            return;
        }
    }
    panic!("nothing is offered");
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn two_browsers_play_each_other_and_see_what_the_other_does() {
    let stage = Stage::open();
    let (host, friend) = (stage.browser().await, stage.browser().await);
    host.screen(1440, 900);
    friend.screen(390, 844);
    let path = begin(&host, "friend").await;
    let link = host.value("#side-link").await;
    friend.open(&link[link.find("/battles/").unwrap()..]).await;
    friend.follow("main form button").await;
    assert_eq!(friend.path().await, path);
    for browser in [&host, &friend] {
        browser.until("document.documentElement.dataset.battle === 'ready'").await;
        browser.ask("window.loadedOnce = true").await;
    }
    let decides = async |browser: &Browser| browser.has("#b-give").await;
    let mut turns = Vec::new();
    while turns.len() < 4 {
        let (actor, other) = if decides(&host).await { (&host, &friend) } else { (&friend, &host) };
        let before = orders_or_none(other).await;
        order(actor).await;
        // The other sees it without doing anything.
        other
            .until(&format!("Number(document.querySelector('.b-log ol')?.getAttribute('start') ?? 0) > {before}"))
            .await;
        turns.push(std::ptr::eq(actor, &host));
        host.until("document.querySelector('#b-give, .b-orders > p')").await;
        friend.until("document.querySelector('#b-give, .b-orders > p')").await;
        assert_ne!(decides(&host).await, decides(&friend).await);
    }
    assert!(turns.contains(&true) && turns.contains(&false), "{turns:?}");
    // One asks for a draw, and the other agrees: both see the end.
    host.ask("document.querySelector('.b-more').open = true").await;
    host.click("button[value=draw]").await;
    friend.until("document.querySelector('.b-question button[value=yes]')").await;
    friend.click(".b-question button[value=yes]").await;
    for browser in [&host, &friend] {
        browser.until("document.querySelector('.b-won')").await;
        assert!(browser.text(".b-won").await.contains("ended without a winner"));
        assert_eq!(browser.ask("return window.loadedOnce").await, true);
    }
}

/// The number of the last line that the page tells.
pub(super) async fn orders_or_none(browser: &Browser) -> u64 {
    let told = browser.ask("return Number(document.querySelector('.b-log ol')?.getAttribute('start') ?? 0)").await;
    told.as_u64().unwrap()
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn a_computer_that_thinks_goes_on_by_itself() {
    let stage = Stage::open();
    let browser = stage.browser().await;
    begin_at(&browser, "computer", "colonel").await;
    // The first time that the computer is to think, the site is too busy.
    let busy = "const real = window.fetch;
        window.asked = 0;
        window.fetch = (to, ...rest) => !String(to).endsWith('/computer') || window.asked++ > 0 ? real(to, ...rest)
            : Promise.resolve(new Response('<h1>Busy</h1>', { status: 503 }));";
    browser.ask(busy).await;
    // The visitor ends each part, until the computer had to think and gives the table back.
    let ends = "const button = ['button[value=deploy]', '.b-end', '#offers .b-buttons button', '#offers button']
            .map((css) => document.querySelector(css)).find(Boolean);
        if (document.querySelector('.b-thinking')) {
            window.thought = true;
            if (document.querySelector('.b-busy') && window.asked > 1) document.querySelector('.b-stop').click();
        } else button?.click();
        return Boolean(window.thought) && !document.querySelector('.b-thinking') && Boolean(button);";
    // Several thoughts may follow each other, and each takes up to eight seconds.
    browser.until_within(Duration::from_secs(120), &format!("(() => {{ {ends} }})()")).await;
    assert!(browser.ask("return window.asked").await.as_u64() > Some(1));
    assert!(!browser.has(".errors").await);
    assert!(browser.text(".b-sides").await.contains("a colonel"));
}
