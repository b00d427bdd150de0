//! The base edges that the invader may take, and why.

use musterfield_terrain::setup::EdgeReason;

/// What decides which edges the invader may take, in a sentence.
#[must_use]
pub fn reason(reason: &EdgeReason) -> String {
    match reason {
        EdgeReason::Die => {
            "The invader numbers three edges 1, 2 and 3 and the fourth 4 to 6, and rolls a die for a base edge."
                .to_owned()
        }
        EdgeReason::Long => "On this table the base edges are the long ones; the invader takes either.".to_owned(),
        EdgeReason::Stronghold { name, home } => {
            let far = home.opposite().word();
            format!("There is a {name} on the {} edge, so the invader takes the {far} edge.", home.word())
        }
        EdgeReason::Road { crosses, reached } => {
            let which = if *crosses { "A road crosses the table" } else { "There is a road" };
            let words: Vec<&str> = reached.iter().map(|edge| edge.word()).collect();
            format!("{which}; the invader takes an edge that it reaches: {}.", words.join(" or "))
        }
        EdgeReason::Waterway(edge) => {
            let far = edge.opposite().word();
            let near = edge.word();
            format!(
                "There is a waterway on the {near} edge; the invader takes any edge but the {far} one, opposite it."
            )
        }
        EdgeReason::Nothing => "The invader takes any edge.".to_owned(),
    }
}

/// Why one edge may be taken or not, in a few words.
#[must_use]
pub fn verdict(reason: &EdgeReason, may: bool) -> String {
    match (reason, may) {
        (EdgeReason::Die, true) => "may be the one for 4 to 6".to_owned(),
        (EdgeReason::Die, false) => "beside a BUA: only 1, 2 or 3".to_owned(),
        (EdgeReason::Long, true) => "a long edge".to_owned(),
        (EdgeReason::Long, false) => "a short edge".to_owned(),
        (EdgeReason::Stronghold { name, .. }, true) => format!("opposite the {name}"),
        (EdgeReason::Stronghold { name, .. }, false) => format!("not opposite the {name}"),
        (EdgeReason::Road { .. }, true) => "the road reaches it".to_owned(),
        (EdgeReason::Road { .. }, false) => "no road reaches it".to_owned(),
        (EdgeReason::Waterway(_) | EdgeReason::Nothing, false) => "opposite the waterway".to_owned(),
        (EdgeReason::Waterway(_) | EdgeReason::Nothing, true) => "free".to_owned(),
    }
}
