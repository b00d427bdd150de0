//! Signing in and out.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;
use time::Duration;

use super::form::{onward, to_be_tried_later};
use super::identity::{Account, signed_in};
use super::limits::Trial;
use crate::store::{
    Arrival, Attempt, Familiar, NewDevice, Secret, SessionId, SignInName, SignedIn, StoreError, User, UserId,
};
use crate::web::client;
use crate::web::cookies::{self, Flash};
use crate::web::error::{WebError, waiting};
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::scheduler::Requester;
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "accounts/sign-in.html")]
struct SignInPage {
    layout: Layout,
    name: TextField,
    /// The page that the visitor wanted.
    to: String,
    /// The time until a password may be tried again, in words.
    wait: Option<String>,
}

/// The query of the page.
#[derive(Deserialize)]
pub struct SignInQuery {
    /// The page to go to after signing in.
    #[serde(default)]
    to: String,
    /// The sign-in name.
    #[serde(default)]
    name: String,
}

fn page(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    name: TextField,
    to: &str,
    wait: Option<Duration>,
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, "Sign in", Some(Area::Account))
        .with_flash(request)
        .with_errors(PageError::of_fields([("name", &name)]));
    let page = SignInPage { layout, name, to: onward(to).into_owned(), wait: wait.map(waiting) };
    Ok(not_stored(cookies::clear_flash(request, state, render_as(status, &page)?)?))
}

/// `GET /account/sign-in?to=…&name=…`
///
/// # Errors
/// When the database does not answer.
pub async fn ask(
    request: HttpRequest,
    state: Data<AppState>,
    query: Query<SignInQuery>,
) -> Result<HttpResponse, WebError> {
    match signed_in(&request, &state).await? {
        Some(_) => Ok(see_other(&onward(&query.to)).finish()),
        None => page(&request, &state, StatusCode::OK, TextField::from(query.name.clone()), &query.to, None),
    }
}

/// `POST /account/sign-in`
///
/// # Errors
/// When the form is malformed, or too many people sign in.
pub async fn sign_in(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let mut name = TextField::take(&mut fields, "name")?;
    let password = fields.demand("password")?;
    let to = fields.text("to");
    fields.finish()?;
    let sign_in = SignInName::parse(&name.text).ok();
    // Text that cannot be a name is counted, and takes as long as an unknown name.
    let tried = sign_in.as_ref().map_or_else(|| name.text.trim().to_lowercase(), ToString::to_string);
    let found = match &sign_in {
        Some(sign_in) => state.store.user_by_sign_in(sign_in).await?,
        None => None,
    };
    let (user, hash) = found.unzip();
    let mark = cookies::device(&request);
    let familiar = match &user {
        Some(user) => {
            let digest = mark.as_ref().map(Secret::digest);
            state.store.familiar(user, digest.as_ref(), &client::household_of(&request)).await?
        }
        None => Familiar::No,
    };
    let trial = Trial::password(&request, &tried, familiar, mark.as_ref());
    if let Attempt::Wait(time) = trial.begin(&state).await? {
        let page = page(&request, &state, StatusCode::TOO_MANY_REQUESTS, name, &to, Some(time))?;
        return Ok(to_be_tried_later(page, time));
    }
    let fits = match state.accounts.hasher.verify(&hashing_for(&request), password, hash).await {
        Ok(fits) => fits,
        Err(error) => {
            trial.take_back(&state).await?;
            return Err(error);
        }
    };
    match user.filter(|_| fits) {
        Some(user) => {
            trial.succeed(&state, user.id).await?;
            begin(&request, &state, &user, &onward(&to), Flash::SignedIn).await
        }
        None => {
            name.error = Some("The sign-in name or the password is wrong.".to_owned());
            page(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, name, &to, None)
        }
    }
}

/// The requester for hashing a password: the household, because a visitor who signs in is still anonymous.
pub(super) fn hashing_for(request: &HttpRequest) -> Requester {
    Requester::from_household(client::household(client::address(request)))
}

/// A browser that is about to be signed in, with its new secrets. Neither is taken from anything that the browser has
/// sent.
pub(super) struct SigningIn {
    token: Secret,
    mark: Secret,
    before: Option<SessionId>,
}

impl SigningIn {
    /// Ends any session that the browser had before.
    pub(super) async fn new(request: &HttpRequest, state: &AppState) -> Result<Self, WebError> {
        let before = signed_in(request, state).await?.map(|SignedIn { session, .. }| session);
        Ok(Self { token: Secret::random()?, mark: Secret::random()?, before })
    }

    /// The data for the store.
    pub(super) fn arrival(&self, request: &HttpRequest) -> Arrival {
        let agent = request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        let before = cookies::device(request).map(|mark| mark.digest());
        Arrival {
            device: Some(NewDevice { mark: self.mark.digest(), before }),
            household: Some(client::household_of(request)),
            instead_of: self.before,
            ..Arrival::new(self.token.digest(), agent.unwrap_or_default())
        }
    }

    /// Redirects the browser with its cookies.
    pub(super) fn redirect(self, state: &AppState, to: &str, flash: Flash) -> HttpResponse {
        see_other(to)
            .cookie(cookies::session_cookie(state, &self.token))
            .cookie(cookies::device_cookie(state, &self.mark))
            .cookie(flash.cookie(state))
            .finish()
    }
}

/// Signs a browser in and redirects it. A session that it had before ends.
pub(super) async fn begin(
    request: &HttpRequest,
    state: &AppState,
    user: &User,
    to: &str,
    flash: Flash,
) -> Result<HttpResponse, WebError> {
    let signing_in = SigningIn::new(request, state).await?;
    state.store.begin_session(user.id, signing_in.arrival(request)).await?;
    Ok(signing_in.redirect(state, to, flash))
}

/// Ends a session that may have ended already.
async fn forget(state: &AppState, user: UserId, session: SessionId) -> Result<(), WebError> {
    match state.store.end_session(user, session).await {
        Ok(()) | Err(StoreError::NotFound) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// `POST /account/sign-out`
///
/// # Errors
/// When nobody is signed in.
pub async fn sign_out(account: Account, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    Fields::parse(&body)?.finish()?;
    let Account(signed_in) = account;
    forget(&state, signed_in.user.id, signed_in.session).await?;
    Ok(signed_out(&state, &link::home(), Flash::SignedOut))
}

/// Redirects a browser that is no longer signed in.
pub(super) fn signed_out(state: &AppState, to: &str, flash: Flash) -> HttpResponse {
    see_other(to).cookie(cookies::no_session_cookie(state)).cookie(flash.cookie(state)).finish()
}
