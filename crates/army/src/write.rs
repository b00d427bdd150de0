//! Facts and elements of armies as text for people, which [`read`](super::text::read) reads back.

use std::fmt::Write as _;

use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Troop};

use super::draft::{Draft, ElementLine, LineType};
use super::text::quote;

/// The `Key: value` pairs of an army that differ from the defaults.
#[must_use]
pub fn facts(draft: &Draft) -> Vec<(&'static str, String)> {
    let ruleset = draft.ruleset;
    let size = match ruleset.counts() {
        SizeUnit::Points => "Points",
        SizeUnit::Elements => "Army size",
    };
    let mut facts = vec![("Ruleset", ruleset.id.to_string()), (size, ruleset.counts().of(draft.points))];
    if let Some(id) = &draft.home_terrain {
        let name = ruleset.home_terrain(id).map_or(id.clone(), |terrain| terrain.name.to_string());
        facts.push(("Home terrain", name));
    }
    if ruleset.army.aggression.is_some() || draft.aggression != 0 {
        facts.push(("Aggression", draft.aggression.to_string()));
    }
    if let Some(list) = &draft.list {
        facts.push(("List", list.clone()));
    }
    if let Some(own) = &draft.own_list {
        facts.push(("Own list", own.clone()));
    }
    if let Some(allies) = &draft.allies {
        // A word that is not an id might be read as elements.
        facts.push((if allies.contains('/') { "Allies" } else { "Allies list" }, allies.clone()));
    }
    if let Some(allies) = &draft.second_ally {
        facts.push(("Second allies list", allies.clone()));
    }
    if draft.other_costs != Points::ZERO {
        facts.push(("Other costs", format!("{} AP", draft.other_costs)));
    }
    if !draft.camp {
        facts.push(("Camp", "none".to_owned()));
    }
    facts
}

/// One line of elements: `4 x Blades (Bd) Fast “house guard” @ 2 AP = 8 AP`.
#[must_use]
pub fn element(draft: &Draft, line: &ElementLine) -> String {
    // A hyphen before a number would be a bullet.
    let sign = if line.count < 0 { "−" } else { "" };
    let mut text = format!("{sign}{} x ", line.count.unsigned_abs());
    match (&line.line_type, draft.troop(line)) {
        (_, Some(troop)) => {
            text += troop.name_for(line.count);
            // A grade is already in brackets.
            if troop.graded.is_none() {
                let _ = write!(text, " ({})", troop.code);
            }
        }
        (LineType::Unknown(word), None) => text += &format!("type {}", quote(word)),
        (LineType::Known(_), None) => {}
    }
    // Dismounted troops are marked in brackets, where the mark cannot be part of a name.
    for mark in marks(line).into_iter().filter(|mark| *mark != DISMOUNTED) {
        text.push(' ');
        text += mark;
    }
    let numbered = [(usize::from(line.command), "command"), (line.option.map_or(0, |option| option + 1), "option")];
    let dismounted = line.dismounted.then(|| "dismounted".to_owned());
    let numbered =
        numbered.into_iter().filter(|(number, _)| *number > 0).map(|(number, word)| format!("{word} {number}"));
    for aside in dismounted.into_iter().chain(numbered) {
        let _ = write!(text, " ({aside})");
    }
    if !line.label.is_empty() {
        text.push(' ');
        text += &quote(&line.label);
    }
    // Where no price is printed or agreed on, a zero would read as one.
    let is_priced =
        |troop: &Troop| troop.graded.is_none() || troop.printed_price(line.regular).or(line.price).is_some();
    if draft.troop(line).is_some_and(is_priced) && draft.ruleset.counts() == SizeUnit::Points {
        let price = draft.price(line);
        let _ = write!(text, " @ {price} AP = {} AP", price * line.elements());
    }
    text
}

/// `1 element`, `13 elements`.
#[must_use]
pub fn elements(count: i64) -> String {
    format!("{count} {}", if count == 1 { "element" } else { "elements" })
}

/// The mark of mounted that deploy on foot.
const DISMOUNTED: &str = "Dismounted";

/// The marks of an element in words, in the order of the roster.
#[must_use]
pub fn marks(line: &ElementLine) -> Vec<&'static str> {
    let all = [
        (line.general, "General"),
        (line.fast, "Fast"),
        (line.regular, "Regular"),
        (line.air_mobile, "Air-mobile"),
        (line.ally, "Ally"),
        (line.water, "Water"),
        (line.siege_tower, "Siege tower"),
        (line.mounted, "Mounted"),
        (line.dismounted, DISMOUNTED),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).collect()
}
