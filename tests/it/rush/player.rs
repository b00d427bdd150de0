//! A player with a separate browser, who keeps trying until the entry is accepted or refused.

use std::time::{Duration, Instant};

use musterfield::store::Secret;
use scraper::{Html, Selector};
use time::OffsetDateTime;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::ENTER;
use super::answer::{Answer, whole};
use crate::web::harness::{MULTIPART, multipart};

/// The time for which a browser waits before it resends a form that was not answered.
const PAUSE: Duration = Duration::from_millis(20);

/// The way a player presses the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Once,
    /// A double click: the same form over two connections at once.
    Twice,
    /// Disconnects before the answer, and sends the same form again.
    HangingUp,
}

/// A player who is about to enter.
pub(super) struct Player {
    pub(super) name: String,
    /// The unique name of the army.
    pub(super) army: String,
    manner: Manner,
    cookie: String,
    form: String,
}

/// The answers to a player.
pub(super) struct Told {
    pub(super) player: Player,
    /// When the form was sent for the first time, and when the last answer arrived.
    pub(super) sent: OffsetDateTime,
    pub(super) answered: OffsetDateTime,
    /// The redirect of each answer that accepted the entry.
    pub(super) receipts: Vec<String>,
    /// The time of each answer, from the sending that it answered.
    pub(super) took: Vec<Duration>,
    /// The number of times the answer was incomplete.
    pub(super) cut: usize,
}

/// The final answer to a form.
struct Word {
    receipt: Option<String>,
    took: Duration,
    cut: usize,
}

impl Player {
    /// Opens the form in a new browser.
    pub(super) async fn at_the_form(address: &str, name: &str, manner: Manner) -> Self {
        let page = Answer::to(address, &format!("GET {ENTER} HTTP/1.1\r\nhost: {address}\r\n"), "").await.unwrap();
        assert_eq!(page.status, 200, "{}", page.body);
        let field = Selector::parse("input[name=request]").unwrap();
        let request = Html::parse_document(&page.body).select(&field).next().unwrap().attr("value").unwrap().to_owned();
        // A browser that the site knows from before.
        let cookie = format!("musterfield_visitor={}", Secret::random().unwrap().expose());
        let army = format!("Host of {name}");
        let text = format!("Army: {army}\n1 x Hero (Gen)\n6 x Blades\n2 x Spears\n2 x Shooters\n");
        let form = multipart(&[
            ("request", &request),
            ("name", name),
            ("club", ""),
            ("mail", ""),
            ("own", ""),
            ("address", ""),
            ("text", &text),
            ("do", "enter"),
        ]);
        Self { name: name.to_owned(), army, manner, cookie, form }
    }

    /// Sends the form at that time to the first address, and any second copy to the last one. Every answer is counted.
    pub(super) async fn enter(self, addresses: Vec<String>, at: OffsetDateTime, answers: watch::Sender<usize>) -> Told {
        let wait = Duration::try_from(at - OffsetDateTime::now_utc()).unwrap_or_default();
        tokio::time::sleep(wait).await;
        let (first, last) = (&addresses[0], addresses.last().unwrap());
        let sent = OffsetDateTime::now_utc();
        let words = match self.manner {
            Manner::Once => vec![self.insist(first, &answers).await],
            Manner::Twice => {
                let (one, other) = tokio::join!(self.insist(first, &answers), self.insist(last, &answers));
                vec![one, other]
            }
            Manner::HangingUp => {
                self.hang_up(last).await;
                vec![self.insist(first, &answers).await]
            }
        };
        Told {
            sent,
            answered: OffsetDateTime::now_utc(),
            took: words.iter().map(|word| word.took).collect(),
            cut: words.iter().map(|word| word.cut).sum(),
            receipts: words.into_iter().filter_map(|word| word.receipt).collect(),
            player: self,
        }
    }

    /// Sends the form until it is accepted or refused.
    async fn insist(&self, address: &str, answers: &watch::Sender<usize>) -> Word {
        let mut cut = 0;
        loop {
            let begun = Instant::now();
            let answer = Answer::to(address, &self.head(address), &self.form).await;
            let took = begun.elapsed();
            let receipt = match answer {
                Some(answer) if answer.status == 303 => Some(answer.header("location").unwrap().to_owned()),
                Some(answer) if answer.status == 409 => {
                    assert!(answer.body.contains("The deadline has passed"), "{}", answer.body);
                    None
                }
                Some(answer) => panic!("{} to {}: {}", answer.status, self.name, answer.body),
                None => {
                    cut += 1;
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            answers.send_modify(|count| *count += 1);
            return Word { receipt, took, cut };
        }
    }

    async fn hang_up(&self, address: &str) {
        if let Ok(mut stream) = TcpStream::connect(address).await {
            let _ = stream.write_all(whole(&self.head(address), &self.form).as_bytes()).await;
        }
    }

    fn head(&self, address: &str) -> String {
        let number: u32 = self.name.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default();
        let household = std::net::Ipv4Addr::from(0x0a00_0000 + number);
        format!(
            "POST {ENTER} HTTP/1.1\r\nhost: {address}\r\nx-forwarded-for: {household}\r\ncookie: {}\r\n\
             content-type: {MULTIPART}\r\n",
            self.cookie
        )
    }

    /// The hash on the page of an entry of this player.
    pub(super) async fn hash_on(&self, address: &str, receipt: &str) -> String {
        let head = format!("GET {receipt} HTTP/1.1\r\nhost: {address}\r\ncookie: {}\r\n", self.cookie);
        let page = Answer::to(address, &head, "").await.unwrap();
        let hash = Selector::parse(".receipt .mono").unwrap();
        Html::parse_document(&page.body).select(&hash).next().unwrap().text().collect()
    }
}
