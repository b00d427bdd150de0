//! Grades: each type in each grade is a troop type of its own, of the family that has the type's name.

use toml::Spanned;

use super::cited::{base, movement, reach};
use super::combat::Names;
use super::data_file::DataFile;
use super::troop_table::TroopTable;
use crate::combat::FighterSet;
use crate::grade::{AirMobile, Casters, Grade, GradeId, Graded, Label, Morale, OpenCommands, Remark};
use crate::points::Points;
use crate::ruleset::{Class, Family, GradeRules, Scale};
use crate::spelling::Spelling;
use crate::troop::{Cited, ClassId, FamilyId, Supertype, Troop, TroopId};
use musterfield_rule_files::grade::{GradeEntry, GradesEntry, LabelEntry, TextEntry, VariantEntry};
use musterfield_rule_files::{ArmyFile, TroopEntry, TroopsFile};

/// Reads the grades; the default one applies to elements for which no grade is given.
pub(super) fn grades(source: &mut DataFile<'_>, entries: &[GradeEntry]) -> Vec<Grade> {
    if !entries.is_empty() && entries.iter().filter(|entry| entry.usual).count() != 1 {
        source.report(&(0..0), "exactly one grade must be the usual one");
    }
    if entries.iter().filter(|entry| entry.fast).count() > 1 {
        source.report(&(0..0), "at most one grade can be Fast");
    }
    entries
        .iter()
        .map(|entry| {
            let letter = entry.letter.get_ref();
            if letter.chars().count() != 1 {
                source.report(&entry.letter.span(), "a grade must be one letter");
            }
            Grade {
                letter: letter.as_str().into(),
                name: entry.name.as_str().into(),
                usual: entry.usual,
                fast: entry.fast,
                faster: entry.faster.as_ref().map(|entry| reach(source, entry)),
                rule: source.rule(&entry.rule),
            }
        })
        .collect()
}

/// The position of the default grade.
pub(super) fn usual(entries: &[GradeEntry]) -> usize {
    entries.iter().position(|entry| entry.usual).unwrap_or(0)
}

/// Adds a type in every grade to the table; the spelling without a grade stands for the default one.
pub(super) fn expand(
    source: &mut DataFile<'_>,
    table: &mut TroopTable,
    (entry, prices): (&TroopEntry, &GradesEntry),
    troop: &Troop,
    (grades, usual): (&[Grade], usize),
) -> Option<Spelling> {
    unknown_letters(source, prices, grades);
    let family = FamilyId(u8::try_from(table.families.len()).ok()?);
    table.families.push(Family {
        code: troop.code.clone(),
        singular: troop.singular.clone(),
        plural: troop.plural.clone(),
        of: None,
        rule: troop.class.rule.clone(),
    });
    let first = table.troops.len();
    if first + grades.len() > usize::from(u8::MAX) + 1 {
        source.report(&entry.code.span(), "there are more than 256 troop types");
        return None;
    }
    let price_rule = source.rule(&prices.rule);
    let described_rule = source.rule(&prices.described_rule);
    for (id, grade) in (0..).map(GradeId).zip(grades) {
        let letter = &*grade.letter;
        let price = |of: &std::collections::BTreeMap<String, Spanned<Points>>| of.get(letter).map(|ap| *ap.get_ref());
        let (regular, irregular) = (price(&prices.regular), price(&prices.irregular));
        let with = |name: &str| format!("{name} ({letter})").into_boxed_str();
        table.troops.push(Troop {
            code: format!("{}({letter})", troop.code).into(),
            name: with(&troop.name),
            singular: with(&troop.singular),
            plural: with(&troop.plural),
            cost: irregular.or(regular).map(|is| Cited { value: is, rule: price_rule.clone() }),
            kind_of: Some(Cited { value: Supertype::Family(family), rule: price_rule.clone() }),
            graded: Some(Graded {
                grade: id,
                family,
                regular,
                irregular,
                described: prices.described.contains(letter),
                price_rule: price_rule.clone(),
                described_rule: described_rule.clone(),
            }),
            ..troop.clone()
        });
    }
    let id = u8::try_from(first + usual).ok()?;
    Some(Spelling::plain(TroopId(id)))
}

fn unknown_letters(source: &mut DataFile<'_>, prices: &GradesEntry, grades: &[Grade]) {
    let is_known = |letter: &str| grades.iter().any(|grade| &*grade.letter == letter);
    for (letter, ap) in prices.regular.iter().chain(&prices.irregular) {
        if !is_known(letter) {
            source.report(&ap.span(), format!("there is no grade `{letter}`"));
        }
    }
    for letter in prices.described.chars().map(String::from).filter(|letter| !is_known(letter)) {
        source.report(&prices.rule.span(), format!("there is no grade `{letter}`"));
    }
}

/// Applies the differences of some types in some grades.
pub(super) fn variants(
    source: &mut DataFile<'_>,
    table: &mut TroopTable,
    file: &TroopsFile,
    classes: &[Class],
    scales: &[Scale],
    grades: &[Grade],
) {
    let names = Names::new(classes, &table.families, &table.troops, file, grades, &[]);
    let of: Vec<FighterSet> = file.variant.iter().map(|entry| who(source, &names, &entry.of)).collect();
    for (of, entry) in of.into_iter().zip(&file.variant) {
        variant(source, table, of, entry, classes, scales);
    }
}

fn variant(
    source: &mut DataFile<'_>,
    table: &mut TroopTable,
    of: FighterSet,
    entry: &VariantEntry,
    classes: &[Class],
    scales: &[Scale],
) {
    let class = entry.class.as_ref().and_then(|named| {
        let rule = source.rule(&named.rule);
        let at = classes.iter().position(|class| *class.id == **named.is.get_ref());
        if at.is_none() {
            source.report(&named.is.span(), format!("there is no class `{}`", named.is.get_ref()));
        }
        Some(Cited { value: ClassId(u8::try_from(at?).ok()?), rule })
    });
    let moves = entry.movement.as_ref().map(|entry| movement(source, entry));
    let range = entry.range.as_ref().map(|entry| reach(source, entry));
    let spell = entry.spell.as_ref().map(|entry| reach(source, entry));
    let stands = entry.base.as_ref().map(|entry| base(source, entry, Some(scales)));
    for (_, troop) in (0..).map(TroopId).zip(&mut table.troops).filter(|(id, _)| of.has((*id).into(), false)) {
        if let Some(class) = &class {
            troop.class = class.clone();
        }
        if let Some(moves) = &moves {
            troop.movement = moves.clone();
        }
        if let Some(range) = &range {
            troop.range = Some(range.clone());
        }
        if let Some(spell) = &spell {
            troop.spell = Some(spell.clone());
        }
        if let Some(stands) = &stands {
            troop.base = stands.clone();
        }
    }
}

/// The fighters that a list names; reports a list that names none.
fn who(source: &mut DataFile<'_>, names: &Names<'_>, written: &[Spanned<String>]) -> FighterSet {
    names.list(source, written).map(|(set, _)| set).unwrap_or_default()
}

/// Reads the collective names that rules give to elements of several types.
pub(super) fn labels(source: &mut DataFile<'_>, names: &Names<'_>, entries: &[LabelEntry]) -> Vec<Label> {
    entries
        .iter()
        .map(|entry| Label {
            name: entry.name.as_str().into(),
            plural: entry.plural.as_str().into(),
            of: who(source, names, &entry.of),
            rule: source.rule(&entry.rule),
        })
        .collect()
}

/// Reads the additional rules for armies of graded elements.
pub(super) fn army(source: &mut DataFile<'_>, names: &Names<'_>, file: &ArmyFile) -> GradeRules {
    let morale = file.morale.iter().map(|entry| Morale {
        of: who(source, names, &entry.of),
        general: entry.general,
        regular: entry.regular,
        equivalents: entry.me,
        rule: source.rule(&entry.rule),
    });
    let morale = morale.collect();
    let remarks = file.remark.iter().map(|entry| Remark {
        of: who(source, names, &entry.of),
        regular: entry.regular,
        text: entry.says.as_str().into(),
        rule: source.rule(&entry.rule),
    });
    let remarks = remarks.collect();
    GradeRules {
        morale,
        remarks,
        casters: file.casters.as_ref().map(|entry| Casters {
            magicians: who(source, names, &entry.magicians),
            clerics: who(source, names, &entry.clerics),
            mindless: who(source, names, &entry.mindless),
            both: sentence(source, &entry.both),
            several: sentence(source, &entry.several),
            without: sentence(source, &entry.without),
        }),
        air_mobile: file.air_mobile.as_ref().map(|entry| AirMobile {
            points: *entry.ap.get_ref(),
            rule: source.rule(&entry.rule),
            leave_rule: source.rule(&entry.leave),
        }),
        other_costs: file.other_costs.as_ref().map(|entry| sentence(source, entry)),
        commands: file.open_commands.as_ref().map(|entry| OpenCommands {
            most: entry.most,
            losses: entry.losses.as_str().into(),
            rule: source.rule(&entry.rule),
        }),
    }
}

/// A sentence of the rules.
fn sentence(source: &mut DataFile<'_>, entry: &TextEntry) -> Cited<Box<str>> {
    Cited { value: entry.says.as_str().into(), rule: source.rule(&entry.rule) }
}

/// Reads which elements may be air-mobile, and by which rule.
pub(super) fn fly_to_battle(
    source: &mut DataFile<'_>,
    names: &Names<'_>,
    file: &ArmyFile,
) -> Option<(FighterSet, crate::RuleId)> {
    let entry = file.air_mobile.as_ref()?;
    Some((who(source, names, &entry.of), source.rule(&entry.leave)))
}
