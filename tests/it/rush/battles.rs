//! Many battles at once on real server processes, which may be killed: every order that was acknowledged is there
//! afterwards, and none twice.
//!
//! Each battle is played by the buttons of its page. `tests/rush rush::battles` runs it at full size.

use std::time::{Duration, Instant};

use musterfield_battle::record::Record;
use musterfield_dice::Dice;
use musterfield_lists::catalogue;
use musterfield_rules::book;
use scraper::{Html, Selector};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::answer::Answer;
use super::server::Server;
use super::{kill, set};
use crate::store::harness::TestDb;

/// The time for which a browser waits before it sends a form again that was not answered.
const AGAIN: Duration = Duration::from_millis(20);

for_each_store! {
    async fn battles_at_once_are_answered_and_kept(db: &TestDb) {
        crowd(db, 0).await;
    }

    async fn servers_that_are_killed_during_battles_forget_no_order_they_have_taken(db: &TestDb) {
        crowd(db, set("RUSH_KILLS").unwrap_or(3)).await;
    }
}

/// Somebody who plays a battle by its buttons.
struct Player {
    addresses: Vec<String>,
    cookie: String,
    household: String,
    path: String,
    dice: Dice,
    against_computer: bool,
    /// The times of orders, of those that the computer answered with a bound of its own, and of the pages after them.
    orders: Vec<Duration>,
    bounds: Vec<Duration>,
    pages: Vec<Duration>,
    /// The number of orders that were acknowledged.
    acknowledged: usize,
    cut: usize,
}

/// What a page offers.
struct Offered {
    digest: String,
    request: String,
    orders: Vec<String>,
    deploys: bool,
    computer: bool,
    is_over: bool,
    /// The number of lines that the battle has.
    lines: usize,
}

fn selected(page: &Html, selector: &str, name: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).filter_map(|element| element.attr(name)).map(str::to_owned).collect()
}

fn encoded(fields: &[(&str, &str)]) -> String {
    let encode =
        |text: &str| percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    pairs.join("&")
}

impl Offered {
    fn new(body: &str) -> Self {
        let page = Html::parse_document(body);
        let first = |name: &str| {
            let selector = format!("#offers input[name={name}], form[action$='/computer'] input[name={name}]");
            selected(&page, &selector, "value").into_iter().next().unwrap_or_default()
        };
        let buttons = selected(&page, "button[name=order]", "value");
        let places = selected(&page, "#offers select[name=order] option", "value");
        Self {
            digest: first("digest"),
            request: first("request"),
            orders: [buttons, places].concat(),
            deploys: !selected(&page, "button[value=deploy]", "value").is_empty(),
            computer: !selected(&page, "form[action$='/computer']", "action").is_empty(),
            is_over: !selected(&page, ".b-won", "class").is_empty(),
            lines: selected(&page, "#table", "data-lines").first().and_then(|lines| lines.parse().ok()).unwrap_or(0),
        }
    }
}

impl Player {
    /// Begins a battle: against the computer, or alone for both sides.
    async fn begin(number: u32, addresses: &[String], against_computer: bool) -> Self {
        let mut addresses = addresses.to_vec();
        let count = addresses.len();
        addresses.rotate_left(usize::try_from(number).unwrap() % count);
        let secret = musterfield::store::Secret::random().unwrap();
        let mut player = Self {
            addresses,
            cookie: format!("musterfield_visitor={}", secret.expose()),
            household: std::net::Ipv4Addr::from(0x0a00_0000 + number).to_string(),
            path: "/battles".to_owned(),
            dice: Dice::new(u64::from(number), 7),
            against_computer,
            orders: Vec::new(),
            bounds: Vec::new(),
            pages: Vec::new(),
            acknowledged: 0,
            cut: 0,
        };
        let players = if against_computer { "computer" } else { "screen" };
        let fields = [
            ("request", secret.expose()),
            ("ruleset", "d3h2"),
            ("army_a", "ready:barrow-kings"),
            ("army_b", "ready:camelot"),
            ("players", players),
        ];
        let (answer, _) = player.insist("POST", "/battles", &encoded(&fields)).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        player.path = answer.header("location").unwrap().split('#').next().unwrap().to_owned();
        player
    }

    /// Sends a request until it is answered, and says how long the answer took.
    async fn insist(&mut self, method: &str, path: &str, body: &str) -> (Answer, Duration) {
        loop {
            // Each request may reach another process.
            self.addresses.rotate_left(1);
            let address = &self.addresses[0];
            let head = format!(
                "{method} {path} HTTP/1.1\r\nhost: {address}\r\nx-forwarded-for: {}\r\ncookie: {}\r\norigin: \
                 http://{address}\r\ncontent-type: application/x-www-form-urlencoded\r\n",
                self.household, self.cookie
            );
            let begun = Instant::now();
            match Answer::to(address, &head, body).await {
                Some(answer) if answer.status < 500 => return (answer, begun.elapsed()),
                Some(answer) => assert_eq!(answer.status, 503, "{method} {path}: {}", answer.body),
                None => self.cut += 1,
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Gives so many orders, one after the other with a pause between them, or plays to the end.
    async fn play(mut self, orders: usize, pause: Duration, answers: watch::Sender<usize>) -> Self {
        let path = self.path.clone();
        // People neither begin at the same moment nor think equally long.
        tokio::time::sleep(pause.mul_f64(self.dice.share())).await;
        // The time of the last order, and the number of lines before it.
        let mut last: Option<(Duration, usize)> = None;
        for _ in 0..orders {
            let (page, took) = self.insist("GET", &path, "").await;
            assert_eq!(page.status, 200, "{}", page.body);
            self.pages.push(took);
            // Reading takes longer than answering: it is not to hold up the clocks of the other players.
            let (offered, page) = tokio::task::spawn_blocking(move || (Offered::new(&page.body), page)).await.unwrap();
            if let Some((took, before)) = last.take() {
                let is_answered = self.against_computer && offered.lines > before + 1;
                if is_answered { &mut self.bounds } else { &mut self.orders }.push(took);
            }
            if offered.is_over {
                break;
            }
            let (address, body) = if offered.computer {
                (format!("{path}/computer"), encoded(&[("digest", &offered.digest)]))
            } else {
                let order = match self.dice.pick(&offered.orders) {
                    _ if offered.deploys => ("do", "deploy"),
                    Some(order) => ("order", order.as_str()),
                    None => panic!("nothing is offered: {}", page.body),
                };
                let fields = [("request", offered.request.as_str()), ("digest", &offered.digest), order];
                (format!("{path}/orders"), encoded(&fields))
            };
            let (answer, took) = self.insist("POST", &address, &body).await;
            assert_eq!(answer.status, 303, "{body}: {}", answer.body);
            self.acknowledged += usize::from(!offered.computer);
            last = (!offered.computer).then_some((took, offered.lines));
            answers.send_modify(|count| *count += 1);
            tokio::time::sleep(pause.mul_f64(0.5 + self.dice.share())).await;
        }
        self
    }
}

/// The times of a request for which the server does next to nothing, ten a second: those of the machine.
async fn probe(address: &str, goes_on: watch::Receiver<bool>) -> Vec<Duration> {
    let mut times = Vec::new();
    while *goes_on.borrow() {
        let begun = Instant::now();
        let head = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\n");
        if Answer::to(address, &head, "").await.is_some() {
            times.push(begun.elapsed());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    times
}

/// The number of times, and the shortest of them that all but so many of a hundred do not exceed.
fn told(mut all: Vec<Duration>) -> String {
    all.sort();
    let at = |percent: usize| {
        let place = (all.len() * percent).div_ceil(100).checked_sub(1);
        place.map_or(0, |place| all[place].as_millis())
    };
    format!("{} with p50 {} ms, p99 {} ms, slowest {} ms", all.len(), at(50), at(99), at(100))
}

/// Lets many battles go on at once, and compares the database afterwards with what the players were told.
async fn crowd(db: &TestDb, kills: usize) {
    let is_sqlite = db.url.starts_with("sqlite:");
    let mut servers = vec![Server::start(&db.url).await];
    if !is_sqlite {
        servers.push(Server::start(&db.url).await);
    }
    let addresses: Vec<String> = servers.iter().map(|server| server.address.clone()).collect();
    let battles = set("CROWD_BATTLES").unwrap_or(10);
    let against = set("CROWD_COMPUTERS").unwrap_or(1);
    let orders = set("CROWD_ORDERS").unwrap_or(12);
    let pause = Duration::from_millis(u64::try_from(set("CROWD_PAUSE").unwrap_or(20)).unwrap());
    let mut players = Vec::new();
    for number in 0..battles {
        players.push(Player::begin(u32::try_from(number).unwrap() + 1, &addresses, number < against).await);
    }
    let (answers, counted) = watch::channel(0);
    let mut playing = JoinSet::new();
    for player in players {
        playing.spawn(player.play(orders, pause, answers.clone()));
    }
    drop(answers);
    let (goes_on, seen) = watch::channel(true);
    let probing = tokio::spawn(async move { probe(&addresses[0], seen).await });
    let killing = kill(&mut servers, kills, counted);
    let (mut players, ()) = tokio::join!(playing.join_all(), killing);
    goes_on.send_replace(false);
    let probed = probing.await.unwrap();
    for player in &mut players {
        let path = format!("{}.battle", player.path);
        let (record, _) = player.insist("GET", &path, "").await;
        let record = Record::read(&record.body, book().unwrap(), catalogue(book().unwrap()).unwrap()).unwrap();
        record.check().unwrap_or_else(|difference| panic!("{path}: {difference:?}"));
        let id = player.path.rsplit('/').next().unwrap();
        let kept = db.db_texts(&format!(
            "SELECT CAST(COUNT(battle_orders.request) AS TEXT) AS value FROM battle_orders JOIN battles ON battles.id = \
             battle_orders.battle_id WHERE battles.public_id = '{id}'"
        ));
        assert_eq!(kept, [player.acknowledged.to_string()], "{path}");
    }
    let times =
        |of: fn(&Player) -> &Vec<Duration>| told(players.iter().flat_map(|player| of(player).clone()).collect());
    let cut: usize = players.iter().map(|player| player.cut).sum();
    let name = if is_sqlite { "SQLite, one server" } else { "PostgreSQL, two servers" };
    println!(
        "{name}, {kills} kills: {battles} battles, {against} against the computer; orders: {}; bounds of the \
         computer: {}; pages: {}; beside them, probes: {}; {cut} times no answer",
        times(|player| &player.orders),
        times(|player| &player.bounds),
        times(|player| &player.pages),
        told(probed)
    );
}
