//! The settings for a battlefield as a program sends them in JSON.

use std::fmt;

use musterfield_geometry::point::{self, bw};
use musterfield_rules::{Book, DEFAULT_RULESET, TerrainRules};
use serde::Deserialize;

use super::settings::{Method, Preference, QuarterSpot, Settings, Wish};
use crate::layout::{Board, MOST_FEATURES, Quarter};

/// The reason a request is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The field, if the error concerns one.
    pub field: Option<String>,
    /// The problem, as a sentence.
    pub message: String,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(f, "{field}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for RequestError {}

fn wrong(field: &str, message: impl Into<String>) -> RequestError {
    RequestError { field: Some(field.to_owned()), message: message.into() }
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
        RequestError { field: (path != ".").then_some(path), message: error.inner().to_string() }
    })?;
    deserializer.end().map_err(|error| RequestError { field: None, message: error.to_string() })?;
    let rules =
        rules(book, request.ruleset.as_deref().unwrap_or(DEFAULT_RULESET)).map_err(|why| wrong("ruleset", why))?;
    let home = rules.home_terrain(&request.home_terrain).ok_or_else(|| {
        let known: Vec<&str> = rules.homes.iter().map(|home| &*home.id).collect();
        wrong("home_terrain", format!("there is no such home terrain; use one of {}", known.join(", ")))
    })?;
    let board = match request.board {
        None => usual_board(rules),
        Some(BoardField::Side(side)) => board(rules, side, side),
        Some(BoardField::Sides([width, depth])) => board(rules, width, depth),
    };
    let board = board.ok_or_else(|| wrong("board", format!("the rules have no such board; {}", boards(rules))))?;
    if request.wishes.len() > MOST_FEATURES {
        return Err(wrong("wishes", format!("there can be at most {MOST_FEATURES} wishes")));
    }
    let preference = match request.preference.as_deref() {
        None => Preference::None,
        Some(word) => Preference::parse(word).ok_or_else(|| {
            let known: Vec<&str> = Preference::ALL.into_iter().map(Preference::as_str).collect();
            wrong("preference", format!("it must be one of {}", known.join(", ")))
        })?,
    };
    let wishes = request.wishes.iter().enumerate().map(|(at, field)| wish(at, field)).collect::<Result<_, _>>()?;
    Ok(Settings {
        method: match request.method {
            Some(MethodWord::Chart) => Method::Chart,
            None | Some(MethodWord::Choice) => Method::Choice,
        },
        preference,
        optional: request.optional,
        wishes,
        ..Settings::new(rules, home, board, request.seed.unwrap_or_else(seed))
    })
}

/// The battlefield rules of the ruleset with this id.
///
/// # Errors
/// A sentence, if it has none.
pub fn rules(book: &'static Book, id: &str) -> Result<&'static TerrainRules, String> {
    book.terrain(id).ok_or_else(|| {
        let known: Vec<&str> = book.terrains().map(|terrain| &*terrain.ruleset).collect();
        format!("there is no such ruleset with terrain; use one of {}", known.join(", "))
    })
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

/// The boards that the rules have, in words.
#[must_use]
pub fn boards(rules: &TerrainRules) -> String {
    let tables = rules.tables.iter().map(|table| {
        let sizes: Vec<String> =
            table.boards.iter().map(|(width, depth)| format!("{} × {}", bw(*width), bw(*depth))).collect();
        sizes.join(if table.between { " to " } else { " or " })
    });
    format!("boards are {} BW", tables.collect::<Vec<_>>().join(", "))
}

fn wish(at: usize, field: &WishField) -> Result<Wish, RequestError> {
    let named = |name: &str| format!("wishes[{at}].{name}");
    let kind = field.kind.parse().map_err(|_| wrong(&named("kind"), "there is no such kind"))?;
    let bua = match &field.bua {
        None => None,
        Some(word) => Some(word.parse().map_err(|_| wrong(&named("bua"), "there is no such bua"))?),
    };
    let size = match field.size {
        None => None,
        Some([long, short]) => Some(
            point::thousandths(long)
                .zip(point::thousandths(short))
                .ok_or_else(|| wrong(&named("size"), "it must be a length and a width in BW"))?,
        ),
    };
    let quarter = match field.quarter {
        None => None,
        Some(number) => Some(
            Quarter::from_number(number).ok_or_else(|| wrong(&named("quarter"), "a quarter must be 1, 2, 3 or 4"))?,
        ),
    };
    let spot = match &field.spot {
        None => QuarterSpot::Anywhere,
        Some(word) => QuarterSpot::parse(word).ok_or_else(|| {
            let known: Vec<&str> = QuarterSpot::ALL.into_iter().map(QuarterSpot::as_str).collect();
            wrong(&named("spot"), format!("it must be one of {}", known.join(", ")))
        })?,
    };
    Ok(Wish { bua, size, quarter, spot, ..Wish::new(kind, field.compulsory) })
}
