//! Holding elements of demoralised commands in place.

use crate::element::Members;
use crate::order::Order;
use crate::state::Battle;

/// Holds the largest group that can be paid for; nobody if there is none.
pub(super) fn hold(battle: &Battle) -> Order {
    let groups = battle.joined(battle.unsteady(battle.player())).into_iter();
    let orders = groups.filter(|group| !group.is_empty()).map(|group| (group.count(), Order::Hold(group, None)));
    let mut orders: Vec<(u32, Order)> = orders.filter(|(_, order)| battle.allows(order)).collect();
    // Of equals the first.
    orders.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let garrison = || {
        let alone = battle.unsteady(battle.player()).into_iter().filter(|id| !battle.is_on_table(*id));
        alone.map(|id| Order::Hold(Members::one(id), None)).find(|order| battle.allows(order))
    };
    orders.into_iter().next().map(|(_, order)| order).or_else(garrison).unwrap_or(Order::End)
}
