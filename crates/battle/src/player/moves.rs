//! The plain player's choice of a move: a promising contact, or an advance in line.

use musterfield_geometry::{Base, Facing, Point};
use musterfield_rules::battle::List;

use super::parties::{groups, parts, reach};
use super::worth::Worth;
use crate::TOUCH;
use crate::contact::{Spot, is_beside};
use crate::element::{Id, Members};
use crate::legal::{At, Course, Whom};
use crate::order::{Leg, Move, Pose};
use crate::state::Battle;

/// A move and its expected gain.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) of: Move,
    /// Its expected gain, in hundredths of an AP for a contact; advances have small numbers by which they compare.
    pub(super) value: i32,
    /// Whether it leads nearer to the enemy, and not into contact.
    pub(super) is_advance: bool,
}

/// Promising moves, the best last. Whether they are legal has not been checked.
pub(super) fn promising(battle: &Battle, worth: &Worth) -> Vec<Candidate> {
    let player = battle.player();
    let enemies: Vec<Id> = battle.on_table(player.other()).collect();
    let mut candidates = Vec::new();
    let groups = groups(battle, player);
    for group in groups.iter().flat_map(|group| parts(battle, *group)) {
        let can_pay = battle.can_pay_for(group);
        if can_pay {
            contacts(battle, worth, group, &enemies, &mut candidates);
        }
        let singles = group.into_iter().map(Members::one).filter(|_| group.count() > 1);
        for who in singles.filter(|who| battle.can_pay_for(*who)) {
            contacts(battle, worth, who, &enemies, &mut candidates);
        }
        if can_pay {
            forward(battle, group, &enemies, &mut candidates);
        }
    }
    // Among equals the first is the best, so it must come last.
    candidates.reverse();
    candidates.sort_by_key(|candidate| candidate.value);
    candidates
}

/// Adds contacts within reach with their expected gains.
fn contacts(battle: &Battle, worth: &Worth, group: Members, enemies: &[Id], into: &mut Vec<Candidate>) {
    for family in battle.contacts_in_reach(&Move { who: group, legs: Vec::new() }) {
        let Course::Contact { id, whom, legs } = &family.course else { continue };
        let base = battle.base(*id);
        let value = match (whom, legs.as_slice()) {
            (Whom::Feature(_), _) => STORM,
            (Whom::Askew(enemy), _) => BOLD / 2 + OVERLAP + worth.close(battle, *id, *enemy),
            (Whom::Enemy(enemy, at), [Leg::Go(_)]) => match at {
                At::Edge(Spot::Front) => {
                    let end = Spot::Front.base(battle.base(*enemy), base.depth());
                    BOLD / 2 + duel(battle, worth, (*id, &end), *enemy, group, |_| false)
                }
                At::Edge(_) => BOLD / 2 + FLANK + worth.close(battle, *id, *enemy),
                At::Beside(_) => {
                    let end = at.base(battle.base(*enemy), base.depth());
                    let is_front = |other: &Id| Spot::of(&end, battle.base(*other)) == Some(Spot::Front);
                    // A place that is also one before the front of another is judged as such.
                    if enemies.iter().any(is_front) { 0 } else { OVERLAP }
                }
            },
            (Whom::Enemy(..), legs) => {
                let step = legs.iter().fold(Point::default(), |step, leg| match leg {
                    Leg::Ahead(by) => step + base.facing().step(*by),
                    Leg::Slide(by) => step + base.facing().right().step(*by),
                    _ => step,
                });
                meeting(battle, worth, group, step, enemies)
            }
        };
        // Nothing is to be had from a contact that loses more than it gains.
        if value > 0 {
            into.push(Candidate { of: family.order(1), value, is_advance: false });
        }
    }
}

/// The expected gain of a group over all the fights in which it would stand after a step.
fn meeting(battle: &Battle, worth: &Worth, group: Members, by: Point, enemies: &[Id]) -> i32 {
    let near = |a: Point, b: Point| a.is_at(b, 2 * TOUCH);
    let meets = |base: &Base, other: &Base| {
        near(base.front_left(), other.front_right()) && base.facing() == other.facing().opposite()
    };
    let is_met = |enemy: Id| group.into_iter().any(|id| meets(&battle.base(id).moved(by), battle.base(enemy)));
    let mut sum = 0;
    for id in group {
        let base = battle.base(id).moved(by);
        if let Some(enemy) = enemies.iter().find(|enemy| meets(&base, battle.base(**enemy))) {
            sum += BOLD + duel(battle, worth, (id, &base), *enemy, group, is_met);
            continue;
        }
        let is_beside = |enemy: &&Id| {
            let other = battle.base(**enemy);
            near(base.front_left(), other.front_left()) || near(base.front_right(), other.front_right())
        };
        sum += OVERLAP * i32::try_from(enemies.iter().filter(is_beside).count()).unwrap_or(0);
    }
    sum
}

/// The expected gain of a fight front to front: by the odds, less for every enemy beside the element that has nobody to
/// fight. A general who would fight alone and lose gives up more than its fight.
fn duel(
    battle: &Battle,
    worth: &Worth,
    (id, end): (Id, &Base),
    enemy: Id,
    group: Members,
    is_met: impl Fn(Id) -> bool,
) -> i32 {
    let overlaps = |other: &Id| {
        *other != enemy
            && is_beside(end, battle.base(*other), battle.rules().policies.overlap_corners).is_some()
            && battle.before(*other).is_none()
            && !battle.is(*other, List::NeverOverlapping)
            && !is_met(*other)
    };
    let around = battle.enemies_around(id, end.bounds().grown(TOUCH));
    let count = if battle.is(id, List::NeverOverlapped) { 0 } else { around.filter(overlaps).count().min(2) };
    let gain = worth.close(battle, id, enemy) - OVERLAPPED * i32::try_from(count).unwrap_or(0);
    if gain < 0 && group.count() == 1 && battle.profile(id).general { gain - GENERAL } else { gain }
}

/// A bonus for every fight on top of its odds, in hundredths of an AP: a player that never attacks never wins.
const BOLD: i32 = 60;
/// The expected gain of an overlap, in hundredths of an AP.
const OVERLAP: i32 = 25;
/// The expected loss by an overlap in a fight of one's own, in hundredths of an AP.
const OVERLAPPED: i32 = 35;
/// The loss of a general above its own cost, with what its army can no longer do without it, in hundredths of an AP.
const GENERAL: i32 = 400;
/// The expected gain of an enemy's flank or rear, in hundredths of an AP.
const FLANK: i32 = 120;
/// The expected gain of the enemy's camp or Stronghold, in hundredths of an AP.
const STORM: i32 = 70;

/// Adds advances: a group moves together toward the enemy, but not so far that it could be defeated piecemeal.
fn forward(battle: &Battle, group: Members, enemies: &[Id], into: &mut Vec<Candidate>) {
    let Some(first) = group.first() else { return };
    let Some(reach) = reach(battle, group) else { return };
    let base = battle.base(first);
    let Some(nearest) = enemies.iter().min_by_key(|enemy| base.step_to(battle.base(**enemy)).square()) else {
        return;
    };
    let step = base.step_to(battle.base(*nearest));
    let count = i32::try_from(group.count()).unwrap_or(1);
    let turn = Facing::from_step(step).map_or(0, |facing| base.facing().angle_to(facing));
    if turn.abs() > WIDE {
        if group.count() == 1 {
            // Turn and go on, since a single element may face as it likes.
            let facing = base.facing().turned(turn);
            let pose = base.turned_to(facing).ahead(reach / 2);
            let legs = vec![Leg::Go(Pose::of(&pose))];
            into.push(Candidate { of: Move { who: group, legs }, value: 6, is_advance: true });
        } else {
            let by = u16::try_from(turn.abs().min(300)).unwrap_or(300);
            let legs = vec![Leg::Wheel { left: turn < 0, by }];
            into.push(Candidate { of: Move { who: group, legs }, value: 4 * count, is_advance: true });
        }
        return;
    }
    for (part, value) in [(4, 10), (3, 8), (2, 6), (1, 3)] {
        let legs = vec![Leg::Ahead(reach * part / 4)];
        into.push(Candidate { of: Move { who: group, legs }, value: value * count, is_advance: true });
    }
}

/// An enemy more than this many tenths of a degree to one side is no longer ahead.
const WIDE: i32 = 600;
