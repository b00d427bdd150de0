//! A real nginx, configured as the README describes.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use actix_web::web::Data;
use musterfield::web::server::serve;
use musterfield::web::state::AppState;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;

use super::harness::{encode, state};
use crate::store::harness::TestDb;

/// The program.
fn nginx() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    // Not every PATH includes the system's programs.
    folders.push("/usr/sbin".into());
    let found = folders.into_iter().map(|folder| folder.join("nginx")).find(|program| program.is_file());
    found.unwrap_or_else(|| panic!("nginx is not installed; tests/install brings it"))
}

/// The configuration block of the README, with another port behind it.
fn block(program: SocketAddr) -> String {
    let readme = include_str!("../../../README.md");
    let block = readme.split("```nginx\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(block.contains("http://127.0.0.1:8080;"), "{block}");
    block.replace("127.0.0.1:8080", &program.to_string())
}

/// A running nginx; it ends when this goes out of scope.
struct Nginx {
    program: PathBuf,
    folder: TempDir,
    address: SocketAddr,
}

impl Nginx {
    fn start(program: PathBuf, block: &str) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let folder = TempDir::new().unwrap();
        let here = folder.path().display();
        let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let temporary: String = kinds.iter().map(|kind| format!("{kind}_temp_path {here}/{kind};\n")).collect();
        let settings = format!(
            "user root root;\nworker_processes 1;\npid {here}/pid;\nerror_log {here}/errors;\nevents {{}}\n\
             http {{\naccess_log off;\n{temporary}server {{\nlisten {address};\n{block}}}\n}}\n"
        );
        fs::write(folder.path().join("settings"), settings).unwrap();
        let nginx = Self { program, folder, address };
        // It goes to the background once it listens.
        let started = nginx.run(&[]);
        assert!(started.status.success(), "{started:?}");
        nginx
    }

    fn run(&self, more: &[&str]) -> Output {
        let at = |name: &str| Path::new(self.folder.path()).join(name);
        let mut command = Command::new(&self.program);
        command.arg("-p").arg(self.folder.path()).arg("-e").arg(at("errors")).arg("-c").arg(at("settings"));
        command.args(more).output().unwrap()
    }

    /// Sends a request from an address of this machine and returns the whole answer.
    async fn ask(&self, from: [u8; 4], head: &str, body: &str) -> String {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((Ipv4Addr::from(from), 0).into()).unwrap();
        let mut stream = socket.connect(self.address).await.unwrap();
        let length = body.len();
        let request = format!("{head}connection: close\r\ncontent-length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        self.run(&["-s", "stop"]);
    }
}

/// The headers of a visitor who pretends to be somebody else.
const FORGED: &str = "x-forwarded-for: 203.0.113.9\r\nx-forwarded-proto: https\r\nx-forwarded-host: evil.example\r\n\
                      forwarded: for=203.0.113.9;host=evil.example;proto=https\r\n";

#[tokio::test]
#[ignore = "needs nginx"]
async fn behind_nginx_as_the_readme_has_it_address_scheme_and_host_are_right_and_no_forged_ones_count() {
    let program = nginx();
    let db = TestDb::sqlite();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let behind = listener.local_addr().unwrap();
    let proxies = ["127.0.0.1".parse().unwrap()].into_iter().collect();
    let state = AppState { proxies, ..Arc::into_inner(state(&db.store, None).into_inner()).unwrap() };
    let server = serve(Data::new(state), listener, Some(1)).unwrap();
    let handle = server.handle();
    let running = tokio::spawn(server);
    let nginx = Nginx::start(program, &block(behind));

    // Host and scheme appear in the address of a page.
    let page = nginx.ask([127, 0, 0, 2], &format!("GET /odds HTTP/1.1\r\nhost: Field.example\r\n{FORGED}"), "").await;
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("http://field.example/odds"), "{page}");
    assert!(!page.contains("evil.example") && !page.contains("https://field.example"), "{page}");
    // Cookies of a connection without TLS do not demand it.
    let form = encode(&[("request", "r"), ("ruleset", "d3h2"), ("points", "24")]);
    let head = "POST /armies HTTP/1.1\r\nhost: field.example\r\norigin: http://field.example\r\n\
                content-type: application/x-www-form-urlencoded\r\n";
    let page = nginx.ask([127, 0, 0, 2], &format!("{head}{FORGED}"), &form).await;
    assert!(page.contains("musterfield_visitor=") && !page.contains("; Secure"), "{page}");
    // Passwords are counted by the visitor's real address, despite the forged headers.
    let body = encode(&[("name", "tom-1"), ("password", "x"), ("to", "")]);
    let tries = async |from: [u8; 4], number: usize| {
        let head = "POST /account/sign-in HTTP/1.1\r\nhost: field.example\r\norigin: http://field.example\r\n\
                    content-type: application/x-www-form-urlencoded\r\n";
        let forged = FORGED.replace("203.0.113.9", &format!("203.0.113.{number}"));
        nginx.ask(from, &format!("{head}{forged}"), &body).await[..13].to_owned()
    };
    for number in 0..5 {
        assert_eq!(tries([127, 0, 0, 2], number).await, "HTTP/1.1 422 ");
    }
    db.db_execute("UPDATE attempts SET tries = 15");
    assert_eq!(tries([127, 0, 0, 2], 6).await, "HTTP/1.1 429 ");
    db.db_execute("UPDATE attempts SET tries = 5");
    assert_eq!(tries([127, 0, 0, 3], 7).await, "HTTP/1.1 422 ");

    drop(nginx);
    handle.stop(false).await;
    running.await.unwrap().unwrap();
}
