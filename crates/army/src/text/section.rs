//! Parts of a text that name elements which do not belong to the army: alternatives, reserves, swaps.

use super::line;

/// Headings of such parts.
const HEADINGS: [&str; 49] = [
    "alternative",
    "alternatives",
    "alternativen",
    "alternativas",
    "alternatywy",
    "also available",
    "bench",
    "exchanges",
    "extra",
    "extra elements",
    "extras",
    "not used",
    "opcje",
    "opciones",
    "option",
    "optional",
    "optional elements",
    "optional troops",
    "optionen",
    "options",
    "opzioni",
    "other options",
    "possible changes",
    "possible swaps",
    "remplaçants",
    "reserven",
    "reserves",
    "reservas",
    "rezerwy",
    "riserve",
    "réserves",
    "remplacements",
    "sideboard",
    "side board",
    "spare",
    "spare elements",
    "spares",
    "substitute",
    "substitutes",
    "substitutions",
    "subs",
    "swap",
    "swaps",
    "unused",
    "variants",
    "varianten",
    "variantes",
    "varianti",
    "warianty",
];

/// Words at the beginning of a line that name something else to choose.
const OTHERWISE: [&str; 14] = [
    "alternatively",
    "exchange",
    "instead",
    "oder",
    "optional",
    "optionally",
    "option",
    "or",
    "ou",
    "replace",
    "substitute",
    "swap",
    "swap out",
    "trade",
];

/// A part of a text outside the army.
pub(super) struct Section {
    /// The line of its heading, from 1.
    pub at: usize,
    /// The heading.
    pub heading: String,
}

/// Something that does not belong to the army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aside<'a> {
    /// The heading of lines that do not.
    Section,
    /// A line that does not, by its first words; the rest of it.
    Line(&'a str),
}

/// The words before a text, if it begins with some of these.
fn after<'a>(text: &'a str, begins: &[&str]) -> Option<&'a str> {
    let rest = |words: &&str| {
        let start = text.get(..words.len())?;
        let rest = text.get(words.len()..)?;
        (start.to_lowercase() == **words && !rest.starts_with(|letter: char| letter.is_alphanumeric())).then_some(rest)
    };
    begins.iter().filter_map(rest).min_by_key(|rest| rest.len())
}

/// Whether a line, without bullets and codes, names something that does not belong to the army.
pub(super) fn aside(bare: &str) -> Option<Aside<'_>> {
    let heads = |words: &str| {
        HEADINGS.contains(&words.trim_matches(['*', '_', '=', '~', '#', ' ', '-']).to_lowercase().as_str())
    };
    if let Some((_, rest)) = bare.split_once(':').filter(|(head, _)| heads(head)) {
        let rest = rest.trim_matches(['*', '_', ' ']);
        return Some(if rest.is_empty() { Aside::Section } else { Aside::Line(rest) });
    }
    if heads(bare) || line::heading(bare).is_some_and(|(_, words)| heads(words)) {
        return Some(Aside::Section);
    }
    let rest = after(bare, &OTHERWISE)?.trim_start_matches([':', ',', ' ', '-', '–', '\t']);
    (!rest.is_empty()).then_some(Aside::Line(rest))
}
