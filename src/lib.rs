//! Musterfield: build, check, store and print armies for D3H2 and its relatives.
//!
//! This is the service. The game itself is in the crates below `crates/`, each of which could be used alone and does no
//! input or output. Reading order: [`store`] (what is stored), [`web`] (pages, forms, API).

pub mod store;

pub mod web;

// Templates write it, wherever they are rendered.
pub(crate) use web::link;
