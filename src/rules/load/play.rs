//! `play.toml`: names in braces become numbers and lists, so that no sentence has a number of its own.

use std::collections::BTreeMap;

use super::combat::Names;
use super::{Desk, LoadError};
use crate::geometry::point::bw;
use crate::rules::play::{Amount, Line, Number, Part, Piece, Play, Side, Table, Text};
use crate::rules::reference::Reference;
use crate::rules::ruleset::ArmyRules;
use crate::rules::source::play::{LineEntry, ListEntry, NumberEntry, PartEntry, PlayFile};
use crate::rules::terrain::{Bua, Kind, TerrainRules};
use crate::rules::troop::Troop;
use toml::Spanned;

/// The greatest distance in half BW, well beyond any table.
const FARTHEST: u16 = 200;

/// What sentences can name beside the numbers of the file: what other files of the ruleset say.
pub(super) struct Known<'a> {
    pub troops: &'a [Troop],
    pub army: &'a ArmyRules,
    pub terrain: Option<&'a TerrainRules>,
    pub unit: &'a str,
}

impl Known<'_> {
    /// What a name stands for; nothing in it where the ruleset has no such number. None for a name that stands for nothing.
    fn find(&self, name: &str) -> Option<Option<String>> {
        let reach = |distance: Option<u16>| distance.map(|distance| format!("{distance} {}", self.unit));
        let troop = |code: &str| self.troops.iter().find(|troop| &*troop.code == code);
        if let Some(code) = name.strip_prefix("range of ") {
            return Some(reach(troop(code)?.range.as_ref().map(|range| range.is)));
        }
        if let Some(code) = name.strip_prefix("spell of ") {
            return Some(reach(troop(code)?.spell.as_ref().map(|spell| spell.is)));
        }
        let defeat = &self.army.defeat;
        let points = match name {
            "AP to lose" => defeat.lost,
            "AP of the army" => defeat.at_budget,
            "AP of a general" => defeat.general_extra,
            "AP of a camp" => defeat.camp,
            "AP of a stronghold" => defeat.stronghold,
            _ => return self.find_in_terrain(name),
        };
        Some(Some(format!("{points} AP")))
    }

    fn find_in_terrain(&self, name: &str) -> Option<Option<String>> {
        let length = |thousandths: i64| format!("{} {}", bw(thousandths), self.unit);
        let size = |size: (i64, i64)| format!("{} × {}", bw(size.0), length(size.1));
        let range = |(from, to): (i64, i64)| format!("{}–{}", bw(from), length(to));
        let terrain = self.terrain;
        let camp = terrain.and_then(|terrain| terrain.camp.as_ref());
        let area = terrain.and_then(|terrain| terrain.features().iter().find_map(|feature| feature.size.as_ref()));
        let gully = terrain.and_then(|terrain| terrain.feature(Kind::Gully)?.size.as_ref());
        let stronghold = terrain.and_then(|terrain| terrain.bua(Bua::Stronghold));
        Some(match name {
            "from the centre" => terrain.map(|terrain| length(terrain.deployment.from_centre.is)),
            "from a stronghold" => {
                terrain.and_then(|terrain| terrain.deployment.from_stronghold.as_ref()).map(|far| length(far.is))
            }
            "from the sides" => terrain.map(|terrain| {
                let sides = terrain.deployment.sides.iter();
                sides.map(|side| format!("{} for {}", length(side.distance), side.who)).collect::<Vec<_>>().join(", ")
            }),
            "camp from the sides" => camp.map(|camp| length(camp.from_sides)),
            "sum of a camp" => camp.and_then(|camp| camp.sum).map(length),
            "least of a camp" => camp.map(|camp| length(camp.least.0)),
            "gap" => terrain.map(|terrain| length(terrain.gap.is)),
            "gap to edges" => terrain.map(|terrain| length(terrain.edge_gap.is)),
            "width of a river" => terrain.map(|terrain| length(terrain.river.width)),
            "river from edges" => terrain.map(|terrain| length(terrain.river.from_edges)),
            "width of a road" => terrain.map(|terrain| length(terrain.road.width)),
            "depth of a waterway" => terrain.map(|terrain| range(terrain.waterway.depth)),
            "deepest waterway" => terrain.map(|terrain| length(terrain.waterway.deepest)),
            "beach" => terrain.map(|terrain| length(terrain.waterway.beach)),
            "least feature" => area.map(|area| size(area.least)),
            "sum of a feature" => area.and_then(|area| area.sum).map(length),
            "ratio of a feature" => area.and_then(|area| area.most_ratio).map(|ratio| ratio.to_string()),
            "ratio of a Gully" => gully.and_then(|gully| gully.least_ratio).map(|ratio| ratio.to_string()),
            "least Gully" => gully.map(|gully| size(gully.least)),
            "least Stronghold" => stronghold.map(|stronghold| size(stronghold.size.least)),
            "most Stronghold" => stronghold.and_then(|stronghold| stronghold.size.most).map(size),
            "Stronghold near edges" => stronghold.and_then(|kind| kind.near_edges.as_ref()).map(|far| length(far.is)),
            "small feature" => area.and_then(|area| area.small.as_ref()).map(|small| size(small.is)),
            _ => return None,
        })
    }
}

struct Reader<'d, 'a> {
    desk: Desk<'d>,
    names: &'d Names<'a>,
    known: &'d Known<'d>,
    numbers: Vec<(Number, bool)>,
    lists: Vec<(&'d ListEntry, bool)>,
}

/// How the game is played; none if no file says so.
pub(super) fn play(
    files: &BTreeMap<String, String>,
    ids: [Option<&str>; 2],
    reference: &Reference,
    errors: &mut Vec<LoadError>,
    names: &Names<'_>,
    known: &Known<'_>,
) -> Option<Play> {
    let file = ids.into_iter().flatten().map(|id| format!("rulesets/{id}/play.toml"));
    let (file, text) =
        file.filter_map(|file| Some((files.get(&file)?, file))).map(|(text, file)| (file, text)).next()?;
    let mut desk = Desk { file, text, reference, errors };
    let entries: PlayFile = desk.parse()?;
    let numbers = entries.number.iter().filter_map(|entry| Some((number(&mut desk, entry)?, false))).collect();
    desk.cites(entries.list.iter().map(|list| &list.rule));
    let lists = entries.list.iter().map(|list| (list, false)).collect();
    let mut reader = Reader { desk, names, known, numbers, lists };
    reader.refuse_twins(&entries);
    let sides = entries
        .side
        .iter()
        .map(|side| Side {
            title: side.title.as_str().into(),
            whole_only: side.whole_only,
            parts: side.part.iter().map(|part| reader.part(part)).collect(),
        })
        .collect();
    reader.refuse_idle(&entries);
    Some(Play { numbers: reader.numbers.into_iter().map(|(number, _)| number).collect(), sides })
}

fn number(desk: &mut Desk<'_>, entry: &NumberEntry) -> Option<Number> {
    let rule = desk.rule(&entry.rule);
    let half = |distance: f64| {
        let found = (0..=FARTHEST).find(|half| f64::from(*half) == distance * 2.0);
        found.map(Amount::HalfBw).ok_or("a distance is a whole or half number of BW, at most 100")
    };
    let score = |[from, to]: [u8; 2]| {
        let is_one = (1..=6).contains(&from) && (from..=6).contains(&to);
        if is_one { Ok(Amount::Score(from, to)) } else { Err("a die shows from 1 to 6") }
    };
    let units = [
        entry.bw.map(half),
        entry.pips.map(|pips| Ok(Amount::Pips(pips))),
        entry.ap.map(|points| Ok(Amount::Ap(points))),
        entry.count.map(|count| Ok(Amount::Count(count))),
        entry.score.map(score),
    ];
    let mut units = units.into_iter().flatten();
    match (units.next(), units.next()) {
        (Some(Ok(amount)), None) => Some(Number { name: entry.name.get_ref().as_str().into(), amount, rule }),
        (Some(Err(message)), None) => {
            desk.refuse(&entry.name.span(), message);
            None
        }
        _ => {
            desk.refuse(&entry.name.span(), "a number has one unit: bw, pips, ap, count or score");
            None
        }
    }
}

impl Reader<'_, '_> {
    fn part(&mut self, entry: &PartEntry) -> Part {
        let table = entry.table.as_ref().and_then(|name| {
            let table = Table::ALL.iter().find(|(known, _)| known == name.get_ref()).map(|(_, table)| *table);
            if table.is_none() {
                self.desk.refuse(&name.span(), format!("there is no table `{}`", name.get_ref()));
            }
            table
        });
        if table.is_none() && entry.line.is_empty() {
            self.desk.refuse(&entry.title.span(), "a part has a table or lines");
        }
        if let (None, Some(section)) = (table, &entry.section) {
            self.desk.refuse(&section.span(), "only a table belongs to a section");
        }
        Part {
            title: entry.title.get_ref().as_str().into(),
            table,
            section: entry.section.as_ref().map(|section| section.get_ref().as_str().into()),
            note: entry.note.as_ref().and_then(|note| self.text(note)),
            lines: entry.line.iter().filter_map(|line| self.line(line)).collect(),
        }
    }

    /// A sentence; none if it is about types that do not stay.
    fn line(&mut self, entry: &LineEntry) -> Option<Line> {
        let rules = entry.rules.iter().map(|rule| self.desk.rule(rule)).collect();
        let head = entry.head.as_ref().map(|head| self.text(head));
        let says = self.text(&entry.says);
        let mut fighters = |written: &[Spanned<String>]| match written {
            [] => Some(None),
            written => self.names.list(&mut self.desk, written).map(|(fighters, _)| Some(fighters)),
        };
        let (of, by) = (fighters(&entry.of), fighters(&entry.by));
        Some(Line { head: head.flatten(), says: says?, of: of?, by: by?, riding: entry.riding, rules })
    }

    /// A sentence; none if a list in it names only types that do not stay, or if the ruleset has no such number.
    fn text(&mut self, written: &Spanned<String>) -> Option<Text> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut words = String::new();
        let mut is_told = true;
        for (at, part) in written.get_ref().split(['{', '}']).enumerate() {
            if at % 2 == 0 {
                if part.contains(|c: char| c.is_numeric()) {
                    self.desk.refuse(&written.span(), "a sentence has no numbers of its own: name them in braces");
                }
                words.push_str(part);
            } else if let Some((number, used)) = self.numbers.iter_mut().find(|(number, _)| *number.name == *part) {
                *used = true;
                words.push_str(&number.amount.to_string());
            } else if let Some((list, used)) = self.lists.iter_mut().find(|(list, _)| list.name.get_ref() == part) {
                *used = true;
                let names = self.names.list(&mut self.desk, &list.of);
                is_told &= names.is_some();
                pieces.push(Piece::Words(std::mem::take(&mut words)));
                pieces.extend(names.map(|(_, names)| Piece::Names(names)));
            } else if let Some(value) = self.known.find(part) {
                is_told &= value.is_some();
                words.push_str(&value.unwrap_or_default());
            } else {
                self.desk.refuse(&written.span(), format!("`{part}` is no number and no list"));
            }
        }
        pieces.push(Piece::Words(words));
        is_told.then_some(Text(pieces))
    }

    fn refuse_twins(&mut self, entries: &PlayFile) {
        let names = entries.number.iter().map(|entry| &entry.name).chain(entries.list.iter().map(|entry| &entry.name));
        let names: Vec<&Spanned<String>> = names.collect();
        for (at, name) in names.iter().enumerate() {
            if names.iter().take(at).any(|other| other.get_ref() == name.get_ref()) {
                self.desk.refuse(&name.span(), format!("`{}` stands twice", name.get_ref()));
            }
        }
    }

    /// What no sentence names would grow old unseen.
    fn refuse_idle(&mut self, entries: &PlayFile) {
        for entry in &entries.number {
            let used = |(number, used): &(Number, bool)| *used || *number.name != **entry.name.get_ref();
            if !self.numbers.iter().all(used) {
                self.desk.refuse(&entry.name.span(), format!("no sentence names `{}`", entry.name.get_ref()));
            }
        }
        for (list, used) in &self.lists {
            if !used {
                self.desk.refuse(&list.name.span(), format!("no sentence names `{}`", list.name.get_ref()));
            }
        }
    }
}
