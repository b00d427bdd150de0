//! Elements that could land from the sea, and places where they could.

use musterfield_geometry::{BW, Base};
use musterfield_rules::battle::PlaceList;
use musterfield_terrain::layout::Edge;

use crate::element::{Id, Members};
use crate::field::Features;
use crate::order::Pose;
use crate::side_frame::SideFrame;
use crate::state::Battle;

/// The distance between two places that are tried along a shore, in thousandths of a BW.
const STEP: i64 = BW / 2;

/// How those who land stand.
#[derive(Clone, Copy)]
enum Array {
    /// Side by side.
    Line,
    /// One behind the other.
    Column,
    /// Side by side, in two ranks.
    TwoRanks,
}

impl Battle {
    /// The elements of the side that sets up which it may reserve to land, or each command that may land if its army is
    /// divided; none if they are too few, or it may not land.
    pub(crate) fn may_reserve(&self) -> Vec<Members> {
        let player = self.player();
        if !self.may_land(player) {
            return Vec::new();
        }
        if self.division(player).is_some() {
            let whole = self.to_deploy(player).map(|command| self.troops(command).collect::<Members>());
            return whole.filter(|members| members.into_iter().all(|id| self.may_be_reserved(id))).collect();
        }
        let may: Members = self.army(player).filter(|id| self.may_be_reserved(*id)).collect();
        let [least, _] = self.size_of_landing();
        Some(may).filter(|may| may.count() >= least).into_iter().collect()
    }

    /// Choices of those who land together, of each permitted number.
    pub(super) fn landing_parties(&self, may: Members) -> impl Iterator<Item = Members> + use<> {
        let [least, most] = match self.division(self.player()) {
            Some(_) => [may.count(); 2],
            None => self.size_of_landing(),
        };
        let all: Vec<Id> = may.into_iter().collect();
        (least..=most).rev().flat_map(move |count| {
            let of_size = all.windows(usize::try_from(count).unwrap_or(usize::MAX));
            of_size.map(|party| party.iter().copied().collect()).collect::<Vec<_>>()
        })
    }

    /// Whether a place to land is to be found for those who wait.
    pub(crate) fn can_land(&self) -> bool {
        self.landings().any(|who| self.check_landing(&who).is_ok())
    }

    /// Landings of those who wait, in line and in column, along all shores; not all of them are legal.
    pub(super) fn landings(&self) -> impl Iterator<Item = Vec<(Id, Pose)>> + '_ {
        let who: Vec<Id> = self.reserved(self.player()).into_iter().collect();
        let water = self
            .field()
            .grounds
            .iter()
            .enumerate()
            .filter(|(_, ground)| self.rules().holds(PlaceList::LandedFrom, ground.place))
            .fold(Features::default(), |all, (at, _)| all.with(at));
        let second = if self.division(self.player()).is_some() { Array::TwoRanks } else { Array::Column };
        let ways = Edge::ALL.into_iter().flat_map(move |edge| [(edge, Array::Line), (edge, second)]);
        ways.flat_map(move |(edge, array)| {
            let frame = SideFrame::of(self, edge);
            let who = who.clone();
            (0..=frame.width() / STEP).filter_map(move |step| self.ashore(&who, &frame, array, step * STEP, water))
        })
    }

    /// The place where those who land are nearest to the water behind them and not in it, this far along the edge of a
    /// frame; `None` if there is no water behind them.
    fn ashore(
        &self,
        who: &[Id],
        frame: &SideFrame,
        array: Array,
        right: i64,
        water: Features,
    ) -> Option<Vec<(Id, Pose)>> {
        let bases = |ahead: i64| {
            let (first, mut right, mut ahead) = (right, right, ahead);
            let mut found = Vec::with_capacity(who.len());
            let front = who.len().div_ceil(2);
            let depths = who.iter().take(front).map(|id| self.profile(*id).depth);
            let behind = depths.max().unwrap_or(0);
            for (at, id) in who.iter().enumerate() {
                let depth = self.profile(*id).depth;
                found.push((*id, Base::new(frame.at(right, ahead), frame.facing(), BW, depth)));
                match array {
                    Array::Line => right += BW,
                    Array::Column => ahead -= depth,
                    Array::TwoRanks if at + 1 == front => (right, ahead) = (first, ahead - behind),
                    Array::TwoRanks => right += BW,
                }
            }
            found
        };
        let is_wet =
            |ahead: i64| bases(ahead).iter().any(|(_, base)| !self.field().under(base).common(water).is_empty());
        let depths = who.iter().map(|id| self.profile(*id).depth);
        let deep = match array {
            Array::Line => depths.max(),
            Array::TwoRanks => depths.max().map(|most| 2 * most),
            Array::Column => Some(depths.sum()),
        };
        let (mut wet, mut dry) = (deep?, frame.depth());
        if !is_wet(wet) || is_wet(dry) {
            return None;
        }
        while dry - wet > 1 {
            let between = i64::midpoint(wet, dry);
            if is_wet(between) { wet = between } else { dry = between }
        }
        Some(bases(dry).into_iter().map(|(id, base)| (id, Pose::of(&base))).collect())
    }
}
