//! Recoils, flight and pursuit.

use super::show;

fn fight(with: &str, more: &str, dice: &str, then: &str) {
    show(&format!("with {with}\n {more}\n phase fighting\n | |\n > a1 fights b1 ({dice})\n {then}"));
}

#[test]
fn a_war_wagon_with_an_enemy_at_its_side_attacks_nobody_with_its_front() {
    // DBA3-CONT-32, DBA3-RECOIL-05: the side where an enemy stands is its front, so it does not fall back with a friend who
    // fights the enemy before its base front.
    let beaten = |more: &str, then: &str| {
        show(&format!(
            "with a1 4Sp at 1.25,2 east; a2 WWg at 2,2 south; b1 Cv at 1.25,1 west{more}\n phase fighting\n | |\n > a1 fights b1 (1 6)\n {then}"
        ));
    };
    beaten("", "= a2 at 2,2.5 south");
    beaten("; b2 Cv at 2,2 west", "= a2 at 2,2 south");
}

#[test]
fn foot_recoils_its_depth_and_mounted_a_base_width_if_it_likes() {
    // DBA3-RECOIL-02, DBA3-RECOIL-03
    fight("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south", "", "2 4", "= a1 at 1,0.5 north");
    fight("a1 8Sp at 1,1 north; b1 4Sp at 2,1 south", "", "1 4", "= a1 at 1,0.5 north");
    // DBA3-RECOIL-04
    let cavalry = "a1 Cv at 1,1 north; b1 4Ax at 2,1 south";
    fight(cavalry, "", "2 4", "= decides a1\n > recoil 1\n = a1 at 1,0 north");
    fight(cavalry, "", "2 4", "> recoil 0.75\n = a1 at 1,0.25 north");
    fight(cavalry, "", "2 4", "> recoil 0.5\n ! DBA3-RECOIL-04");
    // DBA3-RECOIL-01: shot at least partly on the rear edge, it turns first.
    show(
        "with a1 4Bw at 1,1 north; b1 4Sp at 1,3 north\n phase shooting\n | |\n > a1 shoots b1 (6 1)\n = b1 at 2,3 south",
    );
    // DBA3-RECOIL-05: those at the enemy's flank fall back with the friend before its front.
    fight(
        "a1 4Sp at 1,1 north; a2 Cv at 2,1 west; b1 4Sp at 2,1 south; b2 4Sp at 12,1 south",
        "with a3 4Sp at 9,1 north",
        "1 4",
        "= used DBA3-RECOIL-05",
    );
}

#[test]
fn a_recoil_passes_or_pushes_friends_that_face_the_same_way() {
    let beaten = |who: &str, friend: &str, then: &str| {
        fight(&format!("a1 {who} at 1,1 north; a2 {friend}; b1 4Bd at 2,1 south"), "", "1 3", then);
    };
    // DBA3-RECOIL-09, DBA3-RECOIL-11: Blades through Spears and Blades.
    beaten("4Bd", "4Sp at 1,0.5 north", "> recoil 0.5\n = a1 at 1,0 north\n = a2 there");
    beaten("4Bd", "3Bd at 1,0.5 north", "> recoil 0.5\n = a1 at 1,0 north");
    beaten("4Bd", "4Ax at 1,0.5 north", "= a1 at 1,0.5 north\n = a2 at 1,0 north");
    // The owner may have them pushed instead (`choices.rs`), but not where nobody is passed, and not those that are never
    // pushed.
    beaten("4Bd", "4Sp at 1,0.5 north", "> recoil 0.75\n ! DBA3-RECOIL-04");
    beaten("4Bd", "4Sp at 1,0.5 north; a3 4Ax at 1,0 north", "= a1 destroyed\n = used DBA3-RECOIL-21");
    fight(
        "a1 3Kn at 1,1 north; a2 4Pk at 1,0.25 north; b1 4Sp at 2,1 south",
        "",
        "1 3",
        "> recoil 0.75 pushing\n ! DBA3-RECOIL-09",
    );
    fight(
        "a1 3Kn at 1,1 north; a2 WWg at 1,0.25 north; b1 4Sp at 2,1 south",
        "",
        "1 3",
        "> recoil 0.75 pushing\n = a1 destroyed\n = a2 there",
    );
    // DBA3-RECOIL-12: Pikes and Bows through Blades.
    for (friend, then) in [("4Bd", "> recoil 0.5\n = a1 at 1,0 north"), ("4Sp", "= a2 at 1,0 north")] {
        fight(&format!("a1 4Pk at 1,1 north; a2 {friend} at 1,0.5 north; b1 4Sp at 2,1 south"), "", "2 3", then);
    }
    // DBA3-RECOIL-13: Psiloi through all but Psiloi.
    fight(
        "a1 Ps at 1,1 north; a2 4Sp at 1,0.5 north; b1 4Sp at 2,1 south",
        "",
        "2 3",
        "> recoil 0.5\n = a1 at 1,0 north",
    );
    fight("a1 Ps at 1,1 north; a2 Ps at 1,0.5 north; b1 4Sp at 2,1 south", "", "2 3", "= a2 at 1,0 north");
    // DBA3-RECOIL-10: Mounted through all but Pikes, Elephants and Hordes.
    for (friend, then) in [
        ("4Sp at 1,0.25 north", "> recoil 0.75\n = a1 at 1,-0.25 north\n = a2 there"),
        ("WWg at 1,0.25 north", "> recoil 0.75\n = a1 at 1,-0.75 north"),
    ] {
        fight(&format!("a1 3Kn at 1,1 north; a2 {friend}; b1 4Sp at 2,1 south"), "", "1 3", then);
    }
    fight(
        "a1 3Kn at 1,1 north; a2 4Pk at 1,0.25 north; b1 4Sp at 2,1 south",
        "",
        "1 3",
        "> recoil 0.75\n = a1 at 1,0.25 north\n = a2 at 1,-0.5 north",
    );
    // DBA3-RECOIL-14, DBA3-RECOIL-21: Elephants and War Wagons are not pushed, and who touches them is lost.
    beaten("4Sp", "El at 1,0.5 north", "= a1 destroyed");
    beaten("4Sp", "WWg at 1,0.3 north", "= a1 at 1,0.8 north\n = used DBA3-RECOIL-17");
    // DBA3-RECOIL-15, DBA3-RECOIL-16: who is pushed passes and pushes nobody.
    fight(
        "a1 4Sp at 1,1 north; a2 4Sp at 1,0.3 north; a3 4Sp at 1,-0.2 north; b1 4Bd at 2,1 south",
        "",
        "1 3",
        "= a2 at 1,0.3 north\n = used DBA3-RECOIL-17",
    );
    // If there is a gap behind the pushed element, both go back as far as the gap allows.
    fight(
        "a1 4Sp at 1,1 north; a2 4Sp at 1,0.5 north; a3 4Sp at 1,-0.25 north; b1 4Bd at 2,1 south",
        "",
        "1 3",
        "= a1 at 1,0.75 north\n = a2 at 1,0.25 north\n = a3 there\n = used DBA3-RECOIL-17",
    );
    fight(
        "a1 4Sp at 1,1 north; a2 4Sp at 1,0.5 north; a3 4Sp at 1,0 north; b1 4Bd at 2,1 south",
        "",
        "1 3",
        "= a1 destroyed\n = a2 there",
    );
    // Of two side by side, one has a gap behind it: all three go back only as far as the gap allows.
    for (free, stopped) in [("a2", "a3"), ("a3", "a2")] {
        fight(
            &format!(
                "a1 4Sp at 1,1 north; {free} 4Sp at 0.5,0.5 north; {stopped} 4Sp at 1.5,0.5 north; a4 4Sp at 1.5,-0.25 north; b1 4Bd at 2,1 south"
            ),
            "",
            "1 3",
            &format!("= a1 at 1,0.75 north\n = {free} at 0.5,0.25 north\n = {stopped} at 1.5,0.25 north\n = a4 there"),
        );
    }
    // DBA3-OUT-59, DBA3-OUT-60: attacked in flank or rear, it is destroyed by going back.
    fight("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Sp at 1,1 east", "", "1 4", "= a1 destroyed");
    fight(
        "a1 4Sp at 1,1 north; a2 4Sp at 1,0.5 north; b1 4Bd at 2,1 south; b2 4Sp at 1,0.5 east",
        "",
        "1 3",
        "= a2 destroyed",
    );
    // An enemy beside it, with a front corner at its rear corner, attacks neither: it goes back.
    fight("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Sp at 3,0.5 south", "", "2 4", "= a1 at 1,0.5 north");
    fight("a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 4Sp at 1,0.5 south", "", "2 4", "= a1 at 1,0.5 north");
}

#[test]
fn something_ends_a_recoil() {
    let at = |with: &str, more: &str, then: &str| {
        show(&format!("origin 0,0\n with {with}\n {more}\n phase fighting\n | |\n > a1 fights b1 (1 4)\n {then}"));
    };
    // DBA3-RECOIL-19: the edge. DBA3-RECOIL-21: touching it, the element is lost.
    at("a1 4Sp at 10,0.8 north; b1 4Sp at 11,0.8 south", "", "= a1 at 10,0.5 north");
    at("a1 4Sp at 10,0.5 north; b1 4Sp at 11,0.5 south", "", "= a1 destroyed");
    // DBA3-RECOIL-18: water. DBA3-RECOIL-20: a camp.
    let water = "ground waterway 0,0 26,0 26,2 0,2";
    at("a1 4Sp at 10,2.5 north; b1 4Sp at 11,2.5 south", water, "= a1 destroyed");
    at("a1 4Sp at 10,2.7 north; b1 4Sp at 11,2.7 south", water, "= a1 at 10,2.503 north");
    at("a1 4Sp at 10,1.5 north; b1 4Sp at 11,1.5 south", "camp a 9,1 north 3x1", "= a1 destroyed");
    at("a1 4Sp at 10,1.7 north; b1 4Sp at 11,1.7 south", "camp a 9,1 north 3x1", "= a1 at 10,1.503 north");
    // DBA3-RECOIL-17: an enemy.
    at("a1 4Sp at 10,5 north; b1 4Sp at 11,5 south; b2 4Sp at 11,3.7 south", "", "= a1 there\n = used DBA3-RECOIL-17");
}

#[test]
fn elephants_trample_whatever_they_recoil_into() {
    let beaten = |other: &str, more: &str, then: &str| {
        fight(&format!("a1 El at 1,2 north; b1 4Sp at 2,2 south; {other}"), more, "1 4", then);
    };
    // DBA3-RECOIL-06: friends and enemies, whichever way they face, and it goes on; touching is not enough.
    beaten("a2 4Bd at 1,0.8 north", "", "= a1 at 1,1 north\n = a2 destroyed");
    beaten("a2 4Bd at 2,-0.2 south; a3 Ps at 1.5,0.9 east", "", "= a1 at 1,1 north\n = a3 destroyed");
    beaten("b2 4Bd at 2,-0.2 south", "", "= a1 at 1,1 north\n = b2 destroyed");
    beaten("a2 WWg at 1,0.8 north", "", "= a2 destroyed");
    beaten("a2 4Bd at 1,0 north", "", "= a1 at 1,1 north\n = a2 there");
    // DBA3-RECOIL-07: not those in a BUA or camp.
    for kind in ["hamlet", "edifice"] {
        let ground = format!("ground {kind} -3,-3 6,-3 6,0.9 -3,0.9");
        beaten("a2 3Ax at 1.5,0.9 east", &ground, "= a2 there\n = used DBA3-RECOIL-17");
        // DBA3-RECOIL-14: those that face the same way are pushed back.
        beaten("a2 3Ax at 1,0.8 north", &ground, "= a2 at 1,0 north");
    }
    beaten("a2 3Ax at 1,0.8 north", "ground scrub -3,-3 6,-3 6,0.9 -3,0.9", "= a2 destroyed");
    beaten("a2 3Ax holds camp", "camp a 0,0.8 north 3x1", "= a2 holds camp\n = used DBA3-RECOIL-17");
    // DBA3-RECOIL-08: two Elephants destroy each other.
    beaten("a2 El at 1,0.8 north", "", "= a1 destroyed\n = a2 destroyed");
    beaten("b2 El at 2,-0.2 south", "", "= a1 destroyed\n = b2 destroyed");
}

#[test]
fn flight_leads_straight_away() {
    // DBA3-FLEE-01, DBA3-FLEE-02, DBA3-OUT-22, DBA3-OUT-27
    let flees = |with: &str, more: &str, then: &str| {
        show(&format!(
            "origin 0,0\n with a1 Cv at 10,8 north; b1 SCh at 11,8 south; {with}\n {more}\n phase fighting\n | |\n > a1 fights b1 (2 3)\n {then}"
        ));
    };
    let nobody = "b2 4Sp at 20,15 south";
    flees(nobody, "", "= a1 at 11,3.25 south");
    // The going in which it starts decides.
    flees(nobody, "ground scrub 8,6 13,6 13,7.8 8,7.8", "= a1 at 11,6.25 south");
    // DBA3-RIVER-04: a river does if the front edge with which it runs is in the water.
    let river = |y: &str| format!("ground river 0.3 -2,{y} 28,{y}\n rivers shallow");
    flees(nobody, &river("7.3"), "= a1 at 11,6.25 south");
    for behind in ["7.65", "7.95"] {
        flees(nobody, &river(behind), "= a1 at 11,3.25 south");
    }
    // DBA3-FLEE-03: along a side edge to its own edge; off any other it is lost.
    show(
        "origin 0,0\n with a1 Cv at 3,9 east; b1 SCh at 3,8 west; b2 4Sp at 20,15 south\n phase fighting\n | |\n > a1 fights b1 (2 3)\n = used DBA3-FLEE-03\n = a1 there",
    );
    show(
        "origin 0,0\n with a1 Cv at 10,2 north; b1 SCh at 11,2 south; b2 4Sp at 20,15 south\n phase fighting\n | |\n > a1 fights b1 (2 3)\n = a1 fled\n = lost a 1",
    );
    // DBA3-FLEE-04: friends that it cannot pass halt it; Psiloi it passes.
    flees("a2 4Sp at 10,5 north; b2 4Sp at 20,15 south", "", "= used DBA3-FLEE-05\n = a1 there");
    flees("a2 Ps at 10,5.5 north; b2 4Sp at 20,15 south", "", "= a1 at 11,3.25 south");
    flees("b2 4Sp at 10,5.5 north", "", "= used DBA3-FLEE-04\n = a1 there");
    // DBA3-FLEE-05, DBA3-FLEE-06: water, walls and camps; also at a gate.
    flees(nobody, "ground waterway 0,0 26,0 26,4 0,4", "= a1 at 11,4.003 south");
    flees(nobody, "camp a 9,4.5 north 3x1", "= a1 at 11,4.503 south");
    flees(nobody, "ground fort 8,2 13,2 13,5 8,5 gate 10.5,5", "= a1 at 11,5.003 south");
    // DBA3-FLEE-07, DBA3-FLEE-08
    flees(nobody, "ground woods 8,2 13,2 13,5 8,5", "= a1 at 11,5.003 south");
    flees(nobody, "ground marsh 8,2 13,2 13,5 8,5", "= a1 at 11,3.25 south");
    show(
        "origin 0,0\n with a1 LH at 10,8 north; b1 SCh at 11,8 south; b2 4Sp at 20,15 south\n ground woods 8,2 13,2 13,5 8,5\n phase fighting\n | |\n > a1 fights b1 (2 3)\n = a1 at 11,3.25 south",
    );
}

#[test]
fn some_flights_are_the_end() {
    let flees = |with: &str, more: &str, then: &str| {
        show(&format!(
            "origin 0,0\n with a1 Cv at 10,8 north; b1 SCh at 11,8 south; {with}\n {more}\n phase fighting\n | |\n > a1 fights b1 (2 3)\n {then}"
        ));
    };
    let nobody = "b2 4Sp at 20,15 south";
    // DBA3-FLEE-09, DBA3-OUT-61
    flees("b2 4Sp at 10,8 east", "", "= a1 destroyed");
    // DBA3-FLEE-10
    flees("a2 4Sp at 10,7.25 north; b2 4Sp at 20,15 south", "", "= a1 destroyed");
    // DBA3-FLEE-11: in any river, a paltry one too, unless a road leads through.
    flees(nobody, "ground river 1 0,5 26,5\n rivers paltry", "= a1 destroyed");
    flees(nobody, "ground river 1 0,5 26,5\n ground road 0.5 10.5,0 10.5,22", "= a1 at 11,3.25 south");
    flees(nobody, "ground river 1 0,5 26,5\n ground road 0.5 12.5,0 12.5,22", "= a1 destroyed");
    // DBA3-FLEE-12: an Elephant halted by anybody destroys both.
    let elephant = |with: &str, then: &str| {
        show(&format!(
            "origin 0,0\n with a1 El at 10,8 north; b1 El at 11,8 south; {with}\n phase fighting\n | |\n > a1 fights b1 (2 3)\n {then}"
        ));
    };
    elephant("a2 4Sp at 10,5.5 north; b2 4Sp at 20,15 south", "= a1 destroyed\n = a2 destroyed");
    elephant("b2 4Sp at 10,5.5 north", "= a1 destroyed\n = b2 destroyed");
    elephant(nobody, "= a1 at 11,4 south");
}

#[test]
fn victors_pursue_by_their_type() {
    let wins = |who: &str, enemy: &str, more: &str, y: &str| {
        fight(
            &format!("a1 {who} at 1,1 north; b1 {enemy} at 2,1 south; b2 4Sp at 12,1 south"),
            more,
            "6 1",
            &format!("= b1 gone\n = a1 at 1,{y} north"),
        );
    };
    // DBA3-PURS-01, DBA3-PURS-06
    for (who, y) in [
        ("3Kn", "2"),
        ("6Kn", "2"),
        ("HCh", "2"),
        ("SCh", "2"),
        ("El", "2"),
        ("7Hd", "2"),
        ("5Hd", "2"),
        ("4Kn", "1"),
        ("Cv", "1"),
        ("LH", "1"),
        ("Cm", "1"),
        ("4Sp", "1"),
        ("4Ax", "1"),
    ] {
        wins(who, "3Bw", "", y);
    }
    // DBA3-PURS-07: after Foot other than Psiloi. DBA3-PURS-02: Command Posts and their like never.
    for (who, y) in
        [("4Wb", "1.5"), ("4Pk", "1.5"), ("4Bd", "1.5"), ("3Bd", "1.5"), ("CP", "1"), ("WWg", "1"), ("Art", "1")]
    {
        wins(who, "3Bw", "", y);
    }
    fight("a1 4Bd at 1,1 north; b1 Ps at 2,1 south", "", "4 2", "= a1 at 1,1 north");
    fight("a1 4Bd at 1,1 north; b1 Ps at 2,1 south", "", "3 2", "= a1 at 1,1 north");
    // DBA3-PURS-04, DBA3-PURS-05
    wins("4Wb", "3Bw", "ground woods -3,1.2 6,1.2 6,4 -3,4", "1");
    wins("4Wb", "3Bw", "ground woods -3,-3 6,-3 6,0.9 -3,0.9", "1");
    wins("4Wb", "3Bw", "ground marsh -3,-3 6,-3 6,4 -3,4", "1.5");
    wins("4Wb", "3Bw", "ground scrub -3,-3 6,-3 6,4 -3,4", "1.5");
    show(
        "origin 0,0\n with a1 3Kn at 10,21.4 north; b1 3Bw at 11,21.4 south\n edge south\n phase fighting\n | |\n > a1 fights b1 (6 1)\n = a1 at 10,21.4 north",
    );
    // DBA3-PURS-08: the column behind comes along.
    fight(
        "a1 4Bd at 1,1 north; a2 4Sp at 1,0.5 north; b1 3Bw at 2,1 south",
        "",
        "6 1",
        "= a1 at 1,1.5 north\n = a2 at 1,1 north",
    );
    // DBA3-CONT-17, DBA3-CONT-18: who meets an enemy lines up with it, and fights in the next bound.
    fight(
        "a1 3Kn at 1,1 north; b1 3Bw at 2,1 south; b2 3Bw at 2.3,1.9 south",
        "",
        "6 1",
        "= a1 at 1.3,1.9 north\n > end (4)\n > end\n > end\n = b2 fights a1",
    );
}
