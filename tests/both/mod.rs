//! Tests that run natively and in the browser.

pub(crate) mod cases;
pub(crate) mod quiz;
