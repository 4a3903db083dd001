//! Which language the page speaks: the one that its address asks for, else the one that was chosen here before, else the first
//! of the browser's that there is. The first screen has English alone; any other comes with the second module, and until it is
//! there the page stays as it was before the program began, for a while.

use std::time::Duration;

use js_sys::Reflect;
use leptos::prelude::*;

use super::desk::Desk;
use crate::text::language::chosen;
use crate::view::show::Show;

/// Where the choice is kept.
pub(super) const KEY: &str = "barrierscope.lang";
/// On the root: words are on their way, and nothing is shown before they are there.
const COMING: &str = "data-words";
/// After so long English is better than nothing.
const PATIENCE: Duration = Duration::from_secs(6);

/// The place of the language that is wanted.
fn wanted() -> usize {
    let search = location().search().unwrap_or_default();
    let mut asked = search.trim_start_matches('?').split('&').filter_map(|part| part.strip_prefix("lang="));
    // Whoever asks by the address gets that, or English.
    if let Some(tag) = asked.next() {
        return chosen([tag]);
    }
    let kept = window().local_storage().ok().flatten().and_then(|storage| storage.get_item(KEY).ok().flatten());
    if let Some(tag) = kept {
        return chosen([tag.as_str()]);
    }
    let languages = Reflect::get(&window().navigator(), &"languages".into()).unwrap_or_default();
    let tags: Vec<String> = js_sys::Array::from(&languages).iter().filter_map(|tag| tag.as_string()).collect();
    chosen(tags.iter().map(String::as_str))
}

/// Puts the wanted language on, and has the document say which one it is.
pub(super) fn use_language(desk: Desk) {
    let Some(root) = document().document_element() else { return };
    Effect::new({
        let root = root.clone();
        move |_| {
            let (lang, dir) = desk.tongue();
            let _ = root.set_attribute("lang", lang);
            let _ = root.set_attribute("dir", dir);
        }
    });
    let wanted = wanted() as u32;
    if wanted == 0 {
        return;
    }
    let _ = root.set_attribute(COMING, "coming");
    let playing = desk.show.with_value(|show| show.playback().is_playing());
    desk.change(Show::pause);
    let show = move || {
        if root.has_attribute(COMING) {
            let _ = root.remove_attribute(COMING);
            if playing {
                desk.change(|show| show.playback_mut().play());
            }
        }
    };
    let late = show.clone();
    desk.later.whenever(move |_| {
        desk.language.set(wanted);
        show();
    });
    set_timeout(late, PATIENCE);
}
