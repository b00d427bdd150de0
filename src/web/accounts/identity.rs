//! The identity of a visitor: the account that is signed in, and the browser.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::HeaderMap;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};

use crate::store::{Holder, Secret, SignedIn, StoreError};
use crate::web::error::WebError;
use crate::web::scheduler::Requester;
use crate::web::state::AppState;
use crate::web::{client, cookies};

/// The identity found for a request, so that the store is asked once.
#[derive(Clone)]
struct CachedIdentity(Option<SignedIn>);

/// The account that is signed in, if any.
///
/// # Errors
/// Any database error.
pub async fn signed_in(request: &HttpRequest, state: &AppState) -> Result<Option<SignedIn>, StoreError> {
    let Some(cookies::SessionCookie { secret, plain }) = cookies::session(request) else { return Ok(None) };
    let known = request.extensions().get::<CachedIdentity>().cloned();
    if let Some(CachedIdentity(found)) = known {
        return Ok(found);
    }
    let token = secret.digest();
    let found = if plain {
        state.store.signed_in_by_plain_cookie(&token).await?
    } else {
        state.store.signed_in(&token).await?
    };
    request.extensions_mut().insert(CachedIdentity(found.clone()));
    Ok(found)
}

/// The account that is signed in, if that is known already.
#[must_use]
pub fn known(request: &HttpRequest) -> Option<SignedIn> {
    request.extensions().get::<CachedIdentity>().and_then(|CachedIdentity(found)| found.clone())
}

impl Requester {
    /// The sender of this request.
    #[must_use]
    pub fn of(request: &HttpRequest) -> Self {
        let person = known(request)
            .map(|signed_in| signed_in.user.id.to_string())
            .or_else(|| cookies::session(request).map(|session| session.secret.expose().to_owned()))
            .or_else(|| cookies::visitor(request).map(|secret| secret.expose().to_owned()));
        Self::new(client::household(client::address(request)), person.as_deref())
    }
}

/// Adds the cookies that accompany any answer unless the answer sets them itself: that of an extended session, and
/// those that came under an old name.
pub fn renew(request: &HttpRequest, headers: &mut HeaderMap) {
    let is_extended = known(request).map(|known| known.renewed);
    cookies::renew(request, headers, is_extended);
}

/// Whether an administrator is signed in.
///
/// # Errors
/// Any database error.
pub async fn is_admin(request: &HttpRequest, state: &AppState) -> Result<bool, StoreError> {
    Ok(signed_in(request, state).await?.is_some_and(|signed_in| signed_in.user.is_admin))
}

/// The holder by which works know the visitor; `None` for a browser that was never here before.
///
/// # Errors
/// Any database error.
pub async fn holder(request: &HttpRequest, state: &AppState) -> Result<Option<Holder>, StoreError> {
    let browser = cookies::digest(request);
    Ok(match signed_in(request, state).await? {
        Some(SignedIn { user, .. }) => Some(Holder::account(user.holder, browser)),
        None => browser.map(Holder::from),
    })
}

/// The holder for a visitor who is about to hold something; the browser gets a new secret if it had none. `form` is the
/// request key of the form that was sent, as in [`cookies::visitor_or_new`].
///
/// # Errors
/// Any database error, and when the system supplies no randomness.
pub async fn holder_or_new(
    request: &HttpRequest,
    state: &AppState,
    form: &str,
) -> Result<(Holder, Secret), StoreError> {
    let browser = cookies::visitor_or_new(request, form)?;
    let holder = match signed_in(request, state).await? {
        Some(SignedIn { user, .. }) => Holder::account(user.holder, Some(browser.digest())),
        None => browser.digest().into(),
    };
    Ok((holder, browser))
}

/// An argument of handlers for visitors who are signed in.
#[derive(Debug)]
pub struct Account(pub SignedIn);

impl FromRequest for Account {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, WebError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let Some(state) = request.app_data::<Data<AppState>>() else {
                return Err(WebError::internal("no state is shared"));
            };
            let found = signed_in(&request, state).await?;
            found.map(Self).ok_or_else(|| WebError::signed_out(&request))
        })
    }
}

/// An argument of handlers for administrators.
#[derive(Debug)]
pub struct Admin(pub SignedIn);

impl FromRequest for Admin {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, WebError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let account = Account::from_request(request, payload);
        Box::pin(async move {
            let Account(signed_in) = account.await?;
            if signed_in.user.is_admin { Ok(Self(signed_in)) } else { Err(WebError::NotFound) }
        })
    }
}
