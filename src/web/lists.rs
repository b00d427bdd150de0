//! Army lists: the gallery, one list, and from a list to an army in one click.

use std::collections::BTreeSet;

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::check::ArmyTotals;
use musterfield_army::list::{ListChoice, ListFast, ListGeneral, ListOption, ListPermission};
use musterfield_army::{ArmyList, Draft};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset, TroopId};
use musterfield_words::number::counted;
use serde::Deserialize;

use super::armies::create::of_list;
use super::armies::{Rank, grouped, icon_of, keep_army, style_of};
use super::choice::Choice;
use super::cookies;
use super::error::WebError;
use super::fields::Fields;
use super::link;
use super::markdown;
use super::page::{Area, Layout, render};
use super::state::AppState;
use super::works::create::new_request;

/// An army list in brief.
pub(super) struct ListCard {
    pub path: String,
    pub name: String,
    /// Its ruleset.
    pub ruleset: String,
    pub summary: String,
    /// The icons of its types.
    pub icons: Vec<(String, String)>,
    /// Years, aggression and home terrain, where they exist.
    pub hint: String,
}

#[derive(Template)]
#[template(path = "lists/index.html")]
struct ListsPage {
    layout: Layout,
    groups: Vec<Group>,
    /// Whether there are links to the groups.
    has_jumps: bool,
    rulesets: Vec<Choice>,
    terrains: Vec<Choice>,
    aggressions: Vec<Choice>,
    words: String,
    /// Whether the page shows only a selection.
    some: bool,
}

/// The lists of one ruleset.
struct Group {
    id: String,
    name: String,
    /// The number of lists, and the size of their armies.
    hint: String,
    cards: Vec<ListCard>,
}

/// The largest number of letters of the search words; more are ignored.
const LONGEST_WORDS: usize = 200;

/// The selection of lists; empty for all.
#[derive(Deserialize)]
pub struct ListsQuery {
    #[serde(default)]
    ruleset: String,
    #[serde(default)]
    terrain: String,
    #[serde(default)]
    aggression: String,
    /// Words to search for in their texts.
    #[serde(default)]
    q: String,
}

impl ListsQuery {
    /// Checks that the selection exists in some ruleset.
    fn check(&self, state: &AppState, rulesets: &[&'static Ruleset]) -> Result<(), WebError> {
        if !self.ruleset.is_empty() && state.book.ruleset(&self.ruleset).is_none() {
            return Err(WebError::Unreadable(format!("there is no ruleset “{}”", self.ruleset)));
        }
        let mut terrains = rulesets.iter().flat_map(|ruleset| &ruleset.home_terrains);
        if !self.terrain.is_empty() && !terrains.any(|terrain| *terrain.id == *self.terrain) {
            return Err(WebError::Unreadable(format!("there is no home terrain “{}”", self.terrain)));
        }
        if !self.aggression.is_empty() && !aggressions(rulesets).contains(&self.aggression) {
            return Err(WebError::Unreadable(format!("no list has the aggression factor “{}”", self.aggression)));
        }
        Ok(())
    }

    /// Whether all lists are selected.
    fn is_empty(&self) -> bool {
        [&self.ruleset, &self.terrain, &self.aggression, &self.q].iter().all(|asked| asked.trim().is_empty())
    }

    /// The search words in lower case.
    fn words(&self) -> Vec<String> {
        let asked: String = self.q.chars().take(LONGEST_WORDS).collect();
        asked.split_whitespace().map(str::to_lowercase).collect()
    }

    fn asks_for(&self, words: &[String], list: &ArmyList) -> bool {
        let rules = list.ruleset;
        let home = list.home_terrains.is_empty() || list.home_terrains.contains(&self.terrain);
        (self.ruleset.is_empty() || *rules.id == *self.ruleset)
            && (self.terrain.is_empty() || (rules.home_terrain_rule.is_some() && home))
            && (self.aggression.is_empty()
                || (rules.army.aggression.is_some() && list.aggression.to_string() == self.aggression))
            && (words.is_empty() || has_words(list, words))
    }
}

/// The aggression factors of some rulesets.
fn aggressions(rulesets: &[&'static Ruleset]) -> BTreeSet<String> {
    let known = rulesets.iter().filter(|ruleset| ruleset.army.aggression.is_some());
    known.flat_map(|ruleset| ruleset.aggressions()).map(|factor| factor.to_string()).collect()
}

/// Whether every word occurs in the texts of a list, or among its troop types.
fn has_words(list: &ArmyList, words: &[String]) -> bool {
    let types = list.options.iter().flat_map(|option| &option.types).map(|id| &*list.ruleset.troop(*id).name);
    let labels = list.options.iter().flat_map(|option| [option.label.as_str(), option.note.as_str()]);
    let parts = [list.name.as_str(), list.years.as_str(), list.body.as_str()];
    let text = parts.into_iter().chain(types).chain(labels).collect::<Vec<_>>().join("\n").to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}

#[derive(Template)]
#[template(path = "lists/show.html")]
struct ListPage {
    layout: Layout,
    request: String,
    id: String,
    name: String,
    ruleset: String,
    years: String,
    summary: String,
    /// Aggression and home terrain, where the ruleset has them.
    facts: Vec<String>,
    allies: Vec<(String, String)>,
    options: Vec<OptionView>,
    /// The options in shorthand, to be copied, where elements are picked.
    short_hand: Option<String>,
    body: String,
    /// The number of ways to pick an army of the usual size.
    ways: Option<String>,
    ready: Vec<ReadyView>,
}

impl ListPage {
    /// Whether there is more to say about the list than its options.
    fn has_facts(&self) -> bool {
        !self.facts.is_empty() || !self.allies.is_empty()
    }
}

/// One line of a list.
struct OptionView {
    count: String,
    types: Vec<TypeView>,
    marks: Vec<String>,
    label: String,
    note: String,
}

impl OptionView {
    /// Whether its elements have a name of their own, or marks.
    fn is_described(&self) -> bool {
        !self.label.is_empty() || !self.marks.is_empty()
    }
}

struct TypeView {
    code: String,
    name: String,
    icon: String,
    class: &'static str,
    /// The AP of one element; `None` where elements are counted.
    price: Option<String>,
    /// Whether it rides, where only part of the option does.
    riding: &'static str,
}

/// A ready army of a list.
struct ReadyView {
    slug: String,
    title: String,
    rank: Rank,
    notes: String,
    /// Its size: `Ready army · 24 AP · 13 elements`.
    hint: String,
}

/// A list in brief.
pub(super) fn card(list: &ArmyList) -> ListCard {
    let mut icons: Vec<(String, String)> = Vec::new();
    for id in list.options.iter().flat_map(|option| &option.types) {
        let troop = list.ruleset.troop(*id);
        let icon = (icon_of(Some(&troop.icon)), troop.name.to_string());
        if !icons.contains(&icon) && icons.len() < 8 {
            icons.push(icon);
        }
    }
    ListCard {
        path: link::list_of(&list.id).into(),
        name: list.name.clone(),
        ruleset: list.ruleset.name.to_string(),
        summary: list.summary.clone(),
        icons,
        hint: std::iter::once(&list.years)
            .filter(|years| !years.is_empty())
            .cloned()
            .chain(facts(list))
            .collect::<Vec<_>>()
            .join(" · "),
    }
}

/// Aggression and home terrain, where the ruleset has them.
fn facts(list: &ArmyList) -> Vec<String> {
    let army = &list.ruleset.army;
    let aggression = army.aggression.as_ref().map(|_| format!("Aggression {}", list.aggression));
    let terrains = list.ruleset.home_terrain_rule.as_ref().map(|_| format!("home terrain {}", terrains(list)));
    aggression.into_iter().chain(terrains).collect()
}

fn terrains(list: &ArmyList) -> String {
    let name = |id: &String| list.ruleset.home_terrain(id).map_or(id.clone(), |terrain| terrain.name.to_string());
    if list.home_terrains.is_empty() {
        "any".to_owned()
    } else {
        list.home_terrains.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

/// The rulesets that have army lists, the default first.
pub(super) fn with_lists(state: &AppState) -> Vec<&'static Ruleset> {
    let has = |ruleset: &&Ruleset| state.catalogue.lists().any(|list| list.ruleset.id == ruleset.id);
    state.book.rulesets().iter().filter(has).collect()
}

/// `GET /lists`
///
/// # Errors
/// [`WebError::Internal`] only.
pub async fn list_lists(
    request: HttpRequest,
    state: Data<AppState>,
    query: Query<ListsQuery>,
) -> Result<HttpResponse, WebError> {
    let rulesets: Vec<&'static Ruleset> = with_lists(&state);
    query.check(&state, &rulesets)?;
    let words = query.words();
    let group = |ruleset: &&'static Ruleset| {
        let lists = state.catalogue.of_ruleset(&ruleset.id);
        let cards: Vec<ListCard> =
            lists.iter().filter(|list| query.asks_for(&words, list)).map(|list| card(list)).collect();
        let of = match ruleset.counts() {
            SizeUnit::Points => String::new(),
            SizeUnit::Elements => format!(" of {}", ruleset.counts().of(ruleset.army.budget.usual)),
        };
        let hint = format!("{}{of}", counted(cards.len(), "list", "lists"));
        Group { id: ruleset.id.to_string(), name: ruleset.name.to_string(), hint, cards }
    };
    let mut terrains: Vec<Choice> = Vec::new();
    for terrain in rulesets.iter().flat_map(|ruleset| &ruleset.home_terrains) {
        if terrains.iter().all(|known| known.value != *terrain.id) {
            terrains.push(Choice::among(&*terrain.id, &*terrain.name, &query.terrain));
        }
    }
    let groups: Vec<Group> = rulesets.iter().map(group).filter(|group| !group.cards.is_empty()).collect();
    let page = ListsPage {
        layout: Layout::new(&state, "Army lists", Some(Area::Lists)).with_flash(&request),
        has_jumps: groups.len() > 1,
        groups,
        rulesets: rulesets.iter().map(|ruleset| Choice::among(&*ruleset.id, &*ruleset.name, &query.ruleset)).collect(),
        terrains,
        aggressions: aggressions(&rulesets)
            .into_iter()
            .map(|factor| Choice::among(factor.clone(), factor, &query.aggression))
            .collect(),
        words: query.q.chars().take(LONGEST_WORDS).collect(),
        some: !query.is_empty(),
    };
    cookies::clear_flash(&request, &state, render(&page)?)
}

/// `GET /lists/{ruleset}/{slug}`
///
/// # Errors
/// When there is no such list.
pub async fn show_list(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let id = format!("{}/{}", path.0, path.1);
    let list = state.catalogue.get(&id).ok_or(WebError::NotFound)?;
    let (counts, usual) = (list.ruleset.counts(), list.ruleset.army.budget.usual);
    let ways = state.collection.picks(&id).map(|picks| {
        let to = match counts {
            SizeUnit::Points => "fill it with",
            SizeUnit::Elements => "pick",
        };
        format!("{} ways to {to} {}", grouped(&picks.to_string()), counts.of(usual))
    });
    let ready = state.collection.ready_for(&id).map(|ready| {
        let (draft, figures) = (ready.army.draft(), &ready.army.report().totals);
        ReadyView {
            slug: ready.slug.clone(),
            title: draft.title().to_owned(),
            rank: Rank::new(draft),
            notes: markdown::from_us(&draft.notes),
            hint: ready_hint(draft, figures),
        }
    });
    let page = ListPage {
        layout: Layout::new(&state, list.name.clone(), Some(Area::Lists)),
        request: new_request()?,
        name: list.name.clone(),
        ruleset: list.ruleset.name.to_string(),
        years: list.years.clone(),
        summary: list.summary.clone(),
        facts: facts(list),
        short_hand: list.short_hand().filter(|_| counts == SizeUnit::Elements),
        allies: list
            .allies
            .iter()
            .map(|ally| {
                (link::list_of(ally).into(), state.catalogue.get(ally).map_or(ally.clone(), |list| list.name.clone()))
            })
            .collect(),
        options: list.options.iter().map(|option| option_view(list, option)).collect(),
        body: markdown::from_us(list.body.strip_prefix(&list.summary).unwrap_or(&list.body)),
        ways,
        ready: ready.collect(),
        id,
    };
    cookies::known(&request, &state, render(&page)?)
}

/// The description of a ready army: `Ready army · 24 AP · 13 elements`, `Ready Big Battle army · 36 elements`.
fn ready_hint(draft: &Draft, figures: &ArmyTotals) -> String {
    let ruleset = draft.ruleset;
    let elements = SizeUnit::Elements.of(Points::ONE * figures.elements);
    let is_usual = draft.points == ruleset.army.budget.usual;
    match ruleset.size(draft.points).filter(|_| !is_usual) {
        Some(size) => format!("Ready-made {} · {elements}", size.name),
        None if ruleset.counts() == SizeUnit::Elements => format!("Ready-made army · {elements}"),
        None => format!("Ready-made army · {} AP · {elements}", figures.spent),
    }
}

fn option_view(list: &ArmyList, option: &ListOption) -> OptionView {
    let ruleset = list.ruleset;
    let count = match option.max {
        Some(max) if max == option.min => max.to_string(),
        Some(max) => format!("{}–{max}", option.min),
        None if option.min == 0 => "any number".to_owned(),
        None => format!("{} or more", option.min),
    };
    let mut marks = Vec::new();
    // A single element has only one type anyway.
    if option.types.len() > 1 && option.max != Some(1) {
        marks.push(match option.choice {
            ListChoice::Or => "any of them".to_owned(),
            ListChoice::AllSame => "all the same".to_owned(),
        });
    }
    match option.general {
        ListGeneral::Must => marks.push("must be the general".to_owned()),
        ListGeneral::May => marks.push("may include the general".to_owned()),
        ListGeneral::No => {}
    }
    match option.fast {
        ListFast::Must => marks.push("Fast".to_owned()),
        ListFast::May => marks.push("may be Fast".to_owned()),
        ListFast::No => {}
    }
    let all_ride = option.types.iter().all(|id| option.rides_of(*id) == option.mounted);
    match option.mounted {
        ListPermission::Must if all_ride => marks.push("mounted infantry".to_owned()),
        ListPermission::May if all_ride => marks.push("may ride".to_owned()),
        _ => {}
    }
    let several = option.types.len() > 1;
    marks.extend(option.dismounts.iter().map(|dismount| {
        let foot = &ruleset.troop(dismount.foot).plural;
        let mounted = &ruleset.troop(dismount.mounted).plural;
        if several { format!("{mounted} may dismount as {foot}") } else { format!("may dismount as {foot}") }
    }));
    if let Some(branch) = option.branch {
        let alternatives = list.blocks().get(branch.block).copied().unwrap_or_default();
        marks.push(format!("alternative {} of {alternatives}", branch.alternative + 1));
    }
    let kind = |id: &TroopId| {
        let troop = ruleset.troop(*id);
        TypeView {
            code: troop.code.to_string(),
            name: troop.name.to_string(),
            icon: icon_of(Some(&troop.icon)),
            class: ruleset.classes().get(troop.class.value.index()).map_or("", |class| style_of(&class.id)),
            price: (ruleset.counts() == SizeUnit::Points).then(|| troop.price().to_string()),
            riding: match option.rides_of(*id) {
                ListPermission::Must if !all_ride => "riding",
                ListPermission::May if !all_ride => "may ride",
                _ => "",
            },
        }
    };
    OptionView {
        count,
        types: option.types.iter().map(kind).collect(),
        marks,
        label: option.label.clone(),
        note: option.note.clone(),
    }
}

/// `POST /lists/{ruleset}/{slug}/armies`: creates a draft from the list, or a copy of one of its ready armies.
///
/// # Errors
/// When there is no such list, or the form is malformed.
pub async fn army_from_list(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = format!("{}/{}", path.0, path.1);
    let list = state.catalogue.get(&id).ok_or(WebError::NotFound)?;
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let ready = fields.take("ready");
    fields.finish()?;
    let draft = match ready {
        Some(slug) => {
            let army = state.collection.ready_for(&id).find(|army| army.slug == slug).ok_or(WebError::NotFound)?;
            army.army.draft().clone()
        }
        None => of_list(list),
    };
    keep_army(&request, &state, &draft, &name, &format!("started from {}", list.name)).await
}
