//! The army lists and ready armies that come with Musterfield, built into the program.
//!
//! The files are those of the folder `lists`. [`collection()`] reads and checks them once. [`musterfield_army::list`]
//! gives the meaning of a list, and [`musterfield_army::catalogue`] decides which list an army is checked against.

mod collection;

pub use collection::{Collection, CollectionError, CollectionFault, ReadyArmy, catalogue, collection, embedded_files};
