//! Flight that begins with a recoil and finds a way past whatever is in the way (HOTT25-FLEE-01, 02).

use musterfield_geometry::Base;
use musterfield_geometry::base::whole_root;
use musterfield_rules::battle::{Clause, Distance};

use super::aftermath::Beaten;
use super::element::{Id, Members};
use super::flight::Halt;
use super::order::Friends;
use super::report::Report;
use super::state::{Battle, Whereabouts};

/// The greatest angle, in whole degrees, by which a fleeing element turns aside.
const MOST_ASIDE: i32 = 90;
/// A degree in tenths.
const DEGREE: i32 = 10;

impl Battle {
    /// Recoils an element, which can destroy it, turns it about, and lets it run for the rest of the distance.
    pub(super) fn recoil_and_run(&mut self, id: Id, report: &mut Report) {
        let start = *self.base(id);
        self.recoil(Beaten { id, turns: false }, self.recoil_of(id), Friends::Passed, report);
        if !self.is_on_table(id) {
            return;
        }
        let back = whole_root((start.front_left() - self.base(id).front_left()).square());
        let left = (self.distance(Distance::Flight) - back).max(0);
        let (turned, way, halt) = self.way_out(id, &self.base(id).about(), left);
        match halt {
            Halt::Edge => {
                report.used(Clause::FlightOffTheTable);
                self.take_off_table(id, Whereabouts::Fled, report);
                return;
            }
            Halt::Element(_) | Halt::Place | Halt::River => report.used(Clause::FlightHalted),
            Halt::Spent => {}
        }
        // Where there is no room on its way, it stays where it turned.
        let end = self.with_room(id, &turned, turned.ahead(way)).unwrap_or(turned);
        self.element_mut(id).down = false;
        self.put(id, end, report);
    }

    /// The base from which an element runs on, turned aside as little as it can so that nothing halts it and there is
    /// room where it ends, with how far it then runs and what stops it; straight on if every way is barred. Of two ways
    /// that are as good, it takes the one to its right.
    fn way_out(&self, id: Id, about: &Base, distance: i64) -> (Base, i64, Halt) {
        let from = |turned: Base| {
            let (way, halt) = self.run(id, (&turned, about), distance);
            (turned, way, halt)
        };
        let straight = from(*about);
        // An element that may pass others does not stop on them. Aerials stop short of ground where they cannot land, and do
        // not turn aside for it (D3H2-FLEE-08).
        let has_end = |turned: &Base, way: i64| {
            let end = turned.ahead(way);
            self.field().has(&end) && self.is_clear(&end, Members::one(id))
        };
        let is_open = |(turned, way, halt): &(Base, i64, Halt)| match halt {
            Halt::Spent => has_end(turned, *way),
            Halt::Edge => true,
            Halt::Element(_) | Halt::Place | Halt::River => false,
        };
        if is_open(&straight) {
            return straight;
        }
        let angles = (1..=MOST_ASIDE).flat_map(|degrees| [degrees, -degrees]);
        let turned = angles.map(|degrees| about.turned_to(about.facing().turned(degrees * DEGREE)));
        let has_room = |base: &Base| self.field().has(base) && self.is_clear(base, Members::one(id));
        turned.filter(has_room).map(from).find(is_open).unwrap_or(straight)
    }
}
