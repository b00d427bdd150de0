//! Finding rules by words.

use super::reference::{Reference, Rule};

/// The largest number of words that are searched for.
const MOST_WORDS: usize = 12;

/// A text cut where words were found in it: each part, and whether it is one of those words.
pub type Marked<'a> = Vec<(&'a str, bool)>;

/// A search: words, each of which must begin some word of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    words: Vec<String>,
}

/// The words of a text with their byte positions.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_inside = |c: char| c.is_alphanumeric();
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text.get(rest..)?.find(is_inside)?;
        let tail = text.get(start..)?;
        let end = start + tail.find(|c| !is_inside(c)).unwrap_or(tail.len());
        rest = end;
        text.get(start..end).map(|word| (start, word))
    })
}

impl Query {
    /// Creates a query from typed text; none if there is no word in it.
    #[must_use]
    pub fn new(typed: &str) -> Option<Self> {
        let words: Vec<String> = words(typed).take(MOST_WORDS).map(|(_, word)| word.to_lowercase()).collect();
        (!words.is_empty()).then_some(Self { words })
    }

    /// Whether a word of a text begins with a wanted word.
    fn is_met_by(wanted: &str, word: &str) -> bool {
        let mut letters = word.chars().flat_map(char::to_lowercase);
        wanted.chars().all(|c| letters.next() == Some(c))
    }

    /// All rules of a book that have all the words; those with the words in the rule itself come first.
    pub fn find<'a>(&self, reference: &'a Reference, prefix: &'a str) -> Vec<&'a Rule> {
        let mut found: Vec<(u32, &Rule)> = reference
            .sections(prefix)
            .flat_map(|section| reference.of_section(&section.code).map(move |rule| (section.name.as_str(), rule)))
            .filter_map(|(section, rule)| Some((self.distance(section, rule)?, rule)))
            .collect();
        found.sort_by_key(|(distance, _)| *distance);
        found.into_iter().map(|(_, rule)| rule).collect()
    }

    /// The distance of the wanted words from the rule's own text; `None` if one of them is missing.
    fn distance(&self, section: &str, rule: &Rule) -> Option<u32> {
        let extra = [rule.ruling.as_deref(), rule.question.as_deref()];
        let parts = [Some(rule.id.as_str()), Some(rule.text.as_str()), Some(section)].into_iter().chain(extra);
        let parts: Vec<(u32, &str)> = (0..).zip(parts).filter_map(|(at, part)| Some((at, part?))).collect();
        self.words.iter().try_fold(0, |sum, wanted| {
            let has = |text: &str| words(text).any(|(_, word)| Self::is_met_by(wanted, word));
            let nearest = parts.iter().find(|(_, text)| has(text)).map(|(at, _)| at)?;
            Some(sum + nearest)
        })
    }

    /// A text cut where the words were found in it.
    #[must_use]
    pub fn mark<'a>(&self, text: &'a str) -> Marked<'a> {
        let (mut parts, mut from) = (Vec::new(), 0);
        for (start, word) in words(text) {
            if !self.words.iter().any(|wanted| Self::is_met_by(wanted, word)) {
                continue;
            }
            let between = text.get(from..start).filter(|between| !between.is_empty());
            parts.extend(between.map(|between| (between, false)));
            parts.push((word, true));
            from = start + word.len();
        }
        parts.extend(text.get(from..).filter(|rest| !rest.is_empty()).map(|rest| (rest, false)));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;

    fn ids(typed: &str) -> Vec<&'static str> {
        let rules = Query::new(typed).unwrap().find(book().unwrap().reference(), "D3H2");
        rules.into_iter().map(|rule| rule.id.as_str()).collect()
    }

    #[test]
    fn words_are_found_by_their_beginning_whatever_their_case() {
        assert!(ids("SHIELDW").contains(&"D3H2-SUPP-12"));
        assert_eq!(ids("D3H2-OUT-36").first(), Some(&"D3H2-OUT-36"));
        assert!(ids("hieldwall").is_empty());
    }

    #[test]
    fn all_words_must_be_there() {
        let both = ids("pikes rear");
        assert!(both.contains(&"D3H2-SUPP-02") && !both.contains(&"D3H2-CF-28"));
        assert!(both.len() < ids("pikes").len());
    }

    #[test]
    fn what_stands_in_the_rule_comes_before_what_stands_in_its_ruling() {
        let found = ids("camp");
        let place = |id: &str| found.iter().position(|found| *found == id).unwrap();
        assert!(place("D3H2-CF-31") < place("D3H2-SUPP-06"));
    }

    #[test]
    fn nothing_typed_is_no_query() {
        assert_eq!(Query::new(" ,- "), None);
    }

    #[test]
    fn marks_cut_a_text_and_lose_nothing() {
        let query = Query::new("kn über").unwrap();
        let text = "Knights, Überläufer: unknown knäuel";
        let parts = query.mark(text);
        assert_eq!(parts.iter().map(|(part, _)| *part).collect::<String>(), text);
        let marked: Vec<&str> = parts.iter().filter(|(_, is_marked)| *is_marked).map(|(part, _)| *part).collect();
        assert_eq!(marked, ["Knights", "Überläufer", "knäuel"]);
    }
}
