//! Checks the choice of features: numbers, maxima, and the features that a home terrain allows and needs.

use musterfield_rules::terrain::{Compulsory, Kind};

use super::context::{ChosenFeature, Context};
use crate::problem::{Code, Problem};

/// `1`, `1 to 2`
fn range((least, most): (u8, u8)) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

fn is_in(count: usize, (least, most): (u8, u8)) -> bool {
    (usize::from(least)..=usize::from(most)).contains(&count)
}

/// Checks that the game has the kinds of all features, and of BUAs (D3H2-FEAT-26).
pub(super) fn known(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rules = context.rules;
    for piece in &context.pieces {
        let feature = piece.feature;
        let message = match feature.bua {
            _ if piece.kind.is_none() => {
                let known: Vec<&str> = rules.features().iter().map(|kind| &*kind.name).collect();
                format!("{} has no {}. There are {}.", rules.name, feature.kind, known.join(", "))
            }
            Some(bua) if piece.bua.is_none() => {
                let known: Vec<&str> = rules.buas().iter().map(|bua| &*bua.name).collect();
                format!("{} has no {bua}. There are {}.", rules.name, known.join(", "))
            }
            _ => continue,
        };
        problems.push(context.broken(Code::NotAllowed, &rules.procedure.bua, piece.id(), message));
    }
}

/// Checks that one of the compulsory choices of the home terrain is taken as a whole (D3H2-TERR-02, D3H2-TERR-05 to
/// D3H2-TERR-17).
pub(super) fn compulsory(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(table) = context.table else { return };
    let home = context.layout.home;
    let chosen = || context.chosen.iter().filter(|chosen| chosen.compulsory);
    let of = |choice: &Compulsory| chosen().filter(|chosen| chosen.kind == choice.kind).count();
    let ways: Vec<String> = home
        .compulsory
        .iter()
        .map(|choice| format!("{} {}", range(context.rules.count(table, choice)), context.name(choice.kind, None)))
        .collect();
    let ways = ways.join(" or ");
    for chosen in chosen().filter(|chosen| !home.compulsory.iter().any(|choice| choice.kind == chosen.kind)) {
        let name = context.name(chosen.kind, chosen.bua);
        let message = format!("{name} is no compulsory feature of {}; {ways} are.", home.name);
        problems.push(context.broken(Code::NotAllowed, &home.rule, chosen.feature, message));
    }
    let taken: Vec<&Compulsory> = home.compulsory.iter().filter(|choice| of(choice) > 0).collect();
    let fits = match taken.as_slice() {
        [choice] => is_in(of(choice), context.rules.count(table, choice)),
        _ => false,
    };
    if !fits {
        let has: Vec<String> =
            taken.iter().map(|choice| format!("{} {}", of(choice), context.name(choice.kind, None))).collect();
        let has = if has.is_empty() { "none".to_owned() } else { has.join(" and ") };
        let message = format!("A table of {} has {ways} as compulsory features; here are {has}.", home.name);
        problems.push(context.broken(Code::CompulsoryCount, &home.rule, None, message));
    }
}

/// Checks the number of optional features (D3H2-TERR-02).
pub(super) fn optional(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(table) = context.table else { return };
    let count = context.chosen.iter().filter(|chosen| !chosen.compulsory).count();
    if !is_in(count, table.optional) {
        let advice = if count < usize::from(table.optional.0) { "Add some" } else { "Take some away" };
        let message = format!("There are {count} optional features; a table has {}. {advice}.", range(table.optional));
        problems.push(context.broken(Code::OptionalCount, &table.optional_counts, None, message));
    }
}

/// Checks that the home terrain has the optional features (D3H2-TERR-06 to D3H2-TERR-18, D3H2-TERR-20).
pub(super) fn allowed(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let home = context.layout.home;
    let is_strange = |chosen: &&ChosenFeature<'_>| {
        !chosen.compulsory && !home.optional.contains(&chosen.kind) && context.rules.feature(chosen.kind).is_some()
    };
    for chosen in context.chosen.iter().filter(is_strange) {
        let known: Vec<&str> = home.optional.iter().map(|kind| context.name(*kind, None)).collect();
        let message = format!(
            "{} has no optional {}. There are {}.",
            home.name,
            context.name(chosen.kind, chosen.bua),
            known.join(", ")
        );
        problems.push(context.broken(Code::NotAllowed, &home.optional_rule, chosen.feature, message));
    }
}

/// Checks that there are not too many features of one kind (D3H2-TERR-03).
pub(super) fn maxima(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(table) = context.table else { return };
    for kind in Kind::ALL.iter().copied().filter(|kind| context.rules.feature(*kind).is_some()) {
        let of_kind: Vec<&ChosenFeature<'_>> = context.chosen.iter().filter(|chosen| chosen.kind == kind).collect();
        let most = context.rules.most(table, kind);
        if let Some(beyond) = of_kind.get(usize::from(most.value)) {
            let message = format!(
                "There are {} of {}; {} is the most. Take {} away.",
                of_kind.len(),
                context.name(kind, None),
                most.value,
                of_kind.len() - usize::from(most.value)
            );
            problems.push(context.broken(Code::TypeMaximum, &most.rule, beyond.feature, message));
        }
    }
}

/// Checks that of kinds that exclude each other only one is taken (D3H2-TERR-18).
pub(super) fn either_or(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let home = context.layout.home;
    let Some(rule) = &home.either_rule else { return };
    for group in &home.either {
        let taken: Vec<Kind> =
            group.iter().copied().filter(|kind| context.chosen.iter().any(|chosen| chosen.kind == *kind)).collect();
        if taken.len() > 1 {
            let names: Vec<&str> = taken.iter().map(|kind| context.name(*kind, None)).collect();
            let message = format!(
                "A table of {} has only one of {}. Take the features of one kind away.",
                home.name,
                names.join(" and ")
            );
            problems.push(context.broken(Code::EitherOr, rule, None, message));
        }
    }
}

/// Checks that something that the home terrain needs was chosen (D3H2-TERR-04).
pub(super) fn needs(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(needs) = &context.rules.needs else { return };
    let home = context.layout.home;
    if !needs.homes.is_empty() && !needs.homes.contains(&home.id) {
        return;
    }
    let is_enough = |chosen: &ChosenFeature<'_>| {
        let going = context.rules.going(chosen.kind, chosen.bua);
        needs.kinds.contains(&chosen.kind)
            || (!needs.except.contains(&chosen.kind) && going.is_some_and(|going| needs.goings.contains(&going)))
    };
    if !context.chosen.iter().any(is_enough) {
        let kinds: Vec<&str> = needs.kinds.iter().map(|kind| context.name(*kind, None)).collect();
        let goings: Vec<String> = needs.goings.iter().map(|going| format!("{going} going")).collect();
        let except: Vec<&str> = needs.except.iter().map(|kind| context.name(*kind, None)).collect();
        let except = if except.is_empty() { String::new() } else { format!(", other than {}", except.join(", ")) };
        let message = format!(
            "A table of {} has at least one feature that is {} or {}{except}. Choose one.",
            home.name,
            kinds.join(", "),
            goings.join(" or ")
        );
        problems.push(context.broken(Code::ArableNeedsMore, &needs.rule, None, message));
    }
}
