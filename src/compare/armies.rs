//! What makes an army: sizes, caps, allies, lists, generals, aggression, camps, and when it breaks.

use super::{Cell, Piece, Row, Table, types};
use crate::rules::points::Points;
use crate::rules::ruleset::{Counts, Loss};
use crate::rules::sentence::capital;
use crate::rules::troop::{FastRule, GeneralRule};
use crate::rules::{RuleId, Ruleset, Troop};

/// What a ruleset says of something.
type Told = fn(&Ruleset) -> Vec<Piece>;

/// All that is compared, in the order of the page.
const TOPICS: [(&str, Told); 16] = [
    ("Size", size),
    ("Larger armies", larger),
    ("Costly elements", costly),
    ("Army lists", lists),
    ("Allies", allies),
    ("General", general),
    ("Home terrain", homes),
    ("Aggression", aggression),
    ("Camp", camp),
    ("Grades", grades),
    ("Commands", commands),
    ("Fast troops", fast),
    ("Mounted infantry", riders),
    ("Magic", magic),
    ("The army breaks", breaks),
    ("Unit of moves", unit),
];

pub(super) fn table(rulesets: &[&Ruleset]) -> Table {
    let row = |(name, told): &(&str, Told)| {
        Row::new(*name, rulesets.iter().map(|ruleset| Cell::new(told(ruleset))).collect())
    };
    let rows = TOPICS.iter().map(row).filter(Row::is_said).collect();
    Table { title: "Armies".to_owned(), columns: (0..rulesets.len()).collect(), rows }
}

fn one<'r>(text: impl Into<String>, rules: impl IntoIterator<Item = &'r RuleId>) -> Vec<Piece> {
    vec![Piece::new(text, rules)]
}

fn size(ruleset: &Ruleset) -> Vec<Piece> {
    let budget = &ruleset.army.budget;
    match budget.sizes.first() {
        Some(size) => one(Counts::Elements.of(Points::ONE * size.elements), [&size.rule]),
        None => one(format!("{}, or as agreed", budget.counts.of(budget.usual)), [&budget.rule]),
    }
}

fn larger(ruleset: &Ruleset) -> Vec<Piece> {
    let sizes = ruleset.army.budget.sizes.iter().skip(1);
    sizes
        .flat_map(|size| {
            let elements = Counts::Elements.of(Points::ONE * size.elements);
            let own = Piece::new(format!("{}: {elements}", size.name), [&size.rule]);
            let commands = size.commands.as_ref().map(|commands| {
                Piece::new(
                    format!("{} commands of at least {} elements", commands.count, commands.least),
                    [&commands.rule],
                )
            });
            std::iter::once(own).chain(commands)
        })
        .collect()
}

fn costly(ruleset: &Ruleset) -> Vec<Piece> {
    let Some(cap) = &ruleset.army.half_cap else { return Vec::new() };
    let costs: Vec<String> = cap.costs.iter().map(ToString::to_string).collect();
    let (part, of) = cap.share;
    one(format!("at most {part}/{of} of the AP on elements of {} AP", costs.join(", ")), [&cap.rule])
}

fn lists(ruleset: &Ruleset) -> Vec<Piece> {
    match &ruleset.army.from_list {
        Some(rule) => one("always from an army list", [rule]),
        None => one("any types", [&ruleset.army.budget.rule]),
    }
}

fn allies(ruleset: &Ruleset) -> Vec<Piece> {
    let Some(allies) = &ruleset.army.allies else { return Vec::new() };
    let most = ruleset.counts().of(allies.most);
    let number = if allies.exact { format!("{most} or none") } else { format!("at most {most}") };
    let mut pieces = vec![Piece::new(number, [&allies.rule]), Piece::new("all from one army", [&allies.named_rule])];
    pieces.extend(ruleset.army.ally_general_rule.as_ref().map(|rule| Piece::new("never the general", [rule])));
    pieces
}

fn general(ruleset: &Ruleset) -> Vec<Piece> {
    let mut pieces = match &ruleset.army.graded.commands {
        Some(commands) => one("one leads each command", [&commands.rule]),
        None => one("exactly one", [&ruleset.army.general_rule]),
    };
    let those = |wanted: fn(&GeneralRule) -> Option<&RuleId>| {
        let found = ruleset.troops().filter_map(|(_, troop)| Some((&*troop.plural, wanted(&troop.general)?)));
        found.unzip::<&str, &RuleId, Vec<_>, Vec<_>>()
    };
    let (never, rules) = those(|general| match general {
        GeneralRule::Never { rule, .. } => Some(rule),
        GeneralRule::May | GeneralRule::Unusual { .. } => None,
    });
    if !never.is_empty() {
        pieces.push(Piece::new(format!("never {}", never.join(", ")), rules));
    }
    let (unusual, rules) = those(|general| match general {
        GeneralRule::Unusual { rule, .. } => Some(rule),
        GeneralRule::May | GeneralRule::Never { .. } => None,
    });
    if !unusual.is_empty() {
        pieces.push(Piece::new(format!("hardly {}", unusual.join(", ")), rules));
    }
    pieces
}

fn homes(ruleset: &Ruleset) -> Vec<Piece> {
    let names: Vec<&str> = ruleset.home_terrains.iter().map(|home| &*home.name).collect();
    match &ruleset.home_terrain_rule {
        Some(rule) if !names.is_empty() => one(names.join(", "), [rule]),
        _ => Vec::new(),
    }
}

fn aggression(ruleset: &Ruleset) -> Vec<Piece> {
    let Some(range) = &ruleset.army.aggression else { return Vec::new() };
    one(format!("{} to {}", range.least, range.most), [&range.rule])
}

fn camp(ruleset: &Ruleset) -> Vec<Piece> {
    let Some(camp) = &ruleset.army.camp else { return Vec::new() };
    match &camp.exempt {
        Some((troop, count)) => {
            let name = ruleset.troop(*troop).called(*count);
            one(format!("one, not needed with {count} {name} or more"), [&camp.rule])
        }
        None => one("one", [&camp.rule]),
    }
}

fn grades(ruleset: &Ruleset) -> Vec<Piece> {
    ruleset.grades.iter().map(|grade| Piece::new(format!("({}) {}", grade.letter, grade.name), [&grade.rule])).collect()
}

/// Commands that the owner makes as he likes; those of a fixed size stand with the sizes.
fn commands(ruleset: &Ruleset) -> Vec<Piece> {
    let graded = &ruleset.army.graded;
    let Some(commands) = &graded.commands else { return Vec::new() };
    let mut pieces = one("as the owner divides the army", [&commands.rule]);
    let (least, most) = (graded.morale.iter().min_by_key(|row| row.is), graded.morale.iter().max_by_key(|row| row.is));
    pieces.extend(least.zip(most).map(|(least, most)| {
        Piece::new(format!("an element lost counts {} to {} ME", least.is, most.is), [&least.rule, &most.rule])
    }));
    pieces
}

fn fast(ruleset: &Ruleset) -> Vec<Piece> {
    if !types::knows_fast(ruleset) {
        return Vec::new();
    }
    let those = |is_it: fn(&Troop) -> bool| {
        let troops = ruleset.troops().map(|(_, troop)| troop).filter(|troop| is_it(troop));
        troops.map(|troop| (&*troop.code, &troop.fast.rule)).unzip::<&str, &RuleId, Vec<_>, Vec<_>>()
    };
    let chosen = those(|troop| troop.fast.is.is_choice());
    let always = those(|troop| troop.fast.is == FastRule::Always);
    let told = |word: &str, (codes, rules): (Vec<&str>, Vec<&RuleId>)| {
        (!codes.is_empty()).then(|| Piece::new(format!("{word}: {}", codes.join(", ")), rules))
    };
    told("as chosen", chosen).into_iter().chain(told("always", always)).collect()
}

fn riders(ruleset: &Ruleset) -> Vec<Piece> {
    let Some(riders) = &ruleset.army.mounted_infantry else { return Vec::new() };
    one(format!("foot that rides, written {}-", riders.prefix), [&riders.rule])
}

fn magic(ruleset: &Ruleset) -> Vec<Piece> {
    if !ruleset.grades.is_empty() {
        let types = ruleset.graded_types();
        let told = types.iter().filter_map(|own| {
            let spell = ruleset.troop(own.usual).spell.as_ref()?;
            let name = &ruleset.family(own.family).plural;
            Some(Piece::new(format!("{name} to {} {}", spell.is, ruleset.unit), [&spell.rule]))
        });
        return told.collect();
    }
    let who = ruleset.troops().filter_map(|(_, troop)| Some((troop, troop.spell.as_ref()?)));
    who.map(|(troop, spell)| Piece::new(format!("{} to {} {}", troop.plural, spell.is, ruleset.unit), [&spell.rule]))
        .collect()
}

fn breaks(ruleset: &Ruleset) -> Vec<Piece> {
    let Some(defeat) = &ruleset.army.defeat else { return Vec::new() };
    let counts = ruleset.counts();
    let lost = match &defeat.lost {
        Loss::At(sizes) => {
            let told = sizes.iter().map(|(size, lost)| format!("{lost} of {}", counts.of(*size)));
            told.collect::<Vec<_>>().join(", ") + " lost"
        }
        Loss::OfElements(part, of) => format!("{part}/{of} of its elements lost"),
    };
    let extras = [("general", defeat.general_extra), ("camp", defeat.camp), ("Stronghold or City", defeat.stronghold)];
    let extras: Vec<String> = extras
        .iter()
        .filter(|(_, extra)| *extra != Points::ZERO)
        .map(|(what, extra)| format!("{what} {extra}"))
        .collect();
    let mut pieces = one(lost, [&defeat.rule]);
    if !extras.is_empty() {
        pieces.push(Piece::new(format!("counted beside: {}", extras.join(", ")), []));
    }
    pieces
}

fn unit(ruleset: &Ruleset) -> Vec<Piece> {
    let Some(thousandths) = ruleset.unit_length.is else {
        let text = format!("1 {} is as long as the book says that it supplements", ruleset.unit);
        return one(&text, [&ruleset.unit_length.rule]);
    };
    let length = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    let length = length.trim_end_matches('0').trim_end_matches('.');
    let frontage = ruleset.scales.first().map_or(0, |scale| scale.frontage);
    let text = format!("1 {} = {length} mm on bases {frontage} mm wide", ruleset.unit);
    one(capital(&text), [&ruleset.unit_length.rule])
}
