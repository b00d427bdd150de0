//! Close combat as D3H2 lends it: who fights whom, and who overlaps.

use super::show;

/// A fight between `a1` at 1,1 north and `b1` at 2,1 south, after what others have done.
#[track_caller]
fn fight(rule: &str, own: &str, others: &str, before: &str, dice: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        with a1 {own} at 1,1 north; b1 Bd at 2,1 south{others}
        phase fighting
        | |
        {before}
        > a1 fights b1 ({dice})
        {rest}
        "
    ));
}

#[test]
fn an_overlap_is_a_right_corner_on_a_right_corner_or_a_left_one_on_a_left_one() {
    let totals = |enemy: &str, totals: &str| {
        fight("D3H2-CC-02 HOTT25-TACT-04", "Bd", &format!("; b2 {enemy}"), "", "3 3", &format!("= totals {totals}"));
    };
    // Front corner on front corner: corners touch up to 4 thousandths apart, and no farther.
    totals("Bd at 3,1 south", "7 8");
    totals("Bd at 3.004,1 south", "7 8");
    totals("Bd at 3.005,1 south", "8 8");
    totals("Bd at 3,1.004 south", "7 8");
    totals("Bd at 3,1.005 south", "8 8");
    totals("Bd at 1,1 south", "7 8");
    // Rear corner on rear corner counts as well, and front on rear: Knights are deeper than Blades.
    totals("Bd at 3,0 south", "7 8");
    totals("Bd at 3.005,0 south", "8 8");
    totals("Kn at 3,0.5 south", "7 8");
    // One that faces the same way has its left corner on a right one.
    totals("Bd at 2,1.5 north", "8 8");
    totals("Bd at 2,0.5 north", "8 8");
    // A Dragon, and an Aerial in the air, overlap like all others.
    totals("Dg down at 3,1 south", "7 8");
    totals("Fl at 3,1 south", "7 8");
    // An element that may not attack an Aerial overlaps it while it fights.
    show(
        "
        # D3H2-CC-02 HOTT25-TACT-04
        with a1 Hr at 1,1 north; b1 Fl down at 2,1 south; a2 Bd at 2,1 north
        phase fighting
        | |
        > a1 fights b1 (3 3)
        = totals 8 4
        ",
    );
}

#[test]
fn one_that_fights_to_its_own_front_overlaps_nobody_at_its_corners() {
    let rule = "D3H2-CC-02 HOTT25-TACT-04";
    fight(rule, "Bd", "; b2 Bd at 3,1 south", "", "3 3", "= totals 7 8");
    fight(rule, "Bd", "; b2 Bd at 3,1 south; a2 Bd at 2,1 north", "", "3 3", "= totals 8 8");
    // Blades before it that are a little too far away to be in contact do not keep it from that.
    fight(rule, "Bd", "; b2 Bd at 3,1 south; a2 Bd at 2,0.995 north", "", "3 3", "= totals 7 8");
    fight(rule, "Bd", "; b2 Bd at 3,1 south; a2 Bd at 2,0.996 north", "", "3 3", "= totals 8 8");
}

#[test]
fn one_whose_opponent_is_driven_off_overlaps() {
    // Spears stay where they are when they have won. Their opponent recoils, flees, leaves the battlefield or is destroyed.
    for (beaten, dice, fate) in [
        ("Bd", "1 4", "= a2 at 2,0.5 north"),
        ("Skr", "1 2", "= used HOTT25-FLEE-01"),
        ("Lk", "1 1", "= a2 aside"),
        ("Art", "1 2", "= a2 destroyed"),
    ] {
        let others = format!("; a2 {beaten} at 2,1 north; b2 Sp at 3,1 south");
        let rule = "D3H2-CC-02 D3H2-CC-05";
        fight(rule, "Bd", &others, "", "3 3", "= totals 8 8");
        fight(rule, "Bd", &others, &format!("> a2 fights b2 ({dice})\n {fate}"), "3 3", "= totals 7 8");
    }
    // Likewise for the other side, and not after a fight that has moved nobody.
    let others = "; a2 Sp at 2,1 north; b2 Bd at 3,1 south";
    fight("D3H2-CC-05", "Bd", others, "> a2 fights b2 (4 1)\n = b2 at 3,1.5 south", "3 3", "= totals 8 7");
    fight("D3H2-CC-05", "Bd", others, "> a2 fights b2 (4 3)\n = b2 there", "3 3", "= totals 8 8");
}

#[test]
fn flank_on_flank_both_overlap_whether_or_not_they_fight() {
    // Two fights, of which the second is a step nearer to side a: a1 and b2 stand flank on flank.
    let fights = |x: &str, y: &str, first: &str, second: &str| {
        let right = x.replacen('2', "3", 1);
        let others = format!("; a2 Bd at {x},{y} north; b2 Bd at {right},{y} south");
        let rule = "D3H2-CC-06 HOTT25-TACT-04";
        fight(rule, "Bd", &others, "", "3 3", &format!("= totals {first}"));
        show(&format!(
            "# {rule}\n with a1 Bd at 1,1 north; b1 Bd at 2,1 south{others}\n phase fighting\n | |\n > a2 fights b2 (3 3)\n = totals {second}"
        ));
    };
    fights("2", "0.5", "7 8", "8 7");
    // A part of both flanks is enough, and a point is none.
    fights("2", "0.25", "7 8", "8 7");
    fights("2", "0.01", "7 8", "8 7");
    fights("2", "0", "8 8", "8 8");
    // Flanks touch up to 4 thousandths apart.
    fights("2.004", "0.25", "7 8", "8 7");
    fights("2.005", "0.25", "8 8", "8 8");
}

#[test]
fn one_between_two_enemies_overlaps_both() {
    let others = "; b2 Sp at 3,1 south; a2 Bd at 3,1 north; b3 Bd at 4,1 south";
    fight("D3H2-CC-07", "Bd", others, "", "3 3", "= totals 7 8\n > a2 fights b3 (3 3)\n = totals 7 8");
    let apart = "; b2 Sp at 3,1 south; a2 Bd at 3.005,1 north; b3 Bd at 4.005,1 south";
    fight("D3H2-CC-07", "Bd", apart, "", "3 3", "= totals 7 8\n > a2 fights b3 (3 3)\n = totals 8 8");
}

#[test]
fn of_several_at_one_flank_one_counts() {
    let rule = "D3H2-CC-09 HOTT25-TACT-04";
    fight(rule, "Bd", "; b2 Bd at 3,1 south; b3 Bd at 3,0 south", "", "3 3", "= totals 7 8");
    fight(rule, "Bd", "; b2 Bd at 3,1 south; b3 Bd at 2,-0.5 west", "", "6 2", "= totals 10 7");
    fight(rule, "Bd", "; b2 Bd at 3,1 south; b3 Bd at 1,0 south", "", "3 3", "= totals 6 8");
    fight(rule, "Bd", "; b2 Bd at 3,1 south; b3 Bd at 3,0 south; b4 Bd at 1,1 south", "", "3 3", "= totals 6 8");
}

#[test]
fn an_attack_on_a_second_rank_counts_against_whom_it_supports() {
    let pikes = |enemy: &str, totals: &str| {
        let others = format!("; a2 Pk at 1,0.5 north; b2 Bd at {enemy}");
        fight("D3H2-CC-01 D3H2-CC-16", "Pk", &others, "= b2 fights", "5 2", &format!("= totals {totals}"));
    };
    pikes("9,9 west", "11 7");
    pikes("2,-0.6 west", "10 7");
    pikes("2.004,-0.6 west", "10 7");
    pikes("2.005,-0.6 west", "11 7");
    pikes("1,0.4 east", "10 7");
    pikes("1,0 north", "10 7");
    pikes("1,-0.005 north", "11 7");
    // One who does not support is attacked on its own account.
    let blades = "; a2 Bd at 1,0.5 north; b2 Bd at 2,-0.6 west";
    fight("D3H2-CC-01", "Bd", blades, "", "3 3", "= totals 8 8");
    let marsh = "; a2 Pk at 1,0.5 north; b2 Bd at 2,-0.6 west\n ground marsh 1,-3 2,-3 2,0.2 1,0.2";
    fight("D3H2-CC-01 HOTT25-SUPP-04", "Pk", marsh, "", "3 3", "= totals 6 8");
}

#[test]
fn one_on_a_flank_gives_its_factor_and_does_not_fight() {
    show(
        "
        # D3H2-CC-01 D3H2-CC-16
        with a1 Bd at 1,1 north; b1 Bd at 2,1 south; b2 Hr at 2,0 west
        phase fighting
        | |
        = a1 fights b1
        = b2 fights
        > a1 fights b2 (3 3)
        ! HOTT25-SEQ-04
        > a1 fights b1 (6 2)
        = totals 10 7
        > end (3)
        = phase summoning
        ",
    );
}

#[test]
fn each_pair_fights_once_and_a_pursuer_not_again_with_whom_it_meets() {
    show(
        "
        # D3H2-CC-15
        with a1 Bd at 1,1 north; b1 Bd at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (3 3)
        = a1 fights
        = b1 fights
        > b1 fights a1 (3 3)
        ! HOTT25-SEQ-04
        > end (3)
        = phase summoning
        ",
    );
    // Knights that pursue meet b2 before their base width is used up; the two fight in the next bound.
    show(
        "
        # D3H2-CC-15 D3H2-PURS-08
        with a1 Kn at 1,1 north; b1 Sp at 2,1 south; b2 Bd at 2,1.9 south; b3 Bd at 9,9 south
        phase fighting
        | |
        > a1 fights b1 (6 1)
        = b1 destroyed
        = a1 at 1,1.9 north
        = a1 fights
        > end (3)
        = phase summoning
        ",
    );
}

#[test]
fn one_that_assaults_a_stronghold_overlaps_nobody() {
    // b2 stands at a corner of a1, and its front at the walls.
    show(
        "
        # D3H2-CC-02
        with a1 Bd at 1,1 north; b1 Bd at 2,1 south; b2 Bd at 3,1 south
        defender a
        camp a 4,-1 south 2x2
        phase fighting
        player b
        | |
        = b2 fights stronghold
        > a1 fights b1 (3 3)
        = totals 8 8
        ",
    );
}
