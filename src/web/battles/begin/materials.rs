//! Armies and tables for a battle, from what was chosen or typed in its form.

use actix_web::HttpRequest;
use musterfield_army::{Draft, LegalArmy, input};
use musterfield_battle::admission::Admitted;
use musterfield_terrain::LegalLayout;
use musterfield_terrain::file::from_kept_json;
use musterfield_words::army as words;

use crate::web::accounts::identity;
use crate::web::armies::draft_of;
use crate::web::error::WebError;
use crate::web::link::{self, Address};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::terrain::tables::layout_alone;
use crate::web::works::{ARMIES, LAYOUTS};

/// What the form says about the army of one side: the text counts first, then the address, then the choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<'t> {
    /// `army:` or `ready:` and an id; empty for any.
    pub chosen: &'t str,
    pub address: &'t str,
    /// An army as text.
    pub text: &'t str,
}

/// The army of one side, or why it cannot fight.
pub(super) async fn army(
    request: &HttpRequest,
    state: &AppState,
    ruleset: &str,
    Side { chosen, address, text }: Side<'_>,
) -> Result<Result<Admitted<Draft>, String>, WebError> {
    let ready_of = |slug: &str| {
        let fits = |army: &LegalArmy| *army.draft().ruleset.id == *ruleset;
        state.collection.ready().iter().find(|ready| ready.slug == slug && fits(&ready.army))
    };
    if !text.trim().is_empty() {
        return pasted(request, state, ruleset, text).await;
    }
    let written = match (address.trim(), chosen.split_once(':')) {
        ("", Some(("ready", slug))) => {
            let found = ready_of(slug).map(|ready| ready.army.clone().into());
            return Ok(found.ok_or_else(|| "That ready army is not there any more.".to_owned()));
        }
        ("", Some(("army", id))) => id,
        ("", _) => {
            // Armies of several commands meet only each other: whoever wants a Big Battle chooses both.
            let is_whole = |army: &Draft| army.lines.iter().all(|line| line.command == 0);
            let fits = |army: &Draft| *army.ruleset.id == *ruleset && is_whole(army);
            let fitting: Vec<_> = state.collection.ready().iter().filter(|ready| fits(ready.army.draft())).collect();
            let pick = state.chance.seed()? % u64::try_from(fitting.len().max(1)).unwrap_or(1);
            let any = usize::try_from(pick).ok().and_then(|at| fitting.get(at));
            return Ok(any.map(|ready| ready.army.clone().into()).ok_or_else(|| "Choose an army.".to_owned()));
        }
        (address, _) => address,
    };
    let by = identity::holder(request, state).await?;
    let draft = match ARMIES.revision_by_address(state, by.as_ref(), written).await {
        Ok((_, revision)) => draft_of(state, &revision)?,
        Err(WebError::NotFound) => return Ok(Err(format!("There is no army at “{written}”."))),
        Err(WebError::Gone(_)) => return Ok(Err("That army has been deleted.".to_owned())),
        Err(WebError::Hidden(_, reason)) => return Ok(Err(format!("That army is hidden: {reason}"))),
        Err(error) => return Err(error),
    };
    if draft.ruleset.battle.is_none() {
        return Ok(Err(format!("Battles of {} cannot be played here yet.", draft.ruleset.name)));
    }
    let army = LegalArmy::new(draft, state.catalogue);
    Ok(army.map(Admitted::from).map_err(|_| "That army is not legal yet: its editor says why.".to_owned()))
}

/// An army that was pasted, or why it cannot fight.
async fn pasted(
    request: &HttpRequest,
    state: &AppState,
    ruleset: &str,
    text: &str,
) -> Result<Result<Admitted<Draft>, String>, WebError> {
    let (book, catalogue) = (state.book, state.catalogue);
    let Some(ruleset) = book.ruleset(ruleset).filter(|ruleset| ruleset.battle.is_some()) else {
        return Ok(Err("Choose rules whose battles can be played.".to_owned()));
    };
    let text = text.to_owned();
    let read = state.run_by_size(request, JobKind::Army, text.len(), move || {
        let reading = input::army(&text, input::form_of(&text), ruleset, book)
            .map_err(|error| format!("This could not be read: {}.", words::file::message(&error)))?;
        if let Some(unread) = reading.unread.first() {
            return Err(format!("Line {} could not be read: “{}”.", unread.line, shortened(&unread.text)));
        }
        LegalArmy::new(reading.draft, catalogue).map(Admitted::from).map_err(|report| {
            let first = report.problems.iter().find(|problem| problem.is_error());
            let why = first.map(|problem| words::message(&problem.fault, ruleset)).unwrap_or_default();
            format!("This army is not legal: {why}")
        })
    });
    read.await
}

/// The beginning of a line.
fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The query of a table that is not saved, in its address.
fn laid_out_at(written: &str) -> Option<Result<&str, String>> {
    let query_of = |page: Address| written.split_once(&*page.asking("")).map(|(_, query)| query);
    if query_of(link::event_tables()).is_some() {
        return Some(Err("That address has many tables: open one of them, and take its own address.".to_owned()));
    }
    query_of(link::new_table()).map(|query| Ok(query.split('#').next().unwrap_or_default()))
}

/// The table of an address or id, saved or laid out by its address; `None` if none was given.
pub(super) async fn table(
    request: &HttpRequest,
    state: &AppState,
    written: &str,
) -> Result<Result<Option<Admitted<musterfield_terrain::Layout>>, String>, WebError> {
    if written.trim().is_empty() {
        return Ok(Ok(None));
    }
    let unlawful = |_| "That table is not legal: its page says why.".to_owned();
    if let Some(query) = laid_out_at(written.trim()) {
        let query = match query {
            Ok(query) => query.to_owned(),
            Err(why) => return Ok(Err(why)),
        };
        let book = state.book;
        let made = state.run_heavy(request, JobKind::Table, move || layout_alone(&query, book)).await?;
        return Ok(made
            .map_err(|why| format!("That table cannot be laid out: {why}."))
            .and_then(|layout| LegalLayout::new(layout).map(|layout| Some(layout.into())).map_err(unlawful)));
    }
    let by = identity::holder(request, state).await?;
    let revision = match LAYOUTS.revision_by_address(state, by.as_ref(), written).await {
        Ok((_, revision)) => revision,
        Err(WebError::NotFound) => return Ok(Err(format!("There is no table at “{written}”."))),
        Err(WebError::Gone(_)) => return Ok(Err("That table has been deleted.".to_owned())),
        Err(WebError::Hidden(_, reason)) => return Ok(Err(format!("That table is hidden: {reason}"))),
        Err(error) => return Err(error),
    };
    let layout = from_kept_json(&revision.document, state.book)
        .map_err(|error| WebError::internal(musterfield_words::terrain::unreadable(&error)))?;
    let legal = LegalLayout::new(layout);
    Ok(legal.map(|layout| Some(layout.into())).map_err(unlawful))
}
