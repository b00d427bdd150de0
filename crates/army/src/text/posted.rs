//! Lists in shorthand as they are posted, where armies are picked from lists: with a title, years, terrain, bullets,
//! and what people write around them.

use musterfield_rules::{Book, Ruleset};

use super::doubt::Offered;
use super::fact::{self, Fact};
use super::game::{known_ruleset, named_ruleset, without_game};
use super::line;
use super::section::{Aside, aside};
use super::{Reading, kind, prose};
use crate::ArmyList;
use crate::draft::{LONGEST_NAME, LONGEST_NOTES, several_lines, single_line};
use crate::list::shorthand::{self, LONGEST, ShorthandList};
use crate::picked::of_own_list;

/// The largest number of entries that are left out to make an army of the others.
const MOST_LEFT_OUT: usize = 8;

/// The lines of a text by what they are.
#[derive(Default)]
struct Post {
    name: Option<String>,
    /// The title, the entries and the facts about the list.
    list: Vec<String>,
    /// Lines before the first entry that may be its title.
    heads: Vec<String>,
    /// Lines after the last entry that may belong to it.
    tail: Vec<String>,
    notes: Vec<String>,
    offered: Vec<Offered>,
    has_entries: bool,
}

/// Reads a printed list in shorthand: the army with the first choice of each entry. None if it offers no choice, and so
/// is an army itself.
#[must_use]
pub fn list(text: &str, ruleset: &'static Ruleset, book: &'static Book) -> Option<Reading> {
    let ruleset = named_ruleset(text, ruleset, book).unwrap_or(ruleset);
    ruleset.army.from_list.as_ref()?;
    if text.len() > 2 * LONGEST {
        return None;
    }
    let post = Post::read(text, ruleset, book)?;
    let written = post.list.join("\n");
    let list = tolerant(ruleset, &post.list)?;
    let chooses = list
        .options
        .iter()
        .any(|option| option.types.len() > 1 || !option.dismounts.is_empty() || option.branch.is_some());
    if !chooses {
        return None;
    }
    let list = ArmyList::of_shorthand(ruleset, list);
    let mut draft = of_own_list(ruleset, &written, &list);
    if let Some(name) = post.name.and_then(|name| single_line(&name, LONGEST_NAME).ok()) {
        draft.name = name;
    }
    draft.notes = several_lines(&post.notes.join("\n"), LONGEST_NOTES).unwrap_or_default();
    Some(Reading { offered: post.offered, ..Reading::clear(draft) })
}

/// The list, if need be without entries that cannot be read. They stay in the text of the list, and are told when the
/// army is checked.
fn tolerant(ruleset: &'static Ruleset, lines: &[String]) -> Option<ShorthandList> {
    let mut text = lines.join("\n");
    for _ in 0..=MOST_LEFT_OUT {
        match shorthand::read(ruleset, &text) {
            Ok(list) => return Some(list),
            Err(error) => {
                let separator = |letter: char| matches!(letter, ',' | ';' | '\n');
                let start = text.get(..error.at)?.rfind(separator).map_or(0, |at| at + 1);
                let end = text.get(error.at..)?.find(separator).map_or(text.len(), |at| error.at + at + 1);
                // What follows is not part of the entry before.
                text.replace_range(start..end, "\n");
            }
        }
        if text.trim().is_empty() {
            return None;
        }
    }
    None
}

impl Post {
    /// Sorts the lines of a text; none if it cannot be a list.
    fn read(text: &str, ruleset: &'static Ruleset, book: &'static Book) -> Option<Self> {
        let mut post = Self::default();
        let mut section = false;
        let mut lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        while let Some((at, raw)) = lines.next() {
            if fact::begins_notes(raw) {
                post.notes.extend(fact::value_of(raw).map(str::to_owned));
                post.notes.extend(lines.by_ref().map(|(_, line)| line.to_owned()));
                break;
            }
            let mut bare = line::bare(raw.trim());
            if !post.has_entries
                && let Some(title) = without_game(&bare, ruleset, book)
            {
                bare = title;
            }
            match aside(&bare) {
                Some(Aside::Section) => {
                    section = true;
                    post.notes.push(raw.trim().to_owned());
                }
                Some(Aside::Line(rest)) if post.has_entries && shorthand::has_entry(ruleset, rest) => {
                    post.offer(at + 1, rest);
                }
                _ if section && shorthand::has_entry(ruleset, &bare) => post.offer(at + 1, &bare),
                _ => {
                    section &= bare.is_empty();
                    post.line(raw.trim(), &bare, ruleset, book)?;
                }
            }
        }
        post.finish(ruleset);
        post.has_entries.then_some(post)
    }

    /// Takes what is not part of the list, which stays in the notes.
    fn offer(&mut self, line: usize, text: &str) {
        self.notes.push(text.to_owned());
        self.offered.push(Offered { line, text: text.to_owned(), elements: None, changes: Vec::new() });
    }

    /// Takes a line; none if the text cannot be a list.
    fn line(&mut self, raw: &str, bare: &str, ruleset: &'static Ruleset, book: &'static Book) -> Option<()> {
        if bare.is_empty()
            || line::is_rule(raw)
            || line::is_fence(raw)
            || line::is_comment(raw) && !raw.starts_with('#')
        {
            if !self.tail.is_empty() || self.has_entries {
                self.tail.push(String::new());
            }
            return Some(());
        }
        // The army may be below.
        match fact::read(bare) {
            Some(Fact::OwnList(list)) if !list.is_empty() => return None,
            Some(Fact::OwnList(_)) => return Some(()),
            _ => {}
        }
        let is_entry = shorthand::has_entry(ruleset, bare);
        let emphasised = line::heading(bare).is_some() && !bare.ends_with(':');
        if emphasised && !is_entry {
            if !self.has_entries {
                self.heads.push(bare.to_owned());
            }
            return Some(());
        }
        let is_footnote = self.has_entries && raw_or_bare(raw, bare) == raw && raw != bare;
        if is_entry || is_footnote || shorthand::states_fact(ruleset, bare) {
            self.entries(if is_entry { bare } else { raw_or_bare(raw, bare) }, is_entry);
            return Some(());
        }
        match fact::read(bare) {
            Some(Fact::Name(name)) => self.name = Some(name),
            Some(Fact::Ruleset(_)) => {}
            Some(_) => self.notes.push(bare.to_owned()),
            None if known_ruleset(bare, ruleset, book).is_some() => {}
            None if self.has_entries && (line::heading(bare).is_some() || kind::is_part(bare, ruleset)) => {}
            None if self.has_entries => self.tail.push(bare.to_owned()),
            None => self.heads.push(bare.to_owned()),
        }
        Some(())
    }

    /// Takes a line with entries, or with a fact about the list.
    fn entries(&mut self, line: &str, is_entry: bool) {
        if is_entry && !std::mem::replace(&mut self.has_entries, true) {
            let heads = std::mem::take(&mut self.heads);
            let is_said = |head: &String| {
                prose::is_formula(head) || head.ends_with([':', '!', '?']) || kind::is_prose(head.split_whitespace())
            };
            let (said, titles): (Vec<_>, Vec<_>) = heads.into_iter().partition(is_said);
            self.notes.extend(said);
            let titles: Vec<String> =
                titles.into_iter().map(|title| title.trim_matches(['*', '_', '=', '~', '#', ' ']).to_owned()).collect();
            self.list.splice(0..0, titles);
        }
        if self.has_entries {
            let between = std::mem::take(&mut self.tail);
            self.list.extend(between.into_iter().filter(|line| !line.is_empty()));
        }
        self.list.push(line.to_owned());
    }

    /// Decides what the lines after the last entry are.
    fn finish(&mut self, ruleset: &'static Ruleset) {
        let mut said = false;
        for line in std::mem::take(&mut self.tail) {
            said |= line.is_empty() || prose::manner(&line, ruleset) == Some(prose::Manner::Sentence);
            if line.is_empty() {
                continue;
            }
            if said {
                self.notes.push(line);
            } else {
                self.list.push(line);
            }
        }
    }
}

/// A line with the mark of a footnote, which looks like a bullet; otherwise without what surrounds it.
fn raw_or_bare<'a>(raw: &'a str, bare: &'a str) -> &'a str {
    if raw.starts_with(['*', '†', '‡', '§', '#']) { raw } else { bare }
}
