//! The players of the sides of a battle, the links by which they come to it, and the time that they use.

use musterfield::store::{BattleId, BattleSide, LimitReached, MOST_BATTLE_HOLDERS, NewBattle, NewOrders, StoreError};
use time::{Duration, OffsetDateTime};

use super::battles::{assert_spent, battle_of, held, key, new_battle, orders};
use super::harness::digest;

for_each_store! {
    async fn the_link_of_a_side_lets_somebody_play_it_and_a_wrong_one_does_not(db: &TestDb) {
        let (olga, tom) = (digest(), digest());
        let id = battle_of(db, &olga).await;
        assert_eq!(db.store.take_side(&id, &digest(), &tom).await.unwrap(), None);
        assert!(held(db, &tom).await.is_empty());
        for _ in 0..2 {
            assert_eq!(db.store.take_side(&id, &key(BattleSide::B), &tom).await.unwrap(), Some(BattleSide::B));
        }
        assert_eq!(db.store.battle(&id, Some(&tom)).await.unwrap().holds, [false, true]);
        // Olga plays the other side, and who of the two has both links must not decide for both.
        for (who, side) in [(&tom, BattleSide::A), (&olga, BattleSide::B)] {
            let refused = db.store.take_side(&id, &key(side), who).await;
            assert!(matches!(refused, Err(StoreError::SideTaken)), "{refused:?}");
        }
        assert_eq!(db.store.battle(&id, Some(&olga)).await.unwrap().holds, [true, false]);
        assert_eq!(db.db_texts("SELECT side AS value FROM battle_holders").len(), 2);
        let unknown = db.store.take_side(&BattleId::random().unwrap(), &key(BattleSide::A), &tom).await;
        assert!(matches!(unknown, Err(StoreError::NotFound)), "{unknown:?}");
    }

    async fn who_plays_both_sides_leaves_one_to_whoever_opens_its_link(db: &TestDb) {
        let (olga, tom) = (digest(), digest());
        let id = battle_of(db, &olga).await;
        assert_eq!(db.store.take_side(&id, &key(BattleSide::B), &olga).await.unwrap(), Some(BattleSide::B));
        assert_eq!(db.store.battle(&id, Some(&olga)).await.unwrap().holds, [true, true]);
        db.store.take_side(&id, &key(BattleSide::B), &tom).await.unwrap();
        assert_eq!(db.store.battle(&id, Some(&olga)).await.unwrap().holds, [true, false]);
        assert_eq!(db.store.battle(&id, Some(&tom)).await.unwrap().holds, [false, true]);
    }

    async fn a_side_gets_another_link_from_whoever_plays_it_or_waits_for_its_player(db: &TestDb) {
        let (olga, tom, other) = (digest(), digest(), digest());
        let id = battle_of(db, &olga).await;
        assert_eq!(db.store.side_of_key(&id, &key(BattleSide::B)).await.unwrap(), Some((BattleSide::B, false)));
        db.store.renew_key(&id, BattleSide::B, other.clone(), &olga).await.unwrap();
        assert_eq!(db.store.take_side(&id, &key(BattleSide::B), &tom).await.unwrap(), None);
        assert_eq!(db.store.take_side(&id, &other, &tom).await.unwrap(), Some(BattleSide::B));
        assert_eq!(db.store.side_of_key(&id, &other).await.unwrap(), Some((BattleSide::B, true)));
        assert!(db.store.side_is_held(&id, BattleSide::B).await.unwrap());
        for (who, side) in [(&olga, BattleSide::B), (&tom, BattleSide::A), (&digest(), BattleSide::A)] {
            let refused = db.store.renew_key(&id, side, digest(), who).await;
            assert!(matches!(refused, Err(StoreError::NotYourBattle)), "{refused:?}");
        }
        let phone = digest();
        db.store.renew_key(&id, BattleSide::A, key(BattleSide::B), &olga).await.unwrap();
        assert_eq!(db.store.take_side(&id, &key(BattleSide::B), &phone).await.unwrap(), Some(BattleSide::A));
        assert_eq!(db.store.battle(&id, Some(&olga)).await.unwrap().holds, [true, false]);
    }

    async fn so_many_may_play_one_side(db: &TestDb) {
        let olga = digest();
        let id = battle_of(db, &olga).await;
        for _ in 1..MOST_BATTLE_HOLDERS {
            db.store.take_side(&id, &key(BattleSide::A), digest()).await.unwrap();
        }
        assert_spent(db.store.take_side(&id, &key(BattleSide::A), digest()).await, LimitReached::BattleHolders(MOST_BATTLE_HOLDERS));
        db.store.take_side(&id, &key(BattleSide::A), &olga).await.unwrap();
        db.store.take_side(&id, &key(BattleSide::B), digest()).await.unwrap();
    }

    async fn a_side_uses_its_minutes_while_it_decides(db: &TestDb) {
        let olga = digest();
        let new = NewBattle { minutes: Some(60), decides: BattleSide::A, ..new_battle(&olga) };
        let id = db.store.create_battle(new).await.unwrap();
        let terms = async || db.store.battle(&id, Some(&olga)).await.unwrap().terms;
        let left = async |side: BattleSide| terms().await.left(side, OffsetDateTime::now_utc()).unwrap().whole_minutes();
        assert_eq!(left(BattleSide::B).await, 60);
        let since = |minutes: i64| (OffsetDateTime::now_utc() - Duration::seconds(60 * minutes + 30)).unix_timestamp();
        let ago = async |minutes: i64| {
            let at = OffsetDateTime::from_unix_timestamp(since(minutes)).unwrap();
            let at = format!("{} {:02}:{:02}:{:02}", at.date(), at.hour(), at.minute(), at.second());
            db.db_execute(&format!("UPDATE battle_terms SET since = '{at}'"));
        };
        ago(20).await;
        assert_eq!(left(BattleSide::A).await, 39);
        assert_eq!((terms().await.due().unwrap() - OffsetDateTime::now_utc()).whole_minutes(), 39);
        // The other side decides now; the time that was used stays used, and its own runs.
        let passed = NewOrders { decides: Some(BattleSide::B), ..orders(BattleSide::A, &["end"]) };
        db.store.append_orders(&id, Some(&olga), 0, passed).await.unwrap();
        ago(10).await;
        assert_eq!((left(BattleSide::A).await, left(BattleSide::B).await), (39, 49));
        ago(70).await;
        assert_eq!(left(BattleSide::B).await, 0);
        assert!(terms().await.due().unwrap() < OffsetDateTime::now_utc());
    }
}
