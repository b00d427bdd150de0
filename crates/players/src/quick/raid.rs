//! Raids that the enemy could make on a camp or walls.

use musterfield_battle::{Battle, Id, Members};
use musterfield_geometry::facing::{UNIT, rounded};
use musterfield_geometry::{Base, Facing, Point};

use crate::lore::Lore;

/// An enemy who could reach a camp or walls that nobody holds in its next bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raid {
    pub(super) from: Point,
    /// The middle of the camp or the walls.
    pub(super) to: Point,
    /// Half of its size, in thousandths of a BW.
    pub(super) size: i64,
    /// The worth of the camp or the walls.
    pub(super) worth: i32,
    /// The own elements that stand in the way.
    pub(super) guards: Members,
}

/// A base whose middle is nearer to the way of a raid than this, in thousandths of a BW, stands in it.
const BESIDE: i64 = 800;

impl Raid {
    /// The raids that threaten a side.
    pub(super) fn all(battle: &Battle, lore: &Lore, enemies: &[Id]) -> Vec<Self> {
        let player = battle.player();
        let mut found = Vec::new();
        let open = battle.features_of(player).filter(|held| battle.holder(player, *held).is_none());
        for (held, bounds) in open.filter_map(|held| Some((held, battle.box_of(player, held)?))) {
            let worth = lore.feature(battle, player, held);
            let to = bounds.least.halfway(bounds.most);
            let size = (bounds.most.x - bounds.least.x).max(bounds.most.y - bounds.least.y) / 2;
            let raiders = enemies.iter().filter(|enemy| {
                let reach = battle.reach(Members::one(**enemy), false).unwrap_or(0);
                bounds.grown(reach).intersects(battle.base(**enemy).bounds()) && battle.before(**enemy).is_none()
            });
            for enemy in raiders {
                let mut raid = Self { from: battle.base(*enemy).middle(), to, size, worth, guards: Members::NONE };
                raid.guards = battle.on_table(player).filter(|id| raid.is_met_by(battle.base(*id))).collect();
                found.push(raid);
            }
        }
        found
    }

    /// Whether a base stands between the enemy and its goal.
    fn is_met_by(&self, base: &Base) -> bool {
        let middle = base.middle();
        let Some(facing) = Facing::from_step(self.to - self.from) else { return false };
        let step = middle - self.from;
        let (along, aside) = (rounded(facing.along(step), UNIT), rounded(facing.right().along(step), UNIT));
        along > 0 && aside.abs() <= BESIDE && (self.to - middle).square() < (self.to - self.from).square()
    }

    /// Whether an element on this base would be the only one in the way.
    pub(super) fn is_stopped_by(&self, id: Id, base: &Base) -> bool {
        self.guards.minus(Members::one(id)).is_empty() && self.is_met_by(base)
    }
}
