//! Mistakes in `terrain.toml` that the loader refuses.

use musterfield_rules::Book;
use musterfield_rules::load::embedded_files;

use super::loading::mistakes;

const D3H2: &str = "rulesets/d3h2/terrain.toml";
const DBA3: &str = "rulesets/dba3/terrain.toml";
const DBA22: &str = "rulesets/dba22/terrain.toml";
const HOTT25: &str = "rulesets/hott25/terrain.toml";

#[test]
fn battlefields_that_make_no_sense_are_refused() {
    for (file, from, to, message) in [
        // Unknown names, and impossible shapes.
        (D3H2, "rule = \"D3H2-TERR-05\"", "rule = \"D3H2-TERR-99\"", "rule `D3H2-TERR-99` is not in the reference"),
        (D3H2, "kind = \"plough\", count", "kind = \"ploughed\", count", "there is no kind `ploughed`"),
        (D3H2, "kind = \"plough\", count", "kind = \"rough\", count", "the kind `rough` is not described in this file"),
        (D3H2, "optional = [\"dunes\"", "optional = [\"sand\"", "there is no kind `sand`"),
        (D3H2, "homes = [\"arable\"]", "homes = [\"farmland\"]", "there is no home terrain `farmland`"),
        (D3H2, "size = \"stronghold\"", "size = \"castle\"", "there is no size `castle`"),
        (D3H2, "id = \"hamlet\"", "id = \"village\"", "there is no BUA `village`"),
        (D3H2, "is = \"rough\"", "is = \"soft\"", "unknown variant `soft`"),
        (D3H2, "straight = true", "straight = true\ncolour = \"red\"", "unknown field `colour`"),
        (D3H2, "beach = 2", "", "missing field `beach`"),
        (D3H2, "beach = 2", "beach = -2", "-2 is not a length in base widths"),
        (D3H2, "beach = 2", "beach = nan", "is not a length in base widths"),
        (D3H2, "width = 0.5", "width = 0", "a road must have a width"),
        (D3H2, "of = [\"Auxilia\", ", "of = [\"Elves\", ", "there is no type called `Elves` here"),
        (DBA3, "\"mounted infantry\"]", "\"Airboats\"]", "there is no type called `Airboats` here"),
        (
            D3H2,
            "bw = 4\nrule = \"D3H2-DEPL-12\"",
            "bw = 4\nof = [\"Bows\"]\nrule = \"D3H2-DEPL-12\"",
            "for every other type",
        ),
        // One limit to the zones, and a sentence where rules are borrowed.
        (
            HOTT25,
            "from_edge = ",
            "from_centre = { bw = 3, rule = \"HOTT25-DEPL-03\" }\nfrom_edge = ",
            "either `from_centre` or `from_edge`",
        ),
        (D3H2, "from_centre = { bw = 3, rule = \"D3H2-DEPL-10\" }", "", "either `from_centre` or `from_edge`"),
        (HOTT25, "\nborrowed = ", "\n#", "`borrowed` does not say so"),
        (D3H2, "\n[procedure]", "\nborrowed = \"All of it.\"\n[procedure]", "every rule is the game's own"),
        // Duplicate names.
        (D3H2, "id = \"forest\"", "id = \"arable\"", "the home terrain `arable` appears twice"),
        (D3H2, "id = \"gully\"", "id = \"area\"", "the size `area` appears twice"),
        (DBA3, "id = \"big\"", "id = \"standard\"", "the table `standard` appears twice"),
        (D3H2, "kind = \"scrub\"\nname", "kind = \"boggy\"\nname", "the kind `boggy` appears twice"),
        (D3H2, "id = \"hamlet\"", "id = \"stronghold\"", "the BUA `stronghold` appears twice"),
        (
            D3H2,
            "optional = [\"dunes\", \"difficult_hill\"",
            "optional = [\"dunes\", \"dunes\"",
            "the optional kind `dunes` appears twice",
        ),
        // Tables and the number of features they get.
        (D3H2, "boards = [[15, 15], [20, 20]]", "boards = []", "a table must have at least one board"),
        (D3H2, "boards = [[15, 15], [20, 20]]", "boards = [[15, 0]]", "each board a width and a depth"),
        (
            D3H2,
            "boards = [[15, 15], [20, 20]]",
            "boards = [[15, 15], [20, 15]]",
            "a smallest and a largest square board",
        ),
        (D3H2, "compulsory = [1, 2]", "compulsory = [2, 1]", "the least number must come first"),
        (D3H2, "optional = [2, 3]", "optional = [3, 2]", "the least number must come first"),
        (D3H2, "same = { most = 3", "same = { most = 0", "at most 0 of a kind leaves none at all"),
        (D3H2, "optional = [2, 3]", "optional = [9, 9]", "has too few optional features for the table `standard`"),
        (D3H2, "compulsory = [1, 2]", "compulsory = [1, 1]", "do not fit the numbers of the table `standard`"),
        (DBA3, "big = [2, 3]", "big = [2, 4]", "2 to 4 `plough` do not fit the numbers of the table `big`"),
        (
            D3H2,
            "\"bua\", count = [1, 1]",
            "\"bua\", count = [0, 1]",
            "0 to 1 `bua` do not fit the numbers of the table",
        ),
        (D3H2, "\"bua\", count = [1, 1]", "\"bua\", count = [1, 2]", "the table `standard` cannot have `bua` 2 times"),
        (
            D3H2,
            "compulsory = [{ kind = \"woods\", count = [1, 2] }]",
            "compulsory = []",
            "has no compulsory or no optional",
        ),
        (
            D3H2,
            "optional = [\"dunes\", \"difficult_hill\", \"oasis\", \"bua\"]",
            "optional = []",
            "has no compulsory or no optional",
        ),
        (D3H2, "either_rule = \"D3H2-TERR-18\"", "", "`either` needs an `either_rule`"),
        (D3H2, "[\"woods\", \"dunes\"]]", "[\"woods\"]]", "each group of `either` must have at least two kinds"),
        (D3H2, "[\"woods\", \"dunes\"]]", "[\"woods\", \"oasis\"]]", "all of `littoral`"),
        (
            D3H2,
            "kinds = [\"river\", \"waterway\"]\ngoings = [\"bad\", \"rough\"]",
            "kinds = []\ngoings = []",
            "`needs` must name a kind or a going",
        ),
        (DBA22, "any = { quarters = 3", "any = { quarters = 5", "a table has four quarters"),
        (
            DBA22,
            "bad_or_water = { quarters = 2",
            "bad_or_water = { quarters = 4",
            "bad going and water are features too",
        ),
        // The chart.
        (
            DBA3,
            "    { kinds = [\"oasis\"], rule = \"DBA3-TERR-26\" },\n",
            "",
            "the chart of `dry` must have a line for each face",
        ),
        (
            D3H2,
            "[placing]",
            "[chart]\nname = \"x\"\nrule = \"D3H2-TERR-01\"\nfull_face = \"D3H2-TERR-01\"\nfull_chart = \"D3H2-TERR-01\"\nchooser = \"D3H2-TERR-01\"\n[placing]",
            "the chart of `arable` must have a line",
        ),
        (DBA3, "kinds = [\"oasis\"], rule", "kinds = [], rule", "each face of the chart must give something"),
        (
            DBA3,
            "kinds = [\"oasis\"], rule",
            "kinds = [\"oasis\"], first = true, rule",
            "`first` needs a face with more than one kind",
        ),
        (DBA3, "kinds = [\"oasis\"], rule", "kinds = [\"marsh\"], rule", "`marsh` is not an optional feature of `dry`"),
        (DBA3, "swap = ", "# swap = ", "`bua` is not an optional feature of `arable`"),
        (
            DBA3,
            "[bua_die]\nfaces = [\"city\", \"fort\", \"hamlet\", \"edifice\", \"defender\", \"invader\"]",
            "[bua_die]\nfaces = [\"city\"]",
            "`faces` must give a meaning to each of the six numbers of a die",
        ),
        (DBA3, "\"hamlet\", \"edifice\",", "\"hamlet\", \"stronghold\",", "the BUA `stronghold` is not described"),
        (D3H2, "faces = [\"1\", \"2\",", "faces = [\"1\", \"5\",", "the quarters of a table must be 1 to 4"),
        (D3H2, "\"4\", \"defender\",", "\"4\", \"umpire\",", "there is no quarter `umpire`"),
        // Sizes.
        (D3H2, "least = [3, 1.5]", "least = [1.5, 3]", "the length must come before the width"),
        (D3H2, "most = [6, 6]", "most = [6, 1]", "the least of the size `stronghold` is more than its most"),
        (
            D3H2,
            "sum = 9                            #",
            "sum = 4 #",
            "the least of the size `area` is more than its most",
        ),
        (D3H2, "small = { least = [1, 1]", "small = { least = [4, 1]", "`small` must be smaller"),
        (D3H2, "ratio = { most = 2,", "ratio = { least = 3, most = 2,", "`ratio` must be the least"),
        (D3H2, "ratio = { most = 2,", "ratio = {", "`ratio` must be the least"),
        (
            D3H2,
            "sum = 4\nrule = \"D3H2-CAMP-01\"",
            "most = [0.5, 0.5]\nrule = \"D3H2-CAMP-01\"",
            "the least of a camp is more than its most",
        ),
        // Kinds.
        (D3H2, "size = \"gully\"", "", "area features other than BUAs must have a `size`; no others may"),
        (
            D3H2,
            "name = \"River\"",
            "name = \"River\"\nsize = \"area\"",
            "area features other than BUAs must have a `size`; no others may",
        ),
        (
            D3H2,
            "name = \"River\"",
            "name = \"River\"\nriver = { may = true, rule = \"D3H2-FEAT-11\" }",
            "whether a `river` may cross them",
        ),
        (
            D3H2,
            "name = \"River\"",
            "name = \"River\"\nacross = { is = \"must\", rule = \"D3H2-FEAT-04\" }",
            "only area features can have `across`",
        ),
        (D3H2, "going = { is = \"rough\", rule = \"D3H2-FEAT-16\" }", "", "a feature must have a `going`"),
        // Water, and the edges.
        (D3H2, "depth = [1, 3]", "depth = [3, 1]", "least `depth` must come first"),
        (D3H2, "deepest = 4", "deepest = 2", "`deepest` must be the greatest"),
        (D3H2, "deep_share = [1, 2]", "deep_share = [1, 0]", "`deep_share` must be a fraction"),
        (D3H2, "deep_share = [1, 2]", "deep_share = [3, 2]", "`deep_share` must be a fraction"),
        (D3H2, "method = \"choice\"", "method = \"numbered\"", "`numbered` must name the rule of the method"),
        (DBA22, "numbered = \"DBA22-DEPL-03\"", "", "`numbered` must name the rule of the method"),
        (DBA22, "numbering = {", "# numbering = {", "the method `numbered` must have a `numbering`"),
        (DBA22, "[3, 3], [4, 6]", "[3, 3], [5, 6]", "all faces of a die, each once and in order"),
        (DBA22, "[3, 3], [4, 6]", "[3, 6]", "`faces` must give the four sides"),
    ] {
        let found = mistakes(file, from, to);
        assert!(found.iter().any(|mistake| mistake.contains(message)), "{from} → {to}: {found:?}");
        for mistake in &found {
            let mut parts = mistake.split(':');
            assert_eq!(parts.next(), Some(file), "{mistake}");
            assert!(parts.next().is_some_and(|line| line.parse::<usize>().is_ok()), "{mistake}");
        }
    }
}

#[test]
fn a_chart_with_buas_needs_the_die_for_them() {
    let die = "[bua_die]\nfaces = [\"city\", \"fort\", \"hamlet\", \"edifice\", \"defender\", \"invader\"]     # the kind, or who chooses it\nrule = \"DBA3-TERR-72\"\n";
    let found = mistakes(DBA3, die, "");
    assert_eq!(found.len(), 7, "{found:#?}");
    assert!(found.iter().all(|mistake| mistake.contains("a chart that gives BUAs needs a `bua_die`")));
}

#[test]
fn a_ruleset_says_what_a_bua_can_be_if_there_are_any() {
    let text = musterfield_rules::load::embedded_files()[DBA22].clone();
    let (start, end) = (text.find("[[bua]]").unwrap(), text.find("\n[river]").unwrap());
    let found = mistakes(DBA22, &text[start..end], "");
    assert!(found.iter().any(|mistake| mistake.contains("`bua` for what they can be")), "{found:#?}");
}

/// A ruleset that declares it only needs its battlefields; all others need everything.
#[test]
fn a_ruleset_with_battlefields_needs_no_other_files() {
    let mut files = embedded_files();
    files.retain(|name, _| {
        !name.starts_with("rulesets/dba22/") || name.ends_with("/ruleset.toml") || name.ends_with("/terrain.toml")
    });
    let head = files.get_mut("rulesets/dba22/ruleset.toml").unwrap();
    let cut = head.find("unit = ").unwrap();
    head.truncate(cut);
    let bare = files.clone();
    files.get_mut("rulesets/dba22/ruleset.toml").unwrap().push_str("battlefields_only = true\n");
    let book = Book::load(&files).unwrap_or_else(|errors| panic!("{errors}"));
    assert!(book.ruleset("dba22").is_none() && book.terrain("dba22").is_some());
    let found = Book::load(&bare).unwrap_err().to_string();
    assert!(found.contains("`unit` is missing") || found.contains("there is no [[class]]"), "{found}");
}
