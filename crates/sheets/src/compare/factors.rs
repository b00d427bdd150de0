//! Compares support, tactical factors and pursuit in words.

use musterfield_rules::Ruleset;
use musterfield_rules::combat::{Combat, Fact, ListedName, Modifier, Row as Source, RowTerms};
use musterfield_rules::sentence::capital;
use musterfield_words::combat::TableWords;
use musterfield_words::combat::outcome::pursuit_distance;
use musterfield_words::series::series;

use super::table::{Cell, CitedText, ComparisonTable, Row};

/// The headings, and the facts of the rows below each; support comes before all.
const MODES: [(&str, &[Fact]); 3] = [
    ("Tactical factors in close combat", &[Fact::Close]),
    ("Tactical factors in shooting", &[Fact::Shooting, Fact::ShotAt]),
    ("Tactical factors of magic", &[Fact::Bespelling, Fact::Bespelled]),
];

/// A condition and its consequence, in one ruleset.
struct FactorSentence {
    sentence: String,
    piece: CitedText,
}

/// The rows below a heading in one ruleset.
#[derive(Default)]
struct FactorGroup {
    /// The conditions common to all of them.
    all: Vec<String>,
    told: Vec<FactorSentence>,
}

/// The table's name for conditions common to all its lines.
const ALL: &str = "All of these";

pub(super) fn tables(rulesets: &[&Ruleset]) -> Vec<ComparisonTable> {
    let support = table("Support", rulesets, &|combat| combat.modifiers.iter().take(combat.support).collect());
    let tactical = MODES.iter().map(|(title, roles)| {
        let asks = |said: &RowTerms, roles: &[Fact]| {
            said.conditions.iter().any(|(fact, is_so)| *is_so && roles.contains(fact))
        };
        let is_here = |row: &&Source<Modifier>| {
            asks(&row.terms, roles) || !MODES.iter().any(|(_, roles)| asks(&row.terms, roles))
        };
        let chosen = |combat: &'_ Combat| -> Vec<usize> {
            let rows = combat.modifiers.iter().enumerate().skip(combat.support);
            rows.filter(|(_, row)| is_here(row)).map(|(place, _)| place).collect()
        };
        table(title, rulesets, &|combat| {
            chosen(combat).into_iter().filter_map(|place| combat.modifiers.get(place)).collect()
        })
    });
    // The lines do not mention close combat, so the heading does.
    let gradings = || rulesets.iter().filter_map(|ruleset| ruleset.combat.as_ref()).flat_map(|combat| &combat.grading);
    let title = match gradings().all(|row| row.terms.conditions.contains(&(Fact::Close, true))) {
        true => "Once both totals of a close combat are known, for one that is not the higher",
        false => "Once both totals are known, for one that is not the higher",
    };
    let grading = table(title, rulesets, &|combat| combat.grading.iter().collect());
    let tables = std::iter::once(support).chain(tactical).chain([grading, pursuits(rulesets)]);
    tables.filter(|table| !table.rows.is_empty()).collect()
}

/// The elements that pursue a beaten opponent, and the distance.
fn pursuits(rulesets: &[&Ruleset]) -> ComparisonTable {
    let part = |ruleset: &&Ruleset| {
        let Some(combat) = &ruleset.combat else { return FactorGroup::default() };
        let words = TableWords::new(ruleset, combat).with_codes();
        let told = combat.pursuit.iter().map(|row| {
            let distance = pursuit_distance(row.effect);
            let who = who(words, &row.terms).unwrap_or_else(|| "all".to_owned());
            let by = (!row.terms.opponents.is_empty()).then(|| format!("after {}", names(words, &row.terms.opponents)));
            let parts: Vec<String> = [who].into_iter().chain(by).chain(conditions(words, &row.terms, &[])).collect();
            FactorSentence { sentence: capital(&parts.join(", ")), piece: CitedText::new(distance, [&row.rule]) }
        });
        FactorGroup { all: Vec::new(), told: told.collect() }
    };
    side_by_side("Pursuit", &rulesets.iter().map(part).collect::<Vec<_>>())
}

/// The rows of a ruleset that stand below a heading.
type Chosen<'c> = dyn for<'r> Fn(&'r Combat) -> Vec<&'r Source<Modifier>> + 'c;

fn table(title: &str, rulesets: &[&Ruleset], chosen: &Chosen<'_>) -> ComparisonTable {
    let part = |ruleset: &&Ruleset| {
        let Some(combat) = &ruleset.combat else { return FactorGroup::default() };
        sentences(TableWords::new(ruleset, combat).with_codes(), &chosen(combat))
    };
    side_by_side(title, &rulesets.iter().map(part).collect::<Vec<_>>())
}

/// The same sentences of several rulesets in one row.
fn side_by_side(title: &str, parts: &[FactorGroup]) -> ComparisonTable {
    let mut names: Vec<&str> = Vec::new();
    for told in parts.iter().flat_map(|part| &part.told) {
        if !names.contains(&told.sentence.as_str()) {
            names.push(&told.sentence);
        }
    }
    let row = |name: &str| {
        let cell = |part: &FactorGroup| {
            let same = part.told.iter().filter(|told| told.sentence == name);
            Cell::new(same.map(|told| told.piece.clone()))
        };
        Row::new(name, parts.iter().map(cell).collect())
    };
    let all = |part: &FactorGroup| Cell::new((!part.all.is_empty()).then(|| CitedText::new(part.all.join(", "), [])));
    let all = Row::new(ALL, parts.iter().map(all).collect());
    let rows = std::iter::once(all).filter(Row::is_said).chain(names.into_iter().map(row)).collect();
    ComparisonTable { title: title.to_owned(), columns: (0..parts.len()).collect(), rows }
}

/// The sentences of rows. Rows that differ only in their conditions are alternatives.
fn sentences(words: TableWords<'_>, rows: &[&Source<Modifier>]) -> FactorGroup {
    let common = common(rows);
    let mut found: Vec<FactorSentence> = Vec::new();
    let mut last: Option<&Source<Modifier>> = None;
    for row in rows {
        let is_alternative = last.is_some_and(|last| {
            (&last.rule, last.effect.value, last.effect.per, &last.terms.subjects, &last.terms.opponents)
                == (&row.rule, row.effect.value, row.effect.per, &row.terms.subjects, &row.terms.opponents)
        });
        if let (true, Some(head), Some(told)) = (row.effect.joined, last, found.last_mut()) {
            told.sentence += &match &row.effect.sheet_text {
                Some(says) => format!("; {says}"),
                None => {
                    let terms = row.terms.without_exclusions();
                    format!("; or {}", conditions(words, &terms, &head.terms.conditions).join(", "))
                }
            };
            told.piece.cite(&row.rule);
            continue;
        }
        if let (true, Some(told)) = (is_alternative, found.last_mut()) {
            if row.effect.sheet_text.is_none() {
                told.sentence += &format!("; or {}", conditions(words, &row.terms, &common).join(", "));
            }
            continue;
        }
        last = Some(row);
        let value = format!("{:+}", row.effect.value).replace('-', "−");
        let sentence = capital(&sentence(words, row, &common));
        found.push(FactorSentence { sentence, piece: CitedText::new(value, [&row.rule]) });
    }
    let all = common.iter().map(|(fact, is_so)| condition(words, *fact, *is_so)).collect();
    FactorGroup { all, told: found }
}

/// The conditions common to all rows, if there are several.
fn common(rows: &[&Source<Modifier>]) -> Vec<(Fact, bool)> {
    match rows {
        [first, others @ ..] if !others.is_empty() => {
            let conditions =
                first.terms.conditions.iter().filter(|(fact, _)| !is_heading(*fact) && *fact != Fact::RearSupport);
            let everywhere =
                |condition: &&(Fact, bool)| others.iter().all(|row| row.terms.conditions.contains(condition));
            conditions.filter(everywhere).copied().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether the heading of a table expresses a fact already; shooting and being shot at have separate headings.
const fn is_heading(fact: Fact) -> bool {
    matches!(fact, Fact::Close | Fact::Bespelling)
}

/// Names in alphabetical order, so that lists of the same types have the same words.
fn sorted(words: TableWords<'_>, names: &[ListedName]) -> Vec<ListedName> {
    let mut sorted = names.to_vec();
    sorted.sort_by_key(|named| words.names(std::slice::from_ref(named)));
    sorted
}

fn names(words: TableWords<'_>, names: &[ListedName]) -> String {
    words.names(&sorted(words, names))
}

fn who(words: TableWords<'_>, said: &RowTerms) -> Option<String> {
    let named = (!said.subjects.is_empty())
        .then(|| words.names_among(&sorted(words, &said.subjects), words.everybody(), "and"));
    named.filter(|named| named != "all")
}

fn sentence(words: TableWords<'_>, row: &Source<Modifier>, common: &[(Fact, bool)]) -> String {
    let Modifier { per, name, sheet_text: says, .. } = &row.effect;
    if let Some(says) = says {
        return says.to_string();
    }
    let mut parts: Vec<String> = match (name, who(words, &row.terms)) {
        (Some(name), Some(who)) => vec![format!("{name}: {who}")],
        (name, who) => name.as_deref().map(str::to_owned).into_iter().chain(who).collect(),
    };
    parts.extend(per.map(|per| format!("for each {}", per.as_str())));
    if !row.terms.opponents.is_empty() {
        parts.push(format!("against {}", names(words, &row.terms.opponents)));
    }
    parts.extend(conditions(words, &row.terms, common));
    parts.join(", ")
}

fn conditions(words: TableWords<'_>, said: &RowTerms, common: &[(Fact, bool)]) -> Vec<String> {
    let mut parts = Vec::new();
    if !said.beside.is_empty() {
        parts.push(format!("beside {}", names(words, &said.beside)));
    }
    if !said.behind.is_empty() {
        parts.push(format!("with {} behind", names(words, &said.behind)));
    }
    // For a reader, an element that holds a named feature is a garrison.
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
    parts.extend(words.readings(said));
    let places = |places: &[_]| series(&places.iter().map(|place| words.place(*place)).collect::<Vec<_>>(), "or");
    if !said.inside.is_empty() {
        parts.push(format!("in {}", places(&said.inside)));
    }
    if !said.outside.is_empty() {
        parts.push(format!("not in {}", places(&said.outside)));
    }
    parts
}

/// A condition that must or must not hold, for a line of a table.
fn condition(words: TableWords<'_>, fact: Fact, is_so: bool) -> String {
    let words = match (fact, is_so) {
        (Fact::HoldsFeature | Fact::HoldsWalls, false) => {
            return words.condition(fact, true).replace("garrison of a", "in a").replacen("in a", "unless in a", 1);
        }
        (Fact::Charged, true) => "having moved into this contact",
        (Fact::Sacking, true) => "sacking it",
        (Fact::Sacking, false) => "unless sacking it",
        (Fact::UsesChance, true) => "the C-in-C’s element, once in a Big Battle",
        (Fact::MountedInfantry, true) => "riding",
        (Fact::MountedInfantry, false) => "not riding",
        (Fact::BadGoing, false) => "not itself in bad going",
        (Fact::FlankOrRear, false) => "unless an enemy is on flank or rear",
        _ => return words.condition(fact, is_so),
    };
    words.to_owned()
}
