//! A row of a mutation table: a good bundle, one change, and exactly the rules it breaks.

use super::bag::Bag;
use super::{Scratch, broken_within, set};
use jissoku::archive::{Code, Limits};
use std::fs;
use std::path::Path;

/// A change of the payload of one kind of bundle.
pub(super) type PayloadRow = (&'static str, fn(&mut Bag), &'static [Code]);
/// A change of a written folder.
pub(super) type FolderRow = (&'static str, fn() -> Bag, fn(&Path), &'static [Code]);

/// What is changed, and when.
#[derive(Clone, Copy)]
pub(super) enum Change {
    /// The payload, before ids, manifests and tag files are made from it.
    Bag(fn(&mut Bag)),
    /// The written folder.
    Folder(fn(&Path)),
    /// The folder's name, to this.
    Name(fn(&Path) -> String),
    /// The limits that it is verified within.
    Limits(fn(&mut Limits)),
}

/// One mutation.
#[derive(Clone, Copy)]
pub(super) struct Row {
    name: &'static str,
    base: fn() -> Bag,
    change: Change,
    pub(super) codes: &'static [Code],
}

pub(super) const fn row(
    name: &'static str,
    base: fn() -> Bag,
    change: Change,
    codes: &'static [Code],
) -> Row {
    Row { name, base, change, codes }
}

impl Row {
    pub(super) fn check(&self) {
        let scratch = Scratch::new();
        let mut limits = Limits::STANDARD;
        let mut bag = (self.base)();
        if let Change::Bag(change) = self.change {
            change(&mut bag);
        }
        let mut folder = bag.write(scratch.path());
        match self.change {
            Change::Folder(change) => change(&folder),
            Change::Name(name) => {
                let renamed = scratch.path().join(name(&folder));
                fs::rename(&folder, &renamed).unwrap();
                folder = renamed;
            }
            Change::Limits(change) => change(&mut limits),
            Change::Bag(_) => {}
        }
        assert_eq!(broken_within(&folder, limits), set(self.codes), "{}", self.name);
    }
}
