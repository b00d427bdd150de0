//! Places where elements and camps could be put when they are set up, summoned or freed.

use musterfield_geometry::{BW, Base, Facing, Segment};
use musterfield_rules::battle::List;
use musterfield_rules::battle::policy::{FreedPlace, Walls};
use musterfield_rules::combat::Held;

use super::Arrival;
use crate::TOUCH;
use crate::contact::Spot;
use crate::element::{Id, Members, Player};
use crate::order::{Order, Pose};
use crate::side_frame::SideFrame;
use crate::state::Battle;

impl Battle {
    /// Orders that put an element on the table, the most promising places first; not all of them are legal.
    pub(super) fn places(&self, id: Id, arrival: Arrival) -> Box<dyn Iterator<Item = Order> + '_> {
        match arrival {
            Arrival::SetUp => {
                let depth = self.field().board.depth.max(self.field().board.width);
                let limit = self.setting().terrain.deployment.from_centre(self.field().board.depth);
                let rows = (0..depth / BW).map(move |row| -limit - row * BW);
                Box::new(self.ranged(id, rows).map(move |pose| Order::Place(id, pose)))
            }
            Arrival::Summoned
                if self.price_of_summons(id).is_none_or(|price| price > self.pips_for(Members::one(id))) =>
            {
                Box::new(std::iter::empty())
            }
            Arrival::Summoned => {
                let summon = move |pose| Order::Summon(vec![(id, pose)]);
                if self.is(id, List::Lurkers) {
                    Box::new(self.lairs(id).map(summon))
                } else if self.is(id, List::Gods) {
                    Box::new(self.ranged(id, (0..self.field().board.depth / BW).map(|row| -row * BW)).map(summon))
                } else {
                    Box::new(self.on_base_edge(id).map(summon))
                }
            }
            Arrival::Freed => Box::new(self.back(id).map(move |pose| Order::Free(id, Some(pose)))),
            Arrival::Returned => Box::new(self.back(id).map(Order::Return)),
        }
    }

    /// Places in rows at given distances of the front edge from the middle of the table, from the centre outward.
    fn ranged(&self, id: Id, rows: impl Iterator<Item = i64> + 'static) -> impl Iterator<Item = Pose> + '_ {
        let frame = SideFrame::of_side(self, self.owner(id));
        let depth = self.profile(id).depth;
        frame.into_iter().zip(std::iter::once(rows)).flat_map(move |(frame, rows)| {
            let middle = frame.depth() / 2;
            rows.map(move |row| middle + row).take_while(move |ahead| *ahead >= depth).flat_map(move |ahead| {
                frame
                    .places_from_the_middle()
                    .map(move |right| Pose { at: frame.at(right, ahead), facing: frame.facing() })
            })
        })
    }

    /// Places with the rear edge on one's own base edge, from its middle outward.
    fn on_base_edge(&self, id: Id) -> impl Iterator<Item = Pose> + use<> {
        let frame = SideFrame::of_side(self, self.owner(id));
        let depth = self.profile(id).depth;
        frame.into_iter().flat_map(move |frame| {
            frame.places_from_the_middle().map(move |right| Pose { at: frame.at(right, depth), facing: frame.facing() })
        })
    }

    /// Places for a Lurker: lined up with an enemy that has entered its kind of feature (D3H2-SUMM-11).
    fn lairs(&self, id: Id) -> impl Iterator<Item = Pose> + '_ {
        let depth = self.profile(id).depth;
        let intruders = self.side(self.owner(id)).intruders.into_iter().filter(|enemy| self.is_on_table(*enemy));
        intruders.flat_map(move |enemy| {
            let spots = [Spot::Rear, Spot::LeftFlank, Spot::RightFlank, Spot::Front];
            spots.map(|spot| Pose::of(&spot.base(self.base(enemy), depth)))
        })
    }

    /// Places for a freed element: those of its type, or those nearest to its marker (HOTT25-MAGIC-06).
    pub(crate) fn back(&self, id: Id) -> impl Iterator<Item = Pose> + use<> {
        let bases = match self.rules().policies.freed_place {
            FreedPlace::ByType => self.back_by_type(id),
            FreedPlace::WhereItWas => self.places_by_marker(id),
        };
        bases.into_iter().map(|base| Pose::of(&base))
    }

    /// Places before the enemy's walls, or on the enemy base edge (D3H2-SUMM-30).
    fn back_by_type(&self, id: Id) -> Vec<Base> {
        let enemy = self.owner(id).other();
        let depth = self.profile(id).depth;
        let has_walls = self.features_of(enemy).any(Held::has_walls);
        let walls = if has_walls { self.places_at_walls(enemy, depth, TOUCH / 2) } else { Vec::new() };
        let edge = if has_walls { None } else { self.middle_of_enemy_edge(id) };
        walls.into_iter().chain(edge).collect()
    }

    /// Bases in front of the middle of each side of a player's walls, at the given distance from it.
    pub(super) fn places_at_walls(&self, player: Player, depth: i64, apart: i64) -> Vec<Base> {
        let Some(outline) = self.walled().and_then(|walls| self.outline_of(player, walls)) else { return Vec::new() };
        let turn = outline.twice_area().signum();
        let before = |side: Segment| {
            let side = if turn > 0 { side } else { Segment::new(side.to, side.from) };
            // The outline runs anticlockwise, so outward is to the right.
            let facing = Facing::from_step(side.step())?.left();
            let at = side.middle() + facing.left().step(BW / 2) - facing.step(apart);
            Some(Base::new(at, facing, BW, depth))
        };
        outline.sides().filter_map(before).collect()
    }

    /// Orders that place a camp or, where the defender places one, a Stronghold.
    pub(crate) fn camp_places(&self) -> Box<dyn Iterator<Item = Order>> {
        match self.rules().policies.walls {
            Walls::OnTheTable => Box::new(self.places_of_a_camp()),
            Walls::OfTheDefender => Box::new(self.wall_places()),
        }
    }

    /// Orders that place a camp of the least size on the base edge, from the middle outward.
    fn places_of_a_camp(&self) -> impl Iterator<Item = Order> + use<> {
        let frame = SideFrame::of_side(self, self.player());
        let rules = self.setting().terrain.camp.as_ref();
        frame.into_iter().zip(rules).flat_map(|(frame, rules)| {
            let (length, width) = (rules.least.0.max(BW), rules.least.1.max(BW / 2));
            let middle = (frame.width() - length) / 2;
            let rights = (0..=middle / BW).flat_map(move |step| [middle + step * BW, middle - step * BW]);
            rights.map(move |right| {
                Order::Camp(Pose { at: frame.at(right, width), facing: frame.facing() }, length, width)
            })
        })
    }
}
