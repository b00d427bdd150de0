//! Text that people write around an army: greetings, signatures, headings without a colon, sentences.
//!
//! Such a line has no number, no troop type nor anything spelt similarly, no mark of an element, and no position in a
//! list. That only makes it possible prose; its place decides ([`super::reader`]).

use musterfield_rules::Ruleset;

use super::{kind, number, parts, token};

/// The style of a line that may be prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Words that may be anything, even the name of some troops.
    Words,
    /// A sentence, or a formula of letters and forums.
    Sentence,
}

/// Formulas at the beginning or end of letters and posts.
const FORMULAS: [&str; 37] = [
    "all the best",
    "any",
    "best,",
    "best regards",
    "best wishes",
    "by",
    "bye",
    "cheers",
    "comments",
    "dear",
    "edited",
    "enjoy",
    "good luck",
    "greetings",
    "happy gaming",
    "hello",
    "here",
    "here's",
    "hey",
    "hi",
    "hope",
    "kind regards",
    "last edited",
    "let me",
    "many thanks",
    "originally posted",
    "please",
    "posted",
    "regards",
    "sent from",
    "sincerely",
    "thank",
    "thanks",
    "thoughts",
    "thx",
    "what do",
    "yours",
];

/// Keys of forums and mails; the text after them is not part of the army.
const HEADS: [&str; 17] = [
    "cc",
    "date",
    "forum",
    "from",
    "joined",
    "last edited by",
    "location",
    "post subject",
    "posted",
    "posted by",
    "posts",
    "quote from",
    "re",
    "sent",
    "subject",
    "thread",
    "topic",
];

/// The shortest word that is considered as a misspelt type among other words.
const SHORTEST_SLIP: usize = 5;

/// The longest word that names a type only with a capital letter: `be` and `air` are also English.
const LONGEST_CODE: usize = 3;

/// Whether a text begins with these words.
fn begins(text: &str, words: &str) -> bool {
    let rest = text.get(..words.len()).filter(|start| start.eq_ignore_ascii_case(words)).and(text.get(words.len()..));
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Whether a line begins or ends a letter.
pub(super) fn is_formula(line: &str) -> bool {
    FORMULAS.iter().any(|formula| begins(line, formula))
}

/// Whether a line says who posted something and when. Even if it contains numbers, it is not an element.
pub(super) fn is_post_head(line: &str, ruleset: &'static Ruleset) -> bool {
    let key = line.split_once(':').map(|(key, _)| key.trim());
    let head = key.is_some_and(|key| HEADS.iter().any(|head| head.eq_ignore_ascii_case(key)));
    let posted = ["posted", "originally posted", "last edited", "sent from"].iter().any(|words| begins(line, words));
    // As printed by some forums: `by Wotan » Tue Mar 12, 2019`.
    let printed = begins(line, "by") && line.contains('»');
    (head || posted || printed) && !names_type(line, ruleset)
}

/// The style of a line that may be prose; none if it might be an element.
pub(super) fn manner(line: &str, ruleset: &'static Ruleset) -> Option<Manner> {
    let signs = |c: char| c.is_control() || "@=|+×“”„«»\"".contains(c);
    // The names of rulesets contain digits.
    let rules = |word: &str| [&ruleset.id, &ruleset.rule_prefix].iter().any(|name| name.eq_ignore_ascii_case(word));
    if words(line).any(|word| word.contains(char::is_numeric) && !rules(word))
        || line.contains(signs)
        || !line.contains(char::is_alphabetic)
        || names_type(line, ruleset)
    {
        return None;
    }
    let mut words = words(line);
    let numbered = words.clone().find(|word| !["a", "an", "the", "half"].contains(&word.to_lowercase().as_str()));
    let foreign = || kind::names_foreign(&words.clone().collect::<Vec<_>>(), ruleset);
    let counted = numbered
        .is_some_and(|word| number::english_number(word).is_some() || number::number_word(word).is_some() && foreign());
    if counted || words.clone().any(parts::is_mark) {
        return None;
    }
    let ends = line.ends_with(['.', '!', '?', '…', ':']) && words.clone().count() > 2 || line.ends_with(['?', '!']);
    let sentence = ends || is_formula(line) || kind::is_prose(&mut words);
    Some(if sentence { Manner::Sentence } else { Manner::Words })
}

/// The words of a line without the punctuation around them.
fn words(line: &str) -> impl Iterator<Item = &str> + Clone {
    let around = |c: char| !c.is_alphanumeric();
    line.split(|c: char| c.is_whitespace() || "/()[],;:".contains(c))
        .map(move |word| word.trim_matches(around))
        .filter(|word| !word.is_empty())
}

/// Whether a line names a troop type, or something spelt similarly.
fn names_type(line: &str, ruleset: &'static Ruleset) -> bool {
    let named = |text: &str| kind::read(text, ruleset).is_some();
    let pieces = token::pieces(line);
    let foreign = |piece: &str| kind::read_any(piece, ruleset).is_some();
    if pieces.iter().any(|piece| named(piece) || foreign(piece.trim()) || is_nearly_type(piece.trim(), ruleset)) {
        return true;
    }
    let words: Vec<&str> = words(line).collect();
    let code = |word: &str| word.chars().count() <= LONGEST_CODE && !word.starts_with(char::is_uppercase);
    // `Here's` is not heroes.
    let slip = |word: &str| word.len() >= SHORTEST_SLIP && !word.contains(['\'', '’']) && kind::is_slip(word, ruleset);
    let one = |word: &&str| named(word) && !code(word) || slip(word);
    let several = |length: usize| words.windows(length).any(|window| named(&window.join(" ")));
    words.iter().any(one) || (2..=kind::LONGEST_TYPE).any(several)
}

/// Whether a piece as a whole is a misspelt type. Most short words would be.
fn is_nearly_type(piece: &str, ruleset: &'static Ruleset) -> bool {
    let letters = piece.chars().count();
    letters > LONGEST_CODE && kind::is_slip(piece, ruleset)
}

/// The gap before a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// The previous line, directly.
    #[default]
    None,
    /// A blank line.
    Blank,
    /// A total or a sentence: the list of elements is over.
    End,
}

/// A line that may be prose.
#[derive(Clone, Debug)]
pub(super) struct Passage {
    pub at: usize,
    pub text: String,
    manner: Manner,
    /// The gap that separates it from the elements.
    gap: Gap,
}

/// The lines around the elements.
#[derive(Default)]
pub(super) struct Surroundings {
    head: Vec<Passage>,
    /// The lines since the last element.
    tail: Vec<Passage>,
    gap: Gap,
    /// Whether an element was read, or something that might be one.
    begun: bool,
    /// Whether there is an element without a number, a price or a mark; other lines without them may then be elements
    /// too.
    unmarked: bool,
}

impl Surroundings {
    pub(super) fn blank(&mut self) {
        self.gap = self.gap.max(Gap::Blank);
        if !self.begun {
            self.tail.iter_mut().for_each(|passage| passage.gap = passage.gap.max(Gap::Blank));
        }
    }

    pub(super) fn total(&mut self) {
        self.gap = Gap::End;
    }

    pub(super) fn pass(&mut self, at: usize, text: &str, manner: Manner) {
        if manner == Manner::Sentence {
            self.gap = Gap::End;
        }
        let gap = if self.begun { self.gap } else { Gap::None };
        self.tail.push(Passage { at, text: text.to_owned(), manner, gap });
    }

    /// Notes an element, or what may be one. Returns the lines between it and the previous one, which are not prose.
    pub(super) fn element(&mut self) -> Vec<Passage> {
        self.gap = Gap::None;
        let before = std::mem::take(&mut self.tail);
        if std::mem::replace(&mut self.begun, true) {
            return before;
        }
        self.head = before;
        Vec::new()
    }

    pub(super) fn unmarked(&mut self) {
        self.unmarked = true;
    }

    /// The lines that are prose, and those that may be elements. Where no element could be read, this cannot be
    /// decided.
    pub(super) fn finish(&mut self, elements: usize) -> (Vec<Passage>, Vec<Passage>) {
        let (marked, read) = (!self.unmarked, elements > 0);
        let sentence = |passage: &Passage| passage.manner == Manner::Sentence;
        let heads = |passage: &Passage| sentence(passage) || marked || passage.gap > Gap::None;
        let tails =
            |passage: &Passage| sentence(passage) || passage.gap == Gap::End || passage.gap == Gap::Blank && marked;
        let (mut prose, mut other): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.head).into_iter().partition(|passage| read && heads(passage));
        let (after, unread): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.tail).into_iter().partition(|passage| read && tails(passage));
        prose.extend(after);
        other.extend(unread);
        (prose, other)
    }
}
