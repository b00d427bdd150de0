//! Battlefields: make, edit, look at, keep, print.
//!
//! | address | handler |
//! |---|---|
//! | `/terrain`, `/terrain/{id}/history`, `restore`, `copy`, `key`, `delete` | [`kept`](super::kept) |
//! | `/terrain/{id}/edit` | [`edit`], its form [`save`] |

mod cited;
pub mod edit;
mod editor;
mod fields;
mod op;
pub mod save;
mod state;
