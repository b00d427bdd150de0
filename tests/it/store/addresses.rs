//! Addresses of databases: which are understood, how others are refused, and that no password is shown.

use std::error::Error;

use musterfield::store::{DatabaseUrl, OpenError, Store, UrlError, WorkType};

use super::harness::{digest, new_work};

#[test]
fn addresses_of_both_databases_are_understood() {
    for (given, shown) in [
        ("sqlite:armies.sqlite", "sqlite:armies.sqlite"),
        ("sqlite:/var/lib/musterfield/a b.sqlite", "sqlite:/var/lib/musterfield/a b.sqlite"),
        ("SQLite:x", "sqlite:x"),
        ("sqlite::memory:", "sqlite::memory:"),
        ("postgres://app@db.example/armies", "postgres://app@db.example/armies"),
        ("postgresql://db.example:5433/armies", "postgres://db.example:5433/armies"),
        ("postgres://app@[::1]:5432/armies", "postgres://app@[::1]:5432/armies"),
        (
            "postgres://a,b:5433/armies?target_session_attrs=primary",
            "postgres://a,b:5433/armies?target_session_attrs=primary",
        ),
        ("postgres://app@/armies?host=/run/postgresql", "postgres://app@/armies?host=/run/postgresql"),
    ] {
        assert_eq!(DatabaseUrl::parse(given).unwrap().to_string(), shown);
    }
}

#[test]
fn odd_addresses_are_refused_with_the_reason() {
    for (given, error) in [
        ("", UrlError::NoScheme),
        ("armies.sqlite", UrlError::NoScheme),
        ("C:\\armies.sqlite", UrlError::NoScheme),
        ("./a:b", UrlError::NoScheme),
        ("mysql://root@localhost/armies", UrlError::UnknownScheme("mysql".to_owned())),
        ("sqlite:", UrlError::NoPath),
        ("sqlite://armies.sqlite", UrlError::SqliteSlashes),
        ("sqlite:armies.sqlite?mode=rw", UrlError::SqlitePath),
        ("sqlite:data/", UrlError::SqlitePath),
        ("postgres:armies", UrlError::NoAuthority),
        ("postgres://db.example", UrlError::NoDatabase),
        ("postgres://db.example/", UrlError::NoDatabase),
        ("postgres://db.example:port/armies", UrlError::Unreadable),
        ("postgres://app:geh@im@db.example/armies", UrlError::Unreadable),
        ("postgres://app:geh/im@db.example/armies", UrlError::Unreadable),
        ("postgres://app:geh#im@db.example/armies", UrlError::Unreadable),
        ("postgres://app:geh%im@db.example/armies", UrlError::Unreadable),
    ] {
        let refused = DatabaseUrl::parse(given).unwrap_err();
        assert_eq!(refused, error, "{given}");
        assert!(!refused.to_string().contains("geh"), "{refused}");
    }
}

#[test]
fn a_password_is_never_shown() {
    // No server listens on port 1.
    for given in [
        "postgres://app:geh%20eim@127.0.0.1:1/armies",
        "postgres://app@127.0.0.1:1/armies?password=geh%20eim",
        "postgres://app:geh%20eim@127.0.0.1:1/armies?sslmode=geh%20eim",
    ] {
        let url = DatabaseUrl::parse(given).unwrap();
        let error = Store::open(&url, 1).unwrap_err();
        assert!(matches!(error, OpenError::Connect { .. }));
        let source = error.source().expect("the database says why").to_string();
        let everything = if given.contains("sslmode") {
            format!("{source} {error:?}").replace("sslmode=geh%20eim", "")
        } else {
            format!("{url} {url:?} {error} {error:?} {source}")
        };
        assert!(!everything.contains("eim"), "{everything}");
    }
}

#[test]
fn a_database_that_is_not_there_is_named() {
    let url = DatabaseUrl::parse("sqlite:/no/such/folder/armies.sqlite").unwrap();
    let error = Store::open(&url, 1).unwrap_err();
    assert_eq!(error.to_string(), "cannot open the database sqlite:/no/such/folder/armies.sqlite");
    assert!(error.source().unwrap().to_string().contains("unable to open"));
}

#[tokio::test]
async fn a_path_may_hold_any_character_but_a_question_mark_and_a_hash() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("100 % große 🏰 armies&co.sqlite");
    let store = Store::open(&DatabaseUrl::parse(&format!("sqlite:{}", path.display())).unwrap(), 1).unwrap();
    store.migrate().unwrap();
    store.ping().await.unwrap();
    assert!(path.exists());
}

#[tokio::test]
async fn a_database_in_memory_lasts_as_long_as_its_store() {
    let store = Store::open(&DatabaseUrl::parse("sqlite::memory:").unwrap(), 8).unwrap();
    store.migrate().unwrap();
    let made = store.create(new_work(WorkType::Army, &digest(), "r", "Host")).await.unwrap();
    for _ in 0..20 {
        assert_eq!(store.clone().work(WorkType::Army, &made.id).await.unwrap().head, made.revision);
    }
}

#[tokio::test]
async fn a_database_without_tables_is_a_fault_and_not_an_outage() {
    let store = Store::open(&DatabaseUrl::parse("sqlite::memory:").unwrap(), 1).unwrap();
    let error = store.ping().await.unwrap_err();
    assert!(matches!(error, musterfield::store::StoreError::Database(_)), "{error:?}");
}
