//! Events: permissions, entries and their deadline, the desk, rounds.

use std::collections::BTreeSet;

use musterfield::store::{
    Actor, Entered, EntryAction, EntryAddress, EntryState, Event, EventContent, EventId, EventMade, EventState, Holder,
    NewEntry, NewUser, Origin, Refusal, Registered, RevisionHash, Role, Sender, SignInName, Slug, StoreError, UserId,
    WorkId,
};
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;

use super::harness::{TestDb, digest, unique_name};

mod bounds;
mod clearing;
mod desk;
mod entering;
mod staff;

fn slug() -> Slug {
    Slug::parse("spring-open").unwrap()
}

fn actor() -> Actor {
    Actor::new("Olga")
}

/// The time in this many seconds; negative numbers are in the past.
fn within(seconds: i64) -> Option<OffsetDateTime> {
    Some(OffsetDateTime::now_utc() + Duration::seconds(seconds))
}

fn content(deadline: Option<OffsetDateTime>, places: Option<i64>) -> EventContent {
    EventContent {
        name: "Spring Open".to_owned(),
        begins: "2027-04-01".to_owned(),
        document: "{}".to_owned(),
        deadline,
        late: false,
        places,
        approval: false,
        most_entries: 300,
    }
}

async fn user(db: &TestDb, name: &str) -> UserId {
    let new = NewUser {
        sign_in: SignInName::parse(name).unwrap(),
        name: name.to_owned(),
        email: None,
        password: String::new(),
        is_admin: false,
    };
    match db.store.create_user(new).await.unwrap() {
        Registered::Made(user) => user.id,
        Registered::Taken => panic!("{name} is taken"),
    }
}

/// An open event of an organiser.
async fn open(db: &TestDb, content: EventContent) -> Event {
    let olga = user(db, "olga").await;
    let EventMade::Made(id) = db.store.create_event(&slug(), content, olga, &actor()).await.unwrap() else {
        panic!("the address is taken")
    };
    db.store.set_event_state(id, EventState::Open, &actor()).await.unwrap();
    db.store.event(&slug(), Some(olga)).await.unwrap()
}

/// A new player's entry with an army of that name.
fn new_entry(event: &Event, player: &str, by: &Holder, army: &str) -> NewEntry {
    NewEntry {
        event: event.id,
        event_version: event.version,
        entrant: EntryAddress::New {
            name: player.to_owned(),
            club: "Club".to_owned(),
            email: Some("player@example.org".to_owned()),
            entry_key: digest(),
        },
        by: Sender::Player(by.clone()),
        request_key: unique_name("request"),
        hash: RevisionHash::parse("0123456789abcdef").unwrap(),
        document: format!("[\"{army}\"]"),
        ruleset_version: "1".to_owned(),
        title: army.to_owned(),
        legal: true,
        submitted: true,
        origin: Origin::default(),
    }
}

/// A further version for an existing player.
fn again(event: &Event, id: &WorkId, by: &Holder, army: &str) -> NewEntry {
    NewEntry { entrant: EntryAddress::Known(id.clone()), ..new_entry(event, "", by, army) }
}

fn holder() -> Holder {
    digest().into()
}

async fn entered(db: &TestDb, entry: NewEntry) -> Entered {
    db.store.enter(entry).await.unwrap().unwrap()
}

async fn state(db: &TestDb, event: EventId, id: &WorkId) -> EntryState {
    db.store.entrant(event, id, None).await.unwrap().state.entry
}
