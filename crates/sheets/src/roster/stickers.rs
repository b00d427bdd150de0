//! Sheets of sticky labels, as shops sell them.

use serde::Serialize;

/// A sheet of sticky labels: its paper, and where the labels lie on it. All lengths are in mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stickers {
    /// The number on its pack, in lower case: `l7160`.
    pub id: &'static str,
    /// Number and size, for a choice: `L7160, 21 of 63.5 × 38.1 mm`.
    #[serde(skip)]
    pub name: &'static str,
    /// Whether it is US Letter; A4 otherwise.
    #[serde(skip)]
    pub is_letter: bool,
    /// The width of a label.
    pub width: f64,
    /// The height of a label.
    pub height: f64,
    /// The number of labels side by side.
    pub columns: u8,
    /// The number of labels above each other.
    pub rows: u8,
    /// From the left edge of the paper to the first label.
    pub left: f64,
    /// From the top edge of the paper to the first label.
    pub top: f64,
    /// From the left edge of a label to that of the next.
    pub across: f64,
    /// From the top edge of a label to that of the next.
    pub down: f64,
}

impl Stickers {
    /// All sheets that labels can be printed on.
    pub const ALL: [Self; 3] = [
        Self {
            id: "l7160",
            name: "L7160: 21 labels of 63.5 × 38.1 mm, A4",
            is_letter: false,
            width: 63.5,
            height: 38.1,
            columns: 3,
            rows: 7,
            left: 7.2,
            top: 15.15,
            across: 66.04,
            down: 38.1,
        },
        Self {
            id: "l7651",
            name: "L7651: 65 labels of 38.1 × 21.2 mm, A4",
            is_letter: false,
            width: 38.1,
            height: 21.2,
            columns: 5,
            rows: 13,
            left: 4.67,
            top: 10.7,
            across: 40.64,
            down: 21.2,
        },
        Self {
            id: "5160",
            name: "5160: 30 labels of 2⅝ × 1 in, Letter",
            is_letter: true,
            width: 66.675,
            height: 25.4,
            columns: 3,
            rows: 10,
            left: 4.763,
            top: 12.7,
            across: 69.85,
            down: 25.4,
        },
    ];

    /// The number of labels on a sheet.
    #[must_use]
    pub fn labels(&self) -> u16 {
        u16::from(self.columns) * u16::from(self.rows)
    }

    /// The sheet with this number.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sheet| sheet.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_labels_lie_on_the_paper_and_none_on_another() {
        for sheet in Stickers::ALL {
            let (width, height) = if sheet.is_letter { (215.9, 279.4) } else { (210.0, 297.0) };
            let right = sheet.left + f64::from(sheet.columns - 1) * sheet.across + sheet.width;
            let bottom = sheet.top + f64::from(sheet.rows - 1) * sheet.down + sheet.height;
            // As wide a margin on the right as on the left, to half a millimetre; the same above and below.
            assert!((width - right - sheet.left).abs() < 0.5, "{}: {right}", sheet.id);
            assert!((height - bottom - sheet.top).abs() < 0.5, "{}: {bottom}", sheet.id);
            assert!(sheet.across >= sheet.width && sheet.down >= sheet.height, "{}", sheet.id);
        }
    }
}
