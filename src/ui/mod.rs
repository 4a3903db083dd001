//! The page, in Leptos: components that show what `view` says, in the words of `text`, and send [`Intent`]s.
//!
//! No rule of the engine lives here, and no word. Components read signals of the [`Desk`]; what happens per frame writes to
//! the drawing directly and touches no signal.

pub mod app;
pub mod as_code;
pub mod branches;
pub mod cards;
pub mod closing;
pub mod compare;
pub mod copy;
pub mod course;
pub mod desk;
pub mod drill;
pub mod editor;
pub mod embed;
mod files;
pub mod focus;
pub mod gallery;
pub mod grid;
pub mod hands;
pub mod header;
pub mod help;
mod home;
pub mod icons;
pub mod inspector;
pub mod intent;
mod kept;
pub mod lanes;
pub mod language;
mod language_choice;
pub mod later;
pub mod learn;
pub mod lens;
pub mod lesson;
pub mod looking;
mod nowhere;
pub mod opener;
pub mod parts;
pub mod picture;
pub mod pieces;
pub mod predict;
mod prose;
pub mod quiz;
pub mod raf;
pub mod room;
pub mod setup;
pub mod share;
pub mod stage;
pub mod strip;
mod study;
pub mod tabs;
pub mod theme;
pub mod timeline;
pub mod transport;
pub mod verdict;
pub mod why;
pub mod workbench;
mod wreck;

pub use app::App;
pub use desk::{Desk, Intent, Panel};
pub use theme::Theme;
