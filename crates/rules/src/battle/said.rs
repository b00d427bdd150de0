//! Where each name in the data of battles belongs: to every game, or to parts of the game that a ruleset may lack, and
//! under which policies it is asked for.

use super::clause::Clause;
use super::names::{Count, Distance, HomeList, List, OptionalRule, PlaceList, Price, Score};
use super::policy::{
    BaseEdge, Defeat, FirstExtra, Flight, FreedPlace, Freeing, LandingsBy, OwnSpell, Passing, Policies, Protection,
    RearShot, RecoilLength, RecoilMeeting, RecoilPassing, Rivers, RoadMoves, ShotAfterMove, ShotDuty, ShotOrder,
    SpellAfterMove, Supporters, TableEdge, Walls,
};
use super::topic::Topic;

/// Something that the data of a ruleset say about battles.
pub trait Said: Copy + 'static {
    /// All that can be said in this way.
    const ALL: &'static [Self];

    /// The name in data.
    fn name(self) -> &'static str;

    /// The parts of the game to which it belongs; none if it belongs to every game.
    fn topics(self) -> &'static [Topic];

    /// Whether it is asked for under these policies.
    fn is_asked(self, _: &Policies) -> bool {
        true
    }
}

/// Says where each name of an enum belongs; those of `_` belong to every game.
macro_rules! said {
    ($of:ty { $($($variant:ident)|+ => [$($topic:ident),+],)* $(_ => $none:expr,)? } $(asked $asked:expr)?) => {
        impl Said for $of {
            const ALL: &'static [Self] = Self::ALL;

            fn name(self) -> &'static str {
                self.as_str()
            }

            fn topics(self) -> &'static [Topic] {
                match self {
                    $($(Self::$variant)|+ => &[$(Topic::$topic),+],)*
                    $(_ => $none,)?
                }
            }

            $(fn is_asked(self, policies: &Policies) -> bool {
                let asked: fn(Self, &Policies) -> bool = $asked;
                asked(self, policies)
            })?
        }
    };
}

said! {
    Distance {
        ClearOfEnemies => [Summoning, Replacing],
        LurkerNear => [Summoning],
        NearTheLine | NearTheTarget | NearTheStronghold => [Spells],
        FurtherMoves => [FurtherMoves],
        FarCommand => [FarCommand],
        ShootingEdge => [Garrisons],
        NearTheGeneral | NearTheWater => [Commands],
        Sally | Sallied => [Cities],
        _ => &[],
    }
    asked |distance, policies| match distance {
        Distance::NearTheLine => policies.protection == Protection::NearLine,
        Distance::NearTheTarget => policies.protection == Protection::NearTarget,
        Distance::MoveAndShoot => policies.shot_after_move != ShotAfterMove::Any,
        Distance::InTheRiver => policies.rivers == Rivers::Tried,
        Distance::EdgeOverlap => policies.table_edge != TableEdge::OverlapsNobody,
        Distance::FootRecoil | Distance::OtherRecoil => policies.recoil_length != RecoilLength::OwnDepth,
        Distance::Flight => policies.flight == Flight::RecoilsThenRuns,
        _ => true,
    }
}

said! {
    Price {
        God | Dragons | FirstLurker | SecondLurker | ThirdLurker => [Summoning],
        Horde => [Replacing],
        Desorcel => [Ensorcelment],
        Bespell | AidSpell => [Spells],
        Hold => [Commands],
        PassCity | Revolt => [Cities],
        _ => &[],
    }
    asked |price, policies| price != Price::RoadMove || policies.road_moves == RoadMoves::OwnPrice
}

said! {
    Score {
        GodLeaves => [Summoning],
        EnsorcelsItself => [Spells],
        RoughPlough => [RoughPlough],
        DoneSacking => [Cities],
        _ => &[],
    }
    asked |score, policies| match score {
        Score::NamedEdge => policies.base_edge == BaseEdge::Rolled,
        Score::Paltry | Score::Shallow | Score::Deep => policies.rivers == Rivers::Tried,
        Score::EnsorcelsItself => policies.own_spell == OwnSpell::TurnAgainstIt,
        _ => true,
    }
}

said! {
    Count {
        Backfires => [Spells],
        Gallops | Scouts => [FurtherMoves],
        Landing => [Landings],
        BigPlough => [Commands],
    }
    asked |count, policies| count != Count::Backfires || policies.own_spell == OwnSpell::TurnAgainstIt
}

said! {
    List {
        PassedUnder | Challengers => [Aerials],
        Gods | Dragons | Lurkers => [Summoning],
        Inexhaustible => [Replacing],
        BackAtStronghold | BackAtMarker => [Ensorcelment],
        NeverLanding => [Landings],
        Galloping | Scouting => [FurtherMoves],
        DearToMove => [DearMoves],
        SeenFromAfar => [FarCommand],
        ByTheGate => [Gates],
        NeverAssaulting => [NoAssault],
        _ => &[],
    }
    asked |list, policies| match list {
        List::PassingFiles | List::PassedByMounted => policies.passing == Passing::ByTypeAndFacing,
        List::BackAtStronghold | List::BackAtMarker => policies.freed_place == FreedPlace::ByType,
        List::NotPassedByMounted | List::PassedByBlades | List::PassingBlades | List::Blades => {
            policies.recoil_passing != RecoilPassing::AsInMoves
        }
        List::Trampling => policies.flight == Flight::TurnsAndRuns,
        _ => true,
    }
}

impl PlaceList {
    /// Whether it names exceptions from what all other features do: a game that does not name any has none.
    #[must_use]
    pub const fn is_of_exceptions(self) -> bool {
        matches!(self, Self::NotCrushedIn)
    }
}

impl List {
    /// Whether it names exceptions from what all others do: a game that does not name any has none.
    #[must_use]
    pub const fn is_of_exceptions(self) -> bool {
        matches!(
            self,
            Self::DearUnlessInContact
                | Self::Loose
                | Self::NeverOverlapped
                | Self::OverlappedByEdge
                | Self::AllRound
                | Self::SmallTargets
                | Self::LightInFlight
                | Self::Stealthy
                | Self::Striding
                | Self::NeverOverlapping
                | Self::PushingAll
                | Self::NotCrushed
        )
    }
}

said! {
    PlaceList {
        NotLandedIn => [Aerials],
        ForWaterLurkers => [Summoning],
        WeakensSpells => [Spells],
        LandedFrom => [Landings],
        _ => &[],
    }
}

said! {
    HomeList {
        Landing => [Landings],
    }
}

said! {
    OptionalRule {
        Landings => [Landings],
        _ => &[],
    }
    asked |rule, policies| match rule {
        OptionalRule::Landings => policies.landings == LandingsBy::Agreement,
        OptionalRule::LossesInPoints => policies.defeat == Defeat::LossesGeneralOrStronghold,
    }
}

said! {
    Clause {
        ComingDown | AerialAtTheStart | NoLanding => [Aerials],
        HeldOff | SummonedGod | DragonsTogether | GodArrives | DragonArrives | ReturnOfTheSummoned | GodLeaves => [Summoning],
        LurkerAnswers | LurkerSummoned | LurkerArrives | WaterLurkerArrives | AerialAnswered | LurkerWaits => [Summoning],
        LairKept | ForcedOut | LoseSight => [Summoning],
        TimeToSummon => [Summoning, Replacing, Ensorcelment],
        ClearGround => [Summoning, Replacing],
        HordesReplaced | HordesArrive | HordesTogether | HordesWait | HordesDestroyed => [Replacing],
        TimeToBespell | NoSpellInContact | SpellRange | SpellPrice | SpellAids | SpellTarget | OneSpell => [Spells],
        NoSpellAfterMove | OwnSpell => [Spells],
        Ensorcelment | Freed | FreedReturns | HeroReturns | MageReturns | MarkerCovered => [Ensorcelment],
        FreedByFate | MarkerCoveredByFate => [Ensorcelment],
        CampPlace | CampGround | CampSize | CampSides | CampGarrison | CampFalls => [Camps],
        Landing => [Landings],
        Dismounting => [Dismounting],
        CommandDice | AllottedDice | AlliedDie | NoDie | BigPlough | CommandDeployment | NearTheGeneral => [Commands],
        CommandLanding | NeverInALanding | CincAdds | CommandDemoralised | NoMovesDemoralised | Holding => [Commands],
        FlightHome | CommandRouted | DividedVictory | CommandsBroken => [Commands],
        Civilians | FortHeld | Assaulters | Sally | SallyKept | Sacking | SackEnds | Surrender => [Cities],
        Puppets | Revolt | Passage => [Cities],
        Sortie | WallsGarrison | FirstGarrison => [Garrisons],
        WallsPlace | WallsSize | WallsGround => [PlacedWalls],
        GateOnly => [Gates],
        NoAssault => [NoAssault],
        FurtherDistance => [FurtherMoves],
        DearMove => [DearMoves, Garrisons],
        RoughPlough => [RoughPlough],
        Banishment => [Banishment],
        _ => &[],
    }
    asked |clause, policies| match clause {
        Clause::FirstBound => policies.first_extra == FirstExtra::None,
        Clause::StraightPassage => policies.passing == Passing::ByType,
        Clause::RoadWithoutExtra => policies.road_moves == RoadMoves::OwnPrice,
        Clause::TriedRiver => policies.rivers == Rivers::Tried,
        Clause::NoSpellAfterMove => policies.spell_after_move == SpellAfterMove::Barred,
        Clause::OwnSpell => policies.own_spell == OwnSpell::TurnAgainstIt,
        Clause::FreedReturns => policies.freed_place == FreedPlace::WhereItWas,
        Clause::HeroReturns | Clause::MageReturns | Clause::MarkerCovered => policies.freed_place == FreedPlace::ByType,
        Clause::FreedByFate | Clause::MarkerCoveredByFate => policies.freeing == Freeing::PipsOrFate,
        Clause::ShotsInTurn => policies.shots == ShotOrder::InTurn,
        Clause::ThirdShooter => policies.shots == ShotOrder::Together,
        Clause::OwedShot => policies.shot_duty == ShotDuty::Owed,
        Clause::TurnsFirst => policies.rear_shot == RearShot::Turn,
        Clause::ShotInTheRear => {
            policies.rear_shot == RearShot::Turn && policies.flight == Flight::TurnsAndRuns
        }
        Clause::FlightAlongTheEdge | Clause::FlightIntoAnEnemy | Clause::NoFlight | Clause::FlightThroughAll => {
            policies.flight == Flight::TurnsAndRuns
        }
        Clause::RecoilIntoAnEnemy | Clause::RecoilIntoAside | Clause::RecoilIntoTheFirm => {
            policies.recoil_meeting == RecoilMeeting::Destroys
        }
        Clause::RecoilChoice => policies.recoil_length == RecoilLength::ByClass,
        Clause::ColumnDestroyed => policies.supporters == Supporters::DieIfAttacked,
        Clause::SupporterDestroyed => policies.supporters == Supporters::DieWithIt,
        Clause::WallsPlace | Clause::WallsSize | Clause::WallsGround => policies.walls == Walls::OfTheDefender,
        Clause::StrongholdAsCamp => policies.walls == Walls::OnTheTable,
        _ => true,
    }
}
