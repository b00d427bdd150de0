//! Threat zones, and the PIPs of moves.
//!
//! Zones are judged from the course of the front edge and from the end. Not judged: zones that only a wheel sweeps, and
//! whether an Aerial has room beyond an enemy over whom it passes.

use super::Table;
use super::contacts::are_touching;
use super::finding::{Finding, Kind};
use super::geometry::{
    Base, P, Segment, apart, between, cross, depth_of_overlap, is_inside, length_inside, polygon_to_segment,
    segments_apart,
};
use super::ground::{Feature, Tri};
use super::moves::{Course, Moved, is_full, may_pass};
use super::reading::{Document, Leg, Stand};

/// How far within bases lines of sight begin and end; whoever stands against an area is not in it. Where one of these
/// makes a difference, the case is open.
const INSETS: [f64; 2] = [0.001, 0.012];

/// The areas an enemy threatens (TZ-01, TZ-02).
fn zones(of: Stand<'_>) -> Vec<Base> {
    if of.element.is(&["WWg"]) {
        let base = of.base;
        let aside = |turn: f64| {
            let (width, depth) = if turn % 180.0 == 0.0 { (base.width, base.depth) } else { (base.depth, base.width) };
            let facing = base.facing + turn;
            let turned = Base { facing, width, depth, ..base };
            let shift = base.middle() - turned.middle();
            turned.shifted(shift).ahead(1.0)
        };
        return [0.0, 90.0, 180.0, 270.0].into_iter().map(aside).collect();
    }
    vec![of.base.ahead(1.0)]
}

/// Whether a base is partly in the zones of an enemy.
pub(super) fn is_in(base: &Base, enemy: Stand<'_>, margin: f64) -> bool {
    zones(enemy).iter().any(|zone| depth_of_overlap(&zone.corners(), &base.corners()) > margin)
}

/// Whether a move answers the zone of an enemy (TZ-05 to TZ-08).
fn answers(moved: &Moved<'_>, enemy: Stand<'_>) -> bool {
    if moved.courses.len() == 1 && moved.legs.iter().all(|leg| matches!(leg, Leg::Back(_))) {
        return true;
    }
    let single_back = moved.courses.len() == 1 && {
        let course = &moved.courses[0];
        let step = course.end.fl - course.bases[0].fl;
        let straight = course.end.faces_as(&course.bases[0]) && step.cross(course.bases[0].forward()).abs() < 0.01;
        straight && step.dot(course.bases[0].forward()) <= 0.0
    };
    // Those of a group who pass the enemy may pass, and all end clear of it (TZ-07).
    let passes = |course: &Course<'_>| {
        course.bases.iter().any(|base| depth_of_overlap(&base.corners(), &enemy.base.corners()) > 0.0)
    };
    let over = moved.courses.iter().any(passes)
        && moved.courses.iter().all(|course| {
            depth_of_overlap(&course.end.corners(), &enemy.base.corners()) <= 0.005
                && (may_pass(course.element, enemy.element) || !passes(course))
        });
    let away = |base: &Base| apart(&base.corners(), &enemy.base.corners());
    let middles = |base: &Base| (base.middle() - enemy.base.middle()).length();
    let there = |course: &Course<'_>| is_in(&course.end, enemy, -0.01) || are_touching(&course.end, &enemy.base);
    let regards = |course: &Course<'_>| {
        are_touching(&course.end, &enemy.base)
            || between(course.end.facing, enemy.base.facing) > 179.0
            || depth_of_overlap(&course.end.ahead(20.0).corners(), &enemy.base.corners()) > -0.01
    };
    let approaches = |course: &Course<'_>| {
        let (start, end) = (&course.bases[0], &course.end);
        away(end) <= away(start) + 0.01 || middles(end) <= middles(start) + 0.01
    };
    let courses = || moved.courses.iter();
    let nearer = courses().any(|course| there(course) && regards(course) && approaches(course))
        // Whether one of a group may be there and another have the enemy ahead, is open (DBA3-TZ-06).
        || !enemy.element.game.is_d3h2()
            && courses().any(there)
            && courses().any(regards)
            && courses().any(approaches);
    // Square to the front edge of the enemy (TZ-05).
    let square =
        moved.courses.iter().any(|course| course.end.faces_against(&enemy.base) && is_in(&course.end, enemy, -0.01));
    single_back || over || nearer || square
}

/// Judges a move by the zones it starts in and enters.
pub(super) fn check(table: &Table<'_>, before: &Document, moved: &Moved<'_>, findings: &mut Vec<Finding>) {
    let Some(first) = moved.courses.first() else { return };
    let enemies: Vec<Stand<'_>> = before.enemies_of(first.element.side).collect();
    let bends = moved.is_column && moved.legs.iter().any(|leg| matches!(leg, Leg::Wheel(_) | Leg::Road(_)));
    let aerial = first.element.is_aerial();
    let met: Vec<&Stand<'_>> = enemies
        .iter()
        .filter(|enemy| {
            moved.courses.iter().any(|course| {
                let starts = is_in(&course.bases[0], **enemy, 0.01);
                let walked = course.bases.iter().zip(&course.wheels).skip(1).filter(|(_, wheels)| !**wheels && !bends);
                let enters = walked.map(|(base, _)| base).chain([&course.end]).any(|base| {
                    let edge = Base { depth: 0.01, ..*base };
                    is_in(&edge.grown(-0.004), **enemy, 0.005) && is_in(&edge, **enemy, 0.009)
                });
                starts || enters
            })
        })
        .collect();
    // Aerials pass over the zones of those over whom they can pass.
    if met.is_empty() || aerial && met.iter().all(|enemy| may_pass(first.element, enemy.element)) {
        return;
    }
    // Sneakers that turn into a road may have passed through a corner of that enemy (TZ-07).
    if first.element.is(&["Sk"]) && moved.legs.iter().any(|leg| matches!(leg, Leg::Road(_))) {
        return;
    }
    if !enemies.iter().any(|enemy| {
        answers(moved, *enemy) && (is_in_any(moved, *enemy) || met.iter().any(|met| met.element.id == enemy.element.id))
    }) && !at_walls(table, before, moved)
    {
        let who: Vec<&str> = moved.courses.iter().map(|course| course.element.id.as_str()).collect();
        let whose: Vec<&str> = met.iter().map(|enemy| enemy.element.id.as_str()).collect();
        let said = format!("{} moves in the zone of {} and answers nobody", who.join(" "), whose.join(", "));
        findings.push(Finding::new(Kind::Zone, "TZ-04", said));
    }
}

fn is_in_any(moved: &Moved<'_>, enemy: Stand<'_>) -> bool {
    moved.courses.iter().any(|course| course.bases.iter().chain([&course.end]).any(|base| is_in(base, enemy, -0.01)))
}

/// Whether a move answers enemy walls, which threaten too (TZ-03, TZ-09): it ends with them ahead, in their zone.
fn at_walls(table: &Table<'_>, before: &Document, moved: &Moved<'_>) -> bool {
    let Some(first) = moved.courses.first() else { return false };
    let enemy = super::reading::other(first.element.side);
    let held = before.stronghold.as_ref().is_some_and(|stronghold| stronghold.holder == enemy);
    let town = table.ground.walls(before, "stronghold", enemy).filter(|_| held);
    let walls = [table.ground.walls(before, "camp", enemy), town];
    let is_ahead = |walls: &[P]| {
        moved.courses.iter().any(|course| {
            let ahead = course.end.ahead(1.01);
            walls.iter().any(|corner| is_inside(*corner, &ahead.corners())) || apart(&ahead.corners(), walls) <= 0.0
        })
    };
    walls.into_iter().flatten().any(|walls| is_ahead(&walls))
}

/// The prices that a move may have (PIP-03 to PIP-16).
pub(super) fn price(table: &Table<'_>, before: &Document, after: &Document, moved: &Moved<'_>) -> Vec<i32> {
    let Some(first) = moved.courses.first() else { return vec![1] };
    let side = first.element.side;
    let touching = moved.courses.iter().any(|course| {
        after.stands().any(|other| {
            !moved.courses.iter().any(|course| course.element.id == other.element.id)
                && are_touching(&other.base, &course.end)
        })
    });
    let forward = moved.legs.iter().all(|leg| matches!(leg, Leg::Road(_) | Leg::Ahead(_)));
    let on_road = forward
        && moved.courses.iter().all(|course| {
            moved.legs.iter().all(|leg| matches!(leg, Leg::Road(_)))
                || course.bases.iter().all(|base| table.ground.is_on_road(base) != Tri::No)
        });
    let first_move = moved.courses.iter().all(|course| course.element.moves == 0);
    let mut prices = Vec::new();
    if on_road && !table.game.is_hott() && first_move && (moved.courses.len() == 1 || moved.is_column) {
        // What is possible may be less than the allowance, if something stands in the way.
        prices.push(0);
        if moved.legs.iter().all(|leg| matches!(leg, Leg::Road(_))) && (is_full(table, after, moved) || touching) {
            return prices;
        }
    }
    if before.side(side).bounds == 1 && !table.game.is_hott() {
        prices.push(1);
        return prices;
    }
    let far = is_out_of_command(table, before, moved);
    for base in dear(table, after, moved) {
        prices.extend(match far {
            Tri::No => vec![base],
            Tri::Yes => vec![base + 1],
            Tri::Unclear => vec![base, base + 1],
        });
    }
    prices
}

/// The price of the elements that move, without regard to their general. Scythed Chariots are dear unless the move ends
/// in contact (DBA3-PIP-03).
fn dear(table: &Table<'_>, after: &Document, moved: &Moved<'_>) -> Vec<i32> {
    let mut dear = moved.courses.iter().filter(|course| table.game.is_dear(course.element)).peekable();
    if dear.peek().is_none() {
        return vec![1];
    }
    if dear.any(|course| !table.game.is_dba3() || !course.element.is(&["SCh"])) {
        return vec![2];
    }
    let meets =
        |course: &Course<'_>| after.enemies_of(course.element.side).any(|enemy| are_touching(&enemy.base, &course.end));
    if moved.courses.iter().any(meets) { vec![1, 2] } else { vec![2] }
}

/// Whether the general is lost, hidden, or too far away (PIP-08 to PIP-16).
fn is_out_of_command(table: &Table<'_>, before: &Document, moved: &Moved<'_>) -> Tri {
    let Some(first) = moved.courses.first() else { return Tri::Unclear };
    if moved.courses.iter().any(|course| course.element.general) {
        return Tri::No;
    }
    let Some(general) = before.general_of(first.element) else { return Tri::Unclear };
    if general.state == "holds" {
        return Tri::Yes;
    }
    let Some(base) = general.base() else { return Tri::Yes };
    let ground = table.ground;
    let closed = ground
        .of_kind(table.game.command.closed)
        // One that is destroyed is there no more (TRAD-34).
        .filter(|feature| feature.kind != "stronghold" || before.stronghold.is_some())
        .map(|feature| feature.holds_all_of(&base));
    let away =
        moved.courses.iter().map(|course| apart(&course.bases[0].corners(), &base.corners())).fold(f64::MAX, f64::min);
    let beyond = |distance: f64| Tri::between(away > distance + 0.003, away > distance - 0.003);
    let light = moved.courses.iter().all(|course| course.element.is(&["LH"]));
    let command = &table.game.command;
    if let (true, Some(far)) = (light, command.to_light) {
        return Tri::any(closed).or(beyond(far));
    }
    let hidden = beyond(command.to_hidden).and(is_hidden(table, before, moved, &base));
    Tri::any(closed).or(beyond(command.usual)).or(hidden)
}

/// Whether every line from the general to those who move is blocked, by one feature or by several (PIP-14).
fn is_hidden(table: &Table<'_>, before: &Document, moved: &Moved<'_>, general: &Base) -> Tri {
    let ground = table.ground;
    let camps = before.camps().map(|camp| camp.corners().to_vec());
    let town = ground.stronghold(before).map(|stronghold| stronghold.outline().to_vec());
    let hamlets = ground.of_kind(&["hamlet", "edifice"]).map(|area| area.outline().to_vec());
    // Past walls or a Hamlet, but in or past the others.
    let built = camps.chain(town).chain(hamlets).map(|outline| (outline, false));
    let areas = ground.of_kind(&["woods", "oasis", "dunes", "difficult_hill"]);
    let all: Vec<(Vec<P>, bool)> = built.chain(areas.map(|area| (area.outline().to_vec(), true))).collect();
    let hills = || ground.of_kind(&["gentle_hill", "difficult_hill"]);
    hides(moved, general, &|line, strict| {
        all.iter().any(|(outline, inside_too)| blocks(line, outline, *inside_too, strict))
            || hills().any(|hill| crosses_crest(line, hill, strict))
    })
}

/// Whether an area blocks a line from the general: it begins outside and, unless the area hides those in it, ends
/// outside.
fn blocks(line: Segment, outline: &[P], inside_too: bool, strict: bool) -> bool {
    let meets = if strict {
        length_inside(line, outline) > 0.02
    } else {
        length_inside(line, outline) > 0.0 || polygon_to_segment(outline, line) < 0.01
    };
    meets && !is_inside(line.0, outline) && (inside_too || !is_inside(line.1, outline))
}

fn crosses_crest(line: Segment, hill: &Feature, strict: bool) -> bool {
    let mut parts = hill.crest.windows(2).map(|pair| (pair[0], pair[1]));
    parts.any(|part| if strict { cross(part, line) } else { segments_apart(part, line) < 0.02 })
}

/// Whether something blocks every line between corners and middles.
fn hides(moved: &Moved<'_>, general: &Base, blocks: &dyn Fn(Segment, bool) -> bool) -> Tri {
    let all = |inset: f64, strict: bool| {
        let points = |base: &Base| {
            let within = base.grown(-inset);
            within.corners().into_iter().chain([within.middle()]).collect::<Vec<_>>()
        };
        moved.courses.iter().all(|course| {
            points(general)
                .into_iter()
                .all(|from| points(&course.bases[0]).into_iter().all(|to| blocks((from, to), strict)))
        })
    };
    Tri::between(INSETS.iter().all(|inset| all(*inset, true)), INSETS.iter().any(|inset| all(*inset, false)))
}
