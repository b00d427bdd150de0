//! What happened last, for marks on the drawing: the states before the last orders are kept beside the battle.

use std::collections::VecDeque;

use musterfield_battle::record::Entry;
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Battle, Foe, Id, Order};
use musterfield_geometry::Point;
use musterfield_sheets::map::Happening;

/// The largest number of orders that are told on the drawing.
const MOST: usize = 12;

/// The states before the last orders, the earliest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Lately(VecDeque<Battle>);

impl Lately {
    /// Notes the state before another order.
    pub(super) fn note(&mut self, before: &Battle) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(before.clone());
    }

    /// What the last orders did, with the battle as it is now; of all orders, the first `skipped` are left out.
    pub(super) fn happened(&self, now: &Battle, entries: &[Entry], skipped: usize) -> Vec<Happening> {
        let told = entries.len().saturating_sub(skipped).min(self.0.len());
        let states = self.0.iter().skip(self.0.len() - told);
        let after = states.clone().skip(1).chain([now]);
        let entries = entries.iter().skip(entries.len() - told);
        states.zip(after).zip(entries).flat_map(|((before, after), entry)| of_order(before, after, entry)).collect()
    }
}

fn middle(battle: &Battle, id: Id) -> Point {
    battle.base(id).middle()
}

/// What one order did.
fn of_order(before: &Battle, after: &Battle, entry: &Entry) -> Vec<Happening> {
    let mut found = Vec::new();
    let order = Order::parse(before, &entry.order).ok();
    match order {
        Some(Order::Fight(id, Foe::Element(other))) => {
            found.push(Happening::Fought(middle(before, id), middle(before, other)));
        }
        Some(Order::Shoot { shooter: id, target, .. } | Order::Bespell { mage: id, target, .. }) => {
            found.push(Happening::Shot(middle(before, id), middle(before, target)));
        }
        _ => {}
    }
    let is_there =
        |battle: &Battle, id: Id| matches!(battle.element(id).place, Whereabouts::Table | Whereabouts::Holds(_));
    for id in before.everybody().filter(|id| is_there(before, *id)) {
        if after.is_lost(id) {
            found.push(Happening::Lost(middle(before, id)));
        } else if is_there(after, id) && before.base(id).middle() != after.base(id).middle() {
            found.push(Happening::Moved(middle(before, id), middle(after, id)));
        }
    }
    found
}
