//! Sentences about cases of combat.
