//! The immediate effects of a combat result: destruction, ensorcelment, the fall of features, and what waits to be
//! settled (D3H2-DEST, D3H2-ENS).

pub(crate) mod pending;

pub(super) use pending::{Aftermath, Beaten, Declared, Shot, Touched};

use musterfield_geometry::{Base, Edge, Footprint};
use musterfield_rules::battle::policy::{Freeing, RearCorner, Supporters};
use musterfield_rules::battle::{Clause, List};
use musterfield_rules::combat::{Held, Outcome};

use super::TOUCH;
use super::contact::is_in_place;
use super::element::{Id, Player};
use super::order::{Foe, Friends};
use super::report::{Event, Report};
use super::state::{Battle, Phase, Whereabouts};

impl Battle {
    /// Settles the pending effects of a combat, stopping when a player has to make a choice.
    pub(super) fn settle(&mut self, report: &mut Report) {
        while let Some(beaten) = self.state.aftermath.recoils.first().copied() {
            if self.is_on_table(beaten.id) {
                if self.has_choice(beaten) {
                    self.state.phase = Phase::Recoiling(beaten.id);
                    return;
                }
                let distance = self.recoil_of(beaten.id);
                self.recoil(beaten, distance, Friends::Passed, report);
            }
            self.state.aftermath.recoils.remove(0);
        }
        if let Some((id, held, distance)) = self.state.aftermath.storms.take() {
            self.storm(id, held, distance, report);
        }
        for (id, distance) in std::mem::take(&mut self.state.aftermath.pursuits) {
            if self.is_on_table(id) {
                self.pursue(id, distance, report);
            }
        }
        while let Some(id) = self.state.aftermath.freed.first().copied() {
            if !self.come_back(id, report) {
                self.state.phase = Phase::Returning(id);
                return;
            }
            self.state.aftermath.freed.remove(0);
        }
        if let Some(phase) = self.state.after.take() {
            self.state.phase = phase;
        }
    }

    /// Applies a combat outcome to an element or feature.
    pub(super) fn befall(
        &mut self,
        foe: Foe,
        owner: Player,
        outcome: Outcome,
        by: Option<Id>,
        turns: bool,
        report: &mut Report,
    ) {
        report.push(Event::Befell(foe, outcome));
        match (foe, outcome) {
            (_, Outcome::None) => {}
            (Foe::Element(id), Outcome::Recoil) => self.state.aftermath.recoils.push(Beaten { id, turns }),
            (Foe::Element(id), Outcome::Flee) => self.flee(id, turns, report),
            (Foe::Element(id), Outcome::Ensorcelled) => self.ensorcel(id, by, report),
            (Foe::Element(id), Outcome::Surrender) => self.surrender(id, report),
            (Foe::Element(id), Outcome::Banished) => self.banish(id, report),
            (Foe::Element(id), _) => self.destroy(id, report),
            (Foe::Feature(held), _) => self.fall(owner, held, report),
        }
    }

    /// Destroys an element (D3H2-DEST-01), and some of those behind it: those of its file that are attacked in flank or
    /// rear (D3H2-DEST-03), or the one that supported it (HOTT25-SUPP-07).
    pub(super) fn destroy(&mut self, id: Id, report: &mut Report) {
        report.used(Clause::Destruction);
        let (others, by) = match self.rules().policies.supporters {
            Supporters::DieIfAttacked => {
                let file = if self.is_on_table(id) { self.file_behind(id) } else { Vec::new() };
                (file.into_iter().filter(|other| self.is_flanked(*other)).collect(), Clause::ColumnDestroyed)
            }
            Supporters::DieWithIt => {
                let before = if self.is_on_table(id) { self.before(id) } else { None };
                let helper = before.and_then(|(enemy, _)| self.helper(id, enemy));
                (helper.into_iter().collect::<Vec<Id>>(), Clause::SupporterDestroyed)
            }
        };
        self.take_off_table(id, Whereabouts::Destroyed, report);
        for other in others {
            report.used(by);
            self.take_off_table(other, Whereabouts::Destroyed, report);
        }
    }

    /// Lets an element flee off the battlefield at once. A Lurker goes back into hiding; all others are lost as long as
    /// they are off the table (HOTT25-FLEE-03, HOTT25-OUT-21).
    fn banish(&mut self, id: Id, report: &mut Report) {
        report.used(Clause::Banishment);
        let hides = self.is(id, List::Lurkers);
        if hides {
            self.element_mut(id).lair = None;
        }
        self.take_off_table(id, if hides { Whereabouts::Aside } else { Whereabouts::Fled }, report);
    }

    /// Takes an element off the table; an element that it had ensorcelled comes back (D3H2-SUMM-34).
    pub(super) fn take_off_table(&mut self, id: Id, place: Whereabouts, report: &mut Report) {
        report.push(Event::Gone(id));
        self.leaves_walls_to_nobody(id);
        let mut stand = self.element_mut(id);
        (stand.place, stand.down) = (place, false);
        drop(stand);
        self.free_by_fate(id);
    }

    /// Frees the element that this one had ensorcelled, because this one is destroyed, ensorcelled or flees
    /// (D3H2-SUMM-34).
    pub(super) fn free_by_fate(&mut self, id: Id) {
        match self.rules().policies.freeing {
            Freeing::PipsOrFate => {}
            Freeing::PipsAlone => return,
        }
        let freed: Vec<Id> =
            self.everybody().filter(|other| self.element(*other).place == Whereabouts::Ensorcelled(Some(id))).collect();
        self.state.aftermath.freed.extend(freed);
    }

    /// Ensorcels a Hero or Mage, the only types that can be (D3H2-ENS-01, D3H2-ENS-02). Its base stays where it stood;
    /// for a Mage it is the marker (D3H2-ENS-05, D3H2-ENS-06).
    pub(super) fn ensorcel(&mut self, id: Id, by: Option<Id>, report: &mut Report) {
        report.used(Clause::Ensorcelment);
        self.take_off_table(id, Whereabouts::Ensorcelled(by), report);
    }

    /// The friendly elements lined up in file behind an element.
    pub(super) fn file_behind(&self, id: Id) -> Vec<Id> {
        let mut file = Vec::new();
        let mut last = id;
        while let Some(next) = self.behind(last).filter(|next| !file.contains(next) && *next != id) {
            file.push(next);
            last = next;
        }
        file
    }

    fn behind(&self, id: Id) -> Option<Id> {
        let base = self.base(id);
        self.friends_close_to(id).find(|friend| {
            let other = self.base(*friend);
            is_in_place(other, &Base::new(base.rear_left(), base.facing(), base.width(), other.depth()))
        })
    }

    /// Whether an enemy's front edge stands on a flank or the rear of an element (D3H2-DEST-02) or, by some rules, on a
    /// rear corner (D3H2-RECOIL-16).
    pub(super) fn is_flanked(&self, id: Id) -> bool {
        [Edge::Left, Edge::Right, Edge::Rear].into_iter().any(|edge| self.at_edge(id, edge).next().is_some())
            || match self.rules().policies.rear_corner {
                RearCorner::Attacks => self.is_at_rear_corner(id),
                RearCorner::Stands => false,
            }
    }

    /// Whether an enemy's front edge meets a rear corner of an element.
    fn is_at_rear_corner(&self, id: Id) -> bool {
        let base = self.base(id);
        self.enemies_close_to(id).any(|enemy| {
            let front = self.base(enemy).edge(Edge::Front);
            self.is_engaged(id, enemy)
                && [base.rear_left(), base.rear_right()]
                    .into_iter()
                    .any(|corner| front.nearer_to_point(corner, TOUCH + 1))
        })
    }

    /// The distance a base can move straight in a direction, up to a limit, before `stops` says that something is in
    /// its
    /// way.
    pub(super) fn free_way(&self, base: &Base, distance: i64, stops: impl Fn(&Base, i64) -> bool) -> i64 {
        if !stops(base, distance) {
            return distance;
        }
        let (mut free, mut blocked) = (0, distance);
        while blocked - free > 1 {
            let between = i64::midpoint(free, blocked);
            if stops(base, between) { blocked = between } else { free = between }
        }
        // `stops` answers true only for an overlap deeper than a touch, so the way ends where the obstacle is first
        // touched.
        (free - TOUCH).max(0)
    }

    /// Whether a camp or Stronghold lies in the way of a straight step.
    pub(super) fn meets_feature(&self, base: &Base, step: musterfield_geometry::Point) -> bool {
        let way = base.bounds().and(base.bounds().moved(step));
        Player::ALL.into_iter().any(|player| {
            self.features_of(player).any(|held| {
                self.box_of(player, held).is_some_and(|its| its.intersects(way))
                    && self
                        .outline_of(player, held)
                        .is_some_and(|outline| Footprint::swept(&base.shrunk(TOUCH), step).intersects(&outline))
            })
        })
    }

    /// Moves an element to a new base.
    pub(super) fn put(&mut self, id: Id, base: Base, report: &mut Report) {
        if *self.base(id) != base {
            self.element_mut(id).base = base;
            report.push(Event::Moved(id, base));
        }
        self.leaves_lair(id, report);
    }

    /// Removes a Lurker that is forced out of the feature where it was summoned; this is not a loss (D3H2-SUMM-21).
    fn leaves_lair(&mut self, id: Id, report: &mut Report) {
        let stand = self.element(id);
        let Some(lair) = stand.lair.map(usize::from) else { return };
        if !self.field().under(&stand.base).has(lair) {
            report.used(Clause::ForcedOut);
            self.element_mut(id).lair = None;
            self.take_off_table(id, Whereabouts::Aside, report);
        }
    }

    /// Lets a feature fall: a camp is sacked and removed, a Stronghold goes to its victor (D3H2-CAMP-06, 07,
    /// D3H2-BUA-15).
    pub(super) fn fall(&mut self, owner: Player, held: Held, report: &mut Report) {
        report.push(Event::Fell(held));
        if let Some(holder) = self.holder(owner, held) {
            self.destroy(holder, report);
        }
        match held {
            held if held.is_camp() => {
                report.used(Clause::CampFalls);
                let camp = match held.command() {
                    None => owner.of_mut(&mut self.state.sides).camp.as_mut(),
                    Some(number) => self.camp_of_command_mut(owner, number),
                };
                if let Some(camp) = camp {
                    camp.sacked = true;
                }
            }
            _ => {
                report.used(Clause::WallsFall);
                if let Some(stronghold) = &mut self.state.stronghold {
                    (stronghold.holder, stronghold.town.surrendered) = (owner.other(), false);
                }
            }
        }
    }
}
