//! Shooting.

use super::show;

fn targets(with: &str, more: &str, seen: &str) {
    show(&format!("with {with}\n {more}\n phase shooting\n | |\n = a1 targets {seen}"));
}

#[test]
fn bows_reach_three_base_widths_and_artillery_five() {
    // DBA3-SHOOT-01 to DBA3-SHOOT-03
    for (who, range) in [("4Bw", "3"), ("3Lb", "3"), ("8Cb", "3"), ("4Bw riding", "3"), ("WWg", "3"), ("Art", "5")] {
        let far = |by: i32| format!("{}", f64::from(1000 + 1000 * range.parse::<i32>().unwrap() + by) / 1000.0);
        targets(&format!("a1 {who} at 1,1 north; b1 4Sp at 2,{} south", far(0)), "", "b1");
        targets(&format!("a1 {who} at 1,1 north; b1 4Sp at 2,{} south", far(10)), "", "");
    }
    // DBA3-SHOOT-02: of mounted infantry only Bows.
    targets("a1 3Bd riding at 1,1 north; b1 4Sp at 2,3 south", "", "");
    // DBA3-SHOOT-19, DBA3-SHOOT-23, DBA3-SHOOT-24: half a base width within one to either side.
    for (x, seen) in [("3.5", "b1"), ("3.99", "b1"), ("4", ""), ("0.01", "b1"), ("0", "")] {
        targets(&format!("a1 4Bw at 1,1 north; b1 4Sp at {x},3 south"), "", seen);
    }
    // DBA3-SHOOT-20, DBA3-SHOOT-22: a War Wagon from every edge, in the middle of a deep one.
    for at in ["2,3 south", "3,0 west", "-1,1 east", "2,-2.5 south"] {
        targets(&format!("a1 WWg at 1,1 north; b1 4Sp at {at}"), "", "b1");
        targets(&format!("a1 4Bw at 1,1 north; b1 4Sp at {at}"), "", if at == "2,3 south" { "b1" } else { "" });
    }
}

#[test]
fn who_has_moved_far_does_not_shoot() {
    // DBA3-SHOOT-04, DBA3-SHOOT-05
    for (who, moved, seen) in
        [("4Bw", "1", "b1"), ("4Bw", "1.1", ""), ("WWg", "1.1", ""), ("Art", "0.1", ""), ("4Bw riding", "1", "b1")]
    {
        targets(&format!("a1 {who} at 1,1 north moved {moved}; b1 4Sp at 2,3 south"), "", seen);
    }
    // DBA3-SHOOT-06, DBA3-SHOOT-07: in the enemy's bound Bows shoot, Artillery does not, unless at Artillery that shoots at it.
    targets("a1 4Bw at 1,1 north; b1 4Sp at 2,3 south", "player b", "b1");
    targets("a1 Art at 1,1 north; b1 4Sp at 2,3 south", "player b", "");
    for (who, dice, totals, then) in [
        ("Art", "4 3", "8 7", "= a1 destroyed"),
        ("Art", "3 4", "7 8", "= b1 destroyed"),
        ("4Bw", "3 4", "5 8", "= b1 there"),
    ] {
        show(&format!(
            "with a1 Art at 1,1 north; b1 {who} at 2,3 south
 phase shooting
 player b
 | |
 > b1 shoots a1 ({dice})
 = totals {totals}
 {then}"
        ));
    }
}

#[test]
fn targets_come_in_an_order() {
    // DBA3-SHOOT-08: in its threat zone; DBA3-SHOOT-10: any. DBA3-SHOOT-09 is shown in `volleys.rs`.
    let near = "b1 4Sp at 2,1.9 south";
    let bow = "b2 4Bw at 3.2,3.5 south";
    let far = "b3 4Sp at 0.8,3.6 south";
    let two = bow.replace("b2", "b1") + "; " + &far.replace("b3", "b2");
    targets(&format!("a1 4Bw at 1,1 north; {near}; {bow}; {far}"), "", "b1");
    targets(&format!("a1 4Bw at 1,1 north; {two}"), "", "b1 b2");
    targets(&format!("a1 4Bw at 1,1 north; {}; b2 4Sp at 3.2,3.5 south", far.replace("b3", "b1")), "", "b1 b2");
    // DBA3-SHOOT-11: Artillery chooses freely.
    targets(&format!("a1 Art at 1,1 north; {two}"), "", "b1 b2");
    // DBA3-SHOOT-13, DBA3-SHOOT-14, DBA3-SHOOT-15: not at those in close combat or giving rear support; at those who only overlap.
    targets("a1 4Bw at 1,1 north; a2 4Sp at 3.2,2.5 north; b1 4Sp at 4.2,2.5 south; b2 4Sp at 3.2,2.5 south", "", "b2");
    targets("a1 4Bw at 1,1 north; a2 4Pk at 1.2,2.5 east; b1 4Pk at 1.2,1.5 west; b2 4Pk at 1.7,1.5 west", "", "");
    show(
        "with a1 4Bw; b1 4Sp; b2 4Sp at 5,3.5 south\n phase shooting\n |            |\n |    vb1v    |\n |    ^a1^    |\n |            |\n = a1 targets",
    );
}

#[test]
fn some_things_block_shots() {
    // DBA3-SHOOT-25: any element. DBA3-SHOOT-12: enemy Psiloi do not block Artillery; friends do.
    let between = |who: &str, other: &str, seen: &str| {
        targets(&format!("a1 {who} at 1,1 north; b1 4Sp at 2,3.5 south; {other}"), "", seen)
    };
    between("4Bw", "b2 Ps at 2,2.3 south", "b2");
    between("Art", "b2 Ps at 2,2.3 south", "b1 b2");
    between("Art", "b2 3Ax at 2,2.3 south", "b2");
    between("Art", "a2 Ps at 1,2.3 north", "");
    // DBA3-SHOOT-28: half a base width of these, also around the target.
    for kind in ["woods", "oasis", "dunes", "difficult_hill", "hamlet", "edifice"] {
        let ground = |to: &str| format!("ground {kind} -3,2 6,2 6,{to} -3,{to}");
        targets("a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south", &ground("2.6"), "");
        targets("a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south", &ground("2.4"), "b1");
        targets("a1 4Bw at 1,1 north; b1 4Sp at 2,2.4 south", &ground("5"), "b1");
        targets("a1 4Bw at 1,1 north; b1 4Sp at 2,2.6 south", &ground("5"), "");
    }
    for kind in ["scrub", "marsh", "rocky"] {
        targets("a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south", &format!("ground {kind} -3,1.5 6,1.5 6,3 -3,3"), "b1");
    }
    // DBA3-SHOOT-26: a crest.
    targets(
        "a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south",
        "ground gentle_hill -3,1.5 6,1.5 6,3 -3,3 crest -3,2 6,2",
        "",
    );
    // DBA3-SHOOT-27: walls; a camp does not, whoever holds it or not.
    targets("a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south", "ground fort -3,1.5 6,1.5 6,3 -3,3 gate 1,3", "");
    targets("a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south", "camp a 0,2 north 3x1", "b1");
    // DBA3-SHOOT-29: not out of marsh or river, not even partly. DBA3-SHOOT-30: neither out of nor into a gully.
    targets("a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south", "ground marsh -3,0 6,0 6,0.8 -3,0.8", "");
    targets("a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south", "ground river 1 -8,0.2 18,0.2", "");
    for (low, high, seen) in [("0", "1.1", ""), ("0.7", "1.1", "b1"), ("3.4", "5", ""), ("3.4", "3.8", "b1")] {
        targets(
            "a1 4Bw at 1,1 north; b1 4Sp at 2,3.5 south",
            &format!("ground gully -3,{low} 6,{low} 6,{high} -3,{high}"),
            seen,
        );
    }
}

#[test]
fn three_shoot_at_one_and_a_third_party_comes_first() {
    // DBA3-SHOOT-31, DBA3-TACT-12: the second and third each take one off the target.
    let all = "a1 4Bw at 1,1 north; a2 4Bw at 0,1 north; a3 4Bw at 2,1 north; b1 3Kn at 2,3.5 south";
    for (aids, totals) in [("", "8 6"), (" aided a2", "8 5"), (" aided a2+a3", "8 4")] {
        show(&format!("with {all}\n phase shooting\n | |\n > a1 shoots b1{aids} (4 3)\n = totals {totals}"));
    }
    show(&format!(
        "with {all}; a4 4Bw at 2.8,2 west\n phase shooting\n | |\n > a1 shoots b1 aided a2+a3+a4 (4 3)\n ! DBA3-SHOOT-31"
    ));
    // DBA3-SHOOT-17, DBA3-SHOOT-18: the third shoots first, and the shooter keeps its die if it stands in place.
    let third = "with a1 4Bw at 1,1 north; b1 3Kn at 2,3.5 south; b2 4Bw at -0.2,1.6 east\n phase shooting\n | |\n";
    show(&format!("{third} > a1 shoots b1 (2 5)\n = used DBA3-SHOOT-17\n = a1 at 1,0.5 north\n = b1 at 2,3.5 south"));
    show(&format!("{third} > a1 shoots b1 (5 2 3)\n = used DBA3-SHOOT-17\n = a1 there\n = totals 9 6"));
}
