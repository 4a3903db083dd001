//! The page, in Leptos: components that show what `view` says, in the words of `text`, and send [`Intent`]s.
//!
//! No rule of the engine lives here, and no word. Components read signals of the [`Desk`]; what happens per frame writes to
//! the drawing directly and touches no signal.

mod app;
mod closing;
mod desk;
mod header;
mod help;
mod icons;
mod opener;
mod raf;
mod stage;
mod theme;
mod timeline;
mod transport;
mod verdict;

pub use app::App;
pub use desk::{Desk, Intent, Panel};
pub use theme::Theme;
