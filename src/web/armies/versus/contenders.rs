//! The contenders of an army, as the tables of one ruleset see them.

use musterfield_army::draft::{Draft, ElementLine, LineType};
use musterfield_combat::matchup::Contender;
use musterfield_rules::troop::GeneralRule;
use musterfield_rules::{Ruleset, TroopId};

use crate::web::armies::{icon_of, style_of};

/// The largest number of contenders of one army that a page shows; legal armies have far fewer.
pub(super) const MOST_SORTS: usize = 48;

/// A contender: elements of an army that fight alike.
#[derive(Debug)]
pub(in crate::web::armies) struct ContenderLine {
    pub sort: Contender,
    /// The number of its elements.
    pub count: i64,
    /// `Fast Blades`, with `(general)` after it.
    pub name: String,
    pub code: String,
    pub icon: String,
    /// The style of its class.
    pub class: &'static str,
    /// Whether it is Fast and could be solid.
    pub fast: bool,
    pub general: bool,
    pub mounted: bool,
}

/// The contenders of an army, in its own order, and the elements that fight differently from how they are written.
#[derive(Debug, Default)]
pub(in crate::web::armies) struct Contenders {
    pub lines: Vec<ContenderLine>,
    /// For each line of the army, the place of its elements in `lines`.
    pub of_lines: Vec<Option<usize>>,
    pub remarks: Vec<String>,
}

/// The type of a line in the ruleset whose tables are used.
fn troop_in(judge: &Ruleset, draft: &Draft, id: TroopId) -> Option<TroopId> {
    if draft.ruleset.id == judge.id {
        return Some(id);
    }
    let code = &draft.ruleset.troop(id).code;
    judge.troops().find(|(_, troop)| troop.code == *code).map(|(id, _)| id)
}

/// The types of an army, in words, that the ruleset does not have.
pub(in crate::web::armies) fn unknown_types(judge: &Ruleset, draft: &Draft) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in draft.lines.iter().filter(|line| line.elements() > 0) {
        let LineType::Known(id) = line.line_type else { continue };
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

impl Contenders {
    /// The contenders of an army under a ruleset that has its types.
    pub(in crate::web::armies) fn new(judge: &'static Ruleset, draft: &Draft) -> Self {
        let mut sorts = Self::default();
        for line in &draft.lines {
            let place = match &line.line_type {
                _ if line.elements() <= 0 => None,
                LineType::Known(id) => sorts.take(judge, draft, line, troop_in(judge, draft, *id)),
                LineType::Unknown(word) => {
                    sorts.remark(format!("“{word}” is not a {} type and is left out.", judge.name));
                    None
                }
            };
            sorts.of_lines.push(place.filter(|place| *place < MOST_SORTS));
        }
        let beyond = sorts.lines.len().saturating_sub(MOST_SORTS);
        if beyond > 0 {
            sorts.lines.truncate(MOST_SORTS);
            sorts
                .remark(format!("Only the first {MOST_SORTS} kinds of element are shown; {beyond} more are left out."));
        }
        for line in &mut sorts.lines {
            line.name = name(judge, line);
        }
        sorts
    }

    /// Counts a line, and returns the place of its elements.
    fn take(
        &mut self,
        judge: &'static Ruleset,
        draft: &Draft,
        line: &ElementLine,
        id: Option<TroopId>,
    ) -> Option<usize> {
        let id = id?;
        let troop = judge.troop(id);
        let sort = Contender {
            fighter: id.into(),
            fast: troop.fast.value.applies(line.fast),
            general: line.general && !matches!(troop.general, GeneralRule::Never { .. }),
            mounted_infantry: line.mounted && troop.rides.is_some() && judge.army.mounted_infantry.is_some(),
        };
        // The tables do not cover impossible elements, such as Fast Dragons.
        let is_as_written =
            troop.fast.value.allows(line.fast) && (sort.general, sort.mounted_infantry) == (line.general, line.mounted);
        if !is_as_written {
            let marks = if line.general { " (general)" } else { "" };
            let called = draft.line_name(line, line.count);
            self.remark(format!("{called}{marks}: anything the rules do not allow here is ignored."));
        }
        let known = self.lines.iter_mut().enumerate().find(|(_, known)| known.sort == sort);
        if let Some((place, known)) = known {
            known.count = known.count.saturating_add(line.count);
            return Some(place);
        }
        self.lines.push(ContenderLine {
            sort,
            count: line.count,
            name: String::new(),
            code: troop.code.to_string(),
            icon: icon_of(Some(&troop.icon)),
            class: judge.classes().get(troop.class.value.index()).map_or("", |class| style_of(&class.id)),
            fast: sort.fast && troop.fast.value.is_choice(),
            general: sort.general,
            mounted: sort.mounted_infantry,
        });
        Some(self.lines.len() - 1)
    }

    fn remark(&mut self, said: String) {
        if !self.remarks.contains(&said) {
            self.remarks.push(said);
        }
    }

    /// The contenders alone.
    pub(in crate::web::armies) fn sorts(&self) -> Vec<Contender> {
        self.lines.iter().map(|line| line.sort).collect()
    }
}

/// The name of a contender, apart from the player's own names.
fn name(judge: &Ruleset, line: &ContenderLine) -> String {
    let troop = judge.combat.as_ref().and_then(|combat| combat.fighter(line.sort.fighter).troop);
    let called = troop.map_or("", |id| judge.troop(id).name_for(line.count));
    let fast = if line.fast { "Fast " } else { "" };
    let mounted = if line.mounted { "Mounted " } else { "" };
    let general = if line.general { " (general)" } else { "" };
    format!("{fast}{mounted}{called}{general}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use musterfield_rules::book;

    fn ruleset(id: &str) -> &'static Ruleset {
        book().unwrap().ruleset(id).unwrap()
    }

    fn line(code: &str) -> ElementLine {
        Draft::read_kind(ruleset("d3h2"), code)
    }

    fn army(lines: Vec<ElementLine>) -> Draft {
        Draft { lines, ..Draft::new(ruleset("d3h2")) }
    }

    fn lines(sorts: &Contenders) -> Vec<String> {
        sorts.lines.iter().map(|line| format!("{} {}", line.count, line.name)).collect()
    }

    #[test]
    fn elements_that_fight_alike_are_one_sort_in_the_order_of_the_army() {
        let draft = army(vec![
            ElementLine { general: true, ..line("Kn") },
            ElementLine { count: 2, fast: true, ..line("Bd") },
            ElementLine { count: 3, ..line("Bd") },
            ElementLine { ally: true, label: "The king's cousin".to_owned(), ..line("Bd") },
            ElementLine { mounted: true, ..line("Bw") },
            ElementLine { count: 0, ..line("Sp") },
            ElementLine { count: -3, ..line("Ps") },
            ElementLine { water: true, ..line("Lk") },
            line("Lk"),
        ]);
        let sorts = Contenders::new(ruleset("d3h2"), &draft);
        assert_eq!(
            lines(&sorts),
            ["1 Knight (general)", "2 Fast Blades", "4 Blades", "1 Mounted Bow", "2 Lurker Psiloi"]
        );
        assert_eq!(sorts.remarks, [""; 0]);
    }

    #[test]
    fn what_cannot_be_is_told_and_not_reckoned() {
        let draft = army(vec![
            ElementLine { fast: true, ..line("Dg") },
            ElementLine { mounted: true, ..line("Kn") },
            line("Elephantz"),
            line("Elephantz"),
        ]);
        let sorts = Contenders::new(ruleset("d3h2"), &draft);
        assert_eq!(lines(&sorts), ["1 Dragon", "1 Knight"]);
        assert_eq!(
            sorts.remarks,
            [
                "Fast Dragon: anything the rules do not allow here is ignored.",
                "Mounted Knight: anything the rules do not allow here is ignored.",
                "“Elephantz” is not a D3H2 type and is left out.",
            ]
        );
    }

    #[test]
    fn types_that_other_tables_do_not_have_are_named() {
        let draft = army(vec![line("Kn"), line("Ps"), ElementLine { count: 2, ..line("Ps") }, line("nonsense")]);
        assert_eq!(unknown_types(ruleset("d3h2-traditional"), &draft), ["Psiloi (Ps)"]);
        assert_eq!(unknown_types(ruleset("d3h2"), &draft), [""; 0]);
        let known = army(vec![line("Kn"), ElementLine { count: 2, ..line("Bd") }]);
        let sorts = Contenders::new(ruleset("d3h2-traditional"), &known);
        assert_eq!(lines(&sorts), ["1 Knight", "2 Blades"]);
    }

    #[test]
    fn an_army_without_end_is_cut_and_says_so() {
        let ruleset = ruleset("d3h2");
        let kinds = ruleset
            .troops()
            .flat_map(|(_, troop)| [true, false].map(|general| ElementLine { general, ..line(&troop.code) }));
        let sorts = Contenders::new(ruleset, &army(kinds.collect()));
        assert_eq!(sorts.lines.len(), MOST_SORTS);
        assert!(
            sorts.remarks.iter().any(|remark| remark.starts_with("Only the first 48 kinds of element")),
            "{:?}",
            sorts.remarks
        );
    }
}
