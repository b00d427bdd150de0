//! What games are worth, and who stands where.
