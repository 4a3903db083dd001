//! Where links to this page begin: at its own address; or, where the page is one file that was told of a site, there.

use leptos::prelude::*;

/// The mark of the one-file build (xtask/pack writes it); its content is the address of a site, or nothing.
const SITE: &str = "meta[name=barrierscope-site]";

/// Whether whoever gets a link from here finds a page at its beginning that has all that belongs to it.
pub(super) fn is_site() -> bool {
    site().is_none_or(|site| !site.is_empty())
}

/// The address that links begin with, without anything behind its path: what this page was asked for is no part of them.
pub(super) fn home() -> String {
    let here = site().filter(|site| !site.is_empty()).or_else(|| location().href().ok()).unwrap_or_default();
    here.split(['?', '#']).next().unwrap_or_default().to_owned()
}

fn site() -> Option<String> {
    document().query_selector(SITE).ok().flatten()?.get_attribute("content")
}
