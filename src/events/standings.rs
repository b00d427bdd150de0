//! Who stands where.
