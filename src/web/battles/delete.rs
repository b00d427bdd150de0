//! `/battles/{id}/delete`: deletes a battle, after asking.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::found::id_of;
use crate::store::{DecidedBy, StoreError};
use crate::web::accounts::identity;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render, see_other};
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "battles/delete.html")]
struct DeletePage {
    layout: Layout,
    id: String,
    names: [String; 2],
    /// The orders that are deleted with it, in words; empty if there are none.
    orders: String,
    /// Whether another person plays it, or may come to play it by its link.
    shared: bool,
}

/// `GET /battles/{id}/delete`
///
/// # Errors
/// When there is no such battle, it was deleted, or the visitor may not delete it.
pub async fn ask_delete_battle(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let by = identity::holder(&request, &state).await?;
    let battle = state.store.battle(&id, by).await?;
    if !battle.may_delete {
        return Err(WebError::NotYourBattle);
    }
    let [a, b] = &battle.names;
    let page = DeletePage {
        layout: Layout::new(&state, format!("Delete {a} against {b}"), Some(Area::Play)),
        id: id.to_string(),
        orders: match battle.orders {
            0 => String::new(),
            1 => "its only order".to_owned(),
            orders => format!("all its {orders} orders"),
        },
        shared: battle.by.into_iter().zip(battle.holds).any(|(by, holds)| by == DecidedBy::Person && !holds),
        names: battle.names,
    };
    Ok(not_stored(render(&page)?))
}

/// `POST /battles/{id}/delete`
///
/// # Errors
/// As [`ask_delete_battle`].
pub async fn delete_battle(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let fields = Fields::parse(&body)?;
    fields.finish()?;
    let by = identity::holder(&request, &state).await?.ok_or(WebError::NotYourBattle)?;
    match state.store.delete_battle(&id, by).await {
        // The same form sent twice finds it done.
        Ok(()) | Err(StoreError::BattleGone) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(see_other(&link::my_battles()).cookie(Flash::BattleDeleted.cookie(&state)).finish())
}
