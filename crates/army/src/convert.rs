//! An army under another ruleset: what carries over, and what does not.

use musterfield_rules::counterparts::{Counterparts, ElementKind};
use musterfield_rules::grade::Graded;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::troop::{FastRule, Supertype, Troop};
use musterfield_rules::{Points, Ruleset, TroopId};

use super::draft::{Draft, ElementLine, LineType};
use super::mark::Mark;

/// An army converted to another ruleset.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The army.
    pub draft: Draft,
    /// The fate of each line, in order.
    pub lines: Vec<LineChange>,
    /// The parts of the army as a whole that were left behind, in sentences.
    pub left: Vec<String>,
}

/// The conversion of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// The former name of its elements: `4 Fast Blades`.
    pub from: String,
    /// Their new name; the unchanged word if there is no such type.
    pub to: String,
    /// The price of one in AP, before and after.
    pub price: (Option<Points>, Option<Points>),
    /// The differences, in words; empty if there are none.
    pub notes: Vec<String>,
    /// Whether the other ruleset has such a type at all.
    pub known: bool,
}

/// Converts an army to another ruleset: every type by its name or code as the other ruleset reads them, Fast and
/// marks where it has them; lists and allies are left behind, since they belong to a single ruleset.
#[must_use]
pub fn convert(draft: &Draft, ruleset: &'static Ruleset, counterparts: &Counterparts<'_>) -> Converted {
    let mut army =
        Draft { name: draft.name.clone(), camp: draft.camp, notes: draft.notes.clone(), ..Draft::new(ruleset) };
    let mut left = Vec::new();
    convert_properties(draft, &mut army, &mut left);
    let divided = draft.lines.iter().any(|line| line.command > 0);
    let commands = ruleset.command_count(army.points);
    if divided && commands.is_none() {
        left.push("The army is no longer divided into commands.".to_owned());
    }
    let mut lines = Vec::new();
    for line in &draft.lines {
        let (mut converted, change) = line_under(draft, line, &army, counterparts);
        converted.command = commands.map_or(0, |_| line.command);
        army.lines.push(converted);
        lines.push(change);
    }
    Converted { draft: army, lines, left }
}

/// Carries over the properties of the army as a whole.
fn convert_properties(draft: &Draft, army: &mut Draft, left: &mut Vec<String>) {
    let (from, ruleset) = (draft.ruleset, army.ruleset);
    // AP have the same value only where armies of the usual size have the same number of them.
    let same_scale = from.counts() == ruleset.counts() && from.army.budget.usual == ruleset.army.budget.usual;
    if same_scale && ruleset.counts() == SizeUnit::Points {
        army.points = draft.points;
    } else if let Some(size) = ruleset.size(draft.points) {
        army.points = Points::ONE * size.elements;
    } else {
        left.push(format!("Its size is now {}.", ruleset.counts().of(army.points)));
    }
    if let Some(home) = &draft.home_terrain {
        army.home_terrain = ruleset.home_terrain(home).map(|terrain| terrain.id.to_string());
        if army.home_terrain.is_none() {
            left.push(format!("The home terrain {home} does not exist in {}.", ruleset.name));
        }
    }
    if ruleset.army.aggression.is_some() {
        army.aggression = draft.aggression;
    } else if draft.aggression != 0 {
        left.push(format!("{} has no aggression factor.", ruleset.name));
    }
    if draft.list.is_some() || draft.own_list.is_some() {
        left.push(format!("The army list is for {} and is left behind.", from.name));
    }
    if draft.allies.is_some() || draft.second_ally.is_some() {
        left.push("The allies’ army list has to be chosen again.".to_owned());
    }
    if draft.other_costs != Points::ZERO {
        if ruleset.army.graded.other_costs.is_some() {
            army.other_costs = draft.other_costs;
        } else {
            left.push(format!("{} has no other costs; {} AP are left behind.", ruleset.name, draft.other_costs));
        }
    }
}

/// Whether its elements are Fast, by choice, by their type or by their grade.
fn is_fast(draft: &Draft, line: &ElementLine) -> bool {
    let by_grade = match line.line_type {
        LineType::Known(id) => {
            draft.ruleset.letter(id).is_some() && draft.ruleset.letter(id) == draft.ruleset.fast_grade()
        }
        LineType::Unknown(_) => false,
    };
    by_grade || draft.is_fast(line)
}

fn line_under(
    draft: &Draft,
    line: &ElementLine,
    army: &Draft,
    counterparts: &Counterparts<'_>,
) -> (ElementLine, LineChange) {
    let ruleset = army.ruleset;
    let was_fast = is_fast(draft, line);
    let mut read = type_under(draft, line, ruleset, was_fast, counterparts);
    let mut notes = Vec::new();
    read.count = line.count;
    read.label.clone_from(&line.label);
    read.general = line.general;
    read.ally = line.ally;
    if let LineType::Known(id) = read.line_type {
        let troop = ruleset.troop(id);
        for mark in [Mark::Water, Mark::Tower, Mark::Mounted, Mark::Dismounted, Mark::Regular, Mark::AirMobile] {
            let may = mark.permission_rule(troop).is_some();
            let rides = mark != Mark::Mounted || ruleset.army.mounted_infantry.is_some();
            if line.has(mark) && may && rides {
                read.set(mark, true);
            } else if line.has(mark) {
                notes.push(format!("no longer {}", mark.adjective()));
            }
        }
        if let Some(graded) = &troop.graded {
            // Sold in only one way.
            read.regular |= graded.irregular.is_none() && graded.regular.is_some();
        }
        read.fast &= troop.fast.value.is_choice();
        match (was_fast, is_fast(army, &read)) {
            (true, false) => notes.push("no longer Fast".to_owned()),
            (false, true) => notes.push("now Fast".to_owned()),
            _ => {}
        }
        notes.extend(lost_grade(draft, line));
    }
    let (before, after) = (draft.troop(line), army.troop(&read));
    let change = LineChange {
        from: format!("{} {}", line.count, draft.line_name(line, line.count)),
        to: format!("{} {}", read.count, army.line_name(&read, read.count)),
        price: (before.and_then(|troop| price(draft, line, troop)), after.and_then(|troop| price(army, &read, troop))),
        notes,
        known: after.is_some(),
    };
    (read, change)
}

/// The price of an element, where elements are bought and a price is known.
fn price(draft: &Draft, line: &ElementLine, troop: &Troop) -> Option<Points> {
    let known = troop.printed_price(line.regular).or(line.price);
    known.filter(|_| draft.ruleset.counts() == SizeUnit::Points).map(|_| draft.price(line))
}

/// A note that elements of a grade become ordinary ones where there are no grades. For Fast elements, the word Fast
/// already says so.
fn lost_grade(draft: &Draft, line: &ElementLine) -> Option<String> {
    let LineType::Known(id) = line.line_type else { return None };
    let grade = draft.ruleset.grades.get(draft.ruleset.troop(id).graded.as_ref()?.grade.index())?;
    (draft.ruleset.in_usual_grade(id) != id && !grade.fast).then(|| format!("no longer {}", grade.name))
}

/// The type under the other ruleset: by its name first, since codes may mean something else there, then by its code;
/// then as a third ruleset that knows both has it, or as the type that it counts as.
fn type_under(
    draft: &Draft,
    line: &ElementLine,
    ruleset: &'static Ruleset,
    fast: bool,
    counterparts: &Counterparts<'_>,
) -> ElementLine {
    let LineType::Known(id) = line.line_type else { return Draft::read_kind(ruleset, draft.code(line)) };
    let troop = draft.ruleset.troop(id);
    // A type that is always Fast because of its figures is named without the word: `Fast Blades`, Blades.
    let plain = |name: &str| name.trim_start_matches("Fast ").to_owned();
    let words = match troop.graded.as_ref().map(|graded| draft.ruleset.family(graded.family)) {
        Some(family) => [&family.plural, &family.singular, &family.code].map(|word| word.to_string()).to_vec(),
        None => vec![plain(&troop.name), plain(&troop.singular), plain(&troop.plural), troop.code.to_string()],
    };
    let is_known = |read: &ElementLine| matches!(read.line_type, LineType::Known(_));
    let by_name = || words.iter().map(|word| Draft::read_kind_as(ruleset, word, fast)).find(is_known);
    let by_third_ruleset = || by_third_ruleset(draft.ruleset, id, fast, ruleset, counterparts);
    let by_parent = || {
        let parent = match troop.kind_of.as_ref()?.value {
            Supertype::Troop(id) => draft.ruleset.troop(id).plural.to_string(),
            Supertype::Family(id) => draft.ruleset.family(id).plural.to_string(),
        };
        Some(Draft::read_kind_as(ruleset, &parent, fast)).filter(is_known)
    };
    let read = by_name().or_else(by_third_ruleset).or_else(by_parent);
    let read = read.unwrap_or_else(|| ElementLine::new(LineType::Unknown(words.first().cloned().unwrap_or_default())));
    in_grade(read, ruleset, fast)
}

/// The counterpart in the other ruleset by way of a third one.
fn by_third_ruleset(
    from: &Ruleset,
    id: TroopId,
    fast: bool,
    ruleset: &'static Ruleset,
    counterparts: &Counterparts<'_>,
) -> Option<ElementLine> {
    let kind = match from.troop(id).graded {
        Some(_) => ElementKind { troop: from.in_usual_grade(id), fast: false },
        None => ElementKind { troop: id, fast: from.troop(id).fast.value.applies(fast) },
    };
    // Whether they are Fast matters less than their type.
    let otherwise = ElementKind { fast: !kind.fast, ..kind };
    let found = [kind, otherwise].into_iter().find_map(|kind| counterparts.counterpart(from, kind, ruleset))?;
    let always = ruleset.troop(found.troop).fast.value == FastRule::Always;
    Some(ElementLine { fast: fast && !always, ..ElementLine::new(LineType::Known(found.troop)) })
}

/// Fast elements in the grade of that name, if their type has it.
fn in_grade(read: ElementLine, ruleset: &Ruleset, fast: bool) -> ElementLine {
    let LineType::Known(id) = read.line_type else { return read };
    if ruleset.troop(id).graded.is_none() {
        return read;
    }
    let quick = ruleset.fast_grade().filter(|_| fast).and_then(|letter| ruleset.regraded(id, letter));
    let quick = quick.filter(|quick| ruleset.troop(*quick).graded.as_ref().is_some_and(Graded::is_known));
    ElementLine { line_type: LineType::Known(quick.unwrap_or(id)), fast: false, ..read }
}
