//! The probability of each result: all thirty-six throws of two dice, counted.

use musterfield_rules::combat::Outcome;

use super::case::Case;
use super::resolve::{PreparedCase, SideResult, Strength, TotalsComparison, graded};

/// Faces of a die.
const FACES: i8 = 6;

/// The results of both sides for one throw.
pub type Square<'r> = [SideResult<'r>; 2];

/// The results of all throws.
#[derive(Clone, Debug)]
pub struct Odds<'r> {
    /// The strengths of both sides before the dice.
    pub strengths: [Strength<'r>; 2],
    /// The results of each throw: first by the die of the first side from 1 to 6, then by that of the second.
    pub squares: [[Square<'r>; 6]; 6],
}

impl Odds<'_> {
    /// The number of throws.
    pub const THROWS: u8 = 36;

    /// The pairs of outcomes that can occur, with the number of throws for each, most frequent first.
    #[must_use]
    pub fn outcomes(&self) -> Vec<(Outcome, Outcome, u8)> {
        let mut counted: Vec<(Outcome, Outcome, u8)> = Vec::new();
        for [a, b] in self.squares.iter().flatten() {
            let (a, b) = (a.final_outcome(), b.final_outcome());
            match counted.iter_mut().find(|(known_a, known_b, _)| *known_a == a && *known_b == b) {
                Some((_, _, ways)) => *ways += 1,
                None => counted.push((a, b, 1)),
            }
        }
        counted.sort_by_key(|(a, b, ways)| (std::cmp::Reverse(*ways), *a, *b));
        counted
    }

    /// The number of throws with this outcome, for the first side and for the second.
    #[must_use]
    pub fn ways(&self, outcome: Outcome) -> [u8; 2] {
        self.squares.iter().flatten().fold([0, 0], |[ways_a, ways_b], [a, b]| {
            [ways_a + u8::from(a.final_outcome() == outcome), ways_b + u8::from(b.final_outcome() == outcome)]
        })
    }
}

/// Counts the results of all throws.
#[must_use]
pub fn odds<'r>(case: &Case<'r>) -> Odds<'r> {
    let ready = PreparedCase::new(case);
    let strengths = ready.strengths();
    let at_flank = ready.at_flank();
    // The results depend only on how the totals compare, and there are six possibilities.
    let mut known: Vec<(TotalsComparison, Square<'r>)> = Vec::with_capacity(6);
    let [first, second] = strengths.each_ref().map(|strength| strength.sum.unwrap_or(0));
    let mut squares = [[<[SideResult<'r>; 2]>::default(); 6]; 6];
    for (a, row) in (1..=FACES).zip(&mut squares) {
        for (b, square) in (1..=FACES).zip(row) {
            if let Some(result) = at_flank {
                *square = result;
                continue;
            }
            let [a, b] = graded(strengths.each_ref(), [first + a, second + b]);
            let standing = TotalsComparison::of(a, b);
            *square = match known.iter().find(|(known, _)| *known == standing) {
                Some((_, result)) => *result,
                None => {
                    let result = ready.results_for(standing);
                    known.push((standing, result));
                    result
                }
            };
        }
    }
    Odds { strengths, squares }
}
