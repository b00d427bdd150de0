//! Checking orders. A [`Legal`] order holds everything that the check worked out, so that nothing is worked out again
//! when it is carried out.

use musterfield_combat::Case;
use musterfield_geometry::Base;
use musterfield_rules::battle::Topic;
use musterfield_rules::combat::Held;
use musterfield_terrain::layout::Edge;

use super::aftermath::{Beaten, Shot};
use super::command::Cost;
use super::element::{Id, Members};
use super::mover::Mover;
use super::moving::Plan;
use super::order::{Foe, Friends, Move, Order};
use super::refusal::Refusal;
use super::state::{Battle, Camp, Phase};

/// An order that may be given in one position of a battle. [`Battle::apply`] carries it out.
#[derive(Clone, Debug)]
pub struct Legal {
    pub(super) order: Order,
    pub(super) action: Action,
    /// The position in which it was checked, in builds that check how the engine is used.
    pub(super) position: Option<u64>,
}

/// The effect of an order, as far as it follows before any die is rolled.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// The invader takes a base edge.
    TakeEdge(Edge),
    /// The dice are allotted to the commands with these numbers, the highest first.
    Allot(Vec<u8>),
    /// A side places its camp.
    PlaceCamp(Camp),
    /// The Stronghold serves as the camp.
    CampInStronghold,
    /// An element is set up on a base.
    SetUp(Id, Base),
    /// An element is set up in a feature, with its base if the feature has an outline.
    Garrison(Id, Held, Option<Base>),
    /// An element is set up no longer.
    TakeBack(Id),
    /// These elements are to land.
    Reserve(Members),
    /// Elements land.
    Land(Vec<(Id, Base)>),
    /// Elements are summoned for this price in PIPs.
    Summon(Vec<(Id, Base)>, u8),
    /// An element is freed and comes back on this base.
    Free(Id, Base),
    /// Elements are held in place, a single one on this base if it turns first.
    Hold(Members, Option<Base>, Cost),
    /// A tactical move.
    Move(Plan),
    /// Elements pass through a City, and this is what comes of it.
    Pass(Plan),
    /// The Civilians of a City rise.
    Revolt,
    /// An element dismounts, and stands on this base on foot.
    Dismount(Id, Base, Cost),
    /// An Aerial comes down.
    ComeDown(Id),
    /// A Mage bespells an enemy.
    Bespell(Spell),
    /// A shot is declared.
    Shoot(Shot),
    /// A third element shoots at the shooter of the declared shot.
    Answer(Shot),
    /// A fight.
    Fight(Id, Foe, Case<'static>),
    /// A commander-in-chief adds to a score.
    Add,
    /// A beaten element goes back this far, in thousandths of a BW.
    Recoil(Beaten, i64, Friends),
    /// Elements conform to movers that have come into contact with them.
    Conform,
    /// A freed element comes back.
    Return(Id, Base),
    /// The present part of the bound ends.
    End,
}

/// A spell that is cast.
#[derive(Clone, Debug)]
pub(super) struct Spell {
    /// The Mage that casts it.
    pub(super) mage: Id,
    /// The Mages that aid it.
    pub(super) aids: Members,
    /// The element that is bespelled.
    pub(super) target: Id,
    /// Its price in PIPs.
    pub(super) price: u8,
    /// The case that the dice decide.
    pub(super) case: Case<'static>,
}

impl Legal {
    /// The order.
    #[must_use]
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The consequences of a tactical move; `None` for any other order.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        match &self.action {
            Action::Move(plan) => Some(plan),
            _ => None,
        }
    }
}

impl Battle {
    /// Checks an order against the rules and changes nothing. [`Battle::to_decide`] says which player gives the order.
    ///
    /// # Errors
    /// The rule and the reason for the refusal.
    pub fn validate(&self, order: &Order) -> Result<Legal, Refusal> {
        Ok(Legal { action: self.action(order)?, order: order.clone(), position: self.checked_position() })
    }

    /// Whether an order may be given now, that is, whether [`Battle::validate`] accepts it.
    #[must_use]
    pub fn allows(&self, order: &Order) -> bool {
        self.action(order).is_ok()
    }

    /// Checks a tactical move of elements of which everything near is known. Where several rules forbid it, the one that
    /// is named need not be that of [`Battle::validate`].
    ///
    /// # Errors
    /// A rule that forbids it.
    pub fn validate_near(&self, mover: &Mover, of: Move) -> Result<Legal, Refusal> {
        let action = Action::Move(self.plan_near(mover, &of)?);
        Ok(Legal { action, order: Order::Move(of), position: self.checked_position() })
    }

    /// The position, in builds that check how the engine is used.
    pub(super) fn checked_position(&self) -> Option<u64> {
        cfg!(debug_assertions).then(|| self.position())
    }

    /// The part of the game to which an order belongs, if the rules of the battle do not have it.
    fn unknown_topic(&self, order: &Order) -> Option<Topic> {
        let rules = self.rules();
        let topics = order.topics();
        if rules.topics().has_any(topics) { None } else { topics.first().copied() }
    }

    fn action(&self, order: &Order) -> Result<Action, Refusal> {
        if let Phase::Over(_) = self.phase() {
            return Err(Refusal::Over);
        }
        if !order.is_on_earth() {
            return Err(Refusal::FarAway);
        }
        if let Some(topic) = self.unknown_topic(order) {
            return Err(Refusal::NotInThisGame(topic));
        }
        Ok(match order {
            Order::Edge(edge) => {
                self.check_edge(*edge)?;
                Action::TakeEdge(*edge)
            }
            Order::Allot(numbers) => {
                self.check_allotting(numbers)?;
                Action::Allot(numbers.clone())
            }
            Order::Camp(pose, length, width) => Action::PlaceCamp(self.check_camp(*pose, *length, *width)?),
            Order::CampInStronghold => {
                self.check_camp_in_stronghold()?;
                Action::CampInStronghold
            }
            Order::Place(id, pose) => Action::SetUp(*id, self.check_set_up(*id, *pose)?),
            Order::Garrison(id, held) => Action::Garrison(*id, *held, self.check_garrison(*id, *held)?),
            Order::TakeBack(id) => {
                self.check_taking_back(*id)?;
                Action::TakeBack(*id)
            }
            Order::Reserve(who) => {
                self.check_reserving(*who)?;
                Action::Reserve(*who)
            }
            Order::Land(who) => Action::Land(self.check_landing(who)?),
            Order::Summon(who) => {
                let (bases, price) = self.check_summoning(who)?;
                Action::Summon(bases, price)
            }
            Order::Free(id, pose) => Action::Free(*id, self.check_freeing(*id, *pose)?),
            Order::Hold(who, facing) => {
                let (base, cost) = self.check_holding(*who, *facing)?;
                Action::Hold(*who, base, cost)
            }
            Order::Move(of) => Action::Move(self.plan(of)?),
            Order::Dismount(id) => {
                let (base, cost) = self.check_dismounting(*id)?;
                Action::Dismount(*id, base, cost)
            }
            Order::Pass(who) => Action::Pass(self.check_passage(*who)?),
            Order::Revolt => {
                self.check_revolt()?;
                Action::Revolt
            }
            Order::Engage(id) => {
                self.check_coming_down(*id)?;
                Action::ComeDown(*id)
            }
            Order::Bespell { mage, aids, target } => {
                let price = self.check_spell(*mage, *aids, *target)?;
                let case = self.spell(*mage, *aids, *target)?;
                Action::Bespell(Spell { mage: *mage, aids: *aids, target: *target, price, case })
            }
            Order::Shoot { shooter, aids, target } => {
                let shot = Shot { shooter: *shooter, aids: *aids, target: *target };
                match self.phase() {
                    Phase::Answering(answered) => {
                        self.check_answer(answered, shot)?;
                        Action::Answer(shot)
                    }
                    _ => {
                        self.check_shot(shot)?;
                        Action::Shoot(shot)
                    }
                }
            }
            Order::Fight(id, foe) => Action::Fight(*id, *foe, self.check_fight(*id, *foe)?),
            Order::Conform => match self.phase() {
                Phase::Conforming(_) => Action::Conform,
                _ => return Err(Refusal::NobodyConforms),
            },
            Order::Add => {
                self.check_adding()?;
                Action::Add
            }
            Order::Recoil(distance, friends) => {
                Action::Recoil(self.check_recoil(*distance, *friends)?, *distance, *friends)
            }
            Order::Return(pose) => {
                let (id, base) = self.check_return(*pose)?;
                Action::Return(id, base)
            }
            Order::End => {
                self.check_end()?;
                Action::End
            }
        })
    }

    /// Checks that the present part of the bound may end: nothing is owed.
    fn check_end(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Edges => Err(Refusal::EdgeIsOwed),
            Phase::Allotting => Err(Refusal::AllotmentIsOwed),
            // A side ends the choice of a camp if its army has none, or none fits.
            Phase::Camp => self.check_end_of_camps(),
            Phase::Summoning | Phase::Moving | Phase::Bespelling => Ok(()),
            Phase::Conforming(_) | Phase::Returning(_) | Phase::Answering(_) => Ok(()),
            Phase::Holding | Phase::Adding(_) => Ok(()),
            Phase::Deployment => self.check_all_set_up(),
            Phase::Landing if self.can_land() => Err(Refusal::LandingIsOwed),
            Phase::Landing => Ok(()),
            Phase::Shooting | Phase::ShootingBack => match self.who_has_to_shoot() {
                Some(id) => Err(Refusal::ShotIsOwed(self.profile(id).name)),
                None => Ok(()),
            },
            Phase::Fighting => match self.opponents().iter().find(|(id, foe)| self.is_ruled(*id, *foe)) {
                Some((id, _)) => Err(Refusal::FightIsOwed(self.profile(*id).name)),
                None => Ok(()),
            },
            Phase::Recoiling(_) => Err(Refusal::RecoilIsOwed),
            Phase::Over(_) => Err(Refusal::Over),
        }
    }
}
