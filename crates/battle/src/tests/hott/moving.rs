//! Moves in paces, wading, and passing through.

use super::show;

#[test]
fn everybody_moves_as_far_as_its_type_does() {
    // HOTT25-MOVE-01, HOTT25-MOVE-04 to HOTT25-MOVE-12
    for (codes, good, bad) in [
        (&["Gd", "Dg", "AHr", "Fl"][..], "7.62", Some("7.62")),
        (&["Ab"], "3.175", Some("3.175")),
        (&["Hr", "Pl", "Mg", "Ra"], "3.175", Some("1.27")),
        (&["Bs"], "2.54", Some("2.54")),
        (&["Rd"], "2.54", Some("1.27")),
        (&["Kn", "Bh"], "1.905", Some("1.27")),
        (&["Wb", "Sk", "Skr"], "1.905", Some("1.905")),
        (&["Bd", "Sp", "Pk", "Hd", "Sh", "Lk", "Cl"], "1.27", Some("1.27")),
        (&["Art"], "1.27", None),
    ] {
        for code in codes {
            let moves = |ground: &str, by: &str, rest: &str| {
                show(&format!(
                    "# HOTT25-MOVE-01\n with a1 {code} at 1,1 north\n {ground}\n | |\n > a1 ahead {by}\n {rest}"
                ));
            };
            let marsh = "ground marsh -3,-3 12,-3 12,12 -3,12";
            let farther = |by: &str| format!("{:.3}", by.parse::<f64>().unwrap() + 0.005);
            moves("", good, "= pips 4");
            moves("", &farther(good), "! HOTT25-MOVE-01");
            match bad {
                Some(bad) => {
                    moves(marsh, bad, "= pips 4");
                    moves(marsh, &farther(bad), "! HOTT25-MOVE-01");
                }
                None => moves(marsh, "0.5", "! HOTT25-MOVE-10"),
            }
        }
    }
}

#[test]
fn ploughed_land_is_bad_going_if_the_defender_first_rolls_one() {
    // D3H2-FEAT-18, HOTT25-MOVE-01
    for (die, by, rest) in [(1, "1.27", "= pips 0"), (1, "1.28", "! HOTT25-MOVE-01"), (2, "1.905", "= pips 1")] {
        show(&format!(
            "
            with a1 Kn general at 1,0 north; b1 Bd at 14,12 south
            ground plough -3,-4 6,-4 6,8 -3,8
            phase deployment
            bounds 0
            player b
            | |
            > end ({die})
            > a1 ahead {by}
            {rest}
            "
        ));
    }
}

#[test]
fn a_road_has_a_distance_of_its_own_and_costs_as_much_as_other_moves() {
    let goes = |code: &str, by: &str, rest: &str| {
        show(&format!(
            "
            # HOTT25-MOVE-01 HOTT25-MOVE-09 HOTT25-MOVE-10 HOTT25-MOVE-12 HOTT25-PIP-02
            with a1 {code} at 1,1 north; a2 Bd general at 4,1 north
            ground road 0.5 1.5,-5 1.5,12
            ground marsh -3,0 6,0 6,9 -3,9
            | |
            > a1 road {by}
            {rest}
            "
        ));
    };
    goes("Kn", "2.54", "= pips 5\n = a1 at 1,3.54 north");
    goes("Kn", "2.55", "! HOTT25-MOVE-01");
    goes("Bd", "2.54", "= pips 5");
    goes("Hr", "3.175", "= pips 5");
    goes("Art", "1.905", "= pips 5\n = a1 at 1,2.905 north");
    goes("Art", "1.91", "! HOTT25-MOVE-01");
}

#[test]
fn a_group_goes_through_bad_going_in_column() {
    let goes = |who: &str, rest: &str| {
        show(&format!(
            "
            # HOTT25-MOVE-02
            with {who}
            ground marsh -3,1.2 6,1.2 6,9 -3,9
            | |
            > a1+a2 ahead 1
            {rest}
            "
        ));
    };
    goes("a1 Bd at 1,1 north; a2 Bd at 2,1 north", "! HOTT25-MOVE-02");
    goes("a1 Skr at 1,1 north; a2 Skr at 2,1 north", "! HOTT25-MOVE-02");
    goes("a1 Bd at 1,1 north; a2 Bd at 1,0.5 north", "= a1 at 1,2 north");
    // Aerials fly over it.
    goes("a1 Fl at 1,1 north; a2 Fl at 2,1 north", "= a1 at 1,2 north");
    // Short of it, a line may go.
    show(
        "# HOTT25-MOVE-02\n with a1 Bd at 1,1 north; a2 Bd at 2,1 north\n ground marsh -3,2.3 6,2.3 6,9 -3,9\n | |\n > a1+a2 ahead 1.27",
    );
}

#[test]
fn everybody_on_the_ground_wades_as_slowly() {
    let goes = |who: &str, by: &str, rest: &str| {
        show(&format!(
            "
            # HOTT25-MOVE-03 HOTT25-TYPE-05
            with a1 {who} at 1,1 north
            ground river 1 -5,2 12,2
            | |
            > a1 ahead {by}
            {rest}
            "
        ));
    };
    for who in ["Bd", "Kn", "Hr", "Wb", "Art", "Lk"] {
        goes(who, "0.635", "= a1 at 1,1.635 north\n = river unknown");
        goes(who, "0.645", "! HOTT25-MOVE-01");
    }
    goes("Lk water", "1.27", "= a1 at 1,2.27 north");
    goes("Fl", "4", "= a1 at 1,5 north");
    // An element whose front is out of the water still wades with its rear (D3H2-MOVE-25).
    for (way, by, limit) in [("ahead", 0.635, 0.645), ("back", 0.635, 0.645)] {
        let leaves = |by: f64, rest: &str| {
            show(&format!(
                "
                # HOTT25-MOVE-03
                with a1 Bd at 1,1 north
                ground river 1 -5,0.5 12,0.5
                | |
                > a1 {way} {by}
                {rest}
                "
            ));
        };
        leaves(by, "= pips 4");
        leaves(limit, "! HOTT25-MOVE-01");
    }
    // On the bank nobody wades.
    show("# HOTT25-MOVE-03\n with a1 Kn at 1,1 north\n ground river 1 -5,4 12,4\n | |\n > a1 ahead 1.905");
}

/// Whether the first may go through the second, which stands before it.
fn passes(rule: &str, who: &str, other: &str, by: &str, rest: &str) {
    show(&format!("# {rule}\n with a1 {who} at 1,1 north; {other}\n | |\n > a1 ahead {by}\n {rest}"));
}

const NO_PASSAGE: &str = "! D3H2-PASS-10";

#[test]
fn gods_and_sneakers_pass_through_everybody_and_everybody_through_sneakers() {
    for other in ["a2 Bd at 1,1.5 north", "b1 Bd at 2,1.5 south", "a2 Kn at 2,2 east"] {
        passes("HOTT25-PASS-01", "Sk", other, "1.8", "= a1 at 1,2.8 north");
        passes("HOTT25-PASS-01", "Gd", other, "4", "= a1 at 1,5 north");
    }
    for other in ["a2 Sk at 1,1.5 north", "b1 Sk at 2,1.5 south", "a2 Sk at 1.6,2 east"] {
        passes("HOTT25-PASS-02", "Wb", other, "1.6", "= a1 at 1,2.6 north");
    }
    // Not without room behind.
    passes("HOTT25-PASS-02", "Wb", "a2 Sk at 1,1.5 north", "0.9", NO_PASSAGE);
}

#[test]
fn magicians_pass_through_every_friend() {
    for other in ["a2 Bd at 1,1.5 north", "a2 Pk at 2,1 south", "a2 Kn at 1.75,2 east", "a2 Ab at 1,2 north"] {
        passes("HOTT25-PASS-03", "Mg", other, "2.5", "= a1 at 1,3.5 north");
    }
    passes("HOTT25-PASS-03", "Mg", "b1 Bd at 2,1.5 south", "2.5", NO_PASSAGE);
}

#[test]
fn aerials_fly_over_those_on_the_ground() {
    for other in ["a2 Bd at 1,1.5 north", "b1 Bd at 2,1.5 south", "a2 Bh at 2,2 east"] {
        passes("HOTT25-PASS-04", "Fl", other, "4", "= a1 at 1,5 north");
    }
    passes("HOTT25-PASS-04", "Fl", "a2 Ab at 1,2 north", "4", NO_PASSAGE);
}

#[test]
fn some_aerials_are_passed_under_unless_they_fight() {
    for other in ["b1 Fl at 2,1.5 south", "b1 AHr at 2,1.5 south", "a2 Ab at 1,2 north", "a2 Dg at 1,2 north"] {
        passes("HOTT25-PASS-05", "Hr", other, "3", "= a1 at 1,4 north");
    }
    for other in ["b1 Ab at 2,1.5 south", "b1 Dg at 2,1.5 south", "b1 Gd at 2,1.5 south"] {
        passes("HOTT25-PASS-05", "Hr", other, "3", NO_PASSAGE);
    }
    let beside = |down: &str, rest: &str| {
        show(&format!(
            "
            # HOTT25-PASS-05
            with a1 Hr at 0.75,1 north; b1 Fl {down} at 1.75,2.1 east; a2 Bd at 1.75,1.1 west
            | |
            > a1 ahead 2
            {rest}
            "
        ));
    };
    beside("down", NO_PASSAGE);
    beside("", "= a1 at 0.75,3 north");
}

#[test]
fn mounted_pass_through_foot_in_file_except_pikes() {
    for other in ["a2 Bd at 1,1.5 north", "a2 Sh at 2,1 south", "a2 Hd at 1,1.75 north"] {
        passes("HOTT25-PASS-06", "Kn", other, "1.9", "= a1 at 1,2.9 north");
    }
    for other in ["a2 Pk at 1,1.5 north", "a2 Bd at 1.5,2 east", "a2 Kn at 1,1.75 north", "b1 Bd at 2,1.5 south"] {
        passes("HOTT25-PASS-06", "Kn", other, "1.9", NO_PASSAGE);
    }
    // Foot passes through no Foot.
    passes("HOTT25-PASS-06", "Wb", "a2 Bd at 1,1.5 north", "1.9", NO_PASSAGE);
}

#[test]
fn skirmishers_pass_through_all_friends_in_file() {
    for other in ["a2 Bd at 1,1.5 north", "a2 Pk at 2,1 south", "a2 Kn at 1,1.75 north"] {
        passes("HOTT25-PASS-07", "Skr", other, "1.9", "= a1 at 1,2.9 north");
    }
    for other in ["a2 Bd at 1.5,2 east", "b1 Bd at 2,1.5 south"] {
        passes("HOTT25-PASS-07", "Skr", other, "1.9", NO_PASSAGE);
    }
}
