//! The outcome tables of D3H2 and of D3H2 traditional, as the inventory has them, and of the other games.

mod dba3;
mod hott;

use super::game::{Book, Game};
use super::reading::Element;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    None,
    Recoil,
    Flee,
    Destroyed,
    Ensorcelled,
    /// Walls fall, with whoever holds them.
    Captured,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Close,
    Shooting,
    Spell,
}

/// One side of a combat.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fighter<'d> {
    Element(&'d Element),
    /// Walls, with whoever holds them.
    Walls(&'static str, Option<&'d Element>),
}

impl Fighter<'_> {
    fn is(&self, families: &[&str]) -> bool {
        matches!(self, Self::Element(element) if element.is(families))
    }

    fn is_fast(&self) -> bool {
        matches!(self, Self::Element(element) if element.is_fast())
    }

    fn is_foot(&self) -> bool {
        matches!(self, Self::Element(element) if element.is_foot())
    }

    fn is_mounted(&self) -> bool {
        matches!(self, Self::Element(element) if element.is_mounted())
    }

    fn is_aerial(&self) -> bool {
        matches!(self, Self::Element(element) if element.is_aerial())
    }
}

/// The circumstances that matter to an outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances {
    pub(super) mode: Mode,
    pub(super) game: &'static Game,
    /// The loser stands entirely in good going; partly in bad going.
    pub(super) in_good: bool,
    pub(super) in_bad: bool,
    /// The going in which the loser stands is good for the winner.
    pub(super) good_for_winner: bool,
    pub(super) rear_shot: bool,
    pub(super) two_edges: bool,
    /// Ground troops touch the walls.
    pub(super) ground_troops: bool,
    /// The loser moved into this contact in this bound.
    pub(super) charged: bool,
}

impl Circumstances {
    fn traditional(&self) -> bool {
        self.game.book == Book::Traditional
    }
}

/// The outcome of one side, by its total and that of the other.
pub(super) fn outcome(of: Fighter<'_>, by: Fighter<'_>, own: i32, others: i32, c: Circumstances) -> Outcome {
    match c.game.book {
        Book::Dba3 => return dba3::outcome(of, by, own, others, c),
        Book::Hott => return hott::outcome(of, by, own, others, c),
        _ => {}
    }
    let outcome = if own > others {
        return Outcome::None;
    } else if own == others {
        equal(of, by, own, c)
    } else if own * 2 > others {
        less(of, by, c)
    } else {
        doubled(of, by, c)
    };
    // An element that fights Sneakers has nothing to fear from them (OUT-04).
    let unharmed = c.mode == Mode::Close
        && by.is(&["Sk"])
        && matches!(of, Fighter::Element(element) if !element.general && !element.is(&["Sk"]));
    if unharmed { Outcome::None } else { outcome }
}

fn when(is: bool, then: Outcome) -> Outcome {
    if is { then } else { Outcome::Recoil }
}

fn equal(of: Fighter<'_>, by: Fighter<'_>, total: i32, c: Circumstances) -> Outcome {
    use Outcome::{Destroyed, None, Recoil};
    let (Fighter::Element(me), Fighter::Element(_)) = (of, by) else { return None };
    let close = c.mode == Mode::Close;
    let shooting = c.mode == Mode::Shooting;
    let solid_foot = by.is_foot() && !by.is_fast();
    let odd = total % 2 == 1;
    if me.is(&["Hr"]) && by.is(&["Hr"]) {
        return if odd { Destroyed } else { None };
    }
    if close && ((me.is(&["Pl"]) && by.is(&["Mg"])) || (me.is(&["Mg"]) && by.is(&["Pl"]))) {
        return if odd { Destroyed } else { None };
    }
    if me.is(&["SCh"]) {
        return Destroyed;
    }
    if me.is(&["Kn", "Cm"]) {
        let killers = by.is(&["Bd", "Sh"]) && !(c.traditional() && me.is_fast() && by.is_fast());
        let by_3kn = me.kind == "4Kn" && matches!(by, Fighter::Element(it) if it.kind == "Kn");
        return match (close, me.is_fast(), c.traditional()) {
            (true, _, _) if killers => Destroyed,
            (true, false, true) => {
                if solid_foot {
                    Recoil
                } else {
                    None
                }
            }
            (false, false, true) => None,
            (true, false, false) if by_3kn => Recoil,
            (true, _, _) => {
                if by.is_fast() {
                    None
                } else {
                    Recoil
                }
            }
            (false, _, _) => {
                if shooting {
                    Recoil
                } else {
                    None
                }
            }
        };
    }
    if me.is_fast() {
        let recoils = shooting || (close && !by.is_fast());
        return if recoils { Recoil } else { None };
    }
    if me.is_mounted() {
        return if close && solid_foot { Recoil } else { None };
    }
    if me.is(&["CP"]) && by.is_foot() && c.two_edges && close {
        return Destroyed;
    }
    None
}

fn less(of: Fighter<'_>, by: Fighter<'_>, c: Circumstances) -> Outcome {
    use Outcome::{Captured, Destroyed, Ensorcelled, Flee, None, Recoil};
    let Fighter::Element(me) = of else {
        return if c.ground_troops { Captured } else { None };
    };
    let shooting = c.mode == Mode::Shooting;
    let main = !c.traditional();
    let artillery = shooting && by.is(&["Art"]);
    let chariots = main && by.is(&["SCh"]);
    if me.mounted && c.in_bad {
        return Destroyed;
    }
    match me.family() {
        "CP" => None,
        "Bh" if main && !me.is_fast() && by.is(&["Ps", "Lk", "Ax", "LH"]) => Destroyed,
        "Bh" => when(by.is(&["Mg", "Dg"]) || artillery, Flee),
        "Ab" | "Fl" => when(by.is(&["Mg"]), Flee),
        "Dg" => {
            if by.is(&["Hr", "Pl"]) {
                Destroyed
            } else {
                Flee
            }
        }
        "Gd" => {
            if by.is(&["Gd", "Mg", "Cl"]) {
                Flee
            } else {
                None
            }
        }
        "Pl" => {
            if c.mode == Mode::Close {
                Destroyed
            } else {
                None
            }
        }
        "Hr" if by.is(&["Mg"]) => Ensorcelled,
        "Hr" if by.is(&["Hr", "Pl"]) || artillery => Destroyed,
        "Hr" => when(matches!(by, Fighter::Walls("stronghold", _)), Flee),
        "Mg" if by.is(&["Mg"]) => Ensorcelled,
        "Mg" => when(by.is(&["Hr", "Pl", "Dg", "Gd"]), Destroyed),
        "SCh" => {
            if shooting && !c.rear_shot {
                Flee
            } else {
                Destroyed
            }
        }
        "Kn" => when(by.is(&["Bh"]) || main && by.is(&["SCh", "Cm", "LH"]), Destroyed),
        "Cm" if by.is(&["SCh"]) || c.in_bad => Destroyed,
        "Cm" => when(by.is(&["Bh"]), Flee),
        "Cv" => when(chariots || c.in_bad, Flee),
        "LH" => when(by.is(&["SCh"]) || artillery || c.in_bad, Flee),
        "Sp" | "Pk" | "Bd" | "Cl" => when(by.is(&["Wb"]) || (by.is(&["Kn"]) || chariots) && c.in_good, Destroyed),
        "Ax" => when(by.is(&["Kn"]) && c.in_good, Destroyed),
        "Bw" | "Bs" | "Sh" => when(by.is_mounted(), Destroyed),
        "Ps" | "Lk" => when(by.is(&["Kn", "Cv", "Cm"]) && c.good_for_winner, Destroyed),
        "Sk" => Flee,
        "Wb" => when((by.is(&["Kn"]) || chariots || by.is(&["Bh"]) && by.is_fast()) && c.in_good, Destroyed),
        "Hd" if by.is(&["Wb"]) || by.is(&["Kn", "Bh"]) && c.in_good => Destroyed,
        "Hd" => {
            if shooting {
                Recoil
            } else {
                None
            }
        }
        "WWg" => {
            if artillery || by.is(&["Bh"]) {
                Destroyed
            } else {
                None
            }
        }
        "Art" => Destroyed,
        family => panic!("no row for {family}"),
    }
}

fn doubled(of: Fighter<'_>, by: Fighter<'_>, c: Circumstances) -> Outcome {
    use Outcome::{Captured, Destroyed, Flee, Recoil};
    let Fighter::Element(me) = of else { return Captured };
    let main = !c.traditional();
    let (close, shooting) = (c.mode == Mode::Close, c.mode == Mode::Shooting);
    let flees = |is: bool| if is { Flee } else { Destroyed };
    match me.family() {
        "Cv" => flees(close && by.is(&["Art"]) || c.in_good && (by.is(&["Sp", "Hd"]) || main && by.is(&["Pk"]))),
        "LH" => {
            flees(!(by.is_mounted() || shooting && by.is(&["Art"]) || by.is(&["Bw", "Sh", "Ps", "Lk"]) || c.in_bad))
        }
        "Ps" | "Lk" if shooting => Flee,
        "Ps" | "Lk" if by.is(&["Bh"]) || main && by.is(&["SCh"]) => Recoil,
        "Ps" | "Lk" if by.is_mounted() || by.is_aerial() => flees(!c.good_for_winner),
        "Ps" | "Lk" => {
            let killers = by.is(&["Sh"]) || main && by.is(&["Ax", "Bw", "Ps", "Lk"]);
            flees(!(close && killers))
        }
        "Fl" => flees(!(by.is(&["Hr", "Mg", "Sh"]) || by.is_aerial() || main && by.is(&["Bw"]))),
        _ => Destroyed,
    }
}
