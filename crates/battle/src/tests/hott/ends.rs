//! How a battle ends: losses in elements and in AP, the general, those who are away.

use super::show;

/// The result at the end of a turn.
#[track_caller]
fn end(rule: &str, who: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        with {who}; b1 Bd at 1,9 south; b2 Bd at 3,9 south
        phase fighting
        | |
        {rest}
        "
    ));
}

const GOES_ON: &str = "> end (3)\n = phase summoning";
const LOST: &str = "> end\n = phase won-by-b";

#[test]
fn half_of_an_odd_number_of_elements_is_the_next_whole_number() {
    let five = |lost: usize| {
        let one = |at: usize| {
            let place = if at <= lost { "destroyed".to_owned() } else { format!("at {},1 north", 2 * at) };
            format!("a{at} Bd {place}")
        };
        (1..=5).map(one).collect::<Vec<_>>().join("; ")
    };
    end("HOTT25-WIN-03", &five(2), GOES_ON);
    end("HOTT25-WIN-03", &five(3), LOST);
}

#[test]
fn whoever_is_away_counts_as_lost_unless_it_has_not_come_or_hides() {
    // A God that is still awaited is one of the four, and is not lost.
    end("HOTT25-WIN-03 D3H2-SUMM-10", "a1 Gd aside; a2 Bd destroyed; a3 Bd at 5,1 north; a4 Bd at 7,1 north", GOES_ON);
    end("HOTT25-WIN-03", "a1 Gd aside; a2 Bd destroyed; a3 Bd destroyed; a4 Bd at 7,1 north", LOST);
    end("HOTT25-WIN-03 HOTT25-FLEE-03", "a1 Gd fled; a2 Bd destroyed; a3 Bd at 5,1 north; a4 Bd at 7,1 north", LOST);
    end("HOTT25-WIN-03", "a1 Lk aside; a2 Bd destroyed; a3 Bd at 5,1 north; a4 Bd at 7,1 north", GOES_ON);
    // A general who is a frog leads nobody.
    end("HOTT25-WIN-02 D3H2-ENS-07", "a1 Hr general ensorcelled; a2 Bd at 5,1 north; a3 Bd at 7,1 north", LOST);
    end(
        "HOTT25-WIN-02",
        "a1 Hr general ensorcelled; a2 Bd at 5,1 north; a3 Bd at 7,1 north; b3 Hd destroyed; b4 Bd at 5,9 south",
        GOES_ON,
    );
}

#[test]
fn of_two_broken_armies_the_one_that_has_lost_more_loses() {
    end(
        "HOTT25-WIN-03",
        "a1 Bd destroyed; a2 Bd destroyed; a3 Bd destroyed; a4 Bd at 5,1 north; b3 Bd destroyed; b4 Bd destroyed",
        LOST,
    );
}

/// The result at the end of a turn where the players count AP.
#[track_caller]
fn end_in_points(a: &str, b: &str, rest: &str) {
    show(&format!(
        "
        # HOTT25-WIN-02 HOTT25-WIN-03
        option losses points
        with {a}; {b}
        phase fighting
        | |
        {rest}
        "
    ));
}

#[test]
fn the_players_may_have_losses_counted_in_points() {
    let b = "b1 Bd at 1,9 south; b2 Bd at 3,9 south";
    // Two Hordes of four elements are a third of 6 AP, and a Hero of three elements is half of 8.
    let hordes = "a1 Hd destroyed; a2 Hd destroyed; a3 Bd at 5,1 north; a4 Bd at 7,1 north";
    end_in_points(hordes, b, &format!("= lost a 2\n {GOES_ON}"));
    end_in_points("a1 Hr destroyed; a2 Bd at 5,1 north; a3 Bd at 7,1 north", b, &format!("= lost a 4\n {LOST}"));
    // Half of 7 AP is 3½.
    let seven = |lost: &str| format!("a1 Sk {lost}; a2 Bd at 5,1 north; a3 Bd at 7,1 north");
    end_in_points(&seven("destroyed"), b, &format!("= lost a 3\n {GOES_ON}"));
    // With the general, more AP than the enemy are enough, and as many elements are not needed.
    let general = "a1 Hd general destroyed; a2 Bd at 5,1 north; a3 Bd at 7,1 north; a4 Bd at 9,1 north";
    end_in_points(general, b, LOST);
    end_in_points(general, &format!("{b}; b3 Bd destroyed; b4 Bd at 5,9 south; b5 Bd at 7,9 south"), GOES_ON);
    // A captured Stronghold decides as it does otherwise.
    show(
        "
        # HOTT25-WIN-01
        option losses points
        with a1 Kn at 0.5,1 north; b1 Bd at 9,9 south; b2 Bd at 10,9 south
        defender b
        camp b 2,1 south 2x2
        phase fighting
        | |
        > a1 fights stronghold (6 1)
        = lost b 0
        > end
        = phase won-by-a
        ",
    );
}
