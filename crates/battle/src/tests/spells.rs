//! Spells: their price, their victims, and those that backfire.

use super::scene::show;

#[test]
fn a_one_of_the_main_mage_is_its_own_affair() {
    // The second backfire removes a1; a2 and a3, which aided, had one each before and are unaffected.
    show(
        "
        # D3H2-ENS-04 D3H2-ENS-03 D3H2-ENS-08
        with a1 Mg backfired 1 at 1,1 north; a2 Mg backfired 1 at 3,1 north; a3 Mg at 5,1 north; b1 Bd at 3,4 south
        phase shooting
        | |
        = a1 turns-against-it 1
        = a3 turns-against-it 0
        > a1 bespells b1 aided a2+a3 (1 3)
        = a1 ensorcelled
        = a2 there
        = a3 there
        = pips 2
        > end
        > end (3)
        > end
        > end
        > end (6)
        > end
        # a3's own first one has no effect; for a2 the second one counts because it casts the spell itself.
        > a3 bespells b1 (1 3)
        = a3 there
        = a3 turns-against-it 1
        > a2 bespells b1 (1 3)
        = a2 ensorcelled
    ",
    );
    // A Mage that aided a spell with a one and then casts its own counts only its own first one.
    show(
        "
        # D3H2-ENS-04
        with a1 Mg at 1,1 north; a2 Mg at 3,1 north; b1 Bd at 3,4 south
        phase shooting
        | |
        > a1 bespells b1 aided a2 (1 3)
        = a1 there
        > end
        > end (3)
        > end
        > end
        > end (6)
        > end
        > a2 bespells b1 (1 3)
        = a2 there
        > a1 bespells b1 (1 3)
        = a1 ensorcelled
    ",
    );
}

#[test]
fn a_garrison_is_reached_at_its_walls() {
    // Its own base stands in the middle of the camp, half a base width farther away.
    for (at, pips) in [("7,6.9", "4"), ("7.01,6.9", "6")] {
        let refused = if pips == "6" { "! D3H2-MAGIC-03" } else { "" };
        show(&format!(
            "
            # D3H2-MAGIC-03 D3H2-MAGIC-07 D3H2-BUA-07
            with a1 Mg at {at} north; b1 Bd holds camp
            camp b 2,6 south 2x1
            phase shooting
            | |
            > a1 bespells b1 (3 3)
            {refused}
            = pips {pips}
            "
        ));
    }
    // A Mage that holds walls casts from any part of them.
    show(
        "
        # D3H2-MAGIC-03
        with a1 Mg holds camp; b1 Bd at 7,6.9 north
        camp a 2,6 south 2x1
        phase shooting
        | |
        > a1 bespells b1 (3 3)
        = pips 4
    ",
    );
}

#[test]
fn only_gods_strike_back_at_a_mage() {
    // Doubled by Blades or a Dragon, the Mage is unharmed; doubled by a God it is destroyed, but those that aid it are
    // not.
    for (target, place) in [("Bd", "there"), ("Dg", "there"), ("Gd", "destroyed")] {
        show(&format!(
            "
            # D3H2-MAGIC-10 D3H2-MAGIC-09
            with a1 Mg at 1,1 north; a2 Mg at 3,1 north; b1 {target} at 2,4 south
            phase shooting
            | |
            > a1 bespells b1 aided a2 (1 6)
            = a1 {place}
            = a2 there
            "
        ));
    }
}

#[test]
fn a_mage_wins_alike_by_spell_and_in_close_combat() {
    // Heroes are ensorcelled; Behemoths and Gods flee.
    for (target, dice, rule, comes) in [
        ("Hr", "5 2", "D3H2-OUT-29", "b1 ensorcelled"),
        ("Mg", "5 2", "D3H2-OUT-30", "b1 ensorcelled"),
        ("Bh", "5 2", "D3H2-OUT-24", "b1 at 1,6 north"),
    ] {
        show(&format!(
            "
            # D3H2-MAGIC-11 D3H2-ENS-01
            with a1 Mg at 1,1 north; b1 {target} at 2,2 south; b2 Bd at 20,12 south
            phase shooting
            | |
            > a1 bespells b1 ({dice})
            = {comes}
            = used {rule}
            "
        ));
        let comes = comes.replace("1,6", "1,5");
        show(&format!(
            "
            # D3H2-MAGIC-11 D3H2-ENS-01
            with a1 Mg at 1,1 north; b1 {target} at 2,1 south; b2 Bd at 20,12 south
            phase fighting
            | |
            > a1 fights b1 ({dice})
            = {comes}
            = used {rule}
            "
        ));
    }
}

#[test]
fn holy_men_rivers_and_walls_shield_from_magic() {
    for (with, shielded) in [
        ("b2 Bd at 20,12 south", false),
        ("b2 Cl at 8.1,3 south", false),
        ("b2 Cl at 8,3 south", true),
        ("a2 Pl at 7,2.5 south", true),
        ("b2 Bd at 20,12 south\n ground river 1 -8,2.5 18,2.5", true),
        ("b2 Bd at 20,12 south\n ground woods -1,3.5 6,3.5 6,6 -1,6", true),
        ("b2 Bd at 20,12 south\n ground marsh -1,3.5 6,3.5 6,6 -1,6", false),
    ] {
        let word = if shielded { "used" } else { "unused" };
        show(&format!(
            "
            # D3H2-TACT-01
            with a1 Mg at 1,1 north; b1 Bd at 2,4 south; {with}
            phase shooting
            | |
            > a1 bespells b1 (3 3)
            = {word} D3H2-TACT-01
            "
        ));
    }
    // The general's own factor, and two more Mages that aid.
    show(
        "
        # D3H2-TACT-02 D3H2-TACT-03 D3H2-MAGIC-05
        with a1 Mg at 1,1 north; a2 Mg at 3,1 north; a3 Mg at 5,1 north; b1 Sp general at 3,4 south
        phase shooting
        | |
        > a1 bespells b1 aided a2+a3 (3 3)
        = used D3H2-TACT-02
        = used D3H2-TACT-03
        = b1 at 3,4.5 south
        = pips 2
    ",
    );
    // A Stronghold that has been destroyed is nobody's (D3H2-TRAD-34).
    for (holder, word) in [("b", "used"), ("a", "unused")] {
        show(&format!(
            "
            # D3H2-TACT-04 D3H2-TRAD-34
            rules d3h2-traditional
            origin 0,0
            with a1 Mg at 12,18.5 north; b1 Mg at 12,15 south
            ground stronghold 2,18 8,18 8,20 2,20 gate 5,18 edge north
            defender b
            holder {holder}
            phase shooting
            | |
            > a1 bespells b1 (3 3)
            = {word} D3H2-TACT-04
            "
        ));
    }
    // Near the Stronghold of its side (D3H2-TACT-04).
    for (x, word) in [("12", "used"), ("14.1", "unused")] {
        show(&format!(
            "
            # D3H2-TACT-04
            origin 0,0
            with a1 Mg at {x},15 north; b1 Mg at {x},18.5 south
            ground stronghold 2,18 8,18 8,20 2,20 gate 5,18 edge north
            defender b
            phase shooting
            | |
            > a1 bespells b1 (3 3)
            = {word} D3H2-TACT-04
            "
        ));
    }
}
