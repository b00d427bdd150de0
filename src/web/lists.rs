//! Army lists: the gallery, one list, and from a list to an army in one click.

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::armies::create::of_list;
use super::armies::{Rank, grouped, icon_of, keep_army, style_of};
use super::error::WebError;
use super::fields::Fields;
use super::home::ListCard;
use super::kept::make::new_request;
use super::markdown;
use super::page::{Area, Layout, render};
use super::state::State;
use super::visitor;
use crate::army::ArmyList;
use crate::army::list::{ListChoice, ListFast, ListGeneral, ListRides};
use crate::rules::Ruleset;

#[derive(Template)]
#[template(path = "lists/index.html")]
struct ListsPage {
    layout: Layout,
    groups: Vec<(String, Vec<ListCard>)>,
    terrains: Vec<Choice>,
    aggressions: Vec<Choice>,
    /// Whether only some of them are asked for.
    some: bool,
}

/// An entry of a selection.
struct Choice {
    value: String,
    name: String,
    chosen: bool,
}

/// Which lists are asked for; empty for all.
#[derive(Deserialize)]
pub struct ListsQuery {
    #[serde(default)]
    terrain: String,
    #[serde(default)]
    aggression: String,
}

impl ListsQuery {
    /// Whether what is asked for exists.
    fn check(&self, ruleset: &Ruleset) -> Result<(), WebError> {
        let known = ruleset.home_terrains.iter().any(|terrain| *terrain.id == *self.terrain);
        if !self.terrain.is_empty() && !known {
            return Err(WebError::Unreadable(format!("there is no home terrain “{}”", self.terrain)));
        }
        let range = ruleset.army.aggression.least..=ruleset.army.aggression.most;
        if !self.aggression.is_empty() && !self.aggression.parse().is_ok_and(|factor| range.contains(&factor)) {
            let why =
                format!("“{}” is no aggression factor from {} to {}", self.aggression, range.start(), range.end());
            return Err(WebError::Unreadable(why));
        }
        Ok(())
    }

    fn asks_for(&self, list: &ArmyList) -> bool {
        let home =
            self.terrain.is_empty() || list.home_terrains.is_empty() || list.home_terrains.contains(&self.terrain);
        home && (self.aggression.is_empty() || list.aggression.to_string() == self.aggression)
    }
}

#[derive(Template)]
#[template(path = "lists/show.html")]
struct ListPage {
    layout: Layout,
    request: String,
    id: String,
    name: String,
    ruleset: String,
    summary: String,
    aggression: i64,
    terrains: String,
    allies: Vec<(String, String)>,
    options: Vec<OptionView>,
    body: String,
    budget: String,
    picks: Option<String>,
    ready: Vec<ReadyView>,
}

/// One line of a list.
struct OptionView {
    count: String,
    types: Vec<TypeView>,
    marks: Vec<&'static str>,
    label: String,
    note: String,
}

struct TypeView {
    code: String,
    name: String,
    icon: String,
    class: &'static str,
    price: String,
}

/// A ready army of a list.
struct ReadyView {
    slug: String,
    title: String,
    rank: Rank,
    notes: String,
    spent: String,
    elements: i64,
}

/// A list in short.
pub(super) fn card(list: &ArmyList) -> ListCard {
    let mut icons: Vec<(String, String)> = Vec::new();
    for id in list.options.iter().flat_map(|option| &option.types) {
        let troop = list.ruleset.troop(*id);
        let icon = (icon_of(Some(&troop.code)), troop.name.to_string());
        if !icons.contains(&icon) && icons.len() < 8 {
            icons.push(icon);
        }
    }
    ListCard {
        path: format!("/lists/{}", list.id),
        name: list.name.clone(),
        summary: list.summary.clone(),
        icons,
        terrains: terrains(list),
        aggression: list.aggression,
    }
}

fn terrains(list: &ArmyList) -> String {
    let name = |id: &String| list.ruleset.home_terrain(id).map_or(id.clone(), |terrain| terrain.name.to_string());
    if list.home_terrains.is_empty() {
        "any".to_owned()
    } else {
        list.home_terrains.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

/// `GET /lists`
///
/// # Errors
/// None but ours.
pub async fn list_lists(
    request: HttpRequest,
    state: Data<State>,
    query: Query<ListsQuery>,
) -> Result<HttpResponse, WebError> {
    let usual = state.usual_ruleset().ok_or(WebError::NotFound)?;
    query.check(usual)?;
    let group = |ruleset: &Ruleset| {
        let lists = state.catalogue.of_ruleset(&ruleset.id);
        let cards: Vec<ListCard> = lists.iter().filter(|list| query.asks_for(list)).map(|list| card(list)).collect();
        (ruleset.name.to_string(), cards)
    };
    let groups = state.book.rulesets().iter().map(group).filter(|(_, cards)| !cards.is_empty()).collect();
    let layout = Layout::new(&state, "Army lists", Some(Area::Lists)).with_flash(&request);
    let range = usual.army.aggression.least..=usual.army.aggression.most;
    let page = ListsPage {
        layout,
        groups,
        terrains: usual
            .home_terrains
            .iter()
            .map(|terrain| Choice {
                value: terrain.id.to_string(),
                name: terrain.name.to_string(),
                chosen: *terrain.id == *query.terrain,
            })
            .collect(),
        aggressions: range
            .map(|factor| factor.to_string())
            .map(|factor| Choice { chosen: factor == query.aggression, name: factor.clone(), value: factor })
            .collect(),
        some: !query.terrain.is_empty() || !query.aggression.is_empty(),
    };
    visitor::said(&request, &state, render(&page)?)
}

/// `GET /lists/{ruleset}/{slug}`
///
/// # Errors
/// Not there.
pub async fn show_list(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let id = format!("{}/{}", path.0, path.1);
    let list = state.catalogue.get(&id).ok_or(WebError::NotFound)?;
    let budget = list.ruleset.army.budget.usual;
    let ready = state.catalogue.ready_for(&id).map(|ready| {
        let (draft, figures) = (ready.army.draft(), &ready.army.report().figures);
        ReadyView {
            slug: ready.slug.clone(),
            title: draft.title().to_owned(),
            rank: Rank::new(draft),
            notes: markdown::from_us(&draft.notes),
            spent: figures.spent.to_string(),
            elements: figures.elements,
        }
    });
    let page = ListPage {
        layout: Layout::new(&state, list.name.clone(), Some(Area::Lists)),
        request: new_request()?,
        name: list.name.clone(),
        ruleset: list.ruleset.name.to_string(),
        summary: list.summary.clone(),
        aggression: list.aggression,
        terrains: terrains(list),
        allies: list
            .allies
            .iter()
            .map(|ally| {
                (format!("/lists/{ally}"), state.catalogue.get(ally).map_or(ally.clone(), |list| list.name.clone()))
            })
            .collect(),
        options: list.options.iter().map(|option| option_view(list, option)).collect(),
        body: markdown::from_us(list.body.strip_prefix(&list.summary).unwrap_or(&list.body)),
        budget: budget.to_string(),
        picks: state.catalogue.picks(&id).map(|picks| grouped(&picks.to_string())),
        ready: ready.collect(),
        id,
    };
    visitor::known(&request, &state, render(&page)?)
}

fn option_view(list: &ArmyList, option: &crate::army::list::ListOption) -> OptionView {
    let count = match option.max {
        Some(max) if max == option.min => max.to_string(),
        Some(max) => format!("{}–{max}", option.min),
        None if option.min == 0 => "any number".to_owned(),
        None => format!("{} or more", option.min),
    };
    let mut marks = Vec::new();
    match option.general {
        ListGeneral::Must => marks.push("the general"),
        ListGeneral::May => marks.push("may hold the general"),
        ListGeneral::No => {}
    }
    match option.fast {
        ListFast::Must => marks.push("Fast"),
        ListFast::May => marks.push("may be Fast"),
        ListFast::No => {}
    }
    match option.rides {
        ListRides::Must => marks.push("mounted infantry"),
        ListRides::May => marks.push("may ride"),
        ListRides::No => {}
    }
    if option.choice == ListChoice::AllSame && option.types.len() > 1 {
        marks.push("all of one type");
    }
    OptionView {
        count,
        types: option
            .types
            .iter()
            .map(|id| {
                let troop = list.ruleset.troop(*id);
                TypeView {
                    code: troop.code.to_string(),
                    name: troop.name.to_string(),
                    icon: icon_of(Some(&troop.code)),
                    class: list.ruleset.classes().get(troop.class.is.index()).map_or("", |class| style_of(&class.id)),
                    price: troop.price().to_string(),
                }
            })
            .collect(),
        marks,
        label: option.label.clone(),
        note: option.note.clone(),
    }
}

/// `POST /lists/{ruleset}/{slug}/armies`: a draft of the list, or a copy of one of its ready armies.
///
/// # Errors
/// Not there, a form that makes no sense.
pub async fn army_from_list(
    request: HttpRequest,
    state: Data<State>,
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
            let army = state.catalogue.ready_for(&id).find(|army| army.slug == slug).ok_or(WebError::NotFound)?;
            army.army.draft().clone()
        }
        None => of_list(list),
    };
    keep_army(&request, &state, &draft, &name, &format!("started from {}", list.name)).await
}
