//! Export of all entries, for the organisers' own programs: as CSV, JSON, and ZIP with each army in a file of its own.
//!
//! There is one document, `musterfield-entries/1`; the others are made from it and cannot differ. The list of players
//! and versions is from one moment. The armies of a version never change, so they are fetched one player after the
//! other while the file is sent.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_army::file::{to_json_pretty, to_toml};
use musterfield_army::{Catalogue, Draft, check};
use musterfield_events::plan::EventDocument;
use musterfield_sheets::roster::table::guarded;
use musterfield_words::army::write::to_text;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use super::access::EventAccess;
use super::armies::Frozen;
use crate::store::{Entrant, Entry, Role};
use crate::web::download;
use crate::web::error::WebError;
use crate::web::page::not_stored;
use crate::web::scheduler::{JobKind, Permit, Requester};
use crate::web::state::AppState;
use crate::web::stream::{JsonList, streamed};

/// The format of [`EntriesDocument`].
pub const FORMAT: &str = "musterfield-entries/1";

/// All players who have entered an event (`musterfield-entries/1`).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntriesDocument {
    /// Always [`FORMAT`].
    pub format: String,
    /// The address of the event below `/events/`.
    pub event: String,
    /// The name of the event.
    pub name: String,
    /// The players, in the order of entering.
    pub players: Vec<PlayerDocument>,
}

/// A player.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerDocument {
    /// The id in the address of the entry.
    pub id: String,
    /// The player's name.
    pub name: String,
    /// The club; empty for none.
    pub club: String,
    /// The mail address.
    pub mail: Option<String>,
    /// The state of the entry.
    pub state: String,
    /// Whether the player can no longer change anything.
    pub locked: bool,
    /// Whether the player may enter after the deadline.
    pub may_still: bool,
    /// Whether the player is on the waiting list.
    pub waiting: bool,
    /// Whether the player has checked in.
    pub here: bool,
    /// The organisers' note.
    pub note: String,
    /// The reason the entry was returned.
    pub word: String,
    /// When the entry last changed, in UTC.
    pub changed_at: String,
    /// The version that counts.
    pub entry: Option<EntryDocument>,
}

/// A version of a player's entry.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryDocument {
    /// 1, 2, 3 … for the player.
    pub version: i64,
    /// Its hash, which identifies it.
    pub hash: String,
    /// Version of the ruleset's data by which it was checked.
    pub ruleset_version: String,
    /// Version of the event by which it was checked.
    pub event_version: i64,
    /// Names of the armies.
    pub title: String,
    /// Whether it was legal then.
    pub legal: bool,
    /// Whether it was submitted after the deadline.
    pub late: bool,
    /// Whether it was submitted, or only saved as a draft.
    pub entered: bool,
    /// The name of the sender.
    pub by: String,
    /// The time of the action, in UTC.
    pub at: String,
    /// The same time in the event's time zone.
    pub at_local: String,
    /// The armies.
    pub armies: Frozen,
}

fn utc(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

/// A player of the export, with the armies themselves.
struct Exported {
    player: PlayerDocument,
    armies: Vec<Draft>,
}

impl Exported {
    fn new(open: &EventAccess, state: &AppState, entrant: Entrant, document: Option<String>) -> Result<Self, WebError> {
        let armies = document.map_or(Ok(Vec::new()), |document| Frozen::read(&document, state))?;
        let entry = |head: Entry| EntryDocument {
            late: head.late,
            version: head.number,
            hash: head.hash.to_string(),
            ruleset_version: head.ruleset_version,
            event_version: head.event_version,
            title: head.title,
            legal: head.legal,
            entered: head.submitted,
            by: head.made_by,
            at: utc(head.created_at),
            at_local: super::moment_of(head.created_at).map(|at| open.plan.zone().format(at)).unwrap_or_default(),
            armies: Frozen::new(&armies),
        };
        let player = PlayerDocument {
            id: entrant.public_id.to_string(),
            name: entrant.name,
            club: entrant.club,
            mail: entrant.email,
            state: entrant.state.entry.as_str().to_owned(),
            locked: entrant.state.locked,
            may_still: entrant.state.may_still,
            waiting: entrant.state.waiting,
            here: entrant.state.checked_in,
            note: entrant.note,
            word: entrant.word,
            changed_at: utc(entrant.updated_at),
            entry: entrant.head.map(entry),
        };
        Ok(Self { player, armies })
    }
}

/// The columns of the CSV.
const COLUMNS: [&str; 17] = [
    "name",
    "club",
    "mail",
    "state",
    "armies",
    "legal",
    "late",
    "waiting",
    "locked",
    "here",
    "version",
    "hash",
    "entered_utc",
    "entered_local",
    "note",
    "word",
    "id",
];

/// A line of the CSV. Unknown values are empty.
fn cells(player: &PlayerDocument) -> [String; 17] {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let entry = player.entry.as_ref();
    let of_entry = |cell: fn(&EntryDocument) -> String| entry.map(cell).unwrap_or_default();
    let of_entered =
        |cell: fn(&EntryDocument) -> String| entry.filter(|entry| entry.entered).map(cell).unwrap_or_default();
    [
        player.name.clone(),
        player.club.clone(),
        player.mail.clone().unwrap_or_default(),
        player.state.clone(),
        of_entry(|entry| entry.title.clone()),
        entry.map(|entry| yes(entry.legal)).unwrap_or_default(),
        entry.filter(|entry| entry.entered).map(|entry| yes(entry.late)).unwrap_or_default(),
        yes(player.waiting),
        yes(player.locked),
        yes(player.here),
        of_entry(|entry| entry.version.to_string()),
        of_entry(|entry| entry.hash.clone()),
        of_entered(|entry| entry.at.clone()),
        of_entered(|entry| entry.at_local.clone()),
        player.note.clone(),
        player.word.clone(),
        player.id.clone(),
    ]
}

/// The byte order mark by which spreadsheets recognise UTF-8.
const MARK: &str = "\u{feff}";

/// A record as a line of the CSV.
fn csv_line(cells: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Result<Vec<u8>, WebError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells).map_err(WebError::internal)?;
    writer.into_inner().map_err(WebError::internal)
}

/// The data from which the files are made.
struct Export {
    state: Data<AppState>,
    open: EventAccess,
    requester: Requester,
    /// All players with the versions that counted when the export was requested.
    entrants: Vec<Entrant>,
}

impl Export {
    /// A permit for one player's armies. The answer has begun, so if others wait as well, this asks again.
    async fn permit(&self) -> Result<Permit, WebError> {
        let mut waits = tokio::time::interval(AGAIN);
        for _ in 0..TRIES {
            waits.tick().await;
            match self.state.scheduler.admit(&self.requester, JobKind::Event).await {
                Err(WebError::Busy) => {}
                admitted => return admitted,
            }
        }
        Err(WebError::Busy)
    }

    /// A player with the armies.
    async fn player(&self, entrant: &Entrant) -> Result<Exported, WebError> {
        let document = match &entrant.head {
            Some(head) => Some(self.state.store.entry_document(entrant.id, head.number).await?),
            None => None,
        };
        Exported::new(&self.open, &self.state, entrant.clone(), document)
    }

    /// Writes the document.
    async fn json(&self, mut write: impl AsyncFnMut(&[u8]) -> Result<(), WebError>) -> Result<(), WebError> {
        let head = EntriesDocument {
            format: FORMAT.to_owned(),
            event: self.open.event.slug.as_str().to_owned(),
            name: self.open.event.content.name.clone(),
            players: Vec::new(),
        };
        let head = serde_json::to_string_pretty(&head).map_err(WebError::internal)?;
        let (head, mut list) = JsonList::begin(&head).ok_or_else(|| WebError::internal("the list is not last"))?;
        write(head.as_bytes()).await?;
        for entrant in &self.entrants {
            let player = self.player(entrant).await?.player;
            let player = serde_json::to_string_pretty(&player).map_err(WebError::internal)?;
            write(list.item(&player).as_bytes()).await?;
        }
        write((list.end() + "\n").as_bytes()).await
    }

    /// Writes one line for each player, for a spreadsheet.
    async fn csv(&self, mut write: impl AsyncFnMut(&[u8]) -> Result<(), WebError>) -> Result<(), WebError> {
        write(MARK.as_bytes()).await?;
        write(&csv_line(COLUMNS)?).await?;
        for entrant in &self.entrants {
            // The armies are not part of it.
            let Exported { player, .. } = Exported::new(&self.open, &self.state, entrant.clone(), None)?;
            write(&csv_line(cells(&player).map(|cell| guarded(&cell)))?).await?;
        }
        Ok(())
    }

    /// Writes an archive, with each army in files of its own.
    async fn zip(&self, mut write: impl AsyncFnMut(&[u8]) -> Result<(), WebError>) -> Result<(), WebError> {
        let mut archive = Archive::default();
        archive.add("event.json", &event_json(self.open.plan.document())?)?;
        archive.begin("entries.json")?;
        self.json(async |bytes| {
            archive.put(bytes)?;
            write(&archive.taken()).await
        })
        .await?;
        archive.begin("entries.csv")?;
        self.csv(async |bytes| {
            archive.put(bytes)?;
            write(&archive.taken()).await
        })
        .await?;
        let catalogue = self.state.catalogue;
        for (number, entrant) in (1..).zip(&self.entrants) {
            let Exported { player, armies } = self.player(entrant).await?;
            let folder = format!("players/{}", format!("{number:03} {}", safe(&player.name)).trim());
            // The archive checks and compresses armies.
            let packed = move || archive.add_armies(&folder, &armies, catalogue).map(|()| archive);
            archive = self.permit().await?.run(packed).await??;
            write(&archive.taken()).await?;
        }
        write(&archive.end()?).await
    }
}

/// The number of times a permit is requested, and the pause before the next request if too many are waiting.
const TRIES: u32 = 60;
const AGAIN: Duration = Duration::from_secs(2);

/// The largest number of bytes of a name in a file name; systems allow about 255 in all.
const LONGEST_NAME: usize = 100;

/// A name as part of a file name: letters of all scripts stay; characters that systems read as a path, or readers
/// cannot see, become dashes. A number precedes it, so it may be empty and need not be unique.
fn safe(name: &str) -> String {
    let unseen =
        |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let unsafe_in_paths = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c) || unseen(c);
    let kept = name.chars().map(|c| if unsafe_in_paths(c) { '-' } else { c });
    let mut bytes = 0;
    let short = kept.take_while(|c| {
        bytes += c.len_utf8();
        bytes <= LONGEST_NAME
    });
    // File names cannot end like that on Windows.
    short.collect::<String>().trim().trim_end_matches(['.', ' ']).to_owned()
}

/// Bytes that are written and not sent yet.
#[derive(Clone, Debug, Default)]
struct Unsent(Arc<Mutex<Vec<u8>>>);

impl Unsent {
    fn taken(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Unsent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A ZIP archive, written from the first to the last byte; equal files give equal bytes.
struct Archive {
    files: ZipWriter<StreamWriter<Unsent>>,
    unsent: Unsent,
}

impl Default for Archive {
    fn default() -> Self {
        let unsent = Unsent::default();
        Self { files: ZipWriter::new_stream(unsent.clone()), unsent }
    }
}

impl Archive {
    fn begin(&mut self, name: &str) -> Result<(), WebError> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        self.files.start_file(name, options).map_err(WebError::internal)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), WebError> {
        self.files.write_all(bytes).map_err(WebError::internal)
    }

    fn add(&mut self, name: &str, content: &str) -> Result<(), WebError> {
        self.begin(name)?;
        self.put(content.as_bytes())
    }

    fn add_armies(&mut self, folder: &str, armies: &[Draft], catalogue: &Catalogue) -> Result<(), WebError> {
        for (number, draft) in (1..).zip(armies) {
            let army = format!("{folder}/{}", format!("{number} {}", safe(draft.title())).trim());
            self.add(&format!("{army}.army.json"), &to_json_pretty(draft))?;
            self.add(&format!("{army}.army.toml"), &to_toml(draft))?;
            self.add(&format!("{army}.txt"), &to_text(draft, &check(draft, catalogue)))?;
        }
        Ok(())
    }

    /// The bytes written since the last call.
    fn taken(&self) -> Vec<u8> {
        self.unsent.taken()
    }

    /// The rest of the archive.
    fn end(self) -> Result<Vec<u8>, WebError> {
        self.files.finish().map_err(WebError::internal)?;
        Ok(self.unsent.taken())
    }
}

fn event_json(document: &EventDocument) -> Result<String, WebError> {
    Ok(serde_json::to_string_pretty(document).map_err(WebError::internal)? + "\n")
}

/// A file with mail addresses, which no cache may store.
fn file(open: &EventAccess, rest: &str, kind: &'static str, body: impl Into<actix_web::web::Bytes>) -> HttpResponse {
    not_stored(download::file(format!("{}-{rest}", open.event.slug), kind, body))
}

/// `GET /events/{slug}/entries.csv`, `.json`, `.zip`
///
/// # Errors
/// When the visitor is not an organiser, because of the mail addresses.
pub async fn entries(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (slug, format) = path.into_inner();
    let (open, _) = EventAccess::find_for_staff(&request, &state, &slug, Role::Organiser).await?;
    let entrants = state.store.entrants(open.event.id, None).await?;
    let entrants = entrants.into_iter().filter(|entrant| !entrant.state.pending).collect();
    let (slug, requester) = (open.event.slug.clone(), Requester::of(&request));
    let export = Export { state, open, requester, entrants };
    let (rest, kind, body) = match format.as_str() {
        "csv" => {
            let body = streamed(async move |outlet| export.csv(async |bytes| outlet.write(bytes).await).await);
            ("entries.csv", "text/csv; charset=utf-8", body)
        }
        "json" => {
            let body = streamed(async move |outlet| export.json(async |bytes| outlet.write(bytes).await).await);
            ("entries.json", "application/json", body)
        }
        "zip" => {
            let body = streamed(async move |outlet| export.zip(async |bytes| outlet.write(bytes).await).await);
            ("entries.zip", "application/zip", body)
        }
        _ => return Err(WebError::NotFound),
    };
    Ok(not_stored(download::streamed_file(format!("{slug}-{rest}"), kind, body)))
}

/// `GET /events/{slug}/event.json`
///
/// # Errors
/// When the visitor is not an organiser.
pub async fn event(request: HttpRequest, state: Data<AppState>, path: Path<String>) -> Result<HttpResponse, WebError> {
    let (open, _) = EventAccess::find_for_staff(&request, &state, &path, Role::Organiser).await?;
    Ok(file(&open, "event.json", "application/json", event_json(open.plan.document())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_file_is_no_path_and_keeps_its_letters() {
        for (name, safe_name) in [
            ("Tom Reeve", "Tom Reeve"),
            ("../../etc/passwd", "..-..-etc-passwd"),
            ("C:\\Windows\\x", "C--Windows-x"),
            ("Łódź 漢字 צבא", "Łódź 漢字 צבא"),
            ("a\u{202e}b\u{0}c", "a-b-c"),
            ("ends with dots. . .", "ends with dots"),
            ("…", "…"),
            ("", ""),
        ] {
            assert_eq!(safe(name), safe_name);
        }
        let long = safe(&"漢".repeat(80));
        assert!(long.len() <= LONGEST_NAME && long.chars().all(|c| c == '漢') && long.len() > LONGEST_NAME - 4);
    }
}
