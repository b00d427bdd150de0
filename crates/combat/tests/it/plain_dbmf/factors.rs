//! Combat factors (CF), rear support (SUPP), tactical factors (TACT) and the grading factor (GRADF) of DBMF.

use super::super::written::Mode;
use super::side::Side;

/// The combat factor of an element against its enemy, and its rule.
pub(super) fn factor(own: &Side, enemy: &Side, mode: Mode) -> (i64, &'static str) {
    let (mounted, others, rule) = factors(own, enemy, mode);
    (if uses_mounted_column(own, enemy, mode) { mounted } else { others }, rule)
}

/// CF-01: all except mounted are foot, train and naval.
fn uses_mounted_column(own: &Side, enemy: &Side, mode: Mode) -> bool {
    if enemy.kind == "El" && enemy.grade == 'X' && mode != Mode::Close {
        // CF-19
        return own.is(&["WWg", "Bw"]);
    }
    enemy.is_mounted()
}

/// Both columns and the rule. Reading: a bespelled element is shot at by a Magician.
fn factors(own: &Side, enemy: &Side, mode: Mode) -> (i64, i64, &'static str) {
    let close = mode == Mode::Close;
    if own.ashore {
        return (1, 1, "DBMF-CF-16");
    }
    match own.kind.as_str() {
        "Av" | "Dr" => (5, 5, "DBMF-CF-02"),
        "El" if own.grade == 'X' && own.shoots => (4, 4, "DBMF-CF-18"),
        "El" | "Exp" | "Sh" => (5, 4, "DBMF-CF-03"),
        "Sp" | "Bd" | "WWg" => (4, 4, "DBMF-CF-04"),
        "Art" if own.shoots => (4, 4, "DBMF-CF-05"),
        "Gi" if close => (3, 5, "DBMF-CF-10"),
        "Gi" if own.shoots => (4, 4, "DBMF-CF-17"),
        "Gi" => (4, 4, "DBMF-CF-06"),
        "Pk" => (4, 3, "DBMF-CF-07"),
        "Bw" if own.shoots && !enemy.shoots => (4, 3, "DBMF-CF-08"),
        "Bw" => (4, 2, "DBMF-CF-09"),
        "Air" if own.grade == 'X' && close => (4, 4, "DBMF-CF-20"),
        "Air" | "Cl" | "Kn" => (3, 4, "DBMF-CF-11"),
        "Cv" if close => (3, 4, "DBMF-CF-11"),
        "Cv" | "Mg" | "Wb" | "Ax" => (3, 3, "DBMF-CF-12"),
        "Fl" => (3, 2, "DBMF-CF-13"),
        "LH" | "Cm" | "Gal" | "Shp" => (2, 3, "DBMF-CF-14"),
        "Ps" | "Hd" | "Art" | "Bge" | "Bts" => (2, 2, "DBMF-CF-15"),
        other => panic!("{other} has no factor"),
    }
}

/// Every modifier that applies to an element against its enemy, one entry per rule.
pub(super) fn modifiers(own: &Side, enemy: &Side, mode: Mode) -> Vec<(&'static str, i64)> {
    let mut list = Vec::new();
    let close = mode == Mode::Close;
    let is_shot_at = enemy.shoots;
    let is_bespelled = mode == Mode::Bespelling && !own.is_a;
    // SUPP-07, and SUPP-02: no (H) supports.
    let is_cleric_behind = own.behind.as_ref().is_some_and(|(kind, grade)| kind == "Cl" && !['H', 'X'].contains(grade));
    if close && own.is_foot() && enemy.is_supernatural() && own.enemy_bound && is_cleric_behind {
        list.push(("DBMF-SUPP-07", 1));
    }
    let is_tower = (enemy.kind == "WWg" && enemy.grade == 'S') || (enemy.kind == "Shp" && enemy.grade == 'X');
    if own.fortified && (is_tower || enemy.is_aerial()) && (close || is_shot_at) {
        list.push(("DBMF-TACT-01", 3));
    }
    if own.is_heroic() && (close || is_shot_at || is_bespelled) {
        list.push(("DBMF-TACT-02", 1));
    }
    let minds_nothing = own.is_supernatural() || own.is(&["Mg", "Cl"]) || own.grade == 'C' || own.grade == 'H';
    if close && enemy.is_supernatural() && !minds_nothing {
        list.push(("DBMF-TACT-03", -1));
    }
    // The player supplies the factors of the DBMM book.
    if own.others != 0 {
        list.push(("DBMF-TACT-04", own.others));
    }
    list
}

/// GRADF-01, with any totals. Fighting is close combat.
pub(super) fn is_graded(own: &Side, enemy: &Side, mode: Mode) -> bool {
    let fights_magic = enemy.is_supernatural() || enemy.is(&["Mg", "Cl"]) || enemy.is_heroic();
    own.grade == 'E' && mode == Mode::Close && fights_magic
}
