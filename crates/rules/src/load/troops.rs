//! Classes, bases and the table of troop types.

use std::ops::Range;

use super::cited::{base, known_depth, movement, reach};
use super::data_file::DataFile;
use super::grades;
use super::troop_table::TroopTable;
use crate::grade::Grade;
use crate::reference::RuleId;
use crate::ruleset::{Class, Depth, Family, Scale};
use crate::spelling::{Spelling, Spellings};
use crate::troop::{
    Base, Cited, ClassId, Factor, FamilyId, FastRule, Garrison, GeneralRule, Summoned, Supertype, Troop, TroopId,
    WideBase,
};
use musterfield_rule_files::{
    BasesFile, ClassEntry, FamilyEntry, FastWord, KeptTypes, Mark, ScaleEntry, SpellingEntry, SummonedEntry,
    SummonedWord, TroopEntry, TroopsFile, WideBaseEntry,
};

/// The families, each after the one that it belongs to.
fn families(source: &mut DataFile<'_>, entries: &[FamilyEntry]) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for entry in entries {
        let code = entry.code.get_ref();
        if families.iter().any(|family| *family.code == **code) {
            source.report(&entry.code.span(), format!("the family `{code}` appears twice"));
        }
        let of = entry.kind_of.as_ref().and_then(|kind| {
            source.rule(&kind.rule);
            let found = family_id(&families, kind.code.get_ref());
            if found.is_none() {
                source
                    .report(&kind.code.span(), format!("there is no family `{}` before this one", kind.code.get_ref()));
            }
            found
        });
        families.push(Family {
            code: code.as_str().into(),
            singular: entry.singular.as_str().into(),
            plural: entry.plural.as_str().into(),
            of,
            rule: source.rule(&entry.rule),
        });
    }
    families
}

fn family_id(families: &[Family], code: &str) -> Option<FamilyId> {
    families.iter().position(|family| *family.code == *code).and_then(|at| u8::try_from(at).ok()).map(FamilyId)
}

pub(super) fn classes(source: &mut DataFile<'_>, entries: &[ClassEntry]) -> Vec<Class> {
    if entries.is_empty() {
        source.report(&(0..0), "there is no [[class]]");
    }
    entries
        .iter()
        .map(|entry| Class {
            id: entry.id.as_str().into(),
            name: entry.name.as_str().into(),
            plural: entry.plural.as_ref().unwrap_or(&entry.name).as_str().into(),
            rule: source.rule(&entry.rule),
        })
        .collect()
}

pub(super) fn scales(source: &mut DataFile<'_>, file: &BasesFile) -> Vec<Scale> {
    for note in &file.note {
        source.rule(&note.rule);
        if note.text.trim().is_empty() {
            source.report(&note.rule.span(), "the note is empty");
        }
    }
    for also in file.scale.iter().filter_map(|entry| entry.also.as_ref()) {
        let is_named = |entry: &&ScaleEntry| {
            entry.id == *also.get_ref() || entry.also.as_ref().is_some_and(|other| other.get_ref() == also.get_ref())
        };
        if file.scale.iter().filter(is_named).count() > 1 {
            source.report(&also.span(), format!("two figure scales are called `{}`", also.get_ref()));
        }
    }
    let scales: Vec<Scale> = file
        .scale
        .iter()
        .map(|entry| Scale {
            id: entry.id.as_str().into(),
            also: entry.also.as_ref().map(|also| also.get_ref().as_str().into()),
            name: entry.name.as_str().into(),
            frontage: entry.frontage,
            rule: source.rule(&entry.rule),
            depths: entry
                .depth
                .iter()
                .map(|depth| {
                    let usual = *depth.usual.get_ref();
                    if usual < depth.least || usual > depth.most {
                        source.report(
                            &depth.usual.span(),
                            format!("{usual} mm must be from {} to {} mm", depth.least, depth.most),
                        );
                    }
                    Depth {
                        class: depth.class.as_str().into(),
                        least: depth.least,
                        most: depth.most,
                        usual,
                        rule: source.rule(&depth.rule),
                    }
                })
                .collect(),
        })
        .collect();
    if scales.is_empty() {
        source.report(&(0..0), "there is no [[scale]]");
    }
    scales
}

fn summoned(source: &mut DataFile<'_>, entry: &SummonedEntry) -> Cited<Summoned> {
    let is = match entry.is {
        SummonedWord::May => Summoned::May,
        SummonedWord::Always => Summoned::Always,
    };
    Cited { value: is, rule: source.rule(&entry.rule) }
}

fn wide_base(source: &mut DataFile<'_>, entry: &WideBaseEntry, scales: &[Scale]) -> WideBase {
    known_depth(source, &entry.depth, Some(scales));
    let base = Base {
        depth: entry.depth.get_ref().as_str().into(),
        figures: entry.figures.as_str().into(),
        rule: source.rule(&entry.rule),
    };
    WideBase { name: entry.name.as_str().into(), base }
}

fn mark(source: &mut DataFile<'_>, entry: Option<&Mark>) -> Option<RuleId> {
    entry.map(|mark| source.rule(&mark.rule))
}

/// Reads the types in order; of those that `kept` leaves out, only the spellings are stored.
pub(super) fn table(
    source: &mut DataFile<'_>,
    file: &TroopsFile,
    classes: &[Class],
    scales: &[Scale],
    kept: Option<&KeptTypes>,
    graded: (&[Grade], usize),
) -> TroopTable {
    let mut table = TroopTable {
        troops: Vec::new(),
        spellings: Spellings::default(),
        left_out: Spellings::default(),
        dropped: Vec::new(),
        families: families(source, &file.family),
    };
    let letters = graded.0.iter().filter_map(|grade| grade.letter.chars().next()).collect();
    table.spellings.set_grades(letters, graded.1);
    if file.exact_figures {
        table.spellings.require_exact_figures();
    }
    let stays = |code: &str| kept.is_none_or(|kept| kept.keep.iter().any(|keep| keep.get_ref() == code));
    if let Some(kept) = kept {
        for code in &kept.keep {
            if !file.troop.iter().any(|troop| troop.code.get_ref() == code.get_ref()) {
                source.report(&(0..0), format!("`keep` names `{}`, which is not a troop type", code.get_ref()));
            }
        }
    }
    for entry in file.troop.iter().filter(|entry| !stays(entry.code.get_ref())) {
        table.dropped.push(entry.code.get_ref().clone());
    }
    for entry in &file.troop {
        let troop = troop(source, entry, classes, scales);
        if entry.grades.is_some() == graded.0.is_empty() {
            source.report(&entry.code.span(), "types must have `grades` exactly where the ruleset has [[grade]]");
        }
        if let Some(prices) = &entry.grades {
            if let Some(spelling) = grades::expand(source, &mut table, (entry, prices), &troop, graded) {
                spell(source, &mut table.spellings, entry, spelling);
            }
            continue;
        }
        let stays = stays(&troop.code);
        let id = if stays { table.troops.len() } else { 0 };
        let Ok(id) = u8::try_from(id) else {
            source.report(&entry.code.span(), "there are more than 256 troop types");
            break;
        };
        let spellings = if stays { &mut table.spellings } else { &mut table.left_out };
        spell(source, spellings, entry, Spelling::plain(TroopId(id)));
        if stays {
            table.troops.push(troop);
        }
    }
    for entry in &file.troop {
        let (Some(kind), true) = (&entry.kind_of, stays(entry.code.get_ref())) else { continue };
        let rule = source.rule(&kind.rule);
        let family = family_id(&table.families, kind.code.get_ref()).map(Supertype::Family);
        let parent =
            family.or_else(|| table.find(source, kind.code.get_ref(), &kind.code.span()).map(Supertype::Troop));
        if let (Some(parent), Some(troop)) =
            (parent, table.troops.iter_mut().find(|troop| *troop.code == **entry.code.get_ref()))
        {
            troop.kind_of = Some(Cited { value: parent, rule });
        }
    }
    for entry in &file.troop {
        let Some(fast) = entry.fast_as.as_ref() else { continue };
        let quick = table.find(source, fast.get_ref(), &fast.span());
        if quick.and_then(|id| table.get_mut(id)).is_some_and(|troop| troop.fast.value != FastRule::Always) {
            source.report(&fast.span(), format!("`{}` are not always Fast", fast.get_ref()));
        }
        if let Some(troop) = table.troops.iter_mut().find(|troop| *troop.code == **entry.code.get_ref()) {
            troop.fast_as = quick;
        }
    }
    if !graded.0.is_empty() {
        grades::variants(source, &mut table, file, classes, scales, graded.0);
    }
    for spelling in &file.spelling {
        extra_spelling(source, &mut table, spelling);
    }
    table
}

fn troop(source: &mut DataFile<'_>, entry: &TroopEntry, classes: &[Class], scales: &[Scale]) -> Troop {
    let class = classes.iter().position(|class| *class.id == **entry.class.is.get_ref());
    if class.is_none() {
        source.report(&entry.class.is.span(), format!("there is no class `{}`", entry.class.is.get_ref()));
    }
    let fast = match entry.fast.is {
        FastWord::No => FastRule::No,
        FastWord::May => FastRule::May,
        FastWord::Usual => FastRule::Usual,
        FastWord::Always => FastRule::Always,
    };
    if fast.is_choice() != entry.fast_move.is_some() {
        source.report(&entry.code.span(), "`fast_move` belongs to the types with a choice of Fast, and to no others");
    }
    Troop {
        code: entry.code.get_ref().as_str().into(),
        icon: entry.icon.as_ref().unwrap_or(entry.code.get_ref()).as_str().into(),
        name: entry.name.as_str().into(),
        singular: entry.singular.as_ref().unwrap_or(&entry.name).as_str().into(),
        plural: entry.plural.as_ref().unwrap_or(&entry.name).as_str().into(),
        class: Cited {
            value: ClassId(class.and_then(|at| u8::try_from(at).ok()).unwrap_or_default()),
            rule: source.rule(&entry.class.rule),
        },
        cost: entry.cost.as_ref().map(|cost| Cited { value: *cost.ap.get_ref(), rule: source.rule(&cost.rule) }),
        costly: false,
        fast: Cited { value: fast, rule: source.rule(&entry.fast.rule) },
        fast_as: None,
        factor: Cited {
            value: Factor { foot: entry.factor.foot, mounted: entry.factor.mounted, shot_foot: entry.factor.shot_foot },
            rule: source.rule(&entry.factor.rule),
        },
        movement: movement(source, &entry.movement),
        fast_movement: entry.fast_move.as_ref().map(|entry| movement(source, entry)),
        range: entry.range.as_ref().map(|entry| reach(source, entry)),
        spell: entry.spell.as_ref().map(|entry| reach(source, entry)),
        base: base(source, &entry.base, Some(scales)),
        wide_base: entry.wide_base.as_ref().map(|entry| wide_base(source, entry, scales)),
        kind_of: None,
        general: GeneralRule::May,
        only_general: None,
        summoned: entry.summoned.as_ref().map(|entry| summoned(source, entry)),
        water: mark(source, entry.water.as_ref()),
        siege_tower: mark(source, entry.siege_tower.as_ref()),
        rides: mark(source, entry.rides.as_ref()),
        garrison: Garrison { walls: true, camp: true, sacks: true },
        graded: None,
        air_mobile: None,
        no_army: mark(source, entry.no_army.as_ref()),
    }
}

fn spell(source: &mut DataFile<'_>, spellings: &mut Spellings, entry: &TroopEntry, plain: Spelling) {
    let mut clash = |known: bool, span: &Range<usize>, word: &str| {
        if !known {
            source.report(span, format!("`{word}` already means another type"));
        }
    };
    clash(spellings.add_code(entry.code.get_ref(), plain), &entry.code.span(), entry.code.get_ref());
    clash(spellings.add(&entry.name, plain), &entry.code.span(), &entry.name);
    for name in [&entry.singular, &entry.plural].into_iter().flatten() {
        clash(spellings.add(name, plain), &entry.code.span(), name);
    }
    for also in &entry.also {
        clash(spellings.add(also.get_ref(), plain), &also.span(), also.get_ref());
    }
}

fn extra_spelling(source: &mut DataFile<'_>, table: &mut TroopTable, entry: &SpellingEntry) {
    source.rule(&entry.rule);
    let troop = table.find(source, entry.code.get_ref(), &entry.code.span());
    let left_out = troop.is_none();
    let troop = troop.unwrap_or(TroopId(0));
    let spelling = Spelling { troop, water: entry.water, siege_tower: entry.siege_tower, mounted: false };
    // The spellings of a type that is not kept only serve to recognise it.
    let spellings = if left_out { &mut table.left_out } else { &mut table.spellings };
    for word in &entry.read {
        if !spellings.add(word.get_ref(), spelling) {
            source.report(&word.span(), format!("`{}` already means another type", word.get_ref()));
        }
    }
}
