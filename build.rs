//! Rebuilds when what is built into the program changes.

fn main() {
    for folder in ["migrations", "assets", "templates"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
