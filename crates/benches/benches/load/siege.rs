//! One hostile machine does its worst while ordinary visitors carry on:
//! `cargo bench -p musterfield-benches --bench load -- --siege`.
//!
//! Everything runs on the same machine, including the hostile load, so the server has less of it than it would
//! otherwise. The attacker uses one address and each visitor another, as they would in reality.

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt as _;

use super::{ARMY, Client, Server, army, as_browser, keep, percent};

/// Connections of the attacker that send requests as fast as they get answers.
const ASKING: u8 = 200;
/// Connections that send a body byte by byte.
const TRICKLING: u8 = 50;
/// Connections that request long pages and read nothing.
const TAKING_NOTHING: u8 = 50;
/// Ordinary visitors.
const VISITORS: u8 = 8;
/// The time for which a visitor looks at a page.
const LOOK: Duration = Duration::from_millis(20);

/// The time within which `/healthz` must be answered.
const HEALTHY: Duration = Duration::from_millis(50);

/// The time for which the client sleeps to see whether it is woken in time.
const TICK: Duration = Duration::from_millis(1);

const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);

fn visitor(number: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 1, number)
}

/// A layout with as many points as are accepted: six woods with jagged edges, 500 points each.
fn large_layout() -> String {
    let woods: Vec<String> = (0..6)
        .map(|wood| {
            let (x, y) = (3.0 + 4.5 * f64::from(wood % 3), 3.5 + 7.0 * f64::from(wood / 3));
            let points: Vec<String> = (0..500)
                .map(|at| {
                    let turn = f64::from(at) / 500.0 * std::f64::consts::TAU;
                    let reach = 1.8 + 0.05 * libm::sin(turn * 60.0);
                    format!("[{:.3},{:.3}]", x + reach * libm::cos(turn), y + reach * libm::sin(turn))
                })
                .collect();
            format!(
                r#"{{"id":"f{wood}","kind":"woods","compulsory":false,"quarter":1,"polygon":[{}]}}"#,
                points.join(",")
            )
        })
        .collect();
    format!(
        r#"{{"format":"musterfield-layout/1","ruleset":"d3h2","home_terrain":"forest","board":[15,15],"features":[{}]}}"#,
        woods.join(",")
    )
}

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// The most expensive requests known, each as it is sent over the wire.
async fn worst(server: &Server) -> Vec<Vec<u8>> {
    let form = "application/x-www-form-urlencoded";
    let json = "application/json";
    let mut client = Client::connect(&server.address).await;
    let layout = large_layout();
    let upload = format!(
        "--edge\r\ncontent-disposition: form-data; name=\"request\"\r\n\r\nsiege\r\n--edge\r\ncontent-disposition: form-data; \
         name=\"text\"\r\n\r\n{layout}\r\n--edge\r\ncontent-disposition: form-data; name=\"do\"\r\n\r\nkeep\r\n--edge--\r\n"
    );
    let answer = client.ask(&server.post("/terrain/open", "multipart/form-data; boundary=edge", &upload)).await;
    let answer = String::from_utf8_lossy(answer).into_owned();
    let kept = answer.lines().find_map(|line| line.strip_prefix("location: ")).map(|path| path.replace("/edit", ""));
    let kept = kept
        .unwrap_or_else(|| panic!("no layout was kept: {:.2000}", answer.split("<main").last().unwrap_or_default()));
    let many: Vec<String> = super::SORTS.iter().map(|code| format!(r#"{{"type":"{code}"}}"#)).collect();
    let many = format!(r#"{{"ruleset":"d3h2","name":"Everybody","elements":[{}]}}"#, many.join(","));
    let everybody = keep(server, 5000, &percent(&many, 0)).await.0.replace("/edit", "");
    let own = everybody.trim_start_matches("/armies");
    let case = r#"{"a":{"type":"Kn","roll":4},"b":{"type":"Sp","roll":2}}"#;
    let cases = format!("[{}]", vec![case; 1_000].join(","));
    let text = "Blades of the long barrow, 2 or so\n".repeat(1_500);
    vec![
        server.get(&kept, ""),
        server.get(&format!("{kept}?edge=south"), ""),
        server.get(&format!("{kept}.svg"), ""),
        server.get(&format!("{kept}.png?width=4000"), ""),
        server.get(&format!("{kept}.pdf?templates=yes"), ""),
        server.get("/terrain/tables.pdf?seed=7&count=16&templates=yes&ruleset=dba3&board=40x20", ""),
        server.get("/rules/compare", ""),
        server.get("/rules/compare?a=d3h2&b=dba3", ""),
        server.get("/rules/d3h2?q=the", ""),
        server.get("/lists", ""),
        server.get(&format!("{everybody}/versus{own}"), ""),
        server.get(&format!("{everybody}/roster.pdf"), ""),
        server.get(&format!("{everybody}/crib.pdf"), ""),
        server.get("/terrain/new?home=forest&feature1=optional.woods&size1=6x3&feature2=compulsory.woods&size2=6x3&feature3=compulsory.difficult_hill&size3=6x3&seed=9", ""),
        server.post("/api/v1/odds", json, &cases),
        server.post("/api/v1/terrain/check", json, &layout),
        server.post("/api/v1/validate", json, ARMY),
        server.post("/armies/paste", form, &format!("request=p&ruleset=d3h2&text={}&do=read", escaped(&text[..20_000]))),
        server.post("/account/sign-in", form, "name=boss-4711&password=not+this+one+either&to="),
        server.post("/armies", form, "request=x&ruleset=d3h2&points=24"),
        b"GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
    ]
}

/// The response times of one kind of request.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn at(&mut self, part: f64) -> f64 {
        self.0.sort_by(f64::total_cmp);
        #[expect(
            clippy::as_conversions,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an index into a list"
        )]
        let place = (part * self.0.len().saturating_sub(1) as f64).round() as usize;
        self.0.get(place).copied().unwrap_or(f64::NAN)
    }
}

/// Sends requests until the end, and counts answers by their status.
async fn ask_for_ever(
    server: Arc<Server>,
    requests: Arc<Vec<Vec<u8>>>,
    first: usize,
    end: Instant,
    counts: Arc<[AtomicU64; 6]>,
) {
    let mut at = first;
    while Instant::now() < end {
        let Ok(mut client) = Client::from(STRANGER, &server.address).await else { continue };
        while Instant::now() < end {
            at += 1;
            let Some(answer) = client.try_ask(&requests[at % requests.len()]).await else { break };
            let class = usize::from(answer.get(9).map_or(0, |digit| digit.saturating_sub(b'0')));
            counts[class.min(5)].fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Sends a body at one byte per second.
async fn trickle(server: Arc<Server>, end: Instant) {
    while Instant::now() < end {
        let Ok(mut client) = Client::from(STRANGER, &server.address).await else { continue };
        let head = format!("POST /armies HTTP/1.1\r\nhost: {}\r\ncontent-length: 60000\r\n\r\n", server.address);
        if client.stream.write_all(head.as_bytes()).await.is_err() {
            continue;
        }
        while Instant::now() < end && client.stream.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}

/// Requests long pages and reads nothing.
async fn take_nothing(server: Arc<Server>, end: Instant) {
    let request = server.get("/rules/compare", "").repeat(10);
    while Instant::now() < end {
        let Ok(mut client) = Client::from(STRANGER, &server.address).await else { continue };
        _ = client.stream.write_all(&request).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

/// An answer that took too long.
#[derive(Debug)]
struct Slow {
    /// When the request was sent.
    asked: Instant,
    took: Duration,
    /// The time for which the observer itself waited for a processor.
    waited: Duration,
}

/// A time in which no processor did anything, as happens to a virtual machine that shares a real one.
struct Still {
    from: Instant,
    to: Instant,
}

impl Still {
    fn overlap(&self, from: Instant, to: Instant) -> Duration {
        self.to.min(to).saturating_duration_since(self.from.max(from))
    }
}

/// The observations of a thread that sleeps again and again.
#[derive(Default)]
struct Sleeper {
    /// The longest delay with which the thread was woken.
    late: Duration,
    /// The times when it was woken late although it did not wait for a processor.
    still: Vec<Still>,
}

/// Sleeps for one [`TICK`] at a time and notes when it was woken late. If the machine stops while this thread waits
/// for a processor, that counts as waiting, so some stops are missed.
fn sleep_until(over: &AtomicBool) -> Sleeper {
    let mut seen = Sleeper::default();
    while !over.load(Ordering::Relaxed) {
        let (before, slept) = (waited(), Instant::now());
        std::thread::sleep(TICK);
        let now = Instant::now();
        let late = (now - slept).saturating_sub(TICK);
        seen.late = seen.late.max(late);
        let still = late.saturating_sub(waited().saturating_sub(before));
        if still > 2 * TICK {
            seen.still.push(Still { from: now - still, to: now });
        }
    }
    seen
}

/// The time for which this thread has waited for a processor since it began; zero if the system does not report it.
fn waited() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').nth(1).and_then(|waited| waited.parse().ok()).unwrap_or_default())
}

/// Requests `/healthz` until the end, as an observer with a machine of its own would: on a thread that carries none
/// of the hostile load. Returns the response times, and the answers that took too long.
fn watch_health(server: &Server, end: Instant) -> (Times, Vec<Slow>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (mut times, mut slow) = (Times::default(), Vec::new());
        while Instant::now() < end {
            let (before, asked) = (waited(), Instant::now());
            let mut client = Client::from(visitor(200), &server.address).await.unwrap();
            let fine = client.try_ask(&server.get("/healthz", "")).await.is_some();
            let took = asked.elapsed();
            times.0.push(if fine { took.as_secs_f64() * 1e3 } else { f64::INFINITY });
            if !fine || took > HEALTHY {
                slow.push(Slow { asked, took, waited: waited().saturating_sub(before) });
            }
            tokio::time::sleep(LOOK).await;
        }
        (times, slow)
    })
}

/// Bytes of all files below a folder.
fn size(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap().filter_map(Result::ok);
    files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
}

/// Runs the siege for this many seconds and prints how visitors fared.
pub(super) async fn lay(server: Server, folder: &Path, seconds: f64) {
    let server = Arc::new(server);
    let (editor, cookies) = army(&server, 1).await;
    let show = editor.trim_end_matches("/edit").to_owned();
    let page = |path: &str| as_browser(server.get(path, &cookies));
    let pages: Vec<(String, Vec<u8>)> =
        ["/", &editor, &show, "/lists/d3h2/barrow-kings", "/rules/d3h2/D3H2-LIST-03", "/account/sign-in"]
            .into_iter()
            .map(|path| (path.replace(&show, "/armies/…"), page(path)))
            .collect();
    let pages = Arc::new(pages);
    let requests = Arc::new(worst(&server).await);
    for (under_siege, title) in [(false, "without the stranger"), (true, "under siege")] {
        let (before, begun) = (size(folder), Instant::now());
        let end = begun + Duration::from_secs_f64(if under_siege { seconds } else { seconds / 4.0 });
        let counts: Arc<[AtomicU64; 6]> = Arc::default();
        let mut strangers = Vec::new();
        if under_siege {
            for number in 0..ASKING {
                strangers.push(tokio::spawn(ask_for_ever(
                    server.clone(),
                    requests.clone(),
                    usize::from(number) * 7,
                    end,
                    counts.clone(),
                )));
            }
            strangers.extend((0..TRICKLING).map(|_| tokio::spawn(trickle(server.clone(), end))));
            strangers.extend((0..TAKING_NOTHING).map(|_| tokio::spawn(take_nothing(server.clone(), end))));
        }
        let over = Arc::new(AtomicBool::new(false));
        let visitors: Vec<_> = (1..=VISITORS)
            .map(|number| {
                let (server, pages) = (server.clone(), pages.clone());
                tokio::spawn(async move {
                    let mut times: Vec<Vec<f64>> = vec![Vec::new(); pages.len()];
                    let mut client = Client::from(visitor(number), &server.address).await.unwrap();
                    while Instant::now() < end {
                        for (times, (_, request)) in times.iter_mut().zip(pages.iter()) {
                            let asked = Instant::now();
                            let answer = client.try_ask(request).await;
                            let fine = answer.is_some_and(|answer| answer.starts_with(b"HTTP/1.1 200 "));
                            times.push(if fine { asked.elapsed().as_secs_f64() * 1e3 } else { f64::INFINITY });
                            if !fine {
                                client = Client::from(visitor(number), &server.address).await.unwrap();
                            }
                            tokio::time::sleep(LOOK).await;
                        }
                    }
                    times
                })
            })
            .collect();
        let health = {
            let server = server.clone();
            std::thread::spawn(move || watch_health(&server, end))
        };
        let watched = {
            let (server, over) = (server.clone(), over.clone());
            tokio::spawn(async move {
                let mut most: f64 = 0.0;
                while !over.load(Ordering::Relaxed) {
                    most = most.max(server.memory());
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                most
            })
        };
        let sleeper = {
            let over = over.clone();
            std::thread::spawn(move || sleep_until(&over))
        };
        println!("{title}:");
        let mut by_page: Vec<Times> = pages.iter().map(|_| Times::default()).collect();
        for visitor in visitors {
            for (all, own) in by_page.iter_mut().zip(visitor.await.unwrap()) {
                all.0.extend(own);
            }
        }
        let mut all = Times::default();
        for ((name, _), times) in pages.iter().zip(&mut by_page) {
            let (half, most) = (times.at(0.5), times.at(0.99));
            println!(
                "  {name}: {} answers, median {half:.1} ms, p99 {most:.1} ms, worst {:.1} ms",
                times.0.len(),
                times.at(1.0)
            );
            all.0.append(&mut times.0);
        }
        println!("  ordinary pages together: median {:.1} ms, p99 {:.1} ms", all.at(0.5), all.at(0.99));
        let (mut health, slow) = health.join().unwrap();
        println!("  /healthz on a new connection: p99 {:.1} ms, worst {:.1} ms", health.at(0.99), health.at(1.0));
        println!("    {} of {} took more than {HEALTHY:?}", slow.len(), health.0.len());
        over.store(true, Ordering::Relaxed);
        let sleeper = sleeper.join().unwrap();
        for Slow { asked, took, waited } in slow {
            let still: Duration = sleeper.still.iter().map(|still| still.overlap(asked, asked + took)).sum();
            println!(
                "    asked after {:.1?}, {took:.1?}: the client itself waited {waited:.1?} for a processor, and the whole \
                 machine was seen to stand still for {still:.1?}",
                asked - begun
            );
        }
        println!("  memory at most: {:.0} MiB", watched.await.unwrap());
        println!("  the client itself was woken up to {:.1?} too late", sleeper.late);
        let still: Duration = sleeper.still.iter().map(|still| still.to - still.from).sum();
        println!("  the whole machine was seen to stand still {} times, {still:.1?} in all", sleeper.still.len());
        for stranger in strangers {
            stranger.await.unwrap();
        }
        if under_siege {
            let counted: Vec<u64> = counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
            println!(
                "  the stranger got: {} × 2xx, {} × 3xx, {} × 4xx, {} × 5xx",
                counted[2], counted[3], counted[4], counted[5]
            );
        }
        let grown = size(folder).saturating_sub(before);
        let hours = begun.elapsed().as_secs_f64() / 3600.0;
        #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "the size of a few files")]
        let grown = grown as f64 / f64::from(1 << 20);
        println!("  disk: {grown:.1} MiB more, {:.0} MiB an hour at this pace", grown / hours);
    }
}
