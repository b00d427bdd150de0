//! Modifiers to die and factor in close combat: support by friends, tactical factors.

use serde_json::json;

use super::meeting::{Element, meet, named, so, with};

fn supported(element: &str) -> Element {
    so(element, "rear_support")
}

fn beside(element: &str, friend: &str) -> Element {
    let (fast, friend) = friend.strip_prefix("Fast ").map_or((false, friend), |friend| (true, friend));
    with(element, "side_support", json!({"type": friend, "fast": fast}))
}

/// One supporter counts, and only once (D3H2-SUPP-07).
#[test]
fn pikes_behind_pikes() {
    for enemy in ["Bd", "Ax", "Hd", "Art", "Mg", "Pk"] {
        meet(supported("Pk"), enemy).counts(&[("D3H2-SUPP-02", 3)]);
        meet("Pk", enemy).counts(&[]);
    }
    for enemy in ["Kn", "4Kn", "6Kn", "Fast Kn", "Bh", "SCh"] {
        meet(supported("Pk"), enemy).counts(&[("D3H2-SUPP-04", 1)]);
        meet("Pk", enemy).counts(&[]);
    }
    for enemy in ["Ps", "Lk", "Cv", "LH", "Cm", "Bs", "Hr", "Pl", "Dg", "Ab"] {
        meet(supported("Pk"), enemy).counts(&[]);
    }
}

#[test]
fn warband_behind_warband() {
    for enemy in ["Bd", "Ax", "Wb", "Cl"] {
        meet(supported("Wb"), enemy).counts(&[("D3H2-SUPP-03", 1)]);
        meet("Wb", enemy).counts(&[]);
    }
    for enemy in ["Ps", "Lk", "Kn", "Bh", "Cv", "Fl"] {
        meet(supported("Wb"), enemy).counts(&[]);
    }
}

#[test]
fn light_horse_behind_light_horse() {
    for enemy in ["Bd", "Ps", "Kn", "LH", "Dg"] {
        meet(supported("LH"), enemy).counts(&[("D3H2-SUPP-05", 1)]);
        meet("LH", enemy).counts(&[]);
    }
}

/// Fast elements support solid ones (D3H2-SUPP-08).
#[test]
fn fast_elements_are_supported_from_behind_too() {
    meet(supported("Fast Pk"), "Bd").counts(&[("D3H2-SUPP-02", 3)]);
    meet(supported("Fast Wb"), "Bd").counts(&[("D3H2-SUPP-03", 1)]);
    meet(supported("Fast LH"), "Bd").counts(&[("D3H2-SUPP-05", 1)]);
}

/// In good going, and in close combat that is not for a feature (D3H2-SUPP-01, D3H2-CC-10).
#[test]
fn rear_support_needs_good_going_and_the_open_field() {
    for element in ["Pk", "Wb", "LH"] {
        for place in ["in rough going", "in woods", "in scrub"] {
            let bad = if place == "in woods" && element != "Wb" { &[("D3H2-TACT-18", -2)][..] } else { &[] };
            meet(supported(&format!("{element} {place}")), "Bd").counts(bad);
        }
        meet(supported(element), "Stronghold").counts(&[]);
        meet(supported(element), "Bd holding a Camp").counts(&[]);
        meet(supported(&format!("{element} holding a Camp")), "Bd").counts(&[("D3H2-TACT-10", 2)]);
        meet(supported(element), "Bw").shot_at().counts(&[]);
        meet(supported(element), "Mg").bespelled().counts(&[]);
    }
}

/// No other type has it, including doubles of Spears or Blades (D3H2-SUPP-09).
#[test]
fn nobody_else_has_rear_support() {
    for element in named("all") {
        if ["Pk", "Wb", "LH"].iter().any(|code| element.ends_with(code)) {
            continue;
        }
        let double = ["6Kn", "6Cv", "8Sp", "6Bd", "8Bw"].iter().any(|code| element.ends_with(code));
        let expected = if double { &[("D3H2-SUPP-06", 1)][..] } else { &[] };
        meet(supported(&element), "Ax").counts(expected);
        meet(supported(&element), "Cv").counts(&[]);
    }
}

#[test]
fn double_elements_fight_better_against_foot_in_good_going() {
    for element in ["6Kn", "6Cv", "8Sp", "6Bd", "8Bw"] {
        for enemy in ["Ax", "Ps", "Art"] {
            meet(element, enemy).counts(&[("D3H2-SUPP-06", 1)]);
        }
        for enemy in ["Kn", "Bs", "Gd"] {
            meet(element, enemy).counts(&[]);
        }
        meet(&format!("{element} in rough going"), "Ax").counts(&[]);
        meet(element, "Stronghold").counts(&[]);
        meet(element, "Camp").counts(&[]);
        meet(element, "Ax holding a Camp").counts(&[]);
        meet(&format!("{element} holding a Stronghold"), "Ax").counts(&[("D3H2-TACT-09", 4)]);
        meet(element, "Bw").shot_at().counts(&[]);
        meet(element, "Mg").bespelled().counts(&[]);
    }
    meet("Fast 6Bd", "Ax").counts(&[("D3H2-SUPP-06", 1)]);
}

/// Spears beside Spears or Blades, once whatever stands there (D3H2-SUPP-14).
#[test]
fn shieldwall() {
    for (element, friend) in [("Sp", "Sp"), ("Sp", "8Sp"), ("Sp", "Bd"), ("Sp", "6Bd")] {
        meet(beside(element, friend), "Ax").counts(&[("D3H2-SUPP-12", 1)]);
        meet(beside(element, friend), "Ps").counts(&[("D3H2-SUPP-12", 1)]);
    }
    meet(beside("8Sp", "Sp"), "Ax").counts(&[("D3H2-SUPP-06", 1), ("D3H2-SUPP-12", 1)]);
    for friend in ["Sh", "Bw", "Ax", "Pk", "Wb", "Cv"] {
        meet(beside("Sp", friend), "Ax").counts(&[]);
    }
}

#[test]
fn retinue() {
    for (element, friend) in [("Sh", "Bd"), ("Bw", "Bd"), ("Sh", "6Bd"), ("Bw", "6Bd")] {
        meet(beside(element, friend), "Ax").counts(&[("D3H2-SUPP-13", 1)]);
    }
    meet(beside("8Bw", "Bd"), "Ax").counts(&[("D3H2-SUPP-06", 1), ("D3H2-SUPP-13", 1)]);
    for friend in ["Sp", "Sh", "Bw", "Ax"] {
        meet(beside("Sh", friend), "Ax").counts(&[]);
        meet(beside("Bw", friend), "Ax").counts(&[]);
    }
    for element in ["Bd", "Pk", "Ax", "Wb", "Hd", "Ps", "Art", "Cl"] {
        meet(beside(element, "Bd"), "Ax").counts(&[]);
    }
}

/// In a frontal fight with Foot in good going, and not for a feature; the place of the friend does not matter
/// (D3H2-SUPP-10).
#[test]
fn formation_support_is_against_foot_in_good_going() {
    for (element, friend) in [("Sp", "Sp"), ("Bw", "Bd")] {
        for enemy in ["Kn", "Cv", "Bs", "Dg"] {
            meet(beside(element, friend), enemy).counts(&[]);
        }
        meet(beside(&format!("{element} in rough going"), friend), "Ax").counts(&[]);
        meet(beside(element, friend), "Camp").counts(&[]);
        meet(beside(element, friend), "Ax holding a Stronghold").counts(&[]);
        meet(beside(&format!("{element} holding a Camp"), friend), "Ax").counts(&[("D3H2-TACT-10", 2)]);
        meet(beside(element, friend), "Sh").shot_at().counts(&[]);
        meet(beside(element, friend), "Mg").bespelled().counts(&[]);
    }
}

/// They neither get it nor give it (D3H2-SUPP-11); solid 6Bd give it (D3H2-SUPP-15).
#[test]
fn fast_elements_have_no_part_in_formation_support() {
    for (element, friend) in [
        ("Fast Sp", "Sp"),
        ("Sp", "Fast Sp"),
        ("Sp", "Fast Bd"),
        ("Fast Sh", "Bd"),
        ("Sh", "Fast Bd"),
        ("Fast Bw", "Bd"),
        ("Bw", "Fast 6Bd"),
        ("Sp", "Fast 6Bd"),
    ] {
        meet(beside(element, friend), "Ax").counts(&[]);
    }
    meet(beside("Sp", "6Bd"), "Ax").counts(&[("D3H2-SUPP-12", 1)]);
    meet(beside("Bw", "6Bd"), "Ax").counts(&[("D3H2-SUPP-13", 1)]);
}

#[test]
fn the_general_counts_one_in_each_fight_and_not_where_it_acts() {
    meet("general Kn", "Bd").counts(&[("D3H2-TACT-11", 1)]);
    meet("general Kn", "Bw").shot_at().counts(&[("D3H2-TACT-07", 1)]);
    meet("general Kn", "Mg").bespelled().counts(&[("D3H2-TACT-02", 1)]);
    // A shooter or bespeller gets nothing for it.
    meet("general Bw", "Kn").shooting().counts(&[]);
    meet("general Bw", "Sh").exchanging().counts(&[("D3H2-TACT-07", 1)]);
    meet("general Mg", "Kn").bespelling().counts(&[]);
    meet("Bd", "general Kn").counts(&[]);
}

#[test]
fn who_holds_a_feature_counts_4_or_2() {
    meet("Bd holding a Stronghold", "Ax").counts(&[("D3H2-TACT-09", 4)]);
    meet("Bd holding a Camp", "Ax").counts(&[("D3H2-TACT-10", 2)]);
    meet("Bd holding a Stronghold", "Bw").shot_at().counts(&[("D3H2-TACT-05", 4)]);
    meet("Bd holding a Camp", "Bw").shot_at().counts(&[("D3H2-TACT-06", 2)]);
    // Once, and not for the feature on its own (D3H2-CC-14).
    for feature in ["Stronghold", "Camp"] {
        meet(feature, "Ax").counts(&[]);
        meet(feature, "Bw").shot_at().counts(&[]);
        meet(&format!("Bw holding a {feature}"), "Ax").shooting().counts(&[]);
    }
}

/// One for both (D3H2-TACT-12), and none if an Aerial fights (D3H2-TACT-13).
#[test]
fn a_slope_or_a_bank_counts_1() {
    let both = || so("Bd", "uphill").with("bank", true);
    for element in [so("Bd", "uphill"), so("Bd", "bank"), both()] {
        meet(element.clone(), "Ax").counts(&[("D3H2-TACT-12", 1)]);
        meet(element.clone(), "Kn").counts(&[("D3H2-TACT-12", 1)]);
        for aerial in super::meeting::AERIAL {
            meet(element.clone(), aerial).counts(&[]);
        }
        meet(element.clone(), "Bw").shot_at().counts(&[]);
        meet(element.clone(), "Mg").bespelled().counts(&[]);
        meet("Ax", element).counts(&[]);
    }
    for aerial in super::meeting::AERIAL {
        meet(so(aerial, "uphill"), "Bd").counts(&[]);
        meet(so(aerial, "bank"), "Bd").counts(&[]);
    }
}

/// One per flank, whatever the contact (D3H2-TACT-14, D3H2-CC-09), and three at most with the rear (D3H2-TACT-16).
#[test]
fn each_flank_and_the_rear_count_1() {
    let at = |left: Option<&str>, right: Option<&str>, rear: bool| {
        with("Bd", "left", left).with("right", right).with("rear", rear)
    };
    for (left, right, flanks) in [
        (Some("overlap"), None, -1),
        (None, Some("overlap"), -1),
        (Some("flank"), None, -1),
        (Some("overlap"), Some("overlap"), -2),
        (Some("flank"), Some("flank"), -2),
        (Some("flank"), Some("overlap"), -2),
    ] {
        meet(at(left, right, false), "Ax").counts(&[("D3H2-TACT-14", flanks)]);
        meet(at(left, right, true), "Ax").counts(&[("D3H2-TACT-14", flanks), ("D3H2-TACT-15", -1)]);
        meet(at(left, right, true), "Bw").shot_at().counts(&[]);
        meet(at(left, right, true), "Mg").bespelled().counts(&[]);
    }
    meet(at(None, None, true), "Ax").counts(&[("D3H2-TACT-15", -1)]);
}

/// An enemy on one flank and overlaps on the other give -2, and the recoil is fatal (D3H2-TACT-17).
#[test]
fn a_flank_contact_and_an_overlap_are_minus_2_and_no_way_back() {
    let element = || with("Sp", "left", "flank").with("right", "overlap");
    meet(element(), "Bd").counts(&[("D3H2-TACT-14", -2)]);
    super::meeting::beaten(element(), "Bd").is("recoil", "D3H2-OUT-36").ends("destroyed");
}

/// Psiloi and Sneakers are not overlapped (D3H2-CC-04), but they have flanks and a rear.
#[test]
fn psiloi_lurkers_and_sneakers_are_not_overlapped() {
    for element in ["Ps", "Lk", "Sk", "Fast Sk"] {
        meet(with(element, "left", "overlap").with("right", "overlap"), "Ax").counts(&[]);
        meet(with(element, "left", "flank").with("right", "overlap"), "Ax").counts(&[("D3H2-TACT-14", -1)]);
        meet(so(element, "rear"), "Ax").counts(&[("D3H2-TACT-15", -1)]);
    }
}

/// All except six types and their kinds (D3H2-TACT-18): including Aerials, Heroes, Clerics and Sneakers
/// (D3H2-TACT-19).
#[test]
fn bad_going_counts_minus_2_for_most() {
    let exempt = ["Ax", "Bw", "8Bw", "Wb", "Bs", "Sh", "Ps", "Lk"];
    for element in named("all") {
        let code = element.trim_start_matches("Fast ");
        let expected = if exempt.contains(&code) { &[][..] } else { &[("D3H2-TACT-18", -2)] };
        meet(&format!("{element} in bad going"), "Kn").counts(expected);
        meet(&format!("{element} in rough going"), "Kn").counts(&[]);
        meet(&format!("{element} in bad going"), "Bw").shot_at().counts(&[]);
    }
    // Their own going counts, and partly in it is in it (D3H2-FEAT-22).
    meet("Bd", "Kn in bad going").counts(&[]);
    meet("Bd in marsh", "Kn").counts(&[("D3H2-TACT-18", -2)]);
}

/// Hills and bad going are part of a Stronghold's defences (D3H2-TACT-20, D3H2-BUA-13); a Camp has no such defences.
#[test]
fn about_a_stronghold_neither_slope_nor_bad_going_counts() {
    meet("Bd in bad going", "Stronghold").counts(&[]);
    meet("Bd in bad going", "Ax holding a Stronghold").counts(&[]);
    meet(so("Bd", "uphill"), "Stronghold").counts(&[]);
    meet(so("Bd holding a Stronghold", "uphill"), "Kn").counts(&[("D3H2-TACT-09", 4)]);
    meet("Bd in bad going", "Camp").counts(&[("D3H2-TACT-18", -2)]);
    meet(so("Bd", "uphill"), "Camp").counts(&[("D3H2-TACT-12", 1)]);
    // The bank of a river beside it is not a slope (D3H2-BUA-12).
    meet(so("Bd holding a Stronghold", "bank"), "Kn").counts(&[("D3H2-TACT-09", 4), ("D3H2-TACT-12", 1)]);
    let both = |element: &str| so(element, "bank").with("uphill", true);
    meet(both("Bd holding a Stronghold"), "Kn").counts(&[("D3H2-TACT-09", 4), ("D3H2-TACT-12", 1)]);
    meet(both("Bd holding a Camp"), "Kn").counts(&[("D3H2-TACT-10", 2), ("D3H2-TACT-12", 1)]);
    meet(both("Bd holding a Stronghold"), "Dg").counts(&[("D3H2-TACT-09", 4)]);
    meet(both("Bd holding a Stronghold"), "Bw").shot_at().counts(&[("D3H2-TACT-05", 4)]);
    meet(both("Dg"), "Stronghold").counts(&[]);
    meet(so("Bd holding a Stronghold", "bank"), "Dg").counts(&[("D3H2-TACT-09", 4)]);
}

#[test]
fn camelry_count_dunes_and_oases_as_good() {
    // D3H2-TACT-21
    for place in ["dunes", "oasis"] {
        meet(&format!("Cm in {place}"), "Ax").counts(&[]);
        meet(&format!("Kn in {place}"), "Ax").counts(&[("D3H2-TACT-18", -2)]);
    }
    meet("Cm in marsh", "Ax").counts(&[("D3H2-TACT-18", -2)]);
}

/// One less for each opponent of a garrison, and no overlaps, flanks or rear (D3H2-CC-10).
#[test]
fn further_assaulters_count_1_each() {
    for (assaulters, value) in [(1, -1), (2, -2)] {
        let garrison = |feature: &str| with(&format!("Bd holding a {feature}"), "assaulters", assaulters);
        meet(garrison("Stronghold"), "Ax").counts(&[("D3H2-CC-10", value), ("D3H2-TACT-09", 4)]);
        meet(garrison("Camp"), "Ax").counts(&[("D3H2-CC-10", value), ("D3H2-TACT-10", 2)]);
        meet(with("Camp", "assaulters", assaulters), "Ax").counts(&[("D3H2-CC-10", value)]);
        meet(with("Stronghold", "assaulters", assaulters), "Ax").counts(&[("D3H2-CC-10", value)]);
        meet(with("Bd", "assaulters", assaulters), "Ax").counts(&[]);
        meet(garrison("Camp"), "Bw").shot_at().counts(&[("D3H2-TACT-06", 2)]);
    }
    let crowded = |element: &str| with(element, "left", "overlap").with("right", "overlap");
    meet(crowded("Bd"), "Camp").counts(&[]);
    meet(crowded("Bd holding a Camp"), "Ax").counts(&[("D3H2-TACT-10", 2)]);
    meet(so("Bd holding a Camp", "rear").with("left", "flank"), "Ax").counts(&[("D3H2-TACT-10", 2)]);
    // An assaulter has flanks and a rear like any element.
    meet(with("Bd", "left", "flank").with("rear", true), "Camp").counts(&[("D3H2-TACT-14", -1), ("D3H2-TACT-15", -1)]);
}
