//! Rebuilds when the files built into the library change.

fn main() {
    println!("cargo:rerun-if-changed=../../lists");
}
