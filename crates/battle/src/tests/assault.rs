//! Assaults on camps and Strongholds, held or empty, and their results.

use super::scene::show;

/// A Stronghold of b with its gate in the middle of the south wall, at 5.
const WALLS: &str = "
    origin 0,0
    ground stronghold 2,18 8,18 8,20 2,20 gate 5,18 edge north
    defender b
    phase fighting
    ";

fn at_walls(with: &str, rest: &str) {
    show(&format!("{WALLS}\n with {with}\n | |\n {rest}"));
}

/// Scenarios at the same walls, in a's moves.
fn up_to_walls(with: &str, rest: &str) {
    show(&format!("{WALLS}\n phase moving\n with {with}; b1 Bd at 20,12 south\n | |\n {rest}"));
}

/// Scenarios at a camp of b.
fn at_camp(with: &str, rest: &str) {
    show(&format!(
        "
        origin 0,10
        camp b 5,2 south 4x1
        phase fighting
        with {with}
        | |
        {rest}
        "
    ));
}

#[test]
fn walls_are_contacted_anywhere_by_a_front_edge() {
    // D3H2-CONT-01, D3H2-CONT-02: no element lines up with walls, whose corners do not count.
    up_to_walls("a1 Bd at 2.3,16.5 north", "> a1 ahead 1.5\n = a1 at 2.3,18 north\n = a1 fights stronghold");
    up_to_walls("a1 Cv at 9,19.7 west", "> a1 ahead 1\n = a1 at 8,19.7 west\n = a1 fights stronghold");
    // Contact with less than the whole front counts too.
    up_to_walls("a1 Bd at 7.5,17.5 north", "> a1 ahead 0.5\n = a1 fights stronghold");
    // An element may neither enter the walls nor pass them.
    up_to_walls("a1 Bd at 2.3,16.5 north", "> a1 ahead 1.6\n ! D3H2-CAMP-08");
    // D3H2-TZ-03: within a base width of the walls an element must come nearer.
    up_to_walls("a1 Cv at 3,17.5 north", "> a1 go 6,17.5 east\n ! D3H2-TZ-04\n > a1 go 4,18 north\n = a1 there");
}

#[test]
fn not_all_assault_walls() {
    // D3H2-CONT-09, D3H2-MOVE-18, D3H2-CC-12, D3H2-BUA-11
    up_to_walls("a1 SCh at 4,17.5 north", "> a1 ahead 0.5\n ! D3H2-CONT-09");
    up_to_walls("a1 Art at 4,17.5 north", "> a1 ahead 0.5\n ! D3H2-MOVE-18");
    up_to_walls("a1 WWg at 4,17.5 north", "> a1 ahead 0.5\n ! D3H2-MOVE-18");
    up_to_walls("a1 WWg tower at 4,17.5 north", "> a1 ahead 0.5\n = a1 fights stronghold");
    up_to_walls("a1 Bh at 2,17.5 north", "> a1 ahead 0.5\n ! D3H2-CC-12");
    // Wherever an outcome has left it, it fights at the gate or not at all.
    at_walls(
        "a1 Bh at 2,18 north; b1 Bw holds stronghold; b2 Bd at 20,12 south",
        "# D3H2-CC-12\n > a1 fights stronghold (6 1)\n ! D3H2-CC-15\n > end (3)\n = stronghold b",
    );
    up_to_walls("a1 Bh at 4.5,17.5 north", "> a1 ahead 0.5\n = a1 fights stronghold");
}

#[test]
fn an_empty_stronghold_defends_itself() {
    // D3H2-CC-13, D3H2-BUA-08: the walls have a factor of four against everybody. Blades keep their five against Foot.
    for (who, dice, holder) in [
        ("Bd", "3 3", "a"),
        ("Bd", "2 4", "b"),
        // D3H2-OUT-09: an equal total has no effect.
        ("Bd", "3 4", "b"),
        ("Kn", "3 2", "b"),
        ("Kn", "4 2", "a"),
        ("Bw", "4 1", "a"),
        ("Bw", "3 1", "b"),
    ] {
        at_walls(
            &format!("a1 {who} at 4,18 north; b1 Bd at 20,12 south"),
            &format!("# D3H2-CC-11 D3H2-CC-13\n > a1 fights stronghold ({dice})\n = stronghold {holder}"),
        );
    }
}

#[test]
fn a_garrison_fights_by_its_own_factor_and_four() {
    // D3H2-CC-14, D3H2-TACT-09: Bows have their factor of two against Foot, whether Horsemen attack or not, and not
    // eight.
    for (who, garrison, dice, holder) in [
        ("Kn", "Bw", "5 2", "b"),
        ("Kn", "Bw", "5 1", "a"),
        ("Bd", "Bw", "3 1", "a"),
        ("Bd", "Bw", "2 1", "b"),
        // D3H2-BUA-09: Artillery has two.
        ("Bd", "Art", "3 1", "a"),
        ("Bd", "Art", "2 1", "b"),
        // D3H2-CC-11: Blades have five against Horsemen too.
        ("Kn", "Bd", "6 1", "b"),
        ("Bd", "Bd", "6 1", "a"),
    ] {
        at_walls(
            &format!("a1 {who} at 4,18 north; b1 {garrison} holds stronghold; b2 Bd at 20,12 south"),
            &format!(
                "# D3H2-CC-11 D3H2-CC-14\n > a1 fights stronghold ({dice})\n = stronghold {holder}\n = used D3H2-TACT-09"
            ),
        );
    }
    // A beaten garrison is destroyed, and the victor enters (D3H2-OUT-45, D3H2-PURS-03).
    at_walls(
        "a1 Bd at 4,18 north; b1 Bw holds stronghold; b2 Bd at 20,12 south",
        "
        > a1 fights stronghold (6 1)
        = b1 destroyed
        = a1 holds stronghold
        = used D3H2-OUT-45
        = used D3H2-PURS-03
        ",
    );
    // A beaten assaulter recoils by its own row, and a Hero flees (D3H2-OUT-47, D3H2-OUT-29).
    at_walls(
        "a1 Bd at 4,18 north; b1 Bw holds stronghold; b2 Bd at 20,12 south",
        "> a1 fights stronghold (2 5)\n = a1 at 4,17.5 north\n = b1 holds stronghold",
    );
    at_walls(
        "a1 Hr at 4,18 north; b1 Bw holds stronghold; b2 Bd at 20,12 south",
        "> a1 fights stronghold (2 5)\n = a1 at 5,12.25 south",
    );
}

#[test]
fn who_defends_a_feature_is_destroyed_when_doubled_only() {
    // D3H2-OUT-48: against shooting, the total must be less than half (D3H2-OUT-45).
    for (dice, place) in [("6 1", "holds camp"), ("5 1", "holds camp")] {
        show(&format!(
            "
            # D3H2-OUT-45 D3H2-TACT-06 D3H2-SHOOT-06
            origin 0,10
            with a1 Bw at 2,0.5 north; b1 Bw holds camp; b2 Bd at 20,10 south
            camp b 5,2 south 4x1
            phase shooting
            | |
            = a1 targets b1
            > a1 shoots b1 ({dice})
            = b1 {place}
            "
        ));
    }
    show(
        "
        # D3H2-OUT-48
        origin 0,10
        with a1 Art at 2,0.5 north; b1 Ps holds camp; b2 Bd at 20,10 south
        camp b 5,2 south 4x1
        phase shooting
        | |
        > a1 shoots b1 (6 1)
        = b1 destroyed
        = used D3H2-OUT-48
    ",
    );
}

#[test]
fn three_assault_at_most_and_each_fights_for_itself() {
    // D3H2-CC-10: one more element at the walls gives Blades the point by which they would otherwise fail.
    let more = ["", "; a2 Bd at 5,18 north", "; a2 Bd at 5,18 north; a3 Bd at 6,18 north"];
    for (others, dice, holder) in [
        (more[0], "2 3", "b"),
        (more[1], "2 3", "a"),
        (more[1], "1 3", "b"),
        (more[2], "1 3", "a"),
        (more[2], "1 4", "b"),
    ] {
        at_walls(
            &format!("a1 Bd at 4,18 north{others}; b1 Bd at 20,12 south"),
            &format!("# D3H2-CC-10\n > a1 fights stronghold ({dice})\n = stronghold {holder}"),
        );
    }
    // A fourth element adds nothing.
    at_walls(
        "a1 Bd at 4,18 north; a2 Bd at 5,18 north; a3 Bd at 6,18 north; a4 Bd at 7,18 north; b1 Bd at 20,12 south",
        "# D3H2-CC-10\n > a1 fights stronghold (1 4)\n = stronghold b",
    );
    // Each assaulter fights separately; one that has been beaten off does not count for the next.
    at_walls(
        "a1 Bd at 4,18 north; a2 Bd at 5,18 north; b1 Bd at 20,12 south",
        "
        # D3H2-CC-10 D3H2-CC-15
        = a1 fights stronghold
        = a2 fights stronghold
        > a1 fights stronghold (1 6)
        = a1 at 4,17.5 north
        > end
        ! D3H2-SEQ-06
        > a2 fights stronghold (2 3)
        = unused D3H2-CC-10
        = stronghold b
        > end (3)
        ",
    );
    // One that has fought and stays in contact still counts.
    at_walls(
        "a1 Bd at 4,18 north; a2 Bd at 5,18 north; b1 Bd at 20,12 south",
        "
        # D3H2-CC-10
        > a1 fights stronghold (1 3)
        = a1 at 4,18 north
        > a2 fights stronghold (2 3)
        = used D3H2-CC-10
        ",
    );
    // Once the Stronghold has fallen, the others have nobody to fight.
    at_walls(
        "a1 Bd at 4,18 north; a2 Bd at 5,18 north; b1 Bd at 20,12 south",
        "> a1 fights stronghold (6 1)\n = a2 fights\n > end (3)",
    );
}

#[test]
fn nobody_overlaps_or_supports_at_walls() {
    // D3H2-CC-10, D3H2-SUPP-11: neither Spears beside the assaulter, nor an enemy beside it, nor Pikes behind it count.
    for others in ["a2 Sp at 5,18 north", "b2 Bd at 4,18 south", "a2 Sp at 4,17.5 north"] {
        at_walls(
            &format!("a1 Sp at 4,18 north; {others}; b1 Bd at 20,12 south").replace("b2 Bd at 4,18", "b2 Bd at 4,17"),
            "
            > a1 fights stronghold (3 4)
            = unused D3H2-SUPP-12
            = unused D3H2-TACT-14
            = stronghold b
            ",
        );
    }
}

#[test]
fn no_slope_helps_at_walls() {
    // D3H2-BUA-13, D3H2-TACT-20: the hill is part of the walls, and the ground before them is good going.
    at_walls(
        "a1 Kn at 4,18 north; b1 Bd at 20,12 south
         ground difficult_hill 0,16 10,16 10,21 0,21 crest 1,20.5 9,20.5",
        "> a1 fights stronghold (3 1)\n = unused D3H2-TACT-12\n = unused D3H2-TACT-18\n = stronghold a",
    );
}

#[test]
fn a_behemoth_beaten_at_the_gate_is_destroyed() {
    // D3H2-RECOIL-13; before a camp, or without walls, the same element recoils.
    at_walls(
        "a1 Bh at 4.5,18 north; b1 Bd at 20,12 south",
        "> a1 fights stronghold (1 5)\n = a1 destroyed\n = used D3H2-RECOIL-13\n = stronghold b",
    );
    at_walls(
        "a1 Bh at 4.5,18 north; b1 Bw holds stronghold; b2 Bd at 20,12 south",
        "> a1 fights stronghold (1 3)\n = a1 destroyed\n = b1 holds stronghold",
    );
    at_camp(
        "a1 Bh at 2,2 north; b1 Bw holds camp; b2 Bd at 20,10 south",
        "> a1 fights camp (1 4)\n = a1 at 2,1 north\n = unused D3H2-RECOIL-13",
    );
}

#[test]
fn who_may_not_hold_walls_takes_them_and_stays_outside() {
    // D3H2-BUA-15
    at_walls(
        "a1 Bh at 4.5,18 north; b1 Bd at 20,12 south",
        "> a1 fights stronghold (6 1)\n = stronghold a\n = a1 at 4.5,18 north",
    );
    at_walls(
        "a1 Bd ally at 4.5,18 north; b1 Bd at 20,12 south",
        "> a1 fights stronghold (6 1)\n = stronghold a\n = a1 at 4.5,18 north",
    );
}

#[test]
fn the_laws_of_cities_are_not_used() {
    // D3H2-BUA-14: a Stronghold does not surrender to an element before it, is not sacked, and cannot be marched
    // through. Its victor holds it and may leave it in the next bound.
    at_walls(
        "a1 Bd at 4,18 north; a2 Bd at 5,18 north; a3 Bd at 6,18 north; b1 Ps holds stronghold; b2 Bd at 20,12 south",
        "
        > a1 fights stronghold (1 6)
        > a2 fights stronghold (1 6)
        > a3 fights stronghold (1 6)
        = b1 holds stronghold
        = stronghold b
        ",
    );
    at_walls(
        "a1 Bd at 4,18 north; b1 Bd at 20,12 south",
        "
        > a1 fights stronghold (6 1)
        = a1 holds stronghold
        > end (3)
        > end
        > end
        > end (6)
        = lost b 4
        > a1 go 4.5,17 south
        = a1 at 4.5,17 south
        = stronghold a
        ",
    );
    // Not even its own side may pass through it.
    at_walls("a1 Bd at 14,12 north; b1 Cv at 4,20.75 south\n player b\n phase moving", "> b1 ahead 3\n ! D3H2-CAMP-08");
    // The combat tables have no such row.
    let combat = musterfield_rules::book().unwrap().ruleset("d3h2").unwrap().combat.as_ref().unwrap();
    let named: Vec<&str> = combat.features.iter().map(|feature| &*feature.name).collect();
    assert_eq!(named, ["Stronghold", "Camp"]);
    assert!(combat.features.iter().all(|feature| !feature.anyone));
}

#[test]
fn bad_going_before_a_camp_counts() {
    // D3H2-TACT-18: only a Stronghold makes the ground before it good.
    at_camp(
        "a1 Kn at 2,2 north; b1 Bd at 20,10 south
         ground woods 0,0 6,0 6,2 0,2",
        "> a1 fights camp (3 4)\n = used D3H2-TACT-18",
    );
}

#[test]
fn everyone_enters_a_camp() {
    // D3H2-PURS-03, D3H2-CAMP-06: also those who may hold neither it nor a Stronghold.
    for (code, place) in [("Bh", "2,3"), ("Sk", "2,2.5")] {
        at_camp(
            &format!("a1 {code} at 2,2 north; b1 Bd at 20,10 south"),
            &format!("> a1 fights camp (6 1)\n = used D3H2-PURS-03\n = a1 at {place} north\n = camp b sacked"),
        );
    }
}

#[test]
fn camp_followers_fight_by_two() {
    // D3H2-CAMP-05, D3H2-CC-13
    for (who, dice, falls) in [("Sp", "1 3", false), ("Sp", "2 3", true), ("Ps", "3 4", false), ("Ps", "5 4", true)] {
        let comes = if falls { "camp b sacked" } else { "camp b stands" };
        at_camp(
            &format!("a1 {who} at 2,2 north; b1 Bd at 20,10 south"),
            &format!("# D3H2-CAMP-05 D3H2-CC-13\n > a1 fights camp ({dice})\n = {comes}"),
        );
    }
}

#[test]
fn a_camp_with_a_garrison_fights_by_its_factor_and_two() {
    // D3H2-CC-14, D3H2-TACT-10: Bows have four in all, against Horsemen too.
    for (dice, place) in [("3 2", "holds camp"), ("4 2", "destroyed")] {
        at_camp(
            "a1 Kn at 2,2 north; b1 Bw holds camp; b2 Bd at 20,10 south",
            &format!("# D3H2-CC-14 D3H2-TACT-10\n > a1 fights camp ({dice})\n = b1 {place}"),
        );
    }
    // Two elements assault it (D3H2-CC-10).
    at_camp(
        "a1 Kn at 2,2 north; a2 Kn at 3,2 north; b1 Bw holds camp; b2 Bd at 20,10 south",
        "> a1 fights camp (3 2)\n = b1 destroyed\n = camp b sacked\n = used D3H2-CC-10",
    );
}

#[test]
fn only_those_of_the_ground_take_a_feature() {
    // D3H2-TYPE-05, D3H2-OUT-45: Foot and Mounted are ground elements, Aerials are not.
    for (who, taken) in [("Ps", true), ("Hd", true), ("LH", true), ("Cv", true), ("Fl", false), ("Ab", false)] {
        let comes = if taken { "camp b sacked" } else { "camp b stands" };
        at_camp(
            &format!("a1 {who} at 2,2 north down; b1 Bd at 20,10 south"),
            &format!("# D3H2-TYPE-05\n > a1 fights camp (6 4)\n = used D3H2-OUT-45\n = {comes}"),
        );
    }
}

#[test]
fn the_bank_before_the_walls_helps_their_garrison() {
    // D3H2-BUA-12: neither an element on a road through the river nor followers without a garrison defend the bank.
    for (garrison, state, road, word) in [
        ("b1 Bw holds stronghold", "shallow", "", "used"),
        ("b1 Bw holds stronghold", "deep", "", "used"),
        ("b1 Bw holds stronghold", "paltry", "", "unused"),
        ("b1 Bw holds stronghold", "shallow", "ground road 1 4.5,0 4.5,18", "unused"),
        ("b1 Bd at 15,12 south", "shallow", "", "unused"),
    ] {
        at_walls(
            &format!(
                "a1 Bd at 4,18 north; {garrison}; b2 Bd at 20,12 south
                 ground river 1 0,17.2 26,17.2
                 {road}
                 rivers {state}"
            ),
            &format!("# D3H2-BUA-12 D3H2-TACT-12\n > a1 fights stronghold (3 3)\n = {word} D3H2-TACT-12"),
        );
    }
}

#[test]
fn a_slope_counts_at_a_camp() {
    // Either the camp or its assaulter is near the crest; Flyers ignore slopes (D3H2-TACT-12, D3H2-TACT-13).
    for (who, garrison, crest, word) in [
        ("Bd", "b1 Bw holds camp", "0,2.5 6,2.5", "used"),
        ("Bd", "b1 Bw holds camp", "0,1 6,1", "used"),
        ("Bd", "b1 Bd at 15,2 south", "0,1 6,1", "used"),
        ("Bd", "b1 Bd at 15,2 south", "0,2.5 6,2.5", "unused"),
        ("Fl down", "b1 Bw holds camp", "0,2.5 6,2.5", "unused"),
    ] {
        at_camp(
            &format!(
                "a1 {who} at 2,2 north; {garrison}; b2 Bd at 20,10 south
                 ground gentle_hill -1,0 7,0 7,4 -1,4 crest {crest}"
            ),
            &format!("# D3H2-TACT-12\n > a1 fights camp (3 3)\n = {word} D3H2-TACT-12"),
        );
    }
}

#[test]
fn who_assaults_keeps_to_the_walls_though_attacked_in_the_flank() {
    // It does not turn (D3H2-CONT-10), fights the walls with one less (D3H2-TACT-14), and may not recoil.
    let flanked = |rest: &str| {
        at_walls(
            "a1 Bd at 4,18 north; b1 Bd at 4,18 east; b2 Bd at 20,12 south
             player b
             phase moving",
            &format!("> end\n = a1 at 4,18 north\n > end\n = a1 fights stronghold\n = b1 fights\n {rest}"),
        );
    };
    flanked("> a1 fights stronghold (3 3)\n = used D3H2-TACT-14\n = stronghold b\n = a1 there");
    flanked("> a1 fights stronghold (3 5)\n = a1 destroyed\n > end (3)");
    flanked("> a1 fights stronghold (5 3)\n = stronghold a");
}
