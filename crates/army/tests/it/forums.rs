//! Whole forum posts and mails: what surrounds an army, and numbers that mean the same throughout a list.

use musterfield_army::Fault;
use musterfield_army::text::Unclear;
use musterfield_fixtures::armies::{elements, reading};
use proptest::prelude::*;

/// Texts and their elements, with nothing unread and no number that differs.
#[track_caller]
fn all_read(cases: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let reading = reading(text);
        if !reading.problems().is_empty() || elements(&reading) != *expected {
            let (unread, differences) = (&reading.unread, &reading.differences);
            wrong.push(format!("{text}\n--> {:?}\n{unread:?}\n{differences:?}", elements(&reading)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_first_line_is_a_title_whatever_else_it_says() {
    for (text, name, points, rules, notes) in [
        ("24 AP D3H2", "", "24", "d3h2", ""),
        ("30 AP D3H2-Traditional", "", "30", "d3h2-traditional", ""),
        ("D3H2", "", "24", "d3h2", ""),
        ("Orcs (D3H2 traditional), 30 AP", "Orcs D3H2 traditional", "30", "d3h2-traditional", ""),
        ("Arthur's Britons, HOTT style", "Arthur's Britons, HOTT style", "24", "d3h2", ""),
        ("Gondor (30 AP, D3H2)", "Gondor", "30", "d3h2", ""),
        ("My first D3H2 army: the Undead", "", "24", "d3h2", "My first D3H2 army: the Undead"),
        ("Gondor\nD3H2", "Gondor", "24", "d3h2", ""),
        ("Gondor\n\n*HOTT 2.5*", "Gondor", "24", "hott25", ""),
        ("Gondor\nHordes of the Things 2.5", "Gondor", "24", "hott25", ""),
        ("Gondor (late)", "Gondor (late)", "24", "d3h2", ""),
        ("D3H2 Wood Elves 30 AP, home terrain Hilly, Agg 2", "D3H2 Wood Elves", "30", "d3h2", ""),
        ("Wood Elves, D3H2-Traditional, 30 AP, hilly", "Wood Elves", "30", "d3h2-traditional", ""),
        ("Elves 30 AP\nof the wood", "Elves", "30", "d3h2", "of the wood"),
        ("Posted by: Wotan\nElves", "Elves", "24", "d3h2", "Posted by: Wotan"),
        ("Posted: Tue Mar 12, 2019 9:14 am\nElves", "Elves", "24", "d3h2", "Posted: Tue Mar 12, 2019 9:14 am"),
        ("Hi all, here is my list:\n\nElves", "Elves", "24", "d3h2", "Hi all, here is my list:"),
        (
            "Re: armies\nby Wotan » Tue Mar 12, 2019 9:14 am\n\nElves",
            "Elves",
            "24",
            "d3h2",
            "Re: armies\nby Wotan » Tue Mar 12, 2019 9:14 am",
        ),
        ("Hi all\nElves", "Elves", "24", "d3h2", "Hi all"),
    ] {
        let reading = reading(&format!("{text}\n\n1 Hero (Gen)\n4 Blades\n"));
        assert!(reading.problems().is_empty(), "{text}: {reading:?}");
        let draft = &reading.draft;
        let read = (draft.name.as_str(), draft.points.to_string(), &*draft.ruleset.id, draft.notes.as_str());
        assert_eq!(read, (name, points.to_owned(), rules, notes), "{text}");
        assert_eq!(elements(&reading), ["1 Hr General", "4 Bd"], "{text}");
    }
    let draft = reading("D3H2 Wood Elves 24 AP, home terrain Forest, Agg 1\nHr").draft;
    assert_eq!((draft.home_terrain.as_deref(), draft.aggression), (Some("forest"), 1));
}

#[test]
fn what_is_said_behind_the_elements_is_kept_in_the_notes() {
    for (text, notes) in [
        ("1 Hero (Gen)\n4 Blades\nCheers, Dave", "Cheers, Dave"),
        ("1 Hero (Gen)\n4 Blades\nRegards,\nMike", "Regards,\nMike"),
        ("1 Hero (Gen)\n4 Blades\nTotal 12\nMike", "Mike"),
        ("Here is my list:\n1 Hero (Gen)\n4 Blades\nBest,\nJ.", "Here is my list:\nBest,\nJ."),
        ("1 Hero (Gen)\n4 Blades\n\nMike", "Mike"),
        ("> 1 Hero (Gen)\n> 4 Blades\n>\n> Steve", "Steve"),
        ("Hero\nBlades\n\nWhat do you think?\nAny ideas welcome", "What do you think?\nAny ideas welcome"),
        ("Elves\nfrom the wood\n1 Hero (Gen)\n4 Blades\n\nEnjoy!\nNotes: Hold.", "from the wood\nEnjoy!\n\nHold."),
        (
            "Hi all,\n\nHere's what I am using at the club.\n\nHero\nBlades",
            "Hi all,\nHere's what I am using at the club.",
        ),
    ] {
        let reading = reading(text);
        assert!(reading.problems().is_empty(), "{text}: {reading:?}");
        assert_eq!(reading.draft.notes, notes, "{text}");
        assert_eq!(reading.draft.lines.len(), 2, "{text}");
    }
}

#[test]
fn what_may_be_an_element_is_reported_wherever_it_stands() {
    for (text, unread) in [
        ("Elves\nKniths\n\n1 Hero (Gen)", &["Kniths"][..]),
        ("1 Hero (Gen)\n\nKniths", &["Kniths"]),
        ("1 Hero (Gen)\n\nRegards, the Kniths", &["Regards", "the Kniths"]),
        ("1 Hero (Gen)\n\nThese are Knihgts of old.", &["These are Knihgts of old."]),
        ("1 Hero (Gen)\n\nTwo Foozles", &["Two Foozles"]),
        ("1 Hero (Gen)\n\nFast Foozles", &["Fast Foozles"]),
        ("1 Hero (Gen)\n4 Bd\nFoozles", &["Foozles"]),
        ("1 Hero (Gen)\n\n- Foozles", &["Foozles"]),
        ("1 Hero (Gen)\n[*]Foozles", &["Foozles"]),
        ("1 Hero (Gen)\n\n| Foozles |", &["Foozles"]),
        ("Host\nFoozles\nHero\n4 Bd", &["Foozles"]),
        ("Hero\nBd\n\nFoozles", &["Foozles"]),
        ("1 Hero (Gen)\nCheers, Dave\n4 Bd", &["Cheers", "Dave"]),
        ("Host\nFoozles\n3 Orcs", &["Foozles", "3 Orcs"]),
        ("Host\nFoozles\nand so on", &["Foozles", "and so on"]),
        ("Host\nThanks for reading.", &["Thanks for reading."]),
    ] {
        let reading = reading(text);
        let reported: Vec<&str> = reading.unread.iter().map(|unread| unread.text.as_str()).collect();
        assert_eq!(reported, unread, "{text}");
        assert_eq!(reading.draft.notes, "", "{text}");
    }
}

#[test]
fn a_lone_number_behind_a_type_means_the_same_in_the_whole_list() {
    all_read(&[
        // Prices: the total implies it.
        ("Hero (4)\nMagician (4)\nKnights (2)\nTotal: 10", &["1 Hr", "1 Mg", "1 Kn"]),
        ("Hero 4, Magician 4, Knights 2 = 10", &["1 Hr", "1 Mg", "1 Kn"]),
        ("Kn: 2\nBd: 2\n2 elements", &["1 Kn", "1 Bd"]),
        // A general is a single element, so its number is a price; and so are the others.
        ("Hero general (4)\nMagician (4)\nPaladin (4)\n6 Blades (12)\n= 24", &["1 Hr General", "1 Mg", "1 Pl", "6 Bd"]),
        ("Hero (Gen)  4\nMagician  4\nKnights 2", &["1 Hr General", "1 Mg", "1 Kn"]),
        ("Tin Woodman (Hero General) 4\nScarecrow (Cleric) 3", &["1 Hr General “Tin Woodman”", "1 Cl “Scarecrow”"]),
        ("Kn: 2\nGeneral: Hero = 4", &["1 Kn", "1 Hr General"]),
        ("Hero, General (4)\nDragon (4)", &["1 Hr General", "1 Dg"]),
        // Some types are always Fast.
        ("3 Blades, Fast\n2 Psiloi, Fast", &["3 Bd Fast", "2 Ps"]),
        // Numbers before the types are amounts.
        ("4 Blades (8)\nKnights (2)\nHero (4)", &["4 Bd", "1 Kn", "1 Hr"]),
        ("Knights (2)\n2 Light Horse 3\nLight Horse 1.5", &["1 Kn", "2 LH", "1 LH"]),
        // The agreed AP cannot pay for that many elements.
        ("Hero 4\nDragon 4\nGod 4\nMagician 4", &["1 Hr", "1 Dg", "1 Gd", "1 Mg"]),
        // Amounts: the total implies it, or a number that is not a price.
        ("Kn: 2\nBd: 2\nTotal 8", &["2 Kn", "2 Bd"]),
        ("Knights (2)\nBlades (4)\nSpears (2)", &["2 Kn", "4 Bd", "2 Sp"]),
        ("Hero (1)\nKnights (2)\nBlades (2)", &["1 Hr", "2 Kn", "2 Bd"]),
        ("Kn = 2\n4 Blades = 8", &["1 Kn", "4 Bd"]),
        ("Hero (4), General\nKnights 2", &["1 Hr General", "1 Kn"]),
    ]);
    // Nothing decides.
    for (text, line, of) in [
        ("Kn: 2\nBd = 2", 1, "Knights"),
        ("4 Blades [8]\nKnights (2)", 2, "Knights"),
        ("1 Hero (Gen)\nPsiloi (1)\nBlades 2", 3, "Blades"),
    ] {
        let reading = reading(text);
        let told = reading.problems();
        assert_eq!(told.len(), 1, "{text}: {told:?}");
        assert_eq!(told[0].fault, Fault::Unclear(Unclear { line, of: of.to_owned(), number: 2 }));
        assert!(!told[0].is_error());
        assert_eq!(reading.draft.lines.last().map(|line| line.count), Some(2), "{text}");
    }
}

#[test]
fn numbers_may_be_words() {
    all_read(&[
        ("a couple of Psiloi\na pair of Knights\na dozen Hordes", &["2 Ps", "2 Kn", "12 Hd"]),
        ("Dozen Hordes, half a dozen Blades and a pair of Knights", &["12 Hd", "6 Bd", "2 Kn"]),
        ("Three Blades, and a couple of Psiloi", &["3 Bd", "2 Ps"]),
        ("A couple Psiloi, pair of Kn, dozen Hordes", &["2 Ps", "2 Kn", "12 Hd"]),
        ("half a dozen Blades\nHalf-dozen Bows\ntwo dozen Hordes", &["6 Bd", "6 Bw", "24 Hd"]),
        ("Fourteen Hordes\ntwenty Psiloi\none Hero", &["14 Hd", "20 Ps", "1 Hr"]),
    ]);
}

#[test]
fn a_heading_before_a_colon_names_a_part_of_the_army_or_who_leads() {
    all_read(&[
        ("SUPPORT: 2 Psiloi\nCORE: 3 Blades, 2 Bows", &["2 Ps", "3 Bd", "2 Bw"]),
        ("Core: 4 House Guard (Bd)\nLeft wing: 2 House Guard Knights", &["4 Bd “House Guard”", "2 Kn “House Guard”"]),
        ("Generals: 1 Hero\nLeader: Paladin\nC-in-C: 1 Mage", &["1 Hr General", "1 Pl General", "1 Mg General"]),
        ("General: 2 Knights", &["2 Kn"]),
        ("General:\n1 Hero\nTroops:\n4 Blades", &["1 Hr General", "4 Bd"]),
        ("Host\n**Leader**\n- Hero (4)\n**Core**\n- 4 Blades", &["1 Hr General", "4 Bd"]),
        ("Host\nLeaders:\n2 Knights\nInfantry\n4 Blades", &["2 Kn", "4 Bd"]),
        ("Gandalf: 1 Magician", &["1 Mg “Gandalf”"]),
        ("Rohirrim (2 Knights)\nBarrow thegns (4 x Fast Blades)", &["2 Kn “Rohirrim”", "4 Bd Fast “Barrow thegns”"]),
    ]);
}

#[test]
fn armies_are_read_as_they_stand_in_forums_mails_and_spreadsheets() {
    all_read(&[
        // A mailing list, with a greeting and a signature.
        (
            "Hi all,\n\nhere is the list I am going to use on Saturday:\n\nUndead, 24 AP\n\n1 x Magician General @ 4AP\n8 x Hordes @ 1AP\n2 x Knights (Black Riders) @ 2AP\n1 x Dragon @ 4AP\n2 x Behemoths @ 4AP\n\nComments welcome!\n\nCheers,\nDave",
            &["1 Mg General", "8 Hd", "2 Kn “Black Riders”", "1 Dg", "2 Bh"],
        ),
        // Fanaticus: one line.
        ("III/28: 1 x 3Kn (Gen), 4 x 3Kn, 4 x 4Sp, 2 x 2LH, 1 x Ps", &["1 Kn General", "4 Kn", "4 Sp", "2 LH", "1 Ps"]),
        ("Franks: 1 x 3Kn (Gen), 4x3Kn, 4x8Sp, 2xLH, 1xPs", &["1 Kn General", "4 Kn", "4 8Sp", "2 LH", "1 Ps"]),
        // A spreadsheet.
        (
            "Qty\tType\tAP\tTotal\n1\tHero (Gen)\t4\t4\n6\tBlades\t2\t12\n2\tLight Horse\t1.5\t3\n5\tPsiloi\t1\t5\nTotal\t\t\t24",
            &["1 Hr General", "6 Bd", "2 LH", "5 Ps"],
        ),
        (
            "Hero General\t4\nMagician\t4\nPaladin\t4\n6 Blades\t12\nTotal\t24",
            &["1 Hr General", "1 Mg", "1 Pl", "6 Bd"],
        ),
        // German decimal commas.
        (
            "Waldelfen, 24 AP\n1 Hero (General) - 4 AP\n4 x Longbows – 8 AP\n2 x Light Horse (1,5 AP) – 3 AP\n3 Warband (je 1,5) = 4,5",
            &["1 Hr General", "4 Sh", "2 LH", "3 Wb"],
        ),
        // Forum codes.
        (
            "[b]Dwarfs of the Iron Hills[/b]\n[i]24 AP[/i]\n[list]\n[*][b]1[/b] Hero (General)\n[*]6 Blades [i](axes)[/i]\n[*]2 Artillery\n[*]1 Behemoth\n[/list]",
            &["1 Hr General", "6 Bd “axes”", "2 Art", "1 Bh"],
        ),
        // A reply with a quotation.
        (
            "On 3 May Ann wrote:\n> Orcs of the Misty Mountains\n> \n> 1 x Warband General\n> 8 x Hordes\n> 3 x Beasts (wolf riders)\n>\n> Regards,\n> Ann\n",
            &["1 Wb General", "8 Hd", "3 Bs “wolf riders”"],
        ),
        // Markdown.
        (
            "## Lizardmen\n\n| # | Unit | Type | AP |\n|--|--|--|--|\n| 1 | Old One | Behemoth (Gen) | 4 |\n| 4 | Saurus | Warband | 6 |\n| 6 | Skinks | Psiloi | 6 |\n\n**Total: 16**",
            &["1 Bh General “Old One”", "4 Wb “Saurus”", "6 Ps “Skinks”"],
        ),
        (
            "# Gondor\n\n- **General:** Hero\n- 4 × Blades\n- 2 × Knights *(Dol Amroth)*\n- 4 × Bows\n\n*22 AP in all*",
            &["1 Hr General", "4 Bd", "2 Kn “Dol Amroth”", "4 Bw"],
        ),
        // Typed on a phone.
        (
            "D3H2 list for sat\nhero gen, 4 bd, 2 kn, 2 bw, couple of ps\n\nSent from my phone",
            &["1 Hr General", "4 Bd", "2 Kn", "2 Bw", "2 Ps"],
        ),
        // Names first.
        (
            "Oz, 24 AP\nDorothy: Cleric (3)\nTin Woodman (Hero General) 4\nScarecrow (Magician) 4\nThe Lion (Behemoth) 4\n9 Munchkins (Hordes) 9",
            &[
                "1 Cl “Dorothy”",
                "1 Hr General “Tin Woodman”",
                "1 Mg “Scarecrow”",
                "1 Bh “The Lion”",
                "9 Hd “Munchkins”",
            ],
        ),
        (
            "Camelot\n\nArthur - Hero (General)\nMerlin - Magician\nGalahad - Paladin\nRound Table - 4 Knights\nYeomen - 2 Longbows\n\nTotal 24 AP",
            &["1 Hr General “Arthur”", "1 Mg “Merlin”", "1 Pl “Galahad”", "4 Kn “Round Table”", "2 Sh “Yeomen”"],
        ),
        // Groups.
        (
            "Posted by: Wotan\n\nGENERAL: 1 Hero\nCORE: 4 Blades, 4 Spears\nSUPPORT: a couple of Psiloi\nRARE: 1 Dragon\n\nWhat do you think?",
            &["1 Hr General", "4 Bd", "4 Sp", "2 Ps", "1 Dg"],
        ),
        (
            "High Elves\n\nCommand\n-1 Hero (C-in-C)\n-1 Magician\nInfantry\n-4 Spears\n-2 Longbows\nReserve\n-2 Riders\n",
            &["1 Hr General", "1 Mg", "4 Sp", "2 Sh", "2 Cv"],
        ),
        // Dots that lead to the prices.
        (
            "BARBARIANS\nHero General ........ 4\nWarband x 8 ......... 12\nRiders x 2 .......... 4\nBeasts x 2 .......... 4\n-----------------------\nTOTAL .............. 24",
            &["1 Hr General", "8 Wb", "2 Cv", "2 Bs"],
        ),
        // A battle report.
        (
            "Battle report: Elves against Orcs\n\nThe Elves were led by Steve.\n\nElves:\n1 Hero (Gen)\n4 Longbows\n2 Riders\n\nIt was a good day!",
            &["1 Hr General", "4 Sh", "2 Cv"],
        ),
        // Numbered, with bullets of a word processor.
        ("1. Hero (Gen) [4]\n2. 4 x Blades [8]\n3. 2 x Knights [4]", &["1 Hr General", "4 Bd", "2 Kn"]),
        ("• Hero (Gen) – 4pts\n• 4 Blades – 8pts\n• 2 Flyers – 4pts\n\n16pts", &["1 Hr General", "4 Bd", "2 Fl"]),
        ("Hero(G)x1; Bd x4; Kn x2; Ps x2", &["1 Hr General", "4 Bd", "2 Kn", "2 Ps"]),
        ("1Hr (Gen) + 4 Bd + 2Kn + 2Ps = 18", &["1 Hr General", "4 Bd", "2 Kn", "2 Ps"]),
        ("4x Bd; 1x Hr, gen; 2x Kn, fast\nAgg: 2\nTerrain: forest", &["4 Bd", "1 Hr General", "2 Kn Fast"]),
    ]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A line of words before or after the elements is an element, the name, reported, or stored in the notes.
    #[test]
    fn no_words_around_an_army_are_lost(
        before in prop::collection::vec("([a-z]{2,8}|Knigths|Regards|Hi|[A-Z][a-z]{3,6})", 1..5),
        after in prop::collection::vec("([a-z]{2,8}|Knigths|Cheers|is|[A-Z][a-z]{3,6})", 1..5),
        separator in " |, ",
        gap in "\n|\n\n|\nTotal 12\n",
    ) {
        let (before, after) = (before.join(&separator), after.join(&separator));
        let reading = reading(&format!("Host\n{before}\n1 Hero (Gen)\n4 Blades{gap}{after}"));
        let kept = reading.draft.notes.lines().map(str::to_owned).collect::<Vec<_>>();
        let lines = reading.draft.lines.len();
        for (line, at) in [(&before, 2), (&after, 4 + gap.matches('\n').count())] {
            let reported = reading.unread.iter().any(|unread| unread.line == at);
            prop_assert!(kept.contains(line) || reported || lines > 2, "{line}: {reading:?}");
        }
        prop_assert_eq!(&reading.draft.name, "Host");
    }
}
