//! `/terrain/…`

mod edit;
mod keep;
