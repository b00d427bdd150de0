//! `GET /terrain/{id}/trial`: what the verdict on a table would be if a piece that is being dragged were let go of now.
//! Nothing is saved.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_rules::Book;
use musterfield_terrain::check::Report;
use musterfield_terrain::edit::Edit;
use musterfield_terrain::{Layout, check};
use musterfield_words::terrain::edit::message as edit_message;
use serde::Serialize;

use super::action::{self, LayoutAction};
use super::revision::layout_of;
use super::table::findings;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::page::not_stored;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::LAYOUTS;
use crate::web::works::find::id_of;

/// The largest number of changes that are tried at once: those that are on their way, and the one in hand.
const MOST_TRIED: usize = 12;

/// The verdict on a table as it would be.
#[derive(Serialize)]
struct Trial {
    legal: bool,
    /// In a sentence: that all is well, or what is wrong with the piece, otherwise with the table.
    said: String,
}

/// `GET /terrain/{id}/trial?do=move:f2:1250:-500`, several changes on lines of their own, with `snap=off` if outlines do
/// not snap to lines.
///
/// # Errors
/// When there is no such layout, it is not the visitor's, or dragging does not make such a change.
pub async fn try_changes(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let (written, snap) = (fields.demand("do")?, fields.text("snap") != "off");
    fields.finish()?;
    let edits = dragged(&written, snap)?;
    let work = LAYOUTS.work_to_edit(&state, &request, &id).await?;
    let (shared, head) = (state.clone(), work.head);
    let tried = state.run_by_size(&request, JobKind::Table, head.document.len(), move || {
        let layout = layout_of(&shared, &head)?;
        Ok::<_, WebError>(tried(&layout, shared.book, &edits))
    });
    Ok(not_stored(HttpResponse::Ok().json(tried.await??)))
}

/// The changes, all of them such as dragging makes.
fn dragged(written: &str, snap: bool) -> Result<Vec<Edit>, WebError> {
    let read = |line: &str| match action::read(line, snap, &[]) {
        Some(LayoutAction::Change(edit)) if is_dragged(&edit) => Ok(edit),
        _ => Err(WebError::Unreadable("only what is dragged can be tried".to_owned())),
    };
    let edits: Vec<Edit> = written.lines().take(MOST_TRIED + 1).map(read).collect::<Result<_, _>>()?;
    if (1..=MOST_TRIED).contains(&edits.len()) {
        return Ok(edits);
    }
    Err(WebError::Unreadable(format!("between 1 and {MOST_TRIED} changes can be tried at once")))
}

const fn is_dragged(edit: &Edit) -> bool {
    matches!(
        edit,
        Edit::Move { .. } | Edit::Turn { .. } | Edit::Resize { .. } | Edit::Corner { .. } | Edit::Gate { .. }
    )
}

fn tried(before: &Layout, book: &Book, edits: &[Edit]) -> Trial {
    let mut layout = before.clone();
    for edit in edits {
        match layout.apply(edit) {
            Ok(after) => layout = after,
            Err(why) => return Trial { legal: false, said: edit_message(&why) },
        }
    }
    let report = check(&layout);
    let piece = edits.last().and_then(Edit::piece);
    Trial { legal: report.is_legal(), said: verdict(&layout, book, &report, piece) }
}

/// The verdict in a sentence; errors of the piece in hand come before others.
fn verdict(layout: &Layout, book: &Book, report: &Report, piece: Option<&str>) -> String {
    let mut errors: Vec<_> = report.problems.iter().filter(|problem| problem.is_error()).cloned().collect();
    errors.sort_by_key(|problem| problem.place.as_deref() != piece);
    let Some(first) = findings(layout, book, errors.get(..1).unwrap_or_default()).shown.pop() else {
        return "Legal here.".to_owned();
    };
    let of = first.feature.map(|feature| format!("{feature}: ")).unwrap_or_default();
    let more = match errors.len() {
        1 => String::new(),
        2 => " And 1 more problem.".to_owned(),
        count => format!(" And {} more problems.", count - 1),
    };
    format!("{of}{}{more}", first.message)
}
