//! Settings for tables to be laid out.
#![no_main]

#[path = "../../tests/it/parsers/wild.rs"]
#[expect(dead_code, reason = "the other targets have the rest")]
mod wild;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wild::settings(bytes));
