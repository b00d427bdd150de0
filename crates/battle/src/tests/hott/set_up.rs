//! The set-up, the sequence of a turn, PIPs, command and victory.

use musterfield_dice::{RolledDice, Roller};
use musterfield_terrain::layout::Edge;

use super::show;
use crate::tests::board::View;
use crate::tests::scene::raised;
use crate::tests::script::Script;
use crate::{Order, Player};

#[test]
fn the_attacker_rolls_for_his_edge() {
    // HOTT25-DEPL-01, HOTT25-TERR-01
    let scene = "rules hott25\n with a1 Bd; b1 Bd\n phase edges\n player b\n bounds 0\n | |";
    let edge = |named: Edge, die: u8| {
        let script = Script::read(scene);
        let mut battle = raised(&script, View { mirrored: false, quarters: 0, board: script.board });
        let mut dice = RolledDice::new(&[die]);
        battle.play(&Order::Edge(named), &mut dice).unwrap();
        assert_eq!(dice.roll(), None);
        let [a, b] = Player::ALL.map(|player| battle.side(player).edge.unwrap());
        assert_eq!(a, b.opposite());
        b
    };
    // Three numbers stand for the edge that is named, and one for each of the others.
    let edges = [1, 2, 3, 4, 5, 6].map(|die| edge(Edge::North, die));
    assert_eq!(edges, [Edge::East, Edge::South, Edge::West, Edge::North, Edge::North, Edge::North]);
    assert_eq!([1, 4].map(|die| edge(Edge::East, die)), [Edge::South, Edge::East]);
}

#[test]
fn the_defender_places_a_stronghold_in_his_zone_or_touching_it() {
    let place = |rest: &str| {
        show(&format!(
            "
            # HOTT25-DEPL-02
            origin 0,0
            with a1 Bd; b1 Bd
            phase camp
            bounds 0
            ground woods 17,0 21,0 21,4 17,4
            | |
            {rest}
            "
        ));
    };
    place("> end\n ! HOTT25-DEPL-02");
    // The zone is 3.81 BW deep.
    place("> camp 10,5.83 north 2x2\n ! HOTT25-DEPL-02");
    place("> camp 10,5.81 north 2x2\n = phase deployment\n = stronghold a\n = decides-side a");
    place("> camp 10,2 north 2x2\n = phase deployment\n > camp 14,2 north 2x2\n ! HOTT25-DEPL-04");
    place("> camp 10,6 north 6x6\n = stronghold a");
    for size in ["1.9x2", "2x1.9", "6.1x6"] {
        place(&format!("> camp 10,6 north {size}\n ! D3H2-BUA-04"));
    }
    place("> camp 16,2 north 2x2\n ! D3H2-BUA-02");
    // Beyond the edge of the table.
    place("> camp 10,1 north 2x2\n ! HOTT25-DEPL-02");
}

#[test]
fn both_deploy_within_600_paces_and_the_defender_begins() {
    let set_up = |rest: &str| {
        show(&format!(
            "
            # HOTT25-DEPL-03 HOTT25-DEPL-04 HOTT25-DEPL-05
            origin 0,0
            with a1 Bd; b1 Bd
            phase deployment
            bounds 0
            | |
            {rest}
            "
        ));
    };
    set_up("> a1 placed 10,3.83 north\n ! HOTT25-DEPL-03");
    set_up("> b1 placed 11,18.2 south\n ! HOTT25-DEPL-04");
    set_up(
        "
        > a1 placed 10,3.81 north
        > end
        > b1 placed 11,18.17 south
        ! HOTT25-DEPL-03
        > b1 placed 11,18.19 south
        > end (5)
        = phase summoning
        = decides-side a
        = pips 5
        ",
    );
}

#[test]
fn a_turn_has_moves_spells_shots_of_each_side_and_fights() {
    show(
        "
        # HOTT25-SEQ-01 HOTT25-SEQ-02 HOTT25-SEQ-03 HOTT25-SEQ-04 HOTT25-PIP-01 HOTT25-PIP-04
        with a1 Mg at 1,1 north; a2 Sh at 4,1 north; a3 Bd general at 7,1 north; b1 Sh at 5,2.2 south; b2 Bd at 8,1 south
        | |
        > a1 bespells b1
        ! HOTT25-SEQ-02
        > a3 fights b2
        ! HOTT25-SEQ-04
        > end
        = phase bespelling
        > a1 ahead 1
        ! HOTT25-SEQ-01
        > a1 bespells b1 (3 4)
        = totals 7 7
        = pips 5
        > end
        = phase shooting
        > a1 bespells b1
        ! HOTT25-SEQ-02
        > b1 shoots a2
        ! HOTT25-SEQ-03
        > a2 shoots b1 (3 3)
        = totals 6 6
        > end
        = phase shooting-back
        = decides-side b
        > a2 shoots b1
        ! HOTT25-SEQ-03
        > b1 shoots a2 (3 3)
        = totals 6 6
        = pips 5
        > end
        = phase fighting
        = decides-side a
        > end
        ! HOTT25-SEQ-04
        > a3 fights b2 (3 3)
        = totals 9 8
        = pips 5
        > end (4)
        = phase summoning
        = decides-side b
        = pips 4
        ",
    );
}

#[test]
fn each_move_costs_one_and_one_more_out_of_command() {
    let moves = |who: &str, order: &str, left: u8| {
        for bounds in [1, 3] {
            show(&format!(
                "
                # HOTT25-PIP-02 HOTT25-PIP-05 HOTT25-CMD-01
                bounds {bounds}
                with {who}
                | |
                > {order}
                = pips {left}
                "
            ));
        }
    };
    // 1200 paces are 7.62 BW, between the nearest points.
    moves("a1 Bd general at 0,1 north; a2 Bd at 8.62,1 north", "a2 ahead 1", 5);
    moves("a1 Bd general at 0,1 north; a2 Bd at 8.63,1 north", "a2 ahead 1", 4);
    // A group of any size, and types that are dear in other games.
    moves("a1 Bd general at 0,1 north; a2 Bd at 5,1 north; a3 Bd at 6,1 north", "a2+a3 ahead 1", 5);
    moves("a1 Bd general at 0,1 north; a2 Bh at 5,1 north; a3 Hd at 6,1 north", "a2+a3 ahead 1", 5);
    // The general commands itself; a lost one commands nobody.
    moves("a1 Bd general at 0,1 north", "a1 ahead 1", 5);
    moves("a1 Bd general destroyed; a2 Bd at 0,1 north", "a2 ahead 1", 4);
    moves("a1 Hr general ensorcelled at 8,1 north; a2 Bd at 0,1 north", "a2 ahead 1", 4);
}

#[test]
fn whoever_the_general_does_not_see_is_commanded_over_600_paces() {
    for (at, left) in [("4.81", 5), ("4.83", 4)] {
        show(&format!(
            "
            # HOTT25-CMD-02
            with a1 Bd general at 0,1 north; a2 Bd at {at},1 north
            ground woods 2,-6 4,-6 4,8 2,8
            | |
            > a2 ahead 1
            = pips {left}
            "
        ));
    }
    // A general within a wood commands as well as any, as nothing cuts it off.
    show(
        "
        # HOTT25-CMD-01
        with a1 Wb general at 2.5,1 north; a2 Bd at 5,1 north
        ground woods 2,-6 4,-6 4,8 2,8
        | |
        > a2 ahead 1
        = pips 5
        ",
    );
}

#[test]
fn a_spell_costs_one_and_one_more_out_of_command() {
    for (at, left) in [("9.62", 5), ("9.63", 4)] {
        show(&format!(
            "
            # HOTT25-PIP-03 HOTT25-PIP-05
            with a1 Mg at 1,1 north; a2 Bd general at {at},1 north; b1 Bd at 2,4 south
            phase bespelling
            | |
            > a1 bespells b1 (3 3)
            = pips {left}
            "
        ));
    }
    // One PIP is too little for it.
    show(
        "
        # HOTT25-PIP-05
        with a1 Mg at 1,1 north; a2 Bd general destroyed; b1 Bd at 2,4 south
        phase bespelling
        pips 1
        | |
        > a1 bespells b1
        ! HOTT25-PIP-03
        ",
    );
}

#[test]
fn a_captured_stronghold_is_a_won_battle() {
    let assault = |who: &str, dice: &str, rest: &str| {
        show(&format!(
            "
            # HOTT25-WIN-01 HOTT25-OUT-27 HOTT25-CF-02
            with a1 {who} at 0.5,1 north; b1 Bd at 9,9 south; b2 Bd at 10,9 south
            defender b
            camp b 2,1 south 2x2
            phase fighting
            | |
            > a1 fights stronghold ({dice})
            {rest}
            "
        ));
    };
    assault("Kn", "6 2", "= totals 9 8\n = stronghold a\n > end\n = phase won-by-a");
    assault("Kn", "5 2", "= totals 8 8\n = stronghold b\n > end (3)\n = phase summoning");
    assault("Bd", "6 1", "= totals 11 7\n = stronghold a");
    // Aerials alone take nothing.
    assault("Dg down", "6 1", "= totals 12 7\n = stronghold b\n > end (3)");
    // Nobody has lost an element, and nobody goes in.
    assault("Kn", "6 1", "= lost b 0\n = a1 there");
}

#[test]
fn a_lost_general_or_half_of_the_elements_with_more_than_the_enemy_has_lost() {
    let end = |who: &str, rest: &str| {
        show(&format!(
            "
            # HOTT25-WIN-02 HOTT25-WIN-03
            with {who}
            phase fighting
            | |
            {rest}
            "
        ));
    };
    let goes_on = "> end (3)\n = phase summoning";
    let lost = "> end\n = phase won-by-b";
    let stand = "a3 Bd at 1,1 north; a4 Bd at 3,1 north; b1 Bd at 1,9 south; b2 Bd at 3,9 south";
    // The general and more than the enemy; elements count, whatever they cost.
    end(&format!("a1 Bd general destroyed; a2 Bd at 5,1 north; {stand}"), lost);
    end(&format!("a1 Hd general destroyed; a2 Bd at 5,1 north; {stand}; b3 Hr destroyed; b4 Bd at 8,9 south"), goes_on);
    end(&format!("a1 Bd destroyed; a2 Bd general at 5,1 north; {stand}"), goes_on);
    // Half of four, and more than the enemy.
    end(&format!("a1 Hd destroyed; a2 Hd destroyed; {stand}"), &format!("= lost a 2\n {lost}"));
    end(
        &format!("a1 Hd destroyed; a2 Hd destroyed; {stand}; b3 Hd destroyed; b4 Hd destroyed; b5 Hd at 8,9 south"),
        goes_on,
    );
    // Elements that fled or are ensorcelled are lost; Lurkers in hiding are not.
    end(&format!("a1 Dg fled; a2 Hr ensorcelled; {stand}"), lost);
    end(&format!("a1 Lk aside; a2 Lk aside; {stand}"), &format!("= lost a 0\n {goes_on}"));
}
