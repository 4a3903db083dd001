//! The one native integration binary.
#![cfg(not(target_family = "wasm"))]

/// What is tested the same way natively and in the browser.
#[path = "../both/mod.rs"]
mod both;
mod cases;
mod config;
mod corners;
mod editor;
mod embed;
mod engine;
mod flink;
mod hands;
mod inspector;
mod invariants;
mod judge;
mod lanes;
mod language;
mod learn;
mod limits;
mod link;
mod memory;
mod mutants;
mod mutations;
mod oracles;
mod play;
mod practitioners;
mod predict;
mod presets;
mod scenario;
mod session;
mod stage;
mod strip;
mod support;
mod tidy;
mod view;
mod why;
