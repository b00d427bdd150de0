//! `/terrain/…`

mod keep;
