//! The chance of the commander-in-chief.

use super::show;

/// A C-in-C among Blades, who fights Blades: five against five, and one more for a general.
const BLADES: &str = "
    with a1 4Bd general command 1; a2 4Bd general command 2; b2 4Bd command 2; b3 4Bd command 2
    phase fighting
    |    vb2v    vb3v     |
    |    ^a1^    ^a2^     |
    |                     |
    |                     |
    ";

#[test]
fn he_may_add_one_to_his_own_score_once() {
    let play = |rest: &str| show(&format!("# DBA3-BB-11\n{BLADES}{rest}"));
    play(
        "
        > a1 fights b2 (1 3)
        = decides a1
        = unused DBA3-BB-11
        > add
        = totals 8 8
        = used DBA3-BB-11
        = phase fighting
        = a1 at 1,1.5 north
        # It can be done once in a battle.
        > add
        ! DBA3-BB-11
        ",
    );
    play(
        "
        # He keeps the chance if he does not use it.
        > a1 fights b2 (1 3)
        > end
        = totals 7 8
        = unused DBA3-BB-11
        = a1 at 1,1 north
        ",
    );
    play(
        "
        # Once it is gone, nobody asks.
        added a
        > a1 fights b2 (1 3)
        = totals 7 8
        = a1 at 1,1 north
        ",
    );
}

#[test]
fn he_is_asked_where_it_changes_what_happens() {
    let play = |rest: &str| show(&format!("# DBA3-BB-11\n{BLADES}{rest}"));
    play(
        "
        # Beaten with it and without.
        > a1 fights b2 (1 6)
        = totals 7 11
        = phase fighting
        ",
    );
    play(
        "
        # It makes a victory of equal scores, and twice as much of a victory.
        > a1 fights b2 (2 3)
        = decides a1
        > add
        = totals 9 8
        ",
    );
    play(
        "
        # Other generals cannot.
        > a2 fights b3 (1 3)
        = totals 7 8
        = a2 at 3,1 north
        ",
    );
}

#[test]
fn both_commanders_choose_and_that_of_the_bound_first() {
    super::super::scene::show(
        "
        # DBA3-BB-11
        rules dba3
        with a1 4Bd general command 1; b1 4Bd general command 1
        phase fighting
        |    vb1v     |
        |    ^a1^     |
        |             |
        |             |
        > a1 fights b1 (1 2)
        = decides a1
        > add
        = decides b1
        > add
        = totals 8 9
        = a1 at 1,1 north
        again
        > a1 fights b1 (1 2)
        > add
        = decides b1
        > end
        = totals 8 8
        = a1 at 1,1.5 north
        again
        # Of two who fight, one is asked if the other has nothing to win.
        > a1 fights b1 (2 1)
        = decides b1
        > add
        = decides a1
        > end
        = totals 8 8
    ",
    );
}

#[test]
fn he_may_add_one_when_he_is_shot_at() {
    show(
        "
        # DBA3-BB-11: Bows shoot at 2, Blades stand at 4 and a general at 5.
        with a1 4Bd general command 1 at 1,1 north; b2 4Bw command 2 at 2,3 south
        player b
        phase shooting
        | |
        > b2 shoots a1 (6 2)
        = decides a1
        > add
        = totals 8 8
        = used DBA3-BB-11
        = a1 at 1,1 north
        = phase shooting
        again
        > b2 shoots a1 (6 2)
        > end
        = totals 8 7
        = a1 at 1,0.5 north
        again
        # Nothing changes.
        > b2 shoots a1 (1 1)
        = totals 3 6
        = phase shooting
    ",
    );
    show(
        "
        # DBA3-BB-11: he is not asked for the elements of others, nor where he shoots himself.
        with a1 4Bw general command 1 at 1,1 north; a2 4Bd command 1 at 5,1 north; b2 4Bw command 2 at 6,3 south
        with b3 4Bd command 2 at 2,3 south
        phase shooting
        | |
        > b2 shoots a2 (6 2)
        = totals 8 6
        = phase shooting
        > a1 shoots b3 (5 2)
        = totals 7 6
        = phase shooting
    ",
    );
}
