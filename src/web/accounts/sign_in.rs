//! Signing in and out.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::form::onward;
use super::limits::Tried;
use super::who::{Account, signed_in};
use crate::store::{Secret, SignIn, StoreError, UserId};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::state::State;
use crate::web::typed::Typed;
use crate::web::visitor::{self, Flash};

#[derive(Template)]
#[template(path = "accounts/sign-in.html")]
struct SignInPage {
    layout: Layout,
    name: Typed,
    /// Where the visitor wanted to go.
    to: String,
}

/// Where somebody goes who has signed in.
#[derive(Deserialize)]
pub struct Onward {
    #[serde(default)]
    to: String,
}

fn page(
    request: &HttpRequest,
    state: &State,
    status: StatusCode,
    name: Typed,
    to: &str,
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, "Sign in", Some(Area::Account)).with_flash(request);
    let page = render_as(status, &SignInPage { layout, name, to: onward(to).to_owned() })?;
    Ok(not_stored(visitor::said(request, state, page)?))
}

/// `GET /account/sign-in?to=…`
///
/// # Errors
/// When the database does not answer.
pub async fn ask(request: HttpRequest, state: Data<State>, query: Query<Onward>) -> Result<HttpResponse, WebError> {
    match signed_in(&request, &state).await? {
        Some(_) => Ok(see_other(onward(&query.to)).finish()),
        None => page(&request, &state, StatusCode::OK, Typed::default(), &query.to),
    }
}

/// `POST /account/sign-in`
///
/// # Errors
/// Too often, a form that makes no sense.
pub async fn sign_in(request: HttpRequest, state: Data<State>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let mut name = Typed::take(&mut fields, "name")?;
    let password = fields.demand("password")?;
    let to = fields.text("to");
    fields.finish()?;
    let sign_in = SignIn::parse(&name.text).ok();
    // What cannot be a name is counted and takes as long as what is none.
    let tried = sign_in.as_ref().map_or_else(|| name.text.trim().to_lowercase(), ToString::to_string);
    Tried::Password.now(&state, &request, &tried).await?;
    let found = match &sign_in {
        Some(sign_in) => state.store.user_by_sign_in(sign_in).await?,
        None => None,
    };
    let (user, hash) = found.unzip();
    let fits = state.accounts.hasher.verify(password, hash).await?;
    match user.filter(|_| fits) {
        Some(user) => {
            Tried::Password.went_well(&state, &tried).await?;
            begin(&request, &state, user.id, onward(&to), Flash::SignedIn).await
        }
        None => {
            name.error = Some("The name or the password does not fit.".to_owned());
            page(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, name, &to)
        }
    }
}

/// Signs a browser in and sends it on. A session that it had before ends.
pub(super) async fn begin(
    request: &HttpRequest,
    state: &State,
    user: UserId,
    to: &str,
    flash: Flash,
) -> Result<HttpResponse, WebError> {
    if let Some(before) = signed_in(request, state).await? {
        forget(state, before.user.id, before.session).await?;
    }
    let secret = Secret::random()?;
    state.store.begin_session(user, &secret.digest(), &browser_of(request)).await?;
    let mut response = see_other(to);
    response.cookie(visitor::session_cookie(state, &secret)).cookie(flash.cookie(state));
    Ok(response.finish())
}

/// What a browser says of itself.
pub(super) fn browser_of(request: &HttpRequest) -> String {
    let agent = request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    agent.unwrap_or_default().to_owned()
}

/// Ends a session that may have ended already.
async fn forget(state: &State, user: UserId, session: crate::store::SessionId) -> Result<(), WebError> {
    match state.store.end_session(user, session).await {
        Ok(()) | Err(StoreError::NotFound) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// `POST /account/sign-out`
///
/// # Errors
/// Not signed in.
pub async fn sign_out(account: Account, state: Data<State>, body: Bytes) -> Result<HttpResponse, WebError> {
    Fields::parse(&body)?.finish()?;
    let Account(signed_in) = account;
    forget(&state, signed_in.user.id, signed_in.session).await?;
    Ok(signed_out(&state, "/", Flash::SignedOut))
}

/// Sends a browser on that is signed in no longer.
pub(super) fn signed_out(state: &State, to: &str, flash: Flash) -> HttpResponse {
    see_other(to).cookie(visitor::no_session_cookie(state)).cookie(flash.cookie(state)).finish()
}
