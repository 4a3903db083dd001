//! Tests that run in a real browser.
#![cfg(target_family = "wasm")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test::wasm_bindgen_test]
fn the_browser_adds() {
    assert_eq!(1 + 1, 2);
}
