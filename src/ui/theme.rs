//! Light or dark: as the system says, until a person says otherwise.

use leptos::prelude::*;

/// The look of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// What the system asks for.
    pub fn of_system() -> Theme {
        if media_matches("(prefers-color-scheme: dark)") { Theme::Dark } else { Theme::Light }
    }

    /// The other one.
    pub fn other(self) -> Theme {
        match self {
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::Light,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// Makes the page look so.
    pub fn put_on(self) {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", self.name());
        }
    }
}

/// Whether a media query holds now.
pub fn media_matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|m| m.matches())
}
