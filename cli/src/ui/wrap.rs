//! Messages within 100 columns, wherever they are read. Words are never broken: a path or a
//! command must stay one piece to be copied.

use textwrap::{Options, WordSplitter, WrapAlgorithm};

/// How wide messages get.
pub const COLUMNS: usize = 100;

/// The text with its lines broken at spaces. The first line of each paragraph begins as it is;
/// what is broken off begins with `indent`.
pub fn wrapped(text: &str, indent: &str) -> String {
    let options = Options::new(COLUMNS)
        .subsequent_indent(indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let paragraphs = text.split('\n').map(|line| textwrap::fill(line, &options));
    paragraphs.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_at_spaces_and_colours_have_no_width() {
        let words = "word ".repeat(40);
        let text = wrapped(&format!("\u{1b}[31merror:\u{1b}[0m {words}"), "  ");
        assert!(text.lines().count() == 3, "{text}");
        let mut lines = text.lines();
        assert!(lines.next().unwrap().chars().count() >= 100);
        assert!(lines.all(|line| line.starts_with("  word") && line.len() <= COLUMNS));
        let path = format!("/{}", "a".repeat(150));
        assert_eq!(wrapped(&path, "  "), path);
        assert_eq!(wrapped("  a\n\nb", ""), "  a\n\nb");
    }
}
