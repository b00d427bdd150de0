//! Battles: their notation, their records, whole ones between computer players, and what must hold in all of them.

mod games;
mod notation;
mod record;
