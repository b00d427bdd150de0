//! An event's rules as data, and what an army breaks of them.
