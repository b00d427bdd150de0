//! The server under load, compared with a bare actix "hello" in the same run:
//! `cargo bench -p musterfield-benches --bench load`.
//!
//! Two processes are started: the program with a new SQLite file, and this one again as the bare server. The clients
//! alternate between them, so that both run under the same conditions. The output is start time and memory, then the
//! requests per second of each and the ratio to the bare server, then the time of rosters and crib sheets as PDF, and
//! one matchup of two large armies. `-- --siege` runs a hostile load instead. `-- --seconds 5` makes each turn
//! longer, `-- --server PATH` measures another build of the program.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark that cannot continue must stop"
)]
#![expect(clippy::print_stdout, reason = "printing is the purpose of the measurement")]

use std::io::{self, BufRead as _, BufReader};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use musterfield_benches::Folder;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

#[path = "load/siege.rs"]
mod siege;

/// Clients that send requests at the same time.
const CLIENTS: usize = 32;
/// Turns of each kind of request; the median counts.
const TURNS: usize = 5;

const ARMY: &str = r#"{"ruleset":"d3h2","name":"Host of the Long Barrow","home_terrain":"forest","elements":[{"type":"Hr","general":true},{"type":"Kn","count":2},{"type":"Bd","count":3,"fast":true},{"type":"Sp","count":3},{"type":"Ps"},{"type":"Bw","count":2}]}"#;

/// Kinds of elements in the armies of the matchup.
const SORTS: [&str; 24] = [
    "Hr", "Dg", "Fl", "Kn", "Cv", "LH", "Bh", "Bd", "Sp", "Pk", "Ax", "Wb", "Bw", "Ps", "Art", "Hd", "Lk", "Mg", "Cl",
    "Pl", "Bs", "Sk", "Sh", "WWg",
];

/// A server in a process of its own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts a server that prints its address at the end of its first line.
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, address: line.trim().rsplit("http://").next().unwrap().to_owned() }
    }

    fn get(&self, path: &str, cookies: &str) -> Vec<u8> {
        format!("GET {path} HTTP/1.1\r\nhost: {}\r\ncookie: {cookies}\r\n\r\n", self.address).into_bytes()
    }

    fn post(&self, path: &str, kind: &str, body: &str) -> Vec<u8> {
        let length = body.len();
        let host = &self.address;
        format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    /// Resident memory in MiB.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches(" kB").trim().parse().map_or(f64::NAN, |kib: f64| kib / 1024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A connection that sends one request after another.
struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    async fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, buffer: Vec::with_capacity(256 * 1024) }
    }

    /// Connects from a given address of this machine.
    async fn from(own: Ipv4Addr, address: &str) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((own, 0).into())?;
        let stream = socket.connect(address.parse().unwrap()).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and reads the whole answer.
    async fn ask(&mut self, request: &[u8]) -> &[u8] {
        self.try_ask(request).await.expect("the server hung up")
    }

    /// Like `ask`; none if the server closes the connection.
    async fn try_ask(&mut self, request: &[u8]) -> Option<&[u8]> {
        self.stream.write_all(request).await.ok()?;
        self.buffer.clear();
        loop {
            if self.stream.read_buf(&mut self.buffer).await.ok()? == 0 {
                return None;
            }
            let Some(head) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let text = std::str::from_utf8(&self.buffer[..head]).unwrap();
            let length = text.split_once("content-length: ").and_then(|(_, rest)| rest.lines().next());
            let whole = head + 4 + length.map_or(0, |length| length.parse::<usize>().unwrap());
            while self.buffer.len() < whole {
                if self.stream.read_buf(&mut self.buffer).await.ok()? == 0 {
                    return None;
                }
            }
            return Some(&self.buffer);
        }
    }
}

/// A request that accepts compressed answers, as browsers send it.
fn as_browser(request: Vec<u8>) -> Vec<u8> {
    let accept = "\r\naccept-encoding: gzip, deflate, br, zstd\r\ncookie";
    String::from_utf8(request).unwrap().replacen("\r\ncookie", accept, 1).into_bytes()
}

/// The requests per second while all clients send the same one.
async fn turn(address: &str, request: &[u8], status: &str, length: Duration) -> f64 {
    let begun = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (address, request, status) = (address.to_owned(), request.to_vec(), status.to_owned());
            tokio::spawn(async move {
                let mut client = Client::connect(&address).await;
                let mut asked = 0_u32;
                while begun.elapsed() < length {
                    let answer = client.ask(&request).await;
                    assert!(answer.starts_with(status.as_bytes()), "{}", String::from_utf8_lossy(answer));
                    asked += 1;
                }
                asked
            })
        })
        .collect();
    let mut asked = 0;
    for client in clients {
        asked += client.await.unwrap();
    }
    f64::from(asked) / begun.elapsed().as_secs_f64()
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Creates an army and returns the address of its editor and the cookies that open it.
async fn army(server: &Server, number: usize) -> (String, String) {
    keep(server, number, &percent(ARMY, number)).await
}

/// Saves an army that is written as a form field.
async fn keep(server: &Server, number: usize, text: &str) -> (String, String) {
    let body = format!("request=load{number}&ruleset=d3h2&text={text}&do=keep");
    let request = server.post("/armies/paste", "application/x-www-form-urlencoded", &body);
    let mut client = Client::connect(&server.address).await;
    let answer = String::from_utf8_lossy(client.ask(&request).await).into_owned();
    let values = |name: &str| -> Vec<String> {
        answer.lines().filter_map(|line| line.strip_prefix(name)).map(str::to_owned).collect()
    };
    let location = values("location: ").pop().unwrap_or_else(|| panic!("no army was made: {answer}"));
    let cookies: Vec<String> = values("set-cookie: ")
        .iter()
        .filter_map(|cookie| cookie.split(';').next())
        .filter(|cookie| cookie.starts_with("musterfield_visitor"))
        .map(str::to_owned)
        .collect();
    (location, cookies.join("; "))
}

/// The army under an individual name, as a form field.
fn percent(army: &str, number: usize) -> String {
    let named = army.replace("Long Barrow", &format!("Long Barrow {number}"));
    named.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Cut by the bare server to the length that is requested.
static LONG: [u8; 256 * 1024] = [b'-'; 256 * 1024];

/// The bare server: a fixed word for every request, or the requested number of bytes.
fn bare() {
    use actix_web::{App, HttpServer, web};
    actix_web::rt::System::new()
        .block_on(async {
            let server = HttpServer::new(|| {
                let as_long = async |length: web::Path<usize>| LONG.get(..*length).unwrap_or(&LONG);
                App::new().route("/", web::get().to(async || "hello")).route("/{length}", web::get().to(as_long))
            })
            .tcp_nodelay(true)
            .bind("127.0.0.1:0")
            .unwrap();
            println!("http://{}", server.addrs()[0]);
            server.run().await
        })
        .unwrap();
}

/// Puts the program under siege with a new database.
async fn under_siege(program: PathBuf, seconds: f64) {
    let folder = Folder::new().unwrap();
    let server =
        Server::start(Command::new(program).args(["serve", "--bind", "127.0.0.1:0"]).current_dir(folder.path()));
    siege::lay(server, folder.path(), seconds).await;
}

async fn measure(program: PathBuf, seconds: f64) {
    let folder = Folder::new().unwrap();
    let begun = Instant::now();
    let server =
        Server::start(Command::new(program).args(["serve", "--bind", "127.0.0.1:0"]).current_dir(folder.path()));
    let mut client = Client::connect(&server.address).await;
    client.ask(&server.get("/", "")).await;
    println!("start to first page: {:.0} ms, with a new database", begun.elapsed().as_secs_f64() * 1e3);
    println!("memory after it: {:.0} MiB", server.memory());

    let hello = Server::start(Command::new(std::env::current_exe().unwrap()).arg("--bare"));
    let (editor, cookies) = army(&server, 0).await;
    let long = client.ask(&server.get(&editor, &cookies)).await.len();
    let show = editor.trim_end_matches("/edit").to_owned();
    let kinds = [
        ("bare hello", &hello, hello.get("/", "")),
        ("bare page as long as the editor", &hello, hello.get(&format!("/{long}"), "")),
        ("POST /api/v1/validate", &server, server.post("/api/v1/validate", "application/json", ARMY)),
        ("GET the editor", &server, server.get(&editor, &cookies)),
        ("GET the army's page", &server, server.get(&show, &cookies)),
        ("GET an army list", &server, server.get("/lists/d3h2/barrow-kings", &cookies)),
        ("GET the editor, compressed", &server, as_browser(server.get(&editor, &cookies))),
        ("GET the army's page, compressed", &server, as_browser(server.get(&show, &cookies))),
        ("GET an army list, compressed", &server, as_browser(server.get("/lists/d3h2/barrow-kings", &cookies))),
        ("GET all rulesets side by side, compressed", &server, as_browser(server.get("/rules/compare", &cookies))),
    ];
    let length = Duration::from_secs_f64(seconds);
    let mut rates = vec![Vec::new(); kinds.len()];
    for _ in 0..TURNS {
        for (rates, (_, server, request)) in rates.iter_mut().zip(&kinds) {
            rates.push(turn(&server.address, request, "HTTP/1.1 200 ", length).await);
        }
    }
    let rates: Vec<f64> = rates.into_iter().map(middle).collect();
    for ((name, ..), rate) in kinds.iter().zip(&rates) {
        println!("{name}: {rate:.0} a second, {:.0} % of the bare server", 100.0 * rate / rates[0]);
    }

    client = Client::connect(&server.address).await;
    let mut armies = Vec::new();
    for number in 1..=60 {
        armies.push(army(&server, number).await);
    }
    let rules = ["d3h2", "d3h2-traditional"].map(|ruleset| (format!("/rules/{ruleset}/edit"), String::new()));
    let rules: Vec<_> = rules.into_iter().cycle().take(40).collect();
    for (what, sheet, works) in [
        ("roster as PDF, each of another army", "/roster.pdf", &armies),
        ("crib sheet as PDF, each of another army", "/crib.pdf", &armies),
        ("crib sheet as PDF, of two rulesets in turn", "/crib.pdf", &rules),
    ] {
        let mut times = Vec::new();
        for (editor, cookies) in works {
            let request = server.get(&editor.replace("/edit", sheet), cookies);
            let begun = Instant::now();
            let answer = client.ask(&request).await;
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            assert!(answer.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(answer));
        }
        println!("{what}: first {:.1} ms, then {:.1} ms", times[0], middle(times[1..].to_vec()));
    }

    let sorts: Vec<String> = SORTS.iter().map(|code| format!(r#"{{"type":"{code}"}}"#)).collect();
    let many = format!(r#"{{"ruleset":"d3h2","name":"Everybody","elements":[{}]}}"#, sorts.join(","));
    let page = keep(&server, 1000, &percent(&many, 0)).await.0.replace("/edit", "");
    let own = page.trim_start_matches("/armies");
    let request = server.get(&format!("{page}/versus{own}"), "");
    let mut times = Vec::new();
    for _ in 0..100 {
        let begun = Instant::now();
        let answer = client.ask(&request).await;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        assert!(answer.starts_with(b"HTTP/1.1 200 "), "{}", String::from_utf8_lossy(answer));
    }
    println!("match-up of {0} × {0} sorts: {1:.1} ms", SORTS.len(), middle(times));
    println!("memory at the end: {:.0} MiB", server.memory());
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut seconds, mut siege) = (2.0, false);
    let mut program = None;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bare" => return bare(),
            "--seconds" => seconds = arguments.next().unwrap().parse().unwrap(),
            "--server" => program = Some(std::fs::canonicalize(arguments.next().unwrap()).unwrap()),
            "--siege" => (siege, seconds) = (true, 60.0),
            // Cargo adds `--bench`; a test run only checks that this builds.
            "--bench" => {}
            _ => return,
        }
    }
    let program = program.unwrap_or_else(musterfield_benches::program);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    if siege { runtime.block_on(under_siege(program, seconds)) } else { runtime.block_on(measure(program, seconds)) }
}
