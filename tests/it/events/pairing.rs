//! Who meets whom.
