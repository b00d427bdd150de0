//! Results of shots, spells and assaults, and recoils through friends.

use super::scene::show;

#[test]
fn who_is_shot_from_behind_turns_before_it_goes_back() {
    show(
        "
        # D3H2-RECOIL-04
        with a1 Bw; b1 Bd
        phase shooting
        |    ^b1^    |
        |            |
        |            |
        |    ^a1^    |
        |            |
        > a1 shoots b1 (5 1)
        = b1 at 2,2.5 south
    ",
    );
    // An element shot from the front recoils without turning.
    show(
        "
        # D3H2-RECOIL-01
        with a1 Bw; b1 Bd
        phase shooting
        |    vb1v    |
        |            |
        |            |
        |    ^a1^    |
        |            |
        > a1 shoots b1 (5 1)
        = b1 at 2,2.5 south
    ",
    );
}

#[test]
fn a_shot_that_partly_comes_from_behind_makes_it_turn() {
    // The one that aids stands behind it, the one that shoots at its flank.
    show(
        "
        # D3H2-RECOIL-04
        with a1 Bw at 0,4.5 east; a2 Bw at 1,1 north; b1 Bd at 1,4 north
        phase shooting
        | |
        > a1 shoots b1 aided a2 (4 1)
        = b1 at 2,4 south
        again
        > a1 shoots b1 (5 1)
        = b1 at 1,3.5 north
    ",
    );
    // From behind and aside, its flank is in the arc as well as its rear.
    show(
        "
        # D3H2-RECOIL-04
        with a1 Bw at 1.75,1 north; b1 Bd at 1,4 north
        phase shooting
        | |
        > a1 shoots b1 (5 1)
        = b1 at 2,4 south
    ",
    );
}

#[test]
fn who_is_shot_from_behind_flees_without_turning() {
    for facing in ["^b1^", "vb1v"] {
        show(&format!(
            "
            # D3H2-FLEE-01 D3H2-FLEE-02
            with a1 Bw; b1 Ps
            phase shooting
            |    {facing}    |
            |            |
            |            |
            |    ^a1^    |
            |            |
            > a1 shoots b1 (6 1)
            = b1 at 1,5.5 north
            "
        ));
    }
}

/// An element beaten by Spears, with a friend directly behind it that faces the same way.
fn goes_back(who: &str, depth: &str, friend: &str, dice: &str, rest: &str) {
    show(&format!(
        "
        # {who} goes back on {friend}
        with a1 {who} at 1,2 north; a2 {friend} at 1,{depth} north; b1 Sp
        phase fighting
        |    vb1v      |
        |              |
        |              |
        |              |
        |              |
        > a1 fights b1 ({dice})
        {rest}
        "
    ));
}

#[test]
fn some_recoil_through_the_friend_behind_them() {
    // D3H2-RECOIL-06: Mounted pass through all but a few types, however far they would go otherwise.
    goes_back("Cv", "1.25", "Bd", "3 4", "= a1 at 1,0.75 north\n = a2 at 1,1.25 north");
    goes_back("Cv", "1.25", "Hd", "3 4", "> recoil 0.75\n = a1 at 1,1.25 north\n = a2 at 1,0.5 north");
    goes_back("Cv", "1.25", "Pk", "3 4", "> recoil 1\n = a1 at 1,1 north\n = a2 at 1,0.25 north");
    goes_back("Cv", "1.25", "Bh", "3 4", "= a1 destroyed\n = a2 there");
    // D3H2-RECOIL-08
    goes_back("Bw", "1.5", "Bd", "4 3", "= a1 at 1,1 north\n = a2 at 1,1.5 north");
    goes_back("Bw", "1.5", "Sp", "4 3", "= a1 at 1,1.5 north\n = a2 at 1,1 north");
    // D3H2-RECOIL-09
    goes_back("Ps", "1.5", "Sp", "4 3", "= a1 at 1,1 north\n = a2 at 1,1.5 north");
    goes_back("Ps", "1.5", "Ps", "4 3", "= a1 at 1,1.5 north\n = a2 at 1,1 north");
    // D3H2-RECOIL-07
    goes_back("Sp", "1.5", "Bd", "3 5", "= a1 at 1,1.5 north\n = a2 at 1,1 north");
    // D3H2-RECOIL-10: a War Wagon is never pushed.
    goes_back("Sp", "1.5", "WWg", "3 5", "= a1 destroyed\n = a2 there");
}

#[test]
fn one_passes_only_into_clear_space_behind_the_first_friend() {
    show(
        "
        # D3H2-RECOIL-05 D3H2-RECOIL-11
        with a1 Bd; a2 Bd; a3 Bd; b1 Bd
        phase fighting
        |    vb1v    |
        |    ^a1^    |
        |    ^a2^    |
        |    ^a3^    |
        |            |
        > a1 fights b1 (3 5)
        = a1 destroyed
        = a2 at 1,1.5 north
        = a3 at 1,1 north
    ",
    );
    // An element does not pass through a friend that stands crosswise.
    show(
        "
        # D3H2-RECOIL-05
        with a1 Bd; a2 Bd; b1 Sp
        phase fighting
        |    vb1v    |
        |    ^a1^    |
        |            |
        |    a2>     |
        |      >     |
        > a1 fights b1 (1 5)
        = a1 at 1,1.5 north
    ",
    );
}

#[test]
fn two_behemoths_destroy_each_other() {
    // D3H2-RECOIL-14
    goes_back("Bh", "1", "Bh", "1 4", "= a1 destroyed\n = a2 destroyed");
}

#[test]
fn who_takes_a_camp_goes_into_it_and_it_is_gone() {
    let camp = "
        # D3H2-PURS-03 D3H2-CAMP-06 D3H2-CAMP-07 D3H2-CC-10
        origin 0,10
        with a1 Kn; a2 Kn; b1 Sp at 20,10 south
        camp b 5,2 south 4x1
        phase fighting
        |                  |
        |                  |
        |    ^a1^^a2^      |
        |                  |
        |                  |
        |                  |
        ";
    show(
        &(camp.to_owned()
            + "
        = a1 fights camp
        = a2 fights camp
        > a1 fights camp (6 1)
        = camp b sacked
        = a1 at 1,3 north
        = a2 fights
        "),
    );
    // A beaten assaulter recoils.
    show(&(camp.to_owned() + "> a1 fights camp (2 6)\n = a2 fights camp"));
}

#[test]
fn a_garrison_that_shoots_does_so_from_any_part_of_its_walls() {
    show(
        "
        # D3H2-SHOOT-06 D3H2-SHOOT-30
        with a1 Bw holds camp; b1 Fl at 4.5,4 south; b2 Bd at 12,12 south
        camp a 2,1 north 3x1
        phase shooting
        | |
        = a1 targets b1
    ",
    );
    show(
        "
        # D3H2-SHOOT-06
        with a1 Bw holds camp; b1 Bd at 4.5,4.01 south; b2 Bd at 12,12 south
        camp a 2,1 north 3x1
        phase shooting
        | |
        = a1 targets
    ",
    );
}

#[test]
fn of_two_garrisons_that_shoot_at_each_other_both_are_behind_their_walls() {
    for (dice, comes) in [
        ("6 1", "= totals 10 5\n = b1 destroyed"),
        ("1 6", "= totals 5 10\n = a1 destroyed"),
        ("5 2", "= totals 9 6\n = a1 holds camp\n = b1 holds camp"),
    ] {
        show(&format!(
            "
            # D3H2-SHOOT-05 D3H2-TACT-06 D3H2-OUT-48
            with a1 Bw holds camp; b1 Bw holds camp; a2 Bd at 12,1 north; b2 Bd at 12,12 south
            camp a 2,1 north 3x1
            camp b 5,4 south 3x1
            phase shooting
            | |
            = a1 targets b1
            > a1 shoots b1 ({dice})
            {comes}
        "
        ));
    }
}

#[test]
fn a_mage_s_spell_makes_aerials_and_behemoths_flee() {
    // D3H2-FLEE-08: woods and rivers do not hinder Aerials, but they cannot come down in woods.
    for (ground, at) in [
        ("woods -2,4 6,4 6,8 -2,8", "1,12.75"),
        ("river 1 -8,5 18,5", "1,12.75"),
        ("woods -2,12 6,12 6,14 -2,14", "1,12"),
    ] {
        show(&format!(
            "
            # D3H2-FLEE-08
            origin 0,5
            with a1 Mg at 1,1 north; b1 Fl at 2,2 south
            ground {ground}
            phase shooting
            | |
            > a1 bespells b1 (5 3)
            = b1 at {at} north
            "
        ));
    }
    // At a side edge under water it does not turn along the edge, because it cannot come down there.
    show(
        "
        # D3H2-FLEE-08 D3H2-FLEE-03
        origin 0,0
        table 20x20
        with a1 Mg at 12,10 east; b1 Fl at 15,10 west
        ground waterway 18,0 20,0 20,20 18,20
        phase shooting
        | |
        > a1 bespells b1 (5 3)
        = b1 at 18,11 east
    ",
    );
    show(
        "
        # D3H2-FLEE-10
        with a1 Mg at 1,1 north; b1 Bh at 2,2 south; b2 Bd at 2,4 south
        phase shooting
        | |
        > a1 bespells b1 (6 3)
        = b1 destroyed
        = b2 destroyed
    ",
    );
}

#[test]
fn each_moves_as_far_as_its_type() {
    // D3H2-MOVE-07, D3H2-MOVE-11, D3H2-MOVE-15, D3H2-MOVE-20, D3H2-MOVE-21
    for (who, far, too_far) in [
        ("Ab", "5", "5.1"),
        ("Fl", "10", "10.1"),
        ("SCh", "4", "4.1"),
        ("Cl", "2", "2.1"),
        ("Bw riding", "3", "3.1"),
        ("Sp fast", "3", "3.1"),
        ("Kn fast", "4", "4.1"),
        ("Cv fast", "5", "5.1"),
        ("Pl", "5", "5.1"),
        ("Mg", "5", "5.1"),
        ("Bh", "3", "3.1"),
        ("Wb", "2", "2.1"),
    ] {
        show(&format!(
            "
            # D3H2-MOVE-05
            with a1 {who}
            |    ^a1^    |
            > a1 ahead {too_far}
            ! D3H2-MOVE-05
            > a1 ahead {far}
            = a1 there
            "
        ));
    }
}
