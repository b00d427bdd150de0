//! Half of the opponent's total, or less.

use super::meeting::Relation::Doubled;
use super::meeting::{doubled, line, named};

#[test]
fn cavalry_flee_from_artillery_and_from_long_spears_in_good_going() {
    line(Doubled, "Cv").by("Art, Pk, Sp, Hd", "flee", "D3H2-OUT-49").by_others("destroyed", "D3H2-OUT-49");
    for going in ["rough", "bad"] {
        line(Doubled, &format!("Cv in {going} going"))
            .by("Art", "flee", "D3H2-OUT-49")
            .by_others("destroyed", "D3H2-OUT-49");
    }
    doubled("Cv", "Art").shot_at().is("destroyed", "D3H2-OUT-49");
    doubled("Cv", "Bw").shot_at().is("destroyed", "D3H2-OUT-49");
    doubled("Cv", "Mg").bespelled().is("destroyed", "D3H2-OUT-49");
}

#[test]
fn light_horse() {
    line(Doubled, "LH").by("Mounted, Bw, Sh, Ps", "destroyed", "D3H2-OUT-50").by_others("flee", "D3H2-OUT-50");
    line(Doubled, "LH in bad going").by_others("destroyed", "D3H2-OUT-50");
    line(Doubled, "LH in rough going")
        .by("Mounted, Bw, Sh, Ps", "destroyed", "D3H2-OUT-50")
        .by_others("flee", "D3H2-OUT-50");
    for shooter in ["Art", "Bw", "Sh"] {
        doubled("LH", shooter).shot_at().is("destroyed", "D3H2-OUT-50");
    }
    doubled("LH", "WWg").shot_at().is("flee", "D3H2-OUT-50");
    doubled("LH", "Mg").bespelled().is("flee", "D3H2-OUT-50");
    doubled("LH", "Art").is("flee", "D3H2-OUT-50");
}

/// Shot at (D3H2-OUT-51), by Behemoths and Scythed Chariots (D3H2-OUT-52), by other Mounted and Aerials
/// (D3H2-OUT-53), in close combat with Foot (D3H2-OUT-54), and all other cases (D3H2-OUT-55).
#[test]
fn psiloi_and_lurkers() {
    line(Doubled, "Ps")
        .by("Bh, SCh", "recoil", "D3H2-OUT-52")
        .by("Kn, Cv, LH, Cm, Bs, only Hr, Pl", "destroyed", "D3H2-OUT-53")
        .by("Aerial", "destroyed", "D3H2-OUT-53")
        .by("Ax, Bw, Sh, Ps", "destroyed", "D3H2-OUT-54")
        .by_others("flee", "D3H2-OUT-54");
    for first in ["Ps", "Lk"] {
        for shooter in ["Bw", "Sh", "Art", "WWg"] {
            doubled(first, shooter).shot_at().is("flee", "D3H2-OUT-51");
        }
        doubled(first, "Mg").bespelled().is("flee", "D3H2-OUT-55");
    }
}

/// The winner's view of the going in which the Psiloi stand counts; Aerials count all going as good except woods and
/// built-up areas.
#[test]
fn psiloi_in_going_that_is_not_good_to_the_winner_flee() {
    for first in ["Ps in bad going", "Ps in rough going", "Lk in marsh"] {
        line(Doubled, first)
            .by("Bh, SCh", "recoil", "D3H2-OUT-52")
            // Beasts count rough and bad going as good.
            .by("Bs, Aerial", "destroyed", "D3H2-OUT-53")
            .by("Kn, Cv, LH, Cm, only Hr, Pl", "flee", "D3H2-OUT-55")
            .by("Ax, Bw, Sh, Ps", "destroyed", "D3H2-OUT-54")
            .by_others("flee", "D3H2-OUT-54");
    }
    for first in ["Ps in woods", "Ps in hamlet"] {
        for enemy in ["Gd", "Dg", "Ab", "Fl", "AHr", "Kn"] {
            doubled(first, enemy).is("flee", "D3H2-OUT-55");
        }
        doubled(first, "Bs").is("destroyed", "D3H2-OUT-53");
    }
    for first in ["Ps in dunes", "Ps in oasis"] {
        doubled(first, "Cm").is("destroyed", "D3H2-OUT-53");
        doubled(first, "Kn").is("flee", "D3H2-OUT-55");
        doubled(first, "Fl").is("destroyed", "D3H2-OUT-53");
    }
}

#[test]
fn flyers() {
    line(Doubled, "Fl").by("Hr, Mg, Aerial, Sh, Bw", "destroyed", "D3H2-OUT-56").by_others("flee", "D3H2-OUT-56");
    for shooter in ["Bw", "8Bw", "Sh"] {
        doubled("Fl", shooter).shot_at().is("destroyed", "D3H2-OUT-56");
    }
    for shooter in ["Art", "WWg"] {
        doubled("Fl", shooter).shot_at().is("flee", "D3H2-OUT-56");
    }
    doubled("Fl", "Mg").bespelled().is("destroyed", "D3H2-OUT-56");
}

/// A Hero or Mage that a Mage doubles is destroyed, not ensorcelled.
#[test]
fn all_others_are_destroyed() {
    for first in [
        "Gd", "Dg", "Ab", "Hr", "Pl", "Kn", "SCh", "Cm", "Bh", "Bs", "Sp", "Pk", "Bd", "Ax", "Bw", "Sh", "Wb", "Hd",
        "Art", "WWg", "CP", "Mg", "Cl",
    ] {
        line(Doubled, first).by_others("destroyed", "D3H2-OUT-57");
        for first in named(first) {
            doubled(&first, "Art").shot_at().is("destroyed", "D3H2-OUT-57");
            // The modifiers of a Paladin against spells are too high.
            if first != "Pl" {
                doubled(&first, "Mg").bespelled().is("destroyed", "D3H2-OUT-57");
            }
        }
    }
    line(Doubled, "Sk").by("Bd, Mounted, Aerial", "destroyed", "D3H2-OUT-57");
}
