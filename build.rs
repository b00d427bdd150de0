//! Rebuilds when what is built into the program changes, and keeps a release small.

use std::env;

fn main() {
    for folder in ["migrations", "assets", "templates"] {
        println!("cargo:rerun-if-changed={folder}");
    }
    if links_a_release_with_lld() {
        // Functions of equal code are kept once, which saves a tenth of the program; positions that the loader has to
        // adjust are stored in the short form, which saves a twentieth.
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Whether the linker is the one that comes with Rust, which knows these options: the compiler uses it for this target
/// unless somebody chose another.
fn links_a_release_with_lld() -> bool {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let chosen = env::var_os("RUSTC_LINKER").is_some()
        || env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("fuse-ld") || flags.contains("link"));
    is("PROFILE", "release")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && !chosen
}
