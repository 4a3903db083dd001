//! The playground: panic hook and mount, nothing else.
use barrierscope::ui::App;
use leptos::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
    mount_to_body(|| view! { <App/> });
}
