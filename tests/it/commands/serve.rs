//! `musterfield serve`, and the data that remain when it is killed.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use super::Shell;

/// A running server; killed when it goes out of scope, as if the power failed.
pub(super) struct Server {
    child: Child,
    address: String,
}

impl Server {
    pub(super) fn start(shell: &Shell, arguments: &[&str]) -> Self {
        let mut child = shell.command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Musterfield is at http://").unwrap().to_owned();
        Self { child, address }
    }

    /// Sends a raw request and returns the whole answer.
    fn ask(&self, request: &str) -> String {
        Self::ask_at(&self.address, request)
    }

    fn ask_at(address: &str, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    pub(super) fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address))
    }

    pub(super) fn post(&self, path: &str, body: &str) -> String {
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\
             content-type: application/x-www-form-urlencoded\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn armies_outlive_a_server_that_is_killed() {
    let shell = Shell::new();
    let server = Server::start(&shell, &["--bind", "127.0.0.1:0"]);
    assert!(server.get("/healthz").ends_with("\r\n\r\nok\n"));
    let made = server.post("/armies", "request=one&ruleset=d3h2&name=Survivors&points=24&list=");
    let location = made.lines().find_map(|line| line.strip_prefix("location: ")).unwrap();
    let path = location.trim_end_matches("/edit").to_owned();
    drop(server);
    assert!(super::is_file(&shell.path("musterfield.sqlite")));
    let server = Server::start(&shell, &["serve", "--bind", "127.0.0.1:0", "--workers", "1"]);
    let page = server.get(&path);
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<title>Survivors"), "{page}");
}

#[test]
fn a_server_that_cannot_begin_says_why() {
    let shell = Shell::new();
    let server = Server::start(&shell, &["serve", "--bind", "127.0.0.1:0"]);
    for (arguments, said) in [
        (&["serve", "--bind", &server.address][..], "--bind "),
        (&["serve", "--bind", "here"], "--bind here"),
        (&["serve", "--database", "mysql://here"], "--database: "),
        (&["serve", "--database", "sqlite:no/such/folder/a.sqlite"], "no/such/folder/a.sqlite"),
        (&["serve", "--smtp", "smtp://mail.example"], "--smtp needs --mail-from"),
        (&["serve", "--smtp", "smtp://mail.example", "--mail-from", "a@b.example"], "--smtp needs --public-url"),
    ] {
        let ended = shell.run(arguments);
        assert_eq!(ended.code, 2, "{arguments:?}: {}", ended.err);
        assert!(ended.err.lines().last().unwrap().contains(said), "{arguments:?}: {}", ended.err);
    }
}

#[test]
fn the_address_of_the_site_is_a_scheme_and_a_host_and_nothing_else() {
    let shell = Shell::new();
    for address in ["armies.example.org", "https://armies.example.org/field", "https://user@armies.example.org", ""] {
        let ended = shell.run(&["serve", "--bind", "127.0.0.1:0", "--public-url", address]);
        assert_eq!(ended.code, 2, "{address}: {}", ended.err);
        assert!(
            ended.err.contains("--public-url") && ended.err.contains("https://armies.example.org"),
            "{}",
            ended.err
        );
    }
}

#[test]
fn a_server_without_tls_says_what_that_means_and_one_behind_tls_does_not() {
    let shell = Shell::new();
    for (site, says) in [("http://club.example", true), ("https://club.example", false)] {
        let arguments = ["serve", "--bind", "127.0.0.1:0", "--public-url", site];
        let mut child = shell.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // This is printed before the address.
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("Musterfield is at "), "{line}");
        child.kill().unwrap();
        child.wait().unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said.contains("can read passwords, cookies and edit links"), says, "{site}: {said}");
        // Colours are for terminals, and this is a pipe.
        assert!(!said.contains('\u{1b}'), "{said:?}");
    }
}

#[test]
fn whoever_runs_a_site_reads_its_metrics_and_its_log_by_program() {
    let shell = Shell::new();
    let options = ["serve", "--bind", "127.0.0.1:0", "--metrics-bind", "127.0.0.1:0", "--log-format", "json"];
    let mut child = shell.command(&options).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = |before: &str| lines.next().unwrap().unwrap().strip_prefix(before).unwrap().to_owned();
    let (address, metrics) = (next("Musterfield is at http://"), next("Metrics are at http://"));
    let log = BufReader::new(child.stderr.take().unwrap());
    let server = Server { child, address };
    assert!(server.get("/readyz").ends_with("\r\n\r\nready\n"));
    // Visitors cannot see the metrics.
    assert!(server.get("/metrics").starts_with("HTTP/1.1 404 "));
    let counted = Server::ask_at(metrics.strip_suffix("/metrics").unwrap(), "GET /metrics HTTP/1.0\r\n\r\n");
    assert!(counted.contains("musterfield_answers_total{route=\"/readyz\",status=\"200\"} 1"), "{counted}");
    assert!(counted.contains("musterfield_disk_free_bytes "), "{counted}");
    drop(server);
    let lines: Vec<String> = log.lines().map(Result::unwrap).collect();
    assert!(lines.iter().any(|line| line.contains("open files")), "{lines:?}");
    for line in lines {
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert!(line["level"].is_string() && line["timestamp"].is_string(), "{line}");
    }
}
