//! An army list: what an army of that name may contain.

use std::fmt;

use serde::Deserialize;
use toml::Spanned;

use super::assign::MOST_OPTIONS;
use super::draft::{Draft, Line};
use super::filling::choices;
use crate::rules::troop::FastRule;
use crate::rules::{Book, Ruleset, TroopId};

/// Most ways to choose the types of options of one type each, so that all can be tried.
const MOST_CHOICES: usize = 64;

/// A published army list, checked.
#[derive(Clone, Debug)]
pub struct ArmyList {
    /// Ruleset and slug: `d3h2/barrow-kings`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The rules it is for.
    pub ruleset: &'static Ruleset,
    /// The aggression factor of its armies.
    pub aggression: i64,
    /// Ids of the home terrains its armies may have; any if empty.
    pub home_terrains: Vec<String>,
    /// Ids of the lists that may lend allies.
    pub allies: Vec<String>,
    /// What its armies are made of.
    pub options: Vec<ListOption>,
    /// The first paragraph of the body.
    pub summary: String,
    /// The rest of the body in Markdown: history, tactics, modelling.
    pub body: String,
}

/// One line of an army list.
#[derive(Clone, Debug)]
pub struct ListOption {
    /// The types of its elements.
    pub types: Vec<TroopId>,
    /// Whether they may be mixed.
    pub choice: ListChoice,
    /// At least so many elements.
    pub min: i64,
    /// At most so many; no limit if none.
    pub max: Option<i64>,
    /// Whether they are Fast.
    pub fast: ListFast,
    /// Whether they ride to battle.
    pub rides: ListRides,
    /// Whether the general is among them.
    pub general: ListGeneral,
    /// Who they are.
    pub label: String,
    /// More about them.
    pub note: String,
}

/// Whether an option of several types may be filled with a mixture of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ListChoice {
    /// Any mixture: DBA's `or`.
    #[default]
    Or,
    /// All elements are of the same one type: DBA's `/`.
    AllSame,
}

/// Whether elements of an option ride as mounted infantry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListRides {
    /// None by the list. Where no option of the list has a type riding, the players may still agree on it.
    #[default]
    No,
    /// Each as the owner likes.
    May,
    /// All.
    Must,
}

/// Whether elements of an option are Fast. Types that always are, are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListFast {
    /// None.
    #[default]
    No,
    /// Each as the owner likes.
    May,
    /// All.
    Must,
}

/// Whether the general is among the elements of an option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ListGeneral {
    /// Never.
    #[default]
    No,
    /// Perhaps.
    May,
    /// Every element of the option is the general.
    Must,
}

impl ListOption {
    /// Whether the option has the type at all.
    #[must_use]
    pub fn has(&self, troop: TroopId) -> bool {
        self.types.contains(&troop)
    }

    /// Whether the option takes an element of this type that is or is not Fast.
    #[must_use]
    pub fn takes_fast(&self, ruleset: &Ruleset, troop: TroopId, fast: bool) -> bool {
        match (ruleset.troop(troop).fast.is, self.fast) {
            (FastRule::Always | FastRule::No, _) | (_, ListFast::May) => true,
            (_, ListFast::Must) => fast,
            (_, ListFast::No) => !fast,
        }
    }

    /// Whether an element of this type, added without a word about it, is Fast: where it must be, or usually is
    /// (D3H2-FAST-11).
    #[must_use]
    pub fn usually_fast(&self, ruleset: &Ruleset, troop: TroopId) -> bool {
        let rule = ruleset.troop(troop).fast.is;
        match self.fast {
            ListFast::No => false,
            ListFast::May => rule == FastRule::Usual,
            ListFast::Must => rule.is_choice(),
        }
    }

    /// Whether the option takes an element of this type that does or does not ride (D3H2-TYPE-15).
    #[must_use]
    pub fn takes_riding(&self, list: &ArmyList, troop: TroopId, riding: bool) -> bool {
        match self.rides {
            ListRides::No => !riding || !list.permits_riding(troop),
            ListRides::May => true,
            ListRides::Must => riding,
        }
    }

    /// Whether the option takes the general, or an element that is not.
    #[must_use]
    pub fn takes_general(&self, general: bool) -> bool {
        match self.general {
            ListGeneral::No => !general,
            ListGeneral::May => true,
            ListGeneral::Must => general,
        }
    }

    /// Whether the option takes the elements of a line of an army's own.
    #[must_use]
    pub fn takes(&self, list: &ArmyList, draft: &Draft, line: &Line, troop: TroopId) -> bool {
        self.has(troop)
            && self.takes_fast(draft.ruleset, troop, draft.is_fast(line))
            && self.takes_riding(list, troop, line.mounted)
            && self.takes_general(line.general)
    }

    /// How the option is called in a sentence: its label, or its types.
    #[must_use]
    pub fn called(&self, ruleset: &Ruleset) -> String {
        if !self.label.is_empty() {
            return self.label.clone();
        }
        let names: Vec<&str> = self.types.iter().map(|id| &*ruleset.troop(*id).name).collect();
        names.join(" or ")
    }
}

/// One mistake in an army list's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The file, or the id of the list.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

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

    /// The part of the id after the ruleset: `barrow-kings`.
    #[must_use]
    pub fn slug(&self) -> &str {
        self.id.split_once('/').map_or(&self.id, |(_, slug)| slug)
    }

    /// Whether a line of allied elements may come from this list: some option that is not the general's takes it.
    #[must_use]
    pub fn lends(&self, troop: TroopId, fast: bool, riding: bool) -> bool {
        self.options.iter().any(|option| {
            option.has(troop)
                && option.takes_general(false)
                && option.takes_fast(self.ruleset, troop, fast)
                && option.takes_riding(self, troop, riding)
        })
    }

    /// Whether elements of this type ride in some option, so that nobody has to be asked (D3H2-TYPE-15).
    #[must_use]
    pub fn permits_riding(&self, troop: TroopId) -> bool {
        self.options.iter().any(|option| option.has(troop) && option.rides != ListRides::No)
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
