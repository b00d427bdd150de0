//! A button pressed in an editor, for all works alike: the form is parsed, applied to the revision from which
//! it was made, checked once and saved, and the answer is made of what the store returns.
//!
//! If anything fails on the way, the answer is the editor with everything that was typed. What differs between armies
//! and layouts is behind [`Edited`].

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};

use super::WorkKind;
use super::change::{EditRequest, Stored, Unsaved, WorkChange, request_key, wants_part};
use super::content::{Content, Judged, Written};
use super::find::id_of;
use crate::store::{Revision, Saved, StoreError, Work, WorkId};
use crate::web::accounts::identity;
use crate::web::error::WebError;
use crate::web::fields::{FieldErrors, Fields};
use crate::web::page::see_other;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;

/// The work left to do, in words: errors first, then what is worth checking; `None` if nothing is.
pub(crate) fn to_do(errors: usize, remarks: usize) -> Option<String> {
    match (errors, remarks) {
        (0, 0) => None,
        (0, remarks) => Some(format!("{remarks} to check")),
        (errors, _) => Some(format!("{errors} to fix")),
    }
}

/// The form of an editor with the button that sent it.
pub(crate) trait Edited: Sized + Send + Sync + 'static {
    /// The contents that it edits.
    type Content: Content;
    /// Values of the open form that are not part of the content.
    type Beside: Send + Sync + 'static;
    /// The editor as data for its template.
    type Editor: Send + 'static;

    /// The kind of work that it edits.
    const WORK_KIND: &'static WorkKind;
    /// The kind of heavy work that a large one takes.
    const JOB: JobKind;
    /// Whether the form holds everything, so that it means the same whichever revision it was made from.
    const IS_WHOLE: bool;

    /// Reads the form. `asked` is the value of the button.
    fn parse(state: &AppState, asked: String, fields: Fields) -> Result<Self, WebError>;

    fn step(&self) -> Step;

    /// Whether it takes long even if everything is short.
    fn is_heavy(&self) -> bool {
        false
    }

    /// Applies the input and the button's change to the revision from which the form was made; one that
    /// [holds everything](Self::IS_WHOLE) does not look at it.
    fn apply(&self, state: &AppState, made_from: &Revision) -> Result<Applied<Self>, WebError>;

    /// A description of input, for the history.
    fn describe(state: &AppState, before: &Revision, typed: &Self::Content) -> String;

    /// The editor with input that was not saved; without a reason if only the errors of fields keep it from that.
    fn again(
        &self,
        state: &AppState,
        stored: Stored,
        applied: &Applied<Self>,
        unsaved: Option<Unsaved>,
    ) -> Self::Editor;

    /// The editor after the action was carried out, with the content of the current revision.
    fn saved(
        &self,
        state: &AppState,
        stored: Stored,
        current: &Judged<Self::Content>,
        applied: &Applied<Self>,
    ) -> Self::Editor;

    /// The place at which a page without script continues: that of the change.
    fn next(&self, state: &AppState, id: &WorkId, head: &Revision, applied: &Applied<Self>) -> String;

    /// The answer with the editor, or with the part of it that script asks for.
    fn answer(
        request: &HttpRequest,
        state: &AppState,
        status: StatusCode,
        editor: Self::Editor,
    ) -> Result<HttpResponse, WebError>;

    /// The page with everything that was sent, if the database does not answer or stores nothing more. `applied` is
    /// `None` if not even the stored revision could be read.
    async fn unsaved(
        press: &Arc<Press<Self>>,
        context: (&HttpRequest, &Data<AppState>),
        applied: Option<Arc<Applied<Self>>>,
        status: StatusCode,
        why: Unsaved,
    ) -> Result<HttpResponse, WebError>;
}

/// The effect of a button on the stored revisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Adds one.
    Add,
    /// Adds one on top of the revision with this number, which came from elsewhere.
    Over(i64),
    /// Goes back.
    Undo,
    /// Goes forward.
    Redo,
}

/// A form, applied to the revision from which it was made.
pub(crate) struct Applied<E: Edited> {
    pub outcome: Result<Written<E::Content>, Wrong<E::Content>>,
    /// A description of the action; `None` if it only saves input, for which [`Edited::describe`] finds one.
    pub action: Option<String>,
    pub beside: E::Beside,
}

/// Input with errors in fields, as far as it could be applied.
pub(crate) struct Wrong<T: Content> {
    pub judged: Judged<T>,
    pub errors: FieldErrors,
}

impl<E: Edited> Applied<E> {
    /// The content after the action, or as far as it could be applied.
    pub(crate) fn judged(&self) -> &Judged<E::Content> {
        match &self.outcome {
            Ok(written) => &written.judged,
            Err(wrong) => &wrong.judged,
        }
    }
}

/// A button pressed in an editor.
pub(crate) struct Press<E> {
    pub id: WorkId,
    /// The number of the revision from which the form was made.
    pub base: i64,
    pub form: E,
    /// The form as it was sent.
    pub body: Bytes,
}

/// A press that is ready to be saved.
struct Ready<E: Edited> {
    /// The work as it was found.
    work: Work,
    applied: Arc<Applied<E>>,
    /// The change, and the revision on which it is made; `None` if fields are wrong.
    change: Option<(i64, WorkChange)>,
    /// The size of the largest document involved.
    size: usize,
}

/// Carries out the action of a button.
///
/// # Errors
/// When there is no such work, it is not the visitor's, or the form is malformed. Wrong fields, a change that is
/// impossible or that another tab made first, a database that does not answer and an exhausted allowance are not
/// errors: the answer has everything that was typed. Only script, which still has it, is told of the last two as
/// errors.
pub(crate) async fn press<E: Edited>(
    request: &HttpRequest,
    state: &Data<AppState>,
    path: &str,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (shared, id) = (state.clone(), id_of(path)?);
    let read = state.run_by_size(request, E::JOB, body.len(), move || Press::<E>::read(&shared, id, body));
    let press = Arc::new(read.await??);
    let ready = match press.applied(request, state).await {
        Ok(ready) => ready,
        Err(error) => return press.unsaved(request, state, None, error).await,
    };
    let applied = Arc::clone(&ready.applied);
    match press.save(request, state, ready).await {
        Err(error) => press.unsaved(request, state, Some(applied), error).await,
        answer => answer,
    }
}

impl<E: Edited> Press<E> {
    fn read(state: &AppState, id: WorkId, body: Bytes) -> Result<Self, WebError> {
        let mut fields = Fields::parse(&body)?;
        let base: i64 = fields.demand("base")?.parse().map_err(|_| no_version())?;
        // Ignored: it makes a click on one page differ from the same click on another in the request key.
        fields.take("request");
        let asked = fields.take("do").unwrap_or_else(|| "save".to_owned());
        let form = E::parse(state, asked, fields)?;
        Ok(Self { id, base, form, body })
    }

    /// Reads what is stored and applies the form. For something large this is heavy work, and so is the editor that
    /// answers it.
    async fn applied(self: &Arc<Self>, request: &HttpRequest, state: &Data<AppState>) -> Result<Ready<E>, WebError> {
        let work = E::WORK_KIND.work_to_edit(state, request, &self.id).await?;
        let older = if E::IS_WHOLE { None } else { self.older_revision(state, &work).await? };
        let documents = older.as_ref().map_or(0, |older| older.document.len()).max(work.head.document.len());
        let size = documents.max(self.body.len());
        let weight = if self.form.is_heavy() { usize::MAX } else { size };
        let (press, shared) = (Arc::clone(self), state.clone());
        let apply = state.run_by_size(request, E::JOB, weight, move || {
            let applied = press.form.apply(&shared, older.as_ref().unwrap_or(&work.head))?;
            let change = press.change(&shared, &work.head, &applied)?;
            Ok::<_, WebError>(Ready { work, applied: Arc::new(applied), change, size })
        });
        apply.await?
    }

    /// The revision from which the form was made, if that is not the current one.
    async fn older_revision(&self, state: &AppState, work: &Work) -> Result<Option<Revision>, WebError> {
        if work.head.number == self.base {
            return Ok(None);
        }
        match state.store.revision_by_number(E::WORK_KIND.kind, &self.id, self.base).await {
            Err(StoreError::NotFound) => Err(no_version()),
            found => Ok(Some(found?)),
        }
    }

    /// The change that the action makes in the store, and the revision on which it is made.
    fn change(
        &self,
        state: &AppState,
        head: &Revision,
        applied: &Applied<E>,
    ) -> Result<Option<(i64, WorkChange)>, WebError> {
        let Ok(written) = &applied.outcome else { return Ok(None) };
        let new = || {
            let action = applied.action.clone();
            let action = action.unwrap_or_else(|| E::describe(state, head, &written.judged.content));
            written.new_revision(state, action)
        };
        let typed = || {
            let differs = self.base == head.number && written.document != head.document;
            differs.then(new).transpose()
        };
        Ok(Some(match self.form.step() {
            Step::Add => (self.base, WorkChange::Add(new()?)),
            Step::Over(number) => (number, WorkChange::Add(new()?)),
            Step::Undo => (self.base, WorkChange::Undo { typed: typed()? }),
            Step::Redo => (self.base, WorkChange::Redo { typed: typed()? }),
        }))
    }

    async fn save(
        self: &Arc<Self>,
        request: &HttpRequest,
        state: &Data<AppState>,
        ready: Ready<E>,
    ) -> Result<HttpResponse, WebError> {
        let Ready { work, applied, change, size } = ready;
        let kind = E::WORK_KIND;
        let late = |head: &Revision| (head.number != self.base).then(|| kind.conflict(&self.id, head));
        let (status, unsaved) = match change {
            None => (StatusCode::UNPROCESSABLE_ENTITY, late(&work.head)),
            Some((base, change)) => {
                let by = identity::holder(request, state).await?.ok_or_else(|| kind.not_yours(&self.id))?;
                let key = request_key(&self.id, "edit", &self.body);
                let press = EditRequest { id: &self.id, by: &by, base, key: &key };
                match kind.change(&state.store_for(request), press, change).await {
                    Ok(saved) => return self.saved(request, state, saved, applied).await,
                    Err(StoreError::Conflict { head }) => (StatusCode::CONFLICT, Some(kind.conflict(&self.id, &head))),
                    Err(error) => return Err(error.into()),
                }
            }
        };
        // Until the visitor has decided what to do with another tab's change, the form stays based on the revision
        // from which it was made, so that no other button saves it along the way.
        let stored = Stored { base: self.base, ..kind.stored(state, request, &work)? };
        let (press, shared) = (Arc::clone(self), state.clone());
        let editor =
            state.run_by_size(request, E::JOB, size, move || press.form.again(&shared, stored, &applied, unsaved));
        E::answer(request, state, status, editor.await?)
    }

    /// The answer after the action was carried out.
    async fn saved(
        self: &Arc<Self>,
        request: &HttpRequest,
        state: &Data<AppState>,
        saved: Saved,
        applied: Arc<Applied<E>>,
    ) -> Result<HttpResponse, WebError> {
        let Saved { work, .. } = saved;
        if !wants_part(request) {
            return Ok(see_other(&self.form.next(state, &self.id, &work.head, &applied)).finish());
        }
        let (stored, head) = (E::WORK_KIND.stored(state, request, &work)?, work.head);
        let (press, shared, size) = (Arc::clone(self), state.clone(), head.document.len());
        let editor = state.run_by_size(request, E::JOB, size, move || {
            let editor = |current: &Judged<_>| press.form.saved(&shared, stored, current, &applied);
            match &applied.outcome {
                Ok(written) if written.document == head.document => Ok(editor(&written.judged)),
                // It was undone or redone, or other changes were made after a click that is sent again.
                _ => Judged::of(&shared, &head).map(|current| editor(&current)),
            }
        });
        E::answer(request, state, StatusCode::OK, editor.await??)
    }

    /// The answer if the database does not respond or stores nothing more: a page with everything that was sent.
    async fn unsaved(
        self: &Arc<Self>,
        request: &HttpRequest,
        state: &Data<AppState>,
        applied: Option<Arc<Applied<E>>>,
        error: WebError,
    ) -> Result<HttpResponse, WebError> {
        let why = match (&error, error.nothing_kept()) {
            // Script still has the input, and says so.
            _ if wants_part(request) => return Err(error),
            (_, Some((title, text))) => Unsaved::Refused { title, text },
            (WebError::Unavailable, None) => Unsaved::Unavailable,
            _ => return Err(error),
        };
        let page = E::unsaved(self, (request, state), applied, error.status_code(), why).await?;
        Ok(error.on(page))
    }
}

fn no_version() -> WebError {
    WebError::Unreadable("the field “base” is not a version number".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;
    use musterfield_lists::collection;
    use musterfield_rules::book;
    use tempfile::TempDir;

    use super::super::content::Summary;
    use super::*;
    use crate::store::{DatabaseUrl, NewWork, Secret, Store};
    use crate::web::cookies::visitor_cookie;
    use crate::web::works::ARMIES;

    /// The checks since they were last counted. Only one test makes any.
    static CHECKS: AtomicUsize = AtomicUsize::new(0);

    /// A word, of which the check finds the length.
    struct Word(String);

    impl Content for Word {
        type Report = usize;

        fn of(_: &AppState, revision: &Revision) -> Result<Self, WebError> {
            Ok(Self(revision.document.clone()))
        }

        fn check(&self, _: &AppState) -> usize {
            CHECKS.fetch_add(1, Ordering::Relaxed);
            self.0.len()
        }

        fn summary(&self, report: &usize) -> Summary {
            let ruleset = ("d3h2".to_owned(), "1".to_owned());
            Summary { ruleset, name: self.0.clone(), legal: *report < 9, figure: report.to_string() }
        }
    }

    fn written(word: &str) -> Written<Word> {
        Written::new(Word(word.to_owned()), word.to_owned())
    }

    struct WordForm {
        step: Step,
        word: String,
    }

    impl WordForm {
        fn shown(judged: &Judged<Word>, state: &AppState) -> String {
            format!("{} {}", judged.content.0, judged.report(state))
        }
    }

    impl Edited for WordForm {
        type Content = Word;
        type Beside = ();
        type Editor = String;

        const WORK_KIND: &'static WorkKind = &ARMIES;
        const JOB: JobKind = JobKind::Text;
        const IS_WHOLE: bool = false;

        fn parse(_: &AppState, asked: String, mut fields: Fields) -> Result<Self, WebError> {
            let word = fields.demand("word")?;
            fields.finish()?;
            let step = match asked.as_str() {
                "undo" => Step::Undo,
                "redo" => Step::Redo,
                _ => Step::Add,
            };
            Ok(Self { step, word })
        }

        fn step(&self) -> Step {
            self.step
        }

        fn apply(&self, _: &AppState, _: &Revision) -> Result<Applied<Self>, WebError> {
            let outcome = match self.word.as_str() {
                "" => Err(Wrong { judged: Judged::new(Word(String::new())), errors: FieldErrors::new() }),
                word => Ok(written(word)),
            };
            Ok(Applied { outcome, action: None, beside: () })
        }

        fn describe(_: &AppState, before: &Revision, typed: &Word) -> String {
            format!("{} after {}", typed.0, before.document)
        }

        fn again(&self, state: &AppState, _: Stored, applied: &Applied<Self>, _: Option<Unsaved>) -> String {
            Self::shown(applied.judged(), state)
        }

        fn saved(&self, state: &AppState, _: Stored, current: &Judged<Word>, _: &Applied<Self>) -> String {
            Self::shown(current, state)
        }

        fn next(&self, _: &AppState, _: &WorkId, head: &Revision, _: &Applied<Self>) -> String {
            format!("/{}", head.document)
        }

        fn answer(_: &HttpRequest, _: &AppState, status: StatusCode, page: String) -> Result<HttpResponse, WebError> {
            Ok(HttpResponse::build(status).body(page))
        }

        async fn unsaved(
            press: &Arc<Press<Self>>,
            (_, state): (&HttpRequest, &Data<AppState>),
            applied: Option<Arc<Applied<Self>>>,
            status: StatusCode,
            _: Unsaved,
        ) -> Result<HttpResponse, WebError> {
            let judged = applied.map_or_else(String::new, |applied| Self::shown(applied.judged(), state));
            Ok(HttpResponse::build(status).body(format!("{} {judged}", press.form.word)))
        }
    }

    /// The form of the answer that is requested.
    #[derive(Clone, Copy)]
    enum Asked {
        Part,
        Page,
    }

    #[tokio::test]
    async fn one_press_checks_each_content_once() {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::parse(&format!("sqlite:{}/a.sqlite", folder.path().display())).unwrap();
        let store = Store::open(&url, 2).unwrap();
        store.migrate().unwrap();
        let book = book().unwrap();
        let state = Data::new(AppState::new(store, book, collection(book).unwrap()));
        let visitor = Secret::random().unwrap();
        let first = written("one").new_revision(&state, "began".to_owned()).unwrap();
        let work = NewWork {
            kind: ARMIES.kind,
            edit_key: Secret::random().unwrap().digest(),
            visitor: visitor.digest(),
            request_key: "first".to_owned(),
            state: first,
        };
        let id = state.store.create(work).await.unwrap().id;
        CHECKS.store(0, Ordering::Relaxed);
        // Status, page or address, and how many checks it took.
        let press = async |asked: Asked, form: &'static str| {
            let request = TestRequest::post().cookie(visitor_cookie(&state, &visitor));
            let request = match asked {
                Asked::Part => request.insert_header(("x-part", "editor")),
                Asked::Page => request,
            };
            let answer = press::<WordForm>(&request.to_http_request(), &state, id.as_str(), form.into()).await.unwrap();
            let (status, to) = (answer.status().as_u16(), answer.headers().get("location").cloned());
            let body = to_bytes(answer.into_body()).await.unwrap();
            let said = to.map_or_else(|| String::from_utf8_lossy(&body).into_owned(), |to| format!("{to:?}"));
            (status, said, CHECKS.swap(0, Ordering::Relaxed))
        };
        let is = |status, said: &str, checks| (status, said.to_owned(), checks);
        assert_eq!(press(Asked::Part, "base=1&word=three").await, is(200, "three 5", 1));
        assert_eq!(press(Asked::Page, "base=2&word=four").await, is(303, "\"/four\"", 1));
        assert_eq!(press(Asked::Part, "base=3&word=").await, is(422, " 0", 1));
        assert_eq!(press(Asked::Part, "base=1&word=late").await, is(409, "late 4", 1));
        // Content that is stored already is shown, and content that is only gone back to is judged only for a page that
        // shows it.
        assert_eq!(press(Asked::Part, "base=2&word=four").await, is(200, "four 4", 1));
        assert_eq!(press(Asked::Part, "base=3&word=four&do=undo").await, is(200, "three 5", 1));
        assert_eq!(press(Asked::Page, "base=2&word=three&do=redo").await, is(303, "\"/four\"", 0));
        // Both the input and the content before it.
        assert_eq!(press(Asked::Part, "base=3&word=typed&do=undo").await, is(200, "four 4", 2));
        assert_eq!(press(Asked::Page, "base=3&word=again&do=undo").await, is(303, "\"/four\"", 1));
        // A full allowance: what was judged to be saved is shown.
        let full = crate::store::SpaceLimits { reserve: crate::store::ByteCount(u64::MAX), largest: None };
        let short = AppState::new(state.store.clone().within(full), book, collection(book).unwrap());
        let request = TestRequest::post().cookie(visitor_cookie(&state, &visitor)).to_http_request();
        let answer =
            super::press::<WordForm>(&request, &Data::new(short), id.as_str(), "base=3&word=more".into()).await;
        let body = to_bytes(answer.unwrap().into_body()).await.unwrap();
        assert_eq!((&*body, CHECKS.swap(0, Ordering::Relaxed)), (&b"more more 4"[..], 1));
    }
}
