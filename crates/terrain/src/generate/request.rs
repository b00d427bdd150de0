//! The settings for a battlefield as a program sends them in JSON.

use musterfield_geometry::point;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_rules::{Book, DEFAULT_RULESET, TerrainRules};
use serde::Deserialize;

use super::settings::{Method, Preference, QuarterSpot, Settings, Wish};
use crate::layout::{Board, MOST_FEATURES, Quarter};

/// The reason a request is not valid, and the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The field, if the error concerns one.
    pub field: Option<String>,
    /// The problem.
    pub fault: RequestFault,
}

/// A problem with a request, as typed values. The sentences are made by the crate for words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestFault {
    /// Not JSON, an unknown or missing field, or a value of the wrong type.
    Unread {
        /// The reason in the words of the parser.
        reason: String,
    },
    /// A ruleset that does not exist or has no battlefields.
    UnknownRuleset {
        /// The ids of the rulesets that have battlefields.
        known: Vec<&'static str>,
    },
    /// An unknown home terrain.
    UnknownHome {
        /// The ids of those of the ruleset.
        known: Vec<&'static str>,
    },
    /// A board that the rules do not have.
    UnknownBoard {
        /// The boards that they have.
        known: Vec<BoardSizes>,
    },
    /// Codes for a game that has none.
    NoCodes,
    /// A code that the game does not have (DBMF-TERR-07).
    UnknownCode {
        /// The code as written.
        found: String,
        /// The codes of the game.
        known: Vec<&'static str>,
    },
    /// A grade in brackets, which only a troop type has (DBMF-TERR-08).
    Graded {
        /// The code as written.
        found: String,
    },
    /// More wishes than a table can have features.
    TooManyWishes,
    /// A preference other than those of [`Preference::ALL`].
    UnknownPreference,
    /// An unknown kind of feature.
    UnknownKind,
    /// An unknown kind of BUA.
    UnknownBua,
    /// A size that cannot be measured in thousandths of a BW.
    Size,
    /// A quarter other than 1 to 4.
    Quarter,
    /// A place in a quarter other than those of [`QuarterSpot::ALL`].
    UnknownSpot,
}

/// Boards that the rules treat alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSizes {
    /// Their widths and depths.
    pub boards: Vec<Board>,
    /// Whether every size between them is allowed too.
    pub between: bool,
}

fn wrong(field: impl Into<String>, fault: RequestFault) -> RequestError {
    RequestError { field: Some(field.into()), fault }
}

fn unread(reason: &serde_json::Error) -> RequestFault {
    RequestFault::Unread { reason: reason.to_string() }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    ruleset: Option<String>,
    #[serde(alias = "home")]
    home_terrain: String,
    board: Option<BoardField>,
    seed: Option<u64>,
    method: Option<MethodWord>,
    preference: Option<String>,
    optional: Option<u8>,
    #[serde(default)]
    codes: String,
    #[serde(default)]
    wishes: Vec<WishField>,
}

/// The side of a square, or width and depth.
#[derive(Deserialize)]
#[serde(untagged)]
enum BoardField {
    Side(f64),
    Sides([f64; 2]),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MethodWord {
    Choice,
    Chart,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WishField {
    kind: String,
    bua: Option<String>,
    #[serde(default)]
    compulsory: bool,
    size: Option<[f64; 2]>,
    quarter: Option<u8>,
    spot: Option<String>,
}

/// Reads settings. If no seed is given, `seed` supplies one.
///
/// # Errors
/// The first error, with its field. [`generate`](super::generate()) finds out whether wanted features are impossible.
pub fn settings_from_json(
    text: &str,
    book: &'static Book,
    seed: impl FnOnce() -> u64,
) -> Result<Settings, RequestError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let request: Request = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        RequestError { field: (path != ".").then_some(path), fault: unread(error.inner()) }
    })?;
    deserializer.end().map_err(|error| RequestError { field: None, fault: unread(&error) })?;
    let rules =
        rules(book, request.ruleset.as_deref().unwrap_or(DEFAULT_RULESET)).map_err(|why| wrong("ruleset", why))?;
    let home = rules.home_terrain(&request.home_terrain).ok_or_else(|| {
        let known = rules.homes.iter().map(|home| &*home.id).collect();
        wrong("home_terrain", RequestFault::UnknownHome { known })
    })?;
    let board = match request.board {
        None => usual_board(rules),
        Some(BoardField::Side(side)) => board(rules, side, side),
        Some(BoardField::Sides([width, depth])) => board(rules, width, depth),
    };
    let board = board.ok_or_else(|| wrong("board", RequestFault::UnknownBoard { known: boards(rules) }))?;
    if request.wishes.len() > MOST_FEATURES {
        return Err(wrong("wishes", RequestFault::TooManyWishes));
    }
    let preference = match request.preference.as_deref() {
        None => Preference::None,
        Some(word) => Preference::parse(word).ok_or_else(|| wrong("preference", RequestFault::UnknownPreference))?,
    };
    let wishes = request.wishes.iter().enumerate().map(|(at, field)| wish(at, field)).collect::<Result<_, _>>()?;
    Ok(Settings {
        method: match request.method {
            Some(MethodWord::Chart) => Method::Chart,
            None | Some(MethodWord::Choice) => Method::Choice,
        },
        preference,
        optional: request.optional,
        only: codes(rules, &request.codes).map_err(|why| wrong("codes", why))?,
        wishes,
        ..Settings::new(rules, home, board, request.seed.unwrap_or_else(seed))
    })
}

/// The battlefield rules of the ruleset with this id.
///
/// # Errors
/// [`RequestFault::UnknownRuleset`], if it has none.
pub fn rules(book: &'static Book, id: &str) -> Result<&'static TerrainRules, RequestFault> {
    book.terrain(id).ok_or_else(|| RequestFault::UnknownRuleset {
        known: book.terrains().map(|terrain| &*terrain.ruleset).collect(),
    })
}

/// The longest code that is quoted in an error, in characters.
const LONGEST_CODE: usize = 20;

/// The features whose codes an army list has, as it prints them: `WW, Rv, WH, Wd, BUA`. Codes stand between commas,
/// semicolons or spaces, in capitals or not; one that is repeated counts once.
///
/// # Errors
/// The first code that the game does not have.
pub fn codes(rules: &'static TerrainRules, text: &str) -> Result<Vec<(Kind, Option<Bua>)>, RequestFault> {
    let mut only = Vec::new();
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | '/'));
    for word in words.filter(|word| !word.is_empty()) {
        let found = || word.chars().filter(|c| !c.is_control()).take(LONGEST_CODE).collect();
        let Some(feature) = rules.coded(word) else {
            let known: Vec<&'static str> = rules.codes().map(|(code, ..)| &*code.value).collect();
            return Err(if known.is_empty() {
                RequestFault::NoCodes
            } else if word.contains('(') {
                RequestFault::Graded { found: found() }
            } else {
                RequestFault::UnknownCode { found: found(), known }
            });
        };
        if !only.contains(&feature) {
            only.push(feature);
        }
    }
    Ok(only)
}

/// The default board.
#[must_use]
pub fn usual_board(rules: &TerrainRules) -> Option<Board> {
    let (width, depth) = *rules.tables.first()?.boards.first()?;
    Some(Board { width, depth })
}

/// A board of this width and depth in BW, if the rules have it.
#[must_use]
pub fn board(rules: &TerrainRules, width: f64, depth: f64) -> Option<Board> {
    let (width, depth) = (point::thousandths(width)?, point::thousandths(depth)?);
    rules.table(width, depth).map(|_| Board { width, depth })
}

/// The boards that the rules have.
#[must_use]
pub fn boards(rules: &TerrainRules) -> Vec<BoardSizes> {
    let sizes = rules.tables.iter().map(|table| BoardSizes {
        boards: table.boards.iter().map(|&(width, depth)| Board { width, depth }).collect(),
        between: table.between,
    });
    sizes.collect()
}

fn wish(at: usize, field: &WishField) -> Result<Wish, RequestError> {
    let named = |name: &str| format!("wishes[{at}].{name}");
    let kind = field.kind.parse().map_err(|_| wrong(named("kind"), RequestFault::UnknownKind))?;
    let bua = match &field.bua {
        None => None,
        Some(word) => Some(word.parse().map_err(|_| wrong(named("bua"), RequestFault::UnknownBua))?),
    };
    let size = match field.size {
        None => None,
        Some([long, short]) => Some(
            point::thousandths(long)
                .zip(point::thousandths(short))
                .ok_or_else(|| wrong(named("size"), RequestFault::Size))?,
        ),
    };
    let quarter = match field.quarter {
        None => None,
        Some(number) => {
            Some(Quarter::from_number(number).ok_or_else(|| wrong(named("quarter"), RequestFault::Quarter))?)
        }
    };
    let spot = match &field.spot {
        None => QuarterSpot::Anywhere,
        Some(word) => QuarterSpot::parse(word).ok_or_else(|| wrong(named("spot"), RequestFault::UnknownSpot))?,
    };
    Ok(Wish { bua, size, quarter, spot, ..Wish::new(kind, field.compulsory) })
}
