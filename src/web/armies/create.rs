//! Creating armies: empty, from a list, from a ready army, from pasted text, as a copy.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::budget::budget_fault;
use musterfield_army::draft::{ElementLine, LONGEST_LIST, LONGEST_NAME, single_line};
use musterfield_army::fits::demanded;
use musterfield_army::picked::of_own_list;
use musterfield_army::{ArmyList, Draft};
use musterfield_rules::ruleset::{ArmySize, SizeUnit};
use musterfield_rules::{Points, Ruleset};
use musterfield_words::army::{advice, list, message, points_fault, text_fault};
use serde::Deserialize;

use super::fields::FieldErrors;
use super::for_event::{EventPanel, ForEvent};
use super::revision::written;
use crate::store::WorkId;
use crate::web::choice::Choice;
use crate::web::cookies::{self, Flash};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, render_as};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;
use crate::web::works::content::Written;
use crate::web::works::create::new_request;
use crate::web::works::own_works::OwnWork;
use crate::web::works::{ARMIES, LISTS};

/// The largest number of the visitor's own lists that are looked through for the new army's form.
const OWN_OFFERED: u32 = 50;

#[derive(Template)]
#[template(path = "armies/new.html")]
struct NewPage {
    layout: Layout,
    form: NewForm,
    errors: FieldErrors,
    rulesets: &'static [Ruleset],
    lists: Vec<Choice>,
    longest_name: usize,
    /// What the chosen rules are, in a sentence.
    summary: String,
    /// The usual size.
    usual: Points,
    /// The number of legal armies of the usual size; `None` if armies are picked from lists.
    armies: Option<String>,
    /// The sizes to choose from; none where players agree on a number of AP.
    sizes: Vec<Choice>,
    takes_own_list: bool,
    /// The visitor's own lists for the ruleset: address and name.
    own_lists: Vec<(String, String)>,
    longest_list: usize,
    /// What the event asks for, if the army is for one.
    for_event: Option<EventPanel>,
}

impl NewPage {
    /// The error of a field.
    fn error(&self, field: &str) -> Option<&str> {
        self.errors.get(field).map(String::as_str)
    }

    fn is_chosen(&self, ruleset: &Ruleset) -> bool {
        *ruleset.id == *self.form.ruleset
    }

    /// Whether the field for a list of the player's own is open: it has been used, or it is the only way to a list.
    fn shows_own_list(&self) -> bool {
        !self.form.own_list.is_empty() || self.error("own_list").is_some() || self.lists.is_empty()
    }
}

/// The form as typed.
#[derive(Clone, Debug, Default)]
struct NewForm {
    /// The request key, so that a form sent twice creates one army.
    request: String,
    ruleset: String,
    name: String,
    points: String,
    list: String,
    /// A list of the player's own in shorthand.
    own_list: String,
    /// The event for which it is, as the address of its page; empty if for none.
    event: String,
}

/// The fields that a link may fill in, and that the form sends when other rules are chosen in it.
#[derive(Deserialize)]
pub struct NewQuery {
    ruleset: Option<String>,
    #[serde(default)]
    list: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    own_list: String,
    /// The event for which the army is built: it decides on the rules and the size.
    #[serde(default)]
    event: String,
}

/// `GET /armies/new`
///
/// # Errors
/// [`WebError::Internal`] only.
pub async fn new_army(
    request: HttpRequest,
    state: Data<AppState>,
    query: Query<NewQuery>,
) -> Result<HttpResponse, WebError> {
    let usual = state.usual_ruleset().ok_or(WebError::NotFound)?;
    let NewQuery { ruleset, list, name, own_list, event } = query.into_inner();
    let named = event;
    let event = ForEvent::find(&request, &state, &named).await?;
    let (usual, ruleset) = match &event {
        Some(event) => (event.ruleset(), None),
        None => (usual, ruleset),
    };
    let mut errors = FieldErrors::new();
    if event.is_none() && !named.is_empty() {
        let told = format!("There is no event “{named}” here. Without one, the army is built for no event.");
        errors.insert("event".to_owned(), told);
    }
    let known = state.catalogue.get(&list);
    let ruleset = match ruleset.as_deref().map(|id| state.book.ruleset(id)) {
        Some(Some(ruleset)) => ruleset,
        Some(None) => {
            errors.insert("ruleset".to_owned(), "The link names a ruleset that this site does not have.".to_owned());
            usual
        }
        None if event.is_some() => usual,
        None => known.map_or(usual, |list| list.ruleset),
    };
    if known.is_none() && !list.is_empty() {
        errors.insert("list".to_owned(), no_list(ruleset, &list));
    }
    // A list of other rules was chosen in the form before the rules.
    let list = if known.is_some_and(|known| known.ruleset.id != ruleset.id) { String::new() } else { list };
    let status = if errors.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let form = NewForm {
        request: new_request()?,
        ruleset: ruleset.id.to_string(),
        name,
        points: event.as_ref().map_or(ruleset.army.budget.usual, ForEvent::points).to_string(),
        list,
        own_list,
        event: event.map(|event| event.slug).unwrap_or_default(),
    };
    show_form(&request, &state, status, form, errors).await
}

/// The message about a list that the ruleset does not have.
fn no_list(ruleset: &Ruleset, id: &str) -> String {
    format!("{} has no army list “{id}”.", ruleset.name)
}

/// The sizes of armies of a ruleset as options, with this one chosen.
fn sizes(ruleset: &Ruleset, chosen: &str) -> Vec<Choice> {
    let counts = ruleset.counts();
    let named = |size: &ArmySize| {
        let number = Points::ONE * size.elements;
        Choice::among(number.to_string(), format!("{} of {}", size.name, counts.of(number)), chosen)
    };
    ruleset.army.budget.sizes.iter().map(named).collect()
}

async fn show_form(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    form: NewForm,
    errors: FieldErrors,
) -> Result<HttpResponse, WebError> {
    let ruleset = state.book.ruleset(&form.ruleset).or(state.usual_ruleset()).ok_or(WebError::NotFound)?;
    let own_lists = if ruleset.army.from_list.is_some() {
        let (mine, _) = OwnWork::of_reached(&LISTS, state, request, OWN_OFFERED).await?;
        let fitting = mine.into_iter().filter(|list| list.ruleset == *ruleset.name);
        fitting.map(|list| (list.page, list.name)).collect()
    } else {
        Vec::new()
    };
    let for_event = ForEvent::find(request, state, &form.event).await?;
    // The form has no field for the event.
    let mut errors = errors;
    let unknown_event = errors.remove("event").map(PageError::of_page);
    let in_form = PageError::in_order(&errors, &["ruleset", "name", "points", "list", "own_list"]);
    let on_page: Vec<PageError> = unknown_event.into_iter().chain(in_form).collect();
    let page = NewPage {
        layout: Layout::new(state, "New army", Some(Area::Armies))
            .beginning_at(link::new_army())
            .with_flash(request)
            .with_errors(on_page),
        rulesets: if for_event.is_some() { std::slice::from_ref(ruleset) } else { state.book.rulesets() },
        for_event: for_event.map(|event| event.before_army()),
        longest_name: LONGEST_NAME,
        lists: state
            .catalogue
            .of_ruleset(&ruleset.id)
            .iter()
            .map(|list| Choice::among(&*list.id, &*list.name, &form.list))
            .collect(),
        armies: ruleset
            .army
            .from_list
            .is_none()
            .then(|| super::digits::grouped(&state.counts.armies(ruleset, ruleset.army.budget.usual).to_string())),
        sizes: sizes(ruleset, &form.points),
        takes_own_list: ruleset.army.from_list.is_some(),
        own_lists,
        longest_list: LONGEST_LIST,
        summary: ruleset.summary.to_string(),
        usual: ruleset.army.budget.usual,
        form,
        errors,
    };
    cookies::clear_flash(request, state, render_as(status, &page)?)
}

/// `POST /armies`
///
/// # Errors
/// When the form is malformed; wrong fields are answered with the form again.
pub async fn create_army(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let form = NewForm {
        request: fields.demand("request")?,
        ruleset: fields.demand("ruleset")?,
        name: fields.text("name"),
        points: fields.text("points"),
        list: fields.text("list"),
        own_list: fields.text("own_list"),
        event: fields.text("event"),
    };
    fields.finish()?;
    let mut errors = FieldErrors::new();
    let Some(ruleset) = state.book.ruleset(&form.ruleset) else {
        errors.insert("ruleset".to_owned(), format!("There is no ruleset “{}”.", form.ruleset));
        return show_form(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, form, errors).await;
    };
    let mut draft = Draft::new(ruleset);
    if !form.list.is_empty() {
        match state.catalogue.get(&form.list) {
            Some(list) if list.ruleset.id == ruleset.id => draft = of_list(list),
            _ => {
                errors.insert("list".to_owned(), no_list(ruleset, &form.list));
            }
        }
    } else if !form.own_list.trim().is_empty() {
        match ArmyList::own(ruleset, &form.own_list) {
            Ok(list) => draft = of_own_list(ruleset, &form.own_list, &list),
            Err(error) => {
                errors.insert("own_list".to_owned(), list::shorthand(&error));
            }
        }
    } else if ruleset.army.from_list.is_some() {
        let message = format!(
            "{} armies are picked from a list. Choose one here, or type the one in your rule book.",
            ruleset.name
        );
        errors.insert("list".to_owned(), message);
    }
    match single_line(&form.name, LONGEST_NAME) {
        Ok(name) if name.is_empty() => {}
        Ok(name) => draft.name = name,
        Err(error) => {
            errors.insert("name".to_owned(), format!("The name {}.", text_fault(error)));
        }
    }
    match form.points.trim().parse() {
        // A number from the form of another ruleset is not a size of this one.
        Ok(points) if ruleset.counts() == SizeUnit::Elements && ruleset.size(points).is_none() => {}
        Ok(points) => {
            draft.points = points;
            if let Some(fault) = budget_fault(ruleset, points) {
                let message = format!("{} {}", message(&fault, ruleset), advice(&fault, ruleset));
                errors.insert("points".to_owned(), message);
            }
        }
        Err(error) => {
            let example = match ruleset.counts() {
                SizeUnit::Points => "Enter the number of army points, for example 24",
                SizeUnit::Elements => "Choose the size of the army",
            };
            let message = match form.points.trim() {
                "" => format!("{example}."),
                typed => format!("“{typed}” {}. {example}.", points_fault(error)),
            };
            errors.insert("points".to_owned(), message);
        }
    }
    divide(&mut draft);
    if !errors.is_empty() {
        return show_form(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, form, errors).await;
    }
    let written = army_to_store(&state, &draft)?.new_revision(&state, "started the army".to_owned())?;
    let event = Some(form.event).filter(|event| !event.is_empty());
    let onward = |id: &WorkId| {
        let editor = link::army_editor(id);
        event.as_ref().map_or_else(|| editor.clone(), |event| editor.clone().with("event", event))
    };
    ARMIES.create_and_go(&request, &state, &form.request, written, None, onward).await
}

/// Gives an army that is divided into commands the elements of its list once for each command.
fn divide(draft: &mut Draft) {
    let Some(commands) = draft.ruleset.commands(draft.points) else { return };
    let once = std::mem::take(&mut draft.lines);
    for command in 1..=commands.count {
        draft.lines.extend(once.iter().map(|line| ElementLine { command, ..line.clone() }));
    }
}

/// An army with the compulsory elements of its list.
pub(crate) fn of_list(list: &ArmyList) -> Draft {
    let mut draft = Draft::new(list.ruleset);
    draft.name.clone_from(&list.name);
    draft.list = Some(list.id.clone());
    draft.aggression = list.aggression;
    if let [only] = list.home_terrains.as_slice() {
        draft.home_terrain = Some(only.clone());
    }
    draft.lines = demanded(list);
    draft
}

/// Saves a new army for this browser and redirects to its editor: see
/// [`WorkKind::create`](crate::web::works::WorkKind::create).
pub(super) async fn keep(
    request: &HttpRequest,
    state: &AppState,
    draft: &Draft,
    request_name: &str,
    action: &str,
    flash: Option<Flash>,
) -> Result<HttpResponse, WebError> {
    let first = army_to_store(state, draft)?.new_revision(state, action.to_owned())?;
    ARMIES.create(request, state, request_name, first, flash).await
}

/// The army as it is stored.
///
/// # Errors
/// If it could not be read back.
pub(crate) fn army_to_store(state: &AppState, draft: &Draft) -> Result<Written<Draft>, WebError> {
    written(state, draft).map_err(|why| WebError::Unreadable(format!("the army cannot be saved: {why}")))
}
