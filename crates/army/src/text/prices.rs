//! Numbers that concern more than one line: totals, and numbers that may be amounts or prices.
//!
//! `Magician (4)` is four Magicians in one list and a Magician for 4 AP in another. Within a list such lone numbers
//! mean the same; so they are treated as amounts until everything has been read, and settled together.

use musterfield_rules::Points;

use super::finding::{Difference, Unclear};
use super::number::Numbers;

use crate::draft::{Draft, ElementLine};

/// The prices beside an element, to be compared once everything is known.
struct StatedPrices {
    at: usize,
    element: usize,
    numbers: Numbers,
    /// The position where its line began, if it is the last of the line and may carry the price of all.
    sums: Option<usize>,
}

/// The numbers that a text prints.
#[derive(Default)]
pub(super) struct Prices {
    beside: Vec<StatedPrices>,
    /// Elements with a lone number after the type, by their position in the army.
    lone: Vec<usize>,
    /// Whether a number without a unit after another type is a price.
    plain: bool,
    totals: Vec<(usize, Points)>,
    elements: Vec<(usize, String, i64)>,
}

/// The AP of some elements.
pub(super) fn spent<'a>(draft: &Draft, lines: impl Iterator<Item = &'a ElementLine>) -> Points {
    lines.map(|line| draft.price(line) * line.elements()).sum()
}

/// The number of elements of an army.
fn number_of(draft: &Draft) -> i64 {
    draft.lines.iter().map(ElementLine::elements).fold(0, i64::saturating_add)
}

impl Prices {
    /// Takes the numbers beside the last element of the army.
    pub(super) fn beside(&mut self, at: usize, draft: &Draft, numbers: Numbers, sums: Option<usize>) {
        let Some(element) = draft.lines.len().checked_sub(1) else { return };
        self.plain |= numbers.plain;
        let beside = StatedPrices { at, element, numbers, sums };
        if beside.is_lone(draft) && !self.lone.contains(&element) {
            self.lone.push(element);
        }
        self.beside.push(beside);
    }

    /// Treats the last element's lone number as its price, if it can be.
    pub(super) fn is_one(&mut self, draft: &mut Draft) -> bool {
        let place = draft.lines.len().checked_sub(1);
        let lone = self.lone.last().copied().filter(|lone| Some(*lone) == place && is_price(draft, *lone));
        if lone.is_none() {
            return draft.lines.last().is_some_and(|line| line.count == 1);
        }
        self.lone.pop();
        self.plain = true;
        make_one(draft, lone);
        true
    }

    /// The positions of the elements with a lone number.
    pub(super) fn lone(&self) -> &[usize] {
        &self.lone
    }

    /// Forgets the first element, which is not one after all.
    pub(super) fn forget_first(&mut self) {
        self.beside.retain(|beside| beside.element > 0);
        self.lone.retain(|place| *place > 0);
        for beside in &mut self.beside {
            beside.element -= 1;
            beside.sums = beside.sums.map(|first| first.saturating_sub(1));
        }
        self.lone.iter_mut().for_each(|place| *place -= 1);
    }

    pub(super) fn total(&mut self, at: usize, points: Points) {
        self.totals.push((at, points));
    }

    pub(super) fn elements(&mut self, at: usize, text: &str, count: i64) {
        self.elements.push((at, text.to_owned(), count));
    }

    /// Decides the meaning of the lone numbers. They are prices if each is the price of its type, and the rest of the
    /// text implies it; returns the first one if the text does not decide.
    pub(super) fn settle(&self, draft: &mut Draft) -> Option<Unclear> {
        if !self.lone.iter().all(|place| is_price(draft, *place)) {
            return None;
        }
        match self.are_prices(draft) {
            Some(true) => make_one(draft, self.lone.iter().copied()),
            Some(false) => {}
            None => return self.unclear(draft),
        }
        None
    }

    /// The first lone number that makes a difference.
    fn unclear(&self, draft: &Draft) -> Option<Unclear> {
        self.lone.iter().find_map(|place| {
            let line = draft.lines.get(*place).filter(|line| line.count > 1)?;
            let at = self.beside.iter().find(|beside| beside.element == *place)?.at;
            Some(Unclear { line: at, of: draft.line_name(line, line.count), number: line.count })
        })
    }

    /// Whether the lone numbers are prices: if the printed totals imply it; otherwise if other numbers of the list are;
    /// otherwise if the agreed AP cannot pay for that many elements. `None` if nothing decides.
    fn are_prices(&self, amounts: &Draft) -> Option<bool> {
        let mut prices = amounts.clone();
        make_one(&mut prices, self.lone.iter().copied());
        let of = |draft: &Draft| spent(draft, draft.lines.iter()) + draft.other_costs;
        let (counted, priced) = (of(amounts), of(&prices));
        let decided = |as_price: bool, as_amount: bool| (as_price != as_amount).then_some(as_price);
        let total = self.totals.iter().find_map(|(_, total)| decided(*total == priced, *total == counted));
        let (fewer, more) = (number_of(&prices), number_of(amounts));
        let number = || self.elements.iter().find_map(|(.., printed)| decided(*printed == fewer, *printed == more));
        let sum = || self.beside.iter().find_map(|beside| decided(beside.is_sum(&prices)?, beside.is_sum(amounts)?));
        let unaffordable = counted > amounts.points && priced <= amounts.points;
        total.or_else(number).or_else(sum).or((self.plain || unaffordable).then_some(true))
    }

    /// The printed numbers of elements that differ from the number read: their lines, their texts, and the number.
    pub(super) fn other_elements(&mut self, draft: &Draft) -> Vec<(usize, String, i64)> {
        let read = number_of(draft);
        let printed = std::mem::take(&mut self.elements).into_iter();
        printed.filter(|(.., count)| *count != read).map(|(at, text, _)| (at, text, read)).collect()
    }

    /// The printed AP that differ from the rules.
    pub(super) fn differences(&self, draft: &Draft) -> Vec<Difference> {
        let mut all: Vec<Difference> = self.beside.iter().flat_map(|beside| beside.differences(draft)).collect();
        let counted = spent(draft, draft.lines.iter()) + draft.other_costs;
        let wrong = self.totals.iter().filter(|(_, printed)| *printed != counted);
        all.extend(wrong.map(|(line, printed)| Difference {
            line: *line,
            of: "the whole army".to_owned(),
            printed: *printed,
            counted,
        }));
        all
    }
}

/// Whether the number of elements of a line is also the price of one.
fn is_price(draft: &Draft, place: usize) -> bool {
    draft.lines.get(place).is_some_and(|line| draft.price(line) == Points::ONE * line.count)
}

/// Replaces the elements of these lines with single ones.
fn make_one(draft: &mut Draft, places: impl IntoIterator<Item = usize>) {
    for place in places {
        if let Some(line) = draft.lines.get_mut(place) {
            line.count = 1;
        }
    }
}

impl StatedPrices {
    /// Whether the number of elements may be a price; the AP after it are then those of the whole line:
    /// `Hero 4, Knights 2 = 6`.
    fn is_lone(&self, draft: &Draft) -> bool {
        let Numbers { bare, each, total, either, lone, .. } = &self.numbers;
        let line = draft.lines.get(self.element).filter(|_| self.sums.is_some() && bare.is_some());
        let other = |line: &ElementLine| total.is_some_and(|total| total != draft.price(line) * line.elements());
        *lone || each.is_none() && either.is_empty() && line.is_some_and(other)
    }

    /// The AP from the beginning of the line, and of all, up to this element.
    fn sums(&self, draft: &Draft) -> Vec<Points> {
        let from = |first: usize| spent(draft, draft.lines.iter().take(self.element + 1).skip(first));
        self.sums.map_or(Vec::new(), |first| vec![from(first), from(0)])
    }

    /// Whether the AP after the last element of a line are those of the line or of all.
    fn is_sum(&self, draft: &Draft) -> Option<bool> {
        let printed = self.numbers.total.filter(|_| self.sums.is_some())?;
        Some(self.sums(draft).contains(&printed))
    }

    /// Compares the prices beside an element with the rules.
    fn differences(&self, draft: &Draft) -> Vec<Difference> {
        let Some(line) = draft.lines.get(self.element).filter(|_| self.numbers.priced()) else { return Vec::new() };
        let price = draft.price(line);
        let total = price * line.elements();
        let sums = self.sums(draft);
        let mut all = Vec::new();
        let mut compare = |printed: Option<Points>, allowed: &[Points]| {
            if let (Some(printed), Some(counted)) = (printed, allowed.first())
                && !allowed.contains(&printed)
                && !sums.contains(&printed)
            {
                all.push(Difference { line: self.at, of: draft.line_name(line, 2), printed, counted: *counted });
            }
        };
        // `5 Knights @ 10 points`
        let of_line = !self.numbers.strict && self.numbers.total.is_none() && line.count > 1;
        compare(self.numbers.each, &[price, if of_line { total } else { price }]);
        compare(self.numbers.total, &[total]);
        for either in &self.numbers.either {
            compare(Some(*either), &[total, price]);
        }
        all
    }
}
