//! The tables and columns of a database, as its own catalogue lists them.
//!
//! Tables whose names begin with two underscores hold notes about the database and are not part of it.

use std::collections::BTreeMap;

use diesel::sql_types::Text;
use diesel::{QueryResult, QueryableByName, RunQueryDsl};

use super::super::db::Db;

/// The type of a column, for which each database has its own names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ColumnKind {
    /// Whole numbers of 64 bits.
    Integer,
    /// Text.
    Text,
    /// True or false; in SQLite 1 or 0.
    Bool,
    /// A moment in UTC, to the microsecond; in SQLite text as diesel writes it.
    Timestamp,
    /// Bytes.
    Binary,
    /// Any other type, by its name.
    Other(String),
}

/// The columns of a table by name.
pub(super) type Columns = BTreeMap<String, ColumnKind>;

/// The tables of a database by name.
pub(super) type Catalogue = BTreeMap<String, Columns>;

#[derive(QueryableByName)]
struct ColumnRow {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    type_name: String,
}

const SQLITE: &str = "SELECT m.name AS table_name, c.name AS column_name, c.type AS type_name \
    FROM sqlite_master m JOIN pragma_table_info(m.name) c \
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.name NOT LIKE '\\_\\_%' ESCAPE '\\'";

const POSTGRES: &str = "SELECT CAST(c.table_name AS TEXT) AS table_name, CAST(c.column_name AS TEXT) AS column_name, \
    CAST(c.data_type AS TEXT) AS type_name \
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) \
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' \
    AND c.table_name NOT LIKE '\\_\\_%'";

/// Reads the catalogue of a database.
pub(super) fn read(db: &mut Db) -> QueryResult<Catalogue> {
    let query = diesel::sql_query(match db {
        Db::Sqlite(_) => SQLITE,
        Db::Postgres(_) => POSTGRES,
    });
    let mut catalogue = Catalogue::new();
    for row in query.load::<ColumnRow>(db)? {
        catalogue.entry(row.table_name).or_default().insert(row.column_name, kind(row.type_name));
    }
    Ok(catalogue)
}

fn kind(name: String) -> ColumnKind {
    match name.to_ascii_lowercase().as_str() {
        "bigint" | "integer" | "smallint" => ColumnKind::Integer,
        "text" | "character varying" => ColumnKind::Text,
        "boolean" => ColumnKind::Bool,
        "timestamp" | "timestamp without time zone" => ColumnKind::Timestamp,
        "blob" | "bytea" => ColumnKind::Binary,
        _ => ColumnKind::Other(name),
    }
}

/// A name quoted for a statement.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
