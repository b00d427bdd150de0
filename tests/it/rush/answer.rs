//! A request over a connection of its own, and its complete answer.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A request with its length.
pub(super) fn whole(head: &str, body: &str) -> String {
    format!("{head}connection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// A complete answer.
pub(super) struct Answer {
    pub(super) status: u16,
    head: String,
    pub(super) body: String,
}

impl Answer {
    /// Sends a request over a connection of its own; `None` if the answer is incomplete.
    pub(super) async fn to(address: &str, head: &str, body: &str) -> Option<Self> {
        let mut stream = TcpStream::connect(address).await.ok()?;
        stream.set_nodelay(true).ok()?;
        stream.write_all(whole(head, body).as_bytes()).await.ok()?;
        let mut bytes = Vec::new();
        // However it ends, the length shows whether it is complete.
        let _ = stream.read_to_end(&mut bytes).await;
        let (head, body) = std::str::from_utf8(&bytes).ok()?.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let answer = Self { status, head: head.to_owned(), body: body.to_owned() };
        let length: usize = answer.header("content-length")?.parse().ok()?;
        (answer.body.len() == length).then_some(answer)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let fitting = |line: &'_ str| line.split_once(": ").is_some_and(|(known, _)| known.eq_ignore_ascii_case(name));
        self.head.lines().find(|line| fitting(line)).and_then(|line| line.split_once(": ")).map(|(_, value)| value)
    }
}
