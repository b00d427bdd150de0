//! Musterfield: build, check, keep and print armies for D3H2 and its relatives.
//!
//! Layers, each seeing only those before it: [`geometry`], [`dice`] → [`rules`] → [`combat`], [`army`], [`terrain`] → [`battle`], [`compare`], [`crib`], [`roster`], [`events`] →
//! [`store`] → [`web`]. Everything before the store is pure: no clock, no files, no database, no pages.

pub mod dice;

pub mod geometry;

pub mod rules;

pub mod army;
pub mod combat;

pub mod terrain;

pub mod battle;

pub mod compare;

pub mod crib;
pub mod roster;

pub mod events;

pub mod store;

pub mod web;
