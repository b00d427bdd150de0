//! The first state of a battle.

use musterfield_army::{Catalogue, Draft};
use musterfield_battle::admission::Admitted;
use musterfield_battle::series::{Place, Series, usual_board};
use musterfield_battle::state::Options;
use musterfield_dice::Dice;
use musterfield_rules::Book;
use musterfield_terrain::Layout;
use musterfield_terrain::generate::request::rules;
use musterfield_words::battle::series_error;

use super::sitting::Sitting;
use crate::store::DiceSecret;

/// The stream of a seed for the home terrain of armies that have none.
const HOME: u64 = 7;

/// A battle between two armies before its first order: on a layout or, without one, on a new table for the home terrain
/// of the defender. Where an army has no home terrain, as in HOTT, the seed names one. The dice follow from a secret;
/// without one, the players throw them.
///
/// # Errors
/// The reason for which armies and battlefield do not go together, in a sentence.
pub(super) fn meet(
    (book, catalogue): (&'static Book, &'static Catalogue),
    armies: [Admitted<Draft>; 2],
    layout: Option<Admitted<Layout>>,
    options: Options,
    seed: u64,
    promised: Option<&DiceSecret>,
) -> Result<Sitting, String> {
    const NO_BATTLEFIELDS: &str = "These rules have no battlefields.";
    let [a, _] = &armies;
    let terrain = rules(book, &a.ruleset.id).map_err(|_| NO_BATTLEFIELDS.to_owned())?;
    let board = usual_board(a).ok_or_else(|| NO_BATTLEFIELDS.to_owned())?;
    let is_homeless = armies.iter().any(|army| army.home_terrain.is_none());
    let home = if is_homeless { Dice::new(seed, HOME).pick(&terrain.homes) } else { None };
    let place = layout.map_or(Place::Home(terrain, home, board), |layout| Place::Layout(Box::new(layout)));
    let series = Series { armies, catalogue, place, options, seed };
    Sitting::new(series.head(0).map_err(|error| series_error(&error))?, promised)
}
