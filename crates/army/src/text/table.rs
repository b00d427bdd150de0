//! Rows of tables with commas, semicolons or tabs between their cells, as spreadsheets write them.

use musterfield_rules::Points;

/// What a column of a table contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Type,
    Number,
    Each,
    Total,
    /// AP of one or of all.
    Price,
    Label,
    /// Whether the general is among the elements.
    General,
}

/// The columns of a table, from its head.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    separator: char,
    columns: Vec<Column>,
}

/// The heads of columns.
const HEADS: [(&str, Column); 43] = [
    ("type", Column::Type),
    ("troop type", Column::Type),
    ("troops", Column::Type),
    ("troop", Column::Type),
    ("element", Column::Type),
    ("unit", Column::Type),
    ("code", Column::Type),
    ("typ", Column::Type),
    ("truppe", Column::Type),
    ("tipo", Column::Type),
    ("number", Column::Number),
    ("no", Column::Number),
    ("no.", Column::Number),
    ("nr", Column::Number),
    ("nr.", Column::Number),
    ("#", Column::Number),
    ("qty", Column::Number),
    ("quantity", Column::Number),
    ("count", Column::Number),
    ("elements", Column::Number),
    ("anzahl", Column::Number),
    ("nombre", Column::Number),
    ("numero", Column::Number),
    ("número", Column::Number),
    ("each", Column::Each),
    ("ap each", Column::Each),
    ("cost each", Column::Each),
    ("points each", Column::Each),
    ("total", Column::Total),
    ("ap total", Column::Total),
    ("sum", Column::Total),
    ("ap", Column::Price),
    ("points", Column::Price),
    ("pts", Column::Price),
    ("cost", Column::Price),
    ("punkte", Column::Price),
    ("name", Column::Label),
    ("label", Column::Label),
    ("notes", Column::Label),
    ("note", Column::Label),
    ("general", Column::General),
    ("gen", Column::General),
    ("c-in-c", Column::General),
];

/// The cells of a line, without quotation marks around them.
fn cells(line: &str, separator: char) -> Vec<&str> {
    let cells = line.split(separator).map(str::trim);
    cells.map(|cell| cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')).unwrap_or(cell).trim()).collect()
}

/// The columns that a line is the head of.
pub(super) fn head(line: &str) -> Option<Columns> {
    [';', '\t', ','].into_iter().find_map(|separator| {
        let column = |cell: &&str| HEADS.iter().find(|(head, _)| cell.eq_ignore_ascii_case(head)).map(|(_, of)| *of);
        let columns = cells(line, separator).iter().map(column).collect::<Option<Vec<_>>>()?;
        (columns.len() > 1 && columns.contains(&Column::Type)).then_some(Columns { separator, columns })
    })
}

/// Whether a cell says that the general is among the elements; none if it says anything else.
fn says_general(column: Column, cell: &str) -> Option<bool> {
    let cell = cell.trim_matches(['(', ')', '*', ' ', '.']).to_lowercase();
    match column {
        Column::Label => ["general", "gen", "c-in-c", "cinc"].contains(&cell.as_str()).then_some(true),
        Column::General => match cell.as_str() {
            "yes" | "y" | "x" | "1" | "true" | "✓" | "✔" | "general" | "gen" | "c-in-c" => Some(true),
            "" | "no" | "n" | "0" | "false" | "-" | "–" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The elements of a row as people write them, from its cells.
fn element(cells: &[(Column, &str)]) -> Option<String> {
    let of = |wanted| cells.iter().find(|(column, cell)| *column == wanted && !cell.is_empty()).map(|(_, cell)| *cell);
    let code = of(Column::Type)?;
    let mut text = match of(Column::Number) {
        Some(number) => format!("{number} x {code}"),
        None => code.to_owned(),
    };
    if cells.iter().any(|(column, cell)| says_general(*column, cell) == Some(true)) {
        text += " (Gen)";
    }
    for (column, before) in [(Column::Each, "@"), (Column::Total, "=")] {
        if let Some(price) = of(column) {
            text += &format!(" {before} {price} AP");
        }
    }
    if let Some(price) = of(Column::Price) {
        text += &format!(" [{price} AP]");
    }
    for column in [Column::Label, Column::General] {
        if let Some(label) = of(column).filter(|cell| says_general(column, cell).is_none()) {
            text += &format!(" “{}”", label.replace(['“', '”'], "\""));
        }
    }
    Some(text)
}

/// Whether a cell is a number.
fn is_number(cell: &str) -> bool {
    cell.parse::<Points>().is_ok()
}

/// The element of a row, of which one leads if it says so: by the columns of the table, or of a name and up to three numbers.
pub(super) fn row(line: &str, columns: Option<&Columns>) -> Option<String> {
    if let Some(columns) = columns {
        let mut cells = cells(line, columns.separator);
        // Empty cells at the end of a line are lost where tabs separate them.
        if columns.separator == '\t' && cells.len() > 1 {
            cells.resize(columns.columns.len().max(cells.len()), "");
        }
        if cells.len() == columns.columns.len() {
            return element(&columns.columns.iter().copied().zip(cells).collect::<Vec<_>>());
        }
    }
    // Spreadsheets write no space after a comma; people do, between elements.
    let mut separators = [';', ','].into_iter().filter(|separator| *separator == ';' || !line.contains(", "));
    separators.find_map(|separator| {
        let cells = cells(line, separator);
        let (numbers, names): (Vec<&str>, Vec<&str>) = cells.iter().copied().partition(|cell| is_number(cell));
        let [name] = names.as_slice() else { return None };
        if !name.contains(char::is_alphabetic) || name.contains(|letter: char| letter.is_ascii_digit() || letter == '=')
        {
            // `4 Blades, 8`, but not `4Bd,8`.
            let code = name.split_whitespace().next()?;
            let digits = code.len() - code.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
            if digits != 1 || code.len() < 3 || cells.len() < 2 || separator == ',' {
                return None;
            }
        }
        match numbers.as_slice() {
            [number] if cells.first() == Some(number) => Some(format!("{number} x {name}")),
            // Whether it is a price is decided for the whole text.
            [number] => Some(format!("{name}: {number}")),
            [number, price] => Some(format!("{number} x {name} [{price} AP]")),
            [number, each, total] => Some(format!("{number} x {name} @ {each} AP = {total} AP")),
            _ => None,
        }
    })
}
