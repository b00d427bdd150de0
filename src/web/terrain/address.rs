//! A table as its address says it: what stands after the question mark of `/terrain/new`.
//!
//! The same address gives the same table for ever, so a table needs not be kept to be shown to others. The form of the
//! page has the same fields; here they are as they were typed, right or wrong.

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::geometry::point::{bw, thousandths};
use crate::rules::terrain::{Bua, Kind};
use crate::rules::{Book, TerrainRules};
use crate::terrain::generate::request;
use crate::terrain::generate::{Impossible, Method, Preference, Settings, Spot, Wish, generate};
use crate::terrain::layout::LONGEST_NAME;
use crate::terrain::{Board, Layout, Quarter};
use crate::web::error::WebError;
use crate::web::fields::Fields;

/// What is wrong, by the name of the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wrong(BTreeMap<String, String>);

impl Wrong {
    /// What is wrong with one field alone.
    pub(super) fn at(field: impl Into<String>, said: impl Into<String>) -> Self {
        Self(BTreeMap::from([(field.into(), said.into())]))
    }

    pub(super) fn insert(&mut self, field: impl Into<String>, said: impl Into<String>) {
        self.0.insert(field.into(), said.into());
    }

    /// All of another's as well.
    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is wrong with a field.
    pub(super) fn of(&self, field: &str) -> Option<&str> {
        self.0.get(field).map(String::as_str)
    }

    /// All of it, where there is no form to show it at.
    pub(super) fn as_error(&self) -> WebError {
        WebError::Unreadable(self.said())
    }

    /// All of it in one go, without a full stop.
    pub(super) fn said(&self) -> String {
        let said: Vec<&str> = self.0.values().map(String::as_str).collect();
        said.join(" ").trim_end_matches('.').to_owned()
    }
}

/// Where what no single field is to blame for stands among the wrong ones.
pub(super) const WHOLE: &str = "table";

/// Lines for features that the player wants.
pub(super) const WISHES: usize = 5;

/// The seed of the table that is looked at first: one with a river and a road.
const FIRST_SEED: &str = "38";

/// What is written otherwise in the value of a field.
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

/// A table as it was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Address {
    pub ruleset: String,
    pub home: String,
    pub board: String,
    pub seed: String,
    pub prefer: String,
    pub method: String,
    pub optional: String,
    /// What the layout is called.
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

impl Address {
    /// Takes its fields out of a form or a query. What is left out of ruleset, home terrain and board is what is usual.
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

    /// What is usual, where nothing is said.
    fn fill(&mut self, book: &'static Book) {
        if self.ruleset.is_empty() {
            self.ruleset = book.terrains().first().map(|rules| rules.ruleset.to_string()).unwrap_or_default();
        }
        let Some(rules) = book.terrain(&self.ruleset) else { return };
        if self.home.is_empty() {
            self.home = rules.homes.first().map(|home| home.id.to_string()).unwrap_or_default();
        }
        if self.board.is_empty() {
            self.board = request::usual_board(rules).map(board_text).unwrap_or_default();
        }
    }

    /// The same with what is usual where nothing is said.
    pub(super) fn filled(mut self, book: &'static Book) -> Self {
        self.fill(book);
        self
    }

    /// The table of this ruleset that is looked at before anything was chosen.
    pub(super) fn usual(book: &'static Book) -> Self {
        let mut address = Self { seed: FIRST_SEED.to_owned(), ..Self::default() };
        address.fill(book);
        address
    }

    /// What stands after the question mark; what is usual is left out but for the ruleset, home terrain and board.
    pub(super) fn query(&self) -> String {
        let mut pairs: Vec<(String, &str)> = vec![
            ("ruleset".to_owned(), &self.ruleset),
            ("home".to_owned(), &self.home),
            ("board".to_owned(), &self.board),
            ("seed".to_owned(), &self.seed),
            ("prefer".to_owned(), &self.prefer),
            ("method".to_owned(), &self.method),
            ("optional".to_owned(), &self.optional),
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

    /// The same with another seed.
    pub(super) fn with_seed(&self, seed: u64) -> Self {
        Self { seed: seed.to_string(), ..self.clone() }
    }

    /// Whether the player has wishes of his own.
    pub(super) fn has_wishes(&self) -> bool {
        self.wishes.iter().any(|wish| *wish != WishLine::default())
    }

    /// What the table is made from.
    ///
    /// # Errors
    /// Everything that makes no sense, by field.
    pub(super) fn settings(&self, book: &'static Book) -> Result<Settings, Wrong> {
        let mut wrong = Wrong::default();
        let Some(rules) = book.terrain(&self.ruleset) else {
            let said = format!("There are no rules “{}” with battlefields here.", self.ruleset);
            return Err(Wrong::at("ruleset", said));
        };
        let home = rules.home(&self.home);
        if home.is_none() {
            wrong.insert("home".to_owned(), format!("{} has no home terrain “{}”.", rules.name, self.home));
        }
        let board = board_of(&self.board).filter(|board| rules.table(board.width, board.depth).is_some());
        if board.is_none() {
            let said = format!("{} has no table of “{}”: {}.", rules.name, self.board, request::boards(rules));
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
            wrong.insert("method".to_owned(), format!("There is no way to choose called “{}”.", self.method));
        }
        let optional = match self.optional.as_str() {
            "" => None,
            written => {
                let number = written.parse::<u8>().ok();
                if number.is_none() {
                    wrong.insert("optional".to_owned(), format!("“{written}” is no number of features."));
                }
                number
            }
        };
        if let Err(why) = name(&self.name) {
            wrong.insert("name".to_owned(), why);
        }
        let mut wishes = Vec::new();
        for (at, line) in self.wishes.iter().enumerate() {
            wishes.extend(line.wish(at + 1, rules, &mut wrong));
        }
        match (home, board, seed, preference, method) {
            (Some(home), Some(board), Some(seed), Some(preference), Some(method)) if wrong.is_empty() => {
                Ok(Settings { rules, home, board, seed, method, preference, optional, wishes })
            }
            _ => Err(wrong),
        }
    }

    /// Lays the table out.
    ///
    /// # Errors
    /// Everything that makes no sense, and wishes that no table can fulfil.
    pub(super) fn table(&self, book: &'static Book) -> Result<Layout, Wrong> {
        let settings = self.settings(book)?;
        let layout = generate(&settings).map_err(|why| self.refused(&why, settings.rules))?;
        Ok(Layout { name: self.name.clone(), ..layout })
    }

    /// Wishes that cannot be fulfilled, with the names that the player knows, at the fields to blame.
    fn refused(&self, why: &Impossible, rules: &TerrainRules) -> Wrong {
        let called = |kind: Kind| rules.feature(kind).map_or(kind.as_str(), |feature| &feature.name);
        let lines = |kind: Kind| {
            let is_it = move |wish: &&WishLine| wished(&wish.feature).is_some_and(|(_, known, _)| known == kind);
            let at = self.wishes.iter().position(|wish| is_it(&wish));
            at.map_or_else(|| WHOLE.to_owned(), |at| format!("feature{}", at + 1))
        };
        let home = rules.home(&self.home).map_or("This home terrain", |home| &*home.name);
        let (field, said) = match why {
            Impossible::Board => ("board".to_owned(), why.to_string()),
            Impossible::NoChart => ("method".to_owned(), why.to_string()),
            Impossible::NotAllowed(kind, true) => {
                (lines(*kind), format!("{} is no compulsory feature of {home} tables.", called(*kind)))
            }
            Impossible::NotAllowed(kind, false) => {
                (lines(*kind), format!("{} is no optional feature of {home} tables.", called(*kind)))
            }
            Impossible::NoBua(bua) => (lines(Kind::Bua), format!("{} has no “{bua}”.", rules.name)),
            Impossible::TooMany(kind, most) => {
                (lines(*kind), format!("There may be {most} of {} at most.", called(*kind)))
            }
            Impossible::EitherOr(one, other) => {
                (lines(*one), format!("There may be {} or {}, not both.", called(*one), called(*other)))
            }
            Impossible::Size(kind) => (lines(*kind), format!("{} cannot have this size.", called(*kind))),
            Impossible::Optional(..) => ("optional".to_owned(), why.to_string()),
            Impossible::Compulsory | Impossible::Needs | Impossible::Coverage => (WHOLE.to_owned(), why.to_string()),
        };
        Wrong::at(field, said)
    }
}

/// How the defender's choice of optional features stands in addresses.
pub(super) const CHOICE: &str = "choice";
/// How the die chart stands in addresses.
pub(super) const CHART: &str = "chart";

impl WishLine {
    /// What is wished; none if the line is empty.
    fn wish(&self, number: usize, rules: &'static TerrainRules, wrong: &mut Wrong) -> Option<Wish> {
        let mut refuse = |field: &str, said: String| wrong.insert(format!("{field}{number}"), said);
        if self.feature.is_empty() {
            if *self != Self::default() {
                refuse("feature", "Choose a feature, or leave the whole line as it was.".to_owned());
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
                let said = if linear { "has no size to choose" } else { "is as long and wide as “4x3” says" };
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
            match Spot::parse(&self.spot) {
                Some(spot) => wish.spot = spot,
                None => {
                    refuse("spot", format!("There is no place “{}” in a quarter.", self.spot));
                }
            }
        }
        Some(wish)
    }
}

/// What a line wishes: compulsory or not, kind, what a BUA is to be.
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

/// How a wish for a feature stands in addresses.
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

/// How a length and a width stand in addresses.
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

/// How a board stands in addresses.
pub(super) fn board_text(board: Board) -> String {
    if board.width == board.depth { bw(board.width).to_string() } else { size_text((board.width, board.depth)) }
}

/// The boards that are offered: those of the rules, and where any between them will do, those of whole BW.
pub(super) fn boards(rules: &TerrainRules) -> impl Iterator<Item = Board> + '_ {
    rules.tables.iter().flat_map(|table| {
        let named = table.boards.iter().map(|(width, depth)| Board { width: *width, depth: *depth });
        let sides = || table.boards.iter().map(|board| board.0);
        match (sides().min(), sides().max()) {
            (Some(least), Some(most)) if table.between => {
                let whole = usize::try_from(crate::geometry::BW).unwrap_or(1);
                (least..=most).step_by(whole).map(|side| Board { width: side, depth: side }).collect::<Vec<_>>()
            }
            _ => named.collect(),
        }
    })
}

/// A seed as typed; what is wrong with it goes to the others.
pub(super) fn read_seed(text: &str, wrong: &mut Wrong) -> Option<u64> {
    let seed = text.parse().ok();
    if seed.is_none() {
        wrong.insert("seed".to_owned(), format!("A seed is a whole number from 0 to {}.", u64::MAX));
    }
    seed
}

/// Whether a layout can have this name.
fn name(name: &str) -> Result<(), String> {
    if name.chars().count() > LONGEST_NAME {
        Err(format!("The name is longer than {LONGEST_NAME} characters."))
    } else if name.chars().any(char::is_control) {
        Err("The name has signs that cannot be printed.".to_owned())
    } else {
        Ok(())
    }
}

/// A value as it stands in a query.
pub(super) fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::book;

    fn read(query: &str) -> Address {
        Address::take(&mut Fields::parse(query.as_bytes()).unwrap(), book().unwrap())
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
        assert_eq!((wish.size, wish.quarter, wish.spot), (Some((4_000, 2_500)), Some(Quarter::FarRight), Spot::Inner));
    }

    #[test]
    fn what_is_not_said_is_what_is_usual() {
        assert_eq!(
            read("seed=1&prefer=any&method=choice"),
            Address { prefer: "any".into(), method: "choice".into(), ..Address::usual(book().unwrap()).with_seed(1) }
        );
        assert_eq!(read("seed=1&prefer=any&method=choice").query(), "ruleset=d3h2&home=arable&board=15&seed=1");
    }

    #[test]
    fn everything_wrong_is_told_at_its_field() {
        let wrong = |query: &str| {
            let wrong = read(query).table(book().unwrap()).unwrap_err();
            wrong.0.into_keys().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(wrong("ruleset=hott25&seed=x"), "ruleset");
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
