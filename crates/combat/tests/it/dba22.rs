//! Combats of DBA 2.2, one line per rule: the result for both sides where it applies.

use super::lines_of_rules::{Line, all_show};

/// Rules that the result names.
#[rustfmt::skip]
const CLOSE: &[Line] = &[
    ("DBA22-TYPE-05", "CF 3", "Sp 3", "! not-possible a.type"),
    ("DBA22-CF-02", "Art 3", "Sp 3", "5 destroyed | 7 none"),
    ("DBA22-CF-03", "Aux 3", "Cv 4", "5 recoil | 7 none"),
    ("DBA22-CF-04", "Bd 3", "Cv 4", "6 recoil | 7 none"),
    ("DBA22-CF-05", "Bw 3", "Cv 4", "7 none | 7 none"),
    ("DBA22-CF-06", "Cm 3", "Cv 4", "7 none | 7 none"),
    ("DBA22-CF-07", "Cv 3", "Sp 3", "6 recoil | 7 none"),
    ("DBA22-CF-08", "El 3", "Cv 4", "8 none | 7 recoil"),
    ("DBA22-CF-09", "Hd 3", "Cv 4", "5 none | 7 none"),
    ("DBA22-CF-10", "Kn 3", "Cv 4", "7 none | 7 none"),
    ("DBA22-CF-11", "LH 3", "Cv 4", "5 recoil | 7 none"),
    ("DBA22-CF-12", "Pk 3", "Cv 4", "7 none | 7 none"),
    ("DBA22-CF-13", "Ps 3", "Cv 4", "5 destroyed | 7 none"),
    ("DBA22-CF-14", "SCh 3", "Cv 4", "7 destroyed | 7 none"),
    ("DBA22-CF-15", "Sp 3", "Cv 4", "7 none | 7 none"),
    ("DBA22-CF-16", "WWg 3", "Cv 4", "7 none | 7 none"),
    ("DBA22-CF-17", "Wb 3", "Cv 4", "5 recoil | 7 none"),
    ("DBA22-CF-18", "CF 3 in=camp", "Cv 4", "6 destroyed | 7 none"),
    ("DBA22-SUPP-01", "Pk 3 rear_support", "Sp 3", "9 none | 7 recoil"),
    ("DBA22-SUPP-02", "Wb 3 rear_support", "Kn 3", "6 none | 6 none"),
    ("DBA22-SUPP-03", "Sp 3 rear_support", "Sp 3", "8 none | 7 recoil"),
    ("DBA22-SUPP-04", "Bd 3 rear_support", "Kn 3", "7 none | 6 recoil"),
    ("DBA22-SUPP-05", "Sp 3 rear_support={\"type\":\"Ps\"}", "Wb 3", "8 none | 6 recoil"),
    ("DBA22-SUPP-06", "Aux 3 rear_support", "Bd 3 in=bua", "7 recoil | 11 none"),
    ("DBA22-TACT-01", "Bd 3 in=bua", "Sp 3", "11 none | 7 recoil"),
    ("DBA22-TACT-02", "CF 3 in=camp", "Sp 3", "6 destroyed | 7 none"),
    ("DBA22-TACT-04", "Sp 3 uphill bank", "Sp 3", "8 none | 7 recoil"),
    ("DBA22-TACT-05", "Sp 3 bank", "Sp 3", "8 none | 7 recoil"),
    ("DBA22-TACT-06", "Sp 3 left=overlap right=flank rear", "Sp 3", "4 recoil | 7 none"),
    ("DBA22-TACT-08", "Sp 3 going=bad", "Sp 3", "5 recoil | 7 none"),
    ("DBA22-TACT-09", "Cv 3", "Ps 3 feature=woods", "4 recoil | 5 none"),
    ("DBA22-TACT-10", "Cv 3", "Aux 3 in=bua", "4 destroyed | 8 none"),
    ("DBA22-OUT-02", "SCh 3", "Sp 3", "7 destroyed | 7 none"),
    ("DBA22-OUT-02", "Kn 4", "Sp 3", "7 none | 7 none"),
    ("DBA22-OUT-06", "Art 3", "Sp 3", "5 destroyed | 7 none"),
    ("DBA22-OUT-07", "Aux 3", "Kn 3", "5 destroyed | 6 none +0.75"),
    ("DBA22-OUT-07", "Aux 3 going=bad", "Kn 6", "5 recoil | 7 none +0.75"),
    ("DBA22-OUT-08", "Bd 3", "SCh 3", "6 destroyed | 7 none +1"),
    ("DBA22-OUT-08", "Bd 2", "Wb 5", "7 destroyed | 8 none +0.5"),
    ("DBA22-OUT-08", "Bd 2", "Bd 3", "7 recoil | 8 none"),
    ("DBA22-OUT-09", "Bw 2", "Cv 5", "6 destroyed | 8 none"),
    ("DBA22-OUT-09", "Bw 2", "Sp 2", "4 recoil | 6 none"),
    ("DBA22-OUT-10", "Cm 2", "SCh 4", "6 flee | 8 none +1"),
    ("DBA22-OUT-10", "Cm 4 going=bad", "Ps 4", "4 flee | 6 none"),
    ("DBA22-OUT-11", "Cv 3", "SCh 4", "6 flee | 8 none +1"),
    ("DBA22-OUT-11", "Cv 3", "Sp 3", "6 recoil | 7 none"),
    ("DBA22-OUT-12", "El 1", "Aux 4", "5 destroyed | 6 none"),
    ("DBA22-OUT-12", "El 2", "Sp 3", "6 recoil | 7 none"),
    ("DBA22-OUT-13", "Hd 2 in=camp", "Sp 5", "7 destroyed | 9 none"),
    ("DBA22-OUT-13", "Hd 2", "El 3", "4 destroyed | 7 none"),
    ("DBA22-OUT-13", "Hd 2", "Wb 3", "5 destroyed | 6 none +0.5"),
    ("DBA22-OUT-13", "Hd 2", "Sp 3", "5 none | 7 none"),
    ("DBA22-OUT-14", "Kn 2", "LH 5", "6 destroyed | 7 none"),
    ("DBA22-OUT-14", "Kn 2 charged", "Bw 3", "5 destroyed | 7 none"),
    ("DBA22-OUT-14", "Kn 3 going=bad", "Ps 4", "4 destroyed | 6 none"),
    ("DBA22-OUT-14", "Kn 2", "Bw 3", "5 recoil | 7 none"),
    ("DBA22-OUT-15", "LH 2", "SCh 3", "4 flee | 7 none +1"),
    ("DBA22-OUT-15", "LH 2", "Sp 2", "4 recoil | 6 none"),
    ("DBA22-OUT-16", "Pk 2", "LH 5", "6 destroyed | 7 none"),
    ("DBA22-OUT-16", "Pk 2", "Wb 3", "5 destroyed | 6 none +0.5"),
    ("DBA22-OUT-16", "Pk 2", "Sp 2", "5 recoil | 6 none"),
    ("DBA22-OUT-17", "Ps 2", "Cm 4", "4 destroyed | 6 none"),
    ("DBA22-OUT-17", "Ps 2", "Sp 2", "4 recoil | 6 none"),
    ("DBA22-OUT-18", "SCh 3", "Sp 4", "7 destroyed | 8 none"),
    ("DBA22-OUT-19", "Sp 3", "El 4", "7 destroyed | 8 none"),
    ("DBA22-OUT-19", "Sp 3 going=bad", "Sp 4", "5 recoil | 8 none"),
    ("DBA22-OUT-20", "WWg 2", "El 3", "6 destroyed | 7 none"),
    ("DBA22-OUT-20", "WWg 2 in=camp", "Sp 5", "7 destroyed | 9 none"),
    ("DBA22-OUT-20", "WWg 2", "Sp 3", "5 none | 7 none"),
    ("DBA22-OUT-21", "Wb 3", "Kn 4", "5 destroyed | 7 none +0.75"),
    ("DBA22-OUT-21", "Wb 3", "Sp 3", "6 recoil | 7 none"),
    ("DBA22-OUT-22", "CF 3 in=camp", "Sp 3", "6 destroyed | 7 none"),
    ("DBA22-OUT-24", "Cv 1", "Pk 6", "4 flee | 10 none"),
    ("DBA22-OUT-24", "Cv 1", "Art 6", "4 flee | 8 none"),
    ("DBA22-OUT-24", "Cv 1", "Bd 6", "4 destroyed | 9 none"),
    ("DBA22-OUT-25", "LH 1", "Cv 5", "3 destroyed | 8 none"),
    ("DBA22-OUT-25", "LH 1", "Sp 5", "3 flee | 9 none"),
    ("DBA22-OUT-26", "Ps 1", "LH 6", "3 destroyed | 8 none"),
    ("DBA22-OUT-26", "Ps 1", "Bw 4", "3 destroyed | 6 none"),
    ("DBA22-OUT-26", "Ps 1", "Sp 5", "3 flee | 9 none"),
    ("DBA22-OUT-28", "SCh 1 left=flank", "Art 6", "4 destroyed | 8 none"),
    ("DBA22-OUT-28", "Bw 1", "Art 6", "3 recoil | 8 none"),
    ("DBA22-OUT-28", "Sp 1", "Bd 6", "5 destroyed | 11 none"),
    ("DBA22-PURS-01", "Kn 6", "Sp 3", "9 none +0.75 | 7 destroyed"),
    ("DBA22-PURS-01", "Wb 5", "Sp 2", "8 none +0.5 | 6 destroyed"),
    ("DBA22-PURS-01", "SCh 6", "Bw 3", "10 none +1 | 7 destroyed"),
];

/// Rules that show in the result without being named.
#[rustfmt::skip]
const CLOSE_SILENT: &[Line] = &[
    ("DBA22-TYPE-01", "Cv 3 in=bua", "Sp 3", "! not-possible a.in"),
    ("DBA22-TYPE-02", "Cv 3", "Art 3", "6 none | 5 destroyed"),
    ("DBA22-TYPE-03", "Art 3", "Sp 3", "5 destroyed | 7 none"),
    ("DBA22-TYPE-04", "Hd 6", "Sp 2", "9 none +0.75 | 6 recoil"),
    ("DBA22-SUPP-01", "Pk 3 rear_support going=bad", "Sp 3", "4 recoil | 7 none"),
    ("DBA22-SUPP-01", "Pk 3 rear_support", "Cv 3", "7 none | 6 recoil"),
    ("DBA22-SUPP-03", "Sp 3 rear_support", "Bd 3", "7 recoil | 8 none"),
    ("DBA22-TACT-02", "Cv 3 in=camp", "Sp 3", "6 recoil | 7 none"),
    ("DBA22-TACT-09", "Cv 3 going=bad", "Ps 3 feature=woods", "4 flee | 5 none"),
    ("DBA22-TACT-10", "El 3", "Aux 3 in=bua", "7 destroyed | 8 none"),
    ("DBA22-OUT-01", "Sp 1", "Bd 5", "5 destroyed | 10 none"),
    ("DBA22-OUT-03", "Aux 4", "Kn 5 going=bad", "6 none | 6 none"),
    ("DBA22-OUT-04", "LH 4 going=rough", "Ps 4", "4 flee | 6 none"),
    ("DBA22-OUT-23", "Bd 4", "Wb 5 in=camp", "9 recoil | 10 none +0.5"),
    ("DBA22-PURS-01", "Bd 5", "Sp 2", "10 none | 6 recoil"),
];

/// Rules that the result names.
#[rustfmt::skip]
const SHOOTING: &[Line] = &[
    ("DBA22-CF-01", "Art 3", "Sp 3", "7 none | 7 none"),
    ("DBA22-TACT-01", "Bw 3", "CF 3 in=bua", "5 none | 7 none"),
    ("DBA22-TACT-03", "Bw 3", "Sp 3 general", "5 none | 8 none"),
    ("DBA22-TACT-07", "Bw 3 aids=2", "Sp 3", "5 none | 5 none"),
    ("DBA22-OUT-05", "Bw 5", "Art 2", "7 none | 6 recoil"),
    ("DBA22-OUT-12", "Art 3", "El 1", "7 none | 5 destroyed"),
    ("DBA22-OUT-13", "Bw 5", "Hd 2", "7 none | 5 destroyed"),
    ("DBA22-OUT-15", "Art 3", "LH 2", "7 none | 4 flee"),
    ("DBA22-OUT-20", "Art 4", "WWg 2", "8 none | 5 destroyed"),
    ("DBA22-OUT-22", "Art 4", "CF 3 in=bua", "8 none | 7 surrender"),
    ("DBA22-OUT-22", "Bw 5", "CF 2 in=camp", "7 none | 5 none"),
    ("DBA22-OUT-27", "Art 6 left=flank aids=2", "Art 1", "10 none | 3 destroyed"),
];

/// Rules that show in the result without being named.
#[rustfmt::skip]
const SHOOTING_SILENT: &[Line] = &[
    ("DBA22-TACT-08", "Bw 3", "Sp 3 going=bad", "5 none | 7 none"),
];

#[test]
fn every_rule_of_combat_shows() {
    all_show("dba22", "close", CLOSE, true);
    all_show("dba22", "close", CLOSE_SILENT, false);
    all_show("dba22", "shooting", SHOOTING, true);
    all_show("dba22", "shooting", SHOOTING_SILENT, false);
}
