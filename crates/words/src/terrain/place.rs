//! Sentences about distances, edges and quarters.

use musterfield_terrain::check::QuarterSet;
use musterfield_terrain::problem::{Covering, PlaceFault};

use super::terms::{edges as sides, feature as name, length, measured, one_of_quarters, quarter, quarters as numbered};

pub(super) fn sentence(fault: &PlaceFault) -> String {
    match fault {
        PlaceFault::LiesOn { feature, other, gap } => format!(
            "{} lies on {}; area features keep {} BW apart. Move one away.",
            name(feature),
            name(other),
            length(*gap)
        ),
        PlaceFault::TooNear { feature, other, apart, gap, missing } => format!(
            "{} is {} BW from {}; area features keep {} BW apart. Move it {} BW away.",
            name(feature),
            measured(*apart),
            name(other),
            length(*gap),
            measured(*missing)
        ),
        PlaceFault::NearEdge { feature, distance, edges, gap } => format!(
            "{} is {} BW from the {} edge; area features keep {} BW. Move it {} BW into the table.",
            name(feature),
            length((*distance).max(0)),
            sides(edges),
            length(*gap),
            length(gap - distance)
        ),
        PlaceFault::Elsewhere { feature, quarters, own } => format!(
            "{} lies in {} and not in its own, {}. Move it there.",
            name(feature),
            numbered(*quarters),
            quarter(*own)
        ),
        PlaceFault::ReachesOut { feature, by, quarters, own } => format!(
            "{} reaches {by} BW into {}; it must lie wholly in {}. Move it {by} BW back.",
            name(feature),
            numbered(*quarters),
            quarter(*own),
            by = length(*by)
        ),
        PlaceFault::ReachesTooFar { feature, quarters, own } => format!(
            "{} reaches into {} besides its own, {}; only its smaller part may reach into one neighbour. Move it back.",
            name(feature),
            numbered(*quarters),
            quarter(*own)
        ),
        PlaceFault::GreaterPart { feature, part, whole, there, own } => format!(
            "{} of {} square BW of {} lie in {}; only its smaller part may lie outside {}. Move it back.",
            measured(*part),
            measured(*whole),
            name(feature),
            quarter(*there),
            quarter(*own)
        ),
        PlaceFault::MustCross { feature, quarters } => {
            let advice = if quarters.count() < 2 { "Move it over the line" } else { "Move it back" };
            format!(
                "{} lies in {}; it must lie in exactly two neighbouring quarters. {advice}.",
                name(feature),
                numbered(*quarters)
            )
        }
        PlaceFault::WaterElsewhere { feature, edge, quarters, own } => format!(
            "{} lies along the {} edge, in {}, and not in its own, {}. Move it to an edge of that quarter.",
            name(feature),
            edge.word(),
            numbered(*quarters),
            quarter(*own)
        ),
        PlaceFault::Coverage { of, found, least } => {
            let what = match of {
                Covering::Any => "There are features",
                Covering::BadOrWater => "There is water or bad going",
            };
            let empty = QuarterSet::from_fn(|quarter| !found.has(quarter));
            format!(
                "{what} in {} of the 4 quarters; {least} is the minimum. Add or move something into {}.",
                found.count(),
                one_of_quarters(empty)
            )
        }
    }
}
