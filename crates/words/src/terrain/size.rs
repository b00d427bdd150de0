//! Sentences about lengths and widths.

use musterfield_terrain::problem::{Misfit, SizeFault, Sized, SmallOne};

use super::terms::{chosen, feature as name, length, measured, size as limit};

pub(super) fn sentence(fault: &SizeFault) -> String {
    match fault {
        SizeFault::Area { of, size: (long, short), misfit } => {
            let of = match of {
                Sized::Feature(feature) => name(feature),
                Sized::Chosen(line) => chosen(line),
            };
            let size = format!("{} × {} BW", measured(*long), measured(*short));
            format!("{of} is {size}{}.", clauses(*misfit))
        }
        SizeFault::Width { feature, width, most } => format!(
            "{} is {} BW wide; {} BW is the maximum. Make it narrower.",
            name(feature),
            length(*width),
            length(*most)
        ),
    }
}

/// A clause about a size that has just been mentioned.
fn clauses(misfit: Misfit) -> String {
    match misfit {
        Misfit::TooSmall { least, small } => {
            let small = match small {
                None => String::new(),
                Some(SmallOne::Another(least)) => {
                    format!(", and the one feature that may be as small as {} is another", limit(least))
                }
                Some(SmallOne::Larger(least)) => format!(", and {} for one single feature", limit(least)),
            };
            format!("; {} is the minimum{small}. Make it larger", limit(least))
        }
        Misfit::TooLarge { most } => format!("; {} is the maximum. Make it smaller", limit(most)),
        Misfit::TooMuch { together, most, by } => format!(
            ", {} BW together; length plus width is at most {}. Make it {} BW shorter or narrower",
            measured(together),
            length(most),
            measured(by)
        ),
        Misfit::TooLong { most } => format!("; it is at most {most} times as long as wide. Make it shorter or wider"),
        Misfit::TooShort { least } => {
            format!("; it is at least {least} times as long as wide. Make it longer or narrower")
        }
    }
}
