//! The names that data use for the distances, prices, scores, counts and lists of battles.

use crate::terrain::kind::names;

names! {
    /// A distance.
    Distance {
        /// The command distance of a general.
        Command = "command",
        /// The command distance over elements that are seen from afar.
        FarCommand = "far command",
        /// The command distance over elements that the general cannot see.
        HiddenCommand = "hidden command",
        /// The distance from enemies at which summoned elements arrive.
        ClearOfEnemies = "clear of enemies",
        /// The distance within which a Lurker stays of an enemy.
        LurkerNear = "Lurker near",
        /// The distance from enemies that further moves keep.
        FurtherMoves = "further moves",
        /// The move of an element whose front edge is in a river.
        InTheRiver = "in the river",
        /// The depth of a threat zone.
        ThreatZone = "threat zone",
        /// The distance below which a slide into contact is free.
        Slide = "slide",
        /// The distance at which the edge of the battlefield overlaps.
        EdgeOverlap = "overlap by the edge",
        /// The distance beyond the ends of its edge at which an element can shoot.
        Arc = "arc",
        /// The length of an edge that shoots.
        ShootingEdge = "shooting edge",
        /// The length of the part of an edge that is shot at.
        TargetEdge = "target edge",
        /// The depth of cover that blocks shooting.
        BlockingDepth = "blocking depth",
        /// The longest move after which an element may shoot.
        MoveAndShoot = "move and shoot",
        /// The distance of a protector from the line of a spell.
        NearTheLine = "near the line",
        /// The distance of a protector from the target of a spell.
        NearTheTarget = "near the target",
        /// The distance from its Stronghold within which a Mage is safer.
        NearTheStronghold = "near the Stronghold",
        /// The longest recoil of Foot.
        FootRecoil = "recoil of Foot",
        /// The longest recoil of all others.
        OtherRecoil = "recoil of others",
        /// The distance from a City within which friends and enemies make its Civilians sally.
        Sally = "sally",
        /// The distance from their City within which they stay then.
        Sallied = "sallied",
        /// The length of a flight that begins with a recoil, both together.
        Flight = "flight",
        /// The greatest distance from the general of their command at which elements are set up.
        NearTheGeneral = "near the general",
        /// The greatest distance from the water at which a command lands.
        NearTheWater = "near the Waterway",
    }
}

names! {
    /// The price of something in PIPs.
    Price {
        /// A move along a road.
        RoadMove = "road move",
        /// Any other move.
        Move = "move",
        /// The extra price, added for each of two cases.
        Extra = "extra",
        /// Summoning a God.
        God = "summon a God",
        /// Summoning all Dragons of a contingent.
        Dragons = "summon Dragons",
        /// Summoning a Lurker for the first time.
        FirstLurker = "first Lurker",
        /// Summoning it for the second time.
        SecondLurker = "second Lurker",
        /// Summoning it for the third time.
        ThirdLurker = "third Lurker",
        /// Replacing a destroyed Horde.
        Horde = "replace a Horde",
        /// Freeing an ensorcelled element.
        Desorcel = "desorcel",
        /// Bespelling.
        Bespell = "bespell",
        /// The passage of one element through a City.
        PassCity = "pass a City",
        /// A revolt in a City.
        Revolt = "revolt",
        /// Aiding a spell.
        AidSpell = "aid a spell",
        /// Holding elements of a demoralised command in place.
        Hold = "hold",
    }
}

names! {
    /// The score that a die must show.
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
        /// Elements have done with sacking a City.
        DoneSacking = "done sacking",
        /// The invader gets the base edge that it has named.
        NamedEdge = "named edge",
    }
}

names! {
    /// The number of times that something happens.
    Count {
        /// A Mage rolls the score that turns a spell against it.
        Backfires = "backfires",
        /// Further moves of galloping elements.
        Gallops = "gallops",
        /// Further moves of scouting elements.
        Scouts = "scouts",
        /// Elements that land from the sea.
        Landing = "landing",
        /// The sum of the dice of the defender's commands with which ploughed fields are rough going, at the most.
        BigPlough = "big Plough",
    }
}

names! {
    /// A list of elements with a common property.
    List {
        /// They cost more PIPs to move.
        DearToMove = "dear to move",
        /// They cost more PIPs to move unless the move ends in contact with an enemy.
        DearUnlessInContact = "dear unless in contact",
        /// They are commanded from afar.
        SeenFromAfar = "seen from afar",
        /// They move through rough going in groups.
        Loose = "loose",
        /// They may make further moves in good going.
        Galloping = "galloping",
        /// They may make a second move in their side's first bound.
        Scouting = "scouting",
        /// They never move into contact.
        Slow = "slow",
        /// They shoot when there is an enemy in their threat zone, and not after a long move.
        SteadyShooters = "steady shooters",
        /// They do not block Artillery.
        SmallTargets = "small targets",
        /// They pass through friends.
        Passing = "passing",
        /// They pass through friends that face the same way or the opposite.
        PassingFiles = "passing files",
        /// Mounted pass through them, if they face the same way or the opposite.
        PassedByMounted = "passed by Mounted",
        /// They pass through every element, and every element through them.
        Stealthy = "stealthy",
        /// They pass through every element.
        Striding = "striding",
        /// Enemies pass under them.
        PassedUnder = "passed under",
        /// They may always engage Aerials.
        Challengers = "challengers",
        /// They are never overlapped.
        NeverOverlapped = "never overlapped",
        /// They never overlap.
        NeverOverlapping = "never overlapping",
        /// Foot, which the edge of the battlefield overlaps.
        OverlappedByEdge = "overlapped by the edge",
        /// They have threat zones before all their edges, and they never turn.
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
        /// They push back even those.
        PushingAll = "pushing all",
        /// Bad going does not halt their flight.
        LightInFlight = "light in flight",
        /// They are destroyed together with the element that halts their flight.
        Trampling = "trampling",
        /// They destroy the elements that they recoil into.
        Crushing = "crushing",
        /// Those do not destroy these.
        NotCrushed = "not crushed",
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
        /// They come back at their marker.
        BackAtMarker = "back at the marker",
        /// They only assault Strongholds by the gate.
        ByTheGate = "by the gate",
        /// They never assault.
        NeverAssaulting = "never assaulting",
        /// They never land from the sea.
        NeverLanding = "never landing",
    }
}

names! {
    /// A list of features with a common property.
    PlaceList {
        /// A general inside it commands less well.
        CutsOffGeneral = "cuts off the general",
        /// It hides elements from a general on its other side.
        HidesBeyond = "hides who is beyond",
        /// It hides elements inside it from the general.
        HidesInside = "hides who is in it",
        /// Aerials do not end a move in it.
        NotLandedIn = "not landed in",
        /// It blocks shooting.
        Blocks = "blocks shooting",
        /// It blocks shooting where it is deep.
        BlocksByDepth = "blocks shooting by its depth",
        /// No element inside it shoots.
        NotShotOutOf = "not shot out of",
        /// Elements wholly inside it neither shoot nor are shot at.
        HidesFromShooting = "hides from shooting",
        /// Flight goes on into it.
        DoesNotHaltFlight = "does not halt flight",
        /// Pursuit goes on into it.
        PursuedInto = "pursued into",
        /// Elements in it are not destroyed by those that recoil into them.
        NotCrushedIn = "not crushed in",
        /// It weakens spells that are cast across it.
        WeakensSpells = "weakens spells",
        /// Water Lurkers arrive there.
        ForWaterLurkers = "for Water Lurkers",
        /// Elements land from it.
        LandedFrom = "landed from",
    }
}

names! {
    /// A list of home terrains with a common property.
    HomeList {
        /// Armies from there land from the sea.
        Landing = "land from the sea",
    }
}

names! {
    /// A rule that applies only in battles for which the players have chosen it.
    OptionalRule {
        /// Elements land from the sea.
        Landings = "landings",
        /// Losses are counted in AP where the rules count elements.
        LossesInPoints = "losses",
    }
}
