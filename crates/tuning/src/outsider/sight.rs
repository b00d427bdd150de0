//! The table as an old hand sees it: who fights whom, who could strike whom next, who is on the way to somebody worth
//! beating, and whose line holds together. All values are in thousandths of what a side may lose before it breaks.

use musterfield_battle::contact::Spot;
use musterfield_battle::order::Foe;
use musterfield_battle::{Battle, Id, Player, TOUCH};
use musterfield_combat::Mode;
use musterfield_geometry::facing::UNIT;
use musterfield_geometry::{BW, Base, Edge, Point};
use musterfield_rules::Points;
use musterfield_rules::battle::List;
use musterfield_rules::battle::policy::Defeat;
use musterfield_rules::combat::Held;
use musterfield_rules::terrain::Going;

use super::prospects::{Fate, Kind, Prospects, Stand, fates};

/// An element on the table.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) id: Id,
    is_own: bool,
    pub(super) base: Base,
    kind: Kind,
    pub(super) worth: i32,
    reach: i64,
    range: i64,
    /// How far it bespells, if it does.
    spell: i64,
    /// Whether it touches no enemy by moving.
    is_slow: bool,
    flies: bool,
    going: Going,
    /// Whether an enemy stands before its front, or it before a feature.
    pub(super) is_engaged: bool,
    /// Whether a friend stands behind it who could help.
    rear: bool,
    /// Friends level with it, at its left and right.
    beside: [Option<usize>; 2],
}

/// A strike that the enemy could make in his next bound.
#[derive(Clone, Copy, Debug)]
struct Strike {
    by: usize,
    at: usize,
    value: i32,
}

/// The weights of what counts besides the fights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temper {
    /// How much the best strikes of the enemy count, in 64ths.
    pub(super) fear: i32,
    /// How much shots and spells to come count, in 64ths.
    pub(super) dread: i32,
    /// How much the fights of this bound count, in 16ths.
    pub(super) fights: i32,
    /// The value of a base width of way towards an enemy.
    pub(super) urge: i32,
    /// The value of being in a fight at all.
    pub(super) lust: i32,
    /// The value of a friend at a side.
    pub(super) cohesion: i32,
    /// The distance from every friend at which an element is alone, in thousandths of a BW.
    pub(super) alone: i64,
}

/// How much the first strikes of the enemy count, in 64ths: he has seldom the PIPs for more.
const SHARES: [i32; 4] = [64, 48, 32, 16];

/// The loss of a side with an element, in thousandths of what it may lose; more if that decided the battle.
pub(super) fn worth(battle: &Battle, id: Id) -> i32 {
    let owner = battle.owner(id);
    let profile = battle.profile(id);
    let breaks_at = owner.of(&battle.setting().breaks_at).thousandths().max(1);
    let share = |points: Points| points.thousandths() * 1000 / breaks_at;
    let loss = battle.loss_of(id);
    let mut value = share(loss).max(20);
    if battle.lost(owner) + loss >= *owner.of(&battle.setting().breaks_at) {
        value += 300;
    }
    if profile.general {
        value = match battle.rules().policies.defeat {
            Defeat::Losses => value + 150,
            Defeat::LossesGeneralOrStronghold => value.max(2400),
        };
    }
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// The loss of a side with a feature.
pub(super) fn worth_of_feature(battle: &Battle, owner: Player, held: Held) -> i32 {
    let breaks_at = owner.of(&battle.setting().breaks_at).thousandths().max(1);
    let value = battle.loss_of_feature(held).thousandths() * 1000 / breaks_at;
    let value = i32::try_from(value).unwrap_or(i32::MAX);
    match battle.rules().policies.defeat {
        Defeat::LossesGeneralOrStronghold if !held.is_camp() => 1000,
        _ => value.max(30),
    }
}

/// Whether an enemy's front lies against the flank or rear of an element.
fn is_at_flank(battle: &Battle, id: Id) -> bool {
    let base = battle.base(id);
    battle.on_table(battle.owner(id).other()).any(|enemy| {
        let other = battle.base(enemy);
        other.nearer(base, TOUCH + 1)
            && [Edge::Left, Edge::Right, Edge::Rear]
                .into_iter()
                .any(|edge| other.against(Edge::Front, base, edge, TOUCH).is_some())
    })
}

/// The expected value of a fight for a player.
pub(super) fn fight(battle: &Battle, me: Player, id: Id, foe: Foe) -> i32 {
    let Ok(odds) = battle.odds(id, foe) else { return 0 };
    let [a, b] = fates(&odds);
    let own = a.harm(worth(battle, id), is_at_flank(battle, id));
    let theirs = match foe {
        Foe::Element(other) => b.harm(worth(battle, other), is_at_flank(battle, other)),
        Foe::Feature(held) => {
            let enemy = battle.owner(id).other();
            let holder = battle.holder(enemy, held).map_or(0, |holder| worth(battle, holder));
            (worth_of_feature(battle, enemy, held) + holder) * b.lost / 36
        }
    };
    if battle.owner(id) == me { theirs - own } else { own - theirs }
}

/// The expected value of all fights of this bound for a player.
pub(super) fn fights(battle: &Battle, me: Player) -> i32 {
    battle.opponents().into_iter().map(|(id, foe)| fight(battle, me, id, foe)).sum()
}

/// The prospect of an element when it meets another in the open, whoever else is there.
pub(super) fn meeting(battle: &Battle, prospects: &mut Prospects, [by, at]: [Id; 2]) -> i32 {
    if let Some(known) = prospects.liking([by, at]) {
        return known;
    }
    let sides = [by, at].map(|id| Stand::alone(Kind::of(battle, id)));
    let harm = |[own, theirs]: [Fate; 2]| theirs.harm(worth(battle, at), false) - own.harm(worth(battle, by), false);
    let liking = prospects.close(battle, sides).map_or(0, harm) / 2;
    prospects.like([by, at], liking);
    liking
}

/// The distance between two points, in thousandths of a BW.
pub(super) fn distance(one: Point, other: Point) -> i64 {
    (one - other).square().isqrt()
}

/// The middle of a front edge.
fn front(base: &Base) -> Point {
    base.front_left().halfway(base.front_right())
}

/// The elements on the table with what is known of each.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    me: Player,
    pub(super) pieces: Vec<Piece>,
    /// The middles of the features of each side that count, with what they count.
    holdings: Vec<(bool, Point, i32)>,
}

impl Sight {
    pub(super) fn of(battle: &Battle, me: Player) -> Self {
        let pieces: Vec<Piece> =
            Player::ALL.into_iter().flat_map(|side| battle.on_table(side)).map(|id| piece(battle, me, id)).collect();
        let middle = |side: Player, held: Held| {
            let its = battle.box_of(side, held)?;
            // Walls with somebody on them do not fall as easily.
            let share = if battle.holder(side, held).is_some() { 3 } else { 1 };
            Some((side == me, its.least.halfway(its.most), worth_of_feature(battle, side, held) / share))
        };
        let holdings = Player::ALL
            .into_iter()
            .flat_map(|side| battle.features_of(side).filter_map(move |held| middle(side, held)))
            .filter(|(_, _, value)| *value > 30)
            .collect();
        let mut sight = Self { me, pieces, holdings };
        sight.link();
        sight
    }

    /// The same after an order that moved only some elements.
    pub(super) fn after(&self, battle: &Battle) -> Self {
        let mut moved: Vec<(Base, Base)> = Vec::new();
        let mut next = self.clone();
        next.pieces.retain(|piece| battle.is_on_table(piece.id));
        for piece in &next.pieces {
            if *battle.base(piece.id) != piece.base {
                moved.push((piece.base, *battle.base(piece.id)));
            }
        }
        for at in &mut next.pieces {
            let near = |base: &Base| base.bounds().grown(BW / 10).intersects(at.base.bounds());
            if *battle.base(at.id) != at.base {
                *at = Piece { worth: at.worth, ..piece(battle, self.me, at.id) };
            } else if moved.iter().any(|(from, to)| near(from) || near(to)) {
                at.is_engaged = is_engaged(battle, at.id);
                at.rear = battle.supporter(at.id).is_some();
            }
        }
        next.link();
        next
    }

    /// Finds who stands level beside whom.
    fn link(&mut self) {
        let found: Vec<[Option<usize>; 2]> = self
            .pieces
            .iter()
            .map(|piece| {
                let is_friend = |other: &&Piece| other.is_own == piece.is_own && other.id != piece.id;
                let level = |other: &Piece, left: bool| {
                    let (mine, theirs) = if left {
                        (piece.base.front_left(), other.base.front_right())
                    } else {
                        (piece.base.front_right(), other.base.front_left())
                    };
                    mine.is_at(theirs, TOUCH) && other.base.facing() == piece.base.facing()
                };
                [true, false].map(|left| self.pieces.iter().position(|other| is_friend(&other) && level(other, left)))
            })
            .collect();
        for (piece, beside) in self.pieces.iter_mut().zip(found) {
            piece.beside = beside;
        }
    }

    /// The value of the position for the player, apart from the fights of this bound.
    pub(super) fn value(&self, battle: &Battle, prospects: &mut Prospects, temper: Temper) -> i32 {
        let threats = self.strikes(battle, prospects);
        let shots = self.shooting(battle, prospects) + self.spells(battle, prospects);
        shots * temper.dread / 64 + self.order(temper) + self.approach(battle, prospects, temper) + self.camps()
            - threats * temper.fear / 64
    }

    fn stand(&self, of: &Piece, going: Going, overlaps: usize, charges: bool) -> Stand {
        let friend = of.beside.into_iter().flatten().next().and_then(|at| self.pieces.get(at));
        Stand {
            kind: of.kind,
            overlaps: u8::try_from(overlaps.min(2)).unwrap_or(2),
            going,
            rear: of.rear,
            beside: friend.map(|friend| friend.kind.fighter()),
            charges,
        }
    }

    /// The gain of one element in a fight with another to its front.
    fn gain(&self, battle: &Battle, prospects: &mut Prospects, [by, at]: [&Piece; 2], overlaps: [usize; 2]) -> i32 {
        let sides = [self.stand(by, at.going, overlaps[0], true), self.stand(at, at.going, overlaps[1], false)];
        prospects
            .close(battle, sides)
            .map_or(0, |[own, theirs]| theirs.harm(at.worth, false) - own.harm(by.worth, false))
    }

    /// The value of the best strikes that the enemy could make in his next bound.
    fn strikes(&self, battle: &Battle, prospects: &mut Prospects) -> i32 {
        let mut found: Vec<Strike> = Vec::new();
        let strikers = || self.pieces.iter().enumerate().filter(|(_, piece)| !piece.is_own);
        for (at, target) in self.pieces.iter().enumerate().filter(|(_, piece)| piece.is_own) {
            let near: Vec<usize> = strikers()
                .filter(|(_, by)| {
                    !by.is_engaged
                        && !by.is_slow
                        && distance(by.base.middle(), target.base.middle()) < by.reach + 2 * BW
                })
                .filter(|(_, by)| !target.flies || battle.may_engage(by.id, target.id))
                .map(|(by, _)| by)
                .collect();
            if near.is_empty() {
                continue;
            }
            let mut at_front: Vec<usize> = Vec::new();
            let mut at_flank: Vec<usize> = Vec::new();
            for striker in near {
                let Some(by) = self.pieces.get(striker) else { continue };
                if !target.is_engaged && self.may_reach(by, target, Spot::Front) {
                    at_front.push(striker);
                }
                if self.may_reach(by, target, Spot::LeftFlank) || self.may_reach(by, target, Spot::RightFlank) {
                    at_flank.push(striker);
                }
            }
            let covered = target.beside.into_iter().flatten().count();
            for by in at_front.iter().copied() {
                let Some(striker) = self.pieces.get(by) else { continue };
                let helpers = at_front.len().max(1) - 1;
                let support = striker.beside.into_iter().flatten().count();
                let overlaps = [covered.saturating_sub(support), (2 - covered).min(helpers)];
                let mut value = self.gain(battle, prospects, [striker, target], overlaps);
                if at_flank.iter().any(|other| *other != by) {
                    value += target.worth / 4;
                }
                found.push(Strike { by, at, value });
            }
            for by in at_flank {
                let Some(striker) = self.pieces.get(by) else { continue };
                let value = if target.is_engaged {
                    target.worth / 2
                } else {
                    self.gain(battle, prospects, [striker, target], [0, 0])
                };
                found.push(Strike { by, at, value });
            }
        }
        found.sort_by_key(|strike| (-strike.value, strike.by, strike.at));
        let (mut sum, mut used) = (0, Vec::new());
        let mut shares = SHARES.into_iter();
        for Strike { by, at, value } in found {
            if value <= 0 {
                break;
            }
            if used.contains(&by) || used.contains(&at) {
                continue;
            }
            let Some(share) = shares.next() else { break };
            used.extend([by, at]);
            sum += value * share / 64;
        }
        sum
    }

    /// Whether an element could move into contact with this edge of another.
    fn may_reach(&self, by: &Piece, target: &Piece, spot: Spot) -> bool {
        let outward = target.base.outward_facing(spot.edge());
        let line = target.base.edge(spot.edge());
        if outward.along(by.base.middle() - line.from) <= 0 {
            return false;
        }
        let end = spot.base(&target.base, by.base.depth());
        let step = |one: Point, other: Point| (one - other).square();
        let farthest = by.reach + BW / 20;
        let way = step(by.base.front_left(), end.front_left()).max(step(by.base.front_right(), end.front_right()));
        if way > farthest * farthest {
            return false;
        }
        let bounds = end.bounds();
        let is_in_the_way = |other: &Piece| {
            other.id != by.id
                && other.id != target.id
                && other.base.bounds().intersects(bounds)
                && other.base.overlaps(&end, TOUCH)
        };
        !self.pieces.iter().any(is_in_the_way)
    }

    /// The expected harm by shots of the enemy's next bound and one's own.
    fn shooting(&self, battle: &Battle, prospects: &mut Prospects) -> i32 {
        let mut sum = 0;
        for shooter in self.pieces.iter().filter(|piece| piece.range > 0 && !piece.is_engaged) {
            let sees = |target: &&Piece| {
                if target.is_own == shooter.is_own || target.is_engaged {
                    return false;
                }
                let step = target.base.middle() - front(&shooter.base);
                let ahead = shooter.base.facing().along(step) / UNIT;
                let aside = shooter.base.facing().right().along(step) / UNIT;
                ahead > 0 && aside.abs() < 2 * BW && step.square().isqrt() < shooter.range + BW / 2
            };
            let mut best = 0;
            for target in self.pieces.iter().filter(sees) {
                let kinds = [shooter.kind, target.kind];
                let gain =
                    prospects.afar(battle, Mode::Shooting, kinds).map_or(0, |[_, hit]| hit.harm(target.worth, false));
                best = best.max(gain);
            }
            sum += if shooter.is_own { best } else { -best };
        }
        sum
    }

    /// The expected harm by spells: a Mage has the PIPs for one now and then.
    fn spells(&self, battle: &Battle, prospects: &mut Prospects) -> i32 {
        let mut sum = 0;
        for mage in self.pieces.iter().filter(|piece| piece.spell > 0) {
            let mut best = 0;
            for target in self.pieces.iter().filter(|target| target.is_own != mage.is_own) {
                if distance(mage.base.middle(), target.base.middle()) < mage.spell + BW {
                    let fates = prospects.afar(battle, Mode::Bespelling, [mage.kind, target.kind]);
                    let gain = |[own, hit]: [Fate; 2]| hit.harm(target.worth, false) - own.harm(mage.worth, false);
                    best = best.max(fates.map_or(0, gain));
                }
            }
            sum += if mage.is_own { best / 4 } else { -best / 2 };
        }
        sum
    }

    /// How well the line holds together, and whether it fights.
    fn order(&self, temper: Temper) -> i32 {
        let mut sum = 0;
        for piece in self.pieces.iter().filter(|piece| piece.is_own) {
            let sides = piece.beside.into_iter().flatten().count();
            sum += i32::try_from(sides).unwrap_or(0) * temper.cohesion;
            if piece.is_engaged && !piece.kind.is_general() {
                sum += temper.lust;
            }
            if piece.rear {
                sum += temper.cohesion;
            }
            let friends = self.pieces.iter().filter(|other| other.is_own && other.id != piece.id);
            let nearest = friends.map(|friend| distance(friend.base.middle(), piece.base.middle())).min();
            let alone = (nearest.unwrap_or(0) - temper.alone).max(0);
            sum -= i32::try_from(alone).unwrap_or(0) * temper.urge * 5 / 4000;
            if !piece.flies && piece.going == Going::Bad && piece.reach < 2 * BW {
                sum -= temper.cohesion;
            }
        }
        sum
    }

    /// How near everybody is to somebody he would like to meet.
    fn approach(&self, battle: &Battle, prospects: &mut Prospects, temper: Temper) -> i32 {
        let mut sum = 0;
        for piece in self.pieces.iter().filter(|piece| piece.is_own && !piece.is_engaged) {
            let here = front(&piece.base);
            let mut best: Option<i32> = None;
            let far = |there: Point| {
                let step = there - here;
                let way = i32::try_from(step.square().isqrt()).unwrap_or(i32::MAX);
                let ahead = i32::try_from(piece.base.facing().along(step) / UNIT).unwrap_or(0);
                // An element that faces elsewhere has to turn first.
                way + (way - ahead) / 2
            };
            for target in self.pieces.iter().filter(|other| !other.is_own) {
                let liking = if piece.is_slow { 0 } else { meeting(battle, prospects, [piece.id, target.id]) };
                let value = liking - far(target.base.middle()) * temper.urge / 1000;
                best = best.max(Some(value));
            }
            for (_, middle, value) in self.holdings.iter().filter(|(is_own, ..)| !is_own) {
                let value = value / 8 - far(*middle) * temper.urge / 1000;
                best = best.max(Some(value));
            }
            let share = if piece.kind.is_general() { 1 } else { 4 };
            sum += best.unwrap_or(0) * share / 4;
        }
        sum
    }

    /// The danger to one's own camps and walls.
    fn camps(&self) -> i32 {
        let mut sum = 0;
        for (_, middle, value) in self.holdings.iter().filter(|(is_own, ..)| *is_own) {
            let nearest = |own: bool| {
                let free = self.pieces.iter().filter(|piece| piece.is_own == own && !piece.is_engaged);
                free.map(|piece| distance(piece.base.middle(), *middle)).min().unwrap_or(100 * BW)
            };
            let (enemy, friend) = (nearest(false), nearest(true));
            if enemy < 6 * BW && friend > enemy - BW {
                let nearness = i32::try_from((6 * BW - enemy).min(friend - enemy + BW) * 10 / BW).unwrap_or(0);
                sum -= value * nearness / 160;
            }
        }
        sum
    }
}

/// Whether an element fights to its front.
fn is_engaged(battle: &Battle, id: Id) -> bool {
    battle.before(id).is_some() || battle.assaulted(id).is_some()
}

fn piece(battle: &Battle, me: Player, id: Id) -> Piece {
    let profile = battle.profile(id);
    let (going, _) = battle.standing(id);
    let good = profile.reach.good.unwrap_or(0);
    let reach = profile.reach.in_going(going).map_or(good, |here| here.min(good));
    Piece {
        id,
        is_own: battle.owner(id) == me,
        base: *battle.base(id),
        kind: Kind::of(battle, id),
        worth: worth(battle, id),
        reach,
        range: profile.range.unwrap_or(0),
        spell: profile.spell.unwrap_or(0),
        is_slow: battle.is(id, List::Slow),
        flies: !profile.is_ground(),
        going,
        is_engaged: is_engaged(battle, id),
        rear: battle.supporter(id).is_some(),
        beside: [None; 2],
    }
}
