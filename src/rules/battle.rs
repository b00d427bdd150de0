//! The numbers and lists of a ruleset that a battle is played by: those of `play.toml`, each asked for by a name that the
//! loader has found.

use super::combat::{Fighter, Fighters, Place, Places};
use super::reference::RuleId;
use super::terrain::kind::names;
use super::troop::Cited;

names! {
    /// A distance.
    Distance {
        /// How far a general commands.
        Command = "command",
        /// How far he commands those who are seen from afar.
        FarCommand = "far command",
        /// How far he commands who is out of his sight.
        HiddenCommand = "hidden command",
        /// How far from enemies summoned elements arrive.
        ClearOfEnemies = "clear of enemies",
        /// How near an enemy a Lurker stays.
        LurkerNear = "Lurker near",
        /// How far from enemies further moves stay.
        FurtherMoves = "further moves",
        /// How far one moves whose front edge is in a river.
        InTheRiver = "in the river",
        /// How deep a threat zone is.
        ThreatZone = "threat zone",
        /// Below this a slide into contact is free.
        Slide = "slide",
        /// How near the edge of the battlefield overlaps.
        EdgeOverlap = "overlap by the edge",
        /// How far beyond the ends of its edge a shooter shoots.
        Arc = "arc",
        /// How long an edge is that shoots.
        ShootingEdge = "shooting edge",
        /// How long a part of an edge is that is shot at.
        TargetEdge = "target edge",
        /// How deep cover must be to block shooting.
        BlockingDepth = "blocking depth",
        /// How far one may move who shoots.
        MoveAndShoot = "move and shoot",
        /// How near the line of a spell a protector stands.
        NearTheLine = "near the line",
        /// How near its Stronghold a Mage is safer.
        NearTheStronghold = "near the Stronghold",
        /// The longest recoil of Foot.
        FootRecoil = "recoil of Foot",
        /// The longest recoil of others.
        OtherRecoil = "recoil of others",
    }
}

names! {
    /// What something costs in PIPs.
    Price {
        /// A move along a road.
        RoadMove = "road move",
        /// Any other move.
        Move = "move",
        /// What is added to it for each of two cases.
        Extra = "extra",
        /// To summon a God.
        God = "summon a God",
        /// To summon all Dragons of a contingent.
        Dragons = "summon Dragons",
        /// To summon a Lurker for the first time.
        FirstLurker = "first Lurker",
        /// For the second time.
        SecondLurker = "second Lurker",
        /// For the third time.
        ThirdLurker = "third Lurker",
        /// To replace a destroyed Horde.
        Horde = "replace a Horde",
        /// To free an ensorcelled element.
        Desorcel = "desorcel",
        /// To bespell.
        Bespell = "bespell",
        /// To aid a spell.
        AidSpell = "aid a spell",
    }
}

names! {
    /// What a die must show.
    Score {
        /// A God leaves.
        GodLeaves = "a God leaves",
        /// A river is paltry.
        Paltry = "paltry",
        /// A river is shallow.
        Shallow = "shallow",
        /// A river is deep.
        Deep = "deep",
        /// A Mage ensorcels itself.
        EnsorcelsItself = "ensorcels itself",
        /// Ploughed fields are rough going.
        RoughPlough = "Plough is rough",
    }
}

names! {
    /// How often something happens.
    Count {
        /// A Mage rolls what turns a spell against it.
        Backfires = "backfires",
        /// Further moves of the galloping.
        Gallops = "gallops",
        /// Further moves of those who scout.
        Scouts = "scouts",
    }
}

names! {
    /// Elements that something is said of.
    List {
        /// They cost more to move.
        DearToMove = "dear to move",
        /// They are commanded from afar.
        SeenFromAfar = "seen from afar",
        /// They go through rough going in groups.
        Loose = "loose",
        /// They may make further moves in good going.
        Galloping = "galloping",
        /// They may make a second move in their side's first bound.
        Scouting = "scouting",
        /// They never move into contact.
        Slow = "slow",
        /// They shoot when somebody is in their threat zone, and not after a long move.
        SteadyShooters = "steady shooters",
        /// They do not block Artillery.
        SmallTargets = "small targets",
        /// They pass through friends.
        Passing = "passing",
        /// They pass through everyone, and everyone through them.
        Stealthy = "stealthy",
        /// They pass through everyone.
        Striding = "striding",
        /// Enemies pass under them.
        PassedUnder = "passed under",
        /// They always may engage Aerials.
        Challengers = "challengers",
        /// They are never overlapped.
        NeverOverlapped = "never overlapped",
        /// They never overlap.
        NeverOverlapping = "never overlapping",
        /// Foot, which the edge of the battlefield overlaps.
        OverlappedByEdge = "overlapped by the edge",
        /// Threat zones are before all their edges, and they never turn.
        AllRound = "all round",
        /// Recoiling Mounted do not pass through them.
        NotPassedByMounted = "not passed by Mounted",
        /// Recoiling Blades pass through them.
        PassedByBlades = "passed by Blades",
        /// They pass through Blades when they recoil.
        PassingBlades = "passing Blades",
        /// Blades.
        Blades = "Blades",
        /// They are never pushed back.
        NeverPushed = "never pushed",
        /// Bad going does not halt their flight.
        LightInFlight = "light in flight",
        /// They are destroyed with whoever halts their flight.
        Trampling = "trampling",
        /// They destroy whom they recoil into.
        Crushing = "crushing",
        /// Gods.
        Gods = "Gods",
        /// Dragons.
        Dragons = "Dragons",
        /// Lurkers.
        Lurkers = "Lurkers",
        /// Hordes that are replaced.
        Inexhaustible = "replaced",
        /// They come back at the enemy's Stronghold.
        BackAtStronghold = "back at the Stronghold",
        /// They come back where their marker lies.
        BackAtMarker = "back at the marker",
        /// They shield from spells.
        Shielding = "shielding",
        /// They assault Strongholds by the gate only.
        ByTheGate = "by the gate",
        /// They never assault.
        NeverAssaulting = "never assaulting",
    }
}

names! {
    /// Features that something is said of.
    PlaceList {
        /// A general in it commands badly.
        CutsOffGeneral = "cuts off the general",
        /// It hides from the general who is beyond it.
        HidesBeyond = "hides who is beyond",
        /// It hides from the general who is in it.
        HidesInside = "hides who is in it",
        /// Aerials do not end a move in it.
        NotLandedIn = "not landed in",
        /// It blocks shooting.
        Blocks = "blocks shooting",
        /// It blocks shooting where it is deep.
        BlocksByDepth = "blocks shooting by its depth",
        /// Nobody in it shoots.
        NotShotOutOf = "not shot out of",
        /// Who is wholly in it neither shoots nor is shot at.
        HidesFromShooting = "hides from shooting",
        /// Flight goes on into it.
        DoesNotHaltFlight = "does not halt flight",
        /// Pursuit goes on into it.
        PursuedInto = "pursued into",
        /// Water Lurkers come there.
        ForWaterLurkers = "for Water Lurkers",
    }
}

/// What a battle under one ruleset is played by.
#[derive(Clone, Debug)]
pub struct BattleRules {
    /// In the order of [`Distance::ALL`], in thousandths of a BW.
    pub(super) distances: Vec<Cited<i64>>,
    /// In the order of [`Price::ALL`].
    pub(super) prices: Vec<Cited<u8>>,
    /// In the order of [`Score::ALL`], from and to.
    pub(super) scores: Vec<Cited<(u8, u8)>>,
    /// In the order of [`Count::ALL`], the most.
    pub(super) counts: Vec<Cited<u8>>,
    /// In the order of [`List::ALL`].
    pub(super) lists: Vec<Cited<Fighters>>,
    /// In the order of [`PlaceList::ALL`].
    pub(super) places: Vec<Cited<Places>>,
}

impl BattleRules {
    /// A distance in thousandths of a BW.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    pub fn distance(&self, of: Distance) -> i64 {
        self.distances[of as usize].is
    }

    /// A price in PIPs.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    pub fn price(&self, of: Price) -> u8 {
        self.prices[of as usize].is
    }

    /// Whether a die shows what it must.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    pub fn shows(&self, score: Score, die: u8) -> bool {
        let (from, to) = self.scores[score as usize].is;
        (from..=to).contains(&die)
    }

    /// How often something happens at most.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    pub fn count(&self, of: Count) -> u8 {
        self.counts[of as usize].is
    }

    /// Who is on a list.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    pub fn list(&self, list: List) -> Fighters {
        self.lists[list as usize].is
    }

    /// Whether an element is on a list.
    #[must_use]
    pub fn is(&self, list: List, fighter: Fighter, fast: bool) -> bool {
        self.list(list).has(fighter, fast)
    }

    /// Whether a feature is on a list.
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        clippy::as_conversions,
        reason = "the loader fills the list in the order of the enum"
    )]
    pub fn holds(&self, list: PlaceList, place: Place) -> bool {
        self.places[list as usize].is.has(place)
    }

    /// Every rule that a number or list stands for.
    pub fn rules(&self) -> impl Iterator<Item = &RuleId> {
        let distances = self.distances.iter().map(|cited| &cited.rule);
        let prices = self.prices.iter().map(|cited| &cited.rule);
        let scores = self.scores.iter().map(|cited| &cited.rule);
        let lists = self.lists.iter().map(|cited| &cited.rule);
        let places = self.places.iter().map(|cited| &cited.rule);
        let counts = self.counts.iter().map(|cited| &cited.rule);
        distances.chain(prices).chain(scores).chain(counts).chain(lists).chain(places)
    }
}
