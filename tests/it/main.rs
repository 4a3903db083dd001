//! The one native integration binary.
#![cfg(not(target_family = "wasm"))]

mod scenario;
mod support;
mod view;
