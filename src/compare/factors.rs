//! Support, tactical factors and pursuit in words: what one ruleset says beside what another says.

use super::{Cell, Piece, Row, Table};
use crate::combat::explain::words::{Words, either};
use crate::rules::Ruleset;
use crate::rules::combat::{Combat, Fact, Modifier, Named, Row as Source, Said};
use crate::rules::play::Amount;
use crate::rules::sentence::capital;

/// A heading, and whether a row stands below it; support comes before all.
const MODES: [(&str, &[Fact]); 3] = [
    ("Tactical factors in close combat", &[Fact::Close]),
    ("Tactical factors in shooting", &[Fact::Shooting, Fact::ShotAt]),
    ("Tactical factors of magic", &[Fact::Bespelling, Fact::Bespelled]),
];

/// What follows from what, in one ruleset.
struct Told {
    sentence: String,
    piece: Piece,
}

/// What stands below a heading in one ruleset.
#[derive(Default)]
struct Part {
    /// What holds for all of it.
    all: Vec<String>,
    told: Vec<Told>,
}

/// How a table names what holds for all its lines.
const ALL: &str = "All of these";

pub(super) fn tables(rulesets: &[&Ruleset]) -> Vec<Table> {
    let support = table("Support", rulesets, &|combat| combat.modifiers.iter().take(combat.support).collect());
    let tactical = MODES.iter().map(|(title, roles)| {
        let asks =
            |said: &Said, roles: &[Fact]| said.conditions.iter().any(|(fact, is_so)| *is_so && roles.contains(fact));
        let is_here =
            |row: &&Source<Modifier>| asks(&row.said, roles) || !MODES.iter().any(|(_, roles)| asks(&row.said, roles));
        let chosen = |combat: &'_ Combat| -> Vec<usize> {
            let rows = combat.modifiers.iter().enumerate().skip(combat.support);
            rows.filter(|(_, row)| is_here(row)).map(|(place, _)| place).collect()
        };
        table(title, rulesets, &|combat| {
            chosen(combat).into_iter().filter_map(|place| combat.modifiers.get(place)).collect()
        })
    });
    // The lines do not tell that it is of close combat, so the heading does.
    let gradings = || rulesets.iter().filter_map(|ruleset| ruleset.combat.as_ref()).flat_map(|combat| &combat.grading);
    let title = match gradings().all(|row| row.said.conditions.contains(&(Fact::Close, true))) {
        true => "Once both totals of a close combat are known, for one that has not more",
        false => "Once both totals are known, for one that has not more",
    };
    let grading = table(title, rulesets, &|combat| combat.grading.iter().collect());
    let tables = std::iter::once(support).chain(tactical).chain([grading, pursuits(rulesets)]);
    tables.filter(|table| !table.rows.is_empty()).collect()
}

/// Who goes after a beaten opponent, and how far.
fn pursuits(rulesets: &[&Ruleset]) -> Table {
    let part = |ruleset: &&Ruleset| {
        let Some(combat) = &ruleset.combat else { return Part::default() };
        let words = Words::new(ruleset, combat).with_codes();
        let told = combat.pursuit.iter().map(|row| {
            let distance = if row.then == 0 { "none".to_owned() } else { Amount::Half(row.then.into()).told("BW") };
            let who = who(words, &row.said).unwrap_or_else(|| "all".to_owned());
            let by = (!row.said.by.is_empty()).then(|| format!("after {}", names(words, &row.said.by)));
            let parts: Vec<String> = [who].into_iter().chain(by).chain(conditions(words, &row.said, &[])).collect();
            Told { sentence: capital(&parts.join(", ")), piece: Piece::new(distance, [&row.rule]) }
        });
        Part { all: Vec::new(), told: told.collect() }
    };
    beside("Pursuit", &rulesets.iter().map(part).collect::<Vec<_>>())
}

/// The rows of a ruleset that stand below a heading.
type Chosen<'c> = dyn for<'r> Fn(&'r Combat) -> Vec<&'r Source<Modifier>> + 'c;

fn table(title: &str, rulesets: &[&Ruleset], chosen: &Chosen<'_>) -> Table {
    let part = |ruleset: &&Ruleset| {
        let Some(combat) = &ruleset.combat else { return Part::default() };
        sentences(Words::new(ruleset, combat).with_codes(), &chosen(combat))
    };
    beside(title, &rulesets.iter().map(part).collect::<Vec<_>>())
}

/// The same sentences of several rulesets in one line.
fn beside(title: &str, parts: &[Part]) -> Table {
    let mut names: Vec<&str> = Vec::new();
    for told in parts.iter().flat_map(|part| &part.told) {
        if !names.contains(&told.sentence.as_str()) {
            names.push(&told.sentence);
        }
    }
    let row = |name: &str| {
        let cell = |part: &Part| {
            let same = part.told.iter().filter(|told| told.sentence == name);
            Cell::new(same.map(|told| told.piece.clone()))
        };
        Row::new(name, parts.iter().map(cell).collect())
    };
    let all = |part: &Part| Cell::new((!part.all.is_empty()).then(|| Piece::new(part.all.join(", "), [])));
    let all = Row::new(ALL, parts.iter().map(all).collect());
    let rows = std::iter::once(all).filter(Row::is_said).chain(names.into_iter().map(row)).collect();
    Table { title: title.to_owned(), columns: (0..parts.len()).collect(), rows }
}

/// What rows say. Rows that differ in their conditions only are alternatives.
fn sentences(words: Words<'_>, rows: &[&Source<Modifier>]) -> Part {
    let common = common(rows);
    let mut found: Vec<Told> = Vec::new();
    let mut last: Option<&Source<Modifier>> = None;
    for row in rows {
        let is_alternative = last.is_some_and(|last| {
            (&last.rule, last.then.value, last.then.per, &last.said.of, &last.said.by)
                == (&row.rule, row.then.value, row.then.per, &row.said.of, &row.said.by)
        });
        if let (true, Some(told)) = (is_alternative, found.last_mut()) {
            if row.then.says.is_none() {
                told.sentence += &format!("; or {}", conditions(words, &row.said, &common).join(", "));
            }
            continue;
        }
        last = Some(row);
        let value = format!("{:+}", row.then.value).replace('-', "−");
        let sentence = capital(&sentence(words, row, &common));
        found.push(Told { sentence, piece: Piece::new(value, [&row.rule]) });
    }
    let all = common.iter().map(|(fact, is_so)| condition(words, *fact, *is_so)).collect();
    Part { all, told: found }
}

/// The conditions that all rows ask for, if there are several rows.
fn common(rows: &[&Source<Modifier>]) -> Vec<(Fact, bool)> {
    match rows {
        [first, others @ ..] if !others.is_empty() => {
            let conditions =
                first.said.conditions.iter().filter(|(fact, _)| !is_heading(*fact) && *fact != Fact::RearSupport);
            let everywhere =
                |condition: &&(Fact, bool)| others.iter().all(|row| row.said.conditions.contains(condition));
            conditions.filter(everywhere).copied().collect()
        }
        _ => Vec::new(),
    }
}

/// What the heading of a table tells already; who shoots and who is shot at stand apart.
const fn is_heading(fact: Fact) -> bool {
    matches!(fact, Fact::Close | Fact::Bespelling)
}

/// Names by the alphabet, so that lists of the same types are the same words.
fn sorted(words: Words<'_>, names: &[Named]) -> Vec<Named> {
    let mut sorted = names.to_vec();
    sorted.sort_by_key(|named| words.names(std::slice::from_ref(named)));
    sorted
}

fn names(words: Words<'_>, names: &[Named]) -> String {
    words.names(&sorted(words, names))
}

fn who(words: Words<'_>, said: &Said) -> Option<String> {
    let named = (!said.of.is_empty()).then(|| words.names_among(&sorted(words, &said.of), words.everybody(), "and"));
    named.filter(|named| named != "all")
}

fn sentence(words: Words<'_>, row: &Source<Modifier>, common: &[(Fact, bool)]) -> String {
    let Modifier { per, name, says, .. } = &row.then;
    if let Some(says) = says {
        return says.to_string();
    }
    let mut parts: Vec<String> = match (name, who(words, &row.said)) {
        (Some(name), Some(who)) => vec![format!("{name}: {who}")],
        (name, who) => name.as_deref().map(str::to_owned).into_iter().chain(who).collect(),
    };
    parts.extend(per.map(|per| format!("for each {}", per.as_str())));
    if !row.said.by.is_empty() {
        parts.push(format!("against {}", names(words, &row.said.by)));
    }
    parts.extend(conditions(words, &row.said, common));
    parts.join(", ")
}

fn conditions(words: Words<'_>, said: &Said, common: &[(Fact, bool)]) -> Vec<String> {
    let mut parts = Vec::new();
    if !said.beside.is_empty() {
        parts.push(format!("beside {}", names(words, &said.beside)));
    }
    if !said.behind.is_empty() {
        parts.push(format!("with {} behind", names(words, &said.behind)));
    }
    // Who holds a named feature is a garrison, as far as a reader is concerned.
    let holds =
        said.conditions.iter().any(|(fact, is_so)| *is_so && matches!(fact, Fact::HoldsWalls | Fact::HoldsCamp));
    let is_known = |fact: Fact| match fact {
        Fact::RearSupport => !said.behind.is_empty(),
        Fact::Garrison => holds,
        fact => is_heading(fact),
    };
    let told = said.conditions.iter().filter(|condition| !common.contains(condition));
    let told = told.filter(|(fact, is_so)| !(*is_so && is_known(*fact)));
    parts.extend(told.map(|(fact, is_so)| condition(words, *fact, *is_so)));
    let places = |places: &[_]| either(&places.iter().map(|place| words.place(*place)).collect::<Vec<_>>(), "or");
    if !said.inside.is_empty() {
        parts.push(format!("in {}", places(&said.inside)));
    }
    if !said.outside.is_empty() {
        parts.push(format!("not in {}", places(&said.outside)));
    }
    parts
}

/// Something that is or is not so, for a line of a table.
fn condition(words: Words<'_>, fact: Fact, is_so: bool) -> String {
    let words = match (fact, is_so) {
        (Fact::HoldsFeature | Fact::HoldsWalls, false) => {
            return words.condition(fact, true).replace("garrison of a", "in a").replacen("in a", "unless in a", 1);
        }
        (Fact::Charged, true) => "having moved into this contact",
        (Fact::Sacking, true) => "sacking it",
        (Fact::Sacking, false) => "unless sacking it",
        (Fact::UsesChance, true) => "the C-in-C’s element, once a Big Battle",
        (Fact::MountedInfantry, true) => "riding",
        (Fact::MountedInfantry, false) => "not riding",
        (Fact::BadGoing, false) => "not itself in bad going",
        (Fact::FlankOrRear, false) => "unless an enemy is on flank or rear",
        _ => return words.condition(fact, is_so),
    };
    words.to_owned()
}
