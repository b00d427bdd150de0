//! Combat: named tests of each rule, and every case compared with a second evaluation that knows nothing of the
//! first.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot continue must fail")]

mod agreement;
mod cases;
mod dba22;
mod dba3;
mod dbmf;
mod doubled;
mod duels;
mod equal;
mod errors;
mod factors;
mod features;
mod hott25;
mod impossible;
mod less;
mod lines;
mod lines_of_rules;
mod magic_and_shooting;
mod meeting;
mod odds;
mod plain_dba22;
mod plain_dba3;
mod plain_dbmf;
mod plain_examples;
mod plain_hott25;
mod plain_parts;
mod plainly;
mod pursuit;
mod quick_reference;
mod relatives;
mod support_and_tactics;
mod traditional;
mod written;
