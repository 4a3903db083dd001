//! What a screen needs to know, as plain data: where things stand, when they are shown, what moves.
//!
//! Nothing here knows a browser, and nothing here decides what happens: it reads the run. Fractions are allowed in this
//! folder alone, for places and page time.

pub mod branches;
pub mod closing;
pub mod compare;
pub mod config;
pub mod destination;
pub mod editor;
pub mod embed;
pub mod event_table;
pub mod geometry;
pub mod graph;
pub mod hands;
pub mod inspector;
pub mod key;
pub mod lanes;
pub mod layout;
pub mod lens;
pub mod link;
pub mod measure;
pub mod movers;
pub mod pace;
pub mod pictogram;
pub mod piping;
pub mod playback;
pub mod pointing;
pub mod predict;
pub mod reel;
pub mod scene;
pub mod session;
pub mod setup;
mod shelf;
pub mod show;
pub mod strip;
pub mod tags;
pub mod timeline;
pub mod turning;
pub mod verdict;
pub mod why;
mod winder;
