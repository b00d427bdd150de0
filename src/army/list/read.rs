//! An army list from its file: front matter in TOML, then the body.

use serde::Deserialize;
use toml::Spanned;

use super::{ArmyList, ListChoice, ListError, ListFast, ListGeneral, ListOption, ListRides};
use crate::army::assign::MOST_OPTIONS;
use crate::army::filling::choices;
use crate::rules::troop::FastRule;
use crate::rules::{Book, Ruleset, TroopId};

/// Most ways to choose the types of options of one type each, so that all can be tried.
const MOST_CHOICES: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    name: Spanned<String>,
    ruleset: Spanned<String>,
    aggression: Spanned<i64>,
    #[serde(default)]
    home_terrain: Vec<Spanned<String>>,
    #[serde(default)]
    allies: Vec<Spanned<String>>,
    #[serde(default)]
    option: Vec<OptionEntry>,
    /// DBA's short way to write options.
    notation: Option<Spanned<toml::Value>>,
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
    mounted: ListRides,
    #[serde(default)]
    general: ListGeneral,
    #[serde(default)]
    label: String,
    #[serde(default)]
    note: String,
}

struct Desk<'a> {
    file: &'a str,
    text: &'a str,
    errors: Vec<ListError>,
}

impl Desk<'_> {
    fn refuse(&mut self, at: usize, message: impl Into<String>) {
        // The front matter begins on the line after the first `+++`.
        let line = self.text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 2;
        self.errors.push(ListError { file: self.file.to_owned(), line, message: message.into() });
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
        let one = |line, message: String| vec![ListError { file: file.to_owned(), line, message }];
        let Some((matter, body)) = front_matter(text) else {
            return Err(one(1, "a list begins with TOML front matter between two lines of `+++`".to_owned()));
        };
        let mut desk = Desk { file, text: matter, errors: Vec::new() };
        let parsed: FrontMatter = match toml::from_str(matter) {
            Ok(parsed) => parsed,
            Err(error) => {
                desk.refuse(error.span().map_or(0, |span| span.start), error.message());
                return Err(desk.errors);
            }
        };
        let Some(ruleset) = book.ruleset(parsed.ruleset.get_ref()) else {
            desk.refuse(parsed.ruleset.span().start, format!("there is no ruleset `{}`", parsed.ruleset.get_ref()));
            return Err(desk.errors);
        };
        if id.split('/').next() != Some(parsed.ruleset.get_ref().as_str()) {
            desk.refuse(parsed.ruleset.span().start, "the ruleset differs from the folder");
        }
        let options = read_options(&mut desk, ruleset, &parsed.option);
        let list = Self {
            id: id.to_owned(),
            name: parsed.name.get_ref().clone(),
            ruleset,
            aggression: *parsed.aggression.get_ref(),
            home_terrains: parsed.home_terrain.iter().map(|terrain| terrain.get_ref().clone()).collect(),
            allies: parsed.allies.iter().map(|ally| ally.get_ref().clone()).collect(),
            options,
            summary: summary(body),
            body: body.trim().to_owned(),
        };
        check_fields(&mut desk, &parsed, ruleset);
        if choices(&list) > MOST_CHOICES {
            desk.refuse(
                0,
                format!("there are more than {MOST_CHOICES} ways to choose the types of `all-same` options"),
            );
        }
        if desk.errors.is_empty() { Ok(list) } else { Err(desk.errors) }
    }
}

fn check_fields(desk: &mut Desk<'_>, parsed: &FrontMatter, ruleset: &Ruleset) {
    if parsed.name.get_ref().trim().is_empty() {
        desk.refuse(parsed.name.span().start, "the name is empty");
    }
    let range = &ruleset.army.aggression;
    if !(range.least..=range.most).contains(parsed.aggression.get_ref()) {
        desk.refuse(parsed.aggression.span().start, format!("aggression goes from {} to {}", range.least, range.most));
    }
    for terrain in &parsed.home_terrain {
        if !ruleset.home_terrains.iter().any(|known| *known.id == **terrain.get_ref()) {
            desk.refuse(terrain.span().start, format!("there is no home terrain `{}`", terrain.get_ref()));
        }
    }
    if let Some(notation) = &parsed.notation {
        let message = "`notation` is for lists of DBA, which are not read yet: write an [[option]] for each entry";
        desk.refuse(notation.span().start, message);
    } else if parsed.option.is_empty() {
        desk.refuse(0, "there is no [[option]]");
    }
    if parsed.option.len() > MOST_OPTIONS {
        desk.refuse(0, format!("there are more than {MOST_OPTIONS} options"));
    }
}

fn read_options(desk: &mut Desk<'_>, ruleset: &'static Ruleset, entries: &[OptionEntry]) -> Vec<ListOption> {
    let mut options = Vec::new();
    for entry in entries {
        let mut types = Vec::new();
        for written in &entry.types {
            let at = written.span().start;
            match ruleset.spellings().read(written.get_ref()) {
                Some(spelling) if *ruleset.troop(spelling.troop).code == **written.get_ref() => {
                    if types.contains(&spelling.troop) {
                        desk.refuse(at, format!("`{}` stands twice", written.get_ref()));
                    }
                    types.push(spelling.troop);
                }
                _ => desk.refuse(at, format!("there is no troop type `{}`", written.get_ref())),
            }
        }
        let at = entry.types.first().map_or(0, |first| first.span().start);
        if entry.types.is_empty() {
            desk.refuse(at, "an option without types");
        }
        check_option(desk, ruleset, entry, &types, at);
        options.push(ListOption {
            types,
            choice: entry.choice,
            rides: entry.mounted,
            min: entry.min,
            max: entry.max.as_ref().map(|max| *max.get_ref()),
            fast: entry.fast,
            general: entry.general,
            label: entry.label.trim().to_owned(),
            note: entry.note.trim().to_owned(),
        });
    }
    options
}

fn check_option(desk: &mut Desk<'_>, ruleset: &Ruleset, entry: &OptionEntry, types: &[TroopId], at: usize) {
    if entry.min < 0 {
        desk.refuse(at, "`min` is below 0");
    }
    if let Some(max) = &entry.max
        && *max.get_ref() < entry.min.max(1)
    {
        desk.refuse(max.span().start, "`max` must be at least 1 and at least `min`");
    }
    let slow = |id: &&TroopId| ruleset.troop(**id).fast.is == FastRule::No;
    if entry.fast == ListFast::Must || (entry.fast == ListFast::May && types.iter().all(|id| slow(&id))) {
        for id in types.iter().filter(slow) {
            desk.refuse(at, format!("`{}` can never be Fast", ruleset.troop(*id).code));
        }
    }
    let walks = |id: &&TroopId| ruleset.troop(**id).rides.is_none();
    if entry.mounted == ListRides::Must || (entry.mounted == ListRides::May && types.iter().all(|id| walks(&id))) {
        for id in types.iter().filter(walks) {
            desk.refuse(at, format!("`{}` cannot ride as mounted infantry", ruleset.troop(*id).code));
        }
    }
    if entry.general != ListGeneral::No && types.iter().all(|id| !ruleset.may_lead(*id)) {
        desk.refuse(at, "none of these types can be the general");
    }
}

/// The first paragraph that is not a heading, on one line.
fn summary(body: &str) -> String {
    let first = body.trim().split("\n\n").find(|paragraph| !paragraph.trim_start().starts_with('#'));
    first.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}
