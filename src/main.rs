//! The playground: panic hook and mount, nothing else.
fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(
        || leptos::prelude::view! { <main><h1>"Barrierscope"</h1></main> },
    );
}
