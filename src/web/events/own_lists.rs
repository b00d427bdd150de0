//! The lists of players that an event names: each line of the form is the address of one.

use musterfield_events::rules::document::OwnListDocument;
use musterfield_events::rules::{EventRules, MOST_OWN_LISTS, RulesFault};
use musterfield_words::events::rules as words;

use super::form::{EventForm, FieldError};
use crate::web::error::WebError;
use crate::web::link;
use crate::web::lists::own::content::OwnList;
use crate::web::state::AppState;
use crate::web::works::LISTS;
use crate::web::works::content::Content;

/// The field of the form.
const FIELD: &str = "own_lists";

/// Puts the lists at the addresses of the form into its document, in the state that they have now, and returns what is
/// wrong with the lines. Lists that the event named `before` stay as they were, whatever has become of them. A list that
/// is named is kept permanently from now on.
///
/// # Errors
/// Any database error.
pub(super) async fn take(
    typed: &mut EventForm,
    before: &[OwnListDocument],
    state: &AppState,
) -> Result<Vec<FieldError>, WebError> {
    let lines: Vec<&str> = typed.own_lists.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() > MOST_OWN_LISTS {
        let fault = RulesFault::TooMany { count: lines.len(), most: MOST_OWN_LISTS };
        return Ok(vec![FieldError::new(FIELD, words::message(&fault))]);
    }
    let rules = &mut typed.document.rules;
    let (mut lists, mut errors) = (Vec::new(), Vec::new());
    for (line, number) in lines.into_iter().zip(1..) {
        match before.iter().find(|list| list.address == line) {
            Some(known) => lists.push(known.clone()),
            None => match found(line, &rules.ruleset, state).await? {
                Ok(list) => lists.push(list),
                Err(wrong) => errors.push(FieldError::new(FIELD, format!("Line {number}: {wrong}."))),
            },
        }
    }
    rules.own_lists = lists;
    Ok(errors)
}

/// The list at an address, or what is wrong with the address.
async fn found(address: &str, ruleset: &str, state: &AppState) -> Result<Result<OwnListDocument, String>, WebError> {
    let (id, revision) = match LISTS.revision_by_address(state, None, address).await {
        Ok(found) => found,
        Err(WebError::NotFound) => return Ok(Err(format!("there is no list of a player at “{address}”"))),
        Err(WebError::Gone(_)) => return Ok(Err(format!("the list at “{address}” has been deleted"))),
        Err(WebError::Hidden(..)) => {
            return Ok(Err(format!("the list at “{address}” has been hidden by the administrators")));
        }
        Err(error) => return Err(error),
    };
    let list = OwnList::of(state, &revision)?;
    if *list.ruleset.id != *ruleset {
        return Ok(Err(format!("“{}” is a list for {}", revision.name, list.ruleset.name)));
    }
    state.store.keep_permanently(LISTS.kind, &id).await;
    let address = link::own_list_revision(&id, &revision.hash).into();
    Ok(Ok(OwnListDocument { name: revision.name, text: list.text, address }))
}

/// The lists that an event names: the address of each on this site and its name.
pub(super) fn links(rules: &EventRules) -> Vec<(String, String)> {
    let link = |address: &str| match LISTS.parse_address(address).ok()? {
        (id, Some(hash)) => Some(link::own_list_revision(&id, &hash).into()),
        (id, None) => Some(link::own_list(&id).into()),
    };
    rules.own_lists().iter().filter_map(|list| Some((link(list.address())?, list.name().to_owned()))).collect()
}
