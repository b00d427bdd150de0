//! Strongholds and Camps, held or empty: what fights, which elements may hold them, and their fate.

use super::meeting::{beaten, doubled, level, meet, named, so, with};

/// Not Aerials, Sneakers, Behemoths and Scythed Chariots; neither a Stronghold (D3H2-BUA-07) nor a Camp
/// (D3H2-CAMP-04).
#[test]
fn some_types_hold_no_feature() {
    let barred = ["Gd", "Dg", "Ab", "Fl", "AHr", "Sk", "Bh", "SCh"];
    for element in named("all") {
        for feature in ["Stronghold", "Camp"] {
            let holds = format!("{element} holding a {feature}");
            if barred.iter().any(|code| element.ends_with(code)) {
                meet(&holds, "Kn").cannot("not-possible", "a.in", None);
            } else {
                let rule = if feature == "Camp" { "D3H2-TACT-10" } else { "D3H2-TACT-09" };
                let value = if feature == "Camp" { 2 } else { 4 };
                meet(&holds, "Kn").counts(&[(rule, value)]);
            }
        }
    }
}

/// Only by a ground element, and only in close combat (D3H2-OUT-45).
#[test]
fn an_empty_feature_that_scores_less_falls_to_ground_troops() {
    for feature in ["Stronghold", "Camp"] {
        for enemy in ["Bd", "Kn", "Ps", "Hr", "Hd", "Mg", "Sk"] {
            beaten(feature, enemy).is("captured", "D3H2-OUT-45");
        }
        for enemy in ["Gd", "Dg", "Ab", "Fl", "AHr"] {
            beaten(feature, enemy).is("none", "D3H2-OUT-45");
        }
        for shooter in ["Bw", "Art"] {
            beaten(feature, shooter).shot_at().is("none", "D3H2-OUT-45");
        }
    }
}

#[test]
fn a_garrison_that_scores_less_is_destroyed() {
    for feature in ["Stronghold", "Camp"] {
        for garrison in ["Bd", "Hd", "Kn", "Ax", "Hr", "Mtd-Bd"] {
            let held = format!("{garrison} holding a {feature}");
            beaten(&held, "Kn").is("destroyed", "D3H2-OUT-45");
            beaten(&held, "Dg").is("none", "D3H2-OUT-45");
            beaten(&held, "Art").shot_at().is("none", "D3H2-OUT-45");
        }
        // A spell uses the element's own row.
        let held = |garrison: &str| format!("{garrison} holding a {feature}");
        beaten(&held("Bd"), "Mg").bespelled().is("recoil", "D3H2-OUT-36");
        beaten(&held("Hr"), "Mg").bespelled().is("ensorcelled", "D3H2-OUT-29");
        beaten(&held("Hd"), "Mg").bespelled().is("none", "D3H2-OUT-43");
        beaten(&held("Art"), "Mg").bespelled().is("destroyed", "D3H2-OUT-46");
        // Checked before all types (D3H2-OUT-22).
        beaten(&held("CP"), "Kn").is("none", "D3H2-OUT-22");
        // An exchange of shots also uses the row of the feature.
        beaten(&held("Bw"), "Sh").exchanging().is("none", "D3H2-OUT-45");
    }
}

/// Garrison or feature, in close combat or shot at, by ground troops or Aerials.
#[test]
fn defenders_that_are_doubled_are_destroyed() {
    for held in
        ["Stronghold", "Camp", "LH holding a Stronghold", "Ps holding a Camp", "CP holding a Camp", "Cv holding a Camp"]
    {
        for enemy in ["Bd", "Pl", "Dg"] {
            doubled(held, enemy).is("destroyed", "D3H2-OUT-48");
        }
        doubled(held, "Art").shot_at().is("destroyed", "D3H2-OUT-48");
    }
    // When bespelled, it has its own row.
    doubled("Cv holding a Camp", "Mg").bespelled().is("destroyed", "D3H2-OUT-49");
    doubled("LH holding a Camp", "Mg").bespelled().is("flee", "D3H2-OUT-50");
}

/// Assaulters have no row of their own (D3H2-OUT-47).
#[test]
fn who_assaults_a_feature_has_the_row_of_its_type() {
    for held in ["Camp", "Stronghold", "Ax holding a Camp", "Ax holding a Stronghold"] {
        beaten("Bd", held).is("recoil", "D3H2-OUT-36");
        beaten("Kn", held).is("recoil", "D3H2-OUT-32");
        beaten("Hd", held).is("none", "D3H2-OUT-43");
        beaten("Dg", held).is("flee", "D3H2-OUT-26");
        doubled("Ax", held).is("destroyed", "D3H2-OUT-57");
        doubled("LH", "Camp").is("flee", "D3H2-OUT-50");
    }
    beaten("Bd", "Kn holding a Camp").is("destroyed", "D3H2-OUT-36");
    beaten("Bw", "Cv holding a Camp").is("destroyed", "D3H2-OUT-39");
    beaten("Hr", "Stronghold").is("flee", "D3H2-OUT-29");
}

/// The outcome is recoil, and the element is lost (D3H2-RECOIL-13).
#[test]
fn a_behemoth_that_recoils_from_a_stronghold_is_destroyed() {
    for first in ["Bh", "Fast Bh"] {
        for held in ["Stronghold", "Bd holding a Stronghold", "Kn holding a Stronghold"] {
            beaten(first, held).is("recoil", "D3H2-OUT-24").ends("destroyed");
        }
        for held in ["Camp", "Bd holding a Camp"] {
            beaten(first, held).is("recoil", "D3H2-OUT-24").ends("recoil");
        }
        beaten(first, "Bw holding a Stronghold").shot_at().is("recoil", "D3H2-OUT-24").ends("recoil");
    }
    beaten("Kn", "Stronghold").is("recoil", "D3H2-OUT-32").ends("recoil");
    beaten("Bh", "Ax holding a Stronghold").is("destroyed", "D3H2-OUT-23").ends("destroyed");
    beaten("Bh", "Mg holding a Stronghold").is("flee", "D3H2-OUT-24").ends("flee");
}

/// An enemy's front edge on flank or rear leaves no way back (D3H2-DEST-02): for elements that recoil
/// (D3H2-RECOIL-16) and that flee (D3H2-FLEE-09).
#[test]
fn contacts_make_recoil_and_flight_fatal() {
    let contacts = [with("Kn", "left", "flank"), with("Kn", "right", "flank"), so("Kn", "rear")];
    for first in contacts {
        beaten(first.clone(), "Bd").is("recoil", "D3H2-OUT-32").ends("destroyed");
        level(first.clone(), "Cv").is("recoil", "D3H2-OUT-14").ends("destroyed");
        beaten(first, "Bw").shot_at().is("recoil", "D3H2-OUT-32").ends("destroyed");
    }
    for first in [with("Sk", "left", "flank"), with("Sk", "right", "flank"), so("Sk", "rear")] {
        beaten(first.clone(), "Bd").is("flee", "D3H2-OUT-41").ends("destroyed");
        beaten(first, "Mg").bespelled().is("flee", "D3H2-OUT-41").ends("destroyed");
    }
    // An overlap is not a contact with the flank, and an element that need not go back stays.
    beaten(with("Kn", "left", "overlap"), "Bd").is("recoil", "D3H2-OUT-32").ends("recoil");
    beaten(with("Hd", "left", "flank"), "Bd").is("none", "D3H2-OUT-43").ends("none");
    beaten(with("Hr", "left", "flank"), "Mg").is("ensorcelled", "D3H2-OUT-29").ends("ensorcelled");
    beaten("Kn", with("Bd", "left", "flank")).is("recoil", "D3H2-OUT-32").ends("recoil");
}

/// The feature determines the going, regardless of the ground.
#[test]
fn who_holds_a_feature_stands_in_good_going() {
    meet("Kn in bad going holding a Camp", "Bd").counts(&[("D3H2-TACT-10", 2)]);
    beaten("Kn in bad going holding a Camp", "Bd").is("destroyed", "D3H2-OUT-45");
    // No contact at flank or rear affects it.
    beaten(so("Bd holding a Camp", "rear"), "Mg").bespelled().is("recoil", "D3H2-OUT-36").ends("recoil");
}

/// A Hamlet is rough going without defences (D3H2-BUA-06); Camelry count dunes and oases as good (D3H2-FEAT-19),
/// Beasts all features (D3H2-FEAT-20).
#[test]
fn features_set_the_going() {
    beaten("Sp in hamlet", "Kn").is("recoil", "D3H2-OUT-36");
    meet("Kn in hamlet", "Sp").counts(&[]);
    for place in ["woods", "marsh", "dunes", "oasis", "difficult_hill", "gully"] {
        meet(&format!("Bs in {place}"), "Sp").counts(&[]);
        meet(&format!("Kn in {place}"), "Sp").counts(&[("D3H2-TACT-18", -2)]);
    }
    for place in ["dunes", "oasis"] {
        meet(&format!("Cm in {place}"), "Sp").counts(&[]);
        beaten(&format!("Cm in {place}"), "Sp").is("recoil", "D3H2-OUT-33");
    }
    for place in ["scrub", "boggy", "rocky", "enclosures"] {
        meet(&format!("Kn in {place}"), "Sp").counts(&[]);
        beaten(&format!("Sp in {place}"), "Kn").is("recoil", "D3H2-OUT-36");
    }
    // These features leave the going as given; a river counts as good.
    for place in ["plough", "road", "gentle_hill"] {
        meet(with(&format!("Kn in {place}"), "going", "bad"), "Sp").counts(&[("D3H2-TACT-18", -2)]);
        meet(&format!("Kn in {place}"), "Sp").counts(&[]);
    }
    meet(with("Kn in river", "going", "bad"), "Sp").counts(&[]);
    // Beasts count rough and bad going as good in the outcome rows too, but their enemies do not.
    beaten("Ps in marsh", "Kn").is("recoil", "D3H2-OUT-40");
    doubled("Ps in marsh", "Bs").is("destroyed", "D3H2-OUT-53");
}

/// Partly in a feature counts as in it (D3H2-FEAT-22), so good going means wholly (D3H2-FEAT-23).
#[test]
fn partly_in_is_in_and_good_going_is_wholly_good() {
    meet("Sp in bad going", "Kn").counts(&[("D3H2-TACT-18", -2)]);
    beaten("Cv in bad going", "Sp").is("flee", "D3H2-OUT-34");
    meet("Mg in woods", "Mg").bespelled().counts(&[("D3H2-TACT-01", 2)]);
    beaten("Sp in rough going", "Kn").is("recoil", "D3H2-OUT-36");
    beaten("Sp", "Kn").is("destroyed", "D3H2-OUT-36");
    meet(so("Pk in rough going", "rear_support"), "Sp").counts(&[]);
}
