//! `/battles/{id}/notice`: whether a player is told by mail or by a web hook when they have to decide; and the telling.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use time::OffsetDateTime;

use super::found::{FoundBattle, id_of};
use crate::store::{Attempt, BattleId, Hook, Notice, StoreError};
use crate::web::accounts::identity;
use crate::web::accounts::limits::Trial;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::hooks::Message;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::state::AppState;

/// The reason that a visitor cannot be told at all.
enum Missing {
    /// Nobody is signed in.
    Account,
    /// The account plays no side: the browser may, or nobody.
    Side,
}

/// The way of mail to a player.
enum Mail {
    /// The site sends none.
    NoServer,
    /// The account has no address.
    NoAddress,
    /// To this address, as often as this.
    To(String, Option<Notice>),
}

/// A web hook as its form shows it.
struct HookForm {
    address: String,
    failures: i64,
    error: Option<String>,
}

#[derive(Template)]
#[template(path = "battles/notice.html")]
struct NoticePage {
    layout: Layout,
    id: String,
    names: [String; 2],
    /// The ways of mail and web hook, or the reason that there is none. A site that does not know its own address has
    /// no web hooks.
    ways: Result<(Mail, Option<HookForm>), Missing>,
    is_open: bool,
}

/// `GET /battles/{id}/notice`
///
/// # Errors
/// When there is no such battle, or only its players may see it.
pub async fn ask_notice(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let found = FoundBattle::new(&request, &state, &id_of(&path)?).await?;
    show(&request, &state, &found, None).await
}

/// Shows the page, with the address of a web hook that was refused and the reason.
async fn show(
    request: &HttpRequest,
    state: &AppState,
    found: &FoundBattle,
    refused: Option<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let id = &found.stored.id;
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let ways = match identity::signed_in(request, state).await? {
        None => Err(Missing::Account),
        Some(_) if !found.plays() => Err(Missing::Side),
        Some(signed_in) => {
            let user = signed_in.user;
            let mail = match user.email.clone() {
                _ if state.accounts.mailer.is_none() => Mail::NoServer,
                None => Mail::NoAddress,
                Some(email) => Mail::To(email, state.store.battle_notice(id, user.id).await?),
            };
            let stored = state.store.battle_hook(id, user.id).await?;
            let hook = match (refused, stored) {
                (Some((address, error)), _) => HookForm { address, failures: 0, error: Some(error) },
                (None, Some(Hook { address, failures })) => HookForm { address, failures, error: None },
                (None, None) => HookForm { address: String::new(), failures: 0, error: None },
            };
            Ok((mail, state.public_url.as_ref().map(|_| hook)))
        }
    };
    let page = NoticePage {
        layout: Layout::new(state, "When you have to decide", Some(Area::Play)),
        id: id.to_string(),
        names: found.stored.names.clone(),
        ways,
        is_open: found.stored.terms.is_open,
    };
    Ok(not_stored(render_as(status, &page)?))
}

/// `POST /battles/{id}/notice`: `mail` is `never`, `daily` or `always`.
///
/// # Errors
/// The same as for [`ask_notice`]; [`WebError::NotYourBattle`] when the account plays no side of it.
pub async fn set_notice(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let mail = fields.demand("mail")?;
    fields.finish()?;
    let notice = match mail.as_str() {
        "never" => None,
        "daily" => Some(Notice::Daily),
        "always" => Some(Notice::Always),
        _ => return Err(WebError::Unreadable("the field “mail” is never, daily or always".to_owned())),
    };
    let signed_in = identity::signed_in(&request, &state).await?.filter(|signed_in| signed_in.user.email.is_some());
    let (Some(signed_in), Some(_)) = (signed_in, &state.accounts.mailer) else {
        return Ok(not_stored(see_other(&link::battle_notice(&id)).finish()));
    };
    state.store.set_battle_notice(&id, signed_in.user.id, notice).await?;
    Ok(not_stored(see_other(&link::battle(&id)).finish()))
}

/// `POST /battles/{id}/hook`: `address` is that of a web hook, or empty to take it away. It is kept if it takes a first
/// message.
///
/// # Errors
/// The same as for [`ask_notice`]; [`WebError::NotYourBattle`] when the account plays no side of it;
/// [`WebError::TooOften`].
pub async fn set_hook(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let typed = fields.demand("address")?;
    fields.finish()?;
    let found = FoundBattle::new(&request, &state, &id).await?;
    let signed_in = identity::signed_in(&request, &state).await?;
    let (Some(signed_in), Some(site)) = (signed_in, &state.public_url) else {
        return Ok(not_stored(see_other(&link::battle_notice(&id)).finish()));
    };
    if !found.plays() {
        return Err(WebError::NotYourBattle);
    }
    let user = signed_in.user;
    let mut kept = None;
    if !typed.trim().is_empty() {
        let address = match state.hooks.address(&typed) {
            Ok(address) => address,
            Err(error) => return show(&request, &state, &found, Some((typed, error.to_string()))).await,
        };
        if let Attempt::Wait(time) = Trial::hook(&user).begin(&state).await? {
            return Err(WebError::TooOften(time));
        }
        let words = "you will be told here when you have to decide.";
        let first = Message::new(words, site.url(&link::battle(&id)), found.stored.names.clone());
        kept = Some(address.to_string());
        if let Err(error) = state.hooks.post(address, &first).await {
            return show(&request, &state, &found, Some((typed, error.to_string()))).await;
        }
    }
    state.store.set_battle_hook(&id, user.id, kept).await?;
    Ok(not_stored(see_other(&link::battle(&id)).finish()))
}

/// Tells those who have to decide now and want to know it. Nobody waits for that.
pub(super) fn tell_who_decides(state: &Data<AppState>, id: &BattleId, names: &[String; 2]) {
    if state.accounts.mailer.is_some() {
        tokio::task::spawn(tell_by_mail(state.clone(), id.clone(), names.clone()));
    }
    if state.public_url.is_some() {
        tokio::task::spawn(tell_by_hook(state.clone(), id.clone(), names.clone()));
    }
}

async fn tell_by_hook(state: Data<AppState>, id: BattleId, names: [String; 2]) {
    let Some(site) = &state.public_url else { return };
    let message = Message::new("you have to decide.", site.url(&link::battle(&id)), names);
    let told = async {
        for hook in state.store.take_battle_hooks(&id, OffsetDateTime::now_utc()).await? {
            let Ok(address) = state.hooks.address(&hook.address) else { continue };
            let taken = state.hooks.post(address, &message).await.is_ok();
            state.store.battle_hook_answered(&hook, taken).await?;
        }
        Ok::<_, StoreError>(())
    };
    if let Err(error) = told.await {
        tracing::warn!(cause = %error, "could not tell web hooks about a battle");
    }
}

async fn tell_by_mail(state: Data<AppState>, id: BattleId, [a, b]: [String; 2]) {
    let addresses = match state.store.take_battle_notices(&id, OffsetDateTime::now_utc()).await {
        Ok(addresses) => addresses,
        Err(error) => {
            tracing::warn!(cause = %error, "could not find who is to be told about a battle");
            return;
        }
    };
    for to in addresses {
        let (state, subject) = (state.clone(), format!("{a} against {b}: your decision"));
        let (battle, notice) = (link::battle(&id), link::battle_notice(&id));
        let send = move || {
            let Some(mailer) = &state.accounts.mailer else { return };
            let site = mailer.site();
            let text = format!(
                "You have to decide in your battle:\n\n{}\n\nTo get fewer of these mails, or none: {}\n",
                site.url(&battle),
                site.url(&notice)
            );
            mailer.send(&to, &subject, text);
        };
        if let Err(error) = tokio::task::spawn_blocking(send).await {
            tracing::error!(%error, "a mail about a battle could not be sent");
        }
    }
}
