//! The key of a position: the same for equal positions, in whichever bound they arise, and for no others.

use std::collections::HashMap;

use musterfield_battle::player::{Captain, Plain, Whim};
use musterfield_battle::series::Series;
use musterfield_battle::{Battle, Phase, Report};
use musterfield_dice::Dice;

use super::games::pairs;

#[test]
fn the_same_position_has_the_same_key_and_another_has_another() {
    keys_are_those_of_positions(&pairs());
}

/// Compares the keys of positions with the digests of states along battles, one in nine of these.
pub(super) fn keys_are_those_of_positions(pairs: &[Series]) {
    // Everything that is told of a position in a record's digest, and the key; only the bound may make a difference.
    let mut digests: HashMap<u64, (u16, u64)> = HashMap::new();
    let mut keys: HashMap<u64, u64> = HashMap::new();
    for (number, series) in (0_u64..).zip(pairs.iter().step_by(9)) {
        let meeting = series.head(number).unwrap();
        let mut battle = Battle::new(&meeting.meeting()).unwrap();
        let worth = series.worth().unwrap();
        let (mut plain, mut whim) = (Plain::new(&worth, number, 1), Whim::new(number, 2));
        let mut dice = Dice::new(number, 0);
        for _ in 0..300 {
            if matches!(battle.phase(), Phase::Over(_)) {
                break;
            }
            let salt = number << 56;
            if let Some((bound, digest)) = digests.insert(battle.position() ^ salt, (battle.bound(), battle.digest())) {
                assert!(bound != battle.bound() || digest == battle.digest(), "one key for two positions");
            }
            if let Some(key) = keys.insert(battle.digest() ^ salt, battle.position()) {
                assert_eq!(key, battle.position(), "two keys for one position");
            }
            let captain: &mut dyn Captain = match battle.to_decide() {
                musterfield_battle::Player::A => &mut plain,
                musterfield_battle::Player::B => &mut whim,
            };
            let legal = captain.decide(&battle).unwrap();
            battle.apply(&legal, &mut dice, &mut Report::unread()).unwrap();
        }
    }
    assert!(digests.len() > 900, "{} positions", digests.len());
}

#[test]
fn what_is_taken_back_leads_to_the_position_before() {
    use musterfield_battle::Order;
    let series = &pairs()[0];
    let worth = series.worth().unwrap();
    let mut battle = Battle::new(&series.head(0).unwrap().meeting()).unwrap();
    let mut captains = [Plain::new(&worth, 1, 1), Plain::new(&worth, 1, 2)];
    let mut dice = Dice::new(1, 0);
    while battle.phase() != Phase::Deployment {
        let legal = battle.to_decide().of_mut(&mut captains).decide(&battle).unwrap();
        battle.apply(&legal, &mut dice, &mut Report::unread()).unwrap();
    }
    let id = battle.army(battle.player()).find(|id| battle.free_place(*id).is_some()).unwrap();
    let place = |battle: &mut Battle| {
        let base = battle.free_place(id).unwrap();
        battle.play(&Order::Place(id, musterfield_battle::Pose::of(&base)), &mut Dice::new(0, 0)).unwrap();
    };
    let take_back = |battle: &mut Battle| battle.play(&Order::TakeBack(id), &mut Dice::new(0, 0)).unwrap();
    place(&mut battle);
    let placed = battle.position();
    take_back(&mut battle);
    let aside = battle.position();
    assert_ne!(placed, aside);
    place(&mut battle);
    assert_eq!(battle.position(), placed);
    take_back(&mut battle);
    assert_eq!(battle.position(), aside);
}
