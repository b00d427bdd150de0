//! An event from its creation to its last table, as people use it in their browsers.

use std::collections::BTreeMap;

use fantoccini::Locator;
use tempfile::NamedTempFile;

use super::harness::{Browser, Stage};
use crate::web::harness::army;

const EVENT: &str = "/events/spring-open";
const ARMY: &str = "Host of the Mere\n1 x Hero (Gen)\n6 x Blades\n2 x Spears\n2 x Shooters\n";
const ILLEGAL: &str = "Wyrms\n1 x Hero (Gen)\n2 x Dragons\n4 x Blades\n";
/// The players who paste an army in time.
const PASTE: [&str; 3] = ["Emil", "Fritz", "Greta"];

/// Sets the date of a field, which each browser displays in its own way.
async fn date(browser: &Browser, id: &str, day: &str) {
    browser.ask(&format!("document.getElementById('{id}').value = '{day}'")).await;
}

/// Opens the folded settings of an event that have this field.
async fn unfold(browser: &Browser, field: &str) {
    browser.click(&format!(".event-form details:not([open]):has({field}) > summary")).await;
}

/// Fills in the player's details, in a browser without cookies.
async fn newcomer(browser: &Browser, name: &str) {
    browser.client.delete_all_cookies().await.unwrap();
    browser.open(EVENT).await;
    browser.follow(".army-actions a[href$='/enter']").await;
    browser.write("#name", name).await;
}

async fn paste(browser: &Browser, name: &str, text: &str) {
    newcomer(browser, name).await;
    browser.write("#text-1", text).await;
    browser.follow("button[value=enter]").await;
}

async fn is_entered(browser: &Browser) {
    assert!(browser.path().await.contains("/entries/"), "{}", browser.text("main").await);
    assert!(browser.text(".flash").await.starts_with("You have entered."));
}

/// The organiser creates an account and an event, and opens it.
async fn make_event(organiser: &Browser) {
    organiser.open("/account/new").await;
    organiser.write("#name", "Olga Thorne").await;
    organiser.write("#password", "four words are easy").await;
    organiser.follow("main form button").await;
    organiser.open("/events").await;
    organiser.follow("main a[href='/events/new']").await;
    organiser.write("#name", "Spring Open").await;
    unfold(organiser, "#slug").await;
    organiser.write("#slug", "spring-open").await;
    organiser.write("#zone", "Asia/Tokyo").await;
    organiser.write("#place", "York").await;
    date(organiser, "first_day", "2099-04-03").await;
    date(organiser, "deadline_day", "2099-03-25").await;
    unfold(organiser, "#limit-0-of").await;
    organiser.write("#limit-0-of", "Dragons").await;
    organiser.write("#limit-0-most", "0").await;
    unfold(organiser, "#tables").await;
    organiser.write("#tables", "/terrain/tables?count=4&seed=5").await;
    organiser.follow(".event-form > .buttons button").await;
    assert_eq!(organiser.text("h1").await, "Spring Open");
    // Eight in the evening where it is played is another time for this browser, which is not in Japan.
    let deadline = organiser.text(".facts time").await;
    let (there, here) = deadline.split_once(", which is ").unwrap();
    assert_eq!(there, "25 Mar 2099, 20:00 JST (Asia/Tokyo)");
    assert!(here.ends_with("on your clock") && !here.contains("20:00"), "{here}");
    organiser.follow(".steps button[value=open]").await;
}

/// Players enter: with one of their own armies, one by its address, a file, pasted text. One is illegal, and is
/// corrected.
async fn enter(player: &Browser) {
    // From the player's own armies.
    player.client.delete_all_cookies().await.unwrap();
    player.open("/armies/new").await;
    let text = [("request", "own"), ("ruleset", "d3h2"), ("do", "keep"), ("text", ARMY)];
    let own = player.post("/armies/paste", &text).await;
    player.open(&format!("{EVENT}/enter")).await;
    player.write("#name", "Anna").await;
    player.click("#own-1 option:nth-child(2)").await;
    player.follow("button[value=enter]").await;
    is_entered(player).await;
    // By address.
    newcomer(player, "Bert").await;
    player.write("#address-1", own.trim_end_matches("/edit")).await;
    player.follow("button[value=enter]").await;
    is_entered(player).await;
    // A file.
    newcomer(player, "Carl").await;
    let file = NamedTempFile::with_suffix(".army.json").unwrap();
    std::fs::write(file.path(), army().file()).unwrap();
    let field = player.client.find(Locator::Css("#file-1")).await.unwrap();
    field.send_keys(file.path().to_str().unwrap()).await.unwrap();
    player.follow("button[value=enter]").await;
    is_entered(player).await;
    // Pasted, and illegal here.
    paste(player, "Dora", ILLEGAL).await;
    assert!(player.text("#said").await.contains("cannot be entered as it is"), "{}", player.text("main").await);
    player.write("#text-1", ARMY).await;
    player.follow("button[value=enter]").await;
    is_entered(player).await;
    for name in PASTE {
        paste(player, name, ARMY).await;
        is_entered(player).await;
    }
    // The last player learns that the army would be accepted, and returns too late.
    newcomer(player, "Lena").await;
    player.write("#text-1", ARMY).await;
    player.follow("button[value=check]").await;
    assert!(player.text("#said").await.contains("Legal here"), "{}", player.text("#said").await);
}

/// The deadline passes; later entries are refused until the organiser allows them.
async fn come_too_late(organiser: &Browser, player: &Browser) {
    organiser.open(&format!("{EVENT}/settings")).await;
    date(organiser, "deadline_day", "2026-01-02").await;
    organiser.follow(".event-form > .buttons button").await;
    player.follow("button[value=enter]").await;
    assert!(player.text(".notice").await.contains("deadline has passed"), "{}", player.text("main").await);
    assert_eq!(player.value("#name").await, "Lena");
    organiser.open(&format!("{EVENT}/settings")).await;
    unfold(organiser, "[name=late]").await;
    organiser.click("input[name=late]").await;
    organiser.follow(".event-form > .buttons button").await;
    player.follow("button[value=enter]").await;
    assert!(player.text(".flash").await.contains("marked as late"), "{}", player.text("main").await);
}

/// At the desk: all entries are accepted and checked in, and now everybody sees the lists.
async fn sit_at_the_desk(organiser: &Browser, player: &Browser) {
    organiser.open(&format!("{EVENT}/desk")).await;
    assert_eq!(organiser.ask("return document.querySelectorAll('.desk tbody tr').length").await, 8);
    organiser.follow("button[value=accept-all]").await;
    // Players who entered before the deadline was moved are in time.
    organiser.follow("a[href$='show=late']").await;
    assert_eq!(organiser.ask("return document.querySelectorAll('.desk tbody tr').length").await, 1);
    for left in (0..8).rev() {
        organiser.open(&format!("{EVENT}/desk?show=absent")).await;
        organiser.follow(".desk button[value^='here:']").await;
        let absent = organiser.ask("return document.querySelectorAll('.desk tbody tr').length").await;
        assert_eq!(absent, left);
    }
    organiser.open(EVENT).await;
    organiser.follow(".steps button[value=closed]").await;
    player.client.delete_all_cookies().await.unwrap();
    player.open(EVENT).await;
    assert_eq!(player.ask("return document.querySelectorAll('.players tbody a').length").await, 8);
    player.follow(".players tbody a").await;
    assert!(player.has(".entry-army").await);
}

/// Draws up, publishes and plays a round. On each table the player whose name is first in the alphabet wins and loses 2
/// AP; the other loses 12.
async fn play(organiser: &Browser, player: &Browser, number: usize, wins: &mut BTreeMap<String, i64>) {
    organiser.open(&format!("{EVENT}/rounds/new")).await;
    organiser.follow("main form .buttons button").await;
    assert_eq!(organiser.text("h1").await, format!("Round {number}"));
    let met = "return [...document.querySelectorAll('.round-desk ~ .notice li')].map((at) => at.textContent)";
    assert_eq!(organiser.ask(met).await, serde_json::json!([]), "nobody meets again");
    organiser.follow("button[value=publish]").await;
    // A spectator sees it on a phone, with the battlefields.
    player.open(&format!("{EVENT}/rounds")).await;
    assert_eq!(player.text("h1").await, format!("Round {number}"));
    assert_eq!(player.ask("return document.querySelectorAll('.game .battlefield').length").await, 4);
    for table in 1..=4 {
        organiser.follow(&format!("#table-{table} .game-side .button")).await;
        let names = organiser
            .ask("return [...document.querySelectorAll('.result-sides legend')].map((at) => at.textContent)")
            .await;
        let names: Vec<String> = serde_json::from_value(names).unwrap();
        let first = names[0] < names[1];
        let (winner, won, lost) = if first { (&names[0], "a", "b") } else { (&names[1], "b", "a") };
        organiser.write(&format!("#{won}-lost"), "2").await;
        organiser.write(&format!("#{lost}-lost"), "12").await;
        organiser.click(&format!("input[value={won}-won]")).await;
        organiser.follow("button[value=keep]").await;
        *wins.entry(winner.clone()).or_default() += 5;
        for name in names {
            wins.entry(name).or_default();
        }
    }
    assert_eq!(organiser.text(".round-count").await, "All results are in.");
    // A visitor with the page open sees it too, on looking again.
    assert_eq!(player.text(".round-count").await, "4 games.");
    player.ask("document.dispatchEvent(new Event('visibilitychange'))").await;
    player.until("document.querySelector('.round-count').textContent.trim() === 'All results are in.'").await;
    assert_eq!(player.ask("return document.querySelectorAll('.seat.won').length").await, 4);
}

#[tokio::test]
#[ignore = "needs a browser"]
async fn an_event_is_played_from_the_first_word_to_the_last_table() {
    let stage = Stage::open();
    let (organiser, player) = (stage.browser().await, stage.browser().await);
    player.screen(390, 844);
    make_event(&organiser).await;
    enter(&player).await;
    come_too_late(&organiser, &player).await;
    sit_at_the_desk(&organiser, &player).await;
    organiser.open(EVENT).await;
    organiser.follow(".steps button[value=running]").await;
    let mut wins = BTreeMap::new();
    for number in 1..=3 {
        play(&organiser, &player, number, &mut wins).await;
    }
    player.open(&format!("{EVENT}/standings")).await;
    let rows = "return [...document.querySelectorAll('.standings tbody tr')].map((row) =>
        [row.querySelector('th span').textContent, Number(row.querySelector('[data-name=Score]').textContent)])";
    let shown: Vec<(String, i64)> = serde_json::from_value(player.ask(rows).await).unwrap();
    assert_eq!(shown.iter().cloned().collect::<BTreeMap<_, _>>(), wins);
    assert_eq!(wins.len(), 8);
    // Anna is first in the alphabet and has won everything.
    assert_eq!((wins["Anna"], shown[0].1), (15, 15));
    assert!(shown.is_sorted_by_key(|(_, score)| -score));
    let wide = player.ask("return document.scrollingElement.scrollWidth").await;
    assert_eq!(wide, 390);
    organiser.open(EVENT).await;
    organiser.follow(".steps button[value=done]").await;
    assert!(organiser.text(".eyebrow").await.contains("finished"));
}
