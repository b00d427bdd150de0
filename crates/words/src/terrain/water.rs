//! Sentences about waterways.

use musterfield_terrain::problem::WaterFault;

use super::terms::{at as place, feature as name, length, measured};

pub(super) fn sentence(fault: &WaterFault) -> String {
    match fault {
        WaterFault::NotWhole { water, edge } => {
            format!("{} does not cover the whole {} edge. Draw it from corner to corner.", name(water), edge.word())
        }
        WaterFault::Shallow { water, least } => {
            format!("{} is less than {} BW deep in one place. Make it deeper there.", name(water), length(*least))
        }
        WaterFault::TooDeep { water, depth, most } => format!(
            "{} is {} BW deep in one place; {} BW is the maximum. Make it {} BW shallower there.",
            name(water),
            length(*depth),
            length(*most),
            length(depth - most)
        ),
        WaterFault::DeepTooLong { water, depth, along, most, by } => format!(
            "{} is more than {} BW deep along {} BW of its edge; {} BW is the maximum. Make it shallower along {} BW.",
            name(water),
            length(*depth),
            measured(*along),
            measured(*most),
            measured(*by)
        ),
        WaterFault::BeachApart { water } => {
            format!("The beach of {} does not touch the water. Move it there.", name(water))
        }
        WaterFault::BeachTooFar { water, most, at } => format!(
            "The beach of {} is more than {} BW from the water at {}. Draw it nearer.",
            name(water),
            length(*most),
            place(*at)
        ),
        WaterFault::LongEdge { water, edge } => format!(
            "{} lies along the {} edge, which is long; on this table it must lie along a short one. Move it there.",
            name(water),
            edge.word()
        ),
        WaterFault::LiesInWater { feature, water, by, edge } => format!(
            "{} lies in {}. Move it {} BW away from the {} edge.",
            name(feature),
            name(water),
            length(*by),
            edge.word()
        ),
    }
}
