//! From a layout to what the store keeps, and back.

use crate::rules::TerrainRules;
use crate::store::{NewState, Revision};
use crate::terrain::Layout;
use crate::terrain::check::check;
use crate::terrain::file::{from_json, from_kept_json, to_json};
use crate::web::error::WebError;
use crate::web::kept::make::hash;
use crate::web::state::State;

/// The state of a layout as it is kept, with the words of what was done.
pub(super) fn new_state(layout: &Layout, action: &str) -> Result<NewState, WebError> {
    let document = to_json(layout);
    let rules = layout.rules;
    Ok(NewState {
        hash: hash(&document, &rules.ruleset, &rules.version)?,
        document,
        ruleset: rules.ruleset.to_string(),
        ruleset_version: rules.version.to_string(),
        name: layout.title(),
        legal: check(layout).is_legal(),
        figure: figure(layout),
        action: action.to_owned(),
    })
}

/// What tells a layout from others in a list: tables without a name are called after their home terrain, so its seed.
fn figure(layout: &Layout) -> String {
    let seed = layout.seed.map(|seed| format!(" · seed {seed}"));
    format!("{}{}", layout.home.name, seed.unwrap_or_default())
}

/// Why a layout cannot be kept, if it cannot: it could not be read back. One that was kept with more points than are taken
/// today can be changed as long as it gets no more of them.
pub(super) fn unkeepable(state: &State, layout: &Layout, before: Option<&Layout>) -> Option<String> {
    let grows = before.is_none_or(|before| layout.points() > before.points());
    let read = if grows { from_json } else { from_kept_json };
    read(&to_json(layout), state.book).err().map(|error| error.to_string())
}

/// The layout of a kept state.
pub(super) fn layout_of(state: &State, revision: &Revision) -> Result<Layout, WebError> {
    from_kept_json(&revision.document, state.book).map_err(WebError::internal)
}

/// What the check said when the layout was saved, where the rules of today say something else.
pub(super) fn then(revision: &Revision, rules: &TerrainRules, legal: bool) -> Option<String> {
    let (name, today) = (&rules.name, &*rules.version);
    if (today, legal) == (revision.ruleset_version.as_str(), revision.legal) {
        return None;
    }
    let legal = if revision.legal { "legal" } else { "not legal" };
    Some(format!(
        "Saved under {name} data {} as {legal}; checked here again by the rules of today.",
        revision.ruleset_version
    ))
}
