//! An event of 500 players as its organiser sees it, page by page: `cargo bench -p musterfield-benches --bench desk`.
//!
//! The server runs in this process on a new SQLite file; the database is filled through the store. The output is the
//! median of several consecutive requests for each page, with that of an army list page in the same run for
//! comparison, and the time of one PDF of each kind.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a benchmark that cannot continue must stop")]
#![expect(clippy::print_stdout, reason = "printing is the purpose of the measurement")]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Instant;

use actix_web::web::Data;
use musterfield::store::{
    Actor, Arrival, DatabaseUrl, EntryAction, EntryAddress, EventContent, EventMade, EventState, NewEntry, NewUser,
    Origin, RevisionHash, Secret, Sender, SignInName, Slug, Store,
};
use musterfield::web::server::serve;
use musterfield::web::state::AppState;
use musterfield_army::file::document;
use musterfield_army::input::{army, form_of};
use musterfield_benches::Folder;
use musterfield_events::plan::EventDocument;
use musterfield_events::rules::document::EventRulesDocument;
use musterfield_lists::collection;
use musterfield_rules::book;

/// Players of the event; the entries of the first `ACCEPTED` of them are accepted.
const PLAYERS: usize = 500;
const ACCEPTED: usize = 200;
/// Requests for each page; the median counts.
const REQUESTS: usize = 21;

const ARMY: &str =
    "Host of the Barrow\n1 Hero (Gen) \"Sigeward\"\n4 Fast Blades \"Barrow thegns\"\n3 Spears\n2 Shooters\n";

/// Creates an event with all its players; returns the session of its owner.
async fn fill(store: &Store) -> Secret {
    let session = Secret::random().unwrap();
    let owner = NewUser {
        sign_in: SignInName::parse("olga").unwrap(),
        name: "Olga".to_owned(),
        email: None,
        password: String::new(),
        is_admin: false,
    };
    store.register(owner, "bench", Arrival::new(session.digest(), "bench")).await.unwrap();
    let owner = store.users_from("", 1).await.unwrap().remove(0);
    let actor = Actor::new("Olga");
    let plan = EventDocument {
        name: "Spring Open".to_owned(),
        first_day: "2099-04-01".to_owned(),
        ..EventDocument::new(EventRulesDocument::new("d3h2"))
    };
    let content = EventContent {
        name: plan.name.clone(),
        begins: plan.first_day.clone(),
        document: plan.to_json(),
        deadline: None,
        late: false,
        places: None,
        approval: false,
        most_entries: 2_000,
    };
    let slug = Slug::parse("spring-open").unwrap();
    let EventMade::Made(event) = store.create_event(&slug, content, owner.id, &actor).await.unwrap() else {
        return session;
    };
    store.set_event_state(event, EventState::Open, &actor).await.unwrap();
    let version = store.event(&slug, None).await.unwrap().version;
    let book = book().unwrap();
    let draft = army(ARMY, form_of(ARMY), book.ruleset("d3h2").unwrap(), book).unwrap().draft;
    for number in 0..PLAYERS {
        let entry = NewEntry {
            event,
            event_version: version,
            entrant: EntryAddress::New {
                name: format!("Player {number}"),
                club: format!("Club {}", number % 40),
                email: None,
                entry_key: Secret::random().unwrap().digest(),
            },
            by: Sender::Staff(actor.clone()),
            request_key: number.to_string(),
            hash: RevisionHash::parse("0123456789abcdef").unwrap(),
            document: serde_json::to_string(&[document(&draft)]).unwrap(),
            ruleset_version: "1".to_owned(),
            title: "Host of the Barrow".to_owned(),
            legal: true,
            submitted: true,
            origin: Origin::default(),
        };
        let entered = store.enter(entry).await.unwrap().unwrap();
        if number < ACCEPTED {
            store.act_on_entry(event, &entered.id, EntryAction::Accept(entered.number), &actor).await.unwrap();
        }
    }
    session
}

/// Starts the site in this process.
fn site(store: Store) -> SocketAddr {
    let book = book().unwrap();
    let state = Data::new(AppState::new(store, book, collection(book).unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move { serve(state, listener, Some(1)).unwrap().await.unwrap() });
    });
    address
}

/// Sends a request over a connection of its own and returns status, location, length and milliseconds.
fn ask(address: SocketAddr, method: &str, path: &str, session: &Secret, body: &str) -> (u16, String, usize, f64) {
    let begun = Instant::now();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: musterfield_session={}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
        session.expose(),
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let time = begun.elapsed().as_secs_f64() * 1e3;
    let text = String::from_utf8_lossy(&answer);
    let location = text.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or_default().to_owned();
    (text[9..12].parse().unwrap(), location, answer.len(), time)
}

fn main() {
    // Cargo adds `--bench`; a test run only checks that this builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let folder = Folder::new().unwrap();
    let url = DatabaseUrl::parse(&format!("sqlite:{}/bench.sqlite", folder.path().display())).unwrap();
    let store = Store::open(&url, 4).unwrap();
    store.migrate().unwrap();
    let session = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(fill(&store));
    let address = site(store);
    let event = "/events/spring-open";
    let draw = format!("{event}/rounds/new");
    let page = ask(address, "GET", &draw, &session, "");
    assert_eq!(page.0, 200, "{page:?}");
    let entrants: String = {
        let mut stream = TcpStream::connect(address).unwrap();
        let cookie = session.expose();
        write!(
            stream,
            "GET {draw} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: musterfield_session={cookie}\r\n\r\n"
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text.split("name=\"place-").skip(1).map(|rest| format!("&place-{}=plays", &rest[..12])).collect()
    };
    let drawn = ask(address, "POST", &draw, &session, &format!("after=0&lot=7{entrants}"));
    assert_eq!((drawn.0, drawn.1.as_str()), (303, "/events/spring-open/rounds/1"));
    println!("draw up a round of {PLAYERS} players: {:.0} ms", drawn.3);
    let published = ask(address, "POST", &format!("{event}/rounds/1"), &session, "base=1&do=publish");
    assert_eq!(published.0, 303);
    for (name, path) in [
        ("an army list", "/lists/d3h2/barrow-kings".to_owned()),
        ("the page of the event", event.to_owned()),
        ("the desk", format!("{event}/desk")),
        ("a round", format!("{event}/rounds/1")),
        ("the standings", format!("{event}/standings")),
        ("entries.csv", format!("{event}/entries.csv")),
        ("entries.zip", format!("{event}/entries.zip")),
    ] {
        let mut times = Vec::new();
        let mut length = 0;
        for _ in 0..REQUESTS {
            let (status, _, bytes, time) = ask(address, "GET", &path, &session, "");
            assert_eq!(status, 200, "{path}");
            length = bytes;
            times.push(time);
        }
        times.sort_by(f64::total_cmp);
        println!("{name}: {:.1} ms, {} KiB", times[REQUESTS / 2], length / 1024);
    }
    for (name, path) in [
        ("rosters, one a sheet", "rosters.pdf?show=accepted"),
        ("rosters, two a sheet", "rosters.pdf?show=accepted&per_sheet=2"),
        ("crib sheets", "cribs.pdf?show=accepted"),
    ] {
        let (status, _, bytes, time) = ask(address, "GET", &format!("{event}/{path}"), &session, "");
        if status == 200 {
            println!("{ACCEPTED} {name}: {time:.0} ms, {} KiB", bytes / 1024);
        }
    }
}
