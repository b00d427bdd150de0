//! The tables of outcomes, as a battle carries them out: each row with a throw that leads to it.

use super::show;

/// The fate of `a1` in a fight with `b1`, by a rule.
#[track_caller]
fn befalls(rule: &str, own: &str, enemy: &str, ground: &str, dice: &str, fate: &str) {
    show(&format!(
        "
        # HOTT25-OUT-01
        with a1 {own} at 1,1 north; b1 {enemy} at 2,1 south{ground}
        phase fighting
        | |
        > a1 fights b1 ({dice})
        = used {rule}
        {fate}
        "
    ));
}

const MARSH: &str = "\n ground marsh -9,-9 8,-9 8,8 -9,8";
const DESTROYED: &str = "= a1 destroyed\n = b1 there";
const FOOT_RECOILS: &str = "= a1 at 1,0.5 north";
const RECOILS: &str = "= a1 at 1,0.25 north";

#[test]
fn equal_totals() {
    befalls("HOTT25-OUT-02", "Hr", "Hr", "", "2 2", "= totals 7 7\n = a1 destroyed\n = b1 destroyed");
    befalls("HOTT25-OUT-04", "Hr", "Hr", "", "1 1", "= totals 6 6\n = a1 there\n = b1 there");
    befalls("HOTT25-OUT-03", "Pl", "Mg", "", "1 3", "= totals 7 7\n = a1 destroyed\n = b1 destroyed");
    befalls("HOTT25-OUT-04", "Pl", "Mg", "", "2 4", "= totals 8 8\n = a1 there\n = b1 there");
    befalls("HOTT25-OUT-04", "Bd", "Bd", "", "2 2", "= a1 there\n = b1 there");
    // An Aerial Hero is a Hero.
    befalls("HOTT25-OUT-02", "AHr down", "Hr", "", "2 2", "= a1 destroyed\n = b1 destroyed");
}

#[test]
fn gods_heroes_and_dragons() {
    let off = "= a1 fled\n = used HOTT25-FLEE-03\n = lost a 1";
    befalls("HOTT25-OUT-05", "Gd down", "Gd down", "", "1 3", off);
    befalls("HOTT25-OUT-05", "Gd down", "Mg", "", "1 5", off);
    befalls("HOTT25-OUT-05", "Gd down", "Cl", "", "1 5", off);
    befalls("HOTT25-OUT-05", "Gd down", "Bd", "", "1 6", "= a1 at 1,1 north");
    befalls("HOTT25-OUT-06", "Hr", "Hr", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-06", "Hr", "Pl", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-06", "Hr", "Art", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-07", "Hr", "Mg", "", "1 4", "= a1 ensorcelled");
    befalls("HOTT25-OUT-09", "Hr", "Bd", "", "1 4", RECOILS);
    befalls("HOTT25-OUT-10", "Dg down", "Hr", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-10", "Dg down", "Pl", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-10", "Dg down", "Bd", "", "1 5", off);
    show(
        "
        # HOTT25-OUT-08
        with a1 Hr at 0.5,1 north; b1 Bd at 9,9 south
        defender b
        camp b 2,1 south 2x2
        phase fighting
        | |
        > a1 fights stronghold (1 3)
        = used HOTT25-OUT-08
        = a1 at 1.5,-3.56 south
        ",
    );
}

#[test]
fn flyers_and_mounted() {
    befalls("HOTT25-OUT-11", "Fl down", "Mg", "", "2 2", "= used HOTT25-FLEE-01");
    befalls("HOTT25-OUT-11", "Ab down", "Mg", "", "1 4", "= used HOTT25-FLEE-01");
    befalls("HOTT25-OUT-11", "Fl down", "Bd", "", "3 3", RECOILS);
    befalls("HOTT25-OUT-12", "Kn", "Bd", MARSH, "4 6", DESTROYED);
    befalls("HOTT25-OUT-13", "Kn moved 1", "Sh", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-13", "Kn moved 1", "Mg", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-13", "Kn moved 1", "Art", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-14", "Kn", "Sh", "", "1 3", RECOILS);
    befalls("HOTT25-OUT-14", "Kn moved 1", "Bd", "", "1 4", RECOILS);
    befalls("HOTT25-OUT-14", "Kn", "Bh", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-15", "Rd", "Bd", MARSH, "4 6", DESTROYED);
    befalls("HOTT25-OUT-15", "Ra", "Bd", MARSH, "4 5", DESTROYED);
    befalls("HOTT25-OUT-15", "Rd", "Bd", "", "1 3", RECOILS);
    befalls("HOTT25-OUT-16", "Bh", "Dg down", "", "1 3", "= used HOTT25-FLEE-01");
    befalls("HOTT25-OUT-16", "Bh", "Mg", "", "1 4", "= used HOTT25-FLEE-01");
    befalls("HOTT25-OUT-16", "Bh", "Bd", "", "1 4", "= a1 at 1,0 north");
}

#[test]
fn foot() {
    befalls("HOTT25-OUT-17", "Bd", "Wb", "", "1 5", DESTROYED);
    befalls("HOTT25-OUT-17", "Bd", "Sp", "", "1 4", FOOT_RECOILS);
    befalls("HOTT25-OUT-18", "Sh", "Kn", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-18", "Bs", "Kn", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-18", "Sh", "Bd", "", "1 2", FOOT_RECOILS);
    befalls("HOTT25-OUT-19", "Wb", "Bh", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-19", "Wb", "Kn", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-19", "Wb", "Kn", MARSH, "1 6", FOOT_RECOILS);
    befalls("HOTT25-OUT-19", "Wb", "Bd", "", "1 2", FOOT_RECOILS);
    befalls("HOTT25-OUT-20", "Sk", "Bd", "", "1 3", "= used HOTT25-FLEE-01");
    befalls("HOTT25-OUT-21", "Lk", "Bd", "", "3 3", "= a1 aside\n = used HOTT25-FLEE-03\n = lost a 0");
    befalls("HOTT25-OUT-22", "Mg", "Hr", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-22", "Mg", "Pl", "", "1 2", DESTROYED);
    befalls("HOTT25-OUT-23", "Mg", "Mg", "", "1 3", "= a1 ensorcelled");
    befalls("HOTT25-OUT-23", "Mg", "Bd", "", "1 2", RECOILS);
    befalls("HOTT25-OUT-24", "Art", "Bd", "", "1 2", DESTROYED);
    befalls("HOTT25-OUT-24", "Pl", "Bd", "", "1 6", DESTROYED);
    befalls("HOTT25-OUT-25", "Skr", "Kn", "", "3 4", DESTROYED);
    befalls("HOTT25-OUT-25", "Skr", "Kn", MARSH, "1 4", FOOT_RECOILS);
    befalls("HOTT25-OUT-25", "Skr", "Bd", "", "3 2", FOOT_RECOILS);
    befalls("HOTT25-OUT-26", "Sp", "Wb", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-26", "Cl", "Kn", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-26", "Pk", "Bd", "", "1 2", FOOT_RECOILS);
    befalls("HOTT25-OUT-26", "Hd", "Bd", "", "3 2", RECOILS);
}

#[test]
fn half_or_less() {
    befalls("HOTT25-OUT-28", "Skr", "Skr", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-28", "Skr", "Kn", "", "1 3", DESTROYED);
    befalls("HOTT25-OUT-28", "Skr", "Fl down", "", "1 4", DESTROYED);
    befalls("HOTT25-OUT-28", "Skr", "Bd", "", "1 1", "= used HOTT25-FLEE-01");
    befalls("HOTT25-OUT-29", "Ra", "Kn", "", "1 2", DESTROYED);
    befalls("HOTT25-OUT-29", "Ra", "Sh", "", "1 2", DESTROYED);
    befalls("HOTT25-OUT-29", "Ra", "Bd", MARSH, "1 5", DESTROYED);
    befalls("HOTT25-OUT-29", "Ra", "Bd", "", "1 3", "= used HOTT25-FLEE-01");
    befalls("HOTT25-OUT-30", "Fl down", "Sh", "", "1 2", DESTROYED);
    befalls("HOTT25-OUT-30", "Fl down", "Hr", "", "1 1", DESTROYED);
    befalls("HOTT25-OUT-30", "Fl down", "Bd", "", "1 3", "= used HOTT25-FLEE-01");
    befalls("HOTT25-OUT-31", "Hd", "Bd", "", "1 1", DESTROYED);
    befalls("HOTT25-OUT-31", "Rd", "Pl", "", "1 2", DESTROYED);
    // An element that would go into hiding after a smaller loss is destroyed by this one.
    befalls("HOTT25-OUT-31", "Lk", "Bd", "", "1 1", "= a1 destroyed\n = lost a 1");
}

#[test]
fn what_shots_do() {
    let shoot = |rule: &str, target: &str, dice: &str, fate: &str| {
        show(&format!(
            "
            # HOTT25-OUT-24
            with a1 Art at 1,1 north; b1 {target} at 2,3 south
            phase shooting
            | |
            > a1 shoots b1 ({dice})
            = used {rule}
            {fate}
            "
        ));
    };
    shoot("HOTT25-OUT-24", "Pl", "6 1", "= b1 at 2,3 south");
    shoot("HOTT25-OUT-24", "Art", "5 1", "= b1 at 2,3 south");
    shoot("HOTT25-OUT-06", "Hr", "6 1", "= b1 destroyed");
    shoot("HOTT25-OUT-16", "Bh", "5 1", "= used HOTT25-FLEE-01");
    shoot("HOTT25-OUT-18", "Sh", "3 1", "= b1 at 2,3.5 south");
    shoot("HOTT25-OUT-17", "Bd", "6 1", "= b1 at 2,3.5 south");
}
