//! The choices: elements, friends, and features to stand in.

use musterfield_combat::case::going_in;
use musterfield_rules::combat::{Fighter, Place};
use musterfield_rules::sentence::capital;
use musterfield_rules::terrain::{Bua, Going, Kind};
use musterfield_words::combat::TableWords;

use super::{Choice, Group, Maker, SideContext, choice, one_group};

impl Maker<'_> {
    /// All elements that fight, by class, or by type where types have grades; features without a garrison only on the
    /// second side.
    pub(super) fn types(&self, side: &SideContext<'_>) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (_, rules) in self.combat.fighters() {
            let troop = rules.troop.map(|id| self.ruleset.troop(id));
            let family = troop.and_then(|troop| troop.graded.as_ref()).map(|graded| self.ruleset.family(graded.family));
            let heading = match (family, rules.class) {
                (Some(family), _) => &family.plural,
                (None, Some(class)) => self.ruleset.class_name(class),
                (None, None) if side.is_second => "Undefended",
                (None, None) => continue,
            };
            let name = match troop {
                // Its code is part of its name.
                Some(troop) if troop.graded.is_some() => troop.name.to_string(),
                Some(troop) => format!("{} · {}", troop.name, troop.code),
                None => rules.code.to_string(),
            };
            let choice = choice(&rules.code, name, &side.typed.who);
            match groups.iter_mut().find(|group| group.name == heading) {
                Some(group) => group.choices.push(choice),
                None => groups.push(Group { name: heading.to_owned(), choices: vec![choice] }),
            }
        }
        groups
    }

    /// The elements that can help from beside.
    pub(super) fn friends(&self, typed: &str) -> Vec<Group> {
        let helps = |friend: Fighter| self.combat.modifiers.iter().any(|row| row.is_beside(friend, false));
        let friends = self.combat.fighters().filter(|(friend, _)| helps(*friend));
        let friends = friends.map(|(_, rules)| choice(&rules.code, &*rules.plural, typed));
        one_group(std::iter::once(choice("", "none", typed)).chain(friends).collect())
    }

    /// The features in which an element can stand, each with its going.
    pub(super) fn features(&self, typed: &str) -> Vec<Group> {
        let battlefields = self.book.terrain(&self.ruleset.id).filter(|_| !self.combat.has_ground());
        let places: Vec<(Place, &str)> = match battlefields {
            Some(rules) => {
                let kinds = rules.features().iter().map(|feature| feature.kind).filter(|kind| *kind != Kind::Bua);
                let buas = rules.buas().iter().map(|rules| rules.bua).filter(|bua| *bua != Bua::Stronghold);
                kinds.map(kind).chain(buas.map(bua)).collect()
            }
            // Where the combat tables say the going of features, they determine which there are.
            None => {
                let all = Kind::ALL.iter().copied().map(kind).chain(Bua::ALL.iter().copied().map(bua));
                all.filter(|(place, _)| self.combat.ground(*place).is_some()).collect()
            }
        };
        let words = TableWords::new(self.ruleset, self.combat);
        let choices = places.into_iter().filter_map(|(place, word)| {
            let going = going_in(self.ruleset, place, Going::Good)?;
            Some(choice(word, format!("{}, {going} going", capital(&words.place(place))), typed))
        });
        one_group(std::iter::once(choice("", "open ground", typed)).chain(choices).collect())
    }

    /// The elements that can help from behind, where it matters which that is.
    pub(super) fn friends_behind(&self, typed: &str) -> Option<Vec<Group>> {
        let helps = |friend: Fighter| self.combat.modifiers.iter().any(|row| row.is_behind(friend, false));
        let friends: Vec<Choice> = self
            .combat
            .fighters()
            .filter(|(friend, _)| helps(*friend))
            .map(|(_, rules)| choice(&rules.code, &*rules.plural, typed))
            .collect();
        (!friends.is_empty()).then(|| {
            let none = std::iter::once(choice("", "none", typed));
            one_group(none.chain(friends).collect())
        })
    }
}

fn kind(kind: Kind) -> (Place, &'static str) {
    (Place::Kind(kind), kind.as_str())
}

fn bua(bua: Bua) -> (Place, &'static str) {
    (Place::Bua(bua), bua.as_str())
}
