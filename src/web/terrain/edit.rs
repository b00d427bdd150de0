//! The editor: `/terrain/{id}/edit`.
//!
//! One form holds a line of numbers for each piece. Every button and every number typed posts it with a word of what to
//! do, and each change is kept at once as a new state; undo goes back along them. Script draws nothing of its own: it
//! moves pieces of the map while they are dragged, and posts the same words.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::editor::Editor;
use super::fields::{Beside, EditorFields, FieldErrors};
use super::state::layout_of;
use crate::web::error::WebError;
use crate::web::kept::change::{Unsaved, wants_part};
use crate::web::kept::open::id_of;
use crate::web::kept::{LAYOUTS, Shelf};
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::scheduler::Kind;
use crate::web::state::State;
use crate::web::visitor::said;

#[derive(Template)]
#[template(path = "terrain/edit.html")]
struct EditPage {
    layout: Layout,
    shelf: &'static Shelf,
    editor: Editor,
    /// Address of the script that drags.
    drag: String,
    /// The edit link, while it is new and not put away.
    key_url: Option<String>,
}

#[derive(Template)]
#[template(path = "terrain/editor.html")]
struct EditorPart {
    layout: Layout,
    editor: Editor,
}

/// What the address of the editor may say.
#[derive(Debug, Default, Deserialize)]
pub struct EditQuery {
    /// The key of an edit link.
    pub key: Option<String>,
    /// `off`: outlines catch no lines. It lasts from page to page, and is no part of the layout.
    pub snap: Option<String>,
    /// Ids of the pieces that are locked, with commas between them.
    pub lock: Option<String>,
    /// Ids of the pieces whose shorter side stands in the field for the length, with commas between them.
    pub across: Option<String>,
}

/// `GET /terrain/{id}/edit`, with `?key=` from an edit link.
///
/// # Errors
/// Not there, not the visitor's, a wrong key.
pub async fn edit_layout(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: Query<EditQuery>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    if let Some(key) = &query.key {
        return LAYOUTS.open_with_key(&request, &state, &id, key).await;
    }
    let work = LAYOUTS.own(&state, &request, &id).await?;
    let ids = |list: &Option<String>| list.iter().flat_map(|ids| ids.split(',')).map(str::to_owned).collect();
    let snap = query.snap.as_deref() != Some("off");
    let beside = Beside { snap, locked: ids(&query.lock), across: ids(&query.across) };
    let stored = LAYOUTS.stored(&state, &request, &work)?;
    let (shared, head) = (state.clone(), work.head);
    let gathered = state.sized(&request, Kind::Table, head.document.len(), move || {
        let table = layout_of(&shared, &head)?;
        let fields = EditorFields::of(&table, &beside);
        Ok::<_, WebError>(Editor::new(&shared, stored, &table, fields, &FieldErrors::new()))
    });
    let editor = gathered.await??;
    let key_url = LAYOUTS.new_link(&request, &state, &id).await?;
    let layout = Layout::new(&state, format!("Edit {}", editor.title), Some(Area::Terrain)).with_flash(&request);
    let drag = state.assets.address("terrain.js").to_owned();
    let response = render_as(StatusCode::OK, &EditPage { layout, shelf: &LAYOUTS, editor, drag, key_url })?;
    Ok(not_stored(said(&request, &state, response)?))
}

/// The editor, or the part of it that script asks for.
pub(super) fn answer(
    request: &HttpRequest,
    state: &State,
    status: StatusCode,
    editor: Editor,
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, format!("Edit {}", editor.title), Some(Area::Terrain));
    let response = if wants_part(request) {
        render_as(status, &EditorPart { layout, editor })
    } else {
        let drag = state.assets.address("terrain.js").to_owned();
        render_as(status, &EditPage { layout, shelf: &LAYOUTS, editor, drag, key_url: None })
    };
    response.map(not_stored)
}
