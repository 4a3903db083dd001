//! Tests that run in a real browser.
#![cfg(target_family = "wasm")]

/// What is tested the same way natively and in the browser.
#[path = "../both/mod.rs"]
mod both;
mod cases;
#[cfg(feature = "ui")]
mod components;
mod hostile;
#[cfg(feature = "ui")]
mod quiz;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
