//! Sentences about rivers and roads.

use musterfield_terrain::problem::CourseFault;

use super::terms::{at as place, edges as sides, feature as name, length, measured};

pub(super) fn sentence(fault: &CourseFault) -> String {
    match fault {
        CourseFault::RiverEnds { river, at } => {
            format!(
                "{} ends at {}, which is neither at an edge nor in a waterway. Lead it to one of them.",
                name(river),
                place(*at)
            )
        }
        CourseFault::FlowsBack { river, edges } => {
            format!("{} flows back to the {} edge; it must flow to another. Lead it there.", name(river), sides(edges))
        }
        CourseFault::BankNear { river, distance, edge, least, missing } => format!(
            "The bank of {} is {} BW from the {} edge, to which it does not flow; a river must stay {} BW away. Move it {} BW farther.",
            name(river),
            measured(*distance),
            edge.word(),
            length(*least),
            measured(*missing)
        ),
        CourseFault::RiverCrosses { river, feature } => {
            format!("{} crosses {}, which no river may. Move one of them.", name(river), name(feature))
        }
        CourseFault::BeginsNowhere { road, from, to } => format!(
            "{} does not begin at an edge: it goes from {} to {}. Lead it to an edge.",
            name(road),
            place(*from),
            place(*to)
        ),
        CourseFault::EndsNowhere { road, from, at } => format!(
            "{} comes from the {} edge and ends at {}; a road must go to the opposite edge, a BUA or another road. Lead it there.",
            name(road),
            sides(from),
            place(*at)
        ),
        CourseFault::Apart { road } => {
            format!("{} does not meet the first road; a second one must cross or join it. Lead it there.", name(road))
        }
        CourseFault::IntoWater { road, water } => {
            format!("{} goes into {}, where no road can end. Lead it past the water.", name(road), name(water))
        }
        CourseFault::NoCrossing { road, river } => {
            format!("{} crosses {} without a ford or bridge. Mark one there.", name(road), name(river))
        }
        CourseFault::AlongRiver { road, river, tenths } => format!(
            "{} runs along inside {} for {}.{} BW. Lead it straight across, or beside it.",
            name(road),
            name(river),
            tenths / 10,
            tenths % 10
        ),
        CourseFault::BesideGate { road, bua } => {
            format!("{} ends at {}, but not at its gate. Lead it there.", name(road), name(bua))
        }
    }
}
