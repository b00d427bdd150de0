//! The text as a whole: the meaning of each line.

use musterfield_rules::{Book, Points, Ruleset};

use super::doubt::{Doubt, Offered};
use super::element::{self, ParsedElement};
use super::fact::{self, Fact};
use super::figures::Figures;
use super::finding::UnreadText;
use super::game::{known_ruleset, named_ruleset, without_game};
use super::line::{self, EMPHASIS, Heading};
use super::prices::Prices;
use super::prose::{self, Manner, Surroundings};
use super::section::Section;
use super::unreadable::Unreadable;
use super::{Reading, dates, kind, parts, prices, several, table, token};
use crate::ArmyList;
use crate::draft::{
    Draft, ElementLine, LONGEST_LABEL, LONGEST_NAME, LONGEST_NOTES, LONGEST_WORD, TextError, own_list, several_lines,
    single_line,
};
use crate::file::MOST_LINES;
use crate::list::shorthand;

mod doubts;
mod outside;
mod rows;
mod titles;

struct Reader {
    book: &'static Book,
    draft: Draft,
    unread: Vec<UnreadText>,
    prices: Prices,
    around: Surroundings,
    /// Lines that are stored in the notes.
    asides: Vec<(usize, String)>,
    /// Whether a heading says that the next element leads.
    leads: bool,
    named: bool,
    /// Whether a title is no longer possible: only the first line with no other meaning may be one.
    titled: bool,
    in_own_table: bool,
    /// The columns of the table of which the lines are rows.
    columns: Option<table::Columns>,
    /// The part outside the army that the lines belong to.
    section: Option<Section>,
    /// The command that elements belong to; 0 for none.
    command: u8,
    /// The lines and texts of the elements of the army.
    written: Vec<(usize, String)>,
    /// The line of the first element, if there is nothing else on it.
    first_alone: Option<usize>,
    /// The number of elements with a number, a price or the mark of the general.
    marked: usize,
    /// The positions of elements in the army of which one leads.
    led: Vec<usize>,
    figures: Figures,
    doubts: Vec<Doubt>,
    offered: Vec<Offered>,
}

/// Reads a pasted army: for the first ruleset of the book that the text names, otherwise for this one.
#[must_use]
pub fn read(text: &str, ruleset: &'static Ruleset, book: &'static Book) -> Reading {
    let mut reader = Reader {
        book,
        draft: Draft::new(named_ruleset(text, ruleset, book).unwrap_or(ruleset)),
        unread: Vec::new(),
        prices: Prices::default(),
        around: Surroundings::default(),
        asides: Vec::new(),
        leads: false,
        named: false,
        titled: false,
        in_own_table: false,
        columns: None,
        section: None,
        command: 0,
        written: Vec::new(),
        first_alone: None,
        marked: 0,
        led: Vec::new(),
        figures: Figures::default(),
        doubts: Vec::new(),
        offered: Vec::new(),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut rest = text.split('\n').enumerate();
    while let Some((at, line)) = rest.next() {
        if fact::begins_notes(line) {
            let inline = fact::value_of(line).filter(|value| !value.is_empty()).map(str::to_owned);
            let mut notes: Vec<String> =
                inline.into_iter().chain(rest.by_ref().map(|(_, line)| line.to_owned())).collect();
            // A Markdown heading is followed by a blank line that belongs to it.
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

impl Reader {
    fn notes(&mut self, at: usize, notes: &str) {
        match several_lines(notes, LONGEST_NOTES) {
            Ok(notes) => self.draft.notes = notes,
            Err(error) => self.refuse(at, notes, Unreadable::Notes(error)),
        }
    }

    /// Whether a text is nothing but the name of a ruleset.
    fn names_ruleset(&self, text: &str) -> bool {
        known_ruleset(text, self.draft.ruleset, self.book).is_some()
    }

    /// Whether a text is nothing but the name of the ruleset for which the army is read.
    fn names_own_ruleset(&self, text: &str) -> bool {
        let named = known_ruleset(text.trim_matches(EMPHASIS), self.draft.ruleset, self.book);
        named.is_some_and(|named| named.id == self.draft.ruleset.id)
    }

    fn refuse(&mut self, line: usize, text: &str, why: Unreadable) {
        let printed = |c: char| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c };
        self.unread.push(UnreadText { line, text: text.trim().chars().map(printed).collect(), reason: why });
    }

    fn line(&mut self, at: usize, line: &str) {
        let line = line.trim();
        if let Some(title) = line.strip_prefix("# ") {
            self.markdown_title(at, title);
            return;
        }
        self.in_own_table = line::is_own_table(line) || self.in_own_table && line.starts_with('|');
        let mut bare = line::bare(line);
        if self.draft.lines.is_empty() && self.names_own_ruleset(&bare) {
            return;
        }
        if self.may_be_title()
            && let Some(title) = without_game(&bare, self.draft.ruleset, self.book)
        {
            // Nothing but another name of the game.
            if title.is_empty() {
                return;
            }
            bare = title;
        }
        if line::is_rule(line) || bare.is_empty() {
            self.around.blank();
        }
        let said = line::is_comment(line) || line::is_own(line) || self.in_own_table;
        if said || line::is_rule(line) || line::is_fence(line) || line::is_table_head(line) || line::is_mail_head(line)
        {
            return;
        }
        if let Some(columns) = table::head(line) {
            self.columns = Some(columns);
            return;
        }
        if self.is_outside(at, line, &bare) || self.is_command(at, &bare) {
            return;
        }
        if let Some(row) = table::row(&bare, self.columns.as_ref()) {
            self.titled = true;
            self.begin_elements();
            self.row(at, &row);
            return;
        }
        // First unchanged, so that a value keeps what looks like a mark or a code.
        if let Some(facts) = fact::read_all(&bare) {
            for (piece, fact) in facts {
                self.fact(at, piece.trim(), fact);
            }
        } else if let Some(fact) = fact::read(line).or_else(|| fact::read(&bare)) {
            self.fact(at, &bare, fact);
        } else if let Some(facts) = self.terrain_and_aggression(&bare) {
            facts.into_iter().for_each(|fact| self.fact(at, &bare, fact));
        } else if let Some((title, elements)) = self.title_with_elements(&bare)
            && self.title(at, title)
        {
            self.begin_elements();
            self.elements(at, elements);
        } else if !(line::is_rule(&bare) || self.title_with_facts(at, &bare) || self.title(at, &bare)) {
            self.rest(at, line, &bare);
        }
    }

    /// Reads a line that is neither a fact nor a title.
    fn rest(&mut self, at: usize, line: &str, bare: &str) {
        let ruleset = self.draft.ruleset;
        if prose::is_post_head(bare, ruleset) {
            self.asides.push((at, bare.to_owned()));
            return;
        }
        if self.heading(at, bare) {
            return;
        }
        // `c. 400` below a title, or below the elements.
        if (self.named || !self.draft.lines.is_empty()) && dates::are_all_of(bare) {
            self.asides.push((at, bare.to_owned()));
            return;
        }
        match prose::manner(bare, ruleset).filter(|_| !line::is_item(line)) {
            Some(manner) => self.prose(at, bare, manner),
            None => {
                self.titled = true;
                self.begin_elements();
                if line.starts_with('|') {
                    self.row(at, bare);
                } else {
                    self.elements(at, bare);
                }
            }
        }
    }

    /// Takes a line that may be prose: the first one is the title, if it is not a sentence.
    fn prose(&mut self, at: usize, line: &str, manner: Manner) {
        let short = line.chars().count() <= LONGEST_NAME && !line.contains(':');
        if self.may_be_title() && manner == Manner::Words && short {
            self.titled = true;
            self.name(at, line.trim_matches(EMPHASIS), line);
        } else {
            self.around.pass(at, line, manner);
        }
    }

    /// Whether only facts and prose have been read.
    fn may_be_title(&self) -> bool {
        !self.titled && !self.named && self.draft.lines.is_empty()
    }

    /// `D3H2 Wood Elves 24 AP, home terrain Forest, Agg 1`: a title and facts in one line.
    fn title_with_facts(&mut self, at: usize, line: &str) -> bool {
        // Text in brackets after a title consists of facts, like text after a comma.
        let bracket = line.strip_suffix(')').and_then(|line| line.split_once('('));
        let pieces = token::pieces(&bracket.map_or(line.to_owned(), |(title, facts)| format!("{title}, {facts}")));
        let [first, rest @ ..] = pieces.as_slice() else { return false };
        if rest.is_empty() || !self.may_be_title() {
            return false;
        }
        let ruleset = self.draft.ruleset;
        let points =
            |piece: &str| fact::title(piece).filter(|(name, _)| name.is_empty()).and_then(|(_, points)| points);
        let fact = |(place, piece): (usize, &String)| {
            let piece = piece.trim();
            let terrain = || fact::bare_home_terrain(piece, ruleset);
            let rules = || self.names_ruleset(piece).then(|| Fact::Ruleset(piece.to_owned()));
            // `Hill Folk (Hilly, 3)`
            let before = pieces.get(place).filter(|before| fact::bare_home_terrain(before.trim(), ruleset).is_some());
            let factor = || before.and_then(|_| fact::bare_aggression(piece, ruleset));
            let known = fact::read(piece).or_else(|| points(piece).map(Fact::Points));
            known.or_else(terrain).or_else(factor).or_else(rules)
        };
        let Some(facts) = rest.iter().enumerate().map(fact).collect::<Option<Vec<Fact>>>() else { return false };
        if !self.title(at, first) {
            return false;
        }
        for (piece, fact) in rest.iter().zip(facts) {
            self.fact(at, piece.trim(), fact);
        }
        true
    }

    fn elements(&mut self, at: usize, line: &str) {
        let before = self.draft.lines.len();
        let pieces = token::pieces(line);
        if before == 0 && pieces.len() == 1 && self.unread.is_empty() {
            self.first_alone = Some(at);
        }
        for (place, piece) in pieces.iter().enumerate() {
            let ruleset = self.draft.ruleset;
            let sums = if place > 0 && place + 1 == pieces.len() { Some(before) } else { None };
            let last = if self.draft.lines.len() > before { self.draft.lines.last_mut() } else { None };
            if let Some(numbers) = last.and_then(|last| element::mark(piece, ruleset, last)) {
                self.prices.beside(at, &self.draft, numbers, sums);
                // A general is a single element: `Hero (4), General`.
                if self.draft.lines.last().is_some_and(|line| line.general) {
                    self.prices.is_one(&mut self.draft);
                }
                continue;
            }
            if let Some(fact) = fact::camp_or_town(piece) {
                self.fact(at, piece.trim(), fact);
                continue;
            }
            if let Some(all) = several::crowded(piece, ruleset) {
                self.figures.note_row();
                self.several(at, all, before);
                continue;
            }
            match element::read(piece, ruleset) {
                Ok(found) => self.element(at, piece, found, sums),
                Err(why) => match several::read(piece, &why, ruleset) {
                    Some(all) => self.several(at, all, before),
                    None => {
                        if matches!(why, Unreadable::TwoTypes(..)) {
                            self.either(at, piece);
                        }
                        self.refuse(at, piece, why);
                    }
                },
            }
        }
    }

    /// Stores elements that no commas separate. `before` is where the line began.
    fn several(&mut self, at: usize, all: Vec<(String, ParsedElement)>, before: usize) {
        let last = all.len().saturating_sub(1);
        for (place, (part, found)) in all.into_iter().enumerate() {
            self.element(at, &part, found, (place == last).then_some(before));
        }
    }

    /// Takes a line before everything else as the name of the army, if it can be nothing else.
    fn title(&mut self, at: usize, line: &str) -> bool {
        if !self.may_be_title() {
            return self.budget(at, line);
        }
        let ruleset = self.draft.ruleset;
        if dates::are_in(line)
            && !shorthand::has_count(line)
            && line.chars().count() <= LONGEST_NAME
            && !self.has_elements(line)
        {
            self.titled = true;
            self.name(at, line.trim_matches(EMPHASIS), line);
            return true;
        }
        let Some((title, points)) = fact::title(line) else { return false };
        let words = title.trim_matches(EMPHASIS);
        // The name of the ruleset alone is not the name of an army.
        let words = if self.names_ruleset(words) { "" } else { words };
        if points.is_none() && (prose::is_formula(words) || words.chars().count() > LONGEST_NAME) {
            return false;
        }
        let element = element::read(line, ruleset).is_ok_and(|found| points.is_none() || self.agrees(&found))
            || several::crowded(line, ruleset).is_some()
            || several::has_codes(line, ruleset);
        let slip = kind::read(words, ruleset).is_none() && kind::is_slip(words, ruleset);
        let marked = words.split_whitespace().any(parts::is_mark);
        let joined = line.trim_matches(EMPHASIS).contains(':');
        let part = kind::is_part(words, ruleset) || kind::leads(words);
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

    /// `24 AP` on a line of its own: the agreed AP before the elements, their total after them.
    fn budget(&mut self, at: usize, line: &str) -> bool {
        if let (Ok(points), false) = (line.parse(), self.draft.lines.is_empty()) {
            self.total(at, points);
            return true;
        }
        let Some((name, Some(points))) = fact::title(line) else { return false };
        if !name.is_empty() {
            return false;
        }
        if self.draft.lines.is_empty() {
            self.draft.points = points;
        } else {
            self.total(at, points);
        }
        true
    }

    fn total(&mut self, at: usize, points: Points) {
        self.prices.total(at, points);
        self.around.total();
    }

    /// Whether the prices beside an element can be its prices.
    fn agrees(&self, found: &ParsedElement) -> bool {
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
        // What remains of emphasis within the name.
        match single_line(name.replace("**", "").trim(), LONGEST_NAME) {
            Ok(name) => {
                self.draft.name = name;
                self.named = true;
            }
            Err(error) => self.refuse(at, text, Unreadable::Name(error)),
        }
    }

    /// Skips a heading. A line that might be an element, or a misspelt one, is not a heading.
    fn heading(&mut self, at: usize, line: &str) -> bool {
        let ruleset = self.draft.ruleset;
        let alone = line.trim_matches(EMPHASIS);
        if kind::leads(alone) || kind::is_part(alone, ruleset) {
            self.leads = kind::leads(alone);
            return true;
        }
        let Some((form, words)) = line::heading(line).filter(|(_, words)| !prose::is_formula(words)) else {
            return false;
        };
        let named = kind::read(words, ruleset).is_some();
        if !named
            && kind::is_slip(words, ruleset)
            && let Some(name) = kind::nearly(words, ruleset)
        {
            self.begin_elements();
            self.refuse(at, line, Unreadable::MisspeltHeading(name));
            return true;
        }
        match form {
            Heading::Colon => true,
            Heading::Emphasised if named => {
                self.begin_elements();
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
                // `Terrain: Arable (3)`
                if let Some(facts) = self.terrain_and_aggression(&written) {
                    facts.into_iter().for_each(|fact| self.fact(at, text, fact));
                    return;
                }
                let known = self.draft.ruleset.home_terrain(&written).map(|terrain| terrain.id.to_string());
                self.draft.home_terrain = known.or_else(|| word(&written));
            }
            Fact::Aggression(factor) => self.draft.aggression = factor,
            Fact::List(list) => self.draft.list = word(&list),
            // `Allies: Knights` are elements.
            Fact::Allies(list) => match element::read(text, self.draft.ruleset) {
                Ok(found) if !text.to_lowercase().contains("list") => {
                    self.begin_elements();
                    self.element(at, text, found, None);
                }
                _ => self.draft.allies = word(&list),
            },
            Fact::SecondAlly(list) => self.draft.second_ally = word(&list),
            Fact::OwnList(list) => self.own_list(at, text, &list),
            Fact::OtherCosts(points) => self.draft.other_costs = points,
            Fact::Camp(camp) => self.draft.camp = camp,
            Fact::Total(points) => self.total(at, points),
            Fact::Elements(count) => self.prices.elements(at, text, count),
            Fact::Aside(_) => self.asides.push((at, text.to_owned())),
            Fact::Unreadable(why) => self.refuse(at, text, why),
        }
    }

    /// Takes a list in shorthand, on one line.
    fn own_list(&mut self, at: usize, text: &str, list: &str) {
        match ArmyList::own(self.draft.ruleset, list) {
            Ok(_) => self.draft.own_list = own_list(list).ok().flatten(),
            Err(error) => self.refuse(at, text, Unreadable::OwnList(error)),
        }
    }

    /// The ruleset of a text is known before it is read; here only impossible ones are reported.
    fn ruleset(&mut self, at: usize, text: &str, written: String) {
        match known_ruleset(&written, self.draft.ruleset, self.book) {
            Some(known) if known.id == self.draft.ruleset.id => {}
            Some(_) => self.refuse(at, text, Unreadable::OtherRuleset(&self.draft.ruleset.name)),
            None => {
                let known: Vec<&str> = self.book.rulesets().iter().map(|ruleset| &*ruleset.id).collect();
                self.refuse(at, text, Unreadable::UnknownRuleset { written, known: known.join(", ") });
            }
        }
    }

    /// Stores an element. The last of a line may carry the price of the line or of all: `sums` is where the line
    /// began.
    fn element(&mut self, at: usize, piece: &str, found: ParsedElement, sums: Option<usize>) {
        if self.draft.lines.len() >= MOST_LINES {
            return self.refuse(at, piece, Unreadable::TooManyLines);
        }
        if let Some(number) = self.is_either(&found, sums) {
            return self.refuse(at, piece, Unreadable::CountOrPrice(number));
        }
        let label = match single_line(&found.line.label, LONGEST_LABEL) {
            Ok(label) => label,
            Err(TextError::TooLong(_)) if found.line.label.chars().count() <= LONGEST_CUT => {
                self.asides.push((at, found.line.label.clone()));
                cut(&found.line.label)
            }
            Err(error) => return self.refuse(at, piece, Unreadable::Label(error)),
        };
        if found.certain || found.numbers.priced() {
            self.marked += 1;
        } else {
            self.around.unmarked();
        }
        let command = if found.line.command == 0 { self.command } else { found.line.command };
        self.figures.note(self.draft.lines.len(), at, piece, &found.line, self.draft.ruleset);
        self.written.push((at, piece.trim().to_owned()));
        self.draft.lines.push(ElementLine { label, command, ..found.line });
        self.prices.beside(at, &self.draft, found.numbers, sums);
        if std::mem::take(&mut self.leads)
            && self.prices.is_one(&mut self.draft)
            && let Some(line) = self.draft.lines.last_mut()
        {
            line.general = true;
        }
    }

    /// The number after the `=` of the last element of a line, if it may be the number of these elements as well as
    /// the AP of the line or of all.
    fn is_either(&self, found: &ParsedElement, sums: Option<usize>) -> Option<i64> {
        let (number, first) = (found.numbers.equalled?, sums?);
        let price = self.draft.price(&found.line);
        [first, 0].iter().any(|from| self.spent(*from) + price == Points::ONE * number).then_some(number)
    }

    /// The AP of the lines from this one on.
    fn spent(&self, first: usize) -> Points {
        prices::spent(&self.draft, self.draft.lines.iter().skip(first))
    }

    /// Reads the lines that are between elements and are not prose.
    fn begin_elements(&mut self) {
        for passage in self.around.element() {
            self.elements(passage.at, &passage.text);
        }
    }

    fn finish(mut self) -> Reading {
        let (prose, other) = self.around.finish(self.draft.lines.len());
        self.asides.extend(prose.into_iter().map(|passage| (passage.at, passage.text)));
        for passage in other {
            self.elements(passage.at, &passage.text);
        }
        self.first_line_is_name();
        self.settle_size();
        let (in_doubt, led) = self.figures.settle(&mut self.draft);
        self.doubts.extend(in_doubt);
        self.led.extend(led);
        let unclear = self.prices.settle(&mut self.draft);
        if let Some(unclear) = &unclear {
            let lone = self.prices.lone().to_vec();
            self.numbers(unclear, &lone);
        }
        for (line, text, read) in self.prices.other_elements(&self.draft) {
            self.refuse(line, &text, Unreadable::OtherElements(read));
        }
        if !self.asides.is_empty() {
            self.asides.sort_by_key(|(at, _)| *at);
            let asides: Vec<String> = self.asides.drain(..).map(|(_, text)| text).collect();
            let notes = [asides.join("\n"), std::mem::take(&mut self.draft.notes)].join("\n\n");
            self.notes(1, &notes);
        }
        self.unread.sort_by_key(|unread| unread.line);
        let differences = self.prices.differences(&self.draft);
        self.part_generals();
        self.doubts.sort_by_key(|doubt| doubt.line);
        let (doubts, offered) = (self.doubts, self.offered);
        Reading { draft: self.draft, unread: self.unread, differences, unclear, doubts, offered }
    }
}

/// The largest number of characters of a label that is cut to the length that can be stored.
const LONGEST_CUT: usize = 400;

/// A label cut to the length that can be stored, after a word if possible. The whole of it is in the notes.
fn cut(label: &str) -> String {
    let words = label.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = words.chars().take(LONGEST_LABEL - 1).collect();
    let end = short.rfind(' ').filter(|end| *end > short.len() / 2).unwrap_or(short.len());
    format!("{}…", short.get(..end).unwrap_or(&short).trim_end_matches([',', ';', ' ']))
}
