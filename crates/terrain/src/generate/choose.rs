//! Chooses the features of the table: kinds and sizes, before any of them is placed.

use musterfield_dice::Dice;
use musterfield_geometry::BW;
use musterfield_rules::terrain::{Bua, Compulsory, DieFace, Face, Going, Kind, SizeLimits, TableSize};

use super::error::GenerateError;
use super::settings::{Locked, Method, Preference, QuarterSpot, Settings, Wish};
use crate::layout::Quarter;

/// A feature that was chosen and must be placed.
#[derive(Clone, Debug)]
pub(super) struct PlannedFeature {
    pub kind: Kind,
    pub bua: Option<Bua>,
    pub compulsory: bool,
    /// Length and width of an area feature.
    pub size: Option<(i64, i64)>,
    /// The quarter that the defender chooses on a 5.
    pub quarter: Option<Quarter>,
    pub spot: QuarterSpot,
    pub locked: Option<Box<Locked>>,
}

/// The step of sizes: half a BW.
pub const STEP: i64 = BW / 2;

/// Chooses the features, in the order in which they are placed (D3H2-TERR-02, D3H2-FEAT-01).
pub(super) fn choose(settings: &Settings, dice: &mut Dice) -> Result<Vec<PlannedFeature>, GenerateError> {
    let table = settings.rules.table(settings.board.width, settings.board.depth).ok_or(GenerateError::Board)?;
    let mut chooser = Chooser { settings, table, dice, taken: Vec::new() };
    chooser.wishes_make_sense()?;
    chooser.compulsory()?;
    chooser.optional()?;
    chooser.finish()
}

struct Chooser<'a> {
    settings: &'a Settings,
    table: &'a TableSize,
    dice: &'a mut Dice,
    taken: Vec<Wish>,
}

impl Chooser<'_> {
    fn count(&self, kind: Kind) -> u8 {
        u8::try_from(self.taken.iter().filter(|wish| wish.kind == kind).count()).unwrap_or(u8::MAX)
    }

    /// The reason no more features of a kind can be taken beside those already taken (D3H2-TERR-03, 18).
    fn barred(&self, kind: Kind) -> Option<GenerateError> {
        let most = self.settings.rules.most(self.table, kind).value;
        if self.count(kind) >= most {
            return Some(GenerateError::TooMany { kind, most });
        }
        let groups = self.settings.home.either.iter().filter(|group| group.contains(&kind));
        let mut others = groups.flatten().filter(|other| **other != kind);
        others.find(|other| self.count(**other) > 0).map(|other| GenerateError::EitherOr(kind, *other))
    }

    fn wishes_make_sense(&self) -> Result<(), GenerateError> {
        let Settings { rules, home, method, wishes, .. } = self.settings;
        if *method == Method::Chart && (rules.chart.is_none() || home.chart.is_empty()) {
            return Err(GenerateError::NoChart);
        }
        for wish in wishes {
            let allowed = if wish.compulsory {
                home.compulsory.iter().any(|compulsory| compulsory.kind == wish.kind)
            } else {
                home.optional.contains(&wish.kind)
            };
            if !allowed {
                return Err(GenerateError::NotAllowed { kind: wish.kind, compulsory: wish.compulsory });
            }
            if let Some(bua) = wish.bua.filter(|bua| wish.kind != Kind::Bua || rules.bua(*bua).is_none()) {
                return Err(GenerateError::NoBua(bua));
            }
        }
        Ok(())
    }

    /// Takes one of the home terrain's alternatives as a whole (D3H2-TERR-05 to 17).
    fn compulsory(&mut self) -> Result<(), GenerateError> {
        let wished: Vec<Wish> = self.settings.wishes.iter().filter(|wish| wish.compulsory).cloned().collect();
        let wanted = u8::try_from(wished.len()).unwrap_or(u8::MAX);
        // The wanted optional features must be allowed beside the compulsory ones of their kind.
        let most_of = |choice: &Compulsory| {
            let optional = self.settings.wishes.iter().filter(|wish| !wish.compulsory && wish.kind == choice.kind);
            let taken = u8::try_from(optional.count()).unwrap_or(u8::MAX);
            let most = self.settings.rules.most(self.table, choice.kind).value.saturating_sub(taken);
            self.settings.rules.count(self.table, choice).1.min(most)
        };
        let fits = |choice: &&Compulsory| {
            let (least, _) = self.settings.rules.count(self.table, choice);
            wanted.max(least) <= most_of(choice) && wished.iter().all(|wish| wish.kind == choice.kind)
        };
        let choices: Vec<&Compulsory> = self.settings.home.compulsory.iter().filter(fits).collect();
        if self.settings.home.compulsory.is_empty() && wanted == 0 {
            return Ok(());
        }
        let choice = *self.dice.pick(&choices).ok_or(GenerateError::Compulsory)?;
        let (least, most) = (self.settings.rules.count(self.table, choice).0.max(wanted), most_of(choice));
        // If the wanted features are enough, there are no others.
        let count = if wanted >= least && wanted > 0 { wanted } else { self.number(least, most) };
        self.taken.extend(wished);
        for _ in wanted..count {
            self.taken.push(Wish::new(choice.kind, true));
        }
        Ok(())
    }

    /// A number between two, according to the defender's preference.
    fn number(&mut self, least: u8, most: u8) -> u8 {
        match self.settings.preference {
            Preference::Open => least,
            Preference::Close | Preference::Cover => most,
            Preference::None | Preference::Balanced => {
                u8::try_from(self.dice.between(i64::from(least), i64::from(most))).unwrap_or(least)
            }
        }
    }

    fn optional(&mut self) -> Result<(), GenerateError> {
        let ((least, most), usual) = (self.table.optional, self.table.usual);
        let wished: Vec<Wish> = self.settings.wishes.iter().filter(|wish| !wish.compulsory).cloned().collect();
        let wanted = u8::try_from(wished.len()).unwrap_or(u8::MAX);
        let asked = self.settings.optional;
        if wanted > most || asked.is_some_and(|asked| asked < least.max(wanted) || asked > most) {
            return Err(GenerateError::Optional { least, most });
        }
        for wish in wished {
            if let Some(why) = self.barred(wish.kind) {
                return Err(why);
            }
            self.taken.push(wish);
        }
        // The wanted features may leave the table without something that it needs: then there is one more.
        let enough = wanted + u8::from(self.lacks());
        let count = match asked {
            Some(asked) => asked,
            None => self.number(usual.0.max(enough.min(most)), usual.1.max(enough.min(most))),
        };
        for at in wanted..count {
            // A few codes may not be enough for the usual number of features.
            if asked.is_none() && !self.settings.only.is_empty() && self.open().is_empty() {
                break;
            }
            self.one_more(at + 1 == count)?;
        }
        if self.lacks() { Err(GenerateError::Needs) } else { Ok(()) }
    }

    /// Whether the table lacks a feature that it needs (D3H2-TERR-04).
    fn lacks(&self) -> bool {
        self.needs() && !self.taken.iter().any(|wish| self.meets_need(wish.kind, wish.bua))
    }

    fn needs(&self) -> bool {
        let home = &self.settings.home.id;
        self.settings.rules.needs.as_ref().is_some_and(|needs| needs.homes.is_empty() || needs.homes.contains(home))
    }

    /// Whether a kind is one that the table needs. A BUA whose kind is still open does not count.
    fn meets_need(&self, kind: Kind, bua: Option<Bua>) -> bool {
        let Some(needs) = &self.settings.rules.needs else { return true };
        let going = self.settings.rules.going(kind, bua);
        !needs.except.contains(&kind)
            && (needs.kinds.contains(&kind) || going.is_some_and(|going| needs.goings.contains(&going)))
    }

    fn one_more(&mut self, last: bool) -> Result<(), GenerateError> {
        match self.settings.method {
            Method::Choice => self.by_choice(last),
            Method::Chart => self.by_chart(last),
        }
    }

    fn by_choice(&mut self, last: bool) -> Result<(), GenerateError> {
        let must = last && self.lacks();
        let mut open = self.open();
        open.retain(|kind| !must || self.meets_need(*kind, None));
        // According to the defender's preference, some kinds are more likely.
        let hat: Vec<Kind> =
            open.iter().flat_map(|kind| std::iter::repeat_n(*kind, self.preference_weight(*kind))).collect();
        let kind = *self.dice.pick(&hat).ok_or(GenerateError::Needs)?;
        self.taken.push(Wish::new(kind, false));
        Ok(())
    }

    /// The optional kinds of which one more can be taken.
    fn open(&self) -> Vec<Kind> {
        let is_open = |kind: &Kind| self.barred(*kind).is_none() && self.is_among(*kind, None);
        self.settings.home.optional.iter().copied().filter(is_open).collect()
    }

    /// Whether the seed may choose a feature; for a BUA without its kind, whether it may choose any.
    fn is_among(&self, kind: Kind, bua: Option<Bua>) -> bool {
        let only = &self.settings.only;
        only.is_empty() || only.iter().any(|of| of.0 == kind && (bua.is_none() || of.1.is_none() || of.1 == bua))
    }

    fn preference_weight(&self, kind: Kind) -> usize {
        let going = self.settings.rules.going(kind, None);
        let hinders = matches!(going, Some(Going::Rough | Going::Bad));
        match self.settings.preference {
            Preference::Open if hinders => 1,
            Preference::Open => 4,
            Preference::Close if hinders => 3,
            Preference::Cover if hinders => 4,
            _ if self.count(kind) > 0 => 1,
            _ => 2,
        }
    }

    /// Takes a feature by the die of the chart (DBA3-TERR-02 and following).
    fn by_chart(&mut self, last: bool) -> Result<(), GenerateError> {
        // The last die is rolled again until the table has what it needs (DBA3-TERR-71), unless it never could.
        for _ in 0..200 {
            let before = self.taken.clone();
            self.roll_on_chart()?;
            if !(last && self.lacks()) {
                return Ok(());
            }
            self.taken = before;
        }
        Err(GenerateError::Needs)
    }

    fn roll_on_chart(&mut self) -> Result<(), GenerateError> {
        let roll = usize::from(self.dice.d6());
        let Some(face) = self.settings.home.chart.get(roll.wrapping_sub(1)) else { return Err(GenerateError::NoChart) };
        if self.swaps(face) {
            return self.swap();
        }
        let kind = self.of_face(face).or_else(|| self.of_home()).ok_or(GenerateError::Needs)?;
        let mut wish = Wish::new(kind, false);
        wish.bua = self.rolled_bua(kind);
        self.taken.push(wish);
        Ok(())
    }

    /// The result of a face: its first kind while the other one is missing (DBA3-TERR-69), otherwise any kind of it
    /// that is still allowed (DBA3-TERR-08), according to the defender's preference (DBA3-TERR-66).
    fn of_face(&mut self, face: &Face) -> Option<Kind> {
        let open: Vec<Kind> = face.kinds.iter().copied().filter(|kind| self.is_open(*kind)).collect();
        if face.first { open.first().copied() } else { self.dice.pick(&open).copied() }
    }

    /// Any other kind that the home terrain has (DBA3-TERR-09).
    fn of_home(&mut self) -> Option<Kind> {
        let open: Vec<Kind> = self.settings.home.optional.iter().copied().filter(|kind| self.is_open(*kind)).collect();
        self.dice.pick(&open).copied()
    }

    fn is_open(&self, kind: Kind) -> bool {
        self.settings.home.optional.contains(&kind) && self.barred(kind).is_none()
    }

    /// Whether a face has a BUA that the home terrain has only as a compulsory feature, and that was not taken yet.
    fn swaps(&self, face: &Face) -> bool {
        let home = self.settings.home;
        let swap = self.settings.rules.chart.as_ref().is_some_and(|chart| chart.swap.is_some());
        let kept = self.taken.iter().any(|wish| wish.compulsory && wish.locked.is_some());
        swap && !kept
            && self.count(Kind::Bua) == 0
            && face.kinds.contains(&Kind::Bua)
            && !home.optional.contains(&Kind::Bua)
            && home.compulsory.iter().any(|choice| choice.kind == Kind::Bua)
    }

    /// Replaces the compulsory features by the BUA and rolls the die again (DBA3-TERR-41, 73).
    fn swap(&mut self) -> Result<(), GenerateError> {
        self.taken.retain(|wish| !wish.compulsory);
        let mut wish = Wish::new(Kind::Bua, true);
        wish.bua = self.rolled_bua(Kind::Bua);
        self.taken.push(wish);
        self.roll_on_chart()
    }

    /// Rolls the die for the kind of a BUA (DBA3-TERR-72).
    fn rolled_bua(&mut self, kind: Kind) -> Option<Bua> {
        let die = self.settings.rules.bua_die.as_ref().filter(|_| kind == Kind::Bua)?;
        match die.face(self.dice.d6()) {
            Some(DieFace::Is(bua)) => Some(bua),
            // Neither player has a reason to prefer one of them.
            Some(DieFace::ChosenBy(_)) | None => self.dice.pick(&die.decided()).copied(),
        }
    }

    /// Determines sizes and the kinds of BUAs, and the order of placing (D3H2-FEAT-01): what the rules place first, the
    /// compulsory features, the others; of the others first those for which the rest must make way.
    fn finish(mut self) -> Result<Vec<PlannedFeature>, GenerateError> {
        let taken = std::mem::take(&mut self.taken);
        // The one small feature is the player's choice, and stays so where it is locked.
        let wished = taken.iter().filter(|wish| self.wants_small(wish)).count();
        let another = taken.iter().find(|wish| wish.locked.is_none() && self.wants_small(wish));
        if let Some(another) = another.filter(|_| wished > 1) {
            return Err(GenerateError::Size(another.kind));
        }
        let mut small_left = wished == 0;
        let mut chosen = Vec::with_capacity(taken.len());
        for wish in taken {
            chosen.push(self.settle(wish, &mut small_left)?);
        }
        let first = &self.settings.rules.procedure.first.value;
        chosen.sort_by_key(|chosen| {
            let rank = match chosen.kind.like() {
                _ if first.contains(&chosen.kind) => 0,
                _ if chosen.compulsory => 1,
                Kind::River => 2,
                Kind::Bua => 3,
                Kind::Road => 4,
                _ => 5,
            };
            (rank, std::cmp::Reverse(chosen.size.map_or(0, |(long, short)| long * short)))
        });
        Ok(chosen)
    }

    /// Whether a feature that is wanted, or stays from an earlier roll, is smaller than usual.
    fn wants_small(&self, wish: &Wish) -> bool {
        let (bua, size) = match &wish.locked {
            Some(locked) => (locked.choice.bua, locked.choice.size),
            None => (wish.bua, wish.size),
        };
        is_small(self.settings.rules.size(wish.kind, bua), size)
    }

    fn settle(&mut self, wish: Wish, small_left: &mut bool) -> Result<PlannedFeature, GenerateError> {
        let rules = self.settings.rules;
        let bua = match (wish.kind, wish.bua) {
            (Kind::Bua, None) if self.settings.method == Method::Chart => self.rolled_bua(Kind::Bua),
            (Kind::Bua, None) => {
                let all = rules.buas().iter().map(|bua| bua.bua);
                let all: Vec<Bua> = all.filter(|bua| self.is_among(Kind::Bua, Some(*bua))).collect();
                self.dice.pick(&all).copied()
            }
            (_, bua) => bua,
        };
        let size = match (rules.size(wish.kind, bua), wish.size) {
            (None, _) => None,
            (Some(limits), Some(size)) => {
                if !within(limits, size, true) && !within(limits, size, false) {
                    return Err(GenerateError::Size(wish.kind));
                }
                Some(size)
            }
            (Some(limits), None) => {
                let small = if *small_left { self.small(limits) } else { None };
                *small_left &= small.is_none();
                Some(small.unwrap_or_else(|| self.size(limits)))
            }
        };
        let Wish { kind, compulsory, quarter, spot, locked, .. } = wish;
        Ok(PlannedFeature { kind, bua, compulsory, size, quarter, spot, locked })
    }

    /// Occasionally chooses the one feature that may be smaller than the others (D3H2-FEAT-06).
    fn small(&mut self, limits: &SizeLimits) -> Option<(i64, i64)> {
        let one_in = if self.settings.preference == Preference::Open { 6 } else { 30 };
        let (least_long, least_short) = limits.small.as_ref()?.value;
        if self.settings.preference == Preference::Close || self.dice.below(one_in) > 0 {
            return None;
        }
        let longs = (0..).map(|step| least_long + step * STEP).take_while(|long| *long < limits.least.0);
        let sizes = longs.flat_map(|long| {
            let shorts = (0..).map(move |step| least_short + step * STEP).take_while(move |short| *short <= long);
            shorts.map(move |short| (long, short))
        });
        let sizes: Vec<(i64, i64)> = sizes.filter(|size| within(limits, *size, true)).collect();
        self.dice.pick(&sizes).copied()
    }

    /// A size within the limits, according to the defender's preference.
    fn size(&mut self, limits: &SizeLimits) -> (i64, i64) {
        let mut sizes = sizes(limits);
        sizes.sort_by_key(|(long, short)| (long * short, *long));
        let third = sizes.len() / 3;
        let part = match self.settings.preference {
            Preference::None => sizes.as_slice(),
            Preference::Open => sizes.get(..third.max(1)).unwrap_or_default(),
            Preference::Balanced => sizes.get(third..sizes.len() - third).unwrap_or_default(),
            Preference::Close | Preference::Cover => sizes.get(sizes.len() - third.max(1)..).unwrap_or_default(),
        };
        self.dice.pick(part).copied().unwrap_or(limits.least)
    }
}

/// All sizes in steps of half a BW that the limits allow for any feature.
#[must_use]
pub fn sizes(limits: &SizeLimits) -> Vec<(i64, i64)> {
    let (least_long, least_short) = limits.least;
    let most = limits.most.map(|(long, _)| long).or(limits.sum).unwrap_or(least_long);
    let longs = (0..).map(|step| least_long + step * STEP).take_while(|long| *long <= most);
    let shorts = |long: i64| (0..).map(move |step| least_short + step * STEP).take_while(move |short| *short <= long);
    longs
        .flat_map(|long| shorts(long).map(move |short| (long, short)))
        .filter(|size| within(limits, *size, false))
        .collect()
}

/// Whether a size is within the limits, or within those of the one feature that may be smaller.
#[must_use]
pub fn within(limits: &SizeLimits, (long, short): (i64, i64), small: bool) -> bool {
    let least = if small { limits.small.as_ref().map_or(limits.least, |small| small.value) } else { limits.least };
    long >= short
        && long >= least.0
        && short >= least.1
        && limits.most.is_none_or(|(most_long, most_short)| long <= most_long && short <= most_short)
        && limits.sum.is_none_or(|sum| long + short <= sum)
        && limits.least_ratio.is_none_or(|ratio| long >= ratio * short)
        && limits.most_ratio.is_none_or(|ratio| long <= ratio * short)
}

/// Whether a size is that of the one feature that may be smaller than the others.
fn is_small(limits: Option<&SizeLimits>, size: Option<(i64, i64)>) -> bool {
    limits.zip(size).is_some_and(|(limits, (long, short))| long < limits.least.0 || short < limits.least.1)
}
