//! Light or dark: as the system says, until a person says otherwise.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

const DARK: &str = "(prefers-color-scheme: dark)";

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
        if media_matches(DARK) { Theme::Dark } else { Theme::Light }
    }

    /// What the address of the page asks for, which boot.js has put on before anything was drawn.
    pub fn asked() -> Option<Theme> {
        let root = document().document_element()?;
        [Theme::Light, Theme::Dark]
            .into_iter()
            .find(|theme| root.get_attribute("data-theme").as_deref() == Some(theme.name()))
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

/// Calls back whenever the system goes from light to dark or back.
pub fn on_system_change(then: impl Fn(Theme) + 'static) {
    let Some(query) = window().match_media(DARK).ok().flatten() else { return };
    let told = Closure::<dyn Fn()>::new(move || then(Theme::of_system()));
    let _ = query.add_event_listener_with_callback("change", told.as_ref().unchecked_ref());
    // The page listens for as long as it is there.
    told.forget();
    std::mem::forget(query);
}

/// Whether a media query holds now.
pub fn media_matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|m| m.matches())
}
