//! Musterfield: build, check, keep and print armies for D3H2 and its relatives.

pub mod army;
pub mod rules;
pub mod roster;
