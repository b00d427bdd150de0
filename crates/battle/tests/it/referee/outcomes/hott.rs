//! The outcome tables of HOTT 2.5 (HOTT25-OUT-02 to OUT-31).

use super::{Circumstances, Fighter, Mode, Outcome, when};

/// The outcome of one side. A Stronghold is only ever captured, by troops on the ground.
pub(super) fn outcome(of: Fighter<'_>, by: Fighter<'_>, own: i32, others: i32, c: Circumstances) -> Outcome {
    use Outcome::{Captured, None};
    if own > others {
        return None;
    }
    let Fighter::Element(_) = of else {
        return if own < others && c.ground_troops && c.mode == Mode::Close { Captured } else { None };
    };
    if own == others {
        equal(of, by, own, c)
    } else if own * 2 > others {
        less(of, by, c)
    } else {
        doubled(of, by, c)
    }
}

fn equal(of: Fighter<'_>, by: Fighter<'_>, total: i32, c: Circumstances) -> Outcome {
    let heroes = of.is(&["Hr"]) && by.is(&["Hr"]);
    let foes = of.is(&["Pl"]) && by.is(&["Mg"]) || of.is(&["Mg"]) && by.is(&["Pl"]);
    let deadly = total % 2 != 0 && c.mode == Mode::Close && (heroes || foes);
    if deadly { Outcome::Destroyed } else { Outcome::None }
}

fn less(of: Fighter<'_>, by: Fighter<'_>, c: Circumstances) -> Outcome {
    use Outcome::{Destroyed, Ensorcelled, Flee, None, Recoil};
    let Fighter::Element(me) = of else { return None };
    let close = c.mode == Mode::Close;
    let ridden_down = by.is(&["Kn"]) && c.in_good;
    match me.family() {
        "Gd" if by.is(&["Gd", "Mg", "Cl"]) => Flee,
        "Gd" => None,
        "Hr" if by.is(&["Hr", "Pl", "Art"]) => Destroyed,
        "Hr" if by.is(&["Mg"]) => Ensorcelled,
        "Hr" => when(matches!(by, Fighter::Walls(..)), Flee),
        "Dg" if by.is(&["Hr", "Pl"]) => Destroyed,
        "Dg" | "Sk" | "Lk" => Flee,
        "Fl" | "Ab" => when(by.is(&["Mg"]), Flee),
        "Kn" => when(c.in_bad || by.is(&["Bh"]) || c.charged && close && by.is(&["Sh", "Art", "Mg"]), Destroyed),
        "Cv" | "Ra" => when(c.in_bad, Destroyed),
        "Bh" => when(by.is(&["Mg", "Dg", "Art"]), Flee),
        "Bd" => when(by.is(&["Wb"]), Destroyed),
        "Sh" | "Bs" => when(close && by.is_mounted(), Destroyed),
        "Wb" => when(by.is(&["Bh"]) || ridden_down, Destroyed),
        "Mg" if by.is(&["Mg"]) => Ensorcelled,
        "Mg" => when(by.is(&["Hr", "Pl", "Dg", "Gd"]), Destroyed),
        "Art" | "Pl" if close => Destroyed,
        "Art" | "Pl" => None,
        "Ps" => when(ridden_down, Destroyed),
        "Sp" | "Pk" | "Hd" | "Cl" => when(by.is(&["Wb"]) || ridden_down, Destroyed),
        _ => Recoil,
    }
}

fn doubled(of: Fighter<'_>, by: Fighter<'_>, c: Circumstances) -> Outcome {
    let Fighter::Element(me) = of else { return Outcome::None };
    let close = c.mode == Mode::Close;
    let high = by.is_mounted() || by.is_aerial();
    let dies = match me.family() {
        "Ps" => by.is(&["Ps"]) || c.in_good && high,
        "Ra" => c.in_bad || close && (by.is(&["Sh"]) || high),
        "Fl" => by.is(&["Hr", "Mg", "Sh"]) || by.is_aerial(),
        _ => true,
    };
    if dies { Outcome::Destroyed } else { Outcome::Flee }
}
