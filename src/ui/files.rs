//! Files: handed to the browser to save, and those that a person chooses.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, HtmlInputElement};

/// Hands a file to the browser, in pieces.
pub(super) fn save(name: &str, kind: &str, parts: &js_sys::Array) {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    if let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(parts, &options) {
        save_blob(name, &blob);
    }
}

/// Hands a file to the browser.
pub(super) fn save_blob(name: &str, blob: &web_sys::Blob) {
    let Ok(address) = web_sys::Url::create_object_url_with_blob(blob) else { return };
    if let Some(link) = document().create_element("a").ok().and_then(|a| a.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = link.set_attribute("href", &address);
        let _ = link.set_attribute("download", name);
        link.click();
    }
    // Not before the browser has begun to read it.
    let gone = move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    };
    set_timeout(gone, std::time::Duration::from_secs(60));
}

/// The file that was chosen in a field.
pub(super) fn chosen(event: &web_sys::Event) -> Option<File> {
    let input = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok())?;
    let file = input.files().and_then(|files| files.get(0));
    // The same file can be chosen once more, after it was mended.
    input.set_value("");
    file
}

/// Its text; none: it cannot be read.
pub(super) async fn read(file: File) -> Option<String> {
    JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string())
}
