//! The editor: `/armies/{id}/edit`.
//!
//! One form holds the whole army. Every button posts it with a word of what to do, so nothing typed is lost by a click,
//! and the page works without script. Each change is kept at once as a new state; undo goes back along them.

use actix_web::http::{Method, StatusCode, header};
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::create::new_request;
use super::editor::{Conflict, Editor, Stored};
use super::fields::{EditorFields, FieldErrors};
use super::keys::Keys;
use super::op::{self, Op};
use super::show::permanent_path;
use super::state::{draft_of, moment, new_state, request_key, unkeepable};
use crate::army::Draft;
use crate::army::file::to_json;
use crate::store::{Army, ArmyId, Revision, Secret, SecretDigest, StoreError};
use crate::web::error::WebError;
use crate::web::fields::Fields;
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

pub(super) fn id_of(path: &str) -> Result<ArmyId, WebError> {
    ArmyId::parse(path).map_err(|_| WebError::NotFound)
}

/// The army, if the visitor may change it.
pub(super) async fn own_army(state: &State, request: &HttpRequest, id: &ArmyId) -> Result<Army, WebError> {
    let army = state.store.army_for(id, visitor::digest(request).as_ref()).await?;
    if army.editable { Ok(army) } else { Err(WebError::NotYours) }
}

fn stored(state: &State, request: &HttpRequest, army: &Army) -> Result<Stored, WebError> {
    Ok(Stored {
        id: army.id.to_string(),
        request: new_request()?,
        base: army.head.number,
        hash: army.head.hash.to_string(),
        can_undo: army.can_undo,
        can_redo: army.can_redo,
        saved_at: moment(army.updated_at),
        address: state.url(request, &permanent_path(&army.id, &army.head)),
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
        Some(key) if state.store.key_matches(&id, &key.digest()).await? => {
            Some(state.url(&request, &format!("/armies/{id}/edit?key={}", key.expose())))
        }
        _ => None,
    };
    let layout = Layout::new(&state, format!("Edit {}", editor.title), Some(Area::Armies)).with_flash(&request);
    let response = render_as(StatusCode::OK, &EditPage { layout, editor, key_url })?;
    Ok(private(said(&request, &state, response)?))
}

/// The browser may edit the army from now on, and the secret leaves the address.
async fn open_with_key(request: &HttpRequest, state: &State, id: &ArmyId, key: &str) -> Result<HttpResponse, WebError> {
    let key = Secret::parse(key).map_err(|_| WebError::WrongKey)?.digest();
    let onward = format!("/armies/{id}/edit");
    // Who only asks what stands behind a link does not open it.
    if request.method() == Method::HEAD {
        let fits = state.store.key_matches(id, &key).await?;
        return if fits { Ok(see_other(&onward).finish()) } else { Err(WebError::WrongKey) };
    }
    let visitor = visitor::visitor_or_new(request)?;
    state.store.hold_with_key(id, &key, &visitor.digest()).await?;
    Ok(see_other(&onward).cookie(visitor::visitor_cookie(state, &visitor)).cookie(Flash::Opened.cookie(state)).finish())
}

/// What only its holder sees is kept by no cache.
fn private(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

/// Whether script asks for the editor alone.
fn wants_part(request: &HttpRequest) -> bool {
    request.headers().get("x-part").is_some_and(|part| part == "editor")
}

fn answer(request: &HttpRequest, state: &State, status: StatusCode, editor: Editor) -> Result<HttpResponse, WebError> {
    let layout = Layout::new(state, format!("Edit {}", editor.title), Some(Area::Armies));
    let response = if wants_part(request) {
        render_as(status, &EditorPart { layout, editor })
    } else {
        render_as(status, &EditPage { layout, editor, key_url: None })
    };
    response.map(private)
}

/// `POST /armies/{id}/edit`
///
/// # Errors
/// Not there, not the visitor's, a form that makes no sense. Wrong fields and a change that another tab made first are
/// no errors but the editor again, with everything that was typed.
pub async fn save_army(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let base: i64 = fields
        .demand("base")?
        .parse()
        .map_err(|_| WebError::Unreadable("the field “base” is no number of a state".to_owned()))?;
    // Not looked at: it makes a click on one page differ from the same click on another, in the name of the request.
    fields.take("request");
    let asked = fields.take("do").unwrap_or_else(|| "save".to_owned());
    let typed = EditorFields::parse(&mut fields)?;
    fields.finish()?;

    let army = own_army(&state, &request, &id).await?;
    let ruleset = state
        .book
        .ruleset(&typed.ruleset)
        .ok_or_else(|| WebError::Unreadable(format!("there is no ruleset “{}”", typed.ruleset)))?;
    let (draft, mut errors) = typed.army(ruleset);
    let keys = typed.keys.clone().unwrap_or_else(|| Keys::fresh(draft.lines.len()));
    let Some(op) = op::read(&asked, &draft, &keys, state.catalogue) else {
        return Err(WebError::Unreadable(format!("the editor has no button “{asked}”")));
    };
    let (changed, keys) = match &op {
        Op::Change(change) => (change.on(&draft), keys.after(&change.edits, &draft)),
        _ => (draft.clone(), keys),
    };
    if errors.is_empty()
        && let Some(why) = unkeepable(&state, &changed)
    {
        errors.insert("army".to_owned(), format!("The army cannot be kept so: {why}."));
    }
    if !errors.is_empty() {
        let at = Stored { base, ..stored(&state, &request, &army)? };
        let editor = Editor::new(&state, at, &draft, typed, &errors);
        return answer(&request, &state, StatusCode::UNPROCESSABLE_ENTITY, editor);
    }
    let visitor = visitor::visitor_or_new(&request)?.digest();
    let by = By { visitor: &visitor, base, key: &request_key(&id, "edit", &body) };
    let done = Done::of(&op, &asked, &changed, &keys);
    match carry_out(&state, &army, by, &draft, op).await {
        Ok(()) if wants_part(&request) => {
            let army = own_army(&state, &request, &id).await?;
            let draft = draft_of(&state, &army.head)?;
            let keys = keys.follow(&changed.lines, &draft.lines);
            let fields = EditorFields { keys: Some(keys), ..EditorFields::of(&draft) };
            let editor = Editor::new(&state, stored(&state, &request, &army)?, &draft, fields, &FieldErrors::new());
            answer(&request, &state, StatusCode::OK, editor)
        }
        Ok(()) if done == Done::Print => {
            let army = own_army(&state, &request, &id).await?;
            Ok(see_other(&format!("{}/roster.pdf", permanent_path(&id, &army.head))).finish())
        }
        Ok(()) => Ok(see_other(&format!("/armies/{id}/edit{}", done.place())).finish()),
        Err(StoreError::Conflict { head }) => conflict(&request, &state, &army, &head, &draft, typed),
        Err(error) => Err(error.into()),
    }
}

/// What was done, for where the page goes on that has no script to stay in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Done {
    /// To the head of the editor.
    Saved,
    /// Where the change was made.
    Changed(String),
    /// To the printed roster.
    Print,
}

impl Done {
    fn of(op: &Op, asked: &str, changed: &Draft, keys: &Keys) -> Self {
        let mut parts = asked.split(':');
        let word = parts.next().unwrap_or_default();
        let line = if word == "fix" { parts.nth(1) } else { parts.next() };
        let at = line.and_then(|key| key.parse().ok()).and_then(|key| keys.at(key));
        match (op, word) {
            (Op::Pdf, _) => Self::Print,
            (Op::Save, _) => Self::Saved,
            (_, "add") => Self::Changed("offers".to_owned()),
            (_, "fix") => Self::Changed(at.map_or_else(|| "verdict".to_owned(), |at| format!("line-{at}"))),
            // A line that is gone leaves the list of lines.
            _ => Self::Changed(match at.filter(|at| *at < changed.lines.len()) {
                Some(at) => format!("line-{at}"),
                None => "muster".to_owned(),
            }),
        }
    }

    /// The place on the editor's page.
    fn place(&self) -> String {
        match self {
            Self::Changed(place) => format!("#{place}"),
            Self::Saved | Self::Print => String::new(),
        }
    }
}

/// Another tab was quicker: the editor with what was typed here, to be saved on top or given up.
fn conflict(
    request: &HttpRequest,
    state: &State,
    army: &Army,
    head: &Revision,
    draft: &Draft,
    typed: EditorFields,
) -> Result<HttpResponse, WebError> {
    let at = Stored { base: head.number, hash: head.hash.to_string(), ..stored(state, request, army)? };
    let mut editor = Editor::new(state, at, draft, typed, &FieldErrors::new());
    editor.conflict =
        Some(Conflict { action: head.action.clone(), at: moment(head.created_at), hash: head.hash.to_string() });
    answer(request, state, StatusCode::CONFLICT, editor)
}

/// Who asks for a change, from which state, under which name.
struct By<'a> {
    visitor: &'a SecretDigest,
    base: i64,
    key: &'a str,
}

async fn carry_out(
    state: &State,
    army: &Army,
    By { visitor, base, key }: By<'_>,
    typed: &Draft,
    asked: Op,
) -> Result<(), StoreError> {
    let id = &army.id;
    // `new_state` only fails for a hash of ours that is no hash.
    let state_of = |draft: &Draft, action: &str| new_state(state, draft, action).map_err(|_| StoreError::NotFound);
    match asked {
        Op::Save | Op::Pdf => {
            state.store.save(id, visitor, base, key, state_of(typed, &typing(state, army, typed))?).await?;
        }
        Op::Change(change) => {
            state.store.save(id, visitor, base, key, state_of(&change.on(typed), &change.action)?).await?;
        }
        Op::Undo | Op::Redo => {
            // What was typed and not saved yet is kept first, so that nothing is lost; undoing then takes that back.
            let base = if base == army.head.number && to_json(typed) != army.head.document {
                let typing_key = format!("{key}-typed");
                let saved = state
                    .store
                    .save(id, visitor, base, &typing_key, state_of(typed, &typing(state, army, typed))?)
                    .await?;
                saved.revision.number
            } else {
                base
            };
            let done = match asked {
                Op::Undo => state.store.undo(id, visitor, base, key).await,
                _ => state.store.redo(id, visitor, base, key).await,
            };
            match done {
                Ok(_) | Err(StoreError::NothingToUndo | StoreError::NothingToRedo) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// What was typed, in words: the fields that differ from the stored state.
fn typing(state: &State, army: &Army, typed: &Draft) -> String {
    let Ok(before) = draft_of(state, &army.head) else { return "changed the army".to_owned() };
    let mut changed = Vec::new();
    let mut note = |differs: bool, what: &'static str| {
        if differs {
            changed.push(what);
        }
    };
    note(before.ruleset.id != typed.ruleset.id, "ruleset");
    note(before.name != typed.name, "name");
    note(before.points != typed.points, "AP");
    note(before.home_terrain != typed.home_terrain, "home terrain");
    note(before.aggression != typed.aggression, "aggression");
    note(before.list != typed.list, "list");
    note(before.allies != typed.allies, "allies");
    note(before.camp != typed.camp, "camp");
    note(before.lines != typed.lines, "elements");
    note(before.notes != typed.notes, "notes");
    format!("changed {}", changed.join(", "))
}
