//! A player's own army lists, typed in shorthand: each is a work like an army or a layout.
//!
//! | file | what |
//! |---|---|
//! | `content` | a list as it is stored |
//! | `reading` | how a text is understood, and its doubts with the changes that settle them |
//! | `form` | the form of a new list and of the editor |
//! | [`create`], [`edit`] | the pages with the form |
//! | [`show`] | the page of a list |
//! | [`build`] | armies from a list |

pub mod build;
pub(in crate::web) mod content;
pub mod create;
pub mod edit;
mod form;
mod reading;
pub mod show;
