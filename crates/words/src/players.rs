//! The reasons of computer players, in words.

use musterfield_players::reason::{Motive, Reason};

/// The reason for a decision: a sentence, with the numbers behind it. Gains are percentages of what a side may lose before
/// it breaks.
#[must_use]
pub fn reason(reason: &Reason) -> String {
    let Reason { motive, expected, next_best, choices, bounds } = *reason;
    let purpose = match motive {
        Motive::Routine => return "There was nothing to choose.".to_owned(),
        Motive::Wait => return "No further move was worth its PIPs.".to_owned(),
        Motive::SetUp => "This is where the army stands best",
        Motive::Arrive => "The element is of more use on the table",
        Motive::Dismount => "The element does better on foot against the enemies near it",
        Motive::Attack => "The attack promises more than it risks",
        Motive::Advance => "The place is better against the enemy",
        Motive::Withdraw => "The place was too dangerous",
        Motive::Support => "The friend in front fights better with it",
        Motive::Guard => "It stands in the way of enemies who could take a camp or walls",
        Motive::Bespell => "The spell promises most",
        Motive::Shoot => "The shot promises most",
        Motive::Fight => "This fight comes first because it promises most",
        Motive::Plan => "No other plan did clearly better when it was played on",
    };
    let mut text = purpose.to_owned();
    if choices > 0 {
        text += &format!(": {} expected", share(expected));
        if let Some(next) = next_best {
            text += &format!(", {} with the next best", share(next));
        }
        text += &match choices {
            1 => " (one choice".to_owned(),
            choices => format!(" ({choices} choices"),
        };
        if bounds > 0 {
            text += &format!(", {bounds} bounds played on");
        }
        text += "; 100 % would break an army)";
    }
    text.push('.');
    text
}

/// Thousandths as percent with one decimal and a sign.
fn share(thousandths: i32) -> String {
    let sign = if thousandths < 0 { "−" } else { "+" };
    let size = thousandths.unsigned_abs();
    format!("{sign}{}.{} %", size / 10, size % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_a_sentence_with_its_numbers() {
        let attack = Reason { expected: 57, next_best: Some(-3), choices: 12, ..Reason::plain(Motive::Attack) };
        assert_eq!(
            reason(&attack),
            "The attack promises more than it risks: +5.7 % expected, −0.3 % with the next best (12 choices; 100 % would \
             break an army)."
        );
        let plan = Reason { expected: 100, choices: 40, bounds: 1000, ..Reason::plain(Motive::Plan) };
        assert_eq!(
            reason(&plan),
            "No other plan did clearly better when it was played on: +10.0 % expected (40 choices, 1000 bounds played \
             on; 100 % would break an army)."
        );
        assert_eq!(reason(&Reason::plain(Motive::Wait)), "No further move was worth its PIPs.");
    }
}
