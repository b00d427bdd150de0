//! The base edges of a table, and where both sides may set up from them.

use super::cited::RuleLink;
use crate::geometry::point::bw;
use crate::rules::Book;
use crate::terrain::setup::base_edges;
use crate::terrain::{Edge, Layout};

/// Which edges the invader has.
#[derive(Debug)]
pub(super) struct EdgesPart {
    /// What decides.
    pub why: String,
    pub rule: RuleLink,
    /// The defender takes the opposite edge.
    pub opposite: RuleLink,
    pub edges: Vec<EdgeRow>,
    /// What the invader's die says, where he does not choose.
    pub numbering: Option<String>,
    /// Where both set up, for the chosen edge.
    pub zones: Option<Zones>,
}

/// One edge.
#[derive(Debug)]
pub(super) struct EdgeRow {
    /// As in addresses.
    pub value: &'static str,
    /// As players say it.
    pub word: &'static str,
    pub may: bool,
    pub why: String,
    /// It is the one whose zones are drawn.
    pub chosen: bool,
}

/// Where both sides set up when the invader has taken an edge.
#[derive(Debug)]
pub(super) struct Zones {
    pub invader: &'static str,
    pub defender: &'static str,
    /// Whether the invader may take it at all.
    pub may: bool,
    /// What holds for troops and camps, each with its rule.
    pub lines: Vec<(String, RuleLink)>,
}

impl EdgesPart {
    /// The edges of a layout, with the zones for the edge that was asked for.
    pub(super) fn new(layout: &Layout, book: &Book, asked: Option<Edge>) -> Self {
        let found = base_edges(layout);
        let rules = layout.rules;
        let rule = |rule| RuleLink::new(rules, book, rule);
        let edges: Vec<EdgeRow> = found
            .edges
            .iter()
            .map(|verdict| EdgeRow {
                value: verdict.edge.as_str(),
                word: verdict.edge.word(),
                may: verdict.may || found.numbered,
                why: verdict.why.clone(),
                chosen: asked == Some(verdict.edge),
            })
            .collect();
        let may = edges.iter().any(|edge| edge.chosen && edge.may);
        Self {
            zones: asked.map(|edge| zones(layout, book, edge, may)),
            why: found.why,
            rule: rule(&found.rule),
            opposite: rule(&found.opposite),
            edges,
            numbering: rules.edges.numbering.as_ref().filter(|_| found.numbered).map(|numbering| {
                let faces = |(first, last): &(u8, u8)| {
                    if first == last { first.to_string() } else { format!("{first} to {last}") }
                };
                let sides: Vec<String> = numbering.faces.iter().map(faces).collect();
                format!("He gives the four sides the faces {}, and the die says which is his.", sides.join("; "))
            }),
        }
    }
}

/// What holds for setting up from this edge and the opposite one (D3H2-DEPL-08 to 12, D3H2-CAMP-01, 02, and their
/// relatives of DBA).
fn zones(layout: &Layout, book: &Book, edge: Edge, may: bool) -> Zones {
    let rules = layout.rules;
    let rule = |rule| RuleLink::new(rules, book, rule);
    let deployment = &rules.deployment;
    let from_centre = deployment.from_centre.is;
    let deep = layout.board.across(edge) / 2 - from_centre;
    let mut lines = vec![(
        format!(
            "Troops stand {} BW or more from the centre line: up to {} BW deep from their base edge.",
            bw(from_centre),
            bw(deep.max(0))
        ),
        rule(&deployment.from_centre.rule),
    )];
    for side in &deployment.sides {
        lines.push((format!("{} BW or more from both side edges: {}.", bw(side.distance), side.who), rule(&side.rule)));
    }
    if let Some(stronghold) = &deployment.from_stronghold {
        lines.push((
            format!("{} BW or more from a fortified place of the enemy.", bw(stronghold.is)),
            rule(&stronghold.rule),
        ));
    }
    if let Some(camp) = &rules.camp {
        lines.push((
            "A camp stands in good going that is no plough, in its own side's part.".to_owned(),
            rule(&camp.rule),
        ));
        lines.push(("A camp touches its rear edge, a waterway or a beach.".to_owned(), rule(&camp.touches)));
        lines.push((
            format!("A camp stands {} BW or more from both side edges.", bw(camp.from_sides)),
            rule(&camp.sides_rule),
        ));
        let mut size = Vec::new();
        if camp.least.0 > 0 {
            size.push(format!("at least {} BW long", bw(camp.least.0)));
        }
        if let Some((long, wide)) = camp.most {
            size.push(format!("at most {} × {} BW", bw(long), bw(wide)));
        }
        if let Some(sum) = camp.sum {
            size.push(format!("length and width together at most {} BW", bw(sum)));
        }
        lines.push((format!("A camp is {}.", size.join(", ")), rule(&camp.size_rule)));
    }
    if let Some(camps) = &rules.edges.camps {
        lines.push(("Camps are placed before troops.".to_owned(), rule(camps)));
    }
    Zones { invader: edge.word(), defender: edge.opposite().word(), may, lines }
}
