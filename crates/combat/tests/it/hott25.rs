//! Combats of HOTT 2.5, one line per rule: the result for both sides where it applies.

use super::lines_of_rules::{Line, all_show};

/// Rules that the result names.
#[rustfmt::skip]
const CLOSE: &[Line] = &[
    ("HOTT25-CF-02", "Pl 3", "Bd 3", "9 none | 6 recoil"),
    ("HOTT25-CF-02", "Gd 3", "Kn 3", "9 none | 7 recoil"),
    ("HOTT25-CF-03", "AHr 3", "Bd 3", "8 none | 6 recoil"),
    ("HOTT25-CF-04", "Ab 3", "Bd 3", "8 none | 6 recoil"),
    ("HOTT25-CF-04", "Sk 3", "Kn 3", "6 none | 6 none"),
    ("HOTT25-CF-05", "Bh 3", "Kn 3", "8 none +1 | 7 destroyed"),
    ("HOTT25-CF-06", "Cl 3", "Kn 3", "7 none | 6 recoil"),
    ("HOTT25-CF-07", "Sh 3", "Kn 3", "7 none | 6 recoil"),
    ("HOTT25-CF-07", "Bs 3", "Bd 3", "6 none | 6 none"),
    ("HOTT25-CF-08", "Rd 3", "Bd 3", "6 none | 6 none"),
    ("HOTT25-CF-08", "Wb 3", "Kn 3", "6 none | 6 none"),
    ("HOTT25-CF-09", "Ra 3", "Bd 3", "5 recoil | 6 none"),
    ("HOTT25-SUPP-01", "Sp 3 rear_support", "Kn 3", "8 none | 6 recoil"),
    ("HOTT25-SUPP-02", "Pk 3 rear_support", "Bd 3", "9 none +0.5 | 8 recoil"),
    ("HOTT25-SUPP-03", "Wb 3 rear_support", "Bd 3", "7 recoil | 8 none +0.5"),
    ("HOTT25-TACT-01", "Bd 3 general", "Bd 3", "9 none +0.5 | 8 recoil"),
    ("HOTT25-TACT-03", "Bd 3 bank", "Bd 3", "9 none +0.5 | 8 recoil"),
    ("HOTT25-TACT-04", "Bd 3 left=overlap right=flank rear", "Bd 3", "5 recoil | 8 none +0.5"),
    ("HOTT25-TACT-06", "Bd 3 going=bad", "Wb 3 going=bad", "6 none | 6 none"),
    ("HOTT25-TACT-07", "Dg 3", "Wb 3 going=bad", "7 none | 6 recoil"),
    ("HOTT25-TACT-12", "Kn 3", "Lk 3 water", "4 recoil | 5 none"),
    ("HOTT25-OUT-02", "Hr 2", "AHr 2", "7 destroyed | 7 destroyed"),
    ("HOTT25-OUT-03", "Pl 1", "Mg 3", "7 destroyed | 7 destroyed"),
    ("HOTT25-OUT-04", "Bd 2", "Bd 2", "7 none | 7 none"),
    ("HOTT25-OUT-05", "Gd 1", "Cl 4", "7 banished | 8 none"),
    ("HOTT25-OUT-05", "Gd 1", "Hr 4", "7 none | 9 none"),
    ("HOTT25-OUT-08", "Hr 2", "Stronghold 3", "7 flee | 9 none"),
    ("HOTT25-OUT-09", "Hr 2", "Bd 5", "7 recoil | 8 none"),
    ("HOTT25-OUT-10", "Dg 1", "Pl 3", "7 destroyed | 9 none"),
    ("HOTT25-OUT-10", "Dg 1", "Bd 5", "7 banished | 8 none"),
    ("HOTT25-OUT-11", "Fl 3", "Mg 4", "5 flee | 8 none"),
    ("HOTT25-OUT-11", "Ab 1", "Bd 5", "6 recoil | 8 none"),
    ("HOTT25-OUT-12", "Kn 4 going=bad", "Sp 3", "5 destroyed | 7 none"),
    ("HOTT25-OUT-13", "Kn 3 charged", "Mg 5", "6 destroyed | 9 none"),
    ("HOTT25-OUT-14", "Kn 3", "Bh 4", "7 destroyed | 9 none +1"),
    ("HOTT25-OUT-14", "Kn 3", "Sh 4", "6 recoil | 8 none"),
    ("HOTT25-OUT-15", "Rd 5 going=bad", "Bd 5", "6 destroyed | 8 none"),
    ("HOTT25-OUT-15", "Ra 4", "Sp 4", "6 recoil | 8 none"),
    ("HOTT25-OUT-16", "Bh 2", "Dg 5", "7 flee | 11 none"),
    ("HOTT25-OUT-16", "Bh 2", "Sp 5", "6 recoil | 9 none"),
    ("HOTT25-OUT-17", "Bd 2", "Wb 5", "7 destroyed | 8 none +0.5"),
    ("HOTT25-OUT-17", "Bd 2", "Sp 4", "7 recoil | 8 none"),
    ("HOTT25-OUT-18", "Sh 2", "Rd 4", "6 destroyed | 7 none"),
    ("HOTT25-OUT-19", "Wb 2", "Bh 3", "5 destroyed | 7 none +1"),
    ("HOTT25-OUT-19", "Wb 2", "Kn 3", "5 destroyed | 6 none +1"),
    ("HOTT25-OUT-19", "Wb 2", "Sp 3", "5 recoil | 7 none"),
    ("HOTT25-OUT-20", "Sk 2", "Bd 3", "7 flee | 8 none +0.5"),
    ("HOTT25-OUT-21", "Lk 3", "Bd 3", "5 banished | 8 none"),
    ("HOTT25-OUT-22", "Mg 2", "Gd 2", "6 destroyed | 8 none"),
    ("HOTT25-OUT-23", "Mg 3", "Sp 4", "7 recoil | 8 none"),
    ("HOTT25-OUT-24", "Pl 2", "Bd 6", "8 destroyed | 9 none"),
    ("HOTT25-OUT-25", "Skr 3", "Kn 4", "5 destroyed | 7 none"),
    ("HOTT25-OUT-25", "Skr 3", "Sp 3", "5 recoil | 7 none"),
    ("HOTT25-OUT-26", "Sp 2", "Wb 6", "6 destroyed | 9 none +0.5"),
    ("HOTT25-OUT-26", "Pk 2", "Kn 5", "6 destroyed | 8 none +1"),
    ("HOTT25-OUT-26", "Hd 3", "Bd 3", "5 recoil | 8 none +0.5"),
    ("HOTT25-OUT-27", "Bh 4", "Stronghold 1", "8 none | 7 captured"),
    ("HOTT25-OUT-28", "Skr 1", "Skr 4", "3 destroyed | 6 none"),
    ("HOTT25-OUT-28", "Skr 1", "Rd 5", "3 destroyed | 8 none"),
    ("HOTT25-OUT-28", "Skr 1", "Bd 4", "3 flee | 9 none"),
    ("HOTT25-OUT-29", "Ra 1", "Sh 6", "3 destroyed | 10 none"),
    ("HOTT25-OUT-29", "Ra 1", "Bd 4", "3 flee | 7 none"),
    ("HOTT25-OUT-30", "Fl 1", "Dg 4", "3 destroyed | 10 none"),
    ("HOTT25-OUT-30", "Fl 1", "Bd 5", "3 flee | 8 none"),
    ("HOTT25-OUT-31", "Bd 1", "Dg 6", "4 destroyed | 12 none"),
];

/// Rules that show in the result without being named.
#[rustfmt::skip]
const CLOSE_SILENT: &[Line] = &[
    ("HOTT25-TYPE-01", "Dg 3", "Skr 3", "9 none | 5 recoil"),
    ("HOTT25-TYPE-02", "Bh 3", "Sh 3", "7 none | 7 none"),
    ("HOTT25-TYPE-03", "Kn 3", "Stronghold 3", "6 recoil | 9 none"),
    ("HOTT25-TYPE-04", "Gd 3", "Stronghold 1", "9 none | 7 none"),
    ("HOTT25-TYPE-05", "Kn 3", "Lk 3 water", "4 recoil | 5 none"),
    ("HOTT25-CF-01", "Kn 3 general uphill", "Bd 3", "8 none +1 | 6 recoil"),
    ("HOTT25-SUPP-04", "Pk 3 rear_support going=bad", "Bd 3", "4 destroyed | 8 none +0.5"),
    ("HOTT25-SUPP-05", "Pk 3 rear_support", "Stronghold 3", "6 recoil | 9 none"),
    ("HOTT25-TACT-03", "Bd 3 bank", "Dg 3", "6 recoil | 9 none"),
    ("HOTT25-TACT-06", "Dg 3 going=bad", "Wb 3", "9 none | 6 recoil"),
    ("HOTT25-TACT-07", "Bs 3", "Wb 3 going=bad", "6 none | 6 none"),
    ("HOTT25-OUT-01", "Bd 1", "Sp 6", "6 recoil | 10 none"),
    ("HOTT25-OUT-02", "Hr 1", "AHr 1", "6 none | 6 none"),
];

/// Rules that the result names.
#[rustfmt::skip]
const SHOOTING: &[Line] = &[
    ("HOTT25-TACT-02", "Sh 3", "Bd 3 feature=woods", "6 none | 10 none"),
    ("HOTT25-TACT-05", "Sh 3 aids=2", "Bd 3", "6 none | 6 none"),
    ("HOTT25-OUT-06", "Art 5", "Hr 2", "9 none | 7 destroyed"),
    ("HOTT25-OUT-18", "Sh 4", "Sh 2", "7 none | 5 recoil"),
    ("HOTT25-OUT-24", "Sh 4", "Art 1", "7 none | 5 none"),
];

/// Rules that show in the result without being named.
#[rustfmt::skip]
const SHOOTING_SILENT: &[Line] = &[
    ("HOTT25-SUPP-06", "Sh 3", "Pk 3 rear_support", "6 none | 6 none"),
    ("HOTT25-TACT-01", "Sh 3 general", "Bd 3", "6 none | 8 none"),
];

/// Rules that the result names.
#[rustfmt::skip]
const BESPELLING: &[Line] = &[
    ("HOTT25-TACT-05", "Mg 3 aids=1", "Bd 3", "7 none | 7 none"),
    ("HOTT25-TACT-08", "Mg 3", "Bd 3 feature=woods facing_river protected", "7 none | 10 none"),
    ("HOTT25-TACT-09", "Mg 3", "Bd 3 facing_river protected", "7 none | 10 none"),
    ("HOTT25-TACT-10", "Mg 3", "Bd 3 protected", "7 none | 10 none"),
    ("HOTT25-TACT-10", "Mg 3", "Cl 3", "7 none | 9 none"),
    ("HOTT25-TACT-11", "Mg 3", "Mg 3 near_own_stronghold", "5 ensorcelled | 7 none"),
    ("HOTT25-OUT-07", "Mg 5", "AHr 2", "9 none | 7 ensorcelled"),
    ("HOTT25-OUT-23", "Mg 3", "Mg 4", "7 ensorcelled | 8 none"),
    ("HOTT25-MAGIC-04", "Mg 1", "Hd 6", "5 none | 8 none"),
];

/// Rules that show in the result without being named.
#[rustfmt::skip]
const BESPELLING_SILENT: &[Line] = &[
    ("HOTT25-MAGIC-03", "Mg 3", "Hr 3", "7 none | 8 none"),
    ("HOTT25-MAGIC-04", "Mg 1", "Gd 6", "5 destroyed | 12 none"),
    ("HOTT25-MAGIC-05", "Mg 5", "Hr 2", "9 none | 7 ensorcelled"),
    ("HOTT25-MAGIC-07", "Mg 3 aids=2", "Hr 3", "7 none | 6 ensorcelled"),
];

#[test]
fn every_rule_of_combat_shows() {
    all_show("hott25", "close", CLOSE, true);
    all_show("hott25", "close", CLOSE_SILENT, false);
    all_show("hott25", "shooting", SHOOTING, true);
    all_show("hott25", "shooting", SHOOTING_SILENT, false);
    all_show("hott25", "bespelling", BESPELLING, true);
    all_show("hott25", "bespelling", BESPELLING_SILENT, false);
}
