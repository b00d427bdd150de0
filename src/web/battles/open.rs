//! `/battles/open`: opens any record of a battle, also one of the command line, as a battle to look at.
//!
//! It is stored as a battle whose sides nobody holds and that is over, so nobody goes on with it. The orders are stored
//! as they are played now; from the first one that the present rules play differently, as they stand in the record.

use std::time::{Duration, Instant};

use actix_multipart::form::MultipartForm;
use actix_multipart::form::bytes::Bytes;
use actix_multipart::form::text::Text;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::Catalogue;
use musterfield_battle::record::{EarlyEnd, Entry, Record};
use musterfield_battle::replay::{Replay, What};
use musterfield_rules::Book;
use musterfield_words::battle as words;

use super::log::{Ending, Said, side};
use crate::store::{
    BattleSide, DecidedBy, LONGEST_BATTLE_HEAD, LONGEST_BATTLE_LINE, MOST_BATTLE_ORDERS, NewBattle, NewOrders, Secret,
};
use crate::web::accounts::identity;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::page::{Area, Layout, not_stored, render_as, see_other};
use crate::web::page_errors::PageError;
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::create::{check_request, new_request};

/// The largest number of bytes of a record: a long battle has a few hundred orders of a hundred bytes each.
const LONGEST_RECORD: usize = 1 << 20;
/// The longest time for which a record is played: a whole battle takes some milliseconds.
const LONGEST_REPLAY: Duration = Duration::from_secs(5);

#[derive(Template)]
#[template(path = "battles/open.html")]
struct OpenPage {
    layout: Layout,
    request: String,
    text: String,
    wrong: Option<String>,
    /// The limits of a record: MiB, and orders.
    most: (usize, i64),
}

/// The form as it is sent.
#[derive(Debug, MultipartForm)]
#[multipart(deny_unknown_fields, duplicate_field = "deny")]
pub struct RecordForm {
    request: Text<String>,
    text: Option<Text<String>>,
    file: Option<Bytes>,
}

/// A record as it is stored.
struct Opened {
    head: String,
    ruleset: String,
    version: String,
    names: [String; 2],
    lines: Vec<(BattleSide, String)>,
    standing: String,
}

/// `GET /battles/open`
///
/// # Errors
/// [`WebError::Internal`] only.
pub async fn choose_record(state: Data<AppState>) -> Result<HttpResponse, WebError> {
    show(&state, new_request()?, String::new(), None)
}

fn show(state: &AppState, request: String, text: String, wrong: Option<String>) -> Result<HttpResponse, WebError> {
    // A file cannot be sent back to the form: whoever sent one chooses it again.
    let field = if text.is_empty() { "file" } else { "text" };
    let page = OpenPage {
        layout: Layout::new(state, "Open a record", Some(Area::Play))
            .beginning_at(link::open_battle())
            .with_errors(wrong.as_ref().map(|said| PageError::at(field, said))),
        request,
        text,
        most: (LONGEST_RECORD >> 20, MOST_BATTLE_ORDERS),
        wrong,
    };
    let status = if page.wrong.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(not_stored(render_as(status, &page)?))
}

/// `POST /battles/open`: stores the record as a battle to look at, and redirects to it.
///
/// # Errors
/// When the form is malformed; what is no record is answered with the form again.
pub async fn open_record(
    request: HttpRequest,
    state: Data<AppState>,
    form: Result<MultipartForm<RecordForm>, Error>,
) -> Result<HttpResponse, WebError> {
    let form = form.map_err(|error| match error.as_response_error().status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => WebError::FileTooLarge,
        _ => WebError::Unreadable(format!("the form cannot be read: {error}")),
    })?;
    let RecordForm { request: name, text, file } = form.into_inner();
    let (name, text) = (name.into_inner(), text.map(Text::into_inner).unwrap_or_default());
    check_request(&name)?;
    let file = file.map(|file| file.data).filter(|file| !file.is_empty());
    let source = match file {
        Some(_) if !text.trim().is_empty() => Err("You gave both a file and text. Use only one of them.".to_owned()),
        Some(file) => in_text(file.to_vec()),
        None if text.trim().is_empty() => Err("Choose a file or paste a record first.".to_owned()),
        None => in_text(text.clone().into_bytes()),
    };
    let (book, catalogue) = (state.book, state.catalogue);
    let opened = match source {
        Ok(source) => {
            state.run_heavy(&request, JobKind::Replay, move || opened(&source, book, catalogue, LONGEST_REPLAY)).await?
        }
        Err(why) => Err(why),
    };
    match opened {
        Ok(opened) => keep(&request, &state, opened, &name).await,
        Err(why) => {
            // A text that is far too long is not sent back.
            let text = if text.len() > LONGEST_RECORD { String::new() } else { text };
            show(&state, name, text, Some(why))
        }
    }
}

/// The text of a record within its limits, or what is wrong with it.
fn in_text(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() > LONGEST_RECORD {
        return Err(format!("A record can be up to {} MiB, and this is longer.", LONGEST_RECORD >> 20));
    }
    let line = |at: usize, bytes: &[u8]| bytes.iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(format!("Line {} contains a zero character, so this is no text.", line(at, &bytes)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("Line {} is not UTF-8 text.", line(at, error.as_bytes()))
    })
}

/// Reads a record and plays it for at most this long, or says where it is wrong.
fn opened(text: &str, book: &'static Book, catalogue: &'static Catalogue, longest: Duration) -> Result<Opened, String> {
    let begun = Instant::now();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let told =
        |line: usize, column: usize, why: &str| format!("Line {line}, column {column}: {}.", why.trim_end_matches('.'));
    let record = Record::read_any_version(text, book, catalogue)
        .map_err(|error| told(error.line, error.column, &words::why(&error.why)))?;
    let most = usize::try_from(MOST_BATTLE_ORDERS).unwrap_or(usize::MAX);
    if record.steps.len() > most {
        return Err(format!("A record can have up to {most} orders here, and this one has {}.", record.steps.len()));
    }
    let begins = record.steps.first().map(|step| step.line).or(record.standing.as_ref().map(|standing| standing.line));
    let head = head_of(text, begins.unwrap_or(usize::MAX));
    if head.len() > LONGEST_BATTLE_HEAD {
        return Err(format!("Armies and table can take up to {} KB, and these take more.", LONGEST_BATTLE_HEAD / 1000));
    }
    let ruleset = record.start.setting().ruleset;
    let mut lines: Vec<(BattleSide, String)> = Vec::new();
    let mut orders = 0;
    let mut replay = Replay::new(&record);
    let mut decides = replay.battle().to_decide();
    loop {
        match replay.step() {
            None => break,
            Some(Ok((_, entry))) => {
                if !entry.dropped.is_empty() {
                    lines.push((side(decides), Said::Dropped(entry.dropped.clone()).to_string()));
                }
                orders += 1;
                lines.push((side(decides), Entry { dropped: Vec::new(), ..entry.clone() }.to_string()));
            }
            Some(Err(difference)) if matches!(difference.what, What::Standing { .. }) => {
                return Err(told(
                    difference.line,
                    difference.column,
                    &words::what(&difference.what, record.start.rules()),
                ));
            }
            Some(Err(_)) => {
                let rest = record.steps.iter().skip(orders);
                lines.extend(rest.map(|step| (side(decides), order_at(text, step.line))));
                break;
            }
        }
        decides = replay.battle().to_decide();
        if begun.elapsed() > longest {
            let all = record.steps.len();
            let seconds = longest.as_secs();
            return Err(format!(
                "After {seconds} seconds, {orders} of the {all} orders had been played. A record that takes longer is not opened."
            ));
        }
    }
    if orders == record.steps.len() {
        if let Some(dropped) = &record.dropped {
            lines.push((side(decides), Said::Dropped(dropped.is.clone()).to_string()));
        }
        let end = record.standing.and_then(|standing| standing.is.early).map(|early| match early {
            EarlyEnd::Resigned(loser) => (loser, Ending::Resign),
            EarlyEnd::Late(loser) => (loser.other(), Ending::Late),
            EarlyEnd::Drawn => (decides, Ending::Draw),
        });
        lines.extend(end.map(|(player, ending)| (side(player), Said::End(ending).to_string())));
    }
    if let Some(at) = lines.iter().position(|(_, line)| line.len() > LONGEST_BATTLE_LINE) {
        let line = record.steps.get(at).map_or(0, |step| step.line);
        return Err(told(line, LONGEST_BATTLE_LINE, &format!("an order can take up to {LONGEST_BATTLE_LINE} bytes")));
    }
    let names = record.head.armies.each_ref().map(|army| army.title().to_owned());
    if names.iter().any(|name| name.contains('\0')) {
        return Err("The name of an army contains a zero character.".to_owned());
    }
    Ok(Opened {
        head,
        ruleset: ruleset.id.to_string(),
        version: record.head.version.as_deref().unwrap_or(&ruleset.version).to_owned(),
        names,
        lines,
        standing: replay.recorder().standing().to_string(),
    })
}

/// The head of a record: its lines before this one, without comments.
fn head_of(text: &str, end: usize) -> String {
    let lines = text.lines().take(end.saturating_sub(1)).map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).fold(String::new(), |head, line| head + line + "\n")
}

/// The order of a line, without the comment behind it.
fn order_at(text: &str, line: usize) -> String {
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    line.split('#').next().unwrap_or_default().trim().to_owned()
}

/// Stores a record as a battle to look at. The same form again leads to the same battle.
async fn keep(
    request: &HttpRequest,
    state: &AppState,
    opened: Opened,
    request_name: &str,
) -> Result<HttpResponse, WebError> {
    let (by, browser) = identity::holder_or_new(request, state, request_name).await?;
    let store = state.store_for(request);
    let request_key = format!("{request_name}\n{}", cookies::name(&browser));
    let id = store
        .create_battle(NewBattle {
            head: opened.head,
            ruleset: opened.ruleset,
            ruleset_version: opened.version,
            names: opened.names,
            by: [DecidedBy::Person; 2],
            // Nobody ever sees these secrets.
            keys: [Secret::random()?.digest(), Secret::random()?.digest()],
            visitor: by.keeper().clone(),
            holds: [false; 2],
            standing: opened.standing.clone(),
            secret: state.chance.dice()?,
            is_open: true,
            days: None,
            minutes: None,
            decides: BattleSide::A,
            sketch_of: None,
            level: None,
            game: None,
            request_key: request_key.clone(),
        })
        .await?;
    let orders = NewOrders {
        lines: opened.lines,
        standing: opened.standing,
        is_over: true,
        decides: None,
        request: Some(request_key),
    };
    // If the form was sent before, they are there already.
    store.append_orders(&id, None::<crate::store::Holder>, 0, orders).await?;
    let mut response = see_other(&link::battle(&id));
    response.cookie(cookies::visitor_cookie(state, &browser));
    Ok(not_stored(response.finish()))
}

#[cfg(test)]
mod tests {
    use musterfield_lists::catalogue;
    use musterfield_rules::book;

    use super::*;

    #[test]
    fn a_record_is_played_for_a_limited_time() {
        let text = include_str!("../../../crates/battle/tests/data/battles/complete.battle");
        let opened = |longest| opened(text, book().unwrap(), catalogue(book().unwrap()).unwrap(), longest);
        assert!(opened(LONGEST_REPLAY).is_ok());
        let why = opened(Duration::ZERO).err().unwrap();
        assert!(why.starts_with("After 0 seconds, 1 of the "), "{why}");
    }
}
