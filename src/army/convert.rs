//! An army under other rules: what carries over, and what does not.

use super::draft::{Draft, Kind, Line};
use super::mark::Mark;
use crate::rules::grade::Graded;
use crate::rules::kin::{Kinship, Sort};
use crate::rules::ruleset::Counts;
use crate::rules::troop::{FastRule, Kin, Troop};
use crate::rules::{Points, Ruleset, TroopId};

/// An army as another ruleset has it.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The army.
    pub draft: Draft,
    /// What became of each line, in order.
    pub lines: Vec<LineChange>,
    /// What was left behind of the army as a whole, in sentences.
    pub left: Vec<String>,
}

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// How its elements were called: `4 Fast Blades`.
    pub from: String,
    /// How they are called now; the same word where there is no such type.
    pub to: String,
    /// AP of one, before and now.
    pub price: (Option<Points>, Option<Points>),
    /// What is not as it was, in words; empty if nothing.
    pub notes: Vec<String>,
    /// Whether the other rules have such a type at all.
    pub known: bool,
}

/// The army under other rules: every type by its name or code as the other rules read them, Fast and marks where those
/// know them; lists and allies stay behind, since they are for one ruleset only.
#[must_use]
pub fn convert(draft: &Draft, ruleset: &'static Ruleset, kinship: &Kinship<'_>) -> Converted {
    let mut army =
        Draft { name: draft.name.clone(), camp: draft.camp, notes: draft.notes.clone(), ..Draft::new(ruleset) };
    let mut left = Vec::new();
    carry_head(draft, &mut army, &mut left);
    let divided = draft.lines.iter().any(|line| line.command > 0);
    let commands = ruleset.command_count(army.points);
    if divided && commands.is_none() {
        left.push("The army is not divided into commands any more.".to_owned());
    }
    let mut lines = Vec::new();
    for line in &draft.lines {
        let (mut converted, change) = line_under(draft, line, &army, kinship);
        converted.command = commands.map_or(0, |_| line.command);
        army.lines.push(converted);
        lines.push(change);
    }
    Converted { draft: army, lines, left }
}

/// What is said of the army as a whole.
fn carry_head(draft: &Draft, army: &mut Draft, left: &mut Vec<String>) {
    let (from, ruleset) = (draft.ruleset, army.ruleset);
    // AP are worth the same only where armies of the usual size have as many.
    let same_scale = from.counts() == ruleset.counts() && from.army.budget.usual == ruleset.army.budget.usual;
    if same_scale && ruleset.counts() == Counts::Points {
        army.points = draft.points;
    } else if let Some(size) = ruleset.size(draft.points) {
        army.points = Points::ONE * size.elements;
    } else {
        left.push(format!("Its size is {} now.", ruleset.counts().of(army.points)));
    }
    if let Some(home) = &draft.home_terrain {
        army.home_terrain = ruleset.home_terrain(home).map(|terrain| terrain.id.to_string());
        if army.home_terrain.is_none() {
            left.push(format!("The home terrain {home} is none of {}.", ruleset.name));
        }
    }
    if ruleset.army.aggression.is_some() {
        army.aggression = draft.aggression;
    } else if draft.aggression != 0 {
        left.push(format!("{} knows no aggression factor.", ruleset.name));
    }
    if draft.list.is_some() || draft.own_list.is_some() {
        left.push(format!("The army list is for {}; it stays behind.", from.name));
    }
    if draft.allies.is_some() || draft.second_ally.is_some() {
        left.push("Whose the allies are has to be said anew.".to_owned());
    }
    if draft.other_costs != Points::ZERO {
        if ruleset.army.graded.other_costs.is_some() {
            army.other_costs = draft.other_costs;
        } else {
            left.push(format!("{} knows no other costs; {} AP stay behind.", ruleset.name, draft.other_costs));
        }
    }
}

/// Whether its elements are Fast, by choice, by their type or by their grade.
fn is_fast(draft: &Draft, line: &Line) -> bool {
    let by_grade = match line.kind {
        Kind::Known(id) => draft.ruleset.letter(id).is_some() && draft.ruleset.letter(id) == draft.ruleset.fast_grade(),
        Kind::Unknown(_) => false,
    };
    by_grade || draft.is_fast(line)
}

fn line_under(draft: &Draft, line: &Line, army: &Draft, kinship: &Kinship<'_>) -> (Line, LineChange) {
    let ruleset = army.ruleset;
    let was_fast = is_fast(draft, line);
    let mut read = type_under(draft, line, ruleset, was_fast, kinship);
    let mut notes = Vec::new();
    read.count = line.count;
    read.label.clone_from(&line.label);
    read.general = line.general;
    read.ally = line.ally;
    if let Kind::Known(id) = read.kind {
        let troop = ruleset.troop(id);
        for mark in [Mark::Water, Mark::Tower, Mark::Mounted, Mark::Dismounted, Mark::Regular, Mark::AirMobile] {
            let may = mark.leave(troop).is_some();
            let rides = mark != Mark::Mounted || ruleset.army.mounted_infantry.is_some();
            if line.has(mark) && may && rides {
                read.set(mark, true);
            } else if line.has(mark) {
                notes.push(format!("no longer {}", mark.said()));
            }
        }
        if let Some(graded) = &troop.graded {
            // Sold in one way alone.
            read.regular |= graded.irregular.is_none() && graded.regular.is_some();
        }
        read.fast &= troop.fast.is.is_choice();
        match (was_fast, is_fast(army, &read)) {
            (true, false) => notes.push("no longer Fast".to_owned()),
            (false, true) => notes.push("Fast now".to_owned()),
            _ => {}
        }
        notes.extend(lost_grade(draft, line));
    }
    let (before, after) = (draft.troop(line), army.troop(&read));
    let change = LineChange {
        from: format!("{} {}", line.count, draft.called(line, line.count)),
        to: format!("{} {}", read.count, army.called(&read, read.count)),
        price: (before.and_then(|troop| price(draft, line, troop)), after.and_then(|troop| price(army, &read, troop))),
        notes,
        known: after.is_some(),
    };
    (read, change)
}

/// What an element costs, where elements are bought and a price is known.
fn price(draft: &Draft, line: &Line, troop: &Troop) -> Option<Points> {
    let known = troop.printed_price(line.regular).or(line.price);
    known.filter(|_| draft.ruleset.counts() == Counts::Points).map(|_| draft.price(line))
}

/// That elements of a grade are ordinary ones where there are no grades. Who is Fast is told by that word.
fn lost_grade(draft: &Draft, line: &Line) -> Option<String> {
    let Kind::Known(id) = line.kind else { return None };
    let grade = draft.ruleset.grades.get(draft.ruleset.troop(id).graded.as_ref()?.grade.index())?;
    (draft.ruleset.in_usual_grade(id) != id && !grade.fast).then(|| format!("no longer {}", grade.name))
}

/// The type under the other rules: by its name first, since codes may mean another thing there, then by its code; then
/// as a third ruleset that knows both has it, or as what it is a kind of.
fn type_under(draft: &Draft, line: &Line, ruleset: &'static Ruleset, fast: bool, kinship: &Kinship<'_>) -> Line {
    let Kind::Known(id) = line.kind else { return Draft::read_kind(ruleset, draft.code(line)) };
    let troop = draft.ruleset.troop(id);
    // A type that is always Fast by its figures is named without the word: `Fast Blades`, Blades.
    let plain = |name: &str| name.trim_start_matches("Fast ").to_owned();
    let words = match troop.graded.as_ref().map(|graded| draft.ruleset.family(graded.family)) {
        Some(family) => [&family.plural, &family.singular, &family.code].map(|word| word.to_string()).to_vec(),
        None => vec![plain(&troop.name), plain(&troop.singular), plain(&troop.plural), troop.code.to_string()],
    };
    let is_known = |read: &Line| matches!(read.kind, Kind::Known(_));
    let by_name = || words.iter().map(|word| Draft::read_kind_as(ruleset, word, fast)).find(is_known);
    let by_kin = || by_kin(draft.ruleset, id, fast, ruleset, kinship);
    let by_parent = || {
        let parent = match troop.kind_of.as_ref()?.is {
            Kin::Troop(id) => draft.ruleset.troop(id).plural.to_string(),
            Kin::Family(id) => draft.ruleset.family(id).plural.to_string(),
        };
        Some(Draft::read_kind_as(ruleset, &parent, fast)).filter(is_known)
    };
    let read = by_name().or_else(by_kin).or_else(by_parent);
    let read = read.unwrap_or_else(|| Line::new(Kind::Unknown(words.first().cloned().unwrap_or_default())));
    in_grade(read, ruleset, fast)
}

/// Who of the other ruleset they are by way of a third.
fn by_kin(from: &Ruleset, id: TroopId, fast: bool, ruleset: &'static Ruleset, kinship: &Kinship<'_>) -> Option<Line> {
    let sort = match from.troop(id).graded {
        Some(_) => Sort { troop: from.in_usual_grade(id), fast: false },
        None => Sort { troop: id, fast: from.troop(id).fast.is.applies(fast) },
    };
    // Whether they are Fast counts for less than who they are.
    let otherwise = Sort { fast: !sort.fast, ..sort };
    let found = [sort, otherwise].into_iter().find_map(|sort| kinship.counterpart(from, sort, ruleset))?;
    let always = ruleset.troop(found.troop).fast.is == FastRule::Always;
    Some(Line { fast: fast && !always, ..Line::new(Kind::Known(found.troop)) })
}

/// Fast elements in the grade of that name, where there is such of their type.
fn in_grade(read: Line, ruleset: &Ruleset, fast: bool) -> Line {
    let Kind::Known(id) = read.kind else { return read };
    if ruleset.troop(id).graded.is_none() {
        return read;
    }
    let quick = ruleset.fast_grade().filter(|_| fast).and_then(|letter| ruleset.regraded(id, letter));
    let quick = quick.filter(|quick| ruleset.troop(*quick).graded.as_ref().is_some_and(Graded::is_known));
    Line { kind: Kind::Known(quick.unwrap_or(id)), fast: false, ..read }
}
