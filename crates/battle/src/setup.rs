//! The set-up before the first bound: edges, camps, deployment (D3H2-DEPL-01 to 19, D3H2-CAMP-01 to 05).

use musterfield_rules::battle::Clause;
use std::sync::Arc;

use musterfield_army::{Catalogue, Draft};
use musterfield_dice::Roller;
use musterfield_geometry::{BW, Base, Facing, Point};
use musterfield_rules::battle::policy::{BaseEdge, FirstBound, FromWalls, Walls};
use musterfield_rules::battle::{OptionalRule, Score, Topic};
use musterfield_rules::combat::Held;
use musterfield_rules::ruleset::{Loss, SizeUnit};
use musterfield_rules::terrain::Going;
use musterfield_rules::troop::Summoned;
use musterfield_rules::{Points, Ruleset, TerrainRules};
use musterfield_terrain::Layout;
use musterfield_terrain::layout::{Board, Edge};

use super::TOUCH;
use super::admission::{Admitted, ArmySizes};
use super::commands::{CommandStates, DivisionError, divisions};
use super::element::{Id, Members, Player};
use super::element_states::ElementStates;
use super::field::Field;
use super::force::{ForceError, Profile, civilians, profiles};
use super::formation::placed;
use super::landing::landers;
use super::order::Pose;
use super::play::roll;
use super::refusal::{ClosedEdge, Refusal};
use super::report::{Die, Event, Report};
use super::state::{
    Battle, ElementState, MOST_RIVERS, Options, Phase, River, Setting, SideState, State, Stronghold, Town, Whereabouts,
};

/// Everything needed to begin a battle.
#[derive(Clone, Debug)]
pub struct Meeting<'a> {
    /// The armies, the first player's first.
    pub armies: [&'a Admitted<Draft>; 2],
    /// The army lists, which say as what Mounted elements may dismount.
    pub catalogue: &'static Catalogue,
    /// Whether the armies may be of different sizes.
    pub sizes: ArmySizes,
    /// The player who defends (D3H2-DEPL-01).
    pub defender: Player,
    /// The battlefield.
    pub layout: &'a Admitted<Layout>,
    /// The figure scale, which fixes the base depths; the ruleset's usual one if `None`.
    pub scale: Option<&'a str>,
    /// Optional readings of the rules that the players chose.
    pub options: Options,
}

/// The reason a battle cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeetingError {
    /// The armies are for different rules.
    TwoRulesets(String, String),
    /// The armies are of different sizes.
    TwoSizes(String, String),
    /// The program plays no battles under these rules, perhaps for a reason that it can tell.
    NoBattle(String, Option<String>),
    /// The layout is for other rules.
    OtherLayout(String, String),
    /// An army cannot be used.
    Force(Player, ForceError),
    /// An army has no elements.
    Empty(Player),
    /// The commands of the armies cannot be used.
    Division(DivisionError),
    /// The battlefield is legal, but one for Big Battles, and the armies are not divided into commands; or the reverse
    /// (DBA3-BB-12, DBA3-TABLE-08 to 10).
    OtherTable(Board),
    /// The battlefield has more features than a battle can hold.
    TooManyRivers(usize),
}

/// The ruleset of two armies.
///
/// # Errors
/// When they have different ones.
pub(super) fn common_ruleset([a, b]: [&Draft; 2]) -> Result<&'static Ruleset, MeetingError> {
    if a.ruleset.id == b.ruleset.id {
        return Ok(a.ruleset);
    }
    Err(MeetingError::TwoRulesets(a.ruleset.id.to_string(), b.ruleset.id.to_string()))
}

/// The first table of double width, on which Big Battles are fought, if a ruleset has any (DBA3-BB-12).
pub(super) fn wide_board(terrain: &TerrainRules) -> Option<Board> {
    let boards = terrain.tables.iter().flat_map(|table| &table.boards);
    let (width, depth) = *boards.into_iter().find(|(width, depth)| width > depth)?;
    Some(Board { width, depth })
}

impl Battle {
    /// A battle between two armies before the choice of edges.
    ///
    /// # Errors
    /// When armies and layout do not go together, or the program plays no battles under the ruleset.
    pub fn new(meeting: &Meeting<'_>) -> Result<Self, MeetingError> {
        let [a, b] = meeting.armies;
        let ruleset = common_ruleset([a, b])?;
        if meeting.sizes == ArmySizes::Equal && a.points != b.points {
            let size = |army: &Draft| ruleset.counts().of(army.points);
            return Err(MeetingError::TwoSizes(size(a), size(b)));
        }
        let none = || MeetingError::NoBattle(ruleset.name.to_string(), ruleset.no_battle.as_deref().map(str::to_owned));
        let (rules, combat) = (ruleset.battle.as_ref().ok_or_else(none)?, ruleset.combat.as_ref().ok_or_else(none)?);
        let terrain = ruleset.terrain.as_deref().ok_or_else(none)?;
        if meeting.layout.rules.prefix != terrain.prefix {
            let of = |name: &str| name.to_owned();
            return Err(MeetingError::OtherLayout(of(&meeting.layout.rules.ruleset), of(&ruleset.id)));
        }
        let field = Field::new(meeting.layout);
        let mut all: Vec<Profile> = Vec::new();
        let mut armies = [Members::NONE; 2];
        for player in Player::ALL {
            let army = player.of(&meeting.armies);
            let own = profiles(army, player, terrain, meeting.scale, meeting.catalogue)
                .map_err(|error| MeetingError::Force(player, error))?;
            if own.is_empty() {
                return Err(MeetingError::Empty(player));
            }
            let mut own = own;
            if rules.plays(Topic::Cities) {
                let walls = field.walls.map(|(_, held)| held);
                let civilians = civilians(army, player, own.len(), walls, terrain, meeting.scale);
                own.extend(civilians.map_err(|error| MeetingError::Force(player, error))?);
            }
            let places = (all.len()..).zip(&own).filter_map(|(place, _)| u8::try_from(place).ok());
            *player.of_mut(&mut armies) = places.map(Id).collect();
            all.extend(own);
        }
        let drafts = meeting.armies.map(|army| -> &Draft { army });
        let divisions = divisions(drafts, &all, armies).map_err(MeetingError::Division)?;
        // An illegal battlefield may have any width, and rulesets without tables of double width have no such rule.
        let board = meeting.layout.board;
        let has_wide = wide_board(terrain).is_some();
        if has_wide && meeting.layout.is_legal() && (board.width > board.depth) != divisions.is_some() {
            return Err(MeetingError::OtherTable(board));
        }
        let rivers = field.each(field.rivers).count();
        if rivers > MOST_RIVERS {
            return Err(MeetingError::TooManyRivers(rivers));
        }
        let in_points = rules.is_chosen(OptionalRule::LossesInPoints, meeting.options.readings);
        let counts_losses = if in_points { SizeUnit::Points } else { ruleset.counts_losses() };
        let breaks = |player: Player| {
            // A share of the elements becomes the same share of what they have cost (HOTT25-WIN-02).
            if let (true, Some(Loss::OfElements(part, of))) =
                (in_points, ruleset.army.defeat.as_ref().map(|defeat| &defeat.lost))
            {
                let own = player.of(&armies).into_iter().filter_map(|id| all.get(usize::from(id.0)));
                let cost: Points = own.map(|profile| profile.cost).sum();
                return cost.fraction(*part, *of);
            }
            let draft = player.of(&drafts);
            let elements = draft.lines.iter().map(musterfield_army::ElementLine::elements).sum();
            ruleset.break_point(draft.points, elements).map_or(Points::ZERO, |at| at.lost)
        };
        let breaks_at = Player::ALL.map(breaks);
        let stronghold = field.walls.map(|_| Stronghold {
            owner: meeting.defender,
            holder: meeting.defender,
            town: Town::default(),
        });
        let nowhere = |profile: &Profile| {
            let on_foot = profile.on_foot.as_deref().filter(|on_foot| on_foot.from_start);
            let depth = on_foot.map_or(profile.depth, |on_foot| on_foot.profile.depth);
            let stand = ElementState::aside(Base::new(Point::new(0, 0), Facing::NORTH, BW, depth));
            ElementState { dismounted: on_foot.is_some(), ..stand }
        };
        let elements = ElementStates::new(all.iter().map(nowhere).collect(), &field);
        let side = SideState {
            edge: None,
            camp: None,
            camp_in_stronghold: false,
            bounds: 0,
            intruders: Members::NONE,
            reserved: Members::NONE,
        };
        let lands = Player::ALL.map(|player| {
            let division = divisions.as_deref().map(|divisions| player.of(divisions));
            let draft = player.of(&meeting.armies);
            landers((draft, meeting.catalogue), (rules, meeting.options), *player.of(&armies), &all, division)
        });
        let commands = divisions.as_ref().map(|_| Box::new(CommandStates::new()));
        Ok(Self {
            setting: Arc::new(Setting {
                ruleset,
                combat,
                rules,
                terrain,
                field,
                profiles: all,
                armies,
                divisions,
                defender: meeting.defender,
                counts_losses,
                breaks_at,
                lands,
                brings_camp: Player::ALL.map(|player| player.of(&drafts).camp),
                has_open_camps: combat.feature("Camp").is_none(),
                options: meeting.options,
            }),
            state: State {
                elements,
                sides: [side; 2],
                stronghold,
                rivers: [River::Unknown; MOST_RIVERS],
                rough_plough: false,
                bound: 0,
                player: meeting.defender.other(),
                pips: 0,
                phase: Phase::Edges,
                after: None,
                aftermath: super::aftermath::Aftermath::default(),
                cornered: Members::NONE,
                commands,
            },
        })
    }

    /// Checks that the invader may choose a base edge (D3H2-DEPL-04 to 07).
    pub(super) fn check_edge(&self, edge: Edge) -> Result<(), Refusal> {
        if self.state.phase != Phase::Edges {
            return Err(Refusal::EdgesSettled);
        }
        let verdicts = &self.field().edges;
        if verdicts.edges.iter().any(|verdict| verdict.edge == edge && !verdict.may) {
            return Err(Refusal::EdgeNotOpen(Box::new(ClosedEdge {
                edge,
                reason: verdicts.reason.clone(),
                rule: verdicts.rule,
            })));
        }
        Ok(())
    }

    /// Gives the invader a base edge and the defender the opposite one.
    pub(super) fn take_edge(&mut self, named: Edge, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        let edge = match self.rules().policies.base_edge {
            BaseEdge::Chosen => named,
            BaseEdge::Rolled => self.edge_by(named, roll(dice, Die::Edge, report)?),
        };
        let invader = self.setting.defender.other();
        invader.of_mut(&mut self.state.sides).edge = Some(edge);
        invader.other().of_mut(&mut self.state.sides).edge = Some(edge.opposite());
        self.begin_set_up();
        Ok(())
    }

    /// The edge that a die gives an invader who has named one: that, or another by counting clockwise from it
    /// (HOTT25-DEPL-01).
    fn edge_by(&self, named: Edge, die: u8) -> Edge {
        if self.rules().shows(Score::NamedEdge, die) {
            return named;
        }
        (0..die).fold(named, |edge, _| edge.next())
    }

    /// Passes the set-up from the defender to the invader or, after both, on to the next part.
    pub(super) fn next_setter(&mut self) {
        let defender = self.setting.defender;
        // Only the defender places a Stronghold.
        let is_alone = self.state.phase == Phase::Camp && self.rules().policies.walls == Walls::OfTheDefender;
        if self.state.player == defender && !is_alone {
            self.state.player = defender.other();
        } else {
            self.state.player = defender;
            self.state.phase = match self.state.phase {
                Phase::Camp => Phase::Deployment,
                other => other,
            };
        }
    }

    /// Checks that an element may be set up on a base (D3H2-DEPL-10 to 16).
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn check_deployment(&self, id: Id, base: &Base) -> Result<(), Refusal> {
        let profile = self.profile(id);
        let name = profile.name;
        let edge = self.side(self.owner(id)).edge.unwrap_or(Edge::South);
        let board = self.field().board;
        let from = |edge: Edge| base.corners().iter().map(|corner| board.from_edge(edge, *corner)).min().unwrap_or(0);
        let farthest = base.corners().iter().map(|corner| board.from_edge(edge, *corner)).max().unwrap_or(0);
        if profile.summoned == Some(Summoned::Always) {
            return Err(Refusal::HeldOff(name));
        }
        if !self.field().has(base) {
            return Err(Refusal::BeyondTheTable(name));
        }
        let deployment = &self.setting.terrain.deployment;
        let from_centre = deployment.from_centre(board.across(edge));
        if 2 * (farthest + from_centre) > board.across(edge) + 2 * TOUCH {
            return Err(Refusal::NearTheCentre(name, from_centre));
        }
        if [edge.next(), edge.next().opposite()].into_iter().any(|side| from(side) < profile.from_sides - TOUCH) {
            return Err(Refusal::NearTheSides(name, profile.from_sides));
        }
        self.check_near_general(id, base)?;
        self.check_ground(id, base)
    }

    /// Checks the ground under an element that is set up, or lands (D3H2-DEPL-11, 14 to 16).
    pub(super) fn check_ground(&self, id: Id, base: &Base) -> Result<(), Refusal> {
        let profile = self.profile(id);
        let name = profile.name;
        let enemy = self.owner(id).other();
        let is_more = match self.rules().policies.from_walls {
            FromWalls::Exact => false,
            FromWalls::More => true,
        };
        if let (Some(least), Some(outline)) = (
            &self.setting.terrain.deployment.from_stronghold,
            self.features_of(enemy).find(|held| held.has_walls()).and_then(|held| self.outline_of(enemy, held)),
        ) && outline.nearer(&base.outline(), least.value + i64::from(is_more))
        {
            return Err(Refusal::NearTheStronghold(name));
        }
        let under = self.field().under(base);
        if !under.common(self.field().rivers).is_empty() {
            return Err(Refusal::SetUpInARiver(name));
        }
        if !self.may_stand(id, base) {
            let clause = if profile.is_ground() { Clause::GroundAtTheStart } else { Clause::AerialAtTheStart };
            return Err(Refusal::SetUpGround(name, clause));
        }
        if !self.has_clear_ground(id, base) {
            return Err(Refusal::PlaceTaken(name));
        }
        Ok(())
    }

    /// A free place to set up an element, facing into the table: on a grid of a quarter of a BW, the place farthest
    /// ahead and then farthest left. `None` if there is no free place.
    #[must_use]
    pub fn free_place(&self, id: Id) -> Option<Base> {
        const STEP: i64 = BW / 4;
        let edge = self.side(self.owner(id)).edge?;
        let (board, facing) = (self.field().board, Self::inward(edge));
        let origin = match edge {
            Edge::South => Point::new(0, 0),
            Edge::North => Point::new(board.width, board.depth),
            Edge::West => Point::new(0, board.depth),
            Edge::East => Point::new(board.width, 0),
        };
        // Nobody is set up farther ahead.
        let most = board.across(edge) / 2 - self.setting.terrain.deployment.from_centre(board.across(edge)) + TOUCH;
        let (wide, deep) = ((board.length(edge) - BW) / STEP, most / STEP);
        let at = |right: i64, ahead: i64| {
            let corner = origin + facing.right().step(right * STEP) + facing.step(ahead * STEP);
            Base::new(corner, facing, BW, self.profile(id).depth)
        };
        let all = (0..=deep).rev().flat_map(|ahead| (0..=wide).map(move |right| (right, ahead)));
        all.map(|(right, ahead)| at(right, ahead)).find(|base| self.check_deployment(id, base).is_ok())
    }

    /// Checks that an element may be set up at a pose, and finds its base.
    pub(super) fn check_set_up(&self, id: Id, pose: Pose) -> Result<Base, Refusal> {
        self.check_setter(id)?;
        self.check_reserve(id)?;
        if self.profile(id).civilians.is_some() {
            return Err(Refusal::CiviliansStay(self.profile(id).name));
        }
        let base = placed(pose, self.profile(id).depth);
        self.check_deployment(id, &base)?;
        Ok(base)
    }

    /// Sets an element up.
    pub(super) fn set_up(&mut self, id: Id, base: Base, report: &mut Report) {
        let mut stand = self.element_mut(id);
        stand.place = Whereabouts::Table;
        stand.base = base;
        report.push(Event::Moved(id, base));
    }

    /// Checks that an element may be set up as a garrison, and finds its base in the middle of its feature, facing into
    /// the table (D3H2-DEPL-09, 13, D3H2-BUA-07, D3H2-CAMP-04).
    pub(super) fn check_garrison(&self, id: Id, held: Held) -> Result<Option<Base>, Refusal> {
        self.check_setter(id)?;
        self.check_reserve(id)?;
        let profile = self.profile(id);
        let name = profile.name;
        let player = self.owner(id);
        if !self.features_of(player).any(|feature| feature == held) {
            return Err(Refusal::NothingToHold(name));
        }
        // The Civilians of a City defend it without an order (DBA3-CITY-05).
        if profile.civilians.is_some_and(|of| of != held || held.has_walls()) {
            return Err(Refusal::CiviliansStay(name));
        }
        let (may, rule) = match held {
            held if held.is_camp() => (profile.garrison.camp, Clause::CampGarrison),
            _ => (profile.garrison.walls && profile.class == super::force::Class::Foot, Clause::FirstGarrison),
        };
        if !may || !self.may_be_of_garrison(id, held) {
            return Err(self.no_garrison(name, rule));
        }
        if self.holder(player, held).is_some_and(|holder| holder != id) {
            return Err(Refusal::HeldAlready(rule));
        }
        Ok(self.base_inside(id, held))
    }

    /// The base of an element of a side that holds one of its features: in the middle, facing into the table.
    pub(super) fn base_inside(&self, id: Id, held: Held) -> Option<Base> {
        let player = self.owner(id);
        let bounds = self.outline_of(player, held)?.bounds()?;
        let middle = bounds.least.halfway(bounds.most);
        let facing = Self::inward(self.side(player).edge.unwrap_or(Edge::South));
        let depth = self.profile(id).depth;
        Some(Base::new(middle + facing.left().step(BW / 2) + facing.step(depth / 2), facing, BW, depth))
    }

    /// Sets an element up as a garrison.
    pub(super) fn garrison(&mut self, id: Id, held: Held, base: Option<Base>) {
        let mut stand = self.element_mut(id);
        stand.place = Whereabouts::Holds(held);
        if let Some(base) = base {
            stand.base = base;
        }
    }

    /// Checks that an element was set up or reserved to land, so that it can be taken back.
    pub(super) fn check_taking_back(&self, id: Id) -> Result<(), Refusal> {
        self.check_setter(id)?;
        if self.element(id).place == Whereabouts::Aside && !self.reserved(self.state.player).has(id) {
            return Err(Refusal::NotSetUp(self.profile(id).name));
        }
        Ok(())
    }

    /// Takes an element back that was set up or reserved to land, so that it can be set up elsewhere before its side has
    /// finished.
    pub(super) fn take_back(&mut self, id: Id) {
        if self.reserved(self.state.player).has(id) {
            self.give_back(id);
        } else {
            self.element_mut(id).place = Whereabouts::Aside;
        }
    }

    fn check_setter(&self, id: Id) -> Result<(), Refusal> {
        if self.state.phase != Phase::Deployment {
            return Err(Refusal::NoSetUp);
        }
        if self.owner(id) != self.state.player {
            return Err(Refusal::NotItsSetUp);
        }
        if self.is_deployed(id) {
            return Err(Refusal::DeployedAlready(self.profile(id).name));
        }
        Ok(())
    }

    /// Checks that a side has set up all its elements.
    pub(super) fn check_all_set_up(&self) -> Result<(), Refusal> {
        let is_last = self.state.commands.is_none() || self.deploys_all_that_are_left(self.state.player);
        if let Some(fort) = self.owed_garrison().filter(|_| is_last) {
            return Err(Refusal::GarrisonIsOwed(fort));
        }
        if self.state.commands.is_some() {
            return self.check_command_set_up(self.state.player);
        }
        match self.army(self.state.player).find(|id| self.waits_for_a_place(*id)) {
            Some(id) => Err(Refusal::StillAside(self.profile(id).name)),
            None => Ok(()),
        }
    }

    /// Whether an element has still to be set up. One that has no place anywhere stays away, which is no loss.
    pub(super) fn waits_for_a_place(&self, id: Id) -> bool {
        let is_aside = self.element(id).place == Whereabouts::Aside;
        let profile = self.profile(id);
        let stays =
            profile.summoned.is_some() || profile.civilians.is_some() || self.reserved(profile.name.player).has(id);
        is_aside && !stays && self.free_place(id).is_some()
    }

    /// Ends the set-up of a side; after that of both, the first bound begins.
    pub(super) fn end_deployment(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        let defender = self.setting.defender;
        let next = match self.state.commands {
            Some(_) => self.end_command_set_up(),
            None => Some(defender.other()).filter(|_| self.state.player == defender),
        };
        if let Some(player) = next {
            self.state.player = player;
            return Ok(());
        }
        for player in Player::ALL {
            self.note_intruders(player, Members::NONE);
        }
        self.man_the_walls();
        let first = match self.rules().policies.first_bound {
            FirstBound::Defender => defender,
            FirstBound::Invader => defender.other(),
        };
        self.begin_bound(first, dice, report)
    }

    /// Notes the elements of a side that stand in going where Lurkers of the other side may answer them, and did not
    /// stand there before (D3H2-SUMM-11 to 13, 16).
    pub(super) fn note_intruders(&mut self, player: Player, before: Members) {
        let intruders = self.intruders(player).minus(before);
        let side = player.other().of_mut(&mut self.state.sides);
        side.intruders = side.intruders.and(intruders);
    }

    /// The elements of a side that stand where a Lurker of the other may answer them, as long as one is waiting.
    pub(super) fn intruders(&self, player: Player) -> Members {
        let waits =
            |id: Id| self.element(id).place == Whereabouts::Aside && self.profile(id).summoned == Some(Summoned::May);
        if !self.army(player.other()).any(waits) {
            return Members::NONE;
        }
        self.on_table(player).filter(|id| self.is_intruding(*id)).collect()
    }

    fn is_intruding(&self, id: Id) -> bool {
        self.field().each(self.under(id)).any(|(at, ground)| {
            let bad = ground.going.is_some_and(|going| self.going_of(ground.kind, going) == Going::Bad);
            bad || self.field().rivers.has(at)
        })
    }
}

/// Whether a base stands on a side's half, at this distance from the middle or more.
pub(super) fn is_within(board: Board, edge: Edge, base: &Base, from_centre: i64) -> bool {
    base.corners().iter().all(|corner| 2 * (board.from_edge(edge, *corner) + from_centre) <= board.across(edge))
}
