//! `/battles/{id}/notice`: whether a player is told by mail when they have to decide; and the telling.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use time::OffsetDateTime;

use super::found::{FoundBattle, id_of};
use crate::store::{BattleId, Notice, User};
use crate::web::accounts::identity;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render, see_other};
use crate::web::state::AppState;

/// The reason no mail can be sent to a visitor.
enum Missing {
    /// The site sends no mail.
    Server,
    /// Nobody is signed in.
    Account,
    /// The account has no mail address.
    Address,
    /// The account plays no side: the browser may, or nobody.
    Side,
}

#[derive(Template)]
#[template(path = "battles/notice.html")]
struct NoticePage {
    layout: Layout,
    id: String,
    names: [String; 2],
    missing: Option<Missing>,
    /// The address to which mails go.
    email: String,
    notice: Option<Notice>,
    is_open: bool,
}

/// What is needed to tell a visitor by mail.
async fn account(request: &HttpRequest, state: &AppState) -> Result<Result<(User, String), Missing>, WebError> {
    if state.accounts.mailer.is_none() {
        return Ok(Err(Missing::Server));
    }
    let Some(signed_in) = identity::signed_in(request, state).await? else { return Ok(Err(Missing::Account)) };
    Ok(match signed_in.user.email.clone() {
        Some(email) => Ok((signed_in.user, email)),
        None => Err(Missing::Address),
    })
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
    let id = id_of(&path)?;
    let found = FoundBattle::new(&request, &state, &id).await?;
    let account = account(&request, &state).await?;
    let (missing, email, notice) = match account {
        Err(missing) => (Some(missing), String::new(), None),
        Ok(_) if !found.plays() => (Some(Missing::Side), String::new(), None),
        Ok((user, email)) => (None, email, state.store.battle_notice(&id, user.id).await?),
    };
    let page = NoticePage {
        layout: Layout::new(&state, "When you have to decide", Some(Area::Play)),
        id: id.to_string(),
        names: found.stored.names.clone(),
        missing,
        email,
        notice,
        is_open: found.stored.terms.is_open,
    };
    Ok(not_stored(render(&page)?))
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
    let Ok((user, _)) = account(&request, &state).await? else {
        return Ok(not_stored(see_other(&link::battle_notice(&id)).finish()));
    };
    state.store.set_battle_notice(&id, user.id, notice).await?;
    Ok(not_stored(see_other(&link::battle(&id)).finish()))
}

/// Tells those by mail who have to decide now and want to know it. Nobody waits for that.
pub(super) fn tell_who_decides(state: &Data<AppState>, id: &BattleId, names: &[String; 2]) {
    if state.accounts.mailer.is_none() {
        return;
    }
    let (state, id, [a, b]) = (state.clone(), id.clone(), names.clone());
    tokio::task::spawn(async move {
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
    });
}
