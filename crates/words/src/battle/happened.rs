//! The results of orders, for readers who have the names of the elements in mind and not the
//! notation of records.

use musterfield_battle::{Battle, Id};

use super::play::element;

/// A part of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// The event in a few words: `Horde b3 destroyed`.
    pub words: String,
    /// Whether somebody was lost.
    pub is_loss: bool,
}

/// The result of an order, as its record has it, with the types of the elements and without places, which the drawing
/// shows.
#[must_use]
pub fn result(battle: &Battle, recorded: &str) -> Vec<Happened> {
    recorded.split(", ").filter(|part| !part.is_empty()).map(|part| happened(battle, part)).collect()
}

/// The same in one line.
#[must_use]
pub fn in_a_line(battle: &Battle, recorded: &str) -> String {
    let parts: Vec<String> = result(battle, recorded).into_iter().map(|part| part.words).collect();
    parts.join(", ")
}

fn happened(battle: &Battle, part: &str) -> Happened {
    let named = |word: &str| word.parse().ok().and_then(|name| battle.id(name));
    let words: Vec<&str> = without_place(part).split(' ').collect();
    let is_loss = matches!(words.as_slice(), [who, "destroyed" | "ensorcelled"] | [who, "off", "the", "table"]
        if named(who).is_some());
    let told = words.iter().map(|word| named(word).map_or_else(|| (*word).to_owned(), |id: Id| element(battle, id)));
    Happened { words: told.collect::<Vec<_>>().join(" "), is_loss }
}

/// A part of a result without the place at its end: `b3 recoils to 5.25,3 north` becomes `b3 recoils`.
fn without_place(part: &str) -> &str {
    let is_place = |words: &str| {
        let at = words.split(' ').next().and_then(|at| at.split_once(','));
        at.is_some_and(|(x, y)| x.parse::<f64>().is_ok() && y.parse::<f64>().is_ok())
    };
    let found = [" to ", " at "].into_iter().find_map(|before| part.rsplit_once(before).filter(|(_, at)| is_place(at)));
    found.map_or(part, |(words, _)| words)
}

#[cfg(test)]
mod tests {
    use super::without_place;

    #[test]
    fn places_are_left_to_the_drawing() {
        for (recorded, told) in [
            ("b3 recoils to 5.25,3 north", "b3 recoils"),
            ("a1 comes back at -0.5,12 -12.5", "a1 comes back"),
            ("7 to 4", "7 to 4"),
            ("a chooses how far a2 recoils", "a chooses how far a2 recoils"),
        ] {
            assert_eq!(without_place(recorded), told);
        }
    }
}
