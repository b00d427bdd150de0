//! Policies: where games behave differently in a battle, the data of each ruleset name the variant that is played.
//!
//! A policy is for behaviour alone. Numbers, lists of elements and rows of tables differ as data, without a policy.

use super::topic::{Topic, Topics};
use crate::terrain::kind::names;

/// The enums of all policies, each with its name in data, and the struct that holds one variant of each.
macro_rules! policies {
    ($(
        $(#[$about:meta])*
        $field:ident: $policy:ident = $name:literal $(of $topic:ident)? { $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)? }
    )+) => {
        $(names! {
            $(#[$about])*
            $policy { $($(#[$doc])* $variant = $text,)+ }
        })+

        /// The policies of one ruleset.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Policies {
            $($(#[$about])* pub $field: $policy,)+
        }

        impl Policies {
            /// The names of all policies in data.
            pub const NAMES: &[&str] = &[$($name),+];

            /// The parts of the game one of which a ruleset has that needs the policy of this name; none if all need it.
            /// `None` if there is no such policy.
            pub(crate) fn topic(name: &str) -> Option<&'static [Topic]> {
                match name {
                    $($name => Some(&[$(Topic::$topic)?]),)+
                    _ => None,
                }
            }

            /// The policies chosen for a ruleset with these parts of the game: `chosen` gets the name of a policy and
            /// those of its variants, and returns which of them is played. It is asked about every policy that these
            /// parts have, so that it can report all mistakes; `None` if one stays open. Of a policy without a use, the
            /// first variant holds.
            pub(crate) fn read(
                topics: Topics,
                mut chosen: impl FnMut(&'static str, &[&str]) -> Option<usize>,
            ) -> Option<Self> {
                $(let $field = if topics.has_any(&[$(Topic::$topic)?]) { chosen($name, &[$($text),+]) } else { Some(0) };)+
                Some(Self { $($field: *$policy::ALL.get($field?)?,)+ })
            }
        }
    };
}

policies! {
    /// The way in which the invader gets a base edge. The edges that are open to it are data.
    base_edge: BaseEdge = "base edge" {
        /// The invader chooses it (D3H2-DEPL-06, DBA3-DEPL-03).
        Chosen = "chosen",
        /// The invader names the edge that most faces of a die stand for, and rolls; each other face stands for another
        /// edge (HOTT25-DEPL-01, DBA22-DEPL-03).
        Rolled = "rolled",
    }

    /// The side that has the first bound.
    first_bound: FirstBound = "first bound" {
        /// The defender (D3H2-SEQ-01, DBA3-DEPL-02, HOTT25-DEPL-05).
        Defender = "defender",
        /// The invader (DBA22-DEPL-08).
        Invader = "invader",
    }

    /// The going that a group or element enters only by sliding into line with an enemy.
    slide_ground: SlideGround = "ground of a slide" {
        /// It limits the move, and asks for a column, as any other (D3H2-CONT-04).
        Counts = "counts",
        /// It does not matter (DBA3-CONT-13).
        Free = "free",
    }

    /// The going through which a group moves abreast, rather than in column. Loose elements among themselves do so in all.
    abreast: Abreast = "groups abreast" {
        /// Good going (D3H2-MOVE-03).
        InGoodGoing = "in good going",
        /// Good and rough going (DBA3-MOVE-27).
        InGoodAndRoughGoing = "in good and rough going",
    }

    /// The effects of going that is good for some types alone.
    good_for_some: GoodForSome = "going that is good for some" {
        /// How far they move, and how they fight (D3H2-FEAT-19).
        MovesAndCombat = "for the length of moves and in combat",
        /// Everything: whether a group goes in column, further moves, who conforms, and what halts a flight
        /// (DBA3-FEAT-43).
        Everything = "in all they do",
    }

    /// The second moves of scouting elements from good into rough or bad going.
    scouts: Scouts = "second moves of scouts" of FurtherMoves {
        /// One of those that move together ends in it (D3H2-MOVE-28).
        OneEnds = "one of them ends in rough or bad going",
        /// Each of them does (DBA3-MOVE-21).
        EachEnds = "each of them ends in rough or bad going",
    }

    /// The enemies that conform to movers who cannot conform to them.
    contacted: Contacted = "conforming of the contacted" {
        /// All for whom there is room (D3H2-CONT-05).
        IfItCan = "if it can",
        /// Those whose owner wishes it; the others fight as though overlapped (DBA3-CONT-25).
        IfItLikes = "if it likes",
    }

    /// Front edges that touch an enemy without being lined up with it when the combats of a bound are over.
    after_combats: AfterCombats = "contacts after combats" {
        /// They stay so until a move or an outcome lines them up (D3H2-CONT-08).
        Stay = "stay as they are",
        /// Elements of the moving side line up, then those of the other side, where there is room (DBA3-CONT-16).
        LineUp = "are lined up",
    }

    /// The own shot of a shooter after a third element has shot at it and moved it. One that is destroyed never shoots.
    moved_shooter: MovedShooter = "shot after a third shooter" {
        /// It shoots if it still can (D3H2-SHOOT-27).
        IfItCan = "if it can",
        /// It shoots if it stands where it stood (DBA3-SHOOT-18).
        InPlace = "in place",
    }

    /// The elements that the edge of the table overlaps, of those on a list that are near enough.
    table_edge: TableEdge = "edge of the table" {
        /// An element that has not moved in this bound (D3H2-CC-08).
        OverlapsUnmoved = "overlaps the unmoved",
        /// An element that has not moved in this bound and stands wholly in good going (DBA3-TACT-16).
        OverlapsUnmovedInGoodGoing = "overlaps the unmoved in good going",
        /// Nobody: only enemies overlap (DBA22-TACT-06, HOTT25-TACT-04).
        OverlapsNobody = "overlaps nobody",
    }

    /// The corners by which elements overlap, left corner to left or right to right. Flank edges on flank edges overlap
    /// under every policy.
    overlap_corners: OverlapCorners = "overlapping corners" {
        /// By any: a front or rear corner on a front or rear corner (D3H2-CC-02).
        FrontOrRear = "front or rear",
        /// A front corner on a front corner (DBA3-TACT-08).
        Front = "front",
    }

    /// The condition for being uphill of another element, on a hill. The crest is the highest part of a hill.
    uphill: Uphill = "uphill" {
        /// It stands on the hill, with its middle nearer to the crest than the other's (D3H2-TACT-12, HOTT25-TACT-03,
        /// DBA22-TACT-04).
        MiddleAboveMiddle = "middle above middle",
        /// Its front edge is on the hill, and some part of it is nearer to the crest than every part of the other's
        /// front edge (DBA3-TACT-06).
        PartAboveFrontEdge = "part above the front edge",
    }

    /// The length of a recoil.
    recoil_length: RecoilLength = "length of a recoil" {
        /// Foot its own base depth up to a limit. All others by choice up to a limit of their own, or their base depth
        /// if that is less (D3H2-RECOIL-02, 03; DBA3-RECOIL-03, 04).
        ByClass = "by class",
        /// Every element its own base depth (HOTT25-RECOIL-01).
        OwnDepth = "own base depth",
    }

    /// The friends that a recoiling element passes through. Aerials pass through none, unless they pass through everyone.
    recoil_passing: RecoilPassing = "recoil through friends" {
        /// Those that lists for its type name, if they face the same way (D3H2-RECOIL-05 to 09, DBA22-RECOIL-01 to 05).
        ByType = "by type",
        /// The same, if all whom it meets before the clear space are such, and no obstacle lies before it. Elements are
        /// met in the order in which they stand (DBA3-RECOIL-09 to 13).
        ByTypeOfAll = "by type of all on the way",
        /// Friends that it may pass through in a move (HOTT25-RECOIL-04).
        AsInMoves = "as in moves",
    }

    /// The end of a recoil that meets an enemy, or a friend that it can neither pass through nor push back. Where the
    /// two touch from the start, the element that recoils is destroyed under every policy.
    recoil_meeting: RecoilMeeting = "recoil into an element" {
        /// It ends there (D3H2-RECOIL-15, DBA3-RECOIL-17).
        Ends = "ends",
        /// The element that recoils is destroyed (HOTT25-RECOIL-03, 05, 07).
        Destroys = "destroys",
    }

    /// The ground at which a recoil or a push ends.
    recoil_ground: RecoilGround = "ground that ends a recoil" {
        /// Water (D3H2-RECOIL-15).
        Water = "water",
        /// Water, and going that is closed to the element except by road (DBA3-RECOIL-18).
        Closed = "closed to the element",
    }

    /// Whether an enemy whose front edge meets a rear corner of an element, and no edge of it, attacks it in flank or rear,
    /// so that it is destroyed if it has to go back.
    rear_corner: RearCorner = "enemy at a rear corner" {
        /// It does (D3H2-RECOIL-16).
        Attacks = "attacks",
        /// It does not: only an enemy against an edge does (DBA3-OUT-59 to 62).
        Stands = "does not attack",
    }

    /// The contact with the rear of an enemy that counts against it in close combat.
    rear_contact: RearContact = "contact with a rear" {
        /// Lined up with it (D3H2-TACT-15).
        LinedUp = "lined up",
        /// With any part of it (DBA3-TACT-11, HOTT25-TACT-04).
        Any = "any",
    }

    /// Whether a friend that a recoil pushes back pushes those behind it.
    pushing: Pushing = "pushed friends" {
        /// It pushes nobody: if it would have to, it cannot be pushed (D3H2-RECOIL-11).
        Nobody = "push nobody",
        /// It pushes nobody, and halts where it meets somebody (DBA3-RECOIL-16, DBA3-RECOIL-17).
        Halts = "halt",
        /// It pushes them too, as far as they can be pushed (HOTT25-RECOIL-06).
        Others = "push others",
    }

    /// The course of a flight.
    flight: Flight = "flight" {
        /// It turns about on the spot and runs for its whole move, along a side edge if it meets one. Without room it is
        /// destroyed, and in a river too (D3H2-FLEE-01 to 09, DBA3-FLEE-01 to 11).
        TurnsAndRuns = "turns and runs",
        /// It recoils, turns about and runs on, up to a fixed distance in all. It turns aside as little as it can to
        /// avoid what would halt it; without a way past, it halts there (HOTT25-FLEE-01, 02).
        RecoilsThenRuns = "recoils, then runs",
    }

    /// The going in which a pursuit can start. No pursuit leads into other bad going, except into features on a list.
    pursuit_start: PursuitStart = "start of a pursuit" {
        /// Any (D3H2-PURS-06).
        AnyGoing = "in any going",
        /// Any but bad going, unless the feature is on the same list (DBA3-PURS-05).
        NotInBadGoing = "not in bad going",
    }

    /// The defence of walls that nobody holds.
    empty_walls: EmptyWalls = "empty walls" {
        /// They threaten and fight whoever assaults them, and fall to the victor (D3H2-BUA-08, HOTT25-CF-02).
        DefendThemselves = "defend themselves",
        /// None: an element of either side that may hold them enters and takes them (DBA3-CITY-07).
        Open = "open",
    }

    /// The part of the table in which a side places its camp, at its edge or at water.
    camp_area: CampArea = "place of a camp" of Camps {
        /// Its own half (D3H2-CAMP-01).
        OwnHalf = "own half",
        /// The ground on which its elements are set up (DBA3-DEPL-08).
        DeploymentArea = "deployment area",
    }

    /// The least distance from enemy walls at which elements are set up.
    from_walls: FromWalls = "distance from walls" {
        /// The distance itself (D3H2-DEPL-11).
        Exact = "exact",
        /// Anything more than it (DBA3-DEPL-19).
        More = "more",
    }

    /// The enemies from which further moves keep away.
    further_from: FurtherFrom = "further moves keep away from" of FurtherMoves {
        /// Elements (D3H2-MOVE-26).
        Elements = "elements",
        /// Elements, and camps and walls that are defended (DBA3-MOVE-17).
        ElementsAndFeatures = "elements and features",
    }

    /// The end of a flight that leads into a river.
    flight_river: FlightRiver = "flight into a river" {
        /// The element is destroyed (D3H2-FLEE-09).
        Destroys = "destroys",
        /// It is, unless it goes by a road (DBA3-FLEE-11).
        DestroysOffRoads = "destroys off roads",
        /// It goes on through the river, which is waded (HOTT25-MOVE-03, HOTT25-FLEE-02).
        GoesOn = "goes on",
    }

    /// The effect of camps that lie between a shooter and its target. Walls block shots in every game.
    past_camps: PastCamps = "shots past camps" of Camps {
        /// They block shots (D3H2-SHOOT-13).
        Blocked = "blocked",
        /// They do not (DBA3-SHOOT-27).
        Open = "open",
    }

    /// The battles in which armies whose home terrain is by the sea may land.
    landings: LandingsBy = "landings" of Landings {
        /// Those for which the players have agreed on it (D3H2-DEPL-18).
        Agreement = "by agreement",
        /// All (DBA3-LAND-01).
        Right = "by right",
    }

    /// The features that a War Wagon may assault if it serves as a tower.
    towers: Towers = "mobile towers" {
        /// Those with walls (D3H2-MOVE-18).
        AgainstWalls = "against walls",
        /// Those with walls, and Camps (DBA3-CONT-01).
        AgainstWallsAndCamps = "against walls and camps",
    }

    /// The extra PIPs of a side's first bound, for moves that would otherwise cost more.
    first_extra: FirstExtra = "extra PIPs in the first bound" {
        /// None (D3H2-PIP-05).
        None = "none",
        /// As in any other bound (HOTT25-PIP-05).
        AsAlways = "as always",
    }

    /// The price of a move along a road.
    road_moves: RoadMoves = "moves along a road" {
        /// The first one that goes as far as it can has a price of its own, without extra PIPs (D3H2-PIP-03, 06).
        OwnPrice = "at a price of their own",
        /// That of any other move (HOTT25-PIP-02).
        AsOthers = "as others",
    }

    /// The effect of a river on those who cross it on the ground.
    rivers: Rivers = "rivers" {
        /// The first to enter it off the roads rolls for what it is like (D3H2-MOVE-32).
        Tried = "tried by a die",
        /// It slows all alike (HOTT25-MOVE-03).
        Waded = "waded",
    }

    /// The friends on the ground that elements pass through in moves and flight, besides those that pass through
    /// everyone.
    passing: Passing = "passing through friends" {
        /// Some types pass through all, Mounted through some (D3H2-PASS-03, 09).
        ByType = "by type",
        /// Some types pass through all; others, and Mounted through some, only through those that face the same way or
        /// the opposite (HOTT25-PASS-03, 06, 07).
        ByTypeAndFacing = "by type and facing",
    }

    /// The time of spells.
    spells: SpellTime = "spells" of Spells {
        /// Among the shots, in any order (D3H2-SEQ-05).
        AmongShots = "among the shots",
        /// All before the first shot (HOTT25-SEQ-02).
        BeforeShots = "before the shots",
    }

    /// The price of a spell.
    spell_price: SpellPrice = "price of a spell" of Spells {
        /// The same everywhere (D3H2-MAGIC-04, 05).
        Fixed = "fixed",
        /// With extra PIPs for each Mage that the general does not command (HOTT25-PIP-05).
        MoreBeyondCommand = "more beyond command",
    }

    /// Spells of a Mage that has moved in the same bound.
    spell_after_move: SpellAfterMove = "spells after a move" of Spells {
        /// They are allowed (D3H2-MAGIC-01).
        Allowed = "allowed",
        /// It casts and aids none (HOTT25-MAGIC-02).
        Barred = "barred",
    }

    /// The danger of its own spells to a Mage.
    own_spell: OwnSpell = "own spells" of Ensorcelment {
        /// Rolling a score for them a number of times ensorcels it (D3H2-ENS-03).
        TurnAgainstIt = "turn against their Mage",
        /// None but that of the tables of outcomes (HOTT25-MAGIC-04).
        Harmless = "are harmless",
    }

    /// The place of those who protect the target of a spell.
    protection: Protection = "protection from spells" of Spells {
        /// Near the line of the spell (D3H2-TACT-01).
        NearLine = "near the line",
        /// Near the target (HOTT25-TACT-10).
        NearTarget = "near the target",
    }

    /// The ways in which an ensorcelment ends.
    freeing: Freeing = "end of an ensorcelment" of Ensorcelment {
        /// For PIPs, or when its bespeller is destroyed, ensorcelled or flees (D3H2-SUMM-29, 34).
        PipsOrFate = "by PIPs or fate",
        /// For PIPs (HOTT25-MAGIC-06).
        PipsAlone = "by PIPs alone",
    }

    /// The place where a freed element comes back.
    freed_place: FreedPlace = "place of the freed" of Ensorcelment {
        /// That of its type, on a list (D3H2-SUMM-30, 32).
        ByType = "by type",
        /// Where it was ensorcelled, or the nearest clear place (HOTT25-MAGIC-06).
        WhereItWas = "where they were",
    }

    /// The sequence of shots.
    shots: ShotOrder = "shots" {
        /// The moving side orders those of both. Who is shot at and can shoot shoots back with the same dice
        /// (D3H2-SHOOT-22, 27, 29).
        Together = "of both sides together",
        /// First the moving side shoots, then the other one by its own orders; nobody shoots back with the same dice
        /// (HOTT25-SEQ-03).
        InTurn = "of each side in turn",
    }

    /// The duty to shoot.
    shot_duty: ShotDuty = "duty to shoot" {
        /// All who can shoot have to (D3H2-SHOOT-29).
        Owed = "of all who can",
        /// Nobody has to (HOTT25-SHOOT-02).
        Free = "of nobody",
    }

    /// The moves after which a steady shooter may shoot. All others shoot only unmoved.
    shot_after_move: ShotAfterMove = "shooting after a move" {
        /// Those each of which is up to a distance (D3H2-SHOOT-23).
        Short = "after a short one",
        /// Those that together are up to a distance (DBA3-SHOOT-04).
        ShortTogether = "after short ones together",
        /// All (HOTT25-SHOOT-04).
        Any = "after any",
    }

    /// The view that a shot needs.
    shot_view: ShotView = "view of a shot" {
        /// That of a part of an edge of the target. Ground blocks it only if it blocks all of it (D3H2-SHOOT-08, 11 to
        /// 14).
        OfAPart = "of a part of an edge",
        /// That of a whole edge, from both ends of the shooting edge to both ends of that one. Ground blocks it even in
        /// part (HOTT25-SHOOT-05).
        OfAWholeEdge = "of a whole edge",
    }

    /// The targets of a steady shooter that has none in its threat zone, before all others.
    second_targets: SecondTargets = "second targets" {
        /// Enemies that can shoot at it. It shoots back at whoever shoots at it (D3H2-SHOOT-21, 22).
        Able = "able to shoot at it",
        /// Enemies that are shooting at it: it shoots back at them, unless it has a target in its zone (DBA3-SHOOT-08, 09).
        Shooting = "shooting at it",
    }

    /// The effect of a shot at a rear edge.
    rear_shot: RearShot = "shots in the rear" {
        /// An element that recoils from it turns about first, and one that flees from it does not turn (D3H2-RECOIL-04, D3H2-FLEE-02).
        Turn = "turn their target",
        /// That of any other shot (HOTT25-RECOIL-01).
        AsOthers = "as others",
    }

    /// The fate of those behind a destroyed element.
    supporters: Supporters = "those behind the destroyed" {
        /// The elements of its file that are attacked in flank or rear are destroyed as well (D3H2-DEST-03).
        DieIfAttacked = "destroyed if attacked",
        /// The element that supported it is destroyed as well (HOTT25-SUPP-07).
        DieWithIt = "destroyed if they supported it",
    }

    /// The Strongholds of a battle.
    walls: Walls = "Strongholds" {
        /// Those among the features of the table (D3H2-BUA-01).
        OnTheTable = "on the table",
        /// The one that the defender places before the set-up (HOTT25-DEPL-02).
        OfTheDefender = "of the defender",
    }

    /// The reasons for which a side loses the battle at the end of a bound.
    defeat: Defeat = "defeat" {
        /// A loss of a certain size that is also greater than the enemy's (D3H2-WIN-01, DBA3-WIN-01).
        Losses = "losses",
        /// That, or the loss of its general together with a greater loss than the enemy's, or the fall of its Stronghold
        /// (HOTT25-WIN-01 to 03).
        LossesGeneralOrStronghold = "losses, general or Stronghold",
    }
}
