//! Edges, the allotment of dice, deployment by command, and landings of commands.

use super::show;
use crate::snapshot::Snapshot;
use crate::tests::board::View;
use crate::tests::scene::raised;
use crate::tests::script::Script;
use crate::{Battle, Order, Player};

#[test]
fn base_edges_are_long_edges() {
    show(
        "
        # DBA3-BB-20
        table 30x15
        with a1 4Bd general command 1
        phase edges
        player b
        bounds 0
        | |
        > edge west
        ! DBA3-BB-20
        > edge east
        ! DBA3-BB-20
        > edge north
        = phase allotting
        = decides-side a
    ",
    );
    show(
        "
        # DBA3-BB-20: whichever of the two, even where a road reaches only one of them.
        table 30x15
        origin 0,0
        with a1 4Bd general command 1
        ground road 0.4 10,0 10,8
        phase edges
        player b
        bounds 0
        | |
        > edge south
        = phase allotting
        again
        > edge north
        = phase allotting
    ",
    );
    show(
        "
        # DBA3-BB-20: the table decides, wherever its long edges are.
        table 15x30
        origin 0,0
        with a1 4Bd general command 1
        phase edges
        player b
        bounds 0
        | |
        > edge north
        ! DBA3-BB-20
        > edge east
        = phase allotting
    ",
    );
}

#[test]
fn dice_are_allotted_once_the_edges_are_chosen() {
    show(
        "
        # DBA3-BB-27: each of the army’s own commands once; the defender first.
        with a1 4Bd general command 1; a2 4Bd general command 2; a3 4Bd general command 3
        phase allotting
        bounds 0
        | |
        > end
        ! DBA3-BB-27
        > allot 1 2
        ! DBA3-BB-27
        > allot 1 2 2
        ! DBA3-BB-27
        > allot 2 1 4
        ! DBA3-BB-27
        > allot 2 1 3
        = decides-side b
        > allot 3 1 2
        = phase camp
        = decides-side a
        > allot 1 2 3
        ! DBA3-BB-27
    ",
    );
    show(
        "
        # DBA3-BB-26 DBA3-BB-27: an ally’s die is not allotted.
        with a1 4Bd general command 1; a2 4Bd general command 2; a3 4Wb general ally command 3
        phase allotting
        bounds 0
        | |
        > allot 3 2 1
        ! DBA3-BB-27
        > allot 2 1
        = decides-side b
    ",
    );
    show(
        "
        # DBA3-BB-27: with one command of its own, a side has nothing to write down.
        table 30x15
        with a1 4Bd general command 1; a2 4Bd general ally command 2; a3 4Wb general ally command 3
        phase edges
        player b
        bounds 0
        | |
        > edge north
        = phase allotting
        = decides-side b
        > allot 1 2 3
        = phase camp
        = decides-side a
    ",
    );
}

/// The end of the present part of the set-up; where a camp is owed, the first place for it.
fn end_or_camp(battle: &Battle) -> Order {
    let place = |order: &Order| matches!(order, Order::Camp(..));
    if battle.validate(&Order::End).is_ok() {
        Order::End
    } else {
        battle.legal_orders().into_iter().find(place).unwrap()
    }
}

#[test]
fn the_allotment_is_disclosed_with_the_first_dice() {
    // DBA3-BB-28
    let script = Script::read(
        "
        rules dba3
        with a1 4Bd general command 1 at 1,-1 north; a2 4Bd general command 2 at 5,-1 north
        with a3 4Bd general command 3 at 9,-1 north; b1 4Bd general command 1 at 1,13 south
        with b2 4Bd general command 2 at 5,13 south; b3 4Bd general command 3 at 9,13 south
        phase allotting
        bounds 0
        | |
        ",
    );
    let mut battle = raised(&script, View { mirrored: false, quarters: 0, board: script.board });
    let mut play = |order: Order, dice: &[u8]| {
        let order = if order == Order::End { end_or_camp(&battle) } else { order };
        battle.play(&order, &mut musterfield_dice::RolledDice::new(dice)).unwrap();
        let shown = Snapshot::of(&battle, 0, None);
        [shown.a, shown.b].map(|side| side.commands.iter().map(|command| command.die).collect::<Vec<_>>())
    };
    let secret = vec![None; 3];
    assert_eq!(play(Order::Allot(vec![2, 1, 3]), &[]), [secret.clone(), secret.clone()]);
    assert_eq!(play(Order::Allot(vec![3, 1, 2]), &[]), [secret.clone(), secret.clone()]);
    // Camps, then both sides deploy everything.
    for _ in 0..3 {
        assert_eq!(play(Order::End, &[]), [secret.clone(), secret.clone()]);
    }
    let ours = vec![Some(2), Some(1), Some(3)];
    assert_eq!(play(Order::End, &[1, 2, 3]), [ours.clone(), secret]);
    play(Order::End, &[]);
    play(Order::End, &[]);
    assert_eq!(play(Order::End, &[1, 2, 3]), [ours, vec![Some(2), Some(3), Some(1)]]);
    assert!(battle.has_disclosed(Player::A) && battle.has_disclosed(Player::B));
}

#[test]
fn a_digest_does_not_tell_the_allotment_before_it_is_disclosed() {
    // DBA3-BB-28
    let script = Script::read(
        "
        rules dba3
        with a1 4Bd general command 1 at 1,-1 north; a2 4Bd general command 2 at 5,-1 north
        with a3 4Bd general command 3 at 9,-1 north; b1 4Bd general command 1 at 1,13 south
        with b2 4Bd general command 2 at 5,13 south; b3 4Bd general command 3 at 9,13 south
        phase allotting
        bounds 0
        | |
        ",
    );
    let digests = |first: [u8; 3], second: [u8; 3]| {
        let mut battle = raised(&script, View { mirrored: false, quarters: 0, board: script.board });
        let orders = [Order::Allot(first.to_vec()), Order::Allot(second.to_vec())].into_iter();
        let ends = std::iter::repeat_n(Order::End, 7);
        let mut digest = |order: Order| {
            let order = if order == Order::End { end_or_camp(&battle) } else { order };
            battle.play(&order, &mut musterfield_dice::RolledDice::new(&[3, 3, 3])).unwrap();
            battle.digest()
        };
        orders.chain(ends).map(&mut digest).collect::<Vec<_>>()
    };
    let usual = digests([1, 2, 3], [1, 2, 3]);
    // Two allotments, camps and both sides deploy; then the defender dices, and after three parts of its bound the invader.
    for (first, second, same) in [([2, 1, 3], [1, 2, 3], 5), ([1, 2, 3], [3, 1, 2], 8)] {
        let other = digests(first, second);
        assert_eq!(other[..same], usual[..same]);
        assert!(other[same..].iter().zip(&usual[same..]).all(|(one, other)| one != other));
    }
}

/// Three commands of each side, none of them set up.
const UNDEPLOYED: &str = "
    with a1 4Bd general command 1; a2 4Bd command 1; a3 4Bd general command 2; a4 4Bd general command 3
    with b2 4Bd general command 2; b3 4Bd general command 3
    phase deployment
    bounds 0
    | |
    ";

#[test]
fn the_players_deploy_one_command_or_all_that_are_left() {
    let play = |rest: &str| {
        super::super::scene::show(&format!("rules dba3\nwith b1 4Bd general command 1\n{UNDEPLOYED}{rest}"))
    };
    play(
        "
        # DBA3-BB-21: one command each, in turns; whoever is left with commands goes on.
        > end
        ! DBA3-BB-21
        > a1 placed 1,0 north
        > end
        ! DBA3-BB-21
        > a2 placed 2,0 north
        > end
        = decides-side b
        > a3 placed 5,0 north
        ! DBA3-DEPL-15
        > b1 placed 2,6 south
        > end
        = decides-side a
        > a1 taken-back
        ! DBA3-BB-21
        > a1 placed 9,0 north
        ! DBA3-BB-21
        > a3 placed 5,0 north
        > a4 placed 9,0 north
        > end
        = decides-side b
        > b2 placed 6,6 south
        > end
        = decides-side b
        > b3 placed 9,6 south
        > end (1 2 3)
        = phase summoning
        = decides-side a
        ",
    );
    play(
        "
        # DBA3-BB-21: two of three is neither one nor all.
        > a1 placed 1,0 north
        > a2 placed 2,0 north
        > a3 placed 5,0 north
        > end
        ! DBA3-BB-21
        > a3 taken-back
        > end
        = decides-side b
        ",
    );
    play(
        "
        # DBA3-BB-21: all at once.
        > a3 placed 5,0 north
        > a1 placed 1,0 north
        > a2 placed 2,0 north
        > a4 placed 9,0 north
        > end
        = decides-side b
        > b1 placed 2,6 south
        > b2 placed 6,6 south
        > b3 placed 9,6 south
        > end (1 2 3)
        = phase summoning
        ",
    );
}

#[test]
fn elements_are_set_up_near_their_general() {
    let play = |rest: &str| {
        super::super::scene::show(&format!("rules dba3\nwith b1 4Bd general command 1\n{UNDEPLOYED}{rest}"))
    };
    play(
        "
        # DBA3-BB-22: eight base widths between nearest points, and not a hair more.
        > a1 placed 1,0 north
        > a2 placed 10.005,0 north
        ! DBA3-BB-22
        > a2 placed 10,0 north
        = a2 at 10,0 north
        ",
    );
    play(
        "
        # DBA3-BB-22: also if the general comes last.
        > a2 placed 10,0 north
        > a1 placed 0.995,0 north
        ! DBA3-BB-22
        > a1 placed 1,0 north
        ",
    );
    play(
        "
        # DBA3-BB-22: the general of another command does not count.
        > a3 placed 9,0 north
        > a1 placed 0,0 north
        > a2 placed 8.9,-1 north
        > a2 placed 10.5,-1 north
        ! DBA3-BB-22
        ",
    );
    play(
        "
        # DBA3-BB-22: a garrison may be anywhere.
        camp a -4,-7 north 2x1
        > a2 garrisons camp
        > a1 placed 12,0 north
        > end
        = decides-side b
        ",
    );
}

#[test]
fn a_whole_command_lands() {
    let play = |rest: &str| {
        super::super::scene::show(&format!(
            "
            rules dba3
            origin 0,0
            home a littoral
            with a1 4Bd general command 1; a2 4Ax general command 2; a3 Ps command 2; a4 4Bd general command 3
            with a5 El command 3; b1 4Bd general command 1 at 20,18 south; b2 4Bd general command 2 at 16,18 south
            with b3 4Bd general command 3 at 12,18 south
            command b1 deployed
            command b2 deployed
            command b3 deployed
            ground waterway 0,0 3,0 3,22 0,22
            phase deployment
            bounds 0
            | |
            {rest}
            "
        ));
    };
    play(
        "
        # DBA3-BB-23 DBA3-BB-24: a command, all of it, and none with Elephants or Artillery.
        > a2 reserved
        ! DBA3-BB-23
        > a1+a2+a3 reserved
        ! DBA3-BB-23
        > a4+a5 reserved
        ! DBA3-BB-24
        > a2+a3 reserved
        = a3 reserved
        # Whoever comes back to the table brings the whole command back.
        > a3 taken-back
        > end
        ! DBA3-BB-21
        ",
    );
    play(
        "
        # DBA3-BB-23: each within one base width of the water, side by side or not, before the first dice.
        > a2+a3 reserved
        > end
        = decides-side a
        > a1 placed 10,8 north
        > a4 placed 14,8 north
        > a5 placed 15,8 north
        > end
        = phase landing
        = pips 0
        > end
        ! DBA3-LAND-01
        > land a2 3.5,12 east and a3 4.51,10 east
        ! DBA3-BB-23
        > land a2 3.5,12 east and a3 4.5,10 east (4 2 6)
        = a3 at 4.5,10 east
        = phase summoning
        = used DBA3-BB-25
        ",
    );
    play(
        "
        # DBA3-BB-22 DBA3-BB-23: near their general as well.
        > a2+a3 reserved
        > end
        > a1 placed 10,8 north
        > a4 placed 14,8 north
        > a5 placed 15,8 north
        > end
        > land a2 3.5,20 east and a3 3.5,10.99 east
        ! DBA3-BB-22
        > land a2 3.5,20 east and a3 3.5,11 east (4 2 6)
        = a2 at 3.5,20 east
        ",
    );
}

#[test]
fn an_allied_command_lands_by_its_own_home_terrain() {
    // DBA3-LAND-01, DBA3-BB-23
    let reserves = |allies: &str, then: &str| {
        super::super::scene::show(&format!(
            "
            rules dba3
            origin 0,0
            home a hilly
            allies a dba3/{allies}
            with a1 4Bd general command 1; a2 4Ax general ally command 2; a3 Ps ally command 2; a4 4Bd general command 3
            ground waterway 0,0 3,0 3,22 0,22
            phase deployment
            bounds 0
            | |
            > a2+a3 reserved
            {then}
            "
        ));
    };
    reserves("chimor", "= a3 reserved\n > a4 reserved\n ! DBA3-BB-24");
    reserves("akkad", "! DBA3-LAND-01");
}

#[test]
fn each_allied_command_has_a_camp_of_its_own() {
    show(
        "
        # DBA3-BB-18: one camp for the army’s own commands, then one for each allied command.
        table 30x15
        origin 0,0
        with a1 4Bd general command 1; a2 4Wb general ally command 2; a3 4Bd general command 3
        phase camp
        bounds 0
        | |
        > camp 8,1 north 3x1
        = camp a stands
        = decides-side a
        > camp 10,1 north 3x1
        !
        > camp 12,1 north 3x1
        = camp a2 stands
        = decides-side b
        > camp 12,14 south 3x1
        = phase deployment
        = decides-side a
        # DBA3-BB-19: each is held by its own.
        > a2 garrisons camp
        ! DBA3-DEPL-12
        > a1 garrisons camp2
        ! DBA3-DEPL-12
        > a2 garrisons camp2
        = a2 holds camp2
        > a3 garrisons camp
        = a3 holds camp
        # Civilians, too: a4 are those of the first camp, a5 those of the ally’s.
        > a4 garrisons camp2
        ! DBA3-DEPL-13
        > a2 taken-back
        > a5 garrisons camp
        ! DBA3-DEPL-13
        > a5 garrisons camp2
        = a5 holds camp2
    ",
    );
    show(
        "
        # DBA3-BB-19 DBA3-BB-26: they leave it for the PIPs of its command, and never return.
        origin 0,0
        with a1 4Bd general command 1 at 10,16 north; a2 4Wb general ally command 2 at 11,3 north
        with a3 4Bd general command 3 at 20,16 north
        camp a2 6,1 north 3x1
        civilians a camp2
        | |
        = a5 holds camp2
        > a5 go 7,3 north
        = a5 at 7,3 north
        = pips a2 4
        = pips a1 6
        > end
        > end
        > end (1 1 1)
        > end
        > end
        > end (3 3 3)
        > a5 go 7,0.5 south
        ! DBA3-DEPL-13
    ",
    );
    show(
        "
        # DBA3-BB-34 DBA3-TACT-03: two more in their camp; when it falls, its command alone loses by it.
        origin 0,0
        with a1 4Bd general command 1 at 10,16 north; a2 4Wb general ally command 2 at 20,3 north
        with a3 4Bd general command 3 at 20,16 north; b2 4Bd command 2 at 8,1 south
        camp a2 6,1 north 3x1
        civilians a camp2
        player b
        phase fighting
        | |
        > b2 fights camp2 (4 3)
        = totals 9 7
        = a5 destroyed
        = lost a 1
    ",
    );
    show(
        "
        # DBA3-BB-18: a side may do without one only where there is no place for it.
        table 30x15
        origin 0,0
        with a1 4Bd general command 1; a2 4Wb general ally command 2; a3 4Wb general ally command 3
        phase camp
        bounds 0
        | |
        > end
        ! DBA3-DEPL-15
        > camp 8,1 north 3x1
        > end
        ! DBA3-DEPL-15
        > camp 12,1 north 3x1
        > camp 16,1 north 3x1
        = camp a3 stands
        = decides-side b
    ",
    );
}
