//! The backup that is restored.

use std::fs;
use std::path::Path;

use super::super::super::db::{self, Db, Missing};
use super::super::super::migrate;
use super::super::super::url::DatabaseUrl;
use super::super::copy::{self, Progress, Tables};
use super::super::manifest::{self, Manifest};
use super::super::rows::Sums;
use super::error::RestoreError;

/// A backup that is being restored.
pub(super) struct Backup {
    pub(super) file: Db,
    pub(super) bytes: u64,
    /// The steps that its tables have taken.
    pub(super) steps: Vec<String>,
    pub(super) manifest: Option<Manifest>,
    /// The tables that are left empty.
    pub(super) without: &'static [&'static str],
}

impl Backup {
    pub(super) fn open(from: &Path) -> Result<Self, RestoreError> {
        let bytes = fs::metadata(from).map_err(RestoreError::of_backup)?.len();
        let mut file = db::open_file_to_read(from).map_err(RestoreError::of_backup)?;
        let steps = migrate::taken(&mut file).map_err(RestoreError::of_backup)?;
        let manifest = manifest::read(&mut file).map_err(RestoreError::of_backup)?;
        if steps.is_empty() || manifest.as_ref().is_some_and(|manifest| !manifest.is_known()) {
            return Err(RestoreError::NotABackup);
        }
        refuse_newer("backup", &steps)?;
        match copy::fault(&mut file).map_err(RestoreError::of_backup)? {
            Some(fault) => Err(RestoreError::Damaged(fault)),
            None => Ok(Self { file, bytes, steps, manifest, without: &[] }),
        }
    }

    /// Fills the tables of a database that has taken the same steps, and compares. No foreign key may be enforced
    /// there.
    pub(super) fn fill(
        &mut self,
        database: &mut Db,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Sums, RestoreError> {
        let tables = Tables::shared(&mut self.file, database)?;
        let sums = tables.copy(&mut self.file, database, self.without, progress)?;
        if let Some(manifest) = &self.manifest
            && let Some(table) = manifest.differs_from(&sums, self.without)
        {
            return Err(RestoreError::Damaged(format!("the table {table} differs from what was written")));
        }
        tables.compare(database, &sums)?;
        Ok(sums)
    }
}

pub(super) fn refuse_newer(what: &'static str, steps: &[String]) -> Result<(), RestoreError> {
    match migrate::unknown(steps).map_err(RestoreError::Database)? {
        Some(step) => Err(RestoreError::Newer { what, step: step.clone() }),
        None => Ok(()),
    }
}

/// A new database in memory whose tables have taken these steps, to see which tables there are and which rows the steps
/// insert.
pub(super) fn as_new(steps: &[String]) -> Result<Db, RestoreError> {
    let mut fresh = db::establish(&DatabaseUrl::in_memory(), Missing::Create).map_err(RestoreError::of_database)?;
    migrate::migrate_to(&mut fresh, steps).map_err(RestoreError::Database)?;
    Ok(fresh)
}
