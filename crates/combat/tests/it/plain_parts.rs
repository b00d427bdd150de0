//! Shared parts of the plain evaluations of DBA 3.0, DBA 2.2, HOTT 2.5 and DBMF. They contain no rule except what
//! more, less and half mean.

use super::written::{Fate, Fault};

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

    /// The result for one side.
    pub(super) fn fate(&self, outcome: Row, last: &'static str, pursuit: Pursuit) -> Fate {
        let rules = [Some(self.factor.1), outcome.1, pursuit.1];
        let fate = Fate {
            factor: self.factor.0,
            total: Some(self.total),
            outcome: outcome.0,
            last,
            pursues: thousandths(pursuit.0),
            rules: rules.into_iter().flatten().collect(),
            modifiers: self.modifiers.clone(),
        };
        fate.in_order()
    }
}

/// A distance in base widths in thousandths of one; nobody pursues any other distance.
fn thousandths(widths: f64) -> i64 {
    let known = [(0.0, 0), (0.5, 500), (0.75, 750), (1.0, 1000)];
    known.into_iter().find(|(known, _)| *known == widths).map(|(_, thousandths)| thousandths).unwrap()
}
