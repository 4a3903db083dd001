//! Tests that run natively and in the browser.

pub(crate) mod cases;
