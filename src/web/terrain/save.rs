//! What a press of a button in the editor does, and the drag of a piece: `POST /terrain/{id}/edit`.
//!
//! The form holds numbers, not outlines, so it is read together with the state that it was made from.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use askama::Template;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::edit::answer;
use super::editor::Editor;
use super::fields::{Beside, EditorFields, FieldErrors};
use super::op::{self, Op, words};
use super::state::{layout_of, new_state, unkeepable};
use crate::store::{Revision, StoreError, Work, WorkId};
use crate::terrain::Layout;
use crate::terrain::edit::Edit;
use crate::terrain::file::to_json;
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::kept::LAYOUTS;
use crate::web::kept::change::{Change, Press, Stored, request_key, wants_part};
use crate::web::kept::open::id_of;
use crate::web::page::{self, Area, not_stored, render_as, see_other};
use crate::web::scheduler::Kind;
use crate::web::state::State;

/// Buttons that wait in a form that stands on an old state; more are refused.
const MOST_PENDING: usize = 100;
/// Why nothing was saved if the database says nothing.
const UNREACHABLE: &str = "The layouts cannot be reached just now: the database does not answer, or its disk is full.";
/// Changes that are told one by one in the history.
const MOST_TOLD: usize = 3;

/// `POST /terrain/{id}/edit`
///
/// # Errors
/// Not there, not the visitor's, a form that makes no sense. Wrong fields, a change that cannot be made or that another
/// tab made first are no errors but the editor again, with everything that was typed; so is a database that does not
/// answer, without the map.
pub async fn save_layout(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let posted = Arc::new(Posted::read(id_of(&path)?, &body)?);
    match save(&posted, &state, &request).await {
        // Script has kept what was done, and says so.
        Err(error) if !wants_part(&request) => posted.unsaved(&state, &body, error),
        answer => answer,
    }
}

/// The editor's form with the button that sent it.
struct Posted {
    id: WorkId,
    /// Number of the state that the form was made from.
    base: i64,
    /// Names the press, so that sent twice it does its work once.
    key: String,
    op: Op,
    /// The button itself.
    asked: String,
    /// What was done since that state and is not saved.
    pending: Vec<Edit>,
    /// The same as it stands in the form.
    waiting: String,
    typed: EditorFields,
}

/// A press, held against the state that its form was made from.
struct Meant {
    /// That state, with what was typed.
    typed: Layout,
    /// Words for what was typed.
    told: Vec<String>,
    /// The same after the button's change.
    changed: Layout,
    /// Words for all of it.
    action: String,
    errors: FieldErrors,
    /// What the form says beside it from here on.
    beside: Beside,
}

impl Posted {
    fn read(id: WorkId, body: &[u8]) -> Result<Self, WebError> {
        let mut fields = Fields::parse(body)?;
        let base: i64 = fields
            .demand("base")?
            .parse()
            .map_err(|_| WebError::Unreadable("the field “base” is no number of a state".to_owned()))?;
        // Not looked at: it makes a click on one page differ from the same click on another, in the name of the request.
        fields.take("request");
        let asked = fields.take("do").unwrap_or_else(|| "save".to_owned());
        let waiting = fields.text("pending").replace("\r\n", "\n");
        let typed = EditorFields::parse(&mut fields)?;
        fields.finish()?;
        let no_button = |value: &str| WebError::Unreadable(format!("the editor has no button “{}”", short(value)));
        let locked = typed.locked();
        let op = op::read(&asked, typed.snap, &locked).ok_or_else(|| no_button(&asked))?;
        let mut pending = Vec::new();
        for value in waiting.lines() {
            match op::read(value, typed.snap, &locked) {
                Some(Op::Change(edit)) if pending.len() < MOST_PENDING => pending.push(edit),
                _ => return Err(no_button(value)),
            }
        }
        let key = request_key(&id, "edit", body);
        Ok(Self { id, base, key, op, asked, pending, waiting, typed })
    }

    /// The state that the form was made from.
    async fn made_from(&self, state: &State, work: &Work) -> Result<Revision, WebError> {
        if work.head.number == self.base {
            return Ok(work.head.clone());
        }
        let none = || WebError::Unreadable("the field “base” is no number of a state".to_owned());
        let after = self.base.checked_add(1).ok_or_else(none)?;
        let known = state.store.revisions(LAYOUTS.kind, &self.id, Some(after), 1).await?;
        let known = known.into_iter().next().filter(|known| known.number == self.base).ok_or_else(none)?;
        Ok(state.store.revision_by_hash(LAYOUTS.kind, &self.id, &known.hash).await?)
    }

    fn meant(&self, state: &State, before: &Layout) -> Result<Meant, WebError> {
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
        if let Op::Change(edit) = &self.op
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
            && let Some(why) = unkeepable(state, &changed, Some(before))
        {
            errors.insert("do".to_owned(), format!("The table cannot be kept so: {why}."));
        }
        let beside = Beside { snap: self.typed.snap, locked: self.typed.locked(), across: self.across(typed.across) };
        Ok(Meant { typed: typed.layout, told, changed, action: in_words(&all), errors, beside })
    }

    /// Of the pieces whose shorter side stands in the field for the length those of which the press lets it stay there: of
    /// others it may have become the longer one, or another side altogether.
    fn across(&self, mut typed: Vec<String>) -> Vec<String> {
        match &self.op {
            Op::Undo | Op::Redo | Op::Change(Edit::Reroll { .. }) => typed.clear(),
            Op::Change(Edit::Move { .. }) | Op::Save | Op::Over(_) => {}
            Op::Change(edit) => typed.retain(|id| edit.piece() != Some(id.as_str())),
        }
        typed
    }

    /// What the press comes to in the store, with the state on which it is done.
    fn change(&self, head: &Revision, meant: &Meant) -> Result<(i64, Change), WebError> {
        let typed = || new_state(&meant.typed, &in_words(&meant.told));
        let unsaved = || {
            let differs = self.base == head.number && to_json(&meant.typed) != head.document;
            differs.then(typed).transpose()
        };
        Ok(match &self.op {
            Op::Save => (self.base, Change::Add(typed()?)),
            Op::Over(head) => (*head, Change::Add(typed()?)),
            Op::Change(_) => (self.base, Change::Add(new_state(&meant.changed, &meant.action)?)),
            Op::Undo => (self.base, Change::Undo { typed: unsaved()? }),
            Op::Redo => (self.base, Change::Redo { typed: unsaved()? }),
        })
    }

    /// The editor after the change, with a word of what was done.
    fn editor(&self, state: &State, stored: Stored, head: &Revision, meant: &Meant) -> Result<Editor, WebError> {
        let layout = layout_of(state, head)?;
        let fields = EditorFields::of(&layout, &meant.beside);
        let mut editor = Editor::new(state, stored, &layout, fields, &FieldErrors::new());
        match &self.op {
            Op::Undo => editor.say("one step back", None),
            Op::Redo => editor.say("one step forward again", None),
            Op::Change(edit) => {
                let piece = edit.piece().map(str::to_owned).or_else(|| match edit {
                    Edit::Add { .. } => layout.features.last().map(|feature| feature.id.clone()),
                    _ => None,
                });
                editor.say(&meant.action, piece.as_deref());
            }
            Op::Save | Op::Over(_) => editor.say(if meant.told.is_empty() { "saved" } else { &meant.action }, None),
        }
        Ok(editor)
    }

    /// Where a page without script goes on: where the change was made.
    fn place(&self, changed: &Layout) -> String {
        let row = |id: &str| {
            let at = changed.features.iter().position(|feature| feature.id == id)?;
            Some(format!("#row-{}", super::editor::key(id, at)))
        };
        match &self.op {
            Op::Change(Edit::Add { .. }) => {
                changed.features.last().and_then(|feature| row(&feature.id)).unwrap_or_default()
            }
            Op::Change(edit) => edit.piece().and_then(row).unwrap_or_else(|| "#table".to_owned()),
            Op::Undo | Op::Redo => "#table".to_owned(),
            Op::Save | Op::Over(_) => String::new(),
        }
    }

    /// Another tab was quicker: the editor with what was done and asked for here, to be saved on top or given up. Until
    /// then the form stands on the state that it was made from, so that no other button saves it by the way.
    fn conflict(&self, state: &State, stored: Stored, head: &Revision, meant: &Meant) -> Editor {
        let at = Stored { base: self.base, ..stored };
        let fields = EditorFields::of(&meant.changed, &meant.beside);
        let mut editor = Editor::new(state, at, &meant.changed, fields, &FieldErrors::new());
        editor.pending.clone_from(&self.waiting);
        if matches!(self.op, Op::Change(_)) {
            let before = if self.waiting.is_empty() { "" } else { "\n" };
            editor.pending = format!("{}{before}{}", self.waiting, self.asked);
        }
        editor.unsaved = Some(LAYOUTS.conflict(&self.id, head));
        editor
    }

    /// The editor with what is wrong.
    fn wrong(&self, state: &State, stored: Stored, head: &Revision, meant: &Meant) -> Editor {
        let at = Stored { base: self.base, ..stored };
        let mut editor = Editor::new(state, at, &meant.typed, self.typed.clone(), &meant.errors);
        editor.pending.clone_from(&self.waiting);
        if head.number != self.base {
            editor.unsaved = Some(LAYOUTS.conflict(&self.id, head));
        }
        editor
    }

    /// Whether the layout is already as this press would make it.
    fn wants(&self, head: &Revision, meant: &Meant) -> bool {
        !matches!(self.op, Op::Undo | Op::Redo) && to_json(&meant.changed) == head.document
    }

    /// What was sent, to be sent again, if the database says nothing, not even what the table looks like, or keeps no
    /// more.
    fn unsaved(&self, state: &State, body: &[u8], error: WebError) -> Result<HttpResponse, WebError> {
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

/// Carries a press out. What takes long for a large layout is done as heavy work: what the press means, and the editor
/// that answers it.
async fn save(posted: &Arc<Posted>, state: &Data<State>, request: &HttpRequest) -> Result<HttpResponse, WebError> {
    let work = LAYOUTS.own(state, request, &posted.id).await?;
    let made_from = posted.made_from(state, &work).await?;
    // New pieces may be thrown for, which can take many tries.
    let throws = !posted.pending.is_empty() || matches!(posted.op, Op::Change(Edit::Reroll { .. }));
    let size = if throws { usize::MAX } else { work.head.document.len().max(made_from.document.len()) };
    let (doing, shared, head) = (Arc::clone(posted), state.clone(), work.head.clone());
    let meant = state.sized(request, Kind::Table, size, move || {
        let meant = doing.meant(&shared, &layout_of(&shared, &made_from)?)?;
        let change = if meant.errors.is_empty() { Some(doing.change(&head, &meant)?) } else { None };
        Ok::<_, WebError>((Arc::new(meant), change))
    });
    let (meant, change) = meant.await??;
    let Some((base, change)) = change else {
        let stored = LAYOUTS.stored(state, request, &work)?;
        let (doing, shared, head) = (Arc::clone(posted), state.clone(), work.head);
        let editor = state.sized(request, Kind::Table, size, move || doing.wrong(&shared, stored, &head, &meant));
        return answer(request, state, StatusCode::UNPROCESSABLE_ENTITY, editor.await?);
    };
    let by = who::holder(request, state).await?.ok_or_else(|| LAYOUTS.not_yours(&posted.id))?;
    let press = Press { id: &posted.id, by: &by, base, key: &posted.key };
    match LAYOUTS.change(&state.keeping(request), press, change).await {
        Ok(()) => saved(posted, state, request, meant).await,
        // Both have come to the same.
        Err(StoreError::Conflict { head }) if posted.wants(&head, &meant) => saved(posted, state, request, meant).await,
        Err(StoreError::Conflict { head }) => {
            let stored = LAYOUTS.stored(state, request, &work)?;
            let (doing, shared, size) = (Arc::clone(posted), state.clone(), size.max(head.document.len()));
            let editor =
                state.sized(request, Kind::Table, size, move || doing.conflict(&shared, stored, &head, &meant));
            answer(request, state, StatusCode::CONFLICT, editor.await?)
        }
        Err(error) => Err(error.into()),
    }
}

/// The answer to a press that is done.
async fn saved(
    posted: &Arc<Posted>,
    state: &Data<State>,
    request: &HttpRequest,
    meant: Arc<Meant>,
) -> Result<HttpResponse, WebError> {
    if !wants_part(request) {
        let place = posted.place(&meant.changed);
        return Ok(see_other(&format!("{}{}{place}", LAYOUTS.editor(&posted.id), query(&meant.beside))).finish());
    }
    let work = LAYOUTS.own(state, request, &posted.id).await?;
    let stored = LAYOUTS.stored(state, request, &work)?;
    let (doing, shared, head) = (Arc::clone(posted), state.clone(), work.head);
    let size = head.document.len();
    let editor = state.sized(request, Kind::Table, size, move || doing.editor(&shared, stored, &head, &meant));
    answer(request, state, StatusCode::OK, editor.await??)
}

#[derive(Template)]
#[template(path = "terrain/unsaved.html")]
struct UnsavedPage {
    layout: page::Layout,
    id: String,
    asked: String,
    fields: Vec<(String, String)>,
    /// Why it is not saved.
    why: String,
}

/// What a page without script takes along that is no part of the layout.
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

/// The beginning of what somebody sent, to be shown.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// Changes as the history has them.
fn in_words(told: &[String]) -> String {
    let first: Vec<&str> = told.iter().take(MOST_TOLD).map(String::as_str).collect();
    match told.len() - first.len() {
        0 if first.is_empty() => "saved as it was".to_owned(),
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}
