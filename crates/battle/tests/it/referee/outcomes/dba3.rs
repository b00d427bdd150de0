//! The outcome tables of DBA 3.0 (DBA3-OUT-04 to OUT-58).

use super::super::reading::Element;
use super::{Circumstances, Fighter, Mode, Outcome, when};

/// The outcome of one side. Empty walls fight nobody; the holder of others dies with any lower total.
pub(super) fn outcome(of: Fighter<'_>, by: Fighter<'_>, own: i32, others: i32, c: Circumstances) -> Outcome {
    if own > others {
        return Outcome::None;
    }
    let Fighter::Element(me) = of else {
        return if own == others { Outcome::None } else { Outcome::Captured };
    };
    let (by, town) = match by {
        Fighter::Element(element) => (Some(element), None),
        Fighter::Walls(feature, garrison) => (garrison, Some(feature)),
    };
    let assaults = town.is_some();
    let Some(by) = by else { return Outcome::None };
    let defends = me.state == "holds";
    if own == others {
        if defends || assaults { Outcome::None } else { equal(me, by, c) }
    } else if own * 2 > others {
        match (defends, town) {
            (true, _) => Outcome::Destroyed,
            // Elephants assault a City or Fort at its gate only (DBA3-OUT-17, OUT-21).
            (false, Some(feature)) => {
                if feature == "stronghold" && me.is(&["Bh"]) {
                    Outcome::Destroyed
                } else {
                    Outcome::Recoil
                }
            }
            (false, None) => less(me, by, c),
        }
    } else if defends {
        Outcome::Destroyed
    } else {
        doubled(me, by, c)
    }
}

fn is_solid(by: &Element) -> bool {
    by.is_foot() && !by.is_fast()
}

fn equal(me: &Element, by: &Element, c: Circumstances) -> Outcome {
    use Outcome::{Destroyed, None, Recoil};
    let close = c.mode == Mode::Close;
    match me.family() {
        "SCh" => Destroyed,
        "Kn" | "Cm" if close && (by.has_longbows() || by.is(&["Bd", "CP"])) => Destroyed,
        "Kn" | "Cm" if close && (is_solid(by) || me.kind == "3Kn" && by.kind == "4Kn") => Recoil,
        "LH" | "Cv" | "Bh" if close && is_solid(by) => Recoil,
        "CP" if close && by.is_foot() && c.two_edges => Destroyed,
        _ if me.is_foot() && me.is_fast() && is_solid(by) => Recoil,
        _ => None,
    }
}

fn less(me: &Element, by: &Element, c: Circumstances) -> Outcome {
    use Outcome::{Destroyed, Flee, None, Recoil};
    let shooting = c.mode == Mode::Shooting;
    let artillery = shooting && by.is(&["Art"]);
    let ridden_down = by.is(&["Kn", "SCh"]) && c.in_good;
    if me.mounted && c.in_bad {
        return Destroyed;
    }
    match me.family() {
        "SCh" if shooting && !c.rear_shot => Flee,
        "SCh" | "Art" | "Civ" => Destroyed,
        "Bh" if by.is(&["Bh"]) => Flee,
        "Bh" => when(artillery || by.is(&["LH", "Ax", "Ps"]), Destroyed),
        "Kn" => when(by.is(&["SCh", "Bh", "Cm", "LH"]), Destroyed),
        "Cm" if by.is(&["SCh"]) || c.in_bad => Destroyed,
        "Cm" => when(by.is(&["Bh"]), Flee),
        "Cv" | "LH" if by.is(&["SCh"]) || c.in_bad => Flee,
        "Cv" => Recoil,
        "LH" => when(artillery, Flee),
        "Sp" | "Pk" | "Bd" => when(by.is(&["Wb"]) || ridden_down, Destroyed),
        "Wb" => when(ridden_down, Destroyed),
        "Ax" => when(by.is(&["Kn"]) && c.in_good, Destroyed),
        "Ps" => when(by.is(&["Kn", "Cv", "Cm"]) && c.good_for_winner, Destroyed),
        "Bw" => when(by.is_mounted(), Destroyed),
        "WWg" if by.is(&["Bh"]) || artillery => Destroyed,
        "Hd" if by.is(&["Wb"]) || by.is(&["Bh", "Kn"]) && c.in_good => Destroyed,
        "Hd" if shooting => Recoil,
        "Hd" | "WWg" | "CP" => None,
        family => panic!("no row for {family}"),
    }
}

fn doubled(me: &Element, by: &Element, c: Circumstances) -> Outcome {
    use Outcome::{Destroyed, Flee, Recoil};
    let (close, shooting) = (c.mode == Mode::Close, c.mode == Mode::Shooting);
    let flees = |is: bool| if is { Flee } else { Destroyed };
    match me.family() {
        "Cv" => flees(by.is(&["Sp", "Pk", "Hd"]) && c.in_good || close && by.is(&["Art"])),
        "LH" => {
            let killers = by.is_mounted() || by.is(&["Bw", "Ps"]) || shooting && by.is(&["Art"]);
            flees(!killers && !c.in_bad)
        }
        "Ps" if by.is(&["Bh", "SCh"]) => Recoil,
        "Ps" if by.is_mounted() => flees(!c.good_for_winner),
        "Ps" => flees(!(by.is(&["Ax", "Ps"]) || close && by.is(&["Bw"]))),
        _ => Destroyed,
    }
}
