//! Forms of pages, filled in and sent as a browser does.

use scraper::ElementRef;

use super::{encode, parse};

/// A form with the values of its fields.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) action: String,
    fields: Vec<(String, String)>,
}

impl Form {
    pub(super) fn read(form: ElementRef<'_>) -> Self {
        let mut fields = Vec::new();
        for field in form.select(&parse("input, select, textarea")) {
            let Some(name) = field.attr("name") else { continue };
            // It belongs to another form, within which it does not stand.
            if field.attr("form").is_some_and(|owner| form.attr("id") != Some(owner)) {
                continue;
            }
            let tick = matches!(field.attr("type"), Some("checkbox" | "radio"));
            let value = match field.value().name() {
                "select" => chosen(field),
                "textarea" => field.text().collect::<String>(),
                _ if tick && field.attr("checked").is_none() => continue,
                _ => field.attr("value").unwrap_or(if tick { "on" } else { "" }).to_owned(),
            };
            fields.push((name.to_owned(), value));
        }
        Self { action: form.attr("action").unwrap_or_default().to_owned(), fields }
    }

    /// The form with a field set, or added if it has none of that name.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        match self.fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.fields.push((name.to_owned(), value.to_owned())),
        }
        self
    }

    /// The form without a field.
    #[must_use]
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.fields.retain(|(known, _)| known != name);
        self
    }

    #[track_caller]
    pub(crate) fn value(&self, name: &str) -> &str {
        let field = self.fields.iter().find(|(known, _)| known == name);
        &field.unwrap_or_else(|| panic!("no field {name} in {self:?}")).1
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|(name, _)| name.as_str())
    }

    /// The body as a browser sends it, with line breaks as two characters.
    pub(crate) fn body(&self) -> String {
        let sent: Vec<(&str, String)> =
            self.fields.iter().map(|(name, value)| (name.as_str(), value.replace('\n', "\r\n"))).collect();
        encode(&sent.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>())
    }

    /// The lines of elements as `count x type`.
    pub(crate) fn elements(&self) -> Vec<String> {
        let lines: usize = self.value("lines").parse().unwrap();
        let of = |at: usize, field: &str| self.value(&format!("line-{at}-{field}")).to_owned();
        (0..lines).map(|at| format!("{} x {}", of(at, "count"), of(at, "type"))).collect()
    }
}

fn chosen(select: ElementRef<'_>) -> String {
    let options: Vec<ElementRef<'_>> = select.select(&parse("option")).collect();
    let option = options.iter().find(|option| option.attr("selected").is_some()).or(options.first());
    option.and_then(|option| option.attr("value")).unwrap_or_default().to_owned()
}
