//! Restores a backup into the file of an SQLite database.

use std::fs;
use std::path::Path;

use diesel::connection::SimpleConnection;

use super::super::super::db::{self, ConnectFault, Db, Missing};
use super::super::super::disk::{folder_of, room};
use super::super::super::error::says_damaged;
use super::super::super::migrate;
use super::super::super::url::DatabaseUrl;
use super::super::catalogue;
use super::super::copy::{self, Progress, has_more_rows, rows_of_steps};
use super::super::new_file;
use super::super::part::{self, Overwrite, Part};
use super::super::rows::Sums;
use super::error::RestoreError;
use super::source::{Backup, as_new, refuse_newer};

pub(super) fn restore(
    backup: &mut Backup,
    path: &Path,
    overwrite: Overwrite,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Sums, RestoreError> {
    // If the path is a symbolic link, the database is replaced and not the link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = OldFile::find(path, overwrite)?;
    let room = room(folder_of(path)).map_err(RestoreError::of_database)?;
    if room < backup.bytes {
        return Err(RestoreError::NoRoom { needed: backup.bytes, room });
    }
    let part = Part::beside(path)?;
    let mut file = new_file(&part, &backup.steps).map_err(RestoreError::Database)?;
    let sums = backup.fill(&mut file, progress)?;
    migrate::migrate(&mut file).map_err(RestoreError::Database)?;
    if let Some(fault) = copy::fault(&mut file).map_err(RestoreError::of_database)? {
        return Err(RestoreError::Differs(fault));
    }
    drop(file);
    match old {
        OldFile::Missing => {
            // A log without its database would be taken for that of the new one.
            part::remove_companions(path).map_err(RestoreError::of_database)?;
            part.finish(path, Overwrite::Refuse)?;
        }
        OldFile::Held(lock) => {
            part.copy_ownership_from(path).map_err(RestoreError::of_database)?;
            part.finish(path, Overwrite::Allow)?;
            drop(lock);
        }
        OldFile::Rubbish => {
            part.copy_ownership_from(path).map_err(RestoreError::of_database)?;
            part::remove_companions(path).map_err(RestoreError::of_database)?;
            part.finish(path, Overwrite::Allow)?;
        }
    }
    Ok(sums)
}

/// An existing file that may be replaced.
enum OldFile {
    Missing,
    /// A database that nobody else has open, or can open until it is replaced. All of its data are in the one file.
    Held(Db),
    /// An empty file or no database at all: nobody can be using it.
    Rubbish,
}

impl OldFile {
    fn find(path: &Path, overwrite: Overwrite) -> Result<Self, RestoreError> {
        match fs::symlink_metadata(path) {
            Err(_) => return Ok(Self::Missing),
            Ok(there) if there.is_file() && there.len() == 0 => return Ok(Self::Rubbish),
            Ok(_) => {}
        }
        let url = DatabaseUrl::of_file(path);
        let mut db = match db::establish(&url, Missing::Refuse) {
            Err(fault) if says_damaged(&fault.to_string()) && overwrite == Overwrite::Allow => {
                return Ok(Self::Rubbish);
            }
            Err(fault) => return Err(of_old(&url, fault)),
            Ok(db) => db,
        };
        match hold(&mut db) {
            Err(error) if says_damaged(&error.to_string()) && overwrite == Overwrite::Allow => {
                return Ok(Self::Rubbish);
            }
            Err(error) => return Err(of_old(&url, error.into())),
            Ok(()) => {}
        }
        if overwrite == Overwrite::Refuse && !is_empty(&mut db)? {
            return Err(RestoreError::NotEmpty);
        }
        Ok(Self::Held(db))
    }
}

/// Locks everybody else out. To leave write-ahead mode, SQLite must be the only one with the file open, and writes the
/// log into the database: nothing stays beside the file that could be mistaken for a part of the new one.
fn hold(db: &mut Db) -> diesel::QueryResult<()> {
    db.batch_execute("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
}

fn of_old(url: &DatabaseUrl, fault: ConnectFault) -> RestoreError {
    if fault.to_string().contains("is locked") {
        RestoreError::InUse
    } else {
        RestoreError::Connect { url: url.to_string(), source: fault.into() }
    }
}

/// Whether the database contains only what the steps have inserted.
fn is_empty(db: &mut Db) -> Result<bool, RestoreError> {
    let steps = migrate::taken(db).map_err(RestoreError::of_database)?;
    refuse_newer("database", &steps)?;
    let as_new = rows_of_steps(&mut as_new(&steps)?).map_err(RestoreError::Database)?;
    for table in catalogue::read(db).map_err(RestoreError::of_database)?.keys() {
        let expected = as_new.get(table).copied();
        // A table that no step has created belongs to somebody else.
        let Some(rows) = expected else { return Ok(false) };
        if has_more_rows(db, table, rows).map_err(RestoreError::of_database)? {
            return Ok(false);
        }
    }
    Ok(true)
}
