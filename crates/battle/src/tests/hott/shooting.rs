//! Shots: who shoots when, how far, past whom, and what counts.

use super::show;

#[test]
fn shooters_reach_200_paces_and_artillery_500() {
    for (code, near, far) in [("Sh", "2.27", "2.28"), ("Art", "4.175", "4.185")] {
        for (at, targets) in [(near, "b1"), (far, "")] {
            show(&format!(
                "
                # HOTT25-SHOOT-01 HOTT25-SHOOT-03
                with a1 {code} at 1,1 north; b1 Bd at 2,{at} south
                phase shooting
                | |
                = a1 targets {targets}
                "
            ));
        }
    }
    // Nobody else shoots.
    for code in ["Ab", "Mg", "Skr", "Bd"] {
        show(&format!(
            "# HOTT25-SHOOT-06\n with a1 {code} at 1,1 north; b1 Bd at 2,2 south\n phase shooting\n | |\n = a1 targets"
        ));
    }
}

#[test]
fn shooters_may_shoot_in_every_turn_and_artillery_in_its_own_unmoved() {
    let targets = |who: &str, turn: &str, targets: &str| {
        show(&format!(
            "
            # HOTT25-SHOOT-02 HOTT25-SHOOT-04
            with a1 {who} at 1,1 north; b1 Bd at 2,2 south
            {turn}
            | |
            = a1 targets {targets}
            > end
            "
        ));
    };
    let (own, other) = ("phase shooting\n player a", "phase shooting-back\n player b");
    targets("Sh", own, "b1");
    targets("Sh", other, "b1");
    targets("Sh moved 1.27", own, "b1");
    targets("Art", own, "b1");
    targets("Art", other, "");
    targets("Art moved 0.1", own, "");
    // Not while the other side shoots.
    targets("Sh", "phase shooting\n player b", "");
    targets("Sh shot", own, "");
}

#[test]
fn whatever_is_even_partly_in_the_way_blocks_a_shot() {
    let targets = |others: &str, targets: &str| {
        show(&format!(
            "
            # HOTT25-SHOOT-05
            with a1 Sh at 1,1 north; b1 Bd at 2,2.2 south{others}
            phase shooting
            | |
            = a1 targets {targets}
            "
        ));
    };
    targets("", "b1");
    // A friend that covers a tenth of a base width, or none.
    targets("; a2 Bd at 1.9,2.1 north", "");
    targets("; a2 Bd at 2,2.1 north", "b1");
    // A wood that covers as much, with a depth of 0.8 BW, of 0.4 BW, and beside.
    targets("\n ground woods 1.9,1.2 5,1.2 5,2 1.9,2", "");
    targets("\n ground woods 1.9,1.2 5,1.2 5,1.6 1.9,1.6", "b1");
    targets("\n ground woods 2.1,1.2 5,1.2 5,2 2.1,2", "b1");
    // A crest across half of the view.
    targets("\n ground gentle_hill 1.5,0 9,0 9,4 1.5,4 crest 1.5,1.6 8,1.6", "");
    // Nobody is too small to block Artillery.
    show(
        "
        # HOTT25-SHOOT-05
        with a1 Art at 1,1 north; b1 Bd at 2,3 south; b2 Sk at 2,2 south
        phase shooting
        | |
        = a1 targets b2
        ",
    );
}

#[test]
fn nobody_shoots_back_with_the_same_dice() {
    // Each shot is one of its own; who shoots suffers nothing.
    show(
        "
        # HOTT25-SEQ-03 D3H2-OUT-03
        with a1 Sh at 1,1 north; a2 Bd at 9,1 north; b1 Sh at 2,2.2 south
        phase shooting
        | |
        > a1 shoots b1 (1 6)
        = totals 4 9
        = a1 at 1,1 north
        > end
        > b1 shoots a1 (5 1)
        = totals 8 4
        = a1 destroyed
        ",
    );
}

#[test]
fn factors_of_shooting() {
    let shoot = |rule: &str, who: &str, aids: &str, totals: &str| {
        show(&format!(
            "
            # {rule}
            with a1 Sh at 1,1 north; {who}
            phase shooting
            | |
            > a1 shoots b1{aids} (3 3)
            = totals {totals}
            "
        ));
    };
    let target = "b1 Bd at 2,2.2 south";
    shoot("HOTT25-CF-01 HOTT25-CF-04 HOTT25-CF-07", target, "", "6 8");
    shoot("HOTT25-TACT-01", "b1 Bd general at 2,2.2 south", "", "6 9");
    shoot("HOTT25-TACT-01", &format!("a2 Bd general at 9,1 north; {target}"), "", "6 8");
    shoot("HOTT25-TACT-02", &format!("{target}\n ground woods -3,2.2 6,2.2 6,6 -3,6"), "", "6 10");
    let three = format!("a2 Sh at 0,1 north; a3 Sh at 2,1 north; a4 Sh at 3.2,2 west; {target}");
    shoot("HOTT25-TACT-05", &three, " aided a2", "6 7");
    shoot("HOTT25-TACT-05", &three, " aided a2+a3", "6 6");
    show(&format!(
        "# HOTT25-TACT-05\n with a1 Sh at 1,1 north; {three}\n phase shooting\n | |\n > a1 shoots b1 aided a2+a3+a4\n ! HOTT25-TACT-05"
    ));
    // A general that shoots gains nothing by it.
    show(
        "# HOTT25-TACT-01\n with a1 Sh general at 1,1 north; b1 Bd at 2,2.2 south\n phase shooting\n | |\n > a1 shoots b1 (3 3)\n = totals 6 8",
    );
    // The second rank counts only in close combat.
    shoot("HOTT25-SUPP-06", "b1 Sp at 2,2.2 south; b2 Sp at 2,2.7 south", "", "6 7");
}

#[test]
fn a_shot_in_the_rear_is_like_any_other() {
    show(
        "
        # HOTT25-RECOIL-01
        with a1 Sh at 1,1 north; b1 Bd at 1,2.5 north
        phase shooting
        | |
        > a1 shoots b1 (5 1)
        = totals 8 6
        = b1 at 1,2 north
        ",
    );
}
