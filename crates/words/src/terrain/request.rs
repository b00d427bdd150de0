//! Clauses about requests for a battlefield that are not valid. They begin without a capital because they follow a
//! place.

use musterfield_geometry::point::bw;
use musterfield_terrain::generate::request::{BoardSizes, RequestFault};
use musterfield_terrain::generate::{Preference, QuarterSpot};
use musterfield_terrain::layout::MOST_FEATURES;

/// A problem with a request.
#[must_use]
pub fn clause(fault: &RequestFault) -> String {
    let one_of = |known: &[&str]| format!("it must be one of {}", known.join(", "));
    match fault {
        RequestFault::Unread { reason } => reason.clone(),
        RequestFault::UnknownRuleset { known } => {
            format!("there is no such ruleset with terrain; use one of {}", known.join(", "))
        }
        RequestFault::UnknownHome { known } => {
            format!("there is no such home terrain; use one of {}", known.join(", "))
        }
        RequestFault::UnknownBoard { known } => format!("the rules have no such board; {}", boards(known)),
        RequestFault::NoCodes => "these rules have no codes of terrain".to_owned(),
        RequestFault::UnknownCode { found, known } => {
            format!("there is no code “{found}”; the codes are {}", known.join(", "))
        }
        RequestFault::Graded { found } => {
            format!("“{found}” has a grade in brackets, which belongs to troop types; a terrain code has none")
        }
        RequestFault::TooManyWishes => format!("there can be at most {MOST_FEATURES} wishes"),
        RequestFault::UnknownPreference => one_of(&Preference::ALL.map(Preference::as_str)),
        RequestFault::UnknownKind => "there is no such kind".to_owned(),
        RequestFault::UnknownBua => "there is no such bua".to_owned(),
        RequestFault::Size => "it must be a length and a width in BW".to_owned(),
        RequestFault::Quarter => "a quarter must be 1, 2, 3 or 4".to_owned(),
        RequestFault::UnknownSpot => one_of(&QuarterSpot::ALL.map(QuarterSpot::as_str)),
    }
}

/// The boards that rules have: `boards are 12 × 12 to 20 × 20 BW`.
#[must_use]
pub fn boards(known: &[BoardSizes]) -> String {
    let groups = known.iter().map(|group| {
        let sizes = group.boards.iter().map(|board| format!("{} × {}", bw(board.width), bw(board.depth)));
        sizes.collect::<Vec<_>>().join(if group.between { " to " } else { " or " })
    });
    format!("boards are {} BW", groups.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use musterfield_terrain::Board;

    use super::*;

    fn known() -> Vec<BoardSizes> {
        let square = |side: i64| Board { width: side, depth: side };
        vec![
            BoardSizes { boards: vec![square(15_000), square(20_000)], between: true },
            BoardSizes { boards: vec![square(12_500), Board { width: 30_000, depth: 20_000 }], between: false },
        ]
    }

    #[test]
    fn every_fault_of_a_request_has_its_clause() {
        for (fault, expected) in [
            (RequestFault::Unread { reason: "expected value at line 1".to_owned() }, "expected value at line 1"),
            (
                RequestFault::UnknownRuleset { known: vec!["d3h2", "dba30"] },
                "there is no such ruleset with terrain; use one of d3h2, dba30",
            ),
            (
                RequestFault::UnknownHome { known: vec!["arable", "hilly"] },
                "there is no such home terrain; use one of arable, hilly",
            ),
            (
                RequestFault::UnknownBoard { known: known() },
                "the rules have no such board; boards are 15 × 15 to 20 × 20, 12.5 × 12.5 or 30 × 20 BW",
            ),
            (RequestFault::NoCodes, "these rules have no codes of terrain"),
            (
                RequestFault::UnknownCode { found: "XX".to_owned(), known: vec!["S", "FS"] },
                "there is no code “XX”; the codes are S, FS",
            ),
            (
                RequestFault::Graded { found: "Wd(S)".to_owned() },
                "“Wd(S)” has a grade in brackets, which belongs to troop types; a terrain code has none",
            ),
            (RequestFault::TooManyWishes, "there can be at most 64 wishes"),
            (RequestFault::UnknownKind, "there is no such kind"),
            (RequestFault::UnknownBua, "there is no such bua"),
            (RequestFault::Size, "it must be a length and a width in BW"),
            (RequestFault::Quarter, "a quarter must be 1, 2, 3 or 4"),
        ] {
            assert_eq!(clause(&fault), expected);
        }
        for (fault, first) in [
            (RequestFault::UnknownPreference, Preference::ALL.map(Preference::as_str).join(", ")),
            (RequestFault::UnknownSpot, QuarterSpot::ALL.map(QuarterSpot::as_str).join(", ")),
        ] {
            assert_eq!(clause(&fault), format!("it must be one of {first}"));
        }
    }
}
