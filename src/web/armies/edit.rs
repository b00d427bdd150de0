//! The editor: `/armies/{id}/edit`.
//!
//! One form holds the whole army. Every button posts it with a word of what to do, so nothing typed is lost by a click,
//! and the page works without script. Each change is kept at once as a new state; undo goes back along them.

use actix_web::http::{Method, StatusCode, header};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::create::new_request;
use super::editor::{Editor, LastState, Stored, Unsaved};
use super::fields::{EditorFields, FieldErrors};
use super::show::permanent_path;
use super::state::{draft_of, moment};
use crate::store::{Kind, Secret, Work, WorkId};
use crate::web::error::WebError;
use crate::web::page::{Area, Layout, render_as, see_other};
use crate::web::state::State;
use crate::web::visitor::{self, Flash, said};

#[derive(Template)]
#[template(path = "armies/edit.html")]
struct EditPage {
    layout: Layout,
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

/// The edit link's secret.
#[derive(Deserialize)]
pub struct KeyQuery {
    key: Option<String>,
}

pub(super) fn id_of(path: &str) -> Result<WorkId, WebError> {
    WorkId::parse(path).map_err(|_| WebError::NotFound)
}

/// The army, if the visitor may change it.
pub(super) async fn own_army(state: &State, request: &HttpRequest, id: &WorkId) -> Result<Work, WebError> {
    let army = state.store.work_for(Kind::Army, id, visitor::digest(request).as_ref()).await?;
    if army.editable { Ok(army) } else { Err(WebError::NotYours(Kind::Army)) }
}

pub(super) fn stored(state: &State, request: &HttpRequest, army: &Work) -> Result<Stored, WebError> {
    let path = permanent_path(&army.id, &army.head);
    Ok(Stored {
        id: army.id.to_string(),
        request: new_request()?,
        base: army.head.number,
        can_undo: army.can_undo,
        can_redo: army.can_redo,
        last: Some(LastState { address: state.url(request, &path), path, at: moment(army.updated_at) }),
    })
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
        return open_with_key(&request, &state, &id, key).await;
    }
    let army = own_army(&state, &request, &id).await?;
    let draft = draft_of(&state, &army.head)?;
    let fields = EditorFields::of(&draft);
    let editor = Editor::new(&state, stored(&state, &request, &army)?, &draft, fields, &FieldErrors::new());
    let key_url = match visitor::fresh_key(&request) {
        // It may have been replaced from another browser.
        Some(key) if state.store.key_matches(Kind::Army, &id, &key.digest()).await? => {
            Some(state.url(&request, &format!("/armies/{id}/edit?key={}", key.expose())))
        }
        _ => None,
    };
    let layout = Layout::new(&state, format!("Edit {}", editor.title), Some(Area::Armies)).with_flash(&request);
    let response = render_as(StatusCode::OK, &EditPage { layout, editor, key_url })?;
    Ok(private(said(&request, &state, response)?))
}

/// The browser may edit the army from now on, and the secret leaves the address.
async fn open_with_key(request: &HttpRequest, state: &State, id: &WorkId, key: &str) -> Result<HttpResponse, WebError> {
    let key = Secret::parse(key).map_err(|_| WebError::WrongKey(Kind::Army))?.digest();
    let onward = format!("/armies/{id}/edit");
    // Who only asks what stands behind a link does not open it.
    if request.method() == Method::HEAD {
        let fits = state.store.key_matches(Kind::Army, id, &key).await?;
        return if fits { Ok(see_other(&onward).finish()) } else { Err(WebError::WrongKey(Kind::Army)) };
    }
    let visitor = visitor::visitor_or_new(request)?;
    state.store.hold_with_key(Kind::Army, id, &key, &visitor.digest()).await?;
    Ok(see_other(&onward).cookie(visitor::visitor_cookie(state, &visitor)).cookie(Flash::Opened.cookie(state)).finish())
}

/// What only its holder sees is kept by no cache.
fn private(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

/// Whether script asks for the editor alone.
pub(super) fn wants_part(request: &HttpRequest) -> bool {
    request.headers().get("x-part").is_some_and(|part| part == "editor")
}

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
        render_as(status, &EditPage { layout, editor, key_url: None })
    };
    response.map(private)
}
