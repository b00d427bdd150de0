//! Combat against a second evaluation that knows nothing of the first.

mod agreement;
mod cases;
mod plainly;
