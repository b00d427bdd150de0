//! The picture that a link shows in a chat or a forum: 1200 × 630 pixels, as those who draw such links expect.

use askama::Template;
use musterfield_army::{Draft, Report};

use super::armies::rank::{BaseMark, Rank, RankGroup};
use super::assets;
use super::download::{KnownTags, Made, Tag};
use super::error::WebError;
use super::page::rendered;
use super::pdf::Printer;
use super::preview::PICTURE_WIDTH;

/// The room for bases, in pixels.
const ROOM: (u32, u32) = (1040, 250);
/// The largest scale of bases, in pixels a millimetre.
const LARGEST_SCALE: u32 = 4;
/// The letters of a title that is set large, and those that fit on one of its two lines when it is set small.
const LETTERS: (usize, usize) = (24, 36);

#[derive(Template)]
#[template(path = "pictures/link.svg")]
pub(super) struct LinkPicture {
    /// One line that is set large, or two that are set smaller.
    title: Vec<String>,
    /// Lines below it.
    lines: Vec<String>,
    /// The verdict, and whether it is a good one.
    seal: Option<(&'static str, bool)>,
    bases: Vec<PlacedBase>,
    /// The drawings on the bases, as symbols of SVG.
    symbols: String,
}

/// A base with its place on the picture, in pixels.
struct PlacedBase {
    x: u32,
    y: u32,
    width: u32,
    depth: u32,
    icon_x: u32,
    icon_y: u32,
    icon_size: u32,
    mark: BaseMark,
}

impl LinkPicture {
    /// The picture of an army: its bases in true proportion, its points, and whether it is legal.
    pub(super) fn of_army(draft: &Draft, report: &Report, points: &str, list: Option<&str>) -> Self {
        let groups = Rank::new(draft).groups;
        let bases = groups.iter().flat_map(|group| &group.bases);
        let mut icons: Vec<&str> = bases.map(|base| &*base.icon).collect();
        icons.sort_unstable();
        icons.dedup();
        let symbols = icons.into_iter().filter_map(assets::symbol).collect();
        let seal = match report.is_legal() {
            _ if draft.lines.is_empty() => None,
            true => Some(("Legal", true)),
            false => Some(("Not legal", false)),
        };
        let first = format!("{} · {points}", draft.ruleset.name);
        let list = list.filter(|list| *list != draft.title());
        Self {
            title: title(draft.title()),
            lines: std::iter::once(first).chain(list.map(|list| shortened(list, 60))).collect(),
            seal,
            bases: placed(groups),
            symbols,
        }
    }

    /// The picture of something that is told in words alone.
    pub(super) fn of_words(name: &str, lines: Vec<String>) -> Self {
        let lines = lines.iter().map(|line| shortened(line, 60)).collect();
        Self { title: title(name), lines, seal: None, bases: Vec::new(), symbols: String::new() }
    }

    /// The picture as a file with this ending, `png` or `svg`, unless the visitor has it already: its type and content.
    /// Blocks.
    ///
    /// # Errors
    /// [`WebError::NotFound`] for another ending; [`WebError::NotBuilt`].
    pub(super) fn file(
        &self,
        ending: &str,
        printer: &Printer,
        seen: &KnownTags,
    ) -> Result<(&'static str, Made), WebError> {
        let svg = rendered(self)?;
        match ending {
            "png" => {
                let tag = Tag::printed(&[b"link", svg.as_bytes()]);
                let made = seen.make_unless_known(tag, || Ok(printer.paint_now(&svg, PICTURE_WIDTH, "")?))?;
                Ok(("image/png", made))
            }
            "svg" => {
                let made = seen.make_unless_known(Tag::new(&[svg.as_bytes()]), || Ok(svg.into_bytes()))?;
                Ok(("image/svg+xml", made))
            }
            _ => Err(WebError::NotFound),
        }
    }
}

/// A name on one line, or broken into two where it is long.
fn title(name: &str) -> Vec<String> {
    let (large, small) = LETTERS;
    if name.chars().count() <= large {
        return vec![name.to_owned()];
    }
    let mut first = String::new();
    let mut rest = name;
    while let Some((word, more)) = rest.split_once(' ') {
        if first.chars().count() + word.chars().count() > small {
            break;
        }
        first.push_str(word);
        first.push(' ');
        rest = more;
    }
    let lines = [first.trim_end().to_owned(), shortened(rest, small)];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// A text with at most so many letters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The bases in rows, each row standing on one line. A command of a divided army has a row to itself, as far as that
/// leaves its bases large enough.
fn placed(groups: Vec<RankGroup>) -> Vec<PlacedBase> {
    const BETWEEN: u32 = 12;
    /// Of the scale, in hundredths of a pixel a millimetre.
    const SMALLEST: u32 = 75;
    const MOST_ROWS: u32 = 4;
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let sizes: Vec<u32> = groups.iter().map(|group| number(group.bases.len())).collect();
    let marks: Vec<BaseMark> = groups.into_iter().flat_map(|group| group.bases).collect();
    let Some(widest) = marks.iter().map(|mark| mark.width).max().filter(|width| *width > 0) else {
        return Vec::new();
    };
    let deepest = marks.iter().map(|mark| mark.depth.max(mark.icon_size)).max().unwrap_or(1).max(1);
    let (width, height) = ROOM;
    let scale_of = |rows: u32, columns: u32| {
        let across = (width + BETWEEN) / columns;
        let down = (height + BETWEEN) / rows;
        let scale = (across.saturating_sub(BETWEEN) * 100 / widest).min(down.saturating_sub(BETWEEN) * 100 / deepest);
        scale.min(LARGEST_SCALE * 100)
    };
    let by_command = || {
        let rows = number(sizes.len());
        let scale = scale_of(rows, sizes.iter().copied().max()?);
        let places = (0..).zip(&sizes).flat_map(|(row, size)| (0..*size).map(move |column| (row, column)));
        ((2..=MOST_ROWS).contains(&rows) && scale >= SMALLEST).then(|| (scale, places.collect::<Vec<_>>()))
    };
    let (scale, places) = by_command().unwrap_or_else(|| {
        let count = number(marks.len());
        // The fewest rows in which all of them have room.
        let fits = |rows: u32| (scale_of(rows, count.div_ceil(rows)), count.div_ceil(rows));
        let (scale, columns) = (1..=MOST_ROWS).map(fits).max().unwrap_or((100, count));
        (scale, (0..count).map(|at| (at / columns, at % columns)).collect())
    });
    let of = |millimetres: u32| millimetres * scale / 100;
    marks
        .into_iter()
        .zip(places)
        .map(|(mark, (row, column))| {
            let floor = 590 - height + row * (of(deepest) + BETWEEN) + of(deepest);
            let (depth, icon_size) = (of(mark.depth), of(mark.icon_size));
            PlacedBase {
                x: 80 + column * (of(widest) + BETWEEN),
                y: floor - depth,
                width: of(mark.width),
                depth,
                icon_x: 80 + column * (of(widest) + BETWEEN) + of(mark.width).saturating_sub(icon_size) / 2,
                icon_y: floor - depth.midpoint(icon_size),
                icon_size,
                mark,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use musterfield_lists::collection;
    use musterfield_rules::book;

    use super::*;

    #[test]
    fn long_names_are_broken_into_two_lines_and_cut() {
        let two = |text: &str| title(text);
        assert_eq!(two("Barrow Kings"), ["Barrow Kings"]);
        assert_eq!(
            two("Akkad of Sargon and Naram-Sin of the Four Quarters"),
            ["Akkad of Sargon and Naram-Sin of the", "Four Quarters"]
        );
        assert_eq!(two(&"x".repeat(80)), [format!("{}…", "x".repeat(35))]);
    }

    #[test]
    fn the_bases_of_every_ready_army_have_room_and_a_drawing() {
        let collection = collection(book().unwrap()).unwrap();
        for ready in collection.ready() {
            let draft = ready.army.draft();
            let picture = LinkPicture::of_army(draft, ready.army.report(), "24 AP", None);
            assert!(!picture.bases.is_empty(), "{}", draft.title());
            for base in &picture.bases {
                let name = draft.title();
                assert!(base.x + base.width <= 80 + ROOM.0, "{name}: {} {}", base.x, base.width);
                assert!(base.y.min(base.icon_y) >= 590 - ROOM.1, "{name}: {} {}", base.y, base.icon_y);
                assert!(base.y + base.depth <= 590, "{name}: {} {}", base.y, base.depth);
                assert!(picture.symbols.contains(&format!("id=\"{}\"", base.mark.icon)), "{name}: {}", base.mark.icon);
            }
        }
    }
}
