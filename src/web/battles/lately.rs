//! The last events, in words and as marks on the drawing: the states before the last orders are kept beside the battle,
//! and who was lost by which order.

use std::collections::VecDeque;

use musterfield_battle::record::{Entry, Recorder};
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Battle, Foe, Id, Order};
use musterfield_geometry::Point;
use musterfield_sheets::map::Happening;

/// The largest number of orders that are told.
const MOST: usize = 12;

/// The states before the last orders, and all losses.
#[derive(Clone, Debug, Default)]
pub(super) struct Lately {
    /// The states before them, the earliest first.
    before: VecDeque<Battle>,
    /// Everybody who was lost in the battle, with the position of the order, from 0.
    lost: Vec<(usize, Id)>,
}

impl Lately {
    /// Notes the last order that was carried out.
    pub(super) fn note(&mut self, recorder: &Recorder) {
        let (before, after) = (recorder.before(), recorder.battle());
        if self.before.len() == MOST {
            self.before.pop_front();
        }
        self.before.push_back(before.clone());
        let at = recorder.entries().len().saturating_sub(1);
        let lost = after.everybody().filter(|id| after.is_lost(*id) && !before.is_lost(*id));
        self.lost.extend(lost.map(|id| (at, id)));
    }

    /// The state before each of the last orders, the earliest first.
    pub(super) fn states(&self) -> impl DoubleEndedIterator<Item = &Battle> {
        self.before.iter()
    }

    /// Everybody who was lost after the first `skipped` orders, in the order in which they were.
    pub(super) fn lost_since(&self, skipped: usize) -> impl Iterator<Item = Id> {
        self.lost.iter().filter(move |(at, _)| *at >= skipped).map(|(_, id)| *id)
    }

    /// What the last orders did, with the battle as it is now; of all orders, the first `skipped` are left out.
    pub(super) fn happened(&self, now: &Battle, entries: &[Entry], skipped: usize) -> Vec<Happening> {
        let told = entries.len().saturating_sub(skipped).min(self.before.len());
        let states = self.before.iter().skip(self.before.len() - told);
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
