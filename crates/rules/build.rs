//! Rebuilds when the files built into the library change.

fn main() {
    for folder in ["rulesets", "reference"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
