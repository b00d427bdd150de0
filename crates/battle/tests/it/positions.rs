//! A count of positions, as chess programs have it: how many positions can be reached from a published one in so many
//! orders, taking the sample orders of [`Battle::legal_orders`] and every result of their dice. A change of the engine
//! that was not meant to change what is legal, or what happens, leaves all numbers as they are.

use musterfield_battle::Battle;
use musterfield_battle::replay::Replay;

use super::{example, read};

/// The number of positions, counted as often as they are reached, after so many orders.
fn positions(battle: &Battle, orders: u32) -> u64 {
    if orders == 0 {
        return 1;
    }
    let all = battle.legal_orders();
    let after = |order| battle.chances(order).map(|chances| chances.results).unwrap_or_default();
    all.iter().flat_map(after).map(|result| positions(&result.battle, orders - 1)).sum()
}

/// The battle of a record after so many orders.
fn at(record: &str, orders: usize) -> Battle {
    let record = read(&example(record)).unwrap();
    let mut replay = Replay::new(&record);
    for _ in 0..orders {
        replay.step().unwrap().unwrap();
    }
    replay.battle().clone()
}

/// Twelve positions, by the number of orders of the record `by-hand` that lead to them, and how many positions are
/// reached from each after one, two and three orders.
const PUBLISHED: [(usize, [u64; 3]); 12] = [
    (0, [4, 32, 256]),
    (1, [8, 64, 8_960]),
    (13, [54, 1_895, 43_477]),
    (16, [6, 246, 5_441]),
    (17, [41, 1_080, 19_038]),
    (21, [6, 324, 9_541]),
    (27, [54, 1_824, 32_122]),
    (28, [34, 669, 4_959]),
    (32, [6, 198, 3_128]),
    (33, [33, 619, 631]),
    (36, [8, 38, 1_584]),
    (38, [44, 1_089, 8_942]),
];

#[test]
fn the_published_positions_have_as_many_as_before() {
    for (orders, counts) in PUBLISHED {
        let battle = at("by-hand", orders);
        let found = [1, 2, 3].map(|orders| positions(&battle, orders));
        assert_eq!(found, counts, "after {orders} orders, in {:?}", battle.phase());
    }
}
