//! `/armies/{id}/table` and `/armies/{id}/table/{other}`: an army beside the real table, alone or against another.
//!
//! The page counts losses, bounds, PIPs and time, and knows the odds of every fight between the two armies. Its script
//! needs no server once the page is open. Without script, the losses are boxes to tick in a form whose answer is this
//! page again, so the address says what is lost.
//!
//! Reading order: `side` (an army with its losses), `fights` (the numbers behind the odds).

mod fights;
mod side;

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::stakes::CommandState;
use musterfield_army::{Catalogue, Draft};
use musterfield_rules::Ruleset;
use serde::Serialize;

use self::fights::Fights;
use self::side::{Side, Standing};
use musterfield_words::commands as words;

use super::revision::draft_of;
use super::versus::contenders::Contenders;
use super::versus::{OpponentError, Rivals, by_address, other_army, titles, unfit};
use crate::store::WorkId;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link::{self, Address};
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::ARMIES;
use crate::web::works::find::id_of;

#[derive(Template)]
#[template(path = "armies/table.html")]
struct TablePage {
    layout: Layout,
    style: String,
    script: String,
    /// The address of this page.
    here: Address,
    /// The army, and its enemy if there is one.
    sides: Vec<Side>,
    /// The armies that can be chosen as the enemy; `None` if there is one.
    rivals: Option<Rivals>,
    /// The enemy as typed, and what is wrong with it.
    other: String,
    wrong: String,
    /// The match-up of both, and their crib sheet.
    matchup: Option<Address>,
    crib: Option<Address>,
    ruleset: &'static Ruleset,
    /// What the script needs, as JSON.
    data: String,
}

/// What the script needs.
#[derive(Serialize)]
struct TableData<'p> {
    /// The words of each way in which an army can stand.
    standings: BTreeMap<&'static str, &'static str>,
    /// The words of a command that is demoralised, and of one that is routed.
    command_words: [&'static str; 2],
    sides: Vec<side::SideData<'p>>,
    fights: Option<&'p Fights>,
}

/// The page of a table, before it is known who asks.
struct Laid {
    sides: Vec<Side>,
    data: String,
}

/// Lays out both armies.
fn lay(drafts: &[Draft], titles: Vec<(String, Address)>, catalogue: &'static Catalogue, fields: &Fields) -> Laid {
    let judge = drafts.first().map(|draft| draft.ruleset);
    let contenders: Vec<Contenders> = drafts.iter().filter_map(|draft| Some(Contenders::new(judge?, draft))).collect();
    let fights = match (judge, contenders.as_slice()) {
        (Some(judge), [own, enemy]) => judge.combat.as_ref().map(|_| Fights::between(judge, [own, enemy])),
        _ => None,
    };
    let letters = ["a", "b"];
    let mut sides: Vec<Side> = drafts
        .iter()
        .zip(&contenders)
        .zip(titles.into_iter().zip(letters))
        .zip(0..)
        .map(|(((draft, sorts), ((title, path), letter)), at)| {
            let enemy = drafts.iter().zip(0..).find(|(_, other)| *other != at).map(|(enemy, _)| enemy);
            let judge = judge.unwrap_or(draft.ruleset);
            Side::new(draft, sorts, (letter, &title, path), (judge, enemy), catalogue, fields)
        })
        .collect();
    Side::judge(&mut sides);
    let data = TableData {
        standings: Standing::in_words(),
        command_words: [CommandState::Demoralised, CommandState::Routed].map(words::state),
        sides: sides.iter().map(Side::data).collect(),
        fights: fights.as_ref(),
    };
    // Names and numbers always have a JSON form.
    let data = serde_json::to_string(&data).unwrap_or_default();
    Laid { sides, data }
}

/// `GET /armies/{id}/table`
///
/// # Errors
/// When there is no such army, or it was deleted; an error with the other army is shown beside its field.
pub async fn show_one(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let other = fields.take("other");
    let army = ARMIES.work(&state, &request, &id).await?;
    let draft = draft_of(&state, &army.head)?;
    let mut wrong = None;
    if let Some(other) = &other {
        match by_address(&state, &request, other).await? {
            Ok(found) => return Ok(not_stored(see_other(&link::armies_at_table(&id, &found)).finish())),
            Err(error) => wrong = Some(error),
        }
    }
    show(&request, &state, (id, draft), None, fields, (other.unwrap_or_default().trim().to_owned(), wrong)).await
}

/// `GET /armies/{id}/table/{other}`
///
/// # Errors
/// When there is no such army, or it was deleted.
pub async fn show_both(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, written) = path.into_inner();
    let id = id_of(&id)?;
    let fields = Fields::parse(request.query_string().as_bytes())?;
    let army = ARMIES.work(&state, &request, &id).await?;
    let first = draft_of(&state, &army.head)?;
    let (other, second) = match other_army(&state, &request, &written).await {
        Ok(found) => found,
        Err(error) => {
            let wrong = OpponentError::not_there(error, &written)?;
            return show(&request, &state, (id, first), None, fields, (written, Some(wrong))).await;
        }
    };
    let swapped = link::armies_at_table(&other, &id);
    match unfit(first.ruleset, [&first, &second], &swapped) {
        Some(wrong) => {
            let typed = link::army(&other).to_string();
            show(&request, &state, (id, first), None, fields, (typed, Some(wrong))).await
        }
        None => show(&request, &state, (id, first), Some((other, second)), fields, (String::new(), None)).await,
    }
}

/// The page of one army or two.
async fn show(
    request: &HttpRequest,
    state: &Data<AppState>,
    (id, first): (WorkId, Draft),
    other: Option<(WorkId, Draft)>,
    fields: Fields,
    (typed, wrong): (String, Option<OpponentError>),
) -> Result<HttpResponse, WebError> {
    let ruleset = first.ruleset;
    let rivals = match other {
        None => Some(Rivals::at_table(state, request, &id, ruleset).await?),
        Some(_) => None,
    };
    let with = other.as_ref().map(|(other, _)| other.clone());
    let titles = match &other {
        Some((_, second)) => titles(&first, second).to_vec(),
        None => vec![first.title().to_owned()],
    };
    let has_crib = ruleset.play.is_some();
    let same_rules = other.as_ref().is_none_or(|(_, second)| second.ruleset.id == ruleset.id);
    let title = titles.join(" against ");
    let paths = std::iter::once(&id).chain(with.as_ref()).map(link::army);
    let titles: Vec<(String, Address)> = titles.into_iter().zip(paths).collect();
    let drafts: Vec<Draft> = std::iter::once(first).chain(other.map(|(_, second)| second)).collect();
    let catalogue = state.catalogue;
    let job = move || (lay(&drafts, titles, catalogue, &fields), fields);
    let (laid, fields) = state.run_heavy(request, JobKind::Army, job).await?;
    Side::take_fields(&laid.sides, fields)?;
    let crib = |sheet: Address| match &with {
        Some(other) if same_rules && *other != id => sheet.with("against", other),
        _ => sheet,
    };
    let page = TablePage {
        layout: Layout::new(state, format!("{title}, at the table"), Some(Area::Armies))
            .with_errors(wrong.as_ref().map(|wrong| PageError::at("other", &*wrong.message))),
        style: state.assets.address("table.css").to_owned(),
        script: state.assets.address("table.js").to_owned(),
        here: match &with {
            Some(other) => link::armies_at_table(&id, other),
            None => link::army_at_table(&id),
        },
        sides: laid.sides,
        rivals,
        other: typed,
        matchup: with.as_ref().map(|other| link::matchup(&id, other)),
        crib: has_crib.then(|| crib(link::army_sheet(&id, "crib"))),
        ruleset,
        data: laid.data,
        wrong: wrong.as_ref().map(|wrong| wrong.message.clone()).unwrap_or_default(),
    };
    let status = wrong.map_or(StatusCode::OK, |wrong| wrong.status);
    Ok(not_stored(render_as(status, &page)?))
}
