//! Changes to the choice of features and to the record.

use musterfield_rules::terrain::{Bua, Kind};

use super::{Edit, EditError};
use crate::generate::{self, Settings, locks};
use crate::layout::{Edge, Feature, Layout, MOST_FEATURES, Quarter, RecordEntry};

/// The compulsory kinds of which the home terrain demands more, or allows more, on this table (D3H2-TERR-02).
#[must_use]
pub fn still_compulsory(layout: &Layout) -> Vec<Kind> {
    let Some(table) = layout.rules.table(layout.board.width, layout.board.depth) else { return Vec::new() };
    let taken: Vec<Kind> = match &layout.record {
        Some(record) => record.iter().filter(|choice| choice.compulsory).map(|choice| choice.kind).collect(),
        None => layout.features.iter().filter(|feature| feature.compulsory).map(|feature| feature.kind).collect(),
    };
    let mut open: Vec<Kind> = Vec::new();
    for choice in &layout.home.compulsory {
        let (_, most) = layout.rules.count(table, choice);
        let fits = taken.len() < usize::from(most) && taken.iter().all(|kind| *kind == choice.kind);
        if fits && !open.contains(&choice.kind) {
            open.push(choice.kind);
        }
    }
    open
}

/// The order of lines in a record: waterway, compulsory features, all others (D3H2-FEAT-01).
fn turn(choice: &RecordEntry) -> u8 {
    match (choice.kind.like(), choice.compulsory) {
        (Kind::Waterway, _) => 0,
        (_, true) => 1,
        (_, false) => 2,
    }
}

impl Layout {
    pub(super) fn add(
        &mut self,
        (kind, bua, compulsory): (Kind, Option<Bua>, bool),
        size: Option<(i64, i64)>,
        quarter: Option<Quarter>,
        seed: u64,
    ) -> Result<(), EditError> {
        let full = |lines: usize| lines >= MOST_FEATURES;
        if full(self.features.len()) || self.record.as_ref().is_some_and(|record| full(record.len())) {
            return Err(EditError::Full);
        }
        let name = || self.name_of(kind, bua).to_owned();
        let known = match (kind, bua) {
            (Kind::Bua, Some(bua)) => self.rules.bua(bua).is_some(),
            (Kind::Bua, None) | (_, Some(_)) => false,
            _ => true,
        };
        let most = self.board.width.max(self.board.depth);
        if size.is_some_and(|(long, short)| short < 100 || long < short || long > most) {
            return Err(EditError::Size);
        }
        let piece = generate::piece(self, kind, bua, size, quarter, seed).filter(|_| known);
        let feature = Feature { compulsory, ..piece.ok_or_else(|| EditError::NoRoom(name()))? };
        if let Some(record) = &mut self.record {
            let line = RecordEntry::by_hand(&feature);
            let at = record.iter().position(|known| turn(known) > turn(&line)).unwrap_or(record.len());
            record.insert(at, line);
        }
        self.features.push(feature);
        self.find_crossings();
        Ok(())
    }

    pub(super) fn remove(&mut self, id: &str) -> Result<(), EditError> {
        if self.feature(id).is_none() {
            return Err(EditError::NoPiece(id.to_owned()));
        }
        self.features.retain(|feature| feature.id != id);
        if let Some(record) = &mut self.record {
            record.retain(|choice| choice.feature.as_deref() != Some(id));
        }
        self.find_crossings();
        Ok(())
    }

    pub(super) fn forget(&mut self, line: usize) -> Result<(), EditError> {
        let on_table = |choice: &RecordEntry| choice.feature.as_deref().is_some_and(|id| self.feature(id).is_some());
        let there = self.record.as_ref().and_then(|record| record.get(line)).is_some_and(|choice| !on_table(choice));
        match &mut self.record {
            Some(record) if there => {
                record.remove(line);
                Ok(())
            }
            _ => Err(EditError::NoLine),
        }
    }

    pub(super) fn belongs(&mut self, id: &str, quarter: Option<Quarter>) -> Result<(), EditError> {
        self.piece(id)?.quarter = quarter;
        self.line(id, |line| line.quarter = quarter);
        Ok(())
    }

    pub(super) fn counts_as(&mut self, id: &str, compulsory: bool) -> Result<(), EditError> {
        self.piece(id)?.compulsory = compulsory;
        self.line(id, |line| line.compulsory = compulsory);
        if let Some(record) = &mut self.record {
            record.sort_by_key(turn);
        }
        Ok(())
    }

    pub(super) fn names_edge(&mut self, id: &str, edge: Option<Edge>) -> Result<(), EditError> {
        let piece = self.piece(id)?;
        if piece.bua.is_none() {
            let name = self.feature(id).map(|feature| self.called(feature));
            return Err(EditError::NoBaseEdge(name.unwrap_or_default()));
        }
        piece.base_edge = edge;
        Ok(())
    }

    /// Records the new size of a feature.
    pub(super) fn record_size(&mut self, id: &str, size: Option<(i64, i64)>) {
        self.line(id, |line| line.size = size);
    }

    /// Records the measured size of a feature.
    pub(super) fn record_measured(&mut self, id: &str) {
        let size = self.feature(id).and_then(RecordEntry::measured);
        self.record_size(id, size);
    }

    /// Rolls everything again except the locked features.
    pub(super) fn roll_again(&mut self, locked: &[String], seed: u64) -> Result<(), EditError> {
        if let Some(unknown) = locked.iter().find(|id| self.feature(id).is_none()) {
            return Err(EditError::NoPiece(unknown.clone()));
        }
        let ids: Vec<&str> = locked.iter().map(String::as_str).collect();
        let mut settings = Settings::new(self.rules, self.home, self.board, seed);
        settings.wishes = locks(self, &ids);
        settings.only = self.codes_so_far();
        let rolled = generate::generate(&settings).map_err(EditError::Impossible)?;
        let (name, fixed) = (std::mem::take(&mut self.name), self.fixed);
        *self = Self { name, fixed, ..rolled };
        Ok(())
    }

    /// In a game with codes, the features that the table has, or had and discarded: the army list that gave it has
    /// their codes, whatever further ones it may have (DBMF-TERR-07).
    fn codes_so_far(&self) -> Vec<(Kind, Option<Bua>)> {
        if self.rules.codes().next().is_none() {
            return Vec::new();
        }
        let there = self.features.iter().map(|feature| (feature.kind, feature.bua));
        let chosen = self.record.iter().flatten().map(|entry| (entry.kind, entry.bua));
        let mut codes: Vec<(Kind, Option<Bua>)> = Vec::new();
        for code in there.chain(chosen) {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes
    }

    fn piece(&mut self, id: &str) -> Result<&mut Feature, EditError> {
        let found = self.features.iter_mut().find(|feature| feature.id == id);
        found.ok_or_else(|| EditError::NoPiece(id.to_owned()))
    }

    fn line(&mut self, id: &str, change: impl FnOnce(&mut RecordEntry)) {
        let mut lines = self.record.iter_mut().flatten();
        if let Some(line) = lines.find(|choice| choice.feature.as_deref() == Some(id)) {
            change(line);
        }
    }
}

impl Edit {
    /// The feature that is changed, if there is one.
    #[must_use]
    pub fn piece(&self) -> Option<&str> {
        match self {
            Self::Move { id, .. }
            | Self::Put { id, .. }
            | Self::Turn { id, .. }
            | Self::Resize { id, .. }
            | Self::Corner { id, .. }
            | Self::AddCorner { id, .. }
            | Self::RemoveCorner { id, .. }
            | Self::Corners { id, .. }
            | Self::Redraw { id, .. }
            | Self::Mirror { id }
            | Self::Remove { id }
            | Self::Quarter { id, .. }
            | Self::Compulsory { id, .. }
            | Self::BaseEdge { id, .. }
            | Self::Gate { id, .. }
            | Self::Width { id, .. } => Some(id),
            Self::Add { .. }
            | Self::Forget { .. }
            | Self::Rename(_)
            | Self::BoardSize(_)
            | Self::Fixed(_)
            | Self::Reroll { .. }
            | Self::Hand => None,
        }
    }
}
