//! The rules in words: every message of the builder links here.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use super::error::WebError;
use super::page::{Area, Layout, render};
use super::state::State;
use crate::rules::reference::Rule;

#[derive(Template)]
#[template(path = "rules/index.html")]
struct RulesPage {
    layout: Layout,
    rulesets: Vec<(String, String, String)>,
}

#[derive(Template)]
#[template(path = "rules/ruleset.html")]
struct RulesetPage<'a> {
    layout: Layout,
    id: String,
    name: String,
    title: String,
    sections: Vec<Section<'a>>,
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
    rules: Vec<&'a Rule>,
}

/// `GET /rules`
///
/// # Errors
/// None but ours.
pub async fn list_rulesets(state: Data<State>) -> Result<HttpResponse, WebError> {
    let rulesets = state
        .book
        .rulesets()
        .iter()
        .map(|ruleset| (format!("/rules/{}", ruleset.id), ruleset.name.to_string(), ruleset.summary.to_string()))
        .collect();
    render(&RulesPage { layout: Layout::new(&state, "Rules", Some(Area::Rules)), rulesets })
}

/// `GET /rules/{ruleset}`
///
/// # Errors
/// Not there.
pub async fn show_ruleset(state: Data<State>, path: Path<String>) -> Result<HttpResponse, WebError> {
    let ruleset = state.book.ruleset(&path).ok_or(WebError::NotFound)?;
    let reference = state.book.reference();
    let sections = reference
        .sections(&ruleset.rule_prefix)
        .map(|section| Section {
            code: section.short(),
            name: &section.name,
            rules: reference.of_section(&section.code).collect(),
        })
        .collect();
    render(&RulesetPage {
        layout: Layout::new(&state, format!("Rules of {}", ruleset.name), Some(Area::Rules)),
        id: ruleset.id.to_string(),
        name: ruleset.name.to_string(),
        title: ruleset.title.to_string(),
        sections,
    })
}

/// `GET /rules/{ruleset}/{rule}`
///
/// # Errors
/// Not there.
pub async fn show_rule(state: Data<State>, path: Path<(String, String)>) -> Result<HttpResponse, WebError> {
    let ruleset = state.book.ruleset(&path.0).ok_or(WebError::NotFound)?;
    let reference = state.book.reference();
    let rule = reference.get(&path.1).filter(|rule| rule.is_of(&ruleset.rule_prefix)).ok_or(WebError::NotFound)?;
    let others = reference.of_section(rule.section_code()).filter(|other| other.id != rule.id);
    render(&RulePage {
        layout: Layout::new(&state, format!("Rule {}", rule.id), Some(Area::Rules)),
        id: ruleset.id.to_string(),
        name: ruleset.name.to_string(),
        rule,
        section: reference.section_name(rule),
        others: others.collect(),
    })
}
