//! The editor: `/armies/{id}/edit`.
//!
//! One form holds the whole army. Every button posts it with a word of what to do, so nothing typed is lost by a click,
//! and the page works without script. Each change is kept at once as a new state; undo goes back along them.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::editor::Editor;
use super::fields::{EditorFields, FieldErrors};
use super::state::draft_of;
use crate::web::error::WebError;
use crate::web::kept::change::{Unsaved, wants_part};
use crate::web::kept::link::KeyQuery;
use crate::web::kept::open::id_of;
use crate::web::kept::{ARMIES, Shelf};
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::scheduler::Kind;
use crate::web::state::State;
use crate::web::visitor::said;

#[derive(Template)]
#[template(path = "armies/edit.html")]
struct EditPage {
    layout: Layout,
    shelf: &'static Shelf,
    editor: Editor,
    /// The edit link, while it is new and not put away.
    key_url: Option<String>,
}

#[derive(Template)]
#[template(path = "armies/editor.html")]
struct EditorPart {
    layout: Layout,
    editor: Editor,
}

/// `GET /armies/{id}/edit`, with `?key=` from an edit link.
///
/// # Errors
/// Not there, not the visitor's, a wrong key.
pub async fn edit_army(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: Query<KeyQuery>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    if let Some(key) = &query.key {
        return ARMIES.open_with_key(&request, &state, &id, key).await;
    }
    let army = ARMIES.own(&state, &request, &id).await?;
    let stored = ARMIES.stored(&state, &request, &army)?;
    let (shared, head) = (state.clone(), army.head);
    let gathered = state.sized(&request, Kind::Army, head.document.len(), move || {
        let draft = draft_of(&shared, &head)?;
        let fields = EditorFields::of(&draft);
        Ok::<_, WebError>(Editor::new(&shared, stored, &draft, fields, &FieldErrors::new()))
    });
    let editor = gathered.await??;
    let key_url = ARMIES.new_link(&request, &state, &id).await?;
    let layout = Layout::new(&state, format!("Edit {}", editor.title), Some(Area::Armies)).with_flash(&request);
    let response = render_as(StatusCode::OK, &EditPage { layout, shelf: &ARMIES, editor, key_url })?;
    Ok(not_stored(said(&request, &state, response)?))
}

/// The editor, or the part of it that script asks for.
pub(super) fn answer(
    request: &HttpRequest,
    state: &State,
    status: StatusCode,
    editor: Editor,
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, format!("Edit {}", editor.title), Some(Area::Armies));
    let response = if wants_part(request) {
        render_as(status, &EditorPart { layout, editor })
    } else {
        render_as(status, &EditPage { layout, shelf: &ARMIES, editor, key_url: None })
    };
    response.map(not_stored)
}
