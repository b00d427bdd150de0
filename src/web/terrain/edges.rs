//! The base edges of a table, and the deployment zones of both sides.

use musterfield_geometry::point::bw;
use musterfield_rules::Book;
use musterfield_rules::terrain::ZoneDepth;
use musterfield_terrain::camp::{self, Touches};
use musterfield_terrain::setup::{base_edges, water_edges};
use musterfield_terrain::{Edge, Layout};
use musterfield_words::terrain::edges;

use super::rule_link::link_to;
use crate::web::rule_link::RuleLink;

/// The edges that the invader may have.
#[derive(Debug)]
pub(super) struct EdgesPart {
    /// The reason for the edge.
    pub why: String,
    pub rule: RuleLink,
    /// The rule that the defender takes the opposite edge.
    pub opposite: RuleLink,
    pub edges: Vec<EdgeRow>,
    /// The numbering of the edges by the invader's die, if there is no choice.
    pub numbering: Option<String>,
    /// The zones of both sides, for the chosen edge.
    pub zones: Option<Zones>,
}

/// One edge.
#[derive(Debug)]
pub(super) struct EdgeRow {
    /// The value in addresses.
    pub value: &'static str,
    /// The players' word.
    pub word: &'static str,
    pub may: bool,
    pub why: String,
    /// Whether its zones are drawn.
    pub chosen: bool,
}

/// The deployment zones when the invader has taken an edge.
#[derive(Debug)]
pub(super) struct Zones {
    pub invader: &'static str,
    pub defender: &'static str,
    /// Whether the invader may take it.
    pub may: bool,
    /// The conditions for troops and camps, each with its rule.
    pub lines: Vec<(String, RuleLink)>,
}

impl EdgesPart {
    /// The edges of a layout, with the zones for the requested edge.
    pub(super) fn new(layout: &Layout, book: &Book, asked: Option<Edge>) -> Self {
        let found = base_edges(layout);
        let rules = layout.rules;
        let rule = |rule| link_to(rules, book, rule);
        let edges: Vec<EdgeRow> = found
            .edges
            .iter()
            .map(|verdict| EdgeRow {
                value: verdict.edge.as_str(),
                word: verdict.edge.word(),
                may: verdict.may || found.numbered,
                why: edges::verdict(&found.reason, verdict.may),
                chosen: asked == Some(verdict.edge),
            })
            .collect();
        let may = edges.iter().any(|edge| edge.chosen && edge.may);
        Self {
            zones: asked.map(|edge| zones(layout, book, edge, may)),
            why: edges::reason(&found.reason),
            rule: rule(found.rule),
            opposite: rule(&found.opposite),
            edges,
            numbering: rules.edges.numbering.as_ref().filter(|_| found.numbered).map(|numbering| {
                let faces = |(first, last): &(u8, u8)| {
                    if first == last { first.to_string() } else { format!("{first} to {last}") }
                };
                let sides: Vec<String> = numbering.faces.iter().map(faces).collect();
                format!(
                    "The invader numbers the four table edges {}, and a die decides which is the invader’s base edge.",
                    sides.join("; ")
                )
            }),
        }
    }
}

/// The conditions for deploying from this edge and the opposite one (D3H2-DEPL-08 to 12, D3H2-CAMP-01, 02, and their
/// relatives of DBA).
fn zones(layout: &Layout, book: &Book, edge: Edge, may: bool) -> Zones {
    let rules = layout.rules;
    let rule = |rule| link_to(rules, book, rule);
    let deployment = &rules.deployment;
    let deep = bw(deployment.deep(layout.board.across(edge)).max(0));
    let depth = match deployment.depth.value {
        ZoneDepth::FromCentre(far) => {
            format!(
                "Troops deploy at least {} BW from the centre line, so up to {deep} BW from their base edge.",
                bw(far)
            )
        }
        ZoneDepth::FromEdge(_) => format!("Troops deploy within {deep} BW of their base edge."),
    };
    let mut lines = vec![(depth, rule(&deployment.depth.rule))];
    for side in &deployment.sides {
        lines.push((
            format!("At least {} BW from both side edges: {}.", bw(side.distance), side.in_words),
            rule(&side.rule),
        ));
    }
    if let Some(stronghold) = &deployment.stronghold {
        lines.push(("The defender places a Stronghold in this zone or touching it.".to_owned(), rule(stronghold)));
    }
    if let Some(stronghold) = &deployment.from_stronghold {
        lines.push((
            format!("At least {} BW from an enemy fortified place.", bw(stronghold.value)),
            rule(&stronghold.rule),
        ));
    }
    if let Some(camp) = &rules.camp {
        lines.push((
            "A camp must be in good going other than plough, in its own side’s part of the table.".to_owned(),
            rule(&camp.rule),
        ));
        let sides = bw(camp.from_sides);
        lines
            .push((format!("A camp must always be at least {sides} BW from both side edges."), rule(&camp.sides_rule)));
        lines.push((touches(layout, edge, sides), rule(&camp.touches)));
        let mut size = Vec::new();
        if camp.least.0 > 0 {
            size.push(format!("at least {} BW long", bw(camp.least.0)));
        }
        if let Some((long, wide)) = camp.most {
            size.push(format!("at most {} × {} BW", bw(long), bw(wide)));
        }
        if let Some(sum) = camp.sum {
            size.push(format!("at most {} BW in length plus width", bw(sum)));
        }
        lines.push((format!("A camp must be {}.", size.join(", ")), rule(&camp.size_rule)));
    }
    if let Some(camps) = &rules.edges.camps {
        lines.push(("Camps are placed before troops.".to_owned(), rule(camps)));
    }
    Zones { invader: edge.word(), defender: edge.opposite().word(), may, lines }
}

/// The lines that camps may touch: a shore along a side edge counts only where it lies far enough from that edge
/// (D3H2-CAMP-01).
fn touches(layout: &Layout, invader: Edge, sides: f64) -> String {
    if water_edges(layout).next().is_none() {
        return "A camp must touch its rear edge. On a table with a waterway, it may touch the waterway or its beach \
                instead."
            .to_owned();
    }
    let by_shore = |edge: Edge| camp::stretches(layout, edge).iter().any(|stretch| stretch.touches == Touches::Shore);
    let whose = match (by_shore(invader), by_shore(invader.opposite())) {
        (true, true) => "On this table both sides have such a place.",
        (true, false) => "On this table only the invader has such a place.",
        (false, true) => "On this table only the defender has such a place.",
        (false, false) => "On this table neither side has such a place.",
    };
    format!(
        "A camp must touch its rear edge, or the waterway or its beach at a place at least {sides} BW from both side \
         edges. {whose}"
    )
}
