//! The prices of types that are sold in grades, as the book prints them.

use musterfield_rules::book;
use musterfield_sheets::crib::Prices;

/// A type, whether it is regular, and its prices as S, O, I, F, C, E, H, X.
pub(crate) const PRINTED: &[(&str, bool, &str)] = &[
    ("Dr", false, "30 24 20 - - 18 - 20"),
    ("Av", false, "24 20 16 - - - - -"),
    ("Fl", false, "7 5 4 - - 9 10 -"),
    ("El", false, "20 16 12 14 18 24 28 22"),
    ("Exp", true, "- 8 - - - - - -"),
    ("Exp", false, "- 7 - - - 10 - -"),
    ("Kn", true, "15 12 10 11 - - - 13"),
    ("Kn", false, "12 10 8 9 11 15 18 11"),
    ("Cv", true, "10 8 6 7 - - - -"),
    ("Cv", false, "9 7 5 6 - 10 12 -"),
    ("LH", true, "7 5 3 5 - - - -"),
    ("LH", false, "6 4 3 4 - 7 - -"),
    ("Cm", false, "8 5 - - - - - 7"),
    ("Cl", true, "13 10 8 9 - - - -"),
    ("Cl", false, "11 8 6 7 - - 14 18"),
    ("Sp", true, "7 5 4 5 - - - -"),
    ("Sp", false, "- 4 3 4 5 - 8 -"),
    ("Pk", true, "5 4 3 4 - - - 4"),
    ("Pk", false, "- - 3 3 4 - - 3"),
    ("Bd", true, "9 7 5 6 - - - 8"),
    ("Bd", false, "7 5 4 5 6 9 10 6"),
    ("Wb", false, "5 3 2 3 - 6 7 4"),
    ("Bw", true, "6 5 4 5 - - - 7"),
    ("Bw", false, "5 4 3 4 4 - 8 5"),
    ("Sh", true, "- 9 5 6 - - - -"),
    ("Sh", false, "- 7 4 5 7 - - -"),
    ("Ax", true, "5 4 3 4 - - - -"),
    ("Ax", false, "4 3 2 3 - 5 6 -"),
    ("Ps", true, "3 2 1 - - - - 6"),
    ("Ps", false, "3 2 1 - - 4 - 6"),
    ("Hd", false, "2 1 0.5 1 1 2 - 2"),
    ("Gi", false, "12 10 8 9 11 15 18 18"),
    ("Mg", false, "12 10 8 - - 12 16 10"),
    ("Art", true, "10 8 4 10 9 10 - 4"),
    ("Art", false, "- - - - - 9 - 3"),
    ("WWg", true, "14 10 - - - - - 7"),
    ("WWg", false, "10 8 4 7 9 12 - 6"),
    ("Bge", true, "6 3 2 3 - - - -"),
    ("Bge", false, "3 2 1 2 - 4 - -"),
    ("Air", false, "9 7 5 6 - 11 - 4"),
    ("Gal", true, "6 5 3 4 6 - - 6"),
    ("Shp", false, "4 3 2 3 4 5 - 6"),
    ("Bts", true, "- - - 2 - - - 6"),
    ("Bts", false, "3 2 1 - - - - -"),
];

#[test]
fn each_price_is_the_printed_one() {
    let ruleset = book().unwrap().ruleset("dbmf").unwrap();
    let prices = Prices::new(ruleset).unwrap();
    let letters: String = prices.grades.iter().map(|grade| &*grade.letter).collect();
    assert_eq!(letters, "SOIFCEHX");
    assert_eq!(prices.rows.len(), 28);
    let mut printed = 0;
    for row in &prices.rows {
        for regular in [true, false] {
            let told = row.prices.iter().map(|price| if regular { price.regular } else { price.irregular });
            let told: Vec<String> =
                told.map(|price| price.map_or_else(|| "-".to_owned(), |price| price.to_string())).collect();
            printed += told.iter().filter(|price| *price != "-").count();
            let line = PRINTED.iter().find(|(code, of, _)| *code == row.code && *of == regular);
            assert_eq!(told.join(" "), line.map_or("- - - - - - - -", |(.., line)| line), "{} {regular}", row.code);
        }
    }
    assert_eq!(printed, 218);
}

#[test]
fn what_is_priced_or_described_alone_is_marked() {
    let ruleset = book().unwrap().ruleset("dbmf").unwrap();
    let prices = Prices::new(ruleset).unwrap();
    let marked = |is_it: fn(&musterfield_sheets::crib::Price) -> bool| {
        let rows = prices.rows.iter().flat_map(|row| {
            let columns = row.prices.iter().zip(prices.grades).filter(move |(price, _)| is_it(price));
            columns.map(|(_, grade)| format!("{}({})", row.code, grade.letter))
        });
        rows.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        marked(musterfield_sheets::crib::Price::is_undescribed),
        "Fl(H) Cl(F) Sp(F) Bw(H) Sh(F) Sh(C) Ax(F) Ps(E) Hd(X) Gi(H) Mg(E) Art(C) WWg(F) Air(E) Gal(C) Shp(C) Shp(E)"
    );
    assert_eq!(marked(musterfield_sheets::crib::Price::is_unpriced), "Fl(F) Sh(X)");
}

#[test]
fn a_type_is_told_once_with_the_grades_that_there_are() {
    let ruleset = book().unwrap().ruleset("dbmf").unwrap();
    let types = ruleset.graded_types();
    assert_eq!(types.len(), 28);
    for own in &types {
        let letters: String = own.grades.iter().filter_map(|id| ruleset.letter(*id)).collect();
        assert!(own.grades.contains(&own.usual), "{letters}");
    }
    // A ruleset without grades has no graded types.
    assert!(book().unwrap().ruleset("d3h2").unwrap().graded_types().is_empty());
    assert_eq!(Prices::new(book().unwrap().ruleset("d3h2").unwrap()), None);
}
