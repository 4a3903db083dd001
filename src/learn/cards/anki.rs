//! The deck as a text file for Anki.

use super::card::Card;

/// A text file that Anki reads (File, Import): a note of the type Basic for each card, tagged with its chapter.
///
/// The lines at the top are Anki's own: they say what stands in which column. The first column is the name of the card, so
/// that a newer file changes the notes that are there and adds no second ones.
pub fn anki(cards: &[Card], deck: &str) -> String {
    let mut out = String::from("#separator:tab\n#html:false\n#notetype:Basic\n");
    out.push_str(&format!("#deck:{}\n", deck.replace(['\n', '\r', '\t'], " ")));
    out.push_str("#guid column:1\n#columns:Guid\tFront\tBack\tTags\n#tags column:4\n");
    for card in cards {
        let front = card.question.plain();
        let back = card.answer.plain();
        let fields =
            [&format!("barrierscope.{}", card.spec.id), &front, &back, card.spec.chapter].map(|f: &str| field(f));
        out.push_str(&fields.join("\t"));
        out.push('\n');
    }
    out
}

/// A field: in quotes where it has what would end it, and quotes doubled.
fn field(text: &str) -> String {
    let plain = !text.contains(['\t', '\n', '\r', '"']) && !text.starts_with('#');
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
