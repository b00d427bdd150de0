//! Armies: create, edit, show, save, print.
//!
//! | address | handler |
//! |---|---|
//! | `/armies`, `/armies/{id}/history`, `restore`, `copy`, `key`, `delete` | [`works`](super::works) |
//! | `/armies/new`, `POST /armies` | [`create`] |
//! | `/armies/paste` | [`paste`] |
//! | `/armies/{id}`, `/armies/{id}/v/{hash}` | [`show`] |
//! | `/armies/{id}/convert` | [`convert`] |
//! | `/armies/{id}/versus`, `/armies/{id}/versus/{other}` | [`versus`] |
//! | `/armies/{id}/table`, `/armies/{id}/table/{other}` | [`table`] |
//! | `/armies/{id}/edit` | [`edit`], its form [`save`] |
//! | `/armies/{id}/roster…`, `labels.pdf`, `army.json`, `army.toml` | [`sheets`] |

mod action;
mod choices;
pub mod convert;
pub mod create;
mod digits;
pub mod edit;
mod editor;
mod fields;
mod for_event;
mod gauge;
mod keys;
mod lines;
mod menus;
mod offers;
pub mod paste;
pub(crate) mod problems;
pub(crate) mod rank;
pub(crate) mod revision;
pub mod save;
pub mod sheets;
pub mod show;
pub mod table;
pub mod versus;

pub(crate) use create::army_to_store;
pub(crate) use digits::grouped;
pub(crate) use rank::{Rank, icon_of, style_of};
pub(crate) use revision::draft_of;

/// Saves a new army for this browser and redirects to its editor.
pub(crate) async fn keep_army(
    request: &actix_web::HttpRequest,
    state: &super::state::AppState,
    draft: &musterfield_army::Draft,
    name: &str,
    action: &str,
) -> Result<actix_web::HttpResponse, super::error::WebError> {
    create::keep(request, state, draft, name, action, None).await
}
