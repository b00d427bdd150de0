//! Close combat: the fights, and the case of each (D3H2-CC-01 to 16, D3H2-SUPP, D3H2-TACT).

use musterfield_combat::explain::can_matter;
use musterfield_combat::{BoundOwner, Case, Combatant, FlankContact, Mode};
use musterfield_geometry::{Base, Edge, Point};
use musterfield_rules::battle::policy::{RearContact, TableEdge};
use musterfield_rules::battle::{Distance, List};
use musterfield_rules::combat::{Fact, Fighter, Held, Per};
use musterfield_rules::terrain::{Going, Kind};

use super::contact::{Side as Hand, Spot, is_beside};
use super::element::Id;
use super::order::Foe;
use super::refusal::Refusal;
use super::slope::is_higher;
use super::state::{Battle, Whereabouts};
use super::{TOUCH, force::Class};

/// The cosine of half a right angle: an edge of the table is on the side to which an element's flank points more than
/// its front or rear does.
const DIAGONAL: (i64, i64) = (707, 1000);

impl Battle {
    /// The fights still to be fought in this bound, in the order of the elements. Each is listed once, under an element
    /// whose front edge stands against the other (D3H2-SEQ-06, D3H2-CC-15, 16).
    #[must_use]
    pub fn fights(&self) -> Vec<(Id, Foe)> {
        self.opponents().into_iter().filter(|(id, foe)| self.is_ruled(*id, *foe)).collect()
    }

    /// Whether the combat tables cover this pairing. If they do not, the two do not fight, however their bases stand.
    #[must_use]
    pub fn is_ruled(&self, id: Id, foe: Foe) -> bool {
        self.case(id, foe).is_ok()
    }

    /// Pairs that stand against each other and have not fought in this bound.
    #[must_use]
    pub fn opponents(&self) -> Vec<(Id, Foe)> {
        let mut found = Vec::new();
        for player in [self.player(), self.player().other()] {
            for id in self.on_table(player).filter(|id| !self.element(*id).fought) {
                match self.before(id) {
                    Some((enemy, edge)) if self.is_fight(enemy, edge) => {
                        // A front-to-front fight has already been listed under the other element.
                        let is_named = found.contains(&(enemy, Foe::Element(id)));
                        if !is_named {
                            found.push((id, Foe::Element(enemy)));
                        }
                    }
                    Some(_) => {}
                    None => found.extend(self.assaulted(id).map(|held| (id, Foe::Feature(held)))),
                }
            }
        }
        found
    }

    /// Whether an element still has to fight an element or feature in this bound, in whichever order the two are named.
    pub(super) fn is_to_fight(&self, id: Id, foe: Foe) -> bool {
        let is_there = |id: Id| self.is_on_table(id) && !self.element(id).fought;
        let names = |id: Id, other: Id| {
            let before = self.before(id).filter(|(enemy, _)| is_there(id) && *enemy == other);
            before.is_some_and(|(enemy, edge)| self.is_fight(enemy, edge))
        };
        match foe {
            Foe::Element(other) => names(id, other) || names(other, id),
            Foe::Feature(held) => is_there(id) && self.assaulted(id) == Some(held),
        }
    }

    /// Whether an element whose front edge stands against an edge of an enemy fights it: it does front to front. On a
    /// flank or the rear it fights only an element that never turns, or one that could not turn to it and fights nobody
    /// to its own front (D3H2-CC-16).
    fn is_fight(&self, enemy: Id, edge: Edge) -> bool {
        if self.element(enemy).fought {
            return false;
        }
        let faces_others = || self.before(enemy).is_some() || self.assaulted(enemy).is_some();
        edge == Edge::Front || self.is(enemy, List::AllRound) || (self.state.cornered.has(enemy) && !faces_others())
    }

    /// The case of a fight; the named element is the first side. A feature fights with its holder's factors
    /// (D3H2-CC-14), or its own if it is empty (D3H2-CC-13). An assaulter's factor depends on its own class
    /// (D3H2-OUT-47). The slope and going of the ground under the walls do not count (D3H2-BUA-13, D3H2-TACT-20).
    ///
    /// # Errors
    /// When the combat tables do not cover the two.
    pub fn case(&self, id: Id, foe: Foe) -> Result<Case<'static>, Refusal> {
        let enemy = self.owner(id).other();
        let [a, b] = match foe {
            Foe::Element(other) => [self.fighting(id, Some(other)), self.fighting(other, Some(id))],
            Foe::Feature(held) => {
                let others: Vec<Id> = self.assaulters(enemy, held).filter(|other| *other != id).collect();
                let mut holds = match self.holder(enemy, held) {
                    Some(holder) => Combatant { held: Some(held.kind()), ..self.plain(holder) },
                    None => Combatant::new(self.feature_fighter(held)?),
                };
                let most = self.setting().combat.most(Per::Assaulter);
                holds.assaulters = u8::try_from(others.len()).unwrap_or(u8::MAX).min(most);
                holds.ground_assault = others.into_iter().any(|other| self.profile(other).is_ground());
                // An assaulter may itself be attacked in flank and rear, and may stand in the river before the walls.
                let mut assaults = self.fighting(id, None);
                holds.bank = self.stands_in_river(id);
                if let Some(camp) = self.camp_of(enemy, held).filter(|_| held.is_camp()) {
                    assaults.uphill = self.is_uphill(self.base(id), &camp.base);
                    holds.uphill = self.is_uphill(&camp.base, self.base(id));
                }
                [assaults, holds]
            }
        };
        let bound = if self.owner(id) == self.player() { BoundOwner::First } else { BoundOwner::Second };
        let setting = self.setting();
        Case::new(setting.ruleset, Mode::Close, [a, b], setting.options.readings)
            .map(|case| case.in_bound(bound))
            .map_err(Refusal::NoCase)
    }

    /// Marks an element that was contacted by an enemy and could not line up with it, when neither of the two could
    /// conform: it fights as though overlapped (D3H2-CONT-05).
    fn overlap_where_not_conformed(&self, id: Id, foe: Id, side: &mut Combatant) {
        let (base, other) = (self.base(id), self.base(foe));
        let is_flat = base.against(Edge::Front, other, Edge::Front, TOUCH).is_some();
        let is_askew = self.askew(foe).is_some_and(|(enemy, _)| enemy == id);
        let is_contacted = is_askew || (self.owner(id) != self.player() && is_flat && Spot::of(other, base).is_none());
        if is_contacted && side.left.is_none() && side.right.is_none() && !self.is(id, List::NeverOverlapped) {
            side.left = Some(FlankContact::Overlap);
        }
    }

    /// The camp followers of an empty camp, or the empty walls (D3H2-CAMP-05).
    fn feature_fighter(&self, held: Held) -> Result<Fighter, Refusal> {
        let name = match held {
            held if held.is_camp() => "Camp",
            Held::City => "City",
            Held::Fort => "Fort",
            _ => "Stronghold",
        };
        self.setting().combat.feature(name).ok_or(Refusal::NoDefenders(held))
    }

    /// An element as a combatant, without the influence of its neighbours.
    pub(super) fn plain(&self, id: Id) -> Combatant {
        let profile = self.profile(id);
        let mut side = Combatant::new(profile.fighter());
        side.fast = profile.fast;
        side.general = profile.general;
        side.demoralised = self.is_demoralised(id);
        side.mounted_infantry = profile.rides;
        side.water = profile.water;
        if let Whereabouts::Holds(held) = self.element(id).place {
            side.held = Some(held.kind());
            side.sacking = self.is_sacking(id);
        } else {
            (side.going, side.place) = self.standing(id);
        }
        side
    }

    /// An element in close combat with another before its front.
    fn fighting(&self, id: Id, foe: Option<Id>) -> Combatant {
        let base = *self.base(id);
        let mut side = self.plain(id);
        let helper = foe.and_then(|foe| self.helper(id, foe));
        let ahead = self.ahead_of_wagon(id, foe);
        // An attack on a supporting element counts as one on the element it supports (D3H2-CC-01).
        let at_helper = |edge: Edge| helper.is_some_and(|helper| self.at_edge(helper, edge).any(|_| true));
        let at = |hand: Hand, edge: Edge| {
            if at_helper(edge) { Some(FlankContact::Flank) } else { self.at_hand(id, foe, hand) }
        };
        side.left = at(Hand::Left, Edge::Left);
        side.right = at(Hand::Right, Edge::Right);
        let counts = |enemy: Id| match self.rules().policies.rear_contact {
            RearContact::LinedUp => {
                Spot::of(self.base(enemy), &base) == Some(Spot::Rear) || self.is_at_edge_askew(enemy, id, Edge::Rear)
            }
            RearContact::Any => true,
        };
        side.rear =
            at_helper(Edge::Rear) || self.at_edge(id, Edge::Rear).filter(|enemy| Some(*enemy) != ahead).any(counts);
        side.two_edges = Edge::ALL.into_iter().filter(|edge| self.at_edge(id, *edge).next().is_some()).count() >= 2;
        side.rear_support = helper.is_some();
        side.behind = helper.map(|helper| {
            let profile = self.profile(helper);
            (profile.fighter(), profile.fast)
        });
        side.side_support = self.beside(id);
        side.charged = foe.is_some() && self.owner(id) == self.player() && self.element(id).moves > 0;
        if let Some(foe) = foe {
            self.overlap_where_not_conformed(id, foe, &mut side);
            side.uphill = self.is_uphill(&base, self.base(foe));
            side.bank = self.defends_bank(id, foe);
        }
        side
    }

    /// The opponent of an element that never turns: the edge that it stands on counts as the front (D3H2-CONT-12).
    fn ahead_of_wagon(&self, id: Id, foe: Option<Id>) -> Option<Id> {
        foe.filter(|_| self.is(id, List::AllRound))
    }

    /// The friend behind an element that supports it against an enemy. Both must stand in good going, and the tables
    /// must give them support against that enemy (D3H2-SUPP-01 to 05).
    pub(super) fn helper(&self, id: Id, foe: Id) -> Option<Id> {
        let friend = self.supporter(id)?;
        let good = |id: Id| self.standing(id).0 == Going::Good;
        let [own, enemy] = [id, foe].map(|id| self.profile(id).fighter());
        let helps = can_matter(self.setting().combat, Mode::Close, Fact::RearSupport, own, enemy);
        (helps && good(id) && good(friend)).then_some(friend)
    }

    /// The friend lined up behind an element that may support it: of the same type, whether Fast or solid, and facing
    /// the same way. Only this one element supports; a third in file adds nothing (D3H2-SUPP-01, D3H2-SUPP-07,
    /// D3H2-SUPP-08).
    #[must_use]
    pub fn supporter(&self, id: Id) -> Option<Id> {
        self.friends_close_to(id).find(|friend| self.is_behind(*friend, id))
    }

    /// Whether an element is lined up behind another of its type, or of one that its type supports by the tables.
    fn is_behind(&self, id: Id, other: Id) -> bool {
        let (base, before) = (self.base(id), self.base(other));
        base.facing() == before.facing()
            && base.front_left().is_at(before.rear_left(), TOUCH)
            && self.may_support(id, other)
    }

    /// Whether an element could support another from behind: it is of the same type, or of one that supports that type by
    /// the tables (D3H2-SUPP-01).
    #[must_use]
    pub fn may_support(&self, id: Id, other: Id) -> bool {
        let kind = |id: Id| (self.profile(id).fighter(), self.profile(id).fast);
        self.profile(id).troop == self.profile(other).troop
            || self.setting().combat.supports_from_behind(kind(id), kind(other))
    }

    /// A friend at an element's side, level with its front corners, that may give side support. Solid friends are
    /// preferred to Fast ones, then Blades to others, because they support more types (D3H2-SUPP-10 to 15).
    fn beside(&self, id: Id) -> Option<(Fighter, bool)> {
        let base = self.base(id);
        let is_beside = |friend: &Id| {
            let other = self.base(*friend);
            other.facing() == base.facing()
                && (other.front_left().is_at(base.front_right(), TOUCH)
                    || other.front_right().is_at(base.front_left(), TOUCH))
        };
        let friends = self.friends_close_to(id).filter(is_beside);
        friends
            .map(|friend| {
                let profile = self.profile(friend);
                let same = profile.troop == self.profile(id).troop;
                let rank = (profile.fast, !self.is(friend, List::Blades), !same, friend);
                (rank, (profile.fighter(), profile.fast))
            })
            .min_by_key(|(rank, _)| *rank)
            .map(|(_, support)| support)
    }

    /// The enemy contact at one flank of an element; the edge of the battlefield can count as one (D3H2-CC-02 to 09).
    /// One element may overlap two (D3H2-CC-07). An element that no longer has an enemy before its front can be
    /// overlapped and can overlap (D3H2-CC-05).
    fn at_hand(&self, id: Id, foe: Option<Id>, hand: Hand) -> Option<FlankContact> {
        let base = *self.base(id);
        let edge = if hand == Hand::Left { Edge::Left } else { Edge::Right };
        let ahead = self.ahead_of_wagon(id, foe);
        if self.at_edge(id, edge).any(|enemy| Some(enemy) != ahead) {
            return Some(FlankContact::Flank);
        }
        let corners = self.rules().policies.overlap_corners;
        let is_there = |enemy: &Id| {
            is_beside(&base, self.base(*enemy), corners) == Some(hand) && !self.is(*enemy, List::NeverOverlapping)
        };
        let others = || self.enemies_close_to(id).filter(|enemy| Some(*enemy) != foe).filter(is_there);
        // Some kinds of contact count as overlaps, unless the tables have a row of their own for them.
        let own_row = |per: Per, contact: FlankContact| {
            let has_row = self.setting().combat.modifiers.iter().any(|row| row.effect.per == Some(per));
            if has_row { contact } else { FlankContact::Overlap }
        };
        // Elements flank on flank overlap each other whether or not they are fighting.
        let is_flank_on_flank = |enemy: Id| {
            let theirs = [Edge::Left, Edge::Right];
            theirs.into_iter().any(|theirs| base.against(edge, self.base(enemy), theirs, TOUCH).is_some())
        };
        if others().any(is_flank_on_flank) {
            return Some(own_row(Per::Beside, FlankContact::Beside));
        }
        // An enemy that assaults a feature is in frontal close combat too.
        if others().any(|enemy| self.before(enemy).is_none() && self.assaulted(enemy).is_none()) {
            return Some(FlankContact::Overlap);
        }
        // The edge of the battlefield counts as an enemy on that side.
        self.is_by_edge(id, hand).then(|| own_row(Per::Edge, FlankContact::Edge))
    }

    /// Whether the edge of the battlefield overlaps an element. It does on a side where the front corner is closer to
    /// the edge than this distance, unless that corner touches a friend (D3H2-CC-08). Where two edges meet, only the
    /// nearer corner counts.
    fn is_by_edge(&self, id: Id, hand: Hand) -> bool {
        let is_open = || self.is(id, List::OverlappedByEdge) && self.element(id).moves == 0;
        let can_be = match self.rules().policies.table_edge {
            TableEdge::OverlapsUnmoved => is_open(),
            TableEdge::OverlapsUnmovedInGoodGoing => is_open() && self.standing(id).0 == Going::Good,
            TableEdge::OverlapsNobody => false,
        };
        if !can_be {
            return false;
        }
        let other = if hand == Hand::Left { Hand::Right } else { Hand::Left };
        let corner = front_corner(self.base(id), hand);
        let touches = |friend: Id| {
            let base = self.base(friend);
            Edge::ALL.into_iter().any(|edge| base.edge(edge).nearer_to_point(corner, TOUCH + 1))
        };
        let is_nearer = |away: i64| self.edge_beside(id, other).is_none_or(|others| away <= others);
        self.edge_beside(id, hand).is_some_and(is_nearer) && !self.friends_close_to(id).any(touches)
    }

    /// How far a front corner of an element is from an edge of the battlefield on that side, if this is less than the
    /// distance at which the edge overlaps. An edge before or behind the element does not count.
    fn edge_beside(&self, id: Id, hand: Hand) -> Option<i64> {
        let (base, board) = (self.base(id), self.field().board);
        let corner = front_corner(base, hand);
        let near = self.distance(Distance::EdgeOverlap);
        let out = if hand == Hand::Left { base.facing().left() } else { base.facing().right() };
        let edges = musterfield_terrain::layout::Edge::ALL.into_iter();
        let beside = edges.filter(|edge| {
            let gain = board.from_edge(*edge, corner) - board.from_edge(*edge, corner + out.step(near));
            gain * DIAGONAL.1 >= near * DIAGONAL.0
        });
        beside.map(|edge| board.from_edge(edge, corner)).filter(|away| *away < near).min()
    }

    /// Whether a base stands on a hill and uphill of another base (D3H2-TACT-12).
    pub(super) fn is_uphill(&self, base: &Base, other: &Base) -> bool {
        let under = self.field().under(base);
        self.field()
            .each(under)
            .filter(|(_, ground)| matches!(ground.kind, Kind::DifficultHill | Kind::GentleHill))
            .any(|(_, hill)| is_higher(hill, base, other, self.rules().policies.uphill))
    }

    /// Whether an element defends the bank of a river that is not paltry: it stands wholly on land, and the other
    /// element is partly in the river and not on a road (D3H2-TACT-12, D3H2-BUA-12).
    fn defends_bank(&self, id: Id, foe: Id) -> bool {
        self.under(id).common(self.field().rivers).is_empty() && self.stands_in_river(foe)
    }

    /// Whether an element stands partly in a river that is not paltry, and not on a road.
    fn stands_in_river(&self, id: Id) -> bool {
        let rivers = self.under(id).common(self.field().rivers);
        !rivers.is_empty()
            && self.field().on_road(self.base(id)).is_none()
            && self.field().each(rivers).any(|(at, _)| self.river(at) != super::state::River::Paltry)
    }

    /// Whether an element supports the one before it in a fight to that one's front.
    pub(super) fn gives_support(&self, id: Id) -> bool {
        self.friends_close_to(id).any(|friend| {
            self.is_behind(id, friend)
                && self.before(friend).is_some_and(|(enemy, _)| self.helper(friend, enemy).is_some())
        })
    }

    /// Lets an Aerial that no longer touches anybody take off again (D3H2-CONT-17).
    pub(super) fn take_off(&mut self) {
        for id in self.everybody() {
            if self.element(id).down && self.profile(id).class == Class::Aerial && !self.is_in_close_combat(id) {
                self.element_mut(id).down = false;
            }
        }
    }
}

/// The front corner of a base on one side.
fn front_corner(base: &Base, hand: Hand) -> Point {
    if hand == Hand::Left { base.front_left() } else { base.front_right() }
}
