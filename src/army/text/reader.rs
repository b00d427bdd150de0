//! The text as a whole: which line is what.

use super::element::{self, Found};
use super::fact::{self, Fact};
use super::line::{self, Heading};
use super::number::Numbers;
use super::unreadable::Unreadable;
use super::{Difference, Reading, Unread, kind, parts, several, token};
use crate::army::draft::{
    Draft, LONGEST_LABEL, LONGEST_NAME, LONGEST_NOTES, LONGEST_WORD, Line, several_lines, single_line,
};
use crate::army::file::MOST_LINES;
use crate::rules::{Book, Points, Ruleset};

struct Reader {
    book: &'static Book,
    draft: Draft,
    unread: Vec<Unread>,
    differences: Vec<Difference>,
    /// Totals that the text prints, compared when all elements are known.
    totals: Vec<(usize, Points)>,
    /// Numbers of elements that the text prints, with their lines.
    counts: Vec<(usize, String, i64)>,
    /// Lines that are kept in the notes.
    asides: Vec<String>,
    named: bool,
    /// The first line that says nothing else may be a title; no other.
    titled: bool,
    in_own_table: bool,
}

/// Reads a pasted army: for the first ruleset of the book that the text names, else for this one.
#[must_use]
pub fn read(text: &str, ruleset: &'static Ruleset, book: &'static Book) -> Reading {
    let mut reader = Reader {
        book,
        draft: Draft::new(named_ruleset(text, book).unwrap_or(ruleset)),
        unread: Vec::new(),
        differences: Vec::new(),
        totals: Vec::new(),
        counts: Vec::new(),
        asides: Vec::new(),
        named: false,
        titled: false,
        in_own_table: false,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut rest = text.split('\n').enumerate();
    while let Some((at, line)) = rest.next() {
        if fact::begins_notes(line) {
            let inline = fact::value_of(line).filter(|value| !value.is_empty()).map(str::to_owned);
            let mut notes: Vec<String> =
                inline.into_iter().chain(rest.by_ref().map(|(_, line)| line.to_owned())).collect();
            // A heading of Markdown is followed by a blank line that belongs to it.
            if line.trim_start().starts_with('#') && notes.first().is_some_and(String::is_empty) {
                notes.remove(0);
            }
            reader.notes(at + 1, &notes.join("\n"));
        } else {
            reader.line(at + 1, line);
        }
    }
    reader.finish()
}

/// The first ruleset that a text names and the book has.
fn named_ruleset(text: &str, book: &'static Book) -> Option<&'static Ruleset> {
    let mut lines = text.lines().take_while(|line| !fact::begins_notes(line));
    lines.find_map(|line| match fact::read(line).or_else(|| fact::read(&line::bare(line)))? {
        Fact::Ruleset(written) => known_ruleset(&written, book),
        _ => None,
    })
}

/// The ruleset with this id or name, whatever stands in brackets or behind a comma.
fn known_ruleset(written: &str, book: &'static Book) -> Option<&'static Ruleset> {
    let id = written.split(['(', ',']).next().unwrap_or_default().trim();
    let is_it = |known: &&Ruleset| known.id.eq_ignore_ascii_case(id) || known.name.eq_ignore_ascii_case(id);
    book.rulesets().iter().find(is_it)
}

impl Reader {
    fn notes(&mut self, at: usize, notes: &str) {
        match several_lines(notes, LONGEST_NOTES) {
            Ok(notes) => self.draft.notes = notes,
            Err(error) => self.refuse(at, notes, Unreadable::Notes(error)),
        }
    }

    fn refuse(&mut self, line: usize, text: &str, why: Unreadable) {
        let printed = |c: char| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c };
        self.unread.push(Unread { line, text: text.trim().chars().map(printed).collect(), why });
    }

    fn line(&mut self, at: usize, line: &str) {
        let line = line.trim();
        if let Some(title) = line.strip_prefix("# ") {
            self.markdown_title(at, title);
            return;
        }
        self.in_own_table = line::is_own_table(line) || self.in_own_table && line.starts_with('|');
        let said = line::is_comment(line) || line::is_own(line) || self.in_own_table;
        if said || line::is_rule(line) || line::is_fence(line) || line::is_table_head(line) || line::is_mail_head(line)
        {
            return;
        }
        let bare = line::bare(line);
        // First as it stands, so that a value keeps what looks like a mark or a code.
        if let Some(facts) = fact::read_all(&bare) {
            for (piece, fact) in facts {
                self.fact(at, piece.trim(), fact);
            }
        } else if let Some(fact) = fact::read(line).or_else(|| fact::read(&bare)) {
            self.fact(at, &bare, fact);
        } else if let Some((title, elements)) = self.title_with_elements(&bare)
            && self.title(at, title)
        {
            self.elements(at, elements);
        } else if !(line::is_rule(&bare) || self.title(at, &bare) || self.heading(at, &bare)) {
            self.titled = true;
            self.elements(at, &bare);
        }
    }

    fn elements(&mut self, at: usize, line: &str) {
        let before = self.draft.lines.len();
        let pieces = token::pieces(line);
        for (place, piece) in pieces.iter().enumerate() {
            let ruleset = self.draft.ruleset;
            let sums = if place > 0 && place + 1 == pieces.len() { Some(before) } else { None };
            let last = if self.draft.lines.len() > before { self.draft.lines.last_mut() } else { None };
            if let Some(numbers) = last.and_then(|last| element::mark(piece, ruleset, last)) {
                self.compare(at, &numbers, sums);
                continue;
            }
            match element::read(piece, ruleset) {
                Ok(found) => self.element(at, piece, found, sums),
                Err(why) => match several::read(piece, &why, ruleset) {
                    Some(all) => all.into_iter().for_each(|(part, found)| self.element(at, &part, found, None)),
                    None => self.refuse(at, piece, why),
                },
            }
        }
    }

    /// `Undead (24 AP): Mage General, 4 Blades`: a title with AP, and the elements in the same line.
    fn title_with_elements<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str)> {
        let (title, elements) = line.split_once(':').filter(|(_, elements)| !elements.trim().is_empty())?;
        let priced = !self.titled && fact::title(title).is_some_and(|(_, points)| points.is_some());
        priced.then_some((title, elements))
    }

    /// Takes a line before everything else for the name of the army, if it can be nothing else.
    fn title(&mut self, at: usize, line: &str) -> bool {
        if self.titled || self.named || !self.draft.lines.is_empty() {
            return self.budget(at, line);
        }
        let ruleset = self.draft.ruleset;
        let Some((title, points)) = fact::title(line) else { return false };
        let emphasis = ['*', '_', '=', '~', '#', ' ', ':'];
        let words = title.trim_matches(emphasis);
        let element = element::read(line, ruleset).is_ok_and(|found| points.is_none() || self.agrees(&found));
        let slip = kind::read(words, ruleset).is_none() && kind::nearly(words, ruleset).is_some();
        let marked = words.split_whitespace().any(parts::is_mark);
        let joined = line.trim_matches(emphasis).contains(':');
        let part = line.ends_with(':') && kind::is_part(words, ruleset);
        if element || slip || marked || (joined && points.is_none()) || part || kind::is_prose(words.split_whitespace())
        {
            return false;
        }
        self.titled |= !words.is_empty();
        if let Some(points) = points {
            self.draft.points = points;
        }
        if !words.is_empty() {
            self.name(at, words, line);
        }
        true
    }

    /// `24 AP` on a line of its own: agreed before the elements, their total behind them.
    fn budget(&mut self, at: usize, line: &str) -> bool {
        if let (Ok(points), false) = (line.parse(), self.draft.lines.is_empty()) {
            self.totals.push((at, points));
            return true;
        }
        let Some((name, Some(points))) = fact::title(line) else { return false };
        if !name.is_empty() {
            return false;
        }
        if self.draft.lines.is_empty() {
            self.draft.points = points;
        } else {
            self.totals.push((at, points));
        }
        true
    }

    /// Whether the prices beside an element can be its prices.
    fn agrees(&self, found: &Found) -> bool {
        let price = self.draft.price(&found.line);
        found.certain || found.numbers.either.iter().all(|printed| *printed == price)
    }

    fn markdown_title(&mut self, at: usize, title: &str) {
        if self.named {
            return;
        }
        let (name, points) = fact::title(title).filter(|(_, points)| points.is_some()).unwrap_or((title.into(), None));
        if let Some(points) = points {
            self.draft.points = points;
        }
        self.name(at, name.trim_matches(['*', '_', '=', ':']), title);
    }

    fn name(&mut self, at: usize, name: &str, text: &str) {
        match single_line(name, LONGEST_NAME) {
            Ok(name) => {
                self.draft.name = name;
                self.named = true;
            }
            Err(error) => self.refuse(at, text, Unreadable::Name(error)),
        }
    }

    /// Passes a heading over. What might be an element, or one misspelt, is none.
    fn heading(&mut self, at: usize, line: &str) -> bool {
        let ruleset = self.draft.ruleset;
        let Some((form, words)) = line::heading(line) else { return false };
        let named = kind::read(words, ruleset).is_some();
        if !named && let Some(name) = kind::nearly(words, ruleset) {
            self.refuse(at, line, Unreadable::MisspeltHeading(name));
            return true;
        }
        match form {
            Heading::Colon => true,
            Heading::Emphasised if named => {
                self.refuse(at, line, Unreadable::HeadingOrElement(words.to_owned()));
                true
            }
            Heading::Emphasised => element::read(line, ruleset).is_err(),
        }
    }

    fn fact(&mut self, at: usize, text: &str, fact: Fact) {
        let word = |text: &str| single_line(text, LONGEST_WORD).ok().filter(|word| !word.is_empty());
        match fact {
            Fact::Name(name) => self.name(at, &name, text),
            Fact::Ruleset(written) => self.ruleset(at, text, written),
            Fact::Points(points) => self.draft.points = points,
            Fact::HomeTerrain(written) => {
                let known = self.draft.ruleset.home_terrain(&written).map(|terrain| terrain.id.to_string());
                self.draft.home_terrain = known.or_else(|| word(&written));
            }
            Fact::Aggression(factor) => self.draft.aggression = factor,
            Fact::List(list) => self.draft.list = word(&list),
            // `Allies: Knights` are elements.
            Fact::Allies(list) => match element::read(text, self.draft.ruleset) {
                Ok(found) if !text.to_lowercase().contains("list") => self.element(at, text, found, None),
                _ => self.draft.allies = word(&list),
            },
            Fact::Camp(camp) => self.draft.camp = camp,
            Fact::Total(points) => self.totals.push((at, points)),
            Fact::Elements(count) => self.counts.push((at, text.to_owned(), count)),
            Fact::Aside(_) => self.asides.push(text.to_owned()),
            Fact::Unreadable(why) => self.refuse(at, text, why),
        }
    }

    /// Which rules a text is for is known before it is read; here only what they cannot be is told.
    fn ruleset(&mut self, at: usize, text: &str, written: String) {
        match known_ruleset(&written, self.book) {
            Some(known) if known.id == self.draft.ruleset.id => {}
            Some(_) => self.refuse(at, text, Unreadable::OtherRuleset(&self.draft.ruleset.name)),
            None => {
                let known: Vec<&str> = self.book.rulesets().iter().map(|ruleset| &*ruleset.id).collect();
                self.refuse(at, text, Unreadable::UnknownRuleset { written, known: known.join(", ") });
            }
        }
    }

    /// Keeps an element. The last of a line may carry the price of the line or of all: `sums` is where the line began.
    fn element(&mut self, at: usize, piece: &str, found: Found, sums: Option<usize>) {
        if self.draft.lines.len() >= MOST_LINES {
            return self.refuse(at, piece, Unreadable::TooManyLines);
        }
        if let Some(number) = self.is_either(&found, sums) {
            return self.refuse(at, piece, Unreadable::CountOrPrice(number));
        }
        let label = match single_line(&found.line.label, LONGEST_LABEL) {
            Ok(label) => label,
            Err(error) => return self.refuse(at, piece, Unreadable::Label(error)),
        };
        self.draft.lines.push(Line { label, ..found.line });
        self.compare(at, &found.numbers, sums);
    }

    /// The number behind the `=` of the last element of a line, if it may be the number of these elements as well as
    /// the AP of the line or of all.
    fn is_either(&self, found: &Found, sums: Option<usize>) -> Option<i64> {
        let (number, first) = (found.numbers.equalled?, sums?);
        let price = self.draft.price(&found.line);
        [first, 0].iter().any(|from| self.spent(*from) + price == Points::ONE * number).then_some(number)
    }

    /// Compares the prices beside the last element with the rules.
    fn compare(&mut self, at: usize, numbers: &Numbers, sums: Option<usize>) {
        let Some(line) = self.draft.lines.last() else { return };
        let price = self.draft.price(line);
        let total = price * line.elements();
        let of = self.draft.called(line, 2);
        let sums = sums.map_or(Vec::new(), |first| vec![self.spent(first), self.spent(0)]);
        let mut compare = |printed: Option<Points>, allowed: &[Points]| {
            if let (Some(printed), Some(counted)) = (printed, allowed.first())
                && !allowed.contains(&printed)
                && !sums.contains(&printed)
            {
                self.differences.push(Difference { line: at, of: of.clone(), printed, counted: *counted });
            }
        };
        compare(numbers.each, &[price]);
        compare(numbers.total, &[total]);
        for either in &numbers.either {
            compare(Some(*either), &[total, price]);
        }
    }

    /// AP of the lines from this one.
    fn spent(&self, first: usize) -> Points {
        self.draft.lines.iter().skip(first).map(|line| self.draft.price(line) * line.elements()).sum()
    }

    fn finish(mut self) -> Reading {
        let spent = self.spent(0);
        for (line, printed) in self.totals.split_off(0) {
            if printed != spent {
                let of = "the whole army".to_owned();
                self.differences.push(Difference { line, of, printed, counted: spent });
            }
        }
        let elements = self.draft.lines.iter().map(Line::elements).fold(0i64, i64::saturating_add);
        for (line, text, count) in self.counts.split_off(0) {
            if count != elements {
                self.refuse(line, &text, Unreadable::OtherElements(elements));
            }
        }
        if !self.asides.is_empty() {
            let notes = [self.asides.join("\n"), std::mem::take(&mut self.draft.notes)].join("\n\n");
            self.notes(1, &notes);
        }
        self.unread.sort_by_key(|unread| unread.line);
        Reading { draft: self.draft, unread: self.unread, differences: self.differences }
    }
}
