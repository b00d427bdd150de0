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
    pub edges: Vec<EdgeVerdict>,
    /// The reason for the base edges, in a sentence.
    pub reason: String,
    /// The rule that decides.
    pub rule: &'static RuleId,
    /// Whether the invader does not choose but numbers three edges 1 to 3 and the fourth 4 to 6 and rolls a die; the
    /// verdicts then tell which edge may be the fourth.
    pub numbered: bool,
    /// The rule by which the defender takes the opposite edge.
    pub opposite: RuleId,
}

/// Whether an edge may be the invader's base edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeVerdict {
    /// The edge.
    pub edge: Edge,
    /// Whether it may.
    pub may: bool,
    /// The reason.
    pub reason: String,
}

impl BaseEdges {
    /// The edges that may be taken.
    pub fn open(&self) -> impl Iterator<Item = Edge> + '_ {
        self.edges.iter().filter(|verdict| verdict.may).map(|verdict| verdict.edge)
    }
}

/// The base edges that the invader may have on this table (D3H2-DEPL-03 to 07, DBA3-DEPL-04 to 06, DBA3-BB-20,
/// DBA22-DEPL-03, 04).
#[must_use]
pub fn base_edges(layout: &Layout) -> BaseEdges {
    let rules = &layout.rules.edges;
    let opposite = rules.opposite.clone();
    let made = |why: String, rule: &'static RuleId, verdict: &dyn Fn(Edge) -> (bool, String)| BaseEdges {
        edges: Edge::ALL
            .into_iter()
            .map(|edge| {
                let (may, why) = verdict(edge);
                EdgeVerdict { edge, may, reason: why }
            })
            .collect(),
        reason: why,
        rule,
        numbered: false,
        opposite: opposite.clone(),
    };
    if let Some(rule) = &rules.numbered {
        return BaseEdges { numbered: true, ..by_numbers(layout, rule, &made) };
    }
    let long = |edge: Edge| layout.board.length(edge) > layout.board.across(edge);
    if let Some(rule) = &rules.long
        && layout.board.width != layout.board.depth
    {
        return made(
            "On this table the base edges are the long ones; the invader takes either.".to_owned(),
            rule,
            &|edge| (long(edge), if long(edge) { "a long edge".to_owned() } else { "a short edge".to_owned() }),
        );
    }
    if let Some(rule) = &rules.stronghold
        && let Some((feature, home)) = stronghold(layout)
    {
        let name = layout.rules.bua(feature.bua.unwrap_or(musterfield_rules::terrain::Bua::Stronghold));
        let name = name.map_or("Stronghold", |bua| &*bua.name);
        let far = home.opposite();
        return made(
            format!("There is a {name} on the {} edge, so the invader takes the {} edge.", home.word(), far.word()),
            rule,
            &|edge| {
                (
                    edge == far,
                    if edge == far { format!("opposite the {name}") } else { format!("not opposite the {name}") },
                )
            },
        );
    }
    if let Some(road) = &rules.road {
        let reached = road_edges(layout, road.fully);
        if !reached.is_empty() {
            let words: Vec<&str> = reached.iter().map(|edge| edge.word()).collect();
            let which = if road.fully { "A road crosses the table" } else { "There is a road" };
            return made(
                format!("{which}; the invader takes an edge that it reaches: {}.", words.join(" or ")),
                &road.rule,
                &|edge| {
                    let may = reached.contains(&edge);
                    (may, if may { "the road reaches it".to_owned() } else { "no road reaches it".to_owned() })
                },
            );
        }
    }
    let water: Vec<Edge> = if rules.waterway.is_some() { water_edges(layout).collect() } else { Vec::new() };
    let why = match water.as_slice() {
        [] => "The invader takes any edge.".to_owned(),
        [edge, ..] => format!(
            "There is a waterway on the {} edge; the invader takes any edge but the {} one, opposite it.",
            edge.word(),
            edge.opposite().word()
        ),
    };
    made(why, rules.waterway.as_ref().unwrap_or(&rules.defender), &|edge| {
        let barred = water.contains(&edge.opposite());
        (!barred, if barred { "opposite the waterway".to_owned() } else { "free".to_owned() })
    })
}

/// Builds the answer from its reason, its rule, and a verdict on each edge.
type Maker<'a> = dyn Fn(String, &'static RuleId, &dyn Fn(Edge) -> (bool, String)) -> BaseEdges + 'a;

fn by_numbers(layout: &Layout, rule: &'static RuleId, made: &Maker<'_>) -> BaseEdges {
    let beside: Vec<Edge> = layout
        .features
        .iter()
        .filter(|feature| feature.kind == Kind::Bua)
        .filter_map(|feature| feature.quarter)
        .flat_map(|quarter| {
            [
                if quarter.is_far() { Edge::North } else { Edge::South },
                if quarter.is_right() { Edge::East } else { Edge::West },
            ]
        })
        .collect();
    made(
        "The invader numbers three edges 1, 2 and 3 and the fourth 4 to 6, and rolls a die for a base edge.".to_owned(),
        rule,
        &|edge| {
            let may = !beside.contains(&edge);
            (may, if may { "may be the one for 4 to 6".to_owned() } else { "beside a BUA: only 1, 2 or 3".to_owned() })
        },
    )
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
    for road in layout.features.iter().filter(|feature| feature.kind == Kind::Road).filter_map(Feature::course) {
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
