//! Pursuit of a beaten opponent, and its distance.

use musterfield_combat::file::Question;
use serde_json::json;

use super::meeting::{ask, beaten, doubled, level, named, so, with};

#[test]
fn each_type_pursues_as_it_does() {
    // The full distance, half of it, or none: after Spears, which recoil or are destroyed and are Foot.
    let (far, near) = ("D3H2-PURS-04", "D3H2-PURS-05");
    for winner in named("Kn").into_iter().chain(named("Bh")) {
        let meeting = beaten("Sp", &winner);
        if winner == "4Kn" {
            meeting.not_pursued()
        } else {
            meeting.pursued(1.0, far)
        };
    }
    for winner in ["SCh", "Bs", "Fast Bs", "Hd", "IHd", "Fast Hd"] {
        beaten("Sp", winner).pursued(1.0, far);
    }
    for winner in ["Pk", "Fast Pk", "Bd", "6Bd", "Fast Bd", "Wb", "Fast Wb", "Mtd-Bd"] {
        beaten("Sp", winner).pursued(0.5, near);
    }
}

/// No other type (D3H2-PURS-09).
#[test]
fn other_types_never_pursue() {
    for winner in ["Sp", "Ax", "Bw", "Sh", "Ps", "Cv", "LH", "Cm", "Hr", "Pl", "Mg", "Cl", "Art", "WWg", "CP"] {
        for winner in named(winner) {
            beaten("Sp", &winner).not_pursued();
            doubled("Ax", &winner).is("destroyed", "D3H2-OUT-57").not_pursued();
        }
    }
    for winner in ["Gd", "Dg", "Ab", "Fl", "AHr"] {
        beaten("Sp", winner).not_pursued();
    }
    for winner in ["Sk", "Fast Sk"] {
        beaten("general Sp", winner).is("recoil", "D3H2-OUT-36").not_pursued();
    }
}

#[test]
fn psiloi_and_lurkers_are_not_worth_it_to_some() {
    for first in ["Ps", "Lk"] {
        for winner in ["Kn", "6Kn", "Fast Kn", "Pk", "Bd", "Wb"] {
            beaten(first, winner).not_pursued();
        }
        for winner in ["SCh", "Bh", "Bs", "Hd"] {
            beaten(first, winner).pursued(1.0, "D3H2-PURS-04");
        }
    }
}

#[test]
fn pikes_blades_and_warband_pursue_foot_alone() {
    for winner in ["Pk", "Bd", "Wb"] {
        for first in ["Kn", "Cv", "Bh", "Dg"] {
            beaten(first, winner).not_pursued();
        }
        for first in ["Ax", "Bw", "Art", "Mtd-Ax"] {
            beaten(first, winner).pursued(0.5, "D3H2-PURS-05");
        }
    }
    for first in ["Cv", "Cm", "Fl"] {
        beaten(first, "Kn").pursued(1.0, "D3H2-PURS-04");
    }
}

/// Whether the opponent recoils, flees or is destroyed (D3H2-PURS-01).
#[test]
fn a_pursuit_follows_every_way_of_giving_ground() {
    beaten("Ax", "Bs").is("recoil", "D3H2-OUT-38").pursued(1.0, "D3H2-PURS-04");
    beaten("Cv in bad going", "Kn").is("flee", "D3H2-OUT-34").pursued(1.0, "D3H2-PURS-04");
    beaten("Sp", "Kn").is("destroyed", "D3H2-OUT-36").pursued(1.0, "D3H2-PURS-04");
    doubled("Sp", "Kn").is("destroyed", "D3H2-OUT-57").pursued(1.0, "D3H2-PURS-04");
    level("Kn", "Bd").is("destroyed", "D3H2-OUT-14").not_pursued();
    level("Fast Sp", "Hd").is("recoil", "D3H2-OUT-16").pursued(1.0, "D3H2-PURS-04");
    // There is no pursuit of an opponent that stays, or after a missile or spell.
    beaten("Hd", "Bs").is("none", "D3H2-OUT-43").not_pursued();
    beaten("Gd", "Kn").is("none", "D3H2-OUT-27").not_pursued();
    beaten("Kn", "WWg").shot_at().not_pursued();
    beaten("Kn", "Mg").bespelled().not_pursued();
}

/// An element that is thrown back or lost itself does not pursue (D3H2-PURS-07).
#[test]
fn only_who_held_its_ground_pursues() {
    level("Kn", "Kn").is("recoil", "D3H2-OUT-14").not_pursued();
    level("SCh", "Kn").is("destroyed", "D3H2-OUT-12").not_pursued();
    level("Kn", "SCh").is("recoil", "D3H2-OUT-14").not_pursued();
    level("Kn", "Fast Bs").is("none", "D3H2-OUT-14").not_pursued();
    level("Fast Bs", "Kn").is("recoil", "D3H2-OUT-16").pursued(1.0, "D3H2-PURS-04");
    let case = json!({"a": {"type": "Kn", "roll": 1}, "b": {"type": "Bd", "roll": 6}});
    assert_eq!(ask(Question::Resolve, &case)["a"]["pursues"], json!(0));
}

/// The victor moves in at once (D3H2-PURS-03, D3H2-CAMP-08): Foot half a BW, others a whole BW.
#[test]
fn who_beats_a_feature_moves_in() {
    for held in ["Camp", "Stronghold", "Bd holding a Camp", "Bd holding a Stronghold", "Ps holding a Camp"] {
        for winner in ["Ax", "Sp", "Ps", "Mg", "Hd", "Wb"] {
            beaten(held, winner).pursued(0.5, "D3H2-PURS-03");
        }
        for winner in ["Kn", "4Kn", "Cv", "LH", "Cm", "Bs", "Hr", "Pl"] {
            beaten(held, winner).pursued(1.0, "D3H2-PURS-03");
        }
    }
    doubled("Camp", "Ax").is("destroyed", "D3H2-OUT-48").pursued(0.5, "D3H2-PURS-03");
    beaten("Camp", "Bw").shot_at().not_pursued();
    doubled("Camp", "Bw").shot_at().not_pursued();
    beaten("CP holding a Camp", "Kn").is("none", "D3H2-OUT-22").not_pursued();
}

/// Types that may not hold a Stronghold take it and stay outside (D3H2-BUA-15).
#[test]
fn who_may_not_hold_a_stronghold_stays_outside() {
    for held in ["Stronghold", "Ps holding a Stronghold"] {
        for winner in ["Bh", "Fast Bh"] {
            beaten(held, winner).not_pursued();
        }
        doubled(held, "Dg").not_pursued();
    }
    beaten("Stronghold", "Sk").is("captured", "D3H2-OUT-45").not_pursued();
}

/// Into a Camp goes every victor (D3H2-PURS-03, D3H2-CAMP-06).
#[test]
fn everyone_enters_a_camp() {
    for winner in ["Bh", "Fast Bh"] {
        beaten("Camp", winner).pursued(1.0, "D3H2-PURS-03");
    }
    doubled("Ps holding a Camp", "Dg").pursued(1.0, "D3H2-PURS-03");
    beaten("Camp", "Sk").is("captured", "D3H2-OUT-45").pursued(0.5, "D3H2-PURS-03");
}

/// Garrisons stay inside (D3H2-PURS-06, D3H2-BUA-10).
#[test]
fn a_garrison_never_pursues() {
    for feature in ["Stronghold", "Camp"] {
        for garrison in ["Kn", "Bd", "Hd", "Bs", "Wb", "Pk"] {
            beaten("Ax", &format!("{garrison} holding a {feature}")).not_pursued();
        }
        beaten("Ax", feature).is("recoil", "D3H2-OUT-38").not_pursued();
    }
}

/// An enemy at the pursuer's own flank does not change what it must do.
#[test]
fn a_pursuit_is_due_whatever_stands_beside() {
    beaten("Ax", with("Bs", "left", "flank")).pursued(1.0, "D3H2-PURS-04");
    beaten("Ax", so("Bs", "rear")).pursued(1.0, "D3H2-PURS-04");
    beaten(so("Ax", "rear"), "Bs").ends("destroyed").pursued(1.0, "D3H2-PURS-04");
}
