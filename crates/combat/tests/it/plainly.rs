//! A slow and plain second opinion on D3H2 combat (`d3h2` and `d3h2-traditional`).
//!
//! Every rule is an if-branch with the rule's id beside it; nothing is shared with the engine, nothing is read from
//! data files. Where the sources are ambiguous, `NOTES.md` says which reading is followed here.

mod factors;
mod main_rows;
mod modifiers;
mod outcomes;
mod possible;
mod side;
mod traditional_rows;
mod types;

use super::written::{Answer, Fate, Mode, WrittenCase};
use side::{Side, Situation};

/// Resolves one case; the fault where it is not possible. Its words must be known and its numbers in range.
pub(super) fn resolve(case: &WrittenCase) -> Answer {
    let situation = Situation::read(case);
    if let Some(fault) = possible::fault(case, &situation) {
        return Err(fault);
    }
    let mut a = Side::read(case, "a", &situation);
    let mut b = Side::read(case, "b", &situation);
    // BUA-13: whoever assaults a Stronghold stands in good going, for outcomes too.
    if is_stronghold_assault(&a, &b, &situation) {
        a.stand_in_good_going();
        b.stand_in_good_going();
    }

    // CC-16: an element that is only on its enemy's flank or rear does not fight a combat of its own.
    if a.against_flank {
        return Ok([flank_attacker(&a, &b, &situation), bystander(&b, &a, &situation)]);
    }
    if b.against_flank {
        return Ok([bystander(&a, &b, &situation), flank_attacker(&b, &a, &situation)]);
    }

    let a_score = Score::of(&a, &b, &situation);
    let b_score = Score::of(&b, &a, &situation);
    let a_outcome = outcomes::outcome(&a, a_score.total, &b, b_score.total, &situation);
    let b_outcome = outcomes::outcome(&b, b_score.total, &a, a_score.total, &situation);
    Ok([
        fighter(&a, &b, a_score, a_outcome, b_outcome, &situation),
        fighter(&b, &a, b_score, b_outcome, a_outcome, &situation),
    ])
}

/// The score of one side: its factor with the factor's rule, its modifiers (one entry per rule), and the total.
struct Score {
    factor: i64,
    factor_rule: &'static str,
    modifiers: Vec<(&'static str, i64)>,
    total: i64,
}

impl Score {
    /// CF-01: one die, the combat factor, and every modifier that applies.
    fn of(own: &Side, enemy: &Side, situation: &Situation) -> Score {
        let (factor, factor_rule) = factors::factor(own, enemy, situation);
        let modifiers = modifiers::modifiers(own, enemy, situation);
        let mut total = own.roll + factor;
        for (_, value) in &modifiers {
            total += value;
        }
        Score { factor, factor_rule, modifiers, total }
    }
}

/// The result for one side of an ordinary fight, shot or spell.
fn fighter(
    own: &Side,
    enemy: &Side,
    score: Score,
    own_outcome: outcomes::Row,
    enemy_outcome: outcomes::Row,
    situation: &Situation,
) -> Fate {
    let (pursues, pursuit_rule) = outcomes::pursuit(own, enemy, own_outcome.0, enemy_outcome.0, situation);
    let fate = Fate {
        factor: score.factor,
        total: Some(score.total),
        outcome: own_outcome.0,
        last: outcomes::becomes(own, enemy, own_outcome.0, situation),
        pursues,
        rules: [Some(score.factor_rule), own_outcome.1, pursuit_rule].into_iter().flatten().collect(),
        modifiers: score.modifiers,
    };
    fate.in_order()
}

/// The result for an element that is only on its enemy's flank or rear (CC-16, OUT-05): no total, no modifiers, no
/// pursuit; it recoils if the friend in front was beaten.
fn flank_attacker(own: &Side, enemy: &Side, situation: &Situation) -> Fate {
    let (factor, factor_rule) = factors::factor(own, enemy, situation);
    let (outcome, rule) = outcomes::flank_attacker(own, enemy, situation);
    let fate = Fate {
        factor,
        total: None,
        outcome,
        last: outcomes::becomes(own, enemy, outcome, situation),
        pursues: 0,
        rules: [Some(factor_rule), rule].into_iter().flatten().collect(),
        modifiers: Vec::new(),
    };
    fate.in_order()
}

/// The result for the element whose flank or rear is attacked by the other side of the case: it has a total (for its
/// fight to the front), but nothing in this case could affect it.
fn bystander(own: &Side, enemy: &Side, situation: &Situation) -> Fate {
    let score = Score::of(own, enemy, situation);
    let fate = Fate {
        factor: score.factor,
        total: Some(score.total),
        outcome: "none",
        last: "none",
        pursues: 0,
        rules: vec![score.factor_rule],
        modifiers: score.modifiers,
    };
    fate.in_order()
}

/// Whether a case is close combat for a Stronghold or Camp that one of the two sides holds.
fn is_assault(one: &Side, other: &Side, situation: &Situation) -> bool {
    situation.mode == Mode::Close && (one.holds_feature() || other.holds_feature())
}

/// Whether a case is close combat for a Stronghold (not for a Camp).
fn is_stronghold_assault(one: &Side, other: &Side, situation: &Situation) -> bool {
    situation.mode == Mode::Close && (one.holds_stronghold() || other.holds_stronghold())
}
