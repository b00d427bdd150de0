//! `play.toml`: names in braces become numbers and lists, so that no sentence contains a number of its own.

mod battle;

use std::collections::BTreeMap;

use musterfield_geometry::point::bw;
use toml::Spanned;

use super::combat::Names;
use super::combat::readings::readings;
use super::data_file::{DataFile, LoadError};
use crate::battle::BattleRules;
use crate::combat::{Combat, Per};
use crate::play::{Amount, Play, SheetLine, SheetPart, SheetSide, SheetTable, Text, TextPiece};
use crate::points::Points;
use crate::reference::Reference;
use crate::ruleset::{ArmyRules, ArmySize, HomeTerrain};
use crate::terrain::{Bua, Kind, SideDistance, TerrainRules, ZoneDepth};
use crate::troop::Troop;
use musterfield_rule_files::Sourced;
use musterfield_rule_files::play::{ClauseEntry, LineEntry, ListEntry, NumberEntry, PartEntry, PlayFile, PolicyEntry};

/// The greatest distance in halves of the unit, well beyond any table.
const FARTHEST: u16 = 4000;

/// The unit of battlefields.
const BW: &str = "BW";

/// The names that sentences can use besides the numbers of the file, from other files of the ruleset.
pub(super) struct ExternalNames<'a> {
    pub troops: &'a [Troop],
    pub army: &'a ArmyRules,
    pub combat: Option<&'a Combat>,
    pub terrain: Option<&'a TerrainRules>,
    pub homes: &'a [HomeTerrain],
    pub unit: &'a str,
    /// A distance in halves of the unit, in thousandths of a BW.
    pub in_thousandths: &'a dyn Fn(u16) -> i64,
    /// Whether this ruleset has one of those named for the distance from the side edges.
    pub is_here: &'a dyn Fn(&str) -> bool,
}

impl ExternalNames<'_> {
    /// The meaning of a name: `Some(None)` where the ruleset has no such number, `None` for an unknown name.
    fn find(&self, name: &str) -> Option<Option<String>> {
        let reach = |distance: Option<u16>| distance.map(|distance| format!("{distance} {}", self.unit));
        let troop = |code: &str| self.troops.iter().find(|troop| &*troop.code == code);
        if let Some(code) = name.strip_prefix("range of ") {
            return Some(reach(troop(code)?.range.as_ref().map(|range| range.value)));
        }
        if let Some(code) = name.strip_prefix("spell of ") {
            return Some(reach(troop(code)?.spell.as_ref().map(|spell| spell.value)));
        }
        let most = |per| self.combat.map(|combat| combat.most(per).to_string());
        match name {
            "aids" => return Some(most(Per::Aiding)),
            "further assaulters" => return Some(most(Per::Assaulter)),
            _ => {}
        }
        let (budget, defeat) = (&self.army.budget, self.army.defeat.as_ref());
        let usual = defeat.map(|defeat| defeat.break_point(budget, budget.usual, 0));
        let number = match name {
            "loss to break" => usual.map(|at| at.lost),
            "size of the army" => Some(budget.usual),
            "loss of a general" => defeat.map(|defeat| defeat.general_extra),
            "loss of a camp" => defeat.map(|defeat| defeat.camp),
            "loss of a stronghold" => defeat.map(|defeat| defeat.stronghold),
            "allies" => self.army.allies.as_ref().map(|allies| allies.most),
            "big army" => self.big().map(|size| Points::ONE * size.elements),
            "loss to break a big army" => self.big().and_then(|size| {
                let breaks = defeat?.break_point(budget, Points::ONE * size.elements, size.elements);
                Some(breaks.lost)
            }),
            _ => return self.find_in_size(name).or_else(|| self.find_in_terrain(name)),
        };
        Some(number.map(|number| budget.counts.of(number)))
    }

    /// The other size of armies besides the usual one, where sizes are fixed.
    fn big(&self) -> Option<&ArmySize> {
        self.army.budget.sizes.get(1)
    }

    fn find_in_size(&self, name: &str) -> Option<Option<String>> {
        let big = self.big();
        let commands = big.and_then(|size| size.commands.as_ref());
        let elements = |count: i64| self.army.budget.counts.of(Points::ONE * count);
        Some(match name {
            "times" => big.map(|size| size.times.to_string()),
            "commands" => commands.map(|commands| commands.count.to_string()),
            "least of a command" => commands.map(|commands| elements(commands.least)),
            "contingent" => commands.map(|commands| elements(commands.contingent)),
            _ => return None,
        })
    }

    fn find_in_terrain(&self, name: &str) -> Option<Option<String>> {
        let length = |thousandths: i64| format!("{} {BW}", bw(thousandths));
        let size = |size: (i64, i64)| format!("{} × {}", bw(size.0), length(size.1));
        let range = |(from, to): (i64, i64)| format!("{}–{}", bw(from), length(to));
        let terrain = self.terrain;
        let boards = |at: usize| {
            let table = terrain?.tables.get(at)?;
            let boards = table.boards.iter().map(|board| size(*board)).collect::<Vec<_>>();
            Some(boards.join(if table.between { " to " } else { " or " }))
        };
        let camp = terrain.and_then(|terrain| terrain.camp.as_ref());
        let coverage = terrain.and_then(|terrain| terrain.coverage.as_ref());
        let area = terrain.and_then(|terrain| terrain.features().iter().find_map(|feature| feature.size.as_ref()));
        // A limit on the size of a feature, named after the feature; empty in a ruleset without that feature.
        if let Some((which, of)) = name.split_once(' ').filter(|(which, _)| ["least", "most", "ratio"].contains(which))
        {
            let of = of.trim_start_matches("of a ");
            let bua = Bua::ALL.iter().find(|bua| bua.as_str().eq_ignore_ascii_case(of));
            let kind = Kind::ALL.iter().find(|kind| kind.as_str().replace('_', " ").eq_ignore_ascii_case(of));
            let limits = match (bua, kind) {
                (Some(bua), _) => Some(terrain.and_then(|terrain| Some(&terrain.bua(*bua)?.size))),
                (None, Some(kind)) => Some(terrain.and_then(|terrain| terrain.feature(*kind)?.size.as_ref())),
                (None, None) => None,
            };
            if let Some(limits) = limits {
                return Some(limits.and_then(|limits| match which {
                    "least" => Some(size(limits.least)),
                    "most" => limits.most.map(size),
                    _ => limits.least_ratio.map(|ratio| ratio.to_string()),
                }));
            }
        }
        let near = |bua| {
            terrain
                .and_then(|terrain: &TerrainRules| terrain.bua(bua)?.near_edges.as_ref())
                .map(|far| length(far.value))
        };
        Some(match name {
            "from the centre" => terrain.map(|terrain| match terrain.deployment.depth.value {
                ZoneDepth::FromCentre(far) | ZoneDepth::FromEdge(far) => length(far),
            }),
            "from a stronghold" => {
                terrain.and_then(|terrain| terrain.deployment.from_stronghold.as_ref()).map(|far| length(far.value))
            }
            "from the sides" => terrain.map(|terrain| {
                let sides = terrain.deployment.sides.iter();
                let told = sides.map(|side| {
                    format!("{} for {}", length(side.distance), SideDistance::words(&side.of, self.is_here))
                });
                told.collect::<Vec<_>>().join(", ")
            }),
            "camp from the sides" => camp.map(|camp| length(camp.from_sides)),
            "sum of a camp" => camp.and_then(|camp| camp.sum).map(length),
            "least of a camp" => camp.map(|camp| length(camp.least.0)),
            "least camp" => camp.map(|camp| size(camp.least)),
            "most camp" => camp.and_then(|camp| camp.most).map(size),
            "tables" => boards(0),
            "big tables" => boards(1),
            "quarters" => coverage.map(|coverage| coverage.any.value.to_string()),
            "quarters of water" => coverage.map(|coverage| coverage.bad_or_water.value.to_string()),
            "gap" => terrain.map(|terrain| length(terrain.gap.value)),
            "gap to edges" => terrain.map(|terrain| length(terrain.edge_gap.value)),
            "width of a river" => terrain.map(|terrain| length(terrain.river.width)),
            "river from edges" => terrain.map(|terrain| length(terrain.river.from_edges)),
            "width of a road" => terrain.map(|terrain| length(terrain.road.width)),
            "depth of a waterway" => terrain.map(|terrain| range(terrain.waterway.depth)),
            "deepest waterway" => terrain.map(|terrain| length(terrain.waterway.deepest)),
            "beach" => terrain.map(|terrain| length(terrain.waterway.beach)),
            "least feature" => area.map(|area| size(area.least)),
            "sum of a feature" => area.and_then(|area| area.sum).map(length),
            "ratio of a feature" => area.and_then(|area| area.most_ratio).map(|ratio| ratio.to_string()),
            "most feature" => area.and_then(|area| area.most).map(size),
            "Stronghold near edges" => near(Bua::Stronghold),
            "City near edges" => near(Bua::City),
            "small feature" => area.and_then(|area| area.small.as_ref()).map(|small| size(small.value)),
            _ => return None,
        })
    }
}

struct Reader<'d, 'a> {
    source: DataFile<'d>,
    names: &'d Names<'a>,
    known: &'d ExternalNames<'d>,
    /// Numbers and lists, each with whether it has been used.
    numbers: Vec<(&'d NumberEntry, Option<Amount>, bool)>,
    lists: Vec<(&'d ListEntry, bool)>,
    places: Vec<(&'d ListEntry, bool)>,
    homes: Vec<(&'d ListEntry, bool)>,
    clauses: Vec<(&'d ClauseEntry, bool)>,
    policies: &'d BTreeMap<String, Spanned<PolicyEntry>>,
}

/// Reads the course of the game, and the numbers for battles if there are battles; `None` if there is no such file.
pub(super) fn play(
    files: &BTreeMap<String, String>,
    ids: [Option<&str>; 2],
    reference: &Reference,
    errors: &mut Vec<LoadError>,
    names: &Names<'_>,
    known: &ExternalNames<'_>,
    battle: bool,
) -> Option<(Play, Option<BattleRules>)> {
    let file = ids.into_iter().flatten().map(|id| format!("rulesets/{id}/play.toml"));
    let (file, text) =
        file.filter_map(|file| Some((files.get(&file)?, file))).map(|(text, file)| (file, text)).next()?;
    let mut source = DataFile::new(file, text, reference, errors);
    let entries: PlayFile = source.parse()?;
    let numbers = entries.number.iter().map(|entry| (entry, number(&mut source, entry, names), false)).collect();
    rules_of(&mut source, entries.list.iter(), names);
    let lists = entries.list.iter().map(|list| (list, false)).collect();
    rules_of(&mut source, entries.places.iter(), names);
    let places = entries.places.iter().map(|list| (list, false)).collect();
    rules_of(&mut source, entries.homes.iter(), names);
    let homes = entries.homes.iter().map(|list| (list, false)).collect();
    let of_combat = known.combat.map_or(&[][..], |combat| &combat.readings);
    let readings = readings(&mut source, &entries.reading, of_combat);
    rules_of(&mut source, entries.clause.iter(), names);
    let clauses = entries.clause.iter().map(|clause| (clause, false)).collect();
    let policies = &entries.policies;
    rules_of(&mut source, policies.values().map(Spanned::get_ref), names);
    let mut reader = Reader { source, names, known, numbers, lists, places, homes, clauses, policies };
    reader.report_duplicates(&entries);
    let sides = entries
        .side
        .iter()
        .map(|side| SheetSide {
            title: side.title.as_str().into(),
            whole_only: side.whole_only,
            parts: side.part.iter().map(|part| reader.part(part)).collect(),
        })
        .collect();
    let battle = battle.then(|| reader.battle(&entries.reading, readings)).flatten();
    reader.report_unused();
    reader.report_unknown_policies(battle.as_ref().map(BattleRules::topics));
    Some((Play { sides }, battle))
}

/// Checks the rules of entries that perhaps nothing reads.
fn rules_of<'e, S: Sourced + 'e>(source: &mut DataFile<'_>, of: impl Iterator<Item = &'e S>, names: &Names<'_>) {
    for entry in of {
        source.rule_of(entry, names.prefixes);
    }
}

fn number(source: &mut DataFile<'_>, entry: &NumberEntry, names: &Names<'_>) -> Option<Amount> {
    source.rule_of(entry, names.prefixes);
    let half = |distance: f64| {
        let found = (0..=FARTHEST).find(|half| f64::from(*half) == distance * 2.0);
        found.ok_or("a distance must be a whole or half number, at most 2000")
    };
    let score = |[from, to]: [u8; 2]| {
        let is_one = (1..=6).contains(&from) && (from..=6).contains(&to);
        if is_one { Ok(Amount::Score(from, to)) } else { Err("a die must be from 1 to 6") }
    };
    let count = |[from, to]: [u16; 2]| {
        if from <= to { Ok(Amount::Count(from, to)) } else { Err("a count must be the least and the most") }
    };
    let units = [
        entry.distance.map(|distance| half(distance).map(Amount::Half)),
        entry.bw.map(|distance| half(distance).map(Amount::HalfBw)),
        entry.pips.map(|pips| Ok(Amount::Pips(pips))),
        entry.score.map(score),
        entry.count.map(count),
    ];
    let mut units = units.into_iter().flatten();
    match (units.next(), units.next()) {
        (Some(Ok(amount)), None) => Some(amount),
        (Some(Err(message)), None) => {
            source.report(&entry.name.span(), message);
            None
        }
        _ => {
            source.report(&entry.name.span(), "a number must have one unit: distance, bw, pips, score or count");
            None
        }
    }
}

impl Reader<'_, '_> {
    fn part(&mut self, entry: &PartEntry) -> SheetPart {
        let table = entry.table.as_ref().and_then(|name| {
            let table = SheetTable::ALL.iter().find(|(known, _)| known == name.get_ref()).map(|(_, table)| *table);
            if table.is_none() {
                self.source.report(&name.span(), format!("there is no table `{}`", name.get_ref()));
            }
            table
        });
        if table.is_none() && entry.line.is_empty() {
            self.source.report(&entry.title.span(), "a part must have a table or lines");
        }
        if let (None, Some(section)) = (table, &entry.section) {
            self.source.report(&section.span(), "only a table can belong to a section");
        }
        SheetPart {
            title: entry.title.get_ref().as_str().into(),
            table,
            section: entry.section.as_ref().map(|section| section.get_ref().as_str().into()),
            note: entry.note.as_ref().and_then(|note| self.text(note)),
            lines: entry.line.iter().filter_map(|line| self.line(line)).collect(),
        }
    }

    /// Reads a line; none if it is about types that are not kept.
    fn line(&mut self, entry: &LineEntry) -> Option<SheetLine> {
        let rules = entry.rules.iter().map(|rule| self.source.rule(rule)).collect();
        let head = entry.head.as_ref().map(|head| self.text(head));
        let says = self.text(&entry.says);
        let mut fighters = |written: &[Spanned<String>]| match written {
            [] => Some(None),
            written => self.names.list(&mut self.source, written).map(|(fighters, _)| Some(fighters)),
        };
        let (of, by) = (fighters(&entry.of), fighters(&entry.by));
        Some(SheetLine {
            head: head.flatten(),
            text: says?,
            subjects: of?,
            opponents: by?,
            riding: entry.riding,
            rules,
        })
    }

    /// Reads a sentence; none if a list in it names only types that are not kept, or if the ruleset has no such
    /// number.
    fn text(&mut self, written: &Spanned<String>) -> Option<Text> {
        let mut pieces: Vec<TextPiece> = Vec::new();
        let mut words = String::new();
        let mut is_told = true;
        for (at, part) in written.get_ref().split(['{', '}']).enumerate() {
            if at % 2 == 0 {
                if part.contains(|c: char| c.is_numeric()) {
                    self.source
                        .report(&written.span(), "a sentence must not contain digits: name its numbers in braces");
                }
                words.push_str(part);
            } else if let Some((_, amount, used)) =
                self.numbers.iter_mut().find(|(entry, ..)| entry.name.get_ref() == part)
            {
                *used = true;
                // Invalid numbers are reported where they are defined.
                words.push_str(&amount.map(|amount| amount.in_words(self.known.unit)).unwrap_or_default());
            } else if let Some((list, used)) = self.lists.iter_mut().find(|(list, _)| list.name.get_ref() == part) {
                *used = true;
                let names = self.names.list(&mut self.source, &list.of);
                is_told &= names.is_some();
                pieces.push(TextPiece::Words(std::mem::take(&mut words)));
                pieces.extend(names.map(|(_, names)| TextPiece::Names(names)));
            } else if let Some(value) = self.known.find(part) {
                is_told &= value.is_some();
                words.push_str(&value.unwrap_or_default());
            } else {
                self.source.report(&written.span(), format!("`{part}` is neither a number nor a list"));
            }
        }
        pieces.push(TextPiece::Words(words));
        is_told.then_some(Text(pieces))
    }

    fn report_duplicates(&mut self, entries: &PlayFile) {
        let lists = entries.list.iter().chain(&entries.places).chain(&entries.homes).map(|entry| &entry.name);
        let names: Vec<&Spanned<String>> = entries.number.iter().map(|entry| &entry.name).chain(lists).collect();
        let clauses: Vec<&Spanned<String>> = entries.clause.iter().map(|entry| &entry.name).collect();
        self.report_twice(&clauses);
        self.report_twice(&names);
    }

    fn report_twice(&mut self, names: &[&Spanned<String>]) {
        for (at, name) in names.iter().enumerate() {
            if names.iter().take(at).any(|other| other.get_ref() == name.get_ref()) {
                self.source.report(&name.span(), format!("`{}` appears twice", name.get_ref()));
            }
        }
    }

    /// Reports numbers and lists that neither a sentence nor a battle uses: they would become outdated unnoticed.
    fn report_unused(&mut self) {
        let numbers = self.numbers.iter().filter(|(.., used)| !used).map(|(entry, ..)| &entry.name);
        let lists = self
            .lists
            .iter()
            .chain(&self.places)
            .chain(&self.homes)
            .filter(|(_, used)| !used)
            .map(|(entry, _)| &entry.name);
        let clauses = self.clauses.iter().filter(|(_, used)| !used).map(|(entry, _)| &entry.name);
        for name in numbers.chain(lists).chain(clauses) {
            self.source.report(&name.span(), format!("no sentence and no battle uses `{}`", name.get_ref()));
        }
    }
}
