//! Any text as what follows in a record of a battle of DBA 3.0 or HOTT 2.5.
#![no_main]

#[path = "../../crates/battle/tests/it/wild.rs"]
#[expect(dead_code, reason = "the other targets have the rest")]
mod wild;

libfuzzer_sys::fuzz_target!(|text: &str| wild::family_notation(text));
