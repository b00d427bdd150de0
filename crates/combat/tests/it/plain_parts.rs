//! Shared parts of the plain evaluations of DBA 3.0, DBA 2.2, HOTT 2.5 and DBMF: reading the fields of a case, and
//! writing a result. They contain no rule except what more, less and half mean.

use serde_json::{Value, json};

/// The way the two sides meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// In close combat.
    Close,
    /// a shoots at b; b may shoot back.
    Shooting,
    /// a bespells b.
    Bespelling,
}

impl Mode {
    /// The mode of a case; none for an unknown word.
    pub(super) fn read(case: &Value) -> Option<Mode> {
        match case.get("mode").and_then(Value::as_str) {
            None | Some("close") => Some(Mode::Close),
            Some("shooting") => Some(Mode::Shooting),
            Some("bespelling") => Some(Mode::Bespelling),
            Some(_) => None,
        }
    }
}

/// Class of troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Aerial,
    Mounted,
    Foot,
}

/// Going, from easy to hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Going {
    Good,
    Rough,
    Bad,
}

/// A fault: error code and field.
pub(super) type Fault = (&'static str, String);

/// A fault of one side.
pub(super) fn fault(code: &'static str, side: &str, field: &str) -> Option<Fault> {
    Some((code, format!("{side}.{field}")))
}

/// The comparison of a total with the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Margin {
    /// More than the opponent's.
    More,
    /// The same.
    Equal,
    /// Less, but more than half.
    Less,
    /// Half or less.
    Doubled,
}

impl Margin {
    /// A total of 0 or below is doubled by any that is higher.
    pub(super) fn of(own: i64, enemy: i64) -> Margin {
        if own > enemy {
            Margin::More
        } else if own == enemy {
            Margin::Equal
        } else if 2 * own > enemy {
            Margin::Less
        } else {
            Margin::Doubled
        }
    }
}

/// An outcome with its rule, where there is one.
pub(super) type Row = (&'static str, Option<&'static str>);

/// A pursuit in base widths with its rule, where there is one.
pub(super) type Pursuit = (f64, Option<&'static str>);

/// No pursuit.
pub(super) const NO_PURSUIT: Pursuit = (0.0, None);

/// The score of one side.
pub(super) struct Score {
    pub(super) factor: (i64, &'static str),
    /// The modifiers, one entry per rule.
    pub(super) modifiers: Vec<(&'static str, i64)>,
    pub(super) total: i64,
}

impl Score {
    /// The die, the factor and every modifier.
    pub(super) fn new(roll: i64, factor: (i64, &'static str), modifiers: Vec<(&'static str, i64)>) -> Score {
        let added: i64 = modifiers.iter().map(|(_, value)| value).sum();
        Score { factor, total: roll + factor.0 + added, modifiers }
    }

    /// One side of the result document.
    pub(super) fn result(&self, outcome: Row, last: &str, pursuit: Pursuit) -> Value {
        let rules = [Some(self.factor.1), outcome.1, pursuit.1];
        let modifiers: Vec<Value> =
            self.modifiers.iter().map(|(rule, value)| json!({"rule": rule, "value": value})).collect();
        json!({
            "factor": self.factor.0,
            "total": self.total,
            "outcome": outcome.0,
            "final": last,
            "pursues": distance(pursuit.0),
            "rules": rules.into_iter().flatten().collect::<Vec<_>>(),
            "modifiers": modifiers,
        })
    }
}

/// A distance as it is written: `1`, not `1.0`.
fn distance(widths: f64) -> Value {
    if widths == 0.5 { json!(0.5) } else { json!(if widths == 1.0 { 1 } else { 0 }) }
}

/// The answer to a case that is not possible.
pub(super) fn refusal(case: &Value, fault: &Fault) -> Value {
    json!({"id": id(case), "error": {"code": fault.0, "field": fault.1}})
}

/// The answer to a case that is possible.
pub(super) fn answer(case: &Value, a: &Value, b: &Value) -> Value {
    json!({"id": id(case), "a": a, "b": b})
}

fn id(case: &Value) -> Value {
    case.get("id").cloned().unwrap_or(Value::Null)
}

/// A text field of a side.
pub(super) fn word(side: &Value, field: &str) -> Option<String> {
    side.get(field).and_then(Value::as_str).map(str::to_owned)
}

/// A yes-or-no field of a side.
pub(super) fn flag(side: &Value, field: &str, default: bool) -> bool {
    side.get(field).and_then(Value::as_bool).unwrap_or(default)
}

/// A number of a side, 0 where it is left out.
pub(super) fn number(side: &Value, field: &str) -> i64 {
    side.get(field).and_then(Value::as_i64).unwrap_or(0)
}

/// The type of a friend that gives support (`{"type": "Ps"}`).
pub(super) fn friend(side: &Value, field: &str) -> Option<String> {
    side.get(field).and_then(|friend| word(friend, "type"))
}
