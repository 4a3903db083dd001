//! The content security policy of a page in one file: exactly the scripts and the style that are in it, and nothing from
//! anywhere, not even from beside it.

use sha2::{Digest, Sha256};

use crate::base64::base64;

/// The policy for a page with these scripts and this style.
pub fn policy(scripts: &[&str], style: &str) -> String {
    let scripts: Vec<String> = scripts.iter().map(|script| source(script)).collect();
    format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data: blob:; base-uri 'none'; \
         form-action 'none'",
        scripts.join(" "),
        source(style)
    )
}

fn source(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::policy;

    #[test]
    fn it_names_what_is_in_the_page_by_its_hash() {
        let said = policy(&["alert('Hello, world.');"], "");
        // The example of the standard.
        assert!(
            said.contains("script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=' 'wasm-unsafe-eval'"),
            "{said}"
        );
        assert!(!said.contains("unsafe-inline") && !said.contains("'self'"), "{said}");
    }
}
