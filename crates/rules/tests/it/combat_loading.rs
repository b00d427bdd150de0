//! Mistakes in `combat.toml` and `outcomes.toml` that the loader refuses.

use musterfield_rules::load::embedded_files;

use super::loading::mistakes;

const COMBAT: &str = "rulesets/d3h2/combat.toml";
const OUTCOMES: &str = "rulesets/d3h2/outcomes.toml";
const TRADITIONAL: &str = "rulesets/d3h2-traditional/combat.toml";
const TRADITIONAL_OUTCOMES: &str = "rulesets/d3h2-traditional/outcomes.toml";

#[test]
fn combat_that_makes_no_sense_is_refused() {
    for (file, from, to, message) in [
        // Unknown names.
        (COMBAT, "of = [\"LH\"]", "of = [\"Elf\"]", "`Elf` is not a type, class or feature"),
        (COMBAT, "by = [\"Mg\"]", "by = [\"Wizards\"]", "`Wizards` is not a type, class or feature"),
        (COMBAT, "beside = [\"solid Bd\"]", "beside = [\"slow Bd\"]", "`slow` cannot stand before a name"),
        (COMBAT, "foot = [\"Foot\"]", "foot = [\"Feet\"]", "`Feet` is not a class"),
        (COMBAT, "foot = [\"Foot\"]", "foot = [\"Sp\"]", "`Sp` is not a class"),
        (COMBAT, "\"uphill\", \"not about", "\"up the hill\", \"not about", "`up the hill` is not a condition"),
        (COMBAT, "in = [\"marsh\", \"river\"]", "in = [\"swamp\", \"river\"]", "`swamp` is not a feature"),
        (COMBAT, "out_of = [\"woods\", \"bua\"]", "out_of = [\"forest\", \"bua\"]", "`forest` is not a feature"),
        (COMBAT, "going = [\"rough\", \"bad\"]", "going = [\"soft\", \"bad\"]", "`soft` is not a kind of going"),
        ("rulesets/dbmf/combat.toml", "anyone = \"DBMF-TACT-01\"", "anyone = \"DBMF-NO-01\"", "DBMF-NO-01"),
        (
            "rulesets/dbmf/combat.toml",
            "rule = \"DBMF-GRADF-01\"",
            "per = \"overlap\"\nrule = \"DBMF-GRADF-01\"",
            "`per` has no meaning in this table",
        ),
        ("rulesets/dbmf/combat.toml", "name = \"by the DBMM book\"", "", "missing field `name`"),
        (
            "rulesets/dbmf/outcomes.toml",
            "higher = [\n    { of = [\"Air(X)\"]",
            "higher = [\n    { of = [\"Air(Z)\"]",
            "`Air(Z)` is not a type, class or feature",
        ),
        ("rulesets/hott25/combat.toml", "going = \"bad\"", "going = \"soft\"", "`soft` is not a kind of going"),
        ("rulesets/hott25/combat.toml", "\"hamlet\"]", "\"village\"]", "`village` is not a feature"),
        ("rulesets/dba3/combat.toml", "out_of = [\"marsh\"", "out_of = [\"mud\"", "`mud` is not a feature"),
        (
            "rulesets/dba3/combat.toml",
            "features = \"DBA3-CF-24\"",
            "",
            "`both_who_shoot` has no meaning without `features`",
        ),
        (COMBAT, "per = \"overlap\"", "per = \"overlapper\"", "`overlapper` is not something that is counted"),
        (COMBAT, "of = [\"6Kn\"], rule", "of = [\"7Kn\"], rule", "there is no troop type `7Kn`"),
        (TRADITIONAL, "of = [\"Wb\"], rule", "of = [\"Elf\"], rule", "there is no troop type `Elf`"),
        // Empty lists, and numbers out of range.
        (COMBAT, "of = [\"solid Sp\"]", "of = [\"solid Ps\"]", "this list leaves no types"),
        (OUTCOMES, "of = [\"Fast Kn\"], if", "of = [\"Fast 4Kn\"], if", "this list leaves no types"),
        (COMBAT, "value = 4", "value = 100", "at most 9 can be added to a total"),
        (
            COMBAT,
            "factor = { foot = 4,",
            "factor = { foot = 120,",
            "the combat factor of Stronghold must be from 0 to 20",
        ),
        (COMBAT, "rule = \"D3H2-TACT-18\"", "rule = \"D3H2-TACT-99\"", "rule `D3H2-TACT-99` is not in the reference"),
        (OUTCOMES, "{ of = [\"SCh\"], is = ", "{ of = [\"Sch2\"], is = ", "`Sch2` is not a type, class or feature"),
        (
            OUTCOMES,
            "by = [\"Ps\", \"Ax\", \"LH\"]",
            "by = [\"Ps\", \"Ax\", \"Horse\"]",
            "`Horse` is not a type, class or feature",
        ),
        (OUTCOMES, "if = [\"mounted infantry\"", "if = [\"riding\"", "`riding` is not a condition"),
        (
            OUTCOMES,
            "is = \"flee\", rule = \"D3H2-OUT-24\"",
            "is = \"run\", rule = \"D3H2-OUT-24\"",
            "`run` is not an outcome",
        ),
        (OUTCOMES, "after = [\"flee\"]", "after = [\"fleeing\"]", "`fleeing` is not an outcome"),
        (
            OUTCOMES,
            "after = [\"recoil\", \"flee\", \"destroyed\"",
            "after = [\"recoil\", \"run\", \"destroyed\"",
            "`run` is not an outcome",
        ),
        // Limits of helpers.
        (
            COMBAT,
            "per = \"further assaulter\"\nmost = 2\n",
            "per = \"further assaulter\"\n",
            "`most` must be from 1 to 9",
        ),
        (
            COMBAT,
            "per = \"enemy aiding\"\nmost = 2\n",
            "per = \"enemy aiding\"\nmost = 0\n",
            "`most` must be from 1 to 9",
        ),
        (COMBAT, "per = \"overlap\"\n", "per = \"overlap\"\nmost = 2\n", "of those who aid or assault"),
        (
            OUTCOMES,
            "{ is = \"destroyed\", rule = \"D3H2-OUT-57\" }",
            "{ is = \"destroyed\", most = 2, rule = \"D3H2-OUT-57\" }",
            "`most` has no meaning in this table",
        ),
        // Rows that never hold.
        (
            COMBAT,
            "of = [\"LH\"]\nif = [\"in close combat\"",
            "of = [\"LH\"]\nif = [\"bespelling\"",
            "this row of `support` can never apply",
        ),
        (
            COMBAT,
            "if = [\"shot at\", \"the general\"]",
            "of = [\"Stronghold\"]\nif = [\"bespelled\", \"the general\"]",
            "this row of `tactical` can never apply",
        ),
        (
            COMBAT,
            "[[pursuit]]\nof = [\"Pk\", \"Bd\", \"Wb\"]",
            "[[pursuit]]\nof = [\"SCh\"]",
            "this row of `pursuit` can never apply: earlier rows",
        ),
        (
            OUTCOMES,
            "{ by = [\"not Gd\"], if = [\"bespelling\"]",
            "{ of = [\"Bd\"], if = [\"bespelling\"]",
            "this row of `disregards` can never apply",
        ),
        (OUTCOMES, "rule = \"D3H2-OUT-57\"", "rule = \"D3H2-OUT-99\"", "rule `D3H2-OUT-99` is not in the reference"),
        // Keys that do not exist, or that mean nothing in a table.
        (
            COMBAT,
            "value = -2\nrule = \"D3H2-TACT-18\"",
            "value = -2\ncolour = 1\nrule = \"D3H2-TACT-18\"",
            "unknown field `colour`",
        ),
        (
            COMBAT,
            "value = -2\nrule = \"D3H2-TACT-18\"",
            "value = -2\nbw = 1\nrule = \"D3H2-TACT-18\"",
            "`bw` has no meaning in this table",
        ),
        (
            COMBAT,
            "value = -2\nrule = \"D3H2-TACT-18\"",
            "value = -2\nis = \"flee\"\nrule = \"D3H2-TACT-18\"",
            "`is` has no meaning in this table",
        ),
        (
            COMBAT,
            "bw = 0\nrule = \"D3H2-PURS-06\"",
            "bw = 0\nvalue = 1\nrule = \"D3H2-PURS-06\"",
            "`value` has no meaning in this table",
        ),
        (
            COMBAT,
            "in = [\"marsh\", \"river\"]",
            "in = [\"marsh\", \"river\"]\nper = \"overlap\"",
            "`per` has no meaning in this table",
        ),
        (
            OUTCOMES,
            "is = \"flee\", rule = \"D3H2-OUT-41\"",
            "is = \"flee\", bw = 1, rule = \"D3H2-OUT-41\"",
            "`bw` has no meaning in this table",
        ),
        (
            OUTCOMES,
            "is = \"flee\", rule = \"D3H2-OUT-41\"",
            "is = \"flee\", beside = [\"Bd\"], rule = \"D3H2-OUT-41\"",
            "`beside` has no meaning in this table",
        ),
        (OUTCOMES, "equal = [", "colour = \"red\"\nequal = [", "unknown field `colour`"),
        // Values that are missing or impossible.
        (COMBAT, "value = 3\n", "", "the row has no `value`"),
        (COMBAT, "value = 3\n", "value = \"three\"\n", "invalid type"),
        (COMBAT, "bw = 0.5", "", "the row has no `bw`"),
        (COMBAT, "bw = 0.5", "bw = 0.7", "a pursuit must be 0, 0.5 or 1 BW"),
        (COMBAT, "bw = 0.5", "bw = 0.5\nown_depth = true", "either `bw` or `own_depth = true`"),
        (COMBAT, "bw = 0.5", "own_depth = false", "either `bw` or `own_depth = true`"),
        (COMBAT, "value = 3\n", "value = 3\nown_depth = true\n", "`own_depth` has no meaning in this table"),
        (COMBAT, "bw = 0.5", "bw = nan", "a pursuit must be 0, 0.5 or 1 BW"),
        (COMBAT, "says = \"No element shoots out of a marsh or a river.\"\n", "", "the row has no `says`"),
        (OUTCOMES, "is = \"flee\", rule = \"D3H2-OUT-41\"", "rule = \"D3H2-OUT-41\"", "the row has no `is`"),
        (
            COMBAT,
            "if = [\"in close combat\", \"uphill\",",
            "if = [\"in close combat\", \"not in close combat\", \"uphill\",",
            "asks for a condition and its opposite",
        ),
        // Readings and protectors.
        (OUTCOMES, "knights_equal = literal", "kings_equal = literal", "there is no reading `kings_equal`"),
        (
            OUTCOMES,
            "knights_equal = literal",
            "knights_equal = never",
            "the reading `knights_equal` has no value `never`",
        ),
        (COMBAT, "id = \"knights_equal\"", "id = \"Knights equal\"", "`Knights equal` must consist of small letters"),
        (COMBAT, "id = \"foot_only\"", "id = \"literal\"", "`literal` appears twice in the reading `knights_equal`"),
        (
            COMBAT,
            "    { id = \"foot_only\", words = \"as in DBA 3.0\" },\n",
            "",
            "the reading `knights_equal` must have two values or more",
        ),
        (
            OUTCOMES,
            "\"in close combat\", \"knights_equal = literal\"",
            "\"knights_equal = foot_only\", \"knights_equal = literal\"",
            "asks for a condition and its opposite",
        ),
        (
            COMBAT,
            "[protectors]\nof = [\"Pl\", \"Cl\"]",
            "[protectors]\nof = [\"Foot\"]",
            "`protectors` must name types",
        ),
        (
            "rulesets/hott25/combat.toml",
            "[protectors]\nof = [\"Pl\", \"Cl\"]\nrule = \"HOTT25-TACT-10\"\n",
            "",
            "the ruleset has no `protectors`",
        ),
        (
            COMBAT,
            "if = [\"a protector near the line\"]",
            "if = [\"a river before it\"]",
            "no row asks for `a protector near the line`",
        ),
        (COMBAT, "[column]", "[pillar]", "unknown field `pillar`"),
        (OUTCOMES, "doubled = [", "halved = [", "unknown field `halved`"),
    ] {
        let found = mistakes(file, from, to);
        assert!(found.iter().any(|mistake| mistake.contains(message)), "{from} → {to}: {found:?}");
        for mistake in &found {
            let mut parts = mistake.split(':');
            assert!(parts.next().is_some_and(|file| file.starts_with("rulesets/")), "{mistake}");
            assert!(parts.next().is_some_and(|line| line.parse::<usize>().is_ok()), "{mistake}");
        }
    }
}

/// The line that contains a text, counted from 1.
fn line_of(file: &str, text: &str) -> usize {
    embedded_files()[file].lines().position(|line| line.contains(text)).unwrap() + 1
}

#[test]
fn a_reading_on_which_no_row_depends_is_refused_where_it_stands() {
    let reading = "[[reading]]\nid = \"knights_equal\"";
    let another = "[[reading]]\nid = \"camels_equal\"\nname = \"Camels\"\nrule = \"D3H2-OUT-14\"\nvalues = [\n    \
                   { id = \"usual\", words = \"as usual\" },\n    { id = \"never\", words = \"never\" },\n]\n\n";
    let found = mistakes(COMBAT, reading, &format!("{another}{reading}"));
    let line = line_of(COMBAT, "id = \"knights_equal\"") + 5;
    assert_eq!(found, [format!("{COMBAT}:{line}: no row depends on the reading `camels_equal = never`")]);
}

/// A row that asks for the usual value depends on all the others.
#[test]
fn a_reading_may_have_more_than_two_values() {
    let value = "{ id = \"foot_only\", words = \"as in DBA 3.0\" },";
    let more = format!("{value}\n    {{ id = \"never\", words = \"never\" }},");
    assert_eq!(mistakes(COMBAT, value, &more), Vec::<String>::new());
}

/// A row after another one that already covers all its cases.
#[test]
fn a_row_that_can_never_hold_is_refused_where_it_stands() {
    for (file, row, before, table) in [
        // Sneakers flee from every opponent: nothing is left for a second row.
        (
            OUTCOMES,
            "{ of = [\"Sk\"], by = [\"Kn\"], is = \"destroyed\", rule = \"D3H2-OUT-41\" },",
            "{ of = [\"Wb\"], by = [\"Kn\"",
            "less",
        ),
        // Cavalry shoot at nobody.
        (
            OUTCOMES,
            "{ of = [\"WWg\"], by = [\"Cv\"], if = [\"shot at\"], is = \"flee\", rule = \"D3H2-OUT-44\" },",
            "{ of = [\"WWg\"], by = [\"Art\"]",
            "less",
        ),
        // Elements behind their walls are never in bad going.
        (
            OUTCOMES,
            "{ of = [\"Cv\"], if = [\"behind its walls\", \"in bad going\"], is = \"flee\", rule = \"D3H2-OUT-34\" },",
            "{ if = [\"mounted infantry\"",
            "less",
        ),
        (
            TRADITIONAL_OUTCOMES,
            "{ of = [\"Sk\"], by = [\"Kn\"], is = \"destroyed\", rule = \"D3H2-TRAD-42\" },",
            "{ of = [\"Lk\"], by = [\"Kn\"",
            "less",
        ),
    ] {
        let found = mistakes(file, before, &format!("{row}\n    {before}"));
        let message = format!("this row of `{table}` can never apply: earlier rows cover all its cases");
        let line = line_of(file, before);
        assert_eq!(found, [format!("{file}:{line}: {message}")], "{row}");
    }
    // The same row twice: the second one is the mistake.
    let row = "{ of = [\"Sk\"], is = \"flee\", rule = \"D3H2-OUT-41\" },";
    let found = mistakes(OUTCOMES, row, &format!("{row}\n    {row}"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].starts_with(&format!("{OUTCOMES}:{}: this row of `less`", line_of(OUTCOMES, row) + 1)),
        "{found:?}"
    );
}

#[test]
fn an_element_without_a_row_is_refused() {
    for (file, row, said) in [
        (
            OUTCOMES,
            "    { of = [\"Sk\"], is = \"flee\", rule = \"D3H2-OUT-41\" },\n",
            "`less` says what happens to Sk ",
        ),
        (
            OUTCOMES,
            "    { of = [\"Aerial\"], is = \"none\", rule = \"D3H2-OUT-20\" },\n",
            "`equal` says what happens to Gd ",
        ),
        (OUTCOMES, "    { is = \"destroyed\", rule = \"D3H2-OUT-57\" },\n", "`doubled` says what happens to"),
        (
            OUTCOMES,
            "    { of = [\"WWg\"], is = \"none\", rule = \"D3H2-OUT-44\" },\n",
            "`less` says what happens to WWg ",
        ),
        (
            TRADITIONAL_OUTCOMES,
            "    { is = \"destroyed\", rule = \"D3H2-TRAD-50\" },\n",
            "`doubled` says what happens to",
        ),
        (
            TRADITIONAL_OUTCOMES,
            "    { of = [\"Lk\"], is = \"recoil\", rule = \"D3H2-TRAD-43\" },\n",
            "`less` says what happens to Fast Lk",
        ),
    ] {
        let found = mistakes(file, row, "");
        assert!(found.iter().any(|mistake| mistake.contains(&format!("no row of {said}"))), "{row}: {found:#?}");
        assert!(found.iter().all(|mistake| mistake.starts_with(file)), "{found:#?}");
    }
}

#[test]
fn a_ruleset_that_fights_needs_all_tables() {
    let mut files = embedded_files();
    files.remove(OUTCOMES);
    let errors = musterfield_rules::Book::load(&files).unwrap_err();
    assert!(errors.0.iter().any(|error| error.message.contains("`equal` is missing")), "{errors}");
    let found = mistakes(COMBAT, "[column]\nfoot = [\"Foot\"]\nrule = \"D3H2-CF-02\"\nfeatures = \"D3H2-CC-11\"\n", "");
    assert!(found.iter().any(|mistake| mistake.contains("`column` is missing")), "{found:?}");
}
