//! The conditions of a puzzle: they are about the position that is reached, never about exact places, so that equally
//! good ways count.

use musterfield_battle::contact::Spot;
use musterfield_battle::legal::{At, Course, Whom};
use musterfield_battle::state::Whereabouts;
use musterfield_battle::{Battle, Foe, Id, Members, Move, Order, Phase, Player, Report};
use musterfield_dice::Roller;
use musterfield_geometry::Edge;

use super::answer::{Answer, onward};

/// A condition, which may be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    is_denied: bool,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// The front edge of the first stands against an edge of the second, this one or any.
    Meets(Id, Id, Option<Side>),
    /// The first stands against the enemy camp, or has taken it.
    Storms(Id),
    /// It is in close combat.
    Fights(Id),
    /// It is a garrison.
    Garrison(Id),
    /// It is on the table.
    Arrived(Id),
    /// The fight that it stands in destroys it, as all stand, in so many of a hundred throws.
    Dies(Id, u32),
    /// It is out of contact, and no enemy could make contact with it in its next bound.
    Safe(Id),
    /// No enemy could make contact with its flank or rear in its next bound.
    Covered(Id),
    /// No enemy could make contact with the camp of this side in its next bound.
    CampSafe(Player),
    /// The camp of this side is lost.
    CampTaken(Player),
    /// The first bespells the second, or aids a spell at it.
    Bespells(Id, Id),
    /// The first shoots at the second, or aids a shot at it.
    Shoots(Id, Id),
    /// The first fight is between these two.
    FirstFight(Id, Id),
    /// The side that is asked has won.
    Won,
}

/// A side of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Front,
    Flank,
    Rear,
}

impl Side {
    fn of(edge: Edge) -> Self {
        match edge {
            Edge::Front => Self::Front,
            Edge::Rear => Self::Rear,
            _ => Self::Flank,
        }
    }
}

impl Condition {
    /// Reads a condition; elements are named as in records.
    pub(super) fn read(text: &str, battle: &Battle) -> Option<Self> {
        let (is_denied, text) = text.strip_prefix("not ").map_or((false, text), |rest| (true, rest));
        let words: Vec<&str> = text.split_whitespace().collect();
        let id = |name: &str| battle.id(name.parse().ok()?);
        let side = |name: &str| Player::ALL.into_iter().find(|player| player.letter().to_string() == name);
        let what = match *words {
            ["won"] => What::Won,
            ["camp", whose, "safe"] => What::CampSafe(side(whose)?),
            ["camp", whose, "taken"] => What::CampTaken(side(whose)?),
            [one, "storms"] => What::Storms(id(one)?),
            [one, "fights"] => What::Fights(id(one)?),
            [one, "garrison"] => What::Garrison(id(one)?),
            [one, "arrived"] => What::Arrived(id(one)?),
            [one, "safe"] => What::Safe(id(one)?),
            [one, "covered"] => What::Covered(id(one)?),
            [one, "dies", percent] => What::Dies(id(one)?, percent.parse().ok()?),
            [one, "meets", other] => What::Meets(id(one)?, id(other)?, None),
            [one, "meets", other, "front"] => What::Meets(id(one)?, id(other)?, Some(Side::Front)),
            [one, "meets", other, "flank"] => What::Meets(id(one)?, id(other)?, Some(Side::Flank)),
            [one, "meets", other, "rear"] => What::Meets(id(one)?, id(other)?, Some(Side::Rear)),
            [one, "bespells", other] => What::Bespells(id(one)?, id(other)?),
            [one, "shoots", other] => What::Shoots(id(one)?, id(other)?),
            [one, other, "first"] => What::FirstFight(id(one)?, id(other)?),
            _ => return None,
        };
        Some(Self { is_denied, what })
    }

    /// Whether it holds for the answer of a side.
    pub(super) fn holds(self, answer: &Answer, side: Player) -> bool {
        self.what.is_so(answer, side) != self.is_denied
    }
}

impl What {
    fn is_so(self, answer: &Answer, side: Player) -> bool {
        let battle = &answer.moved;
        match self {
            Self::Meets(one, other, edge) => {
                let met = battle.is_on_table(one).then(|| battle.before(one)).flatten();
                met.is_some_and(|(enemy, met)| enemy == other && edge.is_none_or(|edge| edge == Side::of(met)))
            }
            Self::Storms(one) => {
                let storms = |(id, foe): &(Id, Foe)| *id == one && matches!(foe, Foe::Feature(_));
                battle.opponents().iter().any(storms)
            }
            Self::Fights(one) => battle.is_in_close_combat(one),
            Self::Garrison(one) => matches!(battle.element(one).place, Whereabouts::Holds(_)),
            Self::Arrived(one) => battle.is_on_table(one),
            Self::Dies(one, percent) => death(battle, one) >= percent,
            Self::Safe(one) => {
                !battle.is_in_close_combat(one)
                    && !is_met(
                        battle,
                        side,
                        |whom| matches!(whom, Whom::Enemy(id, At::Edge(_)) | Whom::Enemy(id, At::Beside(_)) if id == one),
                    )
            }
            Self::Covered(one) => !is_met(
                battle,
                side,
                |whom| matches!(whom, Whom::Enemy(id, At::Edge(spot)) if id == one && spot != Spot::Front),
            ),
            Self::CampSafe(whose) => {
                let has_camp = battle.side(whose).camp.is_some();
                has_camp && !is_met(battle, whose, |whom| matches!(whom, Whom::Feature(_)))
            }
            Self::CampTaken(whose) => battle.has_lost_camp(whose),
            Self::Bespells(one, other) => is_aimed(answer, one, other, |deed| match deed {
                Order::Bespell { mage, aids, target } => Some((*mage, *aids, *target)),
                _ => None,
            }),
            Self::Shoots(one, other) => is_aimed(answer, one, other, |deed| match deed {
                Order::Shoot { shooter, aids, target } => Some((*shooter, *aids, *target)),
                _ => None,
            }),
            Self::FirstFight(one, other) => {
                let fought = answer.deeds.iter().find_map(|deed| match deed {
                    Order::Fight(id, Foe::Element(foe)) => Some((*id, *foe)),
                    _ => None,
                });
                fought == Some((one, other)) || fought == Some((other, one))
            }
            Self::Won => battle.phase() == Phase::Over(side),
        }
    }
}

/// Whether an element takes part in a spell or shot at another.
fn is_aimed(answer: &Answer, one: Id, other: Id, aimed: impl Fn(&Order) -> Option<(Id, Members, Id)>) -> bool {
    let mut those = answer.deeds.iter().filter_map(aimed).filter(|(.., target)| *target == other);
    those.any(|(first, others, _)| first == one || others.has(one))
}

/// A die that always shows the same.
struct Always(u8);

impl Roller for Always {
    fn roll(&mut self) -> Option<u8> {
        Some(self.0)
    }
}

/// The number of orders after which a battle counts as stuck.
const MOST_ORDERS: u8 = 100;

/// The battle as it goes on without anybody's doing until something is so.
fn until(battle: &Battle, die: u8, is_so: impl Fn(&Battle) -> bool) -> Option<Battle> {
    let mut after = battle.clone();
    for _ in 0..MOST_ORDERS {
        if is_so(&after) {
            return Some(after);
        }
        let legal = after.validate(&onward(&after)?).ok()?;
        after.apply(&legal, &mut Always(die), &mut Report::unread()).ok()?;
    }
    None
}

/// The number of throws in a hundred that destroy an element in the fight in which it stands.
pub(crate) fn death(battle: &Battle, one: Id) -> u32 {
    let is_at_it = |battle: &Battle| battle.phase() == Phase::Fighting;
    let Some(fighting) = until(battle, 1, is_at_it).filter(|after| after.bound() == battle.bound()) else { return 0 };
    let mut fights = fighting.fights().into_iter();
    let Some((id, foe)) = fights.find(|(id, foe)| *id == one || *foe == Foe::Element(one)) else { return 0 };
    let Ok(chances) = fighting.chances(&Order::Fight(id, foe)) else { return 0 };
    let lost = chances.results.iter().filter(|result| result.battle.is_lost(one));
    lost.map(|result| result.weight).sum::<u32>() * 100 / chances.throws.max(1)
}

/// The battle as the next bound of the enemy of this side begins, with as many PIPs as a die can show.
fn next_bound(battle: &Battle, side: Player) -> Option<Battle> {
    let is_next = |after: &Battle| match after.phase() {
        // Nobody comes any more.
        Phase::Over(winner) => winner == side,
        Phase::Summoning | Phase::Moving => after.player() != side,
        _ => false,
    };
    until(battle, 6, is_next)
}

/// Whether an enemy of this side could make such a contact in its next bound.
fn is_met(battle: &Battle, side: Player, is_such: impl Fn(Whom) -> bool) -> bool {
    let Some(next) = next_bound(battle, side) else { return true };
    let single = next.on_table(side.other()).map(Members::one);
    single.chain(next.groups()).any(|who| {
        let families = next.contacts_in_reach(&Move { who, legs: Vec::new() });
        families.into_iter().any(|family| match family.course {
            Course::Contact { whom, .. } => is_such(whom) && next.validate(&Order::Move(family.order(1))).is_ok(),
            _ => false,
        })
    })
}
