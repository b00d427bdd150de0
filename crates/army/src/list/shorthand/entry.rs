//! One entry: a number, and types with what joins them.

use std::collections::VecDeque;

use musterfield_rules::spelling::Spelling;
use musterfield_rules::{Ruleset, TroopId};

use super::nickname;
use super::pieces::{Joint, Piece, pieces};
use super::refusal::{Read, wrong};
use super::title;
use super::words::{count_before, is_general, names_type};
use crate::list::{
    Dismount, ListChoice, ListFast, ListGeneral, ListOption, ListPermission, ListRegular, ShorthandError,
    ShorthandFault,
};
use crate::text::dates;

/// The largest number of elements of one entry.
const MOST: i64 = 200;

/// The largest number of sides of an entry, each a mixture of which all elements are.
const MOST_SIDES: usize = 8;

/// The options of an entry: those of each of its alternatives.
pub(super) type Alternatives = Vec<Vec<ListOption>>;

/// Reads the entries of a list.
pub(super) struct Reader {
    pub ruleset: &'static Ruleset,
    /// What was read, but is probably not what was meant.
    pub doubts: Vec<ShorthandError>,
}

impl Reader {
    /// Reads types with one number: an option, or several if all elements are of one of several mixtures.
    pub(super) fn types(&mut self, at: usize, text: &str) -> Read<Alternatives> {
        Entry::read(self.ruleset, at, text)?.options(&mut self.doubts)
    }
}

/// Whether a word introduces years.
fn is_of_dates(word: &str) -> bool {
    let plain = word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase();
    let is_long = plain.bytes().filter(u8::is_ascii_digit).count() >= 3;
    plain == "only" || plain == "if" || dates::introduces(&plain) || is_long && dates::is_year(&plain)
}

/// A type of an entry.
#[derive(Clone, Copy)]
struct Alternative<'a> {
    spelling: Spelling,
    word: &'a str,
    at: usize,
    /// The same troops on the other base of `3/4Ax`.
    other_base: Option<Spelling>,
}

/// A type of an option, and the foot that it may become.
#[derive(Clone, Copy)]
struct Item<'a> {
    of: Alternative<'a>,
    foot: Option<TroopId>,
}

struct Entry<'a> {
    ruleset: &'static Ruleset,
    at: usize,
    text: &'a str,
    count: Option<(i64, i64)>,
    types: Vec<Alternative<'a>>,
    joints: Vec<Joint>,
    general: bool,
    notes: Vec<String>,
}

impl<'a> Entry<'a> {
    fn read(ruleset: &'static Ruleset, at: usize, text: &'a str) -> Read<Self> {
        let mut entry = Self {
            ruleset,
            at,
            text,
            count: None,
            types: Vec::new(),
            joints: Vec::new(),
            general: false,
            notes: Vec::new(),
        };
        let mut queue: VecDeque<(usize, Piece<'a>)> = pieces(at, text).into();
        // Whether a name of the player's own was just read, so that brackets hold the types.
        let mut named = false;
        while let Some((at, piece)) = queue.pop_front() {
            match piece {
                Piece::Sign(sign) => entry.notes.push(sign.to_string()),
                // `1x General (3Kn or Cv)`
                Piece::Bracket(inside)
                    if entry.types.len() == entry.joints.len()
                        && (entry.types.is_empty() || std::mem::take(&mut named))
                        && names_type(ruleset, inside) =>
                {
                    pieces(at + 1, inside).into_iter().rev().for_each(|piece| queue.push_front(piece));
                }
                Piece::Bracket(inside) => entry.bracket(inside),
                Piece::Joint(joint) => {
                    if entry.types.len() != entry.joints.len() + 1 {
                        return wrong(at, joint.word(), ShorthandFault::LooseJoint);
                    }
                    entry.joints.push(joint);
                }
                Piece::Word(word) if entry.types.len() > entry.joints.len() => {
                    if is_general(word) {
                        entry.general = true;
                    } else if let Some(rest) = entry.joined(word) {
                        // `Cv orLH`
                        entry.joints.push(Joint::Or);
                        queue.push_front((at + word.len() - rest.len(), Piece::Word(rest)));
                    } else if is_of_dates(word) {
                        // The rest describes when it applies, or when it does not.
                        let rest = entry.text.get(at - entry.at..).unwrap_or_default();
                        // Other elements must not be lost in it.
                        let lost = title::counts(rest).next().or_else(|| title::figures(rest));
                        if let Some((place, word)) = lost {
                            return wrong(at + place, word, ShorthandFault::OutOfPlace);
                        }
                        entry.notes.push(rest.trim().to_owned());
                        break;
                    } else {
                        return wrong(at, word, ShorthandFault::OutOfPlace);
                    }
                }
                // `4 x pikes (4Pk)`; what has no number may be a title.
                Piece::Word(word)
                    if (entry.count.is_some() || entry.general)
                        && let Some(name) = nickname::before_types(ruleset, word, &queue) =>
                {
                    queue.drain(..name.len() - 1);
                    entry.named(&name);
                    named = true;
                }
                Piece::Word(word) if is_general(word) => entry.general = true,
                Piece::Word(word) => match entry.either_base(at, word, &queue)? {
                    // The joint and the other base.
                    true => drop(queue.drain(..2)),
                    false => {
                        let next = queue.front().map(|(_, piece)| *piece);
                        entry.word(at, word, next)?;
                    }
                },
            }
        }
        if entry.types.len() == entry.joints.len() {
            let word = entry.joints.last().map_or(entry.text, |joint| joint.word());
            return wrong(entry.at, word, ShorthandFault::NoType);
        }
        Ok(entry)
    }

    /// The type in a word that `or` was written against: the `LH` of `orLH`.
    fn joined<'b>(&self, word: &'b str) -> Option<&'b str> {
        let rest = word.strip_prefix("or").or_else(|| word.strip_prefix("OR"))?;
        let (_, code) = count_before(rest);
        self.ruleset.spellings().read_any(code).is_some().then_some(rest)
    }

    /// Takes the player's name of the entry, which may say that the general is among them.
    fn named(&mut self, words: &[&str]) {
        self.general |= words.iter().any(|word| is_general(word));
        let name: Vec<&str> = words.iter().copied().filter(|word| !is_general(word)).collect();
        self.notes.push(format!("({})", name.join(" ")));
    }

    /// Reads `(Gen)`, or text to store.
    fn bracket(&mut self, inside: &str) {
        if is_general(inside) {
            self.general = true;
        } else {
            self.notes.push(format!("({inside})"));
        }
    }

    /// Reads a type with two numbers of figures, `2x3/4Ax`, whose first word this is; false if it is not one.
    fn either_base(&mut self, at: usize, word: &str, queue: &VecDeque<(usize, Piece<'a>)>) -> Read<bool> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (Some((_, Piece::Joint(Joint::Slash))), Some((other_at, Piece::Word(other)))) =
            (queue.front(), queue.get(1))
        else {
            return Ok(false);
        };
        let stem = other.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let (count, figures) = match count_before(word) {
            (count, rest) if digits(rest) => (count, rest),
            // `3/4Ax` without a number of elements, or after it.
            (_, "") if digits(word) => (None, word),
            _ => return Ok(false),
        };
        if stem.len() == other.len() || !stem.starts_with(char::is_alphabetic) {
            return Ok(false);
        }
        let Some(spelling) = self.ruleset.spellings().read_any(&format!("{figures}{stem}")) else { return Ok(false) };
        if let Some(count) = count {
            self.counted(at, word, count)?;
        }
        self.word(*other_at, other, None)?;
        if let Some(last) = self.types.last_mut() {
            (last.other_base, last.spelling) = (Some(last.spelling), spelling);
        }
        Ok(true)
    }

    /// Reads a number, a type, or both.
    fn word(&mut self, at: usize, word: &'a str, next: Option<Piece<'_>>) -> Read<()> {
        let (count, code) = count_before(word);
        if let Some(count) = count {
            self.counted(at, word, count)?;
            if code.is_empty() {
                return Ok(());
            }
        } else if ["x", "X", "×"].contains(&code) {
            // `4 x 4Pk`
            return if self.count.is_some() { Ok(()) } else { wrong(at, word, ShorthandFault::NoNumber) };
        }
        let code_at = at + word.len() - code.len();
        let spellings = self.ruleset.spellings();
        if let Some(spelling) = spellings.read_any(code) {
            return self.known(code_at, code, spelling);
        }
        // `Cvor LH`
        let joined = code.strip_suffix("or").or_else(|| code.strip_suffix("OR"));
        if let Some((code, spelling)) = joined.and_then(|code| Some((code, spellings.read_any(code)?))) {
            self.known(code_at, code, spelling)?;
            self.joints.push(Joint::Or);
            return Ok(());
        }
        let needs_code = match next {
            Some(Piece::Word(after)) => spellings.read(&format!("{code} {after}")).is_some(),
            _ => false,
        };
        let nearest = spellings.nearest(code).map(|id| self.ruleset.troop(id).code.to_string());
        let ruleset = self.ruleset.name.to_string();
        wrong(code_at, code, ShorthandFault::UnknownType { ruleset, nearest, needs_code })
    }

    fn counted(&mut self, at: usize, word: &str, count: (i64, i64)) -> Read<()> {
        let (least, most) = count;
        if most < least {
            return wrong(at, word, ShorthandFault::MaximumBelowMinimum);
        }
        if !(1..=MOST).contains(&most) {
            return wrong(at, word, ShorthandFault::Elements { most: MOST });
        }
        match self.count {
            Some(known) if known != count => wrong(at, word, ShorthandFault::TwoNumbers),
            _ => {
                self.count = Some(count);
                Ok(())
            }
        }
    }

    fn known(&mut self, at: usize, word: &'a str, spelling: Spelling) -> Read<()> {
        let troop = self.ruleset.troop(spelling.troop);
        if troop.no_army.is_some() {
            return wrong(at, word, ShorthandFault::NeverInArmies { plural: troop.plural.to_string() });
        }
        if spelling.mounted && troop.rides.is_none() {
            return wrong(at, word, ShorthandFault::NeverRides { plural: troop.plural.to_string() });
        }
        // Whether they are Fast depends on the figures.
        let has_figures = word.contains(|letter: char| letter.is_ascii_digit());
        if let (Some(quick), false) = (troop.fast_as, has_figures) {
            let (solid, fast) = (troop.code.to_string(), self.ruleset.troop(quick).code.to_string());
            return wrong(at, word, ShorthandFault::WhichFigures { solid, fast });
        }
        self.types.push(Alternative { spelling, word, at, other_base: None });
        Ok(())
    }

    /// The types of the entry in the sides that `/` separates, each a mixture of which all elements are.
    fn sides(&self) -> Read<Vec<Vec<Item<'a>>>> {
        let mut sides: Vec<Vec<Item<'a>>> = vec![Vec::new()];
        for (place, of) in self.types.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|place| self.joints.get(place));
            if before == Some(&Joint::Slash) {
                sides.push(Vec::new());
            }
            let Some(side) = sides.last_mut() else { continue };
            match side.last_mut() {
                Some(mounted) if before == Some(&Joint::Slashes) => {
                    if mounted.foot.is_some() || of.other_base.is_some() {
                        return wrong(self.at, "//", ShorthandFault::SeveralFoot);
                    }
                    mounted.foot = Some(self.dismounted(&mounted.of, of)?);
                }
                _ => side.push(Item { of: *of, foot: None }),
            }
        }
        self.on_either_base(sides)
    }

    /// The sides with one base for each type: a side for each combination.
    fn on_either_base(&self, sides: Vec<Vec<Item<'a>>>) -> Read<Vec<Vec<Item<'a>>>> {
        let mut all: Vec<Vec<Item<'a>>> = Vec::new();
        for side in sides {
            let mut ways: Vec<Vec<Item<'a>>> = vec![Vec::new()];
            for item in side {
                let other = item.of.other_base.map(|spelling| Item { of: Alternative { spelling, ..item.of }, ..item });
                let with = |way: &Vec<Item<'a>>| {
                    let extended = |item: Item<'a>| way.iter().copied().chain([item]).collect::<Vec<_>>();
                    [item].into_iter().chain(other).map(extended).collect::<Vec<_>>()
                };
                ways = ways.iter().flat_map(with).collect();
                if all.len() + ways.len() > MOST_SIDES.max(self.types.len()) {
                    return wrong(item.of.at, item.of.word, ShorthandFault::TooManyWays { most: MOST_SIDES });
                }
            }
            all.append(&mut ways);
        }
        Ok(all)
    }

    fn options(self, doubts: &mut Vec<ShorthandError>) -> Read<Alternatives> {
        let sides = self.sides()?;
        let single = self.count.is_none_or(|(_, most)| most == 1);
        let mut twice = |item: &Item<'_>| {
            let word: String = item.of.word.chars().take(40).collect();
            doubts.push(ShorthandError { at: item.of.at, word, fault: ShorthandFault::TypeTwice });
        };
        // All elements are of one type; a single element is of any.
        if sides.iter().all(|side| side.len() == 1) || single {
            let choice = if sides.iter().all(|side| side.len() == 1) && sides.len() > 1 {
                ListChoice::AllSame
            } else {
                ListChoice::Or
            };
            let items = distinct(sides.into_iter().flatten(), &mut twice);
            return Ok(vec![vec![self.option(&items, choice)]]);
        }
        let side = |side: Vec<Item<'a>>| vec![self.option(&distinct(side.into_iter(), &mut twice), ListChoice::Or)];
        Ok(sides.into_iter().map(side).collect())
    }

    fn option(&self, items: &[Item<'_>], choice: ListChoice) -> ListOption {
        let (least, most) = self.count.unwrap_or((1, 1));
        let mut types: Vec<TroopId> = Vec::new();
        for item in items {
            if !types.contains(&item.of.spelling.troop) {
                types.push(item.of.spelling.troop);
            }
        }
        let rides = |id| items.iter().map(|item| item.of.spelling).filter(move |known| known.troop == id);
        let (mut riders, mut both) = (Vec::new(), false);
        for id in &types {
            let riding = rides(*id).filter(|known| known.mounted).count();
            if riding > 0 {
                riders.push(*id);
                both |= riding < rides(*id).count();
            }
        }
        let general = if self.general { leader_of(most) } else { ListGeneral::No };
        let dismounts =
            items.iter().filter_map(|item| Some(Dismount { mounted: item.of.spelling.troop, foot: item.foot? }));
        ListOption {
            choice: if types.len() > 1 { choice } else { ListChoice::Or },
            types,
            mounted: match (riders.is_empty(), both) {
                (true, _) => ListPermission::No,
                (false, true) => ListPermission::May,
                (false, false) => ListPermission::Must,
            },
            mounted_types: riders,
            dismounts: dismounts.collect(),
            min: least,
            max: Some(most),
            fast: ListFast::No,
            regular: ListRegular::May,
            air_mobile: ListPermission::No,
            general,
            label: String::new(),
            note: self.notes.join(" "),
            branch: None,
        }
    }

    /// The foot of `3Kn//4Bd`.
    fn dismounted(&self, mounted: &Alternative<'_>, foot: &Alternative<'_>) -> Read<TroopId> {
        let class = |of: &Alternative<'_>| self.ruleset.troop(of.spelling.troop).class.value;
        let on_foot = self.ruleset.combat.as_ref().is_some_and(|combat| combat.is_foot_column(Some(class(foot))));
        if class(mounted) == class(foot) || !on_foot {
            return wrong(foot.at, foot.word, ShorthandFault::NotMountedAndFoot);
        }
        Ok(foot.spelling.troop)
    }
}

/// Whether the elements of an entry with the mark of the general lead, by their largest number.
fn leader_of(most: i64) -> ListGeneral {
    // Otherwise it is one of several.
    if most == 1 { ListGeneral::Must } else { ListGeneral::May }
}

/// Marks an option as that of the general.
pub(super) fn lead(option: &mut ListOption) {
    option.general = leader_of(option.max.unwrap_or(1));
}

/// Each type once, in order; a type that appears again is told, and may add the foot that it dismounts as.
fn distinct<'a>(items: impl Iterator<Item = Item<'a>>, twice: &mut impl FnMut(&Item<'a>)) -> Vec<Item<'a>> {
    let mut known: Vec<Item<'a>> = Vec::new();
    for item in items {
        match known.iter_mut().find(|known| known.of.spelling == item.of.spelling) {
            Some(known) => {
                twice(&item);
                known.foot = known.foot.or(item.foot);
            }
            None => known.push(item),
        }
    }
    known
}
