//! Combat: named tests of each rule, and every case against a second evaluation that knows nothing of the first.

mod agreement;
mod cases;
mod doubled;
mod equal;
mod errors;
mod factors;
mod features;
mod impossible;
mod less;
mod lines;
mod magic_and_shooting;
mod meeting;
mod odds;
mod plainly;
mod pursuit;
mod support_and_tactics;
mod traditional;
