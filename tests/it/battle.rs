//! Battles: whole ones between computer players, their records, and what must hold in all of them.

mod games;
