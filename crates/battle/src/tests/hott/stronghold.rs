//! The Stronghold: who assaults it, and how it falls.

use super::show;

/// An assault on the Stronghold of b, whose near wall lies from 0,1 to 2,1.
#[track_caller]
fn assault(rule: &str, who: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        with {who}; b1 Bd at 9,9 south; b2 Bd at 10,9 south
        defender b
        camp b 2,1 south 2x2
        phase fighting
        | |
        {rest}
        "
    ));
}

#[test]
fn one_enemy_on_the_ground_is_enough_to_take_it() {
    // Beaten by Flyers alone, it stands; with Blades at its walls, it falls to the same dice.
    let flyers = "a1 Fl down at 0,1 north";
    let fight = "> a1 fights stronghold (6 1)\n = totals 8 7";
    assault("HOTT25-OUT-27", flyers, &format!("{fight}\n = stronghold b\n > end (3)\n = phase summoning"));
    assault(
        "HOTT25-OUT-27 HOTT25-WIN-01",
        &format!("{flyers}; a2 Bd at 1,1 north"),
        &format!("{fight}\n = stronghold a\n = used HOTT25-OUT-27\n = a2 fights\n > end\n = phase won-by-a"),
    );
    // At another wall as well, but not merely beside it or in the air.
    assault("HOTT25-OUT-27", &format!("{flyers}; a2 Bd at 1.5,3 south"), &format!("{fight}\n = stronghold a"));
    assault("HOTT25-OUT-27", &format!("{flyers}; a2 Bd at 1,0.9 north"), &format!("{fight}\n = stronghold b"));
    assault("HOTT25-OUT-27", &format!("{flyers}; a2 Dg down at 1,1 north"), &format!("{fight}\n = stronghold b"));
    // If it wins, it stands.
    assault(
        "HOTT25-OUT-27",
        &format!("{flyers}; a2 Bd at 1,1 north"),
        "> a1 fights stronghold (4 1)\n = totals 6 7\n = stronghold b\n = a2 fights stronghold",
    );
}

#[test]
fn the_beaten_before_it_fare_by_their_rows() {
    for (who, dice, rule, rest) in [
        ("Pl", "1 3", "HOTT25-OUT-24", "= totals 7 9\n = a1 destroyed"),
        ("Kn", "3 3", "HOTT25-OUT-14", "= totals 6 9\n = a1 at 0.5,0.25 north"),
        ("Kn", "1 4", "HOTT25-OUT-31", "= totals 4 10\n = a1 destroyed"),
        ("Hr", "1 6", "HOTT25-OUT-31", "= totals 6 12\n = a1 destroyed"),
        ("AHr down", "1 3", "HOTT25-OUT-08", "= used HOTT25-FLEE-01"),
        ("Dg down", "1 3", "HOTT25-OUT-10", "= a1 fled"),
        ("Gd down", "1 3", "HOTT25-OUT-05", "= a1 at 0.5,1 north"),
        ("Sk", "1 3", "HOTT25-OUT-20", "= used HOTT25-FLEE-01"),
        ("Mg", "1 3", "HOTT25-OUT-23", "= a1 at 0.5,0.25 north"),
        ("Bh", "1 3", "HOTT25-OUT-16", "= a1 at 0.5,0 north"),
    ] {
        assault(
            rule,
            &format!("a1 {who} at 0.5,1 north"),
            &format!("> a1 fights stronghold ({dice})\n = used {rule}\n {rest}\n = stronghold b"),
        );
    }
}

#[test]
fn factors_of_an_assault() {
    let totals = |rule: &str, who: &str, totals: &str| {
        assault(rule, who, &format!("> a1 fights stronghold (3 3)\n = totals {totals}"));
    };
    totals("HOTT25-CF-02", "a1 Bd at 0,1 north", "8 9");
    totals("HOTT25-TACT-01", "a1 Bd general at 0,1 north", "9 9");
    // Others that assault it take nothing from it.
    totals("HOTT25-TACT-04", "a1 Bd at 0,1 north; a2 Bd at 1,1 north; a3 Bd at 1,3 south", "8 9");
    // Pikes and Warband have no second rank here.
    totals("HOTT25-SUPP-05", "a1 Pk at 0,1 north; a2 Pk at 0,0.5 north", "6 9");
    totals("HOTT25-SUPP-05", "a1 Wb at 0,1 north; a2 Wb at 0,0.5 north", "6 9");
}

#[test]
fn every_wall_is_open_to_all_but_artillery() {
    // There is no gate.
    assault("HOTT25-OUT-27", "a1 Bh at 1.5,3 south", "> a1 fights stronghold (6 1)\n = totals 10 7\n = stronghold a");
    show(
        "
        # D3H2-MOVE-18
        with a1 Art at 0.5,0 north; a2 Bd general at 4,0 north; b1 Bd at 9,9 south
        defender b
        camp b 2,1 south 2x2
        | |
        > a1 ahead 1
        ! D3H2-MOVE-18
        > a1 ahead 0.5
        = pips 5
        ",
    );
    // Walls are neither shot at nor bespelled.
    show(
        "
        # HOTT25-OUT-27
        with a1 Art at 0.5,0 north; a2 Sh at 1.5,0.5 north; b1 Bd at 9,9 south
        defender b
        camp b 2,1 south 2x2
        phase shooting
        | |
        = a1 targets
        = a2 targets
        ",
    );
}
