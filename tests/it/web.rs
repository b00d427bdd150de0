//! The pages and the API, asked as browsers and programs ask them; the tree of files mirrors the addresses.

pub(crate) mod harness;

mod accounts;
mod api;
mod armies;
mod bombs;
mod combat;
mod crib;
mod events;
mod home;
mod limits;
mod lists;
mod mutations;
mod odds;
mod outages;
mod permissions;
mod rubbish;
mod rules;
mod security;
mod sitemap;
mod socket;
mod terrain;
mod who_may;
