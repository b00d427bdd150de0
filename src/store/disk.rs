//! The file system below an SQLite database: the free space, and the reasons that a file cannot be written.

use std::fmt;
use std::io;
use std::path::Path;

use rustix::fs::{Access, StatVfsMountFlags, access, statvfs};

/// With fewer free bytes than this, SQLite cannot create the index of its write-ahead log (32 KiB) and write a change.
const LEAST_ROOM: u64 = 64 * 1024;

/// The reason a file cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// No room is left.
    Full,
    /// The file, its folder or the whole file system is read-only.
    ReadOnly,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "its disk is full",
            Self::ReadOnly => "it is write-protected",
        })
    }
}

/// The reason the program cannot write an existing file. Also `None` if the file system does not report one.
pub(super) fn obstacle(file: &Path) -> Option<Obstacle> {
    let folder = folder_of(file);
    let system = statvfs(folder).ok();
    let protected = system.as_ref().is_some_and(|system| system.f_flag.contains(StatVfsMountFlags::RDONLY))
        || access(file, Access::WRITE_OK).is_err()
        || access(folder, Access::WRITE_OK).is_err();
    if protected {
        Some(Obstacle::ReadOnly)
    } else {
        system.filter(|system| system.f_bavail.saturating_mul(system.f_frsize) < LEAST_ROOM).map(|_| Obstacle::Full)
    }
}

/// The number of bytes this user may still write to the file system of a folder.
pub(super) fn room(folder: &Path) -> io::Result<u64> {
    let system = statvfs(folder)?;
    Ok(system.f_bavail.saturating_mul(system.f_frsize))
}

/// The folder that contains a file.
pub(super) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
