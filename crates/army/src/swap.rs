//! Replacements for elements: other types of the same entry of an army list, or another grade of the type.

use musterfield_rules::TroopId;
use musterfield_rules::ruleset::SizeUnit;

use super::draft::{Draft, ElementLine, LineType};
use super::edit::Edit;
use super::filling::{shortfall, unplaced};
use super::list::{ArmyList, ListChoice, ListOption, ListPermission};

/// A replacement for elements of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The new type.
    pub troop: TroopId,
    /// The number of elements that change: one, or all where an entry is of one type throughout (DBA3-LIST-04).
    pub count: i64,
    /// The edits.
    pub edits: Vec<Edit>,
}

/// The possible replacements for a line's elements: the same type in the other grades that are sold in the same way,
/// where there are grades; otherwise what its list offers, where elements are counted. Where types cost different AP,
/// it is better to ask what still fits.
#[must_use]
pub fn alternatives(draft: &Draft, list: Option<&ArmyList>, at: usize) -> Vec<Swap> {
    if !draft.ruleset.grades.is_empty() {
        return draft.lines.get(at).map(|line| other_grades(draft, line, at)).unwrap_or_default();
    }
    let list = list.filter(|_| draft.ruleset.counts() == SizeUnit::Elements);
    list.map(|list| swaps(draft, list, at)).unwrap_or_default()
}

fn other_grades(draft: &Draft, line: &ElementLine, at: usize) -> Vec<Swap> {
    let LineType::Known(own) = line.line_type else { return Vec::new() };
    let letters = draft.ruleset.grades.iter().filter_map(|grade| draft.ruleset.regraded(own, &grade.letter));
    let sold = letters.filter(|id| *id != own && draft.ruleset.troop(*id).printed_price(line.regular).is_some());
    let retyped = |troop| Swap { troop, count: line.count, edits: vec![Edit::Retype(at, LineType::Known(troop))] };
    sold.map(retyped).collect()
}

/// The replacements for a line's elements by the list: other types of an entry that they can fill, where the army
/// fits its list as well as before.
#[must_use]
fn swaps(draft: &Draft, list: &ArmyList, at: usize) -> Vec<Swap> {
    let Some(line) = draft.lines.get(at).filter(|line| !line.ally && line.count > 0) else { return Vec::new() };
    let LineType::Known(own) = line.line_type else { return Vec::new() };
    let grade = |draft: &Draft| (unplaced(draft, list), shortfall(draft, list));
    let before = grade(draft);
    let mut found: Vec<Swap> = Vec::new();
    for option in list.options.iter().filter(|option| option.has(own) && option.types.len() > 1) {
        for other in option.types.iter().filter(|other| **other != own) {
            let counts = if option.choice == ListChoice::AllSame { vec![line.count] } else { vec![1, line.count] };
            for count in counts {
                if found.iter().any(|swap| swap.troop == *other) {
                    break;
                }
                let edits = edits(at, line, option, *other, count);
                let mut changed = draft.clone();
                let done = edits.iter().all(|edit| changed.apply(edit));
                let after = grade(&changed);
                if done && after.0 <= before.0 && after.1 <= before.1 {
                    found.push(Swap { troop: *other, count, edits });
                }
            }
        }
    }
    found
}

fn edits(at: usize, line: &ElementLine, option: &ListOption, other: TroopId, count: i64) -> Vec<Edit> {
    let swapped = ElementLine {
        line_type: LineType::Known(other),
        count,
        mounted: option.rides_of(other) == ListPermission::Must,
        dismounted: false,
        label: if count == line.count { line.label.clone() } else { String::new() },
        ..line.clone()
    };
    if count == line.count && line.general {
        // The general stays the general.
        return vec![Edit::Retype(at, LineType::Known(other))];
    }
    vec![Edit::Remove(at, count), Edit::Add(swapped)]
}
