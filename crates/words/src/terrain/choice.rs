//! Sentences about the choice of features.

use musterfield_terrain::problem::{ChoiceFault, CompulsoryCount};

use super::terms::{joined, kinds};

pub(super) fn sentence(fault: &ChoiceFault) -> String {
    match fault {
        ChoiceFault::UnknownKind { game, kind, known } => {
            format!("{game} has no {kind}. Its features are {}.", kinds(known))
        }
        ChoiceFault::UnknownBua { game, bua, known } => {
            format!("{game} has no {bua}. Its built-up areas are {}.", kinds(known))
        }
        ChoiceFault::NotCompulsory { home, kind, ways } => {
            format!("{} is not a compulsory feature of {}, which has {}.", kind.name, home.name, one_of(ways))
        }
        ChoiceFault::CompulsoryCount { home, ways, taken } => {
            let taken = taken.iter().map(|(count, kind)| format!("{count} {}", kind.name));
            let taken = Some(joined(taken, " and ")).filter(|taken| !taken.is_empty());
            format!(
                "{} has {} as compulsory features; this table has {}.",
                home.name,
                one_of(ways),
                taken.as_deref().unwrap_or("none")
            )
        }
        ChoiceFault::OptionalCount { count, allowed } => {
            let advice = if *count < usize::from(allowed.0) { "Add some" } else { "Remove some" };
            format!("There are {count} optional features; a table has {}. {advice}.", range(*allowed))
        }
        ChoiceFault::NotOptional { home, kind, known } => {
            format!("{} has no optional {}. Its optional features are {}.", home.name, kind.name, kinds(known))
        }
        ChoiceFault::TooMany { kind, count, most } => format!(
            "There are {count} of {}; {most} is the maximum. Remove {}.",
            kind.name,
            count.saturating_sub(usize::from(*most))
        ),
        ChoiceFault::EitherOr { home, kinds } => format!(
            "{} has only one of {}. Remove the features of one kind.",
            home.name,
            joined(kinds.iter().map(|kind| kind.name), " and ")
        ),
        ChoiceFault::Needs { home, kinds: enough, goings, except } => {
            let goings = joined(goings.iter().map(|going| format!("{going} going")), " or ");
            let except = if except.is_empty() { String::new() } else { format!(", other than {}", kinds(except)) };
            format!(
                "{} needs at least one feature that is {} or {goings}{except}. Choose one.",
                home.name,
                kinds(enough)
            )
        }
    }
}

/// `1 to 2 Woods or 1 Marsh`
fn one_of(ways: &[CompulsoryCount]) -> String {
    joined(ways.iter().map(|way| format!("{} {}", range(way.count), way.kind.name)), " or ")
}

/// `1`, `1 to 2`
fn range((least, most): (u8, u8)) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
