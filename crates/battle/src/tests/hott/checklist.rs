//! The recoil checklist where several are met, beside each other or one behind the other.

use super::show;

/// A fight that `a1` at 1,1 north loses to `b1` before it, with others behind.
#[track_caller]
fn beaten(rule: &str, own: &str, dice: &str, behind: &str, rest: &str) {
    show(&format!(
        "
        # {rule}
        with a1 {own} at 1,1 north; b1 Bd at 2,1 south; {behind}
        phase fighting
        | |
        > a1 fights b1 ({dice})
        {rest}
        "
    ));
}

#[test]
fn a_friend_that_is_pushed_pushes_those_behind_it() {
    let rule = "HOTT25-RECOIL-06";
    beaten(
        rule,
        "Bd",
        "1 4",
        "a2 Bd at 1,0.5 north; a3 Bd at 1,0 north",
        "= a1 at 1,0.5 north\n = a2 at 1,0 north\n = a3 at 1,-0.5 north\n = used HOTT25-RECOIL-06",
    );
    // The last of them by no more than it has to go, and a fourth that is far enough away not at all.
    beaten(
        rule,
        "Bd",
        "1 4",
        "a2 Bd at 1,0.5 north; a3 Bd at 1,-0.3 north; a4 Bd at 1,-1.1 north",
        "= a1 at 1,0.5 north\n = a2 at 1,0 north\n = a3 at 1,-0.5 north\n = a4 at 1,-1.1 north",
    );
    // Two beside each other, one of whom is pushed by both.
    beaten(
        rule,
        "Bd",
        "1 4",
        "a2 Bd at 0.5,0.5 north; a3 Bd at 1.5,0.5 north; a4 Bd at 1,0 north",
        "= a1 at 1,0.5 north\n = a2 at 0.5,0 north\n = a3 at 1.5,0 north\n = a4 at 1,-0.5 north",
    );
    // Nobody goes farther than it has to, although the first of them and the one behind it are both in the way.
    beaten(
        rule,
        "Bs",
        "1 4",
        "a2 Pk at 1,0 north; a3 Pk at 1,-0.5 north; a4 Pk at 1,-1 north",
        "= a1 at 1,0 north\n = a2 at 1,-1 north\n = a3 at 1,-1.5 north\n = a4 at 1,-2 north",
    );
    // A second rank is pushed like any other friend.
    beaten(
        "HOTT25-RECOIL-06 HOTT25-SUPP-01",
        "Sp",
        "1 4",
        "a2 Sp at 1,0.5 north; a3 Bd at 1,0 north",
        "= totals 6 9\n = a1 at 1,0.5 north\n = a2 at 1,0 north\n = a3 at 1,-0.5 north",
    );
    // Behemoths push Behemoths behind Behemoths.
    beaten(
        "HOTT25-RECOIL-07",
        "Bh",
        "1 4",
        "a2 Bh at 1,0 north; a3 Bh at 1,-1 north",
        "= a1 at 1,0 north\n = a2 at 1,-1 north\n = a3 at 1,-2 north",
    );
}

#[test]
fn one_that_cannot_be_pushed_stops_those_before_it() {
    for last in ["a3 Bh at 1,0 north", "a3 Bd at 1.5,0 east", "b2 Bd at 2,-0.5 south"] {
        beaten(
            "HOTT25-RECOIL-07",
            "Bd",
            "1 4",
            &format!("a2 Bd at 1,0.5 north; {last}"),
            "= a1 destroyed\n = a2 at 1,0.5 north\n = used HOTT25-RECOIL-07",
        );
    }
}

#[test]
fn whoever_stands_beside_one_that_is_passed_is_met_too() {
    let friend = "a2 Bd at 0.5,0.25 north";
    // An enemy, and a friend through which the Knights may not pass and that faces another way.
    beaten(
        "HOTT25-RECOIL-03",
        "Kn",
        "1 4",
        &format!("{friend}; b2 Bd at 2.5,-0.25 south"),
        "= a1 destroyed\n = a2 there\n = b2 there\n = used HOTT25-RECOIL-03",
    );
    beaten(
        "HOTT25-RECOIL-05",
        "Kn",
        "1 4",
        &format!("{friend}; a3 Pk at 2.5,-0.25 south"),
        "= a1 destroyed\n = used HOTT25-RECOIL-05",
    );
    // They pass through both if they may, and stop nowhere on the way.
    beaten(
        "HOTT25-RECOIL-04",
        "Kn",
        "1 4",
        &format!("{friend}; a3 Sh at 2.5,-0.25 south"),
        "= a1 at 1,-0.25 north\n = a2 at 0.5,0.25 north\n = a3 at 2.5,-0.25 south\n = used HOTT25-RECOIL-04",
    );
}

#[test]
fn one_passes_through_several_behind_each_other() {
    beaten(
        "HOTT25-RECOIL-04",
        "Kn",
        "1 4",
        "a2 Bd at 1,0.25 north; a3 Bd at 2,-0.75 south",
        "= a1 at 1,-0.75 north\n = a2 at 1,0.25 north\n = a3 at 2,-0.75 south\n = used HOTT25-RECOIL-04",
    );
    // A Magician whatever they are and wherever they face, and also if it would come to stand on the last only in part.
    beaten(
        "HOTT25-RECOIL-04",
        "Mg",
        "1 2",
        "a2 Bd at 1.5,0.25 east; a3 Kn at 1.5,-0.8 north",
        "= a1 at 1,-1.55 north\n = a2 there\n = a3 at 1.5,-0.8 north",
    );
    // Without room behind the last, the first is pushed and pushes the others.
    beaten(
        "HOTT25-RECOIL-06",
        "Kn",
        "1 4",
        "a2 Bd at 1,0.25 north; a3 Kn at 1,-0.25 north",
        "= a1 at 1,0.25 north\n = a2 at 1,-0.5 north\n = a3 at 1,-1 north\n = used HOTT25-RECOIL-06",
    );
}

#[test]
fn the_order_of_the_checklist_decides() {
    // A Behemoth is no match for an enemy Behemoth or Flyer: check 1 leaves them out, and check 2 is next.
    for enemy in ["b2 Bh at 2,-0.8 south", "b2 Fl at 2,-0.8 south", "b2 Sk at 2,-0.8 south"] {
        beaten(
            "HOTT25-RECOIL-02 HOTT25-RECOIL-03",
            "Bh",
            "1 4",
            enemy,
            "= a1 destroyed\n = b2 there\n = used HOTT25-RECOIL-03",
        );
    }
    // An enemy is the end even where a move could pass under it (HOTT25-PASS-05).
    beaten("HOTT25-RECOIL-03", "Kn", "1 4", "b2 Fl at 2,-0.3 south", "= a1 destroyed");
    // Foot that may be passed has to face the same way or the opposite one, and Pikes never are.
    beaten("HOTT25-RECOIL-05", "Kn", "1 4", "a2 Bd at 1.5,0.2 east", "= a1 destroyed\n = used HOTT25-RECOIL-05");
    beaten("HOTT25-RECOIL-05", "Kn", "1 4", "a2 Pk at 2,-0.3 south", "= a1 destroyed\n = used HOTT25-RECOIL-05");
    // Magicians pass through others, and others do not pass through them.
    beaten("HOTT25-RECOIL-06", "Bd", "1 4", "a2 Mg at 1,0.3 north", "= a1 at 1,0.5 north\n = a2 at 1,0 north");
    beaten("HOTT25-RECOIL-05", "Bd", "1 4", "a2 Mg at 1.5,0.3 east", "= a1 destroyed\n = a2 there");
    // An Aerial that recoils passes over nobody.
    beaten("HOTT25-RECOIL-05", "Fl down", "3 3", "a2 Sp at 1.5,0.2 east", "= a1 destroyed\n = a2 there");
    beaten("HOTT25-RECOIL-03", "Fl down", "3 3", "b2 Sp at 2,-0.3 south", "= a1 destroyed\n = b2 there");
}
