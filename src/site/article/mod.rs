//! Articles: Markdown in two languages with figures from verified bundles.

mod emphasis;
