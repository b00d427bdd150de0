//! Ratings and shares, compared with what can be computed by hand.

use musterfield_players::rating::{Meeting, ratings, share};

fn near(one: f64, other: f64, by: f64) -> bool {
    (one - other).abs() <= by
}

/// So many meetings with these points of the first player.
fn meetings(players: [usize; 2], points: u8, count: usize) -> Vec<Meeting> {
    vec![Meeting { players, points }; count]
}

#[test]
fn ten_times_the_points_are_four_hundred_more() {
    // 1,000 points against 100, with the point more for each.
    let all = [meetings([0, 1], 4, 225), meetings([0, 1], 2, 50)].concat();
    let rated = ratings(2, &all, 1, 1);
    let expected = 400.0 * (1_001.0_f64 / 101.0).log10();
    assert!(near(rated[0].value, expected, 0.01), "{rated:?}");
    assert!(near(rated[1].value, 0.0, 1e-9));
    assert!(rated[0].low < expected && expected < rated[0].high, "{rated:?}");
    assert!(rated[0].high - rated[0].low < 120.0, "{rated:?}");
}

#[test]
fn a_chain_of_players_adds_up_and_equals_are_equal() {
    let steps = [meetings([0, 1], 3, 100), meetings([1, 2], 3, 100)].concat();
    let rated = ratings(3, &steps, 0, 1);
    let step = 400.0 * (301.0_f64 / 101.0).log10();
    assert!(near(rated[1].value, -step, 0.5) && near(rated[2].value, -2.0 * step, 1.0), "{rated:?}");
    let equals = ratings(2, &meetings([0, 1], 2, 10), 0, 1);
    assert!(equals.iter().all(|rating| near(rating.value, 0.0, 1e-9)), "{equals:?}");
}

#[test]
fn who_wins_everything_and_who_never_plays_have_finite_ratings() {
    let rated = ratings(3, &meetings([0, 1], 4, 100), 1, 1);
    assert!(near(rated[0].value, 400.0 * 401.0_f64.log10(), 0.01), "{rated:?}");
    assert!(rated.iter().all(|rating| [rating.value, rating.low, rating.high].iter().all(|value| value.is_finite())));
    assert_eq!(ratings(0, &[], 0, 1), []);
    assert_eq!(ratings(2, &[], 0, 1).len(), 2);
}

#[test]
fn intervals_are_the_same_for_the_same_seed() {
    let all =
        [(4, 41), (3, 23), (2, 11), (1, 17), (0, 19)].map(|(points, count)| meetings([0, 1], points, count)).concat();
    assert_eq!(ratings(2, &all, 0, 9), ratings(2, &all, 0, 9));
    assert_ne!(ratings(2, &all, 0, 9), ratings(2, &all, 0, 10));
}

#[test]
fn shares_have_the_intervals_of_wilson() {
    // From published tables: 81 of 263 and 15 of 148, without correction for continuity.
    for (won, battles, low, high) in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)] {
        let share = share(2 * won, battles);
        assert!(near(share.low, low, 1e-3) && near(share.high, high, 1e-3), "{won} of {battles}: {share:?}");
    }
    let nothing = share(0, 0);
    assert_eq!((nothing.low, nothing.high), (0.0, 1.0));
}
