//! Sentences about Strongholds, Cities and Forts, and about gates.

use musterfield_terrain::problem::{StrongholdContact, StrongholdFault};

use super::terms::{at as place, feature as name, length, one_of_edges};

pub(super) fn sentence(fault: &StrongholdFault) -> String {
    match fault {
        StrongholdFault::NotInCorner { feature, within } => format!(
            "{} is not wholly within {} BW of each of two adjoining edges. Move it into a corner of the table.",
            name(feature),
            length(*within)
        ),
        StrongholdFault::TouchesNothing { feature, nearest } => {
            let way = nearest.map_or(String::new(), |(distance, edge)| {
                format!(" Move it {} BW to the {} edge.", length(distance), edge.word())
            });
            format!("{} does not touch an edge, a waterway or a beach.{way}", name(feature))
        }
        StrongholdFault::WrongBaseEdge { feature, edge, possible } => format!(
            "{} names the {} edge as its base edge; it must be the {} one. Name that.",
            name(feature),
            edge.word(),
            one_of_edges(possible)
        ),
        StrongholdFault::NoBaseEdge { feature, touches, possible } => {
            let touches = match touches {
                StrongholdContact::Water => "only water",
                StrongholdContact::TwoEdges => "two edges",
            };
            format!(
                "{} touches {touches} and does not name a base edge. Name the {} one.",
                name(feature),
                one_of_edges(possible)
            )
        }
        StrongholdFault::NoGate { feature } => format!("{} has no gate. Put one on its outline.", name(feature)),
        StrongholdFault::GateApart { feature, at } => {
            format!("The gate of {} at {} is not on its outline. Move it there.", name(feature), place(*at))
        }
    }
}
