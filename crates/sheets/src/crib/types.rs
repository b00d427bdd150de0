//! The table of types: cost, combat factors, moves and ranges, and notes on them.

use musterfield_rules::combat::{Combat, Fact};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::sentence::capital;
use musterfield_rules::terrain::Going;
use musterfield_rules::troop::{Cited, FamilyId, FastRule, Move, Supertype};
use musterfield_rules::{Ruleset, Troop};
use musterfield_words::combat::TableWords;
use musterfield_words::series::series;

use super::part::{CribLine, CribPart, CribTable, TableRow, ids};
use super::participants::Participants;

/// The columns of a table of types beside code and name. A column appears only if it is not empty.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Class,
    Cost,
    AgainstFoot,
    AgainstOthers,
    Move,
    Road,
    Fast,
    Range,
}

impl Column {
    const ALL: [Self; 8] = [
        Self::Class,
        Self::Cost,
        Self::AgainstFoot,
        Self::AgainstOthers,
        Self::Move,
        Self::Road,
        Self::Fast,
        Self::Range,
    ];

    fn is_there(self, ruleset: &Ruleset) -> bool {
        let any = |is_so: fn(&Troop) -> bool| ruleset.troops().any(|(_, troop)| is_so(troop));
        match self {
            Self::Cost => ruleset.counts() == SizeUnit::Points,
            Self::Class | Self::AgainstFoot | Self::AgainstOthers | Self::Move => true,
            Self::Road => any(|troop| troop.movement.value.road.is_some()),
            Self::Fast => any(|troop| troop.fast_movement.is_some()),
            Self::Range => any(|troop| troop.range.is_some() || troop.spell.is_some()),
        }
    }

    fn head(self, words: TableWords<'_>) -> String {
        let against = |foot| {
            let classes = words.classes(foot);
            if classes.contains(' ') { "v others".to_owned() } else { format!("v {classes}") }
        };
        match self {
            Self::Class => "Class".to_owned(),
            Self::Cost => "AP".to_owned(),
            Self::AgainstFoot => against(true),
            Self::AgainstOthers => against(false),
            Self::Move => "Move".to_owned(),
            Self::Road => "Road".to_owned(),
            Self::Fast => "Fast".to_owned(),
            Self::Range => "Range".to_owned(),
        }
    }
}

/// The types of a row with the same values: one, or several of a family.
struct Alike<'a> {
    troops: Vec<&'a Troop>,
    family: Option<FamilyId>,
    cells: Vec<String>,
    rules: Vec<String>,
}

impl Alike<'_> {
    fn codes(&self) -> String {
        self.troops.iter().map(|troop| &*troop.code).collect::<Vec<_>>().join(", ")
    }

    /// The name of the only type, or that of the family.
    fn name(&self, ruleset: &Ruleset) -> String {
        match (self.troops.as_slice(), self.family) {
            ([], _) => String::new(),
            ([one], _) | ([one, ..], None) => one.plural.to_string(),
            ([one, ..], Some(family)) => {
                let name = &ruleset.family(family).plural;
                let is_fast = |troop: &Troop| troop.fast.value == FastRule::Always;
                let in_family = |troop: &Troop| root(ruleset, troop) == Some(family);
                let differs = ruleset.troops().any(|(_, other)| in_family(other) && is_fast(other) != is_fast(one));
                if differs && is_fast(one) { format!("Fast {name}") } else { name.to_string() }
            }
        }
    }
}

/// The widest family of a type.
pub(super) fn root(ruleset: &Ruleset, troop: &Troop) -> Option<FamilyId> {
    let mut family = match troop.kind_of.as_ref()?.value {
        Supertype::Family(family) => family,
        Supertype::Troop(_) => return None,
    };
    while let Some(of) = ruleset.family(family).of {
        family = of;
    }
    Some(family)
}

/// The types of the participants, and the features.
pub(super) fn part(ruleset: &Ruleset, words: TableWords<'_>, cast: &Participants) -> CribPart {
    let Some(combat) = &ruleset.combat else { return CribPart::default() };
    let columns: Vec<Column> = Column::ALL.into_iter().filter(|column| column.is_there(ruleset)).collect();
    let heads = ["Code", "Type"].map(str::to_owned).into_iter().chain(columns.iter().map(|column| column.head(words)));
    let knows_rough = combat.going(Going::Rough) == Going::Rough;
    let has_rough = knows_rough && ruleset.troops().any(|(_, troop)| troop.movement.value.rough.is_some());
    let moves = |of: Move| of.in_words(has_rough);
    let mut lines_of: Vec<Alike<'_>> = Vec::new();
    let mut rows = Vec::new();
    for (fighter, rules) in combat.fighters() {
        let is_in = |fast| cast.all().has(fighter, fast);
        if !is_in(true) && !is_in(false) {
            continue;
        }
        let troop = rules.troop.map(|id| ruleset.troop(id));
        let factors = |column| if column == Column::AgainstFoot { rules.factor.foot } else { rules.factor.mounted };
        let Some(troop) = troop else {
            let cells = columns.iter().map(|column| match column {
                Column::AgainstFoot | Column::AgainstOthers => factors(*column).to_string(),
                _ => String::new(),
            });
            let cells = [String::new(), rules.code.to_string()].into_iter().chain(cells).collect();
            rows.push(TableRow { cells, rules: vec![rules.factor_rule.to_string()] });
            continue;
        };
        let always = troop.fast.value == FastRule::Always;
        let (plain, fast) = (is_in(false) || always, is_in(true) && !always);
        let cell = |column: &Column| match column {
            Column::Class => Some(letter(ruleset.class_name(troop.class.value))),
            Column::Cost => troop.cost.as_ref().map(|cost| cost.value.to_string()),
            Column::AgainstFoot | Column::AgainstOthers => Some(factors(*column).to_string()),
            Column::Move => plain.then(|| moves(troop.moves(false))),
            Column::Road => troop.movement.value.road.filter(|_| plain).map(|road| road.to_string()),
            Column::Fast => troop.fast_movement.as_ref().filter(|_| fast).map(|fast| moves(fast.value)),
            Column::Range => Some(reach(troop)),
        };
        let cells: Vec<String> = columns.iter().map(|column| cell(column).unwrap_or_default()).collect();
        let mut cited = vec![rules.factor_rule.to_string()];
        cited.extend(cites(troop, plain, fast));
        let family = root(ruleset, troop);
        match lines_of.iter_mut().find(|alike| alike.family.is_some() && alike.family == family && alike.cells == cells)
        {
            Some(alike) => {
                alike.troops.push(troop);
                let new: Vec<String> = cited.into_iter().filter(|rule| !alike.rules.contains(rule)).collect();
                alike.rules.extend(new);
            }
            None => lines_of.push(Alike { troops: vec![troop], family, cells, rules: cited }),
        }
    }
    let told = lines_of.into_iter().map(|alike| {
        let names = [alike.codes(), alike.name(ruleset)];
        TableRow { cells: names.into_iter().chain(alike.cells).collect(), rules: alike.rules }
    });
    let mut rows: Vec<TableRow> = told.chain(rows).collect();
    let rides = cast.meetings().iter().any(|meeting| meeting.rides);
    if let Some(riders) = ruleset.army.mounted_infantry.as_ref().filter(|_| rides) {
        let mut row = |name: &str, movement: &Cited<Move>| {
            let cells = columns.iter().map(|column| match column {
                Column::Cost => "as Foot".to_owned(),
                Column::AgainstFoot if !columns.contains(&Column::Cost) => "as Foot".to_owned(),
                Column::Move => moves(movement.value),
                Column::Fast => moves(riders.fast_movement.value),
                _ => String::new(),
            });
            let names = [format!("{}-", riders.prefix), name.to_owned()];
            let cells = names.into_iter().chain(cells).collect();
            rows.push(TableRow { cells, rules: vec![movement.rule.to_string()] });
        };
        row("Mounted infantry", &riders.movement);
        if !columns.contains(&Column::Fast) && riders.movement.value != riders.fast_movement.value {
            row("Fast mounted infantry", &riders.fast_movement);
        }
    }
    let [foot, others] = [true, false].map(|foot| words.classes(foot));
    let classes = ruleset.classes().iter().map(|class| format!("{} {}", letter(&class.name), class.name));
    let classes = series(&classes.collect::<Vec<_>>(), "or");
    let goings = if has_rough { "good, rough and bad going" } else { "good and bad going" };
    let note = format!(
        "Class {classes}. Combat factors against {foot} and against {others}; moves in {} in {goings}.",
        unit(&ruleset.unit)
    );
    CribPart {
        title: String::new(),
        theme: None,
        note: Some(note),
        table: Some(CribTable { heads: heads.collect(), words: 2, texts: 0, rows }),
        wide: false,
        lines: lines(ruleset, combat, words, cast),
    }
}

/// A unit in words.
pub(super) fn unit(unit: &str) -> &str {
    match unit {
        "in" => "inches",
        "p" => "paces",
        other => other,
    }
}

/// The letter of a class: `M` for Mounted.
fn letter(class: &str) -> String {
    class.chars().take(1).collect()
}

fn cites(troop: &Troop, plain: bool, fast: bool) -> Vec<String> {
    let cost = troop.cost.as_ref().map(|cost| &cost.rule);
    let plain = plain.then_some(&troop.movement.rule);
    let fast = troop.fast_movement.as_ref().filter(|_| fast).map(|fast| &fast.rule);
    let reach = [troop.range.as_ref(), troop.spell.as_ref()].into_iter().flatten().map(|reach| &reach.rule);
    let mut found: Vec<String> = Vec::new();
    for rule in [cost, plain, fast].into_iter().flatten().chain(reach) {
        if !found.contains(&rule.to_string()) {
            found.push(rule.to_string());
        }
    }
    found
}

pub(super) fn reach(troop: &Troop) -> String {
    match (&troop.range, &troop.spell) {
        (Some(range), _) => range.value.to_string(),
        (None, Some(spell)) => format!("{} spell", spell.value),
        (None, None) => String::new(),
    }
}

/// The types whose names do not tell which kind they are: `Light Chariots are Cavalry`.
fn kinds(ruleset: &Ruleset, troops: &[&Troop]) -> Option<CribLine> {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut rules: Vec<String> = Vec::new();
    for troop in troops {
        let Some(kind_of) = &troop.kind_of else { continue };
        let (name, kind) = match kind_of.value {
            Supertype::Troop(parent) => (&troop.plural, &ruleset.troop(parent).plural),
            Supertype::Family(own) => match root(ruleset, troop) {
                Some(widest) if widest != own => (&ruleset.family(own).plural, &ruleset.family(widest).plural),
                _ => (&troop.plural, &ruleset.family(own).plural),
            },
        };
        if name.contains(&**kind) {
            continue;
        }
        match kinds.iter_mut().find(|(known, _)| **known == **kind) {
            Some((_, names)) if names.contains(&&**name) => {}
            Some((_, names)) => names.push(name),
            None => kinds.push((kind, vec![name])),
        }
        if !rules.contains(&kind_of.rule.to_string()) {
            rules.push(kind_of.rule.to_string());
        }
    }
    let told = kinds.iter().map(|(kind, names)| {
        let are = if names.len() > 1 || names.iter().any(|name| name.ends_with('s')) { "are" } else { "is" };
        format!("{} {are} {kind}", series(names, "and"))
    });
    let told = told.collect::<Vec<_>>().join("; ");
    (!told.is_empty()).then(|| CribLine::new("Kinds: ", told + ", wherever these are named.", rules))
}

/// Notes on what the columns do not contain.
pub(super) fn lines(ruleset: &Ruleset, combat: &Combat, words: TableWords<'_>, cast: &Participants) -> Vec<CribLine> {
    let mut lines = Vec::new();
    let troops: Vec<&Troop> = combat
        .fighters()
        .filter(|(fighter, _)| cast.all().has(*fighter, true) || cast.all().has(*fighter, false))
        .filter_map(|(_, rules)| Some(ruleset.troop(rules.troop?)))
        .collect();
    // Types with the same note are joined.
    let grouped = |said: &dyn Fn(&Troop) -> Option<(String, String)>| {
        let mut groups: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
        for troop in &troops {
            let Some((text, rule)) = said(troop) else { continue };
            match groups.iter_mut().find(|(known, ..)| *known == text) {
                Some((_, names, rules)) => {
                    names.push(troop.plural.to_string());
                    if !rules.contains(&rule) {
                        rules.push(rule);
                    }
                }
                None => groups.push((text, vec![troop.plural.to_string()], vec![rule])),
            }
        }
        groups
    };
    let foot = words.classes(true);
    let bespells = ruleset.troops().any(|(_, troop)| troop.spell.is_some());
    let shot = grouped(&|troop| {
        let factor = troop.factor.value.shot_foot?;
        let at = if bespells { "that shoots or bespells" } else { "that shoots" };
        Some((format!("{factor} against {foot} {at}."), troop.factor.rule.to_string()))
    });
    lines.extend(
        shot.into_iter().map(|(text, names, rules)| CribLine::new(format!("{}: ", series(&names, "and")), text, rules)),
    );
    let always: Vec<&&Troop> = troops.iter().filter(|troop| troop.fast.value == FastRule::Always).collect();
    let mut rules: Vec<String> = Vec::new();
    for rule in always.iter().map(|troop| troop.fast.rule.to_string()) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    if ruleset.troops().any(|(_, troop)| troop.fast_movement.is_some()) {
        let names: Vec<String> = always.iter().map(|troop| troop.plural.to_string()).collect();
        rules.truncate(1);
        lines.extend((!names.is_empty()).then(|| CribLine::new("Always Fast: ", series(&names, "and") + ".", rules)));
    } else if !always.is_empty() {
        // Where no type has a choice, codes are shortest.
        let codes: Vec<&str> = always.iter().map(|troop| &*troop.code).collect();
        let solid = troops.iter().filter(|troop| troop.fast.value != FastRule::Always).map(|troop| &troop.fast.rule);
        for rule in solid.map(ToString::to_string) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        lines.push(CribLine::new("Fast: ", codes.join(", ") + "; no others.", rules));
    }
    lines.extend(kinds(ruleset, &troops));
    for row in combat.factors.iter().filter(|row| !row.subjects().common(cast.all()).is_empty()) {
        let who = capital(&words.names_among(&row.terms.subjects, cast.all(), "and"));
        // The kind of walls is already stated.
        let conditions = row.terms.conditions.iter().filter(|(fact, _)| *fact != Fact::BehindWalls);
        let when: Vec<String> = conditions.map(|(fact, is_so)| words.condition(*fact, *is_so)).collect();
        let when = when.join(", ");
        let as_one = if when.starts_with("garrison") { "as " } else { "" };
        let factors = match (row.effect.foot, row.effect.mounted) {
            (foot, mounted) if foot == mounted => foot.to_string(),
            (foot, mounted) => format!("{foot} and {mounted}"),
        };
        let text = format!("{factors} {as_one}{when}.");
        lines.push(CribLine::new(format!("{who}: "), text, vec![row.rule.to_string()]));
    }
    if let Some(rule) = &combat.feature_column_rule {
        let column = format!("Against a {}, and out of one: the factor against {foot}.", combat.all_features_called());
        lines.push(CribLine::new("", column, ids(&[combat.column_rule.clone(), rule.clone()])));
    }
    for row in combat.good_for.iter().filter(|row| !row.subjects().common(cast.all()).is_empty()) {
        let who = capital(&words.names_among(&row.terms.subjects, cast.all(), "and"));
        let head = if row.effect.sheet_text.is_some() { String::new() } else { format!("{who}: ") };
        lines.push(CribLine::new(head, words.good_for(row), vec![row.rule.to_string()]));
    }
    let crosses = ruleset.troops().any(|(_, troop)| troop.movement.value.river.is_some());
    let mut rivers = grouped(&|troop| {
        if !crosses {
            return None;
        }
        let river = troop
            .movement
            .value
            .river
            .map_or_else(|| "no crossing".to_owned(), |river| format!("{river} {}", ruleset.unit));
        Some((river, troop.movement.rule.to_string()))
    });
    // The most common note is given for all others.
    rivers.sort_by_key(|(_, names, _)| names.len());
    let last = rivers.len().saturating_sub(1);
    let told = rivers.iter().enumerate().map(|(at, (distance, names, _))| match at == last {
        true if last > 0 => format!("all others {distance}"),
        true => distance.clone(),
        false => format!("{} {distance}", series(names, "and")),
    });
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        let rules = rivers.iter().take(last.max(1)).flat_map(|(.., rules)| rules.clone()).collect();
        lines.push(CribLine::new("Across a river: ", told.join(", ") + ".", rules));
    }
    lines
}
