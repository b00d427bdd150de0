//! Shooting and its targets.

use super::scene::show;

#[test]
fn the_arc_is_a_base_width_to_either_side() {
    // From straight ahead to one side, until no half of an edge is within the arc.
    let targets = |x: &str, y: &str, seen: &str| {
        show(&format!(
            "
            # D3H2-SHOOT-03 D3H2-SHOOT-04 D3H2-SHOOT-05 D3H2-SHOOT-08 D3H2-SHOOT-09 D3H2-SHOOT-10
            with a1 Bw at 1,1 north; b1 Bd at {x},{y} south
            phase shooting
            | |
            = a1 targets {seen}
            "
        ));
    };
    // It faces south, so its front left corner is on the right as drawn, and the element extends to the left of it.
    targets("2", "2", "b1");
    targets("2", "4", "b1");
    targets("2", "4.01", "");
    // Its flank in the strip that ends a base width to the right of a1, and on the border of the strip.
    targets("3.99", "2", "b1");
    targets("4", "2", "");
    targets("0.01", "2", "b1");
    targets("0", "2", "");
    // Behind the line of its front edge it has no targets.
    targets("2", "0.9", "");
    // The near corner within range is not enough: the distance is measured to the whole portion.
    targets("3.5", "3.9", "b1");
}

#[test]
fn an_edge_is_seen_from_one_end_of_the_shooting_edge() {
    // The friend hides the front of b1. Past both, the right end of a1 sees the flank, as long as it reaches beyond it.
    for (x, seen) in [("1.3", "b1"), ("1", "")] {
        show(&format!(
            "
            # D3H2-SHOOT-08 D3H2-SHOOT-11
            with a1 Bw at {x},1 north; a2 Bd at 0.45,1.8 north; b1 Cv at 2,2 south
            phase shooting
            | |
            = a1 targets {seen}
            "
        ));
    }
}

#[test]
fn a_gap_between_two_is_enough_to_aim_at_half_an_edge() {
    // One friend hides the left end of the edge, the other the right end and the middle. Half the edge can be seen between
    // them, or a little less.
    for (x, seen) in [("2.6", "b1"), ("2.45", "")] {
        show(&format!(
            "
            # D3H2-SHOOT-08 D3H2-SHOOT-11
            with a1 Bw at 1,1 north; a2 Sp at 0.8,3.8 north; a3 Sp at {x},3.8 north; b1 Bd at 3,3.95 south
            phase shooting
            | |
            = a1 targets {seen}
            "
        ));
    }
}

#[test]
fn a_flank_shorter_than_half_a_base_width_counts_whole() {
    show(
        "
        # D3H2-SHOOT-08
        with a1 Bw at 1,1 north; b1 Cv at 2.5,2 west; b2 Bd at 1.5,-3 south
        phase shooting
        | |
        = a1 targets b1
    ",
    );
}

#[test]
fn whoever_stands_between_blocks() {
    show(
        "
        # D3H2-SHOOT-11
        with a1 Bw; b1 Bd; b2 Bd
        phase shooting
        |    vb1v      |
        |              |
        |    vb2v      |
        |              |
        |              |
        |              |
        |    ^a1^      |
        = a1 targets b2
    ",
    );
    // Half the target is obscured: the other half can still be seen at an angle.
    show(
        "
        # D3H2-SHOOT-11
        with a1 Bw; a2 Bd; b1 Bd
        phase shooting
        |    vb1v      |
        |              |
        |              |
        |      ^a2^    |
        |              |
        |    ^a1^      |
        = a1 targets
    ",
    );
    // An element to the side of the lines does not block.
    show(
        "
        # D3H2-SHOOT-11
        with a1 Bw; a2 Bd; b1 Bd
        phase shooting
        |    vb1v      |
        |              |
        |              |
        |        ^a2^  |
        |              |
        |    ^a1^      |
        = a1 targets b1
    ",
    );
    // Not between corners that touch.
    show(
        "
        # D3H2-SHOOT-12
        with a1 Bw; a2 Bd; a3 Bd; b1 Bd
        phase shooting
        |      vb1v      |
        |                |
        |    ^a2^^a3^    |
        |                |
        |      ^a1^      |
        = a1 targets
    ",
    );
    show(
        "
        # D3H2-SHOOT-12
        with a1 Bw at 1.5,1 north; a2 Bd at 1,2 north; a3 Bd at 2,2.5 north; b1 Bd at 2.5,3.25 south
        phase shooting
        | |
        = a1 targets
    ",
    );
}

#[test]
fn ground_blocks_by_its_depth() {
    for (ground, seen) in [
        ("woods -6,2 9,2 9,2.5 -6,2.5", ""),
        ("woods -6,2 9,2 9,2.45 -6,2.45", "b1"),
        ("scrub -6,2 9,2 9,2.5 -6,2.5", "b1"),
        ("hamlet -6,2 9,2 9,2.5 -6,2.5", ""),
        ("dunes -6,2 9,2 9,2.5 -6,2.5", ""),
        ("difficult_hill -6,2 9,2 9,2.5 -6,2.5 crest -6,2.1 -5,2.1", ""),
        ("gentle_hill -6,1.5 9,1.5 9,3 -6,3 crest -6,2 9,2", ""),
        ("gentle_hill -6,1.5 9,1.5 9,3.5 -6,3.5 crest -6,3.25 9,3.25", "b1"),
    ] {
        show(&format!(
            "
            # D3H2-SHOOT-13 D3H2-SHOOT-14
            with a1 Bw at 1,1 north; b1 Bd at 2,3 south
            phase shooting
            ground {ground}
            | |
            = a1 targets {seen}
            "
        ));
    }
    // A crest that bends hides whoever is beyond all of it, though no part of it crosses both lines.
    show(
        "
        # D3H2-SHOOT-13
        with a1 Bw at 1,1 north; b1 Bd at 2,3 south
        phase shooting
        ground gentle_hill -6,1.5 9,1.5 9,3 -6,3 crest -6,1.6 1.5,2 9,1.6
        | |
        = a1 targets
    ",
    );
    // An element at the edge of a wood can be seen and can see out.
    show(
        "
        # D3H2-SHOOT-14
        with a1 Bw at 1,1 north; b1 Bd at 2,3 south
        ground woods -6,2.75 9,2.75 9,5 -6,5
        phase shooting
        | |
        = a1 targets b1
    ",
    );
    for (ground, seen) in [("marsh", ""), ("river", ""), ("woods", "b1"), ("gully", "")] {
        let width = if ground == "river" { "1 -6,0.75 9,0.75" } else { "-6,0 9,0 9,1.25 -6,1.25" };
        show(&format!(
            "
            # D3H2-SHOOT-15 D3H2-SHOOT-16
            with a1 Bw at 1,1 north; b1 Bd at 2,3 south
            phase shooting
            ground {ground} {width}
            | |
            = a1 targets {seen}
            "
        ));
    }
    // An element in a gully cannot be shot at, but one in a marsh can.
    for (ground, seen) in [("marsh", "b1"), ("gully", "")] {
        show(&format!(
            "
            # D3H2-SHOOT-15 D3H2-SHOOT-16
            with a1 Bw at 1,1 north; b1 Bd at 2,3 south
            phase shooting
            ground {ground} -6,2.75 9,2.75 9,5 -6,5
            | |
            = a1 targets {seen}
            "
        ));
    }
}

#[test]
fn who_fights_or_supports_neither_shoots_nor_is_shot_at() {
    show(
        "
        # D3H2-SHOOT-17 D3H2-SHOOT-18
        with a1 Bw; a2 Bw; a3 Bw; a4 Bw; b1 Bd; b2 Bw; b3 Bd
        phase shooting
        |   vb3v            |
        |      vb2v         |
        |      vb1v         |
        |      ^a1^^a2^     |
        |                   |
        |                   |
        |^a3^               |
        = a1 targets
        = a3 targets b2 b3
        = a2 targets b2
    ",
    );
}

#[test]
fn bows_shoot_first_at_whom_they_threaten() {
    show(
        "
        # D3H2-SHOOT-20 D3H2-SHOOT-21
        with a1 Bw; b1 Bd; b2 Bw; b3 Bd
        phase shooting
        |  vb2v           |
        |                 |
        |      vb1v       |
        |                 |
        |    ^a1^         |
        |                 |
        = a1 targets b1
    ",
    );
    show(
        "
        # D3H2-SHOOT-21
        with a1 Bw; b1 Bd; b2 Bw
        phase shooting
        |  vb2vvb1v       |
        |                 |
        |                 |
        |                 |
        |    ^a1^         |
        |                 |
        = a1 targets b2
        > a1 shoots b1 (3 3)
        ! D3H2-SHOOT-21
    ",
    );
    show(
        "
        # D3H2-SHOOT-20 D3H2-SHOOT-07
        with a1 WWg; b1 Bd; b2 Bd
        phase shooting
        |  vb2v              |
        |                    |
        |                    |
        |                    |
        |    ^a1^  <b1       |
        |          <         |
        = a1 targets b1
    ",
    );
}

#[test]
fn who_has_moved_far_does_not_shoot() {
    show(
        "
        # D3H2-SHOOT-23 D3H2-SHOOT-26
        with a1 Bw moved 1; a2 Bw moved 1.1; a3 Art moved 0.5; a4 Art; b1 Bd; b2 Bd; b3 Bd; b4 Bd; b5 Art
        phase shooting
        |    vb1v     vb2v      vb3v     vb4v   |
        |                                       |
        |                                       |
        |    ^a1^     ^a2^      ^a3^     ^a4^   |
        = a1 targets b1
        = a2 targets
        = a3 targets
        = a4 targets b4
    ",
    );
    // Artillery shoots in its own bound only.
    show(
        "
        # D3H2-SHOOT-26 D3H2-SHOOT-24 D3H2-SHOOT-02
        with a1 Art; b1 Art; b2 Bw
        phase shooting
        | vb2v              |
        |                   |
        |    vb1v           |
        |                   |
        |                   |
        |                   |
        |    ^a1^           |
        = a1 targets b1
        = b1 targets
    ",
    );
}

#[test]
fn small_targets_do_not_block_artillery() {
    show(
        "
        # D3H2-SHOOT-25
        with a1 Art; b1 Ps; b2 Bd
        phase shooting
        |    vb2v           |
        |                   |
        |    vb1v           |
        |                   |
        |    ^a1^           |
        = a1 targets b1 b2
    ",
    );
    show(
        "
        # D3H2-SHOOT-25
        with a1 Art; a2 Ps; b2 Bd; b1 Bd at 12,12 north
        phase shooting
        |    vb1v           |
        |                   |
        |    ^a2^           |
        |                   |
        |    ^a1^           |
        = a1 targets
    ",
    );
}

#[test]
fn the_target_shoots_back_and_others_aid() {
    // Bows against Bows, with equal dice except one: both are in danger.
    show(
        "
        # D3H2-SHOOT-22 D3H2-SHOOT-28 D3H2-SHOOT-29
        with a1 Bw; a2 Bw; a3 Bw; b1 Bw
        phase shooting
        |        vb1v          |
        |                      |
        |                      |
        |                      |
        |    ^a1^^a2^^a3^      |
        |                      |
        > end
        ! D3H2-SHOOT-29
        > a2 shoots b1 aided a1+a3 (1 6)
        = a1 targets
        = b1 targets
    ",
    );
    show(
        "
        # D3H2-SHOOT-28
        with a1 Bw; a2 Bw; a3 Bw; a4 Bw; b1 Bd nudged 0.5,0
        phase shooting
        |        vb1v              |
        |                          |
        |                          |
        |    ^a1^^a2^^a3^^a4^      |
        |                          |
        > a2 shoots b1 aided a1+a3+a4 (1 1)
        ! D3H2-SHOOT-28
    ",
    );
}

#[test]
fn who_is_shot_at_by_a_third_is_answered_first() {
    // a1 shoots at b1, which cannot shoot back, and b2 shoots at a1: b2's shot is resolved first, and a1 keeps its die.
    show(
        "
        # D3H2-SHOOT-27
        with a1 Bw; b1 Bd; b2 Bw
        phase shooting
        |  vb2v                 |
        |                       |
        |      vb1v             |
        |                       |
        |    ^a1^               |
        |                       |
        = a1 targets b1
        > a1 shoots b1 (3 3 1)
        = b2 targets
        again
        # Driven out of its range, it no longer shoots.
        > a1 shoots b1 (1 6)
        = a1 gone
    ",
    );
}

#[test]
fn who_is_exposed_by_a_shot_may_be_shot_at() {
    let screen = "
        # D3H2-SHOOT-19
        with a1 Bw at 1.5,1 north; a2 Bw at 3,1 north; b1 Ps at 4,3 south; b2 Bd at 4,3.5 south
        phase shooting
        | |
        ";
    let play = |rest: &str| show(&(screen.to_owned() + rest));
    play("> a1 shoots b1 (6 1)\n = a2 targets b2\n > a2 shoots b2 (6 1)\n = b2 at 4,4 south");
    // An element held by the screen is no target.
    play("> a1 shoots b1 (2 6)\n = a2 targets b1\n > a2 shoots b2 (6 1)\n ! D3H2-SHOOT-21");
    // An element driven out of contact by a spell becomes a target too.
    show(
        "
        # D3H2-SHOOT-19 D3H2-SHOOT-17
        with a1 Mg at 6,1 north; a2 Bw at 3,1 north; a3 Sp at 2,2 north; b1 Sp at 3,2 south; b2 Bd at 12,12 south
        phase shooting
        | |
        = a2 targets
        > a1 bespells b1 (4 1)
        = b1 at 3,2.5 south
        = a2 targets b1
    ",
    );
}
