//! The fates of elements with equal, lesser and doubled totals: each row of the tables, as it comes about on the table.

use super::show;

/// The fate of a1.
fn becomes(rule: &str, fate: &str, fight: &str) {
    let then = match fate {
        "none" => "= a1 at 1,1 north",
        "destroyed" => "= a1 destroyed",
        "flee" => "= used DBA3-FLEE-02",
        "recoil" => "= used DBA3-RECOIL-02",
        "choice" => "= decides a1",
        fate => panic!("{fate} is no fate"),
    };
    show(&format!("# {rule}\n{fight}\n= used {rule}\n{then}"));
}

fn fight(rule: &str, who: &str, enemy: &str, ground: &str, dice: &str, fate: &str) {
    let ground = if ground.is_empty() { String::new() } else { format!("ground {ground} -3,-6 6,-6 6,0.9 -3,0.9") };
    becomes(
        rule,
        fate,
        &format!(
            "with a1 {who} at 1,1 north; b1 {enemy} at 2,1 south\n {ground}\n phase fighting\n | |\n > a1 fights b1 ({dice})"
        ),
    );
}

fn shot(rule: &str, who: &str, by: &str, dice: &str, fate: &str) {
    becomes(
        rule,
        fate,
        &format!(
            "with a1 {who} at 1,1 north; b1 {by} at 2,3 south\n player b\n phase shooting\n | |\n > b1 shoots a1 ({dice})"
        ),
    );
}

#[test]
fn equal_totals() {
    for (rule, who, enemy, dice, fate) in [
        ("DBA3-OUT-06", "SCh", "4Sp", "4 3", "destroyed"),
        ("DBA3-OUT-06", "SCh", "Cv", "3 4", "destroyed"),
        ("DBA3-OUT-07", "3Kn", "4Lb", "4 3", "destroyed"),
        ("DBA3-OUT-07", "Cm", "3Cb", "4 3", "destroyed"),
        ("DBA3-OUT-08", "3Kn", "4Bd", "3 3", "destroyed"),
        ("DBA3-OUT-08", "HCh", "CP", "3 3", "destroyed"),
        ("DBA3-OUT-08", "Cm", "3Bd", "3 3", "destroyed"),
        ("DBA3-OUT-09", "3Kn", "4Sp", "4 3", "choice"),
        ("DBA3-OUT-09", "3Kn", "4Bw", "4 3", "choice"),
        ("DBA3-OUT-10", "3Kn", "4Kn", "3 3", "choice"),
        ("DBA3-OUT-11", "4Kn", "3Kn", "3 3", "none"),
        ("DBA3-OUT-11", "3Kn", "Cv", "3 4", "none"),
        ("DBA3-OUT-11", "3Kn", "3Ax", "3 3", "none"),
        ("DBA3-OUT-12", "Cv", "4Sp", "4 3", "choice"),
        ("DBA3-OUT-12", "El", "4Sp", "3 4", "recoil"),
        ("DBA3-OUT-12", "Cv", "Cv", "3 3", "none"),
        ("DBA3-OUT-13", "3Ax", "4Sp", "4 3", "recoil"),
        ("DBA3-OUT-13", "3Ax", "Cv", "3 3", "none"),
        ("DBA3-OUT-14", "CP", "4Sp", "3 4", "none"),
        ("DBA3-OUT-15", "4Sp", "4Sp", "3 3", "none"),
    ] {
        fight(rule, who, enemy, "", dice, fate);
    }
    shot("DBA3-OUT-13", "3Ax", "4Bw", "4 3", "recoil");
    shot("DBA3-OUT-13", "3Ax", "3Bw", "4 3", "none");
    // Front edges on two of its edges destroy a Command Post.
    becomes(
        "DBA3-OUT-14",
        "destroyed",
        "with a1 CP at 1,1 north; b1 4Sp at 2,1 south; b2 4Sp at 1,1 east\n phase fighting\n | |\n > a1 fights b1 (4 4)",
    );
}

#[test]
fn lesser_totals() {
    for (rule, who, enemy, ground, dice, fate) in [
        ("DBA3-OUT-18", "SCh", "4Sp", "", "3 4", "destroyed"),
        ("DBA3-OUT-20", "El", "Ps", "", "1 5", "destroyed"),
        ("DBA3-OUT-20", "El", "LH", "", "1 4", "destroyed"),
        ("DBA3-OUT-20", "El", "4Ax", "", "1 4", "destroyed"),
        ("DBA3-OUT-22", "El", "El", "", "2 3", "flee"),
        ("DBA3-OUT-23", "El", "4Sp", "", "1 4", "recoil"),
        ("DBA3-OUT-24", "3Kn", "LH", "", "1 4", "destroyed"),
        ("DBA3-OUT-24", "HCh", "El", "", "2 3", "destroyed"),
        ("DBA3-OUT-24", "3Kn", "4Sp", "", "1 2", "choice"),
        ("DBA3-OUT-25", "Cm", "SCh", "", "2 2", "destroyed"),
        ("DBA3-OUT-25", "Cm", "4Ax", "woods", "4 3", "destroyed"),
        ("DBA3-OUT-26", "Cm", "4Ax", "dunes", "2 3", "choice"),
        ("DBA3-OUT-26", "Cm", "El", "", "2 2", "flee"),
        ("DBA3-OUT-27", "LH", "SCh", "", "2 1", "flee"),
        ("DBA3-OUT-28", "Cv", "4Ax", "woods", "4 3", "flee"),
        ("DBA3-OUT-30", "Cv", "4Ax", "", "2 3", "choice"),
        ("DBA3-OUT-31", "4Sp", "3Kn", "", "2 4", "destroyed"),
        ("DBA3-OUT-31", "3Pk", "HCh", "", "2 4", "destroyed"),
        ("DBA3-OUT-33", "4Sp", "3Kn", "scrub", "2 4", "recoil"),
        ("DBA3-OUT-32", "4Sp", "3Wb", "", "1 3", "destroyed"),
        ("DBA3-OUT-32", "4Bd", "4Wb", "woods", "2 3", "destroyed"),
        ("DBA3-OUT-34", "4Wb", "3Kn", "", "3 3", "destroyed"),
        ("DBA3-OUT-34", "4Wb", "3Kn", "scrub", "3 3", "recoil"),
        ("DBA3-OUT-35", "4Ax", "3Kn", "", "2 3", "destroyed"),
        ("DBA3-OUT-35", "4Ax", "Cv", "", "2 3", "recoil"),
        ("DBA3-OUT-36", "Ps", "Cv", "", "3 3", "destroyed"),
        ("DBA3-OUT-36", "Ps", "Cv", "scrub", "3 3", "recoil"),
        ("DBA3-OUT-36", "Ps", "Cm", "dunes", "3 3", "destroyed"),
        ("DBA3-OUT-36", "Ps", "LH", "", "3 4", "recoil"),
        ("DBA3-OUT-37", "4Bw", "Cv", "", "2 4", "destroyed"),
        ("DBA3-OUT-37", "3Lb", "LH", "scrub", "1 4", "destroyed"),
        ("DBA3-OUT-38", "4Bw riding", "4Sp", "woods", "5 2", "destroyed"),
        ("DBA3-OUT-39", "4Bw", "4Sp", "", "3 2", "recoil"),
        ("DBA3-OUT-40", "CP", "4Sp", "", "1 3", "none"),
        ("DBA3-OUT-41", "WWg", "El", "", "2 2", "destroyed"),
        ("DBA3-OUT-41", "WWg", "4Sp", "", "2 2", "none"),
        ("DBA3-OUT-42", "7Hd", "El", "", "4 2", "destroyed"),
        ("DBA3-OUT-44", "7Hd", "El", "scrub", "4 2", "none"),
        ("DBA3-OUT-43", "7Hd", "3Wb", "", "2 3", "destroyed"),
        ("DBA3-OUT-44", "7Hd", "4Sp", "", "2 2", "none"),
        ("DBA3-OUT-45", "Art", "4Sp", "", "2 3", "destroyed"),
    ] {
        fight(rule, who, enemy, ground, dice, fate);
    }
    for (rule, who, by, dice, fate) in [
        ("DBA3-OUT-18", "SCh", "4Bw", "3 2", "flee"),
        ("DBA3-OUT-19", "El", "Art", "3 1", "destroyed"),
        ("DBA3-OUT-29", "LH", "Art", "3 3", "flee"),
        ("DBA3-OUT-41", "WWg", "Art", "3 2", "destroyed"),
        ("DBA3-OUT-44", "7Hd", "4Bw", "4 2", "recoil"),
    ] {
        shot(rule, who, by, dice, fate);
    }
    // DBA3-OUT-02: who shoots without being shot at ignores the result.
    show(
        "with a1 4Bw at 1,1 north; b1 4Sp at 2,3 south\n phase shooting\n | |\n > a1 shoots b1 (1 6)\n = totals 3 10\n = used DBA3-OUT-02\n = a1 at 1,1 north",
    );
}

#[test]
fn doubled_totals() {
    for (rule, who, enemy, ground, dice, fate) in [
        // DBA3-OUT-01: half is doubled, a little more is not.
        ("DBA3-OUT-49", "Cv", "4Sp", "", "1 4", "flee"),
        ("DBA3-OUT-30", "Cv", "4Sp", "", "1 3", "choice"),
        ("DBA3-OUT-51", "Cv", "4Sp", "scrub", "1 4", "destroyed"),
        ("DBA3-OUT-50", "Cv", "Art", "", "1 4", "flee"),
        ("DBA3-OUT-51", "LCh", "Cv", "", "1 5", "destroyed"),
        ("DBA3-OUT-52", "LH", "Cv", "", "1 3", "destroyed"),
        ("DBA3-OUT-52", "LH", "Ps", "", "1 4", "destroyed"),
        ("DBA3-OUT-52", "LH", "4Bw", "", "1 2", "destroyed"),
        ("DBA3-OUT-53", "LH", "4Sp", "", "1 2", "flee"),
        ("DBA3-OUT-54", "Ps", "El", "", "1 1", "recoil"),
        ("DBA3-OUT-55", "Ps", "Cv", "", "1 3", "destroyed"),
        ("DBA3-OUT-56", "Ps", "4Ax", "", "1 3", "destroyed"),
        ("DBA3-OUT-56", "Ps", "Ps", "", "1 4", "destroyed"),
        ("DBA3-OUT-56", "Ps", "4Bw", "", "1 4", "destroyed"),
        ("DBA3-OUT-57", "Ps", "4Sp", "", "1 2", "flee"),
        ("DBA3-OUT-58", "4Sp", "4Sp", "", "1 6", "destroyed"),
        ("DBA3-OUT-58", "7Hd", "4Bd", "", "1 3", "destroyed"),
    ] {
        fight(rule, who, enemy, ground, dice, fate);
    }
    // DBA3-OUT-03, DBA3-TACT-01: by the enemy at the front, whoever stands at the flank.
    becomes(
        "DBA3-OUT-58",
        "destroyed",
        "with a1 4Sp at 1,1 north; b1 4Sp at 2,1 south; b2 3Kn at 1,1 east\n phase fighting\n | |\n > a1 fights b1 (1 4)",
    );
    // DBA3-OUT-62: in a column with the first, whoever is attacked in flank or rear; the others stay.
    show(
        "with a1 4Sp at 1,1 north; a2 Art at 1,0.5 north; a3 4Sp at 1,-0.5 north; b1 4Bd at 2,1 south; b2 4Sp at 1,0.5 east\n phase fighting\n | |\n > a1 fights b1 (1 5)\n = a1 destroyed\n = a2 destroyed\n = a3 there",
    );
}

#[test]
fn neighbouring_rows_are_not_mixed_up() {
    for (rule, who, enemy, ground, dice, fate) in [
        // Equal totals.
        ("DBA3-OUT-11", "4Kn", "HCh", "", "3 3", "none"),
        ("DBA3-OUT-11", "HCh", "4Kn", "", "3 3", "none"),
        ("DBA3-OUT-11", "3Kn", "3Bw", "", "4 3", "none"),
        ("DBA3-OUT-11", "HCh", "3Bw riding", "", "4 3", "none"),
        ("DBA3-OUT-09", "HCh", "4Bw riding", "", "4 3", "recoil"),
        ("DBA3-OUT-07", "4Kn", "3Lb riding", "", "4 3", "destroyed"),
        ("DBA3-OUT-09", "3Kn", "WWg", "", "4 3", "choice"),
        ("DBA3-OUT-09", "3Kn", "Art", "", "4 3", "choice"),
        ("DBA3-OUT-09", "3Kn", "7Hd", "", "3 4", "choice"),
        ("DBA3-OUT-11", "3Kn", "5Hd", "", "3 4", "none"),
        ("DBA3-OUT-12", "LH", "3Bd", "", "4 3", "none"),
        ("DBA3-OUT-12", "LH", "4Bd", "", "4 3", "choice"),
        ("DBA3-OUT-12", "El", "CP", "", "1 3", "recoil"),
        ("DBA3-OUT-13", "3Bd", "4Sp", "", "3 4", "recoil"),
        ("DBA3-OUT-13", "3Bd", "3Bd", "", "3 3", "none"),
        // Lesser totals.
        ("DBA3-OUT-23", "El", "Art", "", "1 3", "recoil"),
        ("DBA3-OUT-24", "3Kn", "SCh", "", "2 3", "destroyed"),
        ("DBA3-OUT-24", "HCh", "Cm", "", "1 3", "destroyed"),
        ("DBA3-OUT-24", "3Kn", "Cv", "", "1 3", "choice"),
        ("DBA3-OUT-30", "LH", "El", "", "4 3", "choice"),
        ("DBA3-OUT-33", "4Pk", "El", "", "2 3", "recoil"),
        ("DBA3-OUT-33", "3Bd riding", "4Sp", "", "2 4", "recoil"),
        ("DBA3-OUT-34", "4Wb", "El", "", "5 3", "recoil"),
        ("DBA3-OUT-35", "4Ax", "SCh", "", "2 3", "recoil"),
        ("DBA3-OUT-36", "Ps", "HCh", "", "3 3", "destroyed"),
        ("DBA3-OUT-36", "Ps", "SCh", "", "3 3", "recoil"),
        ("DBA3-OUT-36", "Ps", "El", "", "5 3", "recoil"),
        ("DBA3-OUT-36", "Ps", "Cv", "dunes", "3 3", "recoil"),
        ("DBA3-OUT-38", "3Bd riding", "4Sp", "woods", "3 4", "destroyed"),
        ("DBA3-OUT-40", "CP", "3Wb", "", "1 4", "none"),
        ("DBA3-OUT-40", "Lit", "3Kn", "", "2 4", "none"),
        ("DBA3-OUT-40", "CWg", "SCh", "", "2 4", "none"),
        ("DBA3-OUT-41", "WWg", "3Kn", "", "1 3", "none"),
        ("DBA3-OUT-42", "5Hd", "HCh", "", "3 3", "destroyed"),
        ("DBA3-OUT-44", "7Hd", "SCh", "", "3 3", "none"),
        ("DBA3-OUT-45", "Art", "Cv", "", "1 3", "destroyed"),
        // Doubled totals.
        ("DBA3-OUT-49", "Cv", "7Hd", "", "1 6", "flee"),
        ("DBA3-OUT-49", "LCh", "4Pk", "", "1 4", "flee"),
        ("DBA3-OUT-51", "Cv", "4Bd", "", "1 5", "destroyed"),
        ("DBA3-OUT-52", "LH", "4Ax", "woods", "1 1", "destroyed"),
        ("DBA3-OUT-53", "LH", "Art", "", "1 2", "flee"),
        ("DBA3-OUT-54", "Ps", "SCh", "", "1 3", "recoil"),
        ("DBA3-OUT-55", "Ps", "LH", "", "1 4", "destroyed"),
        ("DBA3-OUT-57", "Ps", "LH", "scrub", "1 4", "flee"),
        ("DBA3-OUT-55", "Ps", "Cm", "dunes", "1 3", "destroyed"),
        ("DBA3-OUT-57", "Ps", "Cv", "dunes", "1 3", "flee"),
        ("DBA3-OUT-56", "Ps", "4Bw riding", "", "1 4", "destroyed"),
        ("DBA3-OUT-57", "Ps", "WWg", "", "1 3", "flee"),
        ("DBA3-OUT-58", "WWg", "4Bd", "", "1 3", "destroyed"),
        ("DBA3-OUT-58", "Cm", "El", "", "1 4", "destroyed"),
    ] {
        fight(rule, who, enemy, ground, dice, fate);
    }
    for (rule, who, by, dice, fate) in [
        ("DBA3-OUT-06", "SCh", "4Bw", "3 4", "destroyed"),
        ("DBA3-OUT-11", "3Kn", "4Lb", "3 4", "none"),
        ("DBA3-OUT-12", "El", "4Bw", "4 3", "none"),
        ("DBA3-OUT-13", "3Bd", "4Bw", "5 3", "recoil"),
        ("DBA3-OUT-15", "4Ax", "4Bw", "4 3", "none"),
        ("DBA3-OUT-24", "3Kn", "4Lb", "3 3", "choice"),
        ("DBA3-OUT-30", "Cv", "Art", "3 3", "choice"),
        ("DBA3-OUT-30", "LH", "4Bw", "2 3", "choice"),
        ("DBA3-OUT-33", "4Bd", "4Bw", "5 2", "recoil"),
        ("DBA3-OUT-40", "CP", "4Bw", "5 2", "none"),
        ("DBA3-OUT-45", "Art", "4Bw", "5 2", "destroyed"),
        ("DBA3-OUT-51", "Cv", "Art", "4 1", "destroyed"),
        ("DBA3-OUT-52", "LH", "Art", "2 1", "destroyed"),
        ("DBA3-OUT-52", "LH", "4Bw", "2 1", "destroyed"),
        ("DBA3-OUT-57", "Ps", "4Bw", "4 1", "flee"),
        ("DBA3-OUT-58", "SCh", "4Bw", "4 1", "destroyed"),
    ] {
        shot(rule, who, by, dice, fate);
    }
    // DBA3-OUT-14: two edges, and a Mounted opponent.
    becomes(
        "DBA3-OUT-14",
        "none",
        "with a1 CP at 1,1 north; b1 Cv at 2,1 south; b2 4Sp at 1,1 east\n phase fighting\n | |\n > a1 fights b1 (4 3)",
    );
}

#[test]
fn a_total_of_nothing_is_doubled_by_any_greater_one() {
    // DBA3-OUT-01: Light Horse in a wood, overlapped on both sides: 2 - 2 - 2 and its die.
    let wood = "ground woods -3,-6 6,-6 6,0.9 -3,0.9";
    let beset = "b2 4Ax at 3,1 south; b3 4Ax at 1,1 south";
    for (dice, totals) in [("1 1", "-1 3"), ("2 1", "0 3")] {
        becomes(
            "DBA3-OUT-52",
            "destroyed",
            &format!(
                "with a1 LH at 1,1 north; b1 Ps at 2,1 south; {beset}\n {wood}\n phase fighting\n | |\n > a1 fights b1 ({dice})\n = totals {totals}"
            ),
        );
    }
}

#[test]
fn walls_and_those_before_them() {
    // DBA3-OUT-47: doubled defenders; DBA3-SUPP-02, DBA3-SUPP-10, DBA3-TACT-19: no support, no edge.
    let camp = |with: &str, dice: &str, then: &str| {
        show(&format!(
            "origin 0,10\n camp b 5,2 south 3x1\n with {with}\n phase fighting\n | |\n > a1 fights camp ({dice})\n {then}"
        ));
    };
    camp(
        "a1 4Bd at 3,2 north; b1 Ps holds camp; b2 4Sp at 20,2 south",
        "5 1",
        "= totals 10 5\n = b1 destroyed\n = used DBA3-OUT-47",
    );
    camp("a1 4Pk at 3,2 north; a2 4Pk at 3,1.5 north; b1 4Bw holds camp; b2 4Sp at 20,2 south", "3 3", "= totals 6 7");
    camp("a1 4Sp at 3,2 north; a2 4Sp at 4,2 north; b1 4Bw holds camp; b2 4Sp at 20,2 south", "3 3", "= totals 7 6");
    show(
        "origin 0,10\n camp b 3.5,2 south 3x1\n with a1 4Sp at 0.5,2 north; b1 4Bw holds camp; b2 4Sp at 20,2 south\n player b\n phase fighting\n | |\n > a1 fights camp (3 3)\n = totals 7 7",
    );
    // DBA3-OUT-46: Civilians outside.
    show(
        "origin 0,10\n camp b 5,5 south 3x1\n civilians b camp\n with a1 4Sp at 12,1 north; b1 4Sp general at 8,6 south\n player b\n | |\n > b2 go 4,3.5 south\n = b2 there",
    );
    // DBA3-PURS-03: nobody pursues out of a camp.
    camp("a1 Ps at 3,2 north; b1 4Wb holds camp; b2 4Sp at 20,2 south", "1 6", "= b1 holds camp");
    // DBA3-CONT-04: everybody else assaults with the front edge.
    for who in ["LH", "Ps", "7Hd", "3Kn"] {
        show(&format!(
            "origin 0,10\n camp b 5,2 south 3x1\n with a1 {who} at 3,1.5 north; b1 4Bw holds camp; b2 4Sp at 20,2 south\n | |\n > a1 ahead 0.5\n > end\n > end\n = a1 fights camp"
        ));
    }
}
