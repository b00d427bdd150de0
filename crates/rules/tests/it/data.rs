//! The data of D3H2 compared with the tables of the rules, entered here a second time in plain form, so that a typing
//! error in `rulesets/` is noticed.

use musterfield_rules::search::{Query, Vocabulary};
use musterfield_rules::troop::{FastRule, GeneralRule, Supertype};
use musterfield_rules::{Points, Ruleset, Troop, book};

fn ruleset(id: &str) -> &'static Ruleset {
    book().unwrap_or_else(|errors| panic!("{errors}")).ruleset(id).unwrap()
}

fn troop(code: &str) -> &'static Troop {
    ruleset("d3h2").troops().map(|(_, troop)| troop).find(|troop| &*troop.code == code).unwrap()
}

/// Code, class, AP, Fast, CF against Foot and Mounted, moves in good, rough and bad going (0: closed), the same if
/// Fast, range, depth of the base.
type Row = (&'static str, &'static str, &'static str, char, [i8; 2], [u16; 3], Option<[u16; 3]>, u16, char);

/// The table of all troop types: class, AP, Fast, factors, moves, range and base.
///
/// D3H2-BASE-07, D3H2-BASE-08, D3H2-BASE-09, D3H2-BASE-10, D3H2-BASE-11, D3H2-BASE-12, D3H2-BASE-13, D3H2-BASE-14,
/// D3H2-BASE-15, D3H2-BASE-16, D3H2-BASE-17, D3H2-BASE-18, D3H2-BASE-19, D3H2-BASE-20, D3H2-BASE-21, D3H2-BASE-22,
/// D3H2-BASE-23, D3H2-BASE-24, D3H2-BASE-25, D3H2-BASE-26, D3H2-BASE-27, D3H2-BASE-28, D3H2-CF-03, D3H2-CF-04,
/// D3H2-CF-05, D3H2-CF-06, D3H2-CF-07, D3H2-CF-08, D3H2-CF-09, D3H2-CF-10, D3H2-CF-11, D3H2-CF-12, D3H2-CF-13,
/// D3H2-CF-14, D3H2-CF-15, D3H2-CF-16, D3H2-CF-17, D3H2-CF-18, D3H2-CF-19, D3H2-CF-20, D3H2-CF-21, D3H2-CF-22,
/// D3H2-CF-23, D3H2-CF-24, D3H2-CF-25, D3H2-CF-26, D3H2-CF-27, D3H2-CF-28, D3H2-CF-29, D3H2-CF-30, D3H2-CF-33,
/// D3H2-COST-01, D3H2-COST-02, D3H2-COST-03, D3H2-COST-04, D3H2-COST-05, D3H2-COST-06, D3H2-COST-07, D3H2-COST-08,
/// D3H2-COST-10, D3H2-FAST-03, D3H2-FAST-04, D3H2-FAST-05, D3H2-FAST-06, D3H2-FAST-07, D3H2-FAST-08, D3H2-FAST-09,
/// D3H2-FAST-10, D3H2-FAST-11, D3H2-FAST-12, D3H2-FAST-16, D3H2-MOVE-06, D3H2-MOVE-07, D3H2-MOVE-09, D3H2-MOVE-10,
/// D3H2-MOVE-11, D3H2-MOVE-12, D3H2-MOVE-13, D3H2-MOVE-14, D3H2-MOVE-16, D3H2-MOVE-17, D3H2-MOVE-19, D3H2-MOVE-20,
/// D3H2-MOVE-21, D3H2-MOVE-22, D3H2-SHOOT-02, D3H2-SHOOT-03, D3H2-TYPE-02, D3H2-TYPE-03, D3H2-TYPE-04
const TABLE: &[Row] = &[
    ("Gd", "Aerial", "4", 'n', [6, 6], [10, 10, 10], None, 0, 'L'),
    ("Dg", "Aerial", "4", 'n', [6, 6], [10, 10, 10], None, 0, 'L'),
    ("Ab", "Aerial", "3", 'n', [5, 3], [5, 5, 5], None, 0, 'L'),
    ("Fl", "Aerial", "2", 'n', [2, 2], [10, 10, 10], None, 0, 'M'),
    ("AHr", "Aerial", "6", 'n', [5, 5], [10, 10, 10], None, 0, 'M'),
    ("Hr", "Mounted", "4", 'n', [5, 5], [5, 2, 2], None, 0, 'M'),
    ("Pl", "Mounted", "4", 'n', [6, 6], [5, 2, 2], None, 0, 'M'),
    ("Kn", "Mounted", "2", 'y', [3, 4], [3, 1, 1], Some([4, 1, 1]), 0, 'M'),
    ("4Kn", "Mounted", "2", 'n', [3, 4], [3, 1, 1], None, 0, 'M'),
    ("6Kn", "Mounted", "3", 'n', [3, 4], [3, 1, 1], None, 0, 'L'),
    ("Cv", "Mounted", "2", 'y', [3, 3], [4, 1, 1], Some([5, 1, 1]), 0, 'M'),
    ("6Cv", "Mounted", "3", 'n', [3, 3], [4, 1, 1], None, 0, 'L'),
    ("LH", "Mounted", "1.5", 'y', [2, 2], [4, 1, 1], Some([5, 1, 1]), 0, 'M'),
    ("SCh", "Mounted", "1", 'n', [3, 3], [4, 1, 1], None, 0, 'L'),
    ("Cm", "Mounted", "2", 'n', [3, 3], [3, 1, 1], None, 0, 'M'),
    ("Bh", "Mounted", "4", 'y', [5, 4], [3, 1, 1], Some([4, 1, 1]), 0, 'L'),
    ("Bs", "Mounted", "2", 'y', [3, 4], [4, 4, 4], Some([5, 5, 5]), 0, 'L'),
    ("Sp", "Foot", "2", 'y', [4, 4], [2, 1, 1], Some([3, 3, 3]), 0, 'S'),
    ("8Sp", "Foot", "3", 'n', [4, 4], [2, 1, 1], None, 0, 'M'),
    ("Pk", "Foot", "1.5", 'y', [3, 4], [2, 1, 1], Some([3, 3, 3]), 0, 'S'),
    ("Bd", "Foot", "2", 'y', [5, 3], [2, 1, 1], Some([3, 3, 3]), 0, 'S'),
    ("6Bd", "Foot", "3", 'y', [5, 3], [2, 1, 1], Some([3, 3, 3]), 0, 'M'),
    ("Ax", "Foot", "1.5", 'y', [3, 3], [2, 2, 2], Some([3, 3, 3]), 0, 'S'),
    ("Bw", "Foot", "1.5", 'y', [2, 4], [2, 1, 1], Some([3, 3, 3]), 3, 'S'),
    ("8Bw", "Foot", "2", 'n', [2, 4], [2, 1, 1], None, 3, 'M'),
    ("Sh", "Foot", "2", 'y', [3, 4], [2, 1, 1], Some([3, 3, 3]), 3, 'S'),
    ("Ps", "Foot", "1", 'a', [2, 2], [3, 3, 3], None, 0, 'S'),
    ("Lk", "Foot", "1.5", 'a', [2, 2], [3, 3, 3], None, 0, 'S'),
    ("Wb", "Foot", "1.5", 'y', [3, 2], [2, 2, 2], Some([3, 3, 3]), 0, 'S'),
    ("Hd", "Foot", "1", 'y', [3, 2], [2, 1, 1], Some([3, 3, 3]), 0, 'M'),
    ("IHd", "Foot", "1.5", 'y', [3, 2], [2, 1, 1], Some([3, 3, 3]), 0, 'M'),
    ("Art", "Foot", "3", 'n', [4, 4], [2, 0, 0], None, 5, 'L'),
    ("WWg", "Foot", "3", 'y', [3, 4], [2, 0, 0], Some([3, 0, 0]), 3, 'L'),
    ("CP", "Foot", "2", 'y', [5, 3], [2, 0, 0], Some([3, 0, 0]), 0, 'L'),
    ("Sk", "Foot", "2", 'u', [5, 3], [2, 1, 1], Some([3, 3, 3]), 0, 'S'),
    ("Mg", "Foot", "4", 'n', [4, 4], [5, 2, 2], None, 0, 'M'),
    ("Cl", "Foot", "3", 'n', [4, 4], [2, 1, 1], None, 0, 'M'),
];

#[test]
fn every_troop_type_is_as_the_tables_say() {
    let ruleset = ruleset("d3h2");
    assert_eq!(ruleset.troops().count(), TABLE.len());
    for (code, class, ap, fast, cf, moves, fast_moves, range, depth) in TABLE {
        let troop = troop(code);
        let goings = |m: musterfield_rules::troop::Move| [m.good, m.rough, m.bad].map(|bw| bw.unwrap_or(0));
        assert_eq!(ruleset.class_name(troop.class.value), *class, "{code}");
        assert_eq!(troop.price(), ap.parse().unwrap(), "{code}");
        let rule = match fast {
            'n' => FastRule::No,
            'y' => FastRule::May,
            'u' => FastRule::Usual,
            _ => FastRule::Always,
        };
        assert_eq!(troop.fast.value, rule, "{code}");
        assert_eq!([troop.factor.value.foot, troop.factor.value.mounted], *cf, "{code}");
        assert_eq!(goings(troop.movement.value), *moves, "{code}");
        assert_eq!(troop.fast_movement.as_ref().map(|m| goings(m.value)), *fast_moves, "{code}");
        assert_eq!(troop.range.as_ref().map_or(0, |range| range.value), *range, "{code}");
        assert!(troop.base.depth.starts_with(depth.to_ascii_lowercase()), "{code}");
    }
}

#[test]
fn blades_and_command_posts_are_weaker_when_shot_at() {
    for (_, troop) in ruleset("d3h2").troops() {
        let weaker = ["Bd", "6Bd", "CP"].contains(&&*troop.code);
        assert_eq!(troop.factor.value.shot_foot, weaker.then_some(4), "{}", troop.code);
    }
}

/// LIST-08, LIST-10, LIST-11, LIST-12.
#[test]
fn who_may_be_general_is_as_ruled() {
    for (_, troop) in ruleset("d3h2").troops() {
        let expected = match &*troop.code {
            "Gd" | "Dg" | "Lk" => "never",
            "Bs" | "Pl" | "Sk" | "Hd" | "IHd" | "SCh" | "Art" => "unusual",
            _ => "may",
        };
        let found = match troop.general {
            GeneralRule::May => "may",
            GeneralRule::Unusual { .. } => "unusual",
            GeneralRule::Never { .. } => "never",
        };
        assert_eq!(found, expected, "{}", troop.code);
    }
}

/// LIST-04, LIST-06: elements of six and four points count, those of three do not.
#[test]
fn only_elements_of_four_and_six_points_are_costly() {
    for (_, troop) in ruleset("d3h2").troops() {
        let costly = troop.price() == Points::whole(4) || troop.price() == Points::whole(6);
        assert_eq!(troop.costly, costly, "{}", troop.code);
    }
}

/// D3H2-BUA-07, D3H2-CAMP-04.
#[test]
fn garrisons_are_as_ruled() {
    for (_, troop) in ruleset("d3h2").troops() {
        let barred = ["Gd", "Dg", "Ab", "Fl", "AHr", "Sk", "Bh", "SCh"].contains(&&*troop.code);
        assert_eq!((troop.garrison.walls, troop.garrison.camp), (!barred, !barred), "{}", troop.code);
    }
}

/// BASE-02, BASE-04, BASE-05, BASE-06.
/// D3H2-BASE-02, D3H2-BASE-03, D3H2-BASE-04, D3H2-BASE-05, D3H2-BASE-06, D3H2-TYPE-20
#[test]
fn bases_have_the_printed_sizes() {
    let sizes: Vec<_> = ruleset("d3h2")
        .scales
        .iter()
        .map(|scale| {
            let depths: Vec<_> =
                scale.depths.iter().map(|depth| (&*depth.class, depth.least, depth.most, depth.usual)).collect();
            (scale.frontage, depths)
        })
        .collect();
    assert_eq!(
        sizes,
        [
            (40, vec![("large", 40, 80, 40), ("medium", 30, 40, 30), ("small", 15, 20, 20)]),
            (60, vec![("large", 60, 120, 80), ("medium", 40, 60, 40), ("small", 20, 30, 20)]),
        ]
    );
}

/// A roster can be asked for by two names of scales under every ruleset, beside those that a ruleset has for itself.
#[test]
fn every_ruleset_knows_small_and_large_figures() {
    for ruleset in book().unwrap().rulesets() {
        let frontage = |name| ruleset.scale_called(name).map(|scale| scale.frontage);
        assert_eq!(
            [frontage("small"), frontage("large"), frontage("giant")],
            [Some(40), Some(60), None],
            "{}",
            ruleset.id
        );
        for scale in &ruleset.scales {
            assert!(scale.names().all(|name| ruleset.scale(Some(name)) == Some(scale)), "{}", scale.id);
        }
    }
}

/// The number of figures.
#[test]
fn bases_hold_the_printed_figures() {
    for (code, figures, rule) in [
        ("Bh", "1–3 models", "D3H2-BASE-09"),
        ("6Kn", "3–6 figures in a wedge", "D3H2-BASE-10"),
        ("Bs", "3–6 figures, 3 recommended", "D3H2-BASE-10"),
        ("SCh", "1 model", "D3H2-BASE-11"),
        ("Art", "1–2 models", "D3H2-BASE-12"),
        ("Kn", "2–3 figures, 3 recommended", "D3H2-BASE-15"),
        ("LH", "1–2 figures, 2 recommended", "D3H2-BASE-16"),
        ("8Sp", "6–8 figures in two ranks", "D3H2-BASE-23"),
        ("Bd", "3–4 figures, 4 recommended", "D3H2-BASE-24"),
        ("Bw", "3–4 figures, 3 recommended", "D3H2-BASE-25"),
        ("4Kn", "4 figures", "D3H2-BASE-28"),
        ("Dg", "1 model", "D3H2-BASE-07"),
        ("Gd", "1 model", "D3H2-BASE-07"),
        ("Ab", "1 model", "D3H2-BASE-08"),
        ("WWg", "1 model", "D3H2-BASE-13"),
        ("CP", "1 model and 2–4 figures", "D3H2-BASE-14"),
        ("Fl", "1–4 figures", "D3H2-BASE-17"),
        ("Cv", "2–3 figures, 3 recommended", "D3H2-BASE-18"),
        ("Cm", "2–3 figures, 3 recommended", "D3H2-BASE-19"),
        ("Cl", "1–3 figures", "D3H2-BASE-20"),
        ("Hr", "1–3 figures", "D3H2-BASE-20"),
        ("Pl", "1–3 figures", "D3H2-BASE-20"),
        ("Mg", "1–4 figures", "D3H2-BASE-21"),
        ("Hd", "many figures", "D3H2-BASE-22"),
        ("IHd", "many figures", "D3H2-BASE-22"),
        ("Lk", "1–2 figures, 2 recommended", "D3H2-BASE-26"),
        ("Ps", "1–2 figures, 2 recommended", "D3H2-BASE-26"),
        ("Sk", "3–4 figures, 3 recommended", "D3H2-BASE-27"),
        ("Wb", "3–4 figures, 3 recommended", "D3H2-BASE-27"),
    ] {
        let base = &troop(code).base;
        assert_eq!((&*base.figures, base.rule.as_str()), (figures, rule), "{code}");
    }
    for code in ["Kn", "Cv"] {
        let wide = troop(code).wide_base.as_ref().unwrap();
        assert_eq!((&*wide.name, &*wide.base.depth, wide.base.rule.as_str()), ("chariots", "large", "D3H2-BASE-11"));
    }
}

/// TYPE-10, TYPE-12, TYPE-13 and generous reading: what people write, and what is meant.
#[test]
fn troop_types_are_read_in_any_usual_spelling() {
    let read = |written: &str| {
        let spelling = ruleset("d3h2").spellings().read(written)?;
        Some(ruleset("d3h2").troop(spelling.troop).code.to_string())
    };
    for (code, spellings) in [
        ("Kn", &["Knights", "knight", "Kn", "3Kn", "HCh", "KNIGHTS"][..]),
        ("LH", &["LH", "Lh", "light horse", "Light-Horse", "LCm"]),
        ("Ax", &["Aux", "Ax", "auxilia", "4Ax"]),
        ("Bd", &["Bl", "Bd", "Blade", "Blades", "4Bd"]),
        ("6Bd", &["6Bd", "6Blade", "Double Blades"]),
        ("8Sp", &["8Spear", "8Sp"]),
        ("8Bw", &["8Bow", "8Bw"]),
        ("Bh", &["Elephants", "El", "Behemoth", "Bh"]),
        ("Cv", &["Cav", "LCh", "cavalry"]),
        ("IHd", &["Inexhaustible Hordes", "IHd"]),
        ("Hd", &["7Hd", "Horde"]),
        ("CP", &["command post", "Lit", "CWg"]),
        ("AHr", &["Aerial Hero", "aerial heroes"]),
        ("4Kn", &["4Kn", "Cataphracts"]),
        ("Mg", &["Magician", "mages"]),
    ] {
        for written in spellings {
            assert_eq!(read(written).as_deref(), Some(code), "{written}");
        }
    }
    for written in ["", "Foo", "Knihts", "B", "12"] {
        assert_eq!(read(written), None, "{written}");
    }
    let marks = |written: &str| ruleset("d3h2").spellings().read(written).map(|s| (s.water, s.siege_tower, s.mounted));
    assert_eq!(marks("WLk"), Some((true, false, false)));
    assert_eq!(marks("Siege Tower"), Some((false, true, false)));
    assert_eq!(marks("Mtd-Bw"), Some((false, false, true)));
    assert_eq!(marks("Mtd-4Bw"), Some((false, false, true)));
}

/// D3H2-TRAD-02, D3H2-TRAD-03, D3H2-TRAD-45, TYPE-19.
#[test]
fn the_traditional_set_has_no_historical_types() {
    let traditional = ruleset("d3h2-traditional");
    let codes: Vec<&str> = traditional.troops().map(|(_, troop)| &*troop.code).collect();
    for gone in ["Ax", "Bw", "8Bw", "Cm", "CP", "LH", "Pk", "Ps", "SCh", "WWg"] {
        assert!(!codes.contains(&gone));
        assert!(traditional.left_out(gone).is_some(), "{gone}");
    }
    assert_eq!(codes.len(), TABLE.len() - 10);
    assert!(traditional.army.mounted_infantry.is_none() && traditional.troops().all(|(_, kept)| kept.rides.is_none()));
    // Every kept type is as in d3h2, because it is inherited and not copied.
    for (_, kept) in traditional.troops() {
        let main = troop(&kept.code);
        assert_eq!(
            (kept.price(), kept.factor.value, kept.movement.value),
            (main.price(), main.factor.value, main.movement.value)
        );
    }
}

#[test]
fn the_home_terrains_are_the_seven() {
    let names: Vec<&str> = ruleset("d3h2").home_terrains.iter().map(|terrain| &*terrain.id).collect();
    assert_eq!(names, ["arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral"]);
}

/// Formulas in the rules in words use typographic signs: `2 × 3 ≤ 6`, `−1`.
#[test]
fn signs_in_the_rules_in_words_are_those_of_print() {
    let reference = book().unwrap_or_else(|errors| panic!("{errors}")).reference();
    for rule in reference.sections("").flat_map(|section| reference.of_section(&section.code)) {
        for text in [Some(&rule.text), rule.question.as_ref(), rule.ruling.as_ref()].into_iter().flatten() {
            for raw in ["<=", ">=", "->", "!=", " x ", " * ", " -1", " -2", " -3"] {
                assert!(!text.contains(raw), "{}: {raw} in {text}", rule.id);
            }
        }
    }
}

/// A type that counts as another has its combat factors; exceptions are the class of an Aerial Hero (D3H2-TYPE-07),
/// the price of a Lurker (D3H2-TYPE-08), the special Knights (D3H2-TYPE-12), and class and move of the double
/// elements (D3H2-TYPE-13).
#[test]
fn types_that_count_as_another_share_what_the_rules_say() {
    let rules = ruleset("d3h2");
    for (code, parent, rule) in [
        ("AHr", "Hr", "D3H2-TYPE-07"),
        ("Lk", "Ps", "D3H2-TYPE-08"),
        ("4Kn", "Kn", "D3H2-TYPE-12"),
        ("6Kn", "Kn", "D3H2-TYPE-13"),
        ("6Cv", "Cv", "D3H2-TYPE-13"),
        ("8Sp", "Sp", "D3H2-TYPE-13"),
        ("6Bd", "Bd", "D3H2-TYPE-13"),
        ("8Bw", "Bw", "D3H2-TYPE-13"),
        ("IHd", "Hd", "D3H2-COST-10"),
    ] {
        let (child, kind) = (troop(code), troop(code).kind_of.as_ref().unwrap());
        let Supertype::Troop(of) = kind.value else { panic!("{code} is of a family") };
        assert_eq!((&*rules.troop(of).code, kind.rule.as_str()), (parent, rule), "{code}");
        let parent = troop(parent);
        let factors = |troop: &Troop| (troop.factor.value.foot, troop.factor.value.mounted);
        assert_eq!(factors(child), factors(parent), "{code}");
        assert_eq!(child.class.value == parent.class.value, code != "AHr", "{code}");
        if code != "AHr" {
            assert_eq!(child.moves(false), parent.moves(false), "{code}");
        }
    }
    assert!(troop("Lk").price() > troop("Ps").price());
    let kinds = rules.troops().filter(|(_, troop)| troop.kind_of.is_some()).count();
    assert_eq!(kinds, 9);
}

/// The sheet of DBA 3.0 names the elements whose loss counts otherwise by families, the army rules by codes: they are
/// the same (DBA3-WIN-02, DBA3-WIN-03).
#[test]
fn the_sheet_and_the_count_of_losses_name_the_same_types() {
    let ruleset = book().unwrap().ruleset("dba3").unwrap();
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets/dba3/play.toml")).unwrap();
    let play: toml::Table = text.parse().unwrap();
    let entry = |table: &str, name: &str| {
        play[table].as_array().unwrap().iter().find(|entry| entry["name"].as_str() == Some(name)).unwrap().clone()
    };
    let named = |name: &str| -> Vec<String> {
        let of = entry("list", name)["of"].as_array().unwrap().clone();
        of.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
    };
    let defeat = ruleset.army.defeat.as_ref().unwrap();
    let code = |id: &musterfield_rules::troop::TroopId| ruleset.troop(*id).code.to_string();
    let mut families: Vec<String> =
        defeat.uncounted.iter().map(|id| code(id).trim_start_matches(char::is_numeric).to_owned()).collect();
    families.dedup();
    assert_eq!(families, named("never count"));
    assert_eq!(defeat.first_of.0.iter().map(code).collect::<Vec<_>>(), named("double elements"));
    let counts = entry("number", "double element")["count"][0].as_integer().unwrap();
    assert_eq!(Points::ONE * counts, Points::ONE + defeat.first_of.1);
}

/// A term that no rule has would find nothing.
#[test]
fn every_term_beside_the_words_of_players_is_in_some_rule() {
    let book = book().unwrap();
    let is_used = |term: &&str| {
        let query = Query::new(term, &Vocabulary::default()).unwrap();
        book.rulesets().iter().any(|ruleset| !query.find(book.reference(), &ruleset.rule_prefix).is_empty())
    };
    let unused: Vec<&str> = book.vocabulary().terms().filter(|term| !is_used(term)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}
