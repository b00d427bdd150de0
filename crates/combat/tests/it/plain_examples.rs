//! Combats of DBA 3.0, DBA 2.2 and HOTT 2.5 computed by hand, compared with the plain evaluations of these rules.
//!
//! A side is `type die field field=value …`. Its expected result is its total and outcome, then `>` and the final
//! outcome where it differs, then `+` and the distance of a pursuit if there is one.

use serde_json::{Map, Value, json};

use super::agreement::Plain;
use super::written::{Mode, WrittenCase};
use super::{plain_dba3, plain_dba22, plain_hott25};

/// a, b, the expected result of a, that of b; or the refusal for a and nothing for b.
type Example = (&'static str, &'static str, &'static str, &'static str);

const DBA3_CLOSE: &[Example] = &[
    ("3Kn 4", "4Bd 2", "7 none +1", "5 destroyed"),
    ("3Kn 2", "4Bd 2", "5 destroyed", "5 none"),
    ("3Kn 3", "3Lb 2", "6 destroyed", "6 none"),
    ("3Kn 3", "4Kn 3", "7 recoil", "7 none"),
    ("3Bd 2", "4Bd 2", "7 recoil", "7 none +0.5"),
    ("4Pk 4 rear_support", "4Sp 4 general", "10 none +0.5", "9 recoil"),
    ("8Sp 3 side_support={\"type\":\"4Bd\"}", "4Ax 5", "9 none", "8 recoil"),
    ("4Sp 3 left=edge", "LH 3", "6 none", "5 recoil"),
    ("Ps 3 left=overlap", "3Ax 3", "5 recoil", "6 none"),
    ("Ps 2 feature=dunes", "Cm 5", "4 destroyed", "8 none"),
    ("Ps 2 feature=dunes", "Cv 5", "4 flee", "8 none"),
    ("Ps 2 feature=dunes left=flank", "Cv 5", "3 flee >destroyed", "8 none"),
    ("Mtd-4Bd 3 going=bad", "4Ax 4", "6 destroyed", "7 none"),
    ("4Kn 5 demoralised", "4Wb 4", "6 recoil", "6 none"),
    ("4Sp 3 general cinc", "4Sp 4", "9 none", "8 recoil"),
    ("El 3", "4Bd 2 in=city", "8 destroyed", "11 none"),
    ("Cv 6", "Civ 1 in=city", "9 none", "5 destroyed"),
    ("Cv 6", "Civ 1 in=camp", "9 none +1", "5 destroyed"),
    ("Cv 2 in=city sacking", "4Bd 6", "5 destroyed", "11 none"),
    ("4Bd 1 against_flank front_result=recoil", "4Sp 3", "null recoil", "7 none"),
    ("SCh 3", "Civ 1 in=camp", "! not-possible a.type", ""),
    ("Cv 3 cinc", "Cv 3", "! not-possible a.cinc", ""),
    ("WWg 3 in=fort", "Cv 3", "! not-possible a.in", ""),
];

const DBA3_SHOOTING: &[Example] = &[
    ("Art 5", "Civ 3 in=city", "9 none", "7 surrender"),
    ("4Bw 1", "4Sp 6", "3 none", "10 none"),
    ("4Bw 1", "4Bw 6 shoots", "3 destroyed", "8 none"),
    ("4Bw 3 feature=marsh", "4Sp 3", "! not-possible a.feature", ""),
    ("Ps 3", "4Sp 3", "! cannot-shoot a.type", ""),
];

const DBA22_CLOSE: &[Example] = &[
    ("Kn 3 charged", "Bw 4", "6 destroyed", "8 none"),
    ("Kn 3", "Bw 4", "6 recoil", "8 none"),
    ("Bd 3 rear_support={\"type\":\"Ps\"}", "Kn 3", "7 none", "6 recoil"),
    ("SCh 2", "Kn 2", "6 destroyed", "6 none +0.75"),
    ("Pk 2 rear_support", "Sp 5", "8 recoil", "9 none"),
    ("Pk 2 rear_support", "Bw 6", "5 recoil", "8 none"),
    ("Sp 2 uphill bank", "Sp 2", "7 none", "6 recoil"),
    ("Cv 4", "Bd 2 in=bua", "5 recoil", "8 none"),
    ("Wb 5", "Sp 2", "8 none +0.5", "6 destroyed"),
    ("Wb 5 in=camp", "Sp 2", "10 none +0.5", "6 recoil"),
    ("Cv 3", "Ps 3 feature=woods", "4 recoil", "5 none"),
    ("LH 1", "Cv 5", "3 destroyed", "8 none"),
    ("LH 1", "Sp 5", "3 flee", "9 none"),
    ("Hd 2", "Art 6", "5 none", "8 none"),
    ("Bw 1", "Art 6", "3 recoil", "8 none"),
    ("Art 1", "Bd 6", "3 destroyed", "11 none"),
    ("Wb 3 left=overlap rear", "Aux 4", "4 recoil", "7 none"),
    ("Cv 3 in=bua", "Bd 3", "! not-possible a.in", ""),
    ("CF 3", "Bd 3", "! not-possible a.type", ""),
    ("Bd 3", "Bd 3 against_flank", "! not-possible b.against_flank", ""),
];

const DBA22_SHOOTING: &[Example] = &[
    ("Art 2", "El 1", "6 none", "5 destroyed"),
    ("Art 4", "CF 3 in=camp", "8 none", "6 surrender"),
    ("Bw 5 aids=1", "Hd 4 general", "7 none", "7 none"),
    ("Kn 3", "Bd 3", "! cannot-shoot a.type", ""),
];

const HOTT25_CLOSE: &[Example] = &[
    ("Hr 2", "AHr 2", "7 destroyed", "7 destroyed"),
    ("Hr 1", "Hr 1", "6 none", "6 none"),
    ("Pl 1", "Mg 3", "7 destroyed", "7 destroyed"),
    ("Hr 2", "Mg 4", "7 ensorcelled", "8 none"),
    ("Kn 3 charged", "Sh 4", "6 destroyed", "8 none"),
    ("Kn 3", "Sh 4", "6 recoil", "8 none"),
    ("Bd 2", "Wb 5 rear_support", "7 destroyed", "9 none +0.5"),
    ("Dg 2", "Sp 5", "8 banished", "9 none"),
    ("Gd 1", "Cl 4", "7 banished", "8 none"),
    ("Lk 2 water", "Kn 6", "4 banished", "7 none"),
    ("Bh 4", "Stronghold 1", "8 none", "7 captured"),
    ("Dg 5", "Stronghold 1", "11 none", "7 none"),
    ("Hr 1", "Stronghold 3", "6 flee", "9 none"),
    ("Skr 2", "Kn 5", "4 destroyed", "8 none"),
    ("Skr 2 feature=woods", "Kn 5", "4 recoil", "6 none"),
    ("Fl 1", "Bd 5", "3 flee", "8 none"),
    ("Kn 3 water", "Bd 3", "! not-possible a.water", ""),
    ("Dg 3 general", "Bd 3", "! general-not-allowed a.general", ""),
    ("Bd 3 in=camp", "Bd 3", "! not-possible a.in", ""),
    ("Stronghold 3", "Bd 3", "! not-possible a.type", ""),
];

const HOTT25_SHOOTING: &[Example] =
    &[("Sh 4", "Skr 2 feature=woods", "7 none", "6 recoil"), ("Art 5", "Pl 1", "9 none", "7 none")];

const HOTT25_BESPELLING: &[Example] = &[
    ("Mg 5", "Hr 2 feature=woods", "9 none", "9 none"),
    ("Mg 6 aids=1", "Hr 2 feature=woods", "10 none", "8 ensorcelled"),
    ("Mg 1", "Gd 6", "5 destroyed", "12 none"),
    ("Mg 1", "Hd 6", "5 none", "8 none"),
    ("Mg 4", "Mg 3 near_own_stronghold", "6 ensorcelled", "7 none"),
    ("Cl 3", "Hd 3", "! cannot-bespell a.type", ""),
];

/// A side as JSON.
pub(super) fn side(words: &str) -> Value {
    let mut words = words.split(' ');
    let mut fields = Map::new();
    fields.insert("type".to_owned(), json!(words.next().unwrap()));
    fields.insert("roll".to_owned(), serde_json::from_str(words.next().unwrap()).unwrap());
    for word in words {
        let (field, value) = word.split_once('=').unwrap_or((word, "true"));
        fields.insert(field.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| json!(value)));
    }
    Value::Object(fields)
}

/// A side of a result in the notation above.
pub(super) fn told(result: &Value) -> String {
    let word = |field: &str| result[field].as_str().unwrap();
    let mut told = format!("{} {}", result["total"], word("outcome"));
    if word("final") != word("outcome") {
        told.push_str(&format!(" >{}", word("final")));
    }
    if result["pursues"] != json!(0) {
        told.push_str(&format!(" +{}", result["pursues"]));
    }
    told
}

#[track_caller]
fn agree(plain: Plain, mode: Mode, examples: &[Example]) {
    for (a, b, of_a, of_b) in examples {
        let [first, second] = [a, b].map(|words| serde_json::from_value(side(words)).unwrap());
        // The plain evaluation of a ruleset does not look at its name.
        let answer = plain(&WrittenCase::new("", mode, first, second));
        let told = match &answer {
            Ok(fates) => fates.each_ref().map(|fate| told(&fate.file())),
            Err((code, field)) => [format!("! {code} {field}"), String::new()],
        };
        assert_eq!(told, [*of_a, *of_b], "{a} against {b}: {answer:?}");
    }
}

#[test]
fn combats_of_dba_3() {
    agree(plain_dba3::resolve, Mode::Close, DBA3_CLOSE);
    agree(plain_dba3::resolve, Mode::Shooting, DBA3_SHOOTING);
}

#[test]
fn combats_of_dba_22() {
    agree(plain_dba22::resolve, Mode::Close, DBA22_CLOSE);
    agree(plain_dba22::resolve, Mode::Shooting, DBA22_SHOOTING);
}

#[test]
fn combats_of_hott_25() {
    agree(plain_hott25::resolve, Mode::Close, HOTT25_CLOSE);
    agree(plain_hott25::resolve, Mode::Shooting, HOTT25_SHOOTING);
    agree(plain_hott25::resolve, Mode::Bespelling, HOTT25_BESPELLING);
}
