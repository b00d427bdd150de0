//! A new account.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use time::Duration;

use super::form::{as_password, to_be_tried_later};
use super::limits::Trial;
use super::sign_in::{SigningIn, hashing_for};
use super::who::signed_in;
use crate::store::{Attempt, NewUser, Registration, SignIn};
use crate::web::error::{WebError, waiting};
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
    /// How long it takes until an account may be made from here, in words.
    wait: Option<String>,
}

fn page(
    request: &HttpRequest,
    state: &State,
    status: StatusCode,
    [name, mail, password]: [Typed; 3],
    wait: Option<Duration>,
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, "A new account", Some(Area::Account)).with_flash(request);
    let mails = state.accounts.mailer.is_some();
    let wait = wait.map(waiting);
    let page = render_as(status, &NewPage { layout, request: new_request()?, name, mail, password, mails, wait })?;
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
        None => page(&request, &state, StatusCode::OK, [Typed::default(), Typed::default(), Typed::default()], None),
    }
}

/// `POST /account/new`
///
/// # Errors
/// A form that makes no sense; too many who make accounts.
pub async fn register(request: HttpRequest, state: Data<State>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let form = fields.demand("request")?;
    let mut name = Typed::take(&mut fields, "name")?;
    let mut mail = Typed::take(&mut fields, "mail")?;
    let mut password = Typed::take(&mut fields, "password")?;
    fields.finish()?;
    let good = (name.as_name(), mail.as_mail(), as_password(&mut password, &[&name.text]));
    let (Some(shown), Some(email), Some(secret)) = good else {
        return page(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, [name, mail, password], None);
    };
    if let Attempt::Wait(time) = Trial::registration(&request).begin(&state).await? {
        password = Typed::default();
        let page = page(&request, &state, StatusCode::TOO_MANY_REQUESTS, [name, mail, password], Some(time))?;
        return Ok(to_be_tried_later(page, time));
    }
    let hash = state.accounts.hasher.hash(&hashing_for(&request), secret).await?;
    // Sent twice by the same browser, the form makes one account; that of another browser is another form.
    let form = format!("{}\n{form}", visitor::visitor_or_new(&request)?.expose());
    let signing_in = SigningIn::new(&request, &state).await?;
    for _ in 0..DRAWS {
        let new = NewUser {
            sign_in: SignIn::random_for(&shown)?,
            name: shown.clone(),
            email: email.clone(),
            password: hash.clone(),
            is_admin: false,
        };
        match state.keeping(&request).register(new, &form, signing_in.arrival(&request)).await? {
            Registration::Made(_) => return Ok(signing_in.send_on(&state, "/account", Flash::Registered)),
            // Whoever has the form of somebody else, or finds it on a browser where he has signed out, is not let in by it.
            Registration::MadeBefore(user) => {
                let sign_in = format!("/account/sign-in?name={}", user.sign_in);
                return Ok(see_other(&sign_in).cookie(Flash::RegisteredBefore.cookie(&state)).finish());
            }
            Registration::Taken => {}
        }
    }
    Err(WebError::internal("no name to sign in with is free"))
}
