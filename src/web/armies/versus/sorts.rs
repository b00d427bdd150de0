//! The sorts of elements of an army, as the tables of one ruleset see them.

use crate::army::draft::{Draft, Kind, Line};
use crate::combat::matchup::Sort;
use crate::rules::troop::GeneralRule;
use crate::rules::{Ruleset, TroopId};
use crate::web::armies::{icon_of, style_of};

/// Most sorts of one army that a page shows; legal armies have far fewer.
pub(super) const MOST_SORTS: usize = 48;

/// Elements of an army that fight alike.
pub(super) struct SortLine {
    pub sort: Sort,
    /// How many there are.
    pub count: i64,
    /// `Fast Blades`, with `(general)` after it.
    pub name: String,
    pub code: String,
    pub icon: String,
    /// The style of its class.
    pub class: &'static str,
    /// Whether it is Fast and could be otherwise.
    pub fast: bool,
    pub general: bool,
    pub mounted: bool,
}

/// What of an army fights, in its own order, and what of it is not as it was written.
#[derive(Default)]
pub(super) struct Sorts {
    pub lines: Vec<SortLine>,
    pub remarks: Vec<String>,
}

/// The type of a line in the ruleset that judges.
fn troop_in(judge: &Ruleset, draft: &Draft, id: TroopId) -> Option<TroopId> {
    if draft.ruleset.id == judge.id {
        return Some(id);
    }
    let code = &draft.ruleset.troop(id).code;
    judge.troops().find(|(_, troop)| troop.code == *code).map(|(id, _)| id)
}

/// The types of an army, in words, that the ruleset does not have.
pub(super) fn strangers(judge: &Ruleset, draft: &Draft) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in draft.lines.iter().filter(|line| line.elements() > 0) {
        let Kind::Known(id) = line.kind else { continue };
        if troop_in(judge, draft, id).is_none() {
            let troop = draft.ruleset.troop(id);
            let name = format!("{} ({})", troop.plural, troop.code);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

impl Sorts {
    /// The sorts of an army under a ruleset that knows its types.
    pub(super) fn new(judge: &'static Ruleset, draft: &Draft) -> Self {
        let mut sorts = Self::default();
        for line in draft.lines.iter().filter(|line| line.elements() > 0) {
            match &line.kind {
                Kind::Known(id) => sorts.take(judge, draft, line, troop_in(judge, draft, *id)),
                Kind::Unknown(word) => {
                    sorts.remark(format!("“{word}” is no type of {} and is left out.", judge.name));
                }
            }
        }
        let beyond = sorts.lines.len().saturating_sub(MOST_SORTS);
        if beyond > 0 {
            sorts.lines.truncate(MOST_SORTS);
            sorts.remark(format!(
                "Only the first {MOST_SORTS} sorts of elements are shown; {beyond} more are left out."
            ));
        }
        for line in &mut sorts.lines {
            line.name = name(judge, line);
        }
        sorts
    }

    fn take(&mut self, judge: &'static Ruleset, draft: &Draft, line: &Line, id: Option<TroopId>) {
        let Some(id) = id else { return };
        let troop = judge.troop(id);
        let sort = Sort {
            fighter: id.into(),
            fast: troop.fast.is.applies(line.fast),
            general: line.general && !matches!(troop.general, GeneralRule::Never { .. }),
            mounted_infantry: line.mounted && troop.rides.is_some() && judge.army.mounted_infantry.is_some(),
        };
        // The tables say nothing of what may not be, such as Fast Dragons.
        let is_as_written =
            troop.fast.is.allows(line.fast) && (sort.general, sort.mounted_infantry) == (line.general, line.mounted);
        if !is_as_written {
            let marks = if line.general { " (general)" } else { "" };
            let called = draft.called(line, line.count);
            self.remark(format!("{called}{marks}: what the rules do not allow of this is left out."));
        }
        if let Some(known) = self.lines.iter_mut().find(|known| known.sort == sort) {
            known.count = known.count.saturating_add(line.count);
            return;
        }
        self.lines.push(SortLine {
            sort,
            count: line.count,
            name: String::new(),
            code: troop.code.to_string(),
            icon: icon_of(Some(&troop.icon)),
            class: judge.classes().get(troop.class.is.index()).map_or("", |class| style_of(&class.id)),
            fast: sort.fast && troop.fast.is.is_choice(),
            general: sort.general,
            mounted: sort.mounted_infantry,
        });
    }

    fn remark(&mut self, said: String) {
        if !self.remarks.contains(&said) {
            self.remarks.push(said);
        }
    }

    /// The sorts alone.
    pub(super) fn sorts(&self) -> Vec<Sort> {
        self.lines.iter().map(|line| line.sort).collect()
    }
}

/// How the elements of a sort are called, whatever the player calls them.
fn name(judge: &Ruleset, line: &SortLine) -> String {
    let troop = judge.combat.as_ref().and_then(|combat| combat.fighter(line.sort.fighter).troop);
    let called = troop.map_or("", |id| judge.troop(id).called(line.count));
    let fast = if line.fast { "Fast " } else { "" };
    let mounted = if line.mounted { "Mounted " } else { "" };
    let general = if line.general { " (general)" } else { "" };
    format!("{fast}{mounted}{called}{general}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::book;

    fn ruleset(id: &str) -> &'static Ruleset {
        book().unwrap().ruleset(id).unwrap()
    }

    fn line(code: &str) -> Line {
        Draft::read_kind(ruleset("d3h2"), code)
    }

    fn army(lines: Vec<Line>) -> Draft {
        Draft { lines, ..Draft::new(ruleset("d3h2")) }
    }

    fn told(sorts: &Sorts) -> Vec<String> {
        sorts.lines.iter().map(|line| format!("{} {}", line.count, line.name)).collect()
    }

    #[test]
    fn elements_that_fight_alike_are_one_sort_in_the_order_of_the_army() {
        let draft = army(vec![
            Line { general: true, ..line("Kn") },
            Line { count: 2, fast: true, ..line("Bd") },
            Line { count: 3, ..line("Bd") },
            Line { ally: true, label: "The king's cousin".to_owned(), ..line("Bd") },
            Line { mounted: true, ..line("Bw") },
            Line { count: 0, ..line("Sp") },
            Line { count: -3, ..line("Ps") },
            Line { water: true, ..line("Lk") },
            line("Lk"),
        ]);
        let sorts = Sorts::new(ruleset("d3h2"), &draft);
        assert_eq!(
            told(&sorts),
            ["1 Knight (general)", "2 Fast Blades", "4 Blades", "1 Mounted Bow", "2 Lurker Psiloi"]
        );
        assert_eq!(sorts.remarks, [""; 0]);
    }

    #[test]
    fn what_cannot_be_is_told_and_not_reckoned() {
        let draft = army(vec![
            Line { fast: true, ..line("Dg") },
            Line { mounted: true, ..line("Kn") },
            line("Elephantz"),
            line("Elephantz"),
        ]);
        let sorts = Sorts::new(ruleset("d3h2"), &draft);
        assert_eq!(told(&sorts), ["1 Dragon", "1 Knight"]);
        assert_eq!(
            sorts.remarks,
            [
                "Fast Dragon: what the rules do not allow of this is left out.",
                "Mounted Knight: what the rules do not allow of this is left out.",
                "“Elephantz” is no type of D3H2 and is left out.",
            ]
        );
    }

    #[test]
    fn types_that_other_tables_do_not_have_are_named() {
        let draft = army(vec![line("Kn"), line("Ps"), Line { count: 2, ..line("Ps") }, line("nonsense")]);
        assert_eq!(strangers(ruleset("d3h2-traditional"), &draft), ["Psiloi (Ps)"]);
        assert_eq!(strangers(ruleset("d3h2"), &draft), [""; 0]);
        let known = army(vec![line("Kn"), Line { count: 2, ..line("Bd") }]);
        let sorts = Sorts::new(ruleset("d3h2-traditional"), &known);
        assert_eq!(told(&sorts), ["1 Knight", "2 Blades"]);
    }

    #[test]
    fn an_army_without_end_is_cut_and_says_so() {
        let ruleset = ruleset("d3h2");
        let kinds =
            ruleset.troops().flat_map(|(_, troop)| [true, false].map(|general| Line { general, ..line(&troop.code) }));
        let sorts = Sorts::new(ruleset, &army(kinds.collect()));
        assert_eq!(sorts.lines.len(), MOST_SORTS);
        assert!(
            sorts.remarks.iter().any(|remark| remark.starts_with("Only the first 48 sorts")),
            "{:?}",
            sorts.remarks
        );
    }
}
