//! Who meets whom in a round.
