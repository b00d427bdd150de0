//! A mail server that stores the mails it receives.

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use super::*;

/// The site to which links in mails lead.
pub(super) const SITE: &str = "https://club.example.org";

/// A mail as it arrived.
pub(super) struct Mail {
    pub(super) to: String,
    /// Its text, with folded lines joined.
    pub(super) text: String,
}

pub(super) struct Server {
    address: String,
    arrived: mpsc::UnboundedReceiver<Mail>,
}

impl Server {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (keep, arrived) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, keep.clone()));
            }
        });
        Self { address, arrived }
    }

    /// The state for pages of accounts, with this server.
    pub(super) fn accounts(&self) -> Accounts {
        let mailer = Mailer::new(&format!("smtp://{}", self.address), "Club <club@example.org>", SITE.parse().unwrap());
        let mailer = mailer.unwrap();
        Accounts { mailer: Some(mailer), ..Accounts::default() }
    }

    /// The next mail.
    pub(super) async fn mail(&mut self) -> Mail {
        let waiting = tokio::time::timeout(std::time::Duration::from_secs(20), self.arrived.recv());
        waiting.await.unwrap_or_else(|_| panic!("no mail came")).unwrap()
    }
}

/// The part of SMTP that one client needs.
async fn talk(stream: TcpStream, keep: mpsc::UnboundedSender<Mail>) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 here\r\n").await.unwrap();
    let mut to = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let answer = match line.split([' ', ':']).next().unwrap_or_default() {
            "EHLO" | "MAIL" => "250 fine\r\n",
            "RCPT" => {
                to = line[line.find('<').unwrap() + 1..line.find('>').unwrap()].to_owned();
                "250 fine\r\n"
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.unwrap();
                let mut text = String::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    // Long lines are folded with a `=` at their end.
                    match line.strip_suffix('=') {
                        Some(folded) => text.push_str(folded),
                        None => text.push_str(&format!("{line}\n")),
                    }
                }
                keep.send(Mail { to: to.clone(), text: text.replace("=3D", "=") }).unwrap_or_default();
                "250 kept\r\n"
            }
            "QUIT" => return,
            _ => "500 what\r\n",
        };
        write.write_all(answer.as_bytes()).await.unwrap();
    }
}
