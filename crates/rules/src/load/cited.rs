//! Values with their rules: moves, distances and bases, of types and of their variants in grades.

use toml::Spanned;

use super::data_file::DataFile;
use crate::ruleset::Scale;
use crate::troop::{Base, Cited, Move};
use musterfield_rule_files::cited::{BaseEntry, MoveEntry, ReachEntry};

pub(super) fn movement(source: &mut DataFile<'_>, entry: &MoveEntry) -> Cited<Move> {
    Cited {
        value: Move { good: entry.good, rough: entry.rough, bad: entry.bad, river: entry.river, road: entry.road },
        rule: source.rule(&entry.rule),
    }
}

pub(super) fn known_depth(source: &mut DataFile<'_>, written: &Spanned<String>, scales: Option<&[Scale]>) {
    let depth = written.get_ref();
    if scales.is_some_and(|scales| scales.iter().any(|scale| scale.depth(depth).is_none())) {
        source.report(&written.span(), format!("not every figure scale has a depth `{depth}`"));
    }
}

pub(super) fn base(source: &mut DataFile<'_>, entry: &BaseEntry, scales: Option<&[Scale]>) -> Base {
    known_depth(source, &entry.depth, scales);
    Base {
        depth: entry.depth.get_ref().as_str().into(),
        figures: entry.figures.as_str().into(),
        rule: source.rule(&entry.rule),
    }
}

pub(super) fn reach(source: &mut DataFile<'_>, entry: &ReachEntry) -> Cited<u16> {
    Cited { value: entry.is, rule: source.rule(&entry.rule) }
}
