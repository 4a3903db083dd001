//! Every case gives in the browser what it gives natively: the same report, the same digest.

use wasm_bindgen_test::wasm_bindgen_test;

use crate::both::cases::{CASES, check};

#[wasm_bindgen_test]
fn every_case_gives_what_it_expects_and_the_same_digest_as_natively() {
    for (name, text) in CASES {
        if let Err(faults) = check(name, text) {
            panic!("{name}: {}", faults.join("; "));
        }
    }
}
