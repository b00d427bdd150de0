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

use serde_json::{Value, json};

use side::{Mode, Side, Situation};

/// Resolves one combat case of INTERFACES.md and returns its result document, or `{"id", "error"}` where the case is
/// not possible. The case must be well formed: known fields, values in range, rolls present.
pub(super) fn resolve(case: &Value) -> Value {
    let id = case.get("id").cloned().unwrap_or(Value::Null);
    let situation = Situation::read(case);
    if let Some((code, field)) = possible::fault(case, &situation) {
        return json!({"id": id, "error": {"code": code, "field": field}});
    }
    let a = Side::read(case, "a", &situation);
    let b = Side::read(case, "b", &situation);

    // CC-16: an element that is only on its enemy's flank or rear does not fight a combat of its own.
    if a.against_flank {
        return json!({
            "id": id,
            "a": flank_attacker_result(&a, &b, &situation),
            "b": bystander_result(&b, &a, &situation),
        });
    }
    if b.against_flank {
        return json!({
            "id": id,
            "a": bystander_result(&a, &b, &situation),
            "b": flank_attacker_result(&b, &a, &situation),
        });
    }

    let a_score = Score::of(&a, &b, &situation);
    let b_score = Score::of(&b, &a, &situation);
    let a_outcome = outcomes::outcome(&a, a_score.total, &b, b_score.total, &situation);
    let b_outcome = outcomes::outcome(&b, b_score.total, &a, a_score.total, &situation);
    json!({
        "id": id,
        "a": fighter_result(&a, &b, &a_score, a_outcome, b_outcome, &situation),
        "b": fighter_result(&b, &a, &b_score, b_outcome, a_outcome, &situation),
    })
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

/// The result of one side of an ordinary fight, shot or spell.
fn fighter_result(
    own: &Side,
    enemy: &Side,
    score: &Score,
    own_outcome: outcomes::Row,
    enemy_outcome: outcomes::Row,
    situation: &Situation,
) -> Value {
    let mut rules = vec![score.factor_rule];
    if let Some(rule) = own_outcome.1 {
        rules.push(rule);
    }
    let (pursues, pursuit_rule) = outcomes::pursuit(own, enemy, own_outcome.0, enemy_outcome.0, situation);
    if let Some(rule) = pursuit_rule {
        rules.push(rule);
    }
    side_result(
        score.factor,
        json!(score.total),
        own_outcome.0,
        outcomes::becomes(own, enemy, own_outcome.0, situation),
        pursues,
        rules,
        &score.modifiers,
    )
}

/// The result for an element that is only on its enemy's flank or rear (CC-16, OUT-05): no total, no modifiers, no
/// pursuit; it recoils if the friend in front was beaten.
fn flank_attacker_result(own: &Side, enemy: &Side, situation: &Situation) -> Value {
    let (factor, factor_rule) = factors::factor(own, enemy, situation);
    let outcome = outcomes::flank_attacker(own, enemy, situation);
    let mut rules = vec![factor_rule];
    if let Some(rule) = outcome.1 {
        rules.push(rule);
    }
    let becomes = outcomes::becomes(own, enemy, outcome.0, situation);
    side_result(factor, Value::Null, outcome.0, becomes, json!(0), rules, &[])
}

/// The result for the element whose flank or rear is attacked by the other side of the case: it has a total (for its
/// fight to the front), but nothing in this case could affect it.
fn bystander_result(own: &Side, enemy: &Side, situation: &Situation) -> Value {
    let score = Score::of(own, enemy, situation);
    let rules = vec![score.factor_rule];
    side_result(score.factor, json!(score.total), "none", "none", json!(0), rules, &score.modifiers)
}

/// Writes one side of the result document.
fn side_result(
    factor: i64,
    total: Value,
    outcome: &str,
    becomes: &str,
    pursues: Value,
    mut rules: Vec<&'static str>,
    modifiers: &[(&'static str, i64)],
) -> Value {
    rules.sort_unstable();
    rules.dedup();
    let mut entries = modifiers.to_vec();
    entries.sort_unstable();
    let entries: Vec<Value> = entries.into_iter().map(|(rule, value)| json!({"rule": rule, "value": value})).collect();
    json!({
        "factor": factor,
        "total": total,
        "outcome": outcome,
        "final": becomes,
        "pursues": pursues,
        "rules": rules,
        "modifiers": entries,
    })
}

/// Whether a case is close combat for a Stronghold or Camp that one of the two sides holds.
fn is_assault(one: &Side, other: &Side, situation: &Situation) -> bool {
    situation.mode == Mode::Close && (one.holds_feature() || other.holds_feature())
}

/// Whether a case is close combat for a Stronghold (not for a Camp).
fn is_stronghold_assault(one: &Side, other: &Side, situation: &Situation) -> bool {
    situation.mode == Mode::Close && (one.holds_stronghold() || other.holds_stronghold())
}
