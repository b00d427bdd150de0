//! Recoils by the checklist of the sheet, and flight.

use super::show;

/// A fight that `a1` at 1,1 north loses to `b1` before it, with somebody behind.
#[track_caller]
fn beaten(rule: &str, own: &str, enemy: &str, dice: &str, behind: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        with a1 {own} at 1,1 north; b1 {enemy} at 2,1 south; {behind}
        phase fighting
        | |
        > a1 fights b1 ({dice})
        {rest}
        "
    ));
}

const NOBODY: &str = "b2 Bd at 9,9 south";

#[test]
fn everybody_recoils_by_its_own_base_depth() {
    beaten("HOTT25-RECOIL-01", "Bd", "Sp", "1 4", NOBODY, "= a1 at 1,0.5 north");
    beaten("HOTT25-RECOIL-01", "Hd", "Bd", "3 2", NOBODY, "= a1 at 1,0.25 north");
    beaten("HOTT25-RECOIL-01", "Kn", "Bd", "1 4", NOBODY, "= phase fighting\n = a1 at 1,0.25 north");
    beaten("HOTT25-RECOIL-01", "Bs", "Bd", "1 4", NOBODY, "= a1 at 1,0 north");
}

#[test]
fn first_behemoths_destroy_whom_they_meet() {
    let bh = |behind: &str, rest: &str| beaten("HOTT25-RECOIL-02", "Bh", "Bd", "1 4", behind, rest);
    bh("a2 Bd at 1,-0.3 north", "= a2 destroyed\n = a1 at 1,0 north\n = used HOTT25-RECOIL-02");
    bh("a2 Kn at 1.5,-0.2 east", "= a2 destroyed\n = a1 at 1,0 north");
    bh("b2 Bd at 2,-0.8 south", "= b2 destroyed\n = a1 at 1,0 north");
    // Not Behemoths, Aerials or Sneakers.
    bh("a2 Bh at 1,-0.3 north", "= a1 at 1,0 north\n = a2 at 1,-1 north\n = unused HOTT25-RECOIL-02");
    bh("a2 Fl at 1,-0.3 north", "= a2 there\n = unused HOTT25-RECOIL-02");
    bh("a2 Sk at 1,-0.3 north", "= a2 there\n = used HOTT25-RECOIL-04");
}

#[test]
fn then_an_enemy_is_the_end() {
    beaten(
        "HOTT25-RECOIL-03",
        "Bd",
        "Sp",
        "1 4",
        "b2 Bd at 2,-0.2 south",
        "= a1 destroyed\n = b2 there\n = used HOTT25-RECOIL-03",
    );
    beaten("HOTT25-RECOIL-03", "Kn", "Bd", "1 4", "b2 Sk at 2,-0.3 south", "= a1 destroyed");
    beaten("HOTT25-RECOIL-03", "Bd", "Sp", "1 4", "b2 Bd at 2,-0.6 south", "= a1 at 1,0.5 north");
}

#[test]
fn then_one_passes_through_whom_one_may_pass() {
    let rule = "HOTT25-RECOIL-04";
    let through = "= a2 there\n = used HOTT25-RECOIL-04";
    beaten(rule, "Kn", "Bd", "1 4", "a2 Bd at 1,0.25 north", &format!("{through}\n = a1 at 1,-0.25 north"));
    beaten(rule, "Kn", "Bd", "1 4", "a2 Bd at 2,-0.25 south", &format!("{through}\n = a1 at 1,-0.25 north"));
    beaten(rule, "Skr", "Bd", "3 2", "a2 Kn at 1,0.3 north", &format!("{through}\n = a1 at 1,-0.45 north"));
    // Magicians and Sneakers whatever the facing.
    beaten(rule, "Mg", "Bd", "1 2", "a2 Sp at 1.5,0 east", &format!("{through}\n = a1 at 1,-1 north"));
    beaten(rule, "Bd", "Sp", "1 4", "a2 Sk at 1.5,0.3 east", &format!("{through}\n = a1 at 1,-0.7 north"));
    // Aerials never when recoiling, though they fly over the same in a move.
    beaten(
        rule,
        "Fl down",
        "Bd",
        "3 3",
        "a2 Bd at 1,0.25 north",
        "= a1 at 1,0.25 north\n = a2 at 1,-0.5 north\n = used HOTT25-RECOIL-06",
    );
}

#[test]
fn then_one_who_faces_another_way_is_the_end() {
    for behind in ["a2 Bd at 1.5,0.3 east", "a2 Bd at 2,-0.2 south", "a2 Kn at 1.75,0.3 east"] {
        beaten("HOTT25-RECOIL-05", "Bd", "Sp", "1 4", behind, "= a1 destroyed\n = a2 there\n = used HOTT25-RECOIL-05");
    }
}

#[test]
fn all_others_are_pushed_back_except_by_the_mighty_alone() {
    beaten(
        "HOTT25-RECOIL-06",
        "Bd",
        "Sp",
        "1 4",
        "a2 Bd at 1,0.3 north",
        "= a1 at 1,0.5 north\n = a2 at 1,0 north\n = used HOTT25-RECOIL-06",
    );
    beaten(
        "HOTT25-RECOIL-06",
        "Kn",
        "Bd",
        "1 4",
        "a2 Pk at 1,0.25 north",
        "= a1 at 1,0.25 north\n = a2 at 1,-0.5 north",
    );
    beaten(
        "HOTT25-RECOIL-07",
        "Sp",
        "Bd",
        "1 4",
        "a2 Bh at 1,0.3 north",
        "= a1 destroyed\n = a2 there\n = used HOTT25-RECOIL-07",
    );
    beaten("HOTT25-RECOIL-07", "Bh", "Bd", "1 4", "a2 Bh at 1,-0.3 north", "= a1 at 1,0 north\n = a2 at 1,-1 north");
    // Aerials pass through nobody: they push each other, except for the mighty.
    for (mighty, rest) in
        [("Dg", "= a1 destroyed\n = used HOTT25-RECOIL-07"), ("Fl", "= a1 there\n = used HOTT25-RECOIL-06")]
    {
        beaten(
            "HOTT25-RECOIL-06 HOTT25-RECOIL-07",
            "Fl down",
            "Bd",
            "3 3",
            &format!("a2 {mighty} at 1,0.25 north"),
            rest,
        );
    }
    // On the ground one passes under friendly Aerials first.
    for aerial in ["Dg", "Gd"] {
        beaten(
            "HOTT25-RECOIL-04",
            "Sp",
            "Bd",
            "1 4",
            &format!("a2 {aerial} at 1,0.3 north"),
            "= a2 there\n = a1 at 1,-0.7 north\n = used HOTT25-RECOIL-04",
        );
    }
}

#[test]
fn whoever_flees_recoils_turns_and_runs_600_paces_in_all() {
    beaten("HOTT25-FLEE-01", "Sk", "Bd", "1 3", NOBODY, "= a1 at 2,-3.31 south");
    beaten("HOTT25-FLEE-01", "Bh", "Mg", "1 4", NOBODY, "= a1 at 2,-3.81 south");
    // Whatever its own move, and through bad going that it stands in.
    beaten("HOTT25-FLEE-01", "Skr", "Bd", "1 1", NOBODY, "= a1 at 2,-3.31 south");
    // A recoil that fails is the end of it.
    beaten("HOTT25-FLEE-01 HOTT25-RECOIL-03", "Skr", "Bd", "1 1", "b2 Bd at 2,0.1 south", "= a1 destroyed");
    // Off the table it is lost.
    show(
        "# HOTT25-FLEE-01 D3H2-FLEE-04\n origin 8,2\n with a1 Sk at 1,1 north; b1 Bd at 2,1 south\n phase fighting\n | |\n > a1 fights b1 (1 3)\n = a1 fled\n = lost a 1",
    );
}

#[test]
fn a_flight_avoids_troops_and_obstacles() {
    // It turns about its middle by whole degrees: past an enemy 1.75 BW away by 17, past a friend 2.25 BW away by 13.
    for (behind, at) in [
        ("b2 Bd at 2.5,-2 south", "0.937,-3.301 197"),
        ("a2 Bd at 2,-2 east", "1.186,-3.331 193"),
        // To the side on which less is enough.
        ("b2 Bd at 1.5,-2 south", "3.019,-3.008 163"),
        // Friends who may be passed are not in the way.
        ("a2 Bd at 1.5,-2 north", "2,-3.31 south"),
    ] {
        beaten("HOTT25-FLEE-02", "Skr", "Bd", "1 1", behind, &format!("= a1 at {at}\n = unused HOTT25-FLEE-02"));
    }
    // Nor does one that flies over troops come down on them.
    beaten(
        "HOTT25-FLEE-02 HOTT25-PASS-04",
        "Fl down",
        "Bd",
        "1 3",
        "b2 Bd at 2.5,-3.2 south",
        "= a1 at 1.335,-3.592 191",
    );
    beaten("HOTT25-FLEE-02 HOTT25-PASS-01", "Sk", "Bd", "1 3", "b2 Bd at 2.5,-2 south", "= a1 at 2,-3.31 south");
    beaten(
        "HOTT25-FLEE-02",
        "Skr",
        "Bd",
        "1 1",
        "b2 Bd at 9,9 south\n ground waterway -9,-4 12,-4 12,-2 -9,-2",
        "= a1 there\n = unused HOTT25-FLEE-02",
    );
    // Without a way out it halts.
    beaten(
        "HOTT25-FLEE-02",
        "Skr",
        "Bd",
        "1 1",
        "b2 Bd at 9,9 south\n ground waterway -1,-3 4,-3 4,-1.8 -1,-1.8\n ground waterway -1,-2 0.5,-2 0.5,2 -1,2\n ground waterway 2.5,-2 4,-2 4,2 2.5,2",
        "= a1 there\n = used HOTT25-FLEE-02",
    );
}

#[test]
fn off_the_battlefield_is_off_the_table_and_lost() {
    beaten(
        "HOTT25-FLEE-03 HOTT25-OUT-10",
        "Dg down",
        "Bd",
        "1 5",
        NOBODY,
        "= a1 fled\n = lost a 1\n = used HOTT25-FLEE-03",
    );
    beaten("HOTT25-FLEE-03 HOTT25-OUT-05", "Gd down", "Cl", "1 5", NOBODY, "= a1 fled\n = lost a 1");
    beaten("HOTT25-FLEE-03 HOTT25-OUT-21", "Lk", "Bd", "3 3", NOBODY, "= a1 aside\n = lost a 0");
}

/// An element that leaves the battlefield flees, like others: a friend on the enemy's flank falls back, and some pursue.
#[test]
fn those_who_leave_the_battlefield_are_beaten() {
    let lurker = |rule: &str, enemy: &str, beside: &str, rest: &str| {
        beaten(&format!("HOTT25-OUT-21 {rule}"), "Lk", enemy, "3 3", beside, &format!("= a1 aside\n {rest}"));
    };
    lurker("D3H2-OUT-05", "Bd", "a2 Bd at 2,1 west", "= a2 at 2.5,1 west");
    lurker("D3H2-OUT-05", "Bd", "a2 Bd at 3,1 north", "= a2 there");
    lurker("D3H2-PURS-01", "Bh", NOBODY, "= b1 at 2,0 south");
    lurker("D3H2-PURS-01", "Sp", NOBODY, "= b1 there");
    let dragon = "= a1 fled\n = a2 at 2.5,1 west";
    beaten("HOTT25-OUT-10 D3H2-OUT-05", "Dg down", "Bd", "1 6", "a2 Bd at 2,1 west", dragon);
}
