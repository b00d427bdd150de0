//! A disk of 4 MiB that a test can fill and write-protect, invisible to others.
//!
//! The test runs again as a separate process, for which a file system in memory is mounted. Where that is not allowed,
//! it fails.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, io};

const PLACE: &str = "MUSTERFIELD_TEST_SMALL_DISK";

/// Runs the body of the test of that name with the folder on which the disk is mounted.
pub(crate) fn on_small_disk(test: &str, body: impl FnOnce(&Path)) {
    if let Some(place) = env::var_os(PLACE) {
        return body(Path::new(&place));
    }
    let folder = tempfile::tempdir().unwrap();
    let mount = format!(
        "mount -t tmpfs -o size=4m tmpfs \"${PLACE}\" && exec \"$0\" --include-ignored --exact \"$1\" --nocapture"
    );
    let mut inside = Command::new("unshare");
    inside.args(["-rm", "sh", "-c", &mount]).arg(env::current_exe().unwrap()).arg(test).env(PLACE, folder.path());
    let done = inside.output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}\n{}", String::from_utf8_lossy(&done.stderr));
    assert!(said.contains("1 passed"), "there is no test {test}: {said}");
}

/// Takes all remaining space.
pub(crate) fn fill(disk: &Path) {
    let mut file = File::options().create(true).append(true).open(disk.join("filling")).unwrap();
    let mut block: &[u8] = &[1; 65536];
    while !block.is_empty() {
        match file.write(block) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::StorageFull => block = &block[block.len() / 2 + 1..],
            Err(error) => panic!("{error}"),
        }
    }
}

/// Frees the space again.
pub(crate) fn empty(disk: &Path) {
    fs::remove_file(disk.join("filling")).unwrap();
}

/// Makes the disk writable or read-only. Nothing may be open for writing.
pub(crate) fn remount(disk: &Path, access: &str) {
    let done = Command::new("mount").arg("-o").arg(format!("remount,{access}")).arg(disk).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
