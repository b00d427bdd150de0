//! `/battles/{id}/review`: a battle looked at again, bound by bound: its luck, its turning points, what each element did.

use std::sync::Arc;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::found::{FoundBattle, id_of};
use super::told::ToldReview;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::page::{Area, Layout, render};
use crate::web::preview::Preview;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

#[derive(Template)]
#[template(path = "battles/review.html")]
struct ReviewPage {
    layout: Layout,
    style: String,
    review_style: String,
    id: String,
    names: [String; 2],
    review: Arc<ToldReview>,
    /// The reason why nobody goes on with it, or a note about the version of its rules.
    notes: Vec<String>,
}

/// `GET /battles/{id}/review`
///
/// # Errors
/// When there is no such battle.
pub async fn show_review(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let found = FoundBattle::new(&request, &state, &id).await?;
    let review = state.album.review((id.clone(), found.stored.orders), async || {
        let sitting = Arc::clone(&found.sitting);
        let looked = state.run_heavy(&request, JobKind::Replay, move || ToldReview::new(&sitting));
        looked.await?.map(Arc::new).map_err(WebError::internal)
    });
    let review = review.await?;
    let [a, b] = &found.stored.names;
    let preview =
        Preview::of_visitor(link::battle_review(&id), format!("{a} against {b}: what was luck, and what not."))
            .with_picture(link::battle_step_file(&id, found.sitting.last_number(), "png"));
    render(&ReviewPage {
        layout: Layout::new(&state, format!("{a} against {b}, looked at again"), Some(Area::Play)).previewed(preview),
        style: state.assets.address("battle.css").to_owned(),
        review_style: state.assets.address("battle-review.css").to_owned(),
        id: id.to_string(),
        names: found.stored.names.clone(),
        review,
        notes: found.only_looked_at().into_iter().chain(found.begun_under_others()).collect(),
    })
}
