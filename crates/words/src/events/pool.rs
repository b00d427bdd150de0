//! Problems with a player's armies together.

use musterfield_events::rules::PoolProblem;

/// The problem in a sentence; armies are counted from 1.
#[must_use]
pub fn message(problem: &PoolProblem) -> String {
    match problem {
        PoolProblem::Empty => "There is no army.".to_owned(),
        PoolProblem::TooMany { armies, most } => {
            format!("There are {armies} armies; a player can bring at most {most}.")
        }
        PoolProblem::Same { first, second } => format!("Armies {} and {} are the same.", first + 1, second + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armies_are_counted_from_one() {
        for (problem, expected) in [
            (PoolProblem::Empty, "There is no army."),
            (PoolProblem::TooMany { armies: 3, most: 2 }, "There are 3 armies; a player can bring at most 2."),
            (PoolProblem::Same { first: 0, second: 2 }, "Armies 1 and 3 are the same."),
        ] {
            assert_eq!(message(&problem), expected);
        }
    }
}
