//! Battlefields: make, edit, look at, keep, print.
//!
//! | address | handler |
//! |---|---|
//! | `/terrain`, `/terrain/{id}/history`, `restore`, `copy`, `key`, `delete` | [`kept`](super::kept) |

mod state;
