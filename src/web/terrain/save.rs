//! The actions of the editor's buttons, and of dragging: `POST /terrain/{id}/edit`.
//!
//! The form contains numbers, not outlines, so it is read together with the revision from which it was made.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use askama::Template;
use musterfield_terrain::Layout;
use musterfield_terrain::edit::Edit;
use musterfield_terrain::file::to_json;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::action::{self, LayoutAction, words};
use super::edit::answer;
use super::editor::Editor;
use super::fields::{Beside, EditorFields, FieldErrors};
use super::revision::{layout_of, new_revision, reason_not_storable};
use crate::store::{Revision, StoreError, Work, WorkId};
use crate::web::accounts::identity;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::{self, Area, not_stored, render_as, see_other};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::LAYOUTS;
use crate::web::works::change::{EditRequest, Stored, WorkChange, request_key, wants_part};
use crate::web::works::find::id_of;

/// The most unsaved changes in a form that is based on an old revision; more are refused.
const MOST_PENDING: usize = 100;
/// The reason why nothing was saved if the database does not answer.
const UNREACHABLE: &str =
    "The layouts cannot be reached at the moment: the database is not responding, or its disk is full.";
/// The most changes that the history lists one by one.
const MOST_TOLD: usize = 3;

/// `POST /terrain/{id}/edit`
///
/// # Errors
/// When there is no such layout, it is not the visitor's, or the form is malformed. Wrong fields, a change that is
/// impossible or that another tab made first are not errors: the answer is the editor again, with everything that was
/// typed; so it is when the database does not answer, but without the map.
pub async fn save_layout(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let posted = Arc::new(Posted::read(id_of(&path)?, &body)?);
    match save(&posted, &state, &request).await {
        // Script still has the changes, and says so.
        Err(error) if !wants_part(&request) => posted.unsaved(&state, &body, error),
        answer => answer,
    }
}

/// The editor's form with the button that sent it.
struct Posted {
    id: WorkId,
    /// The number of the revision from which the form was made.
    base: i64,
    /// The request key, so that a click sent twice takes effect once.
    key: String,
    op: LayoutAction,
    /// The value of the button.
    asked: String,
    /// The changes made since that revision that are not saved.
    pending: Vec<Edit>,
    /// These changes as the form has them.
    waiting: String,
    typed: EditorFields,
}

/// An action, applied to the revision from which its form was made.
struct Meant {
    /// That revision, with the input applied.
    typed: Layout,
    /// A description of the input.
    told: Vec<String>,
    /// The layout after the button's change.
    changed: Layout,
    /// A description of all changes.
    action: String,
    errors: FieldErrors,
    /// The values of the form beside the table from here on.
    beside: Beside,
}

impl Posted {
    fn read(id: WorkId, body: &[u8]) -> Result<Self, WebError> {
        let mut fields = Fields::parse(body)?;
        let base: i64 = fields
            .demand("base")?
            .parse()
            .map_err(|_| WebError::Unreadable("the field “base” is not a version number".to_owned()))?;
        // Ignored: it makes a click on one page differ from the same click on another in the request key.
        fields.take("request");
        let asked = fields.take("do").unwrap_or_else(|| "save".to_owned());
        let waiting = fields.text("pending").replace("\r\n", "\n");
        let typed = EditorFields::parse(&mut fields)?;
        fields.finish()?;
        let no_button = |value: &str| WebError::Unreadable(format!("the editor has no button “{}”", short(value)));
        let locked = typed.locked();
        let op = action::read(&asked, typed.snap, &locked).ok_or_else(|| no_button(&asked))?;
        let mut pending = Vec::new();
        for value in waiting.lines() {
            match action::read(value, typed.snap, &locked) {
                Some(LayoutAction::Change(edit)) if pending.len() < MOST_PENDING => pending.push(edit),
                _ => return Err(no_button(value)),
            }
        }
        let key = request_key(&id, "edit", body);
        Ok(Self { id, base, key, op, asked, pending, waiting, typed })
    }

    /// The revision from which the form was made.
    async fn made_from(&self, state: &AppState, work: &Work) -> Result<Revision, WebError> {
        if work.head.number == self.base {
            return Ok(work.head.clone());
        }
        let none = || WebError::Unreadable("the field “base” is not a version number".to_owned());
        let after = self.base.checked_add(1).ok_or_else(none)?;
        let known = state.store.revisions(LAYOUTS.kind, &self.id, Some(after), 1).await?;
        let known = known.into_iter().next().filter(|known| known.number == self.base).ok_or_else(none)?;
        Ok(state.store.revision_by_hash(LAYOUTS.kind, &self.id, &known.hash).await?)
    }

    fn meant(&self, state: &AppState, before: &Layout) -> Result<Meant, WebError> {
        let mut layout = before.clone();
        let mut told = Vec::new();
        for edit in &self.pending {
            let changed = layout.apply(edit).map_err(|why| WebError::Unreadable(format!("{why}")))?;
            told.push(words(edit, &layout, &changed));
            layout = changed;
        }
        let typed = self.typed.changes(&layout)?;
        let mut errors = typed.errors;
        let befores = typed.edits.iter().map(|(before, _)| before);
        let afters = befores.skip(1).chain([&typed.layout]);
        told.extend(typed.edits.iter().zip(afters).map(|((before, edit), after)| words(edit, before, after)));
        let mut all = told.clone();
        let mut changed = typed.layout.clone();
        if let LayoutAction::Change(edit) = &self.op
            && errors.is_empty()
        {
            match changed.apply(edit) {
                Ok(after) => {
                    all.push(words(edit, &changed, &after));
                    changed = after;
                }
                Err(why) => {
                    errors.insert("do".to_owned(), why.to_string());
                }
            }
        }
        if errors.is_empty()
            && let Some(why) = reason_not_storable(state, &changed, Some(before))
        {
            errors.insert("do".to_owned(), format!("The table cannot be saved like this: {why}."));
        }
        let beside = Beside { snap: self.typed.snap, locked: self.typed.locked(), across: self.across(typed.across) };
        Ok(Meant { typed: typed.layout, told, changed, action: in_words(&all), errors, beside })
    }

    /// Of the features whose shorter side is in the field for the length, those for which it stays there after this
    /// action: for others it may have become the longer one, or another side altogether.
    fn across(&self, mut typed: Vec<String>) -> Vec<String> {
        match &self.op {
            LayoutAction::Undo | LayoutAction::Redo | LayoutAction::Change(Edit::Reroll { .. }) => typed.clear(),
            LayoutAction::Change(Edit::Move { .. }) | LayoutAction::Save | LayoutAction::Over(_) => {}
            LayoutAction::Change(edit) => typed.retain(|id| edit.piece() != Some(id.as_str())),
        }
        typed
    }

    /// The change that the action makes in the store, with the revision on which it is made.
    fn change(&self, head: &Revision, meant: &Meant) -> Result<(i64, WorkChange), WebError> {
        let typed = || new_revision(&meant.typed, &in_words(&meant.told));
        let unsaved = || {
            let differs = self.base == head.number && to_json(&meant.typed) != head.document;
            differs.then(typed).transpose()
        };
        Ok(match &self.op {
            LayoutAction::Save => (self.base, WorkChange::Add(typed()?)),
            LayoutAction::Over(head) => (*head, WorkChange::Add(typed()?)),
            LayoutAction::Change(_) => (self.base, WorkChange::Add(new_revision(&meant.changed, &meant.action)?)),
            LayoutAction::Undo => (self.base, WorkChange::Undo { typed: unsaved()? }),
            LayoutAction::Redo => (self.base, WorkChange::Redo { typed: unsaved()? }),
        })
    }

    /// The editor after the change, with its announcement.
    fn editor(&self, state: &AppState, stored: Stored, head: &Revision, meant: &Meant) -> Result<Editor, WebError> {
        let layout = layout_of(state, head)?;
        let fields = EditorFields::of(&layout, &meant.beside);
        let mut editor = Editor::new(state, stored, &layout, fields, &FieldErrors::new());
        match &self.op {
            LayoutAction::Undo => editor.say("undone", None),
            LayoutAction::Redo => editor.say("redone", None),
            LayoutAction::Change(edit) => {
                let piece = edit.piece().map(str::to_owned).or_else(|| match edit {
                    Edit::Add { .. } => layout.features.last().map(|feature| feature.id.clone()),
                    _ => None,
                });
                editor.say(&meant.action, piece.as_deref());
            }
            LayoutAction::Save | LayoutAction::Over(_) => {
                editor.say(if meant.told.is_empty() { "saved" } else { &meant.action }, None)
            }
        }
        Ok(editor)
    }

    /// The anchor at which a page without script continues: the place of the change.
    fn place(&self, changed: &Layout) -> String {
        let row = |id: &str| {
            let at = changed.features.iter().position(|feature| feature.id == id)?;
            Some(format!("#row-{}", super::editor::key(id, at)))
        };
        match &self.op {
            LayoutAction::Change(Edit::Add { .. }) => {
                changed.features.last().and_then(|feature| row(&feature.id)).unwrap_or_default()
            }
            LayoutAction::Change(edit) => edit.piece().and_then(row).unwrap_or_else(|| "#table".to_owned()),
            LayoutAction::Undo | LayoutAction::Redo => "#table".to_owned(),
            LayoutAction::Save | LayoutAction::Over(_) => String::new(),
        }
    }

    /// Another tab was quicker: the editor with the changes of this one, to be saved on top or given up. Until then the
    /// form is based on the revision from which it was made, so that no other button saves it along the way.
    fn conflict(&self, state: &AppState, stored: Stored, head: &Revision, meant: &Meant) -> Editor {
        let at = Stored { base: self.base, ..stored };
        let fields = EditorFields::of(&meant.changed, &meant.beside);
        let mut editor = Editor::new(state, at, &meant.changed, fields, &FieldErrors::new());
        editor.pending.clone_from(&self.waiting);
        if matches!(self.op, LayoutAction::Change(_)) {
            let before = if self.waiting.is_empty() { "" } else { "\n" };
            editor.pending = format!("{}{before}{}", self.waiting, self.asked);
        }
        editor.unsaved = Some(LAYOUTS.conflict(&self.id, head));
        editor
    }

    /// The editor with the errors.
    fn wrong(&self, state: &AppState, stored: Stored, head: &Revision, meant: &Meant) -> Editor {
        let at = Stored { base: self.base, ..stored };
        let mut editor = Editor::new(state, at, &meant.typed, self.typed.clone(), &meant.errors);
        editor.pending.clone_from(&self.waiting);
        if head.number != self.base {
            editor.unsaved = Some(LAYOUTS.conflict(&self.id, head));
        }
        editor
    }

    /// Whether the layout already is as this action would make it.
    fn wants(&self, head: &Revision, meant: &Meant) -> bool {
        !matches!(self.op, LayoutAction::Undo | LayoutAction::Redo) && to_json(&meant.changed) == head.document
    }

    /// The input, to be sent again, if the database does not answer, not even with the present table, or stores nothing
    /// more.
    fn unsaved(&self, state: &AppState, body: &[u8], error: WebError) -> Result<HttpResponse, WebError> {
        let why = match (&error, error.nothing_kept()) {
            (_, Some((title, text))) => format!("{title}. {text}"),
            (WebError::Unavailable, None) => UNREACHABLE.to_owned(),
            _ => return Err(error),
        };
        let fields = Fields::parse(body)?.others(&["do"]);
        let layout = page::Layout::new(state, "Not saved", Some(Area::Terrain));
        let (id, asked) = (self.id.to_string(), self.asked.clone());
        let page = UnsavedPage { layout, id, asked, fields, why };
        Ok(error.on(not_stored(render_as(error.status_code(), &page)?)))
    }
}

/// Carries out the action. The slow parts for a large layout, the change and the editor that answers it, are done as
/// heavy work.
async fn save(posted: &Arc<Posted>, state: &Data<AppState>, request: &HttpRequest) -> Result<HttpResponse, WebError> {
    let work = LAYOUTS.work_to_edit(state, request, &posted.id).await?;
    let made_from = posted.made_from(state, &work).await?;
    // New features may be rolled, which can take many tries.
    let throws = !posted.pending.is_empty() || matches!(posted.op, LayoutAction::Change(Edit::Reroll { .. }));
    let size = if throws { usize::MAX } else { work.head.document.len().max(made_from.document.len()) };
    let (doing, shared, head) = (Arc::clone(posted), state.clone(), work.head.clone());
    let meant = state.run_by_size(request, JobKind::Table, size, move || {
        let meant = doing.meant(&shared, &layout_of(&shared, &made_from)?)?;
        let change = if meant.errors.is_empty() { Some(doing.change(&head, &meant)?) } else { None };
        Ok::<_, WebError>((Arc::new(meant), change))
    });
    let (meant, change) = meant.await??;
    let Some((base, change)) = change else {
        let stored = LAYOUTS.stored(state, request, &work)?;
        let (doing, shared, head) = (Arc::clone(posted), state.clone(), work.head);
        let editor =
            state.run_by_size(request, JobKind::Table, size, move || doing.wrong(&shared, stored, &head, &meant));
        return answer(request, state, StatusCode::UNPROCESSABLE_ENTITY, editor.await?);
    };
    let by = identity::holder(request, state).await?.ok_or_else(|| LAYOUTS.not_yours(&posted.id))?;
    let press = EditRequest { id: &posted.id, by: &by, base, key: &posted.key };
    match LAYOUTS.change(&state.store_for(request), press, change).await {
        Ok(()) => saved(posted, state, request, meant).await,
        // Both changes have the same result.
        Err(StoreError::Conflict { head }) if posted.wants(&head, &meant) => saved(posted, state, request, meant).await,
        Err(StoreError::Conflict { head }) => {
            let stored = LAYOUTS.stored(state, request, &work)?;
            let (doing, shared, size) = (Arc::clone(posted), state.clone(), size.max(head.document.len()));
            let editor = state
                .run_by_size(request, JobKind::Table, size, move || doing.conflict(&shared, stored, &head, &meant));
            answer(request, state, StatusCode::CONFLICT, editor.await?)
        }
        Err(error) => Err(error.into()),
    }
}

/// The answer after the action was carried out.
async fn saved(
    posted: &Arc<Posted>,
    state: &Data<AppState>,
    request: &HttpRequest,
    meant: Arc<Meant>,
) -> Result<HttpResponse, WebError> {
    if !wants_part(request) {
        let place = posted.place(&meant.changed);
        return Ok(see_other(&format!("{}{}{place}", LAYOUTS.editor(&posted.id), query(&meant.beside))).finish());
    }
    let work = LAYOUTS.work_to_edit(state, request, &posted.id).await?;
    let stored = LAYOUTS.stored(state, request, &work)?;
    let (doing, shared, head) = (Arc::clone(posted), state.clone(), work.head);
    let size = head.document.len();
    let editor = state.run_by_size(request, JobKind::Table, size, move || doing.editor(&shared, stored, &head, &meant));
    answer(request, state, StatusCode::OK, editor.await??)
}

#[derive(Template)]
#[template(path = "terrain/unsaved.html")]
struct UnsavedPage {
    layout: page::Layout,
    id: String,
    asked: String,
    fields: Vec<(String, String)>,
    /// The reason why it is not saved.
    why: String,
}

/// The values that a page without script passes on and that are not part of the layout.
fn query(beside: &Beside) -> String {
    let escaped = |text: &String| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let mut parts = Vec::new();
    if !beside.snap {
        parts.push("snap=off".to_owned());
    }
    for (name, ids) in [("lock", &beside.locked), ("across", &beside.across)] {
        if !ids.is_empty() {
            parts.push(format!("{name}={}", ids.iter().map(escaped).collect::<Vec<_>>().join(",")));
        }
    }
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

/// The beginning of a text, to be shown.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// Changes as the history describes them.
fn in_words(told: &[String]) -> String {
    let first: Vec<&str> = told.iter().take(MOST_TOLD).map(String::as_str).collect();
    match told.len() - first.len() {
        0 if first.is_empty() => "saved without changes".to_owned(),
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}
