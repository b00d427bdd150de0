//! Pasted text in the notations of forums, clubs and mails: nothing vanishes, nothing is silently misread.

use musterfield_army::draft::TextError;
use musterfield_army::text::Unreadable;
use musterfield_army::{Draft, ElementLine, LineType};
use musterfield_fixtures::armies::{elements, reading, ruleset};
use musterfield_rules::Points;
use musterfield_rules::points::PointsError;
use musterfield_rules::troop::FastRule;
use musterfield_words::army::{message, unreadable};
use proptest::prelude::*;

/// Checks the reading of each text, with nothing unread and no number that differs.
#[track_caller]
fn all_read(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        let reading = reading(text);
        assert!(reading.problems().is_empty(), "{text}: {:?} {:?}", reading.unread, reading.differences);
        assert_eq!(elements(&reading), *expected, "{text}");
    }
}

/// Checks the reading of each text, and the pieces that are reported.
#[track_caller]
fn some_reported(cases: &[(&str, &[&str], &[&str])]) {
    for (text, expected, unread) in cases {
        let reading = reading(text);
        let reported: Vec<&str> = reading.unread.iter().map(|unread| unread.text.as_str()).collect();
        assert_eq!(reported, *unread, "{text}");
        assert_eq!(elements(&reading), *expected, "{text}");
    }
}

#[test]
fn a_misspelt_element_is_no_heading_and_no_title() {
    some_reported(&[
        ("* Hero (Gen)\n* Wizzard\n* 4 Blades", &["1 Hr General", "4 Bd"], &["Wizzard"]),
        ("My army\nHeroo (Gen)\n4 Blades", &["4 Bd"], &["Heroo (Gen)"]),
        ("Heroo (Gen)\n4 Blades", &["4 Bd"], &["Heroo (Gen)"]),
        ("Knigths\n4 Blades", &["4 Bd"], &["Knigths"]),
        ("Heroo, 4 Blades", &["4 Bd"], &["Heroo"]),
        ("4 Blades\n**Wizzard**\nKnigths:", &["4 Bd"], &["**Wizzard**", "Knigths:"]),
        ("4 Blades\n**Hero**", &["4 Bd"], &["**Hero**"]),
        ("Elves\nof the wood\nHr\n4 Blades", &["1 Hr", "4 Bd"], &["of the wood"]),
        ("Host\nHr\nThe general is the Hero", &["1 Hr"], &["The general is the Hero"]),
        ("I have 4 Blades", &[], &["I have 4 Blades"]),
        ("2 Blades \"foo, 3 Bows\n2 Kn (bar, Ps", &["3 Bw", "1 Ps"], &["2 Blades \"foo", "2 Kn (bar"]),
    ]);
    all_read(&[("My army\nHr(G), 4 Bd, Ps", &["1 Hr General", "4 Bd", "1 Ps"])]);
}

#[test]
fn what_stands_before_a_line_does_not_hide_it() {
    all_read(&[
        ("Hero gen\n> 4 Blades\n-- 2 Knights\n| 3 | Bows |", &["1 Hr General", "4 Bd", "2 Kn", "3 Bw"]),
        ("> On Tuesday Ann wrote:\n>> 1 x Hero General\n> > 4 x Blades", &["1 Hr General", "4 Bd"]),
        (
            "| Count | Type | AP each | AP |\n|---|---|---|---|\n| 1 | Hero (Gen) | 4 | 4 |\n| 4 | Blades | 2 | 8 |\n| Total | | | 12 |",
            &["1 Hr General", "4 Bd"],
        ),
        (
            "‣ 4 Blades\n◦ 2 Knights\n–  Hero\n— Ps\n●Bows\n-Art\n[x] 2 Sp\n- [ ] 2 Wb",
            &["4 Bd", "2 Kn", "1 Hr", "1 Ps", "1 Bw", "1 Art", "2 Sp", "2 Wb"],
        ),
        ("2. 4 x Blades\n3. Psiloi\n4) Hero\nb) 2 Kn\nNo. 5: 2 Bw", &["4 Bd", "1 Ps", "1 Hr", "2 Kn", "2 Bw"]),
        (
            "[list]\n[*] Hero [b]General[/b]\n[*]2 Ps\n[/list]\n[quote=\"bob\"]2 Kn[/quote]",
            &["1 Hr General", "2 Ps", "2 Kn"],
        ),
        ("```text\n4 Blades\n```\n~~~\n***\n+---+---+\n| 2 | Kn |", &["4 Bd", "2 Kn"]),
    ]);
    some_reported(&[("4 Bd\n> well said\n-- and so on\n| a | b |", &["4 Bd"], &["well said", "and so on", "a | b"])]);
}

#[test]
fn two_types_are_told_and_headings_do_not_win() {
    all_read(&[
        ("Cavalry: 2 Knights\nInfantry: 4 Blades", &["2 Kn", "4 Bd"]),
        ("Foot: 4 Spears, 2 Bows\nMounted: 2 Knights", &["4 Sp", "2 Bw", "2 Kn"]),
        ("General: Hero\nC-in-C: Paladin\nAllied: 2 Cv", &["1 Hr General", "1 Pl General", "2 Cv Ally"]),
        ("Barrow thegns: 4 Blades", &["4 Bd “Barrow thegns”"]),
        ("2 Hordes (inexhaustible)\n2 Hordes inexhaustible\n2 Hordes, inexhaustible", &["2 IHd", "2 IHd", "2 IHd"]),
        ("1 Hero (flying)\nHero (aerial, general)", &["1 AHr", "1 AHr General"]),
        ("2 Blades (double)\nKnights (Cataphracts)\nKnights (wedge)", &["2 6Bd", "1 4Kn", "1 6Kn"]),
        ("Knights of Rohan (Cv)\n2 Horse Archers (LH)", &["1 Cv “Knights of Rohan”", "2 LH “Horse Archers”"]),
        ("2 Light Horse (horse archers)\n2 Bs (wolf riders)", &["2 LH “horse archers”", "2 Bs “wolf riders”"]),
        ("2 Bows with long range\n2 Bows (long)", &["2 Bw “with long range”", "2 Sh"]),
        ("1 Mounted Hero\n2 Mounted Bows", &["1 Hr", "2 Bw Mounted"]),
    ]);
    some_reported(&[
        ("2 x Kn or Cv", &[], &["2 x Kn or Cv"]),
        ("2 Wolf Riders Beasts", &[], &["2 Wolf Riders Beasts"]),
        ("2 Knights (Riders)\n2 Elves (Kn/Cv)", &[], &["2 Knights (Riders)", "2 Elves (Kn/Cv)"]),
        ("2 Inexhaustable Hordes", &[], &["2 Inexhaustable Hordes"]),
        ("Hero: Paladin", &[], &["Hero: Paladin"]),
        ("4 Blades, 2 of them Fast", &["4 Bd"], &["2 of them Fast"]),
    ]);
}

#[test]
fn a_number_behind_a_colon_or_an_equals_sign_is_how_many_unless_its_unit_says_ap() {
    all_read(&[
        ("Kn: 2\nArtillery: 2\nHero: 2", &["2 Kn", "2 Art", "2 Hr"]),
        ("Kn = 2\nBlades=4\nFast Warband = 3", &["2 Kn", "4 Bd", "3 Wb Fast"]),
        ("Kn: 2, Bd: 4, Ps = 3", &["2 Kn", "4 Bd", "3 Ps"]),
        ("Kn: 2 AP\nKn = 2AP\nArtillery: 3pts\nHr = 4 points", &["1 Kn", "1 Kn", "1 Art", "1 Hr"]),
        ("Hero (Gen) = 4\nGeneral: Hero = 4\nHero general: 4", &["1 Hr General", "1 Hr General", "1 Hr General"]),
        ("4 Bd = 8\n4 Bd @ 2 = 8\nBd x4 = 8\nLH = 1.5", &["4 Bd", "4 Bd", "4 Bd", "1 LH"]),
        ("4 Bd, = 8", &["4 Bd"]),
    ]);
    // The number may be that of the Blades, or the AP of the line.
    some_reported(&[("Hero, Bd = 6", &["1 Hr"], &["Bd = 6"]), ("Hero\n2 Ps, Bd = 8", &["1 Hr", "2 Ps"], &["Bd = 8"])]);
    assert_eq!(reading("Hero, Bd = 6").unread[0].reason, Unreadable::CountOrPrice(6));
}

#[test]
fn elements_that_each_have_their_number_need_no_comma() {
    all_read(&[
        ("4 Bd 2 Kn", &["4 Bd", "2 Kn"]),
        ("1 Hero (Gen) 4 x Blades 2 Fast Knights", &["1 Hr General", "4 Bd", "2 Kn Fast"]),
        ("Hero (Gen) 4 Bd 2xKn 10Ps", &["1 Hr General", "4 Bd", "2 Kn", "10 Ps"]),
        ("4 Bd @ 2AP = 8AP 2 Kn @ 2 AP = 4 AP", &["4 Bd", "2 Kn"]),
        ("4 Bd “2 of them old” 2 Kn (Ally), 3 Ps", &["4 Bd “2 of them old”", "2 Kn Ally", "3 Ps"]),
    ]);
    some_reported(&[
        ("4 Bd 2 Foozles", &[], &["4 Bd 2 Foozles"]),
        ("Hero 4 Blades", &[], &["Hero 4 Blades"]),
        ("2 4 Blades", &[], &["2 4 Blades"]),
        ("4 Bd 2 Kn 8 Total", &[], &["4 Bd 2 Kn 8 Total"]),
    ]);
    let many = "4 Bd 2 Kn ".repeat(50);
    assert_eq!(reading(&many).draft.lines.len(), 100);
}

#[test]
fn a_sum_in_brackets_is_held_against_the_rules() {
    for text in [
        "4 Bd (4 x 2AP = 8AP)",
        "4 x Bd (4x2=8)",
        "4 Bd [4 × 2 AP]",
        "4 Bd (4 @ 2AP = 8 AP)",
        "4 Bd (2AP x 4 = 8AP)",
        "4 Bd (2 x 4 = 8)",
        "Bd (4 x 2 AP each = 8 AP)",
        "4 Bd (4*2 pts)",
        "4 Bd @ 2AP = 8AP (4 x 2AP = 8AP)",
    ] {
        all_read(&[(text, &["4 Bd"])]);
    }
    all_read(&[
        ("2 LH (2 x 1,5AP = 3AP)\n2 LH (1,5 AP)\n2 LH (1,5AP each)", &["2 LH", "2 LH", "2 LH"]),
        ("4 Bd (2 x House)\n2 Bw (8 x 2)", &["4 Bd “2 x House”", "2 Bw “8 x 2”"]),
    ]);
    for (text, printed, counted) in
        [("4 Bd (4 x 2AP = 9AP)", "9", "8"), ("4 Bd (4 x 3AP = 8AP)", "3", "2"), ("4 Bd (4 x 1AP)", "1", "2")]
    {
        let reading = reading(text);
        assert_eq!(elements(&reading), ["4 Bd"], "{text}");
        let differences: Vec<(String, String)> =
            reading.differences.iter().map(|d| (d.printed.to_string(), d.counted.to_string())).collect();
        assert_eq!(differences, [(printed.to_owned(), counted.to_owned())], "{text}");
    }
    some_reported(&[("4 Bd (3 x 2AP = 6AP)", &[], &["4 Bd (3 x 2AP = 6AP)"])]);
    assert_eq!(reading("4 Bd (3 x 2AP = 6AP)").unread[0].reason, Unreadable::TwoCounts(4, 3));
}

#[test]
fn each_piece_that_cannot_be_read_has_its_reason() {
    let unknown =
        |written: &str, nearest| Unreadable::UnknownType { written: written.into(), ruleset: "D3H2", nearest };
    for (text, why) in [
        ("2 Blades \"foo", Unreadable::OpenQuotation),
        ("2 Blades (foo", Unreadable::OpenBracket),
        (&"2 a ".repeat(60), Unreadable::TooLong),
        ("2 x", Unreadable::NoType),
        ("3 Foozles", unknown("Foozles", None)),
        ("3 Knigths", unknown("Knigths", Some("Knights"))),
        ("2 Kn or Cv", Unreadable::TwoTypes("Knights".into(), "Cavalry".into())),
        ("2 Knights (Riders)", Unreadable::TwoTypes("Knights".into(), "Riders".into())),
        (
            "2 Inexhaustable Hordes",
            Unreadable::Misspelt { word: "Inexhaustable".into(), meant: "Inexhaustible Hordes" },
        ),
        ("I have 4 Blades", Unreadable::Sentence),
        ("Knigths:", Unreadable::MisspeltHeading("Knights")),
        ("**Hero**", Unreadable::HeadingOrElement("Hero".into())),
        ("1.5 x Blades", Unreadable::NotWhole("1.5".into())),
        ("1000000001 x Blades", Unreadable::TooMany("1000000001".into())),
        ("2 4 Blades", Unreadable::TwoNumbers("4".into())),
        ("2 Blades @", Unreadable::NoPrice),
        ("2 Blades @ some", Unreadable::NotAPrice("some".into())),
        ("2 Blades @ 2AP @ 3AP", Unreadable::TwoPrices(Points::whole(2), Points::whole(3))),
        ("Name: a\u{7}b", Unreadable::Name(TextError::Control)),
        (&format!("# {}", "long ".repeat(20)), Unreadable::Name(TextError::TooLong(80))),
        (&format!("2 Bd “{}”", "a".repeat(401)), Unreadable::Label(TextError::TooLong(60))),
        (&format!("Notes: {}", "a".repeat(20_001)), Unreadable::Notes(TextError::TooLong(20_000))),
        (
            "Rules: no magic",
            Unreadable::UnknownRuleset {
                written: "no magic".into(),
                known: "d3h2, d3h2-traditional, dba3, dba22, hott25, dbmf".into(),
            },
        ),
        ("Points: many", Unreadable::NoPoints),
        ("Points: 24.0001", Unreadable::BadPoints(PointsError::TooFine)),
        ("Points: 99999999999999", Unreadable::BadPoints(PointsError::OutOfRange)),
        ("Aggression: some", Unreadable::NoAggression),
        ("Aggression: 9223372036854775807", Unreadable::BadAggression),
        ("Aggression: -99999999999999999999", Unreadable::BadAggression),
        ("Points: 24 or 30", Unreadable::MoreNumbers),
        ("12 elements", Unreadable::OtherElements(1)),
    ] {
        let reading = reading(&format!("{text}\n"));
        let whole = self::reading(&format!("Hr (Gen)\n{text}\n"));
        let found = if whole.unread.is_empty() { reading } else { whole };
        let reasons: Vec<&Unreadable> = found.unread.iter().map(|unread| &unread.reason).collect();
        assert_eq!(reasons, [&why], "{text}");
        let told = message(&found.problems()[0].fault, ruleset("d3h2"));
        assert!(told.contains(&unreadable(&why)) && told.len() < 1000, "{told}");
    }
}

#[test]
fn a_ruleset_that_nobody_knows_is_a_line_that_could_not_be_read() {
    for (text, used, unread) in [
        ("Rules: no magic\nHost\nHr (Gen)", "d3h2", vec![1]),
        ("Host\nRuleset: d3h2-traditional\nHr (Gen)", "d3h2-traditional", vec![]),
        ("Rules: D3H2 (2nd printing)\nHr (Gen)", "d3h2", vec![]),
        ("Rules: no magic\nRules: D3H2-Traditional\nHr (Gen)", "d3h2-traditional", vec![1]),
        ("Rules: d3h2\nHr (Gen)\nRules: d3h2-traditional", "d3h2", vec![3]),
        ("Rules: chess, Points: 30\nHr (Gen)", "d3h2", vec![1]),
    ] {
        let reading = reading(text);
        assert_eq!(&*reading.draft.ruleset.id, used, "{text}");
        assert_eq!(reading.unread.iter().map(|unread| unread.line).collect::<Vec<_>>(), unread, "{text}");
        assert_eq!(elements(&reading), ["1 Hr General"], "{text}");
    }
    let told = reading("Rules: no magic\nHr").problems().remove(0);
    assert_eq!(
        message(&told.fault, ruleset("d3h2")),
        "Line 1 could not be read: “Rules: no magic”. “no magic” is not a ruleset here; the rulesets are d3h2, d3h2-traditional, dba3, dba22, hott25, dbmf."
    );
}

#[test]
fn a_number_behind_the_type_is_a_price_where_one_is_usual() {
    all_read(&[
        ("Hero (general) ..... 4\nPaladin ..... 4\n4 Blades.......8", &["1 Hr General", "1 Pl", "4 Bd"]),
        ("Hero general: 4\nHero (Gen) 4\nMagician General (4)", &["1 Hr General", "1 Hr General", "1 Mg General"]),
        ("2 x Beasts (wolf riders): 4\n4 Spear … 8\nBlades 4 8", &["2 Bs “wolf riders”", "4 Sp", "4 Bd"]),
        ("Hero - 4\nArtillery – 3\n4 Bd - 8 AP\n3 Kn — 6", &["1 Hr", "1 Art", "4 Bd", "3 Kn"]),
        ("2x LH, 1,5 AP each\nHero, general, 4 AP", &["2 LH", "1 Hr General"]),
        ("2 LH at 1.5\n2 LH je 1,5 AP\n2 Bd 2 each\n4 Bd (2 each)", &["2 LH", "2 LH", "2 Bd", "4 Bd"]),
        ("1\tHero (Gen)\t4\n4\tBlades\t8", &["1 Hr General", "4 Bd"]),
        ("Blades ×4 (8)\nBd 4× 8AP\nBlades 2AP x4", &["4 Bd", "4 Bd", "4 Bd"]),
        ("Blades: 4\nKnights – 3\nWb (x4)\nWb [4x]\n4 elements of Wb", &["4 Bd", "3 Kn", "4 Wb", "4 Wb", "4 Wb"]),
        ("Hero 1, Blades 4, Knights 2", &["1 Hr", "4 Bd", "2 Kn"]),
        ("Two Psiloi\nA Dragon\nan Artillery\ntwelve Hordes", &["2 Ps", "1 Dg", "1 Art", "12 Hd"]),
        (
            "4 Bd + 2 Kn + Hr(Gen)\n4 Sp and 2 LH\n2 Bw / 3 Ps",
            &["4 Bd", "2 Kn", "1 Hr General", "4 Sp", "2 LH", "2 Bw", "3 Ps"],
        ),
        (
            "Knights - Riders of Rohan\n2 x Men of the Mark and Mead (Sp)",
            &["1 Kn “Riders of Rohan”", "2 Sp “Men of the Mark and Mead”"],
        ),
    ]);
}

#[test]
fn a_title_may_carry_the_points() {
    for (text, name, points) in [
        ("Elves 30 AP\nHr", "Elves", "30"),
        ("D3H2 Orcs (36 AP)\nHr", "D3H2 Orcs", "36"),
        ("Dwarf army, 24 points\nHr", "Dwarf army", "24"),
        ("30 AP\nHr", "", "30"),
        ("Wood Elf Archers (30 AP)\nHr", "Wood Elf Archers", "30"),
        ("[b]Elves[/b]\n[u]30pts[/u]\nHr", "Elves", "30"),
        ("Undead (30AP): Hero", "Undead", "30"),
        ("Elven host: 30 AP\nHr", "Elven host", "30"),
        ("30 points of Orcs\nHr", "Orcs", "30"),
        ("Main body:\nHr\n", "", "24"),
        ("# Elves 30 AP\nHr\n", "Elves", "30"),
        ("# 4 Blades\nHr\n# 2 Knights\n", "4 Blades", "24"),
    ] {
        let reading = reading(text);
        assert!(reading.problems().is_empty(), "{text}: {reading:?}");
        let draft = &reading.draft;
        assert_eq!((draft.name.as_str(), draft.points.to_string().as_str()), (name, points), "{text}");
        assert_eq!(elements(&reading), ["1 Hr"], "{text}");
    }
}

#[test]
fn facts_may_be_written_without_a_colon() {
    for (text, aggression, terrain, camp) in [
        ("Aggression 2\nHome terrain Forest\nNo camp", 2, Some("forest"), false),
        ("Aggression - 1\nHome terrain - Forest\nCamp - none", 1, Some("forest"), false),
        ("Aggression = 3\n[b]Home terrain:[/b] forest\ncamp yes", 3, Some("forest"), true),
        ("Points: 24 AP, Aggression: 2, Home terrain: Forest", 2, Some("forest"), true),
        ("24 AP, Aggression 2; no camp", 2, None, false),
        ("> Aggression: 2\n> Home terrain: hilly", 2, Some("hilly"), true),
    ] {
        let reading = reading(text);
        assert!(reading.problems().is_empty(), "{text}: {reading:?}");
        let draft = &reading.draft;
        assert_eq!(
            (draft.aggression, draft.home_terrain.as_deref(), draft.camp),
            (aggression, terrain, camp),
            "{text}"
        );
    }
    some_reported(&[(
        "Points: 24 AP and 2 Blades\nAggression: 2, 4 Blades",
        &[],
        &["Points: 24 AP and 2 Blades", "Aggression: 2, 4 Blades"],
    )]);
    assert_eq!(reading("Hr\n**Notes**\nHold.").draft.notes, "Hold.");
    // Facts without a field are stored in the notes.
    let reading = reading("Stronghold: yes\nPlayer: Ann\nHr\nNotes: Hold.");
    assert_eq!(reading.draft.notes, "Stronghold: yes\nPlayer: Ann\n\nHold.");
    assert!(reading.problems().is_empty(), "{reading:?}");
}

#[test]
fn totals_are_compared_wherever_they_stand() {
    for text in [
        "1 x Hero (Gen), 4 x Bd, 12 x Ps = 24 points",
        "Hero gen\n4 Bd, 12 Ps (24 AP)",
        "Hero gen\n4 Bd, 2 Ps = 10\nTotal AP: 14",
        "Hero\n----\n4",
        "Hero\n4 AP",
        "Hero\n= 4 AP\n1 elements",
        "Hero\nGrand total: 4 points\nElements: 1",
    ] {
        assert!(reading(text).problems().is_empty(), "{text}: {:?}", reading(text));
    }
    assert_eq!(reading("Hero, 4 Bd, 2 Ps = 24 AP").differences.len(), 1);
    assert_eq!(reading("Hero\n5 AP").differences.len(), 1);
    some_reported(&[
        ("Hero\n12 elements", &["1 Hr"], &["12 elements"]),
        ("Hero\nTotal: 4 Bladez", &["1 Hr"], &["Total: 4 Bladez"]),
    ]);
}

/// One way to write a line of elements.
fn decorated(draft: &Draft, line: &ElementLine, style: u8, mark: u8) -> String {
    let troop = draft.troop(line).unwrap();
    let (count, price) = (line.count, draft.price(line));
    let name = match style % 3 {
        0 => troop.name_for(count).to_owned(),
        1 => troop.code.to_string(),
        _ => format!("{} ({})", troop.name, troop.code),
    };
    let fast = if line.fast { " Fast" } else { "" };
    let general = if line.general { [" (Gen)", " General", ", C-in-C"][usize::from(style / 3 % 3)] } else { "" };
    let body = match style / 9 % 6 {
        0 => format!("{count} x {name}{fast}{general}"),
        1 => format!("{count}x {name}{fast}{general} @ {price} AP = {} AP", price * count),
        2 => format!("{name}{fast} x{count}{general}"),
        3 => format!("({count}) {name}{fast}{general}"),
        4 => format!("{count} {name}{fast} ..... {}", price * count) + general,
        _ => format!("{count}\t{name}{fast}\t{}\t{}", price, price * count) + general,
    };
    let before = ["", "- ", "* ", "• ", "> ", "-- ", "[*]", "3. ", "b) ", "> - ", "\t"][usize::from(mark) % 11];
    format!("{before}{body}")
}

fn plain_lines() -> impl Strategy<Value = Vec<(ElementLine, u8, u8)>> {
    let ruleset = ruleset("d3h2");
    let one = (0..ruleset.troops().count(), 1i64..10, any::<bool>(), any::<bool>(), any::<u8>(), any::<u8>());
    prop::collection::vec(one, 1..8).prop_map(move |all| {
        let line = |(at, count, fast, general, style, mark): (usize, i64, bool, bool, u8, u8)| {
            let (id, troop) = ruleset.troops().nth(at).unwrap();
            let fast = fast && troop.fast.value != FastRule::Always;
            let count = if general { 1 } else { count };
            (ElementLine { count, fast, general, ..ElementLine::new(LineType::Known(id)) }, style, mark)
        };
        all.into_iter().map(line).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_army_reads_the_same_however_it_is_decorated(lines in plain_lines()) {
        let draft = Draft::new(ruleset("d3h2"));
        let written: Vec<String> =
            lines.iter().map(|(line, style, mark)| decorated(&draft, line, *style, *mark)).collect();
        let text = format!("Our host\n\n{}\n", written.join("\n"));
        let reading = reading(&text);
        prop_assert!(reading.problems().is_empty(), "{text}: {:?} {:?}", reading.unread, reading.differences);
        let expected: Vec<ElementLine> = lines.into_iter().map(|(line, ..)| line).collect();
        prop_assert_eq!(&reading.draft.lines, &expected, "{}", text);
    }

    /// Every piece of a line becomes an element or is reported.
    #[test]
    fn no_piece_of_a_line_is_lost(pieces in prop::collection::vec("[0-9]{0,2} ?(Bd|Kn|Heroo|Wizzard|Blades|foo|Orc|of|12|z+)( [b-m0-9]{1,6}){0,2}", 2..9)) {
        let text = format!("1 Hero (Gen)\n{}", pieces.join(", "));
        let reading = reading(&text);
        // A piece may contain several elements, each with its number.
        let alone = |piece: &String| {
            let reading = self::reading(&format!("1 Hero (Gen)\n{piece}, 1 Ps"));
            reading.draft.lines.len() - 2 + reading.unread.len()
        };
        let found = reading.draft.lines.len() - 1 + reading.unread.len();
        prop_assert_eq!(found, pieces.iter().map(alone).sum::<usize>(), "{}: {:?}", text, reading);
        prop_assert!(pieces.iter().all(|piece| alone(piece) > 0), "{text}: {reading:?}");
    }

    /// A line of any words is an element, reported, offered or stored in the notes, wherever it is after the first element.
    #[test]
    fn no_line_of_words_is_lost(words in prop::collection::vec("[a-z]{2,8}|Knigths|Hero|[0-9]{1,2}|\\(Gen\\)", 1..5), mark in "|- |> |\\* |-- |\\| ") {
        let line = words.join(" ");
        let text = format!("1 Hero (Gen)\n{mark}{line}");
        let reading = reading(&text);
        let known = reading.draft.lines.len() > 1 || !reading.unread.is_empty() || !reading.differences.is_empty();
        let known = known || !reading.offered.is_empty() || reading.draft.notes == line;
        let total = words.iter().all(|word| word.parse::<i64>().is_ok());
        prop_assert!(known || total, "{text}: {reading:?}");
    }
}
