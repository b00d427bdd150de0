//! The actions of the editor's buttons: `POST /armies/{id}/edit`.
//!
//! The form holds the whole army. `works::editor` describes how a button press is carried out.

use std::borrow::Cow;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_army::Draft;
use musterfield_rules::ruleset::SizeUnit;

use super::action::{self, ArmyAction};
use super::edit;
use super::editor::Editor;
use super::fields::{EditorFields, FieldErrors, UNFIT};
use super::keys::Keys;
use super::offers::still_offered;
use super::revision::{draft_of, written};
use crate::store::{Revision, WorkId};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::change::{Stored, Unsaved};
use crate::web::works::content::Judged;
use crate::web::works::editor::{Applied, Edited, Press, Step, Wrong, press};
use crate::web::works::{ARMIES, WorkKind};

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
    let event = body.split(|byte| *byte == b'&').find_map(|field| field.strip_prefix(b"event="));
    if let Some(slug) = event.and_then(|slug| std::str::from_utf8(slug).ok()) {
        edit::note_event(&request, &state, slug).await?;
    }
    press::<ArmyForm>(&request, &state, &path, body).await
}

/// The editor's form with the button that sent it.
struct ArmyForm {
    /// The button.
    asked: String,
    op: ArmyAction,
    typed: EditorFields,
    errors: FieldErrors,
    /// The input.
    draft: Draft,
    /// The keys of its lines.
    keys: Keys,
}

impl Edited for ArmyForm {
    type Content = Draft;
    /// The keys of the lines after the button's change.
    type Beside = Keys;
    type Editor = Editor;

    const WORK_KIND: &'static WorkKind = &ARMIES;
    const JOB: JobKind = JobKind::Army;
    const IS_WHOLE: bool = true;

    fn parse(state: &AppState, asked: String, mut fields: Fields) -> Result<Self, WebError> {
        let mut typed = EditorFields::parse(&mut fields)?;
        fields.finish()?;
        let ruleset = state
            .book
            .ruleset(&typed.ruleset)
            .ok_or_else(|| WebError::Unreadable(format!("there is no ruleset “{}”", typed.ruleset)))?;
        let (draft, errors) = typed.army(ruleset);
        let keys = typed.keys.clone().unwrap_or_else(|| Keys::fresh(draft.lines.len()));
        let Some(op) = action::read(&asked, &draft, &keys, state.catalogue) else {
            return Err(WebError::Unreadable(format!("the editor has no button “{asked}”")));
        };
        if let ArmyAction::ShowUnfit(shows_unfit) = op {
            typed.shows_unfit = shows_unfit;
        }
        Ok(Self { asked, op, typed, errors, draft, keys })
    }

    fn step(&self) -> Step {
        match &self.op {
            ArmyAction::Save | ArmyAction::Print | ArmyAction::ShowUnfit(_) | ArmyAction::Change(_) => Step::Add,
            ArmyAction::Over(number) => Step::Over(*number),
            ArmyAction::Undo => Step::Undo,
            ArmyAction::Redo => Step::Redo,
        }
    }

    fn apply(&self, state: &AppState, _made_from: &Revision) -> Result<Applied<Self>, WebError> {
        Ok(self.applied(state))
    }

    fn describe(state: &AppState, before: &Revision, typed: &Draft) -> String {
        typing(state, before, typed)
    }

    fn again(&self, state: &AppState, stored: Stored, applied: &Applied<Self>, unsaved: Option<Unsaved>) -> Editor {
        // A field with an error stays as typed; otherwise the button's action is carried out.
        let (fields, errors) = match &applied.outcome {
            Ok(written) => (self.fields(&written.judged.content, applied.beside.clone()), &FieldErrors::new()),
            Err(wrong) => (self.typed.clone(), &wrong.errors),
        };
        Editor { unsaved, ..Editor::new(state, stored, applied.judged(), fields, errors) }
    }

    fn saved(&self, state: &AppState, stored: Stored, current: &Judged<Draft>, applied: &Applied<Self>) -> Editor {
        let keys = applied.beside.follow(&applied.judged().content.lines, &current.content.lines);
        Editor::new(state, stored, current, self.fields(&current.content, keys), &FieldErrors::new())
    }

    fn next(&self, state: &AppState, id: &WorkId, _: &Revision, applied: &Applied<Self>) -> String {
        if self.op == ArmyAction::Print {
            return format!("{}#print", link::army(id));
        }
        let editor = link::army_editor(id);
        let editor = if self.typed.shows_unfit { editor.with("open", UNFIT) } else { editor };
        let editor = if self.typed.event.is_empty() { editor } else { editor.with("event", &self.typed.event) };
        format!("{editor}{}", self.place(state, applied))
    }

    fn answer(
        request: &HttpRequest,
        state: &AppState,
        status: StatusCode,
        editor: Editor,
    ) -> Result<HttpResponse, WebError> {
        edit::answer(request, state, status, editor)
    }

    async fn unsaved(
        press: &Arc<Press<Self>>,
        (request, state): (&HttpRequest, &Data<AppState>),
        applied: Option<Arc<Applied<Self>>>,
        status: StatusCode,
        why: Unsaved,
    ) -> Result<HttpResponse, WebError> {
        let stored = Stored::unknown(&press.id, press.base)?;
        let (press, shared, size) = (Arc::clone(press), state.clone(), press.body.len());
        let editor = state.run_by_size(request, Self::JOB, size, move || {
            let applied = applied.unwrap_or_else(|| Arc::new(press.form.applied(&shared)));
            press.form.again(&shared, stored, &applied, Some(why))
        });
        edit::answer(request, state, status, editor.await?)
    }
}

impl ArmyForm {
    /// The fields of an army whose lines have these keys. What is open stays open.
    fn fields(&self, draft: &Draft, keys: Keys) -> EditorFields {
        let EditorFields { shows_unfit, event, .. } = self.typed.clone();
        EditorFields { keys: Some(keys), shows_unfit, event, ..EditorFields::of(draft) }
    }

    /// The army after the button's change, or the input if it has errors.
    fn applied(&self, state: &AppState) -> Applied<Self> {
        let (changed, beside, action) = match &self.op {
            ArmyAction::Change(change) => {
                let keys = self.keys.after(&change.edits, &self.draft);
                (Cow::Owned(change.on(&self.draft)), keys, Some(change.action.clone()))
            }
            _ => (Cow::Borrowed(&self.draft), self.keys.clone(), None),
        };
        let mut errors = self.errors.clone();
        let storable = errors.is_empty().then(|| written(state, &changed));
        let outcome = match storable {
            Some(Ok(written)) => Ok(written),
            unstorable => {
                if let Some(Err(why)) = unstorable {
                    errors.insert("army".to_owned(), format!("The army cannot be saved like this: {why}."));
                }
                Err(Wrong { judged: Judged::new(self.draft.clone()), errors })
            }
        };
        Applied { outcome, action, beside }
    }

    /// The anchor at which a page without script continues: the place of the change.
    fn place(&self, state: &AppState, applied: &Applied<Self>) -> String {
        let changed = applied.judged();
        let mut parts = self.asked.split(':');
        let word = parts.next().unwrap_or_default();
        let line = if word == "fix" { parts.nth(1) } else { parts.next() };
        let at = line.and_then(|key| key.parse().ok()).and_then(|key| applied.beside.at(key));
        let line = at.filter(|at| *at < changed.content.lines.len()).map(|at| format!("line-{at}"));
        let place = match (&self.op, word) {
            (ArmyAction::Change(_), "add") => still_offered(state, changed, &self.asked).unwrap_or("offers".to_owned()),
            (ArmyAction::Change(_), "allies") => "offers".to_owned(),
            (ArmyAction::Change(_), "fix") => line.unwrap_or_else(|| "verdict".to_owned()),
            // For a line that was removed it is the list of lines.
            (ArmyAction::Change(_), _) => line.unwrap_or_else(|| "muster".to_owned()),
            (ArmyAction::Undo | ArmyAction::Redo, _) => "muster".to_owned(),
            (ArmyAction::ShowUnfit(_), _) => "unfit".to_owned(),
            _ => return String::new(),
        };
        format!("#{place}")
    }
}

/// A description of the input: the fields that differ from the stored revision.
fn typing(state: &AppState, before: &Revision, typed: &Draft) -> String {
    let Ok(before) = draft_of(state, before) else { return "changed the army".to_owned() };
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
