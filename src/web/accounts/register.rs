//! A new account.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::form::as_password;
use super::limits::Tried;
use super::sign_in::browser_of;
use super::who::signed_in;
use crate::store::{NewUser, Registered, SignIn};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::kept::make::new_request;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::state::State;
use crate::web::typed::Typed;
use crate::web::visitor::{self, Flash};

/// How often a name with digits of chance is drawn before we give up: one in ten thousand is taken by one account.
const DRAWS: usize = 20;

#[derive(Template)]
#[template(path = "accounts/new.html")]
struct NewPage {
    layout: Layout,
    /// Names the form, so that sent twice it makes one account.
    request: String,
    name: Typed,
    mail: Typed,
    password: Typed,
    /// Whether the site can send mail.
    mails: bool,
}

fn page(
    request: &HttpRequest,
    state: &State,
    status: StatusCode,
    [name, mail, password]: [Typed; 3],
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, "A new account", Some(Area::Account)).with_flash(request);
    let mails = state.accounts.mailer.is_some();
    let page = render_as(status, &NewPage { layout, request: new_request()?, name, mail, password, mails })?;
    // The secret of the browser takes part in the name of the form.
    Ok(not_stored(visitor::known(request, state, visitor::said(request, state, page)?)?))
}

/// `GET /account/new`
///
/// # Errors
/// When the database does not answer.
pub async fn ask(request: HttpRequest, state: Data<State>) -> Result<HttpResponse, WebError> {
    match signed_in(&request, &state).await? {
        Some(_) => Ok(see_other("/account").finish()),
        None => page(&request, &state, StatusCode::OK, [Typed::default(), Typed::default(), Typed::default()]),
    }
}

/// `POST /account/new`
///
/// # Errors
/// Too often, a form that makes no sense.
pub async fn register(request: HttpRequest, state: Data<State>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let form = fields.demand("request")?;
    let mut name = Typed::take(&mut fields, "name")?;
    let mut mail = Typed::take(&mut fields, "mail")?;
    let mut password = Typed::take(&mut fields, "password")?;
    fields.finish()?;
    let good = (name.as_name(), mail.as_mail(), as_password(&mut password, &[&name.text]));
    let (Some(shown), Some(email), Some(secret)) = good else {
        return page(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, [name, mail, password]);
    };
    Tried::Register.now(&state, &request, "").await?;
    let hash = state.accounts.hasher.hash(secret).await?;
    // Sent twice by the same browser, the form leads to one account; nobody else can find the secret.
    let session = visitor::visitor_or_new(&request)?.derive(&["register", &form]);
    for _ in 0..DRAWS {
        let new = NewUser {
            sign_in: SignIn::random_for(&shown)?,
            name: shown.clone(),
            email: email.clone(),
            password: hash.clone(),
            is_admin: false,
        };
        match state.keeping(&request).register(new, &session.digest(), &browser_of(&request)).await? {
            Registered::Made(_) => {
                let mut response = see_other("/account");
                response.cookie(visitor::session_cookie(&state, &session)).cookie(Flash::Registered.cookie(&state));
                return Ok(response.finish());
            }
            Registered::Taken => {}
        }
    }
    Err(WebError::internal("no name to sign in with is free"))
}
