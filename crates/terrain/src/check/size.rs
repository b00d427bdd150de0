//! Checks the length and width of features.

use musterfield_geometry::MinAreaRectangle;
use musterfield_rules::RuleId;
use musterfield_rules::terrain::{Kind, SizeLimits};

use super::context::{Context, MeasuredFeature, in_bw};
use super::measurements::TOLERANCE;
use crate::problem::{Hundredths, Misfit, Problem, SizeFault, Sized, SmallOne};

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

/// A size that is wrong, by this rule.
pub(super) struct WrongSize<'r> {
    pub misfit: Misfit,
    pub rule: &'r RuleId,
    size: (Hundredths, Hundredths),
}

impl WrongSize<'_> {
    /// Whether it is only below the minimum of ordinary features, and not below that of the one small feature.
    pub(super) const fn is_small(&self) -> bool {
        matches!(self.misfit, Misfit::TooSmall { small: Some(SmallOne::Another(_)), .. })
    }

    pub(super) const fn fault(&self, of: Sized) -> SizeFault {
        SizeFault::Area { of, size: self.size, misfit: self.misfit }
    }
}

/// The faults of a size, without the exemption of the one small feature (D3H2-FEAT-06, D3H2-FEAT-07, D3H2-BUA-04).
pub(super) fn misfits<'r>(size: &impl Extent, limits: &'r SizeLimits) -> Vec<WrongSize<'r>> {
    let mut found = Vec::new();
    let (long, short) = in_bw(size.shown());
    let mut misfit = |rule, misfit| {
        found.push(WrongSize { misfit, rule, size: (Hundredths::of(long), Hundredths::of(short)) });
    };
    let below = |(least_long, least_short): (i64, i64)| {
        size.exceeds(-1, 0, TOLERANCE - least_long) || size.exceeds(0, -1, TOLERANCE - least_short)
    };
    if below(limits.least) {
        let small = limits.small.as_ref().map(|small| match small.value {
            least if below(least) => SmallOne::Larger(least),
            least => SmallOne::Another(least),
        });
        misfit(&limits.rule, Misfit::TooSmall { least: limits.least, small });
    }
    if let Some((most_long, most_short)) = limits.most
        && (size.exceeds(1, 0, most_long + TOLERANCE) || size.exceeds(0, 1, most_short + TOLERANCE))
    {
        misfit(&limits.most_rule, Misfit::TooLarge { most: (most_long, most_short) });
    } else if let Some(sum) = limits.sum.filter(|sum| size.exceeds(1, 1, sum + TOLERANCE)) {
        let together = Hundredths::of(long + short);
        let by = Hundredths::of(long + short - musterfield_geometry::point::bw(sum));
        misfit(&limits.most_rule, Misfit::TooMuch { together, most: sum, by });
    }
    if let Some(most) = limits.most_ratio.filter(|ratio| size.exceeds(1, -ratio, TOLERANCE)) {
        misfit(&limits.ratio_rule, Misfit::TooLong { most });
    }
    if let Some(least) = limits.least_ratio.filter(|ratio| size.exceeds(-1, *ratio, TOLERANCE)) {
        misfit(&limits.ratio_rule, Misfit::TooShort { least });
    }
    found
}

/// The feature among several that may be the one small feature: the smallest, or the first of equals. `None` if none
/// needs to be, or if it would not help.
pub(super) fn the_small_one<'s, S: Extent + 's>(
    sizes: impl Iterator<Item = (usize, &'s S, &'s SizeLimits)>,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (at, size, limits) in sizes {
        if !misfits(size, limits).iter().any(WrongSize::is_small) {
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
    let found: Vec<(usize, &MeasuredFeature<'_>, Vec<WrongSize<'_>>)> = measured()
        .map(|(at, piece, rectangle, limits)| (at, piece, misfits(rectangle, limits)))
        .filter(|(_, _, misfits)| !misfits.is_empty())
        .collect();
    if found.is_empty() {
        return;
    }
    let small = the_small_one(measured().map(|(at, _, rectangle, limits)| (at, rectangle, limits)));
    for (at, piece, misfits) in found {
        for misfit in misfits {
            if !(misfit.is_small() && small == Some(at)) {
                let fault = misfit.fault(Sized::Feature(piece.named()));
                problems.push(context.broken(misfit.rule, piece.id(), fault));
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
                let fault = SizeFault::Width { feature: piece.named(), width: course.width, most };
                problems.push(context.broken(rule, piece.id(), fault));
            }
        }
    }
}
