//! Every generator of the quiz in the browser: the same numbers, the same one right answer.

use barrierscope::learn::quiz::{GENERATORS, LEVELS, chosen};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::both::quiz::faults;

/// Seeds that every generator is run over.
const SEEDS: u64 = 500;
/// So many at a time; then the browser, which is asked how far the tests are, has its turn.
const AT_A_TIME: u64 = 50;

#[wasm_bindgen_test]
async fn every_generator_holds_over_five_hundred_seeds() {
    for generator in GENERATORS {
        let mut seed = 0;
        while seed < SEEDS {
            let found: Vec<String> = (seed..seed + AT_A_TIME).filter_map(|seed| faults(generator, seed)).collect();
            assert!(found.is_empty(), "{}", found.join("\n"));
            seed += AT_A_TIME;
            turn().await;
        }
    }
}

#[wasm_bindgen_test]
fn the_levels_are_in_order_in_every_quiz() {
    for seed in 0..SEEDS {
        let levels: Vec<u8> = chosen(seed).iter().map(|generator| generator.level).collect();
        assert_eq!(levels, (1..=LEVELS).collect::<Vec<_>>(), "seed {seed}");
    }
}

/// Lets the browser do something else.
async fn turn() {
    let passed = js_sys::Promise::new(&mut |done, _| {
        web_sys::window().unwrap().set_timeout_with_callback(&done).unwrap();
    });
    wasm_bindgen_futures::JsFuture::from(passed).await.unwrap();
}
