//! An army list from its file: front matter in TOML, then the body.

use musterfield_rules::troop::FastRule;
use musterfield_rules::{Book, Ruleset, TroopId};
use serde::Deserialize;
use toml::Spanned;

use super::{
    Age, ArmyList, ListChoice, ListError, ListFast, ListFault, ListGeneral, ListOption, ListPermission, ListRegular,
    Place, shorthand,
};
use crate::assign::MOST_OPTIONS;
use crate::filling::{MOST_CHOICES, choices};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    name: Spanned<String>,
    ruleset: Spanned<String>,
    #[serde(default)]
    years: String,
    #[serde(default)]
    ages: Vec<Spanned<String>>,
    #[serde(default)]
    places: Vec<Spanned<String>>,
    aggression: Option<Spanned<i64>>,
    #[serde(default)]
    home_terrain: Vec<Spanned<String>>,
    #[serde(default)]
    allies: Vec<Spanned<String>>,
    #[serde(default)]
    enemies: Vec<Spanned<String>>,
    #[serde(default)]
    option: Vec<OptionEntry>,
    /// The options in DBA's shorthand.
    notation: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionEntry {
    types: Vec<Spanned<String>>,
    #[serde(default)]
    choice: ListChoice,
    #[serde(default)]
    min: i64,
    max: Option<Spanned<i64>>,
    #[serde(default)]
    fast: ListFast,
    #[serde(default)]
    mounted: ListPermission,
    regular: Option<ListRegular>,
    #[serde(default)]
    air_mobile: ListPermission,
    #[serde(default)]
    general: ListGeneral,
    #[serde(default)]
    label: String,
    #[serde(default)]
    note: String,
}

/// A file being read, which collects mistakes with their lines.
struct ListReader<'a> {
    file: &'a str,
    text: &'a str,
    errors: Vec<ListError>,
}

impl ListReader<'_> {
    fn refuse(&mut self, at: usize, fault: ListFault) {
        // The front matter begins on the line after the first `+++`.
        let line = self.text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 2;
        self.errors.push(ListError { file: self.file.to_owned(), line, fault });
    }
}

/// Splits `+++` front matter from the body.
fn front_matter(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("+++\n").or_else(|| text.strip_prefix("+++\r\n"))?;
    let end = rest
        .match_indices("+++")
        .map(|(at, _)| at)
        .find(|at| *at == 0 || rest.get(..*at).is_some_and(|head| head.ends_with('\n')))?;
    Some((rest.get(..end)?, rest.get(end + 3..)?))
}

impl ArmyList {
    /// Reads a list from its file; `id` is `ruleset/slug`.
    ///
    /// # Errors
    /// All mistakes of the file, with their lines.
    pub fn parse(file: &str, id: &str, text: &str, book: &'static Book) -> Result<Self, Vec<ListError>> {
        let Some((matter, body)) = front_matter(text) else {
            return Err(vec![ListError { file: file.to_owned(), line: 1, fault: ListFault::NoFrontMatter }]);
        };
        let mut reader = ListReader { file, text: matter, errors: Vec::new() };
        let parsed: FrontMatter = match toml::from_str(matter) {
            Ok(parsed) => parsed,
            Err(error) => {
                let fault = ListFault::Unread { reason: error.message().to_owned() };
                reader.refuse(error.span().map_or(0, |span| span.start), fault);
                return Err(reader.errors);
            }
        };
        let Some(ruleset) = book.ruleset(parsed.ruleset.get_ref()) else {
            let fault = ListFault::UnknownRuleset { found: parsed.ruleset.get_ref().clone() };
            reader.refuse(parsed.ruleset.span().start, fault);
            return Err(reader.errors);
        };
        if id.split('/').next() != Some(parsed.ruleset.get_ref().as_str()) {
            reader.refuse(parsed.ruleset.span().start, ListFault::OtherFolder);
        }
        let options = match &parsed.notation {
            None => read_options(&mut reader, ruleset, &parsed.option),
            Some(written) => from_notation(&mut reader, ruleset, written, &parsed.option),
        };
        let ages = known(&mut reader, &parsed.ages, Age::of, |found| ListFault::UnknownAge {
            found,
            known: Age::ALL.iter().map(|age| age.id()).collect(),
        });
        let places = known(&mut reader, &parsed.places, Place::of, |found| ListFault::UnknownPlace {
            found,
            known: Place::ALL.iter().map(|place| place.id()).collect(),
        });
        let list = Self {
            id: id.to_owned(),
            name: parsed.name.get_ref().clone(),
            ruleset,
            aggression: parsed.aggression.as_ref().map_or(0, |factor| *factor.get_ref()),
            years: parsed.years.trim().to_owned(),
            ages,
            places,
            home_terrains: parsed.home_terrain.iter().map(|terrain| terrain.get_ref().clone()).collect(),
            allies: parsed.allies.iter().map(|ally| ally.get_ref().clone()).collect(),
            enemies: parsed.enemies.iter().map(|enemy| enemy.get_ref().clone()).collect(),
            options,
            summary: summary(body),
            body: body.trim().to_owned(),
        };
        check_fields(&mut reader, &parsed, ruleset);
        if choices(&list.options) > MOST_CHOICES {
            reader.refuse(0, ListFault::TooManyWays { most: MOST_CHOICES });
        }
        if reader.errors.is_empty() { Ok(list) } else { Err(reader.errors) }
    }
}

fn check_fields(reader: &mut ListReader<'_>, parsed: &FrontMatter, ruleset: &Ruleset) {
    if parsed.name.get_ref().trim().is_empty() {
        reader.refuse(parsed.name.span().start, ListFault::NoName);
    }
    match (&ruleset.army.aggression, &parsed.aggression) {
        (Some(range), Some(factor)) if !(range.least..=range.most).contains(factor.get_ref()) => {
            let fault = ListFault::Aggression { least: range.least, most: range.most };
            reader.refuse(factor.span().start, fault);
        }
        (Some(_), None) => reader.refuse(0, ListFault::NoAggression),
        (None, Some(factor)) => reader.refuse(factor.span().start, ListFault::HasAggression),
        _ => {}
    }
    for terrain in &parsed.home_terrain {
        if !ruleset.home_terrains.iter().any(|known| *known.id == **terrain.get_ref()) {
            let fault = ListFault::UnknownHomeTerrain { found: terrain.get_ref().clone() };
            reader.refuse(terrain.span().start, fault);
        }
    }
    for (at, enemy) in parsed.enemies.iter().enumerate() {
        if parsed.enemies.iter().take(at).any(|earlier| earlier.get_ref() == enemy.get_ref()) {
            reader.refuse(enemy.span().start, ListFault::NamedTwice { written: enemy.get_ref().clone() });
        }
    }
    if parsed.notation.is_none() && parsed.option.is_empty() {
        reader.refuse(0, ListFault::NoOptions);
    }
    if parsed.option.len() > MOST_OPTIONS {
        reader.refuse(0, ListFault::TooManyOptions { most: MOST_OPTIONS });
    }
}

/// Reads ids of which each has a meaning, and refuses unknown and repeated ones.
fn known<T: Copy + PartialEq>(
    reader: &mut ListReader<'_>,
    written: &[Spanned<String>],
    meaning: impl Fn(&str) -> Option<T>,
    unknown: impl Fn(String) -> ListFault,
) -> Vec<T> {
    let mut found = Vec::new();
    for id in written {
        match meaning(id.get_ref()) {
            Some(value) if found.contains(&value) => {
                reader.refuse(id.span().start, ListFault::NamedTwice { written: id.get_ref().clone() });
            }
            Some(value) => found.push(value),
            None => reader.refuse(id.span().start, unknown(id.get_ref().clone())),
        }
    }
    found
}

/// Reads the options of a list in shorthand.
fn from_notation(
    reader: &mut ListReader<'_>,
    ruleset: &'static Ruleset,
    written: &Spanned<String>,
    entries: &[OptionEntry],
) -> Vec<ListOption> {
    let at = written.span().start;
    if !entries.is_empty() {
        reader.refuse(at, ListFault::OptionsTwice);
    }
    match shorthand::read(ruleset, written.get_ref()) {
        Ok(list) => list.options,
        Err(error) => {
            reader.refuse(at, ListFault::Shorthand(error));
            Vec::new()
        }
    }
}

fn read_options(reader: &mut ListReader<'_>, ruleset: &'static Ruleset, entries: &[OptionEntry]) -> Vec<ListOption> {
    let mut options = Vec::new();
    for entry in entries {
        let mut types = Vec::new();
        for written in &entry.types {
            let at = written.span().start;
            match ruleset.spellings().read(written.get_ref()) {
                Some(spelling) if *ruleset.troop(spelling.troop).code == **written.get_ref() => {
                    if types.contains(&spelling.troop) {
                        reader.refuse(at, ListFault::TypeTwice { written: written.get_ref().clone() });
                    }
                    types.push(spelling.troop);
                }
                Some(spelling) if ruleset.plain_code(spelling.troop) == written.get_ref().as_str() => {
                    let sold = in_every_grade(ruleset, spelling.troop, entry.regular.unwrap_or_default());
                    if sold.is_empty() {
                        reader.refuse(at, ListFault::NoPrice { written: written.get_ref().clone() });
                    }
                    types.extend(sold.into_iter().filter(|id| !types.contains(id)).collect::<Vec<_>>());
                }
                _ => reader.refuse(at, ListFault::UnknownType { written: written.get_ref().clone() }),
            }
        }
        let at = entry.types.first().map_or(0, |first| first.span().start);
        if entry.types.is_empty() {
            reader.refuse(at, ListFault::NoTypes);
        }
        check_option(reader, ruleset, entry, &types, at);
        options.push(ListOption {
            types,
            choice: entry.choice,
            mounted: entry.mounted,
            mounted_types: Vec::new(),
            dismounts: Vec::new(),
            min: entry.min,
            max: entry.max.as_ref().map(|max| *max.get_ref()),
            fast: entry.fast,
            regular: entry.regular.unwrap_or_default(),
            air_mobile: entry.air_mobile,
            general: entry.general,
            label: entry.label.trim().to_owned(),
            note: entry.note.trim().to_owned(),
            branch: None,
        });
    }
    options
}

fn check_option(reader: &mut ListReader<'_>, ruleset: &Ruleset, entry: &OptionEntry, types: &[TroopId], at: usize) {
    if entry.min < 0 {
        reader.refuse(at, ListFault::NegativeMinimum);
    }
    if let Some(max) = &entry.max
        && *max.get_ref() < entry.min.max(1)
    {
        reader.refuse(max.span().start, ListFault::MaximumTooLow);
    }
    let slow = |id: &&TroopId| ruleset.troop(**id).fast.value == FastRule::No;
    if entry.fast == ListFast::Must || (entry.fast == ListFast::May && types.iter().all(|id| slow(&id))) {
        for id in types.iter().filter(slow) {
            reader.refuse(at, ListFault::NeverFast { code: ruleset.troop(*id).code.to_string() });
        }
    }
    let walks = |id: &&TroopId| ruleset.troop(**id).rides.is_none();
    if entry.mounted == ListPermission::Must
        || (entry.mounted == ListPermission::May && types.iter().all(|id| walks(&id)))
    {
        for id in types.iter().filter(walks) {
            reader.refuse(at, ListFault::NeverRides { code: ruleset.troop(*id).code.to_string() });
        }
    }
    graded(reader, ruleset, entry, types, at);
    if entry.general != ListGeneral::No && types.iter().all(|id| !ruleset.may_lead(*id)) {
        reader.refuse(at, ListFault::NobodyLeads);
    }
}

/// Whether a price is printed for elements of a type, regular or irregular as an option has them.
fn is_sold(ruleset: &Ruleset, id: TroopId, regular: ListRegular) -> bool {
    let sold = |regular| ruleset.troop(id).printed_price(regular).is_some();
    match regular {
        ListRegular::No => sold(false),
        ListRegular::May => sold(false) || sold(true),
        ListRegular::Must => sold(true),
    }
}

/// A type in every grade in which it is sold in this way: the meaning of a code without a letter.
fn in_every_grade(ruleset: &Ruleset, usual: TroopId, regular: ListRegular) -> Vec<TroopId> {
    let family = ruleset.graded_types().into_iter().find(|of| of.usual == usual);
    let grades = family.map(|of| of.grades).unwrap_or_default();
    grades.into_iter().filter(|id| is_sold(ruleset, *id, regular)).collect()
}

/// Checks properties that only elements with grades can have: regular or irregular, each at a price, and air-mobile.
fn graded(reader: &mut ListReader<'_>, ruleset: &Ruleset, entry: &OptionEntry, types: &[TroopId], at: usize) {
    if ruleset.grades.is_empty() && entry.regular.is_some() {
        reader.refuse(at, ListFault::NoRegulars);
    }
    for id in types.iter().filter(|_| !ruleset.grades.is_empty()) {
        if !is_sold(ruleset, *id, entry.regular.unwrap_or_default()) {
            reader.refuse(at, ListFault::NoPrice { written: ruleset.troop(*id).code.to_string() });
        }
    }
    for id in
        types.iter().filter(|id| entry.air_mobile != ListPermission::No && ruleset.troop(**id).air_mobile.is_none())
    {
        reader.refuse(at, ListFault::NeverFlies { code: ruleset.troop(*id).code.to_string() });
    }
}

/// The first paragraph that is not a heading, on one line.
fn summary(body: &str) -> String {
    let first = body.trim().split("\n\n").find(|paragraph| !paragraph.trim_start().starts_with('#'));
    first.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}
