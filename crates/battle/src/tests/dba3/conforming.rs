//! Elements that conform or turn, and groups in contact.

use super::show;

#[test]
fn movers_conform_by_the_least_distance() {
    // DBA3-CONT-10, DBA3-CONT-11, DBA3-CONT-14, DBA3-CONT-23: against an element in a group the movers line up at once.
    let pair = "b1 4Sp at 2,2 south; b2 4Sp at 3,2 south";
    show(&format!(
        "with a1 4Sp at 1.4,0 north; {pair}\n | |\n > a1 ahead 2\n ! DBA3-CONT-24\n > a1 ahead 2, slide -0.4\n = a1 at 1,2 north"
    ));
    // DBA3-CONT-13, DBA3-MOVE-29: a group slides as a whole, also into bad going.
    show(&format!(
        "with a1 4Sp at 1.4,0 north; a2 4Sp at 2.4,0 north; {pair}\n ground woods 0,1.6 1.3,1.6 1.3,2 0,2\n | |\n > a1+a2 ahead 2, slide -0.4\n = a1 at 1,2 north\n = a2 at 2,2 north"
    ));
    // DBA3-CONT-12: only front edge to front edge is the slide free; onto a flank it counts.
    let flank = |by: &str, rest: &str| {
        show(&format!(
            "with a1 4Sp at 3,1 north; b1 Cv at 3.5,{} west; b2 4Sp at 15,5 south\n | |\n > a1 ahead {by}, slide 0.5\n {rest}",
            1.0 + by.parse::<f64>().unwrap()
        ));
    };
    flank("1.9", "= a1 at 3.5,2.9 north");
    flank("2", "! DBA3-MOVE-15");
    // DBA3-CONT-25: where friends leave the mover no room, the enemy conforms if its owner likes, who is asked before
    // the next move (`choices.rs` has more).
    let met = "with a1 4Sp at 1.4,0 north; a2 4Ax at 0.35,1.9 north; a3 4Ax at 2.45,1.9 north; b1 4Sp at 2,2 south; b2 4Sp at 15,5 south";
    show(&format!(
        "{met}\n | |\n > conform\n ! DBA3-CONT-25\n > a1 ahead 2\n = b1 there\n = decides-side b\n > a1 ahead 1\n ! DBA3-SEQ-03\n > conform\n = a1 at 1.4,2 north\n = b1 at 2.4,2 south\n = decides-side a"
    ));
    // DBA3-CONT-25: where nobody has room to conform, they fight as if in full contact, and the enemy as overlapped.
    show(
        "with a1 4Sp at 1.4,0 north; a2 4Ax at 0.35,2 north; a3 4Ax at 2.45,2 north; b1 4Sp at 2,2 south; b2 4Ax at 1,2 south; b3 4Ax at 3,2 south\n | |\n > a1 ahead 2\n = a1 at 1.4,2 north",
    );
}

#[test]
fn a_column_turns_with_its_second_element() {
    // DBA3-CONT-28: not one that gives rear support.
    show(
        "with a1 Cv at 4,0.4 west; a2 4Sp at 1,1 north; b1 4Pk at 2,1 south; b2 4Pk at 2,1.5 south; b3 4Sp at 15,5 south\n | |\n > a1 go 2,1.5 west\n > end\n = b2 at 2,1.5 south",
    );
    // DBA3-CONT-29, DBA3-CONT-30, DBA3-CONT-31: the front edge touches the flanks of two; both turn, and the third is pushed.
    show(
        "with a1 Cv at 5,0 west; b1 4Sp at 2,1 north; b2 4Sp at 2,0.5 north; b3 4Sp at 2,0 north\n | |\n > a1 go 3,0 west\n > end\n = b1 at 3,1 east\n = b2 at 2.5,1 east\n = b3 there",
    );
    // Also if there is a gap between the two, in which the first has no room to turn.
    show(
        "with a1 Cv at 5,0 west; b1 4Ax at 2,1 north; b2 4Ax at 2,0.25 north; b3 4Sp at 15,5 south\n | |\n > a1 go 3,0 west\n > end\n = b1 at 3,1 east\n = b2 at 2.5,1 east",
    );
}

#[test]
fn contacts_of_the_combats_line_up_and_wait() {
    // DBA3-CONT-16: those whose fronts meet an enemy by an outcome are lined up when the combats are over.
    show(
        "with a1 3Kn at 1,1 north; b1 3Bw at 2,1 south; b2 3Bw at 2.3,1.9 south\n phase fighting\n | |\n > a1 fights b1 (6 1)\n = a1 at 1.3,1.9 north\n > end (3)\n = a1 at 1.3,1.9 north",
    );
    // Half before each of two enemies, of whom the first is destroyed, it lines up with the other.
    let pair = "b1 4Sp at 2,1 south; b2 4Sp at 3,1 south; b3 4Sp at 15,5 south\n phase fighting";
    show(&format!(
        "with a1 4Sp at 1.5,1 north; {}\n | |\n > a1 fights b1 (6 1)\n = b1 destroyed\n = a1 at 1.5,1 north\n > end (3)\n = a1 at 2,1 north",
        pair.replace("b1 4Sp", "b1 3Bw"),
    ));
    // Before two, it lines up by the least distance.
    show(&format!(
        "with a1 4Bd at 1.6,1 north; {pair}\n | |\n > a1 fights b2 (2 3)\n = totals 7 7\n > end (3)\n = a1 at 2,1 north"
    ));
    // In the enemy’s bound, the enemy does, and also where one has no room.
    let one = "b1 4Sp at 2,1 south; b2 4Sp at 15,5 south\n phase fighting";
    show(&format!(
        "with a1 4Bd at 1.4,1 north; {one}\n player b\n | |\n > b1 fights a1 (3 3)\n = totals 7 7\n > end (3)\n = a1 at 1.4,1 north\n = b1 at 2.4,1 south"
    ));
    show(&format!(
        "with a1 4Bd at 1.4,1 north; a2 4Ax at 0.4,1 north; {one}\n | |\n > a1 fights b1 (2 4)\n = totals 7 7\n > end (3)\n = a1 at 1.4,1 north\n = b1 at 2.4,1 south"
    ));
    // DBA3-TZ-09: outcome moves heed no zones.
    show(
        "with a1 3Kn at 1,1 north; b1 3Bw at 2,1 south; b2 4Sp at 3.5,2.4 south\n phase fighting\n | |\n > a1 fights b1 (6 1)\n = a1 at 1,2 north",
    );
    // DBA3-CONT-33: a second enemy at one edge of a War Wagon overlaps it.
    show(
        "with a1 WWg at 1,1 north; b1 4Sp at 2,1 south; b2 4Ax at 3,1 south\n phase fighting\n | |\n > a1 fights b1 (3 3)\n = totals 5 7",
    );
    // DBA3-PASS-05: one rear corner swings freely.
    show(
        "with a1 4Sp at 1,1 north; a2 4Sp at 0.2,0.45 west; b1 4Sp at 15,5 south\n | |\n > a1 wheel right 30\n = a1 there",
    );
    // DBA3-MOVE-26: a group in a zone slides to line up with the enemy.
    show(
        "with a1 4Sp at 1.4,1.5 north; a2 4Sp at 2.4,1.5 north; b1 4Sp at 2,2 south; b2 4Sp at 3,2 south\n | |\n > a1+a2 ahead 0.5, slide -0.4\n = a1 at 1,2 north",
    );
    // DBA3-SHOOT-16: at those whom an outcome has just exposed. DBA3-SHOOT-21: from any base width of a camp's edges.
    show(
        "with a1 4Bw at 0,1 north; a2 4Bw at 1.5,1 north; b1 3Ax at 1.5,2.8 south; b2 4Sp at 1.5,3.4 south\n phase shooting\n | |\n = a1 targets b1\n > a1 shoots b1 (6 1)\n = b1 destroyed\n = a2 targets b2",
    );
    show(
        "origin 0,10\n camp b 5,2 south 3x1\n with a1 4Sp at 6.5,1 west; b1 4Bw holds camp; b2 4Sp at 20,2 south\n player b\n phase shooting\n | |\n = b1 targets a1",
    );
}
