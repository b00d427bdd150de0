//! The rules for an army, with one small function for each rule.
//!
//! | section | checked by |
//! |---|---|
//! | COST | prices come from the ruleset; sums are exact (`points`) |
//! | LIST-01 to 06 | [`points`]: budget, half cap |
//! | LIST-07 to 13 | [`general`] |
//! | LIST-14 to 17 | [`allies`] |
//! | DBA3-LIST-01, BB-01 | [`size`]: armies of a fixed number of elements |
//! | DBA3-LIST-03, 04, 08, 09 | [`list`], [`marks`]: options of lists, dismounting |
//! | DBA3-LIST-05 | [`allies`]: three elements or none |
//! | DBA3-BB-02 to 10 | [`commands`] |
//! | LIST-18, 19, 27 | no limit: nothing to check, and tests verify that nothing is checked |
//! | LIST-20 to 22 | nothing to check: the roster shows it (`crates/sheets/src/roster/view.rs`) |
//! | LIST-23 to 26 | [`particulars`]: camp, aggression, home terrain |
//! | FAST | [`marks`] |
//! | TYPE-09, 15, TRAD-45 | [`marks`]: water, mounted infantry |
//! | DBMF | [`graded`], [`commands`] as the owner divides them |
//! | army lists | [`list`] |

use super::context::Context;
use super::problem::Problem;

mod allies;
pub(super) mod commands;
mod general;
mod graded;
mod list;
mod marks;
mod particulars;
mod points;
mod size;
mod types;

/// A check of one rule, which adds the problems that it finds in the army.
type Check = fn(&Context<'_>, &mut Vec<Problem>);

/// All checks, in the order in which their problems are shown.
pub(super) const ALL: &[Check] = &[
    size::printed,
    size::exact,
    points::agreed_points,
    points::budget,
    points::half_cap,
    points::unspent,
    general::one_general,
    general::who_may_lead,
    general::command_post,
    commands::known,
    commands::each,
    commands::who_may_lead,
    commands::contingents,
    commands::open,
    allies::cap,
    allies::named,
    allies::allowed,
    types::known,
    types::priced,
    graded::priced,
    graded::remarks,
    graded::regular,
    graded::air_mobile,
    graded::other_costs,
    graded::casters,
    types::count,
    types::size,
    marks::fast,
    marks::water,
    marks::siege_tower,
    marks::mounted,
    marks::dismounted,
    particulars::home_terrain,
    particulars::aggression,
    particulars::camp,
    list::demanded,
    list::readable,
    list::known,
    list::home_terrain,
    list::aggression,
    list::options,
];
