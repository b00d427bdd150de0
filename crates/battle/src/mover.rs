//! Elements that move, and everything near them: worked out once for all the moves of theirs that are tried.

use musterfield_geometry::base::whole_root;
use musterfield_geometry::{BW, Base, Bounds};
use musterfield_rules::battle::List;

use super::TOUCH;
use super::command::Cost;
use super::element::{Members, Player};
use super::field::Features;
use super::formation::Formation;
use super::order::{Leg, Move};
use super::refusal::Refusal;
use super::state::Battle;
use super::threat::Zone;

/// Elements that move together, and everything that could matter to a move of theirs within a box.
#[derive(Clone, Debug)]
pub struct Mover {
    /// The elements.
    pub(super) who: Members,
    /// The formation in which they stand, if they may move as one at all.
    pub(super) start: Result<Formation, Refusal>,
    /// The box within which everything is known.
    around: Bounds,
    /// The other elements whose boxes meet this one.
    pub(super) others: Members,
    /// The features of the table that may reach into it.
    pub(super) grounds: Features,
    /// Whether there is a camp or Stronghold of either side.
    pub(super) is_near_holdings: bool,
    /// The zones of enemies that reach into it.
    pub(super) zones: Vec<Zone>,
    /// The cost of a move of theirs off the roads, if it is the same wherever the move leads.
    pub(super) cost: Option<Cost>,
}

impl Mover {
    /// The elements of a move, and everything near its way.
    pub(super) fn of(battle: &Battle, of: &Move) -> Self {
        Self::within(battle, of.who, battle.box_of_way(of), None)
    }

    /// Elements that may move, and everything near all the ways that they can go by one leg.
    fn any_way(battle: &Battle, who: Members) -> Self {
        let reach = battle.reach(who, true).unwrap_or(0);
        let (bounds, size) = battle.extent(who);
        let swing = whole_root((bounds.most - bounds.least).square()) + 1;
        let around = bounds.grown(reach + 2 * swing + size + 2 * BW);
        let depends = who.into_iter().any(|id| battle.is(id, List::DearUnlessInContact));
        let cost = (!depends).then(|| battle.cost_off_road(who, false));
        Self::within(battle, who, around, cost)
    }

    fn within(battle: &Battle, who: Members, around: Bounds, cost: Option<Cost>) -> Self {
        let near = around.grown(TOUCH + 2);
        let is_near = |player: Player| {
            battle.features_of(player).any(|held| battle.box_of(player, held).is_some_and(|its| its.intersects(near)))
        };
        Self {
            who,
            start: Formation::new(battle, who),
            around,
            others: battle.state.elements.those_in(near).minus(who),
            grounds: battle.field().near(near),
            is_near_holdings: Player::ALL.into_iter().any(is_near),
            zones: battle.zones_against(battle.player(), around),
            cost,
        }
    }

    /// Whether everything near the way of a move is known.
    pub(super) fn knows(&self, battle: &Battle, of: &Move) -> bool {
        let way = battle.box_of_way(of);
        self.who == of.who && self.around.contains(way.least) && self.around.contains(way.most)
    }
}

/// The movers of one position, each worked out when it is first asked for.
#[derive(Clone, Debug, Default)]
pub struct Movers(Vec<Mover>);

impl Movers {
    /// The mover of these elements.
    #[expect(clippy::indexing_slicing, reason = "it was found or added there")]
    pub fn of(&mut self, battle: &Battle, who: Members) -> &Mover {
        let known = self.0.iter().position(|mover| mover.who == who);
        let at = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push(Mover::any_way(battle, who));
        }
        &self.0[at]
    }

    /// Forgets all, because the position is another.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Battle {
    /// A box around elements, and the greatest distance of a corner of theirs from another one of the same base.
    fn extent(&self, who: Members) -> (Bounds, i64) {
        let bases = who.into_iter().map(|id| self.base(id));
        let size = bases.clone().map(|base| base.width() + base.depth()).max().unwrap_or(0);
        let nowhere = Bounds { least: Default::default(), most: Default::default() };
        (bases.map(Base::bounds).reduce(Bounds::and).unwrap_or(nowhere), size)
    }

    /// A box around every place that a move can lead through.
    fn box_of_way(&self, of: &Move) -> Bounds {
        let (mut bounds, size) = self.extent(of.who);
        let swing = whole_root((bounds.most - bounds.least).square()) + 1;
        // Elements that follow the head of a column turn where it bends.
        let mut farther = if of.who.count() > 1 { size } else { 0 };
        for leg in &of.legs {
            farther += match leg {
                Leg::Ahead(by) | Leg::Back(by) | Leg::Slide(by) => by.abs(),
                Leg::Road(by) => by.abs() + size,
                Leg::Wheel { .. } => 2 * swing,
                Leg::Go(pose) => {
                    bounds = bounds.and(Bounds { least: pose.at, most: pose.at }.grown(size));
                    size
                }
            };
        }
        bounds.grown(farther + TOUCH)
    }
}
