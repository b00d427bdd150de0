//! Combat cases for comparing two evaluations: random ones with every field, and every pair of types.

use super::written::{Friend, Mode, RearSupport, WrittenCase, WrittenSide};

/// The number of random cases of a family of rulesets that are compared: few enough for every change, or as many as
/// `tests/agree` says.
pub(super) fn many() -> u32 {
    std::env::var("AGREE_CASES").map_or(20_000, |cases| cases.parse().unwrap())
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
pub(super) fn random_case(next: &mut impl FnMut(u32) -> u32) -> WrittenCase {
    let traditional = next(3) == 0;
    let mode = pick(&[Mode::Close, Mode::Close, Mode::Close, Mode::Shooting, Mode::Bespelling], next);
    let (a, b) = random_types(mode, traditional, next);
    let [a, b] = [("a", a), ("b", b)].map(|(name, code)| random_side(name, code, mode, next));
    let ruleset = if traditional { "d3h2-traditional" } else { "d3h2" };
    let knights_equal = (next(3) == 0).then(|| pick(&["literal", "foot_only", "foot_only"], next));
    WrittenCase { knights_equal, ..WrittenCase::new(ruleset, mode, a, b) }
}

/// Draws the types of both sides.
fn random_types(mode: Mode, traditional: bool, next: &mut impl FnMut(u32) -> u32) -> (&'static str, &'static str) {
    if mode == Mode::Close && next(5) == 0 {
        let pairs: &[(&'static str, &'static str)] =
            if traditional { &TELLING_TRADITIONAL_PAIRS } else { &TELLING_PAIRS };
        let (one, other) = pick(pairs, next);
        return if next(2) == 0 { (one, other) } else { (other, one) };
    }
    (random_type("a", mode, traditional, next), random_type("b", mode, traditional, next))
}

/// Draws one side of a case.
fn random_side(name: &str, code: &str, mode: Mode, next: &mut impl FnMut(u32) -> u32) -> WrittenSide {
    let mut side = WrittenSide { roll: i64::from(next(6)) + 1, ..WrittenSide::new(code) };
    random_quality(&mut side, code, next);
    random_place(&mut side, code, next);
    random_support(&mut side, next);
    random_contacts(&mut side, next);
    random_magic_and_shooting(&mut side, name, code, mode, next);
    if next(40) == 0 {
        side.against_flank = Some(true);
    }
    if next(12) == 0 {
        side.front_result = Some(word(pick(&FRONT_RESULTS, next)));
    }
    side
}

/// Draws a type: mostly one that can do what the mode requires, sometimes one that the ruleset does not have.
fn random_type(name: &str, mode: Mode, traditional: bool, next: &mut impl FnMut(u32) -> u32) -> &'static str {
    if next(40) == 0 {
        return "Zz";
    }
    if next(25) == 0 {
        return pick(&MAIN_TYPES, next);
    }
    if next(150) == 0 || (name == "b" && next(12) == 0) {
        return pick(&["Stronghold", "Camp"], next);
    }
    if name == "a" && mode == Mode::Bespelling && next(10) > 0 {
        return "Mg";
    }
    if mode == Mode::Shooting && ((name == "a" && next(10) > 0) || (name == "b" && next(4) == 0)) {
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
fn random_quality(side: &mut WrittenSide, code: &str, next: &mut impl FnMut(u32) -> u32) {
    if FAST_OR_NOT.contains(&code) || code == "Ps" || next(8) == 0 {
        let draw = next(3);
        if draw > 0 {
            side.fast = Some(draw == 1);
        }
    }
    if next(5) == 0 && (!["Gd", "Dg", "Lk", "Stronghold", "Camp"].contains(&code) || next(2) == 0) {
        side.general = Some(next(8) > 0);
    }
}

/// Draws where the side stands.
fn random_place(side: &mut WrittenSide, code: &str, next: &mut impl FnMut(u32) -> u32) {
    if next(2) == 0 {
        side.going = Some(word(pick(&["good", "good", "rough", "bad", "bad"], next)));
    }
    if next(4) == 0 {
        let feature = pick(&FEATURES, next);
        if feature != "waterway" || code == "Lk" || next(4) == 0 {
            side.feature = Some(word(feature));
        }
    }
    let barred = ["Gd", "Dg", "Ab", "Fl", "AHr", "Sk", "Bh", "SCh", "Stronghold", "Camp"].contains(&code);
    if next(4) == 0 && (!barred || next(2) == 0) {
        side.inside = Some(word(pick(&["stronghold", "camp"], next)));
    }
    if next(4) == 0 {
        side.assaulters = Some(next(3).into());
    }
    if next(8) == 0 {
        side.uphill = Some(next(4) > 0);
    }
    if next(8) == 0 {
        side.bank = Some(next(4) > 0);
    }
    if next(if code == "CP" { 2 } else { 10 }) == 0 {
        side.two_edges = Some(next(4) > 0);
    }
}

/// Draws support from behind and from the side.
fn random_support(side: &mut WrittenSide, next: &mut impl FnMut(u32) -> u32) {
    if next(4) == 0 {
        side.rear_support = Some(RearSupport::Usual(next(6) > 0));
    }
    if next(4) == 0 {
        let friend = pick(&FRIENDS, next);
        let fast = match next(3) {
            0 if friend != "8Sp" => Some(true),
            1 => Some(false),
            _ => None,
        };
        side.side_support = Some(Friend { code: friend.to_owned(), fast });
    }
}

/// Draws enemies on the flanks and behind.
fn random_contacts(side: &mut WrittenSide, next: &mut impl FnMut(u32) -> u32) {
    for flank in [&mut side.left, &mut side.right] {
        let draw = next(8);
        if draw == 0 {
            *flank = Some("overlap".to_owned());
        } else if draw == 1 {
            *flank = Some("flank".to_owned());
        }
    }
    if next(8) == 0 {
        side.rear = Some(next(3) > 0);
    }
}

/// Draws the fields that matter in shooting and bespelling (and sometimes have no effect).
fn random_magic_and_shooting(
    side: &mut WrittenSide,
    name: &str,
    code: &str,
    mode: Mode,
    next: &mut impl FnMut(u32) -> u32,
) {
    for field in [&mut side.facing_river, &mut side.protected, &mut side.near_own_stronghold, &mut side.rear_shot] {
        if next(6) == 0 {
            *field = Some(next(4) > 0);
        }
    }
    if next(3) == 0 {
        side.aids = Some(next(3).into());
    }
    if name == "a" {
        if next(10) == 0 {
            side.shoots = Some(next(2) > 0);
        }
    } else if SHOOTERS.contains(&code) && mode == Mode::Shooting {
        if next(4) > 0 {
            side.shoots = Some(next(6) > 0);
        }
    } else if next(10) == 0 {
        side.shoots = Some(next(2) == 0);
    }
}

/// Draws a value from a list.
pub(super) fn pick<T: Copy>(list: &[T], next: &mut impl FnMut(u32) -> u32) -> T {
    list[usize::try_from(next(u32::try_from(list.len()).unwrap())).unwrap()]
}

fn word(word: &str) -> String {
    word.to_owned()
}

/// Every pair of types, Fast or not, in every mode in which the first can take part, both sides in good going and both
/// in bad going. No other field is given. The empty Stronghold and Camp occur as b too (some of these cases are not
/// possible).
pub(super) fn every_pair(ruleset: &'static str) -> impl Iterator<Item = WrittenCase> {
    kinds(ruleset, false).into_iter().flat_map(move |a| {
        kinds(ruleset, true).into_iter().flat_map(move |b| {
            modes(a.0).into_iter().flat_map(move |mode| {
                ["good", "bad"].map(|going| {
                    let side = |(code, fast)| WrittenSide {
                        fast: Some(fast),
                        going: Some(word(going)),
                        ..WrittenSide::new(code)
                    };
                    WrittenCase::new(ruleset, mode, side(a), side(b))
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
fn modes(code: &str) -> Vec<Mode> {
    let mut modes = vec![Mode::Close];
    if SHOOTERS.contains(&code) {
        modes.push(Mode::Shooting);
    }
    if code == "Mg" {
        modes.push(Mode::Bespelling);
    }
    modes
}
