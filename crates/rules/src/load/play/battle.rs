//! What `play.toml` says about battles: its numbers, lists, clauses and policies, by the names that battles ask for. Which
//! of them a ruleset has to name follows from the parts of the game that it has.

use musterfield_geometry::point::BW as BW_LENGTH;
use musterfield_rule_files::combat::ReadingEntry;
use musterfield_rule_files::play::PolicyEntry;

use super::Reader;
use crate::battle::{
    BattleRules, Clause, Count, Distance, HomeList, List, OptionalRule, PlaceList, Policies, Price, Said, Score, Topic,
    Topics,
};
use crate::combat::{Combat, FighterSet, Outcome, PlaceSet, Reading, Relation};
use crate::load::combat::Names;
use crate::play::Amount;
use crate::reference::RuleId;
use crate::terrain::Bua;
use crate::troop::Cited;

/// What is asked of a ruleset: that which belongs to the parts of the game that it has, as far as its policies have a
/// use for it.
struct Asked {
    topics: Topics,
    policies: Option<Policies>,
}

impl Asked {
    /// The entries of the ruleset, in the order in which they can be asked; `None` where one is not asked.
    fn of<S: Said, T>(&self, mut say: impl FnMut(S) -> Option<T>) -> Vec<Option<T>> {
        let is_asked = |what: S| {
            self.topics.has_any(what.topics()) && self.policies.as_ref().is_none_or(|policies| what.is_asked(policies))
        };
        S::ALL.iter().map(|what| if is_asked(*what) { say(*what) } else { None }).collect()
    }
}

impl Reader<'_, '_> {
    /// Reads the numbers and lists for battles; none if one is missing, which is reported.
    pub(super) fn battle(&mut self, entries: &[ReadingEntry], readings: Vec<Reading>) -> Option<BattleRules> {
        let before = self.source.errors.len();
        let topics = self.topics();
        let policies = self.policies(topics);
        let asked = Asked { topics, policies: policies.as_ref().map(|(policies, _)| *policies) };
        let length_of = self.known.in_thousandths;
        let distances = asked.of(|distance: Distance| {
            self.value(distance.as_str(), "distance", |amount| match amount {
                Amount::Half(half) => Some(length_of(half)),
                Amount::HalfBw(half) => Some(i64::from(half) * BW_LENGTH / 2),
                _ => None,
            })
        });
        let prices = asked.of(|price: Price| {
            self.value(price.as_str(), "price in PIPs", |amount| match amount {
                Amount::Pips(pips) => Some(pips),
                _ => None,
            })
        });
        let scores = asked.of(|score: Score| {
            self.value(score.as_str(), "score", |amount| match amount {
                Amount::Score(from, to) => Some((from, to)),
                _ => None,
            })
        });
        let counts = asked.of(|count: Count| {
            self.value(count.as_str(), "count", |amount| match amount {
                Amount::Count(least, most) => u8::try_from(least).ok().zip(u8::try_from(most).ok()),
                _ => None,
            })
        });
        let lists = asked.of(|list: List| self.fighters(list));
        let places = asked.of(|list: PlaceList| self.places(list));
        let homes = asked.of(|list: HomeList| self.homes(list.as_str()));
        let readings = self.optional(&asked, entries, readings);
        let clauses = asked.of(|clause: Clause| self.clause(clause));
        self.leave_idle::<Distance>(&asked);
        self.leave_idle::<Price>(&asked);
        self.leave_idle::<Score>(&asked);
        self.leave_idle::<Count>(&asked);
        self.leave_idle::<List>(&asked);
        self.leave_idle::<Clause>(&asked);
        let (policies, policy_rules) = policies?;
        let list_rule = |(list, said): (&List, &Option<Cited<FighterSet>>)| Some((*list, said.as_ref()?.rule.clone()));
        let list_rules = List::ALL.iter().zip(&lists).filter_map(list_rule).collect();
        let lists = lists.into_iter().map(|list| list.map(|list| list.value).unwrap_or_default()).collect();
        let rules = BattleRules {
            topics,
            distances,
            prices,
            scores,
            counts,
            lists,
            list_rules,
            places,
            homes,
            readings,
            clauses,
            policies,
            policy_rules,
        };
        (self.source.errors.len() == before).then_some(rules)
    }

    /// The parts of the game that the ruleset has: those that its troops, its battlefields or its tables bring up, and
    /// those of which the file names anything.
    fn topics(&self) -> Topics {
        let troops = self.known.troops;
        let results_in = |outcome: Outcome| {
            let rows = |combat: &Combat| {
                Relation::ALL.iter().any(|relation| combat.table(*relation).iter().any(|row| row.effect == outcome))
            };
            self.known.combat.is_some_and(rows)
        };
        let brought_up = Topics::default()
            .and(Topic::Aerials, (self.known.is_here)("Aerials"))
            .and(Topic::Summoning, troops.iter().any(|troop| troop.summoned.is_some()))
            .and(Topic::Spells, troops.iter().any(|troop| troop.spell.is_some()))
            .and(Topic::Ensorcelment, results_in(Outcome::Ensorcelled))
            .and(Topic::Banishment, results_in(Outcome::Banished))
            .and(
                Topic::PlacedWalls,
                self.known.terrain.is_some_and(|terrain| terrain.deployment.stronghold_size.is_some()),
            )
            .and(Topic::Garrisons, troops.iter().any(|troop| troop.garrison.any()))
            .and(Topic::Commands, self.known.army.budget.sizes.iter().any(|size| size.commands.is_some()))
            .and(Topic::Cities, self.known.terrain.is_some_and(|terrain| terrain.bua(Bua::City).is_some()))
            .and(Topic::Camps, self.known.terrain.is_some_and(|terrain| terrain.camp.is_some()));
        let numbers = || self.numbers.iter().map(|(entry, ..)| entry.name.get_ref().as_str());
        let clauses = || self.clauses.iter().map(|(entry, _)| entry.name.get_ref().as_str());
        let lists = || {
            let all = self.lists.iter().chain(&self.places).chain(&self.homes);
            all.map(|(entry, _)| entry.name.get_ref().as_str())
        };
        Topic::ALL.iter().fold(brought_up, |topics, topic| {
            let is_named = names_any::<Distance>(*topic, numbers())
                || names_any::<Price>(*topic, numbers())
                || names_any::<Score>(*topic, numbers())
                || names_any::<Count>(*topic, numbers())
                || names_any::<List>(*topic, lists())
                || names_any::<PlaceList>(*topic, lists())
                || names_any::<HomeList>(*topic, lists())
                || names_any::<Clause>(*topic, clauses());
            topics.and(*topic, is_named)
        })
    }

    /// Lets entries be that the ruleset would be asked for under other policies.
    fn leave_idle<S: Said>(&mut self, asked: &Asked) {
        let is_idle = |what: &S| {
            asked.topics.has_any(what.topics())
                && asked.policies.as_ref().is_some_and(|policies| !what.is_asked(policies))
        };
        for name in S::ALL.iter().filter(|what| is_idle(what)).map(|what| what.name()) {
            let numbers = self.numbers.iter_mut().map(|(entry, _, used)| (&entry.name, used));
            let lists = self.lists.iter_mut().map(|(entry, used)| (&entry.name, used));
            let clauses = self.clauses.iter_mut().map(|(entry, used)| (&entry.name, used));
            numbers
                .chain(lists)
                .chain(clauses)
                .filter(|(known, _)| known.get_ref() == name)
                .for_each(|(_, used)| *used = true);
        }
    }

    /// The rules that players may choose for a battle, in the order in which battles know them.
    fn optional(&mut self, asked: &Asked, entries: &[ReadingEntry], readings: Vec<Reading>) -> Vec<Reading> {
        for entry in entries {
            let id = entry.id.get_ref();
            if !OptionalRule::ALL.iter().any(|rule| rule.as_str() == id) {
                self.source.report(&entry.id.span(), format!("no battle uses the reading `{id}`"));
            }
        }
        let found = asked.of(|rule: OptionalRule| {
            let reading = readings.iter().find(|reading| *reading.id == *rule.as_str());
            if reading.is_none() {
                self.source.report(&(0..0), format!("battles need the reading `{}`", rule.as_str()));
            }
            reading.cloned()
        });
        found.into_iter().flatten().collect()
    }

    /// A number that a battle needs.
    fn value<T>(&mut self, name: &str, what: &str, is: impl Fn(Amount) -> Option<T>) -> Option<Cited<T>> {
        let Some((entry, amount, used)) = self.numbers.iter_mut().find(|(entry, ..)| entry.name.get_ref() == name)
        else {
            self.source.report(&(0..0), format!("battles need the {what} `{name}`"));
            return None;
        };
        *used = true;
        let value = is((*amount)?);
        if value.is_none() {
            self.source.report(&entry.name.span(), format!("`{name}` is a {what}"));
        }
        Some(Cited { value: value?, rule: self.source.rule_of(*entry, self.names.prefixes) })
    }

    /// A list that a battle needs; empty where it names nobody, or only types that are not kept. A list of exceptions
    /// may be missing.
    fn fighters(&mut self, list: List) -> Option<Cited<FighterSet>> {
        let name = list.as_str();
        let Some((entry, used)) = self.lists.iter_mut().find(|(entry, _)| entry.name.get_ref() == name) else {
            if !list.is_of_exceptions() {
                self.source.report(&(0..0), format!("battles need the list `{name}`"));
            }
            return None;
        };
        *used = true;
        let named = if entry.of.is_empty() { None } else { self.names.list(&mut self.source, &entry.of) };
        let is = named.map(|(fighters, _)| fighters).unwrap_or_default();
        Some(Cited { value: is, rule: self.source.rule_of(*entry, self.names.prefixes) })
    }

    /// A list of features that a battle needs. A list of exceptions may be missing.
    fn places(&mut self, list: PlaceList) -> Option<Cited<PlaceSet>> {
        let name = list.as_str();
        let Some((entry, used)) = self.places.iter_mut().find(|(entry, _)| entry.name.get_ref() == name) else {
            if !list.is_of_exceptions() {
                self.source.report(&(0..0), format!("battles need the features `{name}`"));
            }
            return None;
        };
        *used = true;
        let places = entry.of.iter().filter_map(|place| Names::place(&mut self.source, place));
        Some(Cited { value: PlaceSet::of(places), rule: self.source.rule_of(*entry, self.names.prefixes) })
    }

    /// A list of home terrains that a battle needs.
    fn homes(&mut self, name: &str) -> Option<Cited<Vec<Box<str>>>> {
        let Some((entry, used)) = self.homes.iter_mut().find(|(entry, _)| entry.name.get_ref() == name) else {
            self.source.report(&(0..0), format!("battles need the home terrains `{name}`"));
            return None;
        };
        *used = true;
        let mut homes = Vec::new();
        for home in &entry.of {
            // Without a readable `terrain.toml` no home terrain is known.
            let is_known = self.known.homes.iter().any(|known| *known.id == **home.get_ref());
            if !is_known && !self.known.homes.is_empty() {
                self.source.report(&home.span(), format!("there is no home terrain `{}`", home.get_ref()));
            }
            homes.push(home.get_ref().as_str().into());
        }
        Some(Cited { value: homes, rule: self.source.rule_of(*entry, self.names.prefixes) })
    }

    /// The rule that stands for something a battle does.
    fn clause(&mut self, clause: Clause) -> Option<RuleId> {
        let name = clause.as_str();
        let Some((entry, used)) = self.clauses.iter_mut().find(|(entry, _)| entry.name.get_ref() == name) else {
            self.source.report(&(0..0), format!("battles need the clause `{name}`"));
            return None;
        };
        *used = true;
        Some(self.source.rule_of(*entry, self.names.prefixes))
    }

    /// The variants by which the ruleset is played, and their rules; none if a policy is left open, which is reported.
    fn policies(&mut self, topics: Topics) -> Option<(Policies, Vec<(&'static str, RuleId)>)> {
        let (given, source, prefixes) = (self.policies, &mut self.source, self.names.prefixes);
        let mut rules = Vec::new();
        let policies = Policies::read(topics, |name, variants| {
            let all = variants.iter().map(|variant| format!("`{variant}`")).collect::<Vec<_>>().join(" or ");
            let Some(policy) = given.get(name) else {
                let entry = format!("\"{name}\" = {{ is = …, rule = … }}");
                let message =
                    format!("battles need the policy `{name}`: write `{entry}` under `[policies]`, with {all}");
                source.report(&(0..0), message);
                return None;
            };
            let PolicyEntry { is, .. } = policy.get_ref();
            rules.push((name, source.rule_of(policy.get_ref(), prefixes)));
            let chosen = variants.iter().position(|variant| variant == is.get_ref());
            if chosen.is_none() {
                source.report(&is.span(), format!("the policy `{name}` is {all}, not `{}`", is.get_ref()));
            }
            chosen
        });
        policies.map(|policies| (policies, rules))
    }

    /// Reports policies that no battle has, and those of parts of the game that this ruleset does not have.
    pub(super) fn report_unknown_policies(&mut self, topics: Option<Topics>) {
        for (name, policy) in self.policies {
            match Policies::topic(name) {
                None => self.source.report(&policy.span(), format!("no battle has the policy `{name}`")),
                Some(of) if topics.is_some_and(|topics| !topics.has_any(of)) => {
                    self.source.report(&policy.span(), format!("no battle under these rules has the policy `{name}`"));
                }
                Some(_) => {}
            }
        }
    }
}

/// Whether one of these names belongs to this part of the game alone.
fn names_any<'n, S: Said>(topic: Topic, mut names: impl Iterator<Item = &'n str>) -> bool {
    let belongs = |what: &S| what.topics() == [topic];
    names.any(|name| S::ALL.iter().any(|what| what.name() == name && belongs(what)))
}
