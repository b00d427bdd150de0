//! Who plays which side of a battle, and the links by which they come to it.

use musterfield::store::{BattleId, BattleSide, LimitReached, MOST_BATTLE_HOLDERS, StoreError};

use super::battles::{assert_spent, battle_of, held, key};
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
}
