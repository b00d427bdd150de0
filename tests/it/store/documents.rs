//! Documents: stored once, and for as long as anything refers to them.

use musterfield::store::{Actor, EntryAddress, EventContent, EventMade, EventState, Holder, NewEntry, NewUser, Origin};
use musterfield::store::{Registered, RevisionHash, Sender, SignInName, Slug, WorkType};

use super::harness::{TestDb, digest, new_work, owner, state, unique_name};

fn bodies(db: &TestDb) -> Vec<String> {
    db.db_texts("SELECT body AS value FROM documents ORDER BY id")
}

/// An event with an entry of this document.
async fn entered(db: &TestDb, document: String) -> musterfield::store::EventId {
    let new = NewUser {
        sign_in: SignInName::parse("olga").unwrap(),
        name: "Olga".to_owned(),
        email: None,
        password: String::new(),
        is_admin: false,
    };
    let Registered::Made(olga) = db.store.create_user(new).await.unwrap() else { panic!("the name is taken") };
    let content = EventContent {
        name: "Spring Open".to_owned(),
        begins: "2027-04-01".to_owned(),
        document: "{}".to_owned(),
        deadline: None,
        late: false,
        places: None,
        approval: false,
        most_entries: 300,
    };
    let (slug, actor) = (Slug::parse("spring-open").unwrap(), Actor::new("Olga"));
    let EventMade::Made(event) = db.store.create_event(&slug, content, olga.id, &actor).await.unwrap() else {
        panic!("the address is taken")
    };
    db.store.set_event_state(event, EventState::Open, &actor).await.unwrap();
    let entry = NewEntry {
        event,
        event_version: 1,
        entrant: EntryAddress::New { name: "Tom".to_owned(), club: String::new(), email: None, entry_key: digest() },
        by: Sender::Player(Holder::from(digest())),
        request_key: "once".to_owned(),
        hash: RevisionHash::parse("0123456789abcdef").unwrap(),
        document,
        ruleset_version: "1".to_owned(),
        title: "Host".to_owned(),
        legal: true,
        submitted: true,
        origin: Origin::default(),
    };
    db.store.enter(entry).await.unwrap().unwrap();
    event
}

for_each_store! {
    async fn copies_undone_and_restored_states_and_entries_keep_no_further_document(db: &TestDb) {
        let work = db.army("Host").await;
        db.work_of(WorkType::Layout, &digest(), "Host").await;
        db.save(&work.id, "Other").await;
        db.store.undo(WorkType::Army, &work.id, &owner(), 2, "u", None).await.unwrap();
        db.store.restore(WorkType::Army, &work.id, &owner(), 1, "r", 2).await.unwrap();
        entered(db, state("Host").document).await;
        assert_eq!(bodies(db), [state("Host").document, state("Other").document]);
        assert_eq!(db.store.work(WorkType::Army, &work.id).await.unwrap().head.document, state("Other").document);
    }

    async fn a_document_goes_with_the_last_that_refers_to_it(db: &TestDb) {
        let (one, other) = (db.army("Host").await, db.army("Host").await);
        let event = entered(db, state("Host").document).await;
        db.store.delete(WorkType::Army, &one.id, &owner(), "d").await.unwrap();
        assert_eq!(db.store.work(WorkType::Army, &other.id).await.unwrap().head.document, state("Host").document);
        db.store.delete(WorkType::Army, &other.id, &owner(), "d").await.unwrap();
        assert_eq!(bodies(db), [state("Host").document]);
        db.store.delete_event(event).await.unwrap();
        assert_eq!(bodies(db), [""; 0]);
    }

    async fn a_work_of_as_many_states_as_are_kept_can_be_deleted(db: &TestDb) {
        let work = db.army("Host").await;
        db.db_execute(
            "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
             INSERT INTO work_revisions (work_id, number, parent, hash, document_id, ruleset, ruleset_version, name,
                 legal, figure, action, created_at)
             SELECT r.work_id, i, i - 1, r.hash, r.document_id, r.ruleset, r.ruleset_version, r.name, r.legal, r.figure,
                 r.action, r.created_at FROM n, work_revisions r WHERE r.number = 1",
        );
        db.store.delete(WorkType::Army, &work.id, &owner(), "d").await.unwrap();
        let left = "SELECT name AS value FROM work_revisions UNION ALL SELECT body FROM documents";
        assert_eq!(db.db_texts(left), [""; 0]);
    }

    async fn the_same_document_kept_twice_at_once_is_kept_once(db: &TestDb) {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let store = db.store.clone();
            tasks.spawn(async move {
                store.create(new_work(WorkType::Army, &digest(), &unique_name("r"), "Host")).await.unwrap()
            });
        }
        tasks.join_all().await;
        assert_eq!(bodies(db).len(), 1);
    }
}
