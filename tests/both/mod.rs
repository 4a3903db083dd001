//! Tests that run natively and in the browser.

pub mod cases;
