//! The moves that outcomes demand: recoils, pushes, flights, pursuits, attackers of flanks that go back.
//!
//! Not judged: where a flight along a side edge ends (FLEE-03), how a pursuer lines up (PURS-08) beyond that it touches
//! an enemy, and which of several friends is passed. In HOTT 2.5 also: how a flight turns aside for others, and a recoil
//! that meets more than one element.

use super::Table;
use super::contacts::{are_touching, front_on, is_attacked_from_behind, is_behind, is_contact};
use super::finding::{Finding, Kind};
use super::game::PACES;
use super::geometry::{Base, Edge, TOUCH, between, depth_of_overlap, is_inside};
use super::ground::{Feature, Tri};
use super::reading::{Document, Element, Stand};

const NEAR: f64 = 0.008;

/// The distances of a recoil (RECOIL-02, RECOIL-03).
fn recoils(of: &Element) -> Vec<f64> {
    if of.game.is_hott() {
        return vec![of.depth];
    }
    if of.is_foot() { vec![of.depth.min(0.5)] } else { vec![1.0, of.depth.min(1.0)] }
}

/// Whether a recoiler may pass through a friend (RECOIL-05 to RECOIL-09, RECOIL-18).
pub(super) fn passes(of: &Element, friend: &Element) -> bool {
    let dba3 = of.game.is_dba3();
    match of.family() {
        // As in moves, but nobody flies over others (HOTT25-RECOIL-04, PASS-04).
        _ if of.game.is_hott() => {
            super::moves::may_pass(of, friend) && (!of.is_aerial() || of.is(&["Gd"]) || friend.is(&["Sk"]))
        }
        "Bh" => false,
        "Bd" | "CP" if dba3 => friend.is(&["Bd", "Sp", "CP"]),
        "Pk" | "Bw" if dba3 => friend.is(&["Bd", "CP"]),
        "Bd" => friend.is(&["Bd", "Sp"]),
        "Pk" | "Sh" | "Bw" => friend.is(&["Bd"]),
        "Ps" | "Lk" => !friend.is_psiloi(),
        _ => of.is_mounted() && !friend.is(&["Pk", "Hd", "Bh"]),
    }
}

/// Whether an element that goes back pushes a friend before it (RECOIL-10, HOTT25-RECOIL-06, 07).
pub(super) fn may_be_pushed(by: &Element, friend: &Element) -> bool {
    let mighty = ["Bh", "Dg", "Gd"];
    if by.game.is_hott() { !friend.is(&mighty) || by.is(&mighty) } else { !friend.is(&["WWg", "Bh"]) }
}

/// Whether something stops a base that goes so far back from where it stands: terrain, the edge, enemies, walls.
fn is_stopped(table: &Table<'_>, document: &Document, of: Stand<'_>, base: &Base, back: f64) -> Tri {
    let ground = table.ground;
    let moved = base.shifted(base.forward() * -back);
    let board = ground.corners();
    let off = |slack: f64| moved.grown(slack).corners().into_iter().any(|corner| !is_inside(corner, &board));
    let edge = Tri::between(off(-0.012), off(0.004));
    let hits = |other: &[super::geometry::P]| {
        let deep = depth_of_overlap(&moved.corners(), other);
        Tri::between(deep > back * 0.6 && depth_of_overlap(&base.corners(), other) > -0.003, deep > -0.003)
    };
    let me = of.element;
    let elements = document.stands().filter(|other| other.element.id != me.id).map(|other| {
        let hit = hits(&other.base.corners());
        if other.element.side != me.side {
            let flying = other.element.is_aerial() || me.is_aerial();
            return if me.is(&["Bh"]) || flying { hit.and(Tri::Unclear) } else { hit };
        }
        let alike = other.base.faces_as(base);
        let free = (alike && (passes(me, other.element) || may_be_pushed(me, other.element))) || me.is(&["Bh"]);
        if free { hit.and(Tri::Unclear) } else { hit }
    });
    let walls = document.camps().map(|camp| hits(&camp.corners()));
    let town = ground.stronghold(document).map_or(Tri::No, |s| {
        let near = ground.near_walls(&moved, s.outline());
        Tri::between(false, near < 0.01)
    });
    let barred = ground.is_barred(document, me, &moved).into_iter().map(|(_, is)| is.and(Tri::Unclear));
    let in_the_way = Tri::any(elements).or(Tri::any(walls)).or(town);
    edge.or(in_the_way).or(Tri::any(barred))
}

/// Whether a recoil destroys at once (RECOIL-16, DEST-02). In HOTT whatever is met on the way may destroy
/// (HOTT25-RECOIL-02 to 07), and by what and whom is not judged.
pub(super) fn is_trapped(table: &Table<'_>, document: &Document, of: Stand<'_>) -> Tri {
    if table.game.is_hott() {
        let way = Base { fl: of.base.rl(), depth: of.base.depth, ..of.base };
        let met = document.stands().any(|other| {
            depth_of_overlap(&way.corners(), &other.base.corners()) > -0.01 && other.element.id != of.element.id
        });
        let stopped = is_stopped(table, document, of, &of.base, 0.05);
        return is_attacked_from_behind(document, of).or(stopped).or(Tri::between(false, met));
    }
    let stopped = is_stopped(table, document, of, &of.base, 0.05);
    let rear = document.enemies_of(of.element.side).any(|enemy| are_touching(&enemy.base, &of.base));
    let friends = document.friends_of(of.element).any(|friend| {
        depth_of_overlap(&of.base.shifted(of.base.forward() * -0.05).corners(), &friend.base.corners()) > 0.0
    });
    let open = Tri::between(
        false,
        (rear
            && !document.enemies_of(of.element.side).all(|enemy| {
                front_on(&enemy.base, &of.base, Edge::Front) > 0.9 || !are_touching(&enemy.base, &of.base)
            }))
            || friends,
    );
    is_attacked_from_behind(document, of).or(stopped).or(open)
}

/// Judges where an element that recoiled stands now.
pub(super) fn recoil(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    id: &str,
    rear_shot: bool,
    findings: &mut Vec<Finding>,
) {
    let (Some(was), Some(is)) = (before.stand(id), after.stand(id)) else { return };
    let turned = between(was.base.facing, is.base.facing);
    if turned > 0.2 && !(rear_shot && turned > 179.0) {
        findings.push(Finding::new(Kind::Recoil, "RECOIL-01", format!("{id} turns while it recoils")));
        return;
    }
    let (from, back) =
        if turned > 179.0 { (was.base.rr(), was.base.forward()) } else { (was.base.fl, was.base.forward() * -1.0) };
    let step = is.base.fl - from;
    let (along, aside) = (step.dot(back), step.cross(back).abs());
    let allowed = recoils(was.element);
    let said = |what: &str| format!("{id} recoils {along:.3}, {what}");
    if aside > 0.01 || along < -0.01 {
        findings.push(Finding::new(Kind::Recoil, "RECOIL-01", said("not straight back")));
        return;
    }
    if allowed.iter().any(|distance| (along - distance).abs() <= NEAR) {
        return;
    }
    if along <= 0.001 {
        findings.push(Finding::new(
            Kind::Trapped,
            "RECOIL-16",
            said("and stays where it is instead of being destroyed"),
        ));
        return;
    }
    if along > allowed[0] {
        let way = Base { depth: was.base.depth + along, ..was.base };
        let behind = before.friends_of(was.element).any(|friend| {
            // In HOTT those passed may face any way that lets them pass.
            (friend.base.faces_as(&is.base) || friend.element.game.is_hott())
                && passes(was.element, friend.element)
                && is.base.fl.cross(back).abs() >= 0.0
                && (super::geometry::segments_apart(is.base.edge(Edge::Front), friend.base.edge(Edge::Rear)) <= NEAR
                    || friend.element.game.is_hott() && depth_of_overlap(&way.corners(), &friend.base.corners()) > 0.0)
        });
        if !behind {
            findings.push(Finding::new(
                Kind::Recoil,
                "RECOIL-05",
                said("farther than allowed, and not through a friend it may pass"),
            ));
        }
        return;
    }
    let base = Base { facing: was.base.facing + if turned > 179.0 { 180.0 } else { 0.0 }, ..is.base };
    if is_stopped(table, after, is, &base, 0.02) == Tri::No && is_stopped(table, before, was, &base, 0.02) == Tri::No {
        findings.push(Finding::new(Kind::Recoil, "RECOIL-02", said("less than it must, and nothing stops it")));
    }
}

/// Judges a friend who was pushed (RECOIL-10).
pub(super) fn push(before: &Document, after: &Document, id: &str, findings: &mut Vec<Finding>) {
    let (Some(was), Some(is)) = (before.stand(id), after.stand(id)) else { return };
    let mut say = |said: &str| findings.push(Finding::new(Kind::Push, "RECOIL-10", format!("{id} is pushed, {said}")));
    if !before.friends_of(was.element).any(|friend| may_be_pushed(friend.element, was.element)) {
        say("and is of a type that is not");
    }
    let step = is.base.fl - was.base.fl;
    let back = was.base.forward() * -1.0;
    if step.cross(back).abs() > 0.01 || step.dot(back) < 0.0 || step.dot(back) > 1.01 {
        say("not straight back, or too far");
    }
    let by = after.friends_of(is.element).any(|friend| {
        // An element that flees recoils first, and then turns (HOTT25-FLEE-01).
        let at = match friend.element.game.is_hott() && friend.base.faces_against(&is.base) {
            true => Edge::Front,
            false => Edge::Rear,
        };
        (friend.base.faces_as(&is.base) || at == Edge::Front)
            && super::geometry::segments_apart(friend.base.edge(at), is.base.edge(Edge::Front)) <= 0.02
    });
    if !by {
        say("and nobody stands before it who did it");
    }
}

/// Whether a flight may end at once, in destruction (FLEE-09, FLEE-10).
pub(super) fn flight_may_destroy(table: &Table<'_>, document: &Document, of: Stand<'_>) -> bool {
    let path = Base { fl: of.base.rl(), depth: 10.0, facing: of.base.facing, width: 1.0 };
    let states = ["unknown", "paltry", "shallow", "deep"];
    let river = !of.element.is_aerial() && table.ground.is_in_river(document, &path, &states) != Tri::No;
    // Bad going right behind it leaves no room (FLEE-07).
    let behind = Base { depth: 0.06, ..path };
    let kinds = ["difficult_hill", "woods", "dunes", "oasis", "gully", "waterway"];
    let closed = table.ground.of_kind(&kinds).any(|feature| {
        feature.holds_part_of(&behind) != Tri::No || feature.holds_part_of(&behind.grown(0.02)) != Tri::No
    });
    river
        || closed
        || of.element.is(&["Bh", "SCh"])
        || is_trapped(table, document, of) != Tri::No
        || is_stopped(table, document, of, &of.base, 0.05) != Tri::No
}

/// Judges where an element that fled stands now (FLEE-01 to FLEE-08).
pub(super) fn flight(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    id: &str,
    rear_shot: bool,
    findings: &mut Vec<Finding>,
) {
    let (Some(was), Some(is)) = (before.stand(id), after.stand(id)) else { return };
    let ground = table.ground;
    let board = ground.corners();
    let near_edge =
        is.base.corners().into_iter().any(|corner| {
            super::geometry::sides(&board).any(|side| super::geometry::point_to_segment(corner, side) < 0.3)
        });
    if near_edge || rear_shot {
        return;
    }
    if (is.base.fl - was.base.fl).length() < 0.001 && is.base.faces_as(&was.base) {
        findings.push(Finding::new(Kind::Flight, "FLEE-09", format!("{id} flees, and stays where it is")));
        return;
    }
    let away = was.base.forward() * -1.0;
    let step = is.base.fl - was.base.rr();
    let (along, aside) = (step.dot(away), step.cross(away).abs());
    let touches = after.stands().any(|other| other.element.id != id && are_touching(&other.base, &is.base));
    let mut say =
        |said: &str| findings.push(Finding::new(Kind::Flight, "FLEE-01", format!("{id} flees {along:.3}, {said}")));
    if !touches && (between(is.base.facing, was.base.facing) < 179.5 || aside > 0.02) {
        // It turns aside to avoid others (HOTT25-FLEE-02); how far is not judged.
        if table.game.is_hott() {
            return;
        }
        say("not straight to its rear");
        return;
    }
    let poor = ground.is_in_good(before, was.element, &was.base).not();
    let mut reaches: Vec<f64> = Vec::new();
    if table.game.is_hott() {
        // The rest of 600 paces after the recoil (HOTT25-FLEE-01).
        reaches.push(6.0 * PACES);
    } else {
        if poor != Tri::No {
            reaches.extend(was.element.reach(false));
        }
        if poor != Tri::Yes || ground.is_on_road(&was.base) != Tri::No || was.element.is_on_camels() {
            reaches.extend(was.element.reach(true));
        }
        if ground.is_in_river(before, &was.base, &["shallow", "deep"]) != Tri::No {
            reaches.push(1.0);
        }
    }
    if reaches.iter().any(|reach| (along - reach).abs() <= 0.02) {
        return;
    }
    let most = reaches.iter().copied().fold(0.0, f64::max);
    if along > most + if touches { 0.1 } else { 0.02 } {
        say("farther than it can");
        return;
    }
    let ahead = is.base.ahead(0.06);
    let met = after.stands().any(|other| {
        other.element.id != id && depth_of_overlap(&ahead.grown(0.01).corners(), &other.base.corners()) > 0.0
    });
    let walls = after.camps().any(|camp| depth_of_overlap(&ahead.grown(0.01).corners(), &camp.corners()) > 0.0)
        || ground.stronghold(after).is_some_and(|s| ground.near_walls(&ahead, s.outline()) < 0.02);
    let kinds = ["difficult_hill", "woods", "dunes", "oasis", "gully", "waterway", "hamlet", "stronghold"];
    let stops = |feature: &&Feature| kinds.contains(&feature.kind.as_str()) || ground.is_bad(feature, after);
    let mut stopping = ground.features.iter().filter(stops);
    let terrain = stopping.any(|feature| feature.holds_part_of(&ahead.grown(0.02)) != Tri::No);
    let barred = ground.is_barred(after, is.element, &ahead).iter().any(|(_, barred)| *barred != Tri::No);
    if !(met || touches || walls || terrain || barred) {
        say("less than it must, and nothing stops it");
    }
}

/// How far a victor pursues (PURS-04, PURS-05), if it does at all.
pub(super) fn pursuit_of(victor: &Element, beaten: Option<&Element>) -> Option<f64> {
    let beaten = beaten?;
    // Lurkers are not pursued (PURS-04, borrowed by HOTT).
    if beaten.is(&["Lk"]) && victor.is(&["Kn", "Pk", "Bd", "Wb"]) {
        return None;
    }
    match victor.family() {
        "Kn" if victor.kind == "4Kn" || beaten.is_psiloi() && !victor.game.is_dba3() => None,
        "Kn" | "SCh" | "Bh" | "Bs" | "Hd" => Some(1.0),
        "Pk" | "Bd" | "Wb" if beaten.is_foot() && !beaten.is_psiloi() => Some(0.5),
        _ => None,
    }
}

/// Whether a pursuit would leave the table or enter bad going (PURS-06).
fn is_held_back(table: &Table<'_>, document: &Document, of: Stand<'_>, by: f64) -> Tri {
    let moved = of.base.shifted(of.base.forward() * by);
    let swept = Base { depth: of.base.depth + by, ..moved };
    let board = table.ground.corners();
    let off = |slack: f64| moved.grown(slack).corners().into_iter().any(|corner| !is_inside(corner, &board));
    let stops = |feature: &&Feature| {
        table.ground.is_bad(feature, document) && !matches!(feature.kind.as_str(), "marsh" | "gully")
    };
    let bad = table.ground.features.iter().filter(stops).filter(|_| !of.element.is_at_home_anywhere());
    let enters = bad.map(|feature| {
        let there = feature.holds_part_of(&swept);
        let already = feature.holds_part_of(&of.base) != Tri::No;
        let eased = of.element.is_on_camels() || already;
        if eased { there.and(Tri::Unclear) } else { there }
    });
    let barred = table.ground.is_barred(document, of.element, &swept).into_iter().map(|(_, is)| is.and(Tri::Unclear));
    // Nor does who stands in such going already (DBA3-PURS-05).
    let starts = table.ground.of_kind(&["difficult_hill", "woods", "dunes", "oasis", "edifice"]);
    let starts = Tri::any(starts.map(|feature| feature.holds_part_of(&of.base))).and(Tri::of(table.game.is_dba3()));
    Tri::between(off(-0.01), off(0.01)).or(Tri::any(enters)).or(Tri::any(barred)).or(starts)
}

/// Judges whether an element that won, or stood by, has pursued as it must.
pub(super) fn pursuit(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    id: &str,
    far: Option<f64>,
    findings: &mut Vec<Finding>,
) {
    let (Some(was), Some(is)) = (before.stand(id), after.stand(id)) else { return };
    let forward = was.base.forward();
    let step = is.base.fl - was.base.fl;
    let (along, aside) = (step.dot(forward), step.cross(forward).abs());
    let touches = after.enemies_of(is.element.side).any(|enemy| are_touching(&enemy.base, &is.base))
        || super::contacts::front_walls(after, table.ground, is);
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Pursuit, rule, format!("{id} {said}")));
    let Some(far) = far else {
        if step.length() > NEAR {
            say("PURS-09", "moves after a fight, and has nobody to pursue".to_owned());
        }
        return;
    };
    let held = is_held_back(table, before, was, far);
    if step.length() <= NEAR {
        // An element that still has an enemy before it has nowhere to go.
        let blocked = after.stands().any(|other| {
            other.element.id != id && depth_of_overlap(&is.base.ahead(0.05).corners(), &other.base.corners()) > 0.0
        });
        if held == Tri::No && !blocked && !touches {
            say("PURS-01", format!("does not pursue {far}"));
        }
        return;
    }
    if held == Tri::Yes {
        say("PURS-06", "pursues off the table or into bad going".to_owned());
    }
    // Lining up with an enemy, it goes less than a base width farther or aside, and may turn (PURS-08).
    let lines_up = touches && (aside > 0.01 || !is.base.faces_as(&was.base));
    let gone = (is.base.middle() - was.base.middle()).length();
    if lines_up && gone < far + 1.0 && super::geometry::between(was.base.facing, is.base.facing) < 45.1 {
        return;
    }
    if along > far + NEAR || (aside > 0.01 && !touches) {
        say("PURS-04", format!("pursues {along:.3} and {aside:.3} aside instead of {far}"));
    } else if along < far - NEAR && !touches {
        let ahead = is.base.ahead(0.05);
        let met = after
            .stands()
            .any(|other| other.element.id != id && depth_of_overlap(&ahead.corners(), &other.base.corners()) > 0.0);
        // Nobody goes through walls, his own included (CAMP-08, BUA-11).
        let camps = before.camps().map(|camp| camp.corners().to_vec());
        let town = table.ground.stronghold(before).map(|town| town.outline().to_vec());
        let walled = camps.chain(town).any(|walls| super::geometry::apart(&ahead.corners(), &walls) <= 0.0);
        // Whom it grazes may stand in its way or not: too near to call.
        let grazes = after
            .stands()
            .any(|other| other.element.id != id && depth_of_overlap(&is.base.corners(), &other.base.corners()) > 0.001);
        if !met && !walled && held == Tri::No && (table.game.is_d3h2() || !grazes) {
            say("PURS-04", format!("pursues {along:.3} instead of {far}, and meets nobody"));
        }
    }
    let followers = before.friends_of(was.element).filter(|friend| is_behind(&friend.base, &was.base));
    for friend in followers {
        let Some(now) = after.stand(&friend.element.id) else { continue };
        let followed = (now.base.fl - friend.base.fl - step).length() <= 0.02;
        let stays = is_held_back(table, before, friend, along) != Tri::No
            || super::contacts::is_attacked_from_behind(before, friend) != Tri::No;
        if !followed && !stays && aside <= 0.01 && (now.base.fl - friend.base.fl).length() < NEAR {
            say("PURS-02", format!("pursues, and {} behind it does not", friend.element.id));
        }
    }
}

/// Whether an element attacks the flank or rear of an enemy with its front (OUT-05).
pub(super) fn attacks_flank(of: Stand<'_>, enemy: Stand<'_>) -> Tri {
    let on = [Edge::Left, Edge::Right, Edge::Rear]
        .into_iter()
        .map(|edge| front_on(&of.base, &enemy.base, edge))
        .fold(0.0, f64::max);
    let full = super::contacts::is_on_rear(&of.base, &enemy.base)
        || [Edge::Left, Edge::Right].into_iter().any(|edge| super::contacts::is_on_flank(&of.base, &enemy.base, edge));
    let touching = are_touching(&of.base, &enemy.base)
        && (front_on(&of.base, &enemy.base, Edge::Front) <= TOUCH || enemy.element.is(&["WWg"]));
    // Any edge of a War Wagon can be its front (CONT-12).
    let full = full && !enemy.element.is(&["WWg"]);
    Tri::between(full && on > TOUCH, on > TOUCH || touching).and(is_contact(of, enemy))
}
