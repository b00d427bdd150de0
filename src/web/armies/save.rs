//! The actions of the editor's buttons: `POST /armies/{id}/edit`.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use musterfield_army::Draft;
use musterfield_army::file::to_json;
use musterfield_rules::ruleset::SizeUnit;

use super::action::{self, ArmyAction};
use super::edit::answer;
use super::editor::Editor;
use super::fields::{EditorFields, FieldErrors};
use super::keys::Keys;
use super::offers::still_offered;
use super::revision::{draft_of, new_revision, reason_not_storable};
use crate::store::{Revision, StoreError, Work, WorkId};
use crate::web::accounts::identity;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::see_other;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::ARMIES;
use crate::web::works::change::{EditRequest, Stored, Unsaved, WorkChange, request_key, wants_part};
use crate::web::works::find::id_of;

/// `POST /armies/{id}/edit`
///
/// # Errors
/// When there is no such army, it is not the visitor's, or the form is malformed. Wrong fields, a change that another
/// tab made first, a database that does not answer and an exhausted allowance are not errors: the answer is the editor
/// again, with everything that was typed.
pub async fn save_army(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (shared, id, sent) = (state.clone(), id_of(&path)?, body.clone());
    let read = state.run_by_size(&request, JobKind::Army, body.len(), move || Posted::read(&shared, id, &sent));
    let posted = Arc::new(read.await??);
    match save(&posted, &state, &request).await {
        // Script still has the input, and says so.
        Err(error) if !wants_part(&request) => unsaved(posted, &state, &request, error).await,
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
    /// The size of the form in bytes.
    size: usize,
    /// The button.
    asked: String,
    op: ArmyAction,
    typed: EditorFields,
    errors: FieldErrors,
    /// The input.
    draft: Draft,
    /// The army after the button's change.
    changed: Draft,
    /// The keys of the lines after the change.
    keys: Keys,
}

impl Posted {
    fn read(state: &AppState, id: WorkId, body: &[u8]) -> Result<Self, WebError> {
        let mut fields = Fields::parse(body)?;
        let base: i64 = fields
            .demand("base")?
            .parse()
            .map_err(|_| WebError::Unreadable("the field “base” is not a version number".to_owned()))?;
        // Ignored: it makes a click on one page differ from the same click on another in the request key.
        fields.take("request");
        let asked = fields.take("do").unwrap_or_else(|| "save".to_owned());
        let typed = EditorFields::parse(&mut fields)?;
        fields.finish()?;
        let ruleset = state
            .book
            .ruleset(&typed.ruleset)
            .ok_or_else(|| WebError::Unreadable(format!("there is no ruleset “{}”", typed.ruleset)))?;
        let (draft, mut errors) = typed.army(ruleset);
        let keys = typed.keys.clone().unwrap_or_else(|| Keys::fresh(draft.lines.len()));
        let Some(op) = action::read(&asked, &draft, &keys, state.catalogue) else {
            return Err(WebError::Unreadable(format!("the editor has no button “{asked}”")));
        };
        let (changed, keys) = match &op {
            ArmyAction::Change(change) => (change.on(&draft), keys.after(&change.edits, &draft)),
            _ => (draft.clone(), keys),
        };
        if errors.is_empty()
            && let Some(why) = reason_not_storable(state, &changed)
        {
            errors.insert("army".to_owned(), format!("The army cannot be saved like this: {why}."));
        }
        let key = request_key(&id, "edit", body);
        Ok(Self { id, base, key, size: body.len(), asked, op, typed, errors, draft, changed, keys })
    }

    /// The change that the button makes in the store, with the revision on which it is made.
    fn change(&self, state: &AppState, army: &Work) -> Result<(i64, WorkChange), WebError> {
        let typed = || new_revision(state, &self.draft, &typing(state, army, &self.draft));
        let unsaved = || {
            let differs = self.base == army.head.number && to_json(&self.draft) != army.head.document;
            differs.then(typed).transpose()
        };
        Ok(match &self.op {
            ArmyAction::Save | ArmyAction::Pdf => (self.base, WorkChange::Add(typed()?)),
            ArmyAction::Over(head) => (*head, WorkChange::Add(typed()?)),
            ArmyAction::Change(change) => {
                (self.base, WorkChange::Add(new_revision(state, &self.changed, &change.action)?))
            }
            ArmyAction::Undo => (self.base, WorkChange::Undo { typed: unsaved()? }),
            ArmyAction::Redo => (self.base, WorkChange::Redo { typed: unsaved()? }),
        })
    }

    /// The editor after the change.
    fn editor(&self, state: &AppState, stored: Stored, head: &Revision) -> Result<Editor, WebError> {
        let draft = draft_of(state, head)?;
        let keys = self.keys.follow(&self.changed.lines, &draft.lines);
        let fields = EditorFields { keys: Some(keys), ..EditorFields::of(&draft) };
        Ok(Editor::new(state, stored, &draft, fields, &FieldErrors::new()))
    }

    /// The editor with the errors.
    fn wrong(&self, state: &AppState, stored: Stored, head: &Revision) -> Editor {
        let at = Stored { base: self.base, ..stored };
        let mut editor = Editor::new(state, at, &self.draft, self.typed.clone(), &self.errors);
        if head.number != self.base {
            editor.unsaved = Some(ARMIES.conflict(&self.id, head));
        }
        editor
    }

    /// The anchor at which a page without script continues: the place of the change.
    fn place(&self, state: &AppState) -> String {
        let mut parts = self.asked.split(':');
        let word = parts.next().unwrap_or_default();
        let line = if word == "fix" { parts.nth(1) } else { parts.next() };
        let at = line.and_then(|key| key.parse().ok()).and_then(|key| self.keys.at(key));
        let line = at.filter(|at| *at < self.changed.lines.len()).map(|at| format!("line-{at}"));
        let place = match (&self.op, word) {
            (ArmyAction::Change(_), "add") => {
                still_offered(state, &self.changed, &self.asked).unwrap_or("offers".to_owned())
            }
            (ArmyAction::Change(_), "allies") => "offers".to_owned(),
            (ArmyAction::Change(_), "fix") => line.unwrap_or_else(|| "verdict".to_owned()),
            // For a line that was removed it is the list of lines.
            (ArmyAction::Change(_), _) => line.unwrap_or_else(|| "muster".to_owned()),
            (ArmyAction::Undo | ArmyAction::Redo, _) => "muster".to_owned(),
            _ => return String::new(),
        };
        format!("#{place}")
    }

    /// Another tab was quicker: the editor with the input and action of this one, to be saved on top or given up. Until
    /// then the form is based on the revision from which it was made, so that no other button saves it along the way.
    fn conflict(&self, state: &AppState, stored: Stored, head: &Revision) -> Editor {
        let at = Stored { base: self.base, ..stored };
        let mut editor = Editor::new(state, at, &self.changed, self.fields_after(), &FieldErrors::new());
        editor.unsaved = Some(ARMIES.conflict(&self.id, head));
        editor
    }

    /// Whether the army already is as this click would make it.
    fn wants(&self, head: &Revision) -> bool {
        !matches!(self.op, ArmyAction::Undo | ArmyAction::Redo) && to_json(&self.changed) == head.document
    }

    /// The fields after the button's change.
    fn fields_after(&self) -> EditorFields {
        EditorFields { keys: Some(self.keys.clone()), ..EditorFields::of(&self.changed) }
    }

    /// The editor made only from what was sent.
    fn unsaved(&self, state: &AppState, unsaved: Unsaved) -> Result<Editor, WebError> {
        let at = Stored::unknown(&self.id, self.base)?;
        // A field with an error stays as typed; otherwise the button's action is carried out.
        let (draft, fields) = if self.errors.is_empty() {
            (&self.changed, self.fields_after())
        } else {
            (&self.draft, self.typed.clone())
        };
        let mut editor = Editor::new(state, at, draft, fields, &self.errors);
        editor.unsaved = Some(unsaved);
        Ok(editor)
    }
}

/// The answer if the database does not respond or stores nothing more: the editor with everything that was sent.
async fn unsaved(
    posted: Arc<Posted>,
    state: &Data<AppState>,
    request: &HttpRequest,
    error: WebError,
) -> Result<HttpResponse, WebError> {
    let unsaved = match (&error, error.nothing_kept()) {
        (_, Some((title, text))) => Unsaved::Refused { title, text },
        (WebError::Unavailable, None) => Unsaved::Unavailable,
        _ => return Err(error),
    };
    let (shared, size) = (state.clone(), posted.size);
    let editor = state.run_by_size(request, JobKind::Army, size, move || posted.unsaved(&shared, unsaved));
    Ok(error.on(answer(request, state, error.status_code(), editor.await??)?))
}

/// Carries out the button's action. The slow parts for a large army, the change and the editor that answers it, are
/// done as heavy work.
async fn save(posted: &Arc<Posted>, state: &Data<AppState>, request: &HttpRequest) -> Result<HttpResponse, WebError> {
    let army = ARMIES.work_to_edit(state, request, &posted.id).await?;
    let size = army.head.document.len().max(posted.size);
    let (doing, shared) = (Arc::clone(posted), state.clone());
    if !posted.errors.is_empty() {
        let (stored, head) = (ARMIES.stored(state, request, &army)?, army.head);
        let editor = state.run_by_size(request, JobKind::Army, size, move || doing.wrong(&shared, stored, &head));
        return answer(request, state, StatusCode::UNPROCESSABLE_ENTITY, editor.await?);
    }
    let by = identity::holder(request, state).await?.ok_or_else(|| ARMIES.not_yours(&posted.id))?;
    let known = army.clone();
    let (base, change) =
        state.run_by_size(request, JobKind::Army, size, move || doing.change(&shared, &known)).await??;
    let press = EditRequest { id: &posted.id, by: &by, base, key: &posted.key };
    match ARMIES.change(&state.store_for(request), press, change).await {
        Ok(()) => saved(posted, state, request).await,
        // Both changes have the same result.
        Err(StoreError::Conflict { head }) if posted.wants(&head) => saved(posted, state, request).await,
        Err(StoreError::Conflict { head }) => {
            let stored = ARMIES.stored(state, request, &army)?;
            let (doing, shared) = (Arc::clone(posted), state.clone());
            let editor =
                state.run_by_size(request, JobKind::Army, size, move || doing.conflict(&shared, stored, &head));
            answer(request, state, StatusCode::CONFLICT, editor.await?)
        }
        Err(error) => Err(error.into()),
    }
}

/// The answer after the action was carried out.
async fn saved(posted: &Arc<Posted>, state: &Data<AppState>, request: &HttpRequest) -> Result<HttpResponse, WebError> {
    if !wants_part(request) && posted.op != ArmyAction::Pdf {
        return Ok(see_other(&format!("{}{}", ARMIES.editor(&posted.id), posted.place(state))).finish());
    }
    let army = ARMIES.work_to_edit(state, request, &posted.id).await?;
    if !wants_part(request) {
        return Ok(see_other(&format!("{}/roster.pdf", ARMIES.permanent(&posted.id, &army.head.hash))).finish());
    }
    let (stored, size) = (ARMIES.stored(state, request, &army)?, army.head.document.len());
    let (doing, shared, head) = (Arc::clone(posted), state.clone(), army.head);
    let editor = state.run_by_size(request, JobKind::Army, size, move || doing.editor(&shared, stored, &head));
    answer(request, state, StatusCode::OK, editor.await??)
}

/// A description of the input: the fields that differ from the stored revision.
fn typing(state: &AppState, army: &Work, typed: &Draft) -> String {
    let Ok(before) = draft_of(state, &army.head) else { return "changed the army".to_owned() };
    let mut changed = Vec::new();
    let mut note = |differs: bool, what: &'static str| {
        if differs {
            changed.push(what);
        }
    };
    note(before.ruleset.id != typed.ruleset.id, "ruleset");
    note(before.name != typed.name, "name");
    note(before.points != typed.points, if typed.ruleset.counts() == SizeUnit::Points { "AP" } else { "size" });
    note(before.home_terrain != typed.home_terrain, "home terrain");
    note(before.aggression != typed.aggression, "aggression");
    note(before.list != typed.list || before.own_list != typed.own_list, "list");
    note((&before.allies, &before.second_ally) != (&typed.allies, &typed.second_ally), "allies");
    note(before.camp != typed.camp, "camp");
    note(before.lines != typed.lines, "elements");
    note(before.notes != typed.notes, "notes");
    format!("changed {}", changed.join(", "))
}
