//! The refusal of an order: the reason, with the values a sentence about it needs, and the clause of the rules behind
//! it. A refused order has changed nothing. Sentences are made where somebody reads them (in the crate `words`), so a
//! refusal that nobody reads costs nothing.

use musterfield_combat::CaseError;
use musterfield_geometry::Edge as BaseEdge;
use musterfield_rules::RuleId;
use musterfield_rules::battle::{BattleRules, Clause, Topic};
use musterfield_rules::combat::Held;
use musterfield_rules::terrain::Kind;
use musterfield_terrain::layout::Edge;
use musterfield_terrain::setup::EdgeReason;

use crate::element::{Name, Player};

/// The source of a threat zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneOf {
    /// An element.
    Element(Name),
    /// A camp or Stronghold.
    Feature(Held),
}

/// An edge that the invader may not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedEdge {
    /// The edge.
    pub edge: Edge,
    /// What decides which edges the invader may take.
    pub reason: EdgeReason,
    /// The rule that decides.
    pub rule: &'static RuleId,
}

/// The reason an order was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The battle is over.
    Over,
    /// The rules of the battle have nothing of this kind.
    NotInThisGame(Topic),
    /// A place or length is far off every table.
    FarAway,
    /// There are no more dice.
    NoMoreDice,
    /// This score is on no die.
    NotOnADie(u8),
    /// All dice of the battle follow from its seed.
    DiceOfTheSeed,
    /// No record can hold the order, which would be written like this.
    Unwritable(Box<str>),
    /// The tables of combat have no such case.
    NoCase(Box<CaseError>),
    /// An empty feature of this kind does not fight under these rules.
    NoDefenders(Held),
    /// The element belongs to the other player; the clause is that of the order.
    NotYours(Name, Option<Clause>),
    /// There are too few PIPs.
    TooFewPips {
        /// The price in PIPs.
        price: u8,
        /// The PIPs left.
        left: u8,
        /// The clause that demands the price.
        by: Clause,
    },
    /// The element is named twice.
    Twice(Name),
    /// There is no clear ground for the element there.
    NoClearGround(Name, Clause),

    /// The base edges are settled.
    EdgesSettled,
    /// The invader has to take an edge.
    EdgeIsOwed,
    /// The invader may not take this edge.
    EdgeNotOpen(Box<ClosedEdge>),
    /// The dice of commands are allotted once the edges are chosen.
    NotTimeToAllot,
    /// Each of the army's own commands is named once, that with the highest die first.
    AllotToEach,
    /// The dice of the commands have to be allotted.
    AllotmentIsOwed,
    /// Camps are placed at another time.
    NotTimeForCamps,
    /// There are no camps under these rules.
    NoCamps,
    /// A camp is not of that size.
    CampSize,
    /// The camp would not stand on its own side of the table.
    CampOffItsSide,
    /// The camp would touch neither its side's rear edge nor water.
    CampOffItsEdge,
    /// The camp would stand too near a side edge.
    CampNearTheSides,
    /// The camp would not stand on good going.
    CampGround,
    /// The camp would stand on another one.
    CampOnACamp,
    /// A Stronghold is not of that size.
    WallsSize,
    /// The Stronghold would not stand on the table, or neither in its side's zone nor touching it.
    WallsOffTheirZone,
    /// The Stronghold would not stand on good going.
    WallsGround,
    /// The army brings a camp, and there is a place for it.
    CampIsOwed,
    /// The defender has to place a Stronghold.
    StrongholdIsOwed,
    /// Only the defender places a Stronghold.
    NoStronghold,
    /// The side has no Stronghold that could serve as its camp now.
    NoStrongholdAsCamp,
    /// The set-up is over, or has not begun.
    NoSetUp,
    /// The other side sets up now.
    NotItsSetUp,
    /// The element is still to be set up.
    StillAside(Name),
    /// The deployment of the element's command is over.
    DeployedAlready(Name),
    /// The element is still to be set up with its command.
    CommandWaits(Name),
    /// One command is deployed, or all that are left.
    OneCommandOrAll,
    /// The first element would stand too far from the general of its command, the second.
    FarFromItsGeneral(Name, Name),
    /// The element is not set up.
    NotSetUp(Name),
    /// The element waits off the table until it is summoned.
    HeldOff(Name),
    /// The element would stand beyond the table.
    BeyondTheTable(Name),
    /// The element would be set up nearer to the centre than this many thousandths of a BW.
    NearTheCentre(Name, i64),
    /// The element keeps this many thousandths of a BW from the side edges.
    NearTheSides(Name, i64),
    /// The element would be set up too near the enemy Stronghold.
    NearTheStronghold(Name),
    /// The element would be set up in a river.
    SetUpInARiver(Name),
    /// The element cannot stand in that going; the clause is that for its class.
    SetUpGround(Name, Clause),
    /// Somebody or something else is in that place.
    PlaceTaken(Name),
    /// The element's side has no such feature to hold.
    NothingToHold(Name),
    /// The element cannot be a garrison there.
    NoGarrison(Name, Clause),
    /// Another element holds the feature.
    HeldAlready(Clause),
    /// Civilians are set up nowhere but in a camp, and do not come back there.
    CiviliansStay(Name),
    /// A feature of this kind has to be held.
    GarrisonIsOwed(Held),
    /// The player may not land: no landings were agreed on, its army's home is not by the sea, or there is no water.
    NoLandingsFor(Player),
    /// The number of elements that land together, least and most.
    LandingSize(u32, u32),
    /// The element never lands, or is set up already.
    NeverLands(Name),
    /// A whole command lands, or nobody.
    WholeCommandLands,
    /// The element never lands, so its command does not either; or it is set up already.
    NeverLandsInACommand(Name),
    /// The element would land too far from the water.
    LandsFarFromTheWater(Name),
    /// The element waits to land.
    WaitsToLand(Name),
    /// A landing is made when its side's first bound begins.
    NotTimeToLand,
    /// All who were reserved land, and nobody else.
    AllLand,
    /// The elements that land would form no group.
    LandsApart,
    /// None of those who land would touch the water.
    LandsOffTheWater,
    /// The element would land in contact with an enemy.
    LandsInContact(Name),
    /// The elements that wait have to land now.
    LandingIsOwed,

    /// Moves are made at another time.
    NotTimeToMove,
    /// The order names nobody.
    NobodyMoves,
    /// A move has no legs, or more than this many.
    LegCount(usize),
    /// A leg leads nowhere, or a wheel turns too far.
    NoLeg,
    /// A road is followed only where it is known.
    NoRoadHere,
    /// The element is not on the table.
    OffTheTable(Name),
    /// A Lurker that was summoned in this bound does not move.
    LurkerWaits(Name),
    /// A Horde that was replaced in this bound does not move.
    HordeWaits(Name),
    /// A group does not go back, or to any place.
    NotAsAGroup,
    /// Aerials group only with Aerials.
    MixedWithAerials,
    /// Allies group only with their own contingent.
    MixedWithAllies,
    /// Elements of several commands do not move together.
    MixedCommands,
    /// The element's command is demoralised and makes no moves.
    Demoralised(Name),
    /// Elements are held in place as their side's bound begins, if their command is demoralised.
    NotTimeToHold,
    /// The order holds nobody in place.
    NobodyIsHeld,
    /// The element does not flee, or is held already.
    NotToHold(Name),
    /// Only single elements turn before they are held in place.
    GroupTurns,
    /// The element is in close combat and cannot move in a group.
    FightsInAGroup(Name),
    /// These elements are not in contact with the others of the group.
    NotOneGroup(Box<[Name]>),
    /// Elements of the group would stand on each other.
    GroupOnItself,
    /// The element would leave the table.
    LeavesTheTable(Name),
    /// The other element stands where this one would end.
    NoRoom(Name, Name),
    /// The first element passes the second only straight.
    NotStraightThrough(Name, Name),
    /// The first element cannot pass through the second.
    NoPassage(Name, Name),
    /// The first element cannot wheel through the second.
    NoWheelThrough(Name, Name),
    /// The element would go through a camp or Stronghold.
    ThroughAFeature(Name, Held),
    /// The Lurker does not leave the feature, of this kind, where it was summoned.
    LeavesItsLair(Name, Option<Kind>),
    /// The Aerial cannot land there.
    NoLanding(Name),
    /// The element cannot go into the water.
    IntoTheWater(Name),
    /// The element cannot go through that going; the clause is that for its type.
    NoGoing(Name, Clause),
    /// A group would not go in column where it has to.
    NotInColumn,
    /// A group would not go in column along a road.
    NotInColumnByRoad,
    /// The way is longer than allowed, both in thousandths of a BW.
    TooFar {
        /// The length of the way.
        length: i64,
        /// The length allowed.
        allowed: i64,
    },
    /// A slide is too long, or ends lined up with nobody.
    LongSlide,
    /// A slide does not end the move.
    SlideBeforeTheEnd,
    /// The element has moved in this bound.
    MovedBefore(Name),
    /// A further move would come too near an enemy.
    FurtherMoveNearEnemies,
    /// The element does not stand on a road.
    NotOnARoad,
    /// Not all elements stand on a road.
    NotAllOnARoad,
    /// The road does not go so far.
    RoadEnds,
    /// In a river one goes straight, or conforms.
    TurnsInARiver,
    /// The move breaks the threat zones of these.
    BoundByZones(Box<[ZoneOf]>),
    /// It has to be said where the garrison comes out.
    SortieWhere(Name),
    /// There is no way out of the feature.
    NoWayOut(Name),
    /// There is no way into the feature.
    NoWayIn(Name),
    /// The element never moves into contact.
    NeverInContact(Name),
    /// The first element does not start beyond the line of this edge of the second.
    NotBeyond(Name, Name, BaseEdge),
    /// The first element would touch the second without being lined up with it.
    NotLinedUp(Name, Name),
    /// The element never assaults.
    NeverAssaults(Name),
    /// The element assaults the gate only.
    GateOnly(Name),
    /// No more elements than these, so many, assault one feature.
    EnoughAssaulters(u32),
    /// The Civilians do not sally; the clause says why.
    NoSally(Name, Clause),
    /// The Civilians do not go so far from their City.
    FarFromTheCity(Name),
    /// The element still sacks the City.
    StillSacking(Name),
    /// There is no City through which these could pass now.
    NoPassageHere,
    /// There is no City in which the player's Civilians could rise now.
    NoRevolt,
    /// No army list lets the element dismount.
    NoDismounting(Name),
    /// The element is on foot already.
    OnFootAlready(Name),
    /// The first element does not dismount in contact, perhaps with the second.
    DismountsInContact(Name, Option<Name>),
    /// The element does not dismount in a threat zone.
    DismountsInAThreatZone(Name),
    /// The element has no room there on foot.
    NoRoomOnFoot(Name),
    /// The element is no garrison of the feature on foot.
    NoGarrisonOnFoot(Name, Held, Clause),
    /// An Aerial comes down to fight in its own bound, before shooting.
    NotTimeToComeDown(Name),
    /// The element is not an Aerial that began this bound before an enemy.
    NoAerialBefore(Name),
    /// The element is not lined up before an enemy.
    NotBeforeAnEnemy(Name),

    /// Summoning comes before the first move.
    NotTimeToSummon,
    /// Nobody is to be summoned.
    NobodySummoned,
    /// The element is none of those that are summoned.
    NeverSummoned(Name),
    /// The element cannot be summoned now.
    NotSummonable(Name, Clause),
    /// The element would arrive too near an enemy.
    ArrivesNearEnemies(Name),
    /// The element would not arrive with its rear edge on its base edge.
    ArrivesOffTheEdge(Name, Clause),
    /// Each God is summoned for itself.
    OneGod,
    /// A God would not arrive on its own half.
    GodOffItsHalf,
    /// Dragons of one contingent are summoned together.
    DragonsApart,
    /// Only Inexhaustible Hordes are replaced.
    NoHorde,
    /// The Horde was not destroyed.
    HordeNotDestroyed(Name),
    /// The Horde would form no group with those replaced before it.
    HordeApart(Name),
    /// Lurkers are summoned one by one.
    OneLurker,
    /// The Lurker is not held off.
    LurkerNotHeldOff(Name),
    /// The Lurker was summoned as often as it can be.
    LurkerSpent(Name),
    /// The Lurker is not wholly inside a feature that suits it; the clause is that for its kind.
    LurkerPlace(Name, Clause),
    /// No enemy that a Lurker there could answer is before its front.
    NobodyToAnswer,
    /// An Aerial is answered only once it fights.
    AerialNotFighting,
    /// The element is not ensorcelled, or not the player's own.
    NotEnsorcelled(Name),
    /// The Mage comes back where its marker lies.
    MarkerOnly(Name),
    /// The element comes back where its marker lies or, if that is no clear ground, at one of the nearest clear places.
    ReturnByTheMarker(Name),
    /// An element stands on the Mage's marker.
    MarkerCovered(Name),
    /// It has to be said where the Hero comes back.
    ReturnWhere(Name),
    /// The Hero comes back with its front edge on the enemy Stronghold.
    ReturnAtTheStronghold(Name),
    /// The Hero comes back at the middle of the enemy base edge.
    ReturnAtTheEdge(Name),
    /// Nobody comes back now.
    NobodyReturns,

    /// Mages bespell while others shoot.
    NotTimeToBespell,
    /// The element does not bespell.
    NoMage(Name),
    /// More elements aid a spell than count, which is so many.
    SpellAids(u8),
    /// The element cannot be bespelled.
    NotBespelled(Name),
    /// The Mage cannot bespell any more in this bound.
    SpellSpent(Name),
    /// The Mage is in contact with an enemy.
    MageInContact(Name),
    /// The Mage has moved in this bound.
    MageHasMoved(Name),
    /// The first element is too far from the Mage, the second.
    OutOfSpellRange(Name, Name),
    /// The first element is on the side of the second, which would shoot at it.
    SameSide(Name, Name),
    /// The first element cannot shoot at the second now.
    NoTarget(Name, Name),
    /// More elements aid a shot than count, which is so many.
    ShotAids(u8),
    /// Only a shot at this element can answer its shot now.
    NoAnswer(Name),
    /// The element has to shoot before the phase ends.
    ShotIsOwed(Name),

    /// Close combat comes after shooting.
    NotTimeToFight,
    /// The element has no such fight now.
    NoSuchFight(Name),
    /// The element has to fight before the bound ends.
    FightIsOwed(Name),
    /// No commander-in-chief can add to a score now.
    NotTimeToAdd,
    /// No element has a choice whether it conforms now.
    NobodyConforms,
    /// Nobody recoils now.
    NobodyRecoils,
    /// It has to be said how far the element recoils.
    RecoilIsOwed,
    /// It recoils a base width, or its own depth if that is less.
    RecoilDistance,
    /// The recoiling element passes through nobody whom it could push instead.
    RecoilPassesNobody(Name),
}

impl Refusal {
    /// The clause of the rules behind the refusal; `None` if the order makes no sense under any rules, or the rule is
    /// one of the battlefield.
    #[must_use]
    pub fn clause(&self) -> Option<Clause> {
        Some(match self {
            Self::NotInThisGame(_)
            | Self::FarAway
            | Self::NoMoreDice
            | Self::NotOnADie(_)
            | Self::DiceOfTheSeed
            | Self::Unwritable(_) => {
                return None;
            }
            Self::NoCase(_) | Self::NoDefenders(_) | Self::Twice(_) | Self::EdgeNotOpen(_) | Self::NoCamps => {
                return None;
            }
            Self::CampOnACamp
            | Self::NotSetUp(_)
            | Self::BeyondTheTable(_)
            | Self::PlaceTaken(_)
            | Self::NothingToHold(_) => return None,
            Self::NobodyMoves | Self::LegCount(_) | Self::NoLeg | Self::NoRoadHere | Self::OffTheTable(_) => {
                return None;
            }
            Self::LeavesTheTable(_) | Self::IntoTheWater(_) | Self::NoWayOut(_) | Self::NoWayIn(_) => return None,
            Self::NobodySummoned | Self::NeverSummoned(_) | Self::NobodyReturns | Self::SameSide(..) => return None,
            Self::NobodyRecoils | Self::RecoilIsOwed | Self::NobodyIsHeld => return None,
            Self::NotYours(_, by) => return *by,
            Self::TooFewPips { by, .. } => *by,
            Self::NoClearGround(_, by) | Self::SetUpGround(_, by) | Self::NoGarrison(_, by) => *by,
            Self::NoGarrisonOnFoot(_, _, by) => *by,
            Self::NoSally(_, by) | Self::HeldAlready(by) | Self::NoGoing(_, by) | Self::NotSummonable(_, by) => *by,
            Self::ArrivesOffTheEdge(_, by) | Self::LurkerPlace(_, by) => *by,
            Self::Over => Clause::Victory,
            Self::EdgesSettled | Self::EdgeIsOwed => Clause::EdgeChoice,
            Self::NotTimeToAllot | Self::AllotToEach | Self::AllotmentIsOwed => Clause::AllottedDice,
            Self::DeployedAlready(_) | Self::CommandWaits(_) | Self::OneCommandOrAll => Clause::CommandDeployment,
            Self::WholeCommandLands | Self::LandsFarFromTheWater(_) => Clause::CommandLanding,
            Self::NeverLandsInACommand(_) => Clause::NeverInALanding,
            Self::FarFromItsGeneral(..) => Clause::NearTheGeneral,
            Self::MixedCommands => Clause::CommandDice,
            Self::Demoralised(_) => Clause::NoMovesDemoralised,
            Self::NotTimeToHold | Self::NotToHold(_) | Self::GroupTurns => Clause::Holding,
            Self::NotTimeToAdd => Clause::CincAdds,
            Self::NotTimeForCamps | Self::CampIsOwed | Self::NotItsSetUp | Self::StillAside(_) => Clause::SetUpOrder,
            Self::CampSize => Clause::CampSize,
            Self::CampNearTheSides => Clause::CampSides,
            Self::CampOffItsEdge => Clause::CampPlace,
            Self::CampOffItsSide | Self::CampGround => Clause::CampGround,
            Self::WallsOffTheirZone | Self::StrongholdIsOwed | Self::NoStronghold => Clause::WallsPlace,
            Self::WallsSize => Clause::WallsSize,
            Self::WallsGround => Clause::WallsGround,
            Self::NoStrongholdAsCamp => Clause::StrongholdAsCamp,
            Self::CiviliansStay(_) => Clause::Civilians,
            Self::GarrisonIsOwed(_) => Clause::FortHeld,
            Self::EnoughAssaulters(_) => Clause::Assaulters,
            Self::FarFromTheCity(_) => Clause::SallyKept,
            Self::StillSacking(_) => Clause::SackEnds,
            Self::NoPassageHere => Clause::Passage,
            Self::NoRevolt => Clause::Revolt,
            Self::NoSetUp => Clause::NoSwapping,
            Self::HeldOff(_) => Clause::HeldOff,
            Self::NearTheCentre(..) => Clause::FromTheCentre,
            Self::NearTheSides(..) => Clause::FromTheSides,
            Self::NearTheStronghold(_) => Clause::FromTheStronghold,
            Self::SetUpInARiver(_) => Clause::NotInARiver,
            Self::NoLandingsFor(_) | Self::LandingSize(..) | Self::NeverLands(_) | Self::WaitsToLand(_) => {
                Clause::Landing
            }
            Self::NotTimeToLand | Self::AllLand | Self::LandsApart | Self::LandsOffTheWater | Self::LandingIsOwed => {
                Clause::Landing
            }
            Self::LandsInContact(_) => Clause::ContactByMove,
            Self::NotTimeToMove => Clause::TimeToMove,
            Self::LurkerWaits(_) => Clause::LurkerWaits,
            Self::HordeWaits(_) => Clause::HordesWait,
            Self::NotAsAGroup | Self::MixedWithAerials | Self::MixedWithAllies | Self::FightsInAGroup(_) => {
                Clause::Group
            }
            Self::NotOneGroup(_) | Self::GroupOnItself => Clause::GroupContact,
            Self::NoRoom(..) | Self::NoPassage(..) | Self::NoWheelThrough(..) => Clause::NoPassage,
            Self::NotStraightThrough(..) => Clause::StraightPassage,
            Self::ThroughAFeature(..) => Clause::FeatureInTheWay,
            Self::LeavesItsLair(..) => Clause::LairKept,
            Self::NoLanding(_) => Clause::NoLanding,
            Self::NotInColumn | Self::NotInColumnByRoad => Clause::Column,
            Self::TooFar { .. } => Clause::Length,
            Self::LongSlide | Self::SlideBeforeTheEnd => Clause::Conforming,
            Self::MovedBefore(_) => Clause::MovedBefore,
            Self::FurtherMoveNearEnemies => Clause::FurtherDistance,
            Self::NotOnARoad | Self::NotAllOnARoad | Self::RoadEnds => Clause::RoadMove,
            Self::TurnsInARiver => Clause::InARiver,
            Self::BoundByZones(_) => Clause::ThreatZone,
            Self::SortieWhere(_) => Clause::Sortie,
            Self::NeverInContact(_) => Clause::SlowContact,
            Self::NotBeyond(_, _, BaseEdge::Rear) => Clause::RearContact,
            Self::NotBeyond(..) => Clause::FlankContact,
            Self::NotLinedUp(..) => Clause::LinedUpContact,
            Self::NeverAssaults(_) => Clause::NoAssault,
            Self::GateOnly(_) => Clause::GateOnly,
            Self::NoDismounting(_) | Self::OnFootAlready(_) | Self::DismountsInContact(..) => Clause::Dismounting,
            Self::DismountsInAThreatZone(_) | Self::NoRoomOnFoot(_) => Clause::Dismounting,
            Self::NotTimeToComeDown(_) | Self::NoAerialBefore(_) | Self::NotBeforeAnEnemy(_) => Clause::ComingDown,
            Self::NotTimeToSummon => Clause::TimeToSummon,
            Self::ArrivesNearEnemies(_) | Self::GodOffItsHalf => Clause::GodArrives,
            Self::OneGod => Clause::SummonedGod,
            Self::DragonsApart => Clause::DragonsTogether,
            Self::NoHorde => Clause::HordesReplaced,
            Self::HordeNotDestroyed(_) => Clause::HordesDestroyed,
            Self::HordeApart(_) => Clause::HordesTogether,
            Self::OneLurker | Self::LurkerNotHeldOff(_) | Self::LurkerSpent(_) => Clause::LurkerSummoned,
            Self::NobodyToAnswer => Clause::LurkerAnswers,
            Self::AerialNotFighting => Clause::AerialAnswered,
            Self::NotEnsorcelled(_) => Clause::Freed,
            Self::MarkerOnly(_) => Clause::MageReturns,
            Self::ReturnByTheMarker(_) => Clause::FreedReturns,
            Self::MarkerCovered(_) => Clause::MarkerCovered,
            Self::ReturnWhere(_) | Self::ReturnAtTheStronghold(_) | Self::ReturnAtTheEdge(_) => Clause::HeroReturns,
            Self::NotTimeToBespell | Self::NoMage(_) => Clause::TimeToBespell,
            Self::SpellAids(_) => Clause::SpellAids,
            Self::NotBespelled(_) => Clause::SpellTarget,
            Self::SpellSpent(_) => Clause::OneSpell,
            Self::MageInContact(_) => Clause::NoSpellInContact,
            Self::MageHasMoved(_) => Clause::NoSpellAfterMove,
            Self::OutOfSpellRange(..) => Clause::SpellRange,
            Self::NoTarget(..) => Clause::Targets,
            Self::ShotAids(_) => Clause::ShotAids,
            Self::NoAnswer(_) => Clause::ThirdShooter,
            Self::ShotIsOwed(_) => Clause::OwedShot,
            Self::NotTimeToFight | Self::FightIsOwed(_) => Clause::TimeToFight,
            Self::NoSuchFight(_) => Clause::OwedFight,
            Self::NobodyConforms => Clause::Unconformed,
            Self::RecoilDistance => Clause::RecoilChoice,
            Self::RecoilPassesNobody(_) => Clause::RecoilThrough,
        })
    }

    /// The rule behind the refusal; `None` if the order makes no sense under any rules.
    #[must_use]
    pub fn rule(&self, rules: &'static BattleRules) -> Option<&'static RuleId> {
        match self {
            Self::EdgeNotOpen(closed) => Some(closed.rule),
            refusal => refusal.clause().and_then(|clause| rules.rule(clause)),
        }
    }
}
