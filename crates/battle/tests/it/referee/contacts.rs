//! Contacts between elements: front to front, on a flank, on the rear, overlapping; and who turns to face.
//!
//! Not judged: the adjustments of others when somebody turns (CONT-11), and contacts at an angle (CONT-05).

use super::finding::{Finding, Kind};
use super::geometry::{Base, EDGES, Edge, GAP, P, TOUCH, apart, between, depth_of_overlap, direction};
use super::ground::{Ground, Tri};
use super::reading::{Document, Element, Fate, Stand, fates};

/// How much of a's front edge lies on an edge of b, to which it must be parallel.
pub(super) fn front_on(a: &Base, b: &Base, edge: Edge) -> f64 {
    let (from, to) = b.edge(edge);
    let along = (to - from) * (1.0 / (to - from).length());
    let (left, right) = a.edge(Edge::Front);
    let away = |q: P| (q - from).cross(along).abs();
    let turn = match edge {
        Edge::Front => 180.0,
        Edge::Right => 270.0,
        Edge::Rear => 0.0,
        Edge::Left => 90.0,
    };
    if away(left) > TOUCH || away(right) > TOUCH || between(a.facing, b.facing + turn) > 1.0 {
        return 0.0;
    }
    let (s, t) = ((right - from).dot(along), (left - from).dot(along));
    (t.min((to - from).length()) - s.max(0.0)).max(0.0)
}

/// Front to front with the corners together.
pub(super) fn are_face_to_face(a: &Base, b: &Base) -> bool {
    a.fl.is_at(b.fr()) && a.fr().is_at(b.fl)
}

/// a's front edge on a flank of b, front corners together (TACT-14).
pub(super) fn is_on_flank(a: &Base, b: &Base, edge: Edge) -> bool {
    let corners = if edge == Edge::Left { a.fl.is_at(b.fl) } else { a.fr().is_at(b.fr()) };
    corners && front_on(a, b, edge) > 0.05
}

/// a's front edge fully on the rear of b (TACT-15).
pub(super) fn is_on_rear(a: &Base, b: &Base) -> bool {
    a.fl.is_at(b.rl()) && a.fr().is_at(b.rr())
}

/// b directly behind a, lined up and facing the same way.
pub(super) fn is_behind(b: &Base, a: &Base) -> bool {
    a.faces_as(b) && is_on_rear(b, a)
}

/// Beside each other, side edges together and front corners together.
pub(super) fn are_abreast(a: &Base, b: &Base) -> bool {
    a.faces_as(b) && (a.fr().is_at(b.fl) || a.fl.is_at(b.fr()))
}

/// Diagonally before each other: right front corners together, or left ones, each looking past the other.
pub(super) fn is_corner_overlap(a: &Base, b: &Base, edge: Edge) -> bool {
    let at = if edge == Edge::Left { a.fl.is_at(b.fl) } else { a.fr().is_at(b.fr()) };
    at && a.faces_against(b) && front_on(a, b, Edge::Front) <= TOUCH
}

/// Whether flanks of both lie on each other along more than a corner.
pub(super) fn are_flank_to_flank(a: &Base, b: &Base, edge: Edge) -> bool {
    shared_flank(a, b, edge) > 0.02
}

/// How much of a flank of a lies on one of b.
pub(super) fn shared_flank(a: &Base, b: &Base, edge: Edge) -> f64 {
    let (from, to) = b.edge(edge);
    let length = (to - from).length();
    let along = (to - from) * (1.0 / length);
    let shared = |own: Edge| {
        let (s, t) = a.edge(own);
        let is_near = |q: P| (q - from).cross(along).abs() <= TOUCH;
        let (u, v) = ((s - from).dot(along), (t - from).dot(along));
        if is_near(s) && is_near(t) { u.max(v).min(length) - u.min(v).max(0.0) } else { 0.0 }
    };
    shared(Edge::Left).max(shared(Edge::Right))
}

/// Whether two enemies fight at an angle, because neither can conform (CONT-05).
pub(super) fn are_askew(a: &Element, b: &Element) -> bool {
    a.askew.as_deref() == Some(b.id.as_str()) || b.askew.as_deref() == Some(a.id.as_str())
}

pub(super) fn are_touching(a: &Base, b: &Base) -> bool {
    apart(&a.corners(), &b.corners()) <= TOUCH
}

/// Whether two enemies can be in close combat where they touch: Aerials that have not come down are not, unless a Hero
/// or Paladin engages them (CONT-14, CONT-15), which cannot always be told from one document.
pub(super) fn is_contact(a: Stand<'_>, b: Stand<'_>) -> Tri {
    let is_down = |x: &Element, y: &Element| {
        if !x.is_aerial() || x.down {
            Tri::Yes
        } else {
            Tri::between(false, true).max(Tri::between(y.is(&["Hr", "Pl"]), true))
        }
    };
    is_down(a.element, b.element).and(is_down(b.element, a.element))
}

/// Whether an element has an enemy at its front edge, in whatever position, or assaults walls with it.
pub(super) fn fights_in_front(document: &Document, ground: &Ground, of: Stand<'_>) -> Tri {
    let enemies = document.enemies_of(of.element.side).filter(|enemy| are_touching(&of.base, &enemy.base));
    let by = enemies.map(|enemy| {
        let mutual = front_on(&of.base, &enemy.base, Edge::Front);
        let on_other =
            [Edge::Left, Edge::Right, Edge::Rear].into_iter().any(|e| front_on(&of.base, &enemy.base, e) > 0.02);
        let touches = if mutual > 0.99 || are_askew(of.element, enemy.element) {
            Tri::Yes
        } else if mutual > TOUCH || on_other {
            Tri::Unclear
        } else {
            Tri::No
        };
        touches.and(is_contact(of, enemy))
    });
    Tri::any(by).or(Tri::between(false, front_walls(document, ground, of)))
}

/// Whether the front edge of an element touches enemy walls that lie ahead of it.
pub(super) fn front_walls(document: &Document, ground: &Ground, of: Stand<'_>) -> bool {
    let side = if of.element.side == 'a' { 'b' } else { 'a' };
    let front = of.base.edge(Edge::Front);
    let held = document.stronghold.as_ref().is_some_and(|s| s.holder != of.element.side);
    let town = ground.walls(document, "stronghold", side).filter(|_| held);
    // A wall that runs along the side of a base is not assaulted.
    let lies_ahead = |walls: &[P], (a, b): (P, P)| {
        let clockwise = super::geometry::sides(walls).map(|(a, b)| a.cross(b)).sum::<f64>() < 0.0;
        let inward = (b - a).cross(of.base.forward()) * if clockwise { -1.0 } else { 1.0 };
        inward >= direction(5.0).x * (b - a).length()
    };
    document.camps_of(side).any(|camp| EDGES.into_iter().any(|edge| front_on(&of.base, &camp, edge) > TOUCH))
        || town.is_some_and(|walls| {
            super::geometry::sides(&walls)
                .any(|wall| super::geometry::segments_apart(wall, front) <= TOUCH && lies_ahead(&walls, wall))
        })
}

/// Whether an enemy's front edge is on a flank or the rear of an element, or on a rear corner of it.
pub(super) fn is_attacked_from_behind(document: &Document, of: Stand<'_>) -> Tri {
    Tri::any(document.enemies_of(of.element.side).filter(|enemy| are_touching(&of.base, &enemy.base)).map(|enemy| {
        let on = |edge| front_on(&enemy.base, &of.base, edge);
        let on_flank = [Edge::Left, Edge::Right].into_iter().any(|edge| is_on_flank(&enemy.base, &of.base, edge));
        let full = on_flank || is_on_rear(&enemy.base, &of.base);
        let (left, right) = enemy.base.edge(Edge::Front);
        let reach = |corner: P| super::geometry::point_to_segment(corner, (left, right)) <= TOUCH;
        let part = on(Edge::Left).max(on(Edge::Right)).max(on(Edge::Rear)) > TOUCH
            || reach(of.base.rl())
            || reach(of.base.rr());
        // A corner at a front corner is no more than an overlap.
        let is_ahead = |corner: P| corner.is_at(of.base.fl) || corner.is_at(of.base.fr());
        let edges = [enemy.base.fl, enemy.base.fr()].into_iter().filter(|corner| !is_ahead(*corner)).any(|corner| {
            [Edge::Left, Edge::Right, Edge::Rear]
                .into_iter()
                .any(|edge| super::geometry::point_to_segment(corner, of.base.edge(edge)) <= TOUCH)
        });
        Tri::between(full, part || edges).and(is_contact(of, enemy))
    }))
}

/// The end of the movement step: whoever is attacked in flank or rear and has nobody in front turns to face (CONT-10).
pub(super) fn turns(before: &Document, after: &Document, ground: &Ground, findings: &mut Vec<Finding>) {
    let turned: Vec<String> =
        fates(&after.result).into_iter().filter(|(_, fate)| *fate == Fate::Turns).map(|(id, _)| id).collect();
    for id in &turned {
        let (Some(was), Some(is)) = (before.stand(id), after.stand(id)) else { continue };
        let step = (is.base.fl - was.base.fl).length();
        if is.base.faces_as(&was.base) && step <= 1.01 {
            // It makes room for somebody who turns; it keeps the enemy it had in front (CONT-11).
            let kept =
                |enemy: &Stand<'_>| after.stand(&enemy.element.id).is_some_and(|now| are_touching(&now.base, &is.base));
            let had = before.enemies_of(was.element.side).find(|enemy| are_face_to_face(&enemy.base, &was.base));
            if had.is_some_and(|enemy| !kept(&enemy) && is_contact(was, enemy) == Tri::Yes) {
                findings.push(Finding::new(
                    Kind::Turn,
                    "CONT-11",
                    format!("{id} makes room and loses the enemy in front of it"),
                ));
            }
            continue;
        }
        // An element that fought at an angle conforms once there is room (CONT-08).
        let askew = before.enemies_of(was.element.side).any(|enemy| are_askew(enemy.element, was.element));
        if !askew && fights_in_front(before, ground, was) == Tri::Yes {
            findings.push(Finding::new(Kind::Turn, "CONT-10", format!("{id} turns away from an enemy in front")));
        }
        let faces = after.enemies_of(is.element.side).any(|enemy| front_on(&enemy.base, &is.base, Edge::Front) > TOUCH)
            // The second of two turns with the first, behind it (CONT-11).
            || after.friends_of(is.element).any(|friend| is_behind(&is.base, &friend.base));
        if !faces {
            findings.push(Finding::new(
                Kind::Turn,
                "CONT-10",
                format!("{id} turns, and no attacker is in front of it"),
            ));
        }
        if was.element.is(&["WWg"]) {
            findings.push(Finding::new(Kind::Turn, "CONT-12", format!("{id} turns, and is a War Wagon")));
        }
    }
    for of in before.stands().filter(|stand| !turned.contains(&stand.element.id)) {
        if of.element.is(&["WWg"]) || fights_in_front(before, ground, of) != Tri::No || supports(before, of) {
            continue;
        }
        let attackers = before.enemies_of(of.element.side).filter(|enemy| is_contact(of, *enemy) == Tri::Yes);
        for enemy in attackers {
            let on_flank = [Edge::Left, Edge::Right].into_iter().any(|edge| is_on_flank(&enemy.base, &of.base, edge));
            let is_near = apart(&enemy.base.corners(), &of.base.corners()) <= GAP;
            if !(is_near && (on_flank || is_on_rear(&enemy.base, &of.base)))
                || enemy.element.is_aerial()
                || of.element.is_aerial()
            {
                continue;
            }
            if fights_in_front(before, ground, enemy) == Tri::Yes || front_walls(before, ground, enemy) {
                continue;
            }
            // Nobody attacks an element that has backed into it (CONT-10).
            if of.element.moves > 0 && enemy.element.moves == 0 && is_on_rear(&enemy.base, &of.base) {
                continue;
            }
            if has_room_to_face(before, ground, of, &enemy.base) {
                let said = format!("{} does not turn to face {}", of.element.id, enemy.element.id);
                findings.push(Finding::new(Kind::Turn, "CONT-10", said));
                break;
            }
        }
    }
}

/// Whether an element that turns to face an attacker meets nobody.
fn has_room_to_face(document: &Document, ground: &Ground, of: Stand<'_>, attacker: &Base) -> bool {
    let turned = Base { fl: attacker.fr(), facing: attacker.facing + 180.0, ..of.base };
    let board = ground.corners();
    let is_free = document.stands().filter(|other| other.element.id != of.element.id).all(|other| {
        depth_of_overlap(&other.base.corners(), &turned.grown(0.05).corners()) <= 0.0 || are_same(&other.base, attacker)
    });
    let walls = document.camps().map(|camp| camp.corners().to_vec());
    let walls = walls.chain(ground.stronghold(document).map(|s| s.outline().to_vec()));
    let on_board = turned.corners().into_iter().all(|corner| super::geometry::is_inside(corner, &board));
    let others_touch = document
        .stands()
        .filter(|other| other.element.id != of.element.id)
        .filter(|other| are_touching(&other.base, &of.base))
        .count()
        > 1;
    let walled = walls.into_iter().any(|walls| ground.near_walls(&turned, &walls) < 0.05);
    let barred = ground.is_barred(document, of.element, &turned).iter().any(|(_, is)| *is != Tri::No);
    is_free && on_board && !walled && !barred && !others_touch
}

fn are_same(a: &Base, b: &Base) -> bool {
    a.fl.is_at(b.fl) && a.faces_as(b)
}

/// Whether an element stands behind a friend of a type that gets rear support and fights: it may be giving it.
pub(super) fn supports(document: &Document, of: Stand<'_>) -> bool {
    of.element.is(if of.element.game.is_hott() { &["Pk", "Wb", "Sp"] } else { &["Pk", "Wb", "LH"] })
        && document
            .friends_of(of.element)
            .any(|friend| friend.element.family() == of.element.family() && is_behind(&of.base, &friend.base))
}
