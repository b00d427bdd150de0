//! The actions of the editor's buttons, and of dragging: `POST /terrain/{id}/edit`.
//!
//! The form contains numbers, not outlines, so it is read together with the revision from which it was made.
//! `works::editor` describes how a button press is carried out.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_terrain::Layout;
use musterfield_terrain::edit::Edit;
use musterfield_words::terrain::edit::message;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::action::{self, LayoutAction, words};
use super::edit;
use super::editor::Editor;
use super::fields::{Beside, EditorFields, FieldErrors};
use super::revision::{layout_of, written};
use crate::store::{Revision, WorkId};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{self, Area, not_stored, render_as};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::change::{Stored, Unsaved};
use crate::web::works::content::Judged;
use crate::web::works::editor::{Applied, Edited, Press, Step, Wrong, press};
use crate::web::works::{LAYOUTS, WorkKind};

/// The largest number of unsaved changes in a form that is based on an old revision; more are refused.
const MOST_PENDING: usize = 100;
/// The reason why nothing was saved if the database does not answer.
const UNREACHABLE: &str =
    "The layouts cannot be reached at the moment: the database is not responding, or its disk is full.";
/// The largest number of changes that the history lists one by one.
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
    press::<LayoutForm>(&request, &state, &path, body).await
}

/// The editor's form with the button that sent it.
struct LayoutForm {
    op: LayoutAction,
    /// The value of the button.
    asked: String,
    /// The changes that are not saved, made since the revision from which the form was made.
    pending: Vec<Edit>,
    /// These changes as the form has them.
    waiting: String,
    typed: EditorFields,
}

impl Edited for LayoutForm {
    type Content = Layout;
    type Beside = Beside;
    type Editor = Editor;

    const WORK_KIND: &'static WorkKind = &LAYOUTS;
    const JOB: JobKind = JobKind::Table;
    const IS_WHOLE: bool = false;

    fn parse(_: &AppState, asked: String, mut fields: Fields) -> Result<Self, WebError> {
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
        Ok(Self { op, asked, pending, waiting, typed })
    }

    fn step(&self) -> Step {
        match &self.op {
            LayoutAction::Save | LayoutAction::Change(_) => Step::Add,
            LayoutAction::Over(number) => Step::Over(*number),
            LayoutAction::Undo => Step::Undo,
            LayoutAction::Redo => Step::Redo,
        }
    }

    /// New features may be rolled, which can take many tries.
    fn is_heavy(&self) -> bool {
        !self.pending.is_empty() || matches!(self.op, LayoutAction::Change(Edit::Reroll { .. }))
    }

    fn apply(&self, state: &AppState, made_from: &Revision) -> Result<Applied<Self>, WebError> {
        let before = layout_of(state, made_from)?;
        let mut layout = before.clone();
        let mut told = Vec::new();
        for edit in &self.pending {
            let changed = layout.apply(edit).map_err(|why| WebError::Unreadable(message(&why)))?;
            told.push(words(edit, &layout, &changed));
            layout = changed;
        }
        let typed = self.typed.changes(&layout)?;
        let mut errors = typed.errors;
        let befores = typed.edits.iter().map(|(before, _)| before);
        let afters = befores.skip(1).chain([&typed.layout]);
        told.extend(typed.edits.iter().zip(afters).map(|((before, edit), after)| words(edit, before, after)));
        let mut changed = typed.layout.clone();
        if let LayoutAction::Change(edit) = &self.op
            && errors.is_empty()
        {
            match changed.apply(edit) {
                Ok(after) => {
                    told.push(words(edit, &changed, &after));
                    changed = after;
                }
                Err(why) => {
                    errors.insert("do".to_owned(), message(&why));
                }
            }
        }
        let beside = Beside { snap: self.typed.snap, locked: self.typed.locked(), across: self.across(typed.across) };
        let storable = errors.is_empty().then(|| written(state, &changed, Some(&before)));
        let outcome = match storable {
            Some(Ok(written)) => Ok(written),
            unstorable => {
                if let Some(Err(why)) = unstorable {
                    errors.insert("do".to_owned(), format!("The table cannot be saved like this: {why}."));
                }
                Err(Wrong { judged: Judged::new(typed.layout), errors })
            }
        };
        Ok(Applied { outcome, action: in_words(&told), beside })
    }

    fn describe(_: &AppState, _: &Revision, _: &Layout) -> String {
        "saved without changes".to_owned()
    }

    fn again(&self, state: &AppState, stored: Stored, applied: &Applied<Self>, unsaved: Option<Unsaved>) -> Editor {
        let (judged, none) = (applied.judged(), FieldErrors::new());
        let mut pending = self.waiting.clone();
        let (fields, errors) = match &applied.outcome {
            Ok(_) => {
                if matches!(self.op, LayoutAction::Change(_)) {
                    let before = if pending.is_empty() { "" } else { "\n" };
                    pending = format!("{pending}{before}{}", self.asked);
                }
                (EditorFields::of(&judged.content, &applied.beside), &none)
            }
            Err(wrong) => (self.typed.clone(), &wrong.errors),
        };
        Editor { pending, unsaved, ..Editor::new(state, stored, judged, fields, errors) }
    }

    /// The editor after the change, with its announcement.
    fn saved(&self, state: &AppState, stored: Stored, current: &Judged<Layout>, applied: &Applied<Self>) -> Editor {
        let layout = &current.content;
        let fields = EditorFields::of(layout, &applied.beside);
        let mut editor = Editor::new(state, stored, current, fields, &FieldErrors::new());
        let action = applied.action.as_deref().unwrap_or("saved");
        match &self.op {
            LayoutAction::Undo => editor.say("undone", None),
            LayoutAction::Redo => editor.say("redone", None),
            LayoutAction::Change(edit) => {
                let piece = edit.piece().map(str::to_owned).or_else(|| match edit {
                    Edit::Add { .. } => layout.features.last().map(|feature| feature.id.clone()),
                    _ => None,
                });
                editor.say(action, piece.as_deref());
            }
            LayoutAction::Save | LayoutAction::Over(_) => editor.say(action, None),
        }
        editor
    }

    fn next(&self, _: &AppState, id: &WorkId, _: &Revision, applied: &Applied<Self>) -> String {
        let place = self.place(&applied.judged().content);
        format!("{}{}{place}", link::layout_editor(id), query(&applied.beside))
    }

    fn answer(
        request: &HttpRequest,
        state: &AppState,
        status: StatusCode,
        editor: Editor,
    ) -> Result<HttpResponse, WebError> {
        edit::answer(request, state, status, editor)
    }

    /// The input, to be sent again. Without the revision from which the form was made there is no table to show.
    async fn unsaved(
        press: &Arc<Press<Self>>,
        (_, state): (&HttpRequest, &Data<AppState>),
        _: Option<Arc<Applied<Self>>>,
        status: StatusCode,
        why: Unsaved,
    ) -> Result<HttpResponse, WebError> {
        let why = match why {
            Unsaved::Refused { title, text } => format!("{title}. {text}"),
            Unsaved::Unavailable | Unsaved::Conflict { .. } => UNREACHABLE.to_owned(),
        };
        let fields = Fields::parse(&press.body)?.others(&["do"]);
        let layout = page::Layout::new(state, "Not saved", Some(Area::Tables)).marked_wrong(true);
        let (id, asked) = (press.id.to_string(), press.form.asked.clone());
        let page = UnsavedPage { layout, id, asked, fields, why };
        Ok(not_stored(render_as(status, &page)?))
    }
}

impl LayoutForm {
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

/// Changes as the history describes them; `None` if there are none.
fn in_words(told: &[String]) -> Option<String> {
    let first: Vec<&str> = told.iter().take(MOST_TOLD).map(String::as_str).collect();
    match told.len() - first.len() {
        0 if first.is_empty() => None,
        0 => Some(first.join(", ")),
        more => Some(format!("{} and {more} more", first.join(", "))),
    }
}
