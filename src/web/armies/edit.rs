//! The editor: `/armies/{id}/edit`.
//!
//! One form contains the whole army. Every button posts it with an action word, so no click loses any input, and the
//! page works without script. Each change is saved at once as a new revision; undo goes back through them.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::editor::{Editor, Verdict};
use super::fields::{EditorFields, FieldErrors, UNFIT};
use super::for_event::{EventPanel, ForEvent};
use super::menus::ShareMenu;
use super::revision::changed_verdict;
use crate::web::cookies::clear_flash;
use crate::web::error::WebError;
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::change::{Unsaved, wants_part};
use crate::web::works::content::Judged;
use crate::web::works::find::id_of;
use crate::web::works::{ARMIES, WorkKind};

/// The query of the editor's address.
#[derive(Deserialize)]
pub struct EditQuery {
    /// The secret of an edit link.
    key: Option<String>,
    /// The part of the page that is open.
    open: Option<String>,
    /// The event for which the army is built.
    #[serde(default)]
    event: String,
}

#[derive(Template)]
#[template(path = "armies/edit.html", whitespace = "minimize")]
struct EditPage {
    layout: Layout,
    work_kind: &'static WorkKind,
    editor: Editor,
    share: ShareMenu,
    /// Addresses of the style and the script of army pages.
    style: String,
    army_script: String,
    /// The edit link, while it is new and not put away.
    key_url: Option<String>,
    /// What the event says for which the army is built.
    for_event: Option<EventPanel>,
}

/// What the event says for which the army of this request is built, if it is for one.
fn event_panel(request: &HttpRequest, state: &AppState, editor: &Editor) -> Option<EventPanel> {
    let extensions = request.extensions();
    let event = extensions.get::<ForEvent>()?;
    Some(event.panel(&editor.stored.id, &editor.army, state.catalogue))
}

/// Notes the event for which the army of this request is built, for its answer.
pub(super) async fn note_event(request: &HttpRequest, state: &AppState, slug: &str) -> Result<(), WebError> {
    if let Some(event) = ForEvent::find(request, state, slug).await? {
        request.extensions_mut().insert(event);
    }
    Ok(())
}

impl EditPage {
    fn new(request: &HttpRequest, state: &AppState, layout: Layout, editor: Editor, key_url: Option<String>) -> Self {
        let permanent = editor.stored.last.as_ref().map(|last| last.address.clone());
        Self {
            layout,
            work_kind: &ARMIES,
            share: ShareMenu::living(state, request, (&editor.stored.id, &editor.title), permanent),
            style: state.assets.address("army.css").to_owned(),
            army_script: state.assets.address("army.js").to_owned(),
            for_event: event_panel(request, state, &editor),
            editor,
            key_url,
        }
    }
}

#[derive(Template)]
#[template(path = "armies/editor.html", whitespace = "minimize")]
struct EditorPart {
    layout: Layout,
    editor: Editor,
    for_event: Option<EventPanel>,
}

/// `GET /armies/{id}/edit`, with `?key=` from an edit link, and `?open=unfit` if it shows what does not fit.
///
/// # Errors
/// When there is no such army, it is not the visitor's, or the key is wrong.
pub async fn edit_army(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<EditQuery>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    if let Some(key) = &query.key {
        return ARMIES.open_with_key(&request, &state, &id, key).await;
    }
    let army = ARMIES.work_to_edit(&state, &request, &id).await?;
    let stored = ARMIES.stored(&state, &request, &army)?;
    let EditQuery { open, event, .. } = query.into_inner();
    let shows_unfit = open.as_deref() == Some(UNFIT);
    note_event(&request, &state, &event).await?;
    let event = request.extensions().get::<ForEvent>().map(|event| event.slug.clone()).unwrap_or_default();
    let (shared, head) = (state.clone(), army.head);
    let gathered = state.run_by_size(&request, JobKind::Army, head.document.len(), move || {
        let army = Judged::of(&shared, &head)?;
        let fields = EditorFields { shows_unfit, event, ..EditorFields::of(&army.content) };
        let changed = changed_verdict(&head, &army.content, army.report(&shared));
        let editor = Editor::new(&shared, stored, &army, fields, &FieldErrors::new());
        Ok::<_, WebError>(Editor { changed, ..editor })
    });
    let editor = gathered.await??;
    let key_url = ARMIES.new_link(&request, &state, &id).await?;
    let layout = Layout::new(&state, format!("Edit {}", editor.title), Some(Area::Armies)).with_flash(&request);
    let response = render_as(StatusCode::OK, &EditPage::new(&request, &state, layout, editor, key_url))?;
    Ok(not_stored(clear_flash(&request, &state, response)?))
}

/// Answers with the editor, or with the part of it that script asks for.
pub(super) fn answer(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    editor: Editor,
) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, format!("Edit {}", editor.title), Some(Area::Armies))
        .marked_wrong(!editor.errors.is_empty());
    let response = if wants_part(request) {
        render_as(status, &EditorPart { layout, for_event: event_panel(request, state, &editor), editor })
    } else {
        render_as(status, &EditPage::new(request, state, layout, editor, None))
    };
    response.map(not_stored)
}
