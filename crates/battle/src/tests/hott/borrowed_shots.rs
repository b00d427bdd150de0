//! Shots as D3H2 lends them: ranges, arcs, target edges, what hides, and priorities of targets.

use super::show;

/// The targets of `a1` in the turn of its side, with others on the table.
#[track_caller]
fn targets(rule: &str, shooter: &str, others: &str, targets: &str) {
    show(&format!("# {rule}\n with a1 {shooter}; {others}\n phase shooting\n | |\n = a1 targets {targets}"));
}

const SHOOTERS: &str = "Sh at 1,1 north";

#[test]
fn the_range_is_measured_between_the_nearest_points_of_both_edges() {
    // Half a base width to the side and 1.167 ahead are 200 paces, or 1.27 BW; straight ahead they are 1.27.
    for (at, seen) in [("3.5,2.167", "b1"), ("3.5,2.17", ""), ("2,2.27", "b1"), ("2,2.272", "")] {
        targets("D3H2-SHOOT-04 HOTT25-SHOOT-01", SHOOTERS, &format!("b1 Bd at {at} south"), seen);
    }
    // 500 paces are 3.175 BW: to an edge that faces aside, too.
    for (at, seen) in [("1.5,4.175 west", "b1"), ("1.5,4.177 west", "")] {
        targets("D3H2-SHOOT-04 HOTT25-SHOOT-03", "Art at 1,1 north", &format!("b1 Bd at {at}"), seen);
    }
}

#[test]
fn the_arc_reaches_a_base_width_beyond_both_ends() {
    // The flank that is nearer to the shooter is half a base width long and lies in the arc, until it only touches its
    // side: on the right at x = 3, on the left at x = 0.
    for (x, seen) in
        [("3.99", "b1"), ("3.995", "b1"), ("4", ""), ("4.1", ""), ("0.01", "b1"), ("0.005", "b1"), ("0", "")]
    {
        let enemy = format!("b1 Bd at {x},1.5 south");
        targets("D3H2-SHOOT-09 D3H2-SHOOT-10", SHOOTERS, &enemy, seen);
    }
    // It begins at the line of the front edge: of a flank that reaches back over it, less than half a base width is left.
    for (y, seen) in [("1", "b1"), ("0.995", ""), ("0.5", "")] {
        let enemy = format!("b1 Bd at 3.5,{y} south");
        targets("D3H2-SHOOT-09", SHOOTERS, &enemy, seen);
    }
}

#[test]
fn half_a_base_width_of_an_edge_has_to_be_in_the_arc() {
    // b2 covers the flank of b1, so that its front alone can be aimed at, of which a half is in the arc, or less.
    for (x, seen) in [("2.5", "b1 b2"), ("2.51", "b2")] {
        let right = x.replacen('2', "3", 1);
        let enemies = format!("b1 Bd at {right},2.1 south; b2 Bd at {x},2.1 south");
        targets("D3H2-SHOOT-08 D3H2-SHOOT-09", SHOOTERS, &enemies, seen);
    }
    // A rear edge is aimed at like a front edge, and so is all of a flank that is no longer than half a base width.
    targets("D3H2-SHOOT-08", SHOOTERS, "b1 Bd at 1.5,2.5 north", "b1");
    targets("D3H2-SHOOT-08", SHOOTERS, "b1 Bd at 1.5,2.4 east", "b1");
}

#[test]
fn an_edge_on_which_another_stands_is_no_target() {
    // The front of b1 touches the rear of b2; a little farther back it is still hidden by it.
    for y in ["2", "2.1"] {
        let enemies = format!("b1 Bd at 2,{y} south; b2 Bd at 2,1.5 south");
        targets("D3H2-SHOOT-12", SHOOTERS, &enemies, "b2");
    }
    // Between two friends whose corners touch there is no way.
    targets(
        "D3H2-SHOOT-12",
        "Sh at 1.5,1 north",
        "a2 Bd at 1,1.6 north; a3 Bd at 2,2.1 north; b1 Bd at 2.5,2.2 south",
        "",
    );
}

#[test]
fn a_stronghold_hides_who_is_beyond_it() {
    let beyond = |walls: &str, enemy: &str, seen: &str| {
        for owner in ["a", "b"] {
            show(&format!(
                "
                # D3H2-SHOOT-13 HOTT25-SHOOT-05
                with a1 Art at 1,1 north; b1 Bd at {enemy} south
                defender {owner}
                camp {owner} {walls} south 2x2
                phase shooting
                | |
                = a1 targets {seen}
                "
            ));
        }
    };
    beyond("2.5,1.5", "2,4", "");
    beyond("4,1.5", "2,4", "b1");
    beyond("3.99,1.5", "2,4", "");
    beyond("1.01,1.5", "2,4", "");
    beyond("1,1.5", "2,4", "b1");
    // Before it one is seen.
    beyond("2.5,2.5", "2,1.9", "b1");
}

#[test]
fn half_a_base_width_of_a_wood_hides() {
    let beyond = |ground: &str, seen: &str| {
        let enemy = format!("b1 Bd at 2,2 south\n ground {ground}");
        targets("D3H2-SHOOT-14 HOTT25-SHOOT-05", SHOOTERS, &enemy, seen);
    };
    // The line between the right ends alone leads through it.
    for kind in ["woods", "dunes", "oasis", "hamlet"] {
        beyond(&format!("{kind} 1.9,1.25 6,1.25 6,1.75 1.9,1.75"), "");
        beyond(&format!("{kind} 1.9,1.25 6,1.25 6,1.73 1.9,1.73"), "b1");
        beyond(&format!("{kind} 2.01,1.25 6,1.25 6,1.75 2.01,1.75"), "b1");
    }
    beyond("difficult_hill 1.9,1.25 6,1.25 6,1.75 1.9,1.75 crest 5,1.3 5.5,1.3", "");
    for kind in ["marsh", "scrub", "rocky", "plough"] {
        beyond(&format!("{kind} -6,1.25 6,1.25 6,1.9 -6,1.9"), "b1");
    }
    // Where it covers the whole view, the lines between opposite ends run through 0.5 BW of it when the straight ones run
    // through 0.354.
    beyond("woods -6,1.25 6,1.25 6,1.58 -6,1.58", "b1");
    beyond("woods -6,1.25 6,1.25 6,1.63 -6,1.63", "");
    // One who stands in it is seen up to that depth, and so sees out.
    beyond("woods 1.9,1.52 6,1.52 6,5 1.9,5", "b1");
    beyond("woods 1.9,1.5 6,1.5 6,5 1.9,5", "");
    beyond("woods 1.9,-3 6,-3 6,1.48 1.9,1.48", "b1");
    beyond("woods 1.9,-3 6,-3 6,1.5 1.9,1.5", "");
}

#[test]
fn nobody_shoots_out_of_a_marsh_or_a_river_and_a_gully_hides() {
    let in_ground = |ground: &str, seen: &str| {
        let enemy = format!("b1 Bd at 2,2 south\n ground {ground}");
        targets("D3H2-SHOOT-15 D3H2-SHOOT-16", SHOOTERS, &enemy, seen);
    };
    // Any part of the base is enough: it stands between 0.5 and 1.
    in_ground("marsh -6,-3 9,-3 9,0.5 -6,0.5", "b1");
    in_ground("marsh -6,-3 9,-3 9,0.51 -6,0.51", "");
    in_ground("river 1 -6,0 9,0", "b1");
    in_ground("river 1 -6,0.01 9,0.01", "");
    // Into them one does.
    in_ground("marsh -6,2 9,2 9,5 -6,5", "b1");
    in_ground("river 1 -6,2.4 9,2.4", "b1");
    // In a gully is who stands in it with all of the base.
    in_ground("gully -6,0.5 9,0.5 9,1 -6,1", "");
    in_ground("gully -6,0.5 9,0.5 9,0.99 -6,0.99", "b1");
    in_ground("gully -6,2 9,2 9,2.5 -6,2.5", "");
    in_ground("gully -6,2 9,2 9,2.49 -6,2.49", "b1");
}

#[test]
fn whoever_supports_is_no_target_and_whoever_only_overlaps_shoots() {
    // b2 shoots from the flank at the second rank, if that gives no support.
    for (code, ground, seen) in [
        ("Bd", "", "a2"),
        ("Sp", "", ""),
        ("Pk", "", ""),
        ("Wb", "", ""),
        ("Sp", "ground marsh 1,-3 2,-3 2,0.3 1,0.3", "a2"),
    ] {
        show(&format!(
            "
            # D3H2-SHOOT-17 HOTT25-SUPP-04
            with a1 {code} at 1,1 north; a2 {code} at 1,0.5 north; b1 Bd at 2,1 south; b2 Sh at 3.2,-0.25 west
            player b
            phase shooting
            {ground}
            | |
            = b2 targets {seen}
            "
        ));
    }
    // a1 overlaps b2, which fights a2, and shoots at b1; it is shot at, too.
    let line = "with a1 Sh at 1,1 north; a2 Bd at 2,1 north; b2 Bd at 3,1 south; b1 Sh at 1.5,2 south";
    show(&format!(
        "# D3H2-SHOOT-17 D3H2-SHOOT-18\n {line}\n phase shooting\n | |\n = a1 targets b1\n > end\n = b1 targets a1"
    ));
    // An element that attacks a flank, or a Stronghold, is in close combat; one that stands a little before the wall is not.
    let flank = "a2 Bd at 1,1 north; b1 Bd at 2,1 south; b2 Bd at 2,0 west";
    targets("D3H2-SHOOT-17", "Sh at 2.2,-1 north", flank, "");
    for (y, seen) in [("1", ""), ("1.1", "b1")] {
        show(&format!(
            "
            # D3H2-SHOOT-17
            with a1 Sh at 4.2,1.2 west; b1 Bd at 3,{y} south
            defender a
            camp a 4,-1 south 2x2
            phase shooting
            | |
            = a1 targets {seen}
            "
        ));
    }
    // An Aerial in the air that touches Blades is not.
    targets("D3H2-SHOOT-17 D3H2-CONT-15", "Sh at 2.9,1.2 west", "a2 Bd at 1,1 north; b1 Fl at 2,1 south", "b1");
}

#[test]
fn whoever_an_earlier_shot_has_laid_open_is_shot_at() {
    for (dice, fate, seen) in [("6 1", "= b1 destroyed", "b2"), ("2 3", "= b1 at 2.5,1.2 south", "b1")] {
        show(&format!(
            "
            # D3H2-SHOOT-19
            with a1 Sh at 1,1 north; a2 Sh at 2,1 north; b1 Hd at 2.5,1.2 south; b2 Bd at 2.5,2.1 south
            phase shooting
            | |
            = a1 targets b1
            = a2 targets b1
            > a1 shoots b1 ({dice})
            {fate}
            = a2 targets {seen}
            "
        ));
    }
}

#[test]
fn shooters_aim_first_at_whom_they_threaten() {
    // Their zone ends at y = 2.
    let enemies = |y: &str| format!("b1 Bd at 2.6,{y} south; b2 Sh at 1.4,2.2 south");
    targets("D3H2-SHOOT-20", SHOOTERS, &enemies("1.995"), "b1");
    targets("D3H2-SHOOT-20 D3H2-SHOOT-21", SHOOTERS, &enemies("2.005"), "b2");
    // Beside the zone, nobody is in it.
    let beside = |x: &str| format!("b1 Bd at {x},1.5 south; b2 Bd at 1.4,2.2 south");
    targets("D3H2-SHOOT-20", SHOOTERS, &beside("2.995"), "b1");
    targets("D3H2-SHOOT-20", SHOOTERS, &beside("3"), "b1 b2");
    // Artillery chooses as it likes.
    targets("D3H2-SHOOT-20", "Art at 1,1 north", &enemies("1.995"), "b1 b2");
}

#[test]
fn then_at_whoever_can_shoot_at_them() {
    let rule = "D3H2-SHOOT-21";
    let enemies = |second: &str| format!("b1 Bd at 2.6,2.1 south; b2 {second}");
    targets(rule, SHOOTERS, &enemies("Sh at 1.4,2.2 south"), "b2");
    // One that faces another way, stands in a marsh, or is Artillery in the bound of its enemy cannot.
    targets(rule, SHOOTERS, &enemies("Sh at 0.4,2.7 north"), "b1 b2");
    targets(rule, SHOOTERS, &enemies("Sh at 1.4,2.2 south\n ground marsh 0,2.6 1.4,2.6 1.4,5 0,5"), "b1 b2");
    targets(rule, SHOOTERS, &enemies("Art at 1.4,2.2 south"), "b1 b2");
    // A shot at another is refused.
    show(
        "
        # D3H2-SHOOT-21
        with a1 Sh at 1,1 north; b1 Bd at 2.6,2.1 south; b2 Sh at 1.4,2.2 south
        phase shooting
        | |
        > a1 shoots b1 (3 3)
        ! D3H2-SHOOT-21
        > a1 shoots b2 (3 3)
        = totals 6 6
        ",
    );
    // When the side that is not moving shoots, the moving side has had its turn.
    show(
        "
        # D3H2-SHOOT-21 HOTT25-SEQ-03
        with a1 Sh at 1,1 north; b1 Bd at 2.6,2.1 south; b2 Sh at 1.4,2.2 south
        player b
        phase shooting-back
        | |
        = a1 targets b1 b2
        ",
    );
}

#[test]
fn aerials_are_targets_like_all_others_and_hide_others() {
    for code in ["Fl", "Ab", "AHr", "Dg", "Gd"] {
        let enemies = format!("b1 {code} at 2,2.2 south");
        targets("D3H2-SHOOT-30", SHOOTERS, &enemies, "b1");
        let enemies = format!("b1 {code} at 2,2.1 south; b2 Bd at 2,3.2 south");
        targets("D3H2-SHOOT-30 HOTT25-SHOOT-05", "Art at 1,1 north", &enemies, "b1");
    }
}
