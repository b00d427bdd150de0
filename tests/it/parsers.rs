//! Parsers of outside input, with the small real files with which the fuzz targets begin.

use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

pub(crate) mod wild;

/// The files with which a fuzz target begins.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

#[test]
fn every_parser_takes_real_files() {
    for (target, read) in wild::ALL {
        let seeds = seeds(target);
        assert!(!seeds.is_empty(), "{target}");
        seeds.iter().for_each(|seed| read(seed));
    }
}

#[test]
fn every_parser_takes_real_files_with_other_bytes_in_them() {
    for (target, read) in wild::ALL {
        let seeds = seeds(target);
        let change = (any::<Index>(), any::<Index>(), prop::collection::vec(any::<u8>(), 0..6));
        let changed = (any::<Index>(), prop::collection::vec(change, 1..6)).prop_map(|(seed, changes)| {
            let mut bytes = seed.get(&seeds).clone();
            for (at, length, other) in changes {
                let at = at.index(bytes.len() + 1);
                let end = (at + length.index(8)).min(bytes.len());
                bytes.splice(at..end, other);
            }
            bytes
        });
        let config = Config { cases: 48, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
        let tried = TestRunner::new(config).run(&changed, |bytes| {
            read(&bytes);
            Ok(())
        });
        tried.unwrap_or_else(|failure| panic!("{target}: {failure}"));
    }
}

#[test]
fn every_parser_is_fuzzed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    for (target, _) in wild::ALL {
        assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
        assert!(root.join(format!("fuzz_targets/{target}.rs")).exists(), "{target}");
    }
}
