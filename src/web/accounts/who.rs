//! Who asks: the account that is signed in, and the browser.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};

use crate::store::{Holder, Secret, SignedIn, StoreError};
use crate::web::error::WebError;
use crate::web::state::State;
use crate::web::visitor;

/// What was found out about a request, so that it is asked once.
#[derive(Clone)]
struct Known(Option<SignedIn>);

/// Who is signed in, if anybody is.
///
/// # Errors
/// Those of the database.
pub async fn signed_in(request: &HttpRequest, state: &State) -> Result<Option<SignedIn>, StoreError> {
    let Some(visitor::SessionCookie { secret, plain }) = visitor::session(request) else { return Ok(None) };
    let known = request.extensions().get::<Known>().cloned();
    if let Some(Known(found)) = known {
        return Ok(found);
    }
    let token = secret.digest();
    let found = if plain {
        state.store.signed_in_by_plain_cookie(&token).await?
    } else {
        state.store.signed_in(&token).await?
    };
    request.extensions_mut().insert(Known(found.clone()));
    Ok(found)
}

/// Who is signed in, if that was found out already.
#[must_use]
pub fn known(request: &HttpRequest) -> Option<SignedIn> {
    request.extensions().get::<Known>().and_then(|Known(found)| found.clone())
}

/// Whether an administrator is signed in.
///
/// # Errors
/// Those of the database.
pub async fn is_admin(request: &HttpRequest, state: &State) -> Result<bool, StoreError> {
    Ok(signed_in(request, state).await?.is_some_and(|signed_in| signed_in.user.is_admin))
}

/// By what works know who asks; none for a browser that was never here.
///
/// # Errors
/// Those of the database.
pub async fn holder(request: &HttpRequest, state: &State) -> Result<Option<Holder>, StoreError> {
    let browser = visitor::digest(request);
    Ok(match signed_in(request, state).await? {
        Some(SignedIn { user, .. }) => Some(Holder::account(user.holder, browser)),
        None => browser.map(Holder::from),
    })
}

/// The same for somebody who is to hold something; the secret of the browser is new if it had none.
///
/// # Errors
/// Those of the database, and when the system has no randomness.
pub async fn holder_or_new(request: &HttpRequest, state: &State) -> Result<(Holder, Secret), StoreError> {
    let browser = visitor::visitor_or_new(request)?;
    let holder = match signed_in(request, state).await? {
        Some(SignedIn { user, .. }) => Holder::account(user.holder, Some(browser.digest())),
        None => browser.digest().into(),
    };
    Ok((holder, browser))
}

/// An argument of handlers that only somebody who is signed in may call.
#[derive(Debug)]
pub struct Account(pub SignedIn);

impl FromRequest for Account {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, WebError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let Some(state) = request.app_data::<Data<State>>() else {
                return Err(WebError::internal("no state is shared"));
            };
            let found = signed_in(&request, state).await?;
            found.map(Self).ok_or_else(|| WebError::signed_out(&request))
        })
    }
}

/// An argument of handlers that only an administrator may call.
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
