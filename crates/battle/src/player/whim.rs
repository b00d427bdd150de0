//! A player that gives any legal order.

use musterfield_dice::Dice;

use super::{Captain, Refused, checked};
use crate::element::{Id, Members};
use crate::legal::{Arrival, Offer};
use crate::order::Order;
use crate::state::{Battle, Phase, Whereabouts};
use crate::validate::Legal;

/// Gives random legal orders, determined by its seed alone. It plays badly but reaches every kind of situation, which
/// is what testing the engine needs.
#[derive(Clone, Debug)]
pub struct Whim {
    dice: Dice,
}

/// It ends a part of the bound early with a chance of one in this many.
const GOES_ON: u32 = 4;
/// The number of places it chooses from when it sets up an element.
const PLACES: usize = 60;

impl Whim {
    /// A new player. The same seed and stream give the same orders in the same battle.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        Self { dice: Dice::new(seed, stream) }
    }

    /// Holds some elements back to land, if it feels like it.
    fn reserve(&mut self, battle: &Battle) -> Option<Order> {
        let parties: Vec<Members> = battle.may_reserve();
        let party = match parties.as_slice() {
            [only] => Some(*only),
            several => self.dice.pick(several).copied(),
        };
        let offer = party.map(Offer::Reserve)?;
        if !battle.reserved(battle.player()).is_empty() || self.dice.below(GOES_ON) > 0 {
            return None;
        }
        self.dice.pick(&battle.legal(&offer).collect::<Vec<_>>()).cloned()
    }

    /// Puts somebody into a Fort that has to be held, and Civilians into a camp, if it feels like it.
    fn garrison(&mut self, battle: &Battle) -> Option<Order> {
        let player = battle.player();
        let may = |order: &Order| battle.allows(order);
        if let Some(fort) = battle.owed_garrison() {
            let all: Vec<Order> = battle.army(player).map(|id| Order::Garrison(id, fort)).filter(may).collect();
            return self.dice.pick(&all).cloned();
        }
        let camp_of = |id: Id| battle.profile(id).civilians.filter(|held| held.is_camp());
        let is_aside = |id: &Id| battle.element(*id).place == Whereabouts::Aside;
        let waiting = battle.army(player).filter(is_aside);
        let order = waiting.filter_map(|id| Some(Order::Garrison(id, camp_of(id)?))).find(may)?;
        (self.dice.below(GOES_ON) > 0).then_some(order)
    }

    /// Sets up some element that is not set up yet, anywhere.
    fn set_up(&mut self, battle: &Battle) -> Option<Order> {
        let lands = battle.reserved(battle.player());
        let waits = |id: &Id| {
            let is_aside = battle.element(*id).place == Whereabouts::Aside;
            is_aside && battle.profile(*id).civilians.is_none() && !lands.has(*id)
        };
        let open = battle.army(battle.player()).filter(|id| !battle.is_deployed(*id));
        open.filter(waits).find_map(|id| {
            let mut places: Vec<Order> =
                battle.legal(&Offer::Stand(id, Arrival::SetUp)).step_by(3).take(PLACES).collect();
            if places.is_empty() {
                places.extend(battle.free_place(id).map(|base| Order::Place(id, crate::Pose::of(&base))));
            }
            self.dice.pick(&places).cloned()
        })
    }
}

impl Captain for Whim {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let order = if battle.phase() == Phase::Deployment {
            let is_divided = battle.division(battle.player()).is_some();
            let is_over = is_divided && self.dice.below(GOES_ON) == 0 && battle.allows(&Order::End);
            if is_over {
                None
            } else {
                self.reserve(battle).or_else(|| self.garrison(battle)).or_else(|| self.set_up(battle))
            }
        } else if self.dice.below(GOES_ON) == 0 && battle.allows(&Order::End) {
            None
        } else {
            self.dice.pick(&battle.legal_orders()).cloned()
        };
        checked(battle, order.unwrap_or(Order::End))
    }
}
