//! Papers of an event: all rosters or all crib sheets in one PDF, and the receipt of one entry.
//!
//! Each is first a document of `docs/FORMATS.md`, which the printer takes and which is also available as JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::{Catalogue, Draft};
use musterfield_events::rules::{EventRules, PoolVerdict};
use musterfield_events::standings::Round;
use musterfield_rules::Book;
use musterfield_sheets::crib::{Crib, CribOptions};
use musterfield_sheets::roster::qr;
use musterfield_sheets::roster::view::{Options, RosterView};
use musterfield_words::events::document_of;
use musterfield_words::number::counted;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::access::{EventAccess, asker};
use super::armies::Frozen;
use super::frame::{EventTab, event_layout};
use super::verify::VerifyLinks;
use crate::store::{Entrant, Entry, EntryState, EventId, Role, Slug, StoreError, WorkId};
use crate::web::download::{self, KnownTags, Tag};
use crate::web::error::WebError;
use crate::web::link::{self, Address};
use crate::web::page::{Layout, not_stored, render_as};
use crate::web::pdf::{Paper, PrintSettings, Sheet};
use crate::web::scheduler::{JobKind, Requester};
use crate::web::state::AppState;

/// The largest number of bytes of the QR codes of one PDF, without the markup around them.
const LARGEST_CODES: usize = (8 << 20) - (4 << 10);

#[cfg(feature = "pdf")]
const _: () = assert!(LARGEST_CODES < musterfield_print::MANY_LIMIT, "the press takes less");

/// The limits of one PDF.
#[derive(Clone, Copy, Debug)]
struct BundleLimits {
    sheets: usize,
    bytes: usize,
}

/// The sheets to print for everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bundle {
    Rosters,
    Cribs,
}

impl Bundle {
    fn word(self) -> &'static str {
        match self {
            Self::Rosters => "rosters",
            Self::Cribs => "cribs",
        }
    }

    /// The address of the sheets of all players.
    fn address(self, slug: &Slug, format: &str) -> Address {
        match self {
            Self::Rosters => link::rosters(slug, format),
            Self::Cribs => link::cribs(slug, format),
        }
    }

    /// The largest number of sheets of one PDF, and of their bytes. With the largest of either the printer uses 220
    /// MB (`crates/print/examples/memory.rs`), 80 of them for fonts: it frees nothing until the last sheet is set.
    const fn most(self) -> BundleLimits {
        match self {
            Self::Rosters => BundleLimits { sheets: 30, bytes: 512 << 10 },
            Self::Cribs => BundleLimits { sheets: 60, bytes: 224 << 10 },
        }
    }

    /// This many of them, in words.
    fn counted(self, number: usize) -> String {
        let (one, many) = match self {
            Self::Rosters => ("roster", "rosters"),
            Self::Cribs => ("crib sheet", "crib sheets"),
        };
        counted(number, one, many)
    }
}

/// The query of a bundle.
#[derive(Deserialize)]
pub struct PapersQuery {
    order: Option<String>,
    per_sheet: Option<String>,
    paper: Option<String>,
    ink: Option<String>,
    show: Option<String>,
    part: Option<String>,
}

/// The query after parsing.
#[derive(Clone, Copy, Debug)]
struct PapersRequest {
    by_table: bool,
    two_per_sheet: bool,
    only_accepted: bool,
    settings: PrintSettings,
    /// The part, from 1, if there is too much for one PDF.
    part: Option<usize>,
}

/// Whether the second of two words was chosen; the first is the default.
fn second(chosen: Option<&str>, what: &str, [usual, other]: [&str; 2]) -> Result<bool, WebError> {
    match chosen {
        None => Ok(false),
        Some(word) if word == usual => Ok(false),
        Some(word) if word == other => Ok(true),
        Some(word) => Err(WebError::Unreadable(format!("there is no {what} “{word}”: choose {usual} or {other}"))),
    }
}

impl PapersRequest {
    fn read(query: &PapersQuery) -> Result<Self, WebError> {
        let part = query.part.as_deref().map(str::parse).transpose();
        Ok(Self {
            by_table: second(query.order.as_deref(), "order", ["name", "table"])?,
            two_per_sheet: second(query.per_sheet.as_deref(), "number per sheet", ["1", "2"])?,
            only_accepted: second(query.show.as_deref(), "choice of entries", ["all", "accepted"])?,
            settings: PrintSettings::chosen(query.paper.as_deref(), query.ink.as_deref())?,
            part: part.map_err(|_| WebError::Unreadable("parts are numbered from 1".to_owned()))?,
        })
    }

    /// The address of one part of the bundle.
    fn part_of(&self, address: &str, part: usize) -> String {
        let either = |is: bool, [usual, other]: [&'static str; 2]| if is { other } else { usual };
        format!(
            "{address}?order={}&per_sheet={}&show={}&paper={}&ink={}&part={part}",
            either(self.by_table, ["name", "table"]),
            either(self.two_per_sheet, ["1", "2"]),
            either(self.only_accepted, ["all", "accepted"]),
            either(self.settings.paper == Paper::Letter, ["a4", "letter"]),
            either(self.settings.saves_ink, ["full", "less"]),
        )
    }

    fn takes(&self, entrant: &Entrant) -> bool {
        if self.only_accepted { entrant.state.entry == EntryState::Accepted } else { entrant.state.entry.is_in() }
    }
}

/// A player with the armies of the version that counts.
struct Player {
    entrant: Entrant,
    head: Entry,
    armies: Vec<Draft>,
    table: Option<u16>,
    late: bool,
}

/// The table of each player in the current round, or in the first if none is played yet, by the player's number.
async fn tables(state: &AppState, event: EventId) -> Result<BTreeMap<i64, u16>, WebError> {
    let rounds = state.store.rounds(event).await?;
    let now = rounds.iter().take_while(|round| round.published).last().or(rounds.first());
    let Some(now) = now else { return Ok(BTreeMap::new()) };
    let round: Round = serde_json::from_str(&now.document).map_err(WebError::internal)?;
    let seats = round.games.iter().flat_map(|game| game.sides.map(|side| (i64::from(side.0), game.table.get())));
    Ok(seats.collect())
}

/// All players whose sheets are wanted, with the version that counts and the table, in the order wanted. Players
/// without a table come last.
async fn players(
    open: &EventAccess,
    state: &AppState,
    wanted: &PapersRequest,
) -> Result<Vec<(Entrant, Entry, Option<u16>)>, WebError> {
    let tables = tables(state, open.event.id).await?;
    let entrants = state.store.entrants(open.event.id, None).await?.into_iter();
    let known = entrants.filter(|entrant| !entrant.state.pending && wanted.takes(entrant));
    let mut players: Vec<(Entrant, Entry, Option<u16>)> = known
        .filter_map(|entrant| {
            let (head, table) = (entrant.head.clone()?, tables.get(&entrant.id.number()).copied());
            Some((entrant, head, table))
        })
        .collect();
    players.sort_by_cached_key(|(entrant, _, table)| {
        let table = table.filter(|_| wanted.by_table);
        (wanted.by_table && table.is_none(), table, entrant.name.to_lowercase(), entrant.id)
    });
    Ok(players)
}

/// The owner of a sheet.
#[derive(Serialize)]
struct Owner<'a> {
    player: &'a str,
    club: Option<&'a str>,
    table: Option<u16>,
    note: String,
}

impl Player {
    /// The owner of the sheet of one of the armies, by the army's position from 0.
    fn owner(&self, at: usize) -> Owner<'_> {
        let state = self.entrant.state;
        let of_several = (self.armies.len() > 1).then(|| format!("{} of {}", at + 1, self.armies.len()));
        let words =
            [(self.late, "late"), (state.waiting, "waiting"), (state.entry == EntryState::Returned, "returned")];
        let words = words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned());
        Owner {
            player: &self.entrant.name,
            club: Some(self.entrant.club.as_str()).filter(|club| !club.is_empty()),
            table: self.table,
            note: of_several.into_iter().chain(words).collect::<Vec<_>>().join(", "),
        }
    }

    /// The roster of each army with the verdict of the event's rules.
    fn rosters(&self, rules: &EventRules, catalogue: &Catalogue) -> Vec<RosterView> {
        let pool = rules.check_pool(&self.armies, catalogue);
        let options = Options { verdict_when_saved: then(&self.head, &pool), ..Options::default() };
        let view = |(draft, verdict): (&Draft, &musterfield_events::rules::Verdict)| {
            let mut view = RosterView::new(draft, &verdict.report, catalogue, &options);
            view.legal = verdict.is_legal();
            view.problems = verdict.problems.iter().map(|problem| document_of(problem, rules, draft)).collect();
            for row in verdict.problems.iter().filter(|problem| problem.is_error()).filter_map(|one| one.place) {
                if let Some(row) = view.rows.get_mut(row) {
                    row.problem = true;
                }
            }
            view
        };
        self.armies.iter().zip(&pool.armies).map(view).collect()
    }
}

/// The verdict on the armies when they were submitted, where today's rules and lists lead to another.
fn then(head: &Entry, pool: &PoolVerdict) -> Option<String> {
    let word = |legal: bool| if legal { "legal" } else { "not legal" };
    (head.legal != pool.is_legal()).then(|| {
        format!(
            "Entered as {}. The army has been checked again here with the current rules and lists.",
            word(head.legal)
        )
    })
}

/// A sheet of a bundle as part of the document, with its QR code as SVG or null.
struct Leaf {
    data: Box<RawValue>,
    code: Box<RawValue>,
}

#[derive(Serialize)]
struct RosterEntry<'a> {
    roster: &'a RosterView,
    #[serde(flatten)]
    owner: Owner<'a>,
    verify_url: &'a str,
}

#[derive(Serialize)]
struct CribEntry<'a> {
    crib: &'a Crib,
    #[serde(flatten)]
    owner: Owner<'a>,
}

/// The rosters of a player.
fn roster_leaves(
    player: &Player,
    links: &VerifyLinks,
    rules: &EventRules,
    catalogue: &Catalogue,
) -> Result<Vec<Leaf>, serde_json::Error> {
    let verify_url = links.of(&player.entrant.public_id, &player.head.hash);
    let code = to_raw_value(&qr::svg(&verify_url))?;
    let leaf = |(at, roster): (usize, &RosterView)| {
        let entry = RosterEntry { roster, owner: player.owner(at), verify_url: &verify_url };
        Ok(Leaf { data: to_raw_value(&entry)?, code: code.clone() })
    };
    player.rosters(rules, catalogue).iter().enumerate().map(leaf).collect()
}

/// The crib sheets of a player. Armies whose rules have none are left out.
fn crib_leaves(player: &Player, book: &Book) -> Result<Vec<Leaf>, serde_json::Error> {
    let mut leaves = Vec::new();
    for (at, draft) in player.armies.iter().enumerate() {
        let Ok(crib) = Crib::army(book, draft, CribOptions::default()) else { continue };
        let entry = CribEntry { crib: &crib, owner: player.owner(at) };
        leaves.push(Leaf { data: to_raw_value(&entry)?, code: to_raw_value(&())? });
    }
    Ok(leaves)
}

/// Divides sheets into parts, each of which fits into one PDF.
fn parts(leaves: &[Leaf], most: BundleLimits) -> Vec<&[Leaf]> {
    let mut parts = Vec::new();
    let mut rest = leaves;
    while !rest.is_empty() {
        let (mut data, mut codes) = (0, 0);
        let fits = rest.iter().take(most.sheets).take_while(|leaf| {
            // With the comma after it.
            data += leaf.data.get().len() + 1;
            codes += leaf.code.get().len() + 1;
            data <= most.bytes && codes <= LARGEST_CODES
        });
        // A sheet that alone exceeds the limit is a part of its own.
        let (part, after) = rest.split_at(fits.count().max(1));
        parts.push(part);
        rest = after;
    }
    parts
}

#[derive(Serialize)]
struct RostersDocument<'a> {
    format: &'static str,
    title: &'a str,
    two_per_sheet: bool,
    rosters: Vec<&'a RawValue>,
}

#[derive(Serialize)]
struct CribsDocument<'a> {
    format: &'static str,
    title: &'a str,
    cribs: Vec<&'a RawValue>,
}

impl Bundle {
    /// The document of these sheets.
    fn document(self, title: &str, wanted: &PapersRequest, part: &[Leaf]) -> Result<Vec<u8>, serde_json::Error> {
        let sheets = part.iter().map(|leaf| &*leaf.data).collect();
        match self {
            Self::Rosters => serde_json::to_vec(&RostersDocument {
                format: "musterfield-rosters/1",
                title,
                two_per_sheet: wanted.two_per_sheet,
                rosters: sheets,
            }),
            Self::Cribs => serde_json::to_vec(&CribsDocument { format: "musterfield-cribs/1", title, cribs: sheets }),
        }
    }
}

/// The reason why there is no PDF, with what to do.
#[derive(Template)]
#[template(path = "events/papers.html")]
struct NoPapers {
    layout: Layout,
    /// The page to go back to, and its name.
    back: (String, String),
    title: String,
    text: String,
    /// The address and name of each part.
    parts: Vec<(String, String)>,
}

impl NoPapers {
    fn new(state: &AppState, open: &EventAccess, title: &str, text: String) -> Self {
        Self {
            layout: event_layout(state, &open.event, title, EventTab::Desk),
            back: (open.path(), open.event.content.name.clone()),
            title: title.to_owned(),
            text,
            parts: Vec::new(),
        }
    }

    fn answer(&self, status: StatusCode) -> Result<HttpResponse, WebError> {
        Ok(not_stored(render_as(status, self)?))
    }
}

/// A file for this visitor only: no shared cache may store it.
pub(super) fn own_file(name: String, kind: &'static str, body: impl Into<actix_web::web::Bytes>) -> HttpResponse {
    let mut file = download::file(name, kind, body);
    file.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    file
}

/// `GET /events/{slug}/rosters.pdf?order=table&per_sheet=2&show=accepted&paper=letter`, `.json`
///
/// # Errors
/// When the visitor is not on the staff, or there is no such order, paper, ink or part.
pub async fn rosters(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    query: Query<PapersQuery>,
) -> Result<HttpResponse, WebError> {
    bundle(&request, &state, &path, &query, Bundle::Rosters).await
}

/// `GET /events/{slug}/cribs.pdf?order=table&show=accepted&paper=letter`, `.json`
///
/// # Errors
/// The same as for [`rosters`].
pub async fn cribs(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    query: Query<PapersQuery>,
) -> Result<HttpResponse, WebError> {
    bundle(&request, &state, &path, &query, Bundle::Cribs).await
}

async fn bundle(
    request: &HttpRequest,
    state: &Data<AppState>,
    (slug, format): &(String, String),
    query: &PapersQuery,
    bundle: Bundle,
) -> Result<HttpResponse, WebError> {
    let (open, _) = EventAccess::find_for_staff(request, state, slug, Role::Helper).await?;
    let is_pdf = match format.as_str() {
        "pdf" => true,
        "json" => false,
        _ => return Err(WebError::NotFound),
    };
    let wanted = PapersRequest::read(query)?;
    let work = if is_pdf { JobKind::Print } else { JobKind::Event };
    let permit = state.scheduler.admit(&Requester::of(request), work).await?;
    let rules = Arc::new(open.plan.rules().clone());
    let links = VerifyLinks::new(request, state, open.slug());
    let mut leaves = Vec::new();
    // One player after the other: the armies of all are never in memory at once.
    for (entrant, head, table) in players(&open, state, &wanted).await? {
        let document = match state.store.entry_document(entrant.id, head.number).await {
            Ok(document) => document,
            // Another version counts since the list was made.
            Err(StoreError::NotFound) => continue,
            Err(error) => return Err(error.into()),
        };
        let (shared, rules, links) = (state.clone(), Arc::clone(&rules), links.clone());
        let made = permit.run(move || {
            let armies = Frozen::read(&document, &shared)?;
            let player = Player { armies, table, late: head.late, entrant, head };
            let made = match bundle {
                Bundle::Rosters => roster_leaves(&player, &links, &rules, shared.catalogue),
                Bundle::Cribs => crib_leaves(&player, shared.book),
            };
            made.map_err(WebError::internal)
        });
        leaves.extend(made.await??);
    }
    let parts = parts(&leaves, bundle.most());
    let part = match (parts.as_slice(), wanted.part) {
        ([], _) => return nothing(state, &open, &wanted),
        ([only], None) => *only,
        (_, None) => return too_many(state, &open, &wanted, (bundle, format), &parts),
        (_, Some(number)) => number.checked_sub(1).and_then(|at| parts.get(at)).copied().ok_or(WebError::NotFound)?,
    };
    let data = bundle.document(&open.event.content.name, &wanted, part).map_err(WebError::internal)?;
    let number = wanted.part.map(|part| format!("-{part}")).unwrap_or_default();
    let name = format!("{}-{}{number}.{format}", open.event.slug, bundle.word());
    if !is_pdf {
        return Ok(own_file(name, "application/json", data));
    }
    let codes: Vec<&RawValue> = part.iter().map(|leaf| &*leaf.code).collect();
    let codes = serde_json::to_string(&codes).map_err(WebError::internal)?;
    let (seen, printer, settings) = (KnownTags::of(request), state.printer.clone(), wanted.settings);
    let made = permit.run(move || {
        // The QR codes follow from the data.
        let tag = Tag::printed(&[format!("{} {settings:?}", bundle.word()).as_bytes(), &data]);
        seen.make_unless_known(tag, || {
            Ok(match bundle {
                Bundle::Rosters => printer.print_rosters_now(settings, &data, &codes)?,
                Bundle::Cribs => printer.print_now(Sheet::Cribs, settings, &data, None)?,
            })
        })
    });
    made.await??.answer(|pdf| own_file(name, "application/pdf", pdf))
}

fn nothing(state: &AppState, open: &EventAccess, wanted: &PapersRequest) -> Result<HttpResponse, WebError> {
    let text = if wanted.only_accepted {
        "No entry has been accepted. Accept entries at the desk, or print all entered armies."
    } else {
        "Nobody has entered an army yet."
    };
    NoPapers::new(state, open, "Nothing to print", text.to_owned()).answer(StatusCode::NOT_FOUND)
}

fn too_many(
    state: &AppState,
    open: &EventAccess,
    wanted: &PapersRequest,
    (bundle, format): (Bundle, &str),
    parts: &[&[Leaf]],
) -> Result<HttpResponse, WebError> {
    let all: usize = parts.iter().map(|part| part.len()).sum();
    let address = bundle.address(open.slug(), format);
    let link = |(at, part): (usize, &&[Leaf])| {
        let name = format!("Part {} of {}: {}", at + 1, parts.len(), bundle.counted(part.len()));
        (wanted.part_of(&address, at + 1), name)
    };
    let page = NoPapers {
        parts: parts.iter().enumerate().map(link).collect(),
        ..NoPapers::new(
            state,
            open,
            "Too much for one file",
            format!("There are {}. Print them in parts.", bundle.counted(all)),
        )
    };
    page.answer(StatusCode::UNPROCESSABLE_ENTITY)
}

/// A player's receipt for an entry (`musterfield-receipt/1`).
#[derive(Serialize)]
struct ReceiptDocument<'a> {
    format: &'static str,
    event: &'a str,
    player: &'a str,
    club: Option<&'a str>,
    entered_at: String,
    version: i64,
    hash: &'a str,
    armies: Vec<&'a str>,
    legal: bool,
    late: bool,
    waiting: bool,
    /// Whether the player awaits the organisers' approval.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pending: bool,
    address: &'a str,
}

/// The paper of a receipt.
#[derive(Deserialize)]
pub struct ReceiptQuery {
    paper: Option<String>,
    ink: Option<String>,
}

/// `GET /events/{slug}/entries/{id}/receipt.pdf`, `.json`
///
/// # Errors
/// When the visitor is neither the player nor on the staff, or there is no such paper or ink.
pub async fn receipt(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String, String)>,
    query: Query<ReceiptQuery>,
) -> Result<HttpResponse, WebError> {
    let (slug, id, format) = path.into_inner();
    let open = EventAccess::find(&request, &state, &slug).await?;
    let id = WorkId::parse(&id).map_err(|_| WebError::NotFound)?;
    let asks = asker(&request, &state).await?;
    let entrant = state.store.entrant(open.event.id, &id, asks.as_ref()).await?;
    if !entrant.is_own && !open.may(Role::Helper) {
        return Err(WebError::NotFound);
    }
    let settings = PrintSettings::chosen(query.paper.as_deref(), query.ink.as_deref())?;
    let Some(head) = entrant.head.as_ref().filter(|head| head.submitted && entrant.state.entry.is_in()) else {
        let text = "This player has not entered an army, so there is no receipt.".to_owned();
        return NoPapers::new(&state, &open, "Nothing to print", text).answer(StatusCode::NOT_FOUND);
    };
    let armies = Frozen::read(&state.store.entry_document(entrant.id, head.number).await?, &state)?;
    let address = VerifyLinks::new(&request, &state, open.slug()).of(&id, &head.hash);
    let document = ReceiptDocument {
        format: "musterfield-receipt/1",
        event: &open.event.content.name,
        player: &entrant.name,
        club: Some(entrant.club.as_str()).filter(|club| !club.is_empty()),
        entered_at: super::moment_of(head.created_at).map(|at| open.plan.zone().format(at)).unwrap_or_default(),
        version: head.number,
        hash: head.hash.as_str(),
        armies: armies.iter().map(Draft::title).collect(),
        legal: head.legal,
        late: head.late,
        waiting: entrant.state.waiting,
        pending: entrant.state.pending,
        address: &address,
    };
    let data = serde_json::to_vec(&document).map_err(WebError::internal)?;
    let name = format!("{}-receipt-{}.{format}", open.event.slug, head.number);
    match format.as_str() {
        "json" => Ok(own_file(name, "application/json", data)),
        "pdf" => {
            let made = state.print(&request, (Sheet::Receipt, settings), data, qr::svg(&address)).await?;
            made.answer(|pdf| own_file(name, "application/pdf", pdf))
        }
        _ => Err(WebError::NotFound),
    }
}

#[cfg(test)]
mod tests;
