//! Going: groups abreast, camels on sand, and second moves of Psiloi.

use super::show;

const FAR: &str = "b1 4Sp at 18,12 south";

#[test]
fn groups_go_abreast_through_rough_going_and_in_column_through_bad() {
    let pair = |who: &str, kind: &str, then: &str| {
        show(&format!(
            "with a1 {who} at 1,0 north; a2 {who} at 2,0 north; {FAR}\n ground {kind} -3,0.5 6,0.5 6,8 -3,8\n | |\n > a1+a2 ahead 1\n {then}"
        ));
    };
    // DBA3-MOVE-27 is about bad going alone; DBA3-FEAT-40, DBA3-FEAT-41.
    for kind in ["scrub", "rocky", "boggy", "enclosures", "hamlet"] {
        pair("4Sp", kind, "= a2 at 2,1 north");
        pair("Cv", kind, "= a2 at 2,1 north");
    }
    for kind in ["woods", "marsh", "difficult_hill", "dunes", "oasis", "gully", "edifice"] {
        pair("4Sp", kind, "! DBA3-MOVE-27");
        pair("Ps", kind, "= a2 at 2,1 north");
    }
    // DBA3-MOVE-15: no farther than its slowest going.
    show(&format!(
        "with a1 4Sp at 1,0 north; a2 3Ax at 2,0 north; {FAR}\n ground scrub -3,0.5 6,0.5 6,8 -3,8\n | |\n > a1+a2 ahead 1.1\n ! DBA3-MOVE-15\n > a1+a2 ahead 1\n = a2 at 2,1 north"
    ));
}

#[test]
fn sand_is_good_going_for_camels_in_all_they_do() {
    // DBA3-FEAT-43
    for kind in ["dunes", "oasis"] {
        let ground = format!("ground {kind} -3,-8 6,-8 6,8 -3,8");
        let pair = |other: &str, by: &str, then: &str| {
            show(&format!(
                "with a1 Cm at 1,0 north; a2 {other} at 2,0 north; {FAR}\n {ground}\n | |\n > a1+a2 ahead {by}\n {then}"
            ));
        };
        // DBA3-MOVE-27: abreast, unless somebody comes along for whom it is bad going.
        pair("Cm", "3", "= a2 at 2,3 north");
        pair("LCm", "3", "= a2 at 2,3 north");
        pair("Cv", "1", "! DBA3-MOVE-27");
        // DBA3-MOVE-19: further moves.
        show(&format!(
            "with a1 LCm general at 1,-6 north; {FAR}\n {ground}\n | |\n > a1 ahead 3\n > a1 ahead 3\n > a1 ahead 3\n = a1 at 1,3 north"
        ));
        show(&format!(
            "with a1 LH at 1,-6 north; {FAR}\n {ground}\n | |\n > a1 ahead 1\n > a1 ahead 1\n ! DBA3-MOVE-16"
        ));
        // DBA3-CONT-08, DBA3-CONT-09: a single one conforms to a group, and others there do not.
        let contacted = |who: &str, then: &str| {
            show(&format!(
                "with a1 4Sp at 1,0 north; a2 4Sp at 2,0 north; b1 {who} at 2.5,2 south\n ground {kind} -3,2 6,2 6,6 -3,6\n | |\n > a1+a2 ahead 2\n {then}"
            ));
        };
        contacted("Cm", "= b1 at 2,2 south");
        contacted("Cv", "! DBA3-CONT-24");
        // DBA3-FLEE-07: no halt.
        show(&format!(
            "origin 0,0\n with a1 Cm at 10,8 north; b1 El at 11,8 south\n ground {kind} 8,2 13,2 13,5 8,5\n phase fighting\n | |\n > a1 fights b1 (2 2)\n = a1 at 11,4.25 south"
        ));
    }
    show(
        "origin 0,0\n with a1 Cm at 10,8 north; b1 El at 11,8 south\n ground woods 8,2 13,2 13,5 8,5\n phase fighting\n | |\n > a1 fights b1 (2 2)\n = a1 at 11,5.003 south",
    );
}

#[test]
fn each_of_several_psiloi_ends_a_second_move_in_rough_or_bad_going() {
    // DBA3-MOVE-21
    for (from, then) in [("-3", "= a2 at 2,1 north"), ("2.2", "! DBA3-MOVE-16")] {
        for kind in ["scrub", "woods"] {
            show(&format!(
                "with a1 Ps general at 1,-5 north; a2 Ps at 2,-5 north; {FAR}\n ground {kind} {from},0.5 6,0.5 6,6 {from},6\n | |\n > a1+a2 ahead 3\n > a1+a2 ahead 3\n {then}"
            ));
        }
    }
    // One that starts partly in it has no second move.
    show(&format!(
        "with a1 Ps general at 1,-5 north; a2 Ps at 2,-5 north; {FAR}\n ground scrub 2.2,-2.3 6,-2.3 6,6 2.2,6\n | |\n > a1+a2 ahead 3\n > a2 ahead 3\n ! DBA3-MOVE-16"
    ));
}

#[test]
fn only_some_going_cuts_a_general_off() {
    // DBA3-PIP-06: neither difficult hills, nor dunes, nor rough going.
    for kind in ["difficult_hill", "dunes", "scrub", "boggy"] {
        show(&format!(
            "with a1 3Ax general at 8,1 north; a2 4Sp at 1,1 north; b1 4Sp at 2,9 south\n ground {kind} 6,-2 12,-2 12,3 6,3\n | |\n > a2 ahead 1\n = pips 5"
        ));
    }
}
