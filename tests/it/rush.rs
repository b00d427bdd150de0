//! The last second before a deadline: real server processes, players who all arrive at once, and a database that is
//! asked afterwards whether the answers to the players are true.
//!
//! SQLite has one server, PostgreSQL two. `tests/rush` runs the same at full size: see there for the settings.

mod answer;
mod battles;
mod ledger;
mod player;
mod server;

use std::env;
use std::time::{Duration, Instant};

use musterfield::store::{
    Actor, EventContent, EventId, EventMade, EventState, NewUser, Registered, SignInName, Slug, StoreError,
};
use musterfield_events::plan::{EventDocument, Plan};
use musterfield_events::rules::document::EventRulesDocument;
use musterfield_lists::catalogue;
use musterfield_rules::book;
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::task::JoinSet;

use self::ledger::Ledger;
use self::player::{Manner, Player, Told};
use self::server::Server;
use crate::store::harness::TestDb;

/// The form that players send.
const ENTER: &str = "/events/rush/enter";
/// The approximate lifetime of a server that will be killed.
const LIFE: Duration = Duration::from_millis(125);

for_each_store! {
    async fn in_the_last_second_those_are_in_who_were_told_so_and_nobody_else(db: &TestDb) {
        rush(db, 0).await;
    }

    async fn a_server_that_is_killed_in_the_rush_forgets_nothing_it_has_said(db: &TestDb) {
        rush(db, set("RUSH_KILLS").unwrap_or(3)).await;
    }
}

fn set(name: &str) -> Option<usize> {
    env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name}={value} is no number")))
}

/// An open event without a deadline.
async fn open_event(db: &TestDb) -> EventId {
    let rules = EventRulesDocument::new("d3h2");
    let document =
        EventDocument { name: "Rush".to_owned(), first_day: "2099-04-01".to_owned(), ..EventDocument::new(rules) };
    let book = book().unwrap();
    let plan = Plan::new(document, book, catalogue(book).unwrap()).unwrap();
    let content = EventContent {
        name: "Rush".to_owned(),
        begins: "2099-04-01".to_owned(),
        document: plan.document().to_json(),
        deadline: None,
        late: false,
        places: None,
        approval: false,
        most_entries: 2_000,
    };
    let owner = NewUser {
        sign_in: SignInName::parse("olga-1").unwrap(),
        name: "Olga".to_owned(),
        email: None,
        password: String::new(),
        is_admin: false,
    };
    let Registered::Made(owner) = db.store.create_user(owner).await.unwrap() else { panic!("the name is taken") };
    let (slug, actor) = (Slug::parse("rush").unwrap(), Actor::new("Olga"));
    let made = db.store.create_event(&slug, content, owner.id, &actor).await.unwrap();
    let EventMade::Made(id) = made else { panic!("the address is taken") };
    db.store.set_event_state(id, EventState::Open, &actor).await.unwrap();
    id
}

/// Sets the deadline, and returns it as stored.
async fn set_deadline(db: &TestDb, event: EventId, deadline: OffsetDateTime) -> Result<OffsetDateTime, StoreError> {
    let slug = Slug::parse("rush").unwrap();
    let now = db.store.event(&slug, None).await?;
    let content = EventContent { deadline: Some(deadline), ..now.content };
    db.store.change_event(event, now.version, content, &Actor::new("Olga")).await?;
    Ok(db.store.event(&slug, None).await?.content.deadline.unwrap_or(deadline))
}

/// Lets everybody enter around the deadline, one in ten after it: in the last second, or while the servers are killed
/// this many times.
async fn rush(db: &TestDb, kills: usize) {
    let event = open_event(db).await;
    let is_sqlite = db.url.starts_with("sqlite:");
    let begun = Instant::now();
    let mut servers = vec![Server::start(&db.url).await];
    let start = begun.elapsed();
    if !is_sqlite {
        servers.push(Server::start(&db.url).await);
    }
    let addresses: Vec<String> = servers.iter().map(|server| server.address.clone()).collect();

    let in_time = set("RUSH_PLAYERS").unwrap_or(40);
    let mut players = Vec::new();
    for number in 0..in_time + in_time / 10 {
        let manner = match number % 8 {
            1 | 5 => Manner::Twice,
            3 => Manner::HangingUp,
            _ => Manner::Once,
        };
        players.push(Player::at_the_form(&addresses[0], &format!("Player {number}"), manner).await);
    }

    let length = if kills == 0 { Duration::from_secs(1) } else { (start + LIFE) * u32::try_from(kills).unwrap() };
    let first = OffsetDateTime::now_utc() + Duration::from_millis(200);
    let deadline = set_deadline(db, event, first + length).await.unwrap();
    let (answers, counted) = watch::channel(0);
    let mut entering = JoinSet::new();
    for (number, player) in players.into_iter().enumerate() {
        let at = first + length * u32::try_from(number).unwrap() / u32::try_from(in_time).unwrap();
        let mut addresses = addresses.clone();
        let other = number % addresses.len();
        addresses.rotate_left(other);
        entering.spawn(player.enter(addresses, at, answers.clone()));
    }
    drop(answers);
    let killing = kill(&mut servers, kills, counted);
    let (told, ()) = tokio::join!(entering.join_all(), killing);
    compare(db, &told, deadline, &addresses[0]).await;
    let name = if is_sqlite { "SQLite, one server" } else { "PostgreSQL, two servers" };
    let p99 = report(&format!("{name}, {kills} kills"), &told, deadline);
    if let Some(within) = set("RUSH_WITHIN").filter(|_| kills == 0) {
        assert!(p99 <= Duration::from_millis(within.try_into().unwrap()), "p99 is {p99:?}");
    }
}

/// Kills the servers in turns, each after some more answers, or when nobody waits for an answer any more.
async fn kill(servers: &mut [Server], kills: usize, mut answers: watch::Receiver<usize>) {
    for number in 0..kills {
        let enough = *answers.borrow() + 1 + number % 4;
        let _ = answers.wait_for(|count| *count >= enough).await;
        let turn = number % servers.len();
        servers[turn].kill_and_restart().await;
    }
}

/// Compares the answers to the players with the database.
async fn compare(db: &TestDb, told: &[Told], deadline: OffsetDateTime, address: &str) {
    let ledger = Ledger::read(db);
    let mut taken = 0;
    for one in told {
        let Some(row) = ledger.agrees(one, deadline) else { continue };
        taken += 1;
        assert_eq!(one.player.hash_on(address, &one.receipts[0]).await, row.hash, "{}", one.player.name);
    }
    assert_eq!(ledger.len(), taken, "somebody is in who never came");
    assert!(taken > 0 && taken < told.len(), "{taken} of {} are in", told.len());
}

/// Prints the figures, and returns the time within which 99 of 100 answers arrived.
fn report(name: &str, told: &[Told], deadline: OffsetDateTime) -> Duration {
    let mut took: Vec<Duration> = told.iter().flat_map(|one| one.took.iter().copied()).collect();
    took.sort();
    let at = |percent: usize| took[(took.len() * percent).div_ceil(100) - 1];
    let in_time = told.iter().filter(|one| one.sent < deadline).count();
    let taken = told.iter().filter(|one| !one.receipts.is_empty()).count();
    let (players, answers) = (told.len(), took.len());
    let cut: usize = told.iter().map(|one| one.cut).sum();
    let [half, most, all] = [at(50), at(99), at(100)].map(|time| time.as_millis());
    println!(
        "{name}: {in_time} of {players} players came in time, {taken} are in; {answers} answers, p50 {half} ms, p99 {most} ms, \
         slowest {all} ms; {cut} times no answer"
    );
    at(99)
}
