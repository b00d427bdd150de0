//! Summoning, freeing and replacing elements that are off the table.

use musterfield_rules::battle::List;

use crate::legal::{Arrival, Offer};
use crate::order::Order;
use crate::state::{Battle, Whereabouts};

/// The element to summon, free or replace now, if there is one.
#[must_use]
pub fn summon(battle: &Battle) -> Option<Order> {
    battle.army(battle.player()).find_map(|id| {
        let place = battle.element(id).place;
        let offer = match place {
            // Replacing Hordes is expensive and leaves no PIPs for moves.
            Whereabouts::Destroyed if battle.is(id, List::Inexhaustible) && battle.pips() > 2 => {
                Offer::Stand(id, Arrival::Summoned)
            }
            Whereabouts::Aside | Whereabouts::Fled => Offer::Stand(id, Arrival::Summoned),
            Whereabouts::Ensorcelled(_) if battle.returns_to_marker(id) => Offer::Only(Order::Free(id, None)),
            Whereabouts::Ensorcelled(_) => Offer::Stand(id, Arrival::Freed),
            _ => return None,
        };
        battle.legal(&offer).next()
    })
}
