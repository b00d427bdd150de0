//! The orders a side may give now, in a form that an interface can offer and a computer player can choose from.
//!
//! An [`Offer`] is one order, or many that differ by one number or one choice. [`Battle::legal`] lists a sample of an
//! offer's orders, in a fixed order, and [`Battle::play`] accepts each of them. Conversely, every order that is
//! accepted belongs to an offer ([`Battle::offers_order`]). A move of several legs is offered leg by leg:
//! [`Battle::families`] takes the legs chosen so far and says how the move can go on.

mod contacts;
mod family;
mod groups;
mod places;
mod shores;

pub use contacts::{At, Whom};
pub use family::{Course, Family};

use musterfield_rules::combat::Held;

use super::element::{Id, Members};
use super::mover::{Mover, Movers};
use super::order::{Foe, Order};
use super::state::{Battle, Phase, Whereabouts};

/// Something a side may do now: one order, or many that differ by a number or a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A single order.
    Only(Order),
    /// Place a camp on one's own base edge.
    Camp,
    /// A tactical move of an element or a group in one way.
    Move(Family),
    /// Shoot at a target.
    Shoot {
        /// The element that shoots.
        shooter: Id,
        /// The element it shoots at.
        target: Id,
        /// The elements that may aid. An order may name only as many as the rules count.
        may_aid: Members,
    },
    /// Bespell a target.
    Bespell {
        /// The Mage that casts the spell.
        mage: Id,
        /// The element it bespells.
        target: Id,
        /// The Mages that may aid. An order may name only as many as the rules count.
        may_aid: Members,
    },
    /// Hold some of these elements back to land from the sea; an order may name only as many as land together.
    Reserve(Members),
    /// Land from the sea.
    Land,
    /// Hold these elements in place, or some of them that stand together.
    Hold(Members),
    /// Turn an element to a direction to be chosen, and hold it in place.
    Turn(Id),
    /// Put an element on the table, at a place to be chosen.
    Stand(Id, Arrival),
}

/// The reason an element is put on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrival {
    /// Deployment before the first bound.
    SetUp,
    /// Summoning, or replacing a lost Horde.
    Summoned,
    /// Freeing an ensorcelled element for PIPs.
    Freed,
    /// The return of an element that was freed by the fate of its bespeller.
    Returned,
}

impl Offer {
    /// The elements that move, if it is a move.
    fn movers(&self) -> Option<Members> {
        match self {
            Self::Move(Family { so_far, .. }) => Some(so_far.who),
            _ => None,
        }
    }
}

impl Battle {
    /// Every offer open to the side that decides now, in a fixed order. Each has at least one legal order.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        let (mut offers, mut movers) = (self.conceivable(), Movers::default());
        offers.retain(|offer| {
            let mover = offer.movers().map(|who| movers.of(self, who));
            self.samples(offer).any(|order| self.allows_for(&order, mover))
        });
        offers
    }

    /// A sample of legal orders from every offer open now, in a fixed order.
    #[must_use]
    pub fn legal_orders(&self) -> Vec<Order> {
        let (mut orders, mut movers) = (Vec::new(), Movers::default());
        for offer in &self.conceivable() {
            let mover = offer.movers().map(|who| movers.of(self, who));
            orders.extend(self.samples(offer).filter(|order| self.allows_for(order, mover)));
        }
        orders
    }

    /// The legal ones among the sample orders of an offer, in a fixed order.
    pub fn legal<'b>(&'b self, offer: &'b Offer) -> impl Iterator<Item = Order> + 'b {
        let mover = offer.movers().map(|who| Movers::default().of(self, who).clone());
        self.samples(offer).filter(move |order| self.allows_for(order, mover.as_ref()))
    }

    fn allows_for(&self, order: &Order, mover: Option<&Mover>) -> bool {
        match (order, mover) {
            (Order::Move(of), Some(mover)) => self.plan_near(mover, of).is_ok(),
            (order, _) => self.allows(order),
        }
    }

    /// Whether an order belongs to one of the current offers.
    #[must_use]
    pub fn offers_order(&self, order: &Order) -> bool {
        match order {
            Order::Move(of) => self.offers_move(of),
            Order::Shoot { shooter, aids, target }
                if matches!(self.state.phase, Phase::Shooting | Phase::ShootingBack) =>
            {
                self.targets(*shooter).contains(target)
                    && self.may_aid(*aids)
                    && aids.within(self.may_aid_shot(*shooter, *target))
            }
            Order::Place(id, _) => self.conceivable().contains(&Offer::Stand(*id, Arrival::SetUp)),
            Order::Free(id, Some(_)) => self.conceivable().contains(&Offer::Stand(*id, Arrival::Freed)),
            Order::Return(_) => matches!(self.state.phase, Phase::Returning(_)),
            Order::Reserve(who) => self.conceivable().iter().any(|offer| match offer {
                Offer::Reserve(may) => who.within(*may),
                _ => false,
            }),
            Order::Hold(who, None) => self.conceivable().iter().any(|offer| match offer {
                Offer::Hold(all) => who.within(*all),
                _ => false,
            }),
            Order::Hold(who, Some(_)) => {
                let only = who.first().filter(|_| who.count() == 1);
                only.is_some_and(|id| self.conceivable().contains(&Offer::Turn(id)))
            }
            Order::Land(_) => self.state.phase == Phase::Landing,
            Order::Camp(..) => self.state.phase == Phase::Camp,
            Order::Summon(who) => {
                let offers = self.conceivable();
                who.iter().all(|(id, _)| offers.contains(&Offer::Stand(*id, Arrival::Summoned)))
            }
            Order::Shoot { shooter, aids, target } => self.conceivable().iter().any(|offer| {
                matches!(offer, Offer::Shoot { shooter: who, target: whom, may_aid }
                    if who == shooter && whom == target && aids.within(*may_aid) && self.may_aid(*aids))
            }),
            Order::Bespell { mage, target, aids } => self.conceivable().iter().any(|offer| {
                matches!(offer, Offer::Bespell { mage: who, target: whom, may_aid }
                    if who == mage && whom == target && aids.within(*may_aid))
            }),
            order => self.conceivable().contains(&Offer::Only(order.clone())),
        }
    }

    /// Offers that are conceivable in this phase; some may turn out to have no legal order.
    fn conceivable(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        let only = |order: Order| Offer::Only(order);
        match self.state.phase {
            Phase::Edges => offers.extend(self.field().edges.open().map(|edge| only(Order::Edge(edge)))),
            Phase::Allotting => {
                offers.extend(self.allotments().map(|numbers| only(Order::Allot(numbers))));
                return offers;
            }
            Phase::Camp => offers.extend([Offer::Camp, only(Order::CampInStronghold)]),
            Phase::Deployment => {
                for id in self.army(self.state.player).filter(|id| !self.is_deployed(*id)) {
                    offers.push(Offer::Stand(id, Arrival::SetUp));
                    let held = self.features_of(self.state.player);
                    offers.extend(held.map(|held| only(Order::Garrison(id, held))));
                    if self.element(id).place != Whereabouts::Aside || self.reserved(self.state.player).has(id) {
                        offers.push(only(Order::TakeBack(id)));
                    }
                }
                offers.extend(self.may_reserve().into_iter().map(Offer::Reserve));
            }
            Phase::Landing => offers.push(Offer::Land),
            Phase::Summoning | Phase::Moving => {
                self.offer_arrivals(&mut offers);
                self.offer_moves(&mut offers);
                let rides = |id: &Id| self.profile(*id).on_foot.is_some();
                self.offer_passages(&mut offers);
                if self.check_revolt().is_ok() {
                    offers.push(only(Order::Revolt));
                }
                offers.extend(self.who_may_move().into_iter().filter(rides).map(|id| only(Order::Dismount(id))));
            }
            Phase::Holding => self.offer_holding(&mut offers),
            Phase::Conforming(_) => offers.push(only(Order::Conform)),
            Phase::Adding(_) => offers.push(only(Order::Add)),
            Phase::Bespelling => self.offer_spells(&mut offers),
            Phase::Shooting | Phase::ShootingBack => {
                self.offer_spells(&mut offers);
                self.offer_shots(&mut offers);
            }
            Phase::Answering(shooter) => self.offer_answers(shooter, &mut offers),
            Phase::Fighting => {
                let named_both_ways = |(id, foe): (Id, Foe)| match foe {
                    Foe::Element(other) => [Some(Order::Fight(id, foe)), Some(Order::Fight(other, Foe::Element(id)))],
                    Foe::Feature(_) => [Some(Order::Fight(id, foe)), None],
                };
                offers.extend(self.fights().into_iter().flat_map(named_both_ways).flatten().map(only));
            }
            Phase::Recoiling(_) => {
                let ways = self.state.aftermath.recoils.first().map(|beaten| self.recoils_of(*beaten));
                let ways = ways.into_iter().flatten();
                offers.extend(ways.map(|(distance, friends)| only(Order::Recoil(distance, friends))));
            }
            Phase::Returning(id) => offers.push(Offer::Stand(id, Arrival::Returned)),
            Phase::Over(_) => return offers,
        }
        offers.push(only(Order::End));
        offers
    }

    /// Adds offers to summon, replace or free elements, and to bring Aerials down to fight.
    fn offer_arrivals(&self, offers: &mut Vec<Offer>) {
        let is_first = self.state.phase == Phase::Summoning;
        for id in self.army(self.state.player) {
            match self.element(id).place {
                Whereabouts::Aside | Whereabouts::Fled | Whereabouts::Destroyed if is_first => {
                    offers.push(Offer::Stand(id, Arrival::Summoned));
                }
                Whereabouts::Ensorcelled(_) if is_first && self.returns_to_marker(id) => {
                    offers.push(Offer::Only(Order::Free(id, None)));
                }
                Whereabouts::Ensorcelled(_) if is_first => offers.push(Offer::Stand(id, Arrival::Freed)),
                Whereabouts::Table if !self.profile(id).is_ground() => {
                    offers.push(Offer::Only(Order::Engage(id)));
                }
                _ => {}
            }
        }
    }

    /// Adds tactical moves of every element that may move, alone and in the groups in which they stand.
    fn offer_moves(&self, offers: &mut Vec<Offer>) {
        let who = self.who_may_move();
        let groups = self.groups().into_iter();
        let alone = who.into_iter().map(Members::one);
        for members in groups.chain(alone) {
            let so_far = super::order::Move { who: members, legs: Vec::new() };
            offers.extend(self.families(&so_far).into_iter().map(Offer::Move));
        }
    }

    /// Adds the elements of demoralised commands that can be held, alone and in the groups in which they stand.
    fn offer_holding(&self, offers: &mut Vec<Offer>) {
        let unsteady = self.unsteady(self.state.player);
        let groups = self.joined(unsteady).into_iter().filter(|group| group.count() > 1);
        offers.extend(groups.map(Offer::Hold));
        for id in unsteady {
            offers.extend([Offer::Hold(Members::one(id)), Offer::Turn(id)]);
        }
    }

    /// All the ways in which the dice can be allotted to the commands of the side that decides.
    fn allotments(&self) -> impl Iterator<Item = Vec<u8>> + use<> {
        let mut all: Vec<Vec<u8>> = vec![Vec::new()];
        let numbers = self.allotting(self.state.player);
        for _ in &numbers {
            let longer = |begun: &Vec<u8>| -> Vec<Vec<u8>> {
                let left = numbers.iter().filter(|number| !begun.contains(number));
                left.map(|number| begun.iter().chain([number]).copied().collect()).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.into_iter()
    }

    fn offer_spells(&self, offers: &mut Vec<Offer>) {
        let mages: Members = self.army(self.state.player).filter(|id| self.profile(*id).spell.is_some()).collect();
        for mage in mages {
            for target in self.spells(mage) {
                let aids = |id: &Id| *id != mage && self.check_spell(*id, Members::NONE, target).is_ok();
                let may_aid = mages.into_iter().filter(aids).collect();
                offers.push(Offer::Bespell { mage, target, may_aid });
            }
        }
    }

    fn offer_shots(&self, offers: &mut Vec<Offer>) {
        for shooter in self.everybody() {
            for target in self.targets(shooter) {
                let may_aid = self.may_aid_shot(shooter, target);
                offers.push(Offer::Shoot { shooter, target, may_aid });
            }
        }
    }

    fn offer_answers(&self, shooter: Id, offers: &mut Vec<Offer>) {
        let thirds: Members = self.may_answer(shooter).collect();
        let answers = thirds.into_iter().map(|third| Offer::Shoot {
            shooter: third,
            target: shooter,
            may_aid: thirds.without(third),
        });
        offers.extend(answers);
    }

    fn may_aid_shot(&self, shooter: Id, target: Id) -> Members {
        let friends = self.army(self.owner(shooter)).filter(|id| *id != shooter);
        friends.filter(|id| self.targets(*id).contains(&target)).collect()
    }

    /// Sample orders of an offer, legal or not.
    fn samples<'b>(&'b self, offer: &'b Offer) -> Box<dyn Iterator<Item = Order> + 'b> {
        match offer {
            Offer::Only(order) => Box::new(std::iter::once(order.clone())),
            Offer::Camp => self.camp_places(),
            Offer::Move(family) => Box::new(family.samples().map(|by| Order::Move(family.order(by)))),
            Offer::Shoot { shooter, target, may_aid } => {
                let order = |aids| Order::Shoot { shooter: *shooter, aids, target: *target };
                Box::new(self.helpers(*may_aid).map(order))
            }
            Offer::Bespell { mage, target, may_aid } => {
                let order = |aids| Order::Bespell { mage: *mage, aids, target: *target };
                Box::new(self.helpers(*may_aid).map(order))
            }
            Offer::Reserve(may) => Box::new(self.landing_parties(*may).map(Order::Reserve)),
            Offer::Hold(who) => Box::new(std::iter::once(Order::Hold(*who, None))),
            Offer::Turn(id) => {
                const PARTS: i32 = 8;
                let facing = self.base(*id).facing();
                let turned = (1..PARTS).map(move |part| facing.turned(part * 3600 / PARTS));
                Box::new(turned.map(|facing| Order::Hold(Members::one(*id), Some(facing))))
            }
            Offer::Land => Box::new(self.landings().map(Order::Land)),
            Offer::Stand(id, arrival) => self.places(*id, *arrival),
        }
    }

    /// Choices of helpers: as many as count, the first of those who may aid, down to none.
    fn helpers(&self, may_aid: Members) -> impl Iterator<Item = Members> + use<> {
        let most = usize::from(self.most_aids());
        let most = most.min(may_aid.into_iter().count());
        (0..=most).rev().map(move |count| may_aid.into_iter().take(count).collect())
    }

    /// The features of a side that an element may still enter.
    fn open_features(&self) -> impl Iterator<Item = Held> + '_ {
        let player = self.state.player;
        self.enterable_features(player).filter(move |held| self.is_open_to(player, *held))
    }
}
