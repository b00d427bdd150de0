//! The pages and the API, requested as browsers and programs do; the tree of files mirrors the addresses.

pub(crate) mod harness;

pub(crate) mod accounts;
mod admin;
mod api;
mod armies;
mod battle_table;
mod battles;
mod bombs;
mod combat;
mod cookies;
mod crib;
mod database;
mod errors;
mod events;
mod home;
mod hosts;
mod limits;
mod links;
mod lists;
mod mutations;
mod odds;
mod operations;
mod outages;
mod permissions;
mod presses;
mod proxy;
mod room;
mod rubbish;
mod rules;
mod security;
mod sitemap;
mod socket;
mod terrain;
mod who_may;
