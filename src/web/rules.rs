//! The rules in words: every message of the builder links here.

mod compare;

pub use compare::compare_rulesets;

use actix_web::web::{Data, Path, Query as WebQuery};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::error::WebError;
use super::page::{Area, HTML, Layout, rendered, see_other};
use super::scheduler::Kind;
use super::state::State;
use crate::crib::{Battlefield, Part, Prices, tables_of_section};
use crate::rules::Book;
use crate::rules::reference::Rule;
use crate::rules::search::{Marked, Query};

/// Letters of what is looked for; more are not read.
const LONGEST_QUERY: usize = 200;

#[derive(Template)]
#[template(path = "rules/index.html")]
struct RulesPage<'a> {
    layout: Layout,
    rulesets: Vec<Heading<'a>>,
}

#[derive(Template)]
#[template(path = "rules/ruleset.html")]
struct RulesetPage<'a> {
    layout: Layout,
    id: String,
    name: String,
    title: String,
    only: bool,
    /// Whether it says how its troops fight.
    has_combat: bool,
    /// Whether there is a crib sheet of it.
    has_crib: bool,
    /// Another ruleset to set it beside: id and name.
    beside: String,
    beside_name: String,
    battlefield: Option<Battlefield>,
    sections: Vec<Section<'a>>,
    /// What was looked for.
    query: String,
    /// What was found, if something was looked for.
    found: Option<Vec<Found<'a>>>,
}

/// A rule that was found, with the words marked.
struct Found<'a> {
    rule: &'a Rule,
    text: Marked<'a>,
    ruling: Option<Marked<'a>>,
}

/// What is asked of the rules of a ruleset.
#[derive(Deserialize)]
pub struct Asked {
    /// Words to look for.
    #[serde(default)]
    q: String,
}

#[derive(Template)]
#[template(path = "rules/rule.html")]
struct RulePage<'a> {
    layout: Layout,
    id: String,
    name: String,
    rule: &'a Rule,
    section: &'a str,
    others: Vec<&'a Rule>,
}

struct Section<'a> {
    code: &'a str,
    name: &'a str,
    /// The section as tables, from the data.
    tables: Vec<Part>,
    /// What elements cost, where that is a matter of grades.
    prices: Option<Prices<'a>>,
    rules: Vec<&'a Rule>,
}

/// What stands above the rules of a ruleset.
#[derive(Clone, Copy)]
struct Heading<'a> {
    id: &'a str,
    prefix: &'a str,
    name: &'a str,
    title: &'a str,
    summary: &'a str,
    /// Only its battlefields are here so far.
    only: bool,
}

/// Every ruleset that has rules here: first those with armies, then those with battlefields only.
fn headings(book: &Book) -> impl Iterator<Item = Heading<'_>> {
    let whole = book.rulesets().iter().map(|ruleset| Heading {
        id: &ruleset.id,
        prefix: &ruleset.rule_prefix,
        name: &ruleset.name,
        title: &ruleset.title,
        summary: &ruleset.summary,
        only: false,
    });
    let others = book.terrains().iter().filter(|terrain| book.ruleset(&terrain.ruleset).is_none());
    whole.chain(others.map(|terrain| Heading {
        id: &terrain.ruleset,
        prefix: &terrain.prefix,
        name: &terrain.name,
        title: &terrain.title,
        summary: &terrain.summary,
        only: true,
    }))
}

fn heading(book: &'static Book, id: &str) -> Result<Heading<'static>, WebError> {
    headings(book).find(|heading| heading.id == id).ok_or(WebError::NotFound)
}

/// `GET /rules`
///
/// # Errors
/// None but ours.
pub async fn list_rulesets(request: HttpRequest, state: Data<State>) -> Result<HttpResponse, WebError> {
    constant(&request, &state, "/rules", |state| {
        let rulesets = headings(state.book).collect();
        rendered(&RulesPage { layout: Layout::new(state, "Rules", Some(Area::Rules)), rulesets })
    })
    .await
}

/// The page at this path, which is the same for everybody.
async fn constant(
    request: &HttpRequest,
    state: &Data<State>,
    path: &str,
    make: impl FnOnce(&State) -> Result<String, WebError> + Send + 'static,
) -> Result<HttpResponse, WebError> {
    let shared = state.clone();
    let make = move || make(&shared).map(String::into_bytes);
    state.constants.answer(request, &state.scheduler, (Kind::Text, path, HTML), make).await
}

/// `GET /rules/{ruleset}`, with `q` only the rules that have these words.
///
/// # Errors
/// Not there.
pub async fn show_ruleset(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    asked: WebQuery<Asked>,
) -> Result<HttpResponse, WebError> {
    let ruleset = heading(state.book, &path)?;
    match asked.q.trim() {
        "" => {
            let path = format!("/rules/{}", ruleset.id);
            constant(&request, &state, &path, move |state| rendered(&ruleset_page(state, ruleset, ""))).await
        }
        words => {
            let (shared, words) = (state.clone(), words.to_owned());
            let found = move || rendered(&ruleset_page(&shared, ruleset, &words));
            let page = state.heavy(&request, Kind::Text, found).await??;
            Ok(HttpResponse::Ok().content_type(HTML).body(page))
        }
    }
}

fn ruleset_page(state: &State, ruleset: Heading<'static>, asked: &str) -> RulesetPage<'static> {
    let reference = state.book.reference();
    let asked: String = asked.chars().take(LONGEST_QUERY).collect();
    let found = Query::new(&asked).map(|query| {
        let rules = query.find(reference, ruleset.prefix).into_iter();
        let marked = |rule: &'static Rule| Found {
            rule,
            text: query.mark(&rule.text),
            ruling: rule.ruling.as_deref().map(|ruling| query.mark(ruling)),
        };
        rules.map(marked).collect()
    });
    let whole = state.book.ruleset(ruleset.id);
    // The prices stand with the rules that they are from.
    let prices = |section: &str| {
        let prices = Prices::new(whole?)?;
        let rule = reference.get(prices.rows.first()?.rule.as_str())?;
        (rule.section_code() == section).then_some(prices)
    };
    let sections = reference
        .sections(ruleset.prefix)
        .map(|section| Section {
            code: section.short(),
            name: &section.name,
            tables: whole.map(|rules| tables_of_section(state.book, rules, section.short())).unwrap_or_default(),
            prices: prices(&section.code),
            rules: reference.of_section(&section.code).collect(),
        })
        .collect();
    let other = state.book.rulesets().iter().find(|other| *other.id != *ruleset.id);
    RulesetPage {
        layout: Layout::new(state, format!("Rules of {}", ruleset.name), Some(Area::Rules)),
        id: ruleset.id.to_owned(),
        name: ruleset.name.to_owned(),
        title: ruleset.title.to_owned(),
        only: ruleset.only,
        has_combat: whole.is_some_and(|rules| rules.combat.is_some()),
        has_crib: whole.is_some_and(|rules| rules.play.is_some()),
        beside: other.map(|other| other.id.to_string()).unwrap_or_default(),
        beside_name: other.map(|other| other.name.to_string()).unwrap_or_default(),
        battlefield: state.book.terrain(ruleset.id).map(Battlefield::new),
        sections,
        query: asked,
        found,
    }
}

/// `GET /rules/{ruleset}/{rule}`
///
/// A rule that the ruleset borrows stands with the one it is from; this address leads there.
///
/// # Errors
/// Not there.
pub async fn show_rule(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let ruleset = heading(state.book, &path.0)?;
    let reference = state.book.reference();
    let rule = reference.get(&path.1).ok_or(WebError::NotFound)?;
    if !rule.is_of(ruleset.prefix) {
        let owner = headings(state.book).find(|owner| rule.is_of(owner.prefix)).ok_or(WebError::NotFound)?;
        return Ok(see_other(&format!("/rules/{}/{}", owner.id, rule.id)).finish());
    }
    let path = format!("/rules/{}/{}", ruleset.id, rule.id);
    constant(&request, &state, &path, move |state| {
        let others = reference.of_section(rule.section_code()).filter(|other| other.id != rule.id);
        rendered(&RulePage {
            layout: Layout::new(state, format!("Rule {}", rule.id), Some(Area::Rules)),
            id: ruleset.id.to_owned(),
            name: ruleset.name.to_owned(),
            rule,
            section: reference.section_name(rule),
            others: others.collect(),
        })
    })
    .await
}
