//! Sentences about armies.
