//! Sentences about battlefields.
