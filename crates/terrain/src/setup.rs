//! Before the battle: who defends, and the possible base edges of a table that is laid out.

use musterfield_dice::Dice;
use musterfield_rules::RuleId;
use musterfield_rules::terrain::Kind;

use super::layout::{Edge, Feature, Layout, Shape, TOUCH};

/// The number of times equal totals are rolled again before the first side simply defends; in practice this is never
/// reached.
const MOST_ROLLS: usize = 1000;

/// The dice for the defender (D3H2-DEPL-01, 02).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenderRoll {
    /// The rolls of both sides, one pair each time; all but the last were ties.
    pub rolls: Vec<[u8; 2]>,
    /// The side with the lower total: 0 or 1.
    pub defender: usize,
}

/// Rolls until the totals of die and aggression differ; the lower one defends.
#[must_use]
pub fn roll_for_defender(aggression: [i64; 2], dice: &mut Dice) -> DefenderRoll {
    let [first, second] = aggression;
    let mut rolls = Vec::new();
    for _ in 0..MOST_ROLLS {
        let [one, two] = [dice.d6(), dice.d6()];
        rolls.push([one, two]);
        let totals = (first + i64::from(one), second + i64::from(two));
        if totals.0 != totals.1 {
            return DefenderRoll { rolls, defender: usize::from(totals.1 < totals.0) };
        }
    }
    DefenderRoll { rolls, defender: 0 }
}

/// The base edges that the invader may take, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseEdges {
    /// All four edges.
    pub edges: [EdgeVerdict; 4],
    /// The reason for the choice.
    pub reason: EdgeReason,
    /// The rule that decides.
    pub rule: &'static RuleId,
    /// Whether the invader does not choose but numbers three edges 1 to 3 and the fourth 4 to 6 and rolls a die; the
    /// verdicts then tell which edge may be the fourth.
    pub numbered: bool,
    /// The rule by which the defender takes the opposite edge.
    pub opposite: RuleId,
}

/// Whether an edge may be the invader's base edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeVerdict {
    /// The edge.
    pub edge: Edge,
    /// Whether it may.
    pub may: bool,
}

/// The reason why the invader may take only some edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeReason {
    /// A die does; in some rules, no edge beside a BUA may be the one for 4 to 6.
    Die,
    /// The table is longer than wide, and only its long edges are base edges.
    Long,
    /// There is a Stronghold or the like, and the invader takes the opposite edge.
    Stronghold {
        /// Its name.
        name: Box<str>,
        /// The edge on which it stands.
        home: Edge,
    },
    /// There is a road, and the invader takes an edge that it reaches.
    Road {
        /// Whether it has to cross the whole table.
        crosses: bool,
        /// The edges that it reaches.
        reached: Vec<Edge>,
    },
    /// There is water along this edge, and the invader does not take the opposite one.
    Waterway(Edge),
    /// Nothing does.
    Nothing,
}

impl BaseEdges {
    /// The edges that may be taken.
    pub fn open(&self) -> impl Iterator<Item = Edge> + '_ {
        self.edges.iter().filter(|verdict| verdict.may).map(|verdict| verdict.edge)
    }
}

/// The base edges that the invader may have on this table (D3H2-DEPL-03 to 07, DBA3-DEPL-04 to 06, DBA3-BB-20,
/// DBA22-DEPL-03, 04, HOTT25-DEPL-01, 03).
#[must_use]
pub fn base_edges(layout: &Layout) -> BaseEdges {
    let rules = &layout.rules.edges;
    let made = |reason: EdgeReason, rule: &'static RuleId, may: &dyn Fn(Edge) -> bool| BaseEdges {
        edges: Edge::ALL.map(|edge| EdgeVerdict { edge, may: may(edge) }),
        numbered: reason == EdgeReason::Die,
        reason,
        rule,
        opposite: rules.opposite.clone(),
    };
    if let Some(rule) = &rules.numbered {
        let is_barred = rules.numbering.as_ref().is_some_and(|numbering| numbering.not_by_bua);
        let beside = if is_barred { beside_buas(layout) } else { Vec::new() };
        return made(EdgeReason::Die, rule, &|edge| !beside.contains(&edge));
    }
    if let Some(rule) = &rules.long
        && layout.board.width != layout.board.depth
    {
        return made(EdgeReason::Long, rule, &|edge| layout.board.length(edge) > layout.board.across(edge));
    }
    if let Some(rule) = &rules.stronghold
        && let Some((feature, home)) = stronghold(layout)
    {
        let kind = layout.rules.bua(feature.bua.unwrap_or(musterfield_rules::terrain::Bua::Stronghold));
        let name = kind.map_or_else(|| "Stronghold".into(), |bua| bua.name.clone());
        return made(EdgeReason::Stronghold { name, home }, rule, &|edge| edge == home.opposite());
    }
    if let Some(road) = &rules.road {
        let reached = road_edges(layout, road.fully);
        if !reached.is_empty() {
            let reason = EdgeReason::Road { crosses: road.fully, reached: reached.clone() };
            return made(reason, &road.rule, &|edge| reached.contains(&edge));
        }
    }
    let water: Vec<Edge> = if rules.waterway.is_some() { water_edges(layout).collect() } else { Vec::new() };
    let reason = water.first().map_or(EdgeReason::Nothing, |edge| EdgeReason::Waterway(*edge));
    made(reason, rules.waterway.as_ref().unwrap_or(&rules.defender), &|edge| !water.contains(&edge.opposite()))
}

/// The edges beside which a BUA stands.
fn beside_buas(layout: &Layout) -> Vec<Edge> {
    let quarters = layout.features.iter().filter(|feature| feature.kind == Kind::Bua).filter_map(|bua| bua.quarter);
    let edges = quarters.flat_map(|quarter| {
        [
            if quarter.is_far() { Edge::North } else { Edge::South },
            if quarter.is_right() { Edge::East } else { Edge::West },
        ]
    });
    edges.collect()
}

/// The Stronghold and the edge that becomes its side's base edge (D3H2-BUA-03): the named one, otherwise the one it
/// touches.
#[must_use]
pub fn stronghold(layout: &Layout) -> Option<(&Feature, Edge)> {
    let has_home = |feature: &&Feature| {
        let kind = feature.bua.and_then(|bua| layout.rules.bua(bua));
        kind.is_some_and(|kind| kind.home_edge.is_some())
    };
    let feature = layout.features.iter().find(has_home)?;
    let outline = feature.area()?;
    let touches = |edge: &Edge| outline.corners.iter().any(|corner| layout.board.from_edge(*edge, *corner) <= TOUCH);
    let by_water = || water_edges(layout).next();
    let edge = feature.base_edge.or_else(|| Edge::ALL.into_iter().find(touches)).or_else(by_water)?;
    Some((feature, edge))
}

/// The edges that roads reach, in the order north, east, south, west.
#[must_use]
pub fn road_edges(layout: &Layout, fully: bool) -> Vec<Edge> {
    let mut reached = Vec::new();
    for road in layout.features.iter().filter(|feature| feature.kind.is_road()).filter_map(Feature::course) {
        let ends = || road.path.first().into_iter().chain(road.path.last());
        let touched: Vec<Edge> = Edge::ALL
            .into_iter()
            .filter(|edge| ends().any(|end| layout.board.from_edge(*edge, *end) <= TOUCH))
            .collect();
        let crosses = touched.iter().any(|edge| touched.contains(&edge.opposite()));
        if crosses || !fully {
            reached.extend(touched);
        }
    }
    Edge::ALL.into_iter().filter(|edge| reached.contains(edge)).collect()
}

/// The edges along which there is water.
pub fn water_edges(layout: &Layout) -> impl Iterator<Item = Edge> + '_ {
    layout.features.iter().filter_map(|feature| match &feature.shape {
        Shape::Water { edge, .. } => Some(*edge),
        Shape::Area(_) | Shape::Course(_) => None,
    })
}
