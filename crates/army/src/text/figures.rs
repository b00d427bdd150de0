//! Codes with a digit before them, which may be the figures on the base or the number of elements: `3Kn`, `2Ps`.
//!
//! In a text, all of them mean the same. It is decided by the others and by the size of the army; what is not decided
//! is told.

use musterfield_rules::{Points, Ruleset};

use super::doubt::{Change, Doubt, DoubtReading, Meaning};
use super::element::{self, ParsedElement};
use super::{prices, token};
use crate::draft::{Draft, ElementLine};
use crate::write;

/// A code with a digit before it, in an element of the army.
struct Glued {
    /// The position in the army.
    place: usize,
    at: usize,
    piece: String,
    kind: Kind,
    /// The element, if the digit is the number of elements, and if it is the figures.
    counted: ElementLine,
    figures: ElementLine,
}

/// What the digit can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The figures of many types.
    Figures,
    /// A two before a type with two figures on its base.
    Two,
    /// A number of elements: no such base exists.
    Count,
}

/// How many elements a general with a digit before its code stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leader {
    /// One, as a general is a single element.
    Alone,
    /// All that are counted, of which it is one.
    AmongOthers,
}

/// The codes with a digit before them.
#[derive(Default)]
pub(super) struct Figures {
    glued: Vec<Glued>,
    /// Whether figures stand somewhere where a number of elements cannot: `2x3Kn`, `Mtd-4Lb`.
    beside_count: bool,
    /// Whether nothing but blanks separates codes somewhere: `3Cv 4Bd`.
    in_row: bool,
}

/// The digit and the code of a word: `3Kn`.
pub(super) fn parts(word: &str) -> Option<(&str, &str)> {
    let letters = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let (number, code) = word.split_at_checked(word.len() - letters.len())?;
    let is_code = (2..=4).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_code && (1..=2).contains(&number.len()) && !code.starts_with(['x', 'X'])).then_some((number, code))
}

/// An element whose digit is the number of elements, as there is no such base: `5Sp`.
pub(super) fn counted(piece: &str, ruleset: &'static Ruleset) -> Option<ParsedElement> {
    let words = token::words(piece);
    let glued = words.iter().find(|word| parts(word).is_some())?;
    let (number, code) = parts(glued)?;
    element::read(&piece.replacen(glued.as_str(), &format!("{number} x {code}"), 1), ruleset).ok()
}

impl Figures {
    /// Notes an element that was read and will be stored at this place.
    pub(super) fn note(&mut self, place: usize, at: usize, piece: &str, read: &ElementLine, ruleset: &'static Ruleset) {
        let mut words = token::words(piece);
        // `Fast 4Bd`
        if words.first().is_some_and(|word| word.eq_ignore_ascii_case("fast")) {
            words.remove(0);
        }
        let Some(first) = words.first() else { return };
        let counted = first
            .split_once(['x', 'X', '×'])
            .is_some_and(|(number, code)| number.parse::<u32>().is_ok() && parts(code).is_some());
        let after_times = words.get(1).is_some_and(|word| super::number::is_times(word) || parts(word).is_some());
        let rides = first.strip_prefix("Mtd-").is_some_and(|code| parts(code).is_some());
        self.beside_count |= rides || counted || first.ends_with(|letter: char| letter.is_ascii_digit()) && after_times;
        let Some((number, code)) = parts(first) else { return };
        let others = words.iter().skip(1).any(|word| {
            word.starts_with(|letter: char| letter.is_ascii_digit()) || super::number::counted(word).is_some()
        });
        let spelling = ruleset.spellings().read(code);
        if others || spelling.is_none() {
            return;
        }
        let again = |text: String| {
            element::read(&piece.replacen(first.as_str(), &text, 1), ruleset).ok().map(|found| found.line)
        };
        let as_count = again(format!("{number} x {code}"));
        let as_figures = again(format!("1 x {number}{code}"));
        let Some(counted) = as_count else { return };
        let two = spelling.is_some_and(|found| {
            let figures = &ruleset.troop(found.troop).base.figures;
            figures.starts_with('2') || figures.starts_with("1–2")
        });
        let kind = match number {
            _ if as_figures.is_none() => Kind::Count,
            "3" | "4" | "5" | "6" | "7" | "8" => Kind::Figures,
            "2" if two => Kind::Two,
            _ => Kind::Count,
        };
        let figures = as_figures.unwrap_or_else(|| counted.clone());
        if *read == counted || *read == figures {
            self.glued.push(Glued { place, at, piece: piece.trim().to_owned(), kind, counted, figures });
        }
    }

    /// Notes a row of codes without commas.
    pub(super) fn note_row(&mut self) {
        self.in_row = true;
    }

    /// Forgets the first element, which is not one after all.
    pub(super) fn forget_first(&mut self) {
        self.glued.retain(|glued| glued.place > 0);
        self.glued.iter_mut().for_each(|glued| glued.place -= 1);
    }

    /// Decides the meaning of the digits, and tells what is in doubt. Also returns the positions of elements of which
    /// only one leads.
    pub(super) fn settle(&self, draft: &mut Draft) -> (Option<Doubt>, Vec<usize>) {
        let has = |kind: Kind| self.glued.iter().any(|glued| glued.kind == kind);
        let is_mixed = has(Kind::Figures) && (has(Kind::Two) || has(Kind::Count));
        // One kind alone has its usual meaning: `4Bd` are figures, `2Ps` is a number.
        let usual = if is_mixed { !self.beside_count && has(Kind::Count) } else { !has(Kind::Figures) };
        let of = |counts: bool| {
            let mut draft = draft.clone();
            self.replace(&mut draft, counts, Leader::Alone);
            draft
        };
        let (counts, figures) = (of(true), of(false));
        let repeats = self.repeats();
        let better = match (fits(&counts), fits(&figures)) {
            (true, false) if !repeats || is_mixed => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        let is_counted = draft.ruleset.army.from_list.is_some();
        // `3Cv (Gen) 4Bd 5Sp`: the general is one of three.
        if is_mixed && is_counted && better.is_none() && usual {
            let mut all = draft.clone();
            let led = self.replace(&mut all, true, Leader::AmongOthers);
            if fits(&all) {
                *draft = all;
                return (None, led);
            }
        }
        let (one, other) = if usual { (&counts, &figures) } else { (&figures, &counts) };
        let may_be_other = || self.in_row && !has(Kind::Count) && !fits(one) && !exceeds(other);
        let is_clear = better.map_or_else(|| !may_be_other(), |better| better == usual);
        if !is_mixed && (self.beside_count || is_clear) {
            return (None, Vec::new());
        }
        let chosen = better.unwrap_or(usual);
        // Where elements have prices, armies of other sizes are usual too.
        let is_sure = is_mixed && is_counted && better.is_some() && !(chosen && repeats);
        let doubt = if is_sure { None } else { self.doubt(draft, chosen) };
        *draft = if chosen { counts } else { figures };
        (doubt, Vec::new())
    }

    /// Whether a code stands there twice with its digit, as elements do that are not counted: `4Bd 4Bd`.
    fn repeats(&self) -> bool {
        let mut pieces: Vec<&str> = self.glued.iter().map(|glued| glued.piece.as_str()).collect();
        pieces.sort_unstable();
        pieces.windows(2).any(|two| matches!(two, [one, other] if one == other))
    }

    /// Gives the elements in doubt one meaning. Returns the positions of those with several elements, of which one
    /// leads.
    fn replace(&self, draft: &mut Draft, counts: bool, leader: Leader) -> Vec<usize> {
        let mut led = Vec::new();
        for glued in self.glued.iter().filter(|glued| glued.kind != Kind::Count) {
            let Some(line) = draft.lines.get_mut(glued.place) else { continue };
            let read =
                if counts && !(line.general && leader == Leader::Alone) { &glued.counted } else { &glued.figures };
            line.count = read.count;
            line.line_type = read.line_type.clone();
            if line.general && line.count > 1 {
                led.push(glued.place);
            }
        }
        led
    }

    /// The doubt about all digits, of which all have the same meaning.
    fn doubt(&self, draft: &Draft, counts: bool) -> Option<Doubt> {
        let lines = self.glued.iter().filter(|glued| glued.kind != Kind::Count);
        let lines = lines.filter_map(|glued| Some((glued, draft.lines.get(glued.place).filter(|line| !line.general)?)));
        let lines: Vec<(&Glued, &ElementLine)> = lines.collect();
        let (first, _) = lines.first()?;
        let reading = |counts: bool| {
            let change = |(glued, line): &(&Glued, &ElementLine)| {
                let read = if counts { &glued.counted } else { &glued.figures };
                let line = ElementLine { count: read.count, line_type: read.line_type.clone(), ..(*line).clone() };
                Change { line: glued.at, from: glued.piece.clone(), to: written(draft, &line) }
            };
            let meaning = if counts { Meaning::Counts } else { Meaning::Figures };
            DoubtReading { meaning, changes: lines.iter().map(change).collect() }
        };
        let text = lines.iter().map(|(glued, _)| glued.piece.as_str()).collect::<Vec<_>>().join(", ");
        Some(Doubt { line: first.at, text, readings: vec![reading(counts), reading(!counts)] })
    }
}

/// The size of an army, and the size that it should have.
fn sizes(draft: &Draft) -> (Points, Points) {
    if draft.ruleset.army.from_list.is_none() {
        return (prices::spent(draft, draft.lines.iter()) + draft.other_costs, draft.points);
    }
    let elements = draft.lines.iter().map(ElementLine::elements).fold(0, i64::saturating_add);
    let size = draft.ruleset.size(draft.ruleset.army.budget.usual).map_or(0, |size| size.elements);
    (Points::ONE * elements, Points::ONE * size)
}

/// Whether an army has its size exactly.
fn fits(draft: &Draft) -> bool {
    let (size, full) = sizes(draft);
    size == full
}

/// Whether an army is larger than it may be.
fn exceeds(draft: &Draft) -> bool {
    let (size, full) = sizes(draft);
    size > full
}

/// An element as it is written without its price.
pub(super) fn written(draft: &Draft, line: &ElementLine) -> String {
    let text = write::element(draft, line);
    text.split(" @ ").next().unwrap_or(&text).to_owned()
}

/// An element as it is written with the price of one.
pub(super) fn priced(draft: &Draft, line: &ElementLine, price: Points) -> String {
    format!("{} @ {price} AP", written(draft, line))
}
