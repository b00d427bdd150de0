//! Accounts and layouts that are made directly, as the program would store them.

use std::sync::LazyLock;

use musterfield::store::{NewRevision, NewUser, NewWork, Secret, SecretDigest, SignInName, Store, WorkId, WorkType};
use musterfield::web::accounts::password::hash_now;
use musterfield::web::works::create::hash;
use musterfield_rules::book;
use musterfield_terrain::file::to_json;
use musterfield_terrain::generate::{Settings, generate};
use musterfield_terrain::{Board, Layout, check};

/// The password of all accounts here.
pub(crate) const PASSWORD: &str = "four words are easy";

/// Its hash, which takes a twentieth of a second.
static HASH: LazyLock<String> = LazyLock::new(|| hash_now(PASSWORD).unwrap());

/// An account to be created directly in the store, possibly an administrator's.
pub(crate) fn account(name: &str, is_admin: bool) -> NewUser {
    NewUser {
        sign_in: SignInName::parse(name).unwrap(),
        name: name.to_owned(),
        email: Some(format!("{name}@example.org")),
        password: HASH.clone(),
        is_admin,
    }
}

/// A forest layout for a square table, generated from a seed.
pub(crate) fn forest(seed: u64) -> Layout {
    laid_out("forest", seed)
}

/// A generated table of 15 BW for some home terrain.
pub(crate) fn laid_out(home: &str, seed: u64) -> Layout {
    let rules = book().unwrap().terrain("d3h2").unwrap();
    let board = Board { width: 15_000, depth: 15_000 };
    generate(&Settings::new(rules, rules.home_terrain(home).unwrap(), board, seed)).unwrap()
}

/// A revision of a layout, as the program stores it.
fn layout_state(table: &Layout, action: &str) -> NewRevision {
    let document = to_json(table);
    let rules = table.rules;
    NewRevision {
        hash: hash(&document, &rules.ruleset, &rules.version).unwrap(),
        document,
        ruleset: rules.ruleset.to_string(),
        ruleset_version: rules.version.to_string(),
        name: table.title(),
        legal: check(table).is_legal(),
        figure: table.home.name.to_string(),
        action: action.to_owned(),
    }
}

/// Saves a layout for a visitor.
pub(crate) async fn stored_layout(store: &Store, owner: &SecretDigest, table: &Layout) -> WorkId {
    let new = NewWork {
        kind: WorkType::Layout,
        edit_key: Secret::random().unwrap().digest(),
        visitor: owner.clone(),
        request_key: Secret::random().unwrap().expose().to_owned(),
        state: layout_state(table, "laid out"),
    };
    store.create(new).await.unwrap().id
}
