//! Documents of short battles made up for the referee, and changes in them.

use serde_json::{Value, json};

use super::super::Referee;
use super::super::finding::{Finding, Kind};

/// Changes of a document: the element, or nothing for the battle itself; the field; its value.
pub(super) type Changes<'c> = &'c [(&'c str, &'c str, Value)];

/// An element of `a` or `b` on the table, where nothing has happened to it yet.
pub(super) fn element(id: &str, kind: &str, depth: f64, at: [f64; 2], facing: f64) -> Value {
    json!({
        "id": id, "side": &id[..1], "type": kind, "fast": false, "general": id.ends_with('1') && id.len() == 2,
        "ally": false, "water": false, "siege_tower": false, "mounted": false, "cost": 2, "state": "table",
        "at": at, "facing": facing, "depth": depth, "moves": 0, "longest": 0.0, "shot": false, "down": false,
        "summons": 0, "backfires": 0,
    })
}

fn side(edge: &str, at: [f64; 2], facing: f64) -> Value {
    json!({
        "edge": edge, "camp": {"at": at, "facing": facing, "size": [2.0, 1.0], "sacked": false},
        "camp_in_stronghold": false, "bounds": 2, "intruders": [], "lost": 0, "breaks_at": 12,
    })
}

/// The table: a wood on the left, a waterway along the right edge, and a hill at the far edge; in DBA 3.0 a City near
/// the near left corner.
fn header(ruleset: &str) -> Value {
    let mut header = json!({
        "ruleset": ruleset, "defender": "a",
        "layout": {"board": [15, 15], "features": [
            {"id": "f1", "kind": "woods", "polygon": [[0.5, 8], [0.5, 11], [3.5, 11], [3.5, 8]]},
            {"id": "f3", "kind": "gentle_hill", "polygon": [[9, 12.2], [9, 14.8], [13.5, 14.8], [13.5, 12.2]],
             "crest": [[9.5, 14], [13, 14]]},
            {"id": "f2", "kind": "waterway", "edge": "east", "polygon": [[14, 0], [14, 15], [15, 15], [15, 0]]},
        ]},
    });
    if ruleset == "dba3" {
        let city = json!({
            "id": "f4", "kind": "bua", "bua": "city", "polygon": [[0, 0], [0, 4], [3, 4], [3, 0]], "gate": [3, 1],
        });
        header["layout"]["features"].as_array_mut().unwrap().push(city);
    }
    header
}

/// Such a document of another game.
pub(super) fn start_of(ruleset: &str, phase: &str, elements: &[Value]) -> Value {
    let mut document = start(phase, elements);
    document["ruleset"] = ruleset.into();
    let (general, breaks_at) = if ruleset == "dba3" { ("Cv", 4) } else { ("Hr", 6) };
    for id in ["a1", "b1"] {
        change(&mut document, &[(id, "type", json!(general))]);
        change(&mut document, &[(&id[..1], "breaks_at", json!(breaks_at))]);
    }
    document
}

/// A document of bound 3 of a, with the generals far behind and these elements besides.
pub(super) fn start(phase: &str, elements: &[Value]) -> Value {
    let generals = [element("a1", "Hr", 0.75, [11.0, 4.0], 0.0), element("b1", "Hr", 0.75, [12.0, 11.0], 180.0)];
    let elements: Vec<&Value> = generals.iter().chain(elements).collect();
    json!({
        "step": 0, "order": null, "dice": [], "result": "", "bound": 3, "player": "a", "decides": "a", "phase": phase,
        "pips": 3, "winner": null, "stronghold": null, "rivers": [], "rough_plough": false,
        "a": side("south", [6.0, 1.0], 0.0), "b": side("north", [8.0, 14.0], 180.0), "elements": elements,
    })
}

pub(super) fn change(document: &mut Value, changes: Changes<'_>) {
    for (id, field, value) in changes {
        let target = match *id {
            "" => &mut *document,
            "a" | "b" if document.get(*id).is_some() => &mut document[*id],
            _ => document["elements"].as_array_mut().unwrap().iter_mut().find(|element| element["id"] == **id).unwrap(),
        };
        target[*field] = value.clone();
    }
}

/// The step after a document.
pub(super) fn next(before: &Value, order: &str, dice: &[u8], result: &str, changes: Changes<'_>) -> Value {
    let mut after = before.clone();
    let step = before["step"].as_u64().unwrap() + 1;
    change(
        &mut after,
        &[
            ("", "step", json!(step)),
            ("", "order", json!(order)),
            ("", "dice", json!(dice)),
            ("", "result", json!(result)),
        ],
    );
    change(&mut after, changes);
    after
}

/// Documents of a battle, one step after another.
#[derive(Clone)]
pub(super) struct Story(pub(super) Vec<Value>);

impl Story {
    /// The story with changes of every document, or only of the last one.
    pub(super) fn with(&self, everywhere: Changes<'_>, at_the_end: Changes<'_>) -> Self {
        let mut story = self.clone();
        for document in &mut story.0 {
            change(document, everywhere);
        }
        change(story.0.last_mut().unwrap(), at_the_end);
        story
    }

    fn judged(&self) -> Vec<Finding> {
        let mut referee = Referee::new(&header(self.0[0]["ruleset"].as_str().unwrap_or("d3h2 1.4.0")));
        self.0.iter().flat_map(|document| referee.see(document.clone())).collect()
    }

    /// The referee finds nothing here.
    #[track_caller]
    pub(super) fn is_right(&self) -> &Self {
        let findings: Vec<String> = self.judged().iter().map(Finding::to_string).collect();
        assert!(findings.is_empty(), "{findings:#?}");
        self
    }

    /// The referee finds this.
    #[track_caller]
    pub(super) fn is(&self, kind: Kind) {
        let findings = self.judged();
        let told: Vec<String> = findings.iter().map(Finding::to_string).collect();
        assert!(findings.iter().any(|finding| finding.kind == kind), "{kind:?} is not among {told:#?}");
    }
}
