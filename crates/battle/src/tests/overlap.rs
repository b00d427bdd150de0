//! Elements beside a fight: overlaps, flanks, rears, and support from behind and beside.

use musterfield_combat::{FlankContact, resolve};

use super::board::View;
use super::scene::{raised, show};
use super::script::Script;
use crate::{Battle, Foe};

fn battle(text: &str) -> Battle {
    let script = Script::read(text);
    raised(&script, View { mirrored: false, quarters: 0, board: script.board })
}

#[test]
fn one_fights_whom_its_front_faces() {
    // a1 has b1 before it and b2 at its flank; b2 affects the factor and has no fight of its own.
    show(
        "
        # D3H2-CC-01 D3H2-CC-16
        with a1 Sp at 1,1 north; b1 Sp at 2,1 south; b2 Sp at 2,0 west
        phase fighting
        | |
        = a1 fights b1
        = b2 fights
        > a1 fights b1 (4 4)
        = a1 destroyed
        = used D3H2-TACT-14
    ",
    );
    // An element half before each of two enemies fights the one with which it is lined up.
    show(
        "
        # D3H2-CC-01
        with a1 Sp at 1,1 north; b1 Sp at 2,1 south; b2 Sp at 3,1 south
        phase fighting
        | |
        = a1 fights b1
        = b2 fights
    ",
    );
}

#[test]
fn an_attack_on_a_supporter_counts_against_whom_it_supports() {
    // Pikes with Pikes behind them, whose flank or rear b2 attacks: it counts as an attack on the front Pikes.
    for (enemy, rule) in [
        ("12,1 west", ""),
        ("2,-0.6 west", "D3H2-TACT-14"),
        ("1,0.4 east", "D3H2-TACT-14"),
        ("1,0 north", "D3H2-TACT-15"),
    ] {
        let (place, word, rule) = match rule {
            "" => ("there", "unused", "D3H2-TACT-14"),
            rule => ("destroyed", "used", rule),
        };
        show(&format!(
            "
            # D3H2-CC-01 D3H2-SUPP-02
            with a1 Pk at 1,1 north; a2 Pk at 1,0.5 north; b1 Bd at 2,1 south; b2 Ax at {enemy}
            phase fighting
            | |
            > a1 fights b1 (2 4)
            = used D3H2-SUPP-02
            = {word} {rule}
            = a1 {place}
            "
        ));
    }
    // An element that stands behind and gives no support is attacked on its own account.
    show(
        "
        # D3H2-CC-01 D3H2-SUPP-01
        with a1 Bd at 1,1 north; a2 Bd at 1,0.5 north; b1 Bd at 2,1 south; b2 Ax at 2,-0.6 west
        phase fighting
        | |
        > a1 fights b1 (3 3)
        = unused D3H2-TACT-14
        = a1 at 1,1 north
    ",
    );
}

#[test]
fn only_those_who_can_support_do() {
    // Bows behind fighting Bows give no support and may be shot at; Pikes behind Pikes support and may not.
    for (who, targets) in [("Bw", "a2"), ("Pk", "")] {
        show(&format!(
            "
            # D3H2-SUPP-01 D3H2-SHOOT-17
            with a1 {who} at 1,1 north; a2 {who} at 1,0.5 north; b1 Bd at 2,1 south; b2 Bw at 5,0 west
            phase shooting
            | |
            = b2 targets {targets}
            "
        ));
    }
    // Blades behind Blades turn to face their attacker; Pikes behind Pikes do not.
    for (who, at) in [("Bd", "2,0.5 east"), ("Pk", "1,0.5 north")] {
        show(&format!(
            "
            # D3H2-CONT-10 D3H2-SUPP-01
            with a1 {who} at 1,1 north; a2 {who} at 1,0.5 north; b1 Bd at 2,1 south; b2 Ax at 2,-0.5 west
            player b
            | |
            > end
            = a2 at {at}
            "
        ));
    }
}

#[test]
fn dragons_never_overlap() {
    // A Dragon beside b1, whether down or up, does not overlap; Flyers do.
    for (who, at) in [("Dg", "2,1"), ("Dg down", "2,1"), ("Fl", "2,1.5"), ("Gd", "2,1.5"), ("Sp", "2,1.5")] {
        show(&format!(
            "
            # D3H2-CC-03 D3H2-CC-02
            with a1 Ax; a2 {who} at 2,1 north; b1 Ax
            phase fighting
            |    vb1v    |
            |    ^a1^    |
            |            |
            > a1 fights b1 (4 4)
            = b1 at {at} south
            "
        ));
    }
    // A Dragon may itself be overlapped.
    show(
        "
        # D3H2-CC-03
        with a1 Dg down at 1,1 north; b1 Ax at 2,1 south; b2 Ax at 3,1 south
        phase fighting
        | |
        > a1 fights b1 (2 6)
        = used D3H2-TACT-14
    ",
    );
}

#[test]
fn one_whose_opponent_is_gone_overlaps_and_is_overlapped() {
    // b2 has driven a2 back, and now overlaps a1, with which it was level before.
    let line = "
        # D3H2-CC-05
        with a1 Ax; a2 Ax; a3 Ax; b1 Ax; b2 Ax
        phase fighting
        |                    |
        |    vb1vvb2v        |
        |    ^a1^^a2^        |
        |                    |
        |                    |
        = a3 gone
        ";
    let play = |rest: &str| show(&(line.to_owned() + rest));
    play("> a1 fights b1 (4 4)\n = a1 at 1,1.5 north\n = b1 at 2,1.5 south");
    play("> a2 fights b2 (3 5)\n = a2 at 2,1 north\n > a1 fights b1 (4 4)\n = a1 at 1,1 north\n = b1 at 2,1.5 south");
    // a3, whose front faces nobody, overlaps b2 although b2 no longer has anybody before it.
    let mut battle = battle(
        "
        with a1 Ax at 3,1 north; a2 Ax at 2,1 north; b1 Bd at 20,12 south; b2 Ax at 3,1 south
        phase fighting
        | |
        ",
    );
    let id = |name: &str| battle.id(name.parse().unwrap()).unwrap();
    let (a2, b2) = (id("a2"), id("b2"));
    let mut dice = musterfield_dice::RolledDice::new(&[3, 6]);
    battle.play(&crate::Order::Fight(a2, Foe::Element(b2)), &mut dice).unwrap();
    assert!(battle.before(b2).is_none() && battle.element(a2).fought);
    let case = battle.case(b2, Foe::Element(a2)).unwrap();
    assert_eq!(case.sides()[0].left, Some(FlankContact::Overlap));
    let verdict = resolve(&case, [3, 3]);
    assert!(verdict.a.strength.modifiers.iter().any(|added| added.rule.as_str() == "D3H2-TACT-14"));
}

#[test]
fn support_comes_from_behind_and_beside_in_good_going() {
    // Each row: the first element, its friend, the enemy, whether support is used, and the rule.
    for (who, friend, enemy, used, rule) in [
        ("Pk", "a2 Pk at 1,1.5 north", "Sp", true, "D3H2-SUPP-02"),
        ("Pk", "a2 Pk at 1,1.4 north", "Sp", false, "D3H2-SUPP-02"),
        ("Pk", "a2 Pk at 1,1.5 north", "Cv", false, "D3H2-SUPP-04"),
        ("Pk", "a2 Pk at 1,1.5 north", "Kn", true, "D3H2-SUPP-04"),
        ("Pk", "a2 Sp at 1,1.5 north", "Sp", false, "D3H2-SUPP-02"),
        ("Wb", "a2 Wb at 1,1.5 north", "Sp", true, "D3H2-SUPP-03"),
        ("Wb", "a2 Wb at 1,1.5 north", "Ps", false, "D3H2-SUPP-03"),
        ("LH", "a2 LH at 1,1.25 north", "Cv", true, "D3H2-SUPP-05"),
        ("8Sp", "a2 Bd at 12,1 north", "Sp", true, "D3H2-SUPP-06"),
        ("Sp", "a2 Sp at 2,2 north", "Bd", true, "D3H2-SUPP-12"),
        ("Sp", "a2 Bd at 0,2 north", "Bd", true, "D3H2-SUPP-12"),
        ("Sp", "a2 Sp at 2,1.9 north", "Bd", false, "D3H2-SUPP-12"),
        ("Sp", "a2 Sp fast at 2,2 north", "Bd", false, "D3H2-SUPP-12"),
        ("Sp", "a2 Sp at 2,2 north", "Kn", false, "D3H2-SUPP-12"),
        ("Bw", "a2 Bd at 2,2 north", "Bd", true, "D3H2-SUPP-13"),
        ("Bw", "a2 Sp at 2,2 north", "Bd", false, "D3H2-SUPP-13"),
    ] {
        let word = if used { "used" } else { "unused" };
        for ground in ["", "ground woods -2,0 5,0 5,2 -2,2"] {
            // In woods no element supports another.
            let word = if ground.is_empty() { word } else { "unused" };
            show(&format!(
                "
                # D3H2-SUPP-01 D3H2-SUPP-07 D3H2-SUPP-08 D3H2-SUPP-10
                with a1 {who} at 1,2 north; {friend}; b1 {enemy} at 2,2 south
                {ground}
                phase fighting
                | |
                > a1 fights b1 (3 3)
                = {word} {rule}
                "
            ));
        }
    }
}

#[test]
fn the_slope_and_the_bank_help_whoever_has_them() {
    let hill = "ground difficult_hill -3,-3 6,-3 6,6 -3,6 crest -3,5 6,5";
    for (ground, rivers, uphill) in [
        (hill, "unknown", true),
        ("ground river 1 -8,0.4 18,0.4", "shallow", true),
        ("ground river 1 -8,0.4 18,0.4", "deep", true),
        ("ground river 1 -8,0.4 18,0.4", "paltry", false),
        ("", "unknown", false),
    ] {
        let word = if uphill { "used" } else { "unused" };
        for who in ["Ax", "Fl down"] {
            let word = if who == "Ax" { word } else { "unused" };
            show(&format!(
                "
                # D3H2-TACT-12
                with a1 Ax at 1,1 north; b1 {who} at 2,1 south
                {ground}
                rivers {rivers}
                phase fighting
                | |
                > a1 fights b1 (3 3)
                = {word} D3H2-TACT-12
                "
            ));
        }
    }
}

#[test]
fn bad_going_hampers_all_but_the_light() {
    for (who, ground, hampered) in [
        ("Sp", "woods", true),
        ("Sp", "marsh", true),
        ("Sp", "scrub", false),
        ("Ax", "woods", false),
        ("Wb", "marsh", false),
        ("Bs", "woods", false),
        ("Cm", "dunes", false),
        ("Kn", "dunes", true),
    ] {
        let word = if hampered { "used" } else { "unused" };
        show(&format!(
            "
            # D3H2-TACT-18 D3H2-CF-01
            with a1 {who} at 1,1 north; b1 Ps at 2,1 south
            ground {ground} -3,-3 6,-3 6,0.9 -3,0.9
            phase fighting
            | |
            > a1 fights b1 (3 3)
            = {word} D3H2-TACT-18
            "
        ));
    }
}

#[test]
fn the_general_fights_better() {
    for (dice, at) in [("4 4", "2,1.5"), ("4 5", "2,1"), ("4 6", "2,1")] {
        show(&format!(
            "
            # D3H2-TACT-11
            with a1 Ax general at 1,1 north; b1 Ax at 2,1 south
            phase fighting
            | |
            > a1 fights b1 ({dice})
            = b1 at {at} south
            = used D3H2-TACT-11
            "
        ));
    }
}

#[test]
fn an_element_with_an_enemy_before_it_lines_up_with_nobody_at_its_corners() {
    // Its rear corner meets that of b2, but it fights b1, with whom it has room to line up (D3H2-CC-02).
    show(
        "
        # D3H2-CONT-02 D3H2-CONT-04 D3H2-CC-02
        with a1 Bd at 8,6.5 north; b1 Sp at 8.75,7.5 south; b2 Ps at 10,6.5 south
        | |
        > a1 ahead 1
        ! D3H2-CONT-02
        > a1 ahead 1, slide -0.25
        = a1 at 7.75,7.5 north
    ",
    );
    // Of two enemies that it touches, one with whom it can line up is enough.
    show(
        "
        # D3H2-CONT-02 D3H2-CONT-04
        with a1 Bd at 2.5,1 north; a2 Bd at 1.4,1.9 north; b1 Bd at 3,2 south; b2 Bd at 4,2 south
        | |
        > a1 ahead 1
        ! D3H2-CONT-02
        > a1 ahead 1, slide 0.5
        = a1 at 3,2 north
    ",
    );
}
