//! The results of games in words.

use musterfield_events::scoring::{GameEnd, GameResult, LossUnit, Losses, Side};
use musterfield_rules::Points;
use musterfield_words::number::counted;

/// The result of a game for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// `won`, `drew`, `gave up` …
    pub word: &'static str,
    /// The losses: `3 AP, a general`; empty where nobody fought.
    pub lost: String,
    /// Whether the side won.
    pub won: bool,
}

/// The result of a game for this side.
pub(super) fn outcome(result: &GameResult, side: Side, unit: LossUnit) -> Outcome {
    let ended = result.ended();
    let won = ended.winner() == Some(side);
    let word = match ended {
        GameEnd::Won(_) | GameEnd::Conceded(_) if won => "won",
        GameEnd::Won(_) => "lost",
        GameEnd::Drawn => "drew",
        GameEnd::Conceded(_) => "conceded",
        GameEnd::NoShow(_) if won => "won unopposed",
        GameEnd::NoShow(_) | GameEnd::NotPlayed => "did not turn up",
    };
    let lost = if ended.is_fought() { losses(result.losses(side), unit) } else { String::new() };
    Outcome { word, lost, won }
}

/// Losses in words.
fn losses(losses: &Losses, unit: LossUnit) -> String {
    let number = |count: u16, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("a {one}")),
        more => Some(counted(more, one, many)),
    };
    let [one, many] = match unit {
        LossUnit::Ap => ["AP", "AP"],
        LossUnit::Elements => ["element", "elements"],
    };
    let parts = [
        (losses.lost > Points::ZERO).then(|| counted(losses.lost, one, many)),
        number(losses.generals, "general", "generals"),
        number(losses.camps, "camp", "camps"),
        number(losses.strongholds, "Stronghold", "Strongholds"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// The result for one side in a line: `won, lost 3 AP`.
pub(super) fn in_words(Outcome { word, lost, .. }: &Outcome) -> String {
    if lost.is_empty() { (*word).to_owned() } else { format!("{word}, lost {lost}") }
}

/// A game in one line: `won, lost 3 AP – lost, lost 12 AP, a general`.
pub(super) fn in_a_line(result: &GameResult, unit: LossUnit) -> String {
    let side = |side| in_words(&outcome(result, side, unit));
    format!("{} – {}", side(Side::A), side(Side::B))
}

/// A game for the sheet on the wall: `won 3 : 12 lost`, by the losses of each.
pub(super) fn in_short(result: &GameResult) -> String {
    let [a, b] = [Side::A, Side::B].map(|side| match (result.ended().winner(), result.ended()) {
        (Some(winner), _) if winner == side => "won",
        (_, GameEnd::Drawn) => "drew",
        (_, GameEnd::Conceded(_)) => "conceded",
        (_, GameEnd::NoShow(_) | GameEnd::NotPlayed) => "absent",
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
    use musterfield_events::scoring::{Report, SideOutcome, SideReport};

    fn of(fates: [Option<SideOutcome>; 2], lost: [i32; 2], generals: i64) -> GameResult {
        let [a, b] =
            [0, 1].map(|at| SideReport { fate: fates[at], lost: Points::whole(lost[at]), ..Default::default() });
        Report { a, b: SideReport { generals, ..b } }.check(LossUnit::Ap).unwrap().result
    }

    #[test]
    fn games_are_told_in_words() {
        let won = of([Some(SideOutcome::Won), None], [0, 12], 1);
        assert_eq!(in_a_line(&won, LossUnit::Ap), "won, lost nothing – lost, lost 12 AP, a general");
        assert_eq!(in_short(&won), "won −0 : −12 lost");
        let drawn = of([Some(SideOutcome::Drew), None], [1, 2], 2);
        assert_eq!(in_a_line(&drawn, LossUnit::Elements), "drew, lost 1 element – drew, lost 2 elements, 2 generals");
        let gave_up = of([Some(SideOutcome::Conceded), None], [3, 4], 0);
        assert_eq!(in_a_line(&gave_up, LossUnit::Ap), "conceded, lost 3 AP – won, lost 4 AP");
        let absent = of([None, Some(SideOutcome::Absent)], [0, 0], 0);
        assert_eq!(in_a_line(&absent, LossUnit::Ap), "won unopposed – did not turn up");
        assert_eq!(in_short(&absent), "won : absent");
        let nobody = of([Some(SideOutcome::Absent); 2], [0, 0], 0);
        assert_eq!(in_a_line(&nobody, LossUnit::Ap), "did not turn up – did not turn up");
    }
}
