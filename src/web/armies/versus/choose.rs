//! `/armies/{id}/versus`: which other army an army is set against.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::store::{Kind, WorkId};
use crate::web::accounts::who;
use crate::web::armies::draft_of;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::kept::ARMIES;
use crate::web::kept::mine::Mine;
use crate::web::kept::open::id_of;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::state::State;

/// Own armies that the page offers.
const OFFERED: u32 = 50;
/// Own armies that the page of an army offers.
const FEW: u32 = 6;

/// An own army as an opponent.
pub(in crate::web::armies) struct Rival {
    /// The page of the match-up.
    pub path: String,
    pub name: String,
    /// Ruleset and points.
    pub about: String,
}

/// The armies that can be chosen by a click.
pub(in crate::web::armies) struct Rivals {
    /// The army that they are set against.
    pub id: String,
    pub own: Vec<Rival>,
    /// Whether there are more.
    pub more: bool,
}

impl Rivals {
    /// The last changed armies of this browser.
    async fn of(state: &State, request: &HttpRequest, id: &WorkId, limit: u32) -> Result<Self, WebError> {
        let page = ARMIES.page(id);
        let (mine, more) = Mine::of(&ARMIES, state, request, 0, limit).await?;
        let rivals = mine.into_iter().filter(|rival| rival.page != page).map(|rival| Rival {
            path: format!("{page}/versus{}", rival.page.strip_prefix(ARMIES.path).unwrap_or_default()),
            name: rival.name,
            about: format!("{}, {}", rival.ruleset, rival.figure),
        });
        Ok(Self { id: id.to_string(), own: rivals.collect(), more })
    }

    /// A few of them, for the page of the army.
    pub(in crate::web::armies) async fn few(
        state: &State,
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
    wrong: Option<Wrong>,
}

/// Why the other army cannot be met.
pub(super) struct Wrong {
    pub status: StatusCode,
    pub said: String,
    /// A way out: address and words.
    pub way: Option<(String, String)>,
}

impl Wrong {
    pub(super) fn new(status: StatusCode, said: impl Into<String>) -> Self {
        Self { status, said: said.into(), way: None }
    }

    /// What is said of an army that is not there; any other mistake is handed on.
    pub(super) fn not_there(error: WebError, written: &str) -> Result<Self, WebError> {
        match error {
            WebError::NotFound => Ok(Self::new(
                StatusCode::NOT_FOUND,
                format!("There is no army at “{written}”. Give its address as it stands in the browser."),
            )),
            WebError::Gone(Kind::Army) => Ok(Self::new(StatusCode::GONE, "The other army is deleted.")),
            WebError::Hidden(_, reason) => Ok(Self::new(
                StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS,
                format!("The other army is hidden by the administrators: {reason}"),
            )),
            error => Err(error),
        }
    }
}

/// The page with what was typed and what is wrong with it.
pub(super) async fn ask(
    request: &HttpRequest,
    state: &State,
    id: &WorkId,
    title: &str,
    other: String,
    wrong: Option<Wrong>,
) -> Result<HttpResponse, WebError> {
    let status = wrong.as_ref().map_or(StatusCode::OK, |wrong| wrong.status);
    let page = OpponentPage {
        layout: Layout::new(state, format!("{title} against another army"), Some(Area::Armies)),
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
/// Not there, deleted; what is wrong with the other army stands beside its field.
pub async fn choose_other(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let other = fields.take("other");
    fields.finish()?;
    let army = ARMIES.work(&state, &request, &id).await?;
    let title = draft_of(&state, &army.head)?.title().to_owned();
    let Some(other) = other else { return ask(&request, &state, &id, &title, String::new(), None).await };
    if other.trim().is_empty() {
        let said = "Give the address of the other army, or choose one of your own.";
        let wrong = Wrong::new(StatusCode::UNPROCESSABLE_ENTITY, said);
        return ask(&request, &state, &id, &title, String::new(), Some(wrong)).await;
    }
    match ARMIES.named(&state, who::holder(&request, &state).await?.as_ref(), &other).await {
        Ok((found, _)) => Ok(not_stored(see_other(&format!("{}/versus/{found}", ARMIES.page(&id))).finish())),
        Err(error) => {
            // The page is there; it is the field that is wrong.
            let wrong = Wrong { status: StatusCode::UNPROCESSABLE_ENTITY, ..Wrong::not_there(error, &other)? };
            ask(&request, &state, &id, &title, other, Some(wrong)).await
        }
    }
}
