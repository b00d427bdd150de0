//! How likely each result is: all thirty-six throws of two dice, counted.

use super::case::Case;
use super::resolve::{Befallen, Ready, Standing, Strength, graded};
use crate::rules::combat::Outcome;

/// Faces of a die.
const FACES: i8 = 6;

/// What befalls both sides for one throw.
pub type Square<'r> = [Befallen<'r>; 2];

/// The results of all throws.
#[derive(Clone, Debug)]
pub struct Odds<'r> {
    /// How strong both sides are before the dice.
    pub strengths: [Strength<'r>; 2],
    /// What happens by each throw: first the dice of the first side from 1 to 6, each with those of the second.
    pub squares: [[Square<'r>; 6]; 6],
}

impl Odds<'_> {
    /// How many of the throws there are.
    pub const THROWS: u8 = 36;

    /// The pairs of results that can come, with the number of throws for each, most first.
    #[must_use]
    pub fn outcomes(&self) -> Vec<(Outcome, Outcome, u8)> {
        let mut counted: Vec<(Outcome, Outcome, u8)> = Vec::new();
        for [a, b] in self.squares.iter().flatten() {
            let (a, b) = (a.last(), b.last());
            match counted.iter_mut().find(|(known_a, known_b, _)| *known_a == a && *known_b == b) {
                Some((_, _, ways)) => *ways += 1,
                None => counted.push((a, b, 1)),
            }
        }
        counted.sort_by_key(|(a, b, ways)| (std::cmp::Reverse(*ways), *a, *b));
        counted
    }

    /// In how many throws this becomes of the first side and of the second.
    #[must_use]
    pub fn ways(&self, outcome: Outcome) -> [u8; 2] {
        self.squares.iter().flatten().fold([0, 0], |[ways_a, ways_b], [a, b]| {
            [ways_a + u8::from(a.last() == outcome), ways_b + u8::from(b.last() == outcome)]
        })
    }
}

/// Counts what happens in all throws.
#[must_use]
pub fn odds<'r>(case: &Case<'r>) -> Odds<'r> {
    let ready = Ready::new(case);
    let strengths = ready.strengths();
    let at_flank = ready.at_flank();
    // What befalls depends on how the totals stand alone, and that is one of six things.
    let mut known: Vec<(Standing, Square<'r>)> = Vec::with_capacity(6);
    let [first, second] = strengths.each_ref().map(|strength| strength.sum.unwrap_or(0));
    let mut squares = [[<[Befallen<'r>; 2]>::default(); 6]; 6];
    for (a, row) in (1..=FACES).zip(&mut squares) {
        for (b, square) in (1..=FACES).zip(row) {
            if let Some(befallen) = at_flank {
                *square = befallen;
                continue;
            }
            let [a, b] = graded(strengths.each_ref(), [first + a, second + b]);
            let standing = Standing::of(a, b);
            *square = match known.iter().find(|(known, _)| *known == standing) {
                Some((_, befallen)) => *befallen,
                None => {
                    let befallen = ready.befallen(standing);
                    known.push((standing, befallen));
                    befallen
                }
            };
        }
    }
    Odds { strengths, squares }
}
