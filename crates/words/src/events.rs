//! Sentences about entries of events.
