//! Whether an army fits its list, decided by hand: every assignment of elements is tried.

use std::fmt::Write as _;

use musterfield_army::{Catalogue, Draft, ElementLine, LineType, check};
use musterfield_fixtures::armies::{army, catalogue_of, ruleset};
use proptest::prelude::*;

/// Types that may be Fast and may ride, so that every mark makes sense.
const TYPES: [&str; 3] = ["Bw", "Wb", "Sp"];

/// An option as this test understands it.
#[derive(Clone, Debug)]
struct Wanted {
    types: Vec<usize>,
    same: bool,
    min: usize,
    max: usize,
    fast: &'static str,
    mounted: &'static str,
    general: &'static str,
}

/// One element as this test understands it.
#[derive(Clone, Copy, Debug)]
struct Unit {
    kind: usize,
    fast: bool,
    mounted: bool,
    general: bool,
}

fn agrees(word: &str, is: bool) -> bool {
    match word {
        "may" => true,
        "must" => is,
        _ => !is,
    }
}

impl Wanted {
    fn takes(&self, unit: Unit, rides_by_the_list: bool) -> bool {
        self.types.contains(&unit.kind)
            && agrees(self.fast, unit.fast)
            // Where the list has no element of the type riding, the players may agree on it.
            && (agrees(self.mounted, unit.mounted) || (self.mounted == "no" && !rides_by_the_list))
            && agrees(self.general, unit.general)
    }

    fn text(&self) -> String {
        let types: Vec<String> = self.types.iter().map(|at| format!("\"{}\"", TYPES[*at])).collect();
        let choice = if self.same { "all-same" } else { "or" };
        format!(
            "[[option]]\ntypes = [{}]\nmin = {}\nmax = {}\nfast = \"{}\"\nmounted = \"{}\"\ngeneral = \"{}\"\nchoice = \"{choice}\"\n",
            types.join(", "),
            self.min,
            self.max,
            self.fast,
            self.mounted,
            self.general
        )
    }
}

/// Whether the units can be assigned so that every option is satisfied.
fn fits(units: &[Unit], options: &[Wanted], held: &mut Vec<Vec<usize>>) -> bool {
    let Some((unit, rest)) = units.split_first() else {
        return options.iter().zip(&*held).all(|(option, held)| held.len() >= option.min);
    };
    let rides = options.iter().any(|option| option.mounted != "no" && option.types.contains(&unit.kind));
    (0..options.len()).any(|at| {
        let option = &options[at];
        let alike = !option.same || held[at].iter().all(|kind| *kind == unit.kind);
        if held[at].len() >= option.max || !alike || !option.takes(*unit, rides) {
            return false;
        }
        held[at].push(unit.kind);
        let fits = fits(rest, options, held);
        held[at].pop();
        fits
    })
}

fn any_option() -> impl Strategy<Value = Wanted> {
    let word = || prop::sample::select(vec!["no", "no", "may", "must"]);
    let types = prop::sample::subsequence((0..TYPES.len()).collect::<Vec<_>>(), 1..=2);
    let leads = prop::sample::select(vec!["no", "no", "no", "may", "must"]);
    (types, any::<bool>(), 0usize..2, 1usize..3, word(), word(), leads).prop_map(
        |(types, same, min, more, fast, mounted, general)| Wanted {
            types,
            same,
            min,
            max: min + more,
            fast,
            mounted,
            general,
        },
    )
}

fn any_units() -> impl Strategy<Value = Vec<(Unit, usize)>> {
    let unit = (0..TYPES.len(), any::<bool>(), any::<bool>(), prop::bool::weighted(0.2))
        .prop_map(|(kind, fast, mounted, general)| Unit { kind, fast, mounted, general });
    prop::collection::vec((unit, 1usize..3), 0..4)
}

fn with(options: &[Wanted]) -> Option<Catalogue> {
    let mut text = "+++\nname = \"T\"\nruleset = \"d3h2\"\naggression = 0\n".to_owned();
    for option in options {
        text += &option.text();
    }
    // So that the list can field an army at all.
    let rest = "[[option]]\ntypes = [\"Hr\"]\nmax = 1\ngeneral = \"may\"\n[[option]]\ntypes = [\"Hd\"]\n+++\nText.\n";
    write!(text, "{rest}").unwrap();
    catalogue_of([("d3h2/t.md", text)]).ok()
}

/// The army as a draft, with one line for each kind of element.
fn draft(units: &[(Unit, usize)]) -> Draft {
    let lines = units.iter().map(|(unit, count)| ElementLine {
        count: i64::try_from(*count).unwrap(),
        fast: unit.fast,
        mounted: unit.mounted,
        general: unit.general,
        ..Draft::read_kind(ruleset("d3h2"), TYPES[unit.kind])
    });
    Draft { list: Some("d3h2/t".into()), lines: lines.collect(), ..army("24", "") }
}

/// The codes that the check uses for the list, and for the general by the list.
const OF_THE_LIST: [&str; 6] =
    ["not-in-list", "list-minimum", "list-maximum", "fast-not-allowed", "either-or", "general-not-allowed"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn an_army_fits_its_list_exactly_if_its_elements_can_be_handed_out(
        options in prop::collection::vec(any_option(), 1..4),
        units in any_units(),
    ) {
        let Some(catalogue) = with(&options) else { return Err(TestCaseError::reject("fields no army")) };
        let draft = draft(&units);
        prop_assert!(draft.lines.iter().all(|line| matches!(line.line_type, LineType::Known(_))));
        let each: Vec<Unit> = units.iter().flat_map(|(unit, count)| vec![*unit; *count]).collect();
        let found: Vec<String> = check(&draft, &catalogue)
            .problems
            .iter()
            .filter(|problem| OF_THE_LIST.contains(&problem.code().as_str()))
            .map(|problem| format!("{}: {:?}", problem.code(), problem.fault))
            .collect();
        let fits = fits(&each, &options, &mut vec![Vec::new(); options.len()]);
        prop_assert_eq!(fits, found.is_empty(), "{:?}", found);
    }
}
