//! Codes with a digit before them, which may be the figures on the base or the number of elements: `3Kn`, `2Ps`.
//!
//! In a text, all of them mean the same. It is decided by the others and by the size of the army; what is not decided
//! is told.

use musterfield_rules::{Points, Ruleset};

use super::doubt::{Change, Doubt, DoubtReading, Meaning};
use super::{element, token};
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

/// The codes with a digit before them.
#[derive(Default)]
pub(super) struct Figures {
    glued: Vec<Glued>,
    /// Whether figures stand behind a number of elements somewhere: `2x3Kn`.
    beside_count: bool,
}

/// The digit and the code of a word: `3Kn`.
fn parts(word: &str) -> Option<(&str, &str)> {
    let letters = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let (number, code) = word.split_at_checked(word.len() - letters.len())?;
    let is_code = (2..=4).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_code && (1..=2).contains(&number.len()) && !code.starts_with(['x', 'X'])).then_some((number, code))
}

impl Figures {
    /// Notes an element that was read and will be stored at this place.
    pub(super) fn note(&mut self, place: usize, at: usize, piece: &str, read: &ElementLine, ruleset: &'static Ruleset) {
        let words = token::words(piece);
        let Some(first) = words.first() else { return };
        let counted = first
            .split_once(['x', 'X', '×'])
            .is_some_and(|(number, code)| number.parse::<u32>().is_ok() && parts(code).is_some());
        let after_times = words.get(1).is_some_and(|word| super::number::is_times(word) || parts(word).is_some());
        self.beside_count |= counted || first.ends_with(|letter: char| letter.is_ascii_digit()) && after_times;
        let Some((number, code)) = parts(first) else { return };
        let others = words.iter().skip(1).any(|word| {
            word.starts_with(|letter: char| letter.is_ascii_digit()) || super::number::counted(word).is_some()
        });
        let spelling = ruleset.spellings().read(code);
        if others || spelling.is_none() {
            return;
        }
        let again = |text: String| element::read(&text, ruleset).ok().map(|found| found.line);
        let rest = piece.trim_start().get(first.len()..).unwrap_or_default();
        let as_count = again(format!("{number} x {code}{rest}"));
        let as_figures = again(format!("1 x {number}{code}{rest}"));
        let (Some(counted), Some(figures)) = (as_count, as_figures) else { return };
        let two = spelling.is_some_and(|found| {
            let figures = &ruleset.troop(found.troop).base.figures;
            figures.starts_with('2') || figures.starts_with("1–2")
        });
        let kind = match number {
            "3" | "4" | "5" | "6" | "7" | "8" => Kind::Figures,
            "2" if two => Kind::Two,
            _ => Kind::Count,
        };
        if *read == counted || *read == figures {
            self.glued.push(Glued { place, at, piece: piece.trim().to_owned(), kind, counted, figures });
        }
    }

    /// Forgets the first element, which is not one after all.
    pub(super) fn forget_first(&mut self) {
        self.glued.retain(|glued| glued.place > 0);
        self.glued.iter_mut().for_each(|glued| glued.place -= 1);
    }

    /// Decides the meaning of the digits, and tells what is in doubt.
    pub(super) fn settle(&self, draft: &mut Draft) -> Option<Doubt> {
        let has = |kind: Kind| self.glued.iter().any(|glued| glued.kind == kind);
        // One kind alone has its usual meaning: `4Bd` are figures, `2Ps` is a number.
        let is_clear = !(has(Kind::Figures) && (has(Kind::Two) || has(Kind::Count)));
        if is_clear {
            return None;
        }
        let as_counts = !self.beside_count && has(Kind::Count);
        let of = |counts: bool| {
            let mut draft = draft.clone();
            self.replace(&mut draft, counts);
            draft
        };
        let (counts, figures) = (of(true), of(false));
        let fits = |draft: &Draft| {
            let size = draft.ruleset.size(draft.ruleset.army.budget.usual);
            let elements: i64 = draft.lines.iter().map(ElementLine::elements).fold(0, i64::saturating_add);
            size.is_some_and(|size| size.elements == elements) && draft.ruleset.army.from_list.is_some()
        };
        let decided = match (fits(&counts), fits(&figures)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        let chosen = decided.unwrap_or(as_counts);
        let doubt = if decided.is_some() { None } else { self.doubt(draft, chosen) };
        *draft = if chosen { counts } else { figures };
        doubt
    }

    /// Gives the elements in doubt one meaning.
    fn replace(&self, draft: &mut Draft, counts: bool) {
        for glued in self.glued.iter().filter(|glued| glued.kind != Kind::Count) {
            if let Some(line) = draft.lines.get_mut(glued.place) {
                // A general is a single element.
                let read = if counts && !line.general { &glued.counted } else { &glued.figures };
                line.count = read.count;
                line.line_type = read.line_type.clone();
            }
        }
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

/// An element as it is written without its price.
pub(super) fn written(draft: &Draft, line: &ElementLine) -> String {
    let text = write::element(draft, line);
    text.split(" @ ").next().unwrap_or(&text).to_owned()
}

/// An element as it is written with the price of one.
pub(super) fn priced(draft: &Draft, line: &ElementLine, price: Points) -> String {
    format!("{} @ {price} AP", written(draft, line))
}
