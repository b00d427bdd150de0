//! Checks the length and width of features.

use musterfield_geometry::MinAreaRectangle;
use musterfield_rules::RuleId;
use musterfield_rules::terrain::{Kind, SizeLimits};

use super::TOLERANCE;
use super::context::{Context, MeasuredFeature, in_bw, length, words};
use crate::problem::{Code, Problem};

/// Something whose length and width are compared exactly.
pub(super) trait Extent {
    /// Whether `a` times the length plus `b` times the width is more than `limit` thousandths of a BW.
    fn exceeds(&self, a: i64, b: i64, limit: i64) -> bool;
    /// Length and width in thousandths of a BW, to be shown.
    fn shown(&self) -> (f64, f64);
}

impl Extent for MinAreaRectangle {
    fn exceeds(&self, a: i64, b: i64, limit: i64) -> bool {
        Self::exceeds(self, a, b, limit)
    }

    fn shown(&self) -> (f64, f64) {
        self.size()
    }
}

/// A size from a record.
impl Extent for (i64, i64) {
    fn exceeds(&self, a: i64, b: i64, limit: i64) -> bool {
        a * self.0 + b * self.1 > limit
    }

    fn shown(&self) -> (f64, f64) {
        let bw = musterfield_geometry::point::bw;
        (bw(self.0) * 1000.0, bw(self.1) * 1000.0)
    }
}

/// A fault of a size: the code, the rule, and the sentences.
pub(super) struct SizeFault<'r> {
    pub code: Code,
    pub rule: &'r RuleId,
    pub words: String,
    /// Whether the only fault is that the size is below the minimum of ordinary features.
    pub small: bool,
}

/// The faults of a size, without the exemption of the one small feature (D3H2-FEAT-06, D3H2-FEAT-07, D3H2-BUA-04).
pub(super) fn misfits<'r>(size: &impl Extent, limits: &'r SizeLimits) -> Vec<SizeFault<'r>> {
    let mut found = Vec::new();
    let (long, short) = in_bw(size.shown());
    let measured = || format!("{} × {} BW", words(long), words(short));
    let bw = musterfield_geometry::point::bw;
    let below = |(least_long, least_short): (i64, i64)| {
        size.exceeds(-1, 0, TOLERANCE - least_long) || size.exceeds(0, -1, TOLERANCE - least_short)
    };
    if below(limits.least) {
        let (least, rule) = (limits.least, &limits.rule);
        let may_be_small = limits.small.as_ref().is_some_and(|small| !below(small.value));
        let mut words = format!("is {}; {} × {} is the least", measured(), length(least.0), length(least.1));
        match &limits.small {
            Some(small) if may_be_small => {
                words += &format!(
                    ", and the one feature that may be as small as {} × {} is another. Make it larger",
                    length(small.value.0),
                    length(small.value.1)
                );
            }
            Some(small) => {
                words += &format!(
                    ", and {} × {} for one single feature. Make it larger",
                    length(small.value.0),
                    length(small.value.1)
                );
            }
            None => words += ". Make it larger",
        }
        found.push(SizeFault { code: Code::Size, rule, words, small: may_be_small });
    }
    let mut misfit = |code, rule, words| found.push(SizeFault { code, rule, words, small: false });
    if let Some((most_long, most_short)) = limits.most
        && (size.exceeds(1, 0, most_long + TOLERANCE) || size.exceeds(0, 1, most_short + TOLERANCE))
    {
        let words =
            format!("is {}; {} × {} is the most. Make it smaller", measured(), length(most_long), length(most_short));
        misfit(Code::Size, &limits.most_rule, words);
    } else if let Some(sum) = limits.sum.filter(|sum| size.exceeds(1, 1, sum + TOLERANCE)) {
        let words = format!(
            "is {}, {} BW together; length plus width is at most {}. Make it {} BW shorter or narrower",
            measured(),
            self::words(long + short),
            length(sum),
            self::words(long + short - bw(sum))
        );
        misfit(Code::Size, &limits.most_rule, words);
    }
    if let Some(ratio) = limits.most_ratio.filter(|ratio| size.exceeds(1, -ratio, TOLERANCE)) {
        let words = format!("is {}; it is at most {ratio} times as long as wide. Make it shorter or wider", measured());
        misfit(Code::Proportion, &limits.ratio_rule, words);
    }
    if let Some(ratio) = limits.least_ratio.filter(|ratio| size.exceeds(-1, *ratio, TOLERANCE)) {
        let words =
            format!("is {}; it is at least {ratio} times as long as wide. Make it longer or narrower", measured());
        misfit(Code::Proportion, &limits.ratio_rule, words);
    }
    found
}

/// Which of several may be the one small feature: the smallest one, the first of equals. `None` if none needs to be, or
/// if it would not help.
pub(super) fn the_small_one<'s, S: Extent + 's>(
    sizes: impl Iterator<Item = (usize, &'s S, &'s SizeLimits)>,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (at, size, limits) in sizes {
        if !misfits(size, limits).iter().any(|misfit| misfit.small) {
            continue;
        }
        let (long, short) = size.shown();
        if best.is_none_or(|(_, least)| long * short < least) {
            best = Some((at, long * short));
        }
    }
    best.map(|(at, _)| at)
}

/// Checks the length and width of area features, of which one may be small (D3H2-FEAT-06, D3H2-FEAT-07, D3H2-BUA-04).
pub(super) fn areas(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let measured = || {
        context.pieces.iter().enumerate().filter_map(|(at, piece)| {
            let limits = context.limits(piece.feature.kind, piece.feature.bua)?;
            Some((at, piece, piece.rectangle.as_ref()?, limits))
        })
    };
    // Determined only when needed: usually nothing is small.
    let found: Vec<(usize, &MeasuredFeature<'_>, Vec<SizeFault<'_>>)> = measured()
        .map(|(at, piece, rectangle, limits)| (at, piece, misfits(rectangle, limits)))
        .filter(|(_, _, misfits)| !misfits.is_empty())
        .collect();
    if found.is_empty() {
        return;
    }
    let small = the_small_one(measured().map(|(at, _, rectangle, limits)| (at, rectangle, limits)));
    for (at, piece, misfits) in found {
        for misfit in misfits {
            if !(misfit.small && small == Some(at)) {
                let message = format!("{piece} {}.", misfit.words);
                problems.push(context.broken(misfit.code, misfit.rule, piece.id(), message));
            }
        }
    }
}

/// Checks the width of rivers and roads (D3H2-FEAT-11, D3H2-FEAT-13).
pub(super) fn courses(context: &Context<'_>, problems: &mut Vec<Problem>) {
    let (river, road) = (&context.rules.river, &context.rules.road);
    for (kind, most, rule) in
        [(Kind::River, river.width, &river.width_rule), (Kind::Road, road.width, &road.width_rule)]
    {
        for (piece, course) in context.courses(kind) {
            if course.width > most + TOLERANCE {
                let message = format!(
                    "{piece} is {} BW wide; {} BW is the most. Make it narrower.",
                    length(course.width),
                    length(most)
                );
                problems.push(context.broken(Code::Size, rule, piece.id(), message));
            }
        }
    }
}
