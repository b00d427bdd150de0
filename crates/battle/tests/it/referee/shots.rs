//! Shots and spells: who may, at whom, what is in the way, who comes first, and who must.
//!
//! Edges are cut into portions every 0.025 BW. A shot is wrong only if no portion can be seen even by generous
//! measures; it is missing only if one can be seen by strict ones. Not judged: which portion of walls is aimed at when
//! shooter and target both hold walls, and the choice of third parties (SHOOT-27). In DBA 3.0 also: whether a target
//! that shoots at the shooter comes first (DBA3-SHOOT-09). In HOTT 2.5: what a spell costs beyond command.

use super::Table;
use super::contacts::{are_askew, front_on, front_walls, is_contact, supports};
use super::finding::{Finding, Kind};
use super::geometry::{
    Base, EDGES, P, Segment, TOUCH, apart, clipped, cross, depth_of_overlap, length_inside, p, segments_apart,
};
use super::ground::Tri;
use super::reading::{Document, Element, Stand};

/// Whether an element is in close combat: an enemy's front on it, or its front on an enemy or on walls (SHOOT-17).
pub(super) fn is_in_combat(table: &Table<'_>, document: &Document, of: Stand<'_>) -> Tri {
    let by = document.enemies_of(of.element.side).map(|enemy| {
        let on = |a: &Base, b: &Base| EDGES.into_iter().map(|edge| front_on(a, b, edge)).fold(0.0, f64::max);
        let shared = on(&of.base, &enemy.base).max(on(&enemy.base, &of.base));
        let shared = if are_askew(of.element, enemy.element) { 1.0 } else { shared };
        Tri::between(shared > 0.05, shared > TOUCH).and(is_contact(of, enemy))
    });
    Tri::any(by).or(Tri::of(front_walls(document, table.ground, of)))
}

/// Whether an element can shoot at all now (SHOOT-01, SHOOT-15 to SHOOT-18, SHOOT-23, SHOOT-26).
pub(super) fn may_shoot(table: &Table<'_>, document: &Document, of: &Element) -> (Tri, &'static str) {
    let own = document.player == of.side;
    // Of those who ride, only Bows shoot in DBA 3.0, as they do on foot (DBA3-SHOOT-02).
    if of.troop().range.is_none() {
        return (Tri::No, "SHOOT-01");
    }
    if of.shot {
        return (Tri::No, "SEQ-05");
    }
    if own && of.is(&["Art"]) && of.moves > 0 {
        return (Tri::No, "SHOOT-26");
    }
    let after_moves = !table.game.is_hott();
    if own && after_moves && of.moves > 0 && of.longest > 1.0045 {
        return (Tri::No, "SHOOT-23");
    }
    let Some(base) = of.base() else { return (Tri::between(of.state == "holds", false), "SHOOT-06") };
    let stand = Stand { element: of, base };
    let gully = Tri::any(table.ground.of_kind(&["gully"]).map(|feature| feature.holds_all_of(&base)));
    let states = ["unknown", "paltry", "shallow", "deep"];
    let wet = Tri::any(table.ground.of_kind(&["marsh"]).map(|feature| feature.holds_part_of(&base)))
        .or(table.ground.is_in_river(document, &base, &states));
    let late = if own && after_moves && of.moves > 0 && of.longest > 0.997 { Tri::Unclear } else { Tri::No };
    let support = Tri::between(false, supports(document, stand));
    let barred = [
        (is_in_combat(table, document, stand), "SHOOT-17"),
        (support, "SHOOT-17"),
        (wet, "SHOOT-15"),
        (gully, "SHOOT-16"),
        (late, "SHOOT-23"),
    ];
    let (worst, rule) = barred.into_iter().max_by_key(|(is, _)| *is).unwrap_or((Tri::No, ""));
    (worst.not(), rule)
}

/// Whether an element can be shot at at all (SHOOT-16, SHOOT-17).
fn may_be_shot(table: &Table<'_>, document: &Document, of: &Element) -> Tri {
    let Some(base) = of.base() else { return Tri::between(false, of.state == "holds") };
    let stand = Stand { element: of, base };
    let gully = Tri::any(table.ground.of_kind(&["gully"]).map(|feature| feature.holds_all_of(&base)));
    is_in_combat(table, document, stand).or(gully).or(Tri::between(false, supports(document, stand))).not()
}

/// The edges of whoever holds walls: as long as asked for, along the outline.
fn portions_of_walls(outline: &[P], long: f64) -> Vec<Segment> {
    let clockwise = super::geometry::sides(outline).map(|(a, b)| a.cross(b)).sum::<f64>() < 0.0;
    super::geometry::sides(outline)
        .flat_map(|(a, b)| {
            let length = (b - a).length();
            let along = (b - a) * (1.0 / length);
            let mut from = 0.0;
            // A portion that goes round a corner is taken for its longer part.
            let mut all = Vec::new();
            if length < long {
                all.push(if clockwise { (a, b) } else { (b, a) });
            }
            while from + long <= length + 0.25 {
                let portion = (a + along * from, a + along * (from + long).min(length));
                all.push(if clockwise { portion } else { (portion.1, portion.0) });
                from += 0.25;
            }
            all
        })
        .collect()
}

fn shooting_edges(table: &Table<'_>, document: &Document, of: &Element) -> Vec<Segment> {
    match of.base() {
        Some(base) if of.is(&["WWg"]) => EDGES.into_iter().map(|edge| base.edge(edge)).collect(),
        Some(base) => vec![base.edge(super::geometry::Edge::Front)],
        None => walls_of(table, document, of).map(|outline| portions_of_walls(&outline, 1.0)).unwrap_or_default(),
    }
}

fn walls_of(table: &Table<'_>, document: &Document, of: &Element) -> Option<Vec<P>> {
    table.ground.walls(document, of.holds.as_deref()?, of.side)
}

/// The portions of edges that can be aimed at (SHOOT-08), each from its left to its right end as seen from inside.
fn targets(table: &Table<'_>, document: &Document, of: &Element) -> Vec<Segment> {
    let Some(base) = of.base() else {
        return walls_of(table, document, of).map(|outline| portions_of_walls(&outline, 0.5)).unwrap_or_default();
    };
    let mut all = Vec::new();
    for edge in EDGES {
        let (from, to) = base.edge(edge);
        let length = (to - from).length();
        let along = (to - from) * (1.0 / length);
        let portion = length.min(0.5);
        let part = |start: f64| (from + along * start, from + along * (start + portion));
        let mut start = 0.0;
        while start + portion <= length + 1e-9 {
            all.push(part(start));
            start += 0.025;
        }
    }
    all
}

/// Whether one element can see and reach another with a shot, by strict or by generous measures.
pub(super) fn reaches(table: &Table<'_>, document: &Document, of: &Element, target: &Element) -> Tri {
    Tri::between(aims(table, document, of, target, true), aims(table, document, of, target, false))
}

fn aims(table: &Table<'_>, document: &Document, of: &Element, target: &Element, strict: bool) -> bool {
    let Some(range) = of.troop().range else { return false };
    let slack = if strict { -0.01 } else { 0.01 };
    if let (Some(a), Some(b)) = (of.base(), target.base())
        && apart(&a.corners(), &b.corners()) > range + 0.02
    {
        return false;
    }
    let portions = targets(table, document, target);
    shooting_edges(table, document, of).into_iter().any(|edge| {
        portions.iter().any(|portion| {
            // In HOTT the range to another part of the same edge may count (HOTT25-SHOOT-05).
            (segments_apart(edge, *portion) <= range + slack || table.game.is_hott() && !strict)
                && is_in_arc(edge, *portion, slack)
                && faces(*portion, edge, slack)
                && !(strict && table.game.is_hott() && !faces_both(*portion, edge))
                && is_clear(document, of, target, edge, *portion, strict)
                && !is_hidden(table, document, [of, target], edge, *portion, strict)
        })
    })
}

/// Within 1 BW of straight ahead of a corner of the shooting edge (SHOOT-09, SHOOT-10).
fn is_in_arc((left, right): Segment, portion: Segment, slack: f64) -> bool {
    let along = (right - left) * (1.0 / (right - left).length());
    let out = p(-along.y, along.x);
    let ends = [portion.0, portion.1].map(|q| ((q - left).dot(along), (q - left).dot(out)));
    let width = (right - left).length();
    ends.into_iter().all(|(u, v)| u >= -1.0 - slack && u <= width + 1.0 + slack && v >= -slack.max(0.0))
        && ends.into_iter().any(|(_, v)| v > 0.01)
}

/// Whether a portion of an edge looks towards a shooting edge.
fn faces((a, b): Segment, (left, right): Segment, slack: f64) -> bool {
    let out = |q: P| (b - a).cross(q - a) * (1.0 / (b - a).length());
    out(left).max(out(right)) > -slack
}

/// Whether a portion of an edge is seen from both ends of a shooting edge, so that no line leads through its own base.
fn faces_both((a, b): Segment, (left, right): Segment) -> bool {
    let out = |q: P| (b - a).cross(q - a) * (1.0 / (b - a).length());
    out(left).min(out(right)) > 0.01
}

/// Nothing of any element between the lines that join the ends (SHOOT-11, SHOOT-12, SHOOT-25).
fn is_clear(
    document: &Document,
    of: &Element,
    target: &Element,
    (a, b): Segment,
    (c, d): Segment,
    strict: bool,
) -> bool {
    // The right end of the shooting edge is opposite the left end of the target edge, unless the lines would cross.
    let area = if cross((a, d), (b, c)) { [a, b, d, c] } else { [a, b, c, d] };
    document.stands().all(|stand| {
        let element = stand.element;
        let over = of.is(&["Art"]) && element.side != of.side && element.is(&["Ps", "Lk", "Sk"]);
        let own = element.id == of.id || element.id == target.id;
        let base = stand.base.grown(if own || !strict { -0.012 } else { 0.002 });
        over || super::geometry::area(&clipped(&area, &base.corners())) <= 1e-6
    })
}

/// Hidden by a crest, by walls, or by half a BW of a wood or the like (SHOOT-13, SHOOT-14).
fn is_hidden(
    table: &Table<'_>,
    document: &Document,
    who: [&Element; 2],
    (a, b): Segment,
    (c, d): Segment,
    strict: bool,
) -> bool {
    // In HOTT every line between the ends has to be clear (HOTT25-SHOOT-05).
    let whole = table.game.is_hott();
    let points = |(s, t): Segment| match whole {
        true => vec![s, t],
        false => vec![s, s + (t - s) * 0.25, (s + t) * 0.5, s + (t - s) * 0.75, t],
    };
    let ground = table.ground;
    let held = |feature: &str| who.iter().any(|element| element.holds.as_deref() == Some(feature));
    // Camps hide nobody in DBA 3.0 (DBA3-SHOOT-27).
    let hides = !held("camp") && !table.game.is_dba3();
    let mut walls: Vec<Vec<P>> = document.camps().filter(|_| hides).map(|camp| camp.corners().to_vec()).collect();
    walls.extend(ground.stronghold(document).filter(|_| !held("stronghold")).map(|s| s.outline().to_vec()));
    let blocked = |line: Segment| {
        let crest = ground.of_kind(&["gentle_hill", "difficult_hill"]).any(|hill| {
            hill.crest.windows(2).any(|pair| {
                if strict { segments_apart((pair[0], pair[1]), line) < 0.02 } else { cross((pair[0], pair[1]), line) }
            })
        });
        let wall = walls.iter().any(|outline| length_inside(line, outline) > if strict { 0.0 } else { 0.02 });
        let depth = if strict { 0.45 } else { 0.55 };
        let wood = ground
            .features
            .iter()
            .filter(|feature| feature.hides())
            .any(|feature| length_inside(line, feature.outline()) >= depth);
        crest || wall || wood
    };
    let mut lines = points((a, b)).into_iter().flat_map(|from| points((c, d)).into_iter().map(move |to| (from, to)));
    if strict || whole { lines.any(blocked) } else { lines.all(blocked) }
}

/// Whether a target stands in the threat zone of a shooter.
fn is_in_zone(of: &Element, target: &Element) -> Tri {
    let (Some(base), Some(there)) = (of.base(), target.base()) else { return Tri::Unclear };
    let zones: Vec<Base> = if of.is(&["WWg"]) {
        [0.0, 90.0, 180.0, 270.0].into_iter().map(|turn| base.turned(base.middle(), turn).ahead(1.0)).collect()
    } else {
        vec![base.ahead(1.0)]
    };
    let within = |by: f64| zones.iter().any(|zone| depth_of_overlap(&zone.corners(), &there.corners()) > by);
    Tri::between(within(0.02), within(-0.01))
}

/// Judges a shot with those who aid it.
pub(super) fn shot(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    one: &str,
    other: &str,
    aids: &[String],
    findings: &mut Vec<Finding>,
) {
    let (Some(of), Some(target)) = (before.element(one), before.element(other)) else { return };
    if aids.len() > 2 {
        findings.push(Finding::new(Kind::Shooter, "SHOOT-28", format!("{} elements shoot at {other}", aids.len() + 1)));
    }
    let all = std::iter::once(of).chain(aids.iter().filter_map(|aid| before.element(aid)));
    for shooter in all {
        let (may, rule) = may_shoot(table, before, shooter);
        if may == Tri::No {
            findings.push(Finding::new(Kind::Shooter, rule, format!("{} shoots", shooter.id)));
        }
        if before.player != shooter.side && shooter.is(&["Art"]) {
            findings.push(Finding::new(
                Kind::Shooter,
                "SHOOT-26",
                format!("{} shoots in the bound of the enemy", shooter.id),
            ));
        }
        if shooter.side == target.side {
            findings.push(Finding::new(Kind::Shooter, "SHOOT-01", format!("{} shoots at a friend", shooter.id)));
        }
        if reaches(table, before, shooter, target) == Tri::No {
            findings.push(Finding::new(Kind::Aim, "SHOOT-11", format!("{} cannot aim at {other}", shooter.id)));
        }
    }
    if may_be_shot(table, before, target) == Tri::No {
        findings.push(Finding::new(Kind::Shooter, "SHOOT-17", format!("{other} cannot be shot at")));
    }
    priority(table, before, of, target, findings);
    reply(table, before, after, of, target, findings);
}

/// An enemy in the shooter's own zone comes first, then one who can shoot back (SHOOT-20, SHOOT-21, SHOOT-24).
fn priority(table: &Table<'_>, before: &Document, of: &Element, target: &Element, findings: &mut Vec<Finding>) {
    if of.is(&["Art"]) || of.state == "holds" {
        return;
    }
    let able: Vec<&Element> = before
        .stands()
        .map(|stand| stand.element)
        .filter(|enemy| enemy.side != of.side && enemy.id != target.id)
        .filter(|enemy| may_be_shot(table, before, enemy) == Tri::Yes && reaches(table, before, of, enemy) == Tri::Yes)
        .collect();
    let mut say = |rule, enemy: &Element| {
        findings.push(Finding::new(
            Kind::Priority,
            rule,
            format!("{} shoots at {} before {}", of.id, target.id, enemy.id),
        ));
    };
    if is_in_zone(of, target) != Tri::No || table.game.is_hott() && before.phase != "shooting" {
        return;
    }
    if let Some(near) = able.iter().find(|enemy| is_in_zone(of, enemy) == Tri::Yes) {
        say("SHOOT-20", near);
        return;
    }
    // The second priority is who shoots at it, which depends on choices (DBA3-SHOOT-09).
    if table.game.is_dba3() {
        return;
    }
    let answers = |enemy: &Element| may_shoot(table, before, enemy).0.and(reaches(table, before, enemy, of));
    if answers(target) == Tri::No
        && let Some(able) = able.iter().find(|enemy| !enemy.is(&["Art"]) && answers(enemy) == Tri::Yes)
    {
        say("SHOOT-21", able);
    }
}

/// The target of a shot shoots back if it can (SHOOT-22).
fn reply(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    of: &Element,
    target: &Element,
    findings: &mut Vec<Finding>,
) {
    if matches!(after.phase.as_str(), "answering" | "adding")
        || before.phase == "answering"
        || after.result.contains("shoots at")
    {
        return;
    }
    let replied = !target.shot && after.element(&target.id).is_some_and(|now| now.shot);
    let barred = target.is(&["Art"]) && before.player != target.side && !of.is(&["Art"]);
    let able =
        if barred { Tri::No } else { may_shoot(table, before, target).0.and(reaches(table, before, target, of)) };
    // An enemy in its own zone comes first (DBA3-SHOOT-08).
    let owes_another = || {
        let near = before.stands().map(|stand| stand.element).filter(|enemy| enemy.side != target.side);
        let mut owed = near.filter(|enemy| may_be_shot(table, before, enemy) != Tri::No && enemy.id != of.id);
        owed.any(|enemy| is_in_zone(target, enemy) != Tri::No && reaches(table, before, target, enemy) != Tri::No)
    };
    let is_bound = table.game.is_dba3() && !target.is(&["Art"]) && is_in_zone(target, of) != Tri::Yes;
    let able = if is_bound && owes_another() { able.and(Tri::Unclear) } else { able };
    // Artillery of the moving side may choose another target, and a later shot may be the better answer.
    let may_wait = target.side == before.player && target.is(&["Art"]);
    if table.game.is_hott() {
        // Each side shoots in its turn (HOTT25-SEQ-03).
        if replied {
            findings.push(Finding::new(Kind::Reply, "HOTT25-SEQ-03", format!("{} shoots back", target.id)));
        }
        return;
    }
    if replied && able == Tri::No {
        findings.push(Finding::new(
            Kind::Reply,
            "SHOOT-22",
            format!("{} shoots back at {} and cannot", target.id, of.id),
        ));
    }
    let lives = after.element(&target.id).is_some_and(|now| now.state == "table");
    if !replied && able == Tri::Yes && !may_wait && lives && after.dice.len() == 2 {
        findings.push(Finding::new(Kind::Reply, "SHOOT-22", format!("{} does not shoot back at {}", target.id, of.id)));
    }
}

/// At the end of the step nobody is left who must shoot (SHOOT-29).
pub(super) fn unshot(table: &Table<'_>, before: &Document, findings: &mut Vec<Finding>) {
    // Nobody has to shoot in HOTT (HOTT25-SHOOT-02).
    if table.game.is_hott() {
        return;
    }
    for of in before.stands().map(|stand| stand.element) {
        let foreign_artillery = of.is(&["Art"]) && of.side != before.player;
        if foreign_artillery || may_shoot(table, before, of).0 != Tri::Yes {
            continue;
        }
        let target = before.enemies_of(of.side).find(|enemy| {
            may_be_shot(table, before, enemy.element) == Tri::Yes
                && reaches(table, before, of, enemy.element) == Tri::Yes
        });
        if let Some(target) = target {
            findings.push(Finding::new(
                Kind::Unshot,
                "SHOOT-29",
                format!("{} has not shot, and could at {}", of.id, target.element.id),
            ));
        }
    }
}

/// Judges a spell (MAGIC-01 to MAGIC-08).
pub(super) fn spell(
    table: &Table<'_>,
    before: &Document,
    after: &Document,
    one: &str,
    other: &str,
    aids: &[String],
    findings: &mut Vec<Finding>,
) {
    let Some(target) = before.element(other) else { return };
    // A garrison mans all of its walls (BUA-07).
    let outline = |of: &Element| of.base().map(|base| base.corners().to_vec()).or_else(|| walls_of(table, before, of));
    let theirs = outline(target);
    let mut say = |rule, said: String| findings.push(Finding::new(Kind::Spell, rule, said));
    for id in std::iter::once(one).chain(aids.iter().map(String::as_str)) {
        let Some(mage) = before.element(id) else { continue };
        if !mage.is(&["Mg"]) || mage.side != before.player || mage.side == target.side {
            say("MAGIC-01", format!("{id} bespells {other}"));
        }
        if mage.shot {
            say("MAGIC-08", format!("{id} bespells again"));
        }
        if table.game.is_hott() && mage.moves > 0 {
            say("HOTT25-MAGIC-02", format!("{id} has moved, and bespells"));
        }
        if let Some(base) = mage.base()
            && is_in_combat(table, before, Stand { element: mage, base }) == Tri::Yes
        {
            say("MAGIC-02", format!("{id} bespells while in close combat"));
        }
        if let (Some(own), Some(theirs)) = (outline(mage), &theirs)
            && apart(&own, theirs) > table.game.spell + 0.005
        {
            say("MAGIC-03", format!("{id} is too far from {other}"));
        }
    }
    if aids.len() > 2 {
        say("MAGIC-05", format!("{} Mages aid", aids.len()));
    }
    let many = i32::try_from(aids.len()).unwrap_or(0);
    let paid = before.pips - after.pips;
    // In HOTT each pays for himself, and more if he is beyond command (HOTT25-PIP-03, PIP-05).
    let prices = if table.game.is_hott() { 1 + many..=2 + 2 * many } else { 2 + many..=2 + many };
    if !prices.contains(&paid) {
        say("MAGIC-04", format!("a spell that costs {prices:?} was paid with {paid}"));
    }
}
