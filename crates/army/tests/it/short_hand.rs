//! Army lists in the shorthand in which DBA lists are printed (DBA3-LIST-03, LIST-04, LIST-08, LIST-09).

use musterfield_army::list::shorthand::{LONGEST, read};
use musterfield_army::list::{ListChoice, ListGeneral, ListOption, ListPermission, ShorthandFault};
use musterfield_fixtures::armies::ruleset;
use musterfield_rules::Ruleset;
use musterfield_words::army::list::shorthand;
use proptest::prelude::*;

fn dba3() -> &'static Ruleset {
    ruleset("dba3")
}

/// An option in the notation of this test: `2 of 3Kn|Cv`, `3 of 3Kn=4Bd`, `general`, `dismount as 4Bd`, and its note.
fn in_brief(option: &ListOption) -> String {
    let code = |id: &musterfield_rules::TroopId| dba3().troop(*id).code.to_string();
    let types: Vec<String> = option
        .types
        .iter()
        .map(|id| {
            let ride = match option.rides_of(*id) {
                ListPermission::No => "",
                ListPermission::May => "may ride ",
                ListPermission::Must => "ride ",
            };
            format!("{ride}{}", code(id))
        })
        .collect();
    let most = option.max.unwrap();
    let count = if option.min == most { most.to_string() } else { format!("{} to {most}", option.min) };
    let joint = if option.choice == ListChoice::AllSame { "=" } else { "|" };
    let mut text = format!("{count} of {}", types.join(joint));
    match option.general {
        ListGeneral::Must => text += ", general",
        ListGeneral::May => text += ", one may lead",
        ListGeneral::No => {}
    }
    for foot in option.dismounts.iter().map(|dismount| &dismount.foot) {
        text += &format!(", dismount as {}", code(foot));
    }
    if !option.note.is_empty() {
        text += &format!(", note {}", option.note);
    }
    text
}

#[track_caller]
fn reads(text: &str, options: &[&str]) {
    let list = read(dba3(), text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(list.options.iter().map(in_brief).collect::<Vec<_>>(), options, "{text}");
}

#[test]
fn entries_are_read_as_they_are_printed() {
    reads(
        "1x4Pk or 3Bd or HCh (Gen), 6x4Pk, 1x4Pk or 4Bw, 2xPs, 1x3Ax or Ps",
        &["1 of 4Pk|3Bd|HCh, general", "6 of 4Pk", "1 of 4Pk|4Bw", "2 of Ps", "1 of 3Ax|Ps"],
    );
    reads("1xCv (Gen), 2xCv/6Cv", &["1 of Cv, general", "2 of Cv=6Cv"]);
    reads("1x3Kn//4Bd (Gen), 3x3Kn/4Bd", &["1 of 3Kn, general, dismount as 4Bd", "3 of 3Kn=4Bd"]);
    reads("2xMtd-4Lb; 1xMtd-3Bw or 3Bw", &["2 of ride 4Lb", "1 of may ride 3Bw"]);
    reads("1xMtd-4Lb or 4Bd", &["1 of ride 4Lb|4Bd"]);
    reads(
        "6Kn, 8Bw, Lit, CWg, CP, LCm, 4Cb, 3Lb",
        &["1 of 6Kn", "1 of 8Bw", "1 of Lit", "1 of CWg", "1 of CP", "1 of LCm", "1 of 4Cb", "1 of 3Lb"],
    );
}

#[test]
fn people_write_them_in_many_ways() {
    for text in ["4x4Pk", "4 x 4Pk", "4X4Pk", "4×4Pk", "4 4Pk", "- 4x4Pk", "4x 4pk"] {
        reads(text, &["4 of 4Pk"]);
    }
    for text in
        ["1x3Kn (Gen)", "1 x 3Kn General", "1x General (3Kn)", "1x3Kn (C-in-C)", "1x3Kn [gen.]", "General 1x3Kn"]
    {
        reads(text, &["1 of 3Kn, general"]);
    }
    for text in [
        "1x3Kn, Gen, 4x4Pk",
        "1x3Kn, gen; 4x4Pk",
        "1x3Kn, General\n4x4Pk",
        "1x3Kn\n(Gen)\n4x4Pk",
        "1x3Kn (Gen), Gen, 4x4Pk",
    ] {
        reads(text, &["1 of 3Kn, general", "4 of 4Pk"]);
    }
    reads("4x4Pk, 2x3Kn or Cv, Gen.", &["4 of 4Pk", "2 of 3Kn|Cv, one may lead"]);
    reads("3x3/4Ax or Ps, Gen", &["3 of 3Ax|Ps, one may lead", "3 of 4Ax|Ps, one may lead"]);
    reads("2-4xPs, 0–1xEl", &["2 to 4 of Ps", "0 to 1 of El"]);
    reads("2x3Bd or 2x4Bd", &["2 of 3Bd|4Bd"]);
    reads("2x2LH, 1x3Cv, 2x2Ps", &["2 of LH", "1 of Cv", "2 of Ps"]);
    reads("2x3Kn (Gen)", &["2 of 3Kn, one may lead"]);
}

#[test]
fn names_years_footnotes_and_facts_stand_around_the_entries() {
    let text = "Later Somebodies 300 BC – 210 BC: 1x3Kn* (Gen), 2xEl† (before 250 BC), 1xArt after 232 BC,\n\
                8x4Pk. Terrain: Arable or Hilly. Aggression: 3. Enemies: everybody\n\
                * may be a Litter\n† only one in 280 BC";
    let list = read(dba3(), text).unwrap();
    assert_eq!(list.heading, "Later Somebodies 300 BC – 210 BC");
    assert_eq!((list.aggression, list.home_terrains), (Some(3), vec!["arable".to_owned(), "hilly".to_owned()]));
    assert_eq!(
        list.options.iter().map(in_brief).collect::<Vec<_>>(),
        ["1 of 3Kn, general, note *", "2 of El, note † (before 250 BC)", "1 of Art, note after 232 BC", "8 of 4Pk",]
    );
    assert_eq!(list.notes, ["Enemies: everybody", "* may be a Litter", "† only one in 280 BC"]);
}

/// Players call their entries what they like; the brackets hold the types.
#[test]
fn a_name_before_the_types_in_brackets_is_a_note() {
    reads(
        "1 x General (3Kn), 1 x companions (3Kn), 4 x pikes (4Pk), 2 x hypaspists (4Ax or 4Pk)",
        &[
            "1 of 3Kn, general",
            "1 of 3Kn, note (companions)",
            "4 of 4Pk, note (pikes)",
            "2 of 4Ax|4Pk, note (hypaspists)",
        ],
    );
    reads(
        "2 x horse archers (LH) (before 450), 1x royal guards (3Kn//4Bd) (Gen)",
        &["2 of LH, note (horse archers) (before 450)", "1 of 3Kn, general, dismount as 4Bd, note (royal guards)"],
    );
    // Other elements are never part of a name.
    for text in ["1 x guards Ps (3Kn)", "1 x guards 2xPs (3Kn)", "1 x guards (of the king)", "4 x pikes or (4Pk)"] {
        assert!(read(dba3(), text).is_err(), "{text} is read");
    }
    // Without a number it may be anything.
    assert!(read(dba3(), "guards (3Kn)").is_err());
}

#[test]
fn facts_are_read_wherever_they_stand_in_the_head() {
    for (head, name, terrains, aggression) in [
        ("Lake Folk. Home: Arable. Aggression 4.\n", "Lake Folk", vec!["arable"], Some(4)),
        ("Lake Folk (Ter: Dry, Agg: 1)\n", "Lake Folk", vec!["dry"], Some(1)),
        ("Lake Folk (500 BC, Ter: Dry or Hilly; Agg: 1): ", "Lake Folk (500 BC)", vec!["dry", "hilly"], Some(1)),
        ("Lake Folk (Dry, 2)\n", "Lake Folk", vec!["dry"], Some(2)),
        ("Lake Folk, Ag 1\n", "Lake Folk", vec![], Some(1)),
        ("Lake Folk Ag 1\n", "Lake Folk", vec![], Some(1)),
        ("Lake Folk Ag: 1, Terrain: Arable/Dry\n", "Lake Folk", vec!["arable", "dry"], Some(1)),
        ("Lake Folk; Arable; 3; ", "Lake Folk", vec!["arable"], Some(3)),
        ("Lake Folk; 3; Arable; ", "Lake Folk", vec!["arable"], Some(3)),
        ("Lake Folk 500 BC Arable or Littoral Ag 3: ", "Lake Folk 500 BC", vec!["arable", "littoral"], Some(3)),
        ("Lake Folk\nTerrain Hilly, Aggression factor 0\n", "Lake Folk", vec!["hilly"], Some(0)),
        ("Lake Folk - Arable - 3\n", "Lake Folk", vec!["arable"], Some(3)),
        ("Lake Folk. Arable. Ag 2.\n", "Lake Folk", vec!["arable"], Some(2)),
        ("Lake Folk | Arable | Agg 3\n", "Lake Folk", vec!["arable"], Some(3)),
        ("Lake Folk. Home terrain is Dry; aggression is 2\n", "Lake Folk", vec!["dry"], Some(2)),
        ("Arable (3)\n", "", vec!["arable"], Some(3)),
        ("Arable or Hilly (Agg 2)\n", "", vec!["arable", "hilly"], Some(2)),
        ("Lake Folk\nHilly 1\n", "Lake Folk", vec!["hilly"], Some(1)),
        ("Lake Folk, Hilly [1]: ", "Lake Folk", vec!["hilly"], Some(1)),
        ("Steppe Nomads of the Hilly Home\n", "Steppe Nomads of the Hilly Home", vec![], None),
    ] {
        let list =
            read(dba3(), &format!("{head}1x3Kn (Gen), 4x4Pk")).unwrap_or_else(|error| panic!("{head}: {error:?}"));
        assert_eq!((list.heading.as_str(), list.aggression), (name, aggression), "{head}");
        assert_eq!(list.home_terrains, terrains, "{head}");
        assert_eq!((list.options.len(), list.notes), (2, Vec::new()), "{head}");
    }
    for (text, word, expected) in [
        ("Lake Folk Ag 7\n4x4Pk", "7", "The aggression factor must be from 0 to 4."),
        ("Arable (9)\n4x4Pk", "9", "The aggression factor must be from 0 to 4."),
        ("Lake Folk; Arable; 9; 4x4Pk", "9", "The aggression factor must be from 0 to 4."),
        ("4x4Pk. Aggression: none", "none", "The aggression factor must be from 0 to 4."),
        ("Lake Folk (Ter: Swampy)\n4x4Pk", "Swampy", "not a home terrain"),
        ("Terrain: Swampy\n4x4Pk", "Swampy", "not a home terrain"),
        ("Aggression 3 1x3Kn (Gen), 4x4Pk", "1x3Kn", "not a sign, date or type"),
    ] {
        let error = read(dba3(), text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(error.word, word, "{text}: {error:?}");
        assert!(shorthand(&error).contains(expected), "{text}: {}", shorthand(&error));
    }
}

#[test]
fn dates_are_no_entries() {
    for date in [
        "500 BC to 146 BC",
        "1066-1100",
        "25 BC – 197 AD",
        "ca. 500 BC",
        "AD 1066–1100",
        "500-146 v. Chr",
        "up to 1300 CE",
    ] {
        for (text, heading, notes) in [
            (format!("{date}\n1x3Kn (Gen), 4x4Pk"), date, vec![]),
            (format!("1x3Kn (Gen), 4x4Pk\n{date}."), "", vec![date]),
            (format!("1x3Kn (Gen), {date}, 4x4Pk"), "", vec![date]),
        ] {
            let list = read(dba3(), &text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert_eq!(
                (list.heading.as_str(), list.notes, list.options.len()),
                (heading, notes.iter().map(|note| (*note).to_owned()).collect(), 2),
                "{text}"
            );
        }
    }
    for note in ["up to 1300 CE", "500-450 BC", "between 450 and 500 AD", "later than 450", "vor 1066", "AD 1066-1100"]
    {
        reads(&format!("4x4Pk {note}"), &[&format!("4 of 4Pk, note {note}")]);
    }
    // Elements are no part of a note.
    assert_eq!(read(dba3(), "4x4Pk before 450 2xPs").unwrap_err().word, "2xPs");
    assert_eq!(read(dba3(), "4x4Pk between 450 and 500 AD 4Bd").unwrap_err().word, "4Bd");
}

/// Words that were headings or notes before types could be named in other languages are still what they were.
#[test]
fn words_of_other_languages_are_headings_and_notes_where_they_can_be() {
    let list = read(dba3(), "Ritter: 1x3Kn (Ritter) (Gen), 2xRitter").unwrap();
    assert_eq!(list.heading, "Ritter");
    let options: Vec<String> = list.options.iter().map(in_brief).collect();
    assert_eq!(options, ["1 of 3Kn, general, note (Ritter)", "2 of 3Kn"]);
    reads("1x(Ritter) 4Bd", &["1 of 4Bd, note (Ritter)"]);
}

/// Text that cannot be read is refused with the word at which reading stopped.
#[test]
fn what_cannot_be_read_is_refused_with_its_word() {
    for (text, word, expected) in [
        ("4x4Pk, 2xBd", "Bd", "How many figures: 4Bd or 3Bd?"),
        ("4x5Pk", "5Pk", "no such troop type"),
        ("1x3Sp", "3Sp", "no such troop type. Is it 4Sp?"),
        ("1x4Bd or", "or", "A type is missing"),
        ("or 4Bd", "or", "needs a type on both sides"),
        ("3x4Bd//3Kn", "3Kn", "between mounted troops and the foot"),
        ("3x3Kn//Cv", "Cv", "between mounted troops and the foot"),
        ("2x4Bd or 3x3Bd", "3x3Bd", "All types of an entry share one number"),
        ("4-2x4Bd", "4-2x4Bd", "below the minimum"),
        ("0x4Bd", "0x4Bd", "must have 1 to"),
        ("999x4Bd", "999x4Bd", "must have 1 to"),
        ("4x", "4x", "A type is missing"),
        ("1xCiv", "Civ", "cannot be part of an army"),
        ("1xMtd-Art", "Mtd-Art", "cannot ride"),
        ("1x3Kn hello", "hello", "not a sign, date or type"),
        ("x4Bd", "x4Bd", "no such troop type"),
        // Which of the two leads is not said.
        ("(1x7Hd + 1x4Sp) or 2x4Sp, Gen", "Gen", "A type is missing"),
        ("4x4Pk, Aggression 3, Gen", "Gen", "A type is missing"),
        ("", "", "No entries"),
        ("Aggression: 3", "", "No entries"),
        ("4x4Pk, Ag: 77777777777773888", "77777777777773888", "The aggression factor must be from 0 to 4."),
        ("4x4Pk, Aggression 5", "5", "The aggression factor must be from 0 to 4."),
    ] {
        let error = read(dba3(), text).err().unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(error.word, word, "{text}: {error:?}");
        let sentence = shorthand(&error);
        assert!(sentence.contains(expected), "{text}: {sentence}");
        assert_eq!(
            text.get(error.at..).map(|rest| rest.starts_with(word) || word == "or"),
            Some(true),
            "{text}: {error:?}"
        );
    }
    assert!(read(dba3(), &"1xPs, ".repeat(LONGEST)).is_err());
}

/// Each single-type entry doubles the ways to fill a list: 64 are accepted, and no more.
#[test]
fn so_many_entries_of_one_type_each_are_refused() {
    assert_eq!(read(dba3(), &["2x3Kn/Cv"; 6].join(", ")).unwrap().options.len(), 6);
    for many in [7, 64] {
        let error = read(dba3(), &vec!["2x3Kn/Cv"; many].join(", ")).unwrap_err();
        let expected = (6 * "2x3Kn/Cv, ".len(), ShorthandFault::TooManyWays { most: 64 });
        assert_eq!((error.at, error.fault), expected);
    }
}

/// Brackets in brackets, and choices that multiply, are refused before they cost time.
#[test]
fn choices_in_brackets_are_read_in_time_however_they_are_nested() {
    let started = std::time::Instant::now();
    for piece in
        ["(", "(1xPs or ", "(1xPs + 1xCv) or ", "[(1xPs + ", "(1xPs or 1xCv) + ", "1x3/4Ax or ", "3/4Ax/", "(1xPs)"]
    {
        for count in [1, 8, 60, LONGEST / piece.len()] {
            let _ = read(dba3(), &format!("{}1xPs", piece.repeat(count)));
            let _ = read(dba3(), &format!("1xCv (Gen), {}1xPs, 4x4Pk", piece.repeat(count)));
        }
    }
    assert!(started.elapsed() < std::time::Duration::from_secs(10), "{:?}", started.elapsed());
    let many = ["(1xPs) or (1xCv + 1xLH)"; 7].join(", ");
    assert_eq!(read(dba3(), &many).unwrap_err().fault, ShorthandFault::TooManyWays { most: 64 });
}

proptest! {
    /// Any typed text is read or refused, and the result never contains more than was written.
    #[test]
    fn nothing_that_is_typed_breaks_it(text in r"[0-9xX/ ,;()*†\n:.A-Za-z-]{0,60}") {
        if let Ok(list) = read(dba3(), &text) {
            prop_assert!(list.options.len() <= text.len());
            prop_assert!(list.options.iter().all(|option| !option.types.is_empty() && option.min <= option.max.unwrap()));
        }
    }

    #[test]
    fn entries_in_any_order_are_the_same_entries(places in Just(vec![0, 1, 2, 3]).prop_shuffle()) {
        let entries = ["1x3Kn (Gen)", "4x4Pk", "2xCv or LH", "3x3Kn/4Bd"];
        let text = places.iter().map(|at| entries[*at]).collect::<Vec<_>>().join(", ");
        let list = read(dba3(), &text).unwrap();
        let all: Vec<String> = list.options.iter().map(in_brief).collect();
        let one: Vec<String> = places.iter().map(|at| in_brief(&read(dba3(), entries[*at]).unwrap().options[0])).collect();
        prop_assert_eq!(all, one);
    }
}
