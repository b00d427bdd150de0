//! Losses, and the end of a battle; Mounted that dismount.

use super::show;

/// A battle at the end of a bound, with these elements lost or there.
fn losses(with: &str, then: &str) {
    show(&format!("with {with}\n phase fighting\n | |\n {then}"));
}

#[test]
fn four_elements_and_more_than_the_enemy() {
    // DBA3-WIN-01, DBA3-WIN-04: eleven others would still be there.
    let gone = |side: &str, count: usize| {
        (2..2 + count).map(|number| format!("; {side}{number} 4Sp destroyed")).collect::<String>()
    };
    let there = "a1 4Sp at 1,1 north; b1 4Sp at 1,9 south";
    losses(&format!("{there}{}", gone("a", 3)), "= lost a 3\n > end (3)");
    losses(&format!("{there}{}", gone("a", 4)), "= lost a 4\n > end\n = phase won-by-b");
    // Equal losses are not enough, however many.
    losses(&format!("{there}{}{}", gone("a", 4), gone("b", 4)), "> end (3)");
    losses(&format!("{there}{}{}", gone("a", 5), gone("b", 6)), "> end\n = phase won-by-a");
    // An element that has fled is lost, one that never came is not.
    losses("a1 4Sp at 1,1 north; a2 LH fled; a3 LH aside; b1 4Sp at 1,9 south", "= lost a 1");
}

#[test]
fn some_count_twice_and_some_not_at_all() {
    let lost = |who: &str, count: &str| {
        losses(&format!("a1 4Sp at 1,1 north; {who}; b1 4Sp at 1,9 south"), &format!("= lost a {count}"))
    };
    // DBA3-WIN-02: the first double element counts two, later ones one.
    for double in ["6Kn", "6Cv", "6Bd", "8Sp", "8Bw", "8Lb", "8Cb"] {
        lost(&format!("a2 {double} destroyed"), "2");
    }
    lost("a2 6Kn destroyed; a3 8Sp destroyed; a4 4Sp destroyed", "4");
    // DBA3-WIN-03
    for nothing in ["SCh", "7Hd", "5Hd"] {
        lost(&format!("a2 {nothing} destroyed"), "0");
    }
    lost("a2 7Hd destroyed; a3 SCh fled; a4 4Sp destroyed", "1");
    // DBA3-WIN-07: the general counts besides the element, and even where that does not.
    lost("a2 3Kn general destroyed", "2");
    lost("a2 7Hd general destroyed", "1");
    lost("a2 8Sp general destroyed; a3 7Hd destroyed", "3");
}

#[test]
fn a_camp_counts_one() {
    // DBA3-WIN-05, DBA3-DEPL-14, DBA3-CITY-21, DBA3-CITY-22: it is removed, and the victor goes on into it.
    for (who, dice, y) in [("4Bd", "6 1", "2.5"), ("3Kn", "6 1", "3")] {
        show(&format!(
            "
            origin 0,10
            camp b 5,2 south 3x1
            with a1 {who} at 3,2 north; b1 4Bw holds camp; b2 4Sp at 20,2 south
            phase fighting
            | |
            > a1 fights camp ({dice})
            = camp b sacked
            = b1 destroyed
            = a1 at 3,{y} north
            = lost b 2
            "
        ));
    }
}

#[test]
fn knights_dismount_where_the_list_says_so_twice() {
    // DBA3-LIST-09, DBA3-LIST-10, DBA3-LIST-11: a whole move, and the front edge stays.
    show(
        "
        list a 2x3Kn//4Bd
        with a1 3Kn at 1,1 north; a2 3Kn at 2,1 north; b1 4Bd at 1,9 south
        | |
        > a1 dismounts
        = a1 is 4Bd
        = a1 at 1,1 north
        = a1 deep 0.5
        = pips 4
        > a1 ahead 1
        ! DBA3-MOVE-16
        > a1 dismounts
        ! DBA3-LIST-10
    ",
    );
    // DBA3-LIST-08: a single slash is a choice for the whole battle.
    show(
        "
        list a 2x3Kn/4Bd
        with a1 3Kn at 1,1 north; b1 4Bd at 1,9 south
        | |
        > a1 dismounts
        ! DBA3-LIST-10
    ",
    );
    // DBA3-LIST-12: not in contact, not even as an overlap. DBA3-LIST-13: not in a threat zone.
    for (enemy, then) in [
        ("b1 4Bd at 2,1 south", "! DBA3-LIST-10"),
        ("b1 4Bd at 3,1 south", "! DBA3-LIST-10"),
        ("b1 4Bd at 2,2 south", "! DBA3-LIST-10"),
        ("b1 4Bd at 2,2.01 south", "= a1 is 4Bd"),
    ] {
        show(&format!(
            "
            list a 1x3Kn//4Bd
            with a1 3Kn at 1,1 north; {enemy}
            | |
            > a1 dismounts
            {then}
            "
        ));
    }
}
