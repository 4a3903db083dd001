//! The playground: panic hook and mount, nothing else.
use barrierscope::ui::pieces::start;
use leptos::prelude::document;

fn main() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // boot.js says it on the page: nothing here can be relied on any more.
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-panic", &info.to_string());
        }
    }));
    start();
}
