//! Sheets of an army: the roster in all formats, the crib sheet, base labels, the army file. Below `/armies/{id}` they are
//! of its current state, below `/armies/{id}/v/{hash}` of that state for ever.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::state::{draft_of, then};
use crate::army::file::{to_json_pretty, to_toml};
use crate::army::{Draft, Report, check};
use crate::crib::Crib;
use crate::roster::view::{Options, RosterView};
use crate::roster::{LabelSheet, qr, table};
use crate::rules::Ruleset;
use crate::store::{Revision, WorkId};
use crate::web::accounts::who;
use crate::web::crib::{Wanted, of_army};
use crate::web::download::{self, Tag};
use crate::web::error::WebError;
use crate::web::kept::ARMIES;
use crate::web::kept::open::id_of;
use crate::web::page::render;
use crate::web::pdf::{Paper, Sheet};
use crate::web::sheet::SheetPage;
use crate::web::state::State;

/// What the reader of a sheet chose.
#[derive(Deserialize)]
pub struct SheetQuery {
    scale: Option<String>,
    paper: Option<String>,
    /// For the crib sheet: the army that it meets.
    against: Option<String>,
}

impl SheetQuery {
    fn paper(&self) -> Result<Paper, WebError> {
        Paper::chosen(self.paper.as_deref())
    }

    /// The army that the crib sheet is for a game against, by its address or id.
    async fn against(&self, state: &State, request: &HttpRequest) -> Result<Option<Opponent>, WebError> {
        let Some(written) = self.against.as_deref().map(str::trim).filter(|other| !other.is_empty()) else {
            return Ok(None);
        };
        match ARMIES.named(state, who::holder(request, state).await?.as_ref(), written).await {
            Ok((id, revision)) => {
                let draft = draft_of(state, &revision)?;
                let state = if written.contains("/v/") { format!("/v/{}", revision.hash) } else { String::new() };
                Ok(Some(Opponent { named: format!("{id}{state}"), id, draft }))
            }
            Err(WebError::NotFound) => Err(WebError::Unreadable(format!(
                "no army is known by “{}”: give the address of its page",
                written.chars().take(80).collect::<String>()
            ))),
            Err(error) => Err(error),
        }
    }

    /// The figure scale that was chosen, if it is one of the ruleset's.
    fn scale(&self, ruleset: &Ruleset) -> Result<Option<String>, WebError> {
        let known = |id: &String| ruleset.scales.iter().any(|scale| *scale.id == **id);
        match &self.scale {
            Some(other) if !known(other) => {
                let names: Vec<&str> = ruleset.scales.iter().map(|scale| &*scale.id).collect();
                let names = names.join(" or ");
                Err(WebError::Unreadable(format!("there is no figure scale “{other}”: choose {names}")))
            }
            scale => Ok(scale.clone()),
        }
    }
}

/// The army that a crib sheet is for a game against.
struct Opponent {
    id: WorkId,
    /// As addresses name it: its id, and the state if one was asked for.
    named: String,
    draft: Draft,
}

/// Everything a sheet is made from.
struct Subject {
    draft: Draft,
    report: Report,
    view: RosterView,
    options: Options,
}

fn subject(
    state: &State,
    request: &HttpRequest,
    id: &WorkId,
    revision: &Revision,
    query: &SheetQuery,
) -> Result<Subject, WebError> {
    let draft = draft_of(state, revision)?;
    let report = check(&draft, state.catalogue);
    let url = state.url(request, &ARMIES.permanent(id, &revision.hash));
    let scale = query.scale(draft.ruleset)?;
    let options = Options { scale, url: Some(url), then: then(revision, &draft, &report) };
    let view = RosterView::new(&draft, &report, state.catalogue, &options);
    Ok(Subject { draft, report, view, options })
}

/// `GET /armies/{id}/{sheet}`
///
/// # Errors
/// Not there, deleted, no such sheet.
pub async fn show_sheet(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
    query: Query<SheetQuery>,
) -> Result<HttpResponse, WebError> {
    let (id, sheet) = path.into_inner();
    let id = id_of(&id)?;
    let army = ARMIES.work(&state, &request, &id).await?;
    answer(&request, &state, (&id, &army.head, ARMIES.page(&id)), &sheet, &query).await
}

/// `GET /armies/{id}/v/{hash}/{sheet}`
///
/// # Errors
/// Not there, deleted, no such sheet.
pub async fn show_state_sheet(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String, String)>,
    query: Query<SheetQuery>,
) -> Result<HttpResponse, WebError> {
    let (id, hash, sheet) = path.into_inner();
    let (id, revision) = ARMIES.state_at(&state, &request, (&id, &hash)).await?;
    answer(&request, &state, (&id, &revision, ARMIES.permanent(&id, &revision.hash)), &sheet, &query).await
}

async fn answer(
    request: &HttpRequest,
    state: &Data<State>,
    (id, revision, at): (&WorkId, &Revision, String),
    sheet: &str,
    query: &SheetQuery,
) -> Result<HttpResponse, WebError> {
    let subject = subject(state, request, id, revision, query)?;
    let Subject { draft, report, view, options } = &subject;
    let paper = query.paper()?;
    let text = |kind: &'static str, body: String| file(&view.name, sheet, kind, body);
    Ok(match sheet {
        "roster" => render(&SheetPage::new(state, view.clone(), &draft.notes))?,
        "roster.txt" => text("text/plain; charset=utf-8", table::text(draft, report, view)),
        "roster.md" => text("text/markdown; charset=utf-8", table::markdown(draft, report, view)),
        "roster.csv" => text("text/csv; charset=utf-8", table::csv(view)),
        "roster.json" => text("application/json", table::json(view)),
        "army.json" => text("application/json", to_json_pretty(draft)),
        "army.toml" => text("application/toml; charset=utf-8", to_toml(draft)),
        "roster.pdf" => {
            let data = serde_json::to_vec(view).map_err(WebError::internal)?;
            let qr = view.url.as_deref().and_then(qr::svg);
            print(request, state, &view.name, sheet, (Sheet::Roster, paper), data, qr).await?
        }
        "labels.pdf" => {
            let data = serde_json::to_vec(&LabelSheet::new(draft, options)).map_err(WebError::internal)?;
            print(request, state, &view.name, sheet, (Sheet::Labels, paper), data, None).await?
        }
        "crib" | "crib.pdf" | "crib.json" => {
            let against = query.against(state, request).await?;
            let back = match &against {
                Some(other) => (format!("{}/versus/{}", ARMIES.page(id), other.id), "Back to the match-up"),
                None => (at.clone(), "Back to the army"),
            };
            let wanted = Wanted {
                crib: Crib {
                    url: view.url.clone(),
                    ..of_army(state, draft, against.as_ref().map(|other| &other.draft))?
                },
                ruleset: draft.ruleset.id.to_string(),
                back,
                address: (
                    format!("{at}/crib"),
                    against.map(|other| format!("?against={}", other.named)).unwrap_or_default(),
                ),
                paper,
            };
            wanted.answer(request, state, sheet.strip_prefix("crib.")).await?
        }
        _ => return Err(WebError::NotFound),
    })
}

/// A PDF, unless the browser has it: equal data always gives equal bytes.
async fn print(
    request: &HttpRequest,
    state: &State,
    army: &str,
    sheet: &str,
    (press, paper): (Sheet, Paper),
    data: Vec<u8>,
    qr: Option<String>,
) -> Result<HttpResponse, WebError> {
    let made_as = format!("{press:?} {paper:?}");
    let tag = Tag::printed(&[made_as.as_bytes(), &data]);
    if let Some(answer) = tag.known(request) {
        return Ok(answer);
    }
    let pdf = state.press.print(press, paper, data, qr).await?;
    tag.on(file(army, sheet, "application/pdf", pdf))
}

/// A file under a name that tells which army it is of.
fn file(army: &str, sheet: &str, kind: &'static str, body: impl Into<actix_web::web::Bytes>) -> HttpResponse {
    let slug = download::slug(army);
    let name = if slug.is_empty() { sheet.to_owned() } else { format!("{slug}-{sheet}") };
    download::file(name, kind, body)
}
