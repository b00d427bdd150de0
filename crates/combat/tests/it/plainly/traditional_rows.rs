//! The outcome rows of the traditional tables (TRAD-29 to TRAD-50).

use super::super::written::Mode;
use super::outcomes::{defends_feature, equal_score_is_for_a_feature, is_shot_at_by, is_shot_at_by_artillery};
use super::side::{Going, Side, Situation};
use super::types::Class;

/// The row of an element whose total equals its opponent's.
pub(super) fn equal(own: &Side, enemy: &Side, odd: bool, situation: &Situation) -> (&'static str, &'static str) {
    let close = situation.mode == Mode::Close;
    let shot = is_shot_at_by(enemy, situation);
    // TRAD-29
    if equal_score_is_for_a_feature(own, enemy, situation) {
        return ("none", "D3H2-TRAD-29");
    }
    if own.is(&["Hr"]) && enemy.is(&["Hr"]) {
        return if odd { ("destroyed", "D3H2-TRAD-29") } else { ("none", "D3H2-TRAD-29") };
    }
    if (own.is(&["Pl"]) && enemy.is(&["Mg"])) || (own.is(&["Mg"]) && enemy.is(&["Pl"])) {
        return if close && odd { ("destroyed", "D3H2-TRAD-29") } else { ("none", "D3H2-TRAD-29") };
    }
    // TRAD-30
    if own.is(&["Kn"]) && own.fast {
        if close && enemy.is(&["Bd", "Sh"]) && !enemy.fast {
            return ("destroyed", "D3H2-TRAD-30");
        }
        if (close && !enemy.fast) || shot {
            return ("recoil", "D3H2-TRAD-30");
        }
        return ("none", "D3H2-TRAD-30");
    }
    // TRAD-31
    if own.is(&["Kn"]) {
        if close && enemy.is(&["Bd", "Sh"]) {
            return ("destroyed", "D3H2-TRAD-31");
        }
        if close && enemy.class == Class::Foot && !enemy.fast {
            return ("recoil", "D3H2-TRAD-31");
        }
        return ("none", "D3H2-TRAD-31");
    }
    // TRAD-32
    if own.fast {
        if (close && !enemy.fast) || shot {
            return ("recoil", "D3H2-TRAD-32");
        }
        return ("none", "D3H2-TRAD-32");
    }
    if own.class == Class::Mounted {
        if close && enemy.class == Class::Foot && !enemy.fast {
            return ("recoil", "D3H2-TRAD-32");
        }
        return ("none", "D3H2-TRAD-32");
    }
    // OUT-20: there is no traditional row either
    if own.class == Class::Aerial {
        return ("none", "D3H2-OUT-20");
    }
    // TRAD-33
    ("none", "D3H2-TRAD-33")
}

/// The row of an element whose total is less than its opponent's but more than half of it.
pub(super) fn less(loser: &Side, winner: &Side, situation: &Situation) -> (&'static str, &'static str) {
    let close = situation.mode == Mode::Close;
    let shot = is_shot_at_by(winner, situation);
    let shot_by_artillery = is_shot_at_by_artillery(winner, situation);
    let in_good = loser.own_going() == Going::Good;
    let in_bad = loser.own_going() == Going::Bad;
    // TRAD-34: destroyed, not captured
    if defends_feature(loser, situation) {
        if close && winner.is_ground() {
            return ("destroyed", "D3H2-TRAD-34");
        }
        return ("none", "D3H2-TRAD-34");
    }
    // TRAD-35
    if loser.is(&["Bh"]) {
        if winner.is(&["Mg", "Dg"]) || shot_by_artillery {
            return ("flee", "D3H2-TRAD-35");
        }
        return ("recoil", "D3H2-TRAD-35");
    }
    // TRAD-36, as OUT-25
    if loser.is(&["Ab", "Fl"]) {
        if winner.is(&["Mg"]) {
            return ("flee", "D3H2-TRAD-36");
        }
        return ("recoil", "D3H2-TRAD-36");
    }
    // TRAD-36, as OUT-26
    if loser.is(&["Dg"]) {
        if winner.is(&["Hr", "Pl"]) {
            return ("destroyed", "D3H2-TRAD-36");
        }
        return ("flee", "D3H2-TRAD-36");
    }
    // TRAD-36, as OUT-27
    if loser.is(&["Gd"]) {
        if winner.is(&["Gd", "Mg", "Cl"]) {
            return ("flee", "D3H2-TRAD-36");
        }
        return ("none", "D3H2-TRAD-36");
    }
    // TRAD-36, as OUT-28
    if loser.is(&["Pl"]) {
        if close {
            return ("destroyed", "D3H2-TRAD-36");
        }
        return ("none", "D3H2-TRAD-36");
    }
    // TRAD-36, as OUT-29
    if loser.is(&["Hr"]) {
        if winner.is(&["Mg"]) {
            return ("ensorcelled", "D3H2-TRAD-36");
        }
        if winner.is(&["Hr", "Pl"]) || shot_by_artillery {
            return ("destroyed", "D3H2-TRAD-36");
        }
        if close && winner.holds_stronghold() {
            return ("flee", "D3H2-TRAD-36");
        }
        return ("recoil", "D3H2-TRAD-36");
    }
    // TRAD-36, as OUT-30
    if loser.is(&["Mg"]) {
        if winner.is(&["Mg"]) {
            return ("ensorcelled", "D3H2-TRAD-36");
        }
        if winner.is(&["Hr", "Pl", "Dg", "Gd"]) {
            return ("destroyed", "D3H2-TRAD-36");
        }
        return ("recoil", "D3H2-TRAD-36");
    }
    // TRAD-37
    if loser.is(&["Kn"]) {
        if winner.is(&["Bh"]) {
            return ("destroyed", "D3H2-TRAD-37");
        }
        return ("recoil", "D3H2-TRAD-37");
    }
    // TRAD-38
    if loser.is(&["Cv"]) {
        if in_bad {
            return ("flee", "D3H2-TRAD-38");
        }
        return ("recoil", "D3H2-TRAD-38");
    }
    // TRAD-39
    if loser.is(&["Sp", "Bd"]) {
        if winner.is(&["Wb"]) || (winner.is(&["Kn"]) && in_good) {
            return ("destroyed", "D3H2-TRAD-39");
        }
        return ("recoil", "D3H2-TRAD-39");
    }
    // TRAD-40
    if loser.is(&["Cl"]) {
        if winner.is(&["Wb"]) || (winner.is(&["Kn"]) && in_good) {
            return ("destroyed", "D3H2-TRAD-40");
        }
        return ("recoil", "D3H2-TRAD-40");
    }
    // TRAD-41
    if loser.is(&["Bs", "Sh"]) {
        if winner.class == Class::Mounted {
            return ("destroyed", "D3H2-TRAD-41");
        }
        return ("recoil", "D3H2-TRAD-41");
    }
    // TRAD-42, as OUT-41
    if loser.is(&["Sk"]) {
        return ("flee", "D3H2-TRAD-42");
    }
    // TRAD-43
    if loser.is(&["Ps"]) {
        if winner.is(&["Kn", "Cv"]) && loser.stands_in_going_good_for(winner) {
            return ("destroyed", "D3H2-TRAD-43");
        }
        return ("recoil", "D3H2-TRAD-43");
    }
    // TRAD-44
    if loser.is(&["Wb"]) {
        let fast_behemoths = winner.is(&["Bh"]) && winner.fast;
        if in_good && (winner.is(&["Kn"]) || fast_behemoths) {
            return ("destroyed", "D3H2-TRAD-44");
        }
        return ("recoil", "D3H2-TRAD-44");
    }
    // TRAD-42, as OUT-43
    if loser.is(&["Hd"]) {
        if winner.is(&["Wb"]) || (winner.is(&["Kn", "Bh"]) && in_good) {
            return ("destroyed", "D3H2-TRAD-42");
        }
        if shot {
            return ("recoil", "D3H2-TRAD-42");
        }
        return ("none", "D3H2-TRAD-42");
    }
    // TRAD-42, as OUT-46: Artillery
    ("destroyed", "D3H2-TRAD-42")
}

/// The row of an element whose total is half of its opponent's or less.
pub(super) fn doubled(loser: &Side, winner: &Side, situation: &Situation) -> (&'static str, &'static str) {
    let close = situation.mode == Mode::Close;
    let shot = is_shot_at_by(winner, situation);
    let in_good = loser.own_going() == Going::Good;
    // TRAD-46
    if defends_feature(loser, situation) {
        return ("destroyed", "D3H2-TRAD-46");
    }
    // TRAD-47
    if loser.is(&["Cv"]) {
        if close && winner.is(&["Art"]) {
            return ("flee", "D3H2-TRAD-47");
        }
        if winner.is(&["Sp", "Hd"]) && in_good {
            return ("flee", "D3H2-TRAD-47");
        }
        return ("destroyed", "D3H2-TRAD-47");
    }
    // TRAD-48
    if loser.is(&["Fl"]) {
        if winner.is(&["Hr", "Mg", "Sh"]) || winner.class == Class::Aerial {
            return ("destroyed", "D3H2-TRAD-48");
        }
        return ("flee", "D3H2-TRAD-48");
    }
    // TRAD-49
    if loser.is(&["Ps"]) {
        if shot {
            return ("flee", "D3H2-TRAD-49");
        }
        if winner.is(&["Bh"]) {
            return ("recoil", "D3H2-TRAD-49");
        }
        if (winner.class == Class::Mounted || winner.class == Class::Aerial) && loser.stands_in_going_good_for(winner) {
            return ("destroyed", "D3H2-TRAD-49");
        }
        if close && winner.is(&["Sh"]) {
            return ("destroyed", "D3H2-TRAD-49");
        }
        return ("flee", "D3H2-TRAD-49");
    }
    // TRAD-50
    ("destroyed", "D3H2-TRAD-50")
}
