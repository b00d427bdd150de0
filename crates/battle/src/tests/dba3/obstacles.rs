//! The elements that a recoil meets, and their order.

use super::show;

fn fight(with: &str, more: &str, dice: &str, then: &str) {
    show(&format!("with {with}\n {more}\n phase fighting\n | |\n > a1 fights b1 ({dice})\n {then}"));
}

#[test]
fn elephants_trample_in_the_order_of_meeting() {
    let beaten = |others: &str, more: &str, then: &str| {
        fight(&format!("a1 El at 1,2 north; b1 4Sp at 2,2 south; {others}"), more, "1 4", then);
    };
    // DBA3-RECOIL-08: where it meets another first, the recoil ends there; whoever stands farther back is safe.
    beaten("a2 Ps at 0.6,0.5 north; a3 El at 1.6,0.8 north", "", "= a1 destroyed\n = a3 destroyed\n = a2 there");
    beaten("a2 El at 1.6,0.5 north; a3 Ps at 0.6,0.8 north", "", "= a1 destroyed\n = a2 destroyed\n = a3 destroyed");
    beaten("a2 El at 1.6,0.8 north; a3 Ps at 0.6,0.8 north", "", "= a1 destroyed\n = a2 destroyed\n = a3 destroyed");
    // DBA3-RECOIL-20: a camp stops it, and it meets nobody behind.
    beaten("a2 Ps at 1,0.2 north", "camp a 0,0.8 north 3x0.5", "= a2 there\n = a1 at 1,1.803 north");
    // DBA3-RECOIL-19: nor does it fall on those beside its way.
    beaten("a2 Ps at 2,0.8 north", "", "= a2 there\n = a1 at 1,1 north");
}

#[test]
fn nobody_passes_through_an_obstacle_to_a_friend_behind_it() {
    let beaten = |others: &str, more: &str, then: &str| {
        fight(&format!("a1 3Kn at 1,1 north; b1 4Sp at 2,1 south; {others}"), more, "1 3", then);
    };
    // DBA3-RECOIL-17: an enemy. DBA3-RECOIL-20: a camp.
    beaten("a2 4Sp at 0.6,-0.2 north; b2 4Sp at 1.6,-0.05 north", "", "= a1 there\n = used DBA3-RECOIL-17");
    beaten("a2 4Sp at 1,-0.5 north", "camp a 0,0 north 3x0.5", "= a1 at 1,0.753 north\n = used DBA3-RECOIL-17");
    // The enemy is met on the way past the friend.
    beaten(
        "a2 4Sp at 0.4,0.25 north; b2 4Sp at 1.4,-0.1 north; b3 4Sp at 15,5 south",
        "",
        "= used DBA3-RECOIL-17\n = unused DBA3-RECOIL-09",
    );
}

#[test]
fn all_who_are_passed_have_to_be_such_as_may_be_passed() {
    let beaten = |others: &str, then: &str| {
        fight(&format!("a1 3Kn at 1,1 north; b1 4Sp at 2,1 south; {others}"), "", "1 3", then);
    };
    // DBA3-RECOIL-09, DBA3-RECOIL-10: half behind it stand Spears, half Pikes; both are pushed.
    beaten(
        "a2 4Sp at 0.5,0.25 north; a3 4Pk at 1.5,0.25 north",
        "> recoil 0.75\n = a1 at 1,0.25 north\n = a2 at 0.5,-0.5 north\n = a3 at 1.5,-0.5 north",
    );
    beaten(
        "a2 4Sp at 0.5,0.25 north; a3 4Sp at 1.5,0.25 north",
        "> recoil 0.75\n = a1 at 1,-0.25 north\n = a2 there\n = a3 there",
    );
}

#[test]
fn guns_are_not_pushed_into_a_wood() {
    // DBA3-RECOIL-18: off the road, ground that is closed to a type ends the push, and the recoil with it.
    let beaten = |friend: &str, more: &str, then: &str| {
        fight(&format!("a1 4Sp at 1,1 north; a2 {friend} at 1,0.5 north; b1 4Bd at 2,1 south"), more, "1 3", then);
    };
    let wood = "ground woods -3,-4 6,-4 6,-0.7 -3,-0.7";
    beaten("Art", wood, "= a2 at 1,0.303 north\n = a1 at 1,0.803 north");
    beaten("Art", &format!("{wood}\n ground road 0.5 1.5,-8 1.5,14"), "= a2 at 1,0 north\n = a1 at 1,0.5 north");
    beaten("Art", "ground scrub -3,-4 6,-4 6,-0.7 -3,-0.7", "= a2 at 1,0 north");
    beaten("5Hd", wood, "= a2 at 1,0 north");
}
