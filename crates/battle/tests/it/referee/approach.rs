//! Contacts that moves make: who is lined up with whom, who could have been, and from where flanks are attacked.

use super::Table;
use super::contacts::{
    are_face_to_face, are_touching, front_on, is_contact, is_corner_overlap, is_on_flank, is_on_rear,
};
use super::finding::{Finding, Kind};
use super::geometry::{Base, EDGES, Edge, GAP, P, TOUCH, apart, between, depth_of_overlap};
use super::ground::Tri;
use super::moves::{Course, Moved};
use super::reading::{Document, Stand};

/// Whether one base is lined up with another in one of the four positions (CONT-02).
fn is_lined_up(a: &Base, b: &Base) -> bool {
    let flank = |x: &Base, y: &Base| [Edge::Left, Edge::Right].into_iter().any(|edge| is_on_flank(x, y, edge));
    let overlap = [Edge::Left, Edge::Right]
        .into_iter()
        .any(|edge| is_corner_overlap(a, b, edge) || super::contacts::are_flank_to_flank(a, b, edge));
    are_face_to_face(a, b) || flank(a, b) || flank(b, a) || is_on_rear(a, b) || is_on_rear(b, a) || overlap
}

/// Whether an element that touches an enemy, and its group with it, has room beyond doubt to line up by sliding or, if it
/// is alone, by turning (CONT-04).
fn can_line_up(table: &Table<'_>, after: &Document, moved: &Moved<'_>, course: &Course<'_>, enemy: Stand<'_>) -> bool {
    let (end, other) = (course.end, enemy.base);
    let facing = |turn: f64| Base { facing: other.facing + turn, ..end };
    let by_left = |at: P, turn: f64| Base { fl: at, ..facing(turn) };
    let by_right = |at: P, turn: f64| by_left(at - facing(turn).rightward() * end.width, turn);
    let places = [
        by_left(other.fr(), 180.0),
        by_left(other.fl, 90.0),
        by_right(other.fr(), 270.0),
        by_left(other.rl(), 0.0),
        by_left(other.fl, 180.0),
        by_right(other.fr(), 180.0),
    ];
    let is_moved = |id: &str| moved.courses.iter().any(|course| course.element.id == id);
    let board = table.ground.corners();
    let camps = after.camps().map(|camp| camp.corners().to_vec());
    let town = table.ground.stronghold(after).map(|town| town.outline().to_vec());
    let walls: Vec<Vec<P>> = camps.chain(town).collect();
    let is_free = |base: &Base| {
        let within = base.grown(-0.003);
        within.corners().into_iter().all(|corner| super::geometry::is_inside(corner, &board))
            && walls.iter().all(|walls| apart(&within.corners(), walls) > 0.0)
            && after
                .stands()
                .filter(|stand| !is_moved(&stand.element.id))
                .all(|stand| depth_of_overlap(&base.corners(), &stand.base.corners()) <= 0.003)
    };
    places.into_iter().any(|place| {
        let turned = between(place.facing, end.facing);
        let single = moved.courses.len() == 1;
        (place.middle() - end.middle()).length() < 0.99
            && (turned < 0.05 || single && turned < 44.9)
            && if single {
                is_free(&place)
            } else {
                moved.courses.iter().all(|course| is_free(&course.end.shifted(place.fl - end.fl)))
            }
    })
}

/// Judges the contacts that a move makes (CONT-02 to CONT-09, MOVE-18).
pub(super) fn contact(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    moved: &Moved<'_>,
    findings: &mut Vec<Finding>,
) {
    let mut touched = Vec::new();
    for course in &moved.courses {
        for enemy in after.enemies_of(course.element.side).filter(|enemy| are_touching(&enemy.base, &course.end)) {
            let was = before.stand(&enemy.element.id).is_some_and(|there| are_touching(&there.base, &course.bases[0]));
            touched.push((course, enemy, was));
        }
    }
    let new: Vec<_> = touched
        .iter()
        .filter(|(course, enemy, was)| {
            let ground = Stand { element: course.element, base: course.end };
            !was && is_contact(ground, *enemy) == Tri::Yes
        })
        .collect();
    let edge_on =
        |a: &Base, b: &Base| EDGES.into_iter().any(|edge| front_on(a, b, edge).max(front_on(b, a, edge)) > TOUCH);
    let new_edges = new.iter().find(|(course, enemy, _)| {
        edge_on(&course.end, &enemy.base) && apart(&course.end.corners(), &enemy.base.corners()) <= GAP
    });
    // Where neither can conform, they fight as they stand (CONT-05).
    if let Some((course, enemy, _)) = new_edges
        && !touched.iter().any(|(course, enemy, _)| is_lined_up(&course.end, &enemy.base))
        && touched.iter().any(|(course, enemy, _)| can_line_up(table, after, moved, course, *enemy))
        && after.elements.iter().all(|element| element.askew.is_none())
    {
        let said = format!("{} touches {} and nobody is lined up", course.element.id, enemy.element.id);
        findings.push(Finding::new(Kind::Contact, "CONT-02", said));
    }
    for (course, enemy, _) in &new {
        let (element, start) = (course.element, &course.bases[0]);
        if element.is(table.game.out_of_contact) && edge_on(&course.end, &enemy.base) {
            findings.push(Finding::new(
                Kind::Contact,
                "MOVE-18",
                format!("{} moves into contact with {}", element.id, enemy.element.id),
            ));
        }
        let Some(there) = before.stand(&enemy.element.id) else { continue };
        let forward = there.base.forward();
        let ahead = |q: P| (q - there.base.rl()).dot(forward);
        let behind_rear = start.corners().into_iter().map(ahead).fold(f64::MAX, f64::min) < 0.01;
        for (edge, out) in [(Edge::Left, there.base.rightward() * -1.0), (Edge::Right, there.base.rightward())] {
            let from = if edge == Edge::Left { there.base.fl } else { there.base.fr() };
            let beyond: Vec<f64> = start.corners().into_iter().map(|q| (q - from).dot(out)).collect();
            let entirely = beyond.iter().all(|away| *away > -0.01);
            let partly = beyond.iter().any(|away| *away > -0.01);
            if is_on_flank(&course.end, &there.base, edge) && !(entirely || partly && behind_rear) {
                findings.push(Finding::new(
                    Kind::Flank,
                    "CONT-06",
                    format!("{} attacks a flank of {} from before it", element.id, enemy.element.id),
                ));
            }
        }
        let entirely_behind = start.corners().into_iter().all(|q| ahead(q) < 0.01);
        if is_on_rear(&course.end, &there.base) && !entirely_behind {
            findings.push(Finding::new(
                Kind::Flank,
                "CONT-07",
                format!("{} attacks the rear of {} from before it", element.id, enemy.element.id),
            ));
        }
    }
    for course in &moved.courses {
        let stand = Stand { element: course.element, base: course.end };
        let barred =
            course.element.is(&["SCh"]) || course.element.is(table.game.out_of_contact) && !course.element.siege_tower;
        if barred
            && super::contacts::front_walls(after, table.ground, stand)
            && !super::contacts::front_walls(before, table.ground, Stand { base: course.bases[0], ..stand })
        {
            findings.push(Finding::new(Kind::Contact, "CONT-09", format!("{} moves against walls", course.element.id)));
        }
    }
}
