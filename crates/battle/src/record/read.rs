//! Reading a record. Only the first mistake is reported, with its line and column, because anything after a mistake in
//! a header or an order means little.

use std::borrow::Cow;

use musterfield_army::{self as army, Catalogue, Draft, LegalArmy};
use musterfield_rules::combat::Readings;
use musterfield_rules::{Book, Points, Ruleset};
use musterfield_terrain::{self as terrain, Layout, LegalLayout};

use super::promised::{DiceLine, PromisedDice};
use super::{EarlyEnd, FORMAT, Head, Standing, readings, words};
use crate::admission::Admitted;
use crate::element::Player;
use crate::notation::{self, Trouble};
use crate::order::Order;
use crate::setup::MeetingError;
use crate::state::{Battle, Options};

/// The limit on the number of orders in a record; no real battle has as many.
pub const MOST_ORDERS: usize = 100_000;

/// A record that has been read: the terms agreed, and the orders. Only playing them shows whether they can be carried
/// out.
#[derive(Clone, Debug)]
pub struct Record {
    /// The terms agreed.
    pub head: Head,
    /// The battle before the first order.
    pub start: Battle,
    /// The orders.
    pub steps: Vec<Step>,
    /// The dice rolled after the last of them for orders that were taken back.
    pub dropped: Option<Given<Vec<u8>>>,
    /// The last line; `None` if it is missing, as the record may have been cut off.
    pub standing: Option<Given<Standing>>,
}

/// An order of a record, with everything the record says about it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The line of the order, from 1.
    pub line: usize,
    /// The order.
    pub order: Order,
    /// The dice rolled for it.
    pub dice: Option<Given<Vec<u8>>>,
    /// Its result in words.
    pub result: Option<Given<String>>,
    /// The digest of the state after the order.
    pub digest: Option<Given<u64>>,
    /// The dice rolled before it for orders that were taken back.
    pub dropped: Option<Given<Vec<u8>>>,
}

/// A value in a record, and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given<T> {
    /// Its line, from 1.
    pub line: usize,
    /// Its column, in characters from 1.
    pub column: usize,
    /// The value.
    pub is: T,
}

/// The reason a text is not a record, and the position of the mistake.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The mistake.
    pub why: Why,
}

/// A mistake in a record.
#[derive(Clone, Debug)]
pub enum Why {
    /// The first line does not name the format.
    Format(String),
    /// A line is neither part of the header nor an order.
    Header(String),
    /// A line of the header appears twice.
    Twice(Cow<'static, str>),
    /// A required line of the header is missing.
    Missing(&'static str),
    /// A value in the header is invalid.
    Value(Cow<'static, str>, String),
    /// The ruleset is unknown.
    Ruleset(String),
    /// The record was made under another version of the rules.
    Version {
        /// The ruleset.
        id: Box<str>,
        /// The version of the record.
        recorded: String,
        /// The version of this program.
        here: Box<str>,
    },
    /// The secret of the dice is not the one that was promised.
    OtherSecret,
    /// All dice follow from a seed, and from a secret as well.
    SeedAndSecret,
    /// An army or layout is of another ruleset than the record.
    OtherRuleset(Box<str>, Box<str>),
    /// An army cannot be read.
    Army(Player, Box<army::file::ReadError>),
    /// The layout cannot be read.
    Layout(terrain::file::Unreadable),
    /// An army is not legal; this is its first problem.
    IllegalArmy {
        /// Its player.
        player: Player,
        /// Its ruleset.
        ruleset: &'static Ruleset,
        /// Its first problem.
        problem: Option<Box<army::Problem>>,
    },
    /// The layout is not legal; this is its first problem.
    IllegalLayout(Option<Box<terrain::Problem>>),
    /// Armies and layout do not go together.
    Meeting(MeetingError),
    /// The order cannot be read.
    Order(Trouble),
    /// Nothing follows the arrow.
    NoResult,
    /// The digest cannot be read.
    Digest(String),
    /// The standing cannot be read.
    Standing(String),
    /// Something follows the last line.
    BehindTheEnd,
    /// There are more orders than a record may have.
    TooMany,
}

impl From<MeetingError> for Why {
    fn from(error: MeetingError) -> Self {
        Self::Meeting(error)
    }
}

impl From<Trouble> for Why {
    fn from(trouble: Trouble) -> Self {
        Self::Order(trouble)
    }
}

type Read<T> = Result<T, Unreadable>;

/// A line with its number.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// A mistake at a byte of the line.
    fn at(self, byte: usize, why: impl Into<Why>) -> Unreadable {
        Unreadable { line: self.number, column: self.column(byte), why: why.into() }
    }

    fn column(self, byte: usize) -> usize {
        self.text.get(..byte).map_or(1, |before| before.chars().count() + 1)
    }

    /// The first word, and the byte where the rest begins.
    fn head(self) -> (&'t str, usize) {
        let start = self.text.len() - self.text.trim_start().len();
        let rest = self.text.get(start..).unwrap_or_default();
        let word = rest.split_whitespace().next().unwrap_or_default();
        let after = rest.get(word.len()..).unwrap_or_default();
        (word, start + word.len() + after.len() - after.trim_start().len())
    }

    /// The text from a byte on, without trailing spaces.
    fn from(self, byte: usize) -> &'t str {
        self.text.get(byte..).unwrap_or_default().trim_end()
    }
}

fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    text.chars().take(SHOWN).map(notation::visible).collect()
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and column.
    pub fn read(text: &str, book: &'static Book, catalogue: &'static Catalogue) -> Read<Self> {
        Self::read_with(text, book, catalogue, Header::default())
    }

    /// Reads a record, whichever version of its rules it was made under. The present rules play it, so it may differ.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn read_any_version(text: &str, book: &'static Book, catalogue: &'static Catalogue) -> Read<Self> {
        Self::read_with(text, book, catalogue, Header { version: true, ..Header::default() })
    }

    fn read_with<'t>(
        text: &'t str,
        book: &'static Book,
        catalogue: &'static Catalogue,
        mut header: Header<'t>,
    ) -> Read<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(at, text)| Line { number: at + 1, text });
        let first = lines.next().unwrap_or(Line { number: 1, text: "" });
        if first.text.trim() != FORMAT {
            return Err(first.at(0, Why::Format(shown(first.text.trim()))));
        }
        let mut lines = lines.filter(|line| {
            let text = line.text.trim_start();
            !text.is_empty() && !text.starts_with('#')
        });
        let mut next = lines.next();
        while let Some(line) = next {
            if !header.take(line, book)? {
                break;
            }
            next = lines.next();
        }
        let end = Line { number: text.lines().count().max(1), text: "" };
        let (head, start) = header.finish(next.unwrap_or(end), catalogue)?;
        let mut record = Self { head, start, steps: Vec::new(), dropped: None, standing: None };
        while let Some(line) = next {
            if record.standing.is_some() {
                return Err(line.at(0, Why::BehindTheEnd));
            }
            let (word, rest) = line.head();
            if word.eq_ignore_ascii_case("result") {
                record.standing = Some(standing(line, rest)?);
            } else if word.eq_ignore_ascii_case("taken") {
                let dice = dropped(line, rest)?;
                match &mut record.dropped {
                    Some(known) => known.is.extend(dice.is),
                    None => record.dropped = Some(dice),
                }
            } else if record.steps.len() == MOST_ORDERS {
                return Err(line.at(0, Why::TooMany));
            } else {
                let read = step(line, &record.start)?;
                record.steps.push(Step { dropped: record.dropped.take(), ..read });
            }
            next = lines.next();
        }
        Ok(record)
    }
}

/// The header lines read so far.
#[derive(Default)]
struct Header<'t> {
    ruleset: Option<(Line<'t>, &'static Ruleset, Option<&'t str>)>,
    armies: [Option<(Line<'t>, Draft)>; 2],
    layout: Option<(Line<'t>, Layout)>,
    borrowed: Option<()>,
    defender: Option<Player>,
    scale: Option<(Line<'t>, usize, &'t str)>,
    options: Vec<ChosenOption<'t>>,
    seed: Option<u64>,
    dice: Vec<(Line<'t>, DiceLine)>,
    illegal: bool,
    version: bool,
}

/// A line about an option: `option knights_equal foot_only`.
struct ChosenOption<'t> {
    line: Line<'t>,
    /// The byte at which the option begins.
    at: usize,
    /// The reading; empty if the line is something else.
    id: &'t str,
    /// Its value.
    value: &'t str,
}

impl<'t> ChosenOption<'t> {
    fn new(line: Line<'t>, at: usize) -> Self {
        let mut words = line.from(at).split_whitespace();
        let (id, value) = match [words.next(), words.next(), words.next()] {
            [Some(id), Some(value), None] => (id, value),
            _ => ("", ""),
        };
        Self { line, at, id, value }
    }

    /// The readings with this one chosen.
    fn choose(&self, ruleset: &Ruleset, chosen: Readings) -> Read<Readings> {
        let known = readings(ruleset).find(|reading| *reading.id == *self.id);
        let choice = known.and_then(|reading| Some(chosen.choosing(reading, reading.value(self.value)?)));
        choice.ok_or_else(|| {
            let pairs = readings(ruleset).flat_map(|reading| {
                reading.values().map(|value| format!("{} {}", reading.id, value.id)).collect::<Vec<_>>()
            });
            let pairs: Vec<String> = pairs.collect();
            let expected = if pairs.is_empty() { "no option".to_owned() } else { pairs.join(" or ") };
            self.line.at(self.at, Why::Value(expected.into(), shown(self.line.from(self.at))))
        })
    }
}

/// Sets a value that must not have been set before.
fn fill<T>(place: &mut Option<T>, value: T, line: Line<'_>, name: &'static str) -> Read<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(line.at(0, Why::Twice(name.into()))),
    }
}

impl<'t> Header<'t> {
    /// Reads a line of the header; false if it is the first order instead.
    fn take(&mut self, line: Line<'t>, book: &'static Book) -> Read<bool> {
        let (word, at) = line.head();
        let value = line.from(at);
        let wrong = |expected: &'static str| line.at(at, Why::Value(expected.into(), shown(value)));
        match word.to_ascii_lowercase().as_str() {
            "ruleset" => {
                let mut words = value.split_whitespace();
                let id = words.next().unwrap_or_default();
                let version = words.next();
                if words.next().is_some() {
                    return Err(wrong("a ruleset and its version"));
                }
                let ruleset = book.ruleset(id).ok_or_else(|| line.at(at, Why::Ruleset(shown(id))))?;
                fill(&mut self.ruleset, (line, ruleset, version), line, "ruleset")?;
            }
            "army" => {
                let (letter, json) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
                let player = words::player(letter).ok_or_else(|| wrong("a or b, and an army as JSON"))?;
                let start = at + value.len() - json.trim_start().len();
                let draft = army::file::from_json(json.trim_start(), book).map_err(|mut error| {
                    // The embedded document is on a single line of the record, so its column counts from there.
                    let column = error.column.take().unwrap_or(1);
                    error.line = None;
                    let mut trouble = line.at(start, Why::Army(player, Box::new(error)));
                    trouble.column += column.saturating_sub(1);
                    trouble
                })?;
                let name = if player == Player::A { "army a" } else { "army b" };
                fill(player.of_mut(&mut self.armies), (line, draft), line, name)?;
            }
            "layout" => {
                let layout = terrain::file::from_json(value, book).map_err(|error| line.at(at, Why::Layout(error)))?;
                fill(&mut self.layout, (line, layout), line, "layout")?;
            }
            "defender" => {
                let player = words::player(&value.to_ascii_lowercase()).ok_or_else(|| wrong("a or b"))?;
                fill(&mut self.defender, player, line, "defender")?;
            }
            // The version of the ruleset says what it borrows; the line is for those who read the record.
            "borrowed" => fill(&mut self.borrowed, (), line, "borrowed")?,
            "scale" => fill(&mut self.scale, (line, at, value), line, "scale")?,
            "option" => {
                let option = ChosenOption::new(line, at);
                if !option.id.is_empty() && self.options.iter().any(|known| known.id == option.id) {
                    return Err(line.at(0, Why::Twice(format!("option {}", option.id).into())));
                }
                self.options.push(option);
            }
            "seed" => {
                let is_plain = value.bytes().all(|byte| byte.is_ascii_digit());
                let seed = value.parse().ok().filter(|_| is_plain);
                let seed = seed.ok_or_else(|| wrong("a whole number from 0 to 18446744073709551615"))?;
                fill(&mut self.seed, seed, line, "seed")?;
            }
            "dice" => {
                let said = DiceLine::read(value).map_err(wrong)?;
                let same = |known: &DiceLine| match (known, &said) {
                    (DiceLine::Words(known, _), DiceLine::Words(player, _)) => known == player,
                    (known, said) => std::mem::discriminant(known) == std::mem::discriminant(said),
                };
                if self.dice.iter().any(|(_, known)| same(known)) {
                    let name = value.split_whitespace().next().unwrap_or_default();
                    return Err(line.at(0, Why::Twice(format!("dice {}", shown(name)).into())));
                }
                self.dice.push((line, said));
            }
            "allow" => match value.to_ascii_lowercase().as_str() {
                "illegal" => self.illegal = true,
                "version" => self.version = true,
                _ => return Err(wrong("illegal or version")),
            },
            "result" | "taken" => return Ok(false),
            word if notation::VERBS.iter().any(|verb| verb.split(' ').next() == Some(word)) => return Ok(false),
            _ => return Err(line.at(0, Why::Header(shown(word)))),
        }
        Ok(true)
    }

    /// Builds the head and the battle, once everything required is present, goes together and is legal.
    fn finish(self, next: Line<'_>, catalogue: &'static Catalogue) -> Read<(Head, Battle)> {
        let missing = |name: &'static str| next.at(0, Why::Missing(name));
        let (line, ruleset, version) = self.ruleset.ok_or_else(|| missing("ruleset"))?;
        if let Some(recorded) = version.filter(|version| **version != *ruleset.version && !self.version) {
            let (id, here) = (ruleset.id.clone(), ruleset.version.clone());
            let at = line.text.rfind(recorded).unwrap_or(0);
            return Err(line.at(at, Why::Version { id, recorded: shown(recorded), here }));
        }
        // The ruleset may stand below its options.
        let readings =
            self.options.iter().try_fold(Readings::default(), |chosen, option| option.choose(ruleset, chosen))?;
        let [a, b] = self.armies;
        let (a, b) = (a.ok_or_else(|| missing("army a"))?, b.ok_or_else(|| missing("army b"))?);
        let (layout_line, layout) = self.layout.ok_or_else(|| missing("layout"))?;
        let defender = self.defender.ok_or_else(|| missing("defender"))?;
        let army_lines = [a.0, b.0];
        for (line, draft) in [&a, &b] {
            if draft.ruleset.id != ruleset.id {
                return Err(line.at(0, Why::OtherRuleset(ruleset.id.clone(), draft.ruleset.id.clone())));
            }
        }
        let admitted = |player: Player, (line, draft): (Line<'_>, Draft)| -> Read<Admitted<Draft>> {
            if self.illegal {
                return Ok(Admitted::allowing_illegal(draft));
            }
            let ruleset = draft.ruleset;
            LegalArmy::new(draft, catalogue).map(Admitted::from).map_err(|report| {
                let first = report.problems.into_iter().find(army::Problem::is_error);
                line.at(0, Why::IllegalArmy { player, ruleset, problem: first.map(Box::new) })
            })
        };
        let armies = [admitted(Player::A, a)?, admitted(Player::B, b)?];
        let layout = if self.illegal {
            Admitted::allowing_illegal(layout)
        } else {
            LegalLayout::new(layout).map(Admitted::from).map_err(|report| {
                let first = report.problems.into_iter().find(terrain::Problem::is_error);
                layout_line.at(0, Why::IllegalLayout(first.map(Box::new)))
            })?
        };
        if let Some((line, at, scale)) = self.scale
            && !ruleset.scales.iter().any(|known| &*known.id == scale)
        {
            return Err(line.at(at, Why::Value("a figure scale of the ruleset: small or large".into(), shown(scale))));
        }
        let promised = promised(&self.dice, self.seed)?;
        let head = Head {
            version: version.map(Into::into),
            armies,
            catalogue,
            layout,
            defender,
            scale: self.scale.map(|(.., scale)| scale.to_owned()),
            options: Options { readings },
            seed: self.seed,
            promised,
            allow_version: self.version,
        };
        let battle = Battle::new(&head.meeting()).map_err(|error| match error {
            MeetingError::Force(player, _) | MeetingError::Empty(player) => player.of(&army_lines).at(0, error),
            MeetingError::Division(ref division) => division.player().of(&army_lines).at(0, error),
            _ => layout_line.at(0, error),
        })?;
        Ok((head, battle))
    }
}

/// The promised dice that the header's lines describe.
fn promised(lines: &[(Line<'_>, DiceLine)], seed: Option<u64>) -> Read<Option<PromisedDice>> {
    let Some((first, _)) = lines.first() else { return Ok(None) };
    if seed.is_some() {
        return Err(first.at(0, Why::SeedAndSecret));
    }
    let promise = lines.iter().find_map(|(_, said)| match said {
        DiceLine::Promised(promise) => Some(*promise),
        _ => None,
    });
    let mut promised = PromisedDice::new(promise.ok_or_else(|| first.at(0, Why::Missing("dice promised")))?);
    for (line, said) in lines {
        match said {
            DiceLine::Promised(_) => {}
            DiceLine::Words(player, words) => player.of_mut::<Box<str>>(&mut promised.words).clone_from(words),
            DiceLine::Secret(secret) if secret.promise() == promised.promise => promised.secret = Some(secret.clone()),
            DiceLine::Secret(_) => return Err(line.at(0, Why::OtherSecret)),
        }
    }
    Ok(Some(promised))
}

/// Reads a line with dice that count for nothing: `taken back : 2 5`.
fn dropped(line: Line<'_>, at: usize) -> Read<Given<Vec<u8>>> {
    let said = line.from(at).split('#').next().unwrap_or_default();
    let wrong = || line.at(at, Why::Value("back : and the dice that were rolled".into(), shown(said)));
    let (back, dice) = said.split_once(':').ok_or_else(wrong)?;
    let die = |word: &str| word.parse().ok().filter(|die| (1..=6).contains(die) && word.len() == 1);
    let is: Option<Vec<u8>> = dice.split_whitespace().map(die).collect();
    let is = is.filter(|is| !is.is_empty() && is.len() <= MOST_ORDERS && back.trim().eq_ignore_ascii_case("back"));
    Ok(Given { line: line.number, column: line.column(at), is: is.ok_or_else(wrong)? })
}

/// Reads a line with an order: `fight a1 b3 : 5 2 -> 7 to 4, b3 destroyed = 0123456789abcdef # what a blow`.
fn step(line: Line<'_>, battle: &Battle) -> Read<Step> {
    let text = line.text.split('#').next().unwrap_or_default();
    let (text, digest) = match text.split_once('=') {
        Some((before, digits)) => (before, Some(digest(line, before.len() + 1, digits)?)),
        None => (text, None),
    };
    let (text, result) = match text.split_once("->") {
        Some((before, words)) => (before, Some(result(line, before.len() + 2, words)?)),
        None => (text, None),
    };
    let (order, dice) = notation::with_dice(battle, text).map_err(|error| Unreadable {
        line: line.number,
        column: error.column,
        why: error.trouble.into(),
    })?;
    let dice = dice.map(|(column, is)| Given { line: line.number, column, is });
    Ok(Step { line: line.number, order, dice, result, digest, dropped: None })
}

fn digest(line: Line<'_>, at: usize, digits: &str) -> Read<Given<u64>> {
    const DIGITS: usize = 16;
    let start = at + digits.len() - digits.trim_start().len();
    let digits = digits.trim();
    let is_plain = digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let digest = u64::from_str_radix(digits, 16).ok().filter(|_| is_plain);
    let is = digest.ok_or_else(|| line.at(start, Why::Digest(shown(digits))))?;
    Ok(Given { line: line.number, column: line.column(start), is })
}

fn result(line: Line<'_>, at: usize, words: &str) -> Read<Given<String>> {
    let start = at + words.len() - words.trim_start().len();
    let is = plain(words);
    if is.is_empty() {
        return Err(line.at(at, Why::NoResult));
    }
    Ok(Given { line: line.number, column: line.column(start), is })
}

/// The words without spaces and full stops, which people place freely.
fn plain(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ").trim_end_matches(['.', ' ']).to_owned()
}

/// Reads the last line: `result a 4 12.5`, or `result a 4 6 resigned`.
fn standing(line: Line<'_>, at: usize) -> Read<Given<Standing>> {
    let said = line.from(at).split('#').next().unwrap_or_default().trim_end();
    let wrong = || line.at(at, Why::Standing(shown(said)));
    let words: Vec<&str> = said.split_whitespace().collect();
    let (who, a, b, how) = match words.as_slice() {
        [who, a, b] => (who, a, b, None),
        [who, a, b, how] => (who, a, b, Some(how.to_ascii_lowercase())),
        _ => return Err(wrong()),
    };
    let winner = match who.to_ascii_lowercase().as_str() {
        "open" => None,
        who => Some(words::player(who).ok_or_else(wrong)?),
    };
    let points = |text: &str| text.parse::<Points>().map_err(|_| wrong());
    let early = match (how.as_deref(), winner) {
        (None, _) => None,
        (Some("resigned"), Some(winner)) => Some(EarlyEnd::Resigned(winner.other())),
        (Some("late"), Some(winner)) => Some(EarlyEnd::Late(winner.other())),
        (Some("drawn"), None) => Some(EarlyEnd::Drawn),
        _ => return Err(wrong()),
    };
    let is = Standing { winner, early, lost: [points(a)?, points(b)?] };
    Ok(Given { line: line.number, column: line.column(at), is })
}
