//! The army lists and ready armies that Musterfield comes with, built into the program.
//!
//! The files are those of the folder `lists`. [`collection()`] reads and checks them once; [`musterfield_army::list`]
//! says what a list means, and [`musterfield_army::catalogue`] decides against which list an army is checked.

mod collection;

pub use collection::{Collection, CollectionError, CollectionFault, ReadyArmy, catalogue, collection, embedded_files};
