//! Tables of a ruleset that sells each type in grades: a row for each type, and below it the differences of its grades.

use std::slice::from_ref;

use musterfield_rules::combat::FighterSet;
use musterfield_rules::grade::{GradeDifference, GradedType, Morale};
use musterfield_rules::sentence::capital;
use musterfield_rules::troop::FamilyId;
use musterfield_rules::{RuleId, Ruleset, Troop, TroopId};
use musterfield_words::series::series;

use super::namer::Namer;
use super::part::{CribLine, CribPart, CribTable, TableRow, ids};
use super::participants::Participants;
use super::prices::{Price, PriceRow, Prices};
use super::types::{self, reach, unit};

/// The way to name the elements of a set that have one type.
#[derive(Clone, PartialEq, Eq)]
enum Share {
    /// All of them, by the name of the type.
    Whole,
    /// All except those of these grades.
    But(Vec<String>),
    /// Only the elements of these grades.
    Only(Vec<String>),
}

/// The smallest number of types for which a grade of all of them is named as a whole.
const FEW: usize = 3;

fn one(id: TroopId) -> FighterSet {
    FighterSet::one(id.into(), false)
}

fn letter(ruleset: &Ruleset, id: TroopId) -> String {
    format!("({})", ruleset.letter(id).unwrap_or_default())
}

/// All elements of the ruleset.
pub(super) fn everybody(ruleset: &Ruleset) -> FighterSet {
    let all = ruleset.graded_types().into_iter().flat_map(|own| own.grades);
    all.fold(FighterSet::default(), |set, id| set.with(one(id)))
}

/// Names the elements of `among` in a set, in as few words as possible: grades of all types, whole types, grades of
/// some types.
pub(super) fn names_in_brief(ruleset: &Ruleset, set: FighterSet, among: FighterSet) -> String {
    let is_in = |set: FighterSet, id: &TroopId| !one(*id).common(set).is_empty();
    let there = |own: &GradedType| own.grades.iter().copied().filter(|id| is_in(among, id)).collect::<Vec<_>>();
    let all: Vec<(FamilyId, Vec<TroopId>)> =
        ruleset.graded_types().iter().map(|own| (own.family, there(own))).filter(|(_, ids)| !ids.is_empty()).collect();
    if all.iter().flat_map(|(_, ids)| ids).all(|id| is_in(set, id)) {
        return "all".to_owned();
    }
    let whole: Vec<String> = ruleset
        .grades
        .iter()
        .map(|grade| format!("({})", grade.letter))
        .filter(|grade| {
            let of_grade: Vec<&TroopId> =
                all.iter().flat_map(|(_, ids)| ids).filter(|id| letter(ruleset, **id) == *grade).collect();
            of_grade.len() >= FEW && of_grade.into_iter().all(|id| is_in(set, id))
        })
        .collect();
    let mut shares: Vec<(Share, Vec<String>)> = Vec::new();
    for (family, ids) in &all {
        let letters = |wanted: bool| {
            ids.iter().filter(|id| is_in(set, id) == wanted).map(|id| letter(ruleset, *id)).collect::<Vec<_>>()
        };
        let (here, missing) = (letters(true), letters(false));
        let rest: Vec<String> = here.iter().filter(|letter| !whole.contains(letter)).cloned().collect();
        let share = match (rest.is_empty(), missing.is_empty()) {
            (true, false) => continue,
            // A type that is there only as part of a whole grade is named by the grade.
            (true, true) if here.len() == 1 => continue,
            (_, true) => Share::Whole,
            (false, false) if missing.len() < here.len() => Share::But(missing),
            (false, false) => Share::Only(rest),
        };
        let name = ruleset.family(*family).plural.to_string();
        match shares.iter_mut().find(|(known, _)| *known == share) {
            Some((_, names)) => names.push(name),
            None => shares.push((share, vec![name])),
        }
    }
    shares.sort_by_key(|(share, _)| *share != Share::Whole);
    let told = shares.iter().map(|(share, names)| match share {
        Share::Whole => series(names, "and"),
        Share::But(letters) => format!("{} but {}", series(names, "and"), series(letters, "and")),
        Share::Only(letters) => format!("{} {}", series(letters, "and"), series(names, "and")),
    });
    let grades = whole.iter().map(|letter| format!("any {letter}"));
    told.chain(grades).collect::<Vec<_>>().join("; ")
}

/// A type with those of its grades that are in the game.
struct TypeInGrades {
    family: FamilyId,
    /// The grade whose numbers are in the row.
    head: TroopId,
    grades: Vec<TroopId>,
}

fn kinds(ruleset: &Ruleset, cast: &Participants) -> Vec<TypeInGrades> {
    let kind = |own: GradedType| {
        let grades: Vec<TroopId> =
            own.grades.into_iter().filter(|id| !one(*id).common(cast.all()).is_empty()).collect();
        let head = grades.iter().copied().find(|id| *id == own.usual).or_else(|| grades.first().copied())?;
        Some(TypeInGrades { family: own.family, head, grades })
    };
    ruleset.graded_types().into_iter().filter_map(kind).collect()
}

fn add(rules: &mut Vec<String>, rule: &RuleId) {
    if !rules.iter().any(|known| known == rule.as_str()) {
        rules.push(rule.to_string());
    }
}

/// The types of the participants; with class and base, and a column for each factor, if there is room for them.
pub(super) fn types(ruleset: &Ruleset, callers: Namer<'_>, cast: &Participants, in_full: bool) -> CribPart {
    let kinds = kinds(ruleset, cast);
    let against = |foot: bool| {
        let classes = callers.words().map(|words| words.classes(foot));
        match classes.filter(|classes| !classes.contains(' ')) {
            Some(class) => format!("v {class}"),
            None => if foot { "v others" } else { "v Mounted" }.to_owned(),
        }
    };
    let mut heads = ["Code", "Type"].map(str::to_owned).to_vec();
    heads.extend(in_full.then(|| "Class".to_owned()));
    heads.extend(["Grades", "AP"].map(str::to_owned));
    match in_full {
        true => heads.extend([against(false), against(true)]),
        false => heads.push("Factors".to_owned()),
    }
    heads.extend(["Move", "Road", "Range"].map(str::to_owned));
    heads.extend(in_full.then(|| "Base".to_owned()));
    let row = |kind: &TypeInGrades| {
        let troop = ruleset.troop(kind.head);
        let letters: String = kind.grades.iter().filter_map(|id| ruleset.letter(*id)).collect();
        let family = ruleset.family(kind.family);
        let mut cells = vec![family.code.to_string(), family.plural.to_string()];
        cells.extend(in_full.then(|| ruleset.class_name(troop.class.value).to_owned()));
        cells.extend([letters, prices(ruleset, kind)]);
        let factors = [troop.factor.value.mounted, troop.factor.value.foot].map(|factor| factor.to_string());
        let road = troop.movement.value.road.map(|road| road.to_string());
        // A sentence of the sheet also states who bespells and how far.
        let far = troop.range.as_ref().or(troop.spell.as_ref()).map(|reach| reach.value.to_string());
        let far = if in_full { reach(troop) } else { far.unwrap_or_default() };
        match in_full {
            true => cells.extend(factors),
            false => cells.push(factors.join("/")),
        }
        cells.extend([troop.movement.value.in_words(true), road.unwrap_or_default(), far]);
        cells.extend(in_full.then(|| troop.base.depth.to_string()));
        let mut rules = Vec::new();
        let described = troop.graded.as_ref().map(|graded| [&graded.described_rule, &graded.price_rule]);
        let reaches = [troop.range.as_ref(), troop.spell.as_ref()].into_iter().flatten().map(|reach| &reach.rule);
        let of_class = [&troop.class.rule, &troop.factor.rule, &troop.movement.rule];
        for rule in described.into_iter().flatten().chain(of_class).chain(reaches) {
            add(&mut rules, rule);
        }
        if in_full {
            add(&mut rules, &troop.base.rule);
        }
        TableRow { cells, rules }
    };
    let rows = kinds.iter().map(row).collect();
    let mut lines = variants(ruleset, &kinds);
    lines.extend(ruleset.labels.iter().filter_map(|label| {
        let set = label.of.common(cast.all());
        let who = names_in_brief(ruleset, set, everybody(ruleset).common(cast.all()));
        (!set.is_empty()).then(|| {
            CribLine::new(format!("{}: ", capital(&label.plural)), format!("{who}."), ids(from_ref(&label.rule)))
        })
    }));
    if let (Some(combat), Some(words)) = (&ruleset.combat, callers.words()) {
        lines.extend(types::lines(ruleset, combat, words, cast));
    }
    let usual = ruleset.graded_types().first().and_then(|own| ruleset.letter(own.usual)).map(str::to_owned);
    let usual = usual.map(|letter| format!(", for ({letter}) unless stated otherwise below")).unwrap_or_default();
    let factors = if in_full { String::new() } else { format!(" {} and {}", against(false), against(true)) };
    let note = format!(
        "Combat factors{factors}, moves in {} in good, rough and bad going{usual}. AP from the cheapest to the dearest \
         grade.",
        unit(&ruleset.unit)
    );
    CribPart {
        title: String::new(),
        theme: None,
        note: Some(note),
        table: Some(CribTable { heads, words: 2, texts: 0, rows }),
        lines,
        wide: false,
    }
}

/// The prices of the participants' types, in a column for each grade.
pub(super) fn price_table(ruleset: &Ruleset, cast: &Participants) -> CribPart {
    let Some(known) = Prices::new(ruleset) else { return CribPart::default() };
    let there: Vec<&str> = kinds(ruleset, cast).iter().map(|kind| &*ruleset.family(kind.family).code).collect();
    let cell = |price: &Price| match (price.regular, price.irregular) {
        (None, None) => String::new(),
        (regular, irregular) => {
            let [regular, irregular] =
                [regular, irregular].map(|price| price.map_or("–".to_owned(), |of| of.to_string()));
            format!("{regular}/{irregular}")
        }
    };
    let row = |row: &PriceRow<'_>| {
        let names = [row.code, row.name].map(str::to_owned);
        TableRow {
            cells: names.into_iter().chain(row.prices.iter().map(cell)).collect(),
            rules: vec![row.rule.to_string()],
        }
    };
    let rows = known.rows.iter().filter(|row| there.contains(&row.code)).map(row).collect();
    let grades = known.grades.iter().map(|grade| format!("{} ({})", grade.name, grade.letter));
    let heads = ["Code", "Type"].map(str::to_owned).into_iter().chain(grades).collect();
    CribPart {
        note: Some("AP of a regular / an irregular element; – where none is sold.".to_owned()),
        table: Some(CribTable { heads, words: 2, texts: 0, rows }),
        wide: true,
        ..CribPart::default()
    }
}

/// `8–18`: the lowest and the highest price of an element.
fn prices(ruleset: &Ruleset, kind: &TypeInGrades) -> String {
    let own = GradedType { family: kind.family, usual: kind.head, grades: kind.grades.clone() };
    match own.prices(ruleset) {
        Some((least, most)) if least == most => least.to_string(),
        Some((least, most)) => format!("{least}–{most}"),
        None => "–".to_owned(),
    }
}

fn variants(ruleset: &Ruleset, kinds: &[TypeInGrades]) -> Vec<CribLine> {
    let mut groups: Vec<(GradeDifference, FighterSet)> = Vec::new();
    for kind in kinds {
        for id in &kind.grades {
            let Some(found) = GradeDifference::new(ruleset, *id, kind.head) else { continue };
            match groups.iter_mut().find(|(known, _)| *known == found) {
                Some((_, set)) => *set = set.with(one(*id)),
                None => groups.push((found, one(*id))),
            }
        }
    }
    let all = everybody(ruleset);
    let told = |(found, set): (GradeDifference, FighterSet)| {
        CribLine::new(
            format!("{}: ", capital(&names_in_brief(ruleset, set, all))),
            format!("{}.", found.text),
            ids(&found.rules),
        )
    };
    groups.into_iter().map(told).collect()
}

/// The grades, and their effect on moves.
pub(super) fn grades(ruleset: &Ruleset) -> CribPart {
    let row = |grade: &musterfield_rules::grade::Grade| {
        let mut rules = ids(from_ref(&grade.rule));
        let faster = grade.faster.as_ref();
        if let Some(faster) = faster {
            add(&mut rules, &faster.rule);
        }
        let faster = faster.map(|faster| format!("+{} {}", faster.value, ruleset.unit));
        TableRow {
            cells: vec![format!("({})", grade.letter), grade.name.to_string(), faster.unwrap_or_default()],
            rules,
        }
    };
    let heads = ["Grade", "Name", "Move"].map(str::to_owned).to_vec();
    let table = CribTable { heads, words: 2, texts: 0, rows: ruleset.grades.iter().map(row).collect() };
    CribPart { table: Some(table), ..CribPart::default() }
}

/// The morale equivalents of elements (DBMF-ME-05).
pub(super) fn morale(ruleset: &Ruleset, cast: &Participants) -> CribPart {
    let mut rows: Vec<TableRow> = Vec::new();
    let mut left = everybody(ruleset).common(cast.all());
    let mut all: &[Morale] = &ruleset.army.graded.morale;
    while let Some(first) = all.first() {
        // Rows that differ only in their elements are joined.
        let same = |row: &&Morale| {
            (row.general, row.regular, row.equivalents, &row.rule)
                == (first.general, first.regular, first.equivalents, &first.rule)
        };
        let count = all.iter().take_while(same).count();
        let (now, later) = all.split_at(count);
        all = later;
        let set = now.iter().fold(FighterSet::default(), |set, row| set.with(row.of)).common(left);
        if set.is_empty() {
            continue;
        }
        let who = match (first.general, first.regular) {
            (true, _) => "The general’s element".to_owned(),
            (false, regular) => {
                let who = names_in_brief(ruleset, set, left);
                let who = if who == "all" { "all others".to_owned() } else { who };
                match regular {
                    Some(true) => format!("Regular {who}"),
                    Some(false) => format!("Irregular {who}"),
                    None => capital(&who),
                }
            }
        };
        if !first.general && first.regular.is_none() {
            left = left.without(set);
        }
        rows.push(TableRow { cells: vec![who, first.equivalents.to_string()], rules: ids(from_ref(&first.rule)) });
    }
    let heads = ["Elements", "ME"].map(str::to_owned).to_vec();
    let note = "The first row that fits an element counts.".to_owned();
    CribPart { note: Some(note), table: Some(CribTable { heads, words: 1, texts: 0, rows }), ..CribPart::default() }
}

/// The bases of the participants: sizes by figure scale, then the number of figures on them.
pub(super) fn bases(ruleset: &Ruleset, cast: &Participants) -> CribPart {
    let known: Vec<TroopId> = kinds(ruleset, cast).into_iter().flat_map(|kind| kind.grades).collect();
    let all = known.iter().fold(FighterSet::default(), |set, id| set.with(one(*id)));
    let of = |is_it: &dyn Fn(&Troop) -> bool| {
        let those = known.iter().filter(|id| is_it(ruleset.troop(**id)));
        those.fold(FighterSet::default(), |set, id| set.with(one(*id)))
    };
    let Some(usual) = ruleset.scales.first() else { return CribPart::default() };
    // Scales with the same sizes share a column.
    let sizes = |scale: &musterfield_rules::ruleset::Scale| {
        (scale.frontage, scale.depths.iter().map(|depth| (depth.class.clone(), depth.usual)).collect::<Vec<_>>())
    };
    let mut columns: Vec<Vec<&musterfield_rules::ruleset::Scale>> = Vec::new();
    for scale in &ruleset.scales {
        match columns.iter_mut().find(|alike| alike.first().is_some_and(|one| sizes(one) == sizes(scale))) {
            Some(alike) => alike.push(scale),
            None => columns.push(vec![scale]),
        }
    }
    let head = |alike: &Vec<&musterfield_rules::ruleset::Scale>| {
        let names: Vec<&str> = alike.iter().map(|scale| scale.name.trim_end_matches(" mm figures")).collect();
        format!("{} mm", names.join(", "))
    };
    let heads = std::iter::once("Base".to_owned()).chain(columns.iter().map(head)).collect();
    let numbers = |of: &dyn Fn(&musterfield_rules::ruleset::Scale) -> Option<u16>| {
        let told = columns.iter().map(|alike| alike.first().and_then(|scale| of(scale)));
        told.map(|number| number.map(|number| number.to_string()).unwrap_or_default()).collect::<Vec<_>>()
    };
    let mut rows = vec![TableRow {
        cells: [vec!["frontage".to_owned()], numbers(&|scale| Some(scale.frontage))].concat(),
        rules: ids(from_ref(&usual.rule)),
    }];
    // The list of types by depth is too long for a column.
    let mut deep: Vec<CribLine> = Vec::new();
    for depth in &usual.depths {
        let set = of(&|troop| troop.base.depth == depth.class);
        if set.is_empty() {
            continue;
        }
        let mut rules = Vec::new();
        for id in known.iter().filter(|id| !one(**id).common(set).is_empty()) {
            add(&mut rules, &ruleset.troop(*id).base.rule);
        }
        let who = format!("{}.", names_in_brief(ruleset, set, all));
        deep.push(CribLine::new(format!("{}: ", capital(&depth.class)), who, rules));
        let own = numbers(&|scale| scale.depth(&depth.class).map(|depth| depth.usual));
        let rules = ids(from_ref(&depth.rule));
        rows.push(TableRow { cells: [vec![depth.class.to_string()], own].concat(), rules });
    }
    let mut groups: Vec<(&str, Vec<String>, FighterSet)> = Vec::new();
    let mut wide: Vec<(String, Vec<String>, FighterSet)> = Vec::new();
    for id in &known {
        let troop = ruleset.troop(*id);
        match groups.iter_mut().find(|(figures, ..)| **figures == *troop.base.figures) {
            Some((_, rules, set)) => {
                add(rules, &troop.base.rule);
                *set = set.with(one(*id));
            }
            None => groups.push((&troop.base.figures, ids(from_ref(&troop.base.rule)), one(*id))),
        }
        let Some(other) = &troop.wide_base else { continue };
        let text = format!("{}, {}, if {}", other.base.depth, other.base.figures, other.name);
        match wide.iter_mut().find(|(known, ..)| *known == text) {
            Some((.., set)) => *set = set.with(one(*id)),
            None => wide.push((text, ids(from_ref(&other.base.rule)), one(*id))),
        }
    }
    let groups = groups.into_iter().map(|(figures, rules, set)| (figures.to_owned(), rules, set));
    let line = |(text, rules, set): (String, Vec<String>, FighterSet)| {
        CribLine::new(format!("{}: ", capital(&names_in_brief(ruleset, set, all))), format!("{text}."), rules)
    };
    let lines = deep.into_iter().chain(groups.chain(wide).map(line)).collect();
    let note = "Frontage and depths in mm; below them the types of each depth, then the numbers of figures or models."
        .to_owned();
    CribPart {
        title: String::new(),
        theme: None,
        note: Some(note),
        table: Some(CribTable { heads, words: 1, texts: 0, rows }),
        lines,
        wide: false,
    }
}
