//! Tampered steps.
