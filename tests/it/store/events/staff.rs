//! Permissions to see an event and to run it.

use super::*;

for_each_store! {
    async fn drafts_and_hidden_events_are_for_their_staff(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let (olga, tom) = (user_named(db, "olga").await, user(db, "tom").await);
        for state in EventState::ALL {
            db.store.set_event_state(event.id, *state, &actor()).await.unwrap();
            for asks in [None, Some(tom)] {
                let found = db.store.event(&slug(), asks).await;
                let listed = db.store.events(asks, 0, 10).await.unwrap();
                assert_eq!((found.is_ok(), listed.len()), (state.is_public(), usize::from(state.is_public())), "{state:?}");
                assert!(found.is_ok() || matches!(found, Err(StoreError::NotFound)));
            }
            let own = db.store.event(&slug(), Some(olga)).await.unwrap();
            assert_eq!((own.state, own.role), (*state, Some(Role::Owner)));
            assert_eq!(db.store.events(Some(olga), 0, 10).await.unwrap()[0].role, Some(Role::Owner));
        }
        let never = db.store.event(&Slug::parse("autumn-open").unwrap(), Some(olga)).await;
        assert!(matches!(never, Err(StoreError::NotFound)));
    }

    async fn an_address_is_given_once(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let anna = user(db, "anna").await;
        let second = db.store.create_event(&slug(), content(None, None), anna, &actor()).await.unwrap();
        assert_eq!(second, EventMade::Taken);
        db.store.delete_event(event.id).await.unwrap();
        assert!(matches!(db.store.event(&slug(), None).await, Err(StoreError::NotFound)));
        assert!(matches!(db.store.delete_event(event.id).await, Err(StoreError::NotFound)));
        let again = db.store.create_event(&slug(), content(None, None), anna, &actor()).await.unwrap();
        assert!(matches!(again, EventMade::Made(_)));
    }

    async fn of_two_changes_of_one_version_the_second_is_told(db: &TestDb) {
        let event = open(db, content(None, None)).await;
        let renamed = EventContent { name: "Renamed".to_owned(), deadline: within(60), ..content(None, Some(2)) };
        db.store.change_event(event.id, event.version, renamed.clone(), &actor()).await.unwrap();
        let second = db.store.change_event(event.id, event.version, content(None, None), &actor()).await;
        assert!(matches!(second, Err(StoreError::EventChanged)));
        let now = db.store.event(&slug(), None).await.unwrap();
        assert_eq!((now.content.name.as_str(), now.content.places), ("Renamed", Some(2)));
        // The database stores microseconds.
        assert!((now.content.deadline.unwrap() - renamed.deadline.unwrap()).abs() < Duration::microseconds(2));
        let zero = EventContent { document: "\0".to_owned(), ..content(None, None) };
        let refused = db.store.change_event(event.id, now.version, zero, &actor()).await;
        assert!(matches!(refused, Err(StoreError::ZeroCharacter { field: "document" })));
    }

    async fn roles_are_given_and_taken_and_somebody_owns_the_event(db: &TestDb) {
        let event = open(db, content(None, None)).await.id;
        let (olga, anna) = (user_named(db, "olga").await, user(db, "anna").await);
        let set = async |user, role| db.store.set_role(event, user, role, &actor()).await;
        assert!(matches!(set(olga, Some(Role::Helper)).await, Err(StoreError::LastOwner)));
        assert!(matches!(set(olga, None).await, Err(StoreError::LastOwner)));
        // An account that is not on the staff joins only through a link.
        for role in [Some(Role::Helper), None] {
            assert!(matches!(set(anna, role).await, Err(StoreError::NotFound)));
        }
        joined(db, (event, &slug()), olga, anna, Role::Helper).await;
        set(anna, Some(Role::Owner)).await.unwrap();
        // With the role its open links are closed.
        let link = digest();
        db.store.invite(event, Role::Owner, (&link, Duration::hours(1)), (olga, &actor())).await.unwrap();
        set(olga, Some(Role::Organiser)).await.unwrap();
        assert!(matches!(db.store.invited(&slug(), &link).await, Err(StoreError::NotFound)));
        assert!(db.store.invitations(event).await.unwrap().is_empty());
        let staff = db.store.staff(event).await.unwrap();
        let roles: Vec<_> = staff.iter().map(|one| (one.sign_in.as_str(), one.role)).collect();
        assert_eq!(roles, [("olga", Role::Organiser), ("anna", Role::Owner)]);
        assert!(matches!(set(UserId::parse("999").unwrap(), Some(Role::Helper)).await, Err(StoreError::NotFound)));
        set(olga, None).await.unwrap();
        assert_eq!(db.store.staff(event).await.unwrap().len(), 1);
        assert!(Role::Owner.is_at_least(Role::Helper) && !Role::Helper.is_at_least(Role::Organiser));
    }

    async fn entries_go_with_a_browser_that_is_claimed_and_stay_when_an_account_ends(db: &TestDb) {
        let event = open(db, content(within(60), None)).await;
        let anna = user(db, "anna").await;
        let account = db.store.user(anna).await.unwrap().holder;
        let browser = digest();
        let made = entered(db, new_entry(&event, "Anna", &(&browser).into(), "Host")).await;
        db.store.claim(&browser, &account).await.unwrap();
        assert!(db.store.entrant(event.id, &made.id, Some(&(&account).into())).await.unwrap().is_own);
        assert!(!db.store.entrant(event.id, &made.id, Some(&(&browser).into())).await.unwrap().is_own);
        let both = Holder::account(account.clone(), Some(browser));
        entered(db, again(&event, &made.id, &both, "Better host")).await;
        entered(db, new_entry(&event, "Tom", &holder(), "Tom's host")).await;
        let held = db.store.entered_by(&account).await.unwrap();
        let told: Vec<_> = held.iter().map(|one| (one.event.as_str(), one.player.as_str(), one.entry.number)).collect();
        assert_eq!(told, [("spring-open", "Anna", 2), ("spring-open", "Anna", 1)]);
        assert_eq!(db.store.entry_document(held[1].entrant, 1).await.unwrap(), "[\"Host\"]");
        db.store.delete_user(anna).await.unwrap();
        let entrant = db.store.entrant(event.id, &made.id, Some(&(&account).into())).await.unwrap();
        assert_eq!((entrant.is_own, entrant.email, entrant.name.as_str()), (false, None, "Anna"));
        assert_eq!(entrant.head.unwrap().title, "Better host");
        assert!(db.store.entered_by(&account).await.unwrap().is_empty());
    }

    async fn an_account_stays_while_it_alone_owns_an_event(db: &TestDb) {
        let event = open(db, content(within(60), None)).await.id;
        let (olga, anna) = (user_named(db, "olga").await, user(db, "anna").await);
        let autumn = Slug::parse("autumn-open").unwrap();
        db.store.create_event(&autumn, content(None, None), olga, &actor()).await.unwrap();
        joined(db, (event, &slug()), olga, anna, Role::Organiser).await;
        let alone = async |user| -> Vec<String> {
            db.store.owned_alone(user).await.unwrap().into_iter().map(|event| event.slug.to_string()).collect()
        };
        assert_eq!(alone(olga).await, ["autumn-open", "spring-open"]);
        assert!(matches!(db.store.delete_user(olga).await, Err(StoreError::LastOwner)));
        assert_eq!(db.store.staff(event).await.unwrap().len(), 2);
        db.store.set_role(event, anna, Some(Role::Owner), &actor()).await.unwrap();
        assert_eq!(alone(olga).await, ["autumn-open"]);
        assert!(alone(anna).await.is_empty());
        let id = db.store.event(&autumn, Some(olga)).await.unwrap().id;
        db.store.delete_event(id).await.unwrap();
        db.store.delete_user(olga).await.unwrap();
        assert_eq!(alone(anna).await, ["spring-open"]);
        assert!(matches!(db.store.delete_user(anna).await, Err(StoreError::LastOwner)));
    }

    async fn of_two_owners_who_leave_at_once_one_stays(db: &TestDb) {
        for round in 0..3 {
            let name = |who: &str| format!("{who}-{round}");
            let (first, second) = (user(db, &name("first")).await, user(db, &name("second")).await);
            let slug = Slug::parse(&name("event")).unwrap();
            let made = db.store.create_event(&slug, content(None, None), first, &actor()).await.unwrap();
            let EventMade::Made(event) = made else { panic!("the address is taken") };
            joined(db, (event, &slug), first, second, Role::Owner).await;
            let (one, other) = tokio::join!(db.store.delete_user(first), db.store.delete_user(second));
            assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1, "{one:?} {other:?}");
            assert_eq!(db.store.staff(event).await.unwrap().len(), 1);
        }
    }
}

/// The account of that name.
async fn user_named(db: &TestDb, name: &str) -> UserId {
    db.store.user_by_sign_in(&SignInName::parse(name).unwrap()).await.unwrap().unwrap().0.id
}

/// Puts an account on the staff, through an owner's link.
async fn joined(db: &TestDb, (event, slug): (EventId, &Slug), owner: UserId, user: UserId, role: Role) {
    let link = digest();
    db.store.invite(event, role, (&link, Duration::hours(1)), (owner, &actor())).await.unwrap();
    assert_eq!(db.store.join_staff(slug, &link, user).await.unwrap(), role);
}
