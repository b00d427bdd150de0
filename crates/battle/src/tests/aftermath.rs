//! The immediate effects of a fight: losses, recoils through friends, pursuit.

use super::scene::show;

#[test]
fn the_destroyed_are_gone_before_the_next_fight() {
    let line = "
        # D3H2-DEST-01 D3H2-SEQ-06
        with a1 Ax; a2 Wb; b1 Ax; b2 Hd
        phase fighting
        |                |
        |    vb1vvb2v    |
        |    ^a1^^a2^    |
        |                |
        ";
    let play = |rest: &str| show(&(line.to_owned() + rest));
    // a2 destroys its enemy without riding it down, then pursues and stands at the flank of b1.
    play(
        "> a2 fights b2 (3 1)\n = b2 gone\n = b2 destroyed\n = a2 at 2,1.5 north\n > a1 fights b1 (4 4)\n = b1 destroyed",
    );
    play("> a1 fights b1 (4 4)\n = b1 at 2,1 south\n > a2 fights b2 (3 1)\n = b2 destroyed");
    // A destroyed element fights nobody, and others may stand in its place.
    show(
        "
        # D3H2-DEST-01
        with a1 Wb; a2 Ps at 4,1 north; b1 Hd
        phase fighting
        |    vb1v    |
        |    ^a1^    |
        |            |
        > a1 fights b1 (3 1)
        = b1 destroyed
        = a1 fights
        > end (3)
        > end
        > end
        > end (3)
        > a2 go 2,2.5 north
        = a2 there
    ",
    );
}

#[test]
fn with_the_head_of_a_column_die_those_who_are_attacked_behind_it() {
    // b1 is ridden down; b2 behind it has a2 at its flank, and b3 is not attacked.
    show(
        "
        # D3H2-DEST-03
        with a1 Kn at 1,1 north; a2 Bd at 0.5,2.5 east; b1 Sp at 2,1 south; b2 Sp at 2,1.5 south; b3 Sp at 2,2.5 south
        phase fighting
        | |
        > a1 fights b1 (6 1)
        = b1 destroyed
        = b2 there
        = b3 there
    ",
    );
    show(
        "
        # D3H2-DEST-03
        with a1 Kn at 1,1 north; a2 Bd at 1,2.5 east; b1 Sp at 2,1 south; b2 Sp at 2,1.5 south; b3 Sp at 2,2 south
        phase fighting
        | |
        > a1 fights b1 (6 1)
        = b1 destroyed
        = b2 destroyed
        = b3 destroyed
        = used D3H2-DEST-03
    ",
    );
    // An element beside the column, or one that is not attacked, survives.
    show(
        "
        # D3H2-DEST-03
        with a1 Kn at 1,1 north; b1 Sp at 2,1 south; b2 Sp at 2,1.5 south; b3 Sp at 3,1.5 south; a2 Bd at 3,2 west
        phase fighting
        | |
        > a1 fights b1 (6 1)
        = b1 destroyed
        = b2 there
        = b3 there
        = unused D3H2-DEST-03
    ",
    );
}

#[test]
fn who_is_attacked_in_the_flank_is_not_pushed_back_but_destroyed() {
    show(
        "
        # D3H2-DEST-02 D3H2-RECOIL-10
        with a1 Sp at 1,1 north; a2 Bd at 1,2.6 east; b1 Sp at 2,1 south; b2 Bd at 2,1.5 south
        phase fighting
        | |
        > a1 fights b1 (5 3)
        = b2 destroyed
        = b1 at 2,1.5 south
    ",
    );
}

#[test]
fn who_flies_pushes_friends_and_passes_none() {
    // Flyers facing the same way behind it, Blades, Psiloi: all are pushed back just far enough.
    for (friend, at) in [("Fl", "1,0.25"), ("Bd", "1,0.25"), ("Ps", "1,0.25")] {
        show(&format!(
            "
            # D3H2-RECOIL-18 D3H2-RECOIL-10
            with a1 Fl down at 1,2 north; a2 {friend} at 1,1.25 north; b1 Sp at 2,2 south
            phase fighting
            | |
            > a1 fights b1 (2 2)
            = decides a1
            > recoil 1
            = a1 at 1,1 north
            = a2 at {at} north
            "
        ));
    }
    // An element that faces another way stops it.
    show(
        "
        # D3H2-RECOIL-18 D3H2-RECOIL-15
        with a1 Fl down at 1,2 north; a2 Bd at 2,0.5 south; b1 Sp at 2,2 south
        phase fighting
        | |
        > a1 fights b1 (2 2)
        = a1 at 1,1.75 north
        = a2 at 2,0.5 south
    ",
    );
    // Mounted of the same shape would pass through.
    show(
        "
        # D3H2-RECOIL-18 D3H2-RECOIL-06
        with a1 Cv at 1,2 north; a2 Bd at 1,1.25 north; b1 Sp at 2,2 south
        phase fighting
        | |
        > a1 fights b1 (2 2)
        = a1 at 1,0.75 north
        = a2 at 1,1.25 north
    ",
    );
}

#[test]
fn who_is_beaten_himself_does_not_pursue() {
    // On equal totals both Knights recoil.
    show(
        "
        # D3H2-PURS-07 D3H2-OUT-14
        with a1 Kn; b1 Kn
        phase fighting
        |            |
        |            |
        |    vb1v    |
        |    ^a1^    |
        |            |
        |            |
        > a1 fights b1 (3 3)
        > recoil 1
        > recoil 1
        = a1 at 1,0.5 north
        = b1 at 2,2.5 south
        = unused D3H2-PURS-01
    ",
    );
    // Only the one that holds its ground pursues.
    show(
        "
        # D3H2-PURS-07 D3H2-PURS-04
        with a1 Kn at 1,1.5 north; b1 Kn fast at 2,1.5 south
        phase fighting
        | |
        > a1 fights b1 (4 3)
        > recoil 1
        = b1 at 2,2.5 south
        = a1 at 1,2.5 north
        = used D3H2-PURS-01
    ",
    );
    // An element that is destroyed with its enemy, or destroys itself, does not pursue either.
    show(
        "
        # D3H2-PURS-07 D3H2-OUT-12
        with a1 SCh at 1,1.5 north; b1 Kn at 2,1.5 south; b2 Bd at 20,12 south
        phase fighting
        | |
        > a1 fights b1 (4 3)
        = a1 destroyed
        > recoil 1
        = b1 at 2,2.5 south
        = unused D3H2-PURS-01
    ",
    );
}
