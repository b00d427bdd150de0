//! `/armies/{id}/versus`: chooses the other army of a matchup.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_rules::Ruleset;

use crate::store::{WorkId, WorkType};
use crate::web::accounts::identity;
use crate::web::armies::draft_of;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link::{self, Address};
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;
use crate::web::works::ARMIES;
use crate::web::works::find::id_of;
use crate::web::works::own_works::OwnWork;

/// The number of own armies that the page offers.
const OFFERED: u32 = 50;
/// The number of own armies that the page of an army offers.
const FEW: u32 = 6;

/// An own army as an opponent.
pub(in crate::web::armies) struct Rival {
    /// The page of the matchup.
    pub path: String,
    pub name: String,
    /// The name of its ruleset.
    pub ruleset: String,
    /// Ruleset and points.
    pub about: String,
}

/// The armies that can be chosen by a click.
pub(in crate::web::armies) struct Rivals {
    /// The army to compare with them.
    pub id: String,
    /// Where the address of another army is sent.
    pub action: Address,
    /// What the button for that says.
    pub button: &'static str,
    pub own: Vec<Rival>,
    /// Whether there are more.
    pub more: bool,
}

impl Rivals {
    /// The latest changed armies of this browser.
    async fn of(state: &AppState, request: &HttpRequest, id: &WorkId, limit: u32) -> Result<Self, WebError> {
        let leads = |other: &WorkId| link::matchup(id, other);
        let (own, more) = Self::own(state, request, id, limit, leads).await?;
        Ok(Self { id: id.to_string(), action: link::choose_opponent(id), button: "Match up", own, more })
    }

    /// The same, as enemies of an army at the table.
    pub(in crate::web::armies) async fn at_table(
        state: &AppState,
        request: &HttpRequest,
        id: &WorkId,
        ruleset: &Ruleset,
    ) -> Result<Self, WebError> {
        let leads = |other: &WorkId| link::armies_at_table(id, other);
        let (mut own, more) = Self::own(state, request, id, FEW, leads).await?;
        // Armies of another game cannot be at the same table.
        own.retain(|rival| rival.ruleset == *ruleset.name);
        Ok(Self { id: id.to_string(), action: link::army_at_table(id), button: "Add the enemy", own, more })
    }

    async fn own(
        state: &AppState,
        request: &HttpRequest,
        id: &WorkId,
        limit: u32,
        leads: impl Fn(&WorkId) -> Address,
    ) -> Result<(Vec<Rival>, bool), WebError> {
        let (mine, more) = OwnWork::of(&ARMIES, state, request, 0, limit).await?;
        let rivals = mine.into_iter().filter(|rival| rival.id != *id).map(|rival| Rival {
            path: leads(&rival.id).into(),
            name: rival.name,
            about: format!("{}, {}", rival.ruleset, rival.figure),
            ruleset: rival.ruleset,
        });
        Ok((rivals.collect(), more))
    }

    /// A few of them, for the page of the army.
    pub(in crate::web::armies) async fn few(
        state: &AppState,
        request: &HttpRequest,
        id: &WorkId,
    ) -> Result<Self, WebError> {
        Self::of(state, request, id, FEW).await
    }
}

#[derive(Template)]
#[template(path = "armies/opponent.html")]
struct OpponentPage {
    layout: Layout,
    title: String,
    rivals: Rivals,
    /// The other army as typed.
    other: String,
    wrong: Option<OpponentError>,
}

/// The reason a matchup with the other army is impossible.
pub(in crate::web::armies) struct OpponentError {
    pub status: StatusCode,
    pub message: String,
    /// A link to a way out: address and words.
    pub way: Option<(String, String)>,
}

impl OpponentError {
    pub(in crate::web::armies) fn new(status: StatusCode, said: impl Into<String>) -> Self {
        Self { status, message: said.into(), way: None }
    }

    /// The error for an army that does not exist; any other error is passed on.
    pub(in crate::web::armies) fn not_there(error: WebError, written: &str) -> Result<Self, WebError> {
        match error {
            WebError::NotFound => Ok(Self::new(
                StatusCode::NOT_FOUND,
                format!("There is no army at “{written}”. Copy the address of its page from your browser."),
            )),
            WebError::Gone(WorkType::Army) => Ok(Self::new(StatusCode::GONE, "The other army has been deleted.")),
            WebError::Hidden(_, reason) => Ok(Self::new(
                StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS,
                format!("The other army is hidden by the administrators: {reason}"),
            )),
            error => Err(error),
        }
    }
}

/// The page with the input and its error.
pub(super) async fn ask(
    request: &HttpRequest,
    state: &AppState,
    id: &WorkId,
    title: &str,
    other: String,
    wrong: Option<OpponentError>,
) -> Result<HttpResponse, WebError> {
    let status = wrong.as_ref().map_or(StatusCode::OK, |wrong| wrong.status);
    let page = OpponentPage {
        layout: Layout::new(state, format!("{title} against another army"), Some(Area::Armies))
            .with_errors(wrong.as_ref().map(|wrong| PageError::at("other", &*wrong.message))),
        title: title.to_owned(),
        rivals: Rivals::of(state, request, id, OFFERED).await?,
        other,
        wrong,
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// `GET /armies/{id}/versus`
///
/// # Errors
/// When there is no such army, or it was deleted; an error with the other army is shown beside its field.
pub async fn choose_other(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let other = fields.take("other");
    fields.finish()?;
    let army = ARMIES.work(&state, &request, &id).await?;
    let title = draft_of(&state, &army.head)?.title().to_owned();
    let Some(other) = other else { return ask(&request, &state, &id, &title, String::new(), None).await };
    match by_address(&state, &request, &other).await? {
        Ok(found) => Ok(not_stored(see_other(&link::matchup(&id, &found)).finish())),
        Err(wrong) => ask(&request, &state, &id, &title, other.trim().to_owned(), Some(wrong)).await,
    }
}

/// The army whose address was typed, or what is wrong with it: of the field, since the page itself exists.
pub(in crate::web::armies) async fn by_address(
    state: &AppState,
    request: &HttpRequest,
    typed: &str,
) -> Result<Result<WorkId, OpponentError>, WebError> {
    if typed.trim().is_empty() {
        let said = "Enter the address of the other army, or choose one of your armies.";
        return Ok(Err(OpponentError::new(StatusCode::UNPROCESSABLE_ENTITY, said)));
    }
    match ARMIES.revision_by_address(state, identity::holder(request, state).await?.as_ref(), typed).await {
        Ok((found, _)) => Ok(Ok(found.clone())),
        Err(error) => {
            let wrong = OpponentError::not_there(error, typed)?;
            Ok(Err(OpponentError { status: StatusCode::UNPROCESSABLE_ENTITY, ..wrong }))
        }
    }
}
