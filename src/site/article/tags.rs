//! The plain elements of Markdown as HTML.

use super::html::attribute;
use pulldown_cmark::{Alignment, Tag, TagEnd};

/// A Markdown table that is open.
pub(super) struct Table {
    alignments: Vec<Alignment>,
    in_head: bool,
    column: usize,
}

impl Table {
    pub(super) const fn new(alignments: Vec<Alignment>) -> Self {
        Self { alignments, in_head: false, column: 0 }
    }

    fn cell(&mut self) -> &'static str {
        let right = matches!(self.alignments.get(self.column), Some(Alignment::Right));
        self.column += 1;
        match (self.in_head, self.column, right) {
            (true, _, false) => "<th scope=\"col\">",
            (true, _, true) => "<th scope=\"col\" class=\"number\">",
            (false, 1, _) => "<th scope=\"row\">",
            (false, _, false) => "<td>",
            (false, _, true) => "<td class=\"number\">",
        }
    }

    const fn end_cell(&self) -> &'static str {
        if self.in_head || self.column == 1 { "</th>" } else { "</td>" }
    }
}

/// Opens a table in a region that scrolls, named by the heading above it.
pub(super) fn open_table(heading: &str) -> String {
    let name = attribute(heading);
    format!("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\"><table>\n")
}

/// The opening tag; `None` for what an article does not have.
pub(super) fn open(tag: &Tag<'_>, table: Option<&mut Table>) -> Option<&'static str> {
    Some(match tag {
        Tag::Paragraph => "<p>",
        Tag::BlockQuote(_) => "<blockquote>\n",
        Tag::List(_) => "<ul>\n",
        Tag::Item => "<li>",
        Tag::Emphasis => "<em>",
        Tag::Strong => "<strong>",
        Tag::TableHead => {
            let table = table?;
            (table.in_head, table.column) = (true, 0);
            "<thead><tr>"
        }
        Tag::TableRow => {
            table?.column = 0;
            "<tr>"
        }
        Tag::TableCell => table?.cell(),
        _ => return None,
    })
}

/// The closing tag of what [`open`] opened.
pub(super) fn close(tag: TagEnd, table: Option<&mut Table>) -> &'static str {
    match (tag, table) {
        (TagEnd::Paragraph, _) => "</p>\n",
        (TagEnd::BlockQuote(_), _) => "</blockquote>\n",
        (TagEnd::List(_), _) => "</ul>\n",
        (TagEnd::Item, _) => "</li>\n",
        (TagEnd::Emphasis, _) => "</em>",
        (TagEnd::Strong, _) => "</strong>",
        (TagEnd::TableHead, Some(table)) => {
            table.in_head = false;
            "</tr></thead>\n<tbody>"
        }
        (TagEnd::TableRow, _) => "</tr>\n",
        (TagEnd::TableCell, Some(table)) => table.end_cell(),
        _ => "",
    }
}
