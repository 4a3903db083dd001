//! The words of the inspector, and the blocks that a page of it is made of.

use crate::event::Stamped;
use crate::graph::Plan;
use crate::view::inspector::{self, Item, Listing, Page, PhaseBar, Subject};

/// The cells of a row, and how it looks, from the row and what happened in its step.
pub type CellWords = fn(&Plan, &Item, &[&Stamped]) -> (Vec<String>, Tone);

/// The words of the inspector.
#[derive(Clone, Copy)]
pub struct InspectorWords {
    /// Looks at a place of the stage, in its menu.
    pub inspect: &'static str,
    /// The list of subjects.
    pub look_at: &'static str,
    /// The field that finds a record by its id.
    pub find_record: &'static str,
    /// The button beside it.
    pub find: &'static str,
    /// A kind of subjects, as a heading in the list.
    pub kind: fn(inspector::Kind) -> &'static str,
    /// A subject in the list, and as the heading of its page.
    pub subject: fn(&Plan, &Subject) -> String,
    /// A page, block by block.
    pub page: fn(&Plan, &Page) -> Vec<Block>,
    /// The name of a table, and what stands in it while it has no row.
    pub listing: fn(&Listing) -> (&'static str, &'static str),
    /// The heads of its columns.
    pub heads: fn(&Plan, &Listing) -> Vec<&'static str>,
    /// The cells of a row, and how it looks. What happened in a step is handed in for rows that are steps.
    pub cells: CellWords,
    /// How many rows a table has, and which of them are on the page.
    pub rows: fn(total: usize, from: usize, shown: usize) -> String,
}

/// How something is to be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As usual.
    #[default]
    Plain,
    /// Well.
    Good,
    /// Wrong.
    Bad,
    /// Not yet, or no longer.
    Faint,
}

/// A moment that can be gone to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The step.
    pub step: u64,
    /// Its step and time.
    pub place: String,
    /// What happens.
    pub words: String,
    /// As of the position: it is still to come.
    pub later: bool,
    /// The position is there.
    pub here: bool,
}

/// A task's phases as bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarLine {
    /// The task.
    pub name: String,
    /// What the bars say, in words.
    pub words: String,
    /// The bars, from and to, in milliseconds.
    pub bars: [PhaseBar; 4],
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading.
    Head(String),
    /// A sentence.
    Note(String, Tone),
    /// Names and what they stand at.
    Facts(Vec<(&'static str, String)>),
    /// Other subjects, as buttons.
    Links(Vec<(String, Subject)>),
    /// Moments.
    Stops(Vec<Stop>),
    /// The four phases of each task: what each bar is called, the whole length, the tasks.
    Bars([&'static str; 4], u64, Vec<BarLine>),
    /// A small table: its name, heads, rows.
    Table(String, Vec<&'static str>, Vec<Vec<String>>),
    /// A long table.
    Listing(Listing),
    /// The field that finds a record.
    Finder,
}

/// What a block is, whatever it says: of one kind all have the same elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A heading.
    Head,
    /// A sentence.
    Note,
    /// Names and what they stand at.
    Facts,
    /// Other subjects.
    Links,
    /// Moments.
    Stops,
    /// Phases as bars.
    Bars,
    /// A small table.
    Table,
    /// A long table.
    Listing,
    /// The field that finds a record.
    Finder,
}

impl Block {
    /// What it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Block::Head(_) => Kind::Head,
            Block::Note(..) => Kind::Note,
            Block::Facts(_) => Kind::Facts,
            Block::Links(_) => Kind::Links,
            Block::Stops(_) => Kind::Stops,
            Block::Bars(..) => Kind::Bars,
            Block::Table(..) => Kind::Table,
            Block::Listing(_) => Kind::Listing,
            Block::Finder => Kind::Finder,
        }
    }
}
