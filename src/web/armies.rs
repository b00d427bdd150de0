//! Armies: make, edit, look at, keep, print.
//!
//! | address | handler |
//! |---|---|
//! | `/armies`, `/armies/{id}/history`, `restore`, `copy`, `key`, `delete` | [`kept`](super::kept) |
//! | `/armies/new`, `POST /armies` | [`create`] |
//! | `/armies/paste` | [`paste`] |
//! | `/armies/{id}`, `/armies/{id}/v/{hash}` | [`show`] |
//! | `/armies/{id}/convert` | [`convert`] |
//! | `/armies/{id}/versus`, `/armies/{id}/versus/{other}` | [`versus`] |
//! | `/armies/{id}/edit` | [`edit`], its form [`save`] |
//! | `/armies/{id}/roster…`, `labels.pdf`, `army.json`, `army.toml` | [`sheets`] |

mod choices;
pub mod convert;
pub mod create;
pub mod edit;
mod editor;
mod fields;
mod gauge;
mod keys;
mod lines;
mod offers;
mod op;
pub mod paste;
pub(crate) mod problems;
pub(crate) mod rank;
pub mod save;
pub mod sheets;
pub mod show;
pub(crate) mod state;
pub mod versus;

pub(crate) use editor::grouped;
pub(crate) use rank::{Rank, icon_of, style_of};
pub(crate) use state::draft_of;

/// Keeps a new army for this browser and goes on to its editor.
pub(crate) async fn keep_army(
    request: &actix_web::HttpRequest,
    state: &super::state::State,
    draft: &crate::army::Draft,
    name: &str,
    action: &str,
) -> Result<actix_web::HttpResponse, super::error::WebError> {
    create::keep(request, state, draft, name, action, None).await
}
