//! The editor: `/terrain/{id}/edit`.
//!
//! One form contains a line of numbers for each feature. Every button and every changed number posts it with an action
//! word, and each change is saved at once as a new revision; undo goes back through them. Script draws nothing of its
//! own: it moves features of the map while they are dragged, and posts the same action words.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::editor::Editor;
use super::fields::{Beside, EditorFields, FieldErrors};
use super::revision::changed_verdict;
use crate::web::cookies::clear_flash;
use crate::web::error::WebError;
use crate::web::filters;
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::change::{Unsaved, wants_part};
use crate::web::works::content::Judged;
use crate::web::works::find::id_of;
use crate::web::works::{LAYOUTS, WorkKind};

#[derive(Template)]
#[template(path = "terrain/edit.html")]
struct EditPage {
    layout: Layout,
    work_kind: &'static WorkKind,
    editor: Editor,
    /// The addresses of the scripts for dragging.
    scripts: [String; 2],
    /// The edit link, while it is new and not put away.
    key_url: Option<String>,
}

#[derive(Template)]
#[template(path = "terrain/editor.html")]
struct EditorPart {
    layout: Layout,
    editor: Editor,
}

/// The query of the editor.
#[derive(Debug, Default, Deserialize)]
pub struct EditQuery {
    /// The key of an edit link.
    pub key: Option<String>,
    /// `off`: outlines do not snap to lines. It is passed from page to page, and is not part of the layout.
    pub snap: Option<String>,
    /// The ids of locked features, separated by commas.
    pub lock: Option<String>,
    /// The ids of features whose shorter side is in the field for the length, separated by commas.
    pub across: Option<String>,
}

/// `GET /terrain/{id}/edit`, with `?key=` from an edit link.
///
/// # Errors
/// When there is no such layout, it is not the visitor's, or the key is wrong.
pub async fn edit_layout(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<EditQuery>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    if let Some(key) = &query.key {
        return LAYOUTS.open_with_key(&request, &state, &id, key).await;
    }
    let work = LAYOUTS.work_to_edit(&state, &request, &id).await?;
    let ids = |list: &Option<String>| list.iter().flat_map(|ids| ids.split(',')).map(str::to_owned).collect();
    let snap = query.snap.as_deref() != Some("off");
    let beside = Beside { snap, locked: ids(&query.lock), across: ids(&query.across) };
    let stored = LAYOUTS.stored(&state, &request, &work)?;
    let (shared, head) = (state.clone(), work.head);
    let gathered = state.run_by_size(&request, JobKind::Table, head.document.len(), move || {
        let table = Judged::of(&shared, &head)?;
        let fields = EditorFields::of(&table.content, &beside);
        let changed = changed_verdict(&head, table.content.rules, table.report(&shared).is_legal());
        let editor = Editor::new(&shared, stored, &table, fields, &FieldErrors::new());
        Ok::<_, WebError>(Editor { changed, ..editor })
    });
    let editor = gathered.await??;
    let key_url = LAYOUTS.new_link(&request, &state, &id).await?;
    let layout = Layout::new(&state, format!("Edit {}", editor.title), Some(Area::Tables)).with_flash(&request);
    let scripts = scripts(&state);
    let response = render_as(StatusCode::OK, &EditPage { layout, work_kind: &LAYOUTS, editor, scripts, key_url })?;
    Ok(not_stored(clear_flash(&request, &state, response)?))
}

/// The addresses of the scripts for dragging and for the verdict meanwhile.
fn scripts(state: &AppState) -> [String; 2] {
    ["terrain.js", "trial.js"].map(|name| state.assets.address(name).to_owned())
}

/// Answers with the editor, or with the part of it that script asks for.
pub(super) fn answer(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    editor: Editor,
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, format!("Edit {}", editor.title), Some(Area::Tables))
        .marked_wrong(!editor.errors.is_empty());
    let response = if wants_part(request) {
        render_as(status, &EditorPart { layout, editor })
    } else {
        let scripts = scripts(state);
        render_as(status, &EditPage { layout, work_kind: &LAYOUTS, editor, scripts, key_url: None })
    };
    response.map(not_stored)
}
