//! The reference pages: every message of the army editor links here.

mod changes;
mod compare;
mod find;
mod heading;

pub use changes::show_changes;
pub use compare::compare_rulesets;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_rules::reference::Rule;
use musterfield_rules::{Book, Ruleset};
use musterfield_sheets::crib::{Battlefield, ColumnRole, CribPart, Prices, tables_of_section};

use super::error::WebError;
use super::link::{self, Address};
use super::page::{Area, HTML, Layout, constant_page, rendered, see_other};
use super::preview::Preview;
use super::rule_link::RuleLink;
use super::scheduler::JobKind;
use super::state::AppState;
use find::{Search, SearchForm};
use heading::{Heading, heading, headings};

#[derive(Template)]
#[template(path = "rules/ruleset.html")]
struct RulesetPage<'a> {
    layout: Layout,
    style: String,
    id: String,
    name: String,
    title: String,
    only: bool,
    /// The part of its rules that is not here, in a sentence.
    without: Option<&'static str>,
    /// The reason why no battles are played with it.
    no_battle: Option<&'a str>,
    /// The sentence that says from where rules are borrowed for battles, and those rules.
    borrowed: Option<(&'a str, Vec<BorrowedRule>)>,
    /// Whether it has a crib sheet.
    has_crib: bool,
    /// Another ruleset to compare it with: id and name.
    beside: String,
    beside_name: String,
    battlefield: Option<Battlefield>,
    sections: Vec<Section<'a>>,
    form: SearchForm,
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

/// A rule of another game that battles follow where a game says nothing.
struct BorrowedRule {
    /// The name of what it stands for.
    what: &'static str,
    rule: RuleLink,
}

/// The rules that a ruleset borrows for its battles: each once, with the first thing that it stands for.
fn borrowed(ruleset: &Ruleset) -> Option<(&str, Vec<BorrowedRule>)> {
    let borrows = ruleset.borrows.as_ref()?;
    let mut rules: Vec<BorrowedRule> = Vec::new();
    for one in ruleset.borrowed() {
        let rule = RuleLink::new(&borrows.from, one.rule);
        if rules.iter().all(|known| known.rule != rule) {
            rules.push(BorrowedRule { what: one.what.unwrap_or_default(), rule });
        }
    }
    Some((&borrows.says, rules))
}

struct Section<'a> {
    code: &'a str,
    name: &'a str,
    /// The section as tables, from the data.
    tables: Vec<CribPart>,
    /// The prices of elements, where they depend on grades.
    prices: Option<Prices<'a>>,
    rules: Vec<&'a Rule>,
}

/// The addresses of all pages of rules: of each ruleset, its crib sheet and its rules.
pub(super) fn addresses(book: &'static Book) -> impl Iterator<Item = Address> {
    let reference = book.reference();
    headings(book).flat_map(move |heading| {
        let sheet = book.ruleset(heading.id).and_then(|ruleset| ruleset.play.as_ref()).map(|_| link::crib(heading.id));
        let rules = reference
            .sections(heading.prefix)
            .flat_map(|section| reference.of_section(&section.code))
            .map(move |rule| link::rule(heading.id, &rule.id));
        std::iter::once(link::ruleset(heading.id)).chain(sheet).chain(rules)
    })
}

/// `GET /rules`, with `q` the rules that have these words, and with `ruleset` only those of one ruleset.
///
/// # Errors
/// [`WebError::Internal`] only; no search is wrong.
pub async fn list_rulesets(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let search = Search::read(&request);
    if search.is_empty() {
        return constant_page(&request, &state, &link::rulesets(), |state| find::page(state, &Search::default())).await;
    }
    let shared = state.clone();
    let page = state.run_heavy(&request, JobKind::Text, move || find::page(&shared, &search)).await??;
    Ok(HttpResponse::Ok().content_type(HTML).body(page))
}

/// `GET /rules/{ruleset}`; with `q`, the search that was here is at [`link::rulesets`].
///
/// # Errors
/// When there is no such ruleset.
pub async fn show_ruleset(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let ruleset = heading(state.book, &path)?;
    let search = Search::read(&request);
    if !search.is_empty() {
        return Ok(see_other(&search.within(find::owner(state.book, ruleset).id)).finish());
    }
    let path = link::ruleset(ruleset.id);
    constant_page(&request, &state, &path, move |state| rendered(&ruleset_page(state, ruleset))).await
}

fn ruleset_page(state: &AppState, ruleset: Heading<'static>) -> RulesetPage<'static> {
    let reference = state.book.reference();
    let whole = state.book.ruleset(ruleset.id);
    // The prices appear with the rules that define them.
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
    let has_combat = whole.is_some_and(|rules| rules.combat.is_some());
    let has_crib = whole.is_some_and(|rules| rules.play.is_some());
    RulesetPage {
        layout: Layout::new(state, format!("Rules of {}", ruleset.name), Some(Area::Rules)).previewed(
            Preview::of_site(
                link::ruleset(ruleset.id),
                format!(
                    "The rules of {} in our own words: every rule with its number, the tables, and rulings.",
                    ruleset.title
                ),
            ),
        ),
        style: state.assets.address("rules.css").to_owned(),
        id: ruleset.id.to_owned(),
        name: ruleset.name.to_owned(),
        title: ruleset.title.to_owned(),
        only: ruleset.only,
        without: match (has_combat, has_crib) {
            (true, true) => None,
            (true, false) => Some("This ruleset has no crib sheet yet."),
            (false, true) => Some("This ruleset has no combat tables here yet, so there are no odds."),
            (false, false) => {
                Some("This ruleset has no combat tables here yet, so there are no odds and no crib sheet.")
            }
        },
        no_battle: whole.and_then(|rules| rules.no_battle.as_deref()),
        borrowed: whole.and_then(borrowed),
        has_crib,
        beside: other.map(|other| other.id.to_string()).unwrap_or_default(),
        beside_name: other.map(|other| other.name.to_string()).unwrap_or_default(),
        battlefield: state.book.terrain(ruleset.id).map(Battlefield::new),
        sections,
        form: SearchForm::of_ruleset(state.book, ruleset),
    }
}

/// `GET /rules/{ruleset}/{rule}`
///
/// A rule that the ruleset borrows is shown with the ruleset it comes from; this address redirects there.
///
/// # Errors
/// When there is no such rule.
pub async fn show_rule(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let ruleset = heading(state.book, &path.0)?;
    let reference = state.book.reference();
    let rule = reference.get(&path.1).ok_or(WebError::NotFound)?;
    if !rule.is_of(ruleset.prefix) {
        let owner = headings(state.book).find(|owner| rule.is_of(owner.prefix)).ok_or(WebError::NotFound)?;
        return Ok(see_other(&link::rule(owner.id, &rule.id)).finish());
    }
    let path = link::rule(ruleset.id, &rule.id);
    constant_page(&request, &state, &path, move |state| {
        let others = reference.of_section(rule.section_code()).filter(|other| other.id != rule.id);
        rendered(&RulePage {
            layout: Layout::new(state, format!("Rule {} of {}", rule.id, ruleset.name), Some(Area::Rules))
                .previewed(Preview::of_site(link::rule(ruleset.id, &rule.id), rule.text.clone())),
            id: ruleset.id.to_owned(),
            name: ruleset.name.to_owned(),
            rule,
            section: reference.section_name(rule),
            others: others.collect(),
        })
    })
    .await
}
