//! Pasted text that can be read in two ways.

use musterfield_army::Draft;
use musterfield_army::text::Meaning;
use musterfield_army::write::element;

/// A meaning of a text, for the button that chooses it.
#[must_use]
pub fn meaning(draft: &Draft, meaning: &Meaning) -> String {
    let plain = |line| element(draft, line).split(" @ ").next().unwrap_or_default().to_owned();
    match meaning {
        Meaning::Elements(lines) => lines.iter().map(plain).collect::<Vec<_>>().join(", "),
        Meaning::Counts => "Numbers of elements".to_owned(),
        Meaning::Figures => "Figures on bases".to_owned(),
        Meaning::Prices => "Army points".to_owned(),
        Meaning::Name => "Name of the army".to_owned(),
    }
}
