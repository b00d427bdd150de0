//! Registering a new account.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use time::Duration;

use super::form::{as_password, to_be_tried_later};
use super::identity::signed_in;
use super::limits::Trial;
use super::sign_in::{SigningIn, hashing_for};
use crate::store::{Attempt, NewUser, Registration, SignInName};
use crate::web::cookies::{self, Flash};
use crate::web::error::{WebError, waiting};
use crate::web::fields::Fields;
use crate::web::fields::TextField;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::state::AppState;
use crate::web::works::create::new_request;

/// The number of times a name with random digits is drawn before giving up: one account takes one name in ten thousand.
const DRAWS: usize = 20;

#[derive(Template)]
#[template(path = "accounts/new.html")]
struct NewPage {
    layout: Layout,
    /// Identifies the form, so that it creates one account even if it is sent twice.
    request: String,
    name: TextField,
    mail: TextField,
    password: TextField,
    /// Whether the site can send mail.
    mails: bool,
    /// The time until an account may be created from here, in words.
    wait: Option<String>,
}

fn page(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    [name, mail, password]: [TextField; 3],
    wait: Option<Duration>,
) -> Result<HttpResponse, WebError> {
    let errors = PageError::of_fields([("name", &name), ("mail", &mail), ("password", &password)]);
    let layout = Layout::new(state, "Create an account", Some(Area::Account)).with_flash(request).with_errors(errors);
    let mails = state.accounts.mailer.is_some();
    let wait = wait.map(waiting);
    let page = render_as(status, &NewPage { layout, request: new_request()?, name, mail, password, mails, wait })?;
    // The secret of the browser is part of the form's name.
    Ok(not_stored(cookies::clear_flash(request, state, page)?))
}

/// `GET /account/new`
///
/// # Errors
/// When the database does not answer.
pub async fn ask(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    match signed_in(&request, &state).await? {
        Some(_) => Ok(see_other(&link::account()).finish()),
        None => page(
            &request,
            &state,
            StatusCode::OK,
            [TextField::default(), TextField::default(), TextField::default()],
            None,
        ),
    }
}

/// `POST /account/new`
///
/// # Errors
/// When the form is malformed, or too many people create accounts.
pub async fn register(request: HttpRequest, state: Data<AppState>, body: Bytes) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(&body)?;
    let form = fields.demand("request")?;
    let mut name = TextField::take(&mut fields, "name")?;
    let mut mail = TextField::take(&mut fields, "mail")?;
    let mut password = TextField::take(&mut fields, "password")?;
    fields.finish()?;
    let good = (name.as_name(), mail.as_mail(), as_password(&mut password, &[&name.text]));
    let (Some(shown), Some(email), Some(secret)) = good else {
        return page(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, [name, mail, password], None);
    };
    if let Attempt::Wait(time) = Trial::registration(&request).begin(&state).await? {
        password = TextField::default();
        let page = page(&request, &state, StatusCode::TOO_MANY_REQUESTS, [name, mail, password], Some(time))?;
        return Ok(to_be_tried_later(page, time));
    }
    let hash = state.accounts.hasher.hash(&hashing_for(&request), secret).await?;
    // Sent twice by the same browser, the form creates one account; a form from another browser is another form.
    let form = format!("{}\n{form}", cookies::visitor_or_new(&request, &form)?.expose());
    let signing_in = SigningIn::new(&request, &state).await?;
    for _ in 0..DRAWS {
        let new = NewUser {
            sign_in: SignInName::random_for(&shown)?,
            name: shown.clone(),
            email: email.clone(),
            password: hash.clone(),
            is_admin: false,
        };
        match state.store_for(&request).register(new, &form, signing_in.arrival(&request)).await? {
            Registration::Made(_) => return Ok(signing_in.redirect(&state, &link::account(), Flash::Registered)),
            // The form of somebody else, or one found in a browser after signing out, signs nobody in.
            Registration::MadeBefore(user) => {
                let sign_in = link::sign_in().with("name", &user.sign_in);
                return Ok(see_other(&sign_in).cookie(Flash::RegisteredBefore.cookie(&state)).finish());
            }
            Registration::Taken => {}
        }
    }
    Err(WebError::internal("no name to sign in with is free"))
}
