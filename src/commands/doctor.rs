//! `doctor`: plays every stored battle again and says which ones the present rules play differently.

use std::process::ExitCode;

use musterfield::store::{Store, StoreError};
use musterfield::web::battles::check::{Checked, check_stored};

use super::migrate::open;
use super::{Failure, NO, Outcome, built_in, chain, print};

/// The number of battles that are read at once.
const AT_ONCE: u32 = 50;

pub(crate) fn run(url: &str) -> Outcome {
    let store = open(url, 1)?;
    let same = actix_web::rt::System::new().block_on(check(&store))?;
    Ok(ExitCode::from(if same { 0 } else { NO }))
}

/// Checks all battles, and prints what was found. Whether all of them are played as they were.
async fn check(store: &Store) -> Result<bool, Failure> {
    let (book, collection) = built_in()?;
    let failed = |error: StoreError| Failure::new(chain(&error));
    let (mut checked, mut different, mut after) = (0_u64, 0_u64, 0);
    loop {
        let heads = store.battle_heads(after, AT_ONCE).await.map_err(failed)?;
        let Some(last) = heads.last() else { break };
        after = last.row;
        for battle in heads {
            let orders = match store.battle_orders(&battle.id, 0).await {
                Ok(orders) => orders,
                // Deleted since its head was read.
                Err(StoreError::BattleGone | StoreError::NotFound) => continue,
                Err(error) => return Err(failed(error)),
            };
            checked += 1;
            let said = match check_stored(book, collection.catalogue(), &battle.head, &orders) {
                Checked::Same => continue,
                Checked::Differs { order, why } => format!("differs from order {order} on: {why}"),
                Checked::Unplayable(why) => format!("cannot be set up any more: {why}"),
            };
            different += 1;
            print(&format!("battle {}, begun under version {}: {said}\n", battle.id, battle.ruleset_version))?;
        }
    }
    let battles = if checked == 1 { "battle" } else { "battles" };
    print(&format!("{checked} {battles} played again, {different} of them differently\n"))?;
    Ok(different == 0)
}
