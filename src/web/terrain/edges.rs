//! The base edges of a table, and where both sides may set up from them.

use super::cited::RuleLink;
use crate::geometry::point::bw;
use crate::rules::Book;
use crate::terrain::camp::{self, Touches};
use crate::terrain::setup::{base_edges, water_edges};
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
    let ruleset = book.ruleset(&rules.ruleset);
    let is_here = |name: &str| ruleset.is_none_or(|ruleset| ruleset.has_called(name));
    for side in &deployment.sides {
        lines.push((
            format!("{} BW or more from both side edges: {}.", bw(side.distance), side.who(is_here)),
            rule(&side.rule),
        ));
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
        let sides = bw(camp.from_sides);
        lines.push((
            format!("Wherever a camp stands, it is {sides} BW or more from both side edges."),
            rule(&camp.sides_rule),
        ));
        lines.push((touches(layout, edge, sides), rule(&camp.touches)));
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

/// What camps touch: a shore along a side edge helps only where it lies far enough from that edge (D3H2-CAMP-01).
fn touches(layout: &Layout, invader: Edge, sides: f64) -> String {
    if water_edges(layout).next().is_none() {
        return "A camp touches its rear edge; on a table with a waterway it may touch that or its beach instead."
            .to_owned();
    }
    let by_shore = |edge: Edge| camp::stretches(layout, edge).iter().any(|stretch| stretch.touches == Touches::Shore);
    let whose = match (by_shore(invader), by_shore(invader.opposite())) {
        (true, true) => "on this table both sides have such a place.",
        (true, false) => "on this table only the invader has such a place.",
        (false, true) => "on this table only the defender has such a place.",
        (false, false) => "on this table no side has such a place.",
    };
    format!(
        "A camp touches its rear edge, or the waterway or its beach where that lies {sides} BW or more from both side edges; {whose}"
    )
}
