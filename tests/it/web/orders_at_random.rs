//! Orders by visitors who send anything: legal ones, those of other battles and of states that have passed, and rubbish.
//!
//! Whatever is sent is answered by a page that is no error of the server, and the record of each battle can be played
//! again. `ORDERS` is the number of orders that are sent.

use std::collections::BTreeMap;
use std::time::Instant;

use actix_web::http::StatusCode;
use musterfield_battle::notation::Written;
use musterfield_battle::record::Record;
use musterfield_battle::replay::Replay;
use musterfield_dice::Dice;
use musterfield_lists::catalogue;
use musterfield_rules::book;

use super::battles::begun;
use super::harness::{TestApp, Visitor};

/// The number of orders in a run of all tests.
const FEW: usize = 200;
/// The orders that are sent from an address.
const FROM_ONE_ADDRESS: usize = 400;
/// A battle of more orders is ended by its players.
const LONG: usize = 500;
/// Texts that are no orders, or orders for nobody.
const RUBBISH: [&str; 12] = [
    "",
    "end",
    "deploy",
    "move",
    "move A1",
    "move A1: ahead -1",
    "move A1: ahead 99999999999999999999",
    "fight A1 B1",
    "taken back : 3",
    "* words a : b",
    "\u{1F409} \u{202e}",
    "camp A at 1e308 NaN facing inf",
];

/// A battle, as somebody follows it who reads its record after every order.
struct Followed {
    path: String,
    /// The number of visitors who play it.
    players: usize,
    digest: String,
    legal: Vec<String>,
    orders: usize,
    is_over: bool,
}

impl Followed {
    async fn begun(host: &Visitor<'_>, friend: &Visitor<'_>, players: &str) -> Self {
        let path = begun(host, players).await;
        if players == "friend" {
            let invitation = host.get(&path).await.attr("#side-link", "value").unwrap();
            let asked = friend.get(&invitation).await;
            friend.submit(&asked.form(&format!("{path}/join"))).await;
        }
        let mut followed = Self {
            path,
            players: if players == "friend" { 2 } else { 1 },
            digest: String::new(),
            legal: Vec::new(),
            orders: 0,
            is_over: false,
        };
        followed.look(host).await;
        followed
    }

    /// Reads the record and plays it: a state that the rules do not allow would be found here.
    async fn look(&mut self, host: &Visitor<'_>) {
        let record = host.get(&format!("{}.battle", self.path)).await;
        assert_eq!(record.status, StatusCode::OK, "{record:?}");
        let book = book().unwrap();
        let record = Record::read(record.body_text(), book, catalogue(book).unwrap()).unwrap();
        let mut replay = Replay::new(&record);
        replay.finish().unwrap_or_else(|difference| panic!("{}: {difference:?}", self.path));
        let battle = replay.battle();
        self.digest = format!("{:016x}", battle.digest());
        self.legal = battle.legal_orders().iter().map(|order| Written { battle, order }.to_string()).collect();
        self.orders = record.steps.len();
        self.is_over = self.legal.is_empty();
    }
}

/// A text in which a letter was left out, doubled or replaced.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let numbers: Vec<usize> = (0..letters.len()).collect();
    let Some(&at) = dice.pick(&numbers) else { return String::new() };
    match dice.d6() {
        1 | 2 => drop(letters.remove(at)),
        3 => letters.insert(at, letters[at]),
        _ => letters[at] = *dice.pick(&['0', '9', 'A', 'B', ' ', '-', '.', ':', 'é']).unwrap(),
    }
    letters.into_iter().collect()
}

for_each_store! {
    async fn whatever_is_sent_as_an_order_is_answered_and_every_battle_can_be_played_again(db: &TestDb) {
        let wanted = std::env::var("ORDERS").map_or(FEW, |number| number.parse().unwrap());
        let app = TestApp::new(db).await;
        let mut visitors: Vec<Visitor<'_>> = (0..4).map(|_| app.visitor()).collect();
        let mut dice = Dice::new(24, 0);
        let mut battles = Vec::new();
        for players in ["friend", "screen", "friend", "computer"] {
            battles.push(Followed::begun(&visitors[0], &visitors[1], players).await);
        }
        let (mut answers, mut done, mut ended, began) = (BTreeMap::<u16, usize>::new(), 0, 0, Instant::now());
        let mut old = vec!["0".repeat(16)];
        for number in 0..wanted {
            // Nobody's allowance of an hour lasts for so many orders.
            if number % FROM_ONE_ADDRESS == 0 {
                let [_, a, b, c] = u32::try_from(number / FROM_ONE_ADDRESS * 4).unwrap().to_be_bytes();
                for (last, visitor) in (c..).zip(&mut visitors) {
                    visitor.move_to(&format!("10.{a}.{b}.{last}"));
                }
            }
            let host = &visitors[0];
            let at = usize::from(dice.d6() + dice.d6()) % battles.len();
            let who = if dice.d6() > 1 { &visitors[..battles[at].players] } else { &visitors };
            let visitor = dice.pick(who).unwrap();
            let order = match dice.d6() {
                6 => (*dice.pick(&RUBBISH).unwrap()).to_owned(),
                5 => {
                    let other = usize::from(dice.d6()) % battles.len();
                    dice.pick(&battles[other].legal).cloned().unwrap_or_default()
                }
                4 => damaged(&dice.pick(&battles[at].legal).cloned().unwrap_or_default(), &mut dice),
                _ => dice.pick(&battles[at].legal).cloned().unwrap_or_default(),
            };
            let battle = &mut battles[at];
            let digest = if dice.d6() > 1 { battle.digest.clone() } else { dice.pick(&old).unwrap().clone() };
            let action = match (dice.d6(), dice.d6()) {
                (6, 6) => "more",
                (6, 5) => "roll",
                (6, 4) => "nothing",
                _ if battle.legal.iter().any(|order| order.starts_with("deploy")) && dice.d6() == 1 => "deploy",
                _ => "",
            };
            let request = format!("random-{}", if dice.d6() == 1 { number / 2 } else { number });
            let fields = [("request", request.as_str()), ("digest", digest.as_str()), ("order", &order), ("do", action)];
            let answer = visitor.post(&format!("{}/orders", battle.path), &fields).await;
            *answers.entry(answer.status.as_u16()).or_default() += 1;
            assert!(
                matches!(answer.status.as_u16(), 303 | 400 | 403 | 409 | 422 | 429),
                "{order:?} {action} in {}: {answer:?}",
                battle.path
            );
            if answer.status == StatusCode::SEE_OTHER && action != "more" {
                let before = battle.orders;
                if old.len() < 100 {
                    old.push(battle.digest.clone());
                }
                battle.look(host).await;
                done += battle.orders.abs_diff(before);
            }
            if number % 50_000 == 49_999 {
                println!("{} orders, {done} carried out, {ended} battles ended: {answers:?}", number + 1);
            }
            if battle.is_over || battle.orders > LONG {
                ended += usize::from(battle.is_over);
                let gone = format!("{}/delete", battle.path);
                let form = host.get(&gone).await.form(&gone);
                assert_eq!(host.submit(&form).await.status, StatusCode::SEE_OTHER);
                *battle = Followed::begun(host, &visitors[1], dice.pick(&["friend", "screen", "computer"]).unwrap()).await;
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("{wanted} orders in {seconds:.0} s, {done} carried out, {ended} battles ended: {answers:?}");
        assert!(done > wanted / 20, "{done} of {wanted} carried out: {answers:?}");
        assert!([303, 409, 422].iter().all(|status| answers.contains_key(status)), "{answers:?}");
    }
}
