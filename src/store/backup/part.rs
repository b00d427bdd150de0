//! A file while it is being written: beside its target, readable by its owner alone, and removed on failure.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::super::disk::folder_of;

/// Whether existing data may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overwrite {
    /// It stays, and nothing is changed.
    Refuse,
    /// It is replaced, in one step and only when everything else has succeeded.
    Allow,
}

/// A database contains password hashes and mail addresses: only its owner may read it.
const OWNER_ONLY: u32 = 0o600;

/// The endings of files that SQLite may leave beside a database.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// The reason a file cannot be begun or finished.
#[derive(Debug)]
pub(super) enum PartFault {
    /// Another process is writing it.
    Busy,
    /// The target exists already.
    Exists,
    /// The file system refused.
    Io(io::Error),
}

impl From<io::Error> for PartFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The file that is being written.
pub(super) struct Part {
    path: PathBuf,
    /// Locked, so that no second process writes it; the remains of a killed process are taken over.
    file: File,
    finished: bool,
}

impl Part {
    /// Creates an empty file beside the target, with a name that ends in `.part`.
    pub(super) fn beside(target: &Path) -> Result<Self, PartFault> {
        let path = with_ending(target, ".part");
        let no_link = i32::try_from(OFlags::NOFOLLOW.bits()).unwrap_or_default();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(OWNER_ONLY).custom_flags(no_link);
        let file = options.open(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(PartFault::Busy),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        // The previous owner of the lock may have finished in the meantime: then this is its file, under its final
        // name.
        let ours = file.metadata()?;
        match fs::symlink_metadata(&path) {
            Ok(there) if (there.dev(), there.ino()) == (ours.dev(), ours.ino()) => {}
            _ => return Err(PartFault::Busy),
        }
        file.set_permissions(Permissions::from_mode(OWNER_ONLY))?;
        file.set_len(0)?;
        let part = Self { path, file, finished: false };
        remove_companions(&part.path)?;
        Ok(part)
    }

    /// The path of the file while it is being written.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it the owner and the permissions of the file that it will replace.
    pub(super) fn copy_ownership_from(&self, replaced: &Path) -> io::Result<()> {
        let (old, own) = (fs::metadata(replaced)?, self.file.metadata()?);
        if (old.uid(), old.gid()) != (own.uid(), own.gid()) {
            std::os::unix::fs::fchown(&self.file, Some(old.uid()), Some(old.gid()))?;
        }
        self.file.set_permissions(old.permissions())
    }

    /// Syncs the file to the disk and moves it into place. Nothing may have it open any more.
    pub(super) fn finish(mut self, target: &Path, overwrite: Overwrite) -> Result<u64, PartFault> {
        self.file.sync_all()?;
        let bytes = self.file.metadata()?.len();
        match overwrite {
            Overwrite::Allow => fs::rename(&self.path, target)?,
            Overwrite::Refuse => rename_to_nothing(&self.path, target)?,
        }
        self.finished = true;
        File::open(folder_of(target))?.sync_all()?;
        Ok(bytes)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.finished {
            // The caller already gets an error and could do no more about it.
            _ = fs::remove_file(&self.path);
            _ = remove_companions(&self.path);
        }
    }
}

/// Renames a file if the new name is free. A hard link does that in one step; a file system without links is checked
/// first.
fn rename_to_nothing(path: &Path, target: &Path) -> Result<(), PartFault> {
    match fs::hard_link(path, target) {
        Ok(()) => Ok(fs::remove_file(path)?),
        Err(_) if target.symlink_metadata().is_ok() => Err(PartFault::Exists),
        Err(_) => Ok(fs::rename(path, target)?),
    }
}

/// Removes the files that SQLite has left beside a file that is gone or about to be replaced.
pub(super) fn remove_companions(path: &Path) -> io::Result<()> {
    for ending in COMPANIONS {
        match fs::remove_file(with_ending(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_part_that_is_given_up_leaves_nothing() {
        let folder = TempDir::new().unwrap();
        let part = Part::beside(&folder.path().join("a")).unwrap();
        fs::write(with_ending(part.path(), "-wal"), "x").unwrap();
        drop(part);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn two_do_not_write_the_same_part_and_one_that_was_killed_is_in_nobodys_way() {
        let folder = TempDir::new().unwrap();
        let target = folder.path().join("a");
        let part = Part::beside(&target).unwrap();
        assert!(matches!(Part::beside(&target), Err(PartFault::Busy)));
        drop(part);
        fs::write(folder.path().join("a.part"), "what a killed process has left").unwrap();
        assert_eq!(Part::beside(&target).unwrap().finish(&target, Overwrite::Refuse).unwrap(), 0);
        assert_eq!(fs::metadata(target).unwrap().mode() & 0o777, OWNER_ONLY);
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_not_replaced() {
        let folder = TempDir::new().unwrap();
        let target = folder.path().join("a");
        let part = Part::beside(&target).unwrap();
        fs::write(&target, "kept").unwrap();
        assert!(matches!(part.finish(&target, Overwrite::Refuse), Err(PartFault::Exists)));
        assert_eq!(fs::read_to_string(&target).unwrap(), "kept");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
