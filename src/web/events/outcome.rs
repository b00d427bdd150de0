//! How a game ended, in words.

use crate::events::scoring::{Counted, Ended, GameResult, Losses, Side};
use crate::rules::Points;

/// What a game came to for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// `won`, `drew`, `gave up` …
    pub word: &'static str,
    /// What was lost: `3 AP, a general`; empty where nobody fought.
    pub lost: String,
    /// Whether the side has won.
    pub won: bool,
}

/// What a game came to for this side.
pub(super) fn outcome(result: &GameResult, side: Side, counted: Counted) -> Outcome {
    let ended = result.ended();
    let won = ended.winner() == Some(side);
    let word = match ended {
        Ended::Won(_) | Ended::Conceded(_) if won => "won",
        Ended::Won(_) => "lost",
        Ended::Drawn => "drew",
        Ended::Conceded(_) => "gave up",
        Ended::NoShow(_) if won => "won without a fight",
        Ended::NoShow(_) | Ended::NotPlayed => "did not come",
    };
    let lost = if ended.is_fought() { losses(result.losses(side), counted) } else { String::new() };
    Outcome { word, lost, won }
}

/// Losses in words.
fn losses(losses: &Losses, counted: Counted) -> String {
    let number = |count: u16, one: &str| match count {
        0 => None,
        1 => Some(format!("a {one}")),
        more => Some(format!("{more} {one}s")),
    };
    let unit = match counted {
        Counted::Ap => "AP",
        Counted::Elements if losses.lost == Points::ONE => "element",
        Counted::Elements => "elements",
    };
    let parts = [
        (losses.lost > Points::ZERO).then(|| format!("{} {unit}", losses.lost)),
        number(losses.generals, "general"),
        number(losses.camps, "camp"),
        number(losses.strongholds, "Stronghold"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// A game in one line: `won, lost 3 AP – lost, lost 12 AP, a general`.
pub(super) fn in_a_line(result: &GameResult, counted: Counted) -> String {
    let side = |side| {
        let Outcome { word, lost, .. } = outcome(result, side, counted);
        if lost.is_empty() { word.to_owned() } else { format!("{word}, lost {lost}") }
    };
    format!("{} – {}", side(Side::A), side(Side::B))
}

/// A game for the wall: `won 3 : 12 lost`, by what each has lost.
pub(super) fn in_short(result: &GameResult) -> String {
    let [a, b] = [Side::A, Side::B].map(|side| match (result.ended().winner(), result.ended()) {
        (Some(winner), _) if winner == side => "won",
        (_, Ended::Drawn) => "drew",
        (_, Ended::Conceded(_)) => "gave up",
        (_, Ended::NoShow(_) | Ended::NotPlayed) => "absent",
        _ => "lost",
    });
    if result.ended().is_fought() {
        let [lost_a, lost_b] = [Side::A, Side::B].map(|side| result.losses(side).lost);
        format!("{a} −{lost_a} : −{lost_b} {b}")
    } else {
        format!("{a} : {b}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::scoring::{Fate, Report, SideReport};

    fn of(fates: [Option<Fate>; 2], lost: [i32; 2], generals: i64) -> GameResult {
        let [a, b] =
            [0, 1].map(|at| SideReport { fate: fates[at], lost: Points::whole(lost[at]), ..Default::default() });
        Report { a, b: SideReport { generals, ..b } }.check(Counted::Ap).unwrap().result
    }

    #[test]
    fn games_are_told_in_words() {
        let won = of([Some(Fate::Won), None], [0, 12], 1);
        assert_eq!(in_a_line(&won, Counted::Ap), "won, lost nothing – lost, lost 12 AP, a general");
        assert_eq!(in_short(&won), "won −0 : −12 lost");
        let drawn = of([Some(Fate::Drew), None], [1, 2], 2);
        assert_eq!(in_a_line(&drawn, Counted::Elements), "drew, lost 1 element – drew, lost 2 elements, 2 generals");
        let gave_up = of([Some(Fate::Conceded), None], [3, 4], 0);
        assert_eq!(in_a_line(&gave_up, Counted::Ap), "gave up, lost 3 AP – won, lost 4 AP");
        let absent = of([None, Some(Fate::Absent)], [0, 0], 0);
        assert_eq!(in_a_line(&absent, Counted::Ap), "won without a fight – did not come");
        assert_eq!(in_short(&absent), "won : absent");
        let nobody = of([Some(Fate::Absent); 2], [0, 0], 0);
        assert_eq!(in_a_line(&nobody, Counted::Ap), "did not come – did not come");
    }
}
