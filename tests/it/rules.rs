//! The rules as data: what the files say, and what the loader refuses.

mod data;
mod loading;
