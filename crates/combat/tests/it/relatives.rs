//! The engine and the plain evaluations of DBA 3.0, DBA 2.2, HOTT 2.5 and DBMF give the same answers.
//!
//! The plain evaluations were written from the inventories of these rules as if-else, without knowledge of the tables
//! or of the engine. Where both refuse a case they may name different faults.

use musterfield_combat::file::{Question, answer_value};
use musterfield_rules::book;
use musterfield_words::combat::message;
use serde_json::{Map, Value, json};

use super::cases::{many, stream};
use super::{plain_dba3, plain_dba22, plain_dbmf, plain_hott25};

/// One ruleset, and the elements of its cases.
struct Game {
    ruleset: &'static str,
    types: &'static [&'static str],
    shooters: &'static [&'static str],
    /// Types on which much depends in close combat.
    telling: &'static [&'static str],
    /// Elements that may stand behind or beside.
    friends: &'static [&'static str],
    features: &'static [&'static str],
    held: &'static [&'static str],
    modes: &'static [&'static str],
    plain: fn(&Value) -> Value,
}

const DBA3: Game = Game {
    ruleset: "dba3",
    types: plain_dba3::TYPES,
    shooters: &[
        "4Bw", "3Bw", "8Bw", "4Lb", "3Lb", "8Lb", "4Cb", "3Cb", "8Cb", "Art", "WWg", "Mtd-4Bw", "Mtd-3Lb", "Mtd-4Cb",
    ],
    telling: &[
        "El", "3Kn", "4Kn", "HCh", "SCh", "Cm", "Cv", "LH", "4Pk", "3Pk", "4Bd", "4Wb", "4Ax", "4Lb", "Ps", "CP",
        "Civ", "Mtd-4Bd", "Mtd-4Ax",
    ],
    friends: &["4Pk", "3Pk", "4Wb", "LH", "LCm", "Ps", "4Sp", "8Sp", "4Bd", "3Bd", "6Bd", "CP", "Mtd-4Bd", "Mtd-4Sp"],
    features: &[
        "woods",
        "hamlet",
        "dunes",
        "oasis",
        "marsh",
        "gully",
        "difficult_hill",
        "gentle_hill",
        "plough",
        "enclosures",
        "scrub",
        "boggy",
        "rocky",
        "river",
        "road",
        "waterway",
    ],
    held: &["city", "city", "fort", "camp"],
    modes: &["close", "close", "close", "close", "shooting", "shooting", "bespelling"],
    plain: plain_dba3::resolve,
};

const DBA22: Game = Game {
    ruleset: "dba22",
    types: plain_dba22::TYPES,
    shooters: &["Art", "Bw", "WWg"],
    telling: &["Kn", "Bw", "Pk", "Sp", "Wb", "Ps", "El", "Art", "SCh", "Hd"],
    friends: &["Ps", "Ps", "Pk", "Sp", "Wb", "Bd"],
    features: &[
        "woods",
        "marsh",
        "difficult_hill",
        "gentle_hill",
        "rough",
        "dunes",
        "oasis",
        "river",
        "road",
        "waterway",
    ],
    held: &["bua", "camp"],
    modes: &["close", "close", "close", "close", "shooting", "shooting", "bespelling"],
    plain: plain_dba22::resolve,
};

const HOTT25: Game = Game {
    ruleset: "hott25",
    types: plain_hott25::TYPES,
    shooters: &["Sh", "Art"],
    telling: &["Hr", "AHr", "Pl", "Mg", "Gd", "Dg", "Kn", "Sh", "Wb", "Lk", "Skr", "Ra", "Stronghold"],
    friends: &["Sp", "Pk", "Wb", "Bd"],
    features: &[
        "woods",
        "marsh",
        "difficult_hill",
        "gentle_hill",
        "rough",
        "dunes",
        "oasis",
        "gully",
        "rocky",
        "scrub",
        "boggy",
        "enclosures",
        "hamlet",
        "plough",
        "river",
        "road",
        "waterway",
    ],
    held: &["stronghold", "camp"],
    modes: &["close", "close", "close", "shooting", "bespelling"],
    plain: plain_hott25::resolve,
};

const DBMF: Game = Game {
    ruleset: "dbmf",
    types: plain_dbmf::TYPES,
    shooters: &[
        "Art(O)", "Art(F)", "Bw(O)", "Bw(S)", "Bw(H)", "Sh(I)", "Sh(X)", "Sh(E)", "Gi(X)", "El(X)", "WWg(S)", "WWg(O)",
        "Air(O)", "Air(E)", "Gal(O)", "Shp(X)", "Shp(S)", "Bts(X)", "Bts(S)",
    ],
    telling: &[
        "Dr(O)", "Dr(X)", "Dr(H)", "Av(O)", "Fl(S)", "El(X)", "El(O)", "Exp(O)", "Kn(E)", "Cv(O)", "LH(E)", "Cl(S)",
        "Cl(O)", "Cl(H)", "Cl(X)", "Sp(C)", "Bd(E)", "Bd(H)", "Wb(X)", "Bw(O)", "Ax(O)", "Ps(O)", "Hd(E)", "Gi(X)",
        "Gi(O)", "Mg(O)", "Mg(E)", "Mg(H)", "Art(O)", "WWg(S)", "Air(X)", "Air(O)", "Shp(X)",
    ],
    friends: &["Cl(O)", "Cl(S)", "Cl(H)", "Cl(X)", "Cl", "Sp(O)"],
    features: &["river", "river", "river", "river", "woods"],
    held: &["fortification", "fortification", "fortification", "fortification", "camp"],
    modes: &["close", "close", "close", "shooting", "bespelling"],
    plain: plain_dbmf::resolve,
};

/// A result with its rules and modifiers sorted, as they are a set and a list with one entry per rule.
fn in_order(mut result: Value) -> Value {
    for side in ["a", "b"] {
        let Some(side) = result.get_mut(side) else { continue };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let rules = side["rules"].as_array_mut().unwrap();
        rules.sort_by_key(text);
        rules.dedup();
        side["modifiers"].as_array_mut().unwrap().sort_by_key(|modifier| text(&modifier["rule"]));
    }
    result
}

/// Whether both agree on a possible case; none if both say that it is not possible.
#[track_caller]
fn agree(game: &Game, case: &Value) -> bool {
    let mut out = String::new();
    answer_value(book().unwrap_or_else(|errors| panic!("{errors}")), Question::Resolve, message, case, &mut out);
    let engine = in_order(serde_json::from_str(&out).unwrap());
    let plain = in_order((game.plain)(case));
    let (refused, plainly_refused) = (engine.get("error").is_some(), plain.get("error").is_some());
    assert!(refused == plainly_refused && (refused || engine == plain), "{case}\nengine {engine}\nplain  {plain}");
    !refused
}

fn pick(list: &[&'static str], next: &mut impl FnMut(u32) -> u32) -> &'static str {
    list[usize::try_from(next(u32::try_from(list.len()).unwrap())).unwrap()]
}

/// Draws a case with every field of the format, often left out, and sometimes with meaningless values.
fn random_case(game: &Game, next: &mut impl FnMut(u32) -> u32) -> Value {
    let mode = pick(game.modes, next);
    // In rulesets without bespelling, that mode is rare.
    let mode =
        if mode == "bespelling" && !["hott25", "dbmf"].contains(&game.ruleset) && next(8) > 0 { "close" } else { mode };
    let holder = if next(3) == 0 { Some(pick(&["a", "b"], next)) } else { None };
    let mut case = Map::new();
    case.insert("id".to_owned(), json!(format!("r{}", next(1_000_000))));
    case.insert("ruleset".to_owned(), json!(game.ruleset));
    if mode != "close" || next(3) > 0 {
        case.insert("mode".to_owned(), json!(mode));
    }
    if game.ruleset == "dbmf" && next(2) == 0 {
        case.insert("bound".to_owned(), json!(pick(&["a", "b", "b"], next)));
    }
    for name in ["a", "b"] {
        let holds = holder == Some(name) || next(60) == 0;
        case.insert(name.to_owned(), random_side(game, name, mode, holds, next));
    }
    Value::Object(case)
}

fn random_type(game: &Game, name: &str, mode: &str, next: &mut impl FnMut(u32) -> u32) -> &'static str {
    match mode {
        _ if next(200) == 0 => "Zz",
        "shooting" if name == "a" && next(20) > 0 => pick(game.shooters, next),
        "shooting" if next(3) == 0 => pick(game.shooters, next),
        "bespelling" if name == "a" && game.ruleset == "dbmf" && next(20) > 0 => {
            pick(&["Mg(O)", "Mg(S)", "Mg(E)", "Mg(H)"], next)
        }
        "bespelling" if name == "a" && next(20) > 0 => "Mg",
        _ if next(2) == 0 => pick(game.telling, next),
        _ => pick(game.types, next),
    }
}

fn random_side(game: &Game, name: &str, mode: &str, holds: bool, next: &mut impl FnMut(u32) -> u32) -> Value {
    let mut side = Map::new();
    let mut code = random_type(game, name, mode, next);
    // A Stronghold is never the first side, and camp followers are only met in a feature.
    if (code == "Stronghold" && name == "a" || code == "CF" && !holds) && next(20) > 0 {
        code = pick(game.telling, next);
    }
    let mut put = |field: &str, value: Value| drop(side.insert(field.to_owned(), value));
    put("type", json!(code));
    put("roll", json!(next(6) + 1));
    if next(2) == 0 {
        put("going", json!(pick(&["good", "good", "rough", "bad", "bad"], next)));
    }
    if next(5) == 0 {
        let feature = pick(game.features, next);
        if feature != "waterway" || next(5) == 0 {
            put("feature", json!(feature));
        }
    } else if next(20) == 0 {
        put("feature", Value::Null);
    }
    let no_holder = game.ruleset == "hott25" && next(20) > 0;
    if holds && !no_holder {
        let held = pick(game.held, next);
        put("in", json!(held));
        if next(if held == "city" { 3 } else { 60 }) == 0 {
            put("sacking", json!(next(8) > 0));
        }
    } else if next(10) == 0 {
        put("in", Value::Null);
    }
    if next(3) == 0 {
        match next(4) {
            0 => put("rear_support", json!({"type": pick(game.friends, next)})),
            1 => put("rear_support", json!(false)),
            _ => put("rear_support", json!(true)),
        }
    }
    if next(3) == 0 {
        match next(5) {
            0 => put("side_support", Value::Null),
            _ => put("side_support", json!({"type": pick(game.friends, next)})),
        }
    }
    for flank in ["left", "right"] {
        match next(8) {
            0 => put(flank, json!("overlap")),
            1 => put(flank, json!("flank")),
            2 => put(flank, json!("edge")),
            3 => put(flank, Value::Null),
            _ => {}
        }
    }
    let leads = next(6) == 0;
    if leads {
        put("general", json!(next(8) > 0));
    }
    if next(if leads { 2 } else { 300 }) == 0 {
        put("cinc", json!(next(8) > 0));
    }
    if next(if code == "Lk" { 2 } else { 300 }) == 0 {
        put("water", json!(next(8) > 0));
    }
    for (field, one_in) in [
        ("rear", 8),
        ("uphill", 8),
        ("bank", 8),
        ("two_edges", 4),
        ("facing_river", 6),
        ("protected", 6),
        ("near_own_stronghold", 4),
        ("rear_shot", 6),
        ("charged", 3),
        ("demoralised", 8),
        ("against_flank", 50),
    ] {
        if next(one_in) == 0 {
            put(field, json!(next(6) > 0));
        }
    }
    if game.ruleset == "dbmf" {
        if next(3) == 0 {
            put("other_factors", json!(i64::from(next(19)) - 9));
        }
        let is_naval = ["Air", "Gal", "Shp", "Bts"].iter().any(|kind| code.starts_with(kind)) || code == "Dr(X)";
        if next(if is_naval { 4 } else { 300 }) == 0 {
            put("ashore", json!(next(8) > 0));
        }
    }
    if next(3) == 0 {
        put("aids", json!(next(3)));
    }
    if next(4) == 0 {
        put("assaulters", json!(next(3)));
    }
    if next(6) == 0 {
        let befell = ["none", "recoil", "flee", "destroyed", "ensorcelled", "captured", "banished", "surrender"];
        put("front_result", json!(pick(&befell, next)));
    }
    if name == "a" {
        if next(40) == 0 {
            put("shoots", json!(next(2) > 0));
        }
    } else if next(if game.shooters.contains(&code) { 2 } else { 40 }) == 0 {
        put("shoots", json!(next(6) > 0));
    }
    Value::Object(side)
}

/// More than half of the cases must be possible.
#[track_caller]
fn agree_on_random_cases(game: &Game) {
    let (mut next, all) = (stream(22), many(50_000));
    let possible = (0..all).filter(|_| agree(game, &random_case(game, &mut next))).count();
    assert!(possible > usize::try_from(all / 2).unwrap(), "only {possible} of {all} cases were possible");
}

/// Every pair of types in every mode, with all dice, in good and in bad going.
#[track_caller]
fn agree_on_every_pair(game: &Game) {
    let mut possible = 0;
    for (a, b) in game.types.iter().flat_map(|a| game.types.iter().map(move |b| (a, b))) {
        for mode in ["close", "shooting", "bespelling"] {
            for going in ["good", "bad"] {
                for (of_a, of_b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
                    let case = json!({"id": 1, "ruleset": game.ruleset, "mode": mode,
                        "a": {"type": a, "roll": of_a, "going": going}, "b": {"type": b, "roll": of_b, "going": going}});
                    if !agree(game, &case) {
                        // The refusal does not depend on the dice.
                        break;
                    }
                    possible += 1;
                }
            }
        }
    }
    assert!(possible > 18_000, "only {possible} pairs were possible");
}

#[test]
fn they_agree_on_every_pair_of_dba_3() {
    agree_on_every_pair(&DBA3);
}

#[test]
fn they_agree_on_every_pair_of_dba_22() {
    agree_on_every_pair(&DBA22);
}

#[test]
fn they_agree_on_every_pair_of_hott_25() {
    agree_on_every_pair(&HOTT25);
}

/// Every pair of types in every grade, in every mode, with dice that bring about every result and with facts drawn at
/// random.
#[test]
fn they_agree_on_every_pair_of_dbmf() {
    let mut next = stream(28);
    let mut possible = 0;
    let types = || DBMF.types.iter().copied();
    for (a, b) in types().flat_map(|a| types().map(move |b| (a, b))) {
        for mode in ["close", "shooting", "bespelling"] {
            let bound = pick(&["a", "b"], &mut next);
            let [going_a, going_b] = [(); 2].map(|()| pick(&["good", "good", "rough", "bad"], &mut next));
            for (of_a, of_b) in [(1, 6), (6, 1), (3, 3), (3, 5), (5, 3)] {
                let case = json!({"id": 1, "ruleset": "dbmf", "mode": mode, "bound": bound,
                    "a": {"type": a, "roll": of_a, "going": going_a}, "b": {"type": b, "roll": of_b, "going": going_b}});
                if !agree(&DBMF, &case) {
                    // The refusal does not depend on the dice.
                    break;
                }
                possible += 1;
            }
        }
    }
    assert!(possible > 250_000, "only {possible} pairs were possible");
}

#[test]
fn they_agree_on_random_cases_of_dbmf() {
    agree_on_random_cases(&DBMF);
}

#[test]
fn they_agree_on_random_cases_of_dba_3() {
    agree_on_random_cases(&DBA3);
}

#[test]
fn they_agree_on_random_cases_of_dba_22() {
    agree_on_random_cases(&DBA22);
}

#[test]
fn they_agree_on_random_cases_of_hott_25() {
    agree_on_random_cases(&HOTT25);
}
