//! Rebuilds when what is built into the program changes.

fn main() {
    for folder in ["migrations", "rulesets", "reference", "lists", "assets", "templates"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
