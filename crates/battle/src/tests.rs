//! Scenarios of battles as small pictures in text: the position, the orders, and their results.
//!
//! [`scene`] describes the format. Each scenario is played eight times, on the table turned and mirrored in every way.

mod board;
mod picture;
mod scene;
mod script;
mod variant;

mod aftermath;
mod askew;
mod assault;
mod big;
mod combat;
mod command;
mod contact;
mod dba3;
mod dismounting;
mod exact;
mod factors;
mod fate;
mod holding;
mod hott;
mod kinds;
mod landing;
mod moving;
mod outcome;
mod overlap;
mod passing;
mod plain;
mod policies;
mod random;
mod sequence;
mod setup;
mod shooting;
mod spells;
mod summon;
mod threat;
mod turning;
mod whole;
mod winning;
