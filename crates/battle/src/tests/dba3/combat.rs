//! Contact, factors, support and tactical factors of close combat.

use super::show;

/// A fight of a1 with b1, both dice three, and the totals.
fn totals(with: &str, more: &str, totals: &str) {
    show(&format!("with {with}\n {more}\n phase fighting\n | |\n > a1 fights b1 (3 3)\n = totals {totals}"));
}

#[test]
fn elements_fight_by_their_own_factors() {
    // DBA3-CF-01 to DBA3-CF-21
    for (who, foot, mounted) in [
        ("El", "8", "7"),
        ("4Bd", "8", "6"),
        ("CP", "8", "6"),
        ("8Sp", "7", "7"),
        ("Art", "7", "7"),
        ("4Pk", "6", "7"),
        ("3Kn", "6", "7"),
        ("HCh", "6", "7"),
        ("SCh", "6", "7"),
        ("WWg", "6", "7"),
        ("4Ax", "6", "6"),
        ("Cv", "6", "6"),
        ("LCh", "6", "6"),
        ("Cm", "6", "6"),
        ("3Wb", "6", "5"),
        ("7Hd", "6", "5"),
        ("3Bw", "5", "7"),
        ("4Bw riding", "5", "7"),
        ("Ps", "5", "5"),
        ("LH", "5", "5"),
        ("LCm", "5", "5"),
    ] {
        // A double Spear counts one more against Foot.
        let foot = if who == "8Sp" { "8" } else { foot };
        let is_foot = !["El", "3Kn", "HCh", "SCh", "Cv", "LCh", "Cm", "LH", "LCm"].contains(&who);
        let own = |foot: &'static str, mounted: &'static str| if is_foot { foot } else { mounted };
        totals(&format!("a1 {who} at 1,1 north; b1 7Hd at 2,1 south"), "", &format!("{foot} {}", own("6", "5")));
        totals(&format!("a1 {who} at 1,1 north; b1 Cv at 2,1 south"), "", &format!("{mounted} 6"));
    }
}

#[test]
fn ranks_behind_support_some() {
    let supported = |who: &str, depth: &str, friend: &str, enemy: &str, found: &str| {
        totals(&format!("a1 {who} at 1,1 north; a2 {friend} at 1,{depth} north; b1 {enemy} at 2,1 south"), "", found);
    };
    // DBA3-SUPP-03: Warband against Foot other than Psiloi, whatever the figures of either.
    supported("3Wb", "0.5", "3Wb", "4Sp", "7 7");
    supported("3Wb", "0.5", "4Wb", "4Sp", "7 7");
    supported("3Wb", "0.5", "3Wb", "Ps", "6 5");
    supported("3Wb", "0.5", "3Wb", "Cv", "5 6");
    supported("3Wb", "0.5", "4Sp", "4Sp", "6 7");
    // DBA3-SUPP-04, DBA3-SUPP-05
    supported("4Pk", "0.5", "3Pk", "4Sp", "9 7");
    supported("4Pk", "0.5", "4Pk", "Ps", "6 5");
    supported("4Pk", "0.5", "4Pk", "3Kn", "8 6");
    supported("4Pk", "0.5", "4Pk", "El", "8 8");
    supported("4Pk", "0.5", "4Pk", "Cv", "7 6");
    // DBA3-SUPP-06
    supported("LH", "0.25", "LCm", "Cv", "6 6");
    supported("LH", "0.25", "LH", "4Sp", "6 7");
    // DBA3-SUPP-01: both wholly in good going, lined up, and facing the same way; rough going is not good.
    for (ground, found) in [("scrub -3,-3 6,-3 6,0.4 -3,0.4", "6 7"), ("scrub -3,-3 6,-3 6,-0.1 -3,-0.1", "9 7")] {
        totals("a1 4Pk at 1,1 north; a2 4Pk at 1,0.5 north; b1 4Sp at 2,1 south", &format!("ground {ground}"), found);
    }
    totals("a1 4Pk at 1,1 north; a2 4Pk at 1.1,0.5 north; b1 4Sp at 2,1 south", "", "6 7");
    totals("a1 4Pk at 1,1 north; a2 4Pk at 2,0 south; b1 4Sp at 2,1 south", "", "6 7");
    // DBA3-SUPP-07: double elements alone, against Foot in good going.
    for (who, found) in [("6Kn", "7 7"), ("6Cv", "7 7"), ("6Bd", "9 7"), ("8Sp", "8 7"), ("8Bw", "6 7")] {
        totals(&format!("a1 {who} at 1,1 north; b1 4Sp at 2,1 south"), "", found);
    }
    totals("a1 6Bd at 1,1 north; b1 Cv at 2,1 south", "", "6 6");
    // DBA3-SUPP-08: an attack on the supporter's flank counts against the element in front.
    totals("a1 4Pk at 1,1 north; a2 4Pk at 1,0.5 north; b1 4Sp at 2,1 south; b2 4Sp at 1,0.5 east", "", "8 7");
}

#[test]
fn neighbours_support_some() {
    let beside = |who: &str, friend: &str, enemy: &str, more: &str, found: &str| {
        totals(&format!("a1 {who} at 1,1 north; a2 {friend} at 2,1 north; b1 {enemy} at 2,1 south"), more, found);
    };
    // DBA3-SUPP-09, DBA3-SUPP-11: Spears by Spears and solid Blades, against Foot.
    beside("4Sp", "4Sp", "4Bd", "", "8 7");
    beside("4Sp", "8Sp", "4Bd", "", "8 7");
    beside("4Sp", "4Bd", "4Bd", "", "8 7");
    beside("4Sp", "CP", "4Bd", "", "8 7");
    beside("4Sp", "3Bd", "4Bd", "", "7 7");
    beside("4Sp", "4Sp", "Cv", "", "7 5");
    // DBA3-SUPP-12, DBA3-SUPP-13, DBA3-SUPP-15
    beside("4Bw", "4Bd", "4Sp", "", "6 6");
    beside("8Bw", "4Bd", "4Sp", "", "7 6");
    beside("4Bw riding", "4Bd", "4Sp", "", "6 6");
    beside("3Bw", "4Bd", "4Sp", "", "5 6");
    beside("4Bw", "4Sp", "4Sp", "", "5 6");
    // One on either side counts once.
    totals("a1 4Sp at 1,1 north; a2 4Sp at 2,1 north; a3 4Sp at 0,1 north; b1 4Bd at 2,1 south", "", "8 6");
    // DBA3-SUPP-14: the friend may stand in bad going.
    beside("4Sp", "4Sp", "4Bd", "ground woods 2.2,-3 6,-3 6,3 2.2,3", "8 7");
    beside("4Sp", "4Sp", "4Bd", "ground scrub 1.5,-3 6,-3 6,0.8 1.5,0.8", "7 7");
}

#[test]
fn overlaps_are_by_front_corners_or_flanks() {
    let overlapped = |who: &str, other: &str, found: &str| {
        totals(&format!("a1 {who} at 1,1 north; b1 4Sp at 2,1 south; b2 {other}"), "", found);
    };
    // DBA3-TACT-08: beside the enemy, at a front corner; not by a rear corner; flank on flank.
    overlapped("4Sp", "4Ax at 3,1 south", "6 7");
    overlapped("4Sp", "4Ax at 1,1 south", "6 7");
    overlapped("4Sp", "4Ax at 2.5,2 east", "7 7");
    overlapped("4Sp", "4Ax at 3,0.9 south", "6 7");
    // Both sides, and no more than once on each.
    totals("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Ax at 3,1 south; b3 4Ax at 1,1 south", "", "5 7");
    // One that fights to its own front does not overlap.
    totals("a1 4Sp at 1,1 north; a2 4Ax at 2,1 north; b1 4Sp at 2,1 south; b2 4Ax at 3,1 south", "", "7 7");
    // DBA3-TACT-09
    for who in ["Ps", "SCh"] {
        let found = if who == "Ps" { "5 7" } else { "6 7" };
        overlapped(who, "4Ax at 3,1 south", found);
    }
    // Flank on flank overlaps them all the same, also by an enemy that fights to its front.
    for (who, found) in [("Ps", "4 7"), ("SCh", "5 7"), ("4Sp", "6 7")] {
        overlapped(who, "4Ax at 3,0.9 south", found);
        totals(
            &format!("a1 {who} at 1,1 north; a2 4Ax at 2,0.4 north; b1 4Sp at 2,1 south; b2 4Ax at 3,0.4 south"),
            "",
            found,
        );
    }
    // DBA3-TACT-08, DBA3-TACT-10: an overlap and a front edge on the same side count once.
    totals("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Ax at 1,1 east; b3 4Ax at 1,1 south", "", "6 7");
    totals("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Ax at 1,1 east; b3 4Ax at 3,1 south", "", "5 7");
    // DBA3-TACT-10, DBA3-TACT-11: front edges on a flank or the rear.
    totals("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Ax at 1,0 east", "", "7 7");
    totals("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Ax at 1,1 east", "", "6 7");
    totals("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Ax at 1,0.5 north", "", "6 7");
}

#[test]
fn the_edge_of_the_table_overlaps_unmoved_elements_in_good_going() {
    let by_edge = |who: &str, x: &str, more: &str, found: &str| {
        let enemy = x.parse::<f64>().unwrap() + 1.0;
        show(&format!(
            "origin 0,5\n with a1 {who} at {x},1 north; b1 4Sp at {enemy},1 south moved 1\n {more}\n phase fighting\n | |\n > a1 fights b1 (3 3)\n = totals {found}"
        ));
    };
    // DBA3-TACT-16: nearer than a base width.
    by_edge("4Sp", "0.99", "", "6 7");
    by_edge("4Sp", "1", "", "7 7");
    by_edge("4Sp moved 0.5", "0.5", "", "7 7");
    by_edge("4Sp", "0.5", "ground scrub 0,0 3,0 3,0.8 0,0.8", "7 7");
    // DBA3-TACT-17: all but Light Horse, Cavalry and light chariots.
    for (who, found) in
        [("3Kn", "5 7"), ("El", "7 7"), ("Cm", "5 7"), ("LH", "5 7"), ("LCm", "5 7"), ("Cv", "6 7"), ("LCh", "6 7")]
    {
        by_edge(who, "0.5", "", found);
    }
    // In the enemy’s bound, too, whatever it has done in its own; an enemy on the same side counts no more.
    by_edge("4Sp", "0.5", "player b", "6 7");
    by_edge("4Sp", "0.5", "with b2 4Ax at 0.5,1 south", "6 7");
    // DBA3-TACT-18: not on a corner that touches a friend.
    by_edge("4Sp", "0.5", "with a2 4Ax at 0,0.5 west", "7 7");
}

#[test]
fn the_general_slopes_banks_and_bad_going_count() {
    let pair = "a1 4Sp at 1,1 north; b1 4Sp at 2,1 south";
    // DBA3-TACT-05
    totals("a1 4Sp general at 1,1 north; b1 4Sp at 2,1 south", "", "8 7");
    // DBA3-TACT-06
    totals(pair, "ground gentle_hill -3,-6 6,-6 6,1.2 -3,1.2 crest -3,-4 6,-4", "8 7");
    totals(pair, "ground gentle_hill -3,-6 6,-6 6,0.8 -3,0.8 crest -3,-4 6,-4", "7 7");
    // DBA3-TACT-07: the enemy partly in a river that is not paltry.
    for (state, found) in [("shallow", "8 7"), ("deep", "8 7"), ("paltry", "7 7")] {
        totals(pair, &format!("ground river 1 -8,1.9 18,1.9\n rivers {state}"), found);
        // Both in the water, or the one that is on land only partly.
        totals(pair, &format!("ground river 1 -8,1 18,1\n rivers {state}"), "7 7");
    }
    // On a road it is a ford.
    totals(pair, "ground river 1 -8,1.9 18,1.9\n rivers deep\n ground road 0.5 1.5,-8 1.5,14", "7 7");
    // DBA3-TACT-14: any part in bad going. DBA3-TACT-15: rough going costs nothing.
    for (who, found) in [
        ("4Sp", "5 7"),
        ("4Ax", "6 7"),
        ("3Wb", "6 7"),
        ("4Bw", "5 7"),
        ("Ps", "5 7"),
        ("4Bw riding", "3 7"),
        ("Cv", "4 7"),
    ] {
        totals(&format!("a1 {who} at 1,1 north; b1 4Sp at 2,1 south"), "ground woods -3,-6 6,-6 6,0.8 -3,0.8", found);
    }
    totals(pair, "ground scrub -3,-6 6,-6 6,0.8 -3,0.8", "7 7");
}

#[test]
fn some_never_make_contact() {
    // DBA3-CONT-01
    for who in ["Art", "WWg", "CP", "Lit", "CWg"] {
        show(&format!(
            "with a1 {who} at 1,0 north; b1 4Sp at 2,1 south\n | |\n > a1 ahead 1\n ! DBA3-CONT-01\n > a1 ahead 0.9\n = a1 there"
        ));
        // DBA3-CONT-22: an overlap is a contact too, and so is flank beside flank.
        show(&format!(
            "with a1 {who} at 2,0 north; b1 4Sp at 2,1 south\n | |\n > a1 ahead 1\n ! DBA3-CONT-01\n > a1 ahead 1.25\n ! DBA3-CONT-01"
        ));
        show(&format!(
            "origin 0,0\n camp b 5,6 south 3x1\n with a1 {who} at 3,5 north; b1 4Sp at 20,20 south\n | |\n > a1 ahead 1\n ! DBA3-CONT-01"
        ));
    }
    // A mobile tower may, at camps and walls (DBA3-TYPE-17), and not at elements.
    show(
        "origin 0,0\n camp b 5,6 south 3x1\n with a1 WWg tower at 3,5 north; b1 4Bw holds camp; b2 4Sp at 20,20 south\n | |\n > a1 ahead 1\n > end\n > end\n = a1 fights camp",
    );
    show("with a1 WWg tower at 1,0 north; b1 4Sp at 2,1 south\n | |\n > a1 ahead 1\n ! DBA3-CONT-01");
    // DBA3-CONT-03: Scythed Chariots not at camps and walls. DBA3-CONT-02: Elephants at the gate.
    show(
        "origin 0,0\n camp b 5,6 south 3x1\n with a1 SCh at 3,5 north; b1 4Bw holds camp; b2 4Sp at 20,20 south\n | |\n > a1 ahead 1\n ! DBA3-CONT-03",
    );
    for (x, then) in [("3", "! DBA3-CONT-02"), ("5.5", "> end\n > end\n = a1 fights fort")] {
        show(&format!(
            "origin 0,0\n defender b\n ground fort 3,6 8,6 8,8 3,8 gate 6,6\n with a1 El at {x},5 north; b1 4Bw holds fort; b2 4Sp at 20,20 south\n | |\n > a1 ahead 1\n {then}"
        ));
    }
}

#[test]
fn contact_is_lined_up_and_made_from_the_right_side() {
    // DBA3-CONT-12, DBA3-CONT-13, DBA3-CONT-19: with a free slide of less than a base width.
    for (x, legs, then) in [
        ("1.9", "ahead 2, slide -0.9", "= a1 at 1,2 north"),
        ("2", "ahead 2, slide -1", "! DBA3-CONT-12"),
        ("1.5", "ahead 2", "! DBA3-CONT-24"),
    ] {
        show(&format!("with a1 4Sp at {x},0 north; b1 4Sp at 2,2 south\n | |\n > a1 {legs}\n {then}"));
    }
    // DBA3-CONT-05, DBA3-CONT-06, DBA3-CONT-20: a flank from beyond its line, or from partly beyond it and the rear's.
    for (at, then) in
        [("3.9,2.5 south", "! DBA3-CONT-05"), ("4,2.5 south", "= a1 there"), ("2.9,-0.3 north", "= a1 there")]
    {
        show(&format!("with a1 Cv at {at}; b1 4Bd at 2,1 north\n | |\n > a1 go 3,0 west\n {then}"));
    }
    // DBA3-CONT-07, DBA3-CONT-21: a rear from wholly behind its line.
    for (at, then) in [("2,-0.5 north", "= a1 there"), ("3.2,0.4 north", "= a1 there")] {
        show(&format!("with a1 Cv at {at}; b1 4Bd at 2,1 north\n | |\n > a1 go 2,0.5 north\n {then}"));
    }
    // DBA3-CONT-22: beside an enemy that another fights.
    show("with a1 4Sp at 1,0 north; a2 4Sp at 2,2 north; b1 4Sp at 3,2 south\n | |\n > a1 ahead 2\n = a1 there");
}

#[test]
fn those_contacted_on_flank_or_rear_turn_after_the_moves() {
    // DBA3-CONT-15, DBA3-CONT-26
    show(
        "with a1 Cv at 3.5,2.4 west; b1 4Bd at 2,1 north\n | |\n > a1 go 3,0 west\n = b1 at 2,1 north\n > end\n = b1 at 3,1 east",
    );
    // DBA3-CONT-27: not one that fights to its front.
    show(
        "with a1 Cv at 3.5,2.4 west; a2 4Sp at 3,1 south; b1 4Bd at 2,1 north\n | |\n > a1 go 3,0 west\n > end\n = b1 at 2,1 north",
    );
    // DBA3-CONT-32: nor a War Wagon, whose edge is then its front.
    show(
        "with a1 Cv at 3.5,2.4 west; b1 WWg at 2,1 north\n | |\n > a1 go 3,0 west\n > end\n = b1 at 2,1 north\n > end\n = a1 fights b1",
    );
    // DBA3-CONT-08: a single element conforms to a group. DBA3-CONT-09: not one in rough or bad going.
    let group = "with a1 4Sp at 1,0 north; a2 4Sp at 2,0 north; b1 4Sp at 2.5,2 south";
    show(&format!("{group}\n | |\n > a1+a2 ahead 2\n = a1 at 1,2 north\n = b1 at 2,2 south"));
    show(&format!(
        "{group}\n ground scrub -3,2 6,2 6,6 -3,6\n | |\n > a1+a2 ahead 2\n ! DBA3-CONT-24\n > a1+a2 ahead 2, slide -0.5\n = a1 at 0.5,2 north"
    ));
}
