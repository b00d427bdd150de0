//! The engine and the plain evaluations of DBA 3.0, DBA 2.2, HOTT 2.5 and DBMF give the same answers.
//!
//! The plain evaluations were written from the inventories of these rules as if-else, without knowledge of the tables
//! or of the engine. Where both refuse a case they may name different faults.

use super::agreement::{Plain, agree, agree_on, read_the_same_from_files};
use super::cases::{many, pick, stream};
use super::written::{Friend, Mode, RearSupport, WrittenCase, WrittenSide, throws};
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
    modes: &'static [Mode],
    plain: Plain,
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
    modes: &[Mode::Close, Mode::Close, Mode::Close, Mode::Close, Mode::Shooting, Mode::Shooting, Mode::Bespelling],
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
    modes: &[Mode::Close, Mode::Close, Mode::Close, Mode::Close, Mode::Shooting, Mode::Shooting, Mode::Bespelling],
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
    modes: &[Mode::Close, Mode::Close, Mode::Close, Mode::Shooting, Mode::Bespelling],
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
    modes: &[Mode::Close, Mode::Close, Mode::Close, Mode::Shooting, Mode::Bespelling],
    plain: plain_dbmf::resolve,
};

/// Draws a case with every field of the format, often left out, and sometimes with meaningless values.
fn random_case(game: &Game, next: &mut impl FnMut(u32) -> u32) -> WrittenCase {
    let mode = pick(game.modes, next);
    // In rulesets without bespelling, that mode is rare.
    let is_rare = mode == Mode::Bespelling && !["hott25", "dbmf"].contains(&game.ruleset);
    let mode = if is_rare && next(8) > 0 { Mode::Close } else { mode };
    let holder = if next(3) == 0 { Some(pick(&["a", "b"], next)) } else { None };
    let bound = (game.ruleset == "dbmf" && next(2) == 0).then(|| pick(&["a", "b", "b"], next));
    let [a, b] = ["a", "b"].map(|name| {
        let holds = holder == Some(name) || next(60) == 0;
        random_side(game, name, mode, holds, next)
    });
    WrittenCase { bound, ..WrittenCase::new(game.ruleset, mode, a, b) }
}

fn random_type(game: &Game, name: &str, mode: Mode, next: &mut impl FnMut(u32) -> u32) -> &'static str {
    match mode {
        _ if next(200) == 0 => "Zz",
        Mode::Shooting if name == "a" && next(20) > 0 => pick(game.shooters, next),
        Mode::Shooting if next(3) == 0 => pick(game.shooters, next),
        Mode::Bespelling if name == "a" && game.ruleset == "dbmf" && next(20) > 0 => {
            pick(&["Mg(O)", "Mg(S)", "Mg(E)", "Mg(H)"], next)
        }
        Mode::Bespelling if name == "a" && next(20) > 0 => "Mg",
        _ if next(2) == 0 => pick(game.telling, next),
        _ => pick(game.types, next),
    }
}

fn random_side(game: &Game, name: &str, mode: Mode, holds: bool, next: &mut impl FnMut(u32) -> u32) -> WrittenSide {
    let mut code = random_type(game, name, mode, next);
    // A Stronghold is never the first side, and camp followers are only met in a feature.
    if (code == "Stronghold" && name == "a" || code == "CF" && !holds) && next(20) > 0 {
        code = pick(game.telling, next);
    }
    let mut side = WrittenSide { roll: i64::from(next(6)) + 1, ..WrittenSide::new(code) };
    random_place(game, &mut side, holds, next);
    random_friends(game, &mut side, next);
    random_flags(&mut side, next);
    if game.ruleset == "dbmf" {
        if next(3) == 0 {
            side.other_factors = Some(i64::from(next(19)) - 9);
        }
        let is_naval = ["Air", "Gal", "Shp", "Bts"].iter().any(|kind| code.starts_with(kind)) || code == "Dr(X)";
        if next(if is_naval { 4 } else { 300 }) == 0 {
            side.ashore = Some(next(8) > 0);
        }
    }
    if name == "a" {
        if next(40) == 0 {
            side.shoots = Some(next(2) > 0);
        }
    } else if next(if game.shooters.contains(&code) { 2 } else { 40 }) == 0 {
        side.shoots = Some(next(6) > 0);
    }
    side
}

/// Draws where it stands, and what it holds.
fn random_place(game: &Game, side: &mut WrittenSide, holds: bool, next: &mut impl FnMut(u32) -> u32) {
    if next(2) == 0 {
        side.going = Some(pick(&["good", "good", "rough", "bad", "bad"], next).to_owned());
    }
    if next(5) == 0 {
        let feature = pick(game.features, next);
        if feature != "waterway" || next(5) == 0 {
            side.feature = Some(feature.to_owned());
        }
    }
    let no_holder = game.ruleset == "hott25" && next(20) > 0;
    if holds && !no_holder {
        let held = pick(game.held, next);
        side.inside = Some(held.to_owned());
        if next(if held == "city" { 3 } else { 60 }) == 0 {
            side.sacking = Some(next(8) > 0);
        }
    }
}

/// Draws the friends behind and beside, and the enemies at the flanks.
fn random_friends(game: &Game, side: &mut WrittenSide, next: &mut impl FnMut(u32) -> u32) {
    let friend = |next: &mut _| Friend { code: pick(game.friends, next).to_owned(), fast: None };
    if next(3) == 0 {
        side.rear_support = Some(match next(4) {
            0 => RearSupport::This(friend(next)),
            1 => RearSupport::Usual(false),
            _ => RearSupport::Usual(true),
        });
    }
    if next(4) == 0 {
        side.side_support = Some(friend(next));
    }
    for flank in [&mut side.left, &mut side.right] {
        let contact = match next(8) {
            0 => "overlap",
            1 => "flank",
            2 => "edge",
            3 => "beside",
            _ => continue,
        };
        *flank = Some(contact.to_owned());
    }
}

/// Draws what an element is and does.
fn random_flags(side: &mut WrittenSide, next: &mut impl FnMut(u32) -> u32) {
    let leads = next(6) == 0;
    if leads {
        side.general = Some(next(8) > 0);
    }
    if next(if leads { 2 } else { 300 }) == 0 {
        side.cinc = Some(next(8) > 0);
    }
    if next(if side.code == "Lk" { 2 } else { 300 }) == 0 {
        side.water = Some(next(8) > 0);
    }
    for (field, one_in) in [
        (&mut side.rear, 8),
        (&mut side.uphill, 8),
        (&mut side.bank, 8),
        (&mut side.two_edges, 4),
        (&mut side.facing_river, 6),
        (&mut side.protected, 6),
        (&mut side.near_own_stronghold, 4),
        (&mut side.rear_shot, 6),
        (&mut side.charged, 3),
        (&mut side.demoralised, 8),
        (&mut side.against_flank, 50),
    ] {
        if next(one_in) == 0 {
            *field = Some(next(6) > 0);
        }
    }
    if next(3) == 0 {
        side.aids = Some(next(3).into());
    }
    if next(4) == 0 {
        side.assaulters = Some(next(3).into());
    }
    if next(6) == 0 {
        let befell = ["none", "recoil", "flee", "destroyed", "ensorcelled", "captured", "banished", "surrender"];
        side.front_result = Some(pick(&befell, next).to_owned());
    }
}

/// More than half of the cases must be possible.
#[track_caller]
fn agree_on_random_cases(game: &Game) {
    let (mut next, all) = (stream(22), many());
    let possible = (0..all).filter(|_| agree(&random_case(game, &mut next), game.plain)).count();
    assert!(possible > usize::try_from(all / 2).unwrap(), "only {possible} of {all} cases were possible");
}

/// Every pair of types in every mode.
fn every_pair(game: &Game) -> impl Iterator<Item = (Mode, &'static str, &'static str)> {
    let pairs = game.types.iter().flat_map(|a| game.types.iter().map(move |b| (*a, *b)));
    pairs.flat_map(|(a, b)| Mode::ALL.map(|mode| (mode, a, b)))
}

fn standing_in(going: &str, code: &str) -> WrittenSide {
    WrittenSide { going: Some(going.to_owned()), ..WrittenSide::new(code) }
}

/// With all dice, in good and in bad going.
#[track_caller]
fn agree_on_every_pair(game: &Game) {
    let mut possible = 0;
    for (mode, a, b) in every_pair(game) {
        for going in ["good", "bad"] {
            let case = WrittenCase::new(game.ruleset, mode, standing_in(going, a), standing_in(going, b));
            possible += agree_on(throws(), case, game.plain);
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
    for (mode, a, b) in every_pair(&DBMF) {
        let bound = Some(pick(&["a", "b"], &mut next));
        let [a, b] = [a, b].map(|code| standing_in(pick(&["good", "good", "rough", "bad"], &mut next), code));
        let case = WrittenCase { bound, ..WrittenCase::new("dbmf", mode, a, b) };
        possible += agree_on([[1, 6], [6, 1], [3, 3], [3, 5], [5, 3]], case, DBMF.plain);
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

#[test]
fn cases_of_the_relatives_are_read_the_same_from_files() {
    for game in [&DBA3, &DBA22, &HOTT25, &DBMF] {
        let mut next = stream(4);
        read_the_same_from_files(|| random_case(game, &mut next));
    }
}
