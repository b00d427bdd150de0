//! Choices of owners: whether a recoil passes friends, and whether the contacted conform. The cases were derived from the
//! rules before they were played.

/// DBA3-RECOIL-04, DBA3-RECOIL-09, DBA3-RECOIL-10, DBA3-RECOIL-14: the friend stands exactly one base depth behind
/// the Cavalry, so 0.75 only touches it and meets nobody, while 1 meets it, and passes to directly behind it (its
/// rear is at -1) or pushes it by the 0.25 that is lacking. By 0.75 there is nobody to push.
#[test]
fn friends_met_by_the_longer_recoil_alone_are_passed_or_pushed() {
    super::show(
        "
        with a1 Cv at 1,1 north; a2 4Sp at 1,-0.5 north; b1 4Ax at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (2 4)
        = totals 5 7
        = decides a1
        > recoil 0.75
        = a1 at 1,0.25 north
        = a2 at 1,-0.5 north
        again
        > a1 fights b1 (2 4)
        > recoil 1
        = a1 at 1,-1 north
        = a2 at 1,-0.5 north
        again
        > a1 fights b1 (2 4)
        > recoil 0.75 pushing
        ! DBA3-RECOIL-09
        > recoil 1 pushing
        = a1 at 1,0 north
        = a2 at 1,-0.75 north
        ",
    );
}

/// DBA3-RECOIL-10, DBA3-RECOIL-14, DBA3-RECOIL-17: Knights may pass the War Wagon a gap of 0.25 behind them, to
/// directly behind its depth of 1; it is never pushed, so Knights that do not pass halt against it, and are not lost,
/// because they did not touch it before.
#[test]
fn a_war_wagon_is_passed_but_never_pushed() {
    super::show(
        "
        with a1 3Kn at 1,1 north; a2 WWg at 1,0 north; b1 4Sp at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (1 3)
        > recoil 0.75
        = a1 at 1,-1 north
        = a2 at 1,0 north
        again
        > a1 fights b1 (1 3)
        > recoil 0.75 pushing
        = used DBA3-RECOIL-17
        = a1 at 1,0.75 north
        = a2 at 1,0 north
        ",
    );
}

/// DBA3-RECOIL-09, DBA3-RECOIL-16: a column in which exactly one base depth (0.5) is free between the second and
/// the third: there is room directly behind the first friend, so the Blades pass into it or push the second up to
/// the third.
#[test]
fn blades_pass_into_a_gap_in_a_column_or_push_up_to_its_end() {
    super::show(
        "
        with a1 4Bd at 1,1 north; a2 4Sp at 1,0.5 north; a3 4Ax at 1,-0.5 north; b1 4Sp at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (1 4)
        = totals 6 8
        = decides a1
        > recoil 0.5
        = a1 at 1,0 north
        = a2 at 1,0.5 north
        = a3 at 1,-0.5 north
        again
        > a1 fights b1 (1 4)
        > recoil 0.5 pushing
        = a1 at 1,0.5 north
        = a2 at 1,0 north
        = a3 at 1,-0.5 north
        ",
    );
}

/// DBA3-RECOIL-09, DBA3-RECOIL-14, DBA3-RECOIL-16, DBA3-RECOIL-17: with a gap of 0.4 there is no room to pass, so
/// there is no choice: the second is pushed by 0.4, halts at the third, and so does the recoiler.
#[test]
fn without_room_to_pass_the_next_is_pushed_as_far_as_there_is_room() {
    super::show(
        "
        with a1 4Bd at 1,1 north; a2 4Sp at 1,0.5 north; a3 4Ax at 1,-0.4 north; b1 4Sp at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (1 4)
        = used DBA3-RECOIL-17
        = a1 at 1,0.6 north
        = a2 at 1,0.1 north
        = a3 at 1,-0.4 north
        ",
    );
}

/// DBA3-RECOIL-11, DBA3-RECOIL-14: half behind the Blades stand Spears, which they may pass, and half Auxilia,
/// which they may not: they cannot pass through, so both are pushed, without a choice.
#[test]
fn two_friends_of_whom_one_may_be_passed_are_both_pushed() {
    super::show(
        "
        with a1 4Bd at 1,1 north; a2 4Sp at 0.5,0.5 north; a3 4Ax at 1.5,0.5 north; b1 4Sp at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (1 4)
        = a1 at 1,0.5 north
        = a2 at 0.5,0 north
        = a3 at 1.5,0 north
        ",
    );
}

/// DBA3-RECOIL-09, DBA3-OUT-60: an enemy attacks the flank of the friend behind, which is lost if pushed back and not
/// if passed; the enemy touches the recoiler only at a rear corner, so DBA3-OUT-59 is not about it.
#[test]
fn pushing_a_friend_that_is_attacked_in_the_flank_destroys_it() {
    super::show(
        "
        with a1 4Bd at 1,1 north; a2 4Sp at 1,0.5 north; b1 4Sp at 2,1 south; b2 4Sp at 1,0.5 east
        phase fighting
        | |
        > a1 fights b1 (1 4)
        = totals 6 8
        = decides a1
        > recoil 0.5
        = a1 at 1,0 north
        = a2 at 1,0.5 north
        again
        > a1 fights b1 (1 4)
        > recoil 0.5 pushing
        = a2 destroyed
        = a1 at 1,0.5 north
        ",
    );
}

/// DBA3-RECOIL-09: the choice is the owner's in the enemy's bound too, and after it the bounding side goes on.
#[test]
fn owners_choose_in_the_bound_of_the_enemy_too() {
    super::show(
        "
        with a1 4Bd at 1,1 north; a2 4Sp at 1,0.5 north; b1 4Sp at 2,1 south
        phase fighting
        player b
        | |
        > b1 fights a1 (4 1)
        = totals 8 6
        = decides a1
        = decides-side a
        > recoil 0.5 pushing
        = a1 at 1,0.5 north
        = a2 at 1,0 north
        = decides-side b
        ",
    );
}

/// DBA3-RECOIL-01, DBA3-RECOIL-09, DBA3-RECOIL-11: shot in the rear, the Blades turn first (to 2,0.5 south) and
/// then recoil northward; the friend behind them now is the one that faced them before, and it faces the same way,
/// so it is passed (its rear is at 1.5) or pushed.
#[test]
fn blades_shot_in_the_rear_pass_the_friend_before_whom_they_stood() {
    super::show(
        "
        with a1 4Bd at 1,1 north; a2 4Sp at 2,1 south; b1 4Bw at 1,-1.5 north
        phase shooting
        player b
        | |
        > b1 shoots a1 (6 1)
        = totals 8 5
        = decides a1
        > recoil 0.5
        = a1 at 2,1.5 south
        = a2 at 2,1 south
        again
        > b1 shoots a1 (6 1)
        > recoil 0.5 pushing
        = a1 at 2,1 south
        = a2 at 2,1.5 south
        ",
    );
}

/// DBA3-RECOIL-01, DBA3-RECOIL-14, DBA3-RECOIL-21: the friend before whom the Blades stood in column faces the
/// other way once they have turned: no passing, no pushing, and as it touches their new rear edge they are lost.
#[test]
fn blades_that_turn_towards_a_friend_that_faces_them_are_lost() {
    super::show(
        "
        with a1 4Bd at 1,1 north; a2 4Sp at 1,1.5 north; b1 4Bw at 1,-1.5 north
        phase shooting
        player b
        | |
        > b1 shoots a1 (6 1)
        = a1 destroyed
        = used DBA3-RECOIL-21
        = a2 at 1,1.5 north
        ",
    );
}

/// DBA3-RECOIL-05, DBA3-RECOIL-09: the Blades at the enemy's flank recoil with the Spears before its front (who
/// have no choice), eastward, and their owner chooses between passing and pushing the friend behind them.
#[test]
fn blades_that_fall_back_with_a_friend_pass_or_push() {
    super::show(
        "
        with a1 4Sp at 1,1 north; a2 4Bd at 2,1 west; a3 4Sp at 2.5,1 west; b1 4Sp at 2,1 south
        phase fighting
        | |
        > a1 fights b1 (1 4)
        = totals 5 7
        = decides a2
        > recoil 0.5
        = a1 at 1,0.5 north
        = a2 at 3,1 west
        = a3 at 2.5,1 west
        again
        > a1 fights b1 (1 4)
        > recoil 0.5 pushing
        = a2 at 2.5,1 west
        = a3 at 3,1 west
        ",
    );
}

/// DBA3-CONT-08, DBA3-CONT-11: a single element in good going conforms to the group that contacts it, by the lesser
/// distance (0.4 to a2, not 0.6 to a1), whether or not the group has room itself, so nobody is asked.
#[test]
fn a_single_element_conforms_to_a_group_without_a_choice() {
    super::show(
        "
        with a1 4Ax at 1.4,0 north; a2 4Ax at 2.4,0 north; a3 4Ax at 0.35,1.9 north; a4 4Ax at 3.45,1.9 north
        with b1 4Sp at 3,2 south; b2 4Sp at 15,5 south
        | |
        > a1+a2 ahead 2
        = a1 at 1.4,2 north
        = a2 at 2.4,2 north
        = b1 at 3.4,2 south
        = decides-side a
        > conform
        ! DBA3-CONT-25
        ",
    );
}

/// DBA3-CONT-09, DBA3-CONT-25: wholly in scrub it need not conform and the group has to, which friends on both
/// sides prevent (gaps of 0.05), so its owner chooses.
#[test]
fn in_scrub_a_single_element_may_choose() {
    super::show(
        "
        with a1 4Ax at 1.4,0 north; a2 4Ax at 2.4,0 north; a3 4Ax at 0.35,1.9 north; a4 4Ax at 3.45,1.9 north
        with b1 4Sp at 3,2 south; b2 4Sp at 15,5 south
        ground scrub -3,2 6,2 6,6 -3,6
        | |
        > a1+a2 ahead 2
        = decides-side b
        = b1 at 3,2 south
        > conform
        = a2 at 2.4,2 north
        = b1 at 3.4,2 south
        = decides-side a
        again
        > a1+a2 ahead 2
        > end
        = used DBA3-CONT-25
        = b1 at 3,2 south
        = decides-side a
        ",
    );
}

/// DBA3-CONT-25, DBA3-CONT-11, DBA3-MOVE-29: the contacted are a group, both of whom the mover touches: it conforms
/// as a whole, by 0.4 (b1 lines up) rather than 0.6 (b2 does), or stays as a whole.
#[test]
fn a_group_conforms_as_a_whole_or_stays() {
    super::show(
        "
        with a1 4Sp at 1.4,0 north; a2 4Ax at 0.35,1.9 north; a3 4Ax at 2.45,1.9 north
        with b1 4Sp at 2,2 south; b2 4Sp at 3,2 south; b3 4Sp at 15,5 south
        | |
        > a1 ahead 2
        = decides-side b
        > conform
        = a1 at 1.4,2 north
        = b1 at 2.4,2 south
        = b2 at 3.4,2 south
        = decides-side a
        again
        > a1 ahead 2
        > end
        = used DBA3-CONT-25
        = b1 at 2,2 south
        = b2 at 3,2 south
        = decides-side a
        ",
    );
}

/// DBA3-CONT-25: the contacted element already has an enemy (a4) at its left flank, just where it would have to go,
/// and a friend (b2) on its other side: nobody has room, so there is nothing to choose and it fights as overlapped.
#[test]
fn elements_without_room_have_no_choice() {
    super::show(
        "
        with a1 4Sp at 1.4,0 north; a2 4Ax at 0.35,1.9 north; a3 4Ax at 2.45,1.9 north; a4 4Sp at 2,2 west
        with b1 4Sp at 2,2 south; b2 4Ax at 0.9,2.2 south; b3 4Sp at 15,5 south
        | |
        > a1 ahead 2
        = a1 at 1.4,2 north
        = b1 at 2,2 south
        = decides-side a
        > conform
        ! DBA3-CONT-25
        ",
    );
}

/// DBA3-CONT-25, DBA3-TACT-08, DBA3-RECOIL-02, DBA3-OUT-15, DBA3-CONT-16: an element that stays fights with one less and,
/// if that beats it, goes straight back from where it stands; if the totals are equal (4+3 to 4+4-1), both are still askew
/// when the combats are over, and as the bounding side has no room, the other lines up then.
#[test]
fn elements_that_stay_fight_with_one_less_and_line_up_afterwards() {
    super::show(
        "
        with a1 4Sp at 1.4,0 north; a2 4Ax at 0.35,1.9 north; a3 4Ax at 2.45,1.9 north
        with b1 4Sp at 2,2 south; b2 4Sp at 15,5 south
        | |
        > a1 ahead 2
        > end
        > end
        > end
        > a1 fights b1 (3 3)
        = totals 7 6
        = a1 at 1.4,2 north
        = b1 at 2,2.5 south
        again
        > a1 ahead 2
        > end
        > end
        > end
        > a1 fights b1 (3 4)
        = totals 7 7
        = b1 at 2,2 south
        > end (3)
        = a1 at 1.4,2 north
        = b1 at 2.4,2 south
        ",
    );
}

/// DBA3-CONT-25, DBA3-TACT-09: Psiloi that stay are treated as overlapped, which costs them nothing, because there
/// is no flank on flank.
#[test]
fn psiloi_that_stay_lose_nothing_by_it() {
    super::show(
        "
        with a1 4Sp at 1.4,0 north; a2 4Ax at 0.35,1.9 north; a3 4Ax at 2.45,1.9 north
        with b1 Ps at 2,2 south; b2 4Sp at 15,5 south
        | |
        > a1 ahead 2
        = decides-side b
        > end
        = b1 at 2,2 south
        > end
        > end
        > a1 fights b1 (3 3)
        = totals 7 5
        = b1 at 2,2.5 south
        ",
    );
}

/// DBA3-CONT-15, DBA3-CONT-25: at a flank, where a friend (a2) keeps the mover from sliding the 0.3 to front corner
/// at front corner, the contacted does not conform on contact, because it turns after the moves, so it has no
/// choice.
#[test]
fn at_a_flank_nobody_conforms() {
    super::show(
        "
        with a1 Cv at 5,0.3 west; a2 4Ax at 3.1,-0.75 west; b1 4Bd at 2,1 north; b2 4Sp at 15,5 south
        | |
        > a1 ahead 2
        = a1 at 3,0.3 west
        = b1 at 2,1 north
        = decides-side a
        ",
    );
}
