//! The PIP cost of a tactical move (D3H2-PIP-03 to 16).

use musterfield_geometry::{Base, Edge, Point, Segment};
use musterfield_rules::battle::policy::{FirstExtra, RoadMoves};
use musterfield_rules::battle::{Clause, Distance, List, PlaceList, Price};
use musterfield_rules::combat::Place;
use musterfield_rules::terrain::Bua;
use smallvec::{SmallVec, smallvec};

use super::TOUCH;
use super::contact::{is_contact, is_overlap};
use super::element::{Id, Members, Player};
use super::field::{Features, Lie};
use super::formation::Formation;
use super::order::{Leg, Move};
use super::state::{Battle, Whereabouts};

/// The cost of a move and the reasons for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of PIPs.
    pub pips: u8,
    /// The clauses that determine it.
    pub clauses: SmallVec<[Clause; 3]>,
}

impl Battle {
    /// The cost of a legal move with these ends. Summoning and spells are not tactical moves and incur no extra cost
    /// (D3H2-PIP-17).
    #[must_use]
    pub fn cost(&self, of: &Move, ends: &[(Id, Base)]) -> Cost {
        let has_own_price = || match self.rules().policies.road_moves {
            RoadMoves::OwnPrice => {
                of.who.into_iter().all(|id| self.element(id).moves == 0) && self.is_whole_road_move(of)
            }
            RoadMoves::AsOthers => false,
        };
        if has_own_price() {
            // Extra costs apply only to moves that cost a PIP.
            return Cost {
                pips: self.price(Price::RoadMove),
                clauses: smallvec![Clause::RoadMove, Clause::RoadWithoutExtra],
            };
        }
        let depends = of.who.into_iter().any(|id| self.is(id, List::DearUnlessInContact));
        self.cost_off_road(of.who, depends && self.touches_an_enemy(ends))
    }

    /// Whether a move with these ends leads into contact with an enemy.
    fn touches_an_enemy(&self, ends: &[(Id, Base)]) -> bool {
        ends.iter().any(|(id, base)| {
            self.enemies_around(*id, base.bounds().grown(TOUCH + 1)).any(|enemy| {
                let other = self.base(enemy);
                self.may_engage(*id, enemy)
                    && base.nearer(other, TOUCH + 1)
                    // An overlap is a contact too (DBA3-CONT-22).
                    && (is_contact(base, other) || is_overlap(base, other, self.rules().policies.overlap_corners))
            })
        })
    }

    /// The cost of moving these elements off the road, into contact with an enemy or not (D3H2-PIP-07, DBA3-PIP-03).
    pub(super) fn cost_off_road(&self, who: Members, into_contact: bool) -> Cost {
        let player = self.player();
        let mut cost = Cost { pips: self.price(Price::Move), clauses: smallvec![Clause::Move] };
        match self.rules().policies.first_extra {
            FirstExtra::None if self.side(player).bounds <= 1 => {
                cost.clauses.push(Clause::FirstBound);
                return cost;
            }
            FirstExtra::None | FirstExtra::AsAlways => {}
        }
        // An element that sacks a City is not its garrison (DBA3-CITY-04).
        let is_garrison = |id: Id| matches!(self.element(id).place, Whereabouts::Holds(_)) && !self.is_sacking(id);
        let is_dear =
            |id: Id| self.is(id, List::DearToMove) || (!into_contact && self.is(id, List::DearUnlessInContact));
        if who.into_iter().any(|id| is_dear(id) || is_garrison(id)) {
            cost.pips += self.price(Price::Extra);
            cost.clauses.push(Clause::DearMove);
        }
        if self.is_beyond_command(player, who) {
            cost.pips += self.price(Price::Extra);
            cost.clauses.push(Clause::BeyondCommand);
        }
        cost
    }

    /// Whether a move goes along a road as far as it can: the whole distance, to the end of the road, or until it meets
    /// another element (D3H2-PIP-03).
    fn is_whole_road_move(&self, of: &Move) -> bool {
        let mut length = 0;
        for leg in &of.legs {
            match leg {
                Leg::Road(by) => length += by,
                _ => return false,
            }
        }
        let reach = of.who.into_iter().filter_map(|id| self.profile(id).reach.road).min().unwrap_or(0);
        if length + TOUCH >= reach {
            return !of.legs.is_empty();
        }
        let Ok(mut place) = Formation::new(self, of.who) else { return false };
        for leg in &of.legs {
            let Leg::Road(by) = leg else { return false };
            match self.along_road(&place, *by) {
                Ok(next) => place = next,
                Err(_) => return false,
            }
        }
        let head = place.head();
        let meets = |id: Id| !of.who.has(id) && self.is_on_table(id) && self.base(id).nearer(&head, TOUCH + 1);
        let goes_on = self.along_road(&place, 2 * TOUCH).is_ok_and(|next| self.field().has(&next.head()));
        !goes_on || self.everybody().any(meets)
    }

    /// Whether the general is lost, cut off or too far away to command a move (D3H2-PIP-08 to 16).
    #[must_use]
    pub fn is_beyond_command(&self, player: Player, who: Members) -> bool {
        let commands = who.first().and_then(|id| self.general_of(id));
        let Some(general) = commands.or_else(|| self.general(player)) else { return true };
        if who.has(general) {
            return false;
        }
        let is_there = match self.element(general).place {
            Whereabouts::Table => true,
            // The general is wholly inside a BUA or camp, or is lost.
            Whereabouts::Holds(_) | Whereabouts::Destroyed | Whereabouts::Fled => false,
            Whereabouts::Ensorcelled(_) => false,
            // A God or Dragon general that has not been summoned yet commands nobody.
            Whereabouts::Aside => false,
        };
        if !is_there || self.is_cut_off(general) {
            return true;
        }
        let from = self.base(general);
        let within = |distance: i64| who.into_iter().any(|id| from.within(self.base(id), distance));
        if who.into_iter().all(|id| self.is(id, List::SeenFromAfar)) {
            return !within(self.distance(Distance::FarCommand));
        }
        if within(self.distance(Distance::HiddenCommand)) {
            return false;
        }
        !within(self.distance(Distance::Command)) || self.is_hidden(general, who)
    }

    /// Whether a general stands wholly in going that impairs its command.
    fn is_cut_off(&self, general: Id) -> bool {
        let cut_off_in = |features: Features| {
            let mut features = self.field().each(features.without(self.ruins()));
            features.any(|(_, ground)| self.rules().holds(PlaceList::CutsOffGeneral, ground.place))
        };
        cut_off_in(self.under(general)) && cut_off_in(self.around(general))
    }

    /// Whether every line of sight from the general to the moving elements is blocked, for Aerials as for others
    /// (D3H2-PIP-16).
    pub(super) fn is_hidden(&self, general: Id, who: Members) -> bool {
        let from = looks(self.base(general));
        who.into_iter().all(|id| {
            let to = looks(self.base(id));
            from.iter().all(|from| to.iter().all(|to| self.is_sight_blocked(Segment::new(*from, *to))))
        })
    }

    fn is_sight_blocked(&self, line: Segment) -> bool {
        let near = self.field().near(line.bounds()).without(self.ruins());
        let by_ground = self.field().each(near).any(|(_, ground)| {
            let crosses = |path: &[Point]| {
                path.iter().zip(path.iter().skip(1)).any(|(from, to)| Segment::new(*from, *to).crosses(line))
            };
            if crosses(&ground.crest) {
                return true;
            }
            let inside = |point: Point| match &ground.shape {
                Lie::Area(outline) => outline.contains(point),
                Lie::Band(_) => false,
            };
            let hides = |list| self.rules().holds(list, ground.place);
            let (starts, ends) = (inside(line.from), inside(line.to));
            (ends && !starts && hides(PlaceList::HidesInside))
                || (!starts && !ends && hides(PlaceList::HidesBeyond) && ground.lies_on(line))
        });
        by_ground
            // A camp hides as walls do, and so do walls that are no feature of the table.
            || (self.rules().holds(PlaceList::HidesBeyond, Place::Bua(Bua::Stronghold))
                && Player::ALL
                    .into_iter()
                    .flat_map(|player| self.camps_of(player))
                    .map(|camp| camp.base)
                    .chain(self.placed_walls().copied())
                    .any(|base| {
                        base.bounds().intersects(line.bounds())
                            && Edge::ALL.into_iter().any(|edge| base.edge(edge).crosses(line))
                    }))
    }
}

/// The points of a base between which lines of sight are drawn. They lie a touch within it, so that an
/// element that stands against a feature is not in it.
fn looks(base: &Base) -> [Point; 5] {
    let [a, b, c, d] = base.shrunk(TOUCH).corners();
    [a, b, c, d, base.middle()]
}
