//! Checks the choice of features: numbers, maxima, and the features that a home terrain allows and needs.

use musterfield_rules::terrain::{Compulsory, Kind};

use super::context::{ChosenFeature, Context};
use crate::problem::{ChoiceFault, CompulsoryCount, Problem};

fn is_in(count: usize, (least, most): (u8, u8)) -> bool {
    (usize::from(least)..=usize::from(most)).contains(&count)
}

/// Checks that the game has the kinds of all features, and of BUAs (D3H2-FEAT-26).
pub(super) fn known(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let rules = context.rules;
    // Where features have codes, a rule says that there are no others (DBMF-TERR-07).
    let has_codes = rules.codes().next().is_some();
    let rule = if has_codes { &context.layout.home.optional_rule } else { &rules.procedure.bua };
    for piece in &context.pieces {
        let feature = piece.feature;
        let game = &*rules.name;
        let fault = match feature.bua {
            _ if piece.kind.is_none() => {
                let known = rules.features().iter().map(|known| context.named(known.kind, None)).collect();
                ChoiceFault::UnknownKind { game, kind: feature.kind, known }
            }
            Some(bua) if piece.bua.is_none() => {
                let known = rules.buas().iter().map(|known| context.named(Kind::Bua, Some(known.bua))).collect();
                ChoiceFault::UnknownBua { game, bua, known }
            }
            _ => continue,
        };
        problems.push(context.broken(rule, piece.id(), fault));
    }
}

/// Checks that one of the compulsory choices of the home terrain is taken as a whole (D3H2-TERR-02, D3H2-TERR-05 to
/// D3H2-TERR-17).
pub(super) fn compulsory(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(table) = context.table else { return };
    let home = context.layout.home;
    if home.compulsory.is_empty() {
        return;
    }
    let chosen = || context.chosen.iter().filter(|chosen| chosen.compulsory);
    let of = |choice: &Compulsory| chosen().filter(|chosen| chosen.kind == choice.kind).count();
    let ways = || {
        let way = |choice: &Compulsory| CompulsoryCount {
            kind: context.named(choice.kind, None),
            count: context.rules.count(table, choice),
        };
        home.compulsory.iter().map(way).collect()
    };
    for chosen in chosen().filter(|chosen| !home.compulsory.iter().any(|choice| choice.kind == chosen.kind)) {
        let kind = context.named(chosen.kind, chosen.bua);
        let fault = ChoiceFault::NotCompulsory { home: home.into(), kind, ways: ways() };
        problems.push(context.broken(&home.rule, chosen.feature, fault));
    }
    let taken: Vec<&Compulsory> = home.compulsory.iter().filter(|choice| of(choice) > 0).collect();
    let fits = match taken.as_slice() {
        [choice] => is_in(of(choice), context.rules.count(table, choice)),
        _ => false,
    };
    if !fits {
        let taken = taken.iter().map(|choice| (of(choice), context.named(choice.kind, None))).collect();
        let fault = ChoiceFault::CompulsoryCount { home: home.into(), ways: ways(), taken };
        problems.push(context.broken(&home.rule, None, fault));
    }
}

/// Checks the number of optional features (D3H2-TERR-02).
pub(super) fn optional(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(table) = context.table else { return };
    let count = context.chosen.iter().filter(|chosen| !chosen.compulsory).count();
    if !is_in(count, table.optional) {
        let fault = ChoiceFault::OptionalCount { count, allowed: table.optional };
        problems.push(context.broken(&table.optional_counts, None, fault));
    }
}

/// Checks that the home terrain has the optional features (D3H2-TERR-06 to D3H2-TERR-18, D3H2-TERR-20).
pub(super) fn allowed(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let home = context.layout.home;
    let is_strange = |chosen: &&ChosenFeature<'_>| {
        !chosen.compulsory && !home.optional.contains(&chosen.kind) && context.rules.feature(chosen.kind).is_some()
    };
    for chosen in context.chosen.iter().filter(is_strange) {
        let kind = context.named(chosen.kind, chosen.bua);
        let fault = ChoiceFault::NotOptional { home: home.into(), kind, known: context.all_named(&home.optional) };
        problems.push(context.broken(&home.optional_rule, chosen.feature, fault));
    }
}

/// Checks that there are not too many features of one kind (D3H2-TERR-03).
pub(super) fn maxima(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let Some(table) = context.table else { return };
    for kind in Kind::ALL.iter().copied().filter(|kind| context.rules.feature(*kind).is_some()) {
        let of_kind: Vec<&ChosenFeature<'_>> = context.chosen.iter().filter(|chosen| chosen.kind == kind).collect();
        let most = context.rules.most(table, kind);
        if let Some(beyond) = of_kind.get(usize::from(most.value)) {
            let kind = context.named(kind, None);
            let fault = ChoiceFault::TooMany { kind, count: of_kind.len(), most: most.value };
            problems.push(context.broken(&most.rule, beyond.feature, fault));
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
            let fault = ChoiceFault::EitherOr { home: home.into(), kinds: context.all_named(&taken) };
            problems.push(context.broken(rule, None, fault));
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
        let fault = ChoiceFault::Needs {
            home: home.into(),
            kinds: context.all_named(&needs.kinds),
            goings: needs.goings.clone(),
            except: context.all_named(&needs.except),
        };
        problems.push(context.broken(&needs.rule, None, fault));
    }
}
