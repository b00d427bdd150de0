//! Totals: factors, supports and circumstances of close combat, shots and spells.
//!
//! Where boundaries are too near, or a document does not tell, a sum is a range; a total is wrong only outside it. Not
//! judged: whether an Aerial that has not come down overlaps anybody, and overlaps by a front and a rear corner. In DBA
//! 3.0 also: flanks that lie against those of Psiloi and Scythed Chariots, and slopes and going before walls. In HOTT 2.5:
//! spells across water in which somebody stands, and whether assaulters of a Stronghold help each other.

use super::Table;
use super::contacts::{
    are_abreast, are_face_to_face, are_flank_to_flank, are_touching, fights_in_front, front_on,
    is_attacked_from_behind, is_behind, is_contact, is_corner_overlap, is_on_flank, is_on_rear, shared_flank,
};
use super::finding::{Finding, Kind};
use super::game::{Book, Game};
use super::geometry::{Base, Edge, GAP, P, TOUCH, apart, between, point_to_segment};
use super::ground::{Ground, Tri};
use super::reading::{Document, Element, Stand, totals};

/// A sum of factors that may be a little open.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    pub(super) low: i32,
    pub(super) high: i32,
    why: Vec<String>,
}

impl Sum {
    fn add(&mut self, value: i32, when: Tri, rule: &str) {
        if when == Tri::No || value == 0 {
            return;
        }
        let certain = if when == Tri::Yes { value } else { 0 };
        self.low += certain.min(value);
        self.high += certain.max(value);
        self.why.push(format!("{rule} {value:+}{}", if when == Tri::Yes { "" } else { "?" }));
    }

    /// The sum with so much more that may have been added.
    pub(super) fn open(mut self, value: i32, rule: &str) -> Self {
        self.add(value, Tri::Unclear, rule);
        self
    }

    pub(super) fn check(&self, what: &str, die: u8, total: i32, findings: &mut Vec<Finding>) {
        let die = i32::from(die);
        if !(self.low + die..=self.high + die).contains(&total) {
            let reasons = self.why.join(", ");
            let said =
                format!("{what} has {total}, and {die} with {reasons} is {} to {}", self.low + die, self.high + die);
            findings.push(Finding::new(Kind::Total, "CF-01", said));
        }
    }
}

/// The factor of an element against a class (CF-02).
fn factor(of: &Element, foot: bool) -> i32 {
    let (against_foot, against_others) = of.troop().factors;
    if foot { against_foot } else { against_others }
}

/// The total of an element in close combat with another in front of it.
pub(super) fn close(table: &Table<'_>, document: &Document, of: Stand<'_>, foe: Stand<'_>) -> Sum {
    let ground = table.ground;
    let mut sum = Sum::default();
    let (me, it) = (of.element, foe.element);
    let in_good = ground.is_in_good(document, me, &of.base);
    sum.add(factor(me, it.is_foot()), Tri::Yes, "CF");
    sum.add(1, Tri::of(me.general), "TACT-11");
    sum.add(1, Tri::of(!table.traditional() && me.troop().double && it.is_foot()).and(in_good), "SUPP-06");
    let (support, rule) = rear_support(me, it);
    sum.add(support, is_supported(ground, document, of, in_good), rule);
    sum.add(1, formation(document, of, it).and(in_good), "SUPP-10");
    let aerial = me.is_aerial() || it.is_aerial();
    let high = uphill(ground, &of.base, &foe.base).or(bank(ground, document, of, foe));
    // Whether who flies defends a hill is open in HOTT (HOTT25-TACT-03).
    let may_defend = Tri::between(!aerial, table.game.is_hott() && !it.is_aerial());
    sum.add(1, may_defend.and(high), "TACT-12");
    sum.add(-2, hampered(ground, document, of).or(hampered_by(ground, document, of, foe)), "TACT-18");
    // Water Lurkers (HOTT25-TACT-12), and commands that have lost heart (DBA3-BB-42).
    sum.add(-2, Tri::of(ground.game.is_hott() && it.water && it.is(&["Lk"])), "HOTT25-TACT-12");
    sum.add(-2, Tri::of(document.is_disheartened(me)), "DBA3-BB-42");
    // An element that cannot line up fights as if overlapped (CONT-05).
    sum.add(-1, Tri::between(false, !are_face_to_face(&of.base, &foe.base)), "CONT-05");
    for edge in [Edge::Left, Edge::Right] {
        // An opponent that touches the flank at an angle counts as standing on it (CC-16).
        let askew = Tri::between(false, is_askew_on(foe, of, edge));
        sum.add(-1, pressure(table, document, of, foe, edge).or(askew), "TACT-14");
    }
    // How much attacks on who supports it take, is open (DBA3-SUPP-08).
    if !table.game.is_d3h2() {
        let second = document.friends_of(me).filter(|friend| is_behind(&friend.base, &of.base));
        let attacked = Tri::any(second.map(|second| is_attacked_from_behind(document, second)));
        sum.add(-3, Tri::of(support != 0).and(attacked).and(Tri::Unclear), "DBA3-SUPP-08");
    }
    let behind = document.enemies_of(me.side).map(|enemy| {
        let on = front_on(&enemy.base, &of.base, Edge::Rear);
        // Whether an opponent who is himself behind counts, is open (CC-16).
        let other = if enemy.element.id == it.id { Tri::Unclear } else { Tri::Yes };
        let askew = is_askew_on(enemy, of, Edge::Rear);
        Tri::between(is_on_rear(&enemy.base, &of.base), on > TOUCH || askew).and(is_contact(of, enemy)).and(other)
    });
    sum.add(-1, Tri::any(behind), "TACT-15");
    sum
}

/// Whether bad going counts against an element (TACT-18, TACT-19).
fn hampered(ground: &Ground, document: &Document, of: Stand<'_>) -> Tri {
    // Infantry that rides is no Bow (DBA3-TACT-14), and who flies is in no going (HOTT25-TACT-06).
    let riding = of.element.mounted && ground.game.is_dba3();
    let exempt = of.element.is(ground.game.unhampered) && !riding || of.element.is_aerial() && ground.game.is_hott();
    Tri::of(!exempt).and(ground.is_in_bad(document, of.element, &of.base))
}

/// Whether the bad going of an enemy on the ground counts against who rides or flies (HOTT25-TACT-07).
fn hampered_by(ground: &Ground, document: &Document, of: Stand<'_>, foe: Stand<'_>) -> Tri {
    let counts = ground.game.is_hott() && !of.element.is_foot() && !of.element.is(&["Bs"]) && !foe.element.is_aerial();
    Tri::of(counts).and(ground.is_in_bad(document, foe.element, &foe.base))
}

/// The support that a friend of the same type behind gives (SUPP-02 to SUPP-05, TRAD-26).
fn rear_support(of: &Element, against: &Element) -> (i32, &'static str) {
    if of.game.is_hott() {
        return match of.family() {
            "Sp" => (1, "HOTT25-SUPP-01"),
            "Pk" => (3, "HOTT25-SUPP-02"),
            "Wb" => (1, "HOTT25-SUPP-03"),
            _ => (0, ""),
        };
    }
    let psiloi = against.is_psiloi();
    match of.family() {
        "Wb" if against.is_foot() && (of.game.book == Book::Traditional || !psiloi) => (1, "SUPP-03"),
        "Pk" if against.is_foot() && !psiloi => (3, "SUPP-02"),
        "Pk" if against.is(&["Kn", "Bh", "SCh"]) => (1, "SUPP-04"),
        "LH" => (1, "SUPP-05"),
        _ => (0, ""),
    }
}

fn is_supported(ground: &Ground, document: &Document, of: Stand<'_>, in_good: Tri) -> Tri {
    let friends = document.friends_of(of.element).filter(|friend| friend.element.family() == of.element.family());
    let behind = friends.filter(|friend| is_behind(&friend.base, &of.base));
    Tri::any(behind.map(|friend| ground.is_in_good(document, friend.element, &friend.base))).and(in_good)
}

/// Shieldwall and Retinue (SUPP-10 to SUPP-15).
fn formation(document: &Document, of: Stand<'_>, against: &Element) -> Tri {
    let me = of.element;
    if me.is_fast() || !against.is_foot() || me.game.is_hott() {
        return Tri::No;
    }
    // Command Posts and the like are Blades in DBA 3.0 (DBA3-SUPP-15).
    let by: &[&str] = match (me.family(), me.game.is_dba3()) {
        ("Sp", false) => &["Sp", "Bd"],
        ("Sp", true) => &["Sp", "Bd", "CP"],
        ("Sh" | "Bw", false) => &["Bd"],
        ("Bw", true) => &["Bd", "CP"],
        _ => return Tri::No,
    };
    let friends = document.friends_of(me).filter(|friend| friend.element.is(by) && !friend.element.is_fast());
    Tri::of(friends.into_iter().any(|friend| are_abreast(&friend.base, &of.base)))
}

/// On a hill, with the middle nearer to the crest (TACT-12), or with any part nearer than all of the front edge of the
/// enemy (DBA3-TACT-06).
fn uphill(ground: &Ground, of: &Base, foe: &Base) -> Tri {
    Tri::any(ground.of_kind(&["gentle_hill", "difficult_hill"]).map(|hill| {
        if ground.game.is_dba3() {
            let gain = Ground::crest_from(hill, &edge_points(foe)) - Ground::crest_from(hill, &of.corners());
            let front = of.edge(Edge::Front);
            // Its ends are too near to call by a hundredth, too.
            let inside = |by: f64, longer: f64| {
                let (step, along) = (of.forward() * by, of.rightward() * longer);
                super::geometry::length_inside((front.0 + step - along, front.1 + step + along), hill.outline()) > 0.0
            };
            let steps = [-0.012, 0.0, 0.012];
            let strict = steps.into_iter().all(|by| inside(by, -0.012));
            let on_hill = Tri::between(strict, steps.into_iter().any(|by| inside(by, 0.012)));
            return on_hill.and(Tri::between(gain > 0.02, gain > 0.002));
        }
        let gain = Ground::crest_away(hill, foe.middle()) - Ground::crest_away(hill, of.middle());
        hill.holds_part_of(of).and(Tri::between(gain > 0.01, gain > -0.01))
    }))
}

/// The front edge of a base as a polygon.
fn edge_points(base: &Base) -> [P; 4] {
    Base { depth: 0.001, ..*base }.corners()
}

/// Entirely on land, and the enemy partly in the river and not on a road (TACT-12). A river that nobody has tried is not
/// known to be paltry.
fn bank(ground: &Ground, document: &Document, of: Stand<'_>, foe: Stand<'_>) -> Tri {
    let states = ["unknown", "shallow", "deep"];
    let own_road = ground.is_on_road(&of.base).and(Tri::of(ground.game.is_d3h2()));
    let on_road = ground.is_on_road(&foe.base).or(own_road);
    let dry = ground.is_in_river(document, &of.base, &states).not();
    ground.is_in_river(document, &foe.base, &states).and(dry).and(on_road.not())
}

/// Whether an enemy overlaps a flank, or stands on it with its front (TACT-14, CC-02 to CC-09).
fn pressure(table: &Table<'_>, document: &Document, of: Stand<'_>, foe: Stand<'_>, edge: Edge) -> Tri {
    let me = of.element;
    let others = document.enemies_of(me.side).filter(|enemy| enemy.element.id != foe.element.id);
    let by = others.filter(|enemy| are_touching(&enemy.base, &of.base)).map(|enemy| {
        let touches = front_on(&enemy.base, &of.base, edge) > TOUCH || is_askew_on(enemy, of, edge);
        let flank = Tri::between(is_on_flank(&enemy.base, &of.base, edge), touches);
        let flank = flank.and(is_contact(of, enemy));
        let beside = shared_flank(&enemy.base, &of.base, edge) > TOUCH;
        if me.is(table.game.not_overlapped) && table.game.is_dba3() {
            // Whether flanks that lie together overlap even these, is open (DBA3-TACT-09).
            return flank.or(Tri::between(false, beside));
        }
        if me.is(table.game.not_overlapped) || enemy.element.is(&["Dg"]) && table.game.is_d3h2() {
            return flank;
        }
        let free = fights_in_front(document, table.ground, enemy).not();
        // Whether corners have to meet squarely is open in other games than D3H2 (DBA3-TACT-08).
        let (theirs, own) =
            if edge == Edge::Left { (enemy.base.fl, of.base.fl) } else { (enemy.base.fr(), of.base.fr()) };
        let meet = theirs.is_at(own) && !table.game.is_d3h2();
        let close = (theirs - own).length() <= GAP || table.game.is_d3h2();
        let corner = Tri::between(close && is_corner_overlap(&enemy.base, &of.base, edge), meet).and(free);
        // Rear corners overlap nobody in DBA 3.0 (DBA3-TACT-08).
        let rear = Tri::between(false, is_rear_corner(enemy, of, edge) && !table.game.is_dba3()).and(free);
        let turned = between(enemy.base.facing, of.base.facing);
        let square = turned.min(180.0 - turned) < 0.05;
        let beside = Tri::between(square && are_flank_to_flank(&enemy.base, &of.base, edge), beside);
        flank.or(corner).or(rear).or(beside)
    });
    Tri::any(by).or(table_edge(table.ground, document, of, edge))
}

/// Whether an enemy that touches an element at an angle may count as standing on an edge of it: of those that it touches,
/// that which it faces most (CONT-05).
fn is_askew_on(enemy: Stand<'_>, of: Stand<'_>, edge: Edge) -> bool {
    let turn = match edge {
        Edge::Front => 180.0,
        Edge::Right => 270.0,
        Edge::Rear => 0.0,
        Edge::Left => 90.0,
    };
    enemy.element.askew.as_ref() == Some(&of.element.id) && between(enemy.base.facing, of.base.facing + turn) < 89.5
}

/// Corners of both on the same side that meet, at least one of them a rear corner.
fn is_rear_corner(enemy: Stand<'_>, of: Stand<'_>, edge: Edge) -> bool {
    let corners = |stand: Stand<'_>| match edge {
        Edge::Left => [stand.base.fl, stand.base.rl()],
        _ => [stand.base.fr(), stand.base.rr()],
    };
    corners(enemy).into_iter().any(|a| corners(of).into_iter().any(|b| a.is_at(b)))
}

/// The edge of the table overlaps Foot that has not moved (CC-08).
fn table_edge(ground: &Ground, document: &Document, of: Stand<'_>, edge: Edge) -> Tri {
    let spared = match ground.game.book {
        Book::Dba3 => of.element.is(&["LH", "Cv"]),
        Book::Hott => true,
        _ => !of.element.is_foot(),
    };
    if spared || of.element.moves > 0 {
        return Tri::No;
    }
    let (own, far) = match edge {
        Edge::Left => (of.base.fl, of.base.fr()),
        _ => (of.base.fr(), of.base.fl),
    };
    // The edge is on that side if the flank points towards it at least as much as the front or the rear does: half a
    // right angle at most.
    let board = ground.corners();
    let near = Tri::any(super::geometry::sides(&board).map(|side| {
        let (away, gain) = (point_to_segment(own, side), point_to_segment(far, side) - point_to_segment(own, side));
        Tri::between(away < 0.99 && gain > 0.712, away < 1.01 && gain > 0.702)
    }));
    let touching = document
        .friends_of(of.element)
        .any(|friend| super::geometry::sides(&friend.base.corners()).any(|side| point_to_segment(own, side) <= TOUCH));
    if touching {
        return Tri::No;
    }
    // Only those in good going (DBA3-TACT-16).
    let near = if ground.game.is_dba3() { near.and(ground.is_in_good(document, of.element, &of.base)) } else { near };
    if of.element.is(ground.game.not_overlapped) { near.and(Tri::Unclear) } else { near }
}

/// The holder of a feature, if there is one. Civilians hold it when nobody else does (DBA3-CITY-03).
pub(super) fn holder<'d>(document: &'d Document, feature: &str, side: char) -> Option<&'d Element> {
    let holds = |element: &&&Element| element.holds.as_deref() == Some(feature) && element.side == side;
    let all: Vec<&Element> = document.elements.iter().filter(|element| element.state == "holds").collect();
    let mut inside = all.iter().filter(holds);
    let soldier = inside.clone().find(|element| !element.is(&["Civ"]));
    soldier.or_else(|| inside.next()).copied()
}

/// The side that defends walls against an assaulter.
pub(super) fn defender(assaulter: &Element) -> char {
    super::reading::other(assaulter.side)
}

/// The total of an assaulter, who uses its factor against Foot (CC-11). The hill and the going are part of the walls of a
/// Stronghold (TACT-20); a camp has the slope of its base (TACT-12), and bad going before it counts (TACT-18).
pub(super) fn assaulter(table: &Table<'_>, document: &Document, feature: &str, of: Stand<'_>) -> Sum {
    let mut sum = Sum::default();
    sum.add(factor(of.element, true), Tri::Yes, "CC-11");
    sum.add(1, Tri::of(of.element.general), "TACT-11");
    let camp = document.camp_named(feature, defender(of.element));
    let camp = camp.filter(|_| feature != "stronghold" && !of.element.is_aerial());
    let high = camp.map_or(Tri::No, |camp| uphill(table.ground, &of.base, &camp));
    // Which slope counts at a camp, and going before a City, are open in other games than D3H2.
    let settled = Tri::between(table.game.is_d3h2(), true);
    sum.add(1, high.and(settled), "TACT-12");
    sum.add(
        -2,
        Tri::between(feature != "stronghold", !table.game.is_d3h2()).and(hampered(table.ground, document, of)),
        "TACT-18",
    );
    sum.add(-2, Tri::of(document.is_disheartened(of.element)), "DBA3-BB-42");
    // Overlaps do not count; whether attackers on flank and rear do, is open (CC-10).
    for edge in [Edge::Left, Edge::Right, Edge::Rear] {
        let by = document.enemies_of(of.element.side).any(|enemy| front_on(&enemy.base, &of.base, edge) > TOUCH);
        // At a Stronghold of HOTT overlaps may count, too (HOTT25-TACT-04).
        let beside = if table.game.is_hott() && edge != Edge::Rear {
            pressure(table, document, of, of, edge).and(Tri::Unclear)
        } else {
            Tri::No
        };
        sum.add(-1, Tri::between(false, by).or(beside), "TACT-14");
    }
    sum
}

/// The total of walls and whoever holds them (CC-10, CC-13, CC-14).
pub(super) fn walls(table: &Table<'_>, document: &Document, feature: &str, against: Stand<'_>) -> Sum {
    let side = defender(against.element);
    let mut sum = Sum::default();
    let holder = holder(document, feature, side);
    match holder {
        Some(garrison) if feature == "stronghold" && garrison.is(&["Art"]) => sum.add(2, Tri::Yes, "BUA-09"),
        Some(garrison) => sum.add(factor(garrison, true), Tri::Yes, "CC-14"),
        None => {}
    }
    sum.add(behind_walls(document, feature, holder, table.game), Tri::Yes, "CC-13");
    sum.add(1, Tri::of(holder.is_some_and(|garrison| garrison.general)), "TACT-11");
    if let Some(outline) = table.ground.walls(document, feature, side) {
        let others = document.enemies_of(side).filter(|enemy| enemy.element.id != against.element.id);
        let assaulting = others.filter(|enemy| apart(&enemy.base.corners(), &outline) <= TOUCH);
        let mut further: Vec<Tri> = assaulting
            .map(|enemy| {
                let front = super::geometry::polygon_to_segment(&outline, enemy.base.edge(Edge::Front)) <= TOUCH;
                let middle = super::geometry::polygon_to_segment(
                    &outline,
                    (enemy.base.front_middle(), enemy.base.front_middle()),
                );
                Tri::between(front && middle <= TOUCH && !enemy.element.is_aerial(), front)
            })
            .collect();
        further.sort_unstable();
        // Whether assaulters help each other is open in HOTT (HOTT25-TACT-04).
        let counts = Tri::between(!table.game.is_hott(), true);
        for one in further.into_iter().rev().take(2) {
            sum.add(-1, one.and(counts), "CC-10");
        }
        let states = ["shallow", "deep"];
        let wet = table.ground.is_in_river(document, &against.base, &states);
        sum.add(1, wet.and(Tri::Unclear), "BUA-12");
        let camp = document.camp_named(feature, side);
        let camp = camp.filter(|_| feature != "stronghold" && !against.element.is_aerial());
        let high = camp.map_or(Tri::No, |camp| uphill(table.ground, &camp, &against.base));
        sum.add(1, high.and(Tri::between(table.game.is_d3h2(), true)), "TACT-12");
    }
    sum
}

/// The bonus of walls for their garrison, or their own factor if there is none (CC-13; DBA3-TACT-02 to TACT-04;
/// HOTT25-CF-02).
fn behind_walls(document: &Document, feature: &str, holder: Option<&Element>, game: &Game) -> i32 {
    let town = feature == "stronghold";
    match game.book {
        Book::Hott => 6,
        Book::Dba3 => holder.map_or(0, |garrison| {
            let civilians = garrison.is(&["Civ"]);
            let sacks = town && document.stronghold.as_ref().is_some_and(|s| s.sack.as_deref() == Some("busy"));
            match (town, garrison.is_foot() && !sacks) {
                (true, true) if civilians => 2,
                (true, true) => 4,
                (false, true) => 2,
                (_, false) => 0,
            }
        }),
        _ if town => 4,
        _ => 2,
    }
}

/// The factor of an element that holds a Stronghold (BUA-09), or stands anywhere else.
fn shooting_factor(of: &Element, against: &Element) -> (i32, Tri) {
    let kept = of.holds.as_deref() == Some("stronghold") && of.is(&["Art"]);
    // A garrison, and an element that shoots at it, shoots as at Foot in DBA 3.0 (DBA3-CF-24).
    let walled = of.game.is_dba3() && (of.state == "holds" || against.state == "holds");
    let foot = against.is_foot() || walled;
    let own = if kept { 2 } else { factor(of, foot) };
    // Against whoever holds walls, the column of Strongholds may be meant.
    let open = if against.state == "holds" && !foot { factor(of, true) - own } else { 0 };
    (own, Tri::of(open != 0))
}

/// The total of an element that shoots or is shot at.
pub(super) fn shot(
    table: &Table<'_>,
    document: &Document,
    of: &Element,
    against: &Element,
    is_shot_at: Tri,
    aids: usize,
) -> Sum {
    let mut sum = Sum::default();
    let (own, open) = shooting_factor(of, against);
    sum.add(own, Tri::Yes, "CF");
    if open == Tri::Yes {
        sum.add(factor(of, true) - own, Tri::Unclear, "CF-02");
    }
    let less = of.is(&["Bd", "CP"]) && against.is_foot() && !table.game.is_hott();
    sum.add(-1, Tri::of(less).and(is_shot_at), "CF-08");
    if let Some(feature) = of.holds.as_deref() {
        sum.add(behind_walls(document, feature, Some(of), table.game), is_shot_at, "TACT-05");
    }
    sum.add(1, Tri::of(of.general).and(is_shot_at), "TACT-07");
    sum.add(-i32::try_from(aids).unwrap_or(0), is_shot_at, "TACT-08");
    if let (true, Some(base)) = (table.game.is_hott(), of.base()) {
        let woods = Tri::any(table.ground.of_kind(&["woods"]).map(|wood| wood.holds_part_of(&base)));
        sum.add(2, woods.and(is_shot_at).and(Tri::of(!of.is_aerial())), "HOTT25-TACT-02");
    }
    sum
}

/// The total of the target of a spell.
pub(super) fn bespelled(table: &Table<'_>, document: &Document, mage: Stand<'_>, target: &Element, aids: usize) -> Sum {
    let mut sum = Sum::default();
    sum.add(factor(target, true), Tri::Yes, "CF");
    sum.add(-1, Tri::of(target.is(&["Bd", "CP"]) && table.game.is_d3h2()), "CF-08");
    sum.add(1, Tri::of(target.general), "TACT-02");
    sum.add(-i32::try_from(aids).unwrap_or(0), Tri::Yes, "TACT-03");
    let protected = if table.game.is_hott() { sheltered } else { protected };
    sum.add(2, protected(table, document, mage, target), "TACT-01");
    sum
}

/// The target is in a wood, beyond water, or near a Paladin or Cleric (HOTT25-TACT-08 to TACT-10).
fn sheltered(table: &Table<'_>, document: &Document, mage: Stand<'_>, target: &Element) -> Tri {
    let Some(base) = target.base() else { return Tri::Unclear };
    let ground = table.ground;
    let woods = Tri::any(ground.of_kind(&["woods"]).map(|wood| wood.holds_part_of(&base)));
    let woods = if target.is_aerial() { woods.and(Tri::Unclear) } else { woods };
    let saints = document.stands().filter(|stand| stand.element.is(&["Pl", "Cl"]));
    let near = Tri::any(saints.map(|saint| {
        let away = apart(&saint.base.corners(), &base.corners());
        Tri::between(away < table.game.spell - 0.01, away < table.game.spell + 0.01)
    }));
    let (lines, single) = shortest(&mage.base.corners(), &base.corners());
    let wet = |line: &super::geometry::Segment, least: f64| {
        let water = ground.of_kind(&["river", "waterway"]);
        water
            .into_iter()
            .any(|water| water.parts.iter().any(|part| super::geometry::length_inside(*line, part) > least))
    };
    // Whether water counts in which one of the two stands is open.
    let dry =
        ground.is_in_river(document, &base, &["shallow"]).or(ground.is_in_river(document, &mage.base, &["shallow"]));
    let touches = |line: &super::geometry::Segment| {
        let mut water = ground.of_kind(&["river", "waterway"]).flat_map(|water| &water.parts);
        water.any(|part| super::geometry::polygon_to_segment(part, *line) < 0.02)
    };
    let across = Tri::between(single && lines.iter().all(|line| wet(line, 0.05)), lines.iter().any(touches));
    let across = if dry == Tri::No { across } else { across.and(Tri::Unclear) };
    woods.or(near).or(across)
}

/// The line of the spell crosses a river or passes a Paladin or Cleric, or the target is in a wood or behind walls.
fn protected(table: &Table<'_>, document: &Document, mage: Stand<'_>, target: &Element) -> Tri {
    let ground = table.ground;
    if target.holds.as_deref() == Some("stronghold") {
        return Tri::Yes;
    }
    let area = match target.base() {
        Some(base) => base.corners().to_vec(),
        None => match ground.walls(document, target.holds.as_deref().unwrap_or(""), target.side) {
            Some(walls) => walls,
            None => return Tri::Unclear,
        },
    };
    let covered = target.base().map_or(Tri::No, |base| {
        Tri::any(ground.of_kind(&["woods", "hamlet"]).map(|feature| feature.holds_part_of(&base)))
    });
    let (lines, single) = shortest(&mage.base.corners(), &area);
    let line = lines[0];
    let crossed = ground
        .of_kind(&["river"])
        .any(|river| river.parts.iter().any(|part| super::geometry::length_inside(line, part) > 0.05));
    // Of several shortest lines, any may count.
    let touches = |part: &[P]| lines.iter().any(|line| super::geometry::polygon_to_segment(part, *line) < 0.1);
    let touched = ground.of_kind(&["river"]).any(|river| river.parts.iter().any(|part| touches(part)));
    let saints: Vec<f64> = document
        .stands()
        .filter(|stand| stand.element.is(&["Pl", "Cl"]))
        .map(|stand| super::geometry::polygon_to_segment(&stand.base.corners(), line))
        .collect();
    let near = Tri::between(
        saints.iter().any(|away| *away < 4.99),
        saints.iter().any(|away| *away < if single { 5.01 } else { 6.5 }),
    );
    let held = document.elements.iter().any(|element| element.state == "holds" && element.is(&["Pl", "Cl"]));
    covered.or(near).or(Tri::between(crossed && single, touched || !single && crossed)).or(Tri::between(false, held))
}

/// The shortest lines between two outlines, and whether there is only one.
fn shortest(a: &[P], b: &[P]) -> (Vec<super::geometry::Segment>, bool) {
    let nearest = |q: super::geometry::P, (s, t): super::geometry::Segment| {
        let d = t - s;
        s + d * ((q - s).dot(d) / d.dot(d)).clamp(0.0, 1.0)
    };
    let mut lines: Vec<super::geometry::Segment> = Vec::new();
    for q in a {
        lines.extend(super::geometry::sides(b).map(|side| (*q, nearest(*q, side))));
    }
    for q in b {
        lines.extend(super::geometry::sides(a).map(|side| (nearest(*q, side), *q)));
    }
    let length = |line: &super::geometry::Segment| (line.1 - line.0).length();
    let best = lines.iter().copied().min_by(|s, t| length(s).total_cmp(&length(t))).unwrap_or((a[0], b[0]));
    lines.retain(|line| length(line) <= length(&best) + 0.01);
    lines.insert(0, best);
    let single = lines.iter().all(|line| line.0.is_at(best.0) && line.1.is_at(best.1));
    (lines, single)
}

/// The total of the Mage who casts (TACT-04); a Stronghold is that of the side that holds it (BUA-15).
pub(super) fn bespelling(table: &Table<'_>, document: &Document, mage: Stand<'_>, target: &Element) -> Sum {
    let mut sum = Sum::default();
    sum.add(factor(mage.element, target.is_foot()), Tri::Yes, "CF-21");
    if let (true, true, Some(walls)) =
        (table.game.is_hott(), target.is(&["Mg"]), table.ground.walls(document, "stronghold", target.side))
    {
        let away = target.base().map_or(0.0, |base| apart(&base.corners(), &walls));
        sum.add(-2, Tri::between(away < table.game.spell - 0.01, away < table.game.spell + 0.01), "HOTT25-TACT-11");
        return sum;
    }
    if target.is(&["Mg"])
        && let Some(stronghold) = &document.stronghold
        && stronghold.holder == target.side
        && let Some(outline) = table.ground.stronghold(document)
    {
        let away = target.base().map_or(0.0, |base| apart(&base.corners(), outline.outline()));
        sum.add(-2, Tri::between(away < 4.99, away < 5.01), "TACT-04");
    }
    sum
}

/// Compares both totals of a result with the dice and the sums.
pub(super) fn check_totals(after: &Document, names: [&str; 2], sums: [&Sum; 2], findings: &mut Vec<Finding>) {
    let (Some((first, second)), [one, two, ..]) = (totals(&after.result), after.dice.as_slice()) else {
        findings.push(Finding::new(Kind::Total, "CF-01", format!("no totals, or no dice, in “{}”", after.result)));
        return;
    };
    sums[0].check(names[0], *one, first, findings);
    sums[1].check(names[1], *two, second, findings);
}
