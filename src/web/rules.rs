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
    section: &'static str,
    others: Vec<&'a Rule>,
}

struct Section<'a> {
    code: &'static str,
    name: &'static str,
    rules: Vec<&'a Rule>,
}

/// Sections in the order of play: choosing an army first. Their names are ours.
const SECTIONS: [(&str, &str); 32] = [
    ("TYPE", "Troop types"),
    ("COST", "What elements cost"),
    ("LIST", "Building an army"),
    ("FAST", "Fast elements"),
    ("BASE", "Bases"),
    ("TERR", "Choosing terrain"),
    ("FEAT", "Terrain features"),
    ("BUA", "Built-up areas"),
    ("CAMP", "Camps"),
    ("DEPL", "Deployment"),
    ("SEQ", "Sequence of play"),
    ("PIP", "Initiative"),
    ("SUMM", "Summoning"),
    ("MOVE", "Moves"),
    ("PASS", "Passing through"),
    ("TZ", "Threat zones"),
    ("CONT", "Contact"),
    ("SHOOT", "Shooting"),
    ("MAGIC", "Bespelling"),
    ("CC", "Close combat"),
    ("CF", "Combat factors"),
    ("SUPP", "Support"),
    ("TACT", "Tactical factors"),
    ("OUT", "Outcomes"),
    ("ENS", "Ensorcelment"),
    ("DEST", "Destruction"),
    ("RECOIL", "Recoil"),
    ("FLEE", "Flight"),
    ("PURS", "Pursuit"),
    ("WIN", "Victory"),
    ("TRAD", "Traditional tables"),
    ("QREF", "The printed quick reference"),
];

fn section_name(code: &str) -> &'static str {
    SECTIONS.iter().find(|(known, _)| *known == code).map_or("Rules", |(_, name)| name)
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
    let sections = SECTIONS
        .iter()
        .map(|(code, name)| Section {
            code,
            name,
            rules: state.book.reference().section(&ruleset.rule_prefix, code).collect(),
        })
        .filter(|section| !section.rules.is_empty())
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
    let rule = state.book.reference().get(&path.1).ok_or(WebError::NotFound)?;
    let others =
        state.book.reference().section(&ruleset.rule_prefix, rule.section()).filter(|other| other.id != rule.id);
    render(&RulePage {
        layout: Layout::new(&state, format!("Rule {}", rule.id), Some(Area::Rules)),
        id: ruleset.id.to_string(),
        name: ruleset.name.to_string(),
        rule,
        section: section_name(rule.section()),
        others: others.collect(),
    })
}
