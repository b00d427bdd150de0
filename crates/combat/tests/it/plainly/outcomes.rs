//! From totals to outcomes: the table that applies, disregarded results, the final outcome, pursuit.

use super::super::written::Mode;
use super::side::{Side, Situation};
use super::types::{self, Class};
use super::{main_rows, traditional_rows};

/// An outcome, and its rule where there is one.
pub(super) type Row = (&'static str, Option<&'static str>);

/// The outcome of one side from both totals (OUT-01, OUT-02, OUT-06).
pub(super) fn outcome(own: &Side, own_total: i64, enemy: &Side, enemy_total: i64, situation: &Situation) -> Row {
    let (word, rule) = if own_total > enemy_total {
        return ("none", None); // OUT-06: the higher total has no result
    } else if own_total == enemy_total {
        let odd = own_total % 2 != 0;
        if situation.traditional {
            traditional_rows::equal(own, enemy, odd, situation)
        } else {
            main_rows::equal(own, enemy, odd, situation)
        }
    } else if 2 * own_total > enemy_total {
        if situation.traditional {
            traditional_rows::less(own, enemy, situation)
        } else {
            main_rows::less(own, enemy, situation)
        }
    } else if situation.traditional {
        traditional_rows::doubled(own, enemy, situation)
    } else {
        main_rows::doubled(own, enemy, situation)
    };
    if word == "none" {
        return (word, Some(rule));
    }
    if disregards_as_attacker(own, enemy, situation) {
        return ("none", Some("D3H2-OUT-03"));
    }
    if disregards_sneakers(own, enemy, situation) {
        return ("none", Some("D3H2-OUT-04"));
    }
    (word, Some(rule))
}

/// OUT-03: elements that shoot without being shot at, or bespell without being bespelled (except against a God).
fn disregards_as_attacker(own: &Side, enemy: &Side, situation: &Situation) -> bool {
    if situation.mode == Mode::Shooting {
        return !enemy.shoots;
    }
    if situation.mode == Mode::Bespelling {
        return own.is_a && !enemy.is(&["Gd"]); // MAGIC-10
    }
    false
}

/// OUT-04: close combat with Sneakers hurts only generals, Strongholds, Camps and Sneakers.
fn disregards_sneakers(own: &Side, enemy: &Side, situation: &Situation) -> bool {
    situation.mode == Mode::Close && enemy.is(&["Sk"]) && !own.general && !own.is(&["Sk"]) && !own.holds_feature()
}

/// OUT-05: the outcome for an element that is only on its enemy's flank or rear.
pub(super) fn flank_attacker(own: &Side, enemy: &Side, situation: &Situation) -> Row {
    let beaten = ["recoil", "flee", "destroyed", "ensorcelled"];
    let front_is_beaten = own.front_result.as_deref().is_some_and(|result| beaten.contains(&result));
    if !front_is_beaten {
        return ("none", None);
    }
    if disregards_sneakers(own, enemy, situation) {
        return ("none", Some("D3H2-OUT-04"));
    }
    ("recoil", Some("D3H2-OUT-05"))
}

/// The final outcome for an element, given its contacts in the case.
pub(super) fn becomes(own: &Side, enemy: &Side, outcome: &'static str, situation: &Situation) -> &'static str {
    // RECOIL-13
    if outcome == "recoil" && own.is(&["Bh"]) && situation.mode == Mode::Close && enemy.holds_stronghold() {
        return "destroyed";
    }
    // DEST-02, RECOIL-16, FLEE-09
    if (outcome == "recoil" || outcome == "flee") && own.is_taken_in_flank_or_rear() {
        return "destroyed";
    }
    outcome
}

/// The distance an element pursues in thousandths of a base width (PURS-01 to PURS-09), and the rule.
pub(super) fn pursuit(
    own: &Side,
    enemy: &Side,
    own_outcome: &str,
    enemy_outcome: &str,
    situation: &Situation,
) -> (i64, Option<&'static str>) {
    // PURS-01: neither shooters nor bespellers are in close combat.
    if situation.mode != Mode::Close {
        return (0, None);
    }
    // PURS-06: not out of a Stronghold or Camp.
    if own.holds_feature() {
        return (0, None);
    }
    // PURS-07
    if own_outcome != "none" {
        return (0, None);
    }
    // PURS-03; BUA-15: types that may not garrison stay outside a Stronghold.
    if enemy.holds_feature() {
        if enemy_outcome != "destroyed" && enemy_outcome != "captured" {
            return (0, None);
        }
        if enemy.holds_stronghold() && !types::may_garrison(&own.code) {
            return (0, None);
        }
        if own.class == Class::Foot {
            return (500, Some("D3H2-PURS-03"));
        }
        return (1000, Some("D3H2-PURS-03"));
    }
    // PURS-01
    if !["recoil", "flee", "destroyed"].contains(&enemy_outcome) {
        return (0, None);
    }
    // PURS-04
    if own.is(&["Kn"]) && own.code != "4Kn" && !enemy.is(&["Ps"]) {
        return (1000, Some("D3H2-PURS-04"));
    }
    if own.is(&["SCh", "Bh", "Bs", "Hd"]) {
        return (1000, Some("D3H2-PURS-04"));
    }
    // PURS-05
    if own.is(&["Pk", "Bd", "Wb"]) && enemy.class == Class::Foot && !enemy.is(&["Ps"]) {
        return (500, Some("D3H2-PURS-05"));
    }
    // PURS-09
    (0, None)
}

/// Whether the element is shot at by this enemy.
pub(super) fn is_shot_at_by(enemy: &Side, situation: &Situation) -> bool {
    situation.mode == Mode::Shooting && enemy.shoots
}

/// Whether the enemy is Artillery that shoots at the element.
pub(super) fn is_shot_at_by_artillery(enemy: &Side, situation: &Situation) -> bool {
    is_shot_at_by(enemy, situation) && enemy.is(&["Art"])
}

/// Whether the element's score is that of the Stronghold or Camp it holds: in close combat and in shooting; a
/// bespelled garrison uses its own rows.
pub(super) fn defends_feature(own: &Side, situation: &Situation) -> bool {
    own.holds_feature() && situation.mode != Mode::Bespelling
}

/// OUT-09: whether an equal score has no effect on this side, because it defends a Stronghold or Camp or attacks one
/// (in close combat, or by shooting at it).
pub(super) fn equal_score_is_for_a_feature(own: &Side, enemy: &Side, situation: &Situation) -> bool {
    if defends_feature(own, situation) {
        return true;
    }
    if situation.mode == Mode::Close {
        return enemy.holds_feature();
    }
    situation.mode == Mode::Shooting && enemy.holds_feature() && own.shoots
}
