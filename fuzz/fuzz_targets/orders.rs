//! Arbitrary orders and orders from offers, with arbitrary dice.
#![no_main]

#[path = "../../crates/battle/tests/it/wild.rs"]
#[expect(dead_code, reason = "the other targets have the rest")]
mod wild;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wild::orders(bytes));
