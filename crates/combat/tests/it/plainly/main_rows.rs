//! The outcome rows of the main tables (OUT-09 to OUT-57).

use super::super::written::Mode;
use super::outcomes::{defends_feature, equal_score_is_for_a_feature, is_shot_at_by, is_shot_at_by_artillery};
use super::side::{Going, Side, Situation};
use super::types::Class;

/// The row of an element whose total equals its opponent's.
pub(super) fn equal(own: &Side, enemy: &Side, odd: bool, situation: &Situation) -> (&'static str, &'static str) {
    let close = situation.mode == Mode::Close;
    let shot = is_shot_at_by(enemy, situation);
    // OUT-09
    if equal_score_is_for_a_feature(own, enemy, situation) {
        return ("none", "D3H2-OUT-09");
    }
    // OUT-10
    if own.is(&["Hr"]) && enemy.is(&["Hr"]) {
        return if odd { ("destroyed", "D3H2-OUT-10") } else { ("none", "D3H2-OUT-10") };
    }
    // OUT-11
    if (own.is(&["Pl"]) && enemy.is(&["Mg"])) || (own.is(&["Mg"]) && enemy.is(&["Pl"])) {
        return if close && odd { ("destroyed", "D3H2-OUT-11") } else { ("none", "D3H2-OUT-11") };
    }
    // OUT-12
    if own.is(&["SCh"]) {
        return ("destroyed", "D3H2-OUT-12");
    }
    // OUT-13
    if own.is(&["Kn"]) && own.fast {
        if close && enemy.is(&["Bd", "Sh"]) {
            return ("destroyed", "D3H2-OUT-13");
        }
        if (close && !enemy.fast) || shot {
            return ("recoil", "D3H2-OUT-13");
        }
        return ("none", "D3H2-OUT-13");
    }
    // OUT-14, OUT-15
    if own.is(&["Kn", "Cm"]) {
        if close && enemy.is(&["Bd", "Sh"]) {
            return ("destroyed", "D3H2-OUT-14");
        }
        if situation.knights_foot_only {
            if close && enemy.class == Class::Foot && !enemy.fast {
                return ("recoil", "D3H2-OUT-14");
            }
        } else if (close && !enemy.fast) || shot {
            return ("recoil", "D3H2-OUT-14");
        }
        if own.code == "4Kn" && enemy.code == "Kn" {
            return ("recoil", "D3H2-OUT-15"); // also where the 3Kn are Fast
        }
        return ("none", "D3H2-OUT-14");
    }
    // OUT-16: also Psiloi, Lurkers and a Fast Command Post
    if own.fast {
        if (close && !enemy.fast) || shot {
            return ("recoil", "D3H2-OUT-16");
        }
        return ("none", "D3H2-OUT-16");
    }
    // OUT-17
    if own.class == Class::Mounted {
        if close && enemy.class == Class::Foot && !enemy.fast {
            return ("recoil", "D3H2-OUT-17");
        }
        return ("none", "D3H2-OUT-17");
    }
    // OUT-20
    if own.class == Class::Aerial {
        return ("none", "D3H2-OUT-20");
    }
    // OUT-18
    if own.is(&["CP"]) {
        if close && enemy.class == Class::Foot && own.two_edges {
            return ("destroyed", "D3H2-OUT-18");
        }
        return ("none", "D3H2-OUT-18");
    }
    // OUT-19
    ("none", "D3H2-OUT-19")
}

/// The row of an element whose total is less than its opponent's but more than half of it.
pub(super) fn less(loser: &Side, winner: &Side, situation: &Situation) -> (&'static str, &'static str) {
    let close = situation.mode == Mode::Close;
    let shot = is_shot_at_by(winner, situation);
    let shot_by_artillery = is_shot_at_by_artillery(winner, situation);
    let in_good = loser.own_going() == Going::Good;
    let in_bad = loser.own_going() == Going::Bad;
    // OUT-21
    if loser.mounted_infantry && in_bad {
        return ("destroyed", "D3H2-OUT-21");
    }
    // OUT-22: also a garrison
    if loser.is(&["CP"]) {
        return ("none", "D3H2-OUT-22");
    }
    // OUT-45: captured if ground troops are in contact; a garrison is then destroyed
    if defends_feature(loser, situation) {
        if close && winner.is_ground() {
            if loser.class == Class::Feature {
                return ("captured", "D3H2-OUT-45");
            }
            return ("destroyed", "D3H2-OUT-45");
        }
        return ("none", "D3H2-OUT-45");
    }
    // OUT-23, OUT-24
    if loser.is(&["Bh"]) {
        if !loser.fast && winner.is(&["Ps", "Ax", "LH"]) {
            return ("destroyed", "D3H2-OUT-23");
        }
        if winner.is(&["Mg", "Dg"]) || shot_by_artillery {
            return ("flee", "D3H2-OUT-24");
        }
        return ("recoil", "D3H2-OUT-24");
    }
    // OUT-25
    if loser.is(&["Ab", "Fl"]) {
        if winner.is(&["Mg"]) {
            return ("flee", "D3H2-OUT-25");
        }
        return ("recoil", "D3H2-OUT-25");
    }
    // OUT-26
    if loser.is(&["Dg"]) {
        if winner.is(&["Hr", "Pl"]) {
            return ("destroyed", "D3H2-OUT-26");
        }
        return ("flee", "D3H2-OUT-26");
    }
    // OUT-27
    if loser.is(&["Gd"]) {
        if winner.is(&["Gd", "Mg", "Cl"]) {
            return ("flee", "D3H2-OUT-27");
        }
        return ("none", "D3H2-OUT-27");
    }
    // OUT-28
    if loser.is(&["Pl"]) {
        if close {
            return ("destroyed", "D3H2-OUT-28");
        }
        return ("none", "D3H2-OUT-28");
    }
    // OUT-29
    if loser.is(&["Hr"]) {
        if winner.is(&["Mg"]) {
            return ("ensorcelled", "D3H2-OUT-29");
        }
        if winner.is(&["Hr", "Pl"]) || shot_by_artillery {
            return ("destroyed", "D3H2-OUT-29");
        }
        if close && winner.holds_stronghold() {
            return ("flee", "D3H2-OUT-29"); // OUT-47
        }
        return ("recoil", "D3H2-OUT-29");
    }
    // OUT-30
    if loser.is(&["Mg"]) {
        if winner.is(&["Mg"]) {
            return ("ensorcelled", "D3H2-OUT-30");
        }
        if winner.is(&["Hr", "Pl", "Dg", "Gd"]) {
            return ("destroyed", "D3H2-OUT-30");
        }
        return ("recoil", "D3H2-OUT-30");
    }
    // OUT-31
    if loser.is(&["SCh"]) {
        if shot && !loser.rear_shot {
            return ("flee", "D3H2-OUT-31");
        }
        return ("destroyed", "D3H2-OUT-31");
    }
    // OUT-32
    if loser.is(&["Kn"]) {
        if winner.is(&["Bh", "SCh", "Cm", "LH"]) {
            return ("destroyed", "D3H2-OUT-32");
        }
        return ("recoil", "D3H2-OUT-32");
    }
    // OUT-33
    if loser.is(&["Cm"]) {
        if winner.is(&["SCh"]) || in_bad {
            return ("destroyed", "D3H2-OUT-33");
        }
        if winner.is(&["Bh"]) {
            return ("flee", "D3H2-OUT-33");
        }
        return ("recoil", "D3H2-OUT-33");
    }
    // OUT-34
    if loser.is(&["Cv"]) {
        if winner.is(&["SCh"]) || in_bad {
            return ("flee", "D3H2-OUT-34");
        }
        return ("recoil", "D3H2-OUT-34");
    }
    // OUT-35
    if loser.is(&["LH"]) {
        if winner.is(&["SCh"]) || shot_by_artillery || in_bad {
            return ("flee", "D3H2-OUT-35");
        }
        return ("recoil", "D3H2-OUT-35");
    }
    // OUT-36
    if loser.is(&["Sp", "Pk", "Bd"]) {
        if winner.is(&["Wb"]) || (winner.is(&["Kn", "SCh"]) && in_good) {
            return ("destroyed", "D3H2-OUT-36");
        }
        return ("recoil", "D3H2-OUT-36");
    }
    // OUT-37
    if loser.is(&["Cl"]) {
        if winner.is(&["Wb"]) || (winner.is(&["Kn", "SCh"]) && in_good) {
            return ("destroyed", "D3H2-OUT-37");
        }
        return ("recoil", "D3H2-OUT-37");
    }
    // OUT-38
    if loser.is(&["Ax"]) {
        if winner.is(&["Kn"]) && in_good {
            return ("destroyed", "D3H2-OUT-38");
        }
        return ("recoil", "D3H2-OUT-38");
    }
    // OUT-39, OUT-08
    if loser.is(&["Bw", "Bs", "Sh"]) {
        if winner.class == Class::Mounted {
            return ("destroyed", "D3H2-OUT-39");
        }
        return ("recoil", "D3H2-OUT-39");
    }
    // OUT-40
    if loser.is(&["Ps"]) {
        if winner.is(&["Kn", "Cv", "Cm"]) && loser.stands_in_going_good_for(winner) {
            return ("destroyed", "D3H2-OUT-40");
        }
        return ("recoil", "D3H2-OUT-40");
    }
    // OUT-41
    if loser.is(&["Sk"]) {
        return ("flee", "D3H2-OUT-41");
    }
    // OUT-42
    if loser.is(&["Wb"]) {
        let fast_behemoths = winner.is(&["Bh"]) && winner.fast;
        if in_good && (winner.is(&["Kn", "SCh"]) || fast_behemoths) {
            return ("destroyed", "D3H2-OUT-42");
        }
        return ("recoil", "D3H2-OUT-42");
    }
    // OUT-43
    if loser.is(&["Hd"]) {
        if winner.is(&["Wb"]) || (winner.is(&["Kn", "Bh"]) && in_good) {
            return ("destroyed", "D3H2-OUT-43");
        }
        if shot {
            return ("recoil", "D3H2-OUT-43");
        }
        return ("none", "D3H2-OUT-43");
    }
    // OUT-44
    if loser.is(&["WWg"]) {
        if shot_by_artillery || winner.is(&["Bh"]) {
            return ("destroyed", "D3H2-OUT-44");
        }
        return ("none", "D3H2-OUT-44");
    }
    // OUT-46: Artillery
    ("destroyed", "D3H2-OUT-46")
}

/// The row of an element whose total is half of its opponent's or less.
pub(super) fn doubled(loser: &Side, winner: &Side, situation: &Situation) -> (&'static str, &'static str) {
    let close = situation.mode == Mode::Close;
    let shot = is_shot_at_by(winner, situation);
    let shot_by_artillery = is_shot_at_by_artillery(winner, situation);
    let in_good = loser.own_going() == Going::Good;
    let in_bad = loser.own_going() == Going::Bad;
    // OUT-48
    if defends_feature(loser, situation) {
        return ("destroyed", "D3H2-OUT-48");
    }
    // OUT-49
    if loser.is(&["Cv"]) {
        if close && winner.is(&["Art"]) {
            return ("flee", "D3H2-OUT-49");
        }
        if winner.is(&["Pk", "Sp", "Hd"]) && in_good {
            return ("flee", "D3H2-OUT-49");
        }
        return ("destroyed", "D3H2-OUT-49");
    }
    // OUT-50
    if loser.is(&["LH"]) {
        if winner.class == Class::Mounted || shot_by_artillery || winner.is(&["Bw", "Sh", "Ps"]) || in_bad {
            return ("destroyed", "D3H2-OUT-50");
        }
        return ("flee", "D3H2-OUT-50");
    }
    if loser.is(&["Ps"]) {
        // OUT-51
        if shot {
            return ("flee", "D3H2-OUT-51");
        }
        // OUT-52
        if winner.is(&["Bh", "SCh"]) {
            return ("recoil", "D3H2-OUT-52");
        }
        // OUT-53
        if (winner.class == Class::Mounted || winner.class == Class::Aerial) && loser.stands_in_going_good_for(winner) {
            return ("destroyed", "D3H2-OUT-53");
        }
        // OUT-54
        if close && winner.is(&["Ax", "Bw", "Sh", "Ps"]) {
            return ("destroyed", "D3H2-OUT-54");
        }
        if close && winner.class == Class::Foot {
            return ("flee", "D3H2-OUT-54");
        }
        // OUT-55
        return ("flee", "D3H2-OUT-55");
    }
    // OUT-56
    if loser.is(&["Fl"]) {
        if winner.is(&["Hr", "Mg", "Sh", "Bw"]) || winner.class == Class::Aerial {
            return ("destroyed", "D3H2-OUT-56");
        }
        return ("flee", "D3H2-OUT-56");
    }
    // OUT-57
    ("destroyed", "D3H2-OUT-57")
}
