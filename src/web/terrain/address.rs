//! A table in its address: the query of `/terrain/new`.
//!
//! The same address always gives the same table, so a table need not be saved to be shown to others. The form of the
//! page has the same fields; here they are as typed, right or wrong.

use std::collections::BTreeMap;

use musterfield_geometry::point::{bw, thousandths};
use musterfield_rules::sentence::capital;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_rules::{Book, TerrainRules};
use musterfield_terrain::generate::request;
use musterfield_terrain::generate::{GenerateError, Method, Preference, QuarterSpot, Settings, Wish, generate};
use musterfield_terrain::layout::LONGEST_NAME;
use musterfield_terrain::{Board, Layout, Quarter};
use musterfield_words::terrain::generate::message;
use musterfield_words::terrain::request::{boards as boards_in_words, clause};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page_errors::PageError;

/// Errors by the name of the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TableErrors(BTreeMap<String, String>);

impl TableErrors {
    /// The error of a single field.
    pub(super) fn at(field: impl Into<String>, said: impl Into<String>) -> Self {
        Self(BTreeMap::from([(field.into(), said.into())]))
    }

    pub(super) fn insert(&mut self, field: impl Into<String>, said: impl Into<String>) {
        self.0.insert(field.into(), said.into());
    }

    /// Adds all errors of another.
    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The error of a field.
    pub(super) fn of(&self, field: &str) -> Option<&str> {
        self.0.get(field).map(String::as_str)
    }

    /// All errors for the box at the top of a page, in the order of its form.
    pub(super) fn on_page(&self, form: &[&str]) -> Vec<PageError> {
        let mut errors = PageError::in_order(&self.0, form);
        for error in errors.iter_mut().filter(|error| error.field.as_deref() == Some(WHOLE)) {
            error.field = None;
        }
        errors
    }

    /// All errors combined into one, for places without a form to show them in.
    pub(super) fn as_error(&self) -> WebError {
        WebError::Unreadable(self.message())
    }

    /// All errors in one line, without a full stop.
    pub(super) fn message(&self) -> String {
        let said: Vec<&str> = self.0.values().map(String::as_str).collect();
        said.join(" ").trim_end_matches('.').to_owned()
    }
}

/// The field name of errors that no single field causes.
pub(super) const WHOLE: &str = "table";

/// The number of lines for features that the player wants.
pub(super) const WISHES: usize = 5;

/// The seed of the table that is shown first: one with a river and a road.
const FIRST_SEED: &str = "38";

/// The characters that are escaped in the value of a field.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'&')
    .add(b'\'')
    .add(b'+')
    .add(b'<')
    .add(b'=')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// A table as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TableAddress {
    pub ruleset: String,
    pub home: String,
    pub board: String,
    pub seed: String,
    pub prefer: String,
    pub method: String,
    pub optional: String,
    /// The codes of an army list, in a game that has codes.
    pub codes: String,
    /// The name of the layout.
    pub name: String,
    pub wishes: [WishLine; WISHES],
}

/// A line for a feature that the player wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WishLine {
    /// `optional.woods`, `compulsory.bua.hamlet`.
    pub feature: String,
    /// `4x3`.
    pub size: String,
    /// The quarter on a 5.
    pub quarter: String,
    pub spot: String,
}

impl TableAddress {
    /// Takes its fields out of a form or a query. Ruleset, home terrain and board default if left out.
    pub(super) fn take(fields: &mut Fields, book: &'static Book) -> Self {
        let mut text = |name: &str| fields.text(name).trim().to_owned();
        let mut address = Self {
            ruleset: text("ruleset"),
            home: text("home"),
            board: text("board"),
            seed: text("seed"),
            prefer: text("prefer"),
            method: text("method"),
            optional: text("optional"),
            codes: text("codes"),
            name: text("name"),
            wishes: Default::default(),
        };
        for (at, wish) in address.wishes.iter_mut().enumerate() {
            let mut text = |name: &str| text(&format!("{name}{}", at + 1));
            *wish =
                WishLine { feature: text("feature"), size: text("size"), quarter: text("quarter"), spot: text("spot") };
        }
        address.fill(book);
        address
    }

    /// Fills in the defaults.
    fn fill(&mut self, book: &'static Book) {
        if self.ruleset.is_empty() {
            self.ruleset = book.terrains().next().map(|rules| rules.ruleset.to_string()).unwrap_or_default();
        }
        let Some(rules) = book.terrain(&self.ruleset) else { return };
        // A player who chooses another game in the form still has the home terrain of the one before in it.
        let is_of_another = rules.home_terrain(&self.home).is_none()
            && book.terrains().any(|other| other.home_terrain(&self.home).is_some());
        if self.home.is_empty() || is_of_another {
            self.home = rules.homes.first().map(|home| home.id.to_string()).unwrap_or_default();
        }
        if self.board.is_empty() {
            self.board = request::usual_board(rules).map(board_text).unwrap_or_default();
        }
    }

    /// The same table with the defaults filled in.
    pub(super) fn filled(mut self, book: &'static Book) -> Self {
        self.fill(book);
        self
    }

    /// The table of this ruleset that is shown before anything is chosen.
    pub(super) fn usual(book: &'static Book) -> Self {
        let mut address = Self { seed: FIRST_SEED.to_owned(), ..Self::default() };
        address.fill(book);
        address
    }

    /// The query, without its question mark; defaults are left out except the ruleset, home terrain and board.
    pub(super) fn query(&self) -> String {
        let mut pairs: Vec<(String, &str)> = vec![
            ("ruleset".to_owned(), &self.ruleset),
            ("home".to_owned(), &self.home),
            ("board".to_owned(), &self.board),
            ("seed".to_owned(), &self.seed),
            ("prefer".to_owned(), &self.prefer),
            ("method".to_owned(), &self.method),
            ("optional".to_owned(), &self.optional),
            ("codes".to_owned(), &self.codes),
            ("name".to_owned(), &self.name),
        ];
        for (at, wish) in self.wishes.iter().enumerate() {
            let number = at + 1;
            pairs.push((format!("feature{number}"), &wish.feature));
            pairs.push((format!("size{number}"), &wish.size));
            pairs.push((format!("quarter{number}"), &wish.quarter));
            pairs.push((format!("spot{number}"), &wish.spot));
        }
        let written = pairs
            .iter()
            .filter(|(_, value)| !value.is_empty() && *value != Preference::None.as_str() && *value != CHOICE)
            .map(|(name, value)| format!("{name}={}", escaped(value)));
        written.collect::<Vec<_>>().join("&")
    }

    /// The same table with another seed.
    pub(super) fn with_seed(&self, seed: u64) -> Self {
        Self { seed: seed.to_string(), ..self.clone() }
    }

    /// Whether the player wants particular features.
    pub(super) fn has_wishes(&self) -> bool {
        self.wishes.iter().any(|wish| *wish != WishLine::default())
    }

    /// The settings from which the table is generated.
    ///
    /// # Errors
    /// All invalid values, by field.
    pub(super) fn settings(&self, book: &'static Book) -> Result<Settings, TableErrors> {
        let mut wrong = TableErrors::default();
        let Some(rules) = book.terrain(&self.ruleset) else {
            let said = format!("There is no ruleset “{}” with battlefields here.", self.ruleset);
            return Err(TableErrors::at("ruleset", said));
        };
        let home = rules.home_terrain(&self.home);
        if home.is_none() {
            wrong.insert("home".to_owned(), format!("{} has no home terrain “{}”.", rules.name, self.home));
        }
        let board = board_of(&self.board).filter(|board| rules.table(board.width, board.depth).is_some());
        if board.is_none() {
            let known = boards_in_words(&request::boards(rules));
            let said = format!("{} has no table of “{}”: {known}.", rules.name, self.board);
            wrong.insert("board", said);
        }
        let seed = read_seed(&self.seed, &mut wrong);
        let preference = match self.prefer.as_str() {
            "" => Some(Preference::None),
            written => Preference::parse(written),
        };
        if preference.is_none() {
            wrong.insert("prefer".to_owned(), format!("There is no preference “{}”.", self.prefer));
        }
        let method = match self.method.as_str() {
            "" | CHOICE => Some(Method::Choice),
            CHART => Some(Method::Chart),
            _ => None,
        };
        if method.is_none() {
            wrong.insert("method".to_owned(), format!("There is no method “{}” of choosing features.", self.method));
        }
        let optional = match self.optional.as_str() {
            "" => None,
            written => {
                let number = written.parse::<u8>().ok();
                if number.is_none() {
                    wrong.insert("optional".to_owned(), format!("“{written}” is not a number of features."));
                }
                number
            }
        };
        let only = request::codes(rules, &self.codes).unwrap_or_else(|why| {
            wrong.insert("codes", format!("{}.", capital(&clause(&why))));
            Vec::new()
        });
        if let Err(why) = name(&self.name) {
            wrong.insert("name".to_owned(), why);
        }
        let mut wishes = Vec::new();
        for (at, line) in self.wishes.iter().enumerate() {
            wishes.extend(line.wish(at + 1, rules, &mut wrong));
        }
        match (home, board, seed, preference, method) {
            (Some(home), Some(board), Some(seed), Some(preference), Some(method)) if wrong.is_empty() => {
                Ok(Settings { rules, home, board, seed, method, preference, optional, only, wishes })
            }
            _ => Err(wrong),
        }
    }

    /// Generates the table.
    ///
    /// # Errors
    /// All invalid values, and wanted features that no table can have.
    pub(super) fn table(&self, book: &'static Book) -> Result<Layout, TableErrors> {
        let settings = self.settings(book)?;
        let layout = generate(&settings).map_err(|why| self.refused(&why, settings.rules))?;
        Ok(Layout { name: self.name.clone(), ..layout })
    }

    /// Wanted features that are impossible, with the names that the player knows, at the fields to blame.
    fn refused(&self, why: &GenerateError, rules: &TerrainRules) -> TableErrors {
        let called = |kind: Kind| rules.feature(kind).map_or(kind.as_str(), |feature| &feature.name);
        let lines = |kind: Kind| {
            let is_it = move |wish: &&WishLine| wished(&wish.feature).is_some_and(|(_, known, _)| known == kind);
            let at = self.wishes.iter().position(|wish| is_it(&wish));
            at.map_or_else(|| WHOLE.to_owned(), |at| format!("feature{}", at + 1))
        };
        let home = rules.home_terrain(&self.home).map_or("This home terrain", |home| &*home.name);
        let (field, said) = match why {
            GenerateError::Board => ("board".to_owned(), message(why)),
            GenerateError::NoChart => ("method".to_owned(), message(why)),
            GenerateError::NotAllowed { kind, compulsory: true } => {
                (lines(*kind), format!("{} is not a compulsory feature of {home} tables.", called(*kind)))
            }
            GenerateError::NotAllowed { kind, compulsory: false } => {
                (lines(*kind), format!("{} is not an optional feature of {home} tables.", called(*kind)))
            }
            GenerateError::NoBua(bua) => (lines(Kind::Bua), format!("{} has no “{bua}”.", rules.name)),
            GenerateError::TooMany { kind, most } => {
                (lines(*kind), format!("The maximum for {} is {most}.", called(*kind)))
            }
            GenerateError::EitherOr(one, other) => {
                (lines(*one), format!("A table can have {} or {}, but not both.", called(*one), called(*other)))
            }
            GenerateError::Size(kind) => (lines(*kind), format!("{} cannot have this size.", called(*kind))),
            GenerateError::Optional { .. } => ("optional".to_owned(), message(why)),
            GenerateError::Compulsory | GenerateError::Needs | GenerateError::Coverage => {
                (WHOLE.to_owned(), message(why))
            }
        };
        TableErrors::at(field, said)
    }
}

/// The word for the defender's choice of optional features in addresses.
pub(super) const CHOICE: &str = "choice";
/// The word for the die chart in addresses.
pub(super) const CHART: &str = "chart";

impl WishLine {
    /// A wanted feature; `None` if the line is empty.
    fn wish(&self, number: usize, rules: &'static TerrainRules, wrong: &mut TableErrors) -> Option<Wish> {
        let mut refuse = |field: &str, said: String| wrong.insert(format!("{field}{number}"), said);
        if self.feature.is_empty() {
            if *self != Self::default() {
                refuse("feature", "Choose a feature, or leave the whole line empty.".to_owned());
            }
            return None;
        }
        let Some((compulsory, kind, bua)) = wished(&self.feature).filter(|(_, kind, _)| rules.feature(*kind).is_some())
        else {
            refuse("feature", format!("{} has no feature “{}”.", rules.name, self.feature));
            return None;
        };
        let mut wish = Wish { bua, ..Wish::new(kind, compulsory) };
        if !self.size.is_empty() {
            wish.size = size_of(&self.size);
            let linear = kind.is_linear();
            if wish.size.is_none() || linear {
                let said = if linear {
                    "has no size that you can choose"
                } else {
                    "needs its length and width, for example “4x3”"
                };
                refuse("size", format!("This feature {said}."));
            }
        }
        if !self.quarter.is_empty() {
            wish.quarter = self.quarter.parse().ok().and_then(Quarter::from_number);
            if wish.quarter.is_none() {
                refuse("quarter", format!("There is no quarter “{}”.", self.quarter));
            }
        }
        if !self.spot.is_empty() {
            match QuarterSpot::parse(&self.spot) {
                Some(spot) => wish.spot = spot,
                None => {
                    refuse("spot", format!("There is no place “{}” in a quarter.", self.spot));
                }
            }
        }
        Some(wish)
    }
}

/// Parses a wanted feature: compulsory or not, its kind, and the kind of a BUA.
pub(super) fn wished(text: &str) -> Option<(bool, Kind, Option<Bua>)> {
    let mut parts = text.split('.');
    let compulsory = match parts.next()? {
        "compulsory" => true,
        "optional" => false,
        _ => return None,
    };
    let kind: Kind = parts.next()?.parse().ok()?;
    let bua = match parts.next() {
        None => None,
        Some(bua) if kind == Kind::Bua => Some(bua.parse().ok()?),
        Some(_) => return None,
    };
    parts.next().is_none().then_some((compulsory, kind, bua))
}

/// A wanted feature as addresses write it.
pub(super) fn wish_text(compulsory: bool, kind: Kind, bua: Option<Bua>) -> String {
    let part = if compulsory { "compulsory" } else { "optional" };
    let bua = bua.map(|bua| format!(".{bua}")).unwrap_or_default();
    format!("{part}.{kind}{bua}")
}

/// `4x3`: length and width, in thousandths of a BW.
fn size_of(text: &str) -> Option<(i64, i64)> {
    let (long, short) = text.split_once('x')?;
    Some((length_of(long)?, length_of(short)?))
}

fn length_of(text: &str) -> Option<i64> {
    thousandths(text.trim().parse::<f64>().ok()?)
}

/// A length and a width as addresses write them.
pub(super) fn size_text((long, short): (i64, i64)) -> String {
    format!("{}x{}", bw(long), bw(short))
}

/// `15` or `30x15`.
pub(super) fn board_of(text: &str) -> Option<Board> {
    let (width, depth) = match text.split_once('x') {
        None => (length_of(text)?, length_of(text)?),
        Some((width, depth)) => (length_of(width)?, length_of(depth)?),
    };
    Some(Board { width, depth })
}

/// A board as addresses write it.
pub(super) fn board_text(board: Board) -> String {
    if board.width == board.depth { bw(board.width).to_string() } else { size_text((board.width, board.depth)) }
}

/// The boards that are offered: those of the rules, and where these allow any size between two, those of whole BW.
pub(super) fn boards(rules: &TerrainRules) -> impl Iterator<Item = Board> + '_ {
    rules.tables.iter().flat_map(|table| {
        let named = table.boards.iter().map(|(width, depth)| Board { width: *width, depth: *depth });
        let sides = || table.boards.iter().map(|board| board.0);
        match (sides().min(), sides().max()) {
            (Some(least), Some(most)) if table.between => {
                let whole = usize::try_from(musterfield_geometry::BW).unwrap_or(1);
                (least..=most).step_by(whole).map(|side| Board { width: side, depth: side }).collect::<Vec<_>>()
            }
            _ => named.collect(),
        }
    })
}

/// Parses a seed; an error is added to the others.
pub(super) fn read_seed(text: &str, wrong: &mut TableErrors) -> Option<u64> {
    let seed = text.parse().ok();
    if seed.is_none() {
        wrong.insert("seed".to_owned(), format!("A seed is a whole number from 0 to {}.", u64::MAX));
    }
    seed
}

/// Checks that a layout can have this name.
fn name(name: &str) -> Result<(), String> {
    if name.chars().count() > LONGEST_NAME {
        Err(format!("The name is longer than {LONGEST_NAME} characters."))
    } else if name.chars().any(char::is_control) {
        Err("The name contains characters that cannot be printed.".to_owned())
    } else {
        Ok(())
    }
}

/// A value escaped for a query.
pub(super) fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use musterfield_rules::book;

    fn read(query: &str) -> TableAddress {
        TableAddress::take(&mut Fields::parse(query.as_bytes()).unwrap(), book().unwrap())
    }

    #[test]
    fn an_address_says_the_table_and_comes_back_as_it_was() {
        let query = "ruleset=dba3&home=forest&board=30x15&seed=7&prefer=open&method=chart&optional=4&\
                     name=Ford%20%26%20Wood&feature1=optional.bua.edifice&size1=4x2.5&quarter1=2&spot1=inner";
        let address = read(query);
        assert_eq!(address.query(), query);
        let settings = address.settings(book().unwrap()).unwrap();
        assert_eq!((settings.seed, settings.method, settings.preference), (7, Method::Chart, Preference::Open));
        assert_eq!((settings.board.width, settings.board.depth), (30_000, 15_000));
        let wish = &settings.wishes[0];
        assert_eq!((wish.kind, wish.bua, wish.compulsory), (Kind::Bua, Some(Bua::Edifice), false));
        assert_eq!(
            (wish.size, wish.quarter, wish.spot),
            (Some((4_000, 2_500)), Some(Quarter::FarRight), QuarterSpot::Inner)
        );
    }

    #[test]
    fn what_is_not_said_is_what_is_usual() {
        assert_eq!(
            read("seed=1&prefer=any&method=choice"),
            TableAddress {
                prefer: "any".into(),
                method: "choice".into(),
                ..TableAddress::usual(book().unwrap()).with_seed(1)
            }
        );
        assert_eq!(read("seed=1&prefer=any&method=choice").query(), "ruleset=d3h2&home=arable&board=15&seed=1");
    }

    #[test]
    fn everything_wrong_is_told_at_its_field() {
        let wrong = |query: &str| {
            let wrong = read(query).table(book().unwrap()).unwrap_err();
            wrong.0.into_keys().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(wrong("ruleset=dbm&seed=x"), "ruleset");
        assert_eq!(
            wrong(
                "home=moon&board=9&seed=x&prefer=x&method=x&optional=x&feature1=x&feature2=optional.river&size2=4x3&feature3=optional.woods&size3=x&quarter3=5&spot3=x&size4=4x3"
            ),
            "board feature1 feature4 home method optional prefer quarter3 seed size2 size3 spot3"
        );
        assert_eq!(wrong("seed=1&home=forest&feature3=compulsory.marsh"), "feature3");
        assert_eq!(wrong("seed=1&home=forest&feature2=optional.woods&size2=9x9"), "feature2");
        assert_eq!(wrong("seed=1&method=chart"), "method");
        assert_eq!(wrong("seed=1&optional=9"), "optional");
        assert_eq!(wrong(&format!("seed=1&name={}", "x".repeat(81))), "name");
    }

    #[test]
    fn boards_between_are_offered_where_the_rules_take_them() {
        let offered = |ruleset: &str| -> Vec<String> {
            boards(book().unwrap().terrain(ruleset).unwrap()).map(board_text).collect()
        };
        assert_eq!(offered("d3h2"), ["15", "16", "17", "18", "19", "20"]);
        assert_eq!(offered("dba3"), ["15", "20", "30x15", "40x20"]);
        assert_eq!(board_of("16.5"), Some(Board { width: 16_500, depth: 16_500 }));
        assert_eq!(board_of("x"), None);
    }
}
