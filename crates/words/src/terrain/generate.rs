//! Sentences about battlefields that cannot be generated.

use musterfield_terrain::generate::GenerateError;

/// The reason no table of a home terrain can have the wanted features.
#[must_use]
pub fn message(error: &GenerateError) -> String {
    match error {
        GenerateError::Board => "The rules have no table of this size.".to_owned(),
        GenerateError::NoChart => "These rules have no chart; let the defender choose.".to_owned(),
        GenerateError::NotAllowed { kind, compulsory: true } => {
            format!("“{kind}” is not a compulsory feature of this home terrain.")
        }
        GenerateError::NotAllowed { kind, compulsory: false } => {
            format!("“{kind}” is not an optional feature of this home terrain.")
        }
        GenerateError::NoBua(bua) => format!("The rules have no “{bua}”."),
        GenerateError::TooMany { kind, most } => format!("There can be at most {most} of “{kind}”."),
        GenerateError::EitherOr(one, other) => format!("There can be “{one}” or “{other}”, not both."),
        GenerateError::Compulsory => "These compulsory features cannot be used together.".to_owned(),
        GenerateError::Optional { least, most } => format!("There must be {least} to {most} optional features."),
        GenerateError::Size(kind) => format!("“{kind}” cannot have this size."),
        GenerateError::Needs => {
            "The table needs a river, a waterway, or bad or rough going; choose one of them.".to_owned()
        }
        GenerateError::Coverage => "With these choices too few quarters have features; choose more.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use musterfield_rules::terrain::{Bua, Kind};

    use super::*;

    #[test]
    fn every_reason_has_its_sentence() {
        for (error, expected) in [
            (GenerateError::Board, "The rules have no table of this size."),
            (GenerateError::NoChart, "These rules have no chart; let the defender choose."),
            (
                GenerateError::NotAllowed { kind: Kind::Woods, compulsory: true },
                "“woods” is not a compulsory feature of this home terrain.",
            ),
            (
                GenerateError::NotAllowed { kind: Kind::Woods, compulsory: false },
                "“woods” is not an optional feature of this home terrain.",
            ),
            (GenerateError::NoBua(Bua::Hamlet), "The rules have no “hamlet”."),
            (GenerateError::TooMany { kind: Kind::River, most: 1 }, "There can be at most 1 of “river”."),
            (GenerateError::EitherOr(Kind::River, Kind::Waterway), "There can be “river” or “waterway”, not both."),
            (GenerateError::Compulsory, "These compulsory features cannot be used together."),
            (GenerateError::Optional { least: 2, most: 5 }, "There must be 2 to 5 optional features."),
            (GenerateError::Size(Kind::Marsh), "“marsh” cannot have this size."),
            (GenerateError::Needs, "The table needs a river, a waterway, or bad or rough going; choose one of them."),
            (GenerateError::Coverage, "With these choices too few quarters have features; choose more."),
        ] {
            assert_eq!(message(&error), expected);
        }
    }
}
