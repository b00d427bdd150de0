//! The rules that players may read in more than one way, and the types that protect from a spell.

use super::inherited::InheritedFile;
use super::names::Names;
use crate::combat::{
    Combat, Fact, FactSet, Fighter, MOST_VALUES, NameTarget, Protectors, Reading, ReadingValue, Readings,
};
use crate::id::TroopId;
use crate::load::data_file::{DataFile, LoadError};
use musterfield_rule_files::combat::{CombatFile, ProtectorsEntry, ReadingEntry};

/// Reads the rules that players may read in more than one way, besides those that are known from another file.
pub(in crate::load) fn readings(
    source: &mut DataFile<'_>,
    entries: &[ReadingEntry],
    known: &[Reading],
) -> Vec<Reading> {
    let mut found: Vec<Reading> = Vec::new();
    let taken = known.iter().map(|reading| reading.others.len()).sum::<usize>();
    let mut numbers = u32::try_from(taken).unwrap_or(u32::MAX)..;
    for entry in entries {
        let id = entry.id.get_ref();
        check_word(source, &entry.id);
        if found.iter().chain(known).any(|reading| *reading.id == **id) {
            source.report(&entry.id.span(), format!("the reading `{id}` appears twice"));
        }
        let mut values = values(source, entry, &mut numbers).into_iter();
        let (usual, others) = (values.next(), values.collect::<Vec<_>>());
        if others.is_empty() {
            source.report(&entry.id.span(), format!("the reading `{id}` must have two values or more"));
        }
        let rule = source.rule(&entry.rule);
        let name = entry.name.as_str().into();
        found.extend(usual.map(|usual| Reading { id: id.as_str().into(), name, usual, others, rule }));
    }
    found
}

/// Reads the values of a reading, the usual one first; each of the others takes the next number.
fn values(
    source: &mut DataFile<'_>,
    entry: &ReadingEntry,
    numbers: &mut impl Iterator<Item = u32>,
) -> Vec<ReadingValue> {
    let mut found: Vec<ReadingValue> = Vec::new();
    for (at, value) in entry.values.iter().enumerate() {
        let (id, span) = (value.id.get_ref(), value.id.span());
        check_word(source, &value.id);
        if found.iter().any(|known| *known.id == **id) {
            source.report(&span, format!("`{id}` appears twice in the reading `{}`", entry.id.get_ref()));
        }
        let choice = if at == 0 { Some(Readings::default()) } else { numbers.next().and_then(Readings::of) };
        if choice.is_none() {
            source.report(&span, format!("readings have more than {MOST_VALUES} values in all"));
        }
        let (id, words) = (id.as_str().into(), value.words.as_str().into());
        found.push(ReadingValue { id, words, choice: choice.unwrap_or_default() });
    }
    found
}

/// Reports a name that cannot stand in an address, or before the sign in a condition.
fn check_word(source: &mut DataFile<'_>, written: &toml::Spanned<String>) {
    let word = written.get_ref();
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_') {
        source.report(&written.span(), format!("`{word}` must consist of small letters, figures and `_`"));
    }
}

/// Reads the types that protect from a spell.
pub(super) fn protectors(source: &mut DataFile<'_>, entry: &ProtectorsEntry, names: &Names<'_>) -> Option<Protectors> {
    let rule = source.rule(&entry.rule);
    let (of, listed) = names.list(source, &entry.of)?;
    let mut types = Vec::new();
    for name in &listed {
        match name.target {
            NameTarget::Fighter(Fighter(at)) | NameTarget::Only(Fighter(at))
                if usize::from(at) < names.troops.len() && !name.excluded =>
            {
                types.push(TroopId(at));
            }
            _ => source.report(&entry.rule.span(), "`protectors` must name types"),
        }
    }
    Some(Protectors { of, types, rule })
}

/// Reports readings of this ruleset's own files on which no row depends, and protectors that no row asks for. A ruleset
/// may leave out rows of the one that it extends, and what they ask for stays as it is there.
pub(super) fn check_uses(inherited: &InheritedFile<'_, CombatFile>, errors: &mut Vec<LoadError>, combat: &Combat) {
    let Some(file) = &inherited.own else { return };
    let mut source = DataFile::new(file.path.clone(), file.text, inherited.reference, errors);
    for entry in file.parsed.reading.iter().flatten() {
        let id = entry.id.get_ref();
        let Some(reading) = combat.reading(id) else { continue };
        for value in entry.values.iter().skip(1) {
            let word = value.id.get_ref();
            let is_used = reading.value(word).is_some_and(|value| combat.asks(FactSet::from(value.choice)));
            if !is_used {
                source.report(&value.id.span(), format!("no row depends on the reading `{id} = {word}`"));
            }
        }
    }
    if let Some(entry) = &file.parsed.protectors
        && !combat.asks(Fact::Protected)
    {
        let message = format!("no row asks for `{}`", Fact::Protected.words());
        source.report(&entry.rule.span(), message);
    }
}
