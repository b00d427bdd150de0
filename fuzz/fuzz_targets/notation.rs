//! Any text as a record of a battle.
#![no_main]

#[path = "../../crates/battle/tests/it/wild.rs"]
#[expect(dead_code, reason = "the other targets have the rest")]
mod wild;

libfuzzer_sys::fuzz_target!(|text: &str| wild::notation(text));
