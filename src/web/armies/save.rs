//! What a press of a button in the editor does: `POST /armies/{id}/edit`.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};

use super::edit::answer;
use super::editor::Editor;
use super::fields::{EditorFields, FieldErrors};
use super::keys::Keys;
use super::offers::still_offered;
use super::op::{self, Op};
use super::state::{draft_of, new_state, unkeepable};
use crate::army::Draft;
use crate::army::file::to_json;
use crate::rules::ruleset::Counts;
use crate::store::{Revision, StoreError, Work, WorkId};
use crate::web::accounts::who;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::kept::ARMIES;
use crate::web::kept::change::{Change, Press, Stored, Unsaved, request_key, wants_part};
use crate::web::kept::open::id_of;
use crate::web::page::see_other;
use crate::web::scheduler::Kind;
use crate::web::state::State;

/// `POST /armies/{id}/edit`
///
/// # Errors
/// Not there, not the visitor's, a form that makes no sense. Wrong fields, a change that another tab made first, a
/// database that does not answer and an allowance that is used up are no errors but the editor again, with everything that was typed.
pub async fn save_army(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (shared, id, sent) = (state.clone(), id_of(&path)?, body.clone());
    let read = state.sized(&request, Kind::Army, body.len(), move || Posted::read(&shared, id, &sent));
    let posted = Arc::new(read.await??);
    match save(&posted, &state, &request).await {
        // Script has kept what was typed, and says so.
        Err(error) if !wants_part(&request) => unsaved(posted, &state, &request, error).await,
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
    /// Bytes of the form.
    size: usize,
    /// The button.
    asked: String,
    op: Op,
    typed: EditorFields,
    errors: FieldErrors,
    /// What was typed.
    draft: Draft,
    /// The same after the button's change.
    changed: Draft,
    /// Of the lines after the change.
    keys: Keys,
}

impl Posted {
    fn read(state: &State, id: WorkId, body: &[u8]) -> Result<Self, WebError> {
        let mut fields = Fields::parse(body)?;
        let base: i64 = fields
            .demand("base")?
            .parse()
            .map_err(|_| WebError::Unreadable("the field “base” is no number of a state".to_owned()))?;
        // Not looked at: it makes a click on one page differ from the same click on another, in the name of the request.
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
        let Some(op) = op::read(&asked, &draft, &keys, state.catalogue) else {
            return Err(WebError::Unreadable(format!("the editor has no button “{asked}”")));
        };
        let (changed, keys) = match &op {
            Op::Change(change) => (change.on(&draft), keys.after(&change.edits, &draft)),
            _ => (draft.clone(), keys),
        };
        if errors.is_empty()
            && let Some(why) = unkeepable(state, &changed)
        {
            errors.insert("army".to_owned(), format!("The army cannot be kept so: {why}."));
        }
        let key = request_key(&id, "edit", body);
        Ok(Self { id, base, key, size: body.len(), asked, op, typed, errors, draft, changed, keys })
    }

    /// What the press comes to in the store, with the state on which it is done.
    fn change(&self, state: &State, army: &Work) -> Result<(i64, Change), WebError> {
        let typed = || new_state(state, &self.draft, &typing(state, army, &self.draft));
        let unsaved = || {
            let differs = self.base == army.head.number && to_json(&self.draft) != army.head.document;
            differs.then(typed).transpose()
        };
        Ok(match &self.op {
            Op::Save | Op::Pdf => (self.base, Change::Add(typed()?)),
            Op::Over(head) => (*head, Change::Add(typed()?)),
            Op::Change(change) => (self.base, Change::Add(new_state(state, &self.changed, &change.action)?)),
            Op::Undo => (self.base, Change::Undo { typed: unsaved()? }),
            Op::Redo => (self.base, Change::Redo { typed: unsaved()? }),
        })
    }

    /// The editor after the change.
    fn editor(&self, state: &State, stored: Stored, head: &Revision) -> Result<Editor, WebError> {
        let draft = draft_of(state, head)?;
        let keys = self.keys.follow(&self.changed.lines, &draft.lines);
        let fields = EditorFields { keys: Some(keys), ..EditorFields::of(&draft) };
        Ok(Editor::new(state, stored, &draft, fields, &FieldErrors::new()))
    }

    /// The editor with what is wrong.
    fn wrong(&self, state: &State, stored: Stored, head: &Revision) -> Editor {
        let at = Stored { base: self.base, ..stored };
        let mut editor = Editor::new(state, at, &self.draft, self.typed.clone(), &self.errors);
        if head.number != self.base {
            editor.unsaved = Some(ARMIES.conflict(&self.id, head));
        }
        editor
    }

    /// Where a page without script goes on: where the change was made.
    fn place(&self, state: &State) -> String {
        let mut parts = self.asked.split(':');
        let word = parts.next().unwrap_or_default();
        let line = if word == "fix" { parts.nth(1) } else { parts.next() };
        let at = line.and_then(|key| key.parse().ok()).and_then(|key| self.keys.at(key));
        let line = at.filter(|at| *at < self.changed.lines.len()).map(|at| format!("line-{at}"));
        let place = match (&self.op, word) {
            (Op::Change(_), "add") => still_offered(state, &self.changed, &self.asked).unwrap_or("offers".to_owned()),
            (Op::Change(_), "allies") => "offers".to_owned(),
            (Op::Change(_), "fix") => line.unwrap_or_else(|| "verdict".to_owned()),
            // A line that is gone leaves the list of lines.
            (Op::Change(_), _) => line.unwrap_or_else(|| "muster".to_owned()),
            (Op::Undo | Op::Redo, _) => "muster".to_owned(),
            _ => return String::new(),
        };
        format!("#{place}")
    }

    /// Another tab was quicker: the editor with what was typed and asked for here, to be saved on top or given up. Until
    /// then the form stands on the state that it was made from, so that no other button saves it by the way.
    fn conflict(&self, state: &State, stored: Stored, head: &Revision) -> Editor {
        let at = Stored { base: self.base, ..stored };
        let mut editor = Editor::new(state, at, &self.changed, self.fields_after(), &FieldErrors::new());
        editor.unsaved = Some(ARMIES.conflict(&self.id, head));
        editor
    }

    /// Whether the army is already as this press would make it.
    fn wants(&self, head: &Revision) -> bool {
        !matches!(self.op, Op::Undo | Op::Redo) && to_json(&self.changed) == head.document
    }

    /// The fields as the button's change leaves them.
    fn fields_after(&self) -> EditorFields {
        EditorFields { keys: Some(self.keys.clone()), ..EditorFields::of(&self.changed) }
    }

    /// The editor from what was sent alone.
    fn unsaved(&self, state: &State, unsaved: Unsaved) -> Result<Editor, WebError> {
        let at = Stored::unknown(&self.id, self.base)?;
        // A field that is wrong stays as it was typed; else what was pressed is done.
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

/// The answer if the database says nothing or keeps no more: the editor with everything that was sent.
async fn unsaved(
    posted: Arc<Posted>,
    state: &Data<State>,
    request: &HttpRequest,
    error: WebError,
) -> Result<HttpResponse, WebError> {
    let unsaved = match (&error, error.nothing_kept()) {
        (_, Some((title, text))) => Unsaved::Refused { title, text },
        (WebError::Unavailable, None) => Unsaved::Unavailable,
        _ => return Err(error),
    };
    let (shared, size) = (state.clone(), posted.size);
    let editor = state.sized(request, Kind::Army, size, move || posted.unsaved(&shared, unsaved));
    Ok(error.on(answer(request, state, error.status_code(), editor.await??)?))
}

/// Carries a press out. What takes long for a large army is done as heavy work: what the press comes to, and the editor
/// that answers it.
async fn save(posted: &Arc<Posted>, state: &Data<State>, request: &HttpRequest) -> Result<HttpResponse, WebError> {
    let army = ARMIES.own(state, request, &posted.id).await?;
    let size = army.head.document.len().max(posted.size);
    let (doing, shared) = (Arc::clone(posted), state.clone());
    if !posted.errors.is_empty() {
        let (stored, head) = (ARMIES.stored(state, request, &army)?, army.head);
        let editor = state.sized(request, Kind::Army, size, move || doing.wrong(&shared, stored, &head));
        return answer(request, state, StatusCode::UNPROCESSABLE_ENTITY, editor.await?);
    }
    let by = who::holder(request, state).await?.ok_or_else(|| ARMIES.not_yours(&posted.id))?;
    let known = army.clone();
    let (base, change) = state.sized(request, Kind::Army, size, move || doing.change(&shared, &known)).await??;
    let press = Press { id: &posted.id, by: &by, base, key: &posted.key };
    match ARMIES.change(&state.keeping(request), press, change).await {
        Ok(()) => saved(posted, state, request).await,
        // Both have come to the same.
        Err(StoreError::Conflict { head }) if posted.wants(&head) => saved(posted, state, request).await,
        Err(StoreError::Conflict { head }) => {
            let stored = ARMIES.stored(state, request, &army)?;
            let (doing, shared) = (Arc::clone(posted), state.clone());
            let editor = state.sized(request, Kind::Army, size, move || doing.conflict(&shared, stored, &head));
            answer(request, state, StatusCode::CONFLICT, editor.await?)
        }
        Err(error) => Err(error.into()),
    }
}

/// The answer to a press that is done.
async fn saved(posted: &Arc<Posted>, state: &Data<State>, request: &HttpRequest) -> Result<HttpResponse, WebError> {
    if !wants_part(request) && posted.op != Op::Pdf {
        return Ok(see_other(&format!("{}{}", ARMIES.editor(&posted.id), posted.place(state))).finish());
    }
    let army = ARMIES.own(state, request, &posted.id).await?;
    if !wants_part(request) {
        return Ok(see_other(&format!("{}/roster.pdf", ARMIES.permanent(&posted.id, &army.head.hash))).finish());
    }
    let (stored, size) = (ARMIES.stored(state, request, &army)?, army.head.document.len());
    let (doing, shared, head) = (Arc::clone(posted), state.clone(), army.head);
    let editor = state.sized(request, Kind::Army, size, move || doing.editor(&shared, stored, &head));
    answer(request, state, StatusCode::OK, editor.await??)
}

/// What was typed, in words: the fields that differ from the stored state.
fn typing(state: &State, army: &Work, typed: &Draft) -> String {
    let Ok(before) = draft_of(state, &army.head) else { return "changed the army".to_owned() };
    let mut changed = Vec::new();
    let mut note = |differs: bool, what: &'static str| {
        if differs {
            changed.push(what);
        }
    };
    note(before.ruleset.id != typed.ruleset.id, "ruleset");
    note(before.name != typed.name, "name");
    note(before.points != typed.points, if typed.ruleset.counts() == Counts::Points { "AP" } else { "size" });
    note(before.home_terrain != typed.home_terrain, "home terrain");
    note(before.aggression != typed.aggression, "aggression");
    note(before.list != typed.list || before.own_list != typed.own_list, "list");
    note((&before.allies, &before.second_ally) != (&typed.allies, &typed.second_ally), "allies");
    note(before.camp != typed.camp, "camp");
    note(before.lines != typed.lines, "elements");
    note(before.notes != typed.notes, "notes");
    format!("changed {}", changed.join(", "))
}
