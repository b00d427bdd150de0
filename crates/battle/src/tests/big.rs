//! Big Battles: armies of three commands, by DBA 3.0.

mod cinc;
mod commands;
mod losses;
mod morale;
mod setup;

/// The rules, and an enemy far away whose other generals are off the table.
const FAR: &str = "
    rules dba3
    with b1 4Bd general command 1 at 1,13 south
    ";

/// Plays a scenario of the first side's commands, which the enemy does not disturb.
#[track_caller]
fn show(text: &str) {
    super::scene::show(&(FAR.to_owned() + text));
}
