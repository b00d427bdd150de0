//! What the plain computer player does with small positions.

use musterfield_dice::Dice;

use super::board::View;
use super::scene::raised;
use super::script::Script;
use crate::element::{Name, Player};
use crate::player::{Captain, Plain, Worth};
use crate::{Battle, Order, Phase, Report};

/// Lets the plain player play the first side until the fights, in every view of the table, and looks at the orders and
/// the battle.
fn played(text: &str, look: impl Fn(&[Order], &Battle)) {
    let script = Script::read(text);
    for view in View::all(script.board) {
        let mut battle = raised(&script, view);
        let worth = Worth::new(&battle);
        let (mut player, mut dice) = (Plain::new(&worth, 1, 1), Dice::new(1, 1));
        let mut orders = Vec::new();
        while battle.to_decide() == Player::A && battle.phase() != Phase::Fighting {
            let legal = player.decide(&battle).unwrap();
            orders.push(legal.order().clone());
            battle.apply(&legal, &mut dice, &mut Report::default()).unwrap();
        }
        look(&orders, &battle);
    }
}

/// Whether an element has an enemy before its front.
fn attacks(battle: &Battle, name: &str) -> bool {
    let name: Name = name.parse().unwrap();
    battle.before(battle.id(name).unwrap()).is_some()
}

#[test]
fn a_mage_casts_a_spell_that_gains_before_the_army_advances() {
    played(
        "
        with a1 Mg at 1,1 north; a2 Bd at 5,1 north; a3 Bd at 6,1 north; a4 Bd general at 7,1 north; b1 Hr at 2,5 south; b2 Bd at 7,9 south
        pips 2
        | |
        ",
        |orders, _| {
            let cast = orders.iter().filter(|order| matches!(order, Order::Bespell { .. })).count();
            assert_eq!(cast, 1, "{orders:?}");
        },
    );
    // With more PIPs the rest of the army advances as well.
    played(
        "
        with a1 Mg at 1,1 north; a2 Bd at 5,1 north; a3 Bd at 6,1 north; a4 Bd general at 7,1 north; b1 Hr at 2,5 south; b2 Bd at 7,9 south
        pips 4
        | |
        ",
        |orders, _| {
            assert!(orders.iter().any(|order| matches!(order, Order::Bespell { .. })), "{orders:?}");
            assert!(orders.iter().any(|order| matches!(order, Order::Move(_))), "{orders:?}");
        },
    );
}

#[test]
fn flyers_leave_the_front_of_a_steady_line_alone() {
    played(
        "
        with a1 Fl at 2,1 north; a2 Bd general at 9,-4 north; b1 Bd at 2,3 south; b2 Bd at 3,3 south; b3 Bd at 4,3 south
        | |
        ",
        |orders, battle| assert!(!attacks(battle, "a1"), "{orders:?}"),
    );
    // Artillery that stands alone is another matter.
    played(
        "
        with a1 Fl at 2,1 north; a2 Bd general at 9,-4 north; b1 Art at 3,3 south
        | |
        ",
        |orders, battle| assert!(attacks(battle, "a1"), "{orders:?}"),
    );
}

#[test]
fn a_general_does_not_go_alone_into_a_fight_that_it_would_lose() {
    played(
        "
        with a1 Hr general at 2,1 north; a2 Bd at 9,-4 north; b1 Hr at 3,3 south; b2 Hr at 4,3 south
        | |
        ",
        |orders, battle| assert!(!attacks(battle, "a1"), "{orders:?}"),
    );
    // Against Artillery it does.
    played(
        "
        with a1 Hr general at 2,1 north; a2 Bd at 9,-4 north; b1 Art at 3,3 south
        | |
        ",
        |orders, battle| assert!(attacks(battle, "a1"), "{orders:?}"),
    );
}
