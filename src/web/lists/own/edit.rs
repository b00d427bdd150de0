//! The editor of a list: `/lists/own/{id}/edit`. `works::editor` describes how a button press is carried out.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::content::OwnList;
use super::form::{FormView, Typed};
use crate::store::{Revision, WorkId};
use crate::web::cookies::clear_flash;
use crate::web::error::WebError;
use crate::web::fields::{FieldErrors, Fields};
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::change::{Stored, Unsaved};
use crate::web::works::content::{Content, Judged};
use crate::web::works::edit_link::KeyQuery;
use crate::web::works::editor::{Applied, Edited, Press, Step, Wrong, press};
use crate::web::works::find::id_of;
use crate::web::works::{LISTS, WorkKind};

#[derive(Template)]
#[template(path = "lists/edit.html")]
struct EditPage {
    layout: Layout,
    work_kind: &'static WorkKind,
    stored: Stored,
    unsaved: Option<Unsaved>,
    form: FormView,
    /// The edit link, while it is new and not put away.
    key_url: Option<String>,
}

/// The editor with the form.
struct Editor {
    stored: Stored,
    unsaved: Option<Unsaved>,
    /// An error only if the system gives out.
    form: Result<FormView, WebError>,
}

/// `GET /lists/own/{id}/edit`, with `?key=` from an edit link.
///
/// # Errors
/// When there is no such list, it is not the visitor's, or the key is wrong.
pub async fn edit_list(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<KeyQuery>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    if let Some(key) = &query.key {
        return LISTS.open_with_key(&request, &state, &id, key).await;
    }
    let work = LISTS.work_to_edit(&state, &request, &id).await?;
    let stored = LISTS.stored(&state, &request, &work)?;
    let (shared, head) = (state.clone(), work.head);
    let form = state.run_by_size(&request, JobKind::Army, head.document.len(), move || {
        FormView::new(&shared, Typed::of(&OwnList::of(&shared, &head)?))
    });
    let form = form.await??;
    let key_url = LISTS.new_link(&request, &state, &id).await?;
    let layout = Layout::new(&state, "Edit an army list", Some(Area::Armies)).with_flash(&request);
    let page = EditPage { layout, work_kind: &LISTS, stored, unsaved: None, form, key_url };
    Ok(not_stored(clear_flash(&request, &state, render_as(StatusCode::OK, &page)?)?))
}

/// `POST /lists/own/{id}/edit`: says how the text is understood, keeps it if that was seen, undoes or redoes.
///
/// # Errors
/// When there is no such list, it is not the visitor's, or the form is malformed. A text that cannot be read, or a
/// change that another tab made first, is answered with everything that was typed.
pub async fn save_list(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let base = fields.demand("base")?;
    let asked = fields.take("do").unwrap_or_else(|| "read".to_owned());
    let mut typed = Typed::take(&mut fields)?;
    match asked.as_str() {
        "read" => {}
        "undo" | "redo" => return press::<ListForm>(&request, &state, &path, body).await,
        _ => match typed.corrected(&state, &asked)? {
            Some(corrected) => typed = corrected,
            None => match typed.checked(&state)? {
                // It is not kept before it was seen how it is understood.
                Ok(list) if !typed.was_seen(&list)? && step(&asked).is_some() => {}
                _ => return press::<ListForm>(&request, &state, &path, body).await,
            },
        },
    }
    let work = LISTS.work_to_edit(&state, &request, &id).await?;
    let base = base.parse().map_err(|_| WebError::Unreadable("the field “base” is not a version number".to_owned()))?;
    let stored = Stored { base, ..LISTS.stored(&state, &request, &work)? };
    let (shared, length) = (state.clone(), typed.text.len());
    let form = state.run_by_size(&request, JobKind::Army, length, move || FormView::new(&shared, typed)).await??;
    let status = if form.is_read() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    ListForm::answer(&request, &state, status, Editor { stored, unsaved: None, form: Ok(form) })
}

/// The effect of a button that saves; `None` if there is no such button.
fn step(asked: &str) -> Option<Step> {
    match asked {
        "save" => Some(Step::Add),
        "undo" => Some(Step::Undo),
        "redo" => Some(Step::Redo),
        _ => asked.strip_prefix("over:")?.parse().ok().map(Step::Over),
    }
}

/// The editor's form with the button that sent it.
struct ListForm {
    step: Step,
    typed: Typed,
}

impl ListForm {
    fn editor(&self, state: &AppState, stored: Stored, unsaved: Option<Unsaved>) -> Editor {
        Editor { stored, unsaved, form: FormView::new(state, self.typed.clone()) }
    }
}

impl Edited for ListForm {
    type Content = OwnList;
    type Beside = ();
    type Editor = Editor;

    const WORK_KIND: &'static WorkKind = &LISTS;
    const JOB: JobKind = JobKind::Army;
    const IS_WHOLE: bool = true;

    fn parse(state: &AppState, asked: String, mut fields: Fields) -> Result<Self, WebError> {
        let typed = Typed::take(&mut fields)?;
        fields.finish()?;
        _ = typed.checked(state)?;
        let step = step(&asked).ok_or_else(|| WebError::Unreadable(format!("the editor has no button “{asked}”")))?;
        Ok(Self { step, typed })
    }

    fn step(&self) -> Step {
        self.step
    }

    fn apply(&self, state: &AppState, made_from: &Revision) -> Result<Applied<Self>, WebError> {
        let outcome = match self.typed.checked(state)? {
            Ok(list) if list.read().is_ok() => Ok(list.written()?),
            Ok(list) => Err(Wrong { judged: Judged::new(list), errors: FieldErrors::new() }),
            Err(errors) => Err(Wrong { judged: Judged::new(OwnList::of(state, made_from)?), errors }),
        };
        Ok(Applied { outcome, action: None, beside: () })
    }

    fn describe(_: &AppState, before: &Revision, typed: &OwnList) -> String {
        let same = typed.clone().written().is_ok_and(|written| written.document == before.document);
        if same { "saved without changes" } else { "changed the list" }.to_owned()
    }

    fn again(&self, state: &AppState, stored: Stored, _: &Applied<Self>, unsaved: Option<Unsaved>) -> Editor {
        self.editor(state, stored, unsaved)
    }

    fn saved(&self, state: &AppState, stored: Stored, current: &Judged<OwnList>, _: &Applied<Self>) -> Editor {
        Editor { stored, unsaved: None, form: FormView::new(state, Typed::of(&current.content)) }
    }

    fn next(&self, _: &AppState, id: &WorkId, _: &Revision, _: &Applied<Self>) -> String {
        link::own_list_editor(id).into()
    }

    fn answer(_: &HttpRequest, state: &AppState, status: StatusCode, editor: Editor) -> Result<HttpResponse, WebError> {
        let Editor { stored, unsaved, form } = editor;
        let form = form?;
        let layout = Layout::new(state, "Edit an army list", Some(Area::Armies))
            .with_errors(form.on_page())
            .marked_wrong(unsaved.is_some());
        let page = EditPage { layout, work_kind: &LISTS, stored, unsaved, form, key_url: None };
        Ok(not_stored(render_as(status, &page)?))
    }

    async fn unsaved(
        press: &Arc<Press<Self>>,
        (request, state): (&HttpRequest, &Data<AppState>),
        _: Option<Arc<Applied<Self>>>,
        status: StatusCode,
        why: Unsaved,
    ) -> Result<HttpResponse, WebError> {
        let stored = Stored::unknown(&press.id, press.base)?;
        Self::answer(request, state, status, press.form.editor(state, stored, Some(why)))
    }
}
