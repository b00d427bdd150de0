//! Combat cases for comparing two evaluations: random ones with every field, and every pair of types.

use serde_json::{Map, Value, json};

/// The number of random cases; few enough for every change, more in the long form, `tests/agree`.
pub(super) fn many(usual: u32) -> u32 {
    usual * std::env::var("AGREE_TIMES").map_or(1, |times| times.parse().unwrap())
}

/// The stream of a small generator, the same on every machine.
pub(super) fn stream(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u32::try_from((state >> 33) % u64::from(below.max(1))).unwrap()
    }
}

/// The types of `d3h2`, with the Mounted Infantry of the single Foot types that march and fight.
const MAIN_TYPES: [&str; 46] = [
    "Gd", "Dg", "Ab", "Fl", "AHr", "Hr", "Pl", "Kn", "4Kn", "6Kn", "Cv", "6Cv", "LH", "SCh", "Cm", "Bh", "Bs", "Sp",
    "8Sp", "Pk", "Bd", "6Bd", "Ax", "Bw", "8Bw", "Sh", "Ps", "Lk", "Wb", "Hd", "IHd", "Art", "WWg", "CP", "Sk", "Mg",
    "Cl", "Mtd-Sp", "Mtd-Pk", "Mtd-Bd", "Mtd-Ax", "Mtd-Bw", "Mtd-Sh", "Mtd-Ps", "Mtd-Wb", "Mtd-Hd",
];

/// The types of `d3h2-traditional`.
const TRADITIONAL_TYPES: [&str; 27] = [
    "Gd", "Dg", "Ab", "Fl", "AHr", "Hr", "Pl", "Kn", "4Kn", "6Kn", "Cv", "6Cv", "Bh", "Bs", "Sp", "8Sp", "Bd", "6Bd",
    "Sh", "Lk", "Wb", "Hd", "IHd", "Art", "Sk", "Mg", "Cl",
];

/// The types that can be Fast or not.
const FAST_OR_NOT: [&str; 26] = [
    "Kn", "Cv", "LH", "Bh", "Bs", "Sp", "Pk", "Bd", "6Bd", "Ax", "Bw", "Sh", "Wb", "Hd", "IHd", "WWg", "CP", "Sk",
    "Mtd-Sp", "Mtd-Pk", "Mtd-Bd", "Mtd-Ax", "Mtd-Bw", "Mtd-Sh", "Mtd-Wb", "Mtd-Hd",
];

/// The types that shoot.
const SHOOTERS: [&str; 7] = ["Bw", "8Bw", "Sh", "Art", "WWg", "Mtd-Bw", "Mtd-Sh"];

/// The features of a layout in which an element can stand.
const FEATURES: [&str; 16] = [
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
];

/// Friends that may stand beside an element; the first four support some types.
const FRIENDS: [&str; 6] = ["Bd", "6Bd", "Sp", "8Sp", "Wb", "Sh"];

/// Outcomes for the friend in front.
const FRONT_RESULTS: [&str; 6] = ["none", "recoil", "flee", "destroyed", "ensorcelled", "captured"];

/// Pairs on which rare rows and factors depend, for close combat under the main tables.
const TELLING_PAIRS: [(&str, &str); 16] = [
    ("4Kn", "Kn"),
    ("Kn", "4Kn"),
    ("Hr", "AHr"),
    ("Hr", "Hr"),
    ("Pl", "Mg"),
    ("Kn", "Bd"),
    ("Kn", "Sh"),
    ("Cm", "Bh"),
    ("Pk", "Kn"),
    ("Pk", "Sp"),
    ("Bh", "Ax"),
    ("Cv", "Art"),
    ("Cv", "Sp"),
    ("Ps", "SCh"),
    ("Ps", "Cm"),
    ("Wb", "Bh"),
];

/// The same for the traditional tables.
const TELLING_TRADITIONAL_PAIRS: [(&str, &str); 8] =
    [("Kn", "Bd"), ("Kn", "Sh"), ("Hr", "AHr"), ("Pl", "Mg"), ("Lk", "Bh"), ("Lk", "Kn"), ("Cv", "Art"), ("Wb", "Lk")];

/// Draws a case with every field of the format, often left out. `next(n)` gives a number from 0 to n - 1.
/// About two thirds of the cases are possible.
pub(super) fn random_case(next: &mut impl FnMut(u32) -> u32) -> Value {
    let traditional = next(3) == 0;
    let mode = pick(&["close", "close", "close", "shooting", "bespelling"], next);
    let mut case = Map::new();
    case.insert("id".to_owned(), json!(format!("r{}", next(1_000_000))));
    case.insert("ruleset".to_owned(), json!(if traditional { "d3h2-traditional" } else { "d3h2" }));
    if mode != "close" || next(3) > 0 {
        case.insert("mode".to_owned(), json!(mode));
    }
    let (a, b) = random_types(mode, traditional, next);
    case.insert("a".to_owned(), random_side("a", a, mode, next));
    case.insert("b".to_owned(), random_side("b", b, mode, next));
    if next(3) == 0 {
        let option = pick(&["literal", "foot_only", "foot_only"], next);
        case.insert("options".to_owned(), json!({"knights_equal": option}));
    }
    Value::Object(case)
}

/// Draws the types of both sides.
fn random_types(mode: &str, traditional: bool, next: &mut impl FnMut(u32) -> u32) -> (&'static str, &'static str) {
    if mode == "close" && next(5) == 0 {
        let pairs: &[(&'static str, &'static str)] =
            if traditional { &TELLING_TRADITIONAL_PAIRS } else { &TELLING_PAIRS };
        let (one, other) = pick(pairs, next);
        return if next(2) == 0 { (one, other) } else { (other, one) };
    }
    (random_type("a", mode, traditional, next), random_type("b", mode, traditional, next))
}

/// Draws one side of a case.
fn random_side(name: &str, code: &str, mode: &str, next: &mut impl FnMut(u32) -> u32) -> Value {
    let mut side = Map::new();
    side.insert("type".to_owned(), json!(code));
    side.insert("roll".to_owned(), json!(next(6) + 1));
    random_quality(&mut side, code, next);
    random_place(&mut side, code, next);
    random_support(&mut side, next);
    random_contacts(&mut side, next);
    random_magic_and_shooting(&mut side, name, code, mode, next);
    if next(40) == 0 {
        side.insert("against_flank".to_owned(), json!(true));
    }
    if next(12) == 0 {
        side.insert("front_result".to_owned(), json!(pick(&FRONT_RESULTS, next)));
    }
    Value::Object(side)
}

/// Draws a type: mostly one that can do what the mode requires, sometimes one that the ruleset does not have.
fn random_type(name: &str, mode: &str, traditional: bool, next: &mut impl FnMut(u32) -> u32) -> &'static str {
    if next(40) == 0 {
        return "Zz";
    }
    if next(25) == 0 {
        return pick(&MAIN_TYPES, next);
    }
    if next(150) == 0 || (name == "b" && next(12) == 0) {
        return pick(&["Stronghold", "Camp"], next);
    }
    if name == "a" && mode == "bespelling" && next(10) > 0 {
        return "Mg";
    }
    if mode == "shooting" && ((name == "a" && next(10) > 0) || (name == "b" && next(4) == 0)) {
        return if traditional { pick(&["Sh", "Art"], next) } else { pick(&SHOOTERS, next) };
    }
    if traditional {
        return pick(&TRADITIONAL_TYPES, next);
    }
    // The types on which most rows depend occur more often than by chance alone.
    if next(4) == 0 {
        return pick(&["Kn", "4Kn", "Hr", "AHr", "Pl", "Mg", "SCh", "Bh", "CP", "Cm", "Ps", "Sk"], next);
    }
    pick(&MAIN_TYPES, next)
}

/// Draws Fast and general, rarely where the type does not allow it.
fn random_quality(side: &mut Map<String, Value>, code: &str, next: &mut impl FnMut(u32) -> u32) {
    if FAST_OR_NOT.contains(&code) || code == "Ps" || next(8) == 0 {
        let draw = next(3);
        if draw > 0 {
            side.insert("fast".to_owned(), json!(draw == 1));
        }
    }
    if next(5) == 0 && (!["Gd", "Dg", "Lk", "Stronghold", "Camp"].contains(&code) || next(2) == 0) {
        side.insert("general".to_owned(), json!(next(8) > 0));
    }
}

/// Draws where the side stands.
fn random_place(side: &mut Map<String, Value>, code: &str, next: &mut impl FnMut(u32) -> u32) {
    if next(2) == 0 {
        side.insert("going".to_owned(), json!(pick(&["good", "good", "rough", "bad", "bad"], next)));
    }
    if next(4) == 0 {
        let feature = pick(&FEATURES, next);
        if feature != "waterway" || code == "Lk" || next(4) == 0 {
            side.insert("feature".to_owned(), json!(feature));
        }
    } else if next(10) == 0 {
        side.insert("feature".to_owned(), Value::Null);
    }
    let barred = ["Gd", "Dg", "Ab", "Fl", "AHr", "Sk", "Bh", "SCh", "Stronghold", "Camp"].contains(&code);
    if next(4) == 0 && (!barred || next(2) == 0) {
        side.insert("in".to_owned(), json!(pick(&["stronghold", "camp"], next)));
    } else if next(10) == 0 {
        side.insert("in".to_owned(), Value::Null);
    }
    if next(4) == 0 {
        side.insert("assaulters".to_owned(), json!(next(3)));
    }
    if next(8) == 0 {
        side.insert("uphill".to_owned(), json!(next(4) > 0));
    }
    if next(8) == 0 {
        side.insert("bank".to_owned(), json!(next(4) > 0));
    }
    if next(if code == "CP" { 2 } else { 10 }) == 0 {
        side.insert("two_edges".to_owned(), json!(next(4) > 0));
    }
}

/// Draws support from behind and from the side.
fn random_support(side: &mut Map<String, Value>, next: &mut impl FnMut(u32) -> u32) {
    if next(4) == 0 {
        side.insert("rear_support".to_owned(), json!(next(6) > 0));
    }
    if next(4) == 0 {
        let friend = pick(&FRIENDS, next);
        let draw = next(4);
        if draw == 0 && friend != "8Sp" {
            side.insert("side_support".to_owned(), json!({"type": friend, "fast": true}));
        } else if draw == 1 {
            side.insert("side_support".to_owned(), json!({"type": friend, "fast": false}));
        } else if draw == 2 {
            side.insert("side_support".to_owned(), json!({"type": friend}));
        } else {
            side.insert("side_support".to_owned(), Value::Null);
        }
    }
}

/// Draws enemies on the flanks and behind.
fn random_contacts(side: &mut Map<String, Value>, next: &mut impl FnMut(u32) -> u32) {
    for flank in ["left", "right"] {
        let draw = next(8);
        if draw == 0 {
            side.insert(flank.to_owned(), json!("overlap"));
        } else if draw == 1 {
            side.insert(flank.to_owned(), json!("flank"));
        } else if draw == 2 {
            side.insert(flank.to_owned(), Value::Null);
        }
    }
    if next(8) == 0 {
        side.insert("rear".to_owned(), json!(next(3) > 0));
    }
}

/// Draws the fields that matter in shooting and bespelling (and sometimes have no effect).
fn random_magic_and_shooting(
    side: &mut Map<String, Value>,
    name: &str,
    code: &str,
    mode: &str,
    next: &mut impl FnMut(u32) -> u32,
) {
    for field in ["facing_river", "protected", "near_own_stronghold", "rear_shot"] {
        if next(6) == 0 {
            side.insert(field.to_owned(), json!(next(4) > 0));
        }
    }
    if next(3) == 0 {
        side.insert("aids".to_owned(), json!(next(3)));
    }
    if name == "a" {
        if next(10) == 0 {
            side.insert("shoots".to_owned(), json!(next(2) > 0));
        }
    } else if SHOOTERS.contains(&code) && mode == "shooting" {
        if next(4) > 0 {
            side.insert("shoots".to_owned(), json!(next(6) > 0));
        }
    } else if next(10) == 0 {
        side.insert("shoots".to_owned(), json!(next(2) == 0));
    }
}

/// Draws a value from a list.
fn pick<T: Copy + Default>(list: &[T], next: &mut impl FnMut(u32) -> u32) -> T {
    let count = u32::try_from(list.len()).unwrap_or(1);
    let at = usize::try_from(next(count)).unwrap_or(0);
    list.get(at).copied().unwrap_or_default()
}

/// Every pair of types, Fast or not, in every mode in which the first can take part, with all 36 rolls, both sides in
/// good going and both in bad going, for both rulesets. No other field is given. The empty Stronghold and Camp occur
/// as b too (some of these cases are not possible).
pub(super) fn every_pair() -> impl Iterator<Item = Value> {
    ["d3h2", "d3h2-traditional"].into_iter().flat_map(|ruleset| {
        kinds(ruleset, false).into_iter().flat_map(move |a| {
            kinds(ruleset, true).into_iter().flat_map(move |b| {
                modes(a.0).into_iter().flat_map(move |mode| {
                    ["good", "bad"].into_iter().flat_map(move |going| {
                        (1..=36).map(move |number| pair_case(ruleset, mode, going, a, b, number))
                    })
                })
            })
        })
    })
}

/// Every type of a ruleset, Fast and not where it can be both; the empty features on request.
fn kinds(ruleset: &str, with_features: bool) -> Vec<(&'static str, bool)> {
    let mut codes: Vec<&'static str> = Vec::new();
    if ruleset == "d3h2" {
        codes.extend(MAIN_TYPES);
    } else {
        codes.extend(TRADITIONAL_TYPES);
    }
    if with_features {
        codes.extend(["Stronghold", "Camp"]);
    }
    let mut kinds = Vec::new();
    for code in codes {
        kinds.push((code, false));
        if FAST_OR_NOT.contains(&code) {
            kinds.push((code, true));
        }
    }
    kinds
}

/// The modes in which a type can be side a.
fn modes(code: &str) -> Vec<&'static str> {
    let mut modes = vec!["close"];
    if SHOOTERS.contains(&code) {
        modes.push("shooting");
    }
    if code == "Mg" {
        modes.push("bespelling");
    }
    modes
}

/// One case of `every_pair`; `number` from 1 to 36 stands for the two rolls.
fn pair_case(ruleset: &str, mode: &str, going: &str, a: (&str, bool), b: (&str, bool), number: u32) -> Value {
    let a_roll = (number - 1) / 6 + 1;
    let b_roll = (number - 1) % 6 + 1;
    json!({
        "id": format!("{}{}-{}{}-{mode}-{going}-{a_roll}{b_roll}", a.0, fast_mark(a.1), b.0, fast_mark(b.1)),
        "ruleset": ruleset,
        "mode": mode,
        "a": {"type": a.0, "fast": a.1, "going": going, "roll": a_roll},
        "b": {"type": b.0, "fast": b.1, "going": going, "roll": b_roll},
    })
}

/// The mark of a Fast element in the id of a pair.
fn fast_mark(fast: bool) -> &'static str {
    if fast { "+" } else { "" }
}
