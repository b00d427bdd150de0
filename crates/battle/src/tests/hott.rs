//! Hordes of the Things 2.5, scenario by scenario from its sheet. A pace is 0.00635 BW: 200 paces are 1.27 BW, 600 are
//! 3.81, 1200 are 7.62.

mod aerials;
mod arrival;
mod borrowed_flight;
mod borrowed_overlaps;
mod borrowed_set_up;
mod borrowed_shots;
mod borrowed_zones;
mod checklist;
mod ends;
mod fighting;
mod magic;
mod melees;
mod moving;
mod outcome;
mod retreat;
mod set_up;
mod shooting;
mod shots;
mod spells;
mod stronghold;

use super::scene;

/// Plays a scenario by HOTT 2.5, in every view of its table.
#[track_caller]
fn show(text: &str) {
    scene::show(&format!("rules hott25\n{text}"));
}
