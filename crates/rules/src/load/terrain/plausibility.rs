//! Numbers and names that make no sense together: with such data the generator could get stuck.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::load::data_file::DataFile;
use crate::terrain::{Bua, HomeTerrainRules, Kind, TableSize, TerrainRules};
use musterfield_rule_files::terrain::{Bw, CampSiteEntry, HomeTerrainEntry, SizeEntry, TableEntry, TerrainFile};

/// Faces of a die.
const FACES: u8 = 6;

/// Quarters of a table.
const QUARTERS: u8 = 4;

/// Sides of a table.
const SIDES: usize = 4;

/// Reports everything that makes no sense in a file that could be read.
pub(super) fn check(source: &mut DataFile<'_>, file: &TerrainFile, rules: &TerrainRules) {
    if file.table.is_empty() || file.home_terrain.is_empty() {
        source.report(&file.rule.span(), "there must be a `table` and a `home_terrain`");
    }
    check_distinct(source, file.table.iter().map(|table| (table.id.as_str(), table.rule.span())), "table");
    check_distinct(source, file.home_terrain.iter().map(|home| (home.id.as_str(), home.rule.span())), "home terrain");
    check_distinct(source, file.size.iter().map(|size| (size.id.as_str(), size.rule.span())), "size");
    for (entry, table) in file.table.iter().zip(&rules.tables) {
        boards(source, entry, table);
    }
    for (entry, home) in file.home_terrain.iter().zip(&rules.homes) {
        features_of(source, file, rules, entry, home);
        chart(source, file, rules, entry, home);
    }
    for entry in &file.size {
        size(source, entry);
    }
    codes(source, file, rules);
    built_up(source, file, rules);
    dice(source, file, rules);
    linear(source, file);
    coverage(source, file);
    if let Some(camp) = &file.camp {
        camp_site(source, camp);
    }
    edges(source, file);
}

/// Reports duplicate names.
fn check_distinct<'a>(source: &mut DataFile<'_>, names: impl Iterator<Item = (&'a str, Range<usize>)>, what: &str) {
    let mut seen = BTreeSet::new();
    for (name, span) in names {
        if !seen.insert(name) {
            source.report(&span, format!("the {what} `{name}` appears twice"));
        }
    }
}

fn boards(source: &mut DataFile<'_>, entry: &TableEntry, table: &TableSize) {
    if table.between && (table.boards.len() < 2 || table.boards.iter().any(|(width, depth)| width != depth)) {
        source.report(&entry.boards.span(), "`between` needs a smallest and a largest square board");
    }
    if table.usual.0 < table.optional.0 || table.usual.1 > table.optional.1 {
        source.report(&entry.optional.span(), "`usual` must lie within `optional`");
    }
    if entry.same.most == 0 {
        source.report(&entry.same.rule.span(), "at most 0 of a kind leaves none at all");
    }
}

/// Whether a home terrain's features can be chosen on each size of table.
fn features_of(
    source: &mut DataFile<'_>,
    file: &TerrainFile,
    rules: &TerrainRules,
    entry: &HomeTerrainEntry,
    home: &HomeTerrainRules,
) {
    let span = entry.rule.span();
    let none_is_compulsory = rules.tables.iter().all(|table| table.compulsory.1 == 0);
    if entry.compulsory.is_empty() != none_is_compulsory || entry.optional.is_empty() {
        source.report(&span, format!("`{}` has no compulsory or no optional features", entry.id));
    }
    check_distinct(source, entry.optional.iter().map(|kind| (kind.get_ref().as_str(), kind.span())), "optional kind");
    if !entry.either.is_empty() && entry.either_rule.is_none() {
        source.report(&span, "`either` needs an `either_rule`");
    }
    for group in &home.either {
        if group.len() < 2 || group.iter().any(|kind| !home.has(*kind)) {
            source.report(&span, format!("each group of `either` must have at least two kinds, all of `{}`", entry.id));
        }
    }
    for (table, of_table) in rules.tables.iter().zip(&file.table) {
        for (choice, written) in home.compulsory.iter().zip(&entry.compulsory) {
            let (least, most) = rules.count(table, choice);
            let span = written.kind.span();
            if least < table.compulsory.0.max(1) || most > table.compulsory.1 {
                let (kind, id) = (choice.kind, &table.id);
                source.report(&span, format!("{least} to {most} `{kind}` do not fit the numbers of the table `{id}`"));
            }
            if most > rules.most(table, choice.kind).value {
                source.report(&span, format!("the table `{}` cannot have `{}` {most} times", table.id, choice.kind));
            }
        }
        if can_be_optional(rules, table, home) < u32::from(table.optional.0) {
            let message = format!("`{}` has too few optional features for the table `{}`", entry.id, table.id);
            source.report(&of_table.optional.span(), message);
        }
    }
}

/// The greatest number of optional features on a table, if the compulsory ones take as much of their kind as they
/// can.
fn can_be_optional(rules: &TerrainRules, table: &TableSize, home: &HomeTerrainRules) -> u32 {
    let left = |kind: Kind| {
        let taken =
            home.compulsory.iter().filter(|choice| choice.kind == kind).map(|choice| rules.count(table, choice).1);
        u32::from(rules.most(table, kind).value.saturating_sub(taken.max().unwrap_or(0)))
    };
    let grouped = |kind: &Kind| home.either.iter().any(|group| group.contains(kind));
    let free: u32 = home.optional.iter().filter(|kind| !grouped(kind)).map(|kind| left(*kind)).sum();
    let either = home.either.iter().map(|group| group.iter().map(|kind| left(*kind)).max().unwrap_or(0));
    free + either.sum::<u32>()
}

fn chart(
    source: &mut DataFile<'_>,
    file: &TerrainFile,
    rules: &TerrainRules,
    entry: &HomeTerrainEntry,
    home: &HomeTerrainRules,
) {
    let faces = if file.chart.is_some() { usize::from(FACES) } else { 0 };
    if entry.chart.len() != faces {
        source.report(
            &entry.rule.span(),
            format!("the chart of `{}` must have a line for each face of the die", entry.id),
        );
    }
    let swaps = rules.chart.as_ref().is_some_and(|chart| chart.swap.is_some());
    for (face, written) in home.chart.iter().zip(&entry.chart) {
        let span = written.rule.span();
        if face.kinds.is_empty() {
            source.report(&span, "each face of the chart must give something");
        }
        if face.first && face.kinds.len() < 2 {
            source.report(&span, "`first` needs a face with more than one kind");
        }
        for kind in &face.kinds {
            let swapped = *kind == Kind::Bua && swaps && home.has(Kind::Bua);
            if !swapped && !home.optional.contains(kind) {
                source.report(&span, format!("`{kind}` is not an optional feature of `{}`", entry.id));
            }
        }
        if face.kinds.contains(&Kind::Bua) && rules.bua_die.is_none() {
            source.report(&span, "a chart that gives BUAs needs a `bua_die`");
        }
    }
}

fn size(source: &mut DataFile<'_>, entry: &SizeEntry) {
    let span = entry.rule.span();
    let [length, width] = entry.least;
    if length.0 < width.0 || entry.most.is_some_and(|[length, width]| length.0 < width.0) {
        source.report(&span, format!("in the size `{}` the length must come before the width", entry.id));
    }
    if is_more(entry.least, entry.most) || entry.sum.is_some_and(|sum| sum.0 < length.0 + width.0) {
        source.report(&span, format!("the least of the size `{}` is more than its most", entry.id));
    }
    if let Some(small) = &entry.small
        && is_more(small.least, Some(entry.least))
    {
        source.report(&small.rule.span(), format!("`small` must be smaller than other features of `{}`", entry.id));
    }
    if let Some(ratio) = &entry.ratio {
        let wrong_way = ratio.least.zip(ratio.most).is_some_and(|(least, most)| least > most);
        if wrong_way || ratio.least == Some(0) || ratio.most == Some(0) || ratio.least.or(ratio.most).is_none() {
            source.report(&ratio.rule.span(), "`ratio` must be the least and the greatest ratio of length to width");
        }
    }
}

/// Whether a minimum length or width exceeds the maximum.
fn is_more(least: [Bw; 2], most: Option<[Bw; 2]>) -> bool {
    most.is_some_and(|most| least.iter().zip(&most).any(|(least, most)| least.0 > most.0))
}

/// Checks that dice have six faces, and that those of the die for quarters are quarters.
fn dice(source: &mut DataFile<'_>, file: &TerrainFile, rules: &TerrainRules) {
    for die in [Some(&file.procedure.die), file.bua_die.as_ref()].into_iter().flatten() {
        if die.faces.get_ref().len() != usize::from(FACES) {
            source.report(&die.faces.span(), "`faces` must give a meaning to each of the six numbers of a die");
        }
    }
    let decided = rules.procedure.die.decided();
    if decided.is_empty() || decided.iter().any(|quarter| !(1..=QUARTERS).contains(quarter)) {
        source.report(&file.procedure.die.faces.span(), "the quarters of a table must be 1 to 4");
    }
    if rules.bua_die.as_ref().is_some_and(|die| die.decided().is_empty()) {
        source.report(&file.rule.span(), "the `bua_die` must leave the player a kind to choose");
    }
}

/// Checks that either every feature has a code or none has, and that no two have the same.
fn codes(source: &mut DataFile<'_>, file: &TerrainFile, rules: &TerrainRules) {
    let of_features = file.feature.iter().filter(|entry| entry.kind.get_ref() != Kind::Bua.as_str());
    let entries = of_features.map(|entry| (&entry.kind, &entry.code));
    let entries: Vec<_> = entries.chain(file.bua.iter().map(|entry| (&entry.id, &entry.code))).collect();
    let coded = rules.codes().count();
    for (name, _) in entries.iter().filter(|(_, code)| code.is_none() && coded > 0) {
        source.report(&name.span(), format!("`{}` has no `code`, but others have", name.get_ref()));
    }
    let written = entries.iter().filter_map(|(name, code)| Some((code.as_ref()?.is.as_str(), name.span())));
    check_distinct(source, written, "code");
}

/// Checks the kinds of BUA and the die for them.
fn built_up(source: &mut DataFile<'_>, file: &TerrainFile, rules: &TerrainRules) {
    if rules.feature(Kind::Bua).is_some() == file.bua.is_empty() {
        source
            .report(&file.rule.span(), "a ruleset with BUAs needs a `feature` for them and `bua` for what they can be");
    }
    let Some(die) = &file.bua_die else { return };
    for face in die.faces.get_ref() {
        if face.get_ref().parse::<Bua>().is_ok_and(|bua| rules.bua(bua).is_none()) {
            source.report(&face.span(), format!("the BUA `{}` is not described in this file", face.get_ref()));
        }
    }
}

/// Checks rivers, roads and waterways.
fn linear(source: &mut DataFile<'_>, file: &TerrainFile) {
    for (width, rule, what) in
        [(file.river.width, &file.river.rule, "river"), (file.road.width, &file.road.rule, "road")]
    {
        if width.0 == 0 {
            source.report(&rule.span(), format!("a {what} must have a width"));
        }
    }
    let water = &file.waterway;
    let [least, most] = water.depth;
    if least.0 == 0 || least.0 > most.0 || most.0 > water.deepest.0 {
        source.report(
            &water.rule.span(),
            "a waterway's least `depth` must come first, and `deepest` must be the greatest",
        );
    }
    let [part, whole] = *water.deep_share.get_ref();
    if whole == 0 || part > whole {
        source.report(&water.deep_share.span(), "`deep_share` must be a fraction such as [1, 2]");
    }
}

fn coverage(source: &mut DataFile<'_>, file: &TerrainFile) {
    if let Some(needs) = file.needs.as_ref().filter(|needs| needs.kinds.is_empty() && needs.goings.is_empty()) {
        source.report(&needs.rule.span(), "`needs` must name a kind or a going that is enough");
    }
    let Some(coverage) = &file.coverage else { return };
    if coverage.any.quarters > QUARTERS || coverage.bad_or_water.quarters > coverage.any.quarters {
        source.report(&coverage.any.rule.span(), "a table has four quarters, and bad going and water are features too");
    }
}

fn camp_site(source: &mut DataFile<'_>, camp: &CampSiteEntry) {
    let [length, width] = camp.least;
    if is_more(camp.least, camp.most) || camp.sum.is_some_and(|sum| sum.0 < length.0 + width.0) {
        source.report(&camp.size_rule.span(), "the least of a camp is more than its most");
    }
}

fn edges(source: &mut DataFile<'_>, file: &TerrainFile) {
    if file.edges.numbered.is_some() != file.edges.numbering.is_some() {
        source.report(&file.edges.defender.span(), "the method `numbered` must have a `numbering`; no other may");
    }
    let Some(numbering) = &file.edges.numbering else { return };
    let mut next = 1;
    let in_order = numbering.faces.get_ref().iter().all(|[first, last]| {
        let fits = *first == next && first <= last;
        next = last.saturating_add(1);
        fits
    });
    if !in_order || next != FACES + 1 || numbering.faces.get_ref().len() != SIDES {
        source.report(
            &numbering.faces.span(),
            "`faces` must give the four sides all faces of a die, each once and in order",
        );
    }
}
