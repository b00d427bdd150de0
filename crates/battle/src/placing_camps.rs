//! Camps before a battle: where they may be placed, and the Stronghold that serves as one.

use musterfield_rules::battle::Clause;

use musterfield_geometry::{Base, Footprint, Point};
use musterfield_rules::battle::policy::{CampArea, Walls};
use musterfield_rules::terrain::Kind;
use musterfield_terrain::layout::Edge;

use super::TOUCH;
use super::element::Name;
use super::order::Pose;
use super::refusal::Refusal;
use super::setup::is_within;
use super::state::{Battle, Camp, Phase};

impl Battle {
    /// Places the camp of a side; the defender goes first (D3H2-DEPL-08, D3H2-CAMP-01, 02).
    pub(super) fn place_camp(&mut self, camp: Camp) {
        match self.rules().policies.walls {
            Walls::OnTheTable => {}
            Walls::OfTheDefender => return self.raise_walls(camp),
        }
        if self.state.commands.is_some() {
            self.place_camp_of_commands(camp);
        } else {
            self.state.player.of_mut(&mut self.state.sides).camp = Some(camp);
        }
        self.end_camp();
    }

    /// Goes on after a camp was placed, or is not to be.
    pub(super) fn end_camp(&mut self) {
        if !self.settle_camp_of_commands() {
            self.next_setter();
        }
    }

    /// Checks that a camp may stand at a pose.
    pub(super) fn check_camp(&self, pose: Pose, length: i64, width: i64) -> Result<Camp, Refusal> {
        if self.state.phase != Phase::Camp {
            return Err(Refusal::NotTimeForCamps);
        }
        match self.rules().policies.walls {
            Walls::OnTheTable => {}
            Walls::OfTheDefender => return self.check_walls(pose, length, width),
        }
        let Some(rules) = &self.setting.terrain.camp else {
            return Err(Refusal::NoCamps);
        };
        let (long, short) = (length.max(width), length.min(width));
        let too_large = rules.sum.is_some_and(|sum| length + width > sum)
            || rules.most.is_some_and(|(most_long, most_short)| long > most_long || short > most_short);
        if long < rules.least.0 || short < rules.least.1 || short <= 0 || too_large {
            return Err(Refusal::CampSize);
        }
        let edge = self.side(self.state.player).edge.unwrap_or(Edge::South);
        let base = Base::new(pose.at, pose.facing, length, width);
        let board = self.field().board;
        let from = |edge: Edge, base: &Base| {
            base.corners().iter().map(|corner| board.from_edge(edge, *corner)).min().unwrap_or(0)
        };
        let is_on_its_side = match self.rules().policies.camp_area {
            CampArea::OwnHalf => is_within(board, edge, &base, 0),
            CampArea::DeploymentArea => {
                is_within(board, edge, &base, self.setting.terrain.deployment.from_centre(board.across(edge)))
            }
        };
        if !self.field().has(&base) || !is_on_its_side {
            return Err(Refusal::CampOffItsSide);
        }
        let hull = Footprint::of(&base.shrunk(-TOUCH));
        let at_water = self.field().grounds.iter().any(|ground| ground.kind == Kind::Waterway && ground.meets(&hull));
        if from(edge, &base) > TOUCH && !at_water {
            return Err(Refusal::CampOffItsEdge);
        }
        if [edge.next(), edge.next().opposite()].into_iter().any(|side| from(side, &base) < rules.from_sides) {
            return Err(Refusal::CampNearTheSides);
        }
        if !self.is_firm(&base) && !self.is_edifice(&base) {
            return Err(Refusal::CampGround);
        }
        let others = self.features_of(self.state.player).filter(|held| held.is_camp());
        if others.filter_map(|held| self.camp_of(self.state.player, held)).any(|camp| camp.base.overlaps(&base, TOUCH))
        {
            return Err(Refusal::CampOnACamp);
        }
        Ok(Camp { base, sacked: false })
    }

    /// Whether a base covers a BUA that may be a camp, and has no walls: it is all of the camp (DBA3-FEAT-08).
    fn is_edifice(&self, base: &Base) -> bool {
        let covers = |corner: &Point| base.corners().iter().any(|at| at.is_at(*corner, TOUCH));
        self.field().grounds.iter().any(|ground| {
            let kind = ground.bua.and_then(|bua| self.setting.terrain.bua(bua));
            let may = ground.going.is_some() && kind.is_some_and(|kind| kind.camp.is_some());
            may && ground.outline().is_some_and(|outline| outline.corners.iter().all(covers))
        })
    }

    /// The refusal of a garrison that the game does not allow, or does not know at all.
    pub(super) fn no_garrison(&self, name: Name, clause: Clause) -> Refusal {
        match self.rules().rule(clause) {
            Some(_) => Refusal::NoGarrison(name, clause),
            None => Refusal::NothingToHold(name),
        }
    }

    /// Checks that the Stronghold may serve as the camp (D3H2-BUA-05).
    pub(super) fn check_camp_in_stronghold(&self) -> Result<(), Refusal> {
        match self.rules().policies.walls {
            Walls::OnTheTable => {}
            Walls::OfTheDefender => return Err(Refusal::NoCamps),
        }
        let own = self.state.stronghold.is_some_and(|stronghold| stronghold.owner == self.state.player)
            && self.field().walls.and_then(|(at, _)| self.field().grounds.get(at)).is_some_and(|ground| {
                let kind = ground.bua.and_then(|bua| self.setting.terrain.bua(bua));
                kind.is_some_and(|kind| kind.camp.is_some())
            });
        if self.state.phase != Phase::Camp || !own || self.is_allied_camp_due() {
            return Err(Refusal::NoStrongholdAsCamp);
        }
        Ok(())
    }

    /// Makes the Stronghold serve as the camp.
    pub(super) fn camp_in_stronghold(&mut self) {
        self.state.player.of_mut(&mut self.state.sides).camp_in_stronghold = true;
        self.end_camp();
    }
}
