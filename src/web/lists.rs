//! Army lists: the gallery, one list, and from a list to an army in one click; and the lists of players, in [`own`].

pub mod own;
mod selection;

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::check::ArmyTotals;
use musterfield_army::list::{ListChoice, ListFast, ListGeneral, ListOption, ListPermission};
use musterfield_army::{ArmyList, Draft};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset, TroopId};
use musterfield_words::army::list as words;
use musterfield_words::number::counted;

use super::armies::create::of_list;
use super::armies::{Rank, grouped, icon_of, keep_army, style_of};
use super::cookies;
use super::download::{KnownTags, Tag};
use super::error::WebError;
use super::fields::Fields;
use super::link;
use super::markdown;
use super::page::{Area, HTML, Layout, constant_page, rendered};
use super::preview::Preview;
use super::state::AppState;
use super::works::LISTS;
use super::works::create::new_request;
use super::works::own_works::OwnWork;
use selection::{Filters, ListsQuery};

/// The number of the visitor's own lists that the gallery shows.
const OWN_SHOWN: u32 = 6;

/// An army list in brief.
pub(super) struct ListCard {
    pub path: String,
    pub name: String,
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
    filters: Filters,
    /// The lists found, out of all: `12 of 140 lists`.
    found: String,
    /// The visitor's own lists, last changed first, as many as the page shows.
    mine: Vec<OwnWork>,
    /// Whether there are more.
    more: bool,
}

/// The lists of one ruleset.
struct Group {
    id: String,
    name: String,
    /// The number of lists, and the size of their armies.
    hint: String,
    /// Whether its lists are shown at once.
    open: bool,
    cards: Vec<ListCard>,
}

#[derive(Template)]
#[template(path = "lists/show.html")]
struct ListPage {
    layout: Layout,
    id: String,
    name: String,
    ruleset: String,
    years: String,
    summary: String,
    /// Aggression and home terrain, where the ruleset has them.
    facts: Vec<String>,
    /// Its ages and parts of the world, each with the address of the lists found by it.
    setting: Vec<(String, &'static str)>,
    allies: Vec<(String, String)>,
    enemies: Vec<(String, String)>,
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
    query.check(state.book, state.catalogue, &rulesets)?;
    let group = |ruleset: &&'static Ruleset| {
        let lists = state.catalogue.of_ruleset(&ruleset.id);
        let cards: Vec<ListCard> = lists.iter().filter(|list| query.asks_for(list)).map(|list| card(list)).collect();
        let of = match ruleset.counts() {
            SizeUnit::Points => String::new(),
            SizeUnit::Elements => format!(" of {}", ruleset.counts().of(ruleset.army.budget.usual)),
        };
        let hint = format!("{}{of}", counted(cards.len(), "list", "lists"));
        Group { id: ruleset.id.to_string(), name: ruleset.name.to_string(), hint, open: !query.is_empty(), cards }
    };
    let mut groups: Vec<Group> = rulesets.iter().map(group).filter(|group| !group.cards.is_empty()).collect();
    if let Some(first) = groups.first_mut() {
        first.open = true;
    }
    let (mine, more) = OwnWork::of_reached(&LISTS, &state, &request, OWN_SHOWN).await?;
    let found: usize = groups.iter().map(|group| group.cards.len()).sum();
    let page = ListsPage {
        layout: Layout::new(&state, "Army lists", Some(Area::Armies)).beginning_at(link::lists()).with_flash(&request),
        has_jumps: groups.len() > 1,
        groups,
        filters: query.filters(state.catalogue, &rulesets),
        found: format!("{found} of {}", counted(state.catalogue.lists().count(), "list", "lists")),
        mine,
        more,
    };
    let (body, seen) = (rendered(&page)?.into_bytes(), KnownTags::of(&request));
    let made = seen.make_unless_known(Tag::new(&[&body]), || Ok(body))?;
    let page = made.answer(|body| HttpResponse::Ok().content_type(HTML).body(body))?;
    cookies::clear_flash(&request, &state, page)
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
    let address = link::list_of(&id).to_string();
    constant_page(&request, &state, &address, move |state| rendered(&list_page(state, list, id))).await
}

fn list_page(state: &AppState, list: &ArmyList, id: String) -> ListPage {
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
    ListPage {
        layout: Layout::new(state, format!("{} for {}", list.name, list.ruleset.name), Some(Area::Armies))
            .previewed(Preview::of_site(link::list_of(&id), list.summary.clone())),
        name: list.name.clone(),
        ruleset: list.ruleset.name.to_string(),
        years: list.years.clone(),
        summary: list.summary.clone(),
        facts: facts(list),
        short_hand: list.short_hand().filter(|_| counts == SizeUnit::Elements),
        setting: setting(list),
        allies: named(state, &list.allies),
        enemies: named(state, &list.enemies),
        options: list.options.iter().map(|option| option_view(list, option)).collect(),
        body: markdown::from_us(list.body.strip_prefix(&list.summary).unwrap_or(&list.body)),
        ways,
        ready: ready.collect(),
        id,
    }
}

/// Lists by their ids: address and name.
fn named(state: &AppState, ids: &[String]) -> Vec<(String, String)> {
    let name = |id: &String| state.catalogue.get(id).map_or(id.clone(), |list| list.name.clone());
    ids.iter().map(|id| (link::list_of(id).into(), name(id))).collect()
}

/// The ages and parts of the world of a list, each with the address of the lists found by it.
fn setting(list: &ArmyList) -> Vec<(String, &'static str)> {
    let ages = list.ages.iter().map(|age| (link::lists().with("age", age.id()), words::age(*age)));
    let places = list.places.iter().map(|place| (link::lists().with("place", place.id()), words::place(*place)));
    ages.chain(places).map(|(address, name)| (address.into(), name)).collect()
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
    // The page is the same for everybody and holds no key; its script makes one up. Without script, every press creates
    // another army.
    let name = match fields.demand("request")? {
        key if key.is_empty() => new_request()?,
        key => key,
    };
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
