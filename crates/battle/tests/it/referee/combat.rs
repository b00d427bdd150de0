//! Totals: factors, supports and circumstances of close combat, shots and spells.
//!
//! Where boundaries are too near, or a document does not tell, a sum is a range; a total is wrong only outside it. Not
//! judged: whether an Aerial that has not come down overlaps anybody, and overlaps by a front and a rear corner.

use super::Table;
use super::contacts::{
    are_abreast, are_face_to_face, are_flank_to_flank, are_touching, fights_in_front, front_on, is_behind, is_contact,
    is_corner_overlap, is_on_flank, is_on_rear, shared_flank,
};
use super::finding::{Finding, Kind};
use super::geometry::{Base, Edge, P, TOUCH, apart, between, point_to_segment};
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
    sum.add(1, Tri::of(!table.traditional && me.troop().double && it.is_foot()).and(in_good), "SUPP-06");
    let (support, rule) = rear_support(me, it, table.traditional);
    sum.add(support, is_supported(ground, document, of, in_good), rule);
    sum.add(1, formation(document, of, it).and(in_good), "SUPP-10");
    let aerial = me.is_aerial() || it.is_aerial();
    let high = uphill(ground, &of.base, &foe.base).or(bank(ground, document, of, foe));
    sum.add(1, Tri::of(!aerial).and(high), "TACT-12");
    sum.add(-2, hampered(ground, of), "TACT-18");
    // An element that cannot line up fights as if overlapped (CONT-05).
    sum.add(-1, Tri::between(false, !are_face_to_face(&of.base, &foe.base)), "CONT-05");
    for edge in [Edge::Left, Edge::Right] {
        // An opponent that touches the flank at an angle counts as standing on it (CC-16).
        let askew = Tri::between(false, is_askew_on(foe, of, edge));
        sum.add(-1, pressure(table, document, of, foe, edge).or(askew), "TACT-14");
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
fn hampered(ground: &Ground, of: Stand<'_>) -> Tri {
    let exempt = of.element.is(&["Ax", "Bw", "Wb", "Bs", "Sh", "Ps", "Lk"]);
    Tri::of(!exempt).and(ground.is_in_bad(of.element, &of.base))
}

/// The support that a friend of the same type behind gives (SUPP-02 to SUPP-05, TRAD-26).
fn rear_support(of: &Element, against: &Element, traditional: bool) -> (i32, &'static str) {
    let psiloi = against.is_psiloi();
    match of.family() {
        "Wb" if against.is_foot() && (traditional || !psiloi) => (1, "SUPP-03"),
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
    if me.is_fast() || !against.is_foot() {
        return Tri::No;
    }
    let by: &[&str] = match me.family() {
        "Sp" => &["Sp", "Bd"],
        "Sh" | "Bw" => &["Bd"],
        _ => return Tri::No,
    };
    let friends = document.friends_of(me).filter(|friend| friend.element.is(by) && !friend.element.is_fast());
    Tri::of(friends.into_iter().any(|friend| are_abreast(&friend.base, &of.base)))
}

/// On a hill, with the middle nearer to the crest (TACT-12).
fn uphill(ground: &Ground, of: &Base, foe: &Base) -> Tri {
    Tri::any(ground.of_kind(&["gentle_hill", "difficult_hill"]).map(|hill| {
        let gain = Ground::crest_away(hill, foe.middle()) - Ground::crest_away(hill, of.middle());
        hill.holds_part_of(of).and(Tri::between(gain > 0.01, gain > -0.01))
    }))
}

/// Entirely on land, and the enemy partly in the river and not on a road (TACT-12). A river that nobody has tried is not
/// known to be paltry.
fn bank(ground: &Ground, document: &Document, of: Stand<'_>, foe: Stand<'_>) -> Tri {
    let states = ["unknown", "shallow", "deep"];
    let on_road = ground.is_on_road(&foe.base).or(ground.is_on_road(&of.base));
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
        if me.is(&["Ps", "Lk", "Sk"]) || enemy.element.is(&["Dg"]) {
            return flank;
        }
        let free = fights_in_front(document, table.ground, enemy).not();
        let corner = Tri::of(is_corner_overlap(&enemy.base, &of.base, edge)).and(free);
        let rear = Tri::between(false, is_rear_corner(enemy, of, edge)).and(free);
        let turned = between(enemy.base.facing, of.base.facing);
        let square = turned.min(180.0 - turned) < 0.05;
        let beside = Tri::between(
            square && are_flank_to_flank(&enemy.base, &of.base, edge),
            shared_flank(&enemy.base, &of.base, edge) > TOUCH,
        );
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
    if !of.element.is_foot() || of.element.moves > 0 {
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
    if of.element.is(&["Ps", "Lk", "Sk"]) { near.and(Tri::Unclear) } else { near }
}

/// The holder of a feature, if there is one.
pub(super) fn holder<'d>(document: &'d Document, feature: &str, side: char) -> Option<&'d Element> {
    document
        .elements
        .iter()
        .find(|element| element.state == "holds" && element.holds.as_deref() == Some(feature) && element.side == side)
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
    let camp = document.camp(defender(of.element)).filter(|_| feature == "camp" && !of.element.is_aerial());
    sum.add(1, camp.map_or(Tri::No, |camp| uphill(table.ground, &of.base, &camp)), "TACT-12");
    sum.add(-2, Tri::of(feature == "camp").and(hampered(table.ground, of)), "TACT-18");
    // Overlaps do not count; whether attackers on flank and rear do, is open (CC-10).
    for edge in [Edge::Left, Edge::Right, Edge::Rear] {
        let by = document.enemies_of(of.element.side).any(|enemy| front_on(&enemy.base, &of.base, edge) > TOUCH);
        sum.add(-1, Tri::between(false, by), "TACT-14");
    }
    sum
}

/// The total of walls and whoever holds them (CC-10, CC-13, CC-14).
pub(super) fn walls(table: &Table<'_>, document: &Document, feature: &str, against: Stand<'_>) -> Sum {
    let side = defender(against.element);
    let mut sum = Sum::default();
    let bonus = if feature == "stronghold" { 4 } else { 2 };
    match holder(document, feature, side) {
        Some(garrison) if feature == "stronghold" && garrison.is(&["Art"]) => sum.add(2, Tri::Yes, "BUA-09"),
        Some(garrison) => sum.add(factor(garrison, true), Tri::Yes, "CC-14"),
        None => {}
    }
    sum.add(bonus, Tri::Yes, "CC-13");
    sum.add(1, Tri::of(holder(document, feature, side).is_some_and(|garrison| garrison.general)), "TACT-11");
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
        for one in further.into_iter().rev().take(2) {
            sum.add(-1, one, "CC-10");
        }
        let states = ["shallow", "deep"];
        let wet = table.ground.is_in_river(document, &against.base, &states);
        sum.add(1, wet.and(Tri::Unclear), "BUA-12");
        let camp = document.camp(side).filter(|_| feature == "camp" && !against.element.is_aerial());
        sum.add(1, camp.map_or(Tri::No, |camp| uphill(table.ground, &camp, &against.base)), "TACT-12");
    }
    sum
}

/// The factor of an element that holds a Stronghold (BUA-09), or stands anywhere else.
fn shooting_factor(of: &Element, against: &Element) -> (i32, Tri) {
    let kept = of.holds.as_deref() == Some("stronghold") && of.is(&["Art"]);
    let foot = against.is_foot();
    let own = if kept { 2 } else { factor(of, foot) };
    // Against whoever holds walls, the column of Strongholds may be meant.
    let open = if against.state == "holds" && !foot { factor(of, true) - own } else { 0 };
    (own, Tri::of(open != 0))
}

/// The total of an element that shoots or is shot at.
pub(super) fn shot(of: &Element, against: &Element, is_shot_at: Tri, aids: usize) -> Sum {
    let mut sum = Sum::default();
    let (own, open) = shooting_factor(of, against);
    sum.add(own, Tri::Yes, "CF");
    if open == Tri::Yes {
        sum.add(factor(of, true) - own, Tri::Unclear, "CF-02");
    }
    let less = of.is(&["Bd", "CP"]) && against.is_foot();
    sum.add(-1, Tri::of(less).and(is_shot_at), "CF-08");
    sum.add(4, Tri::of(of.holds.as_deref() == Some("stronghold")).and(is_shot_at), "TACT-05");
    sum.add(2, Tri::of(of.holds.as_deref() == Some("camp")).and(is_shot_at), "TACT-06");
    sum.add(1, Tri::of(of.general).and(is_shot_at), "TACT-07");
    sum.add(-i32::try_from(aids).unwrap_or(0), is_shot_at, "TACT-08");
    sum
}

/// The total of the target of a spell.
pub(super) fn bespelled(table: &Table<'_>, document: &Document, mage: Stand<'_>, target: &Element, aids: usize) -> Sum {
    let mut sum = Sum::default();
    sum.add(factor(target, true), Tri::Yes, "CF");
    sum.add(-1, Tri::of(target.is(&["Bd", "CP"])), "CF-08");
    sum.add(1, Tri::of(target.general), "TACT-02");
    sum.add(-i32::try_from(aids).unwrap_or(0), Tri::Yes, "TACT-03");
    sum.add(2, protected(table, document, mage, target), "TACT-01");
    sum
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
