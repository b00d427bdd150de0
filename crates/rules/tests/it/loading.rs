//! Mistakes that the loader refuses, each with its file and line.

use musterfield_rules::Book;
use musterfield_rules::load::embedded_files;

/// The mistakes reported after changing one text in one file.
pub(super) fn mistakes(file: &str, from: &str, to: &str) -> Vec<String> {
    let mut files = embedded_files();
    let text = files.get_mut(file).unwrap();
    assert!(text.contains(from), "{file} has no {from}");
    *text = text.replacen(from, to, 1);
    Book::load(&files).err().map(|errors| errors.0.iter().map(ToString::to_string).collect()).unwrap_or_default()
}

const TROOPS: &str = "rulesets/d3h2/troops.toml";
const ARMY: &str = "rulesets/d3h2/army.toml";
const DBMF_BASES: &str = "rulesets/dbmf/bases.toml";
const WORDS: &str = "rulesets/words.toml";

#[test]
fn the_files_as_they_are_load() {
    let mistakes = Book::load(&embedded_files()).err().map(|errors| errors.to_string());
    assert_eq!(mistakes, None);
}

#[test]
fn mistakes_are_told_with_file_and_line() {
    let line = embedded_files()[TROOPS].lines().position(|line| line == "code = \"Bd\"").unwrap() + 1;
    let found = mistakes(TROOPS, "code = \"Bd\"", "code = \"Bd\"\ncolour = \"red\"");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(&format!("{TROOPS}:{}: unknown field `colour`", line + 1)), "{}", found[0]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (file, from, to, message) in [
        (TROOPS, "rule = \"D3H2-CF-08\"", "rule = \"D3H2-CF-99\"", "rule `D3H2-CF-99` is not in the reference"),
        (TROOPS, "is = \"foot\"", "is = \"feet\"", "there is no class `feet`"),
        (TROOPS, "depth = \"small\"", "depth = \"tiny\"", "not every figure scale has a depth `tiny`"),
        (TROOPS, "code = \"Sp\"", "code = \"Bd\"", "already means another type"),
        (TROOPS, "also = [\"Spear\"", "also = [\"Knights\"", "`Knights` already means another type"),
        (TROOPS, "kind_of = { code = \"Kn\"", "kind_of = { code = \"Xx\"", "there is no troop type `Xx`"),
        (
            TROOPS,
            "fast_move = ",
            "# fast_move = ",
            "`fast_move` belongs to the types with a choice of Fast, and to no others",
        ),
        (TROOPS, "cost = { ap = 4,", "cost = { ap = \"four\",", "invalid type"),
        (ARMY, "codes = [\"CP\"]", "codes = [\"Cp2\"]", "there is no troop type `Cp2`"),
        (ARMY, "step = 0.5", "step = 0", "`step` must be more than 0"),
        (ARMY, "share = [1, 2]", "share = [1, 0]", "`share` must be a fraction"),
        (ARMY, "lost_at = [[24, 12]]", "lost_at = [[24, 7]]", "the size must be a multiple of what is lost"),
        ("rulesets/hott25/army.toml", "lost_share = [1, 2]", "lost_share = [2, 1]", "`lost_share` must be a fraction"),
        (
            "rulesets/dba3/army.toml",
            "codes = [\"El\", \"SCh\", \"Art\"",
            "codes = [\"Elf\", \"SCh\", \"Art\"",
            "there is no troop type `Elf`",
        ),
        (ARMY, "most = 6", "", "missing field `most`"),
        (ARMY, "count = 1", "count = 2", "only armies with exactly one general"),
        (DBMF_BASES, "also = \"large\"", "also = \"small\"", "two figure scales are called `small`"),
        (DBMF_BASES, "also = \"large\"", "also = \"6\"", "two figure scales are called `6`"),
        ("rulesets/d3h2/bases.toml", "usual = 30", "usual = 90", "90 mm must be from 30 to 40 mm"),
        ("rulesets/dba22/ruleset.toml", "mm = 25.4", "mm = 0", "`mm` must be a length"),
        ("rulesets/dba22/ruleset.toml", "mm = 25.4", "mm = 25.4001", "`mm` must be a length"),
        ("rulesets/dba22/ruleset.toml", "mm = 25.4", "mm = -3", "`mm` must be a length"),
        ("rulesets/dbmf/ruleset.toml", "version = \"1.0.0\"", "version = \"1.2.0\"", "no `change` says what changed"),
        (
            "rulesets/d3h2/ruleset.toml",
            "[[change]]\nversion = \"1.4.0\"",
            "[[change]]\nversion = \"1.0.9\"",
            "the first change is not",
        ),
        ("rulesets/d3h2/ruleset.toml", "id = \"d3h2\"", "id = \"d3h3\"", "differs from the folder"),
        (
            "rulesets/d3h2-traditional/ruleset.toml",
            "extends = \"d3h2\"",
            "extends = \"dba\"",
            "no ruleset `dba` to extend",
        ),
        ("rulesets/d3h2-traditional/ruleset.toml", "keep = [\"Gd\"", "keep = [\"Zz\"", "`keep` names `Zz`"),
        ("reference/d3h2.toml", "code = \"D3H2-TYPE\"", "code = \"D3H2-KIND\"", "rule `D3H2-TYPE-01` is in no section"),
        ("reference/d3h2.toml", "code = \"D3H2-TYPE\"", "code = \"D3H2-COST\"", "section `D3H2-COST` appears twice"),
        (
            "rulesets/d3h2-traditional/ruleset.toml",
            "rule = \"D3H2-TRAD-45\"",
            "rule = \"D3H2-TRAD-99\"",
            "rule `D3H2-TRAD-99` is not in the reference",
        ),
        (WORDS, "\"zoc\"", "\"zoc\", \"Melee\"", "`melee` is said twice"),
        (WORDS, "\"zoc\"", "\"–\"", "there is no word in `–`"),
        (WORDS, "said = [\"zone", "says = [\"zone", "unknown field `says`"),
        ("reference/d3h2.toml", "id = \"D3H2-TYPE-02\"", "id = \"D3H2-TYPE-01\"", "appears twice"),
    ] {
        let found = mistakes(file, from, to);
        assert!(found.iter().any(|mistake| mistake.contains(message)), "{from} → {to}: {found:?}");
        assert!(
            found.iter().all(|mistake| mistake.split(':').nth(1).is_some_and(|line| line.parse::<usize>().is_ok()))
        );
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let mut files = embedded_files();
    let text = files.get_mut(TROOPS).unwrap();
    *text =
        text.replace("rule = \"D3H2-CF-08\"", "rule = \"NO-1\"").replace("rule = \"D3H2-CF-09\"", "rule = \"NO-2\"");
    let errors = Book::load(&files).unwrap_err().0;
    assert!(errors.iter().any(|error| error.message.contains("NO-1")));
    assert!(errors.iter().any(|error| error.message.contains("NO-2")));
}

#[test]
fn a_missing_file_is_told_by_name() {
    let mut files = embedded_files();
    files.remove(ARMY);
    let errors = Book::load(&files).unwrap_err().to_string();
    assert!(errors.contains("rulesets/d3h2/army.toml:1: the file is missing"), "{errors}");
}
