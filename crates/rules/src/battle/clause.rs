//! What a battle does or forbids, clause by clause: each ruleset's data says which of its rules stands for it.

use crate::terrain::kind::names;

names! {
    /// Something that a battle does or forbids by a rule.
    Clause {
        /// Its own Stronghold may serve a side as its camp.
        StrongholdAsCamp = "Stronghold as a camp",
        /// The defender places a Stronghold in its zone, or touching it.
        WallsPlace = "place of a Stronghold",
        /// A Stronghold has a size.
        WallsSize = "size of a Stronghold",
        /// A Stronghold stands on good going.
        WallsGround = "ground of a Stronghold",
        /// Some elements may enter a Stronghold and hold it.
        WallsGarrison = "garrison of a Stronghold",
        /// A garrison leaves its feature for clear ground.
        Sortie = "sortie",
        /// A Stronghold goes to the victor over its defenders.
        WallsFall = "Stronghold falls",
        /// A camp stands at its side's edge or at water.
        CampPlace = "place of a camp",
        /// A camp stands on good going, on its own side of the table.
        CampGround = "ground of a camp",
        /// A camp has a size.
        CampSize = "size of a camp",
        /// A camp keeps a distance from the side edges.
        CampSides = "camp from the side edges",
        /// Some elements may enter a camp and hold it.
        CampGarrison = "garrison of a camp",
        /// A camp whose defenders are beaten is sacked.
        CampFalls = "camp falls",
        /// Nothing on the ground moves through a camp or Stronghold.
        FeatureInTheWay = "feature in the way",
        /// Some elements assault a Stronghold at its gate only.
        GateOnly = "only the gate",
        /// An element fights the enemy before it, once in a bound.
        OwedFight = "fights that are owed",
        /// Elements come into contact by moving.
        ContactByMove = "contact by a move",
        /// Contact is made lined up on an edge, or beside as an overlap.
        LinedUpContact = "lined up in contact",
        /// Elements in contact conform; a short slide is free.
        Conforming = "conforming",
        /// Where nobody conforms, elements fight as though in full contact, and the enemy as though overlapped.
        Unconformed = "nobody conforms",
        /// A flank is contacted from beyond its line.
        FlankContact = "contact with a flank",
        /// A rear is contacted from behind its line.
        RearContact = "contact with a rear",
        /// Some elements never assault.
        NoAssault = "no assault",
        /// An Aerial before an enemy comes down to fight.
        ComingDown = "coming down",
        /// The invader chooses a base edge.
        EdgeChoice = "choice of an edge",
        /// Camps, then the defender, then the invader.
        SetUpOrder = "order of the set-up",
        /// Some elements may be set up as a garrison.
        FirstGarrison = "garrison at the start",
        /// A distance that elements are set up from the middle.
        FromTheCentre = "from the centre",
        /// A distance that elements are set up from it.
        FromTheStronghold = "from the enemy Stronghold",
        /// A distance that elements are set up from these.
        FromTheSides = "from the side edges",
        /// Elements that were held back land from the sea.
        Landing = "landing from the sea",
        /// Nothing is set up in a river.
        NotInARiver = "not in a river",
        /// Ground elements are set up where they may go.
        GroundAtTheStart = "ground at the start",
        /// Aerials are set up where they may land.
        AerialAtTheStart = "Aerials at the start",
        /// Some elements wait off the table until they are summoned.
        HeldOff = "held off the table",
        /// After the set-up, nothing changes places.
        NoSwapping = "no swapping",
        /// A destroyed element is removed.
        Destruction = "destruction",
        /// A friend that is attacked in flank or rear is destroyed when it is pushed.
        PushedWhileAttacked = "pushed while attacked",
        /// An element that flees off the battlefield is removed.
        Banishment = "off the battlefield",
        /// The element that supported a destroyed one is destroyed as well.
        SupporterDestroyed = "supporter destroyed",
        /// Elements of a column that are attacked in flank or rear are destroyed with its front one.
        ColumnDestroyed = "column destroyed",
        /// An ensorcelled element leaves the table until it is freed.
        Ensorcelment = "ensorcelment",
        /// A spell can turn against its Mage.
        OwnSpell = "own spell",
        /// Ploughed fields can be rough going for a battle.
        RoughPlough = "rough Plough",
        /// A fleeing element turns and runs.
        Flight = "flight",
        /// An element shot in the rear flees without turning.
        ShotInTheRear = "flight when shot in the rear",
        /// At a side edge, it runs along it.
        FlightAlongTheEdge = "flight along the edge",
        /// At another edge, it leaves the table.
        FlightOffTheTable = "flight off the table",
        /// It stops in contact with an enemy.
        FlightIntoAnEnemy = "flight into an enemy",
        /// Something on its way stops it.
        FlightHalted = "flight halted",
        /// An element that cannot flee is destroyed.
        NoFlight = "no flight",
        /// Some elements destroy what they flee into, and themselves.
        FlightThroughAll = "flight through all",
        /// Mages bespell while others shoot.
        TimeToBespell = "time to bespell",
        /// A Mage in contact does not bespell.
        NoSpellInContact = "no spell in contact",
        /// A spell has a range.
        SpellRange = "range of spells",
        /// A spell costs PIPs.
        SpellPrice = "price of spells",
        /// Other Mages may aid a spell.
        SpellAids = "aids of spells",
        /// Enemies can be bespelled.
        SpellTarget = "targets of spells",
        /// A Mage that has moved does not bespell.
        NoSpellAfterMove = "no spell after a move",
        /// A Mage bespells once in a bound.
        OneSpell = "one spell",
        /// Some elements may move as a group, in some ways.
        Group = "group",
        /// The elements of a group touch at edges and corners.
        GroupContact = "contact in a group",
        /// Through some going, and along a road, a group goes in column.
        Column = "column",
        /// A move is no longer than allowed.
        Length = "length of a move",
        /// Aerials do not end a move in some features.
        NoLanding = "no landing",
        /// The slow go only through good going.
        SlowGoing = "going for the slow",
        /// The slow never move into contact.
        SlowContact = "no contact by the slow",
        /// Some elements cannot go through some going.
        ForbiddenGoing = "forbidden going",
        /// Further moves keep away from enemies.
        FurtherDistance = "distance of further moves",
        /// Most elements move once in a bound.
        MovedBefore = "moved before",
        /// In a river one goes straight.
        InARiver = "in a river",
        /// The first element to enter a river finds out what it is like.
        TriedRiver = "river tried",
        /// Attackers of a flank or rear fall back with the one at the front.
        FallsBackTogether = "falls back together",
        /// Elements in the way that cannot be passed.
        NoPassage = "no passage",
        /// Elements are passed straight.
        StraightPassage = "straight passage",
        /// A bound begins with a die.
        PipRoll = "roll for PIPs",
        /// A first move wholly along a road.
        RoadMove = "move along a road",
        /// A move of an element or a group.
        Move = "move",
        /// No extra PIPs in a side's first bound.
        FirstBound = "first bound",
        /// No extra PIPs for a move along a road.
        RoadWithoutExtra = "no extra along a road",
        /// Extra PIPs for some elements and for garrisons.
        DearMove = "dear move",
        /// Extra PIPs where the general does not command.
        BeyondCommand = "beyond command",
        /// A victor follows its beaten enemy.
        Pursuit = "pursuit",
        /// Elements behind a pursuer pursue too.
        PursuitInColumn = "pursuit in column",
        /// A victor enters the feature it has taken.
        Storming = "storming",
        /// Reasons not to pursue.
        NoPursuit = "no pursuit",
        /// A pursuer that meets an enemy lines up.
        PursuitIntoAnEnemy = "pursuit into an enemy",
        /// A beaten element goes straight back.
        Recoil = "recoil",
        /// Some choose how far they recoil.
        RecoilChoice = "choice of a recoil",
        /// An element shot in the rear turns before it recoils.
        TurnsFirst = "recoil after turning",
        /// Some friends are passed.
        RecoilThrough = "recoil through friends",
        /// Others are pushed back.
        PushedBack = "pushed back",
        /// Some elements destroy what they recoil into.
        Crushing = "crushing",
        /// Two of these destroy each other.
        CrushingEachOther = "crushing each other",
        /// An element that recoils into an enemy is destroyed.
        RecoilIntoAnEnemy = "recoil into an enemy",
        /// An element that recoils into a friend that faces another way is destroyed.
        RecoilIntoAside = "recoil into one who faces aside",
        /// An element that recoils into a friend that it can neither pass nor push is destroyed.
        RecoilIntoTheFirm = "recoil into one who stays",
        /// Something stops a recoil.
        RecoilStopped = "recoil stopped",
        /// An element that cannot recoil is destroyed.
        NoRecoil = "no recoil",
        /// Moves come after summoning and before shooting.
        TimeToMove = "time to move",
        /// Close combat comes last, and none is left out.
        TimeToFight = "time to fight",
        /// Summoning comes before the first move.
        TimeToSummon = "time to summon",
        /// Shooters choose among the targets that come first.
        Targets = "targets",
        /// A third element shoots at a shooter at the same time.
        ThirdShooter = "third shooter",
        /// Others may aid a shot.
        ShotAids = "aids of a shot",
        /// Each side shoots in its turn.
        ShotsInTurn = "shots in turn",
        /// Elements that can shoot do so.
        OwedShot = "shots that are owed",
        /// Each God is summoned for PIPs.
        SummonedGod = "summoning a God",
        /// Dragons of a contingent are summoned together.
        DragonsTogether = "Dragons together",
        /// A God arrives on its own half, away from enemies.
        GodArrives = "place of a God",
        /// Dragons arrive at the base edge.
        DragonArrives = "place of a Dragon",
        /// Summoned elements need clear ground.
        ClearGround = "clear ground",
        /// Which elements can be summoned.
        ReturnOfTheSummoned = "summoning again",
        /// A God can leave.
        GodLeaves = "God leaves",
        /// A Lurker answers an enemy in its kind of feature.
        LurkerAnswers = "answer of a Lurker",
        /// A Lurker is summoned a few times.
        LurkerSummoned = "summoning a Lurker",
        /// A Lurker arrives wholly inside bad going.
        LurkerArrives = "place of a Lurker",
        /// A Water Lurker arrives wholly inside its kind of feature.
        WaterLurkerArrives = "place of a Water Lurker",
        /// A Lurker answers an Aerial only in contact.
        AerialAnswered = "Aerials answered",
        /// A Lurker does not move in the bound of its summoning.
        LurkerWaits = "Lurkers wait",
        /// A Lurker stays in the feature where it was summoned.
        LairKept = "lair kept",
        /// A Lurker that is forced out of it is removed.
        ForcedOut = "forced out",
        /// A Lurker with no enemy near is removed.
        LoseSight = "no enemy near",
        /// Some destroyed Hordes are replaced for PIPs.
        HordesReplaced = "Hordes replaced",
        /// Replaced Hordes arrive at the base edge.
        HordesArrive = "place of a Horde",
        /// Hordes replaced in one bound form a group.
        HordesTogether = "Hordes together",
        /// They do not move in that bound.
        HordesWait = "Hordes wait",
        /// Only destroyed ones are replaced.
        HordesDestroyed = "Hordes that were destroyed",
        /// An ensorcelled element is freed for PIPs.
        Freed = "freeing",
        /// A freed element comes back where it was ensorcelled, or at the nearest clear place.
        FreedReturns = "return of the freed",
        /// A freed Hero comes back at the enemy's Stronghold or edge.
        HeroReturns = "return of a Hero",
        /// A freed Mage comes back where its marker lies.
        MageReturns = "return of a Mage",
        /// It cannot while the marker is covered.
        MarkerCovered = "marker covered",
        /// The fate of its bespeller frees an ensorcelled element.
        FreedByFate = "freed by fate",
        /// A Mage freed by fate is destroyed if its marker is covered.
        MarkerCoveredByFate = "destroyed at the marker",
        /// Some mounted elements may dismount.
        Dismounting = "dismounting",
        /// Civilians defend a City or a camp, and are set up nowhere else.
        Civilians = "Civilians",
        /// A Fort has to be held when its side is set up.
        FortHeld = "garrison that is owed",
        /// So many elements and no more assault one feature.
        Assaulters = "number of assaulters",
        /// Civilians sally from a City if friends and enemies are near.
        Sally = "sally",
        /// Civilians that have sallied stay near their City.
        SallyKept = "sally kept near",
        /// A victor over a City's defenders sacks it.
        Sacking = "sacking",
        /// A die ends the sacking.
        SackEnds = "end of the sacking",
        /// A City surrenders to Artillery.
        Surrender = "surrender",
        /// Civilians hold a surrendered City for the enemy, and do not sally.
        Puppets = "held for the enemy",
        /// Civilians rise for their old side.
        Revolt = "revolt",
        /// Friends pass through a City from gate to gate.
        Passage = "passage through a City",
        /// Enemies bind what enters their threat zones.
        ThreatZone = "threat zones",
        /// Each command of a divided army has a die of its own, and moves for itself.
        CommandDice = "dice of commands",
        /// The player writes down which command gets the highest die, which the next and which the lowest.
        AllottedDice = "allotted dice",
        /// An allied command has its own die.
        AlliedDie = "die of an allied command",
        /// A command that has lost all its elements has no die.
        NoDie = "no die for a lost command",
        /// Ploughed fields can be rough going for a battle of divided armies.
        BigPlough = "rough Plough of divided armies",
        /// The players deploy one command each, or all that are left, in turns.
        CommandDeployment = "deployment by command",
        /// Elements are set up near the general of their command.
        NearTheGeneral = "set up near the general",
        /// A whole command lands from the sea.
        CommandLanding = "landing of a command",
        /// Some elements are in no command that lands.
        NeverInALanding = "no landing with these",
        /// The commander-in-chief may add to a score once.
        CincAdds = "chance of the C-in-C",
        /// A command that has lost enough is demoralised.
        CommandDemoralised = "demoralised command",
        /// A demoralised command makes no moves.
        NoMovesDemoralised = "no moves when demoralised",
        /// Its elements can be held in place for PIPs.
        Holding = "holding in place",
        /// All others of it flee to their base edge.
        FlightHome = "flight of a demoralised command",
        /// A command that has lost more is routed and leaves the table.
        CommandRouted = "routed command",
        /// A divided army that has lost enough, and more than the other, has lost the battle.
        DividedVictory = "victory over a divided army",
        /// A side whose commands are broken has lost the battle.
        CommandsBroken = "broken commands",
        /// A side that has lost enough, and more than the other, has lost the battle.
        Victory = "victory",
    }
}
