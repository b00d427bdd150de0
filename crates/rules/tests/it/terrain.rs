//! The rules about home terrains and tables, entered here a second time in plain form from the rules in words.

use musterfield_rules::terrain::{Bua, Kind, TerrainRules};
use musterfield_rules::troop::Cited;
use musterfield_rules::{RuleId, book};

pub(super) fn rules(id: &str) -> &'static TerrainRules {
    book().unwrap_or_else(|errors| panic!("{errors}")).terrain(id).unwrap()
}

fn words(kinds: &[Kind]) -> String {
    kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(" ")
}

/// A home terrain: its compulsory choices (kind, least-most, least-most on other tables) and their rule, its optional
/// kinds and their rule, and groups of which only one kind may be present.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

fn homes_are(ruleset: &str, table: &[Row]) {
    let rules = rules(ruleset);
    let found: Vec<&str> = rules.homes.iter().map(|home| &*home.id).collect();
    let typed: Vec<&str> = table.iter().map(|row| row.0).collect();
    assert_eq!(found, typed);
    for (home, (id, compulsory, rule, optional, optional_rule, either)) in rules.homes.iter().zip(table) {
        let choices: Vec<String> = home
            .compulsory
            .iter()
            .map(|choice| {
                let ((least, most), (big_least, big_most)) = (choice.count, choice.big);
                format!("{} {least}-{most} {big_least}-{big_most}", choice.kind)
            })
            .collect();
        assert_eq!(choices.join(", "), *compulsory, "{ruleset} {id}");
        assert_eq!(home.rule.as_str(), *rule, "{ruleset} {id}");
        assert_eq!(words(&home.optional), *optional, "{ruleset} {id}");
        assert_eq!(home.optional_rule.as_str(), *optional_rule, "{ruleset} {id}");
        let groups: Vec<String> = home.either.iter().map(|group| words(group)).collect();
        assert_eq!(groups.join(", "), *either, "{ruleset} {id}");
        assert_eq!(home.either_rule.is_some(), !either.is_empty(), "{ruleset} {id}");
    }
}

/// D3H2-TERR-01, D3H2-TERR-19: the columns of the printed table are not limits; D3H2-TERR-20: an arable table has no
/// optional BUA; D3H2-TERR-21: the table that is printed twice is one table.
#[test]
fn home_terrains_of_d3h2_are_as_the_table_says() {
    const TABLE: [Row; 7] = [
        (
            "arable",
            "bua 1-1 1-1, plough 2-2 2-2",
            "D3H2-TERR-05",
            "river road waterway enclosures scrub boggy difficult_hill woods gentle_hill plough",
            "D3H2-TERR-06",
            "",
        ),
        ("forest", "woods 1-2 1-2", "D3H2-TERR-07", "river marsh woods gentle_hill bua", "D3H2-TERR-08", ""),
        ("hilly", "difficult_hill 1-2 1-2", "D3H2-TERR-09", "river road woods difficult_hill bua", "D3H2-TERR-10", ""),
        ("steppe", "gentle_hill 1-2 1-2", "D3H2-TERR-11", "river gully scrub rocky bua", "D3H2-TERR-12", ""),
        ("dry", "rocky 1-2 1-2, scrub 1-2 1-2", "D3H2-TERR-13", "dunes difficult_hill oasis bua", "D3H2-TERR-14", ""),
        (
            "tropical",
            "woods 1-2 1-2",
            "D3H2-TERR-15",
            "river gully road enclosures marsh woods bua",
            "D3H2-TERR-16",
            "",
        ),
        (
            "littoral",
            "waterway 1-1 1-1",
            "D3H2-TERR-17",
            "road river difficult_hill marsh woods dunes bua",
            "D3H2-TERR-18",
            "difficult_hill marsh, woods dunes",
        ),
    ];
    homes_are("d3h2", &TABLE);
    homes_are("d3h2-traditional", &TABLE);
    // Borrowed.
    homes_are("hott25", &TABLE);
}

/// DBA3-BB-13: the numbers of Big Battles. DBA3-TERR-67, DBA3-TERR-68: the kinds that exclude each other on littoral
/// tables.
#[test]
fn home_terrains_of_dba3_are_as_the_table_says() {
    homes_are(
        "dba3",
        &[
            (
                "arable",
                "bua 1-1 1-1, plough 2-2 2-3",
                "DBA3-TERR-12",
                "road river waterway scrub boggy plough enclosures woods difficult_hill gentle_hill",
                "DBA3-TERR-19",
                "",
            ),
            ("forest", "woods 1-2 1-3", "DBA3-TERR-14", "river woods marsh gentle_hill bua", "DBA3-TERR-21", ""),
            (
                "hilly",
                "difficult_hill 1-2 1-3",
                "DBA3-TERR-11",
                "road river woods difficult_hill bua",
                "DBA3-TERR-18",
                "",
            ),
            ("steppe", "gentle_hill 1-2 1-3", "DBA3-TERR-16", "river rocky scrub gully bua", "DBA3-TERR-23", ""),
            (
                "dry",
                "rocky 1-2 1-3, scrub 1-2 1-3",
                "DBA3-TERR-10",
                "dunes oasis difficult_hill bua",
                "DBA3-TERR-17",
                "",
            ),
            (
                "tropical",
                "woods 1-2 1-3",
                "DBA3-TERR-15",
                "road river enclosures woods marsh gully bua",
                "DBA3-TERR-22",
                "",
            ),
            (
                "littoral",
                "waterway 1-1 1-1",
                "DBA3-TERR-13",
                "road river woods dunes marsh difficult_hill bua",
                "DBA3-TERR-20",
                "woods dunes, marsh difficult_hill",
            ),
        ],
    );
}

#[test]
fn home_terrains_of_dba22_are_as_the_table_says() {
    homes_are(
        "dba22",
        &[
            (
                "arable",
                "bua 1-1 1-1, road 1-2 1-3",
                "DBA22-TERR-01",
                "river difficult_hill gentle_hill woods road waterway",
                "DBA22-TERR-02",
                "",
            ),
            ("forest", "woods 1-2 1-3", "DBA22-TERR-03", "river marsh gentle_hill", "DBA22-TERR-04", ""),
            ("hilly", "difficult_hill 1-2 1-3", "DBA22-TERR-05", "river woods bua road", "DBA22-TERR-06", ""),
            ("steppe", "gentle_hill 1-2 1-3", "DBA22-TERR-07", "river rough bua", "DBA22-TERR-08", ""),
            ("dry", "rough 1-2 1-3", "DBA22-TERR-09", "dunes difficult_hill oasis bua", "DBA22-TERR-10", ""),
            ("tropical", "woods 1-2 1-3", "DBA22-TERR-11", "river marsh rough bua road", "DBA22-TERR-12", ""),
            (
                "littoral",
                "waterway 1-1 1-1",
                "DBA22-TERR-13",
                "difficult_hill marsh woods dunes bua river",
                "DBA22-TERR-14",
                "difficult_hill marsh, woods dunes",
            ),
        ],
    );
}

/// A line for each size of table.
fn tables(ruleset: &str) -> Vec<String> {
    let told = rules(ruleset).tables.iter().map(|table| {
        let boards: Vec<String> =
            table.boards.iter().map(|(width, depth)| format!("{}x{}", width / 1000, depth / 1000)).collect();
        let ((c1, c2), (o1, o2)) = (table.compulsory, table.optional);
        let short = table.short_edge_waterway.as_ref().map_or("", RuleId::as_str);
        format!(
            "{} {} {} | {c1}-{c2} {} | {o1}-{o2} {} | {} {} | {short}",
            boards.join(" "),
            table.between,
            table.rule,
            table.counts,
            table.optional_counts,
            table.same.value,
            table.same.rule,
        )
    });
    told.collect()
}

/// DBA3-TABLE-03, DBA3-TABLE-08, DBA3-TABLE-09, DBA3-BB-12.
#[test]
fn tables_have_the_sizes_and_numbers_of_the_rules() {
    assert_eq!(
        tables("d3h2"),
        ["15x15 20x20 true D3H2-TERR-24 | 1-2 D3H2-TERR-02 | 2-3 D3H2-TERR-02 | 3 D3H2-TERR-03 | "]
    );
    assert_eq!(
        tables("dba3"),
        [
            "15x15 20x20 false DBA3-TABLE-02 | 1-2 DBA3-TERR-03 | 2-3 DBA3-TERR-04 | 3 DBA3-TERR-07 | ",
            "30x15 40x20 false DBA3-TABLE-10 | 1-3 DBA3-BB-13 | 2-4 DBA3-BB-14 | 3 DBA3-BB-15 | DBA3-BB-16",
        ]
    );
    assert_eq!(
        tables("dba22"),
        [
            "15x15 20x20 false DBA3-TABLE-02 | 1-2 DBA22-TERR-15 | 2-3 DBA22-TERR-15 | 2 DBA22-TERR-16 | ",
            "30x15 40x20 false DBA3-TABLE-10 | 1-3 DBA22-BB-01 | 3-4 DBA22-BB-01 | 3 DBA22-BB-02 | DBA3-BB-16",
        ]
    );
}

/// DBA3-TABLE-02, DBA3-TABLE-03, D3H2-TERR-24: one edition allows any square between the two sizes, the other none.
#[test]
fn a_board_belongs_to_the_size_of_table_that_takes_it() {
    let id = |ruleset: &str, width, depth| rules(ruleset).table(width, depth).map(|table| &*table.id);
    assert_eq!(id("d3h2", 17_500, 17_500), Some("standard"));
    assert_eq!(id("d3h2", 20_001, 20_001), None);
    assert_eq!(id("d3h2", 15_000, 20_000), None);
    assert_eq!(id("dba3", 17_500, 17_500), None);
    assert_eq!(id("dba3", 30_000, 15_000), Some("big"));
    assert_eq!(id("dba3", 15_000, 30_000), None);
    let big = rules("dba3").table(30_000, 15_000).unwrap();
    let plough = &rules("dba3").home_terrain("arable").unwrap().compulsory[1];
    assert_eq!(rules("dba3").count(big, plough), (2, 3));
}

/// The kinds with their own number; all other kinds have the number of the table.
#[test]
fn some_kinds_have_a_greatest_number_of_their_own() {
    for (ruleset, typed) in [
        (
            "d3h2",
            "bua 1 D3H2-TERR-03, oasis 1 D3H2-TERR-03, gully 1 D3H2-TERR-03, river 1 D3H2-TERR-03, road 2 D3H2-TERR-03, \
             waterway 1 D3H2-TERR-03",
        ),
        (
            "dba3",
            "bua 1 DBA3-TERR-05, oasis 1 DBA3-TERR-05, gully 1 DBA3-TERR-05, river 1 DBA3-TERR-05, road 2 DBA3-TERR-06, \
             waterway 1 DBA3-TERR-05",
        ),
        ("dba22", "bua 1 DBA22-TERR-19, oasis 1 DBA22-TERR-19, river 1 DBA22-TERR-19, waterway 1 DBA22-TERR-19"),
    ] {
        let found = rules(ruleset).features().iter().filter_map(|feature| {
            let Cited { value: is, rule } = feature.most.as_ref()?;
            Some(format!("{} {is} {rule}", feature.kind))
        });
        assert_eq!(found.collect::<Vec<_>>().join(", "), typed, "{ruleset}");
    }
    let dba22 = rules("dba22");
    assert_eq!(dba22.most(&dba22.tables[0], Kind::Road).value, 2);
    assert_eq!(dba22.most(&dba22.tables[1], Kind::Road).value, 3);
}

/// DBA3-TERR-02: the house chart; DBA3-TERR-69: where the first kind goes first. DBA3-TERR-24, DBA3-TERR-25,
/// DBA3-TERR-26, DBA3-TERR-27, DBA3-TERR-28, DBA3-TERR-29, DBA3-TERR-30, DBA3-TERR-31, DBA3-TERR-32, DBA3-TERR-33,
/// DBA3-TERR-34, DBA3-TERR-35, DBA3-TERR-36, DBA3-TERR-37, DBA3-TERR-38, DBA3-TERR-39, DBA3-TERR-40, DBA3-TERR-41,
/// DBA3-TERR-42, DBA3-TERR-43, DBA3-TERR-44, DBA3-TERR-45, DBA3-TERR-46, DBA3-TERR-47, DBA3-TERR-48, DBA3-TERR-49,
/// DBA3-TERR-50, DBA3-TERR-51, DBA3-TERR-52, DBA3-TERR-53, DBA3-TERR-54, DBA3-TERR-55, DBA3-TERR-56, DBA3-TERR-57,
/// DBA3-TERR-58, DBA3-TERR-59, DBA3-TERR-60, DBA3-TERR-61, DBA3-TERR-62, DBA3-TERR-63, DBA3-TERR-64, DBA3-TERR-65.
#[test]
fn the_die_chart_of_dba3_gives_what_its_cells_say() {
    let rules = rules("dba3");
    for (home, first_rule, cells) in [
        ("dry", 24, ["dunes", "dunes", "oasis", "difficult_hill", "difficult_hill", "bua"]),
        ("hilly", 30, ["road river", "woods", "woods", "difficult_hill", "difficult_hill", "bua"]),
        (
            "arable",
            36,
            [
                "road river waterway",
                "scrub boggy plough enclosures",
                "woods",
                "difficult_hill",
                "difficult_hill gentle_hill",
                "bua",
            ],
        ),
        (
            "littoral",
            42,
            [
                "road river",
                "woods dunes",
                "woods dunes",
                "marsh, else difficult_hill",
                "difficult_hill, else marsh",
                "bua",
            ],
        ),
        ("forest", 48, ["river", "woods", "woods", "marsh", "gentle_hill", "bua"]),
        ("tropical", 54, ["road river", "enclosures", "woods", "marsh", "gully", "bua"]),
        ("steppe", 60, ["river", "rocky scrub", "scrub", "rocky", "gully", "bua"]),
    ] {
        let chart = &rules.home_terrain(home).unwrap().chart;
        assert_eq!(chart.len(), cells.len(), "{home}");
        for (die, (face, cell)) in chart.iter().zip(cells).enumerate() {
            let between = if face.first { ", else " } else { " " };
            assert_eq!(words(&face.kinds).replace(' ', between), cell, "{home} {}", die + 1);
            assert_eq!(face.rule.as_str(), format!("DBA3-TERR-{}", first_rule + die), "{home} {}", die + 1);
        }
    }
    let chart = rules.chart.as_ref().unwrap();
    let cited = [
        Some(&chart.rule),
        Some(&chart.full_face),
        Some(&chart.full_chart),
        chart.swap.as_ref(),
        chart.reroll.as_ref(),
    ];
    assert_eq!(
        cited.map(|rule| rule.unwrap().as_str()),
        ["DBA3-TERR-02", "DBA3-TERR-08", "DBA3-TERR-09", "DBA3-TERR-73", "DBA3-TERR-71"]
    );
    let die = rules.bua_die.as_ref().unwrap();
    assert_eq!(die.decided(), [Bua::City, Bua::Fort, Bua::Hamlet, Bua::Edifice]);
    assert_eq!(die.rule.as_str(), "DBA3-TERR-72");
    for other in ["d3h2", "d3h2-traditional", "dba22"] {
        assert!(
            self::rules(other).chart.is_none() && self::rules(other).homes.iter().all(|home| home.chart.is_empty())
        );
    }
}

#[test]
fn what_a_table_must_have_is_as_ruled() {
    let needs = |id| {
        rules(id).needs.as_ref().map(|needs| {
            let goings: Vec<&str> = needs.goings.iter().map(|going| going.as_str()).collect();
            let homes = needs.homes.join(" ");
            format!(
                "{homes}: {}, {}, not {}, {}",
                words(&needs.kinds),
                goings.join(" "),
                words(&needs.except),
                needs.rule
            )
        })
    };
    assert_eq!(needs("d3h2").unwrap(), "arable: river waterway, bad rough, not plough, D3H2-TERR-04");
    assert_eq!(needs("dba3").unwrap(), ": river waterway, bad rough, not plough, DBA3-TERR-70");
    assert_eq!(needs("hott25").unwrap(), "arable: river waterway, bad, not plough, D3H2-TERR-04");
    assert_eq!(needs("dba22"), None);
    let coverage = rules("dba22").coverage.as_ref().unwrap();
    assert_eq!((coverage.any.value, coverage.any.rule.as_str()), (3, "DBA22-TERR-17"));
    assert_eq!((coverage.bad_or_water.value, coverage.bad_or_water.rule.as_str()), (2, "DBA22-TERR-18"));
    assert!(rules("d3h2").coverage.is_none() && rules("dba3").coverage.is_none());
}
