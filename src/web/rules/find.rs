//! The search of rules: `/rules?q=…`, over all rulesets or one.

use actix_web::HttpRequest;
use actix_web::web::Query as WebQuery;
use askama::Template;
use musterfield_rules::Book;
use musterfield_rules::reference::Rule;
use musterfield_rules::search::{Excerpt, Query};
use musterfield_rules::sentence::capital;
use musterfield_words::number::{counted, spelled};

use super::heading::{Heading, headings};
use crate::web::choice::Choice;
use crate::web::error::WebError;
use crate::web::link::{self, Address};
use crate::web::page::{Area, Layout, rendered};
use crate::web::state::AppState;

/// The largest number of letters of a search; more are ignored.
const LONGEST_QUERY: usize = 200;
/// The rules of each ruleset that a search of all of them shows at first.
const FIRST_OF_EACH: usize = 5;
/// The rules on a page of a search in one ruleset.
const ON_A_PAGE: usize = 20;
/// The letters of a rule that are shown.
const LETTERS: usize = 260;
/// Searches that a player without an idea can try.
const EXAMPLES: [&str; 6] = ["zone of control", "flank", "shooting", "pip", "recoil", "camp"];

/// What is searched for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    /// The words, at most [`LONGEST_QUERY`] letters.
    words: String,
    /// The id of the only ruleset whose rules are wanted; empty for all.
    ruleset: String,
    /// The page, from 1.
    page: usize,
}

impl Search {
    /// Reads the query of an address. Nothing in it is an error: what cannot be read is as if it were not there, and of
    /// a field that is there twice the last one counts.
    pub(super) fn read(request: &HttpRequest) -> Self {
        let mut search = Self { page: 1, ..Self::default() };
        let fields = WebQuery::<Vec<(String, String)>>::from_query(request.query_string());
        for (name, value) in fields.map(WebQuery::into_inner).unwrap_or_default() {
            match name.as_str() {
                "q" => search.words = value.trim().chars().take(LONGEST_QUERY).collect(),
                "ruleset" => search.ruleset = value,
                "page" => search.page = value.parse().unwrap_or(1),
                _ => {}
            }
        }
        search
    }

    /// Whether there is nothing to search for.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The address of these words in a ruleset, or in all.
    fn address(words: &str, ruleset: &str) -> Address {
        let address = link::rulesets().with("q", words);
        if ruleset.is_empty() { address } else { address.with("ruleset", ruleset) }
    }

    /// The address of the search, with its words and ruleset.
    pub(super) fn within(&self, ruleset: &str) -> Address {
        Self::address(&self.words, ruleset)
    }
}

#[derive(Template)]
#[template(path = "rules/index.html")]
struct RulesPage<'a> {
    layout: Layout,
    style: String,
    rulesets: Vec<Heading<'a>>,
    form: SearchForm,
    found: Option<Found<'a>>,
}

/// The form of the search.
pub(super) struct SearchForm {
    pub words: String,
    pub rulesets: Vec<Choice>,
}

impl SearchForm {
    pub(super) fn new(book: &'static Book, search: &Search) -> Self {
        let choice = |heading: Heading<'static>| Choice::among(heading.id, heading.name, &search.ruleset);
        Self { words: search.words.clone(), rulesets: books(book).map(choice).collect() }
    }

    /// The form with a ruleset chosen and no words yet.
    pub(super) fn of_ruleset(book: &'static Book, ruleset: Heading<'static>) -> Self {
        Self::new(book, &Search { ruleset: owner(book, ruleset).id.to_owned(), ..Search::default() })
    }
}

/// What a search found.
struct Found<'a> {
    /// The number of rules in words.
    title: String,
    /// What players say, with what the rules say for it.
    terms: Vec<String>,
    groups: Vec<Group<'a>>,
    /// The pages before and after this one.
    before: Option<Address>,
    after: Option<Address>,
    /// What can be tried if there is nothing: a search and its address.
    instead: Vec<(String, Address)>,
}

/// The rules found in one book.
struct Group<'a> {
    ruleset: Heading<'a>,
    /// `23 rules`, or `21–40 of 64 rules`.
    hint: String,
    hits: Vec<Hit<'a>>,
    /// The address of all of them, if only the first are shown, with words for it.
    all: Option<(String, Address)>,
}

/// A rule found, with the words marked.
struct Hit<'a> {
    rule: &'a Rule,
    section: &'a str,
    text: Excerpt<'a>,
    ruling: Option<Excerpt<'a>>,
}

/// The rulesets whose rules are their own: a ruleset that shares a book with another comes with it.
fn books(book: &Book) -> impl Iterator<Item = Heading<'_>> {
    let is_first = move |heading: &Heading<'_>| {
        headings(book).find(|other| other.prefix == heading.prefix).is_some_and(|first| first.id == heading.id)
    };
    headings(book).filter(is_first)
}

/// The ruleset with whose rules those of this one are found.
pub(super) fn owner(book: &'static Book, ruleset: Heading<'static>) -> Heading<'static> {
    books(book).find(|owner| owner.prefix == ruleset.prefix).unwrap_or(ruleset)
}

/// The page of all rulesets, with what a search found.
///
/// # Errors
/// [`WebError::Internal`] when a template fails.
pub(super) fn page(state: &AppState, search: &Search) -> Result<String, WebError> {
    let found = Query::new(&search.words, state.book.vocabulary()).map(|query| found(state.book, search, &query));
    let title = if found.is_some() { format!("“{}” in the rules", search.words) } else { "Rules".to_owned() };
    rendered(&RulesPage {
        layout: Layout::new(state, title, Some(Area::Rules)).beginning_at(link::rulesets()),
        style: state.assets.address("rules.css").to_owned(),
        rulesets: headings(state.book).collect(),
        form: SearchForm::new(state.book, search),
        found,
    })
}

fn found(book: &'static Book, search: &Search, query: &Query) -> Found<'static> {
    let only = books(book).find(|heading| heading.id == search.ruleset);
    let searched = books(book).filter(|heading| only.is_none_or(|only| only.id == heading.id));
    let by_book: Vec<(Heading<'static>, Vec<&'static Rule>)> = searched
        .map(|heading| (heading, query.find(book.reference(), heading.prefix)))
        .filter(|(_, rules)| !rules.is_empty())
        .collect();
    let count: usize = by_book.iter().map(|(_, rules)| rules.len()).sum();
    let pages = count.div_ceil(ON_A_PAGE).max(1);
    let page = if only.is_some() { search.page.clamp(1, pages) } else { 1 };
    let from = (page - 1) * ON_A_PAGE;
    let group = |(ruleset, rules): &(Heading<'static>, Vec<&'static Rule>)| {
        let (from, most) = if only.is_some() { (from, ON_A_PAGE) } else { (0, FIRST_OF_EACH) };
        let hits: Vec<Hit<'static>> = rules.iter().skip(from).take(most).map(|rule| hit(book, query, rule)).collect();
        let all = counted(rules.len(), "rule", "rules");
        Group {
            ruleset: *ruleset,
            hint: if pages > 1 && only.is_some() {
                format!("{}–{} of {all}", from + 1, from + hits.len())
            } else {
                all
            },
            all: (only.is_none() && hits.len() < rules.len())
                .then(|| (format!("All {} in {}", rules.len(), ruleset.name), search.within(ruleset.id))),
            hits,
        }
    };
    let in_page = |page: usize| search.within(&search.ruleset).with("page", page);
    Found {
        title: match count {
            0 => format!(
                "No rule{} has “{}”",
                only.map(|only| format!(" of {}", only.name)).unwrap_or_default(),
                search.words
            ),
            count => format!("{} with “{}”", capital(&spelled(count, "rule", "rules")), search.words),
        },
        terms: query.terms().filter(|(_, terms)| !terms.is_empty()).map(told).collect(),
        groups: by_book.iter().map(group).collect(),
        before: (page > 1).then(|| in_page(page - 1)),
        after: (only.is_some() && page < pages).then(|| in_page(page + 1)),
        instead: if count == 0 { instead(book, search, query, only.is_some()) } else { Vec::new() },
    }
}

/// `ZOC: threat zone`
fn told((typed, terms): (&str, &[String])) -> String {
    format!("{typed}: {}", terms.join(", "))
}

fn hit(book: &'static Book, query: &Query, rule: &'static Rule) -> Hit<'static> {
    let text = query.excerpt(&rule.text, LETTERS);
    // A ruling is shown for what was found in it.
    let ruling = rule.ruling.as_deref().map(|ruling| query.excerpt(ruling, LETTERS));
    let ruling = ruling.filter(|ruling| ruling.parts.iter().any(|(_, is_marked)| *is_marked));
    Hit { rule, section: book.reference().section_name(rule), text, ruling }
}

/// What can be tried instead of a search that found nothing: all rulesets, and each of its words alone, if that finds
/// something; or examples.
fn instead(book: &'static Book, search: &Search, query: &Query, is_narrow: bool) -> Vec<(String, Address)> {
    let finds = |words: &str| {
        let query = Query::new(words, book.vocabulary());
        query.is_some_and(|query| books(book).any(|heading| !query.find(book.reference(), heading.prefix).is_empty()))
    };
    let mut instead = Vec::new();
    if is_narrow && finds(&search.words) {
        instead.push((format!("“{}” in all rulesets", search.words), search.within("")));
    }
    let parts: Vec<&str> = query.terms().map(|(typed, _)| typed).collect();
    if parts.len() > 1 {
        let single = parts.iter().filter(|part| finds(part));
        instead.extend(single.map(|part| ((*part).to_owned(), Search::address(part, ""))));
    }
    if instead.is_empty() {
        instead.extend(EXAMPLES.map(|words| (words.to_owned(), Search::address(words, ""))));
    }
    instead
}
