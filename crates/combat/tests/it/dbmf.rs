//! Combats of DBMF, one line per rule: the result for both sides where it applies.
//!
//! Of CF, SUPP, TACT, GRADF and OUT, those that only the DBMM book can resolve are missing: DBMF-SUPP-01 and
//! DBMF-SUPP-03 to DBMF-SUPP-06 (which elements support which), DBMF-TACT-05 (overlaps), DBMF-OUT-02 (aiding) and
//! DBMF-OUT-41.

use musterfield_combat::file::Question;
use serde_json::{Value, json};

use super::lines_of_rules::{Line, all_show, all_show_in};
use super::meeting::ask;

/// Rules that the result names.
#[rustfmt::skip]
const CLOSE: &[Line] = &[
    ("DBMF-CF-02", "Av 3", "Kn 3", "8 none | 6 dbmm"),
    ("DBMF-CF-02", "Dr 3", "Sp 3", "8 none | 6 destroyed"),
    ("DBMF-CF-03", "El 3", "Bd 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-03", "Exp 3", "Kn 3", "8 none | 6 dbmm"),
    ("DBMF-CF-04", "Sp 3", "Kn 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-04", "WWg 3", "Bd 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-07", "Pk 3", "Kn 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-07", "Pk 3", "Bd 3", "6 dbmm | 7 none"),
    ("DBMF-CF-09", "Bw 3", "Kn 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-09", "Bw 3", "Bd 3", "5 dbmm | 7 none"),
    ("DBMF-CF-10", "Gi 3", "Kn 3", "6 dbmm | 7 none"),
    ("DBMF-CF-10", "Gi 3", "Bd 3", "8 none | 7 dbmm"),
    ("DBMF-CF-11", "Air 3", "Kn 3", "6 dbmm | 7 none"),
    ("DBMF-CF-11", "Cv 3", "Bd 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-12", "Wb 3", "Kn 3", "6 dbmm | 7 none"),
    ("DBMF-CF-13", "Fl 3", "Kn 3", "6 dbmm | 6 dbmm"),
    ("DBMF-CF-13", "Fl 3", "Bd 3", "5 dbmm | 7 none"),
    ("DBMF-CF-14", "Cm 3", "Bd 3", "6 dbmm | 7 none"),
    ("DBMF-CF-14", "LH 3", "Kn 3", "5 dbmm | 6 none"),
    ("DBMF-CF-15", "Hd 3", "Kn 3", "5 dbmm | 7 none"),
    ("DBMF-CF-15", "Art 3", "Bd 3", "5 dbmm | 7 none"),
    ("DBMF-CF-16", "Gal 3 ashore", "Bd 3", "4 dbmm | 7 none"),
    ("DBMF-CF-16", "Air 3 ashore", "Kn 3", "4 dbmm | 7 none"),
    ("DBMF-CF-20", "Air(X) 3", "Kn 3", "7 destroyed | 7 dbmm"),
    ("DBMF-TACT-01", "Sp 3 in=fortification", "Fl 3", "10 none | 5 dbmm"),
    ("DBMF-TACT-01", "Sp 3 in=fortification", "WWg(S) 3", "10 none | 7 dbmm"),
    ("DBMF-TACT-01", "Sp 3 in=fortification", "Shp(X) 3", "10 none | 6 dbmm"),
    ("DBMF-TACT-02", "Kn(H) 3", "Bd 3", "8 none | 7 dbmm"),
    ("DBMF-TACT-02", "Cl(X) 3", "Bd 3", "8 none | 6 dbmm"),
    ("DBMF-TACT-03", "Kn 3", "Bd(E) 3", "6 dbmm | 7 none"),
    ("DBMF-TACT-04", "Kn 3 other_factors=-2", "Bd 3", "5 dbmm | 7 none"),
    ("DBMF-GRADF-01", "Bd(E) 3", "Bd(H) 3", "6 dbmm | 8 none"),
    ("DBMF-GRADF-01", "Bd(E) 3", "Bd(E) 3", "6 dbmm | 6 dbmm"),
    ("DBMF-GRADF-01", "Bd(E) 4", "Mg 5", "7 destroyed | 8 none"),
    ("DBMF-OUT-03", "Av 1", "Cl 4", "6 banished | 8 none"),
    ("DBMF-OUT-03", "Av 1", "Mg 5", "6 banished | 8 none"),
    ("DBMF-OUT-04", "Av 1", "Bd 4", "6 none | 7 none"),
    ("DBMF-OUT-05", "Dr 1", "Kn(H) 3", "6 destroyed | 7 none"),
    ("DBMF-OUT-06", "Dr 1", "Bd 4", "6 flee | 7 none"),
    ("DBMF-OUT-07", "Air 1", "Art 5", "5 destroyed | 7 none"),
    ("DBMF-OUT-07", "Air 3", "Dr 3", "5 destroyed | 8 none"),
    ("DBMF-OUT-08", "Fl 3", "LH 5", "6 flee | 7 none"),
    ("DBMF-OUT-08", "Fl 3", "Mg 4", "5 flee | 7 none"),
    ("DBMF-OUT-09", "El 1", "Mg 4", "5 destroyed | 7 none"),
    ("DBMF-OUT-11", "Kn 1", "Mg 5", "5 destroyed | 8 none"),
    ("DBMF-OUT-12", "Cv 3", "Dr 3", "5 flee | 8 none"),
    ("DBMF-OUT-14", "LH 3", "Mg 4", "6 flee | 7 none"),
    ("DBMF-OUT-15", "Cm 4", "Dr 3", "5 flee | 8 none"),
    ("DBMF-OUT-17", "Pk 3", "Dr 3", "6 destroyed | 8 none"),
    ("DBMF-OUT-19", "Bd 3", "Dr 3", "6 destroyed | 8 none"),
    ("DBMF-OUT-21", "Wb 3", "Mg 4", "6 destroyed | 7 none"),
    ("DBMF-OUT-23", "Bw 3", "Mg 4", "5 destroyed | 7 none"),
    ("DBMF-OUT-23", "Sh 1", "Mg 4", "5 destroyed | 7 none"),
    ("DBMF-OUT-25", "Ax 3", "Av 3", "5 flee | 8 none"),
    ("DBMF-OUT-27", "Art 3", "Mg 4", "5 destroyed | 7 none"),
    ("DBMF-OUT-28", "WWg 3", "Gi 3", "7 destroyed | 8 none"),
    ("DBMF-OUT-29", "Hd 5", "Dr 3", "6 destroyed | 8 none"),
    ("DBMF-OUT-31", "Mg 3", "Bd(H) 3", "6 destroyed | 8 none"),
    ("DBMF-OUT-32", "Gi 1", "Art 6", "6 destroyed | 8 none"),
    ("DBMF-OUT-30", "Hd 3", "Cl(S) 3", "5 destroyed | 7 none"),
    ("DBMF-OUT-35", "Dr 1 other_factors=-2", "Bd 6", "4 spent | 9 none"),
    ("DBMF-OUT-35", "Dr 1 other_factors=-2", "Mg 6", "4 destroyed | 9 none"),
    ("DBMF-OUT-35", "Dr 1 other_factors=-1", "Bd(H) 6", "5 destroyed | 11 none"),
    ("DBMF-OUT-36", "Cv 1 other_factors=-1", "Air 6", "4 flee | 9 none"),
    ("DBMF-OUT-37", "LH 1", "Air 6", "4 spent | 9 none"),
    ("DBMF-OUT-38", "Ps 1", "Air 6", "3 flee | 10 none"),
    ("DBMF-OUT-39", "Av 1 other_factors=-2", "Cl 6", "4 destroyed | 10 none"),
    ("DBMF-OUT-39", "Bge 1", "Kn 4", "3 dbmm | 8 none"),
    ("DBMF-OUT-39", "Kn 1", "Dr 6", "3 destroyed | 11 none"),
    ("DBMF-OUT-40", "Air(X) 6", "Bd 1", "10 destroyed | 5 dbmm"),
    ("DBMF-OUT-40", "Air(X) 1", "Bd 6", "5 destroyed | 10 none"),
    ("DBMF-OUT-40", "Air(X) 3", "Bd 3", "7 destroyed | 7 dbmm"),
    ("DBMF-OUT-42", "Bd 3", "Bd 3", "7 dbmm | 7 dbmm"),
    ("DBMF-OUT-42", "Av 1", "Bd(E) 5", "6 dbmm | 9 none"),
    ("DBMF-GRADE-49", "Gi 1", "Air(X) 5", "6 destroyed | 9 destroyed"),
];

/// Rules that the result names, in the bound of the second.
#[rustfmt::skip]
const CLOSE_IN_B: &[Line] = &[
    ("DBMF-SUPP-07", "Bd 3 rear_support={\"type\":\"Cl\"}", "Bd(E) 3", "7 dbmm | 7 dbmm"),
    ("DBMF-OUT-13", "Cv 3", "Gi 5", "7 flee | 8 none"),
    ("DBMF-OUT-16", "Cl 3", "Exp 4", "6 destroyed | 9 none"),
    ("DBMF-OUT-18", "Sp 3", "Cl(S) 5", "7 destroyed | 9 none"),
    ("DBMF-OUT-20", "Bd 3", "Cl(S) 5", "7 destroyed | 9 none"),
    ("DBMF-OUT-22", "Wb 3", "Cl(S) 5", "6 destroyed | 9 none"),
    ("DBMF-OUT-24", "Ax 3", "Cl(S) 5", "6 destroyed | 9 none"),
    ("DBMF-OUT-26", "Ps 3", "Cl 3", "5 destroyed | 7 none"),
    ("DBMF-OUT-26", "Ps 4", "Fl(S) 5", "6 destroyed | 7 none"),
];

/// Rules that show in the result without being named.
#[rustfmt::skip]
const CLOSE_SILENT: &[Line] = &[
    ("DBMF-TYPE-02", "Sp 3", "Cm 3", "7 none | 6 dbmm"),
    ("DBMF-TYPE-08", "Pk 3", "Dr(X) 3", "5 destroyed | 8 none"),
    ("DBMF-TYPE-10", "Bh 3", "Kn 3", "8 none | 6 dbmm"),
    ("DBMF-TYPE-11", "Kn 3", "Cl(E) 3", "5 dbmm | 6 none"),
    ("DBMF-CF-01", "Kn 3", "WWg 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-19", "Kn 3", "El(X) 3", "6 dbmm | 8 none"),
    ("DBMF-GRADE-43", "Wb(X) 3", "Kn 3", "6 dbmm | 7 none"),
    ("DBMF-GRADE-45", "Mg 3", "Cl(X) 3", "6 destroyed | 8 none"),
    ("DBMF-GRADE-46", "Mg(X) 3", "Kn 3", "6 dbmm | 7 none"),
    ("DBMF-GRADE-49", "Cv 1", "Air(X) 6", "5 dbmm | 10 destroyed"),
    ("DBMF-SUPP-02", "Bd 3 rear_support={\"type\":\"Cl(H)\"}", "Bd(E) 3", "6 dbmm | 7 none"),
    ("DBMF-SUPP-07", "Bd 3 rear_support={\"type\":\"Cl\"}", "Bd(E) 3", "6 dbmm | 7 none"),
    ("DBMF-TACT-03", "Bd(C) 3", "Bd(E) 3", "7 dbmm | 7 dbmm"),
    ("DBMF-GRADF-02", "Bd(C) 3", "Bd(E) 3", "7 dbmm | 7 dbmm"),
    ("DBMF-GRADF-01", "Bd(E) 3", "Bd 4", "7 dbmm | 7 dbmm"),
    ("DBMF-OUT-10", "El 1", "Bd(H) 3", "5 dbmm | 8 none"),
    ("DBMF-OUT-25", "Ax 3 going=rough", "Av 3", "5 dbmm | 8 none"),
    ("DBMF-OUT-34", "Cv 3", "Gi 5", "7 dbmm | 8 none"),
    ("DBMF-OUT-16", "Cl 3", "Exp 4", "6 dbmm | 9 none"),
];

/// Rules that the result names.
#[rustfmt::skip]
const SHOOTING: &[Line] = &[
    ("DBMF-CF-05", "Art 3", "Kn 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-06", "Bw 3", "Gi 3", "6 dbmm | 7 none"),
    ("DBMF-CF-08", "Bw 3", "Bd 3", "6 dbmm | 7 none"),
    ("DBMF-CF-09", "Bw 3", "Bw 3 shoots", "5 dbmm | 5 dbmm"),
    ("DBMF-CF-11", "Bw 3", "Kn 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-12", "Bw 3", "Cv 3", "7 none | 6 dbmm"),
    ("DBMF-CF-17", "Gi(X) 3", "Kn 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-18", "El(X) 3", "Kn 3", "7 dbmm | 7 dbmm"),
    ("DBMF-TACT-01", "Air 3", "Sp 3 in=fortification", "7 dbmm | 10 none"),
    ("DBMF-TACT-02", "Bw 3", "Kn(H) 3", "7 dbmm | 8 none"),
    ("DBMF-OUT-04", "Bw 6", "Av 1", "9 none | 6 none"),
    ("DBMF-OUT-05", "Bw(H) 6", "Dr 2", "10 none | 7 destroyed"),
    ("DBMF-OUT-07", "Art 5", "Air 3", "9 none | 7 destroyed"),
    ("DBMF-OUT-08", "Bw 5", "Fl 3", "9 none | 5 flee"),
    ("DBMF-OUT-33", "El(X) 5", "Air 3", "9 none | 7 destroyed"),
    ("DBMF-OUT-33", "Gi(X) 5", "Gi 3", "9 none | 7 destroyed"),
    ("DBMF-OUT-35", "Bw 6 other_factors=6", "Dr 1", "16 none | 6 spent"),
    ("DBMF-OUT-36", "Air 6", "Cv 1", "9 none | 4 flee"),
    ("DBMF-OUT-37", "Air 6", "LH 1", "9 none | 4 spent"),
    ("DBMF-OUT-42", "Bw 1", "Mg 6", "4 dbmm | 9 none"),
    ("DBMF-OUT-42", "Bw 5 other_factors=3", "Dr 3", "12 none | 8 dbmm"),
];

/// Rules that show in the result without being named.
#[rustfmt::skip]
const SHOOTING_SILENT: &[Line] = &[
    ("DBMF-SHOOT-01", "Kn 3", "Bd 3", "! cannot-shoot a.type"),
    ("DBMF-SHOOT-04", "WWg(C) 3", "Bd 3", "! cannot-shoot a.type"),
    ("DBMF-CF-19", "El(X) 3", "Bw 3", "7 dbmm | 7 dbmm"),
    ("DBMF-CF-19", "El(X) 3", "Sh 3", "7 dbmm | 7 dbmm"),
    ("DBMF-GRADE-44", "Sh(X) 3", "Bd 3", "7 dbmm | 7 dbmm"),
    ("DBMF-GRADE-47", "El(X) 3", "Bd 3", "7 dbmm | 7 dbmm"),
    ("DBMF-GRADE-48", "Gi(X) 5", "WWg 3", "9 none | 7 dbmm"),
    ("DBMF-TACT-02", "Bw(H) 3", "Bd 3", "6 dbmm | 7 none"),
    ("DBMF-TACT-03", "Bw 3", "Bd(E) 3", "6 dbmm | 7 none"),
    ("DBMF-GRADF-01", "Bw(H) 3", "Bd(E) 1", "6 none | 5 dbmm"),
    ("DBMF-SHOOT-03", "Mg(X) 3", "Bd 3", "! cannot-shoot a.type"),
];

/// Rules that the result names.
#[rustfmt::skip]
const BESPELLING: &[Line] = &[
    ("DBMF-CF-12", "Mg 3", "Cv 3", "6 none | 6 dbmm"),
    ("DBMF-CF-06", "Mg 3", "Gi 3", "6 none | 7 none"),
    ("DBMF-TACT-02", "Mg 3", "Kn(H) 3", "6 none | 8 none"),
    ("DBMF-OUT-01", "Mg 1", "Bd 6", "4 none | 10 none"),
    ("DBMF-OUT-08", "Mg 4", "Fl 3", "7 none | 5 flee"),
    ("DBMF-OUT-11", "Mg 5", "Kn 1", "8 none | 5 destroyed"),
    ("DBMF-OUT-31", "Mg 3", "Mg(H) 6", "6 destroyed | 10 none"),
    ("DBMF-OUT-42", "Mg 1", "Cl 3", "4 dbmm | 7 none"),
    ("DBMF-OUT-35", "Mg 6 other_factors=3", "Dr 1", "12 none | 6 spent"),
];

/// Rules that show in the result without being named.
#[rustfmt::skip]
const BESPELLING_SILENT: &[Line] = &[
    ("DBMF-SHOOT-03", "Mg(X) 3", "Bd 3", "! cannot-bespell a.type"),
    ("DBMF-OUT-01", "Mg 1", "Av 6", "4 dbmm | 11 none"),
    ("DBMF-SHOOT-12", "Mg 5", "Sp 3", "8 none | 7 destroyed"),
];

#[test]
fn every_rule_of_combat_shows() {
    all_show("dbmf", "close", CLOSE, true);
    all_show_in("dbmf", "close", Some("b"), CLOSE_IN_B, true);
    all_show("dbmf", "close", CLOSE_SILENT, false);
    all_show("dbmf", "shooting", SHOOTING, true);
    all_show("dbmf", "shooting", SHOOTING_SILENT, false);
    all_show("dbmf", "bespelling", BESPELLING, true);
    all_show("dbmf", "bespelling", BESPELLING_SILENT, false);
}

/// DBMF-OUT-10, which the rules put a question mark on.
#[test]
fn elephants_flee_from_the_heroic_only_if_the_players_choose_so() {
    for (elephants, enemy, choice, outcome) in [
        ("El", "Bd(H)", None, "dbmm"),
        ("El", "Bd(H)", Some("dbmm"), "dbmm"),
        ("El", "Bd(H)", Some("flee"), "flee"),
        ("El(H)", "Kn(H)", Some("flee"), "flee"),
        ("El", "Bd(S)", Some("flee"), "dbmm"),
        ("Kn", "Bd(H)", Some("flee"), "dbmm"),
        // DBMF-OUT-09 comes first.
        ("El", "Mg(H)", Some("flee"), "destroyed"),
    ] {
        let mut case = json!({"ruleset": "dbmf", "mode": "close",
            "a": {"type": elephants, "roll": 3, "other_factors": -1}, "b": {"type": enemy, "roll": 5}});
        if let Some(choice) = choice {
            case["options"] = json!({"elephants_flee": choice});
        }
        let answer = ask(Question::Resolve, &case);
        let lost = &answer["a"];
        assert_eq!(lost["outcome"], outcome, "{elephants} {enemy} {choice:?}: {answer}");
        let is_named = lost["rules"].as_array().unwrap().contains(&Value::from("DBMF-OUT-10"));
        assert_eq!(is_named, outcome == "flee", "{answer}");
    }
}
