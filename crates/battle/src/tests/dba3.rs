//! DBA 3.0, section by section. What it has in common with D3H2 is shown in short; the rest case by case.

mod choices;
mod city;
mod combat;
mod conforming;
mod fates;
mod fords;
mod going;
mod moving;
mod obstacles;
mod outcome;
mod setup;
mod shooting;
mod volleys;
mod winning;

use super::scene;

/// Plays a scenario by DBA 3.0.
#[track_caller]
fn show(text: &str) {
    scene::show(&format!("rules dba3\n{text}"));
}
