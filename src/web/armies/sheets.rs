//! Sheets of an army: the roster in all formats, the crib sheet, base labels, the army file. Below `/armies/{id}` they
//! show its current revision, below `/armies/{id}/v/{hash}` permanently that revision.

use std::fmt::Display;

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_army::file::{to_json_pretty, to_toml};
use musterfield_army::{Draft, check};
use musterfield_rules::Ruleset;
use musterfield_sheets::roster::bbcode::bbcode;
use musterfield_sheets::roster::view::{Options, RosterView};
use musterfield_sheets::roster::{LabelSheet, Stickers, qr, table};
use serde::Deserialize;

use super::revision::{draft_of, verdict_when_saved};
use crate::store::{Revision, RevisionHash, WorkId};
use crate::web::accounts::identity;
use crate::web::crib::{self, CribOutput, Subject};
use crate::web::download::{self, KnownTags, Made, Tag};
use crate::web::error::WebError;
use crate::web::link::{self, Address};
use crate::web::link_picture::LinkPicture;
use crate::web::page::{HTML, rendered};
use crate::web::pdf::{Paper, PrintSettings, Sheet};
use crate::web::scheduler::JobKind;
use crate::web::sheet::SheetPage;
use crate::web::state::AppState;
use crate::web::works::ARMIES;
use crate::web::works::find::id_of;

/// The name of the sheet of labels in addresses.
const LABELS: &str = "labels.pdf";

/// The choices of the reader of a sheet.
#[derive(Deserialize)]
pub struct SheetQuery {
    scale: Option<String>,
    paper: Option<String>,
    ink: Option<String>,
    /// For labels: the sheet of sticky labels to print on, by [`Stickers::id`]; plain paper if empty.
    stickers: Option<String>,
    /// For sticky labels: the first label to print on, from 1; empty for the first of the sheet.
    from: Option<String>,
    /// For the crib sheet: the opposing army.
    against: Option<String>,
    /// For the crib sheet: by phase or by type.
    reading: Option<String>,
    /// For the crib sheet: whose references stand behind its lines.
    refs: Option<String>,
}

impl SheetQuery {
    fn settings(&self) -> Result<PrintSettings, WebError> {
        PrintSettings::chosen(self.paper.as_deref(), self.ink.as_deref())
    }

    /// The sheet of sticky labels, and the first label to print on.
    fn stickers(&self) -> Result<Option<(Stickers, u16)>, WebError> {
        let Some(id) = self.stickers.as_deref().filter(|id| !id.is_empty()) else { return Ok(None) };
        let unknown = || WebError::Unreadable(format!("there is no sheet of labels “{id}”"));
        let stickers = Stickers::of(id).ok_or_else(unknown)?;
        let first = match self.from.as_deref().map(str::trim).filter(|from| !from.is_empty()) {
            None => Some(1),
            Some(from) => from.parse().ok().filter(|from| (1..=stickers.labels()).contains(from)),
        };
        match first {
            Some(first) => Ok(Some((stickers, first))),
            None => Err(WebError::Unreadable(format!(
                "such a sheet has {} labels: choose the first to print on from 1 to {0}",
                stickers.labels()
            ))),
        }
    }

    /// The opposing army of the crib sheet, by its address or id.
    async fn against(&self, state: &AppState, request: &HttpRequest) -> Result<Option<Opponent>, WebError> {
        let Some(written) = self.against.as_deref().map(str::trim).filter(|other| !other.is_empty()) else {
            return Ok(None);
        };
        match ARMIES.revision_by_address(state, identity::holder(request, state).await?.as_ref(), written).await {
            Ok((id, revision)) => {
                let draft = draft_of(state, &revision)?;
                let state = if written.contains("/v/") { format!("/v/{}", revision.hash) } else { String::new() };
                Ok(Some(Opponent { named: format!("{id}{state}"), id, draft }))
            }
            Err(WebError::NotFound) => Err(WebError::Unreadable(format!(
                "no army found at “{}”: use the address of its page",
                written.chars().take(80).collect::<String>()
            ))),
            Err(error) => Err(error),
        }
    }
}

/// The address of a sheet of the current revision, or of one for good.
pub(super) fn sheet_address(id: impl Display, fixed: Option<&RevisionHash>, sheet: &str) -> Address {
    match fixed {
        Some(hash) => link::army_revision_sheet(id, hash, sheet),
        None => link::army_sheet(id, sheet),
    }
}

/// The page to which these sheets belong.
fn page_address(id: &WorkId, fixed: Option<&RevisionHash>) -> Address {
    match fixed {
        Some(hash) => link::army_revision(id, hash),
        None => link::army(id),
    }
}

/// The opposing army of a crib sheet.
struct Opponent {
    id: WorkId,
    /// Its name in addresses: its id, and the revision if one was given.
    named: String,
    draft: Draft,
}

/// A requested sheet, with everything from which it is made.
struct SheetRequest {
    revision: Revision,
    /// Its permanent address, including the site.
    url: String,
    /// The address that always shows its newest revision, including the site; `None` for sheets of one revision.
    living_url: Option<String>,
    /// The name of the sheet in addresses: `roster.pdf`.
    sheet: String,
    scale: Option<String>,
    settings: PrintSettings,
    stickers: Option<(Stickers, u16)>,
    seen: KnownTags,
}

/// A sheet that was made.
enum Sheets {
    Page(String),
    /// A file, with the name of the army.
    File(&'static str, String, Made),
}

impl SheetRequest {
    /// Makes the sheet.
    fn made(self, state: &AppState) -> Result<Sheets, WebError> {
        let draft = draft_of(state, &self.revision)?;
        let report = check(&draft, state.catalogue);
        let scale = known_scale(self.scale, draft.ruleset)?;
        let options = Options {
            scale,
            url: Some(self.url),
            living_url: self.living_url,
            verdict_when_saved: verdict_when_saved(&self.revision, &draft, &report),
        };
        let view = RosterView::new(&draft, &report, state.catalogue, &options);
        let (seen, mut settings) = (self.seen, self.settings);
        let text = |kind, body: String| {
            Ok((kind, seen.make_unless_known(Tag::new(&[body.as_bytes()]), || Ok(body.into_bytes()))?))
        };
        // A sheet of sticky labels has a paper of its own.
        if let Some((stickers, _)) = self.stickers {
            settings.paper = if stickers.is_letter { Paper::Letter } else { Paper::A4 };
        }
        let printed = |sheet: Sheet, data: Result<Vec<u8>, serde_json::Error>, qr: Option<String>| {
            let (data, made_as) = (data.map_err(WebError::internal)?, format!("{sheet:?} {settings:?}"));
            // Equal data always gives equal bytes.
            let made = seen.make_unless_known(Tag::printed(&[made_as.as_bytes(), &data]), || {
                Ok(state.printer.print_now(sheet, settings, &data, qr.as_deref())?)
            });
            Ok(("application/pdf", made?))
        };
        let file: Result<(&'static str, Made), WebError> = match self.sheet.as_str() {
            "roster" => return Ok(Sheets::Page(rendered(&SheetPage::new(state, view, &draft.notes))?)),
            "roster.txt" => text("text/plain; charset=utf-8", table::text(&draft, &report, &view)),
            "roster.md" => text("text/markdown; charset=utf-8", table::markdown(&draft, &report, &view)),
            "roster.bbcode" => text("text/plain; charset=utf-8", bbcode(&view)),
            "roster.csv" => text("text/csv; charset=utf-8", table::csv(&view)),
            "roster.json" => text("application/json", table::json(&view)),
            "army.json" => text("application/json", to_json_pretty(&draft)),
            "army.toml" => text("application/toml; charset=utf-8", to_toml(&draft)),
            "picture.png" | "picture.svg" => {
                let list = view.list.as_ref().map(|list| list.name.as_str());
                let picture = LinkPicture::of_army(&draft, &report, &view.strength(), list);
                let (_, ending) = self.sheet.rsplit_once('.').unwrap_or_default();
                picture.file(ending, &state.printer, &seen)
            }
            "roster.pdf" => printed(Sheet::Roster, serde_json::to_vec(&view), view.url.as_deref().and_then(qr::svg)),
            LABELS => {
                let labels = LabelSheet::new(&draft, &options);
                let labels = match self.stickers {
                    Some((stickers, first)) => labels.on(stickers, first),
                    None => labels,
                };
                printed(Sheet::Labels, serde_json::to_vec(&labels), None)
            }
            _ => Err(WebError::NotFound),
        };
        let (kind, made) = file?;
        Ok(Sheets::File(kind, view.name, made))
    }
}

/// The chosen figure scale, if it is one of the ruleset's.
fn known_scale(chosen: Option<String>, ruleset: &Ruleset) -> Result<Option<String>, WebError> {
    match chosen {
        Some(other) if ruleset.scale_called(&other).is_none() => {
            let names: Vec<&str> = ruleset.scales.iter().map(|scale| &*scale.id).collect();
            let names = names.join(" or ");
            Err(WebError::Unreadable(format!("there is no figure scale “{other}”: choose {names}")))
        }
        scale => Ok(scale),
    }
}

/// `GET /armies/{id}/{sheet}`
///
/// # Errors
/// When there is no such army or sheet, or the army was deleted.
pub async fn show_sheet(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    query: Query<SheetQuery>,
) -> Result<HttpResponse, WebError> {
    let (id, sheet) = path.into_inner();
    let id = id_of(&id)?;
    let army = ARMIES.work_to_share(&state, &request, &id).await?;
    answer(&request, &state, (&id, army.head, None), &sheet, &query).await
}

/// `GET /armies/{id}/v/{hash}/{sheet}`
///
/// # Errors
/// When there is no such army or sheet, or the army was deleted.
pub async fn show_state_sheet(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String, String)>,
    query: Query<SheetQuery>,
) -> Result<HttpResponse, WebError> {
    let (id, hash, sheet) = path.into_inner();
    let (id, revision) = ARMIES.revision_at(&state, &request, (&id, &hash)).await?;
    let hash = revision.hash.clone();
    answer(&request, &state, (&id, revision, Some(&hash)), &sheet, &query).await
}

async fn answer(
    request: &HttpRequest,
    state: &Data<AppState>,
    (id, revision, fixed): (&WorkId, Revision, Option<&RevisionHash>),
    sheet: &str,
    query: &SheetQuery,
) -> Result<HttpResponse, WebError> {
    let settings = query.settings()?;
    // The choices for printing are sent with every sheet, and a wrong label concerns only one of them.
    let stickers = if sheet == LABELS { query.stickers()? } else { None };
    let url = state.url(request, &link::army_revision(id, &revision.hash));
    if let Some(ending) = sheet.strip_prefix("crib").filter(|ending| ending.is_empty() || ending.starts_with('.')) {
        let form = CribOutput::of(ending.strip_prefix('.'), settings)?;
        return crib(request, state, (id, &revision, fixed), query, (form, url)).await;
    }
    let work = match sheet.rsplit('.').next() {
        Some("pdf") => JobKind::Print,
        Some("png") => JobKind::Picture,
        _ => JobKind::Army,
    };
    let (sheet, scale, seen) = (sheet.to_owned(), query.scale.clone(), KnownTags::of(request));
    let name = sheet.clone();
    let living_url = fixed.is_none().then(|| state.url(request, &link::army(id)));
    let wanted = SheetRequest { revision, url, living_url, sheet, scale, settings, stickers, seen };
    let shared = state.clone();
    let made = state.run_by_size(request, work, wanted.revision.document.len(), move || wanted.made(&shared)).await?;
    match made? {
        Sheets::Page(page) => Ok(HttpResponse::Ok().content_type(HTML).body(page)),
        Sheets::File(kind, army, made) => made.answer(|body| file(&army, &name, kind, body)),
    }
}

/// The crib sheet of an army, alone or against another.
async fn crib(
    request: &HttpRequest,
    state: &Data<AppState>,
    (id, revision, fixed): (&WorkId, &Revision, Option<&RevisionHash>),
    query: &SheetQuery,
    (form, url): (CribOutput, String),
) -> Result<HttpResponse, WebError> {
    let options = crib::chosen(query.reading.as_deref(), query.refs.as_deref(), form)?;
    let against = query.against(state, request).await?;
    let back = match &against {
        Some(other) => (link::matchup(id, &other.id).into(), "Back to the match-up"),
        None => (page_address(id, fixed).into(), "Back to the army"),
    };
    let [page, pdf] = ["crib", "crib.pdf"].map(|sheet| match &against {
        Some(other) => sheet_address(id, fixed, sheet).with("against", &other.named),
        None => sheet_address(id, fixed, sheet),
    });
    let army = draft_of(state, revision)?;
    let wanted = crib::CribRequest {
        ruleset: army.ruleset.id.to_string(),
        subject: Subject::Army {
            army: Box::new(army),
            against: against.map(|other| Box::new(other.draft)),
            url: Some(url),
        },
        back,
        page,
        pdf,
        form,
        options,
    };
    wanted.answer(request, state).await
}

/// A file whose name includes the army.
fn file(army: &str, sheet: &str, kind: &'static str, body: impl Into<actix_web::web::Bytes>) -> HttpResponse {
    let slug = download::slug(army);
    let name = if slug.is_empty() { sheet.to_owned() } else { format!("{slug}-{sheet}") };
    download::file(name, kind, body)
}
