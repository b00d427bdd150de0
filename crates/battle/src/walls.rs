//! The Stronghold that the defender places before the set-up, where the rules say so (HOTT25-DEPL-02).

use musterfield_geometry::{BW, Base};
use musterfield_rules::battle::policy::Walls;
use musterfield_rules::terrain::{Going, Kind};
use musterfield_terrain::layout::Edge;

use super::TOUCH;
use super::order::{Order, Pose};
use super::refusal::Refusal;
use super::side_frame::SideFrame;
use super::state::{Battle, Camp, Phase, Stronghold, Town};

impl Battle {
    /// The base of the Stronghold that the defender has placed, if there is one.
    pub(super) fn placed_walls(&self) -> Option<&Base> {
        match self.rules().policies.walls {
            Walls::OnTheTable => None,
            Walls::OfTheDefender => self.side(self.setting.defender).camp.as_ref().map(|walls| &walls.base),
        }
    }

    /// Checks that the defender may place a Stronghold at a pose: on good going of the table, in its zone or touching it.
    pub(super) fn check_walls(&self, pose: Pose, length: i64, width: i64) -> Result<Camp, Refusal> {
        let Some(size) = &self.setting.terrain.deployment.stronghold_size else {
            return Err(Refusal::NoStronghold);
        };
        if self.state.stronghold.is_some() {
            return Err(Refusal::NoStronghold);
        }
        let (long, short) = (length.max(width), length.min(width));
        if long < size.least.0 || short < size.least.1 || long > size.most.0 || short > size.most.1 {
            return Err(Refusal::WallsSize);
        }
        let edge = self.side(self.state.player).edge.unwrap_or(Edge::South);
        let (base, board) = (Base::new(pose.at, pose.facing, length, width), self.field().board);
        let from_edge = base.corners().iter().map(|corner| board.from_edge(edge, *corner)).min().unwrap_or(0);
        let deep = self.setting.terrain.deployment.deep(board.across(edge));
        if !self.field().has(&base) || from_edge > deep + TOUCH {
            return Err(Refusal::WallsOffTheirZone);
        }
        if !self.is_firm(&base) {
            return Err(Refusal::WallsGround);
        }
        Ok(Camp { base, sacked: false })
    }

    /// Whether a base lies on good going wholly: on roads too, but on no ploughed field and in no river.
    pub(super) fn is_firm(&self, base: &Base) -> bool {
        self.field().each(self.field().under(base)).all(|(_, ground)| {
            ground.kind == Kind::Road
                || (ground.going == Some(Going::Good) && !matches!(ground.kind, Kind::Plough | Kind::River))
        })
    }

    /// Puts the Stronghold of the defender on the table.
    pub(super) fn raise_walls(&mut self, walls: Camp) {
        let owner = self.setting.defender;
        owner.of_mut(&mut self.state.sides).camp = Some(walls);
        self.state.stronghold = Some(Stronghold { owner, holder: owner, town: Town::default() });
        self.next_setter();
    }

    /// Checks that the choice of a camp or Stronghold may end without one: there is no place for it, or the army brings no
    /// camp. A side with a City and no camp has to use the City as one (DBA3-BB-18, DBA3-DEPL-11).
    pub(super) fn check_end_of_camps(&self) -> Result<(), Refusal> {
        let player = self.state.player;
        let (owes, owed) = match self.rules().policies.walls {
            Walls::OnTheTable => (*player.of(&self.setting.brings_camp), Refusal::CampIsOwed),
            Walls::OfTheDefender => (true, Refusal::StrongholdIsOwed),
        };
        let has_place = || self.allows(&Order::CampInStronghold) || self.camp_places().any(|order| self.allows(&order));
        if owes && has_place() { Err(owed) } else { Ok(()) }
    }

    /// Orders that place a Stronghold of the least size, from the middle of the base edge outward and then farther into
    /// the table.
    pub(super) fn wall_places(&self) -> impl Iterator<Item = Order> + use<> {
        debug_assert_eq!(self.state.phase, Phase::Camp);
        let frame = SideFrame::of_side(self, self.player());
        let deployment = &self.setting.terrain.deployment;
        let size = deployment.stronghold_size.as_ref().map(|size| size.least);
        frame.into_iter().zip(size).flat_map(move |(frame, (length, width))| {
            let middle = (frame.width() - length) / 2;
            let rows = deployment.deep(frame.depth()) / BW;
            (0..=rows).flat_map(move |row| {
                let rights = (0..=middle / BW).flat_map(move |step| [middle + step * BW, middle - step * BW]);
                rights.map(move |right| {
                    let at = frame.at(right, width + row * BW);
                    Order::Camp(Pose { at, facing: frame.facing() }, length, width)
                })
            })
        })
    }
}
