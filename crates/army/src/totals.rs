//! The totals of an army.

use musterfield_rules::Points;
use musterfield_rules::ruleset::BreakPoint;
use musterfield_rules::troop::{Move, Troop};

use super::draft::{Draft, ElementLine};

/// The totals of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyTotals {
    /// Elements.
    pub elements: i64,
    /// AP agreed.
    pub budget: Points,
    /// AP spent.
    pub spent: Points,
    /// AP spent on costly elements.
    pub costly: Points,
    /// AP that may be spent on costly elements.
    pub costly_cap: Points,
    /// AP spent on allies.
    pub allies: Points,
    /// AP that may be spent on allies.
    pub allies_cap: Points,
    /// Elements and AP by class, in the order of the ruleset's classes.
    pub classes: Vec<(i64, Points)>,
    /// The loss at which the army breaks, where the ruleset says.
    pub break_point: Option<BreakPoint>,
    /// Greatest and smallest move in good going.
    pub moves: Option<(u16, u16)>,
    /// Elements that may hold a Stronghold or a Camp.
    pub garrison: i64,
}

impl ArmyTotals {
    /// Computes the totals of an army.
    pub(super) fn of(draft: &Draft) -> Self {
        let ruleset = draft.ruleset;
        let mut figures = Self {
            elements: 0,
            budget: draft.points,
            spent: Points::ZERO,
            costly: Points::ZERO,
            costly_cap: ruleset.costly_cap(draft.points),
            allies: Points::ZERO,
            allies_cap: ruleset.allies_cap(draft.points),
            classes: vec![(0, Points::ZERO); ruleset.classes().len()],
            break_point: None,
            moves: None,
            garrison: 0,
        };
        for line in &draft.lines {
            let count = line.elements();
            figures.elements = figures.elements.saturating_add(count);
            let Some(troop) = draft.troop(line) else { continue };
            let points = draft.price(line) * count;
            figures.spent += points;
            if troop.costly {
                figures.costly += points;
            }
            if line.ally {
                figures.allies += points;
            }
            if let Some(class) = figures.classes.get_mut(troop.class.value.index()) {
                class.0 = class.0.saturating_add(count);
                class.1 += points;
            }
            if troop.garrison.walls && !line.ally {
                figures.garrison = figures.garrison.saturating_add(count);
            }
            if let (Some(good), true) = (good_move(draft, line, troop), count > 0) {
                let (fastest, slowest) = figures.moves.unwrap_or((good, good));
                figures.moves = Some((fastest.max(good), slowest.min(good)));
            }
        }
        figures.spent += draft.other_costs;
        figures.break_point = ruleset.break_point(draft.points, figures.elements);
        figures
    }

    /// AP left; zero when overspent.
    #[must_use]
    pub fn unspent(&self) -> Points {
        self.budget.saturating_sub(self.spent)
    }
}

/// The move of a line's elements in good going.
fn good_move(draft: &Draft, line: &ElementLine, troop: &Troop) -> Option<u16> {
    moves(draft, line, troop).good
}

/// The moves of a line's elements: as mounted infantry where they ride, otherwise by type and Fast.
#[must_use]
pub fn moves(draft: &Draft, line: &ElementLine, troop: &Troop) -> Move {
    let fast = troop.fast.value.applies(line.fast);
    match &draft.ruleset.army.mounted_infantry {
        Some(riding) if line.mounted && troop.rides.is_some() => {
            // A type that is always Fast without a Fast move of its own rides at the Fast rate (D3H2-FAST-13).
            if fast { riding.fast_movement.value } else { riding.movement.value }
        }
        _ => troop.moves(fast),
    }
}
