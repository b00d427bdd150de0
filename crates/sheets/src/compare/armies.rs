//! Compares the composition of armies: sizes, caps, allies, lists, generals, aggression, camps, and when an army
//! breaks.

use musterfield_rules::points::Points;
use musterfield_rules::ruleset::{Loss, SizeUnit};
use musterfield_rules::sentence::capital;
use musterfield_rules::troop::{FastRule, GeneralRule};
use musterfield_rules::{RuleId, Ruleset, Troop};

use super::table::{Cell, CitedText, ComparisonTable, Row};
use super::types;

/// A ruleset's text on a topic.
type TopicText = fn(&Ruleset) -> Vec<CitedText>;

/// All topics that are compared, in the order of the page.
const TOPICS: [(&str, TopicText); 16] = [
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

pub(super) fn table(rulesets: &[&Ruleset]) -> ComparisonTable {
    let row = |(name, told): &(&str, TopicText)| {
        Row::new(*name, rulesets.iter().map(|ruleset| Cell::new(told(ruleset))).collect())
    };
    let rows = TOPICS.iter().map(row).filter(Row::is_said).collect();
    ComparisonTable { title: "Armies".to_owned(), columns: (0..rulesets.len()).collect(), rows }
}

fn one<'r>(text: impl Into<String>, rules: impl IntoIterator<Item = &'r RuleId>) -> Vec<CitedText> {
    vec![CitedText::new(text, rules)]
}

fn size(ruleset: &Ruleset) -> Vec<CitedText> {
    let budget = &ruleset.army.budget;
    match budget.sizes.first() {
        Some(size) => one(SizeUnit::Elements.of(Points::ONE * size.elements), [&size.rule]),
        None => one(format!("{}, or as agreed", budget.counts.of(budget.usual)), [&budget.rule]),
    }
}

fn larger(ruleset: &Ruleset) -> Vec<CitedText> {
    let sizes = ruleset.army.budget.sizes.iter().skip(1);
    sizes
        .flat_map(|size| {
            let elements = SizeUnit::Elements.of(Points::ONE * size.elements);
            let own = CitedText::new(format!("{}: {elements}", size.name), [&size.rule]);
            let commands = size.commands.as_ref().map(|commands| {
                CitedText::new(
                    format!("{} commands of at least {} elements", commands.count, commands.least),
                    [&commands.rule],
                )
            });
            std::iter::once(own).chain(commands)
        })
        .collect()
}

fn costly(ruleset: &Ruleset) -> Vec<CitedText> {
    let Some(cap) = &ruleset.army.half_cap else { return Vec::new() };
    let costs: Vec<String> = cap.costs.iter().map(ToString::to_string).collect();
    let (part, of) = cap.share;
    one(format!("at most {part}/{of} of the AP on elements of {} AP", costs.join(", ")), [&cap.rule])
}

fn lists(ruleset: &Ruleset) -> Vec<CitedText> {
    match &ruleset.army.from_list {
        Some(rule) => one("always from an army list", [rule]),
        None => one("any types", [&ruleset.army.budget.rule]),
    }
}

fn allies(ruleset: &Ruleset) -> Vec<CitedText> {
    let Some(allies) = &ruleset.army.allies else { return Vec::new() };
    let most = ruleset.counts().of(allies.most);
    let number = if allies.exact { format!("{most} or none") } else { format!("at most {most}") };
    let mut pieces =
        vec![CitedText::new(number, [&allies.rule]), CitedText::new("all from one army", [&allies.named_rule])];
    pieces.extend(ruleset.army.ally_general_rule.as_ref().map(|rule| CitedText::new("never the general", [rule])));
    pieces
}

fn general(ruleset: &Ruleset) -> Vec<CitedText> {
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
        pieces.push(CitedText::new(format!("never {}", never.join(", ")), rules));
    }
    let (unusual, rules) = those(|general| match general {
        GeneralRule::Unusual { rule, .. } => Some(rule),
        GeneralRule::May | GeneralRule::Never { .. } => None,
    });
    if !unusual.is_empty() {
        pieces.push(CitedText::new(format!("rarely {}", unusual.join(", ")), rules));
    }
    pieces
}

fn homes(ruleset: &Ruleset) -> Vec<CitedText> {
    let names: Vec<&str> = ruleset.home_terrains.iter().map(|home| &*home.name).collect();
    match &ruleset.home_terrain_rule {
        Some(rule) if !names.is_empty() => one(names.join(", "), [rule]),
        _ => Vec::new(),
    }
}

fn aggression(ruleset: &Ruleset) -> Vec<CitedText> {
    let Some(range) = &ruleset.army.aggression else { return Vec::new() };
    one(format!("{} to {}", range.least, range.most), [&range.rule])
}

fn camp(ruleset: &Ruleset) -> Vec<CitedText> {
    let Some(camp) = &ruleset.army.camp else { return Vec::new() };
    match &camp.exempt {
        Some((troop, count)) => {
            let name = ruleset.troop(*troop).name_for(*count);
            one(format!("one, not needed with {count} {name} or more"), [&camp.rule])
        }
        None => one("one", [&camp.rule]),
    }
}

fn grades(ruleset: &Ruleset) -> Vec<CitedText> {
    ruleset
        .grades
        .iter()
        .map(|grade| CitedText::new(format!("({}) {}", grade.letter, grade.name), [&grade.rule]))
        .collect()
}

/// Commands that the owner chooses freely; those of a fixed size are listed with the sizes.
fn commands(ruleset: &Ruleset) -> Vec<CitedText> {
    let graded = &ruleset.army.graded;
    let Some(commands) = &graded.commands else { return Vec::new() };
    let mut pieces = one("as the player divides the army", [&commands.rule]);
    let (least, most) = (
        graded.morale.iter().min_by_key(|row| row.equivalents),
        graded.morale.iter().max_by_key(|row| row.equivalents),
    );
    pieces.extend(least.zip(most).map(|(least, most)| {
        CitedText::new(
            format!("a lost element counts {} to {} ME", least.equivalents, most.equivalents),
            [&least.rule, &most.rule],
        )
    }));
    pieces
}

fn fast(ruleset: &Ruleset) -> Vec<CitedText> {
    if !types::knows_fast(ruleset) {
        return Vec::new();
    }
    let those = |is_it: fn(&Troop) -> bool| {
        let troops = ruleset.troops().map(|(_, troop)| troop).filter(|troop| is_it(troop));
        troops.map(|troop| (&*troop.code, &troop.fast.rule)).unzip::<&str, &RuleId, Vec<_>, Vec<_>>()
    };
    let chosen = those(|troop| troop.fast.value.is_choice());
    let always = those(|troop| troop.fast.value == FastRule::Always);
    let told = |word: &str, (codes, rules): (Vec<&str>, Vec<&RuleId>)| {
        (!codes.is_empty()).then(|| CitedText::new(format!("{word}: {}", codes.join(", ")), rules))
    };
    told("as chosen", chosen).into_iter().chain(told("always", always)).collect()
}

fn riders(ruleset: &Ruleset) -> Vec<CitedText> {
    let Some(riders) = &ruleset.army.mounted_infantry else { return Vec::new() };
    one(format!("mounted infantry, written {}-", riders.prefix), [&riders.rule])
}

fn magic(ruleset: &Ruleset) -> Vec<CitedText> {
    if !ruleset.grades.is_empty() {
        let types = ruleset.graded_types();
        let told = types.iter().filter_map(|own| {
            let spell = ruleset.troop(own.usual).spell.as_ref()?;
            let name = &ruleset.family(own.family).plural;
            Some(CitedText::new(format!("{name} to {} {}", spell.value, ruleset.unit), [&spell.rule]))
        });
        return told.collect();
    }
    let who = ruleset.troops().filter_map(|(_, troop)| Some((troop, troop.spell.as_ref()?)));
    who.map(|(troop, spell)| {
        CitedText::new(format!("{} to {} {}", troop.plural, spell.value, ruleset.unit), [&spell.rule])
    })
    .collect()
}

fn breaks(ruleset: &Ruleset) -> Vec<CitedText> {
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
        pieces.push(CitedText::new(format!("also counted: {}", extras.join(", ")), []));
    }
    pieces
}

fn unit(ruleset: &Ruleset) -> Vec<CitedText> {
    let Some(thousandths) = ruleset.unit_length.value else {
        let text = format!("1 {} is as long as in the book that it supplements", ruleset.unit);
        return one(&text, [&ruleset.unit_length.rule]);
    };
    let length = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    let length = length.trim_end_matches('0').trim_end_matches('.');
    let frontage = ruleset.scales.first().map_or(0, |scale| scale.frontage);
    let text = format!("1 {} = {length} mm on bases {frontage} mm wide", ruleset.unit);
    one(capital(&text), [&ruleset.unit_length.rule])
}
