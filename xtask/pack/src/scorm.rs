//! The package for a learning management system: SCORM 1.2, one activity.

use crate::zip::zip;

/// Talks to the system, and keeps there what the page would keep in the browser. In no other build.
pub const SCRIPT: &str = include_str!("scorm.js");

const MANIFEST: &str = include_str!("imsmanifest.xml");

/// The archive that is uploaded.
pub fn package(page: &str) -> Result<Vec<u8>, String> {
    zip(&[("imsmanifest.xml", MANIFEST.as_bytes()), ("index.html", page.as_bytes())])
}
