//! `/rules/{ruleset}/changes`: what changed with each version of a ruleset's data, and why.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_rules::Ruleset;

use crate::web::error::WebError;
use crate::web::link;
use crate::web::page::{Area, Layout, constant_page, rendered};
use crate::web::preview::Preview;
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "rules/changes.html")]
struct ChangesPage {
    layout: Layout,
    ruleset: &'static Ruleset,
}

/// `GET /rules/{ruleset}/changes`
///
/// # Errors
/// When there is no such ruleset.
pub async fn show_changes(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let ruleset = state.book.ruleset(&path).ok_or(WebError::NotFound)?;
    let address = link::ruleset_changes(&ruleset.id);
    constant_page(&request, &state, &address.clone(), move |state| {
        let description = format!("What this site judges otherwise under {} than before, and why.", ruleset.name);
        rendered(&ChangesPage {
            layout: Layout::new(state, format!("Changes in {}", ruleset.name), Some(Area::Rules))
                .previewed(Preview::of_site(address, description)),
            ruleset,
        })
    })
    .await
}
