//! How a file is laid out: its lines, line endings and indentation.

/// From this size on, readers run side by side.
pub(super) const LONG_FILE: usize = 256 * 1024;

/// A file's text: a byte order mark, if any, and the body that the readers see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'t> {
    mark: &'t str,
    body: &'t str,
    newline: &'static str,
}

impl<'t> Text<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mark = text.strip_suffix(body).unwrap_or_default();
        let newline = match body.find('\n') {
            Some(at) if body.get(..at).is_some_and(|line| line.ends_with('\r')) => "\r\n",
            _ => "\n",
        };
        Self {
            mark,
            body,
            newline,
        }
    }

    pub(super) fn mark(&self) -> &'t str {
        self.mark
    }

    pub(super) fn body(&self) -> &'t str {
        self.body
    }

    /// The file's line ending.
    pub(super) fn newline(&self) -> &'static str {
        self.newline
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.body.get(start..end).unwrap_or_default()
    }

    /// Where the line of `at` begins.
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.slice(0, at)
            .rfind('\n')
            .map_or(0, |newline| newline + 1)
    }

    /// Where the line after the one of `at` begins; the end of the body on the last line.
    pub(super) fn next_line(&self, at: usize) -> usize {
        self.slice(at, self.body.len())
            .find('\n')
            .map_or(self.body.len(), |newline| at + newline + 1)
    }

    /// Where the content of `at`'s line ends, before its line ending.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let next = self.next_line(at);
        at + self.slice(at, next).trim_end_matches(['\n', '\r']).len()
    }

    /// Columns from the start of the line.
    pub(super) fn column(&self, at: usize) -> usize {
        self.slice(self.line_start(at), at).chars().count()
    }

    /// Whether only spaces stand before `at` on its line.
    pub(super) fn first_on_line(&self, at: usize) -> bool {
        self.slice(self.line_start(at), at)
            .bytes()
            .all(|byte| byte == b' ')
    }

    /// The start of the first line that lies wholly after content ending at `end`.
    pub(super) fn line_after(&self, end: usize) -> usize {
        if end > 0 && self.slice(end - 1, end) == "\n" {
            end
        } else {
            self.next_line(end)
        }
    }

    /// Whether the line break before `at` is missing (the end of a file without a final newline).
    pub(super) fn needs_break(&self, at: usize) -> bool {
        at > 0 && at == self.body.len() && !self.body.ends_with('\n')
    }
}
